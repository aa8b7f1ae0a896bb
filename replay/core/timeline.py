"""A log, or a variation of it, to step through: any event at constant cost."""

from __future__ import annotations

import re
from array import array
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Protocol

import msgspec

from senpu.logs.machine_lines import OF_HANDS
from senpu.logs.record import Record
from senpu.notation.events import EndPhase, Event, Word
from senpu.notation.faults import Error, Fault
from senpu.notation.lines import Close, Glyph, Machine, Open, Play, Remark
from senpu.notation.writer import format_event
from senpu.replay.core.reducer import EVENT_TYPES, LOG_WORDS, Reducer, ReductionError, Step
from senpu.replay.core.rules import AnyRules, Decision, Effect, State
from senpu.replay.core.views import View


class UnknownPositionError(Error):
    """No such event, turn or side in the log."""


class TimelineEvent(msgspec.Struct, frozen=True):
    """An event of the log."""

    number: int
    event: Event
    actor: str
    """A side's id, or `chance`; empty for `undo` and `agree` that no side is named for."""
    line: int
    turn: int
    """The turn in which it was played."""
    starts_activation: bool
    """Whether it begins an activation: the first event, or one that answers an `act`."""
    undone: bool


class TimelinePosition(msgspec.Struct, frozen=True):
    """The position after an event, and what the event made happen."""

    state: State
    effects: tuple[Effect, ...]


class GameLine(Protocol):
    """Events by their numbers, from 1, and the positions after them; 0 is the one before the
    first.
    """

    @property
    def rules(self) -> AnyRules: ...

    @property
    def view(self) -> View:
        """Through whose eyes everything is answered."""

    @property
    def before(self) -> GameLine | None:
        """What it leaves; nothing for a log."""

    @property
    def fork(self) -> int:
        """The number of the event after which its own begin; 0 for a log."""

    @property
    def headers(self) -> Mapping[str, str]: ...

    @property
    def fault(self) -> Fault | None:
        """What is wrong behind the last event."""

    @property
    def last(self) -> int:
        """The number of the last event known so far."""

    @property
    def is_complete(self) -> bool:
        """Whether all events are known."""

    @property
    def comments(self) -> Mapping[int, list[str]]:
        """What the log itself says of its events."""

    @property
    def glyphs(self) -> Mapping[int, list[str]]:
        """And how it judges them."""

    def extend(self, to: int | None = None) -> int:
        """Have the events up to `to` known, or all; the number of the last one known."""

    def get_event(self, number: int) -> TimelineEvent:
        """The event of that number (from 1). Raises UnknownPositionError."""

    def get_position(self, number: int) -> TimelinePosition:
        """The position after an event. Raises UnknownPositionError."""

    def get_full_position(self, number: int) -> TimelinePosition:
        """The position as it is, whoever looks: to be reckoned with, and not to be shown."""

    def find_owner(self, number: int) -> GameLine:
        """Whose own event that is: its own, or of what it leaves."""

    def find_activation(self, number: int) -> range:
        """The numbers of the events of one activation."""

    def find_turn_start(self, number: int, way: int) -> int:
        """The first event of the turn that begins after an event, or of the last that began before
        it; the end or the start of what is known, if there is none.
        """


def list_ancestors(line: GameLine) -> tuple[GameLine, ...]:
    """The log, the line that leaves it, the line that leaves that one, and so on to this."""
    return (*(list_ancestors(line.before) if line.before else ()), line)


def format_line_event(line: GameLine, number: int) -> str:
    """An event (from 1) as a text of its own has it: behind who acts. Raises
    UnknownPositionError.
    """
    entry = line.get_event(number)
    letter = line.rules.letter.get(entry.actor, "")
    return f"{letter}: {format_event(entry.event)}" if letter else format_event(entry.event)


def find_log_number(line: GameLine, number: int) -> int:
    """Where one is in the log at an event: in a what-if line, where that left it."""
    return next((each.fork for each in list_ancestors(line)[1:]), number)


def find_activation(line: GameLine, number: int) -> range:
    """The numbers of the events of one activation: the act, its dice, its retreats."""
    first = number
    while first > 1 and not line.get_event(first).starts_activation:
        first -= 1
    last = number
    while last < line.extend(last + 1) and not line.get_event(last + 1).starts_activation:
        last += 1
    return range(max(first, 1), last + 1)


def find_turn_start(starts: Mapping[int, int], last: int, number: int, way: int) -> int:
    """Where the turn begins that comes next after an event, or that began last before it; `starts`
    are the first events of the turns.
    """
    firsts = sorted(first for turn, first in starts.items() if turn)
    if way > 0:
        return next((first for first in firsts if first > number), last)
    return next((first for first in reversed(firsts) if first < number), 0)


STRIDE = 32
HELD = 256


class Timeline:
    """The positions of one log, from before its first event (number 0) to its last good one."""

    before = None
    fork = 0

    def __init__(self, record: Record, reducer: Reducer) -> None:
        """Read a log; `reducer` is at its start."""
        found = reducer.rules
        self.headers = dict(record.headers)
        self._fault: Fault | None = record.header_faults[0] if record.header_faults else None
        self.rules: AnyRules = found
        self.view = View(found)
        self.is_complete = self._fault is not None
        """Whether the whole log has been read."""
        self.comments: dict[int, list[str]] = {}
        self.glyphs: dict[int, list[str]] = {}
        self.annotation_count = 0
        """How many marks and what-if lines stand in the log, as in an annotated text: these are
        notes, and notes are shown from beside a log."""
        self.turn_starts: dict[int, int] = {0: 1}
        """The number of the first event of each turn."""
        self.record = record
        self._rows = iter(record)
        self._reducer = reducer
        reducer.listen(self._heard)
        self._events: list[Event] = []
        self._actors: list[str] = []
        self._lines = array("L")
        self._turns = array("L")
        self._opens = bytearray()
        self._undone: set[int] = set()
        sights = (
            [View(found, side.id) for side in found.spec.sides] if found.has_hidden_parts else []
        )
        self._veiled: list[tuple[View, dict[int, Event]]] = [(sight, {}) for sight in sights]
        """For each side: the events that it reads otherwise than they stand, by number."""
        self._path: list[int] = []
        """The numbers of the events that still stand, up to the last one read."""
        self._kept: dict[int, TimelinePosition] = {0: TimelinePosition(self._reducer.state, ())}
        self._held: OrderedDict[int, TimelinePosition] = OrderedDict()
        self._activations = Activations(found)
        self._row = 0

    # ---- reading on ---------------------------------------------------------------------

    @property
    def last(self) -> int:
        """The number of the last event read so far."""
        return len(self._events)

    def extend(self, to: int | None = None) -> int:
        """Read on until event `to` is known, or to the end; the number of the last one known."""
        while not self.is_complete and (to is None or self.last < to):
            try:
                self._row, line = next(self._rows)
            except StopIteration:
                self.is_complete = True
                break
            if isinstance(line, Fault):
                self._fault, self.is_complete = line, True
                break
            before = self.last
            try:
                self._reducer.read(line)
            except ReductionError as bad:
                self._fault = self._reducer.fault_of(bad, self.record, self._row, line)
                self.is_complete = True
            if type(line) is Play:
                self._annotate(line, before)
            elif type(line) is Machine and self.record.sealed and line.word in OF_HANDS:
                self._learn()
        return self.last

    def _learn(self) -> None:
        """A machine line has changed what is known of the position after the last event."""
        self._kept[self.last] = TimelinePosition(self._reducer.state, self._kept[self.last].effects)
        self._held.pop(self.last, None)

    @property
    def is_extensible(self) -> bool:
        """Whether lines added to the log would be read on: it is good, or only its last line is
        not whole yet.
        """
        return self._fault is None or self._fault.id == "tornTail"

    @property
    def is_ended(self) -> bool:
        """Whether the End line was read, behind which nothing comes."""
        return self._reducer.is_ended

    def effective_events(self, most: int) -> list[int]:
        """The numbers of the last events that still stand, up to so many, the newest first."""
        return self._path[: -most - 1 : -1]

    def continue_with(self, blocks: Iterable[list[bytes]]) -> None:
        """Rows were added to the log after it had been read to its end: they are read as they are
        asked for. What was known stays as it was.
        """
        if self.is_complete and self.is_extensible:
            self.record.go_on(blocks)
            self._rows = iter(self.record)
            self._fault, self.is_complete = None, False

    def _heard(self, step: Step) -> None:
        number = self.last + 1
        self._events.append(step.event)
        self._actors.append(step.actor)
        self._lines.append(self._row)
        before = step.before
        self._turns.append(before.turn)
        self._opens.append(self._activations.is_start(before.decision, step.event))
        self.turn_starts.setdefault(before.turn, number)
        meta = type(step.event) is Word and step.event.word in LOG_WORDS
        for sight, veiled in () if meta else self._veiled:
            seen = sight.filter_event(before, step.event)
            if seen != step.event:
                veiled[number] = seen
        if step.undone:
            self._undone.update(self._path[-step.undone :])
            del self._path[-step.undone :]
        else:
            self._path.append(number)
        # What is shown later changes positions, so that they cannot be played again from events.
        if meta or number % STRIDE == 0 or self.record.sealed:
            self._kept[number] = TimelinePosition(step.state, step.effects)

    def _annotate(self, line: Play, number: int) -> None:
        depth = 0
        for item in line.items:
            if type(item) is Remark and not depth:
                text: str | None = item.text
                if item.text.startswith("%"):
                    from senpu.logs.marks import plain  # few logs are annotated texts

                    text = plain(item)
                if text is None:
                    self.annotation_count += 1
                else:
                    self.comments.setdefault(number, []).append(text)
            elif type(item) is Glyph and not depth:
                self.glyphs.setdefault(number, []).append(item.sign)
            elif type(item) is Open:
                self.annotation_count += not depth
                depth += 1
            elif type(item) is Close:
                depth -= 1
            elif type(item) in EVENT_TYPES and not depth:
                number += 1
                if number > self.last:
                    break  # refused, and what stands behind it belongs to nothing

    # ---- asking -------------------------------------------------------------------------

    def view_as(self, side: str, known: Mapping[str, str] | None = None) -> None:
        """From here on answer with what `side` may know; with everything, if it is empty; and with
        the sealed cards that are `known` besides.
        """
        self.view = View(self.rules, side, known)

    @property
    def fault(self) -> Fault | None:
        """The first thing wrong with the log; what stands before it can be stepped through."""
        return None if self._fault is None else self.view.filter_fault(self._fault)

    def get_event(self, number: int) -> TimelineEvent:
        """The event of that number (from 1). Raises UnknownPositionError."""
        if not 1 <= number <= self.extend(number):
            raise UnknownPositionError("noEvent", number=number, n=self.last)
        at = number - 1
        event = self._events[at]
        for sight, veiled in self._veiled:
            if sight.side == self.view.side:
                event = veiled.get(number, event)
        return TimelineEvent(
            number, event, self._actors[at], self._lines[at], self._turns[at],
            bool(self._opens[at]), number in self._undone,
        )  # fmt: skip

    def get_position(self, number: int) -> TimelinePosition:
        """The position after an event; 0 is the one before the first. Raises
        UnknownPositionError.
        """
        moment, sight = self.get_full_position(number), self.view
        if not sight.side and not sight.known:
            return moment
        return TimelinePosition(
            sight.filter_state(moment.state), sight.filter_effects(moment.effects)
        )

    def get_full_event(self, number: int) -> Event:
        """The event of that number (from 1) as it was played, whoever looks: to be reckoned with,
        and not to be shown. Raises UnknownPositionError.
        """
        if not 1 <= number <= self.extend(number):
            raise UnknownPositionError("noEvent", number=number, n=self.last)
        return self._events[number - 1]

    def get_full_position(self, number: int) -> TimelinePosition:
        """The position as it is, whoever looks: to be reckoned with, and not to be shown. Raises
        UnknownPositionError.
        """
        held = self._held.get(number)
        if held is not None:
            self._held.move_to_end(number)
            return held
        if not 0 <= number <= self.extend(number):
            raise UnknownPositionError("noEvent", number=number, n=self.last)
        start = number
        while start not in self._kept and start not in self._held:
            start -= 1
        moment = self._kept.get(start) or self._held[start]
        for at in range(start, number):
            moment = TimelinePosition(*self.rules.apply(moment.state, self._events[at]))
            self._hold(at + 1, moment)
        self._hold(number, moment)
        return moment

    def clear_cache(self) -> None:
        """Drop the positions held for going back and forth; they are played again when asked."""
        self._held.clear()

    def _hold(self, number: int, moment: TimelinePosition) -> None:
        self._held[number] = moment
        if len(self._held) > HELD:
            self._held.popitem(last=False)

    def find(self, position: str) -> int:
        """The number that a position names: an event number, `T3` (the first event of turn 3),
        `T3.C` (China's first event of turn 3), `start` or `end`. Raises UnknownPositionError.
        """
        if position == "end":
            return self.extend()
        if position == "start":
            return 0
        if re.fullmatch("[0-9]+", position):
            number = int(position[:18])  # of more digits than any log has events
            if number > self.extend(number):
                raise UnknownPositionError("noEvent", number=number, n=self.last)
            return number
        match = re.fullmatch(r"T([0-9]{1,6})(?:\.([A-Z]))?", position)
        if not match:
            raise UnknownPositionError("noPosition", position=position)
        return self._find_turn(int(match[1]), match[2])

    def _find_turn(self, turn: int, letter: str | None) -> int:
        while turn not in self.turn_starts and not self.is_complete:
            self.extend(self.last + 1)
        first = self.turn_starts.get(turn)
        if first is None or first > self.extend(first):
            raise UnknownPositionError("noTurn", turn=turn)
        if letter is None:
            return first
        side = self.rules.side_of_letter.get(letter)
        if side is None:
            have = tuple(self.rules.side_of_letter)
            raise UnknownPositionError("noSideLetter", letter=letter, have=have)
        number = first
        while number <= self.extend(number):  # to the end: an undo may lead back into the turn
            if self._turns[number - 1] == turn and self._actors[number - 1] == side:
                return number
            number += 1
        raise UnknownPositionError("noEventInTurn", letter=letter, turn=turn)

    def find_turn_start(self, number: int, way: int) -> int:
        """The first event of the turn that begins after an event, or of the last that began before
        it; the end or the start of what is read, if there is none.
        """
        return find_turn_start(self.turn_starts, self.last, number, way)

    def find_owner(self, number: int) -> Timeline:
        """Whose own event that is: a log leaves nothing, so its own."""
        del number
        return self

    def find_activation(self, number: int) -> range:
        """The numbers of the events of one activation: the act, its dice, its retreats."""
        return find_activation(self, number)

    def turn_of(self, number: int) -> int:
        """The turn of the position after an event."""
        return self.get_position(number).state.turn


class Activations:
    """Which events begin an activation, and which go on with the one before them."""

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules
        self._before: Decision | None = None
        """What the event before answered."""
        self._opener: Decision | None = None
        """What the event answered that began the activation under way."""

    def is_start(self, decision: Decision | None, event: Event) -> bool:
        """Whether the event that answers `ask`, the next one, begins an activation. The end of a
        phase goes with what was done last in that phase.
        """
        before, opener = self._before, self._opener
        self._before = decision
        if decision is not None and before is not None and opener is not None:
            rules, like = self.rules, (decision.kind, decision.side)
            if decision.kind in rules.continuing_kinds:
                return False
            if type(event) is EndPhase and (opener.kind, opener.side) == like:
                return False
            if decision.kind in rules.grouped_kinds and (before.kind, before.side) == like:
                return False
        self._opener = decision
        return True
