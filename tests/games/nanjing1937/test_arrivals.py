"""Chapter 10: reinforcements and replacements."""

from tests.games.nanjing1937.positions import CHINA, JAPAN, arriving, fighting


def test_10_0_units_do_not_come_early() -> None:
    table = arriving("0612  s1", turn=2, held="0612 0411")
    assert table.refusal("d9@0411") == "tooEarly 10.0"


def test_10_0_units_may_be_delayed() -> None:
    table = arriving("0612  s1", turn=2).play("|", "|", "|", "|", "|", "|")
    assert table.asks == "reinforce japan d3+d11"


def test_10_1_1_japan_comes_in_its_ports_in_any_number() -> None:
    table = arriving("0612  s1", turn=2, held="0612 0411")
    assert table.allows("d3@0411", "d3+d11@0411", "d11@0612")
    assert table.refusal("d3@0512") == "noPort 10.1.1"
    table.play("d3+d11@0411")
    assert table.effect_kinds == ["arrive"]
    assert table.legal() == ["|"]
    assert not table.state.landed


def test_10_1_1_a_port_in_a_chinese_zone_is_not_japanese() -> None:
    plan = """
        0511  a1  .
        0612    s1
        """
    table = arriving(plan, turn=2, held="0612 0411")
    assert table.controller("0411") == ""
    assert table.play("d3@0411").effect_kinds == ["assault"], "it was entered last by Japan before"
    assert table.state.landed


def test_10_1_2_japan_may_land_in_any_port_without_chinese_in_it() -> None:
    table = arriving("0612  s1\n0811  a1", turn=2)
    assert table.refusal("d3@0811") == "portEnemy 10.1.2"
    assert table.play("d3@0911").effect_kinds == ["assault", "taken"]
    assert table.controller("0911") == ""
    assert table.state.landed


def test_10_1_2_a_landing_takes_the_port_for_the_next_units() -> None:
    table = arriving("0612  s1", turn=2).play("d3@0911")
    assert table.controller("0911") == JAPAN
    assert table.play("d11@0911").effect_kinds == ["arrive"]
    assert table.state.landed, "the ships have covered the first one"


def test_10_1_2_a_landing_costs_this_turns_gunfire() -> None:
    table = arriving("0511  .   a1\n0612      s1", turn=2)
    table.play("d3@0411", "|", "|")
    assert table.refusal("guns/d3*0512") == "gunsLanding 10.1.2"


def test_10_1_2_next_turn_the_ships_fire_again() -> None:
    table = arriving("0511  .   a1\n0612      s1", turn=2)
    table.play("d3@0411", *["|"] * 6)
    assert not table.state.landed


def test_10_1_3_air_support_needs_no_landing() -> None:
    table = fighting("0303  a1  d3", turn=4)
    assert table.allows("air/d3*0303")


def test_10_2_china_comes_in_cities_that_it_controls() -> None:
    table = arriving("0202  a1", CHINA, 2, held="0612")
    assert table.allows("g36@0202", "a3@0802", "g36+a3@1007")
    assert table.refusal("a3@0612") == "cityHeld 4.1"
    assert table.refusal("a3@0204") == "noCity 10.2"


def test_10_2_not_in_a_city_in_a_japanese_zone() -> None:
    table = arriving("1008  d3\n0303  a1", CHINA, 2)
    assert table.refusal("a3@1007") == "cityZone 4.1"
    assert table.allows("a3@0202")


def test_10_2_without_a_city_they_wait() -> None:
    table = arriving("0303  a1", CHINA, 2, held="0202 0612 0802 1007")
    assert table.legal() == ["|"]
    assert table.refusal("a3@0202") == "noCityOpen 10.2"
    assert table.play("|").unit("a3") == "due"


def test_10_3_one_removed_unit_a_turn_comes_back_like_a_reinforcement() -> None:
    table = arriving("0303  a3", CHINA, 3)
    assert table.asks == "reinforce china a1+a2+a4", "a4 is due; never a German-trained division"
    assert table.refusal("g87@0202") == "neverBack 10.3"
    assert table.refusal("a1+a2@0202") == "replaceApart 10.3"
    assert table.refusal("a1+a4@0202") == "replaceApart 10.3"
    table.play("a1@0202")
    assert table.effect_kinds == ["replaced"]
    assert table.asks == "reinforce china a4"


def test_10_3_the_replacement_comes_before_the_reinforcements() -> None:
    table = arriving("0303  a3", CHINA, 3).play("a4@0202")
    assert table.legal() == ["|"]
    assert table.refusal("a1@0202") == "replaceFirst 10.3"


def test_10_3_there_is_none_on_turn_1() -> None:
    table = fighting("0612  s1\n0611     a1", CHINA, 1).play("a1*0612", "[1]", "lose a1", "|")
    assert table.state.turn == 2
    table.play("|", "|", "|")
    assert "a1" in table.asks


def test_10_4_two_units_a_city_each_phase() -> None:
    table = arriving("0303  a4", CHINA, 3).play("a1@0202")
    assert table.state.placed == (table.rules.context.tables.index["0202"],)
    many = arriving("0202  a1\n0302   g87", CHINA, 2)
    assert many.play("g36@0202").allows("a3@0202")
    assert many.play("a3@0202").legal() == ["|"]
    third = arriving("0303  g87", CHINA, 2).play("a1@0202", "g36@0202")
    assert third.refusal("a3@0202") == "cityFull 10.4", "a German-trained division counts"
    assert third.allows("a3@0802")


def test_10_4_units_that_are_there_do_not_count() -> None:
    table = arriving("0202  a1+g87\n0303  a2 a4 a5 a6", CHINA, 2)
    assert table.allows("g36+a3@0202")
