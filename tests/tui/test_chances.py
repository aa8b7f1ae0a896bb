"""Tests of the win probability in the viewer: the value at once, playouts only on demand."""

from concurrent.futures import BrokenExecutor
from pathlib import Path

import pytest
from textual.pilot import Pilot

import tests.toy_cards  # noqa: F401 - registers a rule set with hidden parts
from senpu.replay.analysis.confidence import Interval
from senpu.replay.analysis.joint_estimate import JointEstimate, MethodEstimate
from senpu.replay.analysis.playouts import PlayoutMethod
from senpu.tui.app import SenpuApp
from tests.tui.foresight import (
    MOST,
    bar_of,
    by_everything,
    by_turn,
    fixed_value,
    graph,
    press_playouts,
    with_playouts_by,
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

pytestmark = pytest.mark.usefixtures("fixed_value")
assert fixed_value


def test_one_key_shows_the_value_and_the_line_and_nothing_remains_of_them_after() -> None:
    app = player(at=RETREAT)
    fixed = with_playouts_by(app)

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("right", "left")
        await settled(pilot)
        before = rows(pilot)
        await pilot.press("percent_sign")
        assert bar_of(pilot).startswith(" Japan 66% ")
        assert "34% China" in bar_of(pilot)
        assert "calibrated value*" in bar_of(pilot)
        await settled(pilot)
        screen = playing(pilot)
        strand, timeline = screen.track.strand, screen.timeline
        cells, seen = strand.cells(), graph(pilot)
        assert len(cells) == 78
        assert cells[-1] == (timeline, 170)
        for x, (_, number) in enumerate(cells[:-1], 1):
            assert strand.cell(number) == x
            share = by_turn(timeline.get_position(number).state)
            assert abs("▁▂▃▄▅▆▇█".index(seen[x]) - share * 8 // 100) <= 1
        outcome = timeline.get_position(170).state.outcome
        assert outcome is not None
        assert seen[78] == ("█" if outcome.winner == "japan" else "▁")
        await pilot.press("percent_sign")
        await settled(pilot)
        assert rows(pilot) == before

    perform(app, script)
    assert not fixed.asked


def test_a_click_on_the_bar_turns_it_off_and_one_on_the_graph_leads_there() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("percent_sign")
        await settled(pilot)
        await pilot.click("#track", offset=(78, 0))
        await settled(pilot)
        assert playing(pilot).position == 170
        await pilot.click("WinProbabilityBar", offset=(5, 0))
        await settled(pilot)
        assert not playing(pilot).win_probability.is_on

    perform(player(at=RETREAT), script)


def test_playouts_are_of_the_position_in_view_and_end_with_the_key_or_the_screen(
    tmp_path: Path,
) -> None:
    (tmp_path / "club.senpu").write_bytes(CLUB_NIGHT.read_bytes())
    app = SenpuApp(folders=[tmp_path])
    fixed = with_playouts_by(app)

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await settled(pilot)
        await press_playouts(pilot)
        assert fixed.open == 1
        assert len({piece.position.state for piece in fixed.asked}) == 1
        assert max(piece.games.stop for piece in fixed.asked) == MOST
        await pilot.press("question_mark")
        await settled(pilot)
        assert fixed.open == 0
        many = len(fixed.asked)
        await pilot.press("escape", "right")
        await settled(pilot)
        assert fixed.open == 1
        assert len(fixed.asked) > many
        many = len(fixed.asked)
        await pilot.press("left")  # known, and shown at once
        await pilot.pause()
        assert "games of" in bar_of(pilot)
        assert len(fixed.asked) == many
        await pilot.press("S")
        await settled(pilot)
        assert fixed.open == 0
        assert "calibrated value" in bar_of(pilot)
        await press_playouts(pilot)
        await pilot.press("q")
        await settled(pilot)
        assert fixed.open == 0

    perform(app, script)
    assert {piece.position.side for piece in fixed.asked} == {""}


def test_the_bar_of_playouts_has_shares_interval_games_program_and_provenance() -> None:
    app = player(at=RETREAT)
    with_playouts_by(app)

    async def script(pilot: Pilot[None]) -> None:
        await press_playouts(pilot)
        expected = bar_of(pilot)
        (found,) = app.evaluator.found.values()
        low, high = (round(100 * end) for end in found.interval)
        assert expected.startswith(f" Japan 66% ({low}-{high}) ")
        assert f"34% ({100 - high}-{100 - low}) China" in expected
        assert expected.endswith(f"value 66%  {MOST} games of {app.evaluator.program}*")
        drawn = expected[expected.index("█") : expected.rindex("░") + 1]
        assert drawn.index("[") < len(drawn) * 0.66 < drawn.index("]") + 1

    perform(app, script, (160, 50))


def test_programs_that_disagree_leave_the_position_unsettled() -> None:
    app = player(at=RETREAT)
    with_playouts_by(app)
    answers = ((0.3, Interval(0.25, 0.35)), (0.6, Interval(0.55, 0.65)))
    found = JointEstimate(tuple(MethodEstimate(PlayoutMethod(), *each) for each in answers))

    async def script(pilot: Pilot[None]) -> None:
        await press_playouts(pilot)
        app.evaluator.found = dict.fromkeys(app.evaluator.found, found)
        playing(pilot).present()
        for width, expected in (
            (160, "unsettled: two programs find 30, 60%"), (80, "unsettled"), (40, "unsettled"),
        ):  # fmt: skip
            await pilot.resize_terminal(width, 40)
            await settled(pilot)
            assert expected in bar_of(pilot)
            assert width == 40 or bar_of(pilot).startswith(" Japan 25-65% ")

    perform(app, script)


def test_the_end_of_a_game_shows_its_ending() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("percent_sign")
        await settled(pilot)
        assert bar_of(pilot).startswith(" over: Japan 4.1 ████")
        assert "░" not in bar_of(pilot)
        await pilot.press("home")
        await settled(pilot)
        assert "Japan 90%" in bar_of(pilot)

    perform(player(at="end"), script)


@pytest.fixture
def each_position(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.tui.foresight.FixedValue.hundredths", staticmethod(by_everything))


@pytest.mark.usefixtures("each_position")
def test_variations_and_appended_events_have_values(tmp_path: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        await pilot.press("percent_sign", "greater_than_sign")
        await settled(pilot)
        screen = playing(pilot)
        assert screen.course is not screen.timeline
        state = screen.course.get_position(screen.position).state
        assert f"Japan {by_everything(state)}%" in bar_of(pilot)
        values = screen.win_probability.values
        assert values is not None
        assert values.find(screen.course, screen.course.last) is not None

    perform(player(noted_game(tmp_path), 11), script)
    log = tmp_path / "game.senpu"
    setup = "C: x1+c1@D c2+c3+k1@C\nJ: i1+i2+g1@A i3+i4+g2@B\nT1 [J5 C3]\n"
    log.write_text(f"Senpu: 1\nGame: 800/bonsai-2021\nRules: 1\n\n{setup}", "utf-8")

    async def follow(pilot: Pilot[None]) -> None:
        await pilot.press("percent_sign")
        with log.open("ab") as file:
            file.write(b"J: i3+i4>D\n")
        screen = playing(pilot)
        screen.log_watcher.look()
        await settled(pilot)
        assert screen.position == 6
        share = by_everything(screen.timeline.get_position(6).state)
        assert f"Japan {share}%" in bar_of(pilot)

    perform(player(log, "end"), follow)


@pytest.mark.parametrize(
    ("target", "value", "warning"),
    [
        ("tests.tui.foresight.FixedValue.is_for", False, "trained on other data"),
        ("senpu.spec.loader.Spec.program_limits", lambda _: "text", "limited: `senpu help"),
    ],
)
def test_what_restricts_a_value_is_shown(
    monkeypatch: pytest.MonkeyPatch, target: str, value: object, warning: str
) -> None:
    monkeypatch.setattr(target, value)

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("percent_sign")
        await settled(pilot)
        assert warning in bar_of(pilot)
        await pilot.resize_terminal(44, 30)
        await settled(pilot)
        assert "!" in bar_of(pilot)

    perform(player(at=RETREAT), script, (120, 40))


@pytest.mark.parametrize(
    ("error", "expected", "on"),
    [
        (KeyError, "no game can be played from this position", True),
        (BrokenExecutor, "the programs that played have stopped; press S to start again", False),
        (OSError, "the programs that played have stopped; press S to start again", False),
    ],
)
def test_a_failure_of_playouts_is_reported(error: type[Exception], expected: str, on: bool) -> None:
    app = player(at=RETREAT)
    fixed = with_playouts_by(app)
    fixed.fails = error

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("S")
        await settled(pilot)
        assert playing(pilot).win_probability.has_playouts is on
        assert expected in text(pilot)
        fixed.fails = None
        if not on:
            await press_playouts(pilot)
            assert "Japan 66%" in bar_of(pilot)

    perform(app, script, (120, 40))
    assert fixed.open == 0
