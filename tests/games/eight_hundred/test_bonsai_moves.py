"""The Japanese edition, chapter 7: moving."""

from senpu.replay.games.eight_hundred.state import CHINA
from tests.games.eight_hundred.positions import bonsai


def test_j_7_0_up_to_three_units_of_an_area_go_to_one_area_next_to_it() -> None:
    table = bonsai("B i1 i2 i3 i4 | A g1 | D c1")
    assert table.allows("i1>A", "i1+i2>A", "i1+i2+i3>A", "i2+i3+i4>D")
    assert table.refusal("i1+i2+i3+i4>A") == "tooMany 7.0"
    assert table.refusal("i1+g1>A") == "apart 7.0"
    assert table.refusal("i1>A>B") == "oneStep 7.0"
    assert table.refusal("i1>B") == "alreadyThere 7.0"
    assert table.refusal("i1>F") == "notAdjacent 7.0"
    assert table.refusal("i1>Z") == "unknownPlace 7.0"


def test_j_7_0_units_of_any_types_may_move_together() -> None:
    assert bonsai("A i1 g1 m1 | D c1", turn=2).allows("i1+g1+m1>B")


def test_j_7_0_one_moves_ones_own_units_that_are_on_the_map() -> None:
    table = bonsai("A i1 | D c1")
    assert table.refusal("c1>F") == "notYours 5.1"
    assert table.refusal("m1>A") == "offMap 7.0", "still due"
    assert table.refusal("i2>A") == "offMap 7.0", "lost"
    assert table.refusal("z1>A") == "unknownUnit 7.0"


def test_j_7_1_four_units_of_both_sides_fill_an_area() -> None:
    table = bonsai("B i1 i2 | D i3 i4 g1 g2 | A m1 t1 t2 | C c1 c2 c3", turn=3)
    assert table.refusal("i1>D") == "full 7.1"
    assert table.refusal("i1+i2>A") == "full 7.1"
    assert table.allows("i1>A")
    assert table.refusal("i1+i2>C") == "full 7.1"
    chinese = bonsai("E i1 i2 i3 i4 | G c1", mover=CHINA)
    assert chinese.refusal("c1>E") == "full 7.1", "no unit enters with four enemies there"


def test_j_7_2_example_from_a_to_b_with_one_chinese_there() -> None:
    table = bonsai("A i1 i2 i3 i4 | B c1")
    assert table.allows("i1>B", "i1+i2>B", "i1+i2+i3>B")


def test_j_7_2_example_from_a_to_b_with_two_chinese_there() -> None:
    table = bonsai("A i1 i2 i3 i4 | B c1 c2")
    assert table.refusal("i1>B") == "tooFew 7.2-4"
    assert table.allows("i1+i2>B")
    assert table.refusal("i1+i2+i3>B") == "full 7.1"


def test_j_7_2_example_from_a_to_b_with_three_chinese_there() -> None:
    table = bonsai("A i1 i2 i3 t1 | B c1 c2 c3", turn=3)
    assert table.refusal("i1>B") == "tooFew 7.2-4"
    assert table.refusal("i1+i2>B") == "full 7.1"
    assert table.refusal("i1+i2+i3>B") == "full 7.1"
    assert table.allows("t1>B"), "the exception of light tanks"


def test_j_7_2_1_a_corner_is_no_way() -> None:
    table = bonsai("D i1 | C c1")
    assert table.refusal("i1>C") == "cornerOnly 7.2-1"
    assert table.refusal("i1>G") == "cornerOnly 7.2-1"
    assert bonsai("B i1 | C c1").refusal("i1>E") == "cornerOnly 7.2-1"


def test_j_7_2_2_no_move_breaks_the_stacking_limit() -> None:
    table = bonsai("A i1 i2 | B g1 g2 i3 | D c1")
    assert table.allows("i1>B")
    assert table.refusal("i1+i2>B") == "full 7.1"


def test_j_7_2_3_japanese_leave_chinese_only_if_as_many_before_leaving() -> None:
    held = bonsai("D i1 c1 c2")
    assert held.refusal("i1>B") == "heldBack 7.2-3"
    assert held.goals("i1") == ""
    even = bonsai("D i1 i2 c1 c2")
    assert even.allows("i1>B", "i1+i2>B"), "fewer may stay"
    even.play("i1>B", "pass")
    assert even.refusal("i2>B") == "heldBack 7.2-3", "now it is one against two"


def test_j_7_2_3_chinese_leave_freely() -> None:
    assert bonsai("D c1 i1 i2 i3", mover=CHINA).goals("c1") == "BEF"


def test_j_7_2_3_tanks_count_for_others_and_leave_freely() -> None:
    table = bonsai("D t1 c1 c2 | B i2", turn=3)
    assert table.goals("t1") == "BEF", "one against two, yet a tank"
    mixed = bonsai("D t1 i1 c1 c2 | A i2", turn=3)
    assert mixed.allows("i1>B", "i1+t1>B"), "the tank makes them two against two"
    few = bonsai("D t1 i1 c1 c2 | A i2", turn=3).play("t1>F", "pass")
    assert few.refusal("i1>B") == "heldBack 7.2-3"
    outnumbered = bonsai("D t1 c1 c2 c3 | A i2", turn=3)
    assert outnumbered.allows("t1>B")


def test_j_7_2_4_japanese_enter_areas_with_chinese_units_only_if_then_as_many() -> None:
    table = bonsai("B i1 i2 | D c1 c2")
    assert table.refusal("i1>D") == "tooFew 7.2-4"
    assert table.allows("i1+i2>D")
    assert bonsai("B i1 | D i2 c1 c2").allows("i1>D"), "those there already count"


def test_j_7_2_4_tanks_enter_freely_and_count_for_others() -> None:
    table = bonsai("B i1 t1 | D c1 c2", turn=3)
    assert table.allows("t1>D", "i1+t1>D")
    assert table.refusal("i1>D") == "tooFew 7.2-4"
    assert table.play("t1>D", "pass").allows("i1>D")
    assert bonsai("B i1 t1 | D c1 c2 c3", turn=3).refusal("i1+t1>D") == "full 7.1"


def test_j_7_2_4_chinese_enter_freely() -> None:
    assert bonsai("F c1 | D i1 i2 i3", mover=CHINA).allows("c1>D")


def test_j_7_2_5_only_infantry_and_machine_guns_enter_the_warehouse() -> None:
    table = bonsai("E i1 g1 m1 t1 | F t2 h1 | A i2 | C c1", turn=4)
    assert table.allows("i1>G", "g1>G", "i1+g1>G")
    for units in ("m1", "t1", "t2", "h1", "i1+t1"):
        assert table.refusal(f"{units}>G") == "warehouse 7.2-5", units
    assert bonsai("E x1 k1 c1 | A i1", mover=CHINA).allows("x1+c1+k1>G"), "Xie may (reading 6)"


def test_j_7_2_6_the_bridge_is_open_on_turn_six_only() -> None:
    for turn in range(1, 6):
        assert bonsai("G c1 | A i1", turn, CHINA).refusal("c1>I") == "bridge 7.2-6"
        assert bonsai("H i1 | C c1", turn).refusal("i1>I") == "bridge 7.2-6"
    assert bonsai("G c1 | A i1", 6, CHINA).allows("c1>I")
    assert bonsai("H i1 t1 | C c1", 6).allows("i1>I", "t1>I")


def test_j_7_2_7_only_chinese_units_enter_the_concession() -> None:
    assert bonsai("I i1 | C c1", 6).refusal("i1>J") == "concession 7.2-7"
    assert bonsai("I c1 | A i1", 6, CHINA).allows("c1>J")
