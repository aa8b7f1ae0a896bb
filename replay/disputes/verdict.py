"""The verdict on a log, as data: its first fault, and the proven, open and broken facts."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec.structs import replace

from senpu.logs.machine_lines import DEALER, SEAL
from senpu.notation.faults import Fault
from senpu.replay.core.position_changes import LogGap, list_changes
from senpu.replay.core.views import View, hide_header_fault
from senpu.replay.disputes.fairness import RollReceipt

if TYPE_CHECKING:
    from senpu.replay.disputes.accountability import AwaitedAct, EventAccount

UNREADABLE = "fileUnreadable"
"""The id of the fault of a file that cannot be read."""


class Finding(msgspec.Struct, frozen=True):
    """A proven, open or broken fact."""

    id: str
    """The key of its sentence in the topic `findings`."""
    facts: dict[str, Any] = {}
    """The fields of the sentence: numbers and texts. `side` is the id of a side, `sides`,
    `other` and `consent` are lists of them, and `lines` are pairs of a side and a line."""


class SealReport(msgspec.Struct, frozen=True):
    """A valid seal, or a `%key` line."""

    side: str
    line: int
    """The last line that it covers."""
    event: int
    """The number of the last event that it covers."""
    key: str
    """The fingerprint of the signing key."""
    checked: bool
    """True if the signature could be checked."""
    kind: str
    """`seal` or `key`."""
    statement: str
    """`undo 2`; of a `%key` line the new key; mostly empty."""
    last_line: int
    """The last line of the seal itself."""


class CosignatureReport(msgspec.Struct, frozen=True):
    """A signature on a checkpoint of the log, by a witness."""

    name: str
    """The name of the witness."""
    key: str
    """The eight hexadecimal digits that identify its key."""
    time: str
    """The time of the cosignature in UTC; empty for a signature of another kind."""
    line: int
    """The last line that it covers."""
    status: str
    """`cosigned`, `unknown` (the key is not trusted), `unchecked`, `bad`, `changed` (the lines
    are not the cosigned lines), or `shorter` (the log lacks cosigned lines)."""
    fits: bool
    """True if the log has the lines of the checkpoint."""


Relation = Literal["shorter", "fork", "stripped", "named", "reused"]


class KnownRelation(msgspec.Struct, frozen=True):
    """A copy of a game that was verified on this computer, and that a log does not contain."""

    relation: Relation
    """`shorter`: it lacks signed lines. `fork`: another continuation was signed. `stripped`: it
    has the events of a game without its seals. `named`: it has the name of a game with a chain.
    `reused`: it has the name of another game, which the user sealed here."""
    file: str
    date: str
    sides: list[str]
    """The sides whose seals it lacks."""
    keys: list[str]
    """The fingerprints of the keys of these seals: a side of another copy may be another person."""
    line: int
    """The last line that these seals cover."""
    event: int
    """The last event that these seals cover; of a `stripped` log, the last equal event."""
    both: list[str]
    """Of a `fork`: the sides that signed in both continuations with one key."""


class Identity(msgspec.Struct, frozen=True):
    """The facts that this computer knows about the name and the key of a side."""

    side: str
    name: str
    key: str = ""
    """The fingerprint of the key; empty if the side has none."""
    status: str = ""
    """`trusted` by hand, `known` from checked seals, `new`, `differs` from the other keys of the
    name, `unnamed`, or `unremembered` if there is no memory; empty without a key."""
    since: str = ""
    """The time since when the key is known for this name; empty if it is not."""
    other_keys: list[str] = []
    """The fingerprints of the other known keys of the name."""
    marks: list[str] = []
    """The reasons why the name is deceptive (:func:`~senpu.logs.player_names.find_name_marks`)."""
    similar: list[str] = []
    """Other names that look like this one; its own name if both sides have it."""


class LogVerdict(msgspec.Struct):
    """The result of verifying a log; `--json` prints it, with its findings as sentences."""

    file: str
    valid: bool = False
    game: str = ""
    events: int = 0
    """The number of events in the file, valid or not."""
    valid_through: int = 0
    turn: int = 0
    ending: str | None = None
    state: str = ""
    faults: list[Fault] = []
    data: Literal["pinned", "unpinned", ""] = ""
    """`pinned` if the log names its data, else `unpinned`."""
    data_set: str = ""
    """The name of a shipped data set, such as `russojapanese/port-arthur-1201`, or the user's file;
    empty for the default values."""
    chain: Literal["unchained", "valid", "broken", "unsupported"] = "unchained"
    """`unchained`, `valid`, `broken`, or `unsupported` if the kind of chain is unknown."""
    nonce: str = ""
    """The name of a chained game, which is unique."""
    lines: int = 0
    """The number of lines of the file."""
    valid_line: int = 0
    """The last line above the first fault."""
    chain_through: int = 0
    """The last line of the intact hash chain, seals included."""
    head: str = ""
    """The head of an intact chain after the last line."""
    keys: dict[str, str] = {}
    """The fingerprint of the key of each side that has one."""
    seals: list[SealReport] = []
    hands: dict[str, int] = {}
    """The numbers of cards that a dealer dealt face down (`sealed`), that are `proven` by salts,
    and that are still face down (`open`)."""
    sides: list[str] = []
    """The sides of the rule set, if it is known."""
    proven: list[Finding] = []
    open: list[Finding] = []
    broken: list[Finding] = []
    rules: int = 0
    """The version of the rules used; 0 if they are unknown."""
    newest: int = 0
    """The newest installed version of the rules."""
    rules_named: int | None = None
    """The version that the log names, if it is known."""
    rolls: dict[str, int] = {}
    """The numbers of rolls up to `valid_through` that are `proven`, `open` and only `recorded`;
    with draws of cards in a chained log. Empty if the rule set is unknown."""
    commitments: dict[str, int] = {}
    """The line of the commitment of each side that is committed to dice secrets."""
    unsealed_commitments: dict[str, int] = {}
    """The line of each commitment that counts once its side has sealed it."""
    receipts: list[RollReceipt] = []
    """The receipts of a dice server, of the rolls up to `valid_through`."""
    revealed_by: list[str] = []
    """The sides that have revealed a secret for the pending roll."""
    cosignatures: list[CosignatureReport] = []
    """The signatures of witnesses in the file of checkpoints of the log."""
    identities: list[Identity] = []
    """The known facts about the sides of a log with an intact hash chain."""
    known_copies: list[KnownRelation] = []
    """The earlier copies that this log does not contain."""
    warnings: list[Finding] = []
    """The differences from the memory of this computer; a valid log remains valid."""
    offered: str = ""
    """The ending that is only offered, because seals are missing."""
    offered_position: int = 0
    """The number of the event that states a position which is only offered; 0 if there is none."""
    start: Literal["rules", "stated", "view", ""] = ""
    """`rules` if the log begins as the game does, `stated` if its header has the first position,
    `view` if this is the view of a side; empty if the rule set is unknown."""
    viewer: str = ""
    """The side in whose view the log begins; empty if it begins with a whole position."""
    gaps: list[LogGap] = []
    """The gaps of the valid events."""
    unreachable: list[int] = []
    """The stated positions that no game reaches: the numbers of their events, 0 for the header."""
    undone_gaps: list[tuple[int, int]] = []
    """The first and the last event after each gap that was undone."""
    awaited: "list[AwaitedAct]" = []
    """The acts that the game awaits after the last event; none if it is over or a fault ends it."""
    accountability: "list[EventAccount]" = []
    """The accounts of the valid events, if a side has a key or the caller wants them."""

    @property
    def unaccounted(self) -> list[int]:
        """Return the numbers of the events that no seal of their side covers, or without proof."""
        if not self.accountability:
            return []
        from senpu.replay.disputes.accountability import list_unaccounted  # few logs are signed

        return [each.event for each in list_unaccounted(self.accountability)]

    @property
    def is_unreadable(self) -> bool:
        """Return whether the file could not be read at all."""
        return bool(self.faults) and self.faults[0].id == UNREADABLE


def filter_verdict(verdict: LogVerdict, sight: View | None) -> LogVerdict:
    """Return a verdict for the viewer, without the digest of the last position and the head.

    The comparison with known copies is left out too: it compares whole events, so that a copy with
    guessed cards would show whether the guess is right.

    Args:
        verdict: The verdict.
        sight: The view of the viewer; None if the rules are unknown, so that it is
            unknown which parts of the log are hidden. Then only the fault of the header is kept.

    Returns:
        The verdict as the viewer may read it.
    """
    gaps = [filter_gap(gap, sight) for gap in verdict.gaps] if sight is not None else []
    if sight is None:
        faults = [*map(hide_header_fault, verdict.faults[:1])]
    elif sight.is_unrestricted:
        return verdict
    else:
        faults = [*map(sight.filter_fault, verdict.faults)]
    warnings = [each for each in verdict.warnings if "file" not in each.facts]
    return replace(
        verdict, faults=faults, gaps=gaps, state="", head="", known_copies=[], warnings=warnings
    )


def filter_gap(gap: LogGap, sight: View) -> LogGap:
    """Return a gap as the viewer may know it."""
    before, after = sight.filter_state(gap.before), sight.filter_state(gap.after)
    changes = tuple(list_changes(sight.rules, before, after))
    return replace(gap, changes=changes, before=before, after=after)


def make_finding(ident: str, **facts: Any) -> Finding:
    """Return a finding; the keywords are the fields of its sentence."""
    return Finding(ident, facts)


def add_findings(verdict: LogVerdict, sides: Iterable[str]) -> None:
    """Add the findings to a verdict; `sides` are the sides of its rule set, if it is known."""
    names = [*dict.fromkeys([*sides, *verdict.keys])]
    last = find_latest_seals(verdict.seals)
    verdict.proven = [
        *_list_proven(verdict, last),
        *_list_proven_rolls(verdict),
        *_list_undone(verdict),
    ]
    verdict.open = [
        *_list_version_findings(verdict),
        *_list_stated(verdict, [*sides], last),
        *_list_open(verdict, names, last),
        *_list_open_rolls(verdict, last),
        *_list_unaccounted_events(verdict),
        *_list_awaited(verdict),
    ]
    verdict.broken = [*_list_broken(verdict, last)]
    verdict.warnings = [*_list_shared_receipts(verdict)]


def find_latest_seals(seals: Iterable[SealReport]) -> dict[str, SealReport]:
    """Return the last seal of each side that has one."""
    return {seal.side: seal for seal in seals if seal.kind == SEAL}


def _list_proven(verdict: LogVerdict, last: dict[str, SealReport]) -> Iterator[Finding]:
    yield from _list_by_rules(verdict)
    if verdict.chain_through:
        yield make_finding("chained", n=verdict.chain_through)
    if shown := verdict.hands.get("proven"):
        yield make_finding("cards_shown", n=shown, of=verdict.hands["sealed"])
        if not verdict.hands["open"] and verdict.valid_through == verdict.events:
            yield make_finding("cards_known")
    for side, seal in last.items():
        if seal.checked:
            yield make_finding("signed", side=side, key=seal.key, line=seal.line, event=seal.event)


def _list_by_rules(verdict: LogVerdict) -> Iterator[Finding]:
    """Yield the events that follow the rules: from the start, from each stated position.

    Events between an undone stated position and its undo do not follow them from the position
    before it; those after the undo do.
    """
    stated = [gap.event for gap in verdict.gaps]
    breaks = sorted([*((event, event) for event in stated), *verdict.undone_gaps])
    first, origin = 1, 0
    for event, last in [*breaks, (verdict.valid_through + 1, 0)]:
        if first < event:
            facts: dict[str, Any] = {"n": event - first, "first": first, "last": event - 1}
            if not origin:
                by = "by_rules_version" if has_other_version(verdict) else "by_rules"
                facts = {"n": event - 1, "game": verdict.game}
                facts |= {"version": verdict.rules} if has_other_version(verdict) else {}
                yield make_finding(f"{by}_{verdict.data}", **facts)
            else:
                ident = "after_gap" if origin in stated else "after_undone_gap"
                yield make_finding(ident, **facts, event=origin)
        first, origin = last + 1, event


def _list_stated(
    verdict: LogVerdict, sides: list[str], last: dict[str, SealReport]
) -> Iterator[Finding]:
    """Yield the open findings about stated positions."""
    if verdict.viewer:
        yield make_finding("start_view", side=verdict.viewer)
    elif verdict.start == "stated":
        yield make_finding("start_stated")
        signed = [side for side in sides if side in last and last[side].checked]
        unsigned = [side for side in sides if side not in signed]
        if verdict.chain == "valid" and unsigned:
            yield make_finding("start_unsigned", sides=unsigned)
    for event in verdict.unreachable:
        if event:
            yield make_finding("gap_unreachable", event=event)
        else:
            yield make_finding("start_unreachable")
    for first, end in verdict.undone_gaps:
        yield make_finding("gap_undone", n=end - first + 1, first=first, last=end)
    for gap in verdict.gaps:
        signed = [
            side
            for side in sides
            if side in last and last[side].checked and last[side].event >= gap.event
        ]
        facts = {"number": gap.number, "event": gap.event, "line": gap.line}
        yield (
            make_finding("gap_signed", **facts, sides=signed)
            if signed
            else make_finding("gap", **facts)
        )
    if verdict.offered_position:
        awaited = [act.actor for act in verdict.awaited if act.act == "accept"]
        yield make_finding("position_offered", event=verdict.offered_position, sides=awaited)


def has_other_version(verdict: LogVerdict) -> bool:
    """Return whether a log was verified by another version of the rules than it names."""
    return verdict.rules_named not in (None, verdict.rules)


def _list_version_findings(verdict: LogVerdict) -> Iterator[Finding]:
    if has_other_version(verdict):
        yield make_finding("other_rules_version", named=verdict.rules_named, version=verdict.rules)


def _list_proven_rolls(verdict: LogVerdict) -> Iterator[Finding]:
    """Yield the proven findings about rolls."""
    if proven := verdict.rolls.get("proven"):
        yield make_finding("rolls_follow", n=proven, lines=_sort_commitments(verdict))


def _list_open_rolls(verdict: LogVerdict, last: dict[str, SealReport]) -> Iterator[Finding]:
    """Yield the open findings about rolls."""
    if not verdict.rolls:
        return
    receipts = verdict.rolls["open"] - bool(verdict.revealed_by)
    if receipts:
        yield make_finding("rolls_received", n=receipts)
    if verdict.rolls["recorded"]:
        yield make_finding("rolls_recorded", n=verdict.rolls["recorded"])
    if verdict.revealed_by:
        lacks = [side for side in verdict.sides if side not in verdict.revealed_by]
        waits = {"other": lacks} if lacks else {}
        yield make_finding(
            "roll_pending_secret" if lacks else "roll_pending", sides=verdict.revealed_by, **waits
        )
    for side, line in _sort_commitments(verdict):
        seal = last.get(side)
        if side in verdict.sides and (seal is None or not seal.checked or seal.line <= line):
            yield make_finding("commitment_unsigned", side=side, line=line)
    for side, line in verdict.unsealed_commitments.items():
        yield make_finding("commitment_unsealed", side=side, line=line)


def _list_shared_receipts(verdict: LogVerdict) -> Iterator[Finding]:
    """Yield the receipts that several rolls have: a server gives a receipt for one roll."""
    rolls: dict[tuple[str, str], list[int]] = {}
    for each in verdict.receipts:
        rolls.setdefault((each.server, each.receipt), []).append(each.event)
    for (server, receipt), events in rolls.items():
        if len(events) > 1:
            yield make_finding("receipt_shared", events=events, server=server, receipt=receipt)


def _sort_commitments(verdict: LogVerdict) -> list[tuple[str, int]]:
    """Return the sides and lines of the commitments above the first fault of the chain."""
    rows = sorted(verdict.commitments.items(), key=lambda one: one[1])
    return [(side, line) for side, line in rows if line <= verdict.chain_through]


def _list_open(
    verdict: LogVerdict, sides: list[str], last: dict[str, SealReport]
) -> Iterator[Finding]:
    if verdict.chain == "unchained" and verdict.game:  # else it is hardly a log
        yield make_finding("unchained")
    if left := verdict.hands.get("open"):
        yield make_finding("cards_open", n=left, of=verdict.hands["sealed"])
    lines = verdict.chain_through  # of an invalid log, the lines above its first wrong tag
    if not lines:
        return
    if any(not seal.checked for seal in verdict.seals):
        yield make_finding("seals_unchecked")
    keyless = [side for side in sides if side not in verdict.keys]
    if keyless and keyless == sides:
        yield make_finding("keys_none")
    elif keyless:
        yield make_finding("sides_without_key", sides=keyless)
    if verdict.hands.get("sealed") and DEALER not in verdict.keys:
        yield make_finding("dealer_without_key")
    for side in sides:
        signed = last[side].line if side in last else 0
        if side in verdict.keys and signed < lines - _count_own_lines(lines, last.get(side)):
            yield make_finding(
                "unsigned", side=side, n=lines - signed, first=signed + 1, last=lines
            )
    loose = max((seal.last_line for seal in last.values()), default=0) + 1
    if loose <= lines:
        yield make_finding("unsigned_end", n=lines - loose + 1, first=loose, last=lines)
    if verdict.offered:
        awaited = [act.actor for act in verdict.awaited if act.act == "accept"]
        yield make_finding("end_offered", ending=verdict.offered, sides=awaited)
    winner, _, how = (verdict.ending or "").partition(" ")
    if how in ("resign", "agree"):
        bound = [side for side in verdict.sides if how == "agree" or side != winner.lower()]
        events = {side: seal.event for side, seal in last.items()}
        needed = [side for side in bound if events.get(side, 0) < verdict.valid_through]
        if needed:
            yield make_finding("end_unsigned", ending=verdict.ending, sides=needed)


def _count_own_lines(lines: int, seal: SealReport | None) -> int:
    """Return the number of last lines that are a side's own last seal, which needs no signature."""
    return seal.last_line - seal.line if seal and seal.last_line == lines else 0


def _list_undone(verdict: LogVerdict) -> Iterator[Finding]:
    """Yield the signed events that were undone, in groups with the same signers and consent."""
    signed = (each for each in verdict.accountability if each.undone_signers)
    for _, group in groupby(signed, lambda one: (one.undone_by, one.undone_signers, one.consent)):
        events = [*group]
        first = events[0]
        yield make_finding(
            "undone_signed", n=len(events), first=first.event, last=events[-1].event,
            sides=[*first.undone_signers], by=first.undone_by, consent=[*first.consent],
        )  # fmt: skip


def _list_unaccounted_events(verdict: LogVerdict) -> Iterator[Finding]:
    """Yield the sides with keys whose seals do not cover all events of the side."""
    for side in (*verdict.sides, DEALER) if verdict.chain_through else ():
        events = [each for each in verdict.accountability if each.actor == side and not each.signed]
        if events and side in verdict.keys:
            first = events[0]
            yield make_finding(
                "events_unsigned", side=side, n=len(events), event=first.event, line=first.line
            )


def _list_awaited(verdict: LogVerdict) -> Iterator[Finding]:
    """Yield the acts of single sides that dice need before the game continues."""
    for awaited in verdict.awaited:
        if awaited.act == "commit":
            yield make_finding("awaited_commitment", side=awaited.actor)
        elif awaited.act == "seal":
            yield make_finding("awaited_seal", side=awaited.actor)


def _list_broken(verdict: LogVerdict, last: dict[str, SealReport]) -> Iterator[Finding]:
    for fault in verdict.faults:
        signed = [
            (side, seal.line)
            for side, seal in last.items()
            if seal.checked and 0 < fault.line <= seal.line
        ]
        if signed:
            yield make_finding("line_invalid_signed", line=fault.line, fault=fault.id, lines=signed)
        elif fault.line:
            yield make_finding("line_invalid", line=fault.line, fault=fault.id)
        else:
            yield make_finding("file_invalid", fault=fault.id)
    if verdict.chain == "broken" and all(fault.layer != "chain" for fault in verdict.faults):
        yield make_finding("not_chained", line=verdict.chain_through + 1)
