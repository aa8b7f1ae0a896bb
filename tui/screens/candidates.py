"""The candidates of a decision in the player: ranked in small slices while the panel is open."""

import asyncio
from random import Random
from time import monotonic
from typing import TYPE_CHECKING

from senpu.replay.core.states import CHANCE
from senpu.tui.screens.position_values import OFTEN, SLICE
from senpu.tui.widgets.candidate_rows import CandidateRanking

if TYPE_CHECKING:
    from textual.worker import Worker

    from senpu.replay.annotation.variations import AnyTimeline
    from senpu.tui.screens.interfaces import Player

PANEL = "candidates"
"""The name of the panel."""
KEPT = 64
"""The most rankings that are kept."""


class Candidates:
    """The ranked candidates of the decision in view."""

    def __init__(self, screen: "Player") -> None:
        self.screen = screen
        self._found: dict[tuple[AnyTimeline, int, str], CandidateRanking] = {}
        self._worker: Worker[None] | None = None
        self._ranked: tuple[AnyTimeline, int, str] | None = None
        """The decision that the worker ranks."""

    def find_ranking(self) -> CandidateRanking:
        """Return the known part of the ranking of the decision in view, and continue it."""
        screen = self.screen
        place = (
            screen.course.find_owner(screen.position),
            screen.position,
            screen.timeline.view.side,
        )
        ranking = self._found.get(place)
        if ranking is None:
            while len(self._found) >= KEPT:
                del self._found[next(iter(self._found))]
            ranking = self._found[place] = CandidateRanking(self._find_obstacle())
        is_working = self._ranked == place and self._worker is not None
        if not ranking.obstacle and not ranking.is_complete and not is_working:
            self.stop()
            self._ranked = place
            self._worker = self.screen.run_worker(self._rank(ranking), group="candidates")
        return ranking

    def stop(self) -> None:
        """Stop ranking; the ranking begins again when it is shown again."""
        if self._worker is not None:
            self._worker.cancel()
        self._worker = self._ranked = None

    def start_over(self) -> None:
        """Forget all rankings."""
        self.stop()
        self._found.clear()

    def _find_obstacle(self) -> str:
        """Return the id of the reason why the decision has no candidates; empty if it has."""
        screen = self.screen
        decision = screen.course.get_position(screen.position).state.decision
        if decision is None:
            return "candidates_over"
        if decision.side == CHANCE:
            return "candidates_dice"
        view = screen.timeline.view
        if screen.timeline.rules.has_hidden_parts and view.side not in ("", decision.side):
            return "candidates_hidden"
        return ""

    async def _rank(self, ranking: CandidateRanking) -> None:
        """Evaluate each legal event, and rank it."""
        from senpu.replay.analysis.lookahead import evaluate_events
        from senpu.replay.analysis.value import open_value

        screen, rules = self.screen, self.screen.timeline.rules
        state = screen.course.get_position(screen.position).state
        assert state.decision is not None
        state = rules.sample_hidden(state, state.decision.side, Random(PANEL))
        ranking.begin(open_value(rules))
        shown = monotonic()
        until = shown + SLICE
        for candidate in evaluate_events(rules, ranking.value, state):
            ranking.add(candidate)
            if monotonic() > until:
                await asyncio.sleep(0)
                if monotonic() - shown > OFTEN:
                    self._show()
                    shown = monotonic()
                until = monotonic() + SLICE
        ranking.is_complete, self._worker = True, None
        self._show()

    def _show(self) -> None:
        if self.screen.panel == PANEL:
            self.screen.panels.present()
