"""What a side may know: the other hand and the order of the deck are hidden (3.2, 10.0), and
from Japan the flagship of chapter 11 (11.5).

Between them the two hidden parts hold the cards that are neither in one's own hand nor among the
discards, which were all seen when they were played; which of them lies where is unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from notation.events import Event, Word
from replay.games.russojapanese.deck import drawer, listed
from replay.games.russojapanese.sea_views import seen_by_japan
from replay.games.russojapanese.sorties import UNKNOWN
from replay.games.russojapanese.state import ENEMY, JAPAN, State, face_down, hand, of_side

if TYPE_CHECKING:
    from replay.games.russojapanese.rules import RussoJapanese


def view(rules: RussoJapanese, state: State, side: str) -> State:
    """The position with what a side may not know as zeros, of which only the number counts."""
    if state.ask is not None and state.ask.kind == "draw":
        state = replace(state, ask=replace(state.ask, units=state.ask.units[:1]))
    hidden = (0,) * len(hand(state, ENEMY[side]))
    if side == JAPAN and state.navy is not None:
        state = replace(state, navy=seen_by_japan(state.navy))
    return replace(
        state,
        hands=of_side(state.hands, ENEMY[side], hidden),
        deck=(0,) * (len(state.deck) - face_down(hand(state, ENEMY[side]))),
    )


def seen(rules: RussoJapanese, state: State, event: Event, side: str) -> Event:
    """An event as a side may read it: of the enemy's draws only how many cards came, and of the
    flagship only that it was chosen (11.5)."""
    if isinstance(event, Word) and event.word == "mark" and side == JAPAN:
        return UNKNOWN
    if isinstance(event, Word) and event.word == "draw" and drawer(state) != side:
        return listed("draw", (0,) * (event.args[0].count("+") + 1))
    return event
