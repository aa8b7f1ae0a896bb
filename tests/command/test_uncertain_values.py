"""`--uncertain` of four commands, `senpu data ranges`, and the page on the influence of values."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import tomli_w

import tests.toy_wager  # noqa: F401  (registers it)
from senpu.replay.analysis.playouts import PlayoutMethod
from senpu.spec.data import dump_values
from senpu.tui.render.influence_report import list_influential
from tests.command.conftest import Run
from tests.figures import find_pages, replace_block
from tests.influence.page import BEGIN, END, PAGE, render_tables
from tests.schemas import list_objects
from tests.toy_values import public_noise, use_value

QUICK = ("--program", "random", "--jobs", 1)
SPREAD = {"sets", "games", "mean", "confidence_interval", "range", "sampling_error", "deviation",
          "significant", "drivers"}  # fmt: skip


def check_spreads(value: Any) -> None:
    found = [each for each in list_objects(value) if "sampling_error" in each]
    assert found
    for spread in found:
        assert spread.keys() >= SPREAD
        low, high = spread["range"]
        assert low - 1e-9 <= spread["mean"] <= high + 1e-9
        assert len(spread["drivers"]) <= 3


def test_match_reports_the_range_and_both_errors(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "98")
    words = ("match", "incident1932", "random", "-n", 3, "--jobs", 1, "--uncertain", 6)
    shown = run(*words).out
    tables, _, below = shown.partition("\n\nUnknown values: ")
    assert "Between equal programs" in tables
    report = " ".join(below.split())
    for part in (
        "6 data sets, drawn from the ranges of 17 unknown values (seed 1;",
        "range over 6 data sets:", "Sampling error: +-", "for the 3 games on one data set",
        "1. ", "3. ", "95% CI", "here ",
    ):  # fmt: skip
        assert part in report
    assert max(map(len, shown.splitlines())) <= 98


def test_show_repeats_the_estimate_on_each_data_set(run: Run, log: Path) -> None:
    words = ("show", log, "--json", "--win-probability", "--games", 4, *QUICK)
    plain = json.loads(run(*words).out)["win_probability"]
    found = json.loads(run(*words, "--uncertain", 6).out)["win_probability"]
    uncertainty = found.pop("uncertainty")
    assert found == plain
    assert uncertainty["data_sets"] == uncertainty["win_rate"]["sets"] + uncertainty["excluded"]
    check_spreads(uncertainty)
    text = ("show", log, "--win-probability", "--games", 4, *QUICK, "--uncertain", 4)
    assert "標本誤差" in run(*text, "--lang", "ja").out


@pytest.fixture
def random_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a program that is fast play the games of a review on each data set."""
    fast = partial(PlayoutMethod, "random")
    monkeypatch.setattr("senpu.tui.jobs.uncertain_review.PlayoutMethod", fast)


@pytest.mark.usefixtures("random_games")
def test_review_compares_the_events_of_a_position_on_each_data_set(run: Run, log: Path) -> None:
    position = run("show", log, "--text").out.strip()
    words = ("review", position, "--quick", "--worst", 2, "--jobs", 1)
    found = json.loads(run(*words, "--json", "--uncertain", 4).out)["uncertainty"]
    check_spreads(found)
    assert [each["event"] for each in found["events"]] == [0, 0]
    assert "wins" in run(*words, "--uncertain", 4).out


@pytest.mark.usefixtures("random_games")
def test_review_repeats_the_errors_on_each_data_set(
    run: Run, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_value(monkeypatch, public_noise)
    assert run("append", log, "J: i3+i4>D").status == 0
    words = ("review", log, "--quick", "--jobs", 1, "--uncertain", 2)
    found = json.loads(run(*words, "--json").out)["uncertainty"]
    assert (found["data_sets"], found["games"]) == (2, 10)
    assert found["events"]
    for each in found["events"]:
        assert each["better"]
        assert each["event"]
    assert "Unknown values: 2 data sets" in run(*words).out


@pytest.fixture
def book(run: Run, log: Path, folder: Path) -> Path:
    assert run("append", log, "J: i3+i4>D").status == 0
    assert run("openings", "build", log, "-o", "b.sqlite", "--jobs", 1).status == 0
    return folder / "b.sqlite"


def test_a_book_varies_the_odds_and_no_recorded_result(run: Run, book: Path, log: Path) -> None:
    log.write_text(log.read_text("utf-8") + "C: c1*D.i3 [3 5]\n", "utf-8")
    assert run("openings", "build", log, "-o", book, "--jobs", 1).status == 0
    words = ("openings", "show", book, log, "--at", 6, "--json")
    plain, shown = json.loads(run(*words).out), json.loads(run(*words, "--uncertain", 12).out)
    uncertainty = shown.pop("uncertainty")
    assert shown == plain
    (attack,) = uncertainty["attacks"]
    check_spreads(attack)
    spread = attack["spread"]
    assert attack["text"].startswith("c1*D.i3")
    assert (spread["games"], spread["sampling_error"]) == (0, 0.0)
    assert spread["range"][0] < spread["range"][1]
    assert spread["drivers"][0]["id"] == "defence_infantry"
    assert spread["drivers"][0]["effect"] < 0
    text = run(*words[:-1], "--uncertain", 12).out
    assert "range over 12 data sets" in text
    assert "Only the odds vary" in text


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("show", "{log}", "--uncertain", 5), "--uncertain requires --win-probability"),
        (("match", "800/bonsai-2021", "--uncertain", 1), "a whole number from 2 to 10000"),
        (("match", "wager", "random", "--uncertain", 5), "wager/toy: no value of these"),
        (("data", "ranges", "900"), "900"),
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_is_reported(
    run: Run, log: Path, words: tuple[object, ...], expected: str
) -> None:
    answer = run(*(str(word).format(log=log) for word in words))
    assert answer.status == 2
    assert expected in answer.err
    assert answer.out == ""


def test_the_ranges_of_a_game_are_listed_with_arguments_and_influence(run: Run) -> None:
    (found,) = json.loads(run("data", "ranges", "incident1932", "--json").out)
    influences = [bool(each["influence"]) for each in found["values"]]
    assert influences == sorted(influences, reverse=True)
    shown = " ".join(run("data", "ranges", "incident1932").out.split())
    for each in found["values"]:
        assert f"({each['id']})" in shown
        assert each["why"] in shown
    assert "Unknown values that are not drawn:" in shown


def test_ranges_shrink_with_the_file_of_an_owner(run: Run, folder: Path) -> None:
    from senpu.replay.core.registry import open_rules

    values = open_rules("800/bonsai-2021").spec.values
    raw = dump_values(values, "800/bonsai-2021")
    for block in raw["defence"] + raw["points"]:
        block["provenance"] = "printed"
    (folder / "mine.toml").write_text(tomli_w.dumps(raw), "utf-8")
    words = ("data", "ranges", "800/bonsai-2021", "--json", "--data", "mine.toml")
    answer = run(*words)
    (found,) = json.loads(answer.out)
    assert {each["id"] for each in found["values"]} == {
        "cover", "gun_companies", "bridge", "left_end", "road",
    }  # fmt: skip


def test_the_page_has_the_tables_of_the_shipped_influence() -> None:
    for language, path in find_pages(PAGE).items():
        text = path.read_text("utf-8")
        made = replace_block(text, BEGIN, END, render_tables(language))
        assert [line for line in made.splitlines() if line not in text.splitlines()] == []
        assert len(made) == len(text)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_odds_name_the_values_that_decide_most(run: Run, log: Path, language: str) -> None:
    from senpu.replay.core.narration import Narrator
    from senpu.replay.core.registry import open_rules

    narrator = Narrator(open_rules("800/bonsai-2021").spec, language)
    assert run("append", log, "J: i3+i4>D").status == 0
    shown = "".join(run("legal", log, "--lang", language).out.split())
    names = [
        narrator.spec.name(language, "unknown", unknown.block)
        for unknown, _ in list_influential(narrator, 3)
    ]
    assert len(names) == 3
    assert all("".join(name.split()) in shown for name in names)
