"""What trying out has shown: figures, and the table of them in `spec/reliability.md`."""

import os
import platform
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).parents[2] / "spec" / "reliability.md"
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
TITLES = ("test", "runs", "goal", "found", "met")


class Figure(NamedTuple):
    """One row of the table."""

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
    """A test that cannot run here."""
    return Figure(what, 0, goal, f"not tried: {why}", False)


def write(figures: Iterable[Figure]) -> None:
    """Put figures into the page: each in place of the row of its name, new ones at the end."""
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
    """The kind of this machine."""
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
