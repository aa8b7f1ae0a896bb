"""Laws of each rule set in each position: one harness for positions and candidate events of a game.

A module of a game's tests names its rule sets in `SUBJECTS` and derives a test class from
`GameLaws`. `sized` chooses the number of trials, by the profile of `tests/conftest.py`.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any, NamedTuple, TypeVar

import pytest
from hypothesis import settings

from senpu.notation.events import Event, Move, Word
from senpu.notation.writer import format_event
from senpu.replay.core.rules import AnyRules, C, IllegalEventError, Rules, S
from senpu.replay.core.states import CHANCE
from tests.games.random_play import collect_positions, steps
from tests.games.tables import copy_state

Law = Callable[..., bool]
"""A condition on the rules, the position before, the event and the position after."""
T = TypeVar("T")

FOREIGN = 7
"""N, if 1 in N events of a form without a legal answer is tried. No loop of the candidates has N
steps. Almost all are rejected for their form, regardless of their content."""
LONG = 20_000
"""More events than positions of random games list."""


def sized(small: T, large: T) -> T:
    """Return the size for a user's run, or the large one for CI."""
    return large if settings.get_current_profile_name() == "ci" else small


class Subject(NamedTuple):
    """A rule set whose laws are tested."""

    rules: AnyRules
    kinds: set[str]
    """The kinds of pending decisions that `games` random games and `rare` contain."""
    candidates: Callable[..., Iterable[Event]]
    """Events of every kind, legal or not, for rules, a position and a random source."""
    games: int = 12
    each: int = 8
    """Positions of each kind that are tried in CI."""
    laws: tuple[Law, ...] = ()
    rare: Callable[[], Iterable[Any]] = tuple
    """Positions that random games seldom reach."""
    few: frozenset[str] = frozenset()
    """Kinds of which two positions are enough: their candidates are many."""
    merging: frozenset[str] = frozenset()
    """Kinds with listed events that lead to one position."""

    def __hash__(self) -> int:
        return id(self.rules)


@cache
def positions(subject: Subject) -> dict[str, list[Any]]:
    """Return positions of every kind of decision: from random games, and the rare ones."""
    found = collect_positions(subject.rules, subject.games, each=8)
    for state in subject.rare():
        found.setdefault(state.decision.kind, []).append(state)
    return found


def everywhere(subject: Subject, most: int = 8) -> Iterator[tuple[str, Any]]:
    """Yield positions with their kinds: `most` of each, and all the rare ones."""
    for kind, states in positions(subject).items():
        for state in states[:2] if kind in subject.few else (*states[:most], *states[8:]):
            yield kind, state


@cache
def games(subject: Subject) -> list[list[tuple[Any, Event, Any]]]:
    """Return the steps of some random games."""
    return [list(steps(subject.rules, seed)) for seed in range(5)]


class GameLaws:
    """The laws of every game; a derived class tests the `SUBJECTS` of its module."""

    def test_listed_events_are_canonical_and_listed_once(self, subject: Subject) -> None:
        assert positions(subject).keys() == subject.kinds
        for _, state in everywhere(subject):
            listed = list(islice(subject.rules.legal(state), LONG))
            assert 0 < len(listed) < LONG
            assert len(set(listed)) == len(listed)
            assert [subject.rules.canon(state, event) for event in listed] == listed

    def test_an_event_is_accepted_exactly_if_its_canonical_form_is_listed(
        self, subject: Subject
    ) -> None:
        rules, random = subject.rules, Random(1904)
        for kind, state in everywhere(subject, most=3):
            accepted = hold_the_law(rules, state, subject.candidates(rules, state, random))
            assert accepted > 0, kind

    @pytest.mark.slow
    def test_an_event_is_accepted_exactly_if_listed_on_many_positions(
        self, subject: Subject
    ) -> None:
        rules, random = subject.rules, Random(1905)
        each = max(subject.each // 3, 1)
        many = collect_positions(rules, 4 * subject.games, each, seed=900)
        for states in many.values():
            for state in states:
                hold_the_law(rules, state, subject.candidates(rules, state, random))

    def test_no_two_listed_events_lead_to_one_position(self, subject: Subject) -> None:
        for kind, state in everywhere(subject):
            if state.decision.side == CHANCE or kind in subject.merging:
                continue
            found: dict[Any, Event] = {}
            place = {piece.id: piece.place for piece in subject.rules.board(state).pieces}
            for event in islice(subject.rules.legal(state), 2000):
                if isinstance(event, Move) and {event.path[-1]} == {place[k] for k in event.units}:
                    continue  # each unit of an attack may walk back to its hex
                after = subject.rules.apply(state, event)[0]
                assert after not in found, (format_event(event), found.get(after))
                found[after] = event

    def test_after_a_listed_event_a_decision_is_pending_or_the_game_is_over(
        self, subject: Subject
    ) -> None:
        rules, random = subject.rules, Random(3)
        for _, state in everywhere(subject):
            listed = list(islice(rules.legal(state), 2000))
            for event in random.sample(listed, min(len(listed), sized(20, 40))):
                after = rules.apply(state, event)[0]
                assert (after.decision is None) is (after.outcome is not None)
                assert (next(rules.legal(after), None) is None) is (after.decision is None)

    def test_the_probabilities_of_a_roll_add_up_to_one(self, subject: Subject) -> None:
        for _, state in everywhere(subject):
            if state.decision.side == CHANCE:
                total = sum(probability for _, probability in subject.rules.outcomes(state))
                assert total == pytest.approx(1, abs=1e-12)

    def test_a_sampled_event_is_listed(self, subject: Subject) -> None:
        rules, random = subject.rules, Random(7)
        for game in games(subject):
            for state, event, _ in game:
                assert event in set(rules.legal(state)), format_event(event)
                if isinstance(event, Word):
                    assert event.word in rules.spec.game.words, f"game.toml lacks {event.word}"
        for state in subject.rare():
            listed = set(rules.legal(state))
            assert {rules.sample(state, random) for _ in range(10)} <= listed

    def test_an_event_leaves_the_position_before_it_unchanged(self, subject: Subject) -> None:
        for game in games(subject)[:3]:
            for state, event, after in game:
                before = copy_state(state)
                assert subject.rules.apply(state, event)[0] == after, "the same every time"
                assert state == before

    def test_after_every_event_the_laws_of_the_map_hold(self, subject: Subject) -> None:
        for seed in range(sized(30, 60)):
            for before, event, after in steps(subject.rules, seed):
                broken = broken_laws(subject, before, event, after)
                assert not broken, f"game {seed}: {format_event(event)}"

    def test_random_games_end_by_a_listed_ending(self, subject: Subject) -> None:
        games_end_as_listed(subject.rules, sized(30, 120))


class HexLaws(GameLaws):
    """The laws of games on hexes, where different paths are one move."""

    def test_paths_of_one_canonical_form_lead_to_one_position(self, subject: Subject) -> None:
        rules, random = subject.rules, Random(8)
        compared = 0
        for state in positions(subject)["move"]:
            for event in subject.candidates(rules, state, random):
                if not isinstance(event, Move) or len(event.path) < 2:
                    continue
                try:
                    canonical = rules.canon(state, event)
                except IllegalEventError:
                    continue
                if canonical != event:
                    compared += 1
                    assert rules.apply(state, event)[0] == rules.apply(state, canonical)[0]
        assert compared > 40


def broken_laws(subject: Subject, before: Any, event: Event, after: Any) -> list[str]:
    """Return the names of the laws that an event breaks."""
    rules = subject.rules
    return [law.__name__ for law in subject.laws if not law(rules, before, event, after)]


def hold_the_law(rules: Rules[C, S], state: S, events: Iterable[Event]) -> int:
    """Check that an event is accepted exactly if its canonical form is listed.

    Return the number of accepted events.
    """
    listed = set(rules.legal(state))
    forms = {type(event) for event in listed}
    accepted = foreign = 0
    for event in events:
        if type(event) not in forms:
            foreign += 1
            if foreign % FOREIGN:
                continue
        try:
            canonical = rules.canon(state, event)
        except IllegalEventError:
            assert event not in listed, format_event(event)
            continue
        accepted += 1
        assert canonical in listed, format_event(event)
        assert rules.canon(state, canonical) == canonical
    return accepted


def endings(rules: AnyRules) -> set[str]:
    """Return the ids of the endings that a rule set lists."""
    return set(rules.spec.edition.endings)


def games_end_as_listed(rules: AnyRules, games: int) -> None:
    """Play random games to their ends, and check that no event is legal after them."""
    for seed in range(games):
        *_, (_, _, last) = steps(rules, seed)
        assert last.outcome is not None
        assert last.outcome.ending in endings(rules)
        assert list(rules.legal(last)) == []
        with pytest.raises(IllegalEventError, match="gameOver"):
            rules.canon(last, rules.sample(rules.start(), Random(0)))


def assert_random_games_reach(wanted: set[str], rules: AnyRules) -> None:
    """Play 200 random games, and at most 800 more until they reach the endings and the winners."""
    missing = set(wanted)
    for seed in range(1000):
        *_, (_, _, last) = steps(rules, seed)
        assert last.outcome is not None
        assert last.outcome.ending in endings(rules)
        missing -= {last.outcome.ending, last.outcome.winner}
        if seed >= 200 and not missing:
            return
    assert not missing
