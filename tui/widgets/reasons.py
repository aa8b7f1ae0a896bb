"""Panels of the player: why an event is legal, and the legal events."""

from collections.abc import Iterable, Iterator
from itertools import islice

from msgspec.structs import replace
from rich.cells import cell_len

from senpu.notation.events import Attack, Event, Roll, Word
from senpu.notation.faults import LAYERS
from senpu.notation.writer import format_event
from senpu.replay.core.narration import Narrator
from senpu.replay.core.odds import Odds
from senpu.replay.core.rules import CHANCE, AnyRules, Effect, IllegalEventError, State
from senpu.replay.core.timeline import GameLine
from senpu.replay.disputes.verdict import LogVerdict
from senpu.spec.data import PRINTED_PROVENANCES
from senpu.tui.boards.scene import Scene
from senpu.tui.render.odds_report import (
    format_change,
    list_assumptions,
    merge_results,
    name_result,
    render_cases,
    render_needed,
    round_percent,
    round_percents,
)
from senpu.tui.widgets.painting import Look, Row, wrap_cells
from senpu.tui.widgets.panels import Block, arrange_rows, measure_labels

LONG_AGO = 100
"""Maximum events between an activation and its last attack."""
LISTED = 400
"""Maximum legal events in a panel."""


def format_percent(look: Look, chance: float) -> str:
    """Return a probability (0 to 1) as a rounded percentage, such as "58%"."""
    return look.word("percent", n=round_percent(chance))


def render_reasons(
    scene: Scene, timeline: GameLine, narrator: Narrator, look: Look, width: int
) -> Block:
    """Return the panel of this activation's attack: terms, success probability, result."""
    found = find_attack(scene, timeline) or find_previous_attack(scene, timeline)
    if found is None:
        return Block(look.word("why"), [Row(look).add(" " + look.word("no_attack"), "faint")])
    number, event, odds = found
    number_at = number_column(width)
    rows = render_terms(odds, narrator, look, width)
    rows += _course_rows(scene, timeline, number, narrator, look, width)
    rows += render_weak_provenance(odds, look, width)
    if len(odds.results) > 2:
        results = round_percents(odds)
        for result, share in merge_results(results) if format_change(odds) else results:
            name = name_result(result, narrator)
            row = Row(look).add(" " + look.clip(name, number_at - 2), "dim").pad_to(number_at + 5)
            rows.append(row.add(look.word("percent", n=share), "dim"))
    rows += render_alternatives(odds, narrator, look, width)
    title = look.word("why_of", event=format_event(event))
    if number < scene.activation.start:
        title = look.word("why_before", why=title, n=number)
    return Block(title, rows)


def number_column(width: int) -> int:
    """Return the column of numbers in a calculation at a width."""
    return max(min(width - 17, 40), 12)


def render_terms(odds: Odds, narrator: Narrator, look: Look, width: int) -> list[Row]:
    """Return the terms of an attack, then the required number and its probability."""
    number_at = number_column(width)
    rows: list[Row] = []
    for term in odds.terms:
        sign = "+" if rows and term.number > 0 else ""
        row = (
            Row(look)
            .add(" ")
            .add(look.clip(narrator.label(term.label, unit=term.unit), number_at - 2), "dim")
        )
        text = f"{sign}{term.number}" if term.number else ""
        row.pad_to(number_at).add(text.rjust(3)).add(f"  {term.rule}", "faint")
        rows.append(row)
    text = render_needed(odds) if odds.roll in NUMBERED else ""
    row = Row(look).add(f" {describe_needed(odds, narrator, look)}").pad_to(number_at)
    row.add(text.rjust(3), how="b").add(f"  {format_percent(look, odds.success)}", "dim")
    return [*rows, row]


def render_alternatives(odds: Odds, narrator: Narrator, look: Look, width: int) -> list[Row]:
    """Return what precedes an attack's result, and its alternative odds."""
    label = render_cases(odds, narrator)
    return [
        Row(look).add(" " + row, "dim") for text in label for row in wrap_cells(text, width - 3)
    ]


def render_assumptions(odds: Odds, narrator: Narrator, look: Look, width: int) -> list[Row]:
    """Return the assumptions of an attack's odds."""
    text = list_assumptions((odds,), narrator)
    return [Row(look).add(" " + row, "dim") for row in wrap_cells(text, width - 3)]


def render_weak_provenance(odds: Odds, look: Look, width: int) -> list[Row]:
    """Return the weakest provenance of an attack's odds, unless it is sound."""
    if odds.provenance in PRINTED_PROVENANCES:
        return []
    label = look.word("rests_on", provenance=look.word(odds.provenance))
    return [Row(look).add(" " + text, "note") for text in wrap_cells(label, width - 3)]


def find_attack(scene: Scene, timeline: GameLine) -> tuple[int, Event, Odds] | None:
    """Return the attack of this activation: number, event, and odds with answers included."""
    rules, answered = timeline.rules, None
    for number in reversed(range(max(scene.activation.start, 1), scene.number + 1)):
        event, before = timeline.get_event(number).event, timeline.get_position(number - 1).state
        odds = None if type(event) is Roll else compute_odds(rules, before, event)
        if odds is None or not odds.terms:
            continue
        if (
            type(event) is Word
            and before.decision is not None
            and before.decision.kind in rules.continuing_kinds
        ):
            answered = answered or odds
            continue
        if answered is not None:
            odds = replace(answered, terms=odds.terms + answered.terms)
        return number, event, odds
    return None


def find_previous_attack(scene: Scene, timeline: GameLine) -> tuple[int, Event, Odds] | None:
    """Return the last attack before this activation, within LONG_AGO events."""
    last = min(scene.activation.start, scene.number + 1) - 1
    for number in range(last, max(last - LONG_AGO, 0), -1):
        event = timeline.get_event(number).event
        if type(event) is Attack or (type(event) is Word and event.args):
            odds = compute_odds(timeline.rules, timeline.get_position(number - 1).state, event)
            if odds is not None and odds.terms:
                return number, event, odds
    return None


NUMBERED = {"sum": "needed", "difference": "needed_ahead"}
"""The label of the required number, by the way dice are read."""


def describe_needed(odds: Odds, narrator: Narrator, look: Look) -> str:
    """Return the label before an attack's probability: the required number, or none."""
    if odds.column:
        return narrator.label("column")
    return look.word(NUMBERED.get(odds.roll, "success_probability"))


def _course_rows(
    scene: Scene, timeline: GameLine, attack: int, narrator: Narrator, look: Look, width: int
) -> list[Row]:
    """Return the rolls since an attack; if dice are not summed, also effects and answers."""
    rows: list[Row] = []
    added = False
    for number in range(attack + 1, min(timeline.find_activation(attack).stop, scene.number + 1)):
        event, effects = timeline.get_event(number).event, timeline.get_position(number).effects
        total = _total(event, effects)
        added = added or total is not None
        if type(event) is Roll:
            rows.append(_roll_row(event, total, narrator, look, number_column(width)))
        if not added:
            story = wrap_cells(narrator.describe_all(effects), width - 5)
            rows += [Row(look).add(f"   {text}", "dim") for text in story]
    return rows


def _total(event: Event, effects: Iterable[Effect]) -> Effect | None:
    """Return whether the effects state the sum of the roll."""
    if type(event) is not Roll:
        return None
    numbers = (*event.pips, sum(event.pips))
    return next((each for each in effects if each.numbers == numbers), None)


def _roll_row(
    event: Roll, total: Effect | None, narrator: Narrator, look: Look, number_at: int
) -> Row:
    """Return a row of dice; with total and success only if the effects state them."""
    named = zip(event.sides or ("",) * len(event.pips), event.pips, strict=True)
    sign = " + " if total is not None else " "
    dice = sign.join(f"{letter}{pip}" for letter, pip in named)
    row = Row(look).add(" " + look.word("rolled", dice=dice))
    if total is not None:
        row.pad_to(number_at).add(str(total.numbers[-1]).rjust(3), how="b")
        if narrator.has(f"effect.{total.kind}_none"):
            hit = bool(total.units)
            row.add("  " + look.word("roll_hit" if hit else "roll_miss"), "now" if hit else "dim")
    return row


def compute_odds(rules: AnyRules, state: State, event: Event) -> Odds | None:
    """Return the odds of an event if it is an attack in that position, else None."""
    try:
        return rules.odds(state, event)
    except (IllegalEventError, KeyError, LookupError):
        return None


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
                row.add("?", "note")
        cells.append(row)
    cell = min(size + chance + 4, max(width - 2, 8))
    rows = arrange_rows(look, cells, width - 2, cell)
    if more:
        rows.append(Row(look).add(" " + look.word("listed_only", n=LISTED), "faint"))
    if decision.side == CHANCE:
        rows = _results_rows(scene, timeline, narrator, look, width) + rows
    weak = {
        odds.provenance for _, odds in texts if odds and odds.provenance not in PRINTED_PROVENANCES
    }
    if weak:
        label = look.word("and").join(map(look.word, sorted(weak)))
        rows.insert(0, Row(look).add(" ? " + look.word("rests_on", provenance=label), "note"))
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
