"""The verdict on a log: how far it is good, and the first thing that is not.

Line by line through the layers of `senpu.notation.faults.LAYERS`: a line that is faulty in one is
not shown to the next, and nothing below the first fault is judged by the rules. Streams, in
constant memory.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from senpu.logs.machine_lines import SIGNED
from senpu.logs.record import Record, open_record
from senpu.notation.faults import Fault, fault_text, located
from senpu.notation.lines import Close, Item, Line, Machine, Open, Play
from senpu.notation.reader import RECENT
from senpu.replay.core.reducer import EVENT_TYPES, ReductionError
from senpu.replay.core.registry import find_newest_version, rules_for
from senpu.replay.core.rules import CHANCE
from senpu.replay.disputes.log_reducer import LogReducer
from senpu.replay.disputes.verdict import UNREADABLE, SealReport, Verdict, add_findings, finding

if TYPE_CHECKING:
    from senpu.logs.witness import Seen


def verify(
    path: Path,
    every: bool = False,
    named: Path | None = None,
    seen: "Seen | None" = None,
    accept: bool = False,
) -> Verdict:
    """The verdict on a file. `every` goes on after the first fault, to those that can be found
    without knowing the position. A chained log is held against what was `seen` of its game before,
    and remembered if it is good; with `accept` also if it is another one than was seen. Never
    raises on what a file holds.
    """
    try:
        record = open_record(path)
        verdict = judge(record, str(path), every, named)
        if seen is not None and verdict.valid and verdict.chain == "valid":
            _hold_against(seen, path, record, verdict, every, accept)
    except OSError as error:
        if path.is_dir():
            hint = fault_text(UNREADABLE, "folderHint", path=path)
            fault = located(UNREADABLE, 0, "", "folder", hint=hint, layer="bytes")
        else:
            fault = located(UNREADABLE, 0, "", layer="bytes", why=error)
        verdict = Verdict(str(path), faults=[fault])
        add_findings(verdict, ())
    return verdict


def _hold_against(
    seen: "Seen", path: Path, record: Record, verdict: Verdict, every: bool, accept: bool
) -> None:
    """Add in what a good log is not the one that was seen before; remember it otherwise."""
    from senpu.logs.witness import WitnessError  # few logs are chained

    names, keys = players(record), record.seals.keys
    try:
        if not accept:
            verdict.faults += seen.faults(path, verdict.nonce)
            verdict.faults += seen.key_faults(names, keys)
        for side, name in names.items():
            if seen.is_new(name):
                verdict.open.append(finding("first_seen", name=name, key=keys[side].fingerprint))
        if not verdict.faults:
            seen.remember(path, verdict.nonce, verdict.lines, verdict.head, names, keys)
    except WitnessError as error:
        verdict.open.append(finding("not_remembered", why=error))
    if verdict.faults:
        _conclude(verdict, every)


def players(record: Record) -> dict[str, str]:
    """Who plays each side that has a key, as far as the header says."""
    names = {side: record.headers.get(side.capitalize(), "") for side in record.seals.keys}
    return {side: name for side, name in names.items() if name}


def judge(
    record: Record, name: str = "", every: bool = False, named: Path | None = None
) -> Verdict:
    """The verdict on an opened log."""
    verdict = Verdict(name, game=record.headers.get("Game", ""), faults=[*record.header_faults])
    verdict.data = "pinned" if "Data" in record.headers else "unpinned"
    rules = rules_for(record, named)
    if isinstance(rules, Fault):
        if not verdict.faults or every:
            verdict.faults.append(rules)
        reducer = None
    else:
        reducer = LogReducer(rules, None, record.signers, record.sealed)
        verdict.sides = [side.id for side in rules.spec.sides]
        verdict.rules = rules.spec.edition.rules
        verdict.newest = find_newest_version(rules)
        verdict.rules_named = int(record.headers["Rules"]) if "Rules" in record.headers else None
    read: list[tuple[int, Line | Fault]] = []
    seals = _read_on(record, reducer, verdict, every, read)
    _look_at_hands(record, verdict)
    if reducer is not None:
        if record.sealed and not verdict.faults:
            from senpu.replay.disputes.card_audit import audit  # few logs have sealed hands

            if found := audit(reducer.rules, record, read):
                fault, reducer = found
                verdict.faults.append(fault)
        verdict.valid_through = reducer.number
        verdict.turn = reducer.state.turn
        verdict.ending = reducer.state.outcome.ending if reducer.state.outcome else None
        verdict.state = reducer.rules.digest(reducer.state)
        _look_at_dice(record, verdict, reducer)
    _look_at_chain(record, verdict, seals)
    _conclude(verdict, every)
    return verdict


def _look_at_dice(record: Record, verdict: Verdict, reducer: LogReducer) -> None:
    """What is to be told of the rolls."""
    dice, decision, rolls = reducer.dice, reducer.state.decision, reducer.dice.rolls
    verdict.shown = [*dice.shown] if decision is not None and decision.side == CHANCE else []
    if record.chain.on:
        verdict.commitments = {side: one.row for side, one in record.dice.sides.items()}
    verdict.rolls = {
        "proven": rolls.proven,
        "open": rolls.receipts + bool(verdict.shown),
        "recorded": rolls.recorded + reducer.unchecked_rolls,
    }


def _look_at_hands(record: Record, verdict: Verdict) -> None:
    if record.sealed:
        hands = record.hands
        sealed, proven = len(hands.sealed), len(hands.shown)
        verdict.hands = {"sealed": sealed, "proven": proven, "open": sealed - proven}


def _look_at_chain(record: Record, verdict: Verdict, events: dict[int, int]) -> None:
    """What is to be told of the chain and of the seals; `events` gives for the row of a seal how
    many events stand above it.
    """
    verdict.lines = record.lines
    if not record.chain.on:
        verdict.chain = "unsupported" if "Chain" in record.headers else "unchained"
        return
    found = [fault.line for fault in verdict.faults if fault.layer == "chain"]
    amiss = min(filter(None, (record.amiss, *found)), default=0)
    verdict.chain = "broken" if amiss else "valid"
    verdict.chain_through = amiss - 1 if amiss else verdict.lines
    verdict.nonce = record.seals.nonce
    verdict.head = "" if amiss else record.chain.head.hex()
    verdict.keys = {side: key.fingerprint for side, key in record.seals.keys.items()}
    verdict.seals = [
        SealReport(
            seal.side, seal.line, events[seal.row], seal.note.key.fingerprint,
            seal.checked, seal.word, seal.statement, seal.below,
        )
        for seal in record.seals.made
    ]  # fmt: skip


def _conclude(verdict: Verdict, every: bool) -> None:
    """What all faults together come to; the first alone is kept, unless every one is wanted."""
    verdict.valid = not verdict.faults
    first = verdict.faults[0].line if verdict.faults else verdict.lines + 1
    if first:
        verdict.valid_line = first - 1
    if not every:
        del verdict.faults[1:]
    add_findings(verdict, verdict.sides)


def _read_on(
    record: Record,
    reducer: LogReducer | None,
    verdict: Verdict,
    every: bool,
    read: list[tuple[int, Line | Fault]],
) -> dict[int, int]:
    """Judge line by line up to the first fault; from there on count events, and with `every`
    collect the faults that need no position. For the row of each seal: the events above it. Of a
    log with sealed hands all lines are kept in `read`.
    """
    lines = iter(record)
    if record.sealed:
        from senpu.replay.disputes.card_audit import kept

        lines = kept(record, read)
    seals: dict[int, int] = {}
    rest: Iterable[tuple[int, Line | Fault]] = lines
    if reducer is not None and not verdict.faults:
        rest = chain(_judge_on(record, lines, reducer, verdict, seals), lines)
        verdict.events = reducer.number
    for number, line in rest:
        if isinstance(line, Fault):
            if every:
                verdict.faults.append(line)
        elif type(line) is Play:
            verdict.events += _count(line.items)
        elif type(line) is Machine and line.word in SIGNED:
            seals[number] = verdict.events
    return seals


def _judge_on(
    record: Record,
    lines: Iterator[tuple[int, Line | Fault]],
    reducer: LogReducer,
    verdict: Verdict,
    seals: dict[int, int],
) -> list[tuple[int, Line | Fault]]:
    """Judge up to the first fault; what was read and not judged."""
    read = reducer.read
    # Some lines at a time: reading and judging by turns, line by line, is slower for both.
    while batch := list(islice(lines, RECENT // 2)):
        for at, (number, line) in enumerate(batch):
            if isinstance(line, Fault):
                verdict.faults.append(line)
                return batch[at + 1 :]
            try:
                read(line)
            except ReductionError as bad:
                verdict.faults.append(reducer.fault_of(bad, record, number, line))
                rest = line.items[max(bad.item, 0) :] if type(line) is Play else ()
                return [(number, Play(rest)), *batch[at + 1 :]]
            if type(line) is Machine and line.word in SIGNED:
                seals[number] = reducer.number
    return []


def _count(items: tuple[Item, ...]) -> int:
    """How many numbered events items hold: those outside what-if brackets."""
    depth = events = 0
    for item in items:
        if type(item) is Open:
            depth += 1
        elif type(item) is Close:
            depth -= 1
        elif not depth and type(item) in EVENT_TYPES:
            events += 1
    return events
