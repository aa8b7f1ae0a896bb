"""Audit of the dice of logs: how often each face was rolled, and whether that is surprising."""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import msgspec

from senpu.logs.record import open_record
from senpu.notation.events import Roll
from senpu.notation.faults import Fault
from senpu.notation.lines import Line
from senpu.notation.messages import Message
from senpu.replay.core.reducer import ReductionError, Step
from senpu.replay.core.registry import check_rules
from senpu.replay.core.rules import CHANCE
from senpu.replay.disputes.fairness import FACES
from senpu.replay.disputes.log_reducer import LogReducer

TINY = 1e-15
ROUNDS = 10_000
LEVEL = 0.05
"""How seldom a test may call good dice bad."""
POWER = 0.8
"""How often it is to find the bias that it is said to find."""
EXACT = 400
"""Up to so many throws the runs are counted exactly; beyond, the normal curve serves."""


def upper_gamma(a: float, x: float) -> float:
    """Q(a, x), the regularised upper incomplete gamma function, for a > 0: by the series for small
    x, else by Lentz's continued fraction (Abramowitz and Stegun, 6.5.29 and 6.5.31).

    >>> round(upper_gamma(1, 2), 6) == round(math.exp(-2), 6)
    True
    """
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for n in range(1, ROUNDS):
            term *= x / (a + n)
            total += term
            if term < total * TINY:
                break
        return max(0.0, 1 - scale * total)
    b = x + 1 - a
    c, d = 1e300, 1 / b
    fraction = d
    for n in range(1, ROUNDS):
        step = -n * (n - a)
        b += 2
        d = 1 / (step * d + b)
        c = b + step / c
        fraction *= c * d
        if abs(c * d - 1) < TINY:
            break
    return min(1.0, scale * fraction)


def chi_square(counts: Sequence[int]) -> tuple[float, float]:
    """The statistic against equal chances, and how likely a greater one is (Pearson, 1900)."""
    expected = sum(counts) / len(counts)
    if not expected:
        return 0.0, 1.0
    value = sum((count - expected) ** 2 for count in counts) / expected
    return value, upper_gamma((len(counts) - 1) / 2, value / 2)


def runs(high: Sequence[bool]) -> tuple[int, float, float]:
    """How many runs there are in a sequence of two kinds, how many were to be expected, and how
    likely a number as far off is (Wald and Wolfowitz, 1940).
    """
    first, second = sum(high), len(high) - sum(high)
    found = sum(one != other for one, other in pairwise(high)) + bool(high)
    if not first or not second:
        return found, float(found), 1.0
    every = first + second
    mean = 1 + 2 * first * second / every
    if every <= EXACT:
        off = abs(found - mean) - 1e-9
        ways = (
            _ways(first, second, count) for count in range(2, every + 1) if abs(count - mean) >= off
        )
        return found, mean, min(1.0, sum(ways) / math.comb(every, first))
    spread = math.sqrt((mean - 1) * (mean - 2) / (every - 1))
    return found, mean, math.erfc(abs(found - mean) / spread / math.sqrt(2))


def _ways(first: int, second: int, count: int) -> int:
    """In how many orders things of two kinds make so many runs."""
    half, odd = divmod(count, 2)

    def cut(things: int, parts: int) -> int:
        return math.comb(things - 1, parts - 1) if parts else 0

    if odd:
        return cut(first, half + 1) * cut(second, half) + cut(first, half) * cut(second, half + 1)
    return 2 * cut(first, half) * cut(second, half)


# ---- what a sample could have shown ---------------------------------------------------------


@cache
def threshold(free: int, level: float = LEVEL) -> float:
    """The chi-square that good dice pass with that chance, by halving."""
    low, high = 0.0, 1000.0 + 10 * free
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if upper_gamma(free / 2, middle / 2) > level else (low, middle)
    return high


def passed(free: int, noncentral: float, value: float) -> float:
    """How likely a noncentral chi-square is greater than a value: Poisson's mixture of central
    ones.
    """
    half, total, weight = noncentral / 2, 0.0, math.exp(-noncentral / 2)
    for n in range(ROUNDS):
        total += weight * upper_gamma(free / 2 + n, value / 2)
        weight *= half / (n + 1)
        if n > half and weight < TINY:
            break
    return total


@cache
def needed(faces: int) -> float:
    """The noncentrality that is found so often as POWER says."""
    low, high = 0.0, 200.0
    for _ in range(60):
        middle = (low + high) / 2
        found = passed(faces - 1, middle, threshold(faces - 1)) >= POWER
        low, high = (low, middle) if found else (middle, high)
    return high


def least_bias(count: int, faces: int) -> float | None:
    """The least chance of one face, all others being alike, that so many dice would have shown in
    four of five such samples; nothing, if they could have shown none.

    With chance 1/k + d for one face the noncentrality is n d^2 k^2 / (k - 1).
    """
    if not count:
        return None
    more = math.sqrt(needed(faces) * (faces - 1) / count) / faces
    return 1 / faces + more if more < 1 - 1 / faces else None


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
    """The distribution of the dice of some logs; `--json` prints it."""

    logs: int = 0
    dice: int = 0
    taken_back: int = 0
    """How many of them were undone."""
    groups: list[Group] = []
    """All, then by side, by source, and by both where there are several."""
    tests: int = 0
    """The number of tests; at the level of 5%, 1 in 20 calls fair dice unfair."""
    left_out: dict[str, Message] = {}
    """The first fault of each invalid log; its dice before that are counted."""
    games: list[str] = []
    """The rule sets of the logs."""


class _Pass:
    """The dice of one log."""

    def __init__(self) -> None:
        self.dice: list[Die] = []
        self.taken_back = 0
        self.game = ""
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
    """Return the dice of some logs, each up to its first fault.

    Args:
        paths: The logs.
        named: A file of data to play them on.
    """
    found, dice = Audit(), list[Die]()
    for path in paths:
        one = _Pass()
        try:
            fault = _read(path, one, named)
        except OSError as error:
            fault = Message("dice.unreadable", {"why": error})
        if fault is not None:
            found.left_out[str(path)] = fault
        if one.game and one.game not in found.games:
            found.games.append(one.game)
        found.logs += 1
        found.taken_back += one.taken_back
        dice += one.dice
    found.dice = len(dice)
    found.groups = list(_groups(dice))
    found.tests = sum(
        (group.chi_square_p is not None) + (group.runs_p is not None) for group in found.groups
    )
    return found


def _read(path: Path, one: _Pass, named: Path | None) -> Message | None:
    """Read a log up to its first fault, and return that fault."""
    record = open_record(path)
    rules = check_rules(record, named)
    if isinstance(rules, Fault):
        return Message("dice.fault", {"fault": rules.id, "message": rules.message})
    one.game = rules.spec.id
    one.reducer = LogReducer(rules, one.heard, record.signers)
    one.reducer.dice.on = True
    for number, line in record:
        if ident := _fault(one.reducer, line):
            return Message("dice.line", {"line": number, "fault": ident})
    return None


def _fault(reducer: LogReducer, line: Line | Fault) -> str:
    """Return the id of the fault of a line, or ""."""
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
