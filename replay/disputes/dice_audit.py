"""Audit of the dice of logs: the frequency of each face, and its significance."""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import msgspec

from senpu.logs.inputs import Source
from senpu.logs.record import open_record
from senpu.notation.events import Roll
from senpu.notation.faults import Fault
from senpu.notation.lines import Line
from senpu.notation.messages import Message
from senpu.replay.core.reducer import ReductionError, Step
from senpu.replay.core.registry import check_rules
from senpu.replay.core.states import CHANCE
from senpu.replay.disputes.fairness import FACES
from senpu.replay.disputes.log_reducer import LogReducer

TINY = 1e-15
ROUNDS = 10_000
LEVEL = 0.05
"""The probability that a test calls fair dice unfair."""
POWER = 0.8
"""The probability that a test finds the least detectable bias."""
EXACT = 400
"""The greatest number of throws for which runs are counted exactly; the normal distribution
approximates larger numbers."""


def upper_gamma(a: float, x: float) -> float:
    """Return Q(a, x), the regularised upper incomplete gamma function, for a > 0.

    The series is used for small x, else Lentz's continued fraction (Abramowitz and Stegun, 6.5.29
    and 6.5.31).

    >>> round(upper_gamma(1, 2), 6) == round(math.exp(-2), 6)
    True

    Returns:
        A value from 0 to 1.
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
    """Return Pearson's statistic for equal probabilities, and its p-value (Pearson, 1900)."""
    expected = sum(counts) / len(counts)
    if not expected:
        return 0.0, 1.0
    value = sum((count - expected) ** 2 for count in counts) / expected
    return value, upper_gamma((len(counts) - 1) / 2, value / 2)


def count_runs(high: Sequence[bool]) -> tuple[int, float, float]:
    """Return the number of runs, its expected value, and the p-value (Wald and Wolfowitz, 1940)."""
    first, second = sum(high), len(high) - sum(high)
    found = sum(one != other for one, other in pairwise(high)) + bool(high)
    if not first or not second:
        return found, float(found), 1.0
    every = first + second
    mean = 1 + 2 * first * second / every
    if every <= EXACT:
        off = abs(found - mean) - 1e-9
        ways = (
            _count_orders(first, second, count)
            for count in range(2, every + 1)
            if abs(count - mean) >= off
        )
        return found, mean, min(1.0, sum(ways) / math.comb(every, first))
    spread = math.sqrt((mean - 1) * (mean - 2) / (every - 1))
    return found, mean, math.erfc(abs(found - mean) / spread / math.sqrt(2))


def _count_orders(first: int, second: int, count: int) -> int:
    """Return the number of orders of two kinds of things that make `count` runs."""
    half, odd = divmod(count, 2)

    def cut(things: int, parts: int) -> int:
        return math.comb(things - 1, parts - 1) if parts else 0

    if odd:
        return cut(first, half + 1) * cut(second, half) + cut(first, half) * cut(second, half + 1)
    return 2 * cut(first, half) * cut(second, half)


# ---- what a sample could have shown ---------------------------------------------------------


@cache
def find_threshold(free: int, level: float = LEVEL) -> float:
    """Return the chi-square that fair dice exceed with the given probability, by bisection."""
    low, high = 0.0, 1000.0 + 10 * free
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if upper_gamma(free / 2, middle / 2) > level else (low, middle)
    return high


def find_tail_probability(free: int, noncentral: float, value: float) -> float:
    """Return the probability that a noncentral chi-square exceeds `value`.

    The distribution is Poisson's mixture of central ones.

    Returns:
        A value from 0 to 1.
    """
    half, total, weight = noncentral / 2, 0.0, math.exp(-noncentral / 2)
    for n in range(ROUNDS):
        total += weight * upper_gamma(free / 2 + n, value / 2)
        weight *= half / (n + 1)
        if n > half and weight < TINY:
            break
    return total


@cache
def find_noncentrality(faces: int) -> float:
    """Return the noncentrality that the test detects with probability `POWER`."""
    low, high = 0.0, 200.0
    for _ in range(60):
        middle = (low + high) / 2
        found = find_tail_probability(faces - 1, middle, find_threshold(faces - 1)) >= POWER
        low, high = (low, middle) if found else (middle, high)
    return high


def find_least_bias(count: int, faces: int) -> float | None:
    """Return the least detectable probability of one face, the other faces being equal.

    With probability 1/k + d for one face, the noncentrality is n d^2 k^2 / (k - 1).

    Args:
        count: The number of dice.
        faces: The number of faces.

    Returns:
        The probability that is detected in four of five samples; None if no bias is detected.
    """
    if not count:
        return None
    more = math.sqrt(find_noncentrality(faces) * (faces - 1) / count) / faces
    return 1 / faces + more if more < 1 - 1 / faces else None


MIN_DICE = 30
"""The least number of dice for a chi-square test: below it, fewer than five are expected of a face.
"""
SOURCES = ("proven", "receipts", "recorded")


class Die(NamedTuple):
    """A die that was rolled."""

    pips: int
    side: str
    source: str


class DiceGroup(msgspec.Struct):
    """The dice of one kind, in order, and the results of the tests."""

    side: str
    """A side's id; empty for all."""
    source: str
    """`proven`, `receipts` or `recorded`; empty for all."""
    dice: int
    counts: list[int]
    """The frequency of each face, from 1."""
    mean: float
    chi_square: float
    chi_square_p: float | None
    """The probability that fair dice are at least as uneven; None for too few dice."""
    runs: int
    """The number of runs of high dice (4 to 6) and low dice."""
    runs_expected: float
    runs_p: float | None
    detectable: float | None
    """The least probability of a single face that four of five such samples detect; None if no bias
    is detected."""


class DiceAudit(msgspec.Struct):
    """The distribution of the dice of some logs; `--json` prints it."""

    logs: int = 0
    dice: int = 0
    undone: int = 0
    """The number of dice that were undone."""
    groups: list[DiceGroup] = []
    """All dice; then, if there are several, the dice of each side, of each source, and of both."""
    tests: int = 0
    """The number of tests; at the level of 5%, 1 in 20 calls fair dice unfair."""
    excluded: dict[str, Message] = {}
    """The first fault of each invalid log; its dice before that are counted."""
    games: list[str] = []
    """The rule sets of the logs."""


class _LogDice:
    """The dice of a log."""

    def __init__(self) -> None:
        self.dice: list[Die] = []
        self.undone = 0
        self.game = ""
        self._last = ""
        self._dice_counts: list[int] = []
        """For each event that is not undone: the number of its dice."""
        self.reducer: LogReducer

    def add_step(self, step: Step) -> None:
        if step.undone:
            self.undone += sum(self._dice_counts[-step.undone :])
            del self._dice_counts[-step.undone :]
            return
        rolled = self._rolled(step) if isinstance(step.event, Roll) else []
        self.dice += rolled
        self._dice_counts.append(len(rolled))
        if step.actor not in (CHANCE, ""):
            self._last = step.actor

    def _rolled(self, step: Step) -> list[Die]:
        assert isinstance(step.event, Roll)
        pips, named = step.event.pips, step.event.sides
        sides = self.reducer.rules.side_of_letter
        whose = [sides.get(letter, "") for letter in named] or [self._last] * len(pips)
        source = self.reducer.dice.source
        return [Die(face, side, source) for face, side in zip(pips, whose, strict=True)]


def audit_dice(logs: Iterable[Source], data_file: Source | None = None) -> DiceAudit:
    """Return the dice of some logs, each up to its first fault.

    Args:
        logs: The logs.
        data_file: A file of data.

    Returns:
        The audit.
    """
    found, dice = DiceAudit(), list[Die]()
    for log in logs:
        one = _LogDice()
        try:
            fault = _read(log, one, data_file)
        except OSError as error:
            fault = Message("dice.unreadable", {"why": error})
        if fault is not None:
            found.excluded[str(log)] = fault
        if one.game and one.game not in found.games:
            found.games.append(one.game)
        found.logs += 1
        found.undone += one.undone
        dice += one.dice
    found.dice = len(dice)
    found.groups = list(_make_groups(dice))
    found.tests = sum(
        (group.chi_square_p is not None) + (group.runs_p is not None) for group in found.groups
    )
    return found


def _read(log: Source, one: _LogDice, data_file: Source | None) -> Message | None:
    """Read a log up to its first fault, and return that fault."""
    record = open_record(log)
    rules = check_rules(record, data_file)
    if isinstance(rules, Fault):
        return Message("dice.fault", {"fault": rules.id, "message": rules.message})
    one.game = rules.spec.id
    one.reducer = LogReducer(rules, one.add_step, record.signers)
    one.reducer.dice.is_active = True
    for number, line in record:
        if ident := _find_fault(one.reducer, line):
            return Message("dice.line", {"line": number, "fault": ident})
    return None


def _find_fault(reducer: LogReducer, line: Line | Fault) -> str:
    """Return the id of the fault of a line, or ""."""
    if isinstance(line, Fault):
        return line.id
    try:
        reducer.read(line)
    except ReductionError as bad:
        return bad.fault
    return ""


def _make_groups(dice: list[Die]) -> Iterator[DiceGroup]:
    sides = sorted({die.side for die in dice if die.side})
    sources = [source for source in SOURCES if any(die.source == source for die in dice)]
    kinds = [("", "")]
    kinds += [(side, "") for side in sides] if len(sides) > 1 else []
    kinds += [("", source) for source in sources] if len(sources) > 1 else []
    if len(sides) > 1 and len(sources) > 1:
        kinds += [(side, source) for side in sides for source in sources]
    for side, source in kinds:
        yield make_group(
            [die.pips for die in dice if side in ("", die.side) and source in ("", die.source)],
            side, source,
        )  # fmt: skip


def make_group(pips: list[int], side: str = "", source: str = "") -> DiceGroup:
    """Return the test results of dice of one kind, in the order in which they fell."""
    counts = [pips.count(face) for face in range(1, FACES + 1)]
    value, p = chi_square(counts)
    found, expected, runs_p = count_runs([face > FACES // 2 for face in pips])
    enough = len(pips) >= MIN_DICE
    return DiceGroup(
        side, source, len(pips), counts, sum(pips) / len(pips) if pips else 0.0,
        value, p if enough else None, found, expected, runs_p if enough else None,
        find_least_bias(len(pips), FACES) if enough else None,
    )  # fmt: skip
