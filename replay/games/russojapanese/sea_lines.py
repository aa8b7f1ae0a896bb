"""The line of a battle at sea: who faces whom, and where the surplus of the larger side goes
(11.3.1). The fire stands in :mod:`gunfire`.

Russia lays its ships in line first, then Japan says who faces them (reading 29); each question is
asked only where the answer makes a difference. Ships in places that the enemy may match as he
likes, or that have no match, have no order among themselves; they are written in the order of
`units.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

from msgspec.structs import replace

from senpu.notation.events import Attack, Event, Word
from senpu.replay.core.rules import Decision, Effect, IllegalEventError
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.navy import UNDAMAGED, Battle, Navy, Pair, Ships
from senpu.replay.games.russojapanese.state import JAPAN, RUSSIA, State, navy_of, with_navy


def battle_of(state: State) -> Battle:
    battle = navy_of(state).battle
    assert battle is not None
    return battle


def with_battle(state: State, **changes: object) -> State:
    return with_navy(state, battle=replace(battle_of(state), **changes))


def begin(
    rules: RussoJapanese, state: State, fleets: tuple[str, str], effects: list[Effect]
) -> State:
    """Japan's fleet goes to sea and meets Russia's."""
    navy = navy_of(state)
    mine, theirs = (rules.fleets.named(rules.fleets.afloat(navy, fleet)) for fleet in fleets)
    effects.append(Effect("meets", JAPAN, mine, theirs))
    battle = Battle(fleets, hits=(0,) * len(navy.steps))
    state = with_navy(state, sailed=(*navy.sailed, fleets[0]), battle=battle)
    return replace(state, stage="line")


class Sides:
    """Who is in a battle."""

    def __init__(self, rules: RussoJapanese, navy: Navy, battle: Battle) -> None:
        fleets = rules.fleets
        self.japan, self.russia = (fleets.afloat(navy, fleet) for fleet in battle.fleets)
        self.sound = {
            side: frozenset(ship for ship in ships if navy.steps[ship] == UNDAMAGED)
            for side, ships in ((JAPAN, self.japan), (RUSSIA, self.russia))
        }
        """The undamaged ships, which stand first (11.3.1)."""
        self.matched = min(len(self.japan), len(self.russia))
        """How many stand one against one."""
        self.larger = JAPAN if len(self.japan) > len(self.russia) else RUSSIA
        """The side with the surplus, if there is any."""
        self.enemies = self.russia if self.larger == JAPAN else self.japan
        """The other side's ships."""
        marks = {0, len(self.sound[JAPAN]), len(self.sound[RUSSIA]), len(self.japan)}
        ends = sorted(mark for mark in marks if mark < len(self.russia))
        self.blocks = tuple(zip(ends, (*ends[1:], len(self.russia)), strict=True))
        """The stretches of Russia's line within which its order makes no difference: ships alike
        in being damaged or not, against enemies who are so too, or against nobody."""


def sides_of(rules: RussoJapanese, state: State) -> Sides:
    return Sides(rules, navy_of(state), battle_of(state))


# ---- 11.3.1: the line of Russia ---------------------------------------------------------


def follow_line(rules: RussoJapanese, state: State, effects: list[Effect]) -> State:
    """The next question of the line; what leaves no choice is done."""
    names = rules.fleets.names
    battle, sides = battle_of(state), sides_of(rules, state)
    if not battle.order:
        first, *more = islice(orders(sides), 2)
        if not more:
            return with_battle(state, order=first)
        units = rules.fleets.named(sides.russia)
        return replace(state, decision=Decision(RUSSIA, "line", rules.number["line"], units))
    if len(battle.pairs) < sides.matched:
        enemy, able = battle.order[len(battle.pairs)], opponents(sides, battle)
        if len(able) == 1:
            return facing(rules, state, (able[0], enemy), effects)
        return replace(
            state, decision=Decision(JAPAN, "oppose", rules.number["line"], (names[enemy],))
        )
    if not (surplus := unplaced(sides, battle)):
        return replace(state, stage="akiyama")
    ship, able = surplus[0], targets(sides, battle)
    if len(able) == 1:
        return assigned(rules, state, ship, able[0], effects)
    return replace(
        state, decision=Decision(sides.larger, "surplus", rules.number["line"], (names[ship],))
    )


def orders(sides: Sides) -> Iterator[Ships]:
    """Every line that Russia may lay: undamaged ships first, and within a block as written."""

    def lay(at: int, left: Ships) -> Iterator[Ships]:
        if at == len(sides.blocks):
            yield ()
            return
        start, end = sides.blocks[at]
        sound = start < len(sides.sound[RUSSIA])
        able = [ship for ship in left if (ship in sides.sound[RUSSIA]) is sound]
        for group in combinations(able, end - start):
            rest = tuple([ship for ship in left if ship not in group])
            for more in lay(at + 1, rest):
                yield (*group, *more)

    return lay(0, sides.russia)


def canon_line(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Event:
    """`line r2+r1+r3`: every ship of the fleet, undamaged ones first."""
    if not isinstance(event, Word) or event.word != "line" or event.payer or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    names = [name for arg in event.args for name in arg.split("+")]
    if sorted(names) != sorted(decision.units):
        raise IllegalEventError("lineAll", decision.rule, units=decision.units)
    sides = sides_of(rules, state)
    order = tuple([rules.fleets.number[name] for name in names])
    sound = sides.sound[RUSSIA]
    if not set(order[: len(sound)]) <= sound:
        raise IllegalEventError("lineSound", decision.rule, units=_named(rules, sound))
    return spelt(rules, sides, order)


def _named(rules: RussoJapanese, ships: frozenset[int]) -> tuple[str, ...]:
    return rules.fleets.named(tuple(sorted(ships)))


def spelt(rules: RussoJapanese, sides: Sides, order: Ships) -> Word:
    """A line of Russia's in the one spelling that it has."""
    return _line(rules, tuple(k for start, end in sides.blocks for k in sorted(order[start:end])))


def _line(rules: RussoJapanese, order: Ships) -> Word:
    return Word("line", ("+".join(rules.fleets.named(order)),))


def legal_lines(rules: RussoJapanese, state: State, decision: Decision) -> Iterator[Event]:
    sides = sides_of(rules, state)
    return (_line(rules, order) for order in orders(sides))


def lay(rules: RussoJapanese, state: State, event: Word, effects: list[Effect]) -> State:
    order = tuple([rules.fleets.number[name] for name in event.args[0].split("+")])
    effects.append(Effect("laid", RUSSIA, rules.fleets.named(order)))
    return with_battle(replace(state, decision=None), order=order)


# ---- 11.3.1: one against one, and the surplus -------------------------------------------


def opponents(sides: Sides, battle: Battle) -> Ships:
    """Japan's ships that may take the next place in line: undamaged ones while there are any."""
    sound = sides.sound[JAPAN]
    first = len(battle.pairs) < len(sound)
    left = unplaced_of(sides.japan, battle)
    return tuple([ship for ship in left if (ship in sound) is first])


def unplaced(sides: Sides, battle: Battle) -> Ships:
    """The ships beyond the enemy's number that are not assigned yet."""
    ships = sides.japan if sides.larger == JAPAN else sides.russia
    return unplaced_of(ships, battle)


def unplaced_of(ships: Ships, battle: Battle) -> Ships:
    placed = {ship for pair in battle.pairs for ship in pair}
    return tuple([ship for ship in ships if ship not in placed])


def targets(sides: Sides, battle: Battle) -> Ships:
    """Whom the next surplus ship may be assigned to: nobody gets a third ship unless enough are
    left for a second one against everybody (11.3.1; reading 65)."""
    enemies = sides.enemies
    at = 1 if sides.larger == JAPAN else 0
    facing = [pair[at] for pair in battle.pairs]
    single = [ship for ship in enemies if facing.count(ship) < 2]
    rest = len(unplaced(sides, battle)) - 1
    return enemies if rest >= len(single) else tuple(single)


def facing(rules: RussoJapanese, state: State, pair: Pair, effects: list[Effect]) -> State:
    """A ship of Japan takes the next place in line."""
    one, other = rules.fleets.named(pair)
    effects.append(Effect("faces", JAPAN, (one,), (other,)))
    return with_battle(state, pairs=(*battle_of(state).pairs, pair))


def assigned(
    rules: RussoJapanese, state: State, ship: int, target: int, effects: list[Effect]
) -> State:
    """A surplus ship is sent against an enemy."""
    side = rules.fleets.side[ship]
    names = rules.fleets.named((ship, target))
    effects.append(Effect("assigned", side, names[:1], names[1:]))
    pair: Pair = (ship, target) if side == JAPAN else (target, ship)
    return with_battle(state, pairs=(*battle_of(state).pairs, pair))


def canon_pair(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Event:
    """`m3*r1`: who faces the ship that is next in line; `r7*m3`: against whom the next surplus
    ship goes."""
    if not isinstance(event, Attack) or event.payer or event.again or event.place:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    if len(event.units) != 1:
        raise IllegalEventError("oneShip", decision.rule, units=event.units)
    number = rules.fleets.number
    for name in (*event.units, event.unit):
        if name not in number:
            raise IllegalEventError(
                "unknownShip", decision.rule, unit=name, units=rules.fleets.names
            )
    sides, battle = sides_of(rules, state), battle_of(state)
    if decision.kind == "oppose":
        given, chosen, able = event.unit, event.units[0], opponents(sides, battle)
        why = "lineSoundNow" if number[chosen] in unplaced_of(sides.japan, battle) else "lineWho"
    else:
        given, chosen, able = event.units[0], event.unit, targets(sides, battle)
        why = "secondFirst" if number[chosen] in sides.enemies else "lineWho"
    if given != decision.units[0]:
        raise IllegalEventError("lineNext", decision.rule, unit=decision.units[0])
    if number[chosen] not in able:
        raise IllegalEventError(why, decision.rule, unit=chosen, units=rules.fleets.named(able))
    return event


def legal_pairs(rules: RussoJapanese, state: State, decision: Decision) -> Iterator[Event]:
    sides, battle, (given,) = sides_of(rules, state), battle_of(state), decision.units
    if decision.kind == "oppose":
        able = rules.fleets.named(opponents(sides, battle))
        return (Attack((chosen,), "", given) for chosen in able)
    able = rules.fleets.named(targets(sides, battle))
    return (Attack((given,), "", chosen) for chosen in able)


def pair(rules: RussoJapanese, state: State, event: Attack, effects: list[Effect]) -> State:
    assert state.decision is not None
    ship, other = rules.fleets.number[event.units[0]], rules.fleets.number[event.unit]
    kind, state = state.decision.kind, replace(state, decision=None)
    if kind == "oppose":
        return facing(rules, state, (ship, other), effects)
    return assigned(rules, state, ship, other, effects)
