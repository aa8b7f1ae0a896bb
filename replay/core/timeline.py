"""The timeline of a log or a variation: each position at constant cost."""

from __future__ import annotations

import re
from array import array
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Protocol

import msgspec

from senpu.logs.position_logs import POSITION
from senpu.logs.record import Record
from senpu.notation.events import Event, StatedPosition
from senpu.notation.faults import Error, Fault
from senpu.notation.lines import Comment, Glyph, Machine, Play, VariationEnd, VariationStart
from senpu.notation.writer import format_event
from senpu.replay.core.activations import Activations
from senpu.replay.core.position_changes import make_gap_effects
from senpu.replay.core.positions import format_position
from senpu.replay.core.reducer import (
    EVENT_TYPES,
    Reducer,
    ReductionError,
    Step,
    is_log_event,
)
from senpu.replay.core.rules import AnyRules, Effect
from senpu.replay.core.side_names import make_side_name
from senpu.replay.core.states import State
from senpu.replay.core.views import View


class UnknownPositionError(Error):
    """A position, turn or side that the log does not have."""


class LockedViewError(Error):
    """A view that is not the one to which the timeline is locked."""


class TimelineEvent(msgspec.Struct, frozen=True):
    """An event of the log."""

    number: int
    event: Event
    actor: str
    """A side's id, or `chance`; empty for a stated position, and for `undo` and `agree` without a
    side."""
    line: int
    turn: int
    """The turn of the event."""
    starts_activation: bool
    """True if it begins an activation: the first event, or one that answers an `act`."""
    undone: bool


class TimelinePosition(msgspec.Struct, frozen=True):
    """The position after an event, and the effects of the event."""

    state: State
    effects: tuple[Effect, ...]


class GameLine(Protocol):
    """A main line or a variation: events by number, from 1, and the positions after them.

    Position 0 precedes the first event.
    """

    @property
    def rules(self) -> AnyRules:
        """The rule set."""

    @property
    def view(self) -> View:
        """The view that all answers follow."""

    @property
    def parent(self) -> GameLine | None:
        """The line that a variation leaves; None for a log."""

    @property
    def fork(self) -> int:
        """The number of the event after which a variation begins; 0 for a log."""

    @property
    def headers(self) -> Mapping[str, str]:
        """The header fields of the log."""

    @property
    def fault(self) -> Fault | None:
        """The fault after the last event, if there is one."""

    @property
    def last(self) -> int:
        """The number of the last event known so far."""

    @property
    def is_complete(self) -> bool:
        """Return whether all events are known."""

    @property
    def comments(self) -> Mapping[int, list[str]]:
        """The comments in the log, by event."""

    @property
    def glyphs(self) -> Mapping[int, list[str]]:
        """The glyphs in the log, by event."""

    def extend(self, to: int | None = None) -> int:
        """Read up to event `to`, or to the end; return the number of the last known event."""

    def get_event(self, number: int) -> TimelineEvent:
        """Return the event of that number (from 1). Raises UnknownPositionError."""

    def get_position(self, number: int) -> TimelinePosition:
        """Return the position after an event. Raises UnknownPositionError."""

    def get_full_position(self, number: int) -> TimelinePosition:
        """Return the position without regard to the view: for computations, never for display."""

    def find_owner(self, number: int) -> GameLine:
        """Return the line that the event belongs to: this one, or one that it leaves."""

    def find_activation(self, number: int) -> range:
        """Return the numbers of the events of the activation that contains an event."""

    def find_turn_start(self, number: int, way: int) -> int:
        """Return the first event of the next turn, or of the previous one if `way` is negative.

        Returns:
            The number of the event; the end or the start of the known events if there is none.
        """


def list_ancestors(line: GameLine) -> tuple[GameLine, ...]:
    """Return the lines from the log to this line, each leaving the previous one."""
    return (*(list_ancestors(line.parent) if line.parent else ()), line)


def format_line_event(line: GameLine, number: int) -> str:
    """Return an event (from 1) after the letter of its side. Raises UnknownPositionError."""
    entry = line.get_event(number)
    letter = line.rules.letter.get(entry.actor, "")
    return f"{letter}: {format_event(entry.event)}" if letter else format_event(entry.event)


def find_event_turn(event: Event, before: State, after: State) -> int:
    """Return the turn of an event: the turn before it, or the turn that a position states."""
    return after.turn if type(event) is StatedPosition else before.turn


def find_log_number(line: GameLine, number: int) -> int:
    """Return the position in the log: of a variation, the one where it leaves the log."""
    return next((each.fork for each in list_ancestors(line)[1:]), number)


def find_activation(line: GameLine, number: int) -> range:
    """Return the numbers of the events of an activation: the act, its dice, its retreats."""
    first = number
    while first > 1 and not line.get_event(first).starts_activation:
        first -= 1
    last = number
    while last < line.extend(last + 1) and not line.get_event(last + 1).starts_activation:
        last += 1
    return range(max(first, 1), last + 1)


def find_turn_start(starts: Mapping[int, int], last: int, number: int, way: int) -> int:
    """Return the first event of the next turn, or of the previous one if `way` is negative.

    Args:
        starts: The number of the first event of each turn.
        last: The number of the last known event.
        number: The current position.
        way: The direction, 1 or -1.

    Returns:
        The number of the event; `last` or 0 if there is none.
    """
    firsts = sorted(first for turn, first in starts.items() if turn)
    if way > 0:
        return next((first for first in firsts if first > number), last)
    return next((first for first in reversed(firsts) if first < number), 0)


STRIDE = 32
MAX_CACHED = 256


class Timeline:
    """The positions of a log, from before its first event (0) to its last valid one."""

    parent = None
    fork = 0

    def __init__(self, record: Record, reducer: Reducer) -> None:
        """Take a log and a reducer at its start."""
        found = reducer.rules
        self._fault: Fault | None = record.header_faults[0] if record.header_faults else None
        self.rules: AnyRules = found
        self.view = View(found, found.stated_side)
        self.is_locked = bool(found.stated_side)
        """True if only the current view can be shown: also if the log starts from a view."""
        self.is_complete = self._fault is not None
        """True if the whole log has been read."""
        self.comments: dict[int, list[str]] = {}
        self.glyphs: dict[int, list[str]] = {}
        self.annotation_count = 0
        """The number of marks and variations in the log, as in an annotated text: these are notes,
        and notes are shown from the notes file."""
        self.turn_starts: dict[int, int] = {reducer.state.turn: 1}
        """The number of the first event of each turn."""
        self.record = record
        self._rows = iter(record)
        self._reducer = reducer
        reducer.listen(self._add_step)
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
        """For each side: the events that it reads in another form, by number."""
        self._path: list[int] = []
        """The numbers of the events that are not undone, up to the last one read."""
        self._kept: dict[int, TimelinePosition] = {0: TimelinePosition(self._reducer.state, ())}
        self._held: OrderedDict[int, TimelinePosition] = OrderedDict()
        self._activations = Activations(found)
        self._row = 0

    # ---- reading ------------------------------------------------------------------------

    @property
    def last(self) -> int:
        """The number of the last event that has been read."""
        return len(self._events)

    def extend(self, to: int | None = None) -> int:
        """Read up to event `to`, or to the end; return the number of the last known event."""
        while not self.is_complete and (to is None or self.last < to):
            try:
                self._row, line = next(self._rows)
            except StopIteration:
                self.is_complete = True
                break
            if isinstance(line, Fault):
                self._fault, self.is_complete = line, True
                break
            before, state = self.last, self._reducer.state
            try:
                self._reducer.read(line)
            except ReductionError as bad:
                self._fault = self._reducer.make_fault(bad, self.record, self._row, line)
                self.is_complete = True
            if type(line) is Play:
                self._annotate(line, before)
            elif type(line) is Machine and self.last == before and self._reducer.state is not state:
                self._learn()
        return self.last

    def _learn(self) -> None:
        """Replace the position after the last event: a machine line revealed facts or ended it."""
        effects, state = self._kept[self.last].effects, self._reducer.state
        if self.last and type(self._events[-1]) is StatedPosition:  # seals put it in force
            effects = make_gap_effects(
                self.rules, self.get_full_position(self.last - 1).state, state
            )
            self._turns[-1] = state.turn
            self.turn_starts.setdefault(state.turn, self.last)
        self._kept[self.last] = TimelinePosition(state, effects)
        self._held.pop(self.last, None)

    @property
    def is_extensible(self) -> bool:
        """Return whether added lines would be read: the log has no fault but an incomplete end."""
        return self._fault is None or self._fault.id == "tornTail"

    @property
    def is_ended(self) -> bool:
        """Return whether the End line was read."""
        return self._reducer.is_ended

    def effective_events(self, most: int) -> list[int]:
        """Return the numbers of the last `most` events that are not undone, the newest first."""
        return self._path[: -most - 1 : -1]

    def list_gap_events(self) -> list[int]:
        """Return the numbers of the stated positions that leave a gap, in the part that was read.

        A position that was undone or is only offered leaves none.
        """
        return [gap.number for gap in self._reducer.gaps]

    def continue_with(self, blocks: Iterable[list[bytes]]) -> None:
        """Add rows to a log that was read to its end; they are read when they are needed."""
        if self.is_complete and self.is_extensible:
            self.record.resume(blocks)
            self._rows = iter(self.record)
            self._fault, self.is_complete = None, False

    def add_event(self, event: Event) -> None:
        """Add an event to a game in memory that was read to its end. Raises ReductionError."""
        self._reducer.accept_event(event)

    def _add_step(self, step: Step) -> None:
        number = self.last + 1
        self._events.append(step.event)
        self._actors.append(step.actor)
        self._lines.append(self._row)
        before = step.before
        turn = find_event_turn(step.event, before, step.state)
        self._turns.append(turn)
        self._opens.append(self._activations.is_start(before.decision, step.event))
        self.turn_starts.setdefault(turn, number)
        for sight, veiled in self._veiled:
            seen = sight.filter_event(before, step.event)
            if seen != step.event:
                veiled[number] = seen
        if step.undone:
            undone = self._path[-step.undone :]
            if any(type(self._events[each - 1]) is StatedPosition for each in undone):
                self._leave_turns(undone[0], step.state.turn)
            self._undone.update(undone)
            del self._path[-step.undone :]
        else:
            self._path.append(number)
        # Revealed facts change positions, so these cannot be computed again from events.
        if is_log_event(step.event) or number % STRIDE == 0 or self.record.hands_nonce:
            self._kept[number] = TimelinePosition(step.state, step.effects)

    def _leave_turns(self, first: int, turn: int) -> None:
        """Remove the turns that only undone events reached, over a gap; an undo begins no turn.

        Args:
            first: The first undone event.
            turn: The turn after the undo.
        """
        for each, start in [*self.turn_starts.items()]:
            if each > turn and start >= first:
                del self.turn_starts[each]
        self._turns[-1] = turn

    def _annotate(self, line: Play, number: int) -> None:
        depth = 0
        for item in line.items:
            if type(item) is Comment and not depth:
                text: str | None = item.text
                if item.text.startswith("%"):
                    from senpu.logs.marks import comment_text  # few logs are annotated texts

                    text = comment_text(item)
                if text is None:
                    self.annotation_count += 1
                else:
                    self.comments.setdefault(number, []).append(text)
            elif type(item) is Glyph and not depth:
                self.glyphs.setdefault(number, []).append(item.sign)
            elif type(item) is VariationStart:
                self.annotation_count += not depth
                depth += 1
            elif type(item) is VariationEnd:
                depth -= 1
            elif type(item) in EVENT_TYPES and not depth:
                number += 1
                if number > self.last:
                    break  # rejected; later items belong to no event

    # ---- queries ------------------------------------------------------------------------

    @property
    def headers(self) -> Mapping[str, str]:
        """The header fields of the log; the first position is in the current view."""
        headers = self.record.headers
        if POSITION not in headers or self.view.is_unrestricted or self.rules.stated_side:
            return headers
        state = self.view.filter_state(self.rules.first_position())
        return headers | {POSITION: format_position(self.rules, state, self.view.side)}

    def view_as(self, side: str, known: Mapping[str, str] | None = None) -> None:
        """Answer in the view of `side` from now on; empty for everything.

        Args:
            side: The viewer.
            known: Face-down cards that the viewer knows as well, by name.

        Raises:
            LockedViewError: The timeline is locked to the view of another side.
        """
        if self.is_locked and side != self.view.side:
            raise LockedViewError(
                "viewLocked", side=make_side_name(self.rules.spec, self.view.side)
            )
        self.view = View(self.rules, side, known)

    def open_view(self, side: str) -> None:
        """Answer in the view of `side`; without one, in the view that the start of the log is.

        Raises:
            LockedViewError: The log starts from the view of another side.
        """
        self.view_as(side or self.rules.stated_side)

    def lock_view(self) -> None:
        """Answer in the current view for ever, if it is the view of a side."""
        self.is_locked = bool(self.view.side)

    @property
    def fault(self) -> Fault | None:
        """The first fault of the log, in the current view."""
        return None if self._fault is None else self.view.filter_fault(self._fault)

    def get_event(self, number: int) -> TimelineEvent:
        """Return the event of that number (from 1). Raises UnknownPositionError."""
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
        """Return the position after an event; 0 is the first. Raises UnknownPositionError."""
        moment, sight = self.get_full_position(number), self.view
        if not sight.side and not sight.known:
            return moment
        state, effects = sight.filter_state(moment.state), sight.filter_effects(moment.effects)
        if len(effects) > 1 and type(self._events[number - 1]) is StatedPosition:
            before = sight.filter_state(self.get_full_position(number - 1).state)
            effects = make_gap_effects(self.rules, before, state)
        return TimelinePosition(state, effects)

    def get_full_event(self, number: int) -> Event:
        """Return the event (from 1) without regard to the view: for computations only.

        Args:
            number: The number of the event.

        Returns:
            The event as played.

        Raises:
            UnknownPositionError: The log has no such event.
        """
        if not 1 <= number <= self.extend(number):
            raise UnknownPositionError("noEvent", number=number, n=self.last)
        return self._events[number - 1]

    def get_full_position(self, number: int) -> TimelinePosition:
        """Return the position without regard to the view: for computations, never for display.

        Args:
            number: The number of the event before the position; 0 for the first position.

        Returns:
            The whole position.

        Raises:
            UnknownPositionError: The log has no such event.
        """
        held = self._held.get(number)
        if held is not None:
            self._held.move_to_end(number)
            return held
        if not 0 <= number <= self.extend(number):
            raise UnknownPositionError("noPositionAfter", number=number, n=self.last)
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
        """Drop the cached positions; they are computed again when needed."""
        self._held.clear()

    def _hold(self, number: int, moment: TimelinePosition) -> None:
        self._held[number] = moment
        if len(self._held) > MAX_CACHED:
            self._held.popitem(last=False)

    def find(self, position: str) -> int:
        """Return the number of a position, given as text.

        Args:
            position: An event number, `T3` (the first event of turn 3), `T3.C` (China's first event
                of turn 3), `T3.end` (the last event of turn 3), `start` or `end`.

        Returns:
            The number of the event.

        Raises:
            UnknownPositionError: The log has no such position.
        """
        if position == "end":
            return self.extend()
        if position == "start":
            return 0
        if re.fullmatch("[0-9]+", position):
            number = int(position[:18])  # no log has more events than that
            if number > self.extend(number):
                raise UnknownPositionError("noPositionAfter", number=number, n=self.last)
            return number
        match = re.fullmatch(r"T([0-9]{1,6})(?:\.([A-Z]|end))?", position)
        if not match:
            raise UnknownPositionError("noPosition", position=position, n=self.extend())
        turn, part = int(match[1]), match[2]
        first = self._find_turn(turn)
        if part == "end":
            return self._find_turn_end(first)
        return first if part is None else self._find_side_event(turn, first, part)

    def _find_turn_end(self, first: int) -> int:
        """Return the last event of the turn with a first event."""
        self.extend()
        following = (start for start in self.turn_starts.values() if start > first)
        return min(following, default=self.last + 1) - 1

    def _find_turn(self, turn: int) -> int:
        """Return the first event of a turn. Raises UnknownPositionError."""
        while turn not in self.turn_starts and not self.is_complete:
            self.extend(self.last + 1)
        first = self.turn_starts.get(turn)
        if first is not None and first <= self.extend(first):
            return first
        for event in self.list_gap_events():
            was, now = (self.get_full_position(each).state.turn for each in (event - 1, event))
            if was <= turn < now:
                raise UnknownPositionError("turnInGap", turn=turn, event=event)
        turns = [each for each, start in self.turn_starts.items() if start <= self.last]
        if not turns:
            raise UnknownPositionError("noTurnHasEvents", turn=turn)
        if not any(turns):
            raise UnknownPositionError("onlySetUp", turn=turn)
        raise UnknownPositionError("noTurn", turn=turn, first=min(turns), last=max(turns))

    def _find_side_event(self, turn: int, first: int, letter: str) -> int:
        """Return the first event of a side in a turn. Raises UnknownPositionError."""
        side = self.rules.side_of_letter.get(letter)
        if side is None:
            have = tuple(self.rules.side_of_letter)
            raise UnknownPositionError("noSideLetter", letter=letter, have=have)
        number = first
        while number <= self.extend(number):  # to the end: an undo may return to the turn
            if self._turns[number - 1] == turn and self._actors[number - 1] == side:
                return number
            number += 1
        last = self._find_turn_end(first)
        raise UnknownPositionError(
            "noEventInTurn", letter=letter, turn=turn, first=first, last=last
        )

    def find_turn_start(self, number: int, way: int) -> int:
        """Return the first event of the next turn, or of the previous one if `way` is negative.

        Returns:
            The number of the event; the end or the start of the known events if there is none.
        """
        return find_turn_start(self.turn_starts, self.last, number, way)

    def find_owner(self, number: int) -> Timeline:
        """Return the line that the event belongs to: a log leaves no other, so this one."""
        del number
        return self

    def find_activation(self, number: int) -> range:
        """Return the numbers of the events of an activation: the act, its dice, its retreats."""
        return find_activation(self, number)
