"""The drill on the screen, and the own choices in the tree of openings."""

from datetime import date
from functools import partial
from pathlib import Path

import pytest
from textual.pilot import Pilot

from senpu.notation.writer import format_event
from senpu.replay.openings.repertoire import edit_repertoire, load_repertoire
from senpu.tui.app import SenpuApp
from senpu.tui.drill_schedule import noon
from senpu.tui.jobs.drill import DrillRequest, open_drill
from senpu.tui.screens import page_stack
from senpu.tui.screens.drill import DrillPage, DrillPlayer, DrillSession
from senpu.tui.screens.gap_list import GapListScreen
from senpu.tui.user_files import RepertoireFiles
from tests.openings.shelves import book_of, write
from tests.openings.test_repertoire import CHINA, JAPAN, RULES, choose
from tests.tui.stage import library, perform, rows, settled, text, until

page_stack.STILL = 0.0  # no key is pressed here by mistake
LINES = f"{CHINA}\n{JAPAN}\nT1 [J5 C3]\nJ: pass C: pass J: resign\n"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A book of one game, and a repertoire with two choices of China."""
    write(tmp_path / "logs/0.senpu", LINES)
    book_of(tmp_path / "b.sqlite", tmp_path / "logs").close()
    after = choose(CHINA, JAPAN, "[J5 C3]", "J: pass", answer="C: pass", comment="Wait.")
    content = choose(answer=CHINA).choice + after.choice
    edit_repertoire(tmp_path / "r.toml", RULES, lambda old: type(old)(
        old.game, old.rules, old.data, old.options, content
    ))  # fmt: skip
    return tmp_path


def make_drill(folder: Path, language: str = "en", results: Path | None = None) -> SenpuApp:
    asked = DrillRequest(
        folder / "r.toml", noon(date(2026, 11, 27)), results, folder / "b.sqlite", seed=1
    )
    app = SenpuApp(language=language)
    app.first_screen = partial(DrillPage, opened=open_drill(asked))
    return app


def session(pilot: Pilot[None]) -> DrillSession:
    screen = pilot.app.screen
    assert isinstance(screen, DrillPlayer)
    return screen.session


def list_events(pilot: Pilot[None]) -> list[str]:
    """Return the events of the line, undone events with a minus."""
    timeline = session(pilot).course
    found = [timeline.get_event(number) for number in range(1, timeline.last + 1)]
    return [f"{'-' * each.undone}{format_event(each.event)}" for each in found]


async def press(pilot: Pilot[None], *keys: str) -> None:
    await pilot.press(*keys)
    await settled(pilot)


async def press_result(pilot: Pilot[None], *keys: str) -> str:
    """Press keys, wait for a result, and return it."""
    await press(pilot, *keys)
    await until(lambda: bool(session(pilot).result))
    await settled(pilot)
    return " ".join(text for text, _ in session(pilot).result)


TYPED = ("colon", *"x1", "plus", *"c1", "at", "D", "enter")


def test_answers_are_typed_or_chosen_and_the_line_continues(
    files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert "2 problems: 0 due, 2 new" in text(pilot)
        await press(pilot, "enter")
        assert "Drill: Question 1 of 2 (new)" in rows(pilot)[0]
        await press(pilot, *TYPED[:-2], "Q", "enter")
        assert session(pilot).opened.drill.asked == {}  # an illegal answer does not count
        await press(pilot, "escape", "escape")
        right = await press_result(pilot, *TYPED)  # the rest has no alternative
        assert right.startswith(f"✓ Right: {CHINA}. By value, it is ")
        assert right.endswith(" Due again on 2026-11-29.")
        monkeypatch.setattr(page_stack, "STILL", 1000.0)
        session(pilot).proceed()
        await press(pilot, "down", "enter", "enter")  # pressed too early: no answer
        assert len(session(pilot).opened.drill.asked) == 1
        monkeypatch.undo()
        before = ["x1+c1@D", "c2+c3+k1@C", "i1+i2+g1@A", "i3+i4+g2@B"]
        assert list_events(pilot)[:4] == before
        assert "Question 2 of 2 (new)" in rows(pilot)[0]
        wrong = await press_result(pilot, "enter")
        assert wrong.startswith("✗ Wrong. The answer is C: pass. By value, it is ")
        assert "By value, your answer C: " in wrong
        assert wrong.endswith("Wait.")
        *_, given, undo, answer = list_events(pilot)
        assert (given[0], undo, answer) == ("-", "undo 1", "pass")
        assert "The line ends" in await press_result(pilot, "enter")
        await press(pilot, "enter")
        assert "Asked again" in rows(pilot)[0]
        assert list_events(pilot) == []
        assert "The answer is C: pass." in await press_result(pilot, "x", "enter")
        await press(pilot, "a")
        assert isinstance(pilot.app.screen, DrillPage)
        assert "2 questions, 1 right." in text(pilot)
        assert "Turn 1, China to act: C: pass: Wait." in text(pilot)
        assert "The results are not stored." in text(pilot)

    perform(make_drill(files), script, (120, 40))


def test_the_keys_of_a_drill_are_those_that_work_in_it(files: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "enter", "question_mark")
        shown = " ".join(text(pilot).split())
        assert "end the drill" in shown
        assert "record" not in shown

    perform(make_drill(files), script, (120, 40))


def test_the_tree_of_openings_stores_comments_and_removes_choices(files: Path) -> None:
    path = files / "own.toml"
    app = library(files / "logs")
    app.book, app.opens_book = files / "b.sqlite", True
    app.repertoires = RepertoireFiles(path)

    async def script(pilot: Pilot[None]) -> None:
        assert "no choice for this position" in text(pilot)
        await press(pilot, "a", "apostrophe", *"Hold", "enter")
        (choice,) = load_repertoire(path).choice
        assert (choice.answer, choice.comment) == (CHINA, "Hold")
        assert f"▸✓{CHINA[3:]}" in text(pilot)
        await press(pilot, "g")
        await until(lambda: isinstance(pilot.app.screen, GapListScreen))
        await settled(pilot)
        assert " 50.0%*  Turn 1, China to act" in text(pilot)
        await press(pilot, "down")
        assert "▸  2." in text(pilot)
        await press(pilot, "up", "enter")
        assert "China to act" in rows(pilot)[0]
        await press(pilot, "d")
        assert "1 problem: 0 due, 1 new" in text(pilot)
        await press(pilot, "q", "left", "left", "left", "left", "left", "left", "a")
        assert load_repertoire(path).choice == ()
        await press(pilot, "a")  # with its comment
        (choice,) = load_repertoire(path).choice
        assert (choice.answer, choice.comment) == (CHINA, "Hold")

    perform(app, script, (160, 50))
