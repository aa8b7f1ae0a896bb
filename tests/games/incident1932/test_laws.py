"""What holds on every position of the First Shanghai Incident that play can reach."""

from collections.abc import Callable
from random import Random

import pytest

from senpu.notation.writer import format_event
from senpu.replay.games.incident1932.rules import IncidentRules
from senpu.replay.games.incident1932.state import CHINA, CUT, DUE, JAPAN, LOST, OFF, RIVER, State
from tests.games.incident1932.candidates import universe
from tests.games.incident1932.positions import OPTIONS, Table, ruleset
from tests.games.laws import (
    endings,
    ends_of,
    games_end_as_listed,
    hold_the_law,
    listed_once_and_canonical,
    positions_stay_as_they_were,
    samples_are_listed,
)
from tests.games.random_play import positions_by_question, steps

QUESTIONS = {
    "set-up", "act", "fire", "defence", "hits", "decide", "assault", "advance", "pursuit",
}  # fmt: skip
every_reading = pytest.mark.parametrize("options", [(), OPTIONS])


@every_reading
def test_listed_events_are_canonical_and_listed_once(options: tuple[str, ...]) -> None:
    rules = ruleset(*options)
    found = positions_by_question(rules, games=15, each=25)
    assert found.keys() == QUESTIONS
    for states in found.values():
        for state in states:
            listed_once_and_canonical(rules, state, list(rules.legal(state)))


def test_an_event_is_accepted_exactly_if_its_canonical_form_is_listed() -> None:
    rules, random = ruleset(), Random(1932)
    for states in positions_by_question(rules, games=12, each=3, seed=40).values():
        for state in states:
            assert hold_the_law(rules, state, universe(rules, state, random)) > 0


@pytest.mark.slow
@every_reading
def test_so_it_is_on_many_positions(options: tuple[str, ...]) -> None:
    rules, random = ruleset(*options), Random(2016)
    for states in positions_by_question(rules, games=80, each=25, seed=900).values():
        for state in states:
            assert hold_the_law(rules, state, universe(rules, state, random)) > 0


@every_reading
def test_a_sampled_event_is_listed(options: tuple[str, ...]) -> None:
    samples_are_listed(ruleset(*options), games=5)


MIDGAME = """
02 a1 a2 | 03 d1 d3 m1 | 05 w1 | 12 a3 a4 | 06 d2
river e1 e2 e3 e4
"""


@pytest.mark.parametrize("mover", [JAPAN, CHINA])
def test_every_listed_act_may_be_sampled(mover: str) -> None:
    table = Table(MIDGAME, mover, turn=2)
    random = Random(1)
    drawn = {table.rules.sample(table.state, random) for _ in range(20_000)}
    assert drawn == set(table.rules.legal(table.state))


def test_every_listed_answer_may_be_sampled() -> None:
    rules, random = ruleset(), Random(2)
    found = positions_by_question(rules, games=10, each=4)
    for kind in ("hits", "decide", "advance", "pursuit"):
        for state in found[kind]:
            listed = set(rules.legal(state))
            drawn = {rules.sample(state, random) for _ in range(150 * len(listed))}
            assert drawn == listed


def test_an_event_leaves_the_position_before_it_as_it_was() -> None:
    positions_stay_as_they_were(ruleset(), seed=7)


# ---- conservation -----------------------------------------------------------------------------

Law = Callable[[IncidentRules, State, State], bool]
GONE = (LOST, OFF, CUT)


def units_stand_somewhere(rules: IncidentRules, _: State, after: State) -> bool:
    return set(after.where) <= {*rules.context.sheet.areas, DUE, RIVER, *GONE}


def no_area_holds_both_sides(rules: IncidentRules, _: State, after: State) -> bool:
    japanese, chinese = (
        after.where[rules.context.sheet.span[JAPAN]],
        after.where[rules.context.sheet.span[CHINA]],
    )
    return not set(japanese) & set(chinese) & set(rules.context.sheet.areas)


def areas_hold_four_of_one_service(rules: IncidentRules, _: State, after: State) -> bool:
    for place in rules.context.sheet.areas:
        here = [k for k, at in enumerate(after.where) if at == place]
        if len(here) > 4 or len({rules.context.sheet.service[k] for k in here}) > 1:
            return False
    return True


def who_has_gone_stays_away(_: IncidentRules, before: State, after: State) -> bool:
    pairs = zip(before.where, after.where, strict=True)
    return all(new == old for old, new in pairs if old in GONE)


def only_chinese_units_leave_or_starve(rules: IncidentRules, _: State, after: State) -> bool:
    return not {OFF, CUT} & set(after.where[rules.context.sheet.span[JAPAN]])


def only_the_eleventh_division_is_ever_afloat(rules: IncidentRules, _: State, after: State) -> bool:
    return all(
        rules.context.sheet.formation[k] == "eleventh-division"
        for k, place in enumerate(after.where)
        if place == RIVER
    )


def who_has_landed_never_goes_back(_: IncidentRules, before: State, after: State) -> bool:
    pairs = zip(before.where, after.where, strict=True)
    return all(new != RIVER or old in (DUE, RIVER) for old, new in pairs)


def points_are_never_below_zero(_: IncidentRules, __: State, after: State) -> bool:
    return min(*after.points, after.victory, after.nights, after.bombs) >= 0


def points_only_fall_within_a_turn(_: IncidentRules, before: State, after: State) -> bool:
    if before.turn != after.turn:
        return True
    pairs = zip(before.points, after.points, strict=True)
    return all(new <= old for old, new in pairs) and after.nights <= before.nights


def removals_score_at_once(rules: IncidentRules, before: State, after: State) -> bool:
    if before.turn != after.turn or after.outcome:
        return True
    removed = [k for k, at in enumerate(after.where) if at == LOST != before.where[k]]
    if not removed:
        return after.victory == before.victory
    step = 1 if rules.context.sheet.side[removed[0]] == CHINA else -1
    return len(removed) == 1 and after.victory == max(0, before.victory + step)


def fighters_are_where_the_fight_is(_: IncidentRules, __: State, after: State) -> bool:
    fight = after.fight
    if fight is None:
        return True
    attackers = {after.where[k] for k in fight.units} <= {fight.origin}
    return attackers and {after.where[k] for k in fight.defenders} <= {fight.place}


def hits_can_always_be_taken(rules: IncidentRules, _: State, after: State) -> bool:
    asked = after.decision is not None and after.decision.kind == "hits"
    return not asked or any(True for _ in rules.legal(after))


LAWS: list[Law] = [
    units_stand_somewhere,
    no_area_holds_both_sides,
    areas_hold_four_of_one_service,
    who_has_gone_stays_away,
    only_chinese_units_leave_or_starve,
    only_the_eleventh_division_is_ever_afloat,
    who_has_landed_never_goes_back,
    points_are_never_below_zero,
    points_only_fall_within_a_turn,
    removals_score_at_once,
    fighters_are_where_the_fight_is,
    hits_can_always_be_taken,
]


@every_reading
def test_after_every_event_the_laws_of_the_map_hold(options: tuple[str, ...]) -> None:
    rules = ruleset(*options)
    for seed in range(30):
        for before, event, after in steps(rules, seed):
            broken = [law.__name__ for law in LAWS if not law(rules, before, after)]
            assert not broken, f"game {seed}: {format_event(event)}"


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_each_law_can_be_broken(law: Law) -> None:
    """A law that no change of a position breaks would say nothing."""
    rules = ruleset()
    found = positions_by_question(rules, games=6, each=3)
    states = [state for each in found.values() for state in each]
    random = Random(3)
    for _ in range(20_000):
        before, after = random.choice(states), random.choice(states)
        if not law(rules, before, spoiled(rules, after, random)):
            return
    raise AssertionError(f"{law.__name__} holds whatever is done")


def spoiled(rules: IncidentRules, state: State, random: Random) -> State:
    """A position with something moved, spent or hit that should not have been."""
    places = [*rules.context.sheet.areas, RIVER, *GONE, "Z"]
    where = tuple(random.choice(places) if random.random() < 0.2 else at for at in state.where)
    fields = {name: getattr(state, name) for name in state.__struct_fields__}
    fields |= {"where": where, "victory": state.victory + random.choice((-9, 0, 1))}
    fight = state.fight
    if fight is not None and fight.hits:
        hits = type(fight)(fight.side, (), (), fight.origin, fight.place, stage="fire", hits=90)
        fields["fight"] = hits
    return State(**fields)


# ---- whole games ------------------------------------------------------------------------------


@every_reading
def test_random_games_end_by_a_listed_ending(options: tuple[str, ...]) -> None:
    games_end_as_listed(ruleset(*options), games=40)


@pytest.mark.slow
@every_reading
def test_a_thousand_random_games_reach_every_ending(options: tuple[str, ...]) -> None:
    rules = ruleset(*options)
    ends = ends_of(rules, games=1000)
    assert {end.ending for end in ends} == endings(rules)
