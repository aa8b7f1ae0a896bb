"""The parts of the player that write: recording and note entry, loaded at their first use."""

from functools import cached_property
from typing import TYPE_CHECKING

from senpu.tui.boards.scene import Scene
from senpu.tui.keys import NOTE_ENTRY, RECORDING, TASKS, Key
from senpu.tui.screens.file_access import find_record_block
from senpu.tui.screens.usable_keys import UsableKeys
from senpu.tui.widgets.bars import FooterContent, HeaderPart, make_footer
from senpu.tui.widgets.clicks import ObjectClicked
from senpu.tui.widgets.painting import PaintedWidget

if TYPE_CHECKING:
    from senpu.tui.jobs.bridge import GapBridges
    from senpu.tui.screens.note_changes import NoteEditor
    from senpu.tui.screens.note_entry import NoteEntry
    from senpu.tui.screens.page_stack import PlayerPages
    from senpu.tui.screens.recording import Recording
    from senpu.tui.screens.recording_targets import WritablePlayer


PANEL_FOOTERS = {"why": "study", "legal": "study", "strength": "study"}
"""The name of the last line while a panel is open; `read` with any other panel."""


class EntryController:
    """The recording and the note entry of a player."""

    def __init__(self, screen: "WritablePlayer") -> None:
        self.screen = screen
        self.begins_at_once = False
        """True if recording begins when the screen opens."""
        self._recording: Recording | None = None
        self._note_entry: NoteEntry | None = None
        self._usable_keys = UsableKeys(screen)

    @property
    def recording(self) -> "Recording":
        """The recording of the player."""
        if self._recording is None:
            self._recording = self.make_recording()
        return self._recording

    def make_recording(self) -> "Recording":
        """Return a new recording of the player."""
        from senpu.tui.screens.recording import Recording

        return Recording(self.screen)

    @property
    def note_entry(self) -> "NoteEntry":
        """The note entry of the player."""
        if self._note_entry is None:
            from senpu.tui.screens.note_entry import NoteEntry

            self._note_entry = NoteEntry(self.screen, self.note_editor)
        return self._note_entry

    @cached_property
    def note_editor(self) -> "NoteEditor":
        """The editor of the notes file."""
        from senpu.tui.screens.note_changes import NoteEditor

        return NoteEditor(self.screen.notebook)

    @property
    def pages(self) -> "PlayerPages | None":
        """The page stack in use, if any."""
        found = (self._recording, self._note_entry)
        return next((each for each in found if each is not None and each.is_on), None)

    @property
    def is_on(self) -> bool:
        """Return whether a page stack is in use."""
        return self.pages is not None

    @property
    def is_recording_log(self) -> bool:
        """Return whether the log itself is being recorded, not a variation."""
        recording = self._recording
        return recording is not None and recording.is_on and not recording.end.is_variation

    def begin(self, how: str = "") -> None:
        """Begin recording, or explain why the log is not writable.

        Args:
            how: `here` to begin only at the end of the log or variation; `type` to open the input
                line, too.
        """
        screen = self.screen
        is_variation = screen.course.parent is not None
        if how == "here" and not (
            screen.at_end or (is_variation and screen.position == screen.course.last)
        ):
            return
        self._leave(self._note_entry)
        if is_variation:
            self.begin_variation()
        else:
            self.recording.begin()
        if how == "type":
            self.recording.type("")

    def begin_variation(self) -> None:
        """Begin a variation at the current position, or continue the current variation."""
        from senpu.tui.screens.recording_targets import VariationTarget

        screen = self.screen
        self._leave(self._note_entry)
        self._leave(self._recording)
        self.recording.begin(
            VariationTarget(screen, self.note_editor, screen.course, screen.position)
        )

    def begin_note(self, what: str = "") -> None:
        """Begin a note of kind `what` on the current event; without a kind, open a menu."""
        self._leave(self._recording)
        self.note_entry.begin(what)

    def begin_bridge(self, found: "GapBridges") -> None:
        """Show the ways through a gap at the position before it; one can be chosen."""
        from senpu.tui.screens.bridge_pages import make_ways_page

        screen, entry = self.screen, self.note_entry
        self._leave(self._recording)
        self._leave(entry)
        screen.go_to(found.gap.event - 1, screen.timeline)
        entry.begin_page(lambda note_entry: make_ways_page(note_entry, found))

    @staticmethod
    def _leave(pages: "PlayerPages | None") -> None:
        if pages is not None and pages.is_on:
            pages.leave()

    def mounted(self) -> None:
        """Begin recording if that was requested before the screen opened."""
        if self.begins_at_once:
            self.begin()

    # ---- what it adds to the screen -------------------------------------------------------

    def list_widgets(self) -> tuple[PaintedWidget, ...]:
        """Return the widgets."""
        pages = self.pages
        return (pages.chooser,) if pages is not None and pages.chooser is not None else ()

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys that take precedence over the keys of the player."""
        return self.pages.KEYS if self.pages else ()

    def adapt_scene(self, scene: Scene) -> Scene:
        """Return the scene for the map, with what the selected row leads to."""
        return self.pages.adapt_scene(scene) if self.pages else scene

    def present(self) -> None:
        """Update the page after the player showed another position."""
        if self.pages:
            self.pages.present()

    def handle_click(self, message: ObjectClicked) -> bool:
        """Make the choice of a click on the map; return whether the click was one."""
        return self.pages is not None and self.pages.handle_click(message)

    def handle_view_change(self) -> bool:
        """Handle a change of the view; return whether the page stack handled it."""
        return self.pages is not None and self.pages.handle_view_change()

    def make_parts(self) -> list[HeaderPart]:
        """The parts of the header."""
        return self.pages.make_parts() if self.pages else []

    @property
    def footer_name(self) -> str:
        """The name of the last line in `FOOTERS`."""
        panel = PANEL_FOOTERS.get(self.screen.panel, "read")
        return self.pages.FOOTER if self.pages else panel

    def list_help_keys(self) -> tuple[Key, ...]:
        """Return the keys that the page of keys lists."""
        shared = {key.word for key in RECORDING}
        notes = (key for key in NOTE_ENTRY if key.word not in shared)
        return (*self.screen.KEYS, *RECORDING, *notes)

    def make_footer(self) -> FooterContent:
        """Return the last line: the task and its keys."""
        screen, pages = self.screen, self.pages
        keys, look = (*self.keys, *screen.KEYS), screen.look
        if pages:
            return pages.make_footer(keys, self.can_use)
        name = self.footer_name
        if screen.course.parent is not None:
            away, labels = ("close", "variations"), {"close": "main_line"}
            return make_footer(name, keys, look, self.can_use, first=away, labels=labels)
        over = screen.scene.moment.state.outcome is not None
        may_record = screen.at_end and not over and not find_record_block(screen)
        first = (*("record",) * may_record, "variations")
        return make_footer(name, keys, look, self.can_use, first=first)

    def can_use(self, word: str) -> bool:
        """Return whether the key of a word does something now."""
        pages = self.pages
        if pages and (word == "close" or (pages.FOOTER == "record" and word in TASKS.values())):
            return False  # another key of the entry, or the entry itself, precedes it
        if pages and not pages.can_use(word):
            return False
        return self._usable_keys.can_use(word)
