"""A drill as text: its questions, the result of an answer, and what follows."""

from collections.abc import Iterable, Iterator

from senpu.notation.messages import program_catalogue
from senpu.notation.printable import make_printable
from senpu.replay.core.narration import Narrator
from senpu.replay.openings.answer_values import EQUAL
from senpu.replay.openings.drill import AnswerResult, DrillItem, DrillLine, PlayedEvents
from senpu.tui.jobs.drill import OpenDrill
from senpu.tui.render.odds_report import mark_doubt
from senpu.tui.render.repertoire_report import describe_position
from senpu.tui.render.text_layout import format_percent, get_text
from senpu.tui.render.values import format_score_difference


class DrillTexts:
    """The texts of a drill in a language."""

    def __init__(self, opened: OpenDrill, language: str) -> None:
        self.opened, self.language = opened, language

    def word(self, name: str, **fields: object) -> str:
        """Return a text of the program."""
        return get_text(self.language, name, **fields)

    def describe_start(self) -> str:
        """Return how many questions a drill has: due, new, later."""
        schedule, drill = self.opened.schedule, self.opened.drill
        days = [schedule.count_overdue_days(ident) for ident in self.opened.idents]
        new = sum(day is None for day in days)
        due = sum(day is not None and day >= 0 for day in days)
        parts = [self.word("drill_start", n=len(days), due=due, new=new)]
        if drill.repeats:
            parts.append(self.word("drill_repeats", n=drill.repeats))
        parts.append(self.word("drill_questions", n=drill.left))
        return self.join(parts)

    def describe_question(self, line: DrillLine) -> str:
        """Return the number and the kind of a question, with its title."""
        drill, item = self.opened.drill, line.item
        known = item.ident in drill.asked
        if known:
            text = self.word("drill_again")
        else:
            number = len(drill.asked) + 1
            day = self.opened.schedule.find_due_day(item.ident)
            text = self.word(
                "drill_question" if day else "drill_new", n=number,
                of=number - 1 + len(drill.list_due()),
            )  # fmt: skip
        return ": ".join(filter(None, (text, make_printable(item.problem.title))))

    def describe_answer(self, result: AnswerResult, ident: str) -> str:
        """Return the result of an answer, and when the problem is due again."""
        text = self.word("drill_right" if result.right else "drill_wrong", text=result.answer)
        day = self.opened.schedule.find_due_day(ident)
        parts = [text, *self._describe_values(result)]
        if result.counts and day is not None:
            parts.append(self.word("drill_due", day=f"{day:%Y-%m-%d}"))
        if not result.right:
            parts.append(self.word("drill_comes_again"))
        return self.join(parts)

    def _describe_values(self, result: AnswerResult) -> Iterator[str]:
        """Yield how far the right answer and the given one are from the best by value."""
        values = result.values
        answers = [("drill_value", "", values.right)]
        if values.given is not None:
            answers.append(("drill_value_given", values.given_text, values.given))
        for ident, text, score in answers:
            loss = values.best - score
            fields = {"text": text} if text else {}
            if loss <= EQUAL:
                yield self.word(f"{ident}_best", **fields)
                continue
            amount = format_score_difference(values.value, loss, self.language)
            fields |= {"n": amount, "best": values.best_text}
            yield self.word(f"{ident}_worse", **fields)

    def join(self, sentences: Iterable[str]) -> str:
        """Return sentences as a text."""
        return program_catalogue(self.language).join_messages(filter(None, sentences))

    def describe_played(self, played: PlayedEvents) -> str:
        """Return events, and why they were played: known choice, book, dice, forced."""
        if played.kind in ("book", "dice") and played.probability:
            share = format_percent(played.probability) + mark_doubt(played.provenance)
            why = self.word(f"drill_by_{played.kind}", share=share)
        else:
            why = self.word("drill_by_roll" if played.kind == "dice" else f"drill_by_{played.kind}")
        return self.word("drill_played", events=played.text, why=why)

    def describe_end(self, line: DrillLine) -> str:
        """Return why a line ended."""
        return self.word(f"drill_end_{line.end}")

    def list_missed(self) -> list[str]:
        """Return the right answers to the questions that were missed, with their comments."""
        drill = self.opened.drill
        missed = [item for item in drill.items.values() if drill.asked.get(item.ident) is False]
        rows = [self.word("drill_missed")] if missed else []
        for item in missed:
            parts = (
                item.problem.title or self._describe_position(item),
                " / ".join(item.problem.answers), item.problem.comment,
            )  # fmt: skip
            rows.append("  " + make_printable(": ".join(filter(None, parts))))
        return rows

    def _describe_position(self, item: DrillItem) -> str:
        """Return the turn and the decision of a problem of the drill."""
        problem = self.opened.drill.open(item)
        return describe_position(problem.state, Narrator(problem.rules.spec, self.language))

    def describe_storage(self) -> str:
        """Return whether results are stored."""
        is_stored = self.opened.schedule.path is not None
        return self.word("drill_stored" if is_stored else "drill_not_stored")

    def describe_result(self) -> str:
        """Return how many answers were right, and when the next problem is due."""
        drill, schedule = self.opened.drill, self.opened.schedule
        parts = []
        if drill.asked:
            right = sum(drill.asked.values())
            parts.append(self.word("drill_result", n=len(drill.asked), right=right))
        else:
            parts.append(self.word("drill_nothing"))
        days = [schedule.find_due_day(ident) for ident in self.opened.idents]
        later = [day for day in days if day is not None and day > schedule.day]
        if later:
            first = min(later)
            parts.append(self.word("drill_next", n=later.count(first), day=f"{first:%Y-%m-%d}"))
        if left := sum(day is None or day <= schedule.day for day in days):
            parts.append(self.word("drill_left", n=left))
        return self.join(parts)
