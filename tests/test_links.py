"""The links of the pages: each file and each heading that they name exists."""

import os
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from senpu.notation.messages import LANGUAGES
from senpu.tui.command_line.table import COMMANDS
from senpu.tui.commands.topics import FOLDERS, SECTIONS
from tests.site.sources import MARKS, ROOT

PAGES = [
    *sorted(ROOT.glob("*.md")),
    *(page for language in LANGUAGES for page in sorted(ROOT.glob(f"spec/{language}/**/*.md"))),
    *sorted(ROOT.glob("spec/*/*/rules.md")),
]
ADDRESS = re.compile(r"https://[\w-]+(\.[\w-]+)+(/[^\s]*)?$|mailto:\S+@\S+$")
FENCE = re.compile(r"^ *(```|~~~).*?^ *\1", re.MULTILINE | re.DOTALL)


def links(text: str) -> Iterator[str]:
    """Yield the targets of the links and pictures of a page."""
    for match in MARKS.finditer(text):
        if match["target"]:
            yield match["target"]
            yield from links(match["text"])


@cache
def anchors(page: Path) -> set[str]:
    """Return the anchors of the headings of a page, as a site makes them."""
    found: set[str] = set()
    for title in re.findall(r"^#+ (.*)", FENCE.sub("", page.read_text("utf-8")), re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title)
        slug = re.sub(r"[^\w\- ]", "", plain.strip().lower()).replace(" ", "-")
        again = (f"{slug}-{number}" for number in range(1, len(found) + 1))
        found.add(slug if slug not in found else next(each for each in again if each not in found))
    return found


def faults(page: Path, target: str) -> Iterator[str]:
    """Yield what is wrong with a link."""
    if re.match(r"[a-z]+:", target):
        if not ADDRESS.match(target):
            yield "not an address"
        return
    name, _, anchor = target.partition("#")
    path = Path(os.path.normpath(page.parent / name)) if name else page
    if not path.exists():
        yield "no such file"
    elif anchor and anchor not in anchors(path):
        yield "no such heading"


def test_links_lead_to_files_and_headings() -> None:
    found = [
        f"{page.relative_to(ROOT)}: {target}: {fault}"
        for page in PAGES
        for target in links(page.read_text("utf-8"))
        for fault in faults(page, target)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("target", "fault"),
    [
        ("notation.md#13-positions", []),
        ("commands.md#senpu-verify", ["no such file"]),  # only the site has generated pages
        ("https://example.org/a#b", []),
        ("none.md", ["no such file"]),
        ("notation.md#14-positions", ["no such heading"]),
        ("http://example.org", ["not an address"]),
    ],
)
def test_a_broken_link_is_found(target: str, fault: list[str]) -> None:
    page = ROOT / "spec" / "en" / "reference" / "json.md"
    assert list(faults(page, target)) == fault
    assert list(links(f"a `[x](y)` [![p]({target})]({target})")) == [target] * 2


def test_pages_have_one_title_and_no_skipped_level() -> None:
    wrong = []
    for page in PAGES:
        text = FENCE.sub("", page.read_text("utf-8"))
        levels = [len(marks) for marks in re.findall(r"^(#+) ", text, re.MULTILINE)]
        jumps = any(level > before + 1 for before, level in pairwise(levels))
        if levels[:1] != [1] or levels.count(1) > 1 or jumps:
            wrong.append(page.relative_to(ROOT).as_posix())
    assert wrong == []


def test_code_blocks_name_their_language() -> None:
    wrong = []
    for page in PAGES:
        if page.parent.name in FOLDERS:
            fences = re.findall(r"^ *```(.*)", page.read_text("utf-8"), re.MULTILINE)
            wrong += [page.name for fence in fences[::2] if not fence]
    assert wrong == []


def test_every_page_is_in_the_navigation_and_no_topic_has_the_name_of_a_command() -> None:
    named = [(section, name) for section, names in SECTIONS.values() for name in names]
    files = {(page.parent.name, page.stem) for page in PAGES if page.parent.name in FOLDERS}
    assert files <= set(named)
    topics = [name for _, name in named]
    assert len(topics) == len(set(topics))
    assert set(topics) & set(COMMANDS) == set()
