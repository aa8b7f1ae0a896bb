"""Tests of notes and variations on the page."""

from collections import Counter
from functools import cache

from senpu.logs.notes import Notes, StoredNote
from senpu.replay.annotation.annotations import Annotations, find_digest
from senpu.replay.core.timeline import Timeline
from senpu.tui.pages.course import NOTED, expand_track
from senpu.tui.pages.page import render_page
from tests.sharing.documents import Element, opened, read_page
from tests.sharing.test_page import course_of


@cache
def noted() -> tuple[Timeline, Annotations, Element]:
    timeline = opened("areas with points")

    def note(event: int, kind: str, text: str, *inside: StoredNote) -> StoredNote:
        digest = find_digest(timeline, event)
        return StoredNote(
            event=event, digest=digest, kind=kind, text=text, author="<Ann>", notes=inside
        )  # fmt: skip

    deeper = StoredNote(event=1, kind="variation", text="C: pass", author="Bo")
    inner = StoredNote(event=1, kind="comment", text="in the line")
    notes = Notes(
        timeline.rules.spec.id,
        (
            note(0, "comment", "before all"),
            note(62, "bookmark", "the mortar"),
            note(64, "comment", "a <b>word</b> & more"),
            note(64, "glyph", "?!"),
            note(64, "arrow", "E>D"),
            note(64, "date", "1937-10-29"),
            note(64, "variation", "J: g2>D", inner, deeper),
        ),
    )
    annotations = Annotations(timeline, notes)
    assert annotations.faults == []
    return timeline, annotations, read_page("\n".join(render_page(timeline, "en", annotations)))


def test_notes_are_below_their_event() -> None:
    _, _, root = noted()
    row = root.by_id("e0-64").parent
    assert row is not None
    (output, *_) = row.of_class("said")
    texts = [each.text("en") for each in output.of_class("remark")]
    assert "a <b>word</b> & more <Ann>" in texts
    assert "arrow E to D" in texts
    assert "1937-10-29" in texts
    assert root.by_id("e0-64").of_class("glyph")[0].text() == "?!"
    start = root.by_id("e0-0").parent
    assert start is not None
    assert "before all <Ann>" in [each.text() for each in start.of_class("remark")]
    assert [each["data-at"] for each in root.of_class("bookmarks")[0].all("button")] == ["0-62"]


def test_an_arrow_of_a_note_is_drawn_at_its_event_alone() -> None:
    _, _, root = noted()
    found = course_of(root)
    positions = list(expand_track(found["tracks"][0]["steps"], {}))
    drawn = [n for n, each in enumerate(positions) if found["parts"][each[f"={NOTED}"]]]
    assert drawn == [64]


def test_a_variation_line_is_a_track_that_leaves_the_game_where_it_begins() -> None:
    timeline, annotations, root = noted()
    found = course_of(root)
    assert [track["from"] for track in found["tracks"]] == [[0, 0], [0, 64], [1, 1]]
    game = list(expand_track(found["tracks"][0]["steps"], {}))
    line = list(expand_track(found["tracks"][1]["steps"], game[64]))
    assert line[0] == game[64]
    (branch,) = annotations.find_variations(64)
    for number, position in enumerate(line):
        board = timeline.rules.board(branch.get_position(number).state)
        for piece in board.pieces:
            place = found["texts"][position[f"@{piece.id}"][3]][0]
            assert piece.place in place
    deeper = list(expand_track(found["tracks"][2]["steps"], line[1]))
    assert len(deeper) == 2
    assert root.by_id("e1-1").all("code")[0].text() == "g2>D"
    assert root.by_id("e2-1").all("code")[0].text() == "pass"
    assert root.by_id("e2-1")["data-at"] == "2-1"


def test_a_page_with_notes_keeps_the_laws_of_pages() -> None:
    _, _, root = noted()
    found = Counter(each["id"] for each in root.walk() if each["id"])
    assert max(found.values()) == 1
    for each in root.all("button"):
        assert each.text("en").strip()
        assert each.text("ja").strip()
    assert "<b>word" not in "".join(e.text() for e in root.all("style"))
