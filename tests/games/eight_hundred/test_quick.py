"""The quick way through the plain acts never differs from the thorough one."""

from random import Random

import pytest

from senpu.notation.events import Attack
from senpu.replay.core.registry import open_rules, rulesets
from senpu.replay.core.rules import Effect, IllegalEventError, State
from senpu.replay.core.settle import play
from senpu.replay.games.eight_hundred.rules import EightHundred
from senpu.spec.data import Value, Values
from senpu.spec.loader import SPEC, spec_of

EDITIONS = [ident for ident in rulesets() if ident.startswith("800/")]


@pytest.mark.parametrize("ident", EDITIONS)
@pytest.mark.parametrize("options", [(), ("cover-at-two", "concession-silent")])
def test_what_is_done_at_once_is_what_the_rules_do(ident: str, options: tuple[str, ...]) -> None:
    rules = open_rules(ident, options)
    done = offered = 0
    for seed in range(12):
        random = Random(seed)
        state: State = rules.start()
        while state.decision is not None:
            # Events of other positions too: most of them are illegal here.
            for event in [*list(rules.legal(state))[:40], rules.sample(state, random)]:
                offered += 1
                done += agrees(rules, state, event)
            state = play(rules, state, rules.sample(state, random), [])
    assert done > offered // 3


@pytest.mark.parametrize("ident", EDITIONS)
def test_what_a_rule_forbids_is_never_done_at_once(ident: str) -> None:
    rules = open_rules(ident)
    random = Random(1)
    states: list[State] = []
    for _ in range(6):
        state: State = rules.start()
        while state.decision is not None:
            states.append(state)
            state = play(rules, state, rules.sample(state, random), [])
    for _ in range(4_000):
        event = rules.sample(random.choice(states), random)
        agrees(rules, random.choice(states), event)


def agrees(rules, state: State, event) -> bool:  # type: ignore[no-untyped-def]
    """Whether the quick way takes the event; fails if it differs from the thorough one."""
    quick = rules.quick.get(type(event))
    effects: list[Effect] = []
    after = quick(rules, state, event, effects) if quick else None
    if after is None:
        assert not effects
        return False
    thorough: list[Effect] = []
    try:
        canonical = rules.canon(state, event)
    except IllegalEventError as refusal:
        raise AssertionError(f"{event} is forbidden: {refusal}") from None
    assert canonical == event
    assert play(rules, state, event, thorough) == after
    assert thorough == effects
    return True


@pytest.mark.parametrize("ident", EDITIONS)
def test_who_shoots_far_by_an_owners_data_meets_no_cover_there(ident: str) -> None:
    values = open_rules(ident).spec.values
    tables = {name: dict(table) for name, table in values.tables.items()}
    tables["reach"]["infantry"] = Value([0, 1, 2], "stated", "a test")
    rules = EightHundred(spec_of(ident, SPEC / "800", values=Values(tables)))
    slow = 0
    for seed in range(3):
        random = Random(seed)
        state = rules.start()
        while state.decision is not None:
            for event in rules.legal(state):
                if isinstance(event, Attack) and event.unit:
                    slow += not agrees(rules, state, event)
            state = play(rules, state, rules.sample(state, random), [])
    assert slow
