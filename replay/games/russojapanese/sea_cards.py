"""Japan's answers by card to what happens at sea: blockade and mines, Akiyama (11.2.2, 11.2.7,
11.3.4), and Russia's cards for its sorties (11.2.1, 11.2.6).

As with other windows, whoever holds a card is asked, whatever the card is. A card that may be
played at any time may be played in these windows too (readings 45 and 67); then the question
comes again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from notation.events import Event, Word
from replay.games.russojapanese import deck, events
from replay.games.russojapanese.state import (
    JAPAN,
    NO,
    State,
    card_name,
    card_of,
    hand,
)
from replay.rules import Ask, Happening, Refusal

if TYPE_CHECKING:
    from replay.games.russojapanese.rules import RussoJapanese

BLOCKADE, MINES, AKIYAMA = 1, 3, 4
"""Japan's (11.2.2, 11.2.7, 11.3.4)."""
RAID = 5
"""Without it the Vladivostok fleet stays (11.2.6)."""
SORTIE_CARDS = {"sortie": (1, 6), "raid": (RAID,)}
"""Russia's for a sortie of either fleet, by the ask."""
NUMBERS = {"sortie": "out", "raid": "raid"}
"""The rule of each of them, by its key in the edition's numbers."""
ANSWERS = {"ambush": (BLOCKADE, MINES), "hunt": (AKIYAMA,), "akiyama": (AKIYAMA,)}
"""The cards of chapter 11 that Japan may play, by the ask."""


def ask_japan(rules: RussoJapanese, state: State, kind: str, otherwise: str) -> State:
    """Japan is asked for a card if it has any; if not, a stage follows."""
    if not hand(state, JAPAN):
        return replace(state, ask=None, stage=otherwise)
    return replace(state, ask=Ask(JAPAN, kind, rules.number[kind]))


def canon_answer(rules: RussoJapanese, state: State, ask: Ask, event: Event) -> Event:
    """`play #03` or `no`."""
    if event == NO:
        return event
    if not isinstance(event, Word) or event.word != "play":
        raise Refusal("wrongAnswer", ask.rule, ask=ask)
    cards = ANSWERS[ask.kind]
    card = card_of(event.args[0]) if event.args else -1
    if rules.event.get((ask.of, card), ("",))[0] != "naval":
        return events.canon_play(rules, state, ask, "fleet", event)
    if event.payer or event.again:
        raise rules.refuse("playCard", "event")
    deck.in_hand(rules, state, ask.of, event.args[:1], ask.kind)
    if card not in cards:
        names = tuple(card_name(each) for each in cards)
        raise Refusal("otherSeaCard", ask.rule, card=event.args[0], cards=names)
    if len(event.args) > 1:
        raise Refusal("playAlone", ask.rule, card=event.args[0])
    return event


def legal_answers(rules: RussoJapanese, state: State, ask: Ask) -> Iterator[Event]:
    for card in ANSWERS[ask.kind]:
        if card in hand(state, ask.of):
            yield Word("play", (card_name(card),))
    yield from events.legal_plays(rules, state, ask, "fleet")
    yield NO


def answered(
    rules: RussoJapanese, state: State, event: Word, told: list[Happening], again: str, no: str
) -> tuple[State, int]:
    """Japan's answer done: the state, and the card of chapter 11 that was played. With another
    card the stage `again` follows, so that Japan is asked again; with none, the stage `no`."""
    assert state.ask is not None
    if event == NO:
        told.append(Happening("noCard", JAPAN))
        return replace(state, ask=None, stage=no), 0
    card = card_of(event.args[0])
    naval = card in ANSWERS[state.ask.kind]
    state = events.play(rules, state, event, told)
    return replace(state, ask=None, stage=again), card if naval else 0


# ---- Russia's sorties -------------------------------------------------------------------


def canon_sortie(rules: RussoJapanese, state: State, ask: Ask, event: Event) -> Event:
    """`#01/sortie`, `#06/sortie` or `sortie` for the Port Arthur fleet, with or without a card to
    the same effect (11.2.1; reading 27); `#05/sortie` for the other (11.2.6); `no`."""
    if event == NO:
        return event
    if not isinstance(event, Word) or event.word != "sortie" or event.args or event.again:
        raise Refusal("wrongAnswer", ask.rule, ask=ask)
    cards = SORTIE_CARDS[ask.kind]
    names = tuple(card_name(card) for card in cards)
    if not event.payer:
        if ask.kind == "raid":
            raise Refusal("sortieCard", ask.rule, cards=names)
        return event
    if deck.in_hand(rules, state, ask.of, event.payer, NUMBERS[ask.kind]) not in cards:
        raise Refusal("sortieCard", ask.rule, cards=names)
    return event


def legal_sorties(rules: RussoJapanese, state: State, ask: Ask) -> Iterator[Event]:
    held = hand(state, ask.of)
    for card in (0, *SORTIE_CARDS[ask.kind]):
        if card in held:
            yield Word("sortie", payer=(card_name(card),))
    if ask.kind == "sortie":
        yield Word("sortie")
    yield NO


def paid(rules: RussoJapanese, state: State, event: Word, told: list[Happening]) -> State:
    """The card of a sortie, if there is one, goes to the discards."""
    assert state.ask is not None
    if event.payer:
        card = card_of(event.payer[0])
        told.append(Happening("played", state.ask.of, numbers=(card,)))
        state = deck.spent(state, state.ask.of, card)
    return replace(state, ask=None)
