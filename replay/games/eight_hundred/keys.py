"""The position key of 800: units of one side, kind and numbers are taken as one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import compress
from typing import Any

from senpu.replay.core.rules import numbered
from senpu.replay.games.eight_hundred.context import EightHundred
from senpu.replay.games.eight_hundred.state import State

LENGTH = 1 << 64
"""Keys are numbers below this."""

number_of = lru_cache(1 << 14)(numbered)
"""Positions differ in how their units stand; the rest of them is often the same."""


def interchangeable(rules: EightHundred, state: State) -> Any:
    """The position with like units taken as one: which of them it is makes no difference to what
    may follow.

    What is left over from before (who had the initiative, the stage) is not in it, nor when a
    unit that has come was due.
    """
    return _rest(rules, state), _alike(rules, state, rules.stands.units)


def key_numbers(rules: EightHundred, states: Iterable[State]) -> list[int]:
    """The same as numbers: sums over the units, in which their order makes no difference."""
    found: list[int] = []
    number, units = rules.stands.__getitem__, rules.stands.units
    last: State | None = None
    total = 0
    for state in states:
        where, points, reduced = state.where, state.points, state.reduced
        # After a roll all units mostly stand as they did.
        if (
            last is None or where is not last.where or points is not last.points
            or reduced is not last.reduced
        ):  # fmt: skip
            total = sum(map(number, zip(units, where, points, strict=True)))
            for k in compress(units, reduced):
                unit = k, where[k], points[k]
                total += number((*unit, True)) - number(unit)
            last = state
        found.append((number_of(_rest(rules, state)) + total) % LENGTH)
    return found


def _rest(rules: EightHundred, state: State) -> tuple[Any, ...]:
    """All but how the units stand."""
    decision, fight, kind = state.decision, state.fight, rules.sheet.kind
    asked = decision and (
        decision.side,
        decision.kind,
        decision.units
        and tuple(sorted([kind[rules.sheet.index[each]] for each in decision.units])),
    )
    fought = fight and (
        fight.side, fight.place, fight.rerolls,
        tuple(sorted(zip(fight.needs, _each(rules, state, fight.targets), strict=True))),
    )  # fmt: skip
    return (
        state.turn, asked, state.outcome and state.outcome.ending, state.mover, state.passes,
        state.grenades, state.flags, state.entered, state.acted_as, fought,
        state.hit and _alike(rules, state, state.hit),
        state.acted and _alike(rules, state, state.acted),
    )  # fmt: skip


def _alike(rules: EightHundred, state: State, units: Iterable[int]) -> tuple[Any, ...]:
    """How some units stand, whichever they are."""
    return tuple(sorted(_each(rules, state, units)))


def _each(rules: EightHundred, state: State, units: Iterable[int]) -> list[tuple[Any, ...]]:
    where, points, reduced = state.where, state.points, state.reduced
    return [rules.stands.described(k, where[k], points[k], reduced[k]) for k in units]
