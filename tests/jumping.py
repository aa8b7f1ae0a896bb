"""A log of 800 that begins with a position and jumps over turns 3 and 5."""

from senpu.logs.record import record_from
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline

START = (
    "Senpu 1 800/bonsai-2021; turn: 1; next: china act; A: i3+i4+g2; B: i1+i2+g1; C: c3+k1; "
    "D: x1+c1+c2; due: m1+t1+t2+h1"
)
JUMPS = f"""Senpu: 1
Game: 800/bonsai-2021
Position: {START}

T1 C: c3+k1>E
J: i1>C
C: pass
J: pass
T2 [J4 C3]
J: m1@A
%position
  Senpu 1 800/bonsai-2021; turn: 4; next: japan place; A: g2; B: g1+m1;
  C: i1+i2; D: i3+i4+t1; E: c3; G: x1+c1+c2+k1; due: h1; lost: t2;
  acts: japan.
T4 J: h1@B
J: i3+i4*E.c3 [3 2]
C: pass
%position
  Senpu 1 800/bonsai-2021; turn: 6; over: China 4.2; A: g2; B: i3;
  C: i1+m1; D: g1+t1+h1; G: i2; H: i4; J: x1+c1+c2+k1; lost: t2+c3.
"""
"""Event 7 states a position of turn 4, event 12 the last one, of turn 6."""
FIRST, SECOND, LAST = 7, 12, 12
"""The events after the gaps, and the last event."""


def open_jumps(text: str = JUMPS) -> Timeline:
    """Return the whole timeline of a log."""
    timeline = open_timeline(record_from(text))
    timeline.extend()
    return timeline
