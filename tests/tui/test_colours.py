"""What colours say, said by something else too; and that they can be read."""

import re

import pytest
from textual.color import Color
from textual.pilot import Pilot

from tests.tui.stage import RETREAT, part, perform, player, playing
from tui.theme import ROLES, THEMES, Palette


def contrast(one: Color, other: Color) -> float:
    """The ratio of two colours' luminance, as web guidelines define it."""

    def light(colour: Color) -> float:
        channels = [
            c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in colour.normalized
        ]
        return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]

    bright, dark = sorted((light(one), light(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize(
    ("role", "ground", "least"),
    [
        ("text", "background", 7.0),
        ("text", "surface", 7.0),
        ("text", "now-ground", 4.5),
        ("dim", "background", 4.0),
        ("dim", "panel", 4.0),
        ("faint", "background", 3.0),
        ("side0", "side0-ground", 4.0),
        ("side1", "side1-ground", 4.0),
        ("now", "background", 4.5),
        ("now", "panel", 4.5),
        ("error", "background", 4.0),
        ("error", "error-ground", 4.0),
        ("note", "background", 4.0),
        ("good", "background", 4.0),
    ],
)
def test_each_role_can_be_read_on_its_ground(theme, role, ground, least) -> None:  # type: ignore[no-untyped-def]
    variables = {**theme.to_color_system().generate(), **theme.variables}
    colours = Palette(variables).colours
    assert colours.keys() == ROLES.keys()
    one, other = (Color.from_rich_color(colours[name]) for name in (role, ground))
    assert contrast(one, other) >= least


def test_the_current_row_has_a_sign_a_ground_and_an_underlined_event() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = playing(pilot)
        y = next(y for y, row in enumerate(part(screen.list)) if "g1*E.c2" in row)
        strip = screen.list.render_line(y)
        assert strip.text.startswith("▸")
        assert [seg.text for seg in strip if seg.style and seg.style.underline] == ["c2<G"]
        grounds = {seg.style.bgcolor for seg in strip if seg.style}
        assert len(grounds) == 1
        other = screen.list.render_line(y - 1)
        assert {seg.style.bgcolor for seg in other if seg.style} != grounds

    perform(player(at=RETREAT), script)


def test_sides_differ_by_bracket_and_by_place_and_the_reduced_side_has_a_stripe() -> None:
    async def script(pilot: Pilot[None]) -> None:
        seen = "\n".join(part(playing(pilot).map))
        assert re.search(r"│ \[i4/▪▪ \]   │", seen)
        assert re.search(r"│   \(k1 ▪▪ \) │", seen)

    perform(player(at=RETREAT), script)
