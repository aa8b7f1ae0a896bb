"""Colours and style rules of pictures and pages, by role, for the night and day themes."""

from collections.abc import Callable, Iterator
from functools import cache

from rich.color import Color
from textual.theme import Theme

from senpu.tui.theme import DAY, NIGHT, ROLES, measure_contrast, mix_colours

THEMES = {"day": DAY, "night": NIGHT}
GROUNDS = ("clear", "rough", "woods", "marsh", "lake", "sea")
TINT = 0.035
"""The contrast between adjacent hexes of the same ground, as a share."""
READ, SEEN = 4.5, 3.0
"""The minimum contrast of texts, and of drawings."""
WRITTEN = {
    "dim": ("background", "surface", "panel", "raised"),
    "note": ("background", "surface"),
    "now": ("background", "surface"),
    "error": ("background", "surface", "raised"),
    "side0": ("background", "surface", "panel"),
    "side1": ("background", "surface", "panel"),
    "side2": ("background", "surface", "panel"),
    "side3": ("background", "surface", "panel"),
    "hex-number": tuple(f"hex-{ground}" for ground in GROUNDS),
    "hex-name": tuple(f"hex-{ground}" for ground in GROUNDS),
}
"""Roles of texts, and their grounds."""


@cache
def build_palette(theme: str) -> dict[str, str]:
    """Return each role's colour in a theme, `day` or `night`."""
    found = {
        role: Color.parse(_read_colour(THEMES[theme], names[0])) for role, names in ROLES.items()
    }
    for ground in GROUNDS:
        plain = found[f"hex-{ground}"]
        found[f"hex-{ground}-1"] = mix_colours(plain, found["background"], TINT)
        found[f"hex-{ground}-2"] = mix_colours(plain, found["text"], TINT)
        found[f"hex-{ground}-sign"] = mix_colours(plain, found["text"], 0.28)
    for role, grounds in WRITTEN.items():
        found[role] = _strengthen(found, role, grounds)
    found["edge"] = _strengthen(found, "line", ("background", "surface"), SEEN)
    return {role: colour.get_truecolor().hex for role, colour in found.items()}


def _read_colour(theme: Theme, name: str) -> str:
    value = theme.variables.get(name.removeprefix("$")) or getattr(theme, name)
    assert isinstance(value, str)
    return value


def _strengthen(
    found: dict[str, Color], role: str, grounds: tuple[str, ...], least: float = READ
) -> Color:
    """Return a role's colour, mixed with the text's until it has the contrast on all grounds."""
    for step in range(21):
        colour = mix_colours(found[role], found["text"], step / 20)
        if all(measure_contrast(colour, found[ground]) >= least for ground in grounds):
            break
    return colour


FONT = (
    '"Noto Sans","Segoe UI","Helvetica Neue",Arial,"Hiragino Sans","Yu Gothic","Noto Sans CJK JP",'
    "sans-serif"
)
SIDES = 4
"""The number of sides with a colour."""

RULES = {
    "text": f"font-family:{FONT};fill:{{text}}",
    ".bg": "fill:{background}",
    # ---- maps of areas
    ".tile": "fill:{surface}",
    ".tile-raised": "fill:{raised}",
    ".wall": "fill:none;stroke:{edge};stroke-width:1.5",
    ".closed": "fill:none;stroke:{text};stroke-width:1.8",
    ".link": "fill:none;stroke:{text};stroke-width:2.2;stroke-linecap:round",
    ".link-end": "fill:{text}",
    ".linked": "font-size:12px;font-weight:700",
    ".area": "font-size:17px;font-weight:700;stroke:{surface};stroke-width:4;paint-order:stroke",
    ".area-name": "font-size:12px;fill:{dim}",
    ".note": "fill:{panel};stroke:{line};stroke-width:.8",
    ".note-text": "font-size:12px;text-anchor:middle",
    # ---- maps of hexes
    ".hair": "fill:none;stroke:{hex-hair};stroke-width:.7",
    ".shore": "fill:none;stroke:{edge};stroke-width:1.6;stroke-linejoin:round",
    ".texture": "fill:none;stroke-width:1.1;stroke-linecap:round;stroke-linejoin:round",
    ".water": "fill:none;stroke-linecap:round;stroke-linejoin:round",
    ".impassable": "stroke:{hex-name};stroke-width:7;stroke-dasharray:3 3;stroke-linecap:butt",
    ".water_side": "stroke:{hex-water_side};stroke-width:5",
    ".river": "stroke:{hex-river};stroke-width:3.6",
    ".major_river": "stroke:{hex-major_river};stroke-width:7",
    ".rail": "fill:none;stroke:{hex-rail};stroke-width:1.8",
    ".ties": "fill:none;stroke:{hex-rail};stroke-width:6;stroke-dasharray:1.3 6.2",
    ".road": "fill:none;stroke:{hex-road};stroke-width:2;stroke-dasharray:.1 4.6;"
    "stroke-linecap:round",
    ".number": "font-size:12px;text-anchor:middle;fill:{hex-number}",
    ".name": "font-size:12px;text-anchor:middle;fill:{hex-name};stroke:{hex-clear};"
    "stroke-width:2.2;stroke-linejoin:round;paint-order:stroke",
    ".key": "font-weight:700;fill:{hex-key}",
    ".place": "fill:{hex-clear};stroke:{hex-name};stroke-width:1.5",
    ".place-sign": "fill:{hex-name}",
    ".place-line": "fill:none;stroke:{hex-name};stroke-width:1.5;stroke-linecap:round",
    ".box": "fill:{surface};stroke:{edge};stroke-width:1.2",
    ".box-name": "font-size:12px;font-weight:700;fill:{dim}",
    # ---- next to the map
    ".side-name": "font-size:14px;font-weight:700",
    ".told": "font-size:12px",
    ".label": "font-size:12px;fill:{dim}",
    ".legend": "font-size:12px;fill:{dim}",
    # ---- counters
    ".strong": "font-weight:700",
    ".mid": "text-anchor:middle",
    ".end": "text-anchor:end",
    ".count": "font-size:12px;text-anchor:middle",
    # ---- the last act
    ".ghost": "fill:{background};fill-opacity:.8;stroke:{now};stroke-width:1.4;"
    "stroke-dasharray:3 2.5",
    ".way": "fill:none;stroke:{now};stroke-width:3.4;stroke-linecap:round;stroke-linejoin:round",
    ".way-under": "fill:none;stroke:{background};stroke-width:6.4;stroke-linecap:round;"
    "stroke-linejoin:round;stroke-opacity:.7",
    ".back": "stroke-dasharray:7 6",
    ".head": "fill:{now};stroke:{background};stroke-width:1",
    ".head-back": "fill:{background};stroke:{now};stroke-width:2;stroke-linejoin:round",
    ".strike": "fill:{now};stroke:{background};stroke-width:1.2;stroke-linejoin:round",
    ".frame": "fill:none;stroke:{now};stroke-width:4;stroke-linejoin:round",
    ".plan": "fill:none;stroke:{now};stroke-width:1.8;stroke-dasharray:6 3;stroke-linejoin:round",
    ".ring": "fill:none;stroke:{now};stroke-width:2.6",
    ".ring-thin": "fill:none;stroke:{now};stroke-width:1.3",
    ".gone": "fill:none;stroke:{error};stroke-width:3.2;stroke-linecap:round",
    ".ghost-text": "font-size:12px;text-anchor:middle;fill:{text}",
    ".before": "opacity:.45",
    # ---- notes
    ".noted-way": "fill:none;stroke:{note};stroke-width:3;stroke-dasharray:2 5;"
    "stroke-linecap:round;stroke-linejoin:round",
    ".noted-head": "fill:{note};stroke:{background};stroke-width:1",
    ".noted-frame": "fill:none;stroke:{note};stroke-width:3;stroke-dasharray:8 4;"
    "stroke-linejoin:round",
    # ---- around a single picture
    ".title": "font-size:20px;font-weight:700",
    ".turn": "font-size:13px;fill:{dim}",
    ".line": "stroke:{line};stroke-width:1",
    ".act": "font-size:14px;font-weight:700;font-family:ui-monospace,Menlo,Consolas,"
    '"DejaVu Sans Mono",monospace',
    ".story": "font-size:14.5px",
    ".asked": "font-size:13px;fill:{dim}",
    ".remark": "font-size:13px;fill:{note};font-style:italic",
}


def iterate_rules(colour: Callable[[str], str], scope: str = "") -> Iterator[str]:
    """Yield the style rules, a row each; `colour` formats a role's colour."""
    for selector, text in (*RULES.items(), *_grounds(), *_sides()):
        yield f"{scope}{selector}{{{_filled(text, colour)}}}"


def _filled(text: str, colour: Callable[[str], str]) -> str:
    head, *rest = text.split("{")
    parts = (part.partition("}") for part in rest)
    return head + "".join(f"{colour(role)}{tail}" for role, _, tail in parts)


def _grounds() -> Iterator[tuple[str, str]]:
    for ground in GROUNDS:
        for third, tint in enumerate(("", "-1", "-2")):
            yield f".{ground}-{third}", f"fill:{{hex-{ground}{tint}}}"
        yield f".{ground}-sign", f"stroke:{{hex-{ground}-sign}}"


def _sides() -> Iterator[tuple[str, str]]:
    """Yield the rules of each side: its colour, counter, texts, and spent counter."""
    for at in range(SIDES):
        yield f".side{at}", f"fill:{{side{at}}}"
        yield f".c{at}", f"fill:{{side{at}}};stroke:{{background}};stroke-width:1"
        yield f".c{at}-spent", f"fill:{{side{at}-ground}};stroke:{{side{at}}};stroke-width:1.2"
        yield f".t{at}", f"fill:{{side{at}-text}}"
        yield f".t{at}-spent", f"fill:{{side{at}}}"
        for end, role in (("", f"side{at}-text"), ("-spent", f"side{at}")):
            yield f".p{at}{end}", f"fill:none;stroke:{{{role}}};stroke-width:1.1"
            yield f".b{at}{end}", f"stroke:{{{role}}};stroke-width:2.4"
