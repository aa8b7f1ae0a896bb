"""A player or a library in a terminal of a given size, and its rows."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from math import inf
from pathlib import Path
from time import monotonic

from textual.events import Key
from textual.pilot import Pilot
from textual.widget import Widget

from senpu.logs.record import LIBRARY, open_record, record_from
from senpu.replay.annotation.studies import load_study
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.tui.app import SenpuApp
from senpu.tui.screens import library as library_screen
from senpu.tui.screens import log_reading, opening_position, side_by_side
from senpu.tui.screens import player as player_screen
from senpu.tui.screens.library import LibraryScreen
from senpu.tui.screens.player import PlayerScreen
from senpu.tui.screens.study import StudyScreen
from tests.tui import idling

CLUB_NIGHT = Path(__file__).parent / "club-night.senpu"
"""A complete fixed game with comments and an undo."""
ATTACK, DICE, RETREAT = 36, 37, 38
"""Events of turn 2 in it: `g1*E.c2 [5 6] C: c2<G` follows undone events."""
NIGHT_ATTACK = Path(__file__).parent / "night-attack.senpu"
"""The beginning of a game whose areas are rectangles of many sizes."""
STUDY = LIBRARY / "800" / "first-steps.study.toml"
PURSUIT = 24
"""The event after which two attackers have followed two retreats."""

player_screen.SOON = library_screen.SOON = library_screen.IDLE = 0.001
opening_position.AT_ONCE = opening_position.LATER = inf
log_reading.EVERY = side_by_side.EVERY = 3600.0
"""In tests background work starts at once, and files are checked only on request."""

Script = Callable[[Pilot[None]], Awaitable[None]]
Size = tuple[int, int]


def perform(app: SenpuApp, script: Script, size: Size = (80, 24)) -> None:
    """Run an app headless and play a script on it."""
    app.animation_level = "none"

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            await script(pilot)

    idling.run(run())


def player(
    game: Path | str = CLUB_NIGHT, at: int | str = 0, language: str = "en", ascii_only: bool = False
) -> SenpuApp:
    """The program with a log open: a file, or a text."""
    record = record_from(game) if isinstance(game, str) else open_record(game)
    timeline = open_timeline(record)
    number = timeline.find(str(at))
    source = game if isinstance(game, Path) else None
    return SenpuApp(timeline, source, number, language, ascii_only)


def library(folder: Path, language: str = "en", ascii_only: bool = False) -> SenpuApp:
    """The program with the games of one folder."""
    return SenpuApp(language=language, ascii_only=ascii_only, folders=[folder])


def study(path: Path, language: str = "en") -> SenpuApp:
    """The program with the chapters of a study."""
    app = SenpuApp(language=language, folders=[path.parent])
    app.first_screen = partial(StudyScreen, study=load_study(path), path=path)
    return app


async def settled(pilot: Pilot[None]) -> None:
    """Wait until the program rests; every key of a pilot waits for that too."""
    await pilot.pause()


def send(pilot: Pilot[None], *keys: str) -> None:
    """Press keys without waiting for their effects."""
    for key in keys:
        pilot.app.post_message(Key(key, key if len(key) == 1 else None))


async def until(holds: Callable[[], bool]) -> None:
    """Wait for what happens at its own time."""
    end = monotonic() + idling.LONGEST
    while not holds():
        assert monotonic() < end, "it never happened"
        await asyncio.sleep(0.005)


def playing(pilot: Pilot[None]) -> PlayerScreen:
    screen = pilot.app.screen
    assert isinstance(screen, PlayerScreen)
    return screen


def browsing(pilot: Pilot[None]) -> LibraryScreen:
    screen = pilot.app.screen
    assert isinstance(screen, LibraryScreen)
    return screen


def rows(pilot: Pilot[None]) -> list[str]:
    """Return the rows of the screen."""
    return [strip.text.rstrip() for strip in pilot.app.screen._compositor.render_strips()]


def part(widget: Widget) -> list[str]:
    """Return the rows of a part of the screen."""
    height = widget.size.height
    return [widget.render_line(y).text.rstrip() for y in range(height)]


def text(pilot: Pilot[None]) -> str:
    return "\n".join(rows(pilot))
