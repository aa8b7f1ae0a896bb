"""One of two logs side by side: title, map, the effects of the event, and its comments."""

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

from senpu.logs.notes import beside, stamp
from senpu.notation.faults import Fault
from senpu.notation.writer import format_event
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import Timeline
from senpu.tui.boards.scene import Scene, noted, scene_at
from senpu.tui.render.text_layout import printable
from senpu.tui.screens.arrangement import Parts
from senpu.tui.widgets.area_map import AreaMap
from senpu.tui.widgets.clicks import Pointed
from senpu.tui.widgets.hex_legend import hex_details
from senpu.tui.widgets.hex_map import HexMap
from senpu.tui.widgets.note_panel import behind, glyphs_on, landmarks, line_said
from senpu.tui.widgets.painting import Look, Painted, Row, wrapped
from senpu.tui.widgets.panels import Scrolled
from senpu.tui.widgets.provenance import actor_role, details

if TYPE_CHECKING:
    from senpu.replay.annotation.annotations import Digests
    from senpu.replay.annotation.variations import Tree


BEFORE = 2
"""How many events are told before the one that was just played."""
LEAST_SAID = 12
"""The cells without which nothing is said in a row beside its event."""
SAID = 28
"""The column from which on something is said there."""


class Fronted(Message):
    """This one of the two is to be in front, at an event if one is named."""

    def __init__(self, name: str, number: int | None = None) -> None:
        super().__init__()
        self.name = name
        self.number = number


class Title(Painted):
    """A line: which log, and where in it. Posts Fronted for a click."""

    def __init__(self, look: Look, name: str) -> None:
        super().__init__(look, f"{name}-title")
        self.of = name
        self.front = False
        self.text = ""
        self.place = ""

    def present(self, text: str, place: str, front: bool) -> None:
        """What the log is called, where one is, and whether it is the one in front."""
        self.text, self.place, self.front = text, place, front
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        look = self.look
        row = Row(look, "now-ground" if self.front else "raised")
        row.add(look.signs.here if self.front else " ", "now", "b")
        place = look.clip(self.place, max(width - 4, 1))
        room = width - cell_len(place) - 4
        row.add(look.clip(self.text, room) if room > 4 else "", "text", "b")
        row.to(width - cell_len(place) - 1).add(place, "now" if self.front else "dim")
        return [row.strip(width)]

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(Fronted(self.of))


class CourseRows(Scrolled):
    """What happened, what is said of it, and the events around it, a line each; those that the
    other log does not have stand out. Posts Fronted for a click, with the event of the row.
    """

    def __init__(self, look: Look, name: str, timeline: Timeline) -> None:
        super().__init__(look, f"{name}-course")
        self.of, self.timeline = name, timeline
        self.scene: Scene | None = None
        self.narrator: Narrator | None = None
        self.common = 0
        self.notes: Tree | None = None
        self.annotated = False
        self.whole = False
        """Whether what is said has all the room there is."""
        self.details = ""
        self.signs: dict[int, str] = {}
        """Of the events of which something is said."""
        self._signed = -1
        """The last event that was looked at for them."""
        self._follow = True
        self._shown: range = range(0)
        """The events that have a row,"""
        self._above = 0
        """and how many rows stand above the first of them."""

    def note(self, tree: "Tree | None") -> None:
        """Other notes stand beside the log from here on."""
        self.notes, self._signed = tree, -1

    def present(
        self, scene: Scene, narrator: Narrator, common: int, annotated: bool, details: str
    ) -> None:
        """A scene, the number of the last event that both logs have, whether something is said in
        either, and what there is to say of what somebody points at.
        """
        self._follow = self._follow or scene is not self.scene
        self.scene, self.narrator = scene, narrator
        self.common, self.annotated, self.details = common, annotated, details
        if self._signed != self.timeline.last:
            self._signed = self.timeline.last
            self.signs = {each.number: each.sign for each in landmarks(self.timeline, self.notes)}
        self.repaint()

    def scroll_rows(self, by: int) -> None:
        """Look further down, or up, by what is in view at most."""
        most = max(len(self._shown), 1)
        super().scroll_rows(max(-most, min(by, most)))

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        scene, narrator = self.scene, self.narrator
        if scene is None or narrator is None or not height:
            return []
        rows = self._told(scene, narrator, width, self._room(height))
        rest = height - len(rows)
        first = self._first(scene.number, rest)
        self._above, self._shown = len(rows), range(first, first + rest)
        rows += [self._event(number, scene, narrator, width) for number in self._shown]
        return [row.strip(width) for row in rows]

    def _first(self, number: int, rest: int) -> int:
        """The first event that has a row. What comes next has one in any case, then what was
        played, unless somebody looks elsewhere.
        """
        here = max(number - min(BEFORE, rest - 2), 1) if rest > 1 else number + 1
        if self._follow or rest != len(self._shown):
            self._follow = False
            self.top = here - 1
        self.top = max(min(self.top, max(self.timeline.last + 1 - rest, here - 1)), 0)
        return self.top + 1

    # ---- what happened --------------------------------------------------------------------

    def _room(self, height: int) -> int:
        """The rows above the events: as many at each, and in both logs, so that nothing jumps."""
        if self.whole and height > 2:
            return height - 1
        if height < 5:
            return 2 if height > 2 and (self.annotated or self.details) else 1
        return 2 + self.annotated * max(min(height - 7, 3), 0)

    def _told(self, scene: Scene, narrator: Narrator, width: int, room: int) -> list[Row]:
        """What happened, then what is said of it, or of what somebody points at. What has no room
        is cut off; where there is one row, both share it.
        """
        look = self.look
        told = printable(narrator.describe_all(scene.moment.effects))
        told = told if told and scene.number else look.word("before_first")
        said = self.details or line_said(self.timeline, self.notes, scene.number, narrator)
        sign, how = ("  ", "") if self.details else (f"{look.signs.remark} ", "i")
        if room < 2:
            row = Row(look).add(f" {look.clip(told, width - 2)}")
            left = width - row.width - 4
            if said and left >= LEAST_SAID:
                row.add(f" {sign}", "note", "b").add(look.clip(said, left), "note", how)
            return [row]
        notes = _cut(look, said, width - 4, room - 1)
        rows = [Row(look).add(f" {line}")
                for line in _cut(look, told, width - 2, min(room - len(notes), 2))]  # fmt: skip
        for at, line in enumerate(notes):
            row = Row(look).add(" ").add("  " if at else sign, "note", "b")
            rows.append(row.add(line, "note", how))
        return rows + [Row(look)] * (room - len(rows))

    # ---- the events -----------------------------------------------------------------------

    def _event(self, number: int, scene: Scene, narrator: Narrator, width: int) -> Row:
        look, timeline = self.look, self.timeline
        here = number == scene.number
        row = Row(look, "now-ground" if here else "background")
        if number > timeline.last:
            if number == timeline.last + 1:
                said = look.word("log_ends_here" if timeline.is_complete else "reading")
                if timeline.fault is not None:
                    said = look.word("error_in_header", line=timeline.fault.line)
                row.add(f"   {look.clip(said, width - 4)}", "error" if timeline.fault else "faint")
            return row
        entry = timeline.get_event(number)
        apart = number > self.common
        row.add(look.signs.here if here else look.signs.solid[1] if number == scene.number + 1
                else " ", "now" if here else "faint", "b")  # fmt: skip
        row.add(f"{number:>4}", "now" if apart else "faint")
        row.add(self.signs.get(number, " "), "note", "b")
        letter = timeline.rules.letter.get(entry.actor, " ")
        row.add(f"{letter} ", actor_role(narrator, entry.actor), "b")
        text = printable(format_event(entry.event))
        role = "faint" if entry.undone else "text"
        how = ("b" if apart else "") + ("s" if entry.undone else "")
        row.add(look.clip(text, width - row.width - 1), role, how)
        return self._said(row, number, narrator, width) if number in self.signs else row

    def _said(self, row: Row, number: int, narrator: Narrator, width: int) -> Row:
        """What is said of an event, behind it: how it is judged, then as much as has room."""
        look = self.look
        judged = "".join(glyphs_on(self.timeline, self.notes, number))
        row.add(judged, "note", "b")
        said = " / ".join(behind(self.timeline, self.notes, number, narrator))
        left = width - max(row.width + 2, SAID) - 1
        if said and left >= LEAST_SAID:
            row.add("  ").to(SAID).add(look.clip(said, left), "note", "i")
        return row

    def on_click(self, event: events.Click) -> None:
        event.stop()
        at = event.y - self._above
        number = self._shown[at] if 0 <= at < len(self._shown) else 0
        found = number if 0 < number <= self.timeline.last else None
        self.post_message(Fronted(self.of, found))


def _cut(look: Look, text: str, width: int, most: int) -> list[str]:
    """`text` in lines, at most so many; what is cut off is said by two dots."""
    lines = wrapped(text, max(width, 1))
    if len(lines) > most:
        lines = [*lines[: most - 1], look.clip(" ".join(lines[most - 1 :]), width)]
    return lines


LEAST = 4
"""Rows of what happened, before the map has any."""
MOST = 9
LEAST_MAP = 5


class Pane(Widget):
    """Shows one position, with the notes beside the log. Posts Fronted for a click on a part of it,
    with the event where that is the row of one.
    """

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
        return bool(self.timeline.comments or self.timeline.glyphs or self.notes)

    def present(self, annotated: bool) -> None:
        """Show what there is to show, with room for what is said if something is in either log."""
        if self._scene is None:
            notes = self.notes.on(self.timeline, self.number) if self.notes else ()
            scene = scene_at(self.timeline, self.number)
            self._scene = noted(scene, (each.note for each in notes))
        scene, look, timeline = self._scene, self.look, self.timeline
        turn = scene.moment.state.turn
        parts = [look.word("turn_of", n=turn) if turn else look.word("set_up")]
        parts.append(f"{self.number} / {timeline.last}{'' if timeline.is_complete else '+'}")
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
        from senpu.replay.annotation.annotations import Digests
        from senpu.tui.note_loading import bound

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
