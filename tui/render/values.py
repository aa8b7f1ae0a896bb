"""The values of positions as text, in the unit of the rule set: percent, or points."""

from collections.abc import Sequence
from typing import Any

from senpu.replay.analysis.value import PositionValue
from senpu.replay.core.narration import Narrator
from senpu.tui.render.text_layout import get_text

PERCENT = "percent"


def format_score(value: PositionValue, score: float, side: int) -> str:
    """Return an expected score: in % for a side, or as points of the first side.

    Args:
        value: The value of the rule set.
        score: The expected score of the first side.
        side: The number of the side.

    Returns:
        The text: `53.1%`, `5.3`.
    """
    if value.unit != PERCENT:
        return f"{score * value.size:.1f}"
    share = score if not side else 1 - score
    return f"{share * value.size:.1f}%"


def format_score_difference(value: PositionValue, difference: float, language: str) -> str:
    """Return a difference of scores, without a sign: `3.1 percentage points`, `0.8 points`."""
    ident = "value_percentage_points" if value.unit == PERCENT else "value_points"
    return get_text(language, ident, n=f"{abs(difference) * value.size:.1f}")


def describe_values_column(value: PositionValue, sides: Sequence[int], narrator: Narrator) -> str:
    """Return what the values of some sides in tables are."""
    language = narrator.language
    if value.unit == PERCENT:
        name = " / ".join(narrator.side(narrator.spec.sides[side].id) for side in sides)
        return get_text(language, "value_is_percent", side=name)
    of, label = value.rules.score_tally
    name = narrator.label(label)
    return get_text(language, "value_is_points", side=narrator.side(of), label=name)


def make_score_object(value: PositionValue, score: float | None) -> dict[str, float] | None:
    """Return the expected score of each side as an object."""
    if score is None:
        return None
    return {
        side.id: score if side.id == value.first else 1 - score for side in value.rules.spec.sides
    }


def make_value_object(value: PositionValue) -> dict[str, Any]:
    """Return the unit of the scores as an object."""
    return {"unit": value.unit, "size": value.size}
