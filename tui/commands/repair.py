"""`senpu repair`: remove the incomplete end of a log, and keep its bytes."""

from argparse import Namespace
from pathlib import Path

from senpu.logs.repair import DamagedLogError, RepairResult, repair
from senpu.notation.faults import excerpt_around
from senpu.notation.messages import topic_renderer
from senpu.notation.play import parse_line
from senpu.tui.commands.arguments import RejectedLogError
from senpu.tui.printing import print_text


def run_repair(given: Namespace) -> int:
    """Remove an incomplete end, save its bytes, and print what was removed."""
    try:
        done = repair(given.file)
    except DamagedLogError as error:
        raise RejectedLogError.from_error(error) from None
    if done is None:
        print_text(topic_renderer("repair", given.lang)("complete", file=given.file))
    else:
        print_text("\n".join(render_repair(given.file, done, given.lang)))
    return 0


SHOWN = 9
"""The number of removed rows that are printed."""


def render_repair(path: Path, done: RepairResult, language: str = "en") -> list[str]:
    """Return the rows of the report: what was removed, where it is saved, and what to do."""
    message, line, rows = topic_renderer("repair", language), done.tear.line, done.tear.rows
    size = sum(map(len, rows))
    report = [message("removed", file=path, line=line - 1, size=size, saved=done.backup)]
    for number, row in enumerate(rows[:SHOWN], line):
        _, excerpt = excerpt_around(row.rstrip(b"\n").decode("utf-8", "replace"), 0)
        report.append(f"  {number:>5} | {excerpt}".rstrip())
    if len(rows) > SHOWN:
        report.append(f"        | {message('more', n=len(rows) - SHOWN)}")
    if done.is_complete:
        report.append(message("newline", file=path, saved=done.backup))
    elif any(row[-1:] == b"\n" for row in rows):
        report.append(message("complete_rows"))
    elif not parse_line(line, rows[0].decode("utf-8", "replace"))[1]:
        report.append(message("readable"))
    report.append(message("verify", file=path))
    return report
