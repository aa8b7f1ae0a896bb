"""Test results and their table in `spec/en/reference/reliability.md`."""

import os
import platform
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).parents[2] / "spec" / "en/reference/reliability.md"
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
TITLES = ("test", "cases", "goal", "result", "met")


class Figure(NamedTuple):
    """A row of the table."""

    what: str
    tried: int
    goal: str
    found: str
    met: bool

    @property
    def row(self) -> str:
        met = "yes" if self.met else "**no**"
        return f"| {self.what} | {self.tried:,} | {self.goal} | {self.found} | {met} |"


def skipped(what: str, goal: str, why: str) -> Figure:
    """Return the row of a test that cannot run on this machine."""
    return Figure(what, 0, goal, f"not run: {why}", False)


def write(figures: Iterable[Figure]) -> None:
    """Write rows to the page: replace the row of the same test, or add the row at the end."""
    text = PAGE.read_text("utf-8")
    head, rest = text.split(BEGIN)
    table, tail = rest.split(END)
    rows = {row.split(" | ")[0]: row for row in table.splitlines()[5:] if row.startswith("| ")}
    for figure in figures:
        rows[f"| {figure.what}"] = figure.row
    titles = f"| {' | '.join(TITLES)} |\n|{' --- |' * len(TITLES)}\n"
    table = "".join(f"{row}\n" for row in rows.values())
    text = f"{head}{BEGIN}\nMeasured on {machine()}.\n\n{titles}{table}{END}{tail}"
    PAGE.write_text(text, "utf-8", newline="\n")


def machine() -> str:
    """Return a description of this machine."""
    kind = platform.processor() or platform.machine()
    try:
        if found := re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text("utf-8")):
            kind = found[1]
    except OSError:
        pass
    return (
        f"{os.cpu_count()} cores ({kind}), {platform.system()} {platform.release()}, "
        f"Python {platform.python_version()}"
    )
