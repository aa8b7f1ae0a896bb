"""The tree search: it sees what a glance does not, is repeatable, and knows no hidden cards."""

from random import Random

import pytest
from msgspec.structs import replace

import tests.toy_cards  # noqa: F401 - registers another
from senpu.notation.events import Event
from senpu.replay.analysis import players
from senpu.replay.analysis.players import UnknownPlayerError, find_player, generate_game
from senpu.replay.analysis.playouts import get_rules_source
from senpu.replay.analysis.search import Search
from senpu.replay.analysis.strength import play_pairing
from senpu.replay.analysis.value import PositionValue, open_value
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import AnyRules, Effects
from senpu.replay.core.states import CHANCE, Outcome, State
from tests.toy.rules import PASS, Pendulum
from tests.toy.rules import State as Toy


class Trap(Pendulum):
    """A game of one act per side: a step has the better evaluation, but loses to a pass."""

    def apply(self, state: Toy, event: Event) -> tuple[Toy, Effects]:
        state, effects = super().apply(state, event)
        if state.acts < 2:
            return replace(state, decision=self.asks[state.mover]), effects
        sides = [side.id for side in self.spec.sides]
        trapped = state.where[0] != "A" and event == PASS
        outcome = Outcome("over 1", sides[trapped])
        return replace(state, decision=None, outcome=outcome), effects


class Glance(PositionValue):
    """A step is worth more than a pass, at a glance."""

    def score(self, state: State) -> float:
        assert isinstance(state, Toy)
        if state.outcome is not None:
            return float(state.outcome.winner == self.first)
        return 0.6 if state.where[0] != "A" else 0.4


@pytest.fixture
def trap(monkeypatch: pytest.MonkeyPatch) -> Trap:
    rules = Trap(open_rules("pendulum/toy").spec)
    monkeypatch.setattr(players, "open_value", lambda rules, number: Glance(rules, None))
    return rules


def test_it_sees_the_answer_that_a_glance_does_not(trap: Trap) -> None:
    start = trap.start()
    assert find_player("one-ply")(trap, start, Random(1)) != PASS
    assert [find_player("tree:60")(trap, start, Random(seed)) for seed in range(5)] == [PASS] * 5
    assert find_player("tree:20ms")(trap, start, Random(1)) == PASS


def test_it_answers_for_the_side_that_is_asked(trap: Trap) -> None:
    stepped = trap.apply(trap.start(), next(iter(trap.legal(trap.start()))))[0]
    assert find_player("tree:60")(trap, stepped, Random(1)) == PASS


def test_of_equivalent_events_one_is_searched() -> None:
    """In the set-up of 800, the units of one kind are interchangeable."""
    rules = open_rules("800/bonsai-2021")
    start = rules.start()
    edges = Search(rules, start, Random(1), open_value(rules)).root.edges
    keys = {rules.key(rules.apply(start, edge.event)[0]) for edge in edges}
    assert 1 < len(edges) == len(keys) < len(list(rules.legal(start)))


def test_it_stops_when_nothing_can_change(trap: Trap) -> None:
    stepped = trap.apply(trap.start(), next(iter(trap.legal(trap.start()))))[0]
    grown = Search(trap, stepped, Random(1), Glance(trap, None))
    grown.grow(10_000)
    assert grown.rounds < 10_000
    visits = sorted(edge.visits for edge in grown.root.edges)
    assert visits[-1] - visits[-2] > 10_000 - grown.rounds


@pytest.mark.slow
def test_it_is_stronger_than_what_it_begins_from() -> None:
    """Of two games on each side of 800, three at least."""
    ground = get_rules_source(open_rules("800/bonsai-2021"))
    _, first = play_pairing((ground, ("tree:60", "one-ply"), 1, range(2), None))
    _, second = play_pairing((ground, ("one-ply", "tree:60"), 1, range(2), None))
    assert first.count("japan") + second.count("china") >= 3


def asked(ident: str, seed: int = 1, after: int = 12) -> tuple[AnyRules, State]:
    """A position of a game in which a side has a choice, and does not know everything."""
    rules: AnyRules = open_rules(ident)
    players = {side.id: find_player("random") for side in rules.spec.sides}
    for number, (state, _) in enumerate(generate_game(rules, players, seed)):
        assert state.decision is not None
        if number > after and state.decision.side != CHANCE and len(list(rules.legal(state))) > 3:
            own = state.decision.side
            if (
                not rules.has_hidden_parts
                or len({*(rules.sample_hidden(state, own, Random(n)) for n in range(3))}) > 1
            ):
                return rules, state
    raise AssertionError("no such position")


@pytest.mark.parametrize("ident", ["800/battles-2011", "russojapanese/bonsai-2018"])
def test_the_same_budget_and_random_numbers_are_the_same_tree(ident: str) -> None:
    rules, state = asked(ident)
    one, other = (Search(rules, state, Random(5), open_value(rules)) for _ in range(2))
    one.grow(12)
    other.grow(12)

    def grown(search: Search) -> dict[Event, tuple[int, float]]:
        return {edge.event: (edge.visits, edge.total) for edge in search.root.edges}

    assert grown(one) == grown(other)
    assert sum(edge.visits for edge in one.root.edges) == one.rounds <= 12
    assert rules.canon(state, one.list_events_by_visits()[0]) == one.list_events_by_visits()[0]


@pytest.mark.parametrize("name", ["one-ply", "tree:8"])
def test_programs_know_no_more_than_their_side(name: str) -> None:
    """The event depends on the random numbers, not on the hidden cards."""
    rules, state = asked("russojapanese/bonsai-2018", 3, 60)
    assert state.decision is not None
    side = state.decision.side
    worlds = [rules.sample_hidden(state, side, Random(seed)) for seed in range(3)]
    assert len({*worlds}) > 1
    events = [find_player(name)(rules, world, Random(4)) for world in (state, *worlds)]
    assert len({*events}) == 1


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("one-ply:5", "one-ply has no budget\nhint: write one-ply"),
        ("tree:0", "the budget is a number of search rounds, 1 to 10,000,000, or"),
        ("tree:", "the budget is a number of search rounds"),
        ("tree:1e3", "the budget is a number of search rounds"),
        ("tree:2h", "or a time for each decision, 1ms to 60 minutes: tree:400, tree:50ms"),
        ("tree:0ms", "or a time"),
        ("tree:3601s", "or a time"),
    ],
)
def test_an_invalid_budget_is_reported(name: str, message: str) -> None:
    with pytest.raises(UnknownPlayerError, match=message):
        find_player(name)
