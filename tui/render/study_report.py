"""A study as text or as an object: its chapters with their games, positions and notes."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from senpu.notation.printable import make_printable
from senpu.replay.annotation.studies import Study
from senpu.replay.core.narration import Narrator
from senpu.replay.core.visible_positions import format_position_at
from senpu.tui.jobs.studies import CheckedChapter, name_chapter, name_study
from senpu.tui.render.json_objects import make_decision
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
    yield get_text(language, "study_kind", title=make_printable(texts.title), kind=count)
    if study.author:
        yield make_printable(study.author)
    if texts.comment:
        yield from wrap_rows(make_printable(texts.comment), "", width)
    for each in chapters:
        yield ""
        named = name_chapter(each.chapter, language)
        title = make_printable(named.title) or get_text(language, "study_untitled")
        kind = describe_kind(each, language)
        title = get_text(language, "study_kind", title=title, kind=kind)
        yield from wrap_rows(title, f"{each.number:2}. ", width)
        if game := describe_game(each, language):
            yield from wrap_rows(game, MARGIN, width)
        if named.comment:
            yield from wrap_rows(make_printable(named.comment), f'{MARGIN}" ', width)
        if error := describe_error(each, language):
            yield from wrap_rows(error, f"{MARGIN}! ", width)


def make_study_object(
    study: Study, path: Path, chapters: list[CheckedChapter], language: str
) -> dict[str, Any]:
    """Return a study as an object (`spec/en/reference/studies.md`)."""
    texts = study.in_language(language)
    return {
        "study": str(path), "title": texts.title, "author": study.author, "comment": texts.comment,
        "chapters": [make_chapter_object(each, language) for each in chapters],
    }  # fmt: skip


def make_chapter_object(found: CheckedChapter, language: str) -> dict[str, Any]:
    """Return a chapter as an object: its keys, its game, and its error."""
    chapter, game = found.chapter, found.game
    texts = chapter.in_language(language)
    made = {
        "number": found.number, "title": texts.title, "comment": texts.comment,
        "log": chapter.log or None, "answer": chapter.answer,
        "game": None, "position": None, "event": None, "turn": None, "decision": None,
        "events": 0, "notes": found.count_notes(),
        "error": describe_error(found, language) or None,
    }  # fmt: skip
    if game is not None:
        state = game.timeline.get_position(game.number).state
        made |= {
            "game": game.timeline.rules.spec.id,
            "position": format_position_at(game.timeline, game.number),
            "event": game.number, "turn": state.turn, "decision": make_decision(state),
            "events": game.timeline.last,
        }  # fmt: skip
    return made
