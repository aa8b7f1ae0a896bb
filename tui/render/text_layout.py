"""Plain text in the cells of a terminal: wrapped, clipped, and the words of both languages."""

import re
from collections.abc import Iterator
from shutil import get_terminal_size

from senpu.notation.faults import cells
from senpu.notation.messages import program

WIDTH = 98
"""Columns of printed sentences and remarks."""
CLOSING = "、。）」』，．：；！？ー々"
"""Letters that begin no row."""
OPENING = "（「『"
"""Letters that end no row."""


def word(language: str, ident: str, **fields: object) -> str:
    """Return a text of the screens."""
    return program(language).say(f"screens.{ident}", fields)


def width_of() -> int:
    """How wide the terminal is; 100 where there is none."""
    return get_terminal_size((100, 24)).columns


def percent(share: float) -> str:
    return f"{share * 100:.0f}%"


def clipped(text: str, width: int) -> str:
    """`text` in exactly so many cells."""
    if cells(text) > width:
        while cells(text) > width - 2:
            text = text[:-1]
        text += ".."
    return text + " " * (width - cells(text))


def wrapped(text: str, margin: str, width: int = WIDTH) -> Iterator[str]:
    """`text` in rows of at most `width` cells behind a margin; the rows after the first are
    indented as far. Breaks at blanks, and where there are none between wide letters."""
    row, used = margin, cells(margin)
    blank = ""
    for word in re.findall(
        rf"\s+|[{OPENING}]*(?:[\u3000-\u9fff\uff00-\uffef]|[^\s\u3000-\u9fff\uff00-\uffef]+)"
        rf"[{CLOSING}]*",
        text,
    ):
        if word.isspace():
            blank = " "
            continue
        if used + len(blank) + cells(word) > width and row.strip(' "'):
            yield row
            row, used, blank = " " * cells(margin), cells(margin), ""
        row += blank + word
        used += len(blank) + cells(word)
        blank = ""
    if row.strip(' "'):
        yield row


def printable(text: str) -> str:
    """Return `text` with `?` for each character that would move the cursor."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "?" for c in text)


def spoken(body: str) -> str:
    """Return the text of a rule without the paragraph that names its code and tests."""
    paragraphs = body.split("\n\n")
    return "\n\n".join(each for each in paragraphs if not each.startswith("Code:")).strip()
