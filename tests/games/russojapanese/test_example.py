"""The example of play in the rulebook: three turns, up to the end of its text.

The units and the numbers of the cards are chosen here; so are the hexes that only its figure shows.
"""

from tests.games.russojapanese.positions import JAPAN, RUSSIA, RussoJapaneseTestGame, fresh_game


def turn_1() -> RussoJapaneseTestGame:
    """Play to the end of turn 1, in which no check failed."""
    table = fresh_game().play("draw #02+#04+#09")
    table.play("g1>1015>1114", "d1>1015>1115>1215", "d2>1015>1115>1215", "|")
    table.play("g1+d1+d2*1214", "|")
    assert table.difference("fight 1214") == 3, "no river counts, for 1215 attacks too"
    table.play("#02/fight 1214", "no", "[3]")
    assert table.effect_kinds[0] == "rollEX"
    assert table.effects[0].numbers == (3, 4), "the support makes it +4"
    table.play("no", "lose g1")
    assert table.units("s1", "g1") == ["lost", "lost"]
    assert table.asks == "cards japan", "no advance after an exchange"
    table.play("#04/d6@1206", "#09/move")
    table.play("d1>1214>1313>1414", "d2>1214>1313>1413", "d6>1305", "|", "|")
    assert table.asks == "morale chance"
    return table.play("[J4 R2]")


def turn_2() -> RussoJapaneseTestGame:
    table = turn_1()
    assert table.morale == (6, 6), "a 1 would have cost a point"
    assert table.state.turn == 2
    assert table.units("d1", "d2", "d6") == ["1414", "1413", "1305"]
    assert table.units("pa1", "na1", "s2", "s3") == ["1202", "1204", "1913", "Europe"]
    table.play("refill 3", "draw #01+#03+#07", "s2>1813>1713", "|")
    assert table.legal() == ["|"], "no unit can attack"
    table.play("|")
    assert table.refusal("#01/e1@Siberia") == "onlyThreeTwo 10.2.5", "5-2 units by an event only"
    table.play("#01/s3@Siberia", "#03/s4@Siberia", "#07/s3~>1611", "|")
    assert table.hand(RUSSIA) == ""
    table.play("refill 3", "draw #06+#08+#15")
    table.play("d1>1514>1615>1714", "d2>1512>1612", "d6>1406>1506>1607", "|", "|")
    table.play("#06/d9@1206", "#08/d3@1211", "#15/move")
    return table.play("d6>1608>1708>1709", "d3>1311>1411>1511", "d9>1305", "|", "|")


def turn_3() -> RussoJapaneseTestGame:
    """Russia's player turn."""
    table = turn_2()
    assert (table.state.turn, table.hand(JAPAN)) == (3, "")
    assert table.units("s2", "s3", "s4") == ["1713", "1611", "Siberia"]
    assert table.units("d1", "d2", "d3", "d6", "d9") == ["1714", "1612", "1511", "1709", "1305"]
    assert table.starting("s3>") == [], "Ximucheng is surrounded"
    table.play("refill 3", "draw #10+#12+#13")
    assert table.canonical_form("s2>1712") == "s2>1813>1712", (
        "round by 1813, from a zone into another"
    )
    table.play("s2>1813>1712", "s4=>1913", "|")
    table.play("s2+s3*1612", "|")
    assert table.difference("fight 1612") == 3
    table.play("fight 1612", "no", "[1]")
    assert table.effect_kinds[0] == "rollDE"
    assert table.effects[0].numbers == (1, 3)
    table.play("no")
    assert table.unit("d2") == "lost"
    assert table.asks == "advance russia s2+s3"
    table.play("s3>1612", "#10/s5@Siberia", "#12/s6@Siberia", "#13/move")
    return table.play("s4>1813>1713", "s3>1711", "s5=>2215", "|", "|")


def test_example_the_turns_in_print_are_legal() -> None:
    table = turn_3()
    assert table.asks == "refill japan", "who may well buy a fourth card"
    assert table.allows("refill 3", "refill 4")
    assert table.units("s2", "s3", "s4", "s5", "s6") == ["1712", "1711", "1713", "2215", "Siberia"]
    assert table.units("d1", "d2", "d3", "d6", "d9") == ["1714", "lost", "1511", "1709", "1305"]
    assert table.morale == (6, 6)
    assert len(table.pile.split()) == 12
