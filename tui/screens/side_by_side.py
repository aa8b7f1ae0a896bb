"""Two logs side by side, from where they part: both step together, or one alone.

Where there is no room for both, one is in front and the other in a line below it. The notes beside
each are shown with it, and read anew when their file becomes another; nothing is written.
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
from senpu.tui.keys import SIDE_BY_SIDE, bindings
from senpu.tui.screens.base import KeyedScreen
from senpu.tui.screens.game_pane import Fronted, Pane
from senpu.tui.screens.log_reading import EVERY, read_whole
from senpu.tui.widgets.bars import Part
from senpu.tui.widgets.captions import amiss_parts
from senpu.tui.widgets.painting import Look, Painted

BOTH = 100
"""From this width on both have room beside each other."""
BEHIND = 3
"""The rows of the one that is not in front: its title, what happened, what comes next."""


class SideBySide(KeyedScreen):
    """Two logs, each in a pane."""

    KEYS = SIDE_BY_SIDE
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(SIDE_BY_SIDE)]

    def __init__(self, look: Look, timelines: tuple[Timeline, Timeline], paths: tuple[Path, Path]):
        super().__init__(look)
        self.paths = paths
        self.panes = (
            Pane(look, "one", timelines[0], paths[0]),
            Pane(look, "other", timelines[1], paths[1]),
        )
        self.front = 0
        self.found: Comparison | None = None

    def painted(self) -> tuple[Painted | Pane, ...]:
        return self.header, *self.panes, self.footer

    def on_mount(self) -> None:
        for pane in self.panes:
            pane.go_to(0)
        self.present()
        self.run_worker(self._compare(), group="comparing")

    async def _compare(self) -> None:
        """Find where the logs part, and show both there."""
        try:
            found = await asyncio.to_thread(compare, *self.paths)
        except OSError as error:
            self.say(self.look.word("cannot_open", why=error.strerror or str(error)))
            return
        for pane in self.panes:
            await read_whole(pane.timeline)
        self.found = found.comparison
        for pane in self.panes:
            pane.common = self.common
        self.action_fork()
        self.set_interval(EVERY, self.read_notes)
        self.read_notes()

    def read_notes(self) -> None:
        """Read the notes beside a log where they are others than before."""
        for pane in self.panes:
            if pane.stale:
                self.run_worker(self._read(pane), group=f"notes {pane.id}", exclusive=True)

    async def _read(self, pane: Pane) -> None:
        await pane.read_notes()
        self.present()

    @property
    def common(self) -> int:
        """The number of the last event that both have."""
        found = self.found
        return 0 if found is None or found.verdict == DIFFERENT else found.event

    # ---- what it shows --------------------------------------------------------------------

    def present(self) -> None:
        """Show both as they stand."""
        look = self.look
        annotated = any(pane.annotated for pane in self.panes)
        for at, pane in enumerate(self.panes):
            pane.front = at == self.front
            pane.present(annotated)
        faults = [fault for pane in self.panes for fault in pane.faults]
        amiss = [replace(part, action="") for part in amiss_parts(faults, look)]
        self.header.present(
            [Part(look.word("two_logs"), "text", "b", 60), Part(self._said(), "now", "b", 50)],
            [Part(f"{look.signs.here} {self.panes[self.front].label}", "dim", worth=5), *amiss],
        )
        self.show_footer()

    def _said(self) -> str:
        """How the two compare, in a few words."""
        found, word = self.found, self.look.word
        if found is None:
            return word("comparing")
        if found.verdict == PREFIX:
            longer = next(p for p in self.paths if str(p) != found.shorter)
            return word("logs_prefix", n=found.event, file=longer.name)
        if found.verdict == FAULT:
            bad = next(path for at, path in enumerate(self.paths) if found.at_fault(at))
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
        front, behind = ("one", "other") if not self.front else ("other", "one")
        below = BEHIND if free >= 2 * BEHIND else 0
        regions[front] = Region(0, 1, width, free - below)
        regions[behind] = Region(0, 1 + free - below, width, below)
        return regions

    # ---- keys and mouse -------------------------------------------------------------------

    def _go(self, *numbers: int) -> None:
        self.status = ""
        for pane, number in zip(self.panes, numbers, strict=True):
            pane.go_to(number)
        self.present()

    def action_step(self, by: int) -> None:
        self._go(*(pane.number + by for pane in self.panes))

    def action_alone(self, by: int) -> None:
        """The one in front steps, the other stays."""
        self._go(*(pane.number + by * (at == self.front) for at, pane in enumerate(self.panes)))

    def action_turn(self, by: int) -> None:
        self._go(*(pane.timeline.find_turn_start(pane.number, by) for pane in self.panes))

    def action_end(self, way: int) -> None:
        self._go(*(pane.timeline.extend() if way > 0 else 0 for pane in self.panes))

    def action_fork(self) -> None:
        """To the last event that both have."""
        self._go(self.common, self.common)

    def action_swap(self) -> None:
        self.put_in_front(1 - self.front)

    def put_in_front(self, at: int) -> None:
        """Have one of them in front."""
        self.front = at
        self.rearrange()

    def action_comments(self) -> None:
        """Give all the room to what is said of the events at hand, or no more than else."""
        whole = not self.panes[0].course.whole
        for pane in self.panes:
            pane.course.whole = whole
        self.present()

    def action_open(self) -> None:
        """Open the one in front, where it stands."""
        pane = self.panes[self.front]
        if pane.path is not None:
            self.senpu.open_log(pane.path, str(pane.number))

    def action_leave(self) -> None:
        """Point at nothing; else back to what lies below."""
        if all(pane.pointed is None for pane in self.panes):
            self.senpu.leave(self)
            return
        for pane in self.panes:
            pane.point(None)
        self.present()

    def on_fronted(self, message: Fronted) -> None:
        """One was clicked: it comes to the front, and goes alone to the event that was meant."""
        message.stop()
        at = int(message.name == "other")
        if message.number is not None:
            self.status = ""
            self.panes[at].go_to(message.number)
        self.put_in_front(at)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Where nothing is to be scrolled, the wheel steps."""
        event.stop()
        self.action_step(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.action_step(-1)
