"""A recorded game in chapters, a turn each, for reports: what there is to say of each activation.

Says nothing of how a report looks. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from replay.annotations import Annotations
from replay.narration import Narrator
from replay.timeline import Timeline
from tui.printed import Account, account, activations


class Chapter(NamedTuple):
    """A turn, or a part of one that an undo led back to."""

    turn: int
    told: list[Account]
    last: int
    """The number of its last event."""


def chapters(
    timeline: Timeline, say: Narrator, notes: Annotations | None = None
) -> Iterator[Chapter]:
    """The whole game, as far as its log is good."""
    for turn, found in groupby(activations(timeline), lambda each: each[0]):
        told, last = list[Account](), 0
        for _, numbers in found:
            told.append(account(timeline, say, numbers, notes))
            last = numbers[-1]
        yield Chapter(turn, told, last)
