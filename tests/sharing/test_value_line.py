"""Tests of the review of a game in exports: errors and luck of each player, and the line."""

import pytest

from senpu.logs.notes import Notes, StoredNote
from senpu.replay.annotation.annotations import Annotations, find_digest
from senpu.replay.core.narration import Narrator
from senpu.replay.core.states import CHANCE
from senpu.tui.jobs.exports import ExportJob, render_export
from senpu.tui.jobs.review import AUTHOR
from senpu.tui.pages.page import render_page
from tests.sharing.documents import opened, read_page

ERROR = 64
SUMMARY = "Japan: error rate 1.8, luck +7"


@pytest.mark.parametrize("author", [AUTHOR, pytest.param("Ann", marks=pytest.mark.slow)])
def test_only_a_reviewed_game_has_the_line_with_its_errors_and_luck(author: str) -> None:
    timeline = opened("areas with points")
    roll = next(
        number
        for number in range(2, timeline.last)
        if (decision := timeline.get_position(number - 1).state.decision)
        if decision.side == CHANCE
    )

    def note(event: int, kind: str, text: str) -> StoredNote:
        digest = find_digest(timeline, event)
        return StoredNote(event=event, digest=digest, kind=kind, text=text, author=author)

    notes = Annotations(
        timeline,
        Notes(
            timeline.rules.spec.id,
            (
                note(0, "comment", SUMMARY), note(ERROR, "glyph", "??"),
                note(ERROR, "comment", "about 20"), note(roll, "comment", "Lucky"),
            ),
        ),
    )  # fmt: skip
    assert notes.faults == []
    root = read_page("\n".join(render_page(timeline, "en", notes)))
    wanted = ExportJob(timeline, Narrator(timeline.rules.spec, "en"), notes)
    for form in ("md", "bbcode"):
        assert SUMMARY in "\n".join(render_export(form, wanted)).replace("\\", "")
    assert SUMMARY in root.text()
    figures = root.of_class("win-figure")
    assert bool(figures) == (author == AUTHOR)
    for figure in figures:
        (line,) = figure.of_class("win-line")
        assert len((line["points"] or "").split()) == 2 * (timeline.last + 1)
        signs = [(each["x"], each.text()) for each in figure.all("text")]
        assert (f"{100 * ERROR / timeline.last:.2f}%", "??") in signs
        assert any(sign in "▵▿" for _, sign in signs)
