"""Panels of the player: the legal events, and the verdict."""

from collections.abc import Iterator
from itertools import islice

from rich.cells import cell_len

from senpu.notation.faults import LAYERS
from senpu.notation.printable import make_printable
from senpu.notation.writer import format_event
from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import CHANCE, AnyRules
from senpu.replay.core.timeline import GameLine
from senpu.replay.disputes.verdict import LogVerdict, find_latest_seals
from senpu.spec.data import PRINTED_PROVENANCES
from senpu.tui.boards.combat_account import compute_odds
from senpu.tui.boards.scene import Scene
from senpu.tui.render.odds_report import (
    UNSURE,
    round_percent,
)
from senpu.tui.render.verdict_report import SideNames, render_finding
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
    """Return the legal events: the played one, attacks by probability, then the rest."""
    rules, state = timeline.rules, scene.moment.state
    decision = state.decision
    if decision is None:
        return Block(look.word("legal"), [Row(look).add(" " + look.word("nothing_legal"), "faint")])
    events = list(islice(rules.legal(state), LISTED + 1))
    more = len(events) > LISTED
    del events[LISTED:]
    played = _played(timeline, scene)
    texts = [(format_event(event), compute_odds(rules, state, event)) for event in events]
    texts.sort(key=lambda pair: (pair[0] != played, -pair[1].success if pair[1] else 1))
    size = measure_labels(text for text, _ in texts) + 1
    any_odds = any(odds for _, odds in texts)
    chance = measure_labels([format_percent(look, 1)]) + 2 if any_odds else 0
    cells = []
    for text, odds in texts:
        taken = text == played
        row = Row(look).add(look.signs.here if taken else " ", "now", "b")
        row.add(text, "now" if taken else "text", "b" if taken else "").pad_to(size + 2)
        if odds:
            row.add(format_percent(look, odds.success), "dim")
            if odds.provenance not in PRINTED_PROVENANCES:
                row.add(UNSURE, "note")
        cells.append(row)
    cell = min(size + chance + 4, max(width - 2, 8))
    rows = arrange_rows(look, cells, width - 2, cell)
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
    return Block(title, rows)


def _results_rows(
    scene: Scene, timeline: GameLine, narrator: Narrator, look: Look, width: int
) -> list[Row]:
    """Return the results of the pending dice and their probabilities."""
    from senpu.tui.render.odds_report import find_outcomes

    rules, state = timeline.rules, scene.moment.state
    found = find_outcomes(rules, state, timeline.view, narrator)
    size = max((cell_len(text) for _, text, _ in found), default=0) + 8
    rows: list[Row] = []
    for share, text, story in found:
        first, *others = wrap_cells(story, max(width - size - 2, 8)) or [""]
        row = Row(look).add(f" {share:>3}", how="b").add(f"  {text}", "dim").pad_to(size)
        rows.append(row.add(first))
        rows += [Row(look).pad_to(size).add(label) for label in others]
    return rows


def _played(timeline: GameLine, scene: Scene) -> str:
    """Return the text of the next event of the log."""
    if scene.number >= timeline.last:
        return ""
    return format_event(timeline.get_event(scene.number + 1).event)


BESIDE_LAYERS = 70
"""Minimum width for the facts next to the layers."""


def render_verdict(
    verdict: LogVerdict | None, look: Look, width: int, rules: AnyRules | None = None
) -> Block:
    """Return the verdict on the file, layer by layer, with localized rejections."""
    if verdict is None:
        return Block(look.word("verdict"), [Row(look).add(" " + look.word("verifying"), "dim")])
    rows = []
    for fault in verdict.faults:
        label, *shown = map(make_printable, fault.render("", look.language).splitlines())
        for text in (
            *wrap_cells(label, width - 2),
            *(look.clip(line, width - 2) for line in shown),
        ):
            rows.append(Row(look).add(" " + text, "error"))
        if fault.legal:
            label = look.word("legal_here", events="  ".join(fault.legal))
            rows += [Row(look).add(" " + text, "dim") for text in wrap_cells(label, width - 3)]
    layers = list(render_layers(verdict, look))
    facts = _facts(verdict, look, width)
    if width >= BESIDE_LAYERS:
        for at in range(max(len(layers), len(facts))):
            row = Row(look).join(layers[at] if at < len(layers) else Row(look), 38)
            rows.append(row.join(facts[at] if at < len(facts) else Row(look), width - 40))
    else:
        rows += [*layers, *facts]
    for finding in verdict.warnings:
        label = make_printable(render_finding(finding, SideNames(look.language, rules)))
        rows += [Row(look).add(" " + text, "note") for text in wrap_cells(label, width - 2)]
    return Block(look.word("verdict"), rows, "dim" if verdict.valid else "error")


def _facts(verdict: LogVerdict, look: Look, width: int) -> list[Row]:
    facts = [
        ("game", verdict.game),
        ("events", str(verdict.events)),
        ("valid_through", str(verdict.valid_through)),
        ("ending", verdict.ending or look.word("in_progress")),
        ("state", verdict.state),
    ]
    if verdict.seals:
        signed = [
            f"{side.capitalize()} {seal.line}{'' if seal.checked else ' ?'}"
            for side, seal in find_latest_seals(verdict.seals).items()
        ]
        facts.append(("signed", ", ".join(signed)))
    if not verdict.state:  # an unknown rule set, or hidden from this viewer
        facts = [fact for fact in facts if fact[0] != "state"]
    start = measure_labels(look.word(name) for name, _ in facts) + 4
    return [
        Row(look)
        .add("   " + look.word(name), "dim")
        .pad_to(start)
        .add(look.clip(make_printable(value), max(width - start, 4)))
        for name, value in facts
    ]


def render_layers(verdict: LogVerdict, look: Look) -> Iterator[Row]:
    """Return a sign and a word per layer; layers below the first fault are not reached."""
    faulty = {fault.layer for fault in verdict.faults}
    reached = True
    for layer in LAYERS:
        row = Row(look).add(" ")
        if layer in faulty:
            row.add(look.signs.bad, "error", "b")
            text, reached = look.word("layer_invalid"), False
        elif not reached:
            row.add(look.signs.open, "faint")
            text = look.word("layer_unchecked")
        elif layer == "chain" and verdict.chain == "unchained":
            row.add(look.signs.open, "dim")
            text = look.word("layer_unchained")
        else:
            row.add(look.signs.good, "good", "b")
            text = look.word("layer_valid")
        row.add(" " + look.word(f"layer_{layer}"), "dim").pad_to(13).add(text)
        yield row
    row = Row(look).add(" ")
    pinned = verdict.data == "pinned"
    row.add(look.signs.good if pinned else look.signs.open, "good" if pinned else "dim", "b")
    row.add(" " + look.word("layer_data"), "dim").pad_to(13)
    yield row.add(look.word("data_pinned" if pinned else "data_unpinned"))
