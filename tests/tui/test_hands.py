"""Two people at one keyboard who hide their hands from each other."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

import tests.toy_cards  # noqa: F401 - registers a rule set with hidden parts
from senpu.tui.app import SenpuApp
from senpu.tui.screens.base import TakeoverScreen
from tests.command.test_views import GAME
from tests.toy_cards.worlds import SIDES, random_game, twins, write
from tests.tui.recorder import begun, chosen, good, new_log, pressed, recorder, recording, typed
from tests.tui.stage import perform, playing, rows, settled, text

SIZE = (120, 40)


@pytest.fixture
def war(tmp_path: Path) -> Path:
    return new_log(tmp_path / "war.senpu", "russojapanese/bonsai-2018")


def seen_by(path: Path, side: str) -> SenpuApp:
    app = recorder(path)
    timeline = app._first[0]
    assert timeline is not None
    timeline.view_as(side)
    return app


def read_head(pilot: Pilot[None]) -> str:
    return "\n".join(chosen(pilot))


async def entered(pilot: Pilot[None], line: str) -> None:
    """Type a line and have it written."""
    if recording(pilot).typing is None:
        await pressed(pilot, "colon")
    await typed(pilot, line)
    last = playing(pilot).timeline.last
    await pressed(pilot, "enter")
    assert playing(pilot).timeline.last > last, read_head(pilot)


def test_between_the_sides_the_keyboard_is_passed(war: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await entered(pilot, "draw #04+#05+#16")
        assert "#04 #05 #16" in text(pilot)
        await entered(pilot, "| | |")
        # Japan sees what its act has come to before the screen is hidden.
        assert "It is Russia's turn." in read_head(pilot)
        assert "#04 #05 #16" in text(pilot)
        assert recording(pilot).typing is None
        await pressed(pilot, "colon")
        assert recording(pilot).typing is None
        await pressed(pilot, "enter")
        assert isinstance(pilot.app.screen, TakeoverScreen)
        seen = text(pilot)
        assert "Pass the keyboard to Russia" in seen
        assert "#" not in seen
        await pressed(pilot, "q", "escape", "e", "right")
        assert isinstance(pilot.app.screen, TakeoverScreen)
        await pressed(pilot, "enter")
        assert "view of Russia" in rows(pilot)[0]
        assert "#04" not in text(pilot)
        assert "refill 3" in read_head(pilot)
        await entered(pilot, "refill 3")
        await entered(pilot, "draw #06+#07+#09")
        assert "#06 #07 #09" in text(pilot)
        assert "#04" not in text(pilot)

    perform(seen_by(war, "japan"), script, SIZE)
    good(war)


def test_what_must_come_is_not_filled_in_where_that_would_tell_of_a_hand(war: Path) -> None:
    """Japan holds no card that answers a fight, which the enemy, who looks on, would learn."""
    moves = "d1>1015>1115>1215 d2>1015>1115>1215 | d1+d2*1214 | fight 1214"

    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await entered(pilot, "draw #04+#05+#16")
        await entered(pilot, moves)
        decision = recording(pilot).state.decision
        assert decision is not None
        assert (decision.side, decision.kind) == ("japan", "reply-before")
        await pressed(pilot, "escape")
        assert "1 no" in read_head(pilot)
        await pressed(pilot, "enter")
        decision = recording(pilot).state.decision
        assert decision is not None
        assert decision.kind == "dice"

    perform(seen_by(war, "japan"), script, SIZE)
    good(war)


@pytest.mark.parametrize("line", ["draw #04+#05+#17", "draw #09", "no"])
def test_a_refusal_tells_nothing_of_what_may_not_be_known(war: Path, line: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "colon")
        await typed(pilot, line)
        await pressed(pilot, "enter")
        assert "Rejected" in read_head(pilot)
        assert "this view does not show" in read_head(pilot)

    perform(seen_by(war, "russia"), script, SIZE)


def test_a_side_is_told_why_its_own_act_is_refused(war: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await entered(pilot, "draw #04+#05+#16")
        await typed(pilot, "g1>1015>2417")
        await pressed(pilot, "enter")
        assert "Rejected" in read_head(pilot)
        assert "not open here" not in read_head(pilot)
        assert "rule" in read_head(pilot)

    perform(seen_by(war, "japan"), script, SIZE)


def test_nothing_is_completed_after_unwritten_text(war: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await entered(pilot, "draw #04+#05+#16")
        await typed(pilot, "g1>1015 ")
        typing = recording(pilot).typing
        assert typing is not None
        assert typing.typed.found == []

    perform(seen_by(war, "japan"), script, SIZE)


def test_other_eyes_are_a_choice_of_the_menu(war: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await entered(pilot, "draw #04+#05+#16")
        await pressed(pilot, "escape", "e")
        assert "view of Japan" in rows(pilot)[0]
        await pressed(pilot, "e")
        assert "view of Japan" in rows(pilot)[0]
        assert "Hands are hidden" in rows(pilot)[-1]
        await pressed(pilot, "x")
        lines = [row for row in chosen(pilot) if "show both hands" in row]
        assert lines
        index = chosen(pilot).index(lines[0]) - 1
        await pressed(pilot, *["down"] * index, "enter")
        assert "view of all sides" in rows(pilot)[0]

    perform(recorder(war), script, SIZE)


SHOWN = ("a", "x", "escape", "b", "escape", "o", "o", "colon", "l", "a", "y", "enter")
"""Keys; the screen is checked after each."""


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("seed", [5, pytest.param(11, marks=pytest.mark.slow)])
def test_logs_that_differ_only_in_hidden_parts_are_recorded_equally(
    tmp_path: Path, seed: int, side: str
) -> None:
    for count in (2, 4):
        events = random_game(seed)[:count]
        other = next((each for each in twins(events, side) if each != events), events)
        seen: list[list[str]] = []
        for name, log in (("a", events), ("b", other)):
            path = write(tmp_path / f"{name}{count}" / "game.senpu", log, "", "")
            screens: list[str] = []

            async def script(pilot: Pilot[None], screens: list[str] = screens) -> None:
                for key in SHOWN:
                    await pressed(pilot, key)
                    screens.append(text(pilot))

            perform(seen_by(path, side), script, SIZE)
            seen.append(screens)
        assert seen[0] == seen[1]


@pytest.mark.parametrize("side", ["north", "south"])
def test_a_click_leads_on_from_the_curtain_too(tmp_path: Path, side: str) -> None:
    path = tmp_path / "cards.senpu"
    path.write_text(GAME, "utf-8")
    other = "South" if side == "north" else "North"

    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        decision = recording(pilot).state.decision
        assert decision is not None
        if decision.side == side:
            assert "hide this" not in read_head(pilot)
            return
        assert f"Pass to {other}" in read_head(pilot)
        await pressed(pilot, "enter")
        await pilot.click(offset=(5, 5))
        await settled(pilot)
        assert f"view of {other}" in rows(pilot)[0]

    perform(seen_by(path, side), script, SIZE)
