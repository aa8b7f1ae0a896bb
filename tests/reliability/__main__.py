"""The command `python -m tests.reliability [--small] [--write] [NAME …]`."""

import argparse
import sys
from importlib import import_module
from time import monotonic

from tests.reliability.figures import machine, write

TESTS = (
    "damage", "crashes", "command_crashes", "system_calls", "full_disks", "writers", "mailing",
    "copies", "fuzzing", "mutation", "speed",
)  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.reliability",
        description="Test the guarantees of logs. Takes about twenty minutes.",
    )
    parser.add_argument("--small", action="store_true", help="run fewer cases (about one minute)")
    parser.add_argument(
        "--write", action="store_true", help="write the results to spec/en/reference/reliability.md"
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"tests to run: {', '.join(TESTS)} (default: all)"
    )
    given = parser.parse_args()
    if unknown := {*given.names} - {*TESTS}:
        parser.error(f"unknown test {', '.join(sorted(unknown))}; available: {', '.join(TESTS)}")
    print(machine(), flush=True)
    figures = []
    for name in given.names or TESTS:
        begin = monotonic()
        for figure in import_module(f"tests.reliability.{name}").measure(given.small):
            print(figure.row, flush=True)
            figures.append(figure)
        print(f"  {name}: {monotonic() - begin:.0f} s", flush=True)
    if given.write:
        write(figures)
    return 0 if all(figure.met for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
