"""Recording: the player as the place where the next event is chosen or typed, and written to the
log or to a variation.

`event_choice`, `recording_pages` and `refusal` make the pages. Knows no game.
"""

import asyncio
from collections.abc import Coroutine
from random import SystemRandom
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from senpu.notation.faults import Error
from senpu.replay.core.rules import CHANCE, State
from senpu.replay.recording.log_writing import ConcurrentAppendError, RejectedInputError
from senpu.tui.boards.choices import Choices
from senpu.tui.keys import RECORDING, bindings
from senpu.tui.screens import event_choice, recording_pages
from senpu.tui.screens.page_stack import Frame, Pages, PagesChooser
from senpu.tui.screens.recording_targets import Drafting, End, LineEnd, LogEnd, WritablePlayer
from senpu.tui.screens.refusal import Refused
from senpu.tui.widgets.bars import Part, hints
from senpu.tui.widgets.chooser import Page
from senpu.tui.widgets.clicks import Pointed
from senpu.tui.widgets.counters import Voice

if TYPE_CHECKING:
    from senpu.tui.screens.typed_line import Typing


class RecordingChooser(PagesChooser):
    """Each key, and each click on a line, does something to the recording."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(RECORDING)]

    def __init__(self, recording: "Recording") -> None:
        super().__init__(recording)
        self.recording = recording

    def focus_on_click(self) -> bool:
        """Not while somebody types: a click takes a line, the keys stay with the text."""
        return self.recording.typing is None

    def action_join(self) -> None:
        event_choice.join(self.recording)

    def action_type(self) -> None:
        self.recording.type("")

    def action_undo(self) -> None:
        recording_pages.open_page(self.recording, recording_pages.take_back)

    def action_more(self) -> None:
        recording_pages.open_page(self.recording, recording_pages.others)

    def action_stop_recording(self) -> None:
        self.recording.leave()


AT_ONCE, SLICE = 0.012, 0.004
"""Seconds of reading legal events before a page is shown, and between two chances for a key."""


class Recording(Pages):
    """What is being entered at the end of a player's log, or of a what-if line."""

    KEYS = RECORDING
    screen: WritablePlayer
    first = staticmethod(recording_pages.first)

    def __init__(self, screen: WritablePlayer) -> None:
        super().__init__(screen)
        self.end: End = LogEnd(screen)
        """What is gone on with."""
        self.typing: Typing | None = None
        self._choices: Choices | None = None
        self._choices_for: tuple[object, ...] = ()
        self._made_for: tuple[object, ...] = ()
        """For which position, eyes and look the page was made."""

    # ---- on and off -----------------------------------------------------------------------

    def begin(self, end: End | None = None) -> None:
        """Begin at the end of the log or of a line, or say why that cannot be."""
        if self.on:
            return
        self.end = end or LogEnd(self.screen)
        if not self.end.aside:
            self.screen.chances.stop()  # advice is given to players only where they ask for it
        self.open(RecordingChooser(self))
        self.go_to_end()
        self.screen.rearrange()

    def leave(self) -> None:
        self.untype()
        super().leave()

    def go_to_end(self) -> None:
        """Show the position that is recorded on, where something can be recorded."""
        if not self.end.barred():
            self.screen.go_to(self.end.number, self.end.course)

    # ---- the position ---------------------------------------------------------------------

    @property
    def at_end(self) -> bool:
        """Whether the screen shows the position that is recorded on."""
        return self.end.there

    @property
    def state(self) -> State:
        """The position that is recorded on, as far as it may be known."""
        return self.end.course.get_position(self.end.number).state

    @property
    def hiding(self) -> bool:
        """Whether something is hidden from those who are not at the keyboard."""
        return not self.screen.timeline.view.is_unrestricted

    @property
    def handing(self) -> str:
        """The side that must come to the keyboard before anything goes on."""
        decision, side = self.state.decision, self.screen.timeline.view.side
        return (
            decision.side
            if self.hiding and decision and decision.side not in (CHANCE, side)
            else ""
        )

    @property
    def voice(self) -> Voice:
        screen = self.screen
        board = screen.timeline.rules.board(self.state)
        return Voice(screen.narrator, screen.look, {piece.id: piece for piece in board.pieces})

    @property
    def choices(self) -> Choices:
        """The legal events of that position, as far as they are read."""
        now = self._key()[:3]
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

    def reset(self, *frames: Frame) -> None:
        """What is asked now, from its beginning; what is being typed stays."""
        if self.typing is not None:
            self.typing.look_again()
            frames = (*frames, Frame(self.typing.page))
        super().reset(*frames)

    def retrace(self) -> None:
        if not self.screen.panel:
            self.untype()
        super().retrace()

    def standing_instead(self) -> Page | None:
        return recording_pages.waiting(self)

    def rebuild(self) -> None:
        self._made_for = self._key()
        super().rebuild()

    def present(self) -> None:
        key = self._key() if self.on else ()
        if not self.on or self.busy or self._made_for == key:
            return
        moved = self._made_for[:3] != key[:3]
        if moved and self._made_for[1:3] == key[1:3]:
            self.screen.say(self.screen.look.word("log_grew", n=self.end.number))
        if moved:
            self.reset()  # another position, or other eyes
            return
        if self.typing is not None:
            self.typing.look_again()
        self.rebuild()

    def _key(self) -> tuple[object, ...]:
        screen, end = self.screen, self.end
        looking_at = (None, -1) if self.at_end else (screen.course, screen.position)
        why = end.barred()
        return end.number, end.course, screen.timeline.view.side, looking_at, screen.look, why

    @property
    def shows(self) -> bool:
        return super().shows and self.at_end

    # ---- keys -----------------------------------------------------------------------------

    def points(self, message: Pointed) -> bool:
        return event_choice.choose_on_map(self, message)

    def eyes(self) -> bool:
        screen = self.screen
        if not screen.timeline.rules.has_hidden_parts:
            return False
        if self.hiding:
            screen.say(screen.look.word("hands_hidden"))
        else:
            recording_pages.other_eyes(self)
        return True

    def number(self, number: int) -> None:
        """The line of a number in view; where they have none, a die."""
        if self.page.numbered:
            super().number(number)
        else:
            self.type(str(number))

    def type(self, text: str) -> None:
        """Open the line to type into."""
        screen = self.screen
        if self.typing is not None or screen.footer.label or self.end.barred() or self.handing:
            return
        self.uncover()
        self.go_to_end()
        from senpu.tui.screens.typed_line import Typing  # most who look at games type none

        chosen = self.top.so_far.units
        units = "+".join(unit for unit in self.choices.where if unit in chosen)
        self.typing = Typing(self, text, units)
        self.push(self.typing.page)

    @property
    def is_typing(self) -> bool:
        """Whether the line to type into is open."""
        return self.typing is not None

    def untype(self) -> None:
        """Close the line."""
        if self.typing is not None:
            self.typing.close()
            self.typing = None

    # ---- writing --------------------------------------------------------------------------

    def write(self, text: str) -> None:
        """Have notation written."""
        self._start(lambda scribe, _: scribe.draft(text), text)

    def roll(self) -> None:
        """Have the program roll, or draw."""
        self._start(lambda scribe, _: scribe.roll(SystemRandom()), "")

    def cut(self, count: int) -> None:
        """Have the last events of a what-if line taken out."""
        if isinstance(self.end, LineEnd):
            self._begin(self.end.cut(count), "")

    def _start(self, draft: Drafting, text: str) -> None:
        self._begin(self.end.write(draft), text)

    def _begin(self, work: Coroutine[None, None, int], text: str) -> None:
        screen = self.screen
        if self.busy or self.end.barred():
            work.close()
            return
        self.busy = True
        screen.say(screen.look.word("writing"))
        screen.run_worker(self._write(work, text), group="writing")

    async def _write(self, work: Coroutine[None, None, int], text: str) -> None:
        screen, word = self.screen, self.screen.look.word
        try:
            filled = await work
        except RejectedInputError as declined:
            self._end("")
            self._refuse(Refused(self, declined, text))
        except ConcurrentAppendError:
            self._end(word("concurrent_append"))
            screen.following.look()
        except (Error, OSError) as error:
            self._end(word("not_written", why=self.screen.look.reason(error)))
        else:
            self.ended = monotonic()
            self._end(word("filled_in", n=filled) if filled else "")
            self._go_on()

    def _end(self, said: str) -> None:
        self.busy = False
        self.screen.say(said)

    def _go_on(self) -> None:
        """Behind what is on disk now."""
        if self.typing is not None:
            self.typing.wrote()
        self.reset()
        self.go_to_end()

    def _refuse(self, refused: Refused) -> None:
        """Explain a rejection: next to the line, if it was typed, else on a page."""
        if self.typing is not None:
            self.typing.refuse(refused)
        else:
            self.push(lambda recording: refused.page(recording, None))

    # ---- what the screen says of it -------------------------------------------------------

    def parts(self) -> list[Part]:
        if self.end.barred():
            return []
        role = "note" if self.end.aside else "error"
        return [Part(self.screen.look.word(self.end.title), role, "b", 92)]

    def hints(self) -> list[tuple[str, str, str]]:
        look = self.screen.look
        keys = hints(self.KEYS, look)
        if self.entry is not None and self.entry.writes:
            return [(look.keyboard["take"], look.word("key_write"), "take"), *keys[1:]]
        return keys
