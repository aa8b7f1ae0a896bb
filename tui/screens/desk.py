"""Whether somebody records behind what a player shows, and what that adds to the player.

What recording itself is stands in `recording`, which is loaded when it first begins: most who look
at games record none.
"""

from typing import TYPE_CHECKING

from textual.dom import DOMNode

from tui.keys import hints
from tui.screens.writable import barred
from tui.widgets.bars import Part
from tui.widgets.painting import Painted
from tui.widgets.scene import Pointed, Scene

if TYPE_CHECKING:
    from tui.screens.player import PlayerScreen
    from tui.screens.recording import Recording


class Desk:
    """The place at the end of a player's log."""

    def __init__(self, screen: "PlayerScreen") -> None:
        self.screen = screen
        self.wanted = False
        """Whether to begin as soon as the screen is there."""
        self._recording: Recording | None = None

    @property
    def recording(self) -> "Recording":
        """What is recorded, or was, or may be."""
        if self._recording is None:
            from tui.screens.recording import Recording

            self._recording = Recording(self.screen)
        return self._recording

    @property
    def on(self) -> bool:
        return self._recording is not None and self._recording.on

    @property
    def at_end(self) -> bool:
        """Whether the screen shows the position that is recorded on."""
        timeline = self.screen.timeline
        return timeline.complete and self.screen.position == timeline.last

    def begin(self, how: str = "") -> None:
        """Begin at the end of the log, or say why that cannot be; `here` only if one is there,
        `type` with the line to type into."""
        if how != "here" or self.at_end:
            self.recording.begin()
            if how == "type":
                self.recording.type("")

    def mounted(self) -> None:
        """The screen is there."""
        if self.wanted:
            self.begin()

    # ---- what it adds to the screen -------------------------------------------------------

    def painted(self) -> tuple[Painted, ...]:
        """The widgets."""
        chooser = self._recording.chooser if self._recording is not None else None
        return (chooser,) if chooser is not None else ()

    def nodes(self) -> tuple[DOMNode, ...]:
        """Where actions are looked for, the first first."""
        return (*self.painted(), self.screen)

    def scene(self, scene: Scene) -> Scene:
        """What the map shows: the scene, or what it may come to."""
        return self.recording.scene(scene) if self.on else scene

    def present(self) -> None:
        """The screen shows something else."""
        if self.on:
            self.recording.present()

    def points(self, message: Pointed) -> bool:
        """Whether a click on the map is a choice, which is made then."""
        return self.on and self.recording.points(message)

    def eyes(self) -> bool:
        """Whether through whose eyes one looks is its concern, and not the player's."""
        return self.on and self.recording.eyes()

    def parts(self) -> list[Part]:
        """What it says in the first line."""
        if not self.on or barred(self.screen):
            return []
        return [Part(self.screen.look.word("recording"), "error", "b", 92)]

    def hints(self) -> list[tuple[str, str, str]]:
        """The keys that the last line names."""
        if self.on:
            return self.recording.hints()
        screen = self.screen
        found = hints(screen.KEYS, screen.look)
        over = screen.scene.moment.state.outcome is not None
        if not self.at_end or over or barred(screen):
            return found
        mine = [hint for hint in found if hint[2] == "record"]
        return [*mine, *(hint for hint in found if hint not in mine)]
