"""10.2.1, 10.4.1, 10.4.4 and the correction: events, and fleets without chapter 11.

The halves of the cards are tested in `test_cards_japan.py` and `test_cards_russia.py`.
"""

from copy import copy
from typing import cast

from senpu.replay.core.registry import open_rules
from senpu.replay.games.russojapanese.rules import RussoJapaneseRules
from tests.games.russojapanese.positions import (
    IDENT,
    JAPAN,
    RUSSIA,
    RussoJapaneseTestGame,
    always,
    ending,
    fighting,
    moving,
    spending,
)

PORT_ARTHUR_1201 = "35d0a23f53a6786f"
"""The digest of the shipped data set with Port Arthur at 1201."""

# ---- 10.2.1: when, and whose --------------------------------------------------------------


def test_10_2_1_an_event_is_played_at_its_time() -> None:
    assert spending(japan="09").refusal("play #09") == "eventNotNow 10.2.1", "before a die"
    assert moving("d3@lost", japan="16").refusal("play #16") == "eventNotNow 10.2.1"
    assert spending("d3@lost", japan="16").allows("play #16 d3")
    assert spending("1307 s1", japan="06").refusal("play #06 s1") == "eventNotNow 10.2.1"
    assert moving("1307 s1", japan="06").allows("play #06 s1")


def test_10_2_1_without_a_time_it_is_for_the_own_card_phase() -> None:
    assert spending(side=RUSSIA, russia="09").allows("play #09 e1")
    assert moving("", RUSSIA, russia="09").refusal("play #09 e1") == "eventNotNow 10.2.1"
    assert spending(japan="05").allows("play #05")
    assert moving("", japan="05").refusal("play #05") == "eventNotNow 10.2.1"
    assert spending(japan="05", russia="09").refusal("play #09 e1") == "notInHand 10.2.1"


def test_10_2_1_a_side_plays_its_own_half_only() -> None:
    fight = fighting("1307 s1  1207 d1+d2", japan="10", rules=always("AE"))
    fight.play("d1+d2*1307", "|", "fight 1307")
    assert fight.refusal("play #10") == "eventNotNow 10.2.1", "Kuropatkin is Russia's"
    assert spending("e1@lost", japan="13", pile="05").allows("play #13"), "God of War"
    assert spending("e1@lost", RUSSIA, russia="13").allows("play #13 e1"), "Reorganisation"


def test_10_2_1_an_event_without_an_object_is_rejected() -> None:
    table = spending("1307 d3  s1@lost", japan="16")
    assert table.refusal("play #16") == "nobodyLost 10.2.1"
    assert table.refusal("play #16 d3") == "nobodyLost 10.2.1"
    lost = spending("1307 d3  d4@lost", japan="16")
    assert lost.refusal("play #16") == "playOn 10.2.1", "whom?"
    assert lost.refusal("play #16 d3") == "playOn 10.2.1"
    assert spending(japan="05").refusal("play #05 d3") == "playAlone 10.2.1"


# ---- 10.4.1: Port Arthur, and fleets without chapter 11 --------------------------------------


def test_10_4_1_once_port_arthur_was_japanese_the_fleet_is_locked_in() -> None:
    table = fighting("1202 pa1  1301 d1+d2", rules=always("DE"), russia="01 06")
    table.fought("d1+d2*1202", 3).play("d1>1202")
    assert table.state.locked
    later = spending("1203 d1  1202 s1", RUSSIA, russia="01 05 06", locked=True)
    assert later.refusal("play #01") == "fleetLocked 10.4.1", "though it is Russian again"
    assert later.refusal("play #06") == "fleetLocked 10.4.1"
    assert later.allows("play #05"), "Vladivostok"
    assert moving("1301 d1").play("d1>1202").state.locked, "by walking in as well"


def test_10_4_1_mines_lock_the_fleet_in() -> None:
    for card in ("01", "06"):
        table = spending(side=RUSSIA, russia="01 06 12", japan="03").play(f"play #{card}")
        table.play("play #03")
        assert "locked japan" in table.happened
        other = {"01": "06", "06": "01"}[card]
        assert table.refusal(f"play #{other}") == "fleetLocked 10.4.1"
        table.play("|", "refill 3", "draw #02+#04+#05", "|", "|")
        assert table.allows("#02/d6@1809"), "all ports are open"


def test_10_4_1_the_cards_serve_for_everything_else() -> None:
    table = spending("1913 s2", RUSSIA, russia="01 06", locked=True)
    assert table.allows("#01/move", "#06/s3@Siberia", "#01/s2~>1811", "#06/attack")
    fight = fighting("1307 d1  1407 s1", RUSSIA, russia="01", locked=True).play("s1*1307", "|")
    assert fight.allows("#01/fight 1307")


def test_reading_46_japan_may_undo_a_sortie() -> None:
    for card in ("03", "04"):
        table = spending(side=RUSSIA, russia="01", japan=f"{card} 09").play("play #01")
        assert (table.asks, table.rule) == ("reply-sortie japan", "10.2.1")
        assert table.refusal("play #09") == "eventNotNow 10.2.1"
        table.play(f"play #{card}")
        assert "stopped japan 1" in table.happened
        assert (table.asks, table.state.limit) == ("cards russia", 0), "one answer is enough"
    accepted = spending(side=RUSSIA, russia="01", japan="09").play("play #01", "no")
    assert (accepted.asks, accepted.state.limit) == ("cards russia", 1)
    empty = spending(side=RUSSIA, russia="01").play("play #01")
    assert (empty.asks, empty.state.limit) == ("cards russia", 1), "an empty hand is not asked"


def test_reading_46_blockade_and_mines_undo_makarov_too() -> None:
    for card, morale in (("01", 5), ("03", 4)):
        table = spending(side=RUSSIA, russia="06", japan="01 03 04", morale=(6, 5))
        assert table.play("play #06").asks == "reply-sortie japan"
        assert table.refusal("play #04") == "notThisSortie 10.2.1"
        table.play(f"play #{card}")
        assert (table.morale, table.state.blockaded) == ((6, morale), False), "mines cost a point"
        assert table.state.locked is (card == "03"), "the blockade locks nothing in"


def test_reading_46_the_blockade_answers_its_own_card_by_god_of_war_only() -> None:
    table = spending(side=RUSSIA, russia="01", japan="13").play("play #01", "play #13")
    assert (table.asks, table.hand(JAPAN)) == ("reply-sortie japan", "#01")
    assert table.play("play #01").state.limit == 0


def test_reading_46_vladivostok_is_not_answered() -> None:
    table = spending(side=RUSSIA, russia="05", japan="01 03 04").play("play #05")
    assert (table.asks, table.state.limit) == ("cards russia", 2)


def test_reading_6_port_arthur_is_attacked_from_dalian_with_the_reported_odds() -> None:
    """Two divisions at Dalian, 4 against 4, with Nanshan next to them and zones to both sides."""
    attack = fighting("1202 pa1  1204 na1  1203 d1+d2").play("d1+d2*1202", "|")
    assert attack.difference("fight 1202") == 0
    odds = {result: round(100 * share) for result, share in attack.odds("fight 1202").results}
    assert odds == {"DR": 33, "NE": 17, "AR": 33, "AE": 17}
    assert "immobile russia pa1 1202" in copy(attack).play("fight 1202", "[1]").happened, "lost"
    assert "noWayBack japan" in attack.play("fight 1202", "[4]").happened, "Japan is lost"
    assert moving("1202 pa1  1204 na1  1203 d1+d2").goals("d1") == set(), "not to 1301 or 1302"
    earlier = cast(RussoJapaneseRules, open_rules(IDENT, digest=PORT_ARTHUR_1201))
    far = fighting("1201 pa1  1204 na1  1203 d1+d2", rules=earlier)
    assert far.refusal("d1+d2*1201") == "notBeside 9.1"


# ---- 10.4.4, the correction ------------------------------------------------------------------


def test_10_4_4_kondratenko_makes_the_garrison_a_3_0() -> None:
    table = spending("1202 pa1  1301 d1", RUSSIA, russia="08").play("play #08")
    assert table.happened == ["played russia 8", "flipped russia pa1 3"]
    assert table.state.flipped

    def strength(flipped: bool) -> int:
        attack = fighting("1202 pa1  1301 d1", flipped=flipped).difference("d1*1202")
        return 2 - 2 - attack  # Port Arthur is rough and a town

    assert (strength(False), strength(True)) == (2, 3)
    attack = fighting("1202 pa1  1301 d1", RUSSIA, flipped=True)
    assert attack.difference("pa1*1301") == 3 - 2
    assert attack.refusal("pa1>1301") == "wrongAnswer 9.3"
    still = moving("1202 pa1", RUSSIA, flipped=True)
    assert still.refusal("pa1>1301") == "neverMoves 8.0", "a 3-0"


def test_correction_beriberi_takes_one_off_japans_die() -> None:
    table = ending(losses=(1, 1), russia="16").play("play #16")
    assert table.happened == ["played russia 16", "checkHarder japan -1"]
    assert table.play("[J2 R2]").morale == (5, 6), "a 2 counts as 1, for Japan"
    assert ending(losses=(1, 1), russia="16").play("play #16", "[J3 R1]").morale == (6, 5)


# ---- what lasts into the other player's turn ---------------------------------------------------


def test_reading_49_makarov_stops_landings_and_korea_only_by_option() -> None:
    def after_makarov(*options: str) -> RussoJapaneseTestGame:
        table = spending(side=RUSSIA, russia="06", options=options, morale=(6, 5))
        table.play("play #06")
        assert table.morale == (6, 6)
        table.play("|", "refill 3", "draw #02+#04+#05", "|", "|")
        return table

    table = after_makarov()
    assert table.refusal("#02/d6@1206") == "blockaded 10.2.1"
    assert table.allows("#02/d6@Korea")
    table.play("|")
    assert not table.state.blockaded, "for one player turn"
    other = after_makarov("makarov-stops-korea")
    assert other.refusal("#02/d6@1206") == "blockaded 10.2.1"
    assert other.refusal("#02/d6@Korea") == "blockaded 10.2.1"
    assert other.allows("#02/move")


def test_reading_50_akashi_stops_transport_but_not_the_way_from_siberia() -> None:
    table = spending("s3@Siberia  s4+e1@lost", japan="05").play("play #05", "|")
    table.play("refill 3", "draw #06+#09+#13")
    assert table.allows("s3>2417", "s3=>2215")
    table.play("|", "|")
    assert table.refusal("#06/s5@Siberia") == "agitated 10.2.1"
    assert table.refusal("play #09 e2") == "agitated 10.2.1"
    assert table.allows("#06/s3~>2215", "#06/s4@Europe", "play #13 e1", "#06/move")
    table.play("|")
    assert not table.state.agitated, "for one player turn"


def test_reading_52_one_unit_an_event_into_the_far_box() -> None:
    table = spending("d3+d4@lost", japan="16").play("play #16 d4")
    assert table.units("d3", "d4") == ["lost", "Japan"]
    russia = spending("s3+e1@lost", RUSSIA, russia="13")
    assert russia.refusal("play #13 s3 e1") == "playOn 10.2.1"
    assert russia.play("play #13 s3").units("s3", "e1") == ["Europe", "lost"]
