"""The verdict on a log, as data: its first fault, and what is proven, open or broken."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from senpu.logs.machine_lines import SEAL
from senpu.notation.faults import Fault
from senpu.replay.core.views import View

UNREADABLE = "fileUnreadable"
"""The id of the fault of a file of which nothing can be judged."""


class Finding(msgspec.Struct, frozen=True):
    """A fact that is proven, open or broken."""

    id: str
    """The key of its sentence in the topic `findings`."""
    facts: dict[str, Any] = {}
    """The fields of the sentence: numbers and texts. `side` is the id of a side, `sides` and
    `other` are lists of them, and `lines` are pairs of a side and a line."""


class SealReport(msgspec.Struct, frozen=True):
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
    last_line: int
    """Its own last line."""


class Verdict(msgspec.Struct):
    """What verifying found; `--json` prints it, with its findings in words."""

    file: str
    valid: bool = False
    game: str = ""
    events: int = 0
    """How many events the file holds, good or not."""
    valid_through: int = 0
    turn: int = 0
    ending: str | None = None
    state: str = ""
    faults: list[Fault] = []
    data: str = ""
    """`pinned` where the log names the data it was played on, else `unpinned`."""
    chain: str = "unchained"
    """`unchained`, `valid`, `broken`, or `unsupported` where the kind of chain is not known."""
    nonce: str = ""
    """The name of a chained game, which no other has."""
    lines: int = 0
    """How many lines the file holds."""
    valid_line: int = 0
    """The last line above the first fault."""
    chain_through: int = 0
    """The last line through which the chain is whole, seals included."""
    head: str = ""
    """Of a whole chain: its head after the last line."""
    keys: dict[str, str] = {}
    """The fingerprint of the key of each side that has one."""
    seals: list[SealReport] = []
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
    """How many rolls up to `valid_through` are `proven`, `open` and `recorded` only; draws of cards
    too, in a chained log. Empty if the rule set is not known."""
    commitments: dict[str, int] = {}
    """For each side that is committed to secrets for dice: the line of the commitment."""
    shown: list[str] = []
    """The sides that have shown a secret for the roll that is awaited."""

    @property
    def is_unreadable(self) -> bool:
        """Whether the file could not be read at all."""
        return bool(self.faults) and self.faults[0].id == UNREADABLE


def visible_verdict(verdict: Verdict, sight: View) -> Verdict:
    """Return a verdict without what the viewer may not know; the digest of the last position and
    the head are left out.
    """
    if sight.is_unrestricted:
        return verdict
    return replace(verdict, faults=[*map(sight.filter_fault, verdict.faults)], state="", head="")


def finding(ident: str, **facts: Any) -> Finding:
    return Finding(ident, facts)


def add_findings(verdict: Verdict, sides: Iterable[str]) -> None:
    """Add to a verdict what it comes to; `sides` are those of its rule set, if that is known."""
    names = [*dict.fromkeys([*sides, *verdict.keys])]
    last = find_latest_seals(verdict.seals)
    verdict.proven = [*_proven(verdict, last), *_rolled(verdict)]
    verdict.open = [
        *_versions(verdict), *_open(verdict, names, last), *_rolls_open(verdict, last)
    ]  # fmt: skip
    verdict.broken = [*_broken(verdict, last)]


def find_latest_seals(seals: Iterable[SealReport]) -> dict[str, SealReport]:
    """The last seal of each side that has one."""
    return {seal.side: seal for seal in seals if seal.kind == SEAL}


def _proven(verdict: Verdict, last: dict[str, SealReport]) -> Iterator[Finding]:
    if verdict.valid_through:
        by = "by_rules_version" if has_other_version(verdict) else "by_rules"
        version = {"version": verdict.rules} if has_other_version(verdict) else {}
        yield finding(f"{by}_{verdict.data}", n=verdict.valid_through, game=verdict.game, **version)
    if verdict.chain_through:
        yield finding("chained", n=verdict.chain_through)
    if shown := verdict.hands.get("proven"):
        yield finding("cards_shown", n=shown, of=verdict.hands["sealed"])
        if not verdict.hands["open"] and verdict.valid_through == verdict.events:
            yield finding("cards_known")
    for side, seal in last.items():
        if seal.checked:
            yield finding("signed", side=side, key=seal.key, line=seal.line, event=seal.event)


def has_other_version(verdict: Verdict) -> bool:
    """Whether a log was judged by another version of the rules than it names."""
    return verdict.rules_named not in (None, verdict.rules)


def _versions(verdict: Verdict) -> Iterator[Finding]:
    if has_other_version(verdict):
        yield finding("other_rules_version", named=verdict.rules_named, version=verdict.rules)


def _rolled(verdict: Verdict) -> Iterator[Finding]:
    """What is proven of the rolls."""
    if proven := verdict.rolls.get("proven"):
        yield finding("rolls_follow", n=proven, lines=_bound(verdict))


def _rolls_open(verdict: Verdict, last: dict[str, SealReport]) -> Iterator[Finding]:
    """What is open of the rolls."""
    if not verdict.rolls:
        return
    receipts = verdict.rolls["open"] - bool(verdict.shown)
    if receipts:
        yield finding("rolls_received", n=receipts)
    if verdict.rolls["recorded"]:
        yield finding("rolls_recorded", n=verdict.rolls["recorded"])
    if verdict.shown:
        lacks = [side for side in verdict.sides if side not in verdict.shown]
        waits = {"other": lacks} if lacks else {}
        yield finding(
            "roll_pending_secret" if lacks else "roll_pending", sides=verdict.shown, **waits
        )
    for side, line in _bound(verdict):
        seal = last.get(side)
        if side in verdict.sides and (seal is None or not seal.checked or seal.line <= line):
            yield finding("commitment_unsigned", side=side, line=line)


def _bound(verdict: Verdict) -> list[tuple[str, int]]:
    return sorted(verdict.commitments.items(), key=lambda one: one[1])


def _open(verdict: Verdict, sides: list[str], last: dict[str, SealReport]) -> Iterator[Finding]:
    if verdict.chain == "unchained" and verdict.lines:
        yield finding("unchained")
    if left := verdict.hands.get("open"):
        yield finding("cards_open", n=left, of=verdict.hands["sealed"])
    if verdict.chain != "valid":
        return
    if any(not seal.checked for seal in verdict.seals):
        yield finding("seals_unchecked")
    keyless = [side for side in sides if side not in verdict.keys]
    if keyless and keyless == sides:
        yield finding("keys_none")
    elif keyless:
        yield finding("sides_without_key", sides=keyless)
    for side in sides:
        signed = last[side].line if side in last else 0
        if side in verdict.keys and signed < verdict.lines - _own(verdict, last.get(side)):
            yield finding("unsigned", side=side, first=signed + 1, last=verdict.lines)
    loose = max((seal.last_line for seal in last.values()), default=0) + 1
    if loose <= verdict.lines:
        yield finding("unsigned_end", first=loose, last=verdict.lines)
    winner, _, how = (verdict.ending or "").partition(" ")
    if how in ("resign", "agree"):
        bound = [side for side in sides if how == "agree" or side != winner.lower()]
        needed = [side for side in bound if side not in last or last[side].event < verdict.events]
        if needed:
            yield finding("end_unsigned", ending=verdict.ending, sides=needed)


def _own(verdict: Verdict, seal: SealReport | None) -> int:
    """How many of the last lines are a side's own last seal, which it need not sign again."""
    return seal.last_line - seal.line if seal and seal.last_line == verdict.lines else 0


def _broken(verdict: Verdict, last: dict[str, SealReport]) -> Iterator[Finding]:
    for fault in verdict.faults:
        signed = [
            (side, seal.line)
            for side, seal in last.items()
            if seal.checked and 0 < fault.line <= seal.line
        ]
        if signed:
            yield finding("line_invalid_signed", line=fault.line, fault=fault.id, lines=signed)
        elif fault.line:
            yield finding("line_invalid", line=fault.line, fault=fault.id)
        else:
            yield finding("file_invalid", fault=fault.id)
    if verdict.chain == "broken" and all(fault.layer != "chain" for fault in verdict.faults):
        yield finding("not_chained", line=verdict.chain_through + 1)
