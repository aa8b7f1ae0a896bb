"""Laws of all positions of 800 that play can reach."""

from random import Random

import pytest

from senpu.notation.events import Event
from senpu.replay.games.eight_hundred import actions
from senpu.replay.games.eight_hundred.rules import EightHundredRules
from senpu.replay.games.eight_hundred.state import CHINA, DUE, JAPAN, LOST, EightHundredState
from tests.games.eight_hundred.candidates import universe
from tests.games.eight_hundred.positions import BATTLES, BONSAI, EightHundredGame, ruleset
from tests.games.laws import GameLaws, Law, Subject, assert_random_games_reach

every_edition = pytest.mark.parametrize("ident", [BONSAI, BATTLES])


@pytest.mark.parametrize(
    "options", [(), ("concession-closed", "concession-silent", "concession-open")]
)
def test_tanks_continue_exactly_if_a_second_act_is_listed(options: tuple[str, ...]) -> None:
    rules = ruleset(BATTLES, *options)
    found: list[bool] = []
    for seed in range(25):
        random, state = Random(seed), rules.start()
        while state.outcome is None:
            assert state.decision
            answer, event = rules.answers[state.decision.kind], rules.sample(state, random)
            state, _ = answer.apply(rules.context, state, event)
            while state.decision is None and state.outcome is None:
                if state.stage == "acted" and state.second_tanks:
                    listed = next(actions.list_second_acts(rules.context, state), None) is not None
                    assert actions.has_second_act(rules.context, state) == listed
                    found.append(listed)
                state, _ = rules.stages[state.stage](rules.context, state)
    assert {*found} == {True, False}


@every_edition
def test_every_listed_event_may_be_sampled(ident: str) -> None:
    plan = "A i1 | B i2 g1 | D x1 c1.0 i3 | F c2.1 | G k1"
    for turn, mover in ((4, CHINA), (4, JAPAN)):
        table = EightHundredGame(ident, plan, turn, mover)
        random = Random(1)
        build_position = {table.rules.sample(table.state, random) for _ in range(12_000)}
        assert build_position == set(table.rules.legal(table.state))


def units_have_a_place(
    rules: EightHundredRules, _: EightHundredState, __: Event, after: EightHundredState
) -> bool:
    return set(after.locations) <= {*rules.context.tables.areas, DUE, LOST}


def points_are_in_range(
    rules: EightHundredRules, _: EightHundredState, __: Event, after: EightHundredState
) -> bool:
    return all(
        0 <= points <= (0 if place in (DUE, LOST) else full)
        for points, full, place in zip(
            after.points, rules.context.tables.full, after.locations, strict=True
        )
    )


def areas_hold_four(
    rules: EightHundredRules, _: EightHundredState, __: Event, after: EightHundredState
) -> bool:
    return all(after.locations.count(place) <= 4 for place in rules.context.tables.areas)


def the_dead_stay_dead(
    _: EightHundredRules, before: EightHundredState, __: Event, after: EightHundredState
) -> bool:
    return all(
        new == LOST
        for old, new in zip(before.locations, after.locations, strict=True)
        if old == LOST
    )


def arrived_units_are_never_due(
    _: EightHundredRules, before: EightHundredState, __: Event, after: EightHundredState
) -> bool:
    return all(
        new != DUE for old, new in zip(before.locations, after.locations, strict=True) if old != DUE
    )


def steps_are_never_regained(
    _: EightHundredRules, before: EightHundredState, __: Event, after: EightHundredState
) -> bool:
    return all(new or not old for old, new in zip(before.reduced, after.reduced, strict=True))


def no_unit_dies_whole(
    _: EightHundredRules, __: EightHundredState, ___: Event, after: EightHundredState
) -> bool:
    return all(
        reduced
        for reduced, place in zip(after.reduced, after.locations, strict=True)
        if place == LOST
    )


def japan_stays_out_of_the_concession(
    rules: EightHundredRules, _: EightHundredState, __: Event, after: EightHundredState
) -> bool:
    tables = rules.context.tables
    is_barred = rules.context.legality.concession_barred
    return not is_barred or tables.count_units(after, JAPAN, tables.concession) == 0


def only_fitting_kinds_are_in_the_warehouse(
    rules: EightHundredRules, _: EightHundredState, __: Event, after: EightHundredState
) -> bool:
    return all(
        rules.context.tables.kind[k] in ("infantry", "machine-gun", "leader")
        for k, place in enumerate(after.locations)
        if place == "G"
    )


def the_bridge_is_empty_before_turn_six(
    _: EightHundredRules, __: EightHundredState, ___: Event, after: EightHundredState
) -> bool:
    return after.turn >= 6 or "I" not in after.locations


def markers_are_in_range(
    _: EightHundredRules, __: EightHundredState, ___: Event, after: EightHundredState
) -> bool:
    return 0 <= after.grenades <= 2 and 0 <= after.flags <= (after.turn >= 3)


def an_entry_is_permanent(
    _: EightHundredRules, before: EightHundredState, __: Event, after: EightHundredState
) -> bool:
    return after.has_entered or not before.has_entered


def only_units_on_the_map_were_hit(
    _: EightHundredRules, __: EightHundredState, ___: Event, after: EightHundredState
) -> bool:
    return len({after.locations[k] for k in after.hit} - {DUE, LOST}) == (1 if after.hit else 0)


def refugees_stay(
    rules: EightHundredRules, before: EightHundredState, _: Event, after: EightHundredState
) -> bool:
    closed = rules.context.legality.concession_closed
    return not closed or all(
        new == "J" for old, new in zip(before.locations, after.locations, strict=True) if old == "J"
    )


LAWS: tuple[Law, ...] = (
    units_have_a_place,
    points_are_in_range,
    areas_hold_four,
    the_dead_stay_dead,
    arrived_units_are_never_due,
    steps_are_never_regained,
    no_unit_dies_whole,
    japan_stays_out_of_the_concession,
    only_fitting_kinds_are_in_the_warehouse,
    the_bridge_is_empty_before_turn_six,
    markers_are_in_range,
    an_entry_is_permanent,
    only_units_on_the_map_were_hit,
    refugees_stay,
)


@pytest.mark.slow
@every_edition
def test_many_random_games_end_and_reach_both_winners(ident: str) -> None:
    assert_random_games_reach({JAPAN, CHINA}, ruleset(ident))


KINDS = {"set-up", "initiative", "place", "act", "dice", "reroll", "retreat"}


def subject(ident: str, *options: str) -> Subject:
    kinds = KINDS | ({"second"} if ident == BATTLES else set())
    return Subject(ruleset(ident, *options), kinds, universe, games=15, laws=LAWS)


SUBJECTS = {
    "bonsai": subject(BONSAI),
    "battles": subject(BATTLES),
    "bonsai options": subject(
        BONSAI, "idle-markers", "cover-at-two", "retreat-at-zero", "concession-silent",
        "strike-one", "due-units-count",
    ),
    "battles options": subject(
        BATTLES, "forced-pass", "cover-at-two", "concession-closed", "concession-silent",
        "concession-open", "strike-one",
    ),
}  # fmt: skip


class TestLaws(GameLaws):
    """The laws of every game, in both editions and with every option."""
