"""A chained log in the viewer: recorded lines have tags, and the verdict reports them."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests import sealed
from tests.tui.recorder import begun, good, recorder, recording
from tests.tui.stage import perform, player, playing, settled, text


def test_what_is_recorded_in_a_chained_log_is_chained(tmp_path: Path) -> None:
    path = sealed.write(tmp_path / "game.senpu", sealed.seal(sealed.log(), "japan"))

    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        last = playing(pilot).timeline.last
        recording(pilot).write("J: i3+i4>D {so}")
        await settled(pilot)
        assert playing(pilot).timeline.last == last + 1
        recording(pilot).write("undo 1")
        await settled(pilot)
        assert playing(pilot).timeline.get_event(last + 1).undone

    perform(recorder(path), script)
    found = good(path)
    assert (found.chain, found.events) == ("valid", 7)
    rows = path.read_text("utf-8").splitlines()
    assert [row.rpartition(" ~")[0] for row in rows[-2:]] == ["J: i3+i4>D {so}", "undo 1"]


def test_the_verdict_has_the_warnings_of_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SENPU_STATE", str(tmp_path / "state"))
    path = sealed.write(tmp_path / "game.senpu", sealed.seal(sealed.log(), "japan"))

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("v")
        await pilot.pause()
        assert "Anna is new on this computer" in text(pilot)

    perform(player(path, "end"), script, (120, 60))
