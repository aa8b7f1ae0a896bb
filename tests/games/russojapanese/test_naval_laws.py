"""What holds at sea of canon, legal and apply, and of the position key."""

from itertools import chain
from random import Random

import pytest

from senpu.notation.events import Event
from senpu.notation.writer import format_event
from senpu.replay.core.rules import CHANCE, IllegalEventError
from senpu.replay.games.russojapanese.state import JAPAN, State
from tests.games.laws import (
    games_end_as_listed,
    hold_the_law,
    listed_once_and_canonical,
    positions_stay_as_they_were,
    samples_are_listed,
)
from tests.games.random_play import positions_by_question, steps
from tests.games.russojapanese.candidates import universe
from tests.games.russojapanese.naval_candidates import QUESTIONS, candidates, positions
from tests.games.russojapanese.naval_positions import RULES, at_sea, in_battle
from tests.games.russojapanese.positions import ruleset

# ---- what is listed, and what is accepted -----------------------------------------------


def test_listed_events_are_canonical_and_listed_once() -> None:
    assert positions().keys() == QUESTIONS | {"cards"}
    for states in positions().values():
        for state in states:
            listed_once_and_canonical(RULES, state, list(RULES.legal(state)))


def test_an_event_is_accepted_exactly_if_its_canonical_form_is_listed() -> None:
    random = Random(1904)
    for kind, states in positions().items():
        for state in states if kind != "cards" else states[:2]:
            listed = list(RULES.legal(state))
            found = chain(
                candidates(RULES, state, random), random.sample(listed, min(40, len(listed)))
            )
            assert hold_the_law(RULES, state, found) > 0, kind


@pytest.mark.slow
def test_so_it_is_of_everything_that_is_written_on_land() -> None:
    random = Random(1905)
    for states in positions_by_question(RULES, games=150, each=6, seed=900).values():
        for state in states:
            hold_the_law(RULES, state, universe(RULES, state, random))
            hold_the_law(RULES, state, candidates(RULES, state, random))


def test_a_sampled_event_is_listed() -> None:
    samples_are_listed(RULES, games=3)
    random = Random(7)
    for states in positions().values():
        for state in states:
            listed = set(RULES.legal(state))
            assert {RULES.sample(state, random) for _ in range(10)} <= listed


def test_every_listed_event_may_be_sampled() -> None:
    tables = (
        in_battle(hurt="m5 m6"),
        at_sea(japan="01", hurt="r1").play("sortie", "play #01", "[3]"),
        at_sea(russia="01 06"),
        in_battle(sunk="r3 r4 r5 r6 r7").play("m1*r1", "m2*r2"),
    )
    for table in tables:
        random = Random(1)
        drawn = {table.rules.sample(table.state, random) for _ in range(4000)}
        assert drawn == set(table.rules.legal(table.state))


def test_an_event_leaves_the_position_before_it_as_it_was() -> None:
    positions_stay_as_they_were(RULES, seed=7)


def test_no_two_listed_events_come_to_one_position() -> None:
    for kind in QUESTIONS - {"salvo"}:
        for state in positions()[kind]:
            after: dict[tuple[State, int], Event] = {}
            for at, event in enumerate(RULES.legal(state)):
                position, _ = RULES.apply(state, event)
                key = (position, at if told_by_chance(state) else 0)
                assert key not in after, (format_event(event), after.get(key))
                after[key] = event


def told_by_chance(state: State) -> bool:
    return state.decision is not None and state.decision.side == CHANCE


@pytest.mark.slow
def test_random_games_end_as_listed() -> None:
    games_end_as_listed(RULES, games=300)


def test_some_random_games_end_as_listed() -> None:
    games_end_as_listed(RULES, games=10)


def test_without_the_option_nothing_at_sea_is_ever_asked() -> None:
    rules = ruleset()
    for seed in range(10):
        for state, _, after in steps(rules, seed):
            assert state.decision
            assert state.decision.kind not in QUESTIONS
            assert after.navy is None


# ---- the position key -------------------------------------------------------------------


def test_the_key_takes_like_ships_as_one_and_tells_others_apart() -> None:
    def key(**more: object) -> str:
        return at_sea(**more).key  # type: ignore[arg-type]

    same = {
        RULES.context.fleets.gunnery[RULES.context.fleets.number[name]] for name in ("r4", "r5")
    }
    assert len(same) == 1
    assert key(hurt="r4") == key(hurt="r5")
    assert key(hurt="r4") == key(hurt="r4", flag="r6")
    assert key(hurt="r4") != key(hurt="r4 r5")
    assert key(hurt="r4") != key(sunk="r4")
    assert key(sunk="r4") != key(sunk="r4", flag="r4"), "whether the flagship is sunk is public"
    assert key(hurt="r4") != key(hurt="m1")
    assert key(hurt="k1") != key(hurt="v1")
    lines = [
        in_battle(sunk="r7").play(*(f"{ship}*r{at}" for at, ship in enumerate(order.split(), 1)))
        for order in ("m1 m2 m3 m4 m5", "m2 m1 m3 m4 m5", "m5 m2 m3 m4 m1")
    ]
    assert lines[0].key == lines[1].key, "m1 and m2 are alike"
    assert lines[0].key != lines[2].key


def test_worth_falls_with_every_step() -> None:
    def worth(**more: object) -> float:
        table = at_sea(**more)  # type: ignore[arg-type]
        return RULES.worth(table.state, JAPAN)

    assert worth(sunk="m1") < worth(hurt="m1") < worth() < worth(hurt="r2") < worth(sunk="r2")


def test_refusals_at_sea_name_a_rule_of_the_chapter_or_of_the_cards() -> None:
    random, rules = Random(5), set()
    for kind in QUESTIONS:
        for state in positions()[kind][:2]:
            for event in candidates(RULES, state, random):
                try:
                    RULES.canon(state, event)
                except IllegalEventError as refused:
                    rules.add(refused.rule)
    assert {rule for rule in rules if not rule.startswith("11.")} <= {"10.2.1"}
    assert len(rules) > 8
