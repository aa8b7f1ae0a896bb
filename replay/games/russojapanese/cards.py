"""The card phase: uses of a card, in any order and number (10.2, 10.3, 10.4.2).

The events on the cards are in `card_events`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from senpu.notation.events import EndPhase, Event, March, Place, Word
from senpu.replay.core.rules import Effect, IllegalEventError
from senpu.replay.core.states import Decision
from senpu.replay.games.russojapanese import card_events, deck, movement, turns
from senpu.replay.games.russojapanese.context import RussoJapaneseContext
from senpu.replay.games.russojapanese.control import apply_entry
from senpu.replay.games.russojapanese.naval_sorties import (
    bar_shipping,
    find_open_ports,
    reject_port,
)
from senpu.replay.games.russojapanese.stacking import count_room
from senpu.replay.games.russojapanese.state import (
    BOXES,
    END,
    GATE,
    HOME,
    JAPAN,
    LOST,
    RUSSIA,
    Cards,
    RussoJapaneseState,
    Step,
    format_card,
    parse_card,
)
from senpu.replay.parts.counters import set_values
from senpu.replay.parts.zones import ENEMY_THERE

MARCHES = ("move", "attack")
"""The phases that a forced march may be: movement, or combat (10.2.3)."""
CARRIED = {JAPAN: "division", RUSSIA: "siberian"}
"""The kind of unit that a card brings up: 2-3 and 3-2 units (10.2.5, 10.2.6)."""


def canon_card(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Event
) -> Event:
    """Return a use of a card or the end of the card phase in canonical form (10.2, 10.3)."""
    if type(event) is EndPhase:
        return event
    if type(event) is Word and event.word == "play":
        return card_events.canon_play(rules, state, decision, "cards", event)
    form = FORMS.get(type(event))
    if form is None or (type(event) is Word and event.word not in MARCHES):
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    assert type(event) is Word or type(event) is March or type(event) is Place
    if event.again or not event.payer:
        raise rules.reject("payCard", "cards")
    deck.find_payer(rules, state, decision.side, event.payer, "cards")
    return form(rules, state, decision, event)


# ---- 10.2.3: forced march ---------------------------------------------------------------


def _canon_march(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Word
) -> Event:
    if event.args:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    if state.marched:
        raise rules.reject("marchedAlready", "forced")
    return event


# ---- 10.2.4: strategic moves ------------------------------------------------------------


def _canon_strategic(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: March
) -> Event:
    return movement.canon_march(rules, state, decision.side, event)


# ---- 10.2.5, 10.2.6: transport and reorganisation ---------------------------------------


def _canon_transport(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Place
) -> Event:
    tables = rules.tables
    if len(event.units) != 1 or len(event.path) != 1:
        raise rules.reject("oneAtATime", "transport", units=event.units)
    k = tables.unit.get(event.units[0], -1)
    if k < 0:
        raise rules.reject("unknownUnit", "transport", unit=event.units[0])
    if tables.side[k] != decision.side:
        raise rules.reject("notYours", "transport", unit=event.units[0], side=decision.side)
    if bar := bar_transport(rules, state, k, event.path[0]):
        raise bar
    return event


def bar_transport(
    rules: RussoJapaneseContext, state: RussoJapaneseState, k: int, place: str
) -> IllegalEventError | None:
    """Return what forbids transport of a unit to a place (10.2.5, 10.3).

    Units move from the far box to the near box, for Japan also into a port. Removed Russian units
    move to the far box; Japan has no such reorganisation (10.2.6).
    """
    tables, side, here = rules.tables, rules.tables.side[k], state.where[k]
    unit = tables.units[k]
    boxes = BOXES[side]
    if side == RUSSIA and place == boxes[HOME]:
        if here != LOST:
            return rules.reject("notLost", "reorganise", unit=unit)
        if tables.kind[k] != CARRIED[side]:
            return rules.reject("onlyThreeTwo", "reorganise", unit=unit)
        return None
    if place == boxes[HOME]:
        return rules.reject("noReorganisation", "reorganise")
    if here != HOME:
        return rules.reject("notHome", "transport", unit=unit, places=(boxes[HOME],))
    if side == RUSSIA:
        if place != boxes[GATE]:
            return rules.reject("transportTo", "transport", places=(boxes[GATE],))
        if tables.kind[k] != CARRIED[side]:
            return rules.reject("onlyThreeTwo", "transport", unit=unit)
        return rules.reject("agitated", "event") if state.agitated else None
    if place == boxes[GATE]:
        return bar_shipping(rules, state, korea=True)
    return bar_shipping(rules, state, korea=False) or bar_landing(rules, state, place)


def bar_landing(
    rules: RussoJapaneseContext, state: RussoJapaneseState, place: str
) -> IllegalEventError | None:
    """Return what forbids a Japanese landing in a port: an enemy, or the stacking limit (10.2.5).

    Control and zones do not matter. The southern ports are open at first, all ports later.
    """
    tables = rules.tables
    h = tables.index.get(place, -1)
    if h not in tables.ports:
        goals = (BOXES[JAPAN][GATE], *(tables.ids[port] for port in find_open_ports(rules, state)))
        return rules.reject("noPort", "transport", place=place, places=goals)
    if h not in find_open_ports(rules, state):
        return reject_port(rules, state, place)
    if rules.zones.field(JAPAN, state.where, state.zoneless)[h] == ENEMY_THERE:
        return rules.reject("enemyThere", "transport", place=place)
    if count_room(tables, state, JAPAN, h) < 1:
        return rules.reject("tooMany", "stacking", place=place, most=tables.stack[JAPAN])
    return None


def list_transports(
    rules: RussoJapaneseContext, state: RussoJapaneseState, side: str
) -> Iterator[tuple[int, str]]:
    """Yield the units that a card may transport, each with the place."""
    tables, boxes = rules.tables, BOXES[side]
    places = [boxes[GATE]]
    places += [tables.ids[h] for h in tables.ports] if side == JAPAN else [boxes[HOME]]
    for k in tables.own[side]:
        if state.where[k] in (HOME, LOST):
            for place in places:
                if bar_transport(rules, state, k, place) is None:
                    yield k, place


FORMS: dict[type, Callable[..., Event]] = {
    Word: _canon_march,
    March: _canon_strategic,
    Place: _canon_transport,
}
"""The uses of a card, by the form of the event."""

# ---- legal events and their effects -----------------------------------------------------


def list_uses(rules: RussoJapaneseContext, state: RussoJapaneseState, side: str) -> Iterator[Event]:
    """Yield the uses of a card, before the card is chosen."""
    tables = rules.tables
    if not state.marched:
        for word in MARCHES:
            yield Word(word)
    for k, place in list_transports(rules, state, side):
        yield Place((tables.units[k],), (place,))
    for k in find_marchers(rules, state, side):
        for goal in movement.find_march_goals(rules, state, k):
            yield March((tables.units[k],), (tables.ids[goal],))


def find_marchers(rules: RussoJapaneseContext, state: RussoJapaneseState, side: str) -> list[int]:
    """Return the units that may make a strategic move."""
    tables, where = rules.tables, state.where
    return [
        k for k in tables.own[side]
        if tables.allowance[k] and (where[k] >= 0 or where[k] == GATE)
        and movement.bar_march(rules, state, k) is None
    ]  # fmt: skip


def list_spendable(state: RussoJapaneseState, side: str) -> Cards:
    """Return the cards that a side may spend, each once."""
    return deck.list_playable(state, side)


def legal_cards(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> Iterator[Event]:
    """Yield the legal uses of cards and events, then the end of the card phase (10.2, 10.3)."""
    cards = list_spendable(state, decision.side)
    if cards:
        for act in list_uses(rules, state, decision.side):
            for card in cards:
                yield replace(act, payer=(format_card(card),))
    yield from card_events.legal_plays(rules, state, decision, "cards")
    yield END


def use_card(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Event) -> Step:
    """Return the state after an event of the card phase, and its effects."""
    if type(event) is EndPhase:
        return turns.next_phase(rules, replace(state, decision=None))
    if type(event) is Word and event.word == "play":
        return card_events.play_card(rules, state, event)
    assert state.decision is not None
    assert type(event) is Word or type(event) is March or type(event) is Place
    tables, side = rules.tables, state.decision.side
    card = parse_card(event.payer[0])
    state = deck.discard_card(state, side, card)
    if type(event) is Word:
        forced = Effect(f"forced_{event.word}", side, numbers=(card,))
        return turns.open_march(rules, state, event.word), (forced,)
    k = tables.unit[event.units[0]]
    place = event.path[0]
    if type(event) is March:
        path = (tables.place(k, state.where[k]), place)
        moved = Effect("march", side, event.units, (), path, (card,))
    else:
        boxes = {name: code for code, name in BOXES[side].items()}
        if place in boxes:
            kind = "rebuilt" if boxes[place] == HOME else "transport"
            brought = Effect(kind, side, event.units, (), (place,), (card,))
            return replace(state, where=set_values(state.where, (k,), boxes[place])), (brought,)
        moved = Effect("landing", side, event.units, (), (place,), (card,))
    h = tables.index[place]
    state, entry = apply_entry(
        rules, replace(state, where=set_values(state.where, (k,), h)), side, (h,)
    )
    return state, (moved, *entry)
