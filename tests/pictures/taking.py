"""Screenshots of the viewer as small self-contained SVG files.

Textual's export draws each run of cells separately, with a font from the network. Here areas of one
colour become one rectangle, texts of one style one group, and any monospace font works: the width
of each text is fixed.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from html import escape
from typing import NamedTuple

from rich.cells import cell_len
from textual.pilot import Pilot

from senpu.logs.record import LIBRARY
from senpu.tui.app import SenpuApp
from tests.pictures.gallery import Picture, PictureContent
from tests.tui.stage import perform

CELL = 12.2
"""The width of a cell in the export, in pixels."""
FRAME = ("fill", "stroke", "x", "y", "width", "height")
TOP = ("fill", "text-anchor", "x", "y")
SVG = "{http://www.w3.org/2000/svg}"
STYLE = (
    'svg{font:20px "Fira Code","DejaVu Sans Mono",Menlo,Consolas,"Noto Sans Mono CJK JP",monospace}'
    "text{white-space:pre}path{shape-rendering:crispEdges}.frame{rx:8px}"
    ".top{font:bold 18px Arial,sans-serif}"
)


class Rectangle(NamedTuple):
    """A rectangle of the export."""

    x: float
    y: float
    width: float
    height: float


def take_screenshot(picture: Picture, shown: PictureContent) -> str:
    """Return the picture's SVG, with its content in a title and a description."""
    log = LIBRARY / f"{picture.log}.senpu"
    app = SenpuApp(shown.timeline, log, shown.number, picture.language)
    taken: list[str] = []

    async def script(_: Pilot[None]) -> None:
        """Take the screenshot."""
        taken.append(app.export_screenshot(title=picture.command, simplify=True))

    perform(app, script, picture.size)
    return simplify(taken[0], f"{shown.title}: {picture.command}", shown.effects)


def simplify(exported: str, title: str, description: str) -> str:
    """Return the same picture in fewer bytes."""
    root = ET.fromstring(exported)
    styles = re.findall(r"^\s*\.terminal-\d+-(r\d+) \{ (.*?);? \}", exported, re.MULTILINE)
    frame, top, lights = (_first(root, tag) for tag in ("rect", "text", "g"))
    screen = root[-1]
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{root.get("viewBox")}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(description)}</desc>",
        f"<style>{STYLE}{''.join(f'.{name}{{{css}}}' for name, css in styles)}</style>",
        f'<rect class="frame" {_attributes(frame, *FRAME)}/>',
        f'<text class="top" {_attributes(top, *TOP)}>{_text(top)}</text>',
        f'<g transform="{lights.get("transform")}">',
        *(f"<circle {_attributes(each, 'cx', 'r', 'fill')}/>" for each in lights),
        "</g>",
        f'<g transform="{screen.get("transform")}">',
        *_grounds(screen.iter(f"{SVG}rect")),
        *_texts(screen.iter(f"{SVG}text")),
        "</g>",
        "</svg>",
    ]
    return "".join(f"{row}\n" for row in rows)


def _first(root: ET.Element, tag: str) -> ET.Element:
    return next(each for each in root if each.tag == SVG + tag)


def _attributes(element: ET.Element, *keys: str) -> str:
    return " ".join(f'{key}="{element.get(key)}"' for key in keys)


def _text(element: ET.Element) -> str:
    return escape(element.text or "", quote=False)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _grounds(rects: Iterable[ET.Element]) -> Iterable[str]:
    """Yield the grounds of the texts, a path per colour of joined rectangles."""
    open_below: dict[tuple[str, float, float], Rectangle] = {}
    boxes: dict[str, list[Rectangle]] = {}
    for fill, row in _joined(rects):
        above = open_below.pop((fill, row.x, row.width), None)
        if above and abs(above.y + above.height - row.y) < 1:
            boxes[fill].remove(above)
            row = Rectangle(row.x, above.y, row.width, row.y + row.height - above.y)
        boxes.setdefault(fill, []).append(row)
        open_below[fill, row.x, row.width] = row
    for fill, found in boxes.items():
        path = "".join(
            f"M{_number(b.x)} {_number(b.y)}h{_number(b.width)}v{_number(b.height)}H{_number(b.x)}"
            for b in found
        )
        yield f'<path fill="{fill}" d="{path}"/>'


def _joined(rects: Iterable[ET.Element]) -> Iterable[tuple[str, Rectangle]]:
    """Yield the rectangles of the export, with neighbours of one colour in a row joined."""
    last: tuple[str, Rectangle] | None = None
    for rect in rects:
        fill = rect.get("fill", "")
        box = Rectangle(
            *(round(float(rect.get(key, "0")), 2) for key in ("x", "y", "width", "height"))
        )
        left = last[1] if last and last[0] == fill else None
        if left and left.y == box.y and abs(left.x + left.width - box.x) < 1:
            last = fill, left._replace(width=round(box.x + box.width - left.x, 2))
            continue
        if last:
            yield last
        last = fill, box
    if last:
        yield last


def _texts(texts: Iterable[ET.Element]) -> Iterable[str]:
    """Yield the texts, grouped by style."""
    groups: dict[str, list[str]] = {}
    for each in texts:
        name = each.get("class", "").rpartition("-")[2]
        text = (each.text or "").replace("\xa0", " ")
        x = float(each.get("x", "0")) + CELL * (len(text) - len(text.lstrip(" ")))
        width = CELL * cell_len(text.strip(" "))
        groups.setdefault(name, []).append(
            f'<text x="{_number(x)}" y="{_number(float(each.get("y", "0")))}"'
            f' textLength="{_number(width)}">{escape(text.strip(" "), quote=False)}</text>'
        )
    for name, found in groups.items():
        yield f'<g class="{name}">'
        yield from found
        yield "</g>"
