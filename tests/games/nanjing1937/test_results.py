"""9.5 to 9.7: what results do."""

from tests.games.nanjing1937.positions import CHINA, fighting, ruleset_with

ATTACK = """
    0303   .    a1   .
    0403     d3   d9
    """
"""d3 alone has one more than a1, both together four more."""


def test_9_5_a_elim_removes_one_attacker_of_the_attackers_choice() -> None:
    weak = """
        0303   .    g87+a1   .
        0403     d3       s1
        """
    table = fighting(weak).play("s1+d3*0304", "no", "[1]")
    assert (table.asks, table.rule) == ("loss japan s1+d3", "9.5")
    assert table.allows("lose s1", "lose d3")
    assert table.refusal("no") == "wrongAnswer 9.5"
    assert table.refusal("lose a1") == "loseStack 9.5"
    assert table.refusal("lose s1+d3") == "loseStack 9.5", "they are not stacked"
    table.play("lose s1")
    assert table.units("s1", "d3", "a1") == ["lost", "0403", "0304"]
    assert table.asks == "combat japan"


def test_9_5_a_stack_is_lost_as_one() -> None:
    table = fighting("0303   .    g87+a1\n0403     s1+d3").play("s1+d3*0304", "no", "[1]")
    assert table.legal() == ["lose s1+d3"]
    assert table.canonical_form("lose d3+s1") == "lose s1+d3"
    assert table.refusal("lose d3") == "loseStack 9.5"
    assert table.play("lose s1+d3").units("s1", "d3") == ["lost", "lost"]


def test_9_5_ar_sends_every_attacker_back_one_hex() -> None:
    table = fighting("0303   .    g87+a1\n0403     d3   d9").play("d3+d9*0304", "no", "[1]")
    assert (table.asks, table.rule) == ("retreat japan d3+d9", "9.6")
    assert table.play("d9<0405").asks == "retreat japan d3"
    assert table.play("d3<0402").asks == "combat japan"


def test_9_5_ex_removes_the_defender_and_one_attacker_and_no_unit_advances() -> None:
    table = fighting(ATTACK).play("d3+d9*0304", "no", "[1]")
    assert table.unit("a1") == "lost"
    assert table.asks == "loss japan d3+d9"
    assert table.play("lose d9").asks == "combat japan"
    assert table.units("d3", "d9") == ["0403", "lost"]


def test_9_5_dr_sends_the_defender_back_and_one_may_advance() -> None:
    table = fighting(ATTACK).play("d3+d9*0304", "no", "[2]")
    assert table.asks == "retreat china a1"
    assert table.play("a1<0203").asks == "advance japan d3+d9"


def test_9_5_d_elim_removes_the_defender_and_one_may_advance() -> None:
    table = fighting(ATTACK).play("d3+d9*0304", "no", "[4]")
    assert table.unit("a1") == "lost"
    assert table.asks == "advance japan d3+d9"


def test_9_5_a_stack_of_defenders_is_removed_whole() -> None:
    plan = ATTACK.replace("a1", "g87+a1").replace(".    g", "d6    g")
    table = fighting(plan).play("d3+d6+d9*0304", "no", "[6]")
    assert table.units("g87", "a1") == ["lost", "lost"]


def test_9_5_chen_cheng_is_lost_with_a_unit_of_his_fight() -> None:
    table = fighting(ATTACK).play("d3+d9*0304", "chen", "[6]")
    assert "chenLost" in table.effect_kinds
    assert table.state.chen_lost
    other = fighting(ATTACK).play("d3+d9*0304", "no", "[6]")
    assert not other.state.chen_lost, "he was not there"
    attack = fighting("0304   d3\n0403     a1", CHINA).play("chen/a1*0304", "[1]")
    assert attack.play("lose a1").state.chen_lost
    assert fighting(ATTACK, chen_lost=True).play("d3*0304").asks == "dice chance"
    china = fighting("0304   d3\n0403     a1", CHINA, chen_lost=True)
    assert china.refusal("chen/a1*0304") == "chenLost 9.5"


def test_9_5_supports_survive_every_result() -> None:
    table = fighting(ATTACK).play("air/d3*0304", "no", "[1]")
    table.play("d3<0402", "|", "|", "|", "|", "|", "|")
    assert table.allows("|")
    assert not table.state.air_used


# ---- 9.6: retreats ----------------------------------------------------------------------


def test_9_6_a_unit_retreats_one_hex_of_its_owners_choice() -> None:
    table = fighting(ATTACK).play("d3+d9*0304", "no", "[2]")
    assert table.legal() == ["a1<0203", "a1<0204"]
    assert table.refusal("a1<0103") == "retreatWay 9.6"
    assert table.refusal("d3<0402") == "retreatStack 9.1.3"
    assert table.refusal("a1>0203") == "wrongAnswer 9.6"
    assert table.refusal("a1<9999") == "unknownPlace 2.1.1"


def test_9_6_a_stack_retreats_together() -> None:
    plan = """
        0303   d6   g87+a1   .
        0403     d3       d9
        """
    table = fighting(plan).play("d3+d6+d9*0304", "no", "[2]")
    assert table.asks == "retreat china g87+a1"
    assert table.refusal("a1<0204") == "retreatStack 9.1.3"
    assert table.canonical_form("a1+g87<0204") == "g87+a1<0204"


def test_9_6_onto_friends_only_if_nothing_else_is_open() -> None:
    friends = """
        0203       g87
        0303   .    a1   .
        0403     d3   d9
        """
    table = fighting(friends).play("d3+d9*0304", "no", "[2]")
    assert table.legal() == ["a1<0204"]
    assert table.refusal("a1<0203") == "retreatFriends 9.6"
    only = fighting(friends + "0205    d13").play("d3+d9*0304", "no", "[2]")
    assert only.legal() == ["a1<0203"], "a German-trained division has room for another unit"
    assert only.play("a1<0203").units("a1", "g87") == ["0203", "0203"]


def test_9_6_a_unit_retreats_one_more_hex_if_a_hex_is_full() -> None:
    friends = """
        0203       a2   .    d13
        0303   .    a1   .
        0403     d3   d9
        """
    table = fighting(friends).play("d3+d9*0304", "no", "[2]")
    assert table.legal() == ["a1<0203>0202"]
    assert table.canonical_form("a1<0202") == "a1<0203>0202", "the goal alone says it"
    assert table.refusal("a1<0203") == "retreatFriends 9.6"
    assert table.play("a1<0202").units("a1", "a2") == ["0202", "0203"]


def test_9_6_and_is_lost_where_that_hex_is_shut_too() -> None:
    friends = """
        0202     a3   a2   .    d13
        0303   .    a1   .
        0402  d6    d3   d9
        """
    table = fighting(friends).play("d3+d9*0304", "no", "[2]")
    assert table.unit("a1") == "lost"


def test_9_6_never_over_a_major_river() -> None:
    plan = """
        0204     d9   a1   .
        0304   .    d3   .
        """
    table = fighting(plan).play("d3+d9*0205", "no", "[2]")
    assert table.legal() == ["a1<0206"]
    assert table.refusal("a1<0105") == "retreatMajor 9.6"
    assert table.refusal("a1<0106") == "retreatMajor 9.6"


def test_9_6_never_over_a_white_side_into_water_or_off_the_map() -> None:
    rules = ruleset_with("impassable", white=["0203-0304"])
    table = fighting(ATTACK, rules=rules).play("d3+d9*0304", "no", "[2]")
    assert table.legal() == ["a1<0204"]
    edge = fighting("0101  a1\n0102   d3\n0201     d9").play("d3+d9*0101", "no", "[2]")
    assert edge.unit("a1") == "lost", "there is nothing west of it"


def test_9_6_marsh_and_rivers_do_not_stop_a_retreat() -> None:
    table = fighting("0511   a1   d3   d9").play("d3*0511", "no", "[4]")
    assert set(table.legal()) >= {"a1<0510", "a1<0610"}


def test_9_6_a_retreat_into_a_city_takes_it() -> None:
    plan = "0304   d3\n0303   .\n0203     a1\n0204        d9"
    table = fighting(plan, held="0202").play("d3+d9*0203", "no", "[3]")
    assert "a1<0202" in table.legal()
    assert table.play("a1<0202").controller("0202") == CHINA
    assert "taken" in table.effect_kinds


# ---- 9.7: the advance -------------------------------------------------------------------


def test_9_7_one_unit_that_attacked_may_advance_or_none() -> None:
    table = fighting(ATTACK).play("d3+d9*0304", "no", "[4]")
    assert table.legal() == ["d3>0304", "d9>0304", "no"]
    assert table.refusal("d3+d9>0304") == "advanceWho 9.7"
    assert table.refusal("d3>0303") == "advanceWhere 9.7"
    assert table.refusal("|") == "wrongAnswer 9.7"
    assert table.play("no").asks == "combat japan"
    assert fighting(ATTACK).play("d3+d9*0304", "no", "[4]", "d9>0304").unit("d9") == "0304"


def test_9_7_a_unit_that_did_not_attack_does_not_advance() -> None:
    table = fighting(ATTACK).play("d3*0304", "no", "[6]", "a1<0204")
    assert table.asks == "advance japan d3"
    assert table.refusal("d9>0304") == "advanceWho 9.7"


def test_9_7_advancing_takes_a_city() -> None:
    plan = "0202     a1   d3\n0303      d9"
    table = fighting(plan, held="").play("d3+d9*0202", "no", "[6]", "d3>0202")
    assert table.effect_kinds == ["advance", "taken"]
    assert table.controller("0202") == "japan"


def test_9_7_the_defender_never_advances() -> None:
    table = fighting(ATTACK, CHINA).play("a1*0403", "[1]")
    assert table.asks == "loss china a1"
    assert table.play("lose a1").asks == "combat china"


def test_9_7_not_over_a_side_that_cannot_be_crossed() -> None:
    rules = ruleset_with("impassable", white=["0304-0403", "0304-0404"])
    table = fighting(ATTACK, rules=rules).play("d3+d9*0304", "no", "[6]")
    assert table.asks == "combat japan", "no advance is pending"
