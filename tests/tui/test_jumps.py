"""Jumps to the next combat, loss or note: forwards, backwards, wrapped around."""

from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Input

from senpu.logs.record import LIBRARY, open_record, record_from
from senpu.replay.core.rules import Board
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.tui.screens.navigation import OCCURRENCES, is_occurrence
from tests.tui.noted import GAME, note, noted_game, wait_until_read
from tests.tui.recorder import pressed
from tests.tui.stage import perform, player, playing, rows, settled

LEARN = LIBRARY / "nanjing1937" / "learn.senpu"

JUMPS = (
    (0, "f", 7, "Found combat at event 7"),
    (7, "f", 12, "Found combat at event 12"),
    (8, "f", 12, ""),  # dice and retreats belong to their combat
    (12, "f", 7, "Found combat at event 7; the search wrapped around"),
    (12, "F", 7, ""),
    (7, "F", 12, "Found combat at event 12; the search wrapped around"),
    (0, "full_stop", 6, "Found note at event 6"),
    (6, "full_stop", 7, ""),
    (7, "full_stop", 12, ""),  # the event with variations
    (7, "comma", 6, ""),
    (0, "d", 7, "Found mistake at event 7"),  # not a dubious event
    (0, "b", 6, "Found bookmark at event 6"),
    (6, "b", 6, "wrapped around"),
    (0, "x", 0, "There is no loss"),
    (0, "p", 0, "There is no capture"),
)
"""A start, a key, the event that it goes to, and the message."""


def test_each_kind_has_its_keys(tmp_path: Path) -> None:
    path = noted_game(tmp_path)

    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        screen = playing(pilot)
        for start, key, goal, message in JUMPS:
            screen.go_to(start)
            await pilot.press(key)
            await settled(pilot)
            assert screen.position == goal, (start, key)
            assert message in rows(pilot)[-1], (start, key)
        await pressed(pilot, "home", "j", "f")  # noting, too
        await settled(pilot)
        assert screen.position == 7

    perform(player(path), script, (160, 50))


def test_inside_a_line_one_stays_in_it(tmp_path: Path) -> None:
    path = noted_game(tmp_path)

    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        screen = playing(pilot)
        await pressed(pilot, "greater_than_sign", "full_stop")
        await settled(pilot)
        assert screen.course is not screen.timeline
        assert screen.position == 13
        await pressed(pilot, "f")
        await settled(pilot)
        assert (screen.position, "wrapped around" in rows(pilot)[-1]) == (12, True)

    perform(player(path, 12), script, (160, 50))


def test_a_bookmark_is_gone_to_by_its_name(tmp_path: Path) -> None:
    path = noted_game(tmp_path)
    note(path, 2, "bookmark", "Deep inside", inside="J: i3*D.c1 [6 6] C: c1<F")

    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        for text, goal in (
            ("the first push", 6), ("The f", 6), ("3", 3), ("T1", 5), ("deep", 13), ("end", 16)
        ):  # fmt: skip
            await pressed(pilot, "g")
            line = pilot.app.screen.query_one(Input)
            line.value = text
            await pressed(pilot, "enter")
            assert playing(pilot).position == goal, text

    perform(player(path), script)


# ---- what an event did ----------------------------------------------------------------------


def found(kind: str, timeline: Timeline) -> list[int]:
    return [n for n in range(1, timeline.extend() + 1) if is_occurrence(kind, timeline, n)]


def test_occurrences_are_told_by_the_positions_around_an_event() -> None:
    timeline = open_timeline(open_record(LEARN))
    combats, losses, captures = (found(kind, timeline) for kind in OCCURRENCES)
    for number in combats:
        assert "*" in timeline.record.text(timeline.get_event(number).line)
    boards = [
        timeline.rules.board(timeline.get_position(n).state) for n in range(timeline.last + 1)
    ]
    lost = [n for n in losses if _removed(boards[n]) > _removed(boards[n - 1])]
    assert lost
    assert all(
        _removed(boards[n]) <= _removed(boards[n - 1])
        for n in range(1, len(boards))
        if n not in losses
    )
    taken = [n for n in captures if boards[n].control != boards[n - 1].control]
    assert taken == captures
    assert captures


def _removed(board: Board) -> int:
    return sum(piece.fate == "lost" for piece in board.pieces)


def test_what_was_undone_did_not_occur() -> None:
    log = GAME.replace("C: pass\nJ: pass\n", "C: pass\nundo 4\nJ: pass\n")
    assert found("combat", open_timeline(record_from(log))) == [7]
