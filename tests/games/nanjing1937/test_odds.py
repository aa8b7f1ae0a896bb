"""The odds of attacks, against playing every roll and every answer out."""

from collections import Counter
from itertools import islice
from typing import Any

import pytest

from senpu.notation.events import Attack, Event, Word
from senpu.replay.core.rules import Effects, Rules
from senpu.replay.games.nanjing1937.state import LOST, NanjingState
from tests.games.nanjing1937.positions import fighting, ruleset
from tests.games.odds_laws import (
    PlayedCase,
    PlayFunctions,
    check_odds_by_all_rolls,
    check_odds_by_random_rolls,
)
from tests.games.random_play import collect_positions
from tests.games.tables import event_of

RESULTS = {
    "rollAElim": "A Elim", "rollAR": "AR", "rollEx": "Ex", "rollDR": "DR", "rollDElim": "D Elim",
}  # fmt: skip


def answer(rules: Rules[Any, NanjingState], state: NanjingState, case: PlayedCase) -> Event:
    """Chen Cheng stays out, unless the case has him defend."""
    assert state.decision
    assert state.decision.kind == "chen"
    return Word("chen" if case.label == "chen" else "no")


def result(start: NanjingState, before: NanjingState, effects: Effects, after: NanjingState) -> str:
    """Return the applied result of a roll; the removed units confirm it."""
    del start
    if not before.decision or before.decision.kind != "dice":
        return ""
    assert before.fight
    found = "Ex" if any(each.kind == "city" for each in effects) else RESULTS[effects[0].kind]
    removed = all(after.where[k] == LOST for k in before.fight.targets)
    assert removed == (found in ("Ex", "D Elim")) or found == "DR"
    return found


PLAY = PlayFunctions(answer, result)


OVER_MAJOR = "0105   g87\n0204     d3   d9"
OVER_RIVER = "0511  a1   .\n0611     d3"
SELDOM = (OVER_MAJOR, OVER_RIVER, "0404     a1\n0504   d3")
"""Attacks over rivers, into rough ground, and with all supports."""


def test_odds_equal_the_results_of_all_rolls() -> None:
    rules = ruleset()
    tried: Counter[str] = Counter()
    asked = collect_positions(rules, games=25, each=160)
    for state in (*asked["combat"], *(fighting(plan).state for plan in SELDOM)):
        for event in islice(rules.legal(state), 24):
            if not isinstance(event, Attack):
                assert rules.odds(state, event) is None
                continue
            odds = check_odds_by_all_rolls(rules, PLAY, state, event)
            after = rules.apply(state, event)[0]
            assert after.fight is not None
            assert sum(term.number for term in odds.terms) == after.fight.difference
            tried["chen"] += bool(odds.cases)
            tried["alone"] += not odds.cases
            tried["supported"] += bool(event.payer)
            tried["city"] += after.fight.place in rules.context.tables.city
            tried.update(term.label for term in odds.terms)
            tried[odds.column] += 1
    for state in asked["chen"]:
        for event in rules.legal(state):
            check_odds_by_all_rolls(rules, PLAY, state, event)
    columns = ("-2", "-1", "0", "+1", "+2", "+3", "+4")
    terms = ("ground", "river", "across_major", "air", "guns", "chen")
    wanted = ("chen", "alone", "supported", "city", *columns, *terms)
    assert min(tried[what] for what in wanted) > 0, tried


@pytest.mark.parametrize("text", ["d3*0304", "d3+d9*0304"])
def test_odds_agree_with_the_results_of_many_rolls(text: str) -> None:
    table = fighting("0303   .    a1   .\n0403     d3   d9")
    check_odds_by_random_rolls(
        table.rules, PLAY, table.state, event_of(text), rolls=2000, seed=len(text)
    )


def test_chen_cheng_is_a_case_of_its_own_while_china_may_use_him() -> None:
    odds = fighting("0303   .    a1   .\n0403     d3   d9").odds("d3*0304")
    assert odds.assumptions == ("no_chen",)
    (case,) = odds.cases
    assert case.label == "chen"
    assert case.success == pytest.approx(3 / 6)
    table = fighting("0303   .    a1   .\n0403     d3   d9").with_state(chen_used=True)
    assert (table.odds("d3*0304").assumptions, table.odds("d3*0304").cases) == ((), ())


def test_a_column_shows_every_result_with_its_chance() -> None:
    odds = fighting("0303   .    a1   .\n0403     d3   d9").odds("d3*0304")
    assert odds.column == "+1"
    assert odds.need == 3
    assert [(what, round(chance * 6)) for what, chance in odds.results] == [
        ("AR", 2), ("Ex", 1), ("DR", 3),
    ]  # fmt: skip


def test_odds_state_that_they_use_placeholders() -> None:
    odds = fighting("0303   .    a1   .\n0403     d3   d9").odds("d3*0304")
    assert odds.provenance == "placeholder"


def test_each_term_names_its_rule_and_its_unit_or_hex() -> None:
    plan = """
        0105   g87
        0204     d3   d9
        """
    terms = fighting(plan).odds("air/d3*0105").terms
    assert [(term.label, term.number, term.rule, term.unit) for term in terms] == [
        ("attacker", 3, "9.2.1", "d3"),
        ("across_major", -1, "9.3.3", "0204"),
        ("air", 1, "9.4.5", ""),
        ("defender", -2, "9.2.2", "g87"),
    ]
    river = fighting("0511  a1   .\n0611     d3").odds("d3*0511").terms
    assert [(term.label, term.number, term.rule) for term in river[-1:]] == [("river", -1, "9.3.2")]
    rough = fighting("0404     a1\n0504   d3").odds("d3*0404").terms
    assert (rough[-1].label, rough[-1].rule, rough[-1].unit) == ("ground", "9.3.1", "0404")


def test_chen_chengs_answer_has_the_provenance_of_the_attack() -> None:
    table = fighting("0303   .    a1   .\n0403     d3   d9")
    attack = table.odds("d3*0304")
    table.play("d3*0304")
    assert table.odds("no").provenance == table.odds("chen").provenance == attack.provenance
    assert table.odds("chen").success == attack.cases[0].success
    assert [(term.number, term.rule) for term in table.odds("chen").terms] == [(-1, "9.4.5")]
