"""Bytes of a row into text: what may stand in a file, and what is wrong with the rest.

Says nothing of what the text means. A faulty row is repaired for reading, and reported.
"""

import re
import unicodedata

from notation.faults import Fault, located

CLEAN = re.compile(rb"[\x20-\x7e]*+\n?+")
"""A row that needs no further look."""


def decoded(number: int, row: bytes) -> tuple[str, list[Fault]]:
    """A row that is not plain ASCII as text, and what is wrong with its bytes."""
    faults: list[Fault] = []
    try:
        text = row.decode("utf-8")
    except UnicodeDecodeError as error:
        text = row.decode("utf-8", "replace")
        column = len(row[: error.start].decode("utf-8", "replace")) + 1
        faults.append(
            located(
                "notUtf8", number, text, f"byte {row[error.start]:#04x} is not UTF-8", column,
                "save the file as UTF-8", "bytes",
            )
        )  # fmt: skip
    for ident, pattern, message, hint in BAD_BYTES:
        if match := pattern.search(text):
            faults.append(located(ident, number, text, message, match.start() + 1, hint, "bytes"))
            text = pattern.sub("" if ident != "controlCharacter" else " ", text)
    composed = unicodedata.normalize("NFC", text)
    if composed != text:
        column = next(
            (i for i, (a, b) in enumerate(zip(text, composed, strict=False), 1) if a != b),
            len(composed),
        )
        faults.append(
            located(
                "notNfc", number, text, "a letter is written in parts (not in form C)", column,
                "senpu fmt puts it together", "bytes",
            )
        )  # fmt: skip
        text = composed
    return text, faults


BAD_BYTES = (
    (
        "byteOrderMark",
        re.compile("\ufeff"),
        "a byte-order mark",
        "save the file as UTF-8 without one",
    ),
    (
        "carriageReturn",
        re.compile("\r"),
        "a carriage return",
        "lines end with LF alone; senpu fmt repairs it",
    ),
    (
        "nulByte",
        re.compile("\0+"),
        "a NUL byte",
        "the file may be damaged; compare it with another copy",
    ),
    (
        "controlCharacter",
        re.compile("[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]"),
        "a control character",
        "only printable characters stand in a log",
    ),
)


def torn_tail(number: int, row: bytes) -> Fault:
    text = row.decode("utf-8", "replace")
    return located(
        "tornTail", number, text, "the last line has no newline and does not count", len(text) + 1,
        "the write or the copy was cut short; compare with another copy, or end the line", "bytes",
    )  # fmt: skip
