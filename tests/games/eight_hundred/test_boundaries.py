"""Combinations of two rules of 800, and the last point, unit, place or turn of one.

Each row names its rules.
"""

import pytest

from senpu.replay.games.eight_hundred.state import CHINA, JAPAN
from tests.games.eight_hundred.positions import BATTLES, BONSAI, EightHundredGame, battles, bonsai


@pytest.mark.parametrize(
    ("plan", "text", "need"),
    [
        pytest.param("D m1 | F c1", "m1*F", 8, id="J 8.3, 9.3: cover against the mortar next door"),
        pytest.param("C h1 | E c1", "h1*E", 6, id="J 8.3, 9.5: and against artillery next door"),
        pytest.param("F t1 t2 | G c1", "t1+t2*G.c1", 6, id="J 8.3, 9.4: and against two tanks"),
        pytest.param("E i1 | G x1", "i1*G.x1", 9, id="J 8.3, 9.1: Xie has it too"),
        pytest.param("F i1 i2 i3 | G c1-", "i1+i2+i3*G.c1", 6, id="J 2.2, 8.3: all at once"),
        pytest.param(
            "B t1- t2 | D c1", "t1+t2*D.c1", 4, id="J 2.2, 9.4: reduced tanks hit as full ones"
        ),
        pytest.param("B g1 g2 | D c1-", "g1+g2*D.c1", 5, id="J 8.3, 9.2: guns together"),
    ],
)
def test_the_number_that_an_attack_needs_when_two_rules_apply(
    plan: str, text: str, need: int
) -> None:
    assert EightHundredGame(BONSAI, plan, 4).need(text) == need
    assert EightHundredGame(BATTLES, plan, 4).need(text) == need


@pytest.mark.parametrize(
    ("plan", "mover", "attack", "ways"),
    [
        pytest.param("A i1 c1", JAPAN, "i1*A.c1", ["c1<B"], id="8.4: out of the enemy's home"),
        pytest.param("B i1 c1", JAPAN, "i1*B.c1", ["c1<C", "c1<D"], id="8.4: nearer, not homeward"),
        pytest.param("G i1 c1 | A i2", CHINA, "c1*G.i1", ["i1<E", "i1<F"], id="8.4: out of G"),
        pytest.param("E i1 | G c1 | C c2", CHINA, "c1*E.i1", ["i1<D"], id="8.4-a: the other way"),
        pytest.param("H i1 | I c1 | J c2", JAPAN, "i1*I.c1", ["c1<G"], id="8.4: J is not nearer"),
        pytest.param("J c1 | I i1", CHINA, "c1*I.i1", ["i1<G", "i1<H"], id="7.2-5, 8.4: into G"),
        pytest.param("J c1 | I h1", CHINA, "c1*I.h1", ["h1<H"], id="7.2-5, 8.4: no gun into G"),
        pytest.param("D i1 c1 c2 c3", CHINA, "c1*D.i1", ["i1<B"], id="7.2-3, 8.4: no unit is held"),
    ],
)
def test_the_retreats_of_a_unit_when_two_rules_apply(
    plan: str, mover: str, attack: str, ways: list[str]
) -> None:
    for ident in (BONSAI, BATTLES):
        assert EightHundredGame(ident, plan, 6, mover).play(attack, "[6 6]").legal() == ways


@pytest.mark.parametrize(
    ("plan", "mover", "events", "unit", "stands"),
    [
        pytest.param(
            "G i1 | I c1 | A i2", JAPAN, ("i1*I.c1", "[6 6]"), "c1", "I 2 reduced",
            id="8.4-a: the enemy in its headquarters",
        ),
        pytest.param(
            "H i1 | F c1 | A i2", CHINA, ("c1*H.i1", "[6 6]"), "i1", "H 2 reduced",
            id="8.4-a: cut off in H",
        ),
        pytest.param(
            "D i1 c1 | B i2 i3 i4 g1", CHINA, ("grenade D", "[6 6]"), "i1", "D 2 reduced",
            id="8.4-b, 9.6: friendly units fill the retreat",
        ),
        pytest.param(
            "D i1 i2 c1 | B i3 i4 g1", CHINA, ("grenade D", "[6 6]", "i2<B"), "i1", "D 2 reduced",
            id="8.4-b, 9.6: the first one takes the last place",
        ),
        pytest.param(
            "J c1 | I h1 | H c2 | A i1", CHINA, ("c1*I.h1", "[6 6]"), "h1", "I 1 reduced",
            id="7.2-5, 8.4-a: a gun between the enemy and the warehouse",
        ),
    ],
)  # fmt: skip
def test_the_units_that_lose_a_step_when_two_rules_apply(
    plan: str, mover: str, events: tuple[str, ...], unit: str, stands: str
) -> None:
    for ident in (BONSAI, BATTLES):
        assert EightHundredGame(ident, plan, 6, mover).play(*events).unit(unit) == stands


@pytest.mark.parametrize(
    ("plan", "turn", "mover", "events", "asks"),
    [
        pytest.param(
            "D i1-.0 i2-.0 c1", 1, CHINA, ("grenade D", "[6 6]"), "China 4.1",
            id="4.1, 9.6: the last two by one roll",
        ),
        pytest.param(
            "B m1 | D c1-.0 c2-.1", 2, JAPAN, ("m1*D", "[6 6]"), "retreat china c2",
            id="4.1, 9.3: one of them retreats",
        ),
        pytest.param(
            "B i1.1 | D c1-.0", 6, JAPAN, ("i1*D.c1", "[6 6]"), "Japan 4.1",
            id="4.1, 5.1: before the turn ends, and the game with it",
        ),
        pytest.param(
            "A i1-.0 | B c1 | J c2 c3", 6, CHINA, ("c1*A.i1", "[6 6]"), "China 4.1",
            id="4.1, 4.2: before the verdict",
        ),
        pytest.param(
            "J c1- c2-.0 | A i1", 6, CHINA, ("pass", "pass"), "China 4.2",
            id="2.2, 4.2: reduced and spent ones got away too",
        ),
        pytest.param(
            "I c1.1 | J c2.0 | A i1.0", 6, CHINA, ("c1>J",), "China 4.2",
            id="4.2, 5.1: the last point of the game",
        ),
        pytest.param(
            "J x1 k1 | G i1 | A i2", 6, CHINA, ("pass", "pass"), "China 4.2",
            id="4.2: Japan is in the warehouse at the end, Xie away",
        ),
        pytest.param(
            "B g1.1 | D c1.0", 6, JAPAN, ("g1*D.c1", "[1 1]"), "reroll japan",
            id="5.1, 9.2: a miss is rolled again before the turn ends",
        ),
        pytest.param(
            "B i1.1 | D c1.1", 6, JAPAN, ("i1*D.c1", "[6 6]", "c1<E"), "Japan 4.2",
            id="5.1, 8.4: a retreat takes the last point",
        ),
        pytest.param(
            "D i1 x1.1 k1.0 | A i2.0", 6, CHINA, ("x1/k1>E", "pass", "pass"), "Japan 4.2",
            id="5.1, 9.1: a forced pass is the second",
        ),
        pytest.param(
            "D c1.0 c2 | A i1.0", 6, CHINA, ("flag c1", "pass", "c2>E", "pass"), "act china",
            id="5.1, 9.7: the flag is not a pass",
        ),
    ],
)  # fmt: skip
def test_the_next_decision_when_two_rules_apply(
    plan: str, turn: int, mover: str, events: tuple[str, ...], asks: str
) -> None:
    assert bonsai(plan, turn, mover).play(*events).asks == asks


@pytest.mark.parametrize(
    ("plan", "turn", "mover", "text", "why"),
    [
        pytest.param(
            "J c1 c2 c3 k1 | I x1 | A i1", 6, CHINA, "x1>J", "full 7.1",
            id="4.2, 7.1: the concession holds four",
        ),
        pytest.param(
            "J x1 | I c1.0 | A i1", 6, CHINA, "x1/c1>J", "commandConcession 9.1",
            id="4.2, 9.1: Xie waits there in vain",
        ),
        pytest.param(
            "I x1 | J c1 | A i1", 6, CHINA, "x1/c1>I", "concessionExit 4.2",
            id="4.2, 9.1: his point leads no unit out",
        ),
        pytest.param(
            "E x1 c1 | G c2 c3 k1 i1", 1, CHINA, "x1/c1>G", "full 7.1",
            id="7.1, 9.1: nor into a full area",
        ),
        pytest.param(
            "C x1 | D k1.0 | B i1", 1, CHINA, "x1/k1*B.i1", "commandFar 9.1",
            id="7.2-1, 9.1: nor across a corner",
        ),
        pytest.param(
            "D i1 c1 c2 | F t1", 3, JAPAN, "i1>F", "heldBack 7.2-3",
            id="7.2-3, 9.4: an adjacent tank does not help",
        ),
        pytest.param(
            "D i1 c1 | F c2 c3", 1, JAPAN, "i1>F", "tooFew 7.2-4",
            id="7.2-3, 7.2-4: let go, not let in",
        ),
        pytest.param(
            "I i1 c1 c2 | A g1", 6, JAPAN, "i1>H", "heldBack 7.2-3",
            id="7.2-3, 7.2-6: held on the bridge",
        ),
        pytest.param(
            "B t1 t2 | D c1 c2 c3", 3, JAPAN, "t1+t2>D", "full 7.1",
            id="7.1, 9.4: one tank would find a place",
        ),
        pytest.param(
            "C m1 | D c1 | A i1", 2, JAPAN, "m1*D", "cornerOnly 8.1",
            id="8.1, 9.3: the mortar is not artillery",
        ),
    ],
)  # fmt: skip
def test_rejections_when_two_rules_apply(
    plan: str, turn: int, mover: str, text: str, why: str
) -> None:
    assert bonsai(plan, turn, mover).refusal(text) == why


def test_entering_by_the_last_act_of_turn_five_costs_the_victory() -> None:
    table = bonsai("E i1.1 | J c2.0 c3.0", 5).play("i1>G")
    assert (table.state.turn, table.state.has_entered) == (6, True)


def test_reading_48_english_too_counts_a_moment_in_the_warehouse() -> None:
    table = battles("E i1 | G c1 | J c2 c3", 5).play("i1>G", "c1*G.i1", "[6 6]", "i1<F")
    assert table.state.has_entered
    assert table.play("pass", "pass", "[J1 C6]", "pass", "pass").asks == "Japan 6.0"


def test_english_tanks_wait_one_by_one_and_still_come_with_two_points() -> None:
    table = battles("A i1 i2 i3 i4 | B g1 g2 c1", 2).play("pass", "pass", "t1@B")
    assert (table.unit("t2"), table.asks) == ("due", "initiative chance"), "B is full now"
    table.play("[J1 C2]", "c1>C", "pass", "pass", "t2@B")
    assert table.units("t1", "t2", "h1") == ["B 3", "B 2", "due"]


@pytest.mark.parametrize(
    ("plan", "turn", "events", "legal"),
    [
        pytest.param(
            "B t1 | D c1 c2 c3 k1", 3, ("t1*D.c1", "[1 1]"), ["& t1>A", "& t1>C", "no"],
            id="3.1-2, 4.0-5: no place where it fired",
        ),
        pytest.param(
            "H t1 | I c1 | J c2", 6, ("t1>I",), ["& t1*I.c1", "no"],
            id="4.0-5, 6.0: not at the concession",
        ),
        pytest.param(
            "E t1 | G c1 | A i1", 3, ("t1*G.c1", "[1 1]"), ["& t1>C", "& t1>D", "no"],
            id="3.1-5, 4.0-5: nor into the warehouse",
        ),
        pytest.param(
            "B t1 t2.1 | D c1", 3, ("t1+t2>D",), ["& t1*D.c1", "no"],
            id="3.0-4, 4.0-5: one of them is spent",
        ),
    ],
)  # fmt: skip
def test_the_second_act_of_an_english_tank_when_two_rules_apply(
    plan: str, turn: int, events: tuple[str, ...], legal: list[str]
) -> None:
    assert battles(plan, turn).play(*events).legal() == legal
