"""Chapter 8: moving, stacking, cavalry, leaving the map."""

from tests.games.incident1932.positions import CHINA, Incident1932Game


def test_8_0_units_of_one_area_move_and_others_stay() -> None:
    table = Incident1932Game("06 d1 d2 d3 | 12 a1").play("d1+d3>03")
    assert table.units("d1", "d2", "d3") == ["03", "06", "03"]


def test_8_1_units_that_move_together_go_to_one_area() -> None:
    table = Incident1932Game("06 d1 d2 d3 | 12 a1").play("d1+d2>03")
    assert table.area("03") == "d1+d2"
    assert table.asks == "act china", "the others would be another operation"


def test_8_1_no_move_into_an_area_with_enemies() -> None:
    table = Incident1932Game("06 d1 | 03 a1")
    assert table.refusal("d1>03") == "enemyThere 8.1"
    assert table.goals("d1") == ["04", "07"]


def test_7_3_1_a_move_goes_to_an_adjacent_area() -> None:
    table = Incident1932Game("06 d1 | 05 a1")
    assert table.refusal("d1>05") == "notAdjacent 7.3.1"
    assert table.refusal("d1>13") == "unknownPlace 7.3.1"
    for path in ("03>02", "03>05", "03>06"):
        assert table.refusal(f"d1>{path}") == "farther 7.3.1", "it is not cavalry"


def test_8_2_1_navy_and_army_never_share_an_area() -> None:
    table = Incident1932Game("06 d1 | 07 n1 | 02 a1")
    assert table.refusal("d1>07") == "services 8.2.1"
    assert table.refusal("n1>06") == "services 8.2.1"
    afloat = Incident1932Game("07 n1 | 02 a1 | river e1 e2", turn=2)
    assert afloat.refusal("e1+e2@07") == "services 8.2.1"


def test_8_2_2_the_two_chinese_armies_never_share_an_area() -> None:
    table = Incident1932Game("12 w1 | 08 a1 | 06 d1", CHINA)
    assert table.refusal("w1>08") == "services 8.2.2"
    assert table.refusal("a1>12") == "services 8.2.2"
    assert table.allows("w1>05", "a1>05")


def test_8_2_3_an_area_holds_four_units_of_a_side() -> None:
    table = Incident1932Game("06 d1 d2 | 04 m1 e1 e2 | 12 a1", turn=2)
    assert table.refusal("d1+d2>04") == "full 8.2.3"
    assert table.play("d1>04").area("04") == "m1+d1+e1+e2"
    assert Incident1932Game("05 w1 | 12 w2 w3 w4 | 06 d1", CHINA).allows("w1>12")
    assert (
        Incident1932Game("03 a1 | 02 a2 a3 a4 a5 | 06 d1", CHINA).refusal("a1>02") == "full 8.2.3"
    )


def test_8_3_cavalry_alone_goes_two_areas() -> None:
    table = Incident1932Game("06 d3 d1 | 12 a1")
    assert table.goals("d3") == ["03", "03>02", "03>05", "04", "04>01", "07"]
    assert table.play("d3>03>05").unit("d3") == "05"


def test_8_3_cavalry_in_company_goes_one_area() -> None:
    table = Incident1932Game("06 d3 d1 | 12 a1")
    assert table.goals("d1+d3") == ["03", "04", "07"]
    assert table.refusal("d1+d3>03>05") == "company 8.3"
    assert table.refusal("d1+d3>05") == "notAdjacent 7.3.1"


def test_8_3_cavalry_goes_no_farther() -> None:
    table = Incident1932Game("06 d3 | 12 a1")
    assert table.refusal("d3>03>05>11") == "tooFar 8.3"
    assert table.refusal("d3>03>06") == "noReturn 8.3"
    assert table.refusal("d3>06") == "noReturn 8.3"
    assert table.refusal("d3>12") == "noWay 8.3"
    assert table.refusal("d3>13") == "unknownPlace 7.3.1"


def test_8_3_the_rejection_of_cavalry_names_the_obstacle() -> None:
    table = Incident1932Game("06 d3 | 04 d1 | 01 m1 e1 e2 e3 | 02 n1 | 05 w1", turn=2)
    assert table.refusal("d3>05") == "enemyThere 8.1"
    assert table.refusal("d3>02") == "services 8.2.1"
    assert table.refusal("d3>01") == "full 8.2.3"
    shut = Incident1932Game("06 d3 | 03 a1 | 04 a2 | 07 n1 | 08 a3")
    assert shut.refusal("d3>05") == "noWay 8.3", "05 is free, the ways there are not"
    assert shut.refusal("d3>08") == "noWay 8.3", "too far, with any units there"


def test_8_3_cavalry_passes_through_areas_that_it_may_enter_only() -> None:
    table = Incident1932Game("06 d3 | 03 a1 | 12 w1")
    assert table.refusal("d3>03>02") == "enemyThere 8.1"
    assert table.goals("d3") == ["04", "04>01", "04>05", "07", "07>02"]
    full = Incident1932Game("06 d3 | 04 m1 e1 e2 e3 | 03 a1 | 07 n1 | 12 w1", turn=2)
    assert full.goals("d3") == []


def test_8_4_china_leaves_the_map_from_its_sources_of_supply() -> None:
    table = Incident1932Game("08 a1 a2 | 12 w1 | 02 a3 | 06 d1", CHINA)
    assert table.allows("a1>Off", "a1+a2>Off", "w1>Off")
    assert table.refusal("a3>Off") == "exitWhere 8.4"
    assert table.refusal("a3>08>Off") == "farther 7.3.1"
    assert table.play("a1+a2>Off").units("a1", "a2") == ["off", "off"]
    assert table.victory == 0


def test_8_4_a_unit_that_has_left_does_not_come_back() -> None:
    table = Incident1932Game("08 a1 | 06 d1", CHINA).play("a1>Off", "pass")
    assert table.refusal("a1>08") == "offMap 7.3.1"
    assert Incident1932Game("08 a1 | 06 d1", CHINA).refusal("a1>Off>12") == "offForGood 8.4"
    assert table.legal() == ["pass"]


def test_8_4_japanese_units_do_not_leave_the_map() -> None:
    table = Incident1932Game("08 d1 | 02 a1")
    assert table.refusal("d1>Off") == "japanStays 8.4"
    assert "Off" not in "".join(table.legal())
