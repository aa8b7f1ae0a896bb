"""The English edition: map and counters, 1.0 and 2.0, victory (6.0)."""

from senpu.replay.games.eight_hundred.state import CHINA
from tests.games.eight_hundred.positions import battles

SET_UP = ("x1+c1@D", "c2+c3+k1@C", "i1+i2+g1@A", "i3+i4+g2@B")


def test_e_map_cover_helps_chinese_units_against_other_areas_only() -> None:
    table = battles("E g1 c2 | G c1")
    assert (table.need("g1*G.c1"), table.need("g1*E.c2")) == (9, 7)
    assert battles("E i1 | C c1", mover=CHINA).need("c1*E.i1") == 7, "Japanese have none"


def test_e_counters_front_and_back() -> None:
    assert battles("B i1 | D c1").need("i1*D.c1") == 7
    assert battles("B i1 | D c1-").need("i1*D.c1") == 6


def test_e_1_0_china_sets_up_first_in_its_areas_four_to_an_area() -> None:
    table = battles()
    assert (table.asks, table.rule) == ("set-up china x1+c1+c2+c3+k1", "1.0")
    assert table.refusal("x1@A") == "setUpArea 1.0"
    assert table.refusal("x1+c1+c2+c3+k1@C") == "setUpSplit 3.1-2"
    table.play(*SET_UP[:2])
    assert table.asks == "set-up japan i1+i2+i3+i4+g1+g2", "units without a number"
    assert battles().play("c1@D").refusal("x1+c2@C") == "setUpRest 1.0"
    table.play(*SET_UP[2:])
    assert table.units("x1", "i1") == ["D 3", "A 2"], "with all their points"
    assert table.asks == "initiative chance"


def test_e_1_0_either_area_may_be_named_first() -> None:
    other = battles().play(SET_UP[1], SET_UP[0], SET_UP[3], SET_UP[2])
    assert battles().play(*SET_UP).state == other.state


def test_e_2_0_initiative_actions_and_then_reinforcements() -> None:
    assert battles().rules.context.phases == ("initiative", "actions", "reinforcements")


def test_e_2_0_1_the_higher_die_has_the_initiative() -> None:
    table = battles().play(*SET_UP)
    assert table.rule == "2.0-1"
    assert table.play("[J2 C2]").asks == "initiative chance", "a tie is rolled again (reading 16)"
    assert table.play("[J2 C5]").asks == "act china"


def test_e_2_0_2_the_sides_act_or_pass_in_turn() -> None:
    table = battles("B i1 | D c1")
    assert (table.asks, table.rule) == ("act japan", "2.0-2")
    assert table.play("i1>A").asks == "act china"
    assert table.play("pass").asks == "act japan"


def test_e_2_0_2_the_turn_ends_by_two_passes_running() -> None:
    table = battles("B i1 | D c1").play("pass", "c1>F", "pass")
    assert table.state.turn == 1
    assert "turnEnd" in table.play("pass").effect_kinds


def test_e_2_0_2_the_turn_ends_when_all_points_are_used() -> None:
    table = battles("B i1.1 | D c1.0 i2.0").play("i1>A")
    assert "turnEnd" in table.effect_kinds, "with any markers of China (reading 39)"


def test_e_2_0_2_a_side_without_points_may_still_use_its_markers() -> None:
    table = battles("B i1 | D c1.0 i2", turn=4, mover=CHINA)
    assert table.legal() == ["grenade D", "flag", "pass"]
    assert table.refusal("c1>F") == "noPoints 3.0-4"


def test_e_2_0_3_points_are_whole_again() -> None:
    assert battles("B i1.0 | D c1.1").play("pass", "pass").points("i1", "c1") == [2, 2]


def test_e_2_0_4_reinforcements_of_the_next_turn_come_at_the_end_of_this() -> None:
    table = battles().play(*SET_UP, "[J4 C3]", "pass", "pass")
    assert (table.state.turn, table.asks, table.rule) == (1, "place japan m1", "2.0-4")
    assert table.legal() == ["m1@A", "m1@B"]
    assert table.refusal("m1@C") == "setUpArea 2.0-4"
    table.play("m1@B")
    assert (table.state.turn, table.asks) == (2, "initiative chance")


def test_e_2_0_4_units_wait_while_both_areas_are_full() -> None:
    table = battles("A i1 i2 i3 i4 | B g1 g2 c1 c2").play("pass", "pass")
    assert "delayed" in table.effect_kinds
    table.play("[J1 C2]", "c1>C", "pass", "pass")
    assert (table.state.turn, table.asks) == (2, "place japan m1")


def test_e_2_0_5_the_turn_moves_on_for_six_turns() -> None:
    assert battles("B i1 | D c1", turn=5).play("pass", "pass").state.turn == 6
    assert battles("B i1 | D c1", turn=6).play("pass", "pass").asks == "Japan 6.0"


def test_e_3_0_1_one_to_three_units_of_one_area_are_activated() -> None:
    table = battles("B i1 i2 i3 i4 | A g1 | D c1")
    assert table.allows("i1>A", "i1+i2+i3>A", "i1+i2+i3*D.c1")
    assert table.refusal("i1+i2+i3+i4>A") == "tooMany 3.0-1"
    assert table.refusal("i1+i2+i3+i4*D.c1") == "tooMany 3.0-1"
    assert table.refusal("i1+g1>D") == "apart 3.0-1"


def test_e_3_0_2_a_point_buys_a_move_or_an_attack() -> None:
    table = battles("B i1 c2 | D c1")
    assert table.allows("i1>A", "i1*D.c1", "i1*B.c2")
    assert table.play("i1>A").points("i1") == [1]


def test_e_3_0_3_all_do_the_same() -> None:
    table = battles("B i1 i2 | D c1 c2")
    assert table.refusal("i1>A>B") == "oneStep 3.1-1"
    assert table.play("i1+i2*D.c1", "[3 3]").asks == "retreat china c1", "one roll for both"


def test_e_3_0_4_each_pays_and_without_points_there_is_no_activation() -> None:
    table = battles("B i1 i2.0 | D c1")
    assert table.refusal("i2>A") == "noPoints 3.0-4"
    assert table.play("i1*D.c1").points("i1", "i2") == [1, 0]


def test_e_6_0_china_holds_the_warehouse_and_brings_two_out() -> None:
    assert battles("A i1 | J c1 c2", turn=6).play("pass", "pass").asks == "China 6.0"
    assert battles("A i1 | J c1", turn=6).play("pass", "pass").asks == "Japan 6.0"


def test_e_6_0_a_japanese_unit_once_in_the_warehouse_costs_the_victory() -> None:
    table = battles("E i1 | J c1 c2", turn=5).play("i1>G", "pass", "i1>E", "pass", "pass")
    assert table.state.turn == 6
    assert table.play("[J6 C1]", "pass", "pass").asks == "Japan 6.0"
    late = battles("E i1 | J c1 c2", turn=6).play("i1>G", "pass", "pass")
    assert late.asks == "China 6.0", "turn six is too late"


def test_e_6_0_no_side_wins_by_eliminating_the_other_side() -> None:
    assert battles("B i1 | D c1-.0").play("i1*D.c1", "[6 6]").asks == "act china"
    table = battles("A i1-.0 | B c1", mover=CHINA).play("c1*A.i1", "[6 6]")
    assert (table.unit("i1"), table.asks) == ("lost", "act japan")
