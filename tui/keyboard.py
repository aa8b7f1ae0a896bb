"""The names of keys, and a user's keyboard: which keys each action has."""

import re
from collections.abc import Mapping

from senpu.notation.faults import Error
from senpu.notation.messages import Message
from senpu.tui.keys import Key, list_actions, split_keys

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
"""Textual's names of characters."""

NAMED = {
    "left": "Left", "right": "Right", "up": "Up", "down": "Down", "home": "Home", "end": "End",
    "pageup": "PgUp", "pagedown": "PgDn", "insert": "Ins", "delete": "Del", "enter": "Enter",
    "escape": "Esc", "tab": "Tab", "space": "Space", "backspace": "Backspace",
    **{f"f{n}": f"F{n}" for n in range(1, 13)},
}  # fmt: skip
"""The other keys by Textual's names, with their printed names."""
OTHERWISE = {"esc": "escape", "return": "enter", "pgup": "pageup", "pgdn": "pagedown",
             "ins": "insert", "del": "delete"}  # fmt: skip

TAKEN = {
    **dict.fromkeys(("ctrl+c", "ctrl+q"), "quits"), "ctrl+p": "palette", "ctrl+s": "flow",
    "ctrl+a": "screen", "ctrl+b": "tmux", "ctrl+h": "sameBackspace", "ctrl+i": "sameTab",
    **dict.fromkeys(("ctrl+j", "ctrl+m"), "sameEnter"), "ctrl+left_square_bracket": "sameEsc",
    "ctrl+space": "nothing", "f1": "terminalHelp", "f10": "terminalMenu", "f11": "fullScreen",
    **dict.fromkeys(("shift+pageup", "shift+pagedown", "shift+home", "shift+end"), "scroll"),
    "shift+insert": "paste",
}  # fmt: skip
"""Keys that cannot be bound, with the id of the reason in the table `keyReserved` of the errors."""


NO_KEY = "--"
"""The printed key of an action without keys."""


class KeyBindingError(Error):
    """A name is not the name of a key, or the key cannot be bound."""


def parse_key(text: str) -> str:
    """Return Textual's name of a key, such as `w`, `[`, `pageup`, `ctrl+e`, `shift+left`.

    Returns:
        Textual's name.

    Raises:
        KeyBindingError: The text is not the name of a key, or the key cannot be bound.
    """
    if len(text) == 1:
        return _sign(text)
    *held, last = text.split("+") if not text.endswith("++") else [*text[:-2].split("+"), "+"]
    held = [word.casefold() for word in held]
    if not last or not set(held) <= {"ctrl", "shift", "alt"} or len(set(held)) < len(held):
        raise KeyBindingError("keyUnknown", text=text, names=NAMES)
    key = OTHERWISE.get(last.casefold(), last.casefold())
    if key not in NAMED and key not in PUNCTUATION.values():
        if len(last) > 1:
            raise KeyBindingError("keyUnknown", text=text, names=NAMES)
        key = _sign(last)
        if "shift" in held:
            raise KeyBindingError("keyShift", text=text)
    name = "+".join([*(word for word in ("alt", "ctrl", "shift") if word in held), key])
    if name in TAKEN:
        why = Message(f"errors.keyReserved.{TAKEN[name]}")
        raise KeyBindingError("keyTaken", text=text, why=why)
    if len(held) > 1 and key not in NAMED:
        raise KeyBindingError("keyTaken", text=text, why=Message("errors.keyReserved.notSent"))
    return name


NAMES = tuple(list(NAMED)[:15])
"""The names of keys, except F1 to F12."""


def _sign(char: str) -> str:
    if char == " ":
        return "space"
    if not char.isprintable():
        raise KeyBindingError("keyUnknown", text=char, names=NAMES)
    return PUNCTUATION.get(char, char)


def format_key(name: str) -> str:
    """Return the printed name of a key: `PgUp`, `[`, `Ctrl+E`."""
    *held, last = name.split("+")
    back = {long: sign for sign, long in PUNCTUATION.items()}
    shown = NAMED.get(last) or back.get(last) or (last.upper() if held else last)
    return "+".join([*(word.capitalize() for word in held), shown])


class Keyboard:
    """An immutable mapping of actions to keys."""

    def __init__(self, rebound: Mapping[str, tuple[tuple[str, ...], ...]] | None = None) -> None:
        self.rebound = dict(rebound or {})
        """The keys of each binding of the actions that are rebound."""

    def keymap(self) -> dict[str, str]:
        """Return Textual's keymap: the keys of each rebound binding, by its id."""
        return {
            f"{action}.{at}": ",".join(names) or "<none>"
            for action, entries in self.rebound.items()
            for at, names in enumerate(entries)
        }

    def find_bindings(self, key: Key) -> tuple[tuple[str, ...], ...]:
        """Return the keys of each binding of a row of a table."""
        own = tuple(tuple(split_keys(names)) for names, _ in key.bound)
        return self.rebound.get(key.action, own)

    def format_keys(self, key: Key) -> str:
        """Return the printed keys of a row of a table."""
        if key.action not in self.rebound:
            return key.shown
        firsts = [format_key(names[0]) for names in self.find_bindings(key) if names]
        return " ".join(firsts[:1] + firsts[-1:] if len(firsts) > 4 else firsts) or NO_KEY

    def list_further_keys(self, key: Key) -> str:
        """Return the keys of a row that its name does not include."""
        printed = set(re.split(r"\s+", self.format_keys(key)))
        further = [format_key(name) for names in self.find_bindings(key) for name in names[1:]]
        return ", ".join(each for each in further if each not in printed)

    def __getitem__(self, action: str) -> str:
        """The first key of an action as the screens print it; `next.1` is the second of a pair."""
        action, _, at = action.partition(".")
        bindings = self.find_bindings(list_actions()[action])
        first = next((name for names in bindings[int(at or 0) :] for name in names[:1]), "")
        return format_key(first) if first else NO_KEY
