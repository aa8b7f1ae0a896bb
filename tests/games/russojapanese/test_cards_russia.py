"""The sixteen Russian halves of the cards: times and effects.

They follow the data (`spec/russojapanese/en/rules.md`, Cards).
"""

import pytest

from tests.games.russojapanese.card_windows import after_die, at_check, before_die, in_phase
from tests.games.russojapanese.positions import (
    JAPAN,
    RUSSIA,
    RussoJapaneseTestGame,
    always,
    ending,
    fighting,
    refilling,
    spending,
)


def test_russian_events_by_phase_and_window() -> None:
    assert in_phase(RUSSIA, "move") == ""
    assert in_phase(RUSSIA, "cards") == "01 05 06 08 09 13"
    assert before_die(RUSSIA, JAPAN) == "10"
    assert before_die(RUSSIA, RUSSIA) == ""
    assert at_check(RUSSIA, (1, 0)) == "16"
    assert at_check(RUSSIA, (0, 1)) == ""


@pytest.mark.parametrize(
    ("result", "open_field", "port_arthur"),
    [
        ("DE", "04 07", "02 04 07 08"),
        ("DR", "03 04 07", "02 03 04 07 08"),
        ("EX", "07", "02 07 08"),
        ("NE", "03", "03"),
        ("AR", "", ""),
        ("AE", "", ""),
    ],
)
def test_russian_events_after_the_die(result: str, open_field: str, port_arthur: str) -> None:
    assert after_die(RUSSIA, JAPAN, result) == open_field
    assert after_die(RUSSIA, JAPAN, result, "at Port Arthur") == port_arthur
    for where in ("in the open", "at Port Arthur"):
        assert after_die(RUSSIA, RUSSIA, result, where) == ("11" if result == "DR" else "")


def answered(card: str, result: str, plan: str = "1307 s1  1207 d1+d2") -> RussoJapaneseTestGame:
    """Japan attacks with d1 and d2, and Russia changes the result."""
    place = plan[:4]
    table = fighting(plan, JAPAN, russia=card, rules=always(result))
    table.play(f"d1+d2*{place}", "|", f"fight {place}", "no", "[1]", f"play #{card}")
    return table


FORT = "1202 pa1  1301 d1+d2"


def test_r01_a_sortie_limits_japan_to_one_card() -> None:
    table = spending(side=RUSSIA, russia="01").play("play #01")
    assert table.happened == ["played russia 1", "limited russia 1"]
    assert table.play("|").legal() == ["refill 1", "no"]


def test_r02_permanent_forts_hold_port_arthur() -> None:
    for result in ("DE", "DR", "EX"):
        table = answered("02", result, FORT)
        assert (table.happened[1], table.units("pa1", "d1")) == (
            "nowNE japan 1202", ["1202", "1301"],
        )  # fmt: skip
    field = fighting("1307 s1  1207 d1+d2", russia="02", rules=always("DR"))
    field.play("d1+d2*1307", "|", "fight 1307", "no", "[1]")
    assert field.refusal("play #02") == "onlyPortArthur 10.4.5"


def test_r03_crossfire_throws_the_attacker_back() -> None:
    for result in ("DR", "NE"):
        table = answered("03", result)
        assert (table.happened[1], table.asks) == ("nowAR japan 1307", "fall japan d1+d2")


def test_r04_field_works_soften_the_result() -> None:
    table = answered("04", "DE")
    assert (table.happened[1], table.asks) == ("nowDR japan 1307", "retreat russia s1")
    assert answered("04", "DR").happened[1] == "nowNE japan 1307"


def test_r05_vladivostok_limits_japan_to_two_cards() -> None:
    table = spending(side=RUSSIA, russia="05", japan="").play("play #05")
    assert table.happened == ["played russia 5", "limited russia 2"]
    assert table.play("|").legal() == ["refill 2", "no"]
    assert spending(side=RUSSIA, russia="05", locked=True).allows("play #05"), "another fleet"


def test_r06_makarov_raises_morale_and_stops_landings() -> None:
    table = spending(side=RUSSIA, russia="06", morale=(6, 4)).play("play #06")
    assert table.happened == ["played russia 6", "moraleUp russia 5", "blockaded russia"]
    full = spending(side=RUSSIA, russia="06").play("play #06")
    assert (full.morale, full.state.blockaded) == ((6, 6), True), "never above 6"
    locked = spending(side=RUSSIA, russia="06", locked=True)
    assert locked.refusal("play #06") == "fleetLocked 10.4.1"


def test_r07_maxim_beats_even_kodama() -> None:
    for result in ("DE", "DR", "EX"):
        assert answered("07", result).asks == "fall japan d1+d2"
    table = fighting("1307 s1  1207 d1+d2", japan="09", russia="07")
    table.play("d1+d2*1307", "|", "fight 1307", "play #09", "play #07")
    assert (table.happened[1], table.asks) == ("nowAR japan 1307", "fall japan d1+d2")


def test_r08_kondratenko_strengthens_the_garrison_or_holds_port_arthur() -> None:
    table = spending("1202 pa1", RUSSIA, russia="08").play("play #08")
    assert table.happened == ["played russia 8", "flipped russia pa1 3"]
    for result in ("DE", "DR", "EX"):
        held = answered("08", result, FORT)
        assert (held.happened[1], held.state.flipped) == ("nowNE japan 1202", False)
    field = fighting("1307 s1  1207 d1+d2", russia="08", rules=always("DR"))
    field.play("d1+d2*1307", "|", "fight 1307", "no", "[1]")
    assert field.refusal("play #08") == "onlyPortArthur 10.4.5"
    for plan, flipped in (("1202 pa1", True), ("", False)):
        done = spending(plan, RUSSIA, russia="08", flipped=flipped)
        assert done.refusal("play #08") == "garrisonDone 10.4.4", "turned over, or lost"


def test_r09_the_railway_brings_a_5_2_to_siberia() -> None:
    table = spending("e2@Siberia", RUSSIA, russia="09")
    assert table.starting("play") == ["play #09 e1"]
    assert table.refusal("play #09 s3") == "playOn 10.2.1", "a 3-2 takes any card"
    assert table.play("play #09 e1").happened == ["played russia 9", "transport russia e1 Siberia"]
    none = spending("e1+e2@Siberia", RUSSIA, russia="09")
    assert none.refusal("play #09 e1") == "nobodyHome 10.2.1"


def test_r10_kuropatkin_withdraws_the_defenders() -> None:
    table = fighting("1307 s1  1207 d1+d2", russia="10").play("d1+d2*1307", "|", "fight 1307")
    assert table.play("play #10").happened == ["played russia 10", "nowDR japan 1307"]
    assert table.asks == "retreat russia s1"


def test_r11_linevich_turns_dr_into_de() -> None:
    table = fighting("1307 d1  1407 s1", RUSSIA, russia="11", rules=always("DR"))
    table.play("s1*1307", "|", "fight 1307", "no", "[1]", "play #11")
    assert "nowDE russia 1307" in table.happened
    assert (table.unit("d1"), table.asks) == ("lost", "advance russia s1")


def test_r12_an_advance_of_two_hexes() -> None:
    table = fighting("1307 d1  1407 s1", RUSSIA, russia="12", rules=always("DE"))
    table.fought("s1*1307", 1)
    assert table.play("#12/s1>1307>1207").unit("s1") == "1207"
    assert spending(side=RUSSIA, russia="12").refusal("play #12") == "advanceCard 10.2.1"


def test_r13_reorganisation_brings_back_a_3_2_or_a_5_2() -> None:
    table = spending("s3+e1+na1@lost", RUSSIA, russia="13")
    assert table.starting("play") == ["play #13 s3", "play #13 e1"]
    assert table.play("play #13 e1").happened == ["played russia 13", "rebuilt russia e1 Europe"]


def test_r14_southward_policy_is_compulsory_when_drawn() -> None:
    table = refilling(side=RUSSIA, pile="05").play("refill 3", "draw #01+#02+#14")
    assert (table.hand(RUSSIA), "#14" in table.deck) == ("#01 #02", True)
    assert spending(side=RUSSIA, russia="14").refusal("play #14") == "noEvent 10.2.1"


def test_r15_the_unknown_half_has_no_event() -> None:
    table = spending("1913 s2", RUSSIA, russia="15")
    assert table.refusal("play #15") == "noEvent 10.2.1"
    assert table.allows("#15/move", "#15/s3@Siberia", "#15/s2~>1811")


def test_r16_beriberi_takes_one_off_japans_die() -> None:
    table = ending(losses=(1, 0), russia="16").play("play #16", "[J2]")
    assert table.morale == (5, 6)
    assert ending(losses=(0, 1), russia="16").refusal("play #16") == "noCheck 4.3.2"
