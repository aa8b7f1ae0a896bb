"""Bytes of a row into text: what may stand in a file, and what is wrong with the rest.

Says nothing of what the text means. A faulty row is repaired for reading, and reported:
nothing is taken out of a row without a fault that says so and how often.
"""

import re
import unicodedata
from functools import cache

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

    def fault(ident: str, message: str, column: int, hint: str) -> None:
        faults.append(located(ident, number, text, message, column, hint, "bytes"))

    # Escaped bytes become lone surrogates, which no UTF-8 holds: so each can be counted.
    text = row.decode("utf-8", "surrogateescape")
    if strays := STRAY_BYTES.findall(text):
        at = text.index(strays[0])
        byte = ord(strays[0]) & 0xFF
        text = STRAY_BYTES.sub("\N{REPLACEMENT CHARACTER}", text)
        message = f"byte {byte:#04x} is not UTF-8{and_more(len(strays) - 1)}"
        fault("notUtf8", message, at + 1, "save the file as UTF-8")
    for ident, pattern, message, hint in BAD_CHARACTERS:
        if match := pattern.search(text):
            more = and_more(len(pattern.findall(text)) - 1)
            code = f" (U+{ord(match[0]):04X})" if ident == "controlCharacter" else ""
            fault(ident, f"{message}{code}{more}", match.start() + 1, hint)
            text = pattern.sub("" if ident == "byteOrderMark" else " ", text)
    if not unicodedata.is_normalized("NFC", text):
        composed = _composed(text)
        column = next(
            (i for i, (a, b) in enumerate(zip(text, composed, strict=False), 1) if a != b),
            len(composed),
        )
        surplus = _long_run().search(text)
        message = "a letter is not in Unicode's composed form (NFC)"
        if surplus:
            message += f"; of more than {MARKS} marks on one letter the surplus is not read"
        fault("notNfc", message, column, "senpu fmt puts it together")
        text = composed
    return text, faults


def too_long(number: int, row: bytes) -> Fault:
    """The fault of a row of more than LONGEST bytes, none of which is read."""
    return located(
        "lineTooLong",
        number,
        row[:96].decode("utf-8", "replace"),
        f"the line has {len(row.rstrip(NEWLINE)):,} bytes and is not read",
        0,
        f"a line holds at most {LONGEST:,} bytes; canonical lines stay under 78 columns",
        "bytes",
    )


def torn_tail(number: int, row: bytes) -> Fault:
    """The fault of a last row without its newline."""
    text = row[:LONGEST].decode("utf-8", "replace")
    return located(
        "tornTail",
        number,
        text,
        "the last line has no newline and does not count",
        len(text) + 1,
        "the write or the copy was cut short: compare with another copy; senpu repair cuts it off",
        "bytes",
    )


NEWLINE = b"\n"

STRAY_BYTES = re.compile("[\udc80-\udcff]")

BAD_CHARACTERS = (
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
        re.compile("\0"),
        "a NUL byte",
        "the file may be damaged; compare it with another copy",
    ),
    (
        "tabCharacter",
        re.compile("\t"),
        "a tab",
        "a blank separates; senpu fmt repairs it",
    ),
    (
        # Also what turns the direction of text round: a line must read as it is.
        "controlCharacter",
        re.compile("[\x01-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]"),
        "a control character",
        "only characters that show stand in a log",
    ),
)
"""Fixed sets of code points, so that every version of Unicode gives the same answer."""


def and_more(count: int) -> str:
    """What a message adds when `count` further cases are not told one by one."""
    return f" (and {count:,} more on this line)" if count else ""


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
