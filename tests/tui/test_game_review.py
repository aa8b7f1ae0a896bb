"""Tests of the review of a game in the viewer: at once, its marks, in full, its notes."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from textual.pilot import Pilot

import tests.toy_wager  # noqa: F401 - registers a game with a planted mistake
from senpu.logs.notes import notes_path
from senpu.logs.notes_file import load_notes
from senpu.notation.writer import format_event
from senpu.replay.analysis.confidence import Interval
from senpu.replay.analysis.executors import SerialExecutor
from senpu.replay.analysis.review import Confirmation, Review
from senpu.tui.cli import main
from senpu.tui.jobs import review as review_job
from senpu.tui.render.review_report import ReviewReport
from senpu.tui.screens.review import ReviewScreen
from senpu.tui.widgets.timeline import SwingMark
from tests.toy_values import exact_value
from tests.toy_wager.logs import HEADER, PLANTED
from tests.tui.stage import (
    CLUB_NIGHT,
    RETREAT,
    part,
    perform,
    player,
    playing,
    rows,
    settled,
    text,
    until,
)

THROWN = 5
"""The event by which North throws a point away."""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "wager.senpu"
    path.write_text(HEADER + PLANTED, "utf-8")
    return path


def reviewing(pilot: Pilot[None]) -> ReviewScreen:
    screen = pilot.app.screen
    assert isinstance(screen, ReviewScreen)
    return screen


async def press_review(pilot: Pilot[None]) -> ReviewScreen:
    """Open the review, and wait until it is made."""
    await pilot.press("R")
    await until(lambda: reviewing(pilot).texts is not None)
    await settled(pilot)
    return reviewing(pilot)


@contextmanager
def serial(jobs: int) -> Iterator[SerialExecutor]:
    del jobs
    yield SerialExecutor()


def confirm(review: Review, *_: object) -> Review:
    """Return a review in which games confirm the planted error and no other."""
    from msgspec.structs import replace

    found = Confirmation(40, 0.3, Interval(0.2, 0.4), 0.3, 1.0, True, True)
    decisions = tuple(
        replace(each, confirmation=found) if each.number == THROWN else each
        for each in review.decisions
    )
    return replace(review, is_full=True, program="one-ply", decisions=decisions)


def test_one_key_shows_errors_luck_and_candidates_and_each_leads_to_its_position() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = await press_review(pilot)
        assert screen.texts is not None
        review = screen.texts.review
        seen = text(pilot)
        for each in ("Japan", "China", "error rate", "without luck", "Decisions by error"):
            assert each in seen
        sizes = [item.size for item in screen.lists[0]]
        assert sizes == sorted(sizes, reverse=True)
        await pilot.press("down", "down")
        await settled(pilot)
        item = screen.item
        assert item is not None
        details = part(screen.details)
        assert f"event {item.number} " in details[0]
        (played,) = [row for row in details if row.startswith("  ▸")]
        assert played.split()[-1] == item.text.split()[-1]
        await pilot.press("enter", "C")
        await settled(pilot)
        shown = playing(pilot)
        assert shown.position == item.number - 1
        (played,) = [row for row in part(shown.panels) if "▸" in row]
        assert format_event(shown.timeline.get_event(item.number).event) in played
        marks = shown.track.strand.swings
        assert marks is not None
        errors = {mark.number for mark in marks if not mark.is_luck}
        assert errors == {each.number for each in review.list_suspects()}
        await press_review(pilot)  # at once: it is known
        await pilot.press("tab", "enter")
        await settled(pilot)
        luckiest = max(review.rolls, key=lambda each: abs(each.luck))
        assert playing(pilot).position == luckiest.number

    perform(player(CLUB_NIGHT, RETREAT), script, (160, 50))


def test_marks_are_distinct_without_colours() -> None:
    async def script(pilot: Pilot[None]) -> None:
        track = playing(pilot).track
        before = len(part(track))
        await press_review(pilot)
        await pilot.press("q")
        await settled(pilot)
        assert len(part(track)) == before + 1
        track.strand.swings = [
            SwingMark(number, is_luck, raises, 0, 0.1)
            for number, (is_luck, raises) in zip(
                (20, 60, 100, 140),
                ((False, True), (False, False), (True, True), (True, False)),
                strict=True,
            )
        ]
        track.repaint()
        await settled(pilot)
        assert any(row.split() == ["▴", "▾", "▵", "▿"] for row in part(track))
        await pilot.press("R", "m", "q")
        await settled(pilot)
        assert len(part(track)) == before

    perform(player(CLUB_NIGHT, RETREAT), script)


def test_games_confirm_errors_in_the_background_and_notes_are_added_on_demand(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = cache(exact_value)
    monkeypatch.setattr(review_job, "open_value", lambda rules, _=1: exact(rules))
    monkeypatch.setattr(review_job, "confirm_review", confirm)
    monkeypatch.setattr("senpu.tui.evaluator.start_programs", serial)

    async def script(pilot: Pilot[None]) -> None:
        screen = await press_review(pilot)
        assert screen.texts is not None
        assert not screen.texts.review.list_errors()
        await pilot.press("w")
        assert "playouts confirm the errors first" in rows(pilot)[-1]
        await pilot.press("f", "q")
        shown = playing(pilot)
        await until(lambda: set(shown.reviews.glyphs) == {THROWN})
        await settled(pilot)
        assert "review: 1 error confirmed; R shows it" in rows(pilot)[-1]
        assert any("throw" in row and "?" in row for row in part(shown.list))
        await pilot.press("end", "d")
        await settled(pilot)
        assert shown.position == THROWN
        assert not notes_path(log).exists()
        screen = await press_review(pilot)
        assert screen.lists[0][0].number == THROWN
        assert shown.reviews.glyphs[THROWN] in part(screen.tables[0])[2]
        await pilot.press("w")
        await settled(pilot)
        assert "notes written to wager.notes.toml" in rows(pilot)[-1]

    perform(player(log), script, (120, 30))
    written = [(note.event, note.kind, note.text) for note in load_notes(notes_path(log)).notes]
    notes_path(log).unlink()
    assert main(["review", str(log), "--jobs", "1"]) == 0
    made = [(note.event, note.kind, note.text) for note in load_notes(notes_path(log)).notes]
    assert written == made


@pytest.mark.parametrize("rows_of_screen", [24, 50])
def test_with_few_rows_the_panel_has_the_cautions(
    log: Path, monkeypatch: pytest.MonkeyPatch, rows_of_screen: int
) -> None:
    found = ["It is flat.", "Two values disagree."]
    monkeypatch.setattr(ReviewReport, "problems", lambda _: iter(found))

    async def script(pilot: Pilot[None]) -> None:
        screen = await press_review(pilot)
        header, is_small = part(screen.account), rows_of_screen == 24
        assert ("2 cautions below" in header[-1]) == is_small
        assert (found[0] in " ".join(header)) != is_small
        if is_small:
            assert screen.tables[screen.active].size.height >= 6, (
                "at least five decisions are in sight"
            )
        seen = text(pilot)
        for _ in range(4 * is_small):
            await pilot.press("right_curly_bracket")
            seen += text(pilot)
        assert all(each in seen for each in found)

    perform(player(log), script, (80, rows_of_screen))


@pytest.mark.parametrize(
    ("events", "expected"),
    [("", "nothing to review"), ("N: try [5] S: boo\n", "illegalMove: boo")],
)
def test_a_log_that_cannot_be_reviewed_says_why(log: Path, events: str, expected: str) -> None:
    log.write_text(HEADER + events, "utf-8")

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("escape", "R")
        await settled(pilot)
        assert expected in text(pilot)

    perform(player(log), script, (120, 30))
