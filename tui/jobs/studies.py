"""The chapters of a study, each open and checked, or with the reason why it cannot be used."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from senpu.logs.inputs import Source
from senpu.logs.study_files import STUDY_SUFFIX
from senpu.notation.faults import Error, Fault
from senpu.notation.messages import SOURCE
from senpu.replay.annotation.studies import (
    ChapterGame,
    ChapterTexts,
    Study,
    StudyChapter,
    open_chapter,
)
from senpu.replay.openings.problems import OpenProblem, make_problem


class CheckedChapter(NamedTuple):
    """A chapter of a study."""

    number: int
    """Its number, from 1."""
    chapter: StudyChapter
    game: ChapterGame | None
    """Its game, if it can be opened."""
    error: Error | None
    """The reason why the chapter, or its answer, cannot be used."""

    @property
    def fault(self) -> Fault | None:
        """The first fault of its log, at which its events end, or of its notes."""
        if self.game is None:
            return None
        return self.game.timeline.fault or next(iter(self.game.notes.faults), None)

    @property
    def is_valid(self) -> bool:
        """Return whether all of the chapter can be used."""
        return self.error is None and self.fault is None

    def count_notes(self) -> int:
        """Return the number of its notes, and of the comments and glyphs in its log."""
        if self.game is None:
            return 0
        timeline, notes = self.game.timeline, self.game.notes
        logged = [*timeline.comments.values(), *timeline.glyphs.values()]
        return len(notes.annotations) + sum(map(len, logged))


def check_chapters(
    study: Study, folder: Path, data_file: Source | None = None
) -> Iterator[CheckedChapter]:
    """Yield the chapters of a study, open and checked.

    Args:
        study: The study.
        folder: The folder of the study.
        data_file: A file of data.

    Yields:
        The chapters.
    """
    for number in range(1, len(study.chapter) + 1):
        yield check_chapter(study, number, folder, data_file)


def check_chapter(
    study: Study, number: int, folder: Path, data_file: Source | None
) -> CheckedChapter:
    """Return a chapter, open and checked; an error is part of the result."""
    game, chapter = None, study.chapter[number - 1]
    try:
        game = open_chapter(study, number, folder, data_file)
        if chapter.answer:
            problem = make_problem(study, number, folder, SOURCE, data_file)
            OpenProblem(problem, game.timeline.rules, folder)
    except Error as error:
        return CheckedChapter(number, chapter, game, error)
    return CheckedChapter(number, chapter, game, None)


def name_study(study: Study, path: Path, language: str) -> ChapterTexts:
    """Return the title of a study, or else the name of its file, and its comment."""
    texts = study.in_language(language)
    return ChapterTexts(texts.title or path.name.removesuffix(STUDY_SUFFIX), texts.comment)


def name_chapter(chapter: StudyChapter, language: str) -> ChapterTexts:
    """Return the title of a chapter, or else the name of its log, and its comment."""
    texts = chapter.in_language(language)
    title = texts.title or Path(chapter.log).stem
    return ChapterTexts(title, texts.comment)
