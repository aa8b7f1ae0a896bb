"""The parts of the player for writing: recording and note entry, loaded when one first begins."""

from functools import cached_property
from typing import TYPE_CHECKING

from senpu.tui.boards.scene import Scene
from senpu.tui.keys import Key
from senpu.tui.screens.file_access import barred
from senpu.tui.widgets.bars import Part, hints
from senpu.tui.widgets.clicks import Pointed
from senpu.tui.widgets.painting import Painted

if TYPE_CHECKING:
    from senpu.tui.screens.note_changes import NoteWriting
    from senpu.tui.screens.note_entry import Noting
    from senpu.tui.screens.page_stack import Pages
    from senpu.tui.screens.recording import Recording
    from senpu.tui.screens.recording_targets import WritablePlayer


class Desk:
    """The place in a player where something is written."""

    def __init__(self, screen: "WritablePlayer") -> None:
        self.screen = screen
        self.wanted = False
        """Whether to begin recording as soon as the screen is there."""
        self._recording: Recording | None = None
        self._noting: Noting | None = None

    @property
    def recording(self) -> "Recording":
        """What is recorded, or was, or may be."""
        if self._recording is None:
            from senpu.tui.screens.recording import Recording

            self._recording = Recording(self.screen)
        return self._recording

    @property
    def noting(self) -> "Noting":
        """What is noted, or was, or may be."""
        if self._noting is None:
            from senpu.tui.screens.note_entry import Noting

            self._noting = Noting(self.screen, self.note_writing)
        return self._noting

    @cached_property
    def note_writing(self) -> "NoteWriting":
        """The changes to the notes."""
        from senpu.tui.screens.note_changes import NoteWriting

        return NoteWriting(self.screen.notebook)

    @property
    def pages(self) -> "Pages | None":
        """Which of them is on."""
        found = (self._recording, self._noting)
        return next((each for each in found if each is not None and each.on), None)

    @property
    def on(self) -> bool:
        return self.pages is not None

    @property
    def plays(self) -> bool:
        """Whether the log itself is gone on with, and not a line beside it."""
        recording = self._recording
        return recording is not None and recording.on and not recording.end.aside

    def begin(self, how: str = "") -> None:
        """Begin at the end of the log, or say why that cannot be; `here` only if one is there,
        `type` with the line to type into. In a what-if line that is gone on with.
        """
        screen = self.screen
        aside = screen.course.parent is not None
        if how == "here" and not (
            screen.at_end or (aside and screen.position == screen.course.last)
        ):
            return
        self._leave(self._noting)
        if aside:
            self.what_if()
        else:
            self.recording.begin()
        if how == "type":
            self.recording.type("")

    def what_if(self) -> None:
        """Begin a what-if line in the position that is shown, or go on with the one at whose end
        one is.
        """
        from senpu.tui.screens.recording_targets import LineEnd

        screen = self.screen
        self._leave(self._noting)
        self._leave(self._recording)
        self.recording.begin(LineEnd(screen, self.note_writing, screen.course, screen.position))

    def note(self, what: str = "") -> None:
        """Note something about the event that is shown: what, or a menu of what may be."""
        self._leave(self._recording)
        self.noting.begin(what)

    @staticmethod
    def _leave(pages: "Pages | None") -> None:
        if pages is not None and pages.on:
            pages.leave()

    def mounted(self) -> None:
        """The screen is there."""
        if self.wanted:
            self.begin()

    # ---- what it adds to the screen -------------------------------------------------------

    def painted(self) -> tuple[Painted, ...]:
        """The widgets."""
        pages = self.pages
        return (pages.chooser,) if pages is not None and pages.chooser is not None else ()

    @property
    def keys(self) -> tuple[Key, ...]:
        """Those that go before the player's own while something is entered."""
        return self.pages.KEYS if self.pages else ()

    def scene(self, scene: Scene) -> Scene:
        """What the map shows: the scene, or what it may come to."""
        return self.pages.scene(scene) if self.pages else scene

    def present(self) -> None:
        """The screen shows something else."""
        if self.pages:
            self.pages.present()

    def points(self, message: Pointed) -> bool:
        """Whether a click on the map is a choice, which is made then."""
        return self.pages is not None and self.pages.points(message)

    def eyes(self) -> bool:
        """Whether through whose eyes one looks is its concern, and not the player's."""
        return self.pages is not None and self.pages.eyes()

    def parts(self) -> list[Part]:
        """What it says in the first line."""
        return self.pages.parts() if self.pages else []

    def hints(self) -> list[tuple[str, str, str]]:
        """The keys that the last line names."""
        if self.pages:
            return self.pages.hints()
        screen = self.screen
        look, found = screen.look, hints(screen.KEYS, screen.look)
        if screen.course.parent is not None:
            lines = (look.keyboard["variations"], look.word("key_variations"), "branch(1)")
            back = (look.keyboard["close"], look.word("leave_line"), "back")
            return [back, lines, *found]
        over = screen.scene.moment.state.outcome is not None
        if not screen.at_end or over or barred(screen):
            return found
        mine = [hint for hint in found if hint[2] == "record"]
        return [*mine, *(hint for hint in found if hint not in mine)]
