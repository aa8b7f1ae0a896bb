"""The position key: interchangeable units are merged, other differences are kept."""

from typing import Any

import pytest
from msgspec.structs import replace

from senpu.replay.games.nanjing1937.rules import NanjingRules
from senpu.replay.games.nanjing1937.state import DUE, NanjingState
from tests.games.nanjing1937.positions import CHINA, arriving, fighting, moving, ruleset
from tests.games.random_play import collect_positions


def swapped(rules: NanjingRules, state: NanjingState, one: int, other: int) -> NanjingState:
    """The position with two counters changed for each other wherever they are named."""
    to = {one: other, other: one}

    def renamed(units: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(to.get(k, k) for k in units))

    def moved(column: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(column[to.get(k, k)] for k in range(len(column)))

    done = sum(1 << to.get(k, k) for k in range(len(state.where)) if state.done >> k & 1)
    fight, decision = state.fight, state.decision
    if fight:
        fight = replace(fight, units=renamed(fight.units), targets=renamed(fight.targets))
    if decision and decision.units:
        units = renamed(tuple(rules.context.tables.unit[ident] for ident in decision.units))
        decision = replace(decision, units=rules.context.tables.names(units))
    return replace(
        state, where=moved(state.where), done=done, fight=fight, decision=decision,
        retreating=renamed(state.retreating),
    )  # fmt: skip


def like_pairs(rules: NanjingRules) -> list[tuple[int, int]]:
    tables = rules.context.tables
    numbers = [
        (tables.side[k], tables.kind[k], tables.strength[k], tables.allowance[k], tables.enters[k])
        for k in range(len(tables.units))
    ]
    return [
        (one, other)
        for one in range(len(numbers))
        for other in range(one + 1, len(numbers))
        if numbers[one] == numbers[other]
    ]


def test_like_units_make_no_difference_to_the_key() -> None:
    rules = ruleset()
    pairs = like_pairs(rules)
    names = [
        (rules.context.tables.units[one], rules.context.tables.units[other]) for one, other in pairs
    ]
    assert {("d3", "d11"), ("d9", "d101"), ("g87", "g88"), ("a1", "a2")} <= set(names)
    changed = 0
    for states in collect_positions(rules, games=25, each=6).values():
        for state in states:
            for one, other in pairs:
                twin = swapped(rules, state, one, other)
                assert rules.key(twin) == rules.key(state)
                changed += twin != state
    assert changed > 100


def test_units_that_entered_in_different_turns_are_interchangeable() -> None:
    assert moving("0303  d3  d9").key == moving("0303  d9  d3").key


@pytest.mark.parametrize(
    "changes",
    [
        {"air_used": True}, {"guns_used": True}, {"chen_used": True}, {"chen_lost": True},
        {"landed": True}, {"policy": "hold"}, {"turn": 5}, {"held": 0}, {"trod": 0}, {"done": 1},
    ],
    ids=lambda changes: next(iter(changes)),
)  # fmt: skip
def test_facts_with_an_effect_change_the_key(changes: dict[str, Any]) -> None:
    table = fighting("0612  s1\n0611     a1")
    assert table.rules.key(replace(table.state, **changes)) != table.key


def test_the_key_keeps_units_that_moved() -> None:
    table = moving("0303  d3  d9")
    one = table.play("d3>0203").key
    other = moving("0303  .  d9\n0203     d3").key
    assert one != other


def test_the_key_keeps_the_record_of_the_rails() -> None:
    assert moving("0303  d3", trod="0407").key != moving("0303  d3").key


def test_the_key_keeps_chinas_placements_of_the_phase() -> None:
    table = arriving("0303  a4", CHINA, 3)
    index = table.rules.context.tables.index["0202"]
    assert table.rules.key(replace(table.state, placed=(index,))) != table.key


def test_when_a_due_unit_comes_matters_only_while_it_waits() -> None:
    rules = ruleset()
    early, late = rules.context.tables.unit["d9"], rules.context.tables.unit["d13"]

    def waiting(unit: int, turn: int, policy: str = "expand") -> str:
        table = moving("0612  s1", turn=turn, policy=policy)
        where = list(table.state.where)
        for k in (early, late):
            where[k] = -2
        where[unit] = DUE
        return rules.key(replace(table.state, where=tuple(where)))

    assert waiting(early, 4) != waiting(late, 4), "one of turn 4, one of turn 5"
    assert waiting(early, 6) == waiting(late, 6), "both are overdue"
    assert waiting(early, 6, "hold") == waiting(late, 6, "hold"), "both are kept away"


def test_the_digest_tells_the_counters_apart() -> None:
    one, other = moving("0303  d3  d11"), moving("0303  d11  d3")
    assert one.key == other.key
    assert one.rules.digest(one.state) != other.rules.digest(other.state)
