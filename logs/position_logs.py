"""The log that begins with a position: a header with the position text, and no events."""

from senpu.notation.lines import Header
from senpu.notation.position_text import PositionError, parse_position_text
from senpu.notation.printable import make_printable
from senpu.notation.stated_positions import join_position
from senpu.notation.writer import format_line

POSITION = "Position"
"""The header field with the position from which a log starts."""


def join_position_rows(text: str) -> str:
    """Return the rows of a position text as one row.

    A mail program may have wrapped the text, and quoted each row; an editor may have added a byte
    order mark. A full stop at the end, as in a log, is removed.
    """
    text = text.removeprefix("\ufeff").strip()
    marks = "> \t" if text.startswith(">") else None
    rows = (row.lstrip(marks).strip() for row in text.splitlines())
    return join_position([row for row in rows if row])


def has_unknown_cards(text: str) -> bool:
    """Return whether a position has cards that its text does not name: hidden or face down."""
    return "?" in text


def make_position_log(text: str) -> bytes:
    """Return the log that starts from a position.

    Args:
        text: The position text. If it cannot be read, the header has only that text, so that the
            log has its fault.

    Returns:
        The bytes of the log.
    """
    try:
        parts = parse_position_text(text)
    except PositionError:
        return f"Senpu: 1\n{POSITION}: {make_printable(text)}\n\n".encode()
    fields = {
        "Senpu": "1",
        "Game": parts.rule_set,
        "Rules": str(parts.rules or ""),
        "Options": " ".join(parts.options),
        POSITION: text,
    }
    rows = [format_line(Header(key, value)) for key, value in fields.items() if value]
    return "".join(f"{row}\n" for row in (*rows, "")).encode()
