"""Tests of the win probability in the viewer: its switch, its texts, its simulations."""

from concurrent.futures import BrokenExecutor
from itertools import takewhile
from pathlib import Path

import pytest
from textual.pilot import Pilot

import tests.toy_cards  # noqa: F401 - registers a rule set with hidden parts
from senpu.tui.app import SenpuApp
from tests.tui.foresight import (
    FIRST,
    MOST,
    asked,
    bar_of,
    by_everything,
    by_turn,
    graph,
    with_chances_by,
)
from tests.tui.noted import noted_game, wait_until_read
from tests.tui.stage import (
    CLUB_NIGHT,
    RETREAT,
    perform,
    player,
    playing,
    rows,
    settled,
    text,
)

# ---- on and off -----------------------------------------------------------------------------


def test_nothing_is_played_until_a_user_asks_and_nothing_remains_of_it_after() -> None:
    app = player(at=RETREAT)
    fixed = with_chances_by(app)

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("right", "left")
        await settled(pilot)
        before = rows(pilot)
        assert not fixed.asked
        await asked(pilot)
        assert fixed.open == 1
        assert "estimated from games of one-ply, 95% CI; placeholder values" in text(pilot)
        await pilot.press("percent_sign")
        await settled(pilot)
        assert fixed.open == 0
        assert rows(pilot) == before

    perform(app, script)


def test_a_click_on_the_bar_turns_it_off_and_one_on_the_graph_leads_there() -> None:
    app = player(at=RETREAT)
    fixed = with_chances_by(app)

    async def script(pilot: Pilot[None]) -> None:
        await asked(pilot)
        await pilot.click("#track", offset=(78, 0))
        await settled(pilot)
        assert playing(pilot).position == 170
        await pilot.click("WinProbabilityBar", offset=(5, 0))
        await settled(pilot)
        assert not playing(pilot).win_probability.is_on
        assert fixed.open == 0

    perform(app, script)


def test_no_program_is_left_when_the_screen_is_covered_or_left(tmp_path: Path) -> None:
    (tmp_path / "club.senpu").write_bytes(CLUB_NIGHT.read_bytes())
    app = SenpuApp(folders=[tmp_path])
    fixed = with_chances_by(app)

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await settled(pilot)
        await asked(pilot)
        await pilot.press("question_mark")
        await settled(pilot)
        assert fixed.open == 0
        many = len(fixed.asked)
        await pilot.press("escape", "right")
        await settled(pilot)
        assert fixed.open == 1  # a position that was not played on from before
        assert len(fixed.asked) > many
        await pilot.press("q")
        await settled(pilot)
        assert fixed.open == 0

    perform(app, script)
    assert fixed.open == 0


def test_a_file_that_is_read_again_keeps_them(tmp_path: Path) -> None:
    path = tmp_path / "club.senpu"
    path.write_bytes(CLUB_NIGHT.read_bytes())
    app = player(path, RETREAT)
    fixed = with_chances_by(app)

    async def script(pilot: Pilot[None]) -> None:
        await asked(pilot)
        many = len(fixed.asked)
        await pilot.press("r")
        await settled(pilot)
        assert playing(pilot).win_probability.is_on
        assert len(fixed.asked) == many

    perform(app, script)


# ---- the display ----------------------------------------------------------------------------


def test_the_bar_says_shares_interval_games_program_and_provenance() -> None:
    app = player(at=RETREAT)
    fixed = with_chances_by(app)

    async def script(pilot: Pilot[None]) -> None:
        await asked(pilot)
        key = next(key for key, each in app.evaluator.found.items() if each.games == MOST)
        tally = app.evaluator.found[key]
        assert (tally.wins[0], tally.draws) == (66, 3)
        expected = bar_of(pilot)
        assert expected.startswith(" Japan 66% (56-75) ")
        assert "31% (23-41) China" in expected
        assert expected.endswith("draws 3%  100 games of one-ply*")
        drawn = expected[expected.index("█") : expected.rindex("░") + 1]
        share = (drawn.count("█") + drawn.index("[") / 100) / len(drawn)
        assert abs(share - 0.66) < 0.08
        assert drawn.index("[") < len(drawn) * 0.66 < drawn.index("]") + 1

    perform(app, script, (160, 50))
    assert {piece.method.program for piece in fixed.asked} == {"one-ply"}
    assert {piece.position.side for piece in fixed.asked} == {""}


def test_each_cell_of_the_graph_has_the_last_event_of_its_span() -> None:
    app = player(at=RETREAT)
    with_chances_by(app)

    async def script(pilot: Pilot[None]) -> None:
        await asked(pilot)
        screen = playing(pilot)
        strand, timeline = screen.track.strand, screen.timeline
        cells = strand.cells()
        assert len(cells) == 78
        assert cells[-1] == (timeline, 170)
        for x, (_, number) in enumerate(cells, 1):
            assert strand.cell(number) == x
            assert number == 170 or strand.cell(number + 1) > x
        seen = graph(pilot)
        outcome = timeline.get_position(170).state.outcome
        assert outcome is not None
        for x, (_, number) in enumerate(cells[:-1], 1):
            share = by_turn(timeline.get_position(number).state)
            assert abs("▁▂▃▄▅▆▇█".index(seen[x]) - share * 8 // 100) <= 1
        assert seen[78] == ("█" if outcome.winner == "japan" else "▁")
        cursor = screen.track.render_line(0).crop(strand.cell(RETREAT), strand.cell(RETREAT) + 1)
        (segment,) = [each for each in cursor if each.text.strip()]
        assert segment.style == screen.look.ink("now", "now-ground", "b")

    perform(app, script)


def test_the_position_in_view_is_simulated_first_then_ends_of_turns_then_the_rest() -> None:
    app = player(at=RETREAT)
    fixed = with_chances_by(app)
    order: list[int] = []

    async def script(pilot: Pilot[None]) -> None:
        await asked(pilot)
        screen = playing(pilot)
        numbers: dict[str, list[int]] = {}
        digest = screen.timeline.rules.digest
        for _, number in [*screen.track.strand.cells(), (screen.timeline, RETREAT)]:
            numbers.setdefault(digest(screen.timeline.get_position(number).state), []).append(
                number
            )
        found = dict.fromkeys(digest(piece.position.state) for piece in fixed.asked)
        order.extend(numbers[each][0] for each in found)
        ends = [first - 1 for turn, first in screen.timeline.turn_starts.items() if turn]
        for end in ends:
            assert any(end <= number <= end + 2 for number in order[: len(ends) + 3])

    perform(app, script)
    assert order[0] == RETREAT
    first = list(
        takewhile(lambda piece: piece.position.state == fixed.asked[0].position.state, fixed.asked)
    )
    assert sum(len(piece.games) for piece in first) >= FIRST
    quarter, half = order[9 : len(order) // 2], order[9:]
    assert max(quarter) > 120  # not from left to right
    assert min(quarter) < 40
    assert len(half) == len(set(half))


def test_going_back_shows_at_once_what_was_found() -> None:
    app = player(at=RETREAT)
    fixed = with_chances_by(app)

    async def script(pilot: Pilot[None]) -> None:
        await asked(pilot)
        await pilot.press("left")
        await settled(pilot)
        many = len(fixed.asked)
        expected = bar_of(pilot)
        await pilot.press("right", "left")
        await pilot.pause()
        assert bar_of(pilot) == expected
        await settled(pilot)
        assert len(fixed.asked) == many

    perform(app, script)


def test_a_game_that_is_over_shows_its_end_and_is_not_simulated() -> None:
    app = player(at="end")
    fixed = with_chances_by(app)

    async def script(pilot: Pilot[None]) -> None:
        await asked(pilot)
        assert bar_of(pilot).startswith(" over: Japan 4.1 ████")
        assert "░" not in bar_of(pilot)
        await pilot.press("home")  # a game that has not begun is played on from
        await settled(pilot)
        assert "Japan 90% (83-94)" in bar_of(pilot)

    perform(app, script)
    assert all(piece.position.state.outcome is None for piece in fixed.asked)


def test_variations_are_simulated_too(tmp_path: Path) -> None:
    app = player(noted_game(tmp_path), 11)
    fixed = with_chances_by(app, by_everything)

    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        await asked(pilot)
        many = len(fixed.asked)
        await pilot.press("greater_than_sign")
        await settled(pilot)
        screen = playing(pilot)
        assert screen.course is not screen.timeline
        assert len(fixed.asked) > many
        state = screen.course.get_position(screen.position).state
        assert f"Japan {by_everything(state)}%" in bar_of(pilot)
        courses = {course for course, _ in screen.track.strand.cells()}
        assert courses == {screen.timeline, screen.course}
        assert screen.win_probability.find_result(screen.course, screen.course.last) is not None

    perform(app, script)


def test_a_log_that_grows_is_simulated_where_it_has_come_to(tmp_path: Path) -> None:
    log = tmp_path / "game.senpu"
    setup = "C: x1+c1@D c2+c3+k1@C\nJ: i1+i2+g1@A i3+i4+g2@B\nT1 [J5 C3]\n"
    log.write_text(f"Senpu: 1\nGame: 800/bonsai-2021\nRules: 1\n\n{setup}", "utf-8")
    app = player(log, "end")
    with_chances_by(app, by_everything)

    async def script(pilot: Pilot[None]) -> None:
        await asked(pilot)
        with log.open("ab") as file:
            file.write(b"J: i3+i4>D\n")
        screen = playing(pilot)
        screen.log_watcher.look()
        await settled(pilot)
        assert screen.position == 6
        share = by_everything(screen.timeline.get_position(6).state)
        assert f"Japan {share}%" in bar_of(pilot)
        assert screen.win_probability.find_result(screen.timeline, 6) is not None

    perform(app, script)


# ---- what goes wrong ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "expected", "on"),
    [
        (KeyError, "no game can be played from this position", True),
        (BrokenExecutor, "the programs that played have stopped; press % to start again", False),
        (OSError, "the programs that played have stopped; press % to start again", False),
    ],
)
def test_what_cannot_be_played_is_shown(error: type[Exception], expected: str, on: bool) -> None:
    app = player(at=RETREAT)
    fixed = with_chances_by(app)
    fixed.fails = error

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("percent_sign")
        await settled(pilot)
        assert playing(pilot).win_probability.is_on is on
        assert expected in text(pilot)
        fixed.fails = None
        if not on:
            await asked(pilot)
            assert "Japan 66%" in bar_of(pilot)

    perform(app, script, (120, 40))
    assert fixed.open == 0
