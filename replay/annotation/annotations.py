"""Notes bound to the events of a log: find the notes that fit; create and change notes."""

import unicodedata
from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from senpu.logs.marks import Authorship
from senpu.logs.notes import (
    TRANSLATES,
    NoteError,
    Notes,
    StoredNote,
    change_note,
    check_note,
    find_note,
    identify_notes,
    sort_notes,
)
from senpu.notation.faults import Fault, fault_message, make_fault
from senpu.notation.messages import Message
from senpu.notation.mistakes import cut
from senpu.replay.annotation.branches import Annotation, Branch, PlacedNotes
from senpu.replay.core.event_digest import EventDigest
from senpu.replay.core.position_changes import LogGap
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.timeline import GameLine, Timeline, TimelinePosition
from senpu.replay.core.views import View
from senpu.spec.loader import Spec

KEPT = 512
"""A digest is kept for each event whose number is a multiple of this one."""


class Digests:
    """The digests that bind notes to the events of a log.

    They are computed on demand, and some are kept: each is found quickly in a log of any length.
    """

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self._trails = [EventDigest(timeline.record.headers)]
        """The digests up to every `KEPT`-th event."""
        self._number = 0
        """The last of these events."""
        self._known: dict[int, str] = {}

    def find_digest(self, number: int) -> str | None:
        """Return the digest of the events up to an event, or None if the log has no such event."""
        if number in self._known:
            return self._known[number]
        if number > self.timeline.extend(number):
            return None
        start = number - number % KEPT
        self.compute_to(start)
        trail = self._trails[start // KEPT].copy()
        for each in range(start + 1, number + 1):
            self._add(trail, each)
        self._known[number] = trail.digest
        return trail.digest

    def compute_to(self, number: int) -> None:
        """Compute the digests up to an event in advance."""
        while self._number + KEPT <= number:
            trail = self._trails[-1].copy()
            for each in range(self._number + 1, self._number + KEPT + 1):
                self._add(trail, each)
            self._trails.append(trail)
            self._number += KEPT

    def _add(self, trail: EventDigest, number: int) -> None:
        trail.add(self.timeline.get_full_event(number), self.timeline.get_event(number).actor)


def find_digest(timeline: Timeline, number: int) -> str:
    """Return the digest that binds a note to an event of the log."""
    found = Digests(timeline).find_digest(number)
    assert found is not None
    return found


def find_places(spec: Spec) -> set[str]:
    """Return the places that the map of a game shows, the boxes next to the map included."""
    places = {area.id for area in spec.areas}
    if spec.game.board == "hexes":
        places |= set(spec.values.table("terrain"))
    return places | {box.place for box in spec.game.box if box.place}


def check_places(note: StoredNote, places: set[str]) -> None:
    """Check that an arrow or a highlight names places of the game.

    Raises:
        NoteError: It names another place.
    """
    if note.kind in ("arrow", "highlight"):
        for place in note.text.split(">" if note.kind == "arrow" else "+"):
            if place not in places:
                raise NoteError(fault="notePlace", kind=note.kind, text=note.text, place=place)


def check_conjecture(timeline: Timeline, branch: Branch, sight: View) -> None:
    """Check that a variation leads through the gap that follows the event where it begins.

    Args:
        timeline: The log.
        branch: The variation.
        sight: The view in which the last position is compared with the stated one.

    Raises:
        NoteError: No gap follows, or the variation leads to another position.
    """
    number = branch.event + 1
    timeline.extend(number)
    if number not in timeline.list_gap_events():
        raise NoteError("noGap", fault="noteConjecture", number=number)
    reached = branch.get_full_position(branch.last).state
    stated = timeline.get_full_position(number).state
    if sight.filter_state(reached) != sight.filter_state(stated):
        raise NoteError(fault="noteConjecture", number=number)


class Annotations(PlacedNotes):
    """The notes that fit a log, and the faults of the others."""

    def __init__(
        self,
        timeline: Timeline,
        notes: Notes,
        faults: Iterable[Fault] = (),
        digests: Digests | None = None,
    ) -> None:
        """Bind notes to a log, which is read up to the last event with a note.

        Args:
            timeline: The log. When it grows, bind its notes again.
            notes: The notes.
            faults: The faults of the file of notes.
            digests: The digests of the log, if they are known.
        """
        self.timeline = timeline
        self.file = notes
        self.found: dict[str, Annotation] = {}
        """Every note that fits, by id; notes inside variations included."""
        self._translations: dict[tuple[int, int], list[StoredNote]] = {}
        """The entries with translations of a comment of the log, by event and number."""
        self._places = find_places(timeline.rules.spec)
        self._faults = list(faults)
        known = digests or Digests(timeline)
        self._digests = {
            number: known.find_digest(number) for number in {n.event for n in notes.notes}
        }
        self._fitting = sorted({n.event for n in notes.notes if self._digests[n.event] == n.digest})
        bound = list(self._bind_all(notes))
        # The place of a variation depends on whether another event follows.
        last = timeline.extend(max((each.note.event for each in bound), default=0) + 1)
        super().__init__(bound, last)

    @property
    def faults(self) -> list[Fault]:
        """The faults of notes that do not fit, in order, in the view of the timeline."""
        sight = self.timeline.view
        return [
            sight.filter_fault(each) if each.id == "noteLine" else each for each in self._faults
        ]

    @property
    def bookmarks(self) -> list[StoredNote]:
        """The bookmarks of the log."""
        return [each.note for each in self.annotations if each.note.kind == "bookmark"]

    def find_translations(self, number: int, index: int) -> dict[str, str]:
        """Return the translations of a comment of the log, by language tag.

        Args:
            number: The number of the event.
            index: The index of the comment among the comments on the event, from 0.

        Returns:
            The texts; if several entries have a language, the first one counts.
        """
        found: dict[str, str] = {}
        for note in self._translations.get((number, index + 1), ()):
            found = {**note.translations, **found}
        return found

    def find_variation(self, ident: str) -> Branch:
        """Return the variation whose id has a prefix.

        Raises:
            NoteError: No note, several notes, or a note of another kind has this prefix.
        """
        full = find_note(self.file.notes, ident).ident
        found = self.found.get(full)
        if found is None or found.branch is None:
            raise NoteError("noVariation", note=ident)
        return found.branch

    # ---- binding ----------------------------------------------------------------------------

    def _bind_all(self, notes: Notes) -> Iterator[Annotation]:
        game = self.timeline.headers.get("Game", "")
        for ident, note, _ in identify_notes(notes.notes):
            if notes.game not in ("", game):
                why = fault_message("noteMisfit", "otherGame", game=notes.game, own=game)
                self._add_fault(ident, note, why)
            elif misfit := self._find_misfit(note):
                self._add_fault(ident, note, misfit)
            else:
                yield from self._bind(ident, note, None)

    def _find_misfit(self, note: StoredNote) -> Message | None:
        """Return the reason why a note does not fit the events of the log, or None."""
        found = self._digests.get(note.event)
        if found == note.digest:
            return None
        number = note.event
        if found is None:
            key = "pastFault" if self.timeline.fault else "pastEnd"
            return fault_message("noteMisfit", key, number=number, n=self.timeline.last)
        if not number:
            return fault_message("noteMisfit", "otherHeaders")
        before = [each for each in self._fitting if each < number]
        if not before:
            return fault_message("noteMisfit", "otherEvents", number=number)
        return fault_message("noteMisfit", "otherEventsSince", number=number, same=before[-1])

    def _bind(self, ident: str, note: StoredNote, parent: Branch | None) -> Iterator[Annotation]:
        """Yield a note on an event of the log, or of the variation `parent`, if it fits."""
        made = Annotation(ident, note)
        try:
            check_places(note, self._places)
            if note.kind == TRANSLATES:
                self._bind_translations(note)
            if note.kind == "variation":
                made = Annotation(ident, note, self._branch(ident, note, parent))
        except NoteError as error:
            self._add_fault(ident, note, error.message, error.fault)
        except ReductionError as bad:
            if bad.is_withheld:
                return  # whether the variation fits would reveal a hidden fact
            rule = bad.rejection.rule if bad.rejection else None
            self._add_fault(ident, note, bad.message, "noteLine", rule)
        else:
            self.found[ident] = made
            yield made

    def _bind_translations(self, note: StoredNote) -> None:
        """Find the comment of the log that an entry translates.

        Raises:
            NoteError: The log has no such comment.
        """
        self.timeline.extend(note.event + 1)  # comments in the rows below the event included
        count = len(self.timeline.comments.get(note.event, ()))
        if int(note.text) > count:
            raise NoteError(
                fault_message(
                    "noteMisfit", "noComment", number=note.event, comment=int(note.text), n=count
                ),
                fault="noteMisfit",
            )
        self._translations.setdefault((note.event, int(note.text)), []).append(note)

    def _branch(self, ident: str, note: StoredNote, parent: Branch | None) -> Branch:
        start: TimelinePosition = (parent or self.timeline).get_full_position(note.event)
        # Face-down cards are hidden in the log itself.
        is_open = not self.timeline.is_locked or self.timeline.record.hands_nonce
        sight = None if is_open else self.timeline.view
        branch = Branch(self.timeline, ident, note, start, parent, sight)
        if note.conjecture:
            check_conjecture(self.timeline, branch, sight or View(self.timeline.rules))
        inside: list[Annotation] = []
        for inner, each, _ in identify_notes(note.notes, ident):
            if each.event > branch.last:
                why = fault_message("noteMisfit", "pastLine", number=each.event, n=branch.last)
                self._add_fault(inner, each, why)
            else:
                inside += self._bind(inner, each, branch)
        branch.set_annotations(inside)
        return branch

    def _add_fault(
        self,
        ident: str,
        note: StoredNote,
        why: Message,
        fault: str = "noteMisfit",
        rule: str | None = None,
    ) -> None:
        """Add a fault of a note: the note by its id and text, and why it does not fit."""
        row = self.file.rows.get(ident, 0)
        fields = {"note": ident[:6], "text": cut(f"{note.kind} {note.text}".strip()), "why": why}
        message = fault_message("noteMisfit", "ofNote", **fields)
        path, hint = self.timeline.record.path, None
        if fault == "noteMisfit" and path is not None:
            hint = fault_message(fault, "removeHint", log=path, note=ident[:6])
        made = make_fault(fault, row, "", message, hint=hint or "hint", layer="notes")
        self._faults.append(replace(made, event=note.event, rule=rule))


def list_comments(
    line: GameLine, notes: Annotations | None, number: int, language: str
) -> list[str]:
    """Return the comments of the log on an event, each in a language if the notes have it."""
    return [
        notes.find_translations(number, index).get(language, text) if notes else text
        for index, text in enumerate(line.comments.get(number, ()))
    ]


def normalize_text(text: str) -> str:
    """Return a typed text in NFC, without spaces at its ends."""
    return unicodedata.normalize("NFC", text).strip(" ")


def make_note(
    timeline: Timeline, number: int, kind: str, text: str, by: Authorship, source: str = ""
) -> StoredNote:  # fmt: skip
    """Return a note on an event of the log or of a variation.

    Returns:
        The note.

    Raises:
        NoteError: The text is not valid for this kind of note.
    """
    text = normalize_text(text)
    if kind == "comment" and not text:
        raise NoteError("emptyComment")
    note = StoredNote(
        event=number, kind=kind, text=text, source=normalize_text(source) if kind == "date" else "",
        author=by.author, time=by.time,
    )  # fmt: skip
    check_places(check_note(note), find_places(timeline.rules.spec))
    return note


def add_notes(
    timeline: Timeline,
    notes: Notes,
    new: Iterable[StoredNote],
    branch: Branch | None = None,
    digests: Digests | None = None,
) -> Notes:
    """Return notes together with new ones on events of the log, or of a variation."""
    if branch is not None:
        inside = tuple(new)
        return edit_note(
            timeline, notes, branch.ident, lambda line: replace(line, notes=(*line.notes, *inside))
        )
    known = digests or Digests(timeline)
    bound = [replace(note, digest=known.find_digest(note.event) or "") for note in new]
    return replace_entries(timeline, notes, (*notes.notes, *bound))


def make_conjecture(timeline: Timeline, gap: LogGap, text: str, by: Authorship) -> StoredNote:
    """Return the note that marks a way through a gap as a conjecture."""
    note = make_note(timeline, gap.event - 1, "variation", text, by)
    return replace(note, conjecture=True)


def add_conjecture(
    timeline: Timeline, notes: Notes, note: StoredNote, digests: Digests | None = None
) -> Notes:
    """Return notes together with a conjecture.

    Raises:
        NoteError: The notes have the same conjecture.
    """
    for ident, each, _ in identify_notes(notes.notes):
        if each.conjecture and (each.event, each.text) == (note.event, note.text):
            raise NoteError("knownConjecture", note=ident[:6], hint=None)
    return add_notes(timeline, notes, [note], digests=digests)


def replace_notes(
    timeline: Timeline,
    notes: Notes,
    author: str,
    new: Iterable[StoredNote],
    digests: Digests | None = None,
) -> Notes:
    """Return notes in which new notes replace an author's notes on events of the log.

    A variation in which another author has written remains.

    Returns:
        The notes.
    """
    kept: list[StoredNote] = []
    for note in notes.notes:
        others = tuple(each for each in note.notes if not _all_by(author, each))
        if note.author != author:
            kept.append(note)
        elif others:
            kept.append(replace(note, notes=others))
    there = {(note.event, note.text) for note in kept if note.author == author}
    fresh = [
        note for note in new if note.kind != "variation" or (note.event, note.text) not in there
    ]
    return add_notes(timeline, replace(notes, notes=tuple(kept)), fresh, digests=digests)


def _all_by(author: str, note: StoredNote) -> bool:
    return note.author == author and all(_all_by(author, each) for each in note.notes)


def translate_note(note: StoredNote, language: str, text: str) -> StoredNote:
    """Return a note with its text, or the source of a date, in a language.

    Raises:
        NoteError: The language or the text is invalid, or the note has no text to translate.
    """
    if not (text := normalize_text(text)):
        raise NoteError("emptyComment")
    return check_note(replace(note, translations={**note.translations, language: text}))


def translate_comment(
    timeline: Timeline, notes: Notes, number: int, comment: int, language: str, text: str,
    by: Authorship,
) -> Notes:  # fmt: skip
    """Return notes with a comment of the log in a language.

    Args:
        timeline: The log.
        notes: The notes.
        number: The number of the event.
        comment: The number of the comment on the event, from 1.
        language: The language tag.
        text: The text.
        by: The author of a new entry; an entry of the same author gets the text otherwise.

    Returns:
        The notes.

    Raises:
        NoteError: The language or the text is invalid.
    """
    new = StoredNote(
        event=number, kind=TRANSLATES, text=str(comment), author=by.author, time=by.time
    )
    for ident, note, _ in identify_notes(notes.notes):
        place = (note.event, note.kind, note.text, note.author)
        if place == (new.event, new.kind, new.text, new.author):
            return edit_note(
                timeline, notes, ident, lambda found: translate_note(found, language, text)
            )
    return add_notes(timeline, notes, (translate_note(new, language, text),))


def edit_note(
    timeline: Timeline, notes: Notes, ident: str, change: Callable[[StoredNote], StoredNote | None]
) -> Notes:
    """Return notes with one note changed, or deleted if `change` returns None."""
    return replace_entries(timeline, notes, change_note(notes.notes, ident, change))


def replace_entries(timeline: Timeline, notes: Notes, entries: Iterable[StoredNote]) -> Notes:
    """Return the notes of a file with these entries, each in its place."""
    kept = list(entries)
    last = timeline.extend(max((each.event for each in kept), default=0) + 1)
    return replace(notes, game=timeline.headers.get("Game", ""), notes=sort_notes(kept, last))
