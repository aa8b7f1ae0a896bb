"""The laws of legality, in positions of Template that random play reaches."""

from collections.abc import Iterator
from itertools import product

from senpu.notation.events import Attack, Event, Move, Roll, Word
from senpu.replay.core.registry import open_rules
from senpu.replay.games.template.rules import TemplateRules
from tests.games.laws import (
    games_end_as_listed,
    hold_the_law,
    listed_once_and_canonical,
    positions_stay_as_they_were,
    samples_are_listed,
)
from tests.games.random_play import positions_by_question

RULES = TemplateRules(open_rules("template/draft").spec)


def candidates() -> Iterator[Event]:
    """Yield legal and illegal events of each kind."""
    units, areas = (*RULES.context.units, "z9"), (*RULES.context.near, "Z")
    for unit, area in product(units, areas):
        yield Move((unit,), (area,))
        yield from (Attack((unit,), area, target) for target in ("", *units))
    yield Move(units[:2], areas[:1])
    yield Move(units[:1], areas[:2])
    yield from (Roll((pips,)) for pips in range(8))
    yield from (Word("pass"), Word("pass", areas[:1]))


def test_an_event_is_accepted_exactly_if_its_canonical_form_is_legal() -> None:
    accepted = 0
    for states in positions_by_question(RULES, games=20, each=20).values():
        for state in states:
            listed_once_and_canonical(RULES, state, list(RULES.legal(state)))
            accepted += hold_the_law(RULES, state, candidates())
    assert accepted > 100


def test_random_games_keep_the_laws() -> None:
    samples_are_listed(RULES, games=10)
    games_end_as_listed(RULES, games=20)
    positions_stay_as_they_were(RULES, seed=1)
