"""From one question to the next: an event, and then whatever follows without an act.

The one place where consequences run, for all games.
"""

from notation.events import Event
from replay.rules import Happening, Rules, S


def play(rules: Rules[S], state: S, event: Event, told: list[Happening]) -> S:
    """The next position that asks (or is over) after a canonical event. `told` receives what
    happened, in order."""
    state = rules.apply(state, event, told)
    while state.ask is None and state.outcome is None:  # as `settle`, without a call
        state = rules.follow(state, told)
    return state


def settle(rules: Rules[S], state: S, told: list[Happening]) -> S:
    """Run consequences until the position asks or the game is over."""
    while state.ask is None and state.outcome is None:
        state = rules.follow(state, told)
    return state
