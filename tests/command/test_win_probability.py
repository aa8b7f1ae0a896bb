"""`senpu show --win-probability`: the estimated win probability of a position."""

import json
from pathlib import Path

import pytest

import tests.toy_cards  # noqa: F401 - registers a rule set with hidden parts
from tests.command.conftest import Run
from tests.toy_cards.worlds import random_game, write

QUICK = ("--win-probability", "--jobs", 1, "--program", "random", "--games")


def test_the_report_has_win_probabilities_intervals_and_the_method(run: Run, log: Path) -> None:
    out = run("show", log, *QUICK, 20).out
    shown = out[out.index("Win probability") :].splitlines()
    assert (shown[1][:3], shown[1][-1]) == ("  [", "]")
    assert len(shown[1]) == 44
    japan, china = (int(row.split()[1].rstrip("%*")) for row in shown[2:4])
    assert japan + china == 100
    assert "%*   95% CI " in shown[2]
    assert (
        shown[4] == "Estimated from 20 games of random against itself from this position (seed 1)."
    )
    assert shown[5] == "The games use placeholder values, not the printed values (see senpu games)."
    assert out.isascii()
    assert "推定勝率（シミュレーション）" in run("show", log, *QUICK, 5, "--lang", "ja").out


def test_the_same_seed_gives_the_same_numbers_and_the_object_has_them_all(
    run: Run, log: Path
) -> None:
    plain = json.loads(run("show", log, "--json").out)
    assert "win_probability" not in plain
    shown = json.loads(run("show", log, "--json", *QUICK, 12, "--seed", 7).out)
    assert shown == json.loads(run("show", log, "--json", *QUICK, 12, "--seed", 7).out)
    found = shown.pop("win_probability")
    assert shown == plain
    assert (found["program"], found["games"], found["seed"]) == ("random", 12, 7)
    assert (found["draws"], found["open"], found["provenance"]) == (0, 0, "placeholder")
    assert list(found["sides"]) == ["japan", "china"]
    for side in found["sides"].values():
        assert side["win_rate"] == side["wins"] / 12
        low, high = side["confidence_interval"]
        assert 0 <= low <= side["win_rate"] <= high <= 1


def test_a_game_that_is_over_is_not_played_on(run: Run, log: Path) -> None:
    assert run("append", log, "J: resign").status == 0
    assert run("show", log, *QUICK, 9).out.rstrip().endswith("over: China resign")
    found = json.loads(run("show", log, "--json", *QUICK, 9).out)["win_probability"]
    assert found["games"] == 0
    assert found["sides"] == {
        "japan": {"wins": 0, "win_rate": 0.0, "confidence_interval": [0.0, 0.0]},
        "china": {"wins": 1, "win_rate": 1.0, "confidence_interval": [1.0, 1.0]},
    }


def test_the_view_of_a_side_hides_the_other_hand(run: Run, folder: Path) -> None:
    log = write(folder / "game.senpu", random_game(5))
    seen = run("show", log, *QUICK, 10, "--as", "north").out
    assert "Facts hidden from North were dealt again for each game." in seen
    assert "dealt again" not in run("show", log, *QUICK, 10).out


@pytest.mark.parametrize(
    ("words", "output"),
    [
        (("--games", 5), "--games requires --win-probability"),
        (("--seed", 5), "--seed requires --win-probability"),
        (("--jobs", 2), "--jobs requires --win-probability"),
        (("--win-probability", "--program", "genius"), "unknown program genius; available: random"),
        (("--win-probability", "--games", 0), "a whole number from 1 to 1000000"),
        (("--win-probability", "--games", "many"), "a whole number from 1 to 1000000"),
    ],
)
def test_what_does_not_go_together_is_rejected(
    run: Run, log: Path, words: tuple[object, ...], output: str
) -> None:
    answer = run("show", log, *words)
    assert answer.status == 2
    assert output in answer.err
    assert answer.out == ""
