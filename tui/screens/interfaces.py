"""The interfaces of the program and of the player, for screens and controllers.

These are protocols only, so that a controller does not import the screen that owns it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

from senpu.logs.inputs import Input, Source
from senpu.tui.screens.input_lines import PromptScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from textual.app import App
    from textual.screen import Screen
    from textual.timer import Timer
    from textual.widget import Widget
    from textual.worker import Worker, WorkType

    from senpu.replay.annotation.variations import AnyTimeline, VariationTree
    from senpu.replay.core.narration import Narrator
    from senpu.replay.core.timeline import Timeline
    from senpu.tui.boards.scene import Scene
    from senpu.tui.evaluator import Evaluator
    from senpu.tui.jobs.game_review import GameReview
    from senpu.tui.keys import Key
    from senpu.tui.palette_commands import OfferedCommand
    from senpu.tui.user_files import Memory, RepertoireFiles
    from senpu.tui.widgets.area_map import AreaMap
    from senpu.tui.widgets.bars import FooterBar
    from senpu.tui.widgets.candidate_rows import CandidateRanking
    from senpu.tui.widgets.captions import Sentences
    from senpu.tui.widgets.clicks import ObjectClicked
    from senpu.tui.widgets.event_list import EventList
    from senpu.tui.widgets.event_rows import Rows
    from senpu.tui.widgets.hex_map import HexMap
    from senpu.tui.widgets.painting import Look
    from senpu.tui.widgets.panels import Panels
    from senpu.tui.widgets.timeline import LossIndex, TimelineBar


Result = TypeVar("Result")


class LogFollower(Protocol):
    """The watcher of the file of a player."""

    listeners: list[Callable[[], None]]
    """The functions that are called after another program has appended events."""

    @property
    def snapshot(self) -> Input:
        """The bytes of the log that is shown."""


class ViewerApp(Protocol):
    """The program, as its screens use it."""

    read_only: bool
    author: str | None
    data: Source | None
    has_invalid_pair: bool
    repertoires: RepertoireFiles

    @property
    def memory(self) -> Memory:
        """The settings kept between runs."""

    @property
    def evaluator(self) -> Evaluator:
        """The evaluator of positions."""

    @property
    def is_served(self) -> bool:
        """Return whether the program runs in the browser of a visitor."""

    def list_copy_files(self, path: Path) -> Iterator[Path]:
        """Yield the files that may be opened and may be copies of a log."""

    def check_permission(self, path: Path) -> None:
        """Check that a log can be opened. Raises PermissionError."""

    def has_screen_below(self, screen: Screen[None]) -> bool:
        """Return whether another screen is below this one."""

    def leave(self, screen: Screen[None]) -> None:
        """Return to the screen below, or end the program."""

    def open_log(self, path: Path, at: str = "") -> None:
        """Show a log.

        Raises:
            OSError: The file cannot be read.
            UnknownPositionError: The log has no position `at`.
            DataError: The data of the log are not available.
        """

    def open_position(self, text: str) -> None:
        """Show the position of a text in place of the current screen. Raises Error."""

    def open_verdict(
        self, player: Player, watcher: LogFollower, opened_itself: bool = False
    ) -> None:
        """Show the page with the verdict on the log of a player."""

    def open_both(self, one: Path, other: Path) -> None:
        """Show two logs side by side.

        Raises:
            OSError: A file cannot be read.
            PermissionError: A log is not in the folders shown, or lacks the side of the view.
        """

    def open_recording(self, path: Path, side: str = "") -> None:
        """Show the end of a log in the view of `side`, and record there.

        Raises:
            OSError: The file cannot be read.
            UnknownPositionError: The log has no such position.
            DataError: The data of the log are not available.
        """

    def look(self) -> Look:
        """Return the current look."""

    def list_commands(self, screen: Screen[Any]) -> list[OfferedCommand]:
        """Return the commands that the command palette offers on a screen."""

    def reload_log(self, screen: Screen[None]) -> None:
        """Read the file of a player again."""


class JobStarter(Protocol):
    """The jobs of a player."""

    @property
    def can_start(self) -> bool:
        """Return whether jobs can be started."""

    @property
    def sign(self) -> str:
        """The progress of the job for the last line; empty if none runs."""

    @property
    def gap_number(self) -> int:
        """The number of the gap at the position that is shown; 0 if there is none."""

    def start(self, job: str) -> str:
        """Begin a job. Return why it cannot begin; empty if it can."""

    def cancel(self) -> bool:
        """Cancel the job. Return whether there was one."""


class ReviewSource(Protocol):
    """The review of a player's log."""

    found: GameReview | None

    @property
    def obstacle(self) -> str:
        """The id of the reason why the log cannot be reviewed here; empty if it can."""

    @property
    def glyphs(self) -> dict[int, str]:
        """The glyphs of the errors that games confirmed, by event."""


class CandidateSource(Protocol):
    """The ranked candidates of the decision in view."""

    def find_ranking(self) -> CandidateRanking:
        """Return the known part of the ranking, and continue it."""


class PendingSentence(Protocol):
    """The part of a screen that shows what is being chosen."""

    def show_pending(self, sentence: str) -> None:
        """Show what is being chosen; nothing if it is empty."""


class PagedScreen(PromptScreen, Protocol):
    """A screen with a map and a chooser, as its pages use it."""

    @property
    def look(self) -> Look:
        """The look of the screen."""

    @property
    def narrator(self) -> Narrator:
        """The narrator of the effects."""

    @property
    def scene(self) -> Scene:
        """The scene of the current position."""

    @property
    def map(self) -> AreaMap | HexMap:
        """The map."""

    @property
    def sentences(self) -> PendingSentence:
        """The sentences below the map."""

    @property
    def footer(self) -> FooterBar:
        """The last line."""

    @property
    def focused(self) -> Widget | None:
        """The widget that has the keys."""

    def show_footer(self) -> None:
        """Show the last line again."""

    @property
    def app(self) -> App[object]:
        """The Textual application."""


class Player(PagedScreen, Protocol):
    """The player, as its controllers use it."""

    KEYS: ClassVar[tuple[Key, ...]]
    panel: str
    """The name of the open panel, or empty."""
    pointed: ObjectClicked | None
    course: AnyTimeline
    """The log, or the variation, that the player steps through."""

    @property
    def senpu(self) -> ViewerApp:
        """The running program."""

    @property
    def timeline(self) -> Timeline:
        """The timeline of the log."""

    @property
    def source(self) -> Path | None:
        """The file of the log, if any."""

    @property
    def position(self) -> int:
        """The number of the event after which the position is shown."""

    @property
    def note_tree(self) -> VariationTree | None:
        """The matching notes with the courses of their variations; None without notes."""

    # ---- states of other controllers ------------------------------------------------------

    @property
    def at_end(self) -> bool:
        """Return whether the screen shows the end of the log."""

    @property
    def is_recording_log(self) -> bool:
        """Return whether the log itself, not a variation, is being recorded."""

    @property
    def is_file_changed(self) -> bool:
        """Return whether the file no longer begins with the events that are shown."""

    # ---- parts of the screen --------------------------------------------------------------

    @property
    def sentences(self) -> Sentences:
        """The sentences of the event and of the pending decision."""

    @property
    def list(self) -> EventList:
        """The list of events."""

    @property
    def panels(self) -> Panels:
        """The panels."""

    @property
    def track(self) -> TimelineBar:
        """The timeline widget."""

    @property
    def rows(self) -> Rows:
        """The rows of the list of events."""

    @property
    def losses(self) -> LossIndex:
        """The losses along the log."""

    @property
    def jobs(self) -> JobStarter:
        """The jobs in the background."""

    @property
    def reviews(self) -> ReviewSource:
        """The review of the log."""

    @property
    def candidates(self) -> CandidateSource:
        """The candidates of the decision in view."""

    # ---- commands -------------------------------------------------------------------------

    def show_message(self, status: str) -> None:
        """Show a message in the last line until the next key."""

    def go_to(self, number: int, course: AnyTimeline | None = None) -> None:
        """Show the position after an event of a course (default: the current course)."""

    def look_as(self, side: str) -> None:
        """Show the view of a side; everything if `side` is empty."""

    def read_on(self) -> None:
        """Read the rest of the log in the background."""

    def present(self) -> None:
        """Show the scene in every part."""

    def rearrange(self) -> None:
        """Lay the parts out again, and show everything."""

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
        """Show newly read events and losses."""

    def log_went_on(self) -> None:
        """React to events that another program appended."""

    def notes_changed(self) -> None:
        """Show the changed notes."""

    # ---- of Textual -----------------------------------------------------------------------

    @property
    def is_current(self) -> bool:
        """Return whether the screen is on top."""

    def run_worker(
        self, work: WorkType[Result], *, group: str = "", exclusive: bool = False,
        thread: bool = False,
    ) -> Worker[Result]:  # fmt: skip
        """Start a worker of the screen."""

    def set_interval(self, interval: float, callback: Callable[[], None]) -> Timer:
        """Call a function at regular intervals."""
