"""A position and a game as printed text: for pipes, scripts and terminals without a screen.

Plain ASCII lines, or box drawing characters for a terminal; no colour. Knows no game.
"""

from collections.abc import Iterator
from typing import NamedTuple

from senpu.notation.events import StatedPosition
from senpu.notation.layout import add_style, get_layout
from senpu.notation.messages import topic_renderer
from senpu.replay.annotation.annotations import Annotations, list_comments
from senpu.replay.core.narration import Narrator, find_example
from senpu.replay.core.rules import AnyRules, Board, Tally
from senpu.replay.core.states import CHANCE, State
from senpu.replay.core.timeline import GameLine, Timeline
from senpu.spec.loader import Spec
from senpu.tui.boards.signs import PLAIN, Signs
from senpu.tui.render import text_maps
from senpu.tui.render.data_sets import describe_values
from senpu.tui.render.gap_texts import count_gaps, describe_effects, name_gap
from senpu.tui.render.notes_report import NoteRow, format_glyphs, list_note_rows
from senpu.tui.render.reachability import describe_unreachable
from senpu.tui.render.text_layout import add_aside, wrap_rows
from senpu.tui.render.titles import translate_title


def render_position_at(
    timeline: Timeline, number: int, narrator: Narrator, pen: Signs = PLAIN
) -> list[str]:
    """Return the rows of the position after an event of a log."""
    state, whose = timeline.get_position(number).state, format_view(timeline, narrator)
    is_open = number == timeline.extend(number + 1) and timeline.fault is None
    return render_position(timeline.rules, state, narrator, pen, whose, is_open)


def render_position(
    rules: AnyRules, state: State, narrator: Narrator, pen: Signs = PLAIN, whose: str = "",
    is_open: bool = True,
) -> list[str]:  # fmt: skip
    """Return the rows of a position: turn, map, tallies, the pending decision, and its mark.

    Args:
        rules: The rules.
        state: The state.
        narrator: The narrator.
        pen: The signs of the map.
        whose: The side whose view it is, or "".
        is_open: Whether an event can follow; then the pending decision has an example.

    Returns:
        The rows.
    """
    spec = rules.spec
    board = rules.board(state)
    of = spec.game.turns
    turn = narrator.label("turn_of", n=state.turn, of=of) if state.turn else name_set_up(narrator)
    if state.turn > of:
        turn = narrator.label("turn", n=state.turn).lower()
    title = spec.title(narrator.language)
    parts = [title, turn, narrator.date(state.turn), whose]
    rows = [add_style(join_parts(parts, narrator), "heading"), ""]
    rows += draw_board(spec, board, narrator, pen)
    rows.append("")
    for side in spec.sides:
        tallies = [render_tally(each, narrator) for each in board.tallies if each.side == side.id]
        rows.append(
            narrator.label(
                "tallies", side=narrator.side(side.id), list=join_parts(tallies, narrator)
            )
        )
    if shared := [render_tally(each, narrator) for each in board.tallies if not each.side]:
        rows.append(join_parts(shared, narrator))
    if board.plans:
        plans = " ".join(f"{'+'.join(plan.units)}*{plan.place}" for plan in board.plans)
        rows.append(f"{narrator.label('plans')} {plans}")
    rows.append("")
    if state.decision is not None:
        describe = narrator.prompt_with_example if is_open else narrator.prompt
        prompt = describe(state.decision, find_example(rules, state))
        rows += wrap_rows(prompt, "")
    elif state.outcome is not None:
        rows.append(render_ending(state, narrator))
    if mark := describe_unreachable(rules.list_unreachable(state), narrator):
        rows += wrap_rows(mark, "")
    return rows


def draw_board(spec: Spec, board: Board, narrator: Narrator, pen: Signs) -> list[str]:
    """Return the rows of the map, in the form of its board."""
    if spec.game.board == "hexes":
        return text_maps.plan_map(spec, board, narrator)
    return text_maps.draw_map(spec, board, narrator, pen)


def format_view(timeline: Timeline, narrator: Narrator) -> str:
    """Return the name of the view, or "" for the view of all."""
    side = timeline.view.side
    return narrator.seen_by(side) if side else ""


def name_set_up(narrator: Narrator) -> str:
    """Return the name of the set-up phase."""
    return narrator.label("set_up").lower()


def join_parts(parts: list[str], narrator: Narrator) -> str:
    """Return a list as text, without empty parts."""
    return narrator.label("comma").join(filter(None, parts))


def render_ending(state: State, narrator: Narrator) -> str:
    """Return the ending of a game with its meaning."""
    assert state.outcome is not None
    ending = narrator.explain_ending(state.outcome.ending)
    return topic_renderer("endings", narrator.language)("line", ending=ending)


def render_tally(each: Tally, narrator: Narrator) -> str:
    """Return a tally as text."""
    label = narrator.label(each.label)
    if each.units:
        return f"{label} {' '.join(each.units)}"
    if each.text:
        return f"{label} {narrator.label(each.text)}"
    return f"{label} {narrator.count(each)}"


def render_game(
    timeline: Timeline, narrator: Narrator, first: int = 1, notes: Annotations | None = None
) -> Iterator[str]:
    """Yield a recorded game turn by turn.

    The events of each activation, their effects and notes, and the map at the end of each turn.

    Args:
        timeline: The game.
        narrator: The narrator.
        first: The number of an event in the first activation.
        notes: The notes of the log.

    Yields:
        The rows.
    """
    spec, headers = timeline.rules.spec, timeline.headers
    names = [
        headers[side.id.capitalize()] for side in spec.sides if side.id.capitalize() in headers
    ]
    language, title = narrator.language, spec.title(narrator.language)
    if event := translate_title(headers.get("Event", ""), language):
        title = topic_renderer("titles", language)("of_game", game=title, title=event)
    title = add_aside(language, title, " - ".join(names))
    yield join_parts([title, format_view(timeline, narrator)], narrator)
    if gaps := count_gaps(timeline, narrator.language):
        yield from wrap_rows(gaps, "")
    if timeline.extend(first) and first > 1:
        first = timeline.find_activation(first)[0]
    for comment in list_comments(timeline, notes, 0, narrator.language) if first <= 1 else ():
        yield from wrap_rows(comment, "  ")
    for row in list_note_rows(notes, 0, narrator) if first <= 1 else ():
        yield from render_notes(row, "  ")
    before: int | None = None
    for turn, numbers in list_activations(timeline, max(first, 1)):
        if turn != before:
            if before is not None:
                yield ""
                rows = render_position_at(timeline, numbers[0] - 1, narrator)
                yield from rows[2 : len(rows) - 1 - rows[::-1].index("")]  # not the decision
            before = turn
            yield ""
            yield add_style(f"--- {name_turn(turn, narrator)} ---", "heading")
        yield from render_activation(timeline, narrator, numbers, notes)
    yield ""
    yield from render_position_at(timeline, timeline.last, narrator)
    yield from wrap_rows(describe_values(spec, narrator.language), "")


def name_turn(turn: int, narrator: Narrator) -> str:
    """Return a turn as a heading: `Turn 1, 27 Oct`."""
    name = narrator.label("turn", n=turn) if turn else narrator.label("set_up")
    return join_parts([name, narrator.date(turn)], narrator)


def list_activations(timeline: Timeline, first: int = 1) -> Iterator[tuple[int, range]]:
    """Yield each activation from event `first`: the turn in which it begins, and its events."""
    while first <= timeline.extend(first):
        numbers = timeline.find_activation(first)
        yield timeline.get_event(first).turn, numbers
        first = numbers[-1] + 1


class ActivationReport(NamedTuple):
    """An activation as text."""

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
    gap: str = ""
    """The heading of the gap before it; empty if there is none."""
    changes: tuple[str, ...] = ()
    """The necessary content of the gap, as sentences."""
    stated: bool = False
    """True if it is a stated position; its text is then no notation."""


def report_activation(
    timeline: GameLine, narrator: Narrator, numbers: range, notes: Annotations | None = None
) -> ActivationReport:
    """Return one activation as text."""
    entries = [timeline.get_event(number) for number in numbers]
    actor = next((entry.actor for entry in entries if entry.actor != CHANCE), "")
    story, changes = describe_effects(timeline.get_position(numbers[0]).effects, narrator)
    others = (narrator.describe_all(timeline.get_position(each).effects) for each in numbers[1:])
    stories = filter(None, (story, *others))
    return ActivationReport(
        numbers[0],
        timeline.rules.letter.get(actor, ""),
        " ".join(
            text
            for entry in entries
            for text in (narrator.event(entry.event), *format_glyphs(timeline, notes, entry.number))
        ),
        entries[0].undone,
        narrator.paragraph(stories),
        [
            comment
            for number in numbers
            for comment in list_comments(timeline, notes, number, narrator.language)
        ],
        [row for number in numbers for row in list_note_rows(notes, number, narrator)],
        name_gap(timeline, numbers[0], narrator),
        changes,
        type(entries[0].event) is StatedPosition,
    )


def render_activation(
    timeline: Timeline, narrator: Narrator, numbers: range, notes: Annotations | None = None
) -> Iterator[str]:
    """Yield the rows of an activation: number, side and events, then effects and notes."""
    one = report_activation(timeline, narrator, numbers, notes)
    undone = f"  {narrator.label('undone')}" if one.undone else ""
    if one.gap:
        yield from wrap_rows(one.gap, "  --- ")
    events = f"{one.text}{undone}"
    head = f"{one.number:>5} {one.letter or ' '} "
    yield from wrap_rows(events, head) if get_layout().is_bounded else [f"{head}{events}"]
    yield from wrap_rows(one.story, "        ")
    for change in one.changes:
        yield from wrap_rows(change, "        - ")
    for comment in one.comments:
        yield from wrap_rows(comment, '        " ')
    for row in one.notes:
        yield from render_notes(row, "        ")


def render_notes(row: NoteRow, margin: str) -> Iterator[str]:
    """Yield the rows of a note; a note inside a variation is indented."""
    margin += "    " * row.depth
    if not row.lead:
        return wrap_rows(row.text, f'{margin}" ')
    return wrap_rows(" ".join(filter(None, (row.lead, row.code, row.text))), margin)
