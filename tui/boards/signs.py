"""The signs of the screens, in two sets: box drawing, and ASCII.

Other than box drawing only characters of neutral width are used, so that a terminal with wide
ambiguous characters distorts only the boxes.
"""

import msgspec

LIGHT_AND_HEAVY = (
    " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
)
"""Joints of lines, by weights (0 none, 1 light, 2 heavy) of up, right, down, left in base 3."""


def _plain_joint(up: int, right: int, down: int, left: int) -> str:
    upright, level = up or down, right or left
    if upright and level:
        return "+"
    if upright:
        return "#" if 2 in (up, down) else "|"
    if level:
        return "=" if 2 in (right, left) else "-"
    return " "


PLAIN_JOINTS = "".join(
    _plain_joint(number // 27, number // 9 % 3, number // 3 % 3, number % 3) for number in range(81)
)


class Signs(msgspec.Struct, frozen=True):
    """A set of signs."""

    joints: str
    level: str
    """A light level line; `past` is the heavy one."""
    upright: str
    past: str
    whatif: str
    """The rail of a variation on a track."""
    dashes: tuple[str, str, str, str]
    """Dashes of notes on a map: level and upright, then both as parts of a frame."""
    tick: str
    """The start of a turn on a track with room below it."""
    thread: str
    """The line below the cursor through the rows of a track."""
    here: str
    """The cursor of a list, and of the track."""
    cursor: str
    full: str
    """A remaining action point, a spent one; and bars."""
    spent: str
    solid: tuple[str, str, str, str]
    """Directions of a move: up, right, down, left."""
    hollow: tuple[str, str, str, str]
    """Directions of a retreat."""
    strikes: str
    lost: str
    weaker: str
    """The sign before an eliminated or reduced counter."""
    striped: str
    """The sign of the reduced side of a counter."""
    comment: str
    undone: str
    good: str
    bad: str
    gap: str
    """The sign of a gap of a log."""
    differs: str
    """The sign before a row, a counter or a fact that differs in two logs."""
    torn: str
    open: str
    """The sign of a layer without a result."""
    shares: tuple[str, str, str]
    """Shares of a bar: the first side, draws, the other sides."""
    swings: tuple[str, str, str, str]
    """The marks of a review: an error and luck, each raising the first side's win probability or
    lowering it."""
    levels: str
    """Levels of a small graph, from the lowest to the highest."""
    closed: tuple[str, str]
    """A level and an upright cell of an edge between areas that are not adjacent."""
    linked: str
    """The sign before the areas that are adjacent without a common edge."""
    corners: tuple[str, str, str]
    """A corner through which areas are adjacent: down to the right, up to the right, both."""
    more: str
    value: str
    """The value of a position on a scale with the results of games."""

    def joint(self, arms: tuple[int, int, int, int]) -> str:
        """Return the joint of four arms."""
        up, right, down, left = arms
        return self.joints[27 * up + 9 * right + 3 * down + left]


DRAWN = Signs(
    joints=LIGHT_AND_HEAVY,
    level="─",
    upright="│",
    past="━",
    whatif="┅",
    dashes=("╌", "╎", "╍", "╏"),
    tick="┷",
    thread="┊",
    here="▸",
    cursor="▮",
    full="▰",
    spent="▱",
    solid=("▴", "▸", "▾", "◂"),
    hollow=("▵", "▹", "▿", "◃"),
    strikes="*",
    lost="✗",
    weaker="-",
    striped="/",
    comment='"',
    undone="✗",
    good="✓",
    bad="✗",
    gap="⋯",
    differs="!",
    torn="~",
    open="-",
    shares=("█", "▒", "░"),
    swings=("▴", "▾", "▵", "▿"),
    levels="▁▂▃▄▅▆▇█",
    closed=("═", "║"),
    linked="⇄",
    corners=("╲", "╱", "╳"),
    more="..",
    value="◆",
)

PLAIN = Signs(
    joints=PLAIN_JOINTS,
    level="-",
    upright="|",
    past="=",
    whatif="~",
    dashes=(".", ":", ".", ":"),
    tick="+",
    thread=":",
    here=">",
    cursor="#",
    full=":",
    spent=".",
    solid=("^", ">", "v", "<"),
    hollow=("~", "~", "~", "~"),
    strikes="*",
    lost="x",
    weaker="-",
    striped="/",
    comment='"',
    undone="x",
    good="+",
    bad="x",
    gap="_",
    differs="!",
    torn="~",
    open="-",
    shares=("#", "-", "."),
    swings=("^", "v", "+", "-"),
    levels="0123456789",
    closed=("%", "%"),
    linked="<>",
    corners=("\\", "/", "X"),
    more="..",
    value="o",
)


def get_brackets(side: int) -> tuple[str, str]:
    """Return the brackets of a side: square for the first side, round for the others."""
    return ("(", ")") if side else ("[", "]")


def enclose(text: str, side: int) -> str:
    """Return a text in the brackets of a side: `[d3]`, `(a1)`; without brackets for side -1."""
    left, right = get_brackets(side) if side >= 0 else ("", "")
    return f"{left}{text}{right}"
