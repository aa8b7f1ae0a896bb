"""Games from which a value is learned.

Two programs play each game, with values of the last generations. In half of the games some events
are random up to a random time, so that they lead to positions that good play avoids. After that
each side plays its best event one activation ahead, and only these positions count: their result is
the result of such play. In the other half a few events are random through the whole game.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from random import Random
from typing import NamedTuple

from senpu.replay.analysis.players import choose_best
from senpu.replay.analysis.playouts import MOST_EVENTS, RulesSource
from senpu.replay.analysis.value import PositionValue
from senpu.replay.core.features import Keys
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State
from senpu.spec.value_files import decode_value

NOISE = (0.0, 0.1, 0.3, 1.0)
"""The shares of random events of a side, up to the end of the noise."""
BEFORE, AFTER = 0.2, 0.95
"""The noise ends at a random time of the game: from this much before the start up to this time."""
SLIPS, HANDICAPS = (0.0, 0.03), (0.0, 0.1, 0.2, 0.3, 0.5)
"""The shares of random events of the two sides in games whose noise never ends. The side that wins
more has the handicap more often: so both win, and each learns from it."""
POSITIONS = 32
"""The largest number of positions that are learned from one game."""


class Sample(NamedTuple):
    """A position of a game, and how the game ended."""

    groups: tuple[Keys, ...]
    """The position as its features read it."""
    time: float
    score: float
    """The score of the first side at the end."""
    win: float
    """1 if the first side won, 0.5 for a draw."""


class GamesPiece(NamedTuple):
    """Some games of a generation, as a piece of work."""

    source: RulesSource
    files: tuple[bytes, ...]
    """The contents of files of values: each side of a game gets one of their networks."""
    seed: str
    numbers: range
    balance: float
    """The share of games without noise that the first side wins, by which it gets the handicap."""


def play_training_games(piece: GamesPiece) -> list[list[Sample]]:
    """Return the samples of some games; runs in a worker."""
    rules = piece.source.open()
    values = [value for content in piece.files for value in open_networks(rules, content)]
    return [
        play_training_game(rules, values, piece.balance, Random(f"{piece.seed}/{n}"))
        for n in piece.numbers
    ]


@lru_cache(16)
def open_networks(rules: AnyRules, content: bytes) -> list[PositionValue]:
    """Return the values by the networks of a file, kept for later pieces of work.

    Args:
        rules: The rule set.
        content: The content of the file; empty for the value before any training.

    Returns:
        The values.
    """
    if not content:
        return [PositionValue(rules, None)]
    file = decode_value(content, "")
    return [PositionValue(rules, file, number) for number in range(1, len(file.networks) + 1)]


def play_training_game(
    rules: AnyRules, values: list[PositionValue], balance: float, dice: Random
) -> list[Sample]:
    """Return the samples of one game."""
    slips = dice.random() < 0.5
    shares = [dice.choice(HANDICAPS), dice.choice(SLIPS)] if slips else dice.choices(NOISE, k=2)
    if dice.random() >= balance:
        shares.reverse()
    players = {
        side.id: (dice.choice(values), share)
        for side, share in zip(rules.spec.sides, shares, strict=True)
    }
    features = rules.features
    quiet_from = 2.0 if slips else dice.uniform(-BEFORE, AFTER)
    state, found = rules.first_position(), []
    for _ in range(MOST_EVENTS):
        decision = state.decision
        if decision is None:
            break
        if decision.side == CHANCE:
            event = rules.sample(state, dice)
        else:
            value, noise = players[decision.side]
            is_quiet = features.measure_time(state) >= quiet_from
            if (is_quiet or slips) and is_learned(rules, state):
                found.append(state)
            if not is_quiet and dice.random() < noise:
                event = rules.sample(state, dice)
            else:
                event = choose_best(rules, value, state, dice)
        state = rules.apply(state, event)[0]
    if state.outcome is None:
        return []
    return make_samples(values[0], dice.sample(found, min(POSITIONS, len(found))), state)


def is_learned(rules: AnyRules, state: State) -> bool:
    """Return whether values are learned from a position: a side begins an activation."""
    decision = state.decision
    return (
        decision is not None
        and decision.side != CHANCE
        and decision.kind not in rules.search_extensions
    )


def make_samples(value: PositionValue, states: Iterable[State], last: State) -> list[Sample]:
    """Return the samples of some positions of a game, which is over in its last one."""
    features = value.rules.features
    score, win = value.score_outcome(last), value.win_probability(last)
    return [
        Sample(tuple(features.read(each)), features.measure_time(each), score, win)
        for each in states
    ]
