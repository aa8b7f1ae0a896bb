"""How programs draw an event: any legal one may come, likelier ones sooner. What must be listed to
be drawn from is kept short.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from senpu.notation.events import Attack, Event, March, Move, Place, Rail, Word
from senpu.replay.core.rules import Decision
from senpu.replay.core.sampling import choose_one, choose_some, walk_randomly
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
"""How often a unit is drawn that can do something, for each time that it is tried."""


def draw(rules: RussoJapanese, state: State, decision: Decision, random: Random) -> Event:
    if decision.units[1:]:
        return deck.listed("draw", deck.ready(decision))
    return deck.listed("draw", tuple(choose_some(state.deck, decision.count, random)))


def move(rules: RussoJapanese, state: State, decision: Decision, random: Random) -> Event:
    sheet, side, where, chance = rules.sheet, decision.side, state.where, random.random
    if chance() < 0.1:
        plays = list(card_events.legal_plays(rules, state, decision, "move"))
        if plays:
            return choose_one(plays, random)
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
                return Rail((sheet.units[k],), (sheet.ids[choose_one(goals, random)],))
        if event := _walk(rules, state, side, k, random):
            return event
    return END


def _walk(rules: RussoJapanese, state: State, side: str, k: int, random: Random) -> Event | None:
    """A walk of random steps as far as it is legal, or less far, as the rules spell it."""
    sheet, start = rules.sheet, state.where[k]
    ground = movement.ground_of(rules, state, k)
    if start == GATE:
        supply = sheet.supply[side]
        walk = (supply, *walk_randomly(sheet.beside, supply, ground.allowance - 1, random))
    else:
        walk = walk_randomly(sheet.beside, start, ground.allowance, random)
    found = random_part(sheet.walks, ground, start, fresh(sheet, state, side), walk, random)
    return Move((sheet.units[k],), sheet.walks.path(found)) if found else None


def declare(rules: RussoJapanese, state: State, decision: Decision, random: Random) -> Event:
    if random.random() < 0.2:
        return END
    fronts = combat.fronts(rules, state, decision.side)
    if not fronts:
        return END
    target = choose_one(list(fronts), random)
    near = fronts[target]
    size = len(near) - int(random.random() ** 2 * len(near))
    group = tuple(choose_some(near, size, random))
    return Attack(rules.sheet.names(group), rules.sheet.ids[target])


def card(rules: RussoJapanese, state: State, decision: Decision, random: Random) -> Event:
    """An event on a card, or a card spent for something, or the end of the phase."""
    purse = cards.purse(state, decision.side)
    if not purse or random.random() < 0.1:
        return END
    chance = random.random()
    if chance < 0.3:
        plays = list(card_events.legal_plays(rules, state, decision, "cards"))
        if plays:
            return choose_one(plays, random)
    payer = (card_name(choose_one(purse, random)),)
    if chance < 0.55 and not state.marched:
        return Word(choose_one(cards.MARCHES, random), payer=payer)
    if chance < 0.85 and (event := _transport(rules, state, decision.side, payer, random)):
        return event
    return _march(rules, state, decision.side, payer, random) or END


def _transport(
    rules: RussoJapanese, state: State, side: str, payer: tuple[str, ...], random: Random
) -> Event | None:
    """A unit brought up."""
    sheet, where = rules.sheet, state.where
    off = [k for k in sheet.own[side] if where[k] == HOME or where[k] == LOST]
    if not off:
        return None
    boxes = BOXES[side]
    places: tuple[str, ...] = (boxes[GATE], boxes[HOME])
    if side == JAPAN:
        places = (boxes[GATE], *[sheet.ids[h] for h in open_ports(rules, state)])
    for _ in range(TRIES):
        k, place = choose_one(off, random), choose_one(places, random)
        if cards.bar_transport(rules, state, k, place) is None:
            return Place((sheet.units[k],), (place,), payer=payer)
    return None


def _march(
    rules: RussoJapanese, state: State, side: str, payer: tuple[str, ...], random: Random
) -> Event | None:
    """A strategic move."""
    sheet, where, own = rules.sheet, state.where, rules.sheet.own[side]
    for _ in range(TRIES * UNITS):
        k = choose_one(own, random)
        if where[k] < 0 and where[k] != GATE:
            continue
        if not sheet.allowance[k] or movement.bar_march(rules, state, k) is not None:
            continue
        if goals := movement.march_goals(rules, state, k):
            return March((sheet.units[k],), (sheet.ids[choose_one(goals, random)],), payer=payer)
    return None


def outcomes(rules: RussoJapanese, state: State) -> Iterator[tuple[Event, float]]:
    """Yield a roll for each result of the column, with its probability (9.5)."""
    fight = state.fight
    assert fight is not None
    return rolls_by_result(results_of(rules.sheet.results, fight.difference))
