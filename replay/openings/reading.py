"""Read one log for a book: its positions as numbers, and the moves between them."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from senpu.logs.chain import NONCE
from senpu.logs.position_logs import POSITION
from senpu.logs.record import Record, open_record
from senpu.notation.events import Event, StatedPosition, Word
from senpu.notation.faults import Fault
from senpu.notation.lines import Line
from senpu.notation.messages import LANGUAGES, Message
from senpu.notation.reader import RECENT
from senpu.notation.writer import format_event
from senpu.replay.core.reducer import AcceptedEvent, ReductionError, is_log_event
from senpu.replay.core.registry import rules_for
from senpu.replay.core.rules import AnyRules, hash_number
from senpu.replay.core.side_names import name_sides
from senpu.replay.core.states import CHANCE, Decision, State
from senpu.replay.core.views import hide_private
from senpu.replay.disputes.card_audit import audit_cards, keep_lines
from senpu.replay.disputes.log_reducer import LogReducer
from senpu.spec.data import DataError

HALF = 1 << 63
"""Numbers of 64 bits from this one on are negative in a database."""
WHOLE_RANGE = 2 * HALF


class Ruleset(msgspec.Struct, frozen=True, array_like=True):
    """The rules and data of a game; games with others have other positions."""

    game: str
    """The id, with the edition."""
    data: str
    """The digest of the values."""
    options: str
    rules: int
    """The version of the rules as coded."""
    sides: tuple[str, ...]

    @property
    def name(self) -> tuple[str, str, str, int]:
        """The unique name; the sides follow from it."""
        return self.game, self.data, self.options, self.rules


@lru_cache(16)
def get_ruleset(rules: AnyRules) -> Ruleset:
    """Return the rule set whose games share positions under these rules."""
    spec = rules.spec
    sides = tuple(side.id for side in spec.sides)
    return Ruleset(
        spec.id, spec.values.digest(), " ".join(sorted(spec.options)), spec.edition.rules, sides
    )


class Numbering:
    """The numbers of positions under one rule set: signed, 64 bits.

    Equivalent positions have equal numbers; other positions, and other rule sets, have other
    numbers.
    """

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules
        self._describe = rules.interchangeable
        self._rules_number = hash_number(get_ruleset(rules).name)

    def __call__(self, state: State) -> int:
        """Return the number of a state."""
        number = hash_number(self._describe(state)) ^ self._rules_number
        return number if number < HALF else number - WHOLE_RANGE

    def format_key(self, number: int) -> str:
        """Return the position key of a number, as in `senpu show --json`."""
        return f"{number % WHOLE_RANGE ^ self._rules_number:016x}"

    def parse_key(self, key: str) -> int:
        """Return the number of a position key, the inverse of `format_key`."""
        number = int(key, 16) ^ self._rules_number
        return number if number < HALF else number - WHOLE_RANGE


ENCODER = msgspec.json.Encoder()
get_numbering = lru_cache(16)(Numbering)


encode, encode_lines = ENCODER.encode, ENCODER.encode_lines
format_cached = lru_cache(1 << 14)(format_event)
"""The text of an event; games have many events in common."""
EVENT = itemgetter(2)
WHOLE, SINGLE = 1, 0
"""The kinds of passages: a whole set-up of a side, or one event."""
NOWHERE = 0
"""In place of a position: the end of the game, or of the part that is read."""


class Passage(NamedTuple):
    """An event that a game played in a position, or a whole set-up of a side."""

    position: int
    """The number of the position."""
    whole: int
    """WHOLE for a set-up, SINGLE for an event."""
    after: int
    """The number of the next position, or NOWHERE."""
    text: str
    """The event, or the events of the set-up, in canonical form; empty at the end of the game."""
    number: int
    """The number of the last event of the log before the position; 0 for the start."""


class Passages(msgspec.Struct, frozen=True, array_like=True):
    """The passages of a game in columns, which are faster to transfer."""

    positions: list[int] = []
    wholes: list[int] = []
    afters: list[int] = []
    texts: list[str] = []
    numbers: list[int] = []

    def rows(self) -> Iterator[Passage]:
        """Yield the passages."""
        columns = self.positions, self.wholes, self.afters, self.texts, self.numbers
        return map(Passage._make, zip(*columns, strict=True))


class PassageRecorder:
    """The first events of a game that were not undone, with the states before them.

    Of later events only the digest is kept.
    """

    def __init__(self, rules: AnyRules, depth: int) -> None:
        self.rules = rules
        self.depth = depth
        self._first: list[AcceptedEvent] = []
        self._hash = sha256(encode(get_ruleset(rules).name))

    def add_events(self, found: list[AcceptedEvent]) -> None:
        """Add the next events."""
        if not found:
            return
        if self.rules.has_hidden_parts:
            found = [
                (number, before, self._public(before, event)) for number, before, event in found
            ]
        self._first += found[: max(self.depth + 1 - len(self._first), 0)]
        # Equal in parts and at once. A list, since msgspec 0.22 never releases an iterator.
        self._hash.update(encode_lines([*map(EVENT, found)]))

    def _public(self, before: State, event: Event) -> Event:
        return hide_private(self.rules, before, event)

    def digest(self, identity: object) -> bytes:
        """Return the digest of the rules, of all events that were not undone, and of `identity`."""
        whole = self._hash.copy()
        whole.update(encode(identity))
        return whole.digest()[:16]

    def passages(self, end: State, last: int, gap: int = 0) -> Passages:
        """Return the event played in each position of the game, and its whole set-ups.

        Args:
            end: The state at the end of the log.
            last: The number of the last event.
            gap: The number of the event after the last gap of the log; 0 if it has none.

        Returns:
            The passages; none up to the last gap: the rules do not prove that they lead to the end.
        """
        first = self._first[: self.depth]
        if first and type(first[-1][2]) is Word and is_log_event(first[-1][2]):
            first.pop()  # resigning leads to no other position
        if len(self._first) > len(first):
            last, end, _ = self._first[len(first)]
            last -= 1
        if gap > last:
            return Passages()
        first = [each for each in first if each[0] > gap and type(each[2]) is not StatedPosition]
        states = [before for _, before, _ in first]
        states.append(end)
        positions = [*map(get_numbering(self.rules), states)]
        afters = [*positions[1:], NOWHERE]
        texts = [*map(format_cached, map(EVENT, first)), ""]
        numbers = [*[number - 1 for number, _, _ in first], last]
        wholes = [SINGLE] * len(states)
        for start, stop in self._find_set_ups([state.decision for state in states]):
            positions.append(positions[start])
            wholes.append(WHOLE)
            afters.append(positions[stop])
            texts.append(" ".join(texts[start:stop]))
            numbers.append(numbers[start])
        return Passages(positions, wholes, afters, texts, numbers)

    def _find_set_ups(self, asks: list[Decision | None]) -> Iterator[tuple[int, int]]:
        """Yield the start and end of each run of answers of one side that are shown together.

        A run that continues after the last event is excluded.

        Yields:
            The index of the first event, and of the event after the last one.
        """
        gathered = self.rules.grouped_kinds
        kinds = [
            (asked.kind, asked.side)
            if asked is not None and asked.kind in gathered and asked.side != CHANCE
            else None
            for asked in asks
        ]
        start = 0
        for kind, row in groupby(kinds):
            stop = start + len([*row])
            if kind is not None and stop < len(asks):
                yield start, stop
            start = stop


DEPTH = 32
"""The default number of events of each game: about the set-up and the first turn."""
DRAW = -1
"""The result of a drawn game; a win is the index of the winning side."""


class LogContent(msgspec.Struct, frozen=True, array_like=True):
    """The content of one log for a book."""

    path: str
    ruleset: Ruleset | None = None
    """The rule set; None for an invalid log."""
    fault: dict[str, str] = {}
    """The fault of an invalid log, in each language."""
    digest: bytes = b""
    """The digest of the public part of all events, and of the identity: equal for copies."""
    date: str = ""
    event: str = ""
    program: str = ""
    """The program that played it, if the header names one."""
    players: dict[str, str] = {}
    """The players, by side."""
    result: int | None = None
    """The index of the winning side, DRAW, or None for an unfinished game."""
    ending: str = ""
    margin: int | None = None
    """`Rules.count_margin` at the end of a game that a rule ended, else None."""
    turn: int = 0
    """The last turn."""
    events: int = 0
    gaps: int = 0
    """The number of its gaps."""
    passages: Passages = Passages()


@contextmanager
def pause_garbage_collection() -> Iterator[None]:
    """Disable the search for cyclic garbage, which would visit many objects without finding any."""
    searched = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if searched:
            gc.enable()


def read_log(path: Path, depth: int = DEPTH) -> LogContent:
    """Return the content of a log, `depth` events deep; its faults are part of the result."""
    name = str(path).encode("utf-8", "replace").decode()
    try:
        if name != str(path):  # a book holds paths as text
            raise DataError("pathNotText")
        return read_record(open_record(path), name, depth)
    except OSError as error:
        message = Message("errors.unreadableFile", {"path": path, "why": error})
    except DataError as error:
        message = Message("errors.unusableLog", {"path": path, "why": error})
    return LogContent(name, fault={each: message.text(each) for each in LANGUAGES})


def _make_invalid(name: str, fault: Fault) -> LogContent:
    """Return the course of an invalid log."""
    return LogContent(name, fault={each: fault.render(name, each) for each in LANGUAGES})


def read_record(record: Record, name: str, depth: int) -> LogContent:
    """Return the content of an opened log, which is verified line by line.

    Returns:
        The content.

    Raises:
        DataError: The data are malformed.
        OSError: A file could not be read.
    """
    rules, first = rules_for(record), next(iter(record.header_faults), None)
    if isinstance(rules, Fault):
        return _make_invalid(name, first or rules)
    trail = PassageRecorder(rules, depth)
    reducer = LogReducer(rules, None, record.signers, record.hands_nonce, keep_all=True)
    fault = first or _verify(record, reducer, trail)
    if fault is not None:
        message = name_sides(rules.spec, fault.message)
        return _make_invalid(name, replace(fault, message=message))
    return _make_content(name, record, reducer, trail)


def _make_content(
    name: str, record: Record, reducer: LogReducer, trail: PassageRecorder
) -> LogContent:
    """Return the content of a valid log."""
    rules, headers, outcome = reducer.rules, record.headers, reducer.state.outcome
    sides = [side.id for side in rules.spec.sides]
    names = {side: headers.get(side.capitalize(), "") for side in sides}
    date, event, program = (headers.get(key, "") for key in ("Date", "Event", "Program"))
    result, ending, margin = None, "", None
    if outcome is not None:
        result = sides.index(outcome.winner) if outcome.winner else DRAW
        ending = outcome.ending
        if not outcome.is_by_players:  # else the count is not the final one
            margin = rules.count_margin(reducer.state)
    # Equal events do not include the side that resigned; and others may have played them too.
    game = headers.get(NONCE) or (*names.values(), date, event, program)
    start = (headers[POSITION],) if POSITION in headers else ()
    gap = reducer.gaps[-1].number if reducer.gaps else 0
    return LogContent(
        name, get_ruleset(rules), digest=trail.digest((game, result, ending, *start)), date=date,
        event=event, program=program,
        players={side: name for side, name in names.items() if name}, result=result,
        ending=ending, margin=margin, turn=reducer.state.turn, events=reducer.number,
        gaps=len(reducer.gaps),
        passages=trail.passages(reducer.state, reducer.number, gap),
    )  # fmt: skip


def _verify(record: Record, reducer: LogReducer, trail: PassageRecorder) -> Fault | None:
    """Return the first fault of a log; without one, the trail has all of its events."""
    read: list[tuple[int, Line | Fault]] = []
    lines = keep_lines(record, read) if record.hands_nonce else iter(record)
    while batch := list(islice(lines, RECENT // 2)):
        for number, line in batch:
            if type(line) is Fault:
                return line
            try:
                reducer.read(line)
            except ReductionError as bad:
                return reducer.make_fault(bad, record, number, line)
        trail.add_events(reducer.take_final_events())
    trail.add_events(reducer.take_final_events(every=True))
    found = audit_cards(reducer.rules, record, read)
    return found[0] if found else None
