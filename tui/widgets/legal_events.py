"""The panel with the legal events of a position, attacks by probability."""

from itertools import islice

from rich.cells import cell_len

from senpu.notation.writer import format_event
from senpu.replay.core.narration import Narrator
from senpu.replay.core.states import CHANCE
from senpu.replay.core.timeline import GameLine
from senpu.tui.boards.combat_account import compute_odds
from senpu.tui.boards.scene import Scene
from senpu.tui.render.odds_report import find_outcomes, mark_doubt, round_percent
from senpu.tui.widgets.painting import Look, Row, wrap_cells
from senpu.tui.widgets.panels import Block, arrange_rows, measure_labels

LISTED = 400
"""Maximum legal events in a panel."""


def format_percent(look: Look, chance: float) -> str:
    """Return a probability (0 to 1) as a rounded percentage, such as "58%"."""
    return look.word("percent", n=round_percent(chance))


def render_legal_events(
    scene: Scene, timeline: GameLine, narrator: Narrator, look: Look, width: int
) -> Block:
    """Return the legal events: the played one, attacks by probability, then the rest by unit."""
    rules, state = timeline.rules, scene.moment.state
    decision = state.decision
    if decision is None:
        return Block(look.word("legal"), [Row(look).add(" " + look.word("nothing_legal"), "faint")])
    events = list(islice(rules.legal(state), LISTED + 1))
    more = len(events) > LISTED
    del events[LISTED:]
    played = find_played(timeline, scene)
    texts = [(format_event(event), compute_odds(rules, state, event), event) for event in events]
    texts.sort(key=lambda each: (each[0] != played, -each[1].success if each[1] else 1))
    size = measure_labels(text for text, *_ in texts) + 1
    any_odds = any(odds for _, odds, _ in texts)
    chance = measure_labels([format_percent(look, 1)]) + 2 if any_odds else 0
    groups: dict[str, list[Row]] = {"": []}
    for text, odds, event in texts:
        taken = text == played
        row = Row(look).add(look.signs.here if taken else " ", "now", "b")
        row.add(text, "now" if taken else "text", "b" if taken else "").pad_to(size + 2)
        if odds:
            row.add(format_percent(look, odds.success), "dim")
            row.add(mark_doubt(odds.provenance), "note")
        units: tuple[str, ...] = () if taken or odds else getattr(event, "units", ())
        groups.setdefault(units[0] if len(units) == 1 else "", []).append(row)
    cell = min(size + chance + 4, max(width - 2, 8))
    rows: list[Row] = []
    for unit, cells in groups.items():
        if unit:
            rows.append(Row(look).add(f" {look.clip(narrator.unit(unit), width - 3)}", "dim", "b"))
        rows += arrange_rows(look, cells, width - 2, cell)
    if more:
        rows.append(Row(look).add(" " + look.word("listed_only", n=LISTED), "faint"))
    if decision.side == CHANCE:
        rows = _results_rows(scene, timeline, narrator, look, width) + rows
    title = look.word(
        "legal_of",
        decision=narrator.decision(decision),
        rule=decision.rule,
        n=f"{len(events)}{'+' * more}",
    )
    if cell_len(title) > width - 5:
        title = f"{look.word('legal')} {len(events)}{'+' * more}"
    return Block(title, rows)


def _results_rows(
    scene: Scene, timeline: GameLine, narrator: Narrator, look: Look, width: int
) -> list[Row]:
    """Return the results of the pending dice and their probabilities."""
    rules, state = timeline.rules, scene.moment.state
    found = find_outcomes(rules, state, timeline.view, narrator)
    size = max((cell_len(text) for _, text, _ in found), default=0) + 9
    rows: list[Row] = []
    mark = mark_doubt(rules.roll_provenance(state))
    for share, text, story in found:
        first, *others = wrap_cells(story, max(width - size - 2, 8)) or [""]
        row = Row(look).add(f" {share:>3}", how="b").add(mark, "note")
        row.add(f"  {text}", "dim").pad_to(size)
        rows.append(row.add(first))
        rows += [Row(look).pad_to(size).add(label) for label in others]
    return rows


def find_played(timeline: GameLine, scene: Scene) -> str:
    """Return the text of the next event of the log; empty at its end."""
    if scene.number >= timeline.last:
        return ""
    return format_event(timeline.get_event(scene.number + 1).event)
