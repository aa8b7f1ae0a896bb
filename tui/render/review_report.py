"""A review in words: what is printed of it, and the notes that it leaves beside the log.

Every number is of the winning chance in 100 games. Knows no file and no clock.
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
"""Of the table, behind the sides."""
TABLE, LIST = range(1, 5), (0, 4, 5)
"""Where numbers stand, in it and in the lists of events."""


def hundred(share: float) -> str:
    """A chance, of 100 games."""
    return str(round(share * 100))


def signed(change: float, digits: int = 0) -> str:
    """A change, of 100 games: `+21`."""
    return f"{round(change * 100, digits) + 0.0:+.{digits}f}"


def error(sure: Interval, digits: int = 0) -> str:
    """How far the ends of an interval are from its middle, of 100 games."""
    return f"{(sure.high - sure.low) * 50:.{digits}f}"


def by_decision(each: Account) -> tuple[str, str]:
    """What a side's decisions brought on average, and the error of that."""
    count = max(each.decisions, 1)
    sure = Interval(*(end / count for end in each.gain_sure))
    return signed(each.gain / count, 1), error(sure, 1)


class Teller:
    """Tells one review."""

    def __init__(self, review: Review, timeline: Timeline, say: Narrator) -> None:
        self.review, self.timeline, self.say = review, timeline, say

    def word(self, ident: str, **fields: object) -> str:
        return word(self.say.language, ident, **fields)

    # ---- printed --------------------------------------------------------------------------------

    def rows(self) -> Iterator[str]:
        """The whole of it."""
        yield self.title()
        yield self.chance()
        yield ""
        yield from self._table()
        yield ""
        yield from self._mistakes()
        yield ""
        yield from self._fortunes()
        yield ""
        for text in (self.word("review_means"), *self.basis()):
            yield from wrapped(text, "")

    def title(self) -> str:
        spec, headers = self.timeline.rules.spec, self.timeline.headers
        names = [headers.get(side.id.capitalize(), "") for side in spec.sides]
        players = f" ({' - '.join(filter(None, names))})" if any(names) else ""
        return f"{spec.title(self.say.language)}{players}"

    def chance(self) -> str:
        """What the first side's chance was, and what came of it."""
        side, review = self.timeline.rules.spec.sides[0].id, self.review
        return self.word(
            "review_chance", side=self.say.side(side), start=hundred(review.start[side]),
            end=hundred(review.end[side]), n=self.timeline.last, games=review.budget.first,
        )  # fmt: skip

    def _table(self) -> Iterator[str]:
        rows = [["", *(self.word(f"review_{name}") for name in COLUMNS)]]
        for each in self.review.accounts:
            rows.append([
                self.say.side(each.side), str(each.decisions), " +-".join(by_decision(each)),
                str(each.rolls), f"{signed(each.luck)} +-{error(each.luck_sure)}",
            ])  # fmt: skip
        return aligned(rows, TABLE)

    def _mistakes(self) -> Iterator[str]:
        yield self._closely()
        told = [each for each in self.review.decisions if each.glyph]
        left = [each for each in self.review.decisions if not each.glyph]
        yield from aligned([self._row(x, self._against(x)) for x in told], LIST)
        if left:
            yield self.word("review_left")
            yield from aligned([self._row(x, self._why(x)) for x in left], LIST)

    def _closely(self) -> str:
        decisions = self.review.decisions
        told = sum(bool(each.glyph) for each in decisions)
        return self.word("review_mistakes", n=len(decisions), told=told)

    def _event(self, each: DecisionReview | Fortune) -> list[str]:
        entry = self.timeline.entry(each.number)
        glyph = each.glyph if isinstance(each, DecisionReview) else ""
        text = " ".join(filter(None, (format_event(each.event), glyph)))
        turn = f"T{entry.turn}" if entry.turn else set_up(self.say)
        return [str(each.number), turn, text, self.say.side(each.side)]

    def _row(self, each: DecisionReview, why: str) -> list[str]:
        cost = [signed(-each.loss), f"+-{error(each.sure)}"] if each.better else ["", ""]
        return [*self._event(each), *cost, why]

    def _against(self, each: DecisionReview) -> str:
        assert each.better is not None
        after = self.word("review_after", chance=hundred(each.chance))
        better = hundred(each.better_chance)
        instead = self.word("review_instead", better=better, event=format_event(each.better))
        return listed([after, instead], self.say)

    def _why(self, each: DecisionReview) -> str:
        if each.better is None:
            return self.word("review_left_nothing")
        event, least = format_event(each.better), hundred(GLYPHS[-1][0])
        return self.word(
            "review_left_small" if each.beyond else "review_left_error", event=event, least=least
        )

    def _fortunes(self) -> Iterator[str]:
        told = [each for each in self.review.fortunes if each.beyond]
        yield self.word("review_fortunes" if told else "review_no_fortunes")
        yield from aligned(
            [[*self._event(x), signed(x.luck), f"+-{error(x.sure)}", self._came(x)] for x in told],
            LIST,
        )

    def _came(self, each: Fortune) -> str:
        return "" if each.chance is None else self.word("review_came", n=rare(each.chance))

    # ---- what it rests on -----------------------------------------------------------------------

    def basis(self) -> list[str]:
        """The budget, and the standing of the data."""
        method, budget = self.review.method, self.review.budget
        rules = self.timeline.rules
        rests = self.word(
            "review_rests", program=method.program, first=budget.first, games=budget.games,
            luck=budget.luck, rounds=budget.rounds, seed=method.seed,
        )  # fmt: skip
        counts = rules.spec.values.standings()
        named = [f"{counts[each]} {self.word(each)}" for each in STANDINGS if counts[each]]
        data = self.word("review_data", counts=listed(named, self.say))
        return [rests, *([self.word("review_hidden")] if rules.hides else []), data]

    def _brief(self, games: int) -> str:
        standing = self.word(weakest(self.timeline.rules.spec))
        program = self.review.method.program
        return self.word("review_basis", games=games, program=program, standing=standing)

    # ---- notes ----------------------------------------------------------------------------------

    def notes(self, by: By) -> list[Note]:
        """What stands beside the log: on the start what it rests on and came to, on mistakes a
        judgement, why, and what would have been better, on lucky rolls that they were."""
        found = [self._made(0, "remark", self.word("review_note", text=text), by)
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
                "review_note_side", side=self.say.side(each.side), decisions=each.decisions,
                gain=gain, error=off,
                luck=signed(each.luck), luck_error=error(each.luck_sure),
            ))  # fmt: skip
        parts.append(self._closely())
        return f"{'. '.join(parts)}." if self.say.language == "en" else f"{'。'.join(parts)}。"

    def _mistake(self, each: DecisionReview, by: By) -> Iterator[Note]:
        assert each.better is not None
        text = self.word(
            "review_note_mistake", side=self.say.side(each.side), loss=hundred(each.loss),
            error=error(each.sure), chance=hundred(each.chance),
            better=hundred(each.better_chance), event=format_event(each.better),
            basis=self._brief(self.review.budget.games),
        )  # fmt: skip
        yield self._made(each.number, "glyph", each.glyph, by)
        yield self._made(each.number, "remark", text, by)
        if line := self._line(each.number - 1, each.better):
            yield self._made(each.number - 1, "line", line, by)

    def _line(self, number: int, event: Event) -> str:
        """The event as a what-if line; nothing where the log, as it lies open, could not go on so:
        with a card that it holds face down."""
        course = Course(self.timeline.rules, self.timeline.whole(number).state)
        with suppress(ReductionError):
            course.take(event)
        return course.text()

    def _lucky(self, each: Fortune) -> str:
        fields = {
            "side": self.say.side(each.side), "luck": hundred(each.luck),
            "error": error(each.sure), "basis": self._brief(self.review.budget.luck),
        }  # fmt: skip
        if each.chance is None:
            return self.word("review_note_luck", **fields)
        return self.word("review_note_luck_chance", chance=rare(each.chance), **fields)


def rare(chance: float) -> str:
    """A chance of 100; what can come is never 0."""
    return hundred(chance) if chance >= 0.005 else "<1"


def aligned(rows: Sequence[Sequence[str]], right: Collection[int]) -> Iterator[str]:
    """Rows as columns, those at `right` to the right."""
    sizes = [max(map(cells_of, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            (text, " " * (size - cells_of(text))) for text, size in zip(row, sizes, strict=True)
        ]
        spaced = (blank + x if at in right else x + blank for at, (x, blank) in enumerate(cells))
        yield (MARGIN + "  ".join(spaced)).rstrip()
