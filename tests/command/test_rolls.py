"""`senpu roll` in a chained log: two players with separate folders and secrets."""

import json
import re
import shutil
import stat
from pathlib import Path

import pytest

from senpu.logs.chain import Chain, split_tag
from tests.command.conftest import Answer, Run

SIDES = {"anna": "japan", "bo": "china"}


class Table:
    """Two people who send a log to and fro."""

    def __init__(self, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.mails = 0
        self._run = run
        self._patch = monkeypatch
        for name in SIDES:
            (folder / name).mkdir()
            assert self.run_as(name, "keygen", self.key(name), "--no-passphrase").status == 0

    def key(self, name: str) -> Path:
        return self.folder / name / "key.pem"

    def log(self, name: str) -> Path:
        return self.folder / name / "game.senpu"

    def run_as(self, name: str, command: str, *arguments: object) -> Answer:
        self._patch.setenv("SENPU_STATE", str(self.folder / name / "state"))
        return self._run(command, *arguments)

    def does(self, name: str, command: str, *arguments: object) -> Answer:
        """Something that is done to one's own copy, and has to succeed."""
        answer = self.run_as(name, command, self.log(name), *arguments)
        assert answer.status == 0, answer.err
        return answer

    def sends(self, name: str) -> None:
        """Seal and send the log: both copies are equal, and valid."""
        self.does(name, "seal", "--key", self.key(name), "--side", SIDES[name])
        (other,) = SIDES.keys() - {name}
        shutil.copy(self.log(name), self.log(other))
        self.mails += 1
        self.does(other, "verify")


@pytest.fixture
def table(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    table = Table(run, folder, monkeypatch)
    names = ("--japan", "Anna", "--china", "Bo")
    table.run_as("anna", "new", "800/bonsai-2021", table.log("anna"), "--chain", *names)
    table.does("anna", "roll", "--commit", "--side", "japan")
    table.sends("anna")
    table.does("bo", "append", "C: x1+c1@D c2+c3+k1@C")
    table.does("bo", "roll", "--commit")
    table.sends("bo")
    table.does("anna", "append", "J: i1+i2+g1@A")
    return table


def rolls(answer: Answer) -> dict[str, int]:
    return dict(json.loads(answer.out)["rolls"])


def decided(table: Table, name: str) -> int:
    """Roll until one side has the initiative.

    Equal rolls are rolled again with the same secrets.
    """
    for count in range(1, 50):
        rolled = table.does(name, "roll").out
        assert re.search(r"\[J\d C\d\]", rolled)
        if "may move or attack, or pass" in rolled:
            if "China may move" in rolled:
                table.does(name, "append", "C: pass")
            return count
    raise AssertionError("no end of like rolls")


def test_a_game_by_mail_takes_no_mail_for_its_dice_alone(table: Table) -> None:
    """The side that decides reveals a secret in the same mail; the other side rolls and plays."""
    asked = table.does("anna", "roll")
    assert "Japan has revealed secret 1" in asked.out
    assert "Send the log to China, who reveals a secret with senpu roll" in asked.out
    table.sends("anna")
    count = decided(table, "bo")
    table.sends("bo")
    table.does("anna", "append", "J: g2*C.k1")
    table.does("anna", "roll")
    table.sends("anna")
    table.does("bo", "roll")
    found = rolls(table.does("bo", "verify", "--json"))
    assert found == {"proven": count + 1, "open": 0, "recorded": 0}
    assert table.log("bo").read_text("utf-8").count("%dice reveal") == 4
    assert table.mails == 5


def test_secrets_are_the_owners_alone(table: Table) -> None:
    (kept,) = (table.folder / "anna" / "state" / "dice").glob("*-japan.json")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert stat.S_IMODE(kept.parent.stat().st_mode) == 0o700
    secret = json.loads(kept.read_text("utf-8"))[0]["last"]
    assert secret not in table.log("anna").read_text("utf-8")


def test_the_verdict_reports_how_far_the_rolls_are_proven(table: Table) -> None:
    table.does("anna", "roll")
    output = table.does("anna", "verify").out
    assert "A roll is pending; Japan revealed the secret for it" in output
    assert "is not signed by that side" not in output


def test_who_has_shown_a_secret_waits(table: Table) -> None:
    table.does("anna", "roll")
    again = table.run_as("anna", "roll", table.log("anna"))
    assert again.status == 1
    assert "Japan has already shown its secret for this roll" in again.err


def test_dice_of_ones_own_are_rejected(table: Table) -> None:
    answer = table.run_as("anna", "append", table.log("anna"), "[J6 C1]")
    assert answer.status == 1
    assert "revealMissing" in answer.err
    assert "nothing was written" in answer.err


def test_no_second_roll_for_who_says_that_another_move_was_meant(table: Table) -> None:
    """Anna asks for a roll, gets it, and comes with another log: the secret is given once."""
    before = table.log("anna").read_bytes()
    table.does("anna", "roll")
    table.sends("anna")
    table.does("bo", "roll")
    other = table.log("bo").with_name("other.senpu")
    other.write_bytes(before)
    table.run_as("anna", "append", other, "{wait, I meant this}")
    patched = table.folder / "anna" / "fresh"
    shutil.copytree(table.folder / "anna" / "state" / "dice", patched / "dice")
    (kept,) = (patched / "dice").glob("*.json")
    text = kept.read_text("utf-8")
    kept.write_text(re.sub(r'"shown":\{[^}]*\}', '"shown":{}', text), "utf-8")
    table._patch.setenv("SENPU_STATE", str(patched))
    assert table._run("append", other, "{wait, I meant this}").status == 0
    assert table._run("roll", other).status == 0
    table._run("seal", other, "--key", table.key("anna"))
    shutil.rmtree(table.folder / "bo" / "state" / "games")
    answer = table.run_as("bo", "roll", other)
    assert answer.status == 2
    assert "secret 1 of China was already shown for another position" in answer.err


def test_who_shows_first_is_held_to_it_by_a_seal(table: Table) -> None:
    table.does("anna", "roll")
    shutil.copy(table.log("anna"), table.log("bo"))
    answer = table.run_as("bo", "roll", table.log("bo"))
    assert answer.status == 1
    assert "Japan has not signed event 4" in answer.err


def rechained(text: str) -> str:
    """Return a changed log with recomputed tags and heads."""
    chain, rows = Chain(), list[str]()
    for row in text.encode().splitlines(keepends=True):
        if not chain.first:
            chain.read([row])
            rows.append(row.decode())
            continue
        body = (split_tag(row) or (row[:-1],))[0].decode()
        rows.append(chain.add_tags(f"{body}\n"))
    return "".join(rows)


def test_a_roll_that_was_changed_afterwards_is_reported_with_the_right_one(table: Table) -> None:
    table.does("anna", "roll")
    table.sends("anna")
    rolled = table.does("bo", "roll").out
    right = re.search(r"\[J\d C\d\]", rolled)
    assert right
    text = table.log("bo").read_text("utf-8")
    wrong = "[J6 C1]" if right[0] != "[J6 C1]" else "[J6 C2]"
    table.log("bo").write_text(rechained(text.replace(right[0], wrong)), "utf-8")
    answer = table.run_as("bo", "verify", table.log("bo"))
    assert answer.status == 1
    assert f"rollMismatch: the log has {wrong}, but the secrets give {right[0]}" in answer.out
    assert f"legal alternatives: {right[0]}" in answer.out


@pytest.mark.parametrize(
    ("arguments", "status", "why"),
    [
        (("--commit",), 2, "name the side whose secrets to use: --side japan, --side china"),
        (("--server", "x"), 2, "must be given together"),
        (("--commit", "--secrets", "0"), 2, '--secrets: "0": expected a whole number from 1 to'),
        (("--commit", "--side", "west"), 2, "unknown side"),
        ((), 1, "no roll is pending. China to set up"),
    ],
)
def test_a_wrong_use_says_what_would_be_right(
    run: Run, folder: Path, arguments: tuple[str, ...], status: int, why: str
) -> None:
    run("new", "800/bonsai-2021", "game.senpu", "--chain")
    before = (folder / "game.senpu").read_bytes()
    answer = run("roll", "game.senpu", *arguments)
    assert answer.status == status
    assert why in answer.err
    assert (folder / "game.senpu").read_bytes() == before


def test_secrets_are_for_chained_logs_and_need_a_place(run: Run, folder: Path, log: Path) -> None:
    answer = run("roll", log, "--commit", "--side", "japan")
    assert answer.status == 1
    assert "senpu seal --chain" in answer.err
    run("new", "800/bonsai-2021", "chained.senpu", "--chain")
    answer = run("roll", "chained.senpu", "--commit", "--side", "japan")  # SENPU_STATE is empty
    assert answer.status == 2
    assert "because SENPU_STATE is empty" in answer.err


def test_what_a_server_rolled_is_with_its_receipt(run: Run, folder: Path, log: Path) -> None:
    run("append", log, "J: i3+i4>D C: k1*B.g2")
    server = ("--server", "dice.example.org", "--receipt", "no. 17", "--dice")
    assert run("roll", log, *server, "[6 7]").status == 1
    assert run("roll", log, *server, "[6 5]").status == 0
    text = log.read_text("utf-8")
    assert "%dice server dice.example.org\n%dice receipt no. 17\n[6 5]" in text
    assert rolls(run("verify", log, "--json")) == {"proven": 0, "open": 1, "recorded": 1}


def test_japanese(table: Table) -> None:
    output = table.does("anna", "roll", "--lang", "ja").out
    assert "が秘密1を公開しました" in output
