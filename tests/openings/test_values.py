"""The legal moves of a position with their values, and where results contradict them."""

from itertools import product

import pytest

from senpu.replay.analysis.lookahead import evaluate_events, expect_score
from senpu.replay.analysis.value import open_value
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State
from senpu.replay.openings.book import BookEntry, BookResults, MoveRecord
from senpu.replay.openings.reading import Numbering
from senpu.replay.openings.values import MoveValues, find_contradiction
from tests.games.random_play import collect_positions
from tests.openings.shelves import GAME
from tests.openings.toy_values import use_toy_values
from tests.replay.texts import SHIPPED

NO_GAMES = BookEntry()


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    use_toy_values(monkeypatch)


def make_values(rules: AnyRules, state: State, leaf: BookEntry = NO_GAMES) -> MoveValues:
    values = MoveValues(Numbering(rules), state, open_value(rules), leaf, lambda move: None)
    assert not values.advance(lambda: False) or values.is_complete
    assert values.advance()
    return values


@pytest.mark.parametrize("ident", SHIPPED)
def test_moves_that_transpose_are_one_move_with_the_value_of_its_events(ident: str) -> None:
    rules = open_rules(ident)
    numbering, value, tried = Numbering(rules), open_value(rules), 0
    for states in collect_positions(rules, games=2, each=1, seed=5).values():
        for state in states:
            decision = state.decision
            if decision is None or decision.side == CHANCE or decision.kind in rules.grouped_kinds:
                continue
            values = make_values(rules, state)
            expected = {
                numbering(rules.apply(state, event)[0]): score
                if decision.side == value.first
                else 1 - score
                for event, score in evaluate_events(rules, value, state)
            }
            found = {move.after: values.find_score(move) for move in values.list_unplayed()}
            assert found == pytest.approx(expected)
            best = next(iter(values.list_unplayed()))
            choose = max if decision.side == value.first else min
            assert found[best.after] == pytest.approx(choose(expected.values()))
            played = BookEntry(moves=(best,))
            rest = make_values(rules, state, played).list_unplayed()
            assert {move.after for move in rest} == expected.keys() - {best.after}
            for side in rules.spec.sides if rules.has_hidden_parts else ():
                seen = make_values(rules, rules.view(state, side.id))
                assert all("?" not in move.text for move in seen.list_unplayed())
            tried += 1
    assert tried > 2


def test_dice_have_the_value_after_the_roll() -> None:
    rules = open_rules(GAME)
    states = collect_positions(rules, games=2, each=1, seed=5).values()
    state = next(
        state for found in states for state in found
        if state.decision and state.decision.side == CHANCE and state.decision.dice
    )  # fmt: skip
    values = make_values(rules, state)
    forms = [form for move in values.list_unplayed() for form in move.forms]
    assert len(forms) == len(set(forms)) == len(list(rules.outcomes(state)))


def test_a_whole_set_up_has_the_value_after_it_and_an_event_the_best_of_its_set_ups() -> None:
    rules = open_rules(GAME)
    numbering, value, state = Numbering(rules), open_value(rules), open_rules(GAME).start()
    values = make_values(rules, state)
    firsts = {numbering(after): after for after in follow(rules, state)}
    ends: dict[int, set[int]] = {
        number: {numbering(end) for end in follow(rules, after)} for number, after in firsts.items()
    }
    scores = {
        numbering(end): expect_score(rules, value, end, value.first)
        for after in firsts.values() for end in follow(rules, after)
    }  # fmt: skip
    assert values.set_ups.keys() == scores.keys()
    assert {move.after: values.find_score(move) for move in values.list_unplayed()} == scores
    assert all(move.is_set_up for move in values.list_unplayed())
    for number, move in values.events.items():  # China decides, the second side
        assert values.find_score(move) == min(scores[end] for end in ends[number])
    single = MoveRecord(("x",), False, next(iter(firsts)), BookResults(), BookResults())
    inside = make_values(rules, state, BookEntry(moves=(single,)))
    assert {move.after for move in inside.list_unplayed()} == firsts.keys() - {single.after}


def follow(rules: AnyRules, state: State) -> list[State]:
    return [rules.apply(state, event)[0] for event in rules.legal(state)]


def test_too_many_set_ups_are_not_listed() -> None:
    rules = open_rules("nanjing1937/bonsai-2016")
    values = make_values(rules, rules.start())
    assert values.is_partial
    assert not values.set_ups
    assert len(values.list_unplayed()) == len(values.events) > 100


def record(after: int, wins: int, games: int = 100) -> MoveRecord:
    tally = BookResults(games, (wins, games - wins))
    return MoveRecord((str(after),), False, after, tally, tally)


@pytest.mark.parametrize(
    ("wins", "scores", "against", "signs"),
    [
        ((80, 40), (0.5, 0.6), (0, 1), (-1, 1)),  # clearly better, and its value is lower
        ((80, 40), (0.6, 0.5), None, (-1, 0)),
        ((80, 75), (0.5, 0.9), None, (-1, 1)),  # the results do not distinguish them
        ((80, 40), (0.5, 0.51), None, (-1, 0)),  # the values hardly do
    ],
)
def test_results_and_values_that_contradict_each_other(
    wins: tuple[int, int], scores: tuple[float, float], against: tuple[int, int] | None,
    signs: tuple[int, int],
) -> None:  # fmt: skip
    rules = open_rules(GAME)
    for side, least in product((0, 1), (20, 200)):
        own = [each if not side else 100 - each for each in wins]
        moves = [record(at, each) for at, each in enumerate(own)]
        values = make_values(rules, rules.start(), BookEntry(moves=tuple(moves)))
        for move, score in zip(moves, scores, strict=True):
            values._scores[False, move.after] = score if not side else 1 - score
        found = find_contradiction(moves, side, least, values)
        expected = against if least == 20 else None
        assert (found and (found.by_results.after, found.by_value.after)) == expected
        shown = tuple(values.compare(move, side, least) for move in moves)
        assert shown == (signs if least == 20 else (0, 0))
