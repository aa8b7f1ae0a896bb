"""An impulse of the First Shanghai Incident: a move, an assault, a preparatory fire, the landing
or a pass (7.2 to 7.4), and the pursuit after an advance (9.7). :mod:`legality` restricts them,
and :mod:`combat` continues a fight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from senpu.notation.events import Attack, Event, Fire, Move, Place, Word
from senpu.notation.writer import format_event
from senpu.replay.core.rules import Decision, Effect, IllegalEventError
from senpu.replay.games.incident1932.context import Incident
from senpu.replay.games.incident1932.legality import Named
from senpu.replay.games.incident1932.state import (
    CHINA,
    ENEMY,
    JAPAN,
    OFF,
    PURSE,
    RIVER,
    Fight,
    Group,
    State,
    Step,
    paid,
)
from senpu.replay.parts.counters import changed

PASS, NO = Word("pass"), Word("no")

# ---- what may be written --------------------------------------------------------------------


def canon_act(rules: Incident, state: State, decision: Decision, event: Event) -> Event:
    if event == PASS:
        return PASS
    canon = CANON.get(type(event))
    if canon is None:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    if event.again:  # type: ignore[union-attr]
        raise rules.acts.reject("noPursuit", "pursuit")
    if state.points[PURSE[decision.side]] <= 0:
        raise rules.acts.reject("mustPass", "points", side=decision.side)
    return canon(rules, state, decision.side, event)


def canon_move(rules: Incident, state: State, side: str, event: Move) -> Event:
    acts = rules.acts
    if event.payer:
        raise acts.reject("noPayer", "group_move", payer=event.payer)
    named = acts.named(event.units, side)
    place = acts.place_of(state, named, "group_move")
    path = acts.way(state, named, place, event.path)
    if path == event.path and named.ids == event.units:
        return event
    return replace(event, units=named.ids, path=path)


def canon_assault(rules: Incident, state: State, side: str, event: Attack) -> Event:
    acts = rules.acts
    if event.unit or not event.place:
        raise acts.reject("nameArea", "group_assault")
    named = acts.named(event.units, side)
    place = acts.place_of(state, named, "group_assault")
    bar = acts.bar_target(state, side, place, event.place, "group_assault")
    if bar is None and event.payer:
        bar = acts.bar_night(state, side, event.payer)
        if bar is None and event.again and not acts.switch["night_pursuit"]:
            bar = acts.reject("nightPursuit", "night")
    if bar is not None:
        raise bar
    return event if named.ids == event.units else replace(event, units=named.ids)


def canon_fire(rules: Incident, state: State, side: str, event: Fire) -> Event:
    acts = rules.acts
    if side != JAPAN:
        raise acts.reject("fireJapan", "group_fire")
    if event.payer or len(event.path) != 1:
        raise acts.reject("fireOne", "group_fire")
    named = acts.named(event.units, side)
    place = acts.place_of(state, named, "group_fire")
    bar = acts.bar_target(state, side, place, event.path[0], "group_fire")
    if bar is not None:
        raise bar
    return event if named.ids == event.units else replace(event, units=named.ids)


def canon_landing(rules: Incident, state: State, side: str, event: Place) -> Event:
    acts = rules.acts
    if side != JAPAN:
        raise acts.reject("landingJapan", "landing")
    if event.payer or len(event.path) != 1:
        raise acts.reject("landingOne", "landing")
    named = acts.named(event.units, side)
    if bar := acts.bar_landing(state, named, event.path[0]):
        raise bar
    return event if named.ids == event.units else replace(event, units=named.ids)


def canon_pass(rules: Incident, state: State, side: str, event: Word) -> Event:
    raise IllegalEventError("wrongAnswer", rules.number["act"], decision=rules.ask_act[side])


CANON: dict[type[Any], Callable[..., Event]] = {
    Move: canon_move,
    Attack: canon_assault,
    Fire: canon_fire,
    Place: canon_landing,
    Word: canon_pass,
}


def canon_pursuit(rules: Incident, state: State, decision: Decision, event: Event) -> Event:
    """9.7: some of those who advanced move or assault; they do not fire."""
    if event == NO:
        return NO
    if isinstance(event, Fire):
        raise rules.acts.reject("noPursuitFire", "pursuit")
    if not isinstance(event, Move | Attack) or not event.again:
        legal = legal_pursuits(rules, state, decision)
        example = format_event(next((each for each in legal if each != NO), NO))
        raise IllegalEventError("pursuitHow", decision.rule, example=example)
    for ident in event.units:
        if ident not in decision.units:
            raise IllegalEventError("pursuitWho", decision.rule, unit=ident, units=decision.units)
    return CANON[type(event)](rules, state, decision.side, event)


# ---- what may be written, listed ------------------------------------------------------------


def legal_acts(rules: Incident, state: State, decision: Decision) -> Iterator[Event]:
    side = decision.side
    if state.points[PURSE[side]] > 0:
        sheet = rules.sheet
        for place in sheet.areas:
            standing = sheet.standing(state.where, side, place)
            if standing:
                yield from legal_of(rules, state, side, place, standing)
        if side == JAPAN:
            yield from legal_landings(rules, state)
    yield PASS


def legal_of(
    rules: Incident, state: State, side: str, place: str, units: Group, again: bool = False
) -> Iterator[Event]:
    """Every move, assault and fire of the groups among some units of one area; in a pursuit
    (`again`) no fire.
    """
    acts = rules.acts
    targets = acts.targets(state, side, place)
    night = side == CHINA and state.nights > 0 and (acts.switch["night_pursuit"] or not again)
    for named in acts.groups(units):
        for path in acts.ways(state.where, named, place).values():
            yield Move(named.ids, path, again=again)
        for target in targets:
            yield Attack(named.ids, target, again=again)
            if night:
                yield Attack(named.ids, target, payer=("night",), again=again)
            if side == JAPAN and not again:
                yield Fire(named.ids, (target,))


def legal_landings(rules: Incident, state: State) -> Iterator[Event]:
    acts = rules.acts
    if afloat := acts.afloat(state):
        named = acts.named(rules.sheet.ids(afloat), JAPAN)
        for place in rules.sheet.landing:
            if acts.bar_landing(state, named, place) is None:
                yield Place(named.ids, (place,))


def legal_pursuits(rules: Incident, state: State, decision: Decision) -> Iterator[Event]:
    place = state.where[state.advanced[0]]
    yield from legal_of(rules, state, decision.side, place, state.advanced, again=True)
    yield NO


def may_pursue(rules: Incident, state: State, side: str, advanced: Group) -> bool:
    """Reading 30: whether anything is open to those who advanced."""
    acts, where = rules.acts, state.where
    if state.points[PURSE[side]] <= 0:
        return False
    place = where[advanced[0]]
    if acts.targets(state, side, place) or (side == CHINA and place in rules.sheet.source):
        return True
    return any(not acts.shut(where, side, advanced[:1], goal) for goal in rules.sheet.near[place])


# ---- what is done ---------------------------------------------------------------------------


def act(rules: Incident, state: State, event: Event) -> Step:
    """Return the state after an activation in an impulse or a pursuit, and the effects. Its
    logistics point is paid at once (7.3).
    """
    decision = state.decision
    assert decision is not None
    return APPLY[type(event)](rules, state, decision.side, event)


def move(rules: Incident, state: State, side: str, event: Move) -> Step:
    """Return the state after a move, and its effect."""
    group = rules.acts.named(event.units, side).group
    goal = event.path[-1]
    kind = "exit" if goal == OFF else "move"
    effect = Effect(kind, side, event.units, places=(state.where[group[0]], goal))
    state = replace(
        state,
        where=changed(state.where, group, goal),
        points=paid(state.points, side),
        passes=0,
        advanced=(),
        decision=rules.ask_act[ENEMY[side]],
    )
    return state, (effect,)


def fire(rules: Incident, state: State, side: str, event: Fire) -> Step:
    """Return the state with a die pending for each unit of a preparatory fire (9.1), and the
    effect.
    """
    sheet = rules.sheet
    group, place = rules.acts.named(event.units, side).group, event.path[0]
    origin = state.where[group[0]]
    defenders = sheet.standing(state.where, ENEMY[side], place)
    state = replace(
        state,
        points=paid(state.points, side),
        passes=0,
        fight=Fight(side, group, defenders, origin, place),
        decision=rules.ask_fire("fire", "fire", group),
    )
    return state, (Effect("fire", side, event.units, sheet.ids(defenders), (origin, place)),)


def assault(rules: Incident, state: State, side: str, event: Attack) -> Step:
    """Return the state after the declaration of an assault, and the effects."""
    named, place, pursuit = rules.acts.named(event.units, side), event.place, event.again
    if not event.payer:
        return fight_begun(rules, state, side, named, place, pursuit=pursuit)
    nights = state.nights - 1
    state = replace(state, nights=nights)
    state, more = fight_begun(rules, state, side, named, place, night=True, pursuit=pursuit)
    return state, (Effect("night", side, numbers=(nights,)), *more)


def fight_begun(
    rules: Incident,
    state: State,
    side: str,
    named: Named,
    place: str,
    night: bool = False,
    pursuit: bool = False,
) -> Step:
    """Return the state after the declaration of an assault, and the effect. The defenders fire
    first (9.2.1), but not at night (9.2.2).
    """
    sheet = rules.sheet
    origin = state.where[named.group[0]]
    defenders = sheet.standing(state.where, ENEMY[side], place)
    kind = "landingFight" if origin == RIVER else "assault"
    places = (place,) if origin == RIVER else (origin, place)
    effect = Effect(kind, side, named.ids, sheet.ids(defenders), places)
    decision = None if night else rules.ask_fire("defence", "defence", defenders)
    state = replace(
        state,
        points=paid(state.points, side),
        passes=0,
        advanced=(),
        fight=Fight(side, named.group, defenders, origin, place, night, pursuit=pursuit),
        stage="fight",
        decision=decision,
    )
    return state, (effect,)


def land(rules: Incident, state: State, side: str, event: Place) -> Step:
    """Return the state after a landing (7.3.4), and the effect. Against Chinese units it is an
    assault (9.6), during which the units are on the river.
    """
    named, place = rules.acts.named(event.units, side), event.path[0]
    if place in state.where[rules.sheet.span[CHINA]]:
        return fight_begun(rules, state, side, named, place)
    state = replace(
        state,
        where=changed(state.where, named.group, place),
        points=paid(state.points, side),
        passes=0,
        decision=rules.ask_act[ENEMY[side]],
    )
    return state, (Effect("land", side, event.units, places=(place,)),)


def say(rules: Incident, state: State, side: str, event: Word) -> Step:
    """Return the state after a pass (7.2) or a refusal to pursue (9.7), and the effect."""
    if event.word == "no":
        refused = Effect("noPursuit", side, rules.sheet.ids(state.advanced))
        return replace(state, advanced=(), decision=rules.ask_act[ENEMY[side]]), (refused,)
    passed = (Effect("pass", side),)
    if state.passes:
        return replace(state, passes=0, stage="scoring", decision=None), passed
    return replace(state, passes=1, decision=rules.ask_act[ENEMY[side]]), passed


APPLY: dict[type[Any], Callable[..., Step]] = {
    Move: move,
    Fire: fire,
    Attack: assault,
    Place: land,
    Word: say,
}
