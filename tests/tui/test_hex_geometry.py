"""Tests of the cells of hexes, for both staggers, and of the maps of the data."""

from itertools import product

import pytest

from senpu.logs.record import record_from
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.parts.hexes import NOWHERE
from senpu.tui.boards.hex_chart import (
    NE,
    NW,
    SE,
    STEPS,
    SW,
    Chart,
    E,
    Geometry,
    W,
    build_chart,
    find_window,
)
from tests.tui.hex_game import GAME, other_chart

CHARTS = {
    "even": build_chart(open_timeline(record_from(GAME)).rules.spec),
    "odd": other_chart(),
}


@pytest.fixture(params=CHARTS)
def chart(request: pytest.FixtureRequest) -> Chart:
    return CHARTS[request.param]


@pytest.mark.parametrize("wide", STEPS)
def test_every_cell_of_a_hex_maps_back_to_it(chart: Chart, wide: int) -> None:
    geometry = Geometry(chart.grid, wide)
    found: dict[int, int] = {}
    for x, y in product(range(-2, geometry.width + 2), range(-2, geometry.height + 2)):
        number = geometry.hex_at(x, y)
        if number != NOWHERE:
            found[number] = found.get(number, 0) + 1
            left, top = geometry.corners[number]
            assert left <= x < left + wide
            assert top <= y <= top + geometry.high
    assert len(found) == len(chart.grid.ids)
    # The two slanted rows of a hex together are one row, at any place.
    assert set(found.values()) == {wide * geometry.high}


@pytest.mark.parametrize("wide", STEPS)
def test_a_neighbour_lies_across_the_side_and_the_link_ends_in_its_middle(
    chart: Chart, wide: int
) -> None:
    geometry = Geometry(chart.grid, wide)
    for number, near in enumerate(chart.grid.neighbours):
        for way in (NE, E, SE, SW, W, NW):
            other = near[way]
            if other == NOWHERE:
                continue
            assert geometry.side(number, way) == geometry.side(other, (way + 3) % 6)
            cells = list(geometry.link(number, way))
            x, y = geometry.centres[other]
            last = cells[-1]
            assert max(abs(last[0] - x), abs(last[1] - y)) == 1
            assert geometry.crossing(number, way) in cells
            back = geometry.crossing(other, (way + 3) % 6)
            assert geometry.crossing(number, way) == back


@pytest.mark.parametrize("wide", STEPS)
def test_the_sides_of_a_hex_lie_around_it(chart: Chart, wide: int) -> None:
    geometry = Geometry(chart.grid, wide)
    for number, (left, top) in enumerate(geometry.corners):
        spots = [spot for way in range(6) for spot in geometry.side(number, way)]
        assert len({(spot.x, spot.y) for spot in spots}) == 2 * wide + 2 * (geometry.high - 1)
        assert all(left <= spot.x <= left + wide for spot in spots)
        assert all(top <= spot.y <= top + geometry.high for spot in spots)


def test_slants_rise_evenly() -> None:
    grid = other_chart().grid
    assert Geometry(grid, 8).heights == (1, 3, 5, 7, 7, 5, 3, 1)
    assert Geometry(grid, 6).heights == (1, 4, 7, 7, 4, 1)
    assert Geometry(grid, 4).heights == (2, 6, 6, 2)


def test_a_window_keeps_to_the_map_or_centres_it() -> None:
    assert [find_window(at, 10, 30) for at in (-5, 7, 25)] == [0, 7, 20]
    assert find_window(3, 30, 10) == -10


def test_what_the_data_say_is_at_a_hex() -> None:
    chart = other_chart()
    index = chart.grid.index
    assert chart.signs[index["2503"]] == "@p"
    assert chart.kinds[index["2503"]] == ("city", "port")
    assert chart.signs[index["2402"]] == "o"
    assert chart.way(index["2502"], index["2503"]) == E
    assert chart.way(index["2502"], index["2602"]) == NW
    assert chart.way(index["2604"], index["2402"]) == -1
    assert index["2602"] in chart.bordering[index["2502"]]


def test_a_route_is_a_step_or_runs_along_the_rails() -> None:
    chart = other_chart()
    index, ids = chart.grid.index, chart.grid.ids

    def route(start: str, goal: str) -> str:
        return " ".join(ids[n] for n in chart.route(index[start], index[goal]))

    assert route("2502", "2501") == "2502 2501"
    assert route("2604", "2402") == "2604 2503 2502 2402"
    assert route("2604", "2501") == "2604 2501"
