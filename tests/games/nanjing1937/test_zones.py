"""Chapters 6 and 7: zones of control, stacking."""

from tests.games.nanjing1937.positions import CHINA, arriving, fighting, moving

# Clear ground south-west of Lake Tai's marshes, far from rivers:
#
#    0303  0304  0305
#       0402  0403  0404
#    0502  0503  0504


def test_6_1_a_unit_that_enters_a_zone_stops_there() -> None:
    table = moving(
        """
        0303  d3   .    .
        0402    .    .
        0502  .   .    a1
        """
    )
    assert table.allows("d3>0403")
    assert table.refusal("d3>0403>0304") == "stopZone 6.1"
    assert table.goals("d3") >= {"0403", "0304", "0402", "0203"}


def test_6_1_no_unit_moves_from_one_zone_to_another() -> None:
    table = moving(
        """
        0202    a3   .
        0302  .    .    .
        0402    d3   .
        0502  a2   .   a1
        """
    )
    assert table.refusal("d3>0403") == "zoneToZone 6.1"
    assert table.starting("d3>") == [], "every hex around it lies in a zone"


def test_6_1_a_unit_may_leave_a_zone_and_then_enter_another() -> None:
    table = moving(
        """
        0303  .    .    .
        0402    d3   .
        0502  a2   .   a1
        """
    )
    assert table.allows("d3>0303", "d3>0303>0403")
    assert table.canonical_form("d3>0403") == "d3>0303>0403", "the goal alone means the way round"
    assert table.refusal("d3>0303>0403>0304") == "stopZone 6.1"


def test_6_1_own_zones_do_not_hinder() -> None:
    table = moving("0303  d3   .   d9   .")
    assert table.allows("d3>0304"), "next to d9"
    assert table.refusal("d3>0304>0403>0404") == "legal"


def test_6_1_an_enemys_hex_is_shut() -> None:
    assert moving("0303  d3  a1").refusal("d3>0304") == "enemyThere 7.0"


STRUCK = """
    0303   .    a1   .
    0403     d3   d9
    """
"""a1 in 0304, which d3 and d9 attack with four more than it has."""


def test_6_2_no_unit_retreats_into_a_zone() -> None:
    table = fighting(STRUCK).play("d3+d9*0304", "no", "[2]")
    assert table.legal() == ["a1<0203", "a1<0204"]
    assert table.refusal("a1<0303") == "retreatZone 6.2"
    assert table.refusal("a1<0403") == "retreatEnemy 7.0"


def test_6_2_not_even_onto_friendly_units_and_a_blocked_unit_is_lost() -> None:
    table = fighting(
        """
        0202     d6   .    .   d13
        0303   a2   a1   .
        0403     d3   d9
        """
    ).play("d3+d9*0304", "no", "[2]")
    assert table.effect_kinds[-1] == "trapped"
    assert table.units("a1", "a2") == ["lost", "0303"]
    assert table.asks == "advance japan d3+d9", "the result is still DR"


def test_6_2_an_advance_heeds_no_zone() -> None:
    table = fighting(
        """
        0303   .    a1   a2
        0403     d3   d9
        """
    ).play("d3+d9*0304", "no", "[6]")
    assert table.allows("d3>0304"), "from one zone into another"


def test_6_3_no_zone_reaches_over_a_major_river() -> None:
    table = moving("0105  a1\n0205  .  d3")
    zones = table.rules.board(table.state).zones["china"]
    assert "0205" not in zones
    assert "0106" in zones


def test_6_3_no_zone_reaches_over_an_all_sea_side() -> None:
    table = moving("0412  a1")
    zones = table.rules.board(table.state).zones["china"]
    assert "0512" not in zones
    assert "0413" in zones


def test_6_3_rivers_and_marsh_do_not_stop_zones() -> None:
    table = moving("0611  a1")
    zones = table.rules.board(table.state).zones["china"]
    assert {"0512", "0511", "0610"} <= set(zones)


def test_7_0_one_unit_a_hex_but_only_at_the_end_of_a_phase() -> None:
    table = moving("0303  d3  d9  .").play("d3>0304")
    assert table.units("d3", "d9") == ["0304", "0304"]
    assert table.play("d9>0305").play("|").asks == "combat japan"


def test_7_1_the_landing_force_may_stack_with_another_unit() -> None:
    table = moving("0303  s1  d9").play("s1>0304", "|")
    assert table.asks == "combat japan"


def test_7_2_a_german_trained_division_may_stack_with_another_unit() -> None:
    table = moving("0303  g87  a1", CHINA).play("g87>0304", "|")
    assert table.asks == "combat china"


def test_7_2_two_german_trained_divisions_do_not_stack() -> None:
    table = moving("0303  g87  g88", CHINA).play("g87>0304", "|")
    assert (table.asks, table.rule) == ("surplus china g87+g88", "7.3")


def test_7_3_at_the_end_of_movement_the_owner_removes_the_surplus() -> None:
    table = moving("0303  a1  a2+g87", CHINA).play("a1>0304", "|")
    assert table.asks == "surplus china a1+a2", "g87 is not one too many"
    assert table.refusal("lose g87") == "loseSurplus 7.3"
    assert table.refusal("|") == "wrongAnswer 7.3"
    assert table.allows("lose a1", "lose a2")
    assert table.play("lose a2").asks == "combat china"
    assert table.units("a1", "a2", "g87") == ["0304", "lost", "0304"]


def test_7_3_each_surplus_unit_is_removed_by_an_event_of_its_own() -> None:
    table = moving("0303  d3  d9  d101\n0402     d11").play("d3>0304", "d101>0304", "d11>0304")
    assert table.play("|").asks == "surplus japan d3+d9+d11+d101"
    assert table.play("lose d9", "lose d3").asks == "surplus japan d11+d101"
    assert table.play("lose d101").asks == "combat japan"


def test_7_3_reinforcements_may_be_too_many_until_movement_has_ended() -> None:
    table = arriving("0612  s1", turn=4, held="0411 0612").play("d9+d101@0411", "|")
    assert table.asks == "move japan"
    table.play("d9>0410", "|")
    assert table.asks == "combat japan"
