"""The odds of fires and assaults against every roll, played out."""

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from senpu.notation.events import Attack, Event, Fire, Place, Word
from senpu.replay.core.rules import Effects, Rules
from senpu.replay.games.incident1932.combat import BOMBS, GO
from senpu.replay.games.incident1932.rules import Incident1932Rules
from senpu.replay.games.incident1932.state import CHINA, PURSE, Incident1932State
from tests.games.incident1932.positions import Incident1932Game, event_of, ruleset
from tests.games.odds_laws import (
    PlayedCase,
    PlayFunctions,
    check_merged_outcomes,
    check_odds_by_all_rolls,
    check_odds_by_random_rolls,
)
from tests.games.random_play import collect_positions


def answer(
    rules: Rules[Any, Incident1932State], state: Incident1932State, case: PlayedCase
) -> Event:
    """Return the payment for hits of the defensive fire; then the assault continues.

    If points run short, the fewest possible units are removed, the weakest first.
    """
    assert isinstance(rules, Incident1932Rules)
    decision, fight = state.decision, state.fight
    assert decision
    assert fight
    if decision.kind == "decide":
        return BOMBS if case.label == "bombs" else GO
    short = fight.hits - state.points[PURSE[decision.side]]
    if short <= 0:
        return Word("pay", (str(fight.hits),))
    combat = rules.context.tables.combat
    weakest = sorted(fight.units, key=lambda k: combat[k])[: (short + 2) // 3]
    return Word("lose", (rules.context.tables.units[min(weakest)],))


def result(
    start: Incident1932State, before: Incident1932State, effects: Effects, after: Incident1932State
) -> str:
    """Return the hits of a fire, or the lead of an assault in hits."""
    del start
    kinds = {each.kind for each in effects}
    if "spent" in kinds:
        return "spent"
    if not before.decision or before.decision.kind not in ("fire", "assault"):
        return ""
    hits = sum(each.numbers[0] for each in effects if each.kind in ("hit", "hits"))
    if before.decision.kind == "fire":
        return str(hits or "miss")
    assert before.fight
    if not hits:
        return "miss" if before.fight.night else "0"
    assert after.decision
    return f"{hits if after.decision.side != before.fight.side else -hits:+d}"


PLAY = PlayFunctions(answer, result)


def fights(rules: Incident1932Rules, state: Incident1932State, event: Event) -> bool:
    if isinstance(event, Place):
        target = rules.context.tables.span[CHINA]
        return bool(state.turn) and event.path[0] in state.locations[target]
    return isinstance(event, Attack | Fire) or (isinstance(event, Word) and event.word == "go")


LANDING = Incident1932Game("10 w1 w2 | 05 w3 | river e1 e2 e3 e4", turn=2).state
POOR = [replace(LANDING, points=(points, 8)) for points in (1, 2, 3)]
"""With the points for the landing alone, a side has none for the hits of the defensive fire."""
ATTACKS = [
    (Incident1932Game("06 d1 d2 d3 | 03 a1"), "d1+d2+d3:03"),
    (Incident1932Game("06 d1 d2 d3 | 03 a1 a2"), "d1+d2+d3*03"),
    (Incident1932Game("02 a1 a2 a3 | 07 n1", CHINA), "night/a1+a2+a3*07"),
]


def test_odds_equal_the_results_of_all_rolls() -> None:
    rules = ruleset()
    tried: Counter[str] = Counter()
    found_states = collect_positions(rules, games=8, each=7, seed=60)
    found_states["landing"] = [LANDING, *POOR]
    found_states["spent"] = [
        Incident1932Game("06 d1 | 03 a1 a2 a3").with_state(points=(1, 8)).state
    ]
    found_states["act"] += [table.state for table, _ in ATTACKS]
    found_states["decide"] = [Incident1932Game("06 d1 | 03 a1").play("d1*03", "[6]").state]
    beaten = Incident1932Game("06 d1 d2 | 03 a1 | 05 a2").play(
        "d1+d2*03", "[6]", "go", "[J6 C1]", "lose a1"
    )
    while beaten.state.decision and beaten.state.decision.kind == "hits":
        beaten.play(beaten.legal()[0])
    found_states["pursuit"] = [beaten.play("d1+d2>03").state]
    for kind, states in found_states.items():
        for state in states:
            for event in rules.legal(state):
                if not fights(rules, state, event):
                    assert rules.odds(state, event) is None
                    continue
                odds = check_odds_by_all_rolls(rules, PLAY, state, event)
                if odds.roll == "difference":
                    assert odds.need == sum(term.number for term in odds.terms)
                tried[type(event).__name__] += 1
                tried[kind] += 1
                tried["bombs"] += bool(odds.cases)
                tried["spent"] += "spent" in dict(odds.results)
                tried["night"] += getattr(event, "payer", ()) == ("night",)
    wanted = ("Attack", "Fire", "Place", "Word", "pursuit", "bombs", "spent", "night")
    assert min(tried[what] for what in wanted) > 0, tried


@pytest.mark.parametrize("number", range(len(ATTACKS)))
def test_odds_agree_with_many_random_rolls(number: int) -> None:
    table, text = ATTACKS[number]
    check_odds_by_random_rolls(
        table.rules, PLAY, table.state, event_of(text), rolls=2000, seed=number
    )


def test_a_side_short_of_points_loses_units_to_the_fire_and_may_be_spent() -> None:
    rich, poor = (
        Incident1932Game("06 d1 | 03 a1 a2 a3").with_state(points=(points, 8)).odds("d1*03")
        for points in (5, 1)
    )
    assert rich.assumptions == poor.assumptions == ("hits_paid",)
    assert "spent" not in dict(rich.results)
    assert dict(poor.results)["spent"] == pytest.approx(1 - dict(poor.defensive_fire)["miss"])
    assert poor.success == pytest.approx(rich.success * dict(poor.defensive_fire)["miss"])


def test_three_units_of_fire_2_hit_at_least_once_in_19_of_27() -> None:
    odds = Incident1932Game("06 d1 d2 d3 | 03 a1").odds("d1+d2+d3:03")
    assert odds.success == pytest.approx(19 / 27)
    assert odds.results == (("1", 96 / 216), ("2", 48 / 216), ("3", 8 / 216), ("miss", 64 / 216))
    assert odds.provenance == "printed"
    assert odds.roll == "each"


def test_the_assault_of_the_example_needs_three_more_on_its_die() -> None:
    odds = Incident1932Game("02 a1 a2 a3 | 07 n1", CHINA).odds("night/a1+a2+a3*07")
    terms = [(term.label, term.number, term.rule) for term in odds.terms]
    assert terms == [
        ("defence", 2, "9.2.3"), ("supports", 0, "9.2.3"), ("settlement", 4, "9.2.3"),
            ("attack", -2, "9.2.3"),
        ("supports", -2, "9.2.3"), ("tie", 1, "9.2.3"),
    ]  # fmt: skip
    assert odds.need == 3
    assert odds.success == pytest.approx(6 / 36)
    assert odds.defensive_fire == ()
    assert odds.roll == "difference"
    assert odds.provenance == "inferred", "the equal strength of the 19th Route Army"


def test_odds_include_the_defensive_fire_first() -> None:
    odds = Incident1932Game("02 a1 a2 a3 | 07 n1", CHINA).odds("a1+a2+a3*07")
    assert odds.defensive_fire == (("1", 4 / 6), ("miss", 2 / 6))


def test_continuing_with_human_bombs_is_two_better() -> None:
    table = Incident1932Game("06 d1 | 03 a1").play("d1*03", "[6]")
    assert table.odds("go").need - table.odds("bombs/go").need == 2


@pytest.mark.parametrize("kind", ["fire", "defence", "assault"])
def test_merged_outcomes_equal_all_rolls(kind: str) -> None:
    rules = ruleset()
    for state in collect_positions(rules, games=10, each=8)[kind]:
        check_merged_outcomes(rules, state)


def test_the_programs_look_beyond_dice_and_decisions_only() -> None:
    rules = ruleset()
    assert rules.lookahead_kinds == frozenset(("fire", "defence", "decide", "assault"))
    assert rules.lookahead_kinds < rules.continuing_kinds
