"""Undo, resign, agree and close in the viewer; copies of logs that are not writable."""

import os
from pathlib import Path

import pytest
from textual.pilot import Pilot

from senpu.logs.record import LIBRARY
from tests.tui.recorder import begun, chosen, good, new_log, pressed, recorder, recording
from tests.tui.stage import CLUB_NIGHT, perform, player, playing, settled, text

BEGUN = (
    "C: x1+c1@D c2+c3+k1@C\nJ: i1+i2+g1@A i3+i4+g2@B\nT1 [J5 C3]\n"
    "J: i3+i4>D\nC: k1*B.g2 [6 6] J: g2<A\n"
)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return new_log(tmp_path / "game.senpu", "800/bonsai-2021", BEGUN)


def read_head(pilot: Pilot[None]) -> str:
    return "\n".join(chosen(pilot))


async def taken(pilot: Pilot[None], words: str) -> None:
    """Go to the line with those words by the arrow keys, and take it."""
    for _ in range(len(recording(pilot).page.entries)):
        row = next(row for row in chosen(pilot) if row.startswith("▸"))
        if words in row:
            break
        await pressed(pilot, "down")
    else:
        raise AssertionError(f"{words} is not there: {read_head(pilot)}")
    await pressed(pilot, "enter")


# ---- of the log -----------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["b", "ctrl+z"])
def test_events_are_undone_by_a_key_and_enter(log: Path, key: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await pressed(pilot, key)
        seen = read_head(pilot)
        assert "undo 1" in seen
        assert "9 J: g2<A" in seen
        assert "6 J: i3+i4>D" in seen
        await pressed(pilot, "escape")
        assert playing(pilot).timeline.last == 9
        await pressed(pilot, key, "down", "down", "enter")
        screen = playing(pilot)
        assert screen.timeline.last == 10
        assert screen.timeline.get_event(7).undone
        assert recording(pilot).state == screen.timeline.get_position(6).state

    perform(recorder(log), script, (120, 40))
    assert good(log).events == 10
    assert log.read_text("utf-8").endswith("J: g2<A\nundo 3\n")


def test_what_was_undone_is_not_offered_again(log: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await pressed(pilot, "b", "enter")
        await pressed(pilot, "b")
        assert "9 J" not in read_head(pilot)
        assert "8 [6 6]" in read_head(pilot)

    perform(recorder(log), script)


@pytest.mark.parametrize(
    ("words", "ending", "name"),
    [
        ("J: resign", "China resign", "China by resignation"),
        ("C: resign", "Japan resign", "Japan by resignation"),
        ("agree Draw", "Draw agree", "Draw by agreement"),
        ("agree Japan", "Japan agree", "Japan by agreement"),
    ],
)
def test_resigning_and_agreeing_are_asked_twice_and_the_log_is_closed(
    log: Path, words: str, ending: str, name: str
) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await pressed(pilot, "x")
        await taken(pilot, words)
        assert playing(pilot).timeline.last == 9
        assert "Press Enter to write this" in read_head(pilot)
        await pressed(pilot, "enter")
        assert playing(pilot).timeline.last == 10
        assert f"The game is over: {name}." in read_head(pilot)
        await taken(pilot, f"End: {ending}")
        assert "it is closed by an End line" in read_head(pilot)

    perform(recorder(log), script)
    assert good(log).ending == ending
    assert log.read_text("utf-8").endswith(f"End: {ending}\n")


def test_a_resignation_can_be_undone(log: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await pressed(pilot, "x")
        await taken(pilot, "J: resign")
        await pressed(pilot, "enter")
        await pressed(pilot, "b", "enter")
        assert recording(pilot).state.outcome is None

    perform(recorder(log), script)
    assert good(log).ending is None


# ---- logs that are not writable --------------------------------------------------------------


def test_a_log_of_the_library_says_so_and_is_copied_up_to_where_one_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    source = LIBRARY / "800" / "learn.senpu"
    before = source.read_bytes()

    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "a")
        assert "RECORDING" not in text(pilot).splitlines()[0]
        assert "it belongs to the library" in read_head(pilot)
        assert "Copy up to event 12" in read_head(pilot)
        await pressed(pilot, "enter", "enter")
        await settled(pilot)
        screen = playing(pilot)
        assert screen.source == Path("learn.senpu")
        assert screen.timeline.last == 12
        assert recording(pilot).is_on
        assert "RECORDING" in text(pilot).splitlines()[0]
        await pressed(pilot, "q")
        await settled(pilot)
        assert playing(pilot).source == source

    perform(player(source, 12), script)
    assert source.read_bytes() == before
    assert good(tmp_path / "learn.senpu").events == 12


@pytest.mark.parametrize("number", range(0, 171, 10))
def test_a_copy_is_good_wherever_it_ends(tmp_path: Path, number: int) -> None:
    from senpu.tui.screens.file_access import copy_log_text

    path = tmp_path / "copy.senpu"
    path.write_text(copy_log_text(CLUB_NIGHT, number), "utf-8")
    assert good(path).events == number


def test_a_copy_goes_nowhere_where_a_file_is(tmp_path: Path, log: Path) -> None:
    with log.open("ab") as file:
        file.write(b"J: resign\nEnd: China resign\n")
    before = log.read_bytes()

    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "a", "enter", "ctrl+u", *str(log.name), "enter")
        await settled(pilot)
        assert playing(pilot).source == log
        assert "already exists" in text(pilot)

    os.chdir(tmp_path)
    perform(recorder(log), script, (160, 50))
    assert log.read_bytes() == before


@pytest.mark.parametrize(
    ("added", "why"),
    [
        ("J: resign\nEnd: China resign\n", "it is closed by an End line"),
        ("J: c1>E\n", "line 12 has an error"),
        ("J: i1", "line 12 has an error"),
    ],
)
def test_a_log_that_is_closed_or_at_fault_is_left_alone(log: Path, added: str, why: str) -> None:
    with log.open("ab") as file:
        file.write(added.encode())
    before = log.read_bytes()

    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "a", "colon", "b", "x")
        assert why in read_head(pilot)
        assert recording(pilot).typing is None
        await pressed(pilot, "escape")
        assert not recording(pilot).is_on

    perform(recorder(log), script)
    assert log.read_bytes() == before


def test_a_file_that_cannot_be_written_to_is_left_alone(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(pilot: Pilot[None]) -> None:
        monkeypatch.setattr(os, "access", lambda path, mode: False)
        await pressed(pilot, "a")
        assert "read-only" in read_head(pilot)

    perform(recorder(log), script)


def test_a_file_that_was_changed_is_read_again_first(log: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        log.write_text(log.read_text("utf-8").replace("J5", "J6"), "utf-8")
        await pressed(pilot, "enter", "enter")
        assert "its file changed; press r to reload" in read_head(pilot)
        await pressed(pilot, "r")
        await settled(pilot)
        assert recording(pilot).is_on
        assert playing(pilot).timeline.last == 9

    perform(recorder(log), script)
    assert good(log).events == 9
