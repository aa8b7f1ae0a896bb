"""The panel of the attacks that are declared and not resolved yet."""

from itertools import islice

from rich.cells import cell_len

from senpu.replay.core.narration import Narrator
from senpu.replay.core.odds import Odds
from senpu.replay.core.rules import Piece
from senpu.replay.core.timeline import GameLine
from senpu.tui.boards.combat_account import compute_odds
from senpu.tui.boards.scene import Scene
from senpu.tui.render.odds_report import mark_doubt
from senpu.tui.widgets.hex_legend import add_counter
from senpu.tui.widgets.painting import Look, Row
from senpu.tui.widgets.panels import Block

LOOKED_AT = 120
"""Maximum legal events read for the odds of declared attacks."""


def render_plans(
    scene: Scene, timeline: GameLine, narrator: Narrator, look: Look, width: int
) -> Block | None:
    """Return the declared attacks, or None."""
    plans = scene.board.plans
    if not plans:
        return None
    pieces = {piece.id: piece for piece in scene.board.pieces}
    odds = _compute_odds(timeline, scene)
    rows = []
    for plan in plans:
        row = Row(look).add(" ")
        found = odds.get(plan.place)
        units = [pieces[unit] for unit in plan.units if unit in pieces]
        targets = [piece for piece in scene.board.pieces if piece.place == plan.place]
        words = narrator.place(plan.place)
        end = width - 6 if found is not None else width - 1
        # A narrow pane shows the number of the place and the first counters only.
        least = 7 * bool(targets)
        if row.width + 6 * len(units) + cell_len(words) + 3 + least > end:
            words = plan.place
        _add_counters(row, units, narrator, look, end - cell_len(words) - 3 - least)
        row.add(" > ", "now", "b").add(words).add("  " if targets else "")
        _add_counters(row, targets, narrator, look, end)
        if found is not None and row.width <= width - 6:
            row.pad_to(width - 5).add(found.column.rjust(3), how="b")
            row.add(mark_doubt(found.provenance), "note")
        rows.append(row)
    return Block(look.word("declared_attacks"), rows, "text")


def _add_counters(
    row: Row, pieces: list[Piece], narrator: Narrator, look: Look, until: int
) -> None:
    """Add counters up to a column, then a sign if some do not fit."""
    for at, piece in enumerate(pieces):
        more = cell_len(look.signs.more) if at + 1 < len(pieces) else 0
        size = cell_len(piece.strength or piece.id) + 2
        if row.width + size + more > until:
            row.add(look.signs.more, "dim")
            break
        add_counter(row, piece, narrator)


def _compute_odds(timeline: GameLine, scene: Scene) -> dict[str, Odds]:
    """Return the odds of each declared attack that can be resolved now."""
    rules, state = timeline.rules, scene.moment.state
    found: dict[str, Odds] = {}
    if state.decision is None:
        return found
    places = {plan.place for plan in scene.board.plans}
    for event in islice(rules.legal(state), LOOKED_AT):
        args = getattr(event, "args", ())
        place = args[0] if args else ""
        if place in places and place not in found and not getattr(event, "payer", ()):
            odds = compute_odds(rules, state, event)
            if odds is not None:
                found[place] = odds
    return found
