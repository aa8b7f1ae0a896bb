"""The Japanese edition, chapters 2 to 6: map, set-up, victory, the turn, action points."""

from senpu.replay.games.eight_hundred.state import CHINA
from tests.games.eight_hundred.positions import bonsai

SET_UP = ("x1+c1@D", "c2+c3+k1@C", "i1+i2+g1@A", "i3+i4+g2@B")


def test_j_2_1_ten_areas_and_what_they_are() -> None:
    table = bonsai("A i1")
    tables = table.rules.context.tables
    assert "".join(tables.areas) == "ABCDEFGHIJ"
    assert (tables.warehouse, tables.bridge, tables.concession) == ("G", "I", "J")
    assert tables.nearer["japan"]["A"] == () == tables.nearer["china"]["G"], "both at home"
    assert all(1 <= cover <= 2 for cover in tables.cover.values())


def test_j_2_1_cover_helps_chinese_attacked_from_next_door_only() -> None:
    table = bonsai("E g1 c2 | G c1")
    plain = table.need("g1*E.c2")
    assert table.need("g1*G.c1") == plain + 2, "from next door"
    inside = bonsai("G g1 c1")
    assert inside.need("g1*G.c1") == plain, "in the same area"
    japanese = bonsai("G g1 | E c1", mover=CHINA)
    assert japanese.need("c1*G.g1") == 7, "Japanese units have no cover"


def test_j_2_2_a_reduced_unit_defends_by_its_back() -> None:
    assert bonsai("B i1 | D c1").need("i1*D.c1") == 7
    assert bonsai("B i1 | D c1-").need("i1*D.c1") == 6


def test_j_3_0_all_units_enter_whole_with_all_their_points() -> None:
    table = bonsai().play(*SET_UP)
    assert table.units("x1", "c1", "i1", "g2") == ["D 3", "D 2", "A 2", "B 2"]
    late = bonsai("A i1 m1 | C c1", turn=2).play("pass", "pass", "[J6 C1]", "t1@B")
    assert late.unit("t1") == "B 3"


def test_j_3_0_1_play_begins_on_turn_one() -> None:
    table = bonsai()
    assert table.state.turn == 0
    assert table.play(*SET_UP).state.turn == 1


def test_j_3_0_2_the_grenade_is_at_hand_and_the_flag_is_not() -> None:
    table = bonsai().play(*SET_UP)
    assert (table.state.grenades, table.state.flags) == (2, 0)


def test_j_3_0_3_four_japanese_units_wait() -> None:
    table = bonsai().play(*SET_UP)
    tables = table.rules.context.tables
    due = {ident: tables.enters[k] for k, ident in enumerate(tables.units) if tables.enters[k] > 1}
    assert due == {"m1": 2, "t1": 3, "t2": 3, "h1": 4}
    assert table.units(*due) == ["due"] * 4


def test_j_3_0_4_china_sets_up_first_in_c_and_d() -> None:
    table = bonsai()
    assert table.asks == "set-up china x1+c1+c2+c3+k1"
    assert table.allows("x1@C", "x1+c1+c2+c3@D", "c2+k1@C")
    assert table.refusal("x1@B") == "setUpArea 3.0-4"
    assert table.refusal("i1@C") == "notAsked 3.0-4"
    assert table.refusal("z9@C") == "unknownUnit 3.0-4"
    assert table.refusal("x1>C") == "wrongAnswer 3.0-4"
    assert table.refusal("x1+c1+c2+c3+k1@C") == "setUpSplit 7.1"


def test_j_3_0_4_every_unit_is_placed_an_area_at_a_time() -> None:
    table = bonsai().play("c1@D")
    assert table.asks == "set-up china x1+c2+c3+k1"
    assert table.refusal("x1@D") == "setUpTwice 3.0-4"
    assert table.refusal("x1+c2@C") == "setUpRest 3.0-4", "D is set up already"
    assert table.legal() == ["x1+c2+c3+k1@C"]


def test_j_3_0_4_either_area_may_be_named_first() -> None:
    one = bonsai().play("c1+x1@D", "c2+c3+k1@C")
    other = bonsai().play("c2+c3+k1@C", "x1+c1@D")
    assert one.state == other.state
    assert one.key == other.key


def test_j_3_0_5_japan_sets_up_six_in_a_and_b() -> None:
    table = bonsai().play(*SET_UP[:2])
    assert table.asks == "set-up japan i1+i2+i3+i4+g1+g2"
    assert table.rule == "3.0-5"
    assert table.allows("i1+i2@A", "i1+i2+i3+g1@B")
    assert table.refusal("i1@A") == "setUpSplit 7.1", "five for one area"
    assert table.refusal("i1+i2@C") == "setUpArea 3.0-5"
    assert table.refusal("t1@A") == "notAsked 3.0-5"


def test_j_4_0_victory_is_sudden_or_at_the_end() -> None:
    endings = set(bonsai().rules.spec.edition.endings)
    assert endings == {"Japan 4.1", "China 4.1", "Japan 4.2", "China 4.2"}


def test_j_4_1_japan_wins_at_once_when_no_chinese_unit_is_left() -> None:
    table = bonsai("B i1 | D c1-.0").play("i1*D.c1", "[6 6]")
    assert table.asks == "Japan 4.1"
    assert table.legal() == []


def test_j_4_1_reinforcements_to_come_do_not_save_japan() -> None:
    table = bonsai("A i1-.0 | B c1", mover=CHINA).play("c1*A.i1", "[5 5]")
    assert table.asks == "China 4.1"
    assert table.unit("m1") == "due"


def test_j_4_1_units_in_the_concession_are_on_the_map() -> None:
    table = bonsai("B i1 | D c1-.0 | J c2", turn=6).play("i1*D.c1", "[6 6]")
    assert table.asks == "act china"


def test_j_4_2_china_wins_by_holding_the_warehouse_and_bringing_two_out() -> None:
    assert bonsai("A i1 | J x1 c2", turn=6).play("pass", "pass").asks == "China 4.2"
    assert bonsai("A i1 | J c2 | G c1", turn=6).play("pass", "pass").asks == "Japan 4.2"


def test_j_4_2_a_japanese_unit_once_in_the_warehouse_costs_the_victory() -> None:
    table = bonsai("E i1 | J c1 c2", turn=5).play("i1>G")
    assert table.effect_kinds == ["move", "entered"]
    assert table.state.has_entered
    table.play("pass", "i1>E", "pass", "pass")
    assert table.state.turn == 6
    assert table.play("[J1 C6]", "pass", "pass").asks == "Japan 4.2", "though it left again"


def test_j_4_2_entering_the_warehouse_on_turn_six_costs_nothing() -> None:
    table = bonsai("E i1 | J c1 c2", turn=6).play("i1>G")
    assert not table.state.has_entered
    assert table.play("pass", "pass").asks == "China 4.2"


def test_j_4_2_no_unit_leaves_the_concession() -> None:
    table = bonsai("J c1 | A i1", turn=6, mover=CHINA)
    assert table.refusal("c1>I") == "concessionExit 4.2"
    assert table.goals("c1") == ""


def test_j_4_2_japan_does_not_attack_the_concession() -> None:
    table = bonsai("I i1 | H h1 | J c1", turn=6)
    assert table.refusal("i1*J.c1") == "attackConcession 4.2"
    assert table.refusal("h1*J") == "attackConcession 4.2"


def test_j_5_0_six_turns_of_initiative_reinforcements_and_actions() -> None:
    rules = bonsai().rules
    assert rules.context.turns == 6
    assert rules.context.phases == ("initiative", "reinforcements", "actions")


def test_j_5_0_1_the_higher_die_goes_first() -> None:
    table = bonsai().play(*SET_UP)
    assert (table.asks, table.rule) == ("initiative chance", "5.0-1")
    assert table.play("[J3 C4]").asks == "act china"
    assert bonsai().play(*SET_UP, "[J5 C4]").asks == "act japan"
    assert bonsai().play(*SET_UP, "[C4 J5]").asks == "act japan", "in whichever order written"


def test_j_5_0_1_a_tie_is_rolled_again() -> None:
    table = bonsai().play(*SET_UP, "[J4 C4]")
    assert table.asks == "initiative chance"
    assert table.play("[J1 C2]").state.mover == CHINA


def test_j_5_0_1_only_dice_answer() -> None:
    table = bonsai().play(*SET_UP)
    assert table.refusal("pass") == "diceFirst 5.0-1"
    assert table.refusal("[4 5]") == "wrongDice 5.0-1"
    assert table.refusal("[J4 J5]") == "wrongDice 5.0-1"
    assert table.refusal("[J4 C5 C6]") == "wrongDice 5.0-1"
    assert table.refusal("[J0 C5]") == "diceRange 5.0-1"
    assert table.refusal("[J7 C5]") == "diceRange 5.0-1"


def test_j_5_0_2_reinforcements_come_after_the_roll_for_the_initiative() -> None:
    table = bonsai().play(*SET_UP, "[J4 C3]", "pass", "pass")
    assert table.asks == "initiative chance"
    table.play("[J4 C3]")
    assert (table.asks, table.rule) == ("place japan m1", "5.0-2")
    assert table.legal() == ["m1@A", "m1@B"]
    assert table.refusal("m1@C") == "setUpArea 5.0-2"
    assert table.refusal("t1@A") == "oneByOne 5.0-2"
    assert table.refusal("pass") == "wrongAnswer 5.0-2"
    assert table.play("m1@B").asks == "act japan"


def test_j_5_0_2_reinforcements_keep_to_the_stacking_limit() -> None:
    table = bonsai("A i1 i2 i3 i4 | B g1 | C c1", turn=1).play("pass", "pass", "[J4 C3]")
    assert table.refusal("m1@A") == "full 7.1"
    assert table.legal() == ["m1@B"]


def test_j_5_0_2_units_wait_while_both_areas_are_full() -> None:
    table = bonsai("A i1 i2 i3 i4 | B g1 g2 c1 c2", turn=1).play("pass", "pass", "[J4 C3]")
    assert table.effect_kinds == ["initiative", "delayed"]
    assert (table.asks, table.unit("m1")) == ("act japan", "due")
    table.play("pass", "c1>C", "pass", "pass", "[J4 C3]")
    assert table.asks == "place japan m1", "on the next turn, before those due then"
    table.play("m1@B")
    assert (table.asks, table.units("t1", "t2")) == ("act japan", ["due", "due"])


def test_j_5_0_3_an_action_is_a_pass_a_move_or_an_attack() -> None:
    table = bonsai("B i1 | D c1")
    assert (table.asks, table.rule) == ("act japan", "5.1")
    assert table.allows("pass", "i1>A", "i1*D.c1")
    for other in ("i1@A", "i1<A", "no", "reroll", "[4 4]", "|"):
        assert table.refusal(other) == "wrongAnswer 5.1", other
    assert table.refusal("grenade B") == "notYourMarker 9.6"


def test_j_5_0_4_the_sides_act_in_turn() -> None:
    table = bonsai("B i1 | D c1")
    assert table.play("i1>A").asks == "act china"
    assert table.play("c1>F").asks == "act japan"


def test_j_5_1_two_passes_running_end_the_turn() -> None:
    table = bonsai("B i1 | D c1").play("pass", "c1>F", "pass")
    assert table.state.turn == 1, "an act between two passes"
    assert table.play("pass").state.turn == 2


def test_j_5_1_the_turn_ends_at_once_when_no_unit_has_a_point() -> None:
    table = bonsai("B i1.1 | D c1.0").play("i1>A")
    assert table.effect_kinds[:3] == ["move", "turnEnd", "turn"]
    assert table.state.turn == 2


def test_j_5_1_a_side_without_units_able_to_act_must_pass() -> None:
    table = bonsai("B i1 | D c1.0 i2", turn=4, mover=CHINA)
    assert table.legal() == ["pass"]
    assert table.refusal("grenade D") == "mustPass 5.1"
    assert table.refusal("flag c1") == "mustPass 5.1"
    assert table.refusal("c1>F") == "noPoints 6.0"


def test_j_5_2_points_are_whole_again_on_the_next_turn() -> None:
    table = bonsai("B i1.0 | D c1.1 | A g1.0").play("pass", "pass")
    assert table.points("i1", "c1", "g1") == [2, 2, 2]
    assert table.state.turn == 2


def test_j_5_2_the_sixth_turn_is_the_last() -> None:
    assert bonsai("B i1 | D c1", turn=6).play("pass", "pass").state.outcome is not None
    assert bonsai("B i1 | D c1", turn=5).play("pass", "pass").state.outcome is None


def test_j_6_0_an_act_costs_each_unit_a_point() -> None:
    table = bonsai("B i1 i2 i3 | D c1").play("i1+i2>A")
    assert table.units("i1", "i2", "i3") == ["A 1", "A 1", "B 2"]
    table = bonsai("B i1 i2 | D c1").play("i1+i2*D.c1")
    assert table.points("i1", "i2") == [1, 1]


def test_j_6_0_without_a_point_a_unit_does_not_act() -> None:
    table = bonsai("B i1.0 i2.1 | D c1")
    assert table.refusal("i1>A") == "noPoints 6.0"
    assert table.refusal("i1*D.c1") == "noPoints 6.0"
    assert table.refusal("i1+i2>A") == "noPoints 6.0"
    assert table.allows("i2>A")
