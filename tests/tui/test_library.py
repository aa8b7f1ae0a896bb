"""The library: games found, grouped, filtered, sorted, verified, previewed and opened."""

from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from tests.tui import pairs
from tests.tui.stage import (
    CLUB_NIGHT,
    browsing,
    library,
    part,
    perform,
    playing,
    rows,
    settled,
    text,
)


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """Five logs: two valid (one by programs), one invalid, one incomplete, one unreadable."""
    game = CLUB_NIGHT.read_text("utf-8")
    head, _, body = game.partition("\n\n")
    lines = body.splitlines(keepends=True)
    (tmp_path / "club.senpu").write_text(game, "utf-8")
    programs = head.replace("Club night, round 2", "月例会 第三局") + "\nProgram: greedy, random"
    (tmp_path / "programs.senpu").write_text(f"{programs}\n\n{body}", "utf-8")
    bad = head.replace("Event: Club night, round 2\n", "")
    (tmp_path / "bad.senpu").write_text(f"{bad}\n\n{''.join(lines[:9])}J: h1>J\n", "utf-8")
    torn = head.replace("Club night, round 2", "A copy from a disk")
    (tmp_path / "torn.senpu").write_text(f"{torn}\n\n{''.join(lines[:30])}C: x1", "utf-8")
    (tmp_path / "strange.senpu").write_text("Senpu: 1\nGame: nothing/yet\n\nJ: pass\n", "utf-8")
    return tmp_path


def names(pilot: Pilot[None]) -> list[str]:
    return [game.name for game in browsing(pilot).list.games]


def test_games_are_under_their_rule_set_with_a_sign_and_a_word(shelf: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        seen = part(browsing(pilot).list)
        assert rows(pilot)[0].startswith(" Library   5 games, 2 rule sets")
        assert "✓ 2 valid  ~ 1 incomplete  ✗ 2 invalid" in rows(pilot)[0]
        assert "─ Needs a look ─" in seen[1]
        assert any("─ 800: Eight Hundred ─" in row and "800/bonsai-2021" in row for row in seen)
        line = {row[3:20].strip(): row for row in seen}
        assert "Japan 4.1" in line["Club night, round"]
        assert "✓ valid" in line["Club night, round"]
        assert any("line 17" in row and "✗ invalid" in row for row in seen[:6] if "bad" in row)
        assert any("after line 38" in row and "~ incomplete" in row for row in seen[:6])

    perform(library(shelf), script, (120, 40))


def test_the_first_picture_does_not_wait_for_verdicts(shelf: Path) -> None:
    screens: list[list[str]] = []

    async def script(pilot: Pilot[None]) -> None:
        browsing(pilot).shelf.games[0].verdict = None
        browsing(pilot).shelf.changed()
        browsing(pilot).present()
        await pilot.pause()
        screens.append(rows(pilot))

    perform(library(shelf), script, (120, 40))
    assert "1 to verify" in screens[0][0]


def test_filtering_while_typing(shelf: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("slash", *"club")
        await pilot.pause()
        assert names(pilot) == ["Club night, round 2"]
        assert "Filter club" in rows(pilot)[-1]
        await pilot.press("enter")
        await pilot.pause()
        assert "/ club" in rows(pilot)[0]
        assert names(pilot) == ["Club night, round 2"]
        await pilot.press("escape")
        await pilot.pause()
        assert len(names(pilot)) == 5
        await pilot.press("slash", *"zzz")
        await pilot.pause()
        assert "No game matches zzz; press Esc to show all." in text(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert len(names(pilot)) == 5

    perform(library(shelf), script, (120, 40))


def test_sorting_goes_through_the_columns(shelf: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert names(pilot)[:4] == [
            "A copy from a disk", "bad", "strange", "Club night, round 2"
        ]  # fmt: skip
        orders = []
        for _ in range(6):
            await pilot.press("s")
            await pilot.pause()
            orders.append(rows(pilot)[0])
        assert [word in row for word, row in zip(
            ("date", "turn", "events", "result", "verdict"), orders, strict=False
        )] == [True] * 5  # fmt: skip
        assert " by " not in orders[5]

    perform(library(shelf), script, (120, 40))


def test_the_preview_tells_players_end_losses_verdict_standings_and_opening(shelf: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press(*["down"] * 3)
        await settled(pilot)
        seen = part(browsing(pilot).preview)
        assert "Club night, round 2" in seen[0]
        assert "club.senpu, 2026-11-27" in seen[1]
        assert "A. Player (J) against B. Player (C)" in seen[2]
        assert any("┌─ A ─┬─ B ─┬" in row for row in seen)
        assert any("Japan 4.1 (no Chinese unit is left" in row for row in seen)
        assert any("✓ Valid" in row for row in seen)
        assert any("placeholder" in row and "▰" in row for row in seen)
        assert any("C x1+c2@C c1+c3+k1@D" in row for row in seen)

    perform(library(shelf), script, (120, 44))


def test_a_narrow_library_shows_the_preview_in_place_of_the_list(shelf: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert "Values of this rule set" not in text(pilot)
        await pilot.press("p")
        await settled(pilot)
        assert "Verdict" in text(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert "─ 800: Eight Hundred ─" in text(pilot)

    perform(library(shelf), script, (80, 24))


@pytest.mark.parametrize("key", ["q", "escape"])
def test_enter_opens_a_game_and_a_key_comes_back_to_it(shelf: Path, key: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press(*["down"] * 3, "enter")
        await pilot.pause()
        assert playing(pilot).timeline.headers["Event"] == "Club night, round 2"
        await pilot.press("right", "right", key)
        await pilot.pause()
        chosen = browsing(pilot).chosen
        assert chosen is not None
        assert chosen.name == "Club night, round 2"

    perform(library(shelf), script, (120, 40))


def test_q_leaves_filter_and_preview_before_the_program(shelf: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = browsing(pilot)
        await pilot.press("slash", *"club", "enter", "q")
        await pilot.pause()
        assert len(names(pilot)) == 5
        await pilot.press("p", "q")
        await pilot.pause()
        assert not screen.is_previewing
        await pilot.press("escape")
        await pilot.pause()
        assert not pilot.app._exit
        await pilot.press("q")
        await pilot.pause()
        assert pilot.app._exit

    perform(library(shelf), script)


def test_a_game_of_the_library_is_read_again_in_its_place(shelf: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press(*["down"] * 3, "enter")
        await pilot.pause()
        before = playing(pilot)
        await pilot.press("right", "right", "r")
        await settled(pilot)
        assert playing(pilot) is not before
        assert playing(pilot).position == 2
        await pilot.press("q")
        await pilot.pause()
        assert browsing(pilot)

    perform(library(shelf), script, (120, 40))


def test_a_game_without_rules_opens_as_text_and_says_why(shelf: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("f", "end", "enter")
        await settled(pilot)
        assert "names rules or data that are not available" in text(pilot)
        assert "nothing/yet" in text(pilot)
        await pilot.press("escape")
        assert browsing(pilot)

    perform(library(shelf), script, (120, 40))


def test_a_click_chooses_and_a_second_one_opens(shelf: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = browsing(pilot)
        y = next(y for y, row in enumerate(part(screen.list)) if "Club night" in row)
        await pilot.click(screen.list, offset=(10, y))
        await pilot.pause()
        assert screen.chosen is not None
        assert screen.chosen.name == "Club night, round 2"
        await pilot.click(screen.list, offset=(10, y))
        await pilot.pause()
        assert playing(pilot)

    perform(library(shelf), script, (120, 40))


def test_an_empty_library_says_so(tmp_path: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert "No logs in this folder." in text(pilot)
        await pilot.press("down", "up", "enter", "s", "p", "end", "home", "slash", "a", "enter")
        assert browsing(pilot)

    perform(library(tmp_path), script)


def test_language_theme_and_help_work_here_too(shelf: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("l")
        await pilot.pause()
        assert "ライブラリ" in text(pilot)
        assert "800：エイトハンドレッド" in text(pilot)
        await pilot.press("t", "question_mark")
        await pilot.pause()
        assert "絞り込み" in text(pilot)
        await pilot.press("escape", "l")
        await pilot.pause()
        assert "Library" in text(pilot)

    perform(library(shelf), script, (120, 40))


@pytest.mark.parametrize(
    "size", [(40, 12), (80, 24), (99, 30), (100, 30), (400, 120), (5, 2)], ids=str
)
def test_every_size_is_survived(shelf: Path, size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("down", "p", "down", "p")
        assert len(rows(pilot)) == size[1]

    perform(library(shelf), script, size)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("width", [30, 40, 50, 60, 70, 80, 99, 100, 120, 160, 200])
def test_columns_never_run_together(shelf: Path, width: int, language: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        seen = part(browsing(pilot).list)
        columns = browsing(pilot).list._columns(browsing(pilot).list.size.width)
        starts = [start for start, size in columns[1:] if size]
        ends = [start + size for start, size in columns if size]
        assert all(start > end for start, end in zip(starts, ends, strict=False))
        for row in (seen[0], *(row for row in seen if "月例会" in row or "Club" in row)):
            cells = [cell for char in row for cell in [char] + [""] * (cell_len(char) - 1)]
            assert all(cells[start - 1] == " " for start in starts if start < len(cells))
        assert any("✗" in row for row in seen)
        assert any("✓" in row for row in seen)

    perform(library(shelf, language), script, (width, 30))


def test_the_name_of_a_game_has_the_room_that_others_do_not_need(shelf: Path) -> None:
    path = shelf / "club.senpu"
    name = "Programs: the battalion gets away"
    path.write_text(path.read_text("utf-8").replace("Club night, round 2", name), "utf-8")

    async def script(pilot: Pilot[None]) -> None:
        assert name in "\n".join(part(browsing(pilot).list))

    perform(library(shelf), script, (120, 40))


@pytest.fixture
def copies(tmp_path: Path) -> Path:
    """Four copies of one game, with forks and a changed line, and another game."""
    pairs.write_copies(
        tmp_path, anna=pairs.make_anna(), bo=pairs.make_bo(), tampered=pairs.make_tampered(),
        other=CLUB_NIGHT.read_text("utf-8").replace("Club night, round 2", "Another game"),
    )  # fmt: skip
    return tmp_path


@pytest.mark.parametrize(
    "size",
    [pytest.param((80, 24), marks=pytest.mark.slow, id="80"), pytest.param((160, 50), id="160")],
)
def test_copies_of_one_game_are_together_with_where_each_differs(
    copies: Path, size: tuple[int, int]
) -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = browsing(pilot)
        seen = part(screen.list)
        at = next(y for y, row in enumerate(seen) if "Needs a look" in row)
        wide = size[0] > 100
        assert "▾ Club night, round 2" in seen[at + 1]
        assert ("twice" if wide else "signed twice by Japan") in seen[at + 1]
        for row, words in zip(seen[at + 2 :], (
            ("├ anna.senpu", "fork at line 72", "China 4.2", "✓ valid", "J78 C101"),
            ("├ bo.senpu", "fork at line 72", "in progress", "✓ valid", "J78 C56"),
            ("└ tampered.senpu", "line 91 differs", "line 91", "✗ invalid", "J78 C56 ✗"),
        ), strict=False):  # fmt: skip
            assert [word for word in words[: 5 if wide else 4] if word not in row] == []
        assert not any("anna.senpu" in row for row in seen[at + 5 :])
        counts = "✓ 3 valid  ✗ 1 invalid  ! 1 game forked"
        assert (counts if wide else "! 1 game forked") in rows(pilot)[0]
        await pilot.press("down", "down")
        await settled(pilot)
        preview = " ".join("\n".join(part(screen.preview)).replace("│", "").split())
        if not wide:
            assert "✗ Invalid in line 91; valid through event 80. J78 C56" in preview
            return
        assert "Valid through line 90, event 80, turn 4." in preview
        assert "anna.senpu ✓ differs from line 91" in preview
        assert "✗ Japan signed line 78 twice: anna.senpu, bo.senpu" in preview
        await pilot.press("f")
        await pilot.pause()
        assert len(screen.list.games) == 3
        await pilot.press("escape", "slash", *"anna.senpu", "enter")
        await settled(pilot)
        assert [game.path.name for game in screen.list.games] == ["anna.senpu"]

    perform(library(copies), script, size)


@pytest.mark.slow
def test_copies_that_do_not_differ_stay_in_their_rule_set(tmp_path: Path) -> None:
    """Equal logs, a beginning and a stripped copy need no look."""
    pairs.write_copies(
        tmp_path, a=pairs.make_anna(), b=pairs.make_anna(), c=pairs.make_prefix(),
        d=pairs.make_stripped(),
    )  # fmt: skip

    async def script(pilot: Pilot[None]) -> None:
        screen = browsing(pilot)
        assert "4 logs of 1 game" in rows(pilot)[0]
        assert "Needs a look" not in text(pilot)
        seen = "\n".join(part(screen.preview))
        assert [word for word in ("identical", "the same beginning", "without signatures")
                if word not in seen] == []  # fmt: skip
        await pilot.press("f")
        await pilot.pause()
        assert "No log needs a look." in text(pilot)

    perform(library(tmp_path), script, (160, 50))
