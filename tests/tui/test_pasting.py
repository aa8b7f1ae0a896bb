"""A pasted text of several rows is taken whole, or is rejected with a message; none is cut."""

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import Input

from senpu.logs.notes_file import notes_path
from senpu.tui.app import SenpuApp
from tests.openings.shelves import build
from tests.tui.recorder import begun, confirmed, new_log, pressed, recorder
from tests.tui.stage import library, perform, player, rows, settled, text

SET_UP = "C: x1+c1@D c2+c3+k1@C\nJ: i1+i2+g1@A i3+i4+g2@B\n"
ROWS = "Anna\r\nBo\n\nChika\n"


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return new_log(tmp_path / "game.senpu", "800/bonsai-2021", SET_UP)


def line(pilot: Pilot[None]) -> Input:
    """Return the open line."""
    return pilot.app.screen.query_one(Input)


async def paste(pilot: Pilot[None], pasted: str) -> None:
    """Paste a text as a terminal does."""
    pilot.app.post_message(Paste(pasted))
    await settled(pilot)


def open_library(log: Path) -> SenpuApp:
    return library(log.parent)


def open_book(log: Path) -> SenpuApp:
    app = player(log)
    app.book, app.opens_book = log.parent / "b.sqlite", True
    build(log.parent / "b.sqlite", log.parent)
    return app


FIELDS: dict[str, tuple[Callable[[Path], SenpuApp], str]] = {
    "position": (player, "g"),
    "text": (player, "slash"),
    "filter of the library": (open_library, "slash"),
    "filter of the book": (open_book, "slash"),
    "name of a side": (open_library, "n end up*6 enter"),
    "file of a new game": (open_library, "n end up*1 enter"),
}


QUICK = "text", "filter of the library"


@pytest.mark.parametrize(
    "field",
    [pytest.param(each, marks=[] if each in QUICK else pytest.mark.slow) for each in FIELDS],
)
def test_a_field_of_one_row_rejects_more(log: Path, field: str) -> None:
    opener, keys = FIELDS[field]

    async def script(pilot: Pilot[None]) -> None:
        for key in keys.split():
            name, _, times = key.partition("*")
            await pressed(pilot, *[name] * int(times or 1))
        for way in ("terminal", "clipboard"):
            before = line(pilot).value
            if way == "terminal":
                await paste(pilot, ROWS)
            else:
                pilot.app.copy_to_clipboard(ROWS)
                await pressed(pilot, "ctrl+v")
            assert line(pilot).value == before
            (notification,) = pilot.app._notifications
            assert "has 3 rows; this line takes one. Nothing was inserted." in notification.message
            pilot.app.clear_notifications()
        line(pilot).value = ""
        await paste(pilot, "Anna\r\n")
        assert line(pilot).value == "Anna"

    perform(opener(log), script, (120, 30))


def test_rows_of_moves_are_checked_and_written_together(log: Path) -> None:
    pasted = "T1 [J5 C3]\nJ: i3>A\nC: pass\n"

    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await pressed(pilot, "colon")
        await paste(pilot, pasted.replace("i3>A", "i3>G"))
        await pressed(pilot, "enter")
        assert "T1 [J5 C3]⏎J: i3>G⏎C: pass" in text(pilot)
        row = next(row for row in rows(pilot) if "^" in row)
        above = rows(pilot)[rows(pilot).index(row) - 1]
        assert above[row.index("^") - 3 :].startswith("i3>G")
        assert "Row 2 of 3; no row was written." in text(pilot)
        await paste(pilot, pasted)
        await pressed(pilot, "enter")
        await confirmed(pilot)
        assert line(pilot).value == ""

    before = log.read_text("utf-8")
    perform(recorder(log), script, (120, 30))
    assert log.read_text("utf-8").removeprefix(before).replace(" no", "") == pasted


def test_the_rows_of_a_comment_become_one(log: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "apostrophe")
        await paste(pilot, ROWS)
        await pressed(pilot, "enter")

    perform(player(log), script)
    assert '"Anna Bo Chika"' in notes_path(log).read_text("utf-8")
