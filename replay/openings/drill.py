"""A drill: asks problems that are due, and plays on along the line until the next one.

The other side plays by the frequencies of a book, or the best move by value if the book has no
reply; chance plays by the dice. The caller supplies the
random numbers and the due dates, and shows the positions.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple, Protocol

from senpu.logs.position_logs import make_position_log
from senpu.logs.record import record_from
from senpu.notation.writer import format_event
from senpu.replay.annotation.branches import EventSequence
from senpu.replay.core.positions import format_position
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State
from senpu.replay.core.timeline import Timeline
from senpu.replay.core.views import find_only_answer
from senpu.replay.disputes.log_reducer import LogReducer
from senpu.replay.openings.answer_values import (
    AnswerValues,
    find_answer_values,
    find_best_move,
)
from senpu.replay.openings.book import BookFile
from senpu.replay.openings.coverage import add_letter, list_replies
from senpu.replay.openings.moves import play_text
from senpu.replay.openings.problems import OpenProblem, Problem
from senpu.replay.openings.reading import WHOLE_RANGE
from senpu.replay.openings.repertoire import ChoiceTree
from senpu.spec.data import PROVENANCES

MOST = 20
"""The default of the most questions of a drill."""
TURN = re.compile(r"; turn: (\d{1,9});")
"""The turn in a position text."""
LONGEST = 400
"""The most events between two questions."""


class ResultStore(Protocol):
    """The results of earlier drills."""

    def count_overdue_days(self, ident: str) -> int | None:
        """Return for how many days a problem is due: negative before; None if it is new."""

    def record(self, ident: str, right: bool) -> None:
        """Store the result of an answer."""


class DrillItem:
    """A problem of a drill, opened when it is first needed."""

    def __init__(self, problem: Problem, number: int, opened: OpenProblem | None = None) -> None:
        self.problem, self.number = problem, number
        self.ident = f"{number % WHOLE_RANGE:016x}-{problem.version}"
        """The id in the results: of the position under its rules, and of the answers."""
        self.opened = opened


class PlayedEvents(NamedTuple):
    """Events that the drill played: a set-up, or one event."""

    text: str
    kind: str
    """`known` for a choice that is not due, `book`, `value`, `dice`, or `forced`."""
    probability: float = 1.0
    """The frequency in the book, or the probability of the result of the dice.

    0 for dice with too many results to count.
    """
    provenance: str = PROVENANCES[0]
    """The weakest provenance of the values that the probability of dice depends on."""


class AnswerResult(NamedTuple):
    """The result of an answer."""

    right: bool
    answer: str
    """The right events, in the names of the position."""
    counts: bool
    """True if it changes the due date: the first answer of the drill to this problem."""
    values: AnswerValues
    """The values of the answers, and the best one."""


class DrillLine:
    """A line of a drill, from its first question to its end."""

    def __init__(self, item: DrillItem, problem: OpenProblem) -> None:
        self.item, self.problem = item, problem
        """The question."""
        self.rules: AnyRules = problem.rules
        self.side = problem.side
        self.course = EventSequence(problem.rules, problem.state)
        self.end = ""
        """The reason for the end of the line; empty before it.

        `over`: the game is over; `repertoire`: it has no choice; `book`: it has no reply;
        `problem`: nothing follows a problem of a study; `most`: enough questions.
        """

    @property
    def state(self) -> State:
        """The current position."""
        state: State = self.course.reducer.state
        return state

    def begin_answer(self) -> EventSequence:
        """Return an empty answer in the current position."""
        return EventSequence(self.rules, self.state)

    def play(self, course: EventSequence) -> None:
        """Add events to the line."""
        for step in course.steps:
            self.course.take(step.event)


class Drill:
    """The questions of one sitting."""

    def __init__(
        self, items: Iterable[DrillItem], store: ResultStore, random: Random,
        tree: ChoiceTree | None = None, book: BookFile | None = None, most: int = MOST,
    ) -> None:  # fmt: skip
        """Take the problems.

        Args:
            items: The problems.
            store: The results of earlier drills.
            random: The generator for the events of the other side and for the dice.
            tree: The repertoire, if a line continues after a question.
            book: The book of the replies, if there is one.
            most: The most questions.
        """
        self.store, self.random = store, random
        self.tree, self.book, self.most = tree, book, most
        self.items = {item.number: item for item in items}
        self.asked: dict[str, bool] = {}
        """True for each problem whose first answer was right, else False."""
        self._again: dict[str, DrillItem] = {}
        """The problems that were missed and not answered since."""

    # ---- the questions --------------------------------------------------------------------

    def _is_due(self, item: DrillItem) -> bool:
        days = self.store.count_overdue_days(item.ident)
        return item.ident not in self.asked and (days is None or days >= 0)

    def list_due(self) -> list[DrillItem]:
        """Return the problems that are due and not asked yet, most overdue first; new ones last."""
        days = {
            item.number: self.store.count_overdue_days(item.ident)
            for item in self.items.values()
            if item.ident not in self.asked
        }
        due = [(-day, number) for number, day in days.items() if day is not None and day >= 0]
        due.sort(key=lambda each: each[0])
        new = sorted((n for n, day in days.items() if day is None), key=self._find_turn)
        numbers = [number for _, number in due] + new
        return [self.items[number] for number in numbers][: max(self.most - len(self.asked), 0)]

    def _find_turn(self, number: int) -> int:
        """Return the turn of a problem, which need not be opened; a line leads to later turns."""
        found = TURN.search(self.items[number].problem.position)
        return int(found[1]) if found else 0

    @property
    def left(self) -> int:
        """The number of questions that remain, missed ones included."""
        return len(self.list_due()) + len(self._again)

    @property
    def repeats(self) -> int:
        """The number of missed questions, which return."""
        return len(self._again)

    def open(self, item: DrillItem) -> OpenProblem:
        """Return a problem with its position. Raises ProblemError, RepertoireError."""
        if item.opened is None:
            assert self.tree is not None
            item.opened = self.tree.open(item.number)
            assert item.opened is not None
        return item.opened

    def begin_line(self) -> DrillLine | None:
        """Return a line that begins with the next question, or None if none remains.

        Raises:
            ProblemError: A problem cannot be used.
            RepertoireError: A choice of the repertoire cannot be used.
        """
        item = next(iter([*self.list_due(), *self._again.values()]), None)
        return DrillLine(item, self.open(item)) if item else None

    def check_answer(self, line: DrillLine, answer: EventSequence | None) -> AnswerResult:
        """Check an answer, store its result, and play the right events on the line.

        Args:
            line: The line with the question.
            answer: The events of the side; None if it has no answer.

        Returns:
            The result.
        """
        item, problem = line.item, line.problem
        found = problem.find_answer(line.state)
        assert found is not None, "the position is equivalent"
        right = answer is not None and problem.is_right(answer)
        counts = item.ident not in self.asked
        if counts:
            self.store.record(item.ident, right)
            self.asked[item.ident] = right
        best, other = (answer, None) if right and answer else (found.course, answer)
        values = find_answer_values(problem.numbering, line.state, best, other)
        self._again.pop(item.ident, None)
        if not right:
            self._again[item.ident] = item
        line.play(answer if answer is not None and right else found.course)
        return AnswerResult(right, found.course.text(), counts, values)

    # ---- along the line -------------------------------------------------------------------

    def advance(self, line: DrillLine) -> Iterator[PlayedEvents]:
        """Play events until the next question of the line, or its end.

        Yields:
            The events.

        Raises:
            BookError: The book cannot be read.
            ProblemError: A choice of the repertoire cannot be used.
            RepertoireError: A choice of the repertoire cannot be used.
        """
        if self.tree is None:
            line.end = "problem"
        for _ in range(LONGEST):
            if line.end or self._find_question(line):
                return
            played = self._find_next(line)
            if played is None:
                return
            yield played
        line.end = "repertoire"

    def _find_question(self, line: DrillLine) -> bool:
        """Return whether the position is a question, which then is the question of the line."""
        decision = line.state.decision
        if decision is None or decision.side != line.side or self.tree is None:
            return False
        item = self.items.get(self.tree.numbering(line.state))
        if item is None:
            return False
        if item.ident not in self._again:
            if not self._is_due(item):
                return False
            if len(self.asked) >= self.most:
                line.end = "most"
                return True
        line.item, line.problem = item, self.open(item)
        return True

    def _find_next(self, line: DrillLine) -> PlayedEvents | None:
        """Play the next events of the line; None if it ended."""
        tree, state = self.tree, line.state
        assert tree is not None
        decision = state.decision
        if decision is None:
            line.end = "over"
            return None
        only = find_only_answer(tree.rules, state)
        if only is not None:
            return self._play(line, add_letter(tree, decision.side, format_event(only)), "forced")
        if decision.side == line.side:
            problem = tree.open(tree.numbering(state))
            found = problem.find_answer(state) if problem else None
            if found is None:
                line.end = "repertoire"
                return None
            return self._play(line, found.course.text(), "known")
        if decision.side == CHANCE and decision.dice:
            return self._roll(line, tree)
        replies = list_replies(self.book, tree, state)
        if not replies:
            return self._reply_by_value(line, tree, decision.side)
        weights = [each.probability for each in replies]
        reply = self.random.choices(replies, weights)[0]
        text = add_letter(tree, decision.side, reply.text)
        return self._play(line, text, "book", reply.probability)

    def _reply_by_value(self, line: DrillLine, tree: ChoiceTree, side: str) -> PlayedEvents | None:
        """Play the reply of a side with the best value; without one, the line ends."""
        best = find_best_move(tree.numbering, line.state) if side != CHANCE else None
        if best is None:
            line.end = "book"
            return None
        return self._play(line, add_letter(tree, side, best.text), "value")

    def _roll(self, line: DrillLine, tree: ChoiceTree) -> PlayedEvents:
        """Roll the dice; all rolls are equally likely."""
        roll = tree.rules.sample(line.state, self.random)
        after = tree.numbering(tree.rules.apply(line.state, roll)[0])
        share = sum(
            reply.probability
            for reply in list_replies(None, tree, line.state)
            if tree.numbering(reply.state) == after
        )
        weakest = tree.rules.roll_provenance(line.state)
        return self._play(line, format_event(roll), "dice", share)._replace(provenance=weakest)

    @staticmethod
    def _play(line: DrillLine, text: str, kind: str, probability: float = 1.0) -> PlayedEvents:
        course = play_text(line.rules, line.state, text)
        assert course is not None, "the text was played before"
        line.play(course)
        return PlayedEvents(course.text(), kind, probability)


def list_choice_items(tree: ChoiceTree) -> list[DrillItem]:
    """Return the problems of a repertoire, in the order of its file."""
    return [DrillItem(each.make_problem(), number) for number, each in tree.choices.items()]


def list_problem_items(problems: Sequence[Problem], folder: Path) -> list[DrillItem]:
    """Return the problems of a study; all are read.

    Args:
        problems: The problems.
        folder: The folder of the file, where data sets may be.

    Returns:
        The items.

    Raises:
        ProblemError: A problem cannot be used.
    """
    opened = map(partial(OpenProblem, folder=folder), problems)
    return [DrillItem(each.problem, each.number, each) for each in opened]


def open_position(rules: AnyRules, state: State, view: str = "") -> Timeline:
    """Return the timeline of a game in memory that begins in a position, without events.

    Args:
        rules: The rule set.
        state: The position.
        view: The side whose view it is; empty for a whole position.

    Returns:
        The timeline.
    """
    record = record_from(make_position_log(format_position(rules, state, view)))
    timeline = Timeline(record, LogReducer(rules.start_from(state, view)))
    timeline.extend()
    return timeline
