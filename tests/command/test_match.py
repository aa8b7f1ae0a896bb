"""`senpu match`: the tables, the object, and wrong use."""

import json

import pytest

from senpu.tui.cli import main

ALONE = ("--jobs", "1")


def test_tables_name_programs_sides_and_how_sure_they_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["match", "incident1932", "-n", "1", "random", "one-ply", *ALONE]) == 0
    output = capsys.readouterr().out
    assert output.startswith("First Shanghai Incident (incident1932/bonsai-2016)\ngames of each")
    assert "\nAs Japan\n" in output
    assert "Between equal programs Japan scores" in output
    assert max(map(len, output.splitlines())) <= 90


def test_the_object_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "incident1932", "random", "one-ply", "-n", "2", "--seed", "5", "--json"]
    assert main([*words, *ALONE]) == 0
    reported = json.loads(capsys.readouterr().out)
    assert [each["players"] for each in reported["pairings"]] == [
        [a, b] for a in ("random", "one-ply") for b in ("random", "one-ply")
    ]
    for each in reported["pairings"]:
        assert sum(each["wins"]) + each["draws"] == each["games"] == 2
    assert sum(each["points"] for each in reported["programs"]) == 4
    assert reported["seed"] == 5


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["800/bonsai-2021", "deep"], 'unknown program "deep"; available: random, one-ply'),
        (["800/bonsai-2021", "random:3"], "random has no budget"),
        (["800/bonsai-2021", "-n", "0"], '-n/--games: "0": expected a whole number'),
    ],
)
def test_what_cannot_be_played_is_reported(
    words: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", *words]) == 2
    assert expected in capsys.readouterr().err
