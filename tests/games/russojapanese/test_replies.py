"""10.4.5: windows in which cards decide a combat, and the order of answers.

The cards 12 (Japan) and 15 (Russia) have no event.
"""

from tests.games.russojapanese.positions import (
    JAPAN,
    RUSSIA,
    RussoJapaneseTestGame,
    always,
    ending,
    fighting,
    moving,
    refilling,
    spending,
)

PLAN = "1307 s1  1207 g1+d1 d2"
DEFENCE = "1307 d1  1407 s1 s2"


def attacking(
    japan: str = "", russia: str = "", result: str = "DR", **more: object
) -> RussoJapaneseTestGame:
    """Japan's three divisions fight s1: the first window, before the die."""
    rules = always(result)
    table = fighting(PLAN, JAPAN, japan=japan, russia=russia, rules=rules, **more)
    return table.play("g1+d1+d2*1307", "|", "fight 1307")


def attacked(
    japan: str = "", russia: str = "", result: str = "DR", **more: object
) -> RussoJapaneseTestGame:
    """Two corps fight d1."""
    rules = always(result)
    table = fighting(DEFENCE, RUSSIA, japan=japan, russia=russia, rules=rules, **more)
    return table.play("s1+s2*1307", "|", "fight 1307")


def result(table: RussoJapaneseTestGame) -> str:
    """Return the current result."""
    assert table.state.fight
    return table.state.fight.result


# ---- before the die -------------------------------------------------------------------------


def test_10_4_5_kodama_makes_it_dr_without_a_die() -> None:
    table = attacking("09", result="AE")
    assert (table.asks, table.rule) == ("reply-before japan", "10.4.5")
    assert table.legal() == ["play #09", "no"]
    table.play("play #09")
    assert table.happened == ["played japan 9", "nowDR japan 1307"]
    assert table.asks == "retreat russia s1", "no die is pending"
    assert table.play("s1<1407").asks == "advance japan g1+d1+d2"


def test_10_4_5_kuropatkin_sends_the_russians_back() -> None:
    table = attacking("", "10", result="AE")
    assert table.asks == "reply-before russia"
    assert table.play("play #10").asks == "retreat russia s1", "not the Japanese"
    assert table.play("s1<1408").asks == "advance japan g1+d1+d2"


def test_reading_9_kodama_only_in_attack_and_kuropatkin_only_in_defence() -> None:
    table = attacked("09", "10")
    assert table.refusal("play #10") == "onlyDefence 10.4.5"
    assert table.legal() == ["no"]
    table.play("no")
    assert table.asks == "reply-before japan"
    assert table.refusal("play #09") == "onlyAttack 10.4.5"


def test_10_4_5_those_two_are_not_played_after_the_die() -> None:
    table = attacking("09", "10", result="NE").play("no", "no", "[1]")
    assert table.refusal("play #09") == "eventNotNow 10.2.1"
    assert table.play("no").refusal("play #10") == "eventNotNow 10.2.1"


# ---- after it -------------------------------------------------------------------------------


def test_10_4_5_after_the_die_a_card_changes_the_result() -> None:
    table = attacking("", "07").play("no")
    assert (table.asks, table.refusal("play #07")) == ("dice chance", "diceFirst 9.5")
    table.play("[3]")
    assert (table.asks, table.rule) == ("reply-after russia", "10.4.5")
    table.play("play #07")
    assert table.happened[:2] == ["played russia 7", "nowAR japan 1307"]
    assert table.asks == "fall japan g1+d1+d2", "the changed result is what counts"


def test_10_4_5_changing_cards_are_not_played_before_the_die() -> None:
    for card in ("02", "03", "04", "07", "08"):
        table = attacking("", card)
        assert table.refusal(f"play #{card}") == "eventNotNow 10.2.1"
    assert attacked("", "11").refusal("play #11") == "eventNotNow 10.2.1"
    assert attacked("02", "").refusal("play #02") == "eventNotNow 10.2.1"


def test_10_4_5_an_automatic_result_may_be_changed_too() -> None:
    table = attacking("09", "04").play("play #09")
    assert table.asks == "reply-after russia"
    table.play("play #04")
    assert (table.happened[1], table.asks) == ("nowNE japan 1307", "cards japan")
    own = attacking("", "04 10").play("play #10")
    assert own.asks == "reply-after russia", "Japan has no card; the same side may continue"
    assert own.allows("play #04")


# ---- order of answers, and the end ------------------------------------------------------------


def test_10_4_5_attacker_first_and_then_by_turns() -> None:
    table = attacking("08 12", "04 07 15", result="DE")
    assert table.asks == "reply-before japan"
    assert table.play("no").asks == "reply-before russia"
    table.play("no", "[1]")
    assert table.asks == "reply-after japan"
    table.play("no")
    assert table.asks == "reply-after russia"
    table.play("play #04")
    assert (result(table), table.asks) == ("DR", "reply-after japan"), "it may answer"
    table.play("play #08")
    assert (result(table), table.asks) == ("DE", "reply-after russia")
    table.play("play #07")
    assert (result(table), table.asks) == ("AR", "reply-after japan"), "any number, by turns"
    table.play("no")
    assert table.asks == "reply-after russia", "two running only if the other lets it pass"
    table.play("no")
    assert table.asks == "fall japan g1+d1+d2"


def test_10_4_5_the_defender_may_play_though_the_attacker_did_not() -> None:
    table = attacked("02", "11", result="DR").play("no", "no", "[1]")
    assert table.asks == "reply-after russia"
    table.play("no")
    assert table.asks == "reply-after japan"
    table.play("play #02")
    assert (result(table), table.asks) == ("NE", "reply-after russia")
    assert table.refusal("play #11") == "resultStays 10.4.5"


def test_10_4_5_after_kodama_russia_is_asked_before_japan_plays_again() -> None:
    table = attacking("09 13", "15", pile="05").play("play #09")
    assert table.asks == "reply-after russia"
    assert table.refusal("play #13") == "notInHand 10.2.1", "Japan has to wait"
    table.play("no")
    assert table.asks == "reply-after japan"
    table.play("play #13")
    assert (table.hand(JAPAN), table.pile) == ("#09", "#05 #13")
    assert table.asks == "reply-after russia"


def test_reading_10_a_side_that_passed_decides_again_after_a_card() -> None:
    table = attacking("09 13", "15", pile="05").play("no")
    assert table.asks == "reply-before russia"
    table.play("no")
    assert table.asks == "dice chance", "two running close it"
    again = attacking("13 12", "10", pile="05").play("no", "play #10")
    assert again.asks == "reply-after japan", "Russia gave the result"
    late = attacking("12", "07 15", result="DE").play("no", "no", "[1]", "no", "play #07")
    assert late.asks == "reply-after japan"
    assert late.play("no").asks == "reply-after russia"
    assert late.play("no").asks == "fall japan g1+d1+d2"


def test_reading_10_after_an_automatic_result_the_other_side_is_asked_first() -> None:
    assert attacking("09 12", "15").play("play #09").asks == "reply-after russia"
    assert attacking("12", "10 15").play("no", "play #10").asks == "reply-after japan"
    alone = attacking("09 12").play("play #09")
    assert alone.asks == "reply-after japan", "Russia has no card"


def test_reading_11_a_window_opens_for_any_card_and_for_no_empty_hand() -> None:
    assert attacking().asks == "dice chance"
    assert attacking("12").asks == "reply-before japan"
    assert attacking("", "15").asks == "reply-before russia"
    assert attacking("", "15").legal() == ["no"], "with any card"
    one = attacking("12", "15").play("no", "no", "[1]")
    assert one.asks == "reply-after japan"
    assert one.refusal("fight 1307") == "wrongAnswer 10.4.5"
    spent = attacking("", "04").play("no", "[1]", "play #04")
    assert spent.asks == "cards japan", "the last card is gone"


# ---- God of War -----------------------------------------------------------------------------


def test_reading_12_god_of_war_takes_the_card_that_lay_on_top_before_it() -> None:
    table = attacking("13", pile="05 09").play("play #13")
    assert table.happened[:2] == ["played japan 13", "recovered japan 9"]
    assert (table.hand(JAPAN), table.pile) == ("#09", "#05 #13")
    assert table.play("play #09").asks == "retreat russia s1"
    assert attacking("13").refusal("play #13") == "noPile 10.2.1"


def test_reading_45_god_of_war_in_own_phases_and_in_every_window() -> None:
    hands = {"japan": "13", "pile": "05"}
    tables = [
        moving("1307 d1", JAPAN, **hands),
        spending("", JAPAN, **hands),
        attacking(**hands),
        attacked(**hands),
        attacking(**hands).play("no", "[1]"),
        attacked(**hands).play("no", "[1]"),
        spending("", RUSSIA, russia="01", **hands).play("play #01"),
        ending("", losses=(0, 1), **hands),
    ]
    for table in tables:
        assert table.allows("play #13"), table.asks
        top = table.pile.split()[-1]
        assert table.play("play #13").hand(JAPAN) == top
    refill = refilling(**hands)
    assert refill.refusal("play #13") == "eventNotNow 10.2.1"
    declaring = fighting(PLAN, JAPAN, **hands)
    assert declaring.refusal("play #13") == "eventNotNow 10.2.1"


# ---- the howitzer, and cards that change nothing ----------------------------------------------


def test_reading_47_the_howitzer_undoes_the_last_card_but_not_kuropatkin() -> None:
    table = attacking("08 12", "04 07", result="DE").play("no", "no", "[1]")
    assert table.refusal("play #08") == "nothingToCancel 10.4.5"
    table.play("no", "play #04")
    assert table.play("play #08").happened == ["played japan 8", "againDE japan 1307"]
    assert result(table) == "DE"
    kuropatkin = attacking("08 12", "10", result="AE").play("no", "play #10")
    assert kuropatkin.refusal("play #08") == "nothingToCancel 10.4.5"
    late = attacking("08 12 13", "04 07", result="DE").play("no", "no", "[1]", "no", "play #04")
    late.play("play #13", "no")
    assert late.refusal("play #08") == "nothingToCancel 10.4.5", "not right after the card"


def test_reading_47_the_howitzer_never_undoes_a_card_of_japans() -> None:
    table = attacked("02 08", "15", result="DR").play("no", "no", "[1]", "no", "play #02", "no")
    assert (table.asks, result(table)) == ("reply-after japan", "NE")
    assert table.refusal("play #08") == "nothingToCancel 10.4.5", "number 02 is Japan's here"
    assert table.legal() == ["no"]


def test_reading_47_a_card_that_changes_nothing_is_rejected() -> None:
    for card, stays in (("03", "AE"), ("04", "EX"), ("04", "NE"), ("07", "AR"), ("07", "NE")):
        table = attacking("", card, result=stays).play("no", "[1]")
        assert table.refusal(f"play #{card}") == "resultStays 10.4.5"
        assert table.legal() == ["no"]
    assert attacked("02", "", result="NE").play("no", "[1]").refusal("play #02") == (
        "resultStays 10.4.5"
    )
    assert attacked("", "11", result="DE").play("no", "[1]").refusal("play #11") == (
        "resultStays 10.4.5"
    )
