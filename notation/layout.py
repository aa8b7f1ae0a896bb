"""The layout of the text that the running command prints: the width of rows, and styles.

A part of a text that has a style is between two marks, which take no cells. The gate that prints
the text (`tui/printing.py`) replaces them by colours or removes them. Text for files, JSON and
screens has no marks: only a command that prints sets a layout with styles.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import NamedTuple

FILE_WIDTH = 98
"""The width of rows in files, in cells. It does not depend on a terminal."""
NO_TERMINAL = 80
"""The width of rows if there is no terminal."""
NARROWEST = 20
PROSE = 100
"""The largest width of a row of sentences."""
STYLES = {
    each: chr(0xFDD0 + number)
    for number, each in enumerate(
        ("valid", "invalid", "hint", "heading", "option", "strong", "emphasis")
    )
}
"""The mark before a text of each style: characters that no text has (noncharacters of Unicode)."""
STYLE_END = "\ufdef"
"""The mark after a text with a style."""
MARKS = frozenset((*STYLES.values(), STYLE_END))


class Layout(NamedTuple):
    """The layout of printed text."""

    width: int = FILE_WIDTH
    """The number of cells of a row."""
    is_bounded: bool = False
    """True if no row may be wider, as on a terminal."""
    has_styles: bool = False
    """True if parts of texts get marks of their style."""
    is_wrapped: bool = True
    """True if a sentence or an entry of a list is wrapped. Tables and maps have the width."""


FILE_LAYOUT = Layout()
_current = [FILE_LAYOUT]
"""The layouts in use, the innermost last."""


def get_layout() -> Layout:
    """Return the layout in use."""
    return _current[-1]


@contextmanager
def use_layout(layout: Layout) -> Iterator[None]:
    """Use a layout for the texts that are made inside the context."""
    _current.append(layout)
    try:
        yield
    finally:
        _current.pop()


def use_page_layout() -> AbstractContextManager[None]:
    """Use the current layout for a page: its sentences are wrapped without a terminal too."""
    return use_layout(get_layout()._replace(is_wrapped=True))


def add_style(text: str, style: str) -> str:
    """Return a text with the marks of a style, if the layout has styles."""
    if not text or not get_layout().has_styles:
        return text
    return f"{STYLES[style]}{text}{STYLE_END}"


SIGNS = frozenset(":;,：；，、。")


def style_start(text: str, style: str) -> str:
    """Return a sentence with a style for the words before its first sign: `valid; 9 events`."""
    end = next((at for at, char in enumerate(text) if char in SIGNS), len(text))
    return f"{add_style(text[:end], style)}{text[end:]}"
