"""Choosing an event step by step: the page of legal events, its lines, and clicks on the map.
Writes nothing.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from rich.cells import cell_len

from senpu.notation.events import Attack, EndPhase, Word
from senpu.replay.core.odds import Odds
from senpu.replay.core.rules import CHANCE, Piece
from senpu.spec.data import SOUND
from senpu.tui.boards.choices import Choice, Choices, Item, Narrowing, Prospect
from senpu.tui.render.odds_report import (
    hundredths,
    merged,
    render_success,
    result_name,
    signed,
)
from senpu.tui.widgets.chooser import Entry, Page
from senpu.tui.widgets.clicks import Pointed
from senpu.tui.widgets.counters import Voice, points
from senpu.tui.widgets.painting import Row, wrapped
from senpu.tui.widgets.reasons import (
    assumed_rows,
    otherwise_rows,
    percent_text,
    reckoned,
    rests_rows,
)

if TYPE_CHECKING:
    from senpu.tui.screens.recording_interface import Recorder


BRIEF = 34
"""Below so many cells a line says of the odds only the chance."""
NAMED = 50
"""From so many cells on it calls places by their names."""


def odds_said(odds: Odds, voice: Voice, width: int) -> str:
    """The odds of an attack, in about as many words as a width allows."""
    chance = percent_text(voice.look, odds.success)
    sure = "" if odds.provenance in SOUND else "?"
    if width < BRIEF:
        return render_success(odds)
    if odds.roll == "none":
        return f"{chance}{sure}"
    if odds.column:
        return f"{voice.look.word('in_column', column=odds.column)}  {chance}{sure}"
    return f"{voice.look.word('needs_roll', n=odds.need)}  {chance}{sure}"


def event_entry(
    choice: Choice, choices: Choices, voice: Voice, take: Callable[[], None], prospect: Prospect,
    writes: bool = True,
) -> Entry:  # fmt: skip
    """A line that is one event: its text, what it is worth, and which way it leads."""

    def paint(row: Row, until: int) -> None:
        row.add(choice.text, how="b")
        odds = choices.odds(choice.event)
        parts = [word_said(choice, choices, voice)]
        if odds:
            parts.append(odds_said(odds, voice, 0 if parts[0] else until))
        said = voice.look.clip("  ".join(filter(None, parts)), until - row.width - 1)
        if said:
            row.to(max(until - cell_len(said), row.width + 1)).add(said, "dim")

    def about(width: int) -> list[Row]:
        odds = choices.odds(choice.event)
        return about_odds(odds, voice, width) if odds else []

    return Entry(paint, take, writes, about, prospect._replace(choice=choice))


def word_said(choice: Choice, choices: Choices, voice: Voice) -> str:
    """What a word means, where its letters do not say it: a card's name, the end of the phase."""
    event, decision = choice.event, choices.state.decision
    if isinstance(event, EndPhase):
        return voice.look.word("ends_phase")
    if not isinstance(event, Word) or decision is None:
        return ""
    cards = [card for arg in event.args for card in arg.split("+") if card.startswith("#")]
    named = (voice.narrator.card(card, decision.side) for card in cards)
    return voice.look.word("and").join(name for name in named if name not in cards)


def about_odds(odds: Odds, voice: Voice, width: int) -> list[Row]:
    """What the odds of an attack are made of: each result, each term with its rule."""
    look = voice.look
    rows: list[Row] = []
    if len(odds.results) > 2:
        results = hundredths(odds)
        said = "  ".join(
            f"{result_name(what, voice.narrator)} {number}%"
            for what, number in (merged(results) if signed(odds) else results)
        )
        rows += [Row(look).add(" " + line) for line in wrapped(said, width - 2)]
    otherwise = otherwise_rows(odds, voice.narrator, look, width)
    terms = reckoned(odds, voice.narrator, look, width)
    if odds.column or odds.roll == "none":
        column = f"{look.word('in_column', column=odds.column)}  " if odds.column else ""
        chance = percent_text(look, odds.success)
        rows.append(Row(look).add(f" {column}").add(chance, "dim"))
        rows += [*otherwise, *terms[:-1]]
    else:
        rows += [*terms, *otherwise]
    rows += assumed_rows(odds, voice.narrator, look, width)
    return rows + rests_rows(odds, look, width)


def unit_entry(
    item: Item, chosen: bool, voice: Voice, take: Callable[[], None], prospect: Prospect
) -> Entry:
    """A line that is a unit, to be chosen alone or with others."""
    piece = voice.pieces.get(item.key)

    def paint(row: Row, until: int) -> None:
        signs = voice.look.signs
        row.add(*((signs.full, "now", "b") if chosen else (signs.spent, "faint")))
        voice.counter(row, item.key)
        start = row.width + 1
        if piece is not None:
            if piece.full and piece.place:
                row.to(start).add(points(piece, voice.look).rstrip(), "dim")
            row.add(" ").add(standing_of(piece, voice, until >= NAMED), "dim")
        ways = voice.look.word("ways", n=len(item.choices))
        if row.width + cell_len(ways) + 1 <= until:
            row.to(until - cell_len(ways)).add(ways, "faint")

    place = piece.place if piece else ""
    shows = prospect._replace(units=prospect.units | {item.key}, focus=place)
    return Entry(paint, take, shows=shows, unit=item.key)


def standing_of(piece: Piece, voice: Voice, named: bool) -> str:
    """Where a unit stands, by its name if there is room for it, with its strength."""
    if piece.place:
        where = voice.narrator.place(piece.place) if named else piece.place
    else:
        where = voice.narrator.label(piece.fate) if piece.fate else ""
    return f"{where} {piece.strength}".strip()


def group_entry(
    item: Item, choices: Choices, voice: Voice, take: Callable[[], None], prospect: Prospect
) -> Entry:
    """A line that stands for several events: a goal, or a word."""
    first = item.choices[0]

    def paint(row: Row, until: int) -> None:
        if item.kind == "goal":
            strikes = all(isinstance(each.event, Attack) for each in item.choices)
            signs = voice.look.signs
            row.add(f"{signs.strikes if strikes else signs.solid[1]} ", "dim")
            row.add(first.goal.unit or voice.narrator.place(first.goal.place), how="b")
        else:
            row.add(f"{item.key} {voice.look.signs.more}", how="b")
        said = voice.look.word("ways", n=len(item.choices))
        best = max(
            filter(None, (choices.odds(each.event) for each in item.choices[:8])),
            key=lambda odds: odds.success,
            default=None,
        )
        said = f"{odds_said(best, voice, 0)}  {said}" if best else said
        row.to(max(until - cell_len(said), row.width + 1)).add(said, "dim")

    if item.kind == "goal":
        return Entry(paint, take, shows=prospect._replace(focus=first.goal.place))
    goals = frozenset(each.goal.place for each in item.choices)
    return Entry(paint, take, shows=prospect._replace(places=goals))


def asked_for(choices: Choices, so_far: Narrowing, voice: Voice) -> str:
    """What is to be chosen, given what is chosen already; nothing at the beginning."""
    look = voice.look
    units = "+".join(unit for unit in choices.where if unit in so_far.units)
    if so_far.goal is not None or so_far.place or so_far.head:
        goal = so_far.place or ".".join(filter(None, so_far.goal or ())) or so_far.head
        said = f"{units} {look.signs.solid[1]} {goal}" if units else goal
        return f"{said}{look.word('colon')}{look.word('choose_way')}"
    if not units:
        return voice.narrator.place(so_far.at) if so_far.at else ""
    return look.word("choose_target" if so_far.where else "add_units", units=units)


def open_to(choices: Iterable[Choice], units: frozenset[str]) -> Prospect:
    """All that may be chosen now, for the map."""
    listed = list(choices)
    return Prospect(
        units,
        None,
        frozenset(each.goal.place for each in listed),
        frozenset(each.goal.unit for each in listed if each.goal.unit),
    )


def choose(recording: "Recorder") -> Page:
    """The page of what is open, so far as somebody has come."""
    choices, voice, so_far = recording.choices, recording.voice, recording.top.so_far
    open_ = Prospect(so_far.units)
    if so_far.units and so_far.where:
        open_ = open_to(choices.left(so_far), so_far.units)
    items = choices.items(so_far)
    entries = [entry_of(recording, item, so_far, voice, open_) for item in items]
    look = voice.look

    def said(width: int, height: int) -> list[Row]:
        del height
        text = asked_for(choices, so_far, voice)
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
        screen.look.word("decision_by_rule", decision=said, rule=decision.rule)
        if decision.rule
        else said
    )


def entry_of(
    recording: "Recorder", item: Item, so_far: Narrowing, voice: Voice, open_: Prospect
) -> Entry:
    """The line of an item; `open_` is all that may be chosen now."""
    choices = recording.choices

    def go_on() -> None:
        if (step := choices.after(so_far, item)) != so_far:
            recording.push(choose, step)

    if item.kind == "event":
        text = item.choices[0].text
        return event_entry(item.choices[0], choices, voice, lambda: recording.write(text), open_)
    if item.kind == "unit":
        chosen = item.key in so_far.units
        return unit_entry(item, chosen, voice, go_on, open_)
    return group_entry(item, choices, voice, go_on, open_)


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


def choose_on_map(recording: "Recorder", message: Pointed) -> bool:
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
