"""Position texts in the viewer: copied, opened by a page, and pasted."""

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.events import Paste
from textual.pilot import Pilot

from senpu.logs.record import LIBRARY
from senpu.tui.app import SenpuApp
from senpu.tui.screens.player import PlayerScreen
from senpu.tui.screens.position_pages import PositionEntry
from tests.tui.stage import CLUB_NIGHT, library, perform, player, rows, settled, text

TURN_3 = (
    "Senpu 1 800/bonsai-2021 rules 1 data 74baf8a7eac463b0; turn: 3; next: chance initiative; "
    "A: i1+i2+g1; B: i3; D: x1+c1; due: t1+t2+h1+m1; lost: i4+g2+c2+c3+k1"
)


async def paste(pilot: Pilot[None], pasted: str) -> None:
    """Paste a text as a terminal does."""
    pilot.app.post_message(Paste(pasted))
    await settled(pilot)


@pytest.mark.parametrize("size", [(80, 24), pytest.param((160, 50), marks=pytest.mark.slow)])
def test_the_position_is_copied_and_shown(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = player(at=20)
    copied: list[str] = []
    monkeypatch.setattr(app, "copy_to_clipboard", copied.append)

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("y")
        await settled(pilot)
        (found,) = copied
        assert found.startswith("Senpu 1 800/bonsai-2021 rules 1 data ")
        shown = [row.strip() for row in rows(pilot)]
        page = shown[1 : shown.index("", 2)]
        await pilot.press("escape")
        await settled(pilot)
        await paste(pilot, "\r".join(page))
        screen = pilot.app.screen
        assert isinstance(screen, PlayerScreen)
        start = app.screen_stack[0]
        assert isinstance(start, PlayerScreen)
        assert screen.scene.moment.state == start.scene.moment.state

    perform(app, script, size)


def open_library() -> SenpuApp:
    return library(CLUB_NIGHT.parent)


@pytest.mark.parametrize("begin", [player, pytest.param(open_library, marks=pytest.mark.slow)])
def test_a_position_is_opened_from_each_screen(begin: Callable[[], SenpuApp]) -> None:
    async def script(pilot: Pilot[None]) -> None:
        below = pilot.app.screen
        await pilot.app.run_action("open_position")
        await settled(pilot)
        assert isinstance(pilot.app.screen, PositionEntry)
        pilot.app.screen.line.value = TURN_3
        await pilot.press("enter")
        await settled(pilot)
        assert "from a position" in rows(pilot)[0]
        assert "Turn 3" in rows(pilot)[0]
        await pilot.press("q")
        await settled(pilot)
        assert pilot.app.screen is below

    perform(begin(), script, (120, 36))


def test_an_error_is_shown_and_the_cursor_is_at_its_column() -> None:
    wrong = TURN_3.replace("c2+c3", "c2+c9")

    async def script(pilot: Pilot[None]) -> None:
        await paste(pilot, wrong)
        screen = pilot.app.screen
        assert isinstance(screen, PositionEntry)
        column = wrong.index("c9") + 1
        assert f'Column {column}: "c9" is not a unit' in text(pilot)
        assert screen.line.cursor_position == column - 1
        screen.line.value = TURN_3
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(pilot.app.screen, PlayerScreen)

    perform(player(), script)


@pytest.mark.slow
def test_a_view_is_opened_and_locked(tmp_path: Path) -> None:
    import senpu

    view = senpu.read(LIBRARY / "russojapanese" / "naval.senpu").at(40).view("japan")

    async def script(pilot: Pilot[None]) -> None:
        await paste(pilot, view.text)
        assert "view of Japan" in rows(pilot)[0]
        await pilot.press("e")
        await settled(pilot)
        assert "shows the view of Japan only" in rows(pilot)[-1]
        await pilot.press("q", "right")
        await settled(pilot)
        assert "view of" not in rows(pilot)[0]

    perform(player(), script, (160, 50))
