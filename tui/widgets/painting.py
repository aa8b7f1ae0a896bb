"""Cell-by-cell output: a look, a row, a canvas, and a widget that shows them.

Knows widths in cells (wide characters take two) and roles of colour, nothing of games. All texts
of the viewer pass here; characters that a terminal obeys are replaced.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.filter import ANSIToTruecolor
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from senpu.notation.faults import Error
from senpu.notation.messages import (
    Message,
    find_language_name,
    find_next_language,
    program_catalogue,
)
from senpu.notation.printable import make_printable
from senpu.tui.boards.signs import PLAIN, Signs
from senpu.tui.keyboard import Keyboard
from senpu.tui.keys import Key
from senpu.tui.render.text_layout import find_rest, wrap
from senpu.tui.theme import WRITTEN, Palette, make_readable

FAINT_GROUNDS = ("background", "surface", "raised")
"""The grounds on which faint text can be read; on the others, such as the row of now, it is dim."""

ARROWS = {
    "Left Right": "keys_left_right", "Up Down": "keys_up_down", "Shift+arrows": "keys_shift_arrows",
}  # fmt: skip
"""The ids of the names of arrow keys, by their printed keys."""


class Look:
    """The appearance: colours, signs, language, and displayed keys. Immutable."""

    def __init__(
        self, palette: Palette, signs: Signs, language: str, keyboard: Keyboard | None = None,
        colourless: bool = False,
    ) -> None:  # fmt: skip
        self.palette = palette
        self.signs = signs
        self.language = language
        self.keyboard = keyboard or Keyboard()
        self.colourless = colourless
        """True if colours are not shown, so that grounds need outlines."""
        self._inks: dict[tuple[str, str, str], Style] = {}

    def ink(self, role: str = "text", on: str = "background", how: str = "") -> Style:
        """Return a role's style on a ground; `how`: b bold, i italic, u underline, s struck."""
        if role == "faint" and on not in FAINT_GROUNDS:
            role = "dim"
        key = (role, on, how)
        found = self._inks.get(key)
        if found is None:
            colours = self.palette.colours
            colour = colours[role]
            if role in WRITTEN:
                colour = make_readable(colour, colours[on])
            found = self._inks[key] = Style(
                color=colour, bgcolor=colours[on], bold="b" in how, italic="i" in how,
                underline="u" in how, strike="s" in how,
            )  # fmt: skip
        return found

    def word(self, ident: str, **fields: Any) -> str:
        """Return a text of the screens; `{key[why]}` in it is the key of that action."""
        return program_catalogue(self.language).render(
            f"screens.{ident}", {"key": self.keyboard, **fields}
        )

    def name_keys(self, key: Key) -> str:
        """Return the printed keys of a row of a table; arrow keys in the language."""
        shown = self.keyboard.format_keys(key)
        return self.word(ARROWS[shown]) if shown in ARROWS else shown

    def label(self, key: Key) -> str:
        """Return the label of a key; of the language key, the own name of the next language."""
        if key.word == "language":
            name = find_language_name(find_next_language(self.language))
            if name.isascii() or self.signs is not PLAIN:
                return name
        return self.word(f"key_{key.word}")

    def reason(self, error: Exception) -> Any:
        """Return the first line of an error, with its hints, as a field of a message."""
        if isinstance(error, Error):
            found = error.describe_problem(self.language).partition("\n")[0]
            for hint in error.list_hints():
                fields = {"problem": found, "hint": hint}
                found = Message("language.with_hint", fields).text(self.language)
            return found
        return error if isinstance(error, OSError) else str(error).partition("\n")[0]

    def clip(self, text: str, width: int) -> str:
        """Return `text` in at most `width` cells; two dots mark a cut."""
        text = make_printable(text)
        if cell_len(text) <= width:
            return text
        more = self.signs.more
        if width <= len(more):
            return set_cell_size(text, max(width, 0))
        return set_cell_size(text, width - len(more)).rstrip() + more

    def wrap(self, text: str, width: int, rows: int) -> list[str]:
        """Return `text` in at most `rows` rows of `width` cells; two dots mark a cut."""
        lines = wrap_cells(text, width)
        if len(lines) > rows:
            rest = find_rest(make_printable(text), lines[: rows - 1])
            lines[rows - 1 :] = [self.clip(rest, width)]
        return lines[: max(rows, 0)]


class Row:
    """A line, written from left to right."""

    def __init__(self, look: Look, on: str = "background") -> None:
        self.look = look
        self.on = on
        self.width = 0
        self.segments: list[Segment] = []

    def add(self, text: str, role: str = "text", how: str = "", on: str = "") -> "Row":
        """Append a text."""
        if text:
            text = make_printable(text)
            self.segments.append(Segment(text, self.look.ink(role, on or self.on, how)))
            self.width += cell_len(text)
        return self

    def pad_to(self, column: int) -> "Row":
        """Continue at a column, unless the row is longer."""
        return self.add(" " * (column - self.width))

    def rule(self, until: int, role: str = "line") -> "Row":
        """Append a level line up to a column."""
        return self.add(self.look.signs.level * (until - self.width), role)

    def append(self, other: "Row") -> "Row":
        """Append another row."""
        self.segments += other.segments
        self.width += other.width
        return self

    def join(self, other: "Row", width: int) -> "Row":
        """Append another row in exactly `width` cells."""
        self.segments += other.strip(width)
        self.width += width
        return self

    def strip(self, width: int) -> Strip:
        """Return the line in exactly `width` cells."""
        if self.width < width:
            rest = Segment(" " * (width - self.width), self.look.ink(on=self.on))
            return Strip([*self.segments, rest], width)
        strip = Strip(self.segments, self.width)
        return strip if self.width == width else strip.crop(0, width)


def wrap_cells(text: str, width: int) -> list[str]:
    """Return the rows of a text, of at most `width` cells each."""
    return wrap(make_printable(text), width, CELLS.__getitem__)


def wrap_text(
    look: Look, text: str, width: int, role: str = "text", margin: int = 0
) -> list[Row]:  # fmt: skip
    """Return the rows of a text, of at most `width` cells each, after a margin."""
    return [Row(look).pad_to(margin).add(line, role) for line in wrap_cells(text, max(width, 4))]


class CellWidths(dict[str, int]):
    """A cache of the cells that each character takes."""

    def __missing__(self, char: str) -> int:
        made = self[char] = cell_len(char)
        return made


CELLS = CellWidths()


class Canvas:
    """A rectangle of cells; later writing covers earlier."""

    def __init__(self, width: int, height: int, style: Style) -> None:
        self.width = width
        self.height = height
        self._chars = [[" "] * width for _ in range(height)]
        self._styles = [[style] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style) -> int:
        """Write at a cell, clipped, and return the next column."""
        text = make_printable(text)
        if not 0 <= y < self.height:
            return x + cell_len(text)
        chars, styles = self._chars[y], self._styles[y]
        for char in text:
            size = 1 if char.isascii() else CELLS[char]
            if size == 0:
                at = x - 1 if 0 < x <= self.width and chars[x - 1] else x - 2
                if 0 <= at < self.width:
                    chars[at] += char
                continue
            if x >= 0 and x + size <= self.width:
                if chars[x] == "":  # clears the other half of a wide character
                    chars[x - 1] = " "
                if x + size < self.width and chars[x + size] == "":
                    chars[x + size] = " "
                chars[x], styles[x] = char, style
                if size == 2:
                    chars[x + 1], styles[x + 1] = "", style
            x += size
        return x

    def char(self, x: int, y: int) -> str:
        """Return the sign of a cell; empty outside and in the right half of a wide character."""
        inside = 0 <= y < self.height and 0 <= x < self.width
        return self._chars[y][x] if inside else ""

    def fill(self, x: int, y: int, width: int, height: int, style: Style) -> None:
        """Clear a rectangle."""
        left, right = max(x, 0), min(x + width, self.width)
        if left >= right:
            return
        for row in range(max(y, 0), min(y + height, self.height)):
            self.put(left, row, " ", style)
            self.put(right - 1, row, " ", style)
            self._chars[row][left:right] = [" "] * (right - left)
            self._styles[row][left:right] = [style] * (right - left)

    def strips(self) -> list[Strip]:
        """Return the rows."""
        return [
            Strip(_runs(chars, styles), self.width)
            for chars, styles in zip(self._chars, self._styles, strict=True)
        ]


def _runs(chars: Sequence[str], styles: Sequence[Style]) -> list[Segment]:
    segments = []
    start = 0
    for end in range(1, len(chars) + 1):
        if end == len(chars) or styles[end] is not styles[start]:
            segments.append(Segment("".join(chars[start:end]), styles[start]))
            start = end
    return segments


class PaintedWidget(Widget):
    """A widget that paints whole lines and redraws only changed ones."""

    look: Look

    def __init__(self, look: Look, name: str, alone: bool = True) -> None:
        """Create the widget; its name is its id too if `alone` (unique on its screen)."""
        super().__init__(name=name, id=name if alone else None)
        self.look = look
        self.__strips: list[Strip] = []
        self.__painted: Size | None = None

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the lines, each exactly `width` cells wide; missing ones are empty."""
        del width, height
        return ()

    def repaint(self) -> None:
        """Paint again and redraw the lines that differ."""
        if not self.is_attached or self.__painted != self.size:
            self.__painted = None
            self.refresh()
            return
        before = self.__strips
        self.__strips = self.__lines()
        changed = [y for y, strip in enumerate(self.__strips) if strip != before[y]]
        width = self.size.width
        if len(changed) > len(before) // 2:
            self.refresh()
        elif changed:
            self.refresh(*(Region(0, y, width, 1) for y in changed))

    def apply_look(self, look: Look) -> None:
        """Apply another look."""
        self.look = look
        self.__painted = None
        self.refresh()

    def __lines(self) -> list[Strip]:
        width, height = self.size
        strips = list(self.paint(width, height))[:height] if width and height else []
        blank = Strip.blank(width, self.look.ink())
        return strips + [blank] * (height - len(strips))

    def render_line(self, y: int) -> Strip:
        """Return a line."""
        if self.__painted != self.size:
            self.__painted = self.size
            self.__strips = self.__lines()
        if y < len(self.__strips):
            return self.__strips[y]
        return Strip.blank(self.size.width, self.look.ink())

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return painted lines without the style sheet's border, padding or tint.

        Textual would request all lines again for each line otherwise.

        Returns:
            The lines of the region.
        """
        strips = [self.render_line(y) for y in crop.line_range]
        for each in self.get_line_filters():
            if not isinstance(each, ANSIToTruecolor):  # all colours here are true colours
                ground = self.background_colors[1]
                strips = [strip.apply_filter(each, ground) for strip in strips]
        left, right = crop.column_span
        if (left, right) == (0, self.size.width):
            return strips
        return [strip.crop(left, right) for strip in strips]
