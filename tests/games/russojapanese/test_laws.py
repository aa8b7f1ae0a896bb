"""Laws of canon, legal and apply on all positions that play can reach."""

from collections.abc import Iterator
from itertools import chain, product
from random import Random

import pytest
from msgspec.structs import replace

from senpu.notation.events import Event, Move
from senpu.replay.core.states import CHANCE
from senpu.replay.games.russojapanese import (
    card_events,
    card_windows,
    cards,
    combat,
    deck,
    movement,
    results,
    turns,
)
from senpu.replay.games.russojapanese.movement import bar_entry, build_lines
from senpu.replay.games.russojapanese.state import GATE, RussoJapaneseState
from senpu.replay.parts.lines import find_goals
from tests.games.laws import (
    HexLaws,
    Subject,
    hold_the_law,
    positions,
)
from tests.games.random_play import steps
from tests.games.russojapanese.candidates import around, universe
from tests.games.russojapanese.positions import (
    CROWD,
    READINGS,
    RUSSIA,
    RussoJapaneseTestGame,
    always,
    fighting,
    moving,
    refilling,
    ruleset,
    spending,
)
from tests.games.russojapanese.test_conservation import LAWS

KINDS = {
    "draw", "discard", "refill", "move", "declare", "fight", "reply-before", "reply-after",
    "reply-sortie", "reply-check", "dice", "loss", "fall", "retreat", "displace", "advance",
    "cards", "morale",
}  # fmt: skip


def subject(*options: str) -> Subject:
    kinds = KINDS - ({"discard"} if "limit-keeps-hand" in options else set())

    def chain_of_retreats() -> Iterator[RussoJapaneseState]:
        table = fighting(CROWD, RUSSIA, options=options, rules=always("DR", options))
        yield table.fought("s1*1207", 3).play("g1<1208").state

    return Subject(
        ruleset(*options), kinds, universe, games=250, each=14, laws=LAWS, rare=chain_of_retreats,
        merging=frozenset({"dice", "morale"}),
    )  # fmt: skip


SUBJECTS = {"plain": subject(), "readings": subject(*READINGS)}


class TestRussoJapaneseLaws(HexLaws):
    """The laws of every game, with and without the options of the readings."""


# ---- what is listed, and what is accepted -----------------------------------------------


@pytest.mark.slow
def test_so_it_is_of_the_long_ways_of_a_unit_in_haste() -> None:
    plans = ("1506 d1  1607 s1  1409 g1", "1305 d1  1204 na1", "1914 d1  1713 s1  1815 d2+d3")
    for plan in plans:
        table = moving(plan, japan="07").play("play #07 d1")
        tables, start = (
            table.rules.context.tables,
            table.state.where[table.rules.context.tables.unit["d1"]],
        )
        ways = around(table.rules, start, table.rules.context.haste + 3)
        assert hold_the_law(table.rules, table.state, (Move(("d1",), way) for way in ways)) > 500
        assert max(len(event.path) for event in walks_of(table, "d1")) == 5, tables.ids[start]


def walks_of(table: RussoJapaneseTestGame, unit: str) -> list[Move]:
    return [
        event
        for event in table.rules.legal(table.state)
        if isinstance(event, Move) and event.units == (unit,)
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), [("plain", ()), ("readings", READINGS)])
def test_a_line_leads_wherever_it_can_be_followed_hex_by_hex(
    name: str, options: tuple[str, ...]
) -> None:
    """The goals of railway and strategic moves, against every single step along the lines."""
    rules = ruleset(*options)
    found_in_games = positions(SUBJECTS[name])
    tables = rules.context.tables
    plans = ("1114 s1  1316 s2  2415 d1  2214 d2", "1216 s1  2316 d1  1913 d2", "1206 d1  1811 s2")
    states = [moving(plan, options=options, held="2417 1811 1713").state for plan in plans]
    reached = 0
    for state in chain(states, found_in_games["cards"], found_in_games["move"]):
        for k, number in product(range(len(tables.units)), ("rail", "march")):
            side, start = tables.side[k], state.where[k]
            lines = build_lines(rules.context, state, k, number)
            ways = tables.rail if number == "rail" else tables.lines
            found = {start}
            queue = [start] if start >= 0 or start == GATE else []
            for h in queue:
                for n in {tables.supply[side]} if h == GATE else ways[h]:
                    if n not in found and not bar_entry(rules.context, lines, side, n, number):
                        found.add(n)
                        queue.append(n)
            if not queue:
                continue
            assert find_goals(lines, start) == sorted(found - {start})
            for h in found - {start}:
                assert find_goals(lines, start, h) == [h]
            reached += len(found) - 1
    assert reached > 1000


# ---- sampled events and their effects ---------------------------------------------------


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
def test_every_listed_event_may_be_sampled(table: RussoJapaneseTestGame) -> None:
    random = Random(1)
    drawn = {table.rules.sample(table.state, random) for _ in range(20_000)}
    assert drawn == set(table.rules.legal(table.state))


MODULES = (cards, combat, deck, card_events, movement, results, turns, card_windows)


def test_no_legal_events_are_listed_to_apply_an_event(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = ruleset()
    games = [list(steps(rules, seed)) for seed in range(12)]

    def listing(*_: object) -> Iterator[Event]:
        raise AssertionError("a list was requested")

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
        for state in positions(SUBJECTS["plain"])[kind]:
            assert state.decision is not None
            assert state.decision.side == CHANCE
            assert abs(sum(chance for _, chance in rules.outcomes(state)) - 1) < 1e-12
    assert all(len(list(rules.legal(state))) == 6 for state in positions(SUBJECTS["plain"])["dice"])
