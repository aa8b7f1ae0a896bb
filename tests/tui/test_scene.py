"""Tests of the effects of the last events, found by comparing positions."""

import pytest

from senpu.logs.record import open_record
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.tui.boards.scene import Ghost, Mark, build_scene
from senpu.tui.widgets.event_rows import Rows
from tests.tui.stage import ATTACK, CLUB_NIGHT, DICE, RETREAT


@pytest.fixture(scope="module")
def timeline() -> Timeline:
    timeline = open_timeline(open_record(CLUB_NIGHT))
    timeline.extend()
    return timeline


def test_a_move_leaves_ghosts_and_crosses_a_border(timeline: Timeline) -> None:
    marks = build_scene(timeline, 7).marks  # J: i1+i2>C
    assert marks.focus == "C"
    assert marks.signs == {"i1": Mark("move", True), "i2": Mark("move", True)}
    assert marks.crossings == {("B", "C"): Mark("move", True)}
    assert marks.ghosts == (
        Ghost("i1", "B", "C", "move", True),
        Ghost("i2", "B", "C", "move", True),
    )


def test_an_attack_marks_who_acts_and_whom(timeline: Timeline) -> None:
    marks = build_scene(timeline, ATTACK).marks
    assert marks.focus == "E"
    assert marks.signs == {"g1": Mark("acts", True), "c2": Mark("attack", True)}
    assert marks.crossings == {("C", "E"): Mark("attack", True)}
    assert marks.changed == {"c2"}


def test_the_dice_belong_to_the_attack(timeline: Timeline) -> None:
    marks = build_scene(timeline, DICE).marks
    assert marks.dice == (5, 6)
    assert marks.focus == "E"
    assert marks.signs["c2"] == Mark("attack", True)


def test_a_retreat_keeps_the_attack_in_sight_dimmed(timeline: Timeline) -> None:
    marks = build_scene(timeline, RETREAT).marks
    assert marks.focus == "G"
    assert marks.signs == {"g1": Mark("acts", False), "c2": Mark("retreat", True)}
    assert marks.crossings == {("C", "E"): Mark("attack", False), ("E", "G"): Mark("retreat", True)}
    assert marks.ghosts == (Ghost("c2", "E", "G", "retreat", True),)


def test_a_counter_keeps_its_slot_within_an_activation(timeline: Timeline) -> None:
    before = build_scene(timeline, ATTACK).slots["E", "china"]
    after = build_scene(timeline, RETREAT).slots["E", "china"]
    assert before == after == ("x1", "c1", "c2")


def test_what_is_undone_is_no_move(timeline: Timeline) -> None:
    undo = next(n for n in range(1, timeline.last) if timeline.get_event(n + 1).undone) + 3
    marks = build_scene(timeline, undo).marks
    assert not marks.ghosts
    assert not marks.crossings


def test_every_scene_of_a_game_agrees_with_its_board(timeline: Timeline) -> None:
    for number in range(timeline.last + 1):
        scene = build_scene(timeline, number)
        shown = {(place, unit) for (place, _), units in scene.slots.items() for unit in units} - {
            (ghost.place, ghost.unit) for ghost in scene.marks.ghosts
        }
        assert shown == {(p.place, p.id) for p in scene.board.pieces if p.place}


# ---- rows -----------------------------------------------------------------------------------


def test_rows_grow_in_any_pieces_to_the_same() -> None:
    whole, bits = (open_timeline(open_record(CLUB_NIGHT)) for _ in range(2))
    whole.extend()
    all_rows = Rows(whole)
    all_rows.grow()
    rows = Rows(bits)
    while not bits.is_complete:
        bits.extend(bits.last + 1)
        rows.grow()
    assert len(rows) == len(all_rows)
    assert [rows.numbers(at) for at in range(len(rows))] == [
        all_rows.numbers(at) for at in range(len(rows))
    ]
    assert [rows.text(at) for at in range(len(rows))] == [
        all_rows.text(at) for at in range(len(rows))
    ]


def test_every_event_has_its_row(timeline: Timeline) -> None:
    rows = Rows(timeline)
    rows.grow()
    for number in range(1, timeline.last + 1):
        assert number in rows.numbers(rows.row_of(number))
    assert rows.row_of(0) == -1


def test_a_row_says_as_text_what_the_notation_leaves_out(timeline: Timeline) -> None:
    rows = Rows(timeline)
    rows.grow()
    expected = {
        f"{piece.unit} {piece.text}"
        for at in range(len(rows))
        for piece in rows.text(at).result
        if piece.unit
    }
    assert "i3 reduced" in expected
    assert "g2 lost" in expected
    assert "- miss" in expected
