"""Tests of losses that a side chooses."""

import pytest

from senpu.notation.events import Event, Word
from senpu.replay.core.rules import IllegalEventError
from senpu.replay.core.states import Decision
from senpu.replay.parts.losses import canon_loss, legal_losses

DECISION = Decision("japan", "loss", "9.5", ("1D", "2D"))


def test_every_unit_of_the_decision_may_be_named() -> None:
    losses = list(legal_losses(None, None, DECISION))
    assert losses == [Word("lose", ("1D",)), Word("lose", ("2D",))]
    assert [canon_loss(DECISION, event, "loseOne") for event in losses] == losses


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (Word("no"), "wrongAnswer"),
        (Word("lose", ("1D",), payer=("3",)), "wrongAnswer"),
        (Word("lose", ("1D",), again=True), "wrongAnswer"),
        (Word("lose"), "loseOne"),
        (Word("lose", ("1D", "2D")), "loseOne"),
        (Word("lose", ("3D",)), "loseOne"),
    ],
)
def test_any_other_event_is_rejected_by_the_rule_of_the_decision(event: Event, why: str) -> None:
    with pytest.raises(IllegalEventError) as refusal:
        canon_loss(DECISION, event, "loseOne")
    assert (refusal.value.reason, refusal.value.rule) == (why, "9.5")
