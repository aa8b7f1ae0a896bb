"""The memory of games and keys: its files, and what a further copy changes."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from senpu.logs.memory import (
    GameIdentity,
    KnownCopy,
    KnownGame,
    KnownKey,
    KnownSeal,
    UserMemory,
    UserMemoryError,
    add_copy,
    count_common,
    digest_players,
)
from senpu.notation.user_folders import state_folder
from tests.sealed import KEYS, NONCE

TIME = "2026-11-29T12:00:00Z"
GAME = GameIdentity(NONCE, "a" * 64)
PLAYERS = digest_players("800", {"japan": "Anna", "china": "Bo"})
OWN = KEYS["japan"].raw.hex()


@pytest.fixture
def memory(tmp_path: Path) -> UserMemory:
    return UserMemory(tmp_path / "state")


def seal(line: int, head: str = "b", **facts: Any) -> KnownSeal:
    return KnownSeal(line, f"{head}{line:063x}", "japan", OWN, **facts)


def copy(*seals: KnownSeal, file: str = "a") -> KnownCopy:
    return KnownCopy(file, TIME, seals)


def key(name: str = "Anna", raw: str = OWN, how: Any = "seal") -> KnownKey:
    return KnownKey(name, raw, how, TIME)


# ---- copies ---------------------------------------------------------------------------------

Branch = st.lists(st.booleans(), max_size=4)
"""A path in a tree of seals: each seal has at most two continuations."""


def walk(branch: list[bool]) -> tuple[KnownSeal, ...]:
    """Return the seals along a path; the head of a seal is its whole path."""
    paths = ("".join("01"[step] for step in branch[:at]) for at in range(len(branch) + 1))
    return tuple(
        KnownSeal(at, f"{path}{'f' * (64 - len(path))}", "japan", OWN)
        for at, path in enumerate(paths, 1)
    )


@given(st.lists(Branch, max_size=5))
def test_the_known_copies_are_the_ends_of_all_branches_in_any_order(
    branches: list[list[bool]],
) -> None:
    known: tuple[KnownCopy, ...] = ()
    for branch in branches:
        known = add_copy(known, copy(*walk(branch)))
    ends = {
        tuple(one) for one in branches
        if not any(len(other) > len(one) and other[: len(one)] == one for other in branches)
    }  # fmt: skip
    assert sorted(len(one.seals) for one in known) == sorted(len(end) + 1 for end in ends)
    assert {one.last.place for one in known} == {walk(list(end))[-1].place for end in ends}
    for branch in branches:
        assert any(count_common(one.seals, walk(branch)) == len(branch) + 1 for one in known)


def test_an_accepted_copy_is_the_only_one() -> None:
    first, second = seal(1), seal(5)
    known = add_copy(add_copy((), copy(first, second)), copy(first, seal(5, "c")))
    assert len(known) == 2
    assert add_copy(known, copy(first), accept=True) == (copy(first),)


def test_what_is_known_about_a_seal_is_kept() -> None:
    own = add_copy((), copy(seal(1, own=True)))
    (read,) = add_copy(own, copy(seal(1, event=5, digest="0" * 16), seal(4)))
    assert read.seals[0] == seal(1, event=5, digest="0" * 16, own=True)
    (again,) = add_copy((read,), copy(seal(1, own=True)))
    assert again.seals == read.seals


def test_games_of_one_name_are_told_apart_by_their_headers(memory: UserMemory) -> None:
    other = GameIdentity(NONCE, "c" * 64)
    memory.remember_copy("800", GAME, PLAYERS, copy(seal(1)))
    assert memory.find_game(other, PLAYERS) is None
    memory.remember_copy("800", other, PLAYERS, copy(seal(2)))
    found = memory.find_game(GAME, PLAYERS)
    assert found is not None
    assert found.copies == (copy(seal(1)),)
    (like,), errors = memory.find_games_like(NONCE, PLAYERS, GAME)
    assert (like.identity, errors) == (other, [])
    assert len(memory.find_games_like("", PLAYERS)[0]) == 2
    assert memory.find_games_like("", "f" * 16)[0] == []


# ---- keys -----------------------------------------------------------------------------------


def test_a_name_has_several_keys_and_names_that_look_equal_are_found(memory: UserMemory) -> None:
    other = KEYS["china"].raw.hex()
    assert memory.add_key(key())
    assert not memory.add_key(key()), "it is known"
    assert memory.add_key(key(how="hand"))
    assert memory.add_key(key(raw=other))
    assert memory.add_key(key(name="\u0410nna"))
    assert memory.add_key(key(name="Bo"))
    assert [(one.name, one.how) for one in memory.list_keys("Anna")] == [
        ("Anna", "seal"), ("Anna", "hand"), ("Anna", "seal"), ("\u0410nna", "seal"),
    ]  # fmt: skip
    assert [one.name for one in memory.list_all_keys()] == ["Anna"] * 3 + ["Bo", "\u0410nna"]
    assert len(memory.forget_keys("Anna", OWN)) == 2
    assert [one.key for one in memory.list_keys("Anna") if one.name == "Anna"] == [other]
    assert memory.forget_keys("Otto") == []
    assert len(memory.list_all_keys()) == 3


# ---- files ----------------------------------------------------------------------------------

GOOD_GAME = json.loads(msgspec.json.encode(KnownGame("800", GAME, (copy(seal(1)),))))
GOOD_KEYS = json.loads(msgspec.json.encode((key(),)))


def change(value: Any, path: tuple[Any, ...], new: Any) -> bytes:
    """Return a value as JSON, with another value at a path."""
    changed = json.loads(json.dumps(value))
    place = changed
    for part in path[:-1]:
        place = place[part]
    place[path[-1]] = new
    return json.dumps(changed).encode()


SEAL = ("copies", 0, "seals", 0)
DAMAGED_GAMES = [
    b"", b"{", b"[]", b"null", b"\xff", b"[" * 100_000, b'{"x":' * 100_000,
    change(GOOD_GAME, (*SEAL, "line"), -1),
    change(GOOD_GAME, (*SEAL, "line"), 10**30),
    change(GOOD_GAME, (*SEAL, "line"), "1"),
    change(GOOD_GAME, (*SEAL, "head"), "x"),
    change(GOOD_GAME, (*SEAL, "head"), "b" * 64 + "\n"),
    change(GOOD_GAME, (*SEAL, "side"), "\x1b[2K"),
    change(GOOD_GAME, (*SEAL, "key"), "00"),
    change(GOOD_GAME, (*SEAL, "event"), 1.5),
    change(GOOD_GAME, (*SEAL, "more"), 1),
    change(GOOD_GAME, ("copies", 0, "seals"), []),
    change(GOOD_GAME, ("copies", 0, "time"), "yesterday"),
    change(GOOD_GAME, ("identity", "nonce"), "../../x"),
]  # fmt: skip
DAMAGED_KEYS = [
    b"", b"{}", b"[1]",
    change(GOOD_KEYS, (0, "key"), OWN[:-1]),
    change(GOOD_KEYS, (0, "line"), -1),
    change(GOOD_KEYS, (0, "how"), "header"),
    change(GOOD_KEYS, (0, "time"), ""),
    change(GOOD_KEYS, (0, "follows"), "x"),
]  # fmt: skip


@pytest.mark.parametrize("data", DAMAGED_GAMES, ids=range(len(DAMAGED_GAMES)))
def test_a_damaged_game_is_reported_and_not_replaced(memory: UserMemory, data: bytes) -> None:
    memory.remember_copy("800", GAME, PLAYERS, copy(seal(1)))
    assert memory.folder is not None
    (file,) = (memory.folder / "games").glob("*.json")
    file.write_bytes(data)
    with pytest.raises(UserMemoryError, match="is damaged; it was neither used nor changed"):
        memory.find_game(GAME, PLAYERS)
    with pytest.raises(UserMemoryError):
        memory.remember_copy("800", GAME, PLAYERS, copy(seal(1)), accept=True)
    games, errors = memory.find_games_like(NONCE, "f" * 16)
    assert (games, [error.message.id for error in errors]) == ([], ["errors.memoryDamaged"])
    assert file.read_bytes() == data


@pytest.mark.parametrize("data", DAMAGED_KEYS, ids=range(len(DAMAGED_KEYS)))
def test_damaged_keys_are_reported_and_not_replaced(memory: UserMemory, data: bytes) -> None:
    memory.add_key(key())
    assert memory.folder is not None
    (file,) = (memory.folder / "keys").glob("*.json")
    file.write_bytes(data)
    for use in (
        lambda: memory.list_keys("Anna"), memory.list_all_keys,
        lambda: memory.add_key(key(how="hand")), lambda: memory.forget_keys("Anna"),
    ):  # fmt: skip
        with pytest.raises(UserMemoryError, match="is damaged"):
            use()
    assert file.read_bytes() == data


def test_a_file_that_is_no_file_is_damaged(memory: UserMemory) -> None:
    memory.add_key(key())
    assert memory.folder is not None
    (file,) = (memory.folder / "keys").glob("*.json")
    file.unlink()
    file.mkdir()
    with pytest.raises(UserMemoryError, match="is damaged"):
        memory.list_keys("Anna")


def test_a_folder_that_cannot_be_read_is_reported(
    memory: UserMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deny(path: Path) -> list[str]:
        raise PermissionError(13, "denied", str(path))

    monkeypatch.setattr("os.listdir", deny)
    with pytest.raises(UserMemoryError, match="keys: could not read"):
        memory.list_all_keys()
    games, (error,) = memory.find_games_like(NONCE, PLAYERS)
    assert (games, error.message.id) == ([], "errors.couldNotRead")


def test_where_nothing_can_be_written_that_is_reported(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file")
    memory = UserMemory(tmp_path / "state")
    with pytest.raises(UserMemoryError):
        memory.remember_copy("800", GAME, PLAYERS, copy(seal(1)))
    with pytest.raises(UserMemoryError):
        memory.add_key(key())
    assert memory.list_all_keys() == []


def test_it_is_in_the_user_s_folder_for_such_or_nowhere(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SENPU_STATE", str(tmp_path))
    assert state_folder() == tmp_path
    monkeypatch.setenv("SENPU_STATE", "")
    assert state_folder() is None
    memory = UserMemory()
    memory.remember_copy("800", GAME, PLAYERS, copy(seal(1)))
    assert not memory.add_key(key())
    assert (memory.list_all_keys(), memory.find_game(GAME, PLAYERS)) == ([], None)
    assert list(tmp_path.iterdir()) == []
    monkeypatch.delenv("SENPU_STATE")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert state_folder() == tmp_path / "senpu"
    for name in ("XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    assert state_folder() == Path.home() / ".local" / "state" / "senpu"
