"""What ships suffer: steps lost to mines and shells, the flagship with them, and the end of the
Port Arthur fleet (11.1, 11.5, 11.6). Says nothing of who is hit, and how often."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from senpu.replay.core.rules import Effect
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.control import shaken
from senpu.replay.games.russojapanese.navy import SUNK, Navy
from senpu.replay.games.russojapanese.state import RUSSIA, State


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
