"""The pages for choosing an event step by step, and clicks on the map.

This module does not write to the log.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from rich.cells import cell_len

from senpu.notation.events import Attack, EndPhase, Word
from senpu.replay.core.odds import Odds
from senpu.replay.core.rules import CHANCE, Piece
from senpu.spec.data import PRINTED_PROVENANCES
from senpu.tui.boards.choices import ChoiceItem, ChoicePreview, Choices, EventChoice, Narrowing
from senpu.tui.boards.combat_account import make_account
from senpu.tui.render.odds_report import (
    render_success,
)
from senpu.tui.widgets.chooser import ChooserEntry, ChooserPage
from senpu.tui.widgets.clicks import ObjectClicked
from senpu.tui.widgets.combat_panel import render_odds
from senpu.tui.widgets.counters import CounterWriter, format_points
from senpu.tui.widgets.painting import Row, wrap_cells
from senpu.tui.widgets.reasons import format_percent

if TYPE_CHECKING:
    from senpu.tui.screens.recording_interface import Recorder


BRIEF = 34
"""The width in cells below which a row shows only the success probability of the odds."""
NAMED = 50
"""The width in cells from which places have their full names."""


def format_odds(odds: Odds, voice: CounterWriter, width: int) -> str:
    """Return the odds of an attack as a text that fits a width."""
    chance = format_percent(voice.look, odds.success)
    sure = "" if odds.provenance in PRINTED_PROVENANCES else "?"
    if width < BRIEF:
        return render_success(odds)
    if odds.roll == "none":
        return f"{chance}{sure}"
    if odds.column:
        return f"{voice.look.word('in_column', column=odds.column)}  {chance}{sure}"
    return f"{voice.look.word('needs_roll', n=odds.need)}  {chance}{sure}"


def make_event_entry(
    choice: EventChoice, choices: Choices, voice: CounterWriter,
    take: Callable[[], None], shows: ChoicePreview, writes: bool = True,
) -> ChooserEntry:  # fmt: skip
    """Return the row of one event: its text, odds and direction."""

    def paint(row: Row, until: int) -> None:
        row.add(choice.text, how="b")
        odds = choices.odds(choice.event)
        parts = [describe_word(choice, choices, voice)]
        if odds:
            parts.append(format_odds(odds, voice, 0 if parts[0] else until))
        caption = voice.look.clip("  ".join(filter(None, parts)), until - row.width - 1)
        if caption:
            row.pad_to(max(until - cell_len(caption), row.width + 1)).add(caption, "dim")

    def about(width: int) -> list[Row]:
        odds = choices.odds(choice.event)
        return describe_odds(odds, voice, width) if odds else []

    return ChooserEntry(paint, take, writes, about, shows._replace(choice=choice))


def describe_word(choice: EventChoice, choices: Choices, voice: CounterWriter) -> str:
    """Return the meaning of a word (a card's name, the end of a phase), or an empty text."""
    event, decision = choice.event, choices.state.decision
    if isinstance(event, EndPhase):
        return voice.look.word("ends_phase")
    if not isinstance(event, Word) or decision is None:
        return ""
    cards = [card for arg in event.args for card in arg.split("+") if card.startswith("#")]
    named = (voice.narrator.card(card, decision.side) for card in cards)
    return voice.look.word("and").join(name for name in named if name not in cards)


def describe_odds(odds: Odds, voice: CounterWriter, width: int) -> list[Row]:
    """Return the account of an attack: totals, the number needed, and each factor."""
    account = make_account(odds, voice.narrator, voice.pieces.values())
    return render_odds(account, voice.narrator, voice.look, width)


def make_unit_entry(
    item: ChoiceItem,
    chosen: bool,
    voice: CounterWriter,
    take: Callable[[], None],
    shows: ChoicePreview,
) -> ChooserEntry:
    """Return the row of a unit that can be chosen, alone or with other units.

    Args:
        item: The unit, and the events that it can be part of.
        chosen: Whether the unit is selected now.
        voice: The writer of counters.
        take: What selecting the row does.
        shows: The preview on the map, to which the unit is added.
    """
    piece = voice.pieces.get(item.key)

    def paint(row: Row, until: int) -> None:
        signs = voice.look.signs
        row.add(*((signs.full, "now", "b") if chosen else (signs.spent, "faint")))
        voice.counter(row, item.key)
        start = row.width + 1
        if piece is not None:
            if piece.full and piece.place:
                row.pad_to(start).add(format_points(piece, voice.look).rstrip(), "dim")
            row.add(" ").add(describe_unit(piece, voice, until >= NAMED), "dim")
        ways = voice.look.word("ways", n=len(item.choices))
        if row.width + cell_len(ways) + 1 <= until:
            row.pad_to(until - cell_len(ways)).add(ways, "faint")

    place = piece.place if piece else ""
    shows = shows._replace(units=shows.units | {item.key}, focus=place)
    return ChooserEntry(paint, take, shows=shows, unit=item.key)


def describe_unit(piece: Piece, voice: CounterWriter, named: bool) -> str:
    """Describe the place and strength of a unit; `named` shows the name of the place."""
    if piece.place:
        where = voice.narrator.place(piece.place) if named else piece.place
    else:
        where = voice.narrator.label(piece.fate) if piece.fate else ""
    return f"{where} {piece.strength}".strip()


def make_group_entry(
    item: ChoiceItem,
    choices: Choices,
    voice: CounterWriter,
    take: Callable[[], None],
    shows: ChoicePreview,
) -> ChooserEntry:
    """Return the row of several events with one goal or one word."""
    first = item.choices[0]

    def paint(row: Row, until: int) -> None:
        if item.kind == "goal":
            strikes = all(isinstance(each.event, Attack) for each in item.choices)
            signs = voice.look.signs
            row.add(f"{signs.strikes if strikes else signs.solid[1]} ", "dim")
            row.add(first.goal.unit or voice.narrator.place(first.goal.place), how="b")
        else:
            row.add(f"{item.key} {voice.look.signs.more}", how="b")
        caption = voice.look.word("ways", n=len(item.choices))
        best = max(
            filter(None, (choices.odds(each.event) for each in item.choices[:8])),
            key=lambda odds: odds.success,
            default=None,
        )
        caption = f"{format_odds(best, voice, 0)}  {caption}" if best else caption
        row.pad_to(max(until - cell_len(caption), row.width + 1)).add(caption, "dim")

    if item.kind == "goal":
        return ChooserEntry(paint, take, shows=shows._replace(focus=first.goal.place))
    goals = frozenset(each.goal.place for each in item.choices)
    return ChooserEntry(paint, take, shows=shows._replace(places=goals))


def describe_choice(choices: Choices, so_far: Narrowing, voice: CounterWriter) -> str:
    """Describe what to choose next; empty at the first step."""
    look = voice.look
    units = "+".join(unit for unit in choices.where if unit in so_far.units)
    if so_far.goal is not None or so_far.place or so_far.head:
        goal = so_far.place or ".".join(filter(None, so_far.goal or ())) or so_far.head
        caption = f"{units} {look.signs.solid[1]} {goal}" if units else goal
        return f"{caption}{look.word('colon')}{look.word('choose_way')}"
    if not units:
        return voice.narrator.place(so_far.at) if so_far.at else ""
    return look.word("choose_target" if so_far.where else "add_units", units=units)


def make_prospect(choices: Iterable[EventChoice], units: frozenset[str]) -> ChoicePreview:
    """Return everything that can be chosen now, for the map."""
    listed = list(choices)
    return ChoicePreview(
        units,
        None,
        frozenset(each.goal.place for each in listed),
        frozenset(each.goal.unit for each in listed if each.goal.unit),
    )


def make_choice_page(recording: "Recorder") -> ChooserPage:
    """Return the page of legal events for the current selection."""
    choices, voice, so_far = recording.choices, recording.voice, recording.top.so_far
    open_ = ChoicePreview(so_far.units)
    if so_far.units and so_far.where:
        open_ = make_prospect(choices.find_matches(so_far), so_far.units)
    items = choices.items(so_far)
    entries = [make_entry(recording, item, so_far, voice, open_) for item in items]
    look = voice.look

    def caption(width: int, height: int) -> list[Row]:
        del height
        text = describe_choice(choices, so_far, voice)
        rows = [Row(look).add(" " + line, how="b") for line in wrap_cells(text, width - 2)]
        if not choices.complete:
            text = look.word("legal_reading", n=len(choices.found))
            rows.append(Row(look).add(" " + text, "faint"))
        elif choices.more:
            rows.append(Row(look).add(" " + look.word("legal_more", n=len(choices.found)), "faint"))
        return rows

    return ChooserPage(make_title(recording), entries, caption)


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


def make_entry(
    recording: "Recorder",
    item: ChoiceItem,
    so_far: Narrowing,
    voice: CounterWriter,
    open_: ChoicePreview,
) -> ChooserEntry:
    """Return the row of an item; `open_` is everything that can be chosen now."""
    choices = recording.choices

    def go_on() -> None:
        if (step := choices.apply_item(so_far, item)) != so_far:
            recording.push(make_choice_page, step)

    if item.kind == "event":
        text = item.choices[0].text
        return make_event_entry(
            item.choices[0], choices, voice, lambda: recording.write(text), open_
        )
    if item.kind == "unit":
        chosen = item.key in so_far.units
        return make_unit_entry(item, chosen, voice, go_on, open_)
    return make_group_entry(item, choices, voice, go_on, open_)


def is_choosing(recording: "Recorder") -> bool:
    """Return whether an event is being chosen step by step."""
    decision = recording.state.decision
    first = len(recording.stack) == 1 or recording.top.build is make_choice_page
    open_ = recording.at_end and not recording.is_typing and not recording.takeover_side
    return open_ and first and decision is not None and decision.side != CHANCE


def add_unit(recording: "Recorder") -> None:
    """Add the unit at the cursor to the selected units, or remove it."""
    entry, so_far = recording.entry, recording.top.so_far
    unit = entry.unit if entry else ""
    if not unit or not is_choosing(recording):
        return
    joined = recording.choices.toggle_unit(so_far, unit)
    if joined is None:
        return
    if joined.units:
        frame = type(recording.top)(make_choice_page, joined._replace(at=so_far.at))
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


def choose_on_map(recording: "Recorder", message: ObjectClicked) -> bool:
    """Make the choice of a click on the map; return whether the click was one."""
    if not is_choosing(recording):
        return False
    choices, so_far = recording.choices, recording.top.so_far
    at = choices.select_unit if message.kind == "unit" else choices.select_place
    step = at(so_far, message.ident)
    if step is None:
        return False
    frame = type(recording.top)
    if step == so_far and len(recording.page.entries) == 1:
        recording.take()
    elif step == Narrowing():
        recording.reset()
    else:
        units = Narrowing(step.units, choices.is_enough(step.units))
        below = [frame(make_choice_page, units)] if step.units and units != step else []
        recording.reset(*below, frame(make_choice_page, step))
    return True
