"""Noting: the player as the place where somebody says something of an event, for the file beside
the log. `note_pages` makes the pages, `note_writing` writes.
"""

from collections.abc import Callable, Coroutine
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace
from textual.binding import BindingType

from senpu.notation.faults import Error
from senpu.tui.keys import NOTING, bindings, hints
from senpu.tui.screens import note_pages
from senpu.tui.screens.input_lines import Line, opened
from senpu.tui.screens.note_pages import Way
from senpu.tui.screens.note_writing import NoteWriting
from senpu.tui.screens.pages import Frame, Pages
from senpu.tui.screens.picking import PagesChooser
from senpu.tui.widgets.bars import Part
from senpu.tui.widgets.chooser import Page
from senpu.tui.widgets.scene import Pointed, Scene

if TYPE_CHECKING:
    from senpu.replay.annotation.branches import Annotation
    from senpu.tui.screens.player import PlayerScreen


class NotingChooser(PagesChooser):
    """Each key, and each click on a line, does something to the notes."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(NOTING)]

    def __init__(self, noting: "Noting") -> None:
        super().__init__(noting)
        self.noting = noting

    def action_take_back(self) -> None:
        self.noting.take_back()


class Noting(Pages):
    """What is being said of the event that a player shows."""

    KEYS = NOTING
    first = staticmethod(note_pages.first)

    def __init__(self, screen: "PlayerScreen") -> None:
        super().__init__(screen)
        self.way = Way()
        self._line: Line | None = None
        self._made_for: tuple[object, ...] = ()
        self._once = False
        """Whether it was opened for one note alone."""

    @property
    def writing(self) -> NoteWriting:
        return self.screen.notebook.writing

    # ---- on and off -----------------------------------------------------------------------

    def begin(self, what: str = "") -> None:
        """Open the menu, or close it; with `what` begin a remark or a judgement at once."""
        screen = self.screen
        if what and (why := self.writing.barred()):
            screen.say(screen.look.word("barred_notes", why=screen.look.word(why, line=0)))
        elif what == "remark":
            self.decision("remark")
        elif self.on:
            self.leave()
        else:
            self._once = bool(what)
            self.open(NotingChooser(self))
            if what == "glyph":
                self.push(note_pages.glyphs)
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
        return note_pages.barred(self, why) if why else None

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
        return screen.course, screen.position, screen.look, screen.notebook.tree

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
        at = note_pages.place_at(self)
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
            note_pages.add_place(self, place)
        return True

    def parts(self) -> list[Part]:
        return [Part(self.screen.look.word("noting"), "note", "b", 92)]

    def hints(self) -> list[tuple[str, str, str]]:
        return hints(self.KEYS, self.screen.look)

    # ---- typing ---------------------------------------------------------------------------

    def decision(
        self, what: str, text: str = "", done: Callable[[str], None] | None = None
    ) -> None:
        """Have a text typed: of a new note of that kind, or for what `done` does with it."""
        screen = self.screen
        if screen.footer.label or self.busy:
            return
        screen.footer.label = screen.look.word(f"noted_{what}")

        def given(typed: str) -> None:
            self.close()
            if typed.strip():
                (done or (lambda text: self.add(what, text)))(typed)

        self._line = Line(text, screen.look.word(f"prompt_{what}"), given, self.close)
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

    def write(self, work: Coroutine[Any, Any, object], said: str = "noted") -> None:
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
            self.screen.say(word("not_noted", why=str(error).splitlines()[0]))
            self.rebuild()
            return
        self.busy, self.ended = False, monotonic()
        self.screen.say(word("nothing_noted" if done is False else said))
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
            self.write(self.writing.undo(), "noted_back")
