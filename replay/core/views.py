"""Views of a game: what one side may know, or everything.

Only here are hidden facts removed: from positions, events, effects and faults. Everything made from
the results (boards, legal lists, odds, digests, sentences, marks) is safe to show. The rules decide
which facts are hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any

from msgspec.structs import replace

from senpu.notation.encoding import TORN
from senpu.notation.events import Event, Roll, StatedPosition, Word
from senpu.notation.faults import Fault, fault_message
from senpu.notation.messages import Message
from senpu.notation.position_text import POSITION_FAULTS
from senpu.notation.writer import format_event
from senpu.replay.core.reducer import Reducer, ReductionError, is_log_event
from senpu.replay.core.rejections import Rejection
from senpu.replay.core.rules import AnyRules, Effect, IllegalEventError, S
from senpu.replay.core.states import CHANCE, State

HIDDEN = "#??"
"""The name of a card that a viewer may not know."""
WITHHELD = fault_message("illegalMove", "withheld")
"""The message of a fault for a viewer who may not know the reason."""


def hide_private(rules: AnyRules, before: Any, event: Event) -> Event:
    """Return an event with only the facts that all sides may know, for books and other shared data.

    Args:
        rules: The rule set.
        before: The whole position before the event.
        event: The event.

    Returns:
        The public event.
    """
    if is_log_event(event):
        return _hide_stated(rules, event) if type(event) is StatedPosition else event
    for side in rules.spec.sides if rules.has_hidden_parts else ():
        event = rules.visible_to(before, event, side.id)
    return event


def _hide_stated(rules: AnyRules, event: StatedPosition) -> StatedPosition:
    """Return a stated position with only the facts that all sides may know."""
    if not rules.has_hidden_parts:
        return event
    from senpu.replay.core.positions import format_position, read_position  # few logs state one

    state, side = read_position(event.text, rules).state, ""
    for side in (each.id for each in rules.spec.sides):
        state = rules.view(state, side)
    return StatedPosition(format_position(rules, state, side))


def find_only_answer(rules: AnyRules, state: State) -> Event | None:
    """Return the only legal event of a side's decision; None for chance or a choice.

    In a game with hidden parts, it must be the only one in each view, so that no hand is revealed.

    Args:
        rules: The rule set.
        state: The position.

    Returns:
        The event or None.
    """
    if state.decision is None or state.decision.side == CHANCE:
        return None
    found = list(islice(rules.legal(state), 2))
    if len(found) != 1:
        return None
    others = [
        side.id
        for side in rules.spec.sides
        if rules.has_hidden_parts and side.id != state.decision.side
    ]
    views = (rules.view(state, other) for other in others)
    if any(len(list(islice(rules.legal(view), 2))) > 1 for view in views):
        return None
    return found[0]


def hide_header_fault(fault: Fault) -> Fault:
    """Return a fault of a header for the viewer of a side.

    Without rules, it is unknown what they hide of the first position. Only its id and row are kept
    if it concerns the position, otherwise all but the row as text.

    Args:
        fault: The fault.

    Returns:
        The fault without what may be hidden.
    """
    if fault.id in POSITION_FAULTS:
        return Fault(fault.id, fault.layer, fault.line, 0, WITHHELD)
    return replace(fault, text="")


class View:
    """The view of a side of a game.

    Args:
        rules: The rule set.
        side: The viewer; empty for everything.
        known: Face-down cards that the viewer knows as well, by name.
    """

    def __init__(
        self, rules: AnyRules, side: str = "", known: Mapping[str, str] | None = None
    ) -> None:
        self.rules = rules
        self.side = side
        self.is_unrestricted = not side or not rules.has_hidden_parts
        """True if the view contains everything."""
        self.known = known or {}

    def filter_state(self, state: S) -> S:
        """Return the part of a position that the viewer may know."""
        state = self._informed(state) if self.known else state
        if self.is_unrestricted:
            return state
        viewed: S = self.rules.view(state, self.side)
        return viewed

    def _informed(self, state: S) -> S:
        learned = state
        for name, card in self.known.items():
            with suppress(IllegalEventError):  # dealt twice, which is reported when it is revealed
                learned = self.rules.reveal(learned, name, card)[0]
        return state if learned.decision is None else learned

    def filter_hypothetical(self, state: S) -> S:
        """Return the visible part of a position that was not played.

        Rules may reveal hidden facts when a game is over. If the end is only hypothetical, nothing
        is revealed.

        Returns:
            The position in the view.
        """
        if self.is_unrestricted or state.outcome is None:
            return self.filter_state(state)
        return replace(self.filter_state(replace(state, outcome=None)), outcome=state.outcome)

    def filter_hypothetical_effects(
        self, state: State, effects: Iterable[Effect]
    ) -> tuple[Effect, ...]:
        """Return the visible effects of an event that was not played; `state` is after it.

        Effects of the end of a game may reveal hidden facts, so a hypothetical end has none.

        Args:
            state: The whole position after the event.
            effects: All effects.

        Returns:
            The visible effects.
        """
        if self.is_unrestricted or state.outcome is None:
            return self.filter_effects(effects)
        return ()

    def filter_event(self, before: Any, event: Event) -> Event:
        """Return a canonical event for the viewer; `before` is the whole position before it."""
        if self.is_unrestricted:
            return event
        if is_log_event(event):
            return self._filter_stated(event) if type(event) is StatedPosition else event
        return self.rules.visible_to(before, event, self.side)

    def _filter_stated(self, event: StatedPosition) -> StatedPosition:
        from senpu.replay.core.positions import format_position, read_position

        state = self.filter_state(read_position(event.text, self.rules).state)
        return StatedPosition(format_position(self.rules, state, self.side))

    def filter_effects(self, effects: Iterable[Effect]) -> tuple[Effect, ...]:
        """Return the effects that the viewer may see."""
        if not self.side:
            return tuple(effects)
        return tuple(each for each in effects if each.audience in ("", self.side))

    def check_event(self, reducer: Reducer, event: Event, letter: str = "") -> None:
        """Check that nothing hidden decides whether an event that the viewer gives is accepted.

        Otherwise the viewer could learn a card by trying all of them.

        Args:
            reducer: The reducer at the whole position.
            event: The event.
            letter: The letter of the side that acts, if it is given.

        Raises:
            ReductionError: It is illegal in the view, or the view does not show whether it is.
        """
        state, acts = reducer.state, self.rules.side_of_letter.get(letter)
        decision = state.decision
        if self.is_unrestricted or type(event) is Roll or decision is None or is_log_event(event):
            return
        if letter and decision.side not in (CHANCE, acts):
            return  # the reducer rejects it for a public reason
        try:
            self.rules.canon(self.filter_state(state), event)
        except IllegalEventError as error:
            rejected = reducer.make_rejection(event, error)
            rejected.is_withheld = decision.side != self.side
            raise rejected from None

    def check_end(self, reducer: Reducer, event: Event) -> None:
        """Check that an event that was not played did not end the game by hidden facts.

        Args:
            reducer: The reducer at the whole position after the event.
            event: The event.

        Raises:
            ReductionError: The rules show hidden facts at the end, so these may decide the game.
        """
        state = reducer.state
        if self.is_unrestricted or state.outcome is None or is_log_event(event):
            return
        if self.filter_state(state) != self.filter_hypothetical(state):
            text = format_event(event)
            message = fault_message("illegalMove", "withheldEvent", event=text)
            error = ReductionError("illegalMove", message, hint=None)
            error.is_withheld = True
            raise error

    def filter_rejection(
        self, state: Any, event: Event, error: IllegalEventError
    ) -> IllegalEventError | None:
        """Return why an event is illegal, as the viewer may know it.

        If the decision belongs to the viewer, the rejection is made again from the view.

        Args:
            state: The whole position.
            event: The rejected event.
            error: The rejection at the whole position.

        Returns:
            The rejection; None if the reason may depend on hidden facts, such as a card of another
            side.
        """
        decision = state.decision
        if self.is_unrestricted or decision is None or type(event) is Roll:  # dice are never hidden
            return error
        if type(event) is Word and event.word not in self.rules.spec.game.words:
            return error
        if decision.side != self.side:
            return None
        try:
            self.rules.canon(self.filter_state(state), event)
        except IllegalEventError as known:
            return known
        return None

    def filter_message(self, state: Any, error: ReductionError) -> Message:
        """Return the message of an error at the whole position `state`, for the viewer."""
        if error.rejection is None or error.event is None:
            return error.message
        known = self.filter_rejection(state, error.event, error.rejection)
        if known is None:
            return fault_message("illegalMove", "withheldEvent", event=format_event(error.event))
        if known is error.rejection:
            return error.message
        return Rejection.make(self.rules.spec, format_event(error.event), known)

    def filter_fault(self, fault: Fault) -> Fault:
        """Return a fault for the viewer: its id, its row and its event.

        Its sentence, hint, text, column and alternatives may depend on hidden facts. The sentence
        and the hint of an incomplete end do not.
        """
        if self.is_unrestricted:
            return fault
        if fault.id == TORN:
            return Fault(TORN, fault.layer, fault.line, 0, fault.message, fault.hint)
        return Fault(fault.id, fault.layer, fault.line, 0, WITHHELD, event=fault.event)
