"""A value of positions without data: equivalent positions have one value, others have others."""

import pytest

from senpu.replay.analysis.value import PositionValue
from senpu.replay.core.states import State
from senpu.replay.openings.reading import Numbering

STEPS = 997


def find_score(value: PositionValue, state: State) -> float:
    """Return a score that only the position decides, 0.001 to 0.998."""
    return (Numbering(value.rules)(state) % STEPS + 1) / (STEPS + 1)


def use_toy_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the score of each position."""
    monkeypatch.setattr(PositionValue, "score", find_score)
