"""The drill: a page with its results, and a player for each line of questions.

The player shows the position of a question; the answer is chosen or typed as in a recording. The
events are kept in memory only.
"""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Protocol

from msgspec.structs import replace
from textual.binding import BindingType

from senpu.notation.events import Event, Word
from senpu.notation.faults import Error
from senpu.replay.core.reducer import Reducer, ReductionError
from senpu.replay.openings.drill import DrillLine, PlayedEvents, open_position
from senpu.replay.recording.log_writing import Drafter, InputParseError, RejectedInputError
from senpu.tui.drill_schedule import find_schedule_file
from senpu.tui.jobs.drill import DrillRequest, open_drill
from senpu.tui.keys import FOOTERS, RECORDING, TEXT_PAGE, Key, make_bindings
from senpu.tui.render.drill_report import DrillTexts
from senpu.tui.screens import recording_pages
from senpu.tui.screens.entry_controller import EntryController
from senpu.tui.screens.hex_player import HexPlayerScreen
from senpu.tui.screens.player import PlayerScreen
from senpu.tui.screens.recording import Recording, RecordingChooser
from senpu.tui.screens.recording_targets import DraftMaker, TimelineEnd, check_variation
from senpu.tui.screens.text_page import TextPage
from senpu.tui.widgets.bars import FooterContent, HeaderPart, make_footer
from senpu.tui.widgets.chooser import ChooserPage
from senpu.tui.widgets.painting import Look, Row, wrap_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import App

    from senpu.replay.core.timeline import Timeline
    from senpu.tui.jobs.drill import OpenDrill
    from senpu.tui.screens.interfaces import ViewerApp
    from senpu.tui.screens.recording_interface import Recorder


NO_FILE = ("view", "reload", "close")
"""The words of keys of the player that a drill does not need: it has no file of a log."""


class DrillPage(TextPage):
    """The first page of a drill: the number of questions; later, the results."""

    BINDINGS: ClassVar[list[BindingType]] = [*make_bindings(TEXT_PAGE)]

    def __init__(self, look: Look, opened: "OpenDrill") -> None:
        super().__init__(look, look.word("drill"), (), "drill_begin", self.begin)
        self.opened = opened

    def present(self) -> None:
        """Show the number of questions, and the results."""
        self.title_text = self.look.word("drill")
        self.text_rows.rows = self._list_rows()
        super().present()

    def _list_rows(self) -> list[str]:
        texts = DrillTexts(self.opened, self.look.language)
        rows = [str(self.opened.path), "", texts.describe_start()]
        if self.opened.drill.asked:
            rows += ["", texts.describe_result(), texts.describe_storage(), *texts.list_missed()]
        elif not self.opened.drill.left:
            rows += ["", texts.describe_result()]
        return rows

    def can_use(self, word: str) -> bool:
        """Return whether the key of a word does something now."""
        return word != "confirm" or self.opened.drill.left > 0

    def on_screen_resume(self) -> None:
        """Show the results."""
        self.present()

    def action_confirm(self) -> None:
        """Ask the next question."""
        if self.opened.drill.left:
            self.begin()

    def begin(self) -> None:
        """Show the first position of the next line."""
        try:
            player = make_drill_player(self.opened, self.look)
        except (Error, OSError) as error:
            self.show_message(self.look.reason(error))
            return
        if player is not None:
            self.app.push_screen(player)

    def on_unmount(self) -> None:
        """Close the book."""
        self.opened.close()


class DrillOpener(Protocol):
    """The screen that opens a drill."""

    look: Look

    @property
    def app(self) -> "App[object]":
        """The running program of Textual."""

    @property
    def senpu(self) -> "ViewerApp":
        """The running program."""

    def show_message(self, status: str) -> None:
        """Show a message in the last line."""


def push_drill(screen: DrillOpener, file: Path, book: Path | None = None) -> None:
    """Open the drill of a repertoire or of a study; show a message if it cannot be opened."""
    results = None if screen.senpu.read_only else find_schedule_file()
    language = screen.look.language
    asked = DrillRequest(file, datetime.now().astimezone(), results, book, language=language)
    try:
        opened = open_drill(asked)
    except (Error, OSError) as error:
        screen.show_message(screen.look.word("cannot_open", why=screen.look.reason(error)))
        return
    screen.app.push_screen(DrillPage(screen.look, opened))


def make_drill_player(opened: "OpenDrill", look: Look) -> "DrillPlayer | None":
    """Return the player of the next line; None if no question remains.

    Raises:
        ProblemError: A problem cannot be used.
        RepertoireError: A choice of the repertoire cannot be used.
    """
    line = opened.drill.begin_line()
    if line is None:
        return None
    is_hexes = line.rules.spec.game.board == "hexes"
    timeline = open_position(line.rules, line.state, line.problem.view)
    if line.rules.has_hidden_parts and not line.problem.view:
        timeline.view_as(line.side)
        timeline.lock_view()
    kind = HexDrillPlayer if is_hexes else DrillPlayer
    return kind(timeline, look, opened, line)


class DrillPlayer(PlayerScreen):
    """A player with the questions of a line."""

    def __init__(
        self, timeline: "Timeline", look: Look, opened: "OpenDrill", line: DrillLine
    ) -> None:
        super().__init__(timeline, look, None)
        self.opened = opened
        self.session = DrillSession(self, opened, line)
        self.entry_controller = DrillEntryController(self, self.session)

    def action_leave(self) -> None:
        """Return to the page with the results."""
        self.senpu.leave(self)


class HexDrillPlayer(DrillPlayer, HexPlayerScreen):
    """A player with the questions of a line, on hexes."""


class DrillSession(TimelineEnd):
    """The questions of a line: the place where a recording adds the answers."""

    title = "drill"
    is_variation = True
    screen: DrillPlayer

    def __init__(self, screen: DrillPlayer, opened: "OpenDrill", line: DrillLine) -> None:
        self.screen, self.opened, self.line = screen, opened, line
        self.answer = line.begin_answer()
        """The events of the answer so far."""
        self.result: list[tuple[str, str]] = []
        """The paragraphs of the result with their roles; empty while an answer is expected."""
        self.question = self.texts.describe_question(line)

    @property
    def texts(self) -> DrillTexts:
        """The texts in the language of the screen."""
        return DrillTexts(self.opened, self.screen.look.language)

    # ---- as a place for events ------------------------------------------------------------

    def find_block(self) -> str:
        """Return the id of the reason why nothing can be added: there is none."""
        return ""

    async def write(self, draft: DraftMaker) -> None:
        """Add events to the answer; check_answer it if it is complete.

        Raises:
            RejectedInputError: The rules reject an event.
        """
        rules, reducer = self.line.rules, Reducer(self.line.rules)
        reducer.state = self.answer.reducer.state
        scribe = Drafter(rules, reducer, None)
        try:
            drafted = draft(scribe, reducer)
            check_variation(drafted)
        except (ReductionError, InputParseError) as reason:
            raise RejectedInputError(reason, scribe, None) from None
        before = len(self.answer.steps)
        events = [step.event for step in drafted.steps]
        is_complete = self.line.problem.extend_answer(self.answer, events)
        for step in self.answer.steps[before:]:
            self._show(step.event)
        if is_complete:
            self.check_answer()

    def undo(self) -> None:
        """Remove the last event of an incomplete answer."""
        events = [step.event for step in self.answer.steps[:-1]]
        if not self.answer.steps or self.result:
            return
        self.answer = self.line.begin_answer()
        for event in events:
            self.answer.take(event)
        self._show(Word("undo", ("1",)))

    def _show(self, event: Event) -> None:
        """Add an event to the timeline of the screen."""
        self.screen.timeline.add_event(event)
        self.screen.rows.grow()

    def update(self) -> None:
        """Show the end of the line."""
        screen = self.screen
        self.recording.forget_position()
        screen.losses.start_over()
        screen.read_on()
        screen.look_again()
        screen.go_to(self.number)

    # ---- the questions --------------------------------------------------------------------

    def check_answer(self, *, gave_up: bool = False) -> None:
        """Check the answer, and show the right one with its comment."""
        item, given = self.line.item, len(self.answer.steps)
        before = len(self.line.course.steps)
        result = self.opened.drill.check_answer(self.line, None if gave_up else self.answer)
        if not result.right:
            if given:
                self._show(Word("undo", (str(given),)))
            for step in self.line.course.steps[before:]:
                self._show(step.event)
        role = "good" if result.right else "error"
        signs = self.screen.look.signs
        sign = signs.good if result.right else signs.bad
        text = f"{sign} {self.texts.describe_answer(result, item.ident)}"
        self.result = [(text, role)]
        if item.problem.comment:
            self.result.append((item.problem.comment, "text"))

    def give_up(self) -> None:
        """Show the answer, which counts as wrong."""
        self.check_answer(gave_up=True)
        self.recording.show_result()

    def proceed(self) -> None:
        """Play on to the next question of the line, or go to the next line."""
        if self.line.end:
            self.begin_next_line()
            return
        played: list[PlayedEvents] = []
        try:
            before = len(self.line.course.steps)
            for each in self.opened.drill.advance(self.line):
                played.append(each)
        except (Error, OSError) as error:
            self.screen.show_message(self.screen.look.reason(error))
            return
        for step in self.line.course.steps[before:]:
            self._show(step.event)
        texts, self.result = self.texts, []
        rows = [(texts.describe_played(each), "text") for each in played]
        if self.line.end:
            end = texts.describe_end(self.line)
            if not end and not rows:
                self.begin_next_line()
                return
            self.result = [*rows, (end, "dim")] if end else rows
        else:
            self.answer = self.line.begin_answer()
            self.question = texts.describe_question(self.line)
        self.recording.show_result()
        if not self.line.end and rows:
            self.screen.show_message(rows[-1][0])

    def begin_next_line(self) -> None:
        """Replace the screen with the next line, or return to the page with the results."""
        try:
            following = make_drill_player(self.opened, self.screen.look)
        except (Error, OSError) as error:
            self.screen.show_message(self.screen.look.reason(error))
            return
        if following is None:
            self.screen.action_leave()
        else:
            self.screen.app.switch_screen(following)

    @property
    def recording(self) -> "DrillRecording":
        """The recording of the screen."""
        found = self.screen.entry_controller.recording
        assert isinstance(found, DrillRecording)
        return found


class DrillEntryController(EntryController):
    """The entry of answers; it begins when the screen opens."""

    def __init__(self, screen: DrillPlayer, session: DrillSession) -> None:
        super().__init__(screen)
        self.session = session
        self.begins_at_once = True

    def make_recording(self) -> "DrillRecording":
        """Return the recording of the screen."""
        return DrillRecording(self.session)

    def begin(self, how: str = "") -> None:
        """Begin to answer."""
        self.recording.begin(self.session)
        self.session.recording.wait_for_keys()
        if how == "type":
            self.recording.type("")

    def list_help_keys(self) -> tuple[Key, ...]:
        """Return the keys that read, and the keys that answer."""
        answering = {*FOOTERS["drill"].words} - {"more"}
        return (
            *(key for key in self.screen.KEYS if key.task == "read"),
            *(replace(key, task="study") for key in RECORDING if key.word in answering),
            Key("x", "drill_more", (), task="study"),
            Key("a Esc", "end_drill", (), task="study"),
            *(key for key in self.screen.KEYS if key.task == "program" and key.word not in NO_FILE),
        )


class DrillChooser(RecordingChooser):
    """The chooser of a drill."""

    recording: "DrillRecording"

    def action_more(self) -> None:
        """Open the page of other actions."""
        self.recording.open_others()

    def action_undo(self) -> None:
        """Remove the last event of an incomplete answer."""
        self.recording.undo()


def _make_first_page(recording: "Recorder") -> ChooserPage:
    """Return the bottom page: the legal events, or the result."""
    if isinstance(recording, DrillRecording) and recording.session.result:
        return _make_result_page(recording)
    return recording_pages.make_first_page(recording)


class DrillRecording(Recording):
    """The answers of a drill, chosen or typed."""

    FOOTER = "drill"
    first = staticmethod(_make_first_page)

    def __init__(self, session: DrillSession) -> None:
        super().__init__(session.screen)
        self.session = session

    def make_chooser(self) -> RecordingChooser:
        """Return a new chooser."""
        return DrillChooser(self)

    def leave(self) -> None:
        """End the drill."""
        self.session.screen.action_leave()

    def type(self, text: str) -> None:
        """Open the input line, if an answer is expected."""
        if not self.session.result:
            super().type(text)

    def write(self, text: str) -> None:
        """Add notation to the answer."""
        self._start(lambda scribe, _: scribe.draft(text, fills=False), text)

    def _go_on(self) -> None:
        """Show the answer so far, or its result."""
        if self.session.result:
            self.close_typing()
        super()._go_on()
        self.session.update()

    def show_result(self) -> None:
        """Show the result, or the next question."""
        self.close_typing()
        self.session.update()
        self.reset()
        self.wait_for_keys()

    def wait_for_keys(self) -> None:
        """Let keys that were pressed before the question appeared answer nothing."""
        self.ended = monotonic()
        self.session.screen.call_after_refresh(self._note_time)

    def _note_time(self) -> None:
        self.ended = monotonic()

    def forget_position(self) -> None:
        """Show the next position without a message that the log grew."""
        self._made_for = ()

    def undo(self) -> None:
        """Remove the last event of an incomplete answer."""
        self.session.undo()
        self.session.update()
        self.reset()

    def open_others(self) -> None:
        """Open the page of other actions."""
        if self.session.result or self.is_typing or self.busy:
            return
        self.go_to_end()
        self.push(_make_others_page)

    def can_use(self, word: str) -> bool:
        """Return whether the key of a word does something on the page."""
        if word in ("type", "more"):
            return not self.session.result
        if word == "undo":
            return bool(self.session.answer.steps) and not self.session.result
        return super().can_use(word)

    def make_parts(self) -> list[HeaderPart]:
        """Return the parts of the header."""
        text = self.screen.look.word("drill_header", question=self.session.question)
        return [HeaderPart(text, self.role, "b", 92)]

    def make_footer(self, keys: "Iterable[Key]", can_use: Callable[[str], bool]) -> FooterContent:
        """Return the last line."""
        entry, look = self.entry, self.screen.look
        labels = {"stop_recording": "drill_stop"}
        if self.session.result:
            labels["take"] = "drill_continue"
        elif entry is not None and entry.final:
            labels["take"] = "drill_answer"
        labels |= {"add": entry.adds} if entry is not None and entry.adds else {}
        return make_footer(
            self.FOOTER, keys, look, can_use, offers_tasks=False, role=self.role, labels=labels
        )


def _make_result_page(recording: DrillRecording) -> ChooserPage:
    """Return the page with the result, or with the end of the line."""
    session, look = recording.session, recording.screen.look

    def render(width: int, most: int) -> list[Row]:
        rows: list[Row] = []
        for text, role in session.result:
            rows += wrap_text(look, text, width - 2, role, 1)
        return rows[: max(most, 1)]

    entry = recording_pages.make_row(look, look.word("drill_continue"), "", session.proceed, True)
    title = look.word("drill_line_end" if session.line.end else "drill_answer_title")
    return ChooserPage(title, [entry], render, numbered=False)


def _make_others_page(recording: DrillRecording) -> ChooserPage:
    """Return the page of other actions: show the answer, end the drill."""
    session, look = recording.session, recording.screen.look
    entries = [
        recording_pages.make_row(
            look, look.word("drill_show"), look.word("drill_show_help"), session.give_up
        ),
        recording_pages.make_row(look, look.word("drill_stop"), "", recording.leave),
    ]
    return ChooserPage(look.word("other_actions"), entries)
