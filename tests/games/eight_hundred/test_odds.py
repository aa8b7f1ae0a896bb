"""The odds of attacks and grenades against every roll, played out."""

from collections import Counter
from typing import Any

import pytest

from senpu.notation.events import Attack, Event, Word
from senpu.replay.core.rules import AnyRules, Effects, Rules
from senpu.replay.games.eight_hundred.results import REROLL
from senpu.replay.games.eight_hundred.state import CHINA, EightHundredState
from tests.games.eight_hundred.positions import BATTLES, BONSAI, battles, bonsai, ruleset
from tests.games.odds_laws import (
    PlayedCase,
    PlayFunctions,
    check_merged_outcomes,
    check_odds_by_all_rolls,
    check_odds_by_random_rolls,
)
from tests.games.random_play import collect_positions
from tests.games.tables import event_of

every_edition = pytest.mark.parametrize("ident", [BONSAI, BATTLES])


def answer(
    rules: Rules[Any, EightHundredState], state: EightHundredState, case: PlayedCase
) -> Event:
    """Return a re-roll for each miss."""
    assert state.decision
    assert state.decision.kind == "reroll", case
    return REROLL


def make_play(rules: AnyRules) -> PlayFunctions:
    """Return the functions that play out the attacks of a rule set."""

    def result(
        start: EightHundredState,
        before: EightHundredState,
        effects: Effects,
        after: EightHundredState,
    ) -> str:
        """Return the units hit: units that retreat and units that lost a step."""
        del start
        if not any(each.kind == "roll" for each in effects):
            return ""
        hurt = {k for each in effects if each.kind in ("reduced", "eliminated") for k in each.units}
        if after.decision and after.decision.kind == "retreat":
            hurt |= set(after.decision.units)
        if not hurt:
            return "" if after.decision and after.decision.kind == "reroll" else "miss"
        assert before.fight
        named = rules.context.tables.list_ids(before.fight.targets)
        return "+".join(unit for unit in named if unit in hurt)

    return PlayFunctions(answer, result)


PLAY = make_play(ruleset(BONSAI))


def rolls_dice(event: Event) -> bool:
    return isinstance(event, Attack) or (
        isinstance(event, Word) and event.word in ("grenade", "reroll")
    )


SELDOM = ("D i1 i2- t1 x1 c1", "D x1 c1 | E k1 | F h1 g1-")
"""Grenades, and units that Xie commands, against several."""


@every_edition
def test_odds_equal_the_results_of_all_rolls(ident: str) -> None:
    rules, table = ruleset(ident), bonsai if ident == BONSAI else battles
    tried: Counter[str] = Counter()
    asked = collect_positions(rules, games=8, each=10, seed=60)
    asked["act"] += [table(plan, turn=5, mover=CHINA).state for plan in SELDOM]
    for kind, states in asked.items():
        for state in states:
            for event in rules.legal(state):
                if not rolls_dice(event):
                    assert rules.odds(state, event) is None
                    continue
                odds = check_odds_by_all_rolls(rules, PLAY, state, event)
                if odds.terms:
                    assert odds.need == sum(term.number for term in odds.terms)
                targets = "several" if len(odds.results) > 2 else "one"
                tried[event.word if isinstance(event, Word) else kind] += 1
                tried[targets] += 1
                tried["commanded"] += bool(getattr(event, "payer", ()))
    assert tried["act"] > 20
    assert min(tried[what] for what in ("grenade", "reroll", "several", "one", "commanded")) > 0
    assert (tried["second"] > 0) == (ident == BATTLES)


ATTACKS = [
    (bonsai("B g1 | D c1"), "g1*D.c1"),
    (battles("E i1 i2 | G c1"), "i1+i2*G.c1"),
    (bonsai("D h1 | F c1 c2- x1", turn=4), "h1*F"),
    (bonsai("D i1 i2- g1 | D c1", mover=CHINA), "grenade D"),
]


@pytest.mark.parametrize("number", range(len(ATTACKS)))
def test_odds_agree_with_many_random_rolls(number: int) -> None:
    table, text = ATTACKS[number]
    check_odds_by_random_rolls(
        table.rules, PLAY, table.state, event_of(text), rolls=2000, seed=number
    )


def test_a_second_roll_is_one_roll() -> None:
    table = bonsai("B g1 | D c1").play("g1*D.c1", "[1 1]")
    assert table.odds("reroll").results == (("c1", 21 / 36), ("miss", 15 / 36))
    assert bonsai("B g1 | D c1").odds("g1*D.c1").assumptions == ("rolls_again",)


def test_a_machine_gun_needs_seven_twice() -> None:
    odds = bonsai("B g1 | D c1").odds("g1*D.c1")
    assert odds.results == (("c1", 21 * (36 + 15) / 1296), ("miss", 15 * 15 / 1296))
    assert [(term.label, term.number, term.rule) for term in odds.terms] == [
        ("defence", 7, "8.2-3"), ("again", 0, "9.2")
    ]  # fmt: skip


def test_one_roll_may_hit_some_of_several() -> None:
    odds = bonsai("B m1 | D c1 c2-", turn=2).odds("m1*D")
    assert odds.results == (("c2", 5 / 36), ("c1+c2", 21 / 36), ("miss", 10 / 36))
    assert odds.need == 6


def test_odds_list_the_parts_of_the_number_and_their_rules() -> None:
    odds = battles("E i1 i2 | G c1").odds("i1+i2*G.c1")
    terms = [(term.label, term.number, term.rule) for term in odds.terms]
    assert terms == [("defence", 7, "3.2-4"), ("cover", 2, "3.2-11"), ("several", -1, "3.2-9")]
    assert odds.provenance == "placeholder"


def test_two_tanks_miss_a_reduced_unit_with_two_ones_only() -> None:
    odds = bonsai("B t1 t2 | D c1-", turn=4).odds("t1+t2*D.c1")
    assert odds.results == (("c1", 35 / 36), ("miss", 1 / 36))


@every_edition
def test_merged_outcomes_equal_all_rolls(ident: str) -> None:
    rules = ruleset(ident)
    for kind, states in collect_positions(rules, games=4, each=6).items():
        for state in states if kind in ("dice", "initiative") else ():
            check_merged_outcomes(rules, state)
