"""A study in another form: one page, one report, one object."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from senpu.logs.inputs import Input, Source
from senpu.notation.printable import join_lines, make_rows_printable
from senpu.replay.annotation.studies import Study, load_study
from senpu.replay.core.narration import Narrator
from senpu.replay.core.visible_positions import format_position_at
from senpu.tui.commands.arguments import encode_json
from senpu.tui.jobs.studies import CheckedChapter, check_chapters, name_chapter, name_study
from senpu.tui.render.game_report import escape, render_game, render_quotation
from senpu.tui.render.json_objects import make_game
from senpu.tui.render.study_report import make_study_object

FENCE = "```"


class StudyExport(NamedTuple):
    """A study to export."""

    study: Study
    path: Path
    chapters: list[CheckedChapter]
    """Its chapters, all open."""
    language: str


def open_study(file: Input, language: str, data_file: Source | None) -> StudyExport:
    """Return a study whose chapters can all be exported.

    Args:
        file: The file.
        language: The language.
        data_file: A file of data.

    Returns:
        The study. A log may have a fault, at which its events end.

    Raises:
        StudyError: A chapter cannot be opened.
        Error: The file is not a study, or an answer cannot be used.
        OSError: The file cannot be read.
    """
    study = load_study(file)
    chapters = list(check_chapters(study, file.path.absolute().parent, data_file))
    for each in chapters:
        if each.error is not None:
            raise each.error
    return StudyExport(study, file.path, chapters, language)


def export_page(wanted: StudyExport) -> Iterable[str]:
    """Return the rows of a page that replays all chapters."""
    from senpu.tui.pages.study_page import render_study_page

    return render_study_page(*wanted)


def export_object(wanted: StudyExport) -> Iterable[str]:
    """Yield the study as one JSON object: a chapter has its whole game as `content`."""
    made = make_study_object(*wanted)
    for each, chapter in zip(wanted.chapters, made["chapters"], strict=True):
        assert each.game is not None
        timeline, notes, _ = each.game
        narrator = Narrator(timeline.rules.spec, wanted.language)
        chapter["content"] = make_game(timeline, narrator, notes)
    yield encode_json(made)


def export_report(wanted: StudyExport) -> Iterator[str]:
    """Return the rows of a Markdown page: each chapter has the report of its game."""
    return map(make_rows_printable, _render_report(wanted))


def _render_report(wanted: StudyExport) -> Iterator[str]:
    study, path, chapters, language = wanted
    texts = name_study(study, path, language)
    yield f"# {escape(texts.title)}"
    yield ""
    yield f"- Study: {escape(path.name)}"
    yield from [f"- Author: {escape(study.author)}"] if study.author else []
    yield from _quote(texts.comment)
    for found in chapters:
        assert found.game is not None
        timeline, notes, first = found.game
        narrator = Narrator(timeline.rules.spec, language)
        named = name_chapter(found.chapter, language)
        title = named.title or timeline.rules.spec.title(language)
        yield ""
        yield f"## {found.number}. {escape(title)}"
        yield from _quote(named.comment)
        yield ""
        yield f"`{format_position_at(timeline, first)}`"
        if found.chapter.answer:
            yield ""
            yield from (f"- Answer: `{each}`" for each in found.chapter.answer)
        yield ""
        yield from _lower(render_game(timeline, narrator, notes))


def _quote(comment: str) -> Iterator[str]:
    """Yield a comment after an empty row."""
    if comment:
        yield ""
        yield from render_quotation([join_lines(comment)], "")


def _lower(rows: Iterable[str]) -> Iterator[str]:
    """Yield the rows of a report with each heading two levels lower."""
    is_fenced = False
    for row in rows:
        is_fenced ^= row.startswith(FENCE)
        yield f"##{row}" if row.startswith("#") and not is_fenced else row


STUDY_FORMS: dict[str, Callable[[StudyExport], Iterable[str]]] = {
    "md": export_report,
    "html": export_page,
    "json": export_object,
}
"""The functions that return the rows, by the value of `--to`."""
