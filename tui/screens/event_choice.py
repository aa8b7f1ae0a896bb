"""The pages for choosing an event step by step, and clicks on the map.

This module does not write to the log.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from senpu.replay.core.states import CHANCE
from senpu.tui.boards.choices import ChoiceItem, ChoicePreview, Choices, EventChoice, Narrowing
from senpu.tui.screens.choice_rows import (
    describe_act,
    describe_odds,
    name_units,
    paint_event,
    paint_goal,
    paint_head,
    paint_unit,
)
from senpu.tui.screens.chooser_blocks import describe_place
from senpu.tui.widgets.chooser import ChooserEntry, ChooserPage
from senpu.tui.widgets.clicks import ObjectClicked
from senpu.tui.widgets.counters import CounterWriter
from senpu.tui.widgets.painting import Row, wrap_text

if TYPE_CHECKING:
    from senpu.tui.screens.recording_interface import Recorder

Goals = tuple[frozenset[str], frozenset[str]]
"""Places and target units."""


def make_event_entry(
    recording: "Recorder", item: ChoiceItem, choices: Choices, voice: CounterWriter,
    take: Callable[[EventChoice], None], final: bool = True,
) -> ChooserEntry:  # fmt: skip
    """Return the row of an event in a list of events of any units."""
    choice = item.choices[0]
    shows = ChoicePreview(choice.units, choice)
    return ChooserEntry(
        paint_event(item, choices, voice), lambda: take(choice), final,
        about=lambda width: describe_event(recording, choice, choices, voice, width),
        shows=shows, sentence=lambda: describe_choice(recording, choice, choices, voice),
        event=choice.text,
    )  # fmt: skip


def describe_event(
    recording: "Recorder", choice: EventChoice, choices: Choices, voice: CounterWriter, width: int
) -> list[Row]:
    """Return the details of an event: its odds, or its goal."""
    odds = choices.odds(choice.event)
    if odds:
        return describe_odds(odds, voice, width)
    place = choice.goal.place
    text = describe_place(recording.screen, place) if place else ""
    return wrap_text(voice.look, text, width - 2, "dim", 1)


def describe_choice(
    recording: "Recorder", choice: EventChoice, choices: Choices, voice: CounterWriter
) -> str:
    """Return the sentence of an event, and that Enter writes it."""
    del recording
    effects = choices.describe(choice.event, voice.narrator)
    if not effects:
        decision = choices.state.decision
        units = name_units(choices, voice.narrator, choice.units)
        units = units or (voice.narrator.side(decision.side) if decision else "")
        act = describe_act(choice, choices, voice)
        effects = voice.look.word("sentence_of", units=units, act=act) if units and act else act
    return voice.look.word("says_event", event=effects or choice.text)


def make_choice_page(recording: "Recorder") -> ChooserPage:
    """Return the page of legal events for the current selection."""
    frame = recording.top
    page = _make_list(recording, frame.so_far)
    below = recording.stack[-2] if len(recording.stack) > 1 else None
    if below is None or not frame.so_far.where or below.so_far.where:
        return page
    above = _make_list(recording, below.so_far)
    return page._replace(upper=above, upper_cursor=below.cursor)


def _make_list(recording: "Recorder", so_far: Narrowing) -> ChooserPage:
    """Return the list of a selection: the units that can act, or the goals of some units."""
    choices, voice = recording.choices, recording.voice
    items = choices.items(so_far)
    adding = bool(so_far.units) and not so_far.where
    goals = _list_goals(items)
    entries = [_make_entry(recording, item, so_far, goals) for item in items]
    title, brief, aside = _make_title(recording, so_far, items)
    look = voice.look

    def caption(width: int, height: int) -> list[Row]:
        del width, height
        if not choices.complete:
            return [Row(look).add(" " + look.word("legal_reading", n=len(choices.found)), "dim")]
        if choices.more:
            return [Row(look).add(" " + look.word("legal_more", n=len(choices.found)), "dim")]
        return []

    def confirm() -> None:
        _confirm_units(recording, so_far)

    digits: list[int] = []
    if adding:  # a unit keeps the digit that it has in the list of all units
        before = [item.key for item in choices.items(so_far._replace(units=frozenset()))]
        digits = [before.index(item.key) + 1 for item in items if item.key in before]

    return ChooserPage(
        title,
        entries,
        caption,
        aside=aside,
        adding=adding,
        brief=brief,
        confirm=confirm if adding else None,
        digits=digits if len(digits) == len(items) else (),
    )


def _make_title(
    recording: "Recorder", so_far: Narrowing, items: list[ChoiceItem]
) -> tuple[str, str, tuple[str, ...]]:
    """Return the title of a list, a shorter one, and how many entries are still to choose."""
    choices, voice = recording.choices, recording.voice
    look, narrator = voice.look, voice.narrator
    one = (look.word("choose_more", n=1),)
    units = name_units(choices, narrator, so_far.units)
    idents = "+".join(unit for unit in choices.where if unit in so_far.units)
    if so_far.where:
        long, short = (look.word("goals_of", units=each, n=len(items)) for each in (units, idents))
        return long, short, one
    if so_far.units:
        missing = choices.count_missing(so_far)
        aside = look.word("choose_others", n=missing) if missing else look.word("choose_enter")
        long, short = (look.word("units_with", units=each) for each in (units, idents))
        return long, short, (aside,)
    if so_far.place or so_far.goal:
        place = so_far.place or (so_far.goal.unit or so_far.goal.place if so_far.goal else "")
        return look.word("events_at", place=narrator.place(place)), "", one
    if so_far.at:
        return look.word("events_at", place=narrator.place(so_far.at)), "", one
    listed = any(item.kind == "unit" for item in items)
    heads = tuple(look.word(f"columns_{each}") for each in ("units", "middle", "narrow"))
    return make_title(recording), "", heads if listed else one


def make_title(recording: "Recorder") -> str:
    """Return the title of the pending decision: side, kind, rule."""
    decision, screen = recording.state.decision, recording.screen
    if decision is None:
        return screen.look.word("recording")
    caption = screen.narrator.decision(decision)
    return (
        screen.look.word("decision_by_rule", decision=caption, rule=decision.rule)
        if decision.rule
        else caption
    )


def _make_entry(
    recording: "Recorder", item: ChoiceItem, so_far: Narrowing, goals: Goals
) -> ChooserEntry:
    """Return the row of an item of a list with some goals."""
    choices, voice = recording.choices, recording.voice
    if item.kind == "unit":
        return _make_unit_entry(recording, item, so_far)
    if item.kind == "head":
        return _make_head_entry(recording, item, so_far)
    choice = item.choices[0]

    def take(choice: EventChoice = choice) -> None:
        recording.write(choice.text)

    entry = make_event_entry(recording, item, choices, voice, take)
    if so_far.where:
        shows = ChoicePreview(so_far.units, choice, *goals)
        entry = entry._replace(paint=paint_goal(item, choices, voice), shows=shows)
    if len(item.choices) > 1:
        entry = entry._replace(
            add=lambda: recording.push(lambda rec: _make_ways_page(rec, item)), adds="key_ways"
        )
    return entry


def _list_goals(items: list[ChoiceItem]) -> Goals:
    """Return the goals of all events of a list."""
    choices = [each for item in items for each in item.choices]
    return (
        frozenset(each.goal.place for each in choices) - {""},
        frozenset(each.goal.unit for each in choices) - {""},
    )


def _make_ways_page(recording: "Recorder", item: ChoiceItem) -> ChooserPage:
    """Return the page of the ways to one goal."""
    choices, voice = recording.choices, recording.voice
    entries = [
        make_event_entry(
            recording, ChoiceItem("event", each.text, (each,)), choices, voice,
            lambda choice: recording.write(choice.text),
        )
        for each in item.choices
    ]  # fmt: skip
    place = voice.narrator.place(item.choices[0].goal.place)
    title = voice.look.word("ways_to", place=place, n=len(entries))
    return ChooserPage(title, entries, aside=(voice.look.word("choose_more", n=1),))


def _make_unit_entry(recording: "Recorder", item: ChoiceItem, so_far: Narrowing) -> ChooserEntry:
    choices, voice = recording.choices, recording.voice
    look, narrator, unit = voice.look, voice.narrator, item.key
    chosen = unit in so_far.units if so_far.units else None
    goals = [] if chosen else choices.goals(so_far, item)
    step = choices.apply_item(so_far, item)
    count = str(len(goals)) if goals else "" if chosen else look.word("with_others")
    places, targets = _list_goals(goals)
    piece = voice.pieces.get(unit)
    shows = ChoicePreview(step.units, None, places, targets, piece.place if piece else "")

    def lower() -> ChooserPage | None:
        return _make_list(recording, step) if goals else None

    def describe_step() -> str:
        name = narrator.unit(unit)
        if so_far.units:
            units = name_units(choices, narrator, so_far.units)
            missing = choices.count_missing(so_far)
            return (
                look.word("says_missing", units=units, n=missing)
                if missing
                else look.word("says_adding", units=units)
            )
        if goals:
            return look.word("says_unit", unit=name, n=len(goals))
        return look.word("says_with_others", unit=name)

    return ChooserEntry(
        paint_unit(item, count, chosen, voice), lambda: _take_unit(recording, item, so_far),
        add=lambda: add_unit(recording, unit), adds="key_add", shows=shows, unit=unit,
        leads_to=lower if goals else None, sentence=describe_step,
    )  # fmt: skip


def _make_head_entry(recording: "Recorder", item: ChoiceItem, so_far: Narrowing) -> ChooserEntry:
    choices, voice = recording.choices, recording.voice
    step = choices.apply_item(so_far, item)
    places = frozenset(each.goal.place for each in item.choices)
    return ChooserEntry(
        paint_head(item, choices, voice), lambda: recording.push(make_choice_page, step),
        shows=ChoicePreview(so_far.units, None, places - {""}),
        leads_to=lambda: _make_list(recording, step),
        sentence=lambda: voice.look.word("says_head", head=item.key, n=len(item.choices)),
    )  # fmt: skip


# ---- units ----------------------------------------------------------------------------------


def _take_unit(recording: "Recorder", item: ChoiceItem, so_far: Narrowing) -> None:
    """Choose a unit: go to the goals, or to the units that must act with it."""
    step = recording.choices.apply_item(so_far, item)
    if step.where:
        recording.push(make_choice_page, step)
    else:
        add_unit(recording, item.key)


def _confirm_units(recording: "Recorder", so_far: Narrowing) -> None:
    """Go to the goals of the added units; if others must act with them, add the unit here."""
    choices, entry = recording.choices, recording.entry
    if choices.is_enough(so_far.units, so_far.head):
        recording.push(make_choice_page, so_far._replace(where=True, at=""))
        return
    unit = entry.unit if entry else ""
    if unit and unit not in so_far.units:
        add_unit(recording, unit)
        added = recording.top.so_far
        if unit in added.units and choices.is_enough(added.units, added.head):
            recording.push(make_choice_page, added._replace(where=True, at=""))
        return
    look, missing = recording.screen.look, choices.count_missing(so_far)
    units = name_units(choices, recording.voice.narrator, so_far.units)
    recording.screen.show_message(look.word("says_missing", units=units, n=missing))


def is_choosing(recording: "Recorder") -> bool:
    """Return whether an event is being chosen step by step."""
    decision = recording.state.decision
    first = len(recording.stack) == 1 or recording.top.build is make_choice_page
    open_ = recording.at_end and not recording.is_typing and not recording.takeover_side
    return open_ and first and decision is not None and decision.side != CHANCE


def add_unit(recording: "Recorder", unit: str) -> None:
    """Add a unit to the added units, or remove it."""
    so_far = recording.top.so_far
    joined = recording.choices.toggle_unit(so_far, unit) if is_choosing(recording) else None
    if joined is None:
        return
    if so_far.units:
        recording.stack.pop()
    if joined.units:
        frame = type(recording.top)(make_choice_page, joined._replace(at=so_far.at))
        recording.stack.append(frame)
    recording.rebuild()
    for index, other in enumerate(recording.page.entries):
        if other.unit == unit:
            recording.pick(index)


# ---- the map --------------------------------------------------------------------------------


def choose_on_map(recording: "Recorder", message: ObjectClicked) -> bool:
    """Make the choice of a click on the map; return whether the click was one."""
    if not is_choosing(recording):
        return False
    if _pick_goal(recording, message):
        return True
    choices, so_far = recording.choices, recording.top.so_far
    at = choices.select_unit if message.kind == "unit" else choices.select_place
    step = at(so_far, message.ident)
    if step is None:
        return False
    frame = type(recording.top)
    if step == Narrowing():
        recording.reset()
    else:
        units = Narrowing(step.units, choices.is_enough(step.units))
        below = [frame(make_choice_page, units)] if step.units and units != step else []
        recording.reset(*below, frame(make_choice_page, step))
        _pick_first_of(recording, step)
    return True


def _pick_goal(recording: "Recorder", message: ObjectClicked) -> bool:
    """Put the cursor on the goal of a click, or write it at the second click."""
    if not recording.top.so_far.where:
        return False
    choices = [
        (index, entry.shows.choice)
        for index, entry in enumerate(recording.page.entries)
        if isinstance(entry.shows, ChoicePreview) and entry.shows.choice is not None
    ]
    place = message.ident
    if message.kind == "unit":
        found = [index for index, each in choices if each.goal.unit == message.ident]
        place = "" if found else recording.choices.where.get(message.ident, "")
        if place and message.ident in recording.choices.actors():
            return False
    else:
        found = []
    found = found or [index for index, each in choices if place and each.goal.place == place]
    if not found:
        return False
    here = recording.cursor if len(found) > 1 else -1
    recording.click(next((each for each in found if each > here), found[0]))
    return True


def _pick_first_of(recording: "Recorder", step: Narrowing) -> None:
    """Put the cursor of the list above on the selected unit."""
    if not step.where or len(recording.stack) < 2:
        return
    below = recording.stack[-2]
    items = recording.choices.items(below.so_far)
    units = [at for at, item in enumerate(items) if item.kind == "unit" and item.key in step.units]
    if units:
        below.cursor = units[0]
        recording.rebuild()
