"""What screens know of the program, and what the controllers of the player know of the player.

Protocols only, so that a controller does not import the screen that owns it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol, TypeVar

from senpu.tui.screens.input_lines import PromptHost

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from textual.app import App
    from textual.screen import Screen
    from textual.timer import Timer
    from textual.widget import Widget
    from textual.worker import Worker, WorkType

    from senpu.replay.annotation.variations import Course, Tree
    from senpu.replay.core.narration import Narrator
    from senpu.replay.core.timeline import Timeline
    from senpu.tui.boards.scene import Scene
    from senpu.tui.evaluator import Evaluator
    from senpu.tui.keys import Key
    from senpu.tui.user_files import Memory
    from senpu.tui.widgets.area_map import AreaMap
    from senpu.tui.widgets.bars import Footer
    from senpu.tui.widgets.clicks import Pointed
    from senpu.tui.widgets.event_list import EventList
    from senpu.tui.widgets.event_rows import Rows
    from senpu.tui.widgets.hex_map import HexMap
    from senpu.tui.widgets.painting import Look
    from senpu.tui.widgets.panels import Panels
    from senpu.tui.widgets.timeline import Losses, Track


Result = TypeVar("Result")


class ViewerApp(Protocol):
    """The program, as its screens know it."""

    read_only: bool
    author: str | None
    data: Path | None

    @property
    def memory(self) -> Memory: ...

    @property
    def evaluator(self) -> Evaluator: ...

    def lies_above(self, screen: Screen[None]) -> bool:
        """Return whether another screen is below this one."""

    def leave(self, screen: Screen[None]) -> None:
        """Return to the screen below, or end the program."""

    def open_log(self, path: Path, at: str = "") -> None:
        """Show a log. Raises OSError, UnknownPositionError, DataError."""

    def open_both(self, one: Path, other: Path) -> None:
        """Show two logs side by side. Raises OSError, UnknownPositionError, DataError."""

    def open_recording(self, path: Path, side: str = "") -> None:
        """Show the end of a log, in the view of a side, and record there. Raises OSError,
        UnknownPositionError, DataError.
        """

    def open_again(self, screen: Screen[None]) -> None:
        """Read the file of a player again."""


class Player(PromptHost, Protocol):
    """The player, as its controllers know it."""

    KEYS: ClassVar[tuple[Key, ...]]
    panel: str
    """The name of the open panel; empty without one."""
    pointed: Pointed | None
    course: Course
    """The log, or the variation, that the player steps through."""

    @property
    def senpu(self) -> ViewerApp: ...

    @property
    def look(self) -> Look: ...

    @property
    def narrator(self) -> Narrator: ...

    @property
    def timeline(self) -> Timeline: ...

    @property
    def source(self) -> Path | None: ...

    @property
    def position(self) -> int:
        """The number of the event after which the position is shown."""

    @property
    def scene(self) -> Scene: ...

    @property
    def note_tree(self) -> Tree | None:
        """The notes that fit the log, and the courses of its variations; None without notes."""

    # ---- states of other controllers ------------------------------------------------------

    @property
    def at_end(self) -> bool:
        """Whether the screen shows the end of the log."""

    @property
    def records(self) -> bool:
        """Whether the log itself, not a variation, is being recorded."""

    @property
    def file_changed(self) -> bool:
        """Whether the file no longer begins with the events that are shown."""

    # ---- parts of the screen --------------------------------------------------------------

    @property
    def map(self) -> AreaMap | HexMap: ...

    @property
    def list(self) -> EventList: ...

    @property
    def panels(self) -> Panels: ...

    @property
    def track(self) -> Track: ...

    @property
    def footer(self) -> Footer: ...

    @property
    def rows(self) -> Rows: ...

    @property
    def losses(self) -> Losses: ...

    # ---- commands -------------------------------------------------------------------------

    def say(self, status: str) -> None:
        """Show a message in the last line until the next key."""

    def go_to(self, number: int, course: Course | None = None) -> None:
        """Show the position after an event of a course; by default of the current one."""

    def look_as(self, side: str) -> None:
        """Show the view of a side; everything if `side` is empty."""

    def read_on(self) -> None:
        """Read the rest of the log in the background."""

    def present(self) -> None:
        """Show the scene in every part."""

    def rearrange(self) -> None:
        """Lay the parts out again, and show everything."""

    def show_footer(self) -> None:
        """Show the last line again."""

    def stop_playing(self) -> None:
        """Stop the playback."""

    def action_panel(self, name: str) -> None:
        """Open a panel, or close it."""

    def action_variation(self) -> None:
        """Begin a variation here."""

    # ---- events of the log and its notes --------------------------------------------------

    def events_read(self) -> None:
        """React to more events of the log that were read."""

    def whole_log_read(self) -> None:
        """React to the end of reading."""

    def grown(self) -> None:
        """Show that more of the log, or more about it, is known."""

    def log_went_on(self) -> None:
        """React to events that another program appended."""

    def notes_changed(self) -> None:
        """Show other notes than before."""

    # ---- of Textual -----------------------------------------------------------------------

    @property
    def app(self) -> App[object]: ...

    @property
    def focused(self) -> Widget | None: ...

    @property
    def is_current(self) -> bool: ...

    def run_worker(
        self, work: WorkType[Result], *, group: str = "", exclusive: bool = False,
        thread: bool = False,
    ) -> Worker[Result]: ...  # fmt: skip

    def set_interval(self, interval: float, callback: Callable[[], None]) -> Timer: ...
