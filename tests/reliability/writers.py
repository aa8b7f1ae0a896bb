"""Several programs that append to one log at once, with and without the lock."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.reliability.figures import Figure
from tests.reliability.games import first_fault, game

APPENDING = """
import sys
from contextlib import nullcontext
from pathlib import Path
from senpu.logs import journal
from tests.reliability.games import first_fault, read
path, name, count, locked = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4] == "yes"
if not locked:
    journal.lock_content = lambda path: nullcontext()
number = 0
while number < count:
    try:
        with journal.hold_log(path) as held:
            data = held.read()
            if first_fault(data):
                break
            held.append(read(data).chain.add_tags(f"{{{name} {number}}}\\n"), len(data))
        print(number)
    except journal.JournalError as error:
        print("rejected", error, file=sys.stderr)
        if locked:
            continue  # retry, like a user
    number += 1
"""
NAMES = "abcd"


def measure(small: bool) -> Iterator[Figure]:
    yield with_lock(5 if small else 250)
    yield without_lock(25 if small else 250)


def appended(path: Path, count: int, locked: str) -> tuple[dict[str, list[str]], int]:
    """Run four programs that append `count` lines each.

    Returns:
        The numbers of the acknowledged lines of each program, and the number of rejections.
    """
    path.write_text(game(2), "utf-8")
    writers = {
        name: subprocess.Popen(
            [sys.executable, "-c", APPENDING, str(path), name, str(count), locked],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for name in NAMES
    }  # fmt: skip
    outputs = {name: writer.communicate() for name, writer in writers.items()}
    rejected = sum(err.count("rejected ") for _, err in outputs.values())
    return {name: out.split() for name, (out, _) in outputs.items()}, rejected


def with_lock(count: int) -> Figure:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.senpu"
        numbers, rejected = appended(path, count, "yes")
        is_valid = first_fault(path.read_bytes()) is None
        rows = path.read_text("utf-8").splitlines()[game(2).count("\n") :]
    there = [[row.split()[1][:-1] for row in rows if row[1] == name] for name in NAMES]
    met = is_valid and there == [numbers[name] for name in NAMES] == [[*map(str, range(count))]] * 4
    found = f"{len(rows):,} lines, {'a complete chain' if is_valid else '**damaged**'}"
    found += f"; {rejected} timed out and retried" if rejected else ""
    return Figure(
        f"4 programs × {count} appends", 4 * count, "every line, and a valid log", found, met
    )


def without_lock(count: int) -> Figure:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.senpu"
        numbers, rejected = appended(path, count, "no")
        fault = first_fault(path.read_bytes())
        text = path.read_text("utf-8")
    acknowledged = [f"{{{name} {number}}}" for name, each in numbers.items() for number in each]
    lost = sum(text.count(f"\n{line} ~") != 1 for line in acknowledged)
    whole = text.count("\n") == len(text.splitlines())
    met = whole and not lost
    found = f"{len(acknowledged):,} acknowledged, {rejected} rejected, {lost} lost; " + (
        f"concurrent append found by the chain (line {fault.line})"
        if fault
        else "no concurrent append"
    )
    goal = "no line lost, concurrent appends found"
    return Figure(f"4 programs × {count} appends without the lock", 4 * count, goal, found, met)
