"""The table of these tests: plans and hands keep their form, and its examples hold."""

import textwrap
from collections.abc import Callable

import pytest

from tests.games.russojapanese import positions
from tests.games.russojapanese.positions import (
    JAPAN,
    RUSSIA,
    always,
    ending,
    fighting,
    moving,
    refilling,
    spending,
)


def examples() -> dict[str, Callable[[], None]]:
    """The tests that the docstring of the table shows."""
    text = positions.__doc__ or ""
    names: dict[str, Callable[[], None]] = {}
    shown = textwrap.dedent(text[text.index("    def test_") :])
    exec(shown, vars(positions) | {}, names)
    return names


@pytest.mark.parametrize("name", examples())
def test_the_examples_of_the_docstring_hold(name: str) -> None:
    examples()[name]()


def test_a_drawing_and_a_line_state_the_same_position() -> None:
    drawing = """
        1214   s1   .
        1113     .   g1+d1
        d2@Korea  s3@Siberia  s4+s5@lost
        """
    drawn = moving(drawing)
    line = moving("s1@1214 g1+d1@1114 d2@Korea s3@Siberia s4+s5@lost")
    assert drawn.state == line.state
    assert drawn.units("s1", "g1", "d1", "d2", "s3", "s4", "d3", "s6", "pa1") == [
        "1214", "1114", "1114", "Korea", "Siberia", "lost", "Japan", "Europe", "lost",
    ]  # fmt: skip


def test_a_unit_in_a_key_hex_or_town_holds_it() -> None:
    table = moving("1203 d1  1713 s1", held="1202 1713")
    assert [table.holder(place) for place in ("1202", "1203", "1713", "2215")] == [
        JAPAN, JAPAN, RUSSIA, RUSSIA,
    ]  # fmt: skip
    assert table.state.locked, "Port Arthur has been Japan's"


def test_cards_that_are_not_dealt_are_in_the_deck_or_under_the_discards() -> None:
    table = spending(japan="13 02", russia="#16", pile="05 03")
    assert (table.hand(JAPAN), table.hand(RUSSIA), table.pile) == ("#02 #13", "#16", "#05 #03")
    assert table.deck == "#01 #04 #06 #07 #08 #09 #10 #11 #12 #14 #15"
    thin = refilling(deck="07 08", pile="09")
    assert (thin.deck, thin.pile.split()[-1], len(thin.state.pile)) == ("#07 #08", "#09", 14)
    assert table.seen_by(RUSSIA).hand(JAPAN) == "#?? #??"


@pytest.mark.parametrize(
    ("table", "asks"),
    [
        (refilling(), "refill japan"),
        (refilling(japan="01 02 03"), "move japan"),
        (moving("", RUSSIA), "move russia"),
        (fighting("", RUSSIA), "declare russia"),
        (spending(), "cards japan"),
        (ending(losses=(1, 0)), "morale chance"),
        (ending(losses=(1, 0), japan="16"), "reply-check japan"),
        (ending(morale=(0, 0)), "Draw 4.1"),
        (ending(turn=12), "Russia 4.2"),
    ],
)
def test_a_table_begins_with_the_decision_of_the_phase(
    table: positions.RussoJapaneseTestGame, asks: str
) -> None:
    assert table.asks == asks


def test_records_that_a_phase_clears_may_be_stated() -> None:
    assert moving("1913 s2", RUSSIA, railed=True).refusal("s2=>2014") == "railUsed 8.2"
    table = fighting("1214 s1  1114 g1", zoneless="s1")
    assert table.zone(RUSSIA) == set()
    assert "1213" in fighting("1214 s1").zone(RUSSIA)


@pytest.mark.parametrize("result", ["DE", "DR", "EX", "NE", "AR", "AE"])
def test_an_attack_may_be_given_any_result(result: str) -> None:
    table = fighting("1214 s1  1114 g1+d1", japan="12", rules=always(result))
    table.fought("g1+d1*1214", 3, support="#12")
    assert f"roll{result}" in table.effect_kinds


def test_an_inconsistent_plan_is_rejected() -> None:
    with pytest.raises(AssertionError, match="appears twice"):
        moving("1214 s1  1314 s1")
    with pytest.raises(AssertionError, match="share a hex"):
        moving("1203 d1  1203 s1")
    with pytest.raises(AssertionError, match="two places"):
        moving("", japan="02", russia="02")
    with pytest.raises(AssertionError, match="is not in"):
        fighting("1214 s1  1114 g1+d1").fought("g1+d1*1214", "DE")
