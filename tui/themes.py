"""All themes of the program, in the order in which a key goes through them.

The two clear ones keep apart, for eyes that lack one kind of cones, what the first two keep apart
for others: sides, what is now, what is good and what is wrong, and the grounds of a map. They
start from the colours of Okabe and Ito ("Color Universal Design", 2008), moved until they were
far enough from each other as Machado, Oliveira and Fernandes (2009) simulate such eyes. The last
theme has at least 7:1 for whatever is written.
"""

from textual.theme import Theme

from tui.theme import DAY, NIGHT


def _theme(name: str, dark: bool, colours: dict[str, str]) -> Theme:
    """A theme from its colours: those that Textual knows by name, and the program's own."""
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
        "dim": "#a2a7b0", "faint": "#7d838e", "line": "#565d68", "note": "#bcc1e4",
        "raised": "#1e232c",
        "primary-ground": "#4d2f06", "secondary-ground": "#0a3674", "accent-ground": "#45471a",
        "error-ground": "#5a1050",
        "hex-clear": "#45332d", "hex-rough": "#684a1f", "hex-woods": "#0d2e0a",
        "hex-marsh": "#1e5664", "hex-sea": "#0c2668", "hex-lake": "#163b88",
        "hex-river": "#56b4e9", "hex-major-river": "#6aa5ff", "hex-water-side": "#3f8ac0",
        "hex-impassable": "#3f8ac0", "hex-rail": "#e0dccf", "hex-road": "#c49a63",
        "hex-name": "#f4f1ea", "hex-key": "#ffffff", "hex-number": "#9b978c",
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
        "dim": "#5c574c", "faint": "#7a7466", "line": "#a69d8a", "note": "#6a4aa4",
        "raised": "#eee8da",
        "primary-ground": "#fbe0c0", "secondary-ground": "#cfe0fb", "accent-ground": "#d5d084",
        "error-ground": "#f7b4dd",
        "hex-clear": "#f7dfb8", "hex-rough": "#d9b878", "hex-woods": "#b0c3a4",
        "hex-marsh": "#c7e2f0", "hex-sea": "#86a9ef", "hex-lake": "#a9c3f3",
        "hex-river": "#0072b2", "hex-major-river": "#0b3f8f", "hex-water-side": "#2f7fb5",
        "hex-impassable": "#2f7fb5", "hex-rail": "#26231f", "hex-road": "#7d4314",
        "hex-name": "#1d1b18", "hex-key": "#000000", "hex-number": "#6f6856",
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
        "error-ground": "#380028",
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
