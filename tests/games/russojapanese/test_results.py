"""9.5 and 9.7: effects of results, and the advance. `test_retreats.py` tests retreats.

The map is the map of `test_combat.py`; `always` gives a table with only one result.
"""

from tests.games.russojapanese.positions import (
    JAPAN,
    RUSSIA,
    RussoJapaneseTestGame,
    always,
    fighting,
)

JAPAN_ATTACKS = "1307 s1  1207 g1+d1 d2"
RUSSIA_ATTACKS = "1307 d1+d2  1407 s1 s2"


def japanese(result: str, plan: str = JAPAN_ATTACKS, **more: object) -> RussoJapaneseTestGame:
    """g1, d1 and d2 attack s1, with a result."""
    return fighting(plan, JAPAN, rules=always(result), **more).fought("g1+d1+d2*1307", 3)


def russian(result: str, plan: str = RUSSIA_ATTACKS, **more: object) -> RussoJapaneseTestGame:
    """s1 and s2 attack d1 and d2, with a result."""
    return fighting(plan, RUSSIA, rules=always(result), **more).fought("s1+s2*1307", 3)


# ---- 9.5: the results -----------------------------------------------------------------------


def test_9_5_de_removes_one_defender_and_the_other_retreats() -> None:
    table = russian("DE")
    assert (table.asks, table.rule) == ("loss japan d1+d2", "9.5")
    assert table.legal() == ["lose d1", "lose d2"]
    assert table.play("lose d1").happened == ["eliminated japan d1 1307"]
    assert table.asks == "retreat japan d2"
    table.play("d2<1207")
    assert table.units("d1", "d2", "s1", "s2") == ["lost", "1207", "1407", "1408"]
    assert table.state.losses == (1, 0)


def test_9_5_dr_sends_every_defender_back() -> None:
    table = russian("DR")
    assert (table.asks, table.rule) == ("retreat japan d1+d2", "9.6")
    table.play("d2<1207", "d1<1208")
    assert table.units("d1", "d2") == ["1208", "1207"]
    assert table.state.losses == (0, 0)


def test_9_5_ex_removes_one_of_each_and_the_others_stay() -> None:
    table = russian("EX").play("lose d2", "lose s1")
    assert table.units("d1", "d2", "s1", "s2") == ["1307", "lost", "lost", "1408"]
    assert table.state.losses == (1, 1)
    assert table.asks == "cards russia"


def test_9_5_ne_changes_nothing() -> None:
    table = russian("NE")
    assert table.units("d1", "d2", "s1", "s2") == ["1307", "1307", "1407", "1408"]
    assert (table.asks, table.state.losses) == ("cards russia", (0, 0))


def test_9_5_ar_sends_every_attacker_back() -> None:
    table = japanese("AR")
    assert (table.asks, table.rule) == ("fall japan g1+d1+d2", "9.6")
    table.play("g1<1206", "d2<1209", "d1<1206")
    assert table.units("g1", "d1", "d2", "s1") == ["1206", "1206", "1209", "1307"]
    assert (table.asks, table.state.losses) == ("cards japan", (0, 0))


def test_9_5_ar_moves_only_the_attackers() -> None:
    table = fighting(JAPAN_ATTACKS, rules=always("AR")).fought("d1*1307", 3).play("d1<1206")
    assert table.units("g1", "d1", "d2") == ["1207", "1206", "1208"]
    assert table.asks == "cards japan"


def test_9_5_ae_removes_one_attacker_and_the_others_stay() -> None:
    table = japanese("AE")
    assert (table.asks, table.rule) == ("loss japan g1+d1+d2", "9.5")
    table.play("lose d1")
    assert table.units("g1", "d1", "d2", "s1") == ["1207", "lost", "1208", "1307"]
    assert (table.asks, table.state.losses) == ("cards japan", (1, 0))


def test_reading_13_the_owner_names_the_loss_only_where_there_is_a_choice() -> None:
    table = japanese("EX")
    assert table.happened[-1] == "eliminated russia s1 1307", "a single unit, without an event"
    assert table.asks == "loss japan g1+d1+d2"
    assert table.refusal("no") == "wrongAnswer 9.5"
    assert table.refusal("lose s1") == "loseOne 9.5"
    assert table.refusal("lose d3") == "loseOne 9.5"
    assert table.refusal("lose g1+d1") == "loseOne 9.5"
    alone = fighting("1307 s1  1207 g1", rules=always("AE")).fought("g1*1307", 3)
    assert (alone.unit("g1"), alone.asks) == ("lost", "cards japan")


def test_reading_39_the_defender_names_his_loss_first() -> None:
    table = russian("EX")
    assert table.asks == "loss japan d1+d2"
    assert table.play("lose d1").asks == "loss russia s1+s2"


# ---- 9.7: the advance -----------------------------------------------------------------------


def test_9_7_after_dr_and_de_units_that_attacked_may_advance_or_not() -> None:
    for table in (japanese("DE"), japanese("DR").play("s1<1407")):
        assert (table.asks, table.rule) == ("advance japan g1+d1+d2", "9.7")
        assert table.allows("g1>1307", "d2>1307", "g1+d2>1307", "no")
        assert table.refusal("g1>1308") == "advanceWhere 9.7"
        assert table.refusal("g1>1307>1407") == "advanceWhere 9.7"
        assert table.refusal("|") == "wrongAnswer 9.7"
        assert table.canonical_form("d2+g1>1307") == "g1+d2>1307"
        table.play("g1+d2>1307")
        assert table.units("g1", "d1", "d2") == ["1307", "1207", "1307"]
        assert table.asks == "cards japan"
    assert japanese("DE").play("no").units("g1", "d1", "d2") == ["1207", "1207", "1208"]


def test_9_7_two_japanese_or_one_russian() -> None:
    table = japanese("DE")
    assert table.legal() == [
        "g1>1307", "d1>1307", "d2>1307", "g1+d1>1307", "g1+d2>1307", "d1+d2>1307", "no",
    ]  # fmt: skip
    assert table.refusal("g1+d1+d2>1307") == "advanceWho 9.7"
    russians = russian("DR").play("d1<1207", "d2<1207")
    assert russians.legal() == ["s1>1307", "s2>1307", "no"]
    assert russians.refusal("s1+s2>1307") == "advanceWho 9.7"


def test_9_7_only_attackers_advance() -> None:
    plan = JAPAN_ATTACKS + "  1306 d3"
    table = japanese("DE", plan)
    assert table.refusal("d3>1307") == "advanceWho 9.7"
    stack = fighting(plan, rules=always("DE")).fought("g1+d2*1307", 3)
    assert stack.refusal("d1>1307") == "advanceWho 9.7", "it was stacked with g1 and did not attack"


def test_9_7_never_after_ex() -> None:
    table = japanese("EX").play("lose g1")
    assert (table.unit("s1"), table.asks) == ("lost", "cards japan")


def test_9_7_the_defender_never_advances() -> None:
    attack = fighting("1307 s1  1207 g1", rules=always("AE")).fought("g1*1307", 3)
    assert (attack.unit("g1"), attack.asks) == ("lost", "cards japan")
    table = fighting("1307 s1  1207 g1", rules=always("AR")).fought("g1*1307", 3).play("g1<1206")
    assert table.asks == "cards japan"


def test_9_7_a_unit_that_cannot_move_does_not_advance() -> None:
    table = fighting("1203 d1  1204 na1  1202 s1", RUSSIA, rules=always("DE"))
    table.fought("na1+s1*1203", 3)
    assert table.legal() == ["s1>1203", "no"]
    alone = fighting("1202 pa1  1301 d1", RUSSIA, rules=always("DE")).fought("pa1*1301", 3)
    assert (alone.unit("d1"), alone.asks) == ("lost", "cards russia"), "no advance is pending"


def test_9_7_advancing_takes_a_key_hex() -> None:
    table = fighting("1202 pa1  1301 d1+d2", rules=always("DR")).fought("d1+d2*1202", 3)
    table.play("d2>1202")
    assert table.happened == [
        "advance japan d2 1202", "taken japan 1202", "moraleDown russia 5", "locked russia",
        "cards japan",
    ]  # fmt: skip
    stays = fighting("1202 pa1  1301 d1+d2", rules=always("DR")).fought("d1+d2*1202", 3).play("no")
    assert (stays.holder("1202"), stays.morale) == (RUSSIA, (6, 6)), "empty, and still Russia's"


def test_9_7_not_while_a_defender_is_left() -> None:
    table = russian("DE").play("lose d1")
    assert table.refusal("s1>1307") == "wrongAnswer 9.6", "d2 has to retreat first"
    assert table.play("d2<1207").asks == "advance russia s1+s2"
    assert russian("EX").play("lose d1", "lose s1").asks == "cards russia"


def test_9_7_an_advance_is_no_movement_and_heeds_no_ground() -> None:
    rough = fighting("1612 na1  1512 d1", rules=always("DE")).fought("d1*1612", 3)
    assert rough.play("d1>1612").unit("d1") == "1612"
    table = fighting("1307 s1  1207 d1", rules=always("DE"), japan="12").fought("d1*1307", 3)
    table.play("d1>1307", "#12/move")
    assert table.allows("d1>1308>1309>1310"), "all of its allowance is left"


# ---- readings -------------------------------------------------------------------------------


def test_reading_48_the_second_hex_heeds_no_zone() -> None:
    plan = "1612 d1  1611 s1  1712 s2  1613 d2  1710 d3"
    table = fighting(plan, RUSSIA, russia="12", rules=always("DE")).fought("s1+s2*1612", 3)
    assert "#12/s1>1612>1711" in table.legal(), "in the zone of d3"
    assert "#12/s2>1612>1512" in table.legal()
    assert table.refusal("#12/s1>1612>1613") == "advanceFar 9.7", "an enemy is there"
    assert table.refusal("#12/s1>1612>1712") == "advanceFar 9.7", "s2 is there"
    assert table.refusal("#12/s1>1612>1411") == "advanceFar 9.7"
    assert table.refusal("#12/s1>1612") == "advanceFar 9.7"
    assert table.refusal("s1>1612>1711") == "advanceWhere 9.7"
    table.play("#12/s1>1612>1711")
    assert (table.unit("s1"), table.pile) == ("1711", "#12")
    sea = fighting("1204 d1  1303 s1", RUSSIA, russia="12", rules=always("DE"))
    sea.fought("s1*1204", 3)
    assert sea.allows("#12/s1>1204>1203"), "over land it is open"
    back = fighting("1303 d1  1204 s1", RUSSIA, russia="12", rules=always("DE"))
    assert back.fought("s1*1303", 3).refusal("#12/s1>1303>1203") == "advanceFar 9.7", "the sea"


def test_reading_48_the_second_hex_may_be_the_start() -> None:
    table = fighting("1708 d1  1608 s1", RUSSIA, russia="12", rules=always("DE"), held="1708")
    table.fought("s1*1708", 3)
    assert table.allows("#12/s1>1708>1608")
    table.play("#12/s1>1708>1608")
    assert (table.unit("s1"), table.holder("1708")) == ("1608", RUSSIA), "Gaiping was entered"


def test_reading_48_no_other_card_leads_an_advance_on() -> None:
    table = fighting("1612 d1  1611 s1", RUSSIA, russia="11 12", rules=always("DE"))
    table.fought("s1*1612", 3)
    assert table.refusal("#11/s1>1612>1711") == "notThisCard 10.2.1"
    assert table.refusal("#13/s1>1612>1711") == "notInHand 9.7"
    japan = fighting("1307 s1  1207 d1", japan="12", rules=always("DE")).fought("d1*1307", 3)
    assert japan.refusal("#12/d1>1307>1407") == "notThisCard 10.2.1", "it is a Russian event"
