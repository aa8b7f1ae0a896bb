"""`senpu dice`: how the dice of logs have fallen."""

import json
from pathlib import Path

import tests.toy  # noqa: F401 (registers the rule set)
from senpu.replay.disputes.dice_audit import make_group
from tests.command.conftest import Run
from tests.fair import begun, reveal
from tests.replay.texts import TOY, fault
from tests.sealed import go_on


def rolled(pips: str) -> str:
    """A log of Pendulum in which these dice fall, all after steps of North."""
    turns = "".join(f"N: n1>B S: pass\nN: n1>C [{face}] S: pass\n" for face in pips)
    return f"{TOY}{turns}"


def test_counts_and_tests_of_one_log(run: Run, folder: Path) -> None:
    path = folder / "game.senpu"
    path.write_text(rolled("123456" * 10), "utf-8")
    found = json.loads(run("dice", path, "--json").out)
    (everything,) = found["groups"]
    assert (found["logs"], found["dice"], found["undone"]) == (1, 60, 0)
    assert everything["counts"] == [10] * 6
    assert (everything["chi_square"], everything["chi_square_p"]) == (0.0, 1.0)
    assert everything["runs"] == 20
    assert everything["runs_p"] < 0.01
    output = run("dice", path).out
    assert "chi-square 0.00, p 1.000" in output
    assert "runs 20 (expected 31.0), p 0.006" in output
    assert "p is below 0.05 in 1 of 2 tests; fair dice give about 0.1" in output
    assert "it does not prove manipulation" in output


def test_few_dice_are_counted_and_not_verified(run: Run, log: Path) -> None:
    output = run("dice", log).out
    assert "1 log, 2 dice" in output
    assert "too few dice for the tests" in output
    assert "chi-square" not in output
    assert "ダイスが足りません" in run("dice", log, "--lang", "ja").out


def test_by_side_and_by_source(run: Run, folder: Path) -> None:
    text = reveal(reveal(begun(), "north"), "south")
    right = fault(go_on(text, "undo 1\n")).legal[0]
    (folder / "fair.senpu").write_text(go_on(text, f"{right}\nS: s1>C\n"), "utf-8")
    (folder / "sub").mkdir()
    plain = f"{TOY}N: pass S: s1>B\nN: n1>B S: s1>C [2]\nundo 1 [3] undo 2\n"
    (folder / "sub" / "plain.senpu").write_text(plain, "utf-8")
    found = json.loads(run("dice", folder, "--json").out)
    groups = {(each["side"], each["source"]): each["dice"] for each in found["groups"]}
    assert groups == {
        ("", ""): 3, ("north", ""): 1, ("south", ""): 2, ("", "proven"): 1, ("", "recorded"): 2,
        ("north", "proven"): 1, ("north", "recorded"): 0, ("south", "proven"): 0,
        ("south", "recorded"): 2,
    }  # fmt: skip
    assert found["undone"] == 2
    assert "2 dice were undone; they are counted" in run("dice", folder).out


def test_an_invalid_log_counts_through_its_last_valid_event(run: Run, folder: Path) -> None:
    path = folder / "game.senpu"
    path.write_text(rolled("12") + "N: n1>Q\n", "utf-8")
    answer = run("dice", path)
    assert answer.status == 1
    assert "only the events before the first fault are counted: line 9: illegalMove" in answer.out
    assert "1 log, 2 dice" in answer.out


def test_what_is_not_there_is_reported(run: Run, folder: Path) -> None:
    assert run("dice", "none.senpu").status == 2
    answer = run("dice", folder)
    assert answer.status == 2
    assert "no .senpu file in this folder" in answer.err


def test_loaded_dice_are_found() -> None:
    group = make_group([6, 1, 6, 2, 6, 3, 6, 4, 6, 5] * 10)
    assert group.chi_square_p is not None
    assert group.chi_square_p < 1e-9
    assert group.detectable is not None
    assert 0.29 < group.detectable < 0.31
