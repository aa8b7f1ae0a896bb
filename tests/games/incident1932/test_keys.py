"""The position key of the First Shanghai Incident: interchangeable units are merged."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from senpu.replay.games.incident1932.rules import Incident1932Rules
from senpu.replay.games.incident1932.state import DUE, LOST, Incident1932State
from tests.games.incident1932.positions import CHINA, JAPAN, SET_UP, Incident1932Game, ruleset
from tests.games.random_play import collect_positions, steps


def swap_units(
    rules: Incident1932Rules, state: Incident1932State, one: int, other: int
) -> Incident1932State:
    """Return the position with two counters swapped everywhere."""
    to = {one: other, other: one}

    def swap_numbers(units: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(to.get(k, k) for k in units))

    locations = tuple(state.locations[to.get(k, k)] for k in range(len(state.locations)))
    fight, decision = state.fight, state.decision
    if fight:
        fight = replace(
            fight, units=swap_numbers(fight.units), defenders=swap_numbers(fight.defenders),
            may_lose=swap_numbers(fight.may_lose), may_retreat=swap_numbers(fight.may_retreat),
        )  # fmt: skip
    if decision and decision.units:
        units = swap_numbers(tuple(rules.context.tables.index[ident] for ident in decision.units))
        decision = replace(decision, units=rules.context.tables.list_ids(units))
    return replace(
        state,
        locations=locations,
        fight=fight,
        decision=decision,
        advanced=swap_numbers(state.advanced),
    )


def find_pairs(rules: Incident1932Rules) -> list[tuple[int, int]]:
    tables = rules.context.tables
    count = len(tables.units)

    def numbers(k: int) -> tuple[object, ...]:
        return (
            tables.formation[k],
            tables.kind[k],
            tables.combat[k],
            tables.fire[k],
            tables.enters[k],
        )

    return [
        (one, other)
        for one in range(count)
        for other in range(one + 1, count)
        if numbers(one) == numbers(other)
    ]


def test_swapped_interchangeable_units_leave_the_key_and_what_is_legal() -> None:
    rules, random = ruleset(), Random(5)
    pairs = find_pairs(rules)
    assert len(pairs) == 1 + 6 + 15 + 6, "d1 and d2, the 11th Division, the two armies"
    changed = 0
    for states in collect_positions(rules, games=12, each=25).values():
        for state in states:
            twin = swap_units(rules, state, *random.choice(pairs))
            changed += twin != state
            assert rules.key(twin) == rules.key(state)
            assert len(list(rules.legal(twin))) == len(list(rules.legal(state)))
    assert changed > 80


def describe_relevant(rules: Incident1932Rules, state: Incident1932State) -> Any:
    """Return all that positions with one key must agree in, without the code under test."""
    tables, decision, fight = rules.context.tables, state.decision, state.fight
    assert decision
    fired = fight is not None and "fire" in (decision.kind, fight.stage)

    def part(k: int) -> list[str]:
        if not fight:
            return ["advanced"] if k in state.advanced else []
        named = {
            "attacks": fight.units if fight.stage != "fire" else (),
            "defends": fight.defenders,
            "loses": fight.may_lose,
            "retreats": fight.may_retreat,
        }
        return [what for what, units in named.items() if k in units]

    units = sorted(
        f"{tables.formation[k]} {tables.kind[k]} "
        f"{place if place in (*tables.areas, DUE, '~') else LOST} {part(k)}"
        for k, place in enumerate(state.locations)
    )
    rest = fight and (
        fight.side, None if fired else fight.origin, fight.place, fight.hits, fight.stage,
        fight.pursuit, fight.night if decision.kind in ("decide", "assault") else None,
        fight.bombs if decision.kind == "assault" else None,
    )  # fmt: skip
    return repr(
        (
            state.turn,
            decision.side,
            decision.kind,
            decision.place,
            state.passes,
            state.points,
            state.victory,
            state.nights,
            state.bombs,
            rest,
            units,
        )
    )


def test_positions_have_one_key_exactly_if_they_agree() -> None:
    rules = ruleset()
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


def test_set_ups_of_the_same_numbers_have_one_key() -> None:
    one = Incident1932Game().play(*SET_UP)
    other = Incident1932Game().play("w3+w4@01", "a2+a4+a6@02", "a1+a3+a5@03", "w1+w2@05")
    assert one.key == other.key
    assert one.rules.digest(one.state) != other.rules.digest(other.state)
    four = Incident1932Game().play("w1+w2@01", "a1+a2+a3+a4@02", "a5+a6@03", "w3+w4@05")
    assert four.key != one.key


def test_it_does_not_matter_how_a_unit_left_the_game() -> None:
    away = Incident1932Game("06 d1 | 08 a1 a2", CHINA).play("a1>Off")
    lost = Incident1932Game("06 d1 | 08 a2", points=(13, 7))
    assert away.key == lost.key


@pytest.mark.parametrize(
    "change",
    [
        {"passes": 1}, {"victory": 1}, {"nights": 1}, {"bombs": 0}, {"points": (12, 8)},
        {"points": (13, 7)}, {"turn": 2},
    ],
)  # fmt: skip
def test_points_markers_and_passes_are_in_the_key(change: dict[str, object]) -> None:
    table = Incident1932Game("06 d1 | 02 a1")
    before = table.key
    assert table.with_state(**change).key != before


@pytest.mark.parametrize(
    ("plan", "mover"),
    [
        ("06 d2 | 02 a1", CHINA),
        ("06 d3 | 02 a1", JAPAN),
        ("06 m1 | 02 a1", JAPAN),
        ("04 d1 | 02 a1", JAPAN),
        ("06 d1 d2 | 02 a1", JAPAN),
        ("06 d1 | 02 w1", JAPAN),
    ],
)
def test_another_position_has_another_key(plan: str, mover: str) -> None:
    assert Incident1932Game(plan, mover).key != Incident1932Game("06 d1 | 02 a1").key
    assert Incident1932Game("06 d2 | 02 a5").key == Incident1932Game("06 d1 | 02 a1").key


def test_the_firing_units_are_not_in_the_key_of_what_follows() -> None:
    one = Incident1932Game("06 d1 d2 | 04 m1 | 03 a1").play("d1:03", "[1]")
    other = Incident1932Game("06 d1 d2 | 04 m1 | 03 a1").play("m1:03", "[1]")
    assert one.key == other.key
