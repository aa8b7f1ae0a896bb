"""The program and the reference model agree in random games and in crowded positions."""

from random import Random

import pytest

from senpu.notation.events import Attack, Event, Place, Word
from senpu.notation.writer import format_event
from senpu.replay.core.rules import IllegalEventError
from senpu.replay.games.nanjing1937.rules import NanjingRules
from senpu.replay.games.nanjing1937.state import LOST, NanjingState
from tests.games.nanjing1937 import reference_model
from tests.games.nanjing1937.positions import (
    NanjingTestGame,
    event_of,
    fighting,
    moving,
    ruleset,
    ruleset_with,
)
from tests.games.nanjing1937.reference_model import CHINA, ENEMY, JAPAN, NanjingModel

HOLDING = {"decide": Word("hold"), "widen": Word("no")}
"""How a Japan answers that holds to the end, which by chance it hardly ever does."""


def standing(rules: NanjingRules, state: NanjingState) -> dict[str, str]:
    fate = {LOST: reference_model.LOST}
    return {
        unit: rules.context.tables.ids[h] if h >= 0 else fate.get(h, reference_model.DUE)
        for unit, h in zip(rules.context.tables.units, state.where, strict=True)
    }


def listed(rules: NanjingRules, state: NanjingState) -> set[str]:
    """The legal answers; none is there twice."""
    texts = [format_event(event) for event in rules.legal(state)]
    assert len(texts) == len(set(texts))
    return set(texts) - {"|"}


def accepted(rules: NanjingRules, state: NanjingState, units: tuple[str, ...], place: str) -> bool:
    try:
        rules.canon(state, Place(units, (place,)))
    except IllegalEventError:
        return False
    return True


def compare_control(rules: NanjingRules, state: NanjingState, model: NanjingModel) -> None:
    assert rules.context.control.count_points(state) == model.points()
    for side in (JAPAN, CHINA):
        named = {h: rules.context.tables.index[h] for h in model.last}
        held = {
            h
            for h, number in named.items()
            if rules.context.control.has_control(state, side, number)
        }
        assert held == model.controlled(side)


def compare_arrivals(
    rules: NanjingRules, state: NanjingState, model: NanjingModel, side: str, random: Random
) -> None:
    """Every unit alone and some together, in every city and port and in two towns."""
    own = [unit for unit in model.units if model.side[unit] == side]
    some = [tuple(random.sample(own, random.choice((2, 3)))) for _ in range(4)]
    for units in [*((unit,) for unit in own), *some]:
        for place in (*model.last, "0204", "0512"):
            allowed = model.may_arrive(units, place)
            assert accepted(rules, state, units, place) == allowed, (units, place)


def drawn(rules: NanjingRules, state: NanjingState, model: NanjingModel, random: Random) -> Event:
    """An answer by chance: mostly a fight or a way to one, where there are any."""
    decision = state.decision
    assert decision is not None
    fights = list[str]()
    if decision.kind == "combat":
        fights = sorted(model.attacks(decision.side))
    elif decision.kind == "move" and random.random() < 0.7:
        zone = model.zone(ENEMY[decision.side])
        fights = [text for text in sorted(listed(rules, state)) if text[-4:] in zone]
    if fights and random.random() < 0.8:
        return event_of(random.choice(fights))
    return rules.sample(state, random)


def compare(rules: NanjingRules, state: NanjingState, model: NanjingModel, random: Random) -> None:
    """Compare the program and the model on one decision."""
    decision = state.decision
    assert decision is not None
    compare_control(rules, state, model)
    if decision.kind == "reinforce":
        compare_arrivals(rules, state, model, decision.side, random)
    elif decision.kind == "move":
        assert listed(rules, state) == set(model.moves(decision.side))
    elif decision.kind == "combat":
        attacks = model.attacks(decision.side)
        assert listed(rules, state) == attacks.keys()
        for text, difference in attacks.items():
            odds = rules.odds(state, event_of(text))
            assert odds is not None
            assert sum(term.number for term in odds.terms) == difference, text
    elif decision.kind == "retreat":
        goals = {f"{text.partition('<')[0]}<{text[-4:]}" for text in listed(rules, state)}
        assert len(goals) == len(listed(rules, state))
        assert goals == model.retreats(decision.units)
    elif decision.kind == "advance":
        assert state.fight is not None
        attackers = rules.context.tables.names(state.fight.units)
        place = rules.context.tables.ids[state.fight.place]
        assert listed(rules, state) == model.advances(attackers, place)
    elif decision.kind in ("decide", "extend"):
        assert not model.verdict()


@pytest.mark.parametrize("seed", range(10))
def test_the_program_agrees_with_the_model(seed: int) -> None:
    random, rules = Random(seed), ruleset()
    model, state, phase = NanjingModel(rules.spec), rules.start(), (0, 0)
    model.where = standing(rules, state)
    while state.outcome is None:
        decision, before = state.decision, phase
        assert decision is not None
        phase = (state.turn, state.phase)
        if phase[0] != before[0]:
            model.begin_turn(state.turn)
        if phase != before:
            model.begin_phase()
        compare(rules, state, model, random)
        event = drawn(rules, state, model, random)
        if seed % 2:
            event = HOLDING.get(decision.kind, event)
        after = rules.apply(state, event)[0]
        model.remember(decision.kind, decision.side, event)
        model.stand(standing(rules, after), fought=state.fight is not None)
        assert after.chen_lost == model.chen_lost
        if isinstance(event, Attack):  # 9.4.3
            asked = after.decision is not None and after.decision.kind == "chen"
            assert asked == (
                decision.side == JAPAN and "chen" in model.supports(CHINA, event.place)
            )
        if after.turn == state.turn and after.phase < 3:
            assert after.landed == model.landed
        state = after
    declined = event == Word("no")
    assert state.outcome.ending == model.verdict(extended=not declined)


def always(result: str) -> NanjingRules:
    """Rules under which every fight ends so."""
    columns = ruleset().spec.values.table("results")
    return ruleset_with("results", **{column: [result] * 6 for column in columns})


FORCED = {result: always(result) for result in ("AR", "DR")}


def crowded(model: NanjingModel, random: Random) -> str:
    """A map of units thrown together within two hexes of one, as the stacking limit lets them."""
    hexes = {random.choice(sorted(model.ground.steps))}
    for _ in range(2):
        hexes |= {n for h in hexes for n in model.ground.touching[h]}
    for unit in random.sample(model.units, random.randint(8, len(model.units))):
        h, side = random.choice(sorted(hexes)), model.side[unit]
        if not model.units_at(h, ENEMY[side]) and model.fits((*model.units_at(h, side), unit)):
            model.where[unit] = h
    stacks = {**model.stacks(JAPAN), **model.stacks(CHINA)}
    return "\n".join(f"{h} {'+'.join(units)}" for h, units in stacks.items())


def seated(table: NanjingTestGame) -> NanjingModel:
    """Return the model of a position in which no unit has acted."""
    model = NanjingModel(table.rules.spec)
    model.begin_turn(table.state.turn)
    model.where = standing(table.rules, table.state)
    japan = model.stacks(JAPAN).keys()
    model.last |= {h: JAPAN for h in japan if h in model.last}
    model.trod |= japan
    return model


def retreat_randomly(table: NanjingTestGame, attack: Attack, result: str, random: Random) -> None:
    """Fight with a result that sends units back: these and no others go, or are lost (9.5)."""
    model = seated(table)
    side, before = model.side[attack.units[0]], model.where
    sent = attack.units if result == "AR" else model.units_at(attack.place, ENEMY[side])
    table.play(format_event(attack), *(("no",) if side == JAPAN else ()), "[1]")
    while (decision := table.state.decision) and decision.kind == "retreat":
        model.where = standing(table.rules, table.state)
        compare(table.rules, table.state, model, random)
        way = random.choice(table.legal())
        model.remember("retreat", decision.side, event_of(way))
        table.play(way)
    model.where = standing(table.rules, table.state)
    if decision and decision.kind == "advance":
        compare(table.rules, table.state, model, random)
    assert {unit for unit, h in before.items() if model.where[unit] != h} == set(sent)


@pytest.mark.parametrize("seed", range(24))
def test_the_program_agrees_with_the_model_in_a_crowd(seed: int) -> None:
    random = Random(seed)
    for side in (JAPAN, CHINA):
        plan = crowded(NanjingModel(ruleset().spec), random)
        table = moving(plan, side)
        compare(table.rules, table.state, seated(table), random)
        table = fighting(plan, side)
        compare(table.rules, table.state, seated(table), random)
        attacks = [event for event in table.rules.legal(table.state) if isinstance(event, Attack)]
        for attack in random.sample(attacks, min(6, len(attacks))):
            for result, rules in FORCED.items():
                if result == "AR" or attack.place not in seated(table).ground.cities:  # 9.3.4
                    retreat_randomly(fighting(plan, side, rules=rules), attack, result, random)


@pytest.mark.parametrize(
    "plan",
    [
        "0202 a3 a2 . d13\n0403 d3 d9\n0304 a1",
        "0203 a2 a3 a4\n0403 d3 d9\n0304 a1",
        "0202 a3 a2 . d13\n0402 d6 d3 d9\n0304 a1",
    ],
)
def test_the_program_agrees_with_the_model_on_a_retreat_over_full_hexes(plan: str) -> None:
    table = fighting(plan, rules=FORCED["DR"])
    retreat_randomly(table, Attack(("d3", "d9"), "0304"), "DR", Random(1))
