"""Guided entry on the screen: the entry line, keys, clicks and the list of questions."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from senpu.tui.app import SenpuApp
from senpu.tui.jobs.data_entry import DataEntry
from senpu.tui.screens.data_entry import DataEntryScreen
from senpu.tui.screens.input_lines import InputLine
from senpu.tui.widgets.question_list import QuestionList, QuestionPane
from tests.tui.recorder import click
from tests.tui.stage import CLUB_NIGHT, browsing, library, part, perform, rows, settled, until

GAME = "800/bonsai-2021"


def make_form(folder: Path, language: str = "en", game: str = GAME) -> SenpuApp:
    """Return the program with guided entry of a file."""
    app = SenpuApp(language=language)
    entry = DataEntry(game, folder / "mine.toml")
    app.first_screen = lambda look: DataEntryScreen(look, entry)
    return app


def read_form(pilot: Pilot[None]) -> str:
    """Return the text of the question with single spaces."""
    return " ".join(" ".join(part(pilot.app.screen.query_one(QuestionPane))).split())


async def enter(pilot: Pilot[None], text: str) -> None:
    """Type an answer and Enter."""
    await pilot.press(*[{" ": "space"}.get(sign, sign) for sign in text], "enter")
    await settled(pilot)


def test_an_owner_enters_values_with_keys_and_the_mouse(tmp_path: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await settled(pilot)
        assert "such as: my copy" in rows(pilot)[-1]
        await enter(pilot, "my copy")
        assert "The areas of the map" in read_form(pilot)
        await pilot.press("space", "enter")
        await enter(pilot, "+i5")
        text = read_form(pilot)
        assert "The type of i5" in text
        assert ">" in text
        assert "2 of 201" in rows(pilot)[0]
        await enter(pilot, "roster.japan = i1")
        assert "10 entries that the answer does not name" in read_form(pilot)
        await enter(pilot, "n")
        assert "Nothing was changed" in read_form(pilot)
        await enter(pilot, "points.t1 = 3")
        await enter(pilot, "b")
        assert "is undone" in read_form(pilot)
        await enter(pilot, "h")
        assert "not on my copy, or illegible" in " ".join(rows(pilot))
        await pilot.press("escape", "enter")
        await enter(pilot, "g kinds.i5")
        await enter(pilot, "dragon")
        assert "dragon is not accepted here" in read_form(pilot)
        await pilot.press("escape", "space")
        assert "The action points of i5" in read_form(pilot)
        await pilot.press("slash")
        await enter(pilot, "points.i1")
        await pilot.press("enter")
        await enter(pilot, "all 3")
        await pilot.press("escape")
        await click(pilot, pilot.app.screen.query_one(QuestionList), "▸", 4)
        assert pilot.app.screen.query_one(InputLine).has_focus  # the selected row: its entry line
        await pilot.press("escape")
        await pilot.press("c")
        assert "points.i1 (points, Infantry 1): 2, now 3" in " ".join(rows(pilot))
        await pilot.press("escape", "q")

    perform(make_form(tmp_path), script, (80, 24))
    own = DataEntry(GAME, tmp_path / "mine.toml").own.tables
    assert [own["points"][unit].value for unit in ("i1", "i2", "i3", "i4", "i5")] == [3] * 5


@pytest.mark.slow
def test_the_library_opens_the_form_of_the_selected_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SENPU_DATA", str(tmp_path / "data"))

    async def script(pilot: Pilot[None]) -> None:
        await until(lambda: browsing(pilot).chosen is not None)
        await pilot.press("D")
        await settled(pilot)
        assert "Your copy" in rows(pilot)[0]
        await pilot.press("escape", "q")
        await settled(pilot)
        assert "Your copy" not in rows(pilot)[0]

    (tmp_path / "club.senpu").write_bytes(CLUB_NIGHT.read_bytes())
    perform(library(tmp_path), script, (100, 30))
