"""Review of a game: mistakes, luck, and their evidence."""

from math import sqrt
from typing import Any

import pytest

import tests.toy_wager  # noqa: F401  (registers them)
from senpu.logs.record import record_from
from senpu.notation.events import Event, Word
from senpu.notation.writer import format_event
from senpu.replay.analysis.confidence import Z, mean_interval, paired_interval
from senpu.replay.analysis.executors import SerialExecutor, open_executor
from senpu.replay.analysis.playouts import PlayoutMethod, get_rules_source
from senpu.replay.analysis.review import (
    LOSS,
    Budget,
    DecisionReview,
    Review,
    Reviewer,
    ReviewError,
    RollReview,
    group_swings,
    list_reviewed_events,
    review,
)
from senpu.replay.analysis.swings import PlayoutGames, find_deciding_states, weigh_change
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import Rules
from senpu.replay.core.states import CHANCE, State
from senpu.replay.disputes.log_timeline import open_timeline
from tests.toy_cards.worlds import HEADER as BLIND
from tests.toy_cards.worlds import twins
from tests.toy_wager.logs import PLANTED, wager

BUDGET = Budget(games=64, rounds=30)


def looked(moves: str = PLANTED, budget: Budget = BUDGET, side: str = "", seed: int = 1) -> Review:
    timeline = wager(moves)
    ground = get_rules_source(timeline.rules)
    return review(timeline, ground, PlayoutMethod(seed=seed), budget, SerialExecutor(), side=side)


def find_mistakes(found: Review) -> dict[int, DecisionReview]:
    return {each.number: each for each in found.decisions if each.glyph}


# ---- decisions ------------------------------------------------------------------------------


def test_a_blunder_is_found_and_the_better_event_named() -> None:
    mistakes = find_mistakes(looked())
    assert [*mistakes] == [5]
    found = mistakes[5]
    assert (found.side, found.glyph) == ("north", "??")
    assert format_event(found.event) == "throw"
    assert found.better is not None
    assert format_event(found.better) == "try"
    assert found.loss == pytest.approx(found.better_win_probability - found.win_probability)
    assert 0 < found.interval.low < found.loss < found.interval.high


def test_play_that_is_right_is_no_mistake() -> None:
    right = "N: try [5] S: try [1]\nN: try [6] S: try [2]\nN: try [1] S: try [6]\n"
    assert find_mistakes(looked(right)) == {}


def test_what_changes_nothing_is_no_mistake() -> None:
    """South has lost already when it throws, event 9."""
    lost = looked("N: try [5] S: stay\nN: try [5] S: stay\nN: try [1] S: throw\n")
    assert 9 not in {each.number for each in lost.decisions}


def test_what_has_only_one_answer_is_no_decision() -> None:
    led = wager("N: try [5] S: throw\nN: try [6] S: stay\nN: stay S: stay\n")
    assert [point.number for point in list_reviewed_events(led)] == [1, 2, 3, 4, 5, 6, 7, 8]
    groups = group_swings(led.rules, list_reviewed_events(led))
    decisions = {x.point.number for key, every in groups.items() for x in every if key[0] == LOSS}
    assert decisions == {1, 3, 4}


def test_undone_events_are_not_reviewed() -> None:
    plain = looked()
    again = looked(PLANTED.replace("N: throw", "N: stay undo 1 N: throw"))
    assert [each.loss for each in again.decisions] == [each.loss for each in plain.decisions]
    assert [each.number for each in find_mistakes(again).values()] == [7]


def test_resigning_is_no_decision_of_the_game() -> None:
    found = looked("N: try [5] S: throw\nN: try S: resign\n")
    assert {each.number for each in found.decisions} <= {1, 3, 4}
    assert found.end == {"north": 1.0, "south": 0.0}


def test_only_the_decisions_of_one_side_are_analysed() -> None:
    assert {each.side for each in looked(side="south").decisions} <= {"south"}
    assert find_mistakes(looked(side="north"))
    assert looked(side="south").changes == looked().changes


@pytest.mark.parametrize(
    ("loss", "low", "glyph"),
    [
        (0.31, 0.2, "??"), (0.2, 0.01, "??"), (0.19, 0.01, "?"), (0.1, 0.01, "?"),
        (0.09, 0.01, "?!"), (0.05, 0.01, "?!"), (0.04, 0.01, ""), (0.3, -0.01, ""),
    ],
)  # fmt: skip
def test_a_mistake_is_called_by_what_it_lost_beyond_the_error(
    loss: float, low: float, glyph: str
) -> None:
    sure = paired_interval([0.0])._replace(low=low)
    made = DecisionReview(1, "north", Word("stay"), Word("try"), 0.3, 0.3 + loss, loss, sure)
    assert made.glyph == glyph


# ---- rolls ----------------------------------------------------------------------------------


def test_luck_has_a_sign_and_a_probability() -> None:
    """At last South needs 3 or more to win, and rolls 1: a draw, a third of a game for North."""
    (last,) = (each for each in looked().rolls if each.number == 11)
    assert (last.side, last.is_significant) == ("north", True)
    assert last.luck == pytest.approx(1 / 3)
    assert last.probability == pytest.approx(1 / 3)


def test_rolls_are_listed_for_the_side_that_they_helped() -> None:
    """Each side's own hits, and what the other missed."""
    found = looked(budget=Budget(games=300, rounds=10))
    helped = {each.number: each.side for each in found.rolls if each.is_significant}
    assert (helped[2], helped[4], helped[11]) == ("north", "south", "north")


def test_luck_and_decisions_are_all_that_happens() -> None:
    found = looked()
    north, south = found.changes
    assert north.luck == pytest.approx(-south.luck)
    change_of = found.end["north"] - found.start["north"]
    assert north.gain - south.gain + north.luck == pytest.approx(change_of)
    assert found.end == {"north": 0.5, "south": 0.5}


def test_a_roll_that_decides_nothing_is_none() -> None:
    rules: Rules[Any, State] = open_rules("800/bonsai-2021")
    timeline = wager("N: try [5] S: throw\nN: try [6] S: stay\nN: stay S: stay\n")
    over = timeline.get_full_position(timeline.last).state
    assert find_deciding_states(timeline.rules, over) == {over: 1.0}
    assert weigh_change({over: 1.0}, {over: 1.0}) == {}
    assert find_deciding_states(rules, rules.start()) == {rules.start(): 1.0}


def test_a_roll_has_its_possible_results_with_probabilities() -> None:
    timeline = wager()
    before = timeline.get_full_position(1).state
    assert before.decision is not None
    assert before.decision.side == CHANCE
    assert sorted(find_deciding_states(timeline.rules, before).values()) == pytest.approx(
        [1 / 3, 2 / 3]
    )


# ---- hidden hands ---------------------------------------------------------------------------


def test_a_decision_is_judged_by_what_its_side_knew() -> None:
    """PlayoutGames that differ in nothing but what North may not know."""
    drawn: list[Event] = [Word("draw", ("#03+#04",)), Word("draw", ("#01+#05",))]
    judged, decisions = set(), list[DecisionReview]()
    for game in [*twins(drawn, "north")][:4]:
        text = "".join(f"{format_event(event)}\n" for event in game)
        timeline = open_timeline(record_from(f"{BLIND}{text}N: lay #03\n"))
        timeline.extend()
        assert timeline.fault is None
        rules, ground = timeline.rules, get_rules_source(timeline.rules)
        method, budget = PlayoutMethod("random"), Budget(40, 20)
        reviewer = Reviewer(
            rules, ground, method, budget, SerialExecutor(), None, lambda done, of: None
        )
        (swing,) = group_swings(rules, list_reviewed_events(timeline))[LOSS, "north"]
        reviewer.selection_games.ensure_games(swing.weights, 20)
        first = tuple(reviewer.selection_games.list_changes(swing.weights, "north", 20))
        decisions += reviewer.review_decisions([swing])
        judged.add((first, decisions[-1]))
    assert len(judged) == 1
    assert 0 < decisions[0].win_probability < 1


# ---- what it rests on -----------------------------------------------------------------------


def test_the_same_seed_and_budget_are_the_same_review_on_however_many_cores() -> None:
    timeline = wager()
    with open_executor(jobs=2) as hands:
        ground = get_rules_source(timeline.rules)
        assert review(timeline, ground, PlayoutMethod(), BUDGET, hands, 2) == looked()
    assert looked(seed=2) != looked()


def test_the_final_games_differ_from_the_selection_games() -> None:
    timeline = wager()
    ground, progress = get_rules_source(timeline.rules), list[tuple[int, int]]()
    reviewer = Reviewer(
        timeline.rules,
        ground,
        PlayoutMethod(),
        BUDGET,
        SerialExecutor(),
        None,
        lambda *x: progress.append(x),
    )
    chosen, judging = reviewer.selection_games, reviewer.final_games
    assert isinstance(chosen, PlayoutGames)
    assert max(BUDGET.first, BUDGET.second, BUDGET.candidates) <= judging.first - chosen.first
    review(
        timeline,
        ground,
        PlayoutMethod(),
        BUDGET,
        SerialExecutor(),
        progress=lambda *x: progress.append(x),
    )
    assert [done for done, _ in progress] == sorted(done for done, _ in progress)
    assert all(0 < done <= of for done, of in progress)
    assert progress[-1][0] == progress[-1][1]


@pytest.mark.parametrize("moves", ["", "N: resign\n"])
def test_a_log_without_a_choice_has_nothing_to_review(moves: str) -> None:
    with pytest.raises(ReviewError):
        looked(moves)


def test_a_log_of_one_event_and_a_game_that_goes_on_are_reviewed() -> None:
    found = looked("N: throw\n")
    assert [each.number for each in found.decisions] == [1]
    assert find_mistakes(found)[1].glyph == "??"
    assert looked("N: try [5] S: throw\nN: try\n").decisions


# ---- confidence -----------------------------------------------------------------------------


def test_the_interval_of_pairs_is_that_of_agresti_and_min() -> None:
    """B pairs for the one, c for the other, of n."""
    for b, c, n in ((3, 9, 40), (0, 0, 25), (0, 30, 30)):
        found = paired_interval([1.0] * c + [-1.0] * b + [0.0] * (n - b - c))
        middle = (c - b) / (n + 2)
        half = Z * sqrt(b + c + 1 - (c - b) ** 2 / (n + 2)) / (n + 2)
        assert found == pytest.approx((middle - half, min(middle + half, 1.0)))


def test_a_mean_of_many_has_its_own_spread() -> None:
    low, high = mean_interval([1.0, 2.0, 3.0, 2.0])
    assert (low + high) / 2 == pytest.approx(2.0)
    assert high - low == pytest.approx(2 * Z * sqrt((2 + 1) / 3) / 2)
    low, high = mean_interval([0.0] * 10)
    assert (low, high) == pytest.approx(
        (-0.2, 0.2), abs=0.01
    )  # not 0, although ten games are equal


def test_an_error_that_spans_nothing_is_no_luck() -> None:
    made = RollReview(1, "north", Word("x"), 0.2, paired_interval([0.0]), None)
    assert not made.is_significant
