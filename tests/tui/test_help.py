"""The page of keys, commands and signs: complete, and at every size within reach."""

import pytest
from textual.pilot import Pilot

from senpu.logs.record import LIBRARY
from senpu.tui.app import SenpuApp
from senpu.tui.keys import NOTE_ENTRY, RECORDING
from senpu.tui.palette_commands import GROUPS
from senpu.tui.screens.help import HelpScreen
from senpu.tui.screens.palette import describe_command
from tests.tui.stage import perform, player, playing, rows, settled, text
from tests.tui.test_mouse import wheel


def opened(pilot: Pilot[None]) -> HelpScreen:
    screen = pilot.app.screen
    assert isinstance(screen, HelpScreen)
    return screen


def of_hexes(language: str = "en", ascii_only: bool = False) -> SenpuApp:
    return player(LIBRARY / "russojapanese" / "learn.senpu", 20, language, ascii_only)


def slow(*values: object) -> object:
    return pytest.param(*values, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    ("size", "most", "language"),
    [
        ((80, 24), 2, "en"), slow((160, 50), 1, "en"), slow((80, 24), 2, "ja"),
        slow((160, 50), 1, "ja"), slow((80, 24), 2, "ascii"), slow((160, 50), 1, "ascii"),
    ],
)  # fmt: skip
def test_all_keys_and_commands_are_on_one_page_or_on_two_small_ones(
    size: tuple[int, int], most: int, language: str
) -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = playing(pilot)
        commands = screen.senpu.list_commands(screen)
        await pilot.press("question_mark")
        await pilot.pause()
        page = opened(pilot).page
        assert page.count <= most
        seen = ""
        for _ in range(page.count):
            assert len(rows(pilot)) == size[1]
            seen += text(pilot)
            await pilot.press("pagedown")
            await pilot.pause()
        assert ".. " not in seen.replace("3..9", "").replace("1..9", "")
        whole = "".join(seen.split())
        for key in (*screen.KEYS, *RECORDING, *NOTE_ENTRY):
            assert f"  {page.look.name_keys(key)} " in seen
            assert "".join(page.look.word(f"help_{key.word}").split()) in whole
        without_key = (each for each in commands if each.key is None)
        for command in (each for each in without_key if each.group in GROUPS[:-1]):
            assert describe_command(command, page.look)[0].split()[0] in whole

    perform(of_hexes("ja" if language == "ja" else "en", language == "ascii"), script, size)


def find_lit(pilot: Pilot[None]) -> list[str]:
    """Return the last texts in the colour of the ground on a full colour."""
    assert isinstance(pilot.app, SenpuApp)
    colours = pilot.app.look().palette.colours
    full = {colours[role] for role in ("now", "error", "note")}
    return [
        segment.text.strip()
        for strip in pilot.app.screen._compositor.render_strips()
        for segment in strip
        if segment.style
        and segment.style.bgcolor in full
        and segment.style.color == colours["background"]
    ][-1:]


@pytest.mark.parametrize(
    ("keys", "lit"),
    [
        ("w", "Study"),
        slow("", "Read"),
        slow("v", "Verify"),
        slow("j", "Annotate"),
        slow("a", "Record"),
    ],
)
def test_the_current_task_is_lit(keys: str, lit: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press(*keys)
        await settled(pilot)
        assert find_lit(pilot) == [lit]
        await pilot.press("question_mark")
        await pilot.pause()
        assert find_lit(pilot) == [lit]

    perform(of_hexes(), script, (160, 50))


@pytest.mark.parametrize("key", ["escape", slow("q"), slow("question_mark")])
def test_pages_are_turned_and_left(key: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        await pilot.pause()
        page, first = opened(pilot).page, rows(pilot)
        last = page.count - 1
        assert last > 1
        for way, number in (
            ("pagedown", 1), ("up", 0), ("space", 1), ("end", last), ("right", last), ("home", 0)
        ):  # fmt: skip
            await pilot.press(way)
            await pilot.pause()
            assert page.number == number
        assert rows(pilot) == first
        page.post_message(wheel(page, down=True))
        await pilot.pause()
        assert page.number == 1
        page.post_message(wheel(page, down=False))
        await pilot.press("x")
        await pilot.pause()
        assert page.number == 0
        await pilot.press(key)
        await pilot.pause()
        assert playing(pilot)

    perform(player(), script, (40, 12))


def test_a_screen_without_room_for_a_block_splits_it() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        for height in (1, 2, 3, 5):
            await pilot.resize_terminal(30, height)
            await pilot.press("end")
            await pilot.pause()
            assert len(rows(pilot)) == height

    perform(player(), script, (30, 5))
