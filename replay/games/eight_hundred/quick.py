"""The plain acts of 800 at once: most events of most logs, checked and done in one step.

Each function answers with the position that an event leads to, or with nothing where anything
is out of the ordinary; then `canon` and `apply` are asked, which alone say what a rule forbids.
A test holds that the two ways never differ.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from notation.events import Attack, Move, Roll, Word
from replay.games.eight_hundred.results import TWO_DICE
from replay.games.eight_hundred.state import DUE, ENEMY, JAPAN, LOST, Fight, State
from replay.rules import Ask, Happening

if TYPE_CHECKING:
    from replay.games.eight_hundred.rules import EightHundred


NOWHERE: dict[str, frozenset[str]] = {DUE: frozenset(), LOST: frozenset()}


class Plain(NamedTuple):
    """A group as its events name it, with what it may plainly do."""

    side: str
    enemy: str
    group: tuple[int, ...]
    moves: dict[str, frozenset[str]]
    """From each area: the next ones, if they are shut to nobody."""
    strikes: dict[str, frozenset[str]]
    """From each area: those whose units it may attack one by one; none for mixed groups and for
    kinds that strike all, and where the concession plays a part."""
    targets: dict[str, int]
    """The enemy's units by name."""
    bonus: int
    rerolls: int
    cover: dict[str, int]


def plain(rules: EightHundred, units: tuple[str, ...]) -> Plain | None:
    """What a group may plainly do; nothing for units that cannot act together or are not
    written in order, and for tanks that may act twice (E 4.0-5)."""
    acts, sheet = rules.acts, rules.sheet
    if len(units) > acts.most or any(ident not in sheet.index for ident in units):
        return None
    side, group, ids = acts.known[units]
    kinds = {sheet.kind[k] for k in group}
    if ids != units or any(sheet.side[k] != side for k in group) or len(set(group)) < len(group):
        return None
    if rules.double_act and "tank" in kinds:
        return None
    kind = kinds.pop() if len(kinds) == 1 else ""
    one = bool(kind) and not sheet.strikes_all[kind]
    away = frozenset((sheet.concession,))
    return Plain(
        side,
        ENEMY[side],
        group,
        NOWHERE | {place: near - sheet.gated for place, near in sheet.adjacent.items()},
        NOWHERE
        | {
            place: frozenset(sheet.within[place, kind]) - away if one else frozenset()
            for place in sheet.areas
        }
        | {sheet.concession: frozenset()},
        {sheet.units[k]: k for k in sheet.own[ENEMY[side]]},
        sheet.bonus[kind][len(group) - 1] if kind else 0,
        sheet.rerolls.get(kind, 0),
        sheet.cover if side == JAPAN else {},
    )


def move(rules: EightHundred, state: State, event: Move, told: list[Happening]) -> State | None:
    """Units to the next area, where nobody holds them and nothing is shut."""
    named, ask = rules.plain[event.units], state.ask
    if named is None or event.payer or event.again or len(event.path) != 1:
        return None
    side, enemy, group, moves, _, _, _, _, _ = named
    where, points = list(state.where), list(state.points)
    place, goal = where[group[0]], event.path[0]
    if ask is not rules.ask_act[side] or goal not in moves[place]:
        return None
    if where.count(goal) + len(group) > rules.acts.stacking:
        return None
    if side == JAPAN:
        chinese = where[rules.acts.chinese]
        if place in chinese or goal in chinese:
            return None
    for k in group:
        if where[k] != place or points[k] <= 0:
            return None
        where[k] = goal
        points[k] -= 1
    if not any(points):
        return None
    told.append(Happening("move", side, event.units, (), (place, goal)))
    return replace(
        state, where=tuple(where), points=tuple(points), passes=0, mover=enemy, stage="actions",
        ask=rules.ask_act[enemy],
    )  # fmt: skip


def attack(rules: EightHundred, state: State, event: Attack, told: list[Happening]) -> State | None:
    """Units of one kind on one unit."""
    named = rules.plain[event.units]
    if named is None or event.payer or event.again:
        return None
    side, _, group, _, strikes, targets, bonus, rerolls, cover = named
    where, points, place = state.where, list(state.points), event.place
    here, target = where[group[0]], targets.get(event.unit)
    if target is None or where[target] != place or place not in strikes[here]:
        return None
    if state.ask is not rules.ask_act[side]:
        return None
    for k in group:
        if where[k] != here or points[k] <= 0:
            return None
        points[k] -= 1
    need = rules.sheet.defence[target][state.reduced[target]] - bonus
    if here != place and place in cover:
        need += cover[place]
    needs = (need,)
    told.append(Happening("attack", side, event.units, (event.unit,), (here, place), needs))
    fight = Fight(side, group, (target,), needs, place, rerolls)
    return replace(state, points=tuple(points), fight=fight, passes=0, ask=rules.ask_dice)


def roll(rules: EightHundred, state: State, event: Roll, told: list[Happening]) -> State | None:
    """Two dice against one unit: a miss, a unit that falls back, or a first step lost."""
    fight, ask, pips = state.fight, state.ask, event.pips
    if fight is None or ask is not rules.ask_dice or event.sides or pips not in TWO_DICE:
        return None
    targets = fight.targets
    if len(targets) > 1 or state.acted or not any(state.points):
        return None
    total = sum(pips)
    enemy = ENEMY[fight.side]
    (target,) = targets
    numbers = (*pips, total)
    if total < fight.needs[0]:
        told.append(Happening("roll", fight.side, (), (), (), numbers))
        if fight.rerolls:
            again = replace(fight, rerolls=fight.rerolls - 1)
            return replace(state, fight=again, ask=rules.ask_reroll[fight.side])
        return replace(state, fight=None, mover=enemy, stage="actions", ask=rules.ask_act[enemy])
    hit = (rules.sheet.units[target],)
    if rules.acts.has_way_back(state, target):
        told.append(Happening("roll", fight.side, hit, (), (), numbers))
        ask = Ask(enemy, "retreat", rules.number["retreat"], hit)
        return replace(state, fight=None, hit=targets, stage="resolve", ask=ask)
    reduced = list(state.reduced)
    if reduced[target]:
        return None  # eliminated, and what that may end
    reduced[target] = True
    told.append(Happening("roll", fight.side, hit, (), (), numbers))
    told.append(Happening("reduced", enemy, hit, (), (state.where[target],)))
    return replace(
        state,
        fight=None,
        reduced=tuple(reduced),
        mover=enemy,
        stage="actions",
        ask=rules.ask_act[enemy],
    )


def word(rules: EightHundred, state: State, event: Word, told: list[Happening]) -> State | None:
    """A first pass."""
    ask = state.ask
    if state.passes or event.word != "pass" or event.args or event.payer or event.again:
        return None
    if ask is None or ask.kind != "act" or not any(state.points):
        return None
    told.append(Happening("pass", ask.of))
    enemy = ENEMY[ask.of]
    return replace(state, passes=1, mover=enemy, stage="actions", ask=rules.ask_act[enemy])


QUICK: dict[type, Callable[[EightHundred, State, Any, list[Happening]], State | None]] = {
    Move: move,
    Attack: attack,
    Roll: roll,
    Word: word,
}
