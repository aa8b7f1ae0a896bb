"""The keys of each screen, and the names of keys.

One table gives the bindings, the last line, the help page and the command palette. Users bind other
keys in a file (`tui/keys_file.py`).
"""

import re
from collections.abc import Mapping
from functools import cache

import msgspec
from msgspec.structs import replace
from textual.binding import Binding

from senpu.notation.faults import Error
from senpu.notation.messages import Message


class Key(msgspec.Struct, frozen=True):
    """A key, or a pair of keys, and its action."""

    shown: str
    """The default key as printed."""
    word: str
    """The word in the ids of the texts, `key_` and `help_`.

    It is also the name of the action in a file of keys, the same on every screen.
    """
    bound: tuple[tuple[str, str], ...]
    """The Textual names of the keys (comma-separated), each with its action."""
    hint: int = 0
    """The priority in the last line; 0 for none."""
    command: str = ""
    """The action of the command palette."""
    short: str = ""
    """The id of the text in the last line, if it differs."""
    alias: str = ""
    """The word of the action with another text that has the same keys."""

    @property
    def action(self) -> str:
        """The name of the action in a file of keys."""
        return self.alias or self.word


# Keys that mean the same on several screens; a table can give them another
# priority in the last line.
_STEP = Key(
    "Left Right", "step", (("left", "step(-1)"), ("right", "step(1)")), 1, short="keys_arrows"
)
_TURN = Key(
    "[ ]", "turn",
    (("left_square_bracket,pageup", "turn(-1)"), ("right_square_bracket,pagedown", "turn(1)")),
)  # fmt: skip
_ENDS = Key("Home End", "ends", (("home", "end(-1)"), ("end", "end(1)")))
_PAGES = Key("PgUp PgDn", "pages", (("pageup", "choose(-10)"), ("pagedown", "choose(10)")))
_EDGES = Key("Home End", "edges", (("home", "choose(-1000000)"), ("end", "choose(1000000)")))
_OPENINGS = Key("O", "openings", (("O", "app.openings"),), 0, "app.openings")
_LANGUAGE = Key("l", "language", (("l", "app.language"),), 8, "app.language")
_THEME = Key("t", "theme", (("t", "app.next_theme"),), 9, "app.next_theme")
_STOP = Key("Ctrl+C", "stop", ())
_HELP = Key("?", "help", (("question_mark", "app.keys"),), 10, "app.keys")
_LAID_OVER = (
    _LANGUAGE,
    _THEME,
    Key("Esc", "close", (("escape", "leave"),)),
    Key("q", "back", (("q", "leave"),), 6, "leave"),
    _STOP,
    _HELP,
)
"""The last keys of screens that cover another screen."""

PLAYER = (
    _STEP,
    Key("Up Down", "action", (("up", "action(-1)"), ("down", "action(1)"))),
    replace(_TURN, hint=3),
    replace(_ENDS, hint=10),
    Key("g", "go", (("g", "ask_position"),), 11, "ask_position"),
    Key("/", "find", (("slash", "ask_text"),), 4, "ask_text"),
    Key("n N", "next", (("n", "found(1)"), ("N", "found(-1)")), 12, "found(1)"),
    Key("f F", "combat", (("f", "jump('combat', 1)"), ("F", "jump('combat', -1)")), 0,
        "jump('combat', 1)"),
    Key("x X", "loss", (("x", "jump('loss', 1)"), ("X", "jump('loss', -1)")), 0,
        "jump('loss', 1)"),
    Key("p P", "capture", (("p", "jump('capture', 1)"), ("P", "jump('capture', -1)")), 0,
        "jump('capture', 1)"),
    Key(". ,", "note_jump", (("full_stop", "jump('note', 1)"), ("comma", "jump('note', -1)")), 0,
        "jump('note', 1)"),
    Key("d D", "mistake", (("d", "jump('mistake', 1)"), ("D", "jump('mistake', -1)")), 0,
        "jump('mistake', 1)"),
    Key("b B", "bookmark", (("b", "jump('bookmark', 1)"), ("B", "jump('bookmark', -1)")), 0,
        "jump('bookmark', 1)"),
    Key("> <", "variations", (("greater_than_sign", "branch(1)"), ("less_than_sign", "branch(-1)")),
        0, "branch(1)"),
    Key("Space", "play", (("space", "play"),), 5, "play"),
    Key("+ -", "pace", (("plus,equals_sign", "pace(1)"), ("minus", "pace(-1)"))),
    Key("w", "why", (("w", "panel('why')"),), 6, "panel('why')"),
    Key("o", "legal", (("o", "panel('legal')"),), 7, "panel('legal')"),
    _OPENINGS,
    Key("s", "strength", (("s", "panel('strength')"),), 15, "panel('strength')"),
    Key("%", "chances", (("percent_sign", "chances"),), 15, "chances"),
    Key('"', "comments", (("quotation_mark", "panel('comments')"),), 14, "panel('comments')"),
    Key("j", "notes", (("j", "note"),), 5, "note"),
    Key("'", "comment", (("apostrophe", "note('comment')"),), 0, "note('comment')"),
    Key("!", "glyph", (("exclamation_mark", "note('glyph')"),), 0, "note('glyph')"),
    Key("(", "variation", (("left_parenthesis", "variation"),), 0, "variation"),
    Key("v", "verify", (("v", "panel('verdict')"),), 8, "panel('verdict')"),
    Key("e", "view", (("e", "view"),), 0, "view"),
    Key("{ }", "panel", (("left_curly_bracket", "scroll_panel(-1)"),
                         ("right_curly_bracket", "scroll_panel(1)"))),
    Key("m", "map", (("m", "map_style"),), 13, "map_style"),
    replace(_LANGUAGE, hint=9),
    replace(_THEME, hint=16),
    Key("r", "reload", (("r", "reload"),), 0, "reload"),
    Key("a", "record", (("a", "record"),), 17, "record"),
    Key("Enter", "resume", (("enter", "record('here')"),)),
    Key(": i", "type", (("colon,i", "record('type')"),)),
    Key("Esc", "close", (("escape", "back"),)),
    Key("q", "back", (("q", "leave"),), 17, "leave"),
    _STOP,
    replace(_HELP, hint=18),
)  # fmt: skip

_ON_HEXES = (
    Key("z Z", "zoom", (("z", "zoom(1)"), ("Z", "zoom(-1)")), 2, "zoom(1)"),
    Key("c", "zones", (("c", "zones"),), 4, "zones"),
    Key("u", "idents", (("u", "idents"),), 8, "idents"),
    Key("k", "legend", (("k", "panel('legend')"),), 14, "panel('legend')"),
    Key("#", "numbers", (("number_sign", "numbers"),), 12, "numbers"),
    Key("Shift+arrows", "look", (
        ("shift+right", "look(1)"), ("shift+left", "look(4)"),
        ("shift+up", "look(0)"), ("shift+down", "look(3)"),
    )),
)  # fmt: skip
_PLAN = next(at for at, key in enumerate(PLAYER) if key.word == "map")
HEX_PLAYER = (
    *PLAYER[:_PLAN], *_ON_HEXES,
    Key("m", "outlines", (("m", "map_style"),), 13, "map_style", alias="map"),
    *PLAYER[_PLAN + 1 :],
)  # fmt: skip
"""The keys of the player of a game on hexes."""

CHOOSER = (
    Key("Enter", "take", (("enter", "take"),), 1, "take"),
    Key("Up Down", "pick", (("up", "pick(-1)"), ("down", "pick(1)"))),
    Key("PgUp PgDn", "pages", (("pageup", "pick_page(-1)"), ("pagedown", "pick_page(1)"))),
    Key("1 … 9", "number", tuple((str(n), f"number({n})") for n in range(1, 10))),
    Key("Space", "add", (("space", "add"),), 2, "add"),
    Key("Tab", "next_list", (("tab", "next_list(1)"), ("shift+tab", "next_list(-1)")), 3,
        "next_list(1)"),
    Key("Esc", "retrace", (("escape,backspace", "retrace"),), 3, "retrace"),
    Key("Shift+arrows", "aim", (
        ("shift+right", "aim(1, 0)"), ("shift+left", "aim(-1, 0)"),
        ("shift+up", "aim(0, -1)"), ("shift+down", "aim(0, 1)"),
    )),
)  # fmt: skip
"""The keys of every chooser (`spec/viewer.md`, "Choosers")."""

RECORDING_CHOOSER = (
    Key(": i", "type", (("colon,i", "type"),), 4, "type"),
    Key("b", "undo", (("b,ctrl+z", "undo"),), 5, "undo"),
    Key("x", "more", (("x", "more"),), 6, "more"),
    Key("a", "stop_recording", (("a", "stop_recording"),), 7, "stop_recording"),
)
"""The keys that the chooser of a recording has beyond the others."""
RECORDING = (*CHOOSER, *RECORDING_CHOOSER, Key("?", "help", (), 18, "app.keys"))
"""The keys of a recording; they precede the keys of the player."""

NOTE_CHOOSER = (Key("b", "undo_note", (("b,ctrl+z", "undo"),), 5, "undo", alias="undo"),)
"""The keys that the chooser of the note entry has beyond the others."""
NOTE_ENTRY = (
    *(key for key in CHOOSER if key.word not in ("add", "next_list")),
    *NOTE_CHOOSER,
    Key("?", "help", (), 18, "app.keys"),
)
"""The keys of the note entry; they precede the keys of the player."""

LIBRARY = (
    Key("Up Down", "choose", (("up", "choose(-1)"), ("down", "choose(1)"))),
    _PAGES,
    _EDGES,
    Key("Enter", "open", (("enter", "open"),), 1, "open"),
    Key("n", "new", (("n", "new_game"),), 2, "new_game"),
    Key("/", "filter", (("slash", "ask_filter"),), 2, "ask_filter"),
    Key("s", "sort", (("s", "sort"),), 3, "sort"),
    Key("c", "compare", (("c", "compare"),), 4, "compare"),
    Key("p", "preview", (("p", "preview"),), 4, "preview"),
    _OPENINGS,
    replace(_LANGUAGE, hint=5),
    replace(_THEME, hint=6),
    Key("Esc", "clear", (("escape", "clear"),)),
    Key("q", "quit", (("q", "leave"),), 7, "leave"),
    _STOP,
    replace(_HELP, hint=8),
)

NEW_GAME = (
    *(replace(key, hint=key.hint and 1) for key in CHOOSER if key.word not in ("aim", "retrace")),
    Key("Esc", "cancel", (("escape,q", "cancel"),), 2, "cancel"),
    replace(_LANGUAGE, hint=3),
    replace(_THEME, hint=4),
    replace(_HELP, hint=5),
)  # fmt: skip
"""The keys of the form for a new game."""

SIDE_BY_SIDE = (
    _STEP,
    Key("Up Down", "alone", (("up", "alone(-1)"), ("down", "alone(1)")), 2),
    Key("Tab", "swap", (("tab", "swap"),), 3, "swap"),
    Key("f", "fork", (("f", "fork"),), 4, "fork"),
    Key('"', "comments", (("quotation_mark", "comments"),), 6, "comments"),
    replace(_TURN, hint=7),
    _ENDS,
    Key("Enter", "open", (("enter", "open"),), 5, "open"),
    *_LAID_OVER,
)  # fmt: skip
"""The keys of two logs side by side."""

OPENINGS = (
    Key("Up Down", "move", (("up", "choose(-1)"), ("down", "choose(1)")), 1),
    Key("Enter", "take_move", (("enter", "take"),), 2, "take"),
    Key("Left Right", "along", (("left,backspace", "step(-1)"), ("right", "step(1)")), 3),
    _PAGES,
    _EDGES,
    Key("s", "order", (("s", "order"),), 5, "order"),
    Key("w", "winner", (("w", "winner"),), 5, "winner"),
    Key("p", "who", (("p", "who"),), 5, "who"),
    Key("r", "rule_set", (("r", "rule_set"),), 7, "rule_set"),
    Key("/", "games", (("slash", "ask_filter"),), 4, "ask_filter"),
    *_LAID_OVER,
)  # fmt: skip
"""The keys of the tree of openings."""

SCREENS = {
    "player": PLAYER, "hexes": HEX_PLAYER, "recording": RECORDING, "noting": NOTE_ENTRY,
    "library": LIBRARY, "new_game": NEW_GAME, "side_by_side": SIDE_BY_SIDE, "openings": OPENINGS,
}  # fmt: skip
"""The tables by screen; in a table no two actions share a key."""


def make_bindings(keys: tuple[Key, ...]) -> list[Binding]:
    """Return a table as Textual bindings, each with the id under which it can be rebound."""
    return [
        Binding(names, action, show=False, id=f"{key.action}.{at}")
        for key in keys
        for at, (names, action) in enumerate(key.bound)
    ]


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


def split_keys(names: str) -> list[str]:
    """Return the keys of a comma-separated list."""
    return [name for name in names.split(",") if name]


@cache
def list_actions() -> dict[str, Key]:
    """Return every action that can be bound, with the key of the first screen that has it."""
    found: dict[str, Key] = {}
    for keys in SCREENS.values():
        for key in keys:
            if key.bound and not key.alias:
                found.setdefault(key.action, key)
    return found


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
        return " ".join(firsts[:1] + firsts[-1:] if len(firsts) > 4 else firsts) or "--"

    def list_further_keys(self, key: Key) -> str:
        """Return the keys of a row that its name does not include."""
        printed = set(re.split(r"\s+", self.format_keys(key)))
        further = [format_key(name) for names in self.find_bindings(key) for name in names[1:]]
        return ", ".join(each for each in further if each not in printed)

    def __getitem__(self, action: str) -> str:
        """The first key of an action as the screens print it."""
        first = next(
            (name for names in self.find_bindings(list_actions()[action]) for name in names[:1]), ""
        )
        return format_key(first) if first else "--"
