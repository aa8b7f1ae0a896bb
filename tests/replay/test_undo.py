"""Undo: the position is the position of a game without the undone events."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from senpu.notation.events import Event, Word
from senpu.notation.faults import fault_message
from senpu.notation.writer import format_event
from senpu.replay.core.reducer import UNDO_LIMIT, Reducer, ReductionError, Step
from senpu.replay.core.registry import open_rules
from senpu.replay.core.states import State
from tests.replay.texts import BEGUN, BONSAI, TOY, describe_fault, digest, fault, folded, good


@pytest.mark.parametrize(
    ("line", "events"),
    [
        ("N: n1>B S: s1>B undo", "N: n1>B"),
        ("N: n1>B S: s1>B undo 1", "N: n1>B"),
        ("N: n1>B S: s1>B undo 2", ""),
        ("N: n1>B S: s1>B undo undo", ""),
        ("N: n1>B S: s1>B undo S: pass undo 2 N: pass", "N: pass"),
        ("N: n1>B S: s1>B undo S: pass N: n1>C [6] undo 2", "N: n1>B S: pass"),
    ],
)
def test_play_continues_from_the_earlier_position(line: str, events: str) -> None:
    assert digest(f"{TOY}{line}\n") == digest(f"{TOY}{events}\n")


@pytest.mark.parametrize("actor", ["", "N: ", "S: "])
def test_undo_needs_no_actor(actor: str) -> None:
    assert digest(f"{TOY}N: n1>B\n{actor}undo\n") == digest(TOY)


def test_numbers_continue_and_undone_numbers_stay() -> None:
    assert good(f"{TOY}N: n1>B S: s1>B undo 2 N: pass\n").events == 4
    assert describe_fault(f"{TOY}N: n1>B S: s1>B undo 2 N: n1>D\n") == "illegalMove 5:27 4"


def test_a_set_up_and_a_turn_can_be_undone() -> None:
    assert digest(f"{BEGUN}undo 5\n") == digest(BONSAI)
    good(f"{BEGUN}undo\nT1 [J3 C6]\nC: pass\n")
    good(f"{BEGUN}undo 2\nJ: i3+i4+g2@B\nT1 [J3 C6]\n")


def test_the_end_of_a_game_can_be_undone() -> None:
    passed = f"{BEGUN}J: pass\n"
    assert digest(f"{passed}C: resign\nundo\n") == digest(passed)
    assert digest(f"{passed}agree Draw\nundo 2\n") == digest(BEGUN)


def test_only_events_in_effect_can_be_undone() -> None:
    assert describe_fault(f"{TOY}undo\n") == "undoTooFar 5:1 1"
    assert describe_fault(f"{TOY}N: n1>B undo 2\n") == "undoTooFar 5:9 2"
    assert describe_fault(f"{TOY}N: n1>B undo undo\n") == "undoTooFar 5:14 3"
    assert fault(f"{TOY}N: n1>B undo 2\n").message == fault_message("undoTooFar", wanted=2, n=1)
    assert fault(f"{TOY}undo\n").message == fault_message("undoTooFar", "none", wanted=1)


def passes(count: int) -> str:
    return TOY + "pass\n" * count


def test_no_further_back_than_the_window() -> None:
    assert folded(f"{passes(UNDO_LIMIT + 10)}undo {UNDO_LIMIT}\n").number == UNDO_LIMIT + 11
    assert fault(f"{passes(UNDO_LIMIT + 10)}undo {UNDO_LIMIT + 1}\n").id == "undoTooFar"


def test_undone_events_count_into_the_window() -> None:
    """The window counts event numbers, undone events included.

    Of 600 events 300 are left; after 723 more the oldest of 1,024 numbers is 301.
    """
    text = f"{passes(600)}undo 300\n{'pass ' * 723}"
    assert fault(f"{text}undo 724\n").message == fault_message("undoTooFar", wanted=724, n=723)
    assert folded(f"{text}undo 723\n").number == 1325
    assert folded(f"{text[:-5]}undo 723\n").number == 1324


def test_the_listener_gets_the_number_of_undone_events() -> None:
    steps: list[Step] = []
    reducer = Reducer(open_rules("pendulum/toy"), steps.append)
    for event, letter in [(Word("pass"), "N"), (Word("pass"), "S"), (Word("undo", ("2",)), "N")]:
        reducer.accept_event(event, letter)
    assert [step.undone for step in steps] == [0, 0, 2]
    assert steps[2].actor == "north"
    assert steps[2].state == steps[0].before


# ---- against a naive model ------------------------------------------------------------------


class Naive:
    """A model that keeps the events in effect and replays them from the start each time."""

    def __init__(self, ident: str) -> None:
        self.rules = open_rules(ident)
        self.events: list[Event] = []

    def state(self) -> State:
        state: State = self.rules.start()
        for event in self.events:
            state = self.rules.apply(state, event)[0]
        return state


@pytest.mark.parametrize("ident", ["pendulum/toy", "800/bonsai-2021", "800/battles-2011"])
@given(seed=st.integers(0, 2**32), steps=st.lists(st.integers(0, 12), min_size=1, max_size=40))
@settings(max_examples=60, deadline=None)
def test_a_game_with_undo_equals_the_game_without_the_undone_events(
    ident: str, seed: int, steps: list[int]
) -> None:
    """A step of 1 to 4 undoes that number of events; any other step plays random events."""
    random = Random(seed)
    naive, reducer = Naive(ident), Reducer(open_rules(ident))
    for step in steps:
        if 1 <= step <= 4:
            back = Word("undo", (str(step),))
            if step > len(naive.events):
                with pytest.raises(ReductionError) as rejected:
                    reducer.accept_event(back)
                assert rejected.value.fault == "undoTooFar"
                assert rejected.value.message.fields.get("n", 0) == len(naive.events)
                continue
            reducer.accept_event(back)
            del naive.events[-step:]
        else:
            for _ in range(step or 1):
                if reducer.state.decision is None:
                    break
                event = naive.rules.sample(reducer.state, random)
                reducer.accept_event(event)
                naive.events.append(event)
        assert reducer.state == naive.state(), format_event(naive.events[-1])
