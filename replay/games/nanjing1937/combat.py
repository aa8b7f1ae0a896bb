"""A combat phase: attacks declared, supports and strengths, the die (9.1 to 9.4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from senpu.notation.events import Attack, EndPhase, Event, Roll, Word
from senpu.replay.core.odds import OddsTerm
from senpu.replay.core.rules import Effect, IllegalEventError
from senpu.replay.core.states import Decision
from senpu.replay.games.nanjing1937 import results, turns
from senpu.replay.games.nanjing1937.context import NanjingContext
from senpu.replay.games.nanjing1937.state import (
    CHINA,
    END,
    ENEMY,
    HOLD,
    JAPAN,
    NanjingCombat,
    NanjingState,
    Step,
)
from senpu.replay.parts.counters import UnitGroup, UnitStack, find_units, group_by_hex, parse_group
from senpu.replay.parts.tables import find_column_number, find_results

AIR, GUNS, CHEN = "air", "guns", "chen"


def bar_support(
    rules: NanjingContext, state: NanjingState, side: str, payer: tuple[str, ...], target: int
) -> IllegalEventError | None:
    """Return what forbids the supports declared with an attack (9.4.1 to 9.4.5)."""
    if len(set(payer)) < len(payer):
        return rules.reject("supportTwice", "chen_once" if side == CHINA else "support")
    for word in payer:
        if word not in SUPPORT_CHECKS or (word == CHEN) != (side == CHINA):
            return rules.reject("supportSide", "support_side", word=word, side=side)
        bar = SUPPORT_CHECKS[word](rules, state, target)
        if bar is not None:
            return bar
    return None


def bar_air(rules: NanjingContext, state: NanjingState, target: int) -> IllegalEventError | None:
    """Return what forbids air support now (4.0.2, 9.4.1; reading 26)."""
    first = rules.tables.limit["air_from"]
    if state.turn < first:
        return rules.reject("airEarly", "support", turn=first)
    if state.policy == HOLD and rules.hold_stops_air:  # 4.0.2; reading 26
        return rules.reject("airHeld", "holding")
    return rules.reject("airUsed", "support") if state.air_used else None


def bar_guns(rules: NanjingContext, state: NanjingState, target: int) -> IllegalEventError | None:
    """Return what forbids naval gunfire against a hex now (9.4.5, 10.1.2)."""
    if state.landed:  # 9.4.5, 10.1.2
        return rules.reject("gunsLanding", "assault")
    if state.guns_used:
        return rules.reject("gunsUsed", "support")
    if not rules.tables.gunfire[target]:
        return rules.reject("gunsReach", "gunfire", place=rules.tables.ids[target])
    return None


def bar_chen(rules: NanjingContext, state: NanjingState, target: int) -> IllegalEventError | None:
    """Return what forbids the use of Chen Cheng now (9.4.2, 9.5)."""
    if state.chen_lost:
        return rules.reject("chenLost", "results")
    return rules.reject("chenUsed", "chen_once") if state.chen_used else None


SUPPORT_CHECKS = {AIR: bar_air, GUNS: bar_guns, CHEN: bar_chen}


def list_supports(
    rules: NanjingContext, state: NanjingState, side: str, target: int
) -> list[tuple[str, ...]]:
    """Return all choices of supports for an attack, the choice without support first."""
    words = (AIR, GUNS) if side == JAPAN else (CHEN,)
    ready = [word for word in words if SUPPORT_CHECKS[word](rules, state, target) is None]
    return [choice for size in range(len(ready) + 1) for choice in combinations(ready, size)]


def list_terms(
    rules: NanjingContext,
    state: NanjingState,
    group: UnitGroup,
    target: int,
    payer: tuple[str, ...] = (),
) -> tuple[OddsTerm, ...]:
    """Return the terms that add up to the difference of an attack (9.2 to 9.4)."""
    tables, number, modifier = rules.tables, rules.number, rules.tables.modifier
    side = tables.side[group[0]]
    terms = [
        OddsTerm("attacker", tables.strength[k], number["attack"], tables.units[k], side)
        for k in group
    ]
    attacking = group_by_hex(group, state.where)
    for stack in attacking:
        if stack.place in tables.major[target]:  # 9.3.3: off each stack; reading 10
            total = sum(tables.strength[k] for k in stack.units)
            if off := min(total, modifier["across_major"]):
                place = tables.ids[stack.place]
                terms.append(OddsTerm("across_major", -off, number["across_major"], place, side))
    for word in payer:  # 9.4.5, 9.4.6; reading 11
        terms.append(OddsTerm(word, modifier[word], number["gunfire"], side=side))
    enemy = ENEMY[side]
    terms += [
        OddsTerm("defender", -tables.strength[k], number["defence"], tables.units[k], enemy)
        for k in find_units(tables.own[enemy], state.where, target)
        if not state.done >> k & 1  # reading 9: earlier targets add nothing
    ]
    if cover := tables.cover[target]:
        terms.append(OddsTerm("ground", -cover, number["ground"], tables.ids[target], enemy))
    if all(stack.place in tables.river[target] for stack in attacking):  # reading 20
        terms.append(OddsTerm("river", -tables.river_cover, number["across_river"], side=enemy))
    return tuple(terms)


def compute_totals(
    rules: NanjingContext,
    state: NanjingState,
    group: UnitGroup,
    targets: UnitGroup,
    target: int,
    payer: tuple[str, ...],
) -> tuple[int, int]:
    """Return attack and defence (9.2 to 9.4), without the terms of `list_terms`."""
    tables, where, strength = rules.tables, state.where, rules.tables.strength
    by_hex: dict[int, int] = {}
    for k in group:
        h = where[k]
        by_hex[h] = by_hex.get(h, 0) + strength[k]
    attack, modifier, major = 0, tables.modifier, tables.major[target]
    for h, total in by_hex.items():
        attack += max(0, total - modifier["across_major"]) if h in major else total
    for word in payer:
        attack += modifier[word]
    defence = tables.cover[target]
    for k in targets:
        if not state.done >> k & 1:
            defence += strength[k]
    if by_hex.keys() <= tables.river[target]:
        defence += tables.river_cover
    return attack, defence


USE_CHEN, NO_CHEN = Word(CHEN), Word("no")

# ---- legal attacks ----------------------------------------------------------------------


def canon_combat(
    rules: NanjingContext, state: NanjingState, decision: Decision, event: Event
) -> Event:
    """Return the declaration of an attack or the end of the phase in canonical form (9.1)."""
    if type(event) is EndPhase:
        return event
    if type(event) is not Attack:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    return _canon_attack(rules, state, decision.side, event)


def _canon_attack(rules: NanjingContext, state: NanjingState, side: str, event: Attack) -> Event:
    tables = rules.tables
    if event.again:
        raise rules.reject("noAgain", "combat")
    group = parse_group(rules.reject, tables.unit, event.units, "combat", "once")
    place = event.place
    if event.unit:
        if place:
            raise rules.reject("wholeHex", "together", unit=event.unit)
        if event.unit not in tables.unit:
            raise rules.reject("unknownUnit", "combat", unit=event.unit)
        if state.where[tables.unit[event.unit]] < 0:
            raise rules.reject("offMap", "combat", unit=event.unit)
        place = tables.ids[state.where[tables.unit[event.unit]]]
    if place not in tables.index:
        raise rules.reject("unknownPlace", "hexes", place=place)
    target = tables.index[place]
    bar = bar_attack(rules, state, side, group, target)
    if bar is None and event.payer:
        bar = bar_support(rules, state, side, event.payer, target)
    if bar is not None:
        raise bar
    names = tables.names(group)
    payer = tuple(sorted(event.payer))
    if names == event.units and payer == event.payer and not event.unit:
        return event
    return Attack(names, place, payer=payer)


def bar_attack(
    rules: NanjingContext, state: NanjingState, side: str, group: UnitGroup, target: int
) -> IllegalEventError | None:
    """Return what forbids an attack on a hex (9.0, 9.1)."""
    tables, where, done = rules.tables, state.where, state.done
    place = tables.ids[target]
    for k in group:
        unit = tables.units[k]
        if tables.side[k] != side:
            return rules.reject("notYours", "combat", unit=unit, side=side)
        here = where[k]
        if here < 0:
            return rules.reject("offMap", "combat", unit=unit)
        if done >> k & 1:  # 9.1.2
            return rules.reject("attackedAlready", "once", unit=unit)
        if target not in tables.adjacent[here]:
            if target in tables.grid.neighbours[here]:  # reading 29
                return rules.reject("attackWater", "combat", place=tables.ids[here], goal=place)
            return rules.reject("notBeside", "combat", unit=unit, place=place)
    hexes = {where[k] for k in group}
    for k in tables.own[side]:  # 9.1.3: units of a stack attack together
        if where[k] in hexes and k not in group:
            if done >> k & 1:
                return rules.reject("stackSpent", "once", unit=tables.units[k])
            return rules.reject("stackTogether", "together", unit=tables.units[k])
    return bar_target(rules, state, side, target)


def bar_target(
    rules: NanjingContext, state: NanjingState, side: str, target: int
) -> IllegalEventError | None:
    """Return what forbids any attack of a side on a hex (9.0, 9.1.2)."""
    tables, place = rules.tables, rules.tables.ids[target]
    defenders = find_units(tables.own[ENEMY[side]], state.where, target)
    if not defenders:
        return rules.reject("nobodyThere", "combat", place=place)
    spent = [k for k in defenders if state.done >> k & 1]
    if len(spent) == len(defenders):
        return rules.reject("targetSpent", "once", place=place)
    if spent and rules.fallen_back_shields:  # reading 9
        return rules.reject("targetShielded", "once", place=place)
    return None


# ---- declarations -----------------------------------------------------------------------


def declare_attack(rules: NanjingContext, state: NanjingState, event: Event) -> Step:
    """Return the state after the declaration of an attack or the end of the phase (9.1, 9.4)."""
    if type(event) is EndPhase:
        return turns.end_phase(rules, state)
    assert type(event) is Attack
    assert state.decision is not None
    tables, side = rules.tables, state.decision.side
    group = tuple([tables.unit[ident] for ident in event.units])
    target = tables.index[event.place]
    targets = find_units(tables.own[ENEMY[side]], state.where, target)
    attacking, defending = compute_totals(rules, state, group, targets, target, event.payer)
    difference = attacking - defending
    declared = Effect(
        "attack", side, event.units, tables.names(targets), (event.place,),
        (attacking, defending, difference),
    )  # fmt: skip
    done = state.done
    for k in (*group, *targets):
        done |= 1 << k
    chen = CHEN in event.payer
    asked = side == JAPAN and not (state.chen_used or state.chen_lost)
    after = replace(
        state, done=done, fight=NanjingCombat(side, target, group, targets, difference, chen),
        air_used=state.air_used or AIR in event.payer,
        guns_used=state.guns_used or GUNS in event.payer,
        chen_used=state.chen_used or chen,
        decision=rules.ask_chen if asked else rules.ask_dice,
    )  # fmt: skip
    return after, (declared, *[Effect(SUPPORT_EFFECTS[word], side) for word in event.payer])


SUPPORT_EFFECTS = {AIR: "air", GUNS: "guns", CHEN: "chenAttack"}
"""The effect of each support of an attack."""


def legal_combat(rules: NanjingContext, state: NanjingState, decision: Decision) -> Iterator[Event]:
    """Yield the attacks that may be declared, then the end of the phase (9.1, 9.4)."""
    for target, near in find_fronts(rules, state, decision.side).items():
        for size in range(1, len(near) + 1):
            for chosen in combinations(near, size):
                group = tuple(sorted(k for stack in chosen for k in stack.units))
                names, place = rules.tables.names(group), rules.tables.ids[target]
                for payer in list_supports(rules, state, decision.side, target):
                    yield Attack(names, place, payer=payer)
    yield END


def find_fronts(
    rules: NanjingContext, state: NanjingState, side: str
) -> dict[int, list[UnitStack]]:
    """Return the hexes that may be attacked, each with the stacks that may attack it."""
    tables, where, done = rules.tables, state.where, state.done
    contact = rules.contacts.field(side, where)
    group = tuple([k for k in tables.own[side] if where[k] >= 0 and contact[where[k]]])
    if not group:
        return {}
    spent = {where[k] for k in group if done >> k & 1}
    enemies = set(where[tables.span[ENEMY[side]]])
    near: dict[int, list[UnitStack]] = {}
    for stack in group_by_hex(group, where):
        if stack.place not in spent:
            for target in enemies.intersection(tables.adjacent[stack.place]):
                near.setdefault(target, []).append(stack)
    return {
        target: near[target]
        for target in sorted(near)
        if not done or bar_target(rules, state, side, target) is None
    }


# ---- Chen Cheng in defence, and the die -------------------------------------------------


def canon_chen(
    rules: NanjingContext, state: NanjingState, decision: Decision, event: Event
) -> Event:
    """Return China's choice to use Chen Cheng in defence in canonical form (9.4.3)."""
    if event != USE_CHEN and event != NO_CHEN:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    return event


def legal_chen(rules: NanjingContext, state: NanjingState, decision: Decision) -> Iterator[Event]:
    """Return China's choices to use Chen Cheng in defence (9.4.3)."""
    return iter((USE_CHEN, NO_CHEN))


def answer_chen(rules: NanjingContext, state: NanjingState, event: Word) -> Step:
    """Return the state after China's choice to use Chen Cheng in defence (9.4.3)."""
    if event == NO_CHEN:
        return replace(state, decision=rules.ask_dice), (Effect("noChen", CHINA),)
    fight = state.fight
    assert fight is not None
    less = fight.difference - rules.tables.modifier[CHEN]
    fight = replace(fight, difference=less, chen=True)
    after = replace(state, fight=fight, chen_used=True, decision=rules.ask_dice)
    return after, (Effect("chen", CHINA),)


def apply_roll(rules: NanjingContext, state: NanjingState, event: Roll) -> Step:
    """Return the state after the roll of an attack (9.2, 9.3)."""
    fight = state.fight
    assert fight is not None
    (pip,) = event.pips
    table = rules.tables.results
    read = find_results(table, fight.difference)[pip - 1]
    result = convert_result(rules, fight.place, read)
    column = find_column_number(table, fight.difference)
    places = (rules.tables.ids[fight.place],)
    rolled = Effect(RESULT_EFFECTS[read], fight.side, (), (), places, (pip, column))
    state, effects = results.apply_result(rules, state, result)
    if result != read:
        return state, (rolled, Effect("city", fight.side, places=places), *effects)
    return state, (rolled, *effects)


RESULT_EFFECTS = {
    "A Elim": "rollAElim",
    "AR": "rollAR",
    "Ex": "rollEx",
    "DR": "rollDR",
    "D Elim": "rollDElim",
}
"""The effect of each result."""


def convert_result(rules: NanjingContext, place: int, result: str) -> str:
    """Return the result that applies against a hex: DR against a city is Ex (9.3.4)."""
    return "Ex" if result == "DR" and place in rules.tables.city else result
