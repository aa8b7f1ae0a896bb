"""Choosing an event step by step: the page of what is open, and what keys and clicks on the map
mean for it. Writes nothing itself.
"""

from typing import TYPE_CHECKING

from senpu.replay.core.rules import CHANCE
from senpu.tui.choices import Item, Narrowing
from senpu.tui.screens import choosing
from senpu.tui.widgets.chooser import Entry, Page
from senpu.tui.widgets.clicks import Pointed
from senpu.tui.widgets.painting import Row, wrapped
from senpu.tui.widgets.prospect import Prospect

if TYPE_CHECKING:
    from senpu.tui.screens.recording_interface import Recorder


def choose(recording: "Recorder") -> Page:
    """The page of what is open, so far as somebody has come."""
    choices, voice, so_far = recording.choices, recording.voice, recording.top.so_far
    open_ = Prospect(so_far.units)
    if so_far.units and so_far.where:
        open_ = choosing.open_to(choices.left(so_far), so_far.units)
    items = choices.items(so_far)
    entries = [entry_of(recording, item, so_far, voice, open_) for item in items]
    look = voice.look

    def said(width: int, height: int) -> list[Row]:
        del height
        text = choosing.asked_for(choices, so_far, voice)
        rows = [Row(look).add(" " + line, how="b") for line in wrapped(text, width - 2)]
        if not choices.complete:
            text = look.word("legal_reading", n=len(choices.found))
            rows.append(Row(look).add(" " + text, "faint"))
        elif choices.more:
            rows.append(Row(look).add(" " + look.word("legal_more", n=len(choices.found)), "faint"))
        return rows

    return Page(title(recording), entries, said)


def title(recording: "Recorder") -> str:
    """Who is asked what, by which rule."""
    decision, screen = recording.state.decision, recording.screen
    if decision is None:
        return screen.look.word("recording")
    said = screen.narrator.decision(decision)
    return (
        screen.look.word("asked_by_rule", decision=said, rule=decision.rule)
        if decision.rule
        else said
    )


def entry_of(
    recording: "Recorder", item: Item, so_far: Narrowing, voice: choosing.Voice, open_: Prospect
) -> Entry:
    """The line of an item; `open_` is all that may be chosen now."""
    choices = recording.choices

    def go_on() -> None:
        if (step := choices.after(so_far, item)) != so_far:
            recording.push(choose, step)

    if item.kind == "event":
        text = item.choices[0].text
        return choosing.event_entry(
            item.choices[0], choices, voice, lambda: recording.write(text), open_
        )
    if item.kind == "unit":
        chosen = item.key in so_far.units
        return choosing.unit_entry(item, chosen, voice, go_on, open_)
    return choosing.group_entry(item, choices, voice, go_on, open_)


def is_choosing(recording: "Recorder") -> bool:
    """Whether an event is being chosen, step by step."""
    decision = recording.state.decision
    first = len(recording.stack) == 1 or recording.top.build is choose
    open_ = recording.at_end and not recording.is_typing and not recording.handing
    return open_ and first and decision is not None and decision.side != CHANCE


def join(recording: "Recorder") -> None:
    """Add the unit at the cursor to those chosen, or take it out."""
    entry, so_far = recording.entry, recording.top.so_far
    unit = entry.unit if entry else ""
    if not unit or not is_choosing(recording):
        return
    joined = recording.choices.with_unit(so_far, unit)
    if joined is None:
        return
    if joined.units:
        frame = type(recording.top)(choose, joined._replace(at=so_far.at))
        if len(recording.stack) > 1:
            recording.stack.pop()
        recording.stack.append(frame)
        recording.rebuild()
    elif len(recording.stack) > 1:
        recording.stack.pop()
        recording.rebuild()
    for index, other in enumerate(recording.page.entries):
        if other.unit == unit:
            recording.pick(index)


def points(recording: "Recorder", message: Pointed) -> bool:
    """Somebody clicks on the map; whether that means a choice."""
    if not is_choosing(recording):
        return False
    choices, so_far = recording.choices, recording.top.so_far
    at = choices.at_unit if message.kind == "unit" else choices.at_place
    step = at(so_far, message.ident)
    if step is None:
        return False
    frame = type(recording.top)
    if step == so_far and len(recording.page.entries) == 1:
        recording.take()
    elif step == Narrowing():
        recording.reset()
    else:
        units = Narrowing(step.units, choices.enough(step.units))
        below = [frame(choose, units)] if step.units and units != step else []
        recording.reset(*below, frame(choose, step))
    return True
