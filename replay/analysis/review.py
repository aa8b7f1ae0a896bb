"""What there is to say of a game that was looked at again: the decisions that lost most, and, apart
from them, the luckiest rolls; and what that rests on.

How it is found is of `reviewer.py`; `spec/review.md` tells the whole, and what it does not tell.
"""

import msgspec

from senpu.notation.events import Event
from senpu.notation.faults import Error
from senpu.replay.analysis.confidence import Interval
from senpu.replay.analysis.evaluation import Method

LEAST = 16
"""Fewer games than that tell nothing."""
GLYPHS = ((0.2, "??"), (0.1, "?"), (0.05, "?!"))
"""What a mistake is called that loses at least so much."""


class ReviewError(Error):
    """The log has no decision and no roll that could have changed anything."""


class Budget(msgspec.Struct, frozen=True):
    """What a review may cost."""

    games: int = 400
    """So many from each position that a mistake is judged by."""
    rounds: int = 400
    """Of the search that names better events."""
    worst: int = 3
    """So many decisions of each side are looked at closely, and so many rolls told."""

    @property
    def first(self) -> int:
        """The games from each position of the first look."""
        return max(self.games // 10, 4)

    @property
    def second(self) -> int:
        """The most games by which decisions and rolls are chosen."""
        return max(self.games // 2, 4)

    @property
    def naming(self) -> int:
        """The games by which the best of the events is chosen that a search names."""
        return max(self.games // 4, 4)

    @property
    def luck(self) -> int:
        """The games from each position by which a roll is judged."""
        return max(self.games // 4, 4)


class Account(msgspec.Struct, frozen=True):
    """What one side's chances owe to its own decisions and to the rolls, in all."""

    side: str
    decisions: int
    gain: float
    """By its decisions, against those of the program that plays on."""
    gain_sure: Interval
    rolls: int
    luck: float
    luck_sure: Interval


class DecisionReview(msgspec.Struct, frozen=True):
    """A decision that was looked at closely."""

    number: int
    side: str
    event: Event
    better: Event | None
    """What would have been better; nothing if nothing was found."""
    chance: float
    """Of its side after what was played."""
    better_chance: float
    loss: float
    sure: Interval

    @property
    def beyond(self) -> bool:
        """Whether it lost more than the error."""
        return self.better is not None and self.sure.low > 0

    @property
    def glyph(self) -> str:
        """What it is called as a mistake; nothing if it is none."""
        if not self.beyond:
            return ""
        return next((glyph for least, glyph in GLYPHS if self.loss >= least), "")


class Fortune(msgspec.Struct, frozen=True):
    """A roll that was luck for a side, and as much ill luck for the other."""

    number: int
    side: str
    event: Event
    luck: float
    sure: Interval
    chance: float | None
    """Of what came; nothing where too much could have come to be looked at one by one."""

    @property
    def beyond(self) -> bool:
        """Whether it brought more than the error."""
        return self.sure.low > 0


class Review(msgspec.Struct, frozen=True):
    """What there is to say of a game."""

    method: Method
    budget: Budget
    start: dict[str, float]
    end: dict[str, float]
    """The chance of each side in the first position, and in the last."""
    accounts: tuple[Account, ...]
    decisions: tuple[DecisionReview, ...]
    """Those that were looked at closely, the worst first."""
    fortunes: tuple[Fortune, ...]
    """By side, the luckiest first."""
