"""A repertoire as text: its positions, and the replies without an answer."""

from collections.abc import Iterator

from senpu.replay.analysis.value import open_value
from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import State
from senpu.replay.core.visible_positions import format_position_for
from senpu.replay.openings.coverage import Coverage, UnansweredPosition
from senpu.tui.render.odds_report import mark_doubt
from senpu.tui.render.text_layout import format_percent, get_text, wrap_rows
from senpu.tui.render.win_probability_report import find_weakest_provenance

PARTS = 100
"""The parts of a whole in per cent."""
SHOWN = 0.005
"""The least probability of other lines that is printed: it is rounded to 1%."""


def describe_position(state: State, narrator: Narrator) -> str:
    """Return the turn and the pending decision of a position."""
    turn = narrator.label("turn", n=state.turn) if state.turn else ""
    decision = narrator.decision(state.decision) if state.decision else ""
    return narrator.label("comma").join(filter(None, (turn, decision)))


def render_coverage(
    side: str, coverage: Coverage, rules: AnyRules, narrator: Narrator, count: int, width: int
) -> list[str]:
    """Return the rows of the positions without an answer, and what else the lines lead to."""
    rows = [describe_coverage(side, coverage, narrator)]
    for gap in coverage.gaps[:count]:
        rows += render_gap(gap, side, rules, narrator, width)
    if len(coverage.gaps) > count:
        rows.append(f"  {get_text(narrator.language, 'more', n=len(coverage.gaps) - count)}")
    for text in describe_other_lines(coverage, narrator):
        rows += wrap_rows(text, "", width)
    return rows


def describe_coverage(side: str, coverage: Coverage, narrator: Narrator) -> str:
    """Return how many positions of a side have an answer, and how many have none."""
    return get_text(
        narrator.language, "rep_gaps", side=narrator.side(side), n=len(coverage.gaps),
        answered=coverage.answered,
    )  # fmt: skip


def describe_other_lines(coverage: Coverage, narrator: Narrator) -> Iterator[str]:
    """Yield the probability of lines that end before a position, and of those below the limit."""
    mark = mark_doubt(find_weakest_provenance(narrator.spec))
    if coverage.beyond >= SHOWN:
        share = format_percent(coverage.beyond) + mark
        yield get_text(narrator.language, "rep_beyond", share=share)
    if coverage.rare >= SHOWN:
        yield get_text(
            narrator.language, "rep_rare", share=format_percent(coverage.rare) + mark,
            least=f"{coverage.least * PARTS:g}",
        )  # fmt: skip


def describe_gap(gap: UnansweredPosition, side: str, rules: AnyRules, narrator: Narrator) -> str:
    """Return the probability of a position without an answer, its turn, its decision, its value."""
    mark = mark_doubt(find_weakest_provenance(rules.spec))
    text = f"{gap.probability * PARTS:5.1f}%{mark}  {describe_position(gap.state, narrator)}"
    share = find_win_probability(gap, side, rules)
    if share is None:
        return text
    return text + get_text(
        narrator.language, "rep_value", side=narrator.side(side),
        share=format_percent(share) + mark,
    )  # fmt: skip


def find_win_probability(gap: UnansweredPosition, side: str, rules: AnyRules) -> float | None:
    """Return the win probability of a side by the value of the position; None without a value."""
    value = open_value(rules)
    share = value.win_probability(gap.state)
    return (share if side == value.first else 1 - share) if value.digest else None


def render_gap(
    gap: UnansweredPosition, side: str, rules: AnyRules, narrator: Narrator, width: int
) -> Iterator[str]:
    """Yield the rows of a position without an answer: probability, the way to it, its text.

    The position text is one row, so that it can be copied.
    """
    yield from wrap_rows(describe_gap(gap, side, rules, narrator), "", width)
    if gap.line:
        yield from wrap_rows(gap.line, "        ", width)
    yield f"        {format_position_for(rules, gap.state)}"
