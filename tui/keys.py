"""The keys of each screen: one table from which bindings, the last line, the help page and the
command palette are made.
"""

from typing import NamedTuple

from textual.binding import Binding

from tui.widgets.painting import Look
from tui.widgets.signs import PLAIN


class Key(NamedTuple):
    """A key, or a pair that belongs together, and what it does."""

    shown: str
    """As the screens print it."""
    word: str
    """The ids of its texts are `key_` and `help_` with this word."""
    bound: tuple[tuple[str, str], ...]
    """Textual's names of keys (several by comma), each with the action."""
    hint: int = 0
    """Its place in the last line; 0 for none."""
    command: str = ""
    """The action that the command palette offers."""
    short: str = ""
    """The id of what the last line calls it, if not as other places do."""


PLAYER = (
    Key("Left Right", "step", (("left", "step(-1)"), ("right", "step(1)")), 1, short="keys_arrows"),
    Key("Up Down", "action", (("up", "action(-1)"), ("down", "action(1)"))),
    Key("[ ]", "turn", (("left_square_bracket,pageup", "turn(-1)"),
                        ("right_square_bracket,pagedown", "turn(1)")), 3),
    Key("Home End", "ends", (("home", "end(-1)"), ("end", "end(1)")), 10),
    Key("g", "go", (("g", "ask_position"),), 11, "ask_position"),
    Key("/", "find", (("slash", "ask_words"),), 4, "ask_words"),
    Key("n N", "next", (("n", "found(1)"), ("N", "found(-1)")), 12, "found(1)"),
    Key("Space", "play", (("space", "play"),), 5, "play"),
    Key("+ -", "pace", (("plus,equals_sign", "pace(1)"), ("minus", "pace(-1)"))),
    Key("w", "why", (("w", "panel('why')"),), 6, "panel('why')"),
    Key("o", "legal", (("o", "panel('legal')"),), 7, "panel('legal')"),
    Key("s", "strength", (("s", "panel('strength')"),), 15, "panel('strength')"),
    Key('"', "remark", (("quotation_mark", "panel('remark')"),), 14, "panel('remark')"),
    Key("v", "verify", (("v", "panel('verdict')"),), 8, "panel('verdict')"),
    Key("e", "seen", (("e", "seen"),), 0, "seen"),
    Key("{ }", "panel", (("left_curly_bracket", "scroll_panel(-1)"),
                         ("right_curly_bracket", "scroll_panel(1)"))),
    Key("m", "map", (("m", "map_style"),), 13, "map_style"),
    Key("l", "language", (("l", "app.language"),), 9, "app.language"),
    Key("t", "theme", (("t", "app.dark_or_light"),), 16, "app.dark_or_light"),
    Key("r", "reload", (("r", "reload"),), 0, "reload"),
    Key("a", "record", (("a", "record"), ("enter", "record('here')")), 17, "record"),
    Key(": i", "type", (("colon,i", "record('type')"),)),
    Key("Esc", "close", (("escape", "back"),)),
    Key("q", "back", (("q", "leave"),), 17, "leave"),
    Key("Ctrl+C", "stop", ()),
    Key("?", "help", (("question_mark", "app.keys"),), 18, "app.keys"),
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
HEXES = (
    *PLAYER[:_PLAN], *_ON_HEXES,
    Key("m", "outlines", (("m", "map_style"),), 13, "map_style"), *PLAYER[_PLAN + 1 :],
)  # fmt: skip
"""The player's keys where the board is a map of hexes."""

RECORDING = (
    Key("Enter", "take", (("enter", "take"),), 1, "take"),
    Key("Up Down", "pick", (("up", "pick(-1)"), ("down", "pick(1)"))),
    Key("Space", "join", (("space", "join"),), 2, "join"),
    Key("1 .. 9", "number", tuple((str(n), f"number({n})") for n in range(1, 10))),
    Key("Shift+arrows", "aim", (
        ("shift+right", "aim(1, 0)"), ("shift+left", "aim(-1, 0)"),
        ("shift+up", "aim(0, -1)"), ("shift+down", "aim(0, 1)"),
    )),
    Key(": i", "type", (("colon,i", "type"),), 4, "type"),
    Key("b", "take_back", (("b,ctrl+z", "take_back"),), 5, "take_back"),
    Key("x", "more", (("x", "more"),), 6, "more"),
    Key("Esc", "retrace", (("escape,backspace", "retrace"),), 3, "retrace"),
    Key("a", "stop_recording", (("a", "stop_recording"),), 7, "stop_recording"),
    Key("?", "help", (), 18, "app.keys"),
)  # fmt: skip
"""The player's keys while a game is recorded, in front of its own."""
EXTRA_RECORDING = (("pageup", "pick_page(-1)"), ("pagedown", "pick_page(1)"))

LIBRARY = (
    Key("Up Down", "choose", (("up", "choose(-1)"), ("down", "choose(1)"))),
    Key("Enter", "open", (("enter", "open"),), 1, "open"),
    Key("n", "new", (("n", "new_game"),), 2, "new_game"),
    Key("/", "filter", (("slash", "ask_filter"),), 2, "ask_filter"),
    Key("s", "sort", (("s", "sort"),), 3, "sort"),
    Key("p", "preview", (("p", "preview"),), 4, "preview"),
    Key("l", "language", (("l", "app.language"),), 5, "app.language"),
    Key("t", "theme", (("t", "app.dark_or_light"),), 6, "app.dark_or_light"),
    Key("Esc", "clear", (("escape", "clear"),)),
    Key("q", "quit", (("q", "leave"),), 7, "leave"),
    Key("Ctrl+C", "stop", ()),
    Key("?", "help", (("question_mark", "app.keys"),), 8, "app.keys"),
)

NEW_GAME = (
    Key("Up Down", "pick", (("up", "pick(-1)"), ("down", "pick(1)"),
                            ("pageup", "pick(-8)"), ("pagedown", "pick(8)"),
                            ("home", "pick(-1000)"), ("end", "pick(1000)"))),
    Key("Enter", "change", (("enter,space", "take"),), 1, "take"),
    Key("Esc", "cancel", (("escape,q", "cancel"),), 2, "cancel"),
    Key("l", "language", (("l", "app.language"),), 3, "app.language"),
    Key("t", "theme", (("t", "app.dark_or_light"),), 4, "app.dark_or_light"),
    Key("?", "help", (("question_mark", "app.keys"),), 5, "app.keys"),
)  # fmt: skip
"""The keys of the form for a new game."""

EXTRA_LIBRARY = (
    ("pageup", "choose(-10)"),
    ("pagedown", "choose(10)"),
    ("home", "choose(-100000)"),
    ("end", "choose(100000)"),
)


def bindings(keys: tuple[Key, ...], extra: tuple[tuple[str, str], ...] = ()) -> list[Binding]:
    """A table as Textual's bindings."""
    pairs = [pair for key in keys for pair in key.bound]
    return [Binding(names, action, show=False) for names, action in (*pairs, *extra)]


def hints(keys: tuple[Key, ...], look: Look) -> list[tuple[str, str, str]]:
    """The keys that the last line names, the most useful first, each with the action that a click
    on it does; help always stands last."""
    shown = sorted((key for key in keys if key.hint), key=lambda key: key.hint)
    plain = look.signs is PLAIN and look.language == "en"
    words = ["language" if key.word == "language" and plain else "" for key in shown]
    return [
        (
            look.word(key.short) if key.short else key.shown,
            word or look.word(f"key_{key.word}"),
            key.command,
        )
        for key, word in zip(shown, words, strict=True)
    ]
