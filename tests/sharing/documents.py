"""Games for sharing, and parsers for pictures and pages."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

from senpu.logs.record import open_record
from senpu.replay.core.narration import Narrator
from senpu.replay.core.registry import get_registration, list_rule_sets
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.tui.commands.game_checks import list_recorded_logs
from senpu.tui.pages.page import render_page
from senpu.tui.pictures.picture import render_picture

LIBRARY = Path(__file__).parents[2] / "logs" / "library"
OF_KINDS = {
    "areas with points": "800/learn.senpu",
    "the other edition": "800/learn-battles.senpu",
    "areas of many sizes": "incident1932/learn.senpu",
    "hexes": "nanjing1937/learn.senpu",
    "hexes with boxes": "russojapanese/learn.senpu",
    "hexes with fleets": "russojapanese/naval.senpu",
}
"""A game for each kind of drawing."""
SHIPPED = [ident for ident in list_rule_sets() if get_registration(ident).library]


def logs_of(ident: str) -> list[str]:
    """Return the recorded games of a rule set, from the folder of the library."""
    return [game.path.relative_to(LIBRARY).as_posix() for game in list_recorded_logs(ident)]


SHARED = OF_KINDS | {
    ident: logs[0]
    for ident in SHIPPED
    if (logs := logs_of(ident)) and not {*logs} & {*OF_KINDS.values()}
}
"""A game of every rule set too: of a rule set without one above, the first in the library."""
VOID = frozenset(("meta", "input", "br", "hr", "link", "img"))
SVG = "{http://www.w3.org/2000/svg}"


def opened(name: str, side: str = "") -> Timeline:
    timeline = open_timeline(open_record(LIBRARY / SHARED[name]))
    timeline.extend()
    timeline.view_as(side)
    return timeline


def every_rule_set() -> set[str]:
    """The rule sets that players have."""
    return set(SHIPPED)


@cache
def drawn(name: str, at: int | str = "end", language: str = "en", theme: str = "day") -> str:
    timeline = opened(name)
    narrator = Narrator(timeline.rules.spec, language)
    return render_picture(timeline, timeline.find(str(at)), narrator, theme)


@cache
def paged(name: str, side: str = "") -> str:
    return "\n".join(render_page(opened(name, side), "en"))


class Element:
    """An element of a page."""

    def __init__(self, name: str, attributes: dict[str, str], parent: "Element | None") -> None:
        self.name, self.attributes, self.parent = name, attributes, parent
        self.inside: list[Element | str] = []

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name, "")

    def walk(self) -> "Iterator[Element]":
        yield self
        for each in self.inside:
            if isinstance(each, Element):
                yield from each.walk()

    def all(self, name: str) -> "list[Element]":
        return [each for each in self.walk() if each.name == name]

    def by_id(self, ident: str) -> "Element":
        (found,) = (each for each in self.walk() if each["id"] == ident)
        return found

    def of_class(self, cls: str) -> "list[Element]":
        return [each for each in self.walk() if cls in each["class"].split()]

    def text(self, language: str = "") -> str:
        """Return its text in one language, or in all languages without one."""
        parts = []
        for each in self.inside:
            if isinstance(each, str):
                parts.append(each)
            elif not language or each["lang"] in ("", language):
                parts.append(each.text(language))
        return "".join(parts)


class _Reader(HTMLParser):
    """A page as elements; complains of any that is not closed in its order."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {}, None)
        self.here = self.root

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._add(tag, attrs)
        if tag not in VOID:
            child = self.here.inside[-1]
            assert isinstance(child, Element)
            self.here = child

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._add(tag, attrs)

    def _add(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"{tag} says {names} twice"
        attributes = {name: value or "" for name, value in attrs}
        self.here.inside.append(Element(tag, attributes, self.here))

    def handle_endtag(self, tag: str) -> None:
        assert self.here.name == tag, f"</{tag}> closes <{self.here.name}>"
        assert self.here.parent is not None
        self.here = self.here.parent

    def handle_data(self, data: str) -> None:
        self.here.inside.append(data)


def read_page(text: str) -> Element:
    reader = _Reader()
    reader.feed(text)
    reader.close()
    assert reader.here is reader.root, f"<{reader.here.name}> is left open"
    return reader.root


def read_picture(text: str) -> ET.Element:
    """A picture, which must be well-formed."""
    return ET.fromstring(text)


def ids(root: ET.Element) -> list[str]:
    return [each.attrib["id"] for each in root.iter() if "id" in each.attrib]


def placed(element: ET.Element) -> tuple[float, float]:
    """Return the place of a counter: its `translate`."""
    match = re.fullmatch(r"translate\(([-\d.]+) ([-\d.]+)\)", element.attrib["transform"])
    assert match, element.attrib
    return float(match[1]), float(match[2])


def marks(root: ET.Element, cls: str) -> list[ET.Element]:
    return [each for each in root.iter() if cls in each.attrib.get("class", "").split()]
