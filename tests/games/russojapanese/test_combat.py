"""Chapter 9, to 9.5: attacks, strengths, support, the die.

Fights in the open are against 1307, from 1207 and 1208 or from 1407 and 1408: all of it is clear
ground without rivers. A Japanese division has 2, a Siberian corps 3.
"""

import pytest

from senpu.replay.parts.counters import set_values
from senpu.replay.parts.tables import read_results_table
from tests.games.russojapanese.positions import (
    JAPAN,
    RUSSIA,
    RussoJapaneseTestGame,
    always,
    fighting,
)
from tests.games.russojapanese.test_set_up import PRINTED

PLAIN = "1307 s1  1207 g1+d1 d2+d3"
"""Four divisions next to one corps."""


# ---- 9.1 to 9.3: legal attacks -------------------------------------------------------------


def test_9_1_units_may_attack_enemies_in_their_zones() -> None:
    table = fighting(PLAIN)
    assert (table.asks, table.rule) == ("declare japan", "9.3")
    assert table.allows("g1*1307", "d3*1307", "g1+d1+d2+d3*1307", "|")
    assert table.refusal("g1*1306") == "nobodyThere 9.1"
    assert table.refusal("g1*1407") == "notBeside 9.1"
    assert table.refusal("s1*1207") == "notYours 9.1"
    assert table.refusal("d5*1307") == "offMap 9.1"
    assert table.refusal("z9*1307") == "unknownUnit 9.1"
    assert table.refusal("g1>1307") == "wrongAnswer 9.3"
    assert table.play("|").asks == "cards japan", "no unit has to attack"


def test_9_1_the_active_side_attacks_regardless_of_earlier_phases() -> None:
    assert fighting(PLAIN, RUSSIA).legal() == ["s1*1207", "s1*1208", "|"]


def test_9_1_no_unit_attacks_over_an_all_sea_side() -> None:
    assert fighting("1303 s1  1203 d1").refusal("d1*1303") == "attackSea 9.1"
    assert fighting("1303 s1  1203 d1", RUSSIA).refusal("s1*1203") == "attackSea 9.1"
    assert fighting("1303 s1  1203 d1").legal() == ["|"]


def test_9_1_a_unit_attacks_once_a_phase() -> None:
    table = fighting("1307 s1 s2  1208 d1").play("d1*1307")
    assert table.refusal("d1*1308") == "committed 9.1"
    assert table.legal() == ["|"]


def test_9_1_a_hex_is_attacked_once_a_phase() -> None:
    table = fighting(PLAIN).play("g1+d1*1307")
    assert table.refusal("d2*1307") == "targetTaken 9.1"
    assert table.legal() == ["|"]


def test_9_2_a_stack_is_attacked_as_a_whole() -> None:
    table = fighting("1307 d1+d2  1407 s1 s2", RUSSIA)
    assert [term.number for term in table.odds("s1+s2*1307").terms] == [3, 3, -2, -2]
    assert table.refusal("s1*1307.d1") == "wholeHex 9.2"
    assert table.canonical_form("s2+s1*d1") == "s1+s2*1307", "the unit's name stands for its hex"


TWO_FIGHTS = "1307 g1+d1  1407 s1 s2"


def test_9_2_units_of_one_stack_may_attack_different_hexes_or_none() -> None:
    table = fighting(TWO_FIGHTS).play("g1*1407")
    assert table.allows("d1*1408", "|")
    assert table.play("d1*1408", "|").legal() == ["fight 1407", "fight 1408"]


def test_9_2_several_hexes_may_attack_one_together() -> None:
    table = fighting(PLAIN)
    assert table.allows("g1+d2*1307", "d1+d2+d3*1307")
    assert table.canonical_form("d3+g1*1307") == "g1+d3*1307"


def test_9_3_all_attacks_are_declared_before_the_first_fight() -> None:
    table = fighting(TWO_FIGHTS).play("g1*1407")
    assert table.refusal("fight 1407") == "wrongAnswer 9.3"
    assert table.play("|").asks == "fight japan"
    assert table.refusal("d1*1408") == "wrongAnswer 9.3"
    assert table.refusal("fight 1408") == "fightWhich 9.3"


def test_9_3_the_attacker_chooses_the_order_and_fights_them_all() -> None:
    for first, second in (("1407", "1408"), ("1408", "1407")):
        table = fighting(TWO_FIGHTS, rules=always("NE")).play("g1*1407", "d1*1408", "|")
        assert table.legal() == ["fight 1407", "fight 1408"]
        assert table.refusal("|") == "wrongAnswer 9.3"
        assert table.play(f"fight {first}", "[3]").legal() == [f"fight {second}"]
        assert table.play(f"fight {second}", "[3]").asks == "cards japan"


def test_9_3_a_unit_that_cannot_move_may_attack() -> None:
    assert fighting("1203 d1  1204 na1", RUSSIA).allows("na1*1203")
    assert fighting("1202 pa1  1301 d1", RUSSIA).allows("pa1*1301")


# ---- 9.4: strengths, ground, support --------------------------------------------------------


def test_9_4_strengths_are_added_on_both_sides() -> None:
    table = fighting(PLAIN)
    assert table.difference("g1*1307") == 2 - 3
    assert table.difference("g1+d1+d2+d3*1307") == 4 * 2 - 3
    table = fighting("1307 d1+d2  1407 e1 s2", RUSSIA)
    assert table.difference("e1+s2*1307") == 5 + 3 - 2 * 2


def test_9_4_1_a_river_helps_only_against_attackers_that_are_all_across() -> None:
    table = fighting("1214 s1  1114 g1+d1  1215 d2")
    assert table.difference("g1+d1*1214") == 4 - 3 - 1
    assert table.difference("g1+d1+d2*1214") == 6 - 3
    back = fighting("1214 s1  1114 g1", RUSSIA)
    assert back.difference("s1*1114") == 3 - 2 - 1, "a river has two banks"


def test_9_4_1_rough_ground_and_a_town_add_one_each() -> None:
    for place, cover in (("1307", 0), ("1612", 1), ("1708", 1), ("1713", 2)):
        table = fighting(f"s1@{place} d1@{adjacent(place)}")
        assert table.difference(f"d1*{place}") == 2 - 3 - cover, place
        assert fighting(f"d1@{place} s1@{adjacent(place)}", RUSSIA).difference(f"s1*{place}") == (
            3 - 2 - cover
        ), place
    assert fighting("1713 s1  1813 d1", RUSSIA).difference("s1*1813") == 1, "not to the attacker"


def adjacent(place: str) -> str:
    """Return an open hex next to another, without a river between them."""
    return {"1307": "1308", "1612": "1512", "1708": "1608", "1713": "1813"}[place]


def test_9_4_1_the_two_examples_of_the_book() -> None:
    haicheng = fighting("1811 s1  1810 d1  1812 d2")
    assert haicheng.difference("d1*1811") == 2 - 3 - 2, "river and town"
    assert haicheng.difference("d1+d2*1811") == 4 - 3 - 1, "not all of them come over the river"
    for place in ("1712", "1714", "1613", "1614", "1813", "1814"):
        motianling = fighting(f"1713 s1  d1@{place}")
        assert motianling.difference("d1*1713") == 2 - 3 - 2, "rough and town, from all sides"


def test_9_4_2_a_card_thrown_away_adds_one_to_the_attack() -> None:
    table = fighting(PLAIN, japan="12").play("g1+d1*1307", "|")
    assert table.allows("fight 1307", "#12/fight 1307")
    assert table.difference("fight 1307") == 1
    assert table.difference("#12/fight 1307") == 2
    table.play("#12/fight 1307")
    assert (table.asks, table.hand(JAPAN)) == ("dice chance", "")
    assert table.play("[1]").effect_kinds[0] == "rollEX", "the column of +2"


def test_9_4_2_one_card_a_fight_and_none_for_the_defender() -> None:
    table = fighting(TWO_FIGHTS, japan="12 15", russia="14", rules=always("NE"))
    table.play("g1*1407", "d1*1408", "|")
    cards = ("", "#12/", "#15/")
    assert table.legal() == [f"{card}fight {at}" for at in ("1407", "1408") for card in cards]
    assert table.refusal("#14/fight 1407") == "notInHand 9.4.2"
    table.play("#12/fight 1407", "no")
    assert table.asks == "reply-before russia"
    assert table.refusal("#14/fight 1407") == "wrongAnswer 10.4.5"
    assert table.legal() == ["no"], "the defender cannot support"
    table.play("no", "[3]").unanswered()
    assert table.allows("#15/fight 1408"), "another fight, another card"


def test_9_4_2_the_card_lies_on_top_of_the_discards() -> None:
    table = fighting(PLAIN, japan="12", pile="05").play("g1+d1*1307", "|", "#12/fight 1307")
    assert table.pile == "#05 #12"


def test_reading_8_support_comes_before_all_replies() -> None:
    table = fighting(PLAIN, japan="09 12", russia="15").play("g1+d1*1307", "|", "fight 1307")
    assert table.asks == "reply-before japan"
    assert table.refusal("#12/fight 1307") == "wrongAnswer 10.4.5"
    assert "support" not in table.effect_kinds


# ---- 9.5: the column and the die ------------------------------------------------------------

FORCES = {
    -1: ("g1", ""), 0: ("g1", "#12"), 1: ("g1+d1", ""), 2: ("g1+d1", "#12"),
    3: ("g1+d1+d2", ""), 4: ("g1+d1+d2", "#12"), 5: ("g1+d1+d2+d3", ""),
}  # fmt: skip
"""Attackers for each difference against a corps in the open, with a card or without."""


@pytest.mark.parametrize("difference", FORCES)
def test_9_5_the_die_is_read_in_the_column_of_the_difference(difference: int) -> None:
    force, card = FORCES[difference]
    column = {die: result for at, die, result in PRINTED if at == difference}
    table = fighting(PLAIN, japan=card).play(f"{force}*1307", "|")
    fight = f"{card}/fight 1307" if card else "fight 1307"
    odds = table.odds(fight)
    assert int(odds.column) == difference
    assert dict(odds.results) == {
        result: list(column.values()).count(result) / 6 for result in column.values()
    }
    table.play(fight, "[2]")
    assert table.happened[0] == f"roll{column[2]} japan 1307 2 {difference}"


def test_9_5_above_5_the_last_column_serves() -> None:
    plan = PLAIN + "  1306 d4+d5"
    six = "g1+d1+d2+d3+d4+d5"
    table = fighting(plan)
    assert table.difference(f"{six}*1307") == 9
    assert table.odds(f"{six}*1307").column == "+5"
    table.play(f"{six}*1307", "|", "fight 1307", "[4]")
    assert table.happened[0] == "rollEX japan 1307 4 5"


def test_9_5_a_column_also_serves_the_differences_up_to_the_next_column(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = fighting(PLAIN)
    gap = {"-1": ["AE"] * 6, "1": ["NE"] * 6, "5": ["DE"] * 6}
    tables = table.rules.context.tables
    monkeypatch.setattr(tables, "results", read_results_table(gap, ("AE", "NE", "DE")))
    force = FORCES[3][0]
    assert table.difference(f"{force}*1307") == 3
    assert table.odds(f"{force}*1307").column == "+1"
    assert table.play(f"{force}*1307", "|").odds("fight 1307").column == "+1"
    table.play("fight 1307", "[4]")
    assert table.happened[0] == "rollNE japan 1307 4 1"


def hopeless(**more: object) -> RussoJapaneseTestGame:
    """A division against a corps on Motianling, at -3."""
    return fighting("1713 s1  1813 d1", JAPAN, **more).play("d1*1713", "|")


def test_9_5_below_minus_1_there_is_no_die_and_no_effect() -> None:
    table = hopeless()
    assert table.odds("fight 1713").results == (("NE", 1.0),)
    table.play("fight 1713")
    assert table.effect_kinds == ["fight", "tooWeak", "cards"]
    assert (table.asks, table.units("d1", "s1")) == ("cards japan", ["1813", "1713"])
    assert fighting("1708 s1  1608 d1+d2").play("d1+d2*1708", "|", "fight 1708").asks == (
        "dice chance"
    ), "4 - 3 - 1 is 0"


def test_reading_7_support_may_lift_an_attack_to_minus_1() -> None:
    table = fighting("1708 s1  1608 d1", japan="09 12").play("d1*1708", "|")
    assert (table.difference("fight 1708"), table.difference("#12/fight 1708")) == (-2, -1)
    assert table.play("#12/fight 1708").asks == "reply-before japan"
    weak = fighting("1708 s1  1608 d1", japan="09 12").play("d1*1708", "|", "fight 1708")
    assert weak.asks == "cards japan", "Kodama is not asked"


def test_reading_38_a_hopeless_attack_opens_no_window() -> None:
    table = hopeless(japan="09 12", russia="10")
    table.play("#12/fight 1713")
    assert (table.asks, table.pile) == ("cards japan", "#12")
    assert table.hand(RUSSIA) == "#10", "and Russia was not asked"


# ---- targets and attackers that have changed ------------------------------------------------


def test_reading_16_a_displaced_attacker_fights_only_if_still_adjacent_to_the_target() -> None:
    """A unit can be displaced only next to a target without a zone."""
    cases = (("1306", "d2", False), ("1306", "d3", True), ("1305", "d2", True))
    for target, pushed, still in cases:
        plan = f"1207 d1  1206 d2+d3  1307 s1  s2@{target}"
        table = fighting(plan, zoneless="s2", rules=always("AR"))
        table.play(f"d2*{target}", "d1*1307", "|", "fight 1307", "[3]", "d1<1206")
        assert table.asks == "displace japan d2+d3"
        table.play(f"{pushed}<1205")
        assert table.asks == ("fight japan" if still else "cards japan")
        assert (f"lapsed japan {target}" in table.happened) is not still


def test_reading_17_an_attack_on_a_hex_found_empty_lapses() -> None:
    def after_the_first_fight(*others: str) -> RussoJapaneseTestGame:
        table = fighting(TWO_FIGHTS, rules=always("NE")).play("g1*1407", "d1*1408", "|")
        tables, where = table.rules.context.tables, table.state.where
        where = set_values(where, (tables.unit["s2"],), tables.index["2215"])
        where = set_values(
            where, tuple(tables.unit[ident] for ident in others), tables.index["1408"]
        )
        return table.with_state(where=where).play("fight 1407", "[3]")

    table = after_the_first_fight()
    assert table.happened == ["rollNE japan 1407 3 -1", "lapsed japan 1408", "cards japan"]
    assert table.asks == "cards japan"
    assert after_the_first_fight("na1").difference("fight 1408") == 2 - 1, (
        "fought with the current strengths"
    )
