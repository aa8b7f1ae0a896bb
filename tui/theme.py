"""Colours by their meaning, for dark and light themes.

A screen uses a role (`dim`, `side0`, `now`), never a colour. Any theme of Textual works. Colour is
never the only sign of a meaning.
"""

from collections.abc import Mapping
from functools import cache

from rich.color import Color as RichColor
from textual.color import Color, ColorParseError
from textual.theme import Theme

NIGHT = Theme(
    name="senpu-night",
    primary="#eba35f",
    secondary="#86b8ea",
    accent="#cfe36a",
    foreground="#d9d5ca",
    background="#15171b",
    surface="#1b1e23",
    panel="#22262d",
    error="#f48f99",
    success="#8ecb8e",
    warning="#d9c36a",
    dark=True,
    variables={
        "senpu-dim": "#a6abb4",
        "senpu-faint": "#868c97",
        "senpu-line": "#454b55",
        "senpu-note": "#bfa3e8",
        "senpu-raised": "#20242d",
        "senpu-primary-ground": "#43301f",
        "senpu-secondary-ground": "#1d3147",
        "senpu-accent-ground": "#343c18",
        "senpu-error-ground": "#4a2329",
        "senpu-success-ground": "#1f3826",
        "senpu-hex-clear": "#31302b",
        "senpu-hex-rough": "#473829",
        "senpu-hex-woods": "#223c2c",
        "senpu-hex-marsh": "#223d3f",
        "senpu-hex-sea": "#17304b",
        "senpu-hex-lake": "#142739",
        "senpu-hex-river": "#4f9fc4",
        "senpu-hex-major-river": "#3f86c4",
        "senpu-hex-water-side": "#2c6580",
        "senpu-hex-impassable": "#2c6580",
        "senpu-hex-rail": "#cfc8b8",
        "senpu-hex-road": "#b08a5a",
        "senpu-hex-name": "#d9d5ca",
        "senpu-hex-key": "#ffffff",
        "senpu-hex-number": "#b2aea2",
        "senpu-hex-hair": "#23221f",
        "senpu-hex-cursor": "#b4b1a8",
        "senpu-primary-text": "#1c1107",
        "senpu-secondary-text": "#0b1723",
        "border": "#454b55",
        "block-cursor-background": "#343c18",
        "block-cursor-foreground": "#d9d5ca",
        "input-cursor-background": "#cfe36a",
        "input-cursor-foreground": "#15171b",
    },
)

DAY = Theme(
    name="senpu-day",
    primary="#8f390c",
    secondary="#1c4c8c",
    accent="#445900",
    foreground="#2b2721",
    background="#f7f2e6",
    surface="#f1ebdc",
    panel="#e9e1cf",
    error="#a81c36",
    success="#2a622a",
    warning="#6b5000",
    dark=False,
    variables={
        "senpu-dim": "#554e40",
        "senpu-faint": "#6b6352",
        "senpu-line": "#b9ae97",
        "senpu-note": "#5f3d99",
        "senpu-raised": "#eae1cd",
        "senpu-primary-ground": "#f4d6b4",
        "senpu-secondary-ground": "#cddff2",
        "senpu-accent-ground": "#dbe89a",
        "senpu-error-ground": "#f3c9cf",
        "senpu-success-ground": "#d3e8c8",
        "senpu-hex-clear": "#eee4cb",
        "senpu-hex-rough": "#d8bf97",
        "senpu-hex-woods": "#b4cfa0",
        "senpu-hex-marsh": "#bfdacf",
        "senpu-hex-sea": "#a4c5e6",
        "senpu-hex-lake": "#bcd5ec",
        "senpu-hex-river": "#2f86b6",
        "senpu-hex-major-river": "#14599c",
        "senpu-hex-water-side": "#5fa9c4",
        "senpu-hex-impassable": "#5fa9c4",
        "senpu-hex-rail": "#2b2926",
        "senpu-hex-road": "#8a4a1f",
        "senpu-hex-name": "#2b2721",
        "senpu-hex-key": "#000000",
        "senpu-hex-number": "#4a4334",
        "senpu-hex-hair": "#d6cbb0",
        "senpu-hex-cursor": "#6b6352",
        "senpu-primary-text": "#fff6ec",
        "senpu-secondary-text": "#f4f9ff",
        "border": "#b9ae97",
        "block-cursor-background": "#dbe89a",
        "block-cursor-foreground": "#2b2721",
        "input-cursor-background": "#445900",
        "input-cursor-foreground": "#f7f2e6",
    },
)

ROLES: dict[str, tuple[str, str]] = {
    "text": ("foreground", ""),
    "dim": ("senpu-dim", "text-muted"),
    "faint": ("senpu-faint", "text-disabled"),
    "line": ("senpu-line", "border-blurred"),
    "now": ("accent", ""),
    "error": ("error", ""),
    "good": ("success", ""),
    "note": ("senpu-note", "warning"),
    "differs": ("warning", ""),
    "side0": ("primary", ""),
    "side1": ("secondary", ""),
    "side2": ("warning", ""),
    "side3": ("success", ""),
    "background": ("background", ""),
    "surface": ("surface", ""),
    "panel": ("panel", ""),
    "raised": ("senpu-raised", "panel"),
    "side0-ground": ("senpu-primary-ground", "primary-muted"),
    "side1-ground": ("senpu-secondary-ground", "secondary-muted"),
    "side2-ground": ("senpu-raised", "warning-muted"),
    "side3-ground": ("senpu-raised", "success-muted"),
    "now-ground": ("senpu-accent-ground", "accent-muted"),
    "error-ground": ("senpu-error-ground", "error-muted"),
    "good-ground": ("senpu-success-ground", "success-muted"),
    "hex-clear": ("senpu-hex-clear", "surface"),
    "hex-rough": ("senpu-hex-rough", "warning-muted"),
    "hex-woods": ("senpu-hex-woods", "success-muted"),
    "hex-marsh": ("senpu-hex-marsh", "secondary-muted"),
    "hex-sea": ("senpu-hex-sea", "primary-muted"),
    "hex-lake": ("senpu-hex-lake", "primary-muted"),
    "hex-river": ("senpu-hex-river", "primary"),
    "hex-major_river": ("senpu-hex-major-river", "primary"),
    "hex-water_side": ("senpu-hex-water-side", "primary"),
    "hex-impassable": ("senpu-hex-impassable", "primary"),
    "hex-rail": ("senpu-hex-rail", "foreground"),
    "hex-road": ("senpu-hex-road", "text-muted"),
    "hex-name": ("senpu-hex-name", "foreground"),
    "hex-key": ("senpu-hex-key", "foreground"),
    "hex-number": ("senpu-hex-number", "text-disabled"),
    "hex-hair": ("senpu-hex-hair", "panel"),
    "hex-cursor": ("senpu-hex-cursor", "text-muted"),
    "side0-text": ("senpu-primary-text", "background"),
    "side1-text": ("senpu-secondary-text", "background"),
    "side2-text": ("background", ""),
    "side3-text": ("background", ""),
}
"""The variable of each role in a theme, and the variable used in other themes."""


WRITTEN = frozenset({
    "text", "dim", "faint", "now", "error", "good", "note", "hex-name", "hex-key", "hex-number",
    *(f"side{n}" for n in range(4)), *(f"side{n}-text" for n in range(4)),
})  # fmt: skip
"""The roles of letters and digits."""
LEAST_CONTRAST = 4.5
"""The least contrast of a letter or digit with its ground, as WCAG 2 defines it."""
DULL = 0.4
"""The share of the background in a dull frame."""
SHARE = 0.05
"""The step in which a colour of text is mixed with white or black until it can be read."""


def mix_colours(one: RichColor, other: RichColor, share: float) -> RichColor:
    """Return a colour mixed with a share of another."""
    first, second = one.get_truecolor(), other.get_truecolor()
    mixed = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return RichColor.from_rgb(*mixed)


def measure_contrast(one: RichColor, other: RichColor) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    dark, light = sorted(map(_measure_light, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def _measure_light(colour: RichColor) -> float:
    parts = [channel / 255 for channel in colour.get_truecolor()]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@cache
def make_readable(ink: RichColor, ground: RichColor) -> RichColor:
    """Return a colour for text on a ground: the given one if its contrast is sufficient.

    Otherwise the colour is mixed with white or black, whichever differs more from the ground, as
    little as is needed.
    """
    if measure_contrast(ink, ground) >= LEAST_CONTRAST:
        return ink
    ends = (RichColor.from_rgb(255, 255, 255), RichColor.from_rgb(0, 0, 0))
    end = max(ends, key=lambda each: measure_contrast(each, ground))
    for step in range(1, round(1 / SHARE)):
        mixed = mix_colours(ink, end, step * SHARE)
        if measure_contrast(mixed, ground) >= LEAST_CONTRAST:
            return mixed
    return end


class Palette:
    """The immutable colours of one theme, by role."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        ground = _colour(variables.get("background", "")) or Color(0, 0, 0)
        self.colours: dict[str, RichColor] = {}
        for role, names in ROLES.items():
            found = next(filter(None, (_colour(variables.get(name, "")) for name in names)), None)
            colour = found or _colour(variables.get("foreground", "")) or ground.inverse
            self.colours[role] = (ground + colour if colour.a < 1 else colour).rich_color
        self.dull = mix_colours(self.colours["now"], self.colours["background"], DULL)
        """The colour of the frame of the last event while recording; nothing is written in it."""


def _colour(text: str) -> Color | None:
    try:
        return Color.parse(text) if text and not text.startswith("auto") else None
    except ColorParseError:
        return None


def _theme(name: str, dark: bool, colours: dict[str, str]) -> Theme:
    """Return a theme from its colours: the colours of Textual, and of the program."""
    return Theme(
        name=name,
        dark=dark,
        primary=colours["primary"],
        secondary=colours["secondary"],
        accent=colours["accent"],
        foreground=colours["foreground"],
        background=colours["background"],
        surface=colours["surface"],
        panel=colours["panel"],
        error=colours["error"],
        success=colours["success"],
        warning=colours["warning"],
        variables={f"senpu-{key}": colour for key, colour in colours.items()}
        | {
            "border": colours["line"],
            "block-cursor-background": colours["accent-ground"],
            "block-cursor-foreground": colours["foreground"],
            "input-cursor-background": colours["accent"],
            "input-cursor-foreground": colours["background"],
        },
    )


CLEAR_NIGHT = _theme(
    "senpu-clear-night",
    True,
    {
        "primary": "#e19b05", "secondary": "#51a6f9", "accent": "#face3c",
        "foreground": "#e8e6e1", "background": "#12151a", "surface": "#181c22",
        "panel": "#20252d", "error": "#fa5fbf", "success": "#05996a", "warning": "#d0b6a0",
        "dim": "#a2a7b0", "faint": "#8b919c", "line": "#565d68", "note": "#bcc1e4",
        "raised": "#1e232c",
        "primary-ground": "#4d2f06", "secondary-ground": "#0a3674", "accent-ground": "#45471a",
        "error-ground": "#5a1050", "success-ground": "#123d24",
        "hex-clear": "#45332d", "hex-rough": "#684a1f", "hex-woods": "#0d2e0a",
        "hex-marsh": "#1e5664", "hex-sea": "#0c2668", "hex-lake": "#163b88",
        "hex-river": "#56b4e9", "hex-major-river": "#6aa5ff", "hex-water-side": "#3f8ac0",
        "hex-impassable": "#3f8ac0", "hex-rail": "#e0dccf", "hex-road": "#c49a63",
        "hex-name": "#f4f1ea", "hex-key": "#ffffff", "hex-number": "#d8d4c8",
        "hex-hair": "#262420", "hex-cursor": "#c9c5bb",
        "primary-text": "#1a1102", "secondary-text": "#04101f",
    },
)  # fmt: skip

CLEAR_DAY = _theme(
    "senpu-clear-day",
    False,
    {
        "primary": "#bd3300", "secondary": "#0059d1", "accent": "#3f2d05",
        "foreground": "#1d1b18", "background": "#fbf8f1", "surface": "#f4efe4",
        "panel": "#ebe5d6", "error": "#9c0572", "success": "#054f42", "warning": "#7a5b00",
        "dim": "#5c574c", "faint": "#6b6555", "line": "#a69d8a", "note": "#6a4aa4",
        "raised": "#eee8da",
        "primary-ground": "#fbe0c0", "secondary-ground": "#cfe0fb", "accent-ground": "#d5d084",
        "error-ground": "#f7b4dd", "success-ground": "#cdeadb",
        "hex-clear": "#f7dfb8", "hex-rough": "#d9b878", "hex-woods": "#b0c3a4",
        "hex-marsh": "#c7e2f0", "hex-sea": "#86a9ef", "hex-lake": "#a9c3f3",
        "hex-river": "#0072b2", "hex-major-river": "#0b3f8f", "hex-water-side": "#2f7fb5",
        "hex-impassable": "#2f7fb5", "hex-rail": "#26231f", "hex-road": "#7d4314",
        "hex-name": "#1d1b18", "hex-key": "#000000", "hex-number": "#353025",
        "hex-hair": "#d3c9b2", "hex-cursor": "#4c473d",
        "primary-text": "#fff8f3", "secondary-text": "#f5f9ff",
    },
)  # fmt: skip

CONTRAST = _theme(
    "senpu-contrast",
    True,
    {
        "primary": "#ffb000", "secondary": "#6cc7ff", "accent": "#ffff33",
        "foreground": "#ffffff", "background": "#000000", "surface": "#000000",
        "panel": "#0d0d0d", "error": "#ff8ac4", "success": "#3ee6a0", "warning": "#e8c9b0",
        "dim": "#d6d6d6", "faint": "#bdbdbd", "line": "#9e9e9e", "note": "#d4c4ff",
        "raised": "#101010",
        "primary-ground": "#331c00", "secondary-ground": "#00193d", "accent-ground": "#2e2e00",
        "error-ground": "#380028", "success-ground": "#002b16",
        "hex-clear": "#241a18", "hex-rough": "#4a3310", "hex-woods": "#04260b",
        "hex-marsh": "#0f3d49", "hex-sea": "#04144a", "hex-lake": "#0c2a68",
        "hex-river": "#8fd3ff", "hex-major-river": "#9cc4ff", "hex-water-side": "#5fb4f0",
        "hex-impassable": "#5fb4f0", "hex-rail": "#ffffff", "hex-road": "#f0c48a",
        "hex-name": "#ffffff", "hex-key": "#ffffff", "hex-number": "#d0d0d0",
        "hex-hair": "#1c1c1c", "hex-cursor": "#ffffff",
        "primary-text": "#000000", "secondary-text": "#000000",
    },
)  # fmt: skip

THEMES = (NIGHT, DAY, CLEAR_NIGHT, CLEAR_DAY, CONTRAST)
