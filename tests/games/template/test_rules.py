"""The printed rules of Template: one test for each."""

import pytest
from msgspec.structs import replace

from senpu.notation.events import Attack, Event, Move, Roll
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import IllegalEventError
from senpu.replay.games.template.actions import PASS
from senpu.replay.games.template.rules import TemplateRules
from senpu.replay.games.template.state import LOST, TemplateState

RULES = TemplateRules(open_rules("template/draft").spec)
CONTEXT = RULES.context
FIRST, SECOND = CONTEXT.sides
OWN, ENEMY = (CONTEXT.own[side][0] for side in CONTEXT.sides)
UNIT, TARGET = CONTEXT.units[OWN], CONTEXT.units[ENEMY]
HERE = CONTEXT.start[OWN]
NEXT = CONTEXT.neighbours[HERE][0]


def adjacent(*lost: int) -> TemplateState:
    """Return a position with one enemy unit adjacent to the first unit of the side to act."""
    where = [LOST if k in lost else at for k, at in enumerate(CONTEXT.start)]
    where[ENEMY] = NEXT
    return replace(RULES.start(), locations=tuple(where))


def play(state: TemplateState, *events: Event) -> TemplateState:
    for event in events:
        state, _ = RULES.apply(state, RULES.canon(state, event))
    return state


def rejection(state: TemplateState, event: Event) -> str:
    with pytest.raises(IllegalEventError) as error:
        RULES.canon(state, event)
    return f"{error.value.reason} {error.value.rule}"


def test_1_each_unit_starts_in_its_area() -> None:
    table = RULES.spec.values.table("start")
    assert RULES.start().locations == tuple(table[unit] for unit in CONTEXT.units)


def test_2_the_sides_act_in_turn() -> None:
    state = RULES.start()
    for turn in (1, 2):
        for side in CONTEXT.sides:
            assert state.decision
            assert (state.turn, state.decision.side) == (turn, side)
            state = play(state, PASS)


def test_2_a_side_acts_with_one_own_unit_on_the_map() -> None:
    state = adjacent(CONTEXT.own[FIRST][-1])
    assert rejection(state, Move((UNIT, TARGET), (NEXT,))) == "oneUnit 2"
    assert rejection(state, Move((TARGET,), (HERE,))) == "enemyUnit 2"
    assert rejection(state, Move(("z9",), (NEXT,))) == "noUnit 2"


def test_3_a_unit_moves_to_an_adjacent_area_without_enemies() -> None:
    start = RULES.start()
    assert play(start, Move((UNIT,), (NEXT,))).locations[OWN] == NEXT
    assert rejection(start, Move((UNIT,), (HERE,))) == "notAdjacent 3"
    assert rejection(start, Move((UNIT,), (NEXT, HERE))) == "oneArea 3"
    assert rejection(adjacent(), Move((UNIT,), (NEXT,))) == "enemyThere 3"


def test_4_a_high_roll_eliminates_the_target() -> None:
    attack = Attack((UNIT,), NEXT, TARGET)
    for pips in range(1, 7):
        after = play(adjacent(), attack, Roll((pips,)))
        assert (after.locations[ENEMY] == LOST) is (pips >= CONTEXT.lowest_hit)
    odds = RULES.odds(adjacent(), attack)
    assert odds
    assert odds.success == pytest.approx((7 - CONTEXT.lowest_hit) / 6)
    assert rejection(adjacent(), Attack((UNIT,), NEXT, UNIT)) == "noTarget 4"


def test_5_the_game_ends_with_the_last_unit_or_the_last_turn() -> None:
    last = adjacent(*CONTEXT.own[SECOND][1:])
    won = play(last, Attack((UNIT,), NEXT, TARGET), Roll((6,))).outcome
    assert won
    assert (won.winner, won.ending) == (FIRST, f"{FIRST.capitalize()} 5")
    drawn = play(RULES.start(), *[PASS] * (2 * RULES.spec.game.turns)).outcome
    assert drawn
    assert (drawn.winner, drawn.ending) == ("", "Draw 5")
