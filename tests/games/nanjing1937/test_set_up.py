"""Chapters 2, 3 and 5: the map, the set-up, the order of a turn."""

from tests.games.nanjing1937.positions import CHINA, JAPAN, arriving, fighting, fresh_game, moving


def test_2_1_1_a_number_that_is_not_on_the_map_is_no_hex() -> None:
    assert fresh_game().refusal("a1@0114") == "unknownPlace 2.1.1"
    assert moving("0403  d3").refusal("d3>9999") == "unknownPlace 2.1.1"
    assert moving("0403  d3").refusal("d3>B") == "unknownPlace 2.1.1"


def test_3_1_the_landing_force_begins_in_shanghai() -> None:
    table = fresh_game()
    assert table.unit("s1") == "0612"
    assert table.controller("0612") == JAPAN
    assert table.units("d3", "d114") == ["due", "due"]


def test_3_2_china_sets_up_four_units_in_any_order() -> None:
    table = fresh_game()
    assert (table.asks, table.rule) == ("set-up china g87+g88+a1+a2", "3.2")
    table.play("a2@0511", "g88@0202", "a1@0611")
    assert table.asks == "set-up china g87"
    assert table.play("g87@0511").asks == "move china"
    assert table.state.turn == 1


def test_3_2_one_event_may_set_up_a_stack_in_any_order_of_units() -> None:
    assert fresh_game().canonical_form("a1+g87@0511") == "g87+a1@0511"
    assert fresh_game().allows("g87+a1@0511")


def test_3_2_the_set_up_keeps_to_the_stacking_limit() -> None:
    table = fresh_game()
    assert table.refusal("a1+a2@0511") == "setUpFull 7.2"
    assert table.refusal("g87+g88@0511") == "setUpFull 7.2"
    table.play("a1@0511")
    assert table.refusal("a2@0511") == "setUpFull 7.2"
    assert table.allows("g87@0511")


def test_3_2_not_into_water_nor_among_japanese() -> None:
    table = fresh_game()
    assert table.refusal("a1@0113") == "setUpWater 3.2"
    assert table.refusal("a1@0607") == "setUpWater 3.2"
    assert table.refusal("a1@0612") == "setUpEnemy 3.2"
    assert table.allows("a1@0611"), "next to Shanghai is open, despite any zone"


def test_3_2_only_the_units_that_start_are_set_up() -> None:
    table = fresh_game()
    assert table.refusal("a3@0511") == "tooEarly 3.2"
    assert table.refusal("d3@0511") == "notYours 3.2"
    assert table.refusal("z1@0511") == "unknownUnit 3.2"
    assert table.refusal("a1>0511") == "wrongAnswer 3.2"
    assert table.refusal("|") == "wrongAnswer 3.2"


def test_5_1_a_turn_goes_through_six_phases_each_ended_in_writing() -> None:
    table = arriving("0612  s1", turn=2)
    phases = []
    for _ in range(6):
        phases.append(table.asks.split("+")[0])
        table.play("|")
    assert phases == [
        "reinforce japan d3", "move japan", "combat japan",
        "reinforce china g36", "move china", "combat china",
    ]  # fmt: skip
    assert table.state.turn == 3


def test_5_1_the_victory_phase_comes_on_turns_3_9_and_10_only() -> None:
    for turn, asked in ((2, "reinforce"), (3, "decide"), (8, "reinforce"), (9, "extend")):
        table = fighting("0202  a1", CHINA, turn, policy="" if turn < 4 else "expand").play("|")
        assert table.asks.split()[0] == asked, f"turn {turn}"


def test_5_2_turn_1_begins_with_chinas_movement() -> None:
    table = fresh_game().play("g87+a1@0511", "g88+a2@0202")
    assert table.asks == "move china"
    assert table.play("|").asks == "combat china"
    assert table.play("|").asks == "reinforce japan d3+d11"
    assert table.state.turn == 2
