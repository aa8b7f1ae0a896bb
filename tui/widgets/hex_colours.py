"""The colours of a map's hexes: grounds, set off from like neighbours, and tints for zones."""

from collections.abc import Iterable

from tui.widgets.hex_chart import Chart
from tui.widgets.hex_sheet import Developed, Inks, mixed
from tui.widgets.painting import Look

TINT, ZONE = 0.035, 0.22
"""How much like hexes differ from their neighbours, and how much a zone colours."""


def developed(chart: Chart, look: Look, filled: bool) -> Developed:
    """Each hex in the colour of its ground, in a three-colouring of the grid; where hexes are
    not filled, all in that of the background."""
    inks = Inks(look, filled)
    colours = inks.colours
    fills = []
    for number, terrain in enumerate(chart.terrain):
        if not filled:
            fills.append(colours["background"])
            continue
        row, _ = chart.grid.at[number]
        third = ((chart.grid.east(number) - row) // 2 - row) % 3
        fill = colours.get(f"hex-{terrain}", colours["hex-clear"])
        towards = colours["text" if third == 2 else "background"]
        fills.append(mixed(fill, towards, TINT) if third else fill)
    return Developed(inks, tuple(fills))


def tinted(plain: Developed, chart: Chart, zones: Iterable[tuple[str, Iterable[str]]]) -> Developed:
    """The same with zones: for each a role and the places that it covers."""
    fills = list(plain.fills)
    for role, places in zones:
        for place in places:
            number = chart.grid.index.get(place)
            if number is not None:
                fills[number] = mixed(fills[number], plain.inks.colours[role], ZONE)
    return Developed(plain.inks, tuple(fills))
