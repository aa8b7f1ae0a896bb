"""A position and a game as printed text: for pipes, scripts and terminals without a screen.

Plain ASCII lines, or box drawing where the caller says that a person looks. Colour never.
Knows areas and counters, no game.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from notation.faults import cells
from notation.writer import format_event
from replay.narration import Narrator, example
from replay.parts.areas import neighbours
from replay.rules import CHANCE, Board, Piece, Rules, State, Tally
from replay.timeline import Timeline
from spec.loader import Spec
from tui import hexes_printed

TILE, ROWS = 13, 5
"""Columns and rows of a tile, its right and lower border left out."""


class Pen(NamedTuple):
    """The signs that a drawing uses."""

    across: str
    down: str
    corner: str
    left: str
    spent: str


ASCII = Pen("-", "|", "+", ":", ".")
BOXES = Pen("─", "│", "┼", "▪", "▫")


def position(rules: Rules[Any], state: State, say: Narrator, pen: Pen = ASCII) -> list[str]:
    """A position: turn, map, what is beside it, and what is asked."""
    spec = rules.spec
    board = rules.board(state)
    of = spec.game.turns
    turn = say.label("turn_of", n=state.turn, of=of) if state.turn else set_up(say)
    if state.turn > of:
        turn = say.label("turn", n=state.turn).lower()
    rows = [listed([spec.title(say.language), turn, say.date(state.turn)], say), ""]
    rows += drawn(spec, board, say, pen)
    rows.append("")
    for side in spec.sides:
        said = [tally(each, say) for each in board.tallies if each.side == side.id]
        rows.append(f"{side.name[say.language]}: {listed(said, say)}")
    rows.append("")
    if state.ask is not None:
        rows.append(say.prompt(state.ask, example(rules, state)))
    elif state.outcome is not None:
        rows.append(ending(state, say))
    return rows


def drawn(spec: Spec, board: Board, say: Narrator, pen: Pen) -> list[str]:
    """The map in the form that suits it."""
    if spec.game.board == "hexes":
        return hexes_printed.plan(spec, board, say)
    return plan(spec, board, say, pen) if tiled(spec) else register(spec, board, say)


def set_up(say: Narrator) -> str:
    return say.label("set_up").lower()


def listed(parts: list[str], say: Narrator) -> str:
    return say.label("comma").join(filter(None, parts))


def ending(state: State, say: Narrator) -> str:
    assert state.outcome is not None
    name = state.outcome.ending
    meaning = say.ending(name)
    return f"End: {name}{f' ({meaning})' if meaning else ''}"


def tally(each: Tally, say: Narrator) -> str:
    label = say.label(each.label)
    if each.units:
        return f"{label} {' '.join(each.units)}"
    if each.words:
        return f"{label} {say.label(each.words)}"
    if not each.of:
        return f"{label} {each.count or say.label('none')}"
    return f"{label} {say.label('count_of', n=each.count, of=each.of)}"


def tiled(spec: Spec) -> bool:
    """Whether the drawing's shared edges are exactly the data's adjacent pairs."""
    tiles = {area.tile: area.id for area in spec.game.area}
    near = neighbours(tiles.values(), spec.values.table("adjacent"))
    return all(
        {tiles[edge] for edge in edges(column, row) if edge in tiles} == set(near[ident])
        for (column, row), ident in tiles.items()
    )


def edges(column: int, row: int) -> tuple[tuple[int, int], ...]:
    return (column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)


def plan(spec: Spec, board: Board, say: Narrator, pen: Pen) -> list[str]:
    """The map as a plan of tiles: a shared edge is adjacency."""
    tiles = {area.id: area.tile for area in spec.game.area}
    wide = max(column for column, _ in tiles.values()) + 1
    high = max(row for _, row in tiles.values()) + 1
    grid = [[" "] * (wide * TILE + 1) for _ in range(high * ROWS + 1)]

    def put(x: int, y: int, text: str) -> None:
        for char in text:
            grid[y][x] = char
            if cells(char) == 2:
                grid[y][x + 1] = ""  # a wide letter takes two columns
            x += cells(char)

    for column, row in tiles.values():
        x, y = column * TILE, row * ROWS
        for step in range(TILE + 1):
            put(x + step, y, pen.across)
            put(x + step, y + ROWS, pen.across)
    for column, row in tiles.values():
        x, y = column * TILE, row * ROWS
        for step in range(ROWS + 1):
            put(x, y + step, pen.down)
            put(x + TILE, y + step, pen.down)
    for column, row in tiles.values():
        for dx in (0, TILE):
            for dy in (0, ROWS):
                put(column * TILE + dx, row * ROWS + dy, pen.corner)
    first = spec.sides[0].id
    for ident, (column, row) in tiles.items():
        x, y = column * TILE, row * ROWS
        notes = [say.label(note) for note in board.notes.get(ident, ()) if note != "chinese_only"]
        put(x + 2, y, f" {' '.join((ident, *notes))} "[: TILE - 2])
        here = [piece for piece in board.pieces if piece.place == ident]
        if len(here) >= ROWS:  # an owner's data may let more units stand together
            put(x + 2, y + ROWS - 1, say.label("more", n=len(here) - ROWS + 2))
            del here[ROWS - 2 :]
        for line, piece in enumerate(here):
            text = counter(piece, piece.side == first, pen)
            put(x + 2 if piece.side == first else x + TILE - 1 - len(text), y + 1 + line, text)
    return ["".join(row).rstrip() for row in grid]


def counter(piece: Piece, square: bool, pen: Pen) -> str:
    """`[i3/:. ]` or `(c1 :: )`: the id, a stripe if reduced, points left and spent."""
    points = (pen.left * piece.points + pen.spent * (piece.full - piece.points)).ljust(3)
    inside = f"{piece.id}{'/' if piece.reduced else ' '}{points}"
    return f"[{inside}]" if square else f"({inside})"


def register(spec: Spec, board: Board, say: Narrator) -> list[str]:
    """The map as a list, an area a row, with its neighbours: for maps that cannot be tiled."""
    near = neighbours((area.id for area in spec.game.area), spec.values.table("adjacent"))
    first = spec.sides[0].id
    rows = []
    for area in spec.game.area:
        notes = " ".join(say.label(note) for note in board.notes.get(area.id, ()))
        units = " ".join(
            counter(piece, piece.side == first, ASCII)
            for piece in board.pieces
            if piece.place == area.id
        )
        rows.append(
            f"{area.id:<2} {notes:<9} {say.label('next_to')} "
            f"{' '.join(near[area.id]):<10} {units}".rstrip()
        )
    return rows


def game(timeline: Timeline, say: Narrator) -> Iterator[str]:
    """A whole recorded game turn by turn: each activation as written and in words, the map at
    the end of each turn."""
    rules = timeline.rules
    headers = timeline.headers
    names = [
        headers[side.id.capitalize()]
        for side in rules.spec.sides
        if side.id.capitalize() in headers
    ]
    title = rules.spec.title(say.language)
    yield ": ".join(filter(None, (title, headers.get("Event", "")))) + (
        f" ({' - '.join(names)})" if names else ""
    )
    timeline.extend(1)
    for remark in timeline.remarks.get(0, ()):
        yield f"  {remark}"
    turn: int | None = None
    number = 1
    while number <= timeline.extend(number):
        entry = timeline.entry(number)
        if entry.turn != turn:
            if turn is not None:
                yield ""
                yield from position(rules, timeline.at(number - 1).state, say)[2:-2]
            turn = entry.turn
            yield ""
            name = say.label("turn", n=turn) if turn else say.label("set_up")
            yield f"--- {listed([name, say.date(turn)], say)} ---"
        numbers = timeline.activation(number)
        yield from activation(timeline, say, numbers)
        number = numbers[-1] + 1
    yield ""
    yield from position(rules, timeline.at(timeline.last).state, say)


def activation(timeline: Timeline, say: Narrator, numbers: range) -> Iterator[str]:
    """The rows of one activation: number, side and events, then the sentences below."""
    entries = [timeline.entry(number) for number in numbers]
    actor = next((entry.actor for entry in entries if entry.actor != CHANCE), "")
    letter = timeline.rules.letter.get(actor, "") or " "
    text = " ".join(format_event(entry.event) for entry in entries)
    undone = f"  {say.label('taken_back')}" if entries[0].undone else ""
    yield f"{numbers[0]:>5} {letter} {text}{undone}"
    stories = filter(None, (say.story(list(timeline.at(n).told)) for n in numbers))
    story = ("" if say.language == "ja" else " ").join(stories)
    if story:
        yield f"        {story}"
    for number in numbers:
        for remark in timeline.remarks.get(number, ()):
            yield f'        " {remark}'
