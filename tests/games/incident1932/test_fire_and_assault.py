"""Chapter 9, first part: preparatory fire, the assault in its order, night, human bombs."""

import pytest

from tests.games.incident1932.positions import CHINA, SET_UP, Incident1932Game

# ---- 9.1 preparatory fire ---------------------------------------------------------------------


def test_9_1_a_die_for_each_unit_that_fires() -> None:
    table = Incident1932Game("06 d1 d2 d3 | 03 a1").play("d1+d3:03")
    assert table.asks == "fire chance"
    assert table.rule == "9.1"
    assert table.refusal("[2]") == table.refusal("[2 2 2]") == "wrongDice 9.1"
    assert table.refusal("[2 7]") == table.refusal("[0 2]") == "diceRange 9.1"
    assert table.refusal("[J2 C2]") == "wrongDice 9.1"
    assert table.refusal("pass") == "diceFirst 9.1"


@pytest.mark.parametrize(
    ("unit", "dice", "hits"),
    [("d1", "[2]", 1), ("d1", "[3]", 0), ("n1", "[4]", 1), ("n1", "[5]", 0)],
)
def test_9_1_a_die_hits_by_the_unit_s_fire_or_less(unit: str, dice: str, hits: int) -> None:
    place, target = ("06", "03") if unit == "d1" else ("07", "02")
    table = Incident1932Game(f"{place} {unit} | {target} a1").play(f"{unit}:{target}", dice)
    assert table.numbers("roll")[0] == hits
    assert table.asks == ("hits china 1" if hits else "act china")


def test_9_1_each_die_counts_by_itself() -> None:
    table = Incident1932Game("06 d1 d2 d3 | 03 a1 a2").play("d1+d2+d3:03", "[1 6 2]")
    assert table.asks == "hits china 2"


def test_9_1_there_is_no_return_fire_and_no_advance() -> None:
    table = Incident1932Game("06 d1 | 03 a1", points=(5, 0)).play("d1:03", "[1]", "a1<02")
    assert table.asks == "act china"
    assert table.unit("d1") == "06"


# ---- 9.2 the assault --------------------------------------------------------------------------


def test_9_2_1_every_defender_fires_first() -> None:
    table = Incident1932Game("06 d1 | 03 a1 a2 a3 | 02 a4").play("d1*03")
    assert table.asks == "defence chance"
    assert table.rule == "9.2.1"
    assert table.state.decision
    assert table.state.decision.units == ("a1", "a2", "a3")


def test_9_2_1_dice_go_by_each_defender_s_own_fire() -> None:
    table = Incident1932Game("07 n1 | 02 a1 | 12 w1", CHINA).play("a1*07", "[4]")
    assert table.asks == "hits china 1"
    mixed = Incident1932Game("03 a1 | 06 d1 m1 | 12 w1", CHINA).play("a1*06", "[2 3]")
    assert mixed.asks == "hits china 1"


def test_9_2_1_hits_of_the_fire_are_taken_before_anything_else() -> None:
    table = Incident1932Game("06 d1 d2 | 03 a1 a2").play("d1+d2*03", "[1 1]")
    assert table.asks == "hits japan 2"
    assert table.play("lose d2").asks == "decide japan"
    assert table.play("go").asks == "assault chance"


def test_9_2_1_the_attacker_may_break_off_without_refund() -> None:
    table = Incident1932Game("06 d1 | 03 a1").play("d1*03", "[6]", "halt")
    assert table.points == (12, 8)
    assert table.asks == "act china"
    assert table.units("d1", "a1") == ["06", "03"]


def test_9_2_1_china_too_may_break_off_or_continue() -> None:
    table = Incident1932Game("06 d1 | 03 a1", CHINA).play("a1*06", "[6]")
    assert table.legal() == ["go", "halt"]


def test_9_2_2_a_night_attack_meets_no_fire() -> None:
    table = Incident1932Game("06 d1 | 03 a1", CHINA).play("night/a1*06")
    assert table.asks == "assault chance"
    assert table.state.nights == 1


def test_9_2_2_a_night_attack_voids_chinese_hits_alone() -> None:
    table = Incident1932Game("06 d1 | 03 a1 a2", CHINA).play("night/a1*06", "[C1 J6]")
    assert table.asks == "act japan"
    assert table.numbers("void") == (6,)
    beaten = Incident1932Game("06 d1 | 03 a1 a2", CHINA).play("night/a1+a2*06", "[C6 J1]")
    assert beaten.asks == "hits japan 5"


def test_9_2_2_two_night_attacks_a_game_also_on_one_turn() -> None:
    table = Incident1932Game("06 d1 | 03 a1 a2", CHINA)
    table.play("night/a1*06", "[C1 J1]", "pass", "night/a1*06", "[C1 J1]", "pass")
    assert table.refusal("night/a1*06") == "nightsUsed 9.2.2"
    assert not [text for text in table.legal() if text.startswith("night")]
    table.play("pass")
    assert table.state.turn == 2
    assert table.play("pass").refusal("night/a1*06") == "nightsUsed 9.2.2", "a game, not a turn"


def test_9_2_2_japan_makes_no_night_attack() -> None:
    table = Incident1932Game("06 d1 | 03 a1")
    assert table.refusal("night/d1*03") == "nightChina 9.2.2"
    assert Incident1932Game("06 d1 | 03 a1", CHINA).refusal("a1+a2/a1*06") == "noPayer 9.2"


def strengths(table: Incident1932Game) -> list[tuple[int, ...]]:
    """Return the strengths at the last dice: total, best, support, bonus, die, per side."""
    return [each.numbers for each in table.effects if each.kind.startswith("strength")]


def test_9_2_3_the_best_unit_counts_and_one_for_each_other() -> None:
    table = Incident1932Game("06 d1 d2 d3 | 03 a1 a2", points=(9, 9)).play(
        "d1+d2+d3*03", "[6 6]", "go"
    )
    assert table.rule == "9.2.3"
    table.play("[J3 C3]")
    assert strengths(table) == [(8, 3, 2, 0, 3), (6, 2, 1, 0, 3)]


def test_9_2_3_the_best_of_a_mixed_stack_is_the_one_that_counts() -> None:
    table = Incident1932Game("04 m1 d1 | 01 w1", CHINA, data={"combat": {"m1": 1, "d1": 5}})
    table.play("w1*04", "[6 6]", "go", "[C3 J3]")
    assert strengths(table) == [(5, 2, 0, 0, 3), (9, 5, 1, 0, 3)]


def test_9_2_3_the_settlement_adds_four_only_where_china_assaults_it() -> None:
    table = Incident1932Game("07 n1 | 02 a1", CHINA).play("a1*07", "[6]", "go", "[C3 J3]")
    assert strengths(table) == [(5, 2, 0, 0, 3), (9, 2, 0, 4, 3)]
    out = Incident1932Game("07 n1 | 02 a1").play("n1*02", "[6]", "go", "[J3 C3]")
    assert strengths(out) == [(5, 2, 0, 0, 3), (5, 2, 0, 0, 3)]
    taken = Incident1932Game("07 a1 | 06 d1").play("d1*07", "[6]", "go", "[J3 C3]")
    assert strengths(taken)[1] == (5, 2, 0, 0, 3), "nothing for China there"


def test_9_2_3_a_tie_is_nothing() -> None:
    table = Incident1932Game("06 d1 | 03 a1").play("d1*03", "[6]", "go", "[J2 C3]")
    assert table.effect_kinds[-1] == "tie"
    assert table.asks == "act china"


def test_9_2_3_the_difference_is_hits_on_the_weaker_side() -> None:
    table = Incident1932Game("06 d1 | 03 a1").play("d1*03", "[6]", "go")
    assert table.play("[J6 C1]").asks == "hits china 6"
    lost = Incident1932Game("06 d1 | 03 a1").play("d1*03", "[6]", "go", "[J1 C6]")
    assert lost.asks == "hits japan 4"


def test_9_2_3_dice_name_their_sides_in_any_order() -> None:
    table = Incident1932Game("06 d1 | 03 a1").play("d1*03", "[6]", "go")
    assert table.canonical_form("[C2 J5]") == "[J5 C2]"
    assert table.refusal("[5 2]") == table.refusal("[J5 J2]") == "wrongDice 9.2.3"
    assert len(table.legal()) == 36


def test_9_2_4_human_bombs_add_two_once_a_game() -> None:
    table = Incident1932Game("06 d1 d2 | 03 a1").play("d1*03", "[6]")
    assert table.legal() == ["go", "bombs/go", "halt"]
    table.play("bombs/go", "[J3 C6]")
    assert strengths(table) == [(8, 3, 0, 2, 3), (8, 2, 0, 0, 6)]
    assert table.state.bombs == 0
    again = table.play("pass", "d1*03", "[6]")
    assert again.legal() == ["go", "halt"]
    assert again.refusal("bombs/go") == "bombsUsed 9.2.4"
    assert again.play("halt", "pass").refusal("bombs/d1*03") == "bombsUsed 9.2.4"


def test_9_2_4_they_are_declared_after_the_fire_and_before_the_dice() -> None:
    table = Incident1932Game("06 d1 d2 | 03 a1")
    assert table.refusal("bombs/d1*03") == "bombsLater 9.2.4"
    table.play("d1+d2*03", "[1]")
    assert table.refusal("bombs/go") == "wrongAnswer 9.3"
    table.play("pay 1", "go")
    assert table.refusal("bombs/go") == "diceFirst 9.2.3"


def test_9_2_4_not_when_japan_defends() -> None:
    table = Incident1932Game("06 d1 | 03 a1", CHINA).play("a1*06", "[6]")
    assert table.refusal("bombs/go") == "bombsJapan 9.2.4"
    assert Incident1932Game("06 d1 | 03 a1", CHINA).refusal("bombs/a1*06") == "bombsJapan 9.2.4"


def test_9_2_4_a_broken_off_assault_keeps_them() -> None:
    assert Incident1932Game("06 d1 | 03 a1").play("d1*03", "[6]", "halt").state.bombs == 1


# ---- the example of play ----------------------------------------------------------------------


def test_the_printed_example() -> None:
    table = Incident1932Game().play(*SET_UP, "d1+d2+d3:03", "[2 6 5]")
    assert table.asks == "hits china 1", "of 2, 6 and 5 one is no more than 2"
    table.play("pay 1", "night/a1+a2+a3*07", "[C4 J6]")
    assert strengths(table) == [(8, 2, 2, 0, 4), (12, 2, 0, 4, 6)]
    assert table.numbers("void") == (4,)
    assert table.points == (12, 6)
    assert table.state.nights == 1
    assert table.units("a1", "a2", "a3", "n1") == ["02", "02", "02", "07"]
    assert table.asks == "act japan"
