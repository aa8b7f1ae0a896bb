"""Decode the bytes of a row, and report the bytes that a log must not contain.

The module does not interpret the text. An invalid row is repaired for reading and reported:
each removed character has a fault with the number of such characters.
"""

import re
import unicodedata
from functools import cache
from typing import Any

from senpu.notation.faults import Fault, make_fault

LONGEST = 1 << 20
"""Maximum number of bytes of a row. It bounds the time and memory that a row costs."""

MARKS = 30
"""Maximum number of combining marks in sequence: the bound of Unicode's stream-safe text."""


def decode_row(number: int, row: bytes) -> tuple[str, list[Fault]]:
    """Return a row without its newline as text, and the faults of its bytes.

    Each unwanted character becomes a space, and each byte that is not UTF-8 a replacement
    character. So the columns of later faults are the columns of the file. A byte-order mark
    has no width and is removed.
    """
    faults: list[Fault] = []

    def fault(
        ident: str, column: int, key: str = "message", hint: str = "hint", **fields: Any
    ) -> None:
        faults.append(make_fault(ident, number, text, key, column, hint, layer="bytes", **fields))

    if number == 1 and row[:2] in UTF_16:
        text = row.decode("utf-8", "replace")
        fault("notUtf8", 1, "utf16", "utf16Hint")
        return text, faults
    # Escaped bytes become lone surrogates, which UTF-8 cannot contain: so each can be counted.
    text = row.decode("utf-8", "surrogateescape")
    if strays := re.findall(STRAY_BYTES, text):
        at = text.index(strays[0])
        byte = ord(strays[0]) & 0xFF
        text = re.sub(STRAY_BYTES, "\N{REPLACEMENT CHARACTER}", text)
        fault("notUtf8", at + 1, byte=f"{byte:#04x}", n=len(strays))
    for ident, pattern in BAD_CHARACTERS:
        if match := re.search(pattern, text):
            code = {"code": f"{ord(match[0]):04X}"} if ident == "controlCharacter" else {}
            if ident == "carriageReturn" and "\r" in text.rstrip("\r"):
                ident = "carriageReturnInside"
            fault(ident, match.start() + 1, n=len(re.findall(pattern, text)), **code)
            text = re.sub(pattern, "" if ident == "byteOrderMark" else " ", text)
    if not unicodedata.is_normalized("NFC", text):
        composed = _compose(text)
        column = next(
            (i for i, (a, b) in enumerate(zip(text, composed, strict=False), 1) if a != b),
            len(composed),
        )
        if _long_run_pattern().search(text):
            fault("notNfc", column, "marks", most=MARKS)
        else:
            fault("notNfc", column)
        text = composed
    return text, faults


def long_row_fault(number: int, row: bytes) -> Fault:
    """Return the fault of a row of more than LONGEST bytes, none of which is read."""
    text, size = row[:96].decode("utf-8", "replace"), len(row.rstrip(NEWLINE))
    return make_fault("lineTooLong", number, text, layer="bytes", n=size, most=LONGEST)


def incomplete_row_fault(
    number: int, row: bytes, is_header: bool, is_complete: bool = False
) -> Fault:
    """Return the fault of a last row without its newline.

    Args:
        number: The row, from 1.
        row: The row.
        is_header: Whether the row is in the header, so that the log has no complete part.
        is_complete: Whether it is known that only the newline is missing.
    """
    text = row[:LONGEST].decode("utf-8", "replace")
    if number == 1 and "\r" in text:
        at, n = text.index("\r") + 1, text.count("\r")
        return make_fault("carriageReturnInside", number, text, "alone", at, layer="bytes", n=n)
    key = NEWLINE_LOST if is_complete else "message"
    hint = "headerHint" if is_header else NEWLINE_HINT if is_complete else "hint"
    return make_fault(TORN, number, text, key, len(text) + 1, hint, layer="bytes")


def incomplete_block_fault(number: int, text: str, is_complete: bool = False) -> Fault:
    """Return the fault of a machine line at the end of a log that lacks rows, or only a newline."""
    if is_complete:
        return make_fault(TORN, number, text, NEWLINE_LOST, 0, NEWLINE_HINT, layer="bytes")
    return make_fault(TORN, number, text, "block", layer="bytes")


def lacks_only_newline(fault: Fault) -> bool:
    """Return whether a fault concerns a last line that lacks only its newline."""
    return fault.id == TORN and fault.message.id.endswith(f".{NEWLINE_LOST}")


TORN = "tornTail"
"""The id of the fault of an incomplete end."""
NEWLINE_LOST, NEWLINE_HINT = "newline", "newlineHint"
"""The keys of its sentence and its hint if only the newline is missing."""
NEWLINE = b"\n"

UTF_16 = {"\ufeff".encode(name): name for name in ("utf-16-le", "utf-16-be")}
UTF_16 |= {"S".encode(name): name for name in UTF_16.values()}
"""The encoding by the first bytes of a log in UTF-16, with or without a byte-order mark."""
STRAY_BYTES = "[\udc80-\udcff]"
"""The pattern of bytes that are not UTF-8. Like the next ones, it is compiled on first use."""

BAD_CHARACTERS = (
    ("byteOrderMark", "\ufeff"),
    ("carriageReturn", "\r"),
    ("nulByte", "\0"),
    ("tabCharacter", "\t"),
    (
        # Also the marks that change the direction of text: a line must be what it looks like.
        "controlCharacter",
        "[\x01-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]",
    ),
)
"""Fixed sets of code points, so that every version of Unicode gives the same result."""


def _compose(text: str) -> str:
    """Return `text` in form C, in linear time.

    Sorting marks takes time quadratic in their number, so a long run of marks is cut first.
    A text that is already in form C is never passed to this function.
    """
    return unicodedata.normalize("NFC", _long_run_pattern().sub(r"\1", text))


@cache
def _long_run_pattern() -> re.Pattern[str]:
    """Return the pattern of more than MARKS combining marks, compiled on first use."""
    marks = "".join(chr(code) for code in range(0x300, 0x20000) if unicodedata.combining(chr(code)))
    return re.compile(f"([{re.escape(marks)}]{{{MARKS}}})[{re.escape(marks)}]++")
