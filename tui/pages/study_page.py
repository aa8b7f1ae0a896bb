"""A study as one HTML page: a list of its chapters, each with the player of a game.

With the script the page shows one chapter. Without it, it shows all chapters one after the other,
each with its first position and its events.
"""

from collections.abc import Iterator
from pathlib import Path

from senpu.notation.messages import LANGUAGES, program_catalogue
from senpu.replay.annotation.studies import ChapterTexts, Study
from senpu.tui.jobs.studies import CheckedChapter, name_chapter, name_study
from senpu.tui.pages.controls import build_title, render_texts, render_word, tag
from senpu.tui.pages.course import PageContent
from senpu.tui.pages.page import render_choices, render_document, render_game, render_players
from senpu.tui.pictures.captions import Narrators, Words
from senpu.tui.pictures.elements import escape_text


def render_study_page(
    study: Study, path: Path, chapters: list[CheckedChapter], language: str
) -> Iterator[str]:
    """Yield the rows of the page of a study in its initial language.

    Args:
        study: The study.
        path: Its file.
        chapters: Its chapters, all open.
        language: The initial language.

    Yields:
        The rows.
    """
    named = {each: name_study(study, path, each) for each in LANGUAGES}
    titles = [_name_chapter(each) for each in chapters]
    links = [
        tag("li", tag("a", f"{at}. ", render_texts(_pick(texts, "title")), href=f"#chapter-{at}"))
        for at, texts in enumerate(titles, 1)
    ]
    head = [
        tag("h1", render_texts(_pick(named, "title")), id="title"),
        tag("p", escape_text(study.author), cls="who"),
        render_choices(),
    ]
    comment = _pick(named, "comment")
    no_script = tag("p", render_word("no_script_study"), cls="note")
    opening = tag(
        "div",
        tag("header", *head, cls="top"),
        tag("p", render_texts(comment), cls="comment") if any(comment.values()) else "",
        tag(
            "nav", tag("h2", render_word("chapters"), cls="aloud", id="chapters-name"),
            tag("ol", *links), cls="chapters", aria_labelledby="chapters-name",
        ),
        tag("noscript", no_script), cls="opening",
    )  # fmt: skip
    games = map(_render_chapter, chapters, titles)
    content = "\n".join((opening, *games))
    yield from render_document(language, _pick(named, "title"), content, "study")


def _name_chapter(found: CheckedChapter) -> dict[str, ChapterTexts]:
    """Return the texts of a chapter by language; a chapter without a title has the game's."""
    made = {}
    for language in LANGUAGES:
        texts = name_chapter(found.chapter, language)
        assert found.game is not None
        title = texts.title or found.game.timeline.rules.spec.title(language)
        made[language] = ChapterTexts(title, texts.comment)
    return made


def _pick(texts: dict[str, ChapterTexts], key: str) -> Words:
    return {language: str(getattr(each, key)) for language, each in texts.items()}


def _render_chapter(found: CheckedChapter, texts: dict[str, ChapterTexts]) -> str:
    """Return the game of a chapter, with its title and comment above the map."""
    assert found.game is not None
    timeline, notes, first = found.game
    narrators = Narrators(timeline.rules.spec, LANGUAGES)
    course = PageContent(timeline, narrators, notes, f"c{found.number}-", first)
    head = [
        tag("h2", f"{found.number}. ", render_texts(_pick(texts, "title"))),
        tag("p", render_texts(build_title(course)), cls="who"),
        *render_players(course),
        *_render_comment(found, course, _pick(texts, "comment")),
    ]
    section = {"id": f"chapter-{found.number}", "data-ids": course.ids}
    return render_game(course, head, **section)


def _render_comment(found: CheckedChapter, course: PageContent, comment: Words) -> Iterator[str]:
    """Yield the comment; in a problem it follows the answer, which can be opened."""
    shown = tag("p", render_texts(comment), cls="comment") if any(comment.values()) else ""
    if not found.chapter.answer:
        yield shown
        return
    decision = course.moment(0, course.shown).state.decision
    side = decision.side if decision is not None else ""
    question = course.narrators.translate(
        lambda each: program_catalogue(each.language).render(
            "page.problem", {"side": each.side(side)}
        )
    )
    yield tag("p", tag("strong", render_texts(question)), cls="comment")
    answers = [tag("p", tag("code", escape_text(each))) for each in found.chapter.answer]
    yield tag("details", tag("summary", render_word("answer")), *answers, shown, cls="answer")
