"""Chapter 6: zones of control; the readings of it."""

from tests.games.russojapanese.positions import JAPAN, RUSSIA, always, fighting, moving, spending

# Clear ground by the coast, without rivers (1409 and 1410 are rough); a road runs along row 12:
#
#       1408  1409  1410  1411
#    1307  1308  1309  1310
#       1208  1209  1210  1211

# ---- where zones lie --------------------------------------------------------------------


def test_6_0_a_zone_lies_over_the_six_hexes_around() -> None:
    around = {"1308", "1310", "1409", "1410", "1209", "1210"}
    assert moving("1309 s1").zone(RUSSIA) == around
    assert moving("1309 d1").zone(JAPAN) == around
    garrison = moving("1204 na1")
    assert garrison.zone(RUSSIA) == {"1203", "1205", "1303", "1304"}, "the sea is not a hex"


def test_6_0_rivers_and_ground_do_not_stop_a_zone() -> None:
    table = moving("1214 s1")
    assert table.zone(RUSSIA) == {"1213", "1215", "1313", "1314", "1113", "1114"}
    tables = table.rules.context.tables
    assert tables.index["1113"] in tables.river[tables.index["1214"]]
    assert tables.terrain[tables.index["1313"]] == "rough"


def test_6_0_no_zone_reaches_over_an_all_sea_side() -> None:
    table = moving("1303 s1  1202 d1")
    assert table.zone(RUSSIA) == {"1204", "1304", "1403"}, "the figure: not 1302, 1203, 1404"
    assert table.allows("d1>1203>1204"), "no stop at Dalian"
    assert table.refusal("d1>1203>1204>1205") == "stopZone 6.1"


def test_6_0_a_friend_does_not_cancel_an_enemy_zone() -> None:
    table = moving("1309 s1  1308 g1  1307 d1")
    assert table.allows("d1>1308"), "the hex of g1"
    assert table.refusal("d1>1308>1208") == "stopZone 6.1"


def test_6_0_several_zones_on_a_hex_are_no_more_than_one() -> None:
    one, two = moving("1309 s1  1305 g1"), moving("1309 s1  1209 s2  1305 g1")
    assert "1308" in one.zone(RUSSIA)
    assert one.allows("g1>1306>1307>1308")
    assert two.allows("g1>1306>1307>1308")


def test_6_0_zones_of_both_sides_may_lie_on_one_hex() -> None:
    plan = "1309 s1  1307 g1  1305 d1  1311 s2"
    table = moving(plan)
    assert "1308" in table.zone(RUSSIA) & table.zone(JAPAN)
    assert table.refusal("g1>1308>1208") == "stopZone 6.1", "the Russian one, for Japan"
    other = moving(plan, RUSSIA)
    assert other.refusal("s1>1308>1208") == "stopZone 6.1", "the Japanese one, for Russia"


def test_6_0_units_in_boxes_have_no_zone() -> None:
    table = moving("g1@Korea  s3@Siberia  2316 d1  1114 s1")
    assert table.zone(JAPAN) == moving("2316 d1").zone(JAPAN)
    assert table.zone(RUSSIA) == moving("1114 s1").zone(RUSSIA)
    assert "2417" in moving("2316 d1").goals("d1")


# ---- 6.1: movement ----------------------------------------------------------------------


def test_6_1_a_unit_that_enters_a_zone_stops_there() -> None:
    table = moving("1309 s1  1306 g1")
    assert table.allows("g1>1307>1308"), "with one hex of its allowance left"
    assert table.refusal("g1>1307>1308>1208") == "stopZone 6.1"
    assert table.allows("g1>1307>1208"), "round about"


def test_6_1_no_unit_moves_from_one_zone_to_another() -> None:
    table = moving("1309 s1  1308 g1")
    assert table.refusal("g1>1209>1210") == "zoneToZone 6.1"
    shut = moving("1309 s1  1308 g1  1307 s2  1208 s3")
    assert shut.starting("g1>") == [], "every hex around it is an enemy's or in a zone"
    assert shut.refusal("g1>1209") == "zoneToZone 6.1"
    free = moving("1309 s1  1308 g1  1307 s2")
    assert free.goals("g1") == set(), "1208 lies in the zone of s2"


def test_6_1_a_unit_may_leave_a_zone_and_then_enter_another() -> None:
    table = moving("1309 s1  1308 g1")
    assert table.allows("g1>1208", "g1>1208>1209")
    assert table.canonical_form("g1>1209") == "g1>1208>1209", "the goal alone means the way round"
    assert table.refusal("g1>1208>1209>1210") == "stopZone 6.1"


def test_6_1_zones_cost_nothing() -> None:
    table = moving("1309 s1  1308 g1")
    assert table.refusal("g1>1208>1207>1206") == "legal", "three hexes, the first out of a zone"
    entering = moving("1309 s1  1305 g1")
    assert entering.allows("g1>1306>1307>1308"), "three hexes, the last into one"


def test_6_1_own_zones_do_not_hinder() -> None:
    assert moving("1308 g1  1310 d1").refusal("g1>1309>1210>1211") == "legal"


# ---- 6.2: rail and strategic moves ------------------------------------------------------


def test_6_2_neither_rail_nor_strategic_move_enters_a_zone() -> None:
    plan = "1913 s1  2113 d1"
    table = moving(plan, RUSSIA)
    assert "2014" in table.zone(JAPAN)
    assert table.refusal("s1=>2014") == "lineZone 8.2"
    assert table.refusal("s1=>2215") == "lineZone 8.2", "nor through one"
    cards = spending(f"{plan}  1916 d2", RUSSIA, russia="07")
    assert cards.refusal("#07/s1~>2014") == "lineZone 10.2.4"
    assert cards.refusal("#07/s1~>2215") == "lineZone 10.2.4"
    south = {"1912", "1812", "1811"}
    assert table.goals("s1", "=>") >= south
    assert cards.goals("s1", "~>") >= south


# ---- 6.3: combat ------------------------------------------------------------------------


def test_6_3_no_unit_retreats_into_a_zone() -> None:
    table = fighting("1309 s1  1308 g1+d1", rules=always("DR")).fought("g1+d1*1309", 1)
    assert table.goals("s1", "<") == {"1310", "1410", "1210"}
    assert table.refusal("s1<1409") == "retreatZone 6.3"
    assert table.refusal("s1<1209") == "retreatZone 6.3"


def test_6_3_an_advance_heeds_no_zone() -> None:
    table = fighting("1309 s1  1308 g1+d1  1408 s2", rules=always("DR"))
    assert "1308" in table.zone(RUSSIA)
    table.fought("g1+d1*1309", 1).play("s1<1310")
    assert "1309" in table.zone(RUSSIA)
    assert table.allows("g1+d1>1309"), "from one zone to another"


# ---- 6.4: units without a zone ----------------------------------------------------------


def test_6_4_infiltration_takes_a_russian_units_zone_away() -> None:
    table = moving("1309 s1  1306 g1", japan="06")
    assert table.refusal("g1>1307>1308>1208") == "stopZone 6.1"
    assert table.starting("play #06") == ["play #06 s1"], "a Russian one on the map"
    table.play("play #06 s1")
    assert table.happened == ["played japan 6", "zoneLost japan s1"]
    assert table.zone(RUSSIA) == set()
    assert table.refusal("g1>1307>1308>1208") == "legal"
    assert table.refusal("g1>1307>1308>1309") == "enemyThere 7.0", "it is still there"


def test_reading_19_a_unit_without_its_zone_does_not_attack() -> None:
    table = fighting("1309 s1  1308 g1", RUSSIA, zoneless="s1")
    assert table.refusal("s1*1308") == "noZone 9.1"
    assert table.legal() == ["|"]
    assert fighting("1309 s1  1308 g1", zoneless="s1").allows("g1*1309"), "it can be attacked"


def test_reading_51_infiltration_lasts_until_the_end_of_the_movement_phase() -> None:
    table = moving("1309 s1  1306 g1", japan="06").play("play #06 s1", "|")
    assert table.asks == "declare japan"
    assert "1308" in table.zone(RUSSIA)
    late = moving("1309 s1  1306 g1", japan="06").play("|")
    assert late.refusal("play #06 s1") == "eventNotNow 10.2.1", "only in a movement phase"


def test_reading_51_in_a_forced_march_too_and_for_one_unit() -> None:
    plan = "1309 s1  1311 s2  1306 g1"
    table = spending(plan, japan="06 09")
    assert table.refusal("play #06 s1") == "eventNotNow 10.2.1"
    table.play("#09/move", "play #06 s1")
    assert table.zone(RUSSIA) == moving("1311 s2").zone(RUSSIA), "the other keeps its own"
    assert table.refusal("play #06 s2") == "notInHand 10.2.1"
    assert table.play("|").zone(RUSSIA) == moving(plan).zone(RUSSIA)
