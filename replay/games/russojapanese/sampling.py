"""Random events for programs: any legal event is possible, likely ones are more frequent.

The functions list as few events as possible.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from senpu.notation.events import Attack, Event, March, Move, Place, Rail, Word
from senpu.replay.core.rules import Decision
from senpu.replay.core.sampling import one_of, some_of, wandering
from senpu.replay.games.russojapanese import card_events, cards, combat, deck, movement
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.control import fresh
from senpu.replay.games.russojapanese.naval_sorties import open_ports
from senpu.replay.games.russojapanese.state import (
    BOXES,
    END,
    GATE,
    HOME,
    JAPAN,
    LOST,
    State,
    card_name,
)
from senpu.replay.parts.dice import rolls_by_result
from senpu.replay.parts.tables import results_of
from senpu.replay.parts.walks import random_part

TRIES = 6
UNITS = 3
"""The number of units drawn to find one that can act, for each try."""


def draw(rules: RussoJapanese, state: State, decision: Decision, random: Random) -> Event:
    """Return a random draw from the deck, or the face-down cards prepared for it (10.0)."""
    if decision.units[1:]:
        return deck.listed("draw", deck.ready(decision))
    return deck.listed("draw", tuple(some_of(state.deck, decision.count, random)))


def move(rules: RussoJapanese, state: State, decision: Decision, random: Random) -> Event:
    """Return a random move or played card, or the end of the movement phase (8.0)."""
    sheet, side, where, chance = rules.sheet, decision.side, state.where, random.random
    if chance() < 0.1:
        plays = list(card_events.legal_plays(rules, state, decision, "move"))
        if plays:
            return one_of(plays, random)
    if chance() < 0.08:
        return END
    own, done = sheet.own[side], state.done
    for _ in range(TRIES * UNITS):
        k = own[int(chance() * len(own))]
        here = where[k]
        if (here < 0 and here != GATE) or done >> k & 1 or not sheet.allowance[k]:
            continue
        if not state.railed and chance() < 0.3 and movement.bar_rail(rules, state, k) is None:
            goals = movement.rail_goals(rules, state, k)
            if goals:
                return Rail((sheet.units[k],), (sheet.ids[one_of(goals, random)],))
        if event := _walk(rules, state, side, k, random):
            return event
    return END


def _walk(rules: RussoJapanese, state: State, side: str, k: int, random: Random) -> Event | None:
    """Return a random walk in canonical form, cut to its legal part."""
    sheet, start = rules.sheet, state.where[k]
    ground = movement.ground_of(rules, state, k)
    if start == GATE:
        supply = sheet.supply[side]
        walk = (supply, *wandering(sheet.beside, supply, ground.allowance - 1, random))
    else:
        walk = wandering(sheet.beside, start, ground.allowance, random)
    found = random_part(sheet.walks, ground, start, fresh(sheet, state, side), walk, random)
    return Move((sheet.units[k],), sheet.walks.path(found)) if found else None


def declare(rules: RussoJapanese, state: State, decision: Decision, random: Random) -> Event:
    """Return a random declaration of an attack, or the end of declarations (9.1)."""
    if random.random() < 0.2:
        return END
    fronts = combat.fronts(rules, state, decision.side)
    if not fronts:
        return END
    target = one_of(list(fronts), random)
    near = fronts[target]
    size = len(near) - int(random.random() ** 2 * len(near))
    group = tuple(some_of(near, size, random))
    return Attack(rules.sheet.names(group), rules.sheet.ids[target])


def card(rules: RussoJapanese, state: State, decision: Decision, random: Random) -> Event:
    """Return a random event on a card, use of a card, or the end of the card phase (10.2)."""
    purse = cards.purse(state, decision.side)
    if not purse or random.random() < 0.1:
        return END
    chance = random.random()
    if chance < 0.3:
        plays = list(card_events.legal_plays(rules, state, decision, "cards"))
        if plays:
            return one_of(plays, random)
    payer = (card_name(one_of(purse, random)),)
    if chance < 0.55 and not state.marched:
        return Word(one_of(cards.MARCHES, random), payer=payer)
    if chance < 0.85 and (event := _transport(rules, state, decision.side, payer, random)):
        return event
    return _march(rules, state, decision.side, payer, random) or END


def _transport(
    rules: RussoJapanese, state: State, side: str, payer: tuple[str, ...], random: Random
) -> Event | None:
    """Return a random transport of a unit."""
    sheet, where = rules.sheet, state.where
    off = [k for k in sheet.own[side] if where[k] == HOME or where[k] == LOST]
    if not off:
        return None
    boxes = BOXES[side]
    places: tuple[str, ...] = (boxes[GATE], boxes[HOME])
    if side == JAPAN:
        places = (boxes[GATE], *[sheet.ids[h] for h in open_ports(rules, state)])
    for _ in range(TRIES):
        k, place = one_of(off, random), one_of(places, random)
        if cards.bar_transport(rules, state, k, place) is None:
            return Place((sheet.units[k],), (place,), payer=payer)
    return None


def _march(
    rules: RussoJapanese, state: State, side: str, payer: tuple[str, ...], random: Random
) -> Event | None:
    """Return a random strategic move."""
    sheet, where, own = rules.sheet, state.where, rules.sheet.own[side]
    for _ in range(TRIES * UNITS):
        k = one_of(own, random)
        if where[k] < 0 and where[k] != GATE:
            continue
        if not sheet.allowance[k] or movement.bar_march(rules, state, k) is not None:
            continue
        if goals := movement.march_goals(rules, state, k):
            return March((sheet.units[k],), (sheet.ids[one_of(goals, random)],), payer=payer)
    return None


def outcomes(rules: RussoJapanese, state: State) -> Iterator[tuple[Event, float]]:
    """Yield a roll for each result of the column, with its probability (9.5)."""
    fight = state.fight
    assert fight is not None
    return rolls_by_result(results_of(rules.sheet.results, fight.difference))
