"""Pages that exist in several languages agree."""

import os
import re
from collections import Counter
from pathlib import Path

import pytest

from senpu.notation.messages import LANGUAGES, SOURCE, program_catalogue
from senpu.tui.commands.topics import FOLDERS
from tests.site.checks import find_missing_translations
from tests.site.sources import ROOT
from tests.test_links import FENCE, PAGES, links

CODE = re.compile(r"`([^`]+)`")
QUOTED = re.compile(r'"[^"]*"')
BLOCK = re.compile(r"^ *```(.+)\n((?:.*\n)*?) *```$", re.MULTILINE)
IN_LANGUAGE = {"senpu good", "senpu bad", "ebnf", "toml", "toml data", "text", "sh"}
"""The kinds of blocks of reference pages that can contain words of the language."""
TABLE = re.compile(r"^\|.*\n(?:\|.*\n)+", re.MULTILINE)
FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
OTHERS = [language for language in LANGUAGES if language != SOURCE]
PAIRS = [
    pytest.param(
        ROOT / "spec" / SOURCE / folder / page.name, page, id=f"{language}/{folder}/{page.stem}"
    )
    for language in OTHERS
    for folder in FOLDERS
    for page in sorted((ROOT / "spec" / language / folder).glob("*.md"))
]
"""Each English page with its translation."""

each_pair = pytest.mark.parametrize(("english", "page"), PAIRS)


def outline(text: str) -> list[tuple[str, str]]:
    """Return the level and the number of each heading."""
    return re.findall(r"^(#+) (\d+\.)?", FENCE.sub("", text), re.MULTILINE)


def codes(text: str) -> set[str]:
    """Return the pieces of code of a text, without quoted words."""
    found = (QUOTED.sub('""', code) for code in CODE.findall(FENCE.sub("", text)))
    return {" ".join(code.split()) for code in found}


def rows(text: str) -> list[list[str]]:
    """Return the cells of the rows of all tables."""
    found = (row for table in TABLE.findall(FENCE.sub("", text)) for row in table.splitlines())
    return [re.split(r"(?<!\\)\|", row)[1:-1] for row in found]


def figures(row: list[str]) -> Counter[str]:
    """Return the figures of a row outside code."""
    return Counter(FIGURE.findall(CODE.sub("", "|".join(row))))


@each_pair
def test_a_translation_has_the_headings_and_blocks_of_the_page(english: Path, page: Path) -> None:
    original, text = english.read_text("utf-8"), page.read_text("utf-8")
    assert outline(text) == outline(original)
    for (kind, block), expected in zip(BLOCK.findall(text), BLOCK.findall(original), strict=True):
        assert kind == expected[0]
        is_same = page.parent.name == "reference" and kind not in IN_LANGUAGE
        assert not is_same or block == expected[1], kind


@each_pair
def test_a_translation_has_the_rows_of_each_table(english: Path, page: Path) -> None:
    found, expected = rows(page.read_text("utf-8")), rows(english.read_text("utf-8"))
    for row, original in zip(found, expected, strict=True):
        assert [bool(cell.strip()) for cell in row] == [bool(cell.strip()) for cell in original]
        missing = codes("|".join(original)) - codes("|".join(row))
        assert missing == set(), row
        assert figures(original) <= figures(row), row


@each_pair
def test_a_translated_reference_names_all_that_the_page_names(english: Path, page: Path) -> None:
    if page.parent.name == "reference":
        assert codes(english.read_text("utf-8")) - codes(page.read_text("utf-8")) == set()


@pytest.mark.parametrize("language", OTHERS)
def test_a_page_links_to_english_pages_only_if_there_is_no_other_and_says_so(language: str) -> None:
    translated = {param.values[0] for param in PAIRS}
    mark = program_catalogue(language).render("pages.english", {"title": ""})[1:-1]
    for page in PAGES:
        if language in page.relative_to(ROOT).parts:
            text = page.read_text("utf-8")
            targets = [link.partition("#")[0] for link in links(text)]
            paths = {Path(os.path.normpath(page.parent / target)) for target in targets}
            assert paths & translated == set(), page
            assert re.findall(rf"/{SOURCE}/[^()]*\)(?!.{mark})", text) == [], page


def test_every_page_is_translated_unless_it_is_listed_as_english() -> None:
    assert list(find_missing_translations(ROOT / "spec")) == []
