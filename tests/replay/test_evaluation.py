"""Win probabilities by simulation: reproducible, independent of the partition, and correct."""

from collections.abc import Sequence
from concurrent.futures import Executor
from itertools import product
from math import comb
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import tests.toy_wager  # noqa: F401  (registers them)
from senpu.notation.events import Event, Word
from senpu.replay.analysis.confidence import GameResults
from senpu.replay.analysis.evaluation import (
    PlayoutMethod,
    PlayoutStart,
    count_results,
    get_rules_source,
    play_games,
    run_playouts,
)
from senpu.replay.analysis.executors import SerialExecutor, open_executor
from senpu.replay.analysis.players import UnknownPlayerError
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import Rules
from senpu.replay.core.states import CHANCE, State
from tests.toy_cards.worlds import twins
from tests.toy_wager.rules import THROW, TRY

WAGER: Rules[Any, State] = open_rules("wager/toy")
START = WAGER.start()
HIT = 2 / 3


def tallies(
    rules: Rules[Any, State],
    states: Sequence[State],
    method: PlayoutMethod,
    hands: Executor,
    jobs: int = 1,
) -> list[GameResults]:
    """Return the results of the games from each position, played together."""
    positions = [PlayoutStart(state) for state in states]
    every = run_playouts(get_rules_source(rules), positions, method, hands, jobs)
    return [count_results(rules, won) for won in every]


def play_events(rules: Rules[Any, State], events: Sequence[Event]) -> State:
    state = rules.start()
    for event in events:
        state = rules.apply(state, event)[0]
    return state


def exact(points: tuple[int, int], left: tuple[int, int]) -> float:
    """Return the win probability of North if both sides try to the end; a draw counts half."""

    def made(tries: int) -> list[float]:
        return [comb(tries, k) * HIT**k * (1 - HIT) ** (tries - k) for k in range(tries + 1)]

    return sum(
        p * q * (0.5 + 0.5 * ((points[0] + n > points[1] + s) - (points[0] + n < points[1] + s)))
        for (n, p), (s, q) in product(enumerate(made(left[0])), enumerate(made(left[1])))
    )


def test_the_chances_are_those_that_can_be_reckoned_by_hand() -> None:
    """`one-ply` always tries. The true chance lies within three and a half standard errors."""
    thrown = WAGER.apply(START, THROW)[0]
    method = PlayoutMethod("one-ply", 600)
    for state, points, left in ((START, (0, 0), (3, 3)), (thrown, (0, 1), (2, 3))):
        (found,) = tallies(WAGER, [state], method, SerialExecutor())
        assert (found.games, found.open) == (600, 0)
        share = (found.wins[0] + found.draws / 2) / found.games
        assert abs(share - exact(points, left)) < 3.5 * 0.5 / 600**0.5


def test_a_game_depends_on_its_number_and_position_alone() -> None:
    method = PlayoutMethod(games=25, seed=3)
    whole = play_games(WAGER, PlayoutStart(START), method, range(25))
    assert whole[7:12] == play_games(WAGER, PlayoutStart(START), method, range(7, 12))
    assert whole != play_games(WAGER, PlayoutStart(START), replace(method, seed=4), range(25))
    (found,) = run_playouts(
        get_rules_source(WAGER), [PlayoutStart(START)], method, SerialExecutor()
    )
    assert [*found] == whole
    later = replace(method, first=10, games=5)
    (found,) = run_playouts(get_rules_source(WAGER), [PlayoutStart(START)], later, SerialExecutor())
    assert [*found] == whole[10:15]


def test_the_result_does_not_depend_on_the_executor() -> None:
    states = [START, WAGER.apply(START, THROW)[0], WAGER.apply(START, TRY)[0]]
    method = PlayoutMethod(games=23)
    alone = tallies(WAGER, states, method, SerialExecutor())
    with open_executor(jobs=2) as hands:
        assert tallies(WAGER, states, method, hands, 2) == alone
    assert [each.games for each in alone] == [23, 23, 23]


def test_an_event_before_the_games_is_the_position_after_it() -> None:
    method = PlayoutMethod(games=20)
    before = play_games(WAGER, PlayoutStart(START, event=THROW), method, range(20))
    assert before == play_games(
        WAGER, PlayoutStart(WAGER.apply(START, THROW)[0]), method, range(20)
    )


def test_a_finished_game_is_not_continued() -> None:
    over = play_events(WAGER, [Word("stay")] * 5 + [THROW])
    (found,) = tallies(WAGER, [over], PlayoutMethod(), SerialExecutor())
    assert (found.games, found.wins, found.draws) == (1, (1, 0), 0)
    drawn = play_events(WAGER, [Word("stay")] * 6)
    (found,) = tallies(WAGER, [drawn], PlayoutMethod(), SerialExecutor())
    assert (found.games, found.wins, found.draws) == (1, (0, 0), 1)


def test_an_unfinished_game_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("senpu.replay.analysis.evaluation.MOST_EVENTS", 50)
    rules: Rules[Any, State] = open_rules("pendulum/toy")
    (found,) = tallies(rules, [rules.start()], PlayoutMethod(games=3), SerialExecutor())
    assert (found.games, found.open, found.ended) == (3, 3, 0)


def test_the_view_of_a_side_has_no_hidden_card() -> None:
    """Games with the same view of a side have the same win probability for it."""
    rules: Rules[Any, State] = open_rules("blind/toy")
    events: list[Event] = [Word("draw", ("#03+#04",)), Word("draw", ("#01+#05",))]
    states = [play_events(rules, game) for game in twins(events, "north")]
    assert len(states) > 3
    method = PlayoutMethod("random", 30)
    seen = {
        tuple(play_games(rules, PlayoutStart(state, "north"), method, range(30)))
        for state in states
    }
    everything = {
        count_results(rules, play_games(rules, PlayoutStart(state), method, range(30)))
        for state in states
    }
    assert len(seen) == 1 < len(everything)


def test_an_unknown_program_is_reported_at_once() -> None:
    with pytest.raises(UnknownPlayerError):
        tallies(WAGER, [START], PlayoutMethod("deep"), SerialExecutor())


def test_the_rules_are_opened_again_elsewhere_as_they_are() -> None:
    rules: Rules[Any, State] = open_rules("800/bonsai-2021", ("cover-at-two",))
    again = get_rules_source(rules).open()
    assert again.spec.id == rules.spec.id
    assert again.spec.options == rules.spec.options
    assert again.spec.values.digest() == rules.spec.values.digest()
    state, dice = again.start(), Random(1)
    while state.decision is not None and state.decision.side != CHANCE:
        state = again.apply(state, again.sample(state, dice))[0]
    assert state.decision is not None
