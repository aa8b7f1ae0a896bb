"""The plain acts of 800 at once: most events of most logs, checked and done in one step.

Each function answers with the position that an event leads to, or with nothing where anything
is out of the ordinary; then `canon` and `apply` are asked, which alone say what a rule forbids.
A test holds that the two ways never differ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from senpu.notation.events import Attack, Move, Retreat, Roll, Word
from senpu.replay.core.rules import Decision, Effect
from senpu.replay.games.eight_hundred.results import TWO_DICE
from senpu.replay.games.eight_hundred.state import (
    DUE,
    ENEMY,
    JAPAN,
    LOST,
    Fight,
    State,
    changed,
    spent,
)
from senpu.replay.games.eight_hundred.turns import fought

if TYPE_CHECKING:
    from senpu.replay.games.eight_hundred.rules import EightHundred


NOWHERE: dict[str, frozenset[str]] = {DUE: frozenset(), LOST: frozenset()}


class Plain(NamedTuple):
    """A group as its events name it, with what it may plainly do."""

    side: str
    enemy: str
    group: tuple[int, ...]
    moves: dict[str, frozenset[str]]
    """From each area: those next to it that the group may enter, apart from other units."""
    strikes: dict[str, frozenset[str]]
    """From each area: it and those next to it, as far as it may attack their units one by one; none
    for mixed groups and for kinds that strike all, and where the concession plays a part."""
    targets: dict[str, int]
    """The enemy's units by name."""
    bonus: int
    rerolls: int
    cover: dict[str, int]
    tanks: tuple[int, ...]
    """Those among them that may act twice (E 4.0-5)."""


def plain(rules: EightHundred, units: tuple[str, ...]) -> Plain | None:
    """What a group may plainly do; nothing for units that cannot act together or are not
    written in order."""
    acts, sheet = rules.acts, rules.sheet
    if len(units) > acts.most or any(ident not in sheet.index for ident in units):
        return None
    side, group, ids, tanks = acts.known[units]
    kinds = {sheet.kind[k] for k in group}
    if ids != units or any(sheet.side[k] != side for k in group) or len(set(group)) < len(group):
        return None
    kind = kinds.pop() if len(kinds) == 1 else ""
    one = bool(kind) and not sheet.strikes_all[kind]
    away = frozenset((sheet.concession,))
    shut = sheet.gated
    if side != JAPAN and all(sheet.fits_warehouse[sheet.kind[k]] for k in group):
        shut = sheet.gated - {sheet.warehouse}
    moves = {place: near - shut for place, near in sheet.adjacent.items()}
    strikes = {
        place: (near | {place}).intersection(sheet.within[place, kind] if one else ()) - away
        for place, near in sheet.adjacent.items()
    }
    nowhere = NOWHERE | {sheet.concession: frozenset()}
    return Plain(
        side,
        ENEMY[side],
        group,
        moves | nowhere,
        strikes | nowhere,
        {sheet.units[k]: k for k in sheet.own[ENEMY[side]]},
        sheet.bonus[kind][len(group) - 1] if kind else 0,
        sheet.rerolls.get(kind, 0),
        sheet.cover if side == JAPAN else {},
        tanks if rules.double_act else (),
    )


def goes_on(tanks: tuple[int, ...], points: Sequence[int]) -> bool:
    """Whether any of these tanks has a point left for a second act, once the first one is paid."""
    return bool(tanks) and any(points[k] > 1 for k in tanks)


def move(rules: EightHundred, state: State, event: Move, effects: list[Effect]) -> State | None:
    """Units to an area next door."""
    named = rules.plain[event.units]
    if named is None or event.again or len(event.path) != 1:
        return None
    side, enemy, group, moves, _, _, _, _, _, tanks = named
    where, points = list(state.where), list(state.points)
    place, goal = where[group[0]], event.path[0]
    if state.decision is not rules.ask_act[side] or goal not in moves[place]:
        return None
    if where.count(goal) + len(group) > rules.acts.stacking or goes_on(tanks, points):
        return None
    if side == JAPAN:
        acts, old = rules.acts, state.where
        chinese = old[acts.chinese]
        if (place in chinese or goal in chinese) and acts.bar_beside(
            group, place, goal, chinese, old[acts.japanese]
        ):
            return None
    if event.payer:
        if rules.acts.bar_command(state, side, group, event.payer):
            return None
        where[group[0]] = goal
        points[rules.sheet.xie] -= 1
    else:
        for k in group:
            if where[k] != place or points[k] <= 0:
                return None
            where[k] = goal
            points[k] -= 1
    if not any(points):
        return None
    effects.append(Effect("move", side, event.units, event.payer, (place, goal)))
    return replace(
        state, where=tuple(where), points=tuple(points), passes=0, mover=enemy, stage="actions",
        decision=rules.ask_act[enemy],
    )  # fmt: skip


def attack(rules: EightHundred, state: State, event: Attack, effects: list[Effect]) -> State | None:
    """Units of one kind on one unit."""
    named = rules.plain[event.units]
    if named is None or event.again:
        return None
    side, _, group, _, strikes, targets, bonus, rerolls, cover, tanks = named
    where, points, place = state.where, list(state.points), event.place
    here, target = where[group[0]], targets.get(event.unit)
    if target is None or where[target] != place or place not in strikes[here]:
        return None
    if state.decision is not rules.ask_act[side] or goes_on(tanks, points):
        return None
    if event.payer:
        if rules.acts.bar_command(state, side, group, event.payer):
            return None
        points[rules.sheet.xie] -= 1
    else:
        for k in group:
            if where[k] != here or points[k] <= 0:
                return None
            points[k] -= 1
    need = rules.sheet.defence[target][state.reduced[target]] - bonus
    if here != place and place in cover:
        need += cover[place]
    needs = (need,)
    effects.append(Effect("attack", side, event.units, (event.unit,), (here, place), needs))
    if event.payer:
        effects.append(Effect("command", side, event.payer, event.units))
    fight = Fight(side, group, (target,), needs, place, rerolls)
    return replace(state, points=tuple(points), fight=fight, passes=0, decision=rules.ask_dice)


def roll(rules: EightHundred, state: State, event: Roll, effects: list[Effect]) -> State | None:
    """Two dice against one unit: a miss, a unit that falls back, or a step lost."""
    fight, pips = state.fight, event.pips
    if state.decision is not rules.ask_dice or fight is None or event.sides or pips not in TWO_DICE:
        return None
    targets = fight.targets
    if len(targets) > 1 or state.acted:
        return None
    side, (target,), points = fight.side, targets, state.points
    enemy, total = ENEMY[side], sum(pips)
    numbers = (*pips, total)
    if total < fight.needs[0]:
        if fight.rerolls:
            effects.append(Effect("roll", side, (), (), (), numbers))
            again = replace(fight, rerolls=fight.rerolls - 1)
            return replace(state, fight=again, decision=rules.ask_reroll[side])
        if not any(points):
            return None
        effects.append(Effect("roll", side, (), (), (), numbers))
        return fought(rules, state)
    sheet = rules.sheet
    hit = (sheet.units[target],)
    if rules.acts.has_way_back(state, target):
        effects.append(Effect("roll", side, hit, (), (), numbers))
        decision = Decision(enemy, "retreat", rules.number["retreat"], hit)
        return replace(state, fight=None, hit=targets, stage="resolve", decision=decision)
    where, place = state.where, state.where[target]
    if state.reduced[target]:
        where = changed(where, targets, LOST)
        points = changed(points, targets, 0)
        if not any(points) or not any(place not in NOWHERE for place in where[sheet.span[enemy]]):
            return None
        happening = Effect("eliminated", enemy, hit, (), (place,))
        state = replace(state, where=where, points=points)
    elif any(points):
        happening = Effect("reduced", enemy, hit, (), (place,))
        state = replace(state, reduced=changed(state.reduced, targets, True))
    else:
        return None
    effects.append(Effect("roll", side, hit, (), (), numbers))
    effects.append(happening)
    return fought(rules, state)


def retreat(
    rules: EightHundred, state: State, event: Retreat, effects: list[Effect]
) -> State | None:
    """The only unit hit falls back, at the price of a point."""
    decision, units, hit = state.decision, event.units, state.hit
    if decision is None or len(hit) != 1 or event.payer or event.again or units != decision.units:
        return None
    (unit,), side, points = hit, decision.side, state.points
    goal, place = event.path[0], state.where[unit]
    if state.acted or points[unit] <= 0 or (side == JAPAN and goal == rules.sheet.warehouse):
        return None
    if rules.acts.bar_retreat(state, unit, event.path):
        return None
    points = spent(points, hit)
    if not any(points):
        return None
    effects.append(Effect("retreat", side, units, (), (place, goal)))
    mover = ENEMY[state.mover]
    return replace(
        state, where=changed(state.where, hit, goal), points=points, hit=(), mover=mover,
        stage="actions", decision=rules.ask_act[mover],
    )  # fmt: skip


def word(rules: EightHundred, state: State, event: Word, effects: list[Effect]) -> State | None:
    """A first pass, or a miss rolled again or left."""
    decision, said = state.decision, event.word
    if decision is None or event.args or event.payer or event.again:
        return None
    if decision.kind == "act" and said == "pass" and not state.passes and any(state.points):
        effects.append(Effect("pass", decision.side))
        enemy = ENEMY[decision.side]
        return replace(state, passes=1, mover=enemy, stage="actions", decision=rules.ask_act[enemy])
    if decision.kind == "reroll" and said == "reroll":
        effects.append(Effect("reroll", decision.side))
        return replace(state, decision=rules.ask_dice)
    return None


QUICK: dict[type, Callable[[EightHundred, State, Any, list[Effect]], State | None]] = {
    Move: move,
    Attack: attack,
    Roll: roll,
    Retreat: retreat,
    Word: word,
}
