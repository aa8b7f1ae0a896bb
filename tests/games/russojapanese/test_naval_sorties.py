"""11.0 to 11.2: the option, the ships, and the sorties at the beginning of Russia's card phase."""

import pytest

from senpu.replay.games.russojapanese.state import JAPAN, MOVEMENT, RUSSIA
from tests.games.russojapanese.naval_positions import FLEET, RULES, at_sea, fresh_game, in_battle
from tests.games.russojapanese.positions import ruleset as land_rules
from tests.games.russojapanese.positions import spending

# ---- 11.0, 11.1 -------------------------------------------------------------------------


def test_11_0_the_option_replaces_six_events() -> None:
    land = land_rules()
    replaced = {half for half, words in RULES.context.event.items() if words == ("naval",)}
    assert replaced == {
        (JAPAN, 1), (JAPAN, 3), (JAPAN, 4), (RUSSIA, 1), (RUSSIA, 5), (RUSSIA, 6)
    }  # fmt: skip
    assert {half: words for half, words in RULES.context.event.items() if half not in replaced} == {
        half: words for half, words in land.context.event.items() if half not in replaced
    }
    table = at_sea(russia="01 05 06").play("no", "no")
    assert [table.refusal(f"play #{card}") for card in ("01", "05", "06")] == [
        "navalCard 10.2.1"
    ] * 3
    assert table.allows("#01/move", "#05/s3@Siberia"), "they can still be spent"


def test_without_the_option_there_are_no_ships() -> None:
    land = land_rules()
    assert land.start().navy is None
    assert spending(side=RUSSIA, russia="01").asks == "cards russia"


def test_11_1_seven_and_eight_ships_of_two_steps() -> None:
    table = fresh_game()
    names = RULES.context.fleets.names
    assert [
        name
        for name in names
        if RULES.context.fleets.side[RULES.context.fleets.number[name]] == JAPAN
    ] == ["m1", "m2", "m3", "m4", "m5", "m6", "k1"]
    assert names[7:] == (*FLEET, "v1")
    assert {table.ship(name) for name in names} == {"whole"}
    hit = in_battle().lined().fire(m1=1, m2=2)
    assert (hit.hurt, hit.sunk) == ("r1", "r2")
    board = RULES.board(hit.state)
    effects = {(tally.side, tally.label): tally.units for tally in board.tallies}
    assert effects[RUSSIA, "fleet_port_arthur"] == ("r3", "r4", "r5", "r6", "r7")
    assert effects[RUSSIA, "ships_damaged"] == ("r1",)
    assert effects[RUSSIA, "ships_lost"] == ("r2",)
    assert (JAPAN, "ships_lost") not in effects


# ---- 11.2, 11.2.1 -----------------------------------------------------------------------


def test_11_2_sorties_come_before_the_russian_card_phase() -> None:
    assert at_sea(russia="02").asks == "sortie russia"
    japan = at_sea(side=JAPAN, japan="02")
    assert japan.asks == "cards japan"
    marching = at_sea(russia="02 07").play("no", "no", "#02/move", "|")
    assert marching.asks == "cards russia", "a forced march brings no second sortie"
    attacking = at_sea("1214 s1", kind="combat", russia="02").play("|")
    assert attacking.asks == "sortie russia"


def test_11_2_1_the_fleet_goes_out_with_a_card_or_without() -> None:
    table = at_sea(russia="01 02 06")
    assert table.rule == "11.2.1"
    assert table.legal() == ["#01/sortie", "#06/sortie", "sortie", "no"]
    assert table.refusal("#02/sortie") == "sortieCard 11.2.1"
    assert table.refusal("#05/sortie") == "notInHand 11.2.1"
    table.play("#06/sortie")
    assert table.happened[:2] == ["played russia 6", "portArthurSails russia r1+r2+r3+r4+r5+r6+r7"]
    assert (table.pile, table.hand(RUSSIA)) == ("#06", "#01 #02")
    assert table.asks == "sail russia", "Japan has no card"
    assert at_sea().legal() == ["sortie", "no"], "without a hand too"
    home = at_sea().play("no")
    assert (home.asks, home.happened) == ("cards russia", ["noSortie russia"])


def test_11_2_1_no_fleet_no_sortie() -> None:
    assert at_sea(sunk=" ".join(FLEET), russia="01").asks == "raid russia"
    assert at_sea(sunk=" ".join((*FLEET, "v1")), russia="01").asks == "cards russia"
    assert at_sea(sunk=" ".join(FLEET[:6])).play("sortie").happened == ["portArthurSails russia r7"]


# ---- 11.2.2 -----------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "steps"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_11_2_2_the_blockade_costs_half_a_die(die: int, steps: int) -> None:
    table = at_sea(japan="01").play("sortie")
    assert (table.asks, table.rule) == ("ambush japan", "11.2.2")
    assert table.legal() == ["play #01", "no"]
    table.play("play #01")
    assert table.asks == "toll chance"
    table.play(f"[{die}]")
    assert table.state.decision
    assert (table.state.decision.kind, table.state.decision.count) == ("steps", steps)


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_11_2_2_mines_cost_a_whole_die(die: int) -> None:
    table = at_sea(japan="03").play("sortie", "play #03", f"[{die}]")
    assert table.state.decision
    assert (table.state.decision.side, table.state.decision.count) == (JAPAN, die)
    before = sum(table.navy.steps)
    table.play(table.legal()[0])
    assert sum(table.navy.steps) == before - die


def test_11_2_2_japan_chooses_the_ships_that_are_hit() -> None:
    def hit(text: str) -> tuple[str, str]:
        table = at_sea(japan="01").play("sortie", "play #01", "[4]").play(text)
        return table.hurt, table.sunk

    assert hit("hit r5 r5") == ("", "r5"), "one ship removed"
    assert hit("hit r5 r2") == ("r2 r5", ""), "or two damaged"
    table = at_sea(japan="01", hurt="r2").play("sortie", "play #01", "[4]")
    assert table.canonical_form("hit r5+r2") == "hit r2 r5"
    assert table.refusal("hit r5") == "hitSteps 11.2.2"
    assert table.refusal("hit r2 r2") == "hitTooMuch 11.2.2"
    assert table.refusal("hit m1 r1") == "hitSteps 11.2.2"
    assert table.refusal("hit v1 r1") == "hitSteps 11.2.2", "not at Vladivostok"
    assert len(table.legal()) == 6 + 7 * 6 // 2


def test_11_2_2_both_cards_may_be_played() -> None:
    table = at_sea(japan="01 03").play("sortie", "play #01", "[2]", "hit r1")
    assert table.asks == "ambush japan"
    table.play("play #03", "[1]", "hit r1")
    assert (table.sunk, table.asks) == ("r1", "sail russia")
    other = at_sea(japan="01 02 03").play("sortie", "play #03", "[1]", "hit r4", "no")
    assert (other.hurt, other.asks, other.hand(JAPAN)) == ("r4", "sail russia", "#01 #02")
    table = at_sea(japan="02 04").play("sortie")
    assert table.legal() == ["no"]
    assert table.refusal("play #04") == "otherSeaCard 11.2.2"
    assert table.refusal("play #02") == "eventNotNow 10.2.1"
    assert table.refusal("play #01") == "notInHand 11.2.2"


def test_blockade_and_mines_sink_ships_without_a_choice() -> None:
    table = at_sea(japan="03", sunk="r1 r2 r3 r4 r5 r6", flag="r7").play("sortie")
    table.play("play #03", "[1]")
    assert (table.hurt, table.asks) == ("r7", "sail russia")
    table = at_sea(japan="03 02", sunk="r1 r2 r3 r4 r5", flag="r7").play("sortie")
    table.play("play #03", "[4]")
    assert table.kinds("shipSunk") == ["shipSunk russia r6", "shipSunk russia r7"]
    assert table.asks == "cards russia", "nothing is left to sail on (11.2.6)"


# ---- 11.2.3, 11.2.4 ---------------------------------------------------------------------


def test_11_2_3_russia_may_break_off() -> None:
    table = at_sea(russia="05").play("sortie")
    assert (table.asks, table.rule, table.legal()) == ("sail russia", "11.2.3", ["go", "halt"])
    table.play("halt")
    assert table.asks == "raid russia", "11.2.6 is next"
    assert table.state.limit == 0
    assert table.refusal("go") == "wrongAnswer 11.2.6"


def test_11_2_4_the_first_fleet_meets_them_or_not() -> None:
    table = at_sea().play("sortie", "go")
    assert (table.asks, table.rule, table.legal()) == ("intercept japan", "11.2.4", ["go", "no"])
    table.play("no")
    assert table.kinds("meets") == []
    assert table.state.limit == 1
    battle = at_sea().play("sortie", "go", "go")
    assert battle.kinds("meets") == ["meets japan m1+m2+m3+m4+m5+m6 r1+r2+r3+r4+r5+r6+r7"]
    alone = at_sea(sunk="m1 m2 m3 m4 m5 m6").play("sortie", "go")
    assert (alone.asks, alone.state.limit) == ("cards russia", 1), "no First Fleet, no question"


# ---- 11.2.5 -----------------------------------------------------------------------------


@pytest.mark.parametrize(("whole", "limit", "stopped"), [
    (0, 0, False), (1, 2, False), (2, 1, False), (3, 1, True), (7, 1, True)
])  # fmt: skip
def test_11_2_5_each_undamaged_ship_lowers_the_limit_by_one(
    whole: int, limit: int, stopped: bool
) -> None:
    table = at_sea(hurt=" ".join(FLEET[whole:])).through("sortie", "go", "no")
    assert (table.state.limit, table.state.blockaded) == (limit, stopped)
    assert bool(table.kinds("limited")) is bool(limit)
    assert bool(table.kinds("harmless")) is not bool(limit)


def test_11_2_5_with_three_the_limit_is_one_and_nothing_leaves_japan() -> None:
    table = at_sea("d1@Korea", hurt="r1 r2 r3 r4", japan="09").play("sortie", "no", "go", "no", "|")
    assert table.asks == "move japan", "with a card in hand nothing is refilled"
    table.play("|", "|")
    assert table.asks == "cards japan"
    assert table.refusal("#09/d6@Korea") == "shippingStopped 11.2.5"
    assert table.refusal("#09/d6@1206") == "shippingStopped 11.2.5"
    assert not table.goals("d6", "@")
    table.play("|")
    assert (table.state.limit, table.state.blockaded) == (0, False), "for one player turn"
    free = at_sea(hurt="r1 r2 r3 r4 r5", japan="09").play("sortie", "no", "go", "no", "|", "|", "|")
    assert free.allows("#09/d6@Korea", "#09/d6@1206")


def test_11_2_5_cards_beyond_the_limit_go_by_chance() -> None:
    table = at_sea(japan="02 07 09").play("sortie", "no", "go", "no")
    assert (table.asks, table.rule) == ("discard chance japan", "11.2.5")
    assert table.legal() == ["discard #02+#07", "discard #02+#09", "discard #07+#09"]
    assert table.refusal("discard #02+#12") == "notInHand 11.2.5"
    table.play("discard #02+#09")
    assert (table.hand(JAPAN), table.asks) == ("#07", "cards russia")
    assert table.play("|").asks == "move japan", "one card is the limit: nothing to refill"
    other = at_sea(japan="02 09", hurt=" ".join(FLEET[1:])).play("sortie", "no", "go", "no")
    assert (other.asks, other.state.limit) == ("cards russia", 2)
    refill = at_sea(hurt=" ".join(FLEET[1:])).play("sortie", "go", "no", "|")
    assert refill.legal() == ["refill 2", "no"]
    assert refill.refusal("refill 4") == "refillLimited 11.2.5"


# ---- 11.2.6 to 11.2.9 -------------------------------------------------------------------


def test_11_2_6_vladivostok_goes_out_with_card_05_only() -> None:
    table = at_sea(russia="01 05").play("no")
    assert (table.asks, table.rule) == ("raid russia", "11.2.6")
    assert table.legal() == ["#05/sortie", "no"]
    assert table.refusal("sortie") == "sortieCard 11.2.6"
    assert table.refusal("#01/sortie") == "sortieCard 11.2.6"
    without = at_sea(russia="01").play("no")
    assert (without.asks, without.legal()) == ("raid russia", ["no"]), "what it holds is hidden"
    assert at_sea().play("no").asks == "cards russia", "that it holds nothing is not"
    assert at_sea(russia="05", sunk="v1").play("no").asks == "cards russia"


def test_11_2_7_the_second_fleet_needs_akiyama() -> None:
    table = at_sea(russia="05", japan="02 04").play("no", "#05/sortie")
    assert (table.asks, table.rule) == ("hunt japan", "11.2.7")
    assert table.legal() == ["play #04", "no"]
    assert table.refusal("go") == "wrongAnswer 11.2.7"
    table.play("play #04")
    assert table.kinds("meets", "faces") == ["meets japan k1 v1", "faces japan k1 v1"]
    assert table.play("no").shots() == ["k1", "v1"]
    assert at_sea(russia="05").play("no", "#05/sortie").state.limit == 2, "no card, no question"
    removed_steps = at_sea(russia="05", japan="04", sunk="k1").play("no", "#05/sortie")
    assert removed_steps.state.limit == 2
    let_go = at_sea(russia="05", japan="04").play("no", "#05/sortie", "no")
    assert let_go.state.limit == 2


def test_11_2_8_undamaged_it_limits_the_hand_to_two() -> None:
    table = at_sea(russia="05", japan="02 07 09").play("no", "#05/sortie", "no")
    assert (table.asks, table.rule, table.state.limit) == ("discard chance japan", "11.2.8", 2)
    assert not table.state.blockaded
    hurt = at_sea(russia="05", hurt="v1").play("no", "#05/sortie")
    assert (hurt.state.limit, hurt.kinds("harmless")) == (0, ["harmless russia"])


def test_11_2_8_not_together_with_the_port_arthur_fleet() -> None:
    table = at_sea(russia="05").play("sortie", "go", "no", "#05/sortie")
    assert table.state.limit == 1
    assert table.kinds("limited", "harmlessToo") == ["harmlessToo russia"]
    one = at_sea(russia="05", hurt=" ".join(FLEET[1:])).play("sortie", "go", "no", "#05/sortie")
    assert one.state.limit == 2
    weak = at_sea(russia="05", hurt=" ".join(FLEET)).play("sortie", "go", "no", "#05/sortie")
    assert weak.state.limit == 2, "which prevented nothing"
    back = at_sea(russia="05").play("sortie", "halt", "#05/sortie")
    assert back.state.limit == 2


def test_11_2_9_then_the_card_phase_begins() -> None:
    table = at_sea(russia="02 05").play("sortie", "halt", "#05/sortie")
    assert table.asks == "cards russia"
    assert (table.navy.sailed, table.navy.battle) == ((), None)
    assert table.allows("#02/move", "|")
    assert table.play("|").state.phase == at_sea(side=JAPAN, kind=MOVEMENT).state.phase - 1
