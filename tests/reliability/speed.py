"""Times of verification."""

from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from senpu.logs.chain import Chain
from senpu.logs.record import LIBRARY
from senpu.notation.reader import split_rows
from senpu.replay.disputes.verification import verify
from tests.reliability.figures import Figure
from tests.reliability.games import game

EVENTS = 10_000


def measure(small: bool) -> Iterator[Figure]:
    times = 1 if small else 7
    data = game(EVENTS).encode()
    yield _figure("check of the chain of 10,000 lines", times, 50, lambda: whole_chain(data))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.senpu"
        path.write_bytes(data)
        yield _figure(
            "verification of 10,000 events of a chained toy game",
            times,
            1000,
            lambda: check_log(path),
        )
    logs = sorted((LIBRARY / "800").glob("*.senpu"))
    verdicts = [verify(path) for path in logs]
    events = sum(verdict.events for verdict in verdicts)

    def read_all() -> None:
        for path in logs:
            check_log(path)

    rounds = EVENTS / events
    yield _figure(
        "verification of 10,000 events of 800 (library logs, in sequence)",
        times, 1000, read_all, rounds,
    )  # fmt: skip


def whole_chain(data: bytes) -> None:
    chain = Chain()
    chain.read(split_rows(data))
    assert chain.on
    assert not chain.faults
    assert chain.row == data.count(b"\n")


def check_log(path: Path) -> None:
    assert verify(path).valid, path


def _figure(
    what: str, times: int, goal: int, work: Callable[[], None], rounds: float = 1.0
) -> Figure:
    """Return the median time of `times` runs in milliseconds of one core."""
    taken = []
    for _ in range(times):
        begin = process_time()
        work()
        taken.append((process_time() - begin) * 1000 * rounds)
    found = median(taken)
    return Figure(what, times, f"under {goal:,} ms", f"{found:,.0f} ms of one core", found < goal)
