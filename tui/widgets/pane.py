"""One of two logs side by side: its title, its map, and what happened in it."""

from pathlib import Path

from textual.app import ComposeResult
from textual.geometry import Region, Size
from textual.layout import Layout
from textual.widget import Widget

from replay.narration import Narrator
from replay.timeline import Timeline
from tui.screens.arrangement import Parts
from tui.widgets.area_map import AreaMap
from tui.widgets.course_rows import CourseRows, Fronted, Title
from tui.widgets.hex_map import HexMap
from tui.widgets.painting import Look, printable
from tui.widgets.scene import Pointed, Scene, scene_at

LEAST = 4
"""Rows of what happened, before the map has any."""
MOST = 9
LEAST_MAP = 5


class Pane(Widget):
    """Shows one position. Posts Fronted for a click anywhere."""

    DEFAULT_CSS = "Pane { overflow: hidden hidden; }"

    def __init__(self, look: Look, name: str, timeline: Timeline, path: Path | None) -> None:
        super().__init__(id=name)
        self.look, self.timeline, self.path = look, timeline, path
        self.number = 0
        self.front = False
        self.common = 0
        self.narrator = Narrator(timeline.rules.spec, look.language)
        hexes = timeline.rules.spec.game.board == "hexes"
        self.map: AreaMap | HexMap = (HexMap if hexes else AreaMap)(look, self.narrator)
        self.title = Title(look, name)
        self.course = CourseRows(look, name, timeline)
        self._scene: Scene | None = None
        self._parts = Parts(self._regions)

    def compose(self) -> ComposeResult:
        yield from (self.title, self.map, self.course)

    @property
    def layout(self) -> Layout:
        return self._parts

    def _regions(self, size: Size) -> dict[str, Region]:
        width, height = size
        name = self.id
        told = min(max(LEAST, height // 4), MOST)
        mapped = height - 1 - told
        if mapped < LEAST_MAP:
            told, mapped = max(height - 1, 0), 0
        else:
            mapped = min(self.map.height_for(width, mapped), mapped)
            told = height - 1 - mapped
        return {
            f"{name}-title": Region(0, 0, width, min(1, height)),
            "map": Region(0, 1, width, mapped),
            f"{name}-course": Region(0, 1 + mapped, width, told),
        }

    # ---- what it shows --------------------------------------------------------------------

    @property
    def label(self) -> str:
        """What the log is called: the event, with its file where another may be called so."""
        event = printable(self.timeline.headers.get("Event", ""))
        file = printable(self.path.name) if self.path else ""
        return f"{event} ({file})" if event and file else event or file

    def go_to(self, number: int) -> None:
        """Show the position after an event, as far as the log has any."""
        self.timeline.extend(number)
        self.number = max(0, min(number, self.timeline.last))
        self._scene = None

    def present(self) -> None:
        """Show what there is to show."""
        if self._scene is None:
            self._scene = scene_at(self.timeline, self.number)
        scene, look, timeline = self._scene, self.look, self.timeline
        turn = scene.moment.state.turn
        parts = [look.word("turn_of", n=turn) if turn else look.word("set_up")]
        parts.append(f"{self.number} / {timeline.last}{'' if timeline.complete else '+'}")
        self.title.present(self.label, "  ".join(parts), self.front)
        self.map.present(scene, self.narrator)
        self.course.present(scene, self.narrator, self.common)

    def redress(self, look: Look) -> None:
        """Show everything in another look."""
        self.look = look
        self.narrator = Narrator(self.timeline.rules.spec, look.language)
        for part in (self.title, self.map, self.course):
            part.redress(look)

    def on_pointed(self, message: Pointed) -> None:
        message.stop()
        self.post_message(Fronted(self.id or ""))
