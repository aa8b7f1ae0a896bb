"""Legal and illegal events of each kind, for the law of legality."""

from collections.abc import Iterator
from itertools import combinations, product
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
from senpu.replay.games.incident1932.rules import Incident1932Rules
from senpu.replay.games.incident1932.state import OFF, RIVER, Incident1932State

Units = tuple[str, ...]
PAYERS: tuple[Units, ...] = ((), ("night",), ("bombs",), ("d1",), ("night", "bombs"), ("#05",))
IDLE = 0.05
"""The share of the larger groups off the map that get an event which only others can do."""


def groups(
    rules: Incident1932Rules, state: Incident1932State, random: Random, waiting: float = 1.0
) -> Iterator[Units]:
    """Yield each group in a place, in the game's order and in another; pairs from any places.

    Some units do not exist, or are named twice. There are thousands of groups of three and four off
    the map, which can only be set up: a part `waiting` of these is yielded, at random.
    """
    tables = rules.context.tables
    for place in sorted(set(state.locations)):
        here = [
            ident for ident, at in zip(tables.units, state.locations, strict=True) if at == place
        ]
        on_map = place in tables.areas or place == RIVER
        for size in range(1, min(len(here), 4) + 1):
            for group in combinations(here, size):
                if size > 2 and not on_map and random.random() >= waiting:
                    continue
                yield group
                if size > 1:
                    yield tuple(random.sample(group, size))
    pairs = list(combinations(tables.units, 2))
    yield from random.sample(pairs, 12)
    yield from (("z9",), ("d1", "z9"), ("d1", "d1"), ("a2", "a1", "a2"))


def transfers(
    rules: Incident1932Rules, state: Incident1932State, random: Random
) -> Iterator[Event]:
    """Yield moves of groups to each area by each sign, and along paths of two."""
    areas = (*rules.context.tables.areas, "Z", OFF)
    for units, place in product(groups(rules, state, random), areas):
        yield Place(units, (place,))
    for units, place in product(groups(rules, state, random, IDLE), areas):
        again = random.random() < 0.5
        yield Move(units, (place,))
        yield Move(units, (place,), again=True)
        yield Fire(units, (place,))
        if len(units) == 1:
            yield Retreat(units, (place,))
            if random.random() < 0.2:
                for middle in areas:
                    yield Move(units, (middle, place), again=again)
        if random.random() < 0.3:
            kind = random.choice((Place, Move, Rail, March, Retreat, Fire))
            path = (place, random.choice(areas))
            payer = random.choice(PAYERS)
            yield kind(units, random.choice((path, path[:1])), payer=payer, again=again)


def attacks(rules: Incident1932Rules, state: Incident1932State, random: Random) -> Iterator[Event]:
    areas = (*rules.context.tables.areas, "Z", "")
    for units, place in product(groups(rules, state, random, IDLE), areas):
        if place:
            for again in (False, True):
                yield Attack(units, place, again=again)
                yield Attack(units, place, payer=("night",), again=again)
        if random.random() < 0.1:
            yield Attack(units, place, "a1", payer=random.choice(PAYERS))
            yield Attack(units, place or "03", payer=random.choice(PAYERS))


def words(rules: Incident1932Rules, random: Random) -> Iterator[Event]:
    """Yield the game's words and another one, with each argument and none."""
    numbers = [str(number) for number in range(12)]
    arguments = (*rules.context.tables.areas, *rules.context.tables.units, "a1+a2", "z9", *numbers)
    for word in (*rules.spec.game.words, "resign"):
        for again, payer in product((False, True), PAYERS):
            yield Word(word, (), again=again, payer=payer)
        for argument in arguments:
            yield Word(word, (argument,))
            yield Word(word, (argument, random.choice(arguments)))
            yield Word(word, (argument,), payer=("night",))
    yield EndPhase()


def rolls() -> Iterator[Event]:
    """Yield one to five dice from 0 to 7, and two with each naming of sides."""
    sides: tuple[Units, ...] = ((), ("J", "C"), ("C", "J"), ("J", "J"), ("R", "C"), ("J",))
    for pips, named in product(product(range(8), repeat=2), sides):
        yield Roll(pips, named)
    for number in (0, 1, 3, 5):
        for pips in product((0, 1, 3, 6), repeat=number):
            yield Roll(pips)
    for pips in product(range(1, 7), repeat=4):
        yield Roll(pips)
    yield Roll((7, 1, 1, 1))
    yield Roll((1, 1, 1), ("J", "C", "J"))


def universe(rules: Incident1932Rules, state: Incident1932State, random: Random) -> Iterator[Event]:
    yield from transfers(rules, state, random)
    yield from attacks(rules, state, random)
    yield from words(rules, random)
    yield from rolls()
