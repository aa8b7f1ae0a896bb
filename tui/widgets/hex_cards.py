"""The cards of a game: hands, the deck, the discards. Cards that whoever looks may not know are
backs; what is known of a card stands in the board alone.
"""

from rich.cells import cell_len

from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import Board, Tally
from senpu.tui.widgets.painting import Look, Row
from senpu.tui.widgets.panels import Block

HAND, DECK, PILE = CARDS = ("hand", "deck", "pile")
"""The labels of tallies of cards: a hand of each side, the deck, the discards (the last on top)."""
BACK = "#??"
NAMED = 40
"""From so many cells on there is room for the names of the events."""


def has_cards(board: Board) -> bool:
    return any(tally.label in CARDS for tally in board.tallies)


def cards_block(board: Board, narrator: Narrator, look: Look, width: int, room: int) -> Block:
    """Each hand, then deck and discards, in exactly so many rows."""
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
    """`Japan   #01 Naval mines   #13 ...`: a side's cards, each with the name of its event in
    full, in half a row, or not at all."""
    start, width = span
    row = Row(look).add(f" {narrator.side(tally.side)}", f"side{at}", "b").to(start)
    rows = [row]
    if not tally.units:
        row.add(narrator.label("none"), "faint")
    for card in tally.units:
        said = card
        if way != "number":
            most = (width - start) // (2 if way == "half" else 1) - 4
            said = f" {look.clip(named_card(narrator, card, tally.side), most)} "
        if row.width > start and row.width + cell_len(said) > width:
            row = Row(look).to(start)
            rows.append(row)
        row.add(said, "dim" if card == BACK else f"side{at}", "b", f"side{at}-ground").add(" ")
    return rows


def named_card(narrator: Narrator, card: str, side: str) -> str:
    """`#09 Kodama Gentaro`: a card with the name of that side's event."""
    return narrator.card(card, side).strip("「」")


def _rest(tallies: list[Tally], narrator: Narrator, look: Look, width: int) -> Row:
    """How many cards are in the deck; the discards, the one on top first."""
    row = Row(look).add(" ")
    for tally in tallies:
        if tally.label == DECK:
            row.add(f"{narrator.label(DECK)} ", "dim").add(str(tally.count), "text", "b").add("   ")
    for tally in tallies:
        if tally.label == PILE:
            row.add(f"{narrator.label(PILE)} ", "dim").add(str(tally.count), "text", "b")
            if tally.units:
                said = " ".join(reversed(tally.units))
                row.add("  ").add(look.clip(said, max(width - row.width - 1, 3)), "dim")
    return row
