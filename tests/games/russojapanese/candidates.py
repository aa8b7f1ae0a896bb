"""Events of every kind, sensible and not, with which the law of legality is tried.

They go far beyond what is legal anywhere: every way and every goal, groups of anybody in any
order, every card for every act, the sign of a hidden card, words with too little or too much.
"""

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
from senpu.replay.games.russojapanese.rules import RussoJapaneseRules
from senpu.replay.games.russojapanese.state import BOXES, RussoJapaneseState, format_card
from senpu.replay.parts.hexes import NOWHERE

Units = tuple[str, ...]
CARDS = tuple(format_card(card) for card in range(1, 17))
STRANGE = ("#00", "#17", "#??", "?1f3a9c02", "g1", "air")
"""Cards that no hand holds."""
FORMS = (Move, Rail, March, Place, Retreat, Fire)
OFF_THE_MAP = (*(name for boxes in BOXES.values() for name in boxes.values()), "Off", "9999")


def payers(state: RussoJapaneseState, random: Random) -> Units:
    """A card of the hands, any card, two, none, or something else."""
    held = [format_card(card) for cards in state.hands for card in cards]
    chance = random.random()
    if held and chance < 0.6:
        return (random.choice(held),)
    if chance < 0.7:
        return (random.choice(CARDS), random.choice(CARDS))
    return random.choice(((), (random.choice(CARDS),), (random.choice(STRANGE),)))


def around(rules: RussoJapaneseRules, start: int, length: int) -> Iterator[tuple[str, ...]]:
    """Yield all walks of adjacent hexes from one, up to a length, without regard to obstacles."""
    grid = rules.context.tables.grid
    ways: list[tuple[int, ...]] = [()]
    for _ in range(length):
        ways = [
            (*way, h)
            for way in ways
            for h in grid.neighbours[way[-1] if way else start]
            if h != NOWHERE
        ]
        for way in ways:
            yield grid.list_ids(way)


def starts(
    rules: RussoJapaneseRules, state: RussoJapaneseState, k: int
) -> tuple[int, tuple[str, ...]]:
    """Return the starts of a unit's walks, each with its prefix."""
    tables, h = rules.context.tables, state.where[k]
    if h >= 0:
        return h, ()
    supply = tables.supply[tables.side[k]]
    return supply, (tables.ids[supply],)


def walks(rules: RussoJapaneseRules, state: RussoJapaneseState, random: Random) -> Iterator[Event]:
    """Every way of some units, all goals for all, and ways that jump."""
    tables = rules.context.tables
    for length, many in ((2, 8), (3, 3), (5, 1)):
        for k in random.sample(range(len(tables.units)), many):
            start, first = starts(rules, state, k)
            if first:
                yield Move((tables.units[k],), first)
            for path in around(rules, start, length - len(first)):
                yield Move((tables.units[k],), (*first, *path))
    for unit in (*tables.units, "z9"):
        for place in (*tables.ids, *OFF_THE_MAP):
            yield Move((unit,), (place,))
        place, other = random.choice(tables.ids), random.choice(tables.ids)
        yield Move((unit,), (place, other))
        yield Move((unit, random.choice(tables.units)), (place,))
        for form in FORMS:
            paying = payers(state, random)
            yield form((unit,), (place,), again=random.random() < 0.2, payer=paying)


def lines(rules: RussoJapaneseRules, state: RussoJapaneseState, random: Random) -> Iterator[Event]:
    """Yield railway and strategic moves: all units to all hexes of a line, also hex by hex."""
    tables = rules.context.tables
    for k, unit in enumerate(tables.units):
        for h, links in enumerate(tables.lines):
            if links:
                yield Rail((unit,), (tables.ids[h],))
                yield March((unit,), (tables.ids[h],), payer=payers(state, random))
        for ways in (tables.rail, tables.lines):
            here, path = starts(rules, state, k)
            for _ in range(5):
                if not ways[here]:
                    break
                here = random.choice(sorted(ways[here]))
                path = (*path, tables.ids[here])
                yield Rail((unit,), path)
                yield March((unit,), path, payer=payers(state, random))
            yield March((unit,), (random.choice(tables.ids), *path), payer=payers(state, random))
            yield March((unit,), (*path, random.choice(OFF_THE_MAP)), payer=payers(state, random))


def stacks(rules: RussoJapaneseRules, state: RussoJapaneseState) -> dict[int, Units]:
    """The units on the map by their hex."""
    found: dict[int, Units] = {}
    for k, h in enumerate(state.where):
        if h >= 0:
            found[h] = (*found.get(h, ()), rules.context.tables.units[k])
    return found


def near(rules: RussoJapaneseRules, state: RussoJapaneseState, h: int) -> Units:
    """Return the units of both sides in and around a hex."""
    around_it = {*rules.context.tables.grid.neighbours[h], h}
    return tuple(
        rules.context.tables.units[k]
        for k, other in enumerate(state.where)
        if other >= 0 and other in around_it
    )


def groups(units: Units, random: Random, most: int) -> Iterator[Units]:
    """Groups of some units up to a size, and the same the other way round."""
    for size in range(1, min(len(units), most) + 1):
        for group in combinations(units, size):
            yield group
            if random.random() < 0.3:
                yield group[::-1]
    if units:
        yield (units[0], units[0])


def fights(rules: RussoJapaneseRules, state: RussoJapaneseState, random: Random) -> Iterator[Event]:
    """Attacks on the hexes of every unit, by neighbours and by anybody; the choice of a fight."""
    tables = rules.context.tables
    for h, standing in stacks(rules, state).items():
        place = tables.ids[h]
        for group in groups(near(rules, state, h), random, 4):
            yield Attack(group, place)
            if random.random() < 0.1:
                yield Attack(group, place, payer=payers(state, random), again=True)
                yield Attack(group, "", standing[0])
                yield Attack(group, place, standing[0])
        for unit in random.sample(tables.units, 6):
            yield Attack((unit,), place)
            yield Attack((unit,), "", random.choice(tables.units))
    for place in (*tables.ids, *OFF_THE_MAP):
        yield Attack((random.choice(tables.units),), place)
        yield Word("fight", (place,))
        yield Word("fight", (place,), payer=payers(state, random))
    for each in state.declared:
        for card in (*CARDS, *STRANGE):
            yield Word("fight", (tables.ids[each.place],), payer=(card,))
        yield Word("fight", (tables.ids[each.place],), again=True)
        yield Word("fight", (tables.ids[each.place],) * 2)


def after_fights(
    rules: RussoJapaneseRules, state: RussoJapaneseState, random: Random
) -> Iterator[Event]:
    """Yield retreats and advances of the units in a combat, and of others."""
    tables = rules.context.tables
    for h, standing in stacks(rules, state).items():
        for path in around(rules, h, 2):
            yield Retreat((random.choice(standing),), path)
        for path in around(rules, h, 1):
            for unit in standing:
                yield Retreat((unit,), path)
            yield Retreat(standing, path, payer=payers(state, random))
            yield Retreat(standing, path)
    places = (
        {tables.index[state.decision.place]} if state.decision and state.decision.place else set()
    )
    for h in places | ({state.fight.place} if state.fight else set()):
        for group in groups(near(rules, state, h), random, 3):
            yield Move(group, (tables.ids[h],))
            yield Move(group, (tables.ids[h],), payer=payers(state, random))
            for path in around(rules, h, 1):
                yield Move(group, (tables.ids[h], *path), payer=payers(state, random))
                yield Move(group, path)
            yield Move(group, (tables.ids[h],), again=True)
    for unit in tables.units:
        yield Word("lose", (unit,))
        yield Word("lose", (f"{unit}+{random.choice(tables.units)}",))


def transports(
    rules: RussoJapaneseRules, state: RussoJapaneseState, random: Random
) -> Iterator[Event]:
    """Every unit to the boxes, the ports and elsewhere."""
    tables = rules.context.tables
    ports = tables.grid.list_ids(tables.ports)
    for unit in (*tables.units, "z9"):
        for place in (*ports, *OFF_THE_MAP, *random.sample(tables.ids, 3)):
            yield Place((unit,), (place,), payer=payers(state, random))
        place = random.choice(ports)
        yield Place((unit,), (place,))
        yield Place((unit,), (place, place), payer=payers(state, random))
        yield Place((unit, random.choice(tables.units)), (place,), payer=payers(state, random))
        yield Place((unit,), (place,), again=True, payer=payers(state, random))


def plays(rules: RussoJapaneseRules, state: RussoJapaneseState, random: Random) -> Iterator[Event]:
    """Every card as an event, alone and on everything; every card for a forced march."""
    tables = rules.context.tables
    for card in (*CARDS, *STRANGE):
        yield Word("play", (card,))
        yield Word("play", (card,), payer=payers(state, random) or ("#01",))
        yield Word("play", (card,), again=True)
        for unit in (*tables.units, "z9"):
            yield Word("play", (card, unit))
        yield Word("play", (card, *random.sample(tables.units, 2)))
        yield Word("play", (card, random.choice(tables.ids)))
        for word in ("move", "attack", "refill", "no"):
            yield Word(word, payer=(card,))
            yield Word(word, ("1214",), payer=(card,))
            yield Word(word, payer=(card,), again=True)


def draws(state: RussoJapaneseState, random: Random) -> Iterator[Event]:
    """Cards drawn and discarded: any number, any order, twice, and such as there are not."""
    pools: list[Units] = [CARDS, (*CARDS, *STRANGE)]
    pools += [
        tuple(format_card(card) for card in cards)
        for cards in (state.deck, *state.hands, state.pile)
        if cards
    ]
    for word in ("draw", "discard"):
        for pool in pools:
            for _ in range(40):
                cards = tuple(random.choices(pool, k=random.randint(1, 4)))
                yield Word(word, ("+".join(cards),))
                yield Word(word, cards)
                yield Word(word, ("+".join(sorted(set(cards))),))
            for size in range(1, min(len(pool), 4) + 1):
                chosen = random.sample(pool, size)
                yield Word(word, ("+".join(chosen),))
                yield Word(word, ("+".join(chosen),), payer=payers(state, random))
                yield Word(word, ("+".join(chosen),), again=True)


def words(rules: RussoJapaneseRules, state: RussoJapaneseState, random: Random) -> Iterator[Event]:
    """Every word of the game, alone and with numbers, units and places."""
    for word in (*rules.spec.game.words, "pass", "end"):
        yield Word(word)
        yield Word(word, again=True)
        yield Word(word, payer=payers(state, random))
        for argument in (
            *map(str, range(7)),
            *random.sample(rules.context.tables.ids, 2),
            "s1",
            "Japan",
        ):
            yield Word(word, (argument,))
            yield Word(word, (argument,), payer=payers(state, random))
        yield Word(word, ("3", "4"))
    yield EndPhase()


def rolls() -> Iterator[Event]:
    """Yield dice of one side, of both in either order, and of no side."""
    for pip in range(8):
        for sides in ((), ("J",), ("R",), ("C",)):
            yield Roll((pip,), sides)
        for letters in ((), ("J", "R"), ("R", "J"), ("J", "J"), ("R", "C")):
            yield Roll((pip, 3), letters)
    yield Roll(())
    yield Roll((1, 2, 3))


def universe(
    rules: RussoJapaneseRules, state: RussoJapaneseState, random: Random
) -> Iterator[Event]:
    yield from walks(rules, state, random)
    yield from lines(rules, state, random)
    yield from fights(rules, state, random)
    yield from after_fights(rules, state, random)
    yield from transports(rules, state, random)
    yield from plays(rules, state, random)
    yield from draws(state, random)
    yield from words(rules, state, random)
    yield from rolls()
