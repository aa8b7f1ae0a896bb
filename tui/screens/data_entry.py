"""Guided entry of the values of a printed copy: the questions, the picture and the entry line.

The session is :class:`senpu.tui.jobs.data_entry.DataEntry`, as in `senpu data fill`.
"""

from collections.abc import Callable
from itertools import groupby
from typing import ClassVar

from rich.cells import cell_len
from textual.binding import BindingType
from textual.geometry import Region, Size

from senpu.logs.journal import JournalError
from senpu.notation.faults import Error
from senpu.notation.messages import Message
from senpu.replay.core.narration import Narrator
from senpu.tui.jobs.data_answers import SKIP, AnswerError, DoubtError, read_typed_copy
from senpu.tui.jobs.data_entry import DataEntry, PastQuestion
from senpu.tui.jobs.data_questions import Question, search_questions
from senpu.tui.keys import DATA_ENTRY, make_bindings
from senpu.tui.render.change_report import render_report
from senpu.tui.render.data_question import (
    LEAST_PICTURE,
    describe_question,
    describe_state,
    draw_question,
    format_brief,
    name_entry,
    name_key,
)
from senpu.tui.screens.arrangement import add_prompt
from senpu.tui.screens.base import KeyedScreen
from senpu.tui.screens.input_lines import InputLine, close_line, open_line
from senpu.tui.screens.text_page import TextPage
from senpu.tui.widgets.bars import HeaderPart
from senpu.tui.widgets.clicks import RowClicked
from senpu.tui.widgets.painting import Look, PaintedWidget
from senpu.tui.widgets.question_list import ListedQuestion, QuestionList, QuestionPane

BOTH = 120
"""The width from which the list is next to the question."""
LISTED = 40
"""The columns of the list next to the question."""
LEAST_LISTED = 3
"""The rows of the list below the question."""


class DataEntryScreen(KeyedScreen):
    """The questions of a rule set.

    Args:
        look: The look.
        entry: The session.
    """

    KEYS = DATA_ENTRY
    FOOTER = "data_entry"
    BINDINGS: ClassVar[list[BindingType]] = [*make_bindings(DATA_ENTRY)]

    def __init__(self, look: Look, entry: DataEntry) -> None:
        super().__init__(look)
        self.entry = entry
        self.chosen = entry.find_open() or entry.questions[0]
        self.problem = ""
        """The reason why the last answer was rejected."""
        self.needed = 0
        """The rows that the question needs."""
        self.line: InputLine | None = None
        self.list = QuestionList(look)
        self.pane = QuestionPane(look)

    def list_widgets(self) -> tuple[PaintedWidget, ...]:
        """Return the widgets of the screen."""
        return self.header, self.pane, self.list, self.footer

    def on_mount(self) -> None:
        """Show the first open question; ask for the name of the copy if the file has none."""
        self.present()
        if not self.entry.source:
            self._ask_copy()

    def on_resize(self) -> None:
        """Draw the picture in the new size."""
        self.call_after_refresh(self.present)

    # ---- the display ----------------------------------------------------------------------

    @property
    def index(self) -> int:
        """The index of the selected question."""
        return self.entry.find_index(self.chosen)

    def present(self) -> None:
        """Show the questions and the selected one."""
        look, entry = self.look, self.entry
        narrator = Narrator(entry.spec, look.language)
        self.chosen = entry.questions[self.index]
        done, of = entry.progress
        self.header.present(
            [
                HeaderPart(look.word("fill_title"), "text", "b", 60),
                HeaderPart(entry.spec.title(look.language), "dim", priority=20),
            ],
            [HeaderPart(look.word("fill_progress", n=done, of=of), "dim", priority=40)],
        )
        self.list.present(self._list_rows(narrator), self.index)
        facts = describe_question(entry, self.chosen, narrator)
        texts = [(facts[0], "text")]
        if self.problem:
            texts.append((f"{look.signs.bad} {self.problem}", "error"))
        texts += [(each, "dim") for each in facts[1:]]
        texts += [(each, "note") for each in describe_state(entry, look.language)]
        if entry.notice is not None:
            texts.append((entry.notice.text(look.language), "note"))
        width, height = self._pane_size()
        self.pane.present([], texts)
        room = max(height - self.pane.count_rows(width) - 1, LEAST_PICTURE)
        picture = draw_question(entry, self.chosen, narrator, (width, room), look.signs)
        self.pane.present(picture, texts)
        needed = self.pane.count_rows(self._regions(self.size)["question"].width)
        if needed != self.needed:
            self.needed = needed
            self.header.refresh(layout=True)
        self.show_footer()

    def _pane_size(self) -> tuple[int, int]:
        """Return the columns and the most rows of a question."""
        width, height = self.size
        if width >= BOTH:
            return width - LISTED - 1, height - 2
        return max(width, 20), height - 2 - LEAST_LISTED

    def _list_rows(self, narrator: Narrator) -> list[ListedQuestion]:
        """Return the questions by table, each table with its progress."""
        entry, rows = self.entry, list[ListedQuestion]()
        numbered = enumerate(entry.questions)
        for head, group in groupby(numbered, key=lambda pair: (pair[1].table, pair[1].batch[1:])):
            each = [(at, question, entry.is_confirmed(question)) for at, question in group]
            n = sum(confirmed for _, _, confirmed in each)
            note = self.look.word("fill_progress", n=n, of=len(each))
            kind = narrator.name("kind", head[1][-1]) if len(head[1]) > 1 else ""
            title = narrator.table(head[0])
            title = self.look.word("fill_table_of", table=title, kind=kind) if kind else title
            rows.append(ListedQuestion(title, note=note))
            for at, question, confirmed in each:
                name = self._label_of(question, narrator)
                shown = format_brief(question, entry, narrator)
                rows.append(ListedQuestion(name, at, confirmed, shown))
        return rows

    def _label_of(self, question: Question, narrator: Narrator) -> str:
        if not question.key:
            own = narrator.question(f"{question.table}_{question.shape}", {})
            return own or narrator.table(question.table)
        if question.shape == "name":
            language, _, key = question.key.partition(".")
            return f"{key} ({language})"
        return name_entry(question, narrator)

    def _regions(self, size: Size) -> dict[str, Region]:
        width, height = size
        room = max(height - 2, 0)
        if width >= BOTH:
            question = Region(LISTED + 1, 1, width - LISTED - 1, room)
            listed = Region(0, 1, LISTED, room)
        else:
            rows = max(room - self.needed, min(LEAST_LISTED, room))
            question = Region(0, 1, width, room - rows)
            listed = Region(0, 1 + room - rows, width, rows)
        regions = {
            "header": Region(0, 0, width, min(height, 1)), "question": question,
            "questions": listed, "footer": Region(0, height - 1, width, 1),
        }  # fmt: skip
        return regions if self.line is None else add_prompt(regions, cell_len(self.footer.label))

    def can_use(self, word: str) -> bool:
        """Return whether the key of a word does something now."""
        if word in ("answer", "same_value", "same_batch") and self.senpu.read_only:
            return False
        if word == "same_batch":
            return len(self.entry.list_batch(self.chosen)) > 1
        return word != "changes" or self.entry.path.exists()

    # ---- the entry line -------------------------------------------------------------------

    def _open(self, label: str, hint: str, done: Callable[[str], None]) -> None:
        self.close_line()
        self.footer.label = label
        self.line = InputLine("", hint, done, self._give_up)
        open_line(self, self.line)
        self.footer.repaint()
        self.header.refresh(layout=True)

    def close_line(self) -> None:
        """Remove the entry line."""
        if self.line is not None:
            close_line(self, self.line)
            self.line = None
            self.set_focus(None)
            self.header.refresh(layout=True)

    def _give_up(self) -> None:
        self.close_line()
        self.problem = ""
        self.present()

    def _ask_copy(self, then: Callable[[], None] | None = None) -> None:
        """Ask for the name of the copy, the source of all entered values."""

        def done(text: str) -> None:
            if text.strip() in ("q", "h"):
                self._move(text.strip(), "")
                return
            try:
                self.entry.source = read_typed_copy(text)
            except AnswerError as error:
                self.problem = error.message.text(self.look.language)
            else:
                self.close_line()
                self.problem = ""
                if then is not None:
                    then()
            self.present()

        self._open(self.look.word("fill_copy_label"), self.look.word("fill_copy_hint"), done)

    def _enter(self, do: Callable[[], bool]) -> bool:
        """Run an entry and continue with the next question; return whether it succeeded."""
        entry, question = self.entry, self.chosen
        try:
            stays = do()
        except DoubtError:
            raise
        except AnswerError as error:
            self.problem = error.message.text(self.look.language)
        except (JournalError, OSError) as error:
            self.problem = self._explain(error)
        else:
            self.problem, self.status = "", ""
            self.chosen = entry.find_pending() or (
                question if stays else entry.find_open(question) or question
            )
            self.present()
            return True
        self.present()
        return False

    # ---- keys -----------------------------------------------------------------------------

    def action_answer(self) -> None:
        """Open the entry line; its answers lead from question to question."""
        if not self.can_use("answer"):
            self.show_message(self.look.word("read_only"))
            return
        if not self.entry.source:
            self._ask_copy(self.action_answer)
            return
        self.problem = ""
        self._open(self.look.word("fill_label"), self.look.word("fill_hint"), self._typed)

    def _typed(self, text: str) -> None:
        narrator = Narrator(self.entry.spec, self.look.language)
        try:
            word, rest = self.entry.read_command(self.chosen, text, narrator) or ("", "")
        except AnswerError as error:
            self.problem = error.message.text(self.look.language)
            self.present()
            return
        if word in (SKIP, "b", "g", "q", "h"):  # as in `senpu data fill`
            self._move(word, rest)
        else:
            self._take(text.strip(), narrator)

    def _take(self, text: str, narrator: Narrator, sure: str = "") -> None:
        """Enter an answer; ask once more if it would remove what it does not name."""
        question = self.chosen
        try:
            done = self._enter(lambda: self.entry.take(question, text, narrator, sure))
        except DoubtError as doubt:
            choices = doubt.choices
            self.problem = doubt.message.text(self.look.language)
            self.present()

            def decide(word: str) -> None:
                if word.strip().lower() in choices:
                    self._take(text, narrator, word.strip().lower())
                else:
                    self.action_answer()
                    self.problem = self.look.word("fill_not_done")
                    self.present()

            self._open(self.look.word("fill_sure"), " ".join(choices), decide)
            return
        if done:
            finished = all(map(self.entry.is_confirmed, self.entry.questions))
            self.close_line() if finished else self.action_answer()

    def _move(self, word: str, rest: str) -> None:
        """Skip the question, undo the last answer, go to another question, or stop."""
        if word == "q":
            self._give_up()
            return
        if word == "h":
            self._give_up()
            rows = self.look.word("fill_help").strip().split("\n")
            self.app.push_screen(TextPage(self.look, self.look.word("fill_title"), rows))
            return
        if word == SKIP:
            self.entry.handled.add(self.chosen.ident)
            self.entry.past.append(PastQuestion(self.chosen))
            self.select(self.entry.find_open(self.chosen) or self.chosen)
        elif word == "b":
            try:
                back = self.entry.go_back()
            except (JournalError, OSError) as error:
                self.problem = self._explain(error)
                self.present()
                return
            notice = self.entry.notice
            self.select(back or self.chosen)
            self.entry.notice = notice
        elif (found := self._search(rest)) is not None:
            self.entry.past.append(PastQuestion(self.chosen))
            self.select(found)
        else:
            self.problem = self.look.word("fill_not_found", text=rest)
            self.present()
            return
        self.action_answer()
        self.present()

    def _explain(self, error: JournalError | OSError) -> str:
        why = error if isinstance(error, OSError) else error.message
        return Message("screens.fill_error", {"why": why}).text(self.look.language)

    def action_same(self) -> None:
        """Confirm the current value of the selected question."""
        self._confirm([self.chosen])

    def action_same_batch(self) -> None:
        """Confirm the current values of the questions that can be answered together."""
        if self.can_use("same_batch"):
            self._confirm(self.entry.list_batch(self.chosen))

    def _confirm(self, questions: list[Question]) -> None:
        if not self.can_use("same_value"):
            self.show_message(self.look.word("read_only"))
            return
        if not self.entry.source:
            self._ask_copy(lambda: self._confirm(questions))
            return

        def do() -> bool:
            self.entry.confirm(questions)
            return False

        self._enter(do)

    def action_choose(self, by: int) -> None:
        """Select the question some rows further down."""
        at = max(0, min(self.index + by, len(self.entry.questions) - 1))
        self.select(self.entry.questions[at])

    def select(self, question: Question) -> None:
        """Select a question."""
        self.chosen, self.problem, self.status = question, "", ""
        self.entry.notice = None
        self.present()

    def action_next_open(self, way: int) -> None:
        """Select the next or the previous question that is not confirmed."""
        listed, at = self.entry.questions, self.index
        order = [*listed[at + 1 :], *listed[:at]] if way > 0 else [
            *reversed(listed[:at]), *reversed(listed[at + 1 :])
        ]  # fmt: skip
        found = next((each for each in order if not self.entry.is_confirmed(each)), None)
        if found is not None:
            self.select(found)

    def action_find(self) -> None:
        """Ask for a unit, a place or a table, and select its first question."""

        def done(text: str) -> None:
            self.close_line()
            found = self._search(text) if text.strip() else None
            if found is not None:
                self.select(found)
            elif text.strip():
                self.problem = self.look.word("fill_not_found", text=text.strip())
                self.present()

        self._open(self.look.word("fill_find"), self.look.word("fill_find_hint"), done)

    def _search(self, text: str) -> Question | None:
        narrator = Narrator(self.entry.spec, self.look.language)
        return search_questions(self.entry.questions, text, lambda each: name_key(each, narrator))

    def action_changes(self) -> None:
        """Show what the file changes, for others."""
        entry, look = self.entry, self.look
        if self.can_use("changes"):
            rows = render_report(entry.ident, entry.base, entry.values, look.language)
            path = str(entry.path)
            self.app.push_screen(TextPage(look, look.word("fill_changes"), [path, "", *rows]))

    def action_scroll_panel(self, way: int) -> None:
        """Scroll the question."""
        self.pane.scroll_rows(way * max(self.pane.size.height - 1, 1))

    def action_leave(self) -> None:
        """Leave the screen; everything is saved."""
        self.senpu.leave(self)

    def on_row_clicked(self, message: RowClicked) -> None:
        """Select the clicked question; answer it on a second click."""
        message.stop()
        if self.line is not None:
            self.close_line()
        if message.index == self.index:
            self.action_answer()
        else:
            self.select(self.entry.questions[message.index])


def enter_copy(screen: KeyedScreen, rule_set: str) -> None:
    """Open guided entry for a rule set, or show why the user's file cannot be read."""
    try:
        entry = DataEntry(rule_set)
    except (Error, OSError) as error:
        screen.show_message(screen.look.word("cannot_open", why=screen.look.reason(error)))
        return
    screen.app.push_screen(DataEntryScreen(screen.look, entry))
