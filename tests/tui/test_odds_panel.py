"""The panel of odds: terms, rolls and results of an attack in each game."""

from functools import cache
from pathlib import Path

import pytest

from senpu.logs.record import LIBRARY, open_record
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.tui.app import SenpuApp
from senpu.tui.boards.scene import build_scene
from senpu.tui.widgets.reasons import render_reasons


@cache
def timeline(name: str) -> Timeline:
    found = open_timeline(open_record(LIBRARY / f"{name}.senpu"))
    found.extend()
    return found


def why(name: str, number: int, language: str = "en") -> list[str]:
    """Return the title and the rows of the panel, with single spaces."""
    course = timeline(name)
    look = SenpuApp(course, Path("any.senpu"), language=language).look()
    narrator = Narrator(course.rules.spec, language)
    block = render_reasons(build_scene(course, number), course, narrator, look, 64)
    rows = ["".join(segment.text for segment in row.segments) for row in block.rows]
    return [block.title, *(" ".join(row.split()) for row in rows)]


@pytest.mark.parametrize(
    ("name", "number", "expected"),
    [
        ("800/learn", 44, ["Roll needed, or more 5 83%", "Rolled 1 + 2 3 miss"]),
        ("incident1932/learn", 28, ["Success probability 67%"]),
        ("incident1932/learn", 29, ["Rolled 3", "The roll is 3: 1 hit. China must take 1 hit."]),
        ("incident1932/historical", 44, ["Odds: m1*05", "Lead needed, or more 1 42%"]),
        ("incident1932/historical", 52, ["Odds: m1*05 (event 44)", "Rolled 4 6", "Rolled J5 C3"]),
        ("nanjing1937/historical", 23, ["column 0 50%", "with Chen Cheng: 33%"]),
        ("nanjing1937/historical", 24, ["Chen Cheng -1 9.4.5", "column -1 33%"]),
        ("nanjing1937/historical", 25,
         ["The die is 3, the column is -1: AR, the attacker retreats."]),
        ("russojapanese/historical", 333, ["column +3 83%"]),
        ("russojapanese/historical", 337, ["Odds: fight 1201", "Russia plays no card."]),
    ],
)  # fmt: skip
def test_what_is_needed_and_how_it_came_out(name: str, number: int, expected: list[str]) -> None:
    found = why(name, number)
    assert [row for row in expected if row not in found] == []


def test_once_an_answer_is_given_its_chance_is_no_case_any_more() -> None:
    assert not any("with Chen Cheng" in row for row in why("nanjing1937/historical", 24))


def test_it_is_shown_in_japanese_too() -> None:
    found = why("incident1932/historical", 52, "ja")
    assert found[0] == "確率：m1*05（イベント44）"
    assert "必要な差（以上） 1 42%" in found
