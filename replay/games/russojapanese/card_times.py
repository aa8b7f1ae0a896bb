"""When the events on the cards are played (10.2.1), said to who tries at another time.

Judges nothing: where an event may be played, `events` decides.
"""

from __future__ import annotations

from senpu.replay.core.rules import IllegalEventError
from senpu.replay.games.russojapanese.context import RussoJapanese

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
        return rules.refuse(why, "event")
    return rules.refuse("eventNotNow", "event", times=times(words, when))


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
