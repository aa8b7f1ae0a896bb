"""The position key of 800: interchangeable units are merged, relevant differences are not."""

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from senpu.replay.games.eight_hundred.rules import EightHundredRules
from senpu.replay.games.eight_hundred.state import CHINA, DUE, EightHundredState
from tests.games.eight_hundred.positions import (
    BATTLES,
    BONSAI,
    EightHundredGame,
    battles,
    bonsai,
    ruleset,
)
from tests.games.random_play import collect_positions, steps

every_edition = pytest.mark.parametrize("ident", [BONSAI, BATTLES])


def swap_units(
    rules: EightHundredRules, state: EightHundredState, one: int, other: int
) -> EightHundredState:
    """Return the position with two counters swapped everywhere."""
    to = {one: other, other: one}

    def swap_entries(column: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(column[to.get(k, k)] for k in range(len(column)))

    def swap_numbers(units: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(to.get(k, k) for k in units))

    fight, decision = state.fight, state.decision
    if fight:
        pairs = sorted(
            (to.get(k, k), need) for k, need in zip(fight.targets, fight.needs, strict=True)
        )
        fight = replace(
            fight, units=swap_numbers(fight.units), targets=tuple(k for k, _ in pairs),
            needs=tuple(need for _, need in pairs),
        )  # fmt: skip
    if decision and decision.units:
        units = swap_numbers(tuple(rules.context.tables.index[ident] for ident in decision.units))
        decision = replace(decision, units=rules.context.tables.list_ids(units))
    return replace(
        state, locations=swap_entries(state.locations), points=swap_entries(state.points),
        reduced=swap_entries(state.reduced), fight=fight, decision=decision,
        hit=swap_numbers(state.hit), second_tanks=swap_numbers(state.second_tanks),
    )  # fmt: skip


def find_pairs(rules: EightHundredRules) -> list[tuple[int, int]]:
    tables = rules.context.tables
    numbers = [
        (tables.side[k], tables.kind[k], tables.full[k], tuple(tables.defence[k]), tables.enters[k])
        for k in range(len(tables.units))
    ]
    return [
        (one, other)
        for one in range(len(numbers))
        for other in range(one + 1, len(numbers))
        if numbers[one] == numbers[other]
    ]


@every_edition
def test_swapped_interchangeable_units_leave_the_key(ident: str) -> None:
    rules, random = ruleset(ident), Random(5)
    pairs = find_pairs(rules)
    assert len(pairs) == 6 + 1 + 1 + 3, "infantry, machine guns, tanks, companies"
    changed = 0
    for states in collect_positions(rules, games=10, each=20).values():
        for state in states:
            one, other = random.choice(pairs)
            twin = swap_units(rules, state, one, other)
            changed += twin != state
            assert rules.key(twin) == rules.key(state)
    assert changed > 50


def describe_relevant(rules: EightHundredRules, state: EightHundredState) -> Any:
    """Return all that positions with one key must agree in, without the code under test."""
    tables = rules.context.tables
    units = sorted(
        f"{tables.side[k]} {tables.kind[k]} {place} {state.points[k]} {state.reduced[k]} "
        f"{tables.enters[k] if place == DUE else ''} {k in state.hit} {k in state.second_tanks}"
        for k, place in enumerate(state.locations)
    )
    decision = state.decision
    assert decision
    asked = sorted(tables.kind[tables.index[ident]] for ident in decision.units)
    fight = state.fight
    pairs = zip(fight.targets, fight.needs, strict=True) if fight else ()
    struck = sorted(
        f"{tables.kind[k]} {state.points[k]} {state.reduced[k]} {need}" for k, need in pairs
    )
    return repr(
        (
            state.turn,
            decision.side,
            decision.kind,
            asked,
            units,
            state.mover,
            state.passes,
            state.grenades,
            state.flags,
            state.has_entered,
            state.first_act,
            fight and (fight.place, fight.rerolls),
            struck,
        )
    )


@every_edition
def test_positions_have_one_key_exactly_if_they_agree(ident: str) -> None:
    rules = ruleset(ident)
    by_key: dict[str, str] = {}
    by_description: dict[str, str] = {}
    met = 0
    for seed in range(30):
        for state, _, _ in steps(rules, seed):
            key, description = rules.key(state), describe_relevant(rules, state)
            assert by_key.setdefault(key, description) == description
            assert by_description.setdefault(description, key) == key
            met += 1
    assert len(by_key) < met, "some positions were met twice"


@every_edition
def test_keys_are_equal_exactly_if_positions_are_interchangeable(
    ident: str,
) -> None:
    rules = ruleset(ident)
    states = [state for seed in range(30) for state, _, _ in steps(rules, seed)]
    keys = [rules.key(state) for state in states]
    merged = [msgspec.json.encode(rules.interchangeable(state)) for state in states]
    assert len(set(keys)) == len(set(merged)) == len(set(zip(keys, merged, strict=True)))


@pytest.mark.parametrize(
    ("plan", "turn", "mover"),
    [
        ("B i1 | D c1 c2.1", 4, "japan"),
        ("B i1 | D c1 c2.1", 5, CHINA),
        ("B i1.1 | D c1 c2.1", 5, "japan"),
        ("B i1- | D c1 c2.1", 5, "japan"),
        ("A i1 | D c1 c2.1", 5, "japan"),
        ("B i1 | D c1.1 c2.0", 5, "japan"),
        ("B g1 | D c1 c2.1", 5, "japan"),
        ("B i1 | D x1 c2.1", 5, "japan"),
        ("B i1 i2 | D c1 c2.1", 5, "japan"),
    ],
)
def test_another_position_has_another_key(plan: str, turn: int, mover: str) -> None:
    assert bonsai(plan, turn, mover).key != bonsai("B i1 | D c1 c2.1", 5).key


@pytest.mark.parametrize(
    "change", [{"passes": 1}, {"grenades": 1}, {"flags": 0}, {"has_entered": True}]
)
def test_markers_passes_and_the_warehouse_are_in_the_key(change: dict[str, object]) -> None:
    table = bonsai("B i1 | D c1", 5)
    before = table.key
    assert table.with_state(**change).key != before


def test_points_of_reduced_and_full_units_are_distinct() -> None:
    one, other = bonsai("B i1- i2.1 | D c1"), bonsai("B i1-.1 i2 | D c1")
    assert one.key != other.key


def test_how_a_turn_went_is_not_in_the_key_of_the_next() -> None:
    one = battles("B i1 | D c1").play("pass", "pass")
    other = battles("B i1 | D c1", mover=CHINA).play("pass", "pass")
    assert one.key == other.key
    assert one.play("m1@A").key != other.key


def test_the_attacker_is_not_in_the_key_of_what_follows() -> None:
    grenade = bonsai("D i1 c1.1", 1, CHINA).with_state(grenades=2).play("grenade D", "[6 6]")
    attack = bonsai("D i1 c1", 1, CHINA).with_state(grenades=1).play("c1*D.i1", "[6 6]")
    assert grenade.key == attack.key


@every_edition
def test_the_digest_distinguishes_interchangeable_units(ident: str) -> None:
    one, other = EightHundredGame(ident, "B i1 | A i2.1"), EightHundredGame(ident, "A i1.1 | B i2")
    assert one.key == other.key
    assert one.rules.digest(one.state) != other.rules.digest(other.state)
