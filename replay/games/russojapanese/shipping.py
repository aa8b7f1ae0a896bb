"""What a fleet at sea does to Japan's next turn: fewer cards, no transport (11.2.5, 11.2.8), and
which ports the fleet at Port Arthur keeps shut (11.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from senpu.replay.core.rules import CHANCE, Decision, Effect, IllegalEventError
from senpu.replay.games.russojapanese.damage import navy_of, with_navy
from senpu.replay.games.russojapanese.navy import PORT_ARTHUR, UNDAMAGED, VLADIVOSTOK
from senpu.replay.games.russojapanese.state import JAPAN, RUSSIA, State, hand
from senpu.replay.games.russojapanese.zones import shaken

if TYPE_CHECKING:
    from senpu.replay.games.russojapanese.rules import RussoJapanese


def follow_interference(rules: RussoJapanese, state: State, effects: list[Effect]) -> State:
    """11.2.5: each undamaged ship of the Port Arthur fleet at sea takes a card off Japan's limit;
    three or more leave it one card, stop every transport from the Japan box, and raise Russia's
    morale if the flagship is afloat (11.5)."""
    fleets, navy = rules.fleets, navy_of(state)
    state = replace(state, stage="raid")
    ships = fleets.with_steps(navy, PORT_ARTHUR, UNDAMAGED)
    if not ships:
        effects.append(Effect("harmless", RUSSIA))
        return state
    effects.append(Effect("interferes", RUSSIA, fleets.named(ships)))
    state = with_navy(state, interfered=True)
    if len(ships) < fleets.stopped:
        most = max(rules.sheet.limit["hand"] - len(ships), fleets.stopped_hand)
        return limited(rules, state, most, "interference", effects)
    effects.append(Effect("shippingStopped", RUSSIA))
    if navy.flagship >= 0 and navy.steps[navy.flagship]:
        state = shaken(rules, state, RUSSIA, effects, +1)
    state = replace(state, blockaded=True)
    return limited(rules, state, fleets.stopped_hand, "interference", effects)


def follow_harassment(rules: RussoJapanese, state: State, effects: list[Effect]) -> State:
    """11.2.8: the Vladivostok fleet, undamaged, limits Japan's hand too, unless the Port Arthur
    fleet has interfered already."""
    fleets, navy = rules.fleets, navy_of(state)
    state = replace(state, stage="home")
    ships = fleets.with_steps(navy, VLADIVOSTOK, UNDAMAGED)
    if not ships or navy.interfered:
        effects.append(Effect("harmlessToo" if ships else "harmless", RUSSIA))
        return state
    effects.append(Effect("interferes", RUSSIA, fleets.named(ships)))
    return limited(rules, state, fleets.vladivostok_hand, "harassment", effects)


def limited(
    rules: RussoJapanese, state: State, most: int, number: str, effects: list[Effect]
) -> State:
    """A limit to Japan's hand through its next turn; what it holds beyond that goes at once, by
    chance (reading 30)."""
    effects.append(Effect("limited", RUSSIA, numbers=(most,)))
    state = replace(state, limit=most)
    surplus = len(hand(state, JAPAN)) - most
    if surplus <= 0:
        return state
    decision = Decision(CHANCE, "discard", rules.number[number], (JAPAN,), count=surplus)
    return replace(state, decision=decision)


def bar_shipping(rules: RussoJapanese, state: State) -> IllegalEventError | None:
    """What keeps Japan from shipping anybody anywhere (11.2.5)."""
    return rules.refuse("shippingStopped", "interference") if state.blockaded else None


def ports_open(rules: RussoJapanese, state: State) -> bool:
    """Whether Japan may land in every port, not in the southern ones alone: while fewer than
    three ships of Port Arthur are undamaged (11.6)."""
    guards = rules.fleets.with_steps(navy_of(state), PORT_ARTHUR, UNDAMAGED)
    return len(guards) < rules.fleets.stopped
