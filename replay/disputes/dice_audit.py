"""A look at all the dice of some logs: how often each face fell, and whether that is surprising.

By side (whose die it was, or who acted before it) and by source. Dice that were taken back count
too, for they were rolled. Says what the numbers are; dice that look bad prove nothing of anybody,
and dice that look good are not proven to be fair.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from senpu.logs.record import open_record
from senpu.notation.events import Roll
from senpu.notation.faults import Fault
from senpu.notation.lines import Line
from senpu.replay.core.log_rules import checked_rules
from senpu.replay.core.reducer import ReductionError, Step
from senpu.replay.core.rules import CHANCE
from senpu.replay.disputes.fairness import FACES
from senpu.replay.disputes.log_reducer import LogReducer
from senpu.replay.disputes.significance import chi_square, least_bias, runs

LEAST = 30
"""Below so many dice the chi-square test says nothing: fewer than five are expected of a face."""
SOURCES = ("proven", "receipts", "recorded")


class Die(NamedTuple):
    """One die that fell."""

    pips: int
    side: str
    source: str


class Group(msgspec.Struct):
    """The dice of one kind, in order, and what the tests say of them."""

    side: str
    """A side's id; empty for all."""
    source: str
    """`proven`, `receipts`, `recorded`; empty for all."""
    dice: int
    counts: list[int]
    """How often each face fell, from 1."""
    mean: float
    chi_square: float
    chi_square_p: float | None
    """How likely good dice are at least as uneven; nothing for too few dice."""
    runs: int
    """Of high dice (4 to 6) and of low ones, one after another."""
    runs_expected: float
    runs_p: float | None
    shows: float | None
    """The least chance of a single face that such a sample would have shown, four times of five;
    nothing where it could have shown none."""


class Audit(msgspec.Struct):
    """What there is to say of the dice of some logs; `--json` prints it as it is."""

    logs: int = 0
    dice: int = 0
    taken_back: int = 0
    """How many of them were taken back."""
    groups: list[Group] = []
    """All, then by side, by source, and by both where there are several."""
    tests: int = 0
    """How many tests were made: of twenty, one calls good dice bad."""
    left_out: dict[str, str] = {}
    """The logs that are not good, whose dice up to there count, and their first faults."""


class _Pass:
    """The dice of one log."""

    def __init__(self) -> None:
        self.dice: list[Die] = []
        self.taken_back = 0
        self._last = ""
        self._standing: list[int] = []
        """For each event that stands: how many dice it rolled."""
        self.reducer: LogReducer

    def heard(self, step: Step) -> None:
        if step.undone:
            self.taken_back += sum(self._standing[-step.undone :])
            del self._standing[-step.undone :]
            return
        rolled = self._rolled(step) if isinstance(step.event, Roll) else []
        self.dice += rolled
        self._standing.append(len(rolled))
        if step.actor not in (CHANCE, ""):
            self._last = step.actor

    def _rolled(self, step: Step) -> list[Die]:
        assert isinstance(step.event, Roll)
        pips, named = step.event.pips, step.event.sides
        sides = self.reducer.rules.side_of_letter
        whose = [sides.get(letter, "") for letter in named] or [self._last] * len(pips)
        source = self.reducer.dice.source
        return [Die(face, side, source) for face, side in zip(pips, whose, strict=True)]


def audit(paths: Iterable[Path], named: Path | None = None) -> Audit:
    """The dice of some logs, as far as each is good. `named` is a file of data."""
    found, dice = Audit(), list[Die]()
    for path in paths:
        one = _Pass()
        try:
            amiss = _read(path, one, named)
        except OSError as error:
            amiss = error.strerror or str(error)
        if amiss:
            found.left_out[str(path)] = amiss
        found.logs += 1
        found.taken_back += one.taken_back
        dice += one.dice
    found.dice = len(dice)
    found.groups = list(_groups(dice))
    found.tests = sum(
        (group.chi_square_p is not None) + (group.runs_p is not None) for group in found.groups
    )
    return found


def _read(path: Path, one: _Pass, named: Path | None) -> str:
    """Read a log up to its first fault, and say what that is."""
    record = open_record(path)
    rules = checked_rules(record, named)
    if isinstance(rules, Fault):
        return f"{rules.id}: {rules.message}"
    one.reducer = LogReducer(rules, one.heard, record.signers)
    one.reducer.dice.on = True
    for number, line in record:
        amiss = _amiss(one.reducer, line)
        if amiss:
            return f"line {number}: {amiss}"
    return ""


def _amiss(reducer: LogReducer, line: Line | Fault) -> str:
    if isinstance(line, Fault):
        return line.id
    try:
        reducer.read(line)
    except ReductionError as bad:
        return bad.fault
    return ""


def _groups(dice: list[Die]) -> Iterator[Group]:
    sides = sorted({die.side for die in dice if die.side})
    sources = [source for source in SOURCES if any(die.source == source for die in dice)]
    kinds = [("", "")]
    kinds += [(side, "") for side in sides] if len(sides) > 1 else []
    kinds += [("", source) for source in sources] if len(sources) > 1 else []
    if len(sides) > 1 and len(sources) > 1:
        kinds += [(side, source) for side in sides for source in sources]
    for side, source in kinds:
        yield group_of(
            [die.pips for die in dice if side in ("", die.side) and source in ("", die.source)],
            side, source,
        )  # fmt: skip


def group_of(pips: list[int], side: str = "", source: str = "") -> Group:
    """Dice of one kind in the order in which they fell, tested."""
    counts = [pips.count(face) for face in range(1, FACES + 1)]
    value, p = chi_square(counts)
    found, expected, runs_p = runs([face > FACES // 2 for face in pips])
    enough = len(pips) >= LEAST
    return Group(
        side, source, len(pips), counts, sum(pips) / len(pips) if pips else 0.0,
        value, p if enough else None, found, expected, runs_p if enough else None,
        least_bias(len(pips), FACES) if enough else None,
    )  # fmt: skip
