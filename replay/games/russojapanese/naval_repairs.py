"""The fleets home again, and what is repaired (11.2.9, 11.4): at the end of the sorties of each
Russian card phase (reading 31).

What a fleet that stayed at home must repair and cannot choose is repaired without a question.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from senpu.notation.events import Event, Word
from senpu.replay.core.rules import Decision, Effect, IllegalEventError
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.fleets import (
    DAMAGED,
    FIRST,
    PORT_ARTHUR,
    SECOND,
    SUNK,
    UNDAMAGED,
    Ships,
)
from senpu.replay.games.russojapanese.state import JAPAN, NO, RUSSIA, State, navy_of, with_navy
from senpu.replay.parts.counters import changed


def follow_home(rules: RussoJapanese, state: State, effects: list[Effect]) -> State:
    """One ship of the Port Arthur fleet; the Vladivostok fleet is never repaired."""
    return _mend(rules, state, PORT_ARTHUR, effects, "repair-first")


def follow_first(rules: RussoJapanese, state: State, effects: list[Effect]) -> State:
    """Two ships of the First Fleet."""
    return _mend(rules, state, FIRST, effects, "repair-second")


def _mend(
    rules: RussoJapanese, state: State, fleet: str, effects: list[Effect], then: str
) -> State:
    """A fleet that did not sortie mends so many ships; its side chooses where there are more."""
    fleets, navy = rules.fleets, navy_of(state)
    state = replace(state, stage=then)
    if fleet in navy.sailed:
        return state
    damaged, number = fleets.with_steps(navy, fleet, DAMAGED), fleets.repairs[fleet]
    if len(damaged) <= number:
        return mended(rules, state, damaged, effects)
    side = fleets.side[damaged[0]]
    units = fleets.named(damaged)
    return replace(
        state, decision=Decision(side, "repair", rules.number["repair"], units, count=number)
    )


def mended(rules: RussoJapanese, state: State, ships: Ships, effects: list[Effect]) -> State:
    fleets = rules.fleets
    if ships:
        effects.append(Effect("repaired", fleets.side[ships[0]], fleets.named(ships)))
    return with_navy(state, steps=changed(navy_of(state).steps, ships, UNDAMAGED))


def canon_repair(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Event:
    """`repair m1+m2`."""
    if not isinstance(event, Word) or event.word != "repair" or event.payer or event.again:
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
    return _repair(tuple(name for name in decision.units if name in names))


def _repair(names: tuple[str, ...]) -> Word:
    return Word("repair", ("+".join(names),))


def legal_repairs(rules: RussoJapanese, state: State, decision: Decision) -> Iterator[Event]:
    return (_repair(names) for names in combinations(decision.units, decision.count))


def repair(rules: RussoJapanese, state: State, event: Word, effects: list[Effect]) -> State:
    ships = tuple([rules.fleets.number[name] for name in event.args[0].split("+")])
    return mended(rules, replace(state, decision=None), ships, effects)


# ---- the Second Fleet -------------------------------------------------------------------


def follow_second(rules: RussoJapanese, state: State, effects: list[Effect]) -> State:
    """The Second Fleet may be mended if it stayed; if it is sunk, an undamaged ship of the First
    Fleet may be given up for a new one, whoever sortied (reading 66)."""
    fleets, navy = rules.fleets, navy_of(state)
    (ship,) = fleets.ships[SECOND]
    state = replace(state, stage="russian-cards")
    if navy.steps[ship] == SUNK:
        asked = bool(fleets.with_steps(navy, FIRST, UNDAMAGED))
    else:
        asked = navy.steps[ship] == DAMAGED and SECOND not in navy.sailed
    if not asked:
        return state
    return replace(
        state, decision=Decision(JAPAN, "second", rules.number["repair"], fleets.named((ship,)))
    )


def _givers(rules: RussoJapanese, state: State) -> tuple[tuple[str, ...], ...]:
    """What may stand before the repair of the Second Fleet: nothing if it is damaged, one of the
    First Fleet's undamaged ships if it is sunk."""
    fleets, navy = rules.fleets, navy_of(state)
    (ship,) = fleets.ships[SECOND]
    if navy.steps[ship]:
        return ((),)
    return tuple((name,) for name in fleets.named(fleets.with_steps(navy, FIRST, UNDAMAGED)))


def canon_second(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Event:
    """`repair k1`, `m3/repair k1`, `no`."""
    if event == NO:
        return event
    if not isinstance(event, Word) or event.word != "repair" or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    if event.args != decision.units:
        raise IllegalEventError("repairWhich", decision.rule, n=1, units=decision.units)
    givers = _givers(rules, state)
    if event.payer not in givers:
        if givers == ((),):
            raise IllegalEventError("repairFree", decision.rule, units=decision.units)
        raise IllegalEventError("repairFor", decision.rule, units=tuple(name for (name,) in givers))
    return event


def legal_seconds(rules: RussoJapanese, state: State, decision: Decision) -> Iterator[Event]:
    for payer in _givers(rules, state):
        yield Word("repair", decision.units, payer=payer)
    yield NO


def second(rules: RussoJapanese, state: State, event: Word, effects: list[Effect]) -> State:
    assert state.decision is not None
    units, state = state.decision.units, replace(state, decision=None)
    if event == NO:
        effects.append(Effect("noRepair", JAPAN, units))
        return state
    numbers = rules.fleets.number
    if event.payer:
        effects.append(Effect("givenUp", JAPAN, event.payer, units))
        given = (numbers[event.payer[0]],)
        state = with_navy(state, steps=changed(navy_of(state).steps, given, SUNK))
    return mended(rules, state, (numbers[units[0]],), effects)


def follow_cards(rules: RussoJapanese, state: State, effects: list[Effect]) -> State:
    """11.2.9: Russia's card phase goes on."""
    state = with_navy(state, sailed=(), interfered=False)
    return replace(state, stage="phase", decision=rules.ask_cards[RUSSIA])
