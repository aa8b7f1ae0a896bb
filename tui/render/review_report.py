"""A review as text: the printed report, and the notes for the log.

Numbers are in the unit of the value: changes of win probability in percentage points, or a count
that measures finished games, such as points. Knows no file and no clock.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from senpu.logs.marks import Authorship
from senpu.logs.notes import StoredNote
from senpu.notation.events import Event
from senpu.notation.messages import LANGUAGES
from senpu.notation.writer import format_event
from senpu.replay.analysis.position_review import PositionReview
from senpu.replay.analysis.review import (
    SUSPECT,
    Review,
    ReviewedDecision,
    ReviewedRoll,
)
from senpu.replay.analysis.value import UNKNOWN
from senpu.replay.annotation.annotations import make_note, translate_note
from senpu.replay.annotation.branches import EventSequence
from senpu.replay.core.narration import Narrator
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.timeline import Timeline
from senpu.replay.core.visible_positions import format_position_for
from senpu.replay.openings.problems import Problem
from senpu.spec.data import PROVENANCES
from senpu.spec.loader import Spec
from senpu.tui.render.text_layout import (
    MARGIN,
    add_aside,
    align_rows,
    get_text,
    split_columns,
    wrap_rows,
)
from senpu.tui.render.text_rendering import join_parts, name_set_up
from senpu.tui.render.values import ScoreFormat
from senpu.tui.render.win_probability_report import find_weakest_provenance, format_percent

COLUMNS = ("decisions", "rate", "total", "skill", "luck", "end", "adjusted")
"""The columns of the table, after the sides."""
BY_VALUES = ("rate", "total")
"""The columns that contain errors by values, which playouts may refute."""
TABLE, LIST = range(1, 8), (0, 4)
"""The columns of numbers, in the table and in the lists of events."""
SHOWN = 3
"""The number of ranked events in the report of an error, without the event that was played."""
ABOUT = "≈"
"""The sign of a suspected error that no playouts confirmed."""


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
    found: PositionReview, timeline: Timeline, narrator: Narrator, form: ScoreFormat
) -> Iterator[str]:
    """Yield the rows of the review of a position: its best events, and what the numbers are."""
    language, spec = narrator.language, timeline.rules.spec
    unit = get_text(language, "review_position_score") if form.is_percent else form.name(narrator)
    head = {"side": narrator.side(found.side), "n": found.legal, "unit": unit}
    is_first = found.side == spec.sides[0].id
    yield from wrap_rows(get_text(language, "review_position", **head), "")
    rows = []
    for each in found.options:
        row = [format_event(each.event)]
        if each.mean is not None and each.interval is not None:
            half = (each.interval.high - each.interval.low) / 2
            row += [form.score(each.mean, is_first), f"+-{form.amount(half)}"]
        rows.append([*row, form.score(each.score, is_first)])
    yield from align_rows(rows, (1, 2, 3))
    yield ""
    rests = get_text(language, "review_position_quick")
    if found.program:
        method = {"program": found.program, "games": found.games, "seed": found.seed}
        rests = get_text(language, "review_position_rests", **method)
        if found.rivals:
            yield from wrap_rows(get_text(language, "review_position_rivals", n=found.rivals), "")
    for text in (rests, describe_data(spec, language)):
        yield from wrap_rows(text, "")


class ReviewReport:
    """The texts of one review."""

    def __init__(self, review: Review, timeline: Timeline, narrator: Narrator) -> None:
        self.review, self.timeline, self.narrator = review, timeline, narrator
        self.form = ScoreFormat(review.unit, review.size, review.low)

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
        problems = [*self.problems()]
        for text in problems:
            yield from wrap_rows(text, "")
        if problems:
            yield ""
        yield from self._errors()
        yield ""
        yield from self._fortunes()
        yield ""
        for text in (self.means(), *self.basis()):
            yield from wrap_rows(text, "")

    def title(self) -> str:
        """Return the title of the game, with its players."""
        spec, headers = self.timeline.rules.spec, self.timeline.headers
        names = [headers.get(side.id.capitalize(), "") for side in spec.sides]
        language = self.narrator.language
        return add_aside(language, spec.title(language), " - ".join(filter(None, names)))

    def chance(self) -> str:
        """Return the score of the first side, at the start and at the end."""
        first = self.review.sides[0]
        return self.word(
            "chance", side=self.narrator.side(first.side), start=self.form.score(first.start),
            end=self.form.score(first.end), n=self.timeline.last,
        )  # fmt: skip

    def means(self) -> str:
        """Return what the numbers are."""
        return self.word("means", unit=self.form.name(self.narrator))

    def _is_first(self, side: str) -> bool:
        return side == self.review.sides[0].side

    def _table(self) -> Iterator[str]:
        form = self.form
        by_values = [self.word("by_values") if name in BY_VALUES else "" for name in COLUMNS]
        rows = [["", *(self.word(name) for name in COLUMNS)], ["", *by_values]]
        for each in self.review.sides:
            rows.append([
                self.narrator.side(each.side), str(each.decisions),
                form.amount(each.error_rate, 1), form.amount(each.error),
                form.change(each.skill), form.change(each.luck),
                form.score(each.end, self._is_first(each.side)),
                form.score(each.adjusted, self._is_first(each.side)),
            ])  # fmt: skip
        for at, part in enumerate(split_columns(rows)):
            yield from [""] if at else []
            yield from align_rows(part, TABLE)
        first = self.review.sides[0]
        if abs(first.other * self.review.size) >= 0.5:
            side, change = self.narrator.side(first.side), form.change(first.other)
            yield from wrap_rows(self.word("other", side=side, change=change), "")

    def problems(self) -> Iterator[str]:
        """Yield the reasons why errors cannot be found reliably in this game."""
        found, form = self.review.discrimination, self.form
        limits = self.timeline.rules.spec.program_limits(self.narrator.language)
        if "untrained" in found.problems:
            yield self.word("untrained")
        elif not self.review.is_for_data:
            yield self.word("other_data")
        if limits and self.review.digest:
            yield limits
        unknown, of = self.review.unknown
        if unknown > UNKNOWN * of:
            yield self.word("unknown", n=unknown, of=of)
        if "flat" in found.problems:
            spread = f"{form.amount(found.spread, 2)} {form.name(self.narrator)}"
            yield self.word("flat", spread=spread)
        if "disagree" in found.problems and found.agreement is not None:
            agree = round(found.agreement * found.errors)
            yield self.word("disagree", n=found.errors, agree=agree)
        if self.review.is_full and found.undecided:
            yield self.word("not_decided", n=found.undecided)

    def _errors(self) -> Iterator[str]:
        suspects = self.review.list_suspects()
        if not suspects:
            yield self.word("none", least=self.form.amount(SUSPECT))
            return
        errors = self.review.list_errors()
        left = [each for each in suspects if each not in errors]
        if self.review.is_full:
            yield self.confirmed()
            yield from self._list(errors)
            if left:
                yield self.word("left")
        else:
            yield self.word("suspects", n=len(suspects))
        yield from self._list(left)

    def confirmed(self) -> str:
        """Return how many errors playouts confirmed, and the number and sum of each side."""
        suspects, errors = self.review.list_suspects(), self.review.list_errors()
        parts = [self.word("errors", n=len(suspects), errors=len(errors))]
        for each in self.review.sides:
            if found := self.review.sum_confirmed(each.side):
                side, total = self.narrator.side(each.side), self.form.amount(found[1])
                parts.append(self.word("confirmed", side=side, n=found[0], total=total))
        return self.word("confirmed_gap").join(parts)

    def _list(self, decisions: Sequence[ReviewedDecision]) -> Iterator[str]:
        """Yield the rows of decisions; errors and suspected errors with their ranked events."""
        rows = align_rows([self._row(each) for each in decisions], LIST)
        for each, row in zip(decisions, rows, strict=True):
            yield row
            if each.is_named or not self.review.is_full:
                yield from wrap_rows(self.candidates(each), MARGIN * 4)

    def candidates(self, each: ReviewedDecision) -> str:
        """Return the best events of a decision, and the event that was played, with scores."""
        is_first, form = self._is_first(each.side), self.form
        best = [
            f"{format_event(ranked.event)} {form.score(ranked.score, is_first)}"
            for ranked in each.candidates[:SHOWN]
            if ranked.event != each.event
        ]
        played = next(ranked for ranked in each.candidates if ranked.event == each.event)
        return self.word(
            "candidates", best=join_parts(best, self.narrator), event=format_event(each.event),
            score=form.score(played.score, is_first), rank=each.rank, n=each.legal,
        )  # fmt: skip

    def _event(self, each: ReviewedDecision | ReviewedRoll) -> list[str]:
        entry = self.timeline.get_event(each.number)
        text = format_event(each.event)
        if isinstance(each, ReviewedDecision):
            side = each.side
            if each.glyph:
                text = f"{text} {each.glyph}"
            elif not self.review.is_full:
                text = f"{text} {ABOUT}"
        else:
            first, second = self.review.sides[0].side, self.review.sides[-1].side
            side = first if each.luck > 0 else second
        turn = f"T{entry.turn}" if entry.turn else name_set_up(self.narrator)
        return [str(each.number), turn, text, self.narrator.side(side)]

    def _row(self, each: ReviewedDecision) -> list[str]:
        size = self.form.change(-each.size) if each.size > 0 else self.word("no_loss")
        return [*self._event(each), size, self._why(each)]

    def _why(self, each: ReviewedDecision) -> str:
        if each.is_named:
            return self.evidence(each)
        if each.confirmation is not None:
            way = "refuted" if each.confirmation.is_decided else "undecided"
            return self.word(way, by=self.evidence(each))
        if self.review.is_full:
            return self.word("unexamined", values=self.form.change(-each.error))
        return ""

    def evidence(self, each: ReviewedDecision) -> str:
        """Return the change of a decision by playouts, and by values."""
        found = each.confirmation
        assert found is not None
        half = (found.interval.high - found.interval.low) / 2
        return self.word(
            "by_playouts", loss=self.form.change(-found.loss), error=self.form.amount(half),
            n=found.games, values=self.form.change(-each.error),
        )  # fmt: skip

    def _fortunes(self) -> Iterator[str]:
        lucky = self.review.list_lucky()
        if not lucky:
            yield self.word("no_fortunes", least=self.form.amount(SUSPECT))
            return
        yield self.word("fortunes")
        yield from align_rows(
            [[*self._event(x), self.form.change(abs(x.luck)), self._came(x)] for x in lucky], LIST
        )

    def _came(self, each: ReviewedRoll) -> str:
        if each.probability is None:
            return ""
        return self.word("came", n=format_rarity(each.probability))

    # ---- what it rests on -----------------------------------------------------------------------

    def basis(self) -> list[str]:
        """Return how the review was made, and the provenance of the data."""
        review, rules, language = self.review, self.timeline.rules, self.narrator.language
        rests = self.word("rests_quick")
        most = max((x.confirmation.games for x in review.decisions if x.confirmation), default=0)
        if review.is_full and not most:
            rests = self.word("rests_none")
        elif review.is_full:
            rests = self.word(
                "rests_full" if review.horizon else "rests_whole", program=review.program,
                games=most, seed=review.method.seed,
                **({"n": review.horizon} if review.horizon else {}),
            )  # fmt: skip
        hidden = [self.word("hidden")] if rules.has_hidden_parts else []
        return [rests, *hidden, describe_data(rules.spec, language)]

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

        On the start the result and the method; on errors a glyph, the size and a better event; on
        lucky rolls the luck.
        """
        found = [
            self._made(0, "comment", self.word("note", text=text), by)
            for text in (self._summary(), self.word("gap").join(self.basis()))
        ]
        for each in self.review.list_errors():
            found += self._error(each, by)
        for fortune in self.review.list_lucky():
            found.append(self._made(fortune.number, "comment", self._lucky(fortune), by))
        return found

    def _made(self, number: int, kind: str, text: str, by: Authorship) -> StoredNote:
        return make_note(self.timeline, number, kind, text, by)

    def _summary(self) -> str:
        parts, form = [self.chance()], self.form
        for each in self.review.sides:
            parts.append(self.word(
                "note_side", side=self.narrator.side(each.side), decisions=each.decisions,
                rate=form.amount(each.error_rate, 1), skill=form.change(each.skill),
                luck=form.change(each.luck),
            ))  # fmt: skip
        parts.append(self.confirmed())
        parts += [text.rstrip(". 。") for text in self.problems()]
        return get_text(self.narrator.language, "full_stop").join([*parts, ""]).strip()

    def list_problems(self) -> Iterator[Problem]:
        """Yield the errors with one clearly best event as problems, in the order of the game.

        In a game with hidden parts, the position is in the view of its side.
        """
        rules = self.timeline.rules
        for each in sorted(self.review.list_errors(), key=lambda each: each.number):
            if each.best is None or not each.has_clear_best:
                continue
            state = self.timeline.get_full_position(each.number - 1).state
            letter, event = rules.letter[each.side], format_event(each.best.event)
            title = self.word(
                "problem", turn=state.turn, n=each.number, side=self.narrator.side(each.side)
            )
            text = self._describe_error(each, "problem_error", played=format_event(each.event))
            yield Problem(format_position_for(rules, state), (f"{letter}: {event}",), text, title)

    def _error(self, each: ReviewedDecision, by: Authorship) -> Iterator[StoredNote]:
        assert each.best is not None
        yield self._made(each.number, "glyph", each.glyph, by)
        yield self._made(each.number, "comment", self._describe_error(each), by)
        if line := self._line(each.number - 1, each.best.event):
            yield self._made(each.number - 1, "variation", line, by)

    def _describe_error(
        self, each: ReviewedDecision, name: str = "note_error", **fields: str
    ) -> str:
        """Return the size of an error and a better event; a note on the event need not name it."""
        assert each.best is not None
        weakest = find_weakest_provenance(self.timeline.rules.spec)
        provenance = get_text(self.narrator.language, weakest)
        return self.word(
            name, side=self.narrator.side(each.side), size=self.form.amount(each.size),
            by=self.evidence(each), unit=self.form.name(self.narrator),
            event=format_event(each.best.event), basis=self.word("basis", provenance=provenance),
            **fields,
        )  # fmt: skip

    def _line(self, number: int, event: Event) -> str:
        """Return the event as a variation; "" if a face-down card makes it illegal in the log."""
        course = EventSequence(self.timeline.rules, self.timeline.get_full_position(number).state)
        with suppress(ReductionError):
            course.take(event)
        return course.text()

    def _lucky(self, each: ReviewedRoll) -> str:
        fields = {
            "side": self._event(each)[3], "luck": self.form.change(abs(each.luck)),
            "unit": self.form.name(self.narrator),
        }  # fmt: skip
        if each.probability is None:
            return self.word("note_luck", **fields)
        return self.word("note_luck_chance", chance=format_rarity(each.probability), **fields)


def format_rarity(chance: float) -> str:
    """Return a probability in %; `<1` if it is small, never 0."""
    return format_percent(chance) if chance >= 0.005 else "<1"
