"""Whole games between programs: each ends, and by one of the listed endings."""

from itertools import islice

import pytest

from senpu.replay.analysis.players import find_player, generate_game
from senpu.replay.core.states import Outcome
from senpu.replay.games.russojapanese.rules import RussoJapaneseRules
from senpu.replay.games.russojapanese.state import RussoJapaneseState
from tests.games.laws import assert_random_games_reach, endings, games_end_as_listed
from tests.games.random_play import LONGEST, steps
from tests.games.russojapanese.positions import JAPAN, READINGS, RUSSIA, ruleset

EVERY_READING = [(), *((option,) for option in READINGS), READINGS]


def between(rules: RussoJapaneseRules, japan: str, russia: str, seed: int) -> Outcome:
    """How a game between two programs ends."""
    players = {JAPAN: find_player(japan), RUSSIA: find_player(russia)}
    *_, (state, event) = islice(generate_game(rules, players, seed), LONGEST)
    assert isinstance(state, RussoJapaneseState)
    outcome = rules.apply(state, event)[0].outcome
    assert outcome is not None
    return outcome


@pytest.mark.parametrize("options", EVERY_READING, ids="+".join)
def test_random_games_end_by_a_listed_ending(options: tuple[str, ...]) -> None:
    games_end_as_listed(ruleset(*options), games=15)


def test_no_game_is_longer_than_twelve_turns() -> None:
    for seed in range(15):
        *_, (before, _, last) = steps(ruleset(), seed)
        assert before.turn == last.turn <= 12


@pytest.mark.parametrize(("japan", "russia"), [("one-ply", "random"), ("random", "one-ply")])
def test_a_searching_program_beats_a_random_one(japan: str, russia: str) -> None:
    ends = [between(ruleset(), japan, russia, seed) for seed in range(3)]
    assert {end.ending for end in ends} <= endings(ruleset())
    winner = JAPAN if japan == "one-ply" else RUSSIA
    assert [end.winner for end in ends].count(winner) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), READINGS], ids=["plain", "readings"])
def test_many_random_games_end_in_every_way_but_a_march_on_tieling(
    options: tuple[str, ...],
) -> None:
    rules = ruleset(*options)
    assert_random_games_reach(endings(rules) - {"Japan 4.4"}, rules)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("japan", "russia", "ending"),
    [("one-ply", "random", "Japan 4.4"), ("random", "one-ply", "Russia 4.4")],
)
def test_games_against_a_searching_program_end(japan: str, russia: str, ending: str) -> None:
    rules = ruleset()
    ends = {between(rules, japan, russia, seed).ending for seed in range(100, 110)}
    assert {ending} <= ends <= endings(rules)
