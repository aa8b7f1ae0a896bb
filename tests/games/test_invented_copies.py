"""An invented copy of each game, which differs in every value that is not printed."""

from functools import cache
from itertools import islice
from random import Random

import pytest

from senpu.replay.core.registry import open_values
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE
from tests.data_sets import SHIPPED, InventedCopy, invent_copy, merge
from tests.games.eight_hundred.test_odds import make_play
from tests.games.incident1932.test_odds import PLAY as PLAY_1932
from tests.games.nanjing1937.test_odds import PLAY as PLAY_NANJING
from tests.games.odds_laws import check_odds_by_all_rolls
from tests.games.random_play import collect_positions
from tests.games.russojapanese.test_odds import PLAY as PLAY_RUSSOJAPANESE

pytestmark = pytest.mark.slow
each_rule_set = pytest.mark.parametrize("ident", SHIPPED)
PLAY = {
    "incident1932": PLAY_1932, "nanjing1937": PLAY_NANJING,
    "russojapanese": PLAY_RUSSOJAPANESE,
}  # fmt: skip


@cache
def open_copy(ident: str) -> tuple[InventedCopy, AnyRules]:
    """Return an invented copy and the rules on it."""
    copy = invent_copy(ident)
    return copy, open_values(ident, merge(ident, copy.own))


@each_rule_set
def test_a_copy_differs_in_each_value_that_is_not_printed(ident: str) -> None:
    copy, rules = open_copy(ident)
    values = rules.spec.values.tables
    for name, table in copy.shipped.items():
        for key, value in table.items():
            if value.provenance != "printed":
                own = values[name].get(key)
                assert own is None or own.value != value.value, f"{name}.{key}"
                if own is not None and copy.maker.rules.forms[name].value in ("numbers", "tile"):
                    pairs = zip(own.value, value.value, strict=False)
                    assert all(one != other for one, other in pairs), f"{name}.{key}"


@each_rule_set
def test_the_laws_hold_on_a_copy(ident: str) -> None:
    _, rules = open_copy(ident)
    random = Random(1)
    for states in collect_positions(rules, 4, 6).values():
        for state in states:
            listed = list(islice(rules.legal(state), 300))
            assert [rules.canon(state, event) for event in listed] == listed
            for event in random.sample(listed, min(len(listed), 5)):
                after = rules.apply(state, event)[0]
                assert (after.decision is None) is (after.outcome is not None)
            assert len(listed) == 300 or rules.sample(state, random) in listed
            if state.decision.side == CHANCE:
                assert sum(share for _, share in rules.outcomes(state)) == pytest.approx(1)


@each_rule_set
def test_the_odds_on_a_copy_equal_the_results_of_all_rolls(ident: str) -> None:
    _, rules = open_copy(ident)
    play = PLAY.get(rules.spec.game.game) or make_play(rules)
    checked = 0
    for states in collect_positions(rules, 4, 4).values():
        for state in states:
            for event in islice(rules.legal(state), 30):
                if checked < 60 and rules.odds(state, event) is not None:
                    check_odds_by_all_rolls(rules, play, state, event)
                    checked += 1
    assert checked > 5
