"""Crashes of appends and repairs at every call, with every kind of remaining bytes."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from senpu.logs.journal import IncompleteLineError, JournalError, hold_log
from senpu.logs.repair import DamagedLogError, repair
from tests.reliability.disk import FILLS, Disk, PowerFailureError, in_use
from tests.reliability.figures import Figure
from tests.reliability.games import first_fault, game, read
from tests.reliability.steps import ADDED, PATH, Steps


def measure(small: bool) -> Iterator[Figure]:
    yield appends(1 if small else 30)
    yield repairs(1 if small else 30)
    yield sequences(8 if small else 300)


def sequences(count: int) -> Figure:
    """Run appends, crashes, errors, repairs and locks of other programs in any order."""
    Steps.points = 0
    run_state_machine_as_test(
        Steps,
        settings=settings(
            max_examples=count, stateful_step_count=30, deadline=None, database=None,
            derandomize=True, suppress_health_check=list(HealthCheck),
        ),
    )  # fmt: skip
    goal = "no acknowledged line lost, none joined, no damage unreported"
    what = "appends, crashes, errors, repairs and locks in any order (steps)"
    return Figure(what, Steps.points, goal, "none of these", True)


def appends(rounds: int) -> Figure:
    """Crash an append at every call, after every prefix, with every kind of remaining bytes."""
    random, outcomes = Random(8), Counter[str]()
    for number in range(rounds):
        text = game(2 + number).encode()
        for added in ADDED:
            lines = read(text).chain.add_tags(added).encode()
            for acknowledged, disk in yield_crashes(text, partial(_append, lines, len(text))):
                pending = len(disk.seen[str(PATH)]) - len(disk.synced[str(PATH)])
                for kept in range(max(pending, 0) + 1):
                    for fill in FILLS if pending > kept else FILLS[:1]:
                        data = disk.after_crash(PATH, kept, fill, random)
                        must = text + lines if acknowledged else text
                        outcomes[find_outcome(data, must, text + lines)] += 1
    return _figure(
        "an append that crashes: each call, each byte, each kind of remaining bytes", outcomes
    )


def repairs(rounds: int) -> Figure:
    """Crash a repair at every call."""
    random, outcomes = Random(9), Counter[str]()
    for number in range(rounds):
        text = game(2 + number).encode()
        for torn in (b"J: i3", b"\0" * 40, b"\xff\xfe\n\x81", random.randbytes(30) + b"\xff"):
            data = text + torn
            for _, disk in yield_crashes(data, partial(repair, PATH)):
                for kept in (0, 1):
                    found = disk.after_crash(PATH, kept, "dropped", random)
                    backup = disk.synced.get(f"{PATH}.torn-1", b"")
                    safe = found == data or backup == torn
                    outcomes[find_outcome(found, text, data) if safe else "evidence lost"] += 1
    return _figure("a repair that crashes: each call, end cut on disk or not", outcomes)


def _append(lines: bytes, after: int) -> None:
    with hold_log(PATH) as held:
        held.read()
        held.append(lines.decode(), after)


def yield_crashes(text: bytes, work: Callable[[], object]) -> Iterator[tuple[bool, Disk]]:
    """Yield the disk after a crash at each call of some work, and at last without a crash.

    Yields:
        Whether the work was completed, and the disk.
    """
    at, done = 0, False
    while not done:
        disk = Disk()
        disk.restart(PATH, text)
        disk.kill_at = at
        with in_use(disk):
            try:
                work()
                done = True
            except PowerFailureError:
                at += 1
        disk.kill_at = -1
        yield done, disk


def find_outcome(data: bytes, acknowledged: bytes, whole: bytes) -> str:
    """Return the outcome for a log after a crash, a repair and another append."""
    if not data.startswith(acknowledged):
        return "acknowledged line lost"
    disk = Disk()
    disk.restart(PATH, data)
    with in_use(disk):
        try:
            with hold_log(PATH) as held:
                held.read()
            torn = False
        except IncompleteLineError:
            torn = True
        fault = first_fault(data)
        if (fault is None) is not (whole.startswith(data) and not torn):
            return "damage unreported"
        if fault is None:
            return _append_again(disk, "valid at once")
        try:
            repair(PATH)
        except DamagedLogError:
            return "damage reported" if disk.seen[str(PATH)] == data else "changed unreported"
        except JournalError:
            return "not repaired"
        now = disk.seen[str(PATH)]
        if not now.startswith(acknowledged) or not whole.startswith(now):
            return "acknowledged line lost"
        if disk.synced[f"{PATH}.torn-1"] != data[len(now) :]:
            return "evidence lost"
        return _append_again(disk, "valid after a repair")


def _append_again(disk: Disk, outcome: str) -> str:
    """Return `outcome` if a line can be appended to the log."""
    data = disk.seen[str(PATH)]
    _append(read(data).chain.add_tags("{on}\n").encode(), len(data))
    return "joined" if first_fault(disk.synced[str(PATH)]) else outcome


FINE = ("valid at once", "valid after a repair", "damage reported")


def _figure(what: str, outcomes: "Counter[str]") -> Figure:
    tried = outcomes.total()
    bad = {name: count for name, count in outcomes.items() if name not in FINE}
    found = ", ".join(f"{outcomes[name]:,} {name}" for name in FINE if outcomes[name])
    found += "".join(f", **{count:,} {name}**" for name, count in bad.items())
    goal = "no acknowledged line lost, none joined, no damage unreported"
    return Figure(what, tried, goal, found, not bad)
