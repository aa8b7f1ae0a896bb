"""Win probabilities of the public API: at once from the value, and by playouts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from senpu.replay.analysis.executors import open_executor
from senpu.replay.analysis.joint_estimate import JointEstimate, estimate_position, list_methods
from senpu.replay.analysis.players import find_player
from senpu.replay.analysis.playouts import PlayoutMethod, PlayoutStart, get_rules_source
from senpu.replay.analysis.value import open_value
from senpu.replay.core.narration import Narrator
from senpu.tui.render.estimate_report import WinReport, list_warnings

if TYPE_CHECKING:
    from senpu.replay.core.rules import AnyRules
    from senpu.replay.core.states import State


class WinProbability(msgspec.Struct, frozen=True):
    """The win probability of a position (`spec/en/reference/win-probability.md`).

    Example:
        >>> import senpu
        >>> found = senpu.read("game.senpu").at("T3").win_probability()
        >>> sorted(found.sides), round(sum(found.sides.values()), 9), found.playouts
        (['china', 'japan'], 1.0, 0)
    """

    sides: Mapping[str, float]
    """The probability of each side by its id, from 0 to 1. A draw counts half, so the sum is 1."""
    intervals: Mapping[str, tuple[float, float]]
    """The 95% confidence interval of each side; without playouts, both ends are the probability."""
    playouts: int
    """The number of playouts; 0 for the value of the position or the result of a game."""
    is_unsettled: bool
    """True if two methods disagree beyond their errors: an interval is only a range of answers."""
    margin: float | None
    """The expected count at the end, compared with the number that `margin_side` needs.

    It is from the value of the position; None in games that are not graded by a count."""
    margin_side: str
    """The id of the side whose count it is; empty if there is none."""
    warnings: tuple[str, ...]
    """Sentences: the limits of the value, such as training on other data. Empty if none is known,
    or if the game is over."""


def estimate_win_probability(
    rules: AnyRules, state: State, narrator: Narrator, estimate: JointEstimate | None = None
) -> WinProbability:
    """Return the win probability of a position, from its value or from playouts.

    Args:
        rules: The rule set.
        state: The position.
        narrator: The language of the warnings.
        estimate: The estimate from playouts, if there is one.
    """
    value = open_value(rules)
    share = value.win_probability(state)
    low, high = (share, share) if estimate is None else estimate.interval
    mean = share if estimate is None else estimate.mean
    first, second = (side.id for side in rules.spec.sides)
    margin = value.expect_margin(state) if state.outcome is None else None
    report = WinReport(rules, state, value, share, estimate)
    return WinProbability(
        sides={first: mean, second: 1 - mean},
        intervals={first: (low, high), second: (1 - high, 1 - low)},
        playouts=0 if estimate is None else estimate.games,
        is_unsettled=estimate is not None and estimate.is_unsettled,
        margin=margin,
        margin_side="" if margin is None else rules.score_tally[0],
        warnings=() if state.outcome is not None else tuple(list_warnings(report, narrator)),
    )


def play_out(
    rules: AnyRules, start: PlayoutStart, playouts: int, program: str, seed: int, jobs: int
) -> JointEstimate:
    """Return the estimate from playouts of a position of a game that is not over.

    Raises:
        UnknownPlayerError: No program has the name.
        ExecutorError: A worker was lost.
    """
    find_player(program)
    named = rules.spec.data_file
    ground = get_rules_source(rules, None, Path(named) if named else None)
    method = PlayoutMethod(program, playouts, seed, measure="wins")
    methods = list_methods(rules, method)
    with open_executor(jobs=jobs) as executor:
        return estimate_position(ground, start, methods, executor, jobs)
