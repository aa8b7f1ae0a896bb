"""Chapter 9, second part: taking hits (9.3) and retreating (9.4)."""

from tests.games.incident1932.positions import CHINA, Incident1932Game


def start_fire(plan: str, dice: str, points: tuple[int, int] = (9, 9)) -> Incident1932Game:
    """Return a game in which three units of the 9th Division in 06 have fired at 03."""
    return Incident1932Game(f"06 d1 d2 d3 | {plan}", points=points).play("d1+d2+d3:03", dice)


def test_9_3_a_unit_removed_takes_three_hits() -> None:
    table = start_fire("03 a1 a2", "[1 1 1]")
    assert table.asks == "hits china 3"
    assert table.play("lose a2").units("a1", "a2") == ["03", "lost"]
    assert table.asks == "act china"


def test_9_3_a_unit_retreating_takes_one() -> None:
    table = start_fire("03 a1 a2", "[1 1 1]").play("a1<02")
    assert table.asks == "hits china 2"


def test_9_3_a_point_takes_one() -> None:
    table = start_fire("03 a1 a2", "[1 1 1]").play("pay 3")
    assert table.points == (8, 6)
    assert table.asks == "act china"


def test_9_3_the_ways_may_be_mixed() -> None:
    plan = "06 d1 | 03 a1 a2"
    table = Incident1932Game(plan).play("d1*03", "[6 6]", "bombs/go", "[J6 C1]")
    assert table.asks == "hits china 7"
    table.play("lose a1")
    assert table.asks == "hits china 4"
    table.play("a2<02")
    assert table.asks == "hits china 3"
    table.play("pay 3")
    assert table.points == (12, 5)
    assert table.asks == "advance japan"


def test_9_3_at_least_the_hits_must_be_taken() -> None:
    table = start_fire("03 a1 a2", "[1 1 6]", points=(9, 1))
    assert table.asks == "hits china 2"
    assert table.refusal("pay 2") == "payShort 9.3"
    assert table.refusal("pay 1") == "payShort 9.3", "to pay the rest is no way out"
    assert start_fire("03 a1 a2", "[1 1 6]").refusal("pay 1") == "payRest 9.3"
    assert table.play("a1<02").allows("a2<02", "pay 1")


def test_9_3_more_may_be_given_by_the_last_removal() -> None:
    table = start_fire("03 a1 a2", "[1 6 6]").play("lose a1")
    assert table.asks == "act china"
    assert table.points == (8, 9)


def test_9_3_with_all_units_removed_the_surplus_is_ignored() -> None:
    table = Incident1932Game("06 d1 | 03 a1", points=(9, 9)).play("d1*03", "[6]", "go", "[J6 C1]")
    assert table.asks == "hits china 6"
    assert table.play("lose a1").points == (8, 9), "no point is lost"
    assert table.numbers("surplus") == (3,)
    assert table.asks == "advance japan"


def test_9_3_after_a_retreat_from_defensive_fire_the_surplus_must_be_paid() -> None:
    plan = "06 d1 d2 | 03 a1"
    table = Incident1932Game(plan, points=(9, 9)).play("d1+d2*03", "[1]", "d2<04", "go", "[J1 C6]")
    assert table.asks == "hits japan 4"
    assert table.play("lose d1").legal() == ["pay 1"], "d2 took part and is not eliminated"
    whole = Incident1932Game(plan, points=(9, 9)).play("d1+d2*03", "[1]", "lose d2", "go")
    assert whole.play("[J1 C6]", "lose d1").asks == "act china", "all that took part are"


def test_9_3_with_a_retreated_unit_the_surplus_must_be_paid() -> None:
    rich = Incident1932Game("06 d1 | 03 a1", points=(9, 9)).play("d1*03", "[6]", "go", "[J6 C1]")
    assert rich.allows("a1<02", "lose a1", "pay 6")
    assert rich.play("a1<02").legal() == ["pay 5"]
    poor = Incident1932Game("06 d1 | 03 a1", points=(9, 4)).play("d1*03", "[6]", "go", "[J6 C1]")
    assert poor.refusal("a1<02") == "hitsLeft 9.3"
    assert poor.legal() == ["lose a1"]


def test_9_3_a_choice_that_leaves_hits_that_cannot_be_taken_is_rejected() -> None:
    table = Incident1932Game("06 d1 | 03 a1 a2", points=(9, 0)).play(
        "d1*03", "[6 6]", "go", "[J6 C1]"
    )
    assert table.asks == "hits china 5"
    assert table.legal() == ["lose a1"], "after lose a2, a1 could take but one of two"
    assert table.play("lose a1").legal() == ["lose a2"]


def test_9_3_losing_the_second_first_is_open_where_the_first_can_take_the_rest() -> None:
    table = Incident1932Game("06 d1 | 03 a1 a2", points=(9, 1)).play(
        "d1*03", "[6 6]", "go", "[J6 C1]"
    )
    assert table.allows("lose a1", "lose a2")
    assert table.play("lose a2").goals("a1", "<") == ["02", "04", "05"]
    assert table.refusal("lose a1") == "loseOrder 9.3"


def test_9_3_units_are_removed_before_others_retreat() -> None:
    table = start_fire("03 a1 a2", "[1 1 1]").play("a1<02")
    assert table.refusal("lose a2") == "loseOrder 9.3"


def test_9_3_units_retreat_in_the_order_of_the_counters() -> None:
    table = start_fire("03 a1 a2", "[1 1 6]").play("a2<02")
    assert table.refusal("a1<02") == "retreatOrder 9.3"
    assert table.legal() == ["pay 1"]


def test_9_3_only_units_of_the_fight_take_its_hits() -> None:
    table = Incident1932Game("06 d1 d2 | 03 a1 | 02 a2").play("d1*03", "[1]")
    assert table.refusal("lose d2") == "noPart 9.3"
    assert table.refusal("d2<04") == "noPart 9.3"
    assert table.refusal("lose z1") == "unknownUnit 9.3"
    assert table.refusal("lose a1") == "noPart 9.3"


def test_9_3_units_are_named_one_by_one() -> None:
    table = start_fire("03 a1 a2", "[1 1 1]")
    assert table.refusal("lose a1+a2") == "loseAlone 9.3"
    assert table.rejected("lose a1+a2").facts["example"] == "lose a1"
    assert table.refusal("a1+a2<02") == "retreatAlone 9.4"


def test_9_3_the_word_pay_alone_pays_the_rest() -> None:
    assert start_fire("03 a1 a2", "[1 1 1]").canonical_form("pay") == "pay 3"


def test_9_4_each_unit_retreats_to_its_own_adjacent_area() -> None:
    table = start_fire("03 a1 a2", "[1 1 6]").play("a1<02", "a2<05")
    assert table.units("a1", "a2") == ["02", "05"]
    assert start_fire("03 a1", "[1 6 6]").refusal("a1<12") == "notAdjacent 9.4"
    assert start_fire("03 a1", "[1 6 6]").refusal("a1<02>08") == "retreatAlone 9.4"
    assert start_fire("03 a1", "[1 6 6]").refusal("a1<13") == "unknownPlace 9.4"


def test_9_4_not_into_areas_with_enemies() -> None:
    table = start_fire("03 a1 | 04 m1", "[1 6 6]")
    assert table.refusal("a1<06") == table.refusal("a1<04") == "enemyThere 9.4"
    assert table.goals("a1", "<") == ["02", "05"]


def test_9_4_not_against_the_stacking_limits() -> None:
    table = start_fire("03 a1 | 02 a2 a3 a4 a5 | 05 w1", "[1 6 6]")
    assert table.refusal("a1<02") == "full 9.4"
    assert table.refusal("a1<05") == "services 9.4"
    assert table.goals("a1", "<") == ["04"]


def test_9_4_not_off_the_map_but_from_a_source() -> None:
    assert start_fire("03 a1", "[1 6 6]").refusal("a1<Off") == "exitWhere 8.4"
    table = Incident1932Game("02 d1 | 08 a1 a2").play("d1:08", "[1]")
    assert table.goals("a1", "<") == ["05", "12", "Off"]
    assert table.play("a2<Off").unit("a2") == "off"


def test_9_4_japanese_units_do_not_retreat_off_the_map() -> None:
    table = Incident1932Game("08 d1 | 02 a1", CHINA).play("a1*08", "[6]", "go", "[C6 J1]")
    assert table.refusal("d1<Off") == "japanStays 8.4"


def test_9_4_a_unit_that_cannot_retreat_is_removed_or_pays() -> None:
    plan = "03 a1 | 02 m1 | 04 e1 | 05 e2"
    table = Incident1932Game(f"06 d1 | {plan}", turn=2, points=(9, 1)).play("d1:03", "[1]")
    assert table.legal() == ["lose a1", "pay 1"]
    broke = Incident1932Game(f"06 d1 | {plan}", turn=2, points=(9, 0)).play("d1:03", "[1]")
    assert broke.legal() == ["lose a1"]


def test_9_4_room_for_one_is_not_room_for_two() -> None:
    plan = "06 d1 d2 d3 | 03 a1 a2 | 02 a3 a4 a5 | 04 m1 | 05 w1"
    table = Incident1932Game(plan, points=(9, 0)).play("d1+d2+d3:03", "[1 1 6]")
    assert table.refusal("a1<02") == "hitsLeft 9.3"
    assert table.legal() == ["lose a1", "lose a2"]
