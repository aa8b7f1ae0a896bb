"""Machine lines of a log: their words, and how an error in one is reported."""

from senpu.notation.faults import Error, Fault, located
from senpu.notation.lines import Machine

SEAL, KEY = "seal", "key"
SIGNED = frozenset((SEAL, KEY))
"""Of the lines that a side signs."""
DICE = "dice"
HAND, REVEAL = "hand", "reveal"
OF_HANDS = frozenset((HAND, REVEAL))
"""Of the lines on sealed cards."""


class MachineLineError(Error):
    """A machine line that cannot stand where it stands: a fault's id, the row of the line from 0,
    and what would have been right."""

    def __init__(self, ident: str, row: int, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.ident, self.row, self.message, self.hint = ident, row, message, hint

    def fault(self, number: int, machine: Machine) -> Fault:
        """The fault of the line, which begins on row `number` of the log."""
        row = machine.rows[self.row]
        text, column = (f"  {row}", 3) if self.row else (f"%{machine.word} {row}", 1)
        at = number + self.row
        return located(self.ident, at, text, self.message, column, self.hint, "chain")
