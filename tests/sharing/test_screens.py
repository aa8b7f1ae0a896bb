"""The page on screens of four sizes, measured in Chromium; and the sizes that follow from data."""

import json
import re
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from senpu.logs.notes import StoredNote
from senpu.tui.boards.scene import build_scene
from senpu.tui.pages.page import render_page
from senpu.tui.pictures.areas import CELL, AreaMapPicture
from senpu.tui.pictures.captions import Narrators
from senpu.tui.pictures.elements import LETTERS, PictureFrame, PicturePoint
from senpu.tui.pictures.marks import draw_notes
from senpu.tui.pictures.picture import PositionDrawing
from senpu.tui.pictures.style import RULES
from tests.sharing.documents import SHARED, opened, paged
from tests.sharing.test_page import data
from tests.sharing.test_script import CHROMIUM, needs_browser

EVERY = pytest.mark.parametrize("name", SHARED)
LEAST = 11
"""The smallest size of letters on a screen, in CSS pixels."""
PANE = PictureFrame(0, 0, 1440 - 16 - 336, 900 - 52 - 56)
"""The room for the map at 1440x900: without the list, the first line and the buttons."""


# ---- without a browser ------------------------------------------------------------------------


FIRST = ("areas with points", "hexes with fleets")
"""The games that are tested always; the others are tested in CI."""
SOME = pytest.mark.parametrize(
    "name", [n if n in FIRST else pytest.param(n, marks=pytest.mark.slow) for n in SHARED]
)


@SOME
def test_all_letters_are_legible_if_the_whole_map_fills_its_pane(name: str) -> None:
    found = data(name)
    _, _, width, height = found["view"]
    assert found["letters"] == LETTERS
    assert LETTERS * min(PANE.width / width, PANE.height / height) >= LEAST
    drawn = "".join((*found["looks"], *found["parts"], *RULES.values(), paged(name)))
    svg = [float(each) for each in re.findall(r'font-size="([\d.]+)"', drawn)]
    css = [float(each) for each in re.findall(r"font-size:([\d.]+)px", drawn)]
    assert len(svg) > 5
    assert min(svg + css) >= LETTERS


ROUTES = {
    "areas with points": ("D>F>G", "A>B>C", "J>I>G", "H>F>D>B"),
    "areas of many sizes": ("01>04>03", "09>12>08", "06>03>05"),
}


@pytest.mark.parametrize("name", ROUTES)
def test_an_arrow_is_one_line_from_area_to_area_around_names_and_counters(name: str) -> None:
    timeline = opened(name)
    narrators = Narrators(timeline.rules.spec, ("en",))
    routed = 0
    for number in range(5, timeline.last, 20):
        scene = build_scene(timeline, number)
        drawing = PositionDrawing(narrators, [scene.board])
        board = drawing.map
        assert isinstance(board, AreaMapPicture)
        obstacles = board.obstacles(scene.board, drawing.show(scene).spots)
        for places in (route.split(">") for route in ROUTES[name]):
            (line,) = board.trace(places, obstacles)
            steps = [one.towards(end, at / 50) for one, end in pairwise(line) for at in range(51)]
            passed = [area for point in steps for area in find_areas(board, point)]
            assert passed[0] == places[0]
            assert {*places[:-1]} <= {*passed}
            assert board.frames[places[-1]].inset(-CELL).has(line[-1]), "on its wall at least"
            if all(one.x == end.x or one.y == end.y for one, end in pairwise(line)):
                routed += 1
                assert not any(each.has(point) for each in obstacles for point in steps)
    assert routed > 6


def find_areas(board: AreaMapPicture, point: PicturePoint) -> list[str]:
    return [area for area, frame in board.frames.items() if frame.has(point)]


def test_the_head_of_an_arrow_is_at_the_end_of_its_line() -> None:
    board = AreaMapPicture(Narrators(opened("areas with points").rules.spec, ("en",)))
    drawn = draw_notes([StoredNote(event=1, kind="arrow", text="D>F>G")], board, ())
    way, head = re.findall(r' d="([^"]*)"', drawn)
    assert way.count("M") == 1
    numbers = [float(each) for each in re.findall(r"[-\d.]+", way)]
    end = PicturePoint(*numbers[-2:])
    tip = PicturePoint(*(float(each) for each in re.findall(r"[-\d.]+", head)[:2]))
    assert 0 < end.distance(tip) < 14
    assert find_areas(board, tip) == ["G"]


# ---- in a browser -----------------------------------------------------------------------------

SCREENS = {"phone": (390, 844), "tablet": (768, 1024), "laptop": (1440, 900), "wide": (1920, 1080)}
FRAMES = """<body style="margin:0"><script>
const sizes = SIZES;
const wait = (time) => new Promise((after) => setTimeout(after, time));
const shown = (each) => each.getClientRects().length > 0;
const rect = (each) => {
  const { left, top, right, bottom } = each.getBoundingClientRect();
  return [left, top, right, bottom].map(Math.round);
};

function measure(page) {
  const byId = (name) => page.getElementById(name);
  const texts = [...byId("map").querySelectorAll("text")].filter(shown);
  const view = page.defaultView;
  const letters = texts.map((each) =>
    [parseFloat(view.getComputedStyle(each).fontSize) * each.getScreenCTM().d, each.textContent]);
  const prose = [...page.querySelectorAll("p, dt, dd, code, button, summary, h1, h2, h3")]
    .filter(shown).map((each) => parseFloat(view.getComputedStyle(each).fontSize));
  const controls = [...page.querySelectorAll("button, input, summary")].filter(shown)
    .filter((each) => !each.closest(".list") && !each.closest(".more"));
  const now = byId("now");
  const units = [...page.querySelectorAll(".unit")].filter(shown);
  return {
    letters: letters.sort((one, other) => one[0] - other[0])[0],
    prose: Math.min(...prose),
    width: page.scrollingElement.clientWidth,
    overflow: page.scrollingElement.scrollWidth - page.scrollingElement.clientWidth,
    targets: [...page.querySelectorAll("button, summary")].filter(shown)
      .filter((each) => each.offsetWidth < 40 || each.offsetHeight < 40).map((e) => e.textContent),
    controls: controls.filter((each) => each.closest(".controls, .top")).map(rect),
    cut: now.scrollHeight - now.clientHeight,
    pane: rect(byId("pane")),
    map: rect(byId("map")),
    top: ["pane", "now", "list"].map((name) => byId(name).getBoundingClientRect().top),
    units: Object.fromEntries(units.map((each) => [each.id.slice(2), each.style.transform])),
    moving: page.getAnimations().filter((each) => each.playState === "running").length,
    count: byId("count").textContent,
  };
}

(async function () {
  const found = {};
  for (const [name, [width, height]] of Object.entries(sizes)) {
    const frame = document.createElement("iframe");
    frame.style.cssText = `border:0;width:${width}px;height:${height}px`;
    frame.src = "PAGE";
    document.body.append(frame);
    await new Promise((after) => (frame.onload = after));
    const page = frame.contentDocument;
    await wait(50);
    const first = measure(page).units;
    const each = {};
    for (const language of ["en", "ja"]) for (const theme of ["day", "night"]) {
      page.documentElement.lang = language;
      page.documentElement.dataset.theme = theme;
      await wait(50);
      each[`${language} ${theme}`] = measure(page);
    }
    const target = page.getElementById("now");
    const { Touch, TouchEvent } = frame.contentWindow;
    const send = (kind, clientX) => {
      const touch = new Touch({ identifier: 1, target, clientX, clientY: 500 });
      const touches = kind === "touchend" ? [] : [touch];
      const changedTouches = [touch];
      target.dispatchEvent(new TouchEvent(kind, { touches, changedTouches, bubbles: true }));
    };
    send("touchstart", 300);
    send("touchend", 100);
    await wait(600);
    found[name] = { first, each, swiped: measure(page) };
    frame.remove();
  }
  const output = document.createElement("pre");
  output.id = "found";
  output.textContent = JSON.stringify(found);
  document.body.append(output);
})();
</script>"""


def measure_page(folder: Path, text: str, number: int) -> Any:
    """Return the measurements of a page on each screen, opened at an event."""
    assert CHROMIUM
    (folder / "game.html").write_text(text, "utf-8")
    frames = FRAMES.replace("SIZES", json.dumps(SCREENS)).replace("PAGE", f"game.html#{number}")
    path = folder / "frames.html"
    path.write_text(frames, "utf-8")
    done = subprocess.run(
        [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
         "--force-prefers-reduced-motion", "--window-size=2000,1200",
         "--virtual-time-budget=60000", "--dump-dom",
         f"--user-data-dir={folder / 'profile'}", f"file://{path}"],
        capture_output=True, text=True, timeout=180,
    )  # fmt: skip
    found = re.search(r'<pre id="found">(.*)</pre>', done.stdout)
    assert found, done.stderr[-2000:]
    return json.loads(found[1].replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">"))


@needs_browser
@pytest.mark.slow
@EVERY
def test_the_page_is_legible_and_whole_on_each_screen(name: str, tmp_path: Path) -> None:
    timeline = opened(name)
    number = timeline.last * 2 // 3
    found = measure_page(tmp_path, "\n".join(render_page(timeline, "en")), number)
    positions = data(name)["tracks"][0]["steps"]
    where: dict[str, Any] = dict.fromkeys(data(name)["units"])
    for at, step in enumerate(positions[: number + 2]):
        moved = {key[1:]: value for key, value in step.items() if key[0] == "@"}
        where |= {unit: value and tuple(value[:2]) for unit, value in moved.items()}
        if at == number:
            before = dict(where)
    for screen, (width, _) in SCREENS.items():
        measured = found[screen]
        for what, shown in measured["each"].items():
            here = f"{screen}, {what}"
            assert shown["letters"][0] >= LEAST - 0.01, (here, shown["letters"])
            assert shown["prose"] >= LEAST, here
            assert shown["overflow"] <= 0, here
            assert shown["targets"] == [], here
            for one, other in pairwise(shown["controls"]):
                assert one[2] <= other[0] or one[3] <= other[1] or one[1] >= other[3], here
            assert all(each[0] >= 0 and each[2] <= width for each in shown["controls"]), here
            if width < 900:
                assert shown["cut"] <= 1, here
                assert shown["top"] == sorted(shown["top"]), here
                assert shown["pane"][2] - shown["pane"][0] == shown["width"], here
            else:
                sizes = [
                    [each[2] - each[0], each[3] - each[1]] for each in (shown["map"], shown["pane"])
                ]
                fills = max(a / b for a, b in zip(*sizes, strict=True))
                assert 0.97 <= fills <= 1.001, (here, fills)
        assert read_places(measured["first"]) == {u: at for u, at in before.items() if at}, screen
        assert measured["swiped"]["count"].startswith(f"{number + 1} / ")
        assert measured["swiped"]["moving"] == 0
        assert read_places(measured["swiped"]["units"]) == {u: at for u, at in where.items() if at}


def read_places(units: dict[str, str]) -> dict[str, tuple[float, ...]]:
    return {
        unit: tuple(float(each) for each in re.findall(r"[-\d.]+(?=px)", moved))
        for unit, moved in units.items()
    }
