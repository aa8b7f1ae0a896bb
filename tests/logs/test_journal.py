"""Appending, creating and replacing: a line counts whole or not at all."""

import errno
import os
import stat
from pathlib import Path

import pytest

from logs import journal
from logs.journal import JournalError, TornTail, create, hold, replace

TEXT = "Senpu: 1\nGame: pendulum/toy\n\nN: n1>B\n"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "game.senpu"
    path.write_text(TEXT)
    return path


def appended(path: Path, text: str) -> None:
    with hold(path) as held:
        held.append(text, len(held.read()))


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """The writes and syncs that reach the system, as (what, how many bytes)."""
    heard: list[tuple[str, int]] = []
    write, fsync = os.write, os.fsync

    def heard_write(descriptor: int, data: bytes) -> int:
        heard.append(("write", len(data)))
        return write(descriptor, data)

    def heard_fsync(descriptor: int) -> None:
        heard.append(("fsync", 0))
        fsync(descriptor)

    monkeypatch.setattr(os, "write", heard_write)
    monkeypatch.setattr(os, "fsync", heard_fsync)
    return heard


# ---- appending ------------------------------------------------------------------------------


def test_append_is_one_write_of_all_lines_and_then_one_sync(
    log: Path, calls: list[tuple[str, int]]
) -> None:
    lines = "S: s1>B\n" * 400
    with hold(log) as held:
        calls.clear()  # of the lock's
        held.append(lines, len(TEXT))
        assert calls == [("write", len(lines)), ("fsync", 0)]
    assert log.read_text() == TEXT + lines


def test_append_refuses_a_part_of_a_line(log: Path) -> None:
    with hold(log) as held, pytest.raises(JournalError, match="whole lines"):
        held.append("S: s1>B", len(TEXT))
    assert log.read_text() == TEXT


def test_a_torn_tail_is_refused_and_left_for_a_person_to_see(log: Path) -> None:
    log.write_text(TEXT + "S: s1")
    with hold(log) as held, pytest.raises(TornTail, match="no newline"):
        held.read()
    assert log.read_text() == TEXT + "S: s1"


@pytest.mark.parametrize("now", [TEXT + "S: s1>B\n", TEXT[:-8]])
def test_a_log_that_grew_or_shrank_since_it_was_read_is_refused(log: Path, now: str) -> None:
    with hold(log) as held:
        before = len(held.read())
        log.write_text(now)
        with pytest.raises(JournalError, match=f"{before} bytes then, {len(now)} now"):
            held.append("S: pass\n", before)
    assert log.read_text() == now


def test_a_log_that_vanished_since_it_was_read_is_not_made_anew(log: Path) -> None:
    with hold(log) as held:
        before = len(held.read())
        log.unlink()
        with pytest.raises(JournalError, match="No such file"):
            held.append("S: pass\n", before)
    assert not log.exists()


def test_a_missing_log_is_refused_and_leaves_no_lock_behind(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no such log"), hold(tmp_path / "none.senpu"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_log(tmp_path: Path) -> None:
    with hold(tmp_path) as held, pytest.raises(JournalError, match="directory"):
        held.read()


def test_a_read_only_log_is_refused(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's answer is simulated: a test that runs as root may write anything."""
    opened = os.open

    def refusing(path: str, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_RDWR and os.fspath(path) == str(log):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return opened(path, flags, mode)

    with hold(log) as held:
        monkeypatch.setattr(os, "open", refusing)
        with pytest.raises(JournalError, match="Permission denied"):
            held.append("S: pass\n", len(TEXT))
    assert log.read_text() == TEXT


# ---- full disks and failing ones ------------------------------------------------------------


def short(monkeypatch: pytest.MonkeyPatch, first: int, then: int | None) -> list[int]:
    """Have the first write take only so many bytes, and later ones fail with `then`."""
    write, taken = os.write, list[int]()

    def part(descriptor: int, data: bytes) -> int:
        if taken and then is not None:
            raise OSError(then, os.strerror(then))
        taken.append(write(descriptor, data[:first] if not taken else data))
        return taken[-1]

    monkeypatch.setattr(os, "write", part)
    return taken


def test_a_short_write_is_gone_on_with(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with hold(log) as held:
        taken = short(monkeypatch, 3, None)
        held.append("S: s1>B\nN: pass\n", len(TEXT))
    assert taken == [3, 13]
    assert log.read_text() == TEXT + "S: s1>B\nN: pass\n"


def test_a_full_disk_in_the_middle_of_a_line_leaves_the_log_as_it_was(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hold(log) as held:
        short(monkeypatch, 3, errno.ENOSPC)
        with pytest.raises(JournalError, match="No space left on device; nothing was written"):
            held.append("S: s1>B\n", len(TEXT))
    assert log.read_text() == TEXT
    monkeypatch.undo()
    appended(log, "S: s1>B\n")  # and once there is space again, nothing need be repaired
    assert log.read_text() == TEXT + "S: s1>B\n"


def test_a_failed_sync_is_a_failed_append(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(descriptor: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with hold(log) as held:
        monkeypatch.setattr(os, "fsync", failing)
        with pytest.raises(JournalError, match="Input/output error"):
            held.append("S: s1>B\n", len(TEXT))
    assert log.read_text() == TEXT


# ---- the lock -------------------------------------------------------------------------------


def test_a_log_held_by_another_is_refused(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "LOCK_SECONDS", 0.05)
    with hold(log), pytest.raises(JournalError, match="another program"), hold(log):
        pass
    appended(log, "S: s1>B\n")  # free again


def test_two_names_of_one_log_have_one_lock(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "LOCK_SECONDS", 0.05)
    link = log.with_name("link.senpu")
    link.symlink_to(log)
    with hold(log), pytest.raises(JournalError, match="another program"), hold(link):
        pass


def test_what_fails_while_a_log_is_held_is_not_blamed_on_the_lock(log: Path) -> None:
    with pytest.raises(PermissionError, match="elsewhere"), hold(log):
        raise PermissionError(errno.EACCES, "elsewhere")
    appended(log, "S: s1>B\n")


def test_a_lock_that_cannot_be_made_is_told(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = Path(f"{log}.lock")
    lock.mkdir()
    with pytest.raises(JournalError, match=r"game\.senpu\.lock"), hold(log):
        pass


# ---- creating and replacing -----------------------------------------------------------------


def test_create_writes_the_whole_text(tmp_path: Path) -> None:
    create(tmp_path / "new.senpu", TEXT)
    assert (tmp_path / "new.senpu").read_bytes() == TEXT.encode()


def test_create_never_overwrites(log: Path) -> None:
    with pytest.raises(JournalError, match="already"):
        create(log, "other\n")
    assert log.read_text() == TEXT


def test_create_where_there_is_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="No such file or directory"):
        create(tmp_path / "none" / "new.senpu", TEXT)


def test_a_creation_that_fails_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    short(monkeypatch, 3, errno.ENOSPC)
    with pytest.raises(JournalError, match="No space"):
        create(tmp_path / "new.senpu", TEXT)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664])
def test_replace_is_whole_and_keeps_the_mode(log: Path, mode: int) -> None:
    log.chmod(mode)
    replace(log, b"other\n")
    assert log.read_bytes() == b"other\n"
    assert stat.S_IMODE(log.stat().st_mode) == mode
    assert [path.name for path in log.parent.iterdir()] == ["game.senpu"]


def test_replace_keeps_a_link(log: Path) -> None:
    link = log.with_name("link.senpu")
    link.symlink_to(log)
    replace(link, b"other\n")
    assert link.is_symlink()
    assert log.read_bytes() == b"other\n"


def test_a_replacement_that_fails_leaves_the_log_as_it_was(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(source: Path, target: Path) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "replace", failing)
    with pytest.raises(JournalError, match="Input/output error"):
        replace(log, b"other\n")
    assert log.read_text() == TEXT
    assert [path.name for path in log.parent.iterdir()] == ["game.senpu"]
