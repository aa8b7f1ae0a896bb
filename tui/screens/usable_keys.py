"""The keys of the player that do something at its position; the others are not offered."""

from typing import TYPE_CHECKING

from senpu.tui.screens.background_jobs import JOBS
from senpu.tui.screens.file_access import find_write_block
from senpu.tui.screens.navigation import list_branches

if TYPE_CHECKING:
    from senpu.tui.screens.recording_targets import WritablePlayer

WRITING = ("record", "notes", "comment", "glyph", "variation")
"""The words of keys that need a writable log or notes file."""
MARKS = {"note_jump": "note", "bookmark": "bookmark", "mistake": "mistake"}
"""The words of keys that go to the notes of a kind."""


class UsableKeys:
    """The keys of a player that do something now."""

    def __init__(self, screen: "WritablePlayer") -> None:
        self.screen = screen
        self._marks: dict[str, bool] = {}
        """True for each kind that the notes have, for the state `_made_for`."""
        self._made_for: tuple[object, ...] = ()

    def can_use(self, word: str) -> bool:
        """Return whether the key of a word does something."""
        screen = self.screen
        if word in WRITING:
            return not find_write_block(screen)
        if word == "review":
            return not screen.reviews.obstacle
        if word == "bridge":
            return screen.jobs.can_start and screen.jobs.gap_number > 0
        if word in JOBS:
            return screen.jobs.can_start
        if word in MARKS:
            return self._has_marks(MARKS[word])
        if word == "next":
            return bool(screen.search.words)
        if word == "variations":
            tree = screen.note_tree
            return bool(tree and list_branches(tree, screen.course, screen.position)[0])
        if word == "view":
            return not screen.timeline.is_locked
        return word != "reload" or screen.source is not None

    def _has_marks(self, kind: str) -> bool:
        """Return whether the current course has notes of a kind."""
        course, tree = self.screen.course, self.screen.note_tree
        now = (course, course.last, tree, self.screen.reviews.found)
        if not course.is_complete:
            return False
        if now != self._made_for:
            self._made_for, self._marks = now, {}
        if kind not in self._marks:
            self._marks[kind] = bool(self.screen.search.list_marks(kind))
        return self._marks[kind]
