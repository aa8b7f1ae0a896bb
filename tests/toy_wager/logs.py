"""Logs of Wager."""

from senpu.logs.record import record_from
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline

HEADER = "Senpu: 1\nGame: wager/toy\nRules: 1\n\n"
PLANTED = "N: try [5] S: try [4]\nN: throw S: try [2]\nN: try [6] S: try [1]\n"
"""North throws a point away, event 5; at last South's die, event 11, saves a draw for it."""


def wager(moves: str = PLANTED) -> Timeline:
    """A log of these moves, read to its end and good."""
    timeline = open_timeline(record_from(HEADER + moves))
    timeline.extend()
    assert timeline.fault is None
    return timeline
