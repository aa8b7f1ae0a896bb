"""What dice do in 800: hits, re-rolls, falling back, steps lost (J 8.2, 8.4, 9.2; E 3.2,
4.0-2), and sudden death (J 4.1)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from msgspec.structs import replace

from notation.events import Event, Retreat, Roll, Word
from replay.games.eight_hundred import actions, opening, turns
from replay.games.eight_hundred.state import DUE, ENEMY, LOST, State, changed, spent
from replay.rules import Ask, Happening, Refusal

if TYPE_CHECKING:
    from replay.games.eight_hundred.rules import EightHundred

REROLL, NO = Word("reroll"), Word("no")


def canon_dice(rules: EightHundred, state: State, ask: Ask, event: Event) -> Event:
    if not isinstance(event, Roll):
        raise Refusal("diceFirst", ask.rule, ask=ask)
    labels = ask.dice if any(ask.dice) else ()
    pips, sides = event.pips, event.sides
    if sides and sorted(sides) == sorted(labels):
        # Dice that name their sides may be written in either order.
        given = dict(zip(sides, pips, strict=True))
        pips, sides = tuple([given[side] for side in labels]), labels
    if sides != labels or len(pips) != len(ask.dice):
        raise Refusal("wrongDice", ask.rule, ask=ask)
    if max(pips) > 6 or min(pips) < 1:
        raise Refusal("diceRange", ask.rule, pips=max(pips) if max(pips) > 6 else min(pips))
    return event if sides is event.sides or sides == event.sides else Roll(pips, sides)


def dice(rules: EightHundred, state: State, event: Roll, told: list[Happening]) -> State:
    fight = state.fight
    assert fight is not None
    total = sum(event.pips)
    hit = tuple([k for k, need in zip(fight.targets, fight.needs, strict=True) if total >= need])
    told.append(Happening("roll", fight.side, rules.sheet.ids(hit), numbers=(*event.pips, total)))
    if not hit and fight.rerolls:  # J 9.2, E 4.0-2
        again = replace(fight, rerolls=fight.rerolls - 1)
        return replace(state, fight=again, ask=rules.ask_reroll[fight.side])
    return replace(state, fight=None, hit=hit, stage="resolve", ask=None)


def canon_reroll(rules: EightHundred, state: State, ask: Ask, event: Event) -> Event:
    if event != REROLL and event != NO:
        raise Refusal("wrongAnswer", ask.rule, ask=ask)
    return event


def reroll(rules: EightHundred, state: State, event: Word, told: list[Happening]) -> State:
    assert state.ask is not None
    side = state.ask.of
    if event == REROLL:
        told.append(Happening("reroll", side))
        return replace(state, ask=rules.ask_dice)
    told.append(Happening("noReroll", side))
    return replace(state, fight=None, stage="acted", ask=None)


def follow_resolve(rules: EightHundred, state: State, told: list[Happening]) -> State:
    """Units that were hit: who cannot fall back loses a step, then the owner orders the
    rest (reading 7). Falling back only fills areas, so who is stuck now stays stuck."""
    if not state.hit:
        return replace(state, stage="acted")
    free = []
    for k in state.hit:
        if rules.acts.ways_back(state, k):
            free.append(k)
            continue
        state = step_lost(rules, state, k, told)
        if state.outcome:
            return state
    state = replace(state, hit=tuple(free))
    if not free:
        return state
    owner = rules.sheet.side[free[0]]
    ask = Ask(owner, "retreat", rules.number["retreat"], rules.sheet.ids(state.hit))
    return replace(state, ask=ask)


def step_lost(rules: EightHundred, state: State, unit: int, told: list[Happening]) -> State:
    """J 8.4, E 3.2-6: reduced, or eliminated if reduced already; no point is lost."""
    ident, side = (rules.sheet.units[unit],), rules.sheet.side[unit]
    place = (state.where[unit],)
    if not state.reduced[unit]:
        told.append(Happening("reduced", side, ident, places=place))
        return replace(state, reduced=changed(state.reduced, (unit,), True))
    told.append(Happening("eliminated", side, ident, places=place))
    state = replace(
        state,
        where=changed(state.where, (unit,), LOST),
        points=changed(state.points, (unit,), 0),
    )
    if rules.acts.switch["sudden_death"] and not on_map(rules, state, side):  # J 4.1
        return turns.over(rules, state, ENEMY[side], "sudden_death", told)
    return state


def on_map(rules: EightHundred, state: State, side: str) -> bool:
    return any(place not in (DUE, LOST) for place in state.where[rules.sheet.span[side]])


def canon_retreat(rules: EightHundred, state: State, ask: Ask, event: Event) -> Event:
    if not isinstance(event, Retreat) or event.payer or event.again:
        raise Refusal("wrongAnswer", ask.rule, ask=ask)
    if len(event.units) != 1:
        raise Refusal("retreatAlone", ask.rule, units=ask.units)
    opening.named(rules, event.units, ask)
    unit = rules.sheet.index[event.units[0]]
    ways = rules.acts.ways_back(state, unit)
    if len(event.path) != 1 or event.path[0] not in ways:
        raise Refusal("retreatWay", ask.rule, unit=event.units[0], places=ways)
    return event


def retreat(rules: EightHundred, state: State, event: Retreat, told: list[Happening]) -> State:
    unit, goal = rules.sheet.index[event.units[0]], event.path[0]
    side = rules.sheet.side[unit]
    told.append(Happening("retreat", side, event.units, places=(state.where[unit], goal)))
    return replace(
        state,
        entered=actions.entered(rules, state, side, event.units, goal, told),
        where=changed(state.where, (unit,), goal),
        points=spent(state.points, (unit,)),  # J 8.2-3, E 3.2-5
        hit=tuple([k for k in state.hit if k != unit]),
        stage="resolve",
        ask=None,
    )


def legal_dice(rules: EightHundred, state: State, ask: Ask) -> Iterator[Event]:
    sides = ask.dice if any(ask.dice) else ()
    return (Roll(pips, sides) for pips in product(range(1, 7), repeat=len(ask.dice)))


def legal_rerolls(rules: EightHundred, state: State, ask: Ask) -> Iterator[Event]:
    return iter((REROLL, NO))


def legal_retreats(rules: EightHundred, state: State, ask: Ask) -> Iterator[Event]:
    for ident in ask.units:
        for place in rules.acts.ways_back(state, rules.sheet.index[ident]):
            yield Retreat((ident,), (place,))
