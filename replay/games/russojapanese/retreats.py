"""Retreats: one hex each, all who took part in the fight, and the chains that they set off (9.6).

Every unit falls back by an event of its own. One that finds no other hex enters one that its
friends fill, if one of them can give way; that one is asked next. Units that find no way wait for
the others, and are lost when nobody can fall back any more (readings 15, 41 and 42).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from senpu.notation.events import Event, Retreat, Word
from senpu.replay.core.rules import Decision, Effect, IllegalEventError
from senpu.replay.games.russojapanese import results
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.control import entered
from senpu.replay.games.russojapanese.stacking import room
from senpu.replay.games.russojapanese.state import State, fight_of
from senpu.replay.parts.counters import Group, changed
from senpu.replay.parts.stacking import standing
from senpu.replay.parts.zones import ENEMY_THERE

# ---- where one may fall back to ---------------------------------------------------------


def ways_back(
    rules: RussoJapanese, state: State, k: int, fallen: Group | None = None
) -> tuple[int, ...]:
    """The hexes into which a unit may fall back: no enemy, none of his zones, no side that is all
    sea, no hex that is full; only where there is none of these, a full one from which a friend
    can give way in turn."""
    sheet, here = rules.sheet, state.where[k]
    if not sheet.allowance[k]:  # 9.6.1
        return ()
    side = sheet.side[k]
    field = rules.zones.field(side, state.where, state.zoneless)
    open_hexes = [h for h in sheet.beside[here] if not field[h]]
    free = tuple([h for h in open_hexes if room(sheet, state, side, h) > 0])
    if free:
        return free
    fallen = (*(state.fallen if fallen is None else fallen), k)
    return tuple([h for h in open_hexes if _gives_way(rules, state, k, h, fallen)])


def _gives_way(rules: RussoJapanese, state: State, k: int, h: int, fallen: Group) -> bool:
    after = replace(state, where=changed(state.where, (k,), h))
    return any(
        other not in fallen and ways_back(rules, after, other, fallen)
        for other in standing(rules.sheet.own[rules.sheet.side[k]], state.where, h)
    )


def displaced(rules: RussoJapanese, state: State) -> Group:
    """Who may give way in a hex that has become too full."""
    sheet = rules.sheet
    side = sheet.side[state.fallen[-1]]
    return tuple(
        k for k in standing(sheet.own[side], state.where, state.crowd)
        if k not in state.fallen and ways_back(rules, state, k)
    )  # fmt: skip


# ---- who is asked -----------------------------------------------------------------------


def follow_attackers(rules: RussoJapanese, state: State, effects: list[Effect]) -> State:
    """AR: the attacker falls back with all, or gives up one unit and stays. Where none can fall
    back, one is lost (reading 40)."""
    fight = fight_of(state)
    if not any(ways_back(rules, state, k) for k in fight.units):
        effects.append(Effect("noWayBack", fight.side))
        state = replace(state, falling=())
        return results.ask_loss(rules, state, fight.units, effects, "fights")
    decision = Decision(fight.side, "fall", rules.number["retreat"], rules.sheet.names(fight.units))
    return replace(state, decision=decision, stage="retreats")


def follow_retreats(rules: RussoJapanese, state: State, effects: list[Effect]) -> State:
    """Who falls back next; at last, who cannot."""
    sheet, number = rules.sheet, rules.number
    if state.crowd >= 0:
        units = displaced(rules, state)
        decision = Decision(
            sheet.side[units[0]], "displace", number["retreat"], sheet.names(units),
            sheet.ids[state.crowd],
        )  # fmt: skip
        return replace(state, decision=decision)
    able = tuple(k for k in state.falling if ways_back(rules, state, k))
    if able:
        decision = Decision(sheet.side[able[0]], "retreat", number["retreat"], sheet.names(able))
        return replace(state, decision=decision)
    for k in state.falling:
        why = "trapped" if sheet.allowance[k] else "immobile"
        state = results.removed(rules, state, (k,), effects, why)
    fight = fight_of(state)
    beaten = fight.result in ("DE", "DR")
    return replace(state, falling=(), stage="advance" if beaten else "fights")


# ---- the answers ------------------------------------------------------------------------


def canon_retreat(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Event:
    if decision.kind == "fall" and isinstance(event, Word):
        return results.canon_loss(rules, state, decision, event)
    sheet = rules.sheet
    if not isinstance(event, Retreat) or event.payer or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    if len(event.units) != 1 or event.units[0] not in decision.units:
        raise IllegalEventError("retreatWho", decision.rule, units=decision.units)
    walk = sheet.walks.of(event.path)
    if walk is None:
        raise rules.unknown_place(event.path)
    k = sheet.unit[event.units[0]]
    ways = ways_back(rules, state, k)
    if len(walk) != 1 or walk[0] not in ways:
        raise _bar_retreat(rules, state, k, walk[0], ways)
    return event


def _bar_retreat(
    rules: RussoJapanese, state: State, k: int, h: int, ways: tuple[int, ...]
) -> IllegalEventError:
    """Why a unit cannot fall back into a hex."""
    sheet = rules.sheet
    facts = {"unit": sheet.units[k], "goal": sheet.ids[h], "places": sheet.grid.ids_of(ways)}
    if not sheet.allowance[k]:
        return rules.refuse("retreatNever", "immobile", **facts)
    if not ways:
        return rules.refuse("retreatWaits", "retreat", **facts)
    if h not in sheet.beside[state.where[k]]:
        return rules.refuse("retreatOne", "retreat", **facts)
    met = rules.zones.field(sheet.side[k], state.where, state.zoneless)[h]
    if met == ENEMY_THERE:
        return rules.refuse("retreatEnemy", "enemy", **facts)
    if met:
        return rules.refuse("retreatZone", "zone_retreat", **facts)
    return rules.refuse("retreatFull", "retreat", **facts)


def legal_retreats(rules: RussoJapanese, state: State, decision: Decision) -> Iterator[Event]:
    sheet = rules.sheet
    for ident in decision.units:
        for h in ways_back(rules, state, sheet.unit[ident]):
            yield Retreat((ident,), (sheet.ids[h],))
    if decision.kind == "fall":
        yield from results.legal_losses(rules, state, decision)


def retreat(rules: RussoJapanese, state: State, event: Event, effects: list[Effect]) -> State:
    if isinstance(event, Word):  # AR made worse: AE, and the others stay (9.6)
        fight = fight_of(state)
        effects.append(Effect("worsened", fight.side))
        state = replace(state, falling=(), stage="fights")
        return results.lose(rules, state, event, effects)
    assert isinstance(event, Retreat)
    sheet = rules.sheet
    k, h = sheet.unit[event.units[0]], sheet.index[event.path[0]]
    side, start = sheet.side[k], sheet.ids[state.where[k]]
    effects.append(Effect("retreat", side, event.units, (), (start, *event.path)))
    full = room(sheet, state, side, h) <= 0
    state = replace(
        state, decision=None, where=changed(state.where, (k,), h), stage="retreats",
        falling=tuple([other for other in state.falling if other != k]),
        fallen=(*state.fallen, k), crowd=h if full else -1,
    )  # fmt: skip
    return entered(rules, state, side, (h,), effects, rules.sudden_advance)
