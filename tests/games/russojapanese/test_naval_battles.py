"""11.3: the line, the surplus, the fire, Akiyama."""

from copy import copy
from itertools import pairwise, permutations

import pytest

from senpu.notation.writer import format_event
from senpu.replay.games.russojapanese import naval_battles
from senpu.replay.games.russojapanese.fleets import Pair, RussoJapaneseNavalBattle, Ships
from tests.games.russojapanese.naval_positions import (
    RULES,
    NavalTestGame,
    fleets,
    in_battle,
    in_raid,
)
from tests.games.russojapanese.positions import ruleset_with

LINE = ("m1*r1", "m2*r2", "m3*r3", "m4*r4", "m5*r5")
"""m6 takes the last place without a question."""


def drawn_up(**more: object) -> NavalTestGame:
    """Seven against six, number by number; r7 goes against m1. Of Japan only m6 may be damaged."""
    table = in_battle(**more)  # type: ignore[arg-type]
    table.play("line r1+r2+r3+r4+r5+r6+r7")
    return table.through(*LINE[: 4 if "hurt" in more else 5], "r7*m1")


# ---- 11.3.1 -----------------------------------------------------------------------------


def test_11_3_1_undamaged_ships_are_first() -> None:
    table = in_battle(hurt="m1 m2 m3 r1 r2", sunk="r3")
    assert (table.asks, table.rule) == ("line russia r1+r2+r4+r5+r6+r7", "11.3.1")
    assert table.refusal("line r1+r4+r5+r6+r7+r2") == "lineSound 11.3.1"
    assert table.refusal("line r4+r5+r6+r7+r1") == "lineAll 11.3.1"
    table.play("line r4+r5+r6+r7+r1+r2")
    assert table.asks == "oppose japan r4"
    assert table.legal() == ["m4*r4", "m5*r4", "m6*r4"]
    assert table.refusal("m1*r4") == "lineSoundNow 11.3.1"
    assert table.refusal("m4*r5") == "lineNext 11.3.1"
    assert table.refusal("k1*r4") == "lineWho 11.3.1"
    assert table.refusal("m4+m5*r4") == "oneShip 11.3.1"
    assert table.refusal("d1*r4") == "unknownShip 11.3.1"
    table.play("m5*r4", "m4*r5")
    assert table.kinds("faces") == ["faces japan m4 r5", "faces japan m6 r6"], "m6 is the last one"
    assert table.legal() == ["m1*r7", "m2*r7", "m3*r7"]


def test_russia_is_asked_for_its_line_where_it_makes_a_difference_only() -> None:
    assert in_battle(sunk="r7").asks == "oppose japan r1", "six whole ships against six"
    assert len(in_battle().legal()) == 7, "which one is over"
    assert len(in_battle(hurt="m1 m2").legal()) == 7 * 15, "and which ones meet damaged ships"
    assert in_battle(hurt="r7").asks == "oppose japan r1", "the damaged one is over"
    assert in_battle(hurt="r6 r7 m6", sunk="m5").asks == "line russia r1+r2+r3+r4+r5+r6+r7"


def test_a_line_has_one_spelling() -> None:
    table = in_battle(hurt="m6")
    assert table.canonical_form("line r7+r6+r5+r4+r3+r2+r1") == "line r3+r4+r5+r6+r7+r2+r1"
    assert table.canonical_form("line r3 r4+r5 r7+r6 r2+r1") == "line r3+r4+r5+r6+r7+r2+r1"


def test_11_3_1_the_surplus_is_assigned_as_one_likes() -> None:
    table = in_battle().play("line r1+r2+r3+r4+r5+r6+r7", *LINE)
    assert table.asks == "surplus russia r7"
    assert table.legal() == [f"r7*m{number}" for number in range(1, 7)]
    assert table.refusal("r6*m1") == "lineNext 11.3.1"
    assert table.refusal("r7*r1") == "lineWho 11.3.1"
    table.play("r7*m4")
    assert table.kinds("assigned") == ["assigned russia r7 m4"]
    other = in_battle(sunk="r5 r6 r7").play("m1*r1", "m2*r2", "m3*r3", "m5*r4")
    assert other.asks == "surplus japan m4"
    other.play("m4*r2")
    assert other.legal() == ["m6*r1", "m6*r3", "m6*r4"]


def test_11_3_1_no_third_before_all_have_two() -> None:
    table = in_battle(sunk="r4 r5 r6 r7").play("m1*r1", "m2*r2", "m4*r3")
    table.play("m3*r2")
    assert table.refusal("m5*r2") == "secondFirst 11.3.1"
    table.play("m5*r1")
    assert table.kinds("assigned") == ["assigned japan m5 r1", "assigned japan m6 r3"]
    two = in_battle(sunk="r3 r4 r5 r6 r7").play("m1*r1", "m2*r2")
    assert two.allows("m3*r1", "m3*r2")
    two.play("m3*r1")
    assert two.allows("m4*r1", "m4*r2"), "two are left for the second one against r2"
    two.play("m4*r1", "m5*r1")
    assert two.kinds("assigned")[-1] == "assigned japan m6 r2"


def endings_of(table: NavalTestGame) -> list[tuple[tuple[int, int], ...]]:
    """Every way to assign the surplus, as the pairs that come of it."""
    if table.asks.split()[0] != "surplus":
        assert table.navy.battle
        return [table.navy.battle.pairs]
    return [pairs for text in table.legal() for pairs in endings_of(copy(table).play(text))]


def test_every_sharing_that_the_rule_allows_has_one_spelling() -> None:
    two = endings_of(in_battle(sunk="r3 r4 r5 r6 r7").play("m1*r1", "m2*r2"))
    assert len({frozenset(pairs) for pairs in two}) == len(two)
    assert len(two) == 2**4 - 2, "all assignments that leave neither r1 nor r2 with one enemy"
    three = endings_of(in_battle(sunk="r4 r5 r6 r7").play("m1*r1", "m2*r2", "m3*r3"))
    assert len(three) == 3 * 2 * 1
    eight = endings_of(in_battle(sunk="m4 m5 m6").play("line r1+r2+r3+r4+r5+r6+r7", *LINE[:2]))
    assert len(eight) == 3**4 - 3 * 2**4 + 3, "four over against three: all ships have two"


# ---- 11.3.2, 11.3.3 ---------------------------------------------------------------------


def letters(table: NavalTestGame) -> str:
    """Return the letters of the pending dice."""
    assert table.state.decision
    return "".join(table.state.decision.dice)


def test_11_3_2_a_die_a_step_hits_with_its_strength_or_less() -> None:
    table = drawn_up(hurt="m6")
    assert (table.asks, table.rule) == ("salvo chance m1+r1", "11.3.2")
    assert letters(table) == "JJRR"
    m1, r1 = (
        RULES.context.fleets.gunnery[RULES.context.fleets.number[name]] for name in ("m1", "r1")
    )
    table.play(f"[J{m1} J{m1 + 1} R{r1} R{r1 + 1}]")
    assert table.kinds("fires") == [
        f"fires japan m1 r1 1 {m1} {m1 + 1}", f"fires russia r1 m1 1 {r1} {r1 + 1}"
    ]  # fmt: skip
    table.play("[J6 J6 R6 R6]", "[J6 J6 R6 R6]", "[J6 J6 R6 R6]", "[J6 J6 R6 R6]")
    assert table.shots() == ["m6", "r6"]
    assert letters(table) == "JRR", "a damaged ship has one die"
    assert table.refusal("[J6 J6 R6 R6]") == "wrongDice 11.3.2"


def test_dice_of_a_salvo_may_be_written_in_another_order() -> None:
    table = drawn_up()
    assert table.canonical_form("[R1 J3 R5 J4]") == "[J3 J4 R1 R5]"
    assert table.refusal("[R1 J3 R5]") == "wrongDice 11.3.2"
    assert table.refusal("[1 2 3 4]") == "wrongDice 11.3.2"
    assert table.refusal("go") == "diceFirst 11.3.2"
    assert len(table.legal()) == 6**4


def test_11_3_2_losses_beyond_sinking_are_void() -> None:
    table = drawn_up().play("[J6 J6 R6 R6]").fire(m2=2, m3=1, r7=2)
    assert (table.sunk, table.hurt) == ("m1 r2", "r3")
    crowd = in_battle(sunk="r2 r3 r4 r5 r6 r7").lined().fire(m1=2, m2=2, m3=2)
    assert crowd.sunk == "r1 r2 r3 r4 r5 r6 r7", "six hits, two steps"
    weak = in_battle(hurt="r1").lined()
    assert weak.fire(m1=2, m2=2, m3=2, m4=2, m5=2, m6=2).kinds("shipDamaged") == []


def test_11_3_2_fire_is_simultaneous() -> None:
    table = drawn_up().fire(m1=2, r1=2)
    assert table.sunk == "m1 r1"
    assert table.fired[-1] == "r7*m1", "a surplus ship fires last, though m1 is hit already"
    both = drawn_up().play("[J1 J1 R1 R1]")
    assert both.sunk == "", "no hit counts before all have fired"
    assert RULES.board(both.state) == RULES.board(drawn_up().state)


def test_11_3_3_every_ship_fires_once() -> None:
    table = drawn_up().fire()
    shooters = [shot.split("*")[0] for shot in table.fired]
    assert sorted(shooters) == sorted(
        name for name in RULES.context.fleets.names if name not in ("k1", "v1")
    )
    assert table.fired[:4] == ["m1*r1", "r1*m1", "m2*r2", "r2*m2"]
    assert [each.kind for each in table.effects].count("battleOver") == 1
    assert table.navy.battle is None
    over = in_battle(sunk="r5 r6 r7").lined().fire()
    assert over.fired[-2:] == ["m5*r1", "m6*r2"], "ships of the larger side that have no match"


# ---- 11.3.4 -----------------------------------------------------------------------------


def test_11_3_4_with_akiyama_japan_fires_first() -> None:
    table = drawn_up(japan="02 04")
    assert (table.asks, table.rule) == ("akiyama japan", "11.3.4")
    assert table.legal() == ["play #04", "no"]
    table.play("play #04")
    assert table.kinds("japanFirst") == ["japanFirst japan"]
    assert table.shots() == ["m1"]
    table.through(*["[J1 J1]", "[J1 J6]", "[J6 J6]", "[J6 J6]", "[J6 J6]"])
    assert table.sunk == "", "all of Japan's fire first"
    table.play("[J6 J6]")
    assert (table.sunk, table.hurt) == ("r1", "r2"), "then it counts"
    assert table.shots() == ["r2"], "r1 is sunk and does not answer"
    assert letters(table) == "R", "r2 has one step left"
    table.fire(r2=1, r7=1)
    assert table.hurt == "m1 m2 r2"
    assert table.fired == ["r2*m2", "r3*m3", "r4*m4", "r5*m5", "r6*m6", "r7*m1"]


def test_without_akiyama_the_window_is_one_no() -> None:
    assert drawn_up().asks == "salvo chance m1+r1", "no card, no window"
    table = drawn_up(japan="02")
    assert table.legal() == ["no"]
    assert table.refusal("play #03") == "notInHand 11.3.4"
    assert table.play("no").asks == "salvo chance m1+r1"


def test_the_other_fleets_fight_by_the_same_rules() -> None:
    table = in_raid(hurt="k1")
    assert letters(table) == "JRR", "no card is left for a window"
    table.fire(k1=1, v1=1)
    assert (table.hurt, table.sunk) == ("v1", "k1")
    assert table.kinds("harmless") == ["harmless russia"], "a damaged fleet limits nothing"


# ---- strengths --------------------------------------------------------------------------


@pytest.mark.parametrize("strength", [0, 1, 6])
def test_the_strength_of_a_ship_is_read_from_the_data(strength: int) -> None:
    rules = ruleset_with("gunnery", {"m1": strength}, ("naval",))
    table = in_battle(rules=rules).lined()
    table.play("[J1 J6 R6 R6]")
    assert table.kinds("fires")[0] == f"fires japan m1 r1 {(strength > 0) + (strength > 5)} 1 6"


# ---- the blocks of a line ---------------------------------------------------------------


@pytest.mark.parametrize("japan", ["", "m1", "m1 m2 m3", "m1 m2 m3 m4 m5 m6"])
@pytest.mark.parametrize("russia", ["", "r2 r3", "r1 r2 r3 r4 r5 r6 r7"])
@pytest.mark.parametrize("sunk", ["", "m5 m6", "r6 r7", "m4 m5 m6 r7", "r3 r4 r5 r6 r7"])
def test_blocks_cover_the_line_and_never_mix_damaged_and_undamaged_ships(
    japan: str, russia: str, sunk: str
) -> None:
    removed_steps = set(sunk.split())
    hurt = " ".join(name for name in (*japan.split(), *russia.split()) if name not in removed_steps)
    state = in_battle(hurt=hurt, sunk=sunk).state
    navy = fleets(hurt, sunk)
    battle = RussoJapaneseNavalBattle(("first", "port_arthur"))
    sides = naval_battles.RussoJapaneseBattleSides(RULES.context, navy, battle)
    assert [end for _, end in sides.blocks[:-1]] == [start for start, _ in sides.blocks[1:]]
    assert (sides.blocks[0][0], sides.blocks[-1][1]) == (0, len(sides.russia))
    lines = list(naval_battles.list_orders(sides))
    assert len(set(lines)) == len(lines)
    for line in lines:
        steps = [navy.steps[ship] for ship in line]
        assert steps == sorted(steps, reverse=True)
        assert sorted(line) == list(sides.russia)
        assert all(
            first < second
            for start, end in sides.blocks
            for first, second in pairwise(line[start:end])
        )
    assert state.decision


def matchings(line: Ships, japan: tuple[Ships, Ships]) -> frozenset[frozenset[Pair]]:
    """Return all pairings of a Russian line with Japan's ships, undamaged ones first."""
    return frozenset(
        frozenset(zip((*sound, *hurt), line, strict=False))
        for sound in permutations(japan[0])
        for hurt in permutations(japan[1])
    )


@pytest.mark.parametrize(("hurt", "sunk"), [
    ("", "m4 m5 m6 r5 r6 r7"), ("m1", "m4 m5 m6 r5 r6 r7"), ("m1 m2 r2", "m5 m6 r6 r7"),
    ("m1 r1 r2", "m3 m4 m5 m6 r5 r6 r7"), ("m1 m2 m3", "m4 m5 m6 r5 r6 r7"),
    ("r1 r2 r3", "m5 m6 r5 r6 r7"), ("m2 r1", "m6 r4 r5 r6 r7"),
])  # fmt: skip
def test_lines_with_one_spelling_come_to_the_same_and_others_do_not(hurt: str, sunk: str) -> None:
    navy = fleets(hurt, sunk)
    sides = naval_battles.RussoJapaneseBattleSides(
        RULES.context, navy, RussoJapaneseNavalBattle(("first", "port_arthur"))
    )
    japan = tuple(tuple(k for k in sides.japan if navy.steps[k] == steps) for steps in (2, 1))
    classes: dict[str, set[frozenset[frozenset[Pair]]]] = {}
    for line in permutations(sides.russia):
        steps = [navy.steps[ship] for ship in line]
        if steps == sorted(steps, reverse=True):
            canonical_form = format_event(naval_battles.format_line(RULES.context, sides, line))
            classes.setdefault(canonical_form, set()).add(matchings(line, (japan[0], japan[1])))
    assert all(len(found) == 1 for found in classes.values()), "one canonical form, one effect"
    assert len({found for (found,) in classes.values()}) == len(classes), "each its own"
    assert len(classes) == len(list(naval_battles.list_orders(sides)))
