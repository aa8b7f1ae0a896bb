"""Chapters 5 to 7: the turn, reinforcements, operations."""

import pytest

from tests.games.incident1932.positions import CHINA, SET_UP, Incident1932Game

# ---- 5 the turn -------------------------------------------------------------------------------


def test_5_0_a_turn_has_reinforcements_only_the_second_time() -> None:
    first = Incident1932Game().play(*SET_UP)
    assert "income" not in first.effect_kinds
    second = first.play("pass", "pass")
    assert second.effect_kinds == ["pass", "turnEnd", "turn", "points", "income", "arrive"]


def test_5_0_points_for_areas_come_at_the_end_of_each_turn() -> None:
    table = Incident1932Game().play(*SET_UP, "pass", "pass")
    assert table.victory == 2, "04 and 06"
    assert table.play("pass", "pass").victory == 4


# ---- 6 reinforcements -------------------------------------------------------------------------


def test_6_0_the_example_brings_china_eight_points() -> None:
    table = Incident1932Game().play(*SET_UP, "pass", "pass")
    assert table.points[1] == 8
    assert table.numbers("income") == (8, 2, 2, 2)


def test_6_0_unused_points_are_lost() -> None:
    table = Incident1932Game().play(*SET_UP, "m1:03", "[6]", "w1>11", "pass", "pass")
    assert table.points == (13, 2 + 2 * 2 + 3), "01, 05 and 11 are out of supply now"


@pytest.mark.parametrize(
    ("plan", "income"),
    [
        ("07 n1", 2),
        ("08 d1", 1),
        ("08 d1 | 12 d2", 0),
        ("07 n1 | 08 a1 | 12 w1", 2),
        ("07 n1 | 02 a1 a2 a3", 2 + 2),
        ("07 n1 | 02 a1 | 03 a2", 2 + 2 + 2),
        ("07 n1 | 05 w1 w2", 2 + 1),
        ("04 m1 | 01 w1", 2 + 1),
        ("06 d1 | 01 w1 | 10 a1", 2 + 2 + 1),
        ("08 d1 | 02 a1", 1 + 1),
    ],
)
def test_6_0_income_is_by_sources_and_areas_with_chinese_units(plan: str, income: int) -> None:
    assert Incident1932Game(plan).play("pass", "pass").points[1] == income


def test_6_0_the_eleventh_division_waits_on_the_yangtze_from_the_second_turn() -> None:
    table = Incident1932Game().play(*SET_UP)
    assert table.units("e1", "e2", "e3", "e4") == ["due"] * 4
    for text in ("e1+e2+e3+e4@09", "e1>09", "e1*01", "e1:01"):
        assert table.refusal(text) == "notYet 6.0"
    assert table.play("pass", "pass").units("e1", "e2", "e3", "e4") == ["river"] * 4


# ---- 7 operations -----------------------------------------------------------------------------


def test_7_1_japan_is_first_on_both_turns() -> None:
    table = Incident1932Game().play(*SET_UP)
    assert table.asks == "act japan"
    assert table.play("pass", "w1>11", "pass", "pass").asks == "act japan"
    assert table.state.turn == 2


def test_7_2_sides_take_turns_at_one_operation_each() -> None:
    table = Incident1932Game("06 d1 | 07 n1 | 02 a1 | 08 a2").play("d1>04")
    assert table.asks == "act china"
    assert table.play("a2>12").asks == "act japan"
    assert table.rule == "7.2"


def test_7_2_a_side_that_passed_may_act_again() -> None:
    table = Incident1932Game("06 d1 | 08 a1").play("pass", "a1>12", "d1>04", "pass", "pass")
    assert table.state.turn == 2
    assert table.units("d1", "a1") == ["04", "12"]


def test_7_2_two_passes_running_end_the_phase_regardless_of_the_first() -> None:
    table = Incident1932Game("06 d1 | 08 a1").play("d1>04", "pass", "pass")
    assert table.state.turn == 2
    assert table.state.passes == 0


def test_7_2_a_unit_may_act_any_number_of_times() -> None:
    table = Incident1932Game("06 d1 | 08 a1").play("d1>04", "pass", "d1>06", "pass", "d1>04")
    assert table.unit("d1") == "04"
    assert table.points == (13 - 3, 8)


def test_7_3_each_operation_costs_a_point() -> None:
    plan = "06 d1 | 07 n1 | 03 a1 | 08 a2"
    assert Incident1932Game(plan).play("d1>04").points == (12, 8)
    assert Incident1932Game(plan).play("d1:03").points == (12, 8)
    assert Incident1932Game(plan).play("d1*03").points == (12, 8)
    assert Incident1932Game(plan, CHINA).play("a1*06").points == (13, 7)
    assert Incident1932Game(plan, CHINA).play("night/a1*06").points == (13, 7)
    afloat = Incident1932Game("06 d1 | river e1 e2 e3 e4 | 03 a1", turn=2)
    assert afloat.play("e1+e2+e3+e4@09").points == (12, 8)
    assert Incident1932Game(plan).play("pass").points == (13, 8)


def test_7_3_without_points_a_side_must_pass_and_the_rejection_names_it() -> None:
    table = Incident1932Game("06 d1 | 03 a1", points=(0, 8))
    assert table.legal() == ["pass"]
    assert table.refusal("d1>04") == table.refusal("d1*03") == "mustPass 7.3"
    assert table.asks == "act japan", "the pass is written"


def test_7_3_one_side_without_points_does_not_stop_the_other() -> None:
    table = Incident1932Game("06 d1 | 03 a1 | 08 a2", points=(0, 8)).play(
        "pass", "a2>12", "pass", "a2>08"
    )
    assert table.asks == "act japan"
    assert table.points == (0, 6)


def test_7_3_1_any_units_of_one_area_move() -> None:
    table = Incident1932Game("06 d1 d2 d3 | 04 m1 | 12 a1")
    assert table.allows("d1>03", "d1+d2>03", "d2+d3>04", "d1+d2+d3>04")
    assert table.refusal("a1>08") == "notYours 7.2"
    assert table.refusal("z1>08") == "unknownUnit 7.2"
    apart = Incident1932Game("06 d1 | 04 d2 | 12 a1")
    assert apart.refusal("d1+d2>03") == "apart 7.3.1"


def test_7_3_2_any_units_of_one_area_assault_one_adjacent_area_with_enemies() -> None:
    table = Incident1932Game("06 d1 d2 | 04 m1 | 03 a1 | 02 a2")
    assert table.allows("d1*03", "d1+d2*03", "m1*03")
    assert table.refusal("d1*04") == "nobodyThere 7.3.2"
    assert table.refusal("d1*02") == "notAdjacent 7.3.2"
    assert table.refusal("d1*13") == "unknownPlace 7.3.2"
    assert table.refusal("d1*03.a1") == "nameArea 7.3.2"


def test_7_3_3_only_japan_makes_preparatory_fire() -> None:
    plan = "06 d1 d2 | 03 a1 | 02 a2"
    table = Incident1932Game(plan)
    assert table.allows("d1:03", "d1+d2:03")
    assert table.refusal("d1:07") == "nobodyThere 7.3.3"
    assert table.refusal("d1:02") == "notAdjacent 7.3.3"
    assert Incident1932Game(plan, CHINA).refusal("a1:06") == "fireJapan 7.3.3"


def test_7_3_4_all_four_units_land_in_one_of_five_areas() -> None:
    table = Incident1932Game("12 d1 | 02 a1 | river e1 e2 e3 e4", turn=2)
    assert table.goals("e1+e2+e3+e4", "@") == ["04", "06", "07", "09", "10"]
    assert table.refusal("e1+e2@09") == "landAll 7.3.4"
    assert table.refusal("e1+e2+e3+e4@03") == "noLanding 7.3.4"
    assert table.refusal("d1@09") == "notAfloat 7.3.4"
    for text in ("e1+e2+e3+e4>09", "e1*10", "e1:10"):
        assert table.refusal(text) == "afloat 7.3.4"
    assert table.play("e1+e2+e3+e4@10").area("10") == "e1+e2+e3+e4"
    assert table.asks == "act china"


def test_7_3_4_china_lands_nothing() -> None:
    assert Incident1932Game("12 d1 | 02 a1", CHINA).refusal("a1@09") == "landingJapan 7.3.4"


def test_7_4_only_one_formation_operates_at_a_time() -> None:
    table = Incident1932Game("04 m1 d1 d2 d3 | 01 w1 | 11 w2")
    assert table.area("04") == "m1+d1+d2+d3", "they may share an area"
    assert table.allows("m1*01", "d1+d2+d3*01", "d1+d2:01", "m1>06", "d1+d2+d3>06")
    for text in ("m1+d1*01", "m1+d1:01", "m1+d1>06", "d1+d2+d3+m1*01"):
        assert table.refusal(text) == "formations 7.4"


def test_7_4_formations_defend_together() -> None:
    table = Incident1932Game("04 m1 d1 d2 d3 | 01 w1 w2", CHINA).play("w1+w2*04")
    assert table.state.decision
    assert table.state.decision.units == ("m1", "d1", "d2", "d3")


def test_7_5_after_the_operations_the_turn_ends() -> None:
    table = Incident1932Game("06 d1 | 02 a1").play("pass")
    assert table.state.turn == 1
    assert table.play("pass").state.turn == 2
