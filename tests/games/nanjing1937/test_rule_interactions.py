"""Positions to which two rules apply, and the limits of rules."""

import pytest

from tests.games.nanjing1937.positions import CHINA, JAPAN, arriving, fighting, fresh_game, moving

PORTS = "0410 0411 0811 0911"
"""With Shanghai, which is a port too, there are five."""
FAR = "1104  a1"


@pytest.mark.parametrize(
    ("chinese", "place"), [("0102", "0202"), ("0413", "0513"), ("0313", "0612")]
)
def test_4_1_hexes_outside_zones_stay_controlled(chinese: str, place: str) -> None:
    """Over the Yangtze (6.3), over an all-sea side, two hexes away."""
    assert moving(f"{chinese}  a1", held=place).controller(place) == JAPAN


def test_4_2_a_zone_on_shanghai_costs_the_city_and_the_fifth_port() -> None:
    assert fighting(FAR, CHINA, 3, held=f"0612 {PORTS}").play("|").asks == "Japan 4.0"
    zone = fighting("0611     a1", CHINA, 3, held=f"0612 {PORTS}")
    assert zone.points == 0
    assert zone.play("|").asks == "decide japan"


def test_4_0_3_a_change_to_the_wider_war_needs_its_points() -> None:
    held = "0612 0202"
    holding = fighting(FAR, CHINA, 8, held=held, policy="hold").play("|", "no", *["|"] * 6)
    assert holding.asks == "Japan 4.0.2"
    wider = fighting(FAR, CHINA, 8, held=held, policy="hold").play("|", "expand", *["|"] * 6)
    assert wider.asks == "extend japan"


def test_4_0_4_holding_on_turn_10_needs_five_points_too() -> None:
    four = "0612 0202 0802 1007"
    assert fighting(FAR, CHINA, 10, held=four, policy="hold").play("|").asks == "China 4.0.4"
    five = fighting(FAR, CHINA, 10, held=f"{four} {PORTS}", policy="hold")
    assert five.play("|").asks == "Japan 4.0.4"


@pytest.mark.parametrize(("answer", "verdict"), [("expand", "legal"), ("no", "airHeld 4.0.2")])
def test_reading_26_air_support_is_there_once_the_war_is_widened(answer: str, verdict: str) -> None:
    table = fighting("0303  a1  d3", CHINA, 5, policy="hold").play("|", answer, "|", "|")
    assert table.asks == "combat japan"
    assert table.refusal("air/d3*0303") == verdict


def test_6_1_a_river_crossing_does_not_lead_from_one_zone_to_another() -> None:
    here = "0306  a2\n0206     d3\n"
    assert moving(here).allows("d3>0107")
    assert moving(here + "0106  a1").refusal("d3>0107") == "zoneToZone 6.1"
    assert moving("0206     d3\n0106  a1").allows("d3>0107"), "no zone comes over the river"


def test_7_3_reinforcements_that_crowd_a_city_are_thinned_out_after_movement() -> None:
    table = arriving("0202     a1+g87", CHINA, 2).play("g36+a3@0202", "|", "|")
    assert table.asks == "surplus china g36+g87+a1+a3"
    table.play("lose g36")
    assert table.asks == "surplus china a1+a3"
    assert table.play("lose a3").asks == "combat china"
    assert table.play(*["|"] * 4).units("g36", "a3") == ["lost", "lost"]


def test_7_3_a_unit_removed_for_stacking_may_be_replaced() -> None:
    table = moving("0303  a1  a2", CHINA, 2).play("a1>0304", "|", "lose a1", *["|"] * 4)
    assert (table.asks, table.state.turn) == ("reinforce china g36+a1+a3+a4", 3)


def test_8_3_a_replaced_unit_may_move_by_rail_at_once() -> None:
    table = arriving("0303  a1", CHINA, 2).play("a2@1007", "|")
    assert table.allows("a2=>0909", "a2=>0202")


def test_8_3_trains_may_be_too_many_for_a_hex_and_do_not_pass_where_japan_trod() -> None:
    table = moving("0407     a2   a1", CHINA).play("a1=>0407", "|")
    assert table.asks == "surplus china a1+a2"
    plan = "0408     a1\n0509  a2"
    assert moving(plan, CHINA, trod="0408").refusal("a2=>0407") == "railCut 8.3", "a1 or not"


def test_9_3_2_and_9_3_3_at_hangzhou_each_river_counts_for_itself() -> None:
    plan = "0907  d9\n1007     a1\n1108     d3"
    table = fighting(plan, held="")
    assert table.difference("d9*1007") == 3 - (2 + 1 + 1), "city and river"
    assert table.difference("d3*1007") == (3 - 1) - (2 + 1), "city, and a major river"
    assert table.difference("d3+d9*1007") == (3 - 1) + 3 - (2 + 1), "not all are over a river"


def test_9_3_4_chen_cheng_is_lost_where_dr_turns_into_ex() -> None:
    plan = "0202     a1   d3\n0303       d9"
    table = fighting(plan, held="").play("d3+d9*0202", "chen", "[3]")
    assert table.effect_kinds[-1] == "chenLost"
    assert table.play("lose d3").asks == "combat japan", "no unit advances after Ex"
    assert table.controller("0202") == "", "d9's zone lies on what China entered last"


@pytest.mark.parametrize(
    ("place", "start", "verdict"),
    [
        ("0105", "0106", "gunsReach 9.4.5"),
        ("0205", "0305", "gunsReach 9.4.5"),
        ("0106", "0107", "legal"),
        ("0206", "0306", "legal"),
        ("1107", "1106", "legal"),
        ("1108", "1109", "legal"),
        ("0511", "0611", "gunsReach 9.4.5"),
    ],
)
def test_9_4_5_gunfire_begins_at_the_sides_of_0206(place: str, start: str, verdict: str) -> None:
    table = fighting(f"{place}  a1\n{start}  d3")
    assert table.refusal(f"guns/d3*{place}") == verdict


def test_9_6_a_unit_with_only_a_major_river_to_retreat_over_is_lost() -> None:
    table = fighting("0205     d3   a1\n0306  d9", held="")
    assert table.play("d3+d9*0206", "no", "[2]").unit("a1") == "lost"
    assert table.asks == "advance japan d3+d9"


def test_9_7_an_advance_over_the_river_takes_the_city_and_its_railway() -> None:
    plan = "0102   d3  d9\n0202     a1  d6"
    table = fighting(plan, held="").play("d3+d6+d9*0202", "no", "[6]", "d3>0202")
    assert table.controller("0202") == JAPAN
    assert (
        table.state.trod & table.rules.context.tables.mark[table.rules.context.tables.index["0202"]]
    )


def test_10_1_2_a_landing_in_a_zone_is_an_assault_next_to_the_landing_force_too() -> None:
    table = arriving("0512     a1\n0612     s1", turn=2).play("d3@0612")
    assert table.effect_kinds == ["assault"]
    table.play("|", "|")
    assert table.refusal("guns/s1+d3*0512") == "gunsLanding 10.1.2"


def test_the_opening_of_the_replay_of_2018() -> None:
    """An Ex removes the landing force, no unit enters, two divisions land (9joe.blog39.fc2.com)."""
    table = fresh_game().play("g87+a1@0611", "g88+a2@0512", "|", "g87+a1*0612", "[2]")
    assert table.asks == "loss china g87+a1"
    table.play("lose g87+a1")
    assert (table.unit("s1"), table.controller("0612")) == ("lost", ""), "a zone, but no entry"
    table.play("|", "d3+d11@0612")
    assert table.state.landed
    assert table.play("|", "d3>0713", "|").refusal("guns/d11*0512") == "gunsLanding 10.1.2"


# ---- why a unit may not be placed -------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "why"),
    [
        ("d9", "tooEarly 10.0"),
        ("s1", "onMap 10.0"),
        ("a3", "notYours 10.0"),
        ("z1", "unknownUnit 10.0"),
        ("& d3", "noPayer 10.1.1"),
        ("air/d3", "noPayer 10.1.1"),
    ],
)
def test_10_0_a_rejected_placement_has_its_reason(unit: str, why: str) -> None:
    table = arriving("0612  s1", turn=2)
    assert table.refusal(f"{unit}@0612") == why
    assert table.refusal("d3@0612>0513") == "oneHex 10.1.1"


def test_10_0_japans_lost_units_do_not_come_back_and_holding_keeps_late_ones_away() -> None:
    assert arriving("0612  s1", turn=3).refusal("d3@0612") == "neverBack 10.3"
    assert arriving("0612  s1", turn=5, policy="hold").refusal("d13@0612") == "heldBack 4.0.2"


def test_10_4_when_every_city_has_its_two_the_rest_wait() -> None:
    held = "0612 0802 1007"
    table = arriving("0303  g87", CHINA, 2, held=held).play("a1@0202", "a3@0202")
    assert table.legal() == ["|"]
    assert table.refusal("g36@0202") == "noCityOpen 10.4"
