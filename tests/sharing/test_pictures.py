"""Tests of `senpu export --to svg`: a position as a single picture."""

import re
import xml.etree.ElementTree as ET
from itertools import combinations

import pytest

from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import Timeline
from senpu.tui.boards.scene import build_scene
from senpu.tui.pictures.areas import AreaMapPicture
from senpu.tui.pictures.captions import Narrators
from senpu.tui.pictures.hexes import REACH, WIDE, HexMapPicture
from senpu.tui.pictures.maps import ROOMY, SMALLER, fill_tile
from senpu.tui.pictures.picture import PositionDrawing, render_picture
from tests.sharing.documents import (
    SHARED,
    SVG,
    drawn,
    every_rule_set,
    ids,
    opened,
    placed,
    read_picture,
)

EVERY = pytest.mark.parametrize("name", SHARED)


def some(timeline: Timeline) -> list[int]:
    """The first position, the last, and some between."""
    return sorted({0, 1, *range(3, timeline.last, 7), timeline.last})


def test_there_is_a_game_of_every_rule_set() -> None:
    played = {opened(name).rules.spec.id for name in SHARED}
    assert every_rule_set() - played == set(), "SHARED (documents.py) has no game of it"
    assert played - every_rule_set() == set()


# ---- the document ---------------------------------------------------------------------------


@EVERY
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("theme", ["day", "night"])
def test_it_is_well_formed_and_says_what_it_shows(name: str, language: str, theme: str) -> None:
    root = read_picture(drawn(name, "end", language, theme))
    spec = opened(name).rules.spec
    assert root.attrib["role"] == "img"
    assert root.attrib["lang"] == language
    assert spec.title(language) in (root.findtext(f"{SVG}title") or "")
    described = root.findtext(f"{SVG}desc") or ""
    for unit in spec.units:
        if any(each.attrib.get("id") == f"unit-{unit.id}" for each in root.iter()):
            assert re.search(rf"\b{unit.id}\b", described)
    labelled = root.attrib["aria-labelledby"].split()
    assert labelled == ["title", "desc"]
    assert set(labelled) <= set(ids(root))


@EVERY
def test_no_id_occurs_twice(name: str) -> None:
    found = ids(read_picture(drawn(name)))
    assert len(found) == len(set(found))


@EVERY
def test_it_needs_nothing_but_itself(name: str) -> None:
    text = drawn(name).replace('xmlns="http://www.w3.org/2000/svg"', "")
    for word in (
        "http:",
        "https:",
        "url(",
        "href",
        "@import",
        "<script",
        "<image",
        "<use",
        "data:",
    ):
        assert word not in text


@EVERY
def test_the_same_log_gives_the_same_bytes(name: str) -> None:
    timeline = opened(name)
    again = render_picture(timeline, timeline.last, Narrator(timeline.rules.spec), "day")
    assert again == drawn(name)


@EVERY
@pytest.mark.parametrize("theme", ["day", "night"])
def test_every_class_has_a_rule_and_every_rule_a_colour(name: str, theme: str) -> None:
    root = read_picture(drawn(name, "end", "en", theme))
    style = root.findtext(f"{SVG}style") or ""
    ruled = set(re.findall(r"\.([a-z_][\w-]*)", style.replace(f".senpu-{theme} ", "")))
    used = {cls for each in root.iter() for cls in each.attrib.get("class", "").split()}
    assert used - ruled - {f"senpu-{theme}"} == set()
    assert "{" not in re.sub(r"\{[^{}]*\}", "", style)


def test_one_language_is_in_a_picture() -> None:
    for name in SHARED:
        assert " lang=" not in drawn(name).partition(">")[2]


# ---- the drawing ----------------------------------------------------------------------------


@pytest.mark.slow
@EVERY
def test_every_unit_is_drawn_once_wherever_it_is(name: str) -> None:
    timeline = opened(name)
    narrator = Narrator(timeline.rules.spec)
    for number in some(timeline):
        root = read_picture(render_picture(timeline, number, narrator))
        units = [each for each in ids(root) if each.startswith("unit-")]
        board = timeline.rules.board(timeline.get_position(number).state)
        assert sorted(units) == sorted(f"unit-{piece.id}" for piece in board.pieces)


@EVERY
def test_a_counter_has_the_shape_of_its_side(name: str) -> None:
    """Square for the first side, rounded for the second: not by colour alone."""
    root = read_picture(drawn(name))
    timeline = opened(name)
    first = timeline.rules.spec.sides[0].id
    for piece in timeline.rules.board(timeline.get_position(timeline.last).state).pieces:
        (group,) = (each for each in root.iter() if each.attrib.get("id") == f"unit-{piece.id}")
        shape = group.find(f"{SVG}rect")
        assert shape is not None
        corner = float(shape.attrib["rx"])
        least = min(float(shape.attrib[size]) for size in ("width", "height"))
        assert corner == 2 if piece.side == first else corner >= least / 3


@pytest.mark.slow
@EVERY
def test_a_counter_has_its_id_and_its_strength_on_it(name: str) -> None:
    timeline = opened(name)
    for number in some(timeline):
        root = read_picture(drawn(name, number))
        for piece in timeline.rules.board(timeline.get_position(number).state).pieces:
            (group,) = (e for e in root.iter() if e.attrib.get("id") == f"unit-{piece.id}")
            texts = " ".join(each.text or "" for each in group.iter(f"{SVG}text"))
            assert piece.id in texts.split()
            shape = group.find(f"{SVG}rect")
            assert shape is not None
            if float(shape.attrib["width"]) > 20:  # else there is no room for it
                assert piece.strength in texts.split()
            title = group.findtext(f"{SVG}title") or ""
            assert piece.id in title
            assert piece.place in title


@EVERY
def test_a_counter_is_in_its_place_and_on_no_other(name: str) -> None:
    timeline = opened(name)
    narrators = Narrators(timeline.rules.spec, ("en",))
    for number in some(timeline):
        scene = build_scene(timeline, number)
        drawing = PositionDrawing(narrators, [scene.board])
        spots = drawing.show(scene).spots
        board = drawing.map
        for piece in scene.board.pieces:
            x, y, form = spots[piece.id]
            if isinstance(board, AreaMapPicture) and piece.place in board.frames:
                frame = board.frames[piece.place]
                assert frame.x <= x - form.width / 2
                assert x + form.width / 2 <= frame.x + frame.width
                assert frame.y <= y - form.height / 2
                assert y + form.height / 2 <= frame.y + frame.height
            elif isinstance(board, HexMapPicture) and piece.place in board.index:
                centre = board.shapes.centres[board.index[piece.place]]
                assert abs(x - centre.x) + form.width / 2 <= WIDE / 2
                assert abs(y - centre.y) + form.height / 2 <= REACH
            assert x - form.width / 2 >= 0
            assert x + form.width / 2 <= drawing.width + 0.1
            assert y - form.height / 2 >= 0
            assert y + form.height / 2 <= drawing.height + 0.1
        for one, other in combinations(scene.board.pieces, 2):
            first, second = spots[one.id], spots[other.id]
            apart_x = abs(first.x - second.x) - (first.form.width + second.form.width) / 2
            apart_y = abs(first.y - second.y) - (first.form.height + second.form.height) / 2
            assert max(apart_x, apart_y) > -0.11, (number, one.id, other.id)


@EVERY
def test_no_count_is_above_its_maximum(name: str) -> None:
    texts = [each.text or "" for each in read_picture(drawn(name)).iter(f"{SVG}text")]
    counts = [found for each in texts for found in re.findall(r"(\d+) of (\d+)", each)]
    assert all(int(count) <= int(most) for count, most in counts)
    if name == "areas with points":
        assert "in J: 3 (2 needed)" in texts


@EVERY
def test_what_is_drawn_lies_within_the_picture(name: str) -> None:
    root = read_picture(drawn(name))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for each in root.iter(f"{SVG}text"):
        if "x" in each.attrib:
            assert -width <= float(each.attrib["x"]) <= width
            assert -height <= float(each.attrib["y"]) <= height


@pytest.mark.parametrize("name", ["hexes", "hexes with boxes"])
def test_who_holds_a_place_is_shown_by_a_shape(name: str) -> None:
    root = read_picture(drawn(name))
    timeline = opened(name)
    board = timeline.rules.board(timeline.get_position(timeline.last).state)
    sides = [side.id for side in timeline.rules.spec.sides]
    (layer,) = (each for each in root.iter() if each.attrib.get("id") == "noted")
    shapes = [each.tag.removeprefix(SVG) for each in layer]
    chart = HexMapPicture(Narrators(timeline.rules.spec, ("en",))).chart
    held = {chart.grid.ids[at]: side for at, side in chart.owners.items()} | board.control
    holders = list(held.values())
    assert shapes.count("rect") == holders.count(sides[0])
    assert shapes.count("circle") == holders.count(sides[1])


def test_rivers_and_rails_of_the_data_are_all_drawn() -> None:
    timeline = opened("hexes")
    board = HexMapPicture(Narrators(timeline.rules.spec, ("en",)))
    root = read_picture(drawn("hexes"))
    for name, across in board.chart.sides:
        lines = [
            each.attrib["d"] for each in root.iter() if each.attrib.get("class") == f"water {name}"
        ]
        count = sum(map(len, across)) // 2
        if count:
            (line, *_) = lines
            # each stretch of n sides has n - 1 corners between its ends
            assert line.count("Q") + line.count("M") == count


def test_however_many_units_are_in_a_tile_each_has_its_room() -> None:
    timeline = opened("areas of many sizes")
    board = AreaMapPicture(Narrators(timeline.rules.spec, ("en",)))
    for area in board.frames:
        room = board._room(area)
        for count in (1, 4, 9, 20, 40):
            units = [f"u{at}" for at in range(count)]
            spots = fill_tile(units[: count // 3], units[count // 3 :], room)
            assert len({(x, y) for x, y, _ in spots.values()}) == count
            form = spots["u0"].form
            assert form.width >= ROOMY.width * SMALLER[-1] - 0.1
            for one, other in combinations(spots.values(), 2):
                assert (
                    abs(one.x - other.x) >= form.width - 0.1
                    or abs(one.y - other.y) >= form.height - 0.1
                )


def test_seen_by_a_side_a_picture_says_it_and_hides_the_other_hand() -> None:
    timeline = opened("hexes with boxes", "japan")
    narrator = Narrator(timeline.rules.spec)
    board = timeline.rules.board(timeline.get_position(timeline.last).state)
    hidden = [t for t in board.tallies if t.side == "russia" and "#??" in t.units]
    text = render_picture(timeline, timeline.last, narrator)
    assert "view of Japan" in text
    assert ("#??" in re.sub("<metadata>.*</metadata>", "", text)) == bool(hidden)


@EVERY
def test_a_counter_moves_no_further_than_its_own_act(name: str) -> None:
    """Only counters at the places of effects move between events."""
    timeline = opened(name)
    if timeline.rules.spec.game.board != "hexes":
        return
    narrators = Narrators(timeline.rules.spec, ("en",))
    boards = [
        timeline.rules.board(timeline.get_position(n).state) for n in range(timeline.last + 1)
    ]
    drawing = PositionDrawing(narrators, boards, with_tallies=False)
    before = drawing.show(build_scene(timeline, 0)).spots
    for number in range(1, timeline.last + 1):
        scene = build_scene(timeline, number)
        after = drawing.show(scene).spots
        old = {piece.id: piece for piece in boards[number - 1].pieces}
        touched = {
            place
            for piece in scene.board.pieces
            if old[piece.id].place != piece.place
            for place in (piece.place, old[piece.id].place)
        }
        for piece in scene.board.pieces:
            if piece.place and piece.place not in touched:
                assert after[piece.id] == before[piece.id]
        before = after


def placed_units(root: ET.Element) -> dict[str, tuple[float, float]]:
    return {
        each.attrib["id"]: placed(each)
        for each in root.iter()
        if each.attrib.get("id", "").startswith("unit-")
    }


def test_both_themes_have_the_same_drawing() -> None:
    for name in SHARED:
        day, night = (read_picture(drawn(name, "end", "en", theme)) for theme in ("day", "night"))
        assert placed_units(day) == placed_units(night)
