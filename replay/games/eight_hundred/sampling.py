"""How programs play 800: a legal event at random, and a rough worth of a position."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from notation.events import Attack, Event, Move, Place, Retreat, Roll, Word
from replay.games.eight_hundred.acts import Group
from replay.games.eight_hundred.state import CHINA, DUE, ENEMY, JAPAN, LOST, State
from replay.rules import Refusal

if TYPE_CHECKING:
    from replay.games.eight_hundred.rules import EightHundred

TRIES = 8


def sample(rules: EightHundred, state: State, random: Random) -> Event:
    """One legal event; every legal event may come, likelier ones sooner."""
    ask = state.ask
    assert ask is not None
    if ask.kind in ("dice", "initiative"):
        sides = ask.dice if ask.dice[0] else ()
        return Roll(tuple([random.randrange(6) + 1 for _ in ask.dice]), sides)
    if ask.kind == "act":
        return _act(rules, state, ask.of, random)
    if ask.kind == "place":
        places = [
            place
            for place in rules.sheet.set_up[JAPAN]
            if state.where.count(place) < rules.acts.stacking
        ]
        return Place(ask.units, (random.choice(places),))
    if ask.kind == "retreat":
        unit = random.choice(ask.units)
        ways = rules.acts.ways_back(state, rules.sheet.index[unit])
        return Retreat((unit,), (random.choice(ways),))
    return random.choice(list(rules.legal(state)))


def _act(rules: EightHundred, state: State, side: str, random: Random) -> Event:
    acts, sheet = rules.acts, rules.sheet
    points, where = state.points, state.where
    ready = [k for k in sheet.own[side] if points[k] > 0]
    if side == CHINA and random.random() < 0.2 and (event := _marker(rules, state, random)):
        return event
    if not ready or random.random() < 0.03:
        return Word("pass")
    for _ in range(TRIES):
        first = random.choice(ready)
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
            group = (random.choice(beside),)
        elif random.random() < 0.6:
            others = [k for k in ready if k != first and where[k] == where[first]]
            if others:
                size = random.randrange(min(acts.most - 1, len(others))) + 1
                group = tuple(sorted((first, *random.sample(others, size))))
        if event := _strike_or_move(rules, state, side, group, payer, random):
            return event
    return Word("pass")


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
            target = random.choice(enemies)
            place = state.where[target]
            unit = "" if sheet.strikes_all[sheet.kind[group[0]]] else sheet.units[target]
            if acts.bar_attack(state, side, group, place, unit) is None:
                return Attack(sheet.ids(group), place, unit, payer=payer)
    goal = random.choice(sheet.near[here])
    if acts.bar_move(state, side, group, goal, bool(payer)) is None:
        return Move(sheet.ids(group), (goal,), payer=payer)
    return None


def _marker(rules: EightHundred, state: State, random: Random) -> Event | None:
    sheet = rules.sheet
    if random.random() < 0.7:
        word = Word("grenade", (random.choice(sheet.areas),))
    elif rules.acts.switch["flag_for_all"]:
        word = Word("flag")
    else:
        word = Word("flag", (sheet.units[random.choice(sheet.own[CHINA])],))
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
