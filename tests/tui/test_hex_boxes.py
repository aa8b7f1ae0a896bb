"""Tests of the boxes off a map of hexes, its legend, and the counters in them."""

from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from senpu.logs.notes import StoredNote
from senpu.logs.record import record_from
from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import Piece
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.spec.game_file import Box
from senpu.tui.boards.hex_boxes import (
    BoxToken,
    Rect,
    compute_inner,
    compute_rect,
    find_pieces,
    lay_out_rows,
)
from senpu.tui.boards.scene import add_notes, build_scene
from senpu.tui.widgets.hex_layers import hex_thumbnail
from senpu.tui.widgets.hex_map import HexMap
from tests.tui.card_game import BROUGHT, CHANGED, GAME, LANDING, PLANNED
from tests.tui.noted import notes_of, take, wait_until_read, writer
from tests.tui.recorder import click, pressed
from tests.tui.stage import perform, playing, text
from tests.tui.test_hex_drawing import look
from tests.tui.test_pictures import compare

SIDES = {"japan": 0, "russia": 1}


@pytest.fixture(scope="module")
def timeline() -> Timeline:
    timeline = open_timeline(record_from(GAME))
    timeline.extend()
    assert timeline.fault is None
    return timeline


def board(timeline: Timeline, at: int, wide: int, pen: str, language: str = "en") -> HexMap:
    shown = HexMap(look(pen == "plain", language), Narrator(timeline.rules.spec, language))
    shown.style_chosen = "dots" if pen == "dots" else "plan"
    shown.zoom, shown.scene = wide, build_scene(timeline, at)
    return shown


def drawn(timeline: Timeline, at: int, wide: int, pen: str, language: str = "en") -> list[str]:
    shown = board(timeline, at, wide, pen, language)
    columns, rows = shown.sizes[(8, 6, 4).index(wide)]
    strips = list(shown.paint(columns, rows))
    assert all(cell_len(strip.text) == columns for strip in strips)
    return [strip.text.rstrip() for strip in strips]


# ---- counters in rows -----------------------------------------------------------------------


def pieces(*strengths: str, side: str = "japan") -> list[Piece]:
    return [
        Piece(f"{side[0]}{n}", side, "", "div", strength, fate="home")
        for n, strength in enumerate(strengths, 1)
    ]


def rows(found: list[list[BoxToken]]) -> list[str]:
    lines = []
    for row in found:
        line = ""
        for token in row:
            line = line.ljust(token.at) + token.text + token.many
        lines.append(line)
    return lines


def get_strength(piece: Piece) -> str:
    return piece.strength


def test_counters_are_separate_where_they_can_and_side_by_side_where_they_must() -> None:
    three = pieces("2-3", "2-3", "2-3")
    assert rows(lay_out_rows(three, SIDES, (17, 1), get_strength, True)) == ["[2-3] [2-3] [2-3]"]
    assert rows(lay_out_rows(three, SIDES, (16, 2), get_strength, True)) == ["[2-3] [2-3]", "[2-3]"]
    assert rows(lay_out_rows(three, SIDES, (16, 1), get_strength, True)) == ["[2-3][2-3][2-3]"]


def test_like_counters_are_counted_where_they_find_no_room() -> None:
    many = pieces(*("3-2",) * 7, "5-2", "5-2", side="russia")
    assert rows(lay_out_rows(many, SIDES, (17, 1), get_strength, True)) == ["(3-2)x7 (5-2)x2"]
    assert rows(lay_out_rows(many, SIDES, (9, 1), get_strength, True)) == ["(3-2)x7+2"]
    assert rows(lay_out_rows(many, SIDES, (13, 1), lambda piece: piece.id, False)) == ["(r1)(r2)+7"]


def test_each_side_begins_a_row() -> None:
    both = [*pieces("3-2", side="russia"), *pieces("2-3", "2-3")]
    assert rows(lay_out_rows(both, SIDES, (30, 3), get_strength, True)) == ["[2-3] [2-3]", "(3-2)"]


def test_no_unit_and_no_room_are_no_rows() -> None:
    assert lay_out_rows([], SIDES, (10, 2), get_strength, True) == []
    assert lay_out_rows(pieces("2-3", "2-3"), SIDES, (10, 0), get_strength, True) == []


def test_a_tile_is_counted_in_hexes_and_leaves_a_cell_to_its_neighbours() -> None:
    assert compute_rect((5, 2, 3, 2), 6, 3) == Rect(31, 7, 17, 5)
    assert compute_inner(Rect(31, 7, 17, 5), 0) == Rect(32, 8, 15, 3)
    assert compute_inner(Rect(31, 7, 17, 5), 1) == Rect(33, 8, 13, 3)
    assert compute_inner(Rect(21, 5, 11, 3), 1) == Rect(22, 6, 9, 2), "a low one has no lower edge"


def test_a_box_holds_the_pieces_of_its_fate_and_side() -> None:
    found = [*pieces("2-3"), *pieces("3-2", side="russia")]
    found.append(Piece("j9", "japan", "2501", "div", "2-3", fate="home"))
    ids = [piece.id for piece in find_pieces(Box("home", (0, 0, 2, 2), "japan"), found)]
    assert ids == ["j1"]
    assert len(find_pieces(Box("home", (0, 0, 2, 2)), found)) == 2
    assert not find_pieces(Box("lost", (0, 0, 2, 2)), found)


# ---- on the map -----------------------------------------------------------------------------


@pytest.mark.parametrize("wide", [8, 6, 4])
@pytest.mark.parametrize("pen", ["tiles", "dots", "plain"])
def test_the_whole_map_at_each_zoom_in_each_pen(timeline: Timeline, wide: int, pen: str) -> None:
    seen = drawn(timeline, CHANGED, wide, pen)
    compare(f"boxes_{wide}x{wide // 2}_{pen}", seen)
    if pen == "plain":
        assert all(row.isascii() for row in seen)


def test_names_of_boxes_in_japanese(timeline: Timeline) -> None:
    seen = "\n".join(drawn(timeline, CHANGED, 4, "tiles", "ja"))
    for name in ("ヨーロッパ・ロシア", "シベリア", "日本本土", "朝鮮半島", "壊滅"):
        assert name in seen


def test_no_box_touches_a_hex_or_another_box(timeline: Timeline) -> None:
    for wide in (8, 6, 4):
        shown = board(timeline, 0, wide, "tiles")
        geometry = shown._ground(wide).geometry
        taken: set[tuple[int, int]] = set()
        for tile in [box.tile for box in shown.chart.boxes] + [shown.chart.legend]:
            x, y, width, height = compute_rect(tile, wide, wide // 2)
            cells = {(x + dx, y + dy) for dx in range(width) for dy in range(height)}
            assert not cells & taken
            assert all(geometry.hex_at(*cell) < 0 for cell in cells)
            assert max(cell[0] for cell in cells) < geometry.width
            taken |= cells


def test_the_legend_is_on_the_map_where_all_of_it_fits(timeline: Timeline) -> None:
    assert board(timeline, 0, 6, "plain").has_legend
    assert "key hex" in "\n".join(drawn(timeline, 0, 6, "plain"))
    assert not board(timeline, 0, 4, "plain").has_legend
    assert "key hex" not in "\n".join(drawn(timeline, 0, 4, "plain"))


def roles(timeline: Timeline, at: int, name: str, *notes: StoredNote) -> set[str]:
    """Return the roles of the colours of the name of a box."""
    shown = board(timeline, at, 6, "tiles")
    assert shown.scene is not None
    shown.scene = add_notes(shown.scene, notes)
    colours = {colour: role for role, colour in look().palette.colours.items()}
    return {
        colours[segment.style.color]
        for strip in shown.paint(*shown.sizes[1])
        for segment in strip
        if segment.style and segment.style.color and segment.text == name
    }


def test_the_name_of_a_box_is_lit_when_something_came_into_it(timeline: Timeline) -> None:
    assert roles(timeline, BROUGHT, "Siberia") == {"now"}
    assert roles(timeline, BROUGHT + 2, "Siberia") == {"side1"}
    assert roles(timeline, LANDING, "Japan") == {"side0"}


# ---- notes ---------------------------------------------------------------------------------


def arrow(*places: str) -> StoredNote:
    return StoredNote(event=1, kind="arrow", text=">".join(places))


LIT = StoredNote(event=1, kind="highlight", text="Korea")


def added(timeline: Timeline, pen: str, *notes: StoredNote) -> dict[tuple[int, int], str]:
    """Return the cells of the map that notes change."""
    shown = board(timeline, CHANGED, 6, pen)
    scene = shown.scene
    assert scene is not None
    without = [strip.text for strip in shown.paint(*shown.sizes[1])]
    shown.scene = add_notes(scene, notes)
    with_ = [strip.text for strip in shown.paint(*shown.sizes[1])]
    return {
        (x, y): sign
        for y, (before, after) in enumerate(zip(without, with_, strict=True))
        for x, (one, sign) in enumerate(zip(before, after, strict=True))
        if one != sign
    }


KOREA, SIBERIA = compute_rect((5, 2, 3, 2), 6, 3), compute_rect((5, 0, 4, 2), 6, 3)


@pytest.mark.parametrize(
    ("pen", "trail", "heads"), [("tiles", "◦", "▴▸▾◂"), ("plain", "+", "^>v<")]
)
@pytest.mark.parametrize(
    ("places", "near", "way"),
    [
        (("Korea", "1407"), KOREA, 2), (("2115", "Siberia"), SIBERIA, 3),
        (("Siberia", "2413"), SIBERIA, 1),
    ],
    ids=["out", "in", "level"],
)  # fmt: skip
def test_arrows_lead_from_a_box_and_into_one_as_far_as_its_edge(
    timeline: Timeline, pen: str, trail: str, heads: str, places: tuple[str, ...], near: Rect,
    way: int,
) -> None:  # fmt: skip
    signs = added(timeline, pen, arrow(*places))
    assert set(signs.values()) - {" "} == {trail, heads[way]}, "a number gives way as a whole"
    boxes = [compute_rect(box.tile, 6, 3) for box in board(timeline, 0, 6, pen).chart.boxes]
    assert not any(box.has(*cell) for cell in signs for box in boxes)
    around = Rect(near.x - 2, near.y - 1, near.width + 4, near.height + 2)
    ends = {cell for cell in signs if around.has(*cell)}
    assert ends
    if near is SIBERIA and way == 3:
        assert {signs[cell] for cell in ends} & {heads[way]}


def test_an_arrow_between_boxes_has_its_head_between_them(timeline: Timeline) -> None:
    signs = added(timeline, "plain", arrow("Japan", "Korea"))
    assert [(x, sign) for (x, _), sign in signs.items()] == [(KOREA.x - 1, ">")]
    both = added(timeline, "plain", arrow("Europe", "Siberia", "2417"))
    assert list(both.values()).count(">") == 2


def test_a_box_that_is_noted_is_marked_at_its_sides(timeline: Timeline) -> None:
    for pen, sign in (("tiles", "┊"), ("dots", "┊"), ("plain", "+")):
        signs = added(timeline, pen, LIT)
        assert set(signs.values()) == {sign}
        assert {x for x, _ in signs} == {KOREA.x, KOREA.x + KOREA.width - 1}
    assert roles(timeline, CHANGED, "Korea", arrow("Korea", "1813")) == {"note"}


def test_of_a_place_without_a_box_nothing_is_drawn(timeline: Timeline) -> None:
    assert added(timeline, "tiles", arrow("Formosa", "1813")) == {}


def test_a_box_is_clicked_on_for_who_is_in_it_and_for_arrows(tmp_path: Path) -> None:
    path = tmp_path / "war.senpu"
    path.write_text("".join(GAME.splitlines(keepends=True)[:7]), "utf-8")

    async def script(pilot: Pilot[None]) -> None:
        await wait_until_read(pilot)
        screen = playing(pilot)
        await click(pilot, screen.map, "Japan", 6)  # next to the name, without units
        assert "Japan: 3rd Division (d3), 4th Division (d4)" in text(pilot)
        await pressed(pilot, "escape", "j")
        await take(pilot, "Arrow")
        await click(pilot, screen.map, "Korea", 1)
        await click(pilot, screen.map, "Siberia", 1)
        await click(pilot, screen.map, "Siberia", 1)
        assert [note.text for note in notes_of(path)] == ["Korea>Siberia"]

    perform(writer(path, 2), script, (160, 50))


def test_ids_on_counters_reach_the_boxes(timeline: Timeline) -> None:
    shown = board(timeline, 0, 6, "plain")
    shown.idents = True
    seen = "\n".join(strip.text for strip in shown.paint(*shown.sizes[1]))
    assert "[d12]" in seen
    assert "(e2)" in seen


def test_attacks_declared_have_an_arrow_and_a_frame_until_they_are_fought(
    timeline: Timeline,
) -> None:
    def frames(at: int) -> int:
        rows = drawn(timeline, at, 6, "plain")[21:28]
        return sum(row.count("*") for row in rows)

    both, one = frames(PLANNED), frames(CHANGED)
    assert both == one == frames(PLANNED - 1), "one in full, the other at its upright sides"
    assert frames(PLANNED - 3) == 0
    assert "(3-2)>[2-3]" in "\n".join(drawn(timeline, PLANNED, 6, "plain"))


def test_a_walk_from_a_box_is_drawn_from_where_it_enters_the_map(timeline: Timeline) -> None:
    """`d1>1015>1115>1215`, from Korea."""
    assert timeline.get_position(3).effects[0].places == ("Korea", "1015", "1115", "1215")
    before, after = drawn(timeline, 0, 6, "plain"), drawn(timeline, 3, 6, "plain")
    for row in (39, 42):
        assert "^" not in before[row]
        assert after[row].count("^") == 1


def test_a_map_that_lacks_room_for_its_last_row_alone_begins_with_its_first(
    timeline: Timeline,
) -> None:
    shown = board(timeline, LANDING, 6, "plain")
    list(shown.paint(106, 45))
    assert shown.top == 0


def test_a_thumbnail_is_of_the_map_alone(timeline: Timeline) -> None:
    shown = timeline.rules.board(timeline.get_position(CHANGED).state)
    strips = hex_thumbnail(shown, Narrator(timeline.rules.spec), look(), 60)
    assert "Siberia" not in "".join(strip.text for strip in strips)
