"""A pane with one of two logs side by side: title, map, effects of the event, comments."""

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
from senpu.notation.writer import format_event
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import Timeline
from senpu.tui.boards.scene import Scene, add_notes, build_scene
from senpu.tui.screens.arrangement import PartsLayout
from senpu.tui.widgets.area_map import AreaMap
from senpu.tui.widgets.clicks import ObjectClicked
from senpu.tui.widgets.hex_legend import describe_hex
from senpu.tui.widgets.hex_map import HexMap
from senpu.tui.widgets.note_panel import (
    describe_notes_after,
    find_landmarks,
    join_comments,
    list_glyphs,
)
from senpu.tui.widgets.painting import Look, PaintedWidget, Row, wrap_cells
from senpu.tui.widgets.panels import ScrolledWidget
from senpu.tui.widgets.provenance import describe_object, find_actor_role

if TYPE_CHECKING:
    from senpu.replay.annotation.annotations import Digests
    from senpu.replay.annotation.variations import VariationTree


BEFORE = 2
"""The number of events listed before the event that was just played."""
LEAST_COMMENT = 12
"""The least width in cells of a comment next to its event."""
SAID = 28
"""The column in which comments begin."""


class PaneSelected(Message):
    """A message: bring this pane to the front, and go to an event if one is given."""

    def __init__(self, name: str, number: int | None = None) -> None:
        super().__init__()
        self.name = name
        self.number = number


class PaneTitle(PaintedWidget):
    """A line with the name of a log and the current event; posts PaneSelected for a click."""

    def __init__(self, look: Look, name: str) -> None:
        super().__init__(look, f"{name}-title")
        self.of = name
        self.front = False
        self.text = ""
        self.place = ""

    def present(self, text: str, place: str, front: bool) -> None:
        """Set the name of the log, the current event, and whether the pane is in front."""
        self.text, self.place, self.front = text, place, front
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Yield the row of the title."""
        look = self.look
        row = Row(look, "now-ground" if self.front else "raised")
        row.add(look.signs.here if self.front else " ", "now", "b")
        place = look.clip(self.place, max(width - 4, 1))
        room = width - cell_len(place) - 4
        row.add(look.clip(self.text, room) if room > 4 else "", "text", "b")
        row.pad_to(width - cell_len(place) - 1).add(place, "now" if self.front else "dim")
        return [row.strip(width)]

    def on_click(self, event: events.Click) -> None:
        """Bring the pane to the front."""
        event.stop()
        self.post_message(PaneSelected(self.of))


class EventDetails(ScrolledWidget):
    """The effects and comments of the current event, and a row for each event around it.

    Events that the other log lacks are highlighted. A click posts PaneSelected with the event.
    """

    def __init__(self, look: Look, name: str, timeline: Timeline) -> None:
        super().__init__(look, f"{name}-course")
        self.of, self.timeline = name, timeline
        self.scene: Scene | None = None
        self.narrator: Narrator | None = None
        self.common = 0
        self.notes: VariationTree | None = None
        self.annotated = False
        self.whole = False
        """True if comments take all rows."""
        self.details = ""
        self.signs: dict[int, str] = {}
        """The signs of the events that have comments."""
        self._signed = -1
        """The last event that was examined for comments."""
        self._follow = True
        self._shown: range = range(0)
        """The events that have a row."""
        self._above = 0
        """The number of rows above the first of these events."""

    def note(self, tree: "VariationTree | None") -> None:
        """Use other notes from now on."""
        self.notes, self._signed = tree, -1

    def present(
        self, scene: Scene, narrator: Narrator, common: int, annotated: bool, details: str
    ) -> None:
        """Show a scene.

        Args:
            scene: The scene to show.
            narrator: The narrator of the effects.
            common: The number of the last event that both logs share.
            annotated: Whether either log has comments.
            details: The description of the unit or place that the user points at.
        """
        self._follow = self._follow or scene is not self.scene
        self.scene, self.narrator = scene, narrator
        self.common, self.annotated, self.details = common, annotated, details
        if self._signed != self.timeline.last:
            self._signed = self.timeline.last
            self.signs = {
                each.number: each.sign for each in find_landmarks(self.timeline, self.notes)
            }
        self.repaint()

    def scroll_rows(self, by: int) -> None:
        """Scroll by `by` rows, at most one screen."""
        most = max(len(self._shown), 1)
        super().scroll_rows(max(-most, min(by, most)))

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Yield the rows."""
        scene, narrator = self.scene, self.narrator
        if scene is None or narrator is None or not height:
            return []
        rows = self._render_effects(scene, narrator, width, self._room(height))
        rest = height - len(rows)
        first = self._first(scene.number, rest)
        self._above, self._shown = len(rows), range(first, first + rest)
        rows += [self._event(number, scene, narrator, width) for number in self._shown]
        return [row.strip(width) for row in rows]

    def _first(self, number: int, rest: int) -> int:
        """Return the first event that has a row.

        The next event always has a row; the last event has one unless the user scrolled away.
        """
        here = max(number - min(BEFORE, rest - 2), 1) if rest > 1 else number + 1
        if self._follow or rest != len(self._shown):
            self._follow = False
            self.top = here - 1
        self.top = max(min(self.top, max(self.timeline.last + 1 - rest, here - 1)), 0)
        return self.top + 1

    # ---- what happened --------------------------------------------------------------------

    def _room(self, height: int) -> int:
        """Return the rows above the events: equal for all events and for both logs."""
        if self.whole and height > 2:
            return height - 1
        if height < 5:
            return 2 if height > 2 and (self.annotated or self.details) else 1
        return 2 + self.annotated * max(min(height - 7, 3), 0)

    def _render_effects(self, scene: Scene, narrator: Narrator, width: int, room: int) -> list[Row]:
        """Return the rows of the effects, then of the comments or the details.

        If there is only one row, both share it; text without room is cut.
        """
        look = self.look
        effects = make_printable(narrator.describe_all(scene.moment.effects))
        effects = effects if effects and scene.number else look.word("before_first")
        comment = self.details or join_comments(self.timeline, self.notes, scene.number, narrator)
        sign, how = ("  ", "") if self.details else (f"{look.signs.comment} ", "i")
        if room < 2:
            row = Row(look).add(f" {look.clip(effects, width - 2)}")
            left = width - row.width - 4
            if comment and left >= LEAST_COMMENT:
                row.add(f" {sign}", "note", "b").add(look.clip(comment, left), "note", how)
            return [row]
        notes = _wrap_rows(look, comment, width - 4, room - 1)
        lines = _wrap_rows(look, effects, width - 2, min(room - len(notes), 2))
        rows = [Row(look).add(f" {line}") for line in lines]
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
                comment = look.word("log_ends_here" if timeline.is_complete else "reading")
                if timeline.fault is not None:
                    comment = look.word("error_in_header", line=timeline.fault.line)
                row.add(
                    f"   {look.clip(comment, width - 4)}", "error" if timeline.fault else "faint"
                )
            return row
        entry = timeline.get_event(number)
        apart = number > self.common
        row.add(look.signs.here if here else look.signs.solid[1] if number == scene.number + 1
                else " ", "now" if here else "faint", "b")  # fmt: skip
        row.add(f"{number:>4}", "now" if apart else "faint")
        row.add(self.signs.get(number, " "), "note", "b")
        letter = timeline.rules.letter.get(entry.actor, " ")
        row.add(f"{letter} ", find_actor_role(narrator, entry.actor), "b")
        text = make_printable(format_event(entry.event))
        role = "faint" if entry.undone else "text"
        how = ("b" if apart else "") + ("s" if entry.undone else "")
        row.add(look.clip(text, width - row.width - 1), role, how)
        return self._add_comments(row, number, narrator, width) if number in self.signs else row

    def _add_comments(self, row: Row, number: int, narrator: Narrator, width: int) -> Row:
        """Add the glyph and the comments of an event to its row."""
        look = self.look
        judged = "".join(list_glyphs(self.timeline, self.notes, number))
        row.add(judged, "note", "b")
        comment = " / ".join(describe_notes_after(self.timeline, self.notes, number, narrator))
        left = width - max(row.width + 2, SAID) - 1
        if comment and left >= LEAST_COMMENT:
            row.add("  ").pad_to(SAID).add(look.clip(comment, left), "note", "i")
        return row

    def on_click(self, event: events.Click) -> None:
        """Go to the event of the row."""
        event.stop()
        at = event.y - self._above
        number = self._shown[at] if 0 <= at < len(self._shown) else 0
        found = number if 0 < number <= self.timeline.last else None
        self.post_message(PaneSelected(self.of, found))


def _wrap_rows(look: Look, text: str, width: int, most: int) -> list[str]:
    """Wrap `text` into at most `most` lines; two dots mark a cut."""
    lines = wrap_cells(text, max(width, 1))
    if len(lines) > most:
        lines = [*lines[: most - 1], look.clip(" ".join(lines[most - 1 :]), width)]
    return lines


LEAST = 4
"""The least rows for effects, before the map has rows."""
MOST = 9
LEAST_MAP = 5


class GamePane(Widget):
    """The pane of one log: a position, with its notes.

    A click on a part of it posts PaneSelected, with the event if the part is the row of one.
    """

    DEFAULT_CSS = "GamePane { overflow: hidden hidden; }"

    def __init__(self, look: Look, name: str, timeline: Timeline, path: Path | None) -> None:
        super().__init__(id=name)
        self.look, self.timeline, self.path = look, timeline, path
        self.number = 0
        self.front = False
        self.common = 0
        self.pointed: ObjectClicked | None = None
        self.notes: VariationTree | None = None
        """The notes that match the log."""
        self.faults: list[Fault] = []
        """The reasons why other notes do not match."""
        self._seen: tuple[int, ...] = ()
        self._digests: Digests | None = None
        self.narrator = Narrator(timeline.rules.spec, look.language)
        hexes = timeline.rules.spec.game.board == "hexes"
        self.map: AreaMap | HexMap = (HexMap if hexes else AreaMap)(look, self.narrator)
        self.title = PaneTitle(look, name)
        self.course = EventDetails(look, name, timeline)
        self._scene: Scene | None = None
        self._parts = PartsLayout(self._regions)

    def compose(self) -> ComposeResult:
        """Yield the parts of the pane."""
        yield from (self.title, self.map, self.course)

    @property
    def layout(self) -> Layout:
        """The layout that places the parts."""
        return self._parts

    def _regions(self, size: Size) -> dict[str, Region]:
        width, height = size
        name = self.id
        effects = min(max(LEAST, height // 4), MOST)
        mapped = height - 1 - effects
        if mapped < LEAST_MAP:
            effects, mapped = max(height - 1, 0), 0
        else:
            mapped = min(self.map.height_for(width, mapped), mapped)
            effects = height - 1 - mapped
        return {
            f"{name}-title": Region(0, 0, width, min(1, height)),
            "map": Region(0, 1, width, mapped),
            f"{name}-course": Region(0, 1 + mapped, width, effects),
        }

    # ---- what it shows --------------------------------------------------------------------

    @property
    def label(self) -> str:
        """The name of the log: its event, with its file name if another log has the same name."""
        event = make_printable(self.timeline.headers.get("Event", ""))
        file = make_printable(self.path.name) if self.path else ""
        return f"{event} ({file})" if event and file else event or file

    def go_to(self, number: int) -> None:
        """Show the position after an event, or the last position of the log."""
        self.timeline.extend(number)
        number = max(0, min(number, self.timeline.last))
        if number != self.number:
            self.number, self._scene = number, None
            self.point(None)

    @property
    def is_annotated(self) -> bool:
        """Return whether the log or its notes file has comments."""
        return bool(self.timeline.comments or self.timeline.glyphs or self.notes)

    def present(self, annotated: bool) -> None:
        """Show the current position; `annotated` reserves rows for comments."""
        if self._scene is None:
            notes = self.notes.find_notes(self.timeline, self.number) if self.notes else ()
            scene = build_scene(self.timeline, self.number)
            self._scene = add_notes(scene, (each.note for each in notes))
        scene, look, timeline = self._scene, self.look, self.timeline
        turn = scene.moment.state.turn
        parts = [look.word("turn_of", n=turn) if turn else look.word("set_up")]
        parts.append(f"{self.number} / {timeline.last}{'' if timeline.is_complete else '+'}")
        self.title.present(self.label, "  ".join(parts), self.front)
        self.map.present(scene, self.narrator)
        effects = self._details(scene)
        self.course.present(scene, self.narrator, self.common, annotated, effects)

    def _details(self, scene: Scene) -> str:
        """Return the description of the unit or place that the user points at."""
        pointed, board = self.pointed, self.map
        if pointed and pointed.kind == "area" and isinstance(board, HexMap):
            return describe_hex(scene, board.chart, self.narrator, self.look, pointed.ident)
        near = board.near.get(pointed.ident, ()) if pointed else ()
        return describe_object(scene, self.narrator, self.look, pointed, near)

    def apply_look(self, look: Look) -> None:
        """Show everything in another look."""
        self.look = look
        self.narrator = Narrator(self.timeline.rules.spec, look.language)
        for part in (self.title, self.map, self.course):
            part.apply_look(look)

    # ---- the notes of the log ----------------------------------------------------------------

    @property
    def is_stale(self) -> bool:
        """Return whether the notes file has changed since it was read."""
        return self.path is not None and file_stamp(notes_path(self.path)) != self._seen

    async def read_notes(self) -> None:
        """Read the notes of the log; the next `present` shows them."""
        from senpu.replay.annotation.annotations import Digests
        from senpu.tui.note_loading import bind_notes

        if self.path is None:
            return
        path = notes_path(self.path)
        self._seen = file_stamp(path)
        self._digests = self._digests or Digests(self.timeline)
        _, self.faults, self.notes = await bind_notes(path, self._digests)
        self._scene = None
        self.course.note(self.notes)

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
