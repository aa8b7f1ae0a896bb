"""What must hold of canon, legal and apply in every position of every game."""

from collections.abc import Iterable
from random import Random

import pytest

from senpu.notation.events import Event, Word
from senpu.notation.writer import format_event
from senpu.replay.core.rules import AnyRules, C, IllegalEventError, Outcome, Rules, S
from tests.games.random_play import steps
from tests.games.tables import copied


def listed_once_and_canonical(rules: Rules[C, S], state: S, listed: list[Event]) -> None:
    assert listed
    assert len(set(listed)) == len(listed)
    assert [rules.canon(state, event) for event in listed] == listed


FOREIGN = 7
"""One in so many events of a form that no answer has is tried (no loop of the candidates has as
many steps): most of them are refused for their form, whatever they say."""


def hold_the_law(rules: Rules[C, S], state: S, events: Iterable[Event]) -> int:
    """An event is accepted exactly if its canonical form is listed; how many were."""
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


def samples_are_listed(rules: AnyRules, games: int) -> None:
    for seed in range(games):
        for state, event, _ in steps(rules, seed):
            assert event in set(rules.legal(state)), format_event(event)
            if isinstance(event, Word):
                assert event.word in rules.spec.game.words, f"game.toml: words lack {event.word}"


def positions_stay_as_they_were(rules: AnyRules, seed: int) -> None:
    for state, event, after in steps(rules, seed):
        before = copied(state)
        assert rules.apply(state, event)[0] == after, "the same every time"
        assert state == before


def endings(rules: AnyRules) -> set[str]:
    return {ending.id for ending in rules.spec.edition.endings}


def games_end_as_listed(rules: AnyRules, games: int) -> None:
    for seed in range(games):
        *_, (_, _, last) = steps(rules, seed)
        assert last.outcome is not None
        assert last.outcome.ending in endings(rules)
        assert list(rules.legal(last)) == []
        with pytest.raises(IllegalEventError, match="gameOver"):
            rules.canon(last, rules.sample(rules.start(), Random(0)))


def ends_of(rules: AnyRules, games: int) -> list[Outcome]:
    """How random games end."""
    found = []
    for seed in range(games):
        *_, (_, _, last) = steps(rules, seed)
        assert last.outcome is not None
        found.append(last.outcome)
    return found
