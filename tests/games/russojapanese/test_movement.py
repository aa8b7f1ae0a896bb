"""Chapter 8 on foot: how far, over what ground, from the boxes; the readings of it."""

from tests.games.russojapanese.positions import JAPAN, RUSSIA, always, fighting, moving, spending

# ---- 8.0: moves and allowances ----------------------------------------------------------


def test_8_0_a_unit_goes_as_many_hexes_as_its_allowance() -> None:
    japan = moving("1305 g1")
    assert japan.allows("g1>1306", "g1>1306>1307", "g1>1306>1307>1308")
    assert japan.refusal("g1>1306>1307>1308>1309") == "tooFar 8.0"
    assert japan.refusal("g1>1309") == "noWay 8.0"
    russia = moving("1305 s1", RUSSIA)
    assert russia.allows("s1>1306>1307")
    assert russia.refusal("s1>1306>1307>1308") == "tooFar 8.0"
    assert moving("1305 e1", RUSSIA).refusal("e1>1306>1307>1308") == "tooFar 8.0"


def test_8_0_each_unit_moves_once_a_phase() -> None:
    table = moving("1305 g1  1308 d1").play("g1>1306")
    assert table.refusal("g1>1307") == "movedAlready 8.0", "what it did not use is lost"
    assert table.starting("g1") == []
    assert table.allows("d1>1309")


def test_8_0_no_unit_has_to_move() -> None:
    table = moving("1305 g1  1308 d1")
    assert table.allows("|")
    assert table.play("g1>1306", "|").asks == "declare japan"


def test_8_0_unused_allowance_is_not_kept_for_the_next_turn() -> None:
    table = moving("1305 g1").play("|", "|", "|", "no", "|", "|", "|", "no")
    assert (table.state.turn, table.asks) == (3, "move japan")
    assert table.refusal("g1>1306>1307>1308>1309") == "tooFar 8.0"


def test_8_0_a_side_moves_its_units_on_the_map_or_in_the_box_next_to_it() -> None:
    table = moving("1305 g1  d1@Korea  d2@lost  1309 s1")
    assert table.refusal("s1>1310") == "notYours 8.0"
    assert table.refusal("d2>1305") == "notReady 8.3"
    assert table.refusal("d3>1015") == "notReady 8.3", "in the Japan box"
    assert table.refusal("d13>1305") == "unknownUnit 8.0"
    assert table.allows("g1>1306", "d1>1015")
    assert table.refusal("g1+d1>1306") == "oneAtATime 8.0"


def test_8_0_a_unit_without_allowance_never_leaves_its_hex() -> None:
    table = moving("1202 pa1  1204 na1", RUSSIA)
    assert table.legal() == ["|"]
    assert table.refusal("pa1>1301") == "neverMoves 8.0"
    assert table.refusal("na1=>1304") == "neverMoves 8.0"
    cards = spending("1202 pa1  1204 na1", RUSSIA, russia="07")
    assert cards.refusal("#07/na1~>1304") == "neverMoves 8.0"
    assert cards.starting("#07/na1") == cards.starting("#07/pa1") == []


def test_8_0_a_goal_alone_is_completed_by_the_first_of_the_shortest_ways() -> None:
    table = moving("1207 g1")
    assert table.canonical_form("g1>1308") == "g1>1307>1308", "1307 precedes 1208 on the map"
    assert table.canonical_form("g1>1208>1308") == "g1>1307>1308", "the walks are equivalent"
    assert table.canonical_form("g1>1309") == "g1>1307>1308>1309"


# ---- 8.1: ground ------------------------------------------------------------------------


def test_tables_every_hex_costs_one() -> None:
    assert moving("1305 g1").allows("g1>1306>1307>1308"), "clear ground"
    assert moving("1512 g1").allows("g1>1612"), "rough"
    assert moving("1414 g1").allows("g1>1313>1214>1114"), "by road through the hills, over a river"
    assert moving("1710 g1").refusal("g1>1811>1812>1912") == "legal", "by rail through a town"


def test_8_1_no_unit_crosses_an_all_sea_side() -> None:
    table = moving("1303 d1")
    assert table.refusal("d1>1404") == "sea 8.1"
    assert table.refusal("d1>1302>1202") == "sea 8.1"
    assert table.refusal("d1>1203>1202") == "sea 8.1"
    assert table.canonical_form("d1>1203") == "d1>1304>1204>1203", "by the railway round the bay"


def test_8_1_rough_ground_stops_a_unit() -> None:
    table = moving("1308 d1")
    assert table.allows("d1>1409")
    assert table.refusal("d1>1409>1408") == "stopGround 8.1"
    assert moving("1312 d1").refusal("d1>1313>1414") == "stopGround 8.1", (
        "1313 has a road, but not from there"
    )


def test_8_1_a_river_stops_a_unit_beyond_it() -> None:
    table = moving("1113 d1")
    assert table.allows("d1>1213")
    assert table.refusal("d1>1213>1212") == "stopGround 8.1"
    assert table.refusal("d1>1114>1115") == "legal", "on one bank"


def test_8_1_along_a_road_or_railway_neither_stops_it() -> None:
    road = moving("1114 g1")
    assert road.allows("g1>1214>1313>1414"), "over the Yalu, then through the hills"
    assert road.allows("g1>1214>1313>1413"), "the last step may leave the road"
    rail = moving("2215 s1", RUSSIA)
    assert rail.allows("s1>2114>2014"), "over the Hun"
    assert moving("1305 s1", RUSSIA).allows("s1>1304>1204"), "to Nanshan"
    assert moving("1304 s1", RUSSIA).allows("s1>1204>1203"), "and through it"


def test_8_1_no_unit_leaves_the_map() -> None:
    table = moving("2417 s1", RUSSIA)
    assert table.refusal("s1>2418") == "unknownPlace 2.2"
    assert table.refusal("s1>2517") == "unknownPlace 2.2"
    assert all(goal in table.rules.context.tables.index for goal in table.goals("s1"))


# ---- 8.3: the boxes next to the map -----------------------------------------------------


def test_8_3_no_unit_returns_to_a_box() -> None:
    japan, russia = moving("1015 g1"), moving("2417 s1", RUSSIA)
    assert japan.refusal("g1>Korea") == "noBox 8.3"
    assert russia.refusal("s1>Siberia") == "noBox 8.3"
    assert russia.refusal("s1=>Siberia") == "noBox 8.3"
    cards = spending("1015 g1", japan="07")
    assert cards.refusal("#07/g1~>Korea") == "noBox 8.3"
    assert cards.refusal("#07/g1@Korea") == "notHome 10.2.5"


def test_8_3_1_units_come_from_korea_over_1015() -> None:
    table = moving("g1@Korea")
    assert table.allows("g1>1015", "g1>1015>1114>1214")
    assert table.canonical_form("g1>1114") == "g1>1015>1114"
    assert table.refusal("g1>1114>1214") == "gateWay 8.3"
    assert table.refusal("g1>1015>1114>1214>1313") == "tooFar 8.0", "1015 is the first of three"
    assert table.refusal("g1=>1015") == "railKorea 8.2"
    assert spending("g1@Korea", japan="07").allows("#07/g1~>1015", "#07/g1~>1214")


def test_8_3_1_a_full_1015_shuts_korea_and_a_zone_stops_there() -> None:
    full = moving("1015 d1+d2  g1@Korea")
    assert full.starting("g1") == []
    assert full.refusal("g1>1015") == "tooMany 7.3"
    zone = moving("1114 s1  g1@Korea")
    assert zone.starting("g1") == ["g1>1015"]
    assert zone.refusal("g1>1015>1115") == "stopZone 6.1"
    assert spending("1114 s1  g1@Korea", japan="07").starting("#07/g1") == []


def test_8_3_1_units_in_japan_do_not_move() -> None:
    table = moving("g1@Korea  d1@Japan")
    assert table.refusal("d1>1015") == "notReady 8.3"
    assert table.starting("d1") == []
    assert spending("d1@Japan", japan="07").refusal("#07/d1~>1015") == "notReady 8.3"


def test_8_3_2_units_come_from_siberia_over_2417() -> None:
    table = moving("s3@Siberia", RUSSIA)
    assert table.allows("s3>2417", "s3>2417>2316", "s3=>2417", "s3=>2215")
    assert table.refusal("s3>2316>2315") == "gateWay 8.3"
    assert table.refusal("s3>2417>2316>2315") == "tooFar 8.0"
    assert spending("s3@Siberia", RUSSIA, russia="07").allows("#07/s3~>1611"), "as in the example"


def test_8_3_2_units_in_europe_do_not_move() -> None:
    table = moving("s3@Siberia  s4+e1@Europe", RUSSIA)
    assert table.refusal("s4>2417") == "notReady 8.3"
    assert table.refusal("s4=>2417") == "notReady 8.3"
    assert table.starting("s4") == table.starting("e1") == []
    cards = spending("s4@Europe", RUSSIA, russia="07")
    assert cards.refusal("#07/s4~>2417") == "notReady 8.3"


# ---- readings ---------------------------------------------------------------------------


def test_reading_55_ways_with_the_same_effect_are_one_event() -> None:
    table = moving("1307 g1")
    goals = [event.split(">")[-1] for event in table.starting("g1>")]
    assert len(goals) == len(set(goals)), "no town is near that could be passed or not"
    assert table.canonical_form("g1>1207>1206") == table.canonical_form("g1>1206") == "g1>1306>1206"
    assert table.canonical_form("g1>1308>1309>1209") == "g1>1308>1209", "the shortest"


def test_reading_55_the_row_at_the_top_of_the_map_is_first() -> None:
    table = moving("1307 g1")
    assert table.canonical_form("g1>1207>1206") == "g1>1306>1206", "row 13 is above row 12"
    assert table.canonical_form("g1>1308>1409") == "g1>1408>1409", "row 14 is above row 13"
    assert table.canonical_form("g1>1207>1206>1205") == "g1>1306>1305>1205"
    assert table.canonical_form("g1>1306>1206>1205") == "g1>1306>1305>1205"
    north = moving("2213 s4", RUSSIA)
    assert north.canonical_form("s4>2214>2314") == "s4>2313>2314"
    level = moving("1411 g1")
    assert level.canonical_form("g1>1311>1211") == "g1>1310>1211", "in a row, the lower number"


def test_reading_55_ways_that_take_different_towns_are_two() -> None:
    table = moving("1608 d1")
    assert table.allows("d1>1609>1709", "d1>1708>1709"), "past Gaiping, or through it"
    assert table.canonical_form("d1>1709") == "d1>1708>1709"
    held = moving("1608 d1", held="1708 1809")
    assert held.canonical_form("d1>1609>1709") == "d1>1708>1709", "nothing is taken any more"
    to_1709 = [event for event in held.starting("d1>") if event.endswith(">1709")]
    assert to_1709 == ["d1>1708>1709"]


def test_reading_55_a_way_back_to_the_start_is_a_move_only_if_it_takes_something() -> None:
    assert moving("1709 d1").allows("d1>1708>1709")
    assert moving("1709 d1", held="1708").refusal("d1>1708>1709") == "noEffect 8.0"


def test_reading_56_units_are_written_in_the_order_of_the_counters() -> None:
    table = fighting("1309 s1  1308 g1+d10  1208 d2", rules=always("DR"))
    assert table.canonical_form("d10+g1*1309") == "g1+d10*1309"
    table.fought("g1+d10*1309", 1).play("s1<1310")
    assert table.canonical_form("d10+g1>1309") == "g1+d10>1309"
    order = [unit.id for unit in table.rules.spec.units]
    units = table.rules.context.tables.units
    assert list(units) == [ident for ident in order if ident in units]


def test_reading_63_a_move_is_rejected_for_the_first_obstacle_on_its_path() -> None:
    table = moving("1309 s1  1306 g1", JAPAN)
    assert table.refusal("g1>1307>1308>1309>1310") == "stopZone 6.1", "then the enemy, then too far"
    far = moving("1208 g1")
    assert far.refusal("g1>1307>1306>1305>1304>1404") == "tooFar 8.0", "then the sea"
