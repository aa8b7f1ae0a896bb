"""Moving through a game in the player: variations, views, playback, named positions, search.

Nothing waits for the log: the player goes to an event that is not yet read when it is read.
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
from senpu.tui.boards.scene import ActivationStep, find_changes, find_strike, is_lost, list_steps
from senpu.tui.screens.input_lines import close_prompt, open_prompt
from senpu.tui.widgets.note_texts import (
    BOOKMARK,
    MISTAKES,
    Landmark,
    describe_notes,
    find_landmarks,
    list_glyphs,
)
from senpu.tui.widgets.timeline import CAPTURE_NOTES

if TYPE_CHECKING:
    from senpu.replay.annotation.variations import AnyTimeline, VariationTree
    from senpu.tui.screens.interfaces import Player


CoursePosition = tuple["AnyTimeline", int]
"""A course, and the number of one of the events that it adds."""


def list_alternatives(
    tree: "VariationTree", course: "AnyTimeline", number: int
) -> list[CoursePosition]:
    """Return the alternatives for the event after `number`.

    Args:
        tree: The variations.
        course: The current course.
        number: The number of the event before the alternatives.

    Returns:
        The event of the course itself, then the first event of each variation.
    """
    own = (course, min(number + 1, course.last))
    return [own, *((line, line.fork + 1) for line in tree.find_variations(course, number))]


def list_branches(
    tree: "VariationTree", course: "AnyTimeline", number: int
) -> tuple[list[CoursePosition], int]:
    """Return the alternatives at an event, and the index of the current one.

    Args:
        tree: The variations.
        course: The current course.
        number: The number of the current event.

    Returns:
        The variations of this event; else of the next event; else the ones next to the current
        variation. The list is empty if there are none.
    """
    inside = course.parent is not None
    if not (inside and number == course.fork + 1):
        for at in (number - 1, number):
            if at >= course.fork and tree.find_variations(course, at):
                return list_alternatives(tree, course, at), 0
    base = course
    while base.parent is not None and base.parent.parent and base.fork == base.parent.fork:
        base = base.parent
    if base.parent is None:
        return [], 0
    found = list_alternatives(tree, base.parent, base.fork)
    return found, [each for each, _ in found].index(course)


def go_to_next_branch(screen: "Player", way: int) -> None:
    """Go to the next (or previous) variation here; after the last one, to the main line."""
    tree, word = screen.note_tree, screen.look.word
    found, at = list_branches(tree, screen.course, screen.position) if tree else ([], 0)
    if len(found) < 2:
        screen.show_message(word("no_line_here"))
        return
    at = (at + way) % len(found)
    course, number = found[at]
    screen.go_to(number, course)
    screen.show_message(word("line_of", n=at, of=len(found) - 1) if at else word("main_line"))


def show_next_view(screen: "Player") -> None:
    """Show the view of the next side; after the last side, of all sides."""
    if screen.timeline.is_locked:
        side = screen.narrator.side(screen.timeline.view.side)
        screen.show_message(screen.look.word("view_locked", side=side))
        return
    sides = ["", *(side.id for side in screen.narrator.spec.sides)]
    at = sides.index(screen.timeline.view.side)
    screen.look_as(sides[(at + 1) % len(sides)])


PACES = (1 / 8, 1 / 4, 1 / 2, 1.0, 2.0, 4.0, 8.0)
"""The speeds in events per second."""


class Playback:
    """The playback of a player's log."""

    def __init__(self, screen: "Player") -> None:
        self.screen = screen
        self._pace = PACES.index(1.0)
        self._timer: Timer | None = None

    @property
    def is_playing(self) -> bool:
        """Return whether the playback is running."""
        return self._timer is not None

    @property
    def sign(self) -> str:
        """The state of the playback for the last line; empty if it is stopped."""
        return self.screen.look.word("playing", pace=self._format_pace()) if self.is_playing else ""

    def start(self) -> None:
        """Start at the current event, unless it is the last one."""
        screen = self.screen
        if screen.position < screen.course.last:
            self._timer = screen.set_interval(1 / PACES[self._pace], self._tick)

    def stop(self) -> None:
        """Stop the playback."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def change(self, by: int) -> None:
        """Play faster or slower."""
        self._pace = max(0, min(self._pace + by, len(PACES) - 1))
        if self.is_playing:
            self.stop()
            self.start()
            self.screen.show_footer()
        else:
            self.screen.show_message(self._format_pace())

    def _format_pace(self) -> str:
        pace, word = PACES[self._pace], self.screen.look.word
        return word("pace", n=int(pace)) if pace >= 1 else word("pace_slow", n=int(1 / pace))

    def _tick(self) -> None:
        screen = self.screen
        if screen.position >= screen.course.last:
            screen.stop_playing()
        screen.go_to(screen.position + 1)


def is_combat(step: ActivationStep) -> bool:
    """Return whether a step begins a combat; its dice and retreats do not count."""
    return type(step.event) not in (Roll, Retreat) and find_strike(step) is not None


def is_loss(step: ActivationStep) -> bool:
    """Return whether a unit lost a step or was eliminated."""
    return any(
        is_lost(old, new) or (new.reduced and not old.reduced)
        for old, new in find_changes(step.before, step.after)
    )


def is_capture(step: ActivationStep) -> bool:
    """Return whether a side captured a city or a key place."""
    before, notes = step.before.control, step.after.notes
    return any(
        side and side != before.get(place) and not CAPTURE_NOTES.isdisjoint(notes.get(place, ()))
        for place, side in step.after.control.items()
    )


OCCURRENCES: dict[str, Callable[[ActivationStep], bool]] = {
    "combat": is_combat, "loss": is_loss, "capture": is_capture,
}  # fmt: skip
"""The test of each kind of event, by the name of the kind."""


def is_occurrence(kind: str, line: GameLine, number: int) -> bool:
    """Return whether an event has a kind and is not undone."""
    if number < 1 or line.get_event(number).undone:
        return False
    return any(OCCURRENCES[kind](step) for step in list_steps(line, range(number, number + 1)))


SLICE = 0.01
"""The seconds of searching between two keys."""


POSITION = re.compile(r"start|end|[0-9]+|T[0-9]{1,6}(\.([A-Z]|end))?")


def is_known(timeline: Timeline, position: str) -> bool:
    """Return whether a position is in the part of the log that has been read."""
    if timeline.is_complete or position == "start":
        return True
    if position.isascii() and position.isdigit():
        return int(position) <= timeline.last
    match = re.fullmatch(r"T(\d{1,6})(\.([A-Z]|end))?", position)
    if not match:
        return position != "end"
    turn = int(match[1])
    return turn in timeline.turn_starts and (not match[2] or turn + 1 in timeline.turn_starts)


def normalize_position(text: str) -> str:
    """Return the canonical form of a typed position: `T3.C` for `t3.c`."""
    text = text.strip()
    if text.lower() in ("start", "end"):
        return text.lower()
    return re.sub(r"\.END$", ".end", text.upper())


class PositionSearch:
    """The search of a player: the position or text that the user wants to go to."""

    def __init__(self, screen: "Player") -> None:
        self.screen = screen
        self.words = ""
        """The text of the last search."""
        self._wanted = ""
        """The position to go to when it is read."""
        self._prompt_kind = ""

    # ---- asking ---------------------------------------------------------------------------

    def open_prompt(self, what: str) -> None:
        """Open the prompt: `go` for a position, `find` for a text."""
        screen = self.screen
        if self._prompt_kind or screen.footer.label:
            return
        self._prompt_kind = what
        screen.footer.label = screen.look.word(f"key_{what}")
        open_prompt(
            screen, screen.look.word(f"{what}_prompt"), self.words if what == "find" else ""
        )
        screen.footer.repaint()

    def close(self) -> bool:
        """Close the prompt, if it is open."""
        if not self._prompt_kind:
            return False
        self._prompt_kind = ""
        self.screen.footer.label = ""
        close_prompt(self.screen)
        self.screen.footer.repaint()
        return True

    def submit(self, text: str) -> None:
        """Go to the entered position, or search for the entered text."""
        what = self._prompt_kind
        self.close()
        if not text.strip():
            return
        if what == "go":
            self._go(text)
        else:
            self.words = text.strip()
            self.find_next(1)

    def _go(self, text: str) -> None:
        """Go to a position, or to a bookmark by the beginning of its name."""
        tree = self.screen.note_tree
        if tree is not None and not POSITION.fullmatch(normalize_position(text)):
            name = text.strip().casefold()
            look = self.screen.look
            marks = [
                (note.in_language(look.language).text, course, number)
                for note, course, number in tree.list_bookmarks()
            ]
            exact = [mark for mark in marks if mark[0].casefold() == name]
            found = exact or [mark for mark in marks if mark[0].casefold().startswith(name)]
            if found:
                named, course, number = found[0]
                self.screen.go_to(number, course)
                self.screen.show_message(look.word("at_bookmark", name=named))
                return
        self.go_when_read(normalize_position(text))

    # ---- positions ------------------------------------------------------------------------

    def go_when_read(self, position: str) -> None:
        """Go to a position when it is read."""
        self._wanted = position
        self.read_on()
        if self._wanted:
            last = f"{self.screen.timeline.last:,}"
            self.screen.show_message(self.screen.look.word("read_so_far", n=last))

    def read_on(self) -> None:
        """Go to the wanted position if it is now read."""
        wanted, screen = self._wanted, self.screen
        if not wanted or not is_known(screen.timeline, wanted):
            return
        self._wanted = ""
        try:
            number = screen.timeline.find(wanted)
        except UnknownPositionError as error:
            screen.show_message(error.text(screen.look.language))
            return
        screen.show_message("")
        screen.go_to(number, screen.timeline)

    # ---- words ----------------------------------------------------------------------------

    def find_next(self, way: int) -> None:
        """Search for the text again, forwards or backwards."""
        word = self.screen.look.word
        if not self.words:
            self.screen.show_message(word("no_search"))
            return
        words, text = self.words.casefold(), self.words
        missing = word("not_found", text=text)
        self._look(way, text, lambda number: self._holds(number, words), missing)

    def _holds(self, number: int, words: str) -> bool:
        """Return whether the notation, comments or effects of an event contain the text."""
        screen, course = self.screen, self.screen.course
        every = describe_notes(course, screen.note_tree, number, screen.narrator)
        if any(words in f"{ident.text} {ident.by}".casefold() for ident in every):
            return True
        if not number:
            return False
        if words in format_event(course.get_event(number).event).casefold():
            return True
        return words in screen.narrator.describe_all(course.get_position(number).effects).casefold()

    # ---- kinds of events ------------------------------------------------------------------

    def jump(self, kind: str, way: int) -> None:
        """Go to the next or previous event of a kind; a note of another row, if there is one."""
        screen, word = self.screen, self.screen.look.word
        name = word(f"jump_{kind}")
        marks = {mark.number for mark in self.list_marks(kind)}
        if kind == "note":  # the reading pane has all notes of the current row
            row = screen.list.outline.rows_of(screen.course).find_numbers(screen.position)
            marks = marks.difference(row) or marks
        if kind in OCCURRENCES:
            self._look(
                way, name, lambda n: is_occurrence(kind, screen.course, n), word(f"no_{kind}")
            )
        else:
            self._look(way, name, marks.__contains__, word(f"no_{kind}"))

    def list_marks(self, kind: str) -> list[Landmark]:
        """Return the events that have notes of a kind."""
        course, tree = self.screen.course, self.screen.note_tree
        if kind in OCCURRENCES:
            return []
        if kind == "mistake":
            numbers = range(course.fork, course.last + 1)
            own = self.screen.reviews.glyphs if course.parent is None else {}
            judged = (
                n
                for n in numbers
                if n in own or MISTAKES.intersection(list_glyphs(course, tree, n))
            )
            return [Landmark(number, "?") for number in judged]
        found = find_landmarks(course, tree)
        return [mark for mark in found if kind == "note" or mark.sign == BOOKMARK]

    # ---- the way --------------------------------------------------------------------------

    def _look(self, way: int, what: str, holds: Callable[[int], bool], missing: str) -> None:
        """Search in both directions and across the ends; report the event, or `missing`."""
        self.screen.show_message(self.screen.look.word("finding", text=what))
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
                ident = "found_round" if wrapped else "found"
                screen.show_message(screen.look.word(ident, text=what, n=number))
                return
            if monotonic() > until:
                await asyncio.sleep(0)
                until = monotonic() + SLICE
        screen.show_message(missing)
