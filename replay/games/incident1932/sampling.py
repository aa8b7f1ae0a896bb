"""How programs play the First Shanghai Incident: a legal event at random, and a rough worth of a
position."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from notation.events import Attack, Event, Fire, Move, Place, Retreat, Roll, Word
from replay.games.incident1932 import hits, opening
from replay.games.incident1932.state import (
    CHINA,
    ENEMY,
    JAPAN,
    OFF,
    PURSE,
    RIVER,
    Group,
    State,
)
from replay.parts.sampling import one_of
from replay.rules import Ask

if TYPE_CHECKING:
    from replay.games.incident1932.rules import Incident

TRIES = 12
PASS, NO = Word("pass"), Word("no")


def sample(rules: Incident, state: State, random: Random) -> Event:
    """One legal event; every legal event may come, likelier ones sooner."""
    ask = state.ask
    assert ask is not None
    kind = ask.kind
    if ask.dice:
        sides = ask.dice if ask.dice[0] else ()
        return Roll(tuple([int(random.random() * 6) + 1 for _ in ask.dice]), sides)
    if kind == "act":
        return _act(rules, state, ask.of, random)
    if kind == "pursuit":
        if random.random() < 0.5:
            return NO
        found = _of_units(rules, state, ask.of, state.advanced, random, again=True)
        return NO if found is None else found
    if kind == "advance":
        if random.random() < 0.1:
            return NO
        index = rules.sheet.index
        group = tuple([index[ident] for ident in ask.units])
        return Move(rules.sheet.ids(_some(group, random)), (ask.place,))
    if kind == "hits":
        return _hits(rules, state, ask, random)
    if kind == "set-up":
        return _set_up(rules, ask, random)
    return one_of(list(rules.legal(state)), random)


def _some(units: Group, random: Random) -> Group:
    """Some of the units, in order; all of them most often."""
    if len(units) == 1 or random.random() < 0.5:
        return units
    size = int(random.random() * len(units)) + 1
    return tuple(sorted(random.sample(units, size)))


def _set_up(rules: Incident, ask: Ask, random: Random) -> Event:
    size = one_of(opening.sizes(rules, ask), random)
    index = rules.sheet.index
    units = sorted(random.sample(ask.units, size), key=index.__getitem__)
    return Place(tuple(units), (ask.place,))


def _hits(rules: Incident, state: State, ask: Ask, random: Random) -> Event:
    fight, side, units = state.fight, ask.of, rules.sheet.units
    assert fight is not None
    if state.points[PURSE[side]] >= fight.hits and random.random() < 0.4:
        return Word("pay", (str(fight.hits),))
    if fight.may_lose and random.random() < 0.5:
        unit = one_of(fight.may_lose, random)
        if hits.bar_loss(rules, state, side, unit) is None:
            return Word("lose", (units[unit],))
    elif goals := hits.refuges(rules, state, side):
        unit, goal = one_of(fight.may_retreat, random), one_of(goals, random)
        if hits.bar_retreat(rules, state, side, unit, goal) is None:
            return Retreat((units[unit],), (goal,))
    return one_of(list(rules.legal(state)), random)


def _act(rules: Incident, state: State, side: str, random: Random) -> Event:
    if state.points[PURSE[side]] <= 0 or random.random() < 0.03:
        return PASS
    acts, sheet, where = rules.acts, rules.sheet, state.where
    if side == JAPAN and RIVER in where and random.random() < 0.2:
        named = acts.named(sheet.ids(acts.afloat(state)), JAPAN)
        place = one_of(sheet.landing, random)
        if acts.bar_landing(state, named, place) is None:
            return Place(named.ids, (place,))
    own, adjacent = sheet.own[side], sheet.adjacent
    for _ in range(TRIES):
        first = one_of(own, random)
        place = where[first]
        if place in adjacent:
            beside = tuple([k for k in sheet.comrades[first] if where[k] == place])
            found = _of_units(rules, state, side, beside, random)
            if found is not None:
                return found
    return PASS


def _of_units(
    rules: Incident, state: State, side: str, units: Group, random: Random, again: bool = False
) -> Event | None:
    """A move, an assault or a fire of some of the units of one formation in an area, or
    nothing where the one drawn is barred."""
    acts, sheet, where = rules.acts, rules.sheet, state.where
    place = where[units[0]]
    named = acts.named(sheet.ids(_some(units, random)), side)
    if random.random() < 0.6 and (targets := acts.targets(state, side, place)):
        target = one_of(targets, random)
        if side == JAPAN and not again and random.random() < 0.5:
            return Fire(named.ids, (target,))
        by_day = again and not acts.switch["night_pursuit"]
        night = side == CHINA and state.nights > 0 and not by_day and random.random() < 0.4
        return Attack(named.ids, target, payer=("night",) if night else (), again=again)
    if named.reach > 1:
        ways = list(acts.ways(where, named, place).values())
        return Move(named.ids, one_of(ways, random), again=again) if ways else None
    goals = sheet.near[place]
    if side == CHINA and place in sheet.source and random.random() < 0.1:
        goals = (OFF,)
    if not goals:
        return None
    goal = one_of(goals, random)
    if goal != OFF and acts.shut(where, side, named.group, goal):
        return None
    return Move(named.ids, (goal,), again=again)


# ---- the worth of a position ----------------------------------------------------------------

WORTH = {
    "victory": 10.0,
    "held": 7.0,  # an area with a rising sun, before it scores
    "unit": 3.0,
    "point": 0.35,
    "night": 1.5,
    "bombs": 1.5,
    "hit": 2.2,  # still to be taken
    "within": 1.2,  # a Chinese unit within the demanded line
    "supplied": 0.6,
    "near": 0.6,  # a step nearer to an area worth holding
    "afloat": -3.0,  # a unit on the river
}


def worth(rules: Incident, state: State, side: str) -> float:
    """What Japan has and may soon have, less what China has; the verdict when there is one."""
    if state.outcome:
        return 1000.0 if state.outcome.winner == side else -1000.0
    sheet, where = rules.sheet, state.where
    japanese = where[sheet.span[JAPAN]]
    points = state.points
    japan = WORTH["victory"] * min(state.victory, sheet.limit["victory"] + 2)
    japan += WORTH["point"] * (points[0] - points[1])
    japan += WORTH["bombs"] * state.bombs - WORTH["night"] * state.nights
    open_goals = []
    for place in sheet.rising_sun:
        if place in japanese:
            japan += WORTH["held"]
        else:
            open_goals.append(place)
    chinese_in: set[str] = set()
    for k, place in enumerate(where):
        if place in sheet.adjacent:
            if sheet.side[k] == CHINA:
                chinese_in.add(place)
                japan -= WORTH["unit"] + (WORTH["within"] if place in sheet.demanded else 0)
            else:
                near = min((sheet.distance[place].get(goal, 9) for goal in open_goals), default=0)
                japan += WORTH["unit"] - WORTH["near"] * near
        elif place == RIVER:
            japan += WORTH["unit"] + WORTH["afloat"]
    japan -= WORTH["supplied"] * len(chinese_in)
    fight = state.fight
    if fight is not None and fight.hits:
        taker = fight.side if fight.stage in hits.ATTACKERS_TAKE else ENEMY[fight.side]
        japan += (-1 if taker == JAPAN else 1) * WORTH["hit"] * fight.hits
    elif fight is not None and not fight.defenders:
        japan += (1 if fight.side == JAPAN else -1) * WORTH["hit"]
    return japan if side == JAPAN else -japan
