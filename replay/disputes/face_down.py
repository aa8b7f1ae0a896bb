"""The cards of a log that were dealt face down, as they are folded into positions.

Hears the `%hand` and `%reveal` lines, has each card that is shown known from there on, and judges
where cards may be dealt. What binds a dealer to them is of `logs/hands.py`; what shows only when
all of them are known is of `replay/disputes/card_audit.py`.
"""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from senpu.logs.machine_lines import HAND, OF_HANDS
from senpu.notation.events import Event, Word
from senpu.notation.lines import Machine
from senpu.notation.writer import format_event
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.rules import AnyRules, IllegalEventError, State


class FaceDown:
    """What is known of the sealed cards up to some place of a log. `on` says whether a dealer seals
    the hands; with the cards `known` by the names under which they were dealt, all is as if they
    had been dealt open.
    """

    def __init__(self, rules: AnyRules, on: bool, known: Mapping[str, str] | None) -> None:
        self._rules: AnyRules = rules
        self.on, self._known = on, known
        self._shown: dict[str, str] = {}
        """The cards that were shown, by name."""
        self._dealt_to: dict[str, str] = {}
        """Whose those are that are not shown yet, by name."""

    def hear(self, line: Machine, state: State) -> State:
        """A machine line, which stands at a position: the position below it. It is written as it
        should be, for the log is read only so far. Raises ReductionError.
        """
        if line.word not in OF_HANDS:
            return state
        if not self.on:
            raise ReductionError("handUndeclared", "noDealer", hint="begin")
        if self._known is not None:
            return state
        from senpu.logs.hands import dealt, opened  # few logs have sealed hands

        if line.word == HAND:
            names = [card.name for card in dealt(line)]
            return self._deal(state, names, line.rows[0].partition(" ")[0])
        return self._show(state, *opened(line))

    def _deal(self, state: State, names: list[str], side: str) -> State:
        decision, drawer = state.decision, self._rules.drawing_side(state)
        if decision is None or drawer != side or len(names) != decision.count:
            given: dict[str, Any] = {"n": len(names), "side": side}
            if decision is None or not drawer:
                raise ReductionError("handMisplaced", "none", **given)
            raise ReductionError("handMisplaced", count=decision.count, drawer=drawer, **given)
        state = self._rules.prepare_draw(state, tuple(names))
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

    def learned(self, state: State) -> State:
        """A position with the cards known that were shown."""
        return self._learned(state, self._shown) if self._shown else state

    def _learned(self, state: State, shown: Mapping[str, str]) -> State:
        for name, card in shown.items():
            state, _ = self._rules.reveal(state, name, card)
        settled: State = self._rules.run_stages(state)[0]
        return settled

    def unseen(self, state: State, event: Event) -> str:
        """A card that a refused event names and its side may hold unseen, if there is one."""
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

    def dealt(self, state: State, event: Event) -> Event:
        """An event of a log with sealed hands as it is folded. Raises ReductionError."""
        if self._known is not None:
            return unsealed(event, self._known)
        if self._rules.drawing_side(state) and any(
            "#" in arg for arg in getattr(event, "args", ())
        ):
            raise ReductionError("handOpen", text=format_event(event))
        return event


def unsealed(event: Event, known: Mapping[str, str]) -> Event:
    """An event with the cards in place of the names under which they were dealt."""

    def named(texts: tuple[str, ...]) -> tuple[str, ...]:
        parts = ([known.get(part, part) for part in text.split("+")] for text in texts)
        return tuple("+".join(sorted(each)) for each in parts)

    if not isinstance(event, Word):
        return event
    return replace(event, payer=named(event.payer), args=named(event.args))
