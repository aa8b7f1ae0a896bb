"""A user's own keys, in a TOML file: an action and its keys on each line.

The file is read completely, and all its errors are reported at once. Actions that it does not name
keep their keys, except keys that the file gives to another action. A file for an older version of
the program is usable: `RENAMED` and `REMOVED` list the actions that no longer exist, and the viewer
reports at its start what differs. The program writes only a template, in which every line is a
comment.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

import tomli_w

from senpu.logs.inputs import read_file
from senpu.notation.faults import Error, find_hints
from senpu.notation.messages import SOURCE, Message, program_catalogue
from senpu.notation.reasons import split_place
from senpu.tui.keyboard import KeyBindingError, Keyboard, format_key, parse_key
from senpu.tui.keys import SCREENS, Key, list_actions, split_keys


class KeysFileError(Error):
    """A file of keys cannot be used.

    Attributes:
        messages: One message for each invalid line.
    """

    def __init__(self, messages: Sequence[Message]) -> None:
        super().__init__()
        self.messages = messages

    def describe_problem(self, language: str = SOURCE) -> str:
        """Return the messages, one on each row."""
        return "\n".join(message.text(language) for message in self.messages)

    def list_hints(self) -> list[Message]:
        """Return the hints of all messages, each once."""
        found = (hint for each in self.messages for hint in find_hints(each))
        return list({each.text(): each for each in found}.values())


class KeysFile(NamedTuple):
    """The content of a file of keys."""

    keyboard: Keyboard
    notices: list[Message]
    """Changes that the file does not state, such as a default key that it takes over."""


class EntryError(Error):
    """A line of a file of keys is invalid."""


def read_keys(path: Path) -> KeysFile:
    """Return the content of a file of keys.

    Returns:
        The keyboard, and what the user should know about it.

    Raises:
        KeysFileError: The file is invalid.
        OSError: The file cannot be read.
    """
    try:
        data = read_file(path)
        text = data.decode("utf-8-sig")
        table = tomllib.loads(text)
    except UnicodeDecodeError as error:
        row = data[: error.start].count(b"\n") + 1
        raise KeysFileError([_locate(path, row, Message("errors.notUtf8"))]) from None
    except (ValueError, RecursionError) as error:  # also a number that is too long
        why, row, _ = split_place(error)
        problem = Message("errors.keysNotToml", {"why": why, "example": EXAMPLE})
        raise KeysFileError([_locate(path, row or text.count("\n") + 1, problem)]) from None
    wrong: list[tuple[int, Message]] = []
    notices: list[tuple[int, Message]] = []
    rebound: dict[str, tuple[tuple[str, ...], ...]] = {}
    known = list_actions()
    for name, value in table.items():
        row = _row(text, name)
        if name in REMOVED:
            notices.append((row, Message("errors.keysRemoved", {"name": name})))
            continue
        current = RENAMED.get(name, name)
        if current != name:
            notices.append((row, Message("errors.keysRenamed", {"name": name, "now": current})))
        try:
            rebound[current] = _entries(current, value, known)
        except EntryError as error:
            wrong.append((row, error.message))
    wrong += _find_conflicts(Keyboard(rebound), text)
    if wrong:
        raise KeysFileError(_list_located(path, wrong))
    keyboard, replaced = _yield_defaults(Keyboard(rebound), text)
    return KeysFile(keyboard, _list_located(path, [*notices, *replaced]))


def _list_located(path: Path, messages: list[tuple[int, Message]]) -> list[Message]:
    """Return messages in the order of their lines, each with its line."""
    messages.sort(key=lambda each: (each[0], each[1].id, str(each[1])))
    return [_locate(path, row, message) for row, message in messages]


def _locate(path: Path, row: int, why: Message) -> Message:
    return Message("errors.inLine", {"path": path, "line": row, "why": why})


RENAMED: dict[str, str] = {"join": "add"}
"""The current names of actions that had another name in an older version."""
REMOVED: frozenset[str] = frozenset({"change"})
"""The names of actions of older versions that no longer exist."""
EXAMPLE = 'why = "w" or step = ["left", "right"]'


def _row(text: str, name: str) -> int:
    """Return the row on which a name has its value."""
    spelled = re.escape(name)
    found = re.search(rf"^[ \t]*\[?[ \t]*[\"']?{spelled}[\"']?[ \t]*[=.\]]", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else 1


def _entries(name: str, value: Any, known: dict[str, Key]) -> tuple[tuple[str, ...], ...]:
    """Return the keys of each binding of an action.

    Returns:
        The keys of each binding.

    Raises:
        EntryError: The value is invalid.
    """
    key = known.get(name)
    if key is None:
        near = get_close_matches(name, known, 1)
        if near:
            raise EntryError("keysNearAction", name=name, near=near[0])
        raise EntryError("keysUnknownAction", name=name, available=tuple(known))
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise EntryError("keysQuotes", name=name, example=format_action(key))
    if len(value) != len(key.bound):
        action = Message(f"screens.help_{key.word}")
        fields = {"name": name, "action": action, "example": format_action(key)}
        if len(key.bound) == 1:
            raise EntryError("keysOneText", **fields)
        raise EntryError("keysTexts", n=len(key.bound), **fields)
    try:
        return tuple(tuple(dict.fromkeys(map(parse_key, each.split()))) for each in value)
    except KeyBindingError as none:
        raise EntryError("keysEntry", name=name, why=none) from None


def _find_conflicts(keyboard: Keyboard, text: str) -> Iterator[tuple[int, Message]]:
    """Yield each key that the file gives to two actions of one screen, with its line."""
    seen = set()
    for screen, keys in SCREENS.items():
        taken: dict[str, str] = {}
        for key in (key for key in keys if key.action in keyboard.rebound):
            for name in (name for names in keyboard.find_bindings(key) for name in names):
                both = frozenset((taken.setdefault(name, key.action), key.action))
                if len(both) == 2 and (name, both) not in seen:
                    seen.add((name, both))
                    other, mine = sorted(both, key=lambda each: _row(text, each))
                    # The later line is where the reader looks.
                    yield _row(text, mine), _taken("errors.keysShared", name, mine, other, screen)


def _yield_defaults(keyboard: Keyboard, text: str) -> tuple[Keyboard, list[tuple[int, Message]]]:
    """Return the keyboard without the default keys that the file gives to other actions.

    Returns:
        The keyboard, and a notice with its line for each such key.
    """
    notices: list[tuple[int, Message]] = []
    seen = set()
    rebound = dict(keyboard.rebound)
    for screen, keys in SCREENS.items():
        mine = {
            name: key.action
            for key in keys
            for names in keyboard.rebound.get(key.action, ())
            for name in names
        }
        for key in keys:
            if not key.bound or key.action in keyboard.rebound:
                continue
            lost = [name for names in keyboard.find_bindings(key) for name in names if name in mine]
            if lost:
                bindings = rebound.get(key.action, keyboard.find_bindings(key))
                rebound[key.action] = tuple(
                    tuple(name for name in names if name not in lost) for names in bindings
                )
            for name in lost:
                if (name, key.action) not in seen:
                    seen.add((name, key.action))
                    row = _row(text, mine[name])
                    what = _taken("errors.keysTaken", name, mine[name], key.action, screen)
                    notices.append((row, what))
    return Keyboard(rebound), notices


def _taken(ident: str, name: str, mine: str, other: str, screen: str) -> Message:
    fields = {
        "name": mine, "key": format_key(name), "other": other,
        "action": Message(f"screens.help_{list_actions()[other].word}"),
        "screen": Message(f"errors.keysScreen.{screen}"),
    }  # fmt: skip
    return Message(ident, fields)


def format_action(key: Key) -> str:
    """Return a line of the file: an action with its keys."""
    texts = [" ".join(_quote_key(name) for name in split_keys(names)) for names, _ in key.bound]
    quoted = [tomli_w.dumps({"k": text}).strip().removeprefix("k = ") for text in texts]
    value = quoted[0] if len(quoted) == 1 else f"[{', '.join(quoted)}]"
    return f"{key.action} = {value}"


def _quote_key(name: str) -> str:
    """Return a key as written in a file: a character for itself."""
    shown = format_key(name)
    return shown if len(shown) == 1 else name


def render_template(language: str = SOURCE) -> str:
    """Return a file of keys to edit: every action with its keys, each line a comment."""
    render = program_catalogue(language).render
    rows = [f"# {row}" for row in render("screens.keys_head", {}).splitlines()]
    seen: set[str] = set()
    for screen, keys in SCREENS.items():
        fresh = [key for key in keys if key.bound and not key.alias and key.action not in seen]
        if fresh:
            rows += ["", f"# ---- {render(f'errors.keysScreen.{screen}', {})}"]
        for key in fresh:
            seen.add(key.action)
            rows.append(f"# {format_action(key):<44} # {render(f'screens.help_{key.word}', {})}")
    return "".join(f"{row}\n" for row in rows)
