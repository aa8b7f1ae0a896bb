"""Maps of areas with any adjacent pairs and tiles: each pair can be read in text and pictures."""

import re
from collections.abc import Mapping
from functools import cache
from itertools import combinations
from xml.etree import ElementTree as ET

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from senpu.logs.record import open_record
from senpu.replay.core.narration import Narrator
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import Board
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.spec.data import Value, Values
from senpu.spec.game_file import Area
from senpu.spec.loader import Spec
from senpu.tui.boards.area_routes import RouteMap, find_route
from senpu.tui.boards.area_tiling import (
    TileBox,
    TileSizes,
    build_map_plan,
    compute_lines,
    find_border,
)
from senpu.tui.boards.scene import Scene, build_scene
from senpu.tui.boards.signs import DRAWN, PLAIN, Signs
from senpu.tui.pictures.areas import AreaMapPicture
from senpu.tui.pictures.captions import Narrators
from senpu.tui.render.text_maps import EVEN, LEAST, draw_map
from senpu.tui.widgets.area_map import AreaMap
from senpu.tui.widgets.painting import Look
from tests.tui.stage import NIGHT_ATTACK
from tests.tui.test_area_plan import PALETTE

GAMES = ("800/bonsai-2021", "incident1932/bonsai-2016")
Pairs = set[tuple[str, str]]


def make_spec(ident: str, joined: Pairs, tiles: Mapping[str, tuple[int, ...]]) -> Spec:
    """Return a rule set with other adjacent pairs and tiles."""
    spec = open_rules(ident).spec
    areas = tuple(Area(area.id, tiles.get(area.id, area.tile)) for area in spec.areas)
    pairs = {f"{one}-{other}": Value(True, "printed", "map") for one, other in joined}
    values = Values({**spec.values.tables, "adjacent": pairs})
    return replace(spec, areas=areas, values=values)


@st.composite
def maps(draw: st.DrawFn) -> tuple[str, Pairs, dict[str, tuple[int, ...]]]:
    """Return a game with random pairs: none, all, or some; and with random tiles."""
    ident = draw(st.sampled_from(GAMES))
    areas = [area.id for area in open_rules(ident).spec.areas]
    every = list(combinations(areas, 2))
    joined = draw(
        st.sampled_from((set[tuple[str, str]](), set(every))) | st.sets(st.sampled_from(every))
    )
    tile = st.tuples(*[st.integers(0, 6)] * 2, *[st.integers(1, 4)] * 2)
    tiles = draw(st.dictionaries(st.sampled_from(areas), tile))
    return ident, joined, tiles


def sort_pairs(pairs: Pairs) -> Pairs:
    """Return pairs with their areas in order."""
    return {(min(pair), max(pair)) for pair in pairs}


def read_links(areas: Mapping[str, str]) -> Pairs:
    """Return the pairs that the references in the texts of areas name, each from both sides."""
    named = {
        (area, other)
        for area, text in areas.items()
        for found in re.findall(r"(?:⇄|<>)([\w,]+)", text)
        for other in found.split(",")
        if other
    }
    assert all((other, area) in named for area, other in named)
    return {(one, other) for one, other in named if one < other}


def read_text(spec: Spec, signs: Signs) -> Pairs:
    """Return the adjacent pairs of the map as text."""
    plan = build_map_plan(spec)
    rows = draw_map(spec, Board((), {}, ()), Narrator(spec), signs)
    width, height = TileSizes(plan, *(EVEN if plan.is_even else LEAST), signs.linked).least
    xs, ys = compute_lines(plan.columns, width - 1), compute_lines(plan.rows, height - 1)
    boxes = {
        area: TileBox(xs[left], ys[top], xs[right], ys[bottom])
        for area, (left, top, right, bottom) in plan.tiles.items()
    }
    return read_cells(rows, boxes, signs)


def read_viewer(spec: Spec, signs: Signs, more: int) -> Pairs:
    """Return the adjacent pairs of the map in the viewer, `more` cells larger than the smallest."""
    area_map = AreaMap(Look(PALETTE, signs, "en"), Narrator(spec))
    position = Board((), {}, ())
    area_map.scene = replace(start_scene(), board=position, slots={})
    width, height = area_map.least
    rows = [strip.text for strip in area_map.paint(width + more, height + more)]
    assert area_map._grid is not None
    return read_cells(rows, area_map._grid.boxes, signs)


@cache
def start_scene() -> Scene:
    """Return the start of a game."""
    return build_scene(open_timeline(open_record(NIGHT_ATTACK)), 0)


def read_cells(rows: list[str], boxes: Mapping[str, TileBox], signs: Signs) -> Pairs:
    """Return the adjacent pairs of a map in cells."""
    cells, texts = [row.ljust(max(map(len, rows))) for row in rows], dict[str, str]()
    for area, box in boxes.items():
        texts[area] = "\n".join(
            row[box.left + 1 : box.right] for row in cells[box.top : box.bottom]
        )
        assert area in re.findall(r"\w+", texts[area].partition("\n")[0])
    found = read_links(texts)
    for one, other in combinations(boxes, 2):
        border, box = find_border(boxes[one], boxes[other]), boxes[one]
        if border is not None:
            fixed = (box.top, box.right, box.bottom, box.left)[border.way]
            inner = range(border.start + 1, border.end)
            edge = {cells[fixed][at] if border.way in (0, 2) else cells[at][fixed] for at in inner}
            if not edge & set(signs.closed):
                found.add((one, other))
    return found


def read_picture(spec: Spec) -> Pairs:
    """Return the adjacent pairs of the map as a picture."""
    drawing = AreaMapPicture(Narrators(spec, ("en",)))
    root = ET.fromstring(f"<svg>{drawing.ground()}</svg>")
    every = [each for each in root.iter() if each.get("class") in ("area", "linked", "closed")]
    frames = [tuple(float(each.attrib[key]) for key in ("x", "y", "width", "height"))
              for each in root.iter() if each.get("class") == "tile"]  # fmt: skip
    names, texts = dict[tuple[float, ...], str](), dict[str, str]()
    closed = list[tuple[float, float]]()
    area = ""
    for each in every:
        if each.get("class") == "closed":
            numbers = [float(number) for number in re.findall(r"-?[\d.]+", each.attrib["d"])]
            closed.append((sum(numbers[::2]) / 4, sum(numbers[1::2]) / 4))
        elif each.get("class") == "area":
            area = each.text or ""
            x, y = float(each.attrib["x"]), float(each.attrib["y"])
            (frame,) = [f for f in frames if f[0] < x < f[0] + f[2] and f[1] < y < f[1] + f[3]]
            names[frame], texts[area] = area, ""
        else:
            texts[area] += f"{each.text or ''}\n"
    found = read_links(texts)
    for (one, a), (other, b) in combinations(names.items(), 2):
        left, right = max(one[0], other[0]), min(one[0] + one[2], other[0] + other[2])
        top, bottom = max(one[1], other[1]), min(one[1] + one[3], other[1] + other[3])
        if min(right - left, bottom - top) > -0.2 and max(right - left, bottom - top) > 1:
            middle = (left + right) / 2, (top + bottom) / 2
            if not any(abs(x - middle[0]) + abs(y - middle[1]) < 1 for x, y in closed):
                found.add((a, b))
    return found


@settings(max_examples=22)
@given(maps(), st.integers(0, 9))
def test_each_pair_of_any_map_can_be_read(
    made: tuple[str, Pairs, dict[str, tuple[int, ...]]], more: int
) -> None:
    spec, joined = make_spec(*made), sort_pairs(made[1])
    for signs in (PLAIN, DRAWN):
        assert sort_pairs(read_text(spec, signs)) == joined
        assert sort_pairs(read_viewer(spec, signs, more)) == joined
    assert sort_pairs(read_picture(spec)) == joined


def test_an_arrow_crosses_a_closed_edge_only_if_there_is_no_other_way() -> None:
    boxes = {"A": TileBox(0, 0, 10, 6), "B": TileBox(10, 0, 20, 6), "C": TileBox(0, 6, 20, 12)}
    for closed, through in (((), False), ((("A", "B"),), True), ((("A", "B"), ("B", "C")), False)):
        cells = find_route(RouteMap(boxes, lambda _: True, closed), ("A", "B"))
        assert any(y > 6 for _, y in cells) == through
        assert ((10, 3) in cells) == (not through)
