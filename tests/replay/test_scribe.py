"""Drafts of typed lines: checked, completed if there is no choice, and laid out."""

import unicodedata
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from senpu.notation.faults import fault_message
from senpu.notation.lines import Play
from senpu.notation.writer import format_event
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.registry import open_rules
from senpu.replay.core.views import find_only_answer
from senpu.replay.recording.log_writing import Draft, Drafter, InputParseError
from tests.replay.texts import BEGUN, BONSAI, SET_UP, SHIPPED, TOY, digest, folded, good


def drafted(log: str, text: str) -> Draft:
    """Return the draft of `text` for a log."""
    reducer = folded(log)
    turn = None if reducer.number == 0 else reducer.state.turn
    return Drafter(reducer.rules, reducer, turn).draft(text)


def lines(log: str, text: str) -> str:
    """Return the lines of `text`, after checking that the log with them is valid."""
    draft = drafted(log, text)
    good(log + draft.text)
    return draft.text


# ---- what is filled in ----------------------------------------------------------------------

SURROUNDED = f"{BEGUN}J: i3+i4>D\nC: k1*B.g2 [2 3] reroll "
"""China rolls again; a hit sends g2 to A, its only retreat path."""


def test_a_single_retreat_is_filled_in() -> None:
    assert lines(SURROUNDED + "\n", "[6 5]") == "[6 5] J: g2<A\n"
    assert len(drafted(SURROUNDED + "\n", "[6 5]").filled) == 1


def test_a_mistake_of_a_pending_decision_is_reported_for_that_decision() -> None:
    """The retreat is not reported as an unexpected retreat after the completed one."""
    with pytest.raises(ReductionError, match="g2") as error:
        drafted(SURROUNDED + "\n", "[6 5] J: g2<D")
    assert error.value.rejection is not None
    assert error.value.rejection.reason != "wrongAnswer"


def test_dice_are_never_filled_in() -> None:
    assert lines(BEGUN, "J: i3*D.x1") == "J: i3*D.x1\n"


def test_a_choice_is_never_filled_in() -> None:
    """A missed machine gun may roll again, or not."""
    assert lines(BEGUN, "J: g2*D.x1 [1 1]") == "J: g2*D.x1 [1 1]\n"


def spent(seed: int) -> str:
    """A log of a random game up to where a side has nothing left but to pass."""
    rules, random = open_rules("800/bonsai-2021"), Random(seed)
    rows, reducer = [BONSAI], folded(BONSAI)
    while (
        find_only_answer(rules, reducer.state) is None
        or format_event(
            find_only_answer(rules, reducer.state) or Play(())  # type: ignore[arg-type]
        )
        != "pass"
    ):
        event = rules.sample(reducer.state, random)
        reducer.accept_event(event)
        rows.append(f"{format_event(event)}\n")
    return "".join(rows)


def test_forced_passes_are_filled_in_and_written() -> None:
    log = spent(3)
    last = log.splitlines()[-1]
    before = log.removesuffix(f"{last}\n")
    draft = drafted(before, last)
    assert draft.filled
    assert ": pass\n" in draft.text
    good(before + draft.text)


def test_who_types_what_would_be_filled_in_writes_the_same_log() -> None:
    assert lines(SURROUNDED + "\n", "[6 5] J: g2<A") == lines(SURROUNDED + "\n", "[6 5]")
    log = spent(3)
    assert lines(log, "pass") == Drafter(
        (reducer := folded(log)).rules, reducer, reducer.state.turn
    ).finish().text  # fmt: skip


def test_what_has_only_one_answer_may_be_left_out_between_typed_events() -> None:
    typed = lines(f"{BEGUN}J: i3+i4>D\n", "C: k1*B.g2 [6 5] J: pass")
    assert typed == "C: k1*B.g2 [6 5] J: g2<A\nJ: pass\n"


def test_a_set_up_with_one_area_left_is_completed() -> None:
    assert lines(BONSAI, "C: x1+c1@D") == "C: x1+c1@D c2+c3+k1@C\n"


def test_undone_events_are_not_filled_in_again() -> None:
    log = f"{SURROUNDED}[6 5] J: g2<A\n"
    draft = drafted(log, "undo")
    assert draft.text == "undo\n"
    assert digest(log + draft.text) == digest(f"{SURROUNDED}[6 5]\n")


def test_finishing_writes_only_what_has_one_answer() -> None:
    reducer = folded(f"{SURROUNDED}[6 5]\n")
    assert Drafter(reducer.rules, reducer, 1).finish().text == "J: g2<A\n"
    assert Drafter(reducer.rules, reducer, 1).finish().text == ""


# ---- layout ---------------------------------------------------------------------------------


def test_an_activation_is_a_line_and_a_new_turn_is_marked() -> None:
    typed = "J: i3+i4>D C: pass J: pass [J5 C2] J: m1@A C: k1*B.g2 [1 1] C: no J: pass"
    with pytest.raises(ReductionError):
        drafted(BEGUN, typed)  # Japan has the initiative in turn 2
    typed = typed.replace("J: m1@A C: k1", "J: m1@A J: pass C: k1")
    assert lines(BEGUN, typed) == (
        "J: i3+i4>D\nC: pass\nJ: pass\nT2 [J5 C2]\nJ: m1@A\nJ: pass\nC: k1*B.g2 [1 1] no\nJ: pass\n"
    )


def test_text_of_several_rows_is_one_draft() -> None:
    rows = "J: i3+i4>D\r\n\n  C: pass\nJ: pass {so}\n"
    assert lines(BEGUN, rows.replace("  C", "C")) == "J: i3+i4>D\nC: pass\nJ: pass {so}\n"


def test_units_are_written_in_the_order_of_the_game() -> None:
    assert lines(BEGUN, "J: i4+i3>D") == "J: i3+i4>D\n"


def test_comments_keep_their_places() -> None:
    assert lines(BEGUN, "{first} J: i3+i4>D {second} {third} C: pass") == (
        "{first}\nJ: i3+i4>D {second} {third}\nC: pass\n"
    )


def test_a_comment_alone_can_be_written() -> None:
    assert lines(BEGUN, "{a cold morning}") == "{a cold morning}\n"


def test_letters_that_a_keyboard_takes_apart_are_written_composed() -> None:
    typed = unicodedata.normalize("NFD", "J: pass {café, ガ}")
    assert lines(BEGUN, typed) == "J: pass {café, ガ}\n"


def test_a_word_of_the_log_has_its_own_line() -> None:
    """On the line of Japan's attack, the resignation would be read as Japan's."""
    log = f"{BEGUN}J: i3+i4>D\n"
    assert lines(log, "C: k1*B.g2 [6 5] J: g2<A J: pass\nresign") == (
        "C: k1*B.g2 [6 5] J: g2<A\nJ: pass\nC: resign\n"
    )
    assert lines(BEGUN, "J: g2*D.x1 [6 6]\nresign") == "J: g2*D.x1 [6 6]\nC: resign\n"
    assert lines(BEGUN, "J: i3+i4>D undo J: pass") == "J: i3+i4>D\nJ: undo\nJ: pass\n"


@pytest.mark.parametrize("ident", SHIPPED)
@given(seed=st.integers(0, 10_000))
@settings(max_examples=10, deadline=None)
def test_whole_games_are_laid_out_under_78_columns_and_mean_the_same(ident: str, seed: int) -> None:
    head = BONSAI.replace("800/bonsai-2021", ident)
    rules, random, reducer = open_rules(ident), Random(seed), folded(head)
    scribe = Drafter(rules, reducer, None)
    events = []
    while reducer.state.decision is not None:
        event = rules.sample(reducer.state, random)
        reducer.accept_event(event)
        events.append(event)
    text = scribe.finish().text
    assert all(len(row) < 78 for row in text.splitlines())
    assert good(head + text).state == rules.digest(reducer.state)
    again = drafted(head, "\n".join(map(format_event, events)))
    assert again.text == text


# ---- turn marks and endings -----------------------------------------------------------------


def test_a_turn_mark_is_checked() -> None:
    assert lines(BEGUN, "T1 J: pass") == "J: pass\n"
    with pytest.raises(ReductionError, match="marked T2"):
        drafted(BEGUN, "T2 J: pass")
    with pytest.raises(ReductionError, match="marked T0"):
        drafted(BEGUN, "T0 J: pass")


def test_a_turn_mark_after_forced_passes_brings_them_along() -> None:
    log = spent(3)
    reducer = folded(log)
    turn = reducer.state.turn
    scribe = Drafter(reducer.rules, reducer, turn)
    while reducer.state.turn == turn and scribe.finish().filled:
        if reducer.state.decision is None or reducer.state.turn != turn:
            break
        reducer.accept_event(reducer.rules.sample(reducer.state, Random(1)))
    assert reducer.state.turn == turn + 1 or reducer.state.decision is None


def test_an_ending_is_checked_and_is_the_last_line() -> None:
    assert lines(BEGUN, "J: resign\nEnd: China resign") == "J: resign\nEnd: China resign\n"
    with pytest.raises(ReductionError, match="ended: China by resignation"):
        drafted(BEGUN, "J: resign\nEnd: Japan resign")
    with pytest.raises(ReductionError, match="the game has not ended"):
        drafted(BEGUN, "End: China resign")


# ---- what is refused ------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "\n\n", "   ", "T1", "J:"])
def test_nothing_typed_is_refused(text: str) -> None:
    with pytest.raises(ReductionError, match="nothing was typed"):
        drafted(BEGUN, text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("J: pass ( J: i3>A )", "whatIf"),
        ("J: pass !?", "whatIf"),
        ("J: pass ~1f3a9c02", "tagUnexpected"),
        ("J: i3>Q", "illegalMove"),
        ("C: pass", "wrongActor"),
        ("Q: pass", "wrongActor"),
        ("undo 9", "undoTooFar"),
        ("resign 2", "badMeta"),
    ],
)
def test_what_no_log_holds_is_refused(text: str, fault: str) -> None:
    with pytest.raises(ReductionError) as refused:
        drafted(BEGUN, text)
    assert refused.value.fault == fault


@pytest.mark.parametrize(
    ("text", "fault", "line"),
    [
        ("J: i3->D", "badToken", 1),
        ("J: pass\nC: {open", "unterminatedRemark", 2),
        ("%seal x", "badToken", 1),
        ("Event: x", "badToken", 1),
        ("J: pass {a\u2028b}", "controlCharacter", 1),
        ("J: pass {a\tb}", "tabCharacter", 1),
        ("J: pass {\udcff}", "notUtf8", 1),
    ],
)
def test_invalid_input_is_reported_with_its_place(text: str, fault: str, line: int) -> None:
    with pytest.raises(InputParseError) as faulty:
        drafted(BEGUN, text)
    assert (faulty.value.faults[0].id, faulty.value.faults[0].line) == (fault, line)


def test_the_wrong_side_is_reported_with_the_side_to_act() -> None:
    """A hint on lost lines belongs to a log that is read, not to a line that is typed."""
    with pytest.raises(ReductionError) as rejected:
        drafted(BEGUN, "C: c2>E")
    assert str(rejected.value) == "C: cannot act now; it is the turn of Japan (J:)"
    assert rejected.value.hint is None
    assert "日本軍（J:）" in rejected.value.text("ja")


def test_a_second_event_after_an_action_is_reported_with_the_end_of_the_action() -> None:
    with pytest.raises(ReductionError) as rejected:
        drafted(BEGUN, "J: i3+i4>D i3>A")
    assert rejected.value.message.id == "faults.wrongActor.passed"
    assert str(rejected.value) == (
        "i3>A: the previous event ended the action of J:; China (C:) acts now"
    )
    assert str(rejected.value.hint) == "begin a new line with C: and an event of that side"
    with pytest.raises(ReductionError) as rejected:
        drafted(BEGUN, "J: i3+i4>D J: i3>A")
    assert rejected.value.message.id == "faults.wrongActor.message"


def test_a_typed_turn_is_rejected() -> None:
    with pytest.raises(ReductionError) as rejected:
        drafted(BEGUN, "T5 J: pass")
    assert rejected.value.hint == fault_message("wrongTurn", "typed")


def test_a_later_event_that_is_refused_refuses_the_whole_text() -> None:
    with pytest.raises(ReductionError) as refused:
        drafted(BEGUN, "J: i3+i4>D C: c1>A")
    assert refused.value.rejection is not None


def test_set_up_lines_can_be_typed_in_their_canonical_form() -> None:
    assert lines(BONSAI, f"{SET_UP}T1 [J5 C3]") == f"{SET_UP}T1 [J5 C3]\n"


def test_a_game_without_forced_answers_is_written_unchanged() -> None:
    assert lines(TOY, "n1>B s1>B n1>C [3]") == "T1 N: n1>B\nS: s1>B\nN: n1>C [3]\n"
