"""Two logs side by side, from their fork on: both step together, or one alone.

Without room for both, one is in front and the other in a row below it. The notes of each log are
shown and read again after a change; nothing is written.
"""

import asyncio
from pathlib import Path
from typing import ClassVar

from msgspec.structs import replace
from textual import events
from textual.binding import BindingType
from textual.geometry import Region, Size

from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.comparison import (
    DIFFERENT,
    FAULT,
    FORK,
    IDENTICAL,
    PREFIX,
    Comparison,
    compare,
)
from senpu.tui.keys import SIDE_BY_SIDE, make_bindings
from senpu.tui.screens.base import KeyedScreen
from senpu.tui.screens.game_pane import GamePane, PaneSelected
from senpu.tui.screens.log_reading import EVERY, read_log
from senpu.tui.widgets.bars import HeaderPart
from senpu.tui.widgets.captions import render_note_errors
from senpu.tui.widgets.painting import Look, PaintedWidget

BOTH = 100
"""The width from which both logs fit next to each other."""
BACK_ROWS = 3
"""The rows of the log that is not in front: title, effects, next event."""


class SideBySide(KeyedScreen):
    """A screen with two logs, each in a pane."""

    KEYS = SIDE_BY_SIDE
    FOOTER = "side_by_side"
    BINDINGS: ClassVar[list[BindingType]] = [*make_bindings(SIDE_BY_SIDE)]

    def __init__(self, look: Look, timelines: tuple[Timeline, Timeline], paths: tuple[Path, Path]):
        super().__init__(look)
        self.paths = paths
        self.panes = (
            GamePane(look, "one", timelines[0], paths[0]),
            GamePane(look, "other", timelines[1], paths[1]),
        )
        self.front = 0
        self.found: Comparison | None = None

    def list_widgets(self) -> tuple[PaintedWidget | GamePane, ...]:
        """Return the widgets of the screen."""
        return self.header, *self.panes, self.footer

    def on_mount(self) -> None:
        """Compare the logs, and read their notes."""
        for pane in self.panes:
            pane.go_to(0)
        self.present()
        self.run_worker(self._compare(), group="comparing")

    async def _compare(self) -> None:
        """Find the fork of the logs, and show both there."""
        try:
            found = await asyncio.to_thread(compare, *self.paths)
        except OSError as error:
            self.show_message(self.look.word("cannot_open", why=error.strerror or str(error)))
            return
        for pane in self.panes:
            await read_log(pane.timeline)
        self.found = found.comparison
        for pane in self.panes:
            pane.common = self.common
        self.action_fork()
        self.set_interval(EVERY, self.read_notes)
        self.read_notes()

    def read_notes(self) -> None:
        """Read the notes of each log whose notes file has changed."""
        for pane in self.panes:
            if pane.is_stale:
                self.run_worker(self._read(pane), group=f"notes {pane.id}", exclusive=True)

    async def _read(self, pane: GamePane) -> None:
        await pane.read_notes()
        self.present()

    @property
    def common(self) -> int:
        """The number of the last event that both logs share."""
        found = self.found
        return 0 if found is None or found.verdict == DIFFERENT else found.event

    # ---- what it shows --------------------------------------------------------------------

    def present(self) -> None:
        """Show both logs."""
        look = self.look
        annotated = any(pane.is_annotated for pane in self.panes)
        for at, pane in enumerate(self.panes):
            pane.front = at == self.front
            pane.present(annotated)
        faults = [fault for pane in self.panes for fault in pane.faults]
        error_parts = [replace(part, action="") for part in render_note_errors(faults, look)]
        self.header.present(
            [
                HeaderPart(look.word("two_logs"), "text", "b", 60),
                HeaderPart(self._describe_comparison(), "now", "b", 50),
            ],
            [
                HeaderPart(f"{look.signs.here} {self.panes[self.front].label}", "dim", priority=5),
                *error_parts,
            ],
        )
        self.show_footer()

    def _describe_comparison(self) -> str:
        """Return a short text that compares the logs."""
        found, word = self.found, self.look.word
        if found is None:
            return word("comparing")
        if found.verdict == PREFIX:
            longer = next(p for p in self.paths if str(p) != found.shorter)
            return word("logs_prefix", n=found.event, file=longer.name)
        if found.verdict == FAULT:
            bad = next(path for at, path in enumerate(self.paths) if found.is_invalid_at(at))
            return word("logs_invalid", n=found.event, file=bad.name)
        if found.verdict == FORK and not found.event:
            return word("logs_differ")
        if found.verdict == FORK:
            return word("logs_fork", n=found.event)
        return word({IDENTICAL: "logs_same", DIFFERENT: "logs_different"}[found.verdict])

    # ---- arrangement ----------------------------------------------------------------------

    def _regions(self, size: Size) -> dict[str, Region]:
        width, height = size
        free = max(height - 2, 0)
        regions = {"header": Region(0, 0, width, 1), "footer": Region(0, height - 1, width, 1)}
        if width >= BOTH:
            half = (width - 1) // 2
            regions["one"] = Region(0, 1, half, free)
            regions["other"] = Region(half + 1, 1, width - half - 1, free)
            return regions
        front, back = ("one", "other") if not self.front else ("other", "one")
        below = BACK_ROWS if free >= 2 * BACK_ROWS else 0
        regions[front] = Region(0, 1, width, free - below)
        regions[back] = Region(0, 1 + free - below, width, below)
        return regions

    # ---- keys and mouse -------------------------------------------------------------------

    def _go(self, *numbers: int) -> None:
        self.status = ""
        for pane, number in zip(self.panes, numbers, strict=True):
            pane.go_to(number)
        self.present()

    def action_step(self, by: int) -> None:
        """Step both logs."""
        self._go(*(pane.number + by for pane in self.panes))

    def action_alone(self, by: int) -> None:
        """Step the log in front only."""
        self._go(*(pane.number + by * (at == self.front) for at, pane in enumerate(self.panes)))

    def action_turn(self, by: int) -> None:
        """Go to the next or previous turn in both logs."""
        self._go(*(pane.timeline.find_turn_start(pane.number, by) for pane in self.panes))

    def action_end(self, way: int) -> None:
        """Go to the start or the end of both logs."""
        self._go(*(pane.timeline.extend() if way > 0 else 0 for pane in self.panes))

    def action_fork(self) -> None:
        """Go to the last event that both logs share."""
        self._go(self.common, self.common)

    def action_swap(self) -> None:
        """Bring the other log to the front."""
        self.put_in_front(1 - self.front)

    def put_in_front(self, at: int) -> None:
        """Bring the pane of an index to the front."""
        self.front = at
        self.rearrange()

    def action_comments(self) -> None:
        """Give all rows to the comments, or the usual share."""
        whole = not self.panes[0].course.whole
        for pane in self.panes:
            pane.course.whole = whole
        self.present()

    def action_open(self) -> None:
        """Open the log in front at its current position."""
        pane = self.panes[self.front]
        if pane.path is not None:
            self.senpu.open_log(pane.path, str(pane.number))

    def action_leave(self) -> None:
        """Stop pointing at a unit or place, or close the screen."""
        if all(pane.pointed is None for pane in self.panes):
            self.senpu.leave(self)
            return
        for pane in self.panes:
            pane.point(None)
        self.present()

    def on_pane_selected(self, message: PaneSelected) -> None:
        """Bring the clicked pane to the front, and go to the clicked event."""
        message.stop()
        at = int(message.name == "other")
        if message.number is not None:
            self.status = ""
            self.panes[at].go_to(message.number)
        self.put_in_front(at)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Step forward if nothing can be scrolled."""
        event.stop()
        self.action_step(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Step back if nothing can be scrolled."""
        event.stop()
        self.action_step(-1)
