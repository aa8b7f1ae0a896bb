"""A review over drawn data sets: the losses of errors, or the events of a position."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import NamedTuple

from senpu.notation.writer import format_event
from senpu.replay.analysis.playouts import PlayoutMethod
from senpu.replay.analysis.position_review import PositionReview
from senpu.replay.analysis.review import Review
from senpu.replay.analysis.uncertainty import (
    DrawnSets,
    DrawnStart,
    GameEnd,
    Outcomes,
    UncertaintyError,
    compute_set_spread,
    make_drawn_start,
    play_sets,
    score_end,
)
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import State
from senpu.replay.core.timeline import Timeline
from senpu.tui.jobs.review import ReviewRequest, make_ground, reveal_hands
from senpu.tui.render.uncertain_losses import UncertainEvent, UncertainEvents

LEAST = 10
"""The usual number of games on one data set."""
Progress = Callable[[int, int], None]
Ends = tuple[GameEnd, ...] | None


def count_games(asked: ReviewRequest) -> int:
    """Return the number of games from a position on one data set."""
    return asked.method.games or LEAST


class DrawnReview(NamedTuple):
    """The work of a review on drawn data sets."""

    asked: ReviewRequest
    timeline: Timeline
    sets: DrawnSets
    executor: Executor
    """The executor of the games."""
    jobs: int | None
    """The number of its workers."""
    progress: Progress
    """Called with the number of games played and of all games."""

    def measure_losses(self, found: Review) -> UncertainEvents:
        """Return the losses of the errors of a review; of suspected ones in the quick form.

        Raises:
            ExecutorError: A worker was lost.
        """
        rules, shown = self.timeline.rules, reveal_hands(self.timeline)
        errors = found.list_errors() if found.is_full else found.list_suspects()
        starts: list[DrawnStart] = []
        for each in errors:
            state = shown.get_full_position(each.number - 1).state
            seen, side = _view(rules, state, each.side)
            assert each.best is not None
            starts += [
                make_drawn_start(rules, seen, side, event)
                for event in (each.event, each.best.event)
            ]
        outcomes = self._play(starts)
        events = []
        for at, each in enumerate(errors):
            played, better = outcomes[2 * at : 2 * at + 2]
            losses = [
                _list_losses(*ends, each.side)
                for ends in zip(played.ends, better.ends, strict=True)
            ]
            assert each.best is not None
            events.append(
                _make_event(
                    self.sets, losses, each.number, each.side, format_event(each.event),
                    format_event(each.best.event),
                )
            )  # fmt: skip
        return UncertainEvents(self.sets, count_games(self.asked), tuple(events))

    def measure_options(self, found: PositionReview) -> UncertainEvents:
        """Return the win rates after the events of a reviewed position.

        Raises:
            ExecutorError: A worker was lost.
        """
        rules, state = self.timeline.rules, self.timeline.get_position(0).state
        seen, side = _view(rules, state, found.side)
        starts = [make_drawn_start(rules, seen, side, each.event) for each in found.options]
        outcomes = self._play(starts)
        events = []
        for option, each in zip(found.options, outcomes, strict=True):
            rates = [
                None if ends is None else [score_end(end, found.side) for end in ends]
                for ends in each.ends
            ]
            events.append(
                _make_event(self.sets, rates, 0, found.side, format_event(option.event), "")
            )
        return UncertainEvents(self.sets, count_games(self.asked), tuple(events))

    def _play(self, starts: Sequence[DrawnStart]) -> list[Outcomes]:
        """Return the ends of the games from some starts. Raises ExecutorError."""
        games = count_games(self.asked)
        method = PlayoutMethod(games=games, seed=self.asked.method.seed)
        work = [(start, method) for start in starts]
        ground = make_ground(self.asked, self.timeline)
        return play_sets(ground, self.sets, work, self.executor, self.jobs, self.progress)


def _view(rules: AnyRules, state: State, side: str) -> tuple[State, str]:
    """Return the view of a side, and the side; the whole position if nothing is hidden."""
    return (rules.view(state, side), side) if rules.has_hidden_parts else (state, "")


def _list_losses(played: Ends, better: Ends, side: str) -> list[float] | None:
    """Return the loss in each pair of games with the same random numbers."""
    if played is None or better is None:
        return None
    return [
        score_end(two, side) - score_end(one, side) for one, two in zip(played, better, strict=True)
    ]


def _make_event(
    sets: DrawnSets, results: Sequence[Sequence[float] | None], number: int, side: str, text: str,
    better: str,
) -> UncertainEvent:  # fmt: skip
    try:
        spread = compute_set_spread(sets, results, 1.0)
    except UncertaintyError:
        spread = None
    excluded = sum(each is None for each in results)
    return UncertainEvent(number, side, text, better, excluded, spread)
