"""The tree of openings on the screen: in step with the map, back and forth, into games and out."""

import sqlite3
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

import tests.toy_cards  # noqa: F401 - registers a rule set with hidden parts
from senpu.logs.record import open_record
from senpu.notation.writer import format_event
from senpu.replay.analysis.lookahead import evaluate_events
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.openings.book import GameFilter
from senpu.tui.app import SenpuApp
from senpu.tui.render.openings_report import format_choice, read_choice
from senpu.tui.render.values import ScoreFormat
from senpu.tui.screens import opening_position
from senpu.tui.screens.library import LibraryScreen
from senpu.tui.screens.opening_position import BookPosition
from senpu.tui.screens.openings import OpeningsScreen
from senpu.tui.user_files import find_book_file
from tests.openings.shelves import book_of, write
from tests.openings.toy_values import use_toy_values
from tests.tui.stage import (
    CLUB_NIGHT,
    RETREAT,
    library,
    perform,
    player,
    playing,
    rows,
    settled,
    text,
    until,
)
from tests.tui.test_painting import LOOK
from tests.tui.test_pictures import picture

NANJING = Path(__file__).parents[2] / "logs/library/nanjing1937/historical.senpu"
CHINA = ("C: x1+c1@D c2+c3+k1@C\n", "C: x1+k1@C c1+c2+c3@D\n")
JAPAN = ("J: i1+i2+g1@A i3+i4+g2@B\n", "J: i1+i2+i3@A i4+g1+g2@B\n")
GAMES = (
    (0, 0, "T1 [J5 C3]\nJ: i3>A C: pass J: resign\n", "Anna"),
    (0, 0, "T1 [J5 C4]\nJ: i4>A C: k1*B.g2 [2 3] no J: pass\nC: resign\n", "Bo"),
    (0, 1, "T1 [J1 C3]\nC: pass J: resign\n", "Anna"),
    (1, 0, "T1 [J6 C1]\nJ: pass C: pass\nC: resign\n", ""),
    (1, 1, "agree Draw\n", "Chika"),
    (1, 1, "", "Bo"),
)


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    use_toy_values(monkeypatch)


FEWER = "minus minus minus"
"""The keys after which rows with 2 games or more are not grey."""


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A book of six games, and they."""
    for number, (china, japan, rest, name) in enumerate(GAMES):
        fields = {"Japan": name, "Date": f"2026-0{number + 1}-01"} if name else {"Program": "x"}
        lines = CHINA[china] + JAPAN[japan] + rest
        write(tmp_path / f"logs/{number}.senpu", lines, **fields)
    book_of(tmp_path / "b.sqlite", tmp_path / "logs").close()
    return tmp_path


def with_book(app: SenpuApp, shelf: Path, at_once: bool = False) -> SenpuApp:
    app.book, app.opens_book = shelf / "b.sqlite", at_once
    return app


def tree(pilot: Pilot[None]) -> OpeningsScreen:
    screen = pilot.app.screen
    assert isinstance(screen, OpeningsScreen)
    return screen


@pytest.mark.parametrize(
    ("size", "face", "keys"),
    [
        ((160, 50), "en", FEWER), ((80, 24), "en", FEWER), ((160, 50), "ja", ""),
        ((80, 24), "ja", ""), ((160, 50), "ascii", "enter"), ((48, 20), "en", ""),
        ((40, 12), "en", ""),
    ],
)  # fmt: skip
def test_the_beginning(shelf: Path, size: tuple[int, int], face: str, keys: str) -> None:
    app = library(shelf / "logs", "ja" if face == "ja" else "en", face == "ascii")
    picture(f"openings_{size[0]}_{face}", with_book(app, shelf, at_once=True), size, keys)


def test_it_goes_where_the_player_is_and_back(shelf: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("O")
        await settled(pilot)
        assert tree(pilot).position.walk.number == 5
        assert "i3>A" in text(pilot)
        await pilot.press("left", "left", "left", "left", "left")
        await settled(pilot)
        assert "China to set up" in text(pilot)
        await pilot.press("q")
        await settled(pilot)
        assert playing(pilot).position == 5

    perform(with_book(player(shelf / "logs/0.senpu", 5), shelf), script)


def test_moves_are_played_ahead_and_the_plan_shows_the_selected_one(shelf: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = tree(pilot)
        assert screen.position.walk.number == 0
        await pilot.press("enter")
        await settled(pilot)
        assert (screen.position.walk.number, screen.position.walk.has_left_log) == (2, True)
        assert "Japan to set up" in text(pilot)
        assert {"[i3][i4]", "(x1)(c1)"} <= {word for row in rows(pilot) for word in row.split("│")}
        await pilot.press("enter", "enter")
        await settled(pilot)
        assert screen.position.walk.number == 5
        assert "ahead of the log" in rows(pilot)[0]
        await pilot.press("left", "left", "left")
        await settled(pilot)
        assert screen.position.walk.number == 2
        await pilot.press("right", "right", "right")
        assert screen.position.walk.number == 5
        await pilot.press("left", "left", "left", "down", "enter", "enter")
        assert screen.position.walk.number == 5
        assert screen.position.walk.timeline.last == 0

    perform(with_book(library(shelf / "logs"), shelf, at_once=True), script)


def test_a_move_that_the_log_plays_too_is_continued_in_the_log(shelf: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("O", "enter")
        await settled(pilot)
        assert tree(pilot).position.walk.number == 2
        assert not tree(pilot).position.walk.has_left_log

    perform(with_book(player(shelf / "logs/0.senpu"), shelf), script)


def test_a_sample_game_is_opened_at_the_position(shelf: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("tab", "end", "enter")
        await settled(pilot)
        screen = playing(pilot)
        assert screen.position == 2
        assert screen.source == (shelf / "logs/0.senpu").resolve()
        await pilot.press("q")
        await settled(pilot)
        assert tree(pilot).game == 2
        (shelf / "logs/0.senpu").unlink()
        await pilot.press("enter")
        await settled(pilot)
        assert "Cannot open: no such file" in text(pilot)
        await pilot.press("escape")
        assert tree(pilot).game < 0  # the keys are for the moves again

    perform(with_book(library(shelf / "logs"), shelf, at_once=True), script, (120, 40))


def test_only_some_games_are_counted(shelf: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        for by, games in (("human", 5), ("program", 1), ("", 6)):
            await pilot.press("p")
            await settled(pilot)
            assert tree(pilot).position.choice.player_kind == by
            assert tree(pilot).position.leaf.reached.games == games
        await pilot.press("slash", *"anna", "enter")
        await settled(pilot)
        assert tree(pilot).position.leaf.reached.games == 2
        assert "/ anna" in rows(pilot)[0]
        await pilot.press("slash", *"xx", "escape", "q")
        await settled(pilot)
        assert isinstance(pilot.app.screen, LibraryScreen)

    perform(with_book(library(shelf / "logs"), shelf, at_once=True), script)


def test_a_click_chooses_and_a_second_one_plays(shelf: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        y = next(y for y, row in enumerate(rows(pilot)) if "x1+k1@C" in row)
        for number in (0, 2):
            await pilot.click(offset=(6, y))
            await settled(pilot)
            assert tree(pilot).position.walk.number == number
            assert number or "x1+k1@C" in tree(pilot).position.selected.move.text  # type: ignore[union-attr]

    perform(with_book(library(shelf / "logs"), shelf, at_once=True), script)


def test_without_a_book_the_legal_moves_have_values(shelf: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("O")
        await settled(pilot)
        position = tree(pilot).position
        scores = [position.values.find_score(row.move) for row in position.rows if row.move]
        assert scores == sorted(scores, key=lambda score: score or 0)  # China decides
        assert len(scores) == 14
        assert "this log" in text(pilot)
        await pilot.press("s")
        assert "There is no opening book" in rows(pilot)[-1]
        for key in ("p", "slash", "plus", "r", "a", "g", "d", "tab"):  # nothing to choose from
            await pilot.press(key)
        await pilot.press("enter")
        await settled(pilot)
        assert position.walk.number == 2
        await pilot.press("escape")
        assert playing(pilot)

    perform(player(shelf / "logs/0.senpu"), script, (160, 50))


def test_values_that_take_long_are_computed_after_the_first_rows(
    shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening_position, "AT_ONCE", 0.0)
    monkeypatch.setattr(opening_position, "LATER", 0.0)

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("O")
        await until(lambda: tree(pilot).position.has_all_values)
        await settled(pilot)
        position = tree(pilot).position
        assert len(position.unplayed) == len(position.places) == 32
        assert position.chosen == position.places[0]
        assert position.selected
        assert position.selected.move.text in rows(pilot)[4]

    perform(player(shelf / "logs/0.senpu", 6), script, (160, 50))


@pytest.mark.parametrize(
    ("game", "at", "side", "ticks"),
    [(NANJING, 19, 1, "-8 -5 -2 +1 +4"), (NANJING, 12, 0, "-4 -1 +2 +5 +8"),
     (CLUB_NIGHT, RETREAT, 1, "0 25 50 75 100")],
)  # fmt: skip
def test_scores_are_those_of_the_candidates_for_either_side(
    game: Path, at: int, side: int, ticks: str
) -> None:
    """Nanjing is graded by margins, 800 is not."""
    timeline = open_timeline(open_record(game))
    position = BookPosition(LOOK, None, timeline, at)
    position.look_up()
    while not position.values.is_complete:
        position.compute_values()
    position.list_rows()
    rules, state = timeline.rules, timeline.get_position(at).state
    value, form = position.values.value, ScoreFormat.from_value(position.values.value)
    expected = {
        format_event(each.event): form.score(each.score, not side, 1)
        for each in evaluate_events(rules, value, state)
    }
    content = position.list_moves(wide=True)
    moves = [row.move for row in content.rows if row.move]
    assert len(moves) > 1
    for move in moves:
        assert position.format_value(move).strip() == expected[move.text]
        score = position.values.find_score(move) or 0.0
        assert position.find_marks(move).value == (1 - score if side else score)
    assert content.ticks == tuple(ticks.split())


def test_a_draw_of_cards_has_no_values_and_no_scale(tmp_path: Path) -> None:
    log = tmp_path / "a.senpu"
    log.write_text("Senpu: 1\nGame: blind/toy\nRules: 1\n\ndraw #02+#05\n")

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("O")
        await settled(pilot)
        assert "cards are drawn here" in text(pilot)
        assert "by value" not in text(pilot)
        assert "100" not in text(pilot)

    perform(player(log), script)


def test_a_book_whose_games_do_not_count_says_why(shelf: Path) -> None:
    for path in (shelf / "logs").iterdir():
        path.unlink()
    write(shelf / "logs/r.senpu", CHINA[0] + JAPAN[0], Japan="random", China="random", Program="x")
    book_of(shelf / "b.sqlite", shelf / "logs").close()

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("O")
        await settled(pilot)
        assert "1 game of `random` is not counted" in text(pilot)

    perform(with_book(player(shelf / "logs/r.senpu"), shelf), script, (160, 50))


def test_in_the_library_it_says_how_a_book_is_made(shelf: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("O")
        await settled(pilot)
        assert "senpu openings build games -o book.sqlite" in text(pilot)

    perform(library(shelf / "logs"), script)


def test_the_novelty_of_the_log_is_marked(shelf: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("O")
        await settled(pilot)
        assert "novelty: event 7" in rows(pilot)[0]
        assert any("  pass  novelty" in row for row in rows(pilot))
        await pilot.press("left")
        await settled(pilot)
        assert any("▸ i3>A  this log" in row for row in rows(pilot))
        await pilot.press("slash", *"xyz", "enter")  # no game counts
        await settled(pilot)
        assert "novelty" not in text(pilot)

    perform(with_book(player(shelf / "logs/0.senpu", 6), shelf), script, (160, 50))


def test_a_file_that_is_no_book_is_reported(shelf: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("O")
        await settled(pilot)
        assert "Cannot open" in text(pilot)

    (shelf / "b.sqlite").write_text("no book")
    perform(with_book(player(shelf / "logs/0.senpu"), shelf), script, (140, 24))


@pytest.mark.parametrize("script", ["UPDATE passage SET number = 'x'", "DROP TABLE about"])
def test_a_damaged_book_is_reported(shelf: Path, script: str) -> None:
    book = sqlite3.connect(shelf / "b.sqlite", isolation_level=None)
    book.execute(script)
    book.close()

    async def open_book(pilot: Pilot[None]) -> None:
        await pilot.press("O")
        await settled(pilot)
        assert "the opening book is damaged" in text(pilot)

    perform(with_book(player(shelf / "logs/1.senpu", 5), shelf), open_book, (200, 30))


def test_a_position_without_games_is_reported(shelf: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("O")
        await settled(pilot)
        assert "no game of the book reached this position" in text(pilot)
        await pilot.press("enter", "down", "left", "right", "l")
        await settled(pilot)
        assert all(cell_len(row) <= 80 for row in rows(pilot))

    perform(with_book(player(at=40), shelf), script)


@pytest.mark.parametrize(
    ("typed", "choice"),
    [
        ("", GameFilter()),
        ("anna", GameFilter("anna")),
        ("anna lee 2026", GameFilter("anna lee", "2026", "2026")),
        ("2025-03..2026 program", GameFilter("", "2025-03", "2026", "program")),
        ("2025-03..", GameFilter("", "2025-03")),
        ("..2026-01-02 human", GameFilter("", "", "2026-01-02", "human")),
        ("12", GameFilter("12")),
    ],
)
def test_a_typed_line_says_which_games_count(typed: str, choice: GameFilter) -> None:
    assert read_choice(typed) == choice
    assert read_choice(format_choice(choice)) == choice


def test_the_surest_wins_are_first_for_either_side(shelf: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        def texts() -> list[str]:
            return [row.move.text for row in tree(pilot).position.rows if row.move][:2]

        first, second = texts()
        await pilot.press("s")
        assert texts() == [first, second]
        assert "sorted by win rate" in rows(pilot)[-1]
        await pilot.press("s")
        assert "sorted by value" in rows(pilot)[-1]
        values = tree(pilot).position.values
        assert texts() == [move.text for move in values.sort(values.list_compared())][:2]
        await pilot.press("s", "s")
        await pilot.press("w")
        await settled(pilot)
        assert texts() == [second, first]
        assert "J wins" in text(pilot)

    perform(with_book(library(shelf / "logs"), shelf, at_once=True), script)


def test_the_next_rule_set_of_the_book(shelf: Path) -> None:
    write(shelf / "logs/english.senpu", "", game="800/battles-2011")
    book_of(shelf / "b.sqlite", shelf / "logs").close()

    async def script(pilot: Pilot[None]) -> None:
        for edition in ("battles-2011", "bonsai-2021"):
            await pilot.press("r")
            await settled(pilot)
            assert tree(pilot).position.narrator.spec.id == f"800/{edition}"
        await pilot.press("q")
        await settled(pilot)
        assert isinstance(pilot.app.screen, LibraryScreen)

    perform(with_book(library(shelf / "logs"), shelf, at_once=True), script)


def test_who_looks_as_a_side_learns_nothing_of_hidden_cards(tmp_path: Path) -> None:
    header = "Senpu: 1\nGame: blind/toy\nRules: 1\n\ndraw #02+#05\ndraw #01+#06\n"
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs/a.senpu").write_text(f"{header}N: play #02 [3]\nS: lay #01\n")
    (tmp_path / "logs/b.senpu").write_text(f"{header}N: play #05 [3]\n")
    book_of(tmp_path / "b.sqlite", tmp_path / "logs").close()
    seen: dict[str, list[str]] = {}
    for side in ("north", "south"):
        app = with_book(player(tmp_path / "logs/a.senpu", 2), tmp_path)
        app._first[0].view_as(side)  # type: ignore[union-attr]

        async def script(pilot: Pilot[None], side: str = side) -> None:
            await pilot.press("O")
            await settled(pilot)
            seen[side] = [text(pilot)]
            await pilot.press("down", "enter")
            await settled(pilot)
            seen[side].append(text(pilot))

        perform(app, script, (120, 30))
    assert "#01" not in seen["north"][0]
    assert "#02+#05" not in seen["south"][0]
    assert "ahead of the log" in seen["north"][1]
    assert "This event depends on hidden facts and cannot be played here" in seen["south"][1]


def test_the_book_is_the_one_that_is_named_or_the_users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SENPU_BOOK", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert find_book_file() is None
    (tmp_path / "senpu").mkdir()
    own = tmp_path / "senpu/openings.sqlite"
    own.touch()
    assert find_book_file() == own
    monkeypatch.setenv("SENPU_BOOK", "/b.sqlite")
    assert find_book_file() == Path("/b.sqlite")
    monkeypatch.setenv("SENPU_BOOK", "")
    assert find_book_file() is None


def test_attacks_have_their_odds_next_to_how_they_went_and_dice_their_chance(shelf: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("O")
        await settled(pilot)
        row = next(row for row in rows(pilot) if "▸ k1*B.g2" in row)
        assert row.split("k1*B.g2")[1].split()[:3] == ["novelty", "83%*", "1"]
        await pilot.press("enter")
        await settled(pilot)
        assert tree(pilot).position.walk.number == 7
        row = next(row for row in rows(pilot) if "▸ [2 3]" in row)
        assert row.split("[2 3]")[1].split()[:4] == ["this", "log", "42%*", "1"]

    perform(with_book(player(shelf / "logs/1.senpu", 6), shelf), script)
