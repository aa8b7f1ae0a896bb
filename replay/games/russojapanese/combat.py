"""A combat phase: attacks declared, all of them fought, the die (9.1 to 9.5). What the results do
stands in :mod:`results`, the cards played in between in :mod:`card_events`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from senpu.notation.events import Attack, EndPhase, Event, Roll, Word
from senpu.replay.core.odds import Term
from senpu.replay.core.rules import Decision, Effect, Effects, IllegalEventError
from senpu.replay.games.russojapanese import card_windows, deck, results, turns
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.state import (
    END,
    ENEMY,
    PHASES,
    Declared,
    Fight,
    State,
    Step,
    card_name,
    card_of,
)
from senpu.replay.parts.counters import Group, parse_group, standing
from senpu.replay.parts.tables import column_number, results_of

# ---- declaring --------------------------------------------------------------------------


def canon_declare(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Event:
    if type(event) is EndPhase:
        return event
    if type(event) is not Attack:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    sheet = rules.sheet
    if event.again or event.payer:
        raise rules.reject("noPayer", "combat")
    group = parse_group(rules.reject, sheet.unit, event.units, "combat", "once")
    place = event.place
    if event.unit:
        if place or event.unit not in sheet.unit or state.where[sheet.unit[event.unit]] < 0:
            raise rules.reject("wholeHex", "together", unit=event.unit)
        place = sheet.ids[state.where[sheet.unit[event.unit]]]
    if place not in sheet.index:
        raise rules.unknown_place((place,))
    if bar := bar_attack(rules, state, decision.side, group, sheet.index[place]):
        raise bar
    names = sheet.names(group)
    return event if names == event.units and not event.unit else Attack(names, place)


def bar_attack(
    rules: RussoJapanese, state: State, side: str, group: Group, target: int
) -> IllegalEventError | None:
    """What forbids the declaration of an attack on a hex (9.1 to 9.3). How strong it is does not:
    one that is too weak has no effect (9.5; reading 38).
    """
    sheet, where = rules.sheet, state.where
    place = sheet.ids[target]
    committed = {k for each in state.declared for k in each.units}
    for k in group:
        unit = sheet.units[k]
        if sheet.side[k] != side:
            return rules.reject("notYours", "combat", unit=unit, side=side)
        if where[k] < 0:
            return rules.reject("offMap", "combat", unit=unit)
        if state.zoneless >> k & 1:  # 9.1: into its own zone; reading 19
            return rules.reject("noZone", "combat", unit=unit)
        if k in committed:
            return rules.reject("committed", "once", unit=unit)
        if target not in sheet.beside[where[k]]:
            why = "attackSea" if target in sheet.grid.near[where[k]] else "notBeside"
            return rules.reject(why, "combat", unit=unit, place=place)
    if not standing(sheet.own[ENEMY[side]], state.where, target):
        return rules.reject("nobodyThere", "combat", place=place)
    if any(each.place == target for each in state.declared):
        return rules.reject("targetTaken", "once", place=place)
    return None


def fronts(rules: RussoJapanese, state: State, side: str) -> dict[int, Group]:
    """The hexes that may be attacked, each with the units that may."""
    sheet, where = rules.sheet, state.where
    committed = {k for each in state.declared for k in each.units}
    taken = {each.place for each in state.declared}
    ready = [
        k for k in sheet.own[side]
        if where[k] >= 0 and k not in committed and not state.zoneless >> k & 1
    ]  # fmt: skip
    targets = {h for h in where[sheet.span[ENEMY[side]]] if h >= 0} - taken
    near: dict[int, list[int]] = {}
    for k in ready:
        if not targets.isdisjoint(sheet.beside[where[k]]):
            for target in targets.intersection(sheet.beside[where[k]]):
                near.setdefault(target, []).append(k)
    return {target: tuple(near[target]) for target in sorted(near)}


def legal_declarations(rules: RussoJapanese, state: State, decision: Decision) -> Iterator[Event]:
    sheet = rules.sheet
    for target, near in fronts(rules, state, decision.side).items():
        for size in range(1, len(near) + 1):
            for group in combinations(near, size):
                yield Attack(sheet.names(group), sheet.ids[target])
    yield END


def declare(rules: RussoJapanese, state: State, event: Event) -> Step:
    """Return the state after the declaration of an attack or the end of declarations, and the
    effects.
    """
    if isinstance(event, EndPhase):
        return replace(state, decision=None, stage="fights"), ()
    assert isinstance(event, Attack)
    assert state.decision is not None
    sheet, side = rules.sheet, state.decision.side
    group, target = tuple([sheet.unit[ident] for ident in event.units]), sheet.index[event.place]
    targets = standing(sheet.own[ENEMY[side]], state.where, target)
    attack = Effect("declared", side, event.units, sheet.names(targets), (event.place,))
    declared = tuple(sorted((*state.declared, Declared(target, group)), key=lambda d: d.place))
    return replace(state, declared=declared), (attack,)


# ---- the choice of the next fight -------------------------------------------------------


def follow_fights(rules: RussoJapanese, state: State) -> Step:
    """Return the state with the choice of the next declared attack pending, or after the phase,
    and the effects. All declared attacks must be fought (9.3). An attack without an adjacent
    attacker or without a defender lapses (readings 16 and 17).
    """
    sheet, side = rules.sheet, PHASES[state.phase][0]
    kept = []
    lapsed: Effects = ()
    for each in state.declared:
        units = tuple(k for k in each.units if _beside(rules, state, k, each.place))
        if units and standing(sheet.own[ENEMY[side]], state.where, each.place):
            kept.append(Declared(each.place, units))
        else:
            lapsed += (Effect("lapsed", side, places=(sheet.ids[each.place],)),)
    state = replace(state, declared=tuple(kept), fight=None, fallen=())
    if kept:
        return replace(state, stage="fights", decision=rules.ask_fight[side]), lapsed
    state, effects = turns.combat_over(rules, state)
    return state, (*lapsed, *effects)


def _beside(rules: RussoJapanese, state: State, k: int, target: int) -> bool:
    h = state.where[k]
    return h >= 0 and target in rules.sheet.beside[h]


def canon_fight(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Event:
    if not isinstance(event, Word) or event.word != "fight" or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    places = tuple(rules.sheet.ids[each.place] for each in state.declared)
    if len(event.args) != 1 or event.args[0] not in places:
        raise rules.reject("fightWhich", "declare", places=places)
    if event.payer:
        deck.in_hand(rules, state, decision.side, event.payer, "support")
    return event


def legal_fights(rules: RussoJapanese, state: State, decision: Decision) -> Iterator[Event]:
    payers: list[tuple[str, ...]] = [()]
    payers += [(card_name(card),) for card in deck.playable(state, decision.side)]
    for each in state.declared:
        for payer in payers:
            yield Word("fight", (rules.sheet.ids[each.place],), payer=payer)


def fight(rules: RussoJapanese, state: State, event: Word) -> Step:
    """Return the state after the start of a fight, and the effects: the strengths are compared
    (9.4, 9.5), and the first window opens.
    """
    assert state.decision is not None
    sheet, side = rules.sheet, state.decision.side
    target = sheet.index[event.args[0]]
    group = next(each.units for each in state.declared if each.place == target)
    targets = standing(sheet.own[ENEMY[side]], state.where, target)
    support = bool(event.payer)
    if event.payer:
        state = deck.spent(state, side, card_of(event.payer[0]))
    attack, defence = totals(rules, state, group, targets, target, support)
    difference = attack - defence
    effects: Effects = (
        Effect(
            "fight", side, sheet.names(group), sheet.names(targets), event.args,
            (attack, defence, difference),
        ),
    )  # fmt: skip
    if event.payer:
        effects += (Effect("support", side, numbers=(card_of(event.payer[0]),)),)
    state = replace(
        state, decision=None,
        declared=tuple(each for each in state.declared if each.place != target),
        fight=Fight(side, group, targets, target, difference),
    )  # fmt: skip
    if difference < sheet.lowest:  # 9.5: it cannot be made, and has no effect
        weak = Effect("tooWeak", side, places=event.args)
        return replace(state, stage="fights"), (*effects, weak)
    return card_windows.open_window(rules, state, "before", side), effects


# ---- the strengths ----------------------------------------------------------------------


def strength_of(rules: RussoJapanese, state: State, k: int) -> int:
    """A unit's combat strength; the garrison of Port Arthur has another side (10.4.4)."""
    sheet = rules.sheet
    return sheet.reverse if state.flipped and k == sheet.garrison else sheet.strength[k]


def over_river(rules: RussoJapanese, state: State, group: Group, target: int) -> bool:
    """Whether all attackers attack across a river (9.4.1)."""
    river = rules.sheet.river[target]
    return all(state.where[k] in river for k in group)


def totals(
    rules: RussoJapanese, state: State, group: Group, targets: Group, target: int, support: bool
) -> tuple[int, int]:
    """Attack and defence (9.4); :func:`terms` says the same line by line."""
    sheet = rules.sheet
    attack = sum(strength_of(rules, state, k) for k in group) + support
    defence = sum(strength_of(rules, state, k) for k in targets) + sheet.cover[target]
    return attack, defence + sheet.river_cover * over_river(rules, state, group, target)


def terms(
    rules: RussoJapanese, state: State, group: Group, target: int, support: bool
) -> tuple[Term, ...]:
    """What counts in a fight, line by line; the numbers add up to the difference."""
    sheet, number = rules.sheet, rules.number
    enemy = ENEMY[sheet.side[group[0]]]
    found = [
        Term("attacker", strength_of(rules, state, k), number["strength"], sheet.units[k])
        for k in group
    ]
    if support:
        found.append(Term("support", 1, number["support"]))
    found += [
        Term("defender", -strength_of(rules, state, k), number["strength"], sheet.units[k])
        for k in standing(sheet.own[enemy], state.where, target)
    ]
    if cover := sheet.cover[target]:
        found.append(Term("ground", -cover, number["ground"], sheet.ids[target]))
    if over_river(rules, state, group, target):
        found.append(Term("river", -sheet.river_cover, number["ground"]))
    return tuple(found)


# ---- the die ----------------------------------------------------------------------------


def dice(rules: RussoJapanese, state: State, event: Roll) -> Step:
    """Return the state after the die of a fight, read in the column of its difference (9.5), and
    the effect; the second window opens.
    """
    fight = state.fight
    assert fight is not None
    sheet = rules.sheet
    (pip,) = event.pips
    result = results_of(sheet.results, fight.difference)[pip - 1]
    column = column_number(sheet.results, fight.difference)
    places = (sheet.ids[fight.place],)
    rolled = Effect(f"roll{result}", fight.side, (), (), places, (pip, column))
    state = replace(state, decision=None, fight=replace(fight, result=result))
    return card_windows.open_window(rules, state, "after", fight.side), (rolled,)


def after_window(rules: RussoJapanese, state: State) -> Step:
    """Return the state after the final result takes effect, and the effects."""
    return results.begin(rules, replace(state, window=None, decision=None))
