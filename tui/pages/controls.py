"""What the reader of the page goes through a game with: buttons, a slider, the turns, the keys."""

from tui.pages.course import Course
from tui.pages.markup import button, tag, told
from tui.pictures.elements import element

ICONS = {
    "first": "M5 5h2.5v14H5zM19 5v14L8.5 12z",
    "previous_turn": "M12 5v14L3 12zM21 5v14l-9-7z",
    "previous": "M17 5v14L6 12z",
    "play": "M7 4.5v15L20 12z",
    "stop": "M6 5h4.5v14H6zM13.5 5H18v14h-4.5z",
    "next": "M7 5v14l11-7z",
    "next_turn": "M3 5v14l9-7zM12 5v14l9-7z",
    "last": "M16.5 5H19v14h-2.5zM5 5v14l10.5-7z",
    "larger": "M10.5 5h3v5.5H19v3h-5.5V19h-3v-5.5H5v-3h5.5z",
    "smaller": "M5 10.5h14v3H5z",
    "theme": "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 3v14a7 7 0 0 1 0-14z",
}
"""Drawn in a square of 24; the name of each stands beside it, unseen."""
ORDER = ("first", "previous_turn", "previous", "play", "next", "next_turn", "last")
PACE = "\u00d71"
"""At first; the script has the others."""
KEYS = ("step", "ends", "turn", "play", "language", "theme")


def icon(name: str, cls: str | None = None) -> str:
    return element(
        "svg", element("path", d=ICONS[name]), cls=cls, viewBox="0 0 24 24", aria_hidden="true"
    )  # fmt: skip


def named(name: str) -> str:
    """A button with a drawing on it."""
    if name != "play":
        return button(icon(name), tag("span", told(name), cls="aloud"), id=name)
    return button(
        icon("play", "go"), tag("span", told("play"), cls="aloud go"),
        icon("stop", "stop"), tag("span", told("stop"), cls="aloud stop"), id="play",
    )  # fmt: skip


def controls(course: Course) -> str:
    """The buttons, and the slider with a tick where each turn begins."""
    slider = (
        f'<input type="range" id="slider" min="0" max="{course.last}" value="{course.last}" '
        'list="ticks" aria-labelledby="slider-name">'
    )
    starts = sorted(n for n in course.timeline.turn_starts.values() if n <= course.last)
    ticks = tag("datalist", *(tag("option", value=str(n)) for n in starts), id="ticks")
    named_slider = tag("span", told("position"), id="slider-name", cls="aloud") + slider + ticks
    count = tag("output", f"{course.last} / {course.last}", id="count", for_="slider")
    return tag("div", *map(named, ORDER), cls="buttons") + tag(
        "div", named_slider, count, cls="sliding"
    )


def jumps(course: Course) -> str:
    """The turns, the pace, the size of the map, and the way out of a what-if line."""
    turns = [
        tag("li", button(told("set_up") if not turn else f"T{turn}", data_at=f"0-{first}"))
        for turn, first in sorted(course.timeline.turn_starts.items())
        if first <= course.last
    ]
    pace = button(
        tag("span", told("pace"), cls="aloud"), " ", tag("span", PACE, id="pace-value"), id="pace"
    )
    rest = [pace, named("smaller"), named("larger"), button(told("back"), id="back", hidden="")]
    return tag(
        "nav",
        tag("h2", told("turns"), cls="aloud", id="turns-name"),
        tag("ol", *turns, cls="turns", id="turns"),
        tag("div", *rest, cls="pacing"),
        cls="jumps",
        aria_labelledby="turns-name",
    )


def keys() -> str:
    """The keys, and how to do without those that are one letter."""
    items = [tag("li", told(f"key_{name}")) for name in KEYS]
    choice = f'<label><input type="checkbox" id="single" checked>{told("keys_on")}</label>'
    return tag("ul", *items) + choice
