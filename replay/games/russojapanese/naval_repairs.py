"""The return of the fleets and their repairs (11.2.9, 11.4; reading 31).

Both occur at the end of the sorties of each Russian card phase. Forced repairs of a fleet in port
are made without a decision.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from senpu.notation.events import Event, Word
from senpu.replay.core.rules import Effect, Effects, IllegalEventError
from senpu.replay.core.states import Decision
from senpu.replay.games.russojapanese.context import RussoJapaneseContext
from senpu.replay.games.russojapanese.fleets import (
    DAMAGED,
    FIRST,
    PORT_ARTHUR,
    SECOND,
    SUNK,
    UNDAMAGED,
    Ships,
)
from senpu.replay.games.russojapanese.state import (
    JAPAN,
    NO,
    RUSSIA,
    RussoJapaneseState,
    Step,
    get_navy,
    replace_navy,
)
from senpu.replay.parts.counters import set_values


def follow_home(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state with repairs of the Port Arthur fleet made or pending, and the effects.

    The Vladivostok fleet is never repaired.
    """
    return _repair_fleet(rules, state, PORT_ARTHUR, "repair-first")


def follow_first(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state with repairs of the First Fleet made or pending, and the effects."""
    return _repair_fleet(rules, state, FIRST, "repair-second")


def _repair_fleet(
    rules: RussoJapaneseContext, state: RussoJapaneseState, fleet: str, then: str
) -> Step:
    """Return the state with repairs of a fleet in port made or pending, and the effects.

    Its side chooses the ships if more are damaged than it may repair.
    """
    fleets, navy = rules.fleets, get_navy(state)
    state = replace(state, stage=then)
    if fleet in navy.sailed:
        return state, ()
    damaged, number = fleets.list_ships(navy, fleet, DAMAGED), fleets.repairs[fleet]
    if len(damaged) <= number:
        return repair_ships(rules, state, damaged)
    side = fleets.side[damaged[0]]
    units = fleets.list_names(damaged)
    decision = Decision(side, "repair", rules.number["repair"], units, count=number)
    return replace(state, decision=decision), ()


def repair_ships(rules: RussoJapaneseContext, state: RussoJapaneseState, ships: Ships) -> Step:
    """Return the state after the repair of ships, and the effect."""
    if not ships:
        return state, ()
    repaired = Effect("repaired", rules.fleets.side[ships[0]], rules.fleets.list_names(ships))
    return replace_navy(state, steps=set_values(get_navy(state).steps, ships, UNDAMAGED)), (
        repaired,
    )


def canon_repair(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Event
) -> Event:
    """Return a repair of ships (`repair m1+m2`) in canonical form (11.4)."""
    if type(event) is not Word or event.word != "repair" or event.payer or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    names = [name for arg in event.args for name in arg.split("+")]
    if (
        len(names) != decision.count
        or len(set(names)) < len(names)
        or not set(names) <= set(decision.units)
    ):
        raise IllegalEventError(
            "repairWhich", decision.rule, n=decision.count, units=decision.units
        )
    return _build_repair(tuple(name for name in decision.units if name in names))


def _build_repair(names: tuple[str, ...]) -> Word:
    return Word("repair", ("+".join(names),))


def legal_repairs(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> Iterator[Event]:
    """Yield the legal repairs (11.4)."""
    return (_build_repair(names) for names in combinations(decision.units, decision.count))


def repair(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Word) -> Step:
    """Return the state after the repair of the chosen ships, and the effect."""
    ships = tuple([rules.fleets.number[name] for name in event.args[0].split("+")])
    return repair_ships(rules, replace(state, decision=None), ships)


# ---- the Second Fleet -------------------------------------------------------------------


def follow_second(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state with the repair of the Second Fleet pending, if it may be repaired.

    If it is damaged, it must have stayed in port. If it is sunk, an undamaged ship of the First
    Fleet may be given up for a new one, whether or not a fleet sortied (reading 66).
    """
    fleets, navy = rules.fleets, get_navy(state)
    (ship,) = fleets.ships[SECOND]
    state = replace(state, stage="russian-cards")
    if navy.steps[ship] == SUNK:
        repairable = bool(fleets.list_ships(navy, FIRST, UNDAMAGED))
    else:
        repairable = navy.steps[ship] == DAMAGED and SECOND not in navy.sailed
    if not repairable:
        return state, ()
    decision = Decision(JAPAN, "second", rules.number["repair"], fleets.list_names((ship,)))
    return replace(state, decision=decision), ()


def _list_prices(
    rules: RussoJapaneseContext, state: RussoJapaneseState
) -> tuple[tuple[str, ...], ...]:
    """Return the prices of a repair of the Second Fleet.

    A damaged fleet costs nothing, a sunk one an undamaged ship of the First Fleet.
    """
    fleets, navy = rules.fleets, get_navy(state)
    (ship,) = fleets.ships[SECOND]
    if navy.steps[ship]:
        return ((),)
    return tuple((name,) for name in fleets.list_names(fleets.list_ships(navy, FIRST, UNDAMAGED)))


def canon_second(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Event
) -> Event:
    """Return a repair of the Second Fleet or `no` in canonical form (11.4).

    A repair is `repair k1`, or `m3/repair k1` for a sunk fleet.

    Raises:
        IllegalEventError: The event is not a legal repair.
    """
    if event == NO:
        return event
    if type(event) is not Word or event.word != "repair" or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    if event.args != decision.units:
        raise IllegalEventError("repairWhich", decision.rule, n=1, units=decision.units)
    givers = _list_prices(rules, state)
    if event.payer not in givers:
        if givers == ((),):
            raise IllegalEventError("repairFree", decision.rule, units=decision.units)
        raise IllegalEventError("repairFor", decision.rule, units=tuple(name for (name,) in givers))
    return event


def legal_seconds(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> Iterator[Event]:
    """Yield the legal repairs of the Second Fleet, then `no` (11.4; reading 66)."""
    for payer in _list_prices(rules, state):
        yield Word("repair", decision.units, payer=payer)
    yield NO


def repair_second(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Word) -> Step:
    """Return the state after the choice to repair the Second Fleet, and the effects."""
    assert state.decision is not None
    units, state = state.decision.units, replace(state, decision=None)
    if event == NO:
        return state, (Effect("noRepair", JAPAN, units),)
    numbers = rules.fleets.number
    effects: Effects = ()
    if event.payer:
        effects = (Effect("givenUp", JAPAN, event.payer, units),)
        given = (numbers[event.payer[0]],)
        state = replace_navy(state, steps=set_values(get_navy(state).steps, given, SUNK))
    state, repaired = repair_ships(rules, state, (numbers[units[0]],))
    return state, (*effects, *repaired)


def follow_cards(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state with Russia's card phase continued (11.2.9)."""
    state = replace_navy(state, sailed=(), interfered=False)
    return replace(state, stage="phase", decision=rules.ask_cards[RUSSIA]), ()
