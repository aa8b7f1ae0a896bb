"""Chapter 9, third part: the advance (9.5), the landing (9.6), the pursuit (9.7)."""

from tests.games.incident1932.positions import CHINA, Incident1932Game


def beaten(plan: str = "06 d1 d2 d3 | 03 a1 | 02 a2", japan: int = 9) -> Incident1932Game:
    """The 9th Division in 06 has beaten a1 in 03; China has no point left."""
    table = Incident1932Game(plan, points=(japan, 0))
    return table.play("d1+d2+d3*03", "[6]", "go", "[J6 C1]", "lose a1")


# ---- 9.5 --------------------------------------------------------------------------------------


def test_9_5_with_all_defenders_removed_any_attackers_may_advance() -> None:
    table = beaten()
    assert table.asks == "advance japan"
    assert table.rule == "9.5"
    assert table.goals("d1+d2+d3") == ["03"]
    assert len(table.legal()) == 7 + 1, "every group of three, and no"
    assert table.play("d1+d3>03").units("d1", "d2", "d3") == ["03", "06", "03"]


def test_9_5_defenders_that_retreated_count_as_removed() -> None:
    table = Incident1932Game("06 d1 | 03 a1", points=(9, 9))
    table.play("d1*03", "[6]", "go", "[J3 C3]", "a1<02")
    assert table.asks == "advance japan"


def test_9_5_not_while_a_defender_is_left() -> None:
    table = Incident1932Game("06 d1 d2 d3 | 03 a1 a2", points=(9, 9))
    table.play("d1+d2+d3*03", "[6 6]", "go", "[J3 C3]", "lose a1")
    assert table.asks == "act china"


def test_9_5_the_advance_is_no_duty() -> None:
    table = beaten().play("no")
    assert table.area("06") == "d1+d2+d3"
    assert table.asks == "act china"


def test_9_5_the_advance_goes_to_the_area_assaulted_by_those_that_assaulted() -> None:
    table = beaten("06 d1 d2 d3 m1 | 03 a1 | 02 a2")
    assert table.refusal("d1>04") == "advanceWhere 9.5"
    assert table.refusal("m1>03") == "advanceWho 9.5"
    assert table.refusal("& d1>03") == "wrongAnswer 9.5"


def test_9_5_the_defender_never_advances() -> None:
    table = Incident1932Game("06 d1 | 03 a1", points=(0, 9), mover=CHINA)
    table.play("a1*06", "[6]", "go", "[C1 J6]", "lose a1")
    assert table.asks == "act japan"
    assert table.unit("d1") == "06"


def test_9_5_china_advances_as_japan_does() -> None:
    table = Incident1932Game("06 d1 | 03 a1 a2", CHINA, points=(0, 2))
    table.play("a1+a2*06", "[6]", "go", "[C6 J1]", "lose d1")
    assert table.asks == "advance china"
    assert table.play("a1>06").asks == "pursuit china"


# ---- 9.6 --------------------------------------------------------------------------------------


def landing(plan: str = "10 w1 | 06 d1", points: tuple[int, int] = (9, 9)) -> Incident1932Game:
    table = Incident1932Game(f"{plan} | river e1 e2 e3 e4", turn=2, points=points)
    return table.play("e1+e2+e3+e4@10")


def test_9_6_a_landing_among_chinese_units_is_an_assault_at_once() -> None:
    table = landing()
    assert table.asks == "defence chance"
    assert table.points == (8, 9)
    assert table.units("e1", "e4") == ["river", "river"]


def test_9_6_an_advance_makes_the_landing() -> None:
    table = landing().play("[6]", "go", "[J6 C1]", "lose w1")
    assert table.asks == "advance japan"
    assert table.rule == "9.6"
    assert table.play("e1+e2+e3+e4>10").area("10") == "e1+e2+e3+e4"


def test_9_6_units_that_do_not_advance_are_back_on_the_river() -> None:
    table = landing().play("[6]", "go", "[J6 C1]", "lose w1", "e1+e2>10")
    assert table.units("e1", "e2", "e3", "e4") == ["10", "10", "river", "river"]
    none = landing().play("[6]", "go", "[J6 C1]", "lose w1", "no")
    assert none.effect_kinds == ["noAdvance", "backToRiver"]
    assert none.asks == "act china"


def test_9_6_a_victory_without_advance_sends_the_division_back() -> None:
    table = landing("10 w1 w2 | 06 d1").play("[6 6]", "go", "[J2 C3]", "lose w1")
    assert table.effect_kinds[-1] == "backToRiver"
    assert table.units("w1", "e1") == ["lost", "river"]


def test_9_6_a_failed_landing_pays_in_points_or_units_never_by_retreats_and_returns() -> None:
    plan = "10 w1 w2 w3 w4 | 06 d1"
    table = landing(plan).play("[6 6 6 6]", "go", "[J1 C6]")
    assert table.asks == "hits japan 4"
    assert table.refusal("e1<09") == "noWayBack 9.6"
    assert table.legal() == ["lose e1", "lose e2", "lose e3", "lose e4", "pay 4"]
    table.play("lose e1", "pay 1")
    assert table.units("e1", "e2", "e3", "e4") == ["lost", "river", "river", "river"]
    assert table.effect_kinds[-1] == "backToRiver"


def test_9_6_defensive_fire_on_landing_units_is_paid_in_the_same_way() -> None:
    table = landing().play("[1]")
    assert table.asks == "hits japan 1"
    assert table.legal() == ["lose e1", "lose e2", "lose e3", "lose e4", "pay 1"]
    assert table.play("lose e2").asks == "decide japan"
    assert table.numbers("removedAfloat") == (0,)


def test_9_6_the_rest_may_land_later() -> None:
    table = landing().play("[6]", "go", "[J6 C1]", "lose w1", "e1+e2>10", "no", "pass")
    assert table.refusal("e1+e2+e3+e4@09") == "notAfloat 7.3.4"
    assert table.refusal("e3@09") == "landAll 7.3.4"
    assert table.allows("e3+e4@09", "e3+e4@10")


def test_9_6_human_bombs_may_help_a_landing() -> None:
    assert landing().play("[6]").allows("bombs/go")


# ---- 9.7 --------------------------------------------------------------------------------------


def test_9_7_advanced_units_may_move_or_assault_for_a_point() -> None:
    table = beaten().play("d1+d2>03")
    assert table.asks == "pursuit japan"
    assert table.rule == "9.7"
    assert table.allows("& d1>05", "& d1+d2>04", "& d1*02", "& d1+d2*02", "no")
    assert table.refusal("& d3>04") == "pursuitWho 9.7"
    assert table.refusal("d1>05") == "pursuitHow 9.7"
    assert table.refusal("pass") == "pursuitHow 9.7"
    assert table.allows(str(table.rejected("pass").facts["example"]))
    assert table.play("& d1>05").points[0] == 9 - 2
    assert table.asks == "act china"


def test_9_7_no_preparatory_fire_in_a_pursuit() -> None:
    table = beaten().play("d1+d2>03")
    assert table.refusal("& d1:02") == table.refusal("d1:02") == "noPursuitFire 9.7"


def test_9_7_the_pursuit_may_be_declined() -> None:
    table = beaten().play("d1>03", "no")
    assert table.points[0] == 8
    assert table.asks == "act china"


def test_9_7_there_is_no_second_pursuit() -> None:
    table = beaten().play("d1+d2>03", "& d1+d2*02", "[6]", "go", "[J6 C1]", "lose a2")
    assert table.asks == "advance japan"
    assert table.play("d1>02").asks == "act china"


def test_9_7_without_a_point_there_is_no_pursuit() -> None:
    table = beaten(japan=1).play("d1>03")
    assert table.asks == "act china"


def test_9_7_a_pursuit_by_assault_goes_through_all_its_steps() -> None:
    table = beaten().play("d1+d2>03", "& d1*02")
    assert table.asks == "defence chance"
    assert table.play("[1]").asks == "hits japan 1"
    assert table.play("pay 1").legal() == ["go", "bombs/go", "halt"]


def test_9_7_pursuit_belongs_to_an_advance() -> None:
    table = Incident1932Game("06 d1 | 03 a1")
    assert table.refusal("& d1>04") == "noPursuit 9.7"
    assert table.refusal("& d1*03") == "noPursuit 9.7"
