"""4.3.2: the checks at the end of a turn, the cards before them, and what counts as lost."""

import pytest

from tests.games.russojapanese.positions import (
    JAPAN,
    RUSSIA,
    always,
    ending,
    fighting,
    moving,
)


def test_4_3_2_one_unit_lost_costs_a_point_on_a_1() -> None:
    table = ending(losses=(1, 0))
    assert (table.asks, table.rule) == ("morale chance", "4.3.2")
    assert ending(losses=(1, 0)).play("[J1]").morale == (5, 6)
    assert ending(losses=(1, 0)).play("[J2]").morale == (6, 6)
    both = ending(losses=(1, 1))
    assert both.play("[J4 R1]").morale == (6, 5), "each side has its own die"


@pytest.mark.parametrize(("lost", "highest"), [(1, 1), (2, 2), (3, 3), (4, 3), (9, 3), (12, 3)])
def test_4_3_2_more_losses_make_the_check_harder(lost: int, highest: int) -> None:
    for die in range(1, 7):
        fails = die <= highest
        assert ending(losses=(lost, 0)).play(f"[J{die}]").morale == (6 - fails, 6)
        assert ending(losses=(0, lost)).play(f"[R{die}]").morale == (6, 6 - fails)


def test_4_3_2_a_check_costs_one_point_for_any_losses() -> None:
    assert ending(losses=(0, 5)).play("[R1]").morale == (6, 5)


def test_4_3_2_only_losses_of_this_turn_count() -> None:
    table = fighting("1309 s1  1308 d1", RUSSIA, rules=always("EX")).fought("s1*1308", 1)
    assert table.units("s1", "d1") == ["lost", "lost"]
    table.play("|", "no", "|", "|", "|")
    assert table.asks == "morale chance", "lost in Russia's player turn, checked after Japan's"
    assert table.play("[J4 R4]").state.turn == 3
    assert table.play("no", "|", "|", "|", "no", "|", "|", "|").state.turn == 4, "no check now"


def test_4_3_2_a_side_without_losses_rolls_nothing() -> None:
    assert ending().asks == "refill russia", "the next turn"
    table = ending(losses=(0, 2))
    assert table.legal() == [f"[R{die}]" for die in range(1, 7)]
    assert table.refusal("[J3]") == "wrongDice 4.3.2"
    assert table.refusal("[J3 R3]") == "wrongDice 4.3.2"
    assert len(ending(losses=(2, 1)).legal()) == 36


# ---- readings ---------------------------------------------------------------------------


def test_reading_20_a_blocked_unit_counts_as_lost() -> None:
    garrison = fighting("1204 na1  1304 d1+d2", rules=always("DR")).fought("d1+d2*1204", 1)
    assert garrison.unit("na1") == "lost"
    assert garrison.state.losses == (0, 1)
    trapped = fighting("1202 s1  1203 d1+d2  1301 d3", rules=always("DR"))
    trapped.fought("d1+d2*1202", 1)
    assert (trapped.unit("s1"), trapped.state.losses) == ("lost", (0, 1))


def test_reading_20_a_unit_that_has_come_back_counts_all_the_same() -> None:
    table = fighting("1309 s1  1308 d1", RUSSIA, rules=always("AE"), russia="12")
    table.fought("s1*1308", 1)
    assert table.play("#12/s1@Europe").unit("s1") == "Europe"
    assert table.play("|", "no", "|", "|", "|").legal() == [f"[R{die}]" for die in range(1, 7)]


def test_reading_21_russia_is_asked_first_and_japan_by_option() -> None:
    assert ending(losses=(1, 1), japan="16", russia="13").asks == "reply-check russia"
    table = ending(losses=(1, 1), japan="16", russia="13", options=("check-japan-first",))
    assert table.asks == "reply-check japan"
    assert table.play("no").asks == "reply-check russia"


def test_reading_22_the_checks_come_before_the_verdict() -> None:
    assert ending(morale=(1, 1), losses=(1, 1)).play("[J1 R1]").asks == "Draw 4.1"
    assert ending(morale=(1, 1), losses=(1, 1)).play("[J1 R2]").asks == "Russia 4.1"
    last = ending(turn=12, morale=(6, 1), losses=(0, 1))
    assert last.play("[R1]").asks == "Japan 4.1", "on turn 12 too"
    assert ending(turn=12, morale=(1, 1), losses=(1, 1)).play("[J1 R1]").asks == "Draw 4.1"
    assert ending(turn=12, losses=(0, 1)).play("[R1]").asks == "Russia 4.2"


def test_reading_44_the_window_opens_for_losses_and_closes_on_two_no() -> None:
    assert ending(japan="10", russia="16").asks == "refill russia", "nothing was lost"
    table = ending(losses=(0, 1), japan="10", russia="16")
    assert (table.asks, table.rule) == ("reply-check russia", "4.3.2")
    assert table.play("no").asks == "reply-check japan"
    assert table.play("no").asks == "morale chance"
    assert ending(losses=(0, 1), japan="10").asks == "reply-check japan", "Russia has no card"
    assert ending(losses=(0, 1)).asks == "morale chance"


def test_reading_44_after_a_card_the_other_side_is_asked_again() -> None:
    table = ending(losses=(1, 1), japan="10", russia="02 16").play("no", "play #10")
    assert table.asks == "reply-check russia", "who said no"
    assert table.play("play #16").asks == "reply-check russia", "Japan has no card left"
    assert table.play("no").asks == "morale chance"
    assert table.play("[J2 R2]").morale == (5, 5), "one off either die"


def test_reading_44_an_event_that_would_change_nothing_is_rejected() -> None:
    table = ending(losses=(0, 1), japan="10", russia="16")
    assert table.refusal("play #16") == "noCheck 4.3.2", "Japan rolls no die"
    assert table.legal() == ["no"]
    assert table.play("no").allows("play #10")
    other = ending(losses=(0, 1), japan="09", russia="06")
    assert other.refusal("play #06") == "eventNotNow 10.2.1"
    assert other.play("no").refusal("play #09") == "eventNotNow 10.2.1"


def test_reading_44_cards_there_serve_for_nothing_else() -> None:
    table = ending("1206 d1", losses=(1, 0), japan="10")
    assert table.refusal("#10/d6@1206") == "wrongAnswer 4.3.2"
    assert moving("1206 d1", JAPAN, japan="10").refusal("play #10") == "eventNotNow 10.2.1"
