"""The explanation of a rejected event, with the legal alternatives."""

from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING

from rich.cells import cell_len

from senpu.notation.events import Event
from senpu.notation.lexer import item_columns
from senpu.notation.printable import make_printable
from senpu.notation.writer import format_event
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.rejections import MAX_ALTERNATIVES, Rejection
from senpu.replay.core.rules import CHANCE, State
from senpu.replay.recording.log_writing import InputParseError, RejectedInputError
from senpu.tui.boards.choices import ChoicePreview
from senpu.tui.screens.event_choice import make_event_entry
from senpu.tui.screens.input_lines import ROW_SIGN
from senpu.tui.widgets.chooser import ChooserEntry, ChooserPage
from senpu.tui.widgets.painting import Look, Row, wrap_cells

if TYPE_CHECKING:
    from senpu.tui.screens.recording_interface import Recorder


Replace = Callable[[str, int, int], None]


class RejectionPage:
    """The explanation of a rejection, with legal alternatives."""

    def __init__(self, recording: "Recorder", declined: RejectedInputError, text: str) -> None:
        screen = recording.screen
        language = screen.look.language
        self.text = text
        self.event, self.rule, self.message, self.hint = "", "", "", ""
        self.start, self.end = 0, len(text)
        """The columns of the text that are wrong."""
        self.filled = bool(declined.scribe.filled)
        self.state: State | None = None
        """The position that rejected the event, in the current view."""
        self.intended: Event | None = None
        reason = declined.reason
        if isinstance(reason, InputParseError):
            fault = reason.faults[0]
            self.message = fault.message.text(language)
            self.hint = fault.hint.text(language) if fault.hint else ""
            above = text.split("\n")[: fault.line - 1]
            self.start = sum(len(row) + 1 for row in above) + max(fault.column - 1, 0)
            return
        sight = screen.timeline.view
        state = declined.scribe.reducer.state
        self.intended = reason.event
        self.event = format_event(reason.event) if reason.event is not None else ""
        self._find(reason)
        self.state = sight.filter_state(state)
        explained = sight.filter_message(state, reason)
        self.message = explained.text(language)
        self.hint = reason.hint.text(language) if reason.hint else ""
        if isinstance(explained, Rejection):
            self.rule = explained.rejection.rule
            self.message = screen.narrator.rejection(explained.rejection)
        if number := declined.find_repeated(sight):
            self.hint = screen.narrator.label("has_already", n=number)
        elif self.intended is not None:
            self.hint = screen.narrator.misnamed(self.intended) or self.hint

    def _find(self, reason: ReductionError) -> None:
        """Find the rejected event in the text."""
        columns = [column - 1 for column in item_columns(self.text)]
        if self.event and self.event in self.text:
            self.start = self.text.rindex(self.event)
        elif 0 <= reason.item < len(columns) and "\n" not in self.text:
            self.start = columns[reason.item]
        later = [column for column in columns if column > self.start]
        self.end = min([*later, len(self.text)])
        self.end = self.start + len(self.text[self.start : self.end].rstrip())

    # ---- the page -------------------------------------------------------------------------

    def page(self, recording: "Recorder", replace: Replace | None) -> ChooserPage:
        """Return a page with the explanation and the legal alternatives."""
        look = recording.screen.look
        rule = f"  {look.word('rejected_rule', rule=self.rule)}" if self.rule else ""
        event = make_printable(self.event)
        caption = f"{look.signs.bad} {look.word('rejected')}  {event}{rule}".rstrip()
        entries = list(self._entries(recording, replace))
        return ChooserPage(
            caption, entries, self._make_text(look), "error", numbered=replace is None
        )

    def _make_text(self, look: Look) -> Callable[[int, int], list[Row]]:
        """Return the message, its place in the text and the hint, most important first."""
        nothing = look.word("nothing_written")

        def rows(width: int, height: int) -> list[Row]:
            def lines(text: str, role: str = "text") -> list[Row]:
                shown = wrap_cells(make_printable(text), width - 2)
                return [Row(look).add(" " + row, role) for row in shown]

            message, caret = (
                lines(self.message),
                self._render_caret(look, width) if self.text else [],
            )
            more = lines(self.hint, "dim")
            more += lines(look.word("after_filled"), "dim") if self.filled else []
            for caption in ([*message, *caret, *more], [*message, *more]):
                if len(caption) < height:
                    return [*caption, *lines(nothing, "faint")]
            return lines(f"{self.message}; {nothing}")

        return rows

    def _render_caret(self, look: Look, width: int) -> list[Row]:
        """Return the text with carets under the part that is wrong."""
        text = make_printable(self.text.replace("\n", ROW_SIGN))
        before, wrong = text[: self.start], text[self.start : self.end] or " "
        before = before[max(len(before) - (width - 4 - min(len(wrong), width // 2)), 0) :]
        row = Row(look).add(" " + before, "dim").add(wrong, "error", "b")
        row.add(text[self.end :], "dim")
        under = "^" * max(min(cell_len(wrong), width - cell_len(before) - 2), 1)
        return [row, Row(look).add(" " * (cell_len(before) + 1)).add(under, "error", "b")]

    def _entries(self, recording: "Recorder", replace: Replace | None) -> list[ChooserEntry]:
        state = self.state
        if (
            state is None
            or state.decision is None
            or state.decision.side == CHANCE
            or self.intended is None
        ):
            return []
        sight, rules = recording.screen.timeline.view, recording.screen.timeline.rules
        if not sight.is_unrestricted and state.decision.side != sight.side:
            return []
        found = list(islice(rules.alternatives(state, self.intended), MAX_ALTERNATIVES))
        found = found or list(islice(rules.legal(state), MAX_ALTERNATIVES))
        choices = recording.read_choices(state)
        voice = recording.voice
        entries = []
        for event in found:
            choice = choices.split_event(event)

            def take(text: str = choice.text) -> None:
                if replace is not None:
                    replace(text, self.start, self.end)
                else:
                    recording.write(text)

            shows = ChoicePreview()
            entries.append(make_event_entry(choice, choices, voice, take, shows, replace is None))
        return entries
