"""Chapter 9, to 9.4: attacks, strengths, supports.

Japanese divisions have 3, the landing force 1, Chinese units 2 (placeholders). A fight on clear
ground: 0404 is rough, 0304 and 0403 are clear.
"""

from tests.games.nanjing1937.positions import CHINA, NanjingTestGame, fighting, ruleset_with

TWO_ON_ONE = """
    0303   .    a1   .
    0403     d3   d9
    """


def test_9_0_one_attacks_adjacent_enemies_and_need_not() -> None:
    table = fighting(TWO_ON_ONE)
    assert table.allows("d3*0304", "d9*0304", "d3+d9*0304", "|")
    assert table.refusal("d3*0303") == "nobodyThere 9.0"
    assert table.refusal("d3*0204") == "notBeside 9.0"
    assert table.refusal("d3*9999") == "unknownPlace 2.1.1"
    assert table.refusal("a1*0403") == "notYours 9.0"
    assert table.refusal("d6*0304") == "offMap 9.0"
    assert table.refusal("z1*0304") == "unknownUnit 9.0"
    assert table.refusal("d3>0303") == "wrongAnswer 9.0"
    assert table.refusal("& d3*0304") == "noAgain 9.0"
    assert table.refusal("d3*z1") == "unknownUnit 9.0"
    assert table.refusal("d3*a4") == "offMap 9.0"


def test_9_1_2_a_unit_attacks_once_and_is_attacked_once_a_phase() -> None:
    table = fighting(
        """
        0303   .    a1   a2
        0403     d3   d9
        """
    ).play("d3*0304", "no", "[1]")
    assert table.asks == "retreat japan d3"
    table.play("d3<0402")
    assert table.refusal("d9*0304") == "targetSpent 9.1.2"
    assert table.allows("d9*0305")
    spent = fighting(TWO_ON_ONE + "0303  .  .  a2")
    spent.play("d9*0304", "no", "[6]", "a1<0203", "no")
    assert spent.refusal("d9*0305") == "attackedAlready 9.1.2"


def test_9_1_3_one_attack_goes_against_one_hex_from_any_number() -> None:
    table = fighting(
        """
        0303   d6   a1   .
        0403     d3   d9
        """
    )
    assert table.allows("d3+d6+d9*0304")
    assert table.refusal("d3*0304.a1") == "wholeHex 9.1.3"
    assert table.canonical_form("d3*a1") == "d3*0304", "the unit's name stands for its hex"
    assert table.canonical_form("d9+d3*0304") == "d3+d9*0304"


def test_9_1_3_a_stack_attacks_and_defends_as_one() -> None:
    table = fighting(
        """
        0303   .    g87+a1
        0403     d3+s1
        """
    )
    assert table.refusal("d3*0304") == "stackTogether 9.1.3"
    assert table.refusal("s1*0304") == "stackTogether 9.1.3"
    assert table.legal() == ["s1+d3*0304", "air/s1+d3*0304", "|"]
    assert table.difference("s1+d3*0304") == 4 - 4


def test_9_1_4_fights_are_resolved_one_after_the_other() -> None:
    table = fighting(TWO_ON_ONE).play("d3*0304")
    assert table.asks == "chen china"
    assert table.refusal("d9*0304") == "wrongAnswer 9.4.3"
    assert table.play("no").asks == "dice chance"
    assert table.refusal("|") == "diceFirst 9.2.3"


def test_9_2_1_attack_factors_are_added() -> None:
    assert [term.number for term in fighting(TWO_ON_ONE).odds("d3+d9*0304").terms] == [3, 3, -2]


def test_9_2_2_the_defence_is_taken_off() -> None:
    assert fighting(TWO_ON_ONE).difference("d3*0304") == 1
    assert fighting(TWO_ON_ONE).difference("d3+d9*0304") == 4


def test_9_2_3_one_die_in_the_column_of_the_difference_decides() -> None:
    table = fighting(TWO_ON_ONE)
    assert table.odds("d3*0304").column == "+1"
    table.play("d3*0304", "no")
    assert table.refusal("[3 4]") == "wrongDice 9.2.3"
    assert table.refusal("[J3]") == "wrongDice 9.2.3"
    assert table.refusal("[7]") == "diceRange 9.2.3"
    assert table.play("[3]").effects[0].kind == "rollEx"


def test_9_2_3_the_outer_columns_serve_everything_beyond_them() -> None:
    many = """
        0303   d6   a1   d13
        0403     d3   d9
        """
    assert fighting(many).difference("d3+d6+d9+d13*0304") == 10
    assert fighting(many).odds("d3+d6+d9+d13*0304").column == "+4"
    weak = fighting("0404        g87+a1\n0504   s1")
    assert weak.difference("s1*0404") == -4
    assert weak.odds("s1*0404").column == "-2"


def test_9_3_1_rough_woods_and_cities_add_one() -> None:
    assert fighting("0404     a1\n0504   d3").difference("d3*0404") == 0, "rough"
    woods = fighting("0604     d3   a1")
    assert woods.difference("d3*0605") == 0
    city = fighting("0203     d3\n0202     a1", held="")
    assert city.difference("d3*0202") == 0


def test_9_3_1_a_city_on_rough_ground_adds_one_only() -> None:
    table = fighting("0802     a1\n0801     d3")
    assert table.rules.context.tables.terrain[table.rules.context.tables.index["0802"]] == "rough"
    assert table.difference("d3*0802") == 0


def test_9_3_2_a_river_helps_only_against_attackers_that_are_all_across() -> None:
    plan = """
        0511  a1   .
        0611     d3
        """
    assert fighting(plan).difference("d3*0511") == 0
    half = """
        0511  a1   d9
        0611     d3
        """
    assert fighting(half).difference("d3*0511") == 0
    assert fighting(half).difference("d9*0511") == 1
    assert fighting(half).difference("d3+d9*0511") == 4


def test_9_3_3_each_attacker_over_a_major_river_loses_one() -> None:
    plan = """
        0105   a1
        0204     d3   d9
        """
    assert fighting(plan).difference("d3*0105") == 0
    assert fighting(plan).difference("d3+d9*0105") == 2
    land = "0104  d6" + plan
    assert fighting(land).difference("d3+d6*0105") == 3, "d6 is not across"


def test_9_3_3_a_stack_over_a_major_river_loses_one_in_all() -> None:
    table = fighting("0105   a1\n0204     d3+s1")
    assert table.difference("s1+d3*0105") == 4 - 1 - 2


def test_9_3_4_against_a_city_dr_counts_as_ex() -> None:
    plan = """
        0202     a1   d3
        0303       d9
        """
    table = fighting(plan, held="").play("d3+d9*0202", "no", "[3]")
    assert table.effect_kinds == ["rollDR", "city", "eliminated"]
    assert table.asks == "loss japan d3+d9"
    odds = fighting(plan, held="").odds("d3+d9*0202")
    assert dict(odds.results).keys() == {"Ex", "D Elim"}


def test_9_3_4_no_other_result_changes_in_a_city() -> None:
    plan = """
        0202     a1   d3
        0303       d9
        """
    assert fighting(plan, held="").play("d3+d9*0202", "no", "[6]").effect_kinds[0] == "rollDElim"


# ---- 9.4: supports ----------------------------------------------------------------------

COAST = """
    0511   .    a1
    0612      d3
    """
"""a1 in Jiading, on the coast, across a river from d3 in Shanghai."""


def test_9_4_1_air_support_from_turn_4_once_a_turn() -> None:
    assert fighting(COAST, turn=3).refusal("air/d3*0512") == "airEarly 9.4.1"
    table = fighting(
        """
        0304   a1   a2
        0403     d9
        0505        d3
        0405        a3
        """
    )
    table.play("air/d9*0304", "no", "[1]", "d9<0402")
    assert table.refusal("air/d3*0405") == "airUsed 9.4.1"
    assert table.allows("d3*0405")


def test_9_4_1_each_support_comes_again_every_turn() -> None:
    table = fighting(COAST, air_used=True, guns_used=True).play(*["|"] * 6)
    assert table.asks == "combat japan"
    assert table.allows("air+guns/d3*0512")


def test_9_4_2_chen_cheng_once_a_turn_in_attack_or_defence() -> None:
    table = fighting(COAST).play("d3*0512", "chen", "[1]")
    assert table.state.chen_used
    attack = fighting(COAST, CHINA, chen_used=True)
    assert attack.refusal("chen/a1*0612") == "chenUsed 9.4.2"
    assert fighting(COAST, CHINA).allows("chen/a1*0612", "a1*0612")
    again = fighting(COAST, chen_used=True).play("d3*0512")
    assert again.asks == "dice chance", "no decision of China is pending"


def test_9_4_3_china_decides_after_japan_has_declared() -> None:
    table = fighting(COAST).play("air+guns/d3*0512")
    assert (table.asks, table.rule) == ("chen china", "9.4.3")
    assert table.legal() == ["chen", "no"]
    assert table.refusal("|") == "wrongAnswer 9.4.3"


def test_9_4_4_japan_has_no_support_in_defence_and_china_none_of_japans() -> None:
    table = fighting(COAST, CHINA)
    assert table.refusal("air/a1*0612") == "supportSide 9.4.4"
    assert table.play("a1*0612").asks == "dice chance"
    assert fighting(COAST).refusal("chen/d3*0512") == "supportSide 9.4.4"
    assert fighting(COAST).refusal("d9/d3*0512") == "supportSide 9.4.4"


def test_9_4_5_each_support_adds_one() -> None:
    assert fighting(COAST).difference("d3*0512") == 3 - 2 - 1
    assert fighting(COAST).difference("air/d3*0512") == 1
    assert fighting(COAST).difference("guns/d3*0512") == 1
    attack = fighting(COAST, CHINA)
    assert attack.difference("chen/a1*0612") - attack.difference("a1*0612") == 1
    defence = fighting(COAST).play("d3*0512", "chen")
    assert defence.state.fight
    assert defence.state.fight.difference == -1


def test_9_4_5_air_support_and_chen_cheng_reach_everywhere() -> None:
    assert fighting("0901  a1  d3").allows("air/d3*0901")
    assert fighting("0901  a1  d3", CHINA).allows("chen/a1*0902")


def test_9_4_5_gunfire_reaches_the_coast_and_the_great_river_from_0206_east() -> None:
    assert fighting(COAST).allows("guns/d3*0512")
    inland = fighting("0510  d3  a1")
    assert inland.refusal("guns/d3*0511") == "gunsReach 9.4.5"
    river = fighting("0308  a1  d3")
    assert river.allows("guns/d3*0308"), "Jiangyin lies on the river"
    upstream = fighting("0204     a1   d3")
    assert upstream.refusal("guns/d3*0204") == "gunsReach 9.4.5", "Zhenjiang, west of 0206"
    assert fighting("0206     a1\n0306  d3").allows("guns/d3*0206")
    hangzhou = fighting("1007     a1   d3", held="0612 1007")
    assert hangzhou.allows("guns/d3*1007"), "the river at Hangzhou counts"


def test_9_4_5_no_gunfire_on_a_turn_with_an_assault_landing() -> None:
    table = fighting(COAST, landed=True)
    assert table.refusal("guns/d3*0512") == "gunsLanding 10.1.2"
    assert table.allows("air/d3*0512")


def test_9_4_5_gunfire_once_a_turn() -> None:
    assert fighting(COAST, guns_used=True).refusal("guns/d3*0512") == "gunsUsed 9.4.1"


def test_9_4_6_both_supports_in_one_fight_add_two() -> None:
    table = fighting(COAST)
    assert table.difference("air+guns/d3*0512") == 2
    assert table.canonical_form("guns+air/d3*0512") == "air+guns/d3*0512"
    assert table.refusal("air/d3*0512") == "legal"


def test_data_may_give_the_table_another_column() -> None:
    rules = ruleset_with("results", **{"8": ["D Elim"] * 6})
    many = """
        0303   d6   a1   d13
        0403     d3   d9
        """
    assert (
        NanjingTestGame(many, "japan", "combat", rules=rules).odds("d3+d6+d9+d13*0304").column
        == "+8"
    )
