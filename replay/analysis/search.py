"""Tree search for a move: values at the leaves, exact dice one activation ahead.

Each position in the tree has the legal events with their expected scores one activation ahead as
first estimates (`lookahead.py`). A round goes from the root down the most promising events, rolls
dice, and adds one position with its value. It then corrects the estimates above it: not by that
value itself, which depends on the dice of the round, but by its difference from the estimate for
the same dice. So the luck of the rounds cancels out.
"""

from __future__ import annotations

from math import log, sqrt
from random import Random
from sys import maxsize
from time import perf_counter

from senpu.notation.events import Event
from senpu.replay.analysis.lookahead import Memo, expect_score
from senpu.replay.analysis.value import PositionValue
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State

BOLDNESS = 1.0
"""The weight of exploration, in standard deviations of the corrections."""
TRUST = 3
"""The number of visits for which the first estimate counts."""
TOP = 12
"""The number of events that are searched at the root: those with the best first estimates."""
WIDE, NARROW = 1.5, 0.5
"""A position with n visits gets up to WIDE times n to the power of NARROW events."""
DOUBT = 0.02
"""The standard deviation of the corrections before there are some."""
DIGITS = 9
"""The digits by which equal scores are recognised."""
FRESH = 12
"""The most events that are evaluated again in a position after an evaluation in another one."""
DEALS = 4
"""The number of deals of hidden parts over which the rounds are distributed."""
MOST_DEPTH = 40
"""The largest number of decisions in one round."""
PERIOD = 8
"""The number of rounds between two looks at the clock."""


class Edge:
    """A legal event of a position in the tree."""

    __slots__ = ("event", "first", "total", "visits")

    def __init__(self, event: Event, first: float) -> None:
        self.event = event
        self.first = first
        """The expected score of the acting side, one activation ahead."""
        self.visits = 0
        self.total = 0.0
        """The sum of the corrections of the first estimate."""


class Drift:
    """The mean correction of the values of positions in which a side has one kind of decision.

    The value of all such positions can be too high or too low: before the enemy moves, during a
    fight. Only what a position is worth more than the mean is passed up. Otherwise the estimate of
    an event would depend on how far it was searched.
    """

    __slots__ = ("count", "total")

    def __init__(self) -> None:
        self.count, self.total = TRUST, 0.0

    def remove(self, change: float) -> float:
        """Return a correction without the mean, and add it to the mean."""
        mean = self.total / self.count
        self.total += change
        self.count += 1
        return change - mean


class Node:
    """A position in the tree in which a side decides."""

    __slots__ = ("drift", "edges", "ours", "value", "visits")

    def __init__(self, value: float, ours: bool, drift: Drift) -> None:
        self.drift = drift
        self.value = value
        """The score of the searching side."""
        self.ours = ours
        """True if the searching side decides."""
        self.edges: list[Edge] = []
        """The legal events, the best first; empty until the second visit."""
        self.visits = 0


class Search:
    """A tree that grows from a position, for its acting side."""

    def __init__(self, rules: AnyRules, state: State, dice: Random, value: PositionValue) -> None:
        assert state.decision is not None
        self.rules = rules
        self.value = value
        self.side = state.decision.side
        self.dice = dice
        deals = DEALS if rules.has_hidden_parts else 1
        self._starts = [rules.sample_hidden(state, self.side, dice) for _ in range(deals)]
        self._memo: Memo = {}
        self._nodes: dict[State, Node] = {}
        """The positions by state: different orders of the same events lead to one position."""
        self._gains: dict[tuple[bool, Event], float] = {}
        """The gain that an event promised when it was last evaluated, by whether it was ours."""
        self._squares, self._count = DOUBT**2 * PERIOD, PERIOD
        """The sum of the squares of the corrections, and their number."""
        self.rounds = 0
        self._drifts: dict[tuple[str, str], Drift] = {}
        self.root = self._make_node(self._starts[0])
        self._expand(self.root, self._starts[0])
        del self.root.edges[TOP:]

    def grow(self, rounds: int) -> None:
        """Add some rounds; stop when no event can overtake the best one."""
        for left in range(rounds, 0, -1):
            if self._is_decided(left):
                return
            self._round()

    def grow_for(self, seconds: float) -> None:
        """Add rounds for some time; stop when no event can overtake the best one."""
        begin, done, left = perf_counter(), 0, maxsize
        while not self._is_decided(left):
            for _ in range(PERIOD):
                self._round()
            done += PERIOD
            spent = perf_counter() - begin
            if spent >= seconds:
                return
            left = int(done * (seconds - spent) / spent) + PERIOD

    def list_events_by_visits(self) -> list[Event]:
        """Return the events of the position, the most visited first, then by estimate."""
        root = self.root
        edges = sorted(root.edges, key=lambda each: (-each.visits, -self._estimate(root, each)))
        return [edge.event for edge in edges]

    def _is_decided(self, left: int) -> bool:
        """Return whether the most visited event stays so in the rounds that are left."""
        if len(self.root.edges) < 2:
            return True
        second, best = sorted(edge.visits for edge in self.root.edges)[-2:]
        return best - second > left

    def _round(self) -> None:
        state = self._starts[self.rounds % len(self._starts)]
        self.rounds += 1
        node = self.root
        path: list[tuple[Node, Edge]] = []
        for _ in range(MOST_DEPTH):
            edge = self._pick(node)
            path.append((node, edge))
            state = self._follow(state, edge.event)
            child = self._nodes.get(state)
            if child is None:
                self._nodes[state] = self._make_node(state)
                break
            node = child
            if state.decision is None:
                break
            if not node.edges:
                self._expand(node, state)
        change = 0.0
        for node, edge in reversed(path):
            edge.visits += 1
            edge.total += change
            node.visits += 1
            self._squares += change * change
            self._count += 1
            # The value of the position itself is corrected by what the event promises.
            first = edge.first if node.ours else 1 - edge.first
            change = node.drift.remove(first + change - node.value)

    def _score(self, state: State) -> float:
        return expect_score(self.rules, self.value, state, self.side, self._memo)

    def _make_node(self, state: State) -> Node:
        decision = state.decision
        kind = ("", "") if decision is None else (decision.side, decision.kind)
        drift = self._drifts.setdefault(kind, Drift())
        return Node(self._score(state), kind[0] in ("", self.side), drift)

    def _expand(self, node: Node, state: State) -> None:
        """Add the legal events to a position with their first estimates.

        An event that has promised little in other positions of this search is left out, if there
        are many. Of events that lead to positions with the same play, one is kept.
        """
        rules, decision, gains = self.rules, state.decision, self._gains
        assert decision is not None
        events = list(rules.legal(state))
        if len(events) > FRESH:
            known = [event for event in events if (node.ours, event) in gains]
            known.sort(key=lambda event: gains[node.ours, event])
            idle = {*known[:-FRESH]}
            events = [event for event in events if event not in idle]
        level = node.value if node.ours else 1 - node.value
        by_score: dict[float, list[tuple[Edge, State]]] = {}
        for event in events:
            after = rules.apply(state, event)[0]
            score = expect_score(rules, self.value, after, decision.side, self._memo)
            gains[node.ours, event] = score - level
            by_score.setdefault(round(score, DIGITS), []).append((Edge(event, score), after))
        for _, equal in sorted(by_score.items(), reverse=True):
            if len(equal) == 1:
                node.edges.append(equal[0][0])
            else:
                node.edges += {rules.key(after): edge for edge, after in reversed(equal)}.values()

    def _estimate(self, node: Node, edge: Edge) -> float:
        """Return the estimate of an event for the acting side.

        The first estimate counts for some visits.

        Returns:
            The estimate.
        """
        change = edge.total / (edge.visits + TRUST)
        return edge.first + (change if node.ours else -change)

    def _pick(self, node: Node) -> Edge:
        edges = node.edges
        if node is not self.root:
            edges = edges[: int(WIDE * (node.visits + 1) ** NARROW) + 1]
        if len(edges) == 1:
            return edges[0]
        bold = BOLDNESS * sqrt(self._squares / self._count * log(node.visits + 2))
        sign = 1 if node.ours else -1
        best, most = edges[0], -9.0
        for edge in edges:
            count = edge.visits + TRUST
            bound = edge.first + sign * edge.total / count + bold / sqrt(count)
            if bound > most:
                best, most = edge, bound
        return best

    def _follow(self, state: State, event: Event) -> State:
        """Return the next position in which a side decides, with random dice."""
        rules, dice = self.rules, self.dice
        state = rules.apply(state, event)[0]
        while (decision := state.decision) is not None and decision.kind in rules.search_extensions:
            if decision.side == CHANCE:
                event = rules.sample(state, dice)
                state = rules.apply(state, event)[0]
            else:
                best = max if decision.side == self.side else min
                afters = [rules.apply(state, event)[0] for event in rules.legal(state)]
                state = best(afters, key=self._score)
        while state.decision is not None and state.decision.side == CHANCE:
            state = rules.apply(state, rules.sample(state, dice))[0]
        return state
