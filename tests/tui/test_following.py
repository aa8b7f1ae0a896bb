"""A log that grows while it is shown, and one that is changed under the viewer."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from senpu.tui.screens import log_reading as following
from senpu.tui.screens.player import PlayerScreen
from tests.tui.stage import CLUB_NIGHT, perform, player, playing, rows, settled, text, until

HEADER = "Senpu: 1\nGame: 800/bonsai-2021\nRules: 1\n\n"
BEGUN = "C: x1+c1@D c2+c3+k1@C\nJ: i1+i2+g1@A i3+i4+g2@B\nT1 [J5 C3]\nJ: i3+i4>D\n"
LAST = 6


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "game.senpu"
    path.write_text(HEADER + BEGUN, "utf-8")
    return path


def add(log: Path, line: str) -> None:
    with log.open("ab") as file:
        file.write(line.encode())


async def looked(pilot: Pilot[None]) -> PlayerScreen:
    """The screen after its next look at the file."""
    screen = playing(pilot)
    screen.log_watcher.look()
    await settled(pilot)
    return screen


def test_whoever_is_at_the_end_continues_with_the_log(log: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert "Following" in rows(pilot)[-1]
        add(log, "C: k1*B.g2 [2 3] reroll [6 5] J: g2<A\n")
        screen = await looked(pilot)
        assert screen.position == screen.timeline.last == 11
        assert "11 / 11" in rows(pilot)[0]
        assert "g2<A" in text(pilot)
        await pilot.press("home")
        await pilot.pause()
        assert "Following" not in rows(pilot)[-1]

    perform(player(log, "end"), script)


def test_whoever_looks_back_stays_and_is_reported(log: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        add(log, "C: k1*B.g2 [2 3] reroll [6 5]\n")
        screen = await looked(pilot)
        assert screen.position == 3
        assert "4 events added at the end" in rows(pilot)[-1]
        assert "3 / 10" in rows(pilot)[0]

    perform(player(log, 3), script)


def test_a_line_that_is_not_whole_is_waited_for(log: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        add(log, "C: k1*B.g")
        screen = await looked(pilot)
        assert screen.position == LAST
        assert "faulty" not in text(pilot)
        assert "Following" in rows(pilot)[-1]
        add(log, "2\n")
        await looked(pilot)
        assert screen.position == LAST + 1

    perform(player(log, "end"), script)


def test_a_log_opened_while_its_last_line_was_torn_goes_on_too(log: Path) -> None:
    add(log, "C: k1*")

    async def script(pilot: Pilot[None]) -> None:
        assert "tornTail" in text(pilot)
        add(log, "B.g2\n")
        screen = await looked(pilot)
        assert screen.position == LAST + 1
        assert "tornTail" not in text(pilot)
        assert "faulty" not in text(pilot)

    perform(player(log, "end"), script)


def test_an_incomplete_line_that_is_taken_out_is_a_fault_no_longer(log: Path) -> None:
    add(log, "C: k1*")

    async def script(pilot: Pilot[None]) -> None:
        screen = await looked(pilot)
        assert "tornTail" in text(pilot)
        log.write_text(HEADER + BEGUN, "utf-8")
        await looked(pilot)
        assert "tornTail" not in text(pilot)
        assert "End of log" in text(pilot)
        assert screen.position == LAST

    perform(player(log, "end"), script)


@pytest.mark.slow
def test_losses_and_rows_of_an_activation_that_goes_on_are_those_of_the_whole_log(
    tmp_path: Path,
) -> None:
    lines = CLUB_NIGHT.read_text("utf-8").splitlines(keepends=True)
    path = tmp_path / "club.senpu"
    path.write_text("".join(lines[:12]), "utf-8")
    seen: list[object] = []

    async def grown(pilot: Pilot[None]) -> None:
        for line in lines[12:]:
            add(path, line)
            await looked(pilot)
        screen = playing(pilot)
        assert screen.timeline.last == 170
        texts = [screen.rows.text(row) for row in range(len(screen.rows))]
        seen.append((screen.losses.found, texts))

    async def complete(pilot: Pilot[None]) -> None:
        screen = playing(pilot)
        texts = [screen.rows.text(row) for row in range(len(screen.rows))]
        assert seen == [(screen.losses.found, texts)]

    perform(player(path, "end"), grown)
    perform(player(CLUB_NIGHT, "end"), complete)


def test_the_file_is_checked_automatically(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "EVERY", 0.05)

    async def script(pilot: Pilot[None]) -> None:
        add(log, "C: k1*B.g2\n")
        await until(lambda: playing(pilot).position == LAST + 1)

    perform(player(log, "end"), script)


@pytest.mark.parametrize("now", [BEGUN.replace("i3+i4>D", "pass"), "C: x1+c1@D\n"])
def test_a_file_that_was_changed_is_said_and_read_again_by_a_key(log: Path, now: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        log.write_text(HEADER + now, "utf-8")
        screen = await looked(pilot)
        assert "The file changed; press r to reload" in rows(pilot)[-1]
        assert screen.timeline.last == LAST
        await pilot.press("left", "right")
        assert "The file changed" in rows(pilot)[-1]
        await pilot.press("r")
        await settled(pilot)
        reloaded = playing(pilot)
        assert reloaded is not screen
        assert "The file changed" not in rows(pilot)[-1]
        assert reloaded.position == reloaded.timeline.last == (1 if "@D\n" in now[:12] else LAST)
        await pilot.press("q")
        await pilot.pause()
        assert pilot.app._exit

    perform(player(log, "end"), script)


def test_a_file_that_is_gone_cannot_be_read_again(log: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        log.unlink()
        await looked(pilot)
        await pilot.press("r")
        await pilot.pause()
        assert "Cannot open" in rows(pilot)[-1]
        assert playing(pilot).timeline.last == LAST

    perform(player(log, "end"), script)


def test_a_bad_line_that_is_added_is_shown_as_one(log: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        add(log, "C: x1>Z\n")
        await looked(pilot)
        assert "✗ Invalid" in text(pilot)
        assert "Following" not in rows(pilot)[-1]

    perform(player(log, "end"), script)


def test_the_verdict_that_stands_open_is_found_again(log: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        watcher = playing(pilot).log_watcher
        await pilot.press("v")
        await settled(pilot)
        assert f"Valid. {LAST} events" in text(pilot)
        add(log, "C: k1*B.g2\n")
        watcher.look()
        await settled(pilot)
        assert f"Valid. {LAST + 1} events" in text(pilot)

    perform(player(log, "end"), script)
