"""Separate programs that append: limits of the system, the lock, and sudden ends."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

HEAD = "Senpu: 1\nGame: pendulum/toy\n\n"

APPENDING = """
import sys, time
from pathlib import Path
from senpu.logs import journal
from senpu.logs.journal import hold_log
journal.LOCK_SECONDS = 60
path, name, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
for number in range(count):
    with hold_log(path) as held:
        held.append(f"{{{name} {number}}}\\n", len(held.read()))
    print(number, flush=True)
"""

REWRITING = """
import sys
from pathlib import Path
from senpu.logs import journal
from senpu.logs.journal import hold_log, read_content, replace_file
journal.LOCK_SECONDS = 60
path, count = Path(sys.argv[1]), int(sys.argv[2])
for number in range(count):
    with hold_log(path):
        replace_file(path, read_content(path) + f"{{r {number}}}\\n".encode())
"""

HOLDING = """
import sys
from pathlib import Path
from senpu.logs.journal import hold_log
with hold_log(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""

LIMITED = """
import resource, signal, sys
from pathlib import Path
from senpu.logs.journal import JournalError, hold_log
path, size = Path(sys.argv[1]), int(sys.argv[2])
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
with hold_log(path) as held:
    before = len(held.read())
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    try:
        held.append("{a line that the limit cuts in two}\\n", before)
    except JournalError as error:
        print(error)
"""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "game.senpu"
    path.write_text(HEAD)
    return path


def started(code: str, *arguments: object) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_a_log_that_another_program_holds_waits_until_it_is_free(log: Path) -> None:
    holder = started(HOLDING, log)
    assert holder.stdout
    assert holder.stdout.readline() == "held\n"
    writer = started(APPENDING, log, "w", 1)
    time.sleep(0.4)
    assert log.read_text() == HEAD
    holder.communicate("")
    writer.communicate()
    assert log.read_text() == HEAD + "{w 0}\n"


def test_a_lock_dies_with_its_holder(log: Path) -> None:
    holder = started(HOLDING, log)
    assert holder.stdout
    holder.stdout.readline()
    holder.kill()
    holder.communicate()
    writer = started(APPENDING, log, "w", 1)
    writer.communicate()
    assert log.read_text() == HEAD + "{w 0}\n"


def test_programs_write_by_turns_and_no_line_is_lost_or_glued(log: Path) -> None:
    """Replace the log in one program, and append to it by different names in the others."""
    (log.parent / "folder").mkdir()
    link = log.parent / "folder" / "link.senpu"
    link.symlink_to(log)
    writers = [started(APPENDING, path, name, 50) for path, name in ((log, "a"), (link, "b"))]
    writers.append(started(REWRITING, log, 50))
    for writer in writers:
        writer.communicate()
    rows = log.read_text().removeprefix(HEAD).splitlines()
    for name in "abr":
        assert [row for row in rows if row[1] == name] == [f"{{{name} {n}}}" for n in range(50)]
    assert len(rows) == 150


def test_two_programs_append_by_two_hard_links(log: Path) -> None:
    link = log.with_name("link.senpu")
    link.hardlink_to(log)
    for writer in [started(APPENDING, path, path.stem[0], 50) for path in (log, link)]:
        writer.communicate()
    rows = log.read_text().removeprefix(HEAD).splitlines()
    for name in "gl":
        assert [row for row in rows if row[1] == name] == [f"{{{name} {n}}}" for n in range(50)]


def test_a_write_that_the_system_cuts_in_two_leaves_the_log_unchanged(log: Path) -> None:
    writer = started(LIMITED, log, len(HEAD) + 10)
    line, _ = writer.communicate()
    assert "could not append: the file is too large" in line
    assert log.read_text() == HEAD


@pytest.mark.slow
def test_killing_a_writer_loses_no_line_that_it_was_told_is_written(log: Path) -> None:
    for kill in range(10):
        log.write_text(HEAD)
        with started(APPENDING, log, "w", 100_000) as writer:
            assert writer.stdout
            writer.stdout.readline()
            time.sleep(0.02 * kill)
            writer.kill()
            # Not `communicate`: it passes over what `readline` has read ahead.
            acknowledged = [0, *map(int, writer.stdout.read().split())]
        text = log.read_text()
        assert text.endswith("\n"), "an incomplete line"
        rows = text.removeprefix(HEAD).splitlines()
        assert rows == [f"{{w {n}}}" for n in range(len(rows))]
        assert len(rows) in (len(acknowledged), len(acknowledged) + 1)
