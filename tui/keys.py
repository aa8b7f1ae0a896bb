"""The keys of each screen, by task.

One set of tables gives the bindings, the last line, the help page and the command palette. Users
bind other keys in a file (`tui/keys_file.py`).
"""

from functools import cache

import msgspec
from msgspec.structs import replace
from textual.binding import Binding


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
    command: str = ""
    """The action of the command palette and of a click on the last line."""
    short: str = ""
    """The id of the key's name in the last line, if it differs."""
    alias: str = ""
    """The word of the action with another text that has the same keys."""
    task: str = "program"
    """The group on the help page: a task of `TASKS`, a screen, or `program`."""

    @property
    def action(self) -> str:
        """The name of the action in a file of keys."""
        return self.alias or self.word


def _for(task: str, *keys: Key) -> tuple[Key, ...]:
    """Return the keys of a group of the help page."""
    return tuple(replace(key, task=task) for key in keys)


# Keys that mean the same on several screens.
_STEP = Key("Left Right", "step", (("left", "step(-1)"), ("right", "step(1)")), short="keys_arrows")
_TURN = Key(
    "[ ]", "turn",
    (("left_square_bracket,pageup", "turn(-1)"), ("right_square_bracket,pagedown", "turn(1)")),
)  # fmt: skip
_ENDS = Key("Home End", "ends", (("home", "end(-1)"), ("end", "end(1)")))
_PAGES = Key("PgUp PgDn", "pages", (("pageup", "choose(-10)"), ("pagedown", "choose(10)")))
_EDGES = Key("Home End", "edges", (("home", "choose(-1000000)"), ("end", "choose(1000000)")))
_PANEL = Key(
    "{ }", "panel",
    (("left_curly_bracket", "scroll_panel(-1)"), ("right_curly_bracket", "scroll_panel(1)")),
)  # fmt: skip
_OPENINGS = Key("O", "openings", (("O", "app.openings"),), "app.openings")
_COMMANDS = Key("Ctrl+P", "commands", ())
_LANGUAGE = Key("l", "language", (("l", "app.language"),), "app.language")
_THEME = Key("t", "theme", (("t", "app.next_theme"),), "app.next_theme")
_STOP = Key("Ctrl+C", "stop", (), "app.quit")
_HELP = Key("?", "help", (("question_mark", "app.keys"),), "app.keys")
_PROGRAM = (_COMMANDS, _THEME, _LANGUAGE)
"""The first keys of the group `program`."""
_LAID_OVER = (
    *_PROGRAM,
    Key("Esc", "close", (("escape", "leave"),), "leave"),
    Key("q", "back", (("q", "leave"),), "leave"),
    _STOP,
    _HELP,
)
"""The last keys of screens that cover another screen."""

_READ = _for(
    "read",
    _STEP,
    Key("Up Down", "action", (("up", "action(-1)"), ("down", "action(1)"))),
    _TURN,
    _ENDS,
    Key("g", "go", (("g", "ask_position"),), "ask_position"),
    Key("Space", "play", (("space", "play"),), "play"),
    Key("+ -", "pace", (("plus,equals_sign", "pace(1)"), ("minus", "pace(-1)"))),
    Key("/", "find", (("slash", "ask_text"),), "ask_text"),
    Key("n N", "next", (("n", "found(1)"), ("N", "found(-1)")), "found(1)"),
    Key("f F", "combat", (("f", "jump('combat', 1)"), ("F", "jump('combat', -1)")),
        "jump('combat', 1)"),
    Key("x X", "loss", (("x", "jump('loss', 1)"), ("X", "jump('loss', -1)")), "jump('loss', 1)"),
    Key("p P", "capture", (("p", "jump('capture', 1)"), ("P", "jump('capture', -1)")),
        "jump('capture', 1)"),
    Key("k", "legend", (("k", "panel('legend')"),), "panel('legend')"),
    _PANEL,
)  # fmt: skip
_ANNOTATE = _for(
    "annotate",
    Key(". ,", "note_jump", (("full_stop", "jump('note', 1)"), ("comma", "jump('note', -1)")),
        "jump('note', 1)"),
    Key('"', "comments", (("quotation_mark", "panel('comments')"),), "panel('comments')"),
    Key("h", "fold_notes", (("h", "fold_notes"),), "fold_notes"),
    Key("'", "comment", (("apostrophe", "note('comment')"),), "note('comment')"),
    Key("!", "glyph", (("exclamation_mark", "note('glyph')"),), "note('glyph')"),
    Key("(", "variation", (("left_parenthesis", "variation"),), "variation"),
    Key("j", "notes", (("j", "note"),), "note"),
    Key("b B", "bookmark", (("b", "jump('bookmark', 1)"), ("B", "jump('bookmark', -1)")),
        "jump('bookmark', 1)"),
    Key("d D", "mistake", (("d", "jump('mistake', 1)"), ("D", "jump('mistake', -1)")),
        "jump('mistake', 1)"),
    Key("> <", "variations", (("greater_than_sign", "branch(1)"), ("less_than_sign", "branch(-1)")),
        "branch(1)"),
)  # fmt: skip
_STUDY = _for(
    "study",
    Key("o", "legal", (("o", "panel('legal')"),), "panel('legal')"),
    Key("w", "why", (("w", "panel('why')"),), "panel('why')"),
    Key("% S", "chances", (("percent_sign", "chances"), ("S", "playouts")), "chances"),
    _OPENINGS,
    Key("s", "strength", (("s", "panel('strength')"),), "panel('strength')"),
    Key("R C", "review", (("R", "review"), ("C", "panel('candidates')")), "review"),
    Key("G", "bridge", (("G", "job('bridge')"),), "job('bridge')"),
    Key("y", "position_text", (("y", "app.position_text"),), "app.position_text"),
    Key("E", "export", (("E", "job('export')"),), "job('export')"),
    Key("i", "provenance", (("i", "panel('provenance')"),), "panel('provenance')"),
)
_VERIFY = _for("verify", Key("v", "verify", (("v", "app.verdict"),), "app.verdict"))
_RECORD = _for(
    "record",
    Key("a", "record", (("a", "record"),), "record"),
    Key("Enter", "resume", (("enter", "record('here')"),)),
    Key(":", "type", (("colon", "record('type')"),)),
    Key("A", "edit_position", (("A", "app.edit_position"),), "app.edit_position"),
)
_PLAYING = (
    *_PROGRAM,
    Key("e", "view", (("e", "view"),), "view"),
    Key("r", "reload", (("r", "reload"),), "reload"),
    Key("Esc", "close", (("escape", "back"),), "back"),
    Key("q", "back", (("q", "leave"),), "leave"),
    _STOP,
    _HELP,
)
_MAP = Key("m", "map", (("m", "map_style"),), "map_style", task="read")
PLAYER = (*_READ, _MAP, *_ANNOTATE, *_STUDY, *_VERIFY, *_RECORD, *_PLAYING)
"""The keys of the player."""

_ON_HEXES = _for(
    "read",
    Key("z Z", "zoom", (("z", "zoom(1)"), ("Z", "zoom(-1)")), "zoom(1)"),
    Key("c", "zones", (("c", "zones"),), "zones"),
    Key("u", "idents", (("u", "idents"),), "idents"),
    Key("#", "numbers", (("number_sign", "numbers"),), "numbers"),
    Key("Shift+arrows", "look", (
        ("shift+right", "look(1)"), ("shift+left", "look(4)"),
        ("shift+up", "look(0)"), ("shift+down", "look(3)"),
    ), short="keys_shift_arrows"),
    Key("m", "outlines", (("m", "map_style"),), "map_style", alias="map"),
)  # fmt: skip
HEX_PLAYER = (*_READ, *_ON_HEXES, *_ANNOTATE, *_STUDY, *_VERIFY, *_RECORD, *_PLAYING)
"""The keys of the player of a game on hexes."""

CHAPTERS = _for(
    "read",
    Key("Tab", "chapter", (("tab", "chapter(1)"), ("shift+tab", "chapter(-1)")), "chapter(1)"),
)
"""The keys that the player of a chapter has beyond the others."""
CHAPTER_PLAYER = (*CHAPTERS, *PLAYER)
CHAPTER_HEX_PLAYER = (*CHAPTERS, *HEX_PLAYER)

CHOOSER = _for(
    "record",
    Key("Enter", "take", (("enter", "take"),), "take"),
    Key("Up Down", "pick", (("up", "pick(-1)"), ("down", "pick(1)"))),
    Key("PgUp PgDn", "pages", (("pageup", "pick_page(-1)"), ("pagedown", "pick_page(1)"))),
    Key("Home End", "edges", (("home", "pick_edge(-1)"), ("end", "pick_edge(1)"))),
    Key("Space", "add", (("space", "add"),), "add"),
    Key("Tab", "next_list", (("tab", "next_list(1)"), ("shift+tab", "next_list(-1)")),
        "next_list(1)"),
    Key("1..9", "number", tuple((str(n), f"number({n})") for n in range(1, 10))),
    Key("Shift+arrows", "aim", (
        ("shift+right", "aim(1, 0)"), ("shift+left", "aim(-1, 0)"),
        ("shift+up", "aim(0, -1)"), ("shift+down", "aim(0, 1)"),
    ), short="keys_shift_arrows"),
    Key("Esc", "retrace", (("escape,backspace", "retrace"),), "retrace"),
)  # fmt: skip
"""The keys of every chooser (`spec/en/reference/viewer.md`, "Choosers")."""

RECORDING_CHOOSER = _for(
    "record",
    Key(": i", "type", (("colon,i", "type"),), "type"),
    Key("|", "end_phase", (("vertical_line", "end_phase"),), "end_phase"),
    Key("b", "undo", (("b,ctrl+z", "undo"),), "undo"),
    Key("x", "more", (("x", "more"),), "more"),
    Key("a", "stop_recording", (("a", "stop_recording"),), "stop_recording"),
)
"""The keys that the chooser of a recording has beyond the others."""
RECORDING = (*CHOOSER, *RECORDING_CHOOSER)
"""The keys of a recording; they precede the keys of the player."""

NOTE_CHOOSER = _for(
    "annotate",
    Key("b", "undo_note", (("b,ctrl+z", "undo"),), "undo", alias="undo"),
    Key("Left Right", "aim", (("left", "aim(-1, 0)"), ("right", "aim(1, 0)")), alias="step"),
    Key(":", "type", (("colon", "type_places"),), "type_places"),
)
"""The keys that the chooser of the note entry has beyond the others."""
NOTE_ENTRY = _for(
    "annotate",
    *(key for key in CHOOSER if key.word in ("take", "pick", "number", "add", "aim", "retrace")),
    *NOTE_CHOOSER,
)
"""The keys of the note entry; they precede the keys of the player."""

LIBRARY = (
    *_for(
        "library",
        Key("Up Down", "choose", (("up", "choose(-1)"), ("down", "choose(1)"))),
        _PAGES,
        _EDGES,
        Key("Enter", "open", (("enter", "open"),), "open"),
        Key("n", "new", (("n", "new_game"),), "new_game"),
        Key("N", "new_position", (("N", "new_position"),), "new_position"),
        Key("/", "filter", (("slash", "ask_filter"),), "ask_filter"),
        Key("s", "sort", (("s", "sort"),), "sort"),
        Key("v", "verdict", (("v", "verdict"),), "verdict"),
        Key("c", "compare", (("c", "compare"),), "compare"),
        Key("f", "only_faults", (("f", "only_faults"),), "only_faults"),
        Key("p", "preview", (("p", "preview"),), "preview"),
        _OPENINGS,
        Key("S", "studies", (("S", "app.studies"),), "app.studies"),
        Key("D", "own_copy", (("D", "own_copy"),), "own_copy"),
    ),
    *_PROGRAM,
    Key("Esc", "clear", (("escape", "clear"),)),
    Key("q", "quit", (("q", "leave"),), "leave"),
    _STOP,
    _HELP,
)

NEW_GAME = (
    *_for("new_game", *(key for key in CHOOSER if key.word not in ("aim", "retrace"))),
    *_for("new_game", Key("Esc", "cancel", (("escape,q", "cancel"),), "cancel")),
    *_PROGRAM,
    _HELP,
)
"""The keys of the form for a new game."""

SIDE_BY_SIDE = (
    *_for(
        "side_by_side",
        _STEP,
        Key("Up Down", "alone", (("up", "alone(-1)"), ("down", "alone(1)"))),
        Key("Tab", "swap", (("tab", "swap"),), "swap"),
        Key("f", "fork", (("f", "fork"),), "fork"),
        Key(
            "d D", "difference", (("d", "difference(1)"), ("D", "difference(-1)")), "difference(1)"
        ),
        Key("m", "maps", (("m", "maps"),), "maps", alias="map"),
        Key("p", "save_proof", (("p", "save_proof"),), "save_proof"),
        Key('"', "comments", (("quotation_mark", "comments"),), "comments"),
        _TURN,
        _ENDS,
        Key(
            "{ }",
            "panel",
            (
                ("left_curly_bracket", "scroll_strip(-1)"),
                ("right_curly_bracket", "scroll_strip(1)"),
            ),
        ),
        Key("Enter", "open", (("enter", "open"),), "open"),
    ),
    *_LAID_OVER,
)
"""The keys of two logs side by side."""

VERDICT = (
    *_for(
        "verify",
        Key("Up Down", "rows", (("up,left", "choose(-1)"), ("down,right", "choose(1)")),
            short="keys_arrows"),
        _PAGES,
        _EDGES,
        Key("f", "fault", (("f", "fault"),), "fault"),
        Key("s S", "seals", (("s", "seal(1)"), ("S", "seal(-1)")), "seal(1)"),
        Key("c", "copies", (("c", "copies"),), "copies"),
        Key("m", "map", (("m", "map_style"),), "map_style"),
        Key("r", "report", (("r", "report"),), "report"),
        Key("p", "proof", (("p", "proof"),), "proof"),
        Key("{ }", "panel", (("left_curly_bracket", "scroll_panel(-1)"),
                             ("right_curly_bracket", "scroll_panel(1)"))),
        Key("v", "verify", (("v", "leave"),), "leave"),
    ),
    Key("j", "notes", (("j", "resume('note')"),), "resume('note')", task="annotate"),
    Key("o", "legal", (("o", "resume('panel', 'legal')"),), "resume('panel', 'legal')",
        task="study"),
    Key("a", "record", (("a", "resume('record')"),), "resume('record')", task="record"),
    *_LAID_OVER,
)  # fmt: skip
"""The keys of the page with the verdict on a log."""

OPENINGS = (
    *_for(
        "openings",
        Key("Up Down", "move", (("up", "choose(-1)"), ("down", "choose(1)"))),
        Key("Enter", "take_move", (("enter", "take"),), "take"),
        Key("Left Right", "along", (("left,backspace", "step(-1)"), ("right", "step(1)"))),
        Key("Tab", "book_games", (("tab", "games"),), "games"),
        _PAGES,
        _EDGES,
        Key("s", "order", (("s", "order"),), "order"),
        Key("w", "winner", (("w", "winner"),), "winner"),
        Key("+ -", "least", (("plus,equals_sign", "least(1)"), ("minus", "least(-1)")), "least(1)"),
        Key("p", "who", (("p", "who"),), "who"),
        Key("r", "rule_set", (("r", "rule_set"),), "rule_set"),
        Key("/", "games", (("slash", "ask_filter"),), "ask_filter"),
        Key("a", "own_choice", (("a", "own_choice"),), "own_choice"),
        Key("'", "own_comment", (("apostrophe", "own_comment"),), "own_comment", alias="comment"),
        Key("g", "gaps", (("g", "gaps"),), "gaps"),
        Key("d", "drill", (("d", "drill"),), "drill"),
        _PANEL,
    ),
    *_LAID_OVER,
)
"""The keys of the tree of openings."""

EDITOR = (
    *_for(
        "editor",
        *CHOOSER,
        Key("/", "draft_find", (("slash", "find"),), "find", alias="find"),
        Key("r", "draft_reduced", (("r", "reduced"),), "reduced"),
        Key("+ -", "draft_points", (("plus,equals_sign", "points(1)"), ("minus", "points(-1)"))),
        Key("Del", "draft_off", (("delete,x", "take_off"),), "take_off"),
        Key("b", "draft_undo", (("b,ctrl+z", "undo"),), "undo", alias="undo"),
        Key("B", "draft_redo", (("B,ctrl+y", "redo"),), "redo"),
        Key(":", "draft_type", (("colon", "type"),), "type", alias="type"),
        Key("Left Right", "aim", (("left", "aim(-1, 0)"), ("right", "aim(1, 0)")), alias="step"),
        Key("s", "draft_save", (("s", "save"),), "save"),
        Key("S", "draft_state", (("S", "state"),), "state"),
        Key("y", "position_text", (("y", "app.position_text"),), "app.position_text"),
        Key("z Z", "zoom", (("z", "zoom(1)"), ("Z", "zoom(-1)")), "zoom(1)"),
        Key("u", "idents", (("u", "idents"),), "idents"),
        Key("m", "map", (("m", "map_style"),), "map_style"),
        Key("q", "back", (("q", "leave"),), "leave"),
    ),
    *_PROGRAM,
    _STOP,
    _HELP,
)
"""The keys of the editor of positions."""

STUDY = (
    *_for(
        "chapters",
        Key("Up Down", "choose_chapter", (("up", "choose(-1)"), ("down", "choose(1)")),
            alias="choose"),
        _PAGES,
        _EDGES,
        Key("Enter", "open_chapter", (("enter", "open"),), "open", alias="open"),
        Key("d", "drill_study", (("d", "drill"),), "drill", alias="drill"),
        _PANEL,
    ),
    *_LAID_OVER,
)  # fmt: skip
"""The keys of the chapters of a study."""

REVIEW = (
    *_for(
        "review",
        Key("Up Down", "item", (("up", "choose(-1)"), ("down", "choose(1)")), alias="choose"),
        _PAGES,
        _EDGES,
        Key("Enter", "review_open", (("enter", "open"),), "open", alias="open"),
        Key("Tab", "other_list", (("tab", "other_list"),), "other_list"),
        Key("f", "full_review", (("f", "full_review"),), "full_review"),
        Key("w", "save_review", (("w", "save_review"),), "save_review"),
        Key("m", "swing_marks", (("m", "swing_marks"),), "swing_marks"),
        _PANEL,
    ),
    *_PROGRAM,
    Key("Esc", "close", (("escape", "back"),), "back"),
    Key("q R", "back", (("q,R", "leave"),), "leave"),
    _STOP,
    _HELP,
)
"""The keys of the review of a game."""

GAPS = (
    *_for(
        "gap_list",
        Key("Up Down", "choose_gap", (("up", "choose(-1)"), ("down", "choose(1)")),
            alias="choose"),
        _PAGES,
        _EDGES,
        Key("Enter", "open_gap", (("enter", "open"),), "open", alias="open"),
        _PANEL,
    ),
    *_LAID_OVER,
)  # fmt: skip
"""The keys of the list of positions without an answer in a repertoire."""

DATA_ENTRY = (
    *_for(
        "data_entry",
        Key("Enter", "answer", (("enter", "answer"),), "answer"),
        Key("Space", "same_value", (("space", "same"),), "same"),
        Key("a", "same_batch", (("a", "same_batch"),), "same_batch"),
        Key("Up Down", "choose_question", (("up", "choose(-1)"), ("down", "choose(1)")),
            alias="choose"),
        Key("n N", "open_question", (("n", "next_open(1)"), ("N", "next_open(-1)")),
            "next_open(1)"),
        _PAGES,
        _EDGES,
        Key("/", "find_question", (("slash", "find"),), "find", alias="find"),
        Key("c", "changes", (("c", "changes"),), "changes"),
        _PANEL,
    ),
    *_LAID_OVER,
)  # fmt: skip
"""The keys of guided entry."""

TEXT_PAGE = (
    *_for(
        "text_page",
        Key("Enter", "confirm", (("enter", "confirm"),), "confirm"),
        Key("Up Down", "scroll_text", (("up", "scroll(-1)"), ("down", "scroll(1)"))),
        Key("PgUp PgDn", "pages", (("pageup", "scroll(-10)"), ("pagedown", "scroll(10)"))),
        Key("Home End", "edges", (("home", "scroll(-1000000)"), ("end", "scroll(1000000)"))),
    ),
    *_LAID_OVER,
)
"""The keys of a page of text."""

SCREENS = {
    "player": PLAYER, "hexes": HEX_PLAYER, "recording": RECORDING, "noting": NOTE_ENTRY,
    "library": LIBRARY, "new_game": NEW_GAME, "side_by_side": SIDE_BY_SIDE, "verdict": VERDICT,
    "openings": OPENINGS, "text_page": TEXT_PAGE, "editor": EDITOR,
    "chapters": STUDY, "gap_list": GAPS, "review": REVIEW, "data_entry": DATA_ENTRY,
    "chapter": CHAPTER_PLAYER, "hex_chapter": CHAPTER_HEX_PLAYER,
}  # fmt: skip
"""The tables by screen; in a table no two actions share a key."""


# ---- the last line ----------------------------------------------------------------------------

TASKS = {
    "read": "close", "annotate": "notes", "study": "legal", "verify": "verify", "record": "record",
}  # fmt: skip
"""The tasks, in the order of the last line, each with the word of the key that begins it."""


class Footer(msgspec.Struct, frozen=True):
    """The last line of a task, or of a screen."""

    task: str
    """The lit task of `TASKS`, or a screen outside the tasks; its text is `task_` and the name."""
    words: tuple[str, ...]
    """The words of its keys, most useful first.

    The last line omits keys that do nothing now, and shows at most `MOST_HINTS`.
    """
    back: str = ""
    """The word of the key that leaves it, shown unless the task Read is offered."""


MOST_HINTS = 8
"""The number of keys of a task in the last line."""

FOOTERS = {
    "read": Footer("read", (
        "chapter", "step", "turn", "find", "next", "note_jump", "fold_notes", "zoom", "legend",
        "play", "go", "ends",
    )),
    "annotate": Footer("annotate", (
        "take", "pick", "add", "aim", "type", "number", "comment", "glyph", "variation",
        "undo",
    ), "retrace"),
    "study": Footer("study", (
        "step", "legal", "review", "chances", "openings", "bridge", "why", "strength", "export",
    ), "close"),
    "verify": Footer("verify", (
        "rows", "fault", "seals", "copies", "map", "report", "proof", "panel",
    ), "close"),
    "record": Footer("record", (
        "take", "add", "next_list", "number", "type", "undo", "more", "pick",
    ), "stop_recording"),
    "drill": Footer("study", (
        "take", "pick", "add", "next_list", "number", "type", "undo", "more",
    ), "stop_recording"),
    "library": Footer("library", (
        "open", "new", "verdict", "compare", "filter", "openings", "only_faults", "sort",
    ), "quit"),
    "new_game": Footer("new_game", ("take", "number", "pick"), "cancel"),
    "side_by_side": Footer("verify", (
        "step", "fork", "maps", "swap", "difference", "save_proof", "alone", "open",
    ), "close"),
    "editor": Footer("editor", (
        "take", "draft_save", "draft_state", "next_list", "draft_find", "add", "draft_undo",
        "draft_off", "draft_reduced", "draft_points", "position_text",
    ), "retrace"),
    "chapters": Footer("study", ("open_chapter", "choose_chapter", "drill_study"), "close"),
    "review": Footer("review", (
        "review_open", "item", "other_list", "full_review", "save_review", "swing_marks",
    ), "close"),
    "gap_list": Footer("study", ("open_gap", "choose_gap"), "close"),
    "text_page": Footer("study", ("confirm", "scroll_text"), "close"),
    "data_entry": Footer("data_entry", (
        "answer", "same_value", "same_batch", "choose_question", "open_question", "find_question",
        "changes",
    ), "close"),
    "openings": Footer("study", (
        "move", "take_move", "along", "own_choice", "gaps", "drill", "order", "winner",
        "book_games", "games", "least", "who",
    ), "close"),
}  # fmt: skip
"""The last lines by the name that a screen has as `FOOTER`."""


def make_bindings(keys: tuple[Key, ...]) -> list[Binding]:
    """Return a table as Textual bindings, each with the id under which it can be rebound."""
    return [
        Binding(names, action, show=False, id=f"{key.action}.{at}")
        for key in keys
        for at, (names, action) in enumerate(key.bound)
    ]


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
