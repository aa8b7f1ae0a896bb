"""One log of two that are seen side by side: where it stands, what happened, what is said of that,
and what comes next.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual import events
from textual.message import Message
from textual.strip import Strip

from notation.writer import format_event
from replay.narration import Narrator
from replay.timeline import Timeline
from tui.widgets.blocks import actor_role
from tui.widgets.landmarks import landmarks
from tui.widgets.painting import Look, Painted, Row, printable, wrapped
from tui.widgets.remarks import behind, glyphs_on, line_said
from tui.widgets.scene import Scene
from tui.widgets.scrolling import Scrolled

if TYPE_CHECKING:
    from replay.variations import Tree

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
    other log does not have stand out. Posts Fronted for a click, with the event of the row."""

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
        either, and what there is to say of what somebody points at."""
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
        played, unless somebody looks elsewhere."""
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
        is cut off; where there is one row, both share it."""
        look = self.look
        told = printable(narrator.story(scene.moment.told))
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
                said = look.word("log_ends_here" if timeline.complete else "reading")
                if timeline.fault is not None:
                    said = look.word("fault_in_header", line=timeline.fault.line)
                row.add(f"   {look.clip(said, width - 4)}", "error" if timeline.fault else "faint")
            return row
        entry = timeline.entry(number)
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
