"""Signatures of the sides in a log: what they cover, what they permit, and which ends they confirm.

The rules are in `spec/en/reference/protocol.md`. A signature covers every event above it. The
`undo` of an event needs the consent of each side that signed it; an `undo` of what cannot be
forgotten, such as a roll, needs the consent of every side with a key. A resignation, an agreement
or a stated position is an offer until the sides that it binds have sealed it. Signatures need no
check here, because a log is read only up to its first fault.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from senpu.logs.machine_lines import SEAL
from senpu.notation.events import Event, Word
from senpu.notation.lines import Machine
from senpu.replay.core.reducer import AcceptedEvent, is_log_event
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, Outcome, State


class Offer(msgspec.Struct, frozen=True):
    """A resignation, an agreement or a stated position that is not in force yet."""

    number: int
    """The number of its event."""
    change: Outcome | State
    """The outcome of the game, or the position, once it is in force."""
    awaited: frozenset[str]
    """The sides whose seals are missing."""

    @property
    def ending(self) -> str:
        """The offered ending; empty for a stated position."""
        return self.change.ending if isinstance(self.change, Outcome) else ""


class UndoConsent(msgspec.Struct, frozen=True):
    """The statement of a side that it permits one undo, at one place of the log."""

    count: int
    """The number of events to undo."""
    number: int
    """The number of the last event."""
    shown: int
    """The number of lines above that show or deal something. A later one ends the consent."""


class Signatures:
    """The signatures of the sides up to a place of a log.

    Args:
        rules: The rule set.
        signers: The sides with keys; None in a log without a hash chain.
    """

    def __init__(self, rules: AnyRules, signers: Iterable[str] | None) -> None:
        self._rules = rules
        self.sides = frozenset(side.id for side in rules.spec.sides)
        self.is_chained = signers is not None
        """True if the log has a hash chain."""
        self.keyed = set(self.sides.intersection(signers or ()))
        """The sides that have a key."""
        self.signed: dict[str, int] = {}
        """The number of the last event that each side, or the dealer, has signed."""
        self.acted: dict[str, int] = {}
        """The number of the last event of each side with a decision."""
        self.offer: Offer | None = None
        """The end or the position that the last event offers, if it is not in force yet."""
        self.consents: tuple[str, ...] = ()
        """The sides that permitted the last undo."""
        self._endorsed: dict[str, int] = {}
        """The same without the last seal, if that permits an undo."""
        self._permitted: dict[str, UndoConsent] = {}
        self._shown = 0
        self._shown_after = -1
        """The number of the event above the last line that shows or deals something."""
        self._playable: State | None = None
        """The position before the end that is in force by seals."""

    def read_line(self, line: Machine, state: State, number: int) -> State:
        """Read a signed line below event `number`; return the position after it."""
        from senpu.logs.seals import UNDO  # few logs are signed

        side = line.rows[0]
        before, self.signed[side] = self.signed.get(side, 0), number
        if side in self.sides:
            self.keyed.add(side)
        statement = next(filter(None, map(UNDO.fullmatch, line.rows)), None)
        if statement is not None:
            self._permitted[side] = UndoConsent(int(statement[1]), number, self._shown)
            self._endorsed[side] = before
            return state
        self._endorsed[side] = number
        return self._confirm(side, state) if line.word == SEAL else state

    def _confirm(self, side: str, state: State) -> State:
        """Return the position after the seal of a side, which may put an offer in force."""
        offer = self.offer
        if offer is None or side not in offer.awaited:
            return state
        if awaited := offer.awaited - {side}:
            self.offer = msgspec.structs.replace(offer, awaited=awaited)
            return state
        self.offer = None
        if isinstance(offer.change, State):
            return offer.change
        self._playable = state
        ended: State = self._rules.end_by_players(state, offer.change)
        return ended

    def note_shown(self, number: int) -> None:
        """Note that a line below event `number` shows a secret or a card, or deals cards.

        Like an event, it continues the game from the last position, so it declines another one.
        """
        if self.offer is not None and not self.offer.ending:
            self.offer = None
        self._shown += 1
        self._shown_after = number

    def note_event(self, actor: str, number: int) -> None:
        """Note an accepted event: playing on declines an offer."""
        self.offer = None
        if actor in self.sides:
            self.acted[actor] = number

    def make_offer(self, change: Outcome | State, sides: Iterable[str], number: int) -> bool:
        """Return whether a change is only an offer, because sides with keys have not sealed it yet.

        Args:
            change: The outcome, or the stated position.
            sides: The sides that it binds.
            number: The number of its event.
        """
        awaited = self.keyed & set(sides)
        self._playable = None  # an earlier end was undone
        self.offer = Offer(number, change, frozenset(awaited)) if awaited else None
        return bool(awaited)

    def find_unsigned_event(self, side: str) -> int:
        """Return the number of the last event of a side if its signatures do not cover it; else 0.

        Args:
            side: The side.
        """
        number = self.acted.get(side, 0)
        return number if number > self.signed.get(side, 0) else 0

    def find_signers(self, number: int, consents: bool = True) -> frozenset[str]:
        """Return the sides that have signed an event.

        Args:
            number: The number of the event.
            consents: Whether the last seal counts as well if it permits an undo.
        """
        last = self.signed if consents else self._endorsed
        return frozenset(side for side in self.sides if last.get(side, 0) >= number)

    def find_unforgettable(
        self, undone: Sequence[AcceptedEvent], state: State
    ) -> AcceptedEvent | None:
        """Return the first event that cannot be forgotten, so that every side must permit an undo.

        Args:
            undone: The events to undo.
            state: The position after them.

        Returns:
            The event; None if there is none.
        """
        for entry, after in pair_positions(undone, state):
            if is_irreversible(self._rules, entry[1], entry[2], after):
                return entry
        return None

    def has_shown_since(self, number: int) -> bool:
        """Return whether a line below event `number` or a later one shows or deals something."""
        return self._shown_after >= number

    def find_missing_consents(self, count: int, number: int, needed: Iterable[str]) -> list[str]:
        """Return the sides whose consent to an undo is missing.

        Args:
            count: The number of events to undo.
            number: The number of the last event.
            needed: The sides that must consent.
        """
        wanted = UndoConsent(count, number, self._shown)
        given = {side for side, consent in self._permitted.items() if consent == wanted}
        self.consents = tuple(sorted(given))
        return sorted(set(needed) - given)

    def find_position_before(self, undone: Sequence[AcceptedEvent], state: State) -> State:
        """Return the position that an undo leads to.

        An offer changes no position, so its undo keeps what was dealt and shown since.

        Args:
            undone: The events to undo.
            state: The position after them.
        """
        self.offer = None
        if not answers_nothing(undone, state):
            return undone[0][1]
        if state.outcome is None:
            return state
        return undone[0][1] if self._playable is None else self._playable


def pair_positions(
    undone: Sequence[AcceptedEvent], state: State
) -> Iterator[tuple[AcceptedEvent, State]]:
    """Yield events, each with the position after it; `state` is the position after the last."""
    return zip(undone, [*(before for _, before, _ in undone[1:]), state], strict=True)


def answers_nothing(undone: Sequence[AcceptedEvent], state: State) -> bool:
    """Return whether events are only offers, and ends in force, which answer no decision.

    A stated position that is in force is neither: the game continues from it.

    Args:
        undone: The events to undo.
        state: The position after them.
    """
    return all(
        is_log_event(event) and (isinstance(event, Word) or before == after)
        for (_, before, event), after in pair_positions(undone, state)
    )


def find_position_before_end(undone: Sequence[AcceptedEvent], state: State) -> State:
    """Return the position before the offers and ends that are the last events.

    Args:
        undone: The events to undo.
        state: The position after them.
    """
    for entry, after in reversed([*pair_positions(undone, state)]):
        if not answers_nothing([entry], after):
            break
        state = entry[1]
    return state


def is_irreversible(rules: AnyRules, before: State, event: Event, after: State) -> bool:
    """Return whether an event is a roll, shows a hidden card, or ends the game.

    All cards are revealed at the end of a game with hidden parts. An end by resignation or by
    agreement that is in force binds both sides; an offered one changes no position.

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
    if is_log_event(event):
        return after.outcome is not None
    if before.decision.side == CHANCE:
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
