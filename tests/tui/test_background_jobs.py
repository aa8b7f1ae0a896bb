"""Work in the background of the player: it is written when it is finished, and never in part."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.pilot import Pilot

import tests.toy_wager  # noqa: F401 - registers a game with a planted mistake
from senpu.replay.analysis.executors import SerialExecutor
from senpu.tui.cli import main
from senpu.tui.jobs import exports, report
from senpu.tui.screens.background_jobs import ENDS, JOBS
from tests.openings.shelves import SET_UP, write
from tests.replay.test_bridges import STATED
from tests.tui.stage import (
    CLUB_NIGHT,
    perform,
    player,
    playing,
    rows,
    send,
    settled,
    until,
)  # fmt: skip


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "club.senpu"
    path.write_bytes(CLUB_NIGHT.read_bytes())
    return path


async def begin(pilot: Pilot[None], job: str) -> None:
    """Begin a job as its command in the palette does, with the default name of its file."""
    playing(pilot).action_job(job)
    await settled(pilot)
    if job != "review":
        await pilot.press("enter")


async def wait_for_end(pilot: Pilot[None]) -> None:
    await until(lambda: not playing(pilot).jobs.sign)
    await settled(pilot)


def test_an_export_is_the_file_of_the_command_and_replaces_a_file_only_if_confirmed(
    log: Path,
) -> None:
    write(log, SET_UP)  # a page of few positions is made fast
    expected = log.with_name("expected.html")
    assert main(["export", str(log), "--to", "html", "-o", str(expected)]) == 0
    page = log.with_suffix(".html")

    async def script(pilot: Pilot[None]) -> None:
        page.write_bytes(b"")
        await pilot.press("E", "enter")
        await settled(pilot)
        assert "Replace club.html?" in rows(pilot)[-1]
        await pilot.press("escape")
        assert page.read_bytes() == b""
        await pilot.press("E", "enter", "enter")
        await wait_for_end(pilot)
        assert page.read_bytes() == expected.read_bytes()

    perform(player(log), script)


@pytest.mark.parametrize(
    ("name", "why"),
    [("mine.html", "mine.html"), ("club.png", "unknown ending"), ("club.senpu", "unknown ending")],
)
def test_an_export_that_would_replace_another_file_is_rejected(
    log: Path, name: str, why: str
) -> None:
    log.with_name("mine.html").write_text("my page")
    before = {path: path.read_bytes() for path in log.parent.iterdir()}

    keys = ["full_stop" if char == "." else char for char in name]

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("E", *["backspace"] * len("club.html"), *keys)
        await pilot.press("enter")
        await settled(pilot)
        assert "Not written" in rows(pilot)[-1]
        assert why in " ".join(each.message for each in pilot.app._notifications)

    perform(player(log), script)
    assert {path: path.read_bytes() for path in log.parent.iterdir()} == before


@pytest.mark.parametrize(("job", "key"), [*((job, "escape") for job in JOBS), ("review", "ctrl+c")])
def test_a_cancelled_job_leaves_nothing(
    log: Path, monkeypatch: pytest.MonkeyPatch, job: str, key: str
) -> None:
    under_way, goes_on, ended = Event(), Event(), Event()
    start = 0
    if job == "bridge":
        log.write_text(STATED, "utf-8")
        start = 5

    def wait() -> None:
        under_way.set()
        assert goes_on.wait(5)

    def make_rows(*_: object) -> Iterator[str]:
        yield "one"
        wait()
        try:
            yield "two"
        finally:
            ended.set()

    def play(*given: Any) -> None:
        progress, more = given[-1], () if job == "bridge" else (4,)
        progress(1, *more)
        wait()
        try:
            progress(2, *more)
        finally:
            ended.set()

    monkeypatch.setattr(exports, "render_export", make_rows)
    monkeypatch.setattr(report, "render_report", make_rows)
    monkeypatch.setattr("senpu.tui.jobs.game_review.review_log", play)
    monkeypatch.setattr("senpu.tui.jobs.bridge.search_gap", play)
    monkeypatch.setattr("senpu.tui.evaluator.start_programs", serial)

    async def script(pilot: Pilot[None]) -> None:
        await until(lambda: playing(pilot).timeline.is_complete)
        playing(pilot).action_job(job)
        if job in ENDS:
            await until(lambda: bool(pilot.app.screen.query("InputLine")))
            send(pilot, "enter")
        await until(under_way.is_set)
        send(pilot, "right")  # the screen is usable; the pilot would wait for the job to end
        await until(
            lambda: playing(pilot).position == start + 1 and "Esc cancels" in rows(pilot)[-1]
        )
        send(pilot, key)
        await until(lambda: "cancelled; nothing was written" in rows(pilot)[-1])
        goes_on.set()
        await until(ended.is_set)
        await settled(pilot)

    perform(player(log, start), script, (100, 24))
    assert [path.name for path in log.parent.iterdir()] == [log.name]


@contextmanager
def serial(jobs: int) -> Iterator[SerialExecutor]:
    del jobs
    yield SerialExecutor()


@pytest.mark.parametrize("kind", ["locked", "read-only"])
def test_a_viewer_that_may_not_write_offers_no_job(log: Path, kind: str) -> None:
    app = player(log)
    app.read_only = kind == "read-only"
    timeline = app._first[0]
    assert timeline is not None
    if kind == "locked":
        timeline.view_as("japan")
        timeline.lock_view()

    async def script(pilot: Pilot[None]) -> None:
        words = {each.word for each in app.list_commands(pilot.app.screen)}
        assert words & set(JOBS) == ({"review"} if kind == "read-only" else set())  # by values
        for job in JOBS:
            await begin(pilot, job)
            assert "not available" in rows(pilot)[-1]

    perform(app, script)
    assert [path.name for path in log.parent.iterdir()] == [log.name]
