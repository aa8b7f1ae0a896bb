"""Tests of the logs that a book accepts: the logs that `verify` calls valid."""

from senpu.logs.record import record_from
from senpu.notation.messages import LANGUAGES
from senpu.replay.disputes.verification import verify_record
from senpu.replay.openings.reading import DRAW, read_record
from tests.openings.shelves import GAME, SET_UP
from tests.replay.rule_cases import every_trial

HEADER = f"Senpu: 1\nGame: {GAME}\nRules: 1\n\n"


def test_a_log_is_good_to_a_book_exactly_if_it_is_to_a_verdict() -> None:
    good = 0
    for trial in every_trial():
        verdict = verify_record(record_from(trial.text), "case")
        course = read_record(record_from(trial.text), "case", 8)
        first = verdict.faults[0] if verdict.faults else None
        assert course.fault == (
            {each: first.render("case", each) for each in LANGUAGES} if first else {}
        )
        assert course.events == (0 if verdict.faults else verdict.events)
        good += verdict.valid
    assert good > 10


def test_results_by_resigning_agreeing_and_going_on() -> None:
    for more, result, ending in (
        ("C: resign\n", 0, "Japan resign"), ("J: resign\n", 1, "China resign"),
        ("agree Draw\n", DRAW, "Draw agree"), ("agree China\n", 1, "China agree"),
        ("J: resign\nundo\n", None, ""), ("", None, ""),
    ):  # fmt: skip
        course = read_record(record_from(HEADER + SET_UP + more), "case", 20)
        assert (course.fault, course.result, course.ending) == ({}, result, ending)


def test_only_the_beginning_is_told_of() -> None:
    texts = []
    for depth in (1, 2, 3, 5, 9):
        course = read_record(record_from(HEADER + SET_UP + "J: i3>A\n"), "case", depth)
        texts.append([passage.text for passage in course.passages.rows() if not passage.whole])
    assert [len(each) for each in texts] == [2, 3, 4, 6, 7]
    assert texts[0] == ["x1+c1@D", ""]
    assert texts[4][-3:] == ["[J5 C3]", "i3>A", ""]
