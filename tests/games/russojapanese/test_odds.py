"""The odds of attacks, against the six numbers of the die played through the rules."""

from collections import Counter
from functools import cache
from itertools import islice

import pytest

from notation.events import Attack, EndPhase, Event, Word
from replay.games.russojapanese.rules import RussoJapanese
from replay.games.russojapanese.state import NO, State
from replay.rules import Happening
from replay.settle import play
from tests.games.random_play import steps
from tests.games.russojapanese.positions import (
    JAPAN,
    RUSSIA,
    always,
    fighting,
    ruleset,
    ruleset_with,
)

WEAK = "tooWeak"


@cache
def positions(kind: str) -> list[State]:
    """Positions of a question, of random games; declarations only where somebody can attack."""
    rules = ruleset()
    asking = (
        state
        for seed in range(200)
        for state, _, _ in steps(rules, seed)
        if state.ask and state.ask.kind == kind
    )
    busy = (state for state in asking if kind != "declare" or len(list(rules.legal(state))) > 1)
    return list(islice(busy, 150))


def unanswered(rules: RussoJapanese, state: State) -> State:
    """The position after the open windows have closed without a card."""
    while state.ask and state.ask.kind in ("reply-before", "reply-after"):
        state = play(rules, state, NO, [])
    return state


def chosen(rules: RussoJapanese, state: State, event: Attack) -> tuple[State, Word]:
    """An attack declared and about to be chosen for the fight."""
    declared = play(rules, play(rules, state, event, []), EndPhase(), [])
    return declared, Word("fight", (event.place,))


def played_out(rules: RussoJapanese, state: State, fight: Word) -> tuple[Counter[str], int]:
    """The results of all six numbers of a fight that nobody answers by card, and the difference;
    NE six times where it is too weak for a die."""
    told: list[Happening] = []
    rolling = play(rules, state, fight, told)
    begun = next(each for each in told if each.kind == "fight")
    if any(each.kind == WEAK for each in told):
        return Counter(NE=6), begun.numbers[2]
    rolling = unanswered(rules, rolling)
    assert rolling.ask
    assert rolling.ask.kind == "dice"
    found: Counter[str] = Counter()
    for roll in rules.legal(rolling):
        rolled: list[Happening] = []
        play(rules, rolling, roll, rolled)
        found[rolled[0].kind.removeprefix("roll")] += 1
    return found, begun.numbers[2]


def holds(rules: RussoJapanese, state: State, event: Event, fight: tuple[State, Word]) -> None:
    """The odds of an event are those of the fight that it leads to."""
    odds = rules.odds(state, event)
    assert odds is not None
    played, difference = played_out(rules, *fight)
    assert dict(odds.results) == {what: count / 6 for what, count in played.items()}
    assert sum(chance for _, chance in odds.results) == pytest.approx(1)
    good = sum(count for what, count in played.items() if what in ("DE", "DR", "EX"))
    assert odds.success == pytest.approx(good / 6)
    assert sum(term.number for term in odds.terms) == difference
    assert odds.standing in ("printed", "derived", "stated", "inferred", "placeholder")


def test_odds_of_a_declaration_are_what_the_die_comes_to() -> None:
    rules, compared, weak = ruleset(), 0, 0
    for state in positions("declare"):
        for event in list(rules.legal(state))[:40]:
            if not isinstance(event, Attack):
                assert rules.odds(state, event) is None
                continue
            compared += 1
            holds(rules, state, event, chosen(rules, state, event))
            odds = rules.odds(state, event)
            weak += odds is not None and odds.need == 7
    assert compared > 80
    assert weak > 2


def test_odds_of_a_fight_are_what_the_die_comes_to_with_its_support() -> None:
    rules, compared, paid = ruleset(), 0, 0
    for state in positions("fight"):
        for event in rules.legal(state):
            assert isinstance(event, Word)
            compared += 1
            paid += bool(event.payer)
            holds(rules, state, event, (state, event))
    assert paid > 15
    assert compared - paid > 15


def test_what_is_no_attack_has_no_odds() -> None:
    rules = ruleset()
    for kind in ("move", "cards", "dice", "refill", "advance"):
        for state in positions(kind)[:6]:
            assert all(rules.odds(state, event) is None for event in rules.legal(state))


def test_a_view_has_the_odds_of_the_position() -> None:
    rules = ruleset()
    for kind in ("declare", "fight"):
        for state in positions(kind)[:60]:
            for side in (JAPAN, RUSSIA):
                view = rules.view(state, side)
                for event in list(rules.legal(state))[:20]:
                    seen = rules.seen(state, event, side)
                    assert rules.odds(view, seen) == rules.odds(state, event)


# ---- one by one -------------------------------------------------------------------------

EXAMPLE = "1214 s1  1114 g1  1215 d1+d2"


def test_a_column_shows_every_result_with_its_chance() -> None:
    odds = fighting(EXAMPLE).odds("g1+d1+d2*1214")
    assert (odds.column, odds.need, odds.roll) == ("+3", 1, "sum")
    assert [(what, round(chance * 6)) for what, chance in odds.results] == [
        ("DE", 1), ("EX", 1), ("DR", 3), ("AR", 1),
    ]  # fmt: skip
    assert odds.success == pytest.approx(5 / 6)


def test_each_term_names_its_rule_and_its_unit_or_hex() -> None:
    table = fighting("1811 s1  1810 d1+d2  1713 s2  1714 d3", japan="12")
    terms = table.odds("d1+d2*1811").terms
    assert [(term.what, term.number, term.rule, term.unit) for term in terms] == [
        ("attacker", 2, "9.4", "d1"),
        ("attacker", 2, "9.4", "d2"),
        ("defender", -3, "9.4", "s1"),
        ("ground", -1, "9.4.1", "1811"),
        ("river", -1, "9.4.1", ""),
    ]
    table.play("d1+d2*1811", "d3*1713", "|")
    supported = table.odds("#12/fight 1811").terms
    assert [(term.what, term.number, term.rule) for term in supported][2] == ("support", 1, "9.4.2")
    assert table.odds("fight 1713").terms[-1].number == -2, "rough ground and a town"


def test_a_difference_above_the_table_is_read_in_its_last_column() -> None:
    odds = fighting("1204 na1  1203 d1+d2  1304 d3+d4").odds("d1+d2+d3+d4*1204")
    assert (sum(term.number for term in odds.terms), odds.column) == (6, "+5")


def test_an_attack_below_the_table_has_no_chance() -> None:
    odds = fighting("1214 s1  1114 g1").odds("g1*1214")
    assert sum(term.number for term in odds.terms) == -2
    assert (odds.results, odds.need, odds.success) == ((("NE", 1.0),), 7, 0)
    table = fighting("1214 s1  1114 g1", japan="12").play("g1*1214", "|")
    assert table.odds("fight 1214").success == 0
    assert table.odds("#12/fight 1214").column == "-1", "a card in support lifts it"


def test_the_other_side_of_the_garrison_counts() -> None:
    plan = "1201 pa1  1202 d1+d2  1301 d3+d4"
    plain = fighting(plan).difference("d1+d2+d3+d4*1201")
    assert fighting(plan, flipped=True).difference("d1+d2+d3+d4*1201") == plain - 1


def test_odds_say_how_sure_the_weakest_number_is() -> None:
    odds = fighting(EXAMPLE).odds("g1+d1+d2*1214")
    assert odds.standing == "derived", "the ground of 1214; table and strengths are printed"
    guessed = ruleset_with("strength", {"g1": 2})
    assert fighting(EXAMPLE, rules=guessed).odds("g1+d1*1214").standing == "placeholder"
    assert fighting(EXAMPLE, rules=guessed).odds("d1+d2*1214").standing == "derived"
    table = fighting(EXAMPLE, rules=always("DR")).odds("d1+d2*1214")
    assert table.standing == "placeholder", "so is the column"
