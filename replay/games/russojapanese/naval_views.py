"""Displays of the fleets: tallies, views, the position key, random events."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from senpu.notation.events import Event, Word
from senpu.replay.core.rules import Tally
from senpu.replay.core.states import Decision
from senpu.replay.games.russojapanese import naval_battles
from senpu.replay.games.russojapanese.context import RussoJapaneseContext
from senpu.replay.games.russojapanese.fleets import (
    DAMAGED,
    FLEETS,
    HIDDEN,
    SUNK,
    UNDAMAGED,
    RussoJapaneseNavy,
)
from senpu.replay.games.russojapanese.state import RUSSIA, RussoJapaneseState, get_navy
from senpu.replay.parts.counters import count_units


def hide_flagship(navy: RussoJapaneseNavy) -> RussoJapaneseNavy:
    """Return the fleets without the flagship, unless it was sunk (11.5)."""
    return navy if navy.revealed else replace(navy, flagship=HIDDEN)


def build_tallies(rules: RussoJapaneseContext, navy: RussoJapaneseNavy, side: str) -> list[Tally]:
    """Return tallies for the fleets of a side: undamaged, damaged and lost ships.

    Russia's tallies include its flagship, or that it is secret.
    """
    fleets = rules.fleets
    own = [fleet for fleet, owner in FLEETS.items() if owner == side]
    found = []
    for fleet in own:
        names = fleets.list_names(fleets.list_ships(navy, fleet, UNDAMAGED))
        whole = len(fleets.ships[fleet])
        found.append(Tally(side, f"fleet_{fleet}", len(names), whole, units=names))
    for label, steps in (("ships_damaged", DAMAGED), ("ships_lost", SUNK)):
        ships = [ship for fleet in own for ship in fleets.list_ships(navy, fleet, steps)]
        if ships:
            found.append(count_units(side, label, fleets.list_names(tuple(ships))))
    if side == RUSSIA and navy.flagship >= 0:
        found.append(Tally(side, "flagship", 1, units=(fleets.names[navy.flagship],)))
    elif side == RUSSIA and navy.flagship == HIDDEN:
        found.append(Tally(side, "flagship", 0, text="secret"))
    return found


def merge_interchangeable(rules: RussoJapaneseContext, navy: RussoJapaneseNavy | None) -> Any:
    """Return the public part of the fleets with interchangeable ships merged.

    Ships of one fleet and strength are merged if their roles in a battle are the same. The flagship
    is not included; its loss is.
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


# ---- events at random -------------------------------------------------------------------


def sample_steps(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, random: Random
) -> Event:
    """Return a random choice of steps that the fleet loses (11.2.2)."""
    numbers, steps = rules.fleets.number, get_navy(state).steps
    every = [name for name in decision.units for _ in range(steps[numbers[name]])]
    hit = random.sample(every, decision.count)
    return Word("hit", tuple(sorted(hit, key=numbers.__getitem__)))


def sample_line(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, random: Random
) -> Event:
    """Return a random line of Russia's ships (11.3.1)."""
    sides = naval_battles.get_sides(rules, state)
    order = random.sample(sides.russia, len(sides.russia))
    order.sort(key=lambda ship: ship not in sides.sound[RUSSIA])
    return naval_battles.format_line(rules, sides, tuple(order))
