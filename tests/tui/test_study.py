"""A study on the screen: its chapters, and the player of a chapter."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from senpu.replay.annotation.studies import load_study
from senpu.tui.screens.drill import DrillPage
from senpu.tui.screens.study import ChapterPlayer, StudyScreen
from senpu.tui.screens.study_shelf import StudyShelf
from tests.tui.stage import (
    STUDY,
    browsing,
    library,
    part,
    perform,
    playing,
    rows,
    settled,
    study,
    text,
    until,
)
from tests.tui.test_pictures import compare


def make_broken(folder: Path) -> Path:
    """Return a study with a valid position chapter between two logs that do not exist."""
    position = load_study(STUDY).chapter[1].position
    path = folder / "broken.study.toml"
    path.write_text(
        "senpu-study = 1\n[[chapter]]\nlog = 'a.senpu'\n[[chapter]]\n"
        f"position = '{position}'\n[[chapter]]\nlog = 'b.senpu'\n"
    )
    return path


def chapters(pilot: Pilot[None]) -> StudyScreen:
    screen = pilot.app.screen
    assert isinstance(screen, StudyScreen)
    return screen


@pytest.mark.parametrize(
    ("language", "size"),
    [pytest.param("en", (160, 50), marks=pytest.mark.slow), ("ja", (80, 24))],
)
def test_the_chapters_are_listed_with_their_games(language: str, size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = chapters(pilot)
        await until(lambda: screen.checked == 4)
        await pilot.press("down")
        compare(f"study_{size[0]}x{size[1]}_{language}", rows(pilot))
        await pilot.press("enter")
        player = playing(pilot)
        await until(lambda: player.note_tree is not None)
        compare(f"chapter_{size[0]}x{size[1]}_{language}", rows(pilot))

    perform(study(STUDY, language), script, size)


@pytest.mark.slow
def test_the_library_lists_studies(tmp_path: Path) -> None:
    """A study that cannot be read is listed with its error."""
    (tmp_path / "good.study.toml").write_text("senpu-study = 1\ntitle = 'Good'\n")
    (tmp_path / "other.study.toml").write_text("senpu-study = 9\n")

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("S")
        shelf = pilot.app.screen
        assert isinstance(shelf, StudyShelf)
        await until(lambda: shelf.found)
        await pilot.press("down", "enter")
        assert shelf.is_current
        assert "version 1" in " ".join(part(shelf.details))
        await pilot.press("up", "enter")
        assert chapters(pilot).study.title == "Good"
        await pilot.press("enter", "q", "q")
        assert browsing(pilot)

    perform(library(tmp_path), script)


def test_a_chapter_is_played_with_its_comment_its_notes_and_the_next_one() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        log = playing(pilot)
        assert (log.source is not None, log.position) == (True, log.timeline.find("T1"))
        assert "Chapter 1/4 A whole game" in rows(pilot)[0]
        assert "explains each rule" in "\n".join(part(log.notes))
        await pilot.press("tab")
        second = playing(pilot)
        await until(lambda: second.note_tree is not None)
        assert second.source is None
        assert "nothing is lost by that" in "\n".join(part(second.notes))
        await pilot.press("right")
        assert "( C: no )" in "\n".join(part(second.notes))
        await pilot.press("greater_than_sign")
        assert second.course.parent is not None
        await pilot.press("tab")
        third = playing(pilot)
        assert "no point left" not in text(pilot)  # the answer of the problem
        await pilot.press("l")
        assert "2個の手榴弾" in rows(pilot)[0]
        await pilot.press("shift+tab", "q")
        assert isinstance(third, ChapterPlayer)
        assert chapters(pilot).chosen == 1
        await pilot.press("d")
        assert isinstance(pilot.app.screen, DrillPage)

    perform(study(STUDY), script, (160, 50))


def test_nothing_is_written_for_a_position_and_a_broken_chapter_is_not_opened(
    tmp_path: Path,
) -> None:
    path = make_broken(tmp_path)
    before = sorted(tmp_path.iterdir())

    async def script(pilot: Pilot[None]) -> None:
        screen = chapters(pilot)
        await until(lambda: screen.checked == 3)
        assert "a.senpu" in "\n".join(part(screen.details))
        await pilot.press("enter")
        assert chapters(pilot).status
        await pilot.press("down", "enter")
        player = playing(pilot)
        for keys in (("apostrophe",), ("left_parenthesis", "a"), ("a", "enter")):
            await pilot.press(*keys[:1])
            await settled(pilot)
            assert "it has no file" in " ".join(text(pilot).split()), keys
            await pilot.press(*keys[1:])
        for key in ("tab", "shift+tab"):
            await pilot.press(key)
            assert playing(pilot) is player
            assert ".senpu" in player.status

    perform(study(path), script, (100, 30))
    assert sorted(tmp_path.iterdir()) == before
