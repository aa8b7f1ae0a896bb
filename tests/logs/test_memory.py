"""The memory of known games is outside their logs: a shortened copy is noticed."""

from pathlib import Path

import pytest

from senpu.logs.memory import UserMemory, UserMemoryError
from senpu.notation.user_folders import state_folder
from tests import sealed
from tests.sealed import KEYS, NONCE, SIGNERS, go_on, log, recompute_tags


@pytest.fixture
def memory(tmp_path: Path) -> UserMemory:
    return UserMemory(tmp_path / "state")


def remember(memory: UserMemory, path: Path) -> None:
    chain = sealed.read(path.read_text("utf-8")).chain
    names = {"japan": "Anna", "china": "Bo"}
    memory.remember(path, NONCE, chain.row, chain.head.hex(), names, KEYS)


def ids(memory: UserMemory, path: Path) -> list[str]:
    return [fault.id for fault in memory.faults(path, NONCE)]


def test_a_game_that_was_never_seen_is_not_at_fault(memory: UserMemory, tmp_path: Path) -> None:
    assert ids(memory, sealed.write(tmp_path / "a", log())) == []


def test_a_copy_that_goes_on_is_no_other(memory: UserMemory, tmp_path: Path) -> None:
    path = sealed.write(tmp_path / "a", log())
    remember(memory, path)
    assert ids(memory, path) == []
    assert ids(memory, sealed.write(path, go_on(log(), "J: i3+i4>D\n"))) == []


def test_every_shorter_copy_is_a_roll_back(memory: UserMemory, tmp_path: Path) -> None:
    rows = go_on(log(), "J: i3+i4>D\nC: pass\n").splitlines(keepends=True)
    path = sealed.write(tmp_path / "a", "".join(rows))
    remember(memory, path)
    for count in range(11, len(rows)):
        (fault,) = memory.faults(sealed.write(tmp_path / "b", "".join(rows[:count])), NONCE)
        assert fault.id == "rollback"
        text = f"this copy has {count} lines; you have seen {len(rows)} lines of the game"
        assert text in str(fault.message)
        assert str(path) in str(fault.message)
    torn = sealed.write(tmp_path / "b", "".join(rows)[:-1])
    assert ids(memory, torn) == ["rollback"]


def test_another_past_is_another_branch_though_it_is_longer(
    memory: UserMemory, tmp_path: Path
) -> None:
    path = sealed.write(tmp_path / "a", go_on(log(), "J: i3+i4>D\n"))
    remember(memory, path)
    other = go_on(log(), "J: pass\nC: pass\nJ: pass\n")
    assert ids(memory, sealed.write(tmp_path / "b", other)) == ["otherBranch"]
    again = recompute_tags(path.read_text().replace("Anna", "Otto"))
    assert ids(memory, sealed.write(tmp_path / "b", again)) == ["otherBranch"]


def test_a_name_that_signs_with_another_key_is_noticed(memory: UserMemory, tmp_path: Path) -> None:
    remember(memory, sealed.write(tmp_path / "a", log()))
    names = {"japan": "Anna", "china": "Otto"}
    assert memory.key_faults(names, KEYS) == []
    swapped = {"japan": KEYS["japan"], "china": KEYS["china"]}
    (fault,) = memory.key_faults({"china": "Anna"}, swapped)
    assert fault.id == "keyChanged"
    assert KEYS["japan"].fingerprint in str(fault.message)
    assert KEYS["china"].fingerprint in str(fault.message)
    assert SIGNERS["stranger"].raw.hex() not in str(fault.message)


def test_what_is_remembered_is_the_last_and_the_key_the_one_accepted(
    memory: UserMemory, tmp_path: Path
) -> None:
    path = sealed.write(tmp_path / "a", go_on(log(), "J: i3+i4>D\n"))
    remember(memory, path)
    remember(memory, sealed.write(path, log()))
    assert ids(memory, path) == []


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"line": "x"}'])
def test_a_memory_that_cannot_be_read_is_reported_and_not_thrown_away(
    memory: UserMemory, tmp_path: Path, data: bytes
) -> None:
    path = sealed.write(tmp_path / "a", log())
    remember(memory, path)
    (file,) = (tmp_path / "state" / "games").glob("*.json")
    file.write_bytes(data)
    with pytest.raises(UserMemoryError, match="this record of earlier games or keys is damaged"):
        memory.faults(path, NONCE)
    assert file.read_bytes() == data


def test_where_nothing_can_be_written_that_is_reported(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file")
    with pytest.raises(UserMemoryError):
        remember(UserMemory(tmp_path / "state"), sealed.write(tmp_path / "a", log()))


def test_it_is_in_the_user_s_folder_for_such_or_nowhere(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SENPU_STATE", str(tmp_path))
    assert state_folder() == tmp_path
    monkeypatch.setenv("SENPU_STATE", "")
    assert state_folder() is None
    path = sealed.write(tmp_path / "a", log())
    remember(UserMemory(), path)
    assert list(tmp_path.iterdir()) == [path]
    monkeypatch.delenv("SENPU_STATE")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert state_folder() == tmp_path / "senpu"
    for name in ("XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    assert state_folder() == Path.home() / ".local" / "state" / "senpu"
