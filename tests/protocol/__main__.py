"""The command `python -m tests.protocol [--depth N] [--steps N] [--write] [NAME …]`."""

import argparse
import sys
from collections.abc import Callable, Iterable

from tests.protocol.figures import (
    DEPTH,
    STEPS,
    measure_flaws,
    measure_game_flaws,
    measure_play,
    measure_searches,
    measure_walks,
)
from tests.reliability.figures import Figure, machine, write

CHECKS = ("search", "walks", "flaws", "play")


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.protocol",
        description="Check the protocol of signed games. Takes about an hour.",
    )
    parser.add_argument("--depth", type=int, default=DEPTH, help="lines of an interleaving")
    parser.add_argument("--steps", type=int, default=STEPS, help="steps of the state machine")
    parser.add_argument(
        "--write", action="store_true", help="write the results to spec/en/reference/reliability.md"
    )
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help=f"checks to run: {', '.join(CHECKS)} (default: all)",
    )
    given = parser.parse_args()
    if unknown := {*given.names} - {*CHECKS}:
        parser.error(f"unknown check {', '.join(sorted(unknown))}; available: {', '.join(CHECKS)}")
    print(machine(), flush=True)
    names, figures = given.names or CHECKS, []
    measures: dict[str, Callable[[], Iterable[Figure]]] = {
        "search": lambda: measure_searches(given.depth),
        "walks": lambda: [measure_walks(max(1, given.steps // 1000))],
        "flaws": lambda: [measure_flaws(), measure_game_flaws(given.steps // 10)],
        "play": lambda: [measure_play(given.steps)],
    }
    for name in CHECKS:
        for figure in measures[name]() if name in names else ():
            print(figure.row, flush=True)
            figures.append(figure)
    if given.write:
        write(figures)
    return 0 if all(figure.met for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
