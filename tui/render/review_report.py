"""A review as text: the printed report, and the notes for the log.

Numbers are win probabilities in %, and changes in percentage points. Knows no file and no clock.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress

from senpu.logs.marks import Authorship
from senpu.logs.notes import StoredNote
from senpu.notation.events import Event
from senpu.notation.faults import text_width as cells_of
from senpu.notation.messages import LANGUAGES
from senpu.notation.writer import format_event
from senpu.replay.analysis.confidence import Interval
from senpu.replay.analysis.position_review import PositionReview
from senpu.replay.analysis.review import GLYPHS, DecisionReview, Review, RollReview, SideChanges
from senpu.replay.annotation.annotations import make_note, translate_note
from senpu.replay.annotation.branches import EventSequence
from senpu.replay.core.narration import Narrator
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.timeline import Timeline
from senpu.replay.core.visible_positions import format_position_for
from senpu.replay.openings.problems import Problem
from senpu.spec.data import PROVENANCES
from senpu.spec.loader import Spec
from senpu.tui.render.text_layout import get_text, wrap_rows
from senpu.tui.render.text_rendering import join_parts, name_set_up
from senpu.tui.render.win_probability_report import find_weakest_provenance, format_percent

MARGIN = "  "
COLUMNS = ("decisions", "each", "rolls", "luck")
"""The columns of the table, after the sides."""
TABLE, LIST = range(1, 5), (0, 4, 5)
"""The columns of numbers, in the table and in the lists of events."""


def format_change(change: float, digits: int = 0) -> str:
    """Return a change in percentage points: `+21`."""
    return f"{round(change * 100, digits) + 0.0:+.{digits}f}"


def format_error(sure: Interval, digits: int = 0) -> str:
    """Return half the width of an interval, in percentage points."""
    return f"{(sure.high - sure.low) * 50:.{digits}f}"


def format_decisions(each: SideChanges) -> tuple[str, str]:
    """Return the mean change by the decisions of a side, and its error."""
    count = max(each.decisions, 1)
    sure = Interval(*(end / count for end in each.gain_interval))
    return format_change(each.gain / count, 1), format_error(sure, 1)


def describe_data(spec: Spec, language: str) -> str:
    """Return the number of values of each provenance as a sentence."""
    counts = spec.values.count_by_provenance()
    named = [
        get_text(language, "values_of", n=counts[each], provenance=get_text(language, each))
        for each in PROVENANCES
        if counts[each]
    ]
    return get_text(language, "review_data", counts=named)


def render_position_review(
    found: PositionReview, timeline: Timeline, narrator: Narrator
) -> Iterator[str]:
    """Yield the rows of the review of a position: its best events, and what the numbers are."""
    language, spec = narrator.language, timeline.rules.spec
    games, rounds = found.budget.games, found.budget.rounds
    head = {"side": narrator.side(found.side), "games": games}
    yield from wrap_rows(get_text(language, "review_position", **head), "")
    rows = [
        [format_event(each.event), f"{format_percent(each.win_probability)}%",
         f"+-{format_error(each.interval)}"]
        for each in found.options
    ]  # fmt: skip
    yield from align_rows(rows, (1, 2))
    yield ""
    method = {"program": found.method.program, "rounds": rounds, "seed": found.method.seed}
    rests = get_text(language, "review_position_rests", **method)
    for text in (rests, describe_data(spec, language)):
        yield from wrap_rows(text, "")


class ReviewReport:
    """The texts of one review."""

    def __init__(self, review: Review, timeline: Timeline, narrator: Narrator) -> None:
        self.review, self.timeline, self.narrator = review, timeline, narrator

    def word(self, ident: str, **fields: object) -> str:
        """Return a text of the report."""
        return get_text(self.narrator.language, f"review_{ident}", **fields)

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
            yield from wrap_rows(text, "")

    def title(self) -> str:
        """Return the title of the game, with its players."""
        spec, headers = self.timeline.rules.spec, self.timeline.headers
        names = [headers.get(side.id.capitalize(), "") for side in spec.sides]
        players = f" ({' - '.join(filter(None, names))})" if any(names) else ""
        return f"{spec.title(self.narrator.language)}{players}"

    def chance(self) -> str:
        """Return the win probability of the first side, at the start and at the end."""
        side, review = self.timeline.rules.spec.sides[0].id, self.review
        return self.word(
            "chance", side=self.narrator.side(side), start=format_percent(review.start[side]),
            end=format_percent(review.end[side]), n=self.timeline.last, games=review.budget.first,
        )  # fmt: skip

    def _table(self) -> Iterator[str]:
        rows = [["", *(self.word(name) for name in COLUMNS)]]
        for each in self.review.changes:
            rows.append([
                self.narrator.side(each.side),
                str(each.decisions), " +-".join(format_decisions(each)),
                str(each.rolls), f"{format_change(each.luck)} +-{format_error(each.luck_interval)}",
            ])  # fmt: skip
        return align_rows(rows, TABLE)

    def _mistakes(self) -> Iterator[str]:
        yield self._closely()
        mistakes = [each for each in self.review.decisions if each.glyph]
        left = [each for each in self.review.decisions if not each.glyph]
        yield from align_rows([self._row(x, self._against(x)) for x in mistakes], LIST)
        if left:
            yield self.word("left")
            yield from align_rows([self._row(x, self._why(x)) for x in left], LIST)

    def _closely(self) -> str:
        decisions = self.review.decisions
        mistakes = sum(bool(each.glyph) for each in decisions)
        return self.word("mistakes", n=len(decisions), mistakes=mistakes)

    def _event(self, each: DecisionReview | RollReview) -> list[str]:
        entry = self.timeline.get_event(each.number)
        glyph = each.glyph if isinstance(each, DecisionReview) else ""
        text = " ".join(filter(None, (format_event(each.event), glyph)))
        turn = f"T{entry.turn}" if entry.turn else name_set_up(self.narrator)
        return [str(each.number), turn, text, self.narrator.side(each.side)]

    def _row(self, each: DecisionReview, why: str) -> list[str]:
        cost = (
            [format_change(-each.loss), f"+-{format_error(each.interval)}"]
            if each.better
            else ["", ""]
        )
        return [*self._event(each), *cost, why]

    def _against(self, each: DecisionReview) -> str:
        assert each.better is not None
        after = self.word("after", chance=format_percent(each.win_probability))
        better = format_percent(each.better_win_probability)
        instead = self.word("instead", better=better, event=format_event(each.better))
        return join_parts([after, instead], self.narrator)

    def _why(self, each: DecisionReview) -> str:
        if each.better is None:
            return self.word("left_nothing")
        event = format_event(each.better)
        if each.is_significant:
            return self.word("left_small", event=event, least=format_percent(GLYPHS[-1][0]))
        return self.word("left_error", event=event)

    def _fortunes(self) -> Iterator[str]:
        lucky = [each for each in self.review.rolls if each.is_significant]
        yield self.word("fortunes" if lucky else "no_fortunes")
        yield from align_rows(
            [
                [
                    *self._event(x),
                    format_change(x.luck),
                    f"+-{format_error(x.interval)}",
                    self._came(x),
                ]
                for x in lucky
            ],
            LIST,
        )

    def _came(self, each: RollReview) -> str:
        return (
            "" if each.probability is None else self.word("came", n=format_rarity(each.probability))
        )

    # ---- what it rests on -----------------------------------------------------------------------

    def basis(self) -> list[str]:
        """Return how the review was made, and the provenance of the data."""
        method, budget = self.review.method, self.review.budget
        rules, language = self.timeline.rules, self.narrator.language
        rests = self.word(
            "rests", program=method.program, first=budget.first, games=budget.games,
            luck=budget.luck, rounds=budget.rounds, seed=method.seed,
        )  # fmt: skip
        hidden = [self.word("hidden")] if rules.has_hidden_parts else []
        return [rests, *hidden, describe_data(rules.spec, language)]

    def _brief(self, games: int) -> str:
        provenance = get_text(
            self.narrator.language, find_weakest_provenance(self.timeline.rules.spec)
        )
        program = self.review.method.program
        return self.word("basis", games=games, program=program, provenance=provenance)

    # ---- notes ----------------------------------------------------------------------------------

    def notes(self, by: Authorship) -> list[StoredNote]:
        """Return the notes in the language of the report, with their texts in the others."""
        made, spec = self._list_notes(by), self.timeline.rules.spec
        for language in LANGUAGES:
            if language != self.narrator.language:
                other = ReviewReport(self.review, self.timeline, Narrator(spec, language))
                made = [
                    translate_note(note, language, same.text) if note.kind == "comment" else note
                    for note, same in zip(made, other._list_notes(by), strict=True)
                ]
        return made

    def _list_notes(self, by: Authorship) -> list[StoredNote]:
        """Return the notes in the language of the report.

        On the start the method and the result; on mistakes a glyph, the cost and a better event; on
        lucky rolls the luck.
        """
        found = [self._made(0, "comment", self.word("note", text=text), by)
                 for text in (self._summary(), " ".join(self.basis()))]  # fmt: skip
        for each in self.review.decisions:
            if each.glyph:
                found += self._mistake(each, by)
        for fortune in self.review.rolls:
            if fortune.is_significant:
                found.append(self._made(fortune.number, "comment", self._lucky(fortune), by))
        return found

    def _made(self, number: int, kind: str, text: str, by: Authorship) -> StoredNote:
        return make_note(self.timeline, number, kind, text, by)

    def _summary(self) -> str:
        parts = [self.chance()]
        for each in self.review.changes:
            gain, off = format_decisions(each)
            parts.append(self.word(
                "note_side", side=self.narrator.side(each.side), decisions=each.decisions,
                gain=gain, error=off,
                luck=format_change(each.luck), luck_error=format_error(each.luck_interval),
            ))  # fmt: skip
        parts.append(self._closely())
        return get_text(self.narrator.language, "full_stop").join([*parts, ""]).strip()

    def list_problems(self) -> Iterator[Problem]:
        """Yield the mistakes with one clearly best event as problems, in the order of the game.

        In a game with hidden parts, the position is in the view of its side.
        """
        rules = self.timeline.rules
        for each in sorted(self.review.decisions, key=lambda each: each.number):
            if each.better is None or not each.has_clear_best:
                continue
            state = self.timeline.get_full_position(each.number - 1).state
            letter, event = rules.letter[each.side], format_event(each.better)
            title = self.word(
                "problem", turn=state.turn, n=each.number, side=self.narrator.side(each.side)
            )
            text = self._describe_mistake(each, "problem_mistake", played=format_event(each.event))
            yield Problem(format_position_for(rules, state), (f"{letter}: {event}",), text, title)

    def _mistake(self, each: DecisionReview, by: Authorship) -> Iterator[StoredNote]:
        assert each.better is not None
        yield self._made(each.number, "glyph", each.glyph, by)
        yield self._made(each.number, "comment", self._describe_mistake(each), by)
        if line := self._line(each.number - 1, each.better):
            yield self._made(each.number - 1, "variation", line, by)

    def _describe_mistake(
        self, each: DecisionReview, name: str = "note_mistake", **fields: str
    ) -> str:
        """Return the cost of a mistake; a note on the event need not name it."""
        assert each.better is not None
        return self.word(
            name, side=self.narrator.side(each.side), loss=format_percent(each.loss),
            error=format_error(each.interval), chance=format_percent(each.win_probability),
            better=format_percent(each.better_win_probability), event=format_event(each.better),
            basis=self._brief(self.review.budget.games), **fields,
        )  # fmt: skip

    def _line(self, number: int, event: Event) -> str:
        """Return the event as a variation; "" if a face-down card makes it illegal in the log."""
        course = EventSequence(self.timeline.rules, self.timeline.get_full_position(number).state)
        with suppress(ReductionError):
            course.take(event)
        return course.text()

    def _lucky(self, each: RollReview) -> str:
        fields = {
            "side": self.narrator.side(each.side), "luck": format_percent(each.luck),
            "error": format_error(each.interval), "basis": self._brief(self.review.budget.luck),
        }  # fmt: skip
        if each.probability is None:
            return self.word("note_luck", **fields)
        return self.word("note_luck_chance", chance=format_rarity(each.probability), **fields)


def format_rarity(chance: float) -> str:
    """Return a probability in %; `<1` if it is small, never 0."""
    return format_percent(chance) if chance >= 0.005 else "<1"


def align_rows(rows: Sequence[Sequence[str]], right: Collection[int]) -> Iterator[str]:
    """Yield rows as columns; the columns `right` are aligned to the right."""
    sizes = [max(map(cells_of, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            (text, " " * (size - cells_of(text))) for text, size in zip(row, sizes, strict=True)
        ]
        spaced = (blank + x if at in right else x + blank for at, (x, blank) in enumerate(cells))
        yield (MARGIN + "  ".join(spaced)).rstrip()
