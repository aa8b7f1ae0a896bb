"""Ways through a gap: the legal events that lead from one position to another.

The search is best-first. Its order comes from the differences between the states alone, so it needs
nothing of a game but its rules. Positions that are reached in several orders are merged. Nothing is
left out except what :meth:`~senpu.replay.core.rules.Rules.is_past` excludes, so a search that ends
by itself proves that it found every way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count
from math import log
from operator import ne
from typing import Any, NamedTuple

from senpu.notation.events import Event, Word
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State
from senpu.replay.core.views import HIDDEN
from senpu.replay.parts.areas import find_neighbours, measure_distances
from senpu.replay.parts.hexes import HexGrid

WAYS = 10
"""The default number of ways after which a search ends."""
UNIT_WEIGHT = 3.0
"""The weight of a unit that is in another place, for each step of the way."""
PER_HEX = 0.1
"""The part of a step that each further hex counts: a unit moves several hexes at once."""
VALUE = 0.5
"""The weight of another value, at the turn and phase of the goal."""
EARLIER = 0.25
"""The weight of another value before: the start of a turn or phase resets most values."""
LAG = 3.0
"""The distance of any position before the turn and phase of the goal."""
GREED = 1.0
"""The weight of the distance to the goal, compared with the number of events so far."""
CHECKED = 2000
"""The number of positions after which the ways found so far are counted again."""
MOST_KEPT = 2_000_000
"""The most positions to keep, about 1.5 GB."""
MOST_PATHS = 4000
"""The most sequences of events to examine for different ways."""
MOST_EXTRA = 6
"""The most events that a way may have more than the shortest one."""


class BridgeStep(NamedTuple):
    """An event of a way."""

    event: Event
    side: str
    """The side that acts, or `chance`."""
    probability: float
    """The probability of an outcome of chance; 1 for another event."""
    state: State
    """The position after it."""


class BridgeWay(NamedTuple):
    """A way through a gap: one order of its events."""

    steps: tuple[BridgeStep, ...]
    probability: float
    """The probability of its dice and draws together."""


class BridgeReport(NamedTuple):
    """The result of a search."""

    ways: tuple[BridgeWay, ...]
    """The ways, those with few events first, then by probability."""
    positions: int
    """The number of positions that were examined, counted each time it is reached."""
    is_complete: bool
    """True if every way was found: nothing is left to search."""
    nearest: State
    """The position most like the goal; the goal itself if there is a way."""


class _BridgeNode:
    """A position of a search."""

    __slots__ = ("distance", "edges", "events", "state")

    def __init__(self, state: State, events: int, distance: float) -> None:
        self.state = state
        self.events = events
        """The least number of events to it."""
        self.distance = distance
        self.edges: dict[int, tuple[Event, str, float]] = {}
        """An event that leads to it from each earlier position, by the number of the position."""


class BridgeSearch:
    """A search for the ways from one position to another.

    Args:
        rules: The rule set.
        start: The first position.
        goal: The last position.
    """

    def __init__(self, rules: AnyRules, start: State, goal: State) -> None:
        self.rules, self.start, self.goal = rules, start, goal
        self._measure = DistanceMeter(rules, goal).measure
        self._numbers: dict[State, int] = {start: 0}
        self._nodes = [_BridgeNode(start, 0, self._measure(start))]
        self._tie = count()
        self._queue: list[tuple[float, int, int, int]] = []
        self._nearest = 0
        self._has_left_out = False
        """True if an event with a hidden card was left out."""
        self.positions = 0
        """The number of positions that were examined so far."""
        if not rules.is_past(start, goal):
            self._push(0)

    @property
    def has_way(self) -> bool:
        """Return whether a way is known."""
        return self.goal in self._numbers

    def run(
        self, most: int = WAYS, positions: int = 0, report: Callable[[int], bool] | None = None
    ) -> None:
        """Search until a limit is reached or nothing is left.

        Args:
            most: The number of ways to find.
            positions: The number of positions to examine; 0 for no limit. With this limit alone a
                search is repeatable.
            report: A function that gets the number of positions now and then. The search ends when
                it returns False.
        """
        checked = 0
        while self._queue:
            _, _, number, events = heappop(self._queue)
            node = self._nodes[number]
            if events > node.events:
                continue  # it was reached with fewer events since
            self._expand(number, node)
            if (positions and self.positions >= positions) or len(self._nodes) >= MOST_KEPT:
                return
            if report is not None and not report(self.positions):
                return
            if self.has_way and self.positions >= checked + CHECKED:
                checked = self.positions
                if len(self.list_ways(most)[0]) >= most:
                    return

    def _push(self, number: int) -> None:
        node = self._nodes[number]
        urgency = node.events + GREED * node.distance
        heappush(self._queue, (urgency, -next(self._tie), number, node.events))

    def _expand(self, number: int, node: _BridgeNode) -> None:
        rules, goal, state = self.rules, self.goal, node.state
        decision = state.decision
        if decision is None or state == goal:
            return
        if decision.side == CHANCE:
            for event, chance in rules.outcomes(state):
                self._reach(number, node, event, CHANCE, chance, rules.apply(state, event)[0])
        else:
            side = decision.side
            for event in rules.legal(state):
                if _is_hidden(event):
                    self._has_left_out = True
                    continue
                self._reach(number, node, event, side, 1.0, rules.apply(state, event)[0])
        if goal.outcome is not None and goal.outcome.is_by_players:
            self._end(number, node)

    def _end(self, number: int, node: _BridgeNode) -> None:
        """Try the end of the game by the players that the goal has."""
        outcome = self.goal.outcome
        assert outcome is not None
        after = self.rules.end_by_players(node.state, outcome)
        if after != self.goal:
            return
        name, word = outcome.ending.split(" ")
        if word == "agree":
            self._reach(number, node, Word(word="agree", args=(name,)), "", 1.0, after)
            return
        for side in self.rules.side_of_letter.values():
            if self.rules.winner_by_resignation(side) == outcome.winner:
                self._reach(number, node, Word(word="resign"), side, 1.0, after)

    def _reach(
        self, number: int, node: _BridgeNode, event: Event, side: str, chance: float, state: State
    ) -> None:
        """Note that an event leads from a position to another."""
        self.positions += 1
        found = self._numbers.get(state)
        if found is None:
            if self.rules.is_past(state, self.goal):
                return
            found = self._numbers[state] = len(self._nodes)
            made = _BridgeNode(state, node.events + 1, self._measure(state))
            self._nodes.append(made)
            made.edges[number] = event, side, chance
            if made.distance < self._nodes[self._nearest].distance:
                self._nearest = found
            self._push(found)
            return
        there = self._nodes[found]
        known = there.edges.get(number)
        if known is None:
            there.edges[number] = event, side, chance
        elif side == CHANCE:
            there.edges[number] = known[0], side, known[2] + chance
        if node.events + 1 < there.events:
            there.events = node.events + 1
            self._push(found)

    # ---- ways ---------------------------------------------------------------------------

    def make_report(self, most: int = WAYS) -> BridgeReport:
        """Return what was found so far.

        Args:
            most: The most ways to return.

        Returns:
            The report.
        """
        ways, has_all = self.list_ways(most)
        complete = has_all and not self._queue and not self._has_left_out
        nearest = self.goal if ways else self._nodes[self._nearest].state
        return BridgeReport(tuple(ways), self.positions, complete, nearest)

    def list_ways(self, most: int) -> tuple[list[BridgeWay], bool]:
        """Return the ways found so far.

        Ways that differ only in the order of their events are one.

        Args:
            most: The most ways to return.

        Returns:
            The ways, the best ones first, and whether these are all.
        """
        last = self._numbers.get(self.goal)
        if last is None or not last:
            return [], True
        ways: dict[frozenset[tuple[tuple[Event, str], int]], BridgeWay] = {}
        paths = self._list_paths(last, self._compute_costs(last))
        for examined, path in enumerate(paths):
            if len(ways) >= most or examined >= MOST_PATHS:
                return list(ways.values()), False
            steps, before = [], 0
            for number in path[1:]:
                node = self._nodes[number]
                steps.append(BridgeStep(*node.edges[before], node.state))
                before = number
            if ways and len(steps) > len(next(iter(ways.values())).steps) + MOST_EXTRA:
                return list(ways.values()), False
            chance = 1.0
            for step in steps:
                chance *= step.probability
            same = frozenset(Counter((step.event, step.side) for step in steps).items())
            ways.setdefault(same, BridgeWay(tuple(steps), chance))
        return list(ways.values()), True

    def _compute_costs(self, last: int) -> dict[int, tuple[int, float]]:
        """Return the least cost from the start to each position that leads to the goal."""
        following: dict[int, list[int]] = {}
        rest, seen = [last], {last}
        while rest:
            number = rest.pop()
            for before in self._nodes[number].edges:
                following.setdefault(before, []).append(number)
                if before not in seen:
                    seen.add(before)
                    rest.append(before)
        costs: dict[int, tuple[int, float]] = {}
        queue = [(0, 0.0, 0)]
        while queue:
            events, chance, number = heappop(queue)
            if number in costs:
                continue
            costs[number] = events, chance
            for after in following.get(number, ()):
                if after not in costs:
                    cost = _get_cost(self._nodes[after].edges[number])
                    heappush(queue, (events + 1, chance + cost, after))
        return costs

    def _list_paths(
        self, last: int, costs: dict[int, tuple[int, float]]
    ) -> Iterator[tuple[int, ...]]:
        """Yield the paths to the goal without a repeated position, the cheapest first."""
        queue: list[tuple[int, float, int, int, float, tuple[int, ...]]] = []
        tie = count()
        heappush(queue, (*costs[last], next(tie), 0, 0.0, (last,)))
        while queue:
            *_, events, chance, path = heappop(queue)
            if path[0] == 0:
                yield path
                continue
            for before, edge in self._nodes[path[0]].edges.items():
                if before in path or before not in costs:
                    continue
                done = chance + _get_cost(edge)
                least, luck = costs[before]
                heappush(
                    queue,
                    (least + events + 1, luck + done, next(tie), events + 1, done, (before, *path)),
                )


def _get_cost(edge: tuple[Event, str, float]) -> float:
    return -log(edge[2]) if edge[2] < 1 else 0.0


def _is_hidden(event: Event) -> bool:
    """Return whether an event contains an unknown card, which no log accepts."""
    words = (*getattr(event, "args", ()), *getattr(event, "payer", ()))
    return HIDDEN in words or any(HIDDEN in word for word in words)


# ---- distance --------------------------------------------------------------------------------


class DistanceMeter:
    """Measures how much positions differ from a goal, by the values of their states.

    Args:
        rules: The rule set.
        goal: The goal.
    """

    def __init__(self, rules: AnyRules, goal: State) -> None:
        self.rules, self.goal = rules, goal
        self._moment = rules.get_moment(goal)
        attributes = rules.position_format.placement.attributes
        kind = int if rules.spec.game.board == "hexes" else str
        fields = [(name, getattr(goal, name)) for name in goal.__struct_fields__]
        self._columns = [
            (name, value)
            for name, value in fields
            if name in attributes and all(type(each) is kind for each in value)
        ]
        """The columns with the places of the units."""
        self._values = [each for each in fields if each not in self._columns]
        self._map = MapDistances(rules)

    def measure(self, state: State) -> float:
        """Return the distance of a position from the goal; 0 for the goal alone."""
        total = 0.0
        for name, wanted in self._columns:
            value = getattr(state, name)
            if value is not wanted and value != wanted:
                total += UNIT_WEIGHT * self._map.sum_distances(value, wanted)
        differences = 0.0
        for name, wanted in self._values:
            value = getattr(state, name)
            if value is not wanted and value != wanted:
                differences += _compare(value, wanted)
        # The start of a turn or phase resets most other values, so before it they count less.
        here = self.rules.get_moment(state) == self._moment
        return total + (differences * VALUE if here else differences * EARLIER + LAG)


class MapDistances:
    """The distances between places on the map of a game, as the columns of its states name them.

    Args:
        rules: The rule set.
    """

    def __init__(self, rules: AnyRules) -> None:
        self._areas: Mapping[str, Mapping[str, int]] = {}
        self._grid: HexGrid | None = None
        values = rules.spec.values
        if rules.spec.game.board == "hexes":
            self._grid = HexGrid(values.table("grid"), values.table("terrain"))
        else:
            areas = [area.id for area in rules.spec.areas]
            pairs = values.table("adjacent") if "adjacent" in values.tables else {}
            self._areas = measure_distances(find_neighbours(areas, pairs))

    def sum_distances(self, column: Sequence[Any], wanted: Sequence[Any]) -> float:
        """Return the sum of the distances of the units, from their places to others."""
        pairs = zip(column, wanted, strict=True)
        return sum(self._measure(one, other) for one, other in pairs if one != other)

    def _measure(self, one: Any, other: Any) -> float:
        """Return about how many events take a unit from one place to another."""
        if type(one) is str:
            return self._areas.get(one, {}).get(other, 1)
        if self._grid is not None and type(one) is int and one >= 0 and other >= 0:
            return 1 + (self._grid.distance(one, other) - 1) * PER_HEX
        return 1


def _compare(value: Any, wanted: Any) -> float:
    """Return the number of differences between two values of a state."""
    if type(value) is tuple and type(wanted) is tuple:
        if len(value) == len(wanted):
            return float(sum(map(ne, value, wanted)))
        return float(len({*value} ^ {*wanted})) or 1.0
    if type(value) is int and type(wanted) is int and value >= 0 and wanted >= 0:
        return float(min(abs(value - wanted), (value ^ wanted).bit_count()))
    return 1.0
