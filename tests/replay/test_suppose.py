"""Sampled positions that match the view of a side of the current position."""

from collections import Counter
from random import Random
from typing import Any

import pytest

import tests.toy_cards  # noqa: F401 - registers a rule set with hidden parts
from senpu.replay.analysis.players import find_player, generate_game
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import AnyRules

WAR = "russojapanese/bonsai-2018"
GAMES = [("blind/toy", ()), (WAR, ()), (WAR, ("naval",))]


def ends(rules: AnyRules, seed: int) -> list[Any]:
    players = {side.id: find_player("random") for side in rules.spec.sides}
    return [state for state, _ in generate_game(rules, players, seed)]


@pytest.mark.parametrize(("ident", "options"), GAMES)
def test_a_sample_has_the_same_view_and_depends_on_the_view_only(
    ident: str, options: tuple[str, ...]
) -> None:
    rules: AnyRules = open_rules(ident, options)
    for at, state in enumerate([state for seed in (1, 2) for state in ends(rules, seed)][::3]):
        for side in rules.spec.sides:
            view = rules.view(state, side.id)
            found = rules.sample_hidden(state, side.id, Random(at))
            assert rules.view(found, side.id) == view
            assert rules.sample_hidden(view, side.id, Random(at)) == found
            if state.decision.side == side.id:
                assert [*rules.legal(found)] == [*rules.legal(state)]
            rules.sample(found, Random(at))  # whole enough to play on


@pytest.mark.parametrize("options", [(), ("naval",)])
def test_every_card_is_somewhere_once(options: tuple[str, ...]) -> None:
    rules: AnyRules = open_rules(WAR, options)
    for at, state in enumerate(ends(rules, 3)[::5]):
        for side in rules.spec.sides:
            found = rules.sample_hidden(state, side.id, Random(at))
            cards = [*found.deck, *found.pile, *found.hands[0], *found.hands[1]]
            assert sorted(cards) == list(range(1, 17))


def test_each_way_is_as_likely() -> None:
    """Two of the four cards that a hand of two leaves: six ways."""
    rules: AnyRules = open_rules("blind/toy")
    state = next(state for state in ends(rules, 1) if all(state.hands))
    own = rules.spec.sides[0].id
    dice = Random(1)
    found = Counter(rules.sample_hidden(state, own, dice).hands[1] for _ in range(1200))
    assert len(found) == 6
    assert all(140 < count < 260 for count in found.values())  # 200, four deviations


def test_a_card_that_goes_back_at_once_is_supposed_in_no_full_hand() -> None:
    """Rule 10.4.6."""
    rules: Any = open_rules(WAR)
    back = {half for half, event in rules.context.event.items() if event[0] == "reshuffle"}
    assert back
    for at, state in enumerate(each for each in ends(rules, 5) if not each.drawing):
        found = rules.sample_hidden(state, "japan", Random(at))
        assert not any(("russia", card) in back for card in found.hands[1])
