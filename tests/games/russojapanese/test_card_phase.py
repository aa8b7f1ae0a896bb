"""10.2 and 10.3: what a card may be spent for in the card phase, other than for its event."""

from tests.games.russojapanese.positions import (
    JAPAN,
    RUSSIA,
    always,
    fighting,
    moving,
    spending,
)

# ---- 10.2, 10.3, 10.4.2: one use a card, any number, any order --------------------------------


def test_10_2_a_card_is_used_once() -> None:
    table = spending(japan="04").play("#04/d6@1206")
    assert table.refusal("#04/d7@1206") == "notInHand 10.2"
    assert table.legal() == ["|"]
    assert spending(japan="04").refusal("#05/d6@1206") == "notInHand 10.2"
    assert spending(japan="04").refusal("d6@1206") == "payCard 10.2"
    event = spending("1911 d1", japan="05").play("play #05")
    assert event.refusal("#05/move") == "notInHand 10.2", "an event or something else"


def test_10_3_any_number_of_cards_a_phase() -> None:
    table = spending(japan="02 04 12 15")
    table.play("#02/d3@1206", "#04/d4@1206", "#12/d5@1211", "#15/d6@Korea")
    assert table.units("d3", "d4", "d5", "d6") == ["1206", "1206", "1211", "Korea"]
    assert table.play("|").asks != "cards japan"


def test_10_3_one_unit_may_profit_from_several_cards() -> None:
    table = spending("1307 d1", japan="02 04 12")
    table.play("#02/g1@Korea", "#04/move", "g1>1015>1114>1214", "d1>1308", "|", "#12/g1~>1206")
    assert (table.unit("g1"), table.hand(JAPAN)) == ("1206", "")


def test_10_4_2_a_unit_just_carried_may_come_by_rail_in_the_forced_march() -> None:
    table = spending("", RUSSIA, russia="01 02")
    table.play("#01/s3@Siberia", "#02/move", "s3=>1913", "|")
    assert (table.unit("s3"), table.asks) == ("1913", "cards russia")
    other = spending("1913 s2", RUSSIA, russia="01 02").play("#02/move", "|", "#01/s3@Siberia")
    assert other.unit("s3") == "Siberia", "or in the other order"


# ---- 10.2.3: forced march --------------------------------------------------------------------


def test_10_2_3_a_card_buys_another_movement_phase() -> None:
    table = spending("1307 d1", japan="12").play("#12/move")
    assert (table.asks, table.hand(JAPAN)) == ("move japan", "")
    table.play("d1>1308>1309>1310", "|")
    assert (table.unit("d1"), table.asks) == ("1310", "cards japan")


def test_10_2_3_a_card_buys_another_combat_phase() -> None:
    table = spending("1307 s1  1207 g1+d1 d2", japan="12", rules=always("DR")).play("#12/attack")
    assert table.asks == "declare japan"
    table.fought("g1+d1+d2*1307", 3).play("s1<1407", "g1+d1>1307")
    assert table.asks == "cards japan", "back in the card phase"


def test_10_2_3_one_forced_march_a_player_turn() -> None:
    table = spending("1307 d1", japan="04 12 15").play("#12/move", "|")
    assert table.refusal("#15/move") == "marchedAlready 10.2.3"
    assert table.refusal("#15/attack") == "marchedAlready 10.2.3"
    assert table.allows("#15/d6@1206", "|")
    assert not any(text.endswith(("/move", "/attack")) for text in table.legal())
    turn = spending(japan="04 12", russia="08").play("#12/attack", "|", "|", "refill 3")
    turn.play(turn.legal()[0], "|", "|")
    assert turn.asks == "cards russia"
    assert turn.allows("#08/move"), "the other player turn has its own"


def test_10_2_3_every_unit_moves_and_attacks_again() -> None:
    table = moving("1307 d1", japan="12").play("d1>1308", "|", "|", "#12/move")
    assert table.allows("d1>1309>1310")
    assert table.play("d1>1309").refusal("d1>1310") == "movedAlready 8.0", "and once again"
    fight = fighting("1307 s1  1207 g1+d1", japan="12", rules=always("NE"))
    fight.fought("g1+d1*1307", 3)
    fight.play("#12/attack")
    assert fight.allows("g1+d1*1307"), "the same units, the same hex"


# ---- 10.2.4: strategic moves -----------------------------------------------------------------


def test_10_2_4_along_roads_and_railways_as_far_as_one_likes() -> None:
    table = spending("1214 s1  2417 s2", RUSSIA, russia="12")
    assert table.allows("#12/s1~>1913", "#12/s2~>1203", "#12/s2~>1206", "#12/s1~>1511")
    assert "1307" not in table.goals("s2", "~>"), "no line leads there"
    assert table.refusal("#12/s2~>1307") == "marchGap 10.2.4"
    assert table.refusal("#12/s2~>2417") == "noEffect 10.2.4"
    table.play("#12/s2~>1211")
    assert (table.unit("s2"), table.pile) == ("1211", "#12")
    assert spending("2215 s1", RUSSIA).goals("s1", "~>") == set(), "it takes a card"


def test_10_2_4_from_a_road_or_railway_outside_enemy_zones() -> None:
    table = spending("1307 s1  1812 s2  1711 d1  2014 s3", RUSSIA, russia="12")
    assert table.refusal("#12/s1~>1913") == "marchStart 10.2.4"
    assert table.refusal("#12/s2~>1913") == "marchZone 10.2.4"
    assert table.goals("s1", "~>") == table.goals("s2", "~>") == set()
    assert table.goals("s3", "~>")
    assert table.refusal("#12/d1~>1611") == "notYours 10.2.4"
    assert spending("1204 na1", RUSSIA, russia="12").refusal("#12/na1~>1203") == "neverMoves 8.0"


def test_10_2_4_not_into_a_zone() -> None:
    table = spending("1913 s1  1711 d1", RUSSIA, russia="12")
    assert table.refusal("#12/s1~>1812") == "lineZone 10.2.4"
    assert table.refusal("#12/s1~>1711") == "enemyThere 7.0"
    cut = spending("1913 s1  2014 s3  1711 d1  1713 d2  1815 d3", RUSSIA, russia="12")
    assert cut.goals("s1", "~>") == {"1912"}, "zones and a friendly unit around it"


def test_10_2_4_not_into_a_town_or_the_supply_hex_of_the_enemy() -> None:
    table = spending("1912 d1", japan="12", held="1811")
    assert table.refusal("#12/d1~>1913") == "enemyTown 10.2.4"
    assert table.allows("#12/d1~>1811"), "its own town"
    russia = spending("1114 s1", RUSSIA, russia="12")
    assert russia.refusal("#12/s1~>1015") == "enemySupply 10.2.4"
    assert russia.allows("#12/s1~>1214")
    for more in ({"held": "2417"}, {"options": ("towns-open",)}):
        north = spending("2316 d1", japan="12", **more)
        assert north.refusal("#12/d1~>2417") == "enemySupply 10.2.4", "town or no town"


def test_10_2_4_from_the_boxes_next_to_the_map() -> None:
    table = spending("d1@Korea", japan="12")
    assert table.allows("#12/d1~>1015", "#12/d1~>1214", "#12/d1~>1206")
    assert table.refusal("#12/d2~>1015") == "notReady 8.3", "in the Japan box"
    assert table.play("#12/d1~>1214").unit("d1") == "1214"
    russia = spending("s3@Siberia", RUSSIA, russia="12")
    assert russia.allows("#12/s3~>2417", "#12/s3~>1913", "#12/s3~>1611")
    assert russia.refusal("#12/s4~>2417") == "notReady 8.3"


def test_10_2_4_friendly_units_that_fill_a_hex_block_it() -> None:
    table = spending("2014 s1  2114 s2  2115 s3", RUSSIA, russia="12")
    assert table.refusal("#12/s1~>2114") == "tooMany 7.3"
    assert table.refusal("#12/s1~>2215") == "tooMany 7.3"


# ---- 10.2.5: transport -----------------------------------------------------------------------


def test_10_2_5_a_card_brings_a_3_2_from_europe_to_siberia() -> None:
    table = spending("s4@Siberia", RUSSIA, russia="12 15")
    assert table.allows("#12/s3@Siberia", "#12/c1@Siberia")
    assert table.refusal("#12/e1@Siberia") == "onlyThreeTwo 10.2.5", "the 5-2 by an event only"
    assert table.refusal("#12/s4@Siberia") == "notHome 10.2.5", "it is there"
    assert table.refusal("#12/s3@2417") == "transportTo 10.2.5"
    assert table.refusal("#12/s3+s5@Siberia") == "oneAtATime 10.2.5"
    assert table.refusal("#12/d3@Siberia") == "notYours 10.2.5"
    table.play("#12/s3@Siberia")
    assert (table.unit("s3"), table.pile) == ("Siberia", "#12")


def test_10_2_5_a_card_brings_a_division_to_korea_or_a_southern_port() -> None:
    table = spending("d2@Korea  1307 d1", japan="12")
    assert table.goals("d6", "@") == {"Korea", "1203", "1206", "1211"}
    assert table.refusal("#12/d2@1206") == "notHome 10.2.5", "from the Japan box only"
    assert table.refusal("#12/d1@1206") == "notHome 10.2.5"
    assert table.refusal("#12/d6@1207") == "noPort 10.2.5"
    assert table.refusal("#12/d6+d7@1206") == "oneAtATime 10.2.5"
    assert table.play("#12/d6@1211").units("d6") == ["1211"]


def test_10_2_5_only_russians_in_the_port_and_the_stacking_limit_keep_japan_out() -> None:
    table = spending("1205 s1  1204 na1  1211 s2", japan="12 15 02 04")
    assert table.allows("#12/d6@1206", "#12/d6@1203"), "Russian hexes in Russian zones"
    assert table.refusal("#12/d6@1211") == "enemyThere 10.2.5"
    table.play("#12/d6@1206", "#15/d7@1206")
    assert table.refusal("#02/d8@1206") == "tooMany 7.3", "two a hex"


def test_10_2_5_other_ports_open_when_the_fleet_is_locked_in() -> None:
    table = spending("1307 s1", japan="12")
    assert table.refusal("#12/d6@1809") == "portShut 10.2.5"
    assert table.refusal("#12/d6@1202") == "portShut 10.2.5"
    locked = spending("1307 s1", japan="12", locked=True)
    assert locked.goals("d6", "@") == {"Korea", "1202", "1203", "1206", "1211", "1809"}
    garrison = spending("1202 pa1  1809 s1", japan="12", locked=True)
    assert garrison.refusal("#12/d6@1202") == "enemyThere 10.2.5"
    assert garrison.refusal("#12/d6@1809") == "enemyThere 10.2.5"


def test_10_2_5_landing_in_a_key_hex_takes_it() -> None:
    table = spending(japan="12").play("#12/d6@1203")
    assert table.happened == [
        "landing japan d6 1203 12", "taken japan 1203", "moraleDown russia 5",
    ]  # fmt: skip


def test_reading_5_landing_at_dalian_on_turn_1_costs_russia_a_point() -> None:
    table = spending("1202 pa1  1204 na1", japan="12", turn=1).play("#12/d6@1203")
    assert (table.holder("1203"), table.morale) == (JAPAN, (6, 5))


# ---- 10.2.6: reorganisation ------------------------------------------------------------------


def test_10_2_6_a_card_brings_a_removed_3_2_back_to_europe() -> None:
    table = spending("s2+c1@lost  1307 s1", RUSSIA, russia="12")
    assert table.allows("#12/s2@Europe", "#12/c1@Europe")
    assert table.refusal("#12/s1@Europe") == "notLost 10.2.6"
    assert table.refusal("#12/s3@Europe") == "notLost 10.2.6"
    assert table.refusal("#12/s2@Siberia") == "notHome 10.2.5"
    assert table.play("#12/s2@Europe").unit("s2") == "Europe"


def test_10_2_6_a_5_2_comes_back_by_event_13_alone() -> None:
    table = spending("e1@lost", RUSSIA, russia="12 13")
    assert table.refusal("#12/e1@Europe") == "onlyThreeTwo 10.2.6"
    assert table.play("play #13 e1").unit("e1") == "Europe"


def test_10_2_6_a_division_comes_back_by_event_16_alone() -> None:
    table = spending("d3@lost", japan="12 16")
    assert table.refusal("#12/d3@Japan") == "noReorganisation 10.2.6"
    assert table.refusal("#12/d3@Korea") == "notHome 10.2.5"
    assert table.play("play #16 d3").unit("d3") == "Japan"


def test_10_2_6_the_garrisons_never_come_back() -> None:
    table = spending("pa1+na1@lost", RUSSIA, russia="12 13")
    for unit in ("pa1", "na1"):
        assert table.refusal(f"#12/{unit}@Europe") == "onlyThreeTwo 10.2.6"
        assert table.refusal(f"play #13 {unit}") == "nobodyLost 10.2.1"
    assert not any("pa1" in text or "na1" in text for text in table.legal())
