"""Random events for programs: any legal event is possible, likely ones are more frequent.

The functions list as few events as possible.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from senpu.notation.events import Attack, Event, March, Move, Place, Rail, Word
from senpu.replay.core.sampling import choose_one, choose_some, walk_randomly
from senpu.replay.core.states import Decision
from senpu.replay.games.russojapanese import card_events, cards, combat, deck, movement
from senpu.replay.games.russojapanese.context import RussoJapaneseContext
from senpu.replay.games.russojapanese.control import find_unrecorded
from senpu.replay.games.russojapanese.naval_sorties import find_open_ports
from senpu.replay.games.russojapanese.state import (
    BOXES,
    END,
    GATE,
    HOME,
    JAPAN,
    LOST,
    RussoJapaneseState,
    format_card,
)
from senpu.replay.parts.dice import list_rolls_by_result
from senpu.replay.parts.tables import find_results
from senpu.replay.parts.walks import draw_part

TRIES = 6
UNITS = 3
"""The number of units drawn to find one that can act, for each try."""


def sample_draw(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, random: Random
) -> Event:
    """Return a random draw from the deck, or the face-down cards prepared for it (10.0)."""
    if decision.units[1:]:
        return deck.build_event("draw", deck.list_ready(decision))
    return deck.build_event("draw", tuple(choose_some(state.deck, decision.count, random)))


def sample_move(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, random: Random
) -> Event:
    """Return a random move or played card, or the end of the movement phase (8.0)."""
    tables, side, where, chance = rules.tables, decision.side, state.where, random.random
    if chance() < 0.1:
        plays = list(card_events.legal_plays(rules, state, decision, "move"))
        if plays:
            return choose_one(plays, random)
    if chance() < 0.08:
        return END
    own, done = tables.own[side], state.done
    for _ in range(TRIES * UNITS):
        k = own[int(chance() * len(own))]
        here = where[k]
        if (here < 0 and here != GATE) or done >> k & 1 or not tables.allowance[k]:
            continue
        if not state.railed and chance() < 0.3 and movement.bar_rail(rules, state, k) is None:
            goals = movement.find_rail_goals(rules, state, k)
            if goals:
                return Rail((tables.units[k],), (tables.ids[choose_one(goals, random)],))
        if event := _sample_walk(rules, state, side, k, random):
            return event
    return END


def _sample_walk(
    rules: RussoJapaneseContext, state: RussoJapaneseState, side: str, k: int, random: Random
) -> Event | None:
    """Return a random walk in canonical form, cut to its legal part."""
    tables, start = rules.tables, state.where[k]
    ground = movement.build_ground(rules, state, k)
    if start == GATE:
        supply = tables.supply[side]
        walk = (supply, *walk_randomly(tables.adjacent, supply, ground.allowance - 1, random))
    else:
        walk = walk_randomly(tables.adjacent, start, ground.allowance, random)
    found = draw_part(
        tables.walks, ground, start, find_unrecorded(tables, state, side), walk, random
    )
    return Move((tables.units[k],), tables.walks.list_ids(found)) if found else None


def sample_declaration(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, random: Random
) -> Event:
    """Return a random declaration of an attack, or the end of declarations (9.1)."""
    if random.random() < 0.2:
        return END
    fronts = combat.find_fronts(rules, state, decision.side)
    if not fronts:
        return END
    target = choose_one(list(fronts), random)
    near = fronts[target]
    size = len(near) - int(random.random() ** 2 * len(near))
    group = tuple(choose_some(near, size, random))
    return Attack(rules.tables.names(group), rules.tables.ids[target])


def sample_card(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, random: Random
) -> Event:
    """Return a random event on a card, use of a card, or the end of the card phase (10.2)."""
    purse = cards.list_spendable(state, decision.side)
    if not purse or random.random() < 0.1:
        return END
    chance = random.random()
    if chance < 0.3:
        plays = list(card_events.legal_plays(rules, state, decision, "cards"))
        if plays:
            return choose_one(plays, random)
    payer = (format_card(choose_one(purse, random)),)
    if chance < 0.55 and not state.marched:
        return Word(choose_one(cards.MARCHES, random), payer=payer)
    if chance < 0.85 and (event := _sample_transport(rules, state, decision.side, payer, random)):
        return event
    return _sample_march(rules, state, decision.side, payer, random) or END


def _sample_transport(
    rules: RussoJapaneseContext,
    state: RussoJapaneseState,
    side: str,
    payer: tuple[str, ...],
    random: Random,
) -> Event | None:
    """Return a random transport of a unit."""
    tables, where = rules.tables, state.where
    off = [k for k in tables.own[side] if where[k] == HOME or where[k] == LOST]
    if not off:
        return None
    boxes = BOXES[side]
    places: tuple[str, ...] = (boxes[GATE], boxes[HOME])
    if side == JAPAN:
        places = (boxes[GATE], *[tables.ids[h] for h in find_open_ports(rules, state)])
    for _ in range(TRIES):
        k, place = choose_one(off, random), choose_one(places, random)
        if cards.bar_transport(rules, state, k, place) is None:
            return Place((tables.units[k],), (place,), payer=payer)
    return None


def _sample_march(
    rules: RussoJapaneseContext,
    state: RussoJapaneseState,
    side: str,
    payer: tuple[str, ...],
    random: Random,
) -> Event | None:
    """Return a random strategic move."""
    tables, where, own = rules.tables, state.where, rules.tables.own[side]
    for _ in range(TRIES * UNITS):
        k = choose_one(own, random)
        if where[k] < 0 and where[k] != GATE:
            continue
        if not tables.allowance[k] or movement.bar_march(rules, state, k) is not None:
            continue
        if goals := movement.find_march_goals(rules, state, k):
            return March((tables.units[k],), (tables.ids[choose_one(goals, random)],), payer=payer)
    return None


def list_outcomes(
    rules: RussoJapaneseContext, state: RussoJapaneseState
) -> Iterator[tuple[Event, float]]:
    """Yield a roll for each result of the column, with its probability (9.5)."""
    fight = state.fight
    assert fight is not None
    return list_rolls_by_result(find_results(rules.tables.results, fight.difference))
