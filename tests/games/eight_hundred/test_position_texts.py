"""Position texts of 800: each rule that a position can break, and what no game reaches."""

import re
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

from senpu.notation.position_text import PositionError
from senpu.replay.core.positions import format_position, read_position
from senpu.replay.core.rejections import Rejection
from senpu.replay.games.eight_hundred import positions
from tests.games.eight_hundred.positions import BATTLES, BONSAI

ACT = (
    "turn: 4; next: japan act; A: m1+h1; B: i1+i2; D: i3=1+g1+t1; E: x1+c1+k1=1; G: c2+c3; H: t2; "
    "lost: i4+g2"
)
FIGHT = ACT.replace("japan act", "chance dice") + "; fight: japan i3 against c1 needs 8 at E"
MG_FIGHT = FIGHT.replace("japan i3", "japan g1").replace("g1+t1", "g1=1+t1") + " rerolls 1"
GRENADE = (
    "turn: 2; next: chance dice; A: i1+i2+i3; B: i4; D: g1+g2-+c1; G: x1+c2+c3+k1; due: m1+t1+t2+h1"
    "; grenades: 1; fight: china grenade against g1+g2 needs 7+6 at D"
)
RETREAT = ACT.replace("japan act", "china retreat") + "; hit: c1"
TANKS = ACT.replace("japan act", "japan second").replace("t1;", "t1=1;")
TANKS += "; tanks: t1; acted: move"
SET_UP = "turn: 0; next: china set-up; C: c1+k1; due: i1+i2+i3+i4+g1+g2+m1+t1+t2+h1+x1+c2+c3"
READY = (
    "turn: 1; next: chance initiative; A: i1+i2+i3; B: i4+g1+g2; C: x1+c1; D: c2+c3+k1; "
    "due: m1+t1+t2+h1"
)
PLACE = READY.replace("1; next: chance initiative", "2; next: japan place") + "; acts: china"
SPENT = (
    "turn: 4; next: japan act; A: m1=0+h1=0; B: i1=0+i2=0; D: i3=0+g1=1; E: c1=0; "
    "lost: i4+g2+t1+t2+x1+c2+c3+k1"
)
OVER = ACT.replace("turn: 4; next: japan act", "turn: 6; over: Japan 4.2")
RESIGNED = (
    "turn: 3; over: Japan resign; A: m1; B: i1+i2; D: i3=1+g1+t1; E: x1+c1+k1=1; G: c2+c3; H: t2; "
    "due: h1; lost: i4+g2; flags: 0"
)
KINDS = {
    "act": ACT, "fight": FIGHT, "mg": MG_FIGHT, "grenade": GRENADE, "retreat": RETREAT,
    "tanks": TANKS, "set-up": SET_UP, "ready": READY, "place": PLACE,
    "resigned": RESIGNED,
    "gone": ACT.replace("; lost: i4+g2", "").replace("D: ", "C: i4+g2; D: "),
    "spent": SPENT, "over": OVER,
}  # fmt: skip


class Case(NamedTuple):
    """A change to a legal position that breaks a rule."""

    reason: str
    rule: str
    kind: str
    old: str
    new: str
    at: str = "next"
    """The text at the column of the fault; empty if the fault concerns the whole text."""

    def __str__(self) -> str:
        return f"{self.rule}-{self.reason}-{self.new}".replace(" ", "_")


CASES = [
    Case("noSuchTurn", "4.2", "act", "turn: 4", "turn: 7", "turn"),
    Case("noSuchTurn", "4.2", "act", "turn: 4", "turn: 0", "turn"),
    Case("noSuchTurn", "4.2", "set-up", "turn: 0", "turn: 1", "turn"),
    Case("full", "7.1", "act", "B: i1+i2; D: ", "D: i1+i2+", "D: i1"),
    Case("concession", "7.2-7", "act", "H: t2", "J: t2", "J: t2"),
    Case("bridge", "7.2-6", "act", "H: t2", "I: t2", "I: t2"),
    Case("warehouse", "7.2-5", "act", "G: c2+c3; H: t2", "G: t2+c2+c3", "G: t2"),
    Case("notSetUp", "3.0-5", "act", "lost: i4+g2", "lost: g2; due: i4", "i4"),
    Case("notSetUp", "3.0-4", "act", "c2+c3;", "c3; due: c2;", "c2"),
    Case("pointsRange", "6.0", "act", "i3=1", "i3=3", "i3=3"),
    Case("sideGone", "4.1", "gone", "E: x1+c1+k1=1; G: c2+c3", "lost: x1+c1+c2+c3+k1"),
    Case("notYet", "3.0-5", "set-up", "due: i1+", "A: i1; due: ", "i1"),
    Case("notYet", "3.0-5", "set-up", "m1+t1+t2+h1+x1+c2+c3", "t1+t2+h1+x1+c2+c3; lost: m1", "m1"),
    Case("setUpArea", "3.0-4", "set-up", "C: c1", "E: c1", "E: c1"),
    Case("setUpWhole", "3.0-4", "set-up", "c1+k1", "c1-+k1", "c1-"),
    Case("setUpWhole", "3.0-4", "set-up", "c1+k1", "c1+k1=1", "k1=1"),
    Case("otherStage", "5.1", "act", "; A", "; stage: resolve; A", "stage"),
    Case("noMover", "5.0-1", "place", "; acts: china", ""),
    Case("otherMover", "5.1", "act", "i4+g2", "i4+g2; acts: china", "acts"),
    Case("otherPasses", "5.1", "act", "i4+g2", "i4+g2; passes: 2", "passes"),
    Case("otherPasses", "5.1", "fight", "i4+g2", "i4+g2; passes: 1", "passes"),
    Case("markerRange", "9.6", "act", "i4+g2", "i4+g2; grenades: 3", "grenades"),
    Case("markerRange", "9.7", "act", "i4+g2", "i4+g2; flags: 2", "flags"),
    Case("markerRange", "9.7", "grenade", "grenades: 1", "grenades: 1; flags: 1", "flags"),
    Case("markerRange", "9.6", "grenade", "grenades: 1; ", "", "fight"),
    Case("otherHits", "8.4", "act", "i4+g2", "i4+g2; hit: c1", "hit"),
    Case("otherHits", "8.4", "retreat", "; hit: c1", ""),
    Case("otherHits", "8.4", "retreat", "hit: c1", "hit: i1", "hit"),
    Case("otherHits", "8.4", "retreat", "hit: c1", "hit: c1+c2", "hit"),
    Case("otherHits", "8.4", "retreat", "hit: c1", "hit: i4", "hit"),
    Case("otherTanks", "5.1", "act", "i4+g2", "i4+g2; tanks: t1", "tanks"),
    Case("otherTanks", "5.1", "act", "i4+g2", "i4+g2; acted: move", "acted"),
    Case("otherTanks", "2.0-2", "tanks", "; tanks: t1; acted: move", ""),
    Case("otherTanks", "4.0-5", "tanks", "; acted: move", "", "tanks"),
    Case("otherTanks", "4.0-5", "tanks", "tanks: t1", "tanks: i1", "tanks"),
    Case("otherTanks", "4.0-5", "tanks", "tanks: t1", "tanks: t1+t2", "tanks"),
    Case("otherTanks", "4.0-5", "tanks", "t1=1", "t1=0", "tanks"),
    Case("otherDecision", "2.0-2", "tanks", "E: x1+c1+k1=1; G: c2+c3", "G: c1+c2+c3+k1; J: x1"),
    Case("otherFight", "8.2-2", "fight", "; fight: japan i3 against c1 needs 8 at E", ""),
    Case("otherFight", "8.2-2", "act", "g2", "g2; fight: japan i3 against c1 needs 8 at E", "fig"),
    Case("notYours", "5.1", "fight", "japan i3", "japan i3+c2", "fight"),
    Case("offMap", "8.0", "fight", "japan i3", "japan i4", "fight"),
    Case("apart", "8.0", "fight", "japan i3", "japan i1+i3", "fight"),
    Case("mixedKinds", "8.0", "fight", "japan i3", "japan i3+g1", "fight"),
    Case("nobodyThere", "8.0", "fight", "c1 needs 8", "none needs 8", "fight"),
    Case("noTarget", "8.0", "fight", "against c1", "against c2", "fight"),
    Case("outOfReach", "8.0", "fight", "at E", "at A", "fight"),
    Case("cornerOnly", "8.1", "fight", "at E", "at G", "fight"),
    Case("otherTargets", "8.2-2", "fight", "needs 8", "needs 7", "fight"),
    Case("otherTargets", "8.2-2", "fight", "c1 needs 8", "c1+k1 needs 8+8", "fight"),
    Case("otherRerolls", "9.2", "fight", "at E", "at E rerolls 1", "fight"),
    Case("otherRerolls", "9.2", "mg", "chance dice", "japan reroll", "fight"),
    Case("notYourMarker", "9.6", "grenade", "china grenade", "japan grenade", "fight"),
    Case("grenadeNobody", "9.6", "grenade", "at D", "at A", "fight"),
    Case("turnOver", "5.1", "spent", "g1=1", "g1=0"),
    Case("otherDecision", "5.1", "retreat", "x1+c1", "x1+c1=0"),
    Case("otherDecision", "5.1", "place", "turn: 2", "turn: 1"),
    Case("otherDecision", "5.1", "fight", "chance dice", "chance dice rolls 3"),
    Case("otherDecision", "5.1", "act", "japan act", "chance act"),
    Case("notOver", "4.2", "over", "turn: 6", "turn: 5", "over"),
    Case("otherEnding", "4.2", "over", "Japan 4.2", "China 4.2", "over"),
    Case("otherEnding", "4.2", "over", "Japan 4.2", "Japan 4.1", "over"),
]  # fmt: skip

UNREACHABLE = [
    ("tooEarly", "act", "turn: 4", "turn: 3"),
    ("entryMissing", "act", "g1+t1; E: x1+c1+k1=1; G: ", "t1; E: x1+c1+k1=1; G: g1+"),
    ("notPaid", "fight", "i3=1", "i3"),
    ("usedMarkers", "ready", "h1", "h1; grenades: 1"),
    ("usedPoints", "ready", "x1+c1", "x1+c1=1"),
    ("beforeFirst", "ready", "A: i1", "E: i1"),
    ("beforeFirst", "ready", "A: i1+", "lost: i1; A: "),
    ("stillDue", "english", "turn: 1", "turn: 2"),
]


def write(kind: str, old: str = "", new: str = "") -> str:
    """Return a text of a kind with a change."""
    ident = BATTLES if kind in ("tanks", "english") else BONSAI
    text = KINDS["ready" if kind == "english" else kind]
    assert old in text
    return f"Senpu 1 {ident}; {text.replace(old, new, 1)}"


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_position_that_breaks_a_rule_is_rejected_with_the_rule(case: Case) -> None:
    text = write(case.kind, case.old, case.new)
    with pytest.raises(PositionError) as caught:
        read_position(text)
    message = caught.value.message
    assert isinstance(message, Rejection), message
    assert (message.rejection.reason, caught.value.rule) == (case.reason, case.rule)
    for language in ("en", "ja"):
        assert message.text(language)
    assert text[caught.value.column - 1 :].startswith(case.at)
    assert caught.value.column > 0


@pytest.mark.parametrize("kind", KINDS)
def test_the_unchanged_positions_are_legal_and_canonical_but_for_their_head(kind: str) -> None:
    text = write(kind)
    reading = read_position(text)
    written = format_position(reading.rules, reading.state)
    assert not reading.unreachable
    assert written.partition("; ")[2] == text.partition("; ")[2]


@pytest.mark.parametrize(("reason", "kind", "old", "new"), UNREACHABLE)
def test_a_position_that_no_game_reaches_is_accepted_and_marked(
    reason: str, kind: str, old: str, new: str
) -> None:
    found = read_position(write(kind, old, new)).unreachable
    assert {each.reason for each in found} == {reason}


def test_every_reason_is_tested() -> None:
    source = Path(import_module(positions.__name__).__file__ or "").read_text("utf-8")
    raised = set(re.findall(r'\breject\(\s*"(\w+)"', source))
    assert raised <= {case.reason for case in CASES} | {row[0] for row in UNREACHABLE}
