"""Machine lines of a log: their words, and how their errors are reported."""

from typing import Any

from senpu.notation.faults import Fault, FaultError, make_fault
from senpu.notation.lines import Machine
from senpu.notation.messages import Message

SEAL, KEY = "seal", "key"
SIGNED = frozenset((SEAL, KEY))
"""The words of the lines that a side signs."""
DICE = "dice"
HAND, REVEAL = "hand", "reveal"
DEALER = "dealer"
"""The id under which a dealer signs; no rule set has such a side."""
OF_HANDS = frozenset((HAND, REVEAL))
"""The words of the lines on face-down cards."""


def needs_chain(line: Machine) -> bool:
    """Return whether only a log with a hash chain has such a line."""
    if line.word == DICE:
        return line.rows[0].partition(" ")[0] in ("commit", "reveal")
    return line.word in SIGNED


class MachineLineError(FaultError):
    """A machine line is malformed or misplaced; `row` is the row of the line, from 0."""

    def __init__(
        self,
        fault: str,
        row: int,
        key: str | Message = "message",
        /,
        hint: str | Message | None = "hint",
        **fields: Any,
    ) -> None:
        super().__init__(fault, key, hint=hint, **fields)
        self.row = row

    def fault_at(self, number: int, machine: Machine) -> Fault:
        """Return the fault of the line, which begins on row `number` of the log."""
        row = machine.rows[self.row]
        text, column = (f"  {row}", 3) if self.row else (f"%{machine.word} {row}", 1)
        at = number + self.row
        return make_fault(self.fault, at, text, self.message, column, self.hint, "chain")
