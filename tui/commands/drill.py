"""`senpu drill`: questions from a repertoire or a study, on the screen or line by line."""

import os
import sys
from argparse import Namespace
from contextlib import closing
from datetime import date, datetime

from senpu.logs.dates import DAY, find_date_error
from senpu.logs.inputs import read_input_line
from senpu.notation.messages import Message
from senpu.notation.printable import make_printable
from senpu.replay.annotation.branches import EventSequence
from senpu.replay.core.narration import Narrator
from senpu.replay.core.reducer import ReductionError
from senpu.replay.openings.drill import DrillLine
from senpu.tui.commands.arguments import UnusableLogError
from senpu.tui.commands.typed_lines import make_rejection, read_items
from senpu.tui.drill_schedule import find_schedule_file, noon
from senpu.tui.jobs.drill import DrillRequest, OpenDrill, open_drill
from senpu.tui.printing import flush_output, print_text
from senpu.tui.render.drill_report import DrillTexts
from senpu.tui.render.text_layout import wrap_rows
from senpu.tui.render.text_rendering import render_position
from senpu.tui.user_files import find_book_file

GIVE_UP, STOP = ("", "?"), ("q", "quit")
"""The typed lines that show the answer, and that end the drill."""


def drill(given: Namespace) -> int:
    """Ask the problems that are due."""
    asked = make_request(given)
    if sys.stdout.isatty() and sys.stdin.isatty() and os.environ.get("TERM") != "dumb":
        from senpu.tui.drill_app import show_drill

        return show_drill(asked, given.lang, given.ascii)
    with closing(open_drill(asked)) as opened:
        LineDrill(opened, given.lang).run()
    return 0


def make_request(given: Namespace) -> DrillRequest:
    """Return the request of the arguments. Raises UnusableLogError."""
    now = datetime.now().astimezone()
    if given.on is not None:
        error = find_date_error(given.on)
        if error is None and len(given.on) < DAY:
            error = Message("errors.dateWithoutDay")
        if error is not None:
            raise UnusableLogError("dateOption", option="--on", text=given.on, why=error)
        now = noon(date.fromisoformat(given.on))
    book = given.book if given.book is not None else find_book_file()
    return DrillRequest(
        given.file, now, find_schedule_file(), book, given.side, given.questions, given.seed,
        given.data, given.lang,
    )  # fmt: skip


class LineDrill:
    """A drill that prints questions and reads answers line by line."""

    def __init__(self, opened: OpenDrill, language: str) -> None:
        self.opened, self.language = opened, language
        self.texts = DrillTexts(opened, language)
        self.ended = False

    def run(self) -> None:
        """Ask until no question remains, or the input ends."""
        print_text(self.texts.describe_start())
        drill = self.opened.drill
        while not self.ended and (line := drill.begin_line()) is not None:
            while not self.ended and not line.end:
                self._ask(line)
        print_text()
        self._print(self.texts.describe_result())

    def _print(self, text: str, margin: str = "") -> None:
        print_text("\n".join(wrap_rows(make_printable(text), margin)))

    def _ask(self, line: DrillLine) -> None:
        """Ask the question of a line, and play on."""
        narrator = Narrator(line.rules.spec, self.language)
        print_text()
        self._print(self.texts.describe_question(line))
        print_text()
        rows = render_position(line.rules, line.state, narrator, is_open=False)
        print_text("\n".join(rows))
        answer = self._read_answer(line, narrator)
        if self.ended:
            return
        item = line.item
        result = self.opened.drill.check_answer(line, answer)
        self._print(self.texts.describe_answer(result, item.ident))
        if item.problem.comment:
            self._print(item.problem.comment, '  " ')
        for played in self.opened.drill.advance(line):
            self._print(self.texts.describe_played(played), "  ")
        if line.end:
            self._print(self.texts.describe_end(line))

    def _read_answer(self, line: DrillLine, narrator: Narrator) -> EventSequence | None:
        """Return the typed answer; None if the player asks for it, or the input ends."""
        answer = line.begin_answer()
        while True:
            print_text("> ", end="")
            flush_output()
            row = read_input_line()
            if row is None or row.strip().lower() in STOP:
                self.ended = True
                return None
            if row.strip() in GIVE_UP:
                return None
            typed = EventSequence(line.rules, answer.reducer.state)
            try:
                typed.play(read_items(row, self.language))
            except ReductionError as bad:
                print_text(make_rejection(bad, typed, narrator).text(self.language))
                continue
            except UnusableLogError as error:
                print_text(error.text(self.language))
                continue
            if line.problem.extend_answer(answer, [step.event for step in typed.steps]):
                return answer
            decision = answer.reducer.state.decision
            assert decision is not None
            self._print(narrator.prompt(decision))
