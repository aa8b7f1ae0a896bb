"""Appending, creating and replacing: a line counts completely or not at all."""

import errno
import os
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from senpu.logs import journal
from senpu.logs.journal import (
    IncompleteLineError,
    JournalError,
    create_file,
    hold_log,
    lock_file,
    replace_file,
)
from tests.logs.failing import failing, refused, short

TEXT = "Senpu: 1\nGame: pendulum/toy\n\nN: n1>B\n"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "game.senpu"
    path.write_text(TEXT)
    return path


def appended(path: Path, text: str) -> None:
    with hold_log(path) as held:
        held.append(text, len(held.read()))


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Return the writes and syncs that reach the system, as (name, number of bytes)."""
    record_write: list[tuple[str, int]] = []
    write, fsync = os.write, os.fsync

    def heard_write(descriptor: int, data: bytes) -> int:
        record_write.append(("write", len(data)))
        return write(descriptor, data)

    def heard_fsync(descriptor: int) -> None:
        record_write.append(("fsync", 0))
        fsync(descriptor)

    monkeypatch.setattr(os, "write", heard_write)
    monkeypatch.setattr(os, "fsync", heard_fsync)
    return record_write


# ---- appending ------------------------------------------------------------------------------


def test_append_is_one_write_of_all_lines_and_then_one_sync(
    log: Path, calls: list[tuple[str, int]]
) -> None:
    lines = "S: s1>B\n" * 400
    with hold_log(log) as held:
        calls.clear()  # of the lock's
        held.append(lines, len(TEXT))
        assert calls == [("write", len(lines)), ("fsync", 0)]
    assert log.read_text() == TEXT + lines


def test_append_refuses_a_part_of_a_line(log: Path) -> None:
    with hold_log(log) as held, pytest.raises(JournalError, match="whole lines"):
        held.append("S: s1>B", len(TEXT))
    assert log.read_text() == TEXT


def test_an_empty_file_is_no_log_to_go_on_with(log: Path) -> None:
    log.write_bytes(b"")
    with hold_log(log) as held, pytest.raises(IncompleteLineError, match="the file is empty"):
        held.read()


def test_every_file_is_closed(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: set[int] = set()
    really_open, really_close = os.open, os.close

    def open_(path: str, flags: int, mode: int = 0o777) -> int:
        opened.add(descriptor := really_open(path, flags, mode))
        return descriptor

    def close(descriptor: int) -> None:
        opened.discard(descriptor)
        really_close(descriptor)

    with monkeypatch.context() as patched, hold_log(log) as held:
        patched.setattr(os, "open", open_)
        patched.setattr(os, "close", close)
        held.append("S: s1>B\n", len(held.read()))
        create_file(log.with_name("new.senpu"), TEXT)
        patched.setattr(os, "link", refused)
        create_file(log.with_name("other.senpu"), TEXT)
        replace_file(log, TEXT.encode())
    assert opened == set()


def test_an_incomplete_tail_is_refused_and_left_for_a_person_to_see(log: Path) -> None:
    log.write_text(TEXT + "S: s1")
    with hold_log(log) as held, pytest.raises(IncompleteLineError, match="no newline"):
        held.read()
    assert log.read_text() == TEXT + "S: s1"


@pytest.mark.parametrize("now", [TEXT + "S: s1>B\n", TEXT[:-8]])
def test_a_log_that_grew_or_shrank_since_it_was_read_is_refused(log: Path, now: str) -> None:
    with hold_log(log) as held:
        before = len(held.read())
        log.write_text(now)
        with pytest.raises(JournalError, match=f"from {before:,} bytes to {len(now):,}"):
            held.append("S: pass\n", before)
    assert log.read_text() == now


def test_a_log_that_became_another_of_the_same_length_is_refused(log: Path) -> None:
    with hold_log(log) as held:
        before = len(held.read())
        log.write_text(TEXT.replace("n1>B", "n1>C"))
        with pytest.raises(JournalError, match="changed while it was read; nothing was written"):
            held.append("S: pass\n", before)
    assert log.read_text() == TEXT.replace("n1>B", "n1>C")


def test_two_appends_may_follow_one_reading(log: Path) -> None:
    with hold_log(log) as held:
        size = len(held.read())
        held.append("S: s1>B\n", size)
        held.append("N: pass\n", size + len("S: s1>B\n"))
    assert log.read_text() == TEXT + "S: s1>B\nN: pass\n"


def test_lines_of_a_program_without_regard_to_the_lock_are_reported(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def between(descriptor: int) -> None:
        with log.open("a") as file:
            file.write("S: s1>C\n")

    with hold_log(log) as held:
        monkeypatch.setattr(journal, "sync", between)
        with pytest.raises(JournalError, match="at the same time"):
            held.append("S: s1>B\n", len(held.read()))
    assert log.read_text() == TEXT + "S: s1>B\nS: s1>C\n"


def test_a_log_that_vanished_since_it_was_read_is_not_made_again(log: Path) -> None:
    with hold_log(log) as held:
        before = len(held.read())
        log.unlink()
        with pytest.raises(JournalError, match="no such file"):
            held.append("S: pass\n", before)
    assert not log.exists()


def test_a_missing_log_is_refused_and_leaves_no_lock_behind(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no such file"), hold_log(tmp_path / "none.senpu"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_log(tmp_path: Path) -> None:
    with hold_log(tmp_path) as held, pytest.raises(JournalError, match="it is a folder"):
        held.read()


def test_a_read_only_log_is_refused(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's answer is simulated: a test that runs as root may write anything."""
    opened = os.open

    def refusing(path: str, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_RDWR and os.fspath(path) == str(log):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return opened(path, flags, mode)

    with hold_log(log) as held:
        monkeypatch.setattr(os, "open", refusing)
        with pytest.raises(JournalError, match="permission denied"):
            held.append("S: pass\n", len(TEXT))
    assert log.read_text() == TEXT


# ---- full disks and failing ones ------------------------------------------------------------


def test_a_short_write_is_continued(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with hold_log(log) as held:
        taken = short(monkeypatch, 3, None)
        held.append("S: s1>B\nN: pass\n", len(TEXT))
    assert taken == [3, 13]
    assert log.read_text() == TEXT + "S: s1>B\nN: pass\n"


def test_a_full_disk_in_the_middle_of_a_line_leaves_the_log_unchanged(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hold_log(log) as held:
        short(monkeypatch, 3, errno.ENOSPC)
        with pytest.raises(JournalError, match="no space left on the device; nothing was written"):
            held.append("S: s1>B\n", len(TEXT))
    assert log.read_text() == TEXT
    monkeypatch.undo()
    appended(log, "S: s1>B\n")  # and once there is space again, nothing need be repaired
    assert log.read_text() == TEXT + "S: s1>B\n"


def test_a_failed_sync_is_a_failed_append(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with hold_log(log) as held:
        monkeypatch.setattr(os, "fsync", failing)
        with pytest.raises(JournalError, match="the device reported an error"):
            held.append("S: s1>B\n", len(TEXT))
    assert log.read_text() == TEXT


def test_a_failed_sync_is_never_tried_again(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would succeed, and the lines not be there: systems forget what they could not write."""
    tried: list[int] = []

    def failing(descriptor: int) -> None:
        tried.append(descriptor)
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with hold_log(log) as held:
        monkeypatch.setattr(os, "fsync", failing)
        with pytest.raises(JournalError):
            held.append("S: s1>B\n", len(TEXT))
    assert len(tried) == 1


def test_a_log_that_cannot_be_read_again_is_not_appended_to(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hold_log(log) as held:
        size = len(held.read())
        monkeypatch.setattr(os, "read", failing)
        with pytest.raises(JournalError, match="the device reported an error"):
            held.append("S: s1>B\n", size)
    assert log.read_text() == TEXT


def test_a_system_that_takes_nothing_and_says_nothing_is_given_up(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hold_log(log) as held:
        monkeypatch.setattr(os, "write", lambda *_: 0)
        with pytest.raises(JournalError, match="the device reported an error; nothing was written"):
            held.append("S: s1>B\n", len(TEXT))


def test_what_cannot_be_checked_again_is_not_said_to_be_unchanged(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hold_log(log) as held:
        short(monkeypatch, 3, errno.ENOSPC)
        monkeypatch.setattr(journal, "read_content", failing)
        with pytest.raises(JournalError, match="may have a part of it"):
            held.append("S: s1>B\n", len(TEXT))


def test_a_failed_removal_is_reported(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with hold_log(log) as held:
        short(monkeypatch, 3, errno.ENOSPC)
        monkeypatch.setattr(os, "ftruncate", failing)
        with pytest.raises(JournalError, match=r"may have a part of it: .*senpu repair"):
            held.append("S: s1>B\n", len(TEXT))
    assert log.read_text() == TEXT + "S: "


def test_an_append_that_is_interrupted_is_undone(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(descriptor: int) -> None:
        raise KeyboardInterrupt

    with hold_log(log) as held:
        monkeypatch.setattr(os, "fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            held.append("S: s1>B\n", len(TEXT))
    assert log.read_text() == TEXT


def test_a_file_that_cannot_be_closed_was_written_all_the_same(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    close = os.close

    def failing(descriptor: int) -> None:
        close(descriptor)
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with hold_log(log) as held:
        size = len(held.read())
        monkeypatch.setattr(os, "close", failing)
        held.append("S: s1>B\n", size)
        monkeypatch.undo()
    assert log.read_text() == TEXT + "S: s1>B\n"


def test_where_a_plain_sync_is_not_enough_the_stronger_one_is_asked_for(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(journal, "FULL_SYNC", 51)
    monkeypatch.setattr(journal, "fcntl", lambda *given: asked.append(given[1]))
    appended(log, "S: s1>B\n")
    assert asked == [51]


# ---- the lock -------------------------------------------------------------------------------


def test_a_log_held_by_another_is_refused(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "LOCK_SECONDS", 0.05)
    with hold_log(log), pytest.raises(JournalError, match="another program"), hold_log(log):
        pass
    appended(log, "S: s1>B\n")  # free again


def test_a_log_gets_no_other_file(log: Path) -> None:
    appended(log, "S: s1>B\n")
    assert [path.name for path in log.parent.iterdir()] == [log.name]


@pytest.mark.parametrize("link", [Path.symlink_to, Path.hardlink_to])
def test_the_names_of_one_log_have_one_lock(
    log: Path, monkeypatch: pytest.MonkeyPatch, link: Callable[[Path, Path], None]
) -> None:
    monkeypatch.setattr(journal, "LOCK_SECONDS", 0.05)
    (log.parent / "folder").mkdir()
    other = log.parent / "folder" / "link.senpu"
    link(other, log)
    for one, two in ((log, other), (other, log)):
        with hold_log(one), pytest.raises(JournalError, match="another program"), hold_log(two):
            pass


def test_a_lock_of_a_file_that_was_replaced_is_not_the_lock_of_the_log(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that waited for the old file has its lock, but must wait for the new file."""
    monkeypatch.setattr(journal, "LOCK_SECONDS", 0.05)
    replaced: list[int] = []
    taken = journal.flock
    with ExitStack() as other_program:

        def replace_meanwhile(descriptor: int, operation: int) -> None:
            if not replaced:
                replaced.append(descriptor)
                replace_file(log, TEXT.encode())
                other_program.enter_context(hold_log(log))
            taken(descriptor, operation)

        monkeypatch.setattr(journal, "flock", replace_meanwhile)
        with pytest.raises(JournalError, match="another program"), hold_log(log):
            pass
    appended(log, "S: s1>B\n")


def test_what_fails_while_a_log_is_held_is_not_blamed_on_the_lock(log: Path) -> None:
    with pytest.raises(PermissionError, match="elsewhere"), hold_log(log):
        raise PermissionError(errno.EACCES, "elsewhere")
    appended(log, "S: s1>B\n")


@pytest.mark.parametrize("has_flock", [True, False])
def test_a_lock_that_cannot_be_made_is_reported(
    log: Path, monkeypatch: pytest.MonkeyPatch, has_flock: bool
) -> None:
    def reject(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(journal, "HAS_FLOCK", has_flock)
    monkeypatch.setattr(journal, "flock", reject)
    Path(f"{log}.lock").mkdir()
    with pytest.raises(JournalError, match=r"game\.senpu.*: could not lock"), hold_log(log):
        pass


def test_a_system_without_locks_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    none_there = NotImplementedError

    def none(self: object, **_: object) -> None:
        raise none_there("no locks here")

    monkeypatch.setattr("filelock.FileLock.acquire", none)
    with pytest.raises(JournalError, match=r"lock: .*: no locks here"), lock_file(tmp_path / "f"):
        pass


def test_the_lock_of_a_name_is_let_go_and_its_file_stays(tmp_path: Path) -> None:
    """Without the file two programs could write: one to the deleted file, one to the new."""
    numbers = []
    for _ in range(2):
        with lock_file(tmp_path / "f"):
            numbers.append((tmp_path / "f.lock").stat().st_ino)
    assert numbers[0] == numbers[1]
