"""`senpu show --chance`: who wins how often from a position on."""

import json
from pathlib import Path

import pytest

import tests.toy_cards  # noqa: F401 - registers a rule set with hidden parts
from tests.command.conftest import Run
from tests.toy_cards.worlds import random_game, write

QUICK = ("--chance", "--jobs", 1, "--program", "random", "--games")


def test_it_says_who_wins_how_often_how_surely_and_on_what_that_rests(run: Run, log: Path) -> None:
    out = run("show", log, *QUICK, 20).out
    shown = out[out.index("Winning chances") :].splitlines()
    assert (shown[1][:3], shown[1][-1]) == ("  [", "]")
    assert len(shown[1]) == 44
    japan, china = (int(row.split()[1]) for row in shown[2:4])
    assert japan + china == 100
    assert "in 100   95% sure: " in shown[2]
    assert shown[4] == "20 games between two of random from here on (seed 1)."
    assert shown[5] == "They rest on placeholder values, not on the printed game (senpu games)."
    assert out.isascii()
    assert "勝率（シミュレーション）" in run("show", log, *QUICK, 5, "--lang", "ja").out


def test_the_same_seed_gives_the_same_numbers_and_the_object_has_them_all(
    run: Run, log: Path
) -> None:
    plain = json.loads(run("show", log, "--json").out)
    assert "chance" not in plain
    shown = json.loads(run("show", log, "--json", *QUICK, 12, "--seed", 7).out)
    assert shown == json.loads(run("show", log, "--json", *QUICK, 12, "--seed", 7).out)
    chance = shown.pop("chance")
    assert shown == plain
    assert (chance["program"], chance["games"], chance["seed"]) == ("random", 12, 7)
    assert (chance["draws"], chance["open"], chance["standing"]) == (0, 0, "placeholder")
    assert list(chance["sides"]) == ["japan", "china"]
    for side in chance["sides"].values():
        assert side["share"] == side["wins"] / 12
        assert 0 <= side["low"] <= side["share"] <= side["high"] <= 1


def test_a_game_that_is_over_is_not_played_on(run: Run, log: Path) -> None:
    assert run("append", log, "J: resign").status == 0
    assert run("show", log, *QUICK, 9).out.rstrip().endswith("over: China resign")
    chance = json.loads(run("show", log, "--json", *QUICK, 9).out)["chance"]
    assert chance["games"] == 0
    china = {"wins": 1, "share": 1.0, "low": 1.0, "high": 1.0}
    assert chance["sides"] == {"japan": {"wins": 0, "share": 0.0, "low": 0.0, "high": 0.0},
                               "china": china}  # fmt: skip


def test_one_side_s_eyes_see_nothing_of_the_other_s_hand(run: Run, folder: Path) -> None:
    log = write(folder / "game.senpu", random_game(5))
    seen = run("show", log, *QUICK, 10, "--as", "north").out
    assert "Facts hidden from North were dealt again for each game." in seen
    assert "dealt anew" not in run("show", log, *QUICK, 10).out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--games", 5), "--games requires --chance"),
        (("--seed", 5), "--seed requires --chance"),
        (("--jobs", 2), "--jobs requires --chance"),
        (("--chance", "--program", "genius"), "no program is called genius; there are random"),
        (("--chance", "--games", 0), "a whole number from 1 to 1000000"),
        (("--chance", "--games", "many"), "a whole number from 1 to 1000000"),
    ],
)
def test_what_does_not_go_together_is_refused(
    run: Run, log: Path, words: tuple[object, ...], said: str
) -> None:
    answer = run("show", log, *words)
    assert answer.status == 2
    assert said in answer.err
    assert answer.out == ""
