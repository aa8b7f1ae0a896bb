"""A position -> a number that is equal for positions that play alike, and for no others.

Knows only what everybody may: a number is made of the public part of a position.
"""

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from senpu.replay.core.rules import AnyRules, State, numbered

HALF = 1 << 63
"""From here on numbers of 64 bits are negative to a database."""


class Ruleset(msgspec.Struct, frozen=True, array_like=True):
    """Under which rules and data a game was played: games of others have other positions."""

    game: str
    """The id, with the edition."""
    data: str
    """The digest of the values."""
    options: str
    rules: int
    """The version of the rules as coded."""
    sides: tuple[str, ...]

    @property
    def name(self) -> tuple[str, str, str, int]:
        """What no other has; the sides follow from it."""
        return self.game, self.data, self.options, self.rules


@lru_cache(16)
def ruleset_of(rules: AnyRules) -> Ruleset:
    """Which positions are of one kind with those of these rules."""
    spec = rules.spec
    sides = tuple(side.id for side in spec.sides)
    return Ruleset(
        spec.id, spec.values.digest(), " ".join(sorted(spec.options)), spec.edition.rules, sides
    )


class Numbering:
    """The numbers of positions under one rule set: equal exactly for those that play alike, and
    other ones under any other rule set. 64 bits, signed, as a database keeps them."""

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules
        self._own = numbered(ruleset_of(rules).name)

    def __call__(self, state: State) -> int:
        return self.all((state,))[0]

    def all(self, states: Iterable[State]) -> list[int]:
        """Those of some positions, sooner than one by one."""
        own = self._own
        numbers = [number ^ own for number in self.rules.key_numbers(states)]
        return [number if number < HALF else number - 2 * HALF for number in numbers]

    def key_of(self, number: int) -> str:
        """The position key that a number stands for, as `senpu show --json` tells it."""
        return f"{number % (2 * HALF) ^ self._own:016x}"


numbering_of = lru_cache(16)(Numbering)
