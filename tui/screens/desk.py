"""The parts of the player that write: recording and note entry, loaded at their first use."""

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
    """The recording and the note entry of a player."""

    def __init__(self, screen: "WritablePlayer") -> None:
        self.screen = screen
        self.wanted = False
        """Whether recording begins when the screen opens."""
        self._recording: Recording | None = None
        self._noting: Noting | None = None

    @property
    def recording(self) -> "Recording":
        """The recording of the player."""
        if self._recording is None:
            from senpu.tui.screens.recording import Recording

            self._recording = Recording(self.screen)
        return self._recording

    @property
    def noting(self) -> "Noting":
        """The note entry of the player."""
        if self._noting is None:
            from senpu.tui.screens.note_entry import Noting

            self._noting = Noting(self.screen, self.note_writing)
        return self._noting

    @cached_property
    def note_writing(self) -> "NoteWriting":
        """The editor of the notes file."""
        from senpu.tui.screens.note_changes import NoteWriting

        return NoteWriting(self.screen.notebook)

    @property
    def pages(self) -> "Pages | None":
        """The page stack in use, if any."""
        found = (self._recording, self._noting)
        return next((each for each in found if each is not None and each.on), None)

    @property
    def on(self) -> bool:
        """Whether a page stack is in use."""
        return self.pages is not None

    @property
    def plays(self) -> bool:
        """Whether the log itself is being recorded, not a variation."""
        recording = self._recording
        return recording is not None and recording.on and not recording.end.aside

    def begin(self, how: str = "") -> None:
        """Begin recording, or explain why the log is not writable.

        Args:
            how: `here` to begin only at the end of the log or variation; `type` to open the input
                line, too.
        """
        screen = self.screen
        aside = screen.course.before is not None
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
        """Begin a variation at the current position, or continue the current variation."""
        from senpu.tui.screens.recording_targets import LineEnd

        screen = self.screen
        self._leave(self._noting)
        self._leave(self._recording)
        self.recording.begin(LineEnd(screen, self.note_writing, screen.course, screen.position))

    def note(self, what: str = "") -> None:
        """Begin a note of kind `what` on the current event; without a kind, open a menu."""
        self._leave(self._recording)
        self.noting.begin(what)

    @staticmethod
    def _leave(pages: "Pages | None") -> None:
        if pages is not None and pages.on:
            pages.leave()

    def mounted(self) -> None:
        """Begin recording if that was requested before the screen opened."""
        if self.wanted:
            self.begin()

    # ---- what it adds to the screen -------------------------------------------------------

    def painted(self) -> tuple[Painted, ...]:
        """Return the widgets."""
        pages = self.pages
        return (pages.chooser,) if pages is not None and pages.chooser is not None else ()

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys that take precedence over the keys of the player."""
        return self.pages.KEYS if self.pages else ()

    def scene(self, scene: Scene) -> Scene:
        """Return the scene for the map, with what the selected row leads to."""
        return self.pages.scene(scene) if self.pages else scene

    def present(self) -> None:
        """Update the page after the player showed another position."""
        if self.pages:
            self.pages.present()

    def points(self, message: Pointed) -> bool:
        """Make the choice of a click on the map; return whether the click was one."""
        return self.pages is not None and self.pages.points(message)

    def eyes(self) -> bool:
        """Handle a change of the view; return whether the page stack handled it."""
        return self.pages is not None and self.pages.eyes()

    def parts(self) -> list[Part]:
        """The parts of the header."""
        return self.pages.parts() if self.pages else []

    def hints(self) -> list[tuple[str, str, str]]:
        """The keys of the last line."""
        if self.pages:
            return self.pages.hints()
        screen = self.screen
        look, found = screen.look, hints(screen.KEYS, screen.look)
        if screen.course.before is not None:
            lines = (look.keyboard["variations"], look.word("key_variations"), "branch(1)")
            back = (look.keyboard["close"], look.word("leave_line"), "back")
            return [back, lines, *found]
        over = screen.scene.moment.state.outcome is not None
        if not screen.at_end or over or barred(screen):
            return found
        mine = [hint for hint in found if hint[2] == "record"]
        return [*mine, *(hint for hint in found if hint not in mine)]
