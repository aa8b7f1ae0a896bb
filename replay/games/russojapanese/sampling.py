"""How programs play: a legal event at random, and a rough worth of a position."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from notation.events import Attack, Event, March, Move, Place, Rail, Roll, Word
from replay.games.russojapanese import (
    cards,
    combat,
    deck,
    events,
    movement,
    sea_views,
    travel,
)
from replay.games.russojapanese.combat import ROLLS, strength_of, totals
from replay.games.russojapanese.state import (
    COMBAT,
    END,
    ENEMY,
    GATE,
    HOME,
    JAPAN,
    LOST,
    MOVEMENT,
    PHASES,
    RUSSIA,
    Group,
    State,
    card_name,
)
from replay.games.russojapanese.zones import crowded, holder, standing
from replay.parts.hexes import Step
from replay.parts.sampling import one_of
from replay.parts.tables import chances, results_of
from replay.rules import Ask, Refusal

if TYPE_CHECKING:
    from replay.games.russojapanese.rules import RussoJapanese

TRIES = 6


def sample(rules: RussoJapanese, state: State, random: Random) -> Event:
    """One legal event; every legal event may come, likelier ones sooner."""
    ask = state.ask
    assert ask is not None
    if ask.kind in SAMPLES:
        return SAMPLES[ask.kind](rules, state, ask, random)
    return one_of(list(rules.legal(state)), random)


def _roll(rules: RussoJapanese, state: State, ask: Ask, random: Random) -> Event:
    return one_of(ROLLS, random)


def _draw(rules: RussoJapanese, state: State, ask: Ask, random: Random) -> Event:
    if ask.units[1:]:
        return deck.listed("draw", deck.ready(ask))
    return deck.listed("draw", tuple(sorted(random.sample(state.deck, ask.count))))


def _move(rules: RussoJapanese, state: State, ask: Ask, random: Random) -> Event:
    sheet = rules.sheet
    ready = movement.movable(rules, state, ask.of)
    if random.random() < 0.1:
        plays = list(events.legal_plays(rules, state, ask, "move"))
        if plays:
            return one_of(plays, random)
    if not ready or random.random() < 0.08:
        return END
    for _ in range(TRIES):
        k = one_of(ready, random)
        if (
            random.random() < 0.3
            and travel.bar_rail(rules, state, k) is None
            and (goals := travel.rail_goals(rules, state, k))
        ):
            return Rail((sheet.units[k],), (sheet.ids[one_of(goals, random)],))
        if event := _walk(rules, state, k, random):
            return event
    return END


def _walk(rules: RussoJapanese, state: State, k: int, random: Random) -> Event | None:
    """A walk of random steps, as the rules spell it."""
    here, left = state.where[k], movement.allowance(rules, state, k)
    full = crowded(rules.sheet, state, rules.sheet.side[k], k)
    walk: list[int] = []
    while left or not walk:
        steps: list[Step] = list(movement.steps_from(rules, state, k, here, left, 0, full))
        if not steps or (walk and random.random() < 0.15):
            break
        step = one_of(steps, random)
        here, left = step.hex, step.left
        walk.append(here)
    if not walk:
        return None
    try:
        return rules.canon(state, Move((rules.sheet.units[k],), rules.sheet.grid.ids_of(walk)))
    except Refusal:
        return None  # a way round to where it began, which is no move


def _declare(rules: RussoJapanese, state: State, ask: Ask, random: Random) -> Event:
    fronts = combat.fronts(rules, state, ask.of)
    if not fronts or random.random() < 0.2:
        return END
    target = one_of(list(fronts), random)
    near = fronts[target]
    size = len(near) - int(random.random() ** 2 * len(near))
    group = tuple(sorted(random.sample(near, size)))
    return Attack(rules.sheet.names(group), rules.sheet.ids[target])


def _card(rules: RussoJapanese, state: State, ask: Ask, random: Random) -> Event:
    """An event on a card, or a card spent for something, or the end of the phase."""
    sheet, side = rules.sheet, ask.of
    purse = cards.purse(state, side)
    if not purse or random.random() < 0.1:
        return END
    chance = random.random()
    if chance < 0.3:
        plays = list(events.legal_plays(rules, state, ask, "cards"))
        if plays:
            return one_of(plays, random)
    payer = (card_name(one_of(purse, random)),)
    if chance < 0.55 and not state.marched:
        return Word(one_of(cards.MARCHES, random), payer=payer)
    if chance < 0.85:
        carried = list(cards.transports(rules, state, side))
        if carried:
            k, place = one_of(carried, random)
            return Place((sheet.units[k],), (place,), payer=payer)
    marchers = cards.marchers(rules, state, side)
    if marchers:
        k = one_of(marchers, random)
        if goals := travel.march_goals(rules, state, k):
            return March((sheet.units[k],), (sheet.ids[one_of(goals, random)],), payer=payer)
    return END


SAMPLES = {
    "dice": _roll,
    "draw": _draw,
    "move": _move,
    "declare": _declare,
    "cards": _card,
    **sea_views.SAMPLES,
}
"""By the kind of the ask; the others have few answers, which are listed."""


def outcomes(rules: RussoJapanese, state: State) -> Iterator[tuple[Event, float]]:
    """The die by the results of the column, one roll for each, with its chance."""
    fight = state.fight
    assert fight is not None
    rolled = results_of(rules.sheet.results, fight.difference)
    for result, count in chances(rolled).items():
        yield Roll((rolled.index(result) + 1,)), count / 6


# ---- the worth of a position ------------------------------------------------------------

SWING = {"DE": 7.0, "DR": 2.5, "EX": 1.0, "NE": -0.3, "AR": -1.5, "AE": -6.0}
"""What a result is worth to the attacker, roughly."""


def worth(rules: RussoJapanese, state: State, side: str) -> float:
    """Morale, units on and off the map, the way to the key hexes and the supply hexes, fleets,
    cards in hand, and the fights that stand open; the verdict when there is one. Nothing hidden
    counts."""
    if state.outcome:
        winner = state.outcome.winner
        return 0.0 if not winner else 1000.0 if winner == side else -1000.0
    japan = 22.0 * (state.morale[0] - state.morale[1])
    japan += _strength(rules, state, JAPAN) - _strength(rules, state, RUSSIA)
    japan += _approach(rules, state) + _fights(rules, state)
    japan += sea_views.worth(rules, state.navy)
    japan += 2.5 * (len(state.hands[0]) - len(state.hands[1]))
    if state.drawing:
        japan += 2.5 * state.drawing * (1 if deck.drawer(state) == JAPAN else -1)
    japan -= 3.0 * (3 - state.limit if state.limit else 0) + 4.0 * state.blockaded
    japan += 4.0 * state.agitated + 3.0 * state.locked - 2.0 * state.flipped
    return japan if side == JAPAN else -japan


def _strength(rules: RussoJapanese, state: State, side: str) -> float:
    sheet = rules.sheet
    total = 0.0
    for k in sheet.own[side]:
        h, strength = state.where[k], strength_of(rules, state, k)
        if h >= 0:
            total += 4.0 * strength
        elif h == GATE:
            total += 3.2 * strength
        elif h == HOME:
            total += 1.6 * strength
        elif h == LOST and side == RUSSIA and sheet.kind[k] == "siberian":
            total += 0.6 * strength
    return total


def _approach(rules: RussoJapanese, state: State) -> float:
    """How near Japan is to the key hexes that it lacks, how Russia guards them, and how near
    either is to the other's supply hex."""
    sheet, where = rules.sheet, state.where
    distance = sheet.grid.distance
    goals = [h for h in sheet.key_hexes if holder(sheet, state, h) == RUSSIA]
    japanese = [where[k] for k in sheet.own[JAPAN] if where[k] >= 0]
    russian = [where[k] for k in sheet.own[RUSSIA] if where[k] >= 0]
    value = 0.0
    for h in goals:
        value -= 0.8 * min((distance(other, h) for other in japanese), default=12)
        value += 0.5 * min((distance(other, h) for other in russian), default=9)
    value -= 0.35 * sum(min(distance(other, h) for h in goals or [other]) for other in japanese)
    value -= 0.5 * min((distance(h, sheet.supply[RUSSIA]) for h in japanese), default=16)
    value += 0.5 * min((distance(h, sheet.supply[JAPAN]) for h in russian), default=16)
    return value + _danger(rules, state, RUSSIA) - _danger(rules, state, JAPAN)


def _danger(rules: RussoJapanese, state: State, side: str) -> float:
    """How near the enemy is to a side's supply hex (4.4), the less the better it is guarded."""
    sheet, where = rules.sheet, state.where
    goal, distance = sheet.supply[side], sheet.grid.distance
    near = min(
        (distance(where[k], goal) for k in sheet.own[ENEMY[side]]
         if where[k] >= 0 and sheet.allowance[k]),
        default=99,
    )  # fmt: skip
    guards = sum(where[k] == goal for k in sheet.own[side])
    if guards:
        return max(0.0, 5.0 - near) * (2.5 if guards == 1 else 0.5)
    field = rules.zones.field(state, ENEMY[side])
    return max(0.0, 7.0 - near) * (4.0 if field[goal] else 6.0)


def _fights(rules: RussoJapanese, state: State) -> float:
    """What the attacks under way or declared promise, and those that the mover could make."""
    total, fight = 0.0, state.fight
    side, kind = PHASES[state.phase]
    if fight is not None:
        swing = SWING[fight.result] if fight.result else _promise(rules, fight.difference)
        total += swing if fight.side == JAPAN else -swing
    for each in state.declared:
        total += _open(rules, state, side, each.units, each.place)
    if side and kind in (MOVEMENT, COMBAT) and not state.declared and fight is None:
        for target, near in combat.fronts(rules, state, side).items():
            total += (
                0.5 * max(0.0, _open(rules, state, JAPAN, near, target))
                if (side == JAPAN)
                else 0.5 * min(0.0, _open(rules, state, RUSSIA, near, target))
            )
    return total


def _open(rules: RussoJapanese, state: State, side: str, group: Group, target: int) -> float:
    """An attack's promise for Japan."""
    targets = standing(rules.sheet, state, ENEMY[side], target)
    if not targets:
        return 0.0
    attack, defence = totals(rules, state, group, targets, target, False)
    promise = _promise(rules, attack - defence)
    return promise if side == JAPAN else -promise


def _promise(rules: RussoJapanese, difference: int) -> float:
    if difference < rules.sheet.lowest:
        return -0.5
    return sum(SWING[result] for result in results_of(rules.sheet.results, difference)) / 6
