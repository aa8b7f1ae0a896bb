"""Units in the same hex. Knows no game."""

from __future__ import annotations

from typing import NamedTuple

from senpu.replay.parts.counters import Group


class Stack(NamedTuple):
    """The units of one side in one hex."""

    place: int
    units: Group


def standing(own: Group, where: tuple[int, ...], h: int) -> Group:
    """Return those of a side's units that are in a hex."""
    return tuple([k for k in own if where[k] == h])


def stacks(units: Group, where: tuple[int, ...]) -> tuple[Stack, ...]:
    """Return units by hex, in the order of their first one."""
    found: dict[int, list[int]] = {}
    for k in units:
        found.setdefault(where[k], []).append(k)
    return tuple([Stack(place, tuple(group)) for place, group in found.items()])
