"""Appends and repairs that end in a crash, at every call and with every kind of remains."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from senpu.logs.journal import IncompleteLineError, JournalError, hold_log
from senpu.logs.repair import DamagedLogError, repair
from tests.reliability.disk import FILLS, Disk, Killed, in_use
from tests.reliability.figures import Figure
from tests.reliability.games import first_fault, game, read
from tests.reliability.steps import ADDED, PATH, Steps


def measure(small: bool) -> Iterator[Figure]:
    yield appends(1 if small else 30)
    yield repairs(1 if small else 30)
    yield sequences(8 if small else 300)


def sequences(count: int) -> Figure:
    """Appends, crashes, errors, repairs and other programs' locks in any order."""
    Steps.points = 0
    run_state_machine_as_test(
        Steps,
        settings=settings(
            max_examples=count, stateful_step_count=30, deadline=None, database=None,
            derandomize=True, suppress_health_check=list(HealthCheck),
        ),
    )  # fmt: skip
    goal = "no acknowledged line lost, no lines joined, all damage reported"
    what = "appends, crashes, errors, repairs and locks in any order (steps)"
    return Figure(what, Steps.points, goal, "none of these", True)


def appends(rounds: int) -> Figure:
    """Every call of an append, every prefix of what it wrote, every kind of remains."""
    random, outcomes = Random(8), Counter[str]()
    for number in range(rounds):
        text = game(2 + number).encode()
        for added in ADDED:
            lines = read(text).chain.add_tags(added).encode()
            for acknowledged, disk in crashed(text, partial(_append, lines, len(text))):
                pending = len(disk.seen[str(PATH)]) - len(disk.synced[str(PATH)])
                for kept in range(max(pending, 0) + 1):
                    for fill in FILLS if pending > kept else FILLS[:1]:
                        data = disk.after_crash(PATH, kept, fill, random)
                        must = text + lines if acknowledged else text
                        outcomes[judged(data, must, text + lines)] += 1
    return _figure("an append crashed: each call, each byte, each kind of remains", outcomes)


def repairs(rounds: int) -> Figure:
    """Every call of a repair."""
    random, outcomes = Random(9), Counter[str]()
    for number in range(rounds):
        text = game(2 + number).encode()
        for torn in (b"J: i3", b"\0" * 40, b"\xff\xfe\n\x81", random.randbytes(30) + b"\xff"):
            data = text + torn
            for _, disk in crashed(data, partial(repair, PATH)):
                for kept in (0, 1):
                    found = disk.after_crash(PATH, kept, "dropped", random)
                    beside = disk.synced.get(f"{PATH}.torn-1", b"")
                    safe = found == data or beside == torn
                    outcomes[judged(found, text, data) if safe else "evidence lost"] += 1
    return _figure("a repair crashed: each call, cut on disk or not", outcomes)


def _append(lines: bytes, after: int) -> None:
    with hold_log(PATH) as held:
        held.read()
        held.append(lines.decode(), after)


def crashed(text: bytes, work: Callable[[], object]) -> Iterator[tuple[bool, Disk]]:
    """The disk after a crash at each call of some work, and at last without one; and whether the
    work was done then.
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
            except Killed:
                at += 1
        disk.kill_at = -1
        yield done, disk


def judged(data: bytes, acknowledged: bytes, whole: bytes) -> str:
    """What becomes of a log after a crash, up to its going on."""
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
            return "damage silent"
        if fault is None:
            return _gone_on(disk, "valid at once")
        try:
            repair(PATH)
        except DamagedLogError:
            return (
                "reported, left to the user" if disk.seen[str(PATH)] == data else "changed silently"
            )
        except JournalError:
            return "not repaired"
        now = disk.seen[str(PATH)]
        if not now.startswith(acknowledged) or not whole.startswith(now):
            return "acknowledged line lost"
        if disk.synced[f"{PATH}.torn-1"] != data[len(now) :]:
            return "evidence lost"
        return _gone_on(disk, "valid after a repair")


def _gone_on(disk: Disk, how: str) -> str:
    """Whether the log can be gone on with then."""
    data = disk.seen[str(PATH)]
    _append(read(data).chain.add_tags("{on}\n").encode(), len(data))
    return "glued" if first_fault(disk.synced[str(PATH)]) else how


FINE = ("valid at once", "valid after a repair", "reported, left to the user")


def _figure(what: str, outcomes: "Counter[str]") -> Figure:
    tried = outcomes.total()
    bad = {name: count for name, count in outcomes.items() if name not in FINE}
    found = ", ".join(f"{outcomes[name]:,} {name}" for name in FINE if outcomes[name])
    found += "".join(f", **{count:,} {name}**" for name, count in bad.items())
    goal = "no acknowledged line lost, no lines joined, all damage reported"
    return Figure(what, tried, goal, found, not bad)
