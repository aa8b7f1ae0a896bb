"""Maps of hexes of any shape: boxes find room, and what is on the map is drawn and explained."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from senpu.notation.faults import text_width
from senpu.replay.core.narration import Narrator
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import Board
from senpu.replay.parts.hexes import HexGrid
from senpu.spec.data import Value, Values
from senpu.spec.loader import Spec
from senpu.tui.boards.hex_boxes import compute_rect, place_tiles
from senpu.tui.boards.hex_chart import STEPS, Geometry, build_chart
from senpu.tui.boards.signs import DRAWN
from senpu.tui.pictures.captions import Narrators
from senpu.tui.pictures.hexes import HexMapPicture, render_legend
from senpu.tui.render.text_maps import plan_map
from senpu.tui.widgets.hex_legend import build_legend
from senpu.tui.widgets.hex_pens import CLOSED, WEIGHTS, choose_pen
from senpu.tui.widgets.painting import Look
from tests.tui.test_area_plan import PALETTE

CELLS = st.sets(st.tuples(st.integers(1, 6), st.integers(1, 8)), min_size=1, max_size=30)
TILES = st.lists(
    st.tuples(*[st.integers(0, 9)] * 2, st.integers(1, 9), st.integers(1, 3)), max_size=4
)


@settings(max_examples=60)
@given(CELLS, TILES, st.sampled_from(("even", "odd")), st.booleans())
def test_no_box_covers_a_hex_or_a_box(
    cells: set[tuple[int, int]], tiles: list[tuple[int, ...]], shifted: str, has_legend: bool
) -> None:
    table = {"top": 1, "bottom": 6, "left": 1, "right": 8, "shifted": shifted}
    grid = HexGrid(table, [f"{row:02}{column:02}" for row, column in cells])
    legend = (0, 4, 6, 2) if has_legend else ()
    placed = place_tiles(grid, tiles, legend)
    assert [tile[2:] for tile in placed.tiles] == [tile[2:] for tile in tiles]
    assert placed.legend[2:] in ((), legend[2:])
    for wide in STEPS:
        geometry = Geometry(grid, wide, (placed.columns, placed.rows))
        every = [*placed.tiles, placed.legend] if placed.legend else placed.tiles
        rects = [compute_rect(tile, wide, wide // 2) for tile in every]
        taken = [
            {(x, y) for x in range(r.x, r.x + r.width) for y in range(r.y, r.y + r.height)}
            for r in rects
        ]
        assert all(not one & other for one, other in combinations(taken, 2))
        assert all(
            0 <= x < geometry.width and 0 <= y < geometry.height and geometry.hex_at(x, y) < 0
            for each in taken
            for x, y in each
        )


def test_a_box_with_room_stays() -> None:
    spec = open_rules("russojapanese/bonsai-2018").spec
    chart = build_chart(spec)
    tiles = {box.id: box.tile for box in spec.game.box}
    assert {box.id: box.tile for box in chart.boxes}.items() <= tiles.items()
    assert chart.legend == spec.game.legend


NANJING = "nanjing1937/bonsai-2016"


def change(spec: Spec, table: str, **entries: list[str]) -> Spec:
    """Return a rule set with other lists in a table."""
    values = {key: Value(value, "printed", "map") for key, value in entries.items()}
    tables = {**spec.values.tables, table: {**spec.values.tables[table], **values}}
    return replace(spec, values=Values(tables, spec.values.names, spec.values.known))


def explain(spec: Spec) -> list[str]:
    """Return the text of the map and the legends of text, viewer and picture."""
    narrator, pen = Narrator(spec), choose_pen(False, False)
    look = Look(PALETTE, DRAWN, "en")
    legend = build_legend(build_chart(spec), narrator, look, pen)
    drawing = HexMapPicture(Narrators(spec, ("en",)))
    return [
        "\n".join(plan_map(spec, Board((), {}, ()), narrator)),
        "\n".join("".join(piece.text for piece in group) for group in legend),
        render_legend(drawing, drawing.narrators, narrator, 900)[0],
        drawing.ground().replace('class="water impassable"', "impassable"),
    ]


@pytest.mark.parametrize(
    ("table", "key", "hexes", "word"),
    [
        ("impassable", "white", ["0901-0902", "0902-1001"], "impassable"),
        ("river", "shuiyang", [], "river"),
        ("place", "port", [], "port"),
    ],
)
def test_what_is_on_the_map_is_drawn_and_explained_and_nothing_else(
    table: str, key: str, hexes: list[str], word: str
) -> None:
    spec = open_rules(NANJING).spec
    every: dict[str, list[str]] = {}
    if table != "place":
        every = {name: [] for name in spec.values.tables[table]}
    empty, filled = change(spec, table, **every | {key: []}), change(spec, table, **{key: hexes})
    for without in explain(empty)[:3]:
        assert f" {word}" not in without.replace(f"major {word}", "")
    if hexes:
        assert all(word in each for each in explain(filled))
        assert explain(filled)[0].count("%%%%") == 1


def test_an_impassable_side_has_a_sign_of_its_own_without_colour() -> None:
    for plain, outlines in ((False, False), (False, True), (True, False)):
        pen = choose_pen(plain, outlines)
        others = {pen.sample(weight) for weight in WEIGHTS.values() if weight != CLOSED}
        assert pen.sample(CLOSED) not in others


def test_a_long_name_without_a_short_one_is_cut_to_its_hex() -> None:
    spec = open_rules(NANJING).spec
    names = {"place_name": {(language, "0213"): Value("日本語の長い名前", "printed", "map")
                            for language in ("en", "ja")}}  # fmt: skip
    spec = replace(spec, values=Values(spec.values.tables, names, spec.values.known))
    chart = build_chart(spec)
    full, short = chart.names[chart.grid.index["0213"]]
    assert full["en"] == "日本語の長い名前"
    assert text_width(short["en"]) <= 5
    rows = plan_map(spec, Board((), {}, ()), Narrator(spec))
    assert len({text_width(row) for row in rows[4:5]}) == 1
    assert any("日本." in row for row in rows)
