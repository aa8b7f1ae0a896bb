"""Dates of headers and notes (`2026-11-27`, `1937-10` or `1937`), and the current time."""

import re
from datetime import UTC, date, datetime

DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?", re.ASCII)


def is_date(text: str) -> bool:
    """Return whether a text is a day, month or year of the calendar.

    >>> [is_date(text) for text in ("1937-10", "2026-13", "2026-11-31")]
    [True, False, False]
    """
    if not DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(f"{text}-01-01"[:10])
    except ValueError:
        return False
    return True


def current_time() -> str:
    """Return the current time as notes and state files have it: `2026-11-27T12:00:00Z`."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
