"""Tests of win probabilities during play: advice only on request, no hidden hands."""

from pathlib import Path

import msgspec
import pytest
from textual.pilot import Pilot

import tests.toy_cards  # noqa: F401 - registers a rule set with hidden parts
from senpu.logs.record import open_record
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.tui.app import SenpuApp
from tests.hands import card, dealt
from tests.hands import log as sealed_log
from tests.toy_cards.worlds import random_game, twins, write
from tests.tui.foresight import (
    FixedValue,
    bar_of,
    by_everything,
    fixed_value,
    graph,
    press_playouts,
    with_playouts_by,
)
from tests.tui.recorder import begun, new_log, pressed, recorder, recording
from tests.tui.stage import (
    perform,
    player,
    playing,
    rows,
    settled,
    text,
)
from tests.tui.test_hands import entered, seen_by

pytestmark = pytest.mark.usefixtures("fixed_value")
assert fixed_value


def test_a_recording_player_gets_advice_only_when_asking_for_it(tmp_path: Path) -> None:
    app = recorder(new_log(tmp_path / "game.senpu", "800/bonsai-2021"))
    with_playouts_by(app)

    async def script(pilot: Pilot[None]) -> None:
        await press_playouts(pilot)
        await begun(pilot)
        assert not playing(pilot).win_probability.is_on
        await press_playouts(pilot)
        assert bar_of(pilot).startswith(" ADVICE Japan")
        await pressed(pilot, "a")
        assert not recording(pilot).is_on
        await settled(pilot)
        assert "ADVICE" not in bar_of(pilot)

    perform(app, script, (120, 40))


def test_advice_to_one_player_disappears_when_the_other_comes(tmp_path: Path) -> None:
    path = new_log(tmp_path / "war.senpu", "russojapanese/bonsai-2018", "draw #04+#05+#16\n")
    app = seen_by(path, "japan")
    fixed = with_playouts_by(app)

    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await press_playouts(pilot)
        await entered(pilot, "| | |")
        await pressed(pilot, "enter", "enter")
        assert "view of Russia" in rows(pilot)[0]
        assert not playing(pilot).win_probability.is_on
        assert not playing(pilot).win_probability.list_widgets()
        await settled(pilot)

    perform(app, script, (120, 40))
    assert {piece.position.side for piece in fixed.asked} == {"japan"}


def test_evaluation_shows_a_side_nothing_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fixed_value: list[FixedValue]
) -> None:
    """Values, playouts and candidates are computed from the view of the side alone."""
    monkeypatch.setattr(FixedValue, "hundredths", staticmethod(by_everything))
    side = "north"
    events = random_game(5)
    other = next(each for each in [*twins(events, side)][::-1] if each != events)
    seen, judged = list[list[str]](), list[list[bytes]]()
    for name, log in (("a", events), ("b", other)):
        fixed_value.clear()
        timeline = open_timeline(open_record(write(tmp_path / name / "game.senpu", log)))
        timeline.view_as(side)
        app = SenpuApp(timeline, tmp_path / name / "game.senpu", timeline.extend())
        fixed, shown = with_playouts_by(app, by_everything), list[str]()

        async def script(pilot: Pilot[None]) -> None:
            await press_playouts(pilot)
            shown.append(f"{text(pilot)}{graph(pilot)}")  # noqa: B023 - runs at once
            await pilot.press("C")
            for _ in range(playing(pilot).timeline.last):
                await pilot.press("left")
                await settled(pilot)
                shown.append(text(pilot))  # noqa: B023 - runs at once
            await pilot.press("R")
            await settled(pilot)
            assert "choose the view of everything first" in text(pilot)

        perform(app, script)
        assert {piece.position.side for piece in fixed.asked} == {side}
        seen.append(shown)
        judged.append([msgspec.json.encode(piece.position.state) for piece in fixed.asked])
        judged[-1] += [msgspec.json.encode(each) for one in fixed_value for each in one.evaluated]
    assert seen[0] == seen[1]
    assert judged[0] == judged[1]


def test_face_down_cards_require_the_view_of_one_side(tmp_path: Path) -> None:
    path = tmp_path / "game.senpu"
    north = dealt(card(1, "north", "#02"), card(2, "north", "#05"))
    path.write_text(sealed_log(north), "utf-8")
    app = player(path, "end")
    with_playouts_by(app)

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("S")
        await settled(pilot)
        assert not playing(pilot).win_probability.has_playouts
        assert "some cards are face-down; switch to the view of one side (e)" in text(pilot)
        await pilot.press("e")
        await press_playouts(pilot)

    perform(app, script, (120, 40))
