"""Two copies of a log held against each other: where they part, and who signed what on each side.

Copies of one chained game are compared line by line, others event by event in canonical spelling.
Says that copies part and where, never which of them is right. What one side may not know is not
compared where the copies are looked at through its eyes.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from senpu.logs.chain import heads, parted
from senpu.logs.equivocation import Proof, contradiction
from senpu.logs.record import OF_GAME, open_record
from senpu.logs.seals import Seal
from senpu.notation.encoding import decoded
from senpu.notation.faults import Fault
from senpu.notation.reader import rows_of
from senpu.notation.writer import format_event
from senpu.replay.core.registry import rules_for
from senpu.replay.core.rules import AnyRules, State
from senpu.replay.core.timeline import Timeline, format_line_event
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.disputes.verdict import SealReport, Verdict
from senpu.replay.disputes.verification import verify

IDENTICAL, PREFIX, FORK, FAULT, DIFFERENT = "identical", "prefix", "fork", "fault", "different"


class Next(msgspec.Struct, frozen=True):
    """What a copy goes on with, where the other does not go with it."""

    line: int
    text: str
    """The line with its tag, or the event where events are compared."""
    event: int | None
    """The number of the first event of it, if it has one."""


class Comparison(msgspec.Struct):
    """What comparing two copies found; `--json` prints it as it is."""

    files: tuple[str, str]
    verdict: str
    """`identical`, `prefix`, `fork`, `fault` or `different`."""
    by: str
    """Whether `lines` or `events` were compared."""
    shorter: str | None = None
    """Which file is the beginning of the other."""
    line: int | None = None
    """The last line that both have, where lines were compared."""
    event: int = 0
    """The last event that both have."""
    good: tuple[bool, bool] = (True, True)
    faults: tuple[str | None, str | None] = (None, None)
    """The id of the first fault of each copy, and the line: `chainMismatch 12`."""
    next: tuple[Next | None, Next | None] = (None, None)
    follow: tuple[int, int] = (0, 0)
    """How many lines, or events, each has that the other has not."""
    seals: tuple[list[SealReport], list[SealReport]] = ([], [])
    """Those of what each has for itself."""
    shared: list[SealReport] = []
    """Those of nothing but what both have, whichever copy they stand in."""
    facts: list[tuple[str, str, str]] = []
    """In what the positions after what comes next differ: what, and how it is in each."""
    equivocation: bool = False
    """Whether one key has signed both sides."""

    def at_fault(self, at: int) -> bool:
        """Whether a copy is at fault in the line with which it goes on."""
        coming = self.next[at]
        return coming is not None and self._amiss(at) == coming.line

    @property
    def judged(self) -> bool:
        """Whether what each goes on with is good, so that a position comes of it."""
        return not any(
            coming is not None and 0 < self._amiss(at) <= coming.line
            for at, coming in enumerate(self.next)
        )

    def _amiss(self, at: int) -> int:
        """The line of a copy's first fault; 0 if there is none."""
        fault = self.faults[at]
        return int(fault.rpartition(" ")[2]) if fault else 0


class Copy:
    """One of the two logs."""

    def __init__(self, path: Path, named: Path | None, side: str) -> None:
        self.path = path
        self.verdict: Verdict = verify(path, named=named)
        self.rows = [row for row in rows_of(path.read_bytes()) if row[-1:] == b"\n"]
        self.record = open_record(path)
        self.rules: AnyRules | Fault = rules_for(self.record, named)
        self.timeline: Timeline | None = None
        if not isinstance(self.rules, Fault):
            self.timeline = open_timeline(self.record, self.rules)
            self.timeline.view_as(side)
            self.timeline.extend()

    @property
    def fault(self) -> Fault | None:
        """What is wrong where its events end; nothing where they end with its whole lines. As the
        timeline's sight shows it.
        """
        timeline = self.timeline
        if timeline is None:
            header = self.record.header_faults
            return header[0] if header else self.rules if isinstance(self.rules, Fault) else None
        return None if timeline.is_extensible else timeline.fault

    @property
    def nonce(self) -> str:
        return self.record.seals.nonce

    def seals(self) -> list[Seal]:
        """Its seals and key lines, so far as they are good where they stand."""
        if self.timeline is None:
            for _ in self.record:
                pass
        return self.record.seals.made

    def events(self) -> list[str]:
        """Each event as whoever looks may read it, and the end."""
        if self.timeline is None:
            return []
        entries = map(self.timeline.get_event, range(1, self.timeline.last + 1))
        texts = [f"{entry.actor} {format_event(entry.event)}" for entry in entries]
        return [*texts, "End"] if self.timeline.is_ended else texts

    def event_at(self, line: int) -> int:
        """The number of the last event in the lines up to one."""
        timeline = self.timeline
        number = timeline.last if timeline else 0
        while timeline and number and timeline.get_event(number).line > line:
            number -= 1
        return number


class Found(NamedTuple):
    """A comparison, the copies, and the proof that a key has signed both sides."""

    comparison: Comparison
    copies: tuple[Copy, Copy]
    proof: Proof | None


def compare(one: Path, other: Path, named: Path | None = None, side: str = "") -> Found:
    """Hold two copies against each other, as `side` may know them. Raises OSError."""
    copies = (Copy(one, named, side), Copy(other, named, side))
    a, b = copies
    chained = a.record.chain.on and b.record.chain.on
    whole = all(copy.timeline is None or copy.timeline.view.is_unrestricted for copy in copies)
    files = (str(one), str(other))
    proof: Proof | None = None
    if chained and a.nonce != b.nonce:
        found = Comparison(files, DIFFERENT, "lines")
    elif whole and (chained or a.rows == b.rows):
        found = _by_lines(files, copies)
        proof = _proof(copies, found) if found.verdict == FORK else None
        found.equivocation = proof is not None
    elif any(a.record.headers.get(key) != b.record.headers.get(key) for key in OF_GAME):
        found = Comparison(files, DIFFERENT, "events")
    elif a.timeline is None and b.timeline is None:
        found = _by_lines(files, copies)
    else:
        found = _by_events(files, copies)
    found.good = (a.verdict.valid, b.verdict.valid)
    found.faults = (_fault(a), _fault(b))
    if found.verdict == FORK and found.judged:
        found.facts = [*_facts(copies, found)]
    return Found(found, copies, proof)


def _fault(copy: Copy) -> str | None:
    first = copy.verdict.faults[0] if copy.verdict.faults else None
    return f"{first.id} {first.line}" if first else None


def _common(ours: list[Any], theirs: list[Any]) -> int:
    """How many members both begin with."""
    pairs = enumerate(zip(ours, theirs, strict=False))
    return next((at for at, (x, y) in pairs if x != y), min(len(ours), len(theirs)))


def _verdict(files: tuple[str, str], by: str, sizes: tuple[int, int], common: int) -> Comparison:
    if sizes == (common, common):
        found = Comparison(files, IDENTICAL, by)
    elif common in sizes:
        found = Comparison(files, PREFIX, by, shorter=files[sizes.index(common)])
    else:
        found = Comparison(files, FORK, by)
    found.follow = (sizes[0] - common, sizes[1] - common)
    return found


def _by_lines(files: tuple[str, str], copies: tuple[Copy, Copy]) -> Comparison:
    a, b = copies
    line = _common(a.rows, b.rows)
    found = _verdict(files, "lines", (len(a.rows), len(b.rows)), line)
    found.line = line
    found.event = min(a.event_at(line), b.event_at(line))
    found.next = (_next_line(a, line), _next_line(b, line))
    below = [[seal for seal in copy.verdict.seals if seal.line > line] for copy in copies]
    found.seals = (below[0], below[1])
    within = [seal for copy in copies for seal in copy.verdict.seals if seal.line <= line]
    found.shared = [seal for at, seal in enumerate(within) if seal not in within[:at]]
    return found


def _next_line(copy: Copy, line: int) -> Next | None:
    if line >= len(copy.rows):
        return None
    text, _ = decoded(0, copy.rows[line].rstrip(b"\n"))
    first, last = copy.event_at(line), copy.event_at(line + 1)
    return Next(line + 1, text, first + 1 if last > first else None)


def _by_events(files: tuple[str, str], copies: tuple[Copy, Copy]) -> Comparison:
    a, b = (copy.events() for copy in copies)
    common = _common(a, b)
    found = _verdict(files, "events", (len(a), len(b)), common)
    found.event = min([common, *(copy.timeline.last for copy in copies if copy.timeline)])
    # A copy whose events end at a fault does not end there: what stands behind cannot be judged.
    ends = [
        copy.fault if common == len(own) else None for copy, own in zip(copies, (a, b), strict=True)
    ]
    if any(ends):
        found.verdict, found.shorter = FAULT, None
    coming = [
        _next_event(copy, common) if end is None else _next_at_fault(copy, end)
        for copy, end in zip(copies, ends, strict=True)
    ]
    found.next = (coming[0], coming[1])
    rest = [
        own if end is None else copy.verdict.events - copy.verdict.valid_through
        for own, copy, end in zip(found.follow, copies, ends, strict=True)
    ]
    found.follow = (rest[0], rest[1])
    seals = [[seal for seal in copy.verdict.seals if seal.event > common] for copy in copies]
    found.seals = (seals[0], seals[1])
    return found


def _next_event(copy: Copy, common: int) -> Next | None:
    timeline = copy.timeline
    if timeline is None or common >= timeline.last:
        return None
    entry = timeline.get_event(common + 1)
    return Next(entry.line, format_line_event(timeline, entry.number), entry.number)


def _next_at_fault(copy: Copy, fault: Fault) -> Next:
    """The line in which a copy is at fault, if whoever looks may read it."""
    whole = copy.timeline is None or copy.timeline.view.is_unrestricted
    row = copy.rows[fault.line - 1].rstrip(b"\n") if whole and fault.line else b""
    return Next(fault.line, decoded(0, row)[0], fault.event)


def _proof(copies: tuple[Copy, Copy], found: Comparison) -> Proof | None:
    """That one key has signed both sides, if that can be shown."""
    line = found.line or 0
    below = [[seal for seal in copy.seals() if seal.line > line] for copy in copies]
    if not all(below):
        return None
    rows = [[(parted(row) or (row[:-1],))[0] for row in copy.rows] for copy in copies]
    ends = [heads(copy.rows, range(1, len(copy.rows) + 1)) for copy in copies]
    chains = [[each[number] for number in sorted(each)] for each in ends]
    return contradiction(below[0], below[1], (rows[0], rows[1]), (chains[0], chains[1]))


# ---- positions ------------------------------------------------------------------------------


def _facts(copies: tuple[Copy, Copy], found: Comparison) -> Iterator[tuple[str, str, str]]:
    """In what the positions differ behind what each copy goes on with."""
    a, b = (copy.timeline for copy in copies)
    if a is None or b is None:
        return
    numbers = [found.event + 1, found.event + 1]
    if found.line is not None:
        numbers = [copy.event_at(found.line + 1) for copy in copies]
    at, there = min(numbers[0], a.last), min(numbers[1], b.last)
    one, other = a.get_position(at).state, b.get_position(there).state
    facts = [*differing(a.rules, one, other)]
    ways = _under_way(a, at), _under_way(b, there)
    if one != other and ways[0] != ways[1]:
        facts.append(("under way", *ways))
    yield from facts
    if one != other and not facts:
        yield "state", a.rules.digest(one), b.rules.digest(other)


def _under_way(timeline: Timeline, number: int) -> str:
    """The events, up to this one, of an activation that waits for its dice, a retreat or the like:
    what it will come to shows on no map yet.
    """
    decision = timeline.get_position(number).state.decision
    if not number or decision is None or decision.kind not in timeline.rules.continuing_kinds:
        return ""
    first = timeline.find_activation(number).start
    return " ".join(format_line_event(timeline, each) for each in range(first, number + 1))


def differing(rules: AnyRules, one: State, other: State) -> Iterator[tuple[str, str, str]]:
    """In what the boards of two positions differ: what, and how it is in each."""
    mine, yours = dict(_told(rules, one)), dict(_told(rules, other))
    for what in [*mine, *(each for each in yours if each not in mine)]:
        if mine.get(what, "") != yours.get(what, ""):
            yield what, mine.get(what, ""), yours.get(what, "")


def _told(rules: AnyRules, state: State) -> Iterator[tuple[str, str]]:
    board = rules.board(state)
    yield "turn", str(state.turn)
    yield (
        "asked",
        " ".join(filter(None, (state.decision.side, state.decision.kind)))
        if state.decision
        else "",
    )
    yield "ending", state.outcome.ending if state.outcome else ""
    for piece in board.pieces:
        reduced = "reduced" if piece.reduced else ""
        parts = (piece.place or piece.fate or "off the map", reduced, piece.strength)
        yield piece.id, " ".join(filter(None, (*parts, f"{piece.points}/{piece.full}")))
    for place, side in board.control.items():
        yield f"{place} held by", side
    for tally in board.tallies:
        units = " ".join(tally.units)
        yield f"{tally.side} {tally.label}".strip(), f"{tally.count} {tally.text}{units}".strip()
