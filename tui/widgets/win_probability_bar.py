"""The win probability of the position in view: a bar in one line.

The line shows numbers, the confidence interval and the provenance.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.strip import Strip

from senpu.replay.analysis.confidence import Interval
from senpu.replay.analysis.joint_estimate import JointEstimate
from senpu.replay.core.narration import Narrator
from senpu.tui.render.odds_report import mark_doubt
from senpu.tui.render.win_probability_report import (
    divide_width,
    find_bracket,
    format_ends,
    format_percent,
)
from senpu.tui.widgets.clicks import ActionClicked
from senpu.tui.widgets.painting import Canvas, Look, PaintedWidget, Row


def draw_graph(
    canvas: Canvas, look: Look, values: Sequence[float | None], start: int, y: int,
    rows: int, cursor: int,
) -> None:  # fmt: skip
    """Draw a column per win probability in the colour of the leading side; None is empty."""
    steps = len(look.signs.levels)
    for x, value in enumerate(values, start):
        if value is None:
            continue
        ink = look.ink("dim" if value == 0.5 else f"side{int(value < 0.5)}")
        if x == cursor:
            ink = look.ink("now", "now-ground", "bu" if look.colourless else "b")
        level = min(int(value * steps * rows), steps * rows - 1)
        for row in range(rows):
            within = min(level - row * steps, steps - 1)
            if within >= 0:
                canvas.put(x, y + rows - 1 - row, look.signs.levels[within], ink)


LEAST = (24, 12, 8, 0)
"""Minimum cells of the bar for each layout of the line; the last layout always fits."""


class PositionEstimate(NamedTuple):
    """The estimates for a position."""

    value: float
    """The calibrated win probability of the first side."""
    played: JointEstimate | None
    """The estimate by playouts."""
    program: str
    """The program of the playouts; empty if they are not wanted."""
    provenance: str
    """The weakest provenance of its data."""
    ending: str = ""
    """The ending of a finished game."""
    advice: bool = False
    """True if a user is playing the game now."""
    unplayable: bool = False
    warnings: tuple[str, ...] = ()
    """The ids of what restricts the value."""

    @property
    def share(self) -> float:
        """The share of the first side."""
        return self.value if self.played is None else self.played.mean


class BarLayout(NamedTuple):
    """A layout of the line: the texts before and after the bar, with roles."""

    left: list[tuple[str, str]]
    right: list[tuple[str, str]]

    @property
    def width(self) -> int:
        """Return the cells of the texts."""
        return sum(cell_len(text) + 2 for text, _ in (*self.left, *self.right)) + 1


class WinProbabilityBar(PaintedWidget):
    """A line. Posts ActionClicked for a click, which hides it."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, "chances", alone=False)
        self.outlook: PositionEstimate | None = None
        self.narrator: Narrator | None = None

    def present(self, outlook: PositionEstimate, narrator: Narrator) -> None:
        """Show other results."""
        self.outlook, self.narrator = outlook, narrator
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the line."""
        if self.outlook is None or self.narrator is None or not height:
            return []
        lines = list(self._lines(self.outlook, self.narrator))
        line = next(
            (each for each, least in zip(lines, LEAST, strict=False) if each.width + least < width),
            lines[-1],
        )
        row = Row(self.look).add(" ")
        for text, role in line.left:
            row.add(text, role, "b" * (role != "dim")).add(" ")
        self._bar(row, max(width - line.width, 0))
        for at, (text, role) in enumerate(line.right):
            row.add("  " if at else " ").add(text, role)
        return [row.strip(width)]

    def on_click(self, event: events.Click) -> None:
        """Post the click."""
        event.stop()
        self.post_message(ActionClicked("chances"))

    # ---- words ----------------------------------------------------------------------------

    def _lines(self, outlook: PositionEstimate, narrator: Narrator) -> Iterator[BarLayout]:
        """Yield the layouts, the most detailed first."""
        word = self.look.word
        mark = [(word("chance_advice"), "error")] if outlook.advice else []
        if outlook.ending:
            yield BarLayout([*mark, (word("chance_over", ending=outlook.ending), "text")], [])
        elif outlook.played is None:
            yield from self._list_value_lines(outlook, narrator, mark)
        else:
            yield from self._list_played_lines(outlook, outlook.played, narrator, mark)

    def _list_value_lines(
        self, outlook: PositionEstimate, narrator: Narrator, mark: list[tuple[str, str]]
    ) -> Iterator[BarLayout]:
        """Yield the layouts of the calibrated value."""
        word = self.look.word
        first, second = narrator.spec.sides
        mine, theirs = (format_percent(each) for each in (outlook.value, 1 - outlook.value))
        doubt = mark_doubt(outlook.provenance)
        before = [
            *mark, (word("chance_value_of", side=narrator.side(first.id), share=mine), "side0"),
        ]  # fmt: skip
        other = word("chance_value_other", share=theirs, side=narrator.side(second.id))
        state = []
        if outlook.unplayable:
            state.append((word("chance_unplayable"), "dim"))
        elif outlook.program:
            state.append((word("chance_running", program=outlook.program), "dim"))
        data = [(word(each), "error") for each in outlook.warnings]
        kind = (word("chance_value") + doubt, "dim")
        yield BarLayout(before, [(other, "side1"), *state, kind, *data])
        yield BarLayout(before, [(other, "side1"), *(state or [kind]), *data])
        brief = [*((text[:1], role) for text, role in mark)]
        brief.append((f"{first.letter} {mine}%", "side0"))
        last = (f"{theirs}% {second.letter}", "side1")
        warned = [("!", "error")] if outlook.warnings else []
        yield BarLayout(brief, [last, *warned, kind])
        yield BarLayout(brief, [last, *warned])

    def _list_played_lines(
        self, outlook: PositionEstimate, played: JointEstimate, narrator: Narrator,
        mark: list[tuple[str, str]],
    ) -> Iterator[BarLayout]:  # fmt: skip
        """Yield the layouts of an estimate by playouts; an unsettled one is a range."""
        word, interval = self.look.word, played.interval
        first, second = narrator.spec.sides
        ends = format_ends(interval)
        low, high = format_ends(Interval(1 - interval.high, 1 - interval.low))
        doubt = mark_doubt(outlook.provenance)
        games = [(word("chance_games", n=played.games, program=outlook.program) + doubt, "dim")]
        value = [(word("chance_value_brief", share=format_percent(outlook.value)), "dim")]
        brief = [*((text[:1], role) for text, role in mark)]
        sides = narrator.side(first.id), narrator.side(second.id)
        if played.is_unsettled:
            means = tuple(format_percent(each.mean) for each in played.methods)
            long = (word("chance_unsettled", shares=means), "error")
            short = (word("chance_unsettled_brief"), "error")
            mine = word("chance_range_of", side=sides[0], low=ends[0], high=ends[1])
            theirs = word("chance_range_other", side=sides[1], low=low, high=high)
            left = [*mark, (mine, "side0")]
            yield BarLayout(left, [(theirs, "side1"), long, *value, *games])
            yield BarLayout(left, [(theirs, "side1"), short, *games])
            brief.append((f"{first.letter} {ends[0]}-{ends[1]}%", "side0"))
            yield BarLayout(brief, [(f"{low}-{high}% {second.letter}", "side1"), short])
            yield BarLayout(brief, [short])
            return
        share, rest = format_percent(played.mean), format_percent(1 - played.mean)
        mine = word("chance_of", side=sides[0], share=share, low=ends[0], high=ends[1])
        theirs = word("chance_other", side=sides[1], share=rest, low=low, high=high)
        left = [*mark, (mine, "side0")]
        yield BarLayout(left, [(theirs, "side1"), *value, *games])
        theirs = word("chance_value_other", side=sides[1], share=rest)
        yield BarLayout(left, [(theirs, "side1"), *games])
        brief.append((f"{first.letter} {share} ({ends[0]}-{ends[1]})", "side0"))
        least = [(f"{rest} {second.letter}", "side1")]
        yield BarLayout(brief, [*least, (f"{played.games}{doubt}", "dim")])
        yield BarLayout(brief, least)

    # ---- the bar --------------------------------------------------------------------------

    def _bar(self, row: Row, room: int) -> None:
        """Add each side's share, and the confidence interval or the range in brackets."""
        outlook, look = self.outlook, self.look
        if outlook is None or room < 2:
            row.add(look.signs.level * room, "line")
            return
        cells: list[tuple[str, str, str]] = []
        for at, size in enumerate(divide_width((outlook.share, 1 - outlook.share), room)):
            cells += [(look.signs.shares[2 * at], f"side{at}", f"side{at}-ground")] * size
        if outlook.played is not None and not outlook.ending:
            low, high = find_bracket(outlook.played.interval, room)
            for x, sign in ((low, "["), (high, "]")):
                cells[x] = (sign, "text", cells[x][2])
        for sign, role, ground in cells:
            row.add(sign, role, "b" * (role == "text"), ground)
