"""The explanation of a rejected event, with the legal alternatives."""

from collections.abc import Callable, Mapping
from itertools import islice
from typing import TYPE_CHECKING

from rich.cells import cell_len

from senpu.notation.events import Event
from senpu.notation.lexer import item_columns
from senpu.notation.printable import make_printable
from senpu.notation.writer import format_event
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.rejections import MAX_ALTERNATIVES, Rejection
from senpu.replay.core.states import CHANCE, State
from senpu.replay.recording.log_writing import InputParseError, RejectedInputError
from senpu.tui.boards.choices import ChoiceItem, ChoicePreview, EventChoice, Narrowing
from senpu.tui.screens.choice_rows import name_units, paint_goal
from senpu.tui.screens.event_choice import make_event_entry
from senpu.tui.screens.recording_pages import make_text
from senpu.tui.widgets.chooser import ChooserEntry, ChooserPage
from senpu.tui.widgets.painting import Look, Row, wrap_text
from senpu.tui.widgets.panels import render_heading

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
        """The columns of the rejected event in the text."""
        self.wrong = (0, len(text))
        """The columns of the wrong part of it."""
        self.place = ""
        """The place where it fails, if any."""
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
            self.wrong = (self.start, self.end)
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
            self._locate(recording, explained.rejection.facts)
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
        self.wrong = (self.start, self.end)

    def _locate(self, recording: "Recorder", facts: Mapping[str, object]) -> None:
        """Find the wrong part of the event, and the place where it fails, from its facts."""
        named = [str(facts[key]) for key in ("goal", "place", "here", "unit") if key in facts]
        goal = getattr(self.intended, "path", ())[-1:] or (getattr(self.intended, "place", ""),)
        shown = self.text[self.start : self.end]
        for text in named:
            at = shown.rfind(text)
            if text and at >= 0:
                self.wrong = (self.start + at, self.start + at + len(text))
                break
        units = recording.choices.where
        places = recording.screen.map.places
        found = [units.get(text, text) for text in (*named, *goal)]
        self.place = next((text for text in found if text in places), "")

    # ---- the page -------------------------------------------------------------------------

    def page(self, recording: "Recorder", replace: Replace | None) -> ChooserPage:
        """Return a page with the explanation and the legal alternatives."""
        look = recording.screen.look
        entries = self._entries(recording, replace)
        units = frozenset(getattr(self.intended, "units", ()))
        names = name_units(recording.choices, recording.voice.narrator, units)
        known = entries and units and all(entry.unit for entry in entries)
        title = look.word("rejected_instead")
        title = look.word("goals_of", units=names, n=len(entries)) if known else title
        aside = (look.word("choose_more", n=1),) if entries else ()
        idents = "+".join(getattr(self.intended, "units", ()))
        brief = look.word("goals_of", units=idents, n=len(entries)) if known else ""
        return ChooserPage(
            title,
            entries,
            None if entries else make_text(look, look.word("rejected_none"), "dim"),
            numbered=replace is None,
            aside=aside,
            notice=self._make_notice(look),
            brief=brief,
        )

    def _make_notice(self, look: Look) -> Callable[[int, int], list[Row]]:
        """Return the title, the text with its wrong part, the reason and the hint."""
        nothing = look.word("nothing_written")

        def rows(width: int, height: int) -> list[Row]:
            def lines(text: str, role: str = "text") -> list[Row]:
                return wrap_text(look, text, width - 2, role, 1)

            rule = look.word("rejected_rule", rule=self.rule) if self.rule else ""
            words = f"{look.signs.bad} {look.word('rejected')}"
            title = render_heading(look, words, width - 1, "error", rule, "error", margin=1)
            caret = self._render_caret(look, width) if self.text else []
            row = self.text[: self.start].count("\n") + 1
            every = self.text.count("\n") + 1
            where = look.word("rejected_row", n=row, of=every) if every > 1 else ""
            message = lines(self.message[:1].upper() + self.message[1:])
            more = lines(self.hint, "dim")
            more += lines(look.word("after_filled"), "dim") if self.filled else []
            last = lines(nothing, "dim")
            at = lines(where)
            for caption in (
                [*at, *caret, *message, *more, *last], [*at, *caret, *message, *last],
                [*at, *message, *last],
            ):  # fmt: skip
                if len(caption) < height:
                    return [title, *caption]
            return [title, *lines(f"{where} {self.message}. {nothing}".strip())]

        return rows

    def _render_caret(self, look: Look, width: int) -> list[Row]:
        """Return the row of the text that is wrong, with carets under the wrong part."""
        begin = self.text.rfind("\n", 0, self.start) + 1
        stop = self.text.find("\n", self.start)
        text = self.text[begin : stop if stop >= 0 else len(self.text)]
        start, end = self.wrong[0] - begin, self.wrong[1] - begin
        before, wrong = make_printable(text[:start]), make_printable(text[start:end]) or " "
        before = before[max(len(before) - (width - 4 - min(len(wrong), width // 2)), 0) :]
        row = Row(look).add(" " + before, "dim").add(wrong, "error", "bu")
        row.add(text[end:], "dim")
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
        choices = recording.read_choices(state)
        units = frozenset(getattr(self.intended, "units", ()))
        own = any(each.units == units for each in choices.found) if units else False
        items = choices.items(Narrowing(units, True)) if own else []
        if not items:
            found = list(islice(rules.alternatives(state, self.intended), MAX_ALTERNATIVES))
            found = found or list(islice(rules.legal(state), MAX_ALTERNATIVES))
            split = map(choices.split_event, found)
            items = [ChoiceItem("event", each.text, (each,)) for each in split]
        voice = recording.voice
        goals = frozenset(item.choices[0].goal.place for item in items) - {""}
        entries = []
        for item in items:

            def take(choice: EventChoice) -> None:
                if replace is not None:
                    replace(choice.text, self.start, self.end)
                else:
                    recording.write(choice.text)

            entry = make_event_entry(recording, item, choices, voice, take, replace is None)
            shows = ChoicePreview(units if own else frozenset(), None, goals, rejected=self.place)
            paint = paint_goal(item, choices, voice) if own else entry.paint
            unit = min(units) if own else ""
            entry = entry._replace(shows=shows, paint=paint, unit=unit)
            if replace is not None:
                entry = entry._replace(event="", sentence=lambda: self._describe(recording))
            entries.append(entry)
        return entries

    def _describe(self, recording: "Recorder") -> str:
        """Return the sentence of the rejection."""
        look = recording.screen.look
        return look.word(
            "says_rejected",
            sign=look.signs.bad,
            why=self.message[:1].upper() + self.message[1:],
            mark=look.signs.solid[2],
        )
