"""Completions while typing do not reveal the cards of a hand."""

import pytest

from senpu.notation.writer import format_event
from senpu.replay.core.reducer import Reducer
from senpu.replay.recording.log_writing import Drafter
from tests.games.russojapanese.positions import ruleset

OPENING = "J: g1>1114 d1>1215 d2>1215"


def type_texts(*texts: str) -> tuple[str, str, list[str]]:
    """Return the pending decision after some typing, and the events of the log."""
    rules = ruleset()
    events: list[str] = []
    reducer = Reducer(rules)
    turn: int | None = None
    for text in texts:
        scribe = Drafter(rules, reducer, turn)
        steps = scribe.draft(text).steps
        events += [format_event(step.event) for step in steps]
        turn = steps[-1].before.turn
    decision = reducer.state.decision
    assert decision
    return decision.side, decision.kind, events[1:]


@pytest.mark.parametrize("other", ["#09+#12+#14", "#06+#12+#14", "#13+#14+#15"])
def test_a_decision_is_pending_for_any_hand(other: str) -> None:
    plain, others = "draw #01+#02+#03", f"draw {other}"
    moved = (OPENING, "J: | g1+d1+d2*1214 |", "J: fight 1214")
    for count in range(1, len(moved) + 1):
        assert type_texts(plain, *moved[:count]) == type_texts(others, *moved[:count])


def test_completions_are_full_without_cards_in_the_hand() -> None:
    spent = ("J: |", "J: #01/d3@Korea #02/d4@Korea #03/d5@Korea")
    of, kind, events = type_texts("draw #01+#02+#03", *spent)
    assert (of, kind) == ("russia", "refill")
    assert events[-1] == "|"
