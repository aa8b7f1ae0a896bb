"""The position key of 800: units of one side, kind and numbers are taken as one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from senpu.replay.games.eight_hundred.context import EightHundred
from senpu.replay.games.eight_hundred.state import DUE, State


def interchangeable(rules: EightHundred, state: State) -> Any:
    """The position with like units taken as one: which of them it is makes no difference to what
    may follow.

    What is left over from before (who had the initiative, the stage) is not in it, nor when a
    unit that has come was due.
    """
    columns = zip(
        rules.sheet.like, state.where, rules.sheet.enters, state.points, state.reduced, strict=True
    )
    units = [
        (like, place, turn if place == DUE else 0, points, reduced)
        for like, place, turn, points, reduced in columns
    ]
    units.sort()
    return _rest(rules, state), units


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
    """Return for each unit its kind, place, points and steps; for a unit that is due, its turn."""
    like, enters = rules.sheet.like, rules.sheet.enters
    where, points, reduced = state.where, state.points, state.reduced
    return [
        (like[k], where[k], enters[k] if where[k] == DUE else 0, points[k], reduced[k])
        for k in units
    ]
