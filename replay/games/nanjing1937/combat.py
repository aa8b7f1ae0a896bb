"""A combat phase: attacks declared, supports and strengths, the die (9.1 to 9.4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from senpu.notation.events import Attack, EndPhase, Event, Roll, Word
from senpu.replay.core.odds import Term
from senpu.replay.core.rules import Decision, Effect, IllegalEventError
from senpu.replay.games.nanjing1937 import results, turns
from senpu.replay.games.nanjing1937.context import Nanjing
from senpu.replay.games.nanjing1937.state import CHINA, END, ENEMY, HOLD, JAPAN, Fight, State, Step
from senpu.replay.parts.counters import Group, Stack, parse_group, stacks, standing
from senpu.replay.parts.tables import column_number, results_of

AIR, GUNS, CHEN = "air", "guns", "chen"


def bar_support(
    rules: Nanjing, state: State, side: str, payer: tuple[str, ...], target: int
) -> IllegalEventError | None:
    """What forbids the supports declared with an attack (9.4.1 to 9.4.5)."""
    if len(set(payer)) < len(payer):
        return rules.reject("supportTwice", "support")
    for word in payer:
        if word not in BARS or (word == CHEN) != (side == CHINA):
            return rules.reject("supportSide", "support_side", word=word, side=side)
        bar = BARS[word](rules, state, target)
        if bar is not None:
            return bar
    return None


def bar_air(rules: Nanjing, state: State, target: int) -> IllegalEventError | None:
    first = rules.sheet.limit["air_from"]
    if state.turn < first:
        return rules.reject("airEarly", "support", turn=first)
    if state.policy == HOLD and rules.hold_stops_air:  # 4.0.2; reading 26
        return rules.reject("airHeld", "holding")
    return rules.reject("airUsed", "support") if state.air_used else None


def bar_guns(rules: Nanjing, state: State, target: int) -> IllegalEventError | None:
    if state.landed:  # 9.4.5, 10.1.2
        return rules.reject("gunsLanding", "assault")
    if state.guns_used:
        return rules.reject("gunsUsed", "support")
    if not rules.sheet.gunfire[target]:
        return rules.reject("gunsReach", "gunfire", place=rules.sheet.ids[target])
    return None


def bar_chen(rules: Nanjing, state: State, target: int) -> IllegalEventError | None:
    if state.chen_lost:
        return rules.reject("chenLost", "results")
    return rules.reject("chenUsed", "chen_once") if state.chen_used else None


BARS = {AIR: bar_air, GUNS: bar_guns, CHEN: bar_chen}


def supports(rules: Nanjing, state: State, side: str, target: int) -> list[tuple[str, ...]]:
    """Every choice of supports for an attack, none first."""
    words = (AIR, GUNS) if side == JAPAN else (CHEN,)
    ready = [word for word in words if BARS[word](rules, state, target) is None]
    return [choice for size in range(len(ready) + 1) for choice in combinations(ready, size)]


def strengths(
    rules: Nanjing, state: State, group: Group, target: int, payer: tuple[str, ...] = ()
) -> tuple[Term, ...]:
    """How the difference of an attack comes about, term by term; they add up to it."""
    sheet, number, modifier = rules.sheet, rules.number, rules.sheet.modifier
    terms = [Term("attacker", sheet.strength[k], number["attack"], sheet.units[k]) for k in group]
    attacking = stacks(group, state.where)
    for stack in attacking:
        if stack.place in sheet.major[target]:  # 9.3.3: off each stack; reading 10
            total = sum(sheet.strength[k] for k in stack.units)
            if off := min(total, modifier["across_major"]):
                place = sheet.ids[stack.place]
                terms.append(Term("across_major", -off, number["across_major"], place))
    for word in payer:  # 9.4.5, 9.4.6; reading 11
        terms.append(Term(word, modifier[word], number["gunfire"]))
    enemy = ENEMY[sheet.side[group[0]]]
    terms += [
        Term("defender", -sheet.strength[k], number["defence"], sheet.units[k])
        for k in standing(sheet.own[enemy], state.where, target)
        if not state.done >> k & 1  # reading 9: who was attacked before adds nothing
    ]
    if cover := sheet.cover[target]:
        terms.append(Term("ground", -cover, number["ground"], sheet.ids[target]))
    if all(stack.place in sheet.river[target] for stack in attacking):  # reading 20
        terms.append(Term("river", -sheet.river_cover, number["across_river"]))
    return tuple(terms)


def totals(
    rules: Nanjing, state: State, group: Group, targets: Group, target: int, payer: tuple[str, ...]
) -> tuple[int, int]:
    """Attack and defence without their terms, as every log needs them; the same sums."""
    sheet, where, strength = rules.sheet, state.where, rules.sheet.strength
    by_hex: dict[int, int] = {}
    for k in group:
        h = where[k]
        by_hex[h] = by_hex.get(h, 0) + strength[k]
    attack, modifier, major = 0, sheet.modifier, sheet.major[target]
    for h, total in by_hex.items():
        attack += max(0, total - modifier["across_major"]) if h in major else total
    for word in payer:
        attack += modifier[word]
    defence = sheet.cover[target]
    for k in targets:
        if not state.done >> k & 1:
            defence += strength[k]
    if by_hex.keys() <= sheet.river[target]:
        defence += sheet.river_cover
    return attack, defence


CHEN_IN, CHEN_OUT = Word(CHEN), Word("no")

# ---- who may attack whom ----------------------------------------------------------------


def canon_combat(rules: Nanjing, state: State, decision: Decision, event: Event) -> Event:
    if type(event) is EndPhase:
        return event
    if type(event) is not Attack:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    return _canon_attack(rules, state, decision.side, event)


def _canon_attack(rules: Nanjing, state: State, side: str, event: Attack) -> Event:
    sheet = rules.sheet
    if event.again:
        raise rules.reject("noAgain", "combat")
    group = parse_group(rules.reject, sheet.unit, event.units, "combat", "once")
    place = event.place
    if event.unit:
        if place:
            raise rules.reject("wholeHex", "together", unit=event.unit)
        if event.unit not in sheet.unit:
            raise rules.reject("unknownUnit", "combat", unit=event.unit)
        if state.where[sheet.unit[event.unit]] < 0:
            raise rules.reject("offMap", "combat", unit=event.unit)
        place = sheet.ids[state.where[sheet.unit[event.unit]]]
    if place not in sheet.index:
        raise rules.reject("unknownPlace", "hexes", place=place)
    target = sheet.index[place]
    bar = bar_attack(rules, state, side, group, target)
    if bar is None and event.payer:
        bar = bar_support(rules, state, side, event.payer, target)
    if bar is not None:
        raise bar
    names = sheet.names(group)
    payer = tuple(sorted(event.payer))
    if names == event.units and payer == event.payer and not event.unit:
        return event
    return Attack(names, place, payer=payer)


def bar_attack(
    rules: Nanjing, state: State, side: str, group: Group, target: int
) -> IllegalEventError | None:
    """What forbids an attack on a hex (9.0, 9.1)."""
    sheet, where, done = rules.sheet, state.where, state.done
    place = sheet.ids[target]
    for k in group:
        unit = sheet.units[k]
        if sheet.side[k] != side:
            return rules.reject("notYours", "combat", unit=unit, side=side)
        here = where[k]
        if here < 0:
            return rules.reject("offMap", "combat", unit=unit)
        if done >> k & 1:  # 9.1.2
            return rules.reject("attackedAlready", "once", unit=unit)
        if target not in sheet.beside[here]:
            if target in sheet.grid.near[here]:  # reading 29
                return rules.reject("attackWater", "water", place=sheet.ids[here], goal=place)
            return rules.reject("notBeside", "combat", unit=unit, place=place)
    hexes = {where[k] for k in group}
    for k in sheet.own[side]:  # 9.1.3: who stands together attacks together
        if where[k] in hexes and k not in group:
            if done >> k & 1:
                return rules.reject("stackSpent", "once", unit=sheet.units[k])
            return rules.reject("stackTogether", "together", unit=sheet.units[k])
    defenders = standing(sheet.own[ENEMY[side]], state.where, target)
    if not defenders:
        return rules.reject("nobodyThere", "combat", place=place)
    spent = [k for k in defenders if done >> k & 1]
    if len(spent) == len(defenders):
        return rules.reject("targetSpent", "once", place=place)
    if spent and rules.fallen_back_shields:  # reading 9
        return rules.reject("targetShielded", "once", place=place)
    return None


# ---- declaring --------------------------------------------------------------------------


def attack(rules: Nanjing, state: State, event: Event) -> Step:
    """Return the state after the declaration of an attack or the end of the phase (9.1, 9.4)."""
    if isinstance(event, EndPhase):
        return turns.phase_over(rules, state)
    assert isinstance(event, Attack)
    assert state.decision is not None
    sheet, side = rules.sheet, state.decision.side
    group = tuple([sheet.unit[ident] for ident in event.units])
    target = sheet.index[event.place]
    targets = standing(sheet.own[ENEMY[side]], state.where, target)
    attacking, defending = totals(rules, state, group, targets, target, event.payer)
    difference = attacking - defending
    declared = Effect(
        "attack", side, event.units, sheet.names(targets), (event.place,),
        (attacking, defending, difference),
    )  # fmt: skip
    done = state.done
    for k in (*group, *targets):
        done |= 1 << k
    chen = CHEN in event.payer
    asked = side == JAPAN and not (state.chen_used or state.chen_lost)
    after = replace(
        state, done=done, fight=Fight(side, group, targets, target, difference, chen),
        air_used=state.air_used or AIR in event.payer,
        guns_used=state.guns_used or GUNS in event.payer,
        chen_used=state.chen_used or chen,
        decision=rules.ask_chen if asked else rules.ask_dice,
    )  # fmt: skip
    return after, (declared, *[Effect(DECLARED[word], side) for word in event.payer])


DECLARED = {AIR: "air", GUNS: "guns", CHEN: "chenAttack"}
"""The effect of each support of an attack."""


def legal_combat(rules: Nanjing, state: State, decision: Decision) -> Iterator[Event]:
    for target, near in fronts(rules, state, decision.side).items():
        for size in range(1, len(near) + 1):
            for chosen in combinations(near, size):
                group = tuple(sorted(k for stack in chosen for k in stack.units))
                names, place = rules.sheet.names(group), rules.sheet.ids[target]
                for payer in supports(rules, state, decision.side, target):
                    yield Attack(names, place, payer=payer)
    yield END


def fronts(rules: Nanjing, state: State, side: str) -> dict[int, list[Stack]]:
    """The hexes that may be attacked, each with the stacks that may."""
    sheet, where = rules.sheet, state.where
    on_map = tuple([k for k in sheet.own[side] if where[k] >= 0])
    ready = [
        stack
        for stack in stacks(on_map, where)
        if not any(state.done >> k & 1 for k in stack.units)
    ]
    enemies = {h for h in where[sheet.span[ENEMY[side]]] if h >= 0}
    near: dict[int, list[Stack]] = {}
    for stack in ready:
        if not enemies.isdisjoint(sheet.beside[stack.place]):
            for target in enemies.intersection(sheet.beside[stack.place]):
                near.setdefault(target, []).append(stack)
    return {
        target: near[target]
        for target in sorted(near)
        if bar_attack(rules, state, side, near[target][0].units, target) is None
    }


# ---- Chen Cheng in defence, and the die -------------------------------------------------


def canon_chen(rules: Nanjing, state: State, decision: Decision, event: Event) -> Event:
    if event != CHEN_IN and event != CHEN_OUT:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    return event


def legal_chen(rules: Nanjing, state: State, decision: Decision) -> Iterator[Event]:
    return iter((CHEN_IN, CHEN_OUT))


def answer_chen(rules: Nanjing, state: State, event: Word) -> Step:
    """Return the state after China's choice to use Chen Cheng, made after Japan has declared its
    supports (9.4.3).
    """
    if event == CHEN_OUT:
        return replace(state, decision=rules.ask_dice), (Effect("noChen", CHINA),)
    fight = state.fight
    assert fight is not None
    less = fight.difference - rules.sheet.modifier[CHEN]
    fight = replace(fight, difference=less, chen=True)
    after = replace(state, fight=fight, chen_used=True, decision=rules.ask_dice)
    return after, (Effect("chen", CHINA),)


def dice(rules: Nanjing, state: State, event: Roll) -> Step:
    """Return the state after the roll of an attack (9.2, 9.3)."""
    fight = state.fight
    assert fight is not None
    (pip,) = event.pips
    table = rules.sheet.results
    read = results_of(table, fight.difference)[pip - 1]
    result = as_applied(rules, fight.place, read)
    column = column_number(table, fight.difference)
    places = (rules.sheet.ids[fight.place],)
    rolled = Effect(KINDS[read], fight.side, (), (), places, (pip, column))
    state, effects = results.begin(rules, replace(state, fight=replace(fight, result=result)))
    if result != read:
        return state, (rolled, Effect("city", fight.side, places=places), *effects)
    return state, (rolled, *effects)


KINDS = {
    "A Elim": "rollAElim",
    "AR": "rollAR",
    "Ex": "rollEx",
    "DR": "rollDR",
    "D Elim": "rollDElim",
}
"""The effect of each result."""


def as_applied(rules: Nanjing, place: int, result: str) -> str:
    """Return the result that applies against a hex: DR against a city is Ex (9.3.4)."""
    return "Ex" if result == "DR" and place in rules.sheet.city else result
