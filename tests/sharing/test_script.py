"""The page's script at work: its course in Node, the whole page in Chromium, where these are.

What the page must hold is tested without them (`test_page.py`).
"""

import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from senpu.logs.record import LIBRARY
from senpu.replay.annotation.studies import load_study
from senpu.replay.core.positions import format_position
from senpu.replay.core.visible_positions import format_position_at
from senpu.tui.jobs.studies import check_chapters
from senpu.tui.pages.course import expand_track
from senpu.tui.pages.page import render_page
from senpu.tui.pages.study_page import render_study_page
from tests.sharing.documents import opened, paged, read_page
from tests.sharing.test_page import course_of, read
from tests.sharing.test_page_notes import noted

STUDY = LIBRARY / "800" / "first-steps.study.toml"
NODE = shutil.which("node")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
needs_node = pytest.mark.skipif(NODE is None, reason="no node here")
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here")

PROGRAM = """
const vm = require("vm");
const fs = require("fs");
const [script, data, asked] = process.argv.slice(1).map((name) => fs.readFileSync(name, "utf8"));
vm.runInThisContext(script);
const course = courseOf(JSON.parse(data));
const answers = JSON.parse(asked).map(([name, ...given]) => course[name](...given));
console.log(JSON.stringify({ tracks: course.tracks, answers }));
"""


def course(folder: Path, found: Any, asked: Sequence[Any]) -> Any:
    """Return the output of the script for the data of a page."""
    script = files("senpu.tui.pages").joinpath("course.js").read_text("utf-8")
    texts = {"course.js": script, "data.json": json.dumps(found), "asked.json": json.dumps(asked)}
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    assert NODE
    names = [str(folder / name) for name in texts]
    done = subprocess.run(
        [NODE, "-e", PROGRAM, *names], capture_output=True, text=True, timeout=60
    )  # fmt: skip
    assert not done.stderr
    return json.loads(done.stdout)


@needs_node
def test_the_script_unfolds_the_positions_that_python_does(tmp_path: Path) -> None:
    found = course_of(noted()[2])
    answer = course(tmp_path, found, [])
    game = list(expand_track(found["tracks"][0]["steps"], {}))
    line = list(expand_track(found["tracks"][1]["steps"], game[64]))
    deeper = list(expand_track(found["tracks"][2]["steps"], line[1]))
    assert answer["tracks"] == [game, line, deeper]


@needs_node
def test_the_script_writes_the_position_texts(tmp_path: Path) -> None:
    timeline, annotations, root = noted()
    (branch, *_) = annotations.find_variations(64)
    numbers = (0, 30, timeline.last)
    asked = [["positionText", [0, number]] for number in numbers]
    answers = course(tmp_path, course_of(root), [*asked, ["positionText", [1, 1]]])["answers"]
    expected = [format_position_at(timeline, at) for at in numbers]
    moment = branch.get_position(1).state
    assert answers == [*expected, format_position(timeline.rules, moment)]


@needs_node
def test_the_ways_through_a_game(tmp_path: Path) -> None:
    timeline, _, root = noted()
    found = course_of(root)
    starts = [first for turn, first in sorted(timeline.turn_starts.items()) if turn]
    last = timeline.last
    asked: dict[str, tuple[list[Any], Any]] = {
        "on": (["stepped", [0, 3], 1], [0, 4]),
        "back": (["stepped", [0, 0], -1], [0, 0]),
        "on at the end": (["stepped", [0, last], 1], [0, last]),
        "out of a line": (["stepped", [1, 1], -1], [0, 64]),
        "out of a line in a line": (["stepped", [2, 1], -1], [1, 1]),
        "the end of a line": (["stepped", [1, 1], 1], [1, 1]),
        "next turn": (["turned", [0, 0], 1], [0, starts[0]]),
        "next turn, from its first event": (["turned", [0, starts[0]], 1], [0, starts[1]]),
        "next turn, from the last one": (["turned", [0, last], 1], [0, last]),
        "turn back": (["turned", [0, starts[1]], -1], [0, starts[0]]),
        "turn back to the start": (["turned", [0, starts[0]], -1], [0, 0]),
        "next turn out of a line": (["turned", [1, 1], 1], [0, next(s for s in starts if s > 64)]),
        "far away": (["clamped", [0, 9999]], [0, last]),
        "no such line": (["clamped", [9, 1]], [0, 1]),
        "where a line leaves": (["root", [2, 1]], [0, 64]),
    }
    answers = course(tmp_path, found, [question for question, _ in asked.values()])["answers"]
    for (name, (_, expected)), answer in zip(asked.items(), answers, strict=True):
        assert answer == expected, name


def dumped(path: Path, place: str) -> Any:
    """Return the page after its script, opened at a place."""
    assert CHROMIUM
    done = subprocess.run(
        [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
         f"--user-data-dir={path.parent / 'profile'}", f"file://{path}#{place}"],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    return read_page(re.sub(r"(?s)^.*?<html", "<html", done.stdout))


@needs_browser
@pytest.mark.slow
def test_a_browser_shows_the_position_of_each_event(tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    path.write_text(paged("hexes"), "utf-8")
    found = course_of(read("hexes"))
    positions = list(expand_track(found["tracks"][0]["steps"], {}))
    for number in (0, 35, len(positions) - 1):
        shown = dumped(path, str(number))
        for unit in found["units"]:
            x, y = positions[number][f"@{unit}"][:2]
            moved = re.findall(r"[-\d.]+(?=px)", shown.by_id(f"u-{unit}")["style"])
            assert [float(each) for each in moved] == [x, y]
        assert shown.by_id(f"e0-{number}")["aria-current"] == "step"
        decision = found["texts"][positions[number]["ask"]][0]
        assert shown.by_id("ask").text("en") == decision
        turn = found["texts"][positions[number]["turn"]][0]
        assert shown.by_id("turn").text("en") == turn
        assert shown.by_id("count").text().startswith(f"{number} / ")
        text = format_position_at(opened("hexes"), number)
        assert shown.by_id("position-text").text() == text


@needs_browser
@pytest.mark.slow
def test_a_browser_steps_into_a_variation_line(tmp_path: Path) -> None:
    _, annotations, root = noted()
    path = tmp_path / "game.html"
    path.write_text("\n".join(render_page(opened("areas with points"), "ja", annotations)), "utf-8")
    found = course_of(root)
    shown = dumped(path, "1-1")
    game = list(expand_track(found["tracks"][0]["steps"], {}))
    line = list(expand_track(found["tracks"][1]["steps"], game[64]))
    x, y = line[1]["@g2"][:2]
    moved = re.findall(r"[-\d.]+(?=px)", shown.by_id("u-g2")["style"])
    assert [float(each) for each in moved] == [x, y]
    assert shown.by_id("what").all("code")[0].text() == "g2>D"
    assert "hidden" not in shown.by_id("back").attributes


@needs_browser
@pytest.mark.slow
def test_a_browser_shows_one_chapter_of_a_study(tmp_path: Path) -> None:
    path = tmp_path / "study.html"
    study = load_study(STUDY)
    chapters = [*check_chapters(study, STUDY.parent)]
    path.write_text("\n".join(render_study_page(study, STUDY, chapters, "en")), "utf-8")
    places = {
        "": (0, "5 / 139"), "chapter-2": (1, "0 / 3"), "chapter-2.1-1": (1, "? 1 / 1"),
        "chapter-9": (3, "0 / 121"),
    }  # fmt: skip
    for place, (index, count) in places.items():
        shown = dumped(path, place)
        games = [each for each in shown.of_class("game") if "current" in each["class"].split()]
        assert [each["id"] for each in games] == [f"chapter-{index + 1}"]
        assert shown.by_id(f"c{index + 1}-count").text() == count
        links = [each["aria-current"] for each in shown.all("a")]
        assert links == ["page" if at == index else "" for at in range(4)]
