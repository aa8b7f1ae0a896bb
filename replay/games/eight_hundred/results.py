"""Results of dice in 800: hits, re-rolls, retreats, step losses, sudden death.

The rules are J 4.1, 8.2, 8.4 and 9.2; E 3.2 and 4.0-2.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from senpu.notation.events import Event, Retreat, Roll, Word
from senpu.replay.core.rules import Effect, Effects, IllegalEventError
from senpu.replay.core.states import Decision
from senpu.replay.games.eight_hundred import actions, placement, turns
from senpu.replay.games.eight_hundred.context import EightHundredContext
from senpu.replay.games.eight_hundred.state import (
    ENEMY,
    JAPAN,
    LOST,
    EightHundredState,
    EightHundredStep,
    spend_points,
)
from senpu.replay.parts.counters import set_values

REROLL, NO = Word("reroll"), Word("no")


def apply_dice(
    context: EightHundredContext, state: EightHundredState, event: Roll
) -> EightHundredStep:
    """Return the state after the roll of an attack (J 8.2, E 3.2), and its effect."""
    fight = state.fight
    assert fight is not None
    total = sum(event.pips)
    targets, needs = fight.targets, fight.needs
    if len(targets) == 1:
        hit: tuple[int, ...] = targets if total >= needs[0] else ()
    else:
        hit = tuple([k for k, need in zip(targets, needs, strict=True) if total >= need])
    ids = context.tables.list_ids(hit) if hit else ()
    effects = (Effect("roll", fight.side, ids, (), (), (*event.pips, total)),)
    if hit:
        return replace(state, fight=None, hit=hit, stage="resolve", decision=None), effects
    if fight.rerolls:  # J 9.2, E 4.0-2
        again = replace(fight, rerolls=fight.rerolls - 1)
        return replace(state, fight=again, decision=context.reroll_decision[fight.side]), effects
    if not state.second_tanks and any(state.points):
        return turns.end_attack(context, state), effects
    return replace(state, fight=None, stage="acted", decision=None), effects


def canon_reroll(
    context: EightHundredContext, state: EightHundredState, decision: Decision, event: Event
) -> Event:
    """Return a choice of a re-roll or none (J 9.2, E 4.0-2). Raises IllegalEventError."""
    if event != REROLL and event != NO:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    return event


def apply_reroll(
    context: EightHundredContext, state: EightHundredState, event: Word
) -> EightHundredStep:
    """Return the state after the choice of a re-roll or none, and the effect."""
    assert state.decision is not None
    side = state.decision.side
    if event == REROLL:
        return replace(state, decision=context.dice_decision), (Effect("reroll", side),)
    return replace(state, fight=None, stage="acted", decision=None), (Effect("noReroll", side),)


def follow_resolve(context: EightHundredContext, state: EightHundredState) -> EightHundredStep:
    """Return the state after the step losses of hit units that cannot retreat, and the effects.

    The retreats of the others are pending, in the order that their owner chooses (reading 7).
    All hit units are in one area, so none can retreat to where another is. Retreats only fill
    other areas, so a unit that cannot retreat before them could not retreat after them.
    """
    legality = context.legality
    lost: Effects = ()
    free = tuple([k for k in state.hit if legality.can_retreat(state, k)])
    if len(free) < len(state.hit):
        stuck = [k for k in state.hit if k not in free]
        state, lost = lose_steps(context, state, stuck, free)
        if state.outcome is not None:
            return state, lost
    if not free:
        state, more = actions.follow_acted(context, state)
        return state, (*lost, *more)
    owner = context.tables.side[free[0]]
    decision = Decision(owner, "retreat", context.number["retreat"], context.tables.list_ids(free))
    return replace(state, decision=decision), lost


def lose_steps(
    context: EightHundredContext, state: EightHundredState, stuck: list[int], free: tuple[int, ...]
) -> EightHundredStep:
    """Return the state after step losses (J 8.4, E 3.2-6), and the effects.

    A unit is reduced, or eliminated if it was reduced before. It loses no points. `stuck` are the
    hit units that cannot retreat, `free` the other ones.
    """
    tables = context.tables
    side = tables.side[stuck[0]]
    place = (state.locations[stuck[0]],)
    reduced = [k for k in stuck if not state.reduced[k]]
    eliminated = [k for k in stuck if state.reduced[k]]
    effects = tuple(
        [
            Effect(
                "eliminated" if k in eliminated else "reduced", side, (tables.units[k],), (), place
            )
            for k in stuck
        ]
    )
    state = replace(
        state,
        hit=free,
        reduced=set_values(state.reduced, reduced, True) if reduced else state.reduced,
        locations=set_values(state.locations, eliminated, LOST) if eliminated else state.locations,
        points=set_values(state.points, eliminated, 0) if eliminated else state.points,
    )
    if eliminated and context.sudden_death and not has_units_on_map(context, state, side):  # J 4.1
        state, end = turns.end_game(context, state, ENEMY[side], "sudden_death")
        return state, (*effects, *end)
    return state, effects


def has_units_on_map(context: EightHundredContext, state: EightHundredState, side: str) -> bool:
    """Return whether a side has a unit on the map, or by the option one that is due (J 4.1)."""
    return not context.absent.issuperset(state.locations[context.tables.span[side]])


def canon_retreat(
    context: EightHundredContext, state: EightHundredState, decision: Decision, event: Event
) -> Event:
    """Return the canonical form of a retreat (J 8.4, E 3.2-5). Raises IllegalEventError."""
    if type(event) is not Retreat or event.payer or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    if len(event.units) != 1:
        raise IllegalEventError("retreatAlone", decision.rule, units=decision.units)
    if event.units[0] not in decision.units:
        placement.sort_units(context, event.units, decision)
    unit = context.tables.index[event.units[0]]
    if error := context.legality.check_retreat(state, unit, event.path):
        raise error
    return event


def apply_retreat(
    context: EightHundredContext, state: EightHundredState, event: Retreat
) -> EightHundredStep:
    """Return the state after the retreat of a unit, and the effects."""
    tables = context.tables
    unit, goal = tables.index[event.units[0]], event.path[0]
    side = tables.side[unit]
    retreated = Effect("retreat", side, event.units, (), (state.locations[unit], goal))
    inside = goal == tables.warehouse and side == JAPAN
    entry = actions.find_entry_effects(context, state, event.units) if inside else ()
    # J 8.2-3, E 3.2-5; by the option a unit without a point has none to pay
    points = spend_points(state.points, (unit,)) if state.points[unit] else state.points
    state = replace(
        state,
        has_entered=state.has_entered or bool(entry),
        locations=set_values(state.locations, (unit,), goal),
        points=points,
        hit=tuple([k for k in state.hit if k != unit]),
        stage="resolve",
        decision=None,
    )
    return state, (retreated, *entry)


def legal_rerolls(
    context: EightHundredContext, state: EightHundredState, decision: Decision
) -> Iterator[Event]:
    """Return the choices of a re-roll and none (J 9.2, E 4.0-2)."""
    return iter((REROLL, NO))


def legal_retreats(
    context: EightHundredContext, state: EightHundredState, decision: Decision
) -> Iterator[Event]:
    """Yield the legal retreats of hit units (J 8.4, E 3.2-5)."""
    for ident in decision.units:
        for place in context.legality.find_retreats(state, context.tables.index[ident]):
            yield Retreat((ident,), (place,))
