"""The rows of a log as its file has them, valid or not, and the positions after a fault.

A row after a fault proves nothing. It is shown anyway, with the events that its text contains. If
only the hash chain, a seal, a die or a consent is wrong, the rules may still accept the later
events: `open_unproven` makes their positions.
"""

from collections.abc import Callable, Iterable, Iterator

import msgspec

from senpu.logs.chain import is_chain_field, split_tag
from senpu.logs.inputs import Input
from senpu.logs.machine_lines import KEY, SEAL, SIGNED
from senpu.logs.record import Record, record_from
from senpu.notation.encoding import decode_row
from senpu.notation.events import Event, Retreat, Roll, StatedPosition, Word
from senpu.notation.faults import Fault
from senpu.notation.lines import Actor, End, Machine, Play, VariationEnd, VariationStart
from senpu.notation.reader import split_rows
from senpu.notation.stated_positions import POSITION
from senpu.notation.writer import format_event
from senpu.replay.core.reducer import EVENT_TYPES, Reducer, is_log_event, list_events
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.timeline import Timeline

EVENTS, TURN, END, MACHINE, TEXT = "events", "turn", "end", "machine", "text"
"""The kinds of rows, with `SEAL` and `KEY`."""
HIDDEN_TAG = "X"
"""The letter before the fields of a hash chain in a text that is read without its chain."""


class LogRow(msgspec.Struct, frozen=True):
    """A row of the list: events of one activation, a seal, the start of a turn, or another line."""

    line: int
    """The number of the line in the file."""
    kind: str
    """`events`, `turn`, `end`, `seal`, `key`, `machine` for another machine line, or `text` for a
    line that cannot be read."""
    first: int = 0
    """The number of its first event; 0 without events."""
    last: int = 0
    letter: str = ""
    """The letter of the side that acts; empty if the file has none."""
    act: str = ""
    """The act; of another row its text."""
    dice: str = ""
    result: str = ""
    turn: int | None = None
    """The turn that begins with the line."""
    side: str = ""
    """The side of a seal or a key."""
    stated: bool = False
    """True if it is a stated position."""


class WrittenEvent(msgspec.Struct, frozen=True):
    """An event with its number and the letter of its actor."""

    number: int
    letter: str
    event: Event
    starts: bool | None = None
    """True if it begins an activation; None if this is unknown."""


def remove_chain(data: bytes) -> bytes:
    """Return the text of a log without the tags and the fields of its chain, row for row."""
    rows = []
    in_header = True
    for row in split_rows(data):
        if in_header:
            name = row.partition(b":")[0].decode("ascii", "replace")
            rows.append(HIDDEN_TAG.encode() + row if is_chain_field(name) else row)
            in_header = bool(row.strip(b" \r\n"))
            continue
        found = split_tag(row)
        rows.append(row if found is None else found[0] + b"\n")
    return b"".join(rows)


def is_chained_text(data: bytes) -> bool:
    """Return whether the header of a log has a line `Chain:`."""
    header = data.partition(b"\n\n")[0]
    return header.startswith(b"Chain:") or b"\nChain:" in header


def open_unproven(source: Input, rules: AnyRules) -> Timeline:
    """Return the events of a log up to the first one that the rules of the game reject.

    Hash chain, seals, consents to an undo and proofs of dice are not checked, so that events after
    a fault in these can be shown. Nothing about them is proven.
    """
    record = record_from(remove_chain(source.data), source.path)
    return Timeline(record, Reducer(rules))


def list_log_rows(
    data: bytes, starts: Callable[[int], bool | None] = lambda number: None
) -> list[LogRow]:
    """Return the rows of a log after its header, as its file has them.

    Args:
        data: The bytes of the log.
        starts: A function that returns whether an event begins an activation; None if unknown.

    Returns:
        The rows.
    """
    if is_chained_text(data):
        data = remove_chain(data)
    record = record_from(data)
    rows, number = list[LogRow](), 0
    for line, content in record:
        found = [*_list_rows(line, content, number, starts)]
        rows += found
        number = max([number, *(row.last for row in found)])
    return [*_drop_repeated(rows, data)]


def _drop_repeated(rows: Iterable[LogRow], data: bytes) -> Iterator[LogRow]:
    """Yield the rows; a line with several faults has one row, with its whole text."""
    texts = split_rows(data)
    last = 0
    for row in rows:
        if row.kind != TEXT:
            yield row
        elif row.line != last and 0 < row.line <= len(texts):
            text = decode_row(0, texts[row.line - 1].rstrip(b"\r\n"))[0]
            yield msgspec.structs.replace(row, act=text.strip())
        last = row.line


def _list_rows(
    line: int, content: object, number: int, starts: Callable[[int], bool | None]
) -> Iterator[LogRow]:
    """Yield the rows of a line; `number` is the number of the last event above it."""
    if isinstance(content, Fault):
        yield LogRow(content.line, TEXT, act=content.text)
    elif isinstance(content, Machine) and content.word == POSITION:
        event = next(list_events(content))
        yield from make_rows(line, [WrittenEvent(number + 1, "", event, True)])
    elif isinstance(content, Machine):
        side = content.rows[0] if content.word in SIGNED else ""
        kind = content.word if content.word in (SEAL, KEY) else MACHINE
        yield LogRow(line, kind, side=side, act=f"%{content.word} {content.rows[0]}".strip())
    elif isinstance(content, End):
        yield LogRow(line, END, act=f"End: {content.value}")
    elif isinstance(content, Play):
        written = [*_list_written(content, number, starts)]
        if content.turn is not None and not written:
            yield LogRow(line, TURN, turn=content.turn)
        yield from make_rows(line, written, content.turn)


def _list_written(
    line: Play, number: int, starts: Callable[[int], bool | None]
) -> Iterator[WrittenEvent]:
    letter, depth = "", 0
    for item in line.items:
        if type(item) is Actor:
            letter = letter if depth else item.letter
        elif type(item) is VariationStart:
            depth += 1
        elif type(item) is VariationEnd:
            depth -= 1
        elif type(item) in EVENT_TYPES and not depth:
            number += 1
            event: Event = item  # type: ignore[assignment] # EVENT_TYPES
            yield WrittenEvent(number, letter, event, starts(number))


def list_visible_rows(timeline: Timeline) -> list[LogRow]:
    """Return the rows of the valid events of a log in the current view of its timeline."""
    rows, turn = list[LogRow](), 0
    by_line: dict[int, list[WrittenEvent]] = {}
    turns: dict[int, int] = {}
    for number in range(1, timeline.extend() + 1):
        entry = timeline.get_event(number)
        letter = timeline.rules.letter.get(entry.actor, "")
        event = WrittenEvent(number, letter, entry.event, entry.starts_activation)
        by_line.setdefault(entry.line, []).append(event)
        if entry.turn != turn:
            turn = turns[entry.line] = entry.turn
    for line, written in by_line.items():
        rows += make_rows(line, written, turns.get(line))
    return rows


def make_rows(line: int, written: list[WrittenEvent], turn: int | None = None) -> Iterator[LogRow]:
    """Yield the rows of the events of a line: one for each act with its dice and results."""
    group = list[WrittenEvent]()
    for event in written:
        if group and _begins_row(event, group):
            yield _make_row(line, group, turn)
            group, turn = [], None
        group.append(event)
    if group:
        yield _make_row(line, group, turn)


def _begins_row(event: WrittenEvent, group: list[WrittenEvent]) -> bool:
    """Return whether an event begins another row after the events of a group."""
    if event.starts is not None:
        return event.starts
    if isinstance(event.event, Roll | Retreat):
        return False
    rolled = any(isinstance(each.event, Roll) for each in group)
    return not rolled or not isinstance(event.event, Word) or is_log_event(event.event)


def _make_row(line: int, group: list[WrittenEvent], turn: int | None) -> LogRow:
    """Return the row of events: the act, the dice from the first to the last roll, the rest."""
    rolls = [at for at, each in enumerate(group) if isinstance(each.event, Roll)]
    start, end = (rolls[0], rolls[-1] + 1) if rolls else (len(group), len(group))
    lead = group[0].letter

    def join(part: list[WrittenEvent]) -> str:
        return " ".join(format_event(each.event) for each in part)

    dice = join([each for each in group[start:end] if isinstance(each.event, Roll)])
    if len(rolls) < end - start:  # a word between two rolls, such as a reroll
        dice = dice.replace("] [", "]+[")
    return LogRow(
        line, EVENTS, group[0].number, group[-1].number, lead, join(group[:start]),
        dice, join(group[end:]), turn, stated=type(group[0].event) is StatedPosition,
    )  # fmt: skip


def find_raw_row(record: Record, line: int) -> str:
    """Return a line of the file of a log, with its tag; empty if there is none."""
    assert record.source is not None
    rows = split_rows(record.source.data)
    return decode_row(0, rows[line - 1].rstrip(b"\r\n"))[0] if 0 < line <= len(rows) else ""
