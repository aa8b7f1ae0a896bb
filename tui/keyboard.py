"""Keys by their names: what somebody may write for one, what a screen prints, what Textual calls
it, and which of them never arrive.

Knows no file: a keyboard is what the tables of `tui/keys.py` bind, or what was read elsewhere.
"""

import re
from collections.abc import Mapping
from functools import cache

from senpu.notation.faults import Error
from senpu.tui.keys import SCREENS, Key

PUNCTUATION = {
    "!": "exclamation_mark", '"': "quotation_mark", "#": "number_sign", "$": "dollar_sign",
    "%": "percent_sign", "&": "ampersand", "'": "apostrophe", "(": "left_parenthesis",
    ")": "right_parenthesis", "*": "asterisk", "+": "plus", ",": "comma", "-": "minus",
    ".": "full_stop", "/": "slash", ":": "colon", ";": "semicolon", "<": "less_than_sign",
    "=": "equals_sign", ">": "greater_than_sign", "?": "question_mark", "@": "at",
    "[": "left_square_bracket", "\\": "backslash", "]": "right_square_bracket",
    "^": "circumflex_accent", "_": "underscore", "`": "grave_accent", "{": "left_curly_bracket",
    "|": "vertical_line", "}": "right_curly_bracket", "~": "tilde",
}  # fmt: skip
"""Textual's names of signs."""

NAMED = {
    "left": "Left", "right": "Right", "up": "Up", "down": "Down", "home": "Home", "end": "End",
    "pageup": "PgUp", "pagedown": "PgDn", "insert": "Ins", "delete": "Del", "enter": "Enter",
    "escape": "Esc", "tab": "Tab", "space": "Space", "backspace": "Backspace",
    **{f"f{n}": f"F{n}" for n in range(1, 13)},
}  # fmt: skip
"""The other keys by Textual's names, with what screens print."""
OTHERWISE = {"esc": "escape", "return": "enter", "pgup": "pageup", "pgdn": "pagedown",
             "ins": "insert", "del": "delete"}  # fmt: skip

FLOW = "terminals stop and start their output with it"
TAKEN = {
    "ctrl+c": "it leaves the program, always",
    "ctrl+q": "it leaves the program, always",
    "ctrl+p": "it opens the list of commands",
    "ctrl+s": FLOW,
    "ctrl+a": "the multiplexer screen takes it for its own",
    "ctrl+b": "the multiplexer tmux takes it for its own",
    "ctrl+h": "terminals send the same for Backspace",
    "ctrl+i": "terminals send the same for Tab",
    "ctrl+j": "terminals send the same for Enter",
    "ctrl+m": "terminals send the same for Enter",
    "ctrl+left_square_bracket": "terminals send the same for Esc",
    "ctrl+space": "many terminals send nothing for it",
    "f1": "terminals open their own help with it",
    "f10": "terminals open their own menu with it",
    "f11": "terminals fill the screen with it",
    "shift+pageup": "terminals scroll back with it",
    "shift+pagedown": "terminals scroll back with it",
    "shift+home": "terminals scroll back with it",
    "shift+end": "terminals scroll back with it",
    "shift+insert": "terminals paste with it",
}
"""Keys that never reach a program, or mean something else to it, and why."""


class NoKey(Error):
    """What was written for a key is none, or is one that does not arrive."""


def key_named(text: str) -> str:
    """Textual's name of a key: `w`, `W`, `[`, `pageup`, `ctrl+e`, `shift+left`. Raises NoKey."""
    if len(text) == 1:
        return _sign(text)
    *held, last = text.split("+") if not text.endswith("++") else [*text[:-2].split("+"), "+"]
    held = [word.casefold() for word in held]
    if not last or not set(held) <= {"ctrl", "shift", "alt"} or len(set(held)) < len(held):
        raise NoKey(f"{text}: no key is called so; {SUCH}")
    key = OTHERWISE.get(last.casefold(), last.casefold())
    if key not in NAMED and key not in PUNCTUATION.values():
        if len(last) > 1:
            raise NoKey(f"{text}: no key is called so; {SUCH}")
        key = _sign(last)
        if "shift" in held:
            raise NoKey(f'{text}: with Shift, letters and signs are written as they come: "W", "?"')
    name = "+".join([*(word for word in ("alt", "ctrl", "shift") if word in held), key])
    if name in TAKEN:
        raise NoKey(f"{text}: {TAKEN[name]}; take another, such as {ANOTHER}")
    if len(held) > 1 and key not in NAMED:
        raise NoKey(f"{text}: many terminals cannot send it; take another, such as {ANOTHER}")
    return name


SUCH = (
    'there are letters, figures and signs ("w", "W", "["), ' + ", ".join(list(NAMED)[:15]) +
    ", f2 .. f12, and these behind ctrl+, alt+ or shift+"
)  # fmt: skip
ANOTHER = '"ctrl+e", "f5" or a letter'


def _sign(char: str) -> str:
    if char == " ":
        return "space"
    if not char.isprintable():
        raise NoKey(f"{char!r}: no key is called so; {SUCH}")
    return PUNCTUATION.get(char, char)


def key_shown(name: str) -> str:
    """A key as screens print it: `PgUp`, `[`, `Ctrl+E`."""
    *held, last = name.split("+")
    back = {long: sign for sign, long in PUNCTUATION.items()}
    shown = NAMED.get(last) or back.get(last) or (last.upper() if held else last)
    return "+".join([*(word.capitalize() for word in held), shown])


def split(names: str) -> list[str]:
    """The keys of one binding, as the tables write them: by comma."""
    return [name for name in names.split(",") if name]


@cache
def actions() -> dict[str, Key]:
    """Every action that may be bound, by its name, with the key of the first screen that has it."""
    found: dict[str, Key] = {}
    for keys in SCREENS.values():
        for key in keys:
            if key.bound and not key.alias:
                found.setdefault(key.action, key)
    return found


class Keyboard:
    """Which keys do what. Never changes; another is made."""

    def __init__(self, rebound: Mapping[str, tuple[tuple[str, ...], ...]] | None = None) -> None:
        self.rebound = dict(rebound or {})
        """By action, where it is bound otherwise than in the tables: the keys of each of its
        bindings."""

    def keymap(self) -> dict[str, str]:
        """For Textual: the keys of each binding that has others, by its id."""
        return {
            f"{action}.{at}": ",".join(names) or "<none>"
            for action, entries in self.rebound.items()
            for at, names in enumerate(entries)
        }

    def of(self, key: Key) -> tuple[tuple[str, ...], ...]:
        """The keys of each binding of a row of a table."""
        own = tuple(tuple(split(names)) for names, _ in key.bound)
        return self.rebound.get(key.action, own)

    def shown(self, key: Key) -> str:
        """A row of a table as the screens print it."""
        if key.action not in self.rebound:
            return key.shown
        firsts = [key_shown(names[0]) for names in self.of(key) if names]
        return " ".join(firsts[:1] + firsts[-1:] if len(firsts) > 4 else firsts) or "--"

    def also(self, key: Key) -> str:
        """The further keys of a row, which its name does not tell."""
        printed = set(re.split(r"\s+", self.shown(key)))
        further = [key_shown(name) for names in self.of(key) for name in names[1:]]
        return ", ".join(each for each in further if each not in printed)

    def __getitem__(self, action: str) -> str:
        """The first key of an action as the screens print it."""
        first = next((name for names in self.of(actions()[action]) for name in names[:1]), "")
        return key_shown(first) if first else "--"
