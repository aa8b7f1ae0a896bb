"""The view of a side: hidden cards (3.2, 10.0) and the hidden flagship (11.5).

The enemy's hand and the deck together hold the cards that are neither in the side's own hand nor
among the discards, which were public when played. Which part holds which card is unknown.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from senpu.notation.events import Event, Word
from senpu.replay.games.russojapanese.context import RussoJapaneseContext
from senpu.replay.games.russojapanese.deck import build_event, find_drawer, is_shuffled_back
from senpu.replay.games.russojapanese.fleets import PORT_ARTHUR, UNMARKED, RussoJapaneseNavy
from senpu.replay.games.russojapanese.naval_sorties import UNKNOWN
from senpu.replay.games.russojapanese.naval_views import hide_flagship
from senpu.replay.games.russojapanese.state import (
    ENEMY,
    FACE_DOWN,
    JAPAN,
    NUMBER,
    Cards,
    RussoJapaneseState,
    count_face_down,
    get_hand,
    replace_value,
)


def view(rules: RussoJapaneseContext, state: RussoJapaneseState, side: str) -> RussoJapaneseState:
    """Return the position with zeros for hidden cards, so that only their number counts."""
    if state.decision is not None and state.decision.kind == "draw":
        state = replace(state, decision=replace(state.decision, units=state.decision.units[:1]))
    hidden = (0,) * len(get_hand(state, ENEMY[side]))
    if side == JAPAN and state.navy is not None:
        state = replace(state, navy=hide_flagship(state.navy))
    return replace(
        state,
        hands=replace_value(state.hands, ENEMY[side], hidden),
        deck=(0,) * (len(state.deck) - count_face_down(get_hand(state, ENEMY[side]))),
    )


def hide_event(
    rules: RussoJapaneseContext, state: RussoJapaneseState, event: Event, side: str
) -> Event:
    """Return an event in the view of a side.

    It hides the cards of the enemy's draws, and the choice of the flagship (11.5).
    """
    if type(event) is Word and event.word == "mark" and side == JAPAN:
        return UNKNOWN
    if type(event) is Word and event.word == "draw" and find_drawer(state) != side:
        return build_event("draw", (0,) * (event.args[0].count("+") + 1))
    return event


def sample_hidden(
    rules: RussoJapaneseContext, state: RussoJapaneseState, side: str, random: Random
) -> RussoJapaneseState:
    """Return a random complete position that agrees with the view of a side.

    Every unknown card is dealt again, and the flagship is any possible ship.
    """
    known = {card for card in (*get_hand(state, side), *state.pile) if 0 < card < FACE_DOWN}
    unknown = [card for card in rules.cards if card not in known]
    unknown.sort(key=lambda card: random.random())  # a shuffle, four times as fast

    def dealt(cards: Cards, may: Callable[[int], bool]) -> Cards:
        return tuple([card if card in known else _take_card(unknown, may) for card in cards])

    hands = state.hands
    for owner in (side, ENEMY[side]):
        # 10.4.6: a card that goes back into the deck as soon as a hand is full is in none
        full = not (state.drawing and find_drawer(state) == owner)

        def may(card: int, owner: str = owner, full: bool = full) -> bool:
            return not (full and is_shuffled_back(rules, owner, card))

        hands = replace_value(hands, owner, tuple(sorted(dealt(hands[NUMBER[owner]], may))))
    pile = dealt(state.pile, lambda card: True)
    decision, navy = state.decision, state.navy
    if decision is not None and decision.kind == "draw":
        decision = replace(decision, units=decision.units[:1])
    if side == JAPAN and navy is not None and not navy.revealed:
        navy = replace(navy, flagship=_sample_flagship(rules, navy, random))
        if decision is not None and decision.kind == "flagship":
            navy = replace(navy, flagship=UNMARKED)
    return replace(
        state, hands=hands, pile=pile, deck=tuple(sorted(unknown)), decision=decision, navy=navy
    )


def _take_card(cards: list[int], may: Callable[[int], bool]) -> int:
    """Remove and return one of some cards."""
    return cards.pop(next(at for at, card in enumerate(cards) if may(card)))


def _sample_flagship(rules: RussoJapaneseContext, navy: RussoJapaneseNavy, random: Random) -> int:
    """Return a random flagship that is not sunk: a sunk one is public."""
    afloat = [ship for ship in rules.fleets.ships[PORT_ARTHUR] if navy.steps[ship]]
    return random.choice(afloat) if afloat else UNMARKED
