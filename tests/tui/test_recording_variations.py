"""Recording variations into the notes."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

import tests.toy_cards  # noqa: F401 - registers a rule set with hidden parts
from senpu.logs.notes import StoredNote
from senpu.tui.app import SenpuApp
from tests.command.test_views import GAME as CARDS
from tests.tui.noted import GAME, list_texts, note, notes_of, plain_game, wait_until_read, writer
from tests.tui.recorder import chosen, click, pressed, recording, typed
from tests.tui.stage import part, perform, playing, rows, settled, text


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return plain_game(tmp_path, monkeypatch)


def viewer(path: Path, at: int = 11) -> SenpuApp:
    return writer(path, at)


def lines_of(path: Path) -> list[StoredNote]:
    return [each for each in notes_of(path) if each.kind == "variation"]


async def begun(pilot: Pilot[None]) -> None:
    await wait_until_read(pilot)
    await pressed(pilot, "left_parenthesis")
    assert recording(pilot).is_on
    assert recording(pilot).end.is_variation


def test_the_menu_of_notes_leads_to_a_line_and_a_line_to_notes(game: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        entry_controller = playing(pilot).entry_controller
        await pressed(pilot, "j", "5")
        assert recording(pilot).end.is_variation
        assert (recording(pilot).is_on, entry_controller.note_entry.is_on) == (True, False)
        assert "Japan to act" in chosen(pilot)[0]
        entry_controller.begin_note()
        await settled(pilot)
        assert (recording(pilot).is_on, entry_controller.note_entry.is_on) == (False, True)

    perform(viewer(game), script, (80, 24))


def test_a_line_is_chosen_event_by_event_and_the_log_stays(game: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        screen = playing(pilot)
        assert "ENTERING A VARIATION" in rows(pilot)[0]
        assert "Japan to act" in chosen(pilot)[0]
        await click(pilot, screen.map, "i4", 1)
        await click(pilot, screen.map, "c1", 1)
        await pressed(pilot, "enter")
        assert [each.text for each in lines_of(game)] == ["J: i4*D.c1"]
        assert "VARIATION after 11: 1 of 1" in rows(pilot)[0]
        await pressed(pilot, "colon", "6", "6", "enter")
        await pressed(pilot, "escape")
        assert [each.text for each in lines_of(game)] == ["J: i4*D.c1 [6 6]"]
        assert (screen.position, screen.course.last) == (13, 13)
        await pressed(pilot, "enter")
        made = lines_of(game)
        assert len(made) == 1
        assert made[0].text.startswith("J: i4*D.c1 [6 6] C: c1<")
        assert (made[0].event, made[0].author) == (11, "Anna")
        assert game.read_text("utf-8") == GAME
        await pressed(pilot, "a", "escape")
        assert (screen.course, screen.position) == (screen.timeline, 11)

    perform(viewer(game), script)


def test_a_line_is_typed_with_completion_and_checked_by_the_rules(game: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await pressed(pilot, "colon")
        await typed(pilot, "i3+i4>")
        assert any("i3+i4>B" in row for row in chosen(pilot))
        await typed(pilot, "i3+i4>J")
        await pressed(pilot, "enter")
        seen = text(pilot)
        assert "Rejected" in seen
        assert "rule 7." in seen
        assert not notes_of(game)
        await typed(pilot, "i3+i4>B C: x1>E {why}")
        await pressed(pilot, "enter")
        assert "comment" in text(pilot)
        await typed(pilot, "i3+i4>B undo 1")
        await pressed(pilot, "enter")
        assert "A variation cannot undo events" in text(pilot)
        assert not notes_of(game)
        await typed(pilot, "i3+i4>B C: x1>E J: pass")
        await pressed(pilot, "enter")
        assert [each.text for each in lines_of(game)] == ["J: i3+i4>B C: x1>E J: pass"]
        assert playing(pilot).position == 14

    perform(viewer(game), script)


def test_the_last_events_of_a_line_are_taken_out_again(game: Path) -> None:
    note(game, 11, "variation", "J: i3*D.c1 [6 6] C: c1<F")

    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        screen = playing(pilot)
        await pressed(pilot, "greater_than_sign", "end", "a", "b")
        assert "how many events to undo" in text(pilot)
        await pressed(pilot, "down", "enter")
        assert [each.text for each in lines_of(game)] == ["J: i3*D.c1"]
        assert (screen.position, screen.course.last) == (12, 12)
        await pressed(pilot, "b", "enter")
        assert not notes_of(game)
        assert (screen.course, screen.position) == (screen.timeline, 11)

    perform(viewer(game), script)


def test_what_is_next_to_an_event_keeps_it_in_its_line(game: Path) -> None:
    text_ = "J: i3*D.c1 [6 6] C: c1<F"
    note(game, 11, "variation", text_)
    note(game, 3, "comment", "so", inside=text_)

    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        await pressed(pilot, "greater_than_sign", "end", "a", "b", "enter")
        assert "other notes refer to these events" in rows(pilot)[-1]
        assert [each.text for each in lines_of(game)] == [text_]

    perform(viewer(game), script)


def test_inside_a_line_and_after_that_of_another_a_new_one_begins(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note(game, 11, "variation", "J: i3*D.c1 [6 6] C: c1<F")

    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        await pressed(pilot, "greater_than_sign", "a", "colon")
        await typed(pilot, "11")
        await pressed(pilot, "enter", "escape")
        (line,) = lines_of(game)
        assert list_texts(line.notes) == [(1, "variation", "[1 1]")]
        await pressed(pilot, "a", "escape", "escape")
        playing(pilot).senpu.author = "Bo"
        await pressed(pilot, "greater_than_sign", "end", "enter", "colon")
        await typed(pilot, "C: pass")
        await pressed(pilot, "enter")
        (line,) = lines_of(game)
        assert line.text == "J: i3*D.c1 [6 6] C: c1<F"
        assert (3, "variation", "C: pass") in list_texts(line.notes)

    perform(viewer(game), script)


def test_the_game_may_end_in_a_line(game: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await pressed(pilot, "x")
        chooser = recording(pilot).chooser
        assert chooser is not None
        await click(pilot, chooser, "C: resign")
        await pressed(pilot, "enter")
        assert [each.text for each in lines_of(game)] == ["C: resign"]
        assert "The game is over: Japan by resignation." in text(pilot)
        assert not any("End:" in row for row in chosen(pilot))

    perform(viewer(game), script)


def test_a_key_in_the_game_records_the_game_again(game: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await pressed(pilot, "escape", "a")
        assert not recording(pilot).end.is_variation
        assert playing(pilot).position == 16
        assert "RECORDING" in rows(pilot)[0]
        assert "VARIATION" not in rows(pilot)[0]

    perform(viewer(game), script)


def test_where_hands_are_hidden_no_line_is_recorded(tmp_path: Path) -> None:
    path = tmp_path / "cards.senpu"
    path.write_text(CARDS, "utf-8")

    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        await pressed(pilot, "e", "left_parenthesis")
        assert "You cannot add notes: hands are hidden" in text(pilot)
        await pressed(pilot, "escape", "e", "e", "left_parenthesis")
        assert "hands are hidden" not in text(pilot)

    perform(viewer(path, 2), script, (120, 40))


def test_other_eyes_see_no_hand_in_a_line(tmp_path: Path) -> None:
    path = tmp_path / "cards.senpu"
    path.write_text(CARDS, "utf-8")
    note(path, 3, "variation", "S: resign")

    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        await pressed(pilot, "greater_than_sign")
        assert "VARIATION" in rows(pilot)[0]
        everything = text(pilot)
        assert "#02" in everything
        await pressed(pilot, "e", "e")  # South's
        assert "VARIATION" in rows(pilot)[0]
        assert "#02" not in text(pilot)
        assert "#??" in "\n".join(part(playing(pilot).list))

    perform(viewer(path, 3), script, (160, 50))
