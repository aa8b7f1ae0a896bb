"""What dice do in 800: hits, re-rolls, falling back, steps lost (J 8.2, 8.4, 9.2; E 3.2,
4.0-2), and sudden death (J 4.1)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace

from senpu.notation.events import Event, Retreat, Roll, Word
from senpu.replay.core.rules import Decision, Effect, IllegalEventError
from senpu.replay.games.eight_hundred import actions, placement, turns
from senpu.replay.games.eight_hundred.context import EightHundred
from senpu.replay.games.eight_hundred.state import DUE, ENEMY, JAPAN, LOST, State, changed, spent

TWO_DICE = frozenset(product(range(1, 7), repeat=2))
REROLL, NO = Word("reroll"), Word("no")


def dice(rules: EightHundred, state: State, event: Roll, effects: list[Effect]) -> State:
    fight = state.fight
    assert fight is not None
    total = sum(event.pips)
    targets, needs = fight.targets, fight.needs
    if len(targets) == 1:
        hit: tuple[int, ...] = targets if total >= needs[0] else ()
    else:
        hit = tuple([k for k, need in zip(targets, needs, strict=True) if total >= need])
    ids = rules.sheet.ids(hit) if hit else ()
    effects.append(Effect("roll", fight.side, ids, (), (), (*event.pips, total)))
    if hit:
        return replace(state, fight=None, hit=hit, stage="resolve", decision=None)
    if fight.rerolls:  # J 9.2, E 4.0-2
        again = replace(fight, rerolls=fight.rerolls - 1)
        return replace(state, fight=again, decision=rules.ask_reroll[fight.side])
    if not state.acted and any(state.points):
        return turns.fought(rules, state)
    return replace(state, fight=None, stage="acted", decision=None)


def canon_reroll(rules: EightHundred, state: State, decision: Decision, event: Event) -> Event:
    if event != REROLL and event != NO:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    return event


def reroll(rules: EightHundred, state: State, event: Word, effects: list[Effect]) -> State:
    assert state.decision is not None
    side = state.decision.side
    if event == REROLL:
        effects.append(Effect("reroll", side))
        return replace(state, decision=rules.ask_dice)
    effects.append(Effect("noReroll", side))
    return replace(state, fight=None, stage="acted", decision=None)


def follow_resolve(rules: EightHundred, state: State, effects: list[Effect]) -> State:
    """Units that were hit: who cannot fall back loses a step, then the owner orders the
    rest (reading 7). All stand in one area, which is no way back for any of them; falling
    back only fills the others, so who is stuck now would be stuck later."""
    acts = rules.acts
    free = tuple([k for k in state.hit if acts.has_way_back(state, k)])
    if len(free) < len(state.hit):
        stuck = [k for k in state.hit if k not in free]
        state = steps_lost(rules, state, stuck, free, effects)
        if state.outcome is not None:
            return state
    if not free:
        return actions.follow_acted(rules, state, effects)
    owner = rules.sheet.side[free[0]]
    return replace(
        state, decision=Decision(owner, "retreat", rules.number["retreat"], rules.sheet.ids(free))
    )


def steps_lost(
    rules: EightHundred,
    state: State,
    stuck: list[int],
    free: tuple[int, ...],
    effects: list[Effect],
) -> State:
    """J 8.4, E 3.2-6: reduced, or eliminated if reduced already; no point is lost. `free` are
    the units hit that remain to be dealt with."""
    sheet = rules.sheet
    side = sheet.side[stuck[0]]
    place = (state.where[stuck[0]],)
    reduced = [k for k in stuck if not state.reduced[k]]
    gone = [k for k in stuck if state.reduced[k]]
    for k in stuck:
        kind = "eliminated" if k in gone else "reduced"
        effects.append(Effect(kind, side, (sheet.units[k],), (), place))
    state = replace(
        state,
        hit=free,
        reduced=changed(state.reduced, reduced, True) if reduced else state.reduced,
        where=changed(state.where, gone, LOST) if gone else state.where,
        points=changed(state.points, gone, 0) if gone else state.points,
    )
    if gone and rules.sudden_death and not on_map(rules, state, side):  # J 4.1
        return turns.over(rules, state, ENEMY[side], "sudden_death", effects)
    return state


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


def retreat(rules: EightHundred, state: State, event: Retreat, effects: list[Effect]) -> State:
    unit, goal, inside = rules.sheet.index[event.units[0]], event.path[0], state.entered
    side = rules.sheet.side[unit]
    effects.append(Effect("retreat", side, event.units, (), (state.where[unit], goal)))
    if goal == rules.sheet.warehouse and side == JAPAN:
        inside = inside or actions.entered(rules, state, event.units, effects)
    # J 8.2-3, E 3.2-5; by the option a unit without a point has none to pay
    points = spent(state.points, (unit,)) if state.points[unit] else state.points
    return replace(
        state,
        entered=inside,
        where=changed(state.where, (unit,), goal),
        points=points,
        hit=tuple([k for k in state.hit if k != unit]),
        stage="resolve",
        decision=None,
    )


def legal_rerolls(rules: EightHundred, state: State, decision: Decision) -> Iterator[Event]:
    return iter((REROLL, NO))


def legal_retreats(rules: EightHundred, state: State, decision: Decision) -> Iterator[Event]:
    for ident in decision.units:
        for place in rules.acts.ways_back(state, rules.sheet.index[ident]):
            yield Retreat((ident,), (place,))
