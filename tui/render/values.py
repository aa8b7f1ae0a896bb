"""The values of positions as text, in the unit of the rule set: percent, or points."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Self

from senpu.replay.analysis.value import PERCENT, PositionValue
from senpu.replay.core.narration import Narrator
from senpu.tui.render.text_layout import get_text


class ScoreFormat(NamedTuple):
    """The form of scores and their differences in the unit of a value."""

    unit: str
    """`percent`, or the label of a count."""
    size: float
    """The number of units of one point of score."""
    low: float = 0.0
    """The number of units that the score 0 is, for the first side."""

    @classmethod
    def from_value(cls, value: PositionValue) -> Self:
        """Return the form of the scores of a value."""
        return cls(value.unit, value.size, value.margin.low if value.margin else 0.0)

    @property
    def is_percent(self) -> bool:
        """Return whether scores are win probabilities."""
        return self.unit == PERCENT

    @property
    def digits(self) -> int:
        """The number of digits after the point."""
        return 0 if self.is_percent else 1

    def change(self, change: float, more: int = 0) -> str:
        """Return a change with its sign: `+21`."""
        digits = self.digits + more
        return f"{round(change * self.size, digits) + 0.0:+.{digits}f}"

    def amount(self, amount: float, more: int = 0) -> str:
        """Return an amount without a sign."""
        digits = self.digits + more
        return f"{round(amount * self.size, digits) + 0.0:.{digits}f}"

    def score(self, score: float, is_first: bool = True, more: int = 0) -> str:
        """Return the score of a side: `58%`, or its margin: `+1.2`."""
        digits = self.digits + more
        if self.is_percent:
            return f"{score * 100:.{digits}f}%"
        count = self.low + (score if is_first else 1 - score) * self.size
        return f"{round(count if is_first else -count, digits) + 0.0:+.{digits}f}"

    def name(self, narrator: Narrator) -> str:
        """Return the name of the unit of changes."""
        if self.is_percent:
            return get_text(narrator.language, "review_percent")
        return describe_points(self.unit, narrator)


def describe_points(unit: str, narrator: Narrator) -> str:
    """Return the unit of a game that is graded by a margin: `points (a win: +6)`."""
    margin, label = narrator.spec.edition.training.margin, narrator.label(unit)
    if margin is None or not margin.win:
        return label
    return get_text(narrator.language, "value_graded", label=label, win=margin.win)


def format_expected(value: PositionValue, score: float, side: int) -> str:
    """Return an expected score of the first side for a side: `53.1%`, or its margin: `+0.72`."""
    is_first = not side
    return ScoreFormat.from_value(value).score(score if is_first else 1 - score, is_first, 1)


def format_score_difference(value: PositionValue, difference: float, language: str) -> str:
    """Return a difference of scores, without a sign: `3.1 percentage points`, `0.8 points`."""
    ident = "value_percentage_points" if value.unit == PERCENT else "value_points"
    return get_text(language, ident, n=ScoreFormat.from_value(value).amount(abs(difference), 1))


def describe_values_column(
    value: PositionValue, sides: Sequence[int], narrator: Narrator
) -> list[str]:
    """Return what the values of some sides in tables are, and whether they are for these data."""
    language = narrator.language
    if not value.digest:
        return [get_text(language, "value_none")]
    name = " / ".join(narrator.side(narrator.spec.sides[side].id) for side in sides)
    if value.margin is None:
        found = [get_text(language, "value_is_percent", side=name)]
    else:
        label = describe_points(value.unit, narrator)
        found = [get_text(language, "value_is_points", side=name, label=label)]
    return found if value.is_for else [*found, get_text(language, "value_other_data")]


def make_score_object(value: PositionValue, score: float | None) -> dict[str, float] | None:
    """Return the expected score of each side as an object."""
    if score is None:
        return None
    return {
        side.id: score if side.id == value.first else 1 - score for side in value.rules.spec.sides
    }


def make_value_object(value: PositionValue) -> dict[str, Any]:
    """Return the unit of the scores as an object."""
    return {
        "unit": value.unit, "size": value.size, "digest": value.digest,
        "trained_on": value.trained_on,
    }  # fmt: skip
