"""Tests of the odds of attacks and of dice in a book."""

from collections import Counter
from pathlib import Path

import pytest

from senpu.notation.faults import text_width
from senpu.replay.core.narration import Narrator
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import State
from senpu.replay.openings.book import DEFAULT_GAMES, BookResults, MoveRecord
from senpu.replay.openings.moves import MoveOdds, PlayableMove, play_text
from senpu.replay.openings.reading import Numbering
from senpu.tui.render.opening_tables import render_book
from senpu.tui.render.openings_report import BookPage, make_object, read_page
from tests.games.random_play import collect_positions
from tests.games.russojapanese.positions import fighting
from tests.openings.shelves import GAME, book_of, write
from tests.replay.texts import SHIPPED

START = "C: x1+c1@D c2+c3+k1@C\nJ: i1+i2+g1@A i3+i4+g2@B\n[J3 C5]\n"
LINES = (
    "C: k1*B.g2 [2 3] no J: pass\nC: resign\n",
    "C: k1*B.g2 [6 3] J: g2<A\nJ: resign\n",
    "C: c1*B.i3 [1 1] J: pass\nC: resign\n",
)


def make_playable(rules: AnyRules, state: State, text: str) -> PlayableMove:
    course = play_text(rules, state, text)
    assert course, text
    return PlayableMove(text, course)


def led_to(position: int) -> MoveRecord:
    return MoveRecord(("",), False, position, BookResults(), BookResults())


def test_an_attack_has_the_odds_of_the_rules_and_nothing_that_a_hand_decides() -> None:
    table = fighting("1811 s1  1810 d1+d2", japan="09 12")
    move_odds = MoveOdds(Numbering(table.rules), table.state)
    odds = move_odds.find_odds(make_playable(table.rules, table.state, "d1+d2*1811"))
    assert odds
    assert odds.results == table.odds("d1+d2*1811").results
    assert odds.cases == ()
    assert move_odds.find_odds(make_playable(table.rules, table.state, "|")) is None
    assert move_odds.find_odds(None) is None


@pytest.mark.parametrize("ident", SHIPPED)
def test_dice_have_the_chance_of_every_roll_that_leads_there(ident: str) -> None:
    rules = open_rules(ident)
    numbering, tried = Numbering(rules), 0
    for states in collect_positions(rules, games=3, each=2, seed=3).values():
        for state in states:
            move_odds = MoveOdds(numbering, state)
            if not move_odds.is_roll:
                assert move_odds.find_probability(led_to(0)) is None
                continue
            every = list(rules.legal(state))
            found = Counter(numbering(rules.apply(state, event)[0]) for event in every)
            drawn = state.decision is not None and not state.decision.dice
            for after, count in found.items():
                chance = move_odds.find_probability(led_to(after))
                assert chance == (None if drawn else pytest.approx(count / len(every)))
            tried += not drawn
    assert tried


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_book_tells_them_next_to_how_it_went(tmp_path: Path, language: str) -> None:
    for number, lines in enumerate(LINES):
        write(tmp_path / f"logs/{number}.senpu", START + lines)
    book = book_of(tmp_path / "b.sqlite", tmp_path / "logs")
    rules = open_rules(GAME)
    begun = play_text(rules, rules.start(), START.replace("\n", " "))
    assert begun
    page = BookPage(book, rules, Numbering(rules), begun.reducer.state, DEFAULT_GAMES, 3)
    content, narrator = read_page(page, 12), Narrator(rules.spec, language)
    rows = render_book(page, content, narrator, 80, 12, "games")
    rows_by_move = {row.split()[0]: row.split()[1:] for row in rows if "*" in row}
    assert rows_by_move["k1*B.g2"][:2] == ["83%*", "2"]
    assert rows_by_move["c1*B.i3"][:2] == ["58%*", "1"]
    assert sum(row.startswith("* ") for row in rows) == 1
    assert all(text_width(row) <= 80 for row in rows if str(tmp_path) not in row)
    moves = {move["text"]: move for move in make_object(page, content)["moves"]}
    assert moves["k1*B.g2"]["odds"]["success"] == pytest.approx(1071 / 1296)
    assert moves["k1*B.g2"]["odds"]["provenance"] == "placeholder"
    rolled = play_text(rules, page.state, "k1*B.g2")
    assert rolled
    page = page._replace(state=rolled.reducer.state)
    content = read_page(page, 12)
    dice = {move["text"]: move["probability"] for move in make_object(page, content)["moves"]}
    assert dice == {"[2 3]": pytest.approx(15 / 36), "[6 3]": pytest.approx(21 / 36)}
    rows = render_book(page, content, narrator, 80, 12, "games")
    assert any(row.split()[:3] == ["[2", "3]", "42%*"] for row in rows)
