"""Tests of counts: simple counts, transpositions, interchangeable units and copies."""

from itertools import product
from pathlib import Path

import pytest

from senpu.logs.record import LIBRARY
from senpu.replay.analysis.confidence import wilson_interval
from senpu.replay.core.registry import open_rules
from senpu.replay.core.states import State
from senpu.replay.openings.book import COUNTED, BookEntry, BookFile, GameFilter
from senpu.replay.openings.moves import MoveNames, play_text
from senpu.replay.openings.reading import Numbering, get_ruleset, read_log
from tests.openings.shelves import (
    GAME,
    SET_UP,
    GameEnd,
    Slow,
    book_of,
    build,
    corpus,
    short_game,
    tally,
    write,
)

RULES = open_rules(GAME)
NUMBER = Numbering(RULES)


def reach(text: str) -> State:
    """Return the state after some events."""
    course = play_text(RULES, RULES.start(), text)
    assert course is not None
    return course.reducer.state


def leaf(book: BookFile, text: str = "", choice: GameFilter = GameFilter()) -> BookEntry:  # noqa: B008
    return book.find_entry(NUMBER(reach(text)), choice)


def single(found: BookEntry) -> dict[str, int]:
    return {move.text: move.played.games for move in found.moves if not move.is_set_up}


# ---- a slow count -----------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [40, 9])
def test_a_book_holds_what_a_slow_count_finds(tmp_path: Path, depth: int) -> None:
    logs = corpus(tmp_path / "logs", range(30))
    for path in (LIBRARY / "800").glob("bonsai*.senpu"):  # games that a rule ended
        (logs / path.name).write_bytes(path.read_bytes())
    book = book_of(tmp_path / "b.sqlite", logs, depth=depth)
    slow = Slow(sorted(logs.iterdir()), depth)
    assert len(slow.reached) > 100
    for position, results in slow.reached.items():
        found = book.find_entry(position)
        assert found.reached == tally(results.values())
        moves = {move.after: move for move in found.moves if not move.is_set_up}
        assert set(moves) == {to for at, to in slow.played if at == position}
        for to, move in moves.items():
            assert move.played == tally(slow.played[position, to].values())
            assert move.reached == tally(slow.reached[to].values())


def test_what_is_counted_in_advance_is_what_counting_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("senpu.replay.openings.binding.CROWD", 2)
    book = book_of(tmp_path / "b.sqlite", corpus(tmp_path / "logs", range(20)))
    rows = book._book.execute("SELECT position FROM crowded").fetchall()
    assert len(rows) > 5
    for (position,), choice in product(rows, COUNTED):
        assert book.find_entry(position, choice) == book.count_entry(position, choice)


def test_of_many_moves_the_most_frequent_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = book_of(tmp_path / "b.sqlite", corpus(tmp_path / "logs", range(30)))
    every = leaf(book)
    monkeypatch.setattr("senpu.replay.openings.book.MOST_MOVES", 7)
    some = book.count_entry(NUMBER(RULES.start()))
    games = sorted((move.played.games for move in every.moves), reverse=True)
    assert (len(some.moves), some.rarer) == (7, len(every.moves) - 7)
    assert sorted((move.played.games for move in some.moves), reverse=True) == games[:7]
    assert set(some.moves) <= set(every.moves)


# ---- which positions are one --------------------------------------------------------------------


def test_interchangeable_units_are_one(tmp_path: Path) -> None:
    write(tmp_path / "logs/a.senpu", SET_UP + "J: i3>A\n")
    write(tmp_path / "logs/b.senpu", SET_UP.replace("i1+i2", "i1+i3").replace("i3+i4", "i2+i4"))
    write(tmp_path / "logs/c.senpu", SET_UP + "J: i4>A\n")
    book = book_of(tmp_path / "b.sqlite", tmp_path / "logs")
    found = leaf(book, SET_UP.replace("\n", " ").replace("T1 ", ""))
    assert found.reached.games == 3
    assert single(found) == {"i3>A": 2}
    assert found.moves[0].forms == ("i3>A", "i4>A")


def test_transpositions_are_merged_in_both_counts(tmp_path: Path) -> None:
    for name, first, second in (("a", "x1+c1@D", "c2+c3+k1@C"), ("b", "c2+c3+k1@C", "x1+c1@D")):
        write(tmp_path / f"logs/{name}.senpu", f"C: {first} {second}\n")
    write(tmp_path / "logs/c.senpu", "C: x1+c1@D\n")
    book = book_of(tmp_path / "b.sqlite", tmp_path / "logs")
    assert single(leaf(book)) == {"x1+c1@D": 2, "c2+c3+k1@C": 1}
    (last,) = leaf(book, "C: x1+c1@D").moves
    assert (last.played.games, last.reached.games) == (1, 2)
    (whole,) = [move for move in leaf(book).moves if move.is_set_up]
    assert (whole.played.games, len(whole.forms)) == (2, 2)


def test_rolls_with_the_same_result_are_one_move_with_all_texts(tmp_path: Path) -> None:
    for name, dice in (("a", "[J5 C3]"), ("b", "[J4 C1]"), ("c", "[J1 C6]")):
        write(tmp_path / f"logs/{name}.senpu", SET_UP.replace("[J5 C3]", dice))
    set_up, _, _ = SET_UP.replace("\n", " ").partition("T1")
    won, lost = leaf(book_of(tmp_path / "b.sqlite", tmp_path / "logs"), set_up).moves
    assert won.forms == ("[J4 C1]", "[J5 C3]")
    assert lost.forms == ("[J1 C6]",)


def test_a_move_is_written_with_units_that_can_make_it(tmp_path: Path) -> None:
    write(tmp_path / "logs/a.senpu", SET_UP + "J: i3>A\n")
    book = book_of(tmp_path / "b.sqlite", tmp_path / "logs")
    other = SET_UP.replace("i1+i2", "i3+i4", 1).replace("i3+i4+g2", "i1+i2+g2")
    here = reach(other.replace("\n", " ").replace("T1 ", ""))
    (move,) = book.find_entry(NUMBER(here)).moves
    found = MoveNames(NUMBER, here).find_playable(move)
    assert move.text == "i3>A"
    assert found is not None
    assert found.text == "i1>A"


# ---- which games count --------------------------------------------------------------------------


UNDONE = "C: x1+c1@D\nundo\n"
NONCES = tuple({"Chain": "sha256", "Nonce": digit * 32} for digit in "01")
ANNA, BO = {"Japan": "Anna", "China": "Bo"}, {"Japan": "Bo", "China": "Anna"}
DAY, NEXT_DAY = {"Date": "2026-11-28"}, {"Date": "2026-11-29"}


@pytest.mark.parametrize(
    ("lines", "fields", "games"),
    [
        (("", ""), (ANNA, ANNA), 1),
        (("", UNDONE), (ANNA, ANNA), 1),
        (("", UNDONE), (NONCES[0], NONCES[0]), 1),
        (("", ""), (NONCES[0] | ANNA, NONCES[0] | BO), 1),
        (("", ""), NONCES, 2),
        (("", ""), (ANNA, BO), 2),
        (("", ""), (ANNA, {}), 2),
        (("", ""), (DAY, NEXT_DAY), 2),
        (("", ""), ({"Event": "round 1"}, {"Event": "round 2"}), 2),
        (("", ""), ({"Program": "seed 1"}, {"Program": "seed 2"}), 2),
        (("C: resign\n", "J: resign\n"), ({}, {}), 2),
        (("C: resign\n", "J: resign\n"), (NONCES[0], NONCES[0]), 2),
        (("C: resign\n", "C: agree Japan\n"), ({}, {}), 2),
        (("C: agree Draw\n", "C: agree Japan\n"), ({}, {}), 2),
        (("C: agree Draw\n", ""), ({}, {}), 2),
    ],
)
def test_copies_of_one_game_count_once_and_other_games_do_not(
    tmp_path: Path, lines: tuple[str, str], fields: tuple[dict[str, str], ...], games: int
) -> None:
    for name, each, header in zip("ab", lines, fields, strict=True):
        text = each + SET_UP if each == UNDONE else SET_UP + each
        write(tmp_path / f"logs/{name}.senpu", text, **header)
    bound = build(tmp_path / "b.sqlite", tmp_path / "logs")
    assert bound.faults == []
    assert (bound.games, bound.copies) == (games, 2 - games)
    book = book_of(tmp_path / "b.sqlite", tmp_path / "logs")
    assert leaf(book).reached.games == games


def test_undone_events_were_not_played(tmp_path: Path) -> None:
    write(tmp_path / "logs/a.senpu", SET_UP + "J: i3>A\nundo\nJ: pass\n")
    book = book_of(tmp_path / "b.sqlite", tmp_path / "logs")
    assert single(leaf(book, SET_UP.replace("\n", " ").replace("T1 ", ""))) == {"pass": 1}


def test_an_invalid_log_is_excluded_and_reported(tmp_path: Path) -> None:
    logs = corpus(tmp_path / "logs", range(2))
    write(logs / "illegal.senpu", SET_UP + "J: i1>G\n")
    write(logs / "torn.senpu", SET_UP + "J: i3")
    (logs / "noise.senpu").write_bytes(b"\x00\xff\n")
    (logs / "none.senpu").write_text("Senpu: 1\nGame: chess/1\n\n")
    bound = build(tmp_path / "b.sqlite", logs)
    assert bound.games == 2
    assert [Path(fault["en"].partition(":")[0]).stem for fault in bound.faults] == [
        "illegal", "noise", "none", "torn"
    ]  # fmt: skip
    assert all("illegalMove" in text for text in bound.faults[0].values())


def test_resigning_ends_a_game_and_is_no_move(tmp_path: Path) -> None:
    write(tmp_path / "logs/a.senpu", SET_UP + "J: resign\n")
    book = book_of(tmp_path / "b.sqlite", tmp_path / "logs")
    found = leaf(book, SET_UP.replace("\n", " ").replace("T1 ", ""))
    assert found == BookEntry(tally([GameEnd(1, "China resign", None, 1)]), ())


CHOICES = [
    (GameFilter(player="ann"), 1), (GameFilter(player="n"), 2), (GameFilter(player="Ä"), 1),
    (GameFilter(since="2026-02"), 1), (GameFilter(until="2025"), 1),
    (GameFilter(until="2026-01"), 2), (GameFilter(player_kind="human"), 3),
    (GameFilter(player_kind="program"), 1), (GameFilter("bo", "2026", "2026"), 1),
]  # fmt: skip


@pytest.mark.parametrize(("choice", "games"), CHOICES)
def test_games_are_chosen_by_players_dates_and_who_played(
    tmp_path: Path, choice: GameFilter, games: int
) -> None:
    rows = [
        ("a", {"Japan": "Anna", "Date": "2025-12-31"}),
        ("b", {"China": "Bo N.", "Date": "2026-01-05"}),
        ("c", {"Japan": "äh", "Date": "2026-02-01"}),
        ("d", {"Program": "senpu play"}),
    ]
    for seed, (name, fields) in enumerate(rows):
        write(tmp_path / f"logs/{name}.senpu", short_game(seed), **fields)
    book = book_of(tmp_path / "b.sqlite", tmp_path / "logs")
    assert leaf(book, choice=choice).reached.games == games
    assert len(book.list_samples(NUMBER(RULES.start()), choice)) == games


PAIRS = [
    ("random", "tree:400"), ("greedy", "random"), ("greedy", "tree:400"), ("tree:50", "tree:400"),
    ("Anna", "greedy"), ("Anna", "random forest"),
]  # fmt: skip
STRENGTHS = [
    (GameFilter(), 4, {"random": 2}), (GameFilter(least_strength="random"), 6, {}),
    (GameFilter(least_strength="tree"), 2, {"random": 2, "greedy": 2}),
    (GameFilter(programs=("tree",)), 1, {"random": 2, "greedy": 2, "": 1}),
    (GameFilter(programs=("greedy", "tree:400")), 2, {"random": 2, "tree": 1, "": 1}),
    (GameFilter("anna"), 2, {"random": 2}),
]  # fmt: skip


def test_games_are_chosen_by_the_strength_of_their_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, (japan, china) in enumerate(PAIRS):
        fields = {"Japan": japan, "China": china}
        write(tmp_path / f"logs/{number}.senpu", short_game(number), **fields)
    for crowd in (1, 128):  # all counted in advance, and none
        monkeypatch.setattr("senpu.replay.openings.binding.CROWD", crowd)
        book = book_of(tmp_path / f"{crowd}.sqlite", tmp_path / "logs")
        for choice, games, excluded in STRENGTHS:
            assert leaf(book, choice=choice).reached.games == games
            assert len(book.list_samples(NUMBER(RULES.start()), choice, 9)) == games
            assert book.count_excluded(get_ruleset(RULES), choice) == excluded


def test_editions_have_trees_of_their_own(tmp_path: Path) -> None:
    write(tmp_path / "logs/a.senpu", "C: x1+c1@D\n")
    write(tmp_path / "logs/b.senpu", "", game="800/battles-2011")
    book = book_of(tmp_path / "b.sqlite", tmp_path / "logs")
    assert {ruleset.game: games for ruleset, games in book.list_rulesets()} == {
        "800/bonsai-2021": 1, "800/battles-2011": 1
    }  # fmt: skip
    english = open_rules("800/battles-2011")
    assert book.find_entry(Numbering(english)(english.start())).reached.games == 1
    assert leaf(book).reached.games == 1


# ---- intervals ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 0, 0, 1), (0, 10, 0, 0.2775), (10, 10, 0.7225, 1), (5, 10, 0.2366, 0.7634),
     (81, 263, 0.2553, 0.3662)],
)  # fmt: skip
def test_the_interval_is_wilsons(wins: int, games: int, low: float, high: float) -> None:
    """The last row is from R. Newcombe, Statistics in Medicine 17 (1998), table I."""
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_a_sample_names_the_event_after_which_the_position_stands(tmp_path: Path) -> None:
    path = write(tmp_path / "logs/a.senpu", "C: x1+c1@D\nundo\n" + SET_UP + "J: i3>A\n")
    book = book_of(tmp_path / "b.sqlite", tmp_path / "logs")
    text = SET_UP.replace("\n", " ").replace("T1 ", "")
    (sample,) = book.list_samples(NUMBER(reach(text)))
    assert (sample.path, sample.number) == (path.resolve(), 7)
    assert [*read_log(path).passages.rows()][5].number == 7
