"""Taking back: what stands afterwards is what a game without the events taken back would be."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from senpu.notation.events import Event, Word
from senpu.notation.faults import fault_message
from senpu.notation.writer import format_event
from senpu.replay.core.reducer import UNDO_LIMIT, Reducer, ReductionError, Step
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import State
from tests.replay.texts import BEGUN, BONSAI, TOY, digest, fault, folded, good, said


@pytest.mark.parametrize(
    ("line", "stands"),
    [
        ("N: n1>B S: s1>B undo", "N: n1>B"),
        ("N: n1>B S: s1>B undo 1", "N: n1>B"),
        ("N: n1>B S: s1>B undo 2", ""),
        ("N: n1>B S: s1>B undo undo", ""),
        ("N: n1>B S: s1>B undo S: pass undo 2 N: pass", "N: pass"),
        ("N: n1>B S: s1>B undo S: pass N: n1>C [6] undo 2", "N: n1>B S: pass"),
    ],
)
def test_play_goes_on_from_the_position_before(line: str, stands: str) -> None:
    assert digest(f"{TOY}{line}\n") == digest(f"{TOY}{stands}\n")


@pytest.mark.parametrize("actor", ["", "N: ", "S: "])
def test_either_side_may_write_it_and_nobody_need(actor: str) -> None:
    assert digest(f"{TOY}N: n1>B\n{actor}undo\n") == digest(TOY)


def test_numbers_go_on_and_undone_numbers_stay() -> None:
    assert good(f"{TOY}N: n1>B S: s1>B undo 2 N: pass\n").events == 4
    assert said(f"{TOY}N: n1>B S: s1>B undo 2 N: n1>D\n") == "illegalMove 5:27 4"


def test_a_set_up_and_a_turn_can_be_taken_back() -> None:
    assert digest(f"{BEGUN}undo 5\n") == digest(BONSAI)
    good(f"{BEGUN}undo\nT1 [J3 C6]\nC: pass\n")
    good(f"{BEGUN}undo 2\nJ: i3+i4+g2@B\nT1 [J3 C6]\n")


def test_the_end_of_a_game_can_be_taken_back() -> None:
    passed = f"{BEGUN}J: pass\n"
    assert digest(f"{passed}C: resign\nundo\n") == digest(passed)
    assert digest(f"{passed}agree Draw\nundo 2\n") == digest(BEGUN)


def test_no_more_than_what_stands_can_be_taken_back() -> None:
    assert said(f"{TOY}undo\n") == "undoTooFar 5:1 1"
    assert said(f"{TOY}N: n1>B undo 2\n") == "undoTooFar 5:9 2"
    assert said(f"{TOY}N: n1>B undo undo\n") == "undoTooFar 5:14 3"
    assert fault(f"{TOY}N: n1>B undo 2\n").message == fault_message("undoTooFar", wanted=2, n=1)
    assert fault(f"{TOY}undo\n").message == fault_message("undoTooFar", "none", wanted=1)


def passes(count: int) -> str:
    return TOY + "pass\n" * count


def test_no_further_back_than_the_window() -> None:
    assert folded(f"{passes(UNDO_LIMIT + 10)}undo {UNDO_LIMIT}\n").number == UNDO_LIMIT + 11
    assert fault(f"{passes(UNDO_LIMIT + 10)}undo {UNDO_LIMIT + 1}\n").id == "undoTooFar"


def test_undone_events_count_into_the_window() -> None:
    """The window is of event numbers: what was taken back in between still lies in it.

    Of 600 events 300 are left; after 723 more the oldest of 1,024 numbers is 301.
    """
    text = f"{passes(600)}undo 300\n{'pass ' * 723}"
    assert fault(f"{text}undo 724\n").message == fault_message("undoTooFar", wanted=724, n=723)
    assert folded(f"{text}undo 723\n").number == 1325
    assert folded(f"{text[:-5]}undo 723\n").number == 1324


def test_the_listener_hears_how_many_are_taken_back() -> None:
    heard: list[Step] = []
    reducer = Reducer(open_rules("pendulum/toy"), heard.append)
    for event, letter in [(Word("pass"), "N"), (Word("pass"), "S"), (Word("undo", ("2",)), "N")]:
        reducer.accept_event(event, letter)
    assert [step.undone for step in heard] == [0, 0, 2]
    assert heard[2].actor == "north"
    assert heard[2].state == heard[0].before


# ---- against a naive model ------------------------------------------------------------------


class Naive:
    """Keeps the events that stand, and plays them from the start each time."""

    def __init__(self, ident: str) -> None:
        self.rules = open_rules(ident)
        self.stands: list[Event] = []

    def state(self) -> State:
        state: State = self.rules.start()
        for event in self.stands:
            state = self.rules.apply(state, event)[0]
        return state


@pytest.mark.parametrize("ident", ["pendulum/toy", "800/bonsai-2021", "800/battles-2011"])
@given(seed=st.integers(0, 2**32), steps=st.lists(st.integers(0, 12), min_size=1, max_size=40))
@settings(max_examples=60, deadline=None)
def test_a_walk_with_undo_is_the_walk_without_what_was_taken_back(
    ident: str, seed: int, steps: list[int]
) -> None:
    """A step of 1 to 4 takes back as many events, any other plays some at random."""
    random = Random(seed)
    naive, reducer = Naive(ident), Reducer(open_rules(ident))
    for step in steps:
        if 1 <= step <= 4:
            back = Word("undo", (str(step),))
            if step > len(naive.stands):
                with pytest.raises(ReductionError) as rejected:
                    reducer.accept_event(back)
                assert rejected.value.fault == "undoTooFar"
                assert rejected.value.message.fields.get("n", 0) == len(naive.stands)
                continue
            reducer.accept_event(back)
            del naive.stands[-step:]
        else:
            for _ in range(step or 1):
                if reducer.state.decision is None:
                    break
                event = naive.rules.sample(reducer.state, random)
                reducer.accept_event(event)
                naive.stands.append(event)
        assert reducer.state == naive.state(), format_event(naive.stands[-1])
