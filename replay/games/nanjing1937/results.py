"""The effects of combat results: removals, retreats, the advance (9.5 to 9.7, 6.2)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from senpu.notation.events import Event, Move, Retreat, Word
from senpu.replay.core.rules import Effect, Effects, IllegalEventError
from senpu.replay.core.states import Decision
from senpu.replay.games.nanjing1937.context import NanjingContext
from senpu.replay.games.nanjing1937.control import list_control_changes, record_entry
from senpu.replay.games.nanjing1937.stacking import can_stack
from senpu.replay.games.nanjing1937.state import (
    CHINA,
    ENEMY,
    JAPAN,
    LOST,
    NanjingCombat,
    NanjingState,
    Step,
)
from senpu.replay.parts.counters import UnitGroup, UnitStack, find_numbers, group_by_hex, set_values
from senpu.replay.parts.hexes import Walk
from senpu.replay.parts.zones import ENEMY_THERE, ZONE

NO = Word("no")


def apply_result(rules: NanjingContext, state: NanjingState, result: str) -> Step:
    """Return the state after the result of an attack takes effect (9.2.3).

    The combat keeps only what its end depends on.
    """
    fight = get_combat(state)
    if result == "AR":
        after = replace(_settle(fight, fight.side), units=(), result=result)
        return _start_retreats(state, after, fight.units), ()
    if result == "DR":
        after = replace(_settle(fight, ENEMY[fight.side]), result=result)
        return _start_retreats(state, after, fight.targets), ()
    effects: Effects = ()
    if result != "A Elim":
        state, effects = remove_units(rules, state, fight.targets)
    if result == "D Elim":
        return ask_advance(rules, state), effects
    assert result in ("A Elim", "Ex")  # no unit advances
    return ask_loss(rules, state), effects


def _settle(fight: NanjingCombat, loser: str) -> NanjingCombat:
    """Return a combat after its die: only units of `loser` may still be lost."""
    return NanjingCombat(fight.side, fight.place, fight.units, chen=fight.chen and loser == CHINA)


def _start_retreats(state: NanjingState, fight: NanjingCombat, units: UnitGroup) -> NanjingState:
    return replace(state, fight=fight, retreating=units, stage="retreats", decision=None)


def get_combat(state: NanjingState) -> NanjingCombat:
    """Return the fight that is being resolved."""
    fight = state.fight
    assert fight is not None
    return fight


def ask_loss(rules: NanjingContext, state: NanjingState) -> NanjingState:
    """Return the state with the loss of one attacking unit pending.

    A stack counts as one unit. The decision is pending even if there is only one (reading 31).
    """
    tables, fight = rules.tables, get_combat(state)
    fight = _settle(fight, fight.side)
    decision = Decision(
        fight.side, "loss", rules.number["results"], tables.names(fight.units),
        tables.ids[fight.place],
    )  # fmt: skip
    return replace(state, fight=fight, decision=decision)


def remove_units(
    rules: NanjingContext, state: NanjingState, units: UnitGroup, why: str = "eliminated"
) -> Step:
    """Return the state without units of one hex, and the effects.

    Chen Cheng is lost with any Chinese unit of an attack that he supports (9.5; reading 12).
    """
    tables = rules.tables
    place = (tables.ids[state.where[units[0]]],)
    side = tables.side[units[0]]
    loss = Effect(why, side, tables.names(units), (), place)
    done = state.done
    for k in units:
        done &= ~(1 << k)
    state = replace(state, where=set_values(state.where, units, LOST), done=done)
    fight = get_combat(state)
    if side == CHINA and fight.chen:
        fight = replace(fight, chen=False)
        state = replace(state, fight=fight, chen_used=False, chen_lost=True)
        return state, (loss, Effect("chenLost", CHINA))
    return state, (loss,)


def close_combat(rules: NanjingContext, state: NanjingState) -> NanjingState:
    """Return the state after a fight, in the same combat phase."""
    side = get_combat(state).side
    return replace(state, fight=None, retreating=(), stage="phase", decision=rules.ask_combat[side])


# ---- 9.5: losses of the attackers -------------------------------------------------------


def canon_loss(
    rules: NanjingContext, state: NanjingState, decision: Decision, event: Event
) -> Event:
    """Return the loss of an attacking unit or stack in canonical form (9.5; reading 31)."""
    if type(event) is not Word or event.word != "lose" or event.payer or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    named = tuple(sorted(event.args[0].split("+"))) if len(event.args) == 1 else ()
    for choice in legal_losses(rules, state, decision):
        if named == tuple(sorted(choice.args[0].split("+"))):
            return choice
    choices = tuple(choice.args[0] for choice in legal_losses(rules, state, decision))
    raise IllegalEventError("loseStack", decision.rule, units=choices)


def legal_losses(rules: NanjingContext, state: NanjingState, decision: Decision) -> Iterator[Word]:
    """Yield the losses among which the attacker chooses (9.5; reading 31)."""
    for stack in group_by_hex(get_combat(state).units, state.where):
        yield Word("lose", ("+".join(rules.tables.names(stack.units)),))


def lose(rules: NanjingContext, state: NanjingState, event: Word) -> Step:
    """Return the state after the loss of attackers (9.5)."""
    units = find_numbers(rules.tables.unit, event.args[0].split("+"))
    state, effects = remove_units(rules, state, units)
    return close_combat(rules, state), effects


# ---- 9.6: retreats ----------------------------------------------------------------------


def follow_retreats(rules: NanjingContext, state: NanjingState) -> Step:
    """Return the state with the next retreat pending, and the effects.

    A stack without a path waits for the others. If no stack can retreat, all remaining units are
    removed (6.2; reading 32). After the last retreat, an advance is pending if the result is DR;
    otherwise the combat ends.
    """
    tables = rules.tables
    if not state.retreating:
        if get_combat(state).result == "DR":
            return ask_advance(rules, state), ()
        return close_combat(rules, state), ()
    waiting = group_by_hex(state.retreating, state.where)
    if any(find_retreats(rules, state, stack) for stack in waiting):
        side, units = tables.side[state.retreating[0]], tables.names(state.retreating)
        decision = Decision(side, "retreat", rules.number["retreat"], units)
        return replace(state, decision=decision), ()
    effects: list[Effect] = []
    for stack in waiting:
        state, losses = remove_units(rules, state, stack.units, "trapped")
        effects += losses
    return replace(state, retreating=()), tuple(effects)


def find_retreats(rules: NanjingContext, state: NanjingState, stack: UnitStack) -> dict[int, Walk]:
    """Return the hexes to which a stack may retreat, each with its canonical path (6.2, 9.6).

    The path leads into a free hex. Without one, it leads into a hex of friendly units: the stack
    stays if the stacking limit allows it, otherwise it continues by the same rules (reading 33).
    With the option `blocked-stays`, a stack without such a path stays in a full hex (reading 8).
    """
    ways: dict[int, Walk] = {}
    full: list[Walk] = [()]
    passed = {stack.place}
    for path in full:
        hexes, is_free = _find_retreat_hexes(rules, state, stack, path[-1] if path else stack.place)
        for h in hexes:
            if h in passed or h in ways:
                continue
            if is_free or can_stack(rules.tables, state, stack.units, h):
                ways[h] = (*path, h)
            else:
                passed.add(h)
                full.append((*path, h))
    if not ways and rules.blocked_stays:
        return {walk[0]: walk for walk in full if len(walk) == 1}
    return ways


def _is_retreat(rules: NanjingContext, state: NanjingState, stack: UnitStack, walk: Walk) -> bool:
    """Return whether a path of several hexes is legal: only its last hex has room (reading 33)."""
    here = stack.place
    for h in walk:
        hexes, is_free = _find_retreat_hexes(rules, state, stack, here)
        has_room = is_free or can_stack(rules.tables, state, stack.units, h)
        if h not in hexes or has_room != (h == walk[-1]):
            return False
        here = h
    return len(set(walk)) == len(walk)


def _find_retreat_hexes(
    rules: NanjingContext, state: NanjingState, stack: UnitStack, here: int
) -> tuple[list[int], bool]:
    """Return the adjacent hexes for a retreat, and whether they are free of friendly units.

    Hexes with friendly units are returned only if no hex is free (9.6).
    """
    tables = rules.tables
    side = tables.side[stack.units[0]]
    field = rules.zones.field(side, state.where)
    own = {state.where[k] for k in tables.own[side] if k not in stack.units}
    hexes = [h for h in tables.back[here] if not field[h] and h != stack.place]
    free = [h for h in hexes if h not in own]
    return free or hexes, bool(free)


def canon_retreat(
    rules: NanjingContext, state: NanjingState, decision: Decision, event: Event
) -> Event:
    """Return a retreat in canonical form, with its path (6.2, 9.6)."""
    tables = rules.tables
    if type(event) is not Retreat or event.payer or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    waiting = group_by_hex(state.retreating, state.where)
    group = find_numbers(tables.unit, event.units)
    stack = next((each for each in waiting if each.units == group), None)
    if stack is None:
        choices = tuple("+".join(tables.names(each.units)) for each in waiting)
        raise rules.reject("retreatStack", "together", units=choices)
    walk = tables.walks.find_walk(event.path)
    if walk is None:
        bad = next(ident for ident in event.path if ident not in tables.index)
        raise rules.reject("unknownPlace", "hexes", place=bad)
    ways = find_retreats(rules, state, stack)
    way = ways.get(walk[-1])
    if way is None or not (len(walk) == 1 or _is_retreat(rules, state, stack, walk)):
        raise _bar_retreat(rules, state, stack, walk, ways)
    names, path = tables.names(group), tables.grid.list_ids(way)
    if names == event.units and path == event.path:
        return event
    return Retreat(names, path)


RETREAT_CHECKS = {ZONE: ("retreatZone", "zone_retreat"), ENEMY_THERE: ("retreatEnemy", "stacking")}
"""The text and the rule number for each reason why no unit retreats into a hex."""


def _bar_retreat(
    rules: NanjingContext,
    state: NanjingState,
    stack: UnitStack,
    walk: Walk,
    ways: dict[int, Walk],
) -> IllegalEventError:
    """Return why a retreat does not follow a legal retreat path."""
    tables = rules.tables
    units = tables.names(stack.units)
    places = tuple(tables.ids[h] for h in ways)
    if not ways:
        return rules.reject("retreatWaits", "retreat", units=units)
    h, goal = walk[0], tables.ids[walk[0]]
    side = tables.side[stack.units[0]]
    if h in tables.major[stack.place]:
        return rules.reject("retreatMajor", "retreat", goal=goal, places=places)
    if h in tables.back[stack.place]:
        met = rules.zones.field(side, state.where)[h]
        if met:
            why, number = RETREAT_CHECKS[met]
            return rules.reject(why, number, goal=goal, places=places)
        if len(walk) == 1:
            return rules.reject("retreatFriends", "retreat", goal=goal, places=places)
    return rules.reject("retreatWay", "retreat", units=units, places=places)


def legal_retreats(
    rules: NanjingContext, state: NanjingState, decision: Decision
) -> Iterator[Event]:
    """Yield the legal retreats of the stacks that must retreat (6.2, 9.6)."""
    tables = rules.tables
    for stack in group_by_hex(state.retreating, state.where):
        names = tables.names(stack.units)
        for way in find_retreats(rules, state, stack).values():
            yield Retreat(names, tables.grid.list_ids(way))


def retreat(rules: NanjingContext, state: NanjingState, event: Retreat) -> Step:
    """Return the state after the retreat of a stack (9.6)."""
    tables = rules.tables
    units = tuple([tables.unit[ident] for ident in event.units])
    walk = tables.walks.find_walk(event.path)
    assert walk is not None
    side, start = tables.side[units[0]], tables.ids[state.where[units[0]]]
    retreated = Effect("retreat", side, event.units, (), (start, *event.path))
    held, trod = record_entry(tables, state, side, walk)
    after = replace(
        state,
        where=set_values(state.where, units, walk[-1]),
        held=held,
        trod=trod,
        retreating=tuple([k for k in state.retreating if k not in units]),
        stage="retreats",
        decision=None,
    )
    return after, (retreated, *list_control_changes(tables, state.held, held, side, event.units))


# ---- 9.7: the advance -------------------------------------------------------------------


def list_advances(
    rules: NanjingContext, state: NanjingState, fight: NanjingCombat
) -> Iterator[UnitGroup]:
    """Yield the choices of attackers that may advance (9.7; readings 7 and 30).

    One attacker advances, regardless of zones of control: a whole stack, or one counter of it.
    """
    tables = rules.tables
    for stack in group_by_hex(fight.units, state.where):
        if fight.place in tables.entries[stack.place]:
            if len(stack.units) > 1 and rules.stack_advances:
                yield stack.units
            for k in stack.units:
                yield (k,)


def ask_advance(rules: NanjingContext, state: NanjingState) -> NanjingState:
    """Ask for the advance, or close the fight if no unit may advance (9.7)."""
    fight = get_combat(state)
    if next(list_advances(rules, state, fight), None) is None:
        return close_combat(rules, state)
    tables, fight = rules.tables, _settle(fight, JAPAN)
    decision = Decision(
        fight.side, "advance", rules.number["advance"], tables.names(fight.units),
        tables.ids[fight.place],
    )  # fmt: skip
    return replace(state, fight=fight, stage="phase", decision=decision)


def canon_advance(
    rules: NanjingContext, state: NanjingState, decision: Decision, event: Event
) -> Event:
    """Return an advance or its waiver in canonical form (9.7)."""
    if event == NO:
        return event
    if type(event) is not Move or event.payer or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    tables = rules.tables
    if event.path != (decision.place,):
        raise rules.reject("advanceWhere", "advance", place=decision.place)
    group = find_numbers(tables.unit, event.units)
    choices = tuple(list_advances(rules, state, get_combat(state)))
    if group not in choices:
        names = tuple("+".join(tables.names(choice)) for choice in choices)
        raise rules.reject("advanceWho", "advance", place=decision.place, units=names)
    names = tables.names(group)
    return event if names == event.units else Move(names, event.path)


def legal_advances(
    rules: NanjingContext, state: NanjingState, decision: Decision
) -> Iterator[Event]:
    """Yield the legal advances, then the waiver (9.7)."""
    for group in list_advances(rules, state, get_combat(state)):
        yield Move(rules.tables.names(group), (decision.place,))
    yield NO


def advance(rules: NanjingContext, state: NanjingState, event: Event) -> Step:
    """Return the state after an advance or the choice of none (9.7)."""
    fight = get_combat(state)
    if type(event) is not Move:
        return close_combat(rules, state), (Effect("noAdvance", fight.side),)
    tables = rules.tables
    units = tuple([tables.unit[ident] for ident in event.units])
    start = tables.ids[state.where[units[0]]]
    advanced = Effect("advance", fight.side, event.units, (), (start, *event.path))
    held, trod = record_entry(tables, state, fight.side, (fight.place,))
    where = set_values(state.where, units, fight.place)
    after = close_combat(rules, replace(state, where=where, held=held, trod=trod))
    return after, (
        advanced,
        *list_control_changes(tables, state.held, held, fight.side, event.units),
    )
