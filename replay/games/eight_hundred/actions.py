"""An action phase of 800: actions of units, markers, passes (J 5.1, 7 to 9; E 2.0-2, 3, 4, 5) and
the second action of tanks (E 4.0-5). :mod:`legality` restricts the actions of units.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from senpu.notation.events import Attack, Event, Move, Word
from senpu.replay.core.rules import Decision, Effect, Effects, IllegalEventError
from senpu.replay.games.eight_hundred import turns
from senpu.replay.games.eight_hundred.context import EightHundred
from senpu.replay.games.eight_hundred.state import (
    CHINA,
    DUE,
    ENEMY,
    JAPAN,
    LOST,
    Group,
    State,
    Step,
    spent,
)

PASS, NO = Word("pass"), Word("no")
SECOND: dict[str, tuple[str, type[Move | Attack]]] = {
    "move": ("secondAttack", Attack),
    "attack": ("secondMove", Move),
}
"""By how tanks acted first: what any other second act is refused with, and the kind it is of."""


def canon_act(rules: EightHundred, state: State, decision: Decision, event: Event) -> Event:
    if isinstance(event, Move):
        return canon_move(rules, state, decision, event)
    if isinstance(event, Attack):
        return canon_attack(rules, state, decision, event)
    if isinstance(event, Word):
        return canon_word(rules, state, decision, event)
    raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)


def canon_move(rules: EightHundred, state: State, decision: Decision, event: Move) -> Move:
    if event.again and decision.kind == "act":
        raise IllegalEventError("noSecond", decision.rule)
    acts, side, units, payer, path = rules.acts, decision.side, event.units, event.payer, event.path
    _, group, ids, _ = acts.together(state, side, units, payer, "group")
    if len(path) != 1:  # J 7.0: one area
        raise acts.reject("oneStep", "move", units=units)
    bar = acts.bar_move(state, side, group, path[0], payer)
    if bar is not None:
        raise bar
    return event if units == ids else replace(event, units=ids)


def canon_attack(rules: EightHundred, state: State, decision: Decision, event: Attack) -> Attack:
    if event.again and decision.kind == "act":
        raise IllegalEventError("noSecond", decision.rule)
    acts, side, units = rules.acts, decision.side, event.units
    _, group, ids, _ = acts.together(state, side, units, event.payer, "group_attack")
    if not event.place:
        event = replace(event, place=target_place(rules, state, event.unit))
    bar = acts.bar_attack(state, side, group, event.place, event.unit)
    if bar is not None:
        raise bar
    return event if units == ids else replace(event, units=ids)


def target_place(rules: EightHundred, state: State, unit: str) -> str:
    """Return the area of a target. Raises IllegalEventError if it is off the map."""
    k = rules.sheet.index.get(unit)
    if k is None:
        raise rules.acts.reject("unknownUnit", "attack", unit=unit)
    if state.where[k] in (DUE, LOST):
        raise rules.acts.reject("offMap", "attack", unit=unit)
    return state.where[k]


def canon_word(rules: EightHundred, state: State, decision: Decision, event: Word) -> Word:
    if event == PASS:
        return PASS
    if event.word in ("grenade", "flag"):
        if decision.side != CHINA:
            raise rules.acts.reject("notYourMarker", event.word, word=event.word)
        return canon_marker(rules, state, event)
    raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)


def canon_marker(rules: EightHundred, state: State, event: Word) -> Word:
    if event.again:
        raise rules.acts.reject("noSecond", "act")
    if event.payer:
        raise rules.acts.reject("notPayer", "command", payer=event.payer, xie=rules.acts.payer[0])
    if not rules.acts.switch["idle_markers"] and not turns.has_points(rules, state, CHINA):
        raise rules.acts.reject("mustPass", "forced_pass")  # reading 1
    if event.word == "grenade":
        if len(event.args) != 1:
            raise rules.acts.reject("grenadeWhere", "grenade")
        bar = rules.acts.bar_grenade(state, event.args[0])
        if bar is not None:
            raise bar
        return event
    return canon_flag(rules, state, event)


def canon_flag(rules: EightHundred, state: State, event: Word) -> Word:
    """J 9.7: one unit; E 5.0-2: all. Reading 24: only where it gives a point."""
    reject = rules.acts.reject
    if state.turn < rules.sheet.limit["flag_from"]:
        raise reject("flagEarly", "flag", turn=rules.sheet.limit["flag_from"])
    if state.flags <= 0:
        raise reject("flagUsed", "flag")
    for_all, low = rules.acts.switch["flag_for_all"], rules.sheet.ids(lacking(rules, state))
    if for_all and event.args:
        raise reject("flagForAll", "flag")
    if not low:
        raise reject("flagFull", "flag")
    if not for_all and (len(event.args) != 1 or event.args[0] not in low):
        raise reject("flagWhich", "flag", units=low)
    return event


def lacking(rules: EightHundred, state: State) -> Group:
    """The Chinese units on the map that have fewer points than at the start of a turn."""
    where, points, full = state.where, state.points, rules.sheet.full
    return tuple(
        [k for k in rules.sheet.own[CHINA] if where[k] not in (DUE, LOST) and points[k] < full[k]]
    )


def legal_acts(rules: EightHundred, state: State, decision: Decision) -> Iterator[Event]:
    side = decision.side
    for group in rules.acts.groups(state, side):
        yield from rules.acts.moves(state, side, group)
        yield from rules.acts.attacks(state, side, group)
    if side == CHINA:
        payer = rules.acts.payer
        for group in rules.acts.commanded(state):
            yield from rules.acts.moves(state, side, group, payer)
            yield from rules.acts.attacks(state, side, group, payer)
        yield from legal_markers(rules, state)
    yield PASS


def legal_markers(rules: EightHundred, state: State) -> Iterator[Event]:
    words = [Word("grenade", (place,)) for place in rules.sheet.areas]
    words += [
        Word("flag"),
        *(Word("flag", (rules.sheet.units[k],)) for k in rules.sheet.own[CHINA]),
    ]
    for word in words:
        try:
            yield canon_marker(rules, state, word)
        except IllegalEventError:
            continue


def act(rules: EightHundred, state: State, event: Event) -> Step:
    """Return the state after an action, and its effects."""
    if isinstance(event, Move):
        return move(rules, state, event)
    if isinstance(event, Attack):
        return attack(rules, state, event)
    assert isinstance(event, Word)
    return passed(rules, state, event)


def second(rules: EightHundred, state: State, event: Event) -> Step:
    """Return the state after a second action of tanks or its refusal (E 4.0-5), and its effects."""
    return stopped(state) if event == NO else act(rules, state, event)


def passed(rules: EightHundred, state: State, event: Word) -> Step:
    """Return the state after the use of a marker or a pass, and its effect."""
    side = state.decision.side  # type: ignore[union-attr]
    if event.word == "grenade":
        fight = rules.acts.grenade(state, event.args[0])
        targets = rules.sheet.ids(fight.targets)
        state = replace(
            state, grenades=state.grenades - 1, fight=fight, decision=rules.ask_dice, passes=0
        )
        return state, (Effect("grenade", side, (), targets, event.args, fight.needs),)
    if event.word == "flag":
        units = (rules.sheet.index[event.args[0]],) if event.args else lacking(rules, state)
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
        return state, (Effect("flag", side, rules.sheet.ids(units)),)
    if state.passes or not any(state.points):
        state = replace(state, passes=state.passes + 1, stage="acted", decision=None)
    else:
        enemy = ENEMY[side]
        state = replace(
            state, passes=1, mover=enemy, stage="actions", decision=rules.ask_act[enemy]
        )
    return state, (Effect("pass", side),)


def stopped(state: State) -> Step:
    """Return the state after a refusal of the second action (E 4.0-5), and the effect."""
    decision = state.decision
    assert decision is not None
    refused = Effect("noSecond", decision.side, decision.units)
    return replace(state, acted=(), acted_as="", stage="acted", decision=None), (refused,)


def move(rules: EightHundred, state: State, event: Move) -> Step:
    """Return the state after a move, and its effects.

    Points are paid at once (reading 37): one by each unit, or one by Xie for the unit that he
    commands (J 6.0, 9.1).
    """
    sheet, units, payer, goal = rules.sheet, event.units, event.payer, event.path[0]
    side, group, _, tanks = rules.acts.known[units]
    where, points = list(state.where), list(state.points)
    moved = Effect("move", side, units, payer, (where[group[0]], goal))
    if tanks:
        tanks = tanks_left(rules, state, tanks, event)
    for k in group:
        where[k] = goal
    for k in sheet.xie_alone if payer else group:
        points[k] -= 1
    entry = entered(rules, state, units) if goal == sheet.warehouse and side == JAPAN else ()
    over = bool(tanks) or not any(points)
    mover = state.mover if over else ENEMY[state.mover]
    state = replace(
        state, where=tuple(where), points=tuple(points), entered=state.entered or bool(entry),
        passes=0, acted=tanks, acted_as="move" if tanks else "", mover=mover,
        stage="acted" if over else "actions", decision=None if over else rules.ask_act[mover],
    )  # fmt: skip
    return state, (moved, *entry)


def entered(rules: EightHundred, state: State, units: tuple[str, ...]) -> Effects:
    """Return the effect of Japanese units that are the first to enter the warehouse while China
    must hold it (J 4.2, E 6.0), at any time of a turn; otherwise nothing.
    """
    if state.entered or state.turn > rules.sheet.limit["hold_to"]:
        return ()
    return (Effect("entered", JAPAN, units, places=(rules.sheet.warehouse,)),)


def attack(rules: EightHundred, state: State, event: Attack) -> Step:
    """Return the state after the declaration of an attack, with its dice pending, and the effects.

    Points are paid in the same way as for a move.
    """
    sheet, units, payer, place = rules.sheet, event.units, event.payer, event.place
    side, group, _, tanks = rules.acts.known[units]
    if tanks:
        tanks = tanks_left(rules, state, tanks, event)
    fight = rules.acts.fight(state, side, group, place, event.unit)
    targets = (event.unit,) if event.unit else sheet.ids(fight.targets)
    places = (state.where[group[0]], place)
    effects: Effects = (Effect("attack", side, units, targets, places, fight.needs),)
    if payer:
        effects += (Effect("command", side, payer, units),)
    state = replace(
        state,
        points=spent(state.points, sheet.xie_alone if payer else group),
        fight=fight,
        passes=0,
        acted=tanks,
        acted_as="attack" if tanks else "",
        decision=rules.ask_dice,
    )
    return state, effects


def tanks_left(rules: EightHundred, state: State, tanks: Group, event: Move | Attack) -> Group:
    """Which tanks of a first act have a point left after it (E 4.0-5; reading 32)."""
    if event.again or not rules.double_act:
        return ()
    return tuple([k for k in tanks if state.points[k] > 1])


def second_acts(rules: EightHundred, state: State) -> Iterator[Event]:
    """Reading 18: some of the tanks that acted go on, with the other kind of act."""
    side = rules.sheet.side[state.acted[0]]
    for size in range(1, len(state.acted) + 1):
        for group in combinations(state.acted, size):
            if len({state.where[k] for k in group}) > 1:
                continue
            more: Iterator[Move | Attack] = (
                rules.acts.attacks(state, side, group)
                if state.acted_as == "move"
                else rules.acts.moves(state, side, group)
            )
            for event in more:
                yield replace(event, again=True)


def second_open(rules: EightHundred, state: State) -> bool:
    """Whether there is any second act: what some of the tanks may do, one of them may."""
    acts, where, side = rules.acts, state.where, rules.sheet.side[state.acted[0]]
    if state.acted_as == "move":
        enemies = where[rules.sheet.span[ENEMY[side]]]
        fires = [(acts.called[k,].fire, where[k]) for k in state.acted]
        return any(fire and not fire[here].isdisjoint(enemies) for fire, here in fires)
    for k in state.acted:
        for goal in rules.sheet.near[where[k]]:
            if not acts.bar_move(state, side, (k,), goal):
                return True
    return False


def legal_seconds(rules: EightHundred, state: State, decision: Decision) -> Iterator[Event]:
    yield from second_acts(rules, state)
    yield NO


def canon_second(rules: EightHundred, state: State, decision: Decision, event: Event) -> Event:
    """The tanks that acted go on, with the other kind of act, or stop (E 4.0-5)."""
    if event == NO:
        return NO
    why, wanted = SECOND[state.acted_as]
    if not isinstance(event, wanted) or not event.again or event.payer:
        raise IllegalEventError(why, decision.rule, decision=decision, units=decision.units)
    for ident in event.units:
        if ident not in decision.units:
            raise IllegalEventError("secondWho", decision.rule, unit=ident, units=decision.units)
    return canon_act(rules, state, decision, event)


def follow_acted(rules: EightHundred, state: State) -> Step:
    """Return the state after a complete action, with the second action of tanks or an action of
    the other side pending, or at the end of the turn, and the effects.
    """
    if state.acted:
        if second_open(rules, state):  # reading 33
            units = rules.sheet.ids(state.acted)
            side = rules.sheet.side[state.acted[0]]
            decision = Decision(side, "second", rules.number["double_act"], units)
            return replace(state, decision=decision), ()
        state = replace(state, acted=(), acted_as="")
    return turns.follow_actions(rules, state, ENEMY[state.mover])
