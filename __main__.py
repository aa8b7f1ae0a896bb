"""The process `senpu`; `python -m senpu` is the same."""

import gc
import sys

THRESHOLD = 50_000
"""The new objects after which Python searches for garbage. A short command makes fewer."""


def main() -> int:
    """Run the command that the arguments of the process name, and return its exit status."""
    gc.set_threshold(THRESHOLD)
    from senpu.tui.cli import main as run  # loading it makes most of the objects

    status = run()
    gc.freeze()  # the system frees all memory sooner than Python searches it
    return status


if __name__ == "__main__":
    sys.exit(main())
