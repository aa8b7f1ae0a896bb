"""Chapters 2 and 3: the map, the counters, the cards, and how a game begins."""

import pytest

from tests.games.russojapanese.positions import (
    JAPAN,
    RUSSIA,
    fighting,
    fresh_game,
    moving,
    ruleset,
    spending,
)

# ---- chapter 2: what is in the box ------------------------------------------------------


def test_2_2_a_number_that_is_not_on_the_map_is_no_hex() -> None:
    table = moving("1206 d1")
    steps = {event for event in table.starting("d1>") if event.count(">") == 1}
    assert steps == {"d1>1205", "d1>1207", "d1>1305", "d1>1306"}, "to the south is the sea"
    assert table.refusal("d1>1106") == "unknownPlace 2.2"
    assert table.refusal("d1>1207>1206>1106") == "unknownPlace 2.2"
    assert moving("1305 d1").refusal("d1=>9999") == "unknownPlace 2.2"


def test_2_2_rows_are_counted_from_the_south_and_odd_rows_are_half_a_hex_further_east() -> None:
    """6.0: 1303 touches 1302, 1203 and 1404; the example: 1713, 1813, 1712 are two steps."""
    tables = ruleset().context.tables
    near = tables.grid.neighbours[tables.index["1303"]]
    assert {tables.ids[h] for h in near} == {"1302", "1304", "1203", "1204", "1403", "1404"}
    table = moving("1713 s2  1612 d1  1714 d2", RUSSIA)
    assert table.allows("s2>1813>1712")


def test_2_2_1_each_hex_has_one_ground_and_no_side_is_of_two_kinds() -> None:
    tables = ruleset().context.tables
    assert set(tables.terrain) == {"clear", "rough", "sea"}
    assert len(tables.terrain) == len(tables.ids)
    for h in range(len(tables.ids)):
        assert not tables.river[h] & tables.water_side[h]
        assert not set(tables.lines[h]) & tables.water_side[h], "no road crosses the sea"


DICE = """
    DR DR EX EX DE DE DE
    NE DR DR DR EX DE DE
    NE NE DR DR DR EX DE
    AR AR NE DR DR DR EX
    AE AR AR NE DR DR DR
    AE AE AR AR AR DR DR
    """
"""The printed table: a row for each number of the die, the columns from −1 to +5."""
PRINTED = [
    (difference, die, result)
    for die, row in enumerate(DICE.split("\n")[1:-1], 1)
    for difference, result in enumerate(row.split(), -1)
]


@pytest.mark.parametrize(("difference", "die", "result"), PRINTED)
def test_2_2_3_the_table_of_results_is_the_printed_one(
    difference: int, die: int, result: str
) -> None:
    attackers = ["g1", "d1", "d2", "d3"][: (difference + 3) // 2]
    card = "" if difference % 2 else "#12"  # two each against three: odd without support
    table = fighting("1309 s1  1308 g1+d1  1310 d2+d3", japan=card)
    table.fought(f"{'+'.join(attackers)}*1309", die, card)
    roll = next(each for each in table.effects if each.kind.startswith("roll"))
    assert (roll.numbers, roll.kind) == ((die, difference), f"roll{result}")


def test_2_2_3_there_are_twelve_turns_and_morale_from_0_to_6() -> None:
    rules = ruleset()
    assert rules.spec.game.turns == 12
    assert rules.context.tables.limit["morale"] == 6


def test_2_3_1_the_guards_are_a_2_3() -> None:
    table = moving("1305 g1")
    assert table.allows("g1>1306>1307>1308")
    assert table.refusal("g1>1306>1307>1308>1309") == "tooFar 8.0"
    assert fighting("1309 s1  1308 g1").difference("g1*1309") == 2 - 3


def test_2_3_7_without_the_option_there_are_no_ships() -> None:
    table = moving("g1@Korea", RUSSIA)
    assert len(table.rules.context.tables.units) == len(table.state.where)
    assert "ship" not in table.rules.context.tables.kind
    assert table.refusal("r1>1202") == "unknownUnit 8.0"
    assert table.state.navy is None
    cards = spending("", RUSSIA, russia="01")
    assert cards.asks == "cards russia"
    assert cards.refusal("#01/sortie") == "wrongAnswer 10.2"


def test_2_4_sixteen_cards_with_an_event_for_each_side() -> None:
    table = fresh_game()
    numbers = set(range(1, 17))
    assert table.deck.split() == [f"#{number:02}" for number in sorted(numbers)]
    halves = table.rules.context.tables.event
    assert set(halves) == {(side, number) for side in (JAPAN, RUSSIA) for number in numbers}
    with_card = [spending(side=side, **{side: "13"}) for side in (JAPAN, RUSSIA)]
    assert [each.starting("play #13") for each in with_card] == [[], []], "no discards, no losses"
    assert spending(japan="13", pile="05").allows("play #13"), "God of War takes a card"
    assert spending("s1@lost", RUSSIA, russia="13").allows("play #13 s1"), "reorganisation"


# ---- chapter 3: getting ready -----------------------------------------------------------


def test_3_0_the_game_begins_with_japans_deal() -> None:
    table = fresh_game()
    assert (table.asks, table.rule) == ("draw chance japan", "3.2")
    assert len(table.legal()) == 560, "any three of the sixteen"
    assert table.refusal("g1>1015") == "cardsFirst 3.2"


def test_3_1_four_russian_units_begin_on_the_map() -> None:
    table = fresh_game()
    tables = table.rules.context.tables
    russians = [tables.units[k] for k in tables.own[RUSSIA]]
    on_the_map = {ident: table.unit(ident) for ident in russians if table.unit(ident) != "Europe"}
    assert on_the_map == {"pa1": "1202", "na1": "1204", "s1": "1214", "s2": "1913"}
    values = {
        (tables.strength[tables.unit[each]], tables.allowance[tables.unit[each]]): each
        for each in on_the_map
    }
    assert set(values) == {(2, 0), (1, 0), (3, 2)}


def test_3_1_russia_begins_without_a_card() -> None:
    table = fresh_game().play("draw #02+#04+#09")
    assert table.hand(RUSSIA) == ""
    assert table.play("|", "|", "|").asks == "refill russia", "turn 2 brings the first"
    assert (table.state.turn, table.hand(RUSSIA)) == (2, "")


def test_3_2_three_divisions_begin_in_korea_and_the_others_in_japan() -> None:
    table = fresh_game()
    tables = table.rules.context.tables
    places = [table.unit(tables.units[k]) for k in tables.own[JAPAN]]
    assert (places.count("Korea"), places.count("Japan")) == (3, len(places) - 3)
    assert {(tables.strength[k], tables.allowance[k]) for k in tables.own[JAPAN]} == {(2, 3)}


def test_3_2_japan_is_dealt_three_cards() -> None:
    table = fresh_game()
    for wrong in ("draw #02+#04", "draw #02+#04+#06+#08", "draw #02+#04+#17"):
        assert table.refusal(wrong) == "wrongCards 3.2"
    table.play("draw #02+#04+#09")
    assert (table.hand(JAPAN), len(table.deck.split()), table.pile) == ("#02 #04 #09", 13, "")
    assert table.happened[:2] == ["drew japan 3", "drewCards japan #02+#04+#09 (japan)"]


def test_3_2_seirogan_in_the_deal_goes_back_and_is_not_replaced() -> None:
    table = fresh_game().play("draw #02+#09+#11")
    assert table.hand(JAPAN) == "#02 #09"
    assert "#11" in table.deck.split()
    assert (len(table.deck.split()), table.pile) == (14, "")
    assert table.asks == "move japan", "nothing more is drawn"


def test_3_3_turn_1_morale_6_and_four_key_hexes_with_russia() -> None:
    table = fresh_game().play("draw #02+#04+#09")
    assert (table.state.turn, table.morale) == (1, (6, 6))
    keys = table.rules.context.tables.grid.list_ids(table.rules.context.tables.key_hexes)
    assert sorted(keys) == ["1202", "1203", "1913", "2215"], "Port Arthur, Dalian, Liaoyang, Mukden"
    assert {table.holder(place) for place in keys} == {RUSSIA}
