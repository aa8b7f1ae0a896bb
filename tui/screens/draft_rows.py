"""The rows of the editor of positions: units, places, and values with their meaning."""

import re
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from rich.cells import cell_len

from senpu.replay.core.narration import Narrator
from senpu.replay.core.position_drafts import PositionDraft
from senpu.replay.core.rules import Board
from senpu.tui.boards.choices import ChoicePreview
from senpu.tui.boards.scene import find_side
from senpu.tui.screens.edited_position import EditedPosition
from senpu.tui.screens.interfaces import PagedScreen
from senpu.tui.widgets.chooser import ChooserEntry, ChooserPage
from senpu.tui.widgets.counters import choose_format, counter_row
from senpu.tui.widgets.painting import Look, Row

KEY, WIDE_KEY, WIDE = 12, 16, 44
"""The columns of the name of a field in a narrow and in a wide row, and of a wide row."""


class DraftEntry(Protocol):
    """The pages of the editor, as the functions that make pages use them."""

    edited: EditedPosition
    map_places: frozenset[str]
    """The places of the map, and the boxes next to it."""

    @property
    def screen(self) -> PagedScreen:
        """The screen."""

    def change(self, draft: PositionDraft) -> None:
        """Replace the draft, and show it."""

    def push(self, build: Callable[[Any], ChooserPage], /) -> None:
        """Put another page on top."""

    def pop(self) -> None:
        """Return to the page below."""

    def rebuild(self) -> None:
        """Make the top page again, and show it."""

    def type_text(self, label: str, text: str, done: Callable[[str], None]) -> None:
        """Open the input line."""


def name_place(entry: DraftEntry, key: str) -> str:
    """Return the name of a place on or off the map, by its key in a position text."""
    narrator = entry.screen.narrator
    if key not in entry.map_places:
        return narrator.value("place", key)
    return narrator.place(key)


def clip_place(entry: DraftEntry, key: str, width: int) -> str:
    """Return the name of a place in at most `width` cells; its id remains whole."""
    look, whole = entry.screen.look, name_place(entry, key)
    if cell_len(whole) <= width or key not in entry.map_places:
        return look.clip(whole, width)
    name = entry.screen.narrator.place_name(key)
    tail = whole.removeprefix(name)
    room = width - cell_len(tail)
    return look.clip(name, room) + tail if room > 5 and name != key else look.clip(key, width)


def matches(typed: str, *texts: str) -> bool:
    """Return whether a text, or one of its words, begins with a typed text.

    Words of scripts without spaces, and numbers, are found anywhere in a text.
    """
    wanted = typed.casefold().strip()
    is_word = wanted.isascii() and not wanted.isdecimal()
    for text in texts:
        folded = text.casefold()
        words = re.split(r"\W+", folded)
        if folded.startswith(wanted) or any(word.startswith(wanted) for word in words):
            return True
        if not is_word and wanted in folded:
            return True
    return not wanted


class UnitRows:
    """The rows of units."""

    def __init__(self, entry: DraftEntry) -> None:
        self.entry = entry
        self.look: Look = entry.screen.look
        self.narrator: Narrator = entry.screen.narrator
        self.board: Board = entry.screen.scene.board
        self.pieces = {piece.id: piece for piece in self.board.pieces}
        self.shape = choose_format(self.board, 1)
        self._has_strength = any(piece.strength or piece.full for piece in self.board.pieces)

    def paint(self, row: Row, until: int, unit: str, is_added: bool, is_wrong: bool) -> None:
        """Write a unit on a row: a sign, its counter, its name, its place."""
        look, narrator = self.look, self.narrator
        sign = look.signs.bad if is_wrong else look.signs.good if is_added else " "
        row.add(sign, "error" if is_wrong else "note", "b")
        piece = self.pieces.get(unit)
        if piece is not None:
            counter_row(row, piece, find_side(narrator, piece.side), self.shape, False)
        here = self.entry.edited.draft.units[unit].place
        room, name = until - row.width - 2, narrator.unit_name(unit)
        place = clip_place(self.entry, here, max(room - cell_len(name) - 1, room // 2, 4))
        left = room - cell_len(place)
        if left > 3:
            row.add(" ").add(look.clip(name, left))
        row.pad_to(until - cell_len(place))
        row.add(place, "text" if here in self.entry.map_places else "dim")

    def preview(self, units: Iterable[str]) -> ChoicePreview:
        """Return what the map shows of some units: they are lit."""
        units = tuple(units)
        places = {self.entry.edited.draft.units[unit].place for unit in units}
        focus = next(iter(places)) if len(places) == 1 else ""
        focus = focus if focus in self.entry.map_places else ""
        return ChoicePreview(frozenset(units), focus=focus)


def make_value_row(
    look: Look, label: str, value: str, meaning: str, take: Callable[[], None],
    is_wrong: bool = False, sentence: Callable[[], str] | None = None,
) -> ChooserEntry:  # fmt: skip
    """Return a row with the name of a field, its words, and what they mean.

    Words in parentheses are a value that the text leaves out.
    """

    def paint(row: Row, until: int) -> None:
        row.add(look.signs.bad if is_wrong else " ", "error", "b")
        first = row.width
        cells = WIDE_KEY if until >= WIDE else KEY
        row.add(look.clip(label, cells), "error" if is_wrong else "dim")
        row.pad_to(first + cells + 1)
        is_set = not value.startswith("(")
        row.add(look.clip(value, until - row.width - 1), "text" if is_set else "dim", "b" * is_set)
        room = until - row.width - 2
        if meaning and meaning != value and room > 5:
            shown = look.clip(meaning, room)
            row.pad_to(until - cell_len(shown)).add(shown, "dim")

    return ChooserEntry(paint, take, sentence=sentence)
