"""Stepping through a log: numbers, position names, activations, comments and faults."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from senpu.logs.record import Record, record_from
from senpu.notation.writer import format_event
from senpu.replay.analysis.players import find_player, generate_game
from senpu.replay.core.registry import open_rules
from senpu.replay.core.states import State
from senpu.replay.core.timeline import UnknownPositionError
from senpu.replay.disputes.log_timeline import open_timeline
from tests.replay.texts import BEGUN, BONSAI, SHIPPED, TOY, timeline
from tests.toy.logs import write

FOUGHT = f"{BEGUN}J: i3+i4>D\nC: k1*B.g2 [2 3] reroll [6 5] J: g2<A\nJ: pass\n"
"""1-4 set-up, 5 initiative, 6 a move, 7-11 an attack, 12 a pass."""


def states(log: str) -> list[State]:
    """A log played straight: the state at every number; undone events played like the others."""
    text = timeline(log)
    return [text.get_position(number).state for number in range(text.extend() + 1)]


# ---- numbers and entries --------------------------------------------------------------------


def test_number_0_is_the_position_before_the_first_event() -> None:
    seen = timeline(FOUGHT)
    assert seen.get_position(0).state == seen.rules.start()
    assert seen.get_position(0).effects == ()


def test_an_entry_has_the_content_of_the_log() -> None:
    entry = timeline(FOUGHT).get_event(7)
    assert format_event(entry.event) == "k1*B.g2"
    assert (entry.number, entry.actor, entry.line, entry.turn) == (7, "china", 9, 1)
    assert entry.starts_activation
    assert not entry.undone


def test_dice_are_of_chance() -> None:
    assert timeline(FOUGHT).get_event(8).actor == "chance"


def test_a_position_has_the_effects_of_its_event() -> None:
    effects = timeline(FOUGHT).get_position(10).effects
    assert [each.kind for each in effects] == ["roll"]


@pytest.mark.parametrize("number", [13, 10**9])
def test_numbers_that_the_log_has_not_are_refused(number: int) -> None:
    with pytest.raises(UnknownPositionError, match=r"the log has the positions 0 \(start\) to 12"):
        timeline(FOUGHT).get_position(number)


@pytest.mark.parametrize("number", [0, -1, 13])
def test_there_is_no_entry_for_them(number: int) -> None:
    with pytest.raises(UnknownPositionError):
        timeline(FOUGHT).get_event(number)


# ---- names of positions ---------------------------------------------------------------------

TWO_TURNS = f"{BEGUN}J: pass\nC: pass\nT2 [J1 C6]\nJ: m1@A\nC: c2>E\nJ: pass\n"


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("start", 0), ("end", 11), ("0", 0), ("7", 7), ("11", 11),
        ("T0", 1), ("T0.C", 1), ("T0.J", 3), ("T1", 5), ("T1.J", 6), ("T1.C", 7),
        ("T2", 8), ("T2.J", 9), ("T2.C", 10),
    ],
)  # fmt: skip
def test_a_position_has_names(name: str, number: int) -> None:
    assert timeline(TWO_TURNS).find(name) == number


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("12", "no event 12; the log has the positions 0 .start. to 11"),
        ("T3", "the log has no turn 3; its events are in turns 0 to 2"),
        ("T2.Z", "Z is not a side; the sides are J, C"),
        ("t1", "is not a position"),
        ("T1.", "is not a position"),
        ("T1.JC", "is not a position"),
        ("-1", "is not a position"),
        ("", "is not a position"),
        ("END", "is not a position"),
        ("１", "is not a position"),
        ("T１", "is not a position"),
        ("1.5", "is not a position"),
        ("9" * 30, "no event"),
        ("x", "an event from 0 to 11,"),
    ],
)
def test_other_names_are_refused(name: str, why: str) -> None:
    with pytest.raises(UnknownPositionError, match=why):
        timeline(TWO_TURNS).find(name)


def test_a_side_without_an_event_in_a_turn_is_reported() -> None:
    with pytest.raises(UnknownPositionError, match=r"C has no event in turn 2 \(events 8 to 9\)"):
        timeline(TWO_TURNS.partition("C: c2>E")[0]).find("T2.C")


def test_a_log_without_events_has_its_start_only() -> None:
    seen = timeline(BEGUN.partition("\n\n")[0] + "\n\n")
    for name, why in (("T0", "no event in turn 0"), ("1", r"positions 0 \(start\) to 0")):
        with pytest.raises(UnknownPositionError, match=why):
            seen.find(name)


def test_a_turn_that_an_undo_left_and_came_back_to_is_one_turn() -> None:
    log = f"{BEGUN}J: pass\nC: pass\nT2 [J1 C6]\nundo 2\nT1 C: pass\nT2 [J2 C5]\nJ: m1@A\nC: c2>E\n"
    seen = timeline(log)
    assert seen.find("T2") == 8
    assert seen.find("T2.C") == 13


# ---- activations ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "activation"),
    [
        (1, range(1, 3)), (2, range(1, 3)), (3, range(3, 5)), (5, range(5, 6)),
        (6, range(6, 7)), (7, range(7, 12)), (9, range(7, 12)), (11, range(7, 12)),
        (12, range(12, 13)),
    ],
)  # fmt: skip
def test_an_activation_is_the_act_with_its_dice_and_answers(number: int, activation: range) -> None:
    assert timeline(FOUGHT).find_activation(number) == activation


# ---- lazy reading --------------------------------------------------------------------------


def test_no_more_is_read_than_is_asked_for() -> None:
    read: list[bytes] = []

    def rows() -> Iterator[bytes]:
        for row in FOUGHT.encode().splitlines(keepends=True):
            read.append(row)
            yield row

    seen = open_timeline(Record([row] for row in rows()))
    seen.get_position(0)
    assert read[-1] == b"\n"
    seen.get_position(3)
    assert read[-1].startswith(b"J: i1")
    assert (seen.last, seen.is_complete) == (4, False)
    assert seen.extend() == 12
    assert seen.is_complete


# ---- comments and glyphs --------------------------------------------------------------------


def test_comments_and_glyphs_belong_to_the_event_before_them() -> None:
    seen = timeline(
        f"{TOY}{{before all}}\nN: {{still}} n1>B {{a}} !? S: pass {{b}} {{c}}\n"
        "{d} N: n1>C [3] ?\n"
    )
    seen.extend()
    assert seen.comments == {0: ["before all", "still"], 1: ["a"], 2: ["b", "c", "d"]}
    assert seen.glyphs == {1: ["!?"], 4: ["?"]}


def test_comments_in_variations_are_not_of_the_game() -> None:
    seen = timeline(f"{TOY}N: n1>B ( pass {{no}} !! ) {{yes}} S: pass {{b}}\n")
    seen.extend()
    assert seen.comments == {1: ["yes"], 2: ["b"]}
    assert seen.glyphs == {}


def test_marks_of_an_annotated_text_are_no_comments() -> None:
    row = "N: n1>B {%by - Bo} {%%so} {%arrow A>B} {%5 of all} ( pass ( pass ) ) S: pass"
    seen = timeline(f"{TOY}{row}\n")
    seen.extend()
    assert seen.comments == {1: ["%so", "%5 of all"]}
    assert seen.annotation_count == 3


def test_a_comment_after_a_refused_event_belongs_to_nothing() -> None:
    seen = timeline(f"{TOY}N: n1>B {{a}} S: s1>A {{b}}\n")
    assert seen.extend() == 1
    assert seen.comments == {1: ["a"]}


# ---- invalid logs ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "fault", "last"),
    [
        ("C: c1>A\n", "illegalMove", 12),
        ("C: c1>F J: i3->B\n", "badToken", 12),
        ("C: c1>F J: i3>Q\n", "illegalMove", 13),
        ("T4 C: pass\n", "wrongTurn", 12),
        ("C: pass", "tornTail", 12),
        ("End: China 4.2\n", "wrongEnding", 12),
    ],
)
def test_an_invalid_log_is_stepped_through_its_last_valid_event(
    row: str, fault: str, last: int
) -> None:
    seen = timeline(f"{FOUGHT}{row}" + ("C: pass\n" if row.endswith("\n") else ""))
    assert seen.find("end") == last
    assert seen.fault is not None
    assert (seen.fault.id, seen.fault.line) == (fault, 11)
    assert seen.get_position(12).state == timeline(FOUGHT).get_position(12).state
    with pytest.raises(UnknownPositionError):
        seen.get_position(last + 1)


def test_a_header_at_fault_leaves_the_position_before_the_first_event() -> None:
    seen = timeline(FOUGHT.replace("Rules: 1", "Rules; 1"))
    assert seen.fault is not None
    assert (seen.fault.id, seen.find("end")) == ("headerMalformed", 0)


def test_a_log_of_no_known_game_cannot_be_stepped_through() -> None:
    with pytest.raises(UnknownPositionError, match="gameUnknown"):
        timeline(FOUGHT.replace("bonsai-2021", "bonsai-2099"))


# ---- the same position however it is reached ------------------------------------------------


def with_undo(ident: str, seed: int) -> str:
    """Return a game of programs with occasional undo lines, one event per line."""
    random = Random(seed)
    rows: list[str] = []
    since = 0
    rules = open_rules(ident)
    state, line = rules.start(), [rules.start()]
    while state.decision is not None and len(rows) < 400:
        if since and random.random() < 0.1:
            count = random.randrange(min(since, 5)) + 1
            rows.append(f"undo {count}")
            since -= count
            del line[-count:]
        else:
            event = rules.sample(state, random)
            rows.append(format_event(event))
            line.append(rules.apply(state, event)[0])
            since += 1
        state = line[-1]
    return f"Senpu: 1\nGame: {ident}\n\n" + "".join(f"{row}\n" for row in rows)


@pytest.mark.parametrize("ident", ["pendulum/toy", *SHIPPED])
@pytest.mark.parametrize("seed", range(3))
def test_any_order_of_looking_shows_the_same_positions(ident: str, seed: int) -> None:
    log = with_undo(ident, seed)
    straight = states(log)
    order = list(range(len(straight)))
    Random(seed).shuffle(order)
    seen = timeline(log)
    for number in order:
        assert seen.get_position(number).state == straight[number], number
        if number % 7 == 0:
            seen.clear_cache()


def test_undone_events_are_marked_and_can_still_be_reached() -> None:
    seen = timeline(f"{TOY}N: n1>B S: s1>B N: n1>A undo 2 S: pass\n")
    assert seen.extend() == 5
    assert [number for number in range(1, 6) if seen.get_event(number).undone] == [2, 3]
    assert (
        seen.get_position(3).state
        == timeline(f"{TOY}N: n1>B S: s1>B N: n1>A\n").get_position(3).state
    )
    assert seen.get_position(4).state == seen.get_position(1).state
    assert [each.kind for each in seen.get_position(4).effects] == ["undo"]


def test_what_two_undos_took_back_is_marked_as_what_they_took() -> None:
    seen = timeline(f"{TOY}N: n1>B S: s1>B undo S: pass undo 2 N: pass\n")
    seen.extend()
    assert [number for number in range(1, 7) if seen.get_event(number).undone] == [1, 2, 4]


def test_the_steps_of_a_game_of_programs_match_the_played_game() -> None:
    rules = open_rules("800/bonsai-2021")
    played = list(generate_game(rules, dict.fromkeys(("japan", "china"), find_player("random")), 5))
    rows = "".join(f"{format_event(event)}\n" for _, event in played)
    seen = open_timeline(record_from(f"{BONSAI}{rows}"))
    for number in reversed(range(len(played))):
        assert seen.get_position(number).state == played[number][0]


def test_a_long_log_shows_any_position_as_a_straight_replay_does(tmp_path: Path) -> None:
    from senpu.logs.record import open_record

    path = write(tmp_path / "long.senpu", 20_000)
    seen = open_timeline(open_record(path))
    wanted = sorted(Random(2).sample(range(20_001), 300))
    straight: dict[int, State] = {}
    state: State = seen.rules.start()
    for number in range(20_001):
        if number:
            state = seen.rules.apply(state, seen.get_event(number).event)[0]
        if number in wanted:
            straight[number] = state
    order = list(straight)
    Random(3).shuffle(order)
    assert all(seen.get_position(number).state == straight[number] for number in order)
    assert seen.extend() == 20_000


# ---- a growing log -------------------------------------------------------------------------


def rows(text: str) -> list[list[bytes]]:
    return [[row.encode() for row in text.splitlines(keepends=True)]]


@pytest.mark.parametrize("cut", range(len(BEGUN.splitlines()), len(FOUGHT.splitlines())))
def test_a_log_that_goes_on_comes_to_what_it_would_have_been(cut: int) -> None:
    lines = FOUGHT.splitlines(keepends=True)
    whole, seen = timeline(FOUGHT), timeline("".join(lines[:cut]))
    before = seen.extend()
    seen.continue_with(rows("".join(lines[cut:])))
    assert seen.extend() == whole.extend() > before
    for number in range(1, whole.last + 1):
        assert seen.get_event(number) == whole.get_event(number)
        assert seen.get_position(number) == whole.get_position(number)
    assert seen.turn_starts == whole.turn_starts


def test_added_lines_can_undo_and_comment_earlier_events() -> None:
    seen = timeline(FOUGHT)
    seen.extend()
    seen.continue_with(rows("{a pity}\nundo 1\n"))
    assert seen.extend() == 13
    assert seen.comments[12] == ["a pity"]
    assert seen.get_event(12).undone
    assert seen.get_position(13).state == seen.get_position(11).state


def test_an_incomplete_last_line_is_no_fault_once_it_is_whole() -> None:
    seen = timeline(FOUGHT + "C: pa")
    seen.extend()
    assert seen.fault is not None
    assert seen.is_extensible
    seen.continue_with(rows("C: pass\n"))
    assert seen.extend() == 13
    assert seen.fault is None


def test_a_log_at_fault_does_not_go_on() -> None:
    seen = timeline(FOUGHT + "C: x1>Z\n")
    seen.extend()
    assert not seen.is_extensible
    seen.continue_with(rows("C: pass\n"))
    assert seen.extend() == 12
    assert seen.fault is not None
