"""`senpu show --win-probability`: the estimated win probability of a position."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import tests.toy_cards  # noqa: F401 - registers a rule set with hidden parts
from senpu.replay.analysis import joint_estimate
from senpu.replay.analysis.confidence import Interval
from senpu.replay.analysis.joint_estimate import JointEstimate, MethodEstimate
from senpu.replay.analysis.value import PositionValue, read_value
from senpu.replay.core.rules import AnyRules
from tests.command.conftest import Run
from tests.figures import find_pages, replace_block
from tests.toy_cards.worlds import random_game, write
from tests.values_page import BEGIN, END, PAGE, render_tables

QUICK = ("--win-probability", "--jobs", 1, "--program", "random", "--games")


def show_win_probability(run: Run, log: Path, *words: object) -> list[str]:
    """Return the rows of the report on the win probability."""
    out = run("show", log, "--win-probability", *words).out
    assert out.isascii() or "--lang" in words
    return out[out.index("\nWin probability") + 1 :].splitlines()


def test_the_value_is_shown_at_once(run: Run, log: Path) -> None:
    shown = show_win_probability(run, log)
    assert shown[0] == "Win probability, from the value of the position:"
    assert (shown[1][:3], shown[1][-1], len(shown[1])) == ("  [", "]", 44)
    japan, china = (int(row.split()[1].rstrip("%*")) for row in shown[2:4])
    assert japan + china == 100
    assert "95% CI" not in "".join(shown)
    assert (
        "The rules use inferred values or placeholders, not the printed values (see `senpu games`)."
    ) in shown
    found = json.loads(run("show", log, "--json", "--win-probability").out)["win_probability"]
    assert round(found["sides"]["japan"]["win_probability"] * 100) == japan
    assert found["value"]["same_data"]
    row = found["value"]["reliability"]
    assert row["third"] == 1
    assert f"with about {row['predicted'] * 100:.0f}%" in " ".join(shown)
    assert "trained" not in " ".join(shown)
    assert found["playouts"] is None


def test_a_value_that_does_not_know_the_position_says_so(
    run: Run, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def open_empty(rules: AnyRules) -> PositionValue:
        file = read_value(rules.spec)
        assert file is not None
        networks = tuple(replace(each, weights={}) for each in file.networks)
        return PositionValue(rules, replace(file, networks=networks))

    known = " ".join(show_win_probability(run, log))
    assert "unknown to the value" not in known
    assert "unknown to the value" not in run("review", log, "--quick").out
    monkeypatch.setattr("senpu.replay.analysis.value.open_value", open_empty)
    monkeypatch.setattr("senpu.tui.jobs.review.open_value", lambda rules, _=1: open_empty(rules))
    unknown = " ".join(show_win_probability(run, log))
    assert re.search(r" (\d+) of \1 features of this position are unknown to the value", unknown)
    assert "are unknown to the value" in " ".join(run("review", log, "--quick").out.split())


def test_playouts_are_shown_with_their_intervals_and_the_method(run: Run, log: Path) -> None:
    shown = show_win_probability(run, log, *QUICK[1:], 20)
    assert shown[0] == "Win probability, from playouts:"
    assert "%*   95% CI " in shown[2]
    text = " ".join(shown)
    assert "value 1: Japan " in text
    assert ", 20 playouts" in text
    assert "random played all sides for 2 turns" in text
    assert "without playouts" in text
    whole = " ".join(show_win_probability(run, log, *QUICK[1:], 5, "--turns", 0))
    assert "to the end of the game (seed 1)" in whole
    assert "推定勝率（プレイアウトから）" in run("show", log, *QUICK, 5, "--lang", "ja").out


@pytest.mark.parametrize(("other", "unsettled"), [(0.9, True), (0.3, False)])
def test_two_values_that_disagree_are_a_range(
    run: Run, log: Path, monkeypatch: pytest.MonkeyPatch, other: float, unsettled: bool
) -> None:
    """The first method finds 26% to 34%."""
    answers = {1: 0.3, 2: other}

    def estimate_position(*words: Any, progress: Any) -> JointEstimate:
        del progress
        return JointEstimate(
            tuple(
                MethodEstimate(each, mean, Interval(mean - 0.04, mean + 0.04))
                for each in words[2]
                for mean in [answers[each.value]]
            )
        )

    monkeypatch.setattr(joint_estimate, "estimate_position", estimate_position)
    monkeypatch.setattr(joint_estimate, "list_methods", lambda _, one: (one, replace(one, value=2)))
    shown = show_win_probability(run, log, *QUICK[1:], 20)
    text = " ".join(shown)
    found = json.loads(run("show", log, "--json", *QUICK, 20).out)["win_probability"]["playouts"]
    assert found["unsettled"] is unsettled
    assert len(found["methods"]) == 2
    assert found["sides"]["japan"]["confidence_interval"] == [0.26, pytest.approx(other + 0.04)]
    if unsettled:
        assert shown[0] == "Win probability, from playouts: unsettled"
        assert shown[1] == f"  [{'#' * 10}{'-' * 28}..]"
        assert shown[2:4] == ["  Japan   26-94%*", "  China    6-74%*"]
        assert "disagree beyond their errors" in text
        assert "CI" not in "".join(shown[:4])
    else:
        assert shown[2] == "  Japan   30%*   95% CI 26-34%"


def test_the_same_seed_gives_the_same_numbers_and_the_object_has_them_all(
    run: Run, log: Path
) -> None:
    plain = json.loads(run("show", log, "--json").out)
    assert "win_probability" not in plain
    shown = json.loads(run("show", log, "--json", *QUICK, 12, "--seed", 7).out)
    assert shown == json.loads(run("show", log, "--json", *QUICK, 12, "--seed", 7).out)
    found = shown.pop("win_probability")
    assert shown == plain
    assert found["provenance"] == "placeholder"
    played = found["playouts"]
    assert (played["program"], played["seed"]) == ("random", 7)
    assert [each["games"] for each in played["methods"]] == [12] * len(played["methods"])
    assert played["games"] == 12 * len(played["methods"])
    for each in (played, *played["methods"]):
        assert list(each["sides"]) == ["japan", "china"]
        assert sum(side["win_probability"] for side in each["sides"].values()) == pytest.approx(1)
        for side in each["sides"].values():
            low, high = side["confidence_interval"]
            assert 0 <= low <= side["win_probability"] <= high <= 1


def test_a_game_that_is_over_is_not_played_on(run: Run, log: Path) -> None:
    assert run("append", log, "J: resign").status == 0
    assert show_win_probability(run, log, *QUICK[1:], 9) == [
        "Win probability: the game is over: China by resignation"
    ]
    found = json.loads(run("show", log, "--json", *QUICK, 9).out)["win_probability"]
    assert found["playouts"] is None
    assert found["sides"] == {"japan": {"win_probability": 0}, "china": {"win_probability": 1}}


def test_the_view_of_a_side_hides_the_other_hand(run: Run, folder: Path) -> None:
    log = write(folder / "game.senpu", random_game(5))
    seen = run("show", log, *QUICK, 10, "--as", "north").out
    assert "Facts hidden from North were dealt again for each playout." in seen
    assert "dealt again" not in run("show", log, *QUICK, 10).out


@pytest.mark.parametrize(
    ("words", "output"),
    [
        (("--win-probability", "--seed", 5), "--seed requires --games"),
        (("--win-probability", "--uncertain", 2, "--turns", 0), "--turns requires --games"),
        (("--games", 5), "--games requires --win-probability"),
        (("--seed", 5), "--seed requires --win-probability"),
        (("--jobs", 2), "--jobs requires --win-probability"),
        (
            ("--win-probability", "--games", 5, "--program", "genius"),
            'unknown program "genius"; available: random',
        ),
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


def test_the_page_has_the_tables_of_the_shipped_values() -> None:
    for language, path in find_pages(PAGE).items():
        text = path.read_text("utf-8")
        made = replace_block(text, BEGIN, END, render_tables(language))
        assert made == text, "run python -m tests.values_page"
