"""Problems: positions with the right choice of a side. A drill asks them.

The choices of a repertoire are problems, and so are chapters of a study that have answers.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

import msgspec

from senpu.logs.inputs import Source
from senpu.notation.events import Event
from senpu.notation.faults import Error
from senpu.notation.lines import Play
from senpu.notation.play import parse_line
from senpu.replay.annotation.branches import EventSequence
from senpu.replay.annotation.studies import ChapterTexts, Study, StudyChapter, open_chapter
from senpu.replay.core.positions import read_position
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.side_names import name_sides
from senpu.replay.core.states import CHANCE, State
from senpu.replay.core.views import find_only_answer
from senpu.replay.core.visible_positions import format_position_at
from senpu.replay.openings.moves import MoveNames, PlayableMove, play_text
from senpu.replay.openings.reading import Numbering


class ProblemError(Error):
    """The position or an answer of a problem cannot be used."""


class Problem(msgspec.Struct, frozen=True):
    """A position, and the events that are right in it."""

    position: str
    """The position text."""
    answers: tuple[str, ...]
    """The right events, each one event or a whole set-up: `C: x1+c1@D c2+c3+k1@C`."""
    comment: str = ""
    title: str = ""
    place: str = ""
    """The place in its file, for errors: `choice 3`."""

    @property
    def version(self) -> str:
        """A text that differs if the right answers differ."""
        return sha256("\n".join(self.answers).encode()).hexdigest()[:8]


def list_problems(
    study: Study, folder: Path, language: str, data_file: Source | None = None
) -> list[Problem]:
    """Return the problems of a study: its chapters with answers.

    Args:
        study: The study.
        folder: The folder of the study, where its logs are.
        language: The language of titles and comments.
        data_file: A file of data.

    Returns:
        The problems, in the order of the study.

    Raises:
        StudyError: A chapter cannot be used.
    """
    return [
        make_problem(study, number, folder, language, data_file)
        for number, chapter in enumerate(study.chapter, 1)
        if chapter.answer
    ]


def make_problem(
    study: Study, number: int, folder: Path, language: str, data_file: Source | None = None
) -> Problem:
    """Return the problem of a chapter with answers, as `list_problems` does."""
    chapter = study.chapter[number - 1]
    texts, position = chapter.in_language(language), chapter.position
    if chapter.log or chapter.at:
        game = open_chapter(study, number, folder, data_file)
        position = format_position_at(game.timeline, game.number)
    place = texts.title or f"chapter {number}"
    return Problem(position, chapter.answer, texts.comment, texts.title, place)


def compose_study(
    title: str, problems: Sequence[Problem],
    translations: Mapping[str, tuple[str, Sequence[Problem]]] = MappingProxyType({}),
) -> Study:  # fmt: skip
    """Return a study with some problems.

    Args:
        title: The title of the study.
        problems: The problems.
        translations: The title, and the problems with their texts, in each other language.

    Returns:
        The study.
    """
    chapters = (
        StudyChapter(
            each.title, position=each.position, answer=each.answers, comment=each.comment,
            translations={
                language: ChapterTexts(others[at].title, others[at].comment)
                for language, (_, others) in translations.items()
            },
        )
        for at, each in enumerate(problems)
    )  # fmt: skip
    titles = {language: ChapterTexts(other) for language, (other, _) in translations.items()}
    return Study(title, translations=titles, chapter=tuple(chapters))


class OpenProblem:
    """A problem whose position is read and whose answers are checked."""

    def __init__(
        self, problem: Problem, rules: AnyRules | None = None, folder: Path | None = None
    ) -> None:
        """Read the position and play the answers.

        Args:
            problem: The problem.
            rules: The rule set, if it is known.
            folder: The folder of the file, where a data set may be.

        Raises:
            ProblemError: The position or an answer cannot be used.
        """
        self.problem = problem
        try:
            reading = read_position(problem.position, rules, folder)
        except Error as error:
            raise ProblemError("problemPosition", place=problem.place, why=error) from None
        self.rules: AnyRules = reading.rules
        self.state: State = reading.state
        self.view = reading.side
        """The side whose view the position is; empty for a whole position."""
        self.numbering = Numbering(self.rules)
        if self.state.decision is None or self.state.decision.side == CHANCE:
            raise ProblemError("problemDecision", place=problem.place)
        self.answers = tuple(self._play(text) for text in problem.answers)

    @property
    def side(self) -> str:
        """The side that has to find the answer."""
        assert self.state.decision is not None
        return self.state.decision.side

    @cached_property
    def number(self) -> int:
        """The number of the position."""
        return self.numbering(self.state)

    @cached_property
    def afters(self) -> tuple[int, ...]:
        """The numbers of the positions after the answers."""
        return tuple(self.numbering(course.reducer.state) for course in self.answers)

    def _play(self, text: str) -> EventSequence:
        course, place = EventSequence(self.rules, self.state), self.problem.place
        line, faults = parse_line(1, text)
        if faults or not isinstance(line, Play) or not line.items:
            raise ProblemError("problemUnread", place=place, text=text)
        try:
            course.play(line.items)
        except ReductionError as error:
            why = name_sides(self.rules.spec, error.message)
            raise ProblemError("problemAnswer", place=place, text=text, why=why) from None
        if any(step.actor != self.side for step in course.steps):
            raise ProblemError("problemActor", place=self.problem.place, text=text, side=self.side)
        return course

    def find_answer(self, state: State) -> PlayableMove | None:
        """Return the first answer that can be played, in the names of an equivalent position."""
        names = MoveNames(self.numbering, state)
        for course, after in zip(self.answers, self.afters, strict=True):
            text = course.text()
            same = play_text(self.rules, state, text)
            if same is not None and self.numbering(same.reducer.state) == after:
                return PlayableMove(text, same)
            if found := names.find_text((text,), after):
                return found
        return None

    def is_right(self, course: EventSequence) -> bool:
        """Return whether some events of the side lead to the position after an answer.

        So transpositions and interchangeable units are right.
        """
        return self.numbering(course.reducer.state) in self.afters

    def extend_answer(self, answer: EventSequence, events: Iterable[Event]) -> bool:
        """Add events to an answer, up to its end; then the events that are the only legal ones.

        Args:
            answer: The events so far.
            events: The next events.

        Returns:
            Whether the answer is complete.

        Raises:
            ReductionError: An event is illegal.
        """
        for event in events:
            answer.take(event)
            if self.is_complete(answer):
                return True
        while (only := find_only_answer(self.rules, answer.reducer.state)) is not None:
            answer.take(only)
            if self.is_complete(answer):
                return True
        return False

    def is_complete(self, course: EventSequence) -> bool:
        """Return whether some events are a whole answer: right, or as long as an answer.

        A set-up can be given event by event; it is complete when the side has no more to place.
        """
        decision, start = course.reducer.state.decision, self.state.decision
        assert start is not None
        if self.is_right(course) or decision is None or decision.side != start.side:
            return True
        longest = max(len(each.steps) for each in self.answers)
        if longest > 1 and start.kind in self.rules.grouped_kinds:
            return decision.kind != start.kind
        return len(course.steps) >= longest
