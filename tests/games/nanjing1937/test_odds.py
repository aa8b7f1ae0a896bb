"""The odds of attacks, against playing every roll and every answer out."""

from collections import Counter

import pytest

from notation.events import Attack, Word
from replay.games.nanjing1937.rules import Nanjing
from replay.games.nanjing1937.state import LOST, State
from replay.rules import Happening
from replay.settle import play
from tests.games.nanjing1937.positions import fighting, ruleset
from tests.games.random_play import positions_by_question

RESULTS = {
    "rollAElim": "A Elim", "rollAR": "AR", "rollEx": "Ex", "rollDR": "DR", "rollDElim": "D Elim",
}  # fmt: skip


def played_out(rules: Nanjing, state: State, event: Attack) -> Counter[str]:
    """The results of all six rolls of an attack in which Chen Cheng does not defend."""
    found: Counter[str] = Counter()
    declared = play(rules, state, event, [])
    if declared.ask and declared.ask.kind == "chen":
        declared = play(rules, declared, Word("no"), [])
    for roll in rules.legal(declared):
        told: list[Happening] = []
        after = play(rules, declared, roll, told)
        result = RESULTS[told[0].kind]
        if any(each.kind == "city" for each in told):
            result = "Ex"
        found[result] += 1
        fight = declared.fight
        assert fight is not None
        gone = all(after.where[k] == LOST for k in fight.targets)
        assert gone == (result in ("Ex", "D Elim")) or result == "DR"
    return found


def test_odds_are_what_playing_every_roll_out_comes_to() -> None:
    rules = ruleset()
    compared = 0
    for state in positions_by_question(rules, games=40, each=300)["combat"]:
        for event in rules.legal(state):
            odds = rules.odds(state, event)
            if not isinstance(event, Attack):
                assert odds is None
                continue
            compared += 1
            assert odds is not None
            played = played_out(rules, state, event)
            assert dict(odds.results) == {what: count / 6 for what, count in played.items()}
            successes = sum(count for what, count in played.items() if what not in odds.failures)
            assert odds.success == pytest.approx(successes / 6)
            after = play(rules, state, event, [])
            assert after.fight is not None
            assert sum(term.number for term in odds.terms) == after.fight.difference
    assert compared > 100


def test_a_column_shows_every_result_with_its_chance() -> None:
    odds = fighting("0303   .    a1   .\n0403     d3   d9").odds("d3*0304")
    assert odds.column == "+1"
    assert odds.need == 3
    assert [(what, round(chance * 6)) for what, chance in odds.results] == [
        ("AR", 2), ("Ex", 1), ("DR", 3),
    ]  # fmt: skip


def test_odds_say_that_they_rest_on_placeholders() -> None:
    odds = fighting("0303   .    a1   .\n0403     d3   d9").odds("d3*0304")
    assert odds.standing == "placeholder"


def test_each_term_names_its_rule_and_its_unit_or_hex() -> None:
    plan = """
        0105   g87
        0204     d3   d9
        """
    terms = fighting(plan).odds("air/d3*0105").terms
    assert [(term.what, term.number, term.rule, term.unit) for term in terms] == [
        ("attacker", 3, "9.2.1", "d3"),
        ("across_major", -1, "9.3.3", "0204"),
        ("air", 1, "9.4.5", ""),
        ("defender", -2, "9.2.2", "g87"),
    ]
    river = fighting("0511  a1   .\n0611     d3").odds("d3*0511").terms
    assert [(term.what, term.number, term.rule) for term in river[-1:]] == [("river", -1, "9.3.2")]
    rough = fighting("0404     a1\n0504   d3").odds("d3*0404").terms
    assert (rough[-1].what, rough[-1].rule, rough[-1].unit) == ("ground", "9.3.1", "0404")
