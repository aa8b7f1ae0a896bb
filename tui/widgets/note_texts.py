"""Comments and notes on an event, from the log and the notes file.

Notes appear unchanged, with their authors.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from senpu.notation.lexer import GLYPHS
from senpu.notation.printable import make_printable
from senpu.replay.core.narration import Narrator

if TYPE_CHECKING:
    from senpu.logs.notes import StoredNote
    from senpu.replay.annotation.branches import Annotation
    from senpu.replay.annotation.variations import AnyTimeline, VariationTree


BOOKMARK, LINE = "=", "("
REMARK = '"'
ORDER = (REMARK, LINE, *sorted({glyph[0] for glyph in GLYPHS}), BOOKMARK)
"""Signs by precedence: the last one is shown if several share an event or a cell."""


class Landmark(msgspec.Struct, frozen=True):
    """An event with a note or comment."""

    number: int
    sign: str
    bookmark: "StoredNote | None" = None

    @property
    def weight(self) -> int:
        """Return the precedence of the sign."""
        return ORDER.index(self.sign)


def find_landmarks(course: "AnyTimeline", tree: "VariationTree | None") -> list[Landmark]:
    """Return the landmarks of a line's own events, each event once, in order."""
    first = course.fork + 1 if course.parent else 0
    every = [Landmark(number, REMARK) for number in course.comments if number >= first]
    every += [
        Landmark(number, sign[0])
        for number, signs in course.glyphs.items()
        for sign in signs
        if number >= first
    ]
    if tree is not None:
        every += _noted(course, tree)
    found: dict[int, Landmark] = {}
    for each in every:
        if each.number not in found or each.weight > found[each.number].weight:
            found[each.number] = each
    return [found[number] for number in sorted(found)]


def _noted(course: "AnyTimeline", tree: "VariationTree") -> Iterator[Landmark]:
    for number in tree.list_event_numbers(course):
        for each in tree.list_following(course, number):
            yield _find_landmark(number, each)


def _find_landmark(number: int, each: "Annotation") -> Landmark:
    note = each.note
    if each.branch is not None:
        return Landmark(number, LINE)
    if note.kind == "glyph":
        return Landmark(number, note.text[0])
    if note.kind == "bookmark":
        return Landmark(number, BOOKMARK, note)
    return Landmark(number, REMARK)


MISTAKES = frozenset(("?", "??", "?!"))
"""The glyphs that call an event a mistake."""
PLAIN = frozenset(("comment", "glyph"))
"""The kinds of note without a word before them."""


class NoteText(msgspec.Struct, frozen=True):
    """A comment or note as text."""

    lead: str
    """The kind in a word or a sign; empty if plain."""
    text: str
    by: str = ""
    """The author and the time."""


def list_glyphs(line: "AnyTimeline", tree: "VariationTree | None", number: int) -> list[str]:
    """Return all glyphs of an event: first from the log, then from notes."""
    found = list(line.glyphs.get(number, ()))
    if tree is not None:
        found += [
            each.note.text for each in tree.find_notes(line, number) if each.note.kind == "glyph"
        ]
    return found


def describe_notes(
    line: "AnyTimeline", tree: "VariationTree | None", number: int, narrator: Narrator
) -> Iterator[NoteText]:
    """Yield all notes and comments on an event: notes before the log's own, then variations."""
    judged = " ".join(list_glyphs(line, tree, number))
    if judged:
        yield NoteText("", judged)
    for each in tree.find_notes(line, number) if tree else ():
        if each.note.kind not in ("glyph", ""):
            yield describe_note(each.note, narrator)
    for text in list_log_comments(line, tree, number, narrator.language):
        yield NoteText("", text)
    for variation in tree.find_variations(line, number) if tree else ():
        note = variation.branch.note
        lead = f"{narrator.label('note_guess')} (" if note.conjecture else "("
        yield NoteText(lead, f"{variation.branch.text} )", describe_author(note))


def list_log_comments(
    line: "AnyTimeline", tree: "VariationTree | None", number: int, language: str
) -> Iterator[str]:
    """Yield the comments of the log on an event, in the language if the notes have it."""
    for index, text in enumerate(line.comments.get(number, ())):
        found = tree.notes.find_translations(number, index) if tree is not None else {}
        yield make_printable(found.get(language, text))


def describe_note(note: "StoredNote", narrator: Narrator) -> NoteText:
    """Return a note as a word and its text, in the language of the narrator."""
    note = note.in_language(narrator.language)
    text = make_printable(note.text)
    if note.kind == "date":
        source = (
            narrator.label("note_source", source=make_printable(note.source)) if note.source else ""
        )
        return NoteText("", f"{text} {source}".rstrip(), describe_author(note))
    lead = "" if note.kind in PLAIN else narrator.label(f"note_{note.kind}")
    return NoteText(lead, text, describe_author(note))


def describe_author(note: "StoredNote") -> str:
    """Return the author and the day of a note."""
    return ", ".join(filter(None, (make_printable(note.author), note.time[:10])))


def join_comments(
    line: "AnyTimeline", tree: "VariationTree | None", number: int, narrator: Narrator
) -> str:
    """Return the glyphs, date, bookmark and comments of an event in one line."""
    placed, comments = list[str](), list[str]()
    for each in tree.find_notes(line, number) if tree else ():
        note = each.note.in_language(narrator.language)
        if note.kind == "comment":
            comments.append(signed(note, narrator))
        elif note.kind in ("date", "bookmark"):  # the panel names the author
            placed.append(f"{BOOKMARK} " * (note.kind == "bookmark") + make_printable(note.text))
    comments += list_log_comments(line, tree, number, narrator.language)
    return " / ".join([*list_glyphs(line, tree, number), *placed, *comments])


def signed(note: "StoredNote", narrator: Narrator) -> str:
    """Return a comment with its author."""
    text, author = make_printable(note.text), make_printable(note.author)
    return narrator.label("note_signed", text=text, author=author) if author else text
