"""What holds of canon, legal and apply on every position that play can reach."""

from collections.abc import Iterator
from functools import cache
from itertools import chain, islice, product
from random import Random

import pytest
from msgspec.structs import replace

from senpu.notation.events import Event, Move
from senpu.notation.writer import format_event
from senpu.replay.core.rules import CHANCE, IllegalEventError
from senpu.replay.games.russojapanese import (
    cards,
    combat,
    deck,
    events,
    movement,
    results,
    retreats,
    turns,
    windows,
)
from senpu.replay.games.russojapanese.movement import bar_entry, lines_of
from senpu.replay.games.russojapanese.state import GATE, State
from senpu.replay.parts.lines import goals
from tests.games.laws import (
    hold_the_law,
    listed_once_and_canonical,
    positions_stay_as_they_were,
    samples_are_listed,
)
from tests.games.random_play import positions_by_question, steps
from tests.games.russojapanese.candidates import around, universe
from tests.games.russojapanese.positions import (
    CROWD,
    READINGS,
    RUSSIA,
    Table,
    always,
    fighting,
    moving,
    refilling,
    ruleset,
    spending,
)

OPTIONS = [(), READINGS]
QUESTIONS = {
    "draw", "discard", "refill", "move", "declare", "fight", "reply-before", "reply-after",
    "reply-sortie", "reply-check", "dice", "loss", "fall", "retreat", "displace", "advance",
    "cards", "morale",
}  # fmt: skip
NEVER_WITH_THE_READINGS = {"discard"}
"""What a limited hand keeps is never discarded there."""

every_option = pytest.mark.parametrize("options", OPTIONS, ids=["plain", "readings"])


@cache
def positions(*options: str) -> dict[str, list[State]]:
    """Positions of every question, from random games; of a chain of retreats, which is rare, one
    that is set up."""
    found = positions_by_question(ruleset(*options), games=250, each=8)
    table = fighting(CROWD, RUSSIA, options=options, rules=always("DR", options))
    found.setdefault("displace", []).append(table.fought("s1*1207", 3).play("g1<1208").state)
    return found


def everywhere(*options: str) -> list[State]:
    return [state for states in positions(*options).values() for state in states]


def questions(*options: str) -> set[str]:
    """Whatever may be asked: what a limited hand keeps by an option is never discarded."""
    return QUESTIONS - ({"discard"} if "limit-keeps-hand" in options else set())


# ---- what is listed, and what is accepted -----------------------------------------------


@every_option
def test_listed_events_are_canonical_and_listed_once(options: tuple[str, ...]) -> None:
    assert positions(*options).keys() == questions(*options)
    for state in everywhere(*options):
        listed = list(islice(ruleset(*options).legal(state), 20_000))
        assert len(listed) < 20_000
        listed_once_and_canonical(ruleset(*options), state, listed)


def test_an_event_is_accepted_exactly_if_its_canonical_form_is_listed() -> None:
    rules, random = ruleset(), Random(1904)
    for kind, states in positions().items():
        accepted = [hold_the_law(rules, each, universe(rules, each, random)) for each in states[:3]]
        assert min(accepted) > 0, kind


@pytest.mark.slow
@every_option
def test_so_it_is_on_many_positions(options: tuple[str, ...]) -> None:
    rules, random = ruleset(*options), Random(1905)
    for states in positions_by_question(rules, games=800, each=24, seed=900).values():
        for state in states:
            hold_the_law(rules, state, universe(rules, state, random))


def test_so_it_is_of_the_long_ways_of_a_unit_in_haste() -> None:
    plans = ("1506 d1  1607 s1  1409 g1", "1305 d1  1204 na1", "1914 d1  1713 s1  1815 d2+d3")
    for plan in plans:
        table = moving(plan, japan="07").play("play #07 d1")
        sheet, start = (
            table.rules.context.sheet,
            table.state.where[table.rules.context.sheet.unit["d1"]],
        )
        ways = around(table.rules, start, table.rules.context.haste + 3)
        assert hold_the_law(table.rules, table.state, (Move(("d1",), way) for way in ways)) > 500
        assert max(len(event.path) for event in walks_of(table, "d1")) == 5, sheet.ids[start]


def walks_of(table: Table, unit: str) -> list[Move]:
    return [
        event
        for event in table.rules.legal(table.state)
        if isinstance(event, Move) and event.units == (unit,)
    ]


def test_ways_with_one_canonical_form_come_to_one_position() -> None:
    rules, random = ruleset(), Random(8)
    compared = 0
    for state in positions()["move"]:
        for event in universe(rules, state, random):
            if not isinstance(event, Move) or len(event.path) < 2:
                continue
            try:
                canonical = rules.canon(state, event)
            except IllegalEventError:
                continue
            if canonical != event:
                compared += 1
                assert rules.apply(state, event)[0] == rules.apply(state, canonical)[0]
    assert compared > 80


@every_option
def test_a_line_leads_wherever_it_can_be_followed_hex_by_hex(options: tuple[str, ...]) -> None:
    """The goals of railway and strategic moves, against every single step along the lines."""
    rules = ruleset(*options)
    sheet = rules.context.sheet
    plans = ("1114 s1  1316 s2  2415 d1  2214 d2", "1216 s1  2316 d1  1913 d2", "1206 d1  1811 s2")
    states = [moving(plan, options=options, held="2417 1811 1713").state for plan in plans]
    reached = 0
    for state in chain(states, positions(*options)["cards"], positions(*options)["move"]):
        for k, number in product(range(len(sheet.units)), ("rail", "march")):
            side, start = sheet.side[k], state.where[k]
            lines = lines_of(rules.context, state, k, number)
            ways = sheet.rail if number == "rail" else sheet.lines
            found = {start}
            queue = [start] if start >= 0 or start == GATE else []
            for h in queue:
                for n in {sheet.supply[side]} if h == GATE else ways[h]:
                    if n not in found and not bar_entry(rules.context, lines, side, n, number):
                        found.add(n)
                        queue.append(n)
            if not queue:
                continue
            assert goals(lines, start) == sorted(found - {start})
            for h in found - {start}:
                assert goals(lines, start, h) == [h]
            reached += len(found) - 1
    assert reached > 1000


@every_option
def test_no_two_listed_events_come_to_one_position(options: tuple[str, ...]) -> None:
    rules = ruleset(*options)
    for state in everywhere(*options):
        after: dict[State, Event] = {}
        assert state.decision is not None
        if state.decision.kind in ("dice", "morale"):
            continue  # several numbers may mean the same
        for event in islice(rules.legal(state), 2000):
            position = rules.apply(state, event)[0]
            assert position not in after, (format_event(event), after.get(position))
            after[position] = event


# ---- what is sampled, and what is done --------------------------------------------------


@every_option
def test_a_sampled_event_is_listed(options: tuple[str, ...]) -> None:
    samples_are_listed(ruleset(*options), games=4)


@pytest.mark.parametrize(
    "table",
    [
        moving("1015 g1  1314 s1  d1@Korea", japan="07 12"),
        moving("1913 s2  1714 d1  s3@Siberia", RUSSIA),
        fighting("1214 s1  1114 g1+d1  1215 d2"),
        fighting("1214 s1  1114 g1  1215 d2", japan="02 12").play("g1*1214", "|"),
        spending("1214 d1  1713 s1", japan="13", pile="04"),
        spending("1913 s2  1814 d1  s3@lost", RUSSIA, russia="13 06"),
        refilling(japan="01 02"),
        refilling(japan="01 02", deck="04 05 06 07", pile="08").play("refill 4"),
    ],
    ids=["walks", "rails", "attacks", "fights", "japan", "russia", "refill", "draw"],
)
def test_every_listed_event_may_be_sampled(table: Table) -> None:
    random = Random(1)
    drawn = {table.rules.sample(table.state, random) for _ in range(20_000)}
    assert drawn == set(table.rules.legal(table.state))


def test_an_event_leaves_the_position_before_it_as_it_was() -> None:
    for seed in range(3):
        positions_stay_as_they_were(ruleset(), seed)


@every_option
def test_after_every_listed_event_the_position_asks_or_the_game_is_over(
    options: tuple[str, ...],
) -> None:
    rules, random = ruleset(*options), Random(3)
    for state in everywhere(*options):
        listed = list(islice(rules.legal(state), 2000))
        for event in random.sample(listed, min(len(listed), 80)):
            after = rules.apply(state, event)[0]
            assert (after.decision is None) is (after.outcome is not None)
            assert (next(rules.legal(after), None) is None) is (after.decision is None)


MODULES = (cards, combat, deck, events, movement, results, retreats, turns, windows)


def test_nothing_is_listed_to_find_what_an_event_does(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = ruleset()
    games = [list(steps(rules, seed)) for seed in range(12)]

    def listing(*_: object) -> Iterator[Event]:
        raise AssertionError("a list was asked for")

    for module in MODULES:
        for name in vars(module):
            if name.startswith("legal_"):
                monkeypatch.setattr(module, name, listing)
    answers = {kind: replace(answer, legal=listing) for kind, answer in rules.answers.items()}
    monkeypatch.setattr(rules, "answers", answers)
    for game in games:
        for before, event, after in game:
            assert rules.canon(before, event) == event
            assert rules.apply(before, event)[0] == after


def test_chance_is_asked_for_with_even_chances() -> None:
    rules = ruleset()
    for kind in ("dice", "morale", "draw", "discard"):
        for state in positions()[kind]:
            assert state.decision is not None
            assert state.decision.side == CHANCE
            assert abs(sum(chance for _, chance in rules.outcomes(state)) - 1) < 1e-12
    assert all(len(list(rules.legal(state))) == 6 for state in positions()["dice"])
