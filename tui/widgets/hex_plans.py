"""Attacks that are declared and not fought yet, as a panel: who against whom, in which column."""

from itertools import islice

from rich.cells import cell_len

from replay.line import Line
from replay.narration import Narrator
from replay.odds import Odds
from replay.rules import Piece
from tui.widgets.hex_words import counter, place_words
from tui.widgets.painting import Look, Row
from tui.widgets.panels import Block
from tui.widgets.reasons import odds_of
from tui.widgets.scene import Scene

LOOKED_AT = 120
"""How many legal events are looked at for the chances of what is declared."""


def plans_block(
    scene: Scene, timeline: Line, narrator: Narrator, look: Look, width: int
) -> Block | None:
    """The declared attacks; nothing without any."""
    plans = scene.board.plans
    if not plans:
        return None
    pieces = {piece.id: piece for piece in scene.board.pieces}
    odds = _odds(timeline, scene)
    rows = []
    for plan in plans:
        row = Row(look).add(" ")
        found = odds.get(plan.place)
        units = [pieces[unit] for unit in plan.units if unit in pieces]
        targets = [piece for piece in scene.board.pieces if piece.place == plan.place]
        words = place_words(narrator, plan.place)
        end = width - 5 if found is not None else width - 1
        # On a narrow pane the place goes by its number, and of many counters the first are told.
        least = 7 * bool(targets)
        if row.width + 6 * len(units) + cell_len(words) + 3 + least > end:
            words = plan.place
        _counters(row, units, narrator, look, end - cell_len(words) - 3 - least)
        row.add(" > ", "now", "b").add(words).add("  " if targets else "")
        _counters(row, targets, narrator, look, end)
        if found is not None and row.width <= width - 5:
            row.to(width - 4).add(found.column.rjust(3), how="b")
        rows.append(row)
    return Block(look.word("plans"), rows, "text")


def _counters(row: Row, pieces: list[Piece], narrator: Narrator, look: Look, until: int) -> None:
    """Counters up to a column, and that there are more where they do not fit."""
    for at, piece in enumerate(pieces):
        more = cell_len(look.signs.more) if at + 1 < len(pieces) else 0
        size = cell_len(piece.strength or piece.id) + 2
        if row.width + size + more > until:
            row.add(look.signs.more, "dim")
            break
        counter(row, piece, narrator)


def _odds(timeline: Line, scene: Scene) -> dict[str, Odds]:
    """The chances of each declared attack, where it may be chosen to be fought now."""
    rules, state = timeline.rules, scene.moment.state
    found: dict[str, Odds] = {}
    if state.ask is None:
        return found
    places = {plan.place for plan in scene.board.plans}
    for event in islice(rules.legal(state), LOOKED_AT):
        args = getattr(event, "args", ())
        place = args[0] if args else ""
        if place in places and place not in found and not getattr(event, "payer", ()):
            odds = odds_of(rules, state, event)
            if odds is not None:
                found[place] = odds
    return found
