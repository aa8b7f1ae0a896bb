"""Messages of commands that write to a log: the written events, their effects and the pending
decision; or the explanation of a rejection. All in the view of `--as`.

Writes nothing, and decides nothing about hidden facts.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from senpu.logs.hand_sheets import sheet_of
from senpu.notation.events import EndPhase, Event, Word
from senpu.notation.lines import Actor, Item
from senpu.notation.play import play_line
from senpu.notation.writer import format_event, format_item
from senpu.replay.core.narration import Narrator, find_example
from senpu.replay.core.reducer import EVENT_TYPES, LOG_WORDS, Reducer, ReductionError, Step
from senpu.replay.core.rejections import MAX_ALTERNATIVES
from senpu.replay.core.rules import CHANCE, AnyRules, IllegalEventError, State
from senpu.replay.core.views import View
from senpu.replay.recording.log_writing import Draft, InputParseError, RejectedInputError, Written
from senpu.tui.commands.arguments import side_of


def sight_of(given: Namespace, rules: AnyRules, sealed: str) -> View:
    """Return the view of `--as`, with the face-down cards that its side may know; `sealed` is the
    name of a game with face-down hands.
    """
    side = side_of(given, rules)
    if not sealed:
        return View(rules, side)
    from senpu.replay.recording.dealing import known  # few logs have sealed hands

    return View(rules, side, known(sheet_of(sealed)))


# ---- what was written -----------------------------------------------------------------------


def report_written(written: Written, say: Narrator, sight: View, path: Path) -> list[str]:
    """Return the rows of the report: the written lines, their effects and the pending decision."""
    rules, reducer, draft = written.rules, written.reducer, written.draft
    rows = [f"  {row}" for row in lines_seen(draft, sight)]
    texts = (say.describe_all(sight.filter_effects(step.effects)) for step in draft.steps)
    rows += filter(None, texts)
    state = sight.filter_state(reducer.state)
    rows += filled_in(written, state, say, sight)
    if state.decision is not None:
        rows.append(say.prompt(state.decision, find_example(rules, state)))
    elif state.outcome is not None:
        ending = state.outcome.ending
        meaning = say.ending(ending)
        over = say.label("game_over", ending=ending)
        rows.append(f"{over}{f' ({meaning})' if meaning else ''}")
        if not reducer.is_ended:
            rows.append(f'{say.label("close_with")}: senpu append {path} "End: {ending}"')
    return rows


def lines_seen(draft: Draft, sight: View) -> Iterator[str]:
    """Yield the lines of a draft, in the view of a side."""
    events = (seen(step, sight) for step in draft.steps)
    for number, row in enumerate(draft.text.splitlines(), 1):
        line, faults = play_line(number, row)
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


def seen(step: Step, sight: View) -> Event:
    """Return an event in the view of a side; `undo` and the like hide nothing."""
    meta = type(step.event) is Word and step.event.word in LOG_WORDS
    return step.event if meta else sight.filter_event(step.before, step.event)


def filled_in(written: Written, state: State, say: Narrator, sight: View) -> list[str]:
    """Return which events were filled in, how to end the next phase too, and whether a typed `|`
    came after a filled-in one.
    """
    draft, rows = written.draft, list[str]()
    if draft.behind:
        rows.append(say.label("after_filled_end", n=draft.behind))
    if draft.filled:
        events = " ".join(map(format_item, lettered(draft.filled, sight)))
        rows.append(say.label("filled_in", events=events))
        letter = written.rules.letter[state.decision.side] if state.decision is not None else ""
        if letter and type(draft.steps[-1].event) is EndPhase and ends(state, sight):
            rows.append(say.label("filled_end", letter=letter))
    return rows


def ends(state: State, sight: View) -> bool:
    """Return whether `|` is a legal event."""
    try:
        sight.rules.canon(state, EndPhase())
    except IllegalEventError:
        return False
    return True


def lettered(steps: list[Step], sight: View) -> Iterator[Item]:
    """Yield events, with the letter of the side where the side changes."""
    letter = ""
    for step in steps:
        acts = sight.rules.letter.get(step.actor, "")
        if acts and acts != letter:
            yield Actor(letter := acts)
        yield seen(step, sight)


# ---- what was refused -----------------------------------------------------------------------


def report_rejected(declined: RejectedInputError, say: Narrator, sight: View) -> list[str]:
    """Return the rows of the report: the reason, the rule, and the legal alternatives."""
    bad, scribe, rows = declined.reason, declined.scribe, list[str]()
    if isinstance(bad, InputParseError):
        texts = [fault.render(language=say.language) for fault in bad.faults]
        return [*texts, say.label("nothing_written")]
    rules, reducer = scribe.rules, scribe.reducer
    rows.append(say.label("rejected", reason=reason(bad, reducer, say, sight)))
    if bad.hint is not None:
        rows.append(f"  {bad.hint.text(say.language)}")
    if bad.event is not None and (written := say.misnamed(bad.event)):
        rows.append(f"  {written}")
    if number := declined.repeats(sight):
        rows.append(f"  {say.label('has_already', n=number)}")
    if scribe.filled:
        events = " ".join(map(format_item, lettered(scribe.filled, sight)))
        rows.append(f"  {say.label('after_filled', events=events)}")
    rows += legal_here(rules, sight.filter_state(reducer.state), bad.event, say)
    rows.append(say.label("nothing_written"))
    return rows


def legal_here(rules: AnyRules, state: State, event: Event | None, say: Narrator) -> Iterator[str]:
    """Yield the pending decision, and the legal alternatives to a rejected event."""
    if state.decision is not None:
        yield f"  {say.prompt(state.decision, find_example(rules, state))}"
        if state.decision.side != CHANCE and event is not None:
            events = alternatives(rules, state, event, say)
            yield f"  {say.label('legal_alternatives', events=events)}"


def reason(bad: ReductionError, reducer: Reducer, say: Narrator, sight: View) -> str:
    """Return why an event is rejected, as far as a viewer may know it."""
    if bad.rejection is None or bad.event is None:
        return f"{bad.fault}: {bad.message.text(say.language)}"
    return sight.filter_message(reducer.state, bad).text(say.language)


def alternatives(rules: AnyRules, state: State, event: Event, say: Narrator) -> str:
    """Return legal events of the same units, attacks with their success probability, and whether
    there are more.
    """
    found = list(islice(rules.alternatives(state, event), MAX_ALTERNATIVES + 1))
    found = found or list(islice(rules.legal(state), MAX_ALTERNATIVES + 1))
    texts = []
    for each in found[:MAX_ALTERNATIVES]:
        odds = rules.odds(state, each)
        chance = (
            f" ({say.label('success_probability', n=round(odds.success * 100))})" if odds else ""
        )
        texts.append(f"{format_event(each)}{chance}")
    if len(found) > MAX_ALTERNATIVES:
        texts.append(say.label("and_more"))
    return say.label("comma").join(texts)
