"""Laws of all positions of the First Shanghai Incident that play can reach."""

from random import Random

import pytest

from senpu.notation.events import Event, Word
from senpu.replay.games.incident1932.rules import Incident1932Rules
from senpu.replay.games.incident1932.state import (
    CHINA,
    CUT,
    DUE,
    JAPAN,
    LOST,
    OFF,
    RIVER,
    Incident1932State,
)
from tests.games.incident1932.candidates import universe
from tests.games.incident1932.positions import OPTIONS, Incident1932Game, ruleset
from tests.games.laws import GameLaws, Law, Subject, assert_random_games_reach, endings
from tests.games.random_play import collect_positions

every_reading = pytest.mark.parametrize("options", [(), OPTIONS])


MIDGAME = """
02 a1 a2 | 03 d1 d3 m1 | 05 w1 | 12 a3 a4 | 06 d2
river e1 e2 e3 e4
"""


@pytest.mark.parametrize("mover", [JAPAN, CHINA])
def test_every_listed_act_may_be_sampled(mover: str) -> None:
    table = Incident1932Game(MIDGAME, mover, turn=2)
    random = Random(1)
    build_position = {table.rules.sample(table.state, random) for _ in range(20_000)}
    assert build_position == set(table.rules.legal(table.state))


def test_every_listed_answer_may_be_sampled() -> None:
    rules, random = ruleset(*OPTIONS), Random(2)
    found = collect_positions(rules, games=10, each=4)
    for kind in ("hits", "withdraw", "decide", "advance", "pursuit"):
        for state in found[kind]:
            listed = set(rules.legal(state))
            build_position = {rules.sample(state, random) for _ in range(150 * len(listed))}
            assert build_position == listed


# ---- conservation -----------------------------------------------------------------------------

REMOVED = (LOST, OFF, CUT)


def units_have_a_place(
    rules: Incident1932Rules, _: Incident1932State, __: Event, after: Incident1932State
) -> bool:
    return set(after.locations) <= {*rules.context.tables.areas, DUE, RIVER, *REMOVED}


def no_area_holds_both_sides(
    rules: Incident1932Rules, _: Incident1932State, __: Event, after: Incident1932State
) -> bool:
    japanese, chinese = (
        after.locations[rules.context.tables.span[JAPAN]],
        after.locations[rules.context.tables.span[CHINA]],
    )
    return not set(japanese) & set(chinese) & set(rules.context.tables.areas)


def areas_hold_four_of_one_service(
    rules: Incident1932Rules, _: Incident1932State, __: Event, after: Incident1932State
) -> bool:
    for place in rules.context.tables.areas:
        here = [k for k, at in enumerate(after.locations) if at == place]
        if len(here) > 4 or len({rules.context.tables.service[k] for k in here}) > 1:
            return False
    return True


def removed_units_stay_away(
    _: Incident1932Rules, before: Incident1932State, __: Event, after: Incident1932State
) -> bool:
    pairs = zip(before.locations, after.locations, strict=True)
    return all(new == old for old, new in pairs if old in REMOVED)


def only_chinese_units_leave_or_starve(
    rules: Incident1932Rules, _: Incident1932State, __: Event, after: Incident1932State
) -> bool:
    return not {OFF, CUT} & set(after.locations[rules.context.tables.span[JAPAN]])


def only_the_eleventh_division_is_ever_afloat(
    rules: Incident1932Rules, _: Incident1932State, __: Event, after: Incident1932State
) -> bool:
    return all(
        rules.context.tables.formation[k] == "eleventh-division"
        for k, place in enumerate(after.locations)
        if place == RIVER
    )


def landed_units_never_return_to_the_river(
    _: Incident1932Rules, before: Incident1932State, __: Event, after: Incident1932State
) -> bool:
    pairs = zip(before.locations, after.locations, strict=True)
    return all(new != RIVER or old in (DUE, RIVER) for old, new in pairs)


def points_are_never_below_zero(
    _: Incident1932Rules, __: Incident1932State, ___: Event, after: Incident1932State
) -> bool:
    return min(*after.points, after.victory, after.nights, after.bombs) >= 0


def points_only_fall_within_a_turn(
    _: Incident1932Rules, before: Incident1932State, __: Event, after: Incident1932State
) -> bool:
    if before.turn != after.turn:
        return True
    pairs = zip(before.points, after.points, strict=True)
    return all(new <= old for old, new in pairs) and after.nights <= before.nights


def removals_score_at_once(
    rules: Incident1932Rules, before: Incident1932State, _: Event, after: Incident1932State
) -> bool:
    if before.turn != after.turn or after.outcome:
        return True
    removed = [k for k, at in enumerate(after.locations) if at == LOST != before.locations[k]]
    if not removed:
        return after.victory == before.victory
    step = 1 if rules.context.tables.side[removed[0]] == CHINA else -1
    return len(removed) == 1 and after.victory == max(0, before.victory + step)


def fighters_are_where_the_fight_is(
    _: Incident1932Rules, __: Incident1932State, ___: Event, after: Incident1932State
) -> bool:
    fight = after.fight
    if fight is None:
        return True
    attackers = {after.locations[k] for k in fight.units} <= {fight.origin}
    return attackers and {after.locations[k] for k in fight.defenders} <= {fight.place}


def hits_can_always_be_taken(
    rules: Incident1932Rules, _: Incident1932State, __: Event, after: Incident1932State
) -> bool:
    asked = after.decision is not None and after.decision.kind == "hits"
    return not asked or any(True for _ in rules.legal(after))


LAWS: tuple[Law, ...] = (
    units_have_a_place,
    no_area_holds_both_sides,
    areas_hold_four_of_one_service,
    removed_units_stay_away,
    only_chinese_units_leave_or_starve,
    only_the_eleventh_division_is_ever_afloat,
    landed_units_never_return_to_the_river,
    points_are_never_below_zero,
    points_only_fall_within_a_turn,
    removals_score_at_once,
    fighters_are_where_the_fight_is,
    hits_can_always_be_taken,
)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_each_law_can_be_broken(law: Law) -> None:
    """A law is useless if no change of a position breaks it."""
    rules = ruleset()
    found = collect_positions(rules, games=6, each=3)
    states = [state for each in found.values() for state in each]
    random = Random(3)
    for _ in range(20_000):
        before, after = random.choice(states), random.choice(states)
        if not law(rules, before, Word("pass"), spoil(rules, after, random)):
            return
    raise AssertionError(f"{law.__name__} holds for any change")


def spoil(rules: Incident1932Rules, state: Incident1932State, random: Random) -> Incident1932State:
    """Return a position with an illegal change of places, points or hits."""
    places = [*rules.context.tables.areas, RIVER, *REMOVED, "Z"]
    locations = tuple(
        random.choice(places) if random.random() < 0.2 else at for at in state.locations
    )
    fields = {name: getattr(state, name) for name in state.__struct_fields__}
    fields |= {"locations": locations, "victory": state.victory + random.choice((-9, 0, 1))}
    fight = state.fight
    if fight is not None and fight.hits:
        hits = type(fight)(fight.side, (), (), fight.origin, fight.place, stage="fire", hits=90)
        fields["fight"] = hits
    return Incident1932State(**fields)


# ---- whole games ------------------------------------------------------------------------------


@pytest.mark.slow
@every_reading
def test_many_random_games_reach_every_ending(options: tuple[str, ...]) -> None:
    rules = ruleset(*options)
    assert_random_games_reach(endings(rules), rules)


KINDS = {
    "set-up", "act", "fire", "defence", "hits", "decide", "assault", "advance", "pursuit",
}  # fmt: skip
SUBJECTS = {
    name: Subject(ruleset(*options), kinds, universe, games=20, each=16, laws=LAWS)
    for name, options, kinds in (
        ("plain", (), KINDS), ("options", OPTIONS, KINDS | {"withdraw"}),
    )
}  # fmt: skip


class TestLaws(GameLaws):
    """The laws of every game, with and without the options."""
