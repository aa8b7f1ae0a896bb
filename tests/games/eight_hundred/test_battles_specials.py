"""The English edition, 4.0 and 5.0: special capabilities and special counters."""

from senpu.replay.games.eight_hundred.state import CHINA
from tests.games.eight_hundred.positions import battles


def test_e_4_0_1_example_xie_activates_the_spent_machine_gun() -> None:
    table = battles("D k1.0 | E x1 | B i1", mover=CHINA)
    assert table.refusal("k1*B.i1") == "noPoints 3.0-4"
    assert table.allows("x1/k1*B.i1")
    table.play("x1/k1*B.i1")
    assert table.points("x1", "k1") == [2, 0]


def test_e_4_0_1_xie_pays_for_one_unit_in_his_area_or_the_next() -> None:
    table = battles("E x1 c1 c2 | F k1 | A i1", mover=CHINA)
    assert table.allows("x1/c1>C")
    assert table.refusal("x1/k1>H") == "commandFar 4.0-1"
    assert table.refusal("x1/c1+c2>C") == "commandOne 4.0-1"
    assert table.refusal("x1/x1>C") == "commandOne 4.0-1"
    assert battles("E x1.0 c1 | A i1", mover=CHINA).refusal("x1/c1>C") == "noPoints 4.0-1"


def test_e_4_0_1_his_point_may_pay_for_the_concession() -> None:
    assert battles("I x1 c1 | A i1", 6, CHINA).allows("x1/c1>J")


def test_e_4_0_2_machine_guns_roll_a_miss_again_once() -> None:
    table = battles("B g1 | D c1").play("g1*D.c1", "[1 1]")
    assert (table.asks, table.rule, table.legal()) == ("reroll japan", "4.0-2", ["reroll", "no"])
    assert table.play("reroll", "[1 1]").asks == "act china"


def test_e_4_0_3_the_mortar_comes_on_turn_two_and_strikes_all_next_door() -> None:
    table = battles("B m1 c3 | D c1 c2", turn=2)
    assert table.refusal("m1*B") == "ownArea 4.0-3"
    assert table.refusal("m1*D.c1") == "strikesAll 4.0-3"
    assert table.play("m1*D", "[6 6]").asks == "retreat china c1+c2"
    assert table.rules.context.tables.enters[table.rules.context.tables.index["m1"]] == 2


def test_e_4_0_4_tanks_come_on_turn_three_and_attack_with_more() -> None:
    table = battles("B t1 t2 | D c1", turn=3)
    assert (table.need("t1*D.c1"), table.need("t1+t2*D.c1")) == (6, 4), "three in all (reading 17)"
    assert table.rules.context.tables.enters[table.rules.context.tables.index["t1"]] == 3


def test_e_4_0_5_tanks_enter_with_any_numbers() -> None:
    assert battles("B t1 | D c1 c2 c3", turn=3).allows("t1>D")


def test_e_4_0_5_a_tank_may_move_and_fire_in_one_activation() -> None:
    table = battles("B t1 | D c1", turn=3).play("t1>D")
    assert (table.asks, table.rule) == ("second japan t1", "4.0-5")
    assert table.legal() == ["& t1*D.c1", "no"]
    assert table.refusal("& t1>B") == "secondAttack 4.0-5"
    assert table.refusal("t1*D.c1") == "secondAttack 4.0-5"
    assert table.refusal("pass") == "secondAttack 4.0-5"
    table.play("& t1*D.c1", "[1 1]")
    assert (table.asks, table.points("t1")) == ("act china", [1]), "no third act"


def test_e_4_0_5_a_tank_may_fire_and_move() -> None:
    table = battles("B t1 | D c1", turn=3).play("t1*D.c1", "[6 6]", "c1<F")
    assert table.asks == "second japan t1"
    assert table.refusal("& t1*F.c1") == "secondMove 4.0-5"
    assert table.allows("& t1>D", "& t1>A", "no")
    assert table.play("& t1>D").asks == "act china"


def test_e_4_0_5_the_second_act_may_be_left_and_needs_a_point() -> None:
    table = battles("B t1 | D c1", turn=3)
    assert table.play("t1>D", "no").asks == "act china"
    assert battles("B t1.1 | D c1", turn=3).play("t1>D").asks == "act china"
    assert battles("B t1 | D c1", turn=3).refusal("& t1>D") == "noSecond 2.0-2"


def test_e_4_0_5_one_of_two_tanks_may_stop() -> None:
    table = battles("B t1 t2 | D c1", turn=3).play("t1+t2>D")
    assert table.asks == "second japan t1+t2"
    assert table.allows("& t1*D.c1", "& t2*D.c1", "& t1+t2*D.c1")
    table.play("& t2*D.c1", "[1 1]")
    assert table.points("t1", "t2") == [2, 1]


def test_e_4_0_5_only_tanks_continue_after_a_mixed_move() -> None:
    table = battles("B i1 t1 | D c1", turn=3).play("i1+t1>D")
    assert table.asks == "second japan t1"
    assert table.refusal("& i1*D.c1") == "secondWho 4.0-5"
    assert table.allows("& t1*D.c1")


def test_e_4_0_5_no_decision_without_a_legal_second_act() -> None:
    assert battles("B t1 | D c1", turn=3).play("t1>A").asks == "act china"


def test_e_4_0_6_tanks_have_two_points_on_the_turn_they_come() -> None:
    table = battles("A i1 m1 | C c1", turn=2).play("pass", "pass", "t1@A", "t2@B")
    assert table.points("t1", "t2") == [2, 2]
    table.play("[J6 C1]", "pass", "pass", "h1@A")
    assert table.points("t1", "t2") == [3, 3]


def test_e_4_0_6_a_retreat_pays_from_these_two() -> None:
    table = battles("B t1.2 | D c1", turn=3, mover=CHINA).play("c1*B.t1", "[6 6]", "t1<A")
    assert table.unit("t1") == "A 1"


def test_e_4_0_7_artillery_strikes_all_one_or_two_areas_away_with_two_more() -> None:
    table = battles("B h1 | D c1 c2 | F c3 | G k1", turn=4)
    assert (table.need("h1*D"), table.need("h1*F")) == (5, 5)
    assert table.refusal("h1*B") == "ownArea 4.0-7"
    assert table.refusal("h1*G") == "outOfReach 4.0-7"
    assert table.play("h1*D", "[2 3]").asks == "retreat china c1+c2"
    assert table.rules.context.tables.enters[table.rules.context.tables.index["h1"]] == 4


def test_e_5_0_1_a_grenade_twice_a_turn_in_an_area_with_a_chinese_unit() -> None:
    table = battles("D i1 i2 c1 | B i3", mover=CHINA)
    assert table.refusal("grenade B") == "grenadeNobody 5.0-1"
    table.play("grenade D", "[6 6]")
    assert table.asks == "retreat japan i1+i2"
    table.play("i1<B", "i2<B", "pass")
    assert table.refusal("grenade D") == "grenadeNobody 5.0-1"
    table.play("c1>B", "pass", "grenade B", "[1 1]", "pass")
    assert table.refusal("grenade B") == "noGrenade 5.0-1"


def test_e_5_0_2_the_flag_gives_every_chinese_unit_a_point_from_turn_four() -> None:
    assert battles("D c1.1 | A i1", 3, CHINA).refusal("flag") == "flagEarly 5.0-2"
    table = battles("D c1.0 c2.1 | E x1 | A i1.1", 4, CHINA)
    assert table.refusal("flag c1") == "flagForAll 5.0-2"
    table.play("flag")
    assert table.points("c1", "c2", "x1", "c3", "i1") == [1, 2, 3, 0, 1]
    assert table.asks == "act japan", "it is the action"
    assert table.play("pass").refusal("flag") == "flagUsed 5.0-2"


def test_e_5_0_2_the_flag_needs_a_unit_below_its_maximum() -> None:
    assert battles("D c1 | A i1", 4, CHINA).refusal("flag") == "flagFull 5.0-2"
