"""Position texts of the First Shanghai Incident: the rules that a position can break."""

import re
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

from senpu.notation.position_text import PositionError
from senpu.replay.core.positions import format_position, read_position
from senpu.replay.core.rejections import Rejection
from senpu.replay.games.incident1932 import position_rules
from tests.games.incident1932.positions import CHINA, IDENT, OPTIONS, Incident1932Game
from tests.replay.positions import SHORT

ACT = (
    "turn: 2; next: japan act; 02: a1+a2; 03: d1+d3; 04: m1; 05: w1; 06: d2; 07: n1; 12: a3; "
    "river: e1+e2+e3+e4; lost: a4+a5; off: a6+w2+w3+w4; points: 9/5; victory: 4; nights: 1"
)
SET_UP = (
    "turn: 0; next: china set-up; 01: w1+w2; 02: a1+a2+a3; "
    "due: n1+m1+d1+d2+d3+e1+e2+e3+e4+a4+a5+a6+w3+w4; points: 13/8"
)
OPENING = (
    "turn: 1; next: japan act; 01: w1+w2; 02: a1+a2+a3; 03: a4+a5+a6; 04: m1; 05: w3+w4; "
    "06: d1+d2+d3; 07: n1; due: e1+e2+e3+e4; points: 13/8"
)
NIGHTS = ("; nights: 1", "")


def change(text: str, *changes: tuple[str, str]) -> str:
    """Return a text with changes: old and new text, or no text and moves such as `a1>02`."""
    for old, new in changes:
        assert old in text
        if old:
            text = text.replace(old, new, 1)
            continue
        for unit, _, place in (each.partition(">") for each in new.split()):
            text = re.sub(rf"; \w+: {unit}(?=;|$)|(?<=[ +]){unit}\+|\+{unit}\b", "", text, count=1)
            if f"; {place}: " in text:
                text = text.replace(f"; {place}: ", f"; {place}: {unit}+", 1)
            else:
                text = re.sub(r"(; next: [^;]*)", rf"\1; {place}: {unit}", text, count=1)
    return text


def decide(kind: str, fight: str, *changes: tuple[str, str], text: str = ACT) -> str:
    """Return a position with another pending decision and a combat, or none."""
    return change(text, ("japan act", kind), *changes) + (f"; fight: {fight}" if fight else "")


KINDS = {
    "act": ACT,
    "fire": decide("chance fire", "d1+d3 at 02"),
    "defence": decide("chance defence", "d1+d3 at 02"),
    "landing": decide("chance defence", "e1+e2+e3+e4 at 10", ("12: a3", "10: a3")),
    "night": decide("chance assault", "a1+a2 at 03 night", NIGHTS),
    "bombs": decide("chance assault", "d1+d3 at 05 bombs"),
    "decide": decide("china decide", "a1+a2 at 03"),
    "hits": decide("china hits", "d1+d3 at 02 hits 3 from assault"),
    "shot": decide("china hits", "none at 02 hits 2 from fire"),
    "afloat": decide(
        "japan hits", "e1+e2+e3+e4 at 10 hits 1 from defence", ("12: a3", "10: a3")
    ),
    "left": decide("china withdraw", "none at 02 from fire retreat a2"),
    "payment": decide("china hits", "none hits 2 from fire", ("", "a2>08 a1>08")),
    "thinned": decide("japan hits", "d3 retreated hits 4 from repulse", ("", "d1>06")),
    "advance": decide("japan advance", "d1+d3 at 05", ("", "w1>08")),
    "pursuit": decide("japan pursuit", "") + "; advanced: d1+d3",
    "set-up": SET_UP,
    "opening": OPENING,
    "over": change(
        ACT, ("next: japan act", "over: China 4.2"), ("05: w1; ", ""), ("w4", "w4; cut: w1"),
        ("victory: 4", "victory: 6"),
    ),
    "won": change(
        ACT, ("next: japan act", "over: Japan 4.1"), ("05: w1; ", ""), ("12: a3; ", ""),
        ("a4+a5; off: a6+w2+w3+w4", "a3+a4+a5+w1+w2+w3+w4; off: a6"),
        ("victory: 4", "victory: 13"),
    ),
    "resigned": change(ACT, ("next: japan act", "over: China resign")),
}  # fmt: skip


class Case(NamedTuple):
    """A change to a legal position that breaks a rule."""

    reason: str
    rule: str
    kind: str
    old: str
    """The old text; empty if units are moved."""
    new: str
    """The new text, or the moves."""
    at: str = "next"
    """The text at the column of the fault."""
    options: str = ""

    def __str__(self) -> str:
        return f"{self.rule}-{self.reason}-{self.new}".replace(" ", "_")


CASES = [
    Case("noSuchTurn", "5.0", "act", "turn: 2", "turn: 3", "turn"),
    Case("noSuchTurn", "5.0", "act", "turn: 2", "turn: 0", "turn"),
    Case("noSuchTurn", "5.0", "set-up", "turn: 0", "turn: 1", "turn"),
    Case("overEarly", "4.0", "over", "turn: 2", "turn: 1", "over"),
    Case("otherStage", "5.0", "act", "; 02", "; stage: hits; 02", "stage"),
    Case("tooManyPoints", "3.2", "opening", "13/8", "14/8", "points"),
    Case("tooManyPoints", "3.1", "opening", "13/8", "13/9", "points"),
    Case("tooManyPoints", "6.0", "act", "9/5", "14/5", "points"),
    Case("tooManyPoints", "6.0", "act", "9/5", "9/23", "points"),
    Case("tooMany", "9.2.2", "act", "nights: 1", "nights: 3", "nights"),
    Case("tooMany", "9.2.2", "night", "a3; ", "a3; nights: 2; ", "nights"),
    Case("tooMany", "9.2.4", "act", "nights", "bombs: 2; nights", "bombs"),
    Case("tooMany", "9.2.4", "bombs", "nights", "bombs: 1; nights", "bombs"),
    Case("tooMany", "7.2", "act", "nights", "passes: 2; nights", "passes"),
    Case("tooMany", "7.2", "fire", "nights", "passes: 1; nights", "passes"),
    Case("enemyThere", "8.1", "act", "", "a6>06", "06"),
    Case("services", "8.2.1", "act", "", "d2>07", "07"),
    Case("services", "8.2.2", "act", "", "w1>12", "12"),
    Case("full", "8.2.3", "act", "", "d2>03 m1>03 e1>03", "03"),
    Case("japanStays", "8.4", "act", "", "n1>off", "off"),
    Case("cutWhen", "4.2", "act", "", "a6>cut", "cut"),
    Case("cutWhen", "4.2", "won", "off: a6", "cut: a6", "cut"),
    Case("cutWhen", "4.2", "over", "", "n1>cut", "cut"),
    Case("neverAfloat", "6.0", "act", "", "m1>river", "river"),
    Case("hasArrived", "6.0", "act", "", "e1>due", "due"),
    Case("hasArrived", "3.1", "act", "", "a6>due", "due"),
    Case("hasArrived", "3.2", "act", "", "n1>due", "due"),
    Case("setUpElsewhere", "3.2", "set-up", "", "n1>07", "07"),
    Case("setUpElsewhere", "3.1", "set-up", "", "a1>due a2>due a3>due w3>02", "02"),
    Case("setUpElsewhere", "3.2", "set-up", "", "n1>lost", "lost"),
    Case("setUpCount", "3.1", "set-up", "", "w2>due", "01"),
    Case("otherDecision", "3.1", "set-up", "china set-up", "japan set-up"),
    Case("otherDecision", "7.2", "act", "japan act", "chance act"),
    Case("otherDecision", "9.1", "fire", "chance fire", "chance fire rolls 3"),
    Case("otherDecision", "9.3", "hits", "china hits", "japan hits"),
    Case("otherDecision", "9.3", "left", "", ""),
    Case("otherDecision", "9.3", "left", "retreat a2", "retreat nothing", options="more-retreats"),
    Case("noHalt", "9.2.1", "decide", "at 03", "at 03 night"),
    Case("otherEnding", "4.0", "over", "China 4.2", "Japan 4.2", "over"),
    Case("otherEnding", "4.0", "won", "Japan 4.1", "Japan 4.2", "over"),
    Case("notSupplied", "4.2", "over", "cut: w1", "05: w1", "05"),
    Case("noCombat", "9.2", "fire", "; fight: d1+d3 at 02", ""),
    Case("combatOver", "9.2", "fire", "chance fire", "japan act", "fight"),
    Case("noPursuers", "9.7", "pursuit", "; advanced: d1+d3", ""),
    Case("pursuitOver", "9.7", "pursuit", "japan pursuit", "japan act", "advanced"),
    Case("notAdvanced", "9.5", "pursuit", "advanced: d1+d3", "advanced: d1", "advanced"),
    Case("noPursuit", "9.7", "pursuit", "points: 9/5", "points: 0/5"),
    Case("partMissing", "9.1", "fire", " at 02", "", "fight"),
    Case("partMissing", "9.2.1", "defence", "fight: d1+d3", "fight: none", "fight"),
    Case("partMissing", "9.3", "hits", " from assault", "", "fight"),
    Case("partPast", "9.2.1", "defence", "at 02", "at 02 hits 1", "fight"),
    Case("partPast", "9.3", "hits", "at 02", "at 02 night", "fight"),
    Case("partPast", "9.3", "shot", "none", "d1+d3", "fight"),
    Case("partPast", "9.3", "hits", "from assault", "from repulse", "fight"),
    Case("partPast", "9.3", "night", "night", "night retreated", "fight"),
    Case("partPast", "9.3", "hits", "hits 3", "retreated hits 3", "fight"),
    Case("partPast", "9.3", "thinned", "japan hits", "japan withdraw", "fight", "more-retreats"),
    Case("partPast", "9.7", "landing", "at 10", "at 10 pursuit", "fight"),
    Case("notYours", "7.2", "defence", "fight: d1+d3", "fight: d1+a1", "fight"),
    Case("offMap", "7.3.2", "night", "fight: a1+a2", "fight: a4", "fight"),
    Case("apart", "7.3.2", "defence", "d1+d3 at", "d1+d2 at", "fight"),
    Case("formations", "7.4", "defence", "", "m1>03", "fight"),
    Case("notAdjacent", "7.3.2", "defence", "at 02", "at 12", "fight"),
    Case("nobodyThere", "9.2", "defence", "at 02", "at 04", "fight"),
    Case("fireJapan", "7.3.3", "fire", "d1+d3 at 02", "a1+a2 at 03", "fight"),
    Case("afloat", "7.3.4", "landing", "chance defence", "chance fire", "fight"),
    Case("landAll", "7.3.4", "landing", "e1+e2+e3+e4 at", "e1+e2 at", "fight"),
    Case("fort", "2.1.2", "landing", "10: a3", "11: a3", "fight"),
    Case("noLandingHere", "7.3.4", "landing", "10: a3", "12: a3", "fight"),
    Case("notEmpty", "9.5", "advance", "at 05", "at 02", "fight"),
    Case("nightChina", "9.2.2", "bombs", "at 05 bombs", "at 05 night", "fight"),
    Case("bombsJapan", "9.2.4", "night", "at 03 night", "at 03 bombs", "fight"),
    Case("nightPursuit", "9.7", "night", "night", "night pursuit", "fight", "pursuit-by-day"),
    Case("tooManyHits", "9.3", "shot", "hits 2", "hits 5", "fight"),
    Case("tooManyHits", "9.3", "hits", "hits 3", "hits 12", "fight"),
    Case("hitOrder", "9.3", "hits", "assault", "assault lose a1", "fight"),
    Case("hitOrder", "9.3", "shot", "fire", "fire lose nothing retreat d1", "fight"),
    Case("retreatLater", "9.3", "hits", "assault", "assault lose a2 retreat a2", "fight"),
    Case("retreatLater", "9.3", "afloat", "defence", "defence retreat e3+e4", "fight"),
]  # fmt: skip
SECOND = {
    "formations": ("fight: d1+d3", "fight: m1+d1"), "fort": ("at 10", "at 11"),
    "noLandingHere": ("at 10", "at 12"),
}  # fmt: skip
"""Second changes, which the first ones need."""

UNREACHABLE = [
    ("notYet", "opening", ("", "e1>09"), ("13/8", "12/7")),
    ("victorySum", "act", ("victory: 4", "victory: 7")),
    ("victorySum", "act", ("victory: 4", "victory: 1")),
    ("victorySum", "over", ("victory: 6", "victory: 4")),
    ("startPoints", "set-up", ("13/8", "13/7")),
    ("unpaid", "opening", ("", "m1>09"), ("japan act", "china act"), ("13/8", "13/8; passes: 1")),
    ("tooManyPoints", "opening", ("japan act", "china act")),
    ("tooManyPoints", "opening", ("13/8", "12/8; nights: 1")),
    ("tooManyPoints", "hits", ("9/5", "13/5")),
]


def write(kind: str, *changes: tuple[str, str], options: str = "") -> str:
    """Return a text of a kind with some changes."""
    text = change(f"; {KINDS[kind]}", *changes)
    return f"Senpu 1 {IDENT}{f' options {options}' if options else ''}{text}"


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_position_that_breaks_a_rule_is_rejected_with_the_rule(case: Case) -> None:
    more = [SECOND[case.reason]] if case.reason in SECOND else []
    text = write(case.kind, (case.old, case.new), *more, options=case.options)
    with pytest.raises(PositionError) as caught:
        read_position(text)
    message = caught.value.message
    assert isinstance(message, Rejection), message.text()
    assert (message.rejection.reason, caught.value.rule) == (case.reason, case.rule)
    for language in ("en", "ja"):
        assert message.text(language)
    assert caught.value.column > 0
    assert text[caught.value.column - 1 :].startswith(case.at)


@pytest.mark.parametrize("kind", KINDS)
def test_the_unchanged_positions_are_legal_and_their_fields_canonical(kind: str) -> None:
    text = write(kind, options="more-retreats" if kind == "left" else "")
    reading = read_position(text)
    written = format_position(reading.rules, reading.state)
    assert not reading.unreachable
    assert sorted(written.split("; ")[1:]) == sorted(text.split("; ")[1:])


@pytest.mark.parametrize("row", UNREACHABLE, ids=str)
def test_a_position_that_no_game_reaches_is_accepted_and_marked(
    row: tuple[str, str, tuple[str, str]],
) -> None:
    reason, kind, *changes = row
    found = read_position(write(kind, *changes)).unreachable
    assert {each.reason for each in found} == {reason}


def test_the_longest_positions_have_short_texts() -> None:
    spread = "01: a1+a2+a3+a4; 02: a5; 03: a6; 04: n1; 05: w1; 06: m1; 07: d1; 08: w2; 09: w3; "
    spread += "10: d2; 11: e1; 12: e3; river: e4; lost: d3+e2; off: w4; points: 12/16; victory: 10"
    text = f"Senpu 1 {IDENT} options {'+'.join(OPTIONS)}; turn: 2; next: china hits; {spread}; "
    text += "nights: 0; bombs: 0; fight: a1+a2+a3+a4 at 04 pursuit hits 4 from defence lose a3+a4"
    reading = read_position(text)
    written = format_position(reading.rules, reading.state)
    assert len(written.replace(f" options {'+'.join(OPTIONS)}", "")) <= SHORT


def test_the_area_of_a_repelled_assault_is_in_no_text_and_no_key() -> None:
    plan = "06 d1 | 03 a1 | 05 a2 | 04 m1"
    one, other = (
        Incident1932Game(plan, CHINA).play(f"a1*{goal}", "[6]", "go", "[C1 J6]")
        for goal in ("04", "06")
    )
    assert format_position(one.rules, one.state).endswith("; fight: a1 hits 6 from repulse")
    assert one.key == other.key
    assert one.state == other.state


def test_every_reason_is_tested() -> None:
    source = Path(import_module(position_rules.__name__).__file__ or "").read_text("utf-8")
    raised = set(re.findall(r'\breject\(\s*"(\w+)"', source))
    raised |= set(re.findall(r'why(?:, \w+)? = \(?"(\w+)"', source))
    assert raised <= {case.reason for case in CASES} | {row[0] for row in UNREACHABLE}
