"""The signs of the screens, in two sets: box drawing, and ASCII alone.

Outside box drawing only characters of neutral width are used, so that a terminal with wide
ambiguous characters spoils only the boxes.
"""

import msgspec

LIGHT_AND_HEAVY = (
    " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
)
"""Joints of lines, by the weights (0 none, 1 light, 2 heavy) of the arms that go up, right,
down and left, as a number of base 3."""


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
    """One set."""

    joints: str
    level: str
    """A light line; `past` is the heavy one."""
    upright: str
    past: str
    whatif: str
    """The rail of a what-if line on a track."""
    dashes: tuple[str, str, str, str]
    """Of what somebody noted upon a map: level and upright, then both as parts of a frame."""
    tick: str
    """Where a turn begins on a track with room below it."""
    thread: str
    """Hangs from the cursor through the rows of a track."""
    here: str
    """The cursor of a list, and of the track."""
    cursor: str
    full: str
    """An action point left, and one spent; and bars."""
    spent: str
    solid: tuple[str, str, str, str]
    """Who moves: up, right, down, left."""
    hollow: tuple[str, str, str, str]
    """Who falls back."""
    strikes: str
    gone: str
    weaker: str
    """Before a counter that was lost, or lost a step."""
    striped: str
    """On the reduced side of a counter."""
    remark: str
    undone: str
    good: str
    bad: str
    torn: str
    open: str
    """A verdict not reached."""
    shares: tuple[str, str, str]
    """Of a bar in which several have their parts: the first side's, nobody's, the others'."""
    levels: str
    """Of a small graph, from nearly none to all."""
    more: str

    def joint(self, arms: tuple[int, int, int, int]) -> str:
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
    full="▪",
    spent="▫",
    solid=("▴", "▸", "▾", "◂"),
    hollow=("▵", "▹", "▿", "◃"),
    strikes="*",
    gone="✗",
    weaker="-",
    striped="/",
    remark='"',
    undone="✗",
    good="✓",
    bad="✗",
    torn="~",
    open="-",
    shares=("█", "▒", "░"),
    levels="▁▂▃▄▅▆▇█",
    more="..",
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
    gone="x",
    weaker="-",
    striped="/",
    remark='"',
    undone="x",
    good="+",
    bad="x",
    torn="~",
    open="-",
    shares=("#", "-", "."),
    levels="0123456789",
    more="..",
)


def brackets(side: int) -> tuple[str, str]:
    """Square for the first side, round for the others: of counters, and of what is held."""
    return ("(", ")") if side else ("[", "]")
