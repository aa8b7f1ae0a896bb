"""Failures of every system call that a command makes on its files.

Each call fails once, or the command is killed at it. Then `senpu verify`, `repair` and `append`
check the remaining file.
"""

import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from senpu.replay.disputes.verification import verify
from tests.reliability.figures import Figure, skipped

GOAL = "no acknowledged line lost, valid through it, no traceback"
FAULTS = ("error=EIO", "error=ENOSPC", "signal=SIGKILL")
CALL = re.compile(r"(?:\[pid +[0-9]+\] )?(?:[0-9]+ +)?([a-z0-9_]+)\(")

HEADER = "Senpu: 1\nGame: 800/bonsai-2021\n\n"
BASE = HEADER + "C: x1+c1@D c2+c3+k1@C\nJ: i1+i2+g1@A i3+i4+g2@B\nT1 [J5 C3]\n"
LINE, NEXT = "J: i3+i4>D\n", "C: pass\n"


# The name of a new file holds the number of the program that writes it.
RUN = "import os, sys; os.getpid = lambda: 1; from senpu.tui.cli import main; sys.exit(main())"
NAMES = (
    "game.senpu", "game.senpu.torn-1", ".game.senpu.1.new",
    ".game.senpu.torn-1.1.new", "",
)  # fmt: skip
WATCHED = (
    "openat", "newfstatat", "?fstat", "read", "write", "lseek", "fsync", "ftruncate", "close",
    "?link", "linkat", "?rename", "renameat", "?unlink", "unlinkat", "flock",
)  # fmt: skip


class Work(NamedTuple):
    """A command whose calls fail, and the log before and after the command."""

    words: tuple[str, ...]
    before: str | None
    after: str


WORKS = {
    "append": Work(("append", "game.senpu", LINE.strip()), BASE, BASE + LINE),
    "repair": Work(("repair", "game.senpu"), BASE + "J: i3", BASE),
    "new": Work(("new", "800/bonsai-2021", "game.senpu", "--date", "2026-11-27"), None, ""),
}


def measure(small: bool) -> Iterator[Figure]:
    for name in ("append",) if small else WORKS:
        yield injected(name, 2 if small else 0)


def injected(name: str, most: int = 0) -> Figure:
    """Inject each fault into each call of a command, or into `most` calls if it is not 0."""
    what = f"each system call of `senpu {name}` on its files fails, or is its last"
    if not shutil.which("strace"):
        return skipped(what, GOAL, "strace is not installed")
    with TemporaryDirectory() as folder:
        place = Path(folder) / "games"
        made = calls(place, WORKS[name])
        if not made:
            return skipped(what, GOAL, "strace has no permission to trace programs")
        tries = [(call, at, fault) for call, at in made for fault in FAULTS]
        if most:
            tries = tries[:: max(len(tries) // most, 1)]
        outcomes = Counter(tried(place, WORKS[name], *each) for each in tries)
    bad = sum(count for outcome, count in outcomes.items() if outcome.startswith("**"))
    result = ", ".join(f"{count} {outcome}" for outcome, count in outcomes.most_common())
    return Figure(what, len(tries), GOAL, result, not bad)


def lay(place: Path, work: Work) -> Path:
    """Create the folder with only the log before the command, and return the path of the log."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    path = place / "game.senpu"
    if work.before is not None:
        path.write_text(work.before, "utf-8")
    return path


def traced(place: Path, work: Work, *options: str) -> "subprocess.CompletedProcess[str]":
    """Run a command under strace, which traces the calls on the files of the folder."""
    watched = [f"--trace-path={place / name}" for name in NAMES]
    words = [str(place / word) if word == "game.senpu" else word for word in work.words]
    return subprocess.run(
        ["strace", "-f", "-qq", "--seccomp-bpf", f"--trace={','.join(WATCHED)}", *watched,
         "-o", str(place.parent / "calls"), *options, sys.executable, "-P", "-c", RUN, *words],
        cwd=place, capture_output=True, text=True, check=False,
    )  # fmt: skip


def calls(place: Path, work: Work) -> list[tuple[str, int]]:
    """Return the calls of a command in order, each with its count so far."""
    lay(place, work)
    if traced(place, work).returncode:
        return []
    counted: Counter[str] = Counter()
    found = []
    for row in (place.parent / "calls").read_text().splitlines():
        if match := CALL.match(row):
            counted[match[1]] += 1
            found.append((match[1], counted[match[1]]))
    return found


def tried(place: Path, work: Work, call: str, at: int, fault: str) -> str:
    """Return the outcome of a command if one call fails."""
    path = lay(place, work)
    done = traced(place, work, f"--inject={call}:{fault}:when={at}")
    if "Traceback" in done.stderr:
        return "**with a traceback**"
    text = path.read_text("utf-8") if path.exists() else None
    if not done.returncode and work.after and text != work.after:
        return "**acknowledged and lost**"
    if text is None:
        return "no file, and rejected" if work.before is None and done.returncode else "**lost**"
    if work.before is None:
        is_valid = not verify(path).faults and text.endswith("\n\n")
        return _describe(done.returncode, "created") if is_valid else "**half a header**"
    if not text.startswith(BASE):
        return "**acknowledged line lost**"
    verdict = verify(path)
    if not verdict.valid:
        if verdict.faults[0].id != "tornTail" or verdict.valid_through < 5:
            return "**damaged**"
        if senpu(place, "repair", "game.senpu"):
            return "**not repaired**"
    more = NEXT if path.read_text("utf-8") == BASE + LINE else LINE
    if senpu(place, "append", "game.senpu", more.strip()) or not verify(path).valid:
        return "**cannot be continued**"
    return _describe(done.returncode, "written" if LINE in text else "unchanged")


def _describe(status: int, outcome: str) -> str:
    return f"{outcome}, and {'rejected or killed' if status else 'acknowledged'}"


def senpu(place: Path, *words: str) -> int:
    command = [sys.executable, "-m", "senpu", *words]
    return subprocess.run(command, cwd=place, capture_output=True, check=False).returncode
