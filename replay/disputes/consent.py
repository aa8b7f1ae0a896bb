"""Consent to an undo: the events that need the signatures of both sides, and these signatures.

In a chained log whose sides all have keys, one side alone cannot undo a roll or a revealed card: a
seal of each side directly above the `undo` must permit it. Seals need no check here, because a log
is read only up to its first fault.
"""

from collections.abc import Iterable

from senpu.logs.machine_lines import KEY, SEAL
from senpu.notation.events import Event, Word
from senpu.notation.lines import Machine
from senpu.replay.core.rules import CHANCE, AnyRules, State

ENDING_WORDS = ("resign", "agree")
"""Words that are legal while chance decides, and roll nothing."""


class Consent:
    """The signed statements of the sides about undo.

    Args:
        rules: The rule set.
        signers: The sides with keys; None in a log without a hash chain.
    """

    def __init__(self, rules: AnyRules, signers: Iterable[str] | None) -> None:
        self._sides = {side.id for side in rules.spec.sides}
        self._signers = None if signers is None else set(signers)
        self._statements: dict[str, tuple[int, int]] = {}
        """For each side: the number of events whose undo it permits, and the number of the last
        event at that time. The statement covers no other position."""

    @property
    def is_chained(self) -> bool:
        """Return whether the log has a hash chain."""
        return self._signers is not None

    def read_line(self, line: Machine, number: int) -> None:
        """Read a machine line of the log, below event `number`."""
        if self._signers is None:
            return
        if line.word == KEY:
            self._signers.add(line.rows[0])
        elif line.word == SEAL:
            from senpu.logs.seals import UNDO  # few logs are signed

            for statement in filter(None, map(UNDO.fullmatch, line.rows)):
                self._statements[line.rows[0]] = int(statement[1]), number

    def is_needed(self) -> bool:
        """Return whether each side can sign, so that the consent of one is not enough."""
        return self._signers is not None and self._sides <= self._signers

    def find_missing_sides(self, count: int, number: int) -> list[str]:
        """Return the sides without a signature for the undo of `count` events up to `number`."""
        return sorted(side for side in self._sides if self._statements.get(side) != (count, number))


def is_irreversible(rules: AnyRules, before: State, event: Event, after: State) -> bool:
    """Return whether an event is a roll, or reveals a hidden card.

    All cards are revealed at the end of a game with hidden parts.

    Args:
        rules: The rule set.
        before: The position before the event.
        event: The event.
        after: The position after the event.

    Returns:
        Whether all sides must consent to its undo.
    """
    if before.decision is None:
        return False
    if before.decision.side == CHANCE and not (
        isinstance(event, Word) and event.word in ENDING_WORDS
    ):
        return True
    if not rules.has_hidden_parts:
        return False
    if after.outcome is not None:
        return True
    others = [side.id for side in rules.spec.sides if side.id != before.decision.side]
    return any(_shows_card(rules.visible_to(before, event, other)) for other in others)


def _shows_card(event: Event) -> bool:
    named = (*getattr(event, "payer", ()), *getattr(event, "args", ()))
    return any(
        part[:1] == "#" and part[1:2].isdigit() for text in named for part in text.split("+")
    )
