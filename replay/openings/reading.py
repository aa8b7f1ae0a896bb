"""What a book takes of one log: its positions as numbers, and how the game left them."""

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

from senpu.logs.record import Record, open_record
from senpu.notation.events import Event, Word
from senpu.notation.faults import Fault
from senpu.notation.lines import Line
from senpu.notation.messages import LANGUAGES, Message
from senpu.notation.reader import RECENT
from senpu.notation.writer import format_event
from senpu.replay.core.reducer import LOG_WORDS, AcceptedEvent, ReductionError
from senpu.replay.core.registry import check_rules
from senpu.replay.core.rules import CHANCE, AnyRules, Decision, State, hash_number
from senpu.replay.core.views import hide_private
from senpu.replay.disputes.card_audit import audit_cards, keep_lines
from senpu.replay.disputes.log_reducer import LogReducer
from senpu.spec.data import DataError

HALF = 1 << 63
"""From here on numbers of 64 bits are negative to a database."""


class Ruleset(msgspec.Struct, frozen=True, array_like=True):
    """Under which rules and data a game was played: games of others have other positions."""

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
        """What no other has; the sides follow from it."""
        return self.game, self.data, self.options, self.rules


@lru_cache(16)
def ruleset_of(rules: AnyRules) -> Ruleset:
    """Which positions are of one kind with those of these rules."""
    spec = rules.spec
    sides = tuple(side.id for side in spec.sides)
    return Ruleset(
        spec.id, spec.values.digest(), " ".join(sorted(spec.options)), spec.edition.rules, sides
    )


class Numbering:
    """The numbers of positions under one rule set: equal exactly for those that play alike, and
    other ones under any other rule set. 64 bits, signed, as a database keeps them.
    """

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules
        self._own = hash_number(ruleset_of(rules).name)

    def __call__(self, state: State) -> int:
        number = self.rules.key_number(state) ^ self._own
        return number if number < HALF else number - 2 * HALF

    def key_of(self, number: int) -> str:
        """The position key that a number stands for, as `senpu show --json` tells it."""
        return f"{number % (2 * HALF) ^ self._own:016x}"


numbering_of = lru_cache(16)(Numbering)


encode = msgspec.json.Encoder().encode
spelled = lru_cache(1 << 14)(format_event)
"""Games are much alike."""
EVENT = itemgetter(2)
WHOLE, SINGLE = 1, 0
"""What a passage tells of: everything that a side places in a row, or one event."""
NOWHERE = 0
"""In place of a position: the game, or what is told of it, ends here."""


class Passage(NamedTuple):
    """How a game left a position."""

    position: int
    whole: int
    after: int
    """The position it came to, or NOWHERE."""
    text: str
    number: int
    """The number of the event before, in the log: where the position stands."""


class Passages(msgspec.Struct, frozen=True, array_like=True):
    """All of a game's, a list for each of what they tell: programs hand these on sooner."""

    positions: list[int] = []
    wholes: list[int] = []
    afters: list[int] = []
    texts: list[str] = []
    numbers: list[int] = []

    def rows(self) -> Iterator[Passage]:
        """One by one."""
        columns = self.positions, self.wholes, self.afters, self.texts, self.numbers
        return map(Passage._make, zip(*columns, strict=True))


class Trail:
    """The first events of a game that stand, with the positions before them; of the others only
    what they come to.
    """

    def __init__(self, rules: AnyRules, depth: int) -> None:
        self.rules = rules
        self.depth = depth
        self._first: list[AcceptedEvent] = []
        self._hash = sha256(encode(ruleset_of(rules).name))

    def take(self, found: list[AcceptedEvent]) -> None:
        """The events that come next."""
        if not found:
            return
        if self.rules.has_hidden_parts:
            found = [
                (number, before, self._public(before, event)) for number, before, event in found
            ]
        self._first += found[: max(self.depth + 1 - len(self._first), 0)]
        texts = map(spelled, map(EVENT, found))
        self._hash.update("\n".join(texts).encode() + b"\n")  # equal in parts and at once

    def _public(self, before: State, event: Event) -> Event:
        meta = type(event) is Word and event.word in LOG_WORDS
        return event if meta else hide_private(self.rules, before, event)

    def digest(self) -> bytes:
        """Of all events that stand, and of the rules they stand under."""
        return self._hash.digest()[:16]

    def passages(self, end: State, last: int) -> Passages:
        """How the game left each of its positions, and each first position of several that a side
        placed units in; `end` is the position that the log comes to, after event `last`.
        """
        first = self._first[: self.depth]
        if first and type(first[-1][2]) is Word and first[-1][2].word in LOG_WORDS:
            first.pop()  # resigning leads to no other position
        if len(self._first) > len(first):
            last, end, _ = self._first[len(first)]
            last -= 1
        states = [before for _, before, _ in first]
        states.append(end)
        positions = [*map(numbering_of(self.rules), states)]
        afters = [*positions[1:], NOWHERE]
        texts = [*map(spelled, map(EVENT, first)), ""]
        numbers = [*[number - 1 for number, _, _ in first], last]
        wholes = [SINGLE] * len(states)
        for start, stop in self._gathered([state.decision for state in states]):
            positions.append(positions[start])
            wholes.append(WHOLE)
            afters.append(positions[stop])
            texts.append(" ".join(texts[start:stop]))
            numbers.append(numbers[start])
        return Passages(positions, wholes, afters, texts, numbers)

    def _gathered(self, asks: list[Decision | None]) -> Iterator[tuple[int, int]]:
        """Where answers of one side to questions that are shown together begin and end. A row that
        goes on where the trail breaks off is left out.
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
"""How many events of a game are told of, unless said: about the set-up and the first turn."""
DRAW = -1
"""The result of a drawn game; a side's win is its place among the sides."""


class Course(msgspec.Struct, frozen=True, array_like=True):
    """What a book takes of one log."""

    path: str
    ruleset: Ruleset | None = None
    """Nothing for a log that is not good."""
    fault: dict[str, str] = {}
    """The fault of an invalid log, in each language."""
    digest: bytes = b""
    """Of all that everybody may know of what was played: equal for copies of one game."""
    date: str = ""
    event: str = ""
    program: str = ""
    """What played it, where the header says that a program did."""
    players: dict[str, str] = {}
    """By side."""
    result: int | None = None
    """The winner's place among the sides, DRAW, or nothing while the game goes on."""
    ending: str = ""
    events: int = 0
    passages: Passages = Passages()


@contextmanager
def unsearched() -> Iterator[None]:
    """No search for garbage that goes round in circles: of what logs hold none does, and there is
    much of it.
    """
    searched = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if searched:
            gc.enable()


def read_all(work: tuple[list[str], int]) -> bytes:
    """The courses of some logs, so many events deep: work for another program, from which bytes
    come back sooner than objects (`courses` reads them).
    """
    paths, depth = work
    with unsearched():
        return msgspec.msgpack.encode([read(Path(path), depth) for path in paths])


def courses(data: bytes) -> list[Course]:
    """What another program has read."""
    return msgspec.msgpack.decode(data, type=list[Course])


def read(path: Path, depth: int = DEPTH) -> Course:
    """What a book takes of a log, `depth` events deep. Never raises on what the file holds."""
    try:
        return course_of(open_record(path), str(path), depth)
    except OSError as error:
        message = Message("errors.unreadableFile", {"path": path, "why": error})
    except DataError as error:
        message = Message("errors.unusableLog", {"path": path, "why": error})
    return Course(str(path), fault={each: message.text(each) for each in LANGUAGES})


def _faulty(name: str, fault: Fault) -> Course:
    """Return the course of an invalid log."""
    return Course(name, fault={each: fault.render(name, each) for each in LANGUAGES})


def course_of(record: Record, name: str, depth: int) -> Course:
    """What a book takes of an opened log, judged row by row. Raises DataError, OSError."""
    rules = check_rules(record)
    if isinstance(rules, Fault):
        return _faulty(name, rules)
    trail = Trail(rules, depth)
    reducer = LogReducer(rules, None, record.signers, record.sealed, keep_all=True)
    fault = _judge(record, reducer, trail)
    if fault is not None:
        return _faulty(name, fault)
    return _course(name, record, reducer, trail)


def _course(name: str, record: Record, reducer: LogReducer, trail: Trail) -> Course:
    """What is to be told of a good log."""
    rules, headers, outcome = reducer.rules, record.headers, reducer.state.outcome
    sides = [side.id for side in rules.spec.sides]
    names = {side: headers.get(side.capitalize(), "") for side in sides}
    result = None
    if outcome is not None:
        result = sides.index(outcome.winner) if outcome.winner else DRAW
    return Course(
        name, ruleset_of(rules), digest=trail.digest(), date=headers.get("Date", ""),
        event=headers.get("Event", ""), program=headers.get("Program", ""),
        players={side: name for side, name in names.items() if name}, result=result,
        ending=outcome.ending if outcome else "", events=reducer.number,
        passages=trail.passages(reducer.state, reducer.number),
    )  # fmt: skip


def _judge(record: Record, reducer: LogReducer, trail: Trail) -> Fault | None:
    """The first thing wrong with a log; without one, the trail has all that stands."""
    read: list[tuple[int, Line | Fault]] = []
    lines = keep_lines(record, read) if record.sealed else iter(record)
    while batch := list(islice(lines, RECENT // 2)):
        for number, line in batch:
            if isinstance(line, Fault):
                return line
            try:
                reducer.read(line)
            except ReductionError as bad:
                return reducer.make_fault(bad, record, number, line)
        trail.take(reducer.take_final_events())
    trail.take(reducer.take_final_events(every=True))
    found = audit_cards(reducer.rules, record, read)
    return found[0] if found else None
