"""The reducer of a whole log, with the checks of undo, dice and hands."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from senpu.notation.events import Event, Roll, Word
from senpu.notation.faults import fault_text
from senpu.notation.lines import Machine
from senpu.notation.writer import format_event
from senpu.replay.core.reducer import AcceptedEvent, Reducer, ReductionError, Step
from senpu.replay.core.rules import AnyRules, State
from senpu.replay.disputes.consent import Consent, settled
from senpu.replay.disputes.face_down import FaceDown
from senpu.replay.disputes.fairness import Fairness


class LogObserver:
    """The observer of one log; see :class:`LogReducer` for the arguments."""

    def __init__(
        self,
        rules: AnyRules,
        signers: Iterable[str] | None,
        sealed: str,
        known: Mapping[str, str] | None,
    ) -> None:
        self._rules = rules
        self._consent = Consent(rules, signers)
        self._hands = FaceDown(rules, bool(sealed), known)
        self.dice = Fairness(rules, signers is not None)
        self.chained = signers is not None

    @property
    def checks_events(self) -> bool:
        return self.dice.on or self._hands.on

    def machine_line(self, line: Machine, state: State, number: int) -> State:
        self._consent.hear(line, number)
        state = self._hands.hear(line, state)
        self.dice.hear(line, state)
        return state

    def before_event(self, state: State, event: Event) -> Event:
        return self._hands.dealt(state, event) if self._hands.on else event

    def after_event(self, before: State, event: Event, after: State) -> State:
        if self._hands.on:
            after = self._hands.learned(after)
            if isinstance(event, Word) and self._rules.drawing_side(before):
                return after  # a deal is not a roll
        if self.dice.on:
            self.dice.judge(before, event)
        elif isinstance(event, Roll):
            self.dice.rolls.recorded += 1
        return after

    def rejection(self, state: State, event: Event) -> ReductionError | None:
        card = self._hands.unseen(state, event)
        if not card:
            return None
        return ReductionError("cardUnseen", event=event, text=format_event(event), card=card)

    def before_word(self, state: State, word: Word) -> None:
        self.dice.word(state, word)

    def before_undo(self, undone: Sequence[AcceptedEvent], state: State, number: int) -> State:
        self._check_consent(undone, state, number)
        return self._hands.learned(undone[0][1])  # a revealed card remains known

    def after_word(self) -> None:
        self.dice.lapse()

    def _check_consent(self, undone: Sequence[AcceptedEvent], state: State, number: int) -> None:
        """Check that all sides have signed, if a roll or a revealed card is undone."""
        count = len(undone)
        missing = self._consent.missing(count, number) if self._consent.is_needed() else []
        if not missing:
            return
        positions = [*(before for _, before, _ in undone[1:]), state]
        for (at, before, event), after in zip(undone, positions, strict=True):
            if settled(self._rules, before, event, after):
                key: str = "message"
                fields: dict[str, Any] = {"number": at, "text": format_event(event)}
                break
        else:
            if not self.dice.shown:
                return
            key, fields = "secret", {"sides": tuple(self.dice.shown)}
        hint = fault_text("undoUnsigned", "hint", n=count)
        raise ReductionError("undoUnsigned", key, hint=hint, missing=tuple(missing), **fields)


class LogReducer(Reducer):
    """A reducer that also checks undo, dice and face-down hands.

    Args:
        signers: The sides whose keys the header of a chained log names; None for other logs.
        sealed: The name of a game with face-down hands; empty for other logs.
        known: The face-down cards, by the names under which they were dealt: the log is read as
            if they had been dealt open.
    """

    def __init__(
        self,
        rules: AnyRules,
        listen: Callable[[Step], None] | None = None,
        signers: Iterable[str] | None = None,
        sealed: str = "",
        known: Mapping[str, str] | None = None,
        keeping: bool = False,
    ) -> None:
        observer = LogObserver(rules, signers, sealed, known)
        super().__init__(rules, listen, observer, keeping)
        self.sealed = sealed
        self.dice = observer.dice
