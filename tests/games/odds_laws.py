"""Laws of the odds of each game: they equal the results of attacks that are played out.

Attacks are played out with each roll of each die, and with many random rolls.
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
from senpu.replay.core.rules import AnyRules, Effects
from senpu.replay.core.states import CHANCE

State = Any
SIGMAS = 4.5
"""The accepted deviation of a share of many rolls; chance exceeds it once in 150,000 times."""


class PlayedCase(NamedTuple):
    """The decisions between an attack and its result; without a label, as the odds assume."""

    attack: Event
    label: str = ""
    card: str = ""


class PlayFunctions(NamedTuple):
    """The functions that play out the attacks of a game."""

    answer: Callable[[AnyRules, State, PlayedCase], Event]
    """Return the answer of a side in a case."""
    result: Callable[[State, State, Effects, State], str]
    """Return the result by the names of the odds, or '' without one yet.

    The arguments are the state at the attack, the state before, the effects and the state after."""


def list_labels(odds: Odds | None) -> set[str]:
    """Return the labels of some odds in the texts of the game."""
    if odds is None:
        return set()
    named = {term.label for term in odds.terms} | {case.label for case in odds.cases}
    return named | set(odds.assumptions)


def list_probabilities(probabilities: Iterable[tuple[str, float]]) -> dict[str, float]:
    """Return the results with a positive probability."""
    return {what: probability for what, probability in probabilities if probability}


def played_out(
    rules: AnyRules, game: PlayFunctions, state: State, case: PlayedCase
) -> dict[str, float]:
    """Return the probabilities of the results of an attack over all rolls.

    Equal positions are merged.
    """
    found: Counter[str] = Counter()
    open_yet: dict[State, float] = {}

    def step(before: State, event: Event, probability: float, onward: dict[State, float]) -> None:
        after, effects = rules.apply(before, event)
        if result := game.result(state, before, effects, after):
            found[result] += probability  # type: ignore[assignment]
        else:
            onward[after] = onward.get(after, 0.0) + probability

    step(state, case.attack, 1.0, open_yet)
    while open_yet:
        onward: dict[State, float] = {}
        for position, probability in open_yet.items():
            every = list(answers(rules, game, position, case))
            for event in every:
                step(position, event, probability / len(every), onward)
        open_yet = onward
    return dict(found)


def answers(
    rules: AnyRules, game: PlayFunctions, state: State, case: PlayedCase
) -> Iterator[Event]:
    """Yield all rolls for a decision of chance, otherwise the answer of the case."""
    assert state.decision is not None, "an attack has a result"
    if state.decision.side == CHANCE:
        yield from rules.legal(state)
    else:
        yield rules.canon(state, game.answer(rules, state, case))


def check_odds_by_all_rolls(
    rules: AnyRules, game: PlayFunctions, state: State, event: Event
) -> Odds:
    """Check the odds of an attack and of its cases against all rolls, and return them."""
    odds = rules.odds(state, event)
    text = format_event(event)
    assert odds is not None, text
    _agree(
        odds.results, odds.success, odds.failures, played_out(rules, game, state, PlayedCase(event))
    )
    for case in odds.cases:
        for card in case.cards or ("",):
            played = played_out(rules, game, state, PlayedCase(event, case.label, card))
            _agree(case.results, case.success, odds.failures, played)
    return odds


def _agree(
    results: Results, success: float, failures: tuple[str, ...], played: dict[str, float]
) -> None:
    assert sum(probability for _, probability in results) == pytest.approx(1, abs=1e-9)
    assert len({what for what, _ in results}) == len(results), "each result is listed once"
    assert list_probabilities(results) == pytest.approx(played, abs=1e-9)
    succeeded = sum(probability for what, probability in played.items() if what not in failures)
    assert success == pytest.approx(succeeded, abs=1e-9)


def check_odds_by_random_rolls(
    rules: AnyRules, game: PlayFunctions, state: State, event: Event, rolls: int, seed: int
) -> None:
    """Check the odds of an attack against random rolls."""
    random, found = Random(seed), Counter[str]()
    odds = rules.odds(state, event)
    assert odds is not None
    for _ in range(rolls):
        found[_play_at_random(rules, game, state, PlayedCase(event), random)] += 1
    assert found.keys() <= list_probabilities(odds.results).keys()
    for what, probability in odds.results:
        off = SIGMAS * sqrt(probability * (1 - probability) / rolls)
        assert found[what] / rolls == pytest.approx(probability, abs=off + 1e-9), (what, seed)


def _play_at_random(
    rules: AnyRules, game: PlayFunctions, state: State, case: PlayedCase, random: Random
) -> str:
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


def check_merged_outcomes(rules: AnyRules, state: State) -> None:
    """Check that the merged outcomes lead to the positions of all rolls, equally often."""
    merged: Counter[str] = Counter()
    for event, probability in rules.outcomes(state):
        assert rules.canon(state, event) == event
        merged[rules.key(rules.apply(state, event)[0])] += probability  # type: ignore[assignment]
    every = list(rules.legal(state))
    full = Counter(rules.key(rules.apply(state, event)[0]) for event in every)
    assert dict(merged) == pytest.approx(
        {key: count / len(every) for key, count in full.items()}, abs=1e-9
    )
