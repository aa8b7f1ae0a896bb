"""Readings of both rulebooks (`spec/800/en/rules.md`, Readings), and options for other readings."""

import pytest

from senpu.replay.games.eight_hundred.state import CHINA, JAPAN, LOST
from senpu.spec.data import DataError, Value, Values
from senpu.spec.loader import SPEC, load_spec
from tests.games.eight_hundred.positions import (
    BATTLES,
    BONSAI,
    EightHundredGame,
    battles,
    bonsai,
    ruleset,
)

EDITIONS = pytest.mark.parametrize("ident", [BONSAI, BATTLES])


def test_reading_1_idle_markers_lets_a_spent_china_use_its_markers() -> None:
    plan = "B i1 | D c1.0 i2"
    table = bonsai(plan, 4, CHINA, ("idle-markers",))
    assert table.legal() == ["grenade D", "flag c1", "pass"]


def test_reading_1_forced_pass_takes_them_away() -> None:
    table = battles("B i1 | D c1.0 i2", 4, CHINA, ("forced-pass",))
    assert table.legal() == ["pass"]
    assert table.refusal("grenade D") == "mustPass 2.0-2"


@EDITIONS
def test_reading_2_units_with_points_but_no_act_do_not_force_a_pass(ident: str) -> None:
    table = EightHundredGame(ident, "J c1 | D c2.0 i1", 5, CHINA)
    assert table.allows("grenade D", "pass")


@EDITIONS
def test_reading_3_without_a_point_there_is_no_retreat(ident: str) -> None:
    table = EightHundredGame(ident, "B i1 | D c1.0").play("i1*D.c1", "[6 6]")
    assert table.unit("c1") == "D 0 reduced"


def test_reading_3_retreat_at_zero_lets_a_spent_unit_retreat() -> None:
    table = bonsai("B i1 | D c1.0", options=("retreat-at-zero",)).play("i1*D.c1", "[6 6]")
    assert table.legal() == ["c1<E", "c1<F"]
    assert table.play("c1<E").unit("c1") == "E 0"


@EDITIONS
def test_reading_6_xie_may_enter_and_retreat_into_the_warehouse(ident: str) -> None:
    assert EightHundredGame(ident, "E x1 | A i1", mover=CHINA).allows("x1>G")
    assert EightHundredGame(ident, "C i1 | E x1").play("i1*E.x1", "[6 6]").legal() == ["x1<G"]


@EDITIONS
def test_reading_7_the_owner_orders_retreats_and_each_changes_the_next(ident: str) -> None:
    plan = "B m1 | D c1 c2 | E x1 c3 k1 | F i1"
    table = EightHundredGame(ident, plan, 2).play("m1*D", "[6 6]")
    assert table.legal() == ["c1<E", "c2<E"]
    table.play("c2<E")
    assert table.units("c1", "c2") == ["D 2 reduced", "E 1"], "E is full now"
    other = EightHundredGame(ident, plan, 2).play("m1*D", "[6 6]", "c1<E")
    assert other.units("c1", "c2") == ["E 1", "D 2 reduced"]


@EDITIONS
def test_reading_9_closed_areas_are_closed_to_retreats(ident: str) -> None:
    table = EightHundredGame(ident, "F i1 | H c1", 5).play("i1*H.c1", "[6 6]")
    assert table.unit("c1") == "H 2 reduced", "F has an enemy and the bridge is shut"
    open_bridge = EightHundredGame(ident, "F i1 | H c1", 6).play("i1*H.c1", "[6 6]")
    assert open_bridge.legal() == ["c1<I"]
    tank = EightHundredGame(ident, "I t1 | J c1 | H c2", 6, CHINA)
    assert tank.play("c1*I.t1", "[6 6]").unit("t1") == "I 3 reduced", "no tank in the warehouse"


@EDITIONS
def test_reading_10_the_guns_attack_all_or_by_the_option_one(ident: str) -> None:
    plan = "D h1 m1 | H c1 c2 | F c3"
    table = EightHundredGame(ident, plan, 6)
    rule, attack = ("9.5", "8.0") if ident == BONSAI else ("4.0-7", "3.2-1")
    assert table.refusal("h1*H.c1") == f"strikesAll {rule}"
    table.play("h1*H", "[6 6]", "c1<I")
    assert table.allows("c2<I"), "the hit helps both on their way"
    free = EightHundredGame(ident, plan, 6, options=("strike-one",))
    guns = [text for text in free.legal() if "*" in text]
    assert guns == ["m1*F", "h1*F", "h1*H", "h1*H.c1", "h1*H.c2"]
    assert free.canonical_form("m1*F.c3") == free.canonical_form("m1*c3") == "m1*F", "all of one"
    assert free.refusal("h1*H.c3") == f"noTarget {attack}"
    assert free.odds("h1*H.c2").results == (("c2", 30 / 36), ("miss", 6 / 36))
    assert free.play("h1*H.c2", "[6 6]").asks == "retreat china c2"


@EDITIONS
def test_reading_11_cover_does_not_count_at_two_areas(ident: str) -> None:
    assert EightHundredGame(ident, "D h1 | G c1", 4).need("h1*G") == 5
    assert EightHundredGame(ident, "D h1 | G c1", 4, options=("cover-at-two",)).need("h1*G") == 7
    assert EightHundredGame(ident, "F h1 | G c1", 4).need("h1*G") == 7, "next door it does"


@EDITIONS
def test_reading_15_units_in_the_concession_attack_out_of_it(ident: str) -> None:
    table = EightHundredGame(ident, "J c1 x1 | I i1 c2.0", 6, CHINA)
    assert table.allows("c1*I.i1", "x1/c2*I.i1")
    silent = EightHundredGame(ident, "J c1 x1 | I i1 c2.0", 6, CHINA, ("concession-silent",))
    rule = "4.2" if ident == BONSAI else "Map"
    assert silent.refusal("c1*I.i1") == f"concessionFire {rule}"
    assert silent.allows("x1/c2*I.i1"), "a command is not an attack by Xie"


def test_reading_15_japan_neither_enters_nor_attacks_the_concession_in_english() -> None:
    plan = "I i1 t1 | H h1 | J c1"
    table = battles(plan, 6)
    assert table.refusal("i1>J") == "concession Map", "the map, as there is no rule"
    assert table.refusal("i1*J.c1") == "attackConcession Map"
    assert table.refusal("h1*J") == "attackConcession Map"
    table = battles(plan, 6, options=("concession-open",))
    assert table.allows("i1>J", "i1*J.c1", "h1*J")
    assert table.play("t1>J").allows("& t1*J.c1"), "a second action of a tank, too"
    table.play("& t1*J.c1", "[6 6]")
    assert table.unit("c1") == "J 2 reduced", "i1 is on the bridge"


@EDITIONS
def test_reading_24_markers_need_something_to_do(ident: str) -> None:
    table = EightHundredGame(ident, "D c1 | A i1", 4, CHINA)
    assert not [text for text in table.legal() if text.startswith(("flag", "grenade"))]


@EDITIONS
def test_reading_25_a_reduced_unit_has_the_same_points(ident: str) -> None:
    assert (
        EightHundredGame(ident, "B i1-.0 | D c1").play("pass", "pass").unit("i1") == "B 2 reduced"
    )


@EDITIONS
def test_reading_29_reinforcements_arrive_next_to_any_number_of_chinese(ident: str) -> None:
    plan = "A c1 c2 c3 | B i1 i2 i3 i4"
    table = EightHundredGame(ident, plan, 1)
    early = ident == BATTLES
    table.play("pass", "pass", *([] if early else ["[J2 C1]"]))
    assert table.legal() == ["m1@A"]


def test_reading_31_the_concession_may_be_left_in_english_but_by_option() -> None:
    plan = "J c1 | A i1"
    assert battles(plan, 6, CHINA).allows("c1>I")
    closed = battles(plan, 6, CHINA, ("concession-closed",))
    assert closed.refusal("c1>I") == "concessionExit Map"


@EDITIONS
def test_reading_36_nothing_limits_retreats(ident: str) -> None:
    table = EightHundredGame(ident, "D i1 c1 c2", mover=CHINA).play("c1*D.i1", "[6 6]")
    assert table.legal() == ["i1<B"]


@EDITIONS
def test_reading_38_a_turn_without_points_ends_after_its_first_roll(ident: str) -> None:
    table = EightHundredGame(ident, "A i1 | B c1", 6)
    units = len(table.rules.context.tables.units)
    table.with_state(
        locations=(LOST,) * units, points=(0,) * units,
        decision=table.rules.context.initiative_decision, stage="initiative",
    )  # fmt: skip
    assert table.play("[J2 C1]").effect_kinds == ["initiative", "turnEnd", "evacuated", "over"]


@EDITIONS
def test_reading_39_a_marker_between_two_passes_keeps_the_turn_going(ident: str) -> None:
    table = EightHundredGame(ident, "D i1 c1", 1).play("pass", "grenade D", "[1 1]", "pass")
    assert table.state.turn == 1


@EDITIONS
def test_reading_44_the_owner_chooses_between_two_retreats(ident: str) -> None:
    table = EightHundredGame(ident, "B i1 | D c1").play("i1*D.c1", "[6 6]")
    assert (table.asks, table.legal()) == ("retreat china c1", ["c1<E", "c1<F"])


@pytest.mark.parametrize(
    ("plan", "mover", "text", "dice", "hit"),
    [
        ("B m1 | D c1 c2-", JAPAN, "m1*D", "[3 3]", "retreat china c2"),
        ("B h1 | F c1 c2-", JAPAN, "h1*F", "[2 2]", "retreat china c2"),
        ("D c1 i1 i2- | A i3", CHINA, "grenade D", "[3 3]", "retreat japan i2"),
    ],
)
def test_reading_45_one_roll_counts_against_all_in_english(
    plan: str, mover: str, text: str, dice: str, hit: str
) -> None:
    assert battles(plan, 4, mover).play(text, dice).asks == hit


@EDITIONS
def test_reading_46_nothing_modifies_a_grenade(ident: str) -> None:
    assert EightHundredGame(ident, "G i1 c1 c2 c3", mover=CHINA).need("grenade G") == 7


def test_reading_47_xie_is_a_combat_unit_in_english() -> None:
    table = battles("E x1 c1 c2 c3 | C i1 | B t1", 3)
    assert table.refusal("i1>E") == "full 3.1-2"
    assert table.need("i1*E.x1") == 8
    assert battles("E i1 | G x1.0").play("i1*G.x1", "[6 6]").unit("x1") == "G 0 reduced"
    assert battles("A i1 | J x1 c1", 6).play("pass", "pass").asks == "China 6.0"


def test_reading_49_units_that_are_due_save_japan_by_option() -> None:
    plan = "A i1-.0 | B c1"
    assert bonsai(plan, mover=CHINA).play("c1*A.i1", "[6 6]").asks == "China 4.1"
    table = bonsai(plan, 1, CHINA, ("due-units-count",)).play("c1*A.i1", "[6 6]")
    assert table.legal() == ["pass"], "Japan has no unit on the map"
    table.play("pass", "pass", "[J2 C1]", "m1@A")
    assert table.unit("m1") == "A 1"
    late = bonsai("A h1-.0 | B c1", 4, CHINA, ("due-units-count",)).play("c1*A.h1", "[6 6]")
    assert late.asks == "China 4.1", "no unit is due any more"


@EDITIONS
def test_an_option_that_the_edition_lacks_is_unknown(ident: str) -> None:
    other = "idle-markers" if ident == BATTLES else "forced-pass"
    with pytest.raises(ValueError, match="has no option"):
        ruleset(ident, other)


def test_data_with_more_units_of_a_kind_need_their_bonus() -> None:
    shipped = load_spec(BONSAI, SPEC / "800")
    tables = {name: dict(table) for name, table in shipped.values.tables.items()}
    tables["kinds"]["g1"] = Value("mortar", "stated", "")
    own = load_spec(BONSAI, SPEC / "800", values=Values(tables))
    with pytest.raises(DataError, match=r"bonus\.mortar has 1 entry, but japan can attack with 2"):
        type(ruleset(BONSAI))(own)


@pytest.mark.parametrize(
    ("table", "key", "word", "expected"),
    [
        ("kinds", "i1", "ship", "infantry, machine-gun"),
        ("role", "warehouse", "Z", "A, B, C"),
        ("strikes", "tank", "some", "one, all"),
    ],
)
def test_a_word_that_no_rule_knows_is_rejected(
    table: str, key: str, word: str, expected: str
) -> None:
    tables = {name: dict(each) for name, each in ruleset(BONSAI).spec.values.tables.items()}
    tables[table][key] = Value(word, "stated", "")
    own = load_spec(BONSAI, SPEC / "800", values=Values(tables))
    with pytest.raises(DataError, match=rf"{table}\.{key} is {word}; expected one of {expected}"):
        type(ruleset(BONSAI))(own)
