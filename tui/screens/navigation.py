"""Moving through a game in the player: variations, views, playback, named positions, search.

Nothing waits for the log: if an event is not read yet, the player goes there when it is.
"""

import asyncio
import re
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from textual.timer import Timer

from senpu.notation.events import Retreat, Roll
from senpu.notation.writer import format_event
from senpu.replay.core.timeline import GameLine, Timeline, UnknownPositionError
from senpu.tui.boards.scene import Step, changes, lost, steps_of, strikes
from senpu.tui.screens.input_lines import asked, closed
from senpu.tui.widgets.note_panel import BOOKMARK, MISTAKES, Landmark, glyphs_on, landmarks, said_on
from senpu.tui.widgets.timeline import TOLD

if TYPE_CHECKING:
    from senpu.replay.annotation.variations import Course, Tree
    from senpu.tui.screens.interfaces import Player


Stand = tuple["Course", int]
"""A course, and an event of its own."""


def siblings(tree: "Tree", course: "Course", number: int) -> list[Stand]:
    """What the event behind that one may be: that of the course itself (or nothing, where it has
    none), then the first events of the what-if lines that stand in its place.
    """
    own = (course, min(number + 1, course.last))
    return [own, *((line, line.fork + 1) for line in tree.lines(course, number))]


def choices(tree: "Tree", course: "Course", number: int) -> tuple[list[Stand], int]:
    """Between what one goes round at an event, and where one is among it: lines in the place of
    this event, then those that begin behind it, then those beside the line that one is in.
    """
    inside = course.parent is not None
    if not (inside and number == course.fork + 1):
        for at in (number - 1, number):
            if at >= course.fork and tree.lines(course, at):
                return siblings(tree, course, at), 0
    base = course
    while base.parent is not None and base.parent.parent and base.fork == base.parent.fork:
        base = base.parent
    if base.parent is None:
        return [], 0
    found = siblings(tree, base.parent, base.fork)
    return found, [each for each, _ in found].index(course)


def go_round(screen: "Player", way: int) -> None:
    """To the next of the lines that begin here, or the one before; then to the game again."""
    tree, word = screen.note_tree, screen.look.word
    found, at = choices(tree, screen.course, screen.position) if tree else ([], 0)
    if len(found) < 2:
        screen.say(word("no_line_here"))
        return
    at = (at + way) % len(found)
    course, number = found[at]
    screen.go_to(number, course)
    screen.say(word("line_of", n=at, of=len(found) - 1) if at else word("main_line"))


def next_eyes(screen: "Player") -> None:
    """Those of everybody, then of each side."""
    sides = ["", *(side.id for side in screen.narrator.spec.sides)]
    at = sides.index(screen.timeline.view.side)
    screen.look_as(sides[(at + 1) % len(sides)])


PACES = (1 / 8, 1 / 4, 1 / 2, 1.0, 2.0, 4.0, 8.0)
"""Events a second."""


class Pacing:
    """Whether a player's log is playing, and how fast."""

    def __init__(self, screen: "Player") -> None:
        self.screen = screen
        self._pace = PACES.index(1.0)
        self._timer: Timer | None = None

    @property
    def playing(self) -> bool:
        return self._timer is not None

    @property
    def sign(self) -> str:
        """What the last line says of it, if anything."""
        return self.screen.look.word("playing", pace=self._said()) if self.playing else ""

    def start(self) -> None:
        """Go on from here, if there is anything to go on to."""
        screen = self.screen
        if screen.position < screen.course.last:
            self._timer = screen.set_interval(1 / PACES[self._pace], self._tick)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def change(self, by: int) -> None:
        """Faster or slower."""
        self._pace = max(0, min(self._pace + by, len(PACES) - 1))
        if self.playing:
            self.stop()
            self.start()
            self.screen.show_footer()
        else:
            self.screen.say(self._said())

    def _said(self) -> str:
        pace, word = PACES[self._pace], self.screen.look.word
        return word("pace", n=int(pace)) if pace >= 1 else word("pace_slow", n=int(1 / pace))

    def _tick(self) -> None:
        screen = self.screen
        if screen.position >= screen.course.last:
            screen.stop_playing()
        screen.go_to(screen.position + 1)


def combat(step: Step) -> bool:
    """Whether somebody strikes; the dice and the retreats that follow are of the same fight."""
    return type(step.event) not in (Roll, Retreat) and strikes(step) is not None


def loss(step: Step) -> bool:
    """Whether a unit was lost, or lost a step."""
    return any(
        lost(old, new) or (new.reduced and not old.reduced)
        for old, new in changes(step.before, step.after)
    )


def capture(step: Step) -> bool:
    """Whether a side took a place of weight: a city, a key place."""
    before, notes = step.before.control, step.after.notes
    return any(
        side and side != before.get(place) and not TOLD.isdisjoint(notes.get(place, ()))
        for place, side in step.after.control.items()
    )


OCCURRENCES: dict[str, Callable[[Step], bool]] = {
    "combat": combat, "loss": loss, "capture": capture,
}  # fmt: skip
"""By the name of the kind."""


def occurs(kind: str, line: GameLine, number: int) -> bool:
    """Whether an event is one of that kind, and was not taken back later."""
    if number < 1 or line.get_event(number).undone:
        return False
    return any(OCCURRENCES[kind](step) for step in steps_of(line, range(number, number + 1)))


SLICE = 0.01
"""Seconds of looking between two chances for a key."""


POSITION = re.compile(r"start|end|[0-9]+|T[0-9]{1,6}(\.[A-Z])?")


def known(timeline: Timeline, position: str) -> bool:
    """Whether a position can be told from what is read so far."""
    if timeline.is_complete or position == "start":
        return True
    if position.isascii() and position.isdigit():
        return int(position) <= timeline.last
    match = re.fullmatch(r"T(\d{1,6})(\.[A-Z])?", position)
    if not match:
        return position != "end"
    turn = int(match[1])
    return turn in timeline.turn_starts and (not match[2] or turn + 1 in timeline.turn_starts)


def spelled(text: str) -> str:
    """A position as it is written, from what was typed: `t3.c` is `T3.C`."""
    text = text.strip()
    return text.lower() if text.lower() in ("start", "end") else text.upper()


class Seeking:
    """What the player is on the way to."""

    def __init__(self, screen: "Player") -> None:
        self.screen = screen
        self.words = ""
        """What was sought last."""
        self._wanted = ""
        """The position to go to once it is read."""
        self._asking = ""

    # ---- asking ---------------------------------------------------------------------------

    def open_prompt(self, what: str) -> None:
        """Open the prompt: `go` for a position, `find` for words."""
        screen = self.screen
        if self._asking or screen.footer.label:
            return
        self._asking = what
        screen.footer.label = screen.look.word(f"key_{what}")
        asked(screen, screen.look.word(f"{what}_prompt"), self.words if what == "find" else "")
        screen.footer.repaint()

    def close(self) -> bool:
        """Close the prompt, if it is open."""
        if not self._asking:
            return False
        self._asking = ""
        self.screen.footer.label = ""
        closed(self.screen)
        self.screen.footer.repaint()
        return True

    def answered(self, text: str) -> None:
        """What was typed into the prompt."""
        what = self._asking
        self.close()
        if not text.strip():
            return
        if what == "go":
            self._go(text)
        else:
            self.words = text.strip()
            self.again(1)

    def _go(self, text: str) -> None:
        """To a position, or to a bookmark by the beginning of its name."""
        tree = self.screen.note_tree
        if tree is not None and not POSITION.fullmatch(spelled(text)):
            name = text.strip().casefold()
            marks = list(tree.bookmarks())
            exact = [mark for mark in marks if mark[0].casefold() == name]
            found = exact or [mark for mark in marks if mark[0].casefold().startswith(name)]
            if found:
                named, course, number = found[0]
                self.screen.go_to(number, course)
                self.screen.say(self.screen.look.word("at_bookmark", name=named))
                return
        self.want(spelled(text))

    # ---- positions ------------------------------------------------------------------------

    def want(self, position: str) -> None:
        """Go there as soon as it is read."""
        self._wanted = position
        self.read_on()
        if self._wanted:
            last = f"{self.screen.timeline.last:,}"
            self.screen.say(self.screen.look.word("read_so_far", n=last))

    def read_on(self) -> None:
        """More of the log is known: perhaps what is wanted is."""
        wanted, screen = self._wanted, self.screen
        if not wanted or not known(screen.timeline, wanted):
            return
        self._wanted = ""
        try:
            number = screen.timeline.find(wanted)
        except UnknownPositionError:
            screen.say(screen.look.word("no_position", text=wanted))
            return
        screen.say("")
        screen.go_to(number, screen.timeline)

    # ---- words ----------------------------------------------------------------------------

    def again(self, way: int) -> None:
        """Look for the words on from here, or back."""
        word = self.screen.look.word
        if not self.words:
            self.screen.say(word("no_search"))
            return
        words, text = self.words.casefold(), self.words
        missing = word("not_found", text=text)
        self._look(way, text, lambda number: self._holds(number, words), missing)

    def _holds(self, number: int, words: str) -> bool:
        """Whether notation, remarks or sentences of an event hold the words."""
        screen, course = self.screen, self.screen.course
        every = said_on(course, screen.note_tree, number, screen.narrator)
        if any(words in f"{said.text} {said.by}".casefold() for said in every):
            return True
        if not number:
            return False
        if words in format_event(course.get_event(number).event).casefold():
            return True
        return words in screen.narrator.describe_all(course.get_position(number).effects).casefold()

    # ---- kinds of events ------------------------------------------------------------------

    def jump(self, kind: str, way: int) -> None:
        """Look for the next event of a kind, or the one before."""
        screen, word = self.screen, self.screen.look.word
        name = word(f"jump_{kind}")
        marks = {mark.number for mark in self._marks(kind)}
        if kind in OCCURRENCES:
            self._look(way, name, lambda n: occurs(kind, screen.course, n), word(f"no_{kind}"))
        else:
            self._look(way, name, marks.__contains__, word(f"no_{kind}"))

    def _marks(self, kind: str) -> list[Landmark]:
        """The events of which something of that kind is said."""
        course, tree = self.screen.course, self.screen.note_tree
        if kind in OCCURRENCES:
            return []
        if kind == "mistake":
            numbers = range(course.fork, course.last + 1)
            judged = (n for n in numbers if MISTAKES.intersection(glyphs_on(course, tree, n)))
            return [Landmark(number, "?") for number in judged]
        found = landmarks(course, tree)
        return [mark for mark in found if kind == "note" or mark.sign == BOOKMARK]

    # ---- the way --------------------------------------------------------------------------

    def _look(self, way: int, what: str, holds: Callable[[int], bool], missing: str) -> None:
        """Go to the next event that holds, round the ends; say where, or what is missing."""
        self.screen.say(self.screen.look.word("finding", text=what))
        looking = self._looked(way, what, holds, missing)
        self.screen.run_worker(looking, group="finding", exclusive=True)

    async def _looked(
        self, way: int, what: str, holds: Callable[[int], bool], missing: str
    ) -> None:
        screen, course = self.screen, self.screen.course
        first = course.fork + 1 if course.parent else 0
        start = number = screen.position
        wrapped = False
        until = monotonic() + SLICE
        while True:
            number += way
            if number > course.last and not course.is_complete:
                number -= way
                await asyncio.sleep(SLICE)
                continue
            if not first <= number <= course.last:
                if wrapped:
                    break
                number, wrapped = (first if way > 0 else course.last), True
            if wrapped and (number - start) * way > 0:
                break
            if holds(number):
                screen.go_to(number, course)
                said = "found_round" if wrapped else "found"
                screen.say(screen.look.word(said, text=what, n=number))
                return
            if monotonic() > until:
                await asyncio.sleep(0)
                until = monotonic() + SLICE
        screen.say(missing)
