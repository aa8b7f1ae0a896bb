"""An impulse of the First Shanghai Incident (7.2 to 7.4), and the pursuit (9.7).

An impulse is a move, an assault, a preparatory fire, the landing or a pass. :mod:`legality`
restricts them, and :mod:`combat` continues a combat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from senpu.notation.events import Attack, Event, Fire, Move, Place, Word
from senpu.notation.writer import format_event
from senpu.replay.core.rules import Effect, IllegalEventError
from senpu.replay.core.states import Decision
from senpu.replay.games.incident1932.context import Incident1932Context
from senpu.replay.games.incident1932.legality import Incident1932Selection
from senpu.replay.games.incident1932.state import (
    CHINA,
    ENEMY,
    JAPAN,
    OFF,
    PURSE,
    RIVER,
    Group,
    Incident1932Combat,
    Incident1932State,
    Incident1932Step,
    pay_points,
)
from senpu.replay.parts.counters import set_values

PASS, NO = Word("pass"), Word("no")

# ---- canonical forms ----------------------------------------------------------------------


def canon_act(
    context: Incident1932Context, state: Incident1932State, decision: Decision, event: Event
) -> Event:
    """Return the canonical form of an impulse (7.2, 7.3). Raises IllegalEventError."""
    if event == PASS:
        return PASS
    canon = CANON.get(type(event))
    if canon is None:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    if event.again:  # type: ignore[union-attr]
        raise context.legality.reject("noPursuit", "pursuit")
    if state.points[PURSE[decision.side]] <= 0:
        raise context.legality.reject("mustPass", "points", side=decision.side)
    return canon(context, state, decision.side, event)


def canon_move(
    context: Incident1932Context, state: Incident1932State, side: str, event: Move
) -> Event:
    """Return the canonical form of a move (7.3.1, 8). Raises IllegalEventError."""
    legality = context.legality
    if event.payer:
        raise legality.reject("noPayer", "group_move", payer=event.payer)
    selection = legality.select(event.units, side)
    place = legality.find_place(state, selection, "group_move")
    path = legality.find_path(state, selection, place, event.path)
    if path == event.path and selection.ids == event.units:
        return event
    return replace(event, units=selection.ids, path=path)


def canon_assault(
    context: Incident1932Context, state: Incident1932State, side: str, event: Attack
) -> Event:
    """Return the canonical form of an assault (7.3.2, 9.2). Raises IllegalEventError."""
    legality = context.legality
    if event.unit or not event.place:
        raise legality.reject("nameArea", "group_assault")
    selection = legality.select(event.units, side)
    place = legality.find_place(state, selection, "group_assault")
    error = legality.check_target(state, side, place, event.place, "group_assault")
    if error is None and event.payer:
        error = legality.check_night(state, side, event.payer)
        if error is None and event.again and not legality.switch["night_pursuit"]:
            error = legality.reject("nightPursuit", "pursuit")
    if error is not None:
        raise error
    return event if selection.ids == event.units else replace(event, units=selection.ids)


def canon_fire(
    context: Incident1932Context, state: Incident1932State, side: str, event: Fire
) -> Event:
    """Return the canonical form of a preparatory fire (7.3.3, 9.1). Raises IllegalEventError."""
    legality = context.legality
    if side != JAPAN:
        raise legality.reject("fireJapan", "group_fire")
    if event.payer or len(event.path) != 1:
        raise legality.reject("fireOne", "group_fire")
    selection = legality.select(event.units, side)
    place = legality.find_place(state, selection, "group_fire")
    error = legality.check_target(state, side, place, event.path[0], "group_fire")
    if error is not None:
        raise error
    return event if selection.ids == event.units else replace(event, units=selection.ids)


def canon_landing(
    context: Incident1932Context, state: Incident1932State, side: str, event: Place
) -> Event:
    """Return the canonical form of the landing (7.3.4, 9.6). Raises IllegalEventError."""
    legality = context.legality
    if side != JAPAN:
        raise legality.reject("landingJapan", "landing")
    if event.payer or len(event.path) != 1:
        raise legality.reject("landingOne", "landing")
    selection = legality.select(event.units, side)
    if error := legality.check_landing(state, selection, event.path[0]):
        raise error
    return event if selection.ids == event.units else replace(event, units=selection.ids)


def canon_pass(
    context: Incident1932Context, state: Incident1932State, side: str, event: Word
) -> Event:
    """Reject any other word than a pass (7.2). Raises IllegalEventError."""
    raise IllegalEventError(
        "wrongAnswer", context.number["act"], decision=context.act_decision[side]
    )


CANON: dict[type[Any], Callable[..., Event]] = {
    Move: canon_move,
    Attack: canon_assault,
    Fire: canon_fire,
    Place: canon_landing,
    Word: canon_pass,
}


def canon_pursuit(
    context: Incident1932Context, state: Incident1932State, decision: Decision, event: Event
) -> Event:
    """Return the canonical form of a pursuit or none (9.7).

    Some of the units that advanced move or assault; they do not fire.

    Raises:
        IllegalEventError: If the pursuit is illegal.
    """
    if event == NO:
        return NO
    if type(event) is Fire:
        raise context.legality.reject("noPursuitFire", "pursuit")
    if (type(event) is not Move and type(event) is not Attack) or not event.again:
        legal = legal_pursuits(context, state, decision)
        example = format_event(next((each for each in legal if each != NO), NO))
        raise IllegalEventError("pursuitHow", decision.rule, example=example)
    for ident in event.units:
        if ident not in decision.units:
            raise IllegalEventError("pursuitWho", decision.rule, unit=ident, units=decision.units)
    return CANON[type(event)](context, state, decision.side, event)


# ---- legal events ---------------------------------------------------------------------------


def legal_acts(
    context: Incident1932Context, state: Incident1932State, decision: Decision
) -> Iterator[Event]:
    """Yield the legal impulses of a side (7.2, 7.3)."""
    side = decision.side
    if state.points[PURSE[side]] > 0:
        tables = context.tables
        for place in tables.areas:
            units = tables.find_units(state.locations, side, place)
            if units:
                yield from legal_group_acts(context, state, side, place, units)
        if side == JAPAN:
            yield from legal_landings(context, state)
    yield PASS


def legal_group_acts(
    context: Incident1932Context,
    state: Incident1932State,
    side: str,
    place: str,
    units: Group,
    again: bool = False,
) -> Iterator[Event]:
    """Yield the moves, assaults and fires of groups among some units of one area (7.3, 7.4).

    In a pursuit (`again`) there is no fire (9.7).
    """
    legality = context.legality
    targets = legality.find_targets(state, side, place)
    night = side == CHINA and state.nights > 0 and (legality.switch["night_pursuit"] or not again)
    for selection in legality.iter_groups(units):
        for path in legality.find_paths(state.locations, selection, place).values():
            yield Move(selection.ids, path, again=again)
        for target in targets:
            yield Attack(selection.ids, target, again=again)
            if night:
                yield Attack(selection.ids, target, payer=("night",), again=again)
            if side == JAPAN and not again:
                yield Fire(selection.ids, (target,))


def legal_landings(context: Incident1932Context, state: Incident1932State) -> Iterator[Event]:
    """Yield the legal landings (7.3.4, 2.1.2)."""
    legality = context.legality
    if afloat := legality.find_afloat(state):
        selection = legality.select(context.tables.list_ids(afloat), JAPAN)
        for place in context.tables.landing:
            if legality.check_landing(state, selection, place) is None:
                yield Place(selection.ids, (place,))


def legal_pursuits(
    context: Incident1932Context, state: Incident1932State, decision: Decision
) -> Iterator[Event]:
    """Yield the legal pursuits, and none (9.7)."""
    place = state.locations[state.advanced[0]]
    yield from legal_group_acts(context, state, decision.side, place, state.advanced, again=True)
    yield NO


def can_pursue(
    context: Incident1932Context, state: Incident1932State, side: str, advanced: Group
) -> bool:
    """Return whether the units that advanced have a legal pursuit (reading 30)."""
    legality, locations = context.legality, state.locations
    if state.points[PURSE[side]] <= 0:
        return False
    place = locations[advanced[0]]
    if legality.find_targets(state, side, place) or (
        side == CHINA and place in context.tables.source
    ):
        return True
    return any(
        not legality.find_entry_block(locations, side, advanced[:1], goal)
        for goal in context.tables.neighbours[place]
    )


# ---- effects --------------------------------------------------------------------------------


def apply_act(
    context: Incident1932Context, state: Incident1932State, event: Event
) -> Incident1932Step:
    """Return the state after an activation in an impulse or a pursuit, and the effects.

    Its logistics point is paid at once (7.3).
    """
    decision = state.decision
    assert decision is not None
    return APPLY[type(event)](context, state, decision.side, event)


def apply_move(
    context: Incident1932Context, state: Incident1932State, side: str, event: Move
) -> Incident1932Step:
    """Return the state after a move, and its effect."""
    group = context.legality.select(event.units, side).group
    goal = event.path[-1]
    kind = "exit" if goal == OFF else "move"
    effect = Effect(kind, side, event.units, places=(state.locations[group[0]], goal))
    state = replace(
        state,
        locations=set_values(state.locations, group, goal),
        points=pay_points(state.points, side),
        passes=0,
        advanced=(),
        decision=context.act_decision[ENEMY[side]],
    )
    return state, (effect,)


def apply_fire(
    context: Incident1932Context, state: Incident1932State, side: str, event: Fire
) -> Incident1932Step:
    """Return the state with a die per unit of a preparatory fire pending (9.1), and the effect."""
    tables = context.tables
    group, place = context.legality.select(event.units, side).group, event.path[0]
    origin = state.locations[group[0]]
    defenders = tables.find_units(state.locations, ENEMY[side], place)
    state = replace(
        state,
        points=pay_points(state.points, side),
        passes=0,
        fight=Incident1932Combat(side, group, defenders, origin, place),
        decision=context.build_fire_decision("fire", "fire", group),
    )
    return state, (Effect("fire", side, event.units, tables.list_ids(defenders), (origin, place)),)


def apply_assault(
    context: Incident1932Context, state: Incident1932State, side: str, event: Attack
) -> Incident1932Step:
    """Return the state after the declaration of an assault, and the effects."""
    selection, place, pursuit = context.legality.select(event.units, side), event.place, event.again
    if not event.payer:
        return begin_assault(context, state, side, selection, place, pursuit=pursuit)
    nights = state.nights - 1
    state = replace(state, nights=nights)
    state, more = begin_assault(context, state, side, selection, place, night=True, pursuit=pursuit)
    return state, (Effect("night", side, numbers=(nights,)), *more)


def begin_assault(
    context: Incident1932Context,
    state: Incident1932State,
    side: str,
    selection: Incident1932Selection,
    place: str,
    night: bool = False,
    pursuit: bool = False,
) -> Incident1932Step:
    """Return the state after the declaration of an assault, and the effect.

    The defenders fire first (9.2.1), but not at night (9.2.2).
    """
    tables = context.tables
    origin = state.locations[selection.group[0]]
    defenders = tables.find_units(state.locations, ENEMY[side], place)
    kind = "landingFight" if origin == RIVER else "assault"
    places = (place,) if origin == RIVER else (origin, place)
    effect = Effect(kind, side, selection.ids, tables.list_ids(defenders), places)
    decision = None if night else context.build_fire_decision("defence", "defence", defenders)
    state = replace(
        state,
        points=pay_points(state.points, side),
        passes=0,
        advanced=(),
        fight=Incident1932Combat(
            side, selection.group, defenders, origin, place, night, pursuit=pursuit
        ),
        stage="fight",
        decision=decision,
    )
    return state, (effect,)


def apply_landing(
    context: Incident1932Context, state: Incident1932State, side: str, event: Place
) -> Incident1932Step:
    """Return the state after a landing (7.3.4), and the effect.

    Against Chinese units it is an assault (9.6), during which the units are on the river.
    """
    selection, place = context.legality.select(event.units, side), event.path[0]
    if place in state.locations[context.tables.span[CHINA]]:
        return begin_assault(context, state, side, selection, place)
    state = replace(
        state,
        locations=set_values(state.locations, selection.group, place),
        points=pay_points(state.points, side),
        passes=0,
        decision=context.act_decision[ENEMY[side]],
    )
    return state, (Effect("land", side, event.units, places=(place,)),)


def apply_word(
    context: Incident1932Context, state: Incident1932State, side: str, event: Word
) -> Incident1932Step:
    """Return the state after a pass (7.2) or a refusal to pursue (9.7), and the effect."""
    if event.word == "no":
        refusal = Effect("noPursuit", side, context.tables.list_ids(state.advanced))
        return replace(state, advanced=(), decision=context.act_decision[ENEMY[side]]), (refusal,)
    passed = (Effect("pass", side),)
    if state.passes:
        return replace(state, passes=0, stage="scoring", decision=None), passed
    return replace(state, passes=1, decision=context.act_decision[ENEMY[side]]), passed


APPLY: dict[type[Any], Callable[..., Incident1932Step]] = {
    Move: apply_move,
    Fire: apply_fire,
    Attack: apply_assault,
    Place: apply_landing,
    Word: apply_word,
}
