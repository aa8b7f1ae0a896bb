"""Arrows on maps of areas: whole from the first area to the last, around all names and counters."""

import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from senpu.logs.record import LIBRARY, open_record
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.tui.boards.area_routes import Cell
from senpu.tui.boards.scene import Scene, build_scene
from senpu.tui.boards.signs import DRAWN, PLAIN
from senpu.tui.widgets.area_arrows import ArrowPen
from senpu.tui.widgets.area_map import AreaMap
from senpu.tui.widgets.painting import Look
from tests.tui.test_area_plan import PALETTE

SIZES = ((115, 24), (80, 13))
"""The columns and rows of the map on a screen of 160x50 and of 80x24."""
ANNOTATED = ("800/historical-bonsai", "800/historical-battles", "incident1932/historical")
LOGS = sorted(path for game in ("800", "incident1932") for path in (LIBRARY / game).glob("*.senpu"))

Drawn = list[tuple[tuple[str, ...], list[Cell]]]
"""The arrows of a map: their areas and their cells."""


def read_line(path: Path) -> Timeline:
    found = open_timeline(open_record(path))
    found.extend()
    return found


def draw(
    area_map: AreaMap, scene: Scene, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> tuple[list[str], list[str], Drawn]:
    """Return the rows without the arrows, the rows with them, and the arrows."""
    original, drawn = ArrowPen.draw, Drawn()
    area_map.scene = scene

    def record(pen: ArrowPen, places: tuple[str, ...], *args: object, **fields: object) -> object:
        drawn.append((tuple(places), original(pen, places, *args, **fields)))  # type: ignore[arg-type]  # as given
        return drawn[-1][1]

    monkeypatch.setattr(ArrowPen, "draw", lambda *args, **fields: [])
    before = [strip.text for strip in area_map.paint(*size)]
    monkeypatch.setattr(ArrowPen, "draw", record)
    after = [strip.text for strip in area_map.paint(*size)]
    monkeypatch.setattr(ArrowPen, "draw", original)
    return before, after, drawn


def find_errors(area_map: AreaMap, before: list[str], after: list[str], drawn: Drawn) -> list[str]:
    """Return what is wrong with the arrows of a map."""
    grid, found = area_map._grid, []
    assert grid is not None
    for places, cells in drawn:
        if any(place not in grid.boxes for place in places):
            continue
        if not cells:
            found.append(f"{places}: no arrow")
            continue
        if any(abs(x - u) + abs(y - v) != 1 for (x, y), (u, v) in pairwise(cells)):
            found.append(f"{places}: not connected")
        at = 0
        for place in places:
            left, top, right, bottom = grid.boxes[place]
            inside = [left <= x <= right and top <= y <= bottom for x, y in cells[at:]]
            if True not in inside or (place == places[0] and not inside[0]):
                found.append(f"{places}: not through {place}")
                break
            at += inside.index(True)
        if not (left <= cells[-1][0] <= right and top <= cells[-1][1] <= bottom):
            found.append(f"{places}: does not end in {place}")
    for y, (old, new) in enumerate(zip(before, after, strict=True)):
        found += [
            f"row {y}: {old!r} is now {new!r}"
            for one, other in zip(old, new, strict=False)
            if one != other and (one.isalnum() or one in "[]()")
        ][:1]
    return found


def list_scenes(timeline: Timeline, arrows: dict[int, list[tuple[str, ...]]]) -> Iterator[Scene]:
    """Yield the positions after a move, and those with arrows of notes."""
    for number in range(1, timeline.last + 1):
        scene = build_scene(timeline, number)
        moves = any(mark.kind != "attack" for mark in scene.marks.crossings.values())
        if moves or number in arrows:
            yield replace(scene, arrows=tuple(arrows.get(number, ())))


def read_arrows(path: Path) -> dict[int, list[tuple[str, ...]]]:
    """Return the arrows of the notes of a log by their event."""
    notes = path.with_suffix(".notes.toml")
    found: dict[int, list[tuple[str, ...]]] = {}
    if notes.is_file():
        for note in tomllib.loads(notes.read_text("utf-8")).get("note", ()):
            if "arrow" in note:
                found.setdefault(note["event"], []).append(tuple(note["arrow"].split(">")))
    return found


def check(path: Path, plain: bool, monkeypatch: pytest.MonkeyPatch, step: int = 1) -> int:
    """Check the arrows of every position of a log; return how many there are."""
    timeline, count = read_line(path), 0
    look = Look(PALETTE, PLAIN if plain else DRAWN, "en")
    area_map = AreaMap(look, Narrator(timeline.rules.spec, "en"))
    arrows = read_arrows(path)
    for scene in list(list_scenes(timeline, arrows))[::step]:
        for size in SIZES:
            before, after, drawn = draw(area_map, scene, size, monkeypatch)
            assert find_errors(area_map, before, after, drawn) == [], (scene.number, size)
            count += len(drawn)
    return count


@pytest.mark.parametrize("name", ANNOTATED)
def test_arrows_of_notes_are_whole_and_hide_nothing(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = LIBRARY / f"{name}.senpu"
    timeline = read_line(path)
    area_map = AreaMap(Look(PALETTE, DRAWN, "en"), Narrator(timeline.rules.spec, "en"))
    arrows = read_arrows(path)
    assert arrows
    for number, each in arrows.items():
        scene = replace(build_scene(timeline, number), arrows=tuple(each))
        for size in SIZES:
            before, after, drawn = draw(area_map, scene, size, monkeypatch)
            assert find_errors(area_map, before, after, drawn) == [], (number, size)


@pytest.mark.slow
@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_every_move_in_the_library_has_a_whole_arrow_that_hides_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = LOGS.index(path) % 2 == 1  # the signs differ, the ways of arrows do not
    assert check(path, plain, monkeypatch) or path.stem == "example"
