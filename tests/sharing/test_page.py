"""`senpu export --to html`: the page, read without a browser."""

import base64
import hashlib
import json
import re
from collections import Counter
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from senpu.logs.record import record_from
from senpu.notation.writer import format_event
from senpu.replay.core.narration import Narrator
from senpu.replay.core.visible_positions import format_position_at
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.tui.boards.scene import build_scene
from senpu.tui.pages.course import NOTED, expand_track
from senpu.tui.pages.page import render_page
from senpu.tui.pictures.captions import Narrators, format_turn
from senpu.tui.pictures.picture import LAYERS, PositionDrawing
from tests.games.random_play import steps
from tests.sharing.documents import SHARED, Element, opened, paged, read_page

LATE = {"the other edition", "hexes with boxes"}
"""Games that are tested in CI alone: others have all that they draw."""
EVERY = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in LATE else ()) for name in SHARED]
)


@cache
def read(name: str, side: str = "") -> Element:
    return read_page(paged(name, side))


@cache
def data(name: str, side: str = "") -> Any:
    return course_of(read(name, side))


def course_of(root: Element) -> Any:
    return json.loads(root.by_id("course").text())


# ---- the document ---------------------------------------------------------------------------


@pytest.mark.slow
@EVERY
def test_every_element_is_closed_and_no_id_occurs_twice(name: str) -> None:
    found = Counter(each["id"] for each in read(name).walk() if each["id"])
    assert max(found.values()) == 1


@pytest.mark.slow
@EVERY
def test_what_an_element_refers_to_is_there(name: str) -> None:
    root = read(name)
    ids = {each["id"] for each in root.walk()}
    for each in root.walk():
        for attribute in ("aria-labelledby", "aria-describedby", "for"):
            assert set(each[attribute].split()) <= ids, (each.name, each.attributes)


@pytest.mark.slow
@EVERY
def test_it_fetches_nothing(name: str) -> None:
    text = paged(name).replace("http://www.w3.org/2000/svg", "")
    for word in ("http:", "https:", "//cdn", "url(", "@import", "src=", "href=", "fetch(",
                 "XMLHttp", "import(", "<link", "<img", "WebSocket"):  # fmt: skip
        assert word not in text, word


@EVERY
def test_the_browser_must_let_it_fetch_nothing_and_run_its_own_script_alone(
    name: str,
) -> None:
    root = read(name)
    (policy,) = (e["content"] for e in root.all("meta") if "Security" in e["http-equiv"])
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    (style,) = root.all("style")
    scripts = [each for each in root.all("script") if not each["type"]]
    assert len(scripts) == 1
    for element, source in ((style, "style-src"), (scripts[0], "script-src")):
        digest = base64.b64encode(hashlib.sha256(element.text().encode()).digest()).decode()
        assert f"{source} 'sha256-{digest}'" in policy
    assert not any(each["style"] for each in root.walk())
    assert not any(key.startswith("on") for each in root.walk() for key in each.attributes)


@pytest.mark.slow
@EVERY
def test_the_same_log_gives_the_same_bytes(name: str) -> None:
    assert "\n".join(render_page(opened(name), "en")) == paged(name)


@pytest.mark.slow
def test_a_game_of_300_events_is_well_under_a_megabyte() -> None:
    timeline = opened("hexes with boxes")
    rules = timeline.rules
    longest = max((list(steps(rules, seed)) for seed in range(6)), key=len)[:300]
    rows = []
    for state, event, _ in longest:
        letter = rules.letter[state.decision.side]
        rows.append(f"{f'{letter}: ' if letter else ''}{format_event(event)}\n")
    text = f"Senpu: 1\nGame: {rules.spec.id}\nRules: 1\n\n{''.join(rows)}"
    long = open_timeline(record_from(text))
    assert long.extend() >= 250
    assert sum(len(row.encode()) + 1 for row in render_page(long, "en")) < 700_000


def test_nothing_that_a_log_says_becomes_a_part_of_the_page() -> None:
    output = "</title></script><script>alert(1)</script><!-- $course &amp; \\u003c"
    text = (
        f"Senpu: 1\nGame: 800/bonsai-2021\nRules: 1\nEvent: {output}\nJapan: {output}\n\n"
        f"{{{output}}}\nC: x1+c1@D {{{output}}}\n"
    )
    timeline = open_timeline(record_from(text))
    assert timeline.extend() == 1
    root = read_page("\n".join(render_page(timeline, "en")))
    assert len(root.all("script")) == 2
    assert root.all("title")[0].text().endswith(output)
    assert output in root.all("h1")[0].text("en")
    assert [each.text() for each in root.of_class("remark")] == [output, output]


# ---- for all readers -----------------------------------------------------------------------


@EVERY
def test_every_button_and_every_choice_has_a_name_in_both_languages(name: str) -> None:
    root = read(name)
    for each in root.all("button"):
        for language in ("en", "ja"):
            assert each.text(language).strip(), each.attributes
    for each in (*root.all("input"), *root.all("select")):
        label = each["aria-labelledby"]
        parent = each.parent
        assert label or (parent is not None and parent.name == "label"), each.attributes


@EVERY
def test_the_language_switch_is_complete(name: str) -> None:
    """Each text in one language is next to its counterpart in the other, equally often."""
    root = read(name)
    for each in root.walk():
        output = [e["lang"] for e in each.inside if isinstance(e, Element) and e["lang"]]
        if each.name:
            languages = [language for language in output if each.name != ""]
            assert languages in ([], ["en", "ja"] * (len(languages) // 2)) or each is root
    assert read(name).all("html")[0]["lang"] == "en"
    texts = data(name)["texts"]
    assert all(len(text) == 2 for text in texts)
    parts = [*data(name)["parts"], *data(name)["looks"]]
    for part in parts:
        assert part.count('lang="en"') == part.count('lang="ja"')


@EVERY
def test_no_japanese_is_shown_in_english_nor_the_other_way_round(name: str) -> None:
    """Except in names and comments, which are from the log."""
    root = read(name)
    for button in root.all("button"):
        if button["id"] != "language":
            assert not re.search("[\u3040-\u30ff\u4e00-\u9fff]", button.text("en"))


@EVERY
def test_the_events_are_lists_under_headings(name: str) -> None:
    root, timeline = read(name), opened(name)
    rows = root.of_class("event")
    assert [row["data-at"] for row in rows] == [f"0-{n}" for n in range(timeline.last + 1)]
    for row in rows:
        assert row.name == "button"
        item = row.parent
        assert item is not None
        assert item.name == "li"
        assert item.parent is not None
        assert item.parent.name == "ol"
    starts = sorted(n for turn, n in timeline.turn_starts.items() if n <= timeline.last)
    headings = [each["id"] for each in root.all("h3") if each["id"].startswith("turn-")]
    assert headings == [f"turn-{number}" for number in starts]


@EVERY
def test_each_event_reports_its_notation_its_sentence_and_its_comments(name: str) -> None:
    root, timeline = read(name), opened(name)
    narrators = [Narrator(timeline.rules.spec, language) for language in ("en", "ja")]
    for number in range(1, timeline.last + 1):
        row = root.by_id(f"e0-{number}")
        (code,) = row.all("code")
        assert code.text() == format_event(timeline.get_event(number).event)
        for narrator in narrators:
            story = narrator.describe_all(timeline.get_position(number).effects)
            effects = "".join(e.text(narrator.language) for e in row.of_class("story"))
            assert effects == story
        assert row.parent is not None
        comments = [each.text() for each in row.parent.of_class("remark")]
        assert comments == timeline.comments.get(number, [])


@EVERY
def test_the_sentence_is_read_aloud_and_the_map_as_text(name: str) -> None:
    root, timeline = read(name), opened(name)
    live = root.by_id("live")
    assert live["aria-live"] == "polite"
    assert live["aria-atomic"] == "true"
    assert root.by_id("map")["role"] == "img"
    board = timeline.rules.board(timeline.get_position(timeline.last).state)
    effects = " ".join(each.text("en") for each in root.by_id("description").all("dd"))
    assert {piece.id for piece in board.pieces} <= {*effects.split()}
    for language in ("en", "ja"):
        assert root.by_id("map-name").text(language)


@EVERY
def test_headings_go_down_one_level_at_a_time(name: str) -> None:
    levels = [int(e.name[1]) for e in read(name).walk() if re.fullmatch("h[1-6]", e.name)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_a_touch_finds_every_button() -> None:
    (style,) = read(next(iter(SHARED))).all("style")
    rule = re.search(r"button, select \{(.*?)\}", style.text(), re.DOTALL)
    assert rule
    assert "min-width: 2.75rem" in rule[1]  # 44 pixels
    assert "min-height: 2.75rem" in rule[1]
    assert "@media (max-width: 900px)" in style.text()
    assert "@media print" in style.text()
    assert "prefers-color-scheme: dark" in style.text()
    assert "prefers-reduced-motion" in style.text()


# ---- the data against the timeline ----------------------------------------------------------


@EVERY
def test_the_data_give_back_every_position_of_the_timeline(name: str) -> None:
    timeline, found = opened(name), data(name)
    spec = timeline.rules.spec
    narrators = Narrators(spec, ("en", "ja"))
    boards = [
        timeline.rules.board(timeline.get_position(n).state) for n in range(timeline.last + 1)
    ]
    drawing = PositionDrawing(narrators, boards, with_tallies=False)
    positions = list(expand_track(found["tracks"][0]["steps"], {}))
    assert len(positions) == timeline.last + 1
    lines = {e["id"]: e.all("dt")[0].text("en") for e in read(name).walk() if e["id"][:2] == "t-"}
    for number, position in enumerate(positions):
        scene = build_scene(timeline, number)
        shown = drawing.show(scene)
        assert found["units"] == [piece.id for piece in scene.board.pieces]
        for piece in scene.board.pieces:
            x, y, look, place, output, brief = position[f"@{piece.id}"]
            spot = shown.spots[piece.id]
            assert (round(spot.x, 1), round(spot.y, 1)) == pytest.approx((x, y), abs=0.051)
            assert found["looks"][look] == shown.looks[piece.id]
            assert found["texts"][place] == [*narrators.place(piece).values()]
            assert piece.id in found["texts"][output][0]
            assert piece.id in found["texts"][brief][0].split()
            assert ("reduced" in found["texts"][brief][0]) == piece.reduced
        for layer in LAYERS:
            assert found["parts"][position[f"={layer}"]] == shown.layers[layer]
        assert found["parts"][position[f"={NOTED}"]] == ""
        fields = [position[f"^{key}"] for key in found["keys"]]
        texts = [found["head"], *(found["fields"][at] for at in fields if at >= 0)]
        assert "; ".join(texts) == format_position_at(timeline, number)
        effects = {
            lines[f"t-{key[1:]}"]: found["texts"][value][0]
            for key, value in position.items()
            if key[0] == "#" and value >= 0
        }
        labels = {narrators.label(tally.label)["en"] for tally in scene.board.tallies}
        assert effects.keys() == labels
        assert found["texts"][position["turn"]] == [
            format_turn(scene.moment.state, narrator) for narrator in narrators.every
        ]
        asked = scene.moment.state.decision
        if asked is not None:
            assert found["texts"][position["ask"]][0].startswith(narrators.every[0].decision(asked))


@EVERY
def test_only_what_changes_is_repeated(name: str) -> None:
    steps_ = data(name)["tracks"][0]["steps"]
    assert len(steps_[0]) > 10
    position: dict[str, Any] = {}
    for step in steps_:
        assert all(key not in position or position[key] != value for key, value in step.items())
        position |= step


@EVERY
def test_without_a_script_the_last_position_is_shown(name: str) -> None:
    root, found = read(name), data(name)
    *_, last = expand_track(found["tracks"][0]["steps"], {})
    units = [each for each in root.all("g") if each["id"].startswith("u-")]
    assert [each["id"] for each in units] == [f"u-{unit}" for unit in found["units"]]
    for each in units:
        value = last[f"@{each['id'][2:]}"]
        assert each["transform"] == f"translate({value[0]} {value[1]})"
    assert root.all("noscript")


# ---- the view of one side ------------------------------------------------------------------


def test_seen_by_a_side_the_page_has_no_card_that_it_may_not_know() -> None:
    side = "japan"
    text, timeline = paged("hexes with boxes", side), opened("hexes with boxes", side)
    assert read("hexes with boxes", side).of_class("viewer")[0].text("en") == "view of Japan"
    assert "#??" in text
    veiled = 0
    for number in range(1, timeline.last + 1):
        seen = format_event(timeline.get_event(number).event)
        played = format_event(timeline.get_full_event(number))
        if seen != played:
            veiled += 1
            row = read("hexes with boxes", side).by_id(f"e0-{number}")
            assert row.all("code")[0].text() == seen
            assert played not in row.text()
    assert veiled
