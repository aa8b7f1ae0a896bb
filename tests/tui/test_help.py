"""The page of keys, mouse and signs: everything on it is within reach, at every size."""

import pytest
from textual.pilot import Pilot

from senpu.tui.keys import PLAYER
from senpu.tui.screens.help import HelpScreen
from tests.tui.stage import perform, player, playing, rows, text
from tests.tui.test_mouse import wheel


@pytest.mark.parametrize("key", ["escape", "q", "question_mark"])
def test_help_lists_every_key_and_leads_back(key: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(pilot.app.screen, HelpScreen)
        seen = text(pilot)
        for each in PLAYER:
            assert f"   {each.shown}" in seen
        await pilot.press("x")
        await pilot.pause()
        assert isinstance(pilot.app.screen, HelpScreen)
        await pilot.press(key)
        await pilot.pause()
        assert playing(pilot)

    perform(player(), script, (120, 50))


@pytest.mark.parametrize("size", [(80, 24), (40, 12)], ids=str)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_help_scrolls_to_its_end_by_keys_and_wheel(size: tuple[int, int], language: str) -> None:
    last, foot = "stop_recording", "Esc, q or ?" if language == "en" else "Esc・q・?"

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        await pilot.pause()
        top = rows(pilot)
        assert foot in top[-1]
        assert last not in "\n".join(top)
        await pilot.press("down")
        await pilot.pause()
        assert rows(pilot)[0] == top[1]
        for keys in (["pagedown"] * 16, ["right_curly_bracket"] * 16, ["end"]):
            await pilot.press(*keys)
            await pilot.pause()
            assert last in rows(pilot)[-2]
            await pilot.press("up", "pageup")
            await pilot.pause()
            assert last not in rows(pilot)[-2]
            await pilot.press("home")
            await pilot.pause()
            assert rows(pilot) == top
        page = pilot.app.screen.query_one("#page")
        page.post_message(wheel(page, down=True))
        await pilot.pause()
        assert rows(pilot) != top
        page.post_message(wheel(page, down=False))
        await pilot.pause()
        assert rows(pilot) == top

    perform(player(language=language), script, size)


def test_help_tells_the_letters_over_the_timeline() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("question_mark", "end")
        await pilot.pause()
        seen = text(pilot)
        assert "   j c          step loss of that side" in seen
        assert "   J C          unit of that side eliminated" in seen
        assert "   3 .. 9       number of losses in that column" in seen

    perform(player(), script)
