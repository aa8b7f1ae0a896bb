"""The program and a model made from the rulebook alone play the same games."""

from random import Random

import pytest

from senpu.notation.writer import format_event
from senpu.replay.games.incident1932.state import (
    CHINA,
    CUT,
    DUE,
    JAPAN,
    LOST,
    RIVER,
    Incident1932State,
)
from tests.games.incident1932.positions import corrected, event_of, ruleset
from tests.games.incident1932.reference_model import Model

NAMES = {DUE: "due", RIVER: "river", LOST: "lost", CUT: "cut"}


def draw_event(model: Model, state: Incident1932State, random: Random, fierce: bool) -> str:
    """Return dice, or an event of the model: seldom a pass, and mostly a combat if `fierce`."""
    assert state.decision
    if state.decision.dice:
        dice = [f"{side}{random.randint(1, 6)}" for side in state.decision.dice]
        return f"[{' '.join(dice)}]"
    listed = sorted(model.list_legal())
    eager = [text for text in listed if text not in ("pass", "no", "halt")]
    fights = [text for text in eager if "*" in text or "@" in text or "go" in text]
    if fierce and fights and random.random() < 0.8:
        return random.choice(fights)
    return random.choice(eager if eager and random.random() < 0.97 else listed)


@pytest.mark.parametrize("seed", range(40))
def test_the_program_agrees_with_the_reference_model(seed: int) -> None:
    random = Random(seed)
    options = ("more-retreats", "landing-advances") if seed % 5 == 0 else ()
    rules = ruleset(*options)
    if not options and seed % 4 == 3:  # units that differ, which the shipped numbers hardly do
        units = rules.context.tables.units
        rules = corrected(
            {
                "combat": {unit: random.randint(1, 6) for unit in units},
                "fire": {unit: random.randint(0, 6) for unit in units},
            }
        )
    state, model, played = rules.start(), Model(rules.context.tables, options), list[str]()
    while state.outcome is None:
        assert state.decision
        assert (state.decision.kind, state.decision.side) == model.asks, played
        if not state.decision.dice:
            listed = {format_event(event) for event in rules.legal(state)}
            assert listed == model.list_legal(), played
        played.append(draw_event(model, state, random, fierce=seed % 2 == 1))
        state = rules.apply(state, rules.canon(state, event_of(played[-1])))[0]
        model.play(played[-1])
        places = [NAMES.get(place, place) for place in state.locations]
        assert places == [model.locations[unit] for unit in model.units], played
        assert state.points == (model.points[JAPAN], model.points[CHINA]), played
        assert (state.victory, state.nights, state.bombs, state.turn) == (
            model.victory, model.nights, model.bombs, model.turn,
        ), played  # fmt: skip
    assert state.outcome.ending == model.ending, played
