"""A pane with one of two logs side by side: title and map. It reads the notes of its log."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.geometry import Region, Size
from textual.layout import Layout
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from senpu.logs.notes import file_stamp, notes_path
from senpu.notation.faults import Fault
from senpu.notation.printable import make_printable
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.comparison import LogCopy
from senpu.tui.boards.scene import Scene, add_notes, build_scene, mark_different
from senpu.tui.library.catalogue import name_ending_of
from senpu.tui.screens.arrangement import PartsLayout
from senpu.tui.widgets.area_map import AreaMap
from senpu.tui.widgets.clicks import ObjectClicked
from senpu.tui.widgets.hex_legend import describe_hex
from senpu.tui.widgets.hex_map import HexMap
from senpu.tui.widgets.note_texts import find_landmarks, join_comments
from senpu.tui.widgets.painting import Look, PaintedWidget, Row
from senpu.tui.widgets.pair_findings import NAMES
from senpu.tui.widgets.pair_panels import LogSentences
from senpu.tui.widgets.provenance import describe_object

if TYPE_CHECKING:
    from senpu.replay.annotation.annotations import Digests
    from senpu.replay.annotation.variations import VariationTree


class PaneSelected(Message):
    """A message: bring this pane to the front."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


class PaneTitle(PaintedWidget):
    """A line with the name of a log and its verdict; posts PaneSelected for a click."""

    def __init__(self, look: Look, name: str) -> None:
        super().__init__(look, f"{name}-title")
        self.of = name
        self.front = False
        self.copy: LogCopy | None = None
        self.label = ""

    def present(self, label: str, copy: LogCopy | None, front: bool) -> None:
        """Set the name of the log, its verified copy, and whether the pane is in front."""
        self.label, self.copy, self.front = label, copy, front
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Yield the row of the title."""
        look = self.look
        row = Row(look, "now-ground" if self.front else "raised")
        row.add(look.signs.here if self.front else " ", "now", "b")
        row.add(NAMES[self.of == "other"], "now", "b").add(" ")
        parts = self._parts()
        room = width - row.width - 1
        while len(parts) > 1 and sum(cell_len(text) + 2 for text, _ in parts) > room - 12:
            del parts[-2]  # the verdict stays
        used = sum(cell_len(text) + 2 for text, _ in parts)
        row.add(look.clip(self.label, max(room - used, 6)), "text", "b")
        for text, role in parts:
            row.add("  ").add(text, role, "b" if role == "error" else "")
        return [row.strip(width)]

    def _parts(self) -> list[tuple[str, str]]:
        """Return the texts after the name: events, ending, verdict."""
        look = self.look
        if self.copy is None:
            return []
        verdict = self.copy.verdict
        ending = name_ending_of(verdict.game, verdict.ending or "", look.language)
        ending = ending or (look.word("in_progress") if verdict.valid else "")
        parts = [(look.word("pair_events", n=verdict.events), "dim")]
        parts += [(ending, "dim")] if ending else []
        if verdict.valid and verdict.gaps:
            gaps = look.word("gap_count", n=len(verdict.gaps))
            parts.append((f"{look.signs.gap} {gaps}", "note"))
        elif verdict.valid:
            parts.append((f"{look.signs.good} {look.word('verdict_valid')}", "good"))
        else:
            text = look.word("fault_line", line=verdict.faults[0].line)
            parts.append((f"{look.signs.bad} {text}", "error"))
        return parts

    def on_click(self, event: events.Click) -> None:
        """Bring the pane to the front."""
        event.stop()
        self.post_message(PaneSelected(self.of))


class EmptyMap(PaintedWidget):
    """A text in place of the map of a log without positions."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, "map")

    least = (0, 0)
    """The smallest width and height."""

    def height_for(self, width: int, most: int) -> int:
        """Return the useful rows."""
        del width
        return min(3, most)

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the text."""
        text = self.look.clip(self.look.word("pair_no_map"), max(width - 3, 1))
        return [Row(self.look).strip(width), Row(self.look).add(f"  {text}", "dim").strip(width)]


class GamePane(Widget):
    """The pane of one log. A click on it posts PaneSelected."""

    DEFAULT_CSS = "GamePane { overflow: hidden hidden; }"

    def __init__(self, look: Look, name: str, path: Path) -> None:
        super().__init__(id=name)
        self.look, self.path = look, path
        self.copy: LogCopy | None = None
        self.timeline: Timeline | None = None
        self.narrator: Narrator | None = None
        self.number = 0
        self.front = False
        self.pointed: ObjectClicked | None = None
        self.notes: VariationTree | None = None
        """The notes that match the log."""
        self.faults: list[Fault] = []
        """The reasons why other notes do not match."""
        self.signs: dict[int, str] = {}
        """The signs of the events that have notes."""
        self.title = PaneTitle(look, name)
        self.map: AreaMap | HexMap | EmptyMap = EmptyMap(look)
        self._seen: tuple[int, ...] = ()
        self._digests: Digests | None = None
        self._scene: Scene | None = None
        self._parts = PartsLayout(self._regions)

    def compose(self) -> ComposeResult:
        """Yield the parts of the pane."""
        yield from (self.title, self.map)

    @property
    def layout(self) -> Layout:
        """The layout that places the parts."""
        return self._parts

    def _regions(self, size: Size) -> dict[str, Region]:
        width, height = size
        return {
            f"{self.id}-title": Region(0, 0, width, min(1, height)),
            "map": Region(0, 1, width, max(height - 1, 0)),
        }

    async def load(self, copy: LogCopy) -> None:
        """Show a log that was read and verified."""
        self.copy, self.timeline = copy, copy.timeline
        if self.timeline is None:
            return
        spec = self.timeline.rules.spec
        self.narrator = Narrator(spec, self.look.language)
        hexes = spec.game.board == "hexes"
        empty, self.map = self.map, (HexMap if hexes else AreaMap)(self.look, self.narrator)
        await empty.remove()
        await self.mount(self.map)

    # ---- what it shows --------------------------------------------------------------------

    @property
    def label(self) -> str:
        """The name of the file."""
        return make_printable(self.path.name)

    @property
    def last(self) -> int:
        """The number of the last event."""
        return self.timeline.last if self.timeline is not None else 0

    def go_to(self, number: int) -> None:
        """Show the position after an event, or the last position of the log."""
        number = max(0, min(number, self.last))
        if number != self.number:
            self.number, self._scene = number, None
            self.point(None)

    def present(self, different: frozenset[str]) -> None:
        """Show the current position with the units that differ."""
        self.title.present(self.label, self.copy, self.front)
        scene, board = self.scene, self.map
        if scene is not None and not isinstance(board, EmptyMap):
            assert self.narrator is not None
            board.present(mark_different(scene, different), self.narrator)

    @property
    def scene(self) -> Scene | None:
        """The current position; None for a log without positions."""
        timeline = self.timeline
        if timeline is not None and self._scene is None:
            notes = self.notes.find_notes(timeline, self.number) if self.notes else ()
            scene = build_scene(timeline, self.number)
            self._scene = add_notes(scene, (each.note for each in notes))
        return self._scene

    @property
    def sentences(self) -> LogSentences:
        """The effects and comments of the current event, or the unit that the user points at."""
        scene, narrator, timeline = self.scene, self.narrator, self.timeline
        if scene is None or narrator is None or timeline is None:
            return LogSentences()
        text = make_printable(narrator.describe_all(scene.moment.effects))
        text = text if text and self.number else self.look.word("before_first")
        comment = join_comments(timeline, self.notes, self.number, narrator)
        return LogSentences(self._describe_pointed(scene, narrator) or text, comment)

    def _describe_pointed(self, scene: Scene, narrator: Narrator) -> str:
        """Return the description of the unit or place that the user points at."""
        pointed, board = self.pointed, self.map
        if isinstance(board, EmptyMap) or pointed is None:
            return ""
        if pointed.kind == "area" and isinstance(board, HexMap):
            return describe_hex(scene, board.chart, narrator, self.look, pointed.ident)
        near = board.near.get(pointed.ident, ())
        return describe_object(scene, narrator, self.look, pointed, near)

    def apply_look(self, look: Look) -> None:
        """Show everything in another look."""
        self.look = look
        if self.timeline is not None:
            self.narrator = Narrator(self.timeline.rules.spec, look.language)
        for part in (self.title, self.map):
            part.apply_look(look)

    # ---- the notes of the log ----------------------------------------------------------------

    @property
    def is_stale(self) -> bool:
        """Return whether the notes file has changed since it was read."""
        return self.timeline is not None and file_stamp(notes_path(self.path)) != self._seen

    async def read_notes(self) -> None:
        """Read the notes of the log; the next `present` shows them."""
        from senpu.replay.annotation.annotations import Digests
        from senpu.tui.note_loading import bind_notes

        if self.timeline is None:
            return
        path = notes_path(self.path)
        self._seen = file_stamp(path)
        self._digests = self._digests or Digests(self.timeline)
        _, self.faults, self.notes = await bind_notes(path, self._digests)
        self.find_signs()
        self._scene = None

    def find_signs(self) -> None:
        """Find the signs of the events that have notes."""
        if self.timeline is not None:
            marks = find_landmarks(self.timeline, self.notes)
            self.signs = {each.number: each.sign for each in marks}

    # ---- pointing ---------------------------------------------------------------------------

    def point(self, at: ObjectClicked | None) -> None:
        """Describe a unit or a place from the next `present` on; None for nothing."""
        self.pointed = at
        if isinstance(self.map, HexMap):
            self.map.cursor = at.ident if at and at.ident in self.map.places else ""

    def on_object_clicked(self, message: ObjectClicked) -> None:
        """Point at a unit or a place, and bring the pane to the front."""
        message.stop()
        self.point(message)
        self.post_message(PaneSelected(self.id or ""))
