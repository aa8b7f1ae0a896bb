"""Position texts of the campaign: the rule that a position breaks, and what no game reaches.

Round trips and changed texts are in `tests/replay/test_positions.py`.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from senpu.notation.position_text import FieldWords, PositionError, PositionField
from senpu.replay.core.narration import Narrator
from senpu.replay.core.positions import format_position, read_position
from senpu.replay.core.rejections import Rejection
from senpu.replay.core.states import Outcome
from tests.games.nanjing1937.positions import (
    CHINA,
    NanjingTestGame,
    arriving,
    fighting,
    fresh_game,
    moving,
    ruleset,
)
from tests.games.random_play import collect_positions
from tests.replay.positions import LONG, check_texts

STACKS = "0303   .    g87+a1\n0403     s1+d3   d9"


@cache
def base(name: str) -> str:
    """Return the text of a legal position."""
    table = BASES[name]()
    text = format_position(table.rules, table.state)
    assert read_position(text).state == table.state
    return text


def _fighting(*events: str) -> NanjingTestGame:
    return fighting(STACKS).play("air/s1+d3*0304", *events)


BASES: dict[str, Callable[[], NanjingTestGame]] = {
    "start": fresh_game,
    "turn 1": lambda: moving("0612  s1", CHINA, turn=1),
    "move": lambda: moving("0202  g87+a1\n0510  d9\n0612  s1+d3"),
    "china moves": lambda: moving("0202  g87\n0509  a1", CHINA).play("a1=>0510"),
    "surplus": lambda: moving("0510  d3+d9\n0612  s1").play("|"),
    "reinforce": lambda: arriving("0202  g87+a1\n0612  s1", CHINA, turn=5).play("a3@0202"),
    "japan reinforces": lambda: arriving("0202  g87\n0612  s1"),
    "combat": lambda: fighting(STACKS),
    "chen": _fighting,
    "dice": lambda: _fighting("no"),
    "loss": lambda: _fighting("no", "[3]"),
    "retreat": lambda: _fighting("no", "[1]"),
    "advance": lambda: fighting("0304  a1\n0403    d3+s1  d9").play("d3+s1+d9*0304", "no", "[5]"),
    "hold": lambda: fighting("0612  s1", CHINA, 4, policy="hold").play("|"),
    "extend": lambda: fighting("0612  s1", CHINA, 9).play("|"),
    "over": lambda: fighting("0612  s1", CHINA, 9).play("|", "no"),
}


class Broken(NamedTuple):
    """Changes of a legal position that break a rule."""

    rule: str
    reason: str
    base: str
    key: str
    """The field or place to which the error points; empty if the text does not have it."""
    changes: dict[str, str]
    options: str = ""


BROKEN = (
    Broken("3.2", "decisionUnits", "start", "next", {"set-up": "set-up units g87+a3"}),
    Broken(
        "3.2",
        "otherDecision",
        "start",
        "next",
        {"g87+g88+a1+a2+": "", "s1;": "s1; 0202: g87; 0203: g88; 0204: a1; 0205: a2;"},
    ),
    Broken("4.0", "decidedEarly", "turn 1", "policy", {"; held": "; policy: hold; held"}),
    Broken("4.0", "undecided", "move", "", {"policy: expand; ": ""}),
    Broken("4.0", "otherEnding", "over", "over", {"4.0.1": "4.0.2"}),
    Broken("4.0.2", "holdOver", "hold", "policy", {"turn: 5": "turn: 10"}, "hold-ends-at-nine"),
    Broken("4.0.4", "noSuchTurn", "move", "turn", {"turn: 4": "turn: 11"}),
    Broken(
        "4.0.4",
        "otherDecision",
        "extend",
        "next",
        {"held: ": "held: 0202+0802+1007+", "trod: ": "trod: 0202+0802+1007+"},
    ),
    Broken("4.1", "enteredLast", "move", "held", {"held: 0612": "held: 0202+0612"}),
    Broken("4.1", "cityHeld", "reinforce", "placed", {"placed: 0202": "placed: 0202+0612"}),
    Broken(
        "4.1", "cityZone", "reinforce", "placed", {"0612: s1": "0302: s1", "trod: ": "trod: 0302+"}
    ),
    Broken("5.1", "noSuchPhase", "extend", "", {"turn: 9": "turn: 8"}),
    Broken("5.1", "noSuchPhase", "turn 1", "", {"china move": "japan move"}),
    Broken(
        "5.1", "otherDecision", "move", "next", {"japan move": "japan move; phase: china-combat"}
    ),
    Broken("5.1", "otherStage", "combat", "stage", {"; 0304": "; stage: retreats; 0304"}),
    Broken("5.1", "otherPhase", "move", "air-used", {"; trod": "; air-used; trod"}),
    Broken("5.1", "otherPhase", "combat", "railed", {"; held": "; landed; railed; held"}),
    Broken("5.1", "otherPhase", "china moves", "landed", {"; held": "; landed; held"}),
    Broken("5.1", "otherPhase", "turn 1", "chen-used", {"; held": "; chen-used; held"}),
    Broken(
        "5.1",
        "otherPhase",
        "combat",
        "fight",
        {"japan combat": "japan combat; fight: japan at 0304 units d9"},
    ),
    Broken("7.0", "bothSides", "move", "0202", {"a1; 0510: d9": "a1+d9"}),
    Broken("7.3", "fullHex", "combat", "0403", {"d3; 0404: d9": "d3+d9"}),
    Broken("7.3", "fullHex", "move", "0202", {"g87": "g36+g87", "d11+g36": "d11"}),
    Broken(
        "7.3",
        "otherDecision",
        "surplus",
        "next",
        {"0510: d3": "0510: d9; 0511: d3", "+d9; 0612": "; 0612", "trod: ": "trod: 0511+"},
    ),
    Broken("8.0", "notActed", "move", "done", {"; held": "; done: g87; held"}),
    Broken("8.1.5", "water", "move", "0508", {"0510: d9": "0508: d9"}),
    Broken("8.3", "notTrod", "move", "trod", {"trod: 0510+0612": "trod: 0612"}),
    Broken("8.3", "heldNotTrod", "turn 1", "trod", {"held: 0612": "held: 0612+0802"}),
    Broken("8.3", "notRailed", "china moves", "railed", {"0510: a1": "0410: a1"}),
    Broken("9.0", "noCombat", "combat", "next", {"japan combat": "chance dice"}),
    Broken("9.0", "notBeside", "dice", "fight", {"0403: s1+d3": "0503: s1+d3"}),
    Broken(
        "9.0",
        "notAttacker",
        "retreat",
        "fight",
        {"fight: japan": "phase: japan-combat; fight: china"},
    ),
    Broken("9.0", "noAttacker", "dice", "fight", {"units s1+d3 ": ""}),
    Broken("9.0", "notYours", "dice", "fight", {"units s1+d3": "units a1"}),
    Broken(
        "9.0", "offMap", "dice", "fight", {"units s1+d3": "units d11", "; air": "; done: s1; air"}
    ),
    Broken("9.0", "noTarget", "dice", "fight", {" against g87+a1": ""}),
    Broken(
        "9.0",
        "nobodyThere",
        "dice",
        "fight",
        {"0304: g87+a1": "0305: g87+a1", "; air": "; done: s1+d3; air"},
    ),
    Broken("9.0", "ownTarget", "loss", "fight", {"0403: s1+d3; 0404: d9": "0304: d9; 0403: s1+d3"}),
    Broken("9.1.2", "notDone", "dice", "done", {"; air-used": "; done: s1+d3+a1; air-used"}),
    Broken("9.1.2", "notActed", "combat", "done", {"; held": "; done: a8; held"}),
    Broken("9.1.3", "stackTogether", "dice", "fight", {"units s1+d3": "units d3"}),
    Broken("9.1.3", "targetsAll", "dice", "fight", {"against g87+a1": "against a1"}),
    Broken("9.2.2", "otherDifference", "dice", "fight", {"difference 1": "difference 4"}),
    Broken("9.2.3", "otherCombat", "dice", "fight", {"chance dice": "japan loss"}),
    Broken(
        "9.4.1",
        "airEarly",
        "combat",
        "air-used",
        {"turn: 4": "turn: 3", "policy: expand": "air-used"},
    ),
    Broken("9.4.2", "chenAbsent", "dice", "fight", {"difference 1": "difference 0 chen"}),
    Broken("9.4.3", "otherCombat", "chen", "fight", {"air-used": "air-used; chen-used"}),
    Broken("9.5", "chenLost", "combat", "chen-used", {"; held": "; chen-used; chen-lost; held"}),
    Broken("9.6", "otherCombat", "retreat", "fight", {"result": "units s1+d3 result"}),
    Broken("9.6", "otherCombat", "retreat", "fight", {"japan retreat": "japan loss"}),
    Broken("9.7", "otherCombat", "advance", "fight", {"+a1": "", "; 0403": "; 0304: a1; 0403"}),
    Broken(
        "10.1.1", "decisionUnits", "japan reinforces", "next", {"reinforce": "reinforce units d3"}
    ),
    Broken("10.1.2", "gunsLanding", "combat", "guns-used", {"; held": "; landed; guns-used; held"}),
    Broken(
        "10.2",
        "fewPlaced",
        "reinforce",
        "placed",
        {"g87+a1+a3": "g87", "g36": "g36+a1+a3", "placed: 0202": "placed: 0202+0202"},
    ),
    Broken("10.4", "cityFull", "reinforce", "placed", {"placed: 0202": "placed: 0202+0202+0202"}),
)


def read_changed(broken: Broken) -> tuple[str, PositionError]:
    """Return the text of a broken position, and the error of reading it."""
    text = base(broken.base)
    for old, new in broken.changes.items():
        assert text.count(old) == 1, (old, text)
        text = text.replace(old, new)
    if broken.options:
        text = text.replace(" data", f" options {broken.options} data")
    with pytest.raises(PositionError) as raised:
        read_position(text)
    return text, raised.value


@pytest.mark.parametrize("broken", BROKEN, ids=lambda each: f"{each.rule}-{each.reason}")
def test_a_position_that_breaks_a_rule_is_rejected_with_the_rule(broken: Broken) -> None:
    text, error = read_changed(broken)
    assert isinstance(error.message, Rejection), error.message.text()
    assert (error.message.rejection.reason, error.rule) == (broken.reason, broken.rule)
    assert error.column == (text.index(f"; {broken.key}") + 3 if broken.key else 0)
    for language in ("en", "ja"):
        assert "{" not in error.message.text(language)


UNREACHABLE = (
    ("setUpLeft", "turn 1", {"g87+": "", "a3+": "g87+a3+"}),
    ("tooEarly", "move", {"due: d6+": "due: ", "0510: d9": "0510: d6+d9"}),
    ("heldBack", "hold", {"d9+": "", "; held": "; 0611: d9; held"}),
    ("lostEarly", "start", {"g87+": "", "; held": "; lost: g87; held"}),
    ("tooFarYet", "turn 1", {"0612: s1": "0613: s1"}),
    ("setUpCutOff", "move", {"0510: d9": "0312: d9"}),
    ("enteredFar", "turn 1", {"held: 0612; trod: 0612": "held: 0202+0612; trod: 0202+0612"}),
    (
        "notTrod",
        "move",
        {
            "+d3": "",
            "0612: s1": "0411: d3; 0611: s1",
            "held: 0612; trod: 0510+0612": "held: 0411; trod: 0510",
        },
    ),
    ("chenEarly", "turn 1", {"; held": "; chen-lost; held"}),
    (
        "nobodyLanded",
        "japan reinforces",
        {"d3+d11+": "", "due: d6": "due: d3+d6", "d9+": "d9+d11+", "; held": "; landed; held"},
    ),
    ("fullHex", "move", {"0510: d9": "0510: d3+d9", "s1+d3": "s1"}),
)
"""The reason why no game reaches a position, a legal position, and changes that keep it legal."""


@pytest.mark.parametrize(("reason", "name", "changes"), UNREACHABLE)
def test_a_legal_position_that_no_game_reaches_is_marked(
    reason: str, name: str, changes: dict[str, str]
) -> None:
    text = base(name)
    before = [each.reason for each in read_position(text).unreachable]
    for old, new in changes.items():
        assert text.count(old) == 1, (old, text)
        text = text.replace(old, new)
    reading = read_position(text)
    found = [each.reason for each in reading.unreachable]
    assert reason in found
    assert reason not in before or found.count(reason) > before.count(reason)
    for language in ("en", "ja"):
        narrator = Narrator(reading.rules.spec, language)
        assert not any("{" in narrator.rejection(each) for each in reading.unreachable)


def test_railway_hexes_are_written_in_runs_along_the_lines() -> None:
    trod = "0509 0510 0511 0512 0712 0711 0809 0709 0202 0203"
    table = moving("0612  s1", trod=trod)
    text = format_position(table.rules, table.state)
    assert text.partition("trod: ")[2] == "0202+0203+0509-0612+0712+0711+0809+0709"


@pytest.mark.parametrize(
    "run", ["0612-0509", "0511-0712", "0509-0612+0510", "0202-0203-0204", "0411", "0612+0612"]
)
def test_a_run_that_is_on_no_line_is_rejected(run: str) -> None:
    text = base("move").replace("trod: 0510+0612", f"trod: {run}")
    with pytest.raises(PositionError) as raised:
        read_position(text)
    assert raised.value.column > text.index("trod: ")


def test_the_page_of_the_rules_describes_each_field_of_a_position() -> None:
    rules = ruleset()
    form, page = rules.position_format, (Path(rules.spec.folder) / "en/rules.md").read_text("utf-8")
    table = page.partition("## Positions")[2].partition("\n## ")[0]
    rows = [row.split("|") for row in table.splitlines() if row.startswith("| `")]
    codecs = {each.key: each.codec for each in form.state_fields}
    off_map = [key for key in form.placement.places if key.islower()]
    assert [row[1].strip(" `") for row in rows] == [*off_map, *codecs]
    for _, key, _, example, _ in rows:
        field = PositionField(*_split(example.strip(" `")))
        assert field.key == key.strip(" `")
        words = FieldWords(field)
        if field.key in codecs:
            codecs[field.key].read(words)
            words.finish()
        else:
            assert set(words.take().split("+")) <= set(form.placement.units)


def _split(example: str) -> tuple[str, tuple[str, ...]]:
    key, _, value = example.partition(":")
    return key, tuple(value.split())


def test_a_game_may_end_by_agreement_or_resignation_anywhere() -> None:
    rules = ruleset()
    ends = (Outcome("Draw agree", ""), Outcome("Japan resign", "japan"))
    for states in collect_positions(rules, games=3, each=3).values():
        for state in states:
            for outcome in ends:
                check_texts(rules, replace(state, decision=None, outcome=outcome), LONG)
