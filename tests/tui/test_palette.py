"""The command palette: groups, keys, the search, and what a command does."""

import pytest
from textual.pilot import Pilot

from senpu.tui.palette_commands import GROUPS, PALETTE
from senpu.tui.screens.verdict import VerdictScreen
from tests.tui.stage import RETREAT, perform, player, playing, rows, text


def test_commands_are_in_groups_with_their_keys_and_run() -> None:
    async def script(pilot: Pilot[None]) -> None:
        commands = playing(pilot).senpu.list_commands(playing(pilot))
        groups = list(dict.fromkeys(command.group for command in commands))
        assert groups[:3] == list(GROUPS[:3])
        assert groups[3:] == ["read", "annotate", "study", "record", "program"]
        assert len({command.word for command in commands}) == len(commands)
        await pilot.press("ctrl+p")
        await pilot.pause()
        seen = [row.strip().split("  ") for row in rows(pilot)]
        assert ["─ Log"] in seen
        assert any(row[0] == "Verify" and "v" in [each.strip() for each in row] for row in seen)
        await pilot.press(*"verify", "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, VerdictScreen)

    perform(player(at=RETREAT), script, (100, 60))


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_search_without_a_result_is_answered_in_the_language(language: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+p", *"qqq")
        await pilot.pause()
        wanted = "No command matches" if language == "en" else "該当するコマンドはありません"
        assert wanted in text(pilot)

    perform(player(language=language), script)


def test_every_command_has_a_group_and_one_action() -> None:
    assert {command.group for command in PALETTE} == {*GROUPS}
    assert len({command.word for command in PALETTE}) == len(PALETTE)
