"""The verdict on a log, as data: its first fault, and what is proven, open or broken."""

from typing import Any

import msgspec
from msgspec.structs import replace

from senpu.notation.faults import Fault
from senpu.replay.core.views import Sight

UNREADABLE = "fileUnreadable"
"""The id of the fault of a file of which nothing can be judged."""


class Finding(msgspec.Struct, frozen=True):
    """One thing that is proven, open or broken."""

    id: str
    """Of its sentence."""
    facts: dict[str, Any] = {}
    """What the sentence says: numbers, texts; `side` is a side's id, `sides` are several, and in
    `lines` each side stands with a line."""


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


def visible_verdict(verdict: Verdict, sight: Sight) -> Verdict:
    """Return a verdict without what the viewer may not know; the digest of the last position and
    the head are left out."""
    if sight.whole:
        return verdict
    return replace(verdict, faults=[*map(sight.fault, verdict.faults)], state="", head="")
