"""Random games of any rule set: steps and positions that play can reach."""

from collections.abc import Iterator
from random import Random

from senpu.notation.events import Event
from senpu.replay.core.rules import C, Rules, S

LONGEST = 5000
"""More events than a game can have."""


def steps(rules: Rules[C, S], seed: int) -> Iterator[tuple[S, Event, S]]:
    """Yield the events of one random game with the positions before and after."""
    random = Random(seed)
    state = rules.start()
    for _ in range(LONGEST):
        if state.outcome is not None:
            return
        event = rules.sample(state, random)
        after = rules.apply(state, event)[0]
        yield state, event, after
        state = after
    raise AssertionError(f"game {seed} of {rules.spec.id} does not end")


def collect_positions(
    rules: Rules[C, S], games: int, each: int, seed: int = 0
) -> dict[str, list[S]]:
    """Return up to `each` positions for each kind of decision, from random games."""
    random = Random(seed)
    found: dict[str, list[S]] = {}
    for number in range(games):
        for state, _, _ in steps(rules, seed + number):
            assert state.decision is not None
            kept = found.setdefault(state.decision.kind, [])
            if len(kept) < each:
                kept.append(state)
            elif random.random() < 0.05:
                kept[random.randrange(each)] = state
    return found
