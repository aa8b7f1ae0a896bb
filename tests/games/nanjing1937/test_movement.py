"""Chapter 8: movement."""

from tests.games.nanjing1937.positions import (
    CHINA,
    NanjingTestGame,
    fighting,
    moving,
    ruleset_with,
)


def test_8_0_a_unit_goes_as_far_as_its_allowance() -> None:
    table = moving("0303  d3")
    assert table.allows("d3>0304", "d3>0304>0305", "d3>0304>0305>0306")
    assert table.refusal("d3>0304>0305>0306>0307") == "tooFar 8.0"
    assert moving("0303  s1").refusal("s1>0304>0305>0306") == "tooFar 8.0"


def test_8_0_units_move_one_by_one_each_once() -> None:
    table = moving("0303  d3  s1")
    assert table.refusal("d3+s1>0403") == "oneAtATime 8.0"
    table.play("d3>0304")
    assert table.refusal("d3>0305") == "movedAlready 8.0"
    assert table.play("s1>0305").legal() == ["|"]


def test_8_0_a_side_moves_its_units_on_the_map() -> None:
    table = moving("0303  d3  .  a1")
    assert table.refusal("a1>0306") == "notYours 8.0"
    assert table.refusal("d11>0306") == "offMap 8.0"
    assert table.refusal("z1>0306") == "unknownUnit 8.0"
    assert table.refusal("d3*0304") == "wrongAnswer 8.0"
    assert table.refusal("air/d3>0304") == "noPayer 8.0"
    assert table.refusal("& d3>0304") == "noPayer 8.0"


def test_8_0_steps_go_from_hex_to_adjacent_hex() -> None:
    table = moving("0303  d3")
    assert table.refusal("d3>0304>0306") == "notAdjacent 8.0"
    assert table.goals("d3") >= {"0304", "0402", "0403", "0302", "0203", "0202"}


def test_8_0_a_goal_alone_is_completed_by_the_first_of_the_shortest_ways() -> None:
    table = moving("0303  d3")
    assert table.canonical_form("d3>0305") == "d3>0304>0305"
    assert table.canonical_form("d3>0504") == "d3>0403>0504"
    assert table.refusal("d3>0307") == "noWay 8.0"


def test_8_0_ways_with_the_same_effect_are_one_event() -> None:
    table = moving("0403     d9")
    assert table.canonical_form("d9>0304>0404") == "d9>0404"
    assert table.canonical_form("d9>0404>0305") == "d9>0304>0305"
    assert table.canonical_form("d9>0404>0504>0604") == "d9>0504>0604"
    assert [text for text in table.starting("d9>") if text.endswith("0404")] == ["d9>0404"]


def test_8_0_ways_that_take_different_places_are_different_events() -> None:
    table = moving("0511   .   d3", held="")
    assert table.allows("d3>0513", "d3>0612>0513"), "the second takes Shanghai too"
    assert table.play("d3>0612>0513").controller("0612") == "japan"


def test_8_0_a_way_round_to_the_start_is_a_move_only_if_it_changes_something() -> None:
    table = moving("0611     d3", held="")
    assert table.allows("d3>0612>0611")
    assert table.allows("d3>0511>0611"), "trains no longer go through Kunshan"
    plain = moving("0403     d3")
    assert plain.refusal("d3>0404>0403") == "noEffect 8.0"


def test_8_1_1_clear_rough_and_woods_cost_one_point() -> None:
    table = moving("0805     d3")
    assert table.allows("d3>0804>0803>0802"), "rough all the way"
    assert moving("0901  d3").allows("d3>0902>0903>0904"), "woods all the way"


def test_8_1_2_a_unit_stops_in_marsh() -> None:
    table = moving("0504  d3")
    assert table.allows("d3>0503")
    assert table.refusal("d3>0503>0402") == "stopMarsh 8.1.2"
    assert moving("0503  d3").allows("d3>0504>0505"), "leaving costs nothing more"


def test_8_1_3_crossing_a_major_river_takes_the_whole_allowance() -> None:
    table = moving("0206     d3")
    assert table.allows("d3>0107", "d3>0207")
    assert table.refusal("d3>0107>0108") == "stopRiver 8.1.3"


def test_8_1_3_only_a_unit_that_starts_next_to_the_river_crosses_it() -> None:
    table = moving("0306  d3")
    assert table.refusal("d3>0206>0107") == "majorStart 8.1.3"
    assert "0107" not in table.goals("d3")
    along = moving("0205     d3")
    assert along.refusal("d3>0206>0107") == "majorStart 8.1.3", "it starts next to another stretch"


def test_8_1_3_crossing_is_open_out_of_a_zone_and_ends_in_one() -> None:
    plan = """
        0107              .  a1
        0206     d3
        """
    assert moving(plan).allows("d3>0107")


def test_8_1_4_a_white_side_is_not_crossed() -> None:
    rules = ruleset_with("impassable", white=["0303-0304"])
    table = moving("0303  d3", rules=rules)
    assert table.canonical_form("d3>0304") == "d3>0203>0304"
    assert table.refusal("d3>0304>0305") == "impassable 8.1.4"
    walled = ruleset_with("impassable", white=["0303-0304", "0203-0303", "0303-0403"])
    assert moving("0303  s1", rules=walled).refusal("s1>0304") == "impassable 8.1.4"


def test_8_1_5_no_unit_enters_water() -> None:
    assert moving("0808     d3").refusal("d3>0708") == "water 8.1.5"
    assert moving("0911  d3").refusal("d3>0912") == "water 8.1.5"
    assert moving("0512  d3").refusal("d3>0412") == "waterSide 8.1.5"


def test_8_1_6_towns_cities_ports_and_rivers_cost_nothing_more() -> None:
    table = moving("0511  d3", held="")
    assert table.allows("d3>0512>0612>0713"), "a town, a city, two rivers"


# ---- 8.3: the railway -------------------------------------------------------------------
#
# Nanjing 0202 0203 0204 0205 0306 0307 0407 Wuxi 0408 Suzhou 0509 0510 0511 0512 Shanghai 0612


def railway(plan: str, trod: str = "") -> NanjingTestGame:
    return moving(plan, CHINA, trod=trod)


def test_8_3_from_a_town_or_city_along_the_line_to_any_hex_of_it() -> None:
    table = railway("0408     a1")
    assert table.allows("a1=>0202", "a1=>0203", "a1=>0407", "a1=>0511", "a1=>1007", "a1=>0802")
    assert table.play("a1=>0802").unit("a1") == "0802"


def test_8_3_not_from_the_open_line_nor_from_a_town_without_one() -> None:
    assert railway("0407     a1").refusal("a1=>0408") == "railStart 8.3"
    assert railway("0505  a1").refusal("a1=>0408") == "railStart 8.3"


def test_8_3_not_off_the_line() -> None:
    table = railway("0408     a1")
    assert table.refusal("a1=>0409") == "railNone 8.3"
    assert table.refusal("a1=>0408") == "noEffect 8.3"
    assert table.refusal("a1=>0407>0306") == "railGap 8.3"
    apart = ruleset_with("rail", nanjing_ningguo=["0402", "0502"])
    assert moving("0408     a1", CHINA, rules=apart).refusal("a1=>0402") == "railGap 8.3"


def test_8_3_a_path_hex_by_hex_is_followed_and_its_goal_is_canonical() -> None:
    table = railway("0408     a1")
    assert table.canonical_form("a1=>0407>0307") == "a1=>0307"


def test_8_3_never_in_a_zone_at_the_start_on_the_way_or_at_the_end() -> None:
    start = railway("0408     a1\n0409     d3")
    assert start.refusal("a1=>0407") == "railZone 8.3"
    way = railway("0408     a1\n0410     d3")
    assert way.refusal("a1=>0511") == "railZone 8.3"
    assert way.refusal("a1=>0512") == "railCut 8.3"
    assert way.facts("a1=>0512")["places"] == ("0510", "0612"), "from both ends"
    assert way.allows("a1=>0509")


def test_8_3_one_unit_a_turn() -> None:
    table = railway("0408     a1\n0202     a2").play("a1=>0407")
    assert table.refusal("a2=>0203") == "railUsed 8.3"
    assert table.allows("a2>0203"), "it may walk"


def test_8_3_a_unit_that_moves_by_rail_does_not_walk_in_that_phase() -> None:
    table = railway("0408     a1\n0202     a2").play("a1=>0407")
    assert table.refusal("a1>0307") == "movedAlready 8.0"
    assert table.play("a2>0203").refusal("a2=>0204") == "movedAlready 8.3"


def test_8_3_never_into_a_hex_that_a_japanese_unit_ever_entered() -> None:
    table = railway("0408     a1", trod="0511")
    assert table.refusal("a1=>0511") == "railTrod 8.3"
    assert table.refusal("a1=>0512") == "railCut 8.3"
    assert table.allows("a1=>0510")


def test_8_3_japanese_feet_are_remembered_from_every_kind_of_entry() -> None:
    walked = moving("0510  d3").play("d3>0511>0512")
    assert [
        bool(walked.state.trod & walked.rules.context.tables.mark[h]) for h in hexes(walked)
    ] == [
        True,
        True,
        True,
        False,
    ]
    fought = fighting("0408     a1\n0509  d3  d9").play("d3*0408", "no", "[6]", "a1<0407")
    before = fought.state.trod
    fought.play("d3>0408")
    assert (
        fought.state.trod & ~before
        == fought.rules.context.tables.mark[fought.rules.context.tables.index["0408"]]
    )


def hexes(table: NanjingTestGame) -> list[int]:
    return [table.rules.context.tables.index[ident] for ident in ("0510", "0511", "0512", "0509")]


def test_8_3_only_chinese_units_go_by_rail() -> None:
    assert moving("0408     d3").refusal("d3=>0407") == "railChina 8.3"
