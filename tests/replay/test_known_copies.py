"""A log and the memory: nothing makes a valid log invalid, and nothing signed goes unnoticed."""

import re
import sys
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from senpu.logs.keys import PublicKey
from senpu.logs.memory import KnownKey, UserMemory
from senpu.logs.record import LIBRARY
from senpu.replay.disputes.verdict import LogVerdict
from senpu.replay.disputes.verification import verify
from senpu.spec.loader import SPEC
from tests import sealed
from tests.sealed import CHAINED, KEYED, KEYS, MOVES, NONCE, SIGNERS, go_on, log, name_key, seal

TIME = "2026-11-29T12:00:00Z"
STRANGER = PublicKey("japan", SIGNERS["stranger"].raw)
FOREIGN = KEYED.replace(KEYS["japan"].text, STRANGER.text).replace(NONCE, "f" * 32)
"""Another game of Anna, with the key of a stranger."""


@pytest.fixture
def memory(tmp_path: Path) -> UserMemory:
    return UserMemory(tmp_path / "state")


class Table:
    """A computer that verifies files."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.memory = folder, UserMemory(folder / "state")

    def verify(self, text: str, name: str = "a") -> LogVerdict:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("SENPU_STATE", str(self.folder / "state"))
            return verify(sealed.write(self.folder / name, text), open_memory=UserMemory)

    def warnings(self, text: str, name: str = "a") -> list[str]:
        """Return the ids of the warnings about a valid log, without those about new keys."""
        verdict = self.verify(text, name)
        assert verdict.valid, verdict.faults
        return [one.id for one in verdict.warnings if one.id != "first_seen"]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def page_log(name: str) -> str:
    """Return the log of a page of the specification."""
    found = re.search(
        r"```senpu[^\n]*\n(.*?)```", (SPEC / "en/reference" / name).read_text("utf-8"), re.DOTALL
    )
    assert found
    return found[1]


SHORT = seal(log(), "japan")
LONG = seal(go_on(SHORT, "J: i3+i4>D\n"), "china")
FORK = seal(go_on(SHORT, "J: pass\nC: pass\n"), "japan")

# ---- other files make no log invalid --------------------------------------------------------


def test_a_foreign_key_that_never_signed_changes_nothing(table: Table) -> None:
    assert table.verify(log(FOREIGN)).valid
    verdict = table.verify(SHORT)
    assert verdict.valid
    assert [one.id for one in verdict.warnings] == ["first_seen", "first_seen"]
    assert table.memory.list_keys("Anna")[0].key == KEYS["japan"].raw.hex()


def test_two_players_of_one_name_are_both_valid(table: Table) -> None:
    assert table.warnings(SHORT) == []
    other = seal(log(FOREIGN), "japan", by="stranger")
    for text in (other, SHORT):
        assert table.warnings(text) == ["key_differs"]
    verdict = table.verify(other)
    assert [(one.side, one.status) for one in verdict.identities] == [
        ("japan", "differs"), ("china", "new"),
    ]  # fmt: skip
    assert verdict.identities[0].other_keys == [KEYS["japan"].fingerprint]


def test_a_key_trusted_by_hand_settles_whose_it_is(table: Table) -> None:
    table.memory.add_key(KnownKey("Anna", KEYS["japan"].raw.hex(), "hand", TIME))
    assert table.warnings(SHORT) == []
    assert table.verify(SHORT).identities[0].status == "trusted"
    other = seal(log(FOREIGN), "japan", by="stranger")
    assert table.warnings(other) == ["key_differs"]
    assert table.warnings(SHORT) == [], "the other key has signed since, and is not trusted"


def test_a_key_that_the_known_key_introduced_is_known(table: Table) -> None:
    assert table.warnings(SHORT) == []
    rotated = name_key(SHORT, "japan", of="stranger", by="japan")
    assert table.warnings(rotated) == []
    assert table.warnings(seal(rotated, "japan", by="stranger")) == []
    assert table.warnings(seal(log(FOREIGN), "japan", by="stranger")) == [], "linked by a rotation"
    assert [one.follows for one in table.memory.list_keys("Anna")] == ["", KEYS["japan"].raw.hex()]


def test_a_stranger_gains_nothing_by_introducing_the_known_key(table: Table) -> None:
    """The stranger signs a game of Anna, then names Anna's key as the next one."""
    for how in ("seal", "hand"):
        table.memory.add_key(KnownKey("Anna", KEYS["japan"].raw.hex(), how, TIME))
        forged = seal(log(FOREIGN), "japan", by="stranger")
        forged = name_key(forged, "japan", of="japan", by="stranger")
        assert table.warnings(forged) == ["key_differs"]
        assert [(one.key, one.status) for one in table.verify(forged).identities[:2]] == [
            (STRANGER.fingerprint, "differs"),
            (KEYS["japan"].fingerprint, "trusted" if how == "hand" else "known"),
        ]
    taken = seal(forged, "japan")
    assert table.warnings(taken) == [], "the key has signed below, so its holder has agreed"


def test_the_sample_logs_do_not_disturb_each_other(table: Table) -> None:
    chain, dice = page_log("chain.md"), page_log("dice-proofs.md")
    for _ in range(2):
        assert table.warnings(chain, "chain") == []
        assert table.warnings(dice, "dice") == []


TEXTS = {
    "short": SHORT,
    "long": LONG,
    "fork": FORK,
    "foreign": log(FOREIGN),
    "unsealed": log(),
    "unsealed branch": go_on(SHORT, "J: pass\n"),
    "stranger": seal(log(FOREIGN), "japan", by="stranger"),
    "plain": f"{sealed.PLAIN}\n{MOVES}",
    "unkeyed": log(CHAINED),
    "header": log(f"{KEYED}Event: x\n"),
    "renamed": seal(log(KEYED.replace("Anna", "\u0410nna")), "japan"),
    "swapped": seal(log(KEYED.replace("Japan: Anna", "Japan: Bo")), "japan"),
}


def check_order(table: Table, names: list[str]) -> None:
    """Verify logs one after the other; each stays valid."""
    for name in names:
        verdict = table.verify(TEXTS[name], name)
        assert verdict.valid
        assert not any(one.id == "not_remembered" for one in verdict.warnings)
        forks = [one for one in verdict.known_copies if one.relation == "fork"]
        assert not forks or {"fork", "long", "unsealed branch"} & {name}


def test_a_valid_log_stays_valid_after_other_files(table: Table) -> None:
    check_order(table, [*TEXTS, *reversed(TEXTS)])


@pytest.mark.slow
@settings(deadline=None, max_examples=200)
@given(st.lists(st.sampled_from(sorted(TEXTS)), max_size=8))
def test_a_valid_log_stays_valid_after_any_files(
    tmp_path_factory: pytest.TempPathFactory, names: list[str]
) -> None:
    check_order(Table(tmp_path_factory.mktemp("table")), names)


# ---- missing signed lines ------------------------------------------------------------------


def test_copies_of_one_game_are_related_and_all_valid(table: Table) -> None:
    """An arbiter verifies the copies of both sides in any order."""
    assert table.warnings(LONG, "anna") == []
    assert table.warnings(SHORT, "bo") == ["copy_shorter"]
    assert table.warnings(LONG, "anna") == []
    assert table.warnings(FORK, "bo") == ["copy_fork"]
    assert table.warnings(LONG, "anna") == ["copy_fork"]
    assert table.warnings(SHORT, "bo") == ["copy_shorter", "copy_shorter"]
    (one,) = table.verify(LONG, "anna").known_copies
    assert (one.relation, one.file, one.sides, one.line) == (
        "fork", str(table.folder / "bo"), ["japan"], 22,
    )  # fmt: skip
    assert table.warnings(go_on(SHORT, "J: pass\n"), "bo") == ["copy_fork", "copy_shorter"]
    assert table.warnings(seal(FORK, "china"), "bo") == ["copy_fork_both"]


def test_without_the_package_copies_are_compared_and_nothing_is_remembered(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert table.warnings(SHORT) == []
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    assert table.warnings(SHORT) == []
    assert table.warnings(LONG, "b") == []
    monkeypatch.undo()
    assert table.warnings(SHORT) == [], "the unchecked seal was not remembered"


def test_what_no_side_signed_may_disappear(table: Table) -> None:
    assert table.warnings(go_on(SHORT, "J: i3+i4>D\n")) == []
    assert table.warnings(SHORT) == []
    assert table.warnings(go_on(SHORT, "J: pass\n")) == []
    assert table.warnings(go_on(SHORT, "J: pass\nC: pass\n")) == []


def test_an_accepted_copy_is_the_only_known_one(table: Table) -> None:
    assert table.warnings(LONG, "anna") == []
    path = sealed.write(table.folder / "bo", FORK)
    assert verify(path, open_memory=lambda: table.memory, accept_changes=True).known_copies == []
    assert table.warnings(FORK, "bo") == []
    assert table.warnings(LONG, "anna") == ["copy_fork"]


MARKS = ("Chain", "Nonce", "Key-Japan", "Key-China", "tags", "%seal japan", "%seal china")


def strip(text: str, marks: tuple[str, ...]) -> str:
    """Return a log without some marks of its chain."""
    rows: list[str] = []
    header, _, body = text.partition("\n\n")
    for row in header.split("\n"):
        if row.partition(":")[0] not in marks:
            rows.append(row)
    rows.append("")
    skipped = False
    for row in body.split("\n")[:-1]:
        if not row.startswith("  "):
            skipped = row.startswith(tuple(mark for mark in marks if mark[0] == "%"))
        if not skipped:
            rows.append(re.sub(r" ?~[0-9a-f]{8}$", "", row) if "tags" in marks else row)
    if "tags" in marks:
        rows = [row for at, row in enumerate(rows) if row or rows[at - 1]]  # the tag of the header
    return "".join(f"{row}\n" for row in rows)


@pytest.mark.parametrize(
    "count", [1, 2, *(pytest.param(many, marks=pytest.mark.slow) for many in (3, 4, 5)), 6, 7]
)
def test_a_log_without_some_marks_of_its_chain_is_never_simply_valid(
    table: Table, count: int
) -> None:
    whole = seal(seal(log(), "japan"), "china")
    fresh = Table(table.folder / "fresh")
    fresh.folder.mkdir()
    assert table.warnings(whole, "whole") == []
    for marks in combinations(MARKS, count):
        stripped = strip(whole, marks)
        verdict = fresh.verify(stripped)
        if verdict.valid:
            assert len(verdict.open) > 1 or (verdict.chain, count) == ("unchained", len(MARKS))
        known = table.verify(stripped)
        assert not known.valid or [one.id for one in known.warnings][:1] in (
            ["copy_stripped"], ["copy_shorter"],
        ), marks  # fmt: skip
        if "Chain" in marks and "Nonce" not in marks:
            assert [one.id for one in known.warnings] == ["copy_named"]
        if "Chain" not in marks and (again := table.verify(sealed.recompute_tags(stripped))).valid:
            assert again.known_copies, marks
            assert any(
                one.id in ("unsigned", "keys_none", "sides_without_key") for one in again.open
            )


@pytest.mark.parametrize(
    ("header", "line"),
    [
        ("Nonce: x\n", ""),
        ("Key-Japan: x\n", ""),
        ("Key-Nobody:\n", ""),
        ("Hands: dealer\n", ""),
        ("", "%seal japan\n  x\n"),
        ("", "%key japan\n  x\n"),
        ("", f"%dice commit japan 5\n  {'0' * 64}\n"),
        ("", f"%dice reveal japan 1\n  {'0' * 64}\n  {'0' * 64}\n"),
        ("", f"%hand japan 1\n  {'0' * 64}\n"),
        ("", f"%reveal ?00000000 #05\n  {'0' * 64}\n"),
        ("", "{so} ~00000000\n"),
    ],
)
def test_one_trace_of_a_chain_is_enough(table: Table, header: str, line: str) -> None:
    assert table.warnings(f"{sealed.PLAIN}\n{MOVES}") == []
    for text in (
        f"{sealed.PLAIN}{header}\n{MOVES}{line}",
        f"{sealed.PLAIN}{header}\n{line}{MOVES}",
    ):
        (fault,) = table.verify(text).faults
        assert fault.id in ("chainRemoved", "handUndeclared", "tagUnexpected")


def test_a_game_is_recognised_without_its_chain_whatever_its_lines(table: Table) -> None:
    whole = seal(seal(log(), "japan"), "china")
    assert table.warnings(whole, "whole") == []
    events = "C: x1+c1@D\nC: c2+c3+k1@C\nJ: i1+i2+g1@A i3+i4+g2@B\n[J5 C3]\n"
    for text, expected in (
        (f"{sealed.PLAIN}\n{events}J: pass\n", ["copy_stripped"]),
        (f"{sealed.PLAIN}Event: x\n\n{events}", ["copy_stripped"]),
        (f"{sealed.PLAIN.replace('Anna', 'ANNA')}\n{events}", ["copy_stripped"]),
        (log(CHAINED.replace(NONCE, "e" * 32), events), ["copy_stripped"]),
        (f"{sealed.PLAIN}\n{events.replace('J5', 'J6')}", []),
        (f"{sealed.PLAIN.replace('Anna', 'Otto')}\n{events}", []),
        (f"{sealed.PLAIN}\n{events.partition('[')[0]}", []),
    ):
        assert table.warnings(text) == expected
    verdict = table.verify(f"{sealed.PLAIN}\n{events}J: pass\n")
    (one,) = verdict.known_copies
    assert (one.sides, one.line, one.event) == (["japan", "china"], 20, 5)


@pytest.mark.parametrize(
    ("dates", "expected"),
    [(("2026-11-01", "2026-11-01"), 1), (("2026-11-01", "2026-11-02"), 0),
     (("2026-11-01", ""), 1), (("", "2026-11-01"), 1)],
)  # fmt: skip
def test_a_rematch_on_another_date_with_the_same_opening_is_another_game(
    table: Table, dates: tuple[str, str], expected: int
) -> None:
    rows = [f"Rules: 1\nDate: {date}\n" if date else "Rules: 1\n" for date in dates]
    texts = zip((KEYED, sealed.PLAIN), rows, strict=True)
    signed, plain = (text.replace("Rules: 1\n", row) for text, row in texts)
    assert table.warnings(seal(log(signed), "japan"), "signed") == []
    assert table.warnings(f"{plain}\n{MOVES}J: pass\n") == ["copy_stripped"] * expected


def test_a_recorded_game_of_the_program_is_no_stripped_game(table: Table) -> None:
    """The dispute of the tutorial begins like it, with the same players."""
    game = (LIBRARY / "800" / "learn.senpu").read_text("utf-8")
    signed = seal(log(moves=f"{MOVES}J: i3+i4>D\nC: k1*B.g2 [2 3] reroll [6 5] J: g2<A\n"), "china")
    assert table.warnings(signed, "signed") == []
    assert table.warnings(game, "copy") == []
    assert table.warnings(f"{game}{{so}}\n", "changed") == ["copy_stripped"]


def test_a_rematch_with_its_own_seals_is_no_stripped_game(table: Table) -> None:
    assert table.warnings(SHORT) == []
    other = seal(log(KEYED.replace(NONCE, "e" * 32)), "japan")
    assert table.warnings(other) == []


# ---- names ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("japan", "china", "expected"),
    [
        ("Anna", "Anna", ["name_equal", "name_equal"]),
        ("Anna", "\u0410nna", ["name_similar", "name_mixed", "name_similar"]),
        ("Anna", "\uff21nna", ["name_similar", "name_variants", "name_similar"]),
        ("Anna", "", ["name_missing"]),
        ("\u53e3\u30d9\u30eb\u30c8", "\u30ed\u30d9\u30eb\u30c8", ["name_similar", "name_similar"]),
        ("\u5c71\u7530\u592a\u90ce", "Bo", []),
    ],
)
def test_names_that_deceive_are_pointed_out(
    table: Table, japan: str, china: str, expected: list[str]
) -> None:
    header = KEYED.replace("Anna", japan).replace(
        "China: Bo\n", f"China: {china}\n" if china else ""
    )
    assert table.warnings(log(header)) == expected


def test_a_name_that_looks_like_a_known_one_is_pointed_out(table: Table) -> None:
    assert table.warnings(SHORT) == []
    other = FOREIGN.replace("Anna", "\u0391nna")
    assert table.warnings(seal(log(other), "japan", by="stranger")) == [
        "name_mixed",
        "name_similar",
    ]
