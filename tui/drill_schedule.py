"""The due dates of the problems of a player: the file `drill.json` in the user's state folder.

The intervals are computed by the package fsrs (Free Spaced Repetition Scheduler), without its
steps of minutes: a problem is due on a day, from midnight in the local time zone. The caller
supplies the clock.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from senpu.logs.inputs import read_file
from senpu.logs.journal import lock_file, replace_file
from senpu.notation.extras import format_install
from senpu.notation.faults import Error
from senpu.notation.reasons import find_reason
from senpu.notation.user_folders import state_folder

if TYPE_CHECKING:
    from fsrs import Scheduler

VERSION = 1


class ScheduleError(Error):
    """The results cannot be read, or the package for the intervals is missing."""


class DrillCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """The results of a problem."""

    due: Annotated[datetime, Meta(tz=True)]
    last: Annotated[datetime, Meta(tz=True)]
    """The time of the last answer."""
    stability: Annotated[float, Meta(gt=0)]
    """The days after which nine of ten answers are right."""
    difficulty: Annotated[float, Meta(ge=1, le=10)]
    asked: Annotated[int, Meta(ge=1)] = 1
    missed: Annotated[int, Meta(ge=0)] = 0
    """The number of wrong answers; `asked` counts all answers."""


class ScheduleFile(msgspec.Struct, frozen=True, rename={"version": "senpu-drill"}):
    """The content of the file."""

    version: int
    cards: dict[str, DrillCard]


def find_schedule_file() -> Path | None:
    """Return the file of the results; None if nothing is remembered."""
    folder = state_folder()
    return folder and folder / "drill.json"


def noon(day: date) -> datetime:
    """Return noon of a day in the local time zone."""
    return datetime.combine(day, time(12)).astimezone()


class Schedule:
    """The results of a player: which problems are due, and when."""

    def __init__(self, path: Path | None, now: datetime) -> None:
        """Read the results.

        Args:
            path: The file; None to remember nothing.
            now: The current time.

        Raises:
            ScheduleError: The file cannot be used, or the package fsrs is missing.
            OSError: The file cannot be read.
        """
        self.path, self.now = path, now
        self._scheduler = _make_scheduler()
        self.cards = _read(path)

    @property
    def day(self) -> date:
        """The current day."""
        return self.now.astimezone().date()

    def count_overdue_days(self, ident: str) -> int | None:
        """Return for how many days a problem is due: negative before; None if it is new."""
        due = self.find_due_day(ident)
        return None if due is None else (self.day - due).days

    def find_due_day(self, ident: str) -> date | None:
        """Return the day on which a problem is due; None if it was never asked."""
        card = self.cards.get(ident)
        return card.due.astimezone().date() if card else None

    def record(self, ident: str, right: bool) -> None:
        """Store the result of an answer.

        Raises:
            ScheduleError: The file cannot be used.
            JournalError: The file cannot be written.
            OSError: The file cannot be read or written.
        """
        from fsrs import Card, Rating, State

        old = self.cards.get(ident)
        before = (
            Card(
                1, State.Review, None, old.stability, old.difficulty, old.due.astimezone(UTC),
                old.last.astimezone(UTC),
            )
            if old else Card(1, due=self.now.astimezone(UTC))
        )  # fmt: skip
        rating = Rating.Good if right else Rating.Again
        after, _ = self._scheduler.review_card(before, rating, self.now.astimezone(UTC))
        assert after.stability is not None
        assert after.difficulty is not None
        card = DrillCard(
            after.due, self.now.astimezone(UTC), after.stability, after.difficulty,
            (old.asked if old else 0) + 1, (old.missed if old else 0) + (not right),
        )  # fmt: skip
        self.cards[ident] = card
        if self.path is None:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with lock_file(self.path):  # another drill may have stored results
            self.cards = {**_read(self.path), ident: card}
            content = ScheduleFile(VERSION, self.cards)
            data = msgspec.json.format(msgspec.json.encode(content), indent=1)
            replace_file(self.path, data + b"\n")


def _make_scheduler() -> Scheduler:
    try:
        from fsrs import Scheduler
    except ImportError:
        raise ScheduleError("noFsrs", install=format_install("drill")) from None
    return Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


def _read(path: Path | None) -> dict[str, DrillCard]:
    try:
        data = read_file(path) if path is not None else b""
    except FileNotFoundError:
        return {}
    if not data:
        return {}
    try:
        found = msgspec.json.decode(data, type=ScheduleFile)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise ScheduleError("drillFile", path=path or "", why=find_reason(error)) from None
    if found.version != VERSION:
        raise ScheduleError("drillVersion", path=path or "", version=found.version, own=VERSION)
    return dict(found.cards)
