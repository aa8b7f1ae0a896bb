"""The review of a game as rows: the account of each side, decisions and rolls, one of them."""

from collections.abc import Iterator
from typing import NamedTuple

from rich.cells import cell_len

from senpu.notation.printable import make_printable
from senpu.notation.writer import format_event
from senpu.replay.analysis.review import SUSPECT, Review, ReviewedDecision, ReviewedRoll
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import Timeline
from senpu.tui.render.review_report import BY_VALUES, COLUMNS, ReviewReport, format_rarity
from senpu.tui.render.text_layout import add_aside
from senpu.tui.render.text_rendering import name_set_up
from senpu.tui.widgets.candidate_rows import CandidateTable, render_candidate_table
from senpu.tui.widgets.painting import Look, Row, wrap_text
from senpu.tui.widgets.panels import Block, measure_labels
from senpu.tui.widgets.timeline import SwingMark

TINY = 1e-9
"""A change that counts as none."""
OTHER_ROWS = 5
"""The rows of the details of a decision next to its best candidates."""
KEPT = ("total", "rate", "luck", "adjusted", "end", "skill", "decisions")
"""The columns by importance: on a narrow screen the last ones are left out."""


class ReviewItem(NamedTuple):
    """A decision or a roll of the lists."""

    number: int
    turn: str
    side: int
    """The index of the side that decided, or that was lucky."""
    text: str
    size: float
    """The error, or the luck of the side."""
    sign: str
    """The glyph of an error, or how certain it is; the probability of a roll."""
    more: str
    """The best event of a decision."""
    is_certain: bool
    """True for an error that games confirmed."""
    subject: ReviewedDecision | ReviewedRoll

    @property
    def is_roll(self) -> bool:
        """True for a roll."""
        return isinstance(self.subject, ReviewedRoll)


class ReviewTexts:
    """The texts of a review."""

    def __init__(self, review: Review, timeline: Timeline, narrator: Narrator, look: Look) -> None:
        self.review, self.timeline = review, timeline
        self.narrator, self.look = narrator, look
        self.report = ReviewReport(review, timeline, narrator)
        self.form = self.report.form
        self.sides = [side.id for side in narrator.spec.sides]

    # ---- the account of the sides ---------------------------------------------------------

    def list_account_rows(self, width: int) -> list[Row]:
        """Return a table: what each side lost by errors and gained by luck, and its result."""
        look, form, headers = self.look, self.form, self.timeline.headers
        names, table = ["", ""], [{each: look.word(f"review_{each}") for each in COLUMNS}]
        by_values = look.word("review_by_values")
        table.append({each: by_values if each in BY_VALUES else "" for each in COLUMNS})
        for each in self.review.sides:
            player = make_printable(headers.get(each.side.capitalize(), ""))
            named = self.narrator.side(each.side)
            names.append(add_aside(look.language, named, player))
            is_first = each.side == self.sides[0]
            cells = (
                str(each.decisions), form.amount(each.error_rate, 1), form.amount(each.error),
                form.change(each.skill), form.change(each.luck), form.score(each.end, is_first),
                form.score(each.adjusted, is_first),
            )  # fmt: skip
            table.append(dict(zip(COLUMNS, cells, strict=True)))
        kept = list(KEPT)
        room = min(measure_labels(names), max(width // 3, 8))
        sizes = {each: measure_labels(row[each] for row in table) for each in COLUMNS}
        while len(kept) > 1 and room + 2 + sum(sizes[each] + 2 for each in kept) > width:
            kept.pop()
        rows = []
        for at, (name, texts) in enumerate(zip(names, table, strict=True), -1):
            row = (
                Row(look).add(" ").add(look.clip(name, room), f"side{at - 1}" if at > 0 else "dim")
            )
            row.pad_to(room + 1)
            for column in COLUMNS:
                if column in kept:
                    text, size = texts[column], sizes[column]
                    row.add(" " * (size + 2 - cell_len(text)))
                    row.add(
                        text, "text" if at > 0 else "dim", "b" * (at > 0 and column in KEPT[:4])
                    )
            rows.append(row)
        return rows

    def list_statements(self, is_brief: bool) -> Iterator[tuple[str, str]]:
        """Yield the sentences about the review, each with its role: how much it proves.

        Args:
            is_brief: Whether there are few rows: then the panel has the sentences about the
                reliability, and only their number is stated.

        Yields:
            The sentences.
        """
        problems = self.list_problems()
        text = self._summarize()
        if not is_brief or not problems:
            yield text, "text"
            yield from problems
            return
        yield self.look.word("review_remarks", text=text, n=len(problems)), problems[0][1]

    def list_problems(self) -> list[tuple[str, str]]:
        """Return the sentences about the reliability of the review, each with its role."""
        role = "error" if self.review.discrimination.problems else "dim"
        return [(text, role) for text in self.report.problems()]

    def _summarize(self) -> str:
        """Return how many errors were found."""
        word, review = self.look.word, self.review
        suspects = review.list_suspects()
        if not suspects:
            return word("review_none", least=self.form.amount(SUSPECT))
        if review.is_full:
            return self.report.confirmed()
        return word("review_suspects", n=len(suspects))

    def explain(self, width: int, is_brief: bool) -> Block:
        """Return the sentences about the numbers; with few rows also those about reliability."""
        look, report = self.look, self.report
        basis = report.basis()
        if not self.review.is_full:
            basis[0] = look.word("review_basis_quick")
        texts = [*(self.list_problems() if is_brief else ())]
        texts += [(text, "dim") for text in (report.means(), *basis)]
        rows = [row for text, role in texts for row in wrap_text(look, text, width - 3, role, 1)]
        return Block(look.word("review_basis_title"), rows)

    # ---- the lists ------------------------------------------------------------------------

    def list_decisions(self) -> list[ReviewItem]:
        """Return the decisions with an error, the largest first; confirmed ones before others."""
        found = (each for each in self.review.decisions if each.error > TINY or each.is_named)
        ordered = sorted(found, key=lambda each: (not each.glyph, -each.size))
        return [self._make_decision(each) for each in ordered]

    def _make_decision(self, each: ReviewedDecision) -> ReviewItem:
        best = each.best
        text = format_event(best.event) if best is not None else ""
        return ReviewItem(
            each.number, self._name_turn(each.number), self.sides.index(each.side),
            format_event(each.event), each.size, each.glyph or self._name_state(each),
            text, bool(each.glyph), each,
        )  # fmt: skip

    def _name_state(self, each: ReviewedDecision) -> str:
        """Return how certain an error without a glyph is."""
        found = each.confirmation
        if not each.is_suspect:
            return ""
        if found is None:
            return self.look.word("error_suspected")
        return self.look.word("error_unconfirmed" if found.is_decided else "error_undecided")

    def list_rolls(self) -> list[ReviewItem]:
        """Return the rolls that were lucky for a side, the luckiest first."""
        found = (each for each in self.review.rolls if abs(each.luck) > TINY)
        return [self._make_roll(each) for each in sorted(found, key=lambda each: -abs(each.luck))]

    def _make_roll(self, each: ReviewedRoll) -> ReviewItem:
        odds = each.probability
        sign = self.look.word("percent", n=format_rarity(odds)) if odds is not None else ""
        return ReviewItem(
            each.number, self._name_turn(each.number), int(each.luck < 0),
            format_event(each.event), abs(each.luck), sign, self._describe(each.number), False,
            each,
        )  # fmt: skip

    def _name_turn(self, number: int) -> str:
        turn = self.timeline.get_event(number).turn
        return f"T{turn}" if turn else name_set_up(self.narrator)

    def _describe(self, number: int) -> str:
        """Return the effects of an event."""
        return self.narrator.describe_all(self.timeline.get_position(number).effects)

    def name_change(self, sign: int, item: ReviewItem) -> str:
        """Return what an event changed, or that playouts found no loss."""
        if item.size <= 0:
            return self.look.word("review_no_loss")
        return self.form.change(sign * item.size, 1)

    # ---- one of them ----------------------------------------------------------------------

    def make_details(self, item: ReviewItem, width: int, height: int) -> Block:
        """Return the candidates of a decision, or what a roll changed."""
        subject = item.subject
        if isinstance(subject, ReviewedDecision):
            return self._make_decision_details(subject, width, height)
        return self._make_roll_details(item, subject, width)

    def _make_decision_details(self, each: ReviewedDecision, width: int, height: int) -> Block:
        look, word = self.look, self.look.word
        played = format_event(each.event)
        candidates = [(candidate.event, candidate.score) for candidate in each.candidates]
        # With few rows the played event follows the best ones at once.
        best = max(height - OTHER_ROWS, 1)
        shown = [pair for at, pair in enumerate(candidates) if at < best or pair[0] == each.event]
        table = CandidateTable(shown, {played: each.rank}, self.form, each.side == self.sides[0])
        rows = render_candidate_table(table, played, look, width)
        texts = [(word("review_rank", rank=each.rank, n=each.legal), "dim")]
        if each.error >= SUSPECT and not each.is_suspect:
            texts.append((word("review_second_differs"), "dim"))
        if each.confirmation is not None:
            texts.append((f"{each.glyph} {self.report.evidence(each)}".strip(), "text"))
        texts.append((self._describe(each.number), "dim"))
        rows += [Row(look)] * (height > len(rows) + len(texts) + 2)
        for text, role in texts:
            rows += wrap_text(look, text, width - 3, role, 1)
        title = word("candidates_of", side=self.narrator.side(each.side))
        return Block(title, rows, right=word("review_event", n=each.number))

    def _make_roll_details(self, item: ReviewItem, each: ReviewedRoll, width: int) -> Block:
        look, word = self.look, self.look.word
        side = self.narrator.side(self.sides[item.side])
        before, after = each.before, each.after
        if item.side:
            before, after = 1 - before, 1 - after
        is_first = not item.side
        fields = {
            "side": side, "before": self.form.score(before, is_first),
            "after": self.form.score(after, is_first),
            "unit": self.form.name(self.narrator), "luck": self.form.change(item.size, 1),
        }  # fmt: skip
        texts = [(word("review_roll", **fields), "text")]
        if each.probability is not None:
            texts.append((word("review_came", n=format_rarity(each.probability)), "dim"))
        texts.append((item.more, "dim"))
        rows = [row for text, role in texts for row in wrap_text(look, text, width - 3, role, 1)]
        title = word("review_luck_of", side=side)
        return Block(title, rows, right=word("review_event", n=each.number))


def list_swings(review: Review) -> list[SwingMark]:
    """Return the marks of the errors and of the lucky rolls for the timeline."""
    marks, sides = [], [side.side for side in review.sides]
    shown = review.list_errors() if review.is_full else review.list_suspects()
    for each in shown:
        at = sides.index(each.side)
        marks.append(SwingMark(each.number, False, at == 1, at, each.size, bool(each.glyph)))
    for roll in review.list_lucky():
        side = int(roll.luck < 0)
        marks.append(SwingMark(roll.number, True, roll.luck > 0, side, abs(roll.luck)))
    return marks
