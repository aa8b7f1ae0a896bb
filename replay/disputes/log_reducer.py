"""The reducer of a whole log, with the checks of undo, ends, dice and hands."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from senpu.logs.machine_lines import DEALER, DICE, OF_HANDS, SIGNED, needs_chain
from senpu.notation.events import Event, Roll, Word
from senpu.notation.faults import fault_message
from senpu.notation.lines import Line, Machine
from senpu.notation.writer import format_event
from senpu.replay.core.reducer import (
    AcceptedEvent,
    Reducer,
    ReductionError,
    Step,
    is_log_event,
)
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.side_names import name_sides
from senpu.replay.core.states import Outcome, State
from senpu.replay.disputes.face_down import FaceDownCards
from senpu.replay.disputes.fairness import DiceCheck
from senpu.replay.disputes.signatures import (
    Signatures,
    answers_nothing,
    find_position_before_end,
)


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
        self.signatures = Signatures(rules, signers)
        self.hands = FaceDownCards(rules, bool(sealed), known)
        self.dice = DiceCheck(rules, self.signatures)
        self.is_chained = signers is not None

    @property
    def checks_events(self) -> bool:
        """Return whether the log has signatures, dice or cards to check."""
        return self.dice.is_active or self.hands.is_active or bool(self.signatures.keyed)

    def read_machine_line(self, line: Machine, state: State, number: int) -> State:
        """Read a machine line below event `number`; return the position after the line."""
        if not self.is_chained and needs_chain(line):
            raise ReductionError("chainRemoved", what=f"%{line.word}")
        if line.word in SIGNED:
            self._check_signer(line.rows[0])
            before, state = state, self.signatures.read_line(line, state, number)
            self.dice.read_signature(line.rows[0])
            if state is not before and state.outcome is None:  # a stated position is in force
                self.dice.discard_secrets()
        elif line.word in OF_HANDS:
            state = self.hands.read_line(line, state)
            self.signatures.note_shown(number)
        elif line.word == DICE and self.dice.read_line(line, state):
            self.signatures.note_shown(number)
        return state

    def _check_signer(self, side: str) -> None:
        """Check that the game has a side, or the dealer, that signs."""
        is_dealer = side == DEALER and self.hands.is_active
        if not is_dealer and side not in self.signatures.sides:
            sides = tuple(each.id for each in self._rules.spec.sides)
            raise ReductionError("sideUnknown", side=side, sides=sides)

    def convert_event(self, state: State, event: Event) -> Event:
        """Return the event to apply in place of the written one."""
        return self.hands.convert_event(state, event) if self.hands.is_active else event

    def check_event(self, before: State, event: Event, after: State, number: int) -> State:
        """Check a canonical event; return the position after it."""
        assert before.decision is not None
        self.signatures.note_event(before.decision.side, number)
        if self.hands.is_active:
            self.hands.dealt.clear()
            after = self.hands.apply_reveals(after)
            if isinstance(event, Word) and self._rules.drawing_side(before):
                return after  # a deal is not a roll
        if self.dice.is_active:
            self.dice.check_event(before, event, number)
        elif isinstance(event, Roll):
            self.dice.rolls.recorded += 1
        return after

    def find_rejection(self, state: State, event: Event) -> ReductionError | None:
        """Return the error of an event whose card may be face down, if it is one."""
        card = self.hands.find_unseen_card(state, event)
        if not card:
            return None
        return ReductionError("cardUnseen", event=event, text=format_event(event), card=card)

    def offer(
        self, before: State, change: Outcome | State, sides: Iterable[str], number: int
    ) -> bool:
        """Return whether an end or a stated position is only an offer until keyed sides seal it."""
        if isinstance(change, Outcome):
            return self.signatures.make_offer(change, sides, number)
        if self.hands.is_active:
            raise ReductionError("positionDealt")
        self.dice.check_replacement(before, "stated")
        if self.signatures.make_offer(change, sides, number):
            return True
        self.dice.discard_secrets()
        return False

    def confirm_position(self) -> None:
        """Check a stated position to which the events lead; like an event, it ends an offer."""
        if self.hands.is_active:
            raise ReductionError("positionDealt")
        self.signatures.offer = None

    def find_awaited_seals(self) -> list[str]:
        """Return the sides whose seals would put the offered end in force."""
        offer = self.signatures.offer
        return sorted(offer.awaited) if offer is not None and offer.ending else []

    def check_undo(self, undone: Sequence[AcceptedEvent], state: State, number: int) -> State:
        """Check an undo of the last events up to `number`; return the position it leads to."""
        offered = answers_nothing(undone, state)
        if not offered:
            self.dice.check_replacement(find_position_before_end(undone, state), "undo")
        self._check_consent(undone, state, number)
        state = self.signatures.find_position_before(undone, state)
        if not offered:
            self.dice.discard_secrets()
            self.hands.dealt.clear()
        return self.hands.apply_reveals(state)  # a revealed card remains known

    def _check_consent(self, undone: Sequence[AcceptedEvent], state: State, number: int) -> None:
        """Check that the sides that must permit an undo have sealed their consent."""
        signatures, count, first = self.signatures, len(undone), undone[0]
        needed = set(signatures.find_signers(first[0]))
        key, fields = "signed", self._describe(first)
        fields["sides"] = tuple(sorted(needed))
        if kept := signatures.find_unforgettable(undone, state) if signatures.keyed else None:
            needed |= signatures.keyed
            ends = is_log_event(kept[2])
            key, fields = "ended" if ends else "message", self._describe(kept)
        elif signatures.has_shown_since(first[0]):
            needed |= signatures.keyed
            key, fields = "shown", {}
            if self.dice.revealed:
                key, fields = "secret", {"sides": tuple(self.dice.revealed)}
        if self.hands.is_active and not answers_nothing(undone, state):
            drawn = [each for each in undone if self._rules.drawing_side(each[1])]
            if self.hands.dealt or drawn:
                needed |= signatures.sides
                key, fields = "dealt", {}
        if missing := signatures.find_missing_consents(count, number, needed):
            hint = fault_message("undoUnsigned", "hint", n=count)
            raise ReductionError("undoUnsigned", key, hint=hint, missing=tuple(missing), **fields)

    @staticmethod
    def _describe(entry: AcceptedEvent) -> dict[str, Any]:
        return {"number": entry[0], "text": format_event(entry[2])}


class LogReducer(Reducer):
    """A reducer that also checks undo, ends, dice and face-down hands.

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
        self.hands = observer.hands
        self.dice = observer.dice
        self.signatures = observer.signatures

    def read(self, line: Line) -> None:
        """Read a line of the log; an error names the sides as the game does."""
        try:
            super().read(line)
        except ReductionError as error:
            error.message = name_sides(self.rules.spec, error.message)
            raise
