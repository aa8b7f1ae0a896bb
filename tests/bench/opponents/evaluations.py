"""The hand-made evaluation of a position for a side, by rule set."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import State
from tests.bench.opponents.eight_hundred import EightHundredEvaluation
from tests.bench.opponents.incident1932 import Incident1932Evaluation
from tests.bench.opponents.nanjing1937 import NanjingEvaluation
from tests.bench.opponents.russojapanese import RussoJapaneseEvaluation

EVALUATIONS: dict[str, Callable[[Any], Any]] = {
    "800": EightHundredEvaluation,
    "incident1932": Incident1932Evaluation,
    "nanjing1937": NanjingEvaluation,
    "russojapanese": RussoJapaneseEvaluation,
}


def evaluate(rules: AnyRules, state: State, side: str) -> float:
    """Return the evaluation of a position for a side."""
    return _open(rules).evaluate(state, side)  # type: ignore[no-any-return]  # each has its own state


@lru_cache(8)
def _open(rules: AnyRules) -> Any:
    return EVALUATIONS[rules.spec.id.partition("/")[0]](rules.context)
