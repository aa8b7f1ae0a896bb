"""Build a book of synthetic games, and report what the steps cost.

`python -m tests.bench.passages [--passages N] [--jobs N]`. The games have no logs: the workers draw
their passages instead of reading them. At each event, a game chooses among many moves, of which a
few are frequent, and games with the same moves pass the same positions. So all steps after reading
have the work of real games.
"""

import argparse
import resource
import tempfile
from collections.abc import Iterable, Iterator
from functools import partial
from hashlib import blake2b
from itertools import accumulate
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from senpu.replay.analysis.executors import open_executor
from senpu.replay.core.registry import open_rules
from senpu.replay.openings import binding, shards
from senpu.replay.openings.binding import LogFile, build_book
from senpu.replay.openings.reading import NOWHERE, LogContent, Passages, get_ruleset
from senpu.replay.openings.shards import ReadPiece

DEPTH = 32
EACH = DEPTH + 2
"""The number of passages of a game: its events, the end, and a set-up of four events."""
MOVES = 40
"""The number of moves in a position; the n-th has a weight of 1/n²."""
WEIGHTS = [*accumulate(1 / (n * n) for n in range(1, MOVES + 1))]
RULESET = get_ruleset(open_rules("800/bonsai-2021"))
MEGABYTE = 1024


def number(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big", signed=True)


def draw_game(path: str) -> LogContent:
    """Return a synthetic game; its path is its seed."""
    random = Random(path)
    moves = [f"i{move}>A" for move in random.choices(range(MOVES), cum_weights=WEIGHTS, k=DEPTH)]
    positions = [number(" ".join(moves[:at])) for at in range(DEPTH + 1)]
    passages = Passages(
        [*positions, positions[0]], [0] * (DEPTH + 1) + [1],
        [*positions[1:], NOWHERE, positions[4]], [*moves, "", " ".join(moves[:4])],
        [*range(DEPTH + 1), 0],
    )  # fmt: skip
    result = random.randrange(2)
    return LogContent(
        path, RULESET, {}, blake2b(path.encode(), digest_size=16).digest(), "2026-11-30", "",
        "synthetic", {"japan": "one-ply", "china": "tree:400"}, result,
        f"{RULESET.sides[result].capitalize()} 4.2", random.randrange(-2, 3), 6, 150, 0, passages,
    )  # fmt: skip


def read_synthetic(piece: ReadPiece) -> bytes:
    """Do what `read_part` does, for synthetic games."""
    found = [draw_game(path) for path in piece.paths]
    shards.write_spill(piece, found)
    return msgspec.msgpack.encode([replace(each, passages=Passages()) for each in found])


def list_synthetic(games: int, folders: Iterable[Path]) -> Iterator[LogFile]:
    """Yield the names of the games in place of files."""
    (folder,) = folders
    for game in range(games):
        yield LogFile(f"{folder}/{game:09}.senpu", 1500, game)


def find_peak(who: int) -> int:
    """Return the largest memory of this process or of a worker, in megabytes."""
    return resource.getrusage(who).ru_maxrss // MEGABYTE


def measure(games: int, jobs: int) -> dict[str, float]:
    """Return what a book of some synthetic games costs.

    The CPU time of a step is the one of this process, which does the work if `jobs` is 1.
    """
    synthetic: dict[str, Any] = {
        "read_part": read_synthetic, "list_logs": partial(list_synthetic, games),
    }  # fmt: skip
    spilled = 0
    with patch.multiple(binding, **synthetic), tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        times = [(perf_counter(), process_time())]

        def note_read(done: int, of: int) -> None:
            nonlocal spilled
            if done == of:
                times.append((perf_counter(), process_time()))
                spilled = sum(each.stat().st_size for each in folder.rglob("*.spill"))

        with open_executor(jobs=jobs) as hands:
            bound = build_book(folder / "b.sqlite", [folder], hands, DEPTH, jobs, note_read)
        times.append((perf_counter(), process_time()))
        size = (folder / "b.sqlite").stat().st_size
    (started, cpu_started), (read, cpu_read), (ended, cpu_ended) = times
    return {
        "workers": jobs, "games": games, "passages": games * EACH, "positions": bound.positions,
        "draw: seconds": read - started, "draw: CPU seconds": cpu_read - cpu_started,
        "sort, count: seconds": ended - read, "sort, count: CPU seconds": cpu_ended - cpu_read,
        "MB, this process": find_peak(resource.RUSAGE_SELF),
        "MB, largest worker": find_peak(resource.RUSAGE_CHILDREN),
        "bytes a game, work folder": spilled / games, "bytes a game, book": size / games,
    }  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench.passages")
    parser.add_argument("--passages", type=int, default=1_000_000)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    for key, value in measure(-(-given.passages // EACH), given.jobs).items():
        print(f"{key:<28} {value:,.1f}".removesuffix(".0"))
