"""Step losses for which a side chooses one of some units."""

from __future__ import annotations

from collections.abc import Iterator

from senpu.notation.events import Event, Word
from senpu.replay.core.rules import IllegalEventError
from senpu.replay.core.states import Decision


def canon_loss(decision: Decision, event: Event, why: str) -> Event:
    """Return the canonical form of `lose UNIT`, which names one of the units of the decision.

    Returns:
        The event.

    Raises:
        IllegalEventError: Another event (`wrongAnswer`) or another unit (`why`).
    """
    if type(event) is not Word or event.word != "lose" or event.payer or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    if len(event.args) != 1 or event.args[0] not in decision.units:
        raise IllegalEventError(why, decision.rule, units=decision.units)
    return event


def legal_losses(rules: object, state: object, decision: Decision) -> Iterator[Event]:
    """Yield the loss of each unit of the decision."""
    del rules, state
    return (Word("lose", (ident,)) for ident in decision.units)
