"""The review of a log in a thread of the viewer, by values or in full."""

from collections.abc import Callable
from concurrent.futures import Executor
from typing import NamedTuple

from senpu.logs.inputs import Source
from senpu.replay.analysis.executors import SerialExecutor
from senpu.replay.analysis.review import Review
from senpu.replay.core.timeline import Timeline
from senpu.tui.jobs.review import ReviewRequest, open_reviewed_log, review_log


class GameReview(NamedTuple):
    """A review and its own timeline of the log."""

    review: Review
    timeline: Timeline


def review_in_thread(
    log: Source,
    data: Source | None,
    programs: Callable[[], Executor] | None,
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
    asked = ReviewRequest(log, data, is_full=programs is not None, writes=False)
    timeline = open_reviewed_log(asked)
    executor = SerialExecutor() if programs is None else programs()
    review = review_log(asked, timeline, "", executor, jobs, progress)
    return GameReview(review, timeline)
