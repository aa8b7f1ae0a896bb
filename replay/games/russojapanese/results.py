"""What combat results do: losses, the advance, and retreats in chains (9.5 to 9.7)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from senpu.notation.events import Event, Move, Retreat, Word
from senpu.replay.core.rules import Decision, Effect, Effects, IllegalEventError
from senpu.replay.games.russojapanese import deck
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.control import entered
from senpu.replay.games.russojapanese.stacking import room
from senpu.replay.games.russojapanese.state import (
    ENEMY,
    LOST,
    NO,
    NUMBER,
    State,
    Step,
    card_name,
    card_of,
    fight_of,
    of_side,
)
from senpu.replay.parts import losses
from senpu.replay.parts.counters import Group, changed, numbers_of, standing
from senpu.replay.parts.zones import ENEMY_THERE


def begin(rules: RussoJapanese, state: State) -> Step:
    """Return the state after the result of a fight takes effect, and the effects (9.5)."""
    fight = fight_of(state)
    if fight.result == "DE":  # the other defenders retreat
        return ask_loss(rules, state, fight.targets, "targets-fall")
    if fight.result == "DR":
        return targets_fall(rules, state)
    if fight.result == "EX":  # the defender first (reading 39); no unit retreats or advances
        return ask_loss(rules, state, fight.targets, "exchanged")
    if fight.result == "AR":  # all attackers, or the owner loses one of them instead (9.6)
        return replace(state, falling=fight.units, fallen=(), stage="attackers-fall"), ()
    if fight.result == "AE":  # the other attackers stay
        return ask_loss(rules, state, fight.units, "fights")
    assert fight.result == "NE"
    return replace(state, stage="fights"), ()


# ---- losses -----------------------------------------------------------------------------


def ask_loss(rules: RussoJapanese, state: State, units: Group, then: str) -> Step:
    """Return the state after the loss of one of some units, and the effects; the owner chooses the
    unit (reading 13). The stage `then` follows.
    """
    if len(units) == 1:
        state, effects = removed(rules, state, units)
        return replace(state, stage=then), effects
    sheet = rules.sheet
    decision = Decision(sheet.side[units[0]], "loss", rules.number["results"], sheet.names(units))
    return replace(state, decision=decision, stage=then), ()


def canon_loss(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Event:
    return losses.canon_loss(decision, event, "loseOne")


def lose(rules: RussoJapanese, state: State, event: Word) -> Step:
    """Return the state after the loss of a chosen unit, and the effect."""
    unit = (rules.sheet.unit[event.args[0]],)
    return removed(rules, replace(state, decision=None), unit)


def removed(rules: RussoJapanese, state: State, units: Group, why: str = "eliminated") -> Step:
    """Return the state without some units on the map and in their fight, and an effect for each.
    They count for the morale check (4.3.2).
    """
    sheet = rules.sheet
    side = sheet.side[units[0]]
    effects = tuple(
        [Effect(why, side, (sheet.units[k],), (), (sheet.place(k, state.where[k]),)) for k in units]
    )
    number = state.losses[NUMBER[side]] + len(units)
    fight = state.fight
    if fight is not None:
        fight = replace(
            fight,
            units=tuple([k for k in fight.units if k not in units]),
            targets=tuple([k for k in fight.targets if k not in units]),
        )
    state = replace(
        state, where=changed(state.where, units, LOST), fight=fight,
        falling=tuple([k for k in state.falling if k not in units]),
        losses=of_side(state.losses, side, number),
    )  # fmt: skip
    return state, effects


def exchanged(rules: RussoJapanese, state: State) -> Step:
    """Return the state after the attacker's part of an exchange, and the effects."""
    return ask_loss(rules, state, fight_of(state).units, "fights")


def targets_fall(rules: RussoJapanese, state: State) -> Step:
    """Return the state with the remaining defenders about to retreat (9.5)."""
    fight = fight_of(state)
    return replace(state, falling=fight.targets, fallen=(), stage="retreats"), ()


# ---- 9.7: the advance -------------------------------------------------------------------


def follow_advance(rules: RussoJapanese, state: State) -> Step:
    """Return the state with an advance pending after DR and DE if no defender is left (9.7)."""
    fight = fight_of(state)
    sheet = rules.sheet
    able = tuple(k for k in fight.units if sheet.allowance[k])  # 9.3: never one that cannot move
    if not able or standing(sheet.own[ENEMY[fight.side]], state.where, fight.place):
        return replace(state, stage="fights"), ()
    decision = Decision(
        fight.side, "advance", rules.number["advance"], sheet.names(able), sheet.ids[fight.place]
    )
    return replace(state, decision=decision, stage="fights"), ()


def groups(rules: RussoJapanese, state: State, decision: Decision) -> Iterator[Group]:
    """Which units may advance together: as many as may stand in the hex."""
    sheet = rules.sheet
    units = tuple(sheet.unit[ident] for ident in decision.units)
    most = room(sheet, state, decision.side, sheet.index[decision.place])
    for size in range(1, min(most, len(units)) + 1):
        yield from combinations(units, size)


def farther(rules: RussoJapanese, state: State, decision: Decision, group: Group) -> list[int]:
    """Where a card leads an advance on, from the hex that was taken: into any hex that holds no
    enemy and has room, whatever zones and ground there are (reading 48).
    """
    sheet, taken = rules.sheet, rules.sheet.index[decision.place]
    field = rules.zones.field(decision.side, state.where, state.zoneless)
    return [
        h
        for h in sheet.beside[taken]
        if field[h] != ENEMY_THERE
        and room(sheet, state, decision.side, h) + sum(state.where[k] == h for k in group)
        >= len(group)
    ]


def advance_cards(rules: RussoJapanese, state: State, side: str) -> list[int]:
    """The cards in hand that lead an advance on by a second hex."""
    cards = deck.playable(state, side)
    return [card for card in cards if card and rules.event[side, card][0] == "advance"]


def canon_advance(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Event:
    if event == NO:
        return event
    if not isinstance(event, Move) or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    sheet = rules.sheet
    group = numbers_of(sheet.unit, event.units)
    choices = tuple(groups(rules, state, decision))
    if group not in choices:
        names = tuple("+".join(sheet.names(choice)) for choice in choices)
        raise rules.reject("advanceWho", "advance", place=decision.place, units=names)
    if event.path[0] != decision.place or len(event.path) > 1 + bool(event.payer):
        raise rules.reject("advanceWhere", "advance", place=decision.place)
    if event.payer:
        card = deck.in_hand(rules, state, decision.side, event.payer, "advance")
        if card not in advance_cards(rules, state, decision.side):
            raise rules.reject("notThisCard", "event", card=card_name(card))
        goals = sheet.grid.ids_of(farther(rules, state, decision, group))
        if len(event.path) < 2 or event.path[1] not in goals:
            raise rules.reject("advanceFar", "advance", place=decision.place, places=goals)
    names = sheet.names(group)
    return event if names == event.units else replace(event, units=names)


def legal_advances(rules: RussoJapanese, state: State, decision: Decision) -> Iterator[Event]:
    sheet = rules.sheet
    cards = advance_cards(rules, state, decision.side)
    for group in groups(rules, state, decision):
        names = sheet.names(group)
        yield Move(names, (decision.place,))
        for card in cards:
            for h in farther(rules, state, decision, group):
                yield Move(names, (decision.place, sheet.ids[h]), payer=(card_name(card),))
    yield NO


def advance(rules: RussoJapanese, state: State, event: Event) -> Step:
    """Return the state after an advance or a waiver, and the effects."""
    fight = fight_of(state)
    if not isinstance(event, Move):
        return replace(state, decision=None), (Effect("noAdvance", fight.side),)
    sheet = rules.sheet
    units = tuple([sheet.unit[ident] for ident in event.units])
    walk = sheet.walks.of(event.path)
    assert walk is not None
    effects: Effects = (Effect("advance", fight.side, event.units, (), event.path),)
    if event.payer:
        card = card_of(event.payer[0])
        effects = (Effect("played", fight.side, numbers=(card,)), *effects)
        state = deck.spent(state, fight.side, card)
    state = replace(state, decision=None, where=changed(state.where, units, walk[-1]))
    state, entry = entered(rules, state, fight.side, walk, rules.sudden_advance)
    return state, (*effects, *entry)


# ---- where one may fall back to ---------------------------------------------------------


def ways_back(
    rules: RussoJapanese, state: State, k: int, fallen: Group | None = None
) -> tuple[int, ...]:
    """The hexes into which a unit may fall back: no enemy, none of his zones, no side that is all
    sea, no hex that is full; only where there is none of these, a full one from which a friend
    can give way in turn.
    """
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


def follow_attackers(rules: RussoJapanese, state: State) -> Step:
    """Return the state with the attacker's choice pending after AR: retreat with all units, or
    lose one and stay. If none can retreat, one is lost (reading 40).
    """
    fight = fight_of(state)
    if not any(ways_back(rules, state, k) for k in fight.units):
        state, loss = ask_loss(rules, replace(state, falling=()), fight.units, "fights")
        return state, (Effect("noWayBack", fight.side), *loss)
    decision = Decision(fight.side, "fall", rules.number["retreat"], rules.sheet.names(fight.units))
    return replace(state, decision=decision, stage="retreats"), ()


def follow_retreats(rules: RussoJapanese, state: State) -> Step:
    """Return the state with the next retreat pending, or after the loss of the units that cannot
    retreat, and the effects.
    """
    sheet, number = rules.sheet, rules.number
    if state.crowd >= 0:
        units = displaced(rules, state)
        decision = Decision(
            sheet.side[units[0]], "displace", number["retreat"], sheet.names(units),
            sheet.ids[state.crowd],
        )  # fmt: skip
        return replace(state, decision=decision), ()
    able = tuple(k for k in state.falling if ways_back(rules, state, k))
    if able:
        decision = Decision(sheet.side[able[0]], "retreat", number["retreat"], sheet.names(able))
        return replace(state, decision=decision), ()
    effects: Effects = ()
    for k in state.falling:
        state, loss = removed(rules, state, (k,), "trapped" if sheet.allowance[k] else "immobile")
        effects += loss
    beaten = fight_of(state).result in ("DE", "DR")
    return replace(state, falling=(), stage="advance" if beaten else "fights"), effects


# ---- the answers ------------------------------------------------------------------------


def canon_retreat(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Event:
    if decision.kind == "fall" and isinstance(event, Word):
        return canon_loss(rules, state, decision, event)
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
        raise _bar_retreat(rules, state, k, walk[-1], ways)
    return event


def _bar_retreat(
    rules: RussoJapanese, state: State, k: int, h: int, ways: tuple[int, ...]
) -> IllegalEventError:
    """Why a unit cannot fall back into a hex."""
    sheet = rules.sheet
    facts = {"unit": sheet.units[k], "goal": sheet.ids[h], "places": sheet.grid.ids_of(ways)}
    if not sheet.allowance[k]:
        return rules.reject("retreatNever", "immobile", **facts)
    if not ways:
        return rules.reject("retreatWaits", "retreat", **facts)
    if h not in sheet.beside[state.where[k]] or h in ways:  # too far, or by a detour
        return rules.reject("retreatOne", "retreat", **facts)
    met = rules.zones.field(sheet.side[k], state.where, state.zoneless)[h]
    if met == ENEMY_THERE:
        return rules.reject("retreatEnemy", "enemy", **facts)
    if met:
        return rules.reject("retreatZone", "zone_retreat", **facts)
    return rules.reject("retreatFull", "retreat", **facts)


def legal_retreats(rules: RussoJapanese, state: State, decision: Decision) -> Iterator[Event]:
    sheet = rules.sheet
    for ident in decision.units:
        for h in ways_back(rules, state, sheet.unit[ident]):
            yield Retreat((ident,), (sheet.ids[h],))
    if decision.kind == "fall":
        yield from losses.legal_losses(rules, state, decision)


def retreat(rules: RussoJapanese, state: State, event: Event) -> Step:
    """Return the state after a retreat, or a loss instead, and the effects."""
    if isinstance(event, Word):  # AR made worse: AE, and the others stay (9.6)
        worsened = Effect("worsened", fight_of(state).side)
        state, loss = lose(rules, replace(state, falling=(), stage="fights"), event)
        return state, (worsened, *loss)
    assert isinstance(event, Retreat)
    sheet = rules.sheet
    k, h = sheet.unit[event.units[0]], sheet.index[event.path[0]]
    side, start = sheet.side[k], sheet.ids[state.where[k]]
    moved = Effect("retreat", side, event.units, (), (start, *event.path))
    full = room(sheet, state, side, h) <= 0
    state = replace(
        state, decision=None, where=changed(state.where, (k,), h), stage="retreats",
        falling=tuple([other for other in state.falling if other != k]),
        fallen=(*state.fallen, k), crowd=h if full else -1,
    )  # fmt: skip
    state, entry = entered(rules, state, side, (h,), rules.sudden_advance)
    return state, (moved, *entry)
