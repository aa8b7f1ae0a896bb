"""Repertoires: the file, equivalent positions, and likely positions without an answer."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from senpu.notation.faults import Error
from senpu.replay.annotation.branches import EventSequence
from senpu.replay.core.registry import open_rules
from senpu.replay.core.states import State
from senpu.replay.core.visible_positions import format_position_for
from senpu.replay.openings.book import ALL_GAMES, GameFilter
from senpu.replay.openings.coverage import CoverageSearch
from senpu.replay.openings.drill import Drill, list_choice_items
from senpu.replay.openings.moves import play_text
from senpu.replay.openings.reading import Numbering, get_ruleset
from senpu.replay.openings.repertoire import (
    ChoiceTree,
    Repertoire,
    edit_repertoire,
    format_repertoire,
    load_repertoire,
    make_choice,
    make_empty,
    parse_repertoire,
    put_choices,
    remove_choices,
)
from senpu.tui.commands.typed_lines import read_items
from tests.openings.shelves import GAME, book_of, corpus, write

RULES = open_rules(GAME)
CHINA, JAPAN = "C: x1+c1@D c2+c3+k1@C", "J: i1+i2+g1@A i3+i4+g2@B"
OTHER = "J: i1+i2+i3@A i4+g1+g2@B"


def play(*texts: str, state: State | None = None) -> EventSequence:
    course = play_text(RULES, state or RULES.start(), " ".join(texts))
    assert course is not None
    return course


def choose(*before: str, answer: str, comment: str = "") -> Repertoire:
    state = play(*before).reducer.state if before else RULES.start()
    choice = make_choice(RULES, state, read_items(answer, "en"), comment)
    return put_choices(make_empty(RULES), [choice], RULES).content


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "r.toml"
    first = choose(answer=CHINA, comment='"C" first')
    content = put_choices(first, choose(CHINA, answer=JAPAN).choice, RULES).content
    assert edit_repertoire(path, RULES, lambda _: content) == load_repertoire(path) == content
    assert remove_choices(content, [KEY]).list_sides() == ["japan"]


@pytest.mark.parametrize(
    ("answer", "comment", "change", "kept"),
    [
        (CHINA, "", "unchanged", "Hold."),
        ("C: c3+x1@D c1+c2+k1@C", "", "unchanged", "Hold."),  # interchangeable units
        ("C: c3+x1@D c1+c2+k1@C", "New.", "commented", "New."),
        ("C: c1@D x1+c2+c3+k1@C", "", "replaced", ""),
    ],
)
def test_a_comment_remains_if_the_choice_leads_to_the_same_position(
    answer: str, comment: str, change: str, kept: str
) -> None:
    content = choose(answer=CHINA, comment="Hold.")
    stored = put_choices(content, choose(answer=answer, comment=comment).choice, RULES)
    assert (getattr(stored, change), sum(stored[1:])) == (1, 1)
    assert [each.comment for each in stored.content.choice] == [kept]


GOOD = format_repertoire(choose(answer=CHINA))
KEY = choose(answer=CHINA).choice[0].key


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("senpu-repertoire = 1", "", "the line senpu-repertoire = 1 is missing"),
        ("repertoire = 1", "repertoire = 2", "this program reads version 1"),
        ("[[choice]]", "[[choice", "not a TOML file"),
        ("side =", "sides =", "choice[0].sides: this key is unknown; the keys here are key, side,"),
        ("game =", "games =", "r: games: this key is unknown; the keys here are game, rules,"),
        ("side =", "#", "choice[0].side: this key is missing"),
        ('answer = "C', "answer = 3 #", "choice[0].answer: the value must be a text"),
        (GOOD, "Senpu: 1", "r: this is a log or a position text"),
        ("repertoire = 1", "study = 1", "this is a study, which"),
        ("[[choice]]", GOOD[GOOD.index("[[choice]]") :] + "[[choice]]", "two choices are for"),
        ("x1+c1@D", "x1+c1@A", f"r: {KEY}: the answer C: x1+c1@A c2+c3+k1@C is illegal in the pos"),
        ('answer = "C', 'answer = "J', "is illegal in the position: J: cannot act now"),
        ("x1+c1@D", "x1+c1@", "is not an answer"),
        ("turn: 0", "turn: 1", "this is turn 1"),
        (KEY, KEY[::-1], "do not match the position text"),
        (KEY, f"0{KEY}", "not a position key"),
    ],
)  # fmt: skip
def test_an_invalid_file_is_reported(old: str, new: str, message: str) -> None:
    assert old in GOOD

    def read() -> None:
        content = parse_repertoire(GOOD.replace(old, new, 1).encode(), Path("r"))
        tree = ChoiceTree(content, RULES, path=Path("r"))
        for number in tree.choices:
            tree.open(number)

    with pytest.raises(Error) as raised:
        read()
    assert message in raised.value.text()


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("J: pass", "it is the turn of China"),
        (f"{CHINA} {JAPAN}", "all events of an answer"),
        ("", "has no event"),
    ],
)
def test_an_answer_has_events_of_the_side_that_acts_only(answer: str, message: str) -> None:
    with pytest.raises(Error) as raised:
        choose(answer=answer)
    assert message in raised.value.text()


def test_an_answer_has_no_dice() -> None:
    with pytest.raises(Error) as raised:
        choose(CHINA, JAPAN, "[J5 C3]", answer="J: i3*C.c2 [3 4]")
    assert "an answer has no dice" in raised.value.text()


def test_equivalent_positions_have_one_choice_in_their_own_names() -> None:
    tree = ChoiceTree(choose(CHINA, JAPAN, "[J5 C3]", answer="J: i3>A"), RULES)
    same = play("C: c2+c3+k1@C x1+c1@D", "J: i3+i4+g1@A i1+i2+g2@B", "[J5 C3]").reducer.state
    problem = tree.open(tree.numbering(same))
    assert problem is not None
    found = problem.find_answer(same)
    assert found is not None
    assert found.text == "J: i1>A"
    answer = EventSequence(RULES, same)
    answer.play(read_items("J: i2>A", "en"))
    assert problem.is_right(answer)
    answer = EventSequence(RULES, same)
    answer.play(read_items("J: g2>A", "en"))
    assert (problem.is_right(answer), problem.is_complete(answer)) == (False, True)


def test_a_set_up_can_be_given_in_parts_and_ends_by_itself() -> None:
    tree = ChoiceTree(choose(answer=CHINA), RULES)
    (problem,) = map(tree.open, tree.choices)
    assert problem is not None
    for text, is_right in (("C: c1+x1@D", True), ("C: x1+c2+c3+k1@C", False)):
        answer = EventSequence(RULES, RULES.start())
        items = [step.event for step in play(text).steps]
        assert problem.extend_answer(answer, items)  # the rest has no alternative
        assert problem.is_right(answer) is is_right


def test_gaps_are_listed_by_the_product_of_frequencies_and_dice(tmp_path: Path) -> None:
    replies = (JAPAN, JAPAN, OTHER)
    for number, reply in enumerate(replies):
        lines = f"{CHINA}\n{reply}\nT1 [J5 C3]\nJ: pass C: pass J: resign\n"
        write(tmp_path / f"{number}.senpu", lines, Date=f"2026-01-0{number + 1}")
    book = book_of(tmp_path / "b.sqlite", tmp_path)
    tree = ChoiceTree(choose(answer=CHINA), RULES)
    found = CoverageSearch(book, tree, "china", least=1e-9).run()
    assert found.answered == 1
    # Ties are rolled again, so each side begins in half of the games; Japan passes in all of them.
    assert [round(gap.probability, 4) for gap in found.gaps] == [0.3333, 0.3333, 0.1667, 0.1667]
    assert found.gaps[0].line == f"{CHINA} {JAPAN} [J1 C2]"
    assert found.gaps[1].line == f"{CHINA} {JAPAN} [J2 C1] J: pass"
    rare = CoverageSearch(book, tree, "china", least=0.2).run()
    assert [round(gap.probability, 1) for gap in rare.gaps] == [0.3, 0.3]
    for each in (found, rare):
        whole = sum(gap.probability for gap in each.gaps) + each.beyond + each.rare
        assert whole == pytest.approx(1)


@pytest.mark.parametrize("seed", range(4))
def test_probabilities_are_shares_of_all_games_wherever_they_begin(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also with more games from stated positions than from the start."""
    random, roll = Random(seed), "T1 [J1 C2]\n"
    corpus(tmp_path / "logs", range(seed, seed + 4))
    course = play(CHINA, JAPAN)
    for number in range(30):
        stated = random.choice((course.reducer.state, play(CHINA, OTHER).reducer.state))
        event = random.choice(("c1>F", "k1>E"))
        path, start = tmp_path / f"logs/from{number}.senpu", format_position_for(RULES, stated)
        write(path, f"{roll}C: {event} J: pass\n", Position=start, Event=str(number))
    book = book_of(tmp_path / "b.sqlite", tmp_path / "logs")
    positions = (RULES.start(), play(CHINA, JAPAN, "[J1 C2]").reducer.state)
    answers = ("C: x1+k1@C c1+c2+c3@D", "C: c1>F")
    choices = [
        make_choice(RULES, state, read_items(answer, "en"), "")
        for state, answer in zip(positions, answers, strict=True)
    ]
    tree = ChoiceTree(put_choices(make_empty(RULES), choices, RULES).content, RULES)
    expand, visited = CoverageSearch._expand, list[float]()

    def check_children(self: CoverageSearch, number: int, node: Any, gaps: Any) -> list[Any]:
        found = [*expand(self, number, node, gaps)]
        assert sum(each.probability for each in found) <= node.probability + 1e-9
        visited.append(node.probability)
        return found

    monkeypatch.setattr(CoverageSearch, "_expand", check_children)
    found = CoverageSearch(book, tree, "china", least=1e-9).run()
    assert all(0 < share <= 1 for share in visited)
    assert found.gaps
    assert all(0 < gap.probability <= 1 for gap in found.gaps)
    games = book.count_games(get_ruleset(RULES), ALL_GAMES)
    assert games == 34
    for choice in (ALL_GAMES, GameFilter(since="1900"), GameFilter(player_kind="human")):
        reached = book.count_reached(Numbering(RULES)(course.reducer.state), choice).games
        assert reached <= book.count_games(get_ruleset(RULES), choice)


def test_a_drill_rolls_real_dice_and_gives_the_probability_of_the_result() -> None:
    tree = ChoiceTree(choose(answer=CHINA), RULES)
    drill = Drill(list_choice_items(tree), AllNew(), Random(1), tree)
    rolls, shares = set(), {}
    state = play(CHINA, JAPAN).reducer.state
    for _ in range(200):
        line = drill.begin_line()
        assert line is not None
        line.play(play(CHINA, JAPAN))
        played = next(drill.advance(line))
        rolls.add(played.text)
        shares[tree.numbering(play(played.text, state=state).reducer.state)] = played.probability
    assert len(rolls) > 30  # of 36
    assert len(shares) < 36
    assert sum(shares.values()) == pytest.approx(1)


def test_new_problems_come_in_the_order_of_their_turns() -> None:
    later = choose(CHINA, JAPAN, "[J5 C3]", "J: pass", answer="C: pass")
    content = put_choices(later, choose(answer=CHINA).choice, RULES).content
    drill = Drill(list_choice_items(ChoiceTree(content, RULES)), AllNew(), Random(1))
    assert [each.problem.answers for each in drill.list_due()] == [(CHINA,), ("C: pass",)]


class AllNew:
    """Results without any earlier drill."""

    def count_overdue_days(self, ident: str) -> int | None:
        del ident
        return None

    def record(self, ident: str, right: bool) -> None:
        del ident, right
