"""The reducer: computes positions from the lines of a log. Only here are events accepted.

Undo, resignation and agreement belong to the log, not to a game, and are handled here for all
games. The reducer holds the newest position and a bounded number of earlier ones.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from operator import length_hint
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from senpu.logs.record import Record
from senpu.notation.events import Event, Roll, StatedPosition, Word
from senpu.notation.faults import Fault, FaultError, fault_message
from senpu.notation.lexer import item_columns
from senpu.notation.lines import Actor, End, Item, Line, Machine, Play, VariationEnd, VariationStart
from senpu.notation.messages import Message
from senpu.notation.position_text import PositionError
from senpu.notation.stated_positions import (
    POSITION,
    find_row,
    is_whole_position,
    join_position,
)
from senpu.notation.writer import format_event
from senpu.replay.core.position_changes import make_gap_effects
from senpu.replay.core.rejections import Rejection, list_alternatives, reject_word
from senpu.replay.core.rules import AnyRules, Effect, Effects, IllegalEventError
from senpu.replay.core.side_names import make_side_name, name_ending
from senpu.replay.core.states import CHANCE, Outcome, State

UNDO_LIMIT = 1024
"""The number of events that an `undo` can reach back. The bound lets a log of

See `spec/en/reference/notation.md`.
any length be read in constant memory."""

NO_SIDE = "nobody"
LOG_WORDS = frozenset(("undo", "resign", "agree"))


class ReductionError(FaultError):
    """A line that the log or the rules forbid.

    Args:
        fault: The id of the fault.
        key: The key of the sentence in the table of the fault; or a message.
        hint: The key of what to do, or a message, for a typed line.
        log_hint: The same for a line read from a log; `hint` if it is empty.
        event: The rejected event.
        rejection: The reason why a rule rejects it.
        expected: The text of the only event that is legal here.
        fields: The values of the fields of the sentence.
    """

    def __init__(
        self,
        fault: str,
        key: str | Message = "message",
        /,
        *,
        hint: str | Message | None = "hint",
        log_hint: str = "",
        event: Event | None = None,
        rejection: IllegalEventError | None = None,
        right: str = "",
        **fields: Any,
    ) -> None:
        super().__init__(fault, key, hint=hint, **fields)
        self.log_hint = fault_message(fault, log_hint) if log_hint else self.hint
        self.event = event
        self.rejection = rejection
        self.expected = right
        self.item = -1
        """The index of the item in its line; -1 for the line as a whole."""
        self.position: PositionError | None = None
        """The fault of the text of a stated position, if it has one."""
        self.is_withheld = False
        """True if the view of the user does not show whether the event is legal."""


class Step(msgspec.Struct, frozen=True):
    """An accepted event, for a listener."""

    event: Event
    actor: str
    """A side's id, or `chance`; empty for a stated position, and for `undo` and `agree` without a
    side."""
    before: State
    state: State
    effects: Effects
    undone: int
    """The number of events that it undoes."""


class StatedGap(NamedTuple):
    """A stated position that the events before it do not lead to."""

    number: int
    """The number of its event."""
    before: State
    after: State


AcceptedEvent = tuple[int, State, Event]
"""An event in effect: its number, the position before it, and the event."""


class Observer(Protocol):
    """Checks of a log other than the rules of its game: dice, face-down cards, signed undo.

    A method raises ReductionError for what it forbids.
    """

    @property
    def is_chained(self) -> bool:
        """Return whether the log has a hash chain."""

    @property
    def checks_events(self) -> bool:
        """Return whether `before_event` and `after_event` are needed; read once per line."""

    def read_machine_line(self, line: Machine, state: State, number: int) -> State:
        """Read a machine line below event `number`; return the position after the line."""

    def convert_event(self, state: State, event: Event) -> Event:
        """Return the event to fold in place of the written one."""

    def check_event(self, before: State, event: Event, after: State, number: int) -> State:
        """Check a canonical event with its number; return the position after it."""

    def find_rejection(self, state: State, event: Event) -> ReductionError | None:
        """Return why an event is illegal, if the reason is outside the rules."""

    def offer(
        self, before: State, change: Outcome | State, sides: Iterable[str], number: int
    ) -> bool:
        """Return whether event `number` only offers an end or a position.

        It is in force once the sides that it binds seal it.
        """

    def confirm_position(self) -> None:
        """Check a stated position to which the events lead; like an event, it ends an offer."""

    def find_awaited_seals(self) -> list[str]:
        """Return the sides whose seals would put the offered end in force."""

    def check_undo(self, undone: Sequence[AcceptedEvent], state: State, number: int) -> State:
        """Check an undo of the last events up to `number`; return the position it leads to."""


class Reducer:
    """Computes positions from events, from the start of a game.

    Args:
        rules: The rule set.
        listen: A function that is called with each accepted event.
        observer: Checks that belong to the log rather than to the game.
        keep_all: Whether all events are kept until `take_final_events` returns them.
    """

    def __init__(
        self,
        rules: AnyRules,
        listen: Callable[[Step], None] | None = None,
        observer: Observer | None = None,
        keep_all: bool = False,
    ) -> None:
        self.rules = rules
        self.state: State = rules.first_position()
        self.number = 0
        """The number of the last event."""
        self.is_ended = False
        """True if the End line has been read."""
        self._before: deque[AcceptedEvent] = deque(maxlen=None if keep_all else UNDO_LIMIT)
        """The events that can still be undone."""
        self.unchecked_rolls = 0
        """The number of rolls that no observer has checked."""
        self.gaps: list[StatedGap] = []
        """The stated positions in effect that the events before them do not lead to."""
        self.undone_gaps: list[tuple[int, int]] = []
        """The first and the last event after each gap that was undone."""
        self._listen = listen
        self._observer = observer

    def read(self, line: Line) -> None:
        """Read a line of the log.

        Raises:
            ReductionError: An item is illegal. Earlier items of the line are accepted.
        """
        if type(line) is not Play:
            if type(line) is End:
                self._end(line.value)
            elif type(line) is Machine:
                if line.word == POSITION:
                    self.state_position(line.rows)
                elif self._observer is not None:
                    self._read_machine_line(line, self._observer)
            return
        state, number, observer = self.state, self.number, self._observer
        if line.tag:
            if observer is not None and observer.is_chained:
                raise ReductionError("tagUnexpected", "second", hint="secondHint", tag=line.tag)
            raise ReductionError("tagUnexpected", tag=line.tag)
        if line.turn is not None and line.turn != state.turn:
            key = "message" if state.turn else "setUp"
            fields: dict[str, Any] = {"now": state.turn} if state.turn else {}
            raise ReductionError(
                "wrongTurn", key, hint="typed", log_hint="hint", turn=line.turn, **fields
            )
        # Every event of every log goes through this loop, so it uses local variables.
        rules, listen, remember = self.rules, self._listen, self._before.append
        sides = rules.side_of_letter
        checks = observer if observer is not None and observer.checks_events else None
        side = ""
        depth = rolls = 0
        items = iter(line.items)
        try:
            for item in items:
                kind = type(item)
                if kind is Actor:
                    if not depth:
                        side = sides.get(item.letter, NO_SIDE)  # type: ignore[union-attr]
                        if side is NO_SIDE:
                            raise self._no_side(item.letter)  # type: ignore[union-attr]
                elif kind not in EVENT_TYPES:
                    depth += (kind is VariationStart) - (kind is VariationEnd)
                elif depth:
                    continue
                elif kind is Word and item.word in LOG_WORDS:  # type: ignore[union-attr]
                    self.state, self.number = state, number
                    self._meta(item, side)  # type: ignore[arg-type]
                    state, number = self.state, self.number
                else:
                    decision = state.decision
                    if kind is not Roll and side and decision is not None and side != decision.side:
                        index = len(line.items) - length_hint(items) - 1
                        self._check_actor(side, decision.side, line.items[: index + 1])
                    if decision is None:
                        error = _over(rules, state)
                        raise error
                    event: Event = item  # type: ignore[assignment]
                    if checks is not None:
                        event = checks.convert_event(state, event)
                    event = rules.canon(state, event)
                    after, effects = rules.apply(state, event)
                    if checks is not None:
                        after = checks.check_event(state, event, after, number + 1)
                    elif kind is Roll:
                        rolls += 1
                    number += 1
                    remember((number, state, event))
                    if listen is not None:
                        listen(Step(event, decision.side, state, after, effects, 0))
                    state = after
        except IllegalEventError as illegal:
            why = illegal
            index = len(line.items) - length_hint(items) - 1
            rejected: Event = line.items[index]  # type: ignore[assignment]
            words = rules.spec.game.words
            if isinstance(rejected, Word) and rejected.word not in words:
                why = reject_word(rejected.word, why.rule, words, sorted(LOG_WORDS))
            bad = observer.find_rejection(state, rejected) if observer is not None else None
            bad = bad or self.make_rejection(rejected, why)
            bad.item = index
            raise bad from None
        except ReductionError as bad:
            bad.item = len(line.items) - length_hint(items) - 1
            raise
        finally:
            self.state, self.number = state, number
            self.unchecked_rolls += rolls

    def _read_machine_line(self, line: Machine, observer: Observer) -> None:
        """Read a machine line, which may put an offered position in force."""
        before, self.state = self.state, observer.read_machine_line(line, self.state, self.number)
        last = self.last_event
        if self.state is not before and last is not None and type(last[2]) is StatedPosition:
            self.gaps.append(StatedGap(self.number, before, self.state))

    def make_rejection(self, event: Event, error: IllegalEventError) -> ReductionError:
        """Return the error of an event that a rule forbids."""
        message = Rejection.make(self.rules.spec, format_event(event), error)
        return ReductionError("illegalMove", message, hint=None, event=event, rejection=error)

    def _no_side(self, letter: str) -> ReductionError:
        have = tuple(f"{each}:" for each in self.rules.side_of_letter)
        return ReductionError("wrongActor", "unknown", hint=None, actor=letter, have=have)

    def _check_actor(self, side: str, asked: str, items: tuple[Item, ...]) -> None:
        """Raise ReductionError if a side cannot act; `items` end with its event."""
        if asked == CHANCE:
            return  # if dice are pending, the rules explain it better
        event: Event = items[-1]  # type: ignore[assignment]
        since = takewhile(lambda item: type(item) is not Actor, reversed(items[:-1]))
        continues = any(type(item) in EVENT_TYPES for item in since)
        raise self.make_actor_error(side, asked, event, continues)

    def make_actor_error(
        self, side: str, asked: str, event: Event, continues: bool = False
    ) -> ReductionError:
        """Return the error of an event by a side that cannot act now.

        Args:
            side: The side of the event.
            asked: The side of the pending decision.
            event: The event.
            continues: Whether the event follows others of that side on its line, the last of which
                ended its action.

        Returns:
            The error.
        """
        letter = self.rules.letter
        names: dict[str, Any] = {
            "actor": letter[side], "asked": letter[asked],
            "side": make_side_name(self.rules.spec, asked),
        }  # fmt: skip
        if not continues:
            return ReductionError("wrongActor", hint=None, log_hint="hint", event=event, **names)
        hint = fault_message("wrongActor", "passedHint", asked=letter[asked])
        return ReductionError(
            "wrongActor", "passed", hint=hint, event=event, text=format_event(event), **names
        )

    def make_fault(self, error: ReductionError, record: Record, number: int, line: Line) -> Fault:
        """Return an error in the row that was read last as a fault of a log."""
        if error.position is not None and type(line) is Machine:
            bad, row, shift = error.position, 0, 0
            if bad.column:
                row, column = find_row(line.rows, bad.column)
                shift = column - bad.column + record.text(number + row).find(line.rows[row])
            fault = bad.make_fault(record.text(number + row), number + row, shift)
            return replace(fault, event=self.number + 1)
        text = record.text(number) if type(line) is Play else ""
        columns = item_columns(text) if text else []
        column = columns[error.item] if 0 <= error.item < len(columns) else min(len(text), 1)
        rule: str | None = None
        legal: tuple[str, ...] = ()
        if error.rejection is not None:
            rule = error.rejection.rule
            item = line.items[error.item] if type(line) is Play else None
            legal = list_alternatives(self.rules, self.state, item)
        elif error.expected:
            legal = (error.expected,)
        layer = "chain" if error.fault in ("chainRemoved", "sideUnknown") else "rules"
        if error.fault == "tagUnexpected":
            layer, column = "chain", text.rfind("~") + 1
        event = None if error.item < 0 else self.number + 1
        return Fault(
            error.fault, layer, number, column, error.message, error.log_hint, text, event, rule,
            legal,
        )  # fmt: skip

    def take_final_events(self, every: bool = False) -> list[AcceptedEvent]:
        """Return and drop the events that can no longer be undone, in order; with `every`, all."""
        standing, handed = self._before, []
        if every:
            handed = [*standing]
            standing.clear()
            return handed
        last = self.number - UNDO_LIMIT
        while standing and standing[0][0] <= last:
            handed.append(standing.popleft())
        return handed

    def list_events_after(self, number: int) -> list[AcceptedEvent]:
        """Return the events in effect after event `number` that can still be undone, in order."""
        return [entry for entry in self._before if entry[0] > number]

    @property
    def last_event(self) -> AcceptedEvent | None:
        """The last event; None if there is none, or if it undid others."""
        last = self._before[-1] if self._before else None
        return last if last is not None and last[0] == self.number else None

    def listen(self, listen: Callable[[Step], None]) -> None:
        """Call `listen` too with each later event that is accepted."""
        earlier = self._listen
        if earlier is None:
            self._listen = listen
            return

        def call_both(step: Step) -> None:
            earlier(step)
            listen(step)

        self._listen = call_both

    def accept_event(self, event: Event, letter: str = "", continues: bool = False) -> None:
        """Accept one event outside a line.

        Args:
            event: The event.
            letter: The letter of the side that acts, if it is given.
            continues: Whether the event follows others of that side on the line that was typed.

        Raises:
            ReductionError: The log or the rules forbid the event.
        """
        try:
            self.read(Play((Actor(letter), event) if letter else (event,)))
        except ReductionError as error:
            decision, side = self.state.decision, self.rules.side_of_letter.get(letter)
            if error.fault != "wrongActor" or not continues or side is None or decision is None:
                raise
            raise self.make_actor_error(side, decision.side, event, continues) from None

    # ---- stated positions ------------------------------------------------------------

    def state_position(self, rows: Sequence[str]) -> None:
        """Accept a stated position, by the rows of its line.

        Raises:
            ReductionError: The text has a fault, or the game is over.
        """
        before, number, observer = self.state, self.number + 1, self._observer
        if self.is_ended:
            raise ReductionError("afterEnd")
        stated, event = self._read_position(rows)
        if before.outcome is not None and stated != before:
            error = _over(self.rules, before)
            raise error
        effects: Effects = (Effect("position_confirmed"),)
        after = before
        if stated != before:
            sides = [side.id for side in self.rules.spec.sides]
            if observer is not None and observer.offer(before, stated, sides, number):
                effects = (Effect("position_offered"),)
            else:
                after, effects = stated, make_gap_effects(self.rules, before, stated)
        elif observer is not None:
            observer.confirm_position()
        self.number, self.state = number, after
        if after is not before:
            self.gaps.append(StatedGap(number, before, after))
        self._before.append((number, before, event))
        if self._listen is not None:
            self._listen(Step(event, "", before, after, effects, 0))

    def _read_position(self, rows: Sequence[str]) -> tuple[State, StatedPosition]:
        """Return the position of a `%position` line, and its event. Raises ReductionError."""
        from senpu.replay.core.positions import format_position, read_stated_position

        try:
            if is_whole_position(rows):
                turn = self.state.turn if self.state.outcome is None else 0
                state = read_stated_position(join_position(rows), self.rules, turn)
                return state, StatedPosition(format_position(self.rules, state))
            bad = PositionError("positionMalformed", 0, "unfinished", hint="unfinishedHint")
        except PositionError as found:
            bad = found
        error = ReductionError(bad.fault, bad.message, hint=bad.hint)
        error.position = bad
        raise error

    # ---- words of the log ------------------------------------------------------------

    def _meta(self, word: Word, actor: str) -> None:
        if word.payer or word.again:
            raise ReductionError("badMeta", word=word.word)
        before = self.state
        if (
            word.word == "resign"
            and not actor
            and before.decision
            and before.decision.side != CHANCE
        ):
            actor = before.decision.side
        state, effects, undone = {
            "undo": self._undo,
            "resign": self._resign,
            "agree": self._agree,
        }[word.word](word, actor)
        self.number += 1
        self.state = state
        if not undone:
            self._before.append((self.number, before, word))
        if self._listen is not None:
            self._listen(Step(word, actor, before, state, effects, undone))

    def find_undone(self, wanted: int) -> list[AcceptedEvent]:
        """Return the last events in effect. Raises ReductionError if there are fewer."""
        entries = list(self._before)[-wanted:]
        if len(entries) < wanted or entries[0][0] <= self.number - UNDO_LIMIT:
            most = sum(1 for number, *_ in self._before if number > self.number - UNDO_LIMIT)
            if not most:
                raise ReductionError("undoTooFar", "none", hint=None, wanted=wanted)
            raise ReductionError("undoTooFar", wanted=wanted, n=most)
        return entries

    def _undo(self, word: Word, actor: str) -> tuple[State, Effects, int]:
        count = word.args[0] if word.args else "1"
        if len(word.args) > 1 or not count.isdigit() or int(count) < 1:
            raise ReductionError("badMeta", "count", hint="countHint")
        wanted = int(count)
        entries = self.find_undone(wanted)
        state = entries[0][1]
        if self._observer is not None:
            state = self._observer.check_undo(entries, self.state, self.number)
        for _ in range(wanted):
            self._before.pop()
        if undone := [gap for gap in self.gaps if gap.number >= entries[0][0]]:
            del self.gaps[-len(undone) :]
            self.undone_gaps.append((undone[0].number, self.number))
        return state, (Effect("undo", actor, numbers=(wanted,)),), wanted

    def _resign(self, word: Word, actor: str) -> tuple[State, Effects, int]:
        if word.args:
            raise ReductionError("badMeta", "resign", hint="resignHint")
        if self.state.outcome is not None:
            raise _over(self.rules, self.state)
        if not actor:
            letter = next(iter(self.rules.side_of_letter))
            hint = fault_message("actorMissing", "hint", actor=letter)
            raise ReductionError("actorMissing", hint=hint)
        winner = self.rules.winner_by_resignation(actor)
        outcome = Outcome(f"{winner.capitalize()} resign", winner)
        if self._offer_end(outcome, (actor,)):
            return self.state, (Effect("resign_offered", actor),), 0
        effects = (Effect("resign", actor), Effect("over", winner))
        return self.rules.end_by_players(self.state, outcome), effects, 0

    def _offer_end(self, outcome: Outcome, sides: Iterable[str]) -> bool:
        """Return whether an end is only an offer until the sides that it binds seal it."""
        observer = self._observer
        return observer is not None and observer.offer(self.state, outcome, sides, self.number + 1)

    def _agree(self, word: Word, actor: str) -> tuple[State, Effects, int]:
        del actor
        names = {side.id.capitalize(): side.id for side in self.rules.spec.sides}
        names["Draw"] = ""
        if len(word.args) != 1 or word.args[0] not in names:
            raise ReductionError("badMeta", "agree", hint="agreeHint", names=tuple(names))
        if self.state.outcome is not None:
            raise _over(self.rules, self.state)
        name = word.args[0]
        outcome = Outcome(f"{name} agree", names[name])
        if self._offer_end(outcome, [side.id for side in self.rules.spec.sides]):
            kind = "agree_offered" if names[name] else "draw_offered"
            return self.state, (Effect(kind, names[name]),), 0
        effects = (Effect("agree", names[name]) if names[name] else Effect("draw"),)
        return self.rules.end_by_players(self.state, outcome), effects, 0

    def _end(self, value: str) -> None:
        outcome = self.state.outcome
        if outcome is None:
            awaited = self._observer.find_awaited_seals() if self._observer is not None else []
            if awaited:
                hint = fault_message("wrongEnding", "offeredHint")
                raise ReductionError(
                    "wrongEnding", "offered", hint=hint, ending=value, sides=tuple(awaited)
                )
            raise ReductionError("wrongEnding", ending=value)
        if value != outcome.ending:
            hint = fault_message("wrongEnding", "differentHint", ending=outcome.ending)
            named = name_ending(self.rules.spec.folder, outcome.ending)
            raise ReductionError("wrongEnding", "different", hint=hint, given=value, ending=named)
        self.is_ended = True


def _over(rules: AnyRules, state: State) -> ReductionError:
    """Return the error of an event after the end of the game."""
    assert state.outcome is not None
    return ReductionError("gameOver", ending=name_ending(rules.spec.folder, state.outcome.ending))


EVENT_TYPES = frozenset(Event.__args__)


def is_log_event(event: Event) -> bool:
    """Return whether an event belongs to the log and not to a game.

    These are an undo, a resignation, an agreement and a stated position. They answer no decision.
    """
    kind = type(event)
    return kind is StatedPosition or (kind is Word and event.word in LOG_WORDS)  # type: ignore[union-attr]


def has_events(line: Line) -> bool:
    """Return whether a line has a numbered event."""
    return next(list_events(line), None) is not None


def list_events(line: Line) -> Iterator[Event]:
    """Yield the numbered events of a line, as written: those outside variations."""
    if type(line) is Machine and line.word == POSITION:
        yield StatedPosition(join_position(line.rows))
    depth = 0
    for item in line.items if type(line) is Play else ():
        depth += (type(item) is VariationStart) - (type(item) is VariationEnd)
        if not depth and type(item) in EVENT_TYPES:
            yield item  # type: ignore[misc] # EVENT_TYPES
