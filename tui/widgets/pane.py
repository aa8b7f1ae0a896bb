"""One of two logs side by side: title, map, what happened in it, and what is said of that."""

from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.geometry import Region, Size
from textual.layout import Layout
from textual.widget import Widget

from logs.beside import beside, stamp
from notation.faults import Fault
from replay.narration import Narrator
from replay.timeline import Timeline
from tui.screens.arrangement import Parts
from tui.widgets.area_map import AreaMap
from tui.widgets.course_rows import CourseRows, Fronted, Title
from tui.widgets.hex_map import HexMap
from tui.widgets.hex_words import hex_details
from tui.widgets.painting import Look, printable
from tui.widgets.scene import Pointed, Scene, noted, scene_at
from tui.widgets.standings import details

if TYPE_CHECKING:
    from replay.annotations import Digests
    from replay.variations import Tree

LEAST = 4
"""Rows of what happened, before the map has any."""
MOST = 9
LEAST_MAP = 5


class Pane(Widget):
    """Shows one position, with the notes beside the log. Posts Fronted for a click on a part of it,
    with the event where that is the row of one."""

    DEFAULT_CSS = "Pane { overflow: hidden hidden; }"

    def __init__(self, look: Look, name: str, timeline: Timeline, path: Path | None) -> None:
        super().__init__(id=name)
        self.look, self.timeline, self.path = look, timeline, path
        self.number = 0
        self.front = False
        self.common = 0
        self.pointed: Pointed | None = None
        self.notes: Tree | None = None
        """The notes that fit the log."""
        self.faults: list[Fault] = []
        """Why others do not."""
        self._seen: tuple[int, ...] = ()
        self._digests: Digests | None = None
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
        number = max(0, min(number, self.timeline.last))
        if number != self.number:
            self.number, self._scene = number, None
            self.point(None)

    @property
    def annotated(self) -> bool:
        """Whether something is said in the log or beside it."""
        return bool(self.timeline.remarks or self.timeline.glyphs or self.notes)

    def present(self, annotated: bool) -> None:
        """Show what there is to show, with room for what is said if something is in either log."""
        if self._scene is None:
            notes = self.notes.on(self.timeline, self.number) if self.notes else ()
            scene = scene_at(self.timeline, self.number)
            self._scene = noted(scene, (each.note for each in notes))
        scene, look, timeline = self._scene, self.look, self.timeline
        turn = scene.moment.state.turn
        parts = [look.word("turn_of", n=turn) if turn else look.word("set_up")]
        parts.append(f"{self.number} / {timeline.last}{'' if timeline.complete else '+'}")
        self.title.present(self.label, "  ".join(parts), self.front)
        self.map.present(scene, self.narrator)
        told = self._details(scene)
        self.course.present(scene, self.narrator, self.common, annotated, told)

    def _details(self, scene: Scene) -> str:
        """What there is to say of what somebody points at."""
        pointed, board = self.pointed, self.map
        if pointed and pointed.kind == "area" and isinstance(board, HexMap):
            return hex_details(scene, board.chart, self.narrator, self.look, pointed.ident)
        near = board.near.get(pointed.ident, ()) if pointed else ()
        return details(scene, self.narrator, self.look, pointed, near)

    def redress(self, look: Look) -> None:
        """Show everything in another look."""
        self.look = look
        self.narrator = Narrator(self.timeline.rules.spec, look.language)
        for part in (self.title, self.map, self.course):
            part.redress(look)

    # ---- the notes beside it ----------------------------------------------------------------

    @property
    def stale(self) -> bool:
        """Whether the file of notes is another than was read."""
        return self.path is not None and stamp(beside(self.path)) != self._seen

    async def read_notes(self) -> None:
        """Read the notes beside the log, and show them from the next time on."""
        from replay.annotations import Digests
        from tui.screens.binding import bound

        if self.path is None:
            return
        path = beside(self.path)
        self._seen = stamp(path)
        self._digests = self._digests or Digests(self.timeline)
        _, self.faults, self.notes = await bound(path, self._digests)
        self._scene = None
        self.course.note(self.notes)

    # ---- pointing ---------------------------------------------------------------------------

    def point(self, at: Pointed | None) -> None:
        """Tell of a unit or a place from the next time on, or of none."""
        self.pointed = at
        if isinstance(self.map, HexMap):
            self.map.cursor = at.ident if at and at.ident in self.map.places else ""

    def on_pointed(self, message: Pointed) -> None:
        message.stop()
        self.point(message)
        self.post_message(Fronted(self.id or ""))
