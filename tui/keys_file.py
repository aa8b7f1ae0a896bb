"""A user's own keys, in a file of TOML: an action and its keys on each line.

Reads the whole file and tells everything that is wrong with it, or nothing; what it does not name
stays as it is. Writes only the file to start from, with every line in it as a comment.
"""

import re
import tomllib
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import tomli_w

from senpu.notation.faults import Error
from senpu.notation.messages import program
from senpu.tui.keys import (
    SCREENS,
    Key,
    KeyBindingError,
    Keyboard,
    actions,
    key_named,
    key_shown,
    split,
)

WHERE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)")


class KeysFileError(Error):
    """A file of keys cannot be used: says each line that is wrong, and what would be right."""


def read(path: Path) -> Keyboard:
    """The keyboard that a file describes. Raises KeysFileError, OSError."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
        table = tomllib.loads(text)
    except UnicodeDecodeError as error:
        row = path.read_bytes()[: error.start].count(b"\n") + 1
        raise KeysFileError(f"{path}:{row}: not UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        found = WHERE.search(str(error))
        row = int(found[1]) if found and found[1] else text.count("\n") + 1
        raise KeysFileError(
            f"{path}:{row}: {WHERE.sub('', str(error))}; such as {EXAMPLE}"
        ) from None
    wrong: list[tuple[int, str]] = []
    rebound: dict[str, tuple[tuple[str, ...], ...]] = {}
    known = actions()
    for name, value in table.items():
        row = _row(text, name)
        try:
            rebound[name] = _entries(name, value, known)
        except KeysFileError as fault:
            wrong.append((row, str(fault)))
    wrong += _shared(Keyboard(rebound), text)
    if wrong:
        raise KeysFileError("\n".join(f"{path}:{row}: {said}" for row, said in sorted(wrong)))
    return Keyboard(rebound)


EXAMPLE = 'why = "w" or step = ["left", "right"]'


def _row(text: str, name: str) -> int:
    """The row on which a name is given its value."""
    spelled = re.escape(name)
    found = re.search(rf"^[ \t]*\[?[ \t]*[\"']?{spelled}[\"']?[ \t]*[=.\]]", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else 1


def _entries(name: str, value: Any, known: dict[str, Key]) -> tuple[tuple[str, ...], ...]:
    """The keys of each binding of an action. Raises KeysFileError."""
    key = known.get(name)
    if key is None:
        near = get_close_matches(name, known, 1)
        meant = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
        raise KeysFileError(f"{name}: no action is called so; {meant}")
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise KeysFileError(f"{name}: keys are written in quotes, such as {written(key)}")
    if len(value) != len(key.bound):
        ways = "one text of keys" if len(key.bound) == 1 else f"{len(key.bound)} texts of keys"
        more = "; several keys for one stand in it with spaces" if len(key.bound) == 1 else ""
        raise KeysFileError(
            f"{name} takes {ways} ({program().say(f'screens.help_{key.word}', {})}), "
            f"such as {written(key)}{more}"
        )
    try:
        return tuple(tuple(dict.fromkeys(map(key_named, each.split()))) for each in value)
    except KeyBindingError as none:
        raise KeysFileError(f"{name}: {none}") from None


def _shared(keyboard: Keyboard, text: str) -> Iterator[tuple[int, str]]:
    """Each key that does two things on one screen."""
    told = set()
    for screen, keys in SCREENS.items():
        taken: dict[str, str] = {}
        for key in keys:
            for name in (name for names in keyboard.of(key) for name in names):
                both = frozenset((taken.setdefault(name, key.action), key.action))
                if len(both) == 2 and (name, both) not in told:
                    told.add((name, both))
                    own = sorted(both & keyboard.rebound.keys(), key=lambda each: _row(text, each))
                    mine = own[-1]  # the later line is where the reader looks
                    (other,) = both - {mine}
                    yield _row(text, mine), _taken(name, mine, other, screen)


def _taken(name: str, mine: str, other: str, screen: str) -> str:
    does = program().say(f"screens.help_{actions()[other].word}", {})
    where = screen.replace("_", " ")
    return (
        f'{mine}: "{key_shown(name)}" is taken by {other} ({does}) in the {where}; give {mine} '
        f"another key, or {other}"
    )


def written(key: Key) -> str:
    """A line of the file: an action with the keys that it has."""
    texts = [" ".join(_spelled(name) for name in split(names)) for names, _ in key.bound]
    quoted = [tomli_w.dumps({"k": text}).strip().removeprefix("k = ") for text in texts]
    value = quoted[0] if len(quoted) == 1 else f"[{', '.join(quoted)}]"
    return f"{key.action} = {value}"


def _spelled(name: str) -> str:
    """A key as a file has it: a sign for itself."""
    shown = key_shown(name)
    return shown if len(shown) == 1 else name


def to_start_from() -> str:
    """The file as it may be edited: every action with its keys, each line a comment."""
    rows = [
        "# Keys of `senpu view`. Take away the # before a line and change its keys: letters,",
        '# figures and signs as they are ("w", "W", "["), others by name ("pageup", "space",',
        '# "ctrl+e", "shift+left"); several for one with spaces between them; "" for none.',
        "# An action of several ways has a text for each, in the order told behind it.",
    ]
    seen: set[str] = set()
    for screen, keys in SCREENS.items():
        fresh = [key for key in keys if key.bound and not key.alias and key.action not in seen]
        if fresh:
            rows += ["", f"# ---- {screen.replace('_', ' ')}"]
        for key in fresh:
            seen.add(key.action)
            rows.append(f"# {written(key):<44} # {program().say(f'screens.help_{key.word}', {})}")
    return "".join(f"{row}\n" for row in rows)
