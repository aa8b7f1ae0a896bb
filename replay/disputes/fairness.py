"""The origin of the dice of a log, and the check of the rolls that follow from secrets.

Reads the `%dice` lines and checks the answers to chance. If both sides are committed to secrets,
each roll follows from the secrets and from the lines above, and any other roll is rejected. A
revealed secret belongs to the pending decision: only another decision ends it
(`spec/en/reference/protocol.md`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from senpu.notation.events import Event, Roll
from senpu.notation.lines import Machine
from senpu.notation.writer import format_event
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State
from senpu.replay.disputes.signatures import Signatures

if TYPE_CHECKING:
    from senpu.logs.dice import DiceStatement, RevealedSecret


# `logs/dice.py` is imported only for logs with `%dice` lines.

FACES = 6
"""The faces of a die."""


class RollCounts(msgspec.Struct):
    """The number of answers to chance, by their evidence."""

    proven: int = 0
    """Rolls that follow from secrets to which both sides were committed."""
    receipts: int = 0
    """Rolls with the name and the receipt of a server."""
    recorded: int = 0
    """Rolls without evidence."""


class RollReceipt(msgspec.Struct, frozen=True):
    """The receipt of a dice server for a roll."""

    event: int
    """The number of the roll."""
    roll: str
    """The roll, as written in the log: `[6 5]`."""
    server: str
    """The name of the server."""
    receipt: str
    """Its text."""


class DiceCheck:
    """The known facts about the dice up to a place of a log.

    Args:
        rules: The rule set.
        signatures: The signatures; without a hash chain, no side can be committed.
    """

    def __init__(self, rules: AnyRules, signatures: Signatures) -> None:
        self._rules = rules
        self._signatures = signatures
        self.sides = [side.id for side in rules.spec.sides]
        self.is_active = signatures.is_chained
        """True if there are rolls to check."""
        self.secrets_left: dict[str, int] = {}
        """The number of secrets that each committed side can still reveal."""
        self.unsealed: dict[str, int] = {}
        """The length of each commitment that counts once its side seals it."""
        self.unsigned_secrets: set[str] = set()
        """The sides that have not signed their last revealed secret."""
        self.rolls = RollCounts()
        self.receipts: list[RollReceipt] = []
        self.source = ""
        """The source of the last roll: a field of :class:`RollCounts`."""
        self._server = ""
        self.discard_secrets()

    @property
    def is_committed(self) -> bool:
        """Return whether both sides are committed, so that rolls must follow from secrets."""
        return len(self.secrets_left) == len(self.sides)

    @property
    def sides_without_secrets(self) -> list[str]:
        """The sides that can reveal no secret until they make a commitment."""
        return [side for side in self.sides if not self.secrets_left.get(side)]

    @property
    def missing_sides(self) -> list[str]:
        """The sides whose secret is not yet revealed for the pending roll."""
        return [side for side in self.sides if side not in self.revealed]

    # ---- lines --------------------------------------------------------------------------

    def read_line(self, line: Machine, state: State) -> bool:
        """Read a `%dice` line at a position.

        Returns:
            Whether the line reveals a secret.

        Raises:
            ReductionError: The line is malformed or misplaced.
        """
        from senpu.logs.dice import RevealedSecret, parse_dice_line
        from senpu.logs.machine_lines import MachineLineError

        try:
            what = parse_dice_line(line)
        except MachineLineError as wrong:
            raise ReductionError(wrong.fault, wrong.message, hint=wrong.hint) from None
        self.is_active = True
        shows = isinstance(what, RevealedSecret)
        self.accept_statement(what, state)
        return shows

    def read_signature(self, side: str) -> None:
        """Note that a side has signed all lines above, its commitment and secret included."""
        self.unsigned_secrets.discard(side)
        if length := self.unsealed.pop(side, 0):
            self.secrets_left[side] = length

    def accept_statement(self, what: DiceStatement, state: State) -> None:
        """Accept the statement of a `%dice` line at a position. Raises ReductionError."""
        from senpu.logs.dice import DiceCommitment, DiceReceipt, DiceSource, RevealedSecret

        match what:
            case DiceCommitment(side=side, length=length):
                if side not in self.sides:
                    raise ReductionError(
                        "diceMisplaced", "unknownSide", hint=None, side=side,
                        have=tuple(self.sides),
                    )  # fmt: skip
                if self.revealed and (state.decision is None or _awaits_chance(state)):
                    raise ReductionError("diceMisplaced", "pending", hint="pendingHint")
                keyed = side in self._signatures.keyed
                (self.unsealed if keyed else self.secrets_left)[side] = length
            case RevealedSecret():
                self._reveal(what, state)
            case DiceSource(server):
                self._check_free()
                self._server = server
            case DiceReceipt(text):
                self._check_free()
                if not self._server:
                    raise ReductionError("diceMisplaced", "noServer", hint="noServerHint")
                self._receipt = text

    def _check_free(self) -> None:
        if self.is_committed:
            raise ReductionError("diceMisplaced", "committed", hint="committedHint")

    def _reveal(self, what: RevealedSecret, state: State) -> None:
        if not self.is_committed:
            raise ReductionError("diceMisplaced", "notCommitted", hint="notYet")
        if not _awaits_chance(state):
            raise ReductionError("diceMisplaced", "noRoll", hint="notYet")
        if what.side in self.revealed:
            raise ReductionError("diceMisplaced", "twice", hint="twiceHint", side=what.side)
        if not self.revealed:
            if empty := self.sides_without_secrets:
                raise ReductionError(
                    "diceMisplaced", "noSecrets", hint="noSecretsHint", sides=tuple(empty)
                )
            self._head = what.head
        self.unsealed.clear()  # a commitment that is sealed later could choose the roll
        self.secrets_left[what.side] -= 1
        self.revealed[what.side] = what
        self.unsigned_secrets.add(what.side)

    # ---- events -------------------------------------------------------------------------

    def check_event(self, state: State, event: Event, number: int) -> None:
        """Check a canonical event that is legal at a position. Raises ReductionError.

        Args:
            state: The position.
            event: The event.
            number: The number of the event.
        """
        assert state.decision is not None
        if state.decision.side != CHANCE:
            self.discard_secrets()
        elif self.is_committed:
            self._check(state, event)
            self._count("proven")
        elif self._receipt:
            self._count("receipts")
            roll = format_event(event)
            self.receipts.append(RollReceipt(number, roll, self._server, self._receipt))
            self._receipt = ""
        else:
            self._count("recorded")

    def _count(self, source: str) -> None:
        self.source = source
        setattr(self.rolls, source, getattr(self.rolls, source) + 1)

    def _check(self, state: State, event: Event) -> None:
        right, used = self.derive_roll(state)
        if event != right:
            given, wanted = format_event(event), format_event(right)
            raise ReductionError("rollMismatch", right=wanted, given=given, expected=wanted)
        self._used = used

    def derive_roll(self, state: State) -> tuple[Event, int]:
        """Return the answer to chance that follows from the secrets, and the bytes used.

        Args:
            state: The position.

        Returns:
            The event, and the number of bytes used so far.

        Raises:
            ReductionError: A secret is not revealed.
        """
        if missing := self.missing_sides:
            raise ReductionError("revealMissing", sides=tuple(missing))
        from senpu.logs.dice import SecretBytes, draw_number

        secrets = {side: reveal.secret for side, reveal in self.revealed.items()}
        byte = SecretBytes(secrets, self._head, self._used)
        return derive_outcome(self._rules, state, lambda count: draw_number(count, byte)), byte.at

    def check_replacement(self, state: State, key: str) -> None:
        """Check an undo, or a stated position, that replaces a position.

        Args:
            state: The position.
            key: The key of the sentence of the error.

        Raises:
            ReductionError: It would undo a roll that both sides know before it is written.
        """
        if _awaits_chance(state) and self.is_committed and not self.missing_sides:
            right = format_event(self.derive_roll(state)[0])
            raise ReductionError("rollMismatch", key, right=right, expected=right)

    def discard_secrets(self) -> None:
        """Discard the revealed secrets: they were for an earlier position."""
        self.revealed: dict[str, RevealedSecret] = {}
        """The secrets that are valid here, by side."""
        self._head = b""
        """The head above the first of them, to which the roll is bound."""
        self._used = 0
        """The number of their bytes used so far."""
        self._receipt = ""


def _awaits_chance(state: State) -> bool:
    return state.decision is not None and state.decision.side == CHANCE


def derive_outcome(rules: AnyRules, state: State, below: Callable[[int], int]) -> Event:
    """Return the answer to chance that random numbers give: a number per die, else one for all.

    Args:
        rules: The rule set.
        state: The position.
        below: A function that returns a number from 0 to n - 1.

    Returns:
        The roll; or the legal event with that number.
    """
    decision = state.decision
    assert decision is not None
    if decision.dice:
        pips = tuple([1 + below(FACES) for _ in decision.dice])
        return rules.canon(state, Roll(pips, decision.dice if decision.dice[0] else ()))
    every = list(rules.legal(state))
    return every[below(len(every))]
