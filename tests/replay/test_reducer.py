"""Words of the log, actors, turn marks and endings: what is refused, and what comes of it."""

import pytest

from senpu.notation.events import Word
from senpu.notation.faults import fault_message
from senpu.replay.core.reducer import ReductionError, Step
from tests.replay.texts import (
    BEGUN,
    BONSAI,
    SET_UP,
    TOY,
    describe_fault,
    digest,
    fault,
    folded,
    good,
)

# ---- who acts -------------------------------------------------------------------------------


def test_the_actor_is_optional() -> None:
    assert digest(f"{TOY}n1>B s1>B\n") == digest(f"{TOY}N: n1>B S: s1>B\n")


def test_the_other_side_is_refused() -> None:
    assert describe_fault(f"{TOY}S: n1>B\n") == "wrongActor 5:4 1"
    found = fault(f"{TOY}S: n1>B\n")
    assert str(found.message) == "S: cannot act now; it is the turn of North (N:)"
    assert found.message.text("ja").startswith("今は北")
    assert "a line above it is missing" in str(found.hint)


def test_an_event_after_the_end_of_an_action_says_that_the_action_has_ended() -> None:
    found = fault(f"{TOY}N: n1>B {{next}} n1>C\n")
    assert str(found.message) == (
        "n1>C: the previous event ended the action of N:; South (S:) acts now"
    )
    assert found.hint == fault_message("wrongActor", "passedHint", asked="S")
    assert "南軍（S:）" in found.message.text("ja")
    assert fault(f"{TOY}N: n1>B N: n1>C\n").message.id == "faults.wrongActor.message"


def test_an_actor_goes_on_to_the_next_and_no_further_than_its_line() -> None:
    assert describe_fault(f"{TOY}N: n1>B s1>B\n") == "wrongActor 5:9 2"
    good(f"{TOY}N: n1>B\ns1>B\n")


@pytest.mark.parametrize("line", ["Z: pass", "Z:", "Z: undo", "Z: resign", "Z: [3]"])
def test_a_letter_that_no_side_has_is_refused_before_anything(line: str) -> None:
    assert describe_fault(f"{TOY}{line}\n") == "wrongActor 5:1 1"
    assert fault(f"{TOY}{line}\n").message.fields["have"] == ("N:", "S:")


def test_dice_may_be_after_either_actor() -> None:
    assert digest(f"{TOY}N: n1>B S: pass N: n1>C [3]\n") == digest(
        f"{TOY}N: n1>B S: pass N: n1>C S: [3]\n"
    )


def test_unexpected_dice_are_rejected_after_any_actor() -> None:
    for actor in ("", "J: ", "C: "):
        assert fault(f"{BEGUN}{actor}[1 1]\n").id == "illegalMove"


def test_where_dice_are_awaited_an_act_is_refused_for_the_dice_not_for_its_actor() -> None:
    found = fault(f"{BEGUN}J: i3*D.x1 i4*D.x1\n")
    assert (found.id, found.event, found.rule) == ("illegalMove", 7, "8.2-2")


def test_an_unknown_word_is_reported_with_the_word_list() -> None:
    found = fault(f"{BEGUN}J: fly i3\n")
    assert (found.id, found.column) == ("illegalMove", 4)
    assert "fly is not a word of this game; available: pass, reroll, no, " in str(found.message)


# ---- variations -----------------------------------------------------------------------------


def test_variations_are_not_played() -> None:
    text = f"{TOY}N: n1>B ( pass S: pass ( Z: resign ) ) S: s1>B\n"
    assert good(text).events == 2
    assert digest(text) == digest(f"{TOY}N: n1>B S: s1>B\n")


def test_an_actor_in_brackets_does_not_speak_outside_them() -> None:
    assert describe_fault(f"{TOY}N: n1>B ( S: s1>B ) s1>B\n") == "wrongActor 5:21 2"
    good(f"{TOY}N: n1>B S: ( N: pass ) s1>B\n")


# ---- turn marks -----------------------------------------------------------------------------


def test_a_turn_mark_names_the_turn_of_the_first_event_of_its_line() -> None:
    good(f"{BONSAI}T0 {SET_UP}T1 [J5 C3]\n")
    assert describe_fault(f"{BONSAI}T1 {SET_UP}") == "wrongTurn 5:1 None"
    assert "this is the set-up" in str(fault(f"{BONSAI}T1 {SET_UP}").message)


def test_a_wrong_turn_mark_stops_its_whole_line() -> None:
    found = fault(f"{BEGUN}T2 J: i3>A\n")
    assert (found.id, found.line, found.event) == ("wrongTurn", 8, None)
    assert "marked T2, but this is turn 1" in str(found.message)
    assert folded(f"{BEGUN}T2 J: i3>A\n").number == 5


def test_a_turn_mark_alone_is_checked_too() -> None:
    good(f"{BEGUN}T1\n")
    assert describe_fault(f"{BEGUN}T4\n") == "wrongTurn 8:1 None"


# ---- resigning and agreeing -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "ending", "winner"),
    [
        ("J: resign", "China resign", "china"),
        ("C: resign", "Japan resign", "japan"),
        ("resign", "China resign", "china"),
        ("J: i3*D.x1 C: resign", "Japan resign", "japan"),
        ("agree Draw", "Draw agree", ""),
        ("C: agree Japan", "Japan agree", "japan"),
        ("J: i3*D.x1 agree China", "China agree", "china"),
    ],
)
def test_who_resigns_or_agrees_ends_the_game(line: str, ending: str, winner: str) -> None:
    state = folded(f"{BEGUN}{line}\n").state
    assert state.outcome is not None
    assert (state.outcome.ending, state.outcome.winner, state.decision) == (ending, winner, None)
    good(f"{BEGUN}{line}\nEnd: {ending}\n")


def test_a_resignation_without_actor_is_that_of_the_side_that_is_asked() -> None:
    reducer = folded(f"{BEGUN}J: i3*D.x1 [6 6]\n")
    steps: list[Step] = []
    reducer.listen(steps.append)
    reducer.accept_event(Word("resign"))
    assert steps[0].actor == "china"
    assert [(each.kind, each.side) for each in steps[0].effects] == [
        ("resign", "china"),
        ("over", "japan"),
    ]


def test_where_chance_is_asked_a_resignation_needs_its_actor() -> None:
    assert describe_fault(f"{BEGUN}J: i3*D.x1\nresign\n") == "actorMissing 9:1 7"
    assert "J: resign" in str(fault(f"{BEGUN}J: i3*D.x1\nresign\n").hint)


@pytest.mark.parametrize(
    "line",
    [
        "resign 2", "resign D", "agree", "agree Unknown", "agree japan1", "agree Draw Draw",
        "undo 0", "undo n1", "undo D", "undo 1 2", "x1/resign", "x1/undo", "& undo", "& agree Draw",
    ],
)  # fmt: skip
def test_a_word_of_the_log_with_wrong_arguments_is_refused(line: str) -> None:
    assert describe_fault(f"{BEGUN}{line}\n") == "badMeta 8:1 6"


@pytest.mark.parametrize("line", ["resign", "J: resign", "agree Draw", "J: pass", "[5 4]"])
def test_nothing_but_undo_follows_the_end_of_a_game(line: str) -> None:
    assert describe_fault(f"{BEGUN}C: resign\n{line}\n").startswith("gameOver 9:")
    good(f"{BEGUN}C: resign\nundo\n")


# ---- the End line ---------------------------------------------------------------------------


def test_the_end_line_is_optional() -> None:
    assert good(f"{BEGUN}J: resign\n").ending == "China resign"
    assert good(f"{BEGUN}J: resign\nEnd: China resign\n").ending == "China resign"


def test_an_end_line_with_another_ending_is_refused() -> None:
    found = fault(f"{BEGUN}J: resign\nEnd: Japan resign\n")
    assert (found.id, found.line, found.column) == ("wrongEnding", 9, 0)
    assert "ended: China by resignation" in str(found.message)


def test_an_end_line_while_the_game_goes_on_is_refused() -> None:
    found = fault(f"{BEGUN}End: Japan 4.1\n")
    assert (found.id, found.line) == ("wrongEnding", 8)
    assert "resign or agree" in str(found.hint)


def test_play_below_the_end_line_is_refused_and_comments_are_not() -> None:
    over = f"{BEGUN}J: resign\nEnd: China resign\n"
    good(f"{over}{{well played}}\n")
    assert describe_fault(f"{over}undo\n") == "afterEnd 10:1 None"


# ---- what a bad line leaves -----------------------------------------------------------------


def test_events_before_an_illegal_event_in_its_line_are_accepted() -> None:
    reducer = folded(f"{TOY}N: n1>B S: s1>B N: n1>A S: s1>D N: pass\n")
    assert reducer.number == 3
    assert describe_fault(f"{TOY}N: n1>B S: s1>B N: n1>A S: s1>D N: pass\n") == "illegalMove 5:28 4"


def test_a_refused_event_changes_nothing() -> None:
    reducer = folded(f"{TOY}N: n1>B\n")
    before = reducer.state
    for word in (Word("undo", ("2",)), Word("agree", ("Nobody",)), Word("fly")):
        with pytest.raises(ReductionError):
            reducer.accept_event(word)
    assert reducer.state is before
    assert reducer.number == 1
