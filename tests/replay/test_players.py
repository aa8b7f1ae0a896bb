"""Programs that play: repeatable, legal, of some strength; dice without bias."""

from collections import Counter
from typing import Any

import pytest

import tests.toy  # noqa: F401 - registers a rule set
from senpu.notation.events import Roll
from senpu.replay.analysis.players import (
    PROGRAMS,
    UnknownPlayerError,
    find_player,
    format_player,
    generate_game,
)
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import Rules
from senpu.replay.core.states import CHANCE, State

EDITIONS = ["800/bonsai-2021", "800/battles-2011"]
NAMES = [name if name != "tree" else "tree:3" for name in PROGRAMS]


def played(ident: str, seed: int, japan: str = "random", china: str = "random") -> list[object]:
    rules = open_rules(ident)
    sides = {"japan": find_player(japan), "china": find_player(china)}
    return [event for _, event in generate_game(rules, sides, seed)]


def winner(ident: str, seed: int, japan: str, china: str) -> str:
    rules: Rules[Any, State] = open_rules(ident)
    sides = {"japan": find_player(japan), "china": find_player(china)}
    state, event = list(generate_game(rules, sides, seed))[-1]
    outcome = rules.apply(state, event)[0].outcome
    assert outcome is not None
    return outcome.winner


@pytest.mark.parametrize("ident", EDITIONS)
@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_is_the_same_game(ident: str, name: str) -> None:
    assert played(ident, 7, name) == played(ident, 7, name)
    assert played(ident, 7, name) != played(ident, 8, name)


def test_one_side_s_program_does_not_change_the_dice_of_the_other() -> None:
    """Each has its own stream: the first roll falls before either program acts in a turn."""
    first = [
        next(event for event in played(EDITIONS[0], 3, name) if isinstance(event, Roll))
        for name in NAMES
    ]
    assert first[0] == first[1]


@pytest.mark.parametrize("ident", EDITIONS)
@pytest.mark.parametrize("name", NAMES)
def test_programs_play_nothing_but_canonical_legal_events(ident: str, name: str) -> None:
    rules = open_rules(ident)
    sides = {side.id: find_player(name) for side in rules.spec.sides}
    for state, event in generate_game(rules, sides, 11):
        assert rules.canon(state, event) == event


@pytest.mark.parametrize("ident", [EDITIONS[0], pytest.param(EDITIONS[1], marks=pytest.mark.slow)])
def test_one_ply_beats_random_clearly(ident: str) -> None:
    """On either side more often than random play does there, and most of the time in all."""
    games, won = 8, 0
    for side in ("japan", "china"):
        names = {"japan": "random", "china": "random"}
        plain = sum(winner(ident, seed, **names) == side for seed in range(games))
        names[side] = "one-ply"
        skilled = sum(winner(ident, seed, **names) == side for seed in range(games))
        assert skilled > plain or plain == games, f"{side}: {skilled} against {plain}"
        won += skilled
    assert won >= 0.6 * 2 * games


def test_an_unknown_program_is_reported_with_the_known_programs() -> None:
    with pytest.raises(UnknownPlayerError, match='unknown program "alphazero"; available: random'):
        find_player("alphazero")


@pytest.mark.parametrize("ident", [*EDITIONS, "pendulum/toy"])
def test_dice_are_without_bias(ident: str) -> None:
    """Chi-square over 12,000 dice of one seed, by face, and by pair where two are rolled."""
    from random import Random

    rules: Rules[Any, State] = open_rules(ident)
    random = Random("dice")
    state = rules.start()
    while state.decision is None or state.decision.side != CHANCE:
        state = rules.apply(state, rules.sample(state, random))[0]
    rolls = []
    for _ in range(12_000):
        event = rules.sample(state, random)
        assert isinstance(event, Roll)
        rolls.append(event.pips)
    faces = Counter(pips for roll in rolls for pips in roll)
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert chi_square(faces, 6) < 25.7  # 5 degrees of freedom, 1 in 10,000
    if len(rolls[0]) == 2:
        assert chi_square(Counter(rolls), 36) < 77.0  # 35 degrees of freedom, 1 in 20,000


def chi_square(counts: Counter[Any], cells: int) -> float:
    mean = sum(counts.values()) / cells
    assert len(counts) == cells
    return sum((count - mean) ** 2 / mean for count in counts.values())


def test_a_default_budget_is_named_in_logs() -> None:
    assert [format_player(name) for name in ("random", "one-ply", "tree", "tree:5s")] == [
        "random", "one-ply", "tree:400", "tree:5s"
    ]  # fmt: skip
