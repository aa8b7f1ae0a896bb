"""The reducer of a whole log, with the checks of undo, dice and hands."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from senpu.logs.machine_lines import DEALER, SIGNED
from senpu.notation.events import Event, Roll, Word
from senpu.notation.faults import fault_message
from senpu.notation.lines import Machine
from senpu.notation.writer import format_event
from senpu.replay.core.reducer import AcceptedEvent, Reducer, ReductionError, Step
from senpu.replay.core.rules import AnyRules, State
from senpu.replay.disputes.consent import Consent, is_irreversible
from senpu.replay.disputes.face_down import FaceDownCards
from senpu.replay.disputes.fairness import DiceCheck


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
        self._hands = FaceDownCards(rules, bool(sealed), known)
        self.dice = DiceCheck(rules, signers is not None)
        self._signers = {side.id for side in rules.spec.sides} | ({DEALER} if sealed else set())
        self.is_chained = signers is not None

    @property
    def checks_events(self) -> bool:
        """Return whether the log has dice or cards to check."""
        return self.dice.is_active or self._hands.is_active

    def read_machine_line(self, line: Machine, state: State, number: int) -> State:
        """Read a machine line below event `number`; return the position after the line."""
        if self.is_chained and line.word in SIGNED and line.rows[0] not in self._signers:
            sides = tuple(side.id for side in self._rules.spec.sides)
            raise ReductionError("sideUnknown", side=line.rows[0], sides=sides)
        self._consent.read_line(line, number)
        state = self._hands.read_line(line, state)
        self.dice.read_line(line, state)
        return state

    def convert_event(self, state: State, event: Event) -> Event:
        """Return the event to apply in place of the written one."""
        return self._hands.convert_event(state, event) if self._hands.is_active else event

    def check_event(self, before: State, event: Event, after: State) -> State:
        """Check a canonical event; return the position after it."""
        if self._hands.is_active:
            after = self._hands.apply_reveals(after)
            if isinstance(event, Word) and self._rules.drawing_side(before):
                return after  # a deal is not a roll
        if self.dice.is_active:
            self.dice.check_event(before, event)
        elif isinstance(event, Roll):
            self.dice.rolls.recorded += 1
        return after

    def find_rejection(self, state: State, event: Event) -> ReductionError | None:
        """Return the error of an event whose card may be face down, if it is one."""
        card = self._hands.find_unseen_card(state, event)
        if not card:
            return None
        return ReductionError("cardUnseen", event=event, text=format_event(event), card=card)

    def check_word(self, state: State, word: Word) -> None:
        """Check a word of the log: undo, resign or agree."""
        self.dice.check_word(state, word)

    def check_undo(self, undone: Sequence[AcceptedEvent], state: State, number: int) -> State:
        """Check an undo of the last events up to `number`; return the position it leads to."""
        self._check_consent(undone, state, number)
        return self._hands.apply_reveals(undone[0][1])  # a revealed card remains known

    def finish_word(self) -> None:
        """Discard the revealed secrets after an accepted word."""
        self.dice.discard_secrets()

    def _check_consent(self, undone: Sequence[AcceptedEvent], state: State, number: int) -> None:
        """Check that all sides have signed, if a roll or a revealed card is undone."""
        count = len(undone)
        missing = (
            self._consent.find_missing_sides(count, number) if self._consent.is_needed() else []
        )
        if not missing:
            return
        positions = [*(before for _, before, _ in undone[1:]), state]
        for (at, before, event), after in zip(undone, positions, strict=True):
            if is_irreversible(self._rules, before, event, after):
                key: str = "message"
                fields: dict[str, Any] = {"number": at, "text": format_event(event)}
                break
        else:
            if not self.dice.revealed:
                return
            key, fields = "secret", {"sides": tuple(self.dice.revealed)}
        hint = fault_message("undoUnsigned", "hint", n=count)
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
        keep_all: bool = False,
    ) -> None:
        observer = LogObserver(rules, signers, sealed, known)
        super().__init__(rules, listen, observer, keep_all)
        self.sealed = sealed
        self.dice = observer.dice
