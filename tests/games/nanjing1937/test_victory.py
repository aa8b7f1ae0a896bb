"""Chapter 4: points, control, holding or widening, the extension."""

import pytest
from msgspec.structs import replace

from senpu.replay.games.nanjing1937.state import DUE
from senpu.replay.parts.counters import set_values
from tests.games.nanjing1937.positions import (
    CHINA,
    JAPAN,
    NanjingTestGame,
    arriving,
    fighting,
    moving,
)

CITIES = "0202 0612 0802 1007"
PORTS = "0410 0411 0513 0811 0911"


def judged(
    turn: int, held: str, policy: str = "", options: tuple[str, ...] = ()
) -> NanjingTestGame:
    """A table after the last fight of a turn, with what Japan entered last."""
    plan = "1104  a1"
    return fighting(plan, CHINA, turn, held=held, policy=policy, options=options).play("|")


def test_4_0_two_points_on_turn_3_win() -> None:
    assert judged(3, "0612 0202").asks == "Japan 4.0"
    assert judged(3, f"0612 {PORTS}").asks == "Japan 4.0"


def test_4_0_with_less_japan_must_hold_or_widen_the_war() -> None:
    table = judged(3, "0612")
    assert (table.asks, table.rule) == ("decide japan", "4.0")
    assert table.legal() == ["hold", "expand"]
    assert table.refusal("no") == "wrongAnswer 4.0"
    assert table.refusal("|") == "wrongAnswer 4.0"


@pytest.mark.parametrize(
    ("held", "ending"), [(CITIES, "Japan 4.0.1"), (f"0612 0202 1007 {PORTS}", "Japan 4.0.1")]
)
def test_4_0_1_four_points_on_turn_9_win_the_wider_war(held: str, ending: str) -> None:
    assert judged(9, held, "expand").asks == ending


def test_4_0_1_with_less_china_wins_unless_japan_goes_on() -> None:
    table = judged(9, f"0612 0202 {PORTS}", "expand")
    assert table.asks == "extend japan"
    assert table.play("no").asks == "China 4.0.1"


def test_4_0_2_two_points_on_turn_9_win_after_holding() -> None:
    assert judged(9, "0612 0202", "hold").asks == "Japan 4.0.2"
    table = judged(9, "0612", "hold")
    assert table.asks == "extend japan"
    assert table.play("no").asks == "China 4.0.2"


def test_4_0_2_while_japan_holds_no_units_of_turn_4_or_later_come() -> None:
    assert arriving("0612  s1", turn=5, policy="hold").asks == "reinforce japan"
    assert arriving("0612  s1", turn=5).asks == "reinforce japan d13"


def test_4_0_2_china_comes_as_scheduled_while_japan_holds() -> None:
    table = arriving("0202  a1 a2", CHINA, 5, policy="hold")
    assert table.asks == "reinforce china a3+a4+a5+a6", "a6 is due, the others may be replaced"


def test_4_0_3_the_change_is_asked_at_the_beginning_of_each_turn_after_holding() -> None:
    table = judged(3, "0612").play("hold")
    assert (table.asks, table.rule, table.state.turn) == ("widen japan", "4.0.3", 4)
    assert table.legal() == ["expand", "no"]
    table.play("no", "|", "|", "|", "|", "|", "|")
    assert (table.asks, table.state.turn) == ("widen japan", 5)


def test_4_0_3_overdue_units_come_at_once_and_later_ones_when_due() -> None:
    table = fighting("0612  s1\n1104  a1", CHINA, 5, policy="hold").play("|")
    due = tuple(table.rules.context.tables.unit[ident] for ident in ("d9", "d101", "d13"))
    table.state = replace(table.state, where=set_values(table.state.where, due, DUE))
    assert table.play("expand").asks == "reinforce japan d9+d13+d101", "not the units of turn 7"
    assert table.allows("d9+d13+d101@0612")


def test_4_0_3_the_change_cannot_be_undone() -> None:
    table = fighting("1104  a1", CHINA, 5, policy="hold").play("|", "expand")
    table.play("|", "|", "|", "|", "|", "|")
    assert table.asks.startswith("reinforce japan"), "no choice is pending at the start of turn 7"


def test_4_0_4_turn_10_is_won_with_five_points_only() -> None:
    table = judged(9, "0612", "expand").play("extend")
    assert table.state.turn == 10
    assert judged(10, f"{CITIES} {PORTS}", "expand").asks == "Japan 4.0.4"
    assert judged(10, CITIES, "expand").asks == "China 4.0.4"


def test_4_1_a_city_is_a_point() -> None:
    assert moving("1104  a1", held="0612").points == 1
    assert moving("1104  a1", held="0612 1007 0802").points == 3
    assert moving("1104  a1", held=CITIES).points == 4


def test_4_1_the_last_side_keeps_control_of_an_empty_hex() -> None:
    table = moving(
        """
        0511   .   d3
        0611     .   .
        """
    )
    assert table.controller("0612") == JAPAN
    table.play("d3>0612", "|", "|")
    assert table.controller("0612") == JAPAN
    assert table.controller("0202") == CHINA


def test_4_1_entering_changes_control_even_in_passing() -> None:
    plan = """
        0512   a1   .
        0611      .   .
        0712       .   .
        """
    table = moving(plan, CHINA).play("a1>0612>0713")
    assert table.effect_kinds == ["move", "taken"]
    assert table.controller("0612") == CHINA


def test_4_1_no_side_controls_a_city_in_an_enemy_zone() -> None:
    adjacent = """
        0612   .
        0611 a1
        """
    table = moving(adjacent)
    assert (table.controller("0612"), table.points) == ("", 0)
    occupied = """
        0611 a1   s1
        """
    assert moving(occupied).controller("0612") == "", "not even the hex of a unit"
    chinese = """
        0612  a1
        0712  d3
        """
    assert moving(chinese, held="").controller("0612") == ""


def test_4_2_five_ports_are_one_point_and_more_are_no_more() -> None:
    assert moving("1104  a1", held="0410 0411 0513 0811").points == 0
    assert moving("1104  a1", held=PORTS).points == 1
    assert moving("1104  a1", held=f"{PORTS} 0612").points == 2, "Shanghai is city and port"


def test_4_2_a_port_under_an_enemy_zone_does_not_count() -> None:
    plan = "0810  a1"
    table = moving(plan, held=PORTS)
    assert table.controller("0811") == ""
    assert table.points == 0
