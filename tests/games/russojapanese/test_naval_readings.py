"""Readings of chapter 11."""

import pytest

from senpu.notation.position_text import PositionError
from senpu.notation.writer import format_event
from senpu.replay.core.positions import format_position, read_position
from senpu.replay.games.russojapanese.state import JAPAN, RUSSIA
from tests.games.russojapanese.naval_positions import FLEET, RULES, at_sea, in_battle, in_raid
from tests.games.russojapanese.positions import ruleset


def test_reading_27_a_sortie_is_the_same_with_a_card_and_without() -> None:
    tables = [at_sea(russia="01 06").play(text) for text in ("sortie", "#01/sortie", "#06/sortie")]
    states = [table.state for table in tables]
    assert len({(state.navy, state.decision, state.stage, state.morale) for state in states}) == 1
    assert [table.pile for table in tables] == ["", "#01", "#06"]


def test_reading_28_a_fleet_goes_out_whole() -> None:
    table = at_sea(hurt="r2 m3", sunk="r1 m1").play("sortie")
    assert table.happened == ["portArthurSails russia r2+r3+r4+r5+r6+r7"]
    table.play("go", "go")
    assert table.kinds("meets") == ["meets japan m2+m3+m4+m5+m6 r2+r3+r4+r5+r6+r7"]


def test_reading_29_russia_lays_its_line_first() -> None:
    table = in_battle(hurt="m5 m6")
    assert table.asks == "line russia r1+r2+r3+r4+r5+r6+r7"
    table.play("line r4+r5+r6+r7+r1+r2+r3")
    assert table.asks == "oppose japan r4"
    table.play("m2*r4", "m1*r5", "m3*r6", "m6*r1")
    assert table.asks == "surplus russia r3"


def test_reading_30_with_ships_the_surplus_goes_at_once() -> None:
    table = at_sea(japan="02 07 09").play("sortie", "no", "go", "no", "discard #02+#09")
    assert table.asks == "cards russia", "before Russia plays a card"


def test_reading_30_limit_waits_keeps_the_cards_until_japans_refill() -> None:
    rules = ruleset("naval", "limit-waits", "limit-keeps-hand")
    table = at_sea(japan="02 04 09", russia="05", rules=rules).play("sortie", "no", "go", "no")
    assert (table.asks, table.state.limit) == ("raid russia", 1), "no card is discarded yet"
    assert table.play("#05/sortie").legal() == ["play #04", "no"], "Akiyama may still answer"
    table.play("no", "|")
    assert (table.asks, table.rule) == ("discard chance japan", "11.2.5")
    text = format_position(rules, table.state)
    assert read_position(text).state == table.state
    at_once = at_sea(japan="02 04 09").play("sortie", "no", "go", "no")
    early = format_position(RULES, at_once.state)
    with pytest.raises(PositionError, match="does not lead to"):
        read_position(early.replace("options naval", "options naval+limit-waits"))
    table.play("discard #02+#09")
    assert (table.hand(JAPAN), table.asks) == ("#04", "move japan")


def test_reading_31_repairs_come_when_the_fleets_are_home() -> None:
    table = at_sea(russia="05", hurt="r1 r2", japan="02").play("no")
    assert table.asks == "raid russia"
    assert table.play("no").asks == "repair russia r1+r2"
    assert table.play("repair r1").asks == "cards russia"


def test_reading_33_with_ships_mines_lock_nothing_in() -> None:
    table = at_sea(japan="03", russia="01 02").play("sortie", "play #03", "[1]", "hit r1", "halt")
    assert not table.state.locked
    assert table.state.morale == (6, 6)
    assert table.play("no", "|").state.blockaded is False
    assert at_sea(hurt="r1").allows("sortie")


def test_reading_59_sunk_ships_count_for_no_morale_check() -> None:
    table = in_battle(flag="r7").lined().fire(m1=2, m2=2, r3=2)
    assert table.sunk == "m3 r1 r2"
    assert table.state.losses == (0, 0)


def test_reading_60_japan_chooses_the_ships_that_mines_hit() -> None:
    table = at_sea(japan="03").play("sortie", "play #03", "[3]")
    assert table.asks == "steps japan r1+r2+r3+r4+r5+r6+r7"
    assert table.allows("hit r1 r1 r2", "hit r5 r6 r7")
    few = at_sea(japan="03", sunk="r1 r2 r3 r4 r5", flag="r7").play("sortie", "play #03", "[6]")
    assert few.sunk == "r1 r2 r3 r4 r5 r6 r7", "losses beyond the last ship are void"


def test_reading_61_a_fleet_that_broke_off_does_not_repair() -> None:
    assert at_sea(hurt="r1").play("sortie", "halt").hurt == "r1"
    assert at_sea(hurt="r1").play("no").hurt == ""


def test_reading_64_a_surplus_ship_is_not_fired_at() -> None:
    table = in_battle(sunk="r3 r4 r5 r6 r7").lined().fire(r1=2, r2=2)
    at = [shot.split("*") for shot in table.fired]
    assert [shooter for shooter, _ in at].count("r1") == 1
    assert {target for shooter, target in at if shooter[0] == "r"} == {"m1", "m2"}
    assert table.sunk == "m1 m2 r3 r4 r5 r6 r7"


def test_reading_65_a_fourth_comes_as_soon_as_all_have_two() -> None:
    table = in_battle(sunk="r3 r4 r5 r6 r7").play("m1*r1", "m2*r2", "m3*r1", "m4*r2")
    assert table.legal() == ["m5*r1", "m5*r2"]
    assert table.play("m5*r1").legal() == ["m6*r1", "m6*r2"]


def test_reading_66_the_second_fleet_returns_after_any_sortie() -> None:
    table = in_raid().fire(v1=2)
    assert (table.sunk, table.asks) == ("k1", "second japan k1"), "in the same phase too"
    out = in_battle(sunk="k1").lined().fire()
    assert out.asks == "second japan k1"


def test_reading_67_blockade_and_mines_in_any_order_and_god_of_war_between() -> None:
    table = at_sea(japan="01 03 13").play("sortie")
    assert table.legal() == ["play #01", "play #03", "no"], "nothing was discarded yet"
    table.play("play #03", "[1]", "hit r1")
    assert table.legal() == ["play #01", "play #13", "no"]
    table.play("play #13")
    assert (table.hand(JAPAN), table.asks) == ("#01 #03", "ambush japan")
    table.play("play #01", "[1]", "hit r1", "play #03", "[1]", "hit r2")
    assert (table.sunk, table.hurt, table.asks) == ("r1", "r2", "sail russia")
    battle = in_raid(japan="04 13")
    assert battle.legal() == ["play #13", "no"]
    battle.play("play #13")
    assert battle.legal() == ["play #04", "no"], "Akiyama again, to fire first"
    assert battle.play("play #04").shots() == ["k1"]


def test_reading_68_the_end_of_the_fleet_does_not_tell_the_flagship() -> None:
    table = at_sea("1301 d1", JAPAN, "movement", flag="r3").play("d1>1202")
    assert not table.navy.revealed
    assert not [each for each in table.effects if "r3" in each.units and each.kind != "fleetLost"]


def test_reading_69_the_limit_is_counted_from_three() -> None:
    table = at_sea(japan="02 07 09 12", hurt=" ".join(FLEET[1:])).play("sortie", "no", "go", "no")
    assert table.state.limit == 2
    assert table.state.decision
    assert table.state.decision.count == 2, "of a hand of four two go"


# ---- windows open by public facts -------------------------------------------------------


def test_no_question_depends_on_which_cards_a_hand_holds() -> None:
    for japan in ("01", "02", "13"):
        table = at_sea(japan=japan, russia="07", pile="04").play("sortie")
        assert table.asks == "ambush japan"
        assert table.play("no", "go", "go").lined().asks == "akiyama japan"
    for russia in ("02", "05", "06"):
        assert at_sea(russia=russia).play("no").asks == "raid russia"
    for japan in ("04", "02"):
        assert at_sea(russia="05", japan=japan).play("no", "#05/sortie").asks == "hunt japan"


def test_of_the_other_sides_hand_a_question_lists_the_sign_alone() -> None:
    sortie = at_sea(russia="01 02 05")
    assert sortie.seen_by(JAPAN).legal() == ["#??/sortie", "sortie", "no"]
    assert sortie.play("no").seen_by(JAPAN).legal() == ["#??/sortie", "no"]
    ambush = at_sea(japan="01 02").play("sortie")
    assert ambush.seen_by(RUSSIA).legal() == ["play #??", "no"]
    assert ambush.render_for("play #01", RUSSIA) == "play #01", "a played card is face up"
    text = [format_event(event) for event in RULES.legal(RULES.view(ambush.state, JAPAN))]
    assert text == ambush.legal()
