"""`senpu note`: comments, evaluation symbols, marks and variations in the notes file of a log.

The log is never changed.
"""

import re
from argparse import Namespace
from collections.abc import Iterable, Iterator
from functools import partial

from msgspec.structs import replace as with_

from senpu.logs.dates import current_time
from senpu.logs.marks import Authorship
from senpu.logs.notes import (
    DEEPEST,
    NoteError,
    Notes,
    StoredNote,
    change_note,
    find_note,
    identify_notes,
    merge_notes,
    notes_path,
    walk_notes,
)
from senpu.logs.notes_file import edit_notes, load_notes
from senpu.logs.record import open_record
from senpu.notation.messages import LANGUAGES, Message
from senpu.notation.printable import make_printable
from senpu.notation.reader import read_text
from senpu.replay.annotation.annotated_text import (
    AnnotationError,
    find_own_segments,
    read_annotated_text,
)
from senpu.replay.annotation.annotations import (
    Annotations,
    edit_note,
    make_note,
    normalize_text,
    replace_entries,
    translate_comment,
    translate_note,
)
from senpu.replay.annotation.annotations import add_notes as with_new
from senpu.replay.annotation.branches import Annotation, Branch
from senpu.replay.annotation.note_reader import NoteReader
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.states import State
from senpu.replay.core.timeline import Timeline, UnknownPositionError
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.tui.commands.arguments import (
    RejectedLogError,
    UnusableLogError,
    encode_json,
    make_narrator,
    open_log,
)
from senpu.tui.commands.log_writing import read_input
from senpu.tui.commands.typed_lines import make_rejection, read_items
from senpu.tui.printing import print_notice, print_text
from senpu.tui.render.json_objects import make_note as as_object
from senpu.tui.render.notes_report import render_notes
from senpu.tui.render.text_layout import add_label, get_text
from senpu.tui.user_files import find_default_author

SOMETHING = Message("errors.somethingToNote")
OF_LOG = re.compile(r"(.+):([0-9]{1,9})")
"""A comment of the log: the position, and the number of the comment there, from 1."""
NOTE_ARGUMENTS = ("glyph", "text", "arrow", "highlight", "bookmark", "date", "variation")
"""The arguments that add notes, in the order in which the notes are written."""


def note(given: Namespace) -> int:
    """Add, delete, import or list notes."""
    adding = any(getattr(given, each) not in (None, []) for each in (*NOTE_ARGUMENTS, "source"))
    chosen = [name for name, on in (
        ("--remove", given.remove), ("--import", given.taken),
        ("--translate", given.translate), (SOMETHING, adding),
    ) if on]  # fmt: skip
    if len(chosen) > 1:
        raise UnusableLogError("optionsExclude", one=chosen[0], other=chosen[1])
    if given.source is not None and given.date is None:
        raise UnusableLogError("sourceWithoutDate")
    timeline = open_timeline(*open_log(given.file, given.data))
    try:
        if adding:
            return add(given, timeline)
        if given.translate:
            return translate(given, timeline)
        if given.remove:
            return remove(given)
        return import_notes(given, timeline) if given.taken else show(given, timeline)
    except NoteError as error:
        raise UnusableLogError.from_error(error) from None


# ---- adding ---------------------------------------------------------------------------------


def add(given: Namespace, timeline: Timeline) -> int:
    """Add notes on an event of the log or of a variation."""
    if given.at is None:
        raise UnusableLogError("noteNeedsPosition")
    by = make_authorship(given)
    fresh: set[str] = set()

    def change(notes: Notes) -> Notes:
        bound = check_notes(given, timeline, notes)
        before = {each.ident for each in walk_notes(notes.notes)}
        branch = bound.find_variation(given.inside) if given.inside else None
        number = timeline.find(given.at) if branch is None else find_in_variation(branch, given.at)
        state = (branch or timeline).get_full_position(number).state
        depth = branch.depth if branch else 0
        new = list(make_notes(given, timeline, number, state, depth, by))
        after = with_new(timeline, notes, new, branch)
        fresh.update(each.ident for each in walk_notes(after.notes) if each.ident not in before)
        return after

    notes = edit_notes(notes_path(given.file), change)
    print_notes(given, timeline, Annotations(timeline, notes), fresh)
    return 0


def make_authorship(given: Namespace) -> Authorship:
    """Return the author and the time of new notes."""
    author = find_default_author() if given.author is None else given.author
    return Authorship(normalize_text(author), current_time())


def translate(given: Namespace, timeline: Timeline) -> int:
    """Add texts in other languages to notes, or to comments of the log."""
    by = make_authorship(given)
    changed: set[str] = set()

    def change(notes: Notes) -> Notes:
        check_notes(given, timeline, notes)
        for name, language, text in given.translate:
            before = {ident: note for ident, note, _ in walk_notes(notes.notes)}
            if comment := OF_LOG.fullmatch(name):
                number = timeline.find(comment[1])
                count = len(timeline.comments.get(number, ()))
                if not 1 <= int(comment[2]) <= count:
                    raise UnusableLogError(
                        "noCommentInLog", number=number, comment=int(comment[2]), n=count
                    )
                notes = translate_comment(
                    timeline, notes, number, int(comment[2]), language, text, by
                )
            else:
                ident = find_note(notes.notes, name).ident
                adding = partial(translate_note, language=language, text=text)
                notes = edit_note(timeline, notes, ident, adding)
            changed.update(
                ident for ident, note, _ in walk_notes(notes.notes)
                if note.translations and note != before.get(ident)
            )  # fmt: skip
        return notes

    notes = edit_notes(notes_path(given.file), change)
    print_notes(given, timeline, Annotations(timeline, notes), changed)
    for name, language, text in given.translate:
        if not given.json and language != given.lang:  # else the notes above have it
            print_text(make_printable(f"  {name} [{language}]: {normalize_text(text)}"))
        if language not in LANGUAGES:
            fields = {"tag": make_printable(language), "have": ", ".join(LANGUAGES)}
            print_notice(get_text(given.lang, "note_other_language", **fields))
    return 0


def check_notes(given: Namespace, timeline: Timeline, notes: Notes) -> Annotations:
    """Return the notes if all of them fit the log. Raises RejectedLogError."""
    bound = Annotations(timeline, notes)
    if bound.faults:
        raise RejectedLogError.from_fault(bound.faults[0], str(notes_path(given.file)))
    return bound


def find_in_variation(branch: Branch, position: str) -> int:
    """Return the number of an event of a variation. Raises UnknownPositionError."""
    number = {"start": 0, "end": branch.last}.get(position, -1)
    if re.fullmatch("[0-9]+", position):
        number = int(position[:9])  # of more digits than any line has events
    if not 0 <= number <= branch.last:
        raise UnknownPositionError("positionInVariation", text=position, last=branch.last)
    return number


def make_notes(
    given: Namespace, timeline: Timeline, number: int, state: State, depth: int, by: Authorship
) -> Iterable[StoredNote]:
    """Yield the notes to add, after checking them. Raises NoteError, RejectedEventError."""
    for kind in NOTE_ARGUMENTS:
        values = getattr(given, kind)
        values = [] if values is None else [values] if isinstance(values, str) else values
        if kind == "text" and given.text == "-":
            values = [row for row in read_input().splitlines() if row.strip()]
        for value in values:
            kind = "comment" if kind == "text" else kind
            if kind != "variation":
                yield make_note(timeline, number, kind, value, by, given.source or "")
                continue
            text, notes = read_variation(given, timeline, value, state, depth, by)
            yield with_(make_note(timeline, number, kind, text, by), notes=notes)


def read_variation(
    given: Namespace, timeline: Timeline, text: str, state: State, depth: int, by: Authorship
) -> tuple[str, tuple[StoredNote, ...]]:
    """Return a typed variation, and the notes inside it. Raises NoteError, RejectedEventError."""
    if depth >= DEEPEST:
        raise NoteError("tooDeep", most=DEEPEST)
    gatherer = NoteReader(timeline.rules, by, fill=True)
    try:
        return gatherer.read_variation(read_items(text, given.lang), state, depth=depth + 1)
    except ReductionError as bad:
        assert gatherer.course is not None
        raise make_rejection(bad, gatherer.course, make_narrator(timeline.rules, given)) from None


# ---- removing, taking over, listing ---------------------------------------------------------


def remove(given: Namespace) -> int:
    """Delete notes, also notes that do not fit the log."""

    def change(notes: Notes) -> Notes:
        entries = notes.notes
        for ident in [find_note(entries, each).ident for each in given.remove]:
            if any(
                each.ident == ident for each in walk_notes(entries)
            ):  # not deleted with its variation
                entries = change_note(entries, ident, lambda _: None)
        return with_(notes, notes=entries)

    path = notes_path(given.file)
    before = len(list(walk_notes(load_notes(path).notes)))
    after = len(list(walk_notes(edit_notes(path, change).notes)))
    print_text(get_text(given.lang, "note_removed", file=path.name, n=before - after, of=before))
    return 0


def import_notes(given: Namespace, timeline: Timeline) -> int:
    """Import the notes of an annotated text."""
    assert timeline.record.source is not None
    own = find_own_segments(read_text(timeline.record.source.data)[0].lines)
    who = normalize_text(given.author or "")
    try:
        found = read_annotated_text(open_record(given.taken), own, who, given.data, timeline)
    except AnnotationError as error:
        raise RejectedLogError.from_fault(error.fault, str(given.taken)) from None
    if faults := Annotations(timeline, found).faults:
        raise RejectedLogError.from_fault(faults[0], str(given.taken))
    counts: list[int] = []

    def change(notes: Notes) -> Notes:
        check_notes(given, timeline, notes)
        made = replace_entries(timeline, notes, merge_notes(notes.notes, found.notes))
        counts.append(len(list(walk_notes(made.notes))) - len(list(walk_notes(notes.notes))))
        return made

    path = notes_path(given.file)
    edit_notes(path, change)
    known = len(list(walk_notes(found.notes))) - counts[0]
    counted = (
        get_text(given.lang, "imported", n=counts[0]),
        get_text(given.lang, "imported_known", n=known),
    )
    text = get_text(given.lang, "and").join(counted)
    print_text(add_label(given.lang, make_printable(path.name), text))
    return 0


def show(given: Namespace, timeline: Timeline) -> int:
    """List the notes, all or those at a position."""
    path = notes_path(given.file)
    bound = Annotations(timeline, load_notes(path))
    chosen = {each.ident for each in identify_notes(bound.file.notes)}
    if given.inside:
        branch = bound.find_variation(given.inside)
        at = None if given.at is None else find_in_variation(branch, given.at)
        within = branch.annotations if at is None else branch.find_annotations(at)
        chosen = {each.ident for each in within}
    elif given.at is not None:
        chosen = {each.ident for each in bound.find_annotations(timeline.find(given.at))}
    print_notes(given, timeline, bound, chosen)
    timeline.extend()
    if timeline.fault is not None:
        print_notice(timeline.fault.render(str(given.file), given.lang))
    for fault in bound.faults:
        print_notice(fault.render(str(path), given.lang))
    return 1 if bound.faults or timeline.fault else 0


def print_notes(given: Namespace, timeline: Timeline, bound: Annotations, chosen: set[str]) -> None:
    """Print the chosen notes, with the notes inside them."""
    path = notes_path(given.file)
    shown = list(choose_notes(bound.annotations, chosen))
    if given.json:
        answer = {
            "file": str(path),
            "game": timeline.headers.get("Game", ""),
            "notes": [as_object(each, given.lang) for each in shown],
            "faults": [
                {
                    "id": each.id,
                    "line": each.line,
                    "event": each.event,
                    "message": str(each.message),
                }
                for each in bound.faults
            ],
        }
        print_text(encode_json(answer))
        return
    narrator = make_narrator(timeline.rules, given)
    print_text("\n".join(render_notes(path, shown, bound, narrator)))


def choose_notes(annotations: Iterable[Annotation], chosen: set[str]) -> Iterator[Annotation]:
    """Yield the chosen notes, each with the notes inside it."""
    for each in annotations:
        if each.ident in chosen:
            yield each
        elif each.branch is not None:
            yield from choose_notes(each.branch.annotations, chosen)
