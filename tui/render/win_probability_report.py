"""Win probabilities as numbers and bars, for the screen and for print.

Plain text and counts of cells; knows no colour and no terminal.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, floor
from typing import TYPE_CHECKING

from senpu.replay.analysis.confidence import Interval

if TYPE_CHECKING:
    from senpu.spec.loader import Spec


def format_percent(share: float) -> str:
    """Return a share in %."""
    return f"{share * 100:.0f}"


def format_ends(interval: Interval) -> tuple[str, str]:
    """Return both ends of an interval, in %."""
    return format_percent(interval.low), format_percent(interval.high)


def divide_width(counts: Sequence[float], room: int) -> list[int]:
    """Divide `room` cells in proportion to the counts."""
    total = sum(counts)
    edges = [round(sum(counts[:at]) * room / total) for at in range(len(counts) + 1)]
    return [end - start for start, end in pairwise(edges)]


def find_bracket(interval: Interval, room: int) -> tuple[int, int]:
    """Return the cells of a bar in which an interval begins and ends."""
    low = min(floor(interval.low * room), room - 1)
    return low, max(min(ceil(interval.high * room) - 1, room - 1), low)


def find_weakest_provenance(spec: "Spec") -> str:
    """Return the weakest provenance of the values of a rule set."""
    return spec.values.weakest_provenance(spec.values.list_keys())
