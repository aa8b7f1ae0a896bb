"""Recording: the player as the place where the next event is chosen or typed, and written.

A stack of pages, of which the top one is shown; `picking` and `menus` make them, `writing` writes.
Knows no game.
"""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

import msgspec

from replay.rules import CHANCE, State
from tui.choices import Choices, Narrowing
from tui.keys import RECORDING, hints
from tui.screens import menus, picking
from tui.screens.choosing import Voice
from tui.screens.recording_keys import RecordingChooser
from tui.screens.writable import barred
from tui.screens.writing import Writing
from tui.widgets.chooser import Entry, Page
from tui.widgets.prospect import Prospect, prospective
from tui.widgets.scene import Pointed, Scene

if TYPE_CHECKING:
    from tui.screens.player import PlayerScreen
    from tui.screens.typed_line import Typing

AT_ONCE, SLICE = 0.012, 0.004
"""Seconds of reading legal events before a page is shown, and between two chances for a key."""
STILL = 0.2
"""Seconds after something was written in which no line writes anything."""


class Frame(msgspec.Struct):
    """A page of the stack: how it is made, and where one is on it."""

    build: Callable[["Recording"], Page]
    so_far: Narrowing = Narrowing()
    cursor: int = 0


class Recording:
    """What is being entered at the end of a player's log."""

    def __init__(self, screen: "PlayerScreen") -> None:
        self.screen = screen
        self.on = False
        self.writing = Writing(self)
        self.typing: Typing | None = None
        self.chooser: RecordingChooser | None = None
        self.page = Page("", ())
        self.stack: list[Frame] = []
        self._choices: Choices | None = None
        self._choices_for: tuple[int, str] = (-1, "")
        self._waiting = False
        """Whether the page is about something else than what comes next."""
        self._made_for: tuple[object, ...] = ()
        """For which position, eyes and look the page was made."""

    # ---- on and off -----------------------------------------------------------------------

    def begin(self) -> None:
        """Begin at the end of the log, or say why that cannot be."""
        screen = self.screen
        if self.on:
            return
        if screen.pacing.playing:
            screen.action_play()
        self.on, screen.panel, screen.pointed = True, "", None
        self.chooser = RecordingChooser(self)
        screen.mount(self.chooser)
        self.reset()
        if not barred(screen):
            screen.go_to(screen.timeline.last)
        screen.rearrange()

    def leave(self) -> None:
        """Back to looking at the log."""
        self.untype()
        self.on = False
        if self.chooser is not None:
            self.chooser.remove()
        self.chooser = None
        self.screen.rearrange()

    # ---- the position ---------------------------------------------------------------------

    @property
    def at_end(self) -> bool:
        """Whether the screen shows the position that is recorded on."""
        return self.screen.desk.at_end

    @property
    def state(self) -> State:
        """The position at the end of the log, as far as it may be known."""
        timeline = self.screen.timeline
        return timeline.at(timeline.last).state

    @property
    def hiding(self) -> bool:
        """Whether something is hidden from those who are not at the keyboard."""
        return not self.screen.timeline.sight.whole

    @property
    def handing(self) -> str:
        """The side that must come to the keyboard before anything goes on."""
        ask, side = self.state.ask, self.screen.timeline.sight.side
        return ask.of if self.hiding and ask and ask.of not in (CHANCE, side) else ""

    @property
    def voice(self) -> Voice:
        screen = self.screen
        board = screen.timeline.rules.board(self.state)
        return Voice(screen.narrator, screen.look, {piece.id: piece for piece in board.pieces})

    @property
    def choices(self) -> Choices:
        """The legal events at the end of the log, as far as they are read."""
        timeline = self.screen.timeline
        now = (timeline.last, timeline.sight.side)
        if self._choices is None or self._choices_for != now:
            self._choices, self._choices_for = self.choices_of(self.state), now
        return self._choices

    def choices_of(self, state: State) -> Choices:
        """The legal events of a position; what cannot be read at once is read by and by."""
        screen = self.screen
        rules = screen.timeline.rules
        units = {piece.id: piece.place for piece in rules.board(state).pieces}
        choices = Choices(rules, state, units, screen.map.places)
        choices.read(AT_ONCE)
        if not choices.complete:
            screen.run_worker(self._read_on(choices), group="legal", exclusive=True)
        return choices

    async def _read_on(self, choices: Choices) -> None:
        while not choices.complete and self.on:
            choices.read(SLICE)
            await asyncio.sleep(0)
        if self.typing is not None:
            self.typing.looked_on()
        else:
            self.rebuild()

    # ---- pages ----------------------------------------------------------------------------

    @property
    def top(self) -> Frame:
        return self.stack[-1]

    @property
    def cursor(self) -> int:
        """Which line of the page one is on."""
        at = 0 if self._waiting else self.top.cursor
        return max(0, min(at, len(self.page.entries) - 1))

    @property
    def entry(self) -> Entry | None:
        """The line at the cursor."""
        return self.page.entries[self.cursor] if self.stack and self.page.entries else None

    def reset(self, *frames: Frame) -> None:
        """The first page, and others on it."""
        self.untype()
        self.stack = [Frame(menus.first), *frames]
        self.rebuild()

    def push(self, build: Callable[["Recording"], Page], so_far: Narrowing | None = None) -> None:
        """Another page on top."""
        self.stack.append(Frame(build, so_far or Narrowing()))
        self.rebuild()

    def retrace(self) -> None:
        """Back to the page below; from the first one out of recording."""
        if self.uncover():
            return
        self.untype()
        if len(self.stack) > 1 and not self._waiting:
            self.stack.pop()
            self.rebuild()
        else:
            self.leave()

    def rebuild(self) -> None:
        """Make the top page anew, and show it."""
        if self.on:
            self._made_for = self._key()
            waiting = menus.waiting(self)
            self._waiting = waiting is not None
            self.page = waiting or self.top.build(self)
            self.show()

    def present(self) -> None:
        """The screen shows something else: so may the page."""
        key = self._key() if self.on else ()
        if not self.on or self.writing.busy or self._made_for == key:
            return
        moved = self._made_for[:2] != key[:2]
        if moved and self._made_for[1:2] == key[1:2]:
            screen = self.screen
            screen.say(screen.look.word("log_went_on", n=screen.timeline.last))
        if self.typing is not None:
            self.typing.look_again()
        elif moved:
            self.reset()  # another position, or other eyes
        else:
            self.rebuild()

    def _key(self) -> tuple[object, ...]:
        screen = self.screen
        timeline = screen.timeline
        looking_at = -1 if self.at_end else screen.position
        changed = screen.following.changed
        return timeline.last, timeline.sight.side, looking_at, screen.look, changed

    def show(self) -> None:
        """Show the page with its cursor, and on the map what the line there leads to."""
        screen = self.screen
        if self.chooser is not None:
            self.chooser.present(self.page, self.cursor)
            if self.typing is None and screen.focused is not self.chooser:
                self.chooser.focus()
        screen.map.present(self.scene(screen.scene), screen.narrator)
        screen.show_footer()

    def scene(self, scene: Scene) -> Scene:
        """What the map shows: the scene, or the prospect of the line at the cursor."""
        if not self.on or self.writing.busy or not self.at_end or self.entry is None:
            return scene
        shows = self.entry.shows
        return prospective(scene, shows) if isinstance(shows, Prospect) else scene

    # ---- keys -----------------------------------------------------------------------------

    def points(self, message: Pointed) -> bool:
        """Whether a click on the map is a choice, which is made then."""
        return picking.points(self, message)

    def eyes(self) -> bool:
        """Whether through whose eyes one looks is its concern, and not the player's."""
        screen = self.screen
        if not screen.timeline.rules.hides:
            return False
        if self.hiding:
            screen.say(screen.look.word("hiding_on"))
        else:
            menus.other_eyes(self)
        return True

    def pick(self, index: int) -> None:
        """Put the cursor on a line."""
        self.uncover()
        self.top.cursor = max(0, min(index, len(self.page.entries) - 1))
        self.show()

    def uncover(self) -> bool:
        """Close a panel that stands in place of the page; whether one did."""
        panel = self.screen.panel
        if panel:
            self.screen.action_panel(panel)
        return bool(panel)

    def take(self) -> None:
        """Go on with the line at the cursor."""
        if self.uncover() or self.entry is None or self.writing.busy:
            return
        if self.entry.writes and monotonic() - self.writing.ended < STILL:
            return  # a key that was held, or pressed twice
        self.entry.take()

    def number(self, number: int) -> None:
        """The line of a number in view, or a die where dice are asked."""
        ask = self.state.ask
        dice = ask is not None and ask.of == CHANCE and bool(ask.dice)
        if dice and len(self.stack) == 1 and self.at_end:
            self.type(str(number))
        elif self.chooser is not None and self.chooser.top + number <= len(self.page.entries):
            self.pick(self.chooser.top + number - 1)
            if self.entry is not None and not self.entry.writes:
                self.take()

    def type(self, text: str) -> None:
        """Open the line to type into."""
        screen = self.screen
        if self.typing is not None or screen.footer.label or barred(screen) or self.handing:
            return
        self.uncover()
        screen.go_to(screen.timeline.last)
        from tui.screens.typed_line import Typing  # most who look at games type none

        chosen = self.top.so_far.units
        text = text or "+".join(unit for unit in self.choices.where if unit in chosen)
        self.typing = Typing(self, text)
        self.push(self.typing.page)

    def untype(self) -> None:
        """Close the line."""
        if self.typing is not None:
            self.typing.close()
            self.typing = None

    # ---- what the screen says of it -------------------------------------------------------

    def hints(self) -> list[tuple[str, str, str]]:
        """The keys that the last line names."""
        look = self.screen.look
        keys = hints(RECORDING, look)
        if self.entry is not None and self.entry.writes:
            return [("Enter", look.word("key_write"), "take"), *keys[1:]]
        return keys
