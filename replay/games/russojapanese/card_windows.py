"""When cards are played: the times of the events (10.2.1), and windows: who may answer with a card,
in which order, and what closes them (10.4.5; readings 9 to 11, 21, 44 and 46).

A window asks by public facts alone: a side that holds a card may answer, whichever card it is. It
closes when all who may answer have said no in a row.
"""

from __future__ import annotations

from msgspec.structs import replace

from senpu.replay.core.rules import Decision, IllegalEventError
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.state import ENEMY, JAPAN, State, Step, Window, hand

ANY_TIME = frozenset(("move", "cards", "before", "after", "sortie", "fleet", "check"))
"""Readings 45 and 12; `fleet` is every window of chapter 11."""
COMBAT_WINDOWS = frozenset(("before", "after"))
CARD_PHASE = frozenset(("cards",))
"""When an event is played whose card does not say when (10.2.1)."""

NEVER = {"none": "noEvent", "reshuffle": "noEvent", "advance": "advanceCard", "naval": "navalCard"}
"""Why some events are never played by name."""


def not_now(
    rules: RussoJapanese, words: tuple[str, ...], when: frozenset[str]
) -> IllegalEventError:
    """Why an event is not played where it is tried: it never is by name, or when it is."""
    if why := NEVER.get(words[0]):
        return rules.reject(why, "event")
    return rules.reject("eventNotNow", "event", times=times(words, when))


def times(words: tuple[str, ...], when: frozenset[str]) -> tuple[str, ...]:
    """The times at which an event is played, as ids of texts."""
    effect, *needs = words
    if effect == "kondratenko":  # 10.4.4, and 10.4.5 at Port Arthur
        return ("when_cards", "when_after_port_arthur")
    if effect == "result":
        time, role, place, *_ = needs
        return (f"when_{time}_{role if place == 'any' else place}",)
    if when == ANY_TIME:
        return ("when_any",)
    return tuple(f"when_{each}" for each in sorted(when))


# ---- windows ------


CLOSED = {"before": "roll", "after": "result", "sortie": "sortie", "check": "check"}
"""The stage that follows each window."""
NUMBERS = {"before": "before", "after": "after", "sortie": "sortie", "check": "check"}
"""The rule that each of them stands under, by its key in the edition's numbers."""


def open_window(rules: RussoJapanese, state: State, what: str, first: str, card: int = 0) -> State:
    """A window whose first answer is a side's. It may close at once."""
    state = replace(state, window=Window(what, card=card))
    return ask_next(rules, state, first)


def ask_next(rules: RussoJapanese, state: State, side: str) -> State:
    """The next who may answer, beginning with a side; or the window closes."""
    window = state.window
    assert window is not None
    if window.what == "sortie":  # Japan alone answers, once
        if window.passes or not hand(state, JAPAN):
            return replace(state, decision=None, stage=CLOSED[window.what])
        return replace(state, decision=_ask(rules, state, window, JAPAN))
    passes = window.passes
    while passes < len(ENEMY):
        if hand(state, side):
            window = replace(window, passes=passes)
            return replace(state, window=window, decision=_ask(rules, state, window, side))
        passes, side = passes + 1, ENEMY[side]
    return replace(state, decision=None, stage=CLOSED[window.what])


def _ask(rules: RussoJapanese, state: State, window: Window, side: str) -> Decision:
    place = rules.sheet.ids[state.fight.place] if state.fight else ""
    number = rules.number[NUMBERS[window.what]]
    return Decision(side, f"reply-{window.what}", number, place=place, count=window.card)


def follow_roll(rules: RussoJapanese, state: State) -> Step:
    """Return the state with the die pending: no side plays another card before it."""
    return replace(state, window=None, decision=rules.ask_dice), ()
