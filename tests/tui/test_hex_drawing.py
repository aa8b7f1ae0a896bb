"""The map of hexes cell by cell: zooms, pens, layers, and what they cost."""

from statistics import median
from time import process_time

import pytest
from rich.cells import cell_len

from senpu.logs.record import record_from
from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import Board, Piece
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.tui.boards.hex_chart import STEPS, Geometry
from senpu.tui.boards.scene import Marks, build_scene
from senpu.tui.boards.signs import DRAWN, PLAIN
from senpu.tui.theme import DAY, NIGHT, THEMES, Palette
from senpu.tui.widgets.hex_layers import MapOptions, MapPosition, PositionLayers, hex_thumbnail
from senpu.tui.widgets.hex_map import HexMap
from senpu.tui.widgets.hex_pens import AsciiPen, DottedPen, HexPen, MapStyle, TilePen, draw_ground
from senpu.tui.widgets.hex_sheet import colour_hexes, tint_zones
from senpu.tui.widgets.painting import Look
from tests.tui.hex_game import ATTACK, DICE, GAME, LAST, MOVE, RAIL, other_chart
from tests.tui.sight import contrast
from tests.tui.test_pictures import compare

PENS: dict[str, HexPen] = {"tiles": TilePen(), "dots": DottedPen(), "plain": AsciiPen()}


def look(plain: bool = False, language: str = "en", theme: str = "night") -> Look:
    chosen = NIGHT if theme == "night" else DAY
    variables = {**chosen.to_color_system().generate(), **chosen.variables}
    return Look(Palette(variables), PLAIN if plain else DRAWN, language)


@pytest.fixture(scope="module")
def timeline() -> Timeline:
    timeline = open_timeline(record_from(GAME))
    timeline.extend()
    assert timeline.fault is None
    assert timeline.last == LAST
    return timeline


def draw_map(timeline: Timeline, at: int, wide: int, pen: str, language: str = "en") -> list[str]:
    """Return the complete map after an event."""
    board = HexMap(look(pen == "plain", language), Narrator(timeline.rules.spec, language))
    board.style_chosen = "dots" if pen == "dots" else "plan"
    board.zoom = wide
    board.scene = build_scene(timeline, at)
    columns, rows = board.sizes[STEPS.index(wide)]
    strips = list(board.paint(columns, rows))
    assert all(cell_len(strip.text) == columns for strip in strips)
    return [strip.text.rstrip() for strip in strips]


@pytest.mark.parametrize("wide", STEPS)
@pytest.mark.parametrize("pen", PENS)
def test_the_map_at_each_zoom_in_each_pen(timeline: Timeline, wide: int, pen: str) -> None:
    seen = draw_map(timeline, ATTACK, wide, pen)
    compare(f"hex_{wide}x{wide // 2}_{pen}", seen)
    if pen == "plain":
        assert all(row.isascii() for row in seen)


@pytest.mark.parametrize("wide", STEPS)
def test_names_in_japanese_fit(timeline: Timeline, wide: int) -> None:
    assert ("上海" in "\n".join(draw_map(timeline, MOVE, wide, "tiles", "ja"))) is (wide > 4)


def drawn(
    pen: HexPen, wide: int, board: Board | None = None, options: MapOptions | None = None
) -> str:
    """The map of the other stagger."""
    chart = other_chart()
    geometry = Geometry(chart.grid, wide)
    sheet = draw_ground(chart, geometry, MapStyle(pen, "en", False))
    position = MapPosition(board or Board((), {}, ()), Marks(), ())
    PositionLayers(
        sheet, chart, geometry, pen, ("japan", "russia"), position, options or MapOptions()
    ).draw()
    colours = colour_hexes(chart, look(), pen.filled)
    rows = range(geometry.height)
    return "\n".join(colours.strip(sheet, y, 0, geometry.width).text.rstrip() for y in rows)


OTHER = r"""
      .-'''-.-'''-.-'''-.
      |2602 |2603 |2604 |
      |     |    ^|  /  |
   .-'''-===='-.-'''/.-'''-.
   |2501 |2502 !Mukden ~   |
   |  p.....---!--@p |   ~ |
.-'''-.-'''/.-'''-.-'''-.-''
|2401 %   / |2403 |
|     %  o  |    &|
''-.-'''-.-'''-.-''
"""


def test_a_map_of_the_other_stagger() -> None:
    assert drawn(AsciiPen(), 6) == OTHER.strip("\n")


def test_stacks_are_counted_and_the_concerned_are_first() -> None:
    pieces = tuple(Piece(f"d{n}", "japan", "2501", "div", f"{n}-4") for n in range(1, 5))
    board = Board(pieces, {}, ())
    assert "[1-4]" in drawn(AsciiPen(), 8, board)
    assert "[+3]" in drawn(AsciiPen(), 8, board)
    assert "[+3]" in drawn(AsciiPen(), 6, board)
    assert "[1+" in drawn(AsciiPen(), 4, board)
    assert "[d1]" in drawn(AsciiPen(), 6, board, MapOptions(idents=True))


def test_control_is_shown_by_brackets_and_zones_by_a_corner_of_each_side() -> None:
    held = Board((), {}, (), {"2503": "russia"}, {"japan": ("2501",), "russia": ("2502",)})
    assert "(@p)" in drawn(AsciiPen(), 8, held)
    assert "[" not in drawn(AsciiPen(), 8, held)
    both = drawn(AsciiPen(), 8, held, MapOptions(zones=("japan", "russia")))
    assert both.count("[") == 1
    assert both.count(")") == 2


def test_the_cursor_has_braces_without_colour() -> None:
    seen = drawn(AsciiPen(), 6, None, MapOptions(cursor="2602"))
    assert seen.count("{") == seen.count("}") == 2


# ---- the last act ---------------------------------------------------------------------------


def test_a_walk_is_a_line_with_an_arrow_on_each_side_crossed(timeline: Timeline) -> None:
    before, after = draw_map(timeline, MOVE - 1, 8, "plain"), draw_map(timeline, MOVE, 8, "plain")
    arrows = sum(row.count("^") for row in after) - sum(row.count("^") for row in before)
    assert arrows == 2


def test_a_railway_move_is_drawn_along_the_rails(timeline: Timeline) -> None:
    """The path 0202, 0203, 0204, 0205, 0306; the log has only its ends."""
    before, after = ("\n".join(draw_map(timeline, at, 8, "plain")) for at in (RAIL - 1, RAIL))
    assert after.count(">") - before.count(">") == 3
    assert after.count("v") - before.count("v") == 1


def test_an_attack_notches_each_side_it_crosses(timeline: Timeline) -> None:
    for at in (ATTACK, DICE):
        board = HexMap(look(), Narrator(timeline.rules.spec, "en"))
        board.zoom, board.scene = 8, build_scene(timeline, at)
        strips = list(board.paint(*board.sizes[0]))
        now = look().palette.colours["now"]
        notches = [
            segment.text
            for strip in strips
            for segment in strip
            if segment.style and segment.style.bgcolor == now and segment.text in "<>^v"
        ]
        assert sorted(notches) == ["<", "^"]


# ---- colours and cost -----------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize(
    ("role", "ground", "least"),
    [
        *(("hex-name", f"hex-{g}", 6.0) for g in ("clear", "rough", "woods", "marsh")),
        *((f"side{n}-text", f"side{n}", 5.0) for n in (0, 1)),
        *((f"side{n}", f"hex-{g}", 3.0) for n in (0, 1) for g in ("clear", "rough", "woods")),
        ("hex-number", "hex-clear", 2.4),
        ("hex-rail", "hex-clear", 4.5),
    ],
)
def test_each_role_of_a_map_can_be_read(theme, role, ground, least) -> None:  # type: ignore[no-untyped-def]
    colours = Palette({**theme.to_color_system().generate(), **theme.variables}).colours
    one, other = (colours[name].get_truecolor() for name in (role, ground))
    assert contrast(one, other) >= least


def test_like_neighbours_differ_and_a_zone_colours_its_hexes_alone() -> None:
    chart = other_chart()
    plain = colour_hexes(chart, look(), True)
    for number, near in enumerate(chart.grid.neighbours):
        assert all(plain.fills[number] != plain.fills[other] for other in near if other >= 0)
    shaded = tint_zones(plain, chart, [("side0", ("2501", "nowhere"))])
    changed = [n for n, fill in enumerate(shaded.fills) if fill != plain.fills[n]]
    assert changed == [chart.grid.index["2501"]]


@pytest.mark.parametrize("plain", [False, True])
def test_a_thumbnail_shows_where_the_units_are(timeline: Timeline, plain: bool) -> None:
    board = timeline.rules.board(timeline.get_position(MOVE).state)
    for width in (20, 44, 90):
        strips = hex_thumbnail(board, Narrator(timeline.rules.spec), look(plain), width)
        assert all(cell_len(strip.text) == width for strip in strips)
        assert "[3]" in "".join(strip.text for strip in strips)


def test_a_step_redraws_in_a_few_milliseconds(timeline: Timeline) -> None:
    board = HexMap(look(), Narrator(timeline.rules.spec, "en"))
    board.zoom = 8
    times = []
    for number in range(timeline.last + 1):
        board.scene = build_scene(timeline, number)
        before = process_time()
        list(board.paint(109, 44))
        times.append(process_time() - before)
    assert median(times) < 0.006
