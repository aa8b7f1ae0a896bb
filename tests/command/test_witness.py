"""The secretary of a club cosigns a game by command; players and an arbiter check it."""

import json
import re
import shutil
from pathlib import Path

import pytest

import tests.toy_cards  # noqa: F401 - registers a rule set with hidden parts
from senpu.logs.chain import add_tags
from tests.command.conftest import At
from tests.sealed import NONCE

NAME = "club.example/witness"
TIME = r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ"


@pytest.fixture(name="key")
def cosigned_game(at: At, folder: Path) -> str:
    """The key of the club, which has cosigned a game of Anna."""
    for name in ("anna", "club"):
        assert at(name, "keygen", "--no-passphrase").status == 0
    own = ("--public", "japan=config/key.pub")
    assert at("anna", "new", "800/bonsai-2021", "game.senpu", "--chain", *own).status == 0
    assert at("anna", "append", "game.senpu", "C: x1+c1@D c2+c3+k1@C").status == 0
    shutil.copy(folder / "anna" / "game.senpu", folder / "club")
    answer = at("club", "seal", "game.senpu", "--witness", "--name", NAME)
    assert answer.status == 0
    first, second = answer.out.splitlines()
    assert re.fullmatch(
        rf"game\.checkpoint: {NAME} cosigned lines .* of game\.senpu at {TIME}", first
    )
    shutil.copy(folder / "club" / "game.checkpoint", folder / "anna")
    return second.rpartition(" ")[2]


def test_verify_names_the_witness_in_each_form(at: At, key: str, folder: Path) -> None:
    unknown = at("anna", "verify", "game.senpu")
    assert unknown.status == 0
    assert f"A cosignature of {NAME}" in unknown.out
    assert "you do not trust this key" in re.sub(r"\s+", " ", unknown.out)
    assert at("anna", "append", "game.senpu", "J: i1+i2+g1@A").status == 0
    report = ("--report", "page.md")
    answer = at("anna", "verify", "game.senpu", "--witness-key", key, *report)
    assert answer.status == 0
    sentence = rf"Cosigned by {NAME} at {TIME} through line 11\."
    assert re.search(sentence, " ".join(answer.out.split()))
    assert re.search(sentence, (folder / "anna" / "page.md").read_text("utf-8"))
    assert at("anna", "keys", "trust", "another", key).status == 2
    assert at("anna", "keys", "trust", NAME, key).status == 0
    (folder / "anna" / "game.checkpoint").rename(folder / "anna" / "from-mail.txt")
    given = ("--checkpoint", "from-mail.txt", "--json")
    found = json.loads(at("anna", "verify", "game.senpu", *given).out)
    (cosigned,) = found["cosignatures"]
    assert re.fullmatch(TIME, cosigned.pop("time"))
    assert cosigned == {
        "name": NAME, "key": key.split("+")[1], "line": 11, "status": "cosigned", "fits": True
    }  # fmt: skip
    assert any(re.fullmatch(sentence, each) for each in found["proven"])
    japanese = at("anna", "verify", "game.senpu", "--checkpoint", "from-mail.txt", "--lang", "ja")
    assert re.search(rf"{NAME}が{TIME}に1〜11行目に連署しました。", japanese.out)


def test_a_changed_log_is_reported_with_the_witness(at: At, key: str, folder: Path) -> None:
    path = folder / "anna" / "game.senpu"
    text = path.read_text("utf-8")
    path.write_text(text.replace("c2+c3+k1@C", "c2+c3@C k1@D"), "utf-8")
    changed = at("anna", "verify", "game.senpu", "--witness-key", key)
    assert f"{NAME} cosigned other lines 1 to 11" in " ".join(changed.out.split())
    assert changed.status == 1  # its chain does not fit
    (folder / "anna" / "game.checkpoint").write_text("\x1b[2Kgood\n", "utf-8")
    path.write_text(text, "utf-8")
    hostile = at("anna", "verify", "game.senpu", "--witness-key", key)
    assert hostile.status == 0
    assert "game.checkpoint:1: not a row of a" in " ".join(hostile.out.split())
    assert "\x1b" not in hostile.out


def test_a_witness_that_reads_no_log_cosigns_a_request(at: At, key: str, folder: Path) -> None:
    assert at("anna", "append", "game.senpu", "J: i1+i2+g1@A").status == 0
    assert at("anna", "seal", "game.senpu").status == 0
    asked = at("anna", "seal", "game.senpu", "--request")
    assert asked.out.startswith("game.request: request to cosign lines 1 to 18 of game.senpu; ")
    club = folder / "club"
    (club / "game.senpu").unlink()
    shutil.copy(folder / "anna" / "game.request", club)
    answer = at("club", "seal", "game.request", "--witness", "--name", NAME)
    assert answer.status == 0
    assert "cosigned lines 1 to 18 of game.request" in answer.out
    shutil.copy(club / "game.checkpoint", folder / "anna")
    found = " ".join(at("anna", "verify", "game.senpu", "--witness-key", key).out.split())
    assert len(re.findall(rf"Cosigned by {NAME} at {TIME} through line 1[18]\.", found)) == 2


WRONG = [
    (("seal", "game.senpu", "--witness"), "--witness requires --name"),
    (("seal", "game.senpu", "--witness", "--name", "a b"), "not a name of a witness"),
    (("seal", "game.senpu", "--witness", "--name", "x", "--undo", "1"), "allows no option"),
    (("seal", "game.senpu", "--witness", "--name", "x"), "this is a key of Japan"),
    (("seal", "game.senpu", "--request", "99"), "no witness can have cosigned 99"),
    (("seal", "game.senpu", "--request", "--chain"), "--request allows no option"),
    (("seal", "bad.request", "--witness", "--name", "x"), "bad.request:2: not a row"),
    (("seal", "none.senpu", "--witness", "--name", "x"), "none.senpu"),
    (
        ("verify", "game.senpu", "--checkpoint", "none.checkpoint"),
        "none.checkpoint: no such file",
    ),
    (("verify", "game.senpu", "--checkpoint", "game.senpu"), "game.senpu:2: not a row"),
    (("keys", "trust", "x", "x+y"), "not the key of a witness"),
    (("verify", "game.senpu", "--witness-key", "club"), "not the key of a witness"),
    (("verify", "plain.senpu", "--witness-key", "club"), "not the key of a witness"),
    (("verify", "plain.senpu", "--checkpoint", "none.checkpoint"), "none.checkpoint: no such file"),
    (("verify", "game.senpu", "game.senpu", "--checkpoint", "bad.request"), "exactly one FILE"),
]


def test_wrong_usage_is_explained_and_nothing_written(at: At, key: str, folder: Path) -> None:
    own = folder / "anna"
    (own / "bad.request").write_text("old 0\nx\n\n", "utf-8")
    before = {path: path.read_bytes() for path in own.glob("*.*")}
    for arguments, why in WRONG:
        answer = at("anna", *arguments)
        assert answer.status == 2
        assert why in answer.err
    after = {path: path.read_bytes() for path in own.glob("*.*") if path.suffix != ".lock"}
    assert after == {path: data for path, data in before.items() if path.suffix != ".lock"}


def test_a_view_of_hidden_hands_does_not_report_whether_a_checkpoint_fits(
    at: At, key: str, folder: Path
) -> None:
    text = add_tags(f"Senpu: 1\nGame: blind/toy\nRules: 1\nChain: sha256\nNonce: {NONCE}\n\n")
    (folder / "club" / "blind.senpu").write_text(text, "utf-8")
    assert at("club", "seal", "blind.senpu", "--witness", "--name", NAME).status == 0
    for view, shown in ((), True), (("--as", "north"), False):
        answer = at("club", "verify", "blind.senpu", "--witness-key", key, *view)
        assert ("Cosigned by" in answer.out) is shown
