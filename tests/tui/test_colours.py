"""Colours: readable, and never the only sign of a meaning."""

import re
from itertools import combinations

import pytest
from textual.pilot import Pilot
from textual.theme import Theme

from senpu.tui.theme import CLEAR_DAY, CLEAR_NIGHT, CONTRAST, ROLES, THEMES, Palette
from tests.tui.sight import apart, contrast
from tests.tui.stage import RETREAT, part, perform, player, playing

GROUNDS = ("clear", "rough", "woods", "marsh", "sea", "lake")
SIGNALS = ("side0", "side1", "now", "error", "good", "note", "text")
READ = [
    *((role, ground, 7.0) for role in ("text",) for ground in (
        "background", "surface", "panel", "raised", "now-ground", "side0-ground", "side1-ground",
    )),
    *((role, f"hex-{ground}", 7.0) for role in ("hex-name", "hex-key") for ground in GROUNDS),
    *((f"side{n}", ground, 4.5) for n in (0, 1) for ground in ("background", f"side{n}-ground")),
    *((f"side{n}-text", f"side{n}", 4.5) for n in range(4)),
    *((role, "background", 4.5) for role in ("now", "error", "note", "good", "dim")),
    ("now", "panel", 4.5), ("dim", "panel", 4.5), ("error", "error-ground", 4.5),
    ("faint", "background", 4.5), *(("hex-number", f"hex-{ground}", 4.5) for ground in GROUNDS),
]  # fmt: skip
"""The least contrast of each text on its background: more for names than for counters."""


def colours_of(theme: Theme) -> dict[str, tuple[float, ...]]:
    colours = Palette({**theme.to_color_system().generate(), **theme.variables}).colours
    assert colours.keys() == ROLES.keys()
    return {role: tuple(colour.get_truecolor()) for role, colour in colours.items()}


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_each_role_can_be_read_on_its_ground(theme: Theme) -> None:
    colours = colours_of(theme)
    least = 7.0 if theme is CONTRAST else 0.0
    poor = [
        f"{role} on {ground}: {found:.1f} of {wanted}"
        for role, ground, wanted in READ
        if (found := contrast(colours[role], colours[ground])) < max(wanted, least)
    ]
    assert not poor


def nearest(theme: Theme, roles: tuple[str, ...], least: float) -> list[str]:
    colours = colours_of(theme)
    return [
        f"{one} and {other} to {viewer}: {found:.1f} of {least}"
        for one, other in combinations(roles, 2)
        for viewer, found in apart(colours[one], colours[other])
        if found < least
    ]


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_all_kinds_of_vision_keep_the_sides_apart_in_every_theme(theme: Theme) -> None:
    assert not nearest(theme, ("side0", "side1"), 15.0)


@pytest.mark.parametrize("theme", [CLEAR_NIGHT, CLEAR_DAY], ids=lambda theme: theme.name)
@pytest.mark.parametrize(
    ("roles", "least"),
    [
        (SIGNALS, 7.0),
        (tuple(f"hex-{ground}" for ground in GROUNDS), 4.0),
        (("side0-ground", "side1-ground", "now-ground", "error-ground", "background"), 4.0),
    ],
    ids=["signals", "grounds of maps", "grounds of words"],
)
def test_colour_blind_vision_keep_apart_what_differs(
    theme: Theme, roles: tuple[str, ...], least: float
) -> None:
    assert not nearest(theme, roles, least)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("role", ["side0", "side1", "now", "error"])
def test_all_kinds_of_vision_see_units_and_what_is_now_on_every_ground_of_a_map(
    theme: Theme, role: str
) -> None:
    grounds = (f"hex-{ground}" for ground in GROUNDS)
    assert not [near for ground in grounds for near in nearest(theme, (role, ground), 12.0)]


def test_kinds_of_vision_are_the_intended_ones() -> None:
    red, green = (224.0, 32.0, 32.0), (104.0, 118.0, 30.0)
    seen = dict(apart(red, green))
    assert seen["common"] > 2 * seen["protanopia"]
    assert contrast((255, 255, 255), (0, 0, 0)) == pytest.approx(21)


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
        assert re.search(r"│ \[i4/▰▰ \]   │", seen)
        assert re.search(r"│   \(k1 ▰▰ \) │", seen)

    perform(player(at=RETREAT), script)
