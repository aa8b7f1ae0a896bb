"""`senpu keys`: keys trusted by hand and learned from seals, in both languages."""

import json
from pathlib import Path

import pytest

from senpu.logs.checkpoints import WitnessKey
from senpu.logs.keys import PublicKey, format_public_key
from tests import sealed
from tests.command.conftest import Run
from tests.sealed import KEYS, SIGNERS, log, seal

OWN, THEIRS = KEYS["japan"].fingerprint, KEYS["china"].fingerprint


@pytest.fixture(autouse=True)
def state(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SENPU_STATE", str(folder / "state"))
    sealed.write(folder / "game.senpu", seal(log(), "china"))
    return folder / "state"


def test_keys_come_by_hand_and_from_seals_never_from_a_header(run: Run, folder: Path) -> None:
    assert run("keys", "list") == (0, "no key is known\n", "")
    answer = run("verify", "game.senpu")
    assert answer.status == 0
    assert f"run `senpu keys trust Anna {OWN} --log game.senpu`" in " ".join(answer.out.split())
    (row,) = run("keys", "list").out.splitlines()
    assert row.startswith(f"Bo: {THEIRS}, signed lines 1 to 14 of {folder / 'game.senpu'}, ")
    unknown = run("keys", "trust", "Anna", OWN)
    assert (unknown.status, "--log" in unknown.err) == (2, True)
    trusted = run("keys", "trust", "Anna", OWN, "--log", "game.senpu")
    assert trusted == (0, f"Anna: the key {OWN} is trusted\n", "")
    assert OWN not in run("verify", "game.senpu").out
    assert run("keys", "list").out.startswith(f"Anna: {OWN}, trusted by hand on 20")
    (one,) = json.loads(run("keys", "history", "Bo", "--json").out)
    assert (one["how"], one["line"], one["file"]) == ("seal", 14, str(folder / "game.senpu"))


def test_the_key_with_which_a_user_seals_is_known_to_the_user(run: Run, folder: Path) -> None:
    sealed.write_key(folder / "own.pem", "japan")
    sealed.write(folder / "game.senpu", log())
    assert run("seal", "game.senpu", "--key", "own.pem").status == 0
    answer = run("verify", "game.senpu").out
    assert OWN in answer
    assert f"trust NAME {OWN}" not in answer


def test_the_key_of_a_witness_is_trusted_as_text(run: Run) -> None:
    key = WitnessKey("club.example/w", SIGNERS["stranger"].raw)
    trusted = run("keys", "trust", key.name, key.text)
    assert (trusted.status, key.name in trusted.out) == (0, True)
    assert "the key of a witness" in run("keys", "trust", key.name, KEYS["japan"].text).err


def test_a_key_is_trusted_from_its_file_and_a_bad_one_is_not(run: Run, folder: Path) -> None:
    (folder / "anna.pub").write_text(f"{format_public_key(KEYS['japan'].raw)}\n")
    (folder / "weak.pub").write_text(f"{format_public_key(bytes([1, *bytes(31)]))}\n")
    assert run("keys", "trust", "Anna", "anna.pub").status == 0
    assert run("keys", "trust", "Anna", format_public_key(KEYS["china"].raw)).out.splitlines() == [
        f"Anna: the key {THEIRS} is trusted",
        f"Anna: the key {OWN} is trusted too; remove it with `senpu keys forget`",
    ]
    for arguments, why in (
        (("trust", "Anna", "weak.pub"), "small order"),
        (("trust", "\u3164", "anna.pub"), "the name is empty"),
        (("trust", "Anna", "none.pub"), "no such file"),
        (("forget", "Otto"), "no key of Otto is known"),
        (("forget", "Anna", PublicKey("x", SIGNERS["stranger"].raw).fingerprint), "no known key"),
        (("history", "\u0410nna"), "names that look like it: Anna"),
    ):
        answer = run("keys", *arguments)
        assert (answer.status, answer.out) == (2, "")
        assert why in answer.err
    assert run("keys", "forget", "Anna", OWN).out == f"Anna: the key {OWN} is forgotten\n"
    assert [one["key"] for one in json.loads(run("keys", "list", "--json").out)] == [THEIRS]
    assert run("keys", "forget", "Anna").status == 0
    assert run("keys", "list", "--json").out == "[]\n"


def test_names_that_look_equal_are_pointed_out(run: Run, folder: Path) -> None:
    (folder / "a.pub").write_text(f"{format_public_key(KEYS['japan'].raw)}\n")
    assert run("keys", "trust", "Anna", "a.pub").status == 0
    for name, warning in (
        ("\u0410nna", "mixes letters of several scripts"),
        ("\uff21nna", "full-width letters"),
        ("An\u200bna", "invisible characters"),
    ):
        answer = run("keys", "trust", name, "a.pub")
        assert answer.status == 0
        assert warning in answer.out
        assert "looks like Anna, but is another name" in answer.out
        assert "looks like" in run("keys", "list").out
    assert "注意：" in run("keys", "list", "--lang", "ja").out
    assert json.loads(run("keys", "list", "--json").out)[0]["similar"] != []


def test_without_a_folder_or_with_a_damaged_one_that_is_said(
    run: Run, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("verify", "game.senpu").status == 0
    (file,) = (state / "keys").glob("*.json")
    file.write_text('[{"line": -1}]')
    for command in ("list", "history"):
        answer = run("keys", command, *(["Bo"] if command == "history" else []))
        assert (answer.status, answer.out) == (2, "")
        assert f"{file}: this memory of earlier games or keys is damaged" in answer.err
    answer = run("verify", "game.senpu")
    assert answer.status == 0
    assert "is damaged" in answer.out
    assert file.read_text() == '[{"line": -1}]'
    monkeypatch.setenv("SENPU_STATE", "")
    assert "remembers no keys" in run("keys", "list").err
