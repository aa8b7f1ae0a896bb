"""Times of the events on cards (10.2.1), and windows for answers by card (10.4.5).

A window states who may answer, in which order, and what closes it (readings 9 to 11, 21, 44 and
46). It follows public facts alone: a side that holds any card may answer. It closes when all sides
that may answer have passed in a row.
"""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from senpu.replay.core.rules import IllegalEventError
from senpu.replay.core.states import Decision
from senpu.replay.games.russojapanese.context import RussoJapaneseContext
from senpu.replay.games.russojapanese.state import (
    ENEMY,
    JAPAN,
    RussoJapaneseCardWindow,
    RussoJapaneseState,
    Step,
    get_hand,
)

ANY_TIME = frozenset(("move", "cards", "before", "after", "sortie", "fleet", "check"))
"""Readings 45 and 12; `fleet` is every window of chapter 11."""
COMBAT_WINDOWS = frozenset(("before", "after"))
CARD_PHASE = frozenset(("cards",))
"""When an event is played whose card does not say when (10.2.1)."""

NEVER = {"none": "noEvent", "reshuffle": "noEvent", "advance": "advanceCard", "naval": "navalCard"}
"""The reasons why some events are never played by name."""


def reject_time(
    rules: RussoJapaneseContext, words: tuple[str, ...], when: frozenset[str]
) -> IllegalEventError:
    """Return the rejection of an event that is not playable now, with its times if any."""
    if why := NEVER.get(words[0]):
        return rules.reject(why, "event")
    return rules.reject("eventNotNow", "event", times=list_times(words, when))


@cache
def list_times(words: tuple[str, ...], when: frozenset[str]) -> tuple[str, ...]:
    """Return the times at which an event is played, as ids of texts."""
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
"""The key of the rule number of each time."""


def open_window(
    rules: RussoJapaneseContext, state: RussoJapaneseState, what: str, first: str, card: int = 0
) -> RussoJapaneseState:
    """Return the state with a window opened for a side's first answer; it may close at once."""
    state = replace(state, window=RussoJapaneseCardWindow(what, card=card))
    return ask_next(rules, state, first)


def ask_next(
    rules: RussoJapaneseContext, state: RussoJapaneseState, side: str
) -> RussoJapaneseState:
    """Return the state with the next answer pending, first from a side, or the window closed."""
    window = state.window
    assert window is not None
    if window.what == "sortie":  # Japan alone answers, once
        if window.passes or not get_hand(state, JAPAN):
            return replace(state, decision=None, stage=CLOSED[window.what])
        return _ask(rules, state, window, JAPAN)
    passes = window.passes
    while passes < len(ENEMY):
        if get_hand(state, side):
            window = replace(window, passes=passes)
            return _ask(rules, state, window, side)
        passes, side = passes + 1, ENEMY[side]
    return replace(state, decision=None, stage=CLOSED[window.what])


def _ask(
    rules: RussoJapaneseContext,
    state: RussoJapaneseState,
    window: RussoJapaneseCardWindow,
    side: str,
) -> RussoJapaneseState:
    """Return the state with the answer of a side pending."""
    place = rules.tables.ids[state.fight.place] if state.fight else ""
    number = rules.number[NUMBERS[window.what]]
    decision = Decision(side, f"reply-{window.what}", number, place=place, count=window.card)
    return replace(state, window=window, decision=decision, stage=CLOSED[window.what])


def follow_roll(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state with the die pending: no side plays another card before it."""
    return replace(state, window=None, decision=rules.ask_dice), ()
