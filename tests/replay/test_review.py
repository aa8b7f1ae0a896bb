"""Review of a game: errors, skill and luck that add up, and what playouts confirm."""

from collections.abc import Callable, Iterator
from random import Random

import pytest
from msgspec.structs import replace

import tests.toy_wager  # noqa: F401 - registers a rule set
from senpu.logs.record import record_from
from senpu.notation.events import Event, Word
from senpu.notation.writer import format_event
from senpu.replay.analysis import confirmation
from senpu.replay.analysis.confirmation import confirm_review, estimate_loss
from senpu.replay.analysis.executors import SerialExecutor, open_executor
from senpu.replay.analysis.playouts import PlayoutMethod, PlayoutStart, get_rules_source
from senpu.replay.analysis.review import (
    Review,
    ReviewedDecision,
    ReviewError,
    ReviewMethod,
    check_discrimination,
    review_values,
)
from senpu.replay.analysis.scorer import RankedEvent
from senpu.replay.core.registry import list_rule_sets
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline
from tests.replay.noted import random_log
from tests.toy_cards.worlds import HEADER as BLIND
from tests.toy_cards.worlds import twins
from tests.toy_values import ToyValue, exact_value, flat_value, public_noise, use_value
from tests.toy_wager.logs import PLANTED, wager

METHOD = ReviewMethod(games=40)


def reviewed(moves: str = PLANTED, side: str = "") -> Review:
    timeline = wager(moves)
    return review_values(timeline, exact_value(timeline.rules), None, METHOD, side)


def find(review: Review, number: int) -> ReviewedDecision:
    return next(each for each in review.decisions if each.number == number)


def open_log(text: str) -> Timeline:
    timeline = open_timeline(record_from(text))
    timeline.extend()
    assert timeline.fault is None
    return timeline


# ---- values -----------------------------------------------------------------------------------


def test_an_error_is_the_difference_of_exact_values() -> None:
    """At event 5 both have a point, North has two tries left, and South two."""
    found = reviewed()
    error = find(found, 5)
    timeline = wager()
    value = exact_value(timeline.rules)
    before, after = (timeline.get_full_position(number).state for number in (4, 5))
    assert [format_event(each.event) for each in error.candidates] == ["try", "stay", "throw"]
    assert error.error == pytest.approx(value.score(before) - value.score(after))
    assert (error.rank, error.legal, error.is_suspect) == (3, 3, True)
    assert error.skill == pytest.approx(-error.error)
    others = [each for each in found.decisions if each.number != 5]
    assert [each.error for each in others] == pytest.approx([0.0] * len(others))
    assert [each.number for each in found.list_suspects()] == [5]
    assert not found.list_errors()  # values alone name none
    assert not any(each.glyph for each in found.decisions)


def test_luck_is_the_score_after_a_roll_minus_its_exact_expectation() -> None:
    """At last South needs 3 or more to win, and rolls 1: a draw, a third of a game for North."""
    last = reviewed().rolls[-1]
    assert last.number == 11
    assert last.probability == pytest.approx(1 / 3)
    assert last.luck == pytest.approx(1 / 3)
    assert last in reviewed().list_lucky()


IDENTS = [each for each in list_rule_sets() if not each.startswith(("pendulum", "metronome"))]


@pytest.mark.parametrize("ident", IDENTS)
def test_skill_and_luck_add_up_to_the_result(ident: str) -> None:
    for seed in range(2):
        timeline = open_log(random_log(ident, Random(seed), 30))
        if not timeline.last:
            continue
        found = review_values(timeline, public_noise(timeline.rules))
        first, second = found.sides
        gain = first.skill - second.skill + first.luck + first.other
        assert first.end - first.start == pytest.approx(gain)
        assert first.luck == -second.luck
        assert first.adjusted == pytest.approx(first.start + first.skill - second.skill)
        assert first.start + second.start == pytest.approx(1)
        if not timeline.rules.has_hidden_parts:
            assert first.other == pytest.approx(0)
        for each in found.decisions:
            assert each.error >= 0
            assert (each.event in [x.event for x in each.candidates]) == each.is_unforced
        numbers = [*found.scores]
        assert numbers == sorted(numbers)


def test_a_forced_event_is_no_decision_and_resigning_is_not_evaluated() -> None:
    forced = reviewed("N: try [5] S: throw\nN: try [6] S: stay\nN: stay S: resign\n")
    assert [each.legal for each in forced.decisions] == [3, 3, 3, 1, 1]
    assert [each.decisions for each in forced.sides] == [2, 1]
    assert forced.sides[0].end == pytest.approx(1.0)  # South cannot win any more
    early = reviewed("N: try [5] S: resign\n")
    assert 0 < early.sides[0].end < 1


def test_undone_events_are_not_reviewed() -> None:
    plain, again = reviewed(), reviewed(PLANTED.replace("N: throw", "N: stay undo 1 N: throw"))
    assert [each.error for each in again.decisions] == [each.error for each in plain.decisions]
    assert [each.number for each in again.list_suspects()] == [7]
    assert [each.error for each in again.sides] == [each.error for each in plain.sides]


def test_only_the_errors_of_one_side_are_examined() -> None:
    assert not reviewed(side="south").list_suspects()
    assert reviewed(side="north").list_suspects()
    assert reviewed(side="south").sides == reviewed().sides


def test_a_decision_is_reviewed_by_what_its_side_knew() -> None:
    """Games that differ in nothing but what North may not know."""
    drawn: list[Event] = [Word("draw", ("#03+#04",)), Word("draw", ("#01+#05",))]
    found = set()
    for game in [*twins(drawn, "north")][:4]:
        text = "".join(f"{format_event(event)}\n" for event in game)
        timeline = open_log(f"{BLIND}{text}N: lay #03\n")
        # A value that sees all hands: only dealing them again hides them.
        value = ToyValue(timeline.rules, lambda state: hash(repr(state)) % 1000 / 1000)
        found.add(review_values(timeline, value).decisions)
    assert len(found) == 1


@pytest.mark.parametrize("moves", ["", "N: resign\n"])
def test_a_log_without_a_choice_has_nothing_to_review(moves: str) -> None:
    with pytest.raises(ReviewError):
        reviewed(moves)


def test_an_evaluation_that_does_not_discriminate_is_reported() -> None:
    timeline = wager()
    assert not reviewed().discrimination.problems
    flat = review_values(timeline, flat_value(timeline.rules))
    assert flat.discrimination.problems == ("flat",)
    rash = wager("N: throw\nS: throw\nN: throw\nS: throw\nN: throw\nS: throw\n")
    value = exact_value(rash.rules)
    opposite = ToyValue(rash.rules, lambda state: 1 - value.score(state))
    for second, problems in ((value, ()), (opposite, ("disagree",))):
        review = review_values(rash, value, second)
        found = review.discrimination
        assert (found.errors >= 5, found.problems) == (True, problems)
        assert found.agreement is not None
        # An error is suspected if both values find it.
        assert len(review.list_suspects()) == round(found.agreement * found.errors)


def test_decisions_after_the_game_is_decided_do_not_show_whether_values_discriminate() -> None:
    spread = made(0.2, [0.0])
    trivial = [replace(spread, before=0.99, spread=0.0)] * 9
    assert not check_discrimination([spread, *trivial]).problems
    assert check_discrimination([replace(spread, spread=0.0)] * 9).problems == ("flat",)


# ---- playouts ---------------------------------------------------------------------------------


def confirmed(
    monkeypatch: pytest.MonkeyPatch, timeline: Timeline, method: ReviewMethod = METHOD,
    jobs: int = 1, value: ToyValue | None = None,
    playing: Callable[[AnyRules], ToyValue] = exact_value,
) -> Review:  # fmt: skip
    use_value(monkeypatch, playing)
    quick = review_values(timeline, value or exact_value(timeline.rules), None, method)
    with open_executor(jobs=jobs) as hands:
        ground = get_rules_source(timeline.rules)
        return confirm_review(quick, timeline, ground, hands, jobs)


def test_playouts_confirm_an_error_and_both_methods_give_it_its_glyph(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = confirmed(monkeypatch, wager())
    (error,) = found.list_errors()
    assert (error.number, found.is_full) == (5, True)
    assert error.confirmation is not None
    assert error.confirmation.loss == pytest.approx(error.error, abs=0.01)  # the value is exact
    assert error.confirmation.is_decided
    assert not found.discrimination.problems
    assert found.sides == reviewed().sides


def test_an_error_that_only_the_values_see_is_not_named(monkeypatch: pytest.MonkeyPatch) -> None:
    timeline = wager("N: stay S: try [5]\nN: try [6] S: try [1]\nN: try [1] S: try [6]\n")
    true = exact_value(timeline.rules)

    def overrate(state: object) -> float:
        """Rate the position after North threw a point away too high."""
        is_thrown = getattr(state, "points", ()) == (0, 1) and getattr(state, "acts", 0) == 1
        return 0.9 if is_thrown else true.score(state)  # type: ignore[arg-type]

    found = confirmed(monkeypatch, timeline, value=ToyValue(timeline.rules, overrate))
    (suspect, *_) = found.list_suspects()
    assert (suspect.number, format_event(suspect.candidates[0].event)) == (1, "throw")
    assert suspect.confirmation is not None
    assert suspect.confirmation.loss < 0
    assert suspect.confirmation.is_decided
    assert not suspect.glyph


@pytest.mark.parametrize(
    ("is_needed", "whole", "errors"), [(False, 0.8, [5]), (True, 0.2, [5]), (True, 0.8, [])]
)
def test_only_games_to_the_end_confirm_an_error_where_they_are_needed(
    monkeypatch: pytest.MonkeyPatch, is_needed: bool, whole: float, errors: list[int]
) -> None:
    """Short games find a loss; those to the end find it if their score after it is small, too."""

    def play(
        ground: object, starts: list[PlayoutStart], method: PlayoutMethod, *_: object
    ) -> Iterator[list[float]]:
        after = 0.2 if method.horizon else whole
        return iter([[score] * method.games for score in (0.8, after)] * (len(starts) // 2))

    monkeypatch.setattr(confirmation, "run_playouts", play)
    monkeypatch.setattr(confirmation, "needs_whole_games", lambda _: is_needed)
    timeline = wager()
    ground = get_rules_source(timeline.rules)
    found = confirm_review(reviewed(), timeline, ground, SerialExecutor())
    assert [each.number for each in found.list_errors()] == errors
    assert (found.horizon == 0) == is_needed


def test_the_same_seed_is_the_same_review_with_any_number_of_workers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    timeline = wager("N: try [5] S: try [4]\nN: throw\n")
    once = confirmed(monkeypatch, timeline, playing=flat_value)
    assert confirmed(monkeypatch, timeline, jobs=2, playing=flat_value) == once
    other = confirmed(monkeypatch, timeline, replace(METHOD, seed=2), playing=flat_value)
    assert other.decisions != once.decisions


def made(error: float, losses: list[float], second: float | None = None) -> ReviewedDecision:
    ranked = (RankedEvent(Word("try"), 0.5 + error), RankedEvent(Word("stay"), 0.5))
    decision = ReviewedDecision(
        1, "north", Word("stay"), 0.5, 0.5, 0.0, 2, ranked, 2, error, error, second
    )
    return replace(decision, confirmation=estimate_loss(decision, losses))


@pytest.mark.parametrize(
    ("error", "losses", "glyph"),
    [
        (0.3, [0.3, 0.34] * 20, "??"),
        (0.12, [0.3, 0.34] * 20, "?"),  # the values see no blunder
        (0.3, [0.1, 0.14] * 20, "?"),  # nor do the playouts
        (0.1, [0.05, 0.09] * 20, "?!"),
        (0.3, [0.02, 0.03] * 20, ""),
        (0.3, [-0.2, -0.1] * 20, ""),
        (0.3, [0.9, -0.7] * 12, ""),  # too few for such a spread
        (0.3, [0.3, 0.34] * 6, ""),  # too few for any error
    ],
)
def test_a_glyph_follows_from_both_methods(error: float, losses: list[float], glyph: str) -> None:
    assert made(error, losses).glyph == glyph


def test_a_loss_of_few_games_is_not_reported_at_full_size() -> None:
    few, many = made(0.1, [0.7, -0.1] * 4), made(0.1, [0.7, -0.1] * 400)
    assert few.confirmation is not None
    assert many.confirmation is not None
    assert few.confirmation.loss == pytest.approx(many.confirmation.loss)
    assert 0.05 < few.size < 0.2 < many.size < 0.31
    assert made(0.1, [0.7, -0.1] * 4, second=-0.1).size < few.size  # the second value differs


def test_progress_never_goes_back_and_ends_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    use_value(monkeypatch, exact_value)
    timeline, calls = wager(), list[tuple[int, int]]()
    ground = get_rules_source(timeline.rules)
    confirm_review(
        reviewed(), timeline, ground, SerialExecutor(), None, lambda *each: calls.append(each)
    )
    assert [done for done, _ in calls] == sorted(done for done, _ in calls)
    assert calls[-1][0] == calls[-1][1]
