"""What dice may come to in a position: each result once, with its share of a hundred, the roll that
stands for it, and what would happen. Rolls nothing."""

from itertools import islice
from typing import Any

from notation.events import Roll
from notation.writer import format_event
from replay.narration import Narrator
from replay.rules import CHANCE, Happening, Rules, State
from replay.settle import play
from replay.sight import Sight
from tui.odds_told import shares

MOST = 12
"""Of more results than these none is told: they are as many as the rolls."""


def outcomes_of(
    rules: Rules[Any], state: State, sight: Sight, say: Narrator
) -> list[tuple[int, str, str]]:
    """So many of 100, such as which roll, and its story; nothing where no dice are asked for, where
    something of the position is left out, or where there is nearly a result for each roll."""
    ask = state.ask
    if ask is None or ask.of != CHANCE or not sight.whole:
        return []
    found = list(islice(rules.outcomes(state), MOST + 1))
    if not 1 < len(found) <= MOST or any(type(event) is not Roll for event, _ in found):
        return []
    stories = []
    for event, _ in found:
        told: list[Happening] = []
        play(rules, state, event, told)
        stories.append(say.story(told))
    of_hundred = shares([chance for _, chance in found], 100)
    rows = zip(of_hundred, found, stories, strict=True)
    return [(share, format_event(event), story) for share, (event, _), story in rows]
