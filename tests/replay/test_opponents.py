"""The frozen opponents play the games that they played in the product."""

from hashlib import sha256

import pytest

from senpu.notation.writer import format_event
from senpu.replay.analysis.players import generate_game
from senpu.replay.core.registry import open_rules
from tests.bench.opponents.programs import find_opponent


@pytest.mark.parametrize(
    ("ident", "options", "players", "seed", "digest"),
    [
        ("800/bonsai-2021", (), ("greedy", "brisk"), 1, "1c7ce08eb00ec393"),
        ("incident1932/bonsai-2016", (), ("brisk", "tree:20"), 4, "fa1c115dc71421ac"),
        pytest.param(
            "nanjing1937/bonsai-2016", (), ("greedy", "tree:4"), 9, "0067fd131969a978",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "russojapanese/bonsai-2018", ("naval",), ("brisk", "greedy"), 7, "f1b06b60ebafb7b9",
            marks=pytest.mark.slow,
        ),
    ],
)  # fmt: skip
def test_a_game_is_the_same_as_ever(
    ident: str, options: tuple[str, ...], players: tuple[str, str], seed: int, digest: str
) -> None:
    """A change of the random draws of a rule set changes a game: then replace its digest."""
    rules = open_rules(ident, options)
    sides = [side.id for side in rules.spec.sides]
    chosen = dict(zip(sides, map(find_opponent, players), strict=True))
    played = "\n".join(format_event(event) for _, event in generate_game(rules, chosen, seed))
    assert sha256(played.encode()).hexdigest()[:16] == digest
