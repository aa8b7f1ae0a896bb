"""One log of two that are seen side by side: where it stands, what happened, what comes next."""

from collections.abc import Iterable

from rich.cells import cell_len
from textual import events
from textual.message import Message
from textual.strip import Strip

from notation.writer import format_event
from replay.narration import Narrator
from replay.timeline import Timeline
from tui.widgets.blocks import actor_role
from tui.widgets.painting import Look, Painted, Row, printable, wrapped
from tui.widgets.scene import Scene

BEFORE = 2
"""How many events are told before the one that was just played."""


class Fronted(Message):
    """This one of the two is to be in front."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


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


class CourseRows(Painted):
    """What happened, and the events around it, a line each; those that the other log does not have
    stand out. Posts Fronted for a click."""

    def __init__(self, look: Look, name: str, timeline: Timeline) -> None:
        super().__init__(look, f"{name}-course")
        self.of, self.timeline = name, timeline
        self.scene: Scene | None = None
        self.narrator: Narrator | None = None
        self.common = 0

    def present(self, scene: Scene, narrator: Narrator, common: int) -> None:
        """A scene, and the number of the last event that both logs have."""
        self.scene, self.narrator, self.common = scene, narrator, common
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        scene, narrator, look = self.scene, self.narrator, self.look
        if scene is None or narrator is None or not height:
            return []
        told = printable(narrator.story(scene.moment.told)) or look.word("before_first")
        if not scene.number:
            told = look.word("before_first")
        room = 1 if height < 5 else 2
        lines = wrapped(told, max(width - 2, 1))
        if len(lines) > room:
            lines = [*lines[: room - 1], look.clip(" ".join(lines[room - 1 :]), width - 2)]
        rows = [Row(look).add(f" {line}") for line in lines[:room]]
        rows += [Row(look)] * (room - len(rows))
        # What comes next has a line in any case, then what was played.
        rest = height - len(rows)
        first = max(scene.number - min(BEFORE, rest - 2), 1) if rest > 1 else scene.number + 1
        for number in range(first, first + rest):
            rows.append(self._event(number, scene, narrator, width))
        return [row.strip(width) for row in rows]

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
        row.add(f"{number:>4} ", "now" if apart else "faint")
        letter = timeline.rules.letter.get(entry.actor, " ")
        row.add(f"{letter} ", actor_role(narrator, entry.actor), "b")
        text = printable(format_event(entry.event))
        role = "faint" if entry.undone else "text"
        how = ("b" if apart else "") + ("s" if entry.undone else "")
        return row.add(look.clip(text, width - row.width - 1), role, how)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(Fronted(self.of))
