"""Chapter 4 without the checks: victory, the limits of morale, sudden death."""

import pytest

from tests.games.russojapanese.positions import (
    RUSSIA,
    ending,
    moving,
    refilling,
    spending,
)

# ---- 4.1, 4.2: the victory phase --------------------------------------------------------


def test_4_1_a_side_without_morale_in_the_victory_phase_loses() -> None:
    assert ending(morale=(0, 3)).asks == "Russia 4.1"
    assert ending(morale=(1, 0)).asks == "Japan 4.1"
    assert ending(morale=(1, 1)).asks == "refill russia", "the next turn"


def test_4_1_both_without_morale_draw() -> None:
    table = ending(morale=(0, 0))
    assert table.asks == "Draw 4.1"
    assert table.state.outcome
    assert table.state.outcome.winner == ""


def test_4_1_a_side_without_morale_plays_on_until_then() -> None:
    table = moving("1204 g1  1913 s1", morale=(6, 1)).play("g1>1203")
    assert (table.morale, table.asks) == ((6, 0), "move japan")
    assert table.play("|", "|").asks == "cards japan"
    assert table.play("|").asks == "Japan 4.1"


def test_4_1_a_side_may_recover_before_then() -> None:
    table = refilling("", RUSSIA, russia="06 15", morale=(6, 1)).play("refill 4")
    assert table.morale == (6, 0)
    table.play("draw #05+#07", "|", "|", "play #06")
    assert table.morale == (6, 1)
    table.play("|", "no", "|", "|", "|")
    assert (table.state.turn, table.asks) == (3, "move russia"), "with three cards"


@pytest.mark.parametrize("morale", [(6, 1), (1, 6), (6, 6)])
def test_4_2_russia_wins_if_it_lasts_twelve_turns(morale: tuple[int, int]) -> None:
    table = ending(turn=12, morale=morale)
    assert table.asks == "Russia 4.2"
    assert table.state.outcome
    assert table.state.outcome.winner == RUSSIA
    assert ending(turn=11, morale=morale).state.turn == 12


def test_4_2_morale_is_checked_first_on_turn_12_too() -> None:
    assert ending(turn=12, morale=(1, 0)).asks == "Japan 4.1"
    assert ending(turn=12, morale=(0, 0)).asks == "Draw 4.1"


# ---- 4.3.3: the limits of morale --------------------------------------------------------


def test_4_3_3_an_event_may_raise_morale() -> None:
    table = spending("", RUSSIA, russia="06", morale=(6, 4)).play("play #06")
    assert table.morale == (6, 5)
    assert "moraleUp russia 5" in table.happened


def test_4_3_3_morale_never_exceeds_6() -> None:
    table = spending("1204 g1", RUSSIA, russia="06").play("play #06")
    assert table.morale == (6, 6)
    assert "moraleUp" not in table.effect_kinds
    assert table.play("|", "no", "g1>1203").morale == (6, 5), "the point is not kept for later"


def test_reading_53_morale_does_not_fall_below_0() -> None:
    table = moving("1204 g1", morale=(6, 0)).play("g1>1203")
    assert (table.morale, table.asks) == ((6, 0), "move japan")
    assert table.happened[-1] == "taken japan 1203", "no fall is reported"
    other = moving("1814 s1", RUSSIA, held="1913", morale=(0, 6)).play("s1>1813>1913")
    assert other.morale == (0, 6)


# ---- 4.4: sudden death ------------------------------------------------------------------


def test_4_4_entering_the_enemys_supply_hex_wins_at_once() -> None:
    table = moving("2316 d1").play("d1>2417")
    assert table.asks == "Japan 4.4"
    assert table.happened[-2:] == ["supply japan 2417", "over japan"]
    assert moving("1115 s1", RUSSIA).play("s1>1015").asks == "Russia 4.4"
    march = spending("2316 d1", japan="09").play("#09/move", "d1>2417")
    assert march.asks == "Japan 4.4", "in a forced march"


def test_4_4_it_counts_for_more_than_any_morale() -> None:
    assert moving("2316 d1", morale=(0, 6)).play("d1>2417").asks == "Japan 4.4"


def test_4_4_a_path_ends_there() -> None:
    table = moving("2315 d1")
    assert table.refusal("d1>2316>2417>2317") == "stopSupply 4.4"
    assert table.starting("d1>2316>2417") == ["d1>2316>2417"]


def test_4_4_nothing_more_is_asked_then() -> None:
    table = moving("2316 d1  2114 d2", japan="13").play("d1>2417")
    assert table.state.decision is None
    assert table.legal() == []
    assert table.refusal("d2>2215").startswith("gameOver")
    assert table.refusal("|").startswith("gameOver")


def test_4_4_the_own_supply_hex_wins_nothing() -> None:
    assert moving("g1@Korea").play("g1>1015").asks == "move japan"
    assert moving("s3@Siberia", RUSSIA).play("s3>2417").asks == "move russia"


def test_reading_4_a_walk_wins_by_either_reading() -> None:
    """The advances and retreats that the option concerns are among the retreats' tests."""
    for options in ((), ("advance-no-sudden",)):
        table = moving("2316 d1  2315 d2", options=options)
        assert table.refusal("d2>2316>2417>2317") == "stopSupply 4.4"
        assert table.play("d1>2417").asks == "Japan 4.4"
        march = spending("1114 s1", RUSSIA, russia="09", options=options).play("#09/move")
        assert march.play("s1>1015").asks == "Russia 4.4"
