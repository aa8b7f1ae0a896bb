"""The progress of work in a thread, which the screen reads and can end.

It has its own module since several controllers have such work.
"""

from collections.abc import Iterable, Iterator
from threading import Event

EVERY = 0.2
"""The seconds between two pictures of the progress."""


class JobCancelledError(Exception):
    """The user has cancelled the job."""


class JobProgress:
    """The progress of a job; the thread that works changes it, and the screen reads it."""

    def __init__(self) -> None:
        self.done = self.expected = 0
        """The number of finished parts; the expected number, 0 if it is not known."""
        self._cancelled = Event()

    def __call__(self, done: int, expected: int = 0) -> None:
        """Report progress. Raises JobCancelledError."""
        if self._cancelled.is_set():
            raise JobCancelledError
        self.done, self.expected = done, expected

    @property
    def is_cancelled(self) -> bool:
        """Return whether the job was cancelled."""
        return self._cancelled.is_set()

    def cancel(self) -> None:
        """Let the job end at its next report."""
        self._cancelled.set()

    def count(self, rows: Iterable[str]) -> Iterator[str]:
        """Yield rows, and report their number."""
        for number, row in enumerate(rows):
            self(number)
            yield row
        self(self.done)
