"""Dates of headers (`2026-11-27`, `1937-10` or `1937`) and of notes, and the current time."""

import re
from calendar import monthrange
from datetime import MINYEAR, UTC, datetime

from senpu.notation.messages import Message

DATE = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?", re.ASCII)
CLOCK = re.compile(r"(\d{2}):(\d{2})", re.ASCII)
DAY = len("1937-10-27")


def is_date(text: str) -> bool:
    """Return whether a text is a day, month or year of the calendar.

    >>> [is_date(text) for text in ("1937-10", "2026-13", "2026-11-31")]
    [True, False, False]
    """
    return find_date_error(text) is None


def find_date_error(text: str) -> Message | None:
    """Return why a text is not a day, month or year of the calendar; None if it is.

    >>> for text in ("soon", "2026-13", "1937-02-30"):
    ...     print(find_date_error(text))
    expected a date such as 2026-11-27, 1937-10 or 1937
    months are 01 to 12, not 13
    1937-02 has 28 days, not 30
    """
    match = DATE.fullmatch(text)
    if match is None:
        return Message("errors.dateForm")
    year, month, day = match[1], match[2] or "01", match[3] or "01"
    if int(year) < MINYEAR:
        return Message("errors.dateYear", {"year": year})
    if not 1 <= int(month) <= 12:
        return Message("errors.dateMonth", {"month": month})
    _, days = monthrange(int(year), int(month))
    if not 1 <= int(day) <= days:
        return Message("errors.dateDay", {"month": f"{year}-{month}", "days": days, "day": day})
    return None


def find_historical_date_error(text: str) -> Message | None:
    """Return why a text is not a date, a day with a time, or an interval of two of these.

    An interval is written as in ISO 8601. A time has no zone: it is the time of the source.

    >>> moments = "1937-10-27T04:30", "1937-10-26/1937-11-01", "1937-10-26T22:00/1937-10-27"
    >>> [find_historical_date_error(text) for text in moments]
    [None, None, None]
    >>> for text in ("1937-10-27/1937-10-26", "1937-10-27T25:00"):
    ...     print(find_historical_date_error(text))
    the interval ends before it begins
    hours are 00 to 23, not 25
    """
    first, slash, last = text.partition("/")
    error = _find_moment_error(first) or (_find_moment_error(last) if slash else None)
    if error is not None or not slash:
        return error
    least = min(len(first), len(last))
    return Message("errors.dateInterval") if last[:least] < first[:least] else None


def _find_moment_error(text: str) -> Message | None:
    day, mark, clock = text.partition("T")
    match = CLOCK.fullmatch(clock)
    if not DATE.fullmatch(day) or (mark and (len(day) < DAY or match is None)):
        return Message("errors.momentForm")
    error = find_date_error(day)
    if error is not None or match is None:
        return error
    if int(match[1]) > 23:
        return Message("errors.dateHour", {"hour": match[1]})
    return Message("errors.dateMinute", {"minute": match[2]}) if int(match[2]) > 59 else None


def current_time() -> str:
    """Return the current time as notes and state files have it: `2026-11-27T12:00:00Z`."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
