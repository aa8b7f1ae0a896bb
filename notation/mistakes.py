"""What the writer of something that cannot be read probably meant.

Hints only: nothing here decides whether a text is good.
"""

import re
import unicodedata

CURLY = "’‘“”«»"


def shown(text: str) -> str:
    """`text` in quotes, cut to a length that a message can hold.

    >>> shown("i3->D")
    '"i3->D"'
    """
    return f'"{text}"' if len(text) <= 40 else f'"{text[:37]}..."'


def offset_of(text: str) -> int:
    """Where in a token the trouble lies: its first character that is not ASCII, else its start."""
    if text.isascii():
        return 0
    return next(i for i, char in enumerate(text) if not char.isascii())


def hint_for(text: str) -> str:
    """What the writer of a token that cannot be read probably meant, or nothing.

    >>> hint_for("i3->D")
    'a move is written with a plain >: i3>D'
    """
    text = text[:200]
    if not text.isascii():
        char = text[offset_of(text)]
        if char not in CURLY:
            name = unicodedata.name(char, "a character").lower()
            return (
                f"outside remarks and headers only ASCII stands; this is U+{ord(char):04X}, {name}"
            )
    return next((hint for pattern, hint in MISTAKES if re.fullmatch(pattern, text)), "")


MISTAKES: tuple[tuple[str, str], ...] = (
    (r"[{}]", r"a } stands only at the end of a remark; inside one write \}"),
    (r"[\[\]]", "dice stand in one pair of brackets: [5 4]"),
    (
        r">+",
        "no blanks inside an event: i3>D (or a mail program has quoted the line)",
    ),
    (r"[a-z]:", "who acts is a capital letter: J:"),
    (
        r"[A-Za-z]{2,}:",
        "header lines stand above the first empty line, not in the game",
    ),
    (r".*->.*", "a move is written with a plain >: i3>D"),
    (
        rf".*[{CURLY}].*",
        "curly quotes are no part of a game; a mail program may have put them",
    ),
    (r".+[!?]", "a glyph stands by itself: i3>D !?"),
    (r".+\|.*|\|.+", "a | stands by itself"),
    (r"[A-Z]:.+", "a blank stands behind who acts: J: i3>D"),
    (r"[=~]?[@><*:].*|.*[@><*:+/.]", "no blanks inside an event: i3+i4>D"),
    (r".*[@><:][a-z].*", "a place is a capital letter or 2 to 4 digits: i3>D"),
    (r"T[0-9].*", "a turn mark is T and the number: T3"),
    (r"[A-Z]+[0-9].*", "units are written small: i3"),
    (
        r"[A-Za-z]+:.*",
        "one capital letter and a colon say who acts; header lines stand on top",
    ),
    (r"~.*", "a tag is ~ and eight hexadecimal digits"),
    (r"[;#].*", "remarks stand in braces: {like this}; a card is # and two digits"),
    (r".*[0-9]-[A-Za-z0-9].*", "a move is written i3>D, an attack i3*D.c1"),
)
"""Known mistakes, first match wins; compiled when the first one is made."""
