"""8.2: moves by rail; the readings of it."""

from tests.games.russojapanese.positions import RUSSIA, moving, spending

NORTH = {"2417", "2316", "2315", "2215", "2114", "2014", "1913", "1912", "1812", "1811"}
SOUTH = {"1710", "1709", "1708", "1608", "1607", "1506", "1406", "1305", "1304", "1204"}
PORTS = {"1203", "1202", "1809"}
"""The hexes of the railway."""


def test_8_2_one_unit_a_phase_goes_by_rail_as_far_as_it_likes() -> None:
    table = moving("2417 s1  1913 s2", RUSSIA)
    assert table.goals("s1", "=>") == {"2316", "2315", "2215", "2114", "2014"}, "s2 is in the way"
    assert table.goals("s2", "=>") == (NORTH | SOUTH | PORTS) - {"2417", "1913"}
    table.play("s2=>1203")
    assert table.unit("s2") == "1203"
    assert table.refusal("s1=>2316") == "railUsed 8.2"
    assert table.goals("s1", "=>") == set()
    assert table.allows("s1>2316"), "the others walk"


def test_8_2_a_path_hex_by_hex_is_followed_and_its_goal_is_canonical() -> None:
    table = moving("1913 s2", RUSSIA)
    assert table.canonical_form("s2=>2014>2114") == "s2=>2114"
    assert table.refusal("s2=>2013") == "railGap 8.2"
    assert table.refusal("s2=>1914") == "railGap 8.2", "a road is not a railway"
    assert table.refusal("s2=>2014>2215") == "railGap 8.2"
    assert table.refusal("s2=>1913") == "noEffect 8.2"


def test_8_2_from_a_railway_hex_outside_enemy_zones() -> None:
    assert moving("1914 s2", RUSSIA).refusal("s2=>1913") == "railStart 8.2"
    table = moving("1913 s2  2013 d1", RUSSIA)
    assert table.refusal("s2=>1912") == "railZone 8.2"
    assert table.goals("s2", "=>") == set()


def test_8_2_russians_go_by_rail_from_siberia() -> None:
    table = moving("s3@Siberia", RUSSIA)
    assert table.goals("s3", "=>") == NORTH | SOUTH | PORTS
    assert moving("g1@Korea").refusal("g1=>1015") == "railKorea 8.2"


def test_8_2_not_into_a_zone_nor_a_town_of_the_enemys() -> None:
    zone = moving("1912 s2  2113 d1", RUSSIA)
    assert zone.refusal("s2=>2114") == "lineZone 8.2"
    assert zone.refusal("s2=>2215") == "lineZone 8.2"
    shut = moving("s3@Siberia  2317 d1", RUSSIA)
    assert shut.refusal("s3=>2417") == "lineZone 8.2"
    assert shut.allows("s3>2417"), "on foot"
    town = moving("2417 s1", RUSSIA, held="2215")
    assert town.refusal("s1=>2215") == "enemyTown 8.2"
    assert town.goals("s1", "=>") == {"2316", "2315"}
    japan = moving("1305 d1")
    assert japan.refusal("d1=>1203") == "enemyTown 8.2"
    assert japan.goals("d1", "=>") == SOUTH - {"1305", "1708", "1709", "1710"}


def test_8_2_not_past_friendly_units_that_fill_a_hex() -> None:
    table = moving("s3@Siberia  2315 s1", RUSSIA)
    assert table.goals("s3", "=>") == {"2417", "2316"}
    assert table.refusal("s3=>2315") == "tooMany 7.3"
    assert table.refusal("s3=>2215") == "tooMany 7.3"
    one = moving("1305 d1  1406 d2")
    assert one.allows("d1=>1406", "d1=>1506"), "one of theirs does not hinder Japanese"
    two = moving("1305 d1  1406 d2+d3")
    assert two.refusal("d1=>1406") == "tooMany 7.3"
    assert two.refusal("d1=>1506") == "tooMany 7.3"


def test_8_2_a_unit_that_moves_by_rail_does_not_walk_in_that_phase() -> None:
    table = moving("1913 s2", RUSSIA).play("s2=>2014")
    assert table.refusal("s2>2013") == "movedAlready 8.0"


def test_reading_74_a_unit_that_walked_does_not_move_by_rail_in_that_phase() -> None:
    walked = moving("1913 s2", RUSSIA, russia="12").play("s2>2014")
    assert walked.refusal("s2=>2114") == "movedAlready 8.2"
    walked.play("|", "|", "#12/move")
    assert walked.allows("s2=>2114"), "in the next one it does"


def test_reading_63_a_cut_line_is_rejected_for_its_obstacle() -> None:
    table = moving("1913 s2  2014 s4  2113 d1  2215 d2", RUSSIA)
    assert table.refusal("s2=>2315") == "lineZone 8.2", "2315 itself comes first"
    friend = moving("1913 s2  2014 s4  1710 d1", RUSSIA)
    assert friend.refusal("s2=>2215") == "tooMany 7.3", "s4 in 2014"
    assert friend.refusal("s2=>1607") == "lineZone 8.2", "1811, in the zone of d1"
    assert friend.refusal("s2=>1813") == "railGap 8.2", "a road"


def test_reading_25_japan_does_not_come_by_rail_into_2417() -> None:
    assert moving("2316 d1").refusal("d1=>2417") == "enemyTown 8.2"
    table = moving("2316 d1", options=("towns-open",))
    assert table.play("d1=>2417").asks == "Japan 4.4", "if it is not the enemy's town"


def test_reading_62_a_forced_march_has_its_own_railway_move() -> None:
    table = moving("s3+s4@Siberia", RUSSIA, russia="12 13").play("s3=>1913")
    assert table.refusal("s4=>2215") == "railUsed 8.2"
    table.play("|", "|", "#13/move")
    assert table.play("s4=>2215").units("s3", "s4") == ["1913", "2215"]
    assert table.refusal("s3=>1912") == "railUsed 8.2", "one in that phase too"
    again = spending("1913 s2", RUSSIA, russia="12").play("#12/move")
    assert again.allows("s2=>2014")
