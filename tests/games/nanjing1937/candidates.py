"""Events of every kind, sensible and not, with which the law of legality is tried."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

from senpu.notation.events import (
    Attack,
    EndPhase,
    Event,
    Fire,
    March,
    Move,
    Place,
    Rail,
    Retreat,
    Roll,
    Word,
)
from senpu.replay.games.nanjing1937.rules import NanjingRules
from senpu.replay.games.nanjing1937.state import NanjingState
from senpu.replay.parts.hexes import NOWHERE

Units = tuple[str, ...]
PAYERS: tuple[Units, ...] = (
    (), (), ("air",), ("guns",), ("guns", "air"), ("air", "guns"), ("chen",), ("d3",), ("#05",),
    ("air", "air"), ("flag",),
)  # fmt: skip


def around(rules: NanjingRules, start: int, length: int) -> Iterator[tuple[str, ...]]:
    """Yield all walks of adjacent hexes from one, up to a length, without regard to obstacles."""
    grid = rules.context.tables.grid
    walks: list[tuple[int, ...]] = [()]
    for _ in range(length):
        walks = [
            (*walk, h)
            for walk in walks
            for h in grid.neighbours[walk[-1] if walk else start]
            if h != NOWHERE
        ]
        for walk in walks:
            yield grid.list_ids(walk)


def walks(rules: NanjingRules, state: NanjingState, random: Random) -> Iterator[Event]:
    """Every way of some units, all goals for all, and ways that jump."""
    tables = rules.context.tables
    on_map = [k for k, h in enumerate(state.where) if h >= 0]
    for k in random.sample(on_map, min(3, len(on_map))):
        for path in around(rules, state.where[k], 3):
            yield Move((tables.units[k],), path)
    for unit in (*tables.units, "z9"):
        for place in (*random.sample(tables.ids, 30), "0112", "9999", "Off"):
            yield Move((unit,), (place,))
            yield Move((unit,), (place, random.choice(tables.ids)))
            yield Rail((unit,), (place,))
            kind = random.choice((Move, Rail, March, Fire, Place, Retreat))
            yield kind((unit,), (place,), again=random.random() < 0.2, payer=random.choice(PAYERS))
    stations = [h for h, links in enumerate(tables.rail) if links]
    for unit in tables.units:
        for h in stations:
            yield Rail((unit,), (tables.ids[h],))
        line = random.choice(stations)
        yield Rail((unit,), tables.grid.list_ids((line, *tables.rail[line])))


def groups(rules: NanjingRules, state: NanjingState, random: Random) -> Iterator[Units]:
    """Every unit, the stacks, and many groups in any order, twins among them."""
    tables = rules.context.tables
    yield from ((unit,) for unit in tables.units)
    for size in (2, 3, 4, 5):
        for _ in range(25):
            yield tuple(random.sample(tables.units, size))
    stacks: dict[int, list[str]] = {}
    for k, h in enumerate(state.where):
        if h >= 0 or random.random() < 0.5:
            stacks.setdefault(h, []).append(tables.units[k])
    for units in stacks.values():
        for size in range(1, min(len(units), 4) + 1):
            for group in combinations(units, size):
                yield group
                yield group[::-1]
    yield from (("d3", "d3"), ("a1", "z9"), ("z9",))


def fights(rules: NanjingRules, state: NanjingState, random: Random) -> Iterator[Event]:
    """Attacks on the hexes of every unit, by neighbours and by anybody."""
    tables = rules.context.tables
    places = [*sorted({tables.ids[h] for h in state.where if h >= 0}), "0101", "9999", ""]
    near: dict[str, list[str]] = {place: [] for place in places}
    for k, h in enumerate(state.where):
        if h >= 0:
            for n in tables.grid.neighbours[h]:
                if n != NOWHERE and tables.ids[n] in near:
                    near[tables.ids[n]].append(tables.units[k])
    for place, units in near.items():
        for size in range(1, min(len(units), 4) + 1):
            for group in combinations(units, size):
                yield Attack(group, place)
                for _ in range(3):
                    payer = random.choice(PAYERS)
                    yield Attack(group[::-1], place, payer=payer, again=random.random() < 0.1)
        for unit in random.sample(tables.units, 6):
            yield Attack((unit,), place)
            yield Attack((unit,), "", random.choice(tables.units))
            yield Attack((unit,), place, random.choice(tables.units))


def placings(rules: NanjingRules, state: NanjingState, random: Random) -> Iterator[Event]:
    tables = rules.context.tables
    keys = [tables.ids[h] for h in tables.key_hexes]
    for units in groups(rules, state, random):
        for place in (*keys, *random.sample(tables.ids, 4), "Off"):
            yield Place(units, (place,))
            yield Move(units, (place,))
    for unit in tables.units:
        yield Place((unit,), (random.choice(keys), random.choice(keys)))
        yield Place((unit,), (random.choice(keys),), payer=random.choice(PAYERS))


def retreats(rules: NanjingRules, state: NanjingState, random: Random) -> Iterator[Event]:
    """Retreats of every stack by one hex and by two."""
    tables = rules.context.tables
    stacks: dict[int, list[str]] = {}
    for k, h in enumerate(state.where):
        if h >= 0:
            stacks.setdefault(h, []).append(tables.units[k])
    for h, units in stacks.items():
        for path in around(rules, h, 2):
            yield Retreat(tuple(units), path)
            yield Move((random.choice(units),), path[-1:])
            yield Retreat((random.choice(units),), path)
            yield Retreat(tuple(units[::-1]), path[-1:])


def words(rules: NanjingRules, state: NanjingState, random: Random) -> Iterator[Event]:
    tables = rules.context.tables
    arguments = ["+".join(group) for group in groups(rules, state, random)]
    for word in (*rules.spec.game.words, "pass", "air"):
        yield Word(word)
        yield Word(word, again=True)
        yield Word(word, payer=("air",))
        for argument in (*arguments, *random.sample(tables.ids, 3), "2"):
            yield Word(word, (argument,))
        yield Word(word, tuple(random.sample(arguments, 2)))
    yield EndPhase()


def rolls() -> Iterator[Event]:
    for pip in range(9):
        for sides in ((), ("J",), ("C",)):
            yield Roll((pip,), sides)
        yield Roll((pip, 3))
    yield Roll(())


def universe(rules: NanjingRules, state: NanjingState, random: Random) -> Iterator[Event]:
    yield from walks(rules, state, random)
    yield from fights(rules, state, random)
    yield from placings(rules, state, random)
    yield from retreats(rules, state, random)
    yield from words(rules, state, random)
    yield from rolls()
