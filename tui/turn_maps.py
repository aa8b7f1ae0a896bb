"""Pictures of the positions at the ends of turns, as files in a folder, for a report that shows
them.
"""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from replay.narration import Narrator
from replay.timeline import Timeline
from tui.pictures.picture import picture
from tui.printed import turn_name


class Shown(NamedTuple):
    """A picture that was written."""

    link: str
    """From where the report lies."""
    words: str
    """What it shows, for those who do not see it."""


Pictured = Callable[[int, int], Shown]
"""(turn, number of its last event): the picture of the position at the end of the turn."""


class TurnMaps:
    """The pictures of one report."""

    def __init__(
        self, timeline: Timeline, say: Narrator, folder: Path, name: str, theme: str,
        start: Path, write: Callable[[Path, Iterable[str]], None],
    ) -> None:  # fmt: skip
        """Into `folder`, under names that begin with `name`; links lead there from `start`."""
        self.timeline, self.say, self.theme = timeline, say, theme
        self.folder, self.name, self.start = folder, name, start
        self.write = write
        self._written: set[Path] = set()

    def __call__(self, turn: int, number: int) -> Shown:
        """Write the picture of a turn's end. Raises what `write` raises, OSError."""
        path = self.folder / f"{self.name}-turn-{turn:02}.svg"
        if path in self._written:  # an undo led back into the turn
            path = path.with_name(f"{path.stem}-event-{number}.svg")
        self._written.add(path)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.write(path, [picture(self.timeline, number, self.say, self.theme)])
        title = self.timeline.rules.spec.title(self.say.language)
        words = self.say.label("comma").join((title, turn_name(turn, self.say)))
        return Shown(self._link(path), words)

    def _link(self, path: Path) -> str:
        try:
            relative = os.path.relpath(path, self.start)
        except ValueError:  # on another drive
            return path.resolve().as_uri()
        return quote(Path(relative).as_posix())
