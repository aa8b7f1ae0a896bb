"""Typing notation: a line with the legal events that complete it.

The text is read like that of `senpu append`, several events at once; it stays until it is written.
"""

import re
from typing import TYPE_CHECKING

from senpu.notation.faults import Error
from senpu.replay.core.reducer import Reducer
from senpu.replay.core.rules import CHANCE, Decision, State
from senpu.replay.recording.log_writing import Drafter
from senpu.tui.boards.choices import Choice, Choices, Prospect
from senpu.tui.screens.event_choice import event_entry
from senpu.tui.screens.input_lines import Line, opened
from senpu.tui.screens.refusal import Refused
from senpu.tui.widgets.chooser import Entry, Page
from senpu.tui.widgets.counters import Voice
from senpu.tui.widgets.painting import Row

if TYPE_CHECKING:
    from senpu.tui.screens.recording_interface import Recorder


TOKEN = re.compile(r"\{(?:[^}\\]|\\.)*\}?|\[[^\]]*\]?|[^\s\[{]+")
ACTOR = re.compile(r"(?<!\S)([A-Z]):")
NO_EVENT = re.compile(r"[A-Z]:|T[0-9]{0,4}")
"""What stands before events: who acts, a turn mark."""
BEGINS = re.compile(r"[^\W_]|[\[{(&|]")
"""With what a text begins; any other sign goes on with one."""


class Typed:
    """A text parted into what is complete, and the event that is being typed at its end."""

    def __init__(
        self, recording: "Recorder", text: str, known: dict[str, list[Choices]] | None = None
    ) -> None:
        """`known` holds what is open behind texts that were looked at before."""
        self.text = text
        self.found: list[Choice] = []
        self.choices = recording.choices
        self.start = 0
        """Where the event at the end begins."""
        self.taken = False
        """Whether nothing more is needed, and the text as it is would be taken."""
        starts = [m.start() for m in TOKEN.finditer(text) if not NO_EVENT.fullmatch(m[0])]
        if not text or text[-1].isspace():
            starts.append(len(text))
        if not starts:
            return
        known = {} if known is None else known
        for self.start in starts:
            before = text[: self.start] if self.start != starts[0] else ""
            if before not in known:
                known[before] = _open_behind(recording, before)
            if any(self._may_become(choices, text[self.start :]) for choices in known[before]):
                return
        self.start, self.choices = starts[0], recording.choices
        self.taken = not recording.hiding and bool(_after(recording, text))

    @property
    def rest(self) -> str:
        """The event at the end, as far as it is typed."""
        return self.text[self.start :].strip()

    def _may_become(self, choices: Choices, rest: str) -> bool:
        decision = choices.state.decision
        if decision is not None and decision.side == CHANCE and not decision.dice:
            return False  # what is drawn by chance is no choice
        self.choices, self.found = choices, choices.typed(spelled_dice(rest, decision) or rest)
        return bool(self.found)


def _open_behind(recording: "Recorder", text: str) -> list[Choices]:
    """What is open behind complete events. Where hands are hidden, nothing is said of what comes
    behind an event that is not written.
    """
    if not text:
        return [recording.choices]
    states = [] if recording.hiding else _after(recording, text)
    return [recording.choices_of(state) for state in states if state.decision is not None]


def _after(recording: "Recorder", text: str) -> list[State]:
    """The position after complete events, and those before each that would be filled in behind
    them; nothing where they are not taken.
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


def spelled_dice(text: str, decision: Decision | None) -> str:
    """Dice that were typed as bare numbers, as far as they go: `44` is `[4 4]`; empty for any
    other text.
    """
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


class Typing:
    """The line, and the page beside it."""

    def __init__(self, recording: "Recorder", text: str, offered: str) -> None:
        """A text that was begun; else one that is offered, to be gone on with or typed over."""
        self.recording = recording
        screen, begun = recording.screen, bool(text)
        text = text or offered
        self.line = Line(text, "", self.submit, self.give_up, self.changed, self.key, BEGINS)
        self._known: dict[str, list[Choices]] = {}
        self.typed = Typed(recording, text, self._known)
        self.refusal: Refused | None = None
        """Why the text was refused, until it is another."""
        self._chosen = False
        """Whether a line of the page was gone to, so that Enter takes it."""
        self._handed_in = ""
        """What is being written, or was last."""
        self._label()
        opened(screen, self.line)
        self.line.cursor_position = len(text)
        if not begun:
            self.line.select_all()

    def _label(self) -> None:
        screen = self.recording.screen
        decision = self.recording.state.decision
        letter = screen.timeline.rules.letter.get(decision.side, "") if decision else ""
        screen.footer.label = f"{letter}:" if letter else screen.look.word("key_type")
        first = next(iter(self.recording.choices.found), None)
        self.line.placeholder = first.text if first else ""
        screen.footer.repaint()

    def close(self) -> None:
        """Take the line away."""
        self.line.remove()
        self.recording.screen.footer.label = ""
        self.recording.screen.footer.repaint()

    # ---- the page -------------------------------------------------------------------------

    def page(self, recording: "Recorder") -> Page:
        """What the text may become; or why it was refused, and what is open instead."""
        if self.refusal is not None:
            return self.refusal.page(recording, self.replace)
        screen, typed = recording.screen, self.typed
        look = screen.look
        voice = recording.voice
        entries = [self._entry(choice, typed.choices, voice) for choice in typed.found]

        def said(width: int, height: int) -> list[Row]:
            del width, height
            word = look.word("matches", n=len(entries)) if entries else self._no_entries()
            whole = typed.taken or [choice.text for choice in typed.found] == [typed.rest]
            if whole:
                return [Row(look).add(" " + look.word("enter_writes"), "now")]
            return [Row(look).add(" " + word, "dim")]

        from senpu.tui.screens.event_choice import title

        return Page(title(recording), entries, said, numbered=False)

    def _no_entries(self) -> str:
        typed, look = self.typed, self.recording.screen.look
        asked = typed.choices.state.decision
        if asked is not None and asked.side == CHANCE:
            return look.word("type_dice")
        known = typed.text.strip() and not self.recording.hiding
        return look.word("no_match") if known else ""

    def _entry(self, choice: Choice, choices: Choices, voice: Voice) -> Entry:
        def take() -> None:
            text, start = self.typed.text, self.typed.start
            named = ACTOR.findall(text[:start])
            decision = choices.state.decision
            letter = self.recording.screen.timeline.rules.letter[decision.side] if decision else ""
            actor = f"{letter}: " if named and letter and letter != named[-1] else ""
            self.replace(actor + choice.text, start, len(text))

        shows = Prospect()
        return event_entry(choice, choices, voice, take, shows, False)

    # ---- keys -----------------------------------------------------------------------------

    def changed(self, text: str) -> None:
        """The text is another."""
        if text != self.typed.text:
            self._typed(text)

    def look_again(self) -> None:
        """The position is another, or the language."""
        self._known.clear()
        self._label()
        self._look(self.line.value)

    def looked_on(self) -> None:
        """More is known of what is open."""
        if self.refusal is None:
            self._typed(self.typed.text)

    def _typed(self, text: str) -> None:
        self._look(text)
        self.recording.rebuild()

    def _look(self, text: str) -> None:
        self.typed = Typed(self.recording, text, self._known)
        self.refusal, self._chosen = None, False
        self.recording.top.cursor = 0

    def refuse(self, refusal: Refused) -> None:
        """The text was refused: it stays, to be gone on with or typed over."""
        self.refusal, self._chosen = refusal, False
        if self.line.value == self._handed_in:
            self.line.select_all()
        self.recording.top.cursor = 0
        self.recording.rebuild()

    def key(self, name: str) -> None:
        """Tab completes, Up and Down go to a line of the page."""
        if name == "tab":
            self.recording.take()
        else:
            step = -1 if name == "up" else 1 if self._chosen else 0
            self._chosen = True
            self.recording.pick(self.recording.top.cursor + step)

    def replace(self, text: str, start: int, end: int) -> None:
        """Put an event in place of a part of the text, and go on behind it."""
        whole = self.line.value
        self.line.value = whole[:start] + text + whole[end:]
        self.line.cursor_position = start + len(text)
        self.line.focus()
        self.changed(self.line.value)

    def submit(self, text: str) -> None:
        """Enter: take the line gone to, else have the text written."""
        recording = self.recording
        if recording.busy:
            self.line.insert_text_at_cursor(" ")  # what is typed meanwhile comes after it
        elif self._chosen and recording.entry is not None:
            recording.take()
        elif text.strip():
            decision = recording.state.decision
            dice = spelled_dice(text.strip(), decision)
            self._handed_in = text
            recording.write(dice if dice.endswith("]") else text)

    def give_up(self) -> None:
        """Escape: the page of completions goes, and the line with it."""
        self.recording.retrace()

    def wrote(self) -> None:
        """The text is in the log: the line is free for the next, as far as that is typed."""
        if self._handed_in:
            self.line.value = self.line.value.removeprefix(self._handed_in).lstrip()
            self.line.cursor_position = len(self.line.value)
            self._handed_in = ""
        if self.recording.handing or self.recording.state.outcome is not None:
            self.recording.untype()
