"""The command palette, in a terminal of any size."""

from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Literal, cast

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.command import (
    Command,
    CommandInput,
    CommandList,
    CommandPalette,
    DiscoveryHit,
    Hit,
    Hits,
    Provider,
)
from textual.markup import escape
from textual.widgets.option_list import Option

from senpu.tui.screens.input_lines import PasteLine
from senpu.tui.widgets.clicks import ActionClicked

if TYPE_CHECKING:
    from senpu.tui.palette_commands import OfferedCommand
    from senpu.tui.screens.interfaces import ViewerApp
    from senpu.tui.widgets.painting import Look


class PaletteInput(CommandInput, PasteLine):
    """The line for a part of the name of a command."""


class PaletteList(CommandList, can_focus=False):
    """The list of commands; without room it has no lines, and `CommandList` raises KeyError."""

    def _move_page(self, direction: Literal[-1, 1]) -> None:
        with suppress(KeyError):
            super()._move_page(direction)


class CommandHit(DiscoveryHit):
    """A command of a group, in the list of all commands."""

    group: str
    """The title of the group."""


def describe_command(command: "OfferedCommand", look: "Look") -> tuple[str, str, str]:
    """Return the title of a command, its key if it has one, and its description."""
    if command.key is None:
        title, caption = f"command_{command.word}", f"help_command_{command.word}"
        return look.word(title), "", look.word(caption)
    keys = look.name_keys(command.key)
    return look.label(command.key), keys, look.word(f"help_{command.word}")


def describe_group(command: "OfferedCommand", look: "Look") -> str:
    """Return the title of the group of a command."""
    from senpu.tui.palette_commands import GROUPS

    is_group = command.group in GROUPS
    return look.word(f"group_{command.group}" if is_group else f"task_{command.group}")


class CommandProvider(Provider):
    """The commands of the screen below the palette, by group."""

    def _list(self) -> Iterable[tuple["OfferedCommand", tuple[str, str, str]]]:
        viewer = cast("ViewerApp", self.app)
        look = viewer.look()
        for command in viewer.list_commands(self.screen):
            yield command, describe_command(command, look)

    def _run(self, command: "OfferedCommand") -> None:
        action = command.key.command if command.key else command.action
        self.screen.post_message(ActionClicked(action))

    async def discover(self) -> Hits:
        """Yield all commands, in the order of their groups."""
        look = cast("ViewerApp", self.app).look()
        found = list(self._list())
        titles = max((cell_len(texts[0]) for _, texts in found), default=0)
        keys = max((cell_len(texts[1]) for _, texts in found), default=0)
        for command, (title, key, caption) in found:
            title_cells = " " * (titles - cell_len(title) + 2)
            key_cells = " " * (keys - cell_len(key) + 2)
            text = f"  [b]{escape(title)}[/b]{title_cells}[b $accent]{escape(key)}[/]{key_cells}"
            text += f"[not b]{escape(caption)}[/]"
            hit = CommandHit(text, partial(self._run, command), title)
            hit.group = describe_group(command, look)
            yield hit

    async def search(self, query: str) -> Hits:
        """Yield the commands whose title or description has the letters of a query in order."""
        matcher = self.matcher(query)
        look = cast("ViewerApp", self.app).look()
        for command, (title, key, caption) in self._list():
            name = f"{describe_group(command, look)}: {title}"
            score = max(matcher.match(title), matcher.match(name) / 2, matcher.match(caption) / 2)
            if score > 0:
                text = f"[b]{escape(name)}[/b]  [b $accent]{escape(key)}[/]  "
                text += f"[not b]{escape(caption)}[/]"
                yield Hit(score, text, partial(self._run, command), title)


class SmallCommandPalette(CommandPalette):
    """The command palette."""

    def __init__(self, look: "Look", provider: type[Provider], ident: str | None = None) -> None:
        super().__init__([provider], placeholder=look.word("command_prompt"), id=ident)
        self.look = look

    def compose(self) -> ComposeResult:
        """Return the widgets: as in the palette of Textual, but two of them are replaced."""
        for widget in super().compose():
            if isinstance(widget, CommandInput):
                yield PaletteInput(placeholder=widget.placeholder, select_on_focus=False)
            elif isinstance(widget, CommandList):
                yield PaletteList()
            else:
                yield widget

    def _refresh_command_list(
        self, command_list: CommandList, commands: list[Command], clear_current: bool
    ) -> None:
        """Show the commands, each group under its title."""
        super()._refresh_command_list(command_list, commands, clear_current)
        rows: list[Option] = []
        group = ""
        for each in commands:
            if isinstance(each.hit, CommandHit) and each.hit.group != group:
                group = each.hit.group
                rows.append(Option(escape(f"{self.look.signs.level} {group}"), disabled=True))
            rows.append(each)
        if group:
            command_list.clear_options().add_options(rows)
            command_list.highlighted = 1

    def _start_no_matches_countdown(self, search_value: str) -> None:
        """Show that no command matches."""
        if search_value:
            row = Option(escape(self.look.word("no_command")), id=self._NO_MATCHES, disabled=True)
            self.query_one(CommandList).add_option(row)
            self._list_visible = True
