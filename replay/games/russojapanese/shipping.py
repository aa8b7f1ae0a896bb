"""What a fleet at sea does to Japan's next turn: fewer cards, no transport (11.2.5, 11.2.8), and
which ports the fleet at Port Arthur keeps shut (11.6)."""

from __future__ import annotations

from msgspec.structs import replace

from senpu.replay.core.rules import CHANCE, Decision, Effect, IllegalEventError
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.control import shaken
from senpu.replay.games.russojapanese.navy import PORT_ARTHUR, UNDAMAGED, VLADIVOSTOK
from senpu.replay.games.russojapanese.state import JAPAN, RUSSIA, State, hand, navy_of, with_navy


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


def bar_shipping(rules: RussoJapanese, state: State, korea: bool) -> IllegalEventError | None:
    """Return what stops Japan's transport to Korea or over the sea (reading 49; 11.2.5)."""
    if not state.blockaded:
        return None
    if state.navy is not None:
        return rules.refuse("shippingStopped", "interference")
    if not korea or rules.makarov_stops_korea:
        return rules.refuse("blockaded", "event")
    return None


def open_ports(rules: RussoJapanese, state: State) -> tuple[int, ...]:
    """Return the ports where Japan may land: the southern ones, and all of them once the fleet of
    Port Arthur is locked up (10.2.5), or while fewer than three of its ships are undamaged
    (11.6)."""
    sheet = rules.sheet
    if state.navy is None:
        is_free = state.locked
    else:
        guards = rules.fleets.with_steps(state.navy, PORT_ARTHUR, UNDAMAGED)
        is_free = len(guards) < rules.fleets.stopped
    return sheet.ports if is_free else tuple(sorted(sheet.southern))


def shut_port(rules: RussoJapanese, state: State, place: str) -> IllegalEventError:
    """Return why a port is not open."""
    if state.navy is not None:
        return rules.refuse("portGuarded", "ports", place=place, n=rules.fleets.stopped)
    return rules.refuse("portShut", "transport", place=place)
