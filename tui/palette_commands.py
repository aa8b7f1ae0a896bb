"""The commands of the command palette by group, for the palette and the help page.

Every command here is an action of the program or of a screen. The palette also lists the keys of
the screen, by task; a key whose command is here appears once.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from textual.app import App
from textual.screen import Screen

from senpu.tui.keys import Key

GROUPS = ("take_out", "look_again", "log", "program")
"""The groups in order; their texts are `group_` and the name."""


class PaletteCommand(msgspec.Struct, frozen=True):
    """A command of the palette."""

    group: str
    """The group of `GROUPS`."""
    word: str
    """The word in the ids of its texts, `command_` and `help_command_`; else of its key."""
    action: str = ""
    """The action; without one, the command of its key."""
    writes: bool = False
    """True if it writes a file of the user, which a read-only program does not offer."""


PALETTE = (
    PaletteCommand("take_out", "picture", "app.save_picture", writes=True),
    PaletteCommand("take_out", "export"),
    PaletteCommand("take_out", "report", "job('report')"),
    PaletteCommand("look_again", "review"),
    PaletteCommand("look_again", "bridge"),
    PaletteCommand("look_again", "chances"),
    PaletteCommand("look_again", "openings"),
    PaletteCommand("log", "verify"),
    PaletteCommand("log", "compare"),
    PaletteCommand("log", "reload"),
    PaletteCommand("program", "open_position", "app.open_position"),
    PaletteCommand("program", "theme_list", "app.change_theme"),
    PaletteCommand("program", "theme"),
    PaletteCommand("program", "language"),
    PaletteCommand("program", "view"),
    PaletteCommand("program", "help"),
    PaletteCommand("program", "stop"),
)
"""The commands. One whose action, or whose key, a screen does not have is not offered there."""


class OfferedCommand(msgspec.Struct, frozen=True):
    """A command that a screen offers."""

    group: str
    """The group of `GROUPS`, or the task of its key."""
    word: str
    key: Key | None = None
    action: str = ""
    """The action, if it has no key."""


def list_commands(
    screen: Screen[Any], app: App[Any], keys: tuple[Key, ...], read_only: bool
) -> Iterator[OfferedCommand]:
    """Yield the commands that do something on a screen, group by group.

    Args:
        screen: The screen.
        app: The program.
        keys: The keys in effect on the screen.
        read_only: True if nothing can be written.

    Yields:
        The commands of `PALETTE` and the other keys of the screen, with the group `program` last.
    """
    can_use = getattr(screen, "can_use", None)
    table = {key.word: key for key in reversed(keys) if key.command}
    table = {word: key for word, key in table.items() if not can_use or can_use(word)}
    found = []
    for each in PALETTE:
        if not each.action and each.word in table:
            found.append(OfferedCommand(each.group, each.word, table[each.word]))
        elif (
            _has_action(screen, app, each.action)
            and not (each.writes and read_only)
            and (not can_use or can_use(each.word))
        ):
            found.append(OfferedCommand(each.group, each.word, action=each.action))
    grouped = {each.word for each in PALETTE}
    rest = [key for key in reversed(table.values()) if key.word not in grouped]
    found += [OfferedCommand(key.task, key.word, key) for key in rest]
    *first, last = GROUPS
    groups = dict.fromkeys((*first, *(key.task for key in rest if key.task != last), last))
    for group in groups:
        yield from (each for each in found if each.group == group)


def _has_action(screen: Screen[Any], app: App[Any], action: str) -> bool:
    """Return whether the screen, or the program for an action `app.…`, has an action."""
    owner, name = (app, action[4:]) if action.startswith("app.") else (screen, action)
    return bool(action) and hasattr(owner, f"action_{name.partition('(')[0]}")
