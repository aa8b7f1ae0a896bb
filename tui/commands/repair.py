"""`senpu repair`: remove the incomplete end of a log, and keep its bytes."""

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from senpu.logs.repair import DamagedLogError, Repaired, repair
from senpu.notation.faults import excerpt_around
from senpu.notation.messages import program
from senpu.notation.play import play_line
from senpu.tui.commands.arguments import RejectedLogError, add_language
from senpu.tui.commands.parsing import Parser


def prepare_repair(parser: Parser) -> Callable[[Namespace], int]:
    parser.add_argument("file", type=Path, metavar="FILE")
    add_language(parser)
    return run_repair


def run_repair(given: Namespace) -> int:
    """Cut off a torn end, keep its bytes, and say what was cut."""
    try:
        done = repair(given.file)
    except DamagedLogError as error:
        raise RejectedLogError.from_error(error) from None
    if done is None:
        print(word(given.lang, "whole", file=given.file))
    else:
        print("\n".join(told(given.file, done, given.lang)))
    return 0


SHOWN = 9
"""How many of the rows that were cut off are told one by one."""


def word(language: str, ident: str, **fields: object) -> str:
    return program(language).say(f"repair.{ident}", fields)


def told(path: Path, done: Repaired, language: str = "en") -> list[str]:
    """What was cut off, where it is, and what to do about it."""
    line, rows = done.tear.line, done.tear.rows
    size = sum(map(len, rows))
    cut = {"file": path, "line": line - 1, "size": f"{size:,}", "beside": done.beside}
    said = [word(language, "cut", **cut)]
    for number, row in enumerate(rows[:SHOWN], line):
        _, excerpt = excerpt_around(row.rstrip(b"\n").decode("utf-8", "replace"), 0)
        said.append(f"  {number:>5} | {excerpt}".rstrip())
    if len(rows) > SHOWN:
        said.append(f"        | {word(language, 'more', n=f'{len(rows) - SHOWN:,}')}")
    if any(row[-1:] == b"\n" for row in rows):
        said.append(word(language, "elsewhere"))
    elif not play_line(line, rows[0].decode("utf-8", "replace"))[1]:
        said.append(word(language, "reads"))
    said.append(word(language, "verify", file=path))
    return said


PREPARE = {"repair": prepare_repair}
