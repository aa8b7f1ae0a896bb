"""Actions of a turn of 800: units, markers, passes, and the second action of tanks.

The rules are J 5.1 and 7 to 9, E 2.0-2 and 3 to 5. :mod:`legality` restricts the actions of
units.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from senpu.notation.events import Attack, Event, Move, Word
from senpu.replay.core.rules import Effect, Effects, IllegalEventError
from senpu.replay.core.states import Decision
from senpu.replay.games.eight_hundred import turns
from senpu.replay.games.eight_hundred.context import EightHundredContext
from senpu.replay.games.eight_hundred.state import (
    CHINA,
    DUE,
    ENEMY,
    JAPAN,
    LOST,
    EightHundredState,
    EightHundredStep,
    Group,
    spend_points,
)

PASS, NO = Word("pass"), Word("no")
SECOND_ACTS: dict[str, tuple[str, type[Move | Attack]]] = {
    "move": ("secondAttack", Attack),
    "attack": ("secondMove", Move),
}
"""The rejection of a wrong second action of tanks, and the legal kind, by the first action."""


def canon_act(
    context: EightHundredContext, state: EightHundredState, decision: Decision, event: Event
) -> Event:
    """Return the canonical form of an action (J 5.1, E 2.0-2). Raises IllegalEventError."""
    if type(event) is Move:
        return canon_move(context, state, decision, event)
    if type(event) is Attack:
        return canon_attack(context, state, decision, event)
    if type(event) is Word:
        return canon_word(context, state, decision, event)
    raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)


def canon_move(
    context: EightHundredContext, state: EightHundredState, decision: Decision, event: Move
) -> Move:
    """Return the canonical form of a move (J 7, E 3.1). Raises IllegalEventError."""
    if event.again and decision.kind == "act":
        raise IllegalEventError("noSecond", decision.rule)
    legality, side, units, payer, path = (
        context.legality,
        decision.side,
        event.units,
        event.payer,
        event.path,
    )
    _, group, ids, _ = legality.select_actors(state, side, units, payer, "group")
    if len(path) != 1:  # J 7.0: one area
        raise legality.reject("oneStep", "move", units=units)
    error = legality.check_move(state, side, group, path[0], payer)
    if error is not None:
        raise error
    return event if units == ids else replace(event, units=ids)


def canon_attack(
    context: EightHundredContext, state: EightHundredState, decision: Decision, event: Attack
) -> Attack:
    """Return the canonical form of an attack (J 8, E 3.2). Raises IllegalEventError."""
    if event.again and decision.kind == "act":
        raise IllegalEventError("noSecond", decision.rule)
    legality, side, units = context.legality, decision.side, event.units
    _, group, ids, _ = legality.select_actors(state, side, units, event.payer, "group_attack")
    if not event.place:
        event = replace(event, place=find_target_place(context, state, event.unit))
    error = legality.check_attack(state, side, group, event.place, event.unit)
    if error is not None:
        raise error
    if event.unit and context.tables.strikes_all[context.tables.kind[group[0]]]:
        there = legality.find_units(state, ENEMY[side], event.place)
        if len(there) == 1:  # reading 10: the only enemy there is all of them
            event = replace(event, unit="")
    return event if units == ids else replace(event, units=ids)


def find_target_place(context: EightHundredContext, state: EightHundredState, unit: str) -> str:
    """Return the area of a target. Raises IllegalEventError if it is off the map."""
    k = context.tables.index.get(unit)
    if k is None:
        raise context.legality.reject("unknownUnit", "attack", unit=unit)
    if state.locations[k] in (DUE, LOST):
        raise context.legality.reject("offMap", "attack", unit=unit)
    return state.locations[k]


def canon_word(
    context: EightHundredContext, state: EightHundredState, decision: Decision, event: Word
) -> Word:
    """Return the canonical form of a pass or a marker (J 5.1). Raises IllegalEventError."""
    if event == PASS:
        return PASS
    if event.word in ("grenade", "flag"):
        if decision.side != CHINA:
            raise context.legality.reject("notYourMarker", event.word, word=event.word)
        return canon_marker(context, state, event)
    raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)


def canon_marker(context: EightHundredContext, state: EightHundredState, event: Word) -> Word:
    """Return the canonical form of a marker (J 9.6, 9.7; E 5.0). Raises IllegalEventError."""
    if event.again:
        raise context.legality.reject("noSecond", "act")
    if event.payer:
        raise context.legality.reject(
            "notPayer", "command", payer=event.payer, xie=context.legality.payer[0]
        )
    if not context.legality.switch["idle_markers"] and not turns.has_points(context, state, CHINA):
        raise context.legality.reject("mustPass", "forced_pass")  # reading 1
    if event.word == "grenade":
        if len(event.args) != 1:
            raise context.legality.reject("grenadeWhere", "grenade")
        error = context.legality.check_grenade(state, event.args[0])
        if error is not None:
            raise error
        return event
    return canon_flag(context, state, event)


def canon_flag(context: EightHundredContext, state: EightHundredState, event: Word) -> Word:
    """Return the canonical form of the flag: for one unit (J 9.7) or for all (E 5.0-2).

    It is legal only if a unit gets a point (reading 24). Raises IllegalEventError.
    """
    reject = context.legality.reject
    if state.turn < context.tables.limit["flag_from"]:
        raise reject("flagEarly", "flag", turn=context.tables.limit["flag_from"])
    if state.flags <= 0:
        raise reject("flagUsed", "flag")
    for_all, below_full = (
        context.legality.switch["flag_for_all"],
        context.tables.list_ids(find_units_below_full(context, state)),
    )
    if for_all and event.args:
        raise reject("flagForAll", "flag")
    if not below_full:
        raise reject("flagFull", "flag")
    if not for_all and (len(event.args) != 1 or event.args[0] not in below_full):
        raise reject("flagWhich", "flag", units=below_full)
    return event


def find_units_below_full(context: EightHundredContext, state: EightHundredState) -> Group:
    """Return the Chinese units on the map with fewer points than at the start of a turn."""
    locations, points, full = state.locations, state.points, context.tables.full
    return tuple(
        [
            k
            for k in context.tables.own[CHINA]
            if locations[k] not in (DUE, LOST) and points[k] < full[k]
        ]
    )


def legal_acts(
    context: EightHundredContext, state: EightHundredState, decision: Decision
) -> Iterator[Event]:
    """Yield the legal actions of a side (J 5.1, E 2.0-2)."""
    side = decision.side
    for group in context.legality.iter_groups(state, side):
        yield from context.legality.iter_moves(state, side, group)
        yield from context.legality.iter_attacks(state, side, group)
    if side == CHINA:
        payer = context.legality.payer
        for group in context.legality.iter_commanded(state):
            yield from context.legality.iter_moves(state, side, group, payer)
            yield from context.legality.iter_attacks(state, side, group, payer)
        yield from legal_markers(context, state)
    yield PASS


def legal_markers(context: EightHundredContext, state: EightHundredState) -> Iterator[Event]:
    """Yield the legal uses of the grenade (J 9.6) and of the flag (J 9.7; E 5.0)."""
    words = [Word("grenade", (place,)) for place in context.tables.areas]
    words += [
        Word("flag"),
        *(Word("flag", (context.tables.units[k],)) for k in context.tables.own[CHINA]),
    ]
    for word in words:
        try:
            yield canon_marker(context, state, word)
        except IllegalEventError:
            continue


def apply_act(
    context: EightHundredContext, state: EightHundredState, event: Event
) -> EightHundredStep:
    """Return the state after an action, and its effects."""
    if type(event) is Move:
        return apply_move(context, state, event)
    if type(event) is Attack:
        return apply_attack(context, state, event)
    assert type(event) is Word
    return apply_word(context, state, event)


def apply_second(
    context: EightHundredContext, state: EightHundredState, event: Event
) -> EightHundredStep:
    """Return the state after a second action of tanks or its refusal (E 4.0-5), and its effects."""
    return apply_no_second(state) if event == NO else apply_act(context, state, event)


def apply_word(
    context: EightHundredContext, state: EightHundredState, event: Word
) -> EightHundredStep:
    """Return the state after the use of a marker or a pass, and its effect."""
    side = state.decision.side  # type: ignore[union-attr]
    if event.word == "grenade":
        fight = context.legality.build_grenade(state, event.args[0])
        targets = context.tables.list_ids(fight.targets)
        state = replace(
            state,
            grenades=state.grenades - 1,
            fight=fight,
            decision=context.dice_decision,
            passes=0,
        )
        return state, (Effect("grenade", side, (), targets, event.args, fight.needs),)
    if event.word == "flag":
        units = (
            (context.tables.index[event.args[0]],)
            if event.args
            else find_units_below_full(context, state)
        )
        points = list(state.points)
        for k in units:
            points[k] += 1  # reading 20: not above the maximum
        state = replace(
            state,
            flags=state.flags - 1,
            points=tuple(points),
            passes=0,
            stage="acted",
            decision=None,
        )
        return state, (Effect("flag", side, context.tables.list_ids(units)),)
    if state.passes or not any(state.points):
        state = replace(state, passes=state.passes + 1, stage="acted", decision=None)
    else:
        enemy = ENEMY[side]
        state = replace(
            state, passes=1, mover=enemy, stage="actions", decision=context.act_decision[enemy]
        )
    return state, (Effect("pass", side),)


def apply_no_second(state: EightHundredState) -> EightHundredStep:
    """Return the state after a refusal of the second action (E 4.0-5), and the effect."""
    decision = state.decision
    assert decision is not None
    refusal = Effect("noSecond", decision.side, decision.units)
    return replace(state, second_tanks=(), first_act="", stage="acted", decision=None), (refusal,)


def apply_move(
    context: EightHundredContext, state: EightHundredState, event: Move
) -> EightHundredStep:
    """Return the state after a move, and its effects.

    Points are paid at once (reading 37): one by each unit, or one by Xie for the unit that he
    commands (J 6.0, 9.1).
    """
    tables, units, payer, goal = context.tables, event.units, event.payer, event.path[0]
    side, group, _, tanks = context.legality.selections[units]
    locations, points = list(state.locations), list(state.points)
    moved = Effect("move", side, units, payer, (locations[group[0]], goal))
    if tanks:
        tanks = find_second_tanks(context, state, tanks, event)
    for k in group:
        locations[k] = goal
    for k in tables.xie_group if payer else group:
        points[k] -= 1
    entry: Effects = ()
    if goal == tables.warehouse and side == JAPAN:
        entry = find_entry_effects(context, state, units)
    over = bool(tanks) or not any(points)
    mover = state.mover if over else ENEMY[state.mover]
    state = replace(
        state, locations=tuple(locations), points=tuple(points), passes=0, mover=mover,
        has_entered=state.has_entered or bool(entry),
        second_tanks=tanks, first_act="move" if tanks else "",
        stage="acted" if over else "actions",
        decision=None if over else context.act_decision[mover],
    )  # fmt: skip
    return state, (moved, *entry) if entry else (moved,)


def find_entry_effects(
    context: EightHundredContext, state: EightHundredState, units: tuple[str, ...]
) -> Effects:
    """Return the effect of the first entry of Japan into the warehouse, or nothing.

    It counts at any time of a turn in which China must hold the warehouse (J 4.2, E 6.0).
    """
    if state.has_entered or state.turn > context.tables.limit["hold_to"]:
        return ()
    return (Effect("entered", JAPAN, units, places=(context.tables.warehouse,)),)


def apply_attack(
    context: EightHundredContext, state: EightHundredState, event: Attack
) -> EightHundredStep:
    """Return the state after the declaration of an attack, with its dice pending, and the effects.

    Points are paid in the same way as for a move.
    """
    tables, units, payer, place = context.tables, event.units, event.payer, event.place
    side, group, _, tanks = context.legality.selections[units]
    if tanks:
        tanks = find_second_tanks(context, state, tanks, event)
    fight = context.legality.build_combat(state, side, group, place, event.unit)
    targets = (event.unit,) if event.unit else tables.list_ids(fight.targets)
    places = (state.locations[group[0]], place)
    effects: Effects = (Effect("attack", side, units, targets, places, fight.needs),)
    if payer:
        effects += (Effect("command", side, payer, units),)
    state = replace(
        state,
        points=spend_points(state.points, tables.xie_group if payer else group),
        fight=fight,
        passes=0,
        second_tanks=tanks,
        first_act="attack" if tanks else "",
        decision=context.dice_decision,
    )
    return state, effects


def find_second_tanks(
    context: EightHundredContext, state: EightHundredState, tanks: Group, event: Move | Attack
) -> Group:
    """Return the tanks that have a point left after a first action (E 4.0-5; reading 32)."""
    if event.again or not context.double_act:
        return ()
    return tuple([k for k in tanks if state.points[k] > 1])


def list_second_acts(context: EightHundredContext, state: EightHundredState) -> Iterator[Event]:
    """Yield the second actions of tanks (E 4.0-5).

    Some of the tanks that acted act again, with the other kind of action (reading 18).
    """
    side = context.tables.side[state.second_tanks[0]]
    for size in range(1, len(state.second_tanks) + 1):
        for group in combinations(state.second_tanks, size):
            if len({state.locations[k] for k in group}) > 1:
                continue
            more: Iterator[Move | Attack] = (
                context.legality.iter_attacks(state, side, group)
                if state.first_act == "move"
                else context.legality.iter_moves(state, side, group)
            )
            for event in more:
                yield replace(event, again=True)


def has_second_act(context: EightHundredContext, state: EightHundredState) -> bool:
    """Return whether a second action is legal (E 4.0-5).

    If several tanks can do it together, one of them can do it alone.
    """
    legality, locations, side = (
        context.legality,
        state.locations,
        context.tables.side[state.second_tanks[0]],
    )
    if state.first_act == "move":
        enemies = locations[context.tables.span[ENEMY[side]]]
        fires = [(legality.profiles[k,].fire, locations[k]) for k in state.second_tanks]
        return any(fire and not fire[here].isdisjoint(enemies) for fire, here in fires)
    for k in state.second_tanks:
        for goal in context.tables.neighbours[locations[k]]:
            if not legality.check_move(state, side, (k,), goal):
                return True
    return False


def legal_seconds(
    context: EightHundredContext, state: EightHundredState, decision: Decision
) -> Iterator[Event]:
    """Yield the legal second actions of tanks, and the refusal (E 4.0-5)."""
    yield from list_second_acts(context, state)
    yield NO


def canon_second(
    context: EightHundredContext, state: EightHundredState, decision: Decision, event: Event
) -> Event:
    """Return the canonical form of a second action of tanks (E 4.0-5). Raises IllegalEventError."""
    if event == NO:
        return NO
    why, wanted = SECOND_ACTS[state.first_act]
    if type(event) is not wanted or not event.again or event.payer:
        raise IllegalEventError(why, decision.rule, decision=decision, units=decision.units)
    for ident in event.units:
        if ident not in decision.units:
            raise IllegalEventError("secondWho", decision.rule, unit=ident, units=decision.units)
    return canon_act(context, state, decision, event)


def follow_acted(context: EightHundredContext, state: EightHundredState) -> EightHundredStep:
    """Return the state after a complete action, and the effects.

    The second action of tanks (E 4.0-5) or an action of the other side is pending, or the turn
    ends.
    """
    if state.second_tanks:
        if has_second_act(context, state):  # reading 33
            units = context.tables.list_ids(state.second_tanks)
            side = context.tables.side[state.second_tanks[0]]
            decision = Decision(side, "second", context.number["double_act"], units)
            return replace(state, stage="actions", decision=decision), ()
        state = replace(state, second_tanks=(), first_act="")
    return turns.follow_actions(context, state, ENEMY[state.mover])
