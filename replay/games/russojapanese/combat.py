"""A combat phase: declarations, attacks, the die (9.1 to 9.5).

The effects of results are in `results`, the cards played meanwhile in `card_events`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from senpu.notation.events import Attack, EndPhase, Event, Roll, Word
from senpu.replay.core.odds import OddsTerm
from senpu.replay.core.rules import Effect, Effects, IllegalEventError
from senpu.replay.core.states import Decision
from senpu.replay.games.russojapanese import card_windows, deck, results, turns
from senpu.replay.games.russojapanese.context import RussoJapaneseContext
from senpu.replay.games.russojapanese.state import (
    END,
    ENEMY,
    PHASES,
    RussoJapaneseCombat,
    RussoJapaneseDeclaration,
    RussoJapaneseState,
    Step,
    format_card,
    parse_card,
)
from senpu.replay.parts.counters import UnitGroup, find_units, parse_group
from senpu.replay.parts.tables import find_column_number, find_results

# ---- declarations -----------------------------------------------------------------------


def canon_declare(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Event
) -> Event:
    """Return the declaration of an attack or the end of declarations in canonical form (9.1)."""
    if type(event) is EndPhase:
        return event
    if type(event) is not Attack:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    tables = rules.tables
    if event.again or event.payer:
        raise rules.reject("noPayer", "combat")
    group = parse_group(rules.reject, tables.unit, event.units, "combat", "once")
    place = event.place
    if event.unit:
        if place or event.unit not in tables.unit or state.where[tables.unit[event.unit]] < 0:
            raise rules.reject("wholeHex", "together", unit=event.unit)
        place = tables.ids[state.where[tables.unit[event.unit]]]
    if place not in tables.index:
        raise rules.reject_place((place,))
    if bar := bar_attack(rules, state, decision.side, group, tables.index[place]):
        raise bar
    names = tables.names(group)
    return event if names == event.units and not event.unit else Attack(names, place)


def bar_attack(
    rules: RussoJapaneseContext, state: RussoJapaneseState, side: str, group: UnitGroup, target: int
) -> IllegalEventError | None:
    """Return what forbids the declaration of an attack on a hex (9.1 to 9.3).

    Strength does not matter: an attack that is too weak has no effect (9.5; reading 38).
    """
    tables, where = rules.tables, state.where
    place = tables.ids[target]
    committed = {k for each in state.declared for k in each.units}
    for k in group:
        unit = tables.units[k]
        if tables.side[k] != side:
            return rules.reject("notYours", "combat", unit=unit, side=side)
        if where[k] < 0:
            return rules.reject("offMap", "combat", unit=unit)
        if state.zoneless >> k & 1:  # 9.1: into its own zone; reading 19
            return rules.reject("noZone", "combat", unit=unit)
        if k in committed:
            return rules.reject("committed", "once", unit=unit)
        if target not in tables.adjacent[where[k]]:
            why = "attackSea" if target in tables.grid.neighbours[where[k]] else "notBeside"
            return rules.reject(why, "combat", unit=unit, place=place)
    if not find_units(tables.own[ENEMY[side]], state.where, target):
        return rules.reject("nobodyThere", "combat", place=place)
    if any(each.place == target for each in state.declared):
        return rules.reject("targetTaken", "once", place=place)
    return None


def find_fronts(
    rules: RussoJapaneseContext, state: RussoJapaneseState, side: str
) -> dict[int, UnitGroup]:
    """Return the hexes that may be attacked, each with the units that may attack it."""
    tables, where = rules.tables, state.where
    contact = rules.zones.field(side, where)
    ready = [k for k in tables.own[side] if where[k] >= 0 and contact[where[k]]]
    if not ready:
        return {}
    committed = {k for each in state.declared for k in each.units}
    targets = set(where[tables.span[ENEMY[side]]]).difference([d.place for d in state.declared])
    near: dict[int, list[int]] = {}
    for k in ready:
        if k not in committed and not state.zoneless >> k & 1:
            for target in targets.intersection(tables.adjacent[where[k]]):
                near.setdefault(target, []).append(k)
    return {target: tuple(near[target]) for target in sorted(near)}


def legal_declarations(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> Iterator[Event]:
    """Yield the attacks that may be declared, then the end of declarations (9.1 to 9.3)."""
    tables = rules.tables
    for target, near in find_fronts(rules, state, decision.side).items():
        for size in range(1, len(near) + 1):
            for group in combinations(near, size):
                yield Attack(tables.names(group), tables.ids[target])
    yield END


def declare_attack(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Event) -> Step:
    """Return the state after a declaration of an attack or the end of declarations."""
    if type(event) is EndPhase:
        return replace(state, decision=None, stage="fights"), ()
    assert type(event) is Attack
    assert state.decision is not None
    tables, side = rules.tables, state.decision.side
    group, target = tuple([tables.unit[ident] for ident in event.units]), tables.index[event.place]
    targets = find_units(tables.own[ENEMY[side]], state.where, target)
    attack = Effect("declared", side, event.units, tables.names(targets), (event.place,))
    declared = tuple(
        sorted((*state.declared, RussoJapaneseDeclaration(target, group)), key=lambda d: d.place)
    )
    return replace(state, declared=declared), (attack,)


# ---- the choice of the next fight -------------------------------------------------------


def follow_fights(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state with the choice of the next declared attack pending, and the effects.

    All declared attacks must be made (9.3). An attack without an adjacent attacker or without a
    defender lapses (readings 16 and 17). After the last one the phase ends.
    """
    if not state.declared:
        return turns.end_combat(rules, state)
    tables, side = rules.tables, PHASES[state.phase][0]
    kept = []
    lapsed: Effects = ()
    for each in state.declared:
        units = tuple(k for k in each.units if _is_adjacent(rules, state, k, each.place))
        if units and find_units(tables.own[ENEMY[side]], state.where, each.place):
            kept.append(RussoJapaneseDeclaration(each.place, units))
        else:
            lapsed += (Effect("lapsed", side, places=(tables.ids[each.place],)),)
    state = replace(state, declared=tuple(kept), fight=None, retreated=())
    if kept:
        return replace(state, stage="fights", decision=rules.ask_fight[side]), lapsed
    state, effects = turns.end_combat(rules, state)
    return state, (*lapsed, *effects)


def _is_adjacent(
    rules: RussoJapaneseContext, state: RussoJapaneseState, k: int, target: int
) -> bool:
    h = state.where[k]
    return h >= 0 and target in rules.tables.adjacent[h]


def canon_fight(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Event
) -> Event:
    """Return the choice of a declared attack, with support, in canonical form (9.3, 9.4.2)."""
    if type(event) is not Word or event.word != "fight" or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    places = tuple(rules.tables.ids[each.place] for each in state.declared)
    if len(event.args) != 1 or event.args[0] not in places:
        raise rules.reject("fightWhich", "declare", places=places)
    if event.payer:
        deck.find_payer(rules, state, decision.side, event.payer, "support")
    return event


def legal_fights(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> Iterator[Event]:
    """Yield the declared attacks, without support and with each card (9.3, 9.4.2)."""
    payers: list[tuple[str, ...]] = [()]
    payers += [(format_card(card),) for card in deck.list_playable(state, decision.side)]
    for each in state.declared:
        for payer in payers:
            yield Word("fight", (rules.tables.ids[each.place],), payer=payer)


def start_combat(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Word) -> Step:
    """Return the state after the start of an attack, and the effects (9.4, 9.5).

    The strengths are compared and the first window opens.
    """
    assert state.decision is not None
    tables, side = rules.tables, state.decision.side
    target = tables.index[event.args[0]]
    group = next(each.units for each in state.declared if each.place == target)
    targets = find_units(tables.own[ENEMY[side]], state.where, target)
    support = bool(event.payer)
    if event.payer:
        state = deck.discard_card(state, side, parse_card(event.payer[0]))
    attack, defence = compute_totals(rules, state, group, targets, target, support)
    difference = attack - defence
    effects: Effects = (
        Effect(
            "fight", side, tables.names(group), tables.names(targets), event.args,
            (attack, defence, difference),
        ),
    )  # fmt: skip
    if event.payer:
        effects += (Effect("support", side, numbers=(parse_card(event.payer[0]),)),)
    state = replace(
        state, decision=None,
        declared=tuple(each for each in state.declared if each.place != target),
        fight=RussoJapaneseCombat(side, target, group, targets, difference),
    )  # fmt: skip
    if difference < tables.lowest:  # 9.5: it cannot be made, and has no effect
        weak = Effect("tooWeak", side, places=event.args)
        return replace(state, stage="fights"), (*effects, weak)
    return card_windows.open_window(rules, state, "before", side), effects


# ---- the strengths ----------------------------------------------------------------------


def compute_strength(rules: RussoJapaneseContext, state: RussoJapaneseState, k: int) -> int:
    """Return a unit's combat strength; the garrison of Port Arthur may be flipped (10.4.4)."""
    tables = rules.tables
    return tables.reverse if state.flipped and k == tables.garrison else tables.strength[k]


def is_over_river(
    rules: RussoJapaneseContext, state: RussoJapaneseState, group: UnitGroup, target: int
) -> bool:
    """Return whether all attackers attack across a river (9.4.1)."""
    river = rules.tables.river[target]
    return all(state.where[k] in river for k in group)


def compute_totals(
    rules: RussoJapaneseContext,
    state: RussoJapaneseState,
    group: UnitGroup,
    targets: UnitGroup,
    target: int,
    support: bool,
) -> tuple[int, int]:
    """Return attack and defence (9.4), the sums of the terms of `list_terms`."""
    tables = rules.tables
    attack = sum(compute_strength(rules, state, k) for k in group) + support
    defence = sum(compute_strength(rules, state, k) for k in targets) + tables.cover[target]
    return attack, defence + tables.river_cover * is_over_river(rules, state, group, target)


def list_terms(
    rules: RussoJapaneseContext,
    state: RussoJapaneseState,
    group: UnitGroup,
    target: int,
    support: bool,
) -> tuple[OddsTerm, ...]:
    """Return the terms that add up to the difference of an attack (9.4)."""
    tables, number = rules.tables, rules.number
    side, strength = tables.side[group[0]], number["strength"]
    enemy = ENEMY[side]
    found = [
        OddsTerm("attacker", compute_strength(rules, state, k), strength, tables.units[k], side)
        for k in group
    ]
    if support:
        found.append(OddsTerm("support", 1, number["support"], side=side))
    found += [
        OddsTerm("defender", -compute_strength(rules, state, k), strength, tables.units[k], enemy)
        for k in find_units(tables.own[enemy], state.where, target)
    ]
    if cover := tables.cover[target]:
        found.append(OddsTerm("ground", -cover, number["ground"], tables.ids[target], enemy))
    if is_over_river(rules, state, group, target):
        found.append(OddsTerm("river", -tables.river_cover, number["ground"], side=enemy))
    return tuple(found)


# ---- the die ----------------------------------------------------------------------------


def apply_roll(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Roll) -> Step:
    """Return the state after the die of an attack, and the effect (9.5).

    The die is read in the column of the difference; the second window opens.
    """
    fight = state.fight
    assert fight is not None
    tables = rules.tables
    (pip,) = event.pips
    result = find_results(tables.results, fight.difference)[pip - 1]
    column = find_column_number(tables.results, fight.difference)
    places = (tables.ids[fight.place],)
    rolled = Effect(f"roll{result}", fight.side, (), (), places, (pip, column))
    state = replace(state, decision=None, fight=replace(fight, result=result))
    return card_windows.open_window(rules, state, "after", fight.side), (rolled,)


def follow_window(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state after the final result takes effect, and the effects."""
    return results.apply_result(rules, replace(state, window=None, decision=None))
