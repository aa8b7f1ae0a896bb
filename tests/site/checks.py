"""Check the site as built: links, anchors, headings, and that no page asks another host."""

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote, urlsplit

from senpu.notation.messages import LANGUAGES, SOURCE, program_catalogue
from senpu.tui.commands.topics import GENERATED, SECTIONS
from tests.site.sources import find_home

ADDRESS = re.compile(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)")


CONTROLS = ("aria-label", "placeholder", "title")
"""The attributes with the names of controls."""
WIDE = re.compile(r"[\u3040-\u9fff]")


class Page(HTMLParser):
    """A page: its links, its assets, its ids, its headings and the names of its controls."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.assets: list[str] = []
        self.ids: set[str] = set()
        self.levels: list[int] = []
        self.language = ""
        self.controls: list[str] = []
        self._is_title = self._is_icon = False
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the values of one element."""
        values = {key: value or "" for key, value in attrs}
        self.ids.add(values.get("id", ""))
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif "src" in values or (tag == "link" and "href" in values):
            self.assets.append(values.get("src") or values["href"])
        self.controls += [values[key] for key in CONTROLS if values.get(key)]
        self._is_icon |= tag == "svg"
        self._is_title = tag == "title" and self._is_icon
        if re.fullmatch("h[1-6]", tag):
            self.levels.append(int(tag[1]))
        if tag == "html":
            self.language = values.get("lang", "")

    def handle_data(self, data: str) -> None:
        """Collect the title of an icon: a name for readers without pictures."""
        if self._is_title:
            self.controls.append(data)
            self._is_title = False


@cache
def read_page(path: Path) -> Page:
    """Return a page."""
    return Page(path)


def check_site(site: Path) -> Iterator[str]:
    """Yield the errors of a site."""
    pages = sorted(site.rglob("*.html"))
    for path in pages:
        name, page = path.relative_to(site).as_posix(), read_page(path)
        for link in page.links:
            yield from (f"{name}: {link}: {error}" for error in check_link(path, link))
        for asset in page.assets:
            if is_remote(asset):
                yield f"{name}: asks another host: {asset}"
            elif not asset.startswith("data:") and not find_file(path, asset).is_file():
                yield f"{name}: no such file: {asset}"
        if name.count("/"):
            yield from (f"{name}: {error}" for error in check_headings(page.levels))
            if page.language != name.partition("/")[0]:
                yield f"{name}: the language of the page is {page.language!r}"
            for control in page.controls if page.language == "ja" else ():
                if not WIDE.search(control):
                    yield f"{name}: a control in English: {control}"
    for path in site.rglob("*.css"):
        for first, second in ADDRESS.findall(path.read_text("utf-8")):
            if is_remote(first or second):
                yield f"{path.relative_to(site)}: asks another host: {first or second}"


def is_remote(address: str) -> bool:
    """Return whether an address belongs to another host."""
    parts = urlsplit(address)
    return parts.scheme not in ("", "data") or bool(parts.netloc)


def check_link(path: Path, link: str) -> Iterator[str]:
    """Yield the errors of a link: of its form if it leads to another host."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        if parts.scheme != "https" or "." not in parts.netloc:
            yield "not the address of a page"
        return
    target, anchor = find_file(path, link), unquote(parts.fragment)
    if not target.is_file():
        yield "no such file"
    elif anchor and target.suffix == ".html" and anchor not in read_page(target).ids:
        yield "no such anchor"


def find_file(path: Path, link: str) -> Path:
    """Return the file that a link of a page names."""
    name = unquote(urlsplit(link).path)
    return path.parent / name if name else path


def check_headings(levels: list[int]) -> Iterator[str]:
    """Yield the errors of the headings of a page."""
    if levels.count(1) > 1 or levels[:1] not in ([], [1]):
        yield "not exactly one heading of level 1, at the start"
    for before, level in pairwise(levels):
        if level > before + 1:
            yield f"a heading of level {level} follows one of level {before}"


def find_missing_translations(spec: Path) -> Iterator[str]:
    """Yield the pages that a language lacks, unless `pages.about` labels them as English only."""
    topics = {name: folder for folder, names in SECTIONS.values() for name in names}
    labelled = program_catalogue(SOURCE)
    for language in LANGUAGES:
        for name in sorted({*topics} - {*GENERATED}):
            path = spec / language / topics[name] / f"{name}.md"
            is_written = language == SOURCE or not labelled.has(f"pages.about.{name}")
            if path.is_file() != is_written:
                yield f"{path}: {'no such page' if is_written else 'labelled as English only'}"
        if language != SOURCE and find_home(language) == find_home(SOURCE):
            yield f"spec/{language}/readme.md: no such page"
