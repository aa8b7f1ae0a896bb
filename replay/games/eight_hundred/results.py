"""The results of dice in 800: hits, re-rolls, retreats, step losses (J 8.2, 8.4, 9.2; E 3.2, 4.0-2)
and sudden death (J 4.1).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace

from senpu.notation.events import Event, Retreat, Roll, Word
from senpu.replay.core.rules import Decision, Effect, Effects, IllegalEventError
from senpu.replay.games.eight_hundred import actions, placement, turns
from senpu.replay.games.eight_hundred.context import EightHundred
from senpu.replay.games.eight_hundred.state import (
    DUE,
    ENEMY,
    JAPAN,
    LOST,
    State,
    Step,
    spent,
)
from senpu.replay.parts.counters import changed

TWO_DICE = frozenset(product(range(1, 7), repeat=2))
REROLL, NO = Word("reroll"), Word("no")


def dice(rules: EightHundred, state: State, event: Roll) -> Step:
    """Return the state after the roll of an attack (J 8.2, E 3.2), and its effect."""
    fight = state.fight
    assert fight is not None
    total = sum(event.pips)
    targets, needs = fight.targets, fight.needs
    if len(targets) == 1:
        hit: tuple[int, ...] = targets if total >= needs[0] else ()
    else:
        hit = tuple([k for k, need in zip(targets, needs, strict=True) if total >= need])
    ids = rules.sheet.ids(hit) if hit else ()
    effects = (Effect("roll", fight.side, ids, (), (), (*event.pips, total)),)
    if hit:
        return replace(state, fight=None, hit=hit, stage="resolve", decision=None), effects
    if fight.rerolls:  # J 9.2, E 4.0-2
        again = replace(fight, rerolls=fight.rerolls - 1)
        return replace(state, fight=again, decision=rules.ask_reroll[fight.side]), effects
    if not state.acted and any(state.points):
        return turns.fought(rules, state), effects
    return replace(state, fight=None, stage="acted", decision=None), effects


def canon_reroll(rules: EightHundred, state: State, decision: Decision, event: Event) -> Event:
    if event != REROLL and event != NO:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    return event


def reroll(rules: EightHundred, state: State, event: Word) -> Step:
    """Return the state after the choice of a re-roll or none, and the effect."""
    assert state.decision is not None
    side = state.decision.side
    if event == REROLL:
        return replace(state, decision=rules.ask_dice), (Effect("reroll", side),)
    return replace(state, fight=None, stage="acted", decision=None), (Effect("noReroll", side),)


def follow_resolve(rules: EightHundred, state: State) -> Step:
    """Return the state after the step losses of hit units that cannot retreat, with the retreats
    of the others pending in the order that their owner chooses (reading 7), and the effects.

    All hit units are in one area, so none can retreat to where another is. Retreats only fill
    other areas, so a unit that cannot retreat before them could not retreat after them.
    """
    acts = rules.acts
    lost: Effects = ()
    free = tuple([k for k in state.hit if acts.has_way_back(state, k)])
    if len(free) < len(state.hit):
        stuck = [k for k in state.hit if k not in free]
        state, lost = steps_lost(rules, state, stuck, free)
        if state.outcome is not None:
            return state, lost
    if not free:
        state, more = actions.follow_acted(rules, state)
        return state, (*lost, *more)
    owner = rules.sheet.side[free[0]]
    decision = Decision(owner, "retreat", rules.number["retreat"], rules.sheet.ids(free))
    return replace(state, decision=decision), lost


def steps_lost(rules: EightHundred, state: State, stuck: list[int], free: tuple[int, ...]) -> Step:
    """Return the state after step losses (J 8.4, E 3.2-6), and the effects.

    A unit is reduced, or eliminated if it was reduced before. It loses no points.

    Args:
        stuck: The hit units that cannot retreat.
        free: The other hit units.
    """
    sheet = rules.sheet
    side = sheet.side[stuck[0]]
    place = (state.where[stuck[0]],)
    reduced = [k for k in stuck if not state.reduced[k]]
    gone = [k for k in stuck if state.reduced[k]]
    effects = tuple(
        [
            Effect("eliminated" if k in gone else "reduced", side, (sheet.units[k],), (), place)
            for k in stuck
        ]
    )
    state = replace(
        state,
        hit=free,
        reduced=changed(state.reduced, reduced, True) if reduced else state.reduced,
        where=changed(state.where, gone, LOST) if gone else state.where,
        points=changed(state.points, gone, 0) if gone else state.points,
    )
    if gone and rules.sudden_death and not on_map(rules, state, side):  # J 4.1
        state, end = turns.over(rules, state, ENEMY[side], "sudden_death")
        return state, (*effects, *end)
    return state, effects


def on_map(rules: EightHundred, state: State, side: str) -> bool:
    return any(place not in (DUE, LOST) for place in state.where[rules.sheet.span[side]])


def canon_retreat(rules: EightHundred, state: State, decision: Decision, event: Event) -> Event:
    if not isinstance(event, Retreat) or event.payer or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    if len(event.units) != 1:
        raise IllegalEventError("retreatAlone", decision.rule, units=decision.units)
    if event.units[0] not in decision.units:
        placement.named(rules, event.units, decision)
    unit = rules.sheet.index[event.units[0]]
    if bar := rules.acts.bar_retreat(state, unit, event.path):
        raise bar
    return event


def retreat(rules: EightHundred, state: State, event: Retreat) -> Step:
    """Return the state after the retreat of a unit, and the effects."""
    sheet = rules.sheet
    unit, goal = sheet.index[event.units[0]], event.path[0]
    side = sheet.side[unit]
    retreated = Effect("retreat", side, event.units, (), (state.where[unit], goal))
    inside = goal == sheet.warehouse and side == JAPAN
    entry = actions.entered(rules, state, event.units) if inside else ()
    # J 8.2-3, E 3.2-5; by the option a unit without a point has none to pay
    points = spent(state.points, (unit,)) if state.points[unit] else state.points
    state = replace(
        state,
        entered=state.entered or bool(entry),
        where=changed(state.where, (unit,), goal),
        points=points,
        hit=tuple([k for k in state.hit if k != unit]),
        stage="resolve",
        decision=None,
    )
    return state, (retreated, *entry)


def legal_rerolls(rules: EightHundred, state: State, decision: Decision) -> Iterator[Event]:
    return iter((REROLL, NO))


def legal_retreats(rules: EightHundred, state: State, decision: Decision) -> Iterator[Event]:
    for ident in decision.units:
        for place in rules.acts.ways_back(state, rules.sheet.index[ident]):
            yield Retreat((ident,), (place,))
