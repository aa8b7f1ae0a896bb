"""A position and a game as printed text: for pipes, scripts and terminals without a screen.

Plain ASCII lines, or box drawing characters for a terminal; no colour. Knows no game.
"""

from collections.abc import Iterator
from typing import NamedTuple

from senpu.notation.writer import format_event
from senpu.replay.annotation.annotations import Annotations
from senpu.replay.core.narration import Narrator, find_example
from senpu.replay.core.rules import CHANCE, AnyRules, Board, State, Tally
from senpu.replay.core.timeline import GameLine, Timeline
from senpu.spec.loader import Spec
from senpu.tui.render import text_maps
from senpu.tui.render.notes_report import NoteRow, glyphs, note_rows
from senpu.tui.render.text_layout import wrapped
from senpu.tui.render.text_maps import ASCII, Pen


def position_at(timeline: Timeline, number: int, say: Narrator, pen: Pen = ASCII) -> list[str]:
    """Return the rows of the position after an event of a log."""
    state = timeline.get_position(number).state
    return position(timeline.rules, state, say, pen, viewer(timeline, say))


def position(
    rules: AnyRules, state: State, say: Narrator, pen: Pen = ASCII, whose: str = ""
) -> list[str]:
    """Return the rows of a position: turn, map, tallies and the pending decision; `whose` names the
    view.
    """
    spec = rules.spec
    board = rules.board(state)
    of = spec.game.turns
    turn = say.label("turn_of", n=state.turn, of=of) if state.turn else set_up(say)
    if state.turn > of:
        turn = say.label("turn", n=state.turn).lower()
    title = spec.title(say.language)
    rows = [listed([title, turn, say.date(state.turn), whose], say), ""]
    rows += drawn(spec, board, say, pen)
    rows.append("")
    for side in spec.sides:
        tallies = [tally(each, say) for each in board.tallies if each.side == side.id]
        rows.append(f"{say.side(side.id)}: {listed(tallies, say)}")
    if shared := [tally(each, say) for each in board.tallies if not each.side]:
        rows.append(listed(shared, say))
    if board.plans:
        plans = " ".join(f"{'+'.join(plan.units)}*{plan.place}" for plan in board.plans)
        rows.append(f"{say.label('plans')} {plans}")
    rows.append("")
    if state.decision is not None:
        rows.append(say.prompt(state.decision, find_example(rules, state)))
    elif state.outcome is not None:
        rows.append(ending(state, say))
    return rows


def drawn(spec: Spec, board: Board, say: Narrator, pen: Pen) -> list[str]:
    """Return the rows of the map, in the form of its board."""
    if spec.game.board == "hexes":
        return text_maps.plan(spec, board, say)
    return text_maps.drawn(spec, board, say, pen)


def viewer(timeline: Timeline, say: Narrator) -> str:
    """Return the name of the view, or "" for the view of all."""
    side = timeline.view.side
    return say.seen_by(side) if side else ""


def set_up(say: Narrator) -> str:
    return say.label("set_up").lower()


def listed(parts: list[str], say: Narrator) -> str:
    return say.label("comma").join(filter(None, parts))


def ending(state: State, say: Narrator) -> str:
    assert state.outcome is not None
    name = state.outcome.ending
    meaning = say.ending(name)
    return f"End: {name}{f' ({meaning})' if meaning else ''}"


def tally(each: Tally, say: Narrator) -> str:
    label = say.label(each.label)
    if each.units:
        return f"{label} {' '.join(each.units)}"
    if each.text:
        return f"{label} {say.label(each.text)}"
    if not each.total:
        return f"{label} {each.count or say.label('none')}"
    return f"{label} {say.label('count_of', n=each.count, of=each.total)}"


def game(
    timeline: Timeline, say: Narrator, first: int = 1, notes: Annotations | None = None
) -> Iterator[str]:
    """Yield a recorded game turn by turn, from the activation of event `first`: the events of each
    activation, their effects and notes, and the map at the end of each turn.
    """
    spec, headers = timeline.rules.spec, timeline.headers
    names = [
        headers[side.id.capitalize()] for side in spec.sides if side.id.capitalize() in headers
    ]
    title = ": ".join(filter(None, (spec.title(say.language), headers.get("Event", ""))))
    title += f" ({' - '.join(names)})" if names else ""
    yield listed([title, viewer(timeline, say)], say)
    if timeline.extend(first) and first > 1:
        first = timeline.find_activation(first)[0]
    for comment in timeline.comments.get(0, ()) if first <= 1 else ():
        yield from wrapped(comment, "  ")
    for row in note_rows(notes, 0, say) if first <= 1 else ():
        yield from noted(row, "  ")
    before: int | None = None
    for turn, numbers in activations(timeline, max(first, 1)):
        if turn != before:
            if before is not None:
                yield ""
                yield from position_at(timeline, numbers[0] - 1, say)[2:-2]
            before = turn
            yield ""
            yield f"--- {turn_name(turn, say)} ---"
        yield from activation(timeline, say, numbers, notes)
    yield ""
    yield from position_at(timeline, timeline.last, say)


def turn_name(turn: int, say: Narrator) -> str:
    """Return a turn as a heading: `Turn 1, 27 Oct`."""
    name = say.label("turn", n=turn) if turn else say.label("set_up")
    return listed([name, say.date(turn)], say)


def activations(timeline: Timeline, first: int = 1) -> Iterator[tuple[int, range]]:
    """Yield each activation from event `first`: the turn in which it begins, and its events."""
    while first <= timeline.extend(first):
        numbers = timeline.find_activation(first)
        yield timeline.get_event(first).turn, numbers
        first = numbers[-1] + 1


class Account(NamedTuple):
    """One activation as text."""

    number: int
    """The number of its first event."""
    letter: str
    """The letter of the side that acts; empty if no side acts."""
    text: str
    """Its events, with their glyphs."""
    undone: bool
    story: str
    comments: list[str]
    notes: list[NoteRow]
    """The notes on its events."""


def account(
    timeline: GameLine, say: Narrator, numbers: range, notes: Annotations | None = None
) -> Account:
    """Return one activation as text."""
    entries = [timeline.get_event(number) for number in numbers]
    actor = next((entry.actor for entry in entries if entry.actor != CHANCE), "")
    stories = filter(
        None, (say.describe_all(timeline.get_position(number).effects) for number in numbers)
    )
    return Account(
        numbers[0],
        timeline.rules.letter.get(actor, ""),
        " ".join(
            text
            for entry in entries
            for text in (format_event(entry.event), *glyphs(timeline, notes, entry.number))
        ),
        entries[0].undone,
        say.paragraph(stories),
        [remark for number in numbers for remark in timeline.comments.get(number, ())],
        [row for number in numbers for row in note_rows(notes, number, say)],
    )


def activation(
    timeline: Timeline, say: Narrator, numbers: range, notes: Annotations | None = None
) -> Iterator[str]:
    """Yield the rows of an activation: number, side and events, then effects and notes."""
    one = account(timeline, say, numbers, notes)
    undone = f"  {say.label('undone')}" if one.undone else ""
    yield f"{one.number:>5} {one.letter or ' '} {one.text}{undone}"
    yield from wrapped(one.story, "        ")
    for comment in one.comments:
        yield from wrapped(comment, '        " ')
    for row in one.notes:
        yield from noted(row, "        ")


def noted(row: NoteRow, margin: str) -> Iterator[str]:
    """Yield the rows of a note; a note inside a variation is indented."""
    margin += "    " * row.depth
    if not row.lead:
        return wrapped(row.text, f'{margin}" ')
    return wrapped(" ".join(filter(None, (row.lead, row.code, row.text))), margin)
