"""Choosing legal events step by step: units, goals, paths; by keys, map and typing."""

from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from senpu.logs.record import LIBRARY, open_record
from senpu.notation.events import Event, Move
from senpu.replay.core.narration import Narrator
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import State
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.tui.app import SenpuApp
from senpu.tui.boards.choices import FEW, MOST, Choices, Goal, Narrowing
from senpu.tui.screens.choice_rows import describe_act
from senpu.tui.widgets.counters import CounterWriter
from tests.replay.texts import folded
from tests.tui.recorder import RULE_SETS

ACT = (
    "Senpu: 1\nGame: 800/bonsai-2021\nRules: 1\n\nC: x1+c1@D c2+c3+k1@C\n"
    "J: i1+i2+g1@A i3+i4+g2@B\nT1 [J5 C3]\n"
)
FIGHT = (
    "Senpu: 1\nGame: russojapanese/bonsai-2018\nRules: 1\n\ndraw #01+#04+#09\nT1 J: g1>1015>1114\n"
    "J: d1>1015>1115>1215\nJ: d2>1015>1115>1215 |\nJ: g1+d1+d2*1214 |\n"
)


def choices_of(rules: AnyRules, state: State) -> Choices:
    pieces = rules.board(state).pieces
    terrain = rules.spec.values.tables.get("terrain", {})
    places = {area.id for area in rules.spec.areas} | set(terrain)
    choices = Choices(rules, state, {piece.id: piece.place for piece in pieces}, places)
    choices.read(1)
    return choices


def narrow(log: str) -> Choices:
    reducer = folded(log)
    return choices_of(reducer.rules, reducer.state)


def texts(choices: Choices, so_far: Narrowing) -> list[str]:
    return [item.key for item in choices.items(so_far)]


@pytest.fixture(scope="module")
def act() -> Choices:
    return narrow(ACT)


def units(*idents: str) -> frozenset[str]:
    return frozenset(idents)


# ---- step by step ---------------------------------------------------------------------------


def test_units_come_first_and_then_other_choices(act: Choices) -> None:
    items = act.items(Narrowing())
    assert [item.key for item in items if item.kind == "unit"] == [
        "i1",
        "i2",
        "i3",
        "i4",
        "g1",
        "g2",
    ]
    assert items[-1].choices[0].text == "pass"


def test_who_can_join_those_chosen_is_listed(act: Choices) -> None:
    assert texts(act, Narrowing(units("i3"))) == ["i3", "i4", "g2"]
    assert act.toggle_unit(Narrowing(units("i3")), "i4") == Narrowing(units("i3", "i4"))
    assert act.toggle_unit(Narrowing(units("i3", "i4")), "i4") == Narrowing(units("i3"))
    assert act.toggle_unit(Narrowing(units("i3")), "i1") is None


def test_goals_are_those_of_exactly_the_units_chosen(act: Choices) -> None:
    both = act.items(Narrowing(units("i3", "i4"), True))
    assert {choice.units for item in both for choice in item.choices} == {units("i3", "i4")}
    assert {"i3+i4>D", "i3+i4*D.c1"} <= {item.key for item in both}


def test_units_that_cannot_act_alone_ask_for_others() -> None:
    rules = open_rules("incident1932/bonsai-2016")
    choices = choices_of(rules, rules.start())
    assert not choices.is_enough(units("w1"))
    assert choices.is_enough(units("w1", "w2"))


def test_few_events_are_listed_at_once() -> None:
    fights = narrow(FIGHT)
    assert len(fights.found) <= FEW
    assert texts(fights, Narrowing()) == [choice.text for choice in fights.found]
    assert fights.found[0].goal == Goal("1214")


# ---- on the map -----------------------------------------------------------------------------


def test_a_unit_pointed_at_acts_and_another_joins_it(act: Choices) -> None:
    one = act.select_unit(Narrowing(), "i3")
    assert one == Narrowing(units("i3"), True)
    assert act.select_unit(one, "i4") == Narrowing(units("i3", "i4"), True)
    assert act.select_unit(one, "i3") == Narrowing()
    assert act.select_unit(one, "i1") == Narrowing(units("i1"), True)


def test_an_enemy_pointed_at_is_the_target(act: Choices) -> None:
    chosen = act.select_unit(Narrowing(units("i3"), True), "c1")
    assert chosen == Narrowing(units("i3"), True, Goal("D", "c1"))
    assert texts(act, chosen) == ["i3*D.c1"]
    every = act.select_unit(Narrowing(), "c1")
    assert every is not None
    assert all(".c1" in text for text in texts(act, every))


def test_a_place_pointed_at_is_the_goal_or_holds_those_who_act(act: Choices) -> None:
    to = act.select_place(Narrowing(units("i3", "i4"), True), "D")
    assert to is not None
    assert {"i3+i4>D", "i3+i4*D.c1", "i3+i4*D.x1"} == set(texts(act, to))
    here = act.select_place(Narrowing(), "B")
    assert here == Narrowing(at="B")
    assert texts(act, here) == ["i3", "i4", "g2"]
    assert act.select_place(Narrowing(), "H") is None


def test_a_word_is_found_by_its_place() -> None:
    fights = narrow(FIGHT)
    found = fights.select_place(Narrowing(), "1214")
    assert found is not None
    assert "fight 1214" in texts(fights, found)


# ---- every event is within reach ------------------------------------------------------------


def reached(choices: Choices, so_far: Narrowing, depth: int = 0) -> set[str]:
    """The texts of all events that steps lead to."""
    found: set[str] = set()
    for item in choices.items(so_far):
        if item.kind == "event":
            found |= {choice.text for choice in item.choices}
        elif item.kind != "unit":
            found |= reached(choices, choices.apply_item(so_far, item), depth + 1)
    return found


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_every_legal_event_can_be_chosen(rule_set: str) -> None:
    from random import Random

    rules, random = open_rules(rule_set), Random(4)
    state = rules.start()
    for _ in range(60):
        if state.decision is None:
            break
        choices = choices_of(rules, state)
        found = reached(choices, Narrowing())
        for every in {choice.units for choice in choices.found if choice.units}:
            found |= reached(choices, Narrowing(every, True))
        assert found == {choice.text for choice in choices.found}
        for choice in choices.found[:40]:
            assert choice in choices.complete_text(choice.text)
            assert choice in choices.complete_text(choice.text[:-1])
        state = rules.apply(state, rules.sample(state, random))[0]


# ---- many -----------------------------------------------------------------------------------


class Endless:
    """Rules under which a unit may go anywhere."""

    def legal(self, state: State) -> Iterator[Event]:
        del state
        number = 0
        while True:
            number += 1
            yield Move((f"u{number % 50}",), (f"{number % 9000:04}",))

    def odds(self, state: State, event: Event) -> None:
        return None


def test_endless_events_are_read_little_by_little() -> None:
    rules: Any = Endless()
    choices = Choices(rules, State(), {f"u{n}": "" for n in range(50)}, {})
    before = process_time()
    choices.read(0.004)
    assert process_time() - before < 0.1
    assert choices.found
    while not choices.complete:
        choices.read(0.01)
    assert choices.more
    assert len(choices.found) <= MOST + 64
    before = process_time()
    choices.items(choices.apply_item(Narrowing(), choices.items(Narrowing())[3]))
    assert process_time() - before < 0.5


# ---- words ----------------------------------------------------------------------------------


def test_ships_have_names_and_no_place() -> None:
    course = open_timeline(open_record(LIBRARY / "russojapanese/naval.senpu"))
    look = SenpuApp(course, Path("any.senpu"), language="en").look()
    acts = []
    for number in (0, 44):
        state = course.get_position(number).state
        choices = choices_of(course.rules, state)
        pieces = {piece.id: piece for piece in course.rules.board(state).pieces}
        voice = CounterWriter(Narrator(course.rules.spec, "en"), look, pieces)
        choice = choices.items(Narrowing())[0].choices[0]
        acts.append(describe_act(choice, choices, voice))
    assert acts == [
        "Petropavlovsk (r1)  Russia chooses its flagship in secret.",
        "attack Mikasa (m1)",
    ]
