"""The sixteen Japanese halves of the cards: times and effects.

They follow the data (`spec/russojapanese/en/rules.md`, Cards).
"""

import pytest

from tests.games.russojapanese.card_windows import (
    after_die,
    at_check,
    at_sortie,
    before_die,
    in_phase,
)
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


def test_japanese_events_by_phase_and_window() -> None:
    assert in_phase(JAPAN, "move") == "06 07 13"
    assert in_phase(JAPAN, "cards") == "05 13 16"
    assert before_die(JAPAN, JAPAN) == "09 13"
    assert before_die(JAPAN, RUSSIA) == "13"
    assert at_sortie("01") == "03 04 13"
    assert at_sortie("06") == "01 03 13"
    assert at_check(JAPAN, (1, 0)) == "13"
    assert at_check(JAPAN, (0, 1)) == "10 13"


@pytest.mark.parametrize("result", ["DE", "DR", "EX", "NE", "AR", "AE"])
def test_japanese_events_after_the_die(result: str) -> None:
    assert after_die(JAPAN, JAPAN, result) == "13"
    hotchkiss = "02 13" if result in ("DE", "DR", "EX") else "13"
    assert after_die(JAPAN, RUSSIA, result) == hotchkiss


def sortie(card: str, answer: str, **more: object) -> RussoJapaneseTestGame:
    """Russia plays the event of a card, and Japan answers it."""
    table = spending("", RUSSIA, russia=card, japan=answer, **more).play(f"play #{card}")
    return table.play(f"play #{answer}")


def test_j01_blockade_undoes_makarov() -> None:
    table = sortie("06", "01", morale=(6, 4))
    assert table.happened == ["played japan 1", "stopped japan 6"]
    assert (table.morale, table.state.blockaded) == ((6, 4), False)
    assert table.pile == "#06 #01", "both cards are spent"


def test_j02_hotchkiss_saves_a_division_that_is_attacked() -> None:
    for result in ("DE", "DR", "EX"):
        table = fighting("1307 d1  1407 s1", RUSSIA, japan="02", rules=always(result))
        table.play("s1*1307", "|", "fight 1307", "no", "[1]", "play #02")
        assert "nowNE russia 1307" in table.happened
        assert (table.asks, table.units("d1", "s1")) == ("cards russia", ["1307", "1407"])
    attack = fighting("1307 s1  1207 d1+d2", japan="02", rules=always("AE"))
    attack.play("d1+d2*1307", "|", "fight 1307", "no", "[1]")
    assert attack.refusal("play #02") == "onlyDefence 10.4.5"


def test_j03_mines_undo_lock_in_and_cost_a_point() -> None:
    for card in ("01", "06"):
        table = sortie(card, "03", morale=(6, 4))
        number = int(card)
        assert table.happened == [
            "played japan 3", f"stopped japan {number}", "locked japan", "moraleDown russia 3",
        ]  # fmt: skip
        assert (table.state.limit, table.state.blockaded, table.state.locked) == (0, False, True)
    assert spending(japan="03").refusal("play #03") == "eventNotNow 10.2.1", "an answer only"


def test_j04_akiyama_undoes_a_sortie() -> None:
    table = sortie("01", "04")
    assert table.happened == ["played japan 4", "stopped japan 1"]
    assert (table.state.limit, table.state.locked) == (0, False)


def test_j05_akashi_stops_transport_for_a_turn() -> None:
    table = spending(japan="05").play("play #05")
    assert (table.asks, table.state.agitated) == ("cards japan", True)
    russia = spending(side=RUSSIA, russia="09 12", agitated=True)
    assert russia.refusal("#12/s3@Siberia") == "agitated 10.2.1"
    assert russia.refusal("play #09 e1") == "agitated 10.2.1"


def test_j06_infiltration_takes_one_russian_units_zone() -> None:
    table = moving("1307 s1  1309 s2  1407 d1", japan="06 12")
    assert table.starting("play") == ["play #06 s1", "play #06 s2"]
    assert table.refusal("play #06 d1") == "playOn 10.2.1"
    assert table.refusal("play #06 s3") == "playOn 10.2.1", "it is in Europe"
    table.play("play #06 s1")
    assert table.refusal("play #06 s2") == "notInHand 10.2.1"
    assert moving("", japan="06").refusal("play #06 s1") == "nobody 10.2.1"


def test_j07_three_hundred_ri_leads_one_unit_two_hexes_further() -> None:
    table = moving("1307 d3  1309 d4", japan="07")
    assert table.refusal("d3>1308>1309>1310>1311") == "tooFar 8.0"
    table.play("play #07 d3")
    assert table.happened == ["played japan 7", "hastened japan d3 2"]
    assert table.refusal("d4>1310>1311>1312>1313") == "tooFar 8.0", "one unit"
    assert table.allows("d3>1308>1309>1310>1311>1312")
    assert table.refusal("d3>1308>1309>1310>1311>1312>1212") == "tooFar 8.0"
    moved = moving("1307 d3  1309 d4", japan="07").play("d3>1308")
    assert moved.refusal("play #07 d3") == "playOn 10.2.1", "it has moved"
    assert moved.allows("play #07 d4")
    later = moving("1307 d3", japan="07 12").play("play #07 d3", "|", "|", "#12/move")
    assert later.refusal("d3>1308>1309>1310>1311") == "tooFar 8.0", "in that phase only"


def test_j08_howitzer_undoes_the_russian_card_that_changed_the_result() -> None:
    for card, result, plan, attack in (
        ("02", "DR", "1202 pa1  1301 d1+d2", "d1+d2*1202"),
        ("03", "NE", "1307 s1  1207 d1+d2", "d1+d2*1307"),
        ("04", "DE", "1307 s1  1207 d1+d2", "d1+d2*1307"),
        ("07", "EX", "1307 s1  1207 d1+d2", "d1+d2*1307"),
    ):
        table = fighting(plan, JAPAN, japan="08", russia=card, rules=always(result))
        table.play(attack, "|", f"fight {attack[-4:]}", "no", "no", "[1]", "no", f"play #{card}")
        assert table.allows("play #08")
        table.play("play #08")
        assert f"again{result} japan {attack[-4:]}" in table.happened
    russian = fighting("1307 d1  1407 s1", RUSSIA, japan="08", russia="11", rules=always("DR"))
    russian.play("s1*1307", "|", "fight 1307", "no", "no", "[1]", "play #11", "play #08")
    assert russian.asks == "retreat japan d1", "Linevich undone: DR again"


def test_j09_kodama_gives_dr_to_an_attack() -> None:
    table = fighting("1307 s1  1207 d1+d2", japan="09").play("d1+d2*1307", "|", "fight 1307")
    assert table.play("play #09").happened == ["played japan 9", "nowDR japan 1307"]


def test_j10_scurvy_takes_one_off_russias_die() -> None:
    table = ending(losses=(1, 1), japan="10").play("play #10")
    assert table.happened == ["played japan 10", "checkHarder russia -1"]
    assert table.play("[J2 R2]").morale == (6, 5)
    assert ending(losses=(1, 0), japan="10").refusal("play #10") == "noCheck 4.3.2"


def test_j11_seirogan_is_compulsory_when_drawn() -> None:
    table = refilling(pile="05").play("refill 3", "draw #01+#02+#11")
    assert (table.hand(JAPAN), "#11" in table.deck) == ("#01 #02", True)
    assert spending(japan="11").refusal("play #11") == "noEvent 10.2.1"


@pytest.mark.parametrize("card", ["12", "14", "15"])
def test_j12_j14_j15_unknown_halves_have_no_event(card: str) -> None:
    assert spending(japan=card).refusal(f"play #{card}") == "noEvent 10.2.1"
    assert moving("", japan=card).refusal(f"play #{card}") == "noEvent 10.2.1"
    assert spending("1307 d1", japan=card).allows(f"#{card}/move", f"#{card}/d6@Korea")


def test_j13_god_of_war_takes_the_top_of_the_discards() -> None:
    table = spending(japan="13", pile="05 09").play("play #13")
    assert table.happened == ["played japan 13", "recovered japan 9"]
    assert (table.hand(JAPAN), table.pile) == ("#09", "#05 #13")
    assert spending(japan="13").refusal("play #13") == "noPile 10.2.1"


def test_j16_reorganisation_brings_a_lost_division_back_to_japan() -> None:
    table = spending("d3@lost  d4@Korea", japan="16")
    assert table.starting("play") == ["play #16 d3"]
    assert table.play("play #16 d3").happened == ["played japan 16", "rebuilt japan d3 Japan"]
    assert spending(japan="16").refusal("play #16 d3") == "nobodyLost 10.2.1"
