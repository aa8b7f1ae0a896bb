"""The choice of events by the frozen opponents: the evaluation, and Monte Carlo tree search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp, log, sqrt
from random import Random
from statistics import median, pstdev
from typing import Any

from senpu.notation.events import Event
from senpu.replay.core.rules import AnyRules, IllegalEventError
from senpu.replay.core.states import CHANCE, State
from tests.bench.opponents.evaluations import evaluate


def evaluate_events(rules: AnyRules, state: State, side: str) -> Iterator[tuple[Event, float]]:
    """Yield each legal event with its expected evaluation for a side."""
    for event in rules.legal(state):
        yield event, expect_evaluation(rules, rules.apply(state, event)[0], side)


def expect_evaluation(rules: AnyRules, state: State, side: str) -> float:
    """Return the evaluation for a side that is expected at the end of the current activation.

    Dice count by their probabilities. The side's own answers are its best; the answers of others
    are the worst for it.

    Returns:
        The evaluation.
    """
    decision = state.decision
    if decision is None or decision.kind not in rules.search_extensions:
        return evaluate(rules, state, side)
    if decision.side == CHANCE:
        return sum(
            chance * expect_evaluation(rules, rules.apply(state, event)[0], side)
            for event, chance in rules.outcomes(state)
        )
    choose = max if decision.side == side else min
    return choose(
        expect_evaluation(rules, rules.apply(state, event)[0], side) for event in rules.legal(state)
    )


def finish_activation(rules: AnyRules, state: State, dice: Random) -> State:
    """Return a state after the current activation, with random dice and answers."""
    while (decision := state.decision) is not None and decision.kind in rules.search_extensions:
        state = rules.apply(state, rules.sample(state, dice))[0]
    return state


def draw_best_event(rules: AnyRules, state: State, dice: Random, draws: int) -> Event:
    """Return the best of some random events for the acting side, after one roll of the dice each.

    For dice, and for answers within an activation, return a random event.

    Returns:
        The event.
    """
    decision = state.decision
    assert decision is not None
    event = rules.sample(state, dice)
    if decision.side == CHANCE or decision.kind in rules.search_extensions:
        return event
    others = (rules.sample(state, dice) for _ in range(draws - 1))
    best, most = event, float("-inf")
    for each in dict.fromkeys((event, *others)):
        evaluation = evaluate(
            rules, finish_activation(rules, rules.apply(state, each)[0], dice), decision.side
        )
        if evaluation > most:
            best, most = each, evaluation
    return best


BOLDNESS = 0.1
"""The weight of exploration."""
SPREAD = 2.0
"""An evaluation this many standard deviations better is a clear gain."""
TOP = 10
"""The number of events at the root that are searched: those with the best first estimate."""
LEAST = 2
"""The least number of visits of each of them."""
TRUST = 4
"""The number of rounds for which the first estimate counts."""
WIDE, NARROW = 1.0, 0.5
"""A position with n visits gets up to WIDE times n to the power of NARROW events."""
DRAWS = 3
"""The number of random events of which the best is played beyond the tree."""
AHEAD = 60
"""The largest number of events beyond the tree; a round ends with the turn."""


class Node:
    """A position that is reached by one sequence of events."""

    __slots__ = ("children", "first_estimate", "total", "visits")

    def __init__(self, glance: float = 0.0) -> None:
        self.visits = 0
        self.total = 0.0
        """The sum of the scores for the searching side."""
        self.first_estimate = glance
        """The first estimate, one activation ahead; for children of the root."""
        self.children: dict[Any, Node] = {}
        """The following positions, by event; for dice, by the resulting state."""


def robust_deviation(evaluations: Sequence[float]) -> float:
    """Return a robust standard deviation of some evaluations: from the median of their deviations.

    A few outliers, such as events that win or lose the game, do not change it.

    Returns:
        The standard deviation.
    """
    middle = median(evaluations)
    return 1.4826 * median(abs(evaluation - middle) for evaluation in evaluations) or pstdev(
        evaluations
    )


class Search:
    """A tree that is grown from a position, for its acting side."""

    def __init__(self, rules: AnyRules, state: State, dice: Random) -> None:
        assert state.decision is not None
        self.rules = rules
        self.state = state
        self.side = state.decision.side
        self.dice = dice
        supposed = rules.sample_hidden(state, self.side, dice)
        found = sorted(evaluate_events(rules, supposed, self.side), key=lambda each: -each[1])
        evaluations = [evaluation for _, evaluation in found]
        self._level = evaluations[0]
        self._scale = SPREAD * robust_deviation(evaluations) or 1.0
        self.root = Node()
        for event, evaluation in found[:TOP]:
            self.root.children[event] = Node(self._score(evaluation))
        self._surprise = 0.0
        """The sum of the differences between results and first estimates."""

    def _score(self, evaluation: float) -> float:
        """Return an evaluation as a score between 0 and 1.

        It is compared with the best evaluation one activation ahead, in units of their deviation.

        Returns:
            The score.
        """
        return 1 / (1 + exp(min((self._level - evaluation) / self._scale, 500.0)))

    def _value(self, state: State) -> float:
        if state.outcome is not None:
            winner = state.outcome.winner
            return 0.5 if not winner else float(winner == self.side)
        return self._score(evaluate(self.rules, state, self.side))

    def grow(self, rounds: int) -> None:
        """Add some rounds, unless there is only one legal event."""
        if len(self.root.children) > 1:
            for _ in range(rounds):
                self._round()

    def list_events_by_visits(self) -> list[Event]:
        """Return the events of the position, the most visited first, then by first estimate."""
        children = self.root.children
        return sorted(children, key=lambda event: -children[event].visits)

    def _round(self) -> None:
        rules, dice, ours = self.rules, self.dice, self.side
        state = rules.sample_hidden(self.state, ours, dice)
        node, path = self.root, [self.root]
        while (node.visits or node is self.root) and (decision := state.decision) is not None:
            if decision.side == CHANCE:
                event = rules.sample(state, dice)
            else:
                event = self._pick(node, state, decision.side == ours)
            before, state = state, rules.apply(state, event)[0]
            key: Any = event
            if decision.side == CHANCE:
                # Dice with the same result are one; of a draw only the part that the side sees.
                key = rules.visible_to(before, event, ours) if rules.has_hidden_parts else state
            node = node.children.setdefault(key, Node())
            path.append(node)
        value = self._value(self._end_of_turn(state))
        self._surprise += value - path[1].first_estimate
        for each in path:
            each.visits += 1
            each.total += value

    def _pick(self, node: Node, state: State, ours: bool) -> Event:
        if node is self.root:
            return self._first()
        if len(node.children) < WIDE * node.visits**NARROW:
            event = draw_best_event(self.rules, state, self.dice, DRAWS)
            if event not in node.children:
                return event
        bold = BOLDNESS * sqrt(log(node.visits))
        best, most = None, -1.0
        for event, child in node.children.items():
            mean = child.total / child.visits
            bound = (mean if ours else 1 - mean) + bold / sqrt(child.visits)
            if bound > most and (not self.rules.has_hidden_parts or self._may(state, event)):
                best, most = event, bound
        return best or draw_best_event(self.rules, state, self.dice, DRAWS)

    def _first(self) -> Event:
        """Return the event with which a round begins.

        Its first estimate counts for some rounds, corrected by the mean error of all first
        estimates.

        Returns:
            The event.
        """
        children, visits = self.root.children, self.root.visits
        if visits < LEAST * len(children):
            turn: Event = list(children)[visits % len(children)]
            return turn
        wrong = self._surprise / visits
        bold = BOLDNESS * sqrt(log(visits))

        def bound(child: Node) -> float:
            count = child.visits + TRUST
            mean = (child.total + TRUST * (child.first_estimate + wrong)) / count
            return mean + bold / sqrt(count)

        best: Event = max(children, key=lambda key: bound(children[key]))
        return best

    def _may(self, state: State, event: Event) -> bool:
        """Return whether an event is legal with the hidden parts that this round assumes."""
        try:
            return self.rules.canon(state, event) == event
        except IllegalEventError:
            return False

    def _end_of_turn(self, state: State) -> State:
        """Return a state at the end of the turn, played as by `brisk`.

        Positions within a turn are hard to evaluate, and events that can wait would never be
        played.

        Returns:
            The state.
        """
        rules, dice = self.rules, self.dice
        for _ in range(AHEAD):
            if state.decision is None or state.turn != self.state.turn:
                break
            state = rules.apply(state, draw_best_event(rules, state, dice, DRAWS))[0]
        return finish_activation(rules, state, dice)
