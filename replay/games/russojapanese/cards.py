"""The card phase: what a card may be spent for, in any order and number (10.2, 10.3, 10.4.2).
The events on the cards stand in :mod:`card_events`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from senpu.notation.events import EndPhase, Event, March, Place, Word
from senpu.replay.core.rules import Decision, Effect, IllegalEventError
from senpu.replay.games.russojapanese import card_events, deck, movement, turns
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.control import entered
from senpu.replay.games.russojapanese.naval_sorties import bar_shipping, open_ports, shut_port
from senpu.replay.games.russojapanese.stacking import room
from senpu.replay.games.russojapanese.state import (
    BOXES,
    END,
    GATE,
    HOME,
    JAPAN,
    LOST,
    RUSSIA,
    Cards,
    State,
    Step,
    card_name,
    card_of,
)
from senpu.replay.parts.counters import changed
from senpu.replay.parts.zones import ENEMY_THERE

MARCHES = ("move", "attack")
"""The phases that a forced march may be: movement, or combat (10.2.3)."""
CARRIED = {JAPAN: "division", RUSSIA: "siberian"}
"""The kind of unit that a card brings up: 2-3 and 3-2 units (10.2.5, 10.2.6)."""


def canon_card(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Event:
    if type(event) is EndPhase:
        return event
    if type(event) is Word and event.word == "play":
        return card_events.canon_play(rules, state, decision, "cards", event)
    form = FORMS.get(type(event))
    if form is None or (type(event) is Word and event.word not in MARCHES):
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    assert isinstance(event, Word | March | Place)
    if event.again or not event.payer:
        raise rules.reject("payCard", "cards")
    deck.in_hand(rules, state, decision.side, event.payer, "cards")
    return form(rules, state, decision, event)


# ---- 10.2.3: forced march ---------------------------------------------------------------


def _canon_march(rules: RussoJapanese, state: State, decision: Decision, event: Word) -> Event:
    if event.args:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    if state.marched:
        raise rules.reject("marchedAlready", "forced")
    return event


# ---- 10.2.4: strategic moves ------------------------------------------------------------


def _canon_strategic(rules: RussoJapanese, state: State, decision: Decision, event: March) -> Event:
    return movement.canon_march(rules, state, decision.side, event)


# ---- 10.2.5, 10.2.6: transport and reorganisation ---------------------------------------


def _canon_transport(rules: RussoJapanese, state: State, decision: Decision, event: Place) -> Event:
    sheet = rules.sheet
    if len(event.units) != 1 or len(event.path) != 1:
        raise rules.reject("oneAtATime", "transport", units=event.units)
    k = sheet.unit.get(event.units[0], -1)
    if k < 0:
        raise rules.reject("unknownUnit", "transport", unit=event.units[0])
    if sheet.side[k] != decision.side:
        raise rules.reject("notYours", "transport", unit=event.units[0], side=decision.side)
    if bar := bar_transport(rules, state, k, event.path[0]):
        raise bar
    return event


def bar_transport(
    rules: RussoJapanese, state: State, k: int, place: str
) -> IllegalEventError | None:
    """What forbids bringing a unit to a place: from the far box to the near one, for Japan also
    into a port; of Russia's removed units, to the far box.
    """
    sheet, side, here = rules.sheet, rules.sheet.side[k], state.where[k]
    unit = sheet.units[k]
    boxes = BOXES[side]
    if side == RUSSIA and place == boxes[HOME]:
        if here != LOST:
            return rules.reject("notLost", "reorganise", unit=unit)
        if sheet.kind[k] != CARRIED[side]:
            return rules.reject("onlyThreeTwo", "reorganise", unit=unit)
        return None
    if here != HOME:
        return rules.reject("notHome", "transport", unit=unit, places=(boxes[HOME],))
    if side == RUSSIA:
        if place != boxes[GATE]:
            return rules.reject("transportTo", "transport", places=(boxes[GATE],))
        if sheet.kind[k] != CARRIED[side]:
            return rules.reject("onlyThreeTwo", "transport", unit=unit)
        return rules.reject("agitated", "event") if state.agitated else None
    if place == boxes[GATE]:
        return bar_shipping(rules, state, korea=True)
    return bar_shipping(rules, state, korea=False) or bar_landing(rules, state, place)


def bar_landing(rules: RussoJapanese, state: State, place: str) -> IllegalEventError | None:
    """What keeps Japan from landing in a port: an enemy in it, its own stack; never control or
    zones (10.2.5). Which ports are open: the southern ones, and later all.
    """
    sheet = rules.sheet
    h = sheet.index.get(place, -1)
    if h not in sheet.ports:
        goals = (BOXES[JAPAN][GATE], *(sheet.ids[port] for port in open_ports(rules, state)))
        return rules.reject("noPort", "transport", place=place, places=goals)
    if h not in open_ports(rules, state):
        return shut_port(rules, state, place)
    if rules.zones.field(JAPAN, state.where, state.zoneless)[h] == ENEMY_THERE:
        return rules.reject("enemyThere", "transport", place=place)
    if room(sheet, state, JAPAN, h) < 1:
        return rules.reject("tooMany", "stacking", place=place, most=sheet.stack[JAPAN])
    return None


def transports(rules: RussoJapanese, state: State, side: str) -> Iterator[tuple[int, str]]:
    """Every unit that a card may bring somewhere, with the place."""
    sheet, boxes = rules.sheet, BOXES[side]
    places = [boxes[GATE]]
    places += [sheet.ids[h] for h in sheet.ports] if side == JAPAN else [boxes[HOME]]
    for k in sheet.own[side]:
        if state.where[k] in (HOME, LOST):
            for place in places:
                if bar_transport(rules, state, k, place) is None:
                    yield k, place


FORMS: dict[type, Callable[..., Event]] = {
    Word: _canon_march,
    March: _canon_strategic,
    Place: _canon_transport,
}
"""What a card may be spent for, by the form of the event."""

# ---- listing and doing ------------------------------------------------------------------


def acts(rules: RussoJapanese, state: State, side: str) -> Iterator[Event]:
    """Whatever a card may be spent for, before the card is chosen."""
    sheet = rules.sheet
    if not state.marched:
        for word in MARCHES:
            yield Word(word)
    for k, place in transports(rules, state, side):
        yield Place((sheet.units[k],), (place,))
    for k in marchers(rules, state, side):
        for goal in movement.march_goals(rules, state, k):
            yield March((sheet.units[k],), (sheet.ids[goal],))


def marchers(rules: RussoJapanese, state: State, side: str) -> list[int]:
    """The units that may make a strategic move."""
    sheet, where = rules.sheet, state.where
    return [
        k for k in sheet.own[side]
        if sheet.allowance[k] and (where[k] >= 0 or where[k] == GATE)
        and movement.bar_march(rules, state, k) is None
    ]  # fmt: skip


def purse(state: State, side: str) -> Cards:
    """The cards that a side may spend, each once."""
    return deck.playable(state, side)


def legal_cards(rules: RussoJapanese, state: State, decision: Decision) -> Iterator[Event]:
    cards = purse(state, decision.side)
    if cards:
        for act in acts(rules, state, decision.side):
            for card in cards:
                yield replace(act, payer=(card_name(card),))
    yield from card_events.legal_plays(rules, state, decision, "cards")
    yield END


def act(rules: RussoJapanese, state: State, event: Event) -> Step:
    """Return the state after an event of the card phase, and its effects."""
    if isinstance(event, EndPhase):
        return turns.next_phase(rules, replace(state, decision=None))
    if isinstance(event, Word) and event.word == "play":
        return card_events.play(rules, state, event)
    assert state.decision is not None
    assert isinstance(event, Word | March | Place)
    sheet, side = rules.sheet, state.decision.side
    card = card_of(event.payer[0])
    state = deck.spent(state, side, card)
    if isinstance(event, Word):
        forced = Effect(f"forced_{event.word}", side, numbers=(card,))
        return turns.open_march(rules, state, event.word), (forced,)
    k = sheet.unit[event.units[0]]
    place = event.path[0]
    if isinstance(event, March):
        path = (sheet.place(k, state.where[k]), place)
        moved = Effect("march", side, event.units, (), path, (card,))
    else:
        boxes = {name: code for code, name in BOXES[side].items()}
        if place in boxes:
            kind = "rebuilt" if boxes[place] == HOME else "transport"
            brought = Effect(kind, side, event.units, (), (place,), (card,))
            return replace(state, where=changed(state.where, (k,), boxes[place])), (brought,)
        moved = Effect("landing", side, event.units, (), (place,), (card,))
    h = sheet.index[place]
    state, entry = entered(rules, replace(state, where=changed(state.where, (k,), h)), side, (h,))
    return state, (moved, *entry)
