"""Disks that become full in the middle of a line and have space again."""

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from senpu.logs.journal import JournalError, hold_log, write_all
from tests.reliability.figures import Figure, skipped
from tests.reliability.games import first_fault, game, read

GOAL = "the log unchanged, and continued without a manual step"
LIMITED = """
import resource, sys
from pathlib import Path
from senpu.logs.journal import JournalError, hold_log
path, text = Path(sys.argv[1]), sys.stdin.buffer.read().decode()
with hold_log(path) as held:
    before = held.read()
for size in range(len(before), len(before) + len(text)):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    try:
        with hold_log(path) as held:
            held.append(text, len(held.read()))
        print("written")
    except JournalError as error:
        print("unchanged" if path.read_bytes() == before else "changed", error)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
with hold_log(path) as held:
    held.append(text, len(held.read()))
"""


def measure(small: bool) -> Iterator[Figure]:
    yield limited(2 if small else 10)
    yield full_device()
    yield full_memory()


def limited(count: int) -> Figure:
    """Limit the file size so that a write ends at every byte.

    The first write is short, and the next write fails.
    """
    what = "a file size limit cuts an append at every byte, and is then lifted"
    if sys.platform == "win32":
        return skipped(what, GOAL, "Windows has no such limits")
    tried = unchanged = 0
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.senpu"
        for lines in range(1, count + 1):
            path.write_text(game(3), "utf-8")
            added = read(game(3)).chain.add_tags(f"{{{'so ' * lines}}}\n" * lines)
            done = subprocess.run(
                [sys.executable, "-c", LIMITED, str(path)],
                input=added.encode(), capture_output=True, check=True,
            )  # fmt: skip
            reports = done.stdout.decode().splitlines()
            tried += len(reports)
            unchanged += sum(
                row.startswith("unchanged") and "could not append" in row for row in reports
            )
            if path.read_text("utf-8") != game(3) + added:
                unchanged = 0
    return Figure(what, tried, GOAL, f"{unchanged:,} met this", unchanged == tried)


def full_device() -> Figure:
    """Write to a device that is always full."""
    what, goal = "a write to a device that is always full (`/dev/full`)", "rejected"
    if not os.path.exists("/dev/full"):
        return skipped(what, goal, "this system has no such device")
    descriptor = os.open("/dev/full", os.O_WRONLY)
    try:
        write_all(descriptor, b"J: pass\n")
        met = False
    except OSError as error:
        met = error.errno == errno.ENOSPC
    finally:
        os.close(descriptor)
    return Figure(what, 1, goal, "rejected" if met else "**accepted**", met)


def full_memory() -> Figure:
    """Append to a log until a file system of two pages is full."""
    what = "a file system of 16 KiB becomes full, and has space again"
    with TemporaryDirectory() as folder:
        mount = ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", folder]
        try:
            subprocess.run(mount, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            return skipped(what, GOAL, "mounting requires administrator rights")
        try:
            return _filled(what, Path(folder))
        finally:
            subprocess.run(["umount", folder], check=True)


def is_disk_full(error: JournalError) -> bool:
    """Return whether an append failed because the disk is full."""
    why = error.message.fields["why"]
    return isinstance(why, OSError) and why.errno == errno.ENOSPC


def _filled(what: str, folder: Path) -> Figure:
    path, filler = folder / "game.senpu", folder / "filler"
    path.write_text(game(3), "utf-8")
    filler.write_bytes(b"x" * 8192)
    tried = unchanged = 0
    for _ in range(20):
        before = path.read_bytes()
        try:
            while True:
                with hold_log(path) as held:
                    before = held.read()
                    added = read(before).chain.add_tags(f"{{{'so ' * 100}}}\n")
                    held.append(added, len(before))
        except JournalError as error:
            is_unchanged = path.read_bytes() == before and is_disk_full(error)
        filler.unlink()
        with hold_log(path) as held:
            held.append(read(before).chain.add_tags("{on}\n"), len(held.read()))
        unchanged += is_unchanged and first_fault(path.read_bytes()) is None
        tried += 1
        path.write_text(game(3), "utf-8")
        filler.write_bytes(b"x" * 8192)
    return Figure(what, tried, GOAL, f"{unchanged} met this", unchanged == tried)
