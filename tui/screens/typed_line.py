"""Typing notation: an input line with the legal events that complete it.

The text is read as by `senpu append`, several events at once. It remains until it is written.
"""

import re
from typing import TYPE_CHECKING

from senpu.notation.faults import Error
from senpu.replay.core.reducer import Reducer
from senpu.replay.core.states import CHANCE, Decision, State
from senpu.replay.recording.log_writing import Drafter
from senpu.tui.boards.choices import ChoiceItem, Choices, EventChoice
from senpu.tui.screens.event_choice import make_event_entry, make_title
from senpu.tui.screens.forced_events import AnswerPage, ForcedPage
from senpu.tui.screens.input_lines import ROW_SIGN, InputLine, close_line, open_line
from senpu.tui.widgets.chooser import ChooserEntry, ChooserPage
from senpu.tui.widgets.counters import CounterWriter
from senpu.tui.widgets.painting import Row

if TYPE_CHECKING:
    from senpu.tui.screens.recording_interface import Recorder


TOKEN = re.compile(r"\{(?:[^}\\]|\\.)*\}?|\[[^\]]*\]?|[^\s\[{]+")
ACTOR = re.compile(r"(?<!\S)([A-Z]):")
NO_EVENT = re.compile(r"[A-Z]:|T[0-9]{0,4}")
"""The text before events: the acting side, a turn mark."""
BEGINS = re.compile(r"[^\W_]|[\[{(&|]")
"""The characters that can begin a text; any other character continues one."""


class TypedText:
    """A typed text: complete events, and the event that is being typed at the end."""

    def __init__(
        self, recording: "Recorder", text: str, known: dict[str, list[Choices]] | None = None
    ) -> None:
        """Split a text; `known` caches the legal events after texts that were split before."""
        self.text = text
        self.found: list[EventChoice] = []
        self.choices = recording.choices
        self.start = 0
        """The column of the event at the end."""
        self.is_complete = False
        """True if the text is complete and valid."""
        starts = [m.start() for m in TOKEN.finditer(text) if not NO_EVENT.fullmatch(m[0])]
        if not text or text[-1].isspace():
            starts.append(len(text))
        if not starts:
            return
        known = {} if known is None else known
        for self.start in starts:
            before = text[: self.start] if self.start != starts[0] else ""
            if before not in known:
                known[before] = _find_choices_after(recording, before)
            if any(self._can_become(choices, text[self.start :]) for choices in known[before]):
                return
        self.start, self.choices = starts[0], recording.choices
        self.is_complete = not recording.hides_hands and bool(_find_states_after(recording, text))

    @property
    def rest(self) -> str:
        """The typed part of the event at the end."""
        return self.text[self.start :].strip()

    def _can_become(self, choices: Choices, rest: str) -> bool:
        decision = choices.state.decision
        if decision is not None and decision.side == CHANCE and not decision.dice:
            return False  # a draw is not a choice
        self.choices, self.found = (
            choices,
            choices.complete_text(format_typed_dice(rest, decision) or rest),
        )
        return bool(self.found)


def _find_choices_after(recording: "Recorder", text: str) -> list[Choices]:
    """Return the legal events after complete events.

    If hands are hidden, nothing is returned for events that are not yet written.
    """
    if not text:
        return [recording.choices]
    states = [] if recording.hides_hands else _find_states_after(recording, text)
    return [recording.read_choices(state) for state in states if state.decision is not None]


def _find_states_after(recording: "Recorder", text: str) -> list[State]:
    """Return the positions after complete events, the filled-in events included.

    The list is empty if the events are invalid.
    """
    rules = recording.screen.timeline.rules
    reducer = Reducer(rules)
    reducer.state = recording.state
    try:
        draft = Drafter(rules, reducer, None).draft(text)
    except Error:
        return []
    return [
        reducer.state,
        *(step.before for step in reversed(draft.steps[len(draft.steps) - len(draft.filled) :])),
    ]


def format_typed_dice(text: str, decision: Decision | None) -> str:
    """Return the canonical form of dice typed as digits: `[4 4]` for `44`; else an empty text."""
    pips = text.replace(" ", "")
    if (
        decision is None
        or not decision.dice
        or not pips.isdecimal()
        or len(pips) > len(decision.dice)
    ):
        return ""
    dice = " ".join(f"{letter}{pip}" for letter, pip in zip(decision.dice, pips, strict=False))
    return f"[{dice}]" if len(pips) == len(decision.dice) else f"[{dice} "


class TypedLine:
    """The input line, and the page of completions."""

    def __init__(self, recording: "Recorder", text: str, offered: str) -> None:
        """Open with a text that was begun, or with an offered text that typing can replace."""
        self.recording = recording
        screen, begun = recording.screen, bool(text)
        text = text or offered
        self.line = InputLine(
            text, "", self.submit, self.give_up, self.changed, self.key, BEGINS, ROW_SIGN
        )
        self._known: dict[str, list[Choices]] = {}
        self.typed = TypedText(recording, text, self._known)
        self.answer: AnswerPage | None = None
        """A rejection, or the events that were not typed, until the text changes."""
        self._chosen = False
        """True if the user moved to a row of the page, so that Enter takes the row."""
        self._submitted = ""
        """The text that is being written, or was written last."""
        self._show_label()
        open_line(screen, self.line)
        self.line.cursor_position = len(text)
        if not begun:
            self.line.select_all()

    def _show_label(self) -> None:
        screen = self.recording.screen
        decision = self.recording.state.decision
        letter = screen.timeline.rules.letter.get(decision.side, "") if decision else ""
        screen.footer.label = f"{letter}:" if letter else screen.look.word("key_type")
        first = next(iter(self.recording.choices.found), None)
        self.line.placeholder = first.text if first else ""
        screen.footer.repaint()

    def close(self) -> None:
        """Remove the line."""
        close_line(self.recording.screen, self.line)

    # ---- the page -------------------------------------------------------------------------

    def page(self, recording: "Recorder") -> ChooserPage:
        """Return the page of completions, or of a rejection and the legal alternatives."""
        if self.answer is not None:
            return self.answer.page(recording, self.replace)._replace(numbered=False)
        screen, typed = recording.screen, self.typed
        look = screen.look
        voice = recording.voice
        entries = [self._entry(choice, typed.choices, voice) for choice in typed.found]

        def render_head(width: int, height: int) -> list[Row]:
            del width, height
            word = look.word("matches", n=len(entries)) if entries else self._no_entries()
            whole = typed.is_complete or [choice.text for choice in typed.found] == [typed.rest]
            if whole:
                return [Row(look).add(" " + look.word("enter_writes"), "now")]
            return [Row(look).add(" " + word, "dim")]

        return ChooserPage(make_title(recording), entries, render_head, numbered=False)

    def _no_entries(self) -> str:
        typed, look = self.typed, self.recording.screen.look
        asked = typed.choices.state.decision
        if asked is not None and asked.side == CHANCE:
            return look.word("roll_type" if asked.dice else "draw_type")
        known = typed.text.strip() and not self.recording.hides_hands
        return look.word("no_match") if known else ""

    def _entry(self, choice: EventChoice, choices: Choices, voice: CounterWriter) -> ChooserEntry:
        def take(choice: EventChoice) -> None:
            text, start = self.typed.text, self.typed.start
            named = ACTOR.findall(text[:start])
            decision = choices.state.decision
            letter = self.recording.screen.timeline.rules.letter[decision.side] if decision else ""
            actor = f"{letter}: " if named and letter and letter != named[-1] else ""
            self.replace(actor + choice.text, start, len(text))

        item = ChoiceItem("event", choice.text, (choice,))
        entry = make_event_entry(self.recording, item, choices, voice, take, False)
        return entry._replace(sentence=None, event="")

    # ---- keys -----------------------------------------------------------------------------

    def changed(self, text: str) -> None:
        """React to a changed text."""
        text = text.replace(ROW_SIGN, "\n")
        if text != self.typed.text:
            self._typed(text)

    def look_again(self) -> None:
        """React to another position or language."""
        self._known.clear()
        self._show_label()
        self._look(self.line.value.replace(ROW_SIGN, "\n"))

    def show_more(self) -> None:
        """React to more legal events that were read."""
        if self.answer is None:
            self._typed(self.typed.text)

    def _typed(self, text: str) -> None:
        self._look(text)
        self.recording.rebuild()

    def _look(self, text: str) -> None:
        self.typed = TypedText(self.recording, text, self._known)
        self.answer, self._chosen = None, False
        self.recording.top.cursor = 0

    def show_answer(self, answer: AnswerPage) -> None:
        """Show an answer; the text remains, to be continued or replaced.

        If nothing is wrong with the text, Enter takes the row at the cursor.
        """
        self.answer, self._chosen = answer, isinstance(answer, ForcedPage)
        if self.line.value == self._submitted and not self._chosen:
            self.line.select_all()
        self.recording.top.cursor = 0
        self.recording.rebuild()

    def key(self, name: str) -> None:
        """Complete with Tab; move to a row of the page with Up and Down."""
        if name == "tab":
            self.recording.take()
        else:
            step = -1 if name == "up" else 1 if self._chosen else 0
            self._chosen = True
            self.recording.pick(self.recording.top.cursor + step)

    def replace(self, text: str, start: int, end: int) -> None:
        """Replace a part of the text with an event, and continue after it."""
        whole = self.line.value
        self.line.value = whole[:start] + text + whole[end:]
        self.line.cursor_position = start + len(text)
        self.line.focus()
        self.changed(self.line.value)

    def submit(self, text: str) -> None:
        """Take the row that the user moved to; else write the text."""
        recording = self.recording
        if recording.busy:
            self.line.insert_text_at_cursor(" ")  # later input follows it
        elif self._chosen and recording.entry is not None:
            recording.take()
        elif text.strip():
            decision = recording.state.decision
            dice = format_typed_dice(text.strip(), decision)
            self._submitted = text
            recording.write(dice if dice.endswith("]") else text.replace(ROW_SIGN, "\n"))

    def give_up(self) -> None:
        """Return from the answer to the completions, or close the line."""
        if self.answer is not None:
            self._typed(self.typed.text)
        else:
            self.recording.retrace()

    def clear_written(self) -> None:
        """Clear the line after a write, except for text that was typed since."""
        if self._submitted:
            self.line.value = self.line.value.removeprefix(self._submitted).lstrip()
            self.line.cursor_position = len(self.line.value)
            self._submitted = ""
        if self.recording.takeover_side or self.recording.state.outcome is not None:
            self.recording.close_typing()
