"""The editor of positions: units, places and fields by keys and by the mouse, faults, the log."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from senpu.logs.record import LIBRARY, open_record
from senpu.replay.core.position_format import TURN
from senpu.replay.core.visible_positions import format_position_at
from senpu.tui.screens.new_game import NewGameScreen
from senpu.tui.screens.player import PlayerScreen
from senpu.tui.screens.position_editor import PositionEditor
from tests.tui.recorder import click, pressed
from tests.tui.stage import library, part, perform, player, playing, rows, text
from tests.tui.test_pictures import picture


def editing(pilot: Pilot[None]) -> PositionEditor:
    screen = pilot.app.screen
    assert isinstance(screen, PositionEditor)
    return screen


def find_place(pilot: Pilot[None], unit: str) -> str:
    return editing(pilot).edited.draft.units[unit].place


def chosen(pilot: Pilot[None]) -> list[str]:
    chooser = editing(pilot).pages.chooser
    assert chooser is not None
    return part(chooser)


def copy_game(folder: Path, rule_set: str = "800") -> Path:
    """Copy a game of the library, so that its folder can be written to."""
    path = folder / "game.senpu"
    path.write_bytes((LIBRARY / rule_set / "learn.senpu").read_bytes())
    return path


def test_a_unit_is_placed_by_typing_and_a_fault_is_shown_where_it_is(tmp_path: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "A", "slash", "i", "1")
        assert [row for row in chosen(pilot) if "[i1" in row]
        assert not [row for row in chosen(pilot) if "[i2" in row]
        await pressed(pilot, "enter", "J")  # a whole id needs no Enter
        assert find_place(pilot, "i1") == "J"
        assert "✗ illegal" in rows(pilot)[0]
        assert "✗ Concession (J): " in text(pilot)
        assert "(rule 7.2-7)" in text(pilot)
        assert any("✗J" in row for row in part(editing(pilot).map))
        assert any("✗[i1" in row for row in chosen(pilot))
        await pressed(pilot, "s")
        assert "Not saved" in rows(pilot)[-1]
        await pressed(pilot, "b")
        assert (find_place(pilot, "i1"), "✓ legal" in rows(pilot)[0]) == ("B", True)
        await pressed(pilot, "B")
        assert find_place(pilot, "i1") == "J"
        await pressed(pilot, "ctrl+z", "escape")  # nothing is changed: no question
        assert isinstance(pilot.app.screen, PlayerScreen)

    perform(player(copy_game(tmp_path), 30), script, (120, 40))


def test_units_and_fields_are_changed_together_and_by_numbers(tmp_path: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "A", "space", "2", "enter", "D")
        assert [find_place(pilot, unit) for unit in ("i1", "i2", "i3")] == ["D"] * 3
        await pressed(pilot, "home", "r", "minus")
        assert editing(pilot).edited.draft.get_suffix("i1") == "-=1"
        await pressed(pilot, "delete", "end", "enter")
        assert find_place(pilot, "i1") == "lost"
        await pressed(pilot, "tab", "plus")
        assert editing(pilot).edited.draft.values[TURN] == ("3",)
        await pressed(pilot, "down", "enter")  # the decisions that fit
        assert any("Possible" in row and "japan act" in row for row in chosen(pilot))
        await pressed(pilot, "escape", "colon", "ctrl+u", *"odd", "enter")
        assert "✗ Decision: " in text(pilot)
        await pressed(pilot, "escape")
        assert "changes that are not saved" in text(pilot)
        await pressed(pilot, "3")
        assert isinstance(pilot.app.screen, PlayerScreen)

    perform(player(copy_game(tmp_path), 30), script, (120, 40))


def test_a_click_on_a_unit_and_on_a_place_moves_the_unit(tmp_path: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "A")
        board = editing(pilot).map
        await click(pilot, board, "[i3")
        await click(pilot, board, " H ")
        assert find_place(pilot, "i3") == "H"
        await pilot.hover(board, offset=(3, 2))
        assert "Machine Gun 2 (g2)" in "".join(part(editing(pilot).sentences))
        await click(pilot, editing(pilot).footer, "Undo")
        assert find_place(pilot, "i3") == "D"

    perform(player(copy_game(tmp_path), 30), script, (120, 40))


def test_a_position_becomes_a_log_that_starts_there(tmp_path: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "A", "3", "F")
        wanted = editing(pilot).edited.check.text
        await pressed(pilot, "s", "ctrl+u", *"new", "enter")
        assert isinstance(pilot.app.screen, PlayerScreen)
        assert pilot.app.screen.source == tmp_path / "new.senpu"
        assert open_record(tmp_path / "new.senpu").headers["Position"] == wanted
        screen = playing(pilot)
        assert format_position_at(screen.timeline, 0) == wanted
        assert not screen.is_recording_log

    perform(player(copy_game(tmp_path), 30), script)


@pytest.mark.slow
def test_a_text_replaces_the_position_only_if_it_is_one_of_the_game(tmp_path: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "A")
        screen = editing(pilot)
        before = screen.edited.draft
        screen.pages.load("Senpu 1 800/bonsai-2021; turn: 2; A: i1")
        assert "Not a position" in rows(pilot)[-1]
        assert screen.edited.draft is before
        screen.pages.load(before.move(("i1",), "H").text)
        assert find_place(pilot, "i1") == "H"
        await pressed(pilot, "y")
        assert pilot.app.clipboard == screen.edited.check.text
        assert "Copied to the clipboard" in text(pilot)
        await pressed(pilot, "escape")
        screen.pages.load(before.move(("t1",), "A").text)
        assert "? no game reaches it" in rows(pilot)[0]
        assert "Tankette 1 (t1) enters on turn 3 (rule 5.0-2)" in " ".join(text(pilot).split())

    perform(player(copy_game(tmp_path), 30), script)


@pytest.mark.slow
def test_a_new_position_is_edited_from_the_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "N")
        form = pilot.app.screen
        assert isinstance(form, NewGameScreen)
        await pressed(pilot, "end", "enter")
        assert editing(pilot).edited.rules.spec.id == "800/bonsai-2021"
        await pressed(pilot, "escape")
        assert pilot.app.screen is form
        await pressed(pilot, "enter", "s")
        assert isinstance(pilot.app.screen, PlayerScreen)
        assert "Position" in open_record(next(tmp_path.glob("*.senpu"))).headers

    perform(library(tmp_path), script, (100, 30))


@pytest.mark.slow
def test_on_hexes_a_place_is_a_number_and_a_view_is_no_start(tmp_path: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "A", "2", *"2412")
        assert find_place(pilot, "d1") == "2412"
        await pressed(pilot, "tab", "8", "enter", "space", "enter")  # a card for Japan
        assert editing(pilot).edited.draft.values["hands"] == ("#01/#01+#08",)
        assert "✗" in rows(pilot)[0]
        await pressed(pilot, "escape", "b", "b", "escape", "e", "A", "s")
        assert "the view of one side" in rows(pilot)[-1]

    perform(player(copy_game(tmp_path, "russojapanese"), 40), script, (160, 50))


@pytest.mark.slow
def test_control_is_changed_on_the_map(tmp_path: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "A", "tab", *["down"] * 6, "enter")
        board = editing(pilot).map
        for place, held in (("Nanjing", "0202+0513+0612"), ("Wusong", "0202+0612")):
            await click(pilot, board, place)
            (named,) = (row for row in chosen(pilot) if " + " in row)
            assert sorted(named.split()) == sorted(f"{held.replace('+', ' + ')}".split())
        await pressed(pilot, "enter")
        assert editing(pilot).edited.draft.values["held"] == ("0202+0612",)

    perform(player(copy_game(tmp_path, "nanjing1937"), 40), script, (160, 50))


@pytest.mark.slow
@pytest.mark.parametrize("face", ["en", "ja", "ascii"])
@pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids=lambda size: f"{size[0]}")
@pytest.mark.parametrize(
    ("game", "at", "keys"),
    [("800", 30, "A enter J"), ("nanjing1937", 40, "A 2 0 5 1 1"), ("incident1932", 40, "A tab")],
)
def test_pictures_of_the_editor(
    game: str, at: int, keys: str, size: tuple[int, int], face: str
) -> None:
    language = "ja" if face == "ja" else "en"
    app = player(LIBRARY / game / "learn.senpu", at, language, face == "ascii")
    seen = picture(f"editor_{game}_{size[0]}x{size[1]}_{face}", app, size, keys)
    if face == "ascii":
        assert all(row.isascii() for row in seen)
