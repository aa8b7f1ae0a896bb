"""Play the moves of a book from a position of a log, in a variation; the log is unchanged."""

from typing import NamedTuple

from senpu.logs.notes import StoredNote
from senpu.replay.annotation.branches import Branch
from senpu.replay.annotation.variations import AnyTimeline, Variation
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import State
from senpu.replay.core.timeline import Timeline, find_log_number, format_line_event
from senpu.replay.openings.book import MoveRecord
from senpu.replay.openings.moves import MoveNames, PlayableMove
from senpu.replay.openings.reading import Numbering


class Destination(NamedTuple):
    """The position after a move."""

    line: AnyTimeline
    number: int
    """The number of its last event in `line`."""

    @property
    def state(self) -> State:
        """The state, in the view of the log."""
        return self.line.get_position(self.number).state


class BookNavigator:
    """A position in a log, or in a variation of it.

    In a side's view of the log, the variation also hides what that side may not know.
    """

    def __init__(self, line: AnyTimeline, number: int) -> None:
        self.timeline: Timeline = line.timeline if isinstance(line, Variation) else line
        self.rules: AnyRules = line.rules
        self.numbering = Numbering(self.rules)
        self.line = line
        self.number = number
        self._names: MoveNames | None = None

    @property
    def state(self) -> State:
        """The state, in the view of the log."""
        return self.line.get_position(self.number).state

    @property
    def position(self) -> int:
        """The number of the position in a book."""
        return self.numbering(self.state)

    @property
    def has_left_log(self) -> bool:
        """True if the position is outside the log."""
        return self.number > self._fork

    @property
    def _fork(self) -> int:
        """The number of the last event that is part of the log."""
        return find_log_number(self.line, self.number)

    def move_by(self, by: int) -> None:
        """Go some events forward, or back if negative."""
        self.number = max(0, min(self.number + by, self.line.extend(self.number + max(by, 0))))

    def find_playable(self, move: MoveRecord) -> PlayableMove | None:
        """Return a move in the names of this position, or None if it cannot be played."""
        state = self.state
        if self._names is None or self._names.state is not state:
            self._names = MoveNames(self.numbering, state)
        return self._names.find_playable(move)

    def follow(self, move: MoveRecord) -> Destination | None:
        """Return the position after a move; if the next events lead to it, they are the move.

        Returns:
            The position, or None if the move cannot be played.
        """
        found = self.find_playable(move)
        if found is None:
            return None
        goal = self.number + len(found.course.steps)
        if goal <= self.line.extend(goal) and self._is_at(goal, move):
            return Destination(self.line, goal)
        fork = min(self._fork, self.number)
        played = [
            format_line_event(self.line, number) for number in range(fork + 1, self.number + 1)
        ]
        text = " ".join([*played, found.course.text()])
        start = self.timeline.get_position(fork)
        branch = Branch(
            self.timeline, "", StoredNote(event=fork, kind="line", text=text), start, None
        )
        return Destination(Variation(branch, self.timeline), goal)

    def play_line(self, text: str) -> None:
        """Go to the position after some events from the start of the log, in a variation."""
        start = self.timeline.get_position(0)
        branch = Branch(self.timeline, "", StoredNote(event=0, kind="line", text=text), start, None)
        self.line = Variation(branch, self.timeline)
        self.number = self.line.extend()

    def go_to(self, goal: Destination) -> None:
        """Go to a position."""
        self.line, self.number = goal

    def play(self, move: MoveRecord) -> bool:
        """Go to the position after a move.

        Returns:
            Whether the move could be played.
        """
        goal = self.follow(move)
        if goal is not None:
            self.go_to(goal)
        return goal is not None

    def _is_at(self, number: int, move: MoveRecord) -> bool:
        return self.numbering(self.line.get_position(number).state) == move.after
