"""Panels next to a map of hexes: the score, the key places, cards, and units off the map."""

from collections import Counter
from collections.abc import Iterable

from rich.cells import cell_len

from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import Board, Tally
from senpu.spec.game_file import Box
from senpu.tui.boards.hex_boxes import find_pieces
from senpu.tui.boards.hex_chart import Chart
from senpu.tui.boards.scene import Scene
from senpu.tui.boards.signs import enclose, get_brackets
from senpu.tui.render.text_rendering import render_tally
from senpu.tui.widgets.hex_legend import Group, TextPiece, flow_groups
from senpu.tui.widgets.painting import Look, Row
from senpu.tui.widgets.panels import Block
from senpu.tui.widgets.register import find_due_pieces, format_tally

HAND, DECK, PILE = CARDS = ("hand", "deck", "pile")
"""The labels of tallies of cards: a hand of each side, the deck, the discards (last on top)."""
BACK = "#??"
NAMED = 40
"""Minimum width for the names of the events."""


def has_cards(board: Board) -> bool:
    """Return whether the board has cards."""
    return any(tally.label in CARDS for tally in board.tallies)


def render_cards(board: Board, narrator: Narrator, look: Look, width: int, room: int) -> Block:
    """Return each hand, then deck and discards, in exactly `room` rows."""
    tallies = [tally for tally in board.tallies if tally.label in CARDS]
    hands = [tally for tally in tallies if tally.label == HAND]
    start = 2 + max((cell_len(narrator.side(tally.side)) for tally in hands), default=0) + 1
    ways = ("full", "half", "number") if width >= NAMED else ("number",)
    for way in ways:
        rows = [
            row
            for at, side in enumerate(narrator.spec.sides)
            for tally in hands
            if tally.side == side.id
            for row in _hand(tally, at, narrator, look, (start, width), way)
        ]
        if len(rows) < room:
            break
    if len(rows) < room:
        rows.append(_rest(tallies, narrator, look, width))
    rows = rows[:room]
    return Block(look.word("cards"), rows + [Row(look)] * (room - len(rows)))


def _hand(
    tally: Tally, at: int, narrator: Narrator, look: Look, span: tuple[int, int], way: str
) -> list[Row]:
    """Return the rows `Japan   #01 Naval mines   #13 ...`; `way` sets the length of names."""
    start, width = span
    row = Row(look).add(f" {narrator.side(tally.side)}", f"side{at}", "b").pad_to(start)
    rows = [row]
    if not tally.units:
        row.add(narrator.label("none"), "faint")
    for card in tally.units:
        text = card
        if way != "number":
            most = (width - start) // (2 if way == "half" else 1) - 4
            text = f" {look.clip(narrator.card_label(card, tally.side), most)} "
        if row.width > start and row.width + cell_len(text) > width:
            row = Row(look).pad_to(start)
            rows.append(row)
        row.add(text, "dim" if card == BACK else f"side{at}", "b", f"side{at}-ground").add(" ")
    return rows


def _rest(tallies: list[Tally], narrator: Narrator, look: Look, width: int) -> Row:
    """Return the row of the deck's size and of the discards, the top one first."""
    row = Row(look).add(" ")
    for tally in tallies:
        if tally.label == DECK:
            row.add(f"{narrator.label(DECK)} ", "dim").add(str(tally.count), "text", "b").add("   ")
    for tally in tallies:
        if tally.label == PILE:
            row.add(f"{narrator.label(PILE)} ", "dim").add(str(tally.count), "text", "b")
            if tally.units:
                text = " ".join(reversed(tally.units))
                row.add("  ").add(look.clip(text, max(width - row.width - 1, 3)), "dim")
    return row


YES = "yes"
"""The words of a tally without a value."""
UNUSED = ("ready", "not_yet")
"""The words of a tally of something that is not used."""
LONGEST = 12
"""Maximum length of a track."""
FRAME = 7
"""The cells of a row of a title that are neither its title nor its figures."""


def render_score(
    scene: Scene, chart: Chart, narrator: Narrator, look: Look, width: int, room: int,
    boxes: Iterable[Box] = (),
) -> Block:  # fmt: skip
    """Return tracks, places, each side's lines, in `room` rows; `boxes` are those off the map."""
    tallies = scene.board.tallies
    sides = [side.id for side in narrator.spec.sides]
    tracks = find_tracks(tallies, sides)
    head = [_track(narrator, look, track, width) for track in tracks.values()]
    places = _places(tallies, chart, sides)
    done = {*tracks, *places, *CARDS}
    limits = (t for t in tallies if t.is_limited and not t.units and t.label not in done)
    goal = None if tracks else next(limits, None)
    aside = ""
    if goal is not None:
        done.add(goal.label)
        aside = render_tally(goal, narrator)
        if cell_len(look.word("score")) + cell_len(aside) + FRAME > width:
            aside = f"{narrator.label(goal.label)} {format_tally(goal, narrator, look)}"
    each: list[list[Row]] = []
    for at, side in enumerate(sides):
        groups: list[Group] = []
        for tally in sorted(tallies, key=_order):
            text = tally.units or tally.text or tally.is_limited or tally.count
            if tally.side == side and tally.label not in done and text:
                groups += _tally(scene, chart, narrator, look, tally, at)
        for box in boxes:
            groups += _box(scene.board, box, side, narrator, at)
        if groups or not tracks:
            groups.insert(0, [TextPiece(narrator.side(side), f"side{at}", "b")])
            each.append(flow_groups(look, groups, width, 2))
    needed = len(head) + sum(map(len, each))
    for brief in (False, True):
        held = _held(scene.board, chart, narrator, look, width, places, brief)
        if needed + len(held) <= room:
            break
    head += held
    while each and sum(map(len, each)) > room - len(head) and max(map(len, each)) > 1:
        longest = max(each, key=len)
        del longest[-1]
        longest[-1].add(f" {look.signs.more}", "dim")
    rows = [*head, *(row for found in each for row in found)][:room]
    title = next((narrator.label(label).capitalize() for label in tracks), look.word("score"))
    return Block(title, rows + [Row(look)] * (room - len(rows)), "dim", aside)


# ---- tracks -----------------------------------------------------------------------------------


def find_tracks(tallies: Iterable[Tally], sides: list[str]) -> dict[str, list[Tally]]:
    """Return the tracks by label: tallies of every side with the same limit."""
    found: dict[str, list[Tally]] = {}
    for tally in tallies:
        if tally.side in sides and 0 < tally.total <= LONGEST and not tally.units:
            found.setdefault(tally.label, []).append(tally)
    return {
        label: each
        for label, each in found.items()
        if [tally.side for tally in each] == sides and len({tally.total for tally in each}) == 1
    }


def _track(narrator: Narrator, look: Look, track: list[Tally], width: int) -> Row:
    """Return a track `0 1 [2] 3 (4)` with the positions of the sides; `[2)` is both."""
    last = track[0].total
    cell = min((width - 2) // (last + 1), 4)
    row = Row(look).add(" ")
    for number in range(last + 1):
        here = [at for at, tally in enumerate(track) if tally.count == number]
        start = row.width
        if not here:
            row.add(str(number).center(3), "dim")
        for at in here[:1]:
            row.add(f"{get_brackets(at)[0]}{number}", f"side{at}-text", "b", f"side{at}")
        for at in here[-1:]:
            row.add(get_brackets(at)[1], f"side{at}-text", "b", f"side{at}")
        row.pad_to(start + cell)
    names = [narrator.side(tally.side) for tally in track]
    size = sum(cell_len(name) + 3 for name in names)
    if row.width + size < width:
        row.pad_to(width - size)
        for at, name in enumerate(names):
            row.add(enclose(name, at), f"side{at}", "b").add(" ")
    return row


# ---- places -----------------------------------------------------------------------------------


def _places(tallies: Iterable[Tally], chart: Chart, sides: list[str]) -> dict[str, tuple[str, ...]]:
    """Return the hexes that every side has a list of, by label."""
    found: dict[str, tuple[str, ...]] = {}
    holders = Counter[str]()
    for tally in tallies:
        plain = tally.side in sides and not tally.is_limited and not tally.text
        if plain and all(unit in chart.grid.index for unit in tally.units):
            found[tally.label] = (*found.get(tally.label, ()), *tally.units)
            holders[tally.label] += 1
    return {
        label: hexes for label, hexes in found.items() if holders[label] == len(sides) and hexes
    }


def _held(
    board: Board, chart: Chart, narrator: Narrator, look: Look, width: int,
    places: dict[str, tuple[str, ...]], brief: bool,
) -> list[Row]:  # fmt: skip
    """Return the key places in their holders' brackets; one row per list if `brief`."""
    sides = {side.id: at for at, side in enumerate(narrator.spec.sides)}
    rows = []
    for label, hexes in places.items():
        names: list[list[TextPiece]] = [[], []]
        for place in sorted(hexes, key=lambda place: chart.grid.index[place]):
            at = sides.get(board.control.get(place, ""), -1)
            role = f"side{at}" if at >= 0 else "text"
            for short in (False, True):
                name = _name(chart, narrator, place, short)
                names[short].append(TextPiece(enclose(name, at), role, "b"))
        pieces = names[False]
        if brief:
            short = sum(cell_len(piece.text) + 1 for piece in pieces) >= width
            rows.append(_packed(look, names[short], width))
            continue
        head = TextPiece(narrator.label(label) + " ", "dim")
        groups = [[head, pieces[0]], *([piece] for piece in pieces[1:])]
        rows += flow_groups(look, groups, width, cell_len(head.text))
    return rows


def _packed(look: Look, pieces: list[TextPiece], width: int) -> Row:
    """Return pieces in one row, with gaps if there is room."""
    gap = 1 if sum(cell_len(piece.text) + 1 for piece in pieces) < width else 0
    row = Row(look).add(" ")
    for piece in pieces:
        row.add(look.clip(piece.text, max(width - row.width, 0)), piece.role, piece.how)
        row.add(" " * gap)
    return row


def _name(chart: Chart, narrator: Narrator, place: str, short: bool) -> str:
    names = chart.names.get(chart.grid.index[place])
    return names[short][narrator.language] if names else place


# ---- each side ----------------------------------------------------------------------------------


def _order(tally: Tally) -> tuple[bool, bool, bool, bool]:
    """Return the sort key of a tally: limits first, then what is in effect, numbers, units."""
    is_limited = tally.is_limited and not tally.units
    return not is_limited, tally.text != YES, bool(tally.text), tally.text in UNUSED


def _tally(
    scene: Scene, chart: Chart, narrator: Narrator, look: Look, tally: Tally, at: int
) -> list[Group]:
    label = TextPiece(narrator.label(tally.label) + " ", "dim")
    if tally.units and all(unit in chart.grid.index for unit in tally.units):
        names = [narrator.place_name(unit) for unit in tally.units]
        texts = [[TextPiece(enclose(name, at), f"side{at}", "b")] for name in names]
        return [[label, *texts[0]], *texts[1:]]
    if tally.label == "due" and tally.units:
        due = find_due_pieces(scene, tally.side)
        turns = sorted({piece.turn for piece in due})
        texts = [
            [
                TextPiece(f"T{turn} ", "dim"),
                TextPiece(" ".join(p.id for p in due if p.turn == turn)),
            ]
            for turn in turns
        ]
        return [[label, *texts[0]], *texts[1:]] if texts else []
    if tally.text == YES:
        return [[TextPiece(narrator.label(tally.label), "note")]]
    if tally.is_limited and not tally.units:
        return [[label, TextPiece(narrator.count(tally), "text", "b")]]
    role = f"side{at}" if tally.units else "text"
    return [[label, TextPiece(format_tally(tally, narrator, look), role)]]


def _box(board: Board, box: Box, side: str, narrator: Narrator, at: int) -> list[Group]:
    """Return the units of a side in a box: `Korea [2-3]x2`."""
    here = [piece for piece in find_pieces(box, board.pieces) if piece.side == side]
    groups = []
    for strength, count in Counter(piece.strength for piece in here).items():
        shown = TextPiece(enclose(strength, at), f"side{at}-text", "b", f"side{at}")
        groups.append([shown, TextPiece(f"x{count}" if count > 1 else "")])
    if groups:
        groups[0].insert(0, TextPiece(f"{narrator.name('box', box.id)} ", "dim"))
    return [*groups]
