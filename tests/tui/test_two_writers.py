"""Recording in the viewer while other programs append to the same log.

No line is lost or written after another position than intended, and the log stays valid.
"""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from textual.pilot import Pilot

from senpu.logs import journal
from senpu.logs.journal import hold_log
from senpu.tui.cli import main
from tests.command.test_processes import environment
from tests.tui.recorder import begun, chosen, good, new_log, pressed, recorder, recording, typed
from tests.tui.stage import perform, playing, rows, send, settled, until

BEGUN = "C: x1+c1@D c2+c3+k1@C\nJ: i1+i2+g1@A i3+i4+g2@B\nT1 [J5 C3]\n"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return new_log(tmp_path / "game.senpu", "800/bonsai-2021", BEGUN)


def value(pilot: Pilot[None]) -> str:
    typing = recording(pilot).typing
    assert typing is not None
    return typing.line.value


def test_a_text_meant_for_another_position_is_not_written_and_not_lost(log: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "colon")
        await typed(pilot, "pass")
        assert main(["append", str(log), "J: i3+i4>D"]) == 0
        # Both sides may pass: without a look at the file it would be China who does.
        await pressed(pilot, "enter")
        assert value(pilot) == "pass"
        assert "Another program added to the log" in rows(pilot)[-1] or "C:" in rows(pilot)[-1]
        assert playing(pilot).timeline.last == playing(pilot).position == 6
        assert "China to act" in "\n".join(chosen(pilot))
        await pressed(pilot, "enter")
        assert playing(pilot).timeline.last == 7

    perform(recorder(log), script, (120, 40))
    assert log.read_text("utf-8").endswith("J: i3+i4>D\nC: pass\n")


def test_lines_that_others_add_are_followed_while_one_chooses(log: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await pressed(pilot, "enter")
        assert len(recording(pilot).stack) == 2
        assert main(["append", str(log), "J: i3+i4>D"]) == 0
        playing(pilot).log_watcher.look()
        await settled(pilot)
        assert len(recording(pilot).stack) == 1
        assert "China to act" in "\n".join(chosen(pilot))
        assert "The log now ends at event 6" in rows(pilot)[-1]

    perform(recorder(log), script, (160, 50))


def test_a_log_that_another_program_holds_is_waited_for(log: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "colon")
        await typed(pilot, "J: i3+i4>D")
        with hold_log(log):
            send(pilot, "enter")
            await until(lambda: recording(pilot).busy)
            send(pilot, "x")  # the user can type meanwhile
            await until(lambda: value(pilot) == "J: i3+i4>Dx")
            send(pilot, "backspace")
        await settled(pilot)
        assert playing(pilot).timeline.last == 6

    perform(recorder(log), script)


def test_a_log_that_is_held_for_long_is_not_written_to_and_the_text_stays(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "LOCK_SECONDS", 0.1)

    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "colon")
        await typed(pilot, "pass")
        with hold_log(log):
            await pressed(pilot, "enter")
        assert value(pilot) == "pass"
        assert not recording(pilot).busy
        assert "another program is writing to it" in playing(pilot).status
        await pressed(pilot, "enter")
        assert playing(pilot).timeline.last > 5

    perform(recorder(log), script, (120, 40))
    good(log)


def test_many_writers_lose_no_line_that_they_were_told_is_written(log: Path) -> None:
    """The viewer passes for both sides; other programs pass, too, whenever possible."""
    rendered: list[int] = []
    mine: list[int] = []

    async def script(pilot: Pilot[None]) -> None:
        others = [
            subprocess.Popen(
                [sys.executable, "-m", "senpu", "append", str(log), "pass"],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=environment(),
            )
            for _ in range(4)
        ]
        await begun(pilot)
        await pressed(pilot, "colon")
        while any(other.poll() is None for other in others):
            before = playing(pilot).timeline.last
            if recording(pilot).state.outcome is not None or recording(pilot).typing is None:
                await asyncio.sleep(0.05)
                continue
            if not value(pilot):
                await typed(pilot, "pass")
            await pressed(pilot, "enter")
            if not value(pilot):
                mine.append(before)
        rendered.extend(other.wait() for other in others)
        playing(pilot).log_watcher.look()
        await settled(pilot)
        # The screen shows the file, by any writer.
        assert playing(pilot).timeline.record.size == log.stat().st_size
        assert playing(pilot).timeline.last == good(log).events

    perform(recorder(log), script)
    written = log.read_text("utf-8").count("pass")
    assert written >= rendered.count(0) + len(mine)
