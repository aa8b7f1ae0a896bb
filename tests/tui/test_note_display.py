"""The notes of a log in the viewer."""

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

from senpu.logs.record import LIBRARY
from tests.tui.hex_game import hex_log
from tests.tui.noted import GAME, INSIDE, note, noted_game, wait_until_read
from tests.tui.recorder import pressed
from tests.tui.stage import part, perform, player, playing, rows, settled, text
from tests.tui.test_pictures import compare


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return noted_game(tmp_path)


@pytest.fixture
def hexes(tmp_path: Path) -> Path:
    path = hex_log(tmp_path)
    note(path, 6, "comment", "Held for a day, and then another one, as long as the bridge holds")
    note(path, 6, "highlight", "0512+0611")
    note(path, 6, "arrow", "0510>0612")
    note(path, 6, "variation", "C: |")
    return path


@pytest.mark.parametrize(
    ("name", "size", "face", "at"),
    [
        ("notes", (80, 24), "en", 6), ("notes", (160, 50), "en", 6),
        ("notes", (80, 24), "ja", 6), ("notes", (80, 24), "ascii", 6),
        ("notes_hexes", (80, 24), "en", 6), ("notes_hexes", (160, 50), "en", 6),
    ],
)  # fmt: skip
def test_pictures(
    game: Path, hexes: Path, name: str, size: tuple[int, int], face: str, at: int
) -> None:
    async def script(pilot: Pilot[None]) -> None:
        seen.extend(await wait_until_read(pilot))

    seen: list[str] = []
    path = hexes if "hexes" in name else game
    perform(player(path, at, "ja" if face == "ja" else "en", face == "ascii"), script, size)
    if face == "ascii":
        assert all(row.isascii() for row in seen)
    compare(f"{name}_{size[0]}x{size[1]}_{face}", seen)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
def test_pictures_of_a_line(game: Path, size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        await pressed(pilot, "greater_than_sign", "right")
        seen.extend(rows(pilot))

    seen: list[str] = []
    perform(player(game, INSIDE), script, size)
    compare(f"what_if_{size[0]}x{size[1]}_en", seen)


def test_marks_are_on_the_map_at_their_event_alone(game: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        board = playing(pilot).map
        assert "╎" in "\n".join(part(board))
        for key in ("right", "left", "left"):
            await pilot.press(key)
            assert ("╎" in "\n".join(part(board))) == (playing(pilot).position == 6)

    perform(player(game, 6), script)


def test_a_register_has_them_in_its_lines(game: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        await pressed(pilot, "m")
        board = part(playing(pilot).map)
        assert next(row for row in board if row.startswith("╎E"))
        assert next(row for row in board if row[1:3] == "B ").endswith("╌▸D")

    perform(player(game, 6), script)


def test_the_pane_shows_complete_notes_with_their_authors(game: Path) -> None:
    long = "A comment of many words, " * 12
    note(game, 6, "comment", f"{long}and an end")

    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        pane = playing(pilot).notes
        seen = "\n".join(part(pane))
        for _ in range(12):
            await pilot.press("right_curly_bracket")
            seen += "\n".join(part(pane)[1:])
        for words in (
            "!?  The first push", "Bold, and early", "Anna, 2026-11-27", "¦ arrow B to D",
            "¦ highlight D, E", "1937-10-27, War diary, p. 12", "Notes at 6", "1 of 3  . ,  { }",
        ):  # fmt: skip
            assert words in seen
        assert "and an end" in " ".join(seen.split())
        assert seen.index("!?") < seen.index("Bold") < seen.index("¦ arrow") < seen.index("War")

    perform(player(game, 6), script)


LONG = "No one saw it come, " * 60 + "and so it went."


def test_no_row_has_a_comment_and_a_key_or_a_click_shows_it_over_the_screen(tmp_path: Path) -> None:
    path = tmp_path / "game.senpu"
    path.write_text(GAME.replace("J: g2<A", f"{{{LONG}}} J: g2<A"), "utf-8")

    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        screen = playing(pilot)
        await pressed(pilot, "down")
        assert screen.position == 11, "the comment is on event 10 of this row"
        assert screen.notes.size.height == 1
        assert ".. " in part(screen.notes)[0]
        assert part(screen.notes)[0].endswith('" read')
        assert part(screen.list)[2].startswith('▸  11"')
        for opened in (pilot.press("quotation_mark"), pilot.click(screen.notes)):
            await opened
            await pilot.pause()
            assert screen.notes.size == (80, 20)
            seen = "\n".join(part(screen.notes))
            await pressed(pilot, "right_curly_bracket")
            seen += "\n".join(part(screen.notes)[1:])
            assert "and so it went." in " ".join(seen.split())
            await pressed(pilot, "escape")
            assert screen.notes.size.height == 1

    perform(player(path, 6), script, (80, 22))


NOTED = sorted(LIBRARY.rglob("*.notes.toml"))


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=[] if "1932" in str(path) else pytest.mark.slow) for path in NOTED],
    ids=lambda path: f"{path.parent.name}/{path.name.partition('.')[0]}",
)
def test_no_comment_of_the_library_is_cut(path: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        screen = playing(pilot)
        pane, course = screen.notes, screen.timeline
        assert screen.note_tree is not None
        numbers = pane.index.list_numbers(course)
        assert numbers
        for number in numbers:
            row = screen.rows.find_numbers(number)
            pane.present(course, number, row, screen.narrator, ())
            events, _ = pane._find_events(course)
            seen = "".join(
                segment.text
                for row, _ in pane._rows(course, screen.narrator, events, True, 43)
                for segment in row.segments
            )
            squeezed = re.sub(r"\s", "", seen)
            for each in screen.note_tree.find_notes(course, number):
                if each.note.kind in ("comment", "bookmark", "date"):
                    assert re.sub(r"\s", "", each.note.text) in squeezed

    perform(player(path.with_name(path.name.replace(".notes.toml", ".senpu"))), script, (160, 50))


def test_a_key_folds_the_pane_and_the_signs(game: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        screen = playing(pilot)
        before, height = text(pilot), screen.list.size.height
        assert "6! J i3+i4>D" in before
        await pressed(pilot, "h")
        assert "6  J i3+i4>D" in text(pilot)
        assert "Bold" not in text(pilot)
        assert screen.list.size.height > height
        await pressed(pilot, "h")
        assert text(pilot) == before

    perform(player(game, 6), script)


def test_where_an_event_has_none_the_pane_shows_the_notes_before_it(game: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        seen = part(playing(pilot).notes)
        assert seen[0].startswith("─ Notes at 12 ")
        assert "( J: i3*D.c1 [6 6] C: c1<F )" in seen[1]

    perform(player(game, 16), script)


def test_notes_that_do_not_fit_are_reported_and_stop_nothing(game: Path) -> None:
    path = game.with_name("game.notes.toml")
    whole = path.read_text("utf-8")
    digest = whole.split('digest = "')[3][:16]
    path.write_text(whole.replace(digest, "0123456789abcdef", 1), "utf-8")

    async def script(pilot: Pilot[None]) -> None:
        seen = await wait_until_read(pilot)
        assert "1 invalid note" in seen[-1]
        assert "Bold, and early" not in "\n".join(seen)
        assert "The first push" in "\n".join(seen)
        await pilot.press("quotation_mark", *["right_curly_bracket"] * 3)
        assert "noteMisfit" in "\n".join(part(playing(pilot).notes))
        rendered = playing(pilot).notebook.render_invalid_notes()
        assert len(rendered) == 1
        assert "noteMisfit" in rendered[0]

    perform(player(game, 6), script)


def test_a_file_that_is_no_toml_is_reported(game: Path) -> None:
    game.with_name("game.notes.toml").write_text("senpu-notes = \n", "utf-8")

    async def script(pilot: Pilot[None]) -> None:
        assert "1 invalid note" in (await wait_until_read(pilot))[-1]
        await pilot.press("right", "quotation_mark")
        assert "notesUnreadable" in "\n".join(part(playing(pilot).notes))

    perform(player(game, 6), script)


def test_the_file_is_followed_and_so_is_the_log(game: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        screen = playing(pilot)
        await pressed(pilot, "greater_than_sign")
        assert screen.course is not screen.timeline
        note(game, 11, "comment", "seen from outside")
        screen.notebook.look()
        await settled(pilot)
        assert screen.position == INSIDE  # still in the variation, which is made again
        assert "VARIATION" in rows(pilot)[0]
        await pressed(pilot, "escape")
        assert "seen from outside" in text(pilot)
        with game.open("a", encoding="utf-8") as file:
            file.write("T2 [J1 C6]\n")
        screen.log_watcher.look()
        await settled(pilot)
        assert screen.timeline.last == 17
        assert "seen from outside" in text(pilot)
        game.with_name("game.notes.toml").unlink()
        screen.notebook.look()
        await settled(pilot)
        assert "seen from outside" not in text(pilot)
        assert screen.notebook.tree is None

    perform(player(game, INSIDE), script, (160, 50))


def test_words_of_notes_are_found(game: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        for words, goal in (("early", 6), ("diary", 6), ("c1<f", 11)):
            playing(pilot).search.words = words
            playing(pilot).search.find_next(1)
            await settled(pilot)
            assert playing(pilot).position == goal, words

    perform(player(game), script)


def test_a_log_without_notes_looks_for_a_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "game.senpu"
    path.write_text(GAME, "utf-8")

    async def script(pilot: Pilot[None]) -> None:
        seen = await wait_until_read(pilot)
        notebook = playing(pilot).notebook
        assert notebook.tree is None
        assert notebook._digests is None
        assert "fit" not in "\n".join(seen)

    perform(player(path, 6), script)


def test_a_log_of_no_event_may_have_notes(tmp_path: Path) -> None:
    path = tmp_path / "game.senpu"
    path.write_text(GAME.partition("C:")[0], "utf-8")
    note(path, 0, "comment", "Before anything")
    note(path, 0, "variation", "C: x1+c1@D")

    async def script(pilot: Pilot[None]) -> None:
        seen = await wait_until_read(pilot)
        assert "Before anything" in "\n".join(seen)
        await pressed(pilot, "greater_than_sign")
        assert "VARIATION after 0: 1 of 1" in rows(pilot)[0]
        await pressed(pilot, "escape", "up", "down")
        assert playing(pilot).course is playing(pilot).timeline

    perform(player(path), script)


def test_a_line_that_is_gone_is_left_where_it_began(game: Path) -> None:
    path = game.with_name("game.notes.toml")

    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        screen = playing(pilot)
        await pressed(pilot, "greater_than_sign", "end")
        removed = screen.course
        path.unlink()
        screen.notebook.look()
        await settled(pilot)
        assert (screen.course, screen.position) == (screen.timeline, 11)
        screen.go_to(13, removed)  # clicked before the list was drawn again
        assert (screen.course, screen.position) == (screen.timeline, 11)

    perform(player(game, INSIDE), script)
