"""Invariants of all positions of the campaign that play can reach."""

from collections import Counter
from random import Random

import pytest

from senpu.notation.events import Event, Move, Place, Retreat
from senpu.replay.core.states import CHANCE
from senpu.replay.games.nanjing1937.rules import NanjingRules
from senpu.replay.games.nanjing1937.state import CHINA, DUE, JAPAN, LOST, NanjingState
from tests.games.laws import HexLaws, Law, Subject, assert_random_games_reach
from tests.games.nanjing1937.candidates import universe
from tests.games.nanjing1937.positions import fighting, moving, ruleset
from tests.games.random_play import collect_positions

OPTIONS = [
    (),
    (
        "occupied-control", "one-advances", "fallen-back-shields", "hold-ends-at-nine",
        "hold-keeps-air", "blocked-stays",
    ),
]  # fmt: skip

every_option = pytest.mark.parametrize("options", OPTIONS, ids=["plain", "options"])


def test_every_listed_event_may_be_sampled() -> None:
    plan = """
        0408     a1   .    .    d3
        0511                   g87
        """
    tables = (
        moving(plan, CHINA),
        fighting("0512   a1   .\n0612      d3   .\n0611  d9", JAPAN),
    )
    for table in tables:
        random = Random(1)
        drawn = {table.rules.sample(table.state, random) for _ in range(12_000)}
        assert drawn == set(table.rules.legal(table.state))


# ---- what is conserved ------------------------------------------------------------------


def units_stand_on_land(
    rules: NanjingRules, _: NanjingState, __: Event, after: NanjingState
) -> bool:
    return all(
        h in (DUE, LOST) or rules.context.tables.terrain[h] not in ("sea", "lake")
        for h in after.where
    )


def enemies_never_share_a_hex(
    rules: NanjingRules, _: NanjingState, __: Event, after: NanjingState
) -> bool:
    places = [
        {h for h in after.where[rules.context.tables.span[s]] if h >= 0} for s in (JAPAN, CHINA)
    ]
    return not places[0] & places[1]


def the_dead_come_back_by_replacement_only(
    rules: NanjingRules, before: NanjingState, event: Event, after: NanjingState
) -> bool:
    back = [
        k
        for k, (old, new) in enumerate(zip(before.where, after.where, strict=True))
        if old == LOST and new != LOST
    ]
    replaced = (
        isinstance(event, Place) and before.decision is not None and before.decision.side == CHINA
    )
    return not back or (len(back) == 1 and replaced and rules.context.tables.replaceable[back[0]])


def who_has_come_is_never_due(
    _: NanjingRules, before: NanjingState, __: Event, after: NanjingState
) -> bool:
    return all(new != DUE for old, new in zip(before.where, after.where, strict=True) if old != DUE)


def nobody_comes_early(
    rules: NanjingRules, before: NanjingState, _: Event, after: NanjingState
) -> bool:
    return all(
        rules.context.tables.enters[k] <= before.turn
        for k, (old, new) in enumerate(zip(before.where, after.where, strict=True))
        if old == DUE and new != DUE
    )


def stacks_are_thin_between_phases(
    rules: NanjingRules, before: NanjingState, _: Event, after: NanjingState
) -> bool:
    ended = after.decision is None or (before.phase, before.turn) != (after.phase, after.turn)
    if not ended or before.phase in (0, 3):
        return True
    crowd = Counter(
        (h, rules.context.tables.side[k], rules.context.tables.guest[k])
        for k, h in enumerate(after.where)
        if h >= 0
    )
    return max(crowd.values(), default=0) <= 1


def control_is_the_last_entry(
    rules: NanjingRules, before: NanjingState, event: Event, after: NanjingState
) -> bool:
    """A side's last entry is in all hexes that its units occupy or passed in this event."""
    tables = rules.context.tables
    held = before.held
    side = before.decision.side if before.decision else ""
    if isinstance(event, Move | Place | Retreat):
        for ident in event.path:
            bit = tables.mark[tables.index[ident]] & tables.keys
            held = held | bit if side == JAPAN else held & ~bit
    return after.held == held


def japan_holds_where_it_stands(
    rules: NanjingRules, _: NanjingState, __: Event, after: NanjingState
) -> bool:
    tables = rules.context.tables
    return all(
        bool(after.held & tables.mark[h]) == (tables.side[k] == JAPAN)
        for k, h in enumerate(after.where)
        if h >= 0 and tables.mark[h] & tables.keys
    )


def trodden_rails_stay_trodden(
    _: NanjingRules, before: NanjingState, __: Event, after: NanjingState
) -> bool:
    return before.trod & ~after.trod == 0


def chen_is_never_found_again(
    _: NanjingRules, before: NanjingState, __: Event, after: NanjingState
) -> bool:
    return after.chen_lost or not before.chen_lost


def only_those_who_wait_fall_back(
    _: NanjingRules, __: NanjingState, ___: Event, after: NanjingState
) -> bool:
    return all(after.where[k] >= 0 for k in after.retreating) and (
        not after.retreating or after.fight is not None
    )


LAWS: tuple[Law, ...] = (
    units_stand_on_land,
    enemies_never_share_a_hex,
    the_dead_come_back_by_replacement_only,
    who_has_come_is_never_due,
    nobody_comes_early,
    stacks_are_thin_between_phases,
    control_is_the_last_entry,
    japan_holds_where_it_stands,
    trodden_rails_stay_trodden,
    chen_is_never_found_again,
    only_those_who_wait_fall_back,
)


@pytest.mark.slow
@every_option
def test_many_random_games_end_and_reach_both_winners(options: tuple[str, ...]) -> None:
    assert_random_games_reach({JAPAN, CHINA}, ruleset(*options))


def test_chance_is_asked_for_one_die_at_even_chances() -> None:
    rules = ruleset()
    for state in collect_positions(rules, games=10, each=5)["dice"]:
        assert state.decision is not None
        assert state.decision.side == CHANCE
        assert len(list(rules.legal(state))) == 6
        assert abs(sum(chance for _, chance in rules.outcomes(state)) - 1) < 1e-12


KINDS = {
    "set-up", "reinforce", "move", "surplus", "combat", "chen", "dice", "loss", "retreat",
    "advance", "decide", "widen", "extend",
}  # fmt: skip
SUBJECTS = {
    name: Subject(ruleset(*options), KINDS, universe, games=25, each=18, laws=LAWS)
    for name, options in zip(("plain", "options"), OPTIONS, strict=True)
}


class TestNanjingLaws(HexLaws):
    """The laws of every game, with and without the options."""
