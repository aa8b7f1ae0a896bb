"""The signs and colours of a map of hexes, as far as it has them."""

from collections.abc import Iterator

from replay.narration import Narrator
from tui.widgets.hex_chart import PLACES, SUPPLY, Chart, sort_of
from tui.widgets.hex_flow import Said
from tui.widgets.hex_ground import TEXTURE, WEIGHTS
from tui.widgets.hex_pens import Pen
from tui.widgets.painting import Look
from tui.widgets.signs import brackets

GROUNDS = ("clear", "rough", "woods", "marsh", "lake", "sea")


def legend_groups(chart: Chart, narrator: Narrator, look: Look, pen: Pen) -> list[list[Said]]:
    """Each sign with what it stands for."""
    return [
        [shown, Said(f" {words}", "dim")] for shown, words in _signs(chart, narrator, look, pen)
    ]


def _signs(
    chart: Chart, narrator: Narrator, look: Look, pen: Pen
) -> Iterator[tuple[Said, str]]:  # fmt: skip
    for ground in GROUNDS:
        if ground in chart.terrain:
            on = f"hex-{ground}" if pen.filled else ""
            yield Said(f" {TEXTURE.get(ground, ' ')} ", "dim", "", on), narrator.label(ground)
    for name, across in chart.sides:
        if any(across):
            yield Said(pen.sample(WEIGHTS[name]), f"hex-{name}"), look.word(f"map_{name}")
    if any(chart.rail):
        yield Said(pen.rail.level + pen.rail.rising, "hex-rail"), look.word("map_rail")
    if any(chart.road):
        yield Said(pen.road.level * 2, "hex-road"), look.word("map_road")
    yield Said(f"{pen.path.level}>", "now", "b"), look.word("map_path")
    sides = [side.id for side in narrator.spec.sides]
    for sort, sign in PLACES:
        for kind in sorted({k for kinds in chart.kinds for k in kinds if sort_of(k) == sort}):
            owner = kind.removeprefix(SUPPLY)
            at = sides.index(owner) if owner in sides else -1
            left, right = brackets(at) if at >= 0 else ("", "")
            role = f"side{at}" if at >= 0 else "text"
            yield Said(f"{left}{sign}{right}", role, "b"), narrator.label(kind)
    for at, side in enumerate(narrator.spec.sides):
        left, right = brackets(at)
        sample = Said(f"{left}3-3{right}", f"side{at}-text", "b", f"side{at}")
        yield sample, narrator.side(side.id)
