"""Files that are not logs, by their first row or their first bytes."""

import re
from typing import NamedTuple

from senpu.notation.messages import Message

ROWS = (
    ("study", r"senpu-study *=|# A study"),
    ("repertoire", r"senpu-repertoire *="),
    ("notesOf", r"# Notes to (?P<log>.+?\.senpu)\. "),
    ("notes", r"senpu-notes *="),
    ("data", r"senpu-data *="),
    ("page", r"(?i:<!doctype html|<html)"),
    ("picture", r"<svg|<\?xml"),
    ("post", r"\[(?:b|size|url|spoiler)\b"),
    ("key", r"-----BEGIN |ed25519 "),
    ("sheet", r"senpu-hand/"),
    ("json", r'\{$|\{ *"'),
    ("position", r"[a-z]+: [^;]*;.*\b[A-Za-z]+: "),
    ("report", r"#+ "),
)
"""The first row of other files, with the key of the hint."""
WITH_LOGS = ("post", "report")
"""The formats that can have a log inside."""
BYTES = (
    ("sqlite", b"SQLite format 3\0"),
    ("png", b"\x89PNG\r\n"),
    ("jpeg", b"\xff\xd8\xff"),
    ("gif", b"GIF8"),
    ("pdf", b"%PDF-"),
    ("zip", b"PK\x03\x04"),
    ("gzip", b"\x1f\x8b"),
)
"""The first bytes of files that are not text, with the key of their name."""


class OtherFormat(NamedTuple):
    """A text that is not a log."""

    hint: Message
    """The name of the format, and which file is expected."""
    may_have_log: bool


def find_other_format(row: str) -> OtherFormat | None:
    """Return the format of the text that has this first row; None if it is unknown."""
    for key, pattern in ROWS:
        if match := re.match(pattern, row):
            hint = Message(f"faults.headerMissing.{key}Hint", match.groupdict())
            return OtherFormat(hint, key in WITH_LOGS)
    return None


def find_binary_format(content: bytes) -> str:
    """Return the key of the format of a file that is not text; "" for others."""
    return next((key for key, start in BYTES if content.startswith(start)), "")
