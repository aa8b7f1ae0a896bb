"""Messages of commands that write to a log, in the view of `--side`.

They show the written events, their effects and the pending decision, or explain a rejection.
Writes nothing, and decides nothing about hidden facts.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from senpu.notation.events import EndPhase, Event
from senpu.notation.faults import hint_row
from senpu.notation.layout import style_start
from senpu.notation.lines import Actor, Item
from senpu.notation.play import parse_line
from senpu.notation.writer import format_event, format_item
from senpu.replay.core.narration import Narrator, find_example
from senpu.replay.core.reducer import EVENT_TYPES, Reducer, ReductionError, Step
from senpu.replay.core.rejections import MAX_ALTERNATIVES
from senpu.replay.core.rules import AnyRules, IllegalEventError
from senpu.replay.core.states import CHANCE, State
from senpu.replay.core.views import View
from senpu.replay.recording.log_writing import (
    AppendResult,
    Draft,
    InputParseError,
    RejectedInputError,
)
from senpu.tui.commands.arguments import find_acting_side
from senpu.tui.render.text_layout import wrap_rows


def make_view(given: Namespace, rules: AnyRules, sealed: str) -> View:
    """Return the view of `--side`; `sealed` is the name of a game with face-down hands, or ""."""
    side = find_acting_side(given, rules)
    if not sealed:
        return View(rules, side)
    from senpu.replay.recording.dealing import read_known_cards  # few logs have face-down hands

    return View(rules, side, read_known_cards(sealed, side))


# ---- written events -------------------------------------------------------------------------


def report_written(
    written: AppendResult, narrator: Narrator, sight: View, path: Path, *, has_pending: bool = True
) -> list[str]:
    """Return the rows of the report: the written lines, their effects and the pending decision.

    Args:
        written: The result.
        narrator: The writer of sentences.
        sight: The view of the reader.
        path: The log.
        has_pending: Whether the report ends with the pending decision.

    Returns:
        The rows, each at most as wide as the terminal.
    """
    rules, reducer, draft = written.rules, written.reducer, written.draft
    rows = [f"  {row}" for row in list_visible_lines(draft, sight)]
    texts = (narrator.describe_all(sight.filter_effects(step.effects)) for step in draft.steps)
    rows += [row for text in texts for row in wrap_rows(text, "")]
    state = sight.filter_state(reducer.state)
    rows += render_filled(written, state, narrator, sight)
    if has_pending:
        rows += render_pending(rules, state, narrator, path, reducer.is_ended)
    return rows


def render_pending(
    rules: AnyRules, state: State, narrator: Narrator, path: Path, is_ended: bool = False
) -> Iterator[str]:
    """Yield the pending decision of a log with an example, or how the game ended."""
    if state.decision is not None:
        prompt = narrator.prompt_with_example(state.decision, find_example(rules, state))
        yield from wrap_rows(prompt, "")
    elif state.outcome is not None:
        ending = state.outcome.ending
        over = narrator.label("game_over", ending=narrator.explain_ending(ending))
        yield from wrap_rows(over, "")
        if not is_ended:
            yield f'{narrator.label("close_with")}: senpu append {path} "End: {ending}"'


def list_visible_lines(draft: Draft, sight: View) -> Iterator[str]:
    """Yield the lines of a draft, in the view of a side."""
    events = (filter_step(step, sight) for step in draft.steps)
    for number, row in enumerate(draft.text.splitlines(), 1):
        line, faults = parse_line(number, row)
        if (
            sight.is_unrestricted
            or faults
            or not any(type(item) in EVENT_TYPES for item in line.items)
        ):
            yield row  # also machine lines and the ending, which hide nothing
            continue
        mark = f"T{line.turn} " if line.turn is not None else ""
        items = [next(events) if type(item) in EVENT_TYPES else item for item in line.items]
        yield mark + " ".join(map(format_item, items))


def filter_step(step: Step, sight: View) -> Event:
    """Return an event in the view of a side."""
    return sight.filter_event(step.before, step.event)


def render_filled(
    written: AppendResult, state: State, narrator: Narrator, sight: View
) -> list[str]:
    """Return which events were filled in, and what to know about them."""
    draft, rows = written.draft, list[str]()
    if draft.repeated_end:
        rows.append(narrator.label("after_filled_end", n=draft.repeated_end))
    if draft.filled:
        events = " ".join(map(format_item, add_letters(draft.filled, sight)))
        rows.append(narrator.label("filled_in", events=events))
        letter = written.rules.letter[state.decision.side] if state.decision is not None else ""
        if letter and type(draft.steps[-1].event) is EndPhase and can_end_phase(state, sight):
            rows.append(narrator.label("filled_end", letter=letter))
    return rows


def can_end_phase(state: State, sight: View) -> bool:
    """Return whether `|` is a legal event."""
    try:
        sight.rules.canon(state, EndPhase())
    except IllegalEventError:
        return False
    return True


def add_letters(steps: list[Step], sight: View) -> Iterator[Item]:
    """Yield events, with the letter of the side where the side changes."""
    letter = ""
    for step in steps:
        acts = sight.rules.letter.get(step.actor, "")
        if acts and acts != letter:
            yield Actor(letter := acts)
        yield filter_step(step, sight)


# ---- rejected events ------------------------------------------------------------------------


def report_rejected(declined: RejectedInputError, narrator: Narrator, sight: View) -> list[str]:
    """Return the rows of the report: the reason, the rule, and the legal alternatives."""
    bad, scribe, rows = declined.reason, declined.scribe, list[str]()
    if isinstance(bad, InputParseError):
        return [fault.render(language=narrator.language) for fault in bad.faults]
    rules, reducer = scribe.rules, scribe.reducer
    reason = describe_reason(bad, reducer, narrator, sight)
    rows.append(style_start(narrator.label("rejected", reason=reason), "invalid"))
    if bad.hint is not None:
        rows.append(f"  {hint_row(bad.hint, narrator.language)}")
    if bad.event is not None and (written := narrator.misnamed(bad.event)):
        rows.append(f"  {written}")
    if number := declined.find_repeated(sight):
        rows.append(f"  {narrator.label('has_already', n=number)}")
    if scribe.filled:
        events = " ".join(map(format_item, add_letters(scribe.filled, sight)))
        rows.append(f"  {narrator.label('after_filled', events=events)}")
    rows += render_decision(rules, sight.filter_state(reducer.state), bad.event, narrator)
    return rows


def render_decision(
    rules: AnyRules, state: State, event: Event | None, narrator: Narrator
) -> Iterator[str]:
    """Yield the pending decision, and the legal alternatives to a rejected event."""
    if state.decision is not None:
        prompt = narrator.prompt_with_example(state.decision, find_example(rules, state))
        yield from wrap_rows(prompt, "  ")
        if state.decision.side != CHANCE and event is not None:
            events = render_alternatives(rules, state, event, narrator)
            yield f"  {narrator.label('legal_alternatives', events=events)}"


def describe_reason(bad: ReductionError, reducer: Reducer, narrator: Narrator, sight: View) -> str:
    """Return why an event is rejected, without facts that are hidden from the viewer."""
    if bad.rejection is None or bad.event is None:
        return f"{bad.fault}: {bad.message.text(narrator.language)}"
    return sight.filter_message(reducer.state, bad).text(narrator.language)


def render_alternatives(rules: AnyRules, state: State, event: Event, narrator: Narrator) -> str:
    """Return legal events of the same units, attacks with their success probability."""
    found = list(islice(rules.alternatives(state, event), MAX_ALTERNATIVES + 1))
    found = found or list(islice(rules.legal(state), MAX_ALTERNATIVES + 1))
    texts = []
    for each in found[:MAX_ALTERNATIVES]:
        odds = rules.odds(state, each)
        text = format_event(each)
        if odds:
            percent = round(odds.success * 100)
            text = narrator.label("success_probability", event=text, n=percent)
        texts.append(text)
    if len(found) > MAX_ALTERNATIVES:
        texts.append(narrator.label("and_more"))
    return narrator.label("comma").join(texts)
