"""A study as text: its chapters with their games, positions and notes."""

from collections.abc import Iterator
from pathlib import Path

from senpu.notation.printable import make_printable
from senpu.replay.annotation.studies import Study
from senpu.replay.core.narration import Narrator
from senpu.tui.jobs.studies import CheckedChapter, name_chapter, name_study
from senpu.tui.render.repertoire_report import describe_position
from senpu.tui.render.text_layout import get_text, wrap_rows

MARGIN = "    "


def describe_game(found: CheckedChapter, language: str) -> str:
    """Return the game of a chapter, its first position, and the number of events and notes."""
    if found.game is None:
        return ""
    timeline = found.game.timeline
    narrator = Narrator(timeline.rules.spec, language)
    state = timeline.get_position(found.game.number).state
    parts = [timeline.rules.spec.title(language), describe_position(state, narrator)]
    if timeline.last:
        parts.append(get_text(language, "study_events", n=timeline.last))
    if notes := found.count_notes():
        parts.append(get_text(language, "study_notes", n=notes))
    return narrator.label("comma").join(filter(None, parts))


def describe_kind(found: CheckedChapter, language: str) -> str:
    """Return the log of a chapter, or that it is a position or a problem."""
    kind = "study_problem" if found.chapter.answer else "study_position"
    parts = [found.chapter.log] * bool(found.chapter.log)
    if found.chapter.answer or not found.chapter.log:
        parts.append(get_text(language, kind))
    return make_printable(get_text(language, "and").join(parts))


def describe_error(found: CheckedChapter, language: str) -> str:
    """Return the reason why a chapter, or a part of it, cannot be used; empty if there is none."""
    if found.error is not None:
        return found.error.text(language)
    fault = found.fault
    return fault.render(found.chapter.log, language) if fault is not None else ""


def render_study(
    study: Study, path: Path, chapters: list[CheckedChapter], language: str, width: int
) -> Iterator[str]:
    """Yield the rows of a study."""
    texts = name_study(study, path, language)
    count = get_text(language, "study_chapters", n=len(chapters))
    yield f"{make_printable(texts.title)}: {count}"
    if study.author:
        yield make_printable(study.author)
    if texts.comment:
        yield from wrap_rows(make_printable(texts.comment), "", width)
    for each in chapters:
        yield ""
        named = name_chapter(each.chapter, language)
        title = make_printable(named.title) or get_text(language, "study_untitled")
        yield from wrap_rows(
            f"{title} ({describe_kind(each, language)})", f"{each.number:2}. ", width
        )
        if game := describe_game(each, language):
            yield from wrap_rows(game, MARGIN, width)
        if named.comment:
            yield from wrap_rows(make_printable(named.comment), f'{MARGIN}" ', width)
        if error := describe_error(each, language):
            yield from wrap_rows(error, f"{MARGIN}! ", width)
