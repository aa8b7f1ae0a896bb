"""One log -> what a book takes of it.

Verifies the log first, as `senpu verify` does. Undone events are left out. Writes nothing.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import msgspec

from senpu.logs.record import Record, open_record
from senpu.notation.faults import Fault
from senpu.notation.lines import Line
from senpu.notation.reader import RECENT
from senpu.replay.core.log_rules import checked_rules
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.rejections import fault_of
from senpu.replay.disputes.audit import audit, kept
from senpu.replay.disputes.log_reducer import LogReducer
from senpu.replay.openings.numbering import Ruleset, ruleset_of
from senpu.replay.openings.trail import Passages, Trail
from senpu.spec.data import DataError

DEPTH = 32
"""How many events of a game are told of, unless said: about the set-up and the first turn."""
DRAW = -1
"""The result of a drawn game; a side's win is its place among the sides."""


class Course(msgspec.Struct, frozen=True, array_like=True):
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
    passages: Passages = Passages()


@contextmanager
def unsearched() -> Iterator[None]:
    """No search for garbage that goes round in circles: of what logs hold none does, and there is
    much of it."""
    searched = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if searched:
            gc.enable()


def read_all(work: tuple[list[str], int]) -> bytes:
    """The courses of some logs, so many events deep: work for another program, from which bytes
    come back sooner than objects (`courses` reads them)."""
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
        return Course(str(path), fault=f"{path}: {error.strerror or error}")
    except DataError as error:
        return Course(str(path), fault=f"{path}: {error}")


def course_of(record: Record, name: str, depth: int) -> Course:
    """What a book takes of an opened log, judged row by row. Raises DataError, OSError."""
    rules = checked_rules(record)
    if isinstance(rules, Fault):
        return Course(name, fault=rules.render(name))
    trail = Trail(rules, depth)
    reducer = LogReducer(rules, None, record.signers, record.sealed, keeping=True)
    fault = _judge(record, reducer, trail)
    if fault is not None:
        return Course(name, fault=fault.render(name))
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
    lines = kept(record, read) if record.sealed else iter(record)
    while batch := list(islice(lines, RECENT // 2)):
        for number, line in batch:
            if isinstance(line, Fault):
                return line
            try:
                reducer.read(line)
            except ReductionError as bad:
                return fault_of(reducer, bad, record, number, line)
        trail.take(reducer.settled())
    trail.take(reducer.settled(all_of_them=True))
    found = audit(reducer.rules, record, read)
    return found[0] if found else None
