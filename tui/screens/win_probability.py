"""The estimated win probability in the player: of the position in view, and along the whole game.

It comes from playouts, which run only while the reader wants them. This module decides which
positions are played out, and in which order.
"""

from collections import deque
from concurrent.futures import BrokenExecutor
from time import monotonic
from typing import TYPE_CHECKING

from senpu.tui.screens.arrangement import chance_rows

if TYPE_CHECKING:
    from textual.worker import Worker

    from senpu.replay.analysis.confidence import Tally
    from senpu.replay.analysis.evaluation import Ground
    from senpu.replay.annotation.variations import Course
    from senpu.tui.evaluator import Asked, Evaluator, Key
    from senpu.tui.screens.interfaces import Player
    from senpu.tui.widgets.win_probability_bar import ChanceBar


FIRST, MOST = 40, 1000
"""How many games the position in view has before any other has one, and how many in the end."""
ALONG = (20, 60)
"""How many those of the whole game have: first all so many, then all so many."""
OFTEN = 0.1
"""Seconds between two pictures of what comes in."""
Place = tuple["Course", int]


class Chances:
    """Off until they are asked for."""

    def __init__(self, screen: "Player") -> None:
        self.screen = screen
        self.wanted = False
        """Whether to begin as soon as the screen is there."""
        self.on = False
        self.bar: ChanceBar | None = None
        self._standing = ""
        """The weakest of all values that are played on."""
        self._ground: Ground | None = None
        self._worker: Worker[None] | None = None
        self._keys: dict[tuple[Course, int, str], Key] = {}
        """What the positions are, as far as they were looked at, by who looks."""
        self._left: deque[tuple[Place, int]] = deque()
        """What is still to be played along the game, in its order."""
        self._left_for: tuple[object, ...] = ()
        self._handed = 0
        self._shown = 0.0

    @property
    def evaluator(self) -> "Evaluator":
        return self.screen.senpu.evaluator

    # ---- on and off -----------------------------------------------------------------------

    def toggle(self) -> None:
        (self.stop if self.on else self.start)()

    def start(self) -> None:
        """Show them, or say why that cannot be."""
        screen, word = self.screen, self.screen.look.word
        if screen.timeline.record.sealed and not self._eyes:
            screen.say(word("chance_face_down"))
            return
        from senpu.tui.render.win_probability_report import weakest
        from senpu.tui.widgets.win_probability_bar import ChanceBar

        self.on, self.bar = True, ChanceBar(screen.look)
        self._standing = weakest(screen.timeline.rules.spec)
        screen.track.strand.chance = self.known
        screen.mount(self.bar)
        screen.rearrange()
        standing = word(self._standing)
        screen.say(word("chance_method", program=self.evaluator.program, standing=standing))

    def stop(self) -> None:
        """Show them no longer, and have nothing played."""
        if not self.on:
            return
        self.rest()
        self.on, self.screen.track.strand.chance = False, None
        if self.bar is not None:
            self.bar.remove()
        self.bar = None
        self.screen.say("")
        self.screen.rearrange()

    def rest(self) -> None:
        """Have nothing played while the screen is not there."""
        if self._worker is not None:
            self._worker.cancel()
            self._worker, self._left_for = None, ()
            self.evaluator.close()

    def start_over(self) -> None:
        """Positions may be others than they were; those that are not are known by themselves."""
        self._keys.clear()
        self._left_for = ()

    def mounted(self) -> None:
        """The screen is there."""
        if self.wanted:
            self.start()

    # ---- what the screen has of it --------------------------------------------------------

    def rows(self, height: int) -> int:
        """How many rows they have on a screen of that height."""
        return chance_rows(height) if self.on else 0

    def painted(self) -> "tuple[ChanceBar, ...]":
        return (self.bar,) if self.bar is not None else ()

    def present(self) -> None:
        """The screen shows something: perhaps another position."""
        if self.on:
            self._show_bar()
            if self.screen.is_current:
                self._go_on()

    def known(self, course: "Course", number: int) -> "Tally | None":
        """What has come of the position after an event so far."""
        key = self._keys.get(self._place(course, number))
        return self.evaluator.found.get(key) if key else None

    def _show_bar(self) -> None:
        from senpu.tui.widgets.win_probability_bar import Outlook

        screen, evaluator = self.screen, self.evaluator
        outcome = screen.scene.moment.state.outcome
        key = self._key(screen.course, screen.position)
        outlook = Outlook(
            evaluator.found.get(key), evaluator.program, self._standing,
            outcome.ending if outcome else "", screen.records, key in evaluator.unplayable,
        )  # fmt: skip
        if self.bar is not None:
            self.bar.present(outlook, screen.narrator)

    def _show(self) -> None:
        self._shown = monotonic()
        self._show_bar()
        self.screen.track.repaint()

    def _heard(self) -> None:
        if monotonic() - self._shown > OFTEN:
            self._show()

    # ---- the work -------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Have something played, if that is not done already."""
        if self._worker is None or self._worker.is_finished:
            self._worker = self.screen.run_worker(self._work(), group="chances")

    async def _work(self) -> None:
        try:
            await self.evaluator.work(self._next, self._heard)
        except (BrokenExecutor, ImportError, OSError):  # ended by somebody, or not to be had here
            self.stop()
            self.screen.say(self.screen.look.word("chance_stopped"))
            return
        self._show()

    def _next(self) -> "Asked | None":
        """The position in view first, then the whole game: where turns end, between these, between
        those; every third piece of work makes the one in view surer.
        """
        screen = self.screen
        here = (screen.course, screen.position)
        self._handed += 1
        games = FIRST if self._handed % 3 else MOST
        if self._lacks(here, games):
            return self._asked(here, games)
        left = self._along()
        while left and not self._lacks(*left[0]):
            left.popleft()
        if left:
            return self._asked(*left[0])
        return self._asked(here, MOST) if self._lacks(here, MOST) else None

    def _along(self) -> "deque[tuple[Place, int]]":
        """The events of the timeline's cells: first those with which turns end, then as coarsely
        as can be, then ever finer; all of that once more for more games.
        """
        screen = self.screen
        if not screen.timeline.is_complete:
            return deque()
        strand, course = screen.track.strand, screen.course
        made_for = (*strand.extent, self._eyes)
        if made_for != self._left_for:
            places = list(dict.fromkeys(strand.cells()))
            ends = {course.last, *(first - 1 for first in course.turn_starts.values())}
            before = [-1, *(number for _, number in places)]
            rank = {
                place: (ends.isdisjoint(range(before[at] + 1, place[1] + 1)), -coarse(at))
                for at, place in enumerate(places)
            }
            order = sorted(places, key=rank.__getitem__)
            self._left_for = made_for
            self._left = deque((place, games) for games in ALONG for place in order)
        return self._left

    def _place(self, course: "Course", number: int) -> "tuple[Course, int, str]":
        return course.find_owner(number), number, self._eyes

    @property
    def _eyes(self) -> str:
        """Through whose eyes positions are judged: one side's only where that hides something."""
        sight = self.screen.timeline.view
        return "" if sight.is_unrestricted else sight.side

    def _lacks(self, place: Place, games: int) -> bool:
        key = self._keys.get(self._place(*place))
        return key is None or self.evaluator.lacks(key, games)

    def _asked(self, place: Place, games: int) -> "Asked":
        from senpu.tui.evaluator import Asked

        course, number = place
        return Asked(self._key(course, number), course.get_position(number).state, games)

    def _key(self, course: "Course", number: int) -> "Key":
        """What a position is to those who play on from it: as far as who looks may know it."""
        place = self._place(course, number)
        key = self._keys.get(place)
        if key is None:
            from senpu.replay.analysis.evaluation import Method, Position, ground_of, tally, winners
            from senpu.tui.evaluator import Key

            rules, state = course.rules, course.get_position(number).state
            if self._ground is None:
                path = self.screen.timeline.record.path
                self._ground = ground_of(rules, path and path.parent, self.screen.senpu.data)
            key = Key(self._ground, place[2], rules.digest(state))
            self._keys[place] = key
            if state.outcome is not None:
                over = winners(rules, Position(state), Method(), range(1))
                self.evaluator.settle(key, tally(rules, over))
        return key


def coarse(number: int) -> int:
    """How coarse a division of a line first has a mark there: the largest power of 2 in it."""
    return number & -number if number else 1 << 30
