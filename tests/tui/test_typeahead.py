"""Keys that arrive at once, as from a paste, are processed in order."""

from pathlib import Path

import pytest
from textual.events import Key, Paste
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.widgets import Input

from senpu.tui.screens.help import HelpScreen
from senpu.tui.screens.new_game import NewGameScreen
from tests.tui.recorder import new_log, recorder, recording
from tests.tui.stage import browsing, library, perform, player, playing, settled

NAMED = {"\n": "enter", "\t": "tab", "\x1b": "escape"}
BEGUN = "C: x1+c1@D c2+c3+k1@C\nJ: i1+i2+g1@A i3+i4+g2@B\nT1 [J5 C3]\n"


async def burst(pilot: Pilot[None], text: str) -> None:
    """Have all keys of a text come before the first is answered."""
    for sign in text:
        pilot.app.post_message(Key(NAMED.get(sign) or _character_to_key(sign), sign))
    await settled(pilot)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return new_log(tmp_path / "game.senpu", "800/bonsai-2021", BEGUN)


def prompt(pilot: Pilot[None]) -> str:
    """Return the text of the open line."""
    return pilot.app.screen.query_one(Input).value


def test_the_filter_of_the_library_has_all_of_it(log: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await burst(pilot, "/won:japan")
        assert prompt(pilot) == browsing(pilot).shelf.filter.text == "won:japan"

    perform(library(log.parent), script)


def test_a_line_that_is_handed_in_has_no_more(log: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await burst(pilot, "/game:800\n?")
        assert isinstance(pilot.app.screen, HelpScreen)
        await burst(pilot, "\x1b")
        assert browsing(pilot).shelf.filter.text == "game:800"
        await burst(pilot, "\ng2\ng4")
        assert playing(pilot).position == 2
        assert prompt(pilot) == "4"

    perform(library(log.parent), script)


def test_a_new_screen_has_what_comes_after_the_key_that_opens_it(log: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await burst(pilot, "n\x1bn")
        assert isinstance(pilot.app.screen, NewGameScreen)

    perform(library(log.parent), script)


def test_what_is_pasted_comes_after_the_key_that_opens_the_line(log: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        pilot.app.post_message(Key("slash", "/"))
        pilot.app.post_message(Paste("sets up"))
        await settled(pilot)
        assert prompt(pilot) == "sets up"

    perform(player(log), script)


@pytest.mark.parametrize(
    ("text", "last", "left"),
    [
        (":i3+i4>D", 5, "i3+i4>D"),
        ("a:i3+i4>D\n", 6, ""),
        (":pass\npass", 6, "pass"),
        (":pass\n\n\n", 6, ""),
    ],
)
def test_the_line_of_recording_loses_nothing(log: Path, text: str, last: int, left: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await burst(pilot, text)
        assert prompt(pilot) == left
        assert recording(pilot).is_on
        assert playing(pilot).timeline.last == last

    perform(recorder(log), script)
