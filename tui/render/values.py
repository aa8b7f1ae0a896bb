"""The values of positions as text, in the unit of the rule set: percent, or points."""

from collections.abc import Sequence
from typing import Any

from senpu.replay.analysis.value import PERCENT, PositionValue
from senpu.replay.core.narration import Narrator
from senpu.tui.render.text_layout import get_text


def format_score(value: PositionValue, score: float, side: int) -> str:
    """Return an expected score: in % for a side, or the margin by which the game is graded.

    Args:
        value: The value of the rule set.
        score: The expected score of the first side.
        side: The number of the side.

    Returns:
        The text: `53.1%`, `-0.7`.
    """
    if value.margin is not None:
        return f"{find_margin(value, score):+.1f}"
    share = score if not side else 1 - score
    return f"{share * value.size:.1f}%"


def find_margin(value: PositionValue, score: float) -> float:
    """Return the margin of a score of the first side in a game that is graded by margins."""
    assert value.margin is not None
    return value.margin.low + score * value.size


def format_score_difference(value: PositionValue, difference: float, language: str) -> str:
    """Return a difference of scores, without a sign: `3.1 percentage points`, `0.8 points`."""
    ident = "value_percentage_points" if value.unit == PERCENT else "value_points"
    return get_text(language, ident, n=f"{abs(difference) * value.size:.1f}")


def describe_values_column(
    value: PositionValue, sides: Sequence[int], narrator: Narrator
) -> list[str]:
    """Return what the values of some sides in tables are, and whether they are for these data."""
    language = narrator.language
    if not value.digest:
        return [get_text(language, "value_none")]
    if value.margin is None:
        name = " / ".join(narrator.side(narrator.spec.sides[side].id) for side in sides)
        found = [get_text(language, "value_is_percent", side=name)]
    else:
        side, label = value.rules.score_tally
        fields = {"side": narrator.side(side), "label": narrator.label(label)}
        found = [get_text(language, "value_is_points", **fields)]
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
