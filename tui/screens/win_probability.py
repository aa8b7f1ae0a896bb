"""The win probability in the player: the calibrated value at once, playouts on demand.

The value of the current position and of all positions along the game is computed between two keys.
Playouts of the current position run only while the user wants them.
"""

from concurrent.futures import BrokenExecutor
from time import monotonic
from typing import TYPE_CHECKING

from senpu.replay.core.visible_positions import has_face_down_cards
from senpu.tui.screens.arrangement import count_win_probability_rows
from senpu.tui.screens.position_values import OFTEN

if TYPE_CHECKING:
    from textual.worker import Worker

    from senpu.replay.analysis.playouts import RulesSource
    from senpu.replay.annotation.variations import AnyTimeline
    from senpu.tui.evaluator import EvaluationKey, Evaluator, PlayoutRequest
    from senpu.tui.screens.interfaces import Player
    from senpu.tui.screens.position_values import PositionValues
    from senpu.tui.widgets.win_probability_bar import WinProbabilityBar


MOST = 1000
"""The most playouts of a position by each method."""


class WinProbabilityController:
    """The win probability display; off by default."""

    def __init__(self, screen: "Player") -> None:
        self.screen = screen
        self.begins_at_once = False
        """True if to begin when the screen opens."""
        self.is_on = False
        self.has_playouts = False
        """True while playouts are wanted."""
        self.bar: WinProbabilityBar | None = None
        self.values: PositionValues | None = None
        self._provenance = ""
        """The weakest provenance of the values in the data."""
        self._ground: RulesSource | None = None
        self._worker: Worker[None] | None = None
        """The worker of the playouts."""
        self._line: Worker[None] | None = None
        """The worker of the values along the game."""
        self._line_for: tuple[object, ...] = ()
        self._keys: dict[tuple[AnyTimeline, int, str], EvaluationKey] = {}
        """The evaluation keys of the positions, by course, number and view."""
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
        """Show the values of the positions."""
        from senpu.tui.render.win_probability_report import find_weakest_provenance
        from senpu.tui.screens.position_values import PositionValues
        from senpu.tui.widgets.win_probability_bar import WinProbabilityBar

        screen = self.screen
        rules = screen.timeline.rules
        if self.values is None:
            self.values = PositionValues(rules)
        self.is_on, self.bar = True, WinProbabilityBar(screen.look)
        self._provenance = find_weakest_provenance(rules.spec)
        screen.track.strand.value = self.values.find
        screen.mount(self.bar)
        screen.rearrange()
        screen.show_message(screen.look.word("chance_method"))

    def stop(self) -> None:
        """Hide the win probability, and stop the playouts."""
        if not self.is_on:
            return
        self.pause()
        self.is_on = self.has_playouts = False
        self.screen.track.strand.value = None
        if self._line is not None:
            self._line.cancel()
            self._line_for = ()
        if self.bar is not None:
            self.bar.remove()
        self.bar = None
        self.screen.show_message("")
        self.screen.rearrange()

    def toggle_playouts(self) -> None:
        """Start the playouts of the current position and of each one shown later, or stop them."""
        screen, word = self.screen, self.screen.look.word
        if self.has_playouts:
            self._stop_playouts()
            screen.show_message("")
            return
        line, at = screen.course, screen.position
        is_hidden = screen.timeline.record.hands_nonce or has_face_down_cards(line, at)
        if is_hidden and not self._viewer:
            screen.show_message(word("chance_face_down"))
            return
        if not self.is_on:
            self.start()
        self.has_playouts = True
        screen.show_message(word("chance_playouts"))
        self.present()

    def _stop_playouts(self) -> None:
        self.pause()
        self.has_playouts = False
        self._show()

    def cancel(self) -> bool:
        """Stop the playouts if they run. Return whether they did."""
        running = self._worker is not None and not self._worker.is_finished
        if running:
            self._stop_playouts()
        return running

    def pause(self) -> None:
        """Pause the playouts while the screen is covered."""
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None
            self.evaluator.close()

    def start_over(self) -> None:
        """Look up all positions again; known results of playouts remain."""
        self._keys.clear()
        self._line_for = ()
        if self.values is not None:
            self.values.start_over()

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
        """Update the bar and the line after the player showed another position."""
        if not self.is_on or self.values is None:
            return
        self.values.compute(self.screen.course, self.screen.position)
        self._show_bar()
        if self.screen.is_current:
            self._compute_line()
            if self.has_playouts:
                self._go_on()

    def _show_bar(self) -> None:
        from senpu.tui.widgets.win_probability_bar import PositionEstimate

        screen, evaluator = self.screen, self.evaluator
        if self.bar is None or self.values is None:
            return
        outcome = screen.scene.moment.state.outcome
        ending = screen.narrator.name_ending(outcome.ending, "brief") if outcome else ""
        played, is_unplayable = None, False
        if self.has_playouts:
            key = self._key(screen.course, screen.position)
            played, is_unplayable = evaluator.found.get(key), key in evaluator.unplayable
        outlook = PositionEstimate(
            self.values.compute(screen.course, screen.position), played,
            evaluator.program if self.has_playouts else "", self._provenance,
            ending, screen.is_recording_log, is_unplayable, self.values.warnings,
        )  # fmt: skip
        self.bar.present(outlook, screen.narrator)

    def _show(self) -> None:
        self._shown = monotonic()
        self._show_bar()

    def _show_results(self) -> None:
        if monotonic() - self._shown > OFTEN:
            self._show()

    # ---- the line along the game ----------------------------------------------------------

    def _compute_line(self) -> None:
        """Compute the values along the game, unless they are known or being computed."""
        screen, values = self.screen, self.values
        strand = screen.track.strand
        if values is None or not screen.timeline.is_complete or strand.extent == self._line_for:
            return
        self._line_for = strand.extent
        if self._line is not None:
            self._line.cancel()
        self._line = screen.run_worker(self._compute_cells, group="values")

    async def _compute_cells(self) -> None:
        track = self.screen.track
        if self.values is not None:
            await self.values.compute_all(track.strand.cells(), track.repaint)

    # ---- the playouts ---------------------------------------------------------------------

    def _go_on(self) -> None:
        """Start the playouts, unless they are running."""
        if self._worker is None or self._worker.is_finished:
            self._worker = self.screen.run_worker(self._work(), group="chances")

    async def _work(self) -> None:
        try:
            await self.evaluator.work(self._next, self._show_results)
        except (BrokenExecutor, ImportError, OSError):  # ended, or not available
            self._worker = None
            self._stop_playouts()
            self.screen.show_message(self.screen.look.word("chance_stopped"))
            return
        self._show()

    def _next(self) -> "PlayoutRequest | None":
        """Return the current position if it needs more playouts."""
        from senpu.tui.evaluator import PlayoutRequest

        course, number = self.screen.course, self.screen.position
        key, state = self._key(course, number), course.get_position(number).state
        if state.outcome is not None or not self.evaluator.needs(key, MOST):
            return None
        return PlayoutRequest(key, course.rules, state, MOST)

    @property
    def _viewer(self) -> str:
        """The side whose view positions are evaluated in; empty if nothing is hidden."""
        sight = self.screen.timeline.view
        return "" if sight.is_unrestricted else sight.side

    def _key(self, course: "AnyTimeline", number: int) -> "EvaluationKey":
        """Return the evaluation key of a position in the current view."""
        place = course.find_owner(number), number, self._viewer
        key = self._keys.get(place)
        if key is None:
            from senpu.replay.analysis.playouts import get_rules_source
            from senpu.tui.evaluator import EvaluationKey

            rules, state = course.rules, course.get_position(number).state
            if self._ground is None:
                path = self.screen.timeline.record.path
                self._ground = get_rules_source(rules, path and path.parent, self.screen.senpu.data)
            key = self._keys[place] = EvaluationKey(self._ground, place[2], rules.digest(state))
        return key
