"""The estimated win probability in the player: of the current position, and along the game.

It comes from playouts, which run only while the user wants them. This module decides which
positions are played out, and in which order.
"""

from collections import deque
from concurrent.futures import BrokenExecutor
from time import monotonic
from typing import TYPE_CHECKING

from senpu.replay.core.visible_positions import has_face_down_cards
from senpu.tui.screens.arrangement import count_win_probability_rows

if TYPE_CHECKING:
    from textual.worker import Worker

    from senpu.replay.analysis.confidence import GameResults
    from senpu.replay.analysis.playouts import RulesSource
    from senpu.replay.annotation.variations import AnyTimeline
    from senpu.tui.evaluator import EvaluationKey, Evaluator, PlayoutRequest
    from senpu.tui.screens.interfaces import Player
    from senpu.tui.widgets.win_probability_bar import WinProbabilityBar


FIRST, MOST = 40, 1000
"""The playouts of the current position before any other position has one, and in the end."""
ALONG = (20, 60)
"""The playouts of each position along the game, in the first and in the second round."""
OFTEN = 0.1
"""The least time in seconds between two pictures of new results."""
CourseEvent = tuple["AnyTimeline", int]
"""A course, and the number of one of its events."""


class WinProbability:
    """The win probability display; off by default."""

    def __init__(self, screen: "Player") -> None:
        self.screen = screen
        self.begins_at_once = False
        """True if to begin when the screen opens."""
        self.is_on = False
        self.bar: WinProbabilityBar | None = None
        self._provenance = ""
        """The weakest provenance of the values used in the playouts."""
        self._ground: RulesSource | None = None
        self._worker: Worker[None] | None = None
        self._keys: dict[tuple[AnyTimeline, int, str], EvaluationKey] = {}
        """The evaluation keys of the positions, by course, number and view."""
        self._left: deque[tuple[CourseEvent, int]] = deque()
        """The positions along the game that have no playouts yet, in order."""
        self._left_for: tuple[object, ...] = ()
        self._handed = 0
        self._shown = 0.0

    @property
    def evaluator(self) -> "Evaluator":
        """The evaluator of positions."""
        return self.screen.senpu.evaluator

    # ---- on and off -----------------------------------------------------------------------

    def toggle(self) -> None:
        """Show or hide the win probability."""
        (self.stop if self.is_on else self.start)()

    def start(self) -> None:
        """Show the win probability, or a message why it is not available."""
        screen, word = self.screen, self.screen.look.word
        line, at = screen.course, screen.position
        is_hidden = screen.timeline.record.hands_nonce or has_face_down_cards(line, at)
        if is_hidden and not self._viewer:
            screen.show_message(word("chance_face_down"))
            return
        from senpu.tui.render.win_probability_report import find_weakest_provenance
        from senpu.tui.widgets.win_probability_bar import WinProbabilityBar

        self.is_on, self.bar = True, WinProbabilityBar(screen.look)
        self._provenance = find_weakest_provenance(screen.timeline.rules.spec)
        screen.track.strand.chance = self.find_result
        screen.mount(self.bar)
        screen.rearrange()
        provenance = word(self._provenance)
        screen.show_message(
            word("chance_method", program=self.evaluator.program, provenance=provenance)
        )

    def stop(self) -> None:
        """Hide the win probability, and stop the playouts."""
        if not self.is_on:
            return
        self.pause()
        self.is_on, self.screen.track.strand.chance = False, None
        if self.bar is not None:
            self.bar.remove()
        self.bar = None
        self.screen.show_message("")
        self.screen.rearrange()

    def cancel(self) -> bool:
        """Hide the win probability while its playouts run. Return whether they did."""
        running = self._worker is not None and not self._worker.is_finished
        if self.is_on and running:
            self.stop()
        return running

    def pause(self) -> None:
        """Pause the playouts while the screen is covered."""
        if self._worker is not None:
            self._worker.cancel()
            self._worker, self._left_for = None, ()
            self.evaluator.close()

    def start_over(self) -> None:
        """Look up all positions again; known results remain."""
        self._keys.clear()
        self._left_for = ()

    def mounted(self) -> None:
        """Begin if that was requested before the screen opened."""
        if self.begins_at_once:
            self.start()

    # ---- what the screen has of it --------------------------------------------------------

    def rows(self, height: int) -> int:
        """Return the rows of the display for a screen height."""
        return count_win_probability_rows(height) if self.is_on else 0

    def list_widgets(self) -> "tuple[WinProbabilityBar, ...]":
        """Return the widgets."""
        return (self.bar,) if self.bar is not None else ()

    def present(self) -> None:
        """Update the bar after the player showed another position."""
        if self.is_on:
            self._show_bar()
            if self.screen.is_current:
                self._go_on()

    def find_result(self, course: "AnyTimeline", number: int) -> "GameResults | None":
        """Return the results so far of the position after an event."""
        key = self._keys.get(self._place(course, number))
        return self.evaluator.found.get(key) if key else None

    def _show_bar(self) -> None:
        from senpu.tui.widgets.win_probability_bar import PositionEstimate

        screen, evaluator = self.screen, self.evaluator
        outcome = screen.scene.moment.state.outcome
        key = self._key(screen.course, screen.position)
        outlook = PositionEstimate(
            evaluator.found.get(key), evaluator.program, self._provenance,
            outcome.ending if outcome else "", screen.is_recording_log, key in evaluator.unplayable,
        )  # fmt: skip
        if self.bar is not None:
            self.bar.present(outlook, screen.narrator)

    def _show(self) -> None:
        self._shown = monotonic()
        self._show_bar()
        self.screen.track.repaint()

    def _show_results(self) -> None:
        if monotonic() - self._shown > OFTEN:
            self._show()

    # ---- the work -------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Start the playouts, unless they are running."""
        if self._worker is None or self._worker.is_finished:
            self._worker = self.screen.run_worker(self._work(), group="chances")

    async def _work(self) -> None:
        try:
            await self.evaluator.work(self._next, self._show_results)
        except (BrokenExecutor, ImportError, OSError):  # ended, or not available
            self.stop()
            self.screen.show_message(self.screen.look.word("chance_stopped"))
            return
        self._show()

    def _next(self) -> "PlayoutRequest | None":
        """Return the position to play out next.

        The current position is first, then the positions along the game. Every third request adds
        playouts to the current position.
        """
        screen = self.screen
        here = (screen.course, screen.position)
        self._handed += 1
        games = FIRST if self._handed % 3 else MOST
        if self._needs_playouts(here, games):
            return self._request(here, games)
        left = self._along()
        while left and not self._needs_playouts(*left[0]):
            left.popleft()
        if left:
            return self._request(*left[0])
        return self._request(here, MOST) if self._needs_playouts(here, MOST) else None

    def _along(self) -> "deque[tuple[CourseEvent, int]]":
        """Return the positions along the game that still need playouts, ends of turns first."""
        screen = self.screen
        if not screen.timeline.is_complete:
            return deque()
        strand, course = screen.track.strand, screen.course
        made_for = (*strand.extent, self._viewer)
        if made_for != self._left_for:
            places = list(dict.fromkeys(strand.cells()))
            ends = {course.last, *(first - 1 for first in course.turn_starts.values())}
            before = [-1, *(number for _, number in places)]
            rank = {
                place: (ends.isdisjoint(range(before[at] + 1, place[1] + 1)), -coarse(at))
                for at, place in enumerate(places)
            }
            order = sorted(places, key=rank.__getitem__)
            self._left_for = made_for
            self._left = deque((place, games) for games in ALONG for place in order)
        return self._left

    def _place(self, course: "AnyTimeline", number: int) -> "tuple[AnyTimeline, int, str]":
        return course.find_owner(number), number, self._viewer

    @property
    def _viewer(self) -> str:
        """The side whose view positions are evaluated in; empty if nothing is hidden."""
        sight = self.screen.timeline.view
        return "" if sight.is_unrestricted else sight.side

    def _needs_playouts(self, place: CourseEvent, games: int) -> bool:
        key = self._keys.get(self._place(*place))
        return key is None or self.evaluator.needs(key, games)

    def _request(self, place: CourseEvent, games: int) -> "PlayoutRequest":
        from senpu.tui.evaluator import PlayoutRequest

        course, number = place
        return PlayoutRequest(self._key(course, number), course.get_position(number).state, games)

    def _key(self, course: "AnyTimeline", number: int) -> "EvaluationKey":
        """Return the evaluation key of a position in the current view."""
        place = self._place(course, number)
        key = self._keys.get(place)
        if key is None:
            from senpu.replay.analysis.playouts import (
                PlayoutMethod,
                PlayoutStart,
                count_results,
                get_rules_source,
                play_games,
            )
            from senpu.tui.evaluator import EvaluationKey

            rules, state = course.rules, course.get_position(number).state
            if self._ground is None:
                path = self.screen.timeline.record.path
                self._ground = get_rules_source(rules, path and path.parent, self.screen.senpu.data)
            key = EvaluationKey(self._ground, place[2], rules.digest(state))
            self._keys[place] = key
            if state.outcome is not None:
                over = play_games(rules, PlayoutStart(state), PlayoutMethod(), range(1))
                self.evaluator.settle(key, count_results(rules, over))
        return key


def coarse(number: int) -> int:
    """Return the largest power of 2 that divides a number."""
    return number & -number if number else 1 << 30
