"""Which events may be taken back only if both sides have signed for it, and whether they have.

In a chained log whose sides all have keys, what was rolled or shown is not taken back on one
side's word: the seals right above the `undo` must say so, one of each side. Knows that seals
stand where they are good, because a log is read only so far.
"""

from collections.abc import Iterable

from senpu.logs.machine_lines import KEY, SEAL
from senpu.notation.events import Event, Word
from senpu.notation.lines import Machine
from senpu.replay.core.rules import CHANCE, AnyRules, State

OF_THE_LOG = ("resign", "agree")
"""Words that come also where chance is asked, and roll nothing."""


class Consent:
    """What the sides have signed. `signers` are those that have keys; nothing in a log that is not
    chained, where nobody signs.
    """

    def __init__(self, rules: AnyRules, signers: Iterable[str] | None) -> None:
        self._sides = {side.id for side in rules.spec.sides}
        self._signers = None if signers is None else set(signers)
        self._said: dict[str, tuple[int, int]] = {}
        """For a side: how many events it lets be taken back, and the number of the last one then:
        it has said nothing of another position."""

    @property
    def chained(self) -> bool:
        return self._signers is not None

    def hear(self, line: Machine, number: int) -> None:
        """A machine line of the log, which stands below event `number`."""
        if self._signers is None:
            return
        if line.word == KEY:
            self._signers.add(line.rows[0])
        elif line.word == SEAL:
            from senpu.logs.seals import UNDO  # few logs are signed

            for said in filter(None, map(UNDO.fullmatch, line.rows)):
                self._said[line.rows[0]] = int(said[1]), number

    def is_needed(self) -> bool:
        """Whether each side can sign, so that the word of one is not enough."""
        return self._signers is not None and self._sides <= self._signers

    def missing(self, count: int, number: int) -> list[str]:
        """The sides that have not signed for the last events up to `number` to be taken back."""
        return sorted(side for side in self._sides if self._said.get(side) != (count, number))


def settled(rules: AnyRules, before: State, event: Event, after: State) -> bool:
    """Whether an event cannot be forgotten again: dice or cards fell, or a hidden card was shown,
    as all are when a game with hidden parts is over. `before` is the position that it answered.
    """
    if before.decision is None:
        return False
    if before.decision.side == CHANCE and not (
        isinstance(event, Word) and event.word in OF_THE_LOG
    ):
        return True
    if not rules.has_hidden_parts:
        return False
    if after.outcome is not None:
        return True
    others = [side.id for side in rules.spec.sides if side.id != before.decision.side]
    return any(_names_a_card(rules.visible_to(before, event, other)) for other in others)


def _names_a_card(event: Event) -> bool:
    named = (*getattr(event, "payer", ()), *getattr(event, "args", ()))
    return any(
        part[:1] == "#" and part[1:2].isdigit() for text in named for part in text.split("+")
    )
