"""From one question to the next: an event, and then whatever follows without an act.

The one place where consequences run, for all games.
"""

from senpu.notation.events import Event
from senpu.replay.core.rules import Effect, Rules, S


def play(rules: Rules[S], state: S, event: Event, effects: list[Effect]) -> S:
    """The next position that asks (or is over) after a canonical event. `told` receives what
    happened, in order."""
    state = rules.apply(state, event, effects)
    while state.decision is None and state.outcome is None:  # as `settle`, without a call
        state = rules.follow(state, effects)
    return state


def settle(rules: Rules[S], state: S, effects: list[Effect]) -> S:
    """Run consequences until the position asks or the game is over."""
    while state.decision is None and state.outcome is None:
        state = rules.follow(state, effects)
    return state
