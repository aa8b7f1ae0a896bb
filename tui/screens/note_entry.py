"""Entering notes in the player: the pages to choose from, the line to type into, the writing."""

from collections.abc import Callable, Coroutine
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from msgspec.structs import replace
from textual.binding import BindingType

from senpu.notation.faults import Error
from senpu.notation.writer import format_event
from senpu.replay.annotation.annotations import one_line
from senpu.tui.boards.choices import Prospect
from senpu.tui.boards.scene import Scene
from senpu.tui.keys import NOTING, bindings
from senpu.tui.render.fault_report import told
from senpu.tui.render.text_layout import printable
from senpu.tui.screens.input_lines import Line, opened
from senpu.tui.screens.note_changes import NoteWriting
from senpu.tui.screens.page_stack import Frame, Pages, PagesChooser
from senpu.tui.screens.recording_pages import line, saying
from senpu.tui.screens.recording_targets import WritablePlayer
from senpu.tui.widgets.bars import Part, hints
from senpu.tui.widgets.chooser import Entry, Page
from senpu.tui.widgets.clicks import Pointed
from senpu.tui.widgets.note_panel import by, said_of
from senpu.tui.widgets.painting import Look, Row, wrapped

if TYPE_CHECKING:
    from senpu.replay.annotation.branches import Annotation
    from senpu.replay.annotation.variations import Variation


JUDGEMENTS = ("!", "?", "!!", "??", "!?", "?!")
"""In the order of the notation's own list; their words are `glyph_` and the place here."""
BEFORE_PLACES = 2
"""The lines of a page of places that are none."""
CHANGED = ("remark", "bookmark", "date")
"""What is changed by typing; the others are taken out and said anew."""


def kind_text(look: Look, use: str, kind: str) -> str:
    """Return a text about a kind of notes; the file calls a comment `remark`."""
    return look.word(f"{use}_{'comment' if kind == 'remark' else kind}")


class Way(NamedTuple):
    """Places that are being chosen on the map."""

    kind: str = ""
    """arrow, highlight; nothing while none are chosen."""
    places: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """As a note has it."""
        return (">" if self.kind == "arrow" else "+").join(self.places)

    @property
    def whole(self) -> bool:
        """Whether it can be noted so."""
        return len(self.places) > (self.kind == "arrow")


def title(noting: "Noting") -> str:
    """Which event it is about."""
    screen = noting.screen
    if not screen.position:
        return screen.look.word("notes_on_start")
    event = printable(format_event(screen.course.get_event(screen.position).event))
    return screen.look.word("notes_on", n=screen.position, event=event)


def first(noting: "Noting") -> Page:
    """What may be said, then what is said already."""
    screen, writing = noting.screen, noting.writing
    look = screen.look

    def chosen(what: str, take: Callable[[], None]) -> Entry:
        return line(look, kind_text(look, "noted", what), kind_text(look, "about", what), take)

    def typed(what: str) -> Entry:
        return chosen(what, lambda: noting.type_text(what))

    entries = [typed("remark")]
    if screen.position:
        entries.append(chosen("glyph", lambda: noting.push(glyphs)))
    entries += [
        chosen("arrow", lambda: begin_way(noting, "arrow")),
        chosen("highlight", lambda: begin_way(noting, "highlight")),
        chosen("variation", screen.action_variation),
        typed("bookmark"),
        typed("date"),
    ]
    entries += [_note_line(noting, each) for each in noting.notes]
    tree = screen.note_tree
    found = tree.lines(screen.course, screen.position) if tree else []
    entries += [_variation_line(noting, each) for each in found]
    if writing.done:
        entries.append(
            line(look, look.word("undo_note"), look.word("undo_note_help"), noting.take_back, True)
        )
    who = writing.author or look.word("anonymous")
    entries.append(
        line(look, look.word("noted_author"), who, lambda: noting.type_text(
            "author", writing.author, lambda name: set_author(noting, name)
        ))
    )  # fmt: skip
    return Page(title(noting), entries, role="note")


def set_author(noting: "Noting", name: str) -> None:
    """Write in that name from here on."""
    app = noting.screen.senpu
    app.author = one_line(name)
    app.memory.keep_author(app.author)
    noting.rebuild()


def barred(noting: "Noting", why: str) -> Page:
    """Why nothing can be noted."""
    screen = noting.screen
    look, faults = screen.look, screen.notebook.faults
    said = [look.word("cannot_note", why=look.word(why))]
    said += [
        printable(told(fault, look.language, str(screen.notebook.path))) for fault in faults[:3]
    ]
    stop = line(look, look.word("key_stop_recording"), look.word("leave_noting"), noting.leave)

    def rows(width: int, height: int) -> list[Row]:
        texts = [row for text in said for row in wrapped(text, width - 2)]
        return [Row(look).add(" " + text) for text in texts[:height]]

    return Page(look.word("noting"), [stop], rows, "error")


# ---- judgements -----------------------------------------------------------------------------


def glyphs(noting: "Noting") -> Page:
    """The judgements of an event. One's own is marked; taking it again takes it out."""
    look = noting.screen.look
    own = [
        each for each in noting.notes if each.note.kind == "glyph" and noting.writing.own(each.note)
    ]

    def judged(at: int, glyph: str) -> Entry:
        mine = next((each.ident for each in own if each.note.text == glyph), "")
        said = look.word(f"glyph_{at}")
        if mine:
            said = f"{said}  {look.signs.good} {look.word('again_removes')}"

        def take() -> None:
            if mine:
                noting.write(noting.writing.remove(mine), "removed")
            else:
                noting.add("glyph", glyph)

        return line(look, f"{glyph:<2}", said, take, True)

    entries = [judged(at, glyph) for at, glyph in enumerate(JUDGEMENTS)]
    return Page(title(noting), entries, role="note")


# ---- places on the map ----------------------------------------------------------------------


def begin_way(noting: "Noting", kind: str) -> None:
    """Choose places for an arrow, or to stand out."""
    noting.way = Way(kind)
    noting.push(places)
    scene, pointed = noting.screen.scene, noting.screen.pointed
    start = pointed.ident if pointed and pointed.kind == "area" else scene.marks.focus
    _go_to(noting, start)


def places(noting: "Noting") -> Page:
    """The places of the map and the boxes beside it, to be gone through by the arrow keys or
    clicked on.
    """
    screen, way = noting.screen, noting.way
    look, narrator = screen.look, screen.narrator

    def write() -> None:
        if way.whole:
            noting.add(way.kind, way.text)

    def place_line(place: str) -> Entry:
        name = narrator.place(place)

        def paint(row: Row, until: int) -> None:
            chosen = place in way.places
            row.add(*((look.signs.full, "note", "b") if chosen else (look.signs.spent, "faint")))
            row.add(f" {look.clip(name, until - row.width - 1)}", how="b" if chosen else "")

        shows = Prospect(focus=place)
        return Entry(paint, lambda: add_place(noting, place), shows=shows)

    said = way.text or look.word("no_place")
    ready = look.word("save_places") if way.whole else look.word(f"need_{way.kind}")
    entries = [
        line(look, said, ready, write, True),
        line(look, look.word("type_it"), kind_text(look, "prompt", way.kind),
             lambda: noting.type_text(way.kind, way.text)),
        *(place_line(place) for place in _every_place(noting)),
    ]  # fmt: skip
    told = look.word("places_so_far", way=way.text) if way.whole else look.word("places_help")
    return Page(kind_text(look, "noted", way.kind), entries, saying(look, told, "dim"), "note")


def place_at(noting: "Noting") -> str:
    """The place at the cursor."""
    shows = noting.entry.shows if noting.entry else None
    return shows.focus if isinstance(shows, Prospect) else ""


def add_place(noting: "Noting", place: str) -> None:
    """One place more; the last one once more writes what is chosen, and one that stands out is
    taken out again.
    """
    way = noting.way
    if way.places[-1:] == (place,):
        if way.whole:
            noting.add(way.kind, way.text)
        return
    if way.kind == "highlight" and place in way.places:
        kept = tuple(each for each in way.places if each != place)
        noting.way = way._replace(places=kept)
    else:
        noting.way = way._replace(places=(*way.places, place))
    noting.rebuild()
    _go_to(noting, place)


def _every_place(noting: "Noting") -> list[str]:
    return [*noting.screen.map.places, *noting.screen.map.boxes]


def _go_to(noting: "Noting", place: str) -> None:
    order = _every_place(noting)
    noting.pick(BEFORE_PLACES + (order.index(place) if place in order else 0))


# ---- what is said already -------------------------------------------------------------------


def _note_line(noting: "Noting", each: "Annotation") -> Entry:
    look, note = noting.screen.look, each.note
    said = said_of(note, noting.screen.narrator)
    text = look.clip(f"{said.lead} {said.text}".strip(), 40)
    who = by(note)

    def take() -> None:
        if noting.writing.own(note):
            noting.push(lambda noting: _one(noting, each))
        else:
            noting.screen.say(look.word("not_own"))

    return line(look, f"{look.signs.remark} {text}", who, take)


def _one(noting: "Noting", each: "Annotation") -> Page:
    """What may be done with one's own note."""
    look, note = noting.screen.look, each.note
    entries = []
    if note.kind in CHANGED:
        text = f"{note.text} {note.source}".rstrip()

        def change(typed: str) -> None:
            source = ""
            if note.kind == "date":
                typed, _, source = typed.strip().partition(" ")
            noting.write(noting.writing.edit(each.ident, note, typed, source), "changed")

        entries.append(
            line(
                look,
                look.word("change_note"),
                "",
                lambda: noting.type_text(note.kind, text, change),
            )
        )
    entries.append(_remove(noting, each.ident, ""))
    return _about(look, said_of(note, noting.screen.narrator).text, entries)


def _remove(noting: "Noting", ident: str, said: str) -> Entry:
    look = noting.screen.look

    def take() -> None:
        noting.write(noting.writing.remove(ident), "removed")

    return line(look, look.word("remove_note"), said, take, True)


def _variation_line(noting: "Noting", variation: "Variation") -> Entry:
    look, note = noting.screen.look, variation.branch.note
    text = look.clip(printable(variation.branch.text), 36)
    return line(
        look, f"( {text} )", by(note),
        lambda: noting.push(lambda noting: _variation(noting, variation)),
    )  # fmt: skip


def _variation(noting: "Noting", variation: "Variation") -> Page:
    """What may be done with a what-if line: go there, go on with it, take it out."""
    screen = noting.screen
    look = screen.look

    def show() -> None:
        noting.leave()
        screen.go_to(variation.fork + 1, variation)

    def go_on() -> None:
        screen.go_to(variation.last, variation)
        screen.action_variation()

    entries = [
        line(look, look.word("show_line"), "", show),
        line(look, look.word("continue_line"), "", go_on),
    ]
    if noting.writing.own(variation.branch.note):
        inside = len(variation.branch.annotations)
        said = look.word("with_inside", n=inside) if inside else ""
        entries.append(_remove(noting, variation.branch.ident, said))
    return _about(look, printable(variation.branch.text), entries)


def _about(look: Look, text: str, entries: list[Entry]) -> Page:
    """A page about something that is said, told in full."""
    return Page(look.word("noting"), entries, saying(look, text), "note")


class NotingChooser(PagesChooser):
    """Each key, and each click on a line, does something to the notes."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(NOTING)]

    def __init__(self, noting: "Noting") -> None:
        super().__init__(noting)
        self.noting = noting

    def action_undo(self) -> None:
        self.noting.take_back()


class Noting(Pages):
    """What is being said of the event that a player shows."""

    KEYS = NOTING
    first = staticmethod(first)
    screen: WritablePlayer

    def __init__(self, screen: WritablePlayer, writing: NoteWriting) -> None:
        super().__init__(screen)
        self.writing = writing
        self.way = Way()
        self._line: Line | None = None
        self._made_for: tuple[object, ...] = ()
        self._once = False
        """Whether it was opened for one note alone."""

    # ---- on and off -----------------------------------------------------------------------

    def begin(self, what: str = "") -> None:
        """Open the menu, or close it; with `what` begin a remark or a judgement at once."""
        screen = self.screen
        if what and (why := self.writing.barred()):
            screen.say(screen.look.word("cannot_note", why=screen.look.word(why)))
        elif what == "remark":
            self.type_text("remark")
        elif self.on:
            self.leave()
        else:
            self._once = bool(what)
            self.open(NotingChooser(self))
            if what == "glyph":
                self.push(glyphs)
            screen.rearrange()

    def leave(self) -> None:
        self.close()
        self.way = Way()
        super().leave()

    # ---- pages ----------------------------------------------------------------------------

    def reset(self, *frames: Frame) -> None:
        self.way = Way()
        super().reset(*frames)

    def retrace(self) -> None:
        if not self.screen.panel:
            self.way = Way()
            if self._once and len(self.stack) == 2:
                self.stack.pop()
        super().retrace()

    def standing_instead(self) -> Page | None:
        why = self.writing.barred()
        return barred(self, why) if why else None

    def rebuild(self) -> None:
        self._made_for = self._key()
        super().rebuild()

    def present(self) -> None:
        key = self._key()
        if not self.on or self.busy or key == self._made_for:
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
        """The notes on this event, what-if lines left out."""
        return self.screen.notebook.on(self.screen.course, self.screen.position)

    def scene(self, scene: Scene) -> Scene:
        shown = super().scene(scene)
        places = self.way.places
        if not self.on or not places:
            return shown
        if self.way.kind == "highlight":
            return replace(shown, highlights=shown.highlights | frozenset(places))
        at = place_at(self)
        ahead = (*places, at) if at and at != places[-1] else places
        return replace(shown, arrows=(*shown.arrows, ahead))

    def points(self, message: Pointed) -> bool:
        if not self.on or not self.way.kind:
            return False
        place = message.ident
        if message.kind == "unit":
            pieces = self.screen.scene.board.pieces
            place = next((piece.place for piece in pieces if piece.id == place), "")
        if place:
            add_place(self, place)
        return True

    def parts(self) -> list[Part]:
        return [Part(self.screen.look.word("noting"), "note", "b", 92)]

    def hints(self) -> list[tuple[str, str, str]]:
        return hints(self.KEYS, self.screen.look)

    # ---- typing ---------------------------------------------------------------------------

    def type_text(
        self, what: str, text: str = "", done: Callable[[str], None] | None = None
    ) -> None:
        """Have a text typed: of a new note of that kind, or for what `done` does with it."""
        screen = self.screen
        if screen.footer.label or self.busy:
            return
        screen.footer.label = kind_text(screen.look, "noted", what)

        def given(typed: str) -> None:
            self.close()
            if typed.strip():
                (done or (lambda text: self.add(what, text)))(typed)

        self._line = Line(text, kind_text(screen.look, "prompt", what), given, self.close)
        opened(screen, self._line)
        self._line.cursor_position = len(text)
        screen.footer.repaint()

    def close(self) -> None:
        """Take the line away."""
        if self._line is not None:
            self._line.remove()
            self._line = None
            self.screen.footer.label = ""
            self.screen.footer.repaint()
            self.screen.set_focus(self.chooser)

    # ---- writing --------------------------------------------------------------------------

    def add(self, kind: str, text: str) -> None:
        """Note something on this event."""
        source = ""
        if kind == "date":
            text, _, source = text.strip().partition(" ")
        screen = self.screen
        self.write(self.writing.add(screen.course, screen.position, kind, text, source))

    def write(self, work: Coroutine[Any, Any, object], said: str = "note_saved") -> None:
        """Have something written; say that it was, or why not."""
        if self.busy:
            work.close()
            return
        self.busy = True
        self.screen.run_worker(self._write(work, said), group="writing")

    async def _write(self, work: Coroutine[Any, Any, object], said: str) -> None:
        word = self.screen.look.word
        try:
            done = await work
        except (Error, OSError) as error:
            self.busy = False
            self.screen.say(word("note_failed", why=self.screen.look.reason(error)))
            self.rebuild()
            return
        self.busy, self.ended = False, monotonic()
        self.screen.say(word("no_note_to_undo" if done is False else said))
        if not self.on:
            return
        if self._once:
            self.leave()
        else:
            self.reset()

    def take_back(self) -> None:
        """The last place chosen; else the last change of the notes."""
        if self.way.places:
            self.way = self.way._replace(places=self.way.places[:-1])
            self.rebuild()
        elif not self.writing.barred():
            self.write(self.writing.undo(), "note_undone")
