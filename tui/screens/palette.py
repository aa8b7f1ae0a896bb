"""The command palette, in a terminal of any size."""

from contextlib import suppress
from typing import Literal

from textual.app import ComposeResult
from textual.command import CommandInput, CommandList, CommandPalette

from senpu.tui.screens.input_lines import PasteLine


class PaletteInput(CommandInput, PasteLine):
    """The line for a part of the name of a command."""


class PaletteList(CommandList, can_focus=False):
    """The list of commands; without room it has no lines, and `CommandList` raises KeyError."""

    def _move_page(self, direction: Literal[-1, 1]) -> None:
        with suppress(KeyError):
            super()._move_page(direction)


class SmallCommandPalette(CommandPalette):
    """The command palette."""

    def compose(self) -> ComposeResult:
        """Return the widgets: as in the palette of Textual, but two of them are replaced."""
        for widget in super().compose():
            if isinstance(widget, CommandInput):
                yield PaletteInput(placeholder=widget.placeholder, select_on_focus=False)
            elif isinstance(widget, CommandList):
                yield PaletteList()
            else:
                yield widget
