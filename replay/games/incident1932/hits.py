"""Taking hits in the First Shanghai Incident (9.3): units removed for three hits each, then units
falling back for one each, then logistics points for the rest; in this order (reading 3).

Whatever is done must leave a way to take all hits: a retreat that ends in hits nobody can take
is refused (readings 2 and 26).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from senpu.notation.events import Event, Retreat, Word
from senpu.notation.writer import format_event
from senpu.replay.core.rules import Decision, Effect, Effects, IllegalEventError
from senpu.replay.games.incident1932.context import Incident
from senpu.replay.games.incident1932.state import (
    CHINA,
    ENEMY,
    LOST,
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

ATTACKERS_TAKE = frozenset(("defence", "repelled"))
"""The stages of a fight in which the hits are on the attackers."""


def sufferers(fight: Fight) -> Group:
    """The units of the side that takes hits which still take part."""
    return fight.units if fight.stage in ATTACKERS_TAKE else fight.defenders


def taking(rules: Incident, state: State, fight: Fight, stage: str, hits: int) -> Step:
    """Return the state with hits on one side of a fight pending, and the effect."""
    attackers = stage in ATTACKERS_TAKE
    side = fight.side if attackers else ENEMY[fight.side]
    units = fight.units if attackers else fight.defenders
    fight = replace(fight, stage=stage, hits=hits, may_lose=units, may_retreat=units)
    state = replace(state, fight=fight, stage="hits", decision=asked(rules, fight, side))
    return state, (Effect("hit" if hits == 1 else "hits", side, numbers=(hits,)),)


def asked(rules: Incident, fight: Fight, side: str) -> Decision | None:
    """Return the decision about the remaining hits, or None without hits. The units that may be
    removed are among the units that may retreat.
    """
    if not fight.hits:
        return None
    place = fight.origin if fight.stage in ATTACKERS_TAKE else fight.place
    units = rules.sheet.ids(fight.may_retreat)
    return Decision(side, "hits", rules.number["hits"], units, place, (), fight.hits)


# ---- what may be done -----------------------------------------------------------------------


def canon_hits(rules: Incident, state: State, decision: Decision, event: Event) -> Event:
    fight = state.fight
    assert fight is not None
    if isinstance(event, Word) and not event.payer and not event.again:
        if event.word == "lose":
            return canon_loss(rules, state, decision, event)
        if event.word == "pay":
            return canon_payment(rules, state, decision, event)
    if isinstance(event, Retreat) and not event.payer and not event.again:
        if len(event.units) != 1 or len(event.path) != 1:
            raise rules.acts.reject("retreatAlone", "retreat")
        unit = part_of(rules, state, decision, event.units[0])
        if bar := bar_retreat(rules, state, decision.side, unit, event.path[0]):
            raise bar
        return event
    raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)


def part_of(rules: Incident, state: State, decision: Decision, ident: str) -> int:
    """A unit that takes part on the side that takes hits. Raises IllegalEventError."""
    fight = state.fight
    assert fight is not None
    unit = rules.sheet.index.get(ident, -1)
    if unit not in sufferers(fight):
        if unit < 0:
            raise IllegalEventError("unknownUnit", decision.rule, unit=ident)
        units = rules.sheet.ids(sufferers(fight))
        raise IllegalEventError("noPart", decision.rule, unit=ident, units=units)  # reading 1
    return unit


def canon_loss(rules: Incident, state: State, decision: Decision, event: Word) -> Event:
    if len(event.args) != 1 or "+" in event.args[0]:
        named = {unit for arg in event.args for unit in arg.split("+")}
        legal = [*legal_hits(rules, state, decision)]
        meant = [each for each in legal if isinstance(each, Word) and named.intersection(each.args)]
        example = format_event((meant or legal)[0])
        raise IllegalEventError("loseAlone", decision.rule, example=example)
    unit = part_of(rules, state, decision, event.args[0])
    if bar := bar_loss(rules, state, decision.side, unit):
        raise bar
    return event


def canon_payment(rules: Incident, state: State, decision: Decision, event: Word) -> Event:
    fight = state.fight
    assert fight is not None
    hits, points = fight.hits, state.points[PURSE[decision.side]]
    if points < hits:  # told first: `pay` of all the rest would be no way out
        raise IllegalEventError("payShort", decision.rule, hits=hits, points=points)
    if event.args not in ((), (str(hits),)):
        raise IllegalEventError("payRest", decision.rule, hits=hits)
    return event if event.args else Word("pay", (str(hits),))


def bar_loss(rules: Incident, state: State, side: str, unit: int) -> IllegalEventError | None:
    """Removing a unit: before anybody falls back, in rising order (readings 3 and 27)."""
    fight = state.fight
    assert fight is not None
    if unit not in fight.may_lose:
        return rules.acts.reject("loseOrder", "hits", unit=rules.sheet.units[unit])
    hits = fight.hits - rules.removal
    if hits <= 0 or state.points[PURSE[side]] >= hits:
        return None
    more = after(fight.may_lose, unit)
    rest = len(sufferers(fight)) - 1
    if len(more) == rest:  # all may still be removed, and the surplus ignored
        return None
    room = rules.acts.room(state.where, side, unit)
    most = rules.removal * len(more) + min(room, rest - len(more))
    return bar_short(rules, state, side, hits, most)


def bar_retreat(
    rules: Incident, state: State, side: str, unit: int, goal: str
) -> IllegalEventError | None:
    """Falling back: one unit at a time, in rising order, where 9.4 lets it."""
    fight = state.fight
    assert fight is not None
    if unit not in fight.may_retreat:
        return rules.acts.reject("retreatOrder", "hits", unit=rules.sheet.units[unit])
    if bar := rules.acts.bar_refuge(state.where, side, unit, goal):
        return bar
    return bar_fewer(rules, state, side, unit)


def bar_fewer(rules: Incident, state: State, side: str, unit: int) -> IllegalEventError | None:
    """Falling back, wherever to: what is left to be taken then."""
    fight = state.fight
    assert fight is not None
    hits = fight.hits - 1
    if hits <= 0 or state.points[PURSE[side]] >= hits:
        return None
    # Room for one like it is taken, wherever it goes; off the map there is room for all.
    room = rules.acts.room(state.where, side, unit) - 1
    return bar_short(rules, state, side, hits, min(room, len(after(fight.may_retreat, unit))))


def bar_short(
    rules: Incident, state: State, side: str, hits: int, units: int
) -> IllegalEventError | None:
    """Hits that would be left when all that is still open has been done."""
    points = state.points[PURSE[side]]
    if units + points >= hits:
        return None
    return rules.acts.reject("hitsLeft", "hits", hits=hits, units=units, points=points)


def after(units: Group, unit: int) -> Group:
    """Those behind a unit."""
    return units[units.index(unit) + 1 :]


def refuges(rules: Incident, state: State, side: str) -> tuple[str, ...]:
    """Where the units that may fall back may go to."""
    fight = state.fight
    assert fight is not None
    if not fight.may_retreat:
        return ()
    return rules.acts.refuges(state.where, side, fight.may_retreat[0])


def legal_hits(rules: Incident, state: State, decision: Decision) -> Iterator[Event]:
    fight = state.fight
    assert fight is not None
    side, sheet = decision.side, rules.sheet
    for unit in fight.may_lose:
        if bar_loss(rules, state, side, unit) is None:
            yield Word("lose", (sheet.units[unit],))
    # They stand in one area and are of one service, so one has the ways back of all.
    goals = refuges(rules, state, side)
    for unit in fight.may_retreat if goals else ():
        if bar_fewer(rules, state, side, unit) is None:
            for goal in goals:
                yield Retreat((sheet.units[unit],), (goal,))
    if state.points[PURSE[side]] >= fight.hits:
        yield Word("pay", (str(fight.hits),))


# ---- what is done ---------------------------------------------------------------------------


def take(rules: Incident, state: State, event: Event) -> Step:
    """Return the state after a removal, a retreat or a payment for hits (9.3), and the effects.
    If hits remain, the next choice is pending.
    """
    fight, decision = state.fight, state.decision
    assert fight is not None
    assert decision is not None
    if isinstance(event, Retreat):
        return fallen_back(rules, state, fight, decision.side, event)
    assert isinstance(event, Word)
    if event.word == "lose":
        return removed(rules, state, fight, decision.side, rules.sheet.index[event.args[0]])
    payment = Effect("pay", decision.side, numbers=(fight.hits,))
    points = paid(state.points, decision.side, fight.hits)
    return replace(state, points=points, fight=replace(fight, hits=0), decision=None), (payment,)


def removed(rules: Incident, state: State, fight: Fight, side: str, unit: int) -> Step:
    """Return the state after the removal of a unit for three hits, and the effects.

    The victory point counts at once (4.1). Japan's points do not fall below 0.
    """
    victory = state.victory + 1 if side == CHINA else max(0, state.victory - 1)
    ident, place = (rules.sheet.units[unit],), state.where[unit]
    kind, places = ("removedAfloat", ()) if place == RIVER else ("removed", (place,))
    effects: Effects = (Effect(kind, side, ident, places=places, numbers=(victory,)),)
    hits, rest = max(0, fight.hits - rules.removal), others(sufferers(fight), unit)
    if hits and not rest:  # 9.3: the surplus is ignored
        effects += (Effect("surplus", side, numbers=(hits,)),)
        hits = 0
    fight = left(fight, rest, hits, after(fight.may_lose, unit), others(fight.may_retreat, unit))
    where = changed(state.where, (unit,), LOST)
    decision = asked(rules, fight, side)
    return replace(state, where=where, victory=victory, fight=fight, decision=decision), effects


def fallen_back(rules: Incident, state: State, fight: Fight, side: str, event: Retreat) -> Step:
    """Return the state after the retreat of a unit for one hit, and the effect. The unit takes no
    further part in the fight (reading 6).
    """
    unit, goal = rules.sheet.index[event.units[0]], event.path[0]
    kind = "retreatOff" if goal == OFF else "retreat"
    effect = Effect(kind, side, event.units, places=(state.where[unit], goal))
    rest = others(sufferers(fight), unit)
    fight = left(fight, rest, fight.hits - 1, (), after(fight.may_retreat, unit))
    where = changed(state.where, (unit,), goal)
    state = replace(state, where=where, fight=fight, decision=asked(rules, fight, side))
    return state, (effect,)


def others(units: Group, unit: int) -> Group:
    return tuple([k for k in units if k != unit])


def left(fight: Fight, units: Group, hits: int, may_lose: Group, may_retreat: Group) -> Fight:
    """The fight after a unit of those that take hits has gone."""
    if fight.stage in ATTACKERS_TAKE:
        return replace(fight, units=units, hits=hits, may_lose=may_lose, may_retreat=may_retreat)
    return replace(fight, defenders=units, hits=hits, may_lose=may_lose, may_retreat=may_retreat)
