"""Searching in notation, effects and comments."""

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from senpu.tui.screens.input_lines import close_prompt, open_prompt
from tests.tui.stage import perform, player, playing, rows


@pytest.mark.parametrize(
    ("words", "goal"),
    [
        ("g2<a", 14),  # notation
        ("retreats", 14),  # a sentence
        ("CORNER", 7),  # a comment, in any case
        ("bridge is left", 14),
    ],
)
def test_words_are_found(words: str, goal: int) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("slash")
        await pilot.pause()
        pilot.app.screen.query_one(Input).value = words
        await pilot.press("enter")
        await pilot.pause()
        assert playing(pilot).position == goal
        assert f"Found {words} at event {goal}" in rows(pilot)[-1]

    perform(player(), script, (120, 30))


def test_n_goes_on_and_capital_n_goes_back_and_both_go_round() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = playing(pilot)
        await pilot.press("slash", *"undo", "enter")
        await pilot.pause()
        only = screen.position
        assert only > 0
        await pilot.press("n")
        await pilot.pause()
        assert screen.position == only
        await pilot.press("slash", *"pass", "enter")
        await pilot.pause()
        first = screen.position
        await pilot.press("n")
        await pilot.pause()
        second = screen.position
        assert second > first
        await pilot.press("N")
        await pilot.pause()
        assert screen.position == first

    perform(player(), script)


def test_words_that_are_nowhere_leave_the_position() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("slash", *"zzz", "enter")
        await pilot.pause()
        assert playing(pilot).position == 20
        assert "Not found: zzz" in rows(pilot)[-1]

    perform(player(at=20), script)


def test_without_words_n_says_so() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await pilot.pause()
        assert "No search yet" in rows(pilot)[-1]

    perform(player(), script)


def test_what_is_typed_is_in_the_last_line_and_escape_drops_it() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("slash", "q", "o")
        await pilot.pause()
        assert rows(pilot)[-1].startswith(" Find qo")
        await pilot.press("escape")
        await pilot.pause()
        assert "Arrows" in rows(pilot)[-1]
        assert playing(pilot).search.words == ""

    perform(player(), script)


def test_a_line_may_open_while_another_one_leaves() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = pilot.app.screen
        open_prompt(screen, "first")
        close_prompt(screen)
        open_prompt(screen, "second")
        await pilot.pause()
        assert screen.query_one(Input).placeholder == "second"

    perform(player(), script)
