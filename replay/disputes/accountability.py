"""The account of each event of a log, and the awaited acts at its end.

See `spec/en/reference/protocol.md`.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from senpu.logs.machine_lines import DEALER
from senpu.notation.events import Word
from senpu.replay.core.reducer import Step
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE
from senpu.replay.disputes.log_reducer import LogReducer

RECORDED = "recorded"


class EventAccount(msgspec.Struct, frozen=True):
    """The account of an event: its actor, its signatures and its undo.

    Example:
        >>> import senpu
        >>> account = senpu.verify("game.senpu").accountability[0]
        >>> account.event, account.actor, account.signed
        (1, 'china', False)
    """

    event: int
    """The number of the event."""
    line: int
    """The line of the log that has the event, from 1."""
    actor: str
    """A side's id, `dealer` or `chance`; empty for an `undo` or `agree` without a side."""
    signed: bool
    """True if a seal of the actor covers it; of every side, if there is no actor or chance acts."""
    source: str = ""
    """For a roll: `proven`, `receipts` or `recorded`."""
    undone_by: int = 0
    """The number of the event that undid it; 0 if it is in effect."""
    undone_signers: tuple[str, ...] = ()
    """The sides that had signed it when it was undone."""
    consent: tuple[str, ...] = ()
    """The sides whose seals permitted the undo."""


class AwaitedAct(msgspec.Struct, frozen=True):
    """An act without which the game cannot continue.

    Example:
        >>> import senpu
        >>> _ = senpu.new("next.senpu", "800/bonsai-2021")
        >>> senpu.verify("next.senpu").awaited
        (AwaitedAct(actor='china', act='decide'),)
    """

    actor: str
    """A side's id, `dealer` or `chance`."""
    act: Literal["decide", "seal", "commit", "reveal", "roll", "deal", "show", "accept"]
    """The act: `show` for the face-down cards of a side, `accept` for an offered end."""


class Accountability:
    """Collects the events of a log as they are read.

    Args:
        rules: The rule set.
        has_dealer: Whether a dealer deals the hands.
    """

    def __init__(self, rules: AnyRules, has_dealer: bool) -> None:
        self.line = 0
        """The number of the row that is being read."""
        self._rules = rules
        self._has_dealer = has_dealer
        self._events: list[EventAccount] = []
        self._in_effect: list[int] = []
        self._reducer: LogReducer | None = None

    def follow(self, reducer: LogReducer) -> None:
        """Collect the events of a reducer from now on."""
        self._reducer = reducer
        reducer.listen(self._add_step)

    def _add_step(self, step: Step) -> None:
        assert self._reducer is not None
        number = len(self._events) + 1
        actor, source = step.actor, ""
        if actor == CHANCE:
            dice = self._reducer.dice
            source = dice.source if dice.is_active else RECORDED
            is_word = self._has_dealer and isinstance(step.event, Word)
            if is_word and self._rules.drawing_side(step.before):
                actor, source = DEALER, ""
        self._events.append(EventAccount(number, self.line, actor, False, source))
        if step.undone:
            self._undo(number, step.undone)
        else:
            self._in_effect.append(number)

    def _undo(self, number: int, count: int) -> None:
        assert self._reducer is not None
        signatures = self._reducer.signatures
        for at in self._in_effect[-count:]:
            signers = tuple(sorted(signatures.find_signers(at, consents=False)))
            self._events[at - 1] = msgspec.structs.replace(
                self._events[at - 1], undone_by=number, undone_signers=signers,
                consent=signatures.consents,
            )  # fmt: skip
        del self._in_effect[-count:]

    def list_events(self) -> list[EventAccount]:
        """Return the events up to this place, with the signatures there."""
        if self._reducer is None:
            return []
        signed, sides = self._reducer.signatures.signed, self._reducer.signatures.sides
        shared = min((signed.get(side, 0) for side in sides), default=0)
        covered = dict.fromkeys((*sides, DEALER), 0) | signed
        return [
            each
            if each.event > covered.get(each.actor, shared)
            else msgspec.structs.replace(each, signed=True)
            for each in self._events
        ]


def list_unaccounted(events: Iterable[EventAccount]) -> Iterator[EventAccount]:
    """Yield the events that their actor's seal does not cover, and the rolls without proof."""
    for each in events:
        if each.source == RECORDED or not (each.signed or each.source):
            yield each


def list_awaited_acts(reducer: LogReducer) -> list[AwaitedAct]:
    """Return the acts that a game awaits at a position; none if it is over."""
    state, dice, signatures = reducer.state, reducer.dice, reducer.signatures
    offer = signatures.offer
    found = [AwaitedAct(side, "accept") for side in sorted(offer.awaited)] if offer else []
    if state.decision is None:
        return found
    if state.decision.side != CHANCE:
        return [*found, AwaitedAct(state.decision.side, "decide")]
    if reducer.sealed and reducer.rules.drawing_side(state):
        return [*found, AwaitedAct(DEALER, "deal")]
    if reducer.hands.holders and next(reducer.rules.legal(state), None) is None:
        return [*found, *(AwaitedAct(side, "show") for side in reducer.hands.holders)]
    if not dice.is_committed or not dice.missing_sides:
        return [*found, AwaitedAct(CHANCE, "roll")]
    if not dice.revealed and dice.sides_without_secrets:
        return [*found, *(AwaitedAct(side, "commit") for side in dice.sides_without_secrets)]
    return [*found, *_list_awaited_secrets(reducer)]


def must_sign_first(reducer: LogReducer, other: str, side: str) -> bool:
    """Return whether a side must sign its events and its secret before another reveals a secret.

    It could otherwise claim other events once it knows the roll.

    Args:
        reducer: The reducer.
        other: The side that must sign.
        side: The side that is to reveal a secret.
    """
    dice, signatures = reducer.dice, reducer.signatures
    if other == side or not {other, side} <= signatures.keyed:
        return False
    if signatures.find_unsigned_event(other):
        return True
    return other in dice.revealed and other in dice.unsigned_secrets


def _list_awaited_secrets(reducer: LogReducer) -> Iterator[AwaitedAct]:
    """Yield the secrets that a roll awaits, and the seals that must precede them."""
    dice = reducer.dice
    for side in dice.missing_sides:
        unsigned = [other for other in dice.sides if must_sign_first(reducer, other, side)]
        if unsigned:
            yield from (AwaitedAct(each, "seal") for each in unsigned)
        else:
            yield AwaitedAct(side, "reveal")
