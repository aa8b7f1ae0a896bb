"""Taking hits in the First Shanghai Incident (9.3).

First units are removed for three hits each, then units retreat for one hit each, then logistics
points pay for the rest (reading 3). Each choice must leave a way to take all hits: a retreat that
leaves hits which cannot be taken is rejected (readings 2 and 26). By an option, further units may
then retreat (reading 24).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from senpu.notation.events import Event, Retreat, Word
from senpu.notation.writer import format_event
from senpu.replay.core.rules import Effect, Effects, IllegalEventError
from senpu.replay.core.states import Decision
from senpu.replay.games.incident1932.context import Incident1932Context
from senpu.replay.games.incident1932.state import (
    CHINA,
    ENEMY,
    LOST,
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

NO = Word("no")
ATTACKERS_TAKE = frozenset(("defence", "repelled"))
"""The stages of a fight in which the hits are on the attackers."""


FORGOTTEN: dict[str, dict[str, Any]] = {
    "fire": {"units": (), "origin": ""},
    "defence": {},
    "beaten": {"night": False, "bombs": False, "retreated": UNSET},
    "repelled": {"defenders": (), "place": "", "bombs": False, "pursuit": False},
}
"""The parts of a fight that no longer matter after its dice, by its stage."""


def find_takers(fight: Incident1932Combat) -> Group:
    """Return the units of the side that takes hits which still take part."""
    return fight.units if fight.stage in ATTACKERS_TAKE else fight.defenders


def impose_hits(
    context: Incident1932Context,
    state: Incident1932State,
    fight: Incident1932Combat,
    stage: str,
    hits: int,
) -> Incident1932Step:
    """Return the state with hits on one side of a fight pending, and the effect.

    The parts of the fight that no longer matter are cleared.
    """
    attackers = stage in ATTACKERS_TAKE
    side = fight.side if attackers else ENEMY[fight.side]
    units = fight.units if attackers else fight.defenders
    fight = replace(
        fight, stage=stage, hits=hits, may_lose=units, may_retreat=units, **FORGOTTEN[stage]
    )
    state = replace(state, fight=fight, stage="hits", decision=build_decision(context, fight, side))
    return state, (Effect("hit" if hits == 1 else "hits", side, numbers=(hits,)),)


def build_decision(
    context: Incident1932Context, fight: Incident1932Combat, side: str
) -> Decision | None:
    """Return the decision about the remaining hits, or None without hits.

    The units that may be removed are among the units that may retreat.
    """
    if not fight.hits:
        return None
    place = fight.origin if fight.stage in ATTACKERS_TAKE else fight.place
    units = context.tables.list_ids(fight.may_retreat)
    return Decision(side, "hits", context.number["hits"], units, place, (), fight.hits)


# ---- legality -----------------------------------------------------------------------


def canon_hits(
    context: Incident1932Context, state: Incident1932State, decision: Decision, event: Event
) -> Event:
    """Return a loss, retreat or payment for hits in canonical form (9.3, 9.4).

    Raises:
        IllegalEventError: The choice is illegal, or the event is not a choice for hits.
    """
    fight = state.fight
    assert fight is not None
    if type(event) is Word and not event.payer and not event.again and fight.hits:
        if event.word == "lose":
            return canon_loss(context, state, decision, event)
        if event.word == "pay":
            return canon_payment(context, state, decision, event)
    if type(event) is Retreat and not event.payer and not event.again:
        if len(event.units) != 1 or len(event.path) != 1:
            raise context.legality.reject("retreatAlone", "retreat")
        unit = find_participant(context, state, decision, event.units[0])
        if error := check_retreat(context, state, decision.side, unit, event.path[0]):
            raise error
        return event
    raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)


def find_participant(
    context: Incident1932Context, state: Incident1932State, decision: Decision, ident: str
) -> int:
    """Return a unit in the combat, of the side that must take hits. Raises IllegalEventError."""
    fight = state.fight
    assert fight is not None
    unit = context.tables.index.get(ident, -1)
    if unit not in find_takers(fight):
        if unit < 0:
            raise IllegalEventError("unknownUnit", decision.rule, unit=ident)
        units = context.tables.list_ids(find_takers(fight))
        raise IllegalEventError("noPart", decision.rule, unit=ident, units=units)  # reading 1
    return unit


def canon_loss(
    context: Incident1932Context, state: Incident1932State, decision: Decision, event: Word
) -> Event:
    """Return the canonical form of a removal (9.3). Raises IllegalEventError."""
    if len(event.args) != 1 or "+" in event.args[0]:
        ids = {unit for arg in event.args for unit in arg.split("+")}
        legal = [*legal_hits(context, state, decision)]
        matching = [each for each in legal if type(each) is Word and ids.intersection(each.args)]
        example = format_event((matching or legal)[0])
        raise IllegalEventError("loseAlone", decision.rule, example=example)
    unit = find_participant(context, state, decision, event.args[0])
    if error := check_loss(context, state, decision.side, unit):
        raise error
    return event


def canon_payment(
    context: Incident1932Context, state: Incident1932State, decision: Decision, event: Word
) -> Event:
    """Return the canonical form of a payment for all other hits (9.3). Raises IllegalEventError."""
    fight = state.fight
    assert fight is not None
    hits, points = fight.hits, state.points[PURSE[decision.side]]
    if points < hits:  # first: paying for all hits would not be legal
        raise IllegalEventError("payShort", decision.rule, hits=hits, points=points)
    if event.args not in ((), (str(hits),)):
        raise IllegalEventError("payRest", decision.rule, hits=hits)
    return event if event.args else Word("pay", (str(hits),))


def check_loss(
    context: Incident1932Context, state: Incident1932State, side: str, unit: int
) -> IllegalEventError | None:
    """Return the rejection of a removal, or None.

    Removals are in rising order, before all retreats (readings 3 and 27).
    """
    fight = state.fight
    assert fight is not None
    if unit not in fight.may_lose:
        return context.legality.reject("loseOrder", "hits", unit=context.tables.units[unit])
    hits = fight.hits - context.removal
    if hits <= 0 or state.points[PURSE[side]] >= hits:
        return None
    more = find_later(fight.may_lose, unit)
    rest = len(find_takers(fight)) - 1
    if len(more) == rest:  # all may still be removed, and the surplus ignored
        return None
    room = context.legality.count_room(state.locations, side, unit)
    most = context.removal * len(more) + min(room, rest - len(more))
    return check_hits_left(context, state, side, hits, most)


def check_retreat(
    context: Incident1932Context, state: Incident1932State, side: str, unit: int, goal: str
) -> IllegalEventError | None:
    """Return the rejection of a retreat of one unit in rising order (9.4), or None."""
    fight = state.fight
    assert fight is not None
    if unit not in fight.may_retreat:
        return context.legality.reject("retreatOrder", "hits", unit=context.tables.units[unit])
    if error := context.legality.check_refuge(state.locations, side, unit, goal):
        return error
    return check_retreat_hits(context, state, side, unit)


def check_retreat_hits(
    context: Incident1932Context, state: Incident1932State, side: str, unit: int
) -> IllegalEventError | None:
    """Return the rejection of a retreat to any place after which hits would be left, or None."""
    fight = state.fight
    assert fight is not None
    hits = fight.hits - 1
    if hits <= 0 or state.points[PURSE[side]] >= hits:
        return None
    # Its retreat takes one place from the others; off the map there is room for all.
    room = context.legality.count_room(state.locations, side, unit) - 1
    return check_hits_left(
        context, state, side, hits, min(room, len(find_later(fight.may_retreat, unit)))
    )


def check_hits_left(
    context: Incident1932Context, state: Incident1932State, side: str, hits: int, units: int
) -> IllegalEventError | None:
    """Return the rejection of a choice that leaves more hits than can be taken, or None."""
    points = state.points[PURSE[side]]
    if units + points >= hits:
        return None
    return context.legality.reject("hitsLeft", "hits", hits=hits, units=units, points=points)


def find_later(units: Group, unit: int) -> Group:
    """Return the units after a unit."""
    return units[units.index(unit) + 1 :]


def find_refuges(
    context: Incident1932Context, state: Incident1932State, side: str
) -> tuple[str, ...]:
    """Return the places to which the units that may retreat can retreat."""
    fight = state.fight
    assert fight is not None
    if not fight.may_retreat:
        return ()
    return context.legality.find_refuges(state.locations, side, fight.may_retreat[0])


def legal_hits(
    context: Incident1932Context, state: Incident1932State, decision: Decision
) -> Iterator[Event]:
    """Yield the legal removals, retreats and payments for hits (9.3, 9.4)."""
    fight = state.fight
    assert fight is not None
    side, tables = decision.side, context.tables
    for unit in fight.may_lose:
        if check_loss(context, state, side, unit) is None:
            yield Word("lose", (tables.units[unit],))
    # They are in one area and have one service, so their retreats are equal.
    goals = find_refuges(context, state, side)
    for unit in fight.may_retreat if goals else ():
        if check_retreat_hits(context, state, side, unit) is None:
            for goal in goals:
                yield Retreat((tables.units[unit],), (goal,))
    if fight.hits and state.points[PURSE[side]] >= fight.hits:
        yield Word("pay", (str(fight.hits),))


# ---- effects ----------------------------------------------------------------------------


def apply_hits(
    context: Incident1932Context, state: Incident1932State, event: Event
) -> Incident1932Step:
    """Return the state after a removal, a retreat or a payment for hits (9.3), and the effects.

    If hits remain, the next choice is pending.
    """
    fight, decision = state.fight, state.decision
    assert fight is not None
    assert decision is not None
    if type(event) is Retreat:
        return apply_retreat(context, state, fight, decision.side, event)
    assert type(event) is Word
    if event.word == "lose":
        return apply_loss(context, state, fight, decision.side, context.tables.index[event.args[0]])
    payment = Effect("pay", decision.side, numbers=(fight.hits,))
    points = pay_points(state.points, decision.side, fight.hits)
    return replace(state, points=points, fight=replace(fight, hits=0), decision=None), (payment,)


def apply_loss(
    context: Incident1932Context,
    state: Incident1932State,
    fight: Incident1932Combat,
    side: str,
    unit: int,
) -> Incident1932Step:
    """Return the state after the removal of a unit for three hits, and the effects.

    The victory point counts at once (4.1). Japan's points do not fall below 0.
    """
    victory = state.victory + 1 if side == CHINA else max(0, state.victory - 1)
    ident, place = (context.tables.units[unit],), state.locations[unit]
    kind, places = ("removedAfloat", ()) if place == RIVER else ("removed", (place,))
    effects: Effects = (Effect(kind, side, ident, places=places, numbers=(victory,)),)
    hits, rest = max(0, fight.hits - context.removal), exclude(find_takers(fight), unit)
    if hits and not rest:
        # 9.3: the surplus is ignored; after a retreat only the part without points (reading 6)
        paid = min(hits, state.points[PURSE[side]]) if fight.retreated else 0
        if hits > paid:
            effects += (Effect("surplus", side, numbers=(hits - paid,)),)
        hits = paid
    fight = update_fight(
        fight, rest, hits, find_later(fight.may_lose, unit), exclude(fight.may_retreat, unit)
    )
    locations = set_values(state.locations, (unit,), LOST)
    decision = build_decision(context, fight, side)
    return replace(
        state, locations=locations, victory=victory, fight=fight, decision=decision
    ), effects


def apply_retreat(
    context: Incident1932Context,
    state: Incident1932State,
    fight: Incident1932Combat,
    side: str,
    event: Retreat,
) -> Incident1932Step:
    """Return the state after the retreat of a unit for one hit, and the effect.

    The unit takes no further part in the combat (reading 6).
    """
    unit, goal = context.tables.index[event.units[0]], event.path[0]
    kind = "retreatOff" if goal == OFF else "retreat"
    effect = Effect(kind, side, event.units, places=(state.locations[unit], goal))
    rest = exclude(find_takers(fight), unit)
    if fight.stage == "defence":
        fight = replace(fight, retreated=True)
    hits = max(0, fight.hits - 1)
    fight = update_fight(fight, rest, hits, (), find_later(fight.may_retreat, unit))
    locations = set_values(state.locations, (unit,), goal)
    state = replace(
        state, locations=locations, fight=fight, decision=build_decision(context, fight, side)
    )
    return state, (effect,)


# ---- retreats beyond the hits (reading 24) ------------------------------------------------------


def build_withdrawal(context: Incident1932Context, state: Incident1932State) -> Decision | None:
    """Return the decision to retreat more units than the hits require, or None without one."""
    fight = state.fight
    if fight is None or fight.hits or not context.legality.switch["retreat_beyond_hits"]:
        return None
    takes = fight.side if fight.stage in ATTACKERS_TAKE else ENEMY[fight.side]
    here = state.locations[fight.may_retreat[0]] if fight.may_retreat else ""
    if here not in context.tables.adjacent or not find_refuges(context, state, takes):
        return None
    place = fight.origin if fight.stage in ATTACKERS_TAKE else fight.place
    units = context.tables.list_ids(fight.may_retreat)
    return Decision(takes, "withdraw", context.number["hits"], units, place)


def canon_withdrawal(
    context: Incident1932Context, state: Incident1932State, decision: Decision, event: Event
) -> Event:
    """Return a retreat beyond the hits, or none, in canonical form (9.3, 9.4).

    Raises:
        IllegalEventError: The retreat is illegal, or the event is another one.
    """
    return NO if event == NO else canon_hits(context, state, decision, event)


def legal_withdrawals(
    context: Incident1932Context, state: Incident1932State, decision: Decision
) -> Iterator[Event]:
    """Yield the legal retreats beyond the hits, and none (9.3, 9.4)."""
    yield from legal_hits(context, state, decision)
    yield NO


def apply_withdrawal(
    context: Incident1932Context, state: Incident1932State, event: Event
) -> Incident1932Step:
    """Return the state after a retreat beyond the hits or none, and the effects."""
    assert state.fight is not None
    if event != NO:
        return apply_hits(context, state, event)
    assert state.decision is not None
    fight, stays = replace(state.fight, may_retreat=()), Effect("noRetreat", state.decision.side)
    return replace(state, fight=fight, decision=None), (stays,)


def exclude(units: Group, unit: int) -> Group:
    """Return units without one of them."""
    return tuple([k for k in units if k != unit])


def update_fight(
    fight: Incident1932Combat, units: Group, hits: int, may_lose: Group, may_retreat: Group
) -> Incident1932Combat:
    """Return the combat after a unit of the side that takes hits has left.

    If none is left, only defeated defenders matter further: their area is open to an advance.
    """
    if not units and fight.stage != "beaten":
        return Incident1932Combat(fight.side, stage=fight.stage, hits=hits)
    if fight.stage in ATTACKERS_TAKE:
        return replace(fight, units=units, hits=hits, may_lose=may_lose, may_retreat=may_retreat)
    return replace(fight, defenders=units, hits=hits, may_lose=may_lose, may_retreat=may_retreat)
