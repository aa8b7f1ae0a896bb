"""Tests of short forms for small screens: important parts first, complete rule numbers."""

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from senpu.tui.widgets.captions import shorten
from senpu.tui.widgets.clicks import ObjectClicked
from senpu.tui.widgets.painting import Look
from tests.tui.stage import RETREAT, part, perform, player, playing


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("China must retreat with c1, c2, c3 and k1 (8.4-2).", " (8.4-2)."),
        ("Does China use Chen Cheng in this combat: chen or no (9.0)?", " (9.0)?"),
        ("国民党軍は第一中隊、第二中隊、第三中隊を退却させる（8.4-2）。", "（8.4-2）。"),
    ],
)
def test_a_question_is_cut_before_its_rule(text: str, rule: str) -> None:
    look = playing_look()
    for width in range(20, cell_len(text)):
        expected = shorten(look, text, width)
        assert expected.endswith(f"..{rule}")
        assert cell_len(expected) <= width
    assert shorten(look, text, cell_len(text)) == text
    assert cell_len(shorten(look, text, 9)) <= 9


def playing_look() -> Look:
    looks: list[Look] = []

    async def script(pilot: Pilot[None]) -> None:
        looks.append(playing(pilot).look)

    perform(player(), script)
    return looks[0]


@pytest.mark.parametrize(
    ("unit", "language", "expected"),
    [
        ("i3", "en", "Infantry 3 (i3): Japan, reduced, 2 of 2 points*, defence 7/6*, B"),
        (
            "c2",
            "en",
            "2nd Company (c2): China, 1 of 2 points*, defence 7/6*, infantry*, Siha.. (G)",
        ),
        ("t1", "en", "Tankette 1 (t1): Japan, defence 8/7*, due on turn 3"),
        ("c2", "ja", "第2中隊（c2）：国民党軍、ポイント1/2*、防御力 7/6*、歩兵*、"),
    ],
)
def test_a_counter_tells_strength_and_points_first_at_80_columns(
    unit: str, language: str, expected: str
) -> None:
    async def script(pilot: Pilot[None]) -> None:
        playing(pilot).on_object_clicked(ObjectClicked("unit", unit))
        await pilot.pause()
        assert expected in part(playing(pilot).sentences)[1]

    perform(player(at=RETREAT, language=language), script)


@pytest.mark.parametrize(("language", "expected"), [("en", "Chinese only"), ("ja", "国民党軍のみ")])
def test_the_register_has_room_for_its_notes(language: str, expected: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("m")
        await pilot.pause()
        assert any(row.startswith(f" J {expected} I") for row in part(playing(pilot).map))

    perform(player(at=RETREAT, language=language), script)
