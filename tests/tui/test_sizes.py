"""Terminal sizes from 40x12 to 400x120 and below: no crash, no overflow, no missing part."""

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from senpu.tui.screens.arrangement import MapSizes, arrange_areas
from tests.tui.stage import RETREAT, Script, perform, player, playing, rows, text
from tests.tui.test_hex_player import OPEN_PARTS

SIZES = [
    (40, 12), (60, 15), (79, 24), (80, 20), (80, 24), (80, 50), (100, 30), (116, 24), (120, 40),
    (149, 60), (150, 37), (150, 38), (160, 50), (200, 60), (250, 80), (400, 120),
]  # fmt: skip


@pytest.mark.parametrize("language", ["en", "ja"])
def test_each_size_shows_position_sentence_list_and_keys(language: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            seen = rows(pilot)
            assert len(seen) == size[1]
            assert all(cell_len(row) <= size[0] for row in seen)
            assert "38 / 170" in seen[0]
            assert "c2<G" in text(pilot)
            assert "? " in seen[-1]

    perform(player(at=RETREAT, language=language), script)


def test_the_plan_is_drawn_from_80x24_on_and_on_narrow_tall_screens() -> None:
    async def script(pilot: Pilot[None]) -> None:
        for size in ((80, 24), (120, 40), (160, 50), (400, 120), (48, 60), (60, 80)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert "─ A ─" in text(pilot)
            assert "▹" in text(pilot)

    perform(player(at=RETREAT), script)


def test_a_small_terminal_lists_areas_and_says_what_the_plan_needs() -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert "The map needs 80x20" in rows(pilot)[-1]
        assert any(row.startswith("▸G +2") for row in rows(pilot))

    perform(player(at=RETREAT), script, (60, 20))


@pytest.mark.parametrize("size", [(10, 3), (23, 12), (30, 5), (1, 1)], ids=str)
def test_no_size_is_too_small_to_live_on(size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("right")
        assert playing(pilot).position == RETREAT + 1

    perform(player(at=RETREAT), script, size)


def test_resizing_back_and_forth_loses_nothing() -> None:
    async def script(pilot: Pilot[None]) -> None:
        before = text(pilot)
        for size in ((40, 12), (400, 120), (20, 4), (160, 50), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert len(rows(pilot)) == size[1]
        after = rows(pilot)
        assert after[:14] == before.splitlines()[:14]
        assert any(row.startswith("▸  38  J g1*E.c2") for row in after)

    perform(player(at=RETREAT), script)


PANELS: list[str] = ["w", "o", "s", "quotation_mark", "v"]


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40), (160, 50)], ids=str)
def test_each_panel_fits_each_size(size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[None]) -> None:
        for key in PANELS:
            await pilot.press(key)
            await pilot.pause()
            assert all(cell_len(row) <= size[0] for row in rows(pilot))

    perform(player(at=RETREAT), script, size)


def steps(numbers: range) -> Script:
    async def script(pilot: Pilot[None]) -> None:
        screen = playing(pilot)
        for number in numbers:
            screen.go_to(number)
            await pilot.pause()
            width = pilot.app.size.width
            assert all(cell_len(row) <= width for row in rows(pilot))

    return script


@pytest.mark.slow
@pytest.mark.parametrize(("language", "first"), [("en", 0), ("ja", 2)])
def test_positions_of_a_whole_game_are_shown(language: str, first: int) -> None:
    perform(player(language=language), steps(range(first, 171, 4)), (160, 50))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "language"), [((80, 24), "en"), ((120, 40), "en"), ((160, 50), "ja")], ids=str
)
def test_every_position_of_a_game_is_shown(size: tuple[int, int], language: str) -> None:
    perform(player(language=language), steps(range(171)), size)


def test_no_part_overlaps_another_at_any_size() -> None:
    needs = MapSizes((79, 11), lambda width, most: min(most, 31))
    for width in range(24, 420, 7):
        for height in range(6, 130, 5):
            for shown in OPEN_PARTS:
                regions = arrange_areas(width, height, needs, shown).regions
                for region in regions.values():
                    assert region.x >= 0
                    assert region.right <= width, (width, height, regions)
                    assert region.y >= 0
                    assert region.bottom <= height, (width, height, regions)
                parts = list(regions.values())
                for at, one in enumerate(parts):
                    for other in parts[at + 1 :]:
                        assert not one.overlaps(other), (width, height, regions)
