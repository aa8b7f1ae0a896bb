"""The games that a library finds, and its speed with thousands of games."""

import os
from pathlib import Path

import pytest
from textual.pilot import Pilot

from senpu.notation.printable import make_printable
from senpu.replay.disputes.verification import verify
from senpu.tui.app import SenpuApp
from senpu.tui.cli import main
from senpu.tui.library.shelf import Shelf
from senpu.tui.screens import library as library_screen
from tests.tui.stage import CLUB_NIGHT, browsing, library, perform, rows, settled, text


def put(path: Path, name: str = "Club night, round 2") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    game = CLUB_NIGHT.read_text("utf-8").replace("Club night, round 2", name)
    path.write_text(game, "utf-8")
    return path


def found(shelf: Shelf) -> list[str]:
    return [game.path.name for game in shelf.find()]


def test_a_folder_that_is_named_is_searched_through_and_others_are_not(tmp_path: Path) -> None:
    for name in ("b.senpu", "a/deep/c.senpu", ".hidden/d.senpu", "a/no.txt", "a.senpu"):
        put(tmp_path / name)
    (tmp_path / "again.senpu").symlink_to(tmp_path / "a.senpu")
    (tmp_path / "gone.senpu").symlink_to(tmp_path / "nowhere")
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "circle.senpu").symlink_to("circle.senpu")
    assert found(Shelf([tmp_path], below=True)) == ["a.senpu", "b.senpu", "c.senpu"]
    assert found(Shelf([tmp_path])) == ["a.senpu", "b.senpu"]
    assert found(Shelf([tmp_path / "none"], below=True)) == []


def test_a_pipe_in_a_folder_is_listed_as_invalid_and_not_opened(tmp_path: Path) -> None:
    put(tmp_path / "a.senpu")
    os.mkfifo(tmp_path / "pipe.senpu")

    async def script(pilot: Pilot[None]) -> None:
        await settled(pilot)
        await pilot.press("home")
        await settled(pilot)
        assert "not a file" in text(pilot)

    perform(library(tmp_path), script, (120, 30))


def test_no_name_of_a_file_controls_the_screen(tmp_path: Path) -> None:
    name = "x\x1b[2K\x9b2J\u202e\u2028\nother" + os.fsdecode(b"\xff")
    put(tmp_path / f"{name}.senpu", "Club\u200b\u00ad night")

    async def script(pilot: Pilot[None]) -> None:
        await settled(pilot)
        for key in ("down", "enter", "v", "question_mark"):
            await pilot.press(key)
            await pilot.pause()
            assert all(make_printable(row) == row for row in rows(pilot))

    perform(library(tmp_path), script, (120, 30))


def test_found_again_a_game_keeps_its_verdict_unless_it_is_to_be_forgotten(
    tmp_path: Path,
) -> None:
    one, other = put(tmp_path / "a.senpu"), put(tmp_path / "b.senpu")
    shelf = Shelf([tmp_path])
    for game in shelf.find():
        shelf.judged(game, verify(game.path))
    first, removed = shelf.games
    shelf.forget(first)
    put(tmp_path / "c.senpu")
    other.unlink()
    again = shelf.find()
    next(again)
    assert [game.path.name for game in shelf.games] == ["a.senpu", "b.senpu"]
    assert shelf.now(first) is first
    list(again)
    assert shelf.now(first) is shelf.games[0] is not first
    assert shelf.now(removed) is None
    assert [(game.path, game.state) for game in shelf.games] == [
        (one, "unverified"), (tmp_path / "c.senpu", "unverified"),
    ]  # fmt: skip


def test_what_is_shown_is_made_again_only_where_something_changed(tmp_path: Path) -> None:
    put(tmp_path / "a.senpu", "A")
    put(tmp_path / "b.senpu", "B")
    shelf = Shelf([tmp_path])
    list(shelf.find())
    assert shelf.look_up()
    assert not shelf.look_up()
    before = shelf.groups
    assert shelf.groups is before
    shelf.set_filter("b.senpu")
    assert [game.name for game in shelf.visible_games] == ["B"]
    assert [shelf.place(game) for game in shelf.games] == [-1, 0]
    assert shelf.count_states() == {"unverified": 2}


def test_games_come_in_after_the_first_picture_and_can_be_gone_through_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(60):
        put(tmp_path / f"{number:02}.senpu", f"Night {number:02}")
    monkeypatch.setattr(library_screen, "AT_ONCE", 0.0)
    monkeypatch.setattr(library_screen, "IDLE", 0.05)

    async def script(pilot: Pilot[None]) -> None:
        screen = browsing(pilot)
        assert screen.found
        await pilot.press("down", "pagedown", "end", "up")
        chosen = screen.chosen
        assert chosen is not None
        assert chosen.name == "Night 58"
        await settled(pilot)
        assert "60 valid" in rows(pilot)[0]
        assert screen.chosen is chosen

    perform(SenpuApp(folders=[tmp_path]), script, (100, 30))


def test_the_first_picture_waits_for_no_more_than_a_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(20):
        put(tmp_path / f"{number}.senpu")
    monkeypatch.setattr(library_screen, "AT_ONCE", 0.0)
    screen = SenpuApp(folders=[tmp_path]).get_default_screen()
    assert isinstance(screen, library_screen.LibraryScreen)
    assert len(screen.shelf.games) == 1
    assert not screen.found


def test_a_line_over_the_library_completes_filters_and_counts(tmp_path: Path) -> None:
    put(tmp_path / "a.senpu", "First")
    put(tmp_path / "b.senpu", "Second")

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("slash", "w", "o", "tab")
        await pilot.pause()
        assert browsing(pilot).filter_entry is not None
        assert rows(pilot)[-1].startswith(" Filter won:")
        assert "japan 2" in rows(pilot)[-2]
        await pilot.press("tab", "space", *"sec")
        await pilot.pause()
        assert "1 of 2 games   / won:japan sec" in rows(pilot)[0]
        await pilot.press("backspace", "backspace", "backspace", *"date:x")
        await pilot.pause()
        assert "Not a date: x" in rows(pilot)[-2]
        assert "No game matches won:japan date:x" in text(pilot)
        await pilot.press("backspace", "backspace", *"s:")
        await pilot.pause()
        assert "No field dates:" in rows(pilot)[-2]
        await pilot.press("enter")
        await pilot.pause()
        assert browsing(pilot).filter_entry is None
        message = "No game matches won:japan dates: (No field dates:); press Esc to show all."
        assert message in " ".join(text(pilot).split())
        await pilot.press("slash", *[*["backspace"] * 16, *"-wno:x"], "enter")
        await pilot.pause()
        assert "No field wno:" in rows(pilot)[0]
        await pilot.press("escape")
        await pilot.pause()
        assert "2 games" in rows(pilot)[0]

    perform(SenpuApp(folders=[tmp_path]), script, (100, 30))


def test_an_offer_is_taken_by_a_click_and_the_list_gone_through_while_typing(
    tmp_path: Path,
) -> None:
    put(tmp_path / "a.senpu", "First")
    put(tmp_path / "b.senpu", "Second")

    async def script(pilot: Pilot[None]) -> None:
        screen = browsing(pilot)
        await pilot.press("slash")
        await pilot.pause()
        x = rows(pilot)[-2].index("state:")
        await pilot.click(screen.offers, offset=(x, 0))
        await pilot.pause()
        assert rows(pilot)[-1].startswith(" Filter state:")
        await pilot.press("down")
        assert screen.chosen is not None
        assert screen.chosen.name == "Second"
        await pilot.press("enter")
        await pilot.pause()
        assert screen.filter_entry is None

    perform(SenpuApp(folders=[tmp_path]), script, (100, 30))


def test_without_a_terminal_the_games_of_a_folder_are_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path / "deep" / "a.senpu")
    assert main(["view", str(tmp_path)]) == 0
    (row,) = capsys.readouterr().out.splitlines()
    assert row.startswith("valid ")
    assert row.endswith("a.senpu")
