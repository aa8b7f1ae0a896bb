"""Text from outside, made safe to print: file names, arguments, lines of logs, errors.

Such a text can contain characters that a terminal obeys: escape sequences, control characters,
marks that change the direction of text, line separators. With them a text could erase the line
in which it is printed, and print a false verdict. All text passes this function before it
is printed or painted.
"""

import re
import unicodedata

from senpu.notation.layout import MARKS, get_layout

MARK = "\N{REPLACEMENT CHARACTER}"
"""The sign for a character that cannot be printed; it takes one cell."""

WIDE_BREAK = (
    r"([\u2e80-\ufdcf\ufdf0-\uffef][\ufdd0-\ufdef]*)[ \t]*\n\s*"
    r"(?=[\ufdd0-\ufdef]*[\u2e80-\ufdcf\ufdf0-\uffef])"
)
"""A line break between two wide characters, with marks of styles around it. Few texts need it."""


def make_printable(text: str) -> str:
    r"""Return `text` with a mark for each character that is not printable, newlines included.

    Spaces of any width are printable, and the marks of styles if the layout has styles. A single
    surrogate, as in a file name that is not UTF-8, is not.

    >>> print(make_printable("a\x1b[2Kb\u202ec\nd"))
    a�[2Kb�c�d
    """
    if text.isprintable():
        return text
    kept = MARKS if get_layout().has_styles else frozenset()
    return "".join(
        char if char.isprintable() or char in kept or unicodedata.category(char) == "Zs" else MARK
        for char in text
    )


def drop_wide_breaks(text: str) -> str:
    """Return a text without line breaks between two wide characters: they are not spaces."""
    return re.sub(WIDE_BREAK, r"\1", text) if "\n" in text else text


def join_lines(text: str) -> str:
    r"""Return the lines of a text as one: no space joins two wide characters.

    Example:
        >>> join_lines("日本軍が\n退却。 A\nB")
        '日本軍が退却。 A B'
    """
    return " ".join(drop_wide_breaks(text).split())


def quote_word(word: str) -> str:
    """Return a word as a shell reads it; letters of all languages need no quotation marks.

    >>> quote_word("青木"), quote_word("A. Player")
    ('青木', "'A. Player'")
    """
    from shlex import quote  # few texts have words of the user in a command

    return word if re.fullmatch(r"[\w@%+=:,./-]+", word) else quote(word)


def make_rows_printable(text: str) -> str:
    """Return rows of text, each printable. The parts from outside have no newlines any more."""
    return "\n".join(map(make_printable, text.split("\n")))


def escape_json(text: str) -> str:
    r"""Return a JSON text with an escape for each character that is not printable.

    >>> print(escape_json('{"name": "a\x9bb"}'))
    {"name": "a\u009bb"}
    """
    if text.isprintable():
        return text
    return "".join(char if make_printable(char) == char else _escape_char(char) for char in text)


def _escape_char(char: str) -> str:
    data = char.encode("utf-16-be")
    return "".join(f"\\u{data[at : at + 2].hex()}" for at in range(0, len(data), 2))
