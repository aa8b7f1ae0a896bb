"""Run the benchmarks: `python -m tests.bench [--json] [KEY …]`."""

import argparse
import json
import sys

from tests.bench.measures import measure


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    parser.add_argument("--json", action="store_true", help="one object, and nothing else")
    parser.add_argument("keys", nargs="*", metavar="KEY", help="only these")
    given = parser.parse_args()

    def report(key: str, value: object) -> None:
        if not given.json:
            print(f"{key:<24} {value}", flush=True)

    found = measure(given.keys, report)
    if given.json:
        print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
