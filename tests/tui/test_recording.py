"""A game recorded in the viewer by keys alone, and by the mouse alone, in all rule sets."""

from pathlib import Path
from random import Random

import pytest
from textual.pilot import Pilot

from senpu.tui.screens import page_stack as pages_screen
from senpu.tui.widgets.area_map import AreaMap
from tests.tui.recorder import (
    RULE_SETS,
    begun,
    chosen,
    click,
    enter,
    good,
    new_log,
    pressed,
    recorder,
    recording,
)  # fmt: skip
from tests.tui.stage import part, perform, playing, settled

FIRST = 24
"""The number of events to enter for each rule set."""


QUICK = ("800/bonsai-2021",)
"""The other rule sets are slow tests."""


@pytest.mark.parametrize(
    "rule_set",
    [
        pytest.param(each, marks=pytest.mark.slow) if each not in QUICK else each
        for each in RULE_SETS
    ],
)
def test_the_first_turns_are_played_by_keys_alone(tmp_path: Path, rule_set: str) -> None:
    path = new_log(tmp_path / "game.senpu", rule_set)

    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        rules, random = playing(pilot).timeline.rules, Random(7)
        while playing(pilot).timeline.last < FIRST:
            await enter(pilot, rules.sample(recording(pilot).state, random))

    perform(recorder(path), script, (120, 40))
    assert good(path).events >= FIRST


def test_a_key_that_is_held_writes_one_event(tmp_path: Path) -> None:
    moves = "C: x1+c1@D c2+c3+k1@C\nJ: i1+i2+g1@A i3+i4+g2@B\nT1 [J5 C3]\nJ: i3+i4>D\n"
    moves += "C: k1*B.g2 [1 1]\n"  # it may roll again, or not: few answers, in a list
    path = new_log(tmp_path / "game.senpu", "800/bonsai-2021", moves)

    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        pages_screen.STILL = 60.0
        for _ in range(5):
            await pressed(pilot, "enter")
        assert playing(pilot).timeline.last == 9
        pages_screen.STILL = 0.0
        await pressed(pilot, "enter")
        assert playing(pilot).timeline.last > 9

    perform(recorder(path), script)


@pytest.mark.parametrize(
    ("keys", "numbered"),
    [("", False), ("x", True), ("colon", False), ("3", False), ("x escape", False)],
)
def test_lines_have_numbers_where_digits_go_to_them(
    tmp_path: Path, keys: str, numbered: bool
) -> None:
    moves = "C: x1+c1@D c2+c3+k1@C\nJ: i1+i2+g1@A i3+i4+g2@B\n"  # then dice
    path = new_log(tmp_path / "game.senpu", "800/bonsai-2021", moves)

    async def script(pilot: Pilot[None]) -> None:
        entry_controller = recording(pilot)
        await begun(pilot)
        await pressed(pilot, *keys.split())
        assert entry_controller.chooser is not None
        lines = [
            row for y, row in enumerate(chosen(pilot)) if entry_controller.chooser.index_at(y) >= 0
        ]
        signs = "".join(row[1:2] for row in lines)
        assert signs.startswith("123") if numbered else not signs.strip()
        before = entry_controller.typing.line.value if entry_controller.typing else ""
        await pressed(pilot, "1")
        if numbered:
            assert "how many events to undo" in "\n".join(chosen(pilot))
        else:
            assert entry_controller.typing is not None
            assert entry_controller.typing.line.value == f"{before}1"

    perform(recorder(path), script)


async def click_area(pilot: Pilot[None], area: str) -> None:
    """Click on the name of an area in its upper wall."""
    board = playing(pilot).map
    assert isinstance(board, AreaMap)
    assert board._grid is not None
    box = board._grid.boxes[area]
    await pilot.click(board, offset=(box.left + 2, box.top))
    await settled(pilot)


def test_the_first_turn_is_played_by_the_mouse_alone(tmp_path: Path) -> None:
    path = new_log(tmp_path / "game.senpu", "800/bonsai-2021")

    async def script(pilot: Pilot[None]) -> None:
        screen, entry_controller = playing(pilot), recording(pilot)
        await click(pilot, screen.footer, "Record")
        chooser = entry_controller.chooser
        assert chooser is not None
        await click(pilot, chooser, "(x1)", 1)  # chosen
        await click(pilot, chooser, "(c1)", 1)  # chosen with it
        await click(pilot, chooser, "(c1)", 40)  # the rest of the row
        await click(pilot, chooser, "x1+c1@D")
        assert screen.timeline.last == 0
        await click(pilot, chooser, "x1+c1@D")
        assert screen.timeline.last == 2  # the others had one area left
        for unit in ("[i1]", "[i2]", "[g1]"):
            await click(pilot, chooser, unit, 1)
        await click(pilot, chooser, "[g1]", 30)
        await click_area(pilot, "A")  # the goal, on the map; a second click writes it
        assert screen.timeline.last == 2
        await click_area(pilot, "A")
        assert screen.timeline.last == 4
        await click(pilot, chooser, "roll")
        while screen.timeline.get_position(screen.timeline.last).state.turn == 0:
            await click(pilot, chooser, "roll")
        while (
            decision := entry_controller.state.decision
        ) is not None and decision.kind == "initiative":
            await click(pilot, chooser, "roll")
        last = screen.timeline.last
        moves = [
            each for each in entry_controller.choices.found if len(each.units) == 1 and each.path
        ]
        move = next(each for each in moves if each.units != moves[0].units)
        await click(pilot, screen.map, f"{move.text[:2]} ")
        assert f"Destination or target of {move.text[:2]}" in "\n".join(chosen(pilot))
        open_ = {each.goal.place for each in moves if each.units == move.units}
        marked = "\n".join(part(screen.map))
        assert sum(f"▸{place} " in marked for place in open_) == len(open_) - 1  # one is framed
        await click_area(pilot, move.goal.place)
        assert move.text in "\n".join(chosen(pilot))
        assert screen.timeline.last == last
        for _ in range(2):  # the first click may but choose the line
            if screen.timeline.last == last:
                await click(pilot, chooser, move.text)
        assert screen.timeline.last == last + 1
        await click(pilot, screen.footer, "Undo")
        assert "undo 1" in "\n".join(chosen(pilot))
        await click(pilot, chooser, "undo 1")
        assert screen.timeline.last == last + 2
        await click(pilot, screen.footer, "Stop")
        assert not entry_controller.is_on

    perform(recorder(path), script, (120, 40))
    assert good(path).events >= 6
