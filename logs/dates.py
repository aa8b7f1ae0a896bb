"""Dates of headers (`2026-11-27`, `1937-10` or `1937`) and of notes, and the current time."""

import re
from datetime import UTC, date, datetime, time

DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?", re.ASCII)
CLOCK = re.compile(r"\d{2}:\d{2}", re.ASCII)


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


def is_historical_date(text: str) -> bool:
    """Return whether a text is a date, a day with a time of day, or an interval of two of these.

    An interval is written as in ISO 8601. A time has no zone: it is the time of the source.

    >>> moments = "1937-10-27T04:30", "1937-10-26/1937-11-01", "1937-10-26T22:00/1937-10-27"
    >>> [is_historical_date(text) for text in (*moments, "1937-10-27/1937-10-26")]
    [True, True, True, False]
    """
    first, slash, last = text.partition("/")
    if not slash:
        return _is_moment(first)
    least = min(len(first), len(last))
    return _is_moment(first) and _is_moment(last) and first[:least] <= last[:least]


def _is_moment(text: str) -> bool:
    day, mark, clock = text.partition("T")
    if not mark:
        return is_date(day)
    if len(day) < len("1937-10-27") or not CLOCK.fullmatch(clock):
        return False
    try:
        time.fromisoformat(clock)
    except ValueError:
        return False
    return is_date(day)


def current_time() -> str:
    """Return the current time as notes and state files have it: `2026-11-27T12:00:00Z`."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
