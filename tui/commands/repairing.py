"""`senpu repair`: the torn end of a log cut off, and told."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

from logs.repair import Damaged, Repaired, repair
from notation.faults import excerpt_around
from notation.reader import play_line
from tui.commands.arguments import Refused


def prepare_repair(parser: ArgumentParser) -> Callable[[Namespace], int]:
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.description = (
        "Cut off what a write that was cut short has left at the end of a log, and keep those "
        "bytes beside it. Nobody was ever told that they were written. Other damage is told, and "
        "left as it is."
    )
    return run_repair


def run_repair(given: Namespace) -> int:
    """Cut off a torn end, keep its bytes, and say what was cut."""
    try:
        done = repair(given.file)
    except Damaged as error:
        raise Refused(str(error)) from None
    if done is None:
        print(f"{given.file}: the last line is whole; nothing was changed")
    else:
        print("\n".join(told(given.file, done)))
    return 0


SHOWN = 9
"""How many of the rows that were cut off are told one by one."""


def told(path: Path, done: Repaired) -> list[str]:
    """What was cut off, where it is, and what to do about it."""
    line, rows = done.tear.line, done.tear.rows
    size = sum(map(len, rows))
    said = [f"{path}: cut off behind line {line - 1}: {size:,} bytes, kept in {done.beside}"]
    for number, row in enumerate(rows[:SHOWN], line):
        _, excerpt = excerpt_around(row.rstrip(b"\n").decode("utf-8", "replace"), 0)
        said.append(f"  {number:>5} | {excerpt}".rstrip())
    if len(rows) > SHOWN:
        said.append(f"        | and {len(rows) - SHOWN:,} rows more")
    if any(row[-1:] == b"\n" for row in rows):
        said.append("Rows among them have a newline: another copy may have them whole.")
    elif not play_line(line, rows[0].decode("utf-8", "replace"))[1]:
        said.append("It reads like a line of a game: if it is complete, append it again.")
    said.append(f"senpu verify {path} says how far the log is good.")
    return said


PREPARE = {"repair": prepare_repair}
