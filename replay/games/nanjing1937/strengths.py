"""What counts in a fight: the supports of both sides (9.4) and the difference of the strengths
(9.2, 9.3). Pure questions about a position."""

from __future__ import annotations

from itertools import combinations

from senpu.replay.core.odds import Term
from senpu.replay.core.rules import IllegalEventError
from senpu.replay.games.nanjing1937.context import Nanjing
from senpu.replay.games.nanjing1937.state import CHINA, ENEMY, HOLD, JAPAN, State
from senpu.replay.parts.counters import Group
from senpu.replay.parts.stacking import stacks, standing

AIR, GUNS, CHEN = "air", "guns", "chen"


def bar_support(
    rules: Nanjing, state: State, side: str, payer: tuple[str, ...], target: int
) -> IllegalEventError | None:
    """What forbids the supports declared with an attack (9.4.1 to 9.4.5)."""
    if len(set(payer)) < len(payer):
        return rules.refuse("supportTwice", "support")
    for word in payer:
        if word not in BARS or (word == CHEN) != (side == CHINA):
            return rules.refuse("supportSide", "support_side", word=word, side=side)
        bar = BARS[word](rules, state, target)
        if bar is not None:
            return bar
    return None


def bar_air(rules: Nanjing, state: State, target: int) -> IllegalEventError | None:
    first = rules.sheet.limit["air_from"]
    if state.turn < first:
        return rules.refuse("airEarly", "support", turn=first)
    if state.policy == HOLD and rules.hold_stops_air:  # 4.0.2; reading 26
        return rules.refuse("airHeld", "holding")
    return rules.refuse("airUsed", "support") if state.air_used else None


def bar_guns(rules: Nanjing, state: State, target: int) -> IllegalEventError | None:
    if state.landed:  # 9.4.5, 10.1.2
        return rules.refuse("gunsLanding", "assault")
    if state.guns_used:
        return rules.refuse("gunsUsed", "support")
    if not rules.sheet.gunfire[target]:
        return rules.refuse("gunsReach", "gunfire", place=rules.sheet.ids[target])
    return None


def bar_chen(rules: Nanjing, state: State, target: int) -> IllegalEventError | None:
    if state.chen_lost:
        return rules.refuse("chenLost", "results")
    return rules.refuse("chenUsed", "chen_once") if state.chen_used else None


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
