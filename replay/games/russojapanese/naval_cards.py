"""Japan's answers by card at sea (11.2.2, 11.2.7, 11.3.4), and Russia's cards for sorties.

As in other windows, a side that holds any card may answer. A card that may be played at any time
may be played in these windows too (readings 45 and 67); then the decision is pending again.
Russia's cards follow 11.2.1 and 11.2.6.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from senpu.notation.events import Event, Word
from senpu.replay.core.rules import Effect, Effects, IllegalEventError
from senpu.replay.core.states import Decision
from senpu.replay.games.russojapanese import card_events, deck
from senpu.replay.games.russojapanese.context import RussoJapaneseContext
from senpu.replay.games.russojapanese.state import (
    JAPAN,
    NO,
    RussoJapaneseState,
    Step,
    format_card,
    get_hand,
    parse_card,
)

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


def ask_japan(
    rules: RussoJapaneseContext, state: RussoJapaneseState, kind: str, otherwise: str
) -> RussoJapaneseState:
    """Return the state with Japan's answer pending, or with the next stage if it has no card."""
    if not get_hand(state, JAPAN):
        return replace(state, decision=None, stage=otherwise)
    return replace(state, decision=Decision(JAPAN, kind, rules.number[kind]))


def canon_answer(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Event
) -> Event:
    """Return Japan's answer, `play #03` or `no`, in canonical form (11.2.2, 11.2.7, 11.3.4)."""
    if event == NO:
        return event
    if type(event) is not Word or event.word != "play":
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    cards = ANSWERS[decision.kind]
    card = parse_card(event.args[0]) if event.args else -1
    if rules.event.get((decision.side, card), ("",))[0] != "naval":
        return card_events.canon_play(rules, state, decision, "fleet", event)
    if event.payer or event.again:
        raise rules.reject("playCard", "event")
    deck.find_payer(rules, state, decision.side, event.args[:1], decision.kind)
    if card not in cards:
        names = tuple(format_card(each) for each in cards)
        raise IllegalEventError("otherSeaCard", decision.rule, card=event.args[0], cards=names)
    if len(event.args) > 1:
        raise IllegalEventError("playAlone", decision.rule, card=event.args[0])
    return event


def legal_answers(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> Iterator[Event]:
    """Yield Japan's legal answers by card (11.2.2, 11.2.7, 11.3.4)."""
    for card in ANSWERS[decision.kind]:
        if card in get_hand(state, decision.side):
            yield Word("play", (format_card(card),))
    yield from card_events.legal_plays(rules, state, decision, "fleet")
    yield NO


def find_naval_card(state: RussoJapaneseState, event: Word) -> int:
    """Return the card of chapter 11 that Japan's answer plays, 0 if it plays none."""
    assert state.decision is not None
    card = parse_card(event.args[0]) if event != NO else 0
    return card if card in ANSWERS[state.decision.kind] else 0


def apply_answer(
    rules: RussoJapaneseContext, state: RussoJapaneseState, event: Word, again: str, no: str
) -> Step:
    """Return the state after Japan's answer, and the effects.

    After a card the stage `again` follows, so that Japan may play another; without a card, the
    stage `no`.
    """
    if event == NO:
        return replace(state, decision=None, stage=no), (Effect("noCard", JAPAN),)
    state, effects = card_events.play_card(rules, state, event)
    return replace(state, decision=None, stage=again), effects


# ---- Russia's sorties -------------------------------------------------------------------


def canon_sortie(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Event
) -> Event:
    """Return a sortie, `#01/sortie`, `sortie` or `no`, in canonical form (11.2.1, 11.2.6).

    The Port Arthur fleet needs no card (reading 27).

    Raises:
        IllegalEventError: The event is not a sortie, or the card does not allow it.
    """
    if event == NO:
        return event
    if type(event) is not Word or event.word != "sortie" or event.args or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    cards = SORTIE_CARDS[decision.kind]
    names = tuple(format_card(card) for card in cards)
    if not event.payer:
        if decision.kind == "raid":
            raise IllegalEventError("sortieCard", decision.rule, cards=names)
        return event
    if (
        deck.find_payer(rules, state, decision.side, event.payer, NUMBERS[decision.kind])
        not in cards
    ):
        raise IllegalEventError("sortieCard", decision.rule, cards=names)
    return event


def legal_sorties(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> Iterator[Event]:
    """Yield the legal sorties of the fleet, then `no` (11.2.1, 11.2.6)."""
    held = get_hand(state, decision.side)
    for card in (0, *SORTIE_CARDS[decision.kind]):
        if card in held:
            yield Word("sortie", payer=(format_card(card),))
    if decision.kind == "sortie":
        yield Word("sortie")
    yield NO


def pay_card(state: RussoJapaneseState, event: Word) -> Step:
    """Return the state after the discard of a sortie's card, if it has one, and the effect."""
    assert state.decision is not None
    effects: Effects = ()
    if event.payer:
        card = parse_card(event.payer[0])
        effects = (Effect("played", state.decision.side, numbers=(card,)),)
        state = deck.discard_card(state, state.decision.side, card)
    return replace(state, decision=None), effects
