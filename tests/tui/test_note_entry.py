"""Writing notes in the viewer: each kind by its keys, changes, undo, blocked files."""

import os
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from textual.pilot import Pilot

from senpu.logs.notes import Notes, notes_path
from senpu.logs.notes_file import edit_notes
from senpu.replay.annotation.annotations import translate_note
from senpu.tui.app import SenpuApp
from senpu.tui.screens.note_places import PlaceSelection
from senpu.tui.user_files import Memory
from senpu.tui.widgets.clicks import ObjectClicked
from tests.tui.hex_game import hex_log
from tests.tui.noted import (
    GAME,
    chooser_rows,
    list_texts,
    note,
    note_entry,
    noted_game,
    notes_of,
    plain_game,
    take,
    type_in,
    wait_until_read,
    writer,
)
from tests.tui.recorder import click, pressed
from tests.tui.stage import part, perform, player, playing, rows, settled, text
from tests.tui.test_pictures import compare


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return plain_game(tmp_path, monkeypatch)


def test_each_kind_is_noted_by_its_line_and_undone_again(game: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        screen = playing(pilot)
        offered = {each.word for each in screen.senpu.list_commands(screen)}
        assert {"notes", "glyph", "variation", "combat"} <= offered
        await pressed(pilot, "j")
        assert "NOTES" in rows(pilot)[0]
        assert "take" in {each.word for each in screen.senpu.list_commands(screen)}
        await pressed(pilot, "down", "up", "enter")
        await type_in(pilot, "  Bold, and early ")
        await take(pilot, "Bookmark")
        await type_in(pilot, "The first push")
        await take(pilot, "Date")
        await type_in(pilot, "1937-10-27 War diary, p. 12")
        await pressed(pilot, "exclamation_mark")  # as the row "Glyph" does
        await take(pilot, "!?")
        assert "b undoes it" in rows(pilot)[-1]
        notes = notes_of(game)
        assert list_texts(notes) == [
            (6, "comment", "Bold, and early"), (6, "bookmark", "The first push"),
            (6, "date", "1937-10-27"), (6, "glyph", "!?"),
        ]  # fmt: skip
        assert notes[2].source == "War diary, p. 12"
        assert {each.author for each in notes} == {"Anna"}
        assert all(each.time.endswith("Z") for each in notes)
        assert "Bold, and early" in "\n".join(part(playing(pilot).notes))
        for left in (3, 2, 1, 0):
            await pressed(pilot, "b")
            assert len(notes_of(game)) == left
        await pressed(pilot, "b")
        assert "No change to undo" in rows(pilot)[-1]
        await pressed(pilot, "escape")
        assert "NOTES" not in rows(pilot)[0]
        assert playing(pilot).position == 6
        assert game.read_text("utf-8") == GAME

    perform(writer(game), script, (160, 50))


def test_a_key_types_a_comment_and_one_judges(game: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        await pressed(pilot, "apostrophe", "O", "h", "enter")
        assert list_texts(notes_of(game)) == [(6, "comment", "Oh")]
        assert not playing(pilot).entry_controller.is_on
        await pressed(pilot, "exclamation_mark", "down", "enter")
        assert list_texts(notes_of(game))[1:] == [(6, "glyph", "?")]
        assert not playing(pilot).entry_controller.is_on
        await pressed(pilot, "exclamation_mark", "3", "escape")  # another in its place
        assert list_texts(notes_of(game))[1:] == [(6, "glyph", "!!")]
        await pressed(pilot, "exclamation_mark", "3")  # and once more, out
        assert list_texts(notes_of(game)) == [(6, "comment", "Oh")]
        await pressed(pilot, "apostrophe", "N", "escape")
        assert len(notes_of(game)) == 1

    perform(writer(game), script)


def test_an_arrow_is_chosen_on_the_map_by_keys(game: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        await pressed(pilot, "j")
        await take(pilot, "Arrow")
        assert "No place yet" in text(pilot)
        assert "Space Add place" in rows(pilot)[-1]
        await pressed(pilot, "shift+left", "space")  # from D, where the act is
        assert note_entry(pilot).way == PlaceSelection("arrow", ("B",))
        await pressed(pilot, "shift+down", "space", "shift+right", "space")
        scene = playing(pilot).map.scene
        assert scene is not None
        assert scene.arrows == (("B", "C", "E"),)
        await pressed(pilot, "b")  # the last place once more
        assert note_entry(pilot).way.places == ("B", "C")
        await pressed(pilot, "shift+right", "enter")  # one place more would do; Enter confirms
        assert list_texts(notes_of(game)) == [(6, "arrow", "B>C")]

    perform(writer(game), script)


def test_places_are_clicked_or_typed(game: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        board = playing(pilot).map
        await pressed(pilot, "j")
        await take(pilot, "Highlight")
        await click(pilot, board, " E ", 1)
        await click(pilot, board, " H ", 1)
        await click(pilot, board, "i3", 1)  # a unit in D
        await click(pilot, board, " H ", 1)
        await click(pilot, board, " F ", 1)
        await click(pilot, board, " H ", 1)
        await pressed(pilot, "enter")
        assert list_texts(notes_of(game)) == [(6, "highlight", "E+D+F+H")]
        await take(pilot, "Arrow")
        await take(pilot, "Type")
        await type_in(pilot, "A>Z")
        assert "Not saved: arrow A>Z: the map has no place Z" in rows(pilot)[-1]
        assert len(notes_of(game)) == 1

    perform(writer(game), script)


def test_places_of_a_map_of_hexes(tmp_path: Path) -> None:
    path = hex_log(tmp_path)

    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        await pressed(pilot, "j")
        await take(pilot, "Arrow")
        at = playing(pilot).position
        await pressed(pilot, "enter", "shift+right", "enter")
        assert [text for _, _, text in list_texts(notes_of(path))] == ["0401>0402"]
        await take(pilot, "Arrow")
        await pressed(pilot, "space", "right", "space")
        assert playing(pilot).position == at  # the arrow keys do not step while places are chosen
        assert len(note_entry(pilot).way.places) == 2
        await pressed(pilot, *"0", *"404", "enter")  # the number of a hex, not of a row
        assert list_texts(notes_of(path))[-1][2].endswith(">0404")

    perform(writer(path), script)


def test_a_click_on_a_hex_is_one_choice(tmp_path: Path) -> None:
    path = hex_log(tmp_path)

    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        await pressed(pilot, "j")
        await take(pilot, "Highlight")
        for count, place in enumerate(("0402", "0403"), 1):
            playing(pilot).map.post_message(ObjectClicked("area", place))
            await settled(pilot)
            assert note_entry(pilot).way.places == ("0402", "0403")[:count]
        assert not notes_path(path).exists()

    perform(writer(path), script)


def test_own_notes_are_changed_and_taken_out_and_those_of_others_are_not(game: Path) -> None:
    note(game, 6, "comment", "Mine")
    note(game, 6, "date", "1937")

    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        await pressed(pilot, "j")
        await take(pilot, "Mine")
        await take(pilot, "Change")
        await type_in(pilot, "Mine, and better")
        await take(pilot, "1937")
        await take(pilot, "Change")
        await type_in(pilot, "1937-10 a letter")
        notes = notes_of(game)
        assert list_texts(notes) == [(6, "comment", "Mine, and better"), (6, "date", "1937-10")]
        assert notes[1].source == "a letter"
        await take(pilot, "Mine, and better")
        await take(pilot, "Delete")
        assert list_texts(notes_of(game)) == [(6, "date", "1937-10")]
        await take(pilot, "Author")
        await type_in(pilot, "Bo")
        await take(pilot, "1937-10")
        assert "Only its author can change a note" in rows(pilot)[-1]
        await take(pilot, "Comment")
        await type_in(pilot, "Hm")
        assert notes_of(game)[-1].author == "Bo"

    perform(writer(game), script)


def test_a_change_edits_the_text_in_the_language_of_the_screen(game: Path) -> None:
    note(game, 6, "comment", "Mine")
    note(game, 6, "date", "1937", "a letter")

    def add(notes: Notes) -> Notes:
        texts = zip(notes.notes, ("私のメモ", "ある手紙"), strict=True)
        return replace(notes, notes=tuple(translate_note(each, "ja", text) for each, text in texts))

    edit_notes(notes_path(game), add)

    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        change = playing(pilot).look.word("change_note")
        await pressed(pilot, "j")
        await take(pilot, "私のメモ")
        await take(pilot, change)
        await type_in(pilot, "書き直したメモ")
        await take(pilot, "ある手紙")
        await take(pilot, change)
        await type_in(pilot, "1937-10 別の手紙")
        comment, date = notes_of(game)
        assert (comment.text, comment.translations) == ("Mine", {"ja": "書き直したメモ"})
        assert (date.text, date.source) == ("1937-10", "a letter")
        assert date.translations == {"ja": "別の手紙"}
        assert "書き直したメモ" in "\n".join(part(playing(pilot).notes))
        await pressed(pilot, "escape", "l")
        assert "Mine" in "\n".join(part(playing(pilot).notes))

    perform(writer(game, language="ja"), script, (160, 50))


def test_what_cannot_be_noted_says_why_and_writes_nothing(game: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        await pressed(pilot, "j")
        await take(pilot, "Date")
        await type_in(pilot, "yesterday")
        assert 'Not saved: date: "yesterday" is not a date' in rows(pilot)[-1]
        assert not notes_path(game).exists()
        await pressed(pilot, "home")
        playing(pilot).go_to(0)
        await settled(pilot)
        assert "Notes on the start" in text(pilot)
        assert not any("judgement" in row for row in chooser_rows(pilot))

    perform(writer(game), script)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root can write every file")
def test_a_folder_that_cannot_be_written_to(game: Path) -> None:
    game.parent.chmod(0o500)
    try:
        barred_by(writer(game), "its file or folder is read-only")
    finally:
        game.parent.chmod(0o700)


def test_a_program_that_only_looks(game: Path) -> None:
    app = writer(game)
    app.read_only = True
    barred_by(app, "Senpu runs read-only")


def test_next_to_notes_that_do_not_fit_nothing_is_noted(game: Path) -> None:
    note(game, 6, "comment", "So")
    game.write_text(GAME.replace("T1 [J5 C3]", "T1 [J6 C3]"), "utf-8")
    barred_by(writer(game, 4), "the notes file has invalid notes")


def test_a_log_without_a_file() -> None:
    barred_by(player(GAME, 6), "it has no file")


def barred_by(app: SenpuApp, why: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        for keys in ("j", "left_parenthesis"):
            await pressed(pilot, keys)
            assert f"You cannot add notes: {why}." in text(pilot)
            await pressed(pilot, "escape")
        await pressed(pilot, "apostrophe")
        assert why in rows(pilot)[-1]
        assert note_entry(pilot)._line is None

    perform(app, script)


def test_another_program_may_write_meanwhile(game: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        await pressed(pilot, "apostrophe", "A")
        note(game, 3, "comment", "From elsewhere")
        await pressed(pilot, "enter")
        assert list_texts(notes_of(game)) == [(3, "comment", "From elsewhere"), (6, "comment", "A")]
        note(game, 4, "comment", "Once more")
        await pressed(pilot, "j", "b")  # the file changed since
        assert "No change to undo" in rows(pilot)[-1]
        assert len(notes_of(game)) == 3

    perform(writer(game), script)


# ---- inside variations ----------------------------------------------------------------------


def test_a_comment_inside_a_line_is_in_it(tmp_path: Path) -> None:
    path = noted_game(tmp_path)

    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        await pressed(pilot, "greater_than_sign", "apostrophe", "O", "h", "enter")
        assert playing(pilot).position == 12
        assert playing(pilot).course.parent is not None
        assert "Oh" in "\n".join(part(playing(pilot).notes))
        line = next(each for each in notes_of(path) if each.kind == "variation")
        assert (1, "comment", "Oh") in list_texts(line.notes)

    perform(writer(path, 12), script)


def test_a_line_is_gone_to_and_taken_out_by_the_menu(tmp_path: Path) -> None:
    path = noted_game(tmp_path)
    lines = sum(each.kind == "variation" for each in notes_of(path))

    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        await pressed(pilot, "j")
        await take(pilot, "( J: pass )")
        await take(pilot, "Show")
        assert playing(pilot).position == 12
        assert "VARIATION after 11: 1 of 1" in rows(pilot)[0]
        playing(pilot).go_to(11, playing(pilot).timeline)
        await pressed(pilot, "j")
        note_entry(pilot).screen.senpu.author = "Anna"
        await take(pilot, "( J: pass )")
        await take(pilot, "Delete")
        await settled(pilot)
        assert sum(each.kind == "variation" for each in notes_of(path)) == lines - 1

    perform(writer(path, 11), script, (160, 50))


# ---- pictures -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "size", "keys", "ascii_only"),
    [
        ("noting", (80, 24), "j", False), ("noting", (160, 50), "j", False),
        ("noting_arrow", (80, 24), "j 3 enter shift+left", True),
        ("noting_glyph", (80, 24), "exclamation_mark", False),
    ],
)  # fmt: skip
def test_pictures(
    game: Path, name: str, size: tuple[int, int], keys: str, ascii_only: bool
) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        await pressed(pilot, *keys.split())
        seen.extend(rows(pilot))

    seen: list[str] = []
    perform(writer(game, 6, ascii_only), script, size)
    compare(f"{name}_{size[0]}x{size[1]}_{'ascii' if ascii_only else 'en'}", seen)


@pytest.mark.parametrize(("size", "face"), [((40, 12), "ja"), ((60, 20), "ascii"), ((24, 6), "en")])
def test_noting_fits_every_size(game: Path, size: tuple[int, int], face: str) -> None:
    note(game, 6, "variation", "C: k1*B.g2 [1 1]")
    keys = (
        "j down 3 enter enter shift+left enter escape escape exclamation_mark escape escape right"
    )

    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        for key in [*keys.split(), "left_parenthesis", "escape", "quotation_mark", "apostrophe"]:
            await pressed(pilot, key)
            seen = rows(pilot)
            assert len(seen) == size[1]
            assert all(cell_len(row) <= size[0] for row in seen)
            if face == "ascii":
                assert all(row.isascii() for row in seen)

    app = player(game, 6, "ja" if face == "ja" else "en", face == "ascii")
    perform(app, script, size)


# ---- who writes -----------------------------------------------------------------------------


def test_who_writes(game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = Memory(tmp_path / "kept.toml")

    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        writing, app = note_entry(pilot).writing, playing(pilot).senpu
        assert writing.author == "Anna"  # of the environment
        app.author = "Bo"
        assert writing.author == "Bo"  # named with the command
        app.author = None
        await pressed(pilot, "j")
        await take(pilot, "Author")
        await type_in(pilot, " Cho ")
        assert writing.author == "Cho"
        app.author = None
        monkeypatch.delenv("SENPU_AUTHOR")
        assert writing.author == "Cho"  # who wrote last
        assert Memory(memory.path).get("author") == "Cho"
        memory.path = None
        monkeypatch.setattr("getpass.getuser", lambda: "dora")
        assert writing.author == "dora"

    app = writer(game)
    app.memory = memory
    perform(app, script)
