"""Long logs: the first picture at once, the rest in the background, no step that waits."""

from pathlib import Path
from random import Random
from statistics import median
from time import process_time

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

import tests.toy  # noqa: F401 - registers the endless rule set
from senpu.logs.marks import Authorship
from senpu.logs.notes import StoredNote, notes_path
from senpu.logs.notes_file import edit_notes
from senpu.logs.record import open_record
from senpu.replay.annotation.annotations import add_notes, make_note
from senpu.replay.annotation.branches import EventSequence
from senpu.replay.core.states import State
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline
from tests.toy.logs import write
from tests.tui.stage import perform, player, playing, rows, settled


def test_a_long_log_is_read_after_its_first_picture(tmp_path: Path) -> None:
    app = player(write(tmp_path / "long.senpu", 5000))
    seen: list[str] = []

    async def script(pilot: Pilot[None]) -> None:
        screen = playing(pilot)
        await settled(pilot)
        assert screen.timeline.last == 5000
        assert "0 / 5000  ✓" in rows(pilot)[0]
        await pilot.press("end")
        await pilot.pause()
        assert screen.position == 5000
        assert len(screen.rows) > 3000
        seen.extend(rows(pilot))

    perform(app, script, (160, 50))
    assert any("5000" in row for row in seen)


def test_the_end_is_waited_for_without_blocking(tmp_path: Path) -> None:
    app = player(write(tmp_path / "long.senpu", 20_000))

    async def script(pilot: Pilot[None]) -> None:
        screen = playing(pilot)
        screen.search.go_when_read("end")
        await settled(pilot)
        assert screen.position == 20_000

    perform(app, script)


def test_a_step_is_quick_wherever_in_the_log(tmp_path: Path) -> None:
    app = player(write(tmp_path / "long.senpu", 20_000))
    times: list[float] = []

    async def script(pilot: Pilot[None]) -> None:
        screen = playing(pilot)
        await settled(pilot)
        for number in (10, 5_000, 12_345, 19_990):
            for step in range(5):
                before = process_time()
                screen.go_to(number + step)
                for part in (screen.map, screen.list, screen.track, screen.sentences):
                    for y in range(part.size.height):
                        part.render_line(y)
                times.append(process_time() - before)

    perform(app, script, (160, 50))
    assert median(times) < 0.016


def test_a_step_is_quick_with_notes_and_deep_inside_lines(tmp_path: Path) -> None:
    path = write(tmp_path / "long.senpu", 3000)
    timeline = open_timeline(open_record(path))
    timeline.extend()
    comments = [
        make_note(timeline, n, "comment", "so", Authorship("Anna")) for n in range(1, 3000, 7)
    ]
    line = replace(nested(timeline, 2900, 0), event=2900)
    edit_notes(notes_path(path), lambda notes: add_notes(timeline, notes, [*comments, line]))
    times: list[float] = []

    async def script(pilot: Pilot[None]) -> None:
        screen = playing(pilot)
        await settled(pilot)
        await settled(pilot)
        tree = screen.notebook.tree
        assert tree is not None
        deepest = max(tree.variations.values(), key=lambda each: each.branch.depth)
        assert deepest.branch.depth == 8
        for course in (screen.timeline, deepest):
            for number in range(deepest.fork + 1, deepest.fork + 6):
                before = process_time()
                screen.go_to(number, course)
                times.append(process_time() - before)

    perform(player(path), script, (160, 50))
    assert median(times) < 0.016


def nested(timeline: Timeline, number: int, depth: int, start: State | None = None) -> StoredNote:
    """Return a variation of ten events with another inside it, and so on."""
    random, course = (
        Random(depth),
        EventSequence(timeline.rules, start or timeline.get_position(number).state),
    )
    for _ in range(10):
        course.take(timeline.rules.sample(course.reducer.state, random))
    inside = (nested(timeline, 5, depth + 1, course.state(5)),) if depth < 7 else ()
    return StoredNote(event=5, kind="variation", text=course.text(), notes=inside)


@pytest.mark.slow
def test_a_hundred_thousand_events_are_stepped_through(tmp_path: Path) -> None:
    app = player(write(tmp_path / "long.senpu", 100_000))

    async def script(pilot: Pilot[None]) -> None:
        screen = playing(pilot)
        screen.search.go_when_read("77777")
        for _ in range(40):
            await settled(pilot)
            if screen.position == 77_777:
                break
        assert screen.position == 77_777
        await pilot.press("right", "right", "left")
        assert screen.position == 77_778

    perform(app, script, (160, 50))
