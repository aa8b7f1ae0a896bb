"""Windows: who may answer with a card, in which order, and what closes them (10.4.5; readings 9
to 11, 21, 44 and 46).

A window asks by public facts alone: whoever holds a card may answer, whatever the card is. It
closes when all who may answer have said no in a row.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from senpu.notation.events import Event, Word
from senpu.replay.core.rules import Decision, Effect, IllegalEventError
from senpu.replay.games.russojapanese import events
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.state import ENEMY, JAPAN, NO, Fight, State, Window, hand

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


def canon_reply(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Event:
    if event == NO:
        return event
    if not isinstance(event, Word) or event.word != "play":
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    assert state.window is not None
    return events.canon_play(rules, state, decision, state.window.what, event)


def legal_replies(rules: RussoJapanese, state: State, decision: Decision) -> Iterator[Event]:
    assert state.window is not None
    yield from events.legal_plays(rules, state, decision, state.window.what)
    yield NO


def reply(rules: RussoJapanese, state: State, event: Word, effects: list[Effect]) -> State:
    decision, window = state.decision, state.window
    assert decision is not None
    assert window is not None
    if event == NO:
        effects.append(Effect("noCard", decision.side))
        window = replace(window, passes=window.passes + 1)
        return ask_next(rules, replace(state, window=window, decision=None), ENEMY[decision.side])
    state = events.play(rules, replace(state, window=replace(window, passes=0)), event, effects)
    if state.outcome or state.window is None:
        return state
    if state.window.what == "before" and fight_of(state).result:
        # The die is not rolled; the other side answers first (10.4.5; reading 10).
        return _open_after(rules, state, ENEMY[decision.side])
    if state.window.what == "sortie" and not state.window.card:
        return replace(state, decision=None, stage=CLOSED["sortie"])
    return ask_next(rules, replace(state, decision=None), ENEMY[decision.side])


def _open_after(rules: RussoJapanese, state: State, first: str) -> State:
    return open_window(rules, replace(state, decision=None), "after", first)


def fight_of(state: State) -> Fight:
    fight = state.fight
    assert fight is not None
    return fight


def follow_roll(rules: RussoJapanese, state: State, effects: list[Effect]) -> State:
    """Nobody answers before the die: it is rolled."""
    return replace(state, window=None, decision=rules.ask_dice)
