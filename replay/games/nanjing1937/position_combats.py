"""The check of a combat in a position that was read from a text (9.1 to 9.7)."""

from __future__ import annotations

from itertools import combinations

from msgspec.structs import replace

from senpu.replay.core.rules import IllegalEventError
from senpu.replay.games.nanjing1937.combat import compute_totals
from senpu.replay.games.nanjing1937.context import NanjingContext
from senpu.replay.games.nanjing1937.state import (
    CHINA,
    COMBAT,
    ENEMY,
    JAPAN,
    PHASES,
    NanjingCombat,
    NanjingState,
)
from senpu.replay.parts.counters import UnitGroup, find_units

FIGHT, RETREATING = "fight", "retreating"
BEFORE = ("chen", "dice")
"""The decisions of a combat before its die."""
AFTER = ("loss", "retreat", "advance")
"""The decisions of a combat after its die."""


def check_combat(context: NanjingContext, state: NanjingState) -> None:
    """Check the combat under way, or that there is none. Raises IllegalEventError."""
    fight = state.fight
    kind = state.decision.kind if state.decision else ""
    if fight is None:
        if kind in (*BEFORE, *AFTER):
            raise context.reject("noCombat", "combat", field="next")
        if state.retreating:
            raise context.reject("otherPhase", "sequence", field=RETREATING)
        return
    side = PHASES[state.phase][0]
    if PHASES[state.phase][1] != COMBAT or (kind and kind not in (*BEFORE, *AFTER)):
        raise context.reject("otherPhase", "sequence", field=FIGHT)
    if fight.side != side:
        raise context.reject("notAttacker", "combat", field=FIGHT, side=fight.side)
    if fight.chen and (not state.chen_used or state.chen_lost):
        raise context.reject("chenAbsent", "chen_once", field=FIGHT)
    if fight.targets:
        if state.retreating:
            raise context.reject("otherPhase", "sequence", field=RETREATING)
        _check_declared(context, state, fight, kind)
    else:
        _check_rolled(context, state, fight, kind)


def _reject_fight(context: NanjingContext, number: str) -> IllegalEventError:
    """Return the rejection of a combat that does not fit the pending decision."""
    return context.reject("otherCombat", number, field=FIGHT)


def _check_attackers(
    context: NanjingContext, state: NanjingState, fight: NanjingCombat, units: UnitGroup
) -> None:
    """Check units that attack: where they are, and that they have fought (9.0, 9.1.2)."""
    tables, where = context.tables, state.where
    if not units:
        raise context.reject("noAttacker", "combat", field=FIGHT)
    for k in units:
        unit = tables.units[k]
        if tables.side[k] != fight.side:
            raise context.reject("notYours", "combat", field=FIGHT, unit=unit, side=fight.side)
        if where[k] < 0:
            raise context.reject("offMap", "combat", field=FIGHT, unit=unit)
        if fight.place not in tables.adjacent[where[k]]:
            place = tables.ids[fight.place]
            raise context.reject("notBeside", "combat", field=FIGHT, unit=unit, place=place)
    _check_done(context, state, units)


def _check_stacks(
    context: NanjingContext, state: NanjingState, units: UnitGroup, side: str
) -> None:
    """Check that units of a stack attack together (9.1.3)."""
    tables, where = context.tables, state.where
    hexes = {where[k] for k in units}
    for k in tables.own[side]:
        if where[k] in hexes and k not in units:
            raise context.reject("stackTogether", "together", field=FIGHT, unit=tables.units[k])


def _check_done(context: NanjingContext, state: NanjingState, units: UnitGroup) -> None:
    """Check that units in a combat count as having fought (9.1.2)."""
    fresh = tuple(k for k in units if not state.done >> k & 1)
    if fresh:
        raise context.reject("notDone", "once", field="done", units=context.tables.names(fresh))


def _find_defenders(
    context: NanjingContext, state: NanjingState, fight: NanjingCombat
) -> UnitGroup:
    """Return the units that defend the hex; each has fought now. Raises IllegalEventError."""
    defenders = find_units(context.tables.own[ENEMY[fight.side]], state.where, fight.place)
    _check_done(context, state, defenders)
    return defenders


def _check_declared(
    context: NanjingContext, state: NanjingState, fight: NanjingCombat, kind: str
) -> None:
    """Check a combat before its die."""
    tables = context.tables
    if kind in AFTER or fight.result:
        raise _reject_fight(context, "dice")
    _check_attackers(context, state, fight, fight.units)
    _check_stacks(context, state, fight.units, fight.side)
    defenders = _find_defenders(context, state, fight)
    if not defenders:
        place = tables.ids[fight.place]
        raise context.reject("nobodyThere", "combat", field=FIGHT, place=place)
    if fight.targets != defenders:
        units = tables.names(defenders)
        raise context.reject("targetsAll", "together", field=FIGHT, units=units)
    if kind == "chen" and (fight.side != JAPAN or state.chen_used or state.chen_lost):
        raise _reject_fight(context, "chen")
    possible = find_differences(context, state, fight)
    if fight.difference not in possible:
        raise context.reject(
            "otherDifference", "defence", field=FIGHT, least=min(possible), most=max(possible)
        )


def find_differences(
    context: NanjingContext, state: NanjingState, fight: NanjingCombat
) -> set[int]:
    """Return the differences that an attack may have (9.2 to 9.4).

    Defenders that were in combat before add nothing (reading 9), and the record does not
    distinguish them from the others. Each support that Japan used this turn may be part of this
    attack.
    """
    modifier = context.tables.modifier
    least = len(fight.targets) if context.fallen_back_shields else 1
    more = {0}
    if fight.side == JAPAN:
        if state.air_used:
            more |= {modifier["air"] + each for each in more}
        if state.guns_used and context.tables.gunfire[fight.place]:
            more |= {modifier["guns"] + each for each in more}
        if fight.chen:
            more = {each - modifier["chen"] for each in more}
    elif fight.chen:
        more = {modifier["chen"]}
    found: set[int] = set()
    for size in range(least, len(fight.targets) + 1):
        for fresh in combinations(fight.targets, size):
            spent = sum(1 << k for k in fight.targets if k not in fresh)
            attack, defence = compute_totals(
                context, replace(state, done=spent), fight.units, fight.targets, fight.place, ()
            )
            found |= {attack - defence + each for each in more}
    return found


def _check_rolled(
    context: NanjingContext, state: NanjingState, fight: NanjingCombat, kind: str
) -> None:
    """Check a combat after its die (9.5 to 9.7)."""
    tables = context.tables
    if kind in BEFORE:
        raise context.reject("noTarget", "combat", field=FIGHT)
    if fight.difference:
        raise _reject_fight(context, "dice")
    if bool(fight.result) != bool(state.retreating) or (
        kind and (kind == "retreat") != bool(fight.result)
    ):
        raise _reject_fight(context, "retreat")
    defenders = _find_defenders(context, state, fight)
    own = find_units(tables.own[fight.side], state.where, fight.place)
    if own:
        place = tables.ids[fight.place]
        raise context.reject("ownTarget", "combat", field=FIGHT, place=place)
    if fight.result == "AR":
        if fight.units or not defenders:
            raise _reject_fight(context, "retreat")
        _check_attackers(context, state, fight, state.retreating)
    else:
        _check_attackers(context, state, fight, fight.units)
        _check_stacks(context, state, fight.units, fight.side)
    loser = ENEMY[fight.side] if fight.result == "DR" else fight.side
    if fight.result == "DR" and (fight.place in tables.city or state.retreating != defenders):
        raise _reject_fight(context, "retreat")
    if fight.chen and (loser != CHINA or kind == "advance"):
        raise context.reject("chenAbsent", "chen_once", field=FIGHT)
    if kind == "advance" and defenders:
        raise _reject_fight(context, "advance")
