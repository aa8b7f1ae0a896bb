"""Win probabilities by simulation: reproducible, independent of the partition, and correct."""

from collections.abc import Sequence
from itertools import product
from math import comb
from random import Random
from statistics import mean, pstdev
from typing import Any

import pytest
from msgspec.structs import replace

import tests.toy  # noqa: F401
import tests.toy_wager  # noqa: F401  (registers them)
from senpu.notation.events import Event, Word
from senpu.replay.analysis import playouts
from senpu.replay.analysis.executors import open_executor
from senpu.replay.analysis.players import UnknownPlayerError
from senpu.replay.analysis.playouts import (
    Playout,
    PlayoutMethod,
    PlayoutStart,
    finish_games,
    get_rules_source,
    play_games,
    run_playouts,
)
from senpu.replay.analysis.value import PositionValue
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import Rules
from senpu.replay.core.states import CHANCE, State
from senpu.replay.core.states import State as AnyState
from tests.toy_cards.worlds import twins
from tests.toy_wager.rules import THROW, TRY
from tests.toy_wager.rules import State as WagerState

WAGER: Rules[Any, State] = open_rules("wager/toy")
START = WAGER.start()
HIT = 2 / 3


RANDOM = PlayoutMethod("random", 23, seed=3, horizon=0)


def run(
    rules: Rules[Any, State], states: Sequence[State], method: PlayoutMethod, jobs: int = 1
) -> list[tuple[float, ...]]:
    """Return the scores of the playouts from each position."""
    positions = [PlayoutStart(state) for state in states]
    with open_executor(jobs=jobs) as hands:
        return [*run_playouts(get_rules_source(rules), positions, method, hands, jobs)]


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


class ToyValue(PositionValue):
    """A value for Wager: the exact score, a constant, or nonsense."""

    def __init__(self, kind: str) -> None:
        self.kind, self.first = kind, "north"

    def score(self, state: AnyState) -> float:
        assert isinstance(state, WagerState)
        if state.outcome is not None:
            return {"north": 1.0, "south": 0.0}.get(state.outcome.winner, 0.5)
        if self.kind == "nonsense":
            return Random(f"{state.points} {state.acts}").uniform(-9, 9)
        acts = state.acts
        return exact(state.points, (3 - (acts + 1) // 2, 3 - acts // 2)) if self.kind else 0.5


def try_always(rules: Rules[Any, State], state: State, dice: Random) -> Event:
    del dice
    return TRY if TRY in rules.legal(state) else Word("stay")


@pytest.mark.parametrize("kind", ["exact", "", "nonsense"])
def test_corrected_scores_have_the_true_mean_whatever_the_value_is(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rules of Wager let a side stop only when it leads by three: that decides the game."""
    monkeypatch.setattr(playouts, "open_value", lambda *_: ToyValue(kind))
    monkeypatch.setattr(playouts, "find_player", lambda *_: try_always)
    thrown = WAGER.apply(START, THROW)[0]
    for state, points, left in ((START, (0, 0), (3, 3)), (thrown, (0, 1), (2, 3))):
        ((*scores,),) = run(WAGER, [state], PlayoutMethod("try", 400, horizon=0))
        deviation = pstdev(scores)
        plain = [each.outcome.winner for each in finish_games(
            WAGER, PlayoutStart(state), PlayoutMethod("try"), range(400)
        ) if each.outcome]  # fmt: skip
        won = [{"north": 1.0, "south": 0.0}.get(winner, 0.5) for winner in plain]
        assert abs(mean(scores) - exact(points, left)) < 3.5 * deviation / 20 + 1e-9
        if kind == "exact":
            assert deviation < 1e-9 < pstdev(won)
        if not kind:
            assert pstdev(scores) < pstdev(won)  # the last roll alone is corrected


def test_a_game_depends_on_its_number_and_position_alone() -> None:
    start, method = PlayoutStart(START), replace(RANDOM, games=25)
    whole = play_games(WAGER, start, method, range(25))
    assert whole[7:12] == play_games(WAGER, start, method, range(7, 12))
    assert whole != play_games(WAGER, start, replace(method, seed=4), range(25))
    assert run(WAGER, [START], method) == [tuple(whole)]
    later = replace(method, first=10, games=5)
    assert run(WAGER, [START], later) == [tuple(whole[10:15])]


def test_the_result_does_not_depend_on_the_executor() -> None:
    states = [START, WAGER.apply(START, THROW)[0], WAGER.apply(START, TRY)[0]]
    alone = run(WAGER, states, RANDOM)
    assert run(WAGER, states, RANDOM, 2) == alone
    assert [*map(len, alone)] == [23, 23, 23]


def test_an_event_before_the_games_is_the_position_after_it() -> None:
    before = play_games(WAGER, PlayoutStart(START, event=THROW), RANDOM, range(20))
    after = PlayoutStart(WAGER.apply(START, THROW)[0])
    assert before == play_games(WAGER, after, RANDOM, range(20))


def test_a_finished_game_is_not_continued() -> None:
    for last, score in ((THROW, 1.0), (Word("stay"), 0.5)):
        over = play_events(WAGER, [Word("stay")] * 5 + [last])
        assert run(WAGER, [over], RANDOM) == [(score,)]


@pytest.mark.parametrize("horizon", [1, 2])
def test_a_playout_ends_after_the_last_turn_of_its_horizon(horizon: int) -> None:
    rules: Rules[Any, State] = open_rules("800/bonsai-2021")
    start = rules.start()
    method = replace(RANDOM, horizon=horizon)
    for game in range(3):
        playout = Playout(rules, PlayoutStart(start), method, game)
        playout.play()
        assert playout.state.turn == start.turn + horizon
        before = Playout(rules, PlayoutStart(playout.state), method, game)
        before.play()
        assert before.state.turn == playout.state.turn + horizon


def test_an_unfinished_game_has_its_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playouts, "MOST_EVENTS", 50)
    rules: Rules[Any, State] = open_rules("pendulum/toy")
    (scores,) = run(rules, [rules.start()], replace(RANDOM, games=3))
    assert all(0 < score < 1 for score in scores)


def test_the_view_of_a_side_has_no_hidden_card() -> None:
    """Games with the same view of a side have the same win probability for it."""
    rules: Rules[Any, State] = open_rules("blind/toy")
    events: list[Event] = [Word("draw", ("#03+#04",)), Word("draw", ("#01+#05",))]
    states = [play_events(rules, game) for game in twins(events, "north")]
    assert len(states) > 3
    seen = {
        tuple(play_games(rules, PlayoutStart(state, "north"), RANDOM, range(30)))
        for state in states
    }
    everything = {
        tuple(play_games(rules, PlayoutStart(state), RANDOM, range(30))) for state in states
    }
    assert len(seen) == 1 < len(everything)


def test_an_unknown_program_is_reported_at_once() -> None:
    with pytest.raises(UnknownPlayerError):
        run(WAGER, [START], PlayoutMethod("deep"))


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
