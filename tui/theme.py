"""Colours by what they mean, by night and by day.

A screen asks for a role (`dim`, `side0`, `now`), never for a colour; any theme of Textual's
serves, these two are made for the purpose. No meaning is given by a colour alone.
"""

from collections.abc import Mapping

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
    error="#ef7d88",
    success="#8ecb8e",
    warning="#d9c36a",
    dark=True,
    variables={
        "senpu-dim": "#8b8f98",
        "senpu-faint": "#666c77",
        "senpu-line": "#454b55",
        "senpu-note": "#bfa3e8",
        "senpu-raised": "#20242d",
        "senpu-primary-ground": "#43301f",
        "senpu-secondary-ground": "#1d3147",
        "senpu-accent-ground": "#3a431a",
        "senpu-error-ground": "#4a2329",
        "border": "#454b55",
        "block-cursor-background": "#3a431a",
        "block-cursor-foreground": "#d9d5ca",
        "input-cursor-background": "#cfe36a",
        "input-cursor-foreground": "#15171b",
    },
)

DAY = Theme(
    name="senpu-day",
    primary="#9a3f0f",
    secondary="#1c4c8c",
    accent="#4c6300",
    foreground="#2b2721",
    background="#f7f2e6",
    surface="#f1ebdc",
    panel="#e9e1cf",
    error="#b0203a",
    success="#2d6a2d",
    warning="#7a5b00",
    dark=False,
    variables={
        "senpu-dim": "#6b6352",
        "senpu-faint": "#8a8069",
        "senpu-line": "#b9ae97",
        "senpu-note": "#6a46a6",
        "senpu-raised": "#eae1cd",
        "senpu-primary-ground": "#f4d6b4",
        "senpu-secondary-ground": "#cddff2",
        "senpu-accent-ground": "#dbe89a",
        "senpu-error-ground": "#f3c9cf",
        "border": "#b9ae97",
        "block-cursor-background": "#dbe89a",
        "block-cursor-foreground": "#2b2721",
        "input-cursor-background": "#4c6300",
        "input-cursor-foreground": "#f7f2e6",
    },
)

THEMES = (NIGHT, DAY)

ROLES: dict[str, tuple[str, str]] = {
    "text": ("foreground", ""),
    "dim": ("senpu-dim", "text-muted"),
    "faint": ("senpu-faint", "text-disabled"),
    "line": ("senpu-line", "border-blurred"),
    "now": ("accent", ""),
    "error": ("error", ""),
    "good": ("success", ""),
    "note": ("senpu-note", "warning"),
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
}
"""Each role: the theme's variable, and the one that stands in for it in a theme of others."""


class Palette:
    """The colours of one theme, by role. Never changes."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        ground = _colour(variables.get("background", "")) or Color(0, 0, 0)
        self.colours: dict[str, RichColor] = {}
        for role, names in ROLES.items():
            found = next(filter(None, (_colour(variables.get(name, "")) for name in names)), None)
            colour = found or _colour(variables.get("foreground", "")) or ground.inverse
            self.colours[role] = (ground + colour if colour.a < 1 else colour).rich_color


def _colour(text: str) -> Color | None:
    try:
        return Color.parse(text) if text and not text.startswith("auto") else None
    except ColorParseError:
        return None
