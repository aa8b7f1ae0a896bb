"""A review as text: the printed report, and the notes for the log.

Numbers are win probabilities in %, and changes in percentage points. Knows no file and no clock.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress

from senpu.logs.marks import By
from senpu.logs.notes import Note
from senpu.notation.events import Event
from senpu.notation.faults import cells as cells_of
from senpu.notation.writer import format_event
from senpu.replay.analysis.confidence import Interval
from senpu.replay.analysis.review import GLYPHS, Account, DecisionReview, Fortune, Review
from senpu.replay.annotation.annotations import made
from senpu.replay.annotation.branches import Course
from senpu.replay.core.narration import Narrator
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.timeline import Timeline
from senpu.spec.data import STANDINGS
from senpu.tui.render.text_layout import word, wrapped
from senpu.tui.render.text_rendering import listed, set_up
from senpu.tui.render.win_probability_report import weakest

MARGIN = "  "
COLUMNS = ("decisions", "each", "rolls", "luck")
"""The columns of the table, after the sides."""
TABLE, LIST = range(1, 5), (0, 4, 5)
"""The columns of numbers, in the table and in the lists of events."""


def percent(share: float) -> str:
    """Return a probability in %."""
    return str(round(share * 100))


def signed(change: float, digits: int = 0) -> str:
    """Return a change in percentage points: `+21`."""
    return f"{round(change * 100, digits) + 0.0:+.{digits}f}"


def error(sure: Interval, digits: int = 0) -> str:
    """Return half the width of an interval, in percentage points."""
    return f"{(sure.high - sure.low) * 50:.{digits}f}"


def by_decision(each: Account) -> tuple[str, str]:
    """Return the mean change by the decisions of a side, and its error."""
    count = max(each.decisions, 1)
    sure = Interval(*(end / count for end in each.gain_sure))
    return signed(each.gain / count, 1), error(sure, 1)


class ReviewReport:
    """The texts of one review."""

    def __init__(self, review: Review, timeline: Timeline, say: Narrator) -> None:
        self.review, self.timeline, self.say = review, timeline, say

    def word(self, ident: str, **fields: object) -> str:
        """Return a text of the report."""
        return word(self.say.language, f"review_{ident}", **fields)

    # ---- printed --------------------------------------------------------------------------------

    def rows(self) -> Iterator[str]:
        """Yield the rows of the printed report."""
        yield self.title()
        yield self.chance()
        yield ""
        yield from self._table()
        yield ""
        yield from self._mistakes()
        yield ""
        yield from self._fortunes()
        yield ""
        for text in (self.word("means"), *self.basis()):
            yield from wrapped(text, "")

    def title(self) -> str:
        spec, headers = self.timeline.rules.spec, self.timeline.headers
        names = [headers.get(side.id.capitalize(), "") for side in spec.sides]
        players = f" ({' - '.join(filter(None, names))})" if any(names) else ""
        return f"{spec.title(self.say.language)}{players}"

    def chance(self) -> str:
        """Return the win probability of the first side, at the start and at the end."""
        side, review = self.timeline.rules.spec.sides[0].id, self.review
        return self.word(
            "chance", side=self.say.side(side), start=percent(review.start[side]),
            end=percent(review.end[side]), n=self.timeline.last, games=review.budget.first,
        )  # fmt: skip

    def _table(self) -> Iterator[str]:
        rows = [["", *(self.word(name) for name in COLUMNS)]]
        for each in self.review.accounts:
            rows.append([
                self.say.side(each.side), str(each.decisions), " +-".join(by_decision(each)),
                str(each.rolls), f"{signed(each.luck)} +-{error(each.luck_sure)}",
            ])  # fmt: skip
        return aligned(rows, TABLE)

    def _mistakes(self) -> Iterator[str]:
        yield self._closely()
        mistakes = [each for each in self.review.decisions if each.glyph]
        left = [each for each in self.review.decisions if not each.glyph]
        yield from aligned([self._row(x, self._against(x)) for x in mistakes], LIST)
        if left:
            yield self.word("left")
            yield from aligned([self._row(x, self._why(x)) for x in left], LIST)

    def _closely(self) -> str:
        decisions = self.review.decisions
        mistakes = sum(bool(each.glyph) for each in decisions)
        return self.word("mistakes", n=len(decisions), mistakes=mistakes)

    def _event(self, each: DecisionReview | Fortune) -> list[str]:
        entry = self.timeline.get_event(each.number)
        glyph = each.glyph if isinstance(each, DecisionReview) else ""
        text = " ".join(filter(None, (format_event(each.event), glyph)))
        turn = f"T{entry.turn}" if entry.turn else set_up(self.say)
        return [str(each.number), turn, text, self.say.side(each.side)]

    def _row(self, each: DecisionReview, why: str) -> list[str]:
        cost = [signed(-each.loss), f"+-{error(each.sure)}"] if each.better else ["", ""]
        return [*self._event(each), *cost, why]

    def _against(self, each: DecisionReview) -> str:
        assert each.better is not None
        after = self.word("after", chance=percent(each.chance))
        better = percent(each.better_chance)
        instead = self.word("instead", better=better, event=format_event(each.better))
        return listed([after, instead], self.say)

    def _why(self, each: DecisionReview) -> str:
        if each.better is None:
            return self.word("left_nothing")
        event = format_event(each.better)
        if each.beyond:
            return self.word("left_small", event=event, least=percent(GLYPHS[-1][0]))
        return self.word("left_error", event=event)

    def _fortunes(self) -> Iterator[str]:
        lucky = [each for each in self.review.fortunes if each.beyond]
        yield self.word("fortunes" if lucky else "no_fortunes")
        yield from aligned(
            [[*self._event(x), signed(x.luck), f"+-{error(x.sure)}", self._came(x)] for x in lucky],
            LIST,
        )

    def _came(self, each: Fortune) -> str:
        return "" if each.chance is None else self.word("came", n=rare(each.chance))

    # ---- what it rests on -----------------------------------------------------------------------

    def basis(self) -> list[str]:
        """Return how the review was made, and the provenance of the data."""
        method, budget = self.review.method, self.review.budget
        rules, language = self.timeline.rules, self.say.language
        rests = self.word(
            "rests", program=method.program, first=budget.first, games=budget.games,
            luck=budget.luck, rounds=budget.rounds, seed=method.seed,
        )  # fmt: skip
        counts = rules.spec.values.standings()
        named = [
            word(language, "values_of", n=counts[each], standing=word(language, each))
            for each in STANDINGS
            if counts[each]
        ]
        data = self.word("data", counts=named)
        return [rests, *([self.word("hidden")] if rules.has_hidden_parts else []), data]

    def _brief(self, games: int) -> str:
        standing = word(self.say.language, weakest(self.timeline.rules.spec))
        program = self.review.method.program
        return self.word("basis", games=games, program=program, standing=standing)

    # ---- notes ----------------------------------------------------------------------------------

    def notes(self, by: By) -> list[Note]:
        """Return the notes: on the start the method and the result; on mistakes a glyph, the cost
        and a better event; on lucky rolls the luck.
        """
        found = [self._made(0, "remark", self.word("note", text=text), by)
                 for text in (self._summary(), " ".join(self.basis()))]  # fmt: skip
        for each in self.review.decisions:
            if each.glyph:
                found += self._mistake(each, by)
        for fortune in self.review.fortunes:
            if fortune.beyond:
                found.append(self._made(fortune.number, "remark", self._lucky(fortune), by))
        return found

    def _made(self, number: int, kind: str, text: str, by: By) -> Note:
        return made(self.timeline, number, kind, text, by)

    def _summary(self) -> str:
        parts = [self.chance()]
        for each in self.review.accounts:
            gain, off = by_decision(each)
            parts.append(self.word(
                "note_side", side=self.say.side(each.side), decisions=each.decisions,
                gain=gain, error=off,
                luck=signed(each.luck), luck_error=error(each.luck_sure),
            ))  # fmt: skip
        parts.append(self._closely())
        return word(self.say.language, "full_stop").join([*parts, ""]).strip()

    def _mistake(self, each: DecisionReview, by: By) -> Iterator[Note]:
        assert each.better is not None
        text = self.word(
            "note_mistake", side=self.say.side(each.side), loss=percent(each.loss),
            error=error(each.sure), chance=percent(each.chance),
            better=percent(each.better_chance), event=format_event(each.better),
            basis=self._brief(self.review.budget.games),
        )  # fmt: skip
        yield self._made(each.number, "glyph", each.glyph, by)
        yield self._made(each.number, "remark", text, by)
        if line := self._line(each.number - 1, each.better):
            yield self._made(each.number - 1, "line", line, by)

    def _line(self, number: int, event: Event) -> str:
        """Return the event as a variation; "" if it is not legal in the log as read, because of a
        face-down card.
        """
        course = Course(self.timeline.rules, self.timeline.get_full_position(number).state)
        with suppress(ReductionError):
            course.take(event)
        return course.text()

    def _lucky(self, each: Fortune) -> str:
        fields = {
            "side": self.say.side(each.side), "luck": percent(each.luck),
            "error": error(each.sure), "basis": self._brief(self.review.budget.luck),
        }  # fmt: skip
        if each.chance is None:
            return self.word("note_luck", **fields)
        return self.word("note_luck_chance", chance=rare(each.chance), **fields)


def rare(chance: float) -> str:
    """Return a probability in %; `<1` if it is small, never 0."""
    return percent(chance) if chance >= 0.005 else "<1"


def aligned(rows: Sequence[Sequence[str]], right: Collection[int]) -> Iterator[str]:
    """Yield rows as columns; the columns `right` are aligned to the right."""
    sizes = [max(map(cells_of, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            (text, " " * (size - cells_of(text))) for text, size in zip(row, sizes, strict=True)
        ]
        spaced = (blank + x if at in right else x + blank for at, (x, blank) in enumerate(cells))
        yield (MARGIN + "  ".join(spaced)).rstrip()
