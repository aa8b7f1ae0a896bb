"""Invalid logs in the viewer: open up to the last valid event, with the fault shown."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from senpu.tui.cli import main
from tests.tui.stage import CLUB_NIGHT, perform, player, playing, rows, text

HEADER = "Senpu: 1\nGame: 800/bonsai-2021\nRules: 1\n\n"
BEGUN = "C: x1+c2@C c1+c3+k1@D\nJ: i4+g1+g2@A i1+i2+i3@B\nT1 [J6 C5]\nJ: i1+i2>C\n"


@pytest.mark.parametrize(
    ("line", "last", "message"),
    [
        ("C: x1+c2>J", 6, "illegalMove"),
        ("J: i3>C", 6, "wrongActor"),
        ("C: x1+c2>E <<", 6, "badToken"),
        ("T7", 6, "wrongTurn"),
        ("C: \x00", 6, "nulByte"),
        ("End: Japan 4.1", 6, "wrongEnding"),
    ],
)
def test_a_fault_is_shown_below_the_last_good_event(line: str, last: int, message: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = playing(pilot)
        await pilot.press("end")
        await pilot.pause()
        assert screen.position == last
        seen = text(pilot)
        assert "✗ Invalid" in seen
        assert "✗ line 9" in seen
        assert message in seen

    perform(player(f"{HEADER}{BEGUN}{line}\n"), script)


def test_a_faulty_log_says_at_its_start_where_it_is_at_fault() -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert "0 / 6  ✗ Invalid" in rows(pilot)[0]
        assert "Start position. Error in line 9; press End to see it." in text(pilot)
        await pilot.press("end")
        await pilot.pause()
        assert "✗ line 9" in text(pilot)
        await pilot.press("home", "l")
        await pilot.pause()
        assert "9行目にエラーがあります。Endキーで表示します。" in text(pilot)
        await pilot.resize_terminal(40, 12)
        await pilot.pause()
        assert "0 / 6  ✗" in rows(pilot)[0]

    perform(player(f"{HEADER}{BEGUN}C: x1+c2>J\nC: pass\n"), script)


def test_a_fault_lists_what_was_legal() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("end")
        await pilot.pause()
        assert "Legal events: " in text(pilot)

    perform(player(f"{HEADER}{BEGUN}C: x1+c2>J\n"), script, (120, 40))


def test_a_torn_log_opens_to_its_last_whole_line() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("end")
        await pilot.pause()
        assert playing(pilot).position == 6
        assert "tornTail" in text(pilot)

    perform(player(f"{HEADER}{BEGUN}C: x1+c"), script)


def test_an_empty_game_opens() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("right", "left", "down", "up", "end", "home", "o", "w", "s", "v")
        await pilot.pause()
        assert "0 / 0" in text(pilot)

    perform(player(HEADER), script)


def test_a_log_without_an_end_says_that_it_ends_here() -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert "End of log" in text(pilot)

    perform(player(HEADER + BEGUN), script)


def test_what_was_undone_is_struck_and_signed_and_can_be_visited() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = playing(pilot)
        rows = [screen.list.render_line(y) for y in range(screen.list.size.height)]
        undone = next(strip for strip in rows if "i1*B.c3" in strip.text)
        assert "26✗ J" in undone.text
        struck = [seg.text for seg in undone if seg.style and seg.style.strike]
        assert "i1*B.c3" in struck
        assert "i1*B.c3" in text(pilot)

    perform(player(at=26), script)


def test_text_that_would_move_the_cursor_is_shown_as_plain_marks() -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert "\x1b" not in text(pilot)

    log = HEADER.replace("Rules: 1", "Event: a\u202eb\u200bc\nRules: 1") + BEGUN
    perform(player(log), script, (160, 50))


def test_a_file_that_cannot_be_opened_is_a_message_and_a_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEXTUAL_DRIVER", "none: no screen opens here")

    def view(*words: object) -> int:
        return main(["view", *map(str, words)])

    assert view(tmp_path / "nowhere.senpu") == 2
    assert "nowhere.senpu" in capsys.readouterr().err

    unknown = tmp_path / "unknown.senpu"
    unknown.write_text("Senpu: 1\nGame: nothing/at-all\n\n", "utf-8")
    assert view(unknown, "--as", "japan") == 1
    assert "nothing/at-all" in capsys.readouterr().err

    assert view(CLUB_NIGHT, "--at", "T99") == 2
    assert view(CLUB_NIGHT, "--at", "soon") == 2
