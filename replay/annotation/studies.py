"""Studies: positions and logs as chapters, with titles, an order and notes.

See `spec/en/reference/studies.md`.

A study is a TOML file. A chapter names a log next to the study, or has a position text and perhaps
the events that follow, as an annotated text. A chapter with answers is a problem.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import tomli_w

from senpu.logs.inputs import Source, hold_source, read_source
from senpu.logs.marks import split_variations
from senpu.logs.notes import Notes, notes_path
from senpu.logs.notes_file import NotesFileError, load_notes
from senpu.logs.position_logs import make_position_log
from senpu.logs.record import Record, open_record, record_from
from senpu.logs.study_files import STUDY_KEY, STUDY_VERSION
from senpu.logs.toml_files import TomlFileError, convert_content, parse_toml_file
from senpu.notation.faults import Error, Fault
from senpu.notation.lines import Actor, Play
from senpu.notation.messages import Message
from senpu.notation.position_text import is_position_text
from senpu.notation.printable import join_lines
from senpu.notation.reader import read_text
from senpu.notation.writer import format_line
from senpu.replay.annotation.annotated_text import AnnotationError, read_annotated_text
from senpu.replay.annotation.annotations import Annotations
from senpu.replay.core.reducer import EVENT_TYPES
from senpu.replay.core.registry import check_rules
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline

CHAPTER = re.compile(r"^(?:[ \t]*#.*\n)*[ \t]*\[\[[ \t]*chapter[ \t]*\]\]", re.MULTILINE)
"""The start of a chapter in the text of a study: the comments directly above it, and its name."""


class StudyError(Error):
    """A chapter of a study cannot be used."""


class ChapterTexts(msgspec.Struct, frozen=True, omit_defaults=True):
    """The texts of a chapter, or of a whole study, in a language."""

    title: str = ""
    comment: str = ""


class StudyChapter(msgspec.Struct, frozen=True, omit_defaults=True):
    """A chapter of a study: a log or a position."""

    title: str = ""
    log: str = ""
    """The path of a log, from the folder of the study."""
    position: str = ""
    """A position text, if the chapter has no log."""
    events: str = ""
    """The events after the position, as rows of an annotated text."""
    at: str = ""
    """The position that is shown first: an event number, `T3`, `start` or `end`."""
    answer: tuple[str, ...] = ()
    """The right events of a problem."""
    comment: str = ""
    translations: dict[str, ChapterTexts] = {}

    def in_language(self, language: str) -> ChapterTexts:
        """Return its texts in a language, each in the original if there is no translation."""
        return _choose_texts(ChapterTexts(self.title, self.comment), self.translations, language)


class Study(msgspec.Struct, frozen=True, omit_defaults=True):
    """A study."""

    title: str = ""
    author: str = ""
    comment: str = ""
    translations: dict[str, ChapterTexts] = {}
    chapter: tuple[StudyChapter, ...] = ()

    def in_language(self, language: str) -> ChapterTexts:
        """Return its texts in a language, each in the original if there is no translation."""
        return _choose_texts(ChapterTexts(self.title, self.comment), self.translations, language)


def _choose_texts(
    texts: ChapterTexts, translations: dict[str, ChapterTexts], language: str
) -> ChapterTexts:
    """Return the texts in a language; each is one paragraph."""
    found = translations.get(language, texts)
    title, comment = found.title or texts.title, found.comment or texts.comment
    return ChapterTexts(join_lines(title), join_lines(comment))


class ChapterGame(NamedTuple):
    """A chapter that is open: its game, its notes, and the position that is shown first."""

    timeline: Timeline
    notes: Annotations
    number: int


def load_study(source: Source) -> Study:
    """Return the study in a file.

    Args:
        source: The file.

    Returns:
        The study; its chapters are not opened.

    Raises:
        TomlFileError: The file is not a study.
        StudyError: A chapter has neither a log nor a position, or both.
        OSError: The file cannot be read.
    """
    path = Path(source)
    return make_study(parse_toml_file(read_source(source), path), path)


def make_study(raw: dict[str, Any], path: Path) -> Study:
    """Return a study from the content of its file. Raises TomlFileError, StudyError."""
    study = convert_content(raw, path, STUDY_KEY, STUDY_VERSION, Study)
    for number, chapter in enumerate(study.chapter, 1):
        if bool(chapter.log) == bool(chapter.position):
            raise StudyError("chapterGame", path=path, number=number)
        if chapter.events and not chapter.position:
            raise StudyError("chapterEvents", path=path, number=number)
        if chapter.position and not is_position_text(chapter.position):
            raise StudyError("chapterPosition", path=path, number=number)
    return study


def format_study(study: Study) -> str:
    """Return the text of the file of a study."""
    raw = msgspec.to_builtins(study)
    raw.pop("chapter", None)
    rows = [tomli_w.dumps({STUDY_KEY: STUDY_VERSION, **raw})]
    return "\n".join((*rows, *map(format_chapter, study.chapter)))


def format_chapter(chapter: StudyChapter) -> str:
    """Return the text of a chapter: tables that can follow the text of a study."""
    raw = msgspec.to_builtins(chapter)
    translations = raw.pop("translations", {})
    rows = f"[[chapter]]\n{tomli_w.dumps(raw, multiline_strings=True)}"
    if translations:
        rows += f"\n{tomli_w.dumps({'chapter': {'translations': translations}})}"
    return rows


def append_chapter(data: bytes, chapter: StudyChapter, path: Path) -> str:
    """Return the text of a study with a chapter at its end; the rest is unchanged.

    Args:
        data: The content of the file.
        chapter: The chapter.
        path: The file, for errors.

    Returns:
        The text.

    Raises:
        StudyError: Its chapters are not `[[chapter]]` tables, so that none can follow.
        TomlFileError: The text is not a study.
    """
    before = make_study(parse_toml_file(data, path), path)
    made = f"{data.decode().rstrip()}\n\n{format_chapter(chapter)}"
    try:
        after = make_study(parse_toml_file(made.encode(), path), path)
    except TomlFileError:
        after = before
    if after.chapter != (*before.chapter, chapter):
        raise StudyError("chapterTables", path=path)
    return made


def arrange_chapters(data: bytes, order: Sequence[int], path: Path) -> str:
    """Return the text of a study with some of its chapters in another order.

    Args:
        data: The content of the file.
        order: The numbers of the chapters to keep, from 1, in the new order.
        path: The file, for errors.

    Returns:
        The text; each chapter keeps its rows, and the TOML comments directly above it.

    Raises:
        StudyError: The chapters are not `[[chapter]]` tables.
        TomlFileError: The text is not a study.
    """
    before = make_study(parse_toml_file(data, path), path).chapter
    text = data.decode().replace("\r\n", "\n")
    starts = [match.start() for match in CHAPTER.finditer(text)]
    ends = [*starts[1:], len(text)]
    blocks = [text[start:end].strip("\n") for start, end in zip(starts, ends, strict=True)]
    expected = tuple(before[number - 1] for number in order)
    if len(blocks) == len(before):
        kept = [text[: starts[0]].rstrip(), *(blocks[number - 1] for number in order)]
        made = "\n\n".join(filter(None, kept)) + "\n"
        if make_study(parse_toml_file(made.encode(), path), path).chapter == expected:
            return made
    raise StudyError("chapterTables", path=path)


def open_chapter(
    study: Study, number: int, folder: Path, data_file: Source | None = None
) -> ChapterGame:
    """Return the game of a chapter.

    Args:
        study: The study.
        number: The number of the chapter, from 1.
        folder: The folder of the study.
        data_file: A file of data.

    Returns:
        The game with its notes, and the position that is shown first.

    Raises:
        StudyError: The log or the position cannot be used, or the log has no such position.
    """  # noqa: DOC501 - raised and converted here
    chapter = study.chapter[number - 1]
    try:
        record, notes, faults = _read_chapter(chapter, folder, data_file)
        rules = check_rules(record, data_file)
        if isinstance(rules, Fault):
            raise AnnotationError(rules)
        timeline = open_timeline(record, rules)
        timeline.open_view("")
        timeline.extend()
        if chapter.position and timeline.fault is not None:
            raise AnnotationError(timeline.fault)
        at = timeline.find(chapter.at or "start")
        return ChapterGame(timeline, Annotations(timeline, notes, faults), at)
    except OSError as error:
        why = Error("fileSystem", path=chapter.log, why=error)
        raise StudyError("chapterUnusable", number=number, why=why) from None
    except Error as error:
        raise StudyError("chapterUnusable", number=number, why=find_cause(error)) from None


def find_cause(error: Error) -> Error | Message:
    """Return an error, or the message of its fault without the row of a log in memory."""
    return error if error.located is None else error.located.fault.message


def _read_chapter(
    chapter: StudyChapter, folder: Path, data_file: Source | None
) -> tuple[Record, Notes, list[Fault]]:
    """Return the log of a chapter, and its notes with their faults."""
    if chapter.log:
        path = folder / chapter.log
        record = open_record(hold_source(path))
        try:
            return record, load_notes(notes_path(path)), []
        except NotesFileError as error:
            return record, Notes(), [error.fault]
    start = make_position_log(chapter.position)
    text = start + f"{chapter.events.strip()}\n".encode() if chapter.events.strip() else start
    notes = Notes()
    if chapter.events.strip():
        notes = read_annotated_text(record_from(text), {}, named=data_file)
    plain = start + "".join(f"{row}\n" for row in _strip_notes(text)).encode()
    return record_from(plain), notes, []


def _strip_notes(text: bytes) -> Iterator[str]:
    """Yield the rows of an annotated text after its header, with events and actors alone."""
    game, _ = read_text(text)
    for line in game.lines:
        if isinstance(line, Play):
            items = [first for _, (first, *_) in split_variations(line.items)]
            played = tuple(each for each in items if isinstance(each, (*EVENT_TYPES, Actor)))
            yield format_line(Play(played, line.turn))
        else:
            yield format_line(line)
