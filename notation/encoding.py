"""Bytes of a row into text: what may stand in a file, and what is wrong with the rest.

Says nothing of what the text means. A faulty row is repaired for reading, and reported:
nothing is taken out of a row without a fault that says so and how often.
"""

import re
import unicodedata
from functools import cache
from typing import Any

from senpu.notation.faults import Fault, located

LONGEST = 1 << 20
"""Bytes that a row may hold, so that no row costs more than a bounded time and memory."""

MARKS = 30
"""Combining marks that may stand in a row: the bound of Unicode's stream-safe text."""


def decoded(number: int, row: bytes) -> tuple[str, list[Fault]]:
    """A row without its newline as text, and what is wrong with its bytes.

    Every unwanted character becomes a blank (and every byte that is not UTF-8 a replacement
    character), so the columns of later faults are still those of the file. A byte-order mark
    alone has no width and is taken out.
    """
    faults: list[Fault] = []

    def fault(ident: str, column: int, key: str = "message", **fields: Any) -> None:
        faults.append(located(ident, number, text, key, column, layer="bytes", **fields))

    # Escaped bytes become lone surrogates, which no UTF-8 holds: so each can be counted.
    text = row.decode("utf-8", "surrogateescape")
    if strays := STRAY_BYTES.findall(text):
        at = text.index(strays[0])
        byte = ord(strays[0]) & 0xFF
        text = STRAY_BYTES.sub("\N{REPLACEMENT CHARACTER}", text)
        fault("notUtf8", at + 1, byte=f"{byte:#04x}", n=len(strays))
    for ident, pattern in BAD_CHARACTERS:
        if match := pattern.search(text):
            code = {"code": f"{ord(match[0]):04X}"} if ident == "controlCharacter" else {}
            fault(ident, match.start() + 1, n=len(pattern.findall(text)), **code)
            text = pattern.sub("" if ident == "byteOrderMark" else " ", text)
    if not unicodedata.is_normalized("NFC", text):
        composed = _composed(text)
        column = next(
            (i for i, (a, b) in enumerate(zip(text, composed, strict=False), 1) if a != b),
            len(composed),
        )
        if _long_run().search(text):
            fault("notNfc", column, "marks", most=MARKS)
        else:
            fault("notNfc", column)
        text = composed
    return text, faults


def too_long(number: int, row: bytes) -> Fault:
    """Return the fault of a row of more than LONGEST bytes, none of which is read."""
    text, size = row[:96].decode("utf-8", "replace"), len(row.rstrip(NEWLINE))
    return located("lineTooLong", number, text, layer="bytes", n=size, most=LONGEST)


def torn_tail(number: int, row: bytes) -> Fault:
    """Return the fault of a last row without its newline."""
    text = row[:LONGEST].decode("utf-8", "replace")
    return located("tornTail", number, text, "message", len(text) + 1, layer="bytes")


NEWLINE = b"\n"

STRAY_BYTES = re.compile("[\udc80-\udcff]")

BAD_CHARACTERS = (
    ("byteOrderMark", re.compile("\ufeff")),
    ("carriageReturn", re.compile("\r")),
    ("nulByte", re.compile("\0")),
    ("tabCharacter", re.compile("\t")),
    (
        # Also what changes the direction of text: a line must be what it looks like.
        "controlCharacter",
        re.compile("[\x01-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]"),
    ),
)
"""Fixed sets of code points, so that every version of Unicode gives the same answer."""


def _composed(text: str) -> str:
    """`text` in form C, in linear time.

    Putting marks in order takes time quadratic in their number, so a run of them is cut
    first; a text that is in form C already never comes here.
    """
    return unicodedata.normalize("NFC", _long_run().sub(r"\1", text))


@cache
def _long_run() -> re.Pattern[str]:
    """More than MARKS combining marks in a row. Made when first needed: it takes a while."""
    marks = "".join(chr(code) for code in range(0x300, 0x20000) if unicodedata.combining(chr(code)))
    return re.compile(f"([{re.escape(marks)}]{{{MARKS}}})[{re.escape(marks)}]++")
