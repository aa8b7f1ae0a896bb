"""The Japanese edition, chapter 9: Xie, machine guns, guns, tanks, and the two markers."""

import pytest

from senpu.replay.core.rules import IllegalEventError
from senpu.replay.games.eight_hundred.state import CHINA
from tests.games.eight_hundred.positions import bonsai, event_of


def test_j_9_0_special_units_are_otherwise_the_same_as_all_others() -> None:
    table = bonsai("D x1 | B i1", mover=CHINA)
    assert table.allows("x1>E", "x1*B.i1")
    hit = bonsai("B i1 | D x1").play("i1*D.x1", "[6 6]")
    assert hit.goals("x1") == "EF"


def test_j_9_1_xie_pays_for_a_unit_in_his_area_or_the_next() -> None:
    table = bonsai("D k1.0 | E x1 c1.0 | A i2 | B i1", mover=CHINA)
    assert table.allows("x1/k1*B.i1", "x1/k1>F", "x1/c1>C")
    table.play("x1/k1*B.i1")
    assert table.points("x1", "k1") == [2, 0]


def test_j_9_1_the_unit_served_may_have_points_and_keeps_them() -> None:
    assert bonsai("E x1 c1 | A i1", mover=CHINA).play("x1/c1>C").points("x1", "c1") == [2, 2]


def test_j_9_1_one_other_chinese_unit_near_enough_and_one_point() -> None:
    table = bonsai("E x1 c1 c2 | F c3 | D k1 | A i1", mover=CHINA)
    assert table.refusal("x1/c3>H") == "commandFar 9.1"
    assert table.refusal("x1/c1+c2>C") == "commandOne 9.1"
    assert table.refusal("x1/c1+k1>C") == "commandOne 9.1", "in any areas"
    assert table.refusal("x1/x1>C") == "commandOne 9.1"
    assert table.refusal("c1/k1>B") == "notPayer 9.1"
    assert table.refusal("x1/i1>B") == "notYours 5.1"
    assert table.refusal("& x1/c1>C") == "noSecond 5.1"
    spent = bonsai("E x1.0 c1 | A i1", mover=CHINA)
    assert spent.refusal("x1/c1>C") == "noPoints 9.1"
    lost = bonsai("E c1 | A i1", mover=CHINA)
    assert lost.refusal("x1/c1>C") == "offMap 9.1"
    assert spent.refusal("x1/c2>C") == "offMap 9.1", "c2 is lost"
    assert bonsai("E x1 c1 | A i1").refusal("x1/i1>B") == "notPayer 9.1"


def test_j_9_1_a_command_is_the_action_of_the_phase() -> None:
    assert bonsai("E x1 c1 | A i1", mover=CHINA).play("x1/c1>C").asks == "act japan"


def test_j_9_1_no_command_leads_into_the_concession() -> None:
    table = bonsai("I x1 c1 | A i1", turn=6, mover=CHINA)
    assert table.refusal("x1/c1>J") == "commandConcession 9.1"
    assert table.allows("x1>J", "c1>J", "x1/c1>G")
    assert bonsai("G c1 x1 | A i1", turn=6, mover=CHINA).allows("x1/c1>I")


def test_j_9_2_a_machine_gun_may_roll_a_miss_again_once() -> None:
    table = bonsai("B g1 | D c1").play("g1*D.c1", "[1 1]")
    assert (table.asks, table.rule) == ("reroll japan", "9.2")
    assert table.legal() == ["reroll", "no"]
    assert table.refusal("pass") == "wrongAnswer 9.2"
    table.play("reroll")
    assert table.asks == "dice chance"
    assert table.play("[1 2]").asks == "act china", "once only"


def test_j_9_2_the_second_roll_may_hit() -> None:
    table = bonsai("B g1 | D c1").play("g1*D.c1", "[1 1]", "reroll", "[6 6]")
    assert table.asks == "retreat china c1"


def test_j_9_2_the_re_roll_may_be_declined_and_a_hit_has_none() -> None:
    table = bonsai("B g1 | D c1")
    assert table.play("g1*D.c1", "[1 1]", "no").asks == "act china"
    assert bonsai("B g1 | D c1").play("g1*D.c1", "[6 6]").asks == "retreat china c1"
    assert bonsai("B i1 | D c1").play("i1*D.c1", "[1 1]").asks == "act china", "infantry"


def test_j_9_2_machine_guns_together_have_one_re_roll() -> None:
    table = bonsai("B g1 g2 | D c1").play("g1+g2*D.c1", "[1 1]", "reroll", "[1 1]")
    assert table.asks == "act china"


def test_j_9_2_so_has_one_that_xie_commands() -> None:
    table = bonsai("D x1 k1.0 | B i1", mover=CHINA).play("x1/k1*B.i1", "[1 1]")
    assert table.asks == "reroll china"


def test_j_9_3_the_mortar_strikes_every_enemy_next_door_with_one_roll() -> None:
    table = bonsai("B m1 | D c1 c2- | A i1", turn=2)
    assert table.refusal("m1*D.c1") == "strikesAll 9.3"
    table.play("m1*D", "[3 3]")
    assert table.asks == "retreat china c2", "six is enough for the reduced one alone"
    table = bonsai("B m1 | D c1 c2- | A i1", turn=2).play("m1*D", "[3 4]")
    assert table.asks == "retreat china c1+c2"


def test_j_9_3_the_mortar_spares_friends_and_its_own_area() -> None:
    table = bonsai("B m1 c1 | D i1 c2 | F c3", turn=2)
    assert table.refusal("m1*B") == "ownArea 9.3"
    assert table.refusal("m1*F") == "outOfReach 9.3"
    assert table.refusal("m1*A") == "nobodyThere 8.0"
    table.play("m1*D", "[6 6]")
    assert table.asks == "retreat china c2"


@pytest.mark.parametrize(("units", "need"), [("t1", 6), ("t1+t2", 4)])
def test_j_9_4_a_tank_attacks_with_one_and_two_with_three(units: str, need: int) -> None:
    assert bonsai("B t1 t2 | D c1", turn=3).need(f"{units}*D.c1") == need


def test_j_9_4_tanks_do_one_thing_an_action() -> None:
    table = bonsai("B t1 | D c1 | A i1", turn=3)
    assert table.play("t1>D").asks == "act china"


def test_j_9_5_artillery_strikes_all_one_or_two_areas_away_with_two_more() -> None:
    table = bonsai("B h1 | D i1 c1 c2 | F c3 | G k1", turn=4)
    assert (table.need("h1*D"), table.need("h1*F")) == (5, 5), "units between do not matter"
    assert table.refusal("h1*D.c1") == "strikesAll 9.5"
    assert table.refusal("h1*G") == "outOfReach 9.5"
    table.play("h1*D", "[3 2]")
    assert table.asks == "retreat china c1+c2"


def test_j_9_5_artillery_does_not_strike_its_own_area() -> None:
    assert bonsai("B h1 c1 | A i1", turn=4).refusal("h1*B") == "ownArea 9.5"


def test_j_9_5_two_areas_away_may_be_across_a_corner() -> None:
    table = bonsai("D h1 | C c1 | G c2", turn=4)
    assert table.allows("h1*C", "h1*G")


def test_j_9_6_a_grenade_strikes_all_japanese_in_an_area_with_a_chinese_unit() -> None:
    table = bonsai("D i1 i2- c1 | B i3", mover=CHINA)
    assert table.refusal("grenade B") == "grenadeNobody 9.6"
    assert table.refusal("grenade E") == "grenadeNobody 9.6"
    assert table.refusal("grenade Z") == "unknownPlace 9.6"
    assert table.refusal("grenade") == "grenadeWhere 9.6"
    assert table.refusal("x1/grenade D") == "notPayer 9.1"
    assert table.refusal("& grenade D") == "noSecond 5.1"
    assert table.need("grenade D") == 6
    table.play("grenade D", "[3 4]")
    assert table.asks == "retreat japan i1+i2"
    assert table.points("c1") == [2], "no unit pays"


def test_j_9_6_a_grenade_is_the_action_and_comes_twice_a_turn() -> None:
    table = bonsai("D i1 c1 | B i3", mover=CHINA).play("grenade D", "[1 1]")
    assert table.asks == "act japan"
    table.play("pass", "grenade D", "[1 1]", "pass")
    assert table.refusal("grenade D") == "noGrenade 9.6"
    assert table.play("pass").state.grenades == 2, "a new turn"


def test_j_9_6_grenades_are_chinese() -> None:
    assert bonsai("D i1 c1").refusal("grenade D") == "notYourMarker 9.6"


def test_j_9_7_the_flag_gives_one_unit_a_point_from_turn_four() -> None:
    assert bonsai("D c1.1 | A i1", 3, CHINA).refusal("flag c1") == "flagEarly 9.7"
    table = bonsai("D c1.0 c2.1 | A i1", 4, CHINA)
    assert table.allows("flag c1", "flag c2")
    assert table.refusal("flag") == "flagWhich 9.7"
    assert table.refusal("flag i1") == "flagWhich 9.7"
    assert table.refusal("flag c3") == "flagWhich 9.7", "lost"
    assert table.play("flag c1").points("c1", "c2") == [1, 1]
    assert table.asks == "act japan", "it is the action"


def test_j_9_7_the_flag_does_not_go_above_the_maximum() -> None:
    table = bonsai("D c1 c2.1 | A i1", 4, CHINA)
    with pytest.raises(IllegalEventError) as refused:
        table.rules.canon(table.state, event_of("flag c1"))
    assert (refused.value.reason, refused.value.facts["units"]) == ("flagWhich", ("c2",))
    assert bonsai("D c1 c2 | A i1", 4, CHINA).refusal("flag c1") == "flagFull 9.7"


def test_j_9_7_the_flag_comes_once_a_turn() -> None:
    table = bonsai("D c1.0 c2.1 | A i1", 4, CHINA).play("flag c1", "pass")
    assert table.refusal("flag c2") == "flagUsed 9.7"
    assert table.play("pass", "[J1 C2]").state.turn == 5
    assert table.play("c2>F", "pass").allows("flag c2")
