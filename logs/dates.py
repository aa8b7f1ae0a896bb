"""Dates of headers and notes: `2026-11-27`, `1937-10` or `1937`."""

import re
from datetime import date

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
