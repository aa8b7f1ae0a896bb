"""The last line: the lit task, the other tasks, and keys that do something now."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from senpu.tui.app import SenpuApp
from senpu.tui.keyboard import Keyboard
from senpu.tui.keys import FOOTERS, SCREENS, TASKS
from senpu.tui.widgets.bars import FooterBar
from tests.tui.recorder import click
from tests.tui.stage import CLUB_NIGHT, RETREAT, library, perform, player, playing, rows
from tests.tui.test_side_by_side import copy_of


def test_every_word_of_a_last_line_is_the_word_of_a_key() -> None:
    words = {key.word for keys in SCREENS.values() for key in keys}
    for footer in FOOTERS.values():
        assert {*footer.words, footer.back or "help"} <= words
    assert {*TASKS.values()} <= words


def slow(*values: object) -> object:
    return pytest.param(*values, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    ("keys", "width", "start", "end"),
    [
        ("", 160, "  Read  j Annotate  o Study  v Verify  a Record  │  Arrows Step  ", "? Keys"),
        slow(
            "o", 160, " Esc Read  j Annotate   Study  v Verify  a Record  │  Arrows Step", "? Keys"
        ),
        slow(
            "v", 160, " Esc Read  j Annotate  o Study   Verify  a Record  │  Arrows Row ", "? Keys"
        ),
        slow("j", 160, "  Annotate  o Study  v Verify  a Record  │  Enter Confirm  ", "? Keys"),
        ("a", 160, "  Record  Enter Confirm  ", "Ctrl+P Commands  ? Keys"),
        slow("", 80, "  Read  Arrows Step  ", "Ctrl+P Commands  ? Keys"),
        slow("o", 80, "  Study  Arrows Step  ", "Ctrl+P Commands  ? Keys"),
        ("a", 80, "  Record  Enter Confirm  ", "? Keys"),
        slow("", 30, " The map needs 80x20", "? Keys"),
    ],
)
def test_the_last_line_shows_the_task(
    tmp_path: Path, keys: str, width: int, start: str, end: str
) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press(*keys)
        await pilot.pause()
        line = rows(pilot)[-1]
        assert line.startswith(start)
        assert line.endswith(end)
        if width < 100 and keys:
            assert any(way in line for way in ("Esc Read", "a Stop"))
        assert len(pilot.app.screen.query_one(FooterBar).content.hints) <= 8

    perform(player(copy_of(tmp_path / "copy.senpu", "C: pass\n"), 20), script, (width, 30))


def test_only_keys_that_do_something_are_shown() -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert "Next match" not in rows(pilot)[-1]
        await pilot.press("slash", *"grenade", "enter")
        await pilot.pause()
        await pilot.press("right")
        await pilot.pause()
        assert "n N Next match" in rows(pilot)[-1]
        assert "a Record" in rows(pilot)[-1]
        await click(pilot, playing(pilot).footer, "Study")
        assert playing(pilot).panel == "legal"
        await click(pilot, playing(pilot).footer, "Read")
        assert playing(pilot).panel == ""

    perform(player(at=RETREAT), script, (160, 40))

    async def of_read_only(pilot: Pilot[None]) -> None:
        line = rows(pilot)[-1]
        assert "Record" not in line
        assert "Annotate" not in line

    made = player(CLUB_NIGHT, RETREAT)
    perform(SenpuApp(*made._first, read_only=True), of_read_only, (160, 40))


def test_an_empty_library_offers_only_what_it_can_do(tmp_path: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        line = rows(pilot)[-1]
        assert "New" in line
        assert "Open" not in line.replace("Openings", "")

    perform(library(tmp_path), script, (160, 40))


def test_keys_of_the_user_and_a_terminal_without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("T")
        await pilot.pause()
        assert rows(pilot)[-1].startswith(" Esc Read  j Annotate  [Study] v Verify")
        assert "F5 Odds" in rows(pilot)[-1]

    keyboard = Keyboard({"legal": (("T",),), "why": (("f5",),)})
    perform(SenpuApp(*player(at=RETREAT)._first, keyboard=keyboard), script, (160, 40))
