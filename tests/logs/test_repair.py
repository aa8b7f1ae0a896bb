"""An incomplete end is removed on request and its bytes are kept; other faults remain."""

import os
from pathlib import Path

import pytest

from senpu.logs.chain import add_tags
from senpu.logs.journal import JournalError
from senpu.logs.repair import DamagedLogError, find_incomplete_end, repair
from tests.logs.failing import failing, full

TEXT = b"Senpu: 1\nGame: pendulum/toy\n\nN: n1>B\n"
CHAINED = add_tags(
    "Senpu: 1\nGame: pendulum/toy\nChain: sha256\nNonce: 0123456789abcdef0123456789abcdef\n\n"
    "N: n1>B\nS: s1>B\n"
).encode()

TORN = [
    b"S",
    b"S: s1>B",
    "S: pass {春".encode()[:-1],
    b"\0" * 4096,
    b"S: s1\0\0\0",
    b"\x8e\n\xff\xfe",
    b"\0\0\nS: s",
    b"\xff\n",
]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "game.senpu"


@pytest.mark.parametrize("torn", TORN, ids=repr)
@pytest.mark.parametrize("above", [TEXT, CHAINED], ids=["plain", "chained"])
def test_an_incomplete_end_is_cut_off_and_its_bytes_are_kept(
    log: Path, above: bytes, torn: bytes
) -> None:
    log.write_bytes(above + torn)
    done = repair(log)
    assert done
    assert log.read_bytes() == above
    assert done.backup == log.with_name("game.senpu.torn-1")
    assert done.backup.read_bytes() == torn == b"".join(done.tear.rows)
    assert done.tear.line == above.count(b"\n") + 1
    assert repair(log) is None


@pytest.mark.parametrize("text", [TEXT, CHAINED], ids=["plain", "chained"])
def test_a_whole_log_is_left_unchanged(log: Path, text: bytes) -> None:
    log.write_bytes(text)
    assert repair(log) is None
    assert log.read_bytes() == text
    assert not list(log.parent.glob("*.torn-*"))


@pytest.mark.parametrize(
    ("text", "line", "fault"),
    [
        (TEXT + b"S: \0\nN: pass\n", 5, "nulByte"),
        (TEXT + b"S: \0\nN: pass\nS: s", 5, "nulByte"),
        (TEXT + b"S: s1S: s1>B\n", 5, "badToken"),
        (TEXT + b"S: s1S: s1>B\nN: pa", 5, "badToken"),
        (CHAINED.replace(b"n1>B", b"n1>C"), 7, "chainMismatch"),
        (CHAINED.replace(b"n1>B", b"n1>C") + b"S:", 7, "chainMismatch"),
        (CHAINED.replace(b"s1>B", b"s1>C"), 8, "chainMismatch"),
    ],
)
def test_damage_with_or_without_an_incomplete_end_is_reported_and_left(
    log: Path, text: bytes, line: int, fault: str
) -> None:
    log.write_bytes(text)
    with pytest.raises(DamagedLogError, match=rf"(?s):{line}:.*only cuts off an inc") as raised:
        repair(log)
    assert (raised.value.fault.id, raised.value.fault.line) == (fault, line)
    assert log.read_bytes() == text
    assert [path.name for path in log.parent.glob("*.torn-*")] == []


@pytest.mark.parametrize("text", [b"", b"Senpu: 1\nGame: pend", b"\0\0\0", b"Senpu: 1\n\xff"])
def test_a_log_that_was_never_begun_is_reported_and_left(log: Path, text: bytes) -> None:
    log.write_bytes(text)
    with pytest.raises(DamagedLogError, match="no complete header"):
        repair(log)
    assert log.read_bytes() == text


def test_what_was_cut_before_is_not_written_over(log: Path) -> None:
    for number, torn in enumerate((b"S: a", b"S: b", b"S: c"), 1):
        log.write_bytes(TEXT + torn)
        done = repair(log)
        assert done
        assert done.backup.name == f"game.senpu.torn-{number}"
    assert log.with_name("game.senpu.torn-1").read_bytes() == b"S: a"


def test_a_repair_that_ended_half_way_is_done_again_and_keeps_the_evidence(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log.write_bytes(TEXT + b"S: s")
    monkeypatch.setattr(os, "ftruncate", failing)
    with pytest.raises(JournalError, match="could not cut off"):
        repair(log)
    assert log.read_bytes() == TEXT + b"S: s"
    monkeypatch.undo()
    done = repair(log)
    assert done
    assert [path.name for path in log.parent.glob("*.torn-*")] == ["game.senpu.torn-1"]
    assert done.backup.read_bytes() == b"S: s"


def test_the_log_is_synced_after_the_bytes_next_to_it_and_every_file_is_closed(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record_write: list[str] = []
    names: dict[int, str] = {}
    opened, closed, fsync, cut = os.open, os.close, os.fsync, os.ftruncate

    def open_(path: str, flags: int, mode: int = 0o777) -> int:
        descriptor = opened(path, flags, mode)
        names[descriptor] = Path(path).name
        return descriptor

    def close(descriptor: int) -> None:
        closed(descriptor)
        names.pop(descriptor, "")

    def sync(descriptor: int) -> None:
        record_write.append(f"sync {names[descriptor]}")
        fsync(descriptor)

    def truncate(descriptor: int, size: int) -> None:
        record_write.append(f"cut {names[descriptor]}")
        cut(descriptor, size)

    log.write_bytes(TEXT + b"S: s")
    with monkeypatch.context() as patched:
        for name, instead in (("open", open_), ("close", close), ("fsync", sync)):
            patched.setattr(os, name, instead)
        patched.setattr(os, "ftruncate", truncate)
        repair(log)
    copied, folder, *rest = record_write
    assert copied.startswith("sync .game.senpu.torn-1.")
    assert folder == f"sync {log.parent.name}"
    assert rest == ["cut game.senpu", "sync game.senpu"]
    assert names == {}


def test_a_cut_that_may_not_last_is_reported(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log.write_bytes(TEXT + b"S: s")
    monkeypatch.setattr("senpu.logs.repair.sync", failing)
    with pytest.raises(JournalError, match="was cut off, but may be back"):
        repair(log)
    assert log.read_bytes() == TEXT
    assert log.with_name("game.senpu.torn-1").read_bytes() == b"S: s"


def test_a_log_that_becomes_another_during_a_repair_is_not_cut(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile(path: Path, data: bytes) -> None:
        log.write_bytes(TEXT + b"S: s1>B\n")

    log.write_bytes(TEXT + b"S: s")
    monkeypatch.setattr("senpu.logs.repair.create_file", meanwhile)
    with pytest.raises(JournalError, match="changed while it was read"):
        repair(log)
    assert log.read_bytes() == TEXT + b"S: s1>B\n"


def test_nothing_is_cut_where_the_bytes_cannot_be_kept(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log.write_bytes(TEXT + b"S: s")
    monkeypatch.setattr(os, "write", full)
    with pytest.raises(JournalError, match="no space"):
        repair(log)
    assert log.read_bytes() == TEXT + b"S: s"


def test_an_incomplete_end_is_found_whatever_is_above() -> None:
    assert find_incomplete_end(b"") is None
    assert find_incomplete_end(TEXT) is None
    tear = find_incomplete_end(TEXT + b"\0")
    assert tear
    assert (tear.kept, tear.line) == (len(TEXT), 5)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_with_the_name_of_the_saved_bytes_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "game.senpu"
    path.write_bytes(TEXT + b"S: s")
    os.mkfifo(tmp_path / "game.senpu.torn-1")
    done = repair(path)
    assert done is not None
    assert done.backup == tmp_path / "game.senpu.torn-2"
    assert done.backup.read_bytes() == b"S: s"
