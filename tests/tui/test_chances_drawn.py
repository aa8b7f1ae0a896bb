"""Tests of the bar and the graph of win probabilities at every size, in every look."""

from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

import tests.toy_cards  # noqa: F401 - registers a rule set with hidden parts
from senpu.replay.analysis.confidence import GameResults
from senpu.tui.render.win_probability_report import divide_width, find_bracket
from senpu.tui.screens.arrangement import (
    MapSizes,
    OpenParts,
    add_rows,
    arrange_areas,
    arrange_hexes,
    count_win_probability_rows,
)
from senpu.tui.screens.review_controller import ROWS
from tests.tui.foresight import (
    bar_of,
    fixed_value,
    graph,
    press_playouts,
    with_playouts_by,
)
from tests.tui.hex_game import GAME as HEX_PLAYER
from tests.tui.stage import (
    CLUB_NIGHT,
    RETREAT,
    Size,
    part,
    perform,
    player,
    playing,
    rows,
    settled,
)
from tests.tui.test_pictures import compare

pytestmark = pytest.mark.usefixtures("fixed_value")
assert fixed_value

SIZES = [(40, 12), (80, 24), (120, 40), (160, 50)]


@pytest.mark.parametrize(("game", "face"), [("areas", "ascii"), ("hexes", "ja")])
def test_it_fits_every_size(game: str, face: str) -> None:
    language = "ja" if face == "ja" else "en"
    source, at = (CLUB_NIGHT, RETREAT) if game == "areas" else (HEX_PLAYER, 12)
    app = player(source, at, language, face == "ascii")
    with_playouts_by(app)

    async def script(pilot: Pilot[None]) -> None:
        await press_playouts(pilot)
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await settled(pilot)
            seen = rows(pilot)
            assert len(seen) == size[1]
            assert all(cell_len(row) <= size[0] for row in seen)
            assert face != "ascii" or all(row.isascii() for row in seen)
            assert "66" in bar_of(pilot) or "78" in bar_of(pilot)
            assert any(sign in bar_of(pilot) for sign in "█#")
            if size != (40, 12) or game == "areas":
                assert set(graph(pilot)) & set("▁▂▃▄▅▆▇█0123456789")

    perform(app, script)


@pytest.mark.parametrize(
    ("name", "game", "at", "size", "ascii_only"),
    [
        ("chances_80x24_en", CLUB_NIGHT, RETREAT, (80, 24), False),
        ("chances_hexes_80x24_ascii", HEX_PLAYER, 12, (80, 24), True),
    ],
)
def test_a_picture(name: str, game: Path | str, at: int, size: Size, ascii_only: bool) -> None:
    app = player(game, at, ascii_only=ascii_only)
    with_playouts_by(app)

    async def script(pilot: Pilot[None]) -> None:
        await press_playouts(pilot)
        await pilot.press("left", "right")
        await settled(pilot)
        compare(name, rows(pilot))

    perform(app, script, size)


def test_without_colours_the_cell_of_the_cursor_is_distinct(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = player(at=RETREAT)
    with_playouts_by(app)

    async def script(pilot: Pilot[None]) -> None:
        await press_playouts(pilot)
        screen = playing(pilot)
        x = screen.track.strand.cell(RETREAT)
        (cell,) = screen.track.render_line(0).crop(x, x + 1)
        assert cell.style
        assert cell.style.underline

    perform(app, script)


def test_no_part_overlaps_another() -> None:
    needs = MapSizes((79, 11), lambda width, most: min(most, 31))
    for width in range(24, 220, 13):
        for height in range(9, 90):
            valued, marks = count_win_probability_rows(height), int(height >= ROWS)
            more = valued + marks
            for found in (
                arrange_areas(width, height - more, needs, OpenParts()).regions,
                arrange_hexes(
                    width, height - more, [(110, 45), (84, 34)], OpenParts(), more
                ).regions,
            ):
                regions = list(add_rows(found, valued, marks).values())
                assert max(region.bottom for region in regions) <= height
                for at, one in enumerate(regions):
                    assert not any(one.overlaps(other) for other in regions[at + 1 :])


def test_a_whole_map_of_hexes_keeps_its_zoom() -> None:
    app = player(HEX_PLAYER, 12)
    with_playouts_by(app)

    async def script(pilot: Pilot[None]) -> None:
        width = playing(pilot).map.size.width
        await press_playouts(pilot)
        assert playing(pilot).map.size.width == width
        assert any("Nanjing" in row for row in part(playing(pilot).map))

    perform(app, script, (160, 50))


# ---- numbers --------------------------------------------------------------------------------


def test_parts_of_a_bar_add_up_to_it() -> None:
    for counts in ((1, 0, 0), (0, 0, 7), (1, 1, 1), (62, 3, 35), (999, 0, 1)):
        for room in (1, 2, 10, 33):
            assert sum(divide_width(counts, room)) == room


def test_brackets_stay_within_the_bar() -> None:
    for wins in (0, 1, 50, 99, 100):
        for room in (2, 10, 77):
            low, high = find_bracket(
                GameResults(100, (wins, 100 - wins)).win_rate_interval(0), room
            )
            assert 0 <= low <= high < room
            assert low <= wins * room / 100 <= high + 1
