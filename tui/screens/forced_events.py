"""The page of events that were not typed: forced events are written only after they were shown."""

from typing import TYPE_CHECKING, Protocol

from senpu.notation.events import StatedPosition
from senpu.notation.printable import make_printable
from senpu.tui.widgets.chooser import ChooserEntry, ChooserPage
from senpu.tui.widgets.painting import Row, wrap_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from senpu.tui.screens.recording_interface import Recorder
    from senpu.tui.screens.recording_targets import UnconfirmedEventsError


class AnswerPage(Protocol):
    """The answer to an event that was not written."""

    def page(
        self, recording: "Recorder", replace: "Callable[[str, int, int], None] | None"
    ) -> ChooserPage:
        """Return the page; `replace` changes the typed text, if there is one."""


class ForcedPage:
    """The page of the events that would be written, with the choice to leave forced ones out."""

    def __init__(
        self, recording: "Recorder", unconfirmed: "UnconfirmedEventsError", text: str
    ) -> None:
        self.text = text
        self.draft, self.can_omit = unconfirmed.draft, unconfirmed.can_omit
        self.number = recording.end.number

    def page(
        self, recording: "Recorder", replace: "Callable[[str, int, int], None] | None"
    ) -> ChooserPage:
        """Return the page."""
        del replace
        look, draft = recording.screen.look, self.draft
        every, forced = len(draft.steps), len(draft.filled)
        entries = [
            self._make_entry(
                recording, look.word("write_all", n=every), look.word("says_all", n=every), True
            )
        ]
        if self.can_omit:
            kept = every - forced
            entries.append(
                self._make_entry(
                    recording, look.word("write_chosen", n=kept), look.word("says_chosen", n=kept),
                    False,
                )
            )  # fmt: skip
        title = look.word("forced_title", n=forced) if forced else look.word(self._name("title"))
        return ChooserPage(
            title, entries, lambda width, height: self._render(recording, width, height),
            aside=(look.word("choose_more", n=1),),
            brief=f"{forced} {look.word('forced')}" if forced else "",
        )  # fmt: skip

    def _name(self, text: str) -> str:
        """Return the id of the title, or of the reason, of a page without forced events."""
        is_stated = any(isinstance(step.event, StatedPosition) for step in self.draft.steps)
        return f"{'stated' if is_stated else 'completed'}_{text}"

    def _make_entry(
        self, recording: "Recorder", label: str, sentence: str, fills: bool
    ) -> ChooserEntry:
        def paint(row: Row, until: int) -> None:
            row.add(row.look.clip(label, until - row.width), how="b")

        return ChooserEntry(
            paint,
            lambda: recording.write_confirmed(self.text, fills),
            True,
            sentence=lambda: sentence,
        )

    def _render(self, recording: "Recorder", width: int, height: int) -> list[Row]:
        """Return the events, the forced ones with their word, and the explanation.

        Without room for whole sentences, each event has one row.
        """
        screen = recording.screen
        look, rules = screen.look, screen.timeline.rules
        rows: list[Row] = []
        whole: list[Row] = []
        for at, step in enumerate(self.draft.steps, 1):
            forced = any(step is each for each in self.draft.filled)
            letter = rules.letter.get(step.actor, "")
            row = Row(look).add(f"{self.number + at:>5} ", "dim").add(f"{letter or ' '} ", how="b")
            row.add(make_printable(screen.narrator.event(step.event)), how="" if forced else "b")
            if forced:
                row.add(f"  {look.word('forced')}", "now")
            whole.append(Row(look).append(row))
            if screen.timeline.view.is_unrestricted:
                sentence = screen.narrator.describe_all(step.effects)
                whole += wrap_text(look, sentence, width - 9, "dim", 8)
                row.add(f"  {look.clip(sentence, max(width - row.width - 3, 1))}", "dim")
            rows.append(row)
        why = look.word("forced_why" if self.draft.filled else self._name("why"))
        texts = wrap_text(look, why, width - 2, "dim", 1)
        for shown in (whole, rows):
            if len(shown) + len(texts) <= height:
                return [*shown, *texts]
        if len(rows) <= height:
            return rows
        hidden = len(rows) - height + 1
        return [*rows[: height - 1], Row(look).add("  " + look.word("more", n=hidden), "dim")]
