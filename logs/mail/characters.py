"""Characters that mail programs and editors substitute, and their originals.

Outside comments and values the notation is ASCII, so the original is certain. Inside them a
smart quote or a wide space may be original. Without a chain it is restored, or kept, only if
the rest of the text shows which.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from typing import Any, NamedTuple

from senpu.logs.position_logs import POSITION
from senpu.notation.faults import LocatedError, make_fault, text_width


class RestorationError(LocatedError):
    """The log in a mail cannot be restored; the fault is in the first such line of the mail."""


class MailRow(NamedTuple):
    """A row of the mail that may belong to the log."""

    number: int
    """The number of the row in the mail, from 1."""
    text: str
    """The text, without the quote marks that the first line of the log has too."""
    prefix: str = ""
    """The quote marks that were removed from the text."""
    bare: str = ""
    """The text without any quote marks."""


class RestoredLog(NamedTuple):
    """The original log of a mail."""

    text: bytes
    undone: "Counter[str]"
    """The number of restored characters, by their kind."""
    rows: tuple[int, ...] = ()
    """The row of the mail at which each line begins."""
    proven: bool = False
    """True if tags prove each line; otherwise each line has only one possible original."""


def unclear_row(row: int, text: str, key: str = "message", /, **fields: Any) -> RestorationError:
    """Return the error of a row that has two possible readings."""
    return RestorationError.from_fault(
        make_fault("mailUnclear", row, text, key, layer="mail", **fields)
    )


def damaged_row(row: int, text: str, key: str = "message", /, **fields: Any) -> RestorationError:
    """Return the error of a row that no line can have produced."""
    return RestorationError.from_fault(
        make_fault("mailDamaged", row, text, key, layer="mail", **fields)
    )


FULL_WIDTH = "\u3000"
BLANKS = (
    " \t\u00a0\u3000\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f"
)
"""The space, and its substitutes."""
STRANGE = re.compile(f"[{BLANKS[1:]}]")
QUOTES, DASHES, DOTS = "“”„‟‘’‚‛", "–—―‑", "…"
PLAIN = {QUOTES: ('"', "'"), DASHES: ("--", " - "), DOTS: ("...",)}
"""The character that proves that such characters are original."""
BEFORE: dict[str, tuple[str, ...]] = {
    "\t": (" ", "  "),
    **{blank: (" ", blank) for blank in BLANKS[2:]},
    **{quote: ('"', quote) for quote in "“”„‟"},
    **{quote: ("'", quote) for quote in "‘’‚‛"},
    "–": ("-", "--", "–"), "—": ("--", "-", "---", "—"), "―": ("--", "-", "―"), "‑": ("-", "‑"),
    "…": ("...", "…"),
}  # fmt: skip
"""The possible originals of a character; the last one is the character itself."""
TURNED = re.compile(f"[{re.escape(''.join(BEFORE))}]")

MOST = 1024
"""Maximum number of texts tried in one place. A wrong text matches a tag with 2 ** -32."""

REMARK = re.compile(r"\{(?:\\[\\}]|[^}])*+\}?")
ASCII_KEYS = frozenset(
    ("Senpu", "Game", "Rules", "Data", "Options", POSITION, "Date", "Chain", "Nonce")
)
KEY = re.compile(f"([A-Za-z]{{2}}[A-Za-z0-9-]*+):(?:[{BLANKS}]|$)")


def normalize_spaces(text: str) -> str:
    """Return a text of the same length with plain spaces for all others."""
    return STRANGE.sub(" ", text)


def possible_originals(text: str) -> Iterator[str]:
    """Yield at most MOST possible originals of a text, first with one original per character."""
    return islice(_uniform_originals(text), MOST)


def _uniform_originals(text: str) -> Iterator[str]:
    kinds = sorted({*TURNED.findall(text)})
    if not kinds:
        yield text
        return
    for chosen in product(*(BEFORE[kind] for kind in kinds)):
        yield text.translate(str.maketrans(dict(zip(kinds, chosen, strict=True))))
    places = TURNED.findall(text)
    if len(places) == len(kinds):
        return
    parts = TURNED.split(text)
    for chosen in product(*(BEFORE[place] for place in places)):
        yield parts[0] + "".join(a + b for a, b in zip(chosen, parts[1:], strict=True))


def count_changes(text: str, mailed: str) -> int:
    """Return the number of characters of the text in the mail that are not in the original."""
    return (Counter(mailed) - Counter(text)).total()


class LinePart(NamedTuple):
    """A part of a line: notation, or free text."""

    text: str
    free: bool


def split_parts(text: str, header: bool) -> list[LinePart]:
    """Split a line into the parts that are ASCII by the notation, and the other parts.

    Returns:
        The parts.
    """
    found = KEY.match(text)
    if header and found:
        free = found[1] not in ASCII_KEYS and not found[1].startswith("Key-")
        return [LinePart(found[0], False), LinePart(text[found.end() :], free)]
    if text[:1] == "%":
        word, blank, rest = text.partition(" ")
        return [LinePart(word + blank, False), LinePart(rest, True)]
    split, at = [], 0
    for remark in REMARK.finditer(text):
        split += [LinePart(text[at : remark.start()], False), LinePart(remark[0], True)]
        at = remark.end()
    return [*split, LinePart(text[at:], False)]


class MailLine(NamedTuple):
    """A joined line of the log whose characters are not restored yet."""

    row: int
    """The row of the mail at which it begins."""
    text: str
    header: bool


def restore_characters(lines: list[MailLine], undone: "Counter[str]") -> list[str]:
    """Return the lines of a log without a chain, with their original characters.

    Raises RestorationError if an original is not certain.
    """
    split = [(line, split_parts(line.text, line.header)) for line in lines]
    ours = "\n".join(part.text for _, each in split for part in each if not part.free)
    free = "\n".join(part.text for _, each in split for part in each if part.free)
    texts = []
    for line, each in split:
        text = "".join(
            _restore_free_text(line, part.text, ours, free)
            if part.free
            else _ascii(part.text, line.header)
            for part in each
        )
        undone["characters"] += count_changes(text, line.text)
        texts.append(text.rstrip(" "))
    return texts


def _ascii(text: str, header: bool) -> str:
    text = normalize_spaces(text)
    return re.sub(f"[{DASHES}]", "-", text) if header else text


def _restore_free_text(line: MailLine, text: str, ours: str, free: str) -> str:
    """Return free text with the original characters, as the rest of the log shows them."""

    def restore(found: re.Match[str]) -> str:
        char, at = found[0], found.start()
        if char in BLANKS:
            if char == "\t":  # the notation has no tabs, but it may have been several spaces
                raise unclear_row(line.row, line.text, "plainSpace", code="0009")
            neighbour = text[max(at - 1, 0) : at] + text[at + 1 : at + 2]
            if char not in ours:
                # No other space of its kind was inserted, but a second space in sequence may be.
                if char == FULL_WIDTH or not set(neighbour) & set(BLANKS):
                    return char
            elif char != FULL_WIDTH or any(text_width(each) == 1 for each in neighbour):
                return " "
            raise unclear_row(line.row, line.text, "plainSpace", code=f"{ord(char):04X}")
        plain = next(signs for kind, signs in PLAIN.items() if char in kind)
        if any(each in free for each in plain):
            return (
                char  # a program that substitutes such characters would have substituted those too
            )
        raise unclear_row(line.row, line.text, "character", sign=char, plain=BEFORE[char][0])

    return TURNED.sub(restore, text)
