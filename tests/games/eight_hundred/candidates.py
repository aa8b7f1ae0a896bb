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
from senpu.replay.games.eight_hundred.rules import EightHundredRules
from senpu.replay.games.eight_hundred.state import EightHundredState

Units = tuple[str, ...]
PAYERS: tuple[Units, ...] = ((), ("x1",), ("c1",), ("x1", "c1"), ("air",), ("#05",))


def of_both_sides(rules: EightHundredRules, units: Units) -> bool:
    return 0 < len({*units}.intersection(rules.context.tables.units[:10])) < len(units)


def groups(rules: EightHundredRules, random: Random, most: int) -> Iterator[Units]:
    """Yield groups of up to `most` counters, present or not, in any order.

    Most groups of three and four have units of both sides, which never act together. One in ten of
    these is yielded, at random.
    """
    for size in range(1, most + 1):
        for group in combinations(rules.context.tables.units, size):
            if size > 2 and of_both_sides(rules, group) and random.random() >= 0.1:
                continue
            yield group
            if size > 1:
                yield tuple(random.sample(group, size))
    yield from (("z9",), ("i1", "z9"), ("i1", "i1"), ("c1", "c1"), ("c2", "c1", "c2"))


def transfers(rules: EightHundredRules, random: Random) -> Iterator[Event]:
    """Yield moves of groups of up to four to each area, and smaller groups in unusual ways."""
    areas = (*rules.context.tables.areas, "Z", "Off")
    for units, place in product(groups(rules, random, 4), areas):
        yield Move(units, (place,))
    pairs = list(groups(rules, random, 2))
    for units, place in product(pairs, areas):
        yield Place(units, (place,))
        yield Retreat(units, (place,))
        yield Move(units, (place,), again=True)
        yield Move(units, (place,), payer=random.choice(PAYERS))
        kind = random.choice((Place, Move, Rail, March, Retreat, Fire))
        path = (place, random.choice(areas))
        yield kind(units, random.choice((path, path[:1])), payer=random.choice(PAYERS))
    china, japan = rules.context.tables.units[10:], rules.context.tables.units[:10]
    for size in (3, 4, 5):
        for units in (*combinations(china, size), *combinations(japan, size)):
            for place in areas:
                yield Place(tuple(random.sample(units, size)), (place,))


def attacks(rules: EightHundredRules, random: Random) -> Iterator[Event]:
    """Yield attacks of pairs on some unit in each area, and of threes and fours at random."""
    areas = (*rules.context.tables.areas, "Z", "")
    targets = (*rules.context.tables.units, "", "z9")
    for units, place in product(groups(rules, random, 2), areas):
        if place:
            yield Attack(units, place)
        for target in random.sample(targets, 1 if of_both_sides(rules, units) else 5):
            yield Attack(units, place, target)
            yield Attack(units, place, target, payer=random.choice(PAYERS))
            yield Attack(units, place, target, again=True)
    for units in groups(rules, random, 4):
        yield Attack(units, random.choice(areas), random.choice(targets))
    locations = [place for place in rules.context.tables.areas for _ in range(2)]
    for units in combinations(rules.context.tables.units, 3):
        yield Attack(units, random.choice(locations), random.choice(targets))


def words(rules: EightHundredRules, random: Random) -> Iterator[Event]:
    """Yield the game's words and another one, with each argument and none."""
    every = (*rules.spec.game.words, "resign")
    arguments = (*rules.context.tables.areas, *rules.context.tables.units, "Z", "z9", "2")
    for word in every:
        for again, payer in product((False, True), PAYERS):
            yield Word(word, (), again=again, payer=payer)
        for argument in arguments:
            yield Word(word, (argument,))
            yield Word(word, (argument, random.choice(arguments)))
    yield EndPhase()


def rolls() -> Iterator[Event]:
    """Yield two dice from 0 to 7 with each naming of sides, and other numbers of dice."""
    sides: tuple[Units, ...] = ((), ("J", "C"), ("C", "J"), ("J", "J"), ("R", "C"), ("J",))
    for pips, named in product(product(range(8), repeat=2), sides):
        yield Roll(pips, named)
    for odd in ((), (4,), (1, 2, 3)):
        for named in ((), ("J", "C"), ("J", "C", "J")):
            yield Roll(odd, named)


def universe(rules: EightHundredRules, _: EightHundredState, random: Random) -> Iterator[Event]:
    yield from transfers(rules, random)
    yield from attacks(rules, random)
    yield from words(rules, random)
    yield from rolls()
