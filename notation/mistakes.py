"""Hints on texts that are not in the notation: what the writer probably intended.

Nothing here decides whether a text is valid.
"""

import re
import unicodedata

from senpu.notation.faults import fault_message
from senpu.notation.messages import Message
from senpu.notation.printable import make_printable

CURLY = "’‘“”«»"


def cut(text: str) -> str:
    """Return a text, printable and cut to a length that a message can quote.

    >>> cut("i3>" + "D" * 50)
    'i3>DDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDD…'
    """
    text = make_printable(text)
    return text if len(text) <= 40 else f"{text[:39]}…"


def offset_of(text: str) -> int:
    """Return the offset of the error in a token: its first non-ASCII character, else 0."""
    if text.isascii():
        return 0
    return next(i for i, char in enumerate(text) if not char.isascii())


def hint_for(text: str) -> Message:
    """Return the hint for a token that is not in the notation.

    >>> str(hint_for("i3->D"))
    'write a move with > only: i3>D'
    >>> str(hint_for("i3>"))
    'write a place after >, without a space: i3>D'
    """
    text = text[:200]
    if not text.isascii():
        char = text[offset_of(text)]
        if char not in CURLY:
            name = unicodedata.name(char, "UNNAMED CHARACTER")
            return fault_message("badToken", "notAscii", code=f"{ord(char):04X}", name=name)
    key = next((key for pattern, key in MISTAKES if re.fullmatch(pattern, text)), "hint")
    if key == "incomplete":
        return _describe_incomplete(text)
    return fault_message("badToken", key)


def _describe_incomplete(text: str) -> Message:
    """Return what is missing before or after an operator of an event."""
    match = re.search(rf"^{OPERATOR}|{OPERATOR}(?=$|{OPERATOR})", text)
    operator = match[0] if match else ""
    key, example = MISSING.get(operator, ("needsPlace", f"i3{operator}D"))
    if text.startswith(operator):
        key = "needsUnits"
    return fault_message("badToken", key, operator=operator, example=example)


OPERATOR = r"(?:=>|~>|[@><:*+/.])"
MISSING = {
    "*": ("needsTarget", "i3*D.c1"), ".": ("needsUnit", "i3*D.c1"), "+": ("needsUnit", "i3+i4>D"),
    "/": ("needsEvent", "x1/c1*D.i2"),
}  # fmt: skip
"""The key of the hint, and an example, for each operator that is not followed by a place."""


MISTAKES: tuple[tuple[str, str], ...] = (
    (r"[{}]", "brace"),
    (r"[\[\]]", "brackets"),
    (r">+", "quoted"),
    (r"[a-z]:", "actorCase"),
    (r"[A-Za-z]{2,}:", "header"),
    (r".*->.*", "arrow"),
    (rf".*[{CURLY}].*", "curlyQuotes"),
    (r".+[!?]", "glyph"),
    (r".+\|.*|\|.+", "phaseEnd"),
    (r"[A-Z]:.+", "actorSpace"),
    (rf"{OPERATOR}+", "spaces"),
    (r"[^*]*\.", "hint"),
    (rf"{OPERATOR}.*|.*[a-z0-9A-Z]{OPERATOR}({OPERATOR}.*)?", "incomplete"),
    (r".*[@><:][a-z].*", "place"),
    (r"T[0-9].*", "turn"),
    (r"[A-Z]+[0-9].*", "unitCase"),
    (r"[A-Za-z]+:.*", "actor"),
    (r"~.*", "tag"),
    (r"[;#].*", "comment"),
    (r".*[0-9]-[A-Za-z0-9].*", "hyphen"),
)
"""Known mistakes and the keys of their hints; first match wins; compiled on first use."""
