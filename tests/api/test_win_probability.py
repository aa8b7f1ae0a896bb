"""Win probabilities of the public API: the numbers of `senpu show --win-probability`."""

import json
from pathlib import Path
from typing import Any

import pytest

import senpu
from senpu.logs.record import LIBRARY
from senpu.tui.cli import main

LOGS = sorted(LIBRARY.glob("*/learn.senpu"))


def show(capsys: pytest.CaptureFixture[str], log: Path, *words: str) -> dict[str, Any]:
    """Return the win probability that the command prints, with its intervals."""
    capsys.readouterr()
    assert main(["show", str(log), "--json", "--win-probability", *words]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)["win_probability"]
    return found


@pytest.mark.parametrize("log", LOGS, ids=lambda path: path.parent.name)
def test_the_value_is_that_of_the_command(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = senpu.read(log)
    for number in (0, len(game.events) // 2):
        position = game.at(number)
        found, shown = position.win_probability(), show(capsys, log, "--at", str(number))
        assert {side: {"win_probability": share} for side, share in found.sides.items()} == (
            shown["sides"]
        )
        margin = shown["value"]["margin"] or {"side": "", "expected": None}
        assert (found.margin_side, found.margin) == (margin["side"], margin["expected"])
        assert tuple(found.sides) == tuple(found.intervals) == position.rules.sides
        assert {side: low for side, (low, _) in found.intervals.items()} == found.sides
        assert (found.playouts, found.is_unsettled) == (0, False)
        assert bool(found.warnings) != shown["value"]["same_data"]
        side = position.rules.sides[0]
        assert position.view(side).win_probability() == found  # of public facts only


def test_playouts_are_those_of_the_command(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    position = senpu.read("game.senpu").at(40)
    found = position.win_probability(12, program="random", seed=3)
    assert found == position.win_probability(12, program="random", seed=3, jobs=2)
    words = ("--at", "40", "--games", "12", "--program", "random", "--seed", "3", "--jobs", "1")
    shown = show(capsys, Path("game.senpu"), *words)["playouts"]
    assert found.playouts == shown["games"]
    for side, each in shown["sides"].items():
        assert found.sides[side] == each["win_probability"]
        assert [*found.intervals[side]] == each["confidence_interval"]


def test_a_played_position_and_a_view_can_be_played_out(folder: Path) -> None:
    after = senpu.read("game.senpu").at(5).play("i3+i4>D")
    for position in (after, after.view("china")):
        assert sum(position.win_probability(2, program="random").sides.values()) == 1


def test_a_game_that_is_over_has_its_result(folder: Path) -> None:
    found = senpu.read("game.senpu").end.win_probability(playouts=5)
    assert (found.sides, found.playouts, found.warnings) == ({"japan": 0, "china": 1}, 0, ())


def test_other_data_are_a_warning_and_are_played(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["data", "export", "800"]) == 0
    Path("mine.toml").write_text(capsys.readouterr().out.replace("G = 2", "G = 1"), "utf-8")
    log = "Senpu: 1\nGame: 800/bonsai-2021\n\n"
    position = senpu.read(text=log, data="mine.toml").start
    english, japanese = (position.win_probability(language=each) for each in ("en", "ja"))
    assert "The value was trained on other data" in english.warnings[0]
    assert "senpu train 800" in japanese.warnings[0]
    assert position.win_probability(1, program="random").warnings == english.warnings


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"playouts": -1}, "playouts -1: expected 0 or more"),
        ({"jobs": 0}, "jobs 0: expected 1 or more"),
        ({"playouts": 1, "program": "deep"}, "deep"),
        ({"language": "fr"}, "unknown language"),
    ],
)
def test_arguments_are_checked(folder: Path, arguments: dict[str, object], why: str) -> None:
    with pytest.raises(senpu.Error, match=why):
        senpu.start("800/bonsai-2021").win_probability(**arguments)  # type: ignore[arg-type] # wrong
    with pytest.raises(TypeError, match="playouts: expected int, not str"):
        senpu.start("800/bonsai-2021").win_probability("5")  # type: ignore[arg-type] # wrong
