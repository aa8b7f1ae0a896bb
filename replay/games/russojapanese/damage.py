"""What ships suffer: steps lost to mines and shells, the flagship with them, and the end of the
Port Arthur fleet (11.1, 11.5, 11.6). Says nothing of who is hit, and how often."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from senpu.replay.core.rules import Effect
from senpu.replay.games.russojapanese.navy import PORT_ARTHUR, SUNK, Navy
from senpu.replay.games.russojapanese.state import JAPAN, RUSSIA, State
from senpu.replay.games.russojapanese.zones import shaken

if TYPE_CHECKING:
    from senpu.replay.games.russojapanese.rules import RussoJapanese


def navy_of(state: State) -> Navy:
    navy = state.navy
    assert navy is not None
    return navy


def with_navy(state: State, **changes: object) -> State:
    """The state with something else about its fleets."""
    return replace(state, navy=replace(navy_of(state), **changes))


def struck(rules: RussoJapanese, state: State, hits: Sequence[int], effects: list[Effect]) -> State:
    """Steps lost, a number for each ship. A ship that loses its second one is sunk; hits beyond
    that count for nothing (11.1, 11.3.2). The flagship, however it is sunk, is made known then
    and costs a point of Russian morale (11.5)."""
    fleets, navy = rules.fleets, navy_of(state)
    steps = list(navy.steps)
    for ship, number in enumerate(hits):
        if number and steps[ship]:
            steps[ship] = max(SUNK, steps[ship] - number)
            kind = "shipDamaged" if steps[ship] else "shipSunk"
            effects.append(Effect(kind, fleets.side[ship], (fleets.names[ship],)))
    state = with_navy(state, steps=tuple(steps))
    flagship = navy.flagship
    if flagship < 0 or steps[flagship] or not navy.steps[flagship]:
        return state
    effects.append(Effect("flagshipSunk", RUSSIA, (fleets.names[flagship],)))
    return shaken(rules, with_navy(state, revealed=True), RUSSIA, effects)


def port_arthur_falls(rules: RussoJapanese, state: State, effects: list[Effect]) -> State:
    """11.6: with Port Arthur the whole of its fleet is lost, for good. That is no point of
    morale for the flagship, which nobody is told (reading 68)."""
    fleets, navy = rules.fleets, navy_of(state)
    if not (ships := fleets.afloat(navy, PORT_ARTHUR)):
        return state
    effects.append(Effect("fleetLost", JAPAN, fleets.named(ships)))
    steps = tuple(SUNK if ship in ships else left for ship, left in enumerate(navy.steps))
    return with_navy(state, steps=steps)
