"""What an event leads to, one activation ahead: the act, the dice and the answers that follow,
until somebody may act again. Sees the whole position that it is given.
"""

from collections.abc import Iterator
from random import Random

from senpu.notation.events import Event
from senpu.replay.core.rules import CHANCE, AnyRules, State


def prospects(rules: AnyRules, state: State, side: str) -> Iterator[tuple[Event, float]]:
    """Each legal event with what it is worth on average for a side."""
    for event in rules.legal(state):
        yield event, expected(rules, rules.apply(state, event)[0], side)


def expected(rules: AnyRules, state: State, side: str) -> float:
    """The worth of a position for a side once the activation under way is over: dice by their
    chances, the side's own answers at their best, the others' at their worst for it."""
    decision = state.decision
    if decision is None or decision.kind not in rules.beyond:
        return rules.worth(state, side)
    if decision.side == CHANCE:
        return sum(
            chance * expected(rules, rules.apply(state, event)[0], side)
            for event, chance in rules.outcomes(state)
        )
    choose = max if decision.side == side else min
    return choose(
        expected(rules, rules.apply(state, event)[0], side) for event in rules.legal(state)
    )


def settled(rules: AnyRules, state: State, dice: Random) -> State:
    """What comes of a position once the activation under way is over, by chance: dice as they may
    fall, and any answers."""
    while (decision := state.decision) is not None and decision.kind in rules.beyond:
        state = rules.apply(state, rules.sample(state, dice))[0]
    return state


def drawn(rules: AnyRules, state: State, dice: Random, draws: int) -> Event:
    """The best of some events drawn at random, for the side that is asked, as the dice after it
    fall once. Of dice, and of answers within an activation, any."""
    decision = state.decision
    assert decision is not None
    event = rules.sample(state, dice)
    if decision.side == CHANCE or decision.kind in rules.beyond:
        return event
    others = (rules.sample(state, dice) for _ in range(draws - 1))
    best, most = event, float("-inf")
    for each in dict.fromkeys((event, *others)):
        worth = rules.worth(settled(rules, rules.apply(state, each)[0], dice), decision.side)
        if worth > most:
            best, most = each, worth
    return best
