"""Gaps in what is shared: reports, posts, pages, pictures and printed games."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import Timeline
from senpu.tui.pages.page import render_page
from senpu.tui.pictures.picture import render_picture
from senpu.tui.render.forum_report import render_post
from senpu.tui.render.game_report import TurnMaps, render_game
from senpu.tui.render.text_rendering import render_game as print_game
from tests.jumping import FIRST, SECOND, open_jumps
from tests.sharing.documents import read_page

HEADS = {
    "en": ("The log has 2 gaps", "Gap 1: turn 2 to turn 4", "Stated position", "Flag of China"),
    "ja": ("空白が2か所", "空白1：第2ターンから第4ターンまで", "記載局面", "国民党軍の国旗"),
}
FORMS: dict[str, Callable[[Timeline, Narrator], Iterator[str]]] = {
    "md": render_game, "bbcode": render_post, "text": print_game,
}  # fmt: skip
ITEM = re.compile(r" *- \S")


@pytest.mark.parametrize("language", HEADS)
@pytest.mark.parametrize("form", FORMS)
def test_a_report_counts_its_gaps_and_lists_what_each_must_contain(
    form: str, language: str
) -> None:
    timeline = open_jumps()
    rows = [*FORMS[form](timeline, Narrator(timeline.rules.spec, language))]
    text = "\n".join(rows)
    head, title, name, flag = HEADS[language]
    assert text.index(head) < text.index(title) < text.rindex(name)
    assert "%position" not in text
    assert "flag_due" not in text
    (at,) = (n for n, row in enumerate(rows) if flag in row)
    assert ITEM.match(rows[at])
    changes = timeline.get_position(FIRST).effects[1:]
    above = next(n for n in range(at, 0, -1) if title in rows[n])
    assert sum(1 for row in rows[above : at + 1] if ITEM.match(row)) >= len(changes)


class Written(list[str]):
    """The names of pictures, and their texts."""

    def write(self, path: Path, rows: object) -> None:
        """Keep a picture."""
        self.append(path.name)
        self.append("".join(rows))  # type: ignore[arg-type] # rows of a picture


@pytest.mark.parametrize("language", HEADS)
def test_pictures_are_of_the_start_the_ends_of_turns_and_the_stated_positions(
    language: str, tmp_path: Path
) -> None:
    timeline, written = open_jumps(), Written()
    narrator = Narrator(timeline.rules.spec, language)
    maps = TurnMaps(timeline, narrator, tmp_path, "x", "day", tmp_path, written.write)
    rows = [*render_game(timeline, narrator, None, maps)]
    shown = [row for row in rows if row.startswith("![")]
    names = ["start", "turn-01", "turn-02", "turn-04-event-7", "turn-04", "turn-06-event-12"]
    assert written[::2] == [f"x-{name}.svg" for name in names]
    for row, picture in zip(shown, written[1::2], strict=True):
        alternative = row[2:].partition("]")[0]
        title = picture.partition('<title id="title">')[2].partition("<")[0]
        assert alternative == title


def test_a_page_has_the_gaps_in_its_head_turns_slider_and_events() -> None:
    page = "\n".join(render_page(open_jumps(), "en"))
    assert "%position" not in page.partition("application/json")[0]
    root = read_page(page)
    assert any("2 gaps" in each.text("en") for each in root.of_class("top"))
    turns = [each.text() for each in root.of_class("turns")[0].all("li")]
    assert turns == ["T1", "T2", "⋯", "T4", "⋯", "T6"]
    marks = root.of_class("gaps")[0].all("text")
    assert [each["x"] for each in marks] == [
        f"{100 * number / SECOND:.2f}%" for number in (FIRST, SECOND)
    ]
    items = [each for each in root.of_class("event") if each.of_class("gap")]
    assert [each["data-at"] for each in items] == [f"0-{FIRST}", f"0-{SECOND}"]
    changes = open_jumps().get_position(FIRST).effects[1:]
    assert len(items[0].of_class("change")) == len(changes)


def test_a_picture_of_a_stated_position_names_it() -> None:
    timeline = open_jumps()
    picture = render_picture(timeline, FIRST, Narrator(timeline.rules.spec))
    assert "%position" not in picture
    assert "Stated position" in picture
