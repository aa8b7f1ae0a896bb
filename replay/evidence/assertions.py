"""The tests of a ledger: each kind as a function of its data and of the rules on a data set."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from senpu.logs.record import LIBRARY, SUFFIX, open_record
from senpu.notation.events import Event
from senpu.notation.faults import Error
from senpu.notation.messages import Message
from senpu.notation.play import parse_line
from senpu.notation.position_text import POSITION_START, PositionError
from senpu.notation.writer import format_event
from senpu.replay.core.positions import read_position
from senpu.replay.core.reducer import Reducer, ReductionError
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import State
from senpu.replay.core.timeline import Timeline
from senpu.replay.evidence.ledger import (
    AdjacencyTest,
    CountTest,
    DistanceTest,
    EvidenceFact,
    IllegalTest,
    LedgerError,
    LegalTest,
    NameTest,
    OddsTest,
    ReachTest,
    ResultTest,
    SituationTest,
    ValueTest,
)
from senpu.replay.parts.areas import find_neighbours
from senpu.replay.parts.hexes import NOWHERE, HexGrid
from senpu.spec.data import format_value

REFERENCE = re.compile(r"\{([\w-]+)\.([\w-]+)\}")
"""A value of the data set in an event or a position: `{place.port_arthur}`."""


class FactFinding(msgspec.Struct, frozen=True):
    """The result of a test on a data set."""

    holds: bool
    found: Message | None = None
    """The finding in its place; None if the fact holds."""


HOLDS = FactFinding(True)


def check_fact(fact: EvidenceFact, rules: AnyRules) -> FactFinding:
    """Return whether a fact holds under some rules.

    Args:
        fact: A fact with a test.
        rules: The rules of its edition, with its options, on a data set.

    Returns:
        The finding.

    Raises:
        LedgerError: The test is malformed: an event is not in the notation of events.
    """
    try:
        return TESTS[fact.kind](getattr(fact, fact.kind), rules, f"fact {fact.id}")
    except UnmetError as error:
        return FactFinding(False, error.message)
    except (ReductionError, PositionError) as error:
        return FactFinding(False, Message("evidence.rejected", {"why": error.message}))


class UnmetError(Error):
    """A test cannot be made on a data set: a place or a unit of the fact is not there."""

    topic = "evidence"


def _fail(ident: str, **fields: Any) -> FactFinding:
    return FactFinding(False, Message(f"evidence.{ident}", fields))


# ---- values --------------------------------------------------------------------------------------


def _check_value(test: ValueTest, rules: AnyRules, place: str) -> FactFinding:
    del place
    table = rules.spec.values.table(test.table)
    keys = test.keys or tuple(table)
    found = {key: table.get(key) for key in keys}
    members = [member for value in found.values() for member in _list_members(value)]
    holds = (
        (test.equal is None or all(value == test.equal for value in found.values()))
        and (not test.among or all(member in test.among for member in members))
        and all(member in members for member in test.has)
        and not any(member in members for member in test.lacks)
    )
    if holds:
        return HOLDS
    if not test.keys:  # a whole table may be long: only the members that matter
        named = (*test.has, *test.lacks)
        have = tuple(format_value(each) for each in named if each in members)
        return _fail("members", table=test.table, members=have or ("-",))
    words = tuple(f"{test.table}.{key} = {_format(value)}" for key, value in found.items())
    return _fail("values", values=words)


def _list_members(value: Any) -> Iterable[Any]:
    return value if isinstance(value, list | tuple) else (value,)


def _format(value: Any) -> str:
    return "-" if value is None else format_value(value)


def _check_count(test: CountTest, rules: AnyRules, place: str) -> FactFinding:
    del place
    if test.table:
        table = rules.spec.values.table(test.table)
        entries = _list_members(table.get(test.key, ())) if test.key else table.values()
        number = sum(test.of in (None, value) for value in entries)
        return HOLDS if test.allow(number) else _fail("number", n=number)
    tables = {name: rules.spec.values.table(name) for name in test.where}
    number = sum(
        test.side in ("", unit.side)
        and all(tables[name].get(unit.id) == value for name, value in test.where.items())
        for unit in rules.spec.units
    )
    return HOLDS if test.allow(number) else _fail("number", n=number)


def _check_name(test: NameTest, rules: AnyRules, place: str) -> FactFinding:
    del place
    found = rules.spec.name(test.language, test.table, test.id)
    return HOLDS if found == test.equal else _fail("name", name=found or "-")


# ---- places --------------------------------------------------------------------------------------


def _list_neighbours(rules: AnyRules) -> Mapping[str, Iterable[str]]:
    """Return the adjacent places of each place of the map, regardless of terrain."""
    values = rules.spec.values
    if "grid" in values.tables:
        grid = HexGrid(values.table("grid"), values.table("terrain"))
        return {
            ident: [grid.ids[other] for other in grid.neighbours[number] if other != NOWHERE]
            for ident, number in grid.index.items()
        }
    pairs = values.table("adjacent")
    places = dict.fromkeys(place for pair in pairs for place in pair.split("-"))
    return find_neighbours(places, pairs)


def _check_adjacency(test: AdjacencyTest, rules: AnyRules, place: str) -> FactFinding:
    del place
    near = _list_neighbours(rules)
    first, second = _find_places(test.places, near)
    found = second in near[first]
    return HOLDS if found is test.equal else _fail("adjacent" if found else "apart")


def _find_places(places: Iterable[str], near: Mapping[str, Any]) -> Iterator[str]:
    for place in places:
        if place not in near:
            raise UnmetError("noPlace", place=place)
        yield place


def _check_distance(test: DistanceTest, rules: AnyRules, place: str) -> FactFinding:
    del place
    near = _list_neighbours(rules)
    start, goal = _find_places(test.places, near)
    steps = {start: 0}
    queue = [start]
    for here in queue:
        for other in near[here]:
            if other not in steps and (other not in test.avoid or other == goal):
                steps[other] = steps[here] + 1
                queue.append(other)
    if goal not in steps:
        return _fail("noPath")
    return HOLDS if test.allow(steps[goal]) else _fail("steps", n=steps[goal])


# ---- events --------------------------------------------------------------------------------------


def _play(test: SituationTest, rules: AnyRules, place: str) -> Reducer:
    """Return a reducer after the events of a test.

    Raises:
        LedgerError: An event is not in the notation of events.
        UnmetError: The data set has no value that the events name.
        PositionError: The position is malformed or illegal on the data set.
        ReductionError: An event is illegal.
    """
    if test.position:
        text = f"{POSITION_START}{rules.spec.id}; {_fill_in(test.position, rules)}"
        rules = rules.start_from(read_position(_add_options(text, rules), rules).state)
    reducer = Reducer(rules)
    if test.log:
        path = LIBRARY / rules.spec.game.game / f"{test.log}{SUFFIX}"
        timeline = Timeline(open_record(path), reducer)
        if timeline.extend(test.at) < test.at:
            why = timeline.fault.message if timeline.fault else ""
            raise UnmetError("rejected", why=why)
        reducer = Reducer(rules)
        reducer.state = timeline.get_full_position(test.at).state
    for row in test.events:
        _read(reducer, row, rules, place)
    return reducer


def _add_options(text: str, rules: AnyRules) -> str:
    if not rules.spec.options:
        return text
    options = "+".join(rules.spec.options)
    return text.replace(rules.spec.id, f"{rules.spec.id} options {options}", 1)


def _fill_in(text: str, rules: AnyRules) -> str:
    """Return a text with the values of the data set that it names. Raises UnmetError."""

    def find(match: re.Match[str]) -> str:
        value = rules.spec.values.tables.get(match[1], {}).get(match[2])
        members = [*_list_members(value.value)] if value else []
        if len(members) != 1:
            raise UnmetError("noValue", name=f"{match[1]}.{match[2]}")
        return str(members[0])

    return REFERENCE.sub(find, text)


def _read(reducer: Reducer, row: str, rules: AnyRules, place: str) -> None:
    line, faults = parse_line(1, _fill_in(row, rules))
    if faults:
        raise LedgerError("badKey", file=rules.spec.game.game, key=place, why=faults[0].message)
    reducer.read(line)


def _check_legal(test: LegalTest, rules: AnyRules, place: str) -> FactFinding:
    _read(_play(test, rules, place), test.event, rules, place)
    return HOLDS


def _check_illegal(test: IllegalTest, rules: AnyRules, place: str) -> FactFinding:
    reducer = _play(test, rules, place)
    try:
        _read(reducer, test.event, rules, place)
    except ReductionError as error:
        rule = error.rejection.rule if error.rejection else ""
        if test.rule in ("", rule):
            return HOLDS
        return _fail("otherRule", rule=rule or "-", why=error.message)
    return _fail("legal")


def _check_reach(test: ReachTest, rules: AnyRules, place: str) -> FactFinding:
    state = _play(test, rules, place).state
    unit, goals = _fill_in(test.unit, rules), {_fill_in(each, rules) for each in test.to}
    reached = any(
        unit in getattr(event, "units", ()) and getattr(event, "path", ("",))[-1] in goals
        for event in rules.legal(state)
    )
    return HOLDS if reached is test.equal else _fail("reached" if reached else "notReached")


def _check_odds(test: OddsTest, rules: AnyRules, place: str) -> FactFinding:
    reducer = _play(test, rules, place)
    event = _find_event(reducer, test.event, rules, place)
    odds = rules.odds(reducer.state, event)
    if odds is None:
        return _fail("noOdds", event=format_event(event))
    results = dict(odds.results)
    shares = all(
        abs(results.get(name, 0) * 100 - share) <= test.within
        for name, share in test.shares.items()
    )
    if shares and test.column in ("", odds.column) and test.need in (None, odds.need):
        return HOLDS
    words = tuple(f"{name} {share * 100:.0f}%" for name, share in odds.results)
    return _fail("odds", results=words, need=odds.need, column=odds.column or "-")


def _find_event(reducer: Reducer, row: str, rules: AnyRules, place: str) -> Event:
    """Return the canonical form of an event, which must be legal; the reducer stays before it."""
    state: State = reducer.state
    trial = Reducer(rules)
    trial.state = state
    found: list[Event] = []
    trial.listen(lambda step: found.append(step.event))
    _read(trial, row, rules, place)
    return found[0]


def _check_result(test: ResultTest, rules: AnyRules, place: str) -> FactFinding:
    state = _play(test, rules, place).state
    if test.ending:
        found = state.outcome.ending if state.outcome else "-"
        if found != test.ending:
            return _fail("ending", ending=found)
    pieces = {piece.id: piece.place for piece in rules.board(state).pieces}
    for unit, expected in test.units.items():
        if pieces.get(unit, "") != _fill_in(expected, rules):
            return _fail("unit", unit=unit, place=pieces.get(unit) or "-")
    fields = {field.key: " ".join(field.words) for field in rules.position_format.write(state)}
    for key, expected in test.fields.items():
        if fields.get(key, "") != _fill_in(expected, rules):
            return _fail("field", key=key, value=fields.get(key) or "-")
    return HOLDS


TESTS: Mapping[str, Callable[[Any, AnyRules, str], FactFinding]] = {
    "value": _check_value,
    "count": _check_count,
    "name": _check_name,
    "adjacent": _check_adjacency,
    "distance": _check_distance,
    "reach": _check_reach,
    "legal": _check_legal,
    "illegal": _check_illegal,
    "odds": _check_odds,
    "result": _check_result,
}
"""The function of each kind."""
