"""Closing parts, going back, and leaving the program."""

from contextlib import suppress

import pytest
from textual.pilot import Pilot
from textual.worker import WorkerFailed

from senpu.tui.app import SenpuApp
from senpu.tui.cli import main
from tests.tui.stage import CLUB_NIGHT, perform, player, playing, rows, settled


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+q"])
def test_a_key_leaves_the_program(key: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press(key)
        await pilot.pause()
        assert pilot.app._exit

    perform(player(), script)


def test_ctrl_c_leaves_from_the_prompt_and_from_the_help_too() -> None:
    for key in ("g", "question_mark"):

        async def script(pilot: Pilot[None], key: str = key) -> None:
            await pilot.press(key)
            await pilot.pause()
            await pilot.press("ctrl+c")
            await pilot.pause()
            assert pilot.app._exit

        perform(player(), script)


def test_escape_closes_what_is_open_and_never_leaves_a_single_log() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("w", "g", "4", "escape", "escape")
        assert not playing(pilot).panel
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert not pilot.app._exit
        assert "Press q to leave" in rows(pilot)[-1]
        await pilot.press("l")
        await pilot.press("escape")
        await pilot.pause()
        assert "qで終了" in rows(pilot)[-1]
        await pilot.press("right")
        assert "qで終了" not in rows(pilot)[-1]

    perform(player(), script)


def test_q_closes_what_is_open_before_it_leaves() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("w", "q")
        assert not playing(pilot).panel
        assert not pilot.app._exit
        await pilot.press("q")
        await pilot.pause()
        assert pilot.app._exit

    perform(player(), script)


def fail() -> None:
    raise ZeroDivisionError("in the viewer")


@pytest.mark.parametrize("way", ["message", "worker"])
def test_a_crash_has_an_exit_status_and_a_message(
    way: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    async def crash(pilot: Pilot[None]) -> None:
        if way == "message":
            pilot.app.call_later(fail)
        else:
            pilot.app.run_worker(fail, thread=True)
        await settled(pilot)

    def run(app: SenpuApp) -> None:
        with suppress(ZeroDivisionError, WorkerFailed):  # the test driver raises it again
            perform(app, crash)

    monkeypatch.setenv("TEXTUAL_DRIVER", "textual.drivers.headless_driver:HeadlessDriver")
    monkeypatch.setattr(SenpuApp, "run", run)
    assert main(["view", str(CLUB_NIGHT)]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert "senpu: the viewer ended because of an error in it: " in err
    assert "ZeroDivisionError: in the viewer (" in err
    assert "test_leaving.py:" in err
    assert "Traceback" not in err
