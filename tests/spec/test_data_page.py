"""`data-files.md` against the code: its list of provenances, and its example of a file."""

import re
import tomllib

import pytest

from senpu.replay.core.registry import correct_shipped, open_rules
from senpu.spec.data import PROVENANCES
from tests.figures import find_pages

TEXTS = [path.read_text("utf-8") for path in find_pages("data-files").values()]
each_page = pytest.mark.parametrize("page", TEXTS)


@each_page
def test_the_page_lists_the_standings_in_their_order(page: str) -> None:
    section = page.split("\n## ")[1]
    assert tuple(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)) == PROVENANCES


@each_page
def test_the_file_that_the_page_shows_is_one(page: str) -> None:
    (text,) = re.findall(r"```toml data\n(.*?)```", page, re.DOTALL)
    spec = open_rules("800/bonsai-2021").spec
    values = correct_shipped(tomllib.loads(text), "page", spec)
    assert values.tables.keys() == spec.values.tables.keys()


def test_a_map_drawn_as_rows_is_read_as_the_page_says() -> None:
    from senpu.spec.data import read_blocks

    block = {
        "provenance": "inferred",
        "signs": {".": "clear", "w": "woods"},
        "rows": "01  . . w\n02   w - .\n",
    }
    assert read_blocks([("x.toml", "terrain", block)]).table("terrain") == {
        "0101": "clear", "0102": "clear", "0103": "woods", "0201": "woods", "0203": "clear",
    }  # fmt: skip
