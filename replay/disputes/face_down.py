"""The face-down cards of a log, as the reducer needs them.

Reads the `%hand` and `%reveal` lines, makes revealed cards known, and checks where cards may be
dealt. `logs/hands.py` binds the dealer to the cards; `replay/disputes/card_audit.py` checks a game
once all cards are known.
"""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from senpu.logs.machine_lines import HAND, OF_HANDS
from senpu.notation.events import Event, Word
from senpu.notation.lines import Machine
from senpu.notation.writer import format_event
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.rules import AnyRules, IllegalEventError
from senpu.replay.core.states import State


class FaceDownCards:
    """The known facts about face-down cards up to a place of a log.

    Args:
        rules: The rule set.
        is_active: Whether a dealer deals the hands face down.
        known: All cards, by the names under which they were dealt: then the log is read as if they
            had
            been dealt open.
    """

    def __init__(self, rules: AnyRules, on: bool, known: Mapping[str, str] | None) -> None:
        self._rules: AnyRules = rules
        self.is_active, self._known = on, known
        self._shown: dict[str, str] = {}
        """The revealed cards, by name."""
        self.dealt: set[str] = set()
        """The names of the cards that are dealt for the pending draw."""
        self._dealt_to: dict[str, str] = {}
        """The sides of the cards that are still face down, by name."""

    @property
    def holders(self) -> list[str]:
        """The sides with cards that are still face down."""
        return sorted({*self._dealt_to.values()})

    def read_line(self, line: Machine, state: State) -> State:
        """Return the position after a machine line, which is well-formed. Raises ReductionError."""
        if line.word not in OF_HANDS:
            return state
        if not self.is_active:
            raise ReductionError("handUndeclared")
        if self._known is not None:
            return state
        from senpu.logs.hands import (  # few logs have hidden hands
            parse_hand_line,
            parse_reveal_line,
        )

        if line.word == HAND:
            names = [card.name for card in parse_hand_line(line)]
            return self._deal(state, names, line.rows[0].partition(" ")[0])
        return self._show(state, *parse_reveal_line(line))

    def _deal(self, state: State, names: list[str], side: str) -> State:
        decision, drawer = state.decision, self._rules.drawing_side(state)
        if decision is None or drawer != side or len(names) != decision.count:
            given: dict[str, Any] = {"n": len(names), "side": side}
            if decision is None or not drawer:
                raise ReductionError("handMisplaced", "none", **given)
            raise ReductionError("handMisplaced", count=decision.count, drawer=drawer, **given)
        if self.dealt:
            raise ReductionError("handMisplaced", "dealt", hint="dealtHint", side=side)
        state = self._rules.prepare_draw(state, tuple(names))
        self.dealt.update(names)
        self._dealt_to |= dict.fromkeys(names, side)
        return state

    def _show(self, state: State, name: str, card: str) -> State:
        try:
            state = self._learned(state, {name: card})
        except IllegalEventError:
            raise ReductionError("cardTwice", name=name, card=card) from None
        self._shown[name] = card
        self._dealt_to.pop(name, None)
        return state

    def apply_reveals(self, state: State) -> State:
        """Return a position in which the revealed cards are known."""
        return self._learned(state, self._shown) if self._shown else state

    def _learned(self, state: State, shown: Mapping[str, str]) -> State:
        for name, card in shown.items():
            state, _ = self._rules.reveal(state, name, card)
        settled: State = self._rules.run_stages(state)[0]
        return settled

    def find_unseen_card(self, state: State, event: Event) -> str:
        """Return a card in a rejected event that its side may hold face down, or ""."""
        decision = state.decision
        if (
            self._known is not None
            or decision is None
            or decision.side not in self._dealt_to.values()
        ):
            return ""
        texts = (*getattr(event, "payer", ()), *getattr(event, "args", ()))
        cards = [part for text in texts for part in text.split("+") if part[0] == "#"]
        return next((card for card in cards if card not in self._shown.values()), "")

    def convert_event(self, state: State, event: Event) -> Event:
        """Return an event as the reducer reads it. Raises ReductionError for an open deal."""
        if self._known is not None:
            return open_event(event, self._known)
        if self._rules.drawing_side(state) and any(
            "#" in arg for arg in getattr(event, "args", ())
        ):
            raise ReductionError("handOpen", text=format_event(event))
        return event


def open_event(event: Event, known: Mapping[str, str]) -> Event:
    """Return an event with the cards in place of the names under which they were dealt."""

    def replace_names(texts: tuple[str, ...]) -> tuple[str, ...]:
        parts = ([known.get(part, part) for part in text.split("+")] for text in texts)
        return tuple("+".join(sorted(each)) for each in parts)

    if not isinstance(event, Word):
        return event
    return replace(event, payer=replace_names(event.payer), args=replace_names(event.args))
