"""One log -> the positions that its game went through, as numbers that are equal for positions
that play alike.

Judges the log by the rules first, as `senpu verify` does. Takes of a game only what everybody may
know: the public part of its positions, and its events without hidden cards. What was taken back is
left out. Writes nothing.
"""

from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from itertools import groupby, islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from logs.record import Record, open_record
from notation.events import Event, Word
from notation.faults import Fault
from notation.lines import Line
from notation.reader import RECENT
from notation.writer import format_event
from replay.audit import audit, kept
from replay.reducer import META, Bad, Before, Reducer
from replay.refusals import fault_of
from replay.rules import CHANCE, Ask, Rules, State
from replay.sight import public
from replay.verify import opened
from spec.data import DataError

DEPTH = 32
"""How many events of a game are told of, unless said: about the set-up and the first turn."""
DRAW = -1
"""The result of a drawn game; a side's win is its place among the sides."""
encode = msgspec.json.Encoder().encode
spelled = lru_cache(4096)(format_event)
"""Openings are much alike."""
WHOLE, SINGLE = 1, 0
"""What a passage tells of: everything that a side places in a row, or one event."""


class Ruleset(msgspec.Struct, frozen=True):
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
    def name(self) -> bytes:
        """What no other has; the sides follow from it."""
        return encode((self.game, self.data, self.options, self.rules))


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


class Course(msgspec.Struct, frozen=True):
    """What a book takes of one log."""

    path: str
    ruleset: Ruleset | None = None
    """Nothing for a log that is not good."""
    fault: str = ""
    """Why a log is not good."""
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
    passages: tuple[Passage, ...] = ()


@lru_cache(16)
def ruleset_of(rules: Rules[Any]) -> Ruleset:
    """Which positions are of one kind with those of these rules."""
    spec = rules.spec
    sides = tuple(side.id for side in spec.sides)
    return Ruleset(
        spec.id, spec.values.digest(), " ".join(sorted(spec.options)), spec.edition.rules, sides
    )


class Numbering:
    """The numbers of positions under one rule set: equal exactly for those that play alike, and
    other ones under any other rule set. 64 bits, signed, as a database keeps them."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules = rules
        self._own = int.from_bytes(sha256(ruleset_of(rules).name).digest()[:8], signed=True)

    def __call__(self, state: State) -> int:
        return int.from_bytes(self.rules.key_bytes(state), signed=True) ^ self._own

    def key_of(self, number: int) -> str:
        """The position key that a number stands for, as `senpu show --json` tells it."""
        return f"{(number ^ self._own) % (1 << 64):016x}"


def read_all(work: tuple[list[str], int]) -> bytes:
    """The courses of some logs, so many events deep: work for another program, from which bytes
    come back sooner than objects (`courses` reads them)."""
    paths, depth = work
    return msgspec.msgpack.encode([read(Path(path), depth) for path in paths])


def courses(data: bytes) -> list[Course]:
    """What another program has read."""
    return msgspec.msgpack.decode(data, type=list[Course])


def read(path: Path, depth: int = DEPTH) -> Course:
    """What a book takes of a log, `depth` events deep. Never raises on what the file holds."""
    try:
        record = open_record(path)
        return course_of(record, str(path), depth)
    except OSError as error:
        return Course(str(path), fault=f"{path}: {error.strerror or error}")
    except DataError as error:
        return Course(str(path), fault=f"{path}: {error}")


def course_of(record: Record, name: str, depth: int) -> Course:
    """What a book takes of an opened log. Raises DataError, OSError."""
    rules = opened(record)
    if isinstance(rules, Fault):
        return Course(name, fault=rules.render(name))
    trail = Trail(rules, depth)
    reducer = Reducer(rules, None, record.signers, record.sealed, keeping=True)
    fault = _judge(record, reducer, trail)
    if fault is not None:
        return Course(name, fault=fault.render(name))
    headers, outcome = record.headers, reducer.state.outcome
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
        passages=tuple(trail.passages(reducer.state, reducer.number)),
    )  # fmt: skip


def _judge(record: Record, reducer: Reducer, trail: "Trail") -> Fault | None:
    """The first thing wrong with a log; without one, the trail has all that stands."""
    read: list[tuple[int, Line | Fault]] = []
    lines = kept(record, read) if record.sealed else iter(record)
    while batch := list(islice(lines, RECENT // 2)):
        for number, line in batch:
            if isinstance(line, Fault):
                return line
            try:
                reducer.read(line)
            except Bad as bad:
                return fault_of(reducer, bad, record, number, line)
        trail.take(reducer.settled())
    trail.take(reducer.settled(all_of_them=True))
    found = audit(reducer.rules, record, read)
    return found[0] if found else None


class Trail:
    """The first events of a game that stand, with the positions before them; of the others only
    what they come to."""

    def __init__(self, rules: Rules[Any], depth: int) -> None:
        self.rules = rules
        self.depth = depth
        self._first: list[Before] = []
        self._hash = sha256(ruleset_of(rules).name)

    def take(self, found: list[Before]) -> None:
        """The events that come next."""
        if not found:
            return
        if self.rules.hides:
            found = [
                (number, before, self._public(before, event)) for number, before, event in found
            ]
        self._first += found[: max(self.depth + 1 - len(self._first), 0)]
        # Event by event, however many come at once.
        self._hash.update(encode([event for _, _, event in found])[1:-1] + b",")

    def _public(self, before: State, event: Event) -> Event:
        meta = type(event) is Word and event.word in META
        return event if meta else public(self.rules, before, event)

    def digest(self) -> bytes:
        """Of all events that stand, and of the rules they stand under."""
        return self._hash.digest()[:16]

    def passages(self, end: State, last: int) -> Iterator[Passage]:
        """How the game left each of its positions, and each first position of several that a side
        placed units in; `end` is the position that the log comes to, after event `last`."""
        first = self._first[: self.depth]
        if first and type(first[-1][2]) is Word and first[-1][2].word in META:
            first.pop()  # resigning leads to no other position
        if len(self._first) > len(first):
            last, end, _ = self._first[len(first)]
            last -= 1
        numbering = Numbering(self.rules)
        numbers = [*(numbering(before) for _, before, _ in first), numbering(end)]
        texts = [spelled(event) for _, _, event in first]
        seen = set()
        for (number, _, _), text, here, after in zip(
            first, texts, numbers, numbers[1:], strict=False
        ):
            if (here, after) not in seen:
                seen.add((here, after))
                yield Passage(here, SINGLE, after, text, number - 1)
        yield Passage(numbers[-1], SINGLE, NOWHERE, "", last)
        for start, stop in self._rows([*(before.ask for _, before, _ in first), end.ask]):
            text = " ".join(texts[start:stop])
            yield Passage(numbers[start], WHOLE, numbers[stop], text, first[start][0] - 1)

    def _rows(self, asks: list[Ask | None]) -> Iterator[tuple[int, int]]:
        """Where answers of one side to questions that are shown together begin and end. A row that
        goes on where the trail breaks off is left out."""
        gathered = self.rules.gathered
        kinds = [
            (ask.kind, ask.of) if ask is not None and ask.of != CHANCE and ask.kind in gathered
            else None
            for ask in asks
        ]  # fmt: skip
        start = 0
        for kind, row in groupby(kinds):
            stop = start + len(list(row))
            if kind is not None and stop < len(asks):
                yield start, stop
            start = stop
