"""Chapters 2 to 4: map, counters, set-up, victory."""

from itertools import combinations

import pytest

from senpu.replay.games.incident1932 import turns
from tests.games.incident1932.positions import CHINA, JAPAN, SET_UP, Incident1932Game, ruleset

# ---- 2 components -----------------------------------------------------------------------------


def test_2_1_twelve_areas_and_no_shanghai() -> None:
    tables = ruleset().context.tables
    assert tables.areas == tuple(f"{number:02}" for number in range(1, 13))
    assert Incident1932Game("07 n1").refusal("n1>Shanghai") == "unknownPlace 7.3.1"


def test_2_1_2_no_landing_next_to_a_fort() -> None:
    table = Incident1932Game("06 d1 | river e1 e2 e3 e4", turn=2)
    assert table.refusal("e1+e2+e3+e4@01") == "fort 2.1.2"
    assert table.refusal("e1+e2+e3+e4@11") == "fort 2.1.2"


def test_2_1_3_the_railway_is_for_supply_alone() -> None:
    table = Incident1932Game("02 a1 | 06 d1", mover=CHINA)
    assert table.goals("a1") == ["03", "05", "07", "08"], "one area, along the line too"


def test_2_1_5_the_demanded_line_holds_areas_1_to_8() -> None:
    assert ruleset().context.tables.demanded == ("01", "02", "03", "04", "05", "06", "07", "08")


def test_2_2_1_the_landing_force_has_2_4() -> None:
    tables = ruleset().context.tables
    unit = tables.index["n1"]
    assert (tables.combat[unit], tables.fire[unit], tables.reach[unit]) == (2, 4, 1)


def test_2_2_3_nineteen_units_in_six_formations() -> None:
    tables = ruleset().context.tables
    count = {name: tables.formation.count(name) for name in set(tables.formation)}
    assert count == {
        "landing-force": 1, "mixed-brigade": 1, "ninth-division": 3, "eleventh-division": 4,
        "route-army": 6, "fifth-army": 4,
    }  # fmt: skip


def test_2_2_4_colours_are_services() -> None:
    tables = ruleset().context.tables
    service = dict(zip(tables.formation, tables.service, strict=True))
    assert service["landing-force"] == "navy"
    assert {service[f"{name}-division"] for name in ("ninth", "eleventh")} == {"army"}
    assert service["route-army"] != service["fifth-army"]


def test_2_2_5_one_marker_of_human_bombs_two_of_night_attacks() -> None:
    state = Incident1932Game().state
    assert (state.bombs, state.nights) == (1, 2)


# ---- 3 set-up ---------------------------------------------------------------------------------


def test_3_0_china_sets_up_first_and_then_turn_one_begins() -> None:
    table = Incident1932Game()
    assert table.asks == "set-up china"
    assert table.state.turn == 0
    assert table.play(*SET_UP).asks == "act japan"
    assert table.state.turn == 1


def test_3_1_two_units_of_the_fifth_army_in_01_and_two_in_05() -> None:
    table = Incident1932Game()
    assert table.rule == "3.1"
    pairs = [f"{one}+{other}@01" for one, other in combinations(("w1", "w2", "w3", "w4"), 2)]
    assert table.legal() == pairs
    assert table.refusal("w1@01") == "setUpExactly 3.1"
    assert table.refusal("w1+w2+w3@01") == "setUpExactly 3.1"
    assert table.refusal("a1+a2@01") == "notAsked 3.1"
    assert table.canonical_form("w3+w1@01") == "w1+w3@01"
    assert table.play("w2+w4@01", *SET_UP[1:3]).legal() == ["w1+w3@05"]


def test_3_1_six_units_of_the_route_army_in_02_and_03_as_china_likes() -> None:
    table = Incident1932Game().play("w1+w2@01")
    assert len(table.legal()) == 15 + 20 + 15, "two, three or four in 02"
    assert table.refusal("a1@02") == "setUpNumber 3.1"
    assert table.refusal("a1+a2+a3+a4+a5@02") == "setUpNumber 3.1"
    assert table.play("a1+a6@02").legal() == ["a2+a3+a4+a5@03"]


def test_3_1_china_has_eight_points_and_both_night_attacks() -> None:
    table = Incident1932Game().play(*SET_UP)
    assert table.points[1] == 8
    assert table.state.nights == 2


def test_3_2_japan_sets_up_in_04_06_and_07() -> None:
    table = Incident1932Game().play(*SET_UP)
    assert table.area("04") == "m1"
    assert table.area("06") == "d1+d2+d3"
    assert table.area("07") == "n1"
    assert table.effect_kinds == ["setUp"] * 4 + ["turn"]


def test_3_2_japan_has_thirteen_points_and_none_for_victory() -> None:
    table = Incident1932Game().play(*SET_UP)
    assert (table.points[0], table.victory, table.state.bombs) == (13, 0, 1)


def test_3_3_play_begins_on_turn_one_of_two() -> None:
    table = Incident1932Game().play(*SET_UP)
    assert (table.state.turn, table.rules.context.turns) == (1, 2)


# ---- 4 victory --------------------------------------------------------------------------------


def ended(plan: str, victory: int = 0) -> Incident1932Game:
    """The second turn of a position, ended by two passes."""
    return Incident1932Game(plan, turn=2, victory=victory).play("pass", "pass")


def test_4_0_the_game_ends_with_the_second_turn() -> None:
    assert Incident1932Game("06 d1 | 02 a1").play("pass", "pass").asks == "act japan"
    assert ended("06 d1 | 02 a1").asks == "China 4.2"


def test_4_1_ten_points_at_the_end_win_for_japan() -> None:
    assert ended("07 n1 | 02 a1", victory=10).asks == "Japan 4.1"
    assert ended("07 n1 | 02 a1", victory=9).asks == "China 4.2"
    assert ended("06 d1 | 02 a1", victory=9).asks == "Japan 4.1", "with the point of the turn"


def test_4_1_ten_points_before_the_end_are_not_yet_victory() -> None:
    table = Incident1932Game("06 d1 | 03 a1 | 02 a2", victory=9, points=(5, 0))
    assert table.play("d1:03", "[1]", "lose a1").victory == 10
    assert table.asks == "act china"


def test_4_1_each_chinese_unit_removed_is_a_point_at_once() -> None:
    table = Incident1932Game("06 d1 d2 d3 | 03 a1 a2", points=(5, 0)).play("d1+d2+d3:03", "[1 1 1]")
    assert table.play("lose a1").victory == 1
    assert table.numbers("removed") == (1,)


def test_4_1_each_japanese_unit_removed_costs_one_but_never_below_zero() -> None:
    plan = "06 d1 d2 d3 | 03 a1 a2"
    for before, after in ((3, 2), (0, 0)):
        table = Incident1932Game(plan, points=(1, 0), victory=before).play(
            "d1*03", "[1 6]", "lose d1"
        )
        assert table.victory == after


@pytest.mark.parametrize(
    ("held", "scored"),
    [("02", 1), ("03", 1), ("04", 1), ("06", 1), ("05", 0), ("07", 0), ("08", 0), ("12", 0)],
)
def test_4_1_areas_with_a_rising_sun_score_with_japanese_units(held: str, scored: int) -> None:
    table = Incident1932Game(f"{held} d1 d2 | 11 w1").play("pass", "pass")
    assert table.victory == scored


def test_4_1_units_that_leave_the_map_or_lack_supply_are_no_points() -> None:
    table = Incident1932Game("06 d1 | 08 a1 | 11 w1", CHINA, points=(3, 3)).play("a1>Off")
    assert table.victory == 0
    fire = Incident1932Game("02 d1 | 08 a1 | 11 w1", points=(3, 3)).play("d1:08", "[1]", "a1<Off")
    assert fire.victory == 0
    assert ended("07 n1 | 11 w1").victory == 0, "removed for want of supply"


def test_4_2_sources_and_the_railway_from_them_are_in_supply() -> None:
    tables = ruleset().context.tables
    locations = Incident1932Game("07 n1 | 02 a1").state.locations
    assert turns.find_supplied(tables, locations) == {"12", "08", "02", "03", "04", "01"}


def test_4_2_the_railway_ends_at_japanese_units() -> None:
    tables = ruleset().context.tables
    assert turns.find_supplied(tables, Incident1932Game("04 m1").state.locations) == {
        "12",
        "08",
        "02",
        "03",
    }
    assert turns.find_supplied(tables, Incident1932Game("02 m1").state.locations) == {"12", "08"}


def test_4_2_a_source_with_japanese_units_is_none() -> None:
    tables = ruleset().context.tables
    locations = Incident1932Game("08 m1 | 02 a1").state.locations
    assert turns.find_supplied(tables, locations) == {"12"}
    assert ended("08 m1 | 02 a1").asks == "Japan 4.2"


def test_4_2_units_out_of_supply_are_removed_at_the_end() -> None:
    table = ended("04 m1 | 01 w1 | 03 a1")
    assert table.unit("w1") == "cut"
    assert table.unit("a1") == "03"


def test_4_2_one_unit_within_the_line_wins_for_china() -> None:
    assert ended("07 n1 | 02 a1").asks == "China 4.2"
    assert ended("07 n1 | 08 a1").asks == "China 4.2", "08 is within the line"
    assert ended("07 n1 | 12 a1").asks == "Japan 4.2"
    assert ended("07 n1 | 05 a1").asks == "Japan 4.2", "05 is on no railway"


def test_4_2_with_no_chinese_unit_left_japan_wins() -> None:
    assert ended("07 n1").asks == "Japan 4.2"


def test_4_2_is_asked_only_after_4_1() -> None:
    table = ended("07 n1 | 05 w1", victory=10)
    assert table.asks == "Japan 4.1"
    assert table.unit("w1") == "05", "supply does not matter then"


@pytest.mark.parametrize(("plan", "winner"), [("07 n1 | 12 a1", JAPAN), ("02 a1", CHINA)])
def test_4_2_an_ending_names_its_winner(plan: str, winner: str) -> None:
    outcome = ended(plan).state.outcome
    assert outcome
    assert outcome.winner == winner
