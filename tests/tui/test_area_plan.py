"""The plan of a map of areas as drawn: whole counters, joined walls, the last act, every size."""

import re
from itertools import pairwise

import pytest

from senpu.logs.record import open_record
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.spec.names import read_names
from senpu.tui.boards.scene import build_scene
from senpu.tui.boards.signs import DRAWN, LIGHT_AND_HEAVY, PLAIN
from senpu.tui.render.text_maps import draw_map
from senpu.tui.theme import NIGHT, Palette
from senpu.tui.widgets.area_map import AreaMap
from senpu.tui.widgets.painting import Look
from senpu.tui.widgets.preview import draw_thumbnail
from tests.tui.stage import NIGHT_ATTACK, PURSUIT

PALETTE = Palette({**NIGHT.to_color_system().generate(), **NIGHT.variables})
SIZES = [(80, 13), (97, 17), (115, 25), (135, 33), (160, 21), (300, 90)]
TELEPHONE = 48, 36
"""A map on a screen that is narrow and tall: both sides are below it, not next to it."""


@pytest.fixture(scope="module")
def timeline() -> Timeline:
    timeline = open_timeline(open_record(NIGHT_ATTACK))
    timeline.extend(100)
    assert timeline.is_complete
    assert timeline.fault is None
    return timeline


def list_widgets(
    timeline: Timeline,
    number: int,
    size: tuple[int, int],
    language: str = "en",
    plain: bool = False,
) -> list[str]:
    """Return the rows of the map with one character per cell.

    A space follows each wide character.
    """
    look = Look(PALETTE, PLAIN if plain else DRAWN, language)
    area_map = AreaMap(look, Narrator(timeline.rules.spec, language))
    area_map.scene = build_scene(timeline, number)
    rows = [strip.text for strip in area_map.paint(*size)]
    return [re.sub(r"([⺀-鿿！-～])", r"\1 ", row) for row in rows]


def arms(sign: str) -> tuple[int, int, int, int] | None:
    """The weights of a wall's arms: up, right, down, left."""
    if sign == " " or sign not in LIGHT_AND_HEAVY:
        return None
    number = LIGHT_AND_HEAVY.index(sign)
    return number // 27, number // 9 % 3, number // 3 % 3, number % 3


@pytest.mark.parametrize(
    ("size", "language"),
    [
        (SIZES[0], "en"),
        (SIZES[0], "ja"),
        (SIZES[1], "ja"),
        (SIZES[2], "en"),
        (SIZES[4], "ja"),
        (TELEPHONE, "en"),
    ],
    ids=str,
)
def test_counters_are_whole_and_walls_join(
    timeline: Timeline, size: tuple[int, int], language: str
) -> None:
    for number in range(timeline.last + 1):
        rows = list_widgets(timeline, number, size, language)
        text = "\n".join(rows)
        assert {len(row) for row in rows} == {size[0]}
        for piece in timeline.rules.board(timeline.get_position(number).state).pieces:
            if piece.place:
                left, right = ("[", "]") if piece.side == "japan" else ("(", ")")
                counter = f"{left}{piece.id} {piece.strength.rjust(3)}{right}"
                brief = f"{left}{piece.id}{right}"
                assert counter in text or brief in text, (number, piece.id)
        for upper, lower in pairwise(rows):
            for above, below in zip(map(arms, upper), map(arms, lower), strict=True):
                assert above is None or below is None or above[2] == below[0]
            for one, other in pairwise(map(arms, upper)):
                assert one is None or other is None or one[1] == other[3]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_last_act_is_on_the_borders_crossed(timeline: Timeline, size: tuple[int, int]) -> None:
    rows = list_widgets(timeline, PURSUIT, size)
    text = "\n".join(rows)
    walls = [next(row for row in rows if f" {area} " in row) for area in ("03", "02")]
    assert walls[0].count("▵") == 1, "from 03 up to 04"
    assert walls[1].count("▴") == 1, "from 02 up to 03"
    assert "▹" in text.replace("▹[", ""), "from 03 to 06"
    assert re.search(r"[┏┢┲╆╋┣]━ 03 ━?", text), "the area it is about is framed"


def test_a_space_too_small_for_the_rectangles_is_a_register(timeline: Timeline) -> None:
    for size in ((79, 13), (80, 12)):
        rows = list_widgets(timeline, PURSUIT, size)
        assert any(row.startswith("▸03 VP") for row in rows)


def test_names_are_where_there_is_room(timeline: Timeline) -> None:
    tables = read_names(timeline.rules.spec.folder, "ja")
    names = {*(tables["place"] | tables["short"]).values()}
    for size, count in (((80, 13), 5), ((115, 25), 12)):
        text = "".join(list_widgets(timeline, 0, size, "ja")).replace(" ", "")
        assert len([name for name in names if name in text]) >= count


def test_plain_text_alone(timeline: Timeline) -> None:
    for size in SIZES:
        assert "".join(list_widgets(timeline, PURSUIT, size, plain=True)).isascii()


def test_the_smallest_plan_fits_a_preview(timeline: Timeline) -> None:
    rules = timeline.rules
    board = rules.board(timeline.get_position(timeline.last).state)
    look, narrator = Look(PALETTE, DRAWN, "en"), Narrator(rules.spec, "en")
    rows = [strip.text for strip in draw_thumbnail(board, narrator, look, 39)]
    assert len(rows) == 9
    assert "┌ 09 ┬ 10 ┬" in rows[0]
    register = [strip.text for strip in draw_thumbnail(board, narrator, look, 35)]
    assert "05 2C" in "".join(register)


def test_the_printed_plan(timeline: Timeline) -> None:
    rules = timeline.rules
    board = rules.board(timeline.get_position(PURSUIT).state)
    narrator = Narrator(rules.spec, "en")
    plain, boxes = (
        draw_map(rules.spec, board, narrator, PLAIN),
        draw_map(rules.spec, board, narrator, DRAWN),
    )
    assert "".join(plain).isascii()
    assert len(plain) == len(boxes) == 13
    assert max(map(len, plain)) == 80
    assert plain[6] == (
        "           +-------+ 08 source+          +- 03 VP ----------+- 06 VP ----------+"
    )
    assert boxes[6].startswith("           └───────┬ 08 source┤")
    for piece in board.pieces:
        if piece.place:
            assert f"{piece.id} {piece.strength}" in "\n".join(plain)
