"""Verification of a log: how far it is valid, and its first fault.

Each line goes through the layers of `senpu.notation.faults.LAYERS`. A line that is invalid in one
layer does not reach the next, and the rules check nothing after the first fault. The log is read
line by line.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from senpu.logs.inputs import Source
from senpu.logs.machine_lines import SIGNED
from senpu.logs.record import Record, open_record
from senpu.notation.faults import Fault, make_fault
from senpu.notation.lines import Line, Machine, Play
from senpu.notation.reader import RECENT
from senpu.notation.stated_positions import POSITION
from senpu.notation.user_folders import has_known_games
from senpu.replay.core.position_changes import LogGap, list_changes
from senpu.replay.core.reducer import ReductionError, list_events
from senpu.replay.core.registry import find_newest_version, name_data_set, rules_for
from senpu.replay.core.side_names import name_sides
from senpu.replay.core.states import CHANCE
from senpu.replay.disputes.log_reducer import LogReducer
from senpu.replay.disputes.verdict import (
    UNREADABLE,
    LogVerdict,
    SealReport,
    add_findings,
    make_finding,
)

COUNTED = SIGNED | {POSITION}
"""The words of the machine lines whose place among the events a verdict names."""

if TYPE_CHECKING:
    from collections.abc import Callable

    from senpu.logs.memory import UserMemory
    from senpu.replay.disputes.accountability import Accountability
    from senpu.replay.disputes.known_copies import MemoryCheck


def verify(
    source: Source,
    all_faults: bool = False,
    data_file: Source | None = None,
    open_memory: "Callable[[], UserMemory] | None" = None,
    accept_changes: bool = False,
    can_remember: bool = True,
    every_event: bool = False,
) -> LogVerdict:
    """Return the verdict on a file; no content of a file raises an error.

    Args:
        source: The file.
        all_faults: Whether to continue after the first fault, up to the faults that can be found
            without the position.
        data_file: A file of data.
        open_memory: A function that returns the memory of earlier games and keys, with which the
            log is compared. It makes no log invalid. The signed facts of a valid log are saved in
            it. It is not called for a log without a chain if no game is remembered.
        accept_changes: Whether the other known copies of the game are forgotten.
        can_remember: Whether the log may be saved in the memory.
        every_event: Whether to account for the events even if no side has a key.

    Returns:
        The verdict.
    """
    path = Path(source)
    try:
        record = open_record(source)
        check = None
        if open_memory is not None and (record.chain.on or has_known_games()):
            from senpu.replay.disputes.known_copies import MemoryCheck  # few logs need it

            check = MemoryCheck(open_memory(), path, accept_changes, can_remember)
        return verify_record(record, str(path), all_faults, data_file, check, every_event)
    except OSError as error:
        fault = make_fault(UNREADABLE, 0, "", layer="bytes", why=error)
        verdict = LogVerdict(str(path), faults=[fault])
        add_findings(verdict, ())
    return verdict


def verify_record(
    record: Record,
    name: str = "",
    all_faults: bool = False,
    data_file: Source | None = None,
    check: "MemoryCheck | None" = None,
    every_event: bool = False,
) -> LogVerdict:
    """Return the verdict on an opened log, with the warnings of a comparison with the memory.

    Args:
        record: The log.
        name: The name of the file.
        all_faults: As for :func:`verify`.
        data_file: A file of data.
        check: The comparison with the memory, if there is one.
        every_event: As for :func:`verify`.

    Returns:
        The verdict.
    """
    verdict = LogVerdict(name, game=record.headers.get("Game", ""), faults=[*record.header_faults])
    is_pinned = "Data" in record.headers or bool(record.position_digest)
    verdict.data = "pinned" if is_pinned else "unpinned"
    rules = rules_for(record, data_file)
    if isinstance(rules, Fault):
        if not verdict.faults or all_faults:
            verdict.faults.append(rules)
        reducer = None
    else:
        if check is not None:
            check.begin(record, rules)
        listen = check.listen if check is not None and check.needs_events else None
        reducer = LogReducer(rules, listen, record.signers, record.hands_nonce)
        verdict.data_set = name_data_set(rules.spec).label
        verdict.sides = [side.id for side in rules.spec.sides]
        verdict.rules = rules.spec.edition.rules
        verdict.newest = find_newest_version(rules)
        verdict.rules_named = int(record.headers["Rules"]) if "Rules" in record.headers else None
    account = None
    if reducer is not None and (every_event or record.chain.on):
        from senpu.replay.disputes.accountability import Accountability  # few logs are signed

        account = Accountability(reducer.rules, bool(record.hands_nonce))
        account.follow(reducer)
    read: list[tuple[int, Line | Fault]] = []
    counts = _read_lines(record, reducer, verdict, all_faults, read, account, check)
    _report_hands(record, verdict)
    if reducer is not None:
        if record.hands_nonce and not verdict.faults:
            from senpu.replay.disputes.card_audit import audit_cards  # few logs have hidden hands

            if found := audit_cards(reducer.rules, record, read):
                fault, reducer = found
                verdict.faults.append(fault)
        verdict.valid_through = reducer.number
        verdict.turn = reducer.state.turn
        verdict.ending = reducer.state.outcome.ending if reducer.state.outcome else None
        verdict.state = reducer.rules.digest(reducer.state)
        _report_dice(record, verdict, reducer)
        if account is not None:
            _report_acts(verdict, reducer, account, every_event or bool(record.signers))
        verdict.faults = [
            replace(fault, message=name_sides(reducer.rules.spec, fault.message))
            for fault in verdict.faults
        ]
        verdict.start = "rules" if reducer.rules.stated_start is None else "stated"
        verdict.viewer = reducer.rules.stated_side
        verdict.start = "view" if verdict.viewer else verdict.start
        verdict.gaps = [*_list_gaps(reducer, counts)]
        verdict.unreachable = [*_list_unreachable(reducer)]
        verdict.undone_gaps = reducer.undone_gaps
    _report_chain(record, verdict, counts)
    _conclude(record, verdict, all_faults)
    if check is not None:
        check.conclude(record, verdict)
    return verdict


def _list_gaps(reducer: LogReducer, events: dict[int, int]) -> Iterator[LogGap]:
    """Yield the gaps up to the first fault.

    Args:
        reducer: The reducer.
        events: The number of events at each signed line and stated position, by its row.
    """
    lines = dict[int, int]()
    for row, number in events.items():
        lines.setdefault(number, row)  # a seal is below the position that it covers
    for number, (event, before, after) in enumerate(reducer.gaps, 1):
        changes = tuple(list_changes(reducer.rules, before, after))
        yield LogGap(number, event, lines[event], changes, before, after)


def _list_unreachable(reducer: LogReducer) -> Iterator[int]:
    """Yield the numbers of the events that state a position that no game reaches."""
    rules = reducer.rules
    if rules.stated_start is not None and any(rules.list_unreachable(rules.stated_start)):
        yield 0
    for event, _, after in reducer.gaps:
        if any(rules.list_unreachable(after)):
            yield event


def _report_dice(record: Record, verdict: LogVerdict, reducer: LogReducer) -> None:
    """Add the facts about the rolls."""
    dice, decision, rolls = reducer.dice, reducer.state.decision, reducer.dice.rolls
    verdict.revealed_by = (
        [*dice.revealed] if decision is not None and decision.side == CHANCE else []
    )
    if record.chain.on:
        verdict.commitments = {side: one.row for side, one in record.dice.sides.items()}
        verdict.unsealed_commitments = {
            side: one.row for side, one in record.dice.unsealed.items() if side in dice.unsealed
        }
    verdict.receipts = dice.receipts
    verdict.rolls = {
        "proven": rolls.proven,
        "open": rolls.receipts + bool(verdict.revealed_by),
        "recorded": rolls.recorded + reducer.unchecked_rolls,
    }


def _report_acts(
    verdict: LogVerdict, reducer: LogReducer, account: "Accountability", lists_events: bool
) -> None:
    """Add the accounts of the events, and the awaited acts."""
    from senpu.replay.disputes.accountability import list_awaited_acts

    offer = reducer.signatures.offer
    verdict.offered = offer.ending if offer is not None else ""
    if offer is not None and not offer.ending:
        verdict.offered_position = offer.number
    verdict.awaited = [] if verdict.faults else list_awaited_acts(reducer)
    verdict.accountability = account.list_events() if lists_events else []


def _report_hands(record: Record, verdict: LogVerdict) -> None:
    if record.hands_nonce:
        hands = record.hands
        sealed, proven = len(hands.sealed), len(hands.shown)
        verdict.hands = {"sealed": sealed, "proven": proven, "open": sealed - proven}


def _report_chain(record: Record, verdict: LogVerdict, events: dict[int, int]) -> None:
    """Add the facts about the chain and its seals.

    Args:
        record: The log.
        verdict: The verdict.
        events: The number of events above each seal, by the row of the seal.
    """
    verdict.lines = record.lines
    if not record.chain.on:
        verdict.chain = "unsupported" if "Chain" in record.headers else "unchained"
        return
    found = [fault.line for fault in verdict.faults if fault.layer == "chain"]
    first_invalid = min(filter(None, (record.first_fault, *found)), default=0)
    verdict.chain = "broken" if first_invalid else "valid"
    verdict.chain_through = first_invalid - 1 if first_invalid else verdict.lines
    verdict.nonce = record.seals.nonce
    verdict.head = "" if first_invalid else record.head.hex()
    verdict.keys = {side: key.fingerprint for side, key in record.seals.keys.items()}
    verdict.seals = [
        SealReport(
            seal.side, seal.line, events[seal.row], seal.note.key.fingerprint,
            seal.checked, seal.word, seal.statement, seal.last_row,
        )
        for seal in record.seals.made
        if seal.row in events  # else its side is not a side of the game
    ]  # fmt: skip


def _conclude(record: Record, verdict: LogVerdict, all_faults: bool) -> None:
    """Add the conclusions from all faults; keep the first fault alone unless all are wanted."""
    verdict.valid = not verdict.faults
    first = verdict.faults[0].line if verdict.faults else verdict.lines + 1
    if first:
        verdict.valid_line = first - 1
    if not all_faults:
        del verdict.faults[1:]
    add_findings(verdict, verdict.sides)
    below = sum(row > first for row in record.rejected_seals)
    if below and not all_faults:
        verdict.broken.append(make_finding("seals_below", n=below, line=first))


def _read_lines(
    record: Record,
    reducer: LogReducer | None,
    verdict: LogVerdict,
    all_faults: bool,
    read: list[tuple[int, Line | Fault]],
    account: "Accountability | None",
    check: "MemoryCheck | None",
) -> dict[int, int]:
    """Verify line by line up to the first fault, then count events.

    Args:
        record: The log.
        reducer: The reducer; None if the rules are unknown.
        verdict: The verdict.
        all_faults: Whether to collect the later faults that need no position.
        read: The list that keeps all lines of a log with face-down hands.
        account: The collector of the events, if one is used.
        check: The comparison with the memory, if there is one.

    Returns:
        The number of events above each seal, and of each stated position, by its row.
    """
    lines = iter(record)
    if record.hands_nonce:
        from senpu.replay.disputes.card_audit import keep_lines

        lines = keep_lines(record, read)
    counts: dict[int, int] = {}
    rest: Iterable[tuple[int, Line | Fault]] = lines
    if reducer is not None and not verdict.faults:
        read_ahead = _verify_lines(record, lines, reducer, verdict, counts, account, check)
        rest = chain(read_ahead, lines)
        verdict.events = reducer.number
    for number, line in rest:
        if isinstance(line, Fault):
            if all_faults:
                verdict.faults.append(line)
        elif type(line) in (Play, Machine):
            verdict.events += sum(1 for _ in list_events(line))
        if type(line) is Machine and line.word in COUNTED:
            counts[number] = verdict.events
    return counts


def _verify_lines(
    record: Record,
    lines: Iterator[tuple[int, Line | Fault]],
    reducer: LogReducer,
    verdict: LogVerdict,
    counts: dict[int, int],
    account: "Accountability | None",
    check: "MemoryCheck | None",
) -> list[tuple[int, Line | Fault]]:
    """Verify up to the first fault; return the lines that were read and not verified."""
    read = reducer.read
    # In batches of lines: alternating between reading and verification at each line is slower.
    while batch := list(islice(lines, RECENT // 2)):
        for at, (number, line) in enumerate(batch):
            if isinstance(line, Fault):
                verdict.faults.append(line)
                return batch[at + 1 :]
            if account is not None:
                account.line = number
            try:
                read(line)
            except ReductionError as bad:
                verdict.faults.append(reducer.make_fault(bad, record, number, line))
                left = Play(line.items[max(bad.item, 0) :]) if type(line) is Play else line
                return [(number, left), *batch[at + 1 :]]
            if type(line) is Machine and line.word in COUNTED:
                counts[number] = reducer.number
                if check is not None and line.word in SIGNED:
                    check.note_seal(number)
    return []
