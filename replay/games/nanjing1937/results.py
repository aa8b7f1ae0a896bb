"""What combat results do: removals, retreats, the advance (9.5 to 9.7, 6.2)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from senpu.notation.events import Event, Move, Retreat, Word
from senpu.replay.core.rules import Decision, Effect, IllegalEventError
from senpu.replay.games.nanjing1937.context import Nanjing
from senpu.replay.games.nanjing1937.control import entered, taken
from senpu.replay.games.nanjing1937.stacking import fits
from senpu.replay.games.nanjing1937.state import CHINA, LOST, Fight, State, Step
from senpu.replay.parts.counters import Group, Stack, changed, numbers_of, stacks
from senpu.replay.parts.hexes import Walk
from senpu.replay.parts.zones import ENEMY_THERE, ZONE

NO = Word("no")


def begin(rules: Nanjing, state: State) -> Step:
    """Apply the result of a fight, which takes effect at once (9.2.3)."""
    fight = fight_of(state)
    if fight.result == "A Elim":
        return ask_loss(rules, state, fight), ()
    if fight.result == "AR":
        return replace(state, falling=fight.units, stage="retreats", decision=None), ()
    if fight.result == "DR":
        return replace(state, falling=fight.targets, stage="retreats", decision=None), ()
    state, effects = removed(rules, state, fight.targets)
    if fight.result == "Ex":  # no unit advances
        return ask_loss(rules, state, fight), effects
    assert fight.result == "D Elim"
    return ask_advance(rules, state), effects


def fight_of(state: State) -> Fight:
    """Return the fight that is being resolved."""
    fight = state.fight
    assert fight is not None
    return fight


def ask_loss(rules: Nanjing, state: State, fight: Fight) -> State:
    """Ask for the loss of one attacking unit, where a stack counts as one, even if there is only
    one (reading 31).
    """
    sheet = rules.sheet
    decision = Decision(
        fight.side, "loss", rules.number["results"], sheet.names(fight.units),
        sheet.ids[fight.place],
    )  # fmt: skip
    return replace(state, decision=decision)


def removed(rules: Nanjing, state: State, units: Group, why: str = "eliminated") -> Step:
    """Return the state without units of one hex. Chen Cheng is lost with any Chinese unit of his
    fight (9.5; reading 12).
    """
    sheet = rules.sheet
    place = (sheet.ids[state.where[units[0]]],)
    side = sheet.side[units[0]]
    loss = Effect(why, side, sheet.names(units), (), place)
    state = replace(state, where=changed(state.where, units, LOST))
    if side == CHINA and fight_of(state).chen and not state.chen_lost:
        return replace(state, chen_lost=True), (loss, Effect("chenLost", CHINA))
    return state, (loss,)


def closed(rules: Nanjing, state: State) -> State:
    """Return the state after a fight, in the same combat phase."""
    side = fight_of(state).side
    return replace(state, fight=None, falling=(), stage="phase", decision=rules.ask_combat[side])


# ---- 9.5: who of the attackers ----------------------------------------------------------


def canon_loss(rules: Nanjing, state: State, decision: Decision, event: Event) -> Event:
    if not isinstance(event, Word) or event.word != "lose" or event.payer or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    named = tuple(sorted(event.args[0].split("+"))) if len(event.args) == 1 else ()
    for choice in legal_losses(rules, state, decision):
        if named == tuple(sorted(choice.args[0].split("+"))):
            return choice
    choices = tuple(choice.args[0] for choice in legal_losses(rules, state, decision))
    raise IllegalEventError("loseStack", decision.rule, units=choices)


def legal_losses(rules: Nanjing, state: State, decision: Decision) -> Iterator[Word]:
    for stack in stacks(fight_of(state).units, state.where):
        yield Word("lose", ("+".join(rules.sheet.names(stack.units)),))


def lose(rules: Nanjing, state: State, event: Word) -> Step:
    """Return the state after the loss of attackers (9.5)."""
    units = numbers_of(rules.sheet.unit, event.args[0].split("+"))
    state, effects = removed(rules, state, units)
    return closed(rules, state), effects


# ---- 9.6: retreats ----------------------------------------------------------------------


def follow_retreats(rules: Nanjing, state: State) -> Step:
    """Ask for the next retreat. A stack without a path waits for the others; if no stack can
    retreat, all that remain are removed (6.2; reading 32).
    """
    sheet = rules.sheet
    if not state.falling:
        if fight_of(state).result == "DR":
            return ask_advance(rules, state), ()
        return closed(rules, state), ()
    waiting = stacks(state.falling, state.where)
    if any(ways_back(rules, state, stack) for stack in waiting):
        side, units = sheet.side[state.falling[0]], sheet.names(state.falling)
        decision = Decision(side, "retreat", rules.number["retreat"], units)
        return replace(state, decision=decision), ()
    effects: list[Effect] = []
    for stack in waiting:
        state, losses = removed(rules, state, stack.units, "trapped")
        effects += losses
    return replace(state, falling=()), tuple(effects)


def ways_back(rules: Nanjing, state: State, stack: Stack) -> dict[int, tuple[Walk, ...]]:
    """Where a stack may retreat to, with the ways there, the one that is written first (6.2, 9.6).

    A free hex; only without one a hex of friends: to stay where stacking allows it, else through
    it into one more hex, by the same rules (readings 8 and 33).
    """
    free, friends = _beside(rules, state, stack, stack.place)
    ways: dict[int, tuple[Walk, ...]] = {h: ((h,),) for h in free}
    if ways:
        return ways
    sheet = rules.sheet
    for h in friends:
        if fits(sheet, state, stack.units, h):
            ways[h] = ((h,),)
    for h in friends:
        if h in ways:
            continue
        free, others = _beside(rules, state, stack, h)
        goals = free or [n for n in others if fits(sheet, state, stack.units, n)]
        for goal in goals:
            if goal != stack.place:
                ways[goal] = (*ways.get(goal, ()), (h, goal))
    return ways


def _beside(rules: Nanjing, state: State, stack: Stack, here: int) -> tuple[list[int], list[int]]:
    """The hexes next to one that a retreat may enter: those without friends, those with some."""
    sheet = rules.sheet
    side = sheet.side[stack.units[0]]
    field = rules.zones.field(side, state.where)
    own = {state.where[k] for k in sheet.own[side] if k not in stack.units}
    free: list[int] = []
    friends: list[int] = []
    for h in sheet.back[here]:
        if not field[h] and h != stack.place:
            (friends if h in own else free).append(h)
    return free, friends


def canon_retreat(rules: Nanjing, state: State, decision: Decision, event: Event) -> Event:
    sheet = rules.sheet
    if not isinstance(event, Retreat) or event.payer or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    waiting = stacks(state.falling, state.where)
    group = numbers_of(sheet.unit, event.units)
    stack = next((each for each in waiting if each.units == group), None)
    if stack is None:
        choices = tuple("+".join(sheet.names(each.units)) for each in waiting)
        raise rules.reject("retreatStack", "together", units=choices)
    walk = sheet.walks.of(event.path)
    if walk is None:
        bad = next(ident for ident in event.path if ident not in sheet.index)
        raise rules.reject("unknownPlace", "hexes", place=bad)
    ways = ways_back(rules, state, stack)
    open_ways = ways.get(walk[-1], ())
    if walk not in open_ways and not (len(walk) == 1 and open_ways):
        raise _bar_retreat(rules, state, stack, walk, ways)
    names, path = sheet.names(group), sheet.grid.ids_of(open_ways[0])
    if names == event.units and path == event.path:
        return event
    return Retreat(names, path)


BARRED = {ZONE: ("retreatZone", "zone_retreat"), ENEMY_THERE: ("retreatEnemy", "stacking")}
"""Why nobody falls back into a hex, by what the enemy means for it."""


def _bar_retreat(
    rules: Nanjing, state: State, stack: Stack, walk: Walk, ways: dict[int, tuple[Walk, ...]]
) -> IllegalEventError:
    """Why a retreat is not one of the ways back."""
    sheet = rules.sheet
    units = sheet.names(stack.units)
    places = tuple(sheet.ids[h] for h in ways)
    if not ways:
        return rules.reject("retreatWaits", "retreat", units=units)
    h, goal = walk[0], sheet.ids[walk[0]]
    side = sheet.side[stack.units[0]]
    if h in sheet.major[stack.place]:
        return rules.reject("retreatMajor", "retreat", goal=goal, places=places)
    if h in sheet.back[stack.place]:
        met = rules.zones.field(side, state.where)[h]
        if met:
            why, number = BARRED[met]
            return rules.reject(why, number, goal=goal, places=places)
        if len(walk) == 1:
            return rules.reject("retreatFriends", "retreat", goal=goal, places=places)
    return rules.reject("retreatWay", "retreat", units=units, places=places)


def legal_retreats(rules: Nanjing, state: State, decision: Decision) -> Iterator[Event]:
    sheet = rules.sheet
    for stack in stacks(state.falling, state.where):
        names = sheet.names(stack.units)
        for ways in ways_back(rules, state, stack).values():
            yield Retreat(names, sheet.grid.ids_of(ways[0]))


def retreat(rules: Nanjing, state: State, event: Retreat) -> Step:
    """Return the state after the retreat of a stack (9.6)."""
    sheet = rules.sheet
    units = tuple([sheet.unit[ident] for ident in event.units])
    walk = sheet.walks.of(event.path)
    assert walk is not None
    side, start = sheet.side[units[0]], sheet.ids[state.where[units[0]]]
    retreated = Effect("retreat", side, event.units, (), (start, *event.path))
    held, trod = entered(sheet, state, side, walk)
    after = replace(
        state,
        where=changed(state.where, units, walk[-1]),
        held=held,
        trod=trod,
        falling=tuple([k for k in state.falling if k not in units]),
        stage="retreats",
        decision=None,
    )
    return after, (retreated, *taken(sheet, state.held, held, side, event.units))


# ---- 9.7: the advance -------------------------------------------------------------------


def advances(rules: Nanjing, state: State, fight: Fight) -> Iterator[Group]:
    """Which units may advance: one of the attackers, whom zones do not hinder; a whole stack as
    the one unit that it is, or one counter of it (readings 7 and 30).
    """
    sheet = rules.sheet
    for stack in stacks(fight.units, state.where):
        if fight.place in sheet.entries[stack.place]:
            if len(stack.units) > 1 and rules.stack_advances:
                yield stack.units
            for k in stack.units:
                yield (k,)


def ask_advance(rules: Nanjing, state: State) -> State:
    """Ask for the advance, or close the fight if no unit may advance (9.7)."""
    fight = fight_of(state)
    if next(advances(rules, state, fight), None) is None:
        return closed(rules, state)
    sheet = rules.sheet
    decision = Decision(
        fight.side, "advance", rules.number["advance"], sheet.names(fight.units),
        sheet.ids[fight.place],
    )  # fmt: skip
    return replace(state, decision=decision)


def canon_advance(rules: Nanjing, state: State, decision: Decision, event: Event) -> Event:
    if event == NO:
        return event
    if not isinstance(event, Move) or event.payer or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    sheet = rules.sheet
    if event.path != (decision.place,):
        raise rules.reject("advanceWhere", "advance", place=decision.place)
    group = numbers_of(sheet.unit, event.units)
    choices = tuple(advances(rules, state, fight_of(state)))
    if group not in choices:
        names = tuple("+".join(sheet.names(choice)) for choice in choices)
        raise rules.reject("advanceWho", "advance", place=decision.place, units=names)
    names = sheet.names(group)
    return event if names == event.units else Move(names, event.path)


def legal_advances(rules: Nanjing, state: State, decision: Decision) -> Iterator[Event]:
    for group in advances(rules, state, fight_of(state)):
        yield Move(rules.sheet.names(group), (decision.place,))
    yield NO


def advance(rules: Nanjing, state: State, event: Event) -> Step:
    """Return the state after an advance or the choice of none (9.7)."""
    fight = fight_of(state)
    if not isinstance(event, Move):
        return closed(rules, state), (Effect("noAdvance", fight.side),)
    sheet = rules.sheet
    units = tuple([sheet.unit[ident] for ident in event.units])
    start = sheet.ids[state.where[units[0]]]
    advanced = Effect("advance", fight.side, event.units, (), (start, *event.path))
    held, trod = entered(sheet, state, fight.side, (fight.place,))
    where = changed(state.where, units, fight.place)
    after = closed(rules, replace(state, where=where, held=held, trod=trod))
    return after, (advanced, *taken(sheet, state.held, held, fight.side, event.units))
