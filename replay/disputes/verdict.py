"""The verdict on a log: how far it is good, and the first thing that is not.

Line by line through the layers of `senpu.notation.faults.LAYERS`: a line that is faulty in one is
not shown to the next, and nothing below the first fault is judged by the rules. Streams, in
constant memory.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from senpu.logs.machine_lines import SIGNED
from senpu.logs.record import Record, open_record
from senpu.notation.faults import Fault
from senpu.notation.lines import Close, Item, Line, Machine, Open, Play
from senpu.notation.reader import RECENT
from senpu.replay.core.reducer import EVENTS, Bad, Reducer
from senpu.replay.core.registry import UnknownData, newest_rules, open_rules, versions
from senpu.replay.core.rejections import fault_of
from senpu.replay.core.rules import CHANCE, AnyRules
from senpu.replay.disputes.findings import Finding, finding, weigh
from senpu.spec.data import DataError
from senpu.spec.loader import UnknownGame

if TYPE_CHECKING:
    from senpu.logs.witness import Seen


DIGEST = re.compile(r"sha256:([0-9a-f]{64})")

UNREADABLE = "fileUnreadable"
"""The id of the fault of a file of which nothing can be judged."""

VERSION = re.compile(r"[1-9][0-9]{0,5}")


class Sealed(msgspec.Struct, frozen=True):
    """A seal that is good where it stands, or a `%key` line."""

    side: str
    line: int
    """The last line that it is of."""
    event: int
    """The number of the last event that it is of."""
    key: str
    """The fingerprint of the key that has signed."""
    checked: bool
    """Whether the signature could be checked here."""
    kind: str
    """`seal` or `key`."""
    statement: str
    """`undo 2`; of a `%key` line the new key; mostly nothing."""
    below: int
    """Its own last line."""


class Verdict(msgspec.Struct):
    """What verifying found; `--json` prints it, with its findings in words."""

    file: str
    good: bool = False
    game: str = ""
    events: int = 0
    """How many events the file holds, good or not."""
    good_through: int = 0
    turn: int = 0
    ending: str | None = None
    state: str = ""
    faults: list[Fault] = []
    data: str = ""
    """`pinned` where the log names the data it was played on, else `unpinned`."""
    chain: str = "unchained"
    """`unchained`, `good`, `broken`, or `unsupported` where the kind of chain is not known."""
    nonce: str = ""
    """The name of a chained game, which no other has."""
    lines: int = 0
    """How many lines the file holds."""
    good_line: int = 0
    """The last line above the first fault."""
    whole: int = 0
    """The last line through which the chain is whole, seals included."""
    head: str = ""
    """Of a whole chain: its head after the last line."""
    keys: dict[str, str] = {}
    """The fingerprint of the key of each side that has one."""
    seals: list[Sealed] = []
    hands: dict[str, int] = {}
    """Where a dealer seals the hands: how many cards are sealed, proven by salts, and open."""
    sides: list[str] = []
    """The sides of the rule set, if it is known."""
    proven: list[Finding] = []
    open: list[Finding] = []
    broken: list[Finding] = []
    rules: int = 0
    """The version of the rules that it was judged by; 0 if they are not known."""
    newest: int = 0
    """The newest version of the rules that this program has."""
    rules_named: int | None = None
    """The version that the log names, if it names one that is known."""
    rolls: dict[str, int] = {}
    """How many rolls up to `good_through` are `proven`, `open` and `recorded` only; draws of cards
    too, in a chained log. Empty if the rule set is not known."""
    commitments: dict[str, int] = {}
    """For each side that is committed to secrets for dice: the line of the commitment."""
    shown: list[str] = []
    """The sides that have shown a secret for the roll that is awaited."""

    @property
    def unreadable(self) -> bool:
        """Whether the file could not be read at all."""
        return bool(self.faults) and self.faults[0].id == UNREADABLE


def rules_for(record: Record, named: Path | None = None) -> AnyRules | Fault:
    """The rule set that a log's header asks for, or what is wrong with it. A log of an older
    version of the rules is judged by that one if it is kept, else by the newest."""
    headers = record.headers
    near = record.path.absolute().parent if record.path else None

    def fault(ident: str, key: str, message: str, hint: str = "") -> Fault:
        row = record.header_rows.get(key, 1)
        text = f"{key}: {headers[key]}" if key in headers else ""
        return Fault(ident, "rules", row, 0, message, hint, text)

    if "Game" not in headers:
        return fault(
            "gameMissing", "Game", "the header names no game", "such as Game: 800/bonsai-2021"
        )
    options = tuple(headers.get("Options", "").split())
    pinned = DIGEST.fullmatch(headers.get("Data", ""))
    if "Data" in headers and not pinned:
        return fault(
            "dataMalformed", "Data", "no digest of data", "sha256: and 64 hexadecimal digits"
        )
    digest = pinned[1] if pinned else ""
    try:
        rules = open_rules(headers["Game"], (), digest, near, named)
    except UnknownData as error:
        return fault(
            "dataUnknown", "Data", str(error), "senpu data check tells the digest of a file"
        )
    except UnknownGame as error:
        return fault("gameUnknown", "Game", str(error))
    except DataError as error:
        return fault("dataMalformed", "Data", str(error))
    named_version, newest = headers.get("Rules", ""), rules.spec.edition.rules
    version = int(named_version) if VERSION.fullmatch(named_version) else 0
    if "Rules" in headers and not 0 < version <= newest:
        return fault(
            "rulesUnknown", "Rules",
            f"version {named_version or '(none)'} of these rules is not known",
            f"this program has version {newest}",
        )  # fmt: skip
    kept = version if version != newest and version in versions(headers["Game"]) else 0
    if not options and not kept:
        return rules
    try:
        return open_rules(headers["Game"], options, digest, near, named, kept)
    except UnknownGame as error:
        return fault("optionUnknown", "Options", str(error))


def opened(record: Record, named: Path | None = None) -> AnyRules | Fault:
    """The rules that a log with a good header is played by, or the first thing wrong with it."""
    return record.header_faults[0] if record.header_faults else rules_for(record, named)


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
    raises on what a file holds."""
    try:
        record = open_record(path)
        verdict = judge(record, str(path), every, named)
        if seen is not None and verdict.good and verdict.chain == "good":
            _hold_against(seen, path, record, verdict, every, accept)
    except OSError as error:
        message, hint = error.strerror or str(error), ""
        if path.is_dir():
            message, hint = "Is a directory", f"name the logs in it, such as {path}/*.senpu"
        verdict = Verdict(str(path), faults=[Fault(UNREADABLE, "bytes", 0, 0, message, hint)])
        weigh(verdict, ())
    return verdict


def _hold_against(
    seen: "Seen", path: Path, record: Record, verdict: Verdict, every: bool, accept: bool
) -> None:
    """Add in what a good log is not the one that was seen before; remember it otherwise."""
    from senpu.logs.witness import SeenTrouble  # few logs are chained

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
    except SeenTrouble as error:
        verdict.open.append(finding("not_remembered", why=str(error)))
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
        reducer = Reducer(rules, None, record.signers, record.sealed)
        verdict.sides = [side.id for side in rules.spec.sides]
        verdict.rules = rules.spec.edition.rules
        verdict.newest = newest_rules(rules)
        verdict.rules_named = int(record.headers["Rules"]) if "Rules" in record.headers else None
    read: list[tuple[int, Line | Fault]] = []
    seals = _read_on(record, reducer, verdict, every, read)
    _look_at_hands(record, verdict)
    if reducer is not None:
        if record.sealed and not verdict.faults:
            from senpu.replay.disputes.audit import audit  # few logs have sealed hands

            if found := audit(reducer.rules, record, read):
                fault, reducer = found
                verdict.faults.append(fault)
        verdict.good_through = reducer.number
        verdict.turn = reducer.state.turn
        verdict.ending = reducer.state.outcome.ending if reducer.state.outcome else None
        verdict.state = reducer.rules.digest(reducer.state)
        _look_at_dice(record, verdict, reducer)
    _look_at_chain(record, verdict, seals)
    _conclude(verdict, every)
    return verdict


def _look_at_dice(record: Record, verdict: Verdict, reducer: Reducer) -> None:
    """What is to be told of the rolls."""
    dice, decision, rolls = reducer.dice, reducer.state.decision, reducer.dice.rolls
    verdict.shown = [*dice.shown] if decision is not None and decision.side == CHANCE else []
    if record.chain.on:
        verdict.commitments = {side: one.row for side, one in record.dice.sides.items()}
    verdict.rolls = {
        "proven": rolls.proven,
        "open": rolls.receipts + bool(verdict.shown),
        "recorded": rolls.recorded,
    }


def _look_at_hands(record: Record, verdict: Verdict) -> None:
    if record.sealed:
        hands = record.hands
        sealed, proven = len(hands.sealed), len(hands.shown)
        verdict.hands = {"sealed": sealed, "proven": proven, "open": sealed - proven}


def _look_at_chain(record: Record, verdict: Verdict, events: dict[int, int]) -> None:
    """What is to be told of the chain and of the seals; `events` gives for the row of a seal how
    many events stand above it."""
    verdict.lines = record.lines
    if not record.chain.on:
        verdict.chain = "unsupported" if "Chain" in record.headers else "unchained"
        return
    found = [fault.line for fault in verdict.faults if fault.layer == "chain"]
    amiss = min(filter(None, (record.amiss, *found)), default=0)
    verdict.chain = "broken" if amiss else "good"
    verdict.whole = amiss - 1 if amiss else verdict.lines
    verdict.nonce = record.seals.nonce
    verdict.head = "" if amiss else record.chain.head.hex()
    verdict.keys = {side: key.fingerprint for side, key in record.seals.keys.items()}
    verdict.seals = [
        Sealed(
            seal.side, seal.line, events[seal.row], seal.note.key.fingerprint,
            seal.checked, seal.word, seal.statement, seal.below,
        )
        for seal in record.seals.made
    ]  # fmt: skip


def _conclude(verdict: Verdict, every: bool) -> None:
    """What all faults together come to; the first alone is kept, unless every one is wanted."""
    verdict.good = not verdict.faults
    first = verdict.faults[0].line if verdict.faults else verdict.lines + 1
    if first:
        verdict.good_line = first - 1
    if not every:
        del verdict.faults[1:]
    weigh(verdict, verdict.sides)


def _read_on(
    record: Record,
    reducer: Reducer | None,
    verdict: Verdict,
    every: bool,
    read: list[tuple[int, Line | Fault]],
) -> dict[int, int]:
    """Judge line by line up to the first fault; from there on count events, and with `every`
    collect the faults that need no position. For the row of each seal: the events above it. Of a
    log with sealed hands all lines are kept in `read`."""
    lines = iter(record)
    if record.sealed:
        from senpu.replay.disputes.audit import kept

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
    reducer: Reducer,
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
            except Bad as bad:
                verdict.faults.append(fault_of(reducer, bad, record, number, line))
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
        elif not depth and type(item) in EVENTS:
            events += 1
    return events
