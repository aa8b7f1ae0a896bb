"""Moving through a game in the player: variations, the view of a side, playback."""

from typing import TYPE_CHECKING

from textual.timer import Timer

if TYPE_CHECKING:
    from senpu.replay.annotation.variations import Course, Tree
    from senpu.tui.screens.interfaces import Player


Stand = tuple["Course", int]
"""A course, and an event of its own."""


def siblings(tree: "Tree", course: "Course", number: int) -> list[Stand]:
    """What the event behind that one may be: that of the course itself (or nothing, where it has
    none), then the first events of the what-if lines that stand in its place."""
    own = (course, min(number + 1, course.last))
    return [own, *((line, line.fork + 1) for line in tree.lines(course, number))]


def choices(tree: "Tree", course: "Course", number: int) -> tuple[list[Stand], int]:
    """Between what one goes round at an event, and where one is among it: lines in the place of
    this event, then those that begin behind it, then those beside the line that one is in."""
    inside = course.before is not None
    if not (inside and number == course.fork + 1):
        for at in (number - 1, number):
            if at >= course.fork and tree.lines(course, at):
                return siblings(tree, course, at), 0
    base = course
    while base.before is not None and base.before.before and base.fork == base.before.fork:
        base = base.before
    if base.before is None:
        return [], 0
    found = siblings(tree, base.before, base.fork)
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
    screen.say(word("line_of", n=at, of=len(found) - 1) if at else word("the_game_again"))


def next_eyes(screen: "Player") -> None:
    """Those of everybody, then of each side."""
    sides = ["", *(side.id for side in screen.narrator.spec.sides)]
    at = sides.index(screen.timeline.sight.side)
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
