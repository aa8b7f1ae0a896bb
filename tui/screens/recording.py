"""Recording: choose or type the next event, and write it to the log or to a variation.

`event_choice`, `recording_pages` and `rejection` make the pages. This module has no game rules.
"""

import asyncio
from collections.abc import Coroutine
from functools import partial
from random import SystemRandom
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.binding import BindingType

from senpu.notation.faults import Error
from senpu.replay.core.states import CHANCE, State
from senpu.replay.recording.log_writing import ConcurrentAppendError, RejectedInputError
from senpu.tui.boards.choices import Choices
from senpu.tui.boards.scene import find_role
from senpu.tui.keys import RECORDING, RECORDING_CHOOSER, make_bindings
from senpu.tui.screens import event_choice, recording_pages
from senpu.tui.screens.chooser_blocks import render_hands
from senpu.tui.screens.forced_events import AnswerPage, ForcedPage
from senpu.tui.screens.page_stack import PageFrame, PlayerPages
from senpu.tui.screens.recording_targets import (
    DraftMaker,
    LogTarget,
    RecordingTarget,
    UnconfirmedEventsError,
    VariationTarget,
    WritablePlayer,
    check_confirmed,
)
from senpu.tui.screens.rejection import RejectionPage
from senpu.tui.widgets.bars import HeaderPart
from senpu.tui.widgets.chooser import Chooser, ChooserPage
from senpu.tui.widgets.clicks import ObjectClicked
from senpu.tui.widgets.counters import CounterWriter
from senpu.tui.widgets.painting import Row

if TYPE_CHECKING:
    from senpu.tui.screens.typed_line import TypedLine


class RecordingChooser(Chooser):
    """The chooser of a recording."""

    BINDINGS: ClassVar[list[BindingType]] = [*make_bindings(RECORDING_CHOOSER)]

    def __init__(self, recording: "Recording") -> None:
        super().__init__(recording.screen.look, recording)
        self.recording = recording

    def focus_on_click(self) -> bool:
        """Return whether a click takes the keys: not while the input line is open."""
        return self.recording.typing is None

    def action_type(self) -> None:
        """Open the input line."""
        self.recording.type("")

    def action_end_phase(self) -> None:
        """Put the cursor on the end of the phase."""
        self.recording.pick_phase_end()

    def action_undo(self) -> None:
        """Open the page of events to undo."""
        recording_pages.open_page(self.recording, recording_pages.undo_last)

    def action_more(self) -> None:
        """Open the page of other actions."""
        recording_pages.open_page(self.recording, recording_pages.make_others_page)

    def action_stop_recording(self) -> None:
        """Stop recording."""
        self.recording.leave()


AT_ONCE, SLICE = 0.012, 0.004
"""The seconds of reading legal events before a page is shown, and between two keys."""


class Recording(PlayerPages):
    """The recording of events at the end of a player's log or of a variation."""

    KEYS = RECORDING
    FOOTER = "record"
    screen: WritablePlayer
    first = staticmethod(recording_pages.make_first_page)

    def __init__(self, screen: WritablePlayer) -> None:
        super().__init__(screen)
        self.end: RecordingTarget = LogTarget(screen)
        """The place where events are added."""
        self.typing: TypedLine | None = None
        self._answer: AnswerPage | None = None
        self._voice: CounterWriter | None = None
        self._voice_for: State | None = None
        self._choices: Choices | None = None
        self._choices_for: tuple[object, ...] = ()
        self._made_for: tuple[object, ...] = ()
        """The position, view and look for which the page was made."""

    # ---- on and off -----------------------------------------------------------------------

    def begin(self, end: RecordingTarget | None = None) -> None:
        """Begin at the end of the log or of a variation, or show why it is not writable."""
        if self.is_on:
            return
        self.end = end or LogTarget(self.screen)
        if not self.end.is_variation:
            self.screen.win_probability.stop()  # players get advice only on request
        self.open()
        self.go_to_end()
        self.screen.rearrange()

    def make_chooser(self) -> RecordingChooser:
        """Return a new chooser, which also shows the events that are not yet written."""
        chooser = RecordingChooser(self)
        chooser.pending, chooser.foot = self._render_pending, partial(render_hands, self.screen)
        return chooser

    def _render_pending(self, width: int) -> list[Row]:
        """Return the row of the event at the cursor, which is not yet written."""
        entry, decision = self.entry, self.state.decision
        if entry is None or not entry.event or decision is None or self.busy:
            return []
        look = self.screen.look
        letter = self.screen.timeline.rules.letter.get(decision.side, "")
        role = find_role(self.screen.narrator.spec.sides, decision.side)
        row = Row(look, "now-ground").add(f"{look.signs.here}{self.end.number + 1:>4} ", "now")
        row.add(f"{letter or ' '} ", role, "b")
        note = look.word("not_yet_written")
        row.add(look.clip(entry.event, width - row.width - cell_len(note) - 3), how="bu")
        return [row.pad_to(width - cell_len(note) - 1).add(note, "dim").pad_to(width)]

    def leave(self) -> None:
        """Stop recording."""
        self.close_typing()
        super().leave()
        if self.end.is_variation and self.end.course.parent is not None:
            self.screen.show_message(self.screen.look.word("variation_saved"))

    def go_to_end(self) -> None:
        """Show the position that is recorded on, if it is writable."""
        if not self.end.find_block():
            self.screen.go_to(self.end.number, self.end.course)

    # ---- the position ---------------------------------------------------------------------

    @property
    def at_end(self) -> bool:
        """Return whether the screen shows the position that is recorded on."""
        return self.end.is_shown

    @property
    def state(self) -> State:
        """The position that is recorded on, in the current view."""
        return self.end.course.get_position(self.end.number).state

    @property
    def hides_hands(self) -> bool:
        """Return whether the view of one side is shown."""
        return not self.screen.timeline.view.is_unrestricted

    @property
    def takeover_side(self) -> str:
        """The side that must take over the keyboard first; else empty."""
        decision, side = self.state.decision, self.screen.timeline.view.side
        return (
            decision.side
            if self.hides_hands and decision and decision.side not in (CHANCE, side)
            else ""
        )

    @property
    def voice(self) -> CounterWriter:
        """The narrator and the look for texts about the position."""
        screen, state = self.screen, self.state
        made = self._voice
        same = made and made.narrator is screen.narrator and made.look is screen.look
        if made is None or not same or self._voice_for is not state:
            board = screen.timeline.rules.board(state)
            pieces = {piece.id: piece for piece in board.pieces}
            made = self._voice = CounterWriter(screen.narrator, screen.look, pieces)
            self._voice_for = state
        return made

    @property
    def choices(self) -> Choices:
        """The legal events of the position, up to the last one read."""
        now = self.end.number, self.end.course, self.screen.timeline.view.side
        if self._choices is None or self._choices_for != now:
            self._choices, self._choices_for = self.read_choices(self.state), now
        return self._choices

    def read_choices(self, state: State) -> Choices:
        """Return the legal events of a position; a long list is read in the background."""
        screen = self.screen
        rules = screen.timeline.rules
        units = {piece.id: piece.place for piece in rules.board(state).pieces}
        named = {
            place for place in units.values() if place and screen.narrator.name("place", place)
        }
        named |= {place for place in screen.map.places if screen.narrator.name("place", place)}
        choices = Choices(
            rules, state, units, screen.map.places, named, screen.timeline.view.is_unrestricted
        )
        choices.read(AT_ONCE)
        if not choices.complete:
            screen.run_worker(self._read_on(choices), group="legal", exclusive=True)
        return choices

    async def _read_on(self, choices: Choices) -> None:
        while not choices.complete and self.is_on:
            choices.read(SLICE)
            await asyncio.sleep(0)
        if self.typing is not None:
            self.typing.show_more()
        else:
            self.rebuild()

    # ---- pages ----------------------------------------------------------------------------

    def reset(self, *frames: PageFrame) -> None:
        """Show the bottom page for the pending decision; the typed text remains."""
        if self.typing is not None:
            self.typing.look_again()
            frames = (*frames, PageFrame(self.typing.page))
        super().reset(*frames)

    def pick_phase_end(self) -> None:
        """Put the cursor on the event that ends the phase, or show that there is none."""
        if self.is_typing or self.busy or not event_choice.is_choosing(self):
            return
        if all(choice.text != "|" for choice in self.choices.found):
            self.screen.show_message(self.screen.look.word("no_phase_end"))
            return
        self.reset()
        ends = [at for at, entry in enumerate(self.page.entries) if entry.event == "|"]
        self.pick(ends[0] if ends else self.cursor)

    def retrace(self) -> None:
        """Return to the page below; from the bottom page, stop recording."""
        if not self.screen.panel:
            self.close_typing()
        super().retrace()

    def make_replacement_page(self) -> ChooserPage | None:
        """Return the page that replaces all others if nothing can be recorded."""
        return recording_pages.make_waiting_page(self)

    def rebuild(self) -> None:
        """Make the top page again, and show it."""
        self._made_for = self._key()
        super().rebuild()

    def present(self) -> None:
        """Update the page after the player showed another position."""
        key = self._key() if self.is_on else ()
        if not self.is_on or self.busy or self._made_for == key:
            return
        moved = self._made_for[:3] != key[:3]
        if moved and self._made_for[1:3] == key[1:3]:
            self.screen.show_message(self.screen.look.word("log_grew", n=self.end.number))
        if moved:
            self.reset()  # another position, or another view
            return
        if self.typing is not None:
            self.typing.look_again()
        self.rebuild()

    def _key(self) -> tuple[object, ...]:
        screen, end = self.screen, self.end
        looking_at = (None, -1) if self.at_end else (screen.course, screen.position)
        why = end.find_block()
        return end.number, end.course, screen.timeline.view.side, looking_at, screen.look, why

    @property
    def has_preview(self) -> bool:
        """Return whether the map shows what the row at the cursor leads to."""
        return super().has_preview and self.at_end

    # ---- keys -----------------------------------------------------------------------------

    def handle_click(self, message: ObjectClicked) -> bool:
        """Make the choice of a click on the map; return whether the click was one."""
        return event_choice.choose_on_map(self, message)

    def handle_view_change(self) -> bool:
        """Handle a change of the view; return whether the recording handled it."""
        screen = self.screen
        if not screen.timeline.rules.has_hidden_parts:
            return False
        if self.hides_hands:
            screen.show_message(screen.look.word("hands_hidden"))
        else:
            recording_pages.make_view_page(self)
        return True

    def type(self, text: str) -> None:
        """Open the input line."""
        screen = self.screen
        if (
            self.typing is not None
            or screen.footer.label
            or self.end.find_block()
            or self.takeover_side
        ):
            return
        self.uncover()
        self.go_to_end()
        from senpu.tui.screens.typed_line import TypedLine  # most who look at games type none

        chosen = self.top.so_far.units
        units = "+".join(unit for unit in self.choices.where if unit in chosen)
        self.typing = TypedLine(self, text, units)
        self.push(self.typing.page)

    @property
    def is_typing(self) -> bool:
        """Return whether the input line is open."""
        return self.typing is not None

    def close_typing(self) -> None:
        """Close the input line."""
        if self.typing is not None:
            self.typing.close()
            self.typing = None

    # ---- writing --------------------------------------------------------------------------

    def write(self, text: str) -> None:
        """Write notation; events that were not typed are shown first."""
        self._start(lambda scribe, _: check_confirmed(scribe.draft(text), text), text)

    def write_confirmed(self, text: str, fills: bool) -> None:
        """Write notation as it was shown, with or without the forced events after it."""
        self._start(lambda scribe, _: scribe.draft(text, fills=fills), text)

    def roll(self) -> None:
        """Roll or draw, and write the result alone: forced events after it are shown first."""
        self._start(lambda scribe, _: scribe.roll(SystemRandom(), fills=False), "")

    def cut(self, count: int) -> None:
        """Delete the last events of a variation."""
        if isinstance(self.end, VariationTarget):
            self._begin(self.end.cut(count), "")

    def _start(self, draft: DraftMaker, text: str) -> None:
        self._begin(self.end.write(draft), text)

    def _begin(self, work: Coroutine[None, None, None], text: str) -> None:
        screen = self.screen
        if self.busy or self.end.find_block():
            work.close()
            return
        self.busy = True
        screen.show_message(screen.look.word("writing"))
        screen.run_worker(self._write(work, text), group="writing")

    async def _write(self, work: Coroutine[None, None, None], text: str) -> None:
        screen, word = self.screen, self.screen.look.word
        try:
            await work
        except UnconfirmedEventsError as unconfirmed:
            self._end("")
            self._show_page(ForcedPage(self, unconfirmed, text))
        except RejectedInputError as declined:
            self._end("")
            self._show_page(RejectionPage(self, declined, text))
        except ConcurrentAppendError:
            self._end(word("concurrent_append"))
            screen.log_watcher.look()
        except (Error, OSError) as error:
            self._end(word("not_written", why=self.screen.look.reason(error)))
        else:
            self.ended = monotonic()
            self._end("")
            self._go_on()

    def _end(self, caption: str) -> None:
        self.busy = False
        self.screen.show_message(caption)

    def _go_on(self) -> None:
        """Continue after the events that are now in the file."""
        if self.typing is not None:
            self.typing.clear_written()
        self.reset()
        self.go_to_end()

    @property
    def answer(self) -> AnswerPage | None:
        """The answer to the last event, while it is shown instead of the choices."""
        if self.typing is not None:
            return self.typing.answer
        return self._answer if self.stack and self.top.build == self._make_answer else None

    def _make_answer(self, recording: "Recording") -> ChooserPage:
        assert self._answer is not None
        return self._answer.page(recording, None)

    def _show_page(self, page: AnswerPage) -> None:
        """Show the answer to an event: with the input line if it was typed, else on a page."""
        self._answer = page
        if self.typing is not None:
            self.typing.show_answer(page)
        else:
            self.push(self._make_answer)

    # ---- what the screen says of it -------------------------------------------------------

    def make_parts(self) -> list[HeaderPart]:
        """Return the parts of the header."""
        if self.end.find_block():
            return []
        return [HeaderPart(self.screen.look.word(self.end.title), self.role, "b", 92)]

    @property
    def role(self) -> str:
        """The colour of the lit task: red while the log itself is recorded."""
        return "note" if self.end.is_variation else "error"
