"""The Japanese edition, chapter 8: attacks and retreats."""

from senpu.replay.games.eight_hundred.state import CHINA
from tests.games.eight_hundred.positions import bonsai


def test_j_8_0_up_to_three_units_of_a_type_attack_one_enemy() -> None:
    table = bonsai("B i1 i2 i3 i4 | D c1 c2 | A g1")
    assert table.allows("i1*D.c1", "i1+i2*D.c2", "i1+i2+i3*D.c1")
    assert table.refusal("i1+i2+i3+i4*D.c1") == "tooMany 8.0"
    assert table.refusal("i1+g1*D.c1") == "apart 8.0"
    assert table.refusal("i1*D") == "nameTarget 8.0"
    assert table.refusal("z1*D.c1") == "unknownUnit 8.0"


def test_j_8_0_units_of_different_types_do_not_attack_together() -> None:
    table = bonsai("B i1 g1 | D c1")
    assert table.refusal("i1+g1*D.c1") == "mixedKinds 8.0"
    chinese = bonsai("D x1 c1 k1 | B i1", mover=CHINA)
    assert chinese.refusal("x1+c1*B.i1") == "mixedKinds 8.0"
    assert chinese.allows("x1*B.i1", "c1*B.i1", "k1*B.i1")


def test_j_8_0_the_target_is_in_the_same_or_the_next_area() -> None:
    table = bonsai("B i1 c1 | D c2 | F c3 | A i2")
    assert table.allows("i1*B.c1", "i1*D.c2")
    assert table.refusal("i1*F.c3") == "outOfReach 8.0"
    assert table.refusal("i1*A.i2") == "nobodyThere 8.0"
    assert table.refusal("i1*C.c1") == "nobodyThere 8.0"
    assert table.refusal("i1*D.c1") == "noTarget 8.0"
    assert table.refusal("i1*D.i2") == "noTarget 8.0"
    assert table.refusal("i1*Z.c1") == "unknownPlace 8.0"


def test_j_8_0_the_area_of_the_target_may_be_left_out() -> None:
    table = bonsai("B i1 | D c1")
    assert table.refusal("i1*c1") == "legal"
    assert table.refusal("i1*c2") == "offMap 8.0", "lost"
    assert table.refusal("i1*z9") == "unknownUnit 8.0"
    assert table.play("i1*c1").state.fight == table.state.fight
    assert table.asks == "dice chance"


def test_j_8_1_no_attack_goes_across_a_corner() -> None:
    table = bonsai("C i1 | D c1 | E c2")
    assert table.refusal("i1*D.c1") == "cornerOnly 8.1"
    assert table.allows("i1*E.c2")
    assert bonsai("D i1 | G c1").refusal("i1*G.c1") == "cornerOnly 8.1"
    assert bonsai("D m1 | G c1", 2).refusal("m1*G") == "cornerOnly 8.1"


def test_j_8_2_attacker_and_defender_may_be_either_side() -> None:
    assert bonsai("B i1 | D c1").allows("i1*D.c1")
    assert bonsai("B i1 | D c1", mover=CHINA).allows("c1*B.i1")


def test_j_8_2_1_one_unit_is_chosen_as_the_target() -> None:
    table = bonsai("B i1 | D c1 c2").play("i1*D.c2", "[6 6]")
    assert table.asks == "retreat china c2"


def test_j_8_2_2_two_dice_are_added() -> None:
    table = bonsai("B i1 | D c1").play("i1*D.c1")
    assert (table.asks, table.rule) == ("dice chance", "8.2-2")
    assert table.refusal("[6]") == "wrongDice 8.2-2"
    assert table.refusal("[J3 C3]") == "wrongDice 8.2-2"
    assert table.refusal("[0 6]") == "diceRange 8.2-2"
    assert table.refusal("[3 7]") == "diceRange 8.2-2"
    assert table.refusal("pass") == "diceFirst 8.2-2"


def test_j_8_2_3_the_defence_or_more_hits_and_costs_the_target_a_point() -> None:
    table = bonsai("B i1 | D c1").play("i1*D.c1", "[3 4]")
    assert (table.asks, table.rule) == ("retreat china c1", "8.4")
    assert table.play("c1<E").unit("c1") == "E 1"


def test_j_8_2_4_less_than_the_defence_does_nothing() -> None:
    table = bonsai("B i1 | D c1").play("i1*D.c1", "[3 3]")
    assert (table.asks, table.unit("c1")) == ("act china", "D 2")


def test_j_8_2_5_attackers_pay_with_any_result() -> None:
    for dice in ("[1 1]", "[6 6]"):
        assert bonsai("B i1 i2 | D c1").play("i1+i2*D.c1", dice).points("i1", "i2") == [1, 1]


def test_j_8_3_further_attackers_add_one_each() -> None:
    table = bonsai("B i1 i2 i3 | D c1")
    assert [table.need(f"{units}*D.c1") for units in ("i1", "i1+i2", "i1+i2+i3")] == [7, 6, 5]


def test_j_8_3_cover_counts_from_next_door_against_japan() -> None:
    table = bonsai("D i1 | C g1 | E c1 g2 | F c2 | G c3")
    assert (table.need("i1*E.c1"), table.need("i1*F.c2")) == (8, 8)
    assert table.need("g1*E.c1") == 8
    assert table.need("g2*G.c3") == 9
    assert table.need("g2*E.c1") == 7, "in the same area"
    terms = [(term.label, term.number) for term in table.odds("g2*G.c3").terms if term.number]
    assert terms == [("defence", 7), ("cover", 2)]


def test_j_8_4_a_unit_that_is_hit_retreats_towards_its_headquarters() -> None:
    chinese = bonsai("B i1 | D c1").play("i1*D.c1", "[6 6]")
    assert chinese.goals("c1") == "EF", "one or the other, as its owner likes"
    assert chinese.refusal("c1<B") == "retreatWay 8.4"
    assert chinese.refusal("c1<E>G") == "retreatWay 8.4"
    assert chinese.refusal("i1<A") == "notAsked 8.4"
    assert chinese.refusal("c1+c2<E") == "retreatAlone 8.4"
    assert chinese.refusal("pass") == "wrongAnswer 8.4"
    japanese = bonsai("D i1 | F c1", mover=CHINA).play("c1*D.i1", "[6 6]")
    assert japanese.legal() == ["i1<B"]


def test_j_8_4_retreating_is_compulsory_where_it_can_be_done() -> None:
    table = bonsai("B i1 | C c1").play("i1*C.c1", "[6 6]")
    assert table.legal() == ["c1<E"]
    assert table.refusal("no") == "wrongAnswer 8.4"


def test_j_8_4_a_unit_that_cannot_retreat_is_reduced_and_keeps_its_points() -> None:
    table = bonsai("B i1 c1 | A g1 | C i2 | D i3").play("i1*B.c1", "[6 6]")
    assert table.unit("c1") == "B 2 reduced"
    assert table.asks == "act china"


def test_j_8_4_a_reduced_unit_that_cannot_retreat_is_eliminated() -> None:
    table = bonsai("B i1 c1- | C i2 | D i3 | G c2").play("i1*B.c1", "[6 6]")
    assert table.unit("c1") == "lost"
    assert table.effect_kinds == ["roll", "eliminated"]


def test_j_8_4_a_reduced_unit_may_still_retreat() -> None:
    table = bonsai("B i1 | D c1-").play("i1*D.c1", "[6 6]", "c1<F")
    assert table.unit("c1") == "F 1 reduced"


def test_j_8_4_a_an_enemy_blocks_the_retreat_even_with_friendly_units_there() -> None:
    table = bonsai("B i1 | D c1 | E i2 c2").play("i1*D.c1", "[6 6]")
    assert table.legal() == ["c1<F"]
    assert table.refusal("c1<E") == "retreatWay 8.4-a"


def test_j_8_4_b_a_full_area_bars_the_way() -> None:
    table = bonsai("B i1 | D c1 | F x1 c2 c3 k1").play("i1*D.c1", "[6 6]")
    assert table.legal() == ["c1<E"]
    assert table.refusal("c1<F") == "retreatWay 8.4-b"


def test_j_8_4_c_no_unit_retreats_from_its_own_headquarters() -> None:
    chinese = bonsai("E g1 | G c1").play("g1*G.c1", "[6 6]")
    assert chinese.unit("c1") == "G 2 reduced"
    japanese = bonsai("A i1 | B c1", mover=CHINA).play("c1*A.i1", "[6 6]")
    assert japanese.unit("i1") == "A 2 reduced"


def test_j_8_4_d_no_unit_retreats_off_the_map() -> None:
    table = bonsai("A i1 | B c1 | C i2", mover=CHINA).play("c1*A.i1", "[6 6]")
    assert table.unit("i1") == "A 2 reduced"
    table = bonsai("B i1 | D c1").play("i1*D.c1", "[6 6]")
    assert table.refusal("c1<Off") == "retreatWay 8.4"
