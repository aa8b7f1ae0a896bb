"""The odds of attacks and grenades against every roll, played out."""

from collections import Counter
from fractions import Fraction

import pytest

from notation.events import Attack, Event, Word
from replay.games.eight_hundred.results import REROLL
from replay.games.eight_hundred.rules import EightHundred
from replay.games.eight_hundred.state import CHINA, State
from replay.rules import Happening
from replay.settle import play
from tests.games.eight_hundred.positions import BATTLES, BONSAI, battles, bonsai, ruleset
from tests.games.random_play import positions_by_question

every_edition = pytest.mark.parametrize("ident", [BONSAI, BATTLES])


def played_out(rules: EightHundred, state: State, chance: Fraction) -> Counter[str]:
    """The chance of each result of a position that waits for dice, misses rolled again."""
    found: Counter[str] = Counter()
    every = list(rules.legal(state))
    for roll in every:
        told: list[Happening] = []
        after = play(rules, state, roll, told)
        if after.ask and after.ask.kind == "reroll":
            found += played_out(rules, play(rules, after, REROLL, []), chance / len(every))
        else:
            found["+".join(told[0].units) or "miss"] += chance / len(every)  # type: ignore[assignment]
    return found


def is_attack(event: Event) -> bool:
    return isinstance(event, Attack) or (isinstance(event, Word) and event.word == "grenade")


@every_edition
def test_odds_are_what_all_rolls_come_to(ident: str) -> None:
    rules = ruleset(ident)
    tried: Counter[str] = Counter()
    for kind, states in positions_by_question(rules, games=10, each=12, seed=60).items():
        for state in states:
            for event in rules.legal(state):
                odds = rules.odds(state, event)
                assert (odds is not None) == (is_attack(event) and kind in ("act", "second"))
                if odds is None:
                    continue
                found = played_out(rules, play(rules, state, event, []), Fraction(1))
                assert sum(found.values()) == 1
                results = {what: chance for what, chance in odds.results if chance}
                assert results == {what: float(chance) for what, chance in found.items()}
                assert odds.success == pytest.approx(1 - float(found["miss"]))
                assert odds.need == sum(term.number for term in odds.terms)
                tried[kind if isinstance(event, Attack) else "grenade"] += 1
    assert tried["act"] > 20
    assert tried["grenade"] > 0
    assert (tried["second"] > 0) == (ident == BATTLES)


def test_a_machine_gun_needs_seven_twice() -> None:
    odds = bonsai("B g1 | D c1").odds("g1*D.c1")
    assert odds.results == (("c1", 21 * (36 + 15) / 1296), ("miss", 15 * 15 / 1296))
    assert [(term.what, term.number, term.rule) for term in odds.terms] == [
        ("defence", 7, "8.2-3"), ("again", 0, "9.2")
    ]  # fmt: skip


def test_one_roll_may_hit_some_of_several() -> None:
    odds = bonsai("B m1 | D c1 c2-", turn=2).odds("m1*D")
    assert odds.results == (("c2", 5 / 36), ("c1+c2", 21 / 36), ("miss", 10 / 36))
    assert odds.need == 6


def test_odds_say_how_the_number_comes_about_and_by_which_rules() -> None:
    odds = battles("E i1 i2 | G c1").odds("i1+i2*G.c1")
    terms = [(term.what, term.number, term.rule) for term in odds.terms]
    assert terms == [("defence", 7, "3.2-4"), ("cover", 2, "3.2-11"), ("several", -1, "3.2-9")]
    assert odds.standing == "placeholder"


def test_two_tanks_miss_a_reduced_unit_with_two_ones_only() -> None:
    odds = bonsai("B t1 t2 | D c1-", turn=4).odds("t1+t2*D.c1")
    assert odds.results == (("c1", 35 / 36), ("miss", 1 / 36))


@every_edition
def test_chance_outcomes_stand_for_all_rolls(ident: str) -> None:
    rules = ruleset(ident)
    for kind, states in positions_by_question(rules, games=4, each=6).items():
        if kind not in ("dice", "initiative"):
            continue
        for state in states:
            merged: Counter[str] = Counter()
            for event, chance in rules.outcomes(state):
                merged[rules.key(play(rules, state, event, []))] += chance  # type: ignore[assignment]
            every = list(rules.legal(state))
            full = Counter(rules.key(play(rules, state, event, [])) for event in every)
            assert merged.keys() == full.keys()
            for key, count in full.items():
                assert merged[key] == pytest.approx(count / len(every))


def test_worth_is_the_verdict_when_there_is_one() -> None:
    table = bonsai("A i1 | J c1 c2", turn=6, mover=CHINA).play("pass", "pass")
    assert table.rules.worth(table.state, CHINA) == 1000 == -table.rules.worth(table.state, "japan")
