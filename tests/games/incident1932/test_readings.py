"""The readings of `spec/incident1932/en/rules.md` without a test elsewhere, and their options."""

import pytest

from senpu.spec.data import DataError
from senpu.spec.loader import UnknownGameError
from tests.games.incident1932.positions import CHINA, SET_UP, Incident1932Game, corrected, ruleset


def test_reading_4_a_night_attack_is_not_broken_off_but_by_option() -> None:
    plan = "06 d1 | 03 a1"
    assert Incident1932Game(plan, CHINA).play("night/a1*06").asks == "assault chance"
    table = Incident1932Game(plan, CHINA, options=("night-halt",)).play("night/a1*06")
    assert table.legal() == ["go", "halt"]
    assert table.play("halt").state.nights == 1, "the marker is spent"


def test_reading_5_without_attackers_there_are_no_dice() -> None:
    table = Incident1932Game("06 d1 | 03 a1").play("d1*03", "[1]", "d1<04")
    assert table.effect_kinds == ["retreat", "spent"]
    assert table.asks == "act china"


def test_reading_6_a_retreated_unit_neither_supports_nor_advances() -> None:
    table = Incident1932Game("06 d1 d2 | 03 a1", points=(9, 0)).play(
        "d1+d2*03", "[1]", "d2<04", "go"
    )
    table.play("[J6 C1]")
    assert table.effects[0].numbers == (9, 3, 0, 0, 6)
    assert table.play("lose a1").legal() == ["d1>03", "no"]


@pytest.mark.parametrize("points", [1, 2, 3, 9])
def test_reading_6_without_points_the_rest_of_the_surplus_is_ignored(points: int) -> None:
    table = Incident1932Game("06 d1 d2 | 03 a1 a2", points=(points, 0))
    table.play("d1+d2*03", "[1 6]", "d2<04", "go", "[J1 C6]")
    assert table.asks == "hits japan 5"
    paid = min(points - 1, 2)
    table.play("lose d1")
    assert table.effect_kinds == (["removed"] if paid == 2 else ["removed", "surplus"])
    if paid:
        assert table.legal() == [f"pay {paid}"]
        table.play("pay")
    assert (table.asks, table.points[0]) == ("act china", points - 1 - paid)


def test_reading_7_an_attacker_retreats_from_its_own_area() -> None:
    table = Incident1932Game("06 d1 | 03 a1").play("d1*03", "[1]")
    assert table.goals("d1", "<") == ["04", "07"]


def test_reading_9_human_bombs_may_be_used_in_a_pursuit() -> None:
    table = Incident1932Game("06 d1 | 03 a1 | 02 a2", points=(9, 0))
    table.play("d1*03", "[6]", "go", "[J6 C1]", "lose a1", "d1>03", "& d1*02", "[6]")
    assert table.allows("bombs/go")


def test_reading_13_pursuing_cavalry_alone_goes_two_areas() -> None:
    table = Incident1932Game("06 d1 d3 | 03 a1 | 12 w1", points=(9, 0))
    table.play("d1+d3*03", "[6]", "go", "[J6 C1]", "lose a1", "d1+d3>03")
    assert table.allows("& d3>02>08", "& d3>05>11")
    assert table.refusal("& d1+d3>02>08") == "company 8.3"


def test_reading_15_cavalry_may_end_where_the_middle_is_open() -> None:
    assert Incident1932Game("06 d3 | 03 a1 | 04 m1 | 12 w1").allows("d3>04>05")


def test_reading_20_the_army_in_the_settlement_has_its_four_too() -> None:
    table = Incident1932Game("07 d1 | 02 a1", CHINA).play("a1*07", "[6]", "go", "[C3 J3]")
    assert table.effects[1].numbers == (10, 3, 0, 4, 3)


def test_reading_21_with_no_points_on_either_side_both_pass() -> None:
    table = Incident1932Game("06 d1 | 03 a1", points=(0, 0)).play("pass")
    assert table.legal() == ["pass"]
    assert table.play("pass").state.turn == 2


def test_reading_23_a_landing_may_be_broken_off_but_by_option() -> None:
    plan = "10 w1 | 06 d1 | river e1 e2 e3 e4"
    table = Incident1932Game(plan, turn=2).play("e1+e2+e3+e4@10", "[6]", "halt")
    assert table.effect_kinds == ["halt", "backToRiver"]
    fought = Incident1932Game(plan, turn=2, options=("landing-fought-out",)).play(
        "e1+e2+e3+e4@10", "[6]"
    )
    assert fought.legal() == ["go", "bombs/go"]
    assert fought.refusal("halt") == "noHalt 9.6"
    spent = Incident1932Game(plan, turn=2, bombs=0, options=("landing-fought-out",))
    assert spent.play("e1+e2+e3+e4@10", "[6]").asks == "assault chance", "nothing to choose"


def test_reading_24_more_units_retreat_than_hits_by_option() -> None:
    plan = "06 d1 d2 d3 | 03 a1 a2 a3"
    assert Incident1932Game(plan).play("d1:03", "[1]", "a1<02").asks == "act china"
    table = Incident1932Game(plan, options=("more-retreats",)).play("d1:03", "[1]", "pay 1")
    assert table.asks == "withdraw china"
    assert table.refusal("lose a1") == table.refusal("pay 1") == "wrongAnswer 9.3"
    assert table.play("a2<05").legal() == ["a3<02", "a3<04", "a3<05", "no"]
    assert table.refusal("a1<05") == "retreatOrder 9.3"
    assert table.play("a3<05").asks == "act china", "a1 comes before the others and stays"
    table = Incident1932Game(plan, options=("more-retreats",), points=(9, 9))
    table.play("d1+d2+d3*03", "[1 6 6]", "d1<07", "d2<07", "no", "go", "[J1 C6]", "lose d3")
    assert table.asks == "hits japan 3", "d1 and d2 retreated (reading 6)"


def test_reading_24_the_last_retreat_opens_an_area_to_the_advance() -> None:
    table = Incident1932Game("06 d1 | 03 a1 a2", options=("more-retreats",), points=(9, 9))
    table.play("d1*03", "[6 6]", "bombs/go", "[J1 C1]", "a1<02")
    assert table.play("a2<02").asks == "advance japan"
    fought = Incident1932Game("10 w1 | 06 d1 | river e1 e2", turn=2, options=("more-retreats",))
    fought.play("e1+e2@10", "[1]", "pay 1")
    assert fought.asks == "decide japan", "no retreat from the river (9.6)"


def test_reading_25_a_unit_may_be_removed_although_less_would_do() -> None:
    table = Incident1932Game("06 d1 | 03 a1").play("d1:03", "[1]", "lose a1")
    assert table.victory == 1
    assert table.asks == "act china"


def test_reading_28_areas_are_set_up_in_rising_order() -> None:
    table = Incident1932Game()
    assert table.refusal("a1+a2+a3@02") == "setUpArea 3.1"
    assert table.play(SET_UP[0]).refusal("w3+w4@05") == "setUpArea 3.1"


def test_reading_29_two_ways_of_the_cavalry_to_one_goal_are_one_move() -> None:
    table = Incident1932Game("06 d3 | 12 a1")
    assert table.canonical_form("d3>04>05") == table.canonical_form("d3>05") == "d3>03>05"
    assert table.canonical_form("d3>03>04") == "d3>04"


def test_reading_30_a_pursuit_is_pending_only_if_one_is_legal() -> None:
    # 06 is full even without d1 (a position that play cannot reach), 02 has the navy.
    shut_in = "06 d1 m1 e1 e2 e3 | 07 a1 | 02 {neighbour} | 12 w1"
    for neighbour, asks in (("n1", "act china"), ("d2", "pursuit japan"), ("a2", "pursuit japan")):
        table = Incident1932Game(shut_in.format(neighbour=neighbour), turn=2, points=(9, 0))
        table.play("d1*07", "[6]", "go", "[J6 C1]", "lose a1", "d1>07")
        assert table.asks == asks


def test_reading_31_china_may_attack_at_night_and_leave_the_map_in_a_pursuit() -> None:
    plan = "08 d1 | 02 a1 a2 | 12 d2 | 06 n1"
    for options in ((), ("pursuit-by-day",)):
        table = Incident1932Game(plan, CHINA, points=(0, 9), options=options)
        table.play("a1+a2*08", "[6]", "go", "[C6 J1]", "lose d1", "a1+a2>08")
        assert table.allows("& a1>Off", "& a1+a2*12")
        assert table.allows("& night/a1*12") == (not options)
    assert table.refusal("& night/a1*12") == "nightPursuit 9.7"


def test_reading_32_a_landing_next_to_own_units_keeps_the_limit_of_four() -> None:
    table = Incident1932Game("04 m1 | 02 a1 | river e1 e2 e3 e4", turn=2)
    assert table.refusal("e1+e2+e3+e4@04") == "full 8.2.3"
    fewer = Incident1932Game("04 m1 | 02 a1 | river e1 e2 e3", turn=2)
    assert fewer.play("e1+e2+e3@04").area("04") == "m1+e1+e2+e3"


def test_reading_33_a_landing_may_be_tried_again_and_again() -> None:
    table = Incident1932Game("10 w1 | 06 d1 | river e1 e2 e3 e4", turn=2)
    for _ in range(3):
        table.play("e1+e2+e3+e4@10", "[6]", "halt", "pass")
    assert table.allows("e1+e2+e3+e4@10")
    assert table.points[0] == 10


def test_reading_34_dice_of_a_mixed_stack_go_by_the_order_of_the_counters() -> None:
    table = Incident1932Game("04 d1 m1 | 01 w1", CHINA, data={"fire": {"m1": 5, "d1": 1}})
    assert table.play("w1*04", "[5 2]").asks == "hits china 1", "m1 precedes d1"


def test_reading_35_units_removed_for_supply_are_no_points() -> None:
    table = Incident1932Game("06 d1 | 05 w1 w2", turn=2, victory=9, points=(0, 0))
    assert table.play("pass", "pass").asks == "Japan 4.1", "9 and the point of 06"
    short = Incident1932Game("06 d1 | 05 w1 w2", turn=2, victory=8).play("pass", "pass")
    assert short.victory == 9
    assert short.asks == "Japan 4.2"


def test_reading_39_a_landing_may_decline_to_advance_but_by_option() -> None:
    plan, landing = "10 w1 | 06 d1 | river e1 e2", ("e1+e2@10", "[6]", "go", "[J6 C1]", "lose w1")
    table = Incident1932Game(plan, turn=2).play(*landing, "no")
    assert table.effect_kinds == ["noAdvance", "backToRiver"]
    bound = Incident1932Game(plan, turn=2, options=("landing-advances",)).play(*landing)
    assert bound.legal() == ["e1+e2>10", "e2>10", "e1>10"]
    assert bound.refusal("no") == "mustLand 9.6"
    ashore = Incident1932Game("06 d1 | 03 a1", options=("landing-advances",))
    assert ashore.play("d1*03", "[6]", "go", "[J6 C1]", "lose a1").allows("no")


def test_an_unknown_option_is_rejected() -> None:
    with pytest.raises(UnknownGameError, match="has no option"):
        ruleset("night-raid")


# ---- an owner's data --------------------------------------------------------------------------


def test_another_unit_may_be_the_cavalry() -> None:
    table = Incident1932Game("06 d3 | 12 a1", data={"kinds": {"d3": "infantry", "e4": "cavalry"}})
    assert table.refusal("d3>03>05") == "farther 7.3.1"


@pytest.mark.parametrize(
    ("table", "changes", "message"),
    [
        ("adjacent", {"01-13": True}, "adjacent: 01-13"),
        ("rail", {"08-99": True}, "rail: 08-99"),
        ("landing", {"13": True}, "landing.13: there is no such area"),
        ("set_up", {"13": "fifth-army"}, "set_up.13: there is no such area"),
        ("kinds", {"d1": "airship"}, "kinds.d1 is airship; expected one of"),
        ("role", {"settlement": "99"}, "role.settlement is 99; expected one of 01, 02"),
        ("formation", {"d1": "guards"}, "service.guards is missing"),
        ("set_up_number", {"05": 1}, "fifth-army has 4 to set up, but its areas take 3 to 3"),
    ],
)
def test_data_that_cannot_be_played_are_rejected(
    table: str, changes: dict[str, object], message: str
) -> None:
    with pytest.raises(DataError, match=message):
        corrected({table: changes})
