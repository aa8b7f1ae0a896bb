"""Odds in words: numbers that add up, what would be otherwise, and rows that fit."""

from functools import cache
from itertools import islice

import pytest

from senpu.notation.faults import text_width
from senpu.notation.writer import format_event
from senpu.replay.core.narration import Narrator
from senpu.replay.core.odds import Odds, OddsCase, OddsTerm, Results
from senpu.replay.core.registry import open_rules
from senpu.tui.render.odds_report import (
    render_odds_table,
    render_provenance,
    render_success,
    round_percent,
    round_percents,
    round_shares,
)
from tests.games.random_play import collect_positions
from tests.replay.texts import SHIPPED

RUSSIA = "russojapanese/bonsai-2018"
Rows = list[tuple[str, Odds | None]]


def odds(results: Results, standing: str = "printed", **more: object) -> Odds:
    terms = (OddsTerm("attacker", 3, "9.4", "d1"),)
    return Odds(results, 7, terms, standing, ("miss", "AR"), **more)  # type: ignore[arg-type]


def table(*rows: tuple[str, Odds | None], ident: str = RUSSIA, language: str = "en") -> list[str]:
    return render_odds_table(rows, Narrator(open_rules(ident).spec, language), 80)


@pytest.mark.parametrize(
    ("chances", "whole", "found"),
    [
        ([1 / 6, 1 / 6, 1 / 2], 83, [17, 16, 50]),
        ([1 / 3, 1 / 3, 1 / 3], 100, [34, 33, 33]),
        ([1.0], 100, [100]),
        ([], 0, []),
    ],
)
def test_shares_add_up(chances: list[float], whole: int, found: list[int]) -> None:
    assert round_shares(chances, whole) == found


@pytest.mark.parametrize(
    ("chance", "output"), [(0, 0), (1, 100), (1 / 1296, 1), (1295 / 1296, 99), (7 / 12, 58)]
)
def test_none_and_all_are_said_only_where_it_is_so(chance: float, output: int) -> None:
    assert round_percent(chance) == output


def test_results_add_up_to_a_hundred_and_the_good_ones_to_the_chance_of_success() -> None:
    found = odds((("DE", 1 / 6), ("EX", 1 / 6), ("DR", 1 / 2), ("AR", 1 / 6)))
    assert round_percents(found) == [("DE", 17), ("EX", 16), ("DR", 50), ("AR", 17)]
    assert render_success(found) == "83%"


def test_what_rests_on_other_values_has_a_sign_and_a_line() -> None:
    sound, weak = (odds((("1", 0.5), ("miss", 0.5)), how) for how in ("printed", "placeholder"))
    rows = table(("d1*03", sound), ("d2*03", weak), ("pass", None))
    assert [row.split() for row in rows[1:4]] == [["d1*03", "7", "50%"], ["d2*03", "7", "50%*"],
                                                  ["pass"]]  # fmt: skip
    assert rows[1].index("%") == rows[2].index("%")
    assert (
        "* marks odds with inferred values or placeholders, not the printed values "
        "(see `senpu games`)"
    ) in " ".join(rows)
    assert table(("d1*03", sound))[-1] == "The odds use no inferred values and no placeholders."
    both = [weak, odds((("1", 1.0),), "inferred")]
    assert render_provenance(both, "en").startswith(
        "* marks odds with inferred values or placeholders"
    )


def test_cards_in_hand_are_reported_with_what_they_would_make_of_it() -> None:
    cases = (OddsCase("support", (("DE", 1.0),), 1.0, "printed", ("#03", "#12")),)
    found = odds((("DR", 0.5), ("AR", 0.5)), column="+1", cases=cases, assumptions=("no_cards",))
    rows = table(("d1*1214", found))
    assert rows[0].split()[:2] == ["column", "success"]
    assert rows[1] == (
        "  d1*1214      +1      50%  DR 50, AR 50  with attack support (#03, #12): 100%"
    )
    assert "assumption: no side plays a card" in rows
    in_japanese = table(("d1*1214", found), language="ja")
    assert any("攻撃支援あり（#03、#12）：100%" in row for row in in_japanese)
    assert "前提：双方ともカードを使用しない" in in_japanese


def test_numbers_of_hits_are_drawn_together_where_there_is_no_room() -> None:
    many = tuple((f"{by:+d}" if by else "0", 1 / 31) for by in range(15, -16, -1))
    found = Odds(many, 1, (), "printed", tuple(what for what, _ in many if what[0] != "+"),
                 roll="difference")  # fmt: skip
    assert table(("d1*03", found))[1].split() == [
        "d1*03", "1", "48%", "+1..+15", "48,", "0", "4,", "-1..-15", "48",
    ]  # fmt: skip


@cache
def listed(ident: str) -> list[Rows]:
    """Return the legal events of some positions of a game that roll dice."""
    rules = open_rules(ident)
    found = []
    for states in collect_positions(rules, games=2, each=3, seed=7).values():
        for state in states:
            events = list(islice(rules.legal(state), 60))
            rows: Rows = [(format_event(event), rules.odds(state, event)) for event in events]
            found += [rows] if any(each for _, each in rows) else []
    return found


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("ident", SHIPPED)
def test_the_odds_of_every_game_fit_eighty_columns_in_either_language(
    ident: str, language: str
) -> None:
    tables = [table(*rows, ident=ident, language=language) for rows in listed(ident)]
    assert tables
    for row in (row for rows in tables for row in rows):
        assert text_width(row) <= 80, row
        assert "{" not in row, row
        assert row == row.rstrip(), row
