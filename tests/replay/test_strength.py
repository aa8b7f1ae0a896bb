"""Tables of playing strength: known sums, and the same games for the same seed."""

import pytest

import tests.toy_cards  # noqa: F401 - registers a rule set
from senpu.replay.analysis.confidence import GameResults
from senpu.replay.analysis.executors import SerialExecutor
from senpu.replay.analysis.players import UnknownPlayerError
from senpu.replay.analysis.playouts import get_rules_source
from senpu.replay.analysis.strength import Score, StrengthTable, play_pairings
from senpu.replay.core.registry import open_rules
from senpu.tui.commands.match import render_tables

TABLE = StrengthTable(
    ("weak", "strong"),
    ("north", "south"),
    {
        ("weak", "weak"): GameResults(4, (3, 1)),
        ("weak", "strong"): GameResults(4, (1, 3)),
        ("strong", "weak"): GameResults(4, (4, 0)),
        ("strong", "strong"): GameResults(4, (1, 1), 2),
    },
)


def test_points_are_summed_over_both_sides_and_not_against_oneself() -> None:
    assert TABLE.score_pair("strong", "weak") == Score(7, 8)
    assert TABLE.score_pair("weak", "strong") == Score(1, 8)
    assert TABLE.score_overall("strong") == Score(7, 8)
    assert TABLE.score_pair("weak", "weak") == Score()
    assert TABLE.rank_programs() == ["strong", "weak"]


def test_a_side_s_chances_are_those_between_equals_and_a_draw_is_half() -> None:
    assert TABLE.score_self_play(0) == Score(5, 8)
    assert TABLE.score_self_play(1) == Score(3, 8)
    low, high = TABLE.score_self_play(0).interval
    assert low < 5 / 8 < high


def test_tables_have_confidence_intervals() -> None:
    spec = open_rules("blind/toy").spec
    table = "\n".join(render_tables(spec, TABLE, 4, 1, "en"))
    assert "strong   88  (53-98)             .   88  (53-98)\n" in table
    assert "\nAs North\n" in table
    assert "strong  100 (51-100)   50  (15-85)  100 (51-100)\n" in table
    assert "scores 62% (95% CI 31-86%, 8 games)" in table
    assert "weak" in "\n".join(render_tables(spec, TABLE, 4, 1, "ja"))


def test_the_same_seed_is_the_same_table_and_every_pairing_is_played() -> None:
    ground = get_rules_source(open_rules("blind/toy"))
    progress: list[tuple[int, int]] = []
    one, other = (
        play_pairings(
            ground,
            ["random", "one-ply"],
            6,
            3,
            SerialExecutor(),
            progress=lambda *at: progress.append(at),
        )
        for _ in range(2)
    )
    assert one == other
    assert {names: tally.games for names, tally in one.tallies.items()} == {
        (a, b): 6 for a in ("random", "one-ply") for b in ("random", "one-ply")
    }
    assert progress[-1][0] == progress[-1][1]


def test_an_unknown_program_is_reported() -> None:
    with pytest.raises(UnknownPlayerError, match='unknown program "deep"'):
        play_pairings(get_rules_source(open_rules("blind/toy")), ["deep"], 1, 1, SerialExecutor())
