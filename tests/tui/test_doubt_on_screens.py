"""The screens of a log show the doubt of one placeholder, and none if all values are printed."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from senpu.replay.core.registry import open_rules
from senpu.replay.recording.new_logs import create_log
from tests.command.conftest import SET_UP
from tests.command.test_doubt import ATTACK, IDENT, UNSURE, write_copy
from tests.tui.stage import library, part, perform, player, playing, text


@pytest.mark.slow
@pytest.mark.parametrize("doubtful", [("defence", "c1"), None], ids=["placeholder", "printed"])
def test_each_screen_shows_doubt_exactly_if_there_is_some(
    tmp_path: Path, doubtful: tuple[str, str] | None
) -> None:
    write_copy(tmp_path / "mine.toml", doubtful)
    log = tmp_path / "game.senpu"
    create_log(log, open_rules(IDENT, data_file=tmp_path / "mine.toml"), {"Date": "2026-11-27"})
    with log.open("a", encoding="utf-8") as file:
        file.write(f"{SET_UP}J: {ATTACK}\n[4 5]\n")

    def check(shown: str, *wanted: str) -> None:
        assert bool(UNSURE.search(shown) or "placeholder" in shown) is bool(doubtful), shown
        assert "inferred" not in shown.replace("inferred or placeholders", "")
        for each in wanted:
            assert (each in shown) is bool(doubtful), each

    async def script(pilot: Pilot[None]) -> None:
        screen = playing(pilot)
        check(text(pilot), "* 1 placeholder")
        await pilot.press("o")
        await pilot.pause()
        check(text(pilot), "58%*")
        await pilot.press("o")
        await pilot.pause()
        shown = part(screen.map)
        y = next(at for at, row in enumerate(shown) if "c1" in row)
        x = shown[y].index("c1")
        await pilot.click(screen.map, offset=(x, y))
        await pilot.pause()
        check(text(pilot), "defence 7/6*")
        await pilot.press("i")
        await pilot.pause()
        check(text(pilot), "placeholder: defence 1")
        assert "mine.toml (" in text(pilot)
        await pilot.press("escape", "escape", "i", "w", "right")
        await pilot.pause()
        check(text(pilot))

    perform(player(log, 5), script, (160, 50))

    async def browse(pilot: Pilot[None]) -> None:
        assert "mine.toml" in text(pilot)
        assert "placeholder    1" in text(pilot) if doubtful else "placeholder    0"

    perform(library(tmp_path), browse, (160, 50))
