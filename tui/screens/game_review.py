"""The review of the log of a player: made at once by values, then in full in the background."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from senpu.notation.faults import Error
from senpu.spec.data import DataError
from senpu.tui.screens.background_jobs import JobCancelledError, JobProgress
from senpu.tui.widgets.review_texts import list_swings

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from textual.worker import Worker

    from senpu.logs.inputs import Source
    from senpu.replay.analysis.review import Review
    from senpu.replay.core.timeline import Timeline
    from senpu.tui.screens.interfaces import LogFollower, Player

ROWS = 20
"""The height of a screen from which the timeline has a row for the marks of a review."""


class GameReview(NamedTuple):
    """A review and its own timeline of the log."""

    review: "Review"
    timeline: "Timeline"


class ReviewController:
    """The review of a player's log, and its marks on the timeline."""

    def __init__(
        self, screen: "Player", watcher: "LogFollower", read_notes: Callable[[], None]
    ) -> None:
        self.screen, self._watcher = screen, watcher
        self._read_notes = read_notes
        """Shows the notes again after they were written."""
        self.found: GameReview | None = None
        self.progress: JobProgress | None = None
        """The progress of the review by values; None if none runs."""
        self.error = ""
        """Why there is no review."""
        self.on_change: Callable[[], None] = lambda: None
        """Called when the review has changed."""
        self._worker: Worker[None] | None = None
        self._shows_marks = True

    @property
    def obstacle(self) -> str:
        """The id of the reason why the log cannot be reviewed here; empty if it can."""
        timeline = self.screen.timeline
        if timeline.is_locked or timeline.record.source is None:
            return "review_not_here"
        if timeline.rules.has_hidden_parts and not timeline.view.is_unrestricted:
            return "review_view"
        return "" if timeline.is_complete and timeline.last else "review_not_yet"

    @property
    def is_current(self) -> bool:
        """Return whether the review covers all events of the log."""
        found = self.found
        return found is not None and found.timeline.last == self.screen.timeline.last

    def open(self) -> None:
        """Show the review of the log; make it by values if there is none."""
        screen = self.screen
        if obstacle := self.obstacle:
            screen.show_message(screen.look.word(obstacle))
            return
        from senpu.tui.screens.review import ReviewScreen

        if not self.is_current:
            self.start()
        screen.app.push_screen(ReviewScreen(screen.look, screen, self))

    # ---- the review by values -------------------------------------------------------------

    def start(self) -> None:
        """Make the review by values in a thread."""
        if self.progress is None:
            self.error, self.progress = "", JobProgress()
            self._worker = self.screen.run_worker(self._work(self.progress), group="review")

    def cancel(self) -> None:
        """Stop the review by values."""
        if self.progress is not None:
            self.progress.cancel()
            self.progress = None

    async def _work(self, progress: JobProgress) -> None:
        log, data = self._watcher.snapshot, self.screen.senpu.data
        try:
            found = await asyncio.to_thread(review_in_thread, log, data, None, 1, progress)
        except JobCancelledError:
            return
        except (Error, DataError, OSError) as error:
            self.error = self.screen.look.reason(error)
        else:
            if not progress.is_cancelled:
                self.take(found)
        if self.progress is progress:
            self.progress = None
        self.on_change()

    def take(self, found: GameReview) -> None:
        """Show a review on the timeline, and keep it."""
        self.found = found
        self.show_marks()
        self.on_change()

    def write_notes(self) -> str:
        """Add the review to the notes. Return a message."""
        from senpu.logs.notes import notes_path
        from senpu.replay.core.narration import Narrator
        from senpu.tui.jobs.review import make_notes, write_notes
        from senpu.tui.render.review_report import ReviewReport

        screen, found = self.screen, self.found
        assert found is not None
        assert screen.source is not None
        narrator = Narrator(found.timeline.rules.spec, screen.look.language)
        notes = make_notes(ReviewReport(found.review, found.timeline, narrator))
        path = notes_path(screen.source)
        try:
            write_notes(found.timeline, path, notes)
        except (Error, OSError) as error:
            return screen.look.word("not_written", why=screen.look.reason(error))
        self._read_notes()
        return screen.look.word("job_notes_written", n=len(notes), file=path.name)

    # ---- the marks ------------------------------------------------------------------------

    @property
    def has_marks(self) -> bool:
        """Return whether the marks are shown."""
        return self._shows_marks and self.found is not None

    @property
    def glyphs(self) -> dict[int, str]:
        """The glyphs of the errors that games confirmed, by event."""
        errors = self.found.review.list_errors() if self.found is not None else ()
        return {each.number: each.glyph for each in errors}

    def toggle_marks(self) -> None:
        """Show the marks on the timeline, or hide them."""
        self._shows_marks = not self._shows_marks
        self.show_marks()

    def show_marks(self) -> None:
        """Show the marks of the review, if they are wanted."""
        screen, found = self.screen, self.found
        screen.list.notes.judged = self.glyphs
        strand = screen.track.strand
        strand.swings = list_swings(found.review) if found and self._shows_marks else None
        screen.rearrange()

    def rows(self, height: int) -> int:
        """Return the rows of the marks for a screen height."""
        return int(self.has_marks and height >= ROWS)


def review_in_thread(
    log: "Source",
    data: "Source | None",
    programs: "Callable[[], Executor] | None",
    jobs: int,
    progress: Callable[[int, int], None],
) -> GameReview:
    """Return the review of a log: the work of a thread.

    Args:
        log: The log.
        data: The data file that the user gave, if any.
        programs: Starts the programs that play; None for a review by values.
        jobs: The number of these programs.
        progress: Called with the finished and the expected number of parts.

    Raises:
        Error: The log cannot be reviewed.
        DataError: The data are not available.
        OSError: The file cannot be read.
    """
    from senpu.replay.analysis.executors import SerialExecutor
    from senpu.tui.jobs.review import ReviewRequest, open_reviewed_log, review_log

    asked = ReviewRequest(log, data, is_full=programs is not None, writes=False)
    timeline = open_reviewed_log(asked)
    executor = SerialExecutor() if programs is None else programs()
    review = review_log(asked, timeline, "", executor, jobs, progress)
    return GameReview(review, timeline)
