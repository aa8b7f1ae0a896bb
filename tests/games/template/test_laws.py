"""The laws of every game, in positions of Template that random play reaches."""

from collections.abc import Iterator
from itertools import product
from random import Random

from senpu.notation.events import Attack, Event, Move, Roll, Word
from senpu.replay.core.registry import open_rules
from senpu.replay.games.template.rules import TemplateRules
from senpu.replay.games.template.state import LOST, TemplateState
from tests.games.laws import GameLaws, Subject


def candidates(rules: TemplateRules, _: TemplateState, __: Random) -> Iterator[Event]:
    """Yield legal and illegal events of each kind."""
    units, areas = (*rules.context.units, "z9"), (*rules.context.neighbours, "Z")
    for unit, area in product(units, areas):
        yield Move((unit,), (area,))
        yield from (Attack((unit,), area, target) for target in ("", *units))
    yield Move(units[:2], areas[:1])
    yield Move(units[:1], areas[:2])
    yield from (Roll((pips,)) for pips in range(8))
    yield from (Word("pass"), Word("pass", areas[:1]))


def units_are_in_areas(
    rules: TemplateRules, _: TemplateState, __: Event, after: TemplateState
) -> bool:
    return set(after.locations) <= {*rules.context.neighbours, LOST}


RULES = TemplateRules(open_rules("template/draft").spec)
SUBJECTS = {
    "draft": Subject(
        RULES, {"act", "dice"}, candidates, laws=(units_are_in_areas,), merging=frozenset({"act"})
    )
}
"""Attacks of two units on the same target lead to one position."""


class TestLaws(GameLaws):
    """The laws of the harness."""
