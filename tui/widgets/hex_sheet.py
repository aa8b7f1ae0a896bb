"""A sheet of cells whose grounds are hexes.

Colours are resolved on display, so that a tinted hex needs no new drawing.
"""

from collections.abc import Iterable
from typing import NamedTuple

from rich.cells import cell_len
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from senpu.tui.boards.hex_chart import AROUND, Chart, Ground
from senpu.tui.theme import WRITTEN, make_readable, mix_colours
from senpu.tui.widgets.painting import Look

GROUNDS = ("hex-clear", "hex-rough", "hex-woods", "hex-marsh", "hex-sea", "hex-lake")
"""The roles of the grounds."""


class Ink(NamedTuple):
    """The style of a cell: a colour is a role, or the colour of a hex by its number."""

    fore: Ground
    back: Ground
    how: str = ""


class HexLabel(NamedTuple):
    """The name of a hex: its position, and the cells that it covers."""

    x: int
    y: int
    under: tuple[tuple[str, Ink], ...]
    """The covered cells: sign and ink."""
    brief: str
    """A name that fits into the hex."""
    role: str
    how: str


class CellSheet:
    """The cells of a map; `ground` is the hex or the role of each cell."""

    def __init__(self, ground: list[list[Ground]]) -> None:
        self.ground = ground
        self.chars = [[" "] * len(row) for row in ground]
        self.inks = [[Ink("text", cell) for cell in row] for row in ground]
        self.taken: set[tuple[int, int]] = set()
        """Cells with names and signs, which thin lines do not cover."""
        self.labels: dict[int, HexLabel] = {}
        """The written names, by hex."""
        self.touched: set[int] = set()
        """The rows written since the sheet was copied."""

    def copy(self) -> "CellSheet":
        """Return a copy of the sheet without touched rows."""
        other = CellSheet.__new__(CellSheet)
        other.ground = self.ground
        other.chars = [row.copy() for row in self.chars]
        other.inks = [row.copy() for row in self.inks]
        other.taken, other.touched = set(self.taken), set()
        other.labels = dict(self.labels)
        return other

    def put(
        self, x: int, y: int, text: str, fore: Ground, how: str = "", back: Ground | None = None
    ) -> int:
        """Write at a cell and return the next column; without `back`, keep the ground."""
        if not 0 <= y < len(self.chars):
            return x + cell_len(text)
        self.touched.add(y)
        chars, inks, ground = self.chars[y], self.inks[y], self.ground[y]
        for char in text:
            size = 1 if char.isascii() else cell_len(char)
            if x >= 0 and x + size <= len(chars):
                ink = Ink(fore, ground[x] if back is None else back, how)
                if chars[x] == "":  # clears the other half of a wide character
                    chars[x - 1] = " "
                if x + size < len(chars) and chars[x + size] == "":
                    chars[x + size] = " "
                chars[x], inks[x] = char, ink
                if size == 2:
                    chars[x + 1], inks[x + 1] = "", ink
            x += size
        return x

    def lay(self, x: int, y: int, width: int, height: int, ground: Ground) -> None:
        """Clear a rectangle that does not belong to a hex."""
        for row in range(y, y + height):
            self.ground[row][x : x + width] = [ground] * width
            self.put(x, row, " " * width, "text")

    def take(self, x: int, y: int, text: str, fore: Ground, how: str = "") -> None:
        """Write a text that thin lines do not cover."""
        end = self.put(x, y, text, fore, how)
        self.taken.update((column, y) for column in range(x, end))

    def name(self, number: int, x: int, y: int, name: str, label: HexLabel) -> None:
        """Write the name of a hex so that it can be removed."""
        end = x + cell_len(name)
        under = tuple(zip(self.chars[y][x:end], self.inks[y][x:end], strict=True))
        self.labels[number] = label._replace(x=x, y=y, under=under)
        self.take(x, y, name, label.role, label.how)

    def unname(self, number: int) -> HexLabel | None:
        """Remove the name of a hex and return it, or None."""
        label = self.labels.pop(number, None)
        if label is not None:
            self.touched.add(label.y)
            for x, (char, ink) in enumerate(label.under, label.x):
                self.chars[label.y][x], self.inks[label.y][x] = char, ink
                self.taken.discard((x, label.y))
        return label

    def free(self, x: int, y: int, width: int) -> bool:
        """Return whether cells are free of names and signs."""
        return not any((column, y) in self.taken for column in range(x, x + width))


class InkStyles:
    """The styles of a look: roles, and the texture colour of each ground. Immutable."""

    def __init__(self, look: Look, filled: bool) -> None:
        roles = look.palette.colours
        self.colours = dict(roles)
        for role in GROUNDS:
            self.colours[f"{role}-sign"] = mix_colours(
                roles[role], roles["text"], 0.3 if filled else 0.6
            )
        self.colours["now-dull"] = look.palette.dull
        self._styles: dict[tuple[Color, Color, str], Style] = {}

    def style(self, fore: Color, back: Color, how: str) -> Style:
        """Return the style of two colours."""
        key = (fore, back, how)
        found = self._styles.get(key)
        if found is None:
            found = self._styles[key] = Style(
                color=fore, bgcolor=back, bold="b" in how, underline="u" in how
            )
        return found


class RenderedSheets:
    """Rendered sheets with one set of fills: the colour of each hex."""

    def __init__(self, inks: InkStyles, fills: tuple[Color, ...]) -> None:
        self.inks, self.fills = inks, fills
        self._styles: dict[Ink, Style] = {}

    def _style(self, ink: Ink) -> Style:
        fore, back, how = ink
        colours, fills = self.inks.colours, self.fills
        ground = fills[back] if isinstance(back, int) else colours[back]
        colour = fills[fore] if isinstance(fore, int) else colours[fore]
        if fore in WRITTEN:
            colour = make_readable(colour, ground)
        return self.inks.style(colour, ground, how)

    def strip(self, sheet: CellSheet, y: int, left: int, width: int) -> Strip:
        """Return a row of a sheet from a column on, in exactly `width` cells."""
        blank = self.inks.style(self.inks.colours["text"], self.inks.colours[AROUND], "")
        before = min(max(-left, 0), width)
        if not 0 <= y < len(sheet.chars):
            return Strip.blank(width, blank)
        start, end = max(left, 0), max(left + width, 0)
        chars, inks = sheet.chars[y][start:end], sheet.inks[y][start:end]
        if chars and chars[0] == "":
            chars[0] = " "
        if chars and end < len(sheet.chars[y]) and sheet.chars[y][end] == "":
            chars[-1] = " "
        styles = self._styles
        segments = [Segment(" " * before, blank)] if before else []
        text, last = "", None
        for char, ink in zip(chars, inks, strict=True):
            style = styles.get(ink)
            if style is None:
                style = styles[ink] = self._style(ink)
            if style is not last:
                if last is not None:
                    segments.append(Segment(text, last))
                text, last = char, style
            else:
                text += char
        if last is not None:
            segments.append(Segment(text, last))
        after = width - before - len(chars)
        if after > 0:
            segments.append(Segment(" " * after, blank))
        return Strip(segments, width)


TINT, ZONE = 0.035, 0.22
"""Shares of colour: between like hexes, and of a zone."""


def colour_hexes(chart: Chart, look: Look, filled: bool) -> RenderedSheets:
    """Return each hex in the colour of its ground, three-coloured; or of the background."""
    inks = InkStyles(look, filled)
    colours = inks.colours
    fills = []
    for number, terrain in enumerate(chart.terrain):
        if not filled:
            fills.append(colours["background"])
            continue
        row, _ = chart.grid.at[number]
        third = ((chart.grid.east[number] - row) // 2 - row) % 3
        fill = colours.get(f"hex-{terrain}", colours["hex-clear"])
        towards = colours["text" if third == 2 else "background"]
        fills.append(mix_colours(fill, towards, TINT) if third else fill)
    return RenderedSheets(inks, tuple(fills))


def tint_zones(
    plain: RenderedSheets, chart: Chart, zones: Iterable[tuple[str, Iterable[str]]]
) -> RenderedSheets:
    """Return the colours with zones added: for each, a role and its places."""
    fills = list(plain.fills)
    for role, places in zones:
        for place in places:
            number = chart.grid.index.get(place)
            if number is not None:
                fills[number] = mix_colours(fills[number], plain.inks.colours[role], ZONE)
    return RenderedSheets(plain.inks, tuple(fills))
