"""Tests of the marks of the last events on a picture, a shape for each kind."""

import re
import xml.etree.ElementTree as ET
from math import hypot

from senpu.logs.notes import Notes, StoredNote
from senpu.replay.annotation.annotations import Annotations, find_digest
from senpu.replay.core.narration import Narrator
from senpu.tui.pictures.areas import AreaMapPicture
from senpu.tui.pictures.captions import Narrators
from senpu.tui.pictures.elements import PicturePoint
from senpu.tui.pictures.hexes import HexMapPicture
from senpu.tui.pictures.marks import HEAD, draw_notes
from senpu.tui.pictures.picture import render_picture
from tests.sharing.documents import (
    drawn,
    marks,
    opened,
    read_picture,
)


def test_a_move_is_a_way_with_a_full_head_and_its_goal_is_framed() -> None:
    root = read_picture(drawn("areas with points", 62))  # m1>C
    assert len(marks(root, "way")) == len(marks(root, "head")) == 1
    assert len(marks(root, "frame")) == len(marks(root, "ring")) == 1
    assert not marks(root, "strike")
    assert [each.text for each in marks(root, "ghost-text")] == ["m1"]


def test_a_retreat_is_a_broken_way_with_a_hollow_head() -> None:
    root = read_picture(drawn("areas with points", 61))  # t1<C
    assert len(marks(root, "back")) == len(marks(root, "head-back")) == 1
    assert not marks(root, "head")


def test_an_attack_is_a_wedge_for_each_place_it_comes_from_and_its_target_is_framed() -> None:
    root = read_picture(drawn("areas with points", 63))  # c1+c2+c3*D.i2
    assert len(marks(root, "strike")) == 1
    assert len(marks(root, "ring-thin")) == 3
    timeline = opened("areas with points")
    board = AreaMapPicture(Narrators(timeline.rules.spec, ("en",)))
    assert [each.attrib["d"] for each in marks(root, "frame")] == [board.frame("D")]
    root = read_picture(drawn("hexes", 35))  # from 0513 and from 0612 at 0512
    assert len(marks(root, "strike")) == 2


def test_a_unit_that_was_lost_leaves_a_cross() -> None:
    root = read_picture(drawn("hexes", 35))
    assert len(marks(root, "gone")) == 1
    assert [each.text for each in marks(root, "ghost-text")] == ["a1"]


def test_a_railway_move_is_drawn_along_the_rails() -> None:
    timeline = opened("hexes")  # a1=>0509 from 0202
    root = read_picture(drawn("hexes", 41))
    (way,) = marks(root, "way")
    board = HexMapPicture(Narrators(timeline.rules.spec, ("en",)))
    corners = [
        PicturePoint(float(x), float(y))
        for x, y in re.findall(r"Q([\d.]+) ([\d.]+)", way.attrib["d"])
    ]
    stations = [
        centre for centre, near in zip(board.shapes.centres, board.chart.rail, strict=True) if near
    ]
    assert len(corners) >= 6
    for corner in corners:
        assert any(corner.distance(station) < 0.2 for station in stations)


def test_a_declared_attack_has_a_frame_of_its_own() -> None:
    timeline = opened("hexes with boxes")
    narrator = Narrator(timeline.rules.spec)
    for number in range(timeline.last + 1):
        plans = timeline.rules.board(timeline.get_position(number).state).plans
        if plans:
            root = read_picture(render_picture(timeline, number, narrator))
            assert len(marks(root, "plan")) == len(plans)
            return
    raise AssertionError("no attack is declared in this game")


def test_notes_on_an_event_are_drawn_and_described() -> None:
    timeline = opened("areas with points")
    digest = find_digest(timeline, 64)
    output = [("arrow", "E>D"), ("highlight", "F+G"), ("comment", "a word"), ("glyph", "?!")]
    notes = Notes(
        timeline.rules.spec.id,
        tuple(StoredNote(event=64, digest=digest, kind=k, text=t, author="Bo") for k, t in output),
    )
    annotations = Annotations(timeline, notes)
    root = read_picture(
        render_picture(timeline, 64, Narrator(timeline.rules.spec), "day", annotations)
    )  # fmt: skip
    assert len(marks(root, "noted-way")) == 1
    assert len(marks(root, "noted-frame")) == 2
    assert "a word (Bo)" in [each.text for each in marks(root, "remark")]
    assert marks(root, "act")[0].text == "c1+c2+c3*D.i2 [1 2] ?!"


def points(drawn: str) -> list[PicturePoint]:
    """The ends of the lines of a path."""
    return [PicturePoint(float(x), float(y)) for x, y in re.findall(r"([\d.]+) ([\d.]+)", drawn)]


def noted(board: HexMapPicture, kind: str, text: str) -> ET.Element:
    note = StoredNote(event=1, kind=kind, text=text)
    return ET.fromstring(
        f'<svg xmlns="http://www.w3.org/2000/svg">{draw_notes([note], board, ())}</svg>'
    )


def test_arrows_lead_from_a_box_next_to_the_map_and_into_one() -> None:
    board = HexMapPicture(Narrators(opened("hexes with boxes").rules.spec, ("en",)))
    korea, siberia = board.box("Korea"), board.box("Siberia")
    assert korea
    assert siberia
    (way,) = marks(noted(board, "arrow", "Korea>1813>Siberia>2417"), "noted-way")
    out, back = (points(leg) for leg in way.attrib["d"].split("M")[1:])
    for box, point in ((korea, out[0]), (siberia, out[-1]), (siberia, back[0])):
        assert box.nearest(point).distance(point) < 0.1
    assert back[-1].distance(board.shapes.centres[board.index["2417"]]) <= HEAD
    (head,) = marks(noted(board, "arrow", "2417>Korea"), "noted-head")
    assert korea.nearest(points(head.attrib["d"])[0]).distance(points(head.attrib["d"])[0]) < 0.1
    assert not marks(noted(board, "arrow", "Korea>Formosa"), "noted-way")


def test_a_box_that_is_noted_has_a_frame() -> None:
    board = HexMapPicture(Narrators(opened("hexes with boxes").rules.spec, ("en",)))
    (frame,) = marks(noted(board, "highlight", "Korea"), "noted-frame")
    assert len(points(frame.attrib["d"])) == 4


def test_ways_have_their_heads_at_the_end() -> None:
    root = read_picture(drawn("areas with points", 62))
    (way,), (head,) = marks(root, "way"), marks(root, "head")
    end = [float(each) for each in way.attrib["d"].rpartition("L")[2].split()]
    tip = [float(each) for each in head.attrib["d"].removeprefix("M").partition("L")[0].split()]
    assert hypot(end[0] - tip[0], end[1] - tip[1]) < 13
