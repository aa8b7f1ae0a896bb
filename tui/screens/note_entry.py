"""Entering notes in the player: the menu pages, the input line, the writing."""

from collections.abc import Callable, Coroutine
from itertools import chain
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace
from textual import events
from textual.binding import BindingType

from senpu.notation.faults import Error
from senpu.notation.printable import make_printable
from senpu.replay.annotation.annotations import normalize_text
from senpu.tui.boards.scene import Scene
from senpu.tui.keys import NOTE_CHOOSER, NOTE_ENTRY, make_bindings
from senpu.tui.screens import page_stack
from senpu.tui.screens.input_lines import InputLine, close_line, open_line
from senpu.tui.screens.note_changes import NoteEditor
from senpu.tui.screens.note_places import (
    PlaceSelection,
    add_place,
    begin_places,
    confirm_places,
    find_cursor_place,
    list_places,
    type_places,
)
from senpu.tui.screens.page_stack import PageFrame, PlayerPages
from senpu.tui.screens.recording_pages import make_row, make_text
from senpu.tui.screens.recording_targets import WritablePlayer
from senpu.tui.widgets.bars import HeaderPart
from senpu.tui.widgets.chooser import Chooser, ChooserEntry, ChooserPage
from senpu.tui.widgets.clicks import ObjectClicked
from senpu.tui.widgets.note_texts import describe_author, describe_note
from senpu.tui.widgets.painting import Look, Row, wrap_text

if TYPE_CHECKING:
    from senpu.replay.annotation.branches import Annotation
    from senpu.replay.annotation.variations import Variation


JUDGEMENTS = ("!", "?", "!!", "??", "!?", "?!")
"""The glyphs in the order of the notation; their texts are `glyph_` and the index."""
SHORT = 28
"""The cells of a note in a row, so that its author and date fit next to it."""
CHANGED = ("comment", "bookmark", "date")
"""The kinds of notes that can be edited; others are deleted and entered again."""


def format_kind(look: Look, use: str, kind: str) -> str:
    """Return a text about a kind of notes."""
    return look.word(f"{use}_{kind}")


def make_title(note_entry: "NoteEntry") -> str:
    """Return the title of the pages: the event that the note is about."""
    screen = note_entry.screen
    if not screen.position:
        return screen.look.word("notes_on_start")
    event = make_printable(screen.narrator.event(screen.course.get_event(screen.position).event))
    return screen.look.word("notes_on", n=screen.position, event=event)


def make_first_page(note_entry: "NoteEntry") -> ChooserPage:
    """Return the menu: kinds of notes to add, then the notes on the event."""
    screen, writing = note_entry.screen, note_entry.writing
    look = screen.look

    def chosen(what: str, take: Callable[[], None]) -> ChooserEntry:
        return make_row(
            look, format_kind(look, "noted", what), format_kind(look, "about", what), take
        )

    def typed(what: str) -> ChooserEntry:
        return chosen(what, lambda: note_entry.type_text(what))

    entries = [typed("comment")]
    if screen.position:
        entries.append(chosen("glyph", lambda: note_entry.push(make_glyph_page)))
    entries += [
        chosen("arrow", lambda: begin_places(note_entry, "arrow")),
        chosen("highlight", lambda: begin_places(note_entry, "highlight")),
        chosen("variation", screen.action_variation),
        typed("bookmark"),
        typed("date"),
    ]
    entries += [_make_note_row(note_entry, each) for each in note_entry.notes]
    tree = screen.note_tree
    found = tree.find_variations(screen.course, screen.position) if tree else []
    entries += [_make_variation_row(note_entry, each) for each in found]
    if writing.done:
        entries.append(
            make_row(
                look,
                look.word("undo_note"),
                look.word("undo_note_help"),
                note_entry.undo_last,
            )
        )
    who = writing.author or look.word("anonymous")
    entries.append(
        make_row(look, look.word("noted_author"), who, lambda: note_entry.type_text(
            "author", writing.author, lambda name: set_author(note_entry, name)
        ))
    )  # fmt: skip
    return ChooserPage(make_title(note_entry), entries, role="note")


def set_author(note_entry: "NoteEntry", name: str) -> None:
    """Set the author of new notes."""
    app = note_entry.screen.senpu
    app.author = normalize_text(name)
    app.memory.keep_author(app.author)
    note_entry.rebuild()


def make_blocked_page(note_entry: "NoteEntry", why: str) -> ChooserPage:
    """Return a page with the reason why no note can be written."""
    screen = note_entry.screen
    look, faults = screen.look, screen.notebook.faults
    caption = [look.word("cannot_note", why=look.word(why))]
    caption += [
        make_printable(fault.render(str(screen.notebook.path), look.language))
        for fault in faults[:3]
    ]
    stop = make_row(
        look, look.word("key_stop_recording"), look.word("leave_noting"), note_entry.leave
    )

    def rows(width: int, height: int) -> list[Row]:
        shown = (wrap_text(look, text, width - 2, margin=1) for text in caption)
        return [*chain.from_iterable(shown)][:height]

    return ChooserPage(look.word("noting"), [stop], rows, "error")


# ---- glyphs ---------------------------------------------------------------------------------


def make_glyph_page(note_entry: "NoteEntry") -> ChooserPage:
    """Return the page of glyphs; taking the author's own glyph again deletes it."""
    look = note_entry.screen.look
    own = [
        each
        for each in note_entry.notes
        if each.note.kind == "glyph" and note_entry.writing.is_own(each.note)
    ]

    def judged(at: int, glyph: str) -> ChooserEntry:
        mine = next((each.ident for each in own if each.note.text == glyph), "")
        caption = look.word(f"glyph_{at}")
        if mine:
            caption = f"{caption}  {look.signs.good} {look.word('again_removes')}"

        def take() -> None:
            if mine:
                note_entry.write(note_entry.writing.remove(mine), "removed")
            else:
                note_entry.add("glyph", glyph)

        return make_row(look, f"{glyph:<2}", caption, take)

    entries = [judged(at, glyph) for at, glyph in enumerate(JUDGEMENTS)]
    return ChooserPage(make_title(note_entry), entries, role="note")


# ---- existing notes -------------------------------------------------------------------------


def _make_note_row(note_entry: "NoteEntry", each: "Annotation") -> ChooserEntry:
    look, note = note_entry.screen.look, each.note
    caption = describe_note(note, note_entry.screen.narrator)
    text = look.clip(f"{caption.lead} {caption.text}".strip(), SHORT)
    who = describe_author(note)

    def take() -> None:
        if note_entry.writing.is_own(note):
            note_entry.push(lambda note_entry: _make_actions_page(note_entry, each))
        else:
            note_entry.screen.show_message(look.word("not_own"))

    return make_row(look, f"{look.signs.comment} {text}", who, take)


def _make_actions_page(note_entry: "NoteEntry", each: "Annotation") -> ChooserPage:
    """Return the page of actions on a note of the author."""
    look, note = note_entry.screen.look, each.note
    entries = []
    if note.kind in CHANGED:
        shown = note.in_language(look.language)
        text = f"{shown.text} {shown.source}".rstrip()

        def change(typed: str) -> None:
            source = ""
            if note.kind == "date":
                typed, _, source = typed.strip().partition(" ")
            note_entry.write(note_entry.writing.edit(each.ident, note, typed, source), "changed")

        entries.append(
            make_row(
                look,
                look.word("change_note"),
                "",
                lambda: note_entry.type_text(note.kind, text, change),
            )
        )
    entries.append(_remove(note_entry, each.ident, ""))
    return _make_detail_page(look, describe_note(note, note_entry.screen.narrator).text, entries)


def _remove(note_entry: "NoteEntry", ident: str, caption: str) -> ChooserEntry:
    look = note_entry.screen.look

    def take() -> None:
        note_entry.write(note_entry.writing.remove(ident), "removed")

    return make_row(look, look.word("remove_note"), caption, take)


def _make_variation_row(note_entry: "NoteEntry", variation: "Variation") -> ChooserEntry:
    look, note = note_entry.screen.look, variation.branch.note
    text = look.clip(make_printable(variation.branch.text), SHORT - 2)
    return make_row(
        look, f"( {text} )", describe_author(note),
        lambda: note_entry.push(lambda note_entry: _make_variation_page(note_entry, variation)),
    )  # fmt: skip


def _make_variation_page(note_entry: "NoteEntry", variation: "Variation") -> ChooserPage:
    """Return the page of actions on a variation: show, continue, delete."""
    screen = note_entry.screen
    look = screen.look

    def show() -> None:
        note_entry.leave()
        screen.go_to(variation.fork + 1, variation)

    def go_on() -> None:
        screen.go_to(variation.last, variation)
        screen.action_variation()

    entries = [
        make_row(look, look.word("show_line"), "", show),
        make_row(look, look.word("continue_line"), "", go_on),
    ]
    if note_entry.writing.is_own(variation.branch.note):
        inside = len(variation.branch.annotations)
        caption = look.word("with_inside", n=inside) if inside else ""
        entries.append(_remove(note_entry, variation.branch.ident, caption))
    return _make_detail_page(look, make_printable(variation.branch.text), entries)


def _make_detail_page(look: Look, text: str, entries: list[ChooserEntry]) -> ChooserPage:
    """Return a page with the full text of a note."""
    return ChooserPage(look.word("noting"), entries, make_text(look, text), "note")


class NoteChooser(Chooser):
    """The chooser of the note entry."""

    BINDINGS: ClassVar[list[BindingType]] = [*make_bindings(NOTE_CHOOSER)]

    def __init__(self, note_entry: "NoteEntry") -> None:
        super().__init__(note_entry.screen.look, note_entry)
        self.note_entry = note_entry

    def action_undo(self) -> None:
        """Remove the last place, or undo the last change."""
        self.note_entry.undo_last()

    def action_type_places(self, begun: str = "") -> None:
        """Type the places."""
        type_places(self.note_entry, begun)

    def action_number(self, number: int) -> None:
        """Choose a row by its number; on a map of numbers, begin to type a place."""
        if self.page.numbered:
            super().action_number(number)
        else:
            type_places(self.note_entry, str(number))

    def on_key(self, event: events.Key) -> None:
        """Begin to type a place whose number begins with 0, which is the number of no row."""
        if event.key == "0" and not self.page.numbered:
            event.stop()
            type_places(self.note_entry, "0")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Return whether the page has an action; without one, the key is one of the player."""
        is_sideways = action == "aim" and bool(parameters) and bool(parameters[0])
        return not (action == "type_places" or is_sideways) or bool(self.note_entry.way.kind)


class NoteEntry(PlayerPages):
    """The entry of notes on the current event of a player."""

    KEYS = NOTE_ENTRY
    FOOTER = "annotate"
    first = staticmethod(make_first_page)
    screen: WritablePlayer

    def __init__(self, screen: WritablePlayer, writing: NoteEditor) -> None:
        super().__init__(screen)
        self.writing = writing
        self.way = PlaceSelection()
        self._line: InputLine | None = None
        self._made_for: tuple[object, ...] = ()
        self._once = False
        """True if the entry ends after one note."""

    # ---- on and off -----------------------------------------------------------------------

    def begin(self, what: str = "") -> None:
        """Open or close the menu; with `what`, begin a note of that kind."""
        screen = self.screen
        screen.show_message("")
        if what and (why := self.writing.find_block()):
            screen.show_message(screen.look.word("cannot_note", why=screen.look.word(why)))
        elif what == "comment":
            self.type_text("comment")
        elif self.is_on and what:
            self.reset()
            self.push(make_glyph_page)
        elif self.is_on:
            self.leave()
        else:
            self._once = bool(what)
            self.open()
            if what == "glyph":
                self.push(make_glyph_page)
            screen.rearrange()

    def begin_page(self, build: Callable[[Any], ChooserPage]) -> None:
        """Open one page; the entry ends when it is left, or after one note."""
        self.screen.show_message("")
        self._once = True
        self.open()
        self.push(build)
        self.screen.rearrange()

    def make_chooser(self) -> NoteChooser:
        """Return a new chooser."""
        return NoteChooser(self)

    def take(self) -> None:
        """Choose the row at the cursor, except directly after a write: the key may be held."""
        if monotonic() - self.ended >= page_stack.STILL:
            self.screen.show_message("")
            super().take()

    def leave(self) -> None:
        """End the entry."""
        self.close()
        self.screen.show_message("")
        self.way = PlaceSelection()
        super().leave()

    # ---- pages ----------------------------------------------------------------------------

    def reset(self, *frames: PageFrame) -> None:
        """Show the menu, and other pages on it."""
        self.way = PlaceSelection()
        super().reset(*frames)

    def retrace(self) -> None:
        """Return to the page below; from the menu, end the entry."""
        if not self.screen.panel:
            self.way = PlaceSelection()
            if self._once and len(self.stack) == 2:
                self.stack.pop()
        super().retrace()

    def make_replacement_page(self) -> ChooserPage | None:
        """Return the page that replaces all others if no note can be written."""
        why = self.writing.find_block()
        return make_blocked_page(self, why) if why else None

    def rebuild(self) -> None:
        """Make the top page again, and show it."""
        self._made_for = self._key()
        super().rebuild()

    def present(self) -> None:
        """Update the page after the player showed another position."""
        key = self._key()
        if not self.is_on or self.busy or key == self._made_for:
            return
        if key[:2] != self._made_for[:2]:
            self.reset()  # another event
        else:
            self.rebuild()

    def _key(self) -> tuple[object, ...]:
        screen = self.screen
        return screen.course, screen.position, screen.look, screen.note_tree

    @property
    def notes(self) -> "list[Annotation]":
        """The notes on the current event, without variations."""
        return self.screen.notebook.find_notes(self.screen.course, self.screen.position)

    def adapt_scene(self, scene: Scene) -> Scene:
        """Return the scene for the map, with the selected places."""
        shown = super().adapt_scene(scene)
        places = self.way.places
        if not self.is_on or not places:
            return shown
        if self.way.kind == "highlight":
            return replace(shown, highlights=shown.highlights | frozenset(places))
        at = find_cursor_place(self)
        ahead = (*places, at) if at and at != places[-1] else places
        return replace(shown, arrows=(*shown.arrows, ahead))

    def handle_click(self, message: ObjectClicked) -> bool:
        """Select the clicked place; return whether places are being selected."""
        if not self.is_on or not self.way.kind:
            return False
        place = message.ident
        if message.kind == "unit":
            pieces = self.screen.scene.board.pieces
            place = next((piece.place for piece in pieces if piece.id == place), "")
        if self.way.is_complete and self.way.places[-1] == place:
            confirm_places(self)  # the second click on the last place
        elif place:
            add_place(self, place)
        return True

    def can_use(self, word: str) -> bool:
        """Return whether the key of a word does something on the page."""
        selects = bool(self.way.kind)
        if word in ("aim", "type"):
            return selects
        if word in ("comment", "glyph", "variation"):
            return not selects
        return super().can_use(word)

    def make_parts(self) -> list[HeaderPart]:
        """The parts of the header."""
        return [HeaderPart(self.screen.look.word("noting"), "note", "b", 92)]

    # ---- typing ---------------------------------------------------------------------------

    def type_text(
        self, what: str, text: str = "", done: Callable[[str], None] | None = None
    ) -> None:
        """Open the input line.

        Args:
            what: The kind of the note.
            text: The text to edit.
            done: Called with the text; by default a new note is added.
        """
        screen = self.screen
        if screen.footer.label or self.busy:
            return
        screen.footer.label = format_kind(screen.look, "noted", what)

        def given(typed: str) -> None:
            self.close()
            if typed.strip():
                (done or (lambda text: self.add(what, text)))(typed)

        hint = self.format_prompt(what)
        self._line = InputLine(text, hint, given, self.close, row_break=" ")
        open_line(screen, self._line)
        self._line.cursor_position = len(text)
        screen.footer.repaint()

    def format_prompt(self, what: str) -> str:
        """Return the hint in the input line for a kind of note."""
        selects = what in ("arrow", "highlight")
        places = dict(zip("ab", list_places(self), strict=False)) if selects else {}
        return self.screen.look.word(f"prompt_{what}", **places)

    def close(self) -> None:
        """Close the input line."""
        if self._line is not None:
            close_line(self.screen, self._line)
            self._line = None
            self.screen.set_focus(self.chooser)

    # ---- writing --------------------------------------------------------------------------

    def add(self, kind: str, text: str) -> None:
        """Add a note on the current event."""
        source = ""
        if kind == "date":
            text, _, source = text.strip().partition(" ")
        screen = self.screen
        self.write(self.writing.add(screen.course, screen.position, kind, text, source))

    def write(self, work: Coroutine[Any, Any, object], caption: str = "note_saved") -> None:
        """Write in the background, and report success (`said`) or the error."""
        if self.busy:
            work.close()
            return
        self.busy = True
        self.screen.run_worker(self._write(work, caption), group="writing")

    async def _write(self, work: Coroutine[Any, Any, object], caption: str) -> None:
        word = self.screen.look.word
        try:
            done = await work
        except (Error, OSError) as error:
            self.busy = False
            self.screen.show_message(word("note_failed", why=self.screen.look.reason(error)))
            self.rebuild()
            return
        self.busy, self.ended = False, monotonic()
        if self.is_on and self._once:
            self.leave()
        elif self.is_on:
            self.reset()
        if caption == "note_saved" and not self.is_on:
            caption = "note_saved_away"
        self.screen.show_message(word("no_note_to_undo" if done is False else caption))

    def undo_last(self) -> None:
        """Remove the last place; else undo the last change of the notes."""
        if self.way.places:
            self.way = self.way._replace(places=self.way.places[:-1])
            self.rebuild()
        elif not self.writing.find_block():
            self.write(self.writing.undo(), "note_undone")
