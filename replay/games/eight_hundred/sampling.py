"""How programs play 800: a legal event at random, and a rough worth of a position."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from notation.events import Attack, Event, Move, Place, Retreat, Roll, Word
from replay.games.eight_hundred import opening
from replay.games.eight_hundred.acts import Group
from replay.games.eight_hundred.state import CHINA, DUE, ENEMY, JAPAN, LOST, State
from replay.parts.sampling import one_of
from replay.rules import Ask, Refusal

if TYPE_CHECKING:
    from replay.games.eight_hundred.rules import EightHundred

TRIES = 8


def sample(rules: EightHundred, state: State, random: Random) -> Event:
    """One legal event; every legal event may come, likelier ones sooner."""
    ask = state.ask
    assert ask is not None
    if ask.kind in ("dice", "initiative"):
        sides = ask.dice if ask.dice[0] else ()
        return Roll(tuple([int(random.random() * 6) + 1 for _ in ask.dice]), sides)
    if ask.kind == "act":
        return _act(rules, state, ask.of, random)
    if ask.kind == "place":
        return Place(ask.units, (one_of(opening.open_arrivals(rules, state), random),))
    if ask.kind == "retreat":
        unit = one_of(ask.units, random)
        ways = rules.acts.ways_back(state, rules.sheet.index[unit])
        return Retreat((unit,), (one_of(ways, random),))
    if ask.kind == "set-up":
        return _set_up(rules, state, ask, random)
    return one_of(list(rules.legal(state)), random)


def _set_up(rules: EightHundred, state: State, ask: Ask, random: Random) -> Event:
    empty = [place for place in rules.sheet.set_up[ask.of] if place not in state.where]
    stacking, waiting = rules.acts.stacking, len(ask.units)
    least = max(1, waiting - stacking * (len(empty) - 1))
    size = random.randint(least, min(stacking, waiting))
    units = sorted(random.sample(ask.units, size), key=rules.sheet.index.__getitem__)
    return Place(tuple(units), (one_of(empty, random),))


def _act(rules: EightHundred, state: State, side: str, random: Random) -> Event:
    acts, sheet = rules.acts, rules.sheet
    points, where = state.points, state.where
    ready = [k for k in sheet.own[side] if points[k] > 0]
    if side == CHINA and random.random() < 0.2 and (event := _marker(rules, state, random)):
        return event
    if not ready or random.random() < 0.03:
        return Word("pass")
    for _ in range(TRIES):
        first = one_of(ready, random)
        payer: tuple[str, ...] = ()
        group: Group = (first,)
        if first == sheet.xie and random.random() < 0.7:
            payer = acts.payer
            here = where[first]
            beside = [
                k
                for k in sheet.own[CHINA]
                if k != first and (where[k] == here or where[k] in sheet.adjacent[here])
            ]
            if not beside:
                continue
            group = (one_of(beside, random),)
        elif random.random() < 0.6:
            others = [k for k in ready if k != first and where[k] == where[first]]
            if others:
                group = _joined(first, others, acts.most, random)
        if event := _strike_or_move(rules, state, side, group, payer, random):
            return event
    return Word("pass")


def _joined(first: int, others: list[int], most: int, random: Random) -> Group:
    """`first` with one or more of `others`, `most` in all, in the game's order."""
    size = int(random.random() * min(most - 1, len(others))) + 1
    more = others if size == len(others) else random.sample(others, size)
    return tuple(sorted((first, *more)))


def _strike_or_move(
    rules: EightHundred,
    state: State,
    side: str,
    group: Group,
    payer: tuple[str, ...],
    random: Random,
) -> Event | None:
    acts, sheet = rules.acts, rules.sheet
    here = state.where[group[0]]
    if random.random() < 0.5:
        reach = sheet.reach[sheet.kind[group[0]]]
        away = sheet.distance[here]
        enemies = [
            k
            for k in sheet.own[ENEMY[side]]
            if (place := state.where[k]) != DUE and place != LOST and away[place] in reach
        ]
        if enemies:
            target = one_of(enemies, random)
            place = state.where[target]
            unit = "" if sheet.strikes_all[sheet.kind[group[0]]] else sheet.units[target]
            if acts.bar_attack(state, side, group, place, unit) is None:
                return Attack(sheet.ids(group), place, unit, payer=payer)
    goal = one_of(sheet.near[here], random)
    if acts.bar_move(state, side, group, goal, payer) is None:
        return Move(sheet.ids(group), (goal,), payer=payer)
    return None


def _marker(rules: EightHundred, state: State, random: Random) -> Event | None:
    sheet = rules.sheet
    if random.random() < 0.7:
        word = Word("grenade", (one_of(sheet.areas, random),))
    elif rules.acts.switch["flag_for_all"]:
        word = Word("flag")
    else:
        word = Word("flag", (sheet.units[one_of(sheet.own[CHINA], random)],))
    try:
        return rules.canon(state, word)
    except Refusal:
        return None


def totals() -> Iterator[tuple[Event, float]]:
    """Two dice by their sum, which alone decides, each with its chance."""
    for total in range(2, 13):
        first = max(1, total - 6)
        yield Roll((first, total - first)), (6 - abs(total - 7)) / 36


def worth(rules: EightHundred, state: State, side: str) -> float:
    """Steps, the way to the warehouse and over the bridge, and the verdict when there is one."""
    if state.outcome:
        return 1000.0 if state.outcome.winner == side else -1000.0
    sheet = rules.sheet
    china = _steps(rules, state, CHINA) * 3.0
    japan = _steps(rules, state, JAPAN) * 1.6
    last = state.turn >= sheet.limit["bridge_from"]
    saved = sheet.count(state, CHINA, sheet.concession)
    china += 14.0 * min(saved, sheet.limit["evacuated"]) + saved
    for k in sheet.own[CHINA]:
        place = state.where[k]
        if place in (DUE, LOST):
            continue
        out = sheet.distance[place].get(sheet.concession, 9)
        china += (4.0 - out) * 2.0 if last else -0.15 * out
        china += 0.25 * state.points[k]
    for k in sheet.own[JAPAN]:
        place = state.where[k]
        if place in (DUE, LOST):
            continue
        goal = sheet.bridge if last else sheet.warehouse
        japan += 0.5 * (5 - sheet.distance[place].get(goal, 9))
        japan += 0.1 * state.points[k]
    if state.entered:
        japan += 100.0
    return japan - china if side == JAPAN else china - japan


def _steps(rules: EightHundred, state: State, side: str) -> int:
    return sum(
        2 - state.reduced[k] for k in rules.sheet.own[side] if state.where[k] not in (DUE, LOST)
    )
