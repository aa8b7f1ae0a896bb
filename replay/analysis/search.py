"""What to play: the odds one activation ahead, and Monte Carlo tree search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp, log, sqrt
from random import Random
from statistics import median, pstdev
from typing import Any

from senpu.notation.events import Event
from senpu.replay.core.rules import CHANCE, AnyRules, IllegalEventError, State


def prospects(rules: AnyRules, state: State, side: str) -> Iterator[tuple[Event, float]]:
    """Each legal event with what it is worth on average for a side."""
    for event in rules.legal(state):
        yield event, expected(rules, rules.apply(state, event)[0], side)


def expected(rules: AnyRules, state: State, side: str) -> float:
    """The worth of a position for a side once the activation under way is over: dice by their
    chances, the side's own answers at their best, the others' at their worst for it.
    """
    decision = state.decision
    if decision is None or decision.kind not in rules.search_extensions:
        return rules.evaluate(state, side)
    if decision.side == CHANCE:
        return sum(
            chance * expected(rules, rules.apply(state, event)[0], side)
            for event, chance in rules.outcomes(state)
        )
    choose = max if decision.side == side else min
    return choose(
        expected(rules, rules.apply(state, event)[0], side) for event in rules.legal(state)
    )


def settled(rules: AnyRules, state: State, dice: Random) -> State:
    """What comes of a position once the activation under way is over, by chance: dice as they may
    fall, and any answers.
    """
    while (decision := state.decision) is not None and decision.kind in rules.search_extensions:
        state = rules.apply(state, rules.sample(state, dice))[0]
    return state


def drawn(rules: AnyRules, state: State, dice: Random, draws: int) -> Event:
    """The best of some events drawn at random, for the side that is asked, as the dice after it
    fall once. Of dice, and of answers within an activation, any.
    """
    decision = state.decision
    assert decision is not None
    event = rules.sample(state, dice)
    if decision.side == CHANCE or decision.kind in rules.search_extensions:
        return event
    others = (rules.sample(state, dice) for _ in range(draws - 1))
    best, most = event, float("-inf")
    for each in dict.fromkeys((event, *others)):
        worth = rules.evaluate(settled(rules, rules.apply(state, each)[0], dice), decision.side)
        if worth > most:
            best, most = each, worth
    return best


BOLDNESS = 0.1
"""How much a doubtful event is tried, against one that did well."""
SPREAD = 2.0
"""A worth so many standard deviations better is a clear gain."""
TOP = 10
"""So many of the events that are best at a glance are tried at all."""
LEAST = 2
"""And each of them so often at least."""
TRUST = 4
"""For how many rounds that glance counts."""
WIDE, NARROW = 1.0, 0.5
"""A position that was visited n times has had WIDE times n to the power of NARROW events tried."""
DRAWS = 3
"""Of so many events drawn the best is played, where a round goes beyond the tree."""
AHEAD = 60
"""A round ends with the turn, or after so many events beyond the tree."""


class Node:
    """What is known of a position that is reached by a certain way."""

    __slots__ = ("children", "glance", "total", "visits")

    def __init__(self, glance: float = 0.0) -> None:
        self.visits = 0
        self.total = 0.0
        """The sum of the scores, for the side that searches."""
        self.glance = glance
        """The score as it looks one act ahead; at the root's children."""
        self.children: dict[Any, Node] = {}
        """By the event; where chance was asked, by what came of it."""


def spread(worths: Sequence[float]) -> float:
    """How far apart some worths are, whatever a few of them are that win or lose the game: the
    median of how far they are from their median, as a standard deviation.
    """
    middle = median(worths)
    return 1.4826 * median(abs(worth - middle) for worth in worths) or pstdev(worths)


class Search:
    """A tree grown from a position, for the side that is asked there."""

    def __init__(self, rules: AnyRules, state: State, dice: Random) -> None:
        assert state.decision is not None
        self.rules = rules
        self.state = state
        self.side = state.decision.side
        self.dice = dice
        supposed = rules.sample_hidden(state, self.side, dice)
        found = sorted(prospects(rules, supposed, self.side), key=lambda each: -each[1])
        worths = [worth for _, worth in found]
        self._level = worths[0]
        self._scale = SPREAD * spread(worths) or 1.0
        self.root = Node()
        for event, worth in found[:TOP]:
            self.root.children[event] = Node(self._score(worth))
        self._surprise = 0.0
        """By how much rounds came out better than their first event looked at a glance, in all."""

    def _score(self, worth: float) -> float:
        """A worth between 0 and 1: by how much it is above or below the best that is seen one act
        ahead, against how far apart these are.
        """
        return 1 / (1 + exp(min((self._level - worth) / self._scale, 500.0)))

    def _value(self, state: State) -> float:
        if state.outcome is not None:
            winner = state.outcome.winner
            return 0.5 if not winner else float(winner == self.side)
        return self._score(self.rules.evaluate(state, self.side))

    def grow(self, rounds: int) -> None:
        """So many rounds more; none where there is nothing to choose."""
        if len(self.root.children) > 1:
            for _ in range(rounds):
                self._round()

    def tried(self) -> list[Event]:
        """The events of the position, the one tried most first: what the search would play. Of
        equals the best at a glance, which stands first already.
        """
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
                # Whatever dice come to the same are one; of a draw only what the side may see.
                key = rules.visible_to(before, event, ours) if rules.has_hidden_parts else state
            node = node.children.setdefault(key, Node())
            path.append(node)
        value = self._value(self._end_of_turn(state))
        self._surprise += value - path[1].glance
        for each in path:
            each.visits += 1
            each.total += value

    def _pick(self, node: Node, state: State, ours: bool) -> Event:
        if node is self.root:
            return self._first()
        if len(node.children) < WIDE * node.visits**NARROW:
            event = drawn(self.rules, state, self.dice, DRAWS)
            if event not in node.children:
                return event
        bold = BOLDNESS * sqrt(log(node.visits))
        best, most = None, -1.0
        for event, child in node.children.items():
            mean = child.total / child.visits
            bound = (mean if ours else 1 - mean) + bold / sqrt(child.visits)
            if bound > most and (not self.rules.has_hidden_parts or self._may(state, event)):
                best, most = event, bound
        return best or drawn(self.rules, state, self.dice, DRAWS)

    def _first(self) -> Event:
        """The event with which the round begins. What it looked like at a glance counts for some
        rounds, less what such looks were wrong by on the whole.
        """
        children, visits = self.root.children, self.root.visits
        if visits < LEAST * len(children):
            turn: Event = list(children)[visits % len(children)]
            return turn
        wrong = self._surprise / visits
        bold = BOLDNESS * sqrt(log(visits))

        def bound(child: Node) -> float:
            count = child.visits + TRUST
            mean = (child.total + TRUST * (child.glance + wrong)) / count
            return mean + bold / sqrt(count)

        best: Event = max(children, key=lambda key: bound(children[key]))
        return best

    def _may(self, state: State, event: Event) -> bool:
        """Whether an event is legal with the hidden parts as this round supposes them."""
        try:
            return self.rules.canon(state, event) == event
        except IllegalEventError:
            return False

    def _end_of_turn(self, state: State) -> State:
        """The turn played on as `brisk` plays it: positions in the midst of one are hard to weigh,
        and what can as well be done later would never be done.
        """
        rules, dice = self.rules, self.dice
        for _ in range(AHEAD):
            if state.decision is None or state.turn != self.state.turn:
                break
            state = rules.apply(state, drawn(rules, state, dice, DRAWS))[0]
        return settled(rules, state, dice)
