"""The position key and the digest.

The key merges interchangeable units and excludes hidden cards; other differences change it. The
digest covers all of the position.
"""

from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from senpu.replay.games.russojapanese.control import change_morale
from senpu.replay.games.russojapanese.rules import RussoJapaneseRules
from senpu.replay.games.russojapanese.state import (
    RussoJapaneseCardWindow,
    RussoJapaneseCombat,
    RussoJapaneseState,
)
from tests.games.random_play import collect_positions
from tests.games.russojapanese.positions import (
    JAPAN,
    RUSSIA,
    RussoJapaneseTestGame,
    always,
    ending,
    fighting,
    moving,
    ruleset,
    spending,
)


@cache
def positions() -> list[RussoJapaneseState]:
    found = collect_positions(ruleset(), games=60, each=8)
    return [state for states in found.values() for state in states]


# ---- units ------------------------------------------------------------------------------


def swapped(
    rules: RussoJapaneseRules, state: RussoJapaneseState, one: int, other: int
) -> RussoJapaneseState:
    """The position with two counters changed for each other wherever they are named."""
    to = {one: other, other: one}

    def renamed(units: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(to.get(k, k) for k in units))

    def bits(units: int) -> int:
        return sum(1 << to.get(k, k) for k in range(len(state.where)) if units >> k & 1)

    fight, decision = state.fight, state.decision
    if fight:
        fight = replace(fight, units=renamed(fight.units), targets=renamed(fight.targets))
    if decision and set(decision.units) & rules.context.tables.unit.keys():
        units = renamed(tuple(rules.context.tables.unit[ident] for ident in decision.units))
        decision = replace(decision, units=rules.context.tables.names(units))
    return replace(
        state,
        where=tuple(state.where[to.get(k, k)] for k in range(len(state.where))),
        done=bits(state.done), zoneless=bits(state.zoneless), hastened=bits(state.hastened),
        declared=tuple(replace(each, units=renamed(each.units)) for each in state.declared),
        retreating=renamed(state.retreating),
        retreated=tuple(to.get(k, k) for k in state.retreated),
        fight=fight, decision=decision,
    )  # fmt: skip


def like_pairs(rules: RussoJapaneseRules) -> list[tuple[int, int]]:
    tables = rules.context.tables
    like = [
        (tables.side[k], tables.kind[k], tables.strength[k], tables.allowance[k])
        for k in range(len(tables.units))
    ]
    return [
        (one, other)
        for one in range(len(like))
        for other in range(one + 1, len(like))
        if like[one] == like[other]
    ]


@pytest.mark.slow
def test_like_units_make_no_difference_to_the_key() -> None:
    rules = ruleset()
    pairs = like_pairs(rules)
    names = [
        (rules.context.tables.units[one], rules.context.tables.units[other]) for one, other in pairs
    ]
    assert {("g1", "d12"), ("s1", "s7"), ("s7", "c1"), ("c1", "c2"), ("e1", "e2")} <= set(names)
    random, changed = Random(2), 0
    for state in positions():
        for one, other in random.sample(pairs, 30):
            twin = swapped(rules, state, one, other)
            assert rules.key(twin) == rules.key(state)
            assert len(list(rules.legal(twin))) == len(list(rules.legal(state)))
            if twin != state:
                changed += 1
                assert rules.digest(twin) != rules.digest(state)
    assert changed > 300


def test_units_of_other_numbers_or_another_side_are_are_distinct() -> None:
    assert moving("1214 s1  1313 s2").key == moving("1214 s2  1313 s1").key
    assert moving("1214 s1  1313 e1").key != moving("1214 e1  1313 s1").key
    assert moving("1214 s1  1114 d1").key != moving("1214 d1  1114 s1").key


def test_positions_of_one_key_play_equally() -> None:
    """Positions with one key have the same decision and as many legal events."""
    rules = ruleset()
    found: dict[str, RussoJapaneseState] = {}
    met = 0
    for states in collect_positions(rules, games=150, each=400, seed=500).values():
        for state in states:
            other = found.setdefault(rules.key(state), state)
            if other is state:
                continue
            met += 1
            assert state.decision is not None
            assert other.decision is not None
            assert (other.decision.kind, other.decision.side) == (
                state.decision.kind,
                state.decision.side,
            )
            if state.hands == other.hands and state.deck == other.deck:
                assert len(list(rules.legal(other))) == len(list(rules.legal(state)))
    assert met > 5


# ---- cards ------------------------------------------------------------------------------


def reshuffled(state: RussoJapaneseState, random: Random) -> RussoJapaneseState:
    """Other cards in the hands and in the deck, as many in each."""
    cards = [*state.hands[0], *state.hands[1], *state.deck]
    random.shuffle(cards)
    japan, russia = len(state.hands[0]), len(state.hands[0]) + len(state.hands[1])
    return replace(
        state,
        hands=(tuple(sorted(cards[:japan])), tuple(sorted(cards[japan:russia]))),
        deck=tuple(sorted(cards[russia:])),
    )


def test_which_hidden_cards_lie_where_makes_no_difference_to_the_key() -> None:
    rules, random, changed = ruleset(), Random(4), 0
    for state in positions():
        twin = reshuffled(state, random)
        assert rules.key(twin) == rules.key(state)
        if twin != state:
            changed += 1
            assert rules.digest(twin) != rules.digest(state)
    assert changed > 40


@pytest.mark.parametrize("side", [JAPAN, RUSSIA])
def test_a_view_has_the_key_of_the_position_and_a_digest_of_its_own(side: str) -> None:
    rules = ruleset()
    for state in positions():
        view = rules.view(state, side)
        assert rules.key(view) == rules.key(state)
        assert (rules.digest(view) == rules.digest(state)) is (view == state)


def test_how_many_cards_are_held_and_which_are_discarded_is_are_distinct() -> None:
    keys = {
        spending(japan="01 02", pile="05 06 07").key,
        spending(japan="01", pile="05 06 07").key,
        spending(russia="01 02", pile="05 06 07").key,
        spending(japan="01 02", pile="05 07 06").key,  # another one on top
        spending(japan="01 02", pile="05 06 08").key,
        spending(japan="01 02", pile="05 06").key,
    }
    assert len(keys) == 6
    under = spending(japan="01 02", pile="06 05 07").key
    assert under == spending(japan="01 02", pile="05 06 07").key, "what lies under it is one heap"


# ---- everything else --------------------------------------------------------------------


def test_facts_with_an_effect_change_the_key() -> None:
    table = fighting("1203 d1  1214 s1  1114 g1+d2", japan="01", pile="05", morale=(5, 4))
    changes: list[dict[str, Any]] = [
        {"turn": 5}, {"phase": 2}, {"held": 0}, {"morale": (5, 5)}, {"losses": (1, 0)},
        {"done": 1}, {"zoneless": 1}, {"hastened": 1}, {"limit": 1}, {"blockaded": True},
        {"agitated": True}, {"locked": True}, {"flipped": True}, {"within": True},
        {"checks": (1, 0)}, {"window": RussoJapaneseCardWindow("before")}, {"crowd": 3},
        {"drawing": 1},
        {"fight": RussoJapaneseCombat(JAPAN, 5, (0,), (13,), 2)}, {"retreating": (0,)},
    ]  # fmt: skip
    keys = {table.rules.key(replace(table.state, **change)) for change in changes}
    assert len(keys | {table.key}) == len(changes) + 1


def are_distinct(table: RussoJapaneseTestGame, other: RussoJapaneseTestGame) -> bool:
    """Return whether two positions have different keys and digests."""
    assert (table.key == other.key) <= (
        table.rules.digest(table.state) == other.rules.digest(other.state)
    )
    return table.key != other.key


def test_the_key_keeps_units_that_moved() -> None:
    one = moving("1304 d1  1406 d2").play("d1>1305")
    other = moving("1305 d1  1406 d2")
    assert are_distinct(one, other)


def test_the_key_keeps_a_railway_move_while_others_may_follow() -> None:
    plan = "1913 s2  1714 s3"
    rail, walk = moving(plan, RUSSIA).play("s2=>1912"), moving(plan, RUSSIA).play("s2>1912")
    assert rail.unit("s2") == walk.unit("s2") == "1912"
    assert are_distinct(rail, walk)
    assert rail.play("|").state == walk.play("|").state, "then it is forgotten"


def test_a_forced_march_that_was_made_matters_until_the_phase_ends() -> None:
    one = spending("1406 d1", japan="12 14").play("#12/move", "|")
    other = spending("1406 d1", japan="14", pile="12")
    assert are_distinct(one, other)
    assert one.play("|").key == other.play("|").key


def test_which_attacks_are_declared_is_are_distinct() -> None:
    plan = "1214 s1  1313 s2  1213 d1+d2"
    one = fighting(plan).play("d1*1214")
    assert are_distinct(one, fighting(plan).play("d1*1313"))
    assert one.key == fighting(plan).play("d2*1214").key, "d1 and d2 are interchangeable"
    assert are_distinct(one, fighting(plan).play("d1+d2*1214"))


def test_the_key_keeps_the_answered_card() -> None:
    plan = "1214 s1  1114 g1+d1  1215 d2"
    table = fighting(plan, japan="12", russia="03 15").play("g1+d1+d2*1214", "|", "fight 1214")
    other = fighting(plan, japan="12", russia="03 15").play("g1+d1+d2*1214", "|", "fight 1214")
    assert table.key == other.key
    table.play("no")
    assert table.key != other.key
    assert table.play("no").asks == other.play("no", "no").asks == "dice chance"
    assert table.key == other.key
    assert table.play("[3]").key != other.play("[6]").key
    assert (
        table.key
        == fighting(plan, japan="12", russia="03 15")
        .play("g1+d1+d2*1214", "|", "fight 1214", "no", "no", "[4]")
        .key
    ), "both numbers are DR"


def test_a_retreat_that_is_over_leaves_no_trace() -> None:
    """Retreated units matter only to a chain of the same retreat."""
    table = fighting("1214 s1  1114 g1+d1  1412 s2  1411 d2+d3", rules=always("AR"))
    table.play("g1+d1*1214", "d2+d3*1412", "|", "fight 1214", "[1]", "g1<1015")
    assert len(table.state.retreated) == 1
    assert table.play("d1<1015").asks == "fight japan"
    assert not table.state.retreated


def test_the_key_keeps_the_modifiers_of_checks() -> None:
    one = ending(losses=(1, 0))
    other = ending(losses=(0, 1))
    assert are_distinct(one, other)
    rules = ruleset()
    assert rules.key(change_morale(rules.context, one.state, JAPAN)[0]) != one.key
