"""Readings of the rulebook (`spec/nanjing1937/en/rules.md`, Readings), and the options."""

import pytest

from senpu.notation.position_text import PositionError
from senpu.replay.core.positions import format_position, read_position
from senpu.spec.data import DataError
from tests.games.nanjing1937.positions import (
    CHINA,
    arriving,
    fighting,
    fresh_game,
    moving,
    ruleset,
    ruleset_with,
)

ATTACK = """
    0303   .    a1   .
    0403     d3   d9
    """


def test_reading_1_occupied_control_lets_the_occupying_side_control() -> None:
    plan = "0611     a1   s1"
    assert moving(plan).controller("0612") == ""
    table = moving(plan, options=("occupied-control",))
    assert table.controller("0612") == "japan"
    empty = moving("0611     a1", options=("occupied-control",))
    assert empty.controller("0612") == "", "no side controls an empty hex"


def test_reading_2_china_begins_with_every_city_and_port_but_shanghai() -> None:
    table = fresh_game()
    assert table.rules.board(table.state).control == {
        "0202": CHINA, "0802": CHINA, "1007": CHINA, "0612": "japan",
        "0410": CHINA, "0411": CHINA, "0811": CHINA, "0911": CHINA,
        "0513": "",  # in the zone of the landing force
    }  # fmt: skip


def test_reading_3_marsh_costs_a_point_like_other_ground() -> None:
    assert moving("0504  s1").allows("s1>0404>0405"), "rough, then marsh, with two points"
    assert (
        moving("0504  s1", rules=ruleset_with("cost", marsh=2)).refusal("s1>0404>0405")
        == "tooFar 8.0"
    )


def test_reading_7_one_advances_sends_a_single_counter() -> None:
    plan = "0303   .    a1   .\n0403     s1+d3   d9"
    table = fighting(plan).play("s1+d3+d9*0304", "no", "[6]")
    assert table.legal() == ["s1+d3>0304", "s1>0304", "d3>0304", "d9>0304", "no"]
    one = fighting(plan, options=("one-advances",)).play("s1+d3+d9*0304", "no", "[6]")
    assert one.legal() == ["s1>0304", "d3>0304", "d9>0304", "no"]


BLOCKED = """
    0202     a3   a2   .    d13
    0303   .    a1   .
    0402  d6    d3   d9
    """
"""a1 can retreat only onto a2 and a3, and no further."""


def test_reading_8_a_stack_blocked_at_a_full_hex_is_eliminated_at_once() -> None:
    table = fighting(BLOCKED).play("d3+d9*0304", "chen", "[3]")
    assert table.unit("a1") == "lost"
    assert table.effect_kinds[-2:] == ["trapped", "chenLost"]


def test_reading_8_blocked_stays_lets_the_owner_choose_at_the_end_of_the_phase() -> None:
    table = fighting(BLOCKED, options=("blocked-stays",)).play("d3+d9*0304", "chen", "[3]")
    assert table.legal() == ["a1<0203"], "no further: 0202 is full too"
    for event in ("a1<0203", "no", "|"):
        text = format_position(table.rules, table.play(event).state)
        assert read_position(text).state == table.state
    assert (table.asks, table.legal()) == ("surplus china a1+a2", ["lose a1", "lose a2"])
    fresh = fighting("0202  a2  a3", options=("blocked-stays",))
    text = format_position(fresh.rules, fresh.state).replace("a2; 0203: a3", "a2+a3")
    with pytest.raises(PositionError, match=r"rule 7\.3"):
        read_position(text)
    assert table.play("lose a2").units("a1", "a2") == ["0203", "lost"]
    assert not table.state.chen_lost, "not lost in the combat (reading 12)"


ONTO_FRIENDS = """
    0103         d6
    0203           g87  .   d13
    0303      .    a1   .
    0403         d3   d9
    """
"""a1 can retreat only onto g87, which d6 may attack from over the Yangtze."""


def test_reading_9_a_unit_attacked_before_adds_nothing_where_it_fell_back() -> None:
    table = fighting(ONTO_FRIENDS).play("d3+d9*0304", "no", "[2]", "a1<0203", "no")
    assert table.difference("d6*0203") == (3 - 1) - (2 + 1), "g87 in rough ground"
    table.play("air/d6*0203", "no", "[4]")
    assert table.asks == "loss japan d6"
    assert table.units("g87", "a1") == ["lost", "lost"], "but it shares the result"


def test_reading_9_fallen_back_shields_bars_the_attack() -> None:
    table = fighting(ONTO_FRIENDS, options=("fallen-back-shields",))
    assert table.allows("d6*0203")
    table.play("d3+d9*0304", "no", "[2]", "a1<0203", "no")
    assert table.refusal("d6*0203") == "targetShielded 9.1.2"


def test_reading_10_no_stack_counts_less_than_nothing() -> None:
    weak = ruleset_with("strength", s1=0)
    table = fighting("0105   a1\n0204     s1", rules=weak)
    assert [term.number for term in table.odds("s1*0105").terms] == [0, -2]


def test_reading_12_chen_cheng_is_lost_with_a_blocked_unit() -> None:
    plan = """
        0202     d6   .    .   d13
        0303   .    a1   .
        0403     d3   d9
        """
    table = fighting(plan).play("d3+d9*0304", "chen", "[3]")
    assert table.effect_kinds[-2:] == ["trapped", "chenLost"]
    assert table.state.chen_lost


def test_reading_12_but_not_with_a_unit_above_the_stacking_limit() -> None:
    table = moving("0303  a1  a2", CHINA, chen_used=True).play("a1>0304", "|", "lose a1")
    assert not table.state.chen_lost


def test_reading_14_a_holding_japan_may_play_the_tenth_turn_except_by_option() -> None:
    assert fighting("1104  a1", CHINA, 9, policy="hold").play("|").asks == "extend japan"
    option = ("hold-ends-at-nine",)
    table = fighting("1104  a1", CHINA, 9, policy="hold", options=option).play("|")
    assert table.asks == "China 4.0.2"
    wider = fighting("1104  a1", CHINA, 9, policy="expand", options=option).play("|")
    assert wider.asks == "extend japan"


def test_reading_15_units_due_before_turn_4_still_come_while_japan_holds() -> None:
    table = arriving("0612  s1", turn=2).play(*["|"] * 6)
    table.play(*["|"] * 6, "hold", "no")
    assert (table.asks, table.state.turn) == ("reinforce japan d3+d11", 4)


def test_reading_17_german_trained_divisions_may_pass_each_other() -> None:
    table = moving("0303  g87  g88", CHINA).play("g87>0304", "g88>0305", "|")
    assert table.asks == "combat china"


def test_reading_19_one_stack_is_lost_whichever_the_attacker_names() -> None:
    plan = "0303   .    g87+a1   .\n0403     s1+d3   d9"
    table = fighting(plan).play("s1+d3+d9*0304", "no", "[1]")
    assert table.legal() == ["lose s1+d3", "lose d9"]


def test_reading_26_hold_keeps_air_lets_air_support_come() -> None:
    plan = "0303  a1  d3"
    assert fighting(plan, policy="hold").refusal("air/d3*0303") == "airHeld 4.0.2"
    option = ("hold-keeps-air",)
    assert fighting(plan, policy="hold", options=option).allows("air/d3*0303")
    assert fighting(plan, turn=3, options=option).refusal("air/d3*0303") == "airEarly 9.4.1"


def test_reading_27_the_change_is_asked_before_turn_10_too() -> None:
    table = fighting("1104  a1", CHINA, 9, policy="hold").play("|", "extend")
    assert (table.asks, table.state.turn) == ("widen japan", 10)


def test_reading_29_no_unit_attacks_over_an_all_sea_side() -> None:
    table = fighting("0412  a1\n0512  d3")
    assert table.refusal("d3*0412") == "attackWater 9.0"
    assert table.legal() == ["|"]


def test_reading_30_an_advance_may_cross_a_major_river() -> None:
    table = fighting("0105   a1\n0204     d3   d9").play("air/d3+d9*0105", "no", "[6]")
    assert table.allows("d3>0105")


def test_reading_32_a_stack_that_is_stuck_waits_for_the_others() -> None:
    plan = """
        0103  d3
        0202     g88+a2  a1   .    d9
        0304  g36
        0402     d6
        0504  d11
        """
    table = fighting(plan, CHINA).play("g88+a1+a2*0103", "[1]")
    assert table.asks == "retreat china g88+a1+a2"
    assert table.legal() == ["a1<0304"], "g36 leaves no room for another German-trained division"
    assert table.refusal("g88+a2<0203") == "retreatWaits 9.6"
    assert table.play("a1<0304").legal() == ["g88+a2<0203"]


def test_reading_33_a_retreat_continues_while_the_stacking_limit_is_broken() -> None:
    plan = """
        0202     a3   a2   .    d13
        0303   .    a1   .
        0403     d3   d9
        """
    table = fighting(plan).play("d3+d9*0304", "no", "[2]")
    assert table.legal() == ["a1<0203>0202>0302"], "over two full hexes"
    assert table.canonical_form("a1<0302") == "a1<0203>0202>0302", "the goal alone says it"
    assert table.refusal("a1<0203>0202") == "retreatWay 9.6"
    assert table.refusal("a1<0203>0202>0203>0202>0302") == "retreatWay 9.6", "no hex twice"
    assert table.play("a1<0302").units("a1", "a2", "a3") == ["0302", "0203", "0202"]


def test_reading_33_any_path_over_full_hexes_is_written_as_the_first_of_the_shortest() -> None:
    plan = """
        0203       a2   a3   a4
        0303   .    a1   .
        0403     d3   d9
        """
    table = fighting(plan).play("d3+d9*0304", "no", "[2]")
    further = ["a1<0204>0205>0206", "a1<0204>0205>0306"]
    assert table.legal() == ["a1<0203>0202", *further]
    assert table.canonical_form("a1<0204>0203>0202") == "a1<0203>0202"


def test_reading_34_a_unit_moves_once_regardless_of_unused_allowance() -> None:
    table = moving("0303  d3").play("d3>0304")
    assert table.refusal("d3>0305") == "movedAlready 8.0"


def test_reading_35_a_unit_may_leave_a_trodden_hex_by_rail() -> None:
    assert moving("0408     a1", CHINA, trod="0408").allows("a1=>0407")


def test_reading_38_no_unit_is_set_up_on_land_that_the_sea_cuts_off() -> None:
    table = fresh_game()
    assert [table.refusal(f"a1@{place}") for place in ("0312", "0412", "0413")] == [
        "setUpCutOff 3.2"
    ] * 3
    assert table.allows("a1@0313"), "it has land to its north"


def test_reading_40_a_stack_that_a_spent_unit_joins_does_not_attack_any_more() -> None:
    plan = """
        0103     a2
        0203       d9
        0302  a3   s1
        0403       a1
        """
    table = fighting(plan)
    assert table.allows("d9*0103"), "over the Yangtze"
    table.play("s1*0403", "no", "[3]", "s1<0203")
    assert table.refusal("d9*0103") == "stackSpent 9.1.2"
    assert table.legal() == ["|"]


def test_inconsistent_data_are_rejected() -> None:
    with pytest.raises(DataError, match="the hexes are not adjacent"):
        ruleset_with("river", huangpu=["0612-0512", "0612-0101"])
    with pytest.raises(DataError, match="0114 is not a hex of the map"):
        ruleset_with("rail", nanjing_shanghai=["0113", "0114"])
    with pytest.raises(DataError, match=r"column 4 has 5 results"):
        ruleset_with("results", _4=["Ex"] * 5)
    with pytest.raises(DataError, match="Boom is unknown; expected one of"):
        ruleset_with("results", _4=["Boom"] * 6)
    with pytest.raises(DataError, match="0114 is outside the grid"):
        ruleset_with("terrain", _0114="clear")
    with pytest.raises(DataError, match=r"^\S+: terrain.0612 is swamp; expected one of clear, "):
        ruleset_with("terrain", _0612="swamp")
    with pytest.raises(DataError, match=r"kinds.a1 is tank; expected one of landing-force"):
        ruleset_with("kinds", a1="tank")
    with pytest.raises(DataError, match="expected even or odd"):
        ruleset_with("grid", shifted="both")


def test_an_option_that_the_edition_lacks_is_unknown() -> None:
    with pytest.raises(ValueError, match="has no option"):
        ruleset("night")
