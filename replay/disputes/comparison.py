"""Comparison of two copies of a log: the first difference, and the signatures of each copy.

Copies of one chained game are compared line by line, others event by event in canonical form. The
result is that the copies differ and where, never which one is right. Facts that the viewer may not
know are not compared.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple

import msgspec

from senpu.logs.equivocation import find_proofs
from senpu.logs.inputs import Input, Source, hold_source
from senpu.logs.machine_lines import SEAL
from senpu.logs.proofs import Proof, check_proof
from senpu.logs.record import OF_GAME, open_record
from senpu.notation.encoding import decode_row
from senpu.notation.faults import Fault
from senpu.notation.reader import split_rows
from senpu.notation.writer import format_event
from senpu.replay.core.registry import rules_for
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import State
from senpu.replay.core.timeline import Timeline, format_line_event
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.disputes.verdict import LogVerdict, SealReport
from senpu.replay.disputes.verification import verify

REDUCED, OFF_MAP, CONTROL = "reduced", "off_map", "control "
"""Ids of the catalogue `comparison`: two values of facts, and the start of the fact of a place."""
IDENTICAL: Final = "identical"
PREFIX: Final = "prefix"
FORK: Final = "fork"
FAULT: Final = "fault"
DIFFERENT: Final = "different"
STRIPPED: Final = "stripped"
"""The events are identical, but one copy lacks the hash chain and the seals of the other."""


class Continuation(msgspec.Struct, frozen=True):
    """The first line or event of a copy after the common part."""

    line: int
    text: str
    """The line with its tag, or the event if events are compared."""
    event: int | None
    """The number of its first event, if it has one."""


class Comparison(msgspec.Struct):
    """The result of comparing two copies; `--json` prints it."""

    files: tuple[str, str]
    verdict: Literal["identical", "prefix", "fork", "fault", "stripped", "different"]
    """`identical`, `stripped`, `prefix`, `fork`, `fault` or `different`."""
    by: Literal["lines", "events"]
    """The compared parts: `lines` or `events`."""
    shorter: str | None = None
    """The file that is the beginning of the other."""
    line: int | None = None
    """The last common line, if lines were compared."""
    event: int = 0
    """The last common event."""
    valid: tuple[bool, bool] = (True, True)
    faults: tuple[str | None, str | None] = (None, None)
    """The id and the line of the first fault of each copy: `chainMismatch 12`."""
    next: tuple[Continuation | None, Continuation | None] = (None, None)
    following: tuple[int, int] = (0, 0)
    """The number of lines or events that only this copy has."""
    seals: tuple[list[SealReport], list[SealReport]] = ([], [])
    """The seals on lines or events that only this copy has."""
    shared: list[SealReport] = []
    """The seals that cover only common lines or events, in either copy."""
    facts: list[tuple[str, str, str]] = []
    """The differences of the positions after the next lines: the fact, and its value in each copy.
    """
    chains: tuple[str, str] = ("", "")
    """The state of the hash chain of each copy: `unchained`, `valid`, `broken`, `unsupported`."""
    equivocation: list[str] = []
    """The sides whose keys have signed two histories of the game."""

    @property
    def without_chain(self) -> int | None:
        """Return the index of the copy that lacks the hash chain of the other, if one does."""
        lacks = [chain == "unchained" for chain in self.chains]
        return lacks.index(True) if lacks.count(True) == 1 else None

    def is_invalid_at(self, at: int) -> bool:
        """Return whether a copy is invalid in its first line after the common part."""
        coming = self.next[at]
        return coming is not None and self._fault_line(at) == coming.line

    @property
    def has_positions(self) -> bool:
        """Return whether the next line of each copy is valid, so that it leads to a position."""
        return not any(
            coming is not None and 0 < self._fault_line(at) <= coming.line
            for at, coming in enumerate(self.next)
        )

    def _fault_line(self, at: int) -> int:
        """Return the line of a copy's first fault; 0 if there is none."""
        fault = self.faults[at]
        return int(fault.rpartition(" ")[2]) if fault else 0


class ValueDifference(NamedTuple):
    """A value that differs in two positions."""

    what: str
    """The fact, as in `Comparison.facts`: a unit, `turn`, `control D` …"""
    kind: str
    """Of a unit: `place`, `reduced`, `strength` or `points`; empty for other facts."""
    one: str
    other: str


class SignedPlace(NamedTuple):
    """A line that a side signed, and the copy with the signature: 0 or 1."""

    copy: int
    line: int


class DoubleSignature(NamedTuple):
    """A side whose keys have signed two histories of a game."""

    side: str
    key: str
    """The fingerprint of the key, or of the first of the keys that replaced each other."""
    places: tuple[SignedPlace, SignedPlace]
    """The lines of the two contradictory signatures."""

    @property
    def is_same_line(self) -> bool:
        """Return whether both signatures are on the same line."""
        return self.places[0].line == self.places[1].line


class LogCopy:
    """A log of the comparison."""

    def __init__(self, source: Input, data_file: Source | None, side: str) -> None:
        self.path = source.path
        self.verdict: LogVerdict = verify(source, data_file=data_file)
        self.rows = split_rows(source.data)[: self.verdict.lines]
        self.record = open_record(source)
        self.rules: AnyRules | Fault = rules_for(self.record, data_file)
        self.timeline: Timeline | None = None
        if not isinstance(self.rules, Fault):
            self.timeline = open_timeline(self.record, self.rules)
            self.timeline.open_view(side)
            self.timeline.extend()

    @property
    def headers(self) -> Mapping[str, str]:
        """The header fields, in the current view if the rules are known."""
        return self.record.headers if self.timeline is None else self.timeline.headers

    @property
    def fault(self) -> Fault | None:
        """The fault at the end of its events in the current view; None if there is none."""
        timeline = self.timeline
        if timeline is None:
            header = self.record.header_faults
            return header[0] if header else self.rules if isinstance(self.rules, Fault) else None
        return None if timeline.is_extensible else timeline.fault

    @property
    def nonce(self) -> str:
        """The name of the chained game; empty for other logs."""
        return self.record.seals.nonce

    def events(self) -> list[str]:
        """Return each event as the viewer may read it, and the end."""
        if self.timeline is None:
            return []
        entries = map(self.timeline.get_event, range(1, self.timeline.last + 1))
        texts = [f"{entry.actor} {format_event(entry.event)}" for entry in entries]
        return [*texts, "End"] if self.timeline.is_ended else texts

    def event_at(self, line: int) -> int:
        """Return the number of the last event in the lines up to one."""
        timeline = self.timeline
        number = timeline.last if timeline else 0
        while timeline and number and timeline.get_event(number).line > line:
            number -= 1
        return number


class ComparisonResult(NamedTuple):
    """A comparison, the two copies, and a proof for each side that has signed both."""

    comparison: Comparison
    copies: tuple[LogCopy, LogCopy]
    proofs: list[Proof]


def list_double_signatures(found: ComparisonResult) -> Iterator[DoubleSignature]:
    """Yield the contradictory signatures of each proof, with the copies that contain them."""
    texts = [b"".join(copy.rows) for copy in found.copies]
    for proof in found.proofs:
        places = []
        for at, one in enumerate((proof.first, proof.second)):
            holders = [copy for copy, text in enumerate(texts) if one.rows[-1] in text]
            # A signature that both copies have is attributed to the copy without the other one.
            copy = holders[0] if len(holders) == 1 else at
            places.append(SignedPlace(copy, one.line))
        first, second = sorted(places)
        proven = check_proof(proof)
        yield DoubleSignature(proof.first.key.name, proven.key.fingerprint, (first, second))


def compare(
    one: Source, other: Source, data_file: Source | None = None, side: str = ""
) -> ComparisonResult:
    """Compare two copies of a log in the view of `side`. Raises OSError."""
    copies = (
        LogCopy(hold_source(one), data_file, side),
        LogCopy(hold_source(other), data_file, side),
    )
    a, b = copies
    chained = a.record.chain.on and b.record.chain.on
    whole = all(copy.timeline is None or copy.timeline.view.is_unrestricted for copy in copies)
    files = (str(one), str(other))
    if chained and a.nonce != b.nonce:
        found = Comparison(files, DIFFERENT, "lines")
    elif whole and (chained or a.rows == b.rows):
        found = _compare_lines(files, copies)
    elif any(a.headers.get(key) != b.headers.get(key) for key in OF_GAME):
        found = Comparison(files, DIFFERENT, "events")
    elif a.timeline is None and b.timeline is None:
        found = _compare_lines(files, copies)
    else:
        found = _compare_events(files, copies)
    found.valid = (a.verdict.valid, b.verdict.valid)
    found.faults = (_format_fault(a), _format_fault(b))
    found.chains = (a.verdict.chain, b.verdict.chain)
    if found.verdict == IDENTICAL and found.without_chain is not None:
        found.verdict = STRIPPED
    if found.verdict == FORK and found.has_positions:
        found.facts = [*_compare_positions(copies, found)]
    # A proof contains rows that a side may not be allowed to read.
    proofs = find_proofs((a.rows, b.rows)) if whole else []
    found.equivocation = [proof.first.key.name for proof in proofs]
    return ComparisonResult(found, copies, proofs)


def _format_fault(copy: LogCopy) -> str | None:
    first = copy.verdict.faults[0] if copy.verdict.faults else None
    return f"{first.id} {first.line}" if first else None


def _count_common(ours: list[Any], theirs: list[Any]) -> int:
    """Return the number of equal members at the start of both lists."""
    pairs = enumerate(zip(ours, theirs, strict=False))
    return next((at for at, (x, y) in pairs if x != y), min(len(ours), len(theirs)))


def _make_comparison(
    files: tuple[str, str], by: Literal["lines", "events"], sizes: tuple[int, int], common: int
) -> Comparison:
    if sizes == (common, common):
        found = Comparison(files, IDENTICAL, by)
    elif common in sizes:
        found = Comparison(files, PREFIX, by, shorter=files[sizes.index(common)])
    else:
        found = Comparison(files, FORK, by)
    found.following = (sizes[0] - common, sizes[1] - common)
    return found


def _compare_lines(files: tuple[str, str], copies: tuple[LogCopy, LogCopy]) -> Comparison:
    a, b = copies
    line = _count_common(a.rows, b.rows)
    found = _make_comparison(files, "lines", (len(a.rows), len(b.rows)), line)
    found.line = line
    found.event = min(a.event_at(line), b.event_at(line))
    found.next = (_find_next_line(a, line), _find_next_line(b, line))
    # A seal stands for the lines that it covers, a `%key` line for itself.
    ends = [
        (at, seal, seal.line if seal.kind == SEAL else seal.last_line)
        for at, copy in enumerate(copies) for seal in copy.verdict.seals
    ]  # fmt: skip
    below = [[seal for at, seal, end in ends if at == own and end > line] for own in range(2)]
    found.seals = (below[0], below[1])
    within = [seal for _, seal, end in ends if end <= line]
    found.shared = [seal for at, seal in enumerate(within) if seal not in within[:at]]
    return found


def _find_next_line(copy: LogCopy, line: int) -> Continuation | None:
    if line >= len(copy.rows):
        return None
    text, _ = decode_row(0, copy.rows[line].rstrip(b"\n"))
    first, last = copy.event_at(line), copy.event_at(line + 1)
    return Continuation(line + 1, text, first + 1 if last > first else None)


def _compare_events(files: tuple[str, str], copies: tuple[LogCopy, LogCopy]) -> Comparison:
    a, b = (copy.events() for copy in copies)
    common = _count_common(a, b)
    found = _make_comparison(files, "events", (len(a), len(b)), common)
    found.event = min([common, *(copy.timeline.last for copy in copies if copy.timeline)])
    # A copy whose events end at a fault does not end there: the lines after it cannot be verified.
    ends = [
        copy.fault if common == len(own) else None for copy, own in zip(copies, (a, b), strict=True)
    ]
    if any(ends):
        found.verdict, found.shorter = FAULT, None
    coming = [
        _find_next_event(copy, common) if end is None else _find_invalid_line(copy, end)
        for copy, end in zip(copies, ends, strict=True)
    ]
    found.next = (coming[0], coming[1])
    rest = [
        own if end is None else copy.verdict.events - copy.verdict.valid_through
        for own, copy, end in zip(found.following, copies, ends, strict=True)
    ]
    found.following = (rest[0], rest[1])
    seals = [[seal for seal in copy.verdict.seals if seal.event > common] for copy in copies]
    found.seals = (seals[0], seals[1])
    return found


def _find_next_event(copy: LogCopy, common: int) -> Continuation | None:
    timeline = copy.timeline
    if timeline is None or common >= timeline.last:
        return None
    entry = timeline.get_event(common + 1)
    return Continuation(entry.line, format_line_event(timeline, entry.number), entry.number)


def _find_invalid_line(copy: LogCopy, fault: Fault) -> Continuation:
    """Return the line of a copy's fault; its text is empty if the viewer may not read it."""
    whole = copy.timeline is None or copy.timeline.view.is_unrestricted
    row = copy.rows[fault.line - 1].rstrip(b"\n") if whole and fault.line else b""
    return Continuation(fault.line, decode_row(0, row)[0], fault.event)


# ---- positions ------------------------------------------------------------------------------


def _compare_positions(
    copies: tuple[LogCopy, LogCopy], found: Comparison
) -> Iterator[tuple[str, str, str]]:
    """Yield the differences of the positions after the next line of each copy."""
    a, b = (copy.timeline for copy in copies)
    if a is None or b is None:
        return
    numbers = [found.event + 1, found.event + 1]
    if found.line is not None:
        numbers = [copy.event_at(found.line + 1) for copy in copies]
    at, there = min(numbers[0], a.last), min(numbers[1], b.last)
    one, other = a.get_position(at).state, b.get_position(there).state
    facts = [*list_differences(a.rules, one, other)]
    ways = _format_unfinished(a, at), _format_unfinished(b, there)
    if one != other and ways[0] != ways[1]:
        facts.append(("unfinished", *ways))
    yield from facts
    if one != other and not facts:
        yield "state", a.rules.digest(one), b.rules.digest(other)


def _format_unfinished(timeline: Timeline, number: int) -> str:
    """Return the events of an activation that waits for dice, a retreat or the like.

    The result of these events is not on the map yet.

    Returns:
        The events up to this one; empty if no activation is unfinished.
    """
    decision = timeline.get_position(number).state.decision
    if not number or decision is None or decision.kind not in timeline.rules.continuing_kinds:
        return ""
    first = timeline.find_activation(number).start
    return " ".join(format_line_event(timeline, each) for each in range(first, number + 1))


def list_differences(rules: AnyRules, one: State, other: State) -> Iterator[tuple[str, str, str]]:
    """Yield the differences of the boards of two positions: the fact, and its value in each."""
    mine, yours = _list_facts(rules, one), _list_facts(rules, other)
    for what in [*mine, *(each for each in yours if each not in mine)]:
        values = [" ".join(filter(None, facts.get(what, {}).values())) for facts in (mine, yours)]
        if values[0] != values[1]:
            yield what, values[0], values[1]


def list_value_differences(
    rules: AnyRules, one: State, other: State
) -> tuple[list[ValueDifference], list[tuple[str, str]]]:
    """Compare the boards of two positions value by value.

    Returns:
        The differences, and the fact and the kind of each value that is the same. Of a unit that is
        off the map in a position, only the place is compared.
    """
    mine, yours = _list_facts(rules, one), _list_facts(rules, other)
    places = [
        {piece.id: piece.place for piece in rules.board(each).pieces} for each in (one, other)
    ]
    differences, same = list[ValueDifference](), list[tuple[str, str]]()
    for what in [*mine, *(each for each in yours if each not in mine)]:
        values, others = mine.get(what, {}), yours.get(what, {})
        is_away = any(what in held and not held[what] for held in places)
        for kind in dict.fromkeys((*values, *others)):
            if is_away and kind != "place":
                continue
            if values.get(kind, "") != others.get(kind, ""):
                text, other_text = values.get(kind, ""), others.get(kind, "")
                differences.append(ValueDifference(what, kind, text, other_text))
            else:
                same.append((what, kind))
    return differences, same


def _list_facts(rules: AnyRules, state: State) -> dict[str, dict[str, str]]:
    """Return the values of each fact of a position, by their kinds."""
    board, decision = rules.board(state), state.decision
    awaited = " ".join(filter(None, (decision.side, decision.kind))) if decision else ""
    facts = {
        "turn": {"": str(state.turn)},
        "decision": {"": awaited},
        "ending": {"": state.outcome.ending if state.outcome else ""},
    }
    for piece in board.pieces:
        facts[piece.id] = {
            "place": piece.place or piece.fate or OFF_MAP,
            "reduced": REDUCED if piece.reduced else "",
            "strength": piece.strength,
            "points": f"{piece.points}/{piece.full}",
        }
    for place, side in board.control.items():
        facts[f"{CONTROL}{place}"] = {"": side}
    for tally in board.tallies:
        units = " ".join(tally.units)
        facts[f"{tally.side} {tally.label}".strip()] = {
            "": f"{tally.count} {tally.text}{units}".strip()
        }
    return facts
