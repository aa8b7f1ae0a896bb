"""Machine lines of a log: their words, their rows, and how their errors are reported."""

import re
from collections.abc import Sequence
from typing import Any

from senpu.notation.faults import Fault, FaultError, make_fault
from senpu.notation.lines import Machine
from senpu.notation.messages import Message
from senpu.notation.stated_positions import POSITION, is_whole_position

SEAL, KEY = "seal", "key"
SIGNED = frozenset((SEAL, KEY))
"""The words of the lines that a side signs."""
DICE = "dice"
HAND, REVEAL = "hand", "reveal"
DEALER = "dealer"
"""The id under which a dealer signs; no rule set has such a side."""
OF_HANDS = frozenset((HAND, REVEAL))
"""The words of the lines on face-down cards."""
HALF = 46
"""Characters of a signature on each of its two rows."""


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


HAND_START = re.compile(r"[a-z][a-z0-9]* [1-9][0-9]{0,5}")
DIGITS = re.compile(r"[0-9a-f]{64}")
SECRETS = {"commit": 2, "reveal": 3, "recorded": 1, "server": 1}
"""The number of rows of a `%dice` line, by its first word; a receipt may have any number."""


def is_whole(word: str, rows: Sequence[str]) -> bool | None:
    """Return whether a machine line at the end of a log has all rows; None if this is not known.

    A line that was cut counts as a whole or not at all. A `%hand` line counts only with its draw,
    which is written with it. A malformed `%hand` line has all rows: its error is another one.
    """
    if word == HAND:
        return not (HAND_START.fullmatch(rows[0]) and all(map(DIGITS.fullmatch, rows[1:])))
    if word == REVEAL:
        return len(rows) >= 2
    if word == KEY:
        return len(rows) >= 7
    if word == SEAL:
        # A seal with a statement has a row more: its fifth row is the statement, not a signature.
        return len(rows) >= 7 or (len(rows) == 6 and len(rows[4]) == HALF)
    if word == POSITION:
        return is_whole_position(rows)
    wanted = SECRETS.get(rows[0].partition(" ")[0]) if word == DICE else None
    return None if wanted is None else len(rows) >= wanted
