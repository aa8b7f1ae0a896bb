"""Chapter 5: the order of play."""

from tests.games.russojapanese.positions import JAPAN, RUSSIA, fresh_game, moving, refilling

TURN = [
    "refill russia", "move russia", "declare russia", "cards russia",
    "refill japan", "move japan", "declare japan", "cards japan",
]  # fmt: skip
"""Decisions of a turn without other events, after which the victory phase follows."""


def test_5_0_russia_then_japan_then_the_victory_phase() -> None:
    table = refilling("", RUSSIA)
    asked = []
    effects = []
    while table.state.turn == 2:
        asked.append(table.asks)
        effects += table.play("no" if table.asks.startswith("refill") else "|").effect_kinds
    assert asked == TURN
    assert effects[-3:] == ["victory", "turn", "refill"]
    assert (table.state.turn, table.asks) == (3, "refill russia")


def test_5_0_a_player_turn_is_refill_movement_combat_cards() -> None:
    table = refilling("1309 s1  1308 d1", russia="12")
    assert table.refusal("d1>1307") == "wrongAnswer 10.1"
    assert table.play("no").refusal("d1*1309") == "wrongAnswer 8.0"
    assert table.play("|").refusal("d1>1307") == "wrongAnswer 9.3"
    assert table.play("|").refusal("d1*1309") == "wrongAnswer 10.2"
    assert table.play("|").state.turn == 3


def test_5_0_phases_end_with_a_stroke_and_a_refill_with_its_answer() -> None:
    table = refilling("", JAPAN)
    assert table.refusal("|") == "wrongAnswer 10.1"
    table.play("refill 3", "draw #01+#02+#03")
    assert table.asks == "move japan"
    three = refilling("", JAPAN, japan="01 02 03")
    assert three.asks == "move japan", "a refill that cannot be made is not asked"


def test_5_0_there_are_at_most_twelve_turns() -> None:
    table = moving("", turn=12).play("|", "|", "|")
    assert table.asks == "Russia 4.2"


def test_5_1_turn_1_begins_with_japans_movement() -> None:
    table = fresh_game().play("draw #02+#09+#11")
    assert (table.state.turn, table.asks) == (1, "move japan")
    assert table.hand(JAPAN) == "#02 #09", "two cards, and no refill"
    assert table.play("|", "|").asks == "cards japan"
    assert table.play("|").asks == "refill russia"
    assert table.state.turn == 2
    assert [each for each in table.effect_kinds if each in ("victory", "turn")] == [
        "victory",
        "turn",
    ]
