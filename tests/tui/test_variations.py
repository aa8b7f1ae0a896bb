"""Variations in the viewer: entering, moving inside, and back to the main line."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.tui.hex_game import hex_log
from tests.tui.noted import INSIDE, note, noted_game, wait_until_read
from tests.tui.recorder import click, pressed
from tests.tui.stage import part, perform, player, playing, rows, text


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return noted_game(tmp_path)


def squeeze(text: str) -> str:
    return " ".join(text.split())


def stands(pilot: Pilot[None]) -> tuple[int, int]:
    """Return the depth of the current variation, and the number of the event."""
    screen = playing(pilot)
    depth, course = 0, screen.course
    while course.parent is not None:
        depth, course = depth + 1, course.parent
    return depth, screen.position


WAYS = (
    (12, ">", (1, 12)),
    (11, ">", (1, 12)),  # from the event before the variations
    (12, "> >", (1, 12)),
    (12, "> > >", (0, 12)),
    (12, "<", (1, 12)),
    (12, "< < <", (0, 12)),
    (12, "> right", (1, 13)),
    (12, "> right right right", (1, 14)),
    (12, "> end", (1, 14)),
    (12, "> left", (0, 11)),
    (12, "> right right left", (1, 13)),
    (12, "> home", (0, 0)),
    (12, "> right right escape", (0, 11)),
    (12, "> down", (1, 14)),
    (12, "> down up", (0, 11)),
    (12, "> right >", (2, 13)),
    (12, "> right > >", (1, 13)),
    (12, "> right > escape", (1, 12)),
    (12, "> right > left left", (0, 11)),
    (12, "> g 4 enter", (0, 4)),
    (14, ">", (0, 14)),
    (6, ">", (0, 6)),
)
"""A start, keys, and the position that they lead to."""


def test_keys_lead_through_the_lines(game: Path) -> None:
    names = {">": "greater_than_sign", "<": "less_than_sign"}

    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        screen = playing(pilot)
        for at, keys, goal in WAYS:
            screen.go_to(at, screen.timeline)
            await pressed(pilot, *(names.get(key, key) for key in keys.split()))
            assert stands(pilot) == goal, (at, keys)
            assert ("VARIATION" in rows(pilot)[0]) == bool(goal[0])

    perform(player(game), script)


def test_lines_are_told_one_by_one_and_where_there_is_none(game: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        for message in ("Variation 1 of 2", "Variation 2 of 2", "Main line"):
            await pressed(pilot, "greater_than_sign")
            assert message in rows(pilot)[-1]
        await pressed(pilot, "home", "greater_than_sign")
        assert "No variation here; .: next note" in rows(pilot)[-1]

    perform(player(game, INSIDE), script)


def test_everything_shown_is_of_the_line(game: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        screen = playing(pilot)
        await pressed(pilot, "greater_than_sign", "end")
        assert screen.scene.moment.state == screen.course.get_position(14).state
        places = {piece.id: piece.place for piece in screen.scene.board.pieces}
        assert places["c1"] == "F"
        assert "(c1) retreats from D to F." in "\n".join(part(screen.sentences))
        await pressed(pilot, "w")
        assert "rolled 6 6" in squeeze(text(pilot))
        await pressed(pilot, "escape", "escape")
        places = {piece.id: piece.place for piece in screen.scene.board.pieces}
        assert places["c1"] == "D"

    perform(player(game, INSIDE), script)


def test_clicks_lead_into_a_line_and_out_of_it(game: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        screen = playing(pilot)
        assert "so far away" not in text(pilot)
        await click(pilot, screen.notes, "( J: i3*D.c1 [6 6]", 2)
        assert stands(pilot) == (1, 12)
        assert "so far away" in "\n".join(part(screen.notes))
        await click(pilot, screen.list, "[6 6]", 2)
        assert stands(pilot) == (1, 13)
        await click(pilot, screen.list, "[4 4]", 1)
        assert stands(pilot) == (0, 13)
        await click(pilot, screen.notes, "( J: pass")
        assert stands(pilot) == (1, 12)
        await click(pilot, screen.header, "VARIATION")
        assert stands(pilot) == (0, 11)
        await click(pilot, screen.track, "=")
        assert stands(pilot) == (0, 6)

    perform(player(game, INSIDE), script, (160, 50))


def test_a_line_in_the_middle_of_an_attack_continues_with_it(game: Path) -> None:
    note(game, 12, "variation", "[1 1]")

    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        await pressed(pilot, "greater_than_sign")
        assert stands(pilot) == (1, 13)
        screen = playing(pilot)
        assert screen.scene.activation == range(12, 14)
        assert "(i3) attacks the 1st Company (c1) in D" in "\n".join(part(screen.sentences))
        await pressed(pilot, "w")
        assert "rolled 1 1" in squeeze(text(pilot))

    perform(player(game, 13), script, (160, 50))


def test_lines_of_a_hex_game(tmp_path: Path) -> None:
    path = hex_log(tmp_path)
    note(path, 6, "variation", "C: |")

    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        await pressed(pilot, "greater_than_sign")
        assert stands(pilot) == (1, 7)
        assert "VARIATION after 6: 1 of 1" in rows(pilot)[0]
        await pressed(pilot, "escape")
        assert stands(pilot) == (0, 6)

    perform(player(path, 6), script, (160, 50))


def test_reading_again_and_growing_lead_back_to_the_log(game: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        await pressed(pilot, "greater_than_sign", "end", "r")
        await wait_until_read(pilot)
        assert stands(pilot) == (0, 11)
        await pressed(pilot, "greater_than_sign", "space")  # plays to the end of the line
        screen = playing(pilot)
        while screen.playback.is_playing:
            screen.playback._tick()
        assert stands(pilot) == (1, 14)
        with game.open("a", encoding="utf-8") as file:
            file.write("T2 [J1 C6]\n")
        screen.log_watcher.look()
        await wait_until_read(pilot)
        assert stands(pilot) == (1, 14)

    perform(player(game, INSIDE), script)
