"""The review of the log of a player: made at once by values, then in full in the background."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from senpu.notation.faults import Error
from senpu.spec.data import DataError
from senpu.tui.screens.job_progress import JobCancelledError, JobProgress
from senpu.tui.widgets.review_texts import list_swings

if TYPE_CHECKING:
    from textual.worker import Worker

    from senpu.tui.jobs.game_review import GameReview
    from senpu.tui.screens.interfaces import LogFollower, Player

ROWS = 20
"""The height of a screen from which the timeline has a row for the marks of a review."""


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
        self.error: Exception | None = None
        """The reason why there is no review."""
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

    def prepare(self) -> bool:
        """Make the review by values if there is none, or show why the log cannot be reviewed.

        Returns:
            Whether the log can be reviewed.
        """
        screen = self.screen
        if obstacle := self.obstacle:
            screen.show_message(screen.look.word(obstacle))
            return False
        if not self.is_current:
            self.begin()
        return True

    # ---- the review by values -------------------------------------------------------------

    def begin(self) -> None:
        """Make the review by values in a thread."""
        if self.progress is None:
            self.error, self.progress = None, JobProgress()
            self._worker = self.screen.run_worker(self._work(self.progress), group="review")

    def cancel(self) -> None:
        """Stop the review by values."""
        if self.progress is not None:
            self.progress.cancel()
            self.progress = None

    async def _work(self, progress: JobProgress) -> None:
        from senpu.tui.jobs.game_review import review_in_thread

        log, data = self._watcher.snapshot, self.screen.senpu.data
        try:
            found = await asyncio.to_thread(review_in_thread, log, data, None, 1, progress)
        except JobCancelledError:
            return
        except (Error, DataError, OSError) as error:
            self.error = error
        else:
            if not progress.is_cancelled:
                self.take(found)
        if self.progress is progress:
            self.progress = None
        self.on_change()

    def take(self, found: "GameReview") -> None:
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
