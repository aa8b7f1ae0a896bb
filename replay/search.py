"""Monte Carlo tree search: what to play.

Each round of the search walks from the position into the tree and beyond it by one event, settles
what is under way there, and scores the rough worth of what it comes to between 0 and 1; the score
of a way is the mean of its rounds. Which way a round takes is decided by upper confidence bounds
(Auer, Cesa-Bianchi and Fischer, 2002; Kocsis and Szepesvári, 2006); a position gets another event
to try only as it is visited (progressive widening: Coulom, 2007).

Dice are rolled anew in each round, and what the side to move may not know is dealt anew
(determinisation; one tree for all of them, as Cowling, Powley and Whitehouse, 2012, have it). Knows
no game, and no clock: the same budget and random numbers give the same tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt
from random import Random
from statistics import pstdev
from typing import Any

from notation.events import Event
from replay.rules import CHANCE, Refusal, Rules, State
from replay.settle import play

Prospects = Sequence[tuple[Event, float]]
"""Events with what they are worth at a glance."""

BOLDNESS = 0.1
"""How much a doubtful event is tried, against one that did well."""
SPREAD = 2.0
"""A worth so many standard deviations better is a clear gain."""
WIDE, NARROW = 1.0, 0.5
"""A position that was visited n times has had WIDE times n to the power of NARROW events tried."""
TRIES = 3
"""How often another event is drawn where those drawn are known already."""
TRUST = 4
"""For how many rounds the look one act ahead counts, at the root."""
FIRST = 1e-9


class Node:
    """What is known of a position that is reached by a certain way, whoever's dice led there."""

    __slots__ = ("children", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        """The sum of the scores, for the side that searches."""
        self.children: dict[Event, Node] = {}

    @property
    def mean(self) -> float:
        return self.total / self.visits


def settled(rules: Rules[Any], state: State, dice: Random) -> State:
    """What comes of a position until somebody may act again, by chance."""
    while (ask := state.ask) is not None and ask.kind in rules.continuing:
        state = play(rules, state, rules.sample(state, dice), [])
    return state


class Search:
    """A tree grown from a position, for the side that is asked there."""

    def __init__(self, rules: Rules[Any], state: State, dice: Random, prospects: Prospects) -> None:
        assert state.ask is not None
        self.rules = rules
        self.state = state
        self.side = state.ask.of
        self.dice = dice
        worths = [worth for _, worth in prospects]
        self._level = max(worths)
        self._scale = SPREAD * pstdev(worths) or 1.0
        self.root = Node()
        for event, worth in prospects:
            child = self.root.children[event] = Node()
            child.visits, child.total = TRUST, TRUST * self._score(worth)
            self.root.visits += TRUST

    def _score(self, worth: float) -> float:
        """A worth between 0 and 1: by how much it is above or below the best that is seen one act
        ahead, against how far apart these are."""
        return 1 / (1 + exp(min((self._level - worth) / self._scale, 500.0)))

    def _value(self, state: State) -> float:
        if state.outcome is not None:
            winner = state.outcome.winner
            return 0.5 if not winner else float(winner == self.side)
        return self._score(self.rules.worth(state, self.side))

    def grow(self, rounds: int) -> None:
        """So many rounds more."""
        for _ in range(rounds):
            self._round()

    def _round(self) -> None:
        rules, dice = self.rules, self.dice
        state = rules.suppose(self.state, self.side, dice) if rules.hides else self.state
        node, path = self.root, [self.root]
        while node.visits and (ask := state.ask) is not None:
            if ask.of == CHANCE:
                event = rules.sample(state, dice)
            elif node is self.root:
                event = self._best(node, node.children, True)
            else:
                event = self._pick(node, state, ask.of == self.side)
            child = node.children.get(event)
            if child is None:
                child = node.children[event] = Node()
            state = play(rules, state, event, [])
            node = child
            path.append(node)
        value = self._value(settled(rules, state, dice))
        for each in path:
            each.visits += 1
            each.total += value

    def _pick(self, node: Node, state: State, ours: bool) -> Event:
        rules, children = self.rules, node.children
        if len(children) < WIDE * node.visits**NARROW:
            for _ in range(TRIES):
                event = rules.sample(state, self.dice)
                if event not in children:
                    return event
        if rules.hides:
            children = {
                event: child for event, child in children.items() if self._legal(state, event)
            }
            if not children:
                return rules.sample(state, self.dice)
        return self._best(node, children, ours)

    def _legal(self, state: State, event: Event) -> bool:
        try:
            return self.rules.canon(state, event) == event
        except Refusal:
            return False

    @staticmethod
    def _best(node: Node, children: dict[Event, Node], ours: bool) -> Event:
        bold = BOLDNESS * sqrt(log(node.visits))
        best, most = None, -1.0
        for event, child in children.items():
            visits = child.visits or FIRST
            mean = child.total / visits
            bound = (mean if ours else 1 - mean) + bold / sqrt(visits)
            if bound > most:
                best, most = event, bound
        assert best is not None
        return best

    def choice(self) -> Event:
        """The event that was tried most; of equals the one that did best."""
        children = self.root.children
        return max(children, key=lambda event: (children[event].visits, children[event].mean))
