"""The fleets as others look at them: lines beside the map, what a side may know, the position
key, a rough worth, and events at random.
"""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from senpu.notation.events import Event, Word
from senpu.replay.core.rules import Decision, Tally
from senpu.replay.games.russojapanese import naval_battles
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.fleets import (
    DAMAGED,
    FLEETS,
    HIDDEN,
    PORT_ARTHUR,
    SUNK,
    UNDAMAGED,
    Navy,
)
from senpu.replay.games.russojapanese.state import JAPAN, RUSSIA, State, navy_of
from senpu.replay.parts.counters import tally_of


def seen_by_japan(navy: Navy) -> Navy:
    """The fleets without the flagship, unless it was sunk (11.5)."""
    return navy if navy.revealed else replace(navy, flagship=HIDDEN)


def tallies(rules: RussoJapanese, navy: Navy, side: str) -> list[Tally]:
    """Each fleet of a side with its undamaged ships; the damaged ones and the lost ones; for
    Russia its flagship, or that it is a secret.
    """
    fleets = rules.fleets
    own = [fleet for fleet, owner in FLEETS.items() if owner == side]
    found = []
    for fleet in own:
        names = fleets.named(fleets.with_steps(navy, fleet, UNDAMAGED))
        whole = len(fleets.ships[fleet])
        found.append(Tally(side, f"fleet_{fleet}", len(names), whole, units=names))
    for label, steps in (("ships_damaged", DAMAGED), ("ships_lost", SUNK)):
        ships = [ship for fleet in own for ship in fleets.with_steps(navy, fleet, steps)]
        if ships:
            found.append(tally_of(side, label, fleets.named(tuple(ships))))
    if side == RUSSIA and navy.flagship >= 0:
        found.append(Tally(side, "flagship", 1, units=(fleets.names[navy.flagship],)))
    elif side == RUSSIA and navy.flagship == HIDDEN:
        found.append(Tally(side, "flagship", 0, text="secret"))
    return found


def alike(rules: RussoJapanese, navy: Navy | None) -> Any:
    """The public part of the fleets, with ships of one fleet and strength taken as one, wherever
    they stand alike in a battle. Which ship has the flag is not in it; that it is sunk is.
    """
    if navy is None:
        return None
    battle = navy.battle
    pairs = battle.pairs if battle else ()
    order = battle.order if battle else ()
    ships = sorted(
        (
            rules.fleets.fleet[ship], rules.fleets.gunnery[ship], steps,
            battle.hits[ship] if battle else 0,
            order.index(ship) if ship in order else -1,
            [at for at, pair in enumerate(pairs) if ship in pair],
        )
        for ship, steps in enumerate(navy.steps)
    )  # fmt: skip
    fight = battle and (battle.fleets, battle.japan_first, battle.salvo)
    return (ships, navy.revealed, sorted(navy.sailed), navy.interfered, navy.card, fight)


STEP, LAST_STEP, GUARD = 1.0, 1.5, 0.8
"""What a step of a ship is worth beyond the last, the last one, and an undamaged ship of Port
Arthur beyond that, for Japan's transports."""


def worth(rules: RussoJapanese, ships: tuple[int, ...]) -> float:
    """The fleets in Japan's eyes, by the steps of their ships; which one has the flag does not
    count.
    """
    total = 0.0
    for ship, steps in enumerate(ships):
        value = LAST_STEP + STEP * (steps - 1) if steps else 0.0
        if steps == UNDAMAGED and rules.fleets.fleet[ship] == PORT_ARTHUR:
            value += GUARD
        total += value if rules.fleets.side[ship] == JAPAN else -value
    return total


# ---- events at random -------------------------------------------------------------------


def sample_steps(rules: RussoJapanese, state: State, decision: Decision, random: Random) -> Event:
    numbers, steps = rules.fleets.number, navy_of(state).steps
    every = [name for name in decision.units for _ in range(steps[numbers[name]])]
    hit = random.sample(every, decision.count)
    return Word("hit", tuple(sorted(hit, key=numbers.__getitem__)))


def sample_line(rules: RussoJapanese, state: State, decision: Decision, random: Random) -> Event:
    sides = naval_battles.sides_of(rules, state)
    order = random.sample(sides.russia, len(sides.russia))
    order.sort(key=lambda ship: ship not in sides.sound[RUSSIA])
    return naval_battles.spelt(rules, sides, tuple(order))
