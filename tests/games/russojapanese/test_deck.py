"""10.0, 10.1, 10.4.3 and 10.4.6: the deck, the discards, the refill, and the limits on it."""

from tests.games.russojapanese.positions import JAPAN, RUSSIA, moving, refilling, spending

# ---- 10.0: the deck and the discards --------------------------------------------------------


def test_10_0_a_used_card_lies_on_top_of_the_discards_at_once() -> None:
    table = spending(japan="04 09 12", pile="05").play("#09/d6@1206")
    assert (table.hand(JAPAN), table.pile) == ("#04 #12", "#05 #09")
    assert table.play("#04/d7@Korea").pile == "#05 #09 #04"


def test_10_0_before_the_last_card_is_drawn_the_discards_are_shuffled_in() -> None:
    table = refilling(deck="05 06", japan="01 02").play("refill 3")
    assert table.legal() == ["draw #05", "draw #06"], "there are two, not one"
    table.play("draw #06")
    assert (table.deck, len(table.state.pile)) == ("#05", 12)
    low = refilling(deck="05", japan="01 02", pile="06").play("refill 3")
    assert "shuffled" in low.effect_kinds
    assert (low.pile, len(low.state.deck)) == ("", 14)
    assert low.allows("draw #05", "draw #06"), "the last card is one of them"


def test_10_0_played_cards_are_known_and_the_deck_is_not() -> None:
    table = refilling(japan="01", russia="02 03", pile="04 05")
    for side, own in ((JAPAN, "#01"), (RUSSIA, "#02 #03")):
        seen = table.seen_by(side)
        assert (seen.hand(side), seen.pile) == (own, "#04 #05")
        assert set(seen.deck.split()) == {"#??"}


def test_reading_23_a_refill_over_the_end_of_the_deck_is_two_draws() -> None:
    table = refilling(deck="05 06 07", pile="08").play("refill 3")
    assert table.state.decision is not None
    assert table.state.decision.count == 2, "those before the last one"
    assert table.legal() == ["draw #05+#06", "draw #05+#07", "draw #06+#07"]
    table.play("draw #06+#05")
    assert table.asks == "draw chance japan"
    assert table.effect_kinds == ["drew", "drewCards", "shuffled"]
    assert table.allows("draw #07", "draw #08")
    assert table.refusal("draw #05") == "notInDeck 10.1"
    assert table.play("draw #08").hand(JAPAN) == "#05 #06 #08"


def test_reading_23_a_deck_of_one_card_waits_until_one_is_drawn() -> None:
    table = refilling(deck="05 06 07 08", pile="09").play("refill 3", "draw #05+#06+#07")
    assert "shuffled" not in table.effect_kinds
    assert (table.deck, table.pile.split()[-1]) == ("#08", "#09")
    assert refilling(deck="05", pile="06").play("no").deck == "#05"


# ---- 10.1: the refill -----------------------------------------------------------------------


def test_10_1_with_two_cards_or_fewer_one_refills_to_three() -> None:
    for hand, count in (("", 3), ("01", 2), ("01 02", 1)):
        for side in (JAPAN, RUSSIA):
            table = refilling(side=side, **{side: hand})
            assert (table.asks, table.rule) == (f"refill {side}", "10.1")
            assert table.legal() == ["refill 3", "refill 4", "no"]
            table.play("refill 3")
            assert table.state.decision is not None
            assert (table.asks, table.state.decision.count) == (f"draw chance {side}", count)
    assert refilling(japan="01").play("no").hand(JAPAN) == "#01", "one need not"


def test_10_1_a_point_of_morale_buys_a_fourth() -> None:
    table = refilling(japan="01").play("refill 4")
    assert table.happened == ["refill japan 4", "moraleDown japan 5"]
    table.play("draw #02+#03+#04")
    assert table.hand(JAPAN) == "#01 #02 #03 #04"
    assert refilling(side=RUSSIA).play("refill 4").morale == (6, 5)


def test_10_1_the_choice_comes_before_the_draw() -> None:
    table = refilling(japan="01 02").play("refill 3")
    assert table.refusal("refill 4") == "cardsFirst 10.1"
    table.play("draw #03")
    assert table.asks == "move japan"
    assert table.refusal("refill 4") == "wrongAnswer 8.0"


def test_10_1_with_three_cards_one_is_not_asked() -> None:
    assert refilling(japan="01 02 03").asks == "move japan"
    assert refilling(side=RUSSIA, russia="01 02 03").asks == "move russia"


def test_10_1_a_fourth_card_may_be_kept() -> None:
    table = refilling(japan="01 02 03 04")
    assert (table.asks, table.hand(JAPAN)) == ("move japan", "#01 #02 #03 #04")


def test_reading_1_there_is_no_refill_in_part() -> None:
    table = refilling()
    assert table.refusal("refill 1") == "refillTo 10.1"
    assert table.refusal("refill 2") == "refillTo 10.1"
    assert table.refusal("refill 5") == "refillTo 10.1"
    assert refilling(japan="01 02 03").asks == "move japan", "a fourth alone is not for sale"


def test_reading_2_the_last_point_may_be_paid_but_none_that_is_not_there() -> None:
    table = refilling(morale=(1, 6)).play("refill 4")
    assert (table.morale, table.state.outcome) == ((0, 6), None)
    broke = refilling(morale=(0, 6))
    assert broke.legal() == ["refill 3", "no"]
    assert broke.refusal("refill 4") == "refillMorale 10.1"


# ---- 10.4.3: limits -------------------------------------------------------------------------


def test_10_4_3_a_sortie_limits_japans_hand_for_its_next_turn() -> None:
    for card, size in (("01", 1), ("05", 2)):
        table = spending(side=RUSSIA, russia=card).play(f"play #{card}", "|")
        assert (table.asks, table.legal()) == ("refill japan", [f"refill {size}", "no"])
        table.play(f"refill {size}")
        assert table.state.decision is not None
        assert table.state.decision.count == size
        table.play(table.legal()[0], "|", "|", "|", "no", "|", "|", "|")
        assert table.asks == "refill japan", "the turn after"
        assert table.allows("refill 3", "refill 4")


def test_10_4_3_no_card_is_bought_under_a_limit() -> None:
    for limit in (1, 2):
        table = refilling(limit=limit)
        assert table.refusal("refill 4") == "refillLimited 10.4.3"
        assert table.refusal("refill 3") == "refillLimited 10.4.3"
    assert refilling(side=RUSSIA, limit=1).allows("refill 3", "refill 4"), "Japan's limit"


def test_10_4_3_both_sorties_mean_one_card_and_no_more() -> None:
    for first, second in (("01", "05"), ("05", "01")):
        table = spending(side=RUSSIA, russia="01 05").play(f"play #{first}", f"play #{second}")
        assert table.play("|").legal() == ["refill 1", "no"]


def test_reading_3_cards_beyond_the_limit_go_by_chance() -> None:
    table = refilling(japan="02 05 07", limit=1)
    assert (table.asks, table.rule) == ("discard chance japan", "10.4.3")
    assert table.legal() == ["discard #02+#05", "discard #02+#07", "discard #05+#07"]
    assert table.refusal("discard #02") == "wrongCards 10.4.3"
    assert table.refusal("discard #02+#09") == "notInHand 10.4.3"
    assert table.refusal("refill 1") == "cardsFirst 10.4.3"
    table.play("discard #07+#05")
    assert (table.hand(JAPAN), table.pile) == ("#02", "#05 #07"), "the highest lies on top"
    assert table.asks == "move japan"
    assert refilling(japan="02 05", limit=2).asks == "move japan"
    assert refilling(japan="01 02 03 04").asks == "move japan", "no limit, nothing to throw away"
    assert refilling(side=RUSSIA, russia="02 05 07", limit=1).asks == "move russia"


def test_reading_3_limit_keeps_hand_throws_nothing_away() -> None:
    table = refilling(japan="02 05 07", limit=1, options=("limit-keeps-hand",))
    assert (table.asks, table.hand(JAPAN)) == ("move japan", "#02 #05 #07")
    grows = refilling(japan="02", limit=2, options=("limit-keeps-hand",))
    assert grows.legal() == ["refill 2", "no"]
    assert grows.refusal("refill 4") == "refillLimited 10.4.3"


def test_reading_43_under_a_limit_one_refills_to_the_limit() -> None:
    assert refilling(limit=2).legal() == ["refill 2", "no"]
    assert refilling(limit=2).refusal("refill 1") == "refillLimited 10.4.3", "not in part"
    assert refilling(limit=2, japan="01").legal() == ["refill 2", "no"]
    assert refilling(limit=1).legal() == ["refill 1", "no"]
    assert refilling(limit=1, japan="01").asks == "move japan"


# ---- 10.4.6: cards that are shuffled back ----------------------------------------------------


def test_10_4_6_seirogan_is_shuffled_back_when_the_refill_is_complete() -> None:
    table = refilling(japan="01", pile="05 06").play("refill 3", "draw #02+#11")
    assert table.effect_kinds == ["drew", "drewCards", "mustShuffle", "shuffled", "movement"]
    assert (table.hand(JAPAN), table.pile) == ("#01 #02", "")
    assert {"#05", "#06", "#11"} <= set(table.deck.split())
    assert table.asks == "move japan"


def test_10_4_6_never_in_the_middle_of_a_refill() -> None:
    table = refilling(deck="03 04 11", pile="05").play("refill 3", "draw #03+#11")
    assert table.hand(JAPAN) == "#03 #11", "the refill is not complete"
    assert table.refusal("draw #11") == "notInDeck 10.1"
    table.play("draw #05")
    assert table.hand(JAPAN) == "#03 #05"
    assert "#11" in table.deck


def test_10_4_6_southward_policy_does_the_same_for_russia() -> None:
    table = refilling(side=RUSSIA, pile="05").play("refill 3", "draw #02+#03+#14")
    assert (table.hand(RUSSIA), table.pile) == ("#02 #03", "")
    assert {"#05", "#14"} <= set(table.deck.split())


def test_10_4_6_each_concerns_its_own_side_only() -> None:
    japan = refilling(pile="05").play("refill 3", "draw #02+#03+#14")
    assert (japan.hand(JAPAN), japan.pile) == ("#02 #03 #14", "#05")
    russia = refilling(side=RUSSIA, pile="05").play("refill 3", "draw #02+#03+#11")
    assert (russia.hand(RUSSIA), russia.pile) == ("#02 #03 #11", "#05")


def test_reading_24_a_card_that_must_be_shuffled_back_is_not_replaced() -> None:
    table = refilling().play("refill 4", "draw #01+#02+#03+#11")
    assert (table.hand(JAPAN), table.morale, table.asks) == ("#01 #02 #03", (5, 6), "move japan")


def test_reading_57_seirogan_from_the_discards_waits_for_the_next_refill() -> None:
    table = moving("", japan="13", pile="05 11").play("play #13")
    assert (table.hand(JAPAN), table.pile) == ("#11", "#05 #13"), "nothing happens"
    table.play("|", "|")
    assert table.allows("#11/move"), "it may be spent"
    assert table.refusal("play #11") == "noEvent 10.2.1"
    later = refilling(japan="11", pile="05").play("refill 3", "draw #01+#02")
    assert (later.hand(JAPAN), later.pile) == ("#01 #02", "")
    kept = refilling(japan="11", pile="05").play("no")
    assert (kept.hand(JAPAN), kept.pile) == ("#11", "#05"), "without a refill it stays"
