"""Plain six-sided dice: rolls for a decision, and counts of equally likely rolls."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from random import Random

from senpu.notation.events import Event, Roll
from senpu.replay.core.rules import IllegalEventError
from senpu.replay.core.sampling import choose_one
from senpu.replay.core.states import Decision
from senpu.replay.parts.tables import find_probabilities

PIPS = frozenset(range(1, 7))
"""The numbers on a die."""
TWO_DICE = 36
"""The number of rolls of two dice."""


@cache
def count_rolls(need: int) -> int:
    """Return how many of the 36 rolls of two dice add up to `need` or more.

    >>> count_rolls(7)
    21
    >>> count_rolls(13)
    0

    Returns:
        The number of rolls.
    """
    return sum(first + second >= need for first, second in product(range(1, 7), repeat=2))


def canon_dice(rules: object, state: object, decision: Decision, event: Event) -> Roll:
    """Return the canonical form of a roll for a decision.

    It has as many dice as `decision.dice` has entries, and names sides if the entries do.

    Returns:
        The roll.

    Raises:
        IllegalEventError: Another event (diceFirst), other dice (wrongDice) or a number that is not
            on
            a die (diceRange).
    """
    del rules, state
    if type(event) is not Roll:
        raise IllegalEventError("diceFirst", decision.rule, decision=decision)
    labels = decision.dice if decision.dice[0] else ()
    pips = event.pips
    if len(pips) != len(decision.dice):
        raise IllegalEventError("wrongDice", decision.rule, decision=decision)
    if event.sides != labels:
        # Dice that name their sides may be written in either order.
        if len(event.sides) != len(labels) or sorted(event.sides) != sorted(labels):
            raise IllegalEventError("wrongDice", decision.rule, decision=decision)
        given = dict(zip(event.sides, pips, strict=True))
        event = Roll(tuple([given[side] for side in labels]), labels)
    if not PIPS.issuperset(pips):
        raise IllegalEventError(
            "diceRange", decision.rule, pips=max(pips) if max(pips) > 6 else min(pips)
        )
    return event


def legal_dice(rules: object, state: object, decision: Decision) -> Iterator[Event]:
    """Return the rolls that are legal, each with the same probability."""
    del rules, state
    return iter(list_rolls(decision.dice))


@cache
def list_rolls(dice: tuple[str, ...]) -> tuple[Roll, ...]:
    """Return the rolls of some dice, given by the letters before them, in ascending order."""
    sides = dice if dice[0] else ()
    return tuple(Roll(pips, sides) for pips in product(range(1, 7), repeat=len(dice)))


def list_rolls_by_result(results: Sequence[str]) -> Iterator[tuple[Event, float]]:
    """Yield a roll of one die for each result of a column, with the probability of the result."""
    for result, share in find_probabilities(results):
        yield Roll((results.index(result) + 1,)), share


LISTED = 3
"""Up to this many dice the list of rolls is kept in memory."""


def sample_dice(rules: object, state: object, decision: Decision, random: Random) -> Event:
    """Return a random roll for a decision."""
    del rules, state
    dice = decision.dice
    if len(dice) <= LISTED:
        return choose_one(list_rolls(dice), random)
    pips = tuple([int(random.random() * 6) + 1 for _ in dice])
    return Roll(pips, dice if dice[0] else ())
