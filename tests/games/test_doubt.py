"""Odds show the doubt of each value that they depend on, and no other doubt.

A value that changes a figure, if it is replaced by another one, is a value that the figure depends
on. So no list of such values is needed here.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import pytest

from senpu.notation.events import Event
from senpu.notation.faults import Error
from senpu.replay.core.registry import get_registration, load_rules_module, open_values
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State
from senpu.spec.data import ROSTER, TILE, Value, Values
from senpu.spec.loader import load_spec
from tests.data_sets import SHIPPED, ValueMaker, open_folder
from tests.games.random_play import steps

Figures = Mapping[str, tuple[Any, str]]
"""The figures of an event or roll by their name, each with its provenance."""
SOURCE = "a test"
VARIED = 2
"""Random values that are tried in place of each value."""
CASES = 6
"""The cases of each kind of decision."""
FEW = 6
"""The values of each table that are tried, besides the values of places of events."""


class Figured(NamedTuple):
    """A position, and an event with odds in it; None for pending dice."""

    kind: str
    state: State
    event: Event | None


def print_all(values: Values) -> Values:
    """Return values with each of them printed."""
    tables = {
        name: {key: Value(each.value, "printed", SOURCE) for key, each in table.items()}
        for name, table in values.tables.items()
    }
    return Values(tables, {}, values.known)


def put(values: Values, table: str, key: str, value: Any, provenance: str) -> Values:
    """Return values with one of them replaced."""
    changed = values.tables[table] | {key: Value(value, provenance, SOURCE)}
    return Values(values.tables | {table: changed}, {}, values.known)


def list_figures(rules: AnyRules, case: Figured) -> Figures:
    """Return the figures of a case on a data set."""
    if case.event is None:
        weakest = rules.roll_provenance(case.state)
        if (needed := rules.roll_odds(case.state)) is not None:
            return {"needed": (needed.terms, weakest)}
        rolls = [(event, share, rules.apply(case.state, event)[1][:2])
                 for event, share in islice(rules.outcomes(case.state), 40)]  # fmt: skip
        return {"rolls": (rolls, weakest)}
    odds = rules.odds(case.state, case.event)
    if odds is None:
        return {}
    whole = (odds.results, odds.need, odds.terms, odds.column, odds.defensive_fire, odds.faces)
    found: dict[str, tuple[Any, str]] = {"odds": (whole, odds.provenance)}
    for each in odds.cases:
        found[f"{each.label} {each.cards}"] = (each.results, each.provenance)
    return found


def build(ident: str, values: Values) -> AnyRules:
    """Return a rule set on a data set, with the fleets if it has them."""
    options = tuple(each.id for each in open_values(ident, values).spec.edition.option
                    if each.id == "naval")  # fmt: skip
    spec = load_spec(ident, get_registration(ident).folder, options, values)
    made: AnyRules = load_rules_module(ident).RULES(spec)
    return made


@cache
def collect(ident: str) -> tuple[Values, AnyRules, list[Figured]]:
    """Return the printed values of a rule set, the rules on them, and cases of random games."""
    _, shipped = open_folder(ident)
    printed = print_all(shipped)
    rules, random = build(ident, printed), Random(1)
    found: dict[str, list[Figured]] = {}
    for seed in range(3):
        for state, event, _ in islice(steps(rules, seed), 1500):
            decision = state.decision
            assert decision is not None
            named: Event | None = None
            if decision.side != CHANCE:
                events = [event, *islice(rules.legal(state), 40)]
                events = [each for each in events if rules.odds(state, each) is not None]
                named = random.choice(events) if events else None
            if named is not None or (decision.side == CHANCE and decision.dice):
                found.setdefault(decision.kind, []).append(Figured(decision.kind, state, named))
    return printed, rules, [
        case for cases in found.values() for case in random.sample(cases, min(len(cases), CASES))
    ]  # fmt: skip


def vary(maker: ValueMaker, table: str, key: str, value: Any) -> Iterator[Any]:
    """Yield other values of a key."""
    for _ in range(VARIED):
        with suppress(IndexError, ValueError, AttributeError):
            yield maker.make(table, key, value)
    if isinstance(value, int) and not isinstance(value, bool):
        yield from (value - 1, value + 1)
    elif isinstance(value, list):
        if all(isinstance(each, int) for each in value):
            yield [each + 1 for each in value]
        else:
            yield from ([], value[1:], value[:-1])


def list_keys(table: Mapping[str, Value], cases: list[Figured], random: Random) -> list[str]:
    """Return keys of a table: the places of the events, and some others."""
    places = {getattr(case.event, "place", "") for case in cases} & table.keys()
    others = sorted(table.keys() - places)
    return [*places, *random.sample(others, min(len(others), FEW))]


@pytest.mark.slow
@pytest.mark.parametrize("ident", SHIPPED)
def test_a_figure_shows_the_doubt_of_each_value_that_changes_it(ident: str) -> None:
    printed, rules, cases = collect(ident)
    maker = ValueMaker(ident, Random(2))
    figures = [list_figures(rules, case) for case in cases]
    for case, shown in zip(cases, figures, strict=True):
        for name, (_, provenance) in shown.items():
            assert provenance == "printed", (ident, case.kind, name)
    missing = {}
    for table in printed.tables:
        if table in (ROSTER, TILE, "kinds"):
            continue  # the roster and the kinds decide which units a position has
        for key in list_keys(printed.tables[table], cases, maker.random):
            held = printed.tables[table][key]
            depends: set[tuple[int, str]] = set()
            for other in vary(maker, table, key, held.value):
                if other == held.value:
                    continue
                with suppress(Error, KeyError, IndexError, ValueError, TypeError):
                    varied = build(ident, put(printed, table, key, other, "printed"))
                    depends |= set(find_changes(varied, cases, figures))
            if not depends:
                continue
            doubtful = build(ident, put(printed, table, key, held.value, "placeholder"))
            for at, name in depends:
                if list_figures(doubtful, cases[at])[name][1] != "placeholder":
                    missing[table, cases[at].kind, name] = key, cases[at].event
    assert not missing, f"{ident}: {missing}"


def find_changes(
    rules: AnyRules, cases: list[Figured], figures: list[Figures]
) -> Iterator[tuple[int, str]]:
    """Yield the number of each case and the name of its figure that other rules change."""
    for at, (case, before) in enumerate(zip(cases, figures, strict=True)):
        try:
            after = list_figures(rules, case)
        except (Error, KeyError, IndexError, ValueError):
            continue
        for name, (figure, _) in before.items():
            if name in after and after[name][0] != figure:
                yield at, name
