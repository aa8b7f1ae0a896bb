"""9.6: retreats, chains, and the loss of blocked units; sudden death by retreat.

From 1307, attacked over 1207 and 1208, a unit retreats into 1407 or 1408: `s1<1407`.
"""

from tests.games.russojapanese.positions import (
    JAPAN,
    RUSSIA,
    RussoJapaneseTestGame,
    always,
    fighting,
)

DEFENCE = "1307 s1  1207 g1+d1 d2"


def beaten(more: str = "", result: str = "DR", **changes: object) -> RussoJapaneseTestGame:
    """s1 in 1307 is beaten by g1, d1 and d2 from 1207 and 1208."""
    table = fighting(f"{DEFENCE}  {more}", JAPAN, rules=always(result), **changes)
    return table.fought("g1+d1+d2*1307", 3)


def repelled(
    plan: str, attack: str, side: str = RUSSIA, **changes: object
) -> RussoJapaneseTestGame:
    """An attack that ends with AR."""
    return fighting(plan, side, rules=always("AR"), **changes).fought(attack, 3)


# ---- 9.6: one hex ---------------------------------------------------------------------------


def test_9_6_a_unit_retreats_one_hex_of_its_owners_choice() -> None:
    table = beaten()
    assert (table.asks, table.rule) == ("retreat russia s1", "9.6")
    assert table.legal() == ["s1<1407", "s1<1408"]
    assert table.refusal("s1<1507") == "retreatOne 9.6"
    assert table.refusal("s1<1306") == "retreatZone 6.3"
    assert table.refusal("s1<1207") == "retreatEnemy 7.0"
    assert table.refusal("g1<1206") == "retreatWho 9.6"
    assert table.refusal("s1<1007") == "unknownPlace 2.2", "off the map"
    assert table.refusal("s1>1407") == "wrongAnswer 9.6"
    assert table.refusal("no") == "wrongAnswer 9.6"
    assert table.play("s1<1408").unit("s1") == "1408"


def test_9_6_no_unit_retreats_over_the_sea() -> None:
    table = fighting("1303 s1  1204 d1+d2", rules=always("DR")).fought("d1+d2*1303", 3)
    assert table.legal() == ["s1<1403"]
    assert table.refusal("s1<1302") != "legal"


def test_9_6_ways_towards_the_enemy_are_as_good_as_any() -> None:
    table = fighting("1407 s1  1507 d1+d2", rules=always("DR")).fought("d1+d2*1407", 3)
    assert table.legal() == ["s1<1406", "s1<1306", "s1<1307"], "all of them further south"


def test_9_6_rivers_and_rough_ground_do_not_matter() -> None:
    table = fighting("1214 s1  1215 d1+d2", rules=always("DR")).fought("d1+d2*1214", 3)
    assert table.legal() == ["s1<1313", "s1<1213", "s1<1113"], "rough; clear; over the Yalu"


def test_9_6_a_blocked_unit_is_removed() -> None:
    table = beaten("1507 d3")
    assert table.happened[-1] == "trapped russia s1 1307"
    assert (table.unit("s1"), table.state.losses) == ("lost", (0, 1))
    assert table.asks == "advance japan g1+d1+d2"


def test_9_6_a_retreat_into_a_key_hex_takes_it() -> None:
    table = fighting("1204 s1  1205 d1+d2", held="1203", rules=always("DR"))
    table.fought("d1+d2*1204", 3)
    assert table.legal() == ["s1<1303", "s1<1203"]
    table.play("s1<1203")
    assert table.happened[1:3] == ["taken russia 1203", "moraleDown japan 5"]


# ---- 9.6: chains ----------------------------------------------------------------------------


def test_9_6_a_full_hex_only_if_nothing_else_is_open() -> None:
    table = beaten("1407 s2")
    assert table.legal() == ["s1<1408"]
    assert table.refusal("s1<1407") == "retreatFull 9.6"
    japan = fighting("1307 d1  1207 g1+d2 d3  1407 s1 s2", RUSSIA, rules=always("DR"))
    japan.fought("s1+s2*1307", 3)
    assert japan.legal() == ["d1<1208"], "1207 is full, 1208 has room for one"


def test_9_6_a_friend_gives_way_and_so_on() -> None:
    table = beaten("1407 s2 s3")
    assert table.legal() == ["s1<1407", "s1<1408"]
    table.play("s1<1407")
    assert (table.asks, table.rule) == ("displace russia s2", "9.6")
    assert table.legal() == ["s2<1506", "s2<1507", "s2<1406"], "1408 is full, 1306 in a zone"
    assert table.refusal("s3<1507") == "retreatWho 9.6"
    table.play("s2<1406")
    assert table.units("s1", "s2", "s3") == ["1407", "1406", "1408"]
    assert table.asks == "advance japan g1+d1+d2"


FULL = "1406 s4  1407 s2 s3  1409 s5  1506 s6 s7 c1"
"""All hexes into which s2 and s3 can retreat are full."""


def test_9_6_a_chain_goes_on_as_far_as_it_must() -> None:
    table = beaten(FULL).play("s1<1407")
    assert table.legal() == ["s2<1506", "s2<1507", "s2<1406", "s2<1408"]
    table.play("s2<1507")
    assert table.asks == "displace russia s7"
    table.play("s7<1607")
    assert table.units("s1", "s2", "s7") == ["1407", "1507", "1607"]
    assert table.asks == "advance japan g1+d1+d2"


def test_9_6_a_japanese_stack_gives_way_by_one() -> None:
    plan = "1307 d1  1207 g1+d2 d3+d4  1407 s1 s2"
    table = fighting(plan, RUSSIA, rules=always("DR")).fought("s1+s2*1307", 3)
    assert table.legal() == ["d1<1207", "d1<1208"]
    table.play("d1<1207")
    assert table.asks == "displace japan g1+d2", "one of the units in the hex"
    assert "d2<1206" in table.legal()
    assert table.refusal("d1<1206") == "retreatWho 9.6"
    assert table.play("d2<1206").units("d1", "g1", "d2") == ["1207", "1207", "1206"]


def test_9_6_without_a_way_for_the_last_the_first_is_removed() -> None:
    table = beaten("1407 s2 s3  1607 d3 d4  1405 d5  1509 d6")
    assert table.units("s1", "s2", "s3") == ["lost", "1407", "1408"], "no unit is displaced"
    assert table.state.losses == (0, 1)
    assert table.asks == "advance japan g1+d1+d2"


def test_reading_42_a_chain_that_must_fail_is_not_offered() -> None:
    plan = "1307 s1  1408 g1+d1  1306 s2  1208 s3  1207 na1  1210 d2"
    table = fighting(plan, rules=always("DR")).fought("g1+d1*1307", 3)
    assert table.legal() == ["s1<1306"], "s2 gives way; s3 has nowhere to go"
    assert table.refusal("s1<1208") == "retreatFull 9.6"
    assert table.refusal("s1<1207") == "retreatFull 9.6"


def test_reading_42_a_retreated_unit_is_not_displaced_by_it() -> None:
    plan = "1307 d1+d2  1407 s1 s2  1207 d4 g1+d3"
    table = fighting(plan, RUSSIA, rules=always("DR")).fought("s1+s2*1307", 3)
    assert table.play("d1<1207").legal() == ["d2<1207", "d2<1208"], "both are full now"
    assert table.play("d2<1207").asks == "displace japan d4", "d1 has just come"


def test_reading_15_a_unit_that_cannot_move_is_not_pushed() -> None:
    table = beaten("1407 na1  1408 s3")
    assert table.legal() == ["s1<1408"], "s3 gives way, the garrison does not"
    alone = beaten("1407 na1 pa1")
    assert (alone.unit("s1"), alone.units("na1", "pa1")) == ("lost", ["1407", "1408"])


# ---- 9.6: AR --------------------------------------------------------------------------------

ATTACK = "1307 d1+d2  1407 s1 s2"


def test_9_6_the_attacker_may_lose_one_rather_than_retreat() -> None:
    table = repelled(ATTACK, "s1+s2*1307")
    assert (table.asks, table.rule) == ("fall russia s1+s2", "9.6")
    assert {"lose s1", "lose s2", "s1<1406", "s2<1409"} <= set(table.legal())
    assert table.refusal("lose d1") == "loseOne 9.6"
    table.play("lose s2")
    assert table.happened == ["worsened russia", "eliminated russia s2 1408", "cards russia"]
    assert table.units("s1", "s2") == ["1407", "lost"]


def test_reading_14_either_all_retreat_or_one_is_lost() -> None:
    plan = ATTACK + "  1508 d3+d4"
    table = repelled(plan, "s1+s2*1307")
    assert table.legal() == ["s1<1506", "s1<1406", "lose s1", "lose s2"]
    falls = repelled(plan, "s1+s2*1307").play("s1<1406")
    assert falls.units("s1", "s2") == ["1406", "lost"], "a blocked unit is removed"
    stays = repelled(plan, "s1+s2*1307").play("lose s2")
    assert stays.units("s1", "s2") == ["1407", "lost"], "one is lost, the other stays"
    single = repelled("1307 d1  1407 s1", "s1*1307")
    assert "lose s1" in single.legal(), "a single attacker too"
    begun = repelled(ATTACK, "s1+s2*1307").play("s1<1406")
    assert begun.refusal("lose s2") == "wrongAnswer 9.6", "not after a retreat"


def test_reading_40_if_no_attacker_can_retreat_one_is_lost() -> None:
    plan = "1203 d1  1204 s1  1304 g1+d2"
    table = repelled(plan, "s1*1203")
    assert (table.unit("s1"), table.asks) == ("lost", "cards russia")
    two = repelled("1307 d1  1407 s1 s2  1607 d3 d4  1405 d5  1410 d6", "s1+s2*1307")
    assert two.effect_kinds[-1] == "noWayBack"
    assert two.asks == "loss russia s1+s2"
    assert two.play("lose s1").units("s1", "s2") == ["lost", "1408"]


def test_reading_41_a_blocked_unit_waits_for_the_others() -> None:
    table = repelled(ATTACK + "  1409 s3  1508 d3+d4", "s1+s2*1307")
    assert not any(event.startswith("s2<") for event in table.legal())
    assert table.refusal("s2<1409") != "legal"
    assert table.unit("s2") == "1408", "it is still there"
    assert table.play("s1<1406").unit("s2") == "lost"


# ---- 9.6.1, 9.6.2 ---------------------------------------------------------------------------


def test_9_6_1_a_unit_that_cannot_move_is_removed_instead() -> None:
    table = fighting("1204 na1  1205 d1", rules=always("DR")).fought("d1*1204", 3)
    assert "immobile russia na1 1204" in table.happened
    assert (table.unit("na1"), table.state.losses) == ("lost", (0, 1))
    assert table.asks == "advance japan d1", "its hex is empty"
    attack = repelled("1203 d1  1204 na1  1202 s1", "na1+s1*1203")
    assert attack.refusal("na1<1304") == "retreatNever 9.6.1"
    attack.play("s1<1301")
    assert attack.units("na1", "s1") == ["lost", "1301"]


def test_9_6_2_a_stack_retreats_together_or_apart() -> None:
    def beaten_stack(friends: str = "") -> RussoJapaneseTestGame:
        plan = f"1307 d1+d2  1407 s1 s2  {friends}"
        return fighting(plan, RUSSIA, rules=always("DR")).fought("s1+s2*1307", 3)

    assert beaten_stack().play("d1<1207", "d2<1207").units("d1", "d2") == ["1207", "1207"]
    assert beaten_stack().play("d1<1207", "d2<1208").units("d1", "d2") == ["1207", "1208"]
    narrow = beaten_stack("1207 g1").play("d1<1207")
    assert narrow.legal() == ["d2<1208"], "the limit of two keeps them apart"


def test_reading_58_each_unit_retreats_by_its_own_event() -> None:
    table = fighting(ATTACK, RUSSIA, rules=always("DR")).fought("s1+s2*1307", 3)
    assert table.refusal("d1+d2<1207") == "retreatWho 9.6"
    assert table.legal() == ["d1<1207", "d1<1208", "d2<1207", "d2<1208"], "in any order"


def test_reading_18_no_unit_retreats_into_a_box() -> None:
    table = fighting("1015 d1  1114 s1", RUSSIA, rules=always("DR")).fought("s1*1015", 3)
    assert table.legal() == ["d1<1016"]
    assert table.refusal("d1<Korea") == "noBox 8.3"
    north = fighting("2417 s1  2317 d1+d2", rules=always("DR")).fought("d1+d2*2417", 3)
    assert north.refusal("s1<Siberia") == "noBox 8.3"


# ---- readings 4 and 54: sudden death ---------------------------------------------------------


def test_reading_54_a_retreat_into_the_supply_hex_wins() -> None:
    plan = "1114 s1  1214 d1+d2"
    table = fighting(plan, rules=always("DR")).fought("d1+d2*1114", 3).play("s1<1015")
    assert (table.asks, table.state.outcome is not None) == ("Russia 4.4", True)
    options = ("advance-no-sudden",)
    other = fighting(plan, rules=always("DR", options)).fought("d1+d2*1114", 3).play("s1<1015")
    assert (other.asks, other.unit("s1")) == ("advance japan d1+d2", "1015")


def test_reading_4_an_advance_into_the_supply_hex_wins() -> None:
    table = fighting("1015 d1  1114 s1", RUSSIA, rules=always("DE")).fought("s1*1015", 3)
    assert table.play("s1>1015").asks == "Russia 4.4"
    north = fighting("2417 s1  2316 d1+d2", rules=always("DE")).fought("d1+d2*2417", 3)
    assert north.play("d2>2417").asks == "Japan 4.4"


def test_reading_4_advance_no_sudden_wants_a_movement() -> None:
    rules = always("DE", ("advance-no-sudden",))
    table = fighting("1015 d1  1114 s1", RUSSIA, rules=rules).fought("s1*1015", 3)
    assert table.play("s1>1015").asks == "cards russia"
    table.play("|")
    assert table.asks != "Russia 4.4", "nor by staying there"
