"""Review a game, and add the notes of the review."""

from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from senpu.logs.dates import current_time
from senpu.logs.inputs import Source
from senpu.logs.marks import Authorship
from senpu.logs.notes import Notes, StoredNote, notes_path
from senpu.logs.notes_file import edit_notes, load_notes
from senpu.logs.record import open_record
from senpu.notation.messages import Message
from senpu.replay.analysis.confirmation import confirm_review
from senpu.replay.analysis.playouts import RulesSource, get_rules_source
from senpu.replay.analysis.review import Review, ReviewError, ReviewMethod, review_values
from senpu.replay.analysis.value import PositionValue, open_value
from senpu.replay.annotation.annotations import Annotations, replace_notes
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.tui.commands.arguments import RejectedLogError, UnusableLogError, open_log
from senpu.tui.render.review_report import ReviewReport

AUTHOR = "senpu review"
"""The author of the notes: a review replaces the notes of the previous review only."""


class ReviewRequest(NamedTuple):
    """A log to review, and how."""

    file: Source
    data: Source | None = None
    method: ReviewMethod = ReviewMethod()
    is_full: bool = True
    """False for the quick form, which plays no games and names no errors."""
    writes: bool = True
    """True if the notes of the log are checked first, since notes will be added."""


def open_reviewed_log(asked: ReviewRequest) -> Timeline:
    """Return the timeline of a valid log. Raises RejectedLogError, OSError."""
    timeline = open_timeline(*open_log(asked.file, asked.data))
    timeline.extend()
    if timeline.fault is not None:
        more = Message("errors.reviewInvalidLog")
        raise RejectedLogError.from_fault(timeline.fault, str(asked.file), more)
    if asked.writes and timeline.record.path:
        path = notes_path(timeline.record.path)
        check_notes(timeline, load_notes(path), path)  # before the work, not only after it
    return timeline


def review_log(
    asked: ReviewRequest,
    timeline: Timeline,
    side: str,
    executor: Executor,
    jobs: int | None,
    progress: Callable[[int, int], None],
) -> Review:
    """Return the review of a game, in the requested form.

    Args:
        asked: The request.
        timeline: The timeline of the log.
        side: The side whose errors are examined; empty for all.
        executor: The executor of the games; the quick form does not use it.
        jobs: The number of its workers.
        progress: Called with the number of games played and the number expected; in the quick form,
            with the number of events.

    Returns:
        The review.

    Raises:
        RejectedLogError: A card is still face down.
        UnusableLogError: The log has nothing to review.
        ExecutorError: A worker was lost.
    """
    shown = reveal_hands(timeline)
    value, second = open_values(timeline.rules)
    try:
        found = review_values(
            shown, value, second, asked.method, side, ignore if asked.is_full else progress
        )
    except ReviewError as error:
        raise UnusableLogError("inFile", path=asked.file, why=error) from None
    if not asked.is_full:
        return found
    return confirm_review(found, shown, make_ground(asked, timeline), executor, jobs, progress)


def ignore(done: int, of: int) -> None:
    """Report no progress."""
    del done, of


def open_values(rules: AnyRules) -> tuple[PositionValue, PositionValue | None]:
    """Return the value of a rule set, and a second value if it has one."""
    value = open_value(rules)
    has_second = value.file is not None and len(value.file.networks) > 1
    return value, open_value(rules, 2) if has_second else None


def make_ground(asked: ReviewRequest, timeline: Timeline) -> RulesSource:
    """Return the rule set and data of a log, for workers."""
    return get_rules_source(timeline.rules, Path(asked.file).absolute().parent, asked.data)


def make_notes(report: ReviewReport) -> list[StoredNote]:
    """Return the notes of a review."""
    return report.notes(Authorship(AUTHOR, current_time()))


def write_notes(timeline: Timeline, path: Path, new: list[StoredNote]) -> None:
    """Replace the notes of the previous review.

    Args:
        timeline: The timeline of the log.
        path: The notes file.
        new: The notes.

    Raises:
        RejectedLogError: The notes by other authors do not fit the log.
        OSError: The file cannot be written.
    """
    edit_notes(
        path,
        lambda notes: replace_notes(timeline, check_notes(timeline, notes, path), AUTHOR, new),
    )


def reveal_hands(timeline: Timeline) -> Timeline:
    """Return the game with its hands known.

    Returns:
        The timeline.

    Raises:
        RejectedLogError: A card is still face down.
    """
    record = timeline.record
    if not record.hands_nonce:
        return timeline
    if still := len(record.hands.sealed) - len(record.hands.shown):
        raise RejectedLogError("reviewHiddenCards", path=record.path or "", n=still)
    assert record.source is not None
    other = open_timeline(open_record(record.source), timeline.rules, record.hands.shown)
    other.extend()
    return other


def check_notes(timeline: Timeline, notes: Notes, path: Path) -> Notes:
    """Return the notes of a log, if the notes by other authors fit. Raises RejectedLogError."""
    others = tuple(note for note in notes.notes if note.author != AUTHOR or note.notes)
    if faults := Annotations(timeline, replace(notes, notes=others)).faults:
        raise RejectedLogError.from_fault(faults[0], str(path))
    return notes
