"""Through whose eyes a game is looked at: one side's, or those of everybody, who sees all.

The one place where what a side may not know is left out, of positions, of events, of what
happened and of what is said of faults. Whatever is made of these afterwards (boards, legal
lists, odds, digests, sentences, marks) needs no care of its own. Decides nothing about what is
hidden (the rules do) and nothing about what is legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from senpu.notation.events import Event, Roll, Word
from senpu.notation.faults import Fault, fault_text
from senpu.notation.messages import Message
from senpu.notation.writer import format_event
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.rejections import Rejection
from senpu.replay.core.rules import AnyRules, Effect, IllegalEventError, S

WITHHELD = fault_text("illegalMove", "withheld")
"""The message of a fault for a viewer who may not know the reason."""


def hide_private(rules: AnyRules, before: Any, event: Event) -> Event:
    """An event without what any side may not know of it: as books and others hold it that outlive a
    game or lie open to both sides. `before` is the whole position that it answers.
    """
    for side in rules.spec.sides if rules.has_hidden_parts else ():
        event = rules.visible_to(before, event, side.id)
    return event


class View:
    """What `side` may know of a game played under some rules; everything, if it is empty. Besides,
    what the viewer knows of cards that lie face down, `known` by the names under which they were
    dealt.
    """

    def __init__(
        self, rules: AnyRules, side: str = "", known: Mapping[str, str] | None = None
    ) -> None:
        self.rules = rules
        self.side = side
        self.is_unrestricted = not side or not rules.has_hidden_parts
        """Whether nothing of positions and events is left out."""
        self.known = known or {}

    def filter_state(self, state: S) -> S:
        """A position, as far as it may be known."""
        state = self._informed(state) if self.known else state
        if self.is_unrestricted:
            return state
        viewed: S = self.rules.view(state, self.side)
        return viewed

    def _informed(self, state: S) -> S:
        learned = state
        for name, card in self.known.items():
            with suppress(IllegalEventError):  # it was dealt twice, which shows when it is shown
                learned = self.rules.reveal(learned, name, card)[0]
        return state if learned.decision is None else learned

    def filter_hypothetical(self, state: S) -> S:
        """A position that might have been, as far as it may be known. Rules may open what is hidden
        where a game is over: of a game that only might be over nothing is opened.
        """
        if self.is_unrestricted or state.outcome is None:
            return self.filter_state(state)
        return replace(self.filter_state(replace(state, outcome=None)), outcome=state.outcome)

    def filter_event(self, before: Any, event: Event) -> Event:
        """A canonical event of the game; `before` is the whole position that it answers."""
        return event if self.is_unrestricted else self.rules.visible_to(before, event, self.side)

    def filter_effects(self, effects: Iterable[Effect]) -> tuple[Effect, ...]:
        """What happened, without what is for others alone."""
        if not self.side:
            return tuple(effects)
        return tuple(each for each in effects if each.audience in ("", self.side))

    def filter_rejection(
        self, state: Any, event: Event, refusal: IllegalEventError
    ) -> IllegalEventError | None:
        """Why the whole position `state` refuses an event, as far as it may be known: made anew
        from what the side that looks knows, where it is asked itself. Nothing where the reason may
        rest on what it does not know: a card that another side holds or that lies in the deck.
        """
        decision = state.decision
        if self.is_unrestricted or decision is None or type(event) is Roll:  # dice are never hidden
            return refusal
        if type(event) is Word and event.word not in self.rules.spec.game.words:
            return refusal
        if decision.side != self.side:
            return None
        try:
            self.rules.canon(self.filter_state(state), event)
        except IllegalEventError as known:
            return known
        return None

    def filter_message(self, state: Any, error: ReductionError) -> Message:
        """Return the message of an error at the whole position `state`, as the viewer may know
        it.
        """
        if error.rejection is None or error.event is None:
            return error.message
        known = self.filter_rejection(state, error.event, error.rejection)
        if known is None:
            return fault_text("illegalMove", "withheldEvent", event=format_event(error.event))
        if known is error.rejection:
            return error.message
        return Rejection.of(self.rules.spec, format_event(error.event), known)

    def filter_fault(self, fault: Fault) -> Fault:
        """Return a fault of a log as the viewer may know it: a message, a hint and legal events
        may depend on what is hidden, and the line may show it.
        """
        if self.is_unrestricted:
            return fault
        return Fault(fault.id, fault.layer, fault.line, fault.column, WITHHELD, event=fault.event)
