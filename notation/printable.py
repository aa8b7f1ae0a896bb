"""Text from outside, made safe to print: file names, arguments, lines of logs, errors.

Such a text can contain characters that a terminal obeys: escape sequences, control characters,
marks that change the direction of text, line separators. With them a text could erase the line
in which it is printed, and print a verdict of its own. All text passes this function before it
is printed or painted.
"""

import unicodedata

MARK = "\N{REPLACEMENT CHARACTER}"
"""The sign for a character that cannot be printed; it takes one cell."""


def make_printable(text: str, keep: str = "") -> str:
    r"""Return `text` with a mark for each character that is not printable.

    Spaces of any width are printable. A single surrogate, as in a file name that is not UTF-8,
    is not.

    Args:
        text: The text.
        keep: Characters that remain, such as the newlines between the rows of a report.

    >>> print(make_printable("a\x1b[2Kb\u202ec"))
    a�[2Kb�c
    """
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or char in keep or unicodedata.category(char) == "Zs" else MARK
        for char in text
    )
