"""What must hold of the odds of every game: they are what playing an attack out comes to, by every
roll of every die, and by many rolls at random.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from math import sqrt
from random import Random
from typing import Any, NamedTuple

import pytest

from senpu.notation.events import Event
from senpu.notation.writer import format_event
from senpu.replay.core.odds import Odds, Results
from senpu.replay.core.rules import CHANCE, AnyRules, Effects

State = Any
SIGMAS = 4.5
"""How far a share of many rolls may lie off: so far it does once in 150,000 times."""


class Case(NamedTuple):
    """What is decided between an attack and its result: as the odds take it, if it says nothing."""

    attack: Event
    label: str = ""
    card: str = ""


class Play(NamedTuple):
    """How a game's attacks are played out."""

    answer: Callable[[AnyRules, State, Case], Event]
    """What a side answers, as a case has it."""
    result: Callable[[State, State, Effects, State], str]
    """(at the attack, before, told, after): the result, as odds name it, once there is one; seen
    by what became of the units, as far as that can be seen."""


def labels_of(odds: Odds | None) -> set[str]:
    """The labels of the game's texts that say what is in some odds."""
    if odds is None:
        return set()
    named = {term.label for term in odds.terms} | {case.label for case in odds.cases}
    return named | set(odds.assumptions)


def chances_of(chances: Iterable[tuple[str, float]]) -> dict[str, float]:
    return {what: chance for what, chance in chances if chance}


def played_out(rules: AnyRules, game: Play, state: State, case: Case) -> dict[str, float]:
    """The results of an attack and their chances, over every roll. Positions that are the same are
    gone on with once.
    """
    found: Counter[str] = Counter()
    open_yet: dict[State, float] = {}

    def step(before: State, event: Event, chance: float, onward: dict[State, float]) -> None:
        after, effects = rules.apply(before, event)
        if result := game.result(state, before, effects, after):
            found[result] += chance  # type: ignore[assignment]
        else:
            onward[after] = onward.get(after, 0.0) + chance

    step(state, case.attack, 1.0, open_yet)
    while open_yet:
        onward: dict[State, float] = {}
        for position, chance in open_yet.items():
            every = list(answers(rules, game, position, case))
            for event in every:
                step(position, event, chance / len(every), onward)
        open_yet = onward
    return dict(found)


def answers(rules: AnyRules, game: Play, state: State, case: Case) -> Iterator[Event]:
    """Every roll, where chance is asked; else what the case has somebody answer."""
    assert state.decision is not None, "an attack comes to a result"
    if state.decision.side == CHANCE:
        yield from rules.legal(state)
    else:
        yield rules.canon(state, game.answer(rules, state, case))


def odds_are_what_all_rolls_come_to(
    rules: AnyRules, game: Play, state: State, event: Event
) -> Odds:
    """The odds of an attack and of each of its cases, against every roll."""
    odds = rules.odds(state, event)
    said = format_event(event)
    assert odds is not None, said
    _agree(odds.results, odds.success, odds.failures, played_out(rules, game, state, Case(event)))
    for case in odds.cases:
        for card in case.cards or ("",):
            played = played_out(rules, game, state, Case(event, case.label, card))
            _agree(case.results, case.success, odds.failures, played)
    return odds


def _agree(
    results: Results, success: float, failures: tuple[str, ...], played: dict[str, float]
) -> None:
    assert sum(chance for _, chance in results) == pytest.approx(1, abs=1e-9)
    assert len({what for what, _ in results}) == len(results), "each result stands once"
    assert chances_of(results) == pytest.approx(played, abs=1e-9)
    good = sum(chance for what, chance in played.items() if what not in failures)
    assert success == pytest.approx(good, abs=1e-9)


def odds_are_what_many_rolls_come_to(
    rules: AnyRules, game: Play, state: State, event: Event, rolls: int, seed: int
) -> None:
    """The odds of an attack against dice that a program rolls."""
    random, found = Random(seed), Counter[str]()
    odds = rules.odds(state, event)
    assert odds is not None
    for _ in range(rolls):
        found[_rolled(rules, game, state, Case(event), random)] += 1
    assert found.keys() <= chances_of(odds.results).keys()
    for what, chance in odds.results:
        off = SIGMAS * sqrt(chance * (1 - chance) / rolls)
        assert found[what] / rolls == pytest.approx(chance, abs=off + 1e-9), (what, seed)


def _rolled(rules: AnyRules, game: Play, state: State, case: Case, random: Random) -> str:
    position, event = state, case.attack
    while True:
        after, effects = rules.apply(position, event)
        if result := game.result(state, position, effects, after):
            return result
        assert after.decision is not None
        if after.decision.side == CHANCE:
            event = rules.sample(after, random)
        else:
            event = game.answer(rules, after, case)
        position = after


def outcomes_stand_for_all(rules: AnyRules, state: State) -> None:
    """The outcomes that stand for all rolls lead to the same positions, as often."""
    merged: Counter[str] = Counter()
    for event, chance in rules.outcomes(state):
        assert rules.canon(state, event) == event
        merged[rules.key(rules.apply(state, event)[0])] += chance  # type: ignore[assignment]
    every = list(rules.legal(state))
    full = Counter(rules.key(rules.apply(state, event)[0]) for event in every)
    assert dict(merged) == pytest.approx(
        {key: count / len(every) for key, count in full.items()}, abs=1e-9
    )
