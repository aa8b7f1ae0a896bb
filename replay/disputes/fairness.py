"""Where the dice of a log come from, and whether they are those that had to come.

Hears the `%dice` lines and judges what answers chance. Where both sides are committed to secrets,
each roll follows from them and from the log above, and any other is refused. What a side shows
holds until the next event that is no roll: until then nobody has decided anything by knowing it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from senpu.logs.machine_lines import DICE
from senpu.notation.events import Event, Roll, Word
from senpu.notation.lines import Machine
from senpu.notation.writer import format_event
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.rules import CHANCE, AnyRules, State

if TYPE_CHECKING:
    from senpu.logs.dice import Reveal, Said


# What is known of `%dice` lines (`logs/dice.py`) is read only where a log has some.

FACES = 6
"""Of a die of these games."""


class RollCounts(msgspec.Struct):
    """How many times chance was asked, by what stands for the answer."""

    proven: int = 0
    """They follow from secrets that both sides had committed to."""
    receipts: int = 0
    """A server is named, and what it gave."""
    recorded: int = 0
    """They are what somebody has written."""


class DiceCheck:
    """What is known of the dice up to some place of a log. `chained` says whether it is a chained
    one: elsewhere nobody can be committed to anything, and all is as it is recorded.
    """

    def __init__(self, rules: AnyRules, chained: bool) -> None:
        self._rules = rules
        self.sides = [side.id for side in rules.spec.sides]
        self.is_active = chained
        """Whether there is anything to judge."""
        self.is_chained = chained
        self.committed_sides: set[str] = set()
        """The sides that are committed."""
        self.rolls = RollCounts()
        self.source = ""
        """Of the roll that was taken last: a field of :class:`RollCounts`."""
        self._server = ""
        self.discard_secrets()

    @property
    def is_committed(self) -> bool:
        """Whether both sides are committed, so that each roll must follow from their secrets."""
        return self.committed_sides.issuperset(self.sides)

    @property
    def missing_sides(self) -> list[str]:
        """The sides whose secret is still to be shown for a roll that is awaited."""
        return [side for side in self.sides if side not in self.revealed]

    # ---- lines --------------------------------------------------------------------------

    def read_line(self, line: Machine, state: State) -> None:
        """A machine line, which stands at a position. Raises ReductionError."""
        if line.word != DICE:
            return
        from senpu.logs.dice import Commit, Reveal, said
        from senpu.logs.machine_lines import MachineLineError

        try:
            what = said(line)
        except MachineLineError as wrong:
            raise ReductionError(wrong.fault, wrong.message, hint=wrong.hint) from None
        self.is_active = True
        if self.is_chained or not isinstance(what, Commit | Reveal):
            self.accept_statement(what, state)

    def accept_statement(self, what: Said, state: State) -> None:
        """What a `%dice` line says at a position. Raises ReductionError."""
        from senpu.logs.dice import Commit, Receipt, Reveal, Source

        match what:
            case Commit(side=side):
                if side not in self.sides:
                    raise ReductionError(
                        "diceMisplaced", "unknownSide", hint=None, side=side,
                        have=tuple(self.sides),
                    )  # fmt: skip
                if self.revealed:
                    raise ReductionError("diceMisplaced", "pending", hint="pendingHint")
                self.committed_sides.add(side)
            case Reveal():
                self._reveal(what, state)
            case Source(server):
                self._check_free()
                self._server = server
            case Receipt(text):
                self._check_free()
                if not self._server:
                    raise ReductionError("diceMisplaced", "noServer", hint="noServerHint")
                self._receipt = text

    def _check_free(self) -> None:
        if self.is_committed:
            raise ReductionError("diceMisplaced", "committed", hint="committedHint")

    def _reveal(self, what: Reveal, state: State) -> None:
        if not self.is_committed:
            raise ReductionError("diceMisplaced", "notCommitted", hint="notYet")
        if state.decision is None or state.decision.side != CHANCE:
            raise ReductionError("diceMisplaced", "noRoll", hint="notYet")
        if what.side in self.revealed:
            raise ReductionError("diceMisplaced", "twice", hint="twiceHint", side=what.side)
        if not self.revealed:
            self._head = what.head
        self.revealed[what.side] = what

    # ---- events -------------------------------------------------------------------------

    def check_event(self, state: State, event: Event) -> None:
        """A canonical event that the rules take at a position. Raises ReductionError."""
        assert state.decision is not None
        if state.decision.side != CHANCE:
            self.discard_secrets()
        elif self.is_committed:
            self._check(state, event)
            self._count("proven")
        else:
            self._count("receipts" if self._receipt else "recorded")
            self._receipt = ""

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
        """The one answer to chance that the secrets give here, and how many of their bytes are
        used up then. Raises ReductionError if one is not shown.
        """
        if missing := self.missing_sides:
            raise ReductionError("revealMissing", sides=tuple(missing))
        from senpu.logs.dice import Bytes, below

        secrets = {side: reveal.secret for side, reveal in self.revealed.items()}
        byte = Bytes(secrets, self._head, self._used)
        return derive_outcome(self._rules, state, lambda count: below(count, byte)), byte.at

    def check_word(self, state: State, word: Word) -> None:
        """A word of the log. Raises ReductionError if it would take back what both sides know to be
        rolled before it is written.
        """
        awaits = state.decision is not None and state.decision.side == CHANCE
        if word.word == "undo" and awaits and self.is_committed and not self.missing_sides:
            right = format_event(self.derive_roll(state)[0])
            raise ReductionError("rollMismatch", "undo", right=right, expected=right)

    def discard_secrets(self) -> None:
        """Something was done: what was shown for another position holds no longer."""
        self.revealed: dict[str, Reveal] = {}
        """The secrets that hold here."""
        self._head = b""
        """The head above the first of them: what the roll is bound to."""
        self._used = 0
        """How many bytes were taken from them."""
        self._receipt = ""


def derive_outcome(rules: AnyRules, state: State, below: Callable[[int], int]) -> Event:
    """The answer to chance that numbers give, `below(n)` being one from 0 to n - 1: a number for
    each die, else one for the whole answer among all those that are legal, in their order.
    """
    decision = state.decision
    assert decision is not None
    if decision.dice:
        pips = tuple([1 + below(FACES) for _ in decision.dice])
        return rules.canon(state, Roll(pips, decision.dice if decision.dice[0] else ()))
    every = list(rules.legal(state))
    return every[below(len(every))]
