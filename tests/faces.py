"""Everything that a log shows to a side: what the commands print and what the viewer draws.

For the law of hidden parts: logs that differ only in what a side may not know show it the same.
"""

import io
import os
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from textual.pilot import Pilot

from senpu.logs.record import open_record
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.tui.app import SenpuApp
from senpu.tui.cli import main
from tests.tui.stage import Size, perform, rows, settled

WHOLE = (
    ("view",), *(("export", "--to", form) for form in ("md", "bbcode", "html", "json"))
)  # fmt: skip
ONE = (
    ("show",), ("show", "--json"), ("legal",), ("legal", "--json"), ("export", "--to", "svg")
)  # fmt: skip
"""The commands that show a game, and the commands that show a position."""
PANELS = ("w", "o", "s", "v", "quotation_mark")


def printed(path: Path, side: str, positions: list[int], language: str = "en") -> list[str]:
    """Return the output of each command, with its errors and exit status.

    Commands get the file name without its folder.
    """
    rest = [path.name, "--as", side, "--lang", language]
    given = [[*words, *rest] for words in WHOLE]
    given += [[*words, *rest, "--at", str(at)] for words in ONE for at in positions]
    return [answer(words, path.parent) for words in given]


def answer(words: list[str], folder: Path) -> str:
    """Run a command in a folder, and return its output and exit status."""
    here = Path.cwd()
    out = io.StringIO()
    os.chdir(folder)
    try:
        with redirect_stdout(out), redirect_stderr(out):
            status = main(words)
    finally:
        os.chdir(here)
    return f"$ {' '.join(words)}\n{out.getvalue()}{status}\n"


def drawn(path: Path, side: str, positions: list[int], size: Size, sought: str = "#") -> list[str]:
    """Return the screens of each position, with each panel, and of a search."""
    seen: list[str] = []
    timeline = open_timeline(open_record(path))
    timeline.view_as(side)

    async def script(pilot: Pilot[None]) -> None:
        async def press(*keys: str) -> None:
            await pilot.press(*keys)
            await settled(pilot)
            seen.append("\n".join(rows(pilot)))

        for at in positions:
            await press("g", *str(at), "enter")
            for key in PANELS:
                await press(key)
            await pilot.press("escape")
            await press("slash", *(f"{'number_sign' if c == '#' else c}" for c in sought), "enter")

    perform(SenpuApp(timeline, path), script, size)
    return seen
