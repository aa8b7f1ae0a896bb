"""Hints on texts that are not in the notation: what the writer probably intended.

Nothing here decides whether a text is valid.
"""

import re
import unicodedata

from senpu.notation.faults import fault_message
from senpu.notation.messages import Message
from senpu.notation.printable import make_printable

WIDE = {
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},
    0x3000: " ", 0x3001: " ", 0xFF0C: " ", 0x3002: ".", 0x301C: "~", 0x2212: "-", 0x2192: ">",
    0xD7: "*",
}  # fmt: skip
"""The ASCII signs of full-width and similar ones, which a Japanese keyboard types."""
LONGEST_ROW = 60
"""The longest corrected row that a hint quotes; of a longer one it quotes the token."""
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


def correct_width(row: str) -> str:
    """Return a row with half-width signs outside its comments, each item after a space.

    >>> correct_width("J\uff1ai3\uff1eD\u3000pass")
    'J: i3>D pass'
    """
    parts = re.split(r"(\{[^}]*\}?)", row)
    parts[::2] = (
        re.sub(r"(?<![^ ])([A-Z]:)(?=[^ ])", r"\1 ", each.translate(WIDE)) for each in parts[::2]
    )
    return re.sub(" {2,}", " ", "".join(parts)).strip(" ")


def width_hint(row: str, token: str) -> Message | None:
    """Return the hint for a token with full-width signs or names; None for another one.

    Args:
        row: The row.
        token: The token, which is not in the notation.
    """
    char = token[offset_of(token)] if token else ""
    if ord(char or " ") in WIDE:
        text = correct_width(row)
        text = text if len(text) <= LONGEST_ROW else correct_width(token)
        if char == "\u3000":
            return fault_message("badToken", "wideSpace", text=text)
        return fault_message("badToken", "wide", char=char, text=text)
    if unicodedata.category(char or " ") == "Lo":  # letters without case, such as kanji
        return fault_message("badToken", "names")
    return None


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
