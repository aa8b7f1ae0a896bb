"""The odds of fires and assaults against every roll, played out."""

from collections import Counter
from fractions import Fraction

import pytest

from notation.events import Attack, Event, Fire, Place, Word
from replay.games.incident1932.rules import Incident
from replay.games.incident1932.state import CHINA, JAPAN, State
from replay.rules import Happening
from replay.settle import play
from tests.games.incident1932.positions import Table, event_of, ruleset
from tests.games.random_play import positions_by_question


def hits_of(rules: Incident, state: State) -> dict[str, Fraction]:
    """The chance of each number of hits of a position that waits for dice of fire."""
    found: Counter[str] = Counter()
    every = list(rules.legal(state))
    for roll in every:
        told: list[Happening] = []
        play(rules, state, roll, told)
        found[str(told[0].numbers[0] or "miss")] += 1
    return {what: Fraction(count, len(every)) for what, count in found.items()}


def differences(rules: Incident, state: State) -> dict[str, Fraction]:
    """The chance of each difference of a position that waits for the dice of an assault."""
    found: Counter[str] = Counter()
    every = list(rules.legal(state))
    for roll in every:
        told: list[Happening] = []
        play(rules, state, roll, told)
        attack, defence = (each.numbers[0] for each in told[:2])
        by = attack - defence
        found[f"{by:+d}" if by else "0"] += 1
    return {what: Fraction(count, len(every)) for what, count in found.items()}


def to_the_dice(rules: Incident, state: State) -> State:
    """An assault brought to its dice, its attackers unharmed."""
    while state.ask and state.ask.kind != "assault":
        if state.ask.kind == "defence":
            last = list(rules.legal(state))[-1]  # sixes: nobody has more fire than five here
            state = play(rules, state, last, [])
        else:
            state = play(rules, state, Word("go"), [])
    return state


def fights(rules: Incident, state: State, event: Event) -> bool:
    if isinstance(event, Place):
        target = rules.sheet.span[CHINA]
        return bool(state.turn) and event.path[0] in state.where[target]
    return isinstance(event, Attack | Fire) or (isinstance(event, Word) and event.word == "go")


def test_odds_are_what_all_rolls_come_to() -> None:
    rules = ruleset()
    tried: Counter[str] = Counter()
    found_states = positions_by_question(rules, games=12, each=12, seed=60)
    found_states["landing"] = [Table("10 w1 w2 | 05 w3 | river e1 e2 e3 e4", turn=2).state]
    for states in found_states.values():
        for state in states:
            for event in rules.legal(state):
                odds = rules.odds(state, event)
                assert (odds is not None) == fights(rules, state, event)
                if odds is None:
                    continue
                after = play(rules, state, event, [])
                results = {what: chance for what, chance in odds.results if chance}
                if isinstance(event, Fire):
                    found = hits_of(rules, after)
                    assert odds.success == pytest.approx(1 - float(found["miss"]))
                else:
                    if after.ask and after.ask.kind == "defence":
                        fire = {what: chance for what, chance in odds.answered if chance}
                        assert fire == pytest.approx(floats(hits_of(rules, after)))
                    else:
                        assert odds.answered == ()
                    found = differences(rules, to_the_dice(rules, after))
                    won = sum(chance for what, chance in found.items() if what[0] == "+")
                    assert odds.success == pytest.approx(float(won))
                    assert odds.need == sum(term.number for term in odds.terms)
                    if getattr(event, "payer", ()) == ("night",):
                        ahead = {what: by for what, by in found.items() if what[0] == "+"}
                        found = ahead | {"miss": 1 - Fraction(won)}
                assert results == pytest.approx(floats(found))
                assert sum(results.values()) == pytest.approx(1)
                tried[type(event).__name__] += 1
    assert min(tried[kind] for kind in ("Attack", "Fire", "Place", "Word")) > 0


def floats(chances: dict[str, Fraction]) -> dict[str, float]:
    return {what: float(chance) for what, chance in chances.items() if chance}


def test_three_units_of_fire_2_hit_at_least_once_in_19_of_27() -> None:
    odds = Table("06 d1 d2 d3 | 03 a1").odds("d1+d2+d3:03")
    assert odds.success == pytest.approx(19 / 27)
    assert odds.results == (("1", 96 / 216), ("2", 48 / 216), ("3", 8 / 216), ("miss", 64 / 216))
    assert odds.standing == "printed"
    assert odds.roll == "each"


def test_the_assault_of_the_example_needs_three_more_on_its_die() -> None:
    odds = Table("02 a1 a2 a3 | 07 n1", CHINA).odds("night/a1+a2+a3*07")
    terms = [(term.what, term.number, term.rule) for term in odds.terms]
    assert terms == [
        ("defence", 2, "9.2.3"), ("settlement", 4, "9.2.3"), ("attack", -2, "9.2.3"),
        ("supports", -2, "9.2.3"), ("tie", 1, "9.2.3"),
    ]  # fmt: skip
    assert odds.need == 3
    assert odds.success == pytest.approx(6 / 36)
    assert odds.answered == ()
    assert odds.roll == "difference"
    assert odds.standing == "inferred", "the alike strength of the 19th Route Army"


def test_odds_tell_of_the_defensive_fire_first() -> None:
    odds = Table("02 a1 a2 a3 | 07 n1", CHINA).odds("a1+a2+a3*07")
    assert odds.answered == (("1", 4 / 6), ("miss", 2 / 6))


def test_going_on_with_human_bombs_is_two_better() -> None:
    table = Table("06 d1 | 03 a1").play("d1*03", "[6]")
    assert table.odds("go").need - table.odds("bombs/go").need == 2


@pytest.mark.parametrize("kind", ["fire", "defence", "assault"])
def test_chance_outcomes_stand_for_all_rolls(kind: str) -> None:
    rules = ruleset()
    for state in positions_by_question(rules, games=10, each=8)[kind]:
        merged: Counter[str] = Counter()
        for event, chance in rules.outcomes(state):
            assert rules.canon(state, event) == event
            merged[rules.key(play(rules, state, event, []))] += chance  # type: ignore[assignment]
        every = list(rules.legal(state))
        full = Counter(rules.key(play(rules, state, event, [])) for event in every)
        assert merged.keys() == full.keys()
        for key, count in full.items():
            assert merged[key] == pytest.approx(count / len(every))


def test_worth_is_the_verdict_when_there_is_one() -> None:
    table = Table("07 n1", turn=2).play("pass", "pass")
    assert table.rules.worth(table.state, JAPAN) == 1000 == -table.rules.worth(table.state, CHINA)


def test_hits_to_take_weigh_on_the_side_that_takes_them() -> None:
    table = Table("06 d1 d2 d3 | 03 a1").play("d1+d2+d3:03")
    worths = []
    for dice in ("[6 6 6]", "[1 6 6]", "[1 1 6]"):
        after = play(table.rules, table.state, table.rules.canon(table.state, event_of(dice)), [])
        worths.append(table.rules.worth(after, JAPAN))
    assert worths == sorted(worths)
    assert worths[0] < worths[2]


def test_the_programs_look_beyond_dice_and_decisions_only() -> None:
    rules = ruleset()
    assert rules.foreseen == frozenset(("fire", "defence", "decide", "assault"))
    assert rules.foreseen < rules.continuing
