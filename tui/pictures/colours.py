"""The colours of pictures and pages by their roles, by night and by day, from the program's themes.

What is written stands out enough to be read wherever it stands: where a theme means a colour to
be faint, it is brought nearer to that of the text until it does.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from textual.theme import Theme

from tui.theme import DAY, NIGHT, ROLES

THEMES = {"day": DAY, "night": NIGHT}
GROUNDS = ("clear", "rough", "woods", "marsh", "lake", "sea")
TINT = 0.035
"""How much a hex differs from its neighbours of the same ground."""
READ, SEEN = 4.5, 3.0
"""The least contrast of what is written, and of what is drawn."""
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
"""Roles of letters, and the grounds on which they stand."""

Colour = tuple[int, int, int]


class Pair(NamedTuple):
    """Two roles that stand one on the other, and the least contrast between them."""

    front: str
    ground: str
    least: float


def rgb(said: str) -> Colour:
    """
    >>> rgb("#0a1020")
    (10, 16, 32)
    """
    return int(said[1:3], 16), int(said[3:5], 16), int(said[5:7], 16)


def mixed(one: Colour, other: Colour, part: float) -> Colour:
    red, green, blue = (
        round(a + (b - a) * part) for a, b in zip(one, other, strict=True)
    )  # fmt: skip
    return red, green, blue


def contrast(one: Colour, other: Colour) -> float:
    """As the Web Content Accessibility Guidelines reckon it: 1 to 21.

    >>> contrast((0, 0, 0), (255, 255, 255))
    21.0
    """
    lighter, darker = sorted(map(_luminance, (one, other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Colour) -> float:
    parts = [part / 255 for part in colour]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@cache
def palette(theme: str) -> dict[str, str]:
    """Each role's colour in a theme, `day` or `night`."""
    found = {role: rgb(_named(THEMES[theme], names[0])) for role, names in ROLES.items()}
    for ground in GROUNDS:
        plain = found[f"hex-{ground}"]
        found[f"hex-{ground}-1"] = mixed(plain, found["background"], TINT)
        found[f"hex-{ground}-2"] = mixed(plain, found["text"], TINT)
        found[f"hex-{ground}-sign"] = mixed(plain, found["text"], 0.28)
    for role, grounds in WRITTEN.items():
        found[role] = _read(found, role, grounds)
    found["edge"] = _read(found, "line", ("background", "surface"), SEEN)
    return {role: "#{:02x}{:02x}{:02x}".format(*colour) for role, colour in found.items()}


def _named(theme: Theme, name: str) -> str:
    value = theme.variables.get(name.removeprefix("$")) or getattr(theme, name)
    assert isinstance(value, str)
    return value


def _read(
    found: dict[str, Colour], role: str, grounds: tuple[str, ...], least: float = READ
) -> Colour:
    """A role's colour, as near to the text's as it must be to stand out on all those grounds."""
    for step in range(21):
        colour = mixed(found[role], found["text"], step / 20)
        if all(contrast(colour, found[ground]) >= least for ground in grounds):
            break
    return colour


def pairs() -> Iterator[Pair]:
    """What stands on what, in pictures and on pages."""
    for role, grounds in WRITTEN.items():
        yield from (Pair(role, ground, READ) for ground in grounds)
    for ground in ("background", "surface", "panel", "raised", "now-ground"):
        yield Pair("text", ground, READ)
    for ground in GROUNDS:
        yield from (Pair(role, f"hex-{ground}", READ) for role in ("hex-name", "hex-key"))
        yield from (Pair(f"side{at}", f"hex-{ground}", SEEN) for at in range(2))
    for at in range(4):
        yield Pair(f"side{at}-text", f"side{at}", READ)
        yield Pair(f"side{at}", f"side{at}-ground", READ)
        yield Pair("text", f"side{at}-ground", READ)
    yield Pair("edge", "background", SEEN)
    yield Pair("edge", "surface", SEEN)
