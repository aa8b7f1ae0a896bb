"""`senpu data fill`: ask an owner of the printed game for one value after the other."""

import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from shlex import quote
from shutil import get_terminal_size

from senpu.logs.inputs import read_input_line
from senpu.logs.journal import JournalError
from senpu.notation.faults import Error
from senpu.replay.core.narration import Narrator
from senpu.replay.core.registry import read_data_file
from senpu.tui.boards.signs import DRAWN, PLAIN
from senpu.tui.commands.parsing import Parser
from senpu.tui.jobs.data_answers import AnswerError
from senpu.tui.jobs.data_entry import DataEntry, read_copy
from senpu.tui.jobs.data_questions import Question
from senpu.tui.printing import flush_output, print_notice, print_text
from senpu.tui.render.change_report import render_report
from senpu.tui.render.data_question import name_key, render_question
from senpu.tui.render.text_layout import get_text, wrap_rows

WIDEST, HIGHEST = 100, 40
"""The most columns and rows of a question."""
PROMPT = "> "


def prepare_fill(parser: Parser) -> Callable[[Namespace], int]:
    """Add the arguments of `senpu data fill`, and return the function that runs it."""
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("file", type=Path, nargs="?", metavar="FILE")
    parser.add_argument("--source", metavar="TEXT")
    parser.add_argument("--changes", action="store_true")
    parser.add_argument("--screen", action="store_true")
    return fill


def fill(given: Namespace) -> int:
    """Ask for values until the end or `q`, or print the changes.

    Returns:
        The exit status: 1 if an answer that no terminal gave was rejected, or if no game can begin
        on the values.

    Raises:
        Error: The rule set, the file or the name of the copy is invalid.
    """
    entry = DataEntry(given.game, given.file)
    if given.changes:
        read_data_file(entry.path)  # an error if there is no file
        print_text("\n".join(render_report(entry.ident, entry.base, entry.values, given.lang)))
        return 0
    if given.source is not None:
        try:
            entry.source = read_copy(given.source)
        except AnswerError as error:
            raise Error(error.message) from None
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
        self.past: list[Question] = []
        """The questions before this one, for `b`."""
        self.rejected = 0
        self.problem = entry.problem

    def run(self) -> int:
        """Ask until the end. Return the exit status."""
        try:
            self._begin()
            question = self.entry.find_open()
            while question is not None:
                question = self._ask(question)
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
        return min(get_terminal_size((80, 24)).columns, WIDEST)

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
                self.entry.source = read_copy(self._read())
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

    def _show(self, question: Question, narrator: Narrator) -> None:
        done, of = self.entry.progress
        width = self._width
        pen = DRAWN if sys.stdout.isatty() else PLAIN
        head = self._text("head", n=done, of=of, table=narrator.table(question.table))
        size = (width, min(get_terminal_size((80, 24)).lines - 4, HIGHEST))
        print_text(
            "\n".join(["", head, *render_question(self.entry, question, narrator, size, pen)])
        )

    # ---- answers ----------------------------------------------------------------------------

    def _ask(self, question: Question) -> Question | None:
        """Ask a question, and return the next one."""
        narrator = Narrator(self.entry.spec, self.language)
        self._show(question, narrator)
        while True:
            text = self._read()
            try:
                return self._take(question, text, narrator)
            except AnswerError as error:
                self._reject(error.message.text(self.language))

    def _take(self, question: Question, text: str, narrator: Narrator) -> Question | None:
        """Do what an answer says, and return the next question. Raises AnswerError."""
        entry, word = self.entry, text.lower()
        if word in ("h", "help", "ヘルプ"):
            self._print(self._text("help"))
            return question
        if word == "q":
            return None
        if word == "b":
            return self.past.pop() if self.past else question
        if word.startswith("g ") and len(word) > 2:
            goal = entry.search(text[2:], lambda each: name_key(each, narrator))
            if goal is None:
                raise AnswerError("fill_not_found", text=text[2:].strip())
            self.past.append(question)
            return goal
        if word == "?":
            entry.handled.add(question.ident)
            self.past.append(question)
            return entry.find_open(question)
        stays = entry.take(question, text, narrator)
        self._report()
        if stays:
            return entry.find_pending() or question
        self.past.append(question)
        return entry.find_open(question)

    def _report(self) -> None:
        """Print that the values do not fit together, or that they do again."""
        if self.entry.problem != self.problem:
            self.problem = self.entry.problem
            if self.problem is not None:
                self._print(self._text("problem", why=self.problem))
            else:
                self._print(self._text("playable"))

    def _finish(self) -> None:
        """Print the file, its digest and how to use it."""
        entry = self.entry
        done, of = entry.progress
        if not entry.path.exists():
            self._print(self._text("nothing"))
            return
        print_text()
        self._print(self._text("saved", file=entry.path, n=done, of=of))
        self._print(f"    Data: sha256:{entry.digest}")
        self._print(self._text("changed", n=len(entry.list_changes())))
        if entry.problem is not None:
            self._print(self._text("problem", why=entry.problem))
        again = f"senpu data fill {entry.ident} {quote(str(entry.path))}"
        rows = [("again", again)] if done < of else []
        rows.append(("send", f"{again} --changes"))
        rows.append(("play", f"senpu new {entry.ident} GAME.senpu --data {quote(str(entry.path))}"))
        for ident, command in rows:
            self._print(self._text(ident))
            print_text(f"    {command}")
