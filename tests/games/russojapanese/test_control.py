"""3.4 and 4.3.1: control of hexes, the cost of lost key hexes, and the readings."""

import pytest

from tests.games.russojapanese.positions import (
    JAPAN,
    RUSSIA,
    RussoJapaneseTestGame,
    always,
    fighting,
    fresh_game,
    moving,
    spending,
)

# Dalian (1203) is reached over 1204, along the railway; Liaoyang (1913) over 1813, along a road.


def test_3_4_the_side_that_occupies_or_passed_last_has_control() -> None:
    table = moving("1204 g1")
    assert table.holder("1203") == RUSSIA, "empty, and all of the map is Russia's at first"
    assert table.play("g1>1203").holder("1203") == JAPAN
    left = moving("1203 g1").play("g1>1204")
    assert left.holder("1203") == JAPAN, "empty again, and Japan passed last"


def test_3_4_all_of_the_map_is_russias_at_first() -> None:
    table = fresh_game().play("draw #02+#04+#09")
    marked = table.rules.context.tables.grid.list_ids(table.rules.context.tables.marked)
    assert {table.holder(place) for place in marked} == {RUSSIA}


def test_3_4_passing_through_is_enough() -> None:
    table = moving("1204 g1").play("g1>1203>1302")
    assert table.holder("1203") == JAPAN
    assert table.happened == [
        "move japan g1 1204>1203>1302", "taken japan 1203", "moraleDown russia 5",
    ]  # fmt: skip
    assert moving("1204 g1").allows("g1>1203>1204"), "there and back"


def test_3_4_every_way_of_entering_takes_a_hex() -> None:
    landed = spending("1206 g1", japan="04").play("#04/d6@1203")
    advanced = fighting("1203 s1  1204 g1+d1", rules=always("DR")).fought("g1+d1*1203", 1)
    advanced.play("s1<1202", "g1>1203")
    fell = fighting("1204 g1  1304 s1+s2", RUSSIA, rules=always("DR"))
    fell.fought("s1*1204", 1).play("g1<1203")
    assert [each.holder("1203") for each in (landed, advanced, fell)] == [JAPAN] * 3
    assert [each.morale for each in (landed, advanced, fell)] == [(6, 5)] * 3


def test_3_4_a_lost_unit_keeps_control_of_its_hexes() -> None:
    table = fighting("1203 g1  1204 s1", RUSSIA, rules=always("EX")).fought("s1*1203", 1)
    assert table.units("g1", "s1") == ["lost", "lost"]
    assert table.holder("1203") == JAPAN, "no enemy has passed since"


def to_and_fro() -> RussoJapaneseTestGame:
    """Liaoyang taken by Japan in passing, and then by Russia on the way to the next fight."""
    table = moving("1814 d1+d2  2012 s1", rules=always("DR"))
    table.play("d1>1813>1913>1914", "d2>1914", "|", "|", "|", "no")
    assert table.holder("1913") == JAPAN
    return table.play("s1>2013>1913", "|", "|", "|", "no")


def test_3_4_control_may_change_again_and_again() -> None:
    table = to_and_fro()
    assert table.holder("1913") == RUSSIA
    table.play("|").fought("d1+d2*1913", 1).play("s1<1912", "d1>1913")
    assert table.holder("1913") == JAPAN


def test_3_4_a_zone_changes_no_control() -> None:
    table = moving("1814 d1").play("d1>1813")
    assert "1913" in table.zone(JAPAN)
    assert table.holder("1913") == RUSSIA
    assert moving("2014 s1", RUSSIA, held="1913").holder("1913") == JAPAN


# ---- 4.3.1: the price -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plan", "move"),
    [
        ("1203 g1", "g1>1202"),
        ("1204 g1", "g1>1203"),
        ("1813 g1", "g1>1913"),
        ("2114 g1", "g1>2215"),
    ],
)
def test_4_3_1_a_key_hex_taken_costs_the_enemy_a_point_at_once(plan: str, move: str) -> None:
    table = moving(plan).play(move)
    assert table.morale == (6, 5)
    assert table.asks == "move japan", "the phase is not over yet"


def test_4_3_1_a_key_hex_costs_japan_a_point_too() -> None:
    table = moving("1814 s1", RUSSIA, held="1913").play("s1>1813>1913")
    assert table.morale == (5, 6)
    assert table.happened[1:] == ["taken russia 1913", "moraleDown japan 5"]


def test_4_3_1_taking_a_key_hex_gains_nothing() -> None:
    assert moving("1204 g1", morale=(3, 6)).play("g1>1203").morale == (3, 5)


def test_4_3_1_a_key_hex_costs_a_point_every_time() -> None:
    table = to_and_fro()
    assert table.morale == (5, 5)
    table.play("|").fought("d1+d2*1913", 1).play("s1<1912", "d1>1913")
    assert table.morale == (5, 4)


def test_4_3_1_own_key_hexes_and_other_towns_cost_nothing() -> None:
    assert moving("1203 g1").play("g1>1204>1203>1204").morale == (6, 6)
    assert moving("1710 g1").play("g1>1811").morale == (6, 6), "Haicheng is not a key hex"
    assert moving("1204 s1", RUSSIA).play("s1>1203").morale == (6, 6)


# ---- readings ---------------------------------------------------------------------------


def test_reading_36_japan_goes_by_rail_only_into_towns_it_has_passed() -> None:
    table = moving("1406 d1")
    assert table.goals("d1", "=>") == {"1204", "1304", "1305", "1506", "1607", "1608"}
    assert table.refusal("d1=>1708") == "enemyTown 8.2", "Gaiping, a town and no key hex"
    assert table.refusal("d1=>1709") == "enemyTown 8.2"
    passed = moving("1406 d1", held="1708")
    assert passed.goals("d1", "=>") - table.goals("d1", "=>") == {"1708", "1709", "1710"}
    cards = spending("1411 d1", japan="07")
    assert cards.refusal("#07/d1~>1611") == "enemyTown 10.2.4"
    assert spending("1411 d1", japan="07", held="1611").allows("#07/d1~>1611", "#07/d1~>1711")


def test_reading_36_russia_enters_no_town_that_japan_has_passed_last() -> None:
    table = moving("1913 s2", RUSSIA, held="1811")
    assert table.refusal("s2=>1811") == "enemyTown 8.2"
    assert moving("1913 s2", RUSSIA).allows("s2=>1811", "s2=>1708")


def test_reading_36_towns_open_bars_key_hexes_only() -> None:
    table = moving("1406 d1", options=("towns-open",))
    assert table.allows("d1=>1708", "d1=>1811", "d1=>1809")
    assert table.refusal("d1=>1203") == "enemyTown 8.2"
    assert table.refusal("d1=>1913") == "enemyTown 8.2"
    plain = moving("1708 d1", options=("towns-open",)).play("d1>1709")
    assert plain.rules.board(plain.state).control.keys() == {"1202", "1203", "1913", "2215"}
    assert plain.state.held == 0, "Gaiping has no record"
    adjacent = moving("1608 d1", options=("towns-open",))
    assert adjacent.canonical_form("d1>1609>1709") == "d1>1708>1709", "the walks are equivalent"
    cards = spending("1411 d1", japan="07", options=("towns-open",))
    assert cards.allows("#07/d1~>1611")
    assert cards.refusal("#07/d1~>1913") == "enemyTown 10.2.4"


def test_reading_37_a_strategic_move_leaves_korea_before_anybody_has_walked() -> None:
    table = spending("g1+d1+d2@Korea  1214 s1", japan="07", turn=1)
    assert table.allows("#07/g1~>1015")
    free = spending("g1+d1+d2@Korea", japan="07", turn=1)
    assert free.allows("#07/g1~>1015", "#07/g1~>1414")
    enemy = spending("1114 s1", RUSSIA, russia="07")
    assert enemy.refusal("#07/s1~>1015") == "enemySupply 10.2.4"
