"""`senpu data fill`: ask an owner of the printed game for one value after the other."""

import sys
from argparse import Namespace
from shlex import quote

from senpu.logs.inputs import read_input_line
from senpu.logs.journal import JournalError
from senpu.notation.faults import Error
from senpu.replay.core.narration import Narrator
from senpu.replay.core.registry import read_data_file
from senpu.tui.boards.signs import DRAWN, PLAIN
from senpu.tui.commands.arguments import choose_rule_set
from senpu.tui.jobs.data_answers import (
    ALIASES,
    SKIP,
    AnswerError,
    DoubtError,
    find_assigned,
    read_copy,
    read_typed_copy,
)
from senpu.tui.jobs.data_entry import DataEntry, PastQuestion
from senpu.tui.jobs.data_questions import Question, list_about, search_questions
from senpu.tui.printing import find_height, flush_output, is_terminal, print_notice, print_text
from senpu.tui.render.change_report import count_entered, render_report
from senpu.tui.render.data_question import (
    describe_question,
    describe_state,
    format_brief,
    name_key,
    render_question,
)
from senpu.tui.render.headers import render_digest
from senpu.tui.render.text_layout import get_text, get_width, wrap_rows

WIDEST, HIGHEST = 100, 40
"""The most columns and rows of a question."""
PROMPT = "> "
MOST_NAMED = 8
"""The most questions that the end names."""


def fill(given: Namespace) -> int:
    """Ask for values until the end or `q`, or print the changes.

    Returns:
        The exit status: 1 if an answer that no terminal gave was rejected, or if no game can begin
        on the values.

    Raises:
        Error: The rule set, the file or the name of the copy is invalid.
    """
    entry = DataEntry(choose_rule_set(given), given.file)
    if given.changes:
        read_data_file(entry.path)  # an error if there is no file
        print_text("\n".join(render_report(entry.ident, entry.base, entry.values, given.lang)))
        return 0
    if given.source is not None:
        try:
            renamed = entry.rename_copy(read_copy(given.source))
        except AnswerError as error:
            raise Error(error.message) from None
        if renamed:
            print_text(get_text(given.lang, "fill_renamed", n=renamed, name=entry.source))
    if given.screen:
        return open_screen(given, entry)
    return Dialogue(entry, given.lang).run()


def open_screen(given: Namespace, entry: DataEntry) -> int:
    """Open the full-screen form. Return the exit status."""
    if not (sys.stdout.isatty() and sys.stdin.isatty()):
        raise Error("fillNoTerminal")
    from senpu.tui.screens.data_entry import DataEntryScreen
    from senpu.tui.viewer_start import show_screen

    return show_screen(lambda look: DataEntryScreen(look, entry), given.lang)


class Dialogue:
    """The questions and answers of the command."""

    def __init__(self, entry: DataEntry, language: str) -> None:
        self.entry, self.language = entry, language
        self.rejected = 0
        self.problem = entry.problem

    def run(self) -> int:
        """Ask until the end. Return the exit status."""
        try:
            self._begin()
            while self._ask(self.entry.find_open()):
                pass
        except (EOFError, KeyboardInterrupt) as stop:
            self._print("")
            self._finish()
            return 130 if isinstance(stop, KeyboardInterrupt) else self._find_status()
        except (JournalError, OSError):
            self._print(self._text("not_saved"))
            raise
        self._finish()
        return self._find_status()

    def _find_status(self) -> int:
        waits = self.rejected and not sys.stdin.isatty()
        return 1 if waits or self.entry.problem else 0

    # ---- what is printed --------------------------------------------------------------------

    @property
    def _width(self) -> int:
        return min(get_width(), WIDEST)

    def _text(self, ident: str, **fields: object) -> str:
        return get_text(self.language, f"fill_{ident}", **fields)

    def _print(self, text: str) -> None:
        for row in text.split("\n"):
            print_text("\n".join(wrap_rows(row, "", self._width)))

    def _reject(self, text: str) -> None:
        self.rejected += 1
        print_notice("\n".join(wrap_rows(text, "  ! ", self._width)))

    def _begin(self) -> None:
        """Print what the command does, and ask for the name of the copy if the file has none."""
        done, of = self.entry.progress
        self._print(self._text("begin", game=self.entry.spec.title(self.language), n=of))
        if done:
            self._print(self._text("resume", file=self.entry.path, n=done, of=of))
        else:
            self._print(self._text("file", file=self.entry.path))
        self._print(self._text("keys"))
        while not self.entry.source:
            self._print(self._text("copy"))
            try:
                self.entry.source = read_typed_copy(self._read_or_help())
            except AnswerError as error:
                self._reject(error.message.text(self.language))

    def _read(self) -> str:
        """Return the next answer. Raises EOFError at the end of the input."""
        print_text(PROMPT, end="")
        flush_output()
        text = read_input_line()
        if text is None:
            raise EOFError
        if not sys.stdin.isatty():
            print_text(text)
        return text.strip()

    def _read_or_help(self) -> str:
        """Return the next answer to a prompt that is not a question.

        Raises:
            EOFError: The user stopped, or the input ended.
        """
        while True:
            text = self._read()
            word = ALIASES.get(text, text).removeprefix("/")
            if word == "q":
                raise EOFError
            if word != "h":
                return text
            self._print(self._text("help"))

    def _show(self, question: Question, narrator: Narrator) -> None:
        done, of = self.entry.progress
        width = self._width
        pen = DRAWN if is_terminal() else PLAIN
        head = self._text("head", n=done, of=of, table=narrator.table(question.table))
        size = (width, min(find_height() - 4, HIGHEST))
        print_text(
            "\n".join(["", head, *render_question(self.entry, question, narrator, size, pen)])
        )

    # ---- answers ----------------------------------------------------------------------------

    def _ask(self, question: Question | None) -> bool:
        """Ask questions until one has no next one, or ask at the end what to correct.

        Returns:
            Whether entry continues.
        """
        narrator = Narrator(self.entry.spec, self.language)
        if question is None:
            self._show_end()
        else:
            self._show(question, narrator)
        while True:
            text = self._read()
            try:
                found = self._take(question, text, narrator)
            except AnswerError as error:
                self._reject(error.message.text(self.language))
                if question is not None:
                    for fact in describe_question(self.entry, question, narrator)[:3]:
                        self._print(fact)
                continue
            if found is None:
                return False
            question = found[0]
            if question is None:
                return True
            narrator = Narrator(self.entry.spec, self.language)
            self._show(question, narrator)

    def _show_end(self) -> None:
        """Print that no question is left, and what can be typed."""
        done, of = self.entry.progress
        print_text()
        text = (
            self._text("all_asked", n=done, of=of) if done < of else self._text("all_done", of=of)
        )
        self._print(text)
        for row in describe_state(self.entry, self.language):
            self._print(row)

    def _take(
        self, question: Question | None, text: str, narrator: Narrator
    ) -> tuple[Question | None] | None:
        """Do what an answer says.

        Returns:
            The next question, in a tuple, or None to stop.

        Raises:
            AnswerError: The answer is not accepted.
        """
        entry, at = self.entry, question or Question("", "")
        command = entry.read_command(at, text, narrator)
        word, rest = command or ("", "")
        if word == "h":
            self._print(self._text("help"))
            return (question,)
        if word == "q":
            return None
        if word == "b":
            back = entry.go_back()
            self._report()
            return (back or question,)
        if word == "g":
            return (self._go(at, rest, narrator),)
        if word == SKIP or (question is None and not text):
            if question is None:
                entry.handled.clear()
            else:
                entry.handled.add(question.ident)
                entry.past.append(PastQuestion(question))
            return (entry.find_open(question),)
        if question is None and find_assigned(text, entry.questions, entry.questions_from) is None:
            raise AnswerError("fill_end_how")
        stays = self._enter(at, text, narrator)
        self._report()
        if stays and question is not None:
            return (entry.find_pending() or question,)
        return (entry.find_open(question),)

    def _go(self, question: Question, text: str, narrator: Narrator) -> Question:
        """Return the question that a text names; list all questions about a unit or place."""
        entry = self.entry
        goal = search_questions(entry.questions, text, lambda each: name_key(each, narrator))
        if goal is None:
            raise AnswerError("fill_not_found", text=text)
        about = list_about(entry.questions, text)
        if len(about) > 1:
            rows = [f"    {each.table}.{each.key}: {format_brief(each, entry, narrator)}"
                    for each in about]  # fmt: skip
            self._print("\n".join([self._text("about", name=text), *rows]))
        entry.past.append(PastQuestion(question))
        return goal

    def _enter(self, question: Question, text: str, narrator: Narrator) -> bool:
        """Enter an answer; ask once more if it would remove what it does not name.

        Returns:
            Whether the question itself is still open.

        Raises:
            AnswerError: The answer is not accepted, or the user decided against it.
        """
        try:
            return self.entry.take(question, text, narrator)
        except DoubtError as doubt:
            self._print(doubt.message.text(self.language))
            sure = self._read_or_help().lower()
            if sure not in doubt.choices:
                raise AnswerError("fill_not_done") from None
            return self.entry.take(question, text, narrator, sure)

    def _report(self) -> None:
        """Print what else an answer changed, and that the values fit together again."""
        if self.entry.notice is not None:
            self._print(self.entry.notice.text(self.language))
        if self.problem is not None and self.entry.problem is None:
            self._print(self._text("playable"))
        self.problem = self.entry.problem

    def _finish(self) -> None:
        """Print the file, its digest and how to use it."""
        entry = self.entry
        done, of = entry.progress
        if not entry.path.exists():
            self._print(self._text("nothing"))
            return
        print_text()
        self._print(self._text("saved", file=entry.path, n=done, of=of))
        self._print(f"    {render_digest(entry.digest, self.language)}")
        self._print(self._text("changed", n=count_entered(entry.list_changes(), entry.values)))
        left = [".".join(filter(None, each.ident)) for each in entry.questions
                if entry.is_left(each)]  # fmt: skip
        if left:
            names = (*left[:MOST_NAMED], "…") if len(left) > MOST_NAMED else tuple(left)
            self._print(self._text("left_count", n=len(left), names=names))
        for row in describe_state(entry, self.language):
            self._print(row)
        again = f"senpu data fill {entry.ident} {quote(str(entry.path))}"
        rows = [("again", again)]
        rows.append(("send", f"{again} --changes"))
        if entry.problem is None:
            play = f"senpu new {entry.ident} GAME.senpu --data {quote(str(entry.path))}"
            rows.append(("play", play))
        for ident, command in rows:
            self._print(self._text(ident))
            print_text(f"    {command}")
