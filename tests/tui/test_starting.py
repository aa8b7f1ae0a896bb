"""A fast start: modules that are not loaded before the first picture."""

import gc
from pathlib import Path

import pytest
from textual.app import App
from textual.pilot import Pilot

import senpu.tui.viewer_start
from senpu.tui.app import SenpuApp
from senpu.tui.cli import main
from senpu.tui.theme import CLEAR_DAY, CLEAR_NIGHT
from senpu.tui.user_files import Memory
from tests.tui.stage import CLUB_NIGHT, perform, player


def test_the_collector_rests_until_the_first_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    rested: list[bool] = []

    def screen(*_: object) -> int:
        rested.append(not gc.isenabled())
        return 0

    monkeypatch.setattr(senpu.tui.viewer_start, "view", screen)
    monkeypatch.setenv("TEXTUAL_DRIVER", "textual.drivers.headless_driver:HeadlessDriver")
    try:
        assert main(["view", str(CLUB_NIGHT)]) == 0
        assert rested == [True]

        async def script(_: Pilot[None]) -> None:
            assert gc.isenabled()
            assert gc.get_freeze_count()

        monkeypatch.undo()
        perform(player(), script)
    finally:
        gc.unfreeze()
        gc.enable()


@pytest.mark.parametrize("kept", ["", CLEAR_NIGHT.name, CLEAR_DAY.name])
def test_style_sheets_are_read_again_only_for_a_theme_that_was_kept(
    kept: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = Memory(tmp_path / "settings.toml")
    if kept:
        memory.keep_theme(kept)
    again: list[str] = []
    monkeypatch.setattr(App, "refresh_css", lambda app, animate=True: again.append(app.theme))
    app = SenpuApp(*player(CLUB_NIGHT)._first, memory=memory)
    perform(app, lambda pilot: pilot.pause())
    assert again == ([kept] if kept else [])
