"""Japan's answers by card to what happens at sea: blockade and mines, Akiyama (11.2.2, 11.2.7,
11.3.4), and Russia's cards for its sorties (11.2.1, 11.2.6).

As with other windows, whoever holds a card is asked, whatever the card is. A card that may be
played at any time may be played in these windows too (readings 45 and 67); then the question
comes again.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from senpu.notation.events import Event, Word
from senpu.replay.core.rules import Decision, Effect, Effects, IllegalEventError
from senpu.replay.games.russojapanese import card_events, deck
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.state import JAPAN, NO, State, Step, card_name, card_of, hand

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
        return replace(state, decision=None, stage=otherwise)
    return replace(state, decision=Decision(JAPAN, kind, rules.number[kind]))


def canon_answer(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Event:
    """`play #03` or `no`."""
    if event == NO:
        return event
    if not isinstance(event, Word) or event.word != "play":
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    cards = ANSWERS[decision.kind]
    card = card_of(event.args[0]) if event.args else -1
    if rules.event.get((decision.side, card), ("",))[0] != "naval":
        return card_events.canon_play(rules, state, decision, "fleet", event)
    if event.payer or event.again:
        raise rules.reject("playCard", "event")
    deck.in_hand(rules, state, decision.side, event.args[:1], decision.kind)
    if card not in cards:
        names = tuple(card_name(each) for each in cards)
        raise IllegalEventError("otherSeaCard", decision.rule, card=event.args[0], cards=names)
    if len(event.args) > 1:
        raise IllegalEventError("playAlone", decision.rule, card=event.args[0])
    return event


def legal_answers(rules: RussoJapanese, state: State, decision: Decision) -> Iterator[Event]:
    for card in ANSWERS[decision.kind]:
        if card in hand(state, decision.side):
            yield Word("play", (card_name(card),))
    yield from card_events.legal_plays(rules, state, decision, "fleet")
    yield NO


def naval_card(state: State, event: Word) -> int:
    """Return the card of chapter 11 that Japan's answer plays, 0 if it plays none."""
    assert state.decision is not None
    card = card_of(event.args[0]) if event != NO else 0
    return card if card in ANSWERS[state.decision.kind] else 0


def answered(rules: RussoJapanese, state: State, event: Word, again: str, no: str) -> Step:
    """Return the state after Japan's answer, and the effects. After a card the stage `again`
    follows, so that Japan may play another; without a card, the stage `no`.
    """
    if event == NO:
        return replace(state, decision=None, stage=no), (Effect("noCard", JAPAN),)
    state, effects = card_events.play(rules, state, event)
    return replace(state, decision=None, stage=again), effects


# ---- Russia's sorties -------------------------------------------------------------------


def canon_sortie(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Event:
    """`#01/sortie`, `#06/sortie` or `sortie` for the Port Arthur fleet, with or without a card to
    the same effect (11.2.1; reading 27); `#05/sortie` for the other (11.2.6); `no`.
    """
    if event == NO:
        return event
    if not isinstance(event, Word) or event.word != "sortie" or event.args or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    cards = SORTIE_CARDS[decision.kind]
    names = tuple(card_name(card) for card in cards)
    if not event.payer:
        if decision.kind == "raid":
            raise IllegalEventError("sortieCard", decision.rule, cards=names)
        return event
    if deck.in_hand(rules, state, decision.side, event.payer, NUMBERS[decision.kind]) not in cards:
        raise IllegalEventError("sortieCard", decision.rule, cards=names)
    return event


def legal_sorties(rules: RussoJapanese, state: State, decision: Decision) -> Iterator[Event]:
    held = hand(state, decision.side)
    for card in (0, *SORTIE_CARDS[decision.kind]):
        if card in held:
            yield Word("sortie", payer=(card_name(card),))
    if decision.kind == "sortie":
        yield Word("sortie")
    yield NO


def paid(state: State, event: Word) -> Step:
    """Return the state after the discard of a sortie's card, if it has one, and the effect."""
    assert state.decision is not None
    effects: Effects = ()
    if event.payer:
        card = card_of(event.payer[0])
        effects = (Effect("played", state.decision.side, numbers=(card,)),)
        state = deck.spent(state, state.decision.side, card)
    return replace(state, decision=None), effects
