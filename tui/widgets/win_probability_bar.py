"""The win probability of the position in view: a bar in one line.

The line shows numbers, the confidence interval and the provenance.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.strip import Strip

from senpu.replay.analysis.confidence import GameResults
from senpu.replay.core.narration import Narrator
from senpu.tui.render.odds_report import mark_doubt
from senpu.tui.render.win_probability_report import (
    compute_win_rate,
    divide_width,
    find_bracket,
    format_ends,
    format_percent,
    list_counts,
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
    """What is known about a position."""

    value: float
    """The calibrated win probability of the first side."""
    tally: GameResults | None
    """The results of playouts."""
    program: str
    """The program of the playouts; empty if they are not wanted."""
    provenance: str
    """The weakest provenance of its data."""
    ending: str = ""
    """The ending of a finished game."""
    advice: bool = False
    """True if a user is playing the game now."""
    unplayable: bool = False
    has_other_data: bool = False
    """True if the value was trained on other data than the game's."""

    @property
    def played(self) -> GameResults | None:
        """The results of playouts if games have ended."""
        return self.tally if self.tally is not None and self.tally.ended else None

    @property
    def shares(self) -> tuple[float, float, float]:
        """The shares of the first side, of draws, and of the second side."""
        played = self.played
        if played is None:
            return self.value, 0.0, 1 - self.value
        first, draws, *others = list_counts(played)
        return first / played.ended, draws / played.ended, sum(others) / played.ended


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
        data = [(word("chance_other_data"), "error")] if outlook.has_other_data else []
        kind = (word("chance_value") + doubt, "dim")
        yield BarLayout(before, [(other, "side1"), *state, kind, *data])
        yield BarLayout(before, [(other, "side1"), *(state or [kind]), *data])
        brief = [*((text[:1], role) for text, role in mark)]
        brief.append((f"{first.letter} {mine}%", "side0"))
        last = (f"{theirs}% {second.letter}", "side1")
        warned = [("!", "error")] if outlook.has_other_data else []
        yield BarLayout(brief, [last, *warned, kind])
        yield BarLayout(brief, [last, *warned])

    def _list_played_lines(
        self, outlook: PositionEstimate, tally: GameResults, narrator: Narrator,
        mark: list[tuple[str, str]],
    ) -> Iterator[BarLayout]:  # fmt: skip
        """Yield the layouts of the results of playouts."""
        word = self.look.word
        first, *others = narrator.spec.sides
        low, high = format_ends(tally.win_rate_interval(0))
        mine = format_percent(compute_win_rate(tally, 0))
        named = word("chance_of", side=narrator.side(first.id), share=mine, low=low, high=high)
        before = [*mark, (named, "side0")]
        doubt = mark_doubt(outlook.provenance)
        games = word("chance_games", n=tally.games, program=outlook.program)
        games += doubt
        drawn = format_percent(tally.draws / tally.ended)
        draws = [(word("chance_drawn_brief", share=drawn), "text")] if tally.draws else []
        long, short, least = [], [], []
        for at, side in enumerate(others, 1):
            theirs, role = format_percent(compute_win_rate(tally, at)), f"side{at}"
            low, high = format_ends(tally.win_rate_interval(at))
            label = word(
                "chance_other", share=theirs, low=low, high=high, side=narrator.side(side.id)
            )
            long.append((label, role))
            short.append((f"{theirs} {narrator.side(side.id)}", role))
            least.append((f"{theirs} {side.letter}", role))
        if draws:
            long.append((word("chance_drawn", share=drawn), "text"))
        goes_on = [(word("chance_open", n=tally.open), "dim")] if tally.open else []
        yield BarLayout(before, [*long, *goes_on, (games, "dim")])
        yield BarLayout(before, [*short, *draws, (games, "dim")])
        low, high = format_ends(tally.win_rate_interval(0))
        brief = [*((text[:1], role) for text, role in mark)]
        brief.append((f"{first.letter} {mine} ({low}-{high})", "side0"))
        yield BarLayout(brief, [*least, (f"{tally.games}{doubt}", "dim")])
        yield BarLayout(brief, least)

    # ---- the bar --------------------------------------------------------------------------

    def _bar(self, row: Row, room: int) -> None:
        """Add each side's share, draws between them, and the confidence interval in brackets."""
        outlook, look = self.outlook, self.look
        if outlook is None or room < 2:
            row.add(look.signs.level * room, "line")
            return
        cells: list[tuple[str, str, str]] = []
        for at, size in enumerate(divide_width(outlook.shares, room)):
            role = "dim" if at == 1 else f"side{max(at - 1, 0)}"
            ground = "background" if at == 1 else f"{role}-ground"
            cells += [(look.signs.shares[min(at, 2)], role, ground)] * size
        if outlook.played is not None and not outlook.ending:
            low, high = find_bracket(outlook.played.win_rate_interval(0), room)
            for x, sign in ((low, "["), (high, "]")):
                cells[x] = (sign, "text", cells[x][2])
        for sign, role, ground in cells:
            row.add(sign, role, "b" * (role == "text"), ground)
