"""The interface of a recording for its pages and its input line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from senpu.replay.core.states import State
    from senpu.tui.boards.choices import Choices, Narrowing
    from senpu.tui.screens.page_stack import PageFrame
    from senpu.tui.screens.recording_targets import RecordingTarget, WritablePlayer
    from senpu.tui.widgets.chooser import ChooserEntry, ChooserPage
    from senpu.tui.widgets.counters import CounterWriter


class Recorder(Protocol):
    """A recording: pages to choose events from, and the place where the events are added."""

    screen: WritablePlayer
    end: RecordingTarget
    """The place where events are added."""
    busy: bool
    """True if an event is being written."""

    # ---- the position ---------------------------------------------------------------------

    @property
    def at_end(self) -> bool:
        """Return whether the screen shows the position that is recorded on."""

    @property
    def state(self) -> State:
        """The position that is recorded on, in the current view."""

    @property
    def hides_hands(self) -> bool:
        """Return whether the view of one side is shown."""

    @property
    def takeover_side(self) -> str:
        """The side that must take over the keyboard first; else empty."""

    @property
    def voice(self) -> CounterWriter:
        """The narrator and the look for texts about the position."""

    @property
    def choices(self) -> Choices:
        """The legal events of the position, up to the last one read."""

    def read_choices(self, state: State) -> Choices:
        """Return the legal events of a position."""

    def go_to_end(self) -> None:
        """Show the position that is recorded on."""

    # ---- pages ----------------------------------------------------------------------------

    stack: list[PageFrame]
    page: ChooserPage

    @property
    def top(self) -> PageFrame:
        """The top of the stack of pages."""

    @property
    def entry(self) -> ChooserEntry | None:
        """The row at the cursor."""

    def push(self, build: Callable[[Any], ChooserPage], so_far: Narrowing | None = None) -> None:
        """Put another page on top."""

    def reset(self, *frames: PageFrame) -> None:
        """Show the first page, and others on it."""

    def rebuild(self) -> None:
        """Make the top page again, and show it."""

    def pick(self, index: int) -> None:
        """Put the cursor on a row."""

    @property
    def cursor(self) -> int:
        """The index of the row at the cursor."""

    def click(self, index: int) -> None:
        """Choose a row by a click."""

    def take(self) -> None:
        """Do what the row at the cursor says."""

    def retrace(self) -> None:
        """Return to the page below."""

    def leave(self) -> None:
        """End the recording."""

    # ---- typing and writing ---------------------------------------------------------------

    @property
    def is_typing(self) -> bool:
        """Return whether the input line is open."""

    def type(self, text: str) -> None:
        """Open the input line."""

    def close_typing(self) -> None:
        """Close the input line."""

    def write(self, text: str) -> None:
        """Write notation; events that were not typed are shown first."""

    def write_confirmed(self, text: str, fills: bool) -> None:
        """Write notation as it was shown, with or without the forced events after it."""

    def roll(self) -> None:
        """Roll or draw, and write the result."""

    def cut(self, count: int) -> None:
        """Remove the last events of a variation."""
