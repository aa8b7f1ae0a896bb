"""Creating and replacing: a file is complete, or does not exist."""

import errno
import os
import stat
from pathlib import Path

import pytest

from senpu.logs.journal import JournalError, create_file, replace_file, write_file
from tests.logs.failing import failing_on_folders, refused, short
from tests.logs.test_journal import TEXT, log

__all__ = ["log"]  # the fixture


def test_create_writes_the_whole_text(tmp_path: Path) -> None:
    create_file(tmp_path / "new.senpu", TEXT)
    assert (tmp_path / "new.senpu").read_bytes() == TEXT.encode()


def test_create_never_overwrites(log: Path) -> None:
    with pytest.raises(JournalError, match="already"):
        create_file(log, "other\n")
    assert log.read_text() == TEXT


def test_create_where_there_is_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=r"there is no folder .*none"):
        create_file(tmp_path / "none" / "new.senpu", TEXT)


def test_a_creation_that_fails_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    short(monkeypatch, 3, errno.ENOSPC)
    with pytest.raises(JournalError, match="no space"):
        create_file(tmp_path / "new.senpu", TEXT)
    assert list(tmp_path.iterdir()) == []


def test_create_syncs_the_file_and_then_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[bool] = []
    fsync = os.fsync

    def record_write(descriptor: int) -> None:
        synced.append(stat.S_ISDIR(os.fstat(descriptor).st_mode))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", record_write)
    create_file(tmp_path / "new.senpu", TEXT)
    assert synced == [False, True]


def test_a_file_whose_name_may_not_last_is_not_said_to_be_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing_on_folders(monkeypatch)
    with pytest.raises(JournalError, match="the device reported an error"):
        create_file(tmp_path / "new.senpu", TEXT)
    assert list(tmp_path.iterdir()) == []


def test_a_replacement_that_may_not_last_is_reported(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing_on_folders(monkeypatch)
    with pytest.raises(JournalError, match="the new content was written, but may be lost"):
        replace_file(log, b"other\n")
    assert log.read_bytes() == b"other\n"


def test_a_new_file_is_whole_when_its_name_is_there_and_no_user_may_run_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there: list[str] = []
    write = os.write

    def record_write(descriptor: int, data: bytes) -> int:
        there.extend(path.name for path in tmp_path.iterdir())
        return write(descriptor, data)

    monkeypatch.setattr(os, "write", record_write)
    create_file(tmp_path / "new.senpu", TEXT)
    assert "new.senpu" not in there
    monkeypatch.setattr(os, "link", refused)
    create_file(tmp_path / "other.senpu", TEXT)
    assert not any(stat.S_IMODE(path.stat().st_mode) & 0o111 for path in tmp_path.iterdir())


def test_a_creation_that_fails_leaves_no_file_where_files_have_one_name_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, path = os.write, tmp_path / "new.senpu"

    def full(descriptor: int, data: bytes) -> int:
        if path.exists():
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(descriptor, data)

    monkeypatch.setattr(os, "link", refused)
    monkeypatch.setattr(os, "write", full)
    with pytest.raises(JournalError, match="no space"):
        create_file(path, TEXT)
    assert list(tmp_path.iterdir()) == []


def test_create_works_where_files_have_one_name_only(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "link", refused)
    create_file(log.with_name("new.senpu"), TEXT)
    assert log.with_name("new.senpu").read_text() == TEXT
    with pytest.raises(JournalError, match="already"):
        create_file(log, "other\n")
    assert {path.name for path in log.parent.iterdir()} == {"game.senpu", "new.senpu"}


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664])
def test_replace_is_whole_and_keeps_the_mode(log: Path, mode: int) -> None:
    log.chmod(mode)
    replace_file(log, b"other\n")
    assert log.read_bytes() == b"other\n"
    assert stat.S_IMODE(log.stat().st_mode) == mode
    assert [path.name for path in log.parent.iterdir()] == ["game.senpu"]


def test_replace_keeps_a_link(log: Path) -> None:
    link = log.with_name("link.senpu")
    link.symlink_to(log)
    replace_file(link, b"other\n")
    assert link.is_symlink()
    assert log.read_bytes() == b"other\n"


def test_a_replacement_that_fails_leaves_the_log_unchanged(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(source: Path, target: Path) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "replace", failing)
    with pytest.raises(JournalError, match="the device reported an error"):
        replace_file(log, b"other\n")
    assert log.read_text() == TEXT
    assert [path.name for path in log.parent.iterdir()] == ["game.senpu"]


def test_what_only_its_owner_may_read_was_never_open_to_others(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither through the replaced file nor through an old file in the same folder."""
    left = log.with_name(".game.senpu.new")
    left.write_text("left by a program that was stopped\n")
    modes: list[int] = []
    write = os.write

    def record_write(descriptor: int, data: bytes) -> int:
        modes.append(stat.S_IMODE(os.fstat(descriptor).st_mode))
        return write(descriptor, data)

    monkeypatch.setattr(os, "write", record_write)
    for path in (log, left):
        path.chmod(0o644)
    write_file(log, b"secret\n", 0o600)
    assert log.read_bytes() == b"secret\n"
    assert [*modes, stat.S_IMODE(log.stat().st_mode)] == [0o600, 0o600]
    assert [path.name for path in log.parent.iterdir()] == ["game.senpu"]


def test_what_is_put_may_be_relied_on_only_with_its_name(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing_on_folders(monkeypatch)
    with pytest.raises(OSError, match="Input/output error"):
        write_file(log, b"secret\n", 0o600)
