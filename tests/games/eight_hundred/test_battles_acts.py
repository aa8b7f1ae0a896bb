"""The English edition, 3.1 and 3.2: movement and attack."""

from senpu.replay.games.eight_hundred.state import CHINA
from tests.games.eight_hundred.positions import battles


def test_e_3_1_1_up_to_three_units_move_to_the_next_area() -> None:
    table = battles("B i1 g1 i2 | D c1")
    assert table.allows("i1>A", "i1+i2+g1>A", "i1>C")
    assert table.refusal("i1>F") == "notAdjacent 3.1-1"


def test_e_3_1_2_four_units_of_both_sides_fill_an_area() -> None:
    table = battles("B i1 i2 | D i3 i4 c1 c2")
    assert table.refusal("i1>D") == "full 3.1-2"
    assert battles("B i1 i2 | D i3 g1 c1").refusal("i1+i2>D") == "full 3.1-2"


def test_e_3_1_3_no_diagonal_moves() -> None:
    assert battles("C i1 | G c1").refusal("i1>D") == "cornerOnly 3.1-3"
    assert battles("B i1 | G c1").refusal("i1>E") == "cornerOnly 3.1-3"


def test_e_3_1_4_japanese_enter_areas_with_chinese_units_only_if_then_as_many() -> None:
    table = battles("B i1 i2 | D c1 c2")
    assert table.refusal("i1>D") == "tooFew 3.1-4"
    assert table.allows("i1+i2>D")
    assert battles("F c1 | D i1 i2 i3", mover=CHINA).allows("c1>D"), "Chinese enter freely"


def test_e_3_1_4_nothing_holds_units_back() -> None:
    assert battles("D i1 c1 c2 c3").goals("i1") == "BEF"


def test_e_3_1_5_the_units_that_enter_the_warehouse_and_the_bridge() -> None:
    table = battles("E i1 g1 m1 t1 | F h1 | C c1", turn=4)
    assert table.allows("i1>G", "i1+g1>G")
    for unit in ("m1", "t1", "h1"):
        assert table.refusal(f"{unit}>G") == "warehouse 3.1-5", unit
    for turn in range(1, 6):
        assert battles("H i1 | C c1", turn).refusal("i1>I") == "bridge 3.1-5"
        assert battles("G c1 | A i1", turn, CHINA).refusal("c1>I") == "bridge 3.1-5"
    assert battles("H i1 | C c1", 6).allows("i1>I")
    assert battles("G c1 | A i1", 6, CHINA).allows("c1>I")


def test_e_3_2_1_up_to_three_units_of_a_type_attack() -> None:
    table = battles("B i1 i2 i3 g1 | D c1 | F c2 | A i4")
    assert table.allows("i1*D.c1", "i1+i2+i3*D.c1")
    assert table.refusal("i1+g1*D.c1") == "mixedKinds 3.2-1"
    assert table.refusal("i1*F.c2") == "outOfReach 3.2-1"
    assert table.refusal("i1*A.i4") == "nobodyThere 3.2-1"


def test_e_3_2_2_no_diagonal_attacks() -> None:
    assert battles("C i1 | D c1").refusal("i1*D.c1") == "cornerOnly 3.2-2"


def test_e_3_2_3_a_target_is_chosen_and_two_dice_are_rolled() -> None:
    table = battles("B i1 | D c1 c2")
    assert table.refusal("i1*D") == "nameTarget 3.2-1"
    table.play("i1*D.c2")
    assert (table.asks, table.rule) == ("dice chance", "3.2-3")


def test_e_3_2_4_the_defence_or_more_hits() -> None:
    assert battles("B i1 | D c1").play("i1*D.c1", "[3 4]").asks == "retreat china c1"


def test_e_3_2_5_the_target_pays_a_point_to_retreat_towards_home() -> None:
    table = battles("B i1 | D c1").play("i1*D.c1", "[3 4]")
    assert (table.rule, table.goals("c1")) == ("3.2-5", "EF")
    assert table.refusal("c1<B") == "retreatWay 3.2-5"
    assert table.play("c1<F").unit("c1") == "F 1"


def test_e_3_2_5_without_a_point_it_loses_a_step_instead() -> None:
    table = battles("B i1 | D c1.0").play("i1*D.c1", "[3 4]")
    assert table.unit("c1") == "D 0 reduced"


def test_e_3_2_6_enemies_a_full_area_and_home_bar_the_way() -> None:
    blocked = battles("B i1 | D c1 | E i2 c2 | F x1 c3").play("i1*D.c1", "[3 4]")
    assert blocked.refusal("c1<E") == "retreatWay 3.2-6"
    assert blocked.legal() == ["c1<F"]
    full = battles("B i1 | D c1 | F x1 c2 c3 k1").play("i1*D.c1", "[3 4]")
    assert full.refusal("c1<F") == "retreatWay 3.2-6"
    home = battles("A i1 | B c1", mover=CHINA).play("c1*A.i1", "[3 4]")
    assert home.unit("i1") == "A 2 reduced", "no point is lost with a step"


def test_e_3_2_6_the_second_step_eliminates() -> None:
    table = battles("A i1- | B c1", mover=CHINA).play("c1*A.i1", "[3 4]")
    assert table.unit("i1") == "lost"


def test_e_3_2_7_less_does_nothing() -> None:
    table = battles("B i1 | D c1").play("i1*D.c1", "[3 3]")
    assert (table.asks, table.unit("c1")) == ("act china", "D 2")


def test_e_3_2_8_modifiers_are_added_up() -> None:
    assert battles("E i1 i2 | G c1").need("i1+i2*G.c1") == 7 + 2 - 1
    assert battles("E h1 | G c1", turn=4).need("h1*G") == 7 + 2 - 2


def test_e_3_2_9_each_further_attacker_adds_one() -> None:
    table = battles("B i1 i2 i3 | D c1")
    assert [table.need(f"{units}*D.c1") for units in ("i1", "i1+i2", "i1+i2+i3")] == [7, 6, 5]


def test_e_3_2_10_two_tanks_add_three() -> None:
    table = battles("B t1 t2 | D c1", turn=3)
    assert (table.need("t1*D.c1"), table.need("t1+t2*D.c1")) == (6, 4)


def test_e_3_2_11_cover_counts_from_next_door_against_japan() -> None:
    table = battles("D i1 | E c1 g1 | G c2")
    assert (table.need("i1*E.c1"), table.need("g1*E.c1"), table.need("g1*G.c2")) == (8, 7, 9)
