"""`senpu match`: tables of strength, as text and as an object; what cannot be played is told."""

import json

import pytest

from senpu.tui.cli import main

ALONE = ("--jobs", "1")


def test_tables_name_programs_sides_and_how_sure_they_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["match", "incident1932", "-n", "1", "random", "brisk", *ALONE]) == 0
    said = capsys.readouterr().out
    assert said.startswith("First Shanghai Incident (incident1932/bonsai-2016)\ngames of each")
    assert "Points in % of Japan" in said
    assert "Between equal programs Japan scores" in said
    assert max(map(len, said.splitlines())) <= 90


def test_the_object_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "incident1932", "random", "brisk", "-n", "2", "--seed", "5", "--json"]
    assert main([*words, *ALONE]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [each["players"] for each in told["pairings"]] == [
        [a, b] for a in ("random", "brisk:4") for b in ("random", "brisk:4")
    ]
    for each in told["pairings"]:
        assert sum(each["wins"]) + each["draws"] == each["games"] == 2
    assert sum(each["points"] for each in told["programs"]) == 4
    assert told["seed"] == 5


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["800/bonsai-2021", "deep"], "unknown program deep; available: random, brisk"),
        (["800/bonsai-2021", "random:3"], "random has no budget"),
        (["800/bonsai-2021", "-n", "0"], '-n: "0": expected a whole number'),
        (["800"], "800 has several editions"),
    ],
)
def test_what_cannot_be_played_is_told(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", *words]) == 2
    assert says in capsys.readouterr().err
