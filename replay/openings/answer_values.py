"""The values of the answers to a problem: how far each is from the best."""

from typing import NamedTuple

from senpu.replay.analysis.value import PositionValue, open_value
from senpu.replay.annotation.branches import EventSequence
from senpu.replay.core.states import State
from senpu.replay.openings.book import BookEntry, MoveRecord
from senpu.replay.openings.reading import Numbering
from senpu.replay.openings.values import MoveValues

EQUAL = 0.0005
"""The largest difference of scores that counts as none."""


class AnswerValues(NamedTuple):
    """The values of an answer, the right answer and the best events, as scores of their side."""

    value: PositionValue
    right: float
    """The score of the right answer."""
    given: float | None
    """The score of the given answer; None without one, or if it is right."""
    best: float
    """The best score; of the two answers if there are too many set-ups."""
    best_text: str
    """The best events."""
    given_text: str = ""


def find_answer_values(
    numbering: Numbering, state: State, right: EventSequence, given: EventSequence | None
) -> AnswerValues:
    """Return the values of the answers to a problem.

    Args:
        numbering: The numbers of positions.
        state: The position of the problem.
        right: The right answer.
        given: The given answer, if it is another one.

    Returns:
        The values.
    """
    rules = numbering.rules
    value = open_value(rules)
    values = make_values(numbering, state, value)
    assert state.decision is not None
    side = state.decision.side

    def score_for_side(score: float) -> float:
        return score if side == value.first else 1 - score

    scores = [
        (score_for_side(values.expect_after(course)), course.text())
        for course in (right, given)
        if course is not None
    ]
    best, text = max(scores, key=lambda each: each[0])
    top = next(iter(values.list_compared()), None)
    score = values.find_score(top) if top else None
    if top is not None and score is not None and top.is_set_up == (len(right.steps) > 1):
        letter = rules.letter.get(side, "")
        if score_for_side(score) > best + EQUAL:
            best, text = score_for_side(score), f"{letter}: {top.text}" if letter else top.text
    mine = scores[1] if given is not None else (None, "")
    return AnswerValues(value, scores[0][0], mine[0], best, text, mine[1])


def find_best_move(numbering: Numbering, state: State) -> MoveRecord | None:
    """Return the move with the best value: a whole set-up, or an event.

    Returns:
        The move; None if no side decides, or if all events depend on hidden facts.
    """
    values = make_values(numbering, state, open_value(numbering.rules))
    return next(iter(values.list_compared()), None)


def make_values(numbering: Numbering, state: State, value: PositionValue) -> MoveValues:
    """Return the values of all legal moves of a position, the best first."""
    values = MoveValues(numbering, state, value, BookEntry(), lambda move: None)
    values.advance()
    return values
