"""The odds of attacks, against the six numbers of the die played through the rules."""

from collections import Counter
from functools import cache
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from senpu.notation.events import Attack, EndPhase, Event, Word
from senpu.notation.writer import format_event
from senpu.replay.core.rules import Effects, Rules
from senpu.replay.games.russojapanese.state import FACE_DOWN, NO, RussoJapaneseState
from tests.games.odds_laws import (
    PlayedCase,
    PlayFunctions,
    check_odds_by_all_rolls,
    check_odds_by_random_rolls,
)
from tests.games.random_play import steps
from tests.games.russojapanese.positions import (
    JAPAN,
    RUSSIA,
    always,
    fighting,
    ruleset,
    ruleset_with,
)
from tests.games.tables import event_of

WEAK = "tooWeak"


@cache
def positions(kind: str, most: int) -> list[RussoJapaneseState]:
    """Return positions of a decision, of random games; declarations only with an attack."""
    rules = ruleset()
    asking = (
        state
        for seed in range(200)
        for state, _, _ in steps(rules, seed)
        if state.decision and state.decision.kind == kind
    )
    busy = (state for state in asking if kind != "declare" or len(list(rules.legal(state))) > 1)
    return list(islice(busy, most))


def answer(
    rules: Rules[Any, RussoJapaneseState], state: RussoJapaneseState, case: PlayedCase
) -> Event:
    """Return the state after an attack, with the card of the case in support or played on it.

    No side plays another card.
    """
    decision, attack = state.decision, case.attack
    assert decision
    if decision.kind == "declare":
        return EndPhase()
    if decision.kind == "fight":
        place = attack.place if isinstance(attack, Attack) else ""
        return Word("fight", (place,), payer=(case.card,) if case.label == "support" else ())
    card = Word("play", (case.card,))
    if case.label == CASES.get(decision.kind) and card in set(rules.legal(state)):
        return card
    return NO


CASES = {"reply-before": "card_before", "reply-after": "card_after"}


def result(
    start: RussoJapaneseState,
    before: RussoJapaneseState,
    effects: Effects,
    after: RussoJapaneseState,
) -> str:
    """Check the result of an attack without further answers."""
    del start
    kinds = [each.kind for each in effects]
    if WEAK in kinds:
        return "NE"
    asked, asks = (state.decision.kind if state.decision else "" for state in (before, after))
    if asked not in ("dice", *CASES) or asks in ("dice", *CASES):
        return ""
    changed = [kind.removeprefix("now") for kind in kinds if kind.startswith("now")]
    rolled = [kind.removeprefix("roll") for kind in kinds if kind.startswith("roll")]
    assert before.fight
    return (*changed, *rolled, before.fight.result)[0]


PLAY = PlayFunctions(answer, result)


def test_odds_of_a_declaration_equal_the_results_of_all_rolls() -> None:
    rules, tried = ruleset(), Counter[str]()
    seldom = fighting("1811 s1  1810 d1+d2  1713 s2  1714 d3", japan="09 12").state
    for state in (*positions("declare", 110), seldom):
        for event in list(rules.legal(state))[:12]:
            if not isinstance(event, Attack):
                assert rules.odds(state, event) is None
                continue
            odds = check_odds_by_all_rolls(rules, PLAY, state, event)
            tried["attacks"] += 1
            tried["weak"] += odds.roll == "none"
            tried.update(term.label for term in odds.terms)
            tried.update(case.label for case in odds.cases)
    assert tried["attacks"] > 80
    terms = ("ground", "river", "attacker", "defender")
    assert min(tried[what] for what in ("weak", "support", "card_before", *terms)) > 0, tried


def test_odds_of_an_attack_equal_the_results_of_all_rolls_with_its_support() -> None:
    rules, tried = ruleset(), Counter[str]()
    for state in positions("fight", 70):
        for event in rules.legal(state):
            assert isinstance(event, Word)
            odds = check_odds_by_all_rolls(rules, PLAY, state, event)
            _, effects = rules.apply(state, event)
            begun = next(each for each in effects if each.kind == "fight")
            assert sum(term.number for term in odds.terms) == begun.numbers[2]
            tried["paid" if event.payer else "unpaid"] += 1
    assert min(tried.values()) > 15


def test_odds_of_an_answer_before_the_die_equal_the_results_of_all_rolls() -> None:
    rules, tried = ruleset(), Counter[str]()
    seldom = fighting("1811 s1  1810 d1+d2", japan="09 12").play("d1+d2*1811", "|", "fight 1811")
    for state in (*positions("reply-before", 60), seldom.state):
        for event in rules.legal(state):
            if rules.odds(state, event) is not None:
                check_odds_by_all_rolls(rules, PLAY, state, event)
                tried["no" if event == NO else "played"] += 1
    assert min(tried[what] for what in ("no", "played")) > 0


def test_odds_include_the_effect_of_a_card_in_hand() -> None:
    table = fighting("1811 s1  1810 d1+d2  1713 s2  1714 d3", japan="09 12")
    odds = table.odds("d1+d2*1811")
    support, kodama = odds.cases
    assert (support.label, support.cards) == ("support", ("#09", "#12"))
    assert support.results == table.odds("d1+d2*1811").cases[0].results
    assert (kodama.label, kodama.cards) == ("card_before", ("#09",))
    assert kodama.results == (("DR", 1.0),)
    check_odds_by_all_rolls(table.rules, PLAY, table.state, event_of("d1+d2*1811"))
    linevich = fighting("1810 d1  1811 s1+s2", side=RUSSIA, russia="11")
    odds = linevich.odds("s1+s2*1810")
    assert [case.label for case in odds.cases] == ["support", "card_after"]
    assert "DR" not in dict(odds.cases[1].results)
    check_odds_by_all_rolls(linevich.rules, PLAY, linevich.state, event_of("s1+s2*1810"))


def test_a_card_that_a_side_does_not_know_supports_and_does_nothing_else() -> None:
    table = fighting("1811 s1  1810 d1+d2", japan="09 12")
    view = table.rules.view(table.state, RUSSIA)
    odds = table.rules.odds(view, event_of("d1+d2*1811"))
    assert odds
    assert [(case.label, case.cards) for case in odds.cases] == [("support", ("#??",))]


def test_a_sealed_card_supports_like_any_other() -> None:
    table = fighting("1811 s1  1810 d1+d2", japan="09 12").play("d1+d2*1811", "|")
    known = table.odds("#12/fight 1811")
    table.with_state(hands=((9, FACE_DOWN + 5), ()))
    hidden = [event for event in table.rules.legal(table.state) if format_event(event)[:3] == "#??"]
    assert [table.rules.odds(table.state, event) for event in hidden] == [known]


@pytest.mark.parametrize("attack", ["g1+d1+d2*1214", "g1+d1*1214"])
def test_odds_agree_with_the_results_of_many_rolls(attack: str) -> None:
    table = fighting(EXAMPLE)
    check_odds_by_random_rolls(
        table.rules, PLAY, table.state, event_of(attack), rolls=2000, seed=len(attack)
    )


def test_events_without_an_attack_have_no_odds() -> None:
    rules = ruleset()
    for kind in ("move", "cards", "dice", "refill", "advance"):
        for state in positions(kind, 6):
            assert all(rules.odds(state, event) is None for event in rules.legal(state))


def test_a_view_has_the_odds_of_the_position() -> None:
    rules = ruleset()
    for kind in ("declare", "fight", "reply-before"):
        for state in positions(kind, 40):
            for side in (JAPAN, RUSSIA):
                view = rules.view(state, side)
                for event in list(rules.legal(state))[:20]:
                    seen = rules.odds(view, rules.visible_to(state, event, side))
                    whole = rules.odds(state, event)
                    if (
                        whole is None
                        or seen is None
                        or state.decision is None
                        or state.decision.side == side
                    ):
                        assert seen == whole
                    else:
                        assert replace(seen, cases=()) == replace(whole, cases=())


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
    assert [(term.label, term.number, term.rule, term.unit) for term in terms] == [
        ("attacker", 2, "9.4", "d1"),
        ("attacker", 2, "9.4", "d2"),
        ("defender", -3, "9.4", "s1"),
        ("ground", -1, "9.4.1", "1811"),
        ("river", -1, "9.4.1", ""),
    ]
    table.play("d1+d2*1811", "d3*1713", "|")
    supported = table.odds("#12/fight 1811").terms
    assert [(term.label, term.number, term.rule) for term in supported][2] == (
        "support",
        1,
        "9.4.2",
    )
    assert table.odds("fight 1713").terms[-1].number == -2, "rough ground and a town"


def test_a_difference_above_the_table_is_read_in_its_last_column() -> None:
    odds = fighting("1204 na1  1203 d1+d2  1304 d3+d4").odds("d1+d2+d3+d4*1204")
    assert (sum(term.number for term in odds.terms), odds.column) == (6, "+5")


def test_an_attack_below_the_table_has_no_chance() -> None:
    odds = fighting("1214 s1  1114 g1").odds("g1*1214")
    assert sum(term.number for term in odds.terms) == -2
    assert (odds.results, odds.roll, odds.success) == ((("NE", 1.0),), "none", 0)
    table = fighting("1214 s1  1114 g1", japan="12").play("g1*1214", "|")
    assert table.odds("fight 1214").success == 0
    assert table.odds("#12/fight 1214").column == "-1", "a card in support lifts it"


def test_the_other_side_of_the_garrison_counts() -> None:
    plan = "1202 pa1  1301 d1+d2  1302 d3+d4"
    plain = fighting(plan).difference("d1+d2+d3+d4*1202")
    assert fighting(plan, flipped=True).difference("d1+d2+d3+d4*1202") == plain - 1


def test_odds_state_the_weakest_provenance() -> None:
    odds = fighting(EXAMPLE).odds("g1+d1+d2*1214")
    assert odds.provenance == "inferred", "the courses of the rivers"
    guessed = ruleset_with("strength", {"g1": 2})
    assert fighting(EXAMPLE, rules=guessed).odds("g1+d1*1214").provenance == "placeholder"
    assert fighting(EXAMPLE, rules=guessed).odds("d1+d2*1214").provenance == "inferred"
    table = fighting(EXAMPLE, rules=always("DR")).odds("d1+d2*1214")
    assert table.provenance == "placeholder", "so is the column"


def test_an_answer_has_the_provenance_of_the_attack() -> None:
    table = fighting(EXAMPLE, japan="12").play("g1+d1+d2*1214", "|")
    attack = table.odds("fight 1214")
    assert table.play("fight 1214").odds("no").provenance == attack.provenance == "inferred"
