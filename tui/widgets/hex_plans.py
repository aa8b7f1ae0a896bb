"""Attacks that are declared and not fought yet, as a panel: who against whom, in which column."""

from itertools import islice

from replay.narration import Narrator
from replay.rules import Odds
from replay.timeline import Timeline
from tui.widgets.hex_words import counter, place_words
from tui.widgets.painting import Look, Row
from tui.widgets.panels import Block
from tui.widgets.reasons import odds_of
from tui.widgets.scene import Scene

LOOKED_AT = 120
"""How many legal events are looked at for the chances of what is declared."""


def plans_block(
    scene: Scene, timeline: Timeline, narrator: Narrator, look: Look, width: int
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
        for unit in plan.units:
            if unit in pieces:
                counter(row, pieces[unit], narrator)
        row.add(" > ", "now", "b").add(place_words(narrator, plan.place))
        targets = [piece for piece in scene.board.pieces if piece.place == plan.place]
        row.add("  " if targets else "")
        for piece in targets:
            counter(row, piece, narrator)
        found = odds.get(plan.place)
        if found is not None and row.width < width - 6:
            row.to(width - 4).add(found.column.rjust(3), how="b")
        rows.append(row)
    return Block(look.word("plans"), rows, "text")


def _odds(timeline: Timeline, scene: Scene) -> dict[str, Odds]:
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
