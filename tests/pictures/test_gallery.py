"""Tests that the pictures of the recorded games exist, are small, and show their positions."""

import re
import xml.etree.ElementTree as ET

import pytest

from senpu.notation.faults import text_width
from senpu.replay.core.registry import get_registration, list_rule_sets
from tests.figures import find_pages
from tests.pictures.gallery import GALLERY, HERE, Picture, read_content
from tests.pictures.taking import SVG, simplify

PAGES = {language: path.read_text("utf-8") for language, path in find_pages("library").items()}
LARGEST = 200_000
"""Maximum size in bytes, so that the page loads at once."""

each_picture = pytest.mark.parametrize(
    "picture", GALLERY, ids=lambda picture: picture.path.relative_to(HERE).as_posix()
)


def written(picture: Picture) -> str:
    """Return the text of a picture, without spaces."""
    root = ET.parse(picture.path).getroot()
    return squeezed("".join(each.text or "" for each in root.iter(f"{SVG}text")))


def squeezed(text: str) -> str:
    """Return a text without spaces."""
    return re.sub(r"\s", "", text)


def test_there_is_a_picture_of_every_rule_set_and_no_other() -> None:
    games = {read_content(picture).timeline.rules.spec.id for picture in GALLERY}
    shipped = {ident for ident in list_rule_sets() if get_registration(ident).library}
    assert shipped - games == set(), "tests/pictures/gallery.py lists no picture of it"
    assert games - shipped == set()
    assert set(HERE.rglob("*.svg")) == {picture.path for picture in GALLERY}


@each_picture
def test_a_page_shows_it_with_a_text_for_readers_without_pictures(picture: Picture) -> None:
    place = picture.path.relative_to(HERE.parents[1]).as_posix()
    (alternative,) = re.findall(rf"!\[([^\]]+)\]\(../../../{place}\)", PAGES[picture.language])
    assert text_width(alternative) > 40


@each_picture
def test_it_shows_the_position_that_it_is_named_for(picture: Picture) -> None:
    wanted, text = read_content(picture), written(picture)
    assert squeezed(picture.command) in text
    assert squeezed(wanted.title) in text
    for word in wanted.effects.split():
        assert word in text, f"{word}: `python -m tests.pictures` takes the pictures again"


@each_picture
def test_it_is_small_and_stands_alone(picture: Picture) -> None:
    svg = picture.path.read_text("utf-8")
    assert len(svg.encode()) < LARGEST
    assert re.findall(r"https?://[^\"]+", svg) == ["http://www.w3.org/2000/svg"]


EXPORTED = """\
<svg class="rich-terminal" viewBox="0 0 100 80" xmlns="http://www.w3.org/2000/svg">
    <style>
    .terminal-1-r1 { fill: #c0c0c0;font-weight: bold }
    </style>
    <rect fill="#000000" stroke="white" x="1" y="1" width="98" height="78"/>
    <text class="terminal-1-title" fill="#fff" text-anchor="middle" x="50" y="27">a&#160;b</text>
    <g transform="translate(26,22)"><circle cx="0" cy="0" r="7" fill="#ff5f57"/></g>
    <g transform="translate(9, 41)">
    <rect fill="#111111" x="0" y="1.5" width="24.4" height="24.65"/>
    <rect fill="#111111" x="24.4" y="1.5" width="12.2" height="24.65"/>
    <rect fill="#111111" x="0" y="25.9" width="36.6" height="24.65"/>
    <rect fill="#222222" x="36.6" y="25.9" width="12.2" height="24.65"/>
    <g class="terminal-1-matrix">
    <text class="terminal-1-r1" x="0" y="20" textLength="36.6">&#160;\u5357&#160;</text>
    </g>
    </g>
</svg>
"""


def test_cells_of_one_colour_are_one_shape_and_wide_signs_keep_their_width() -> None:
    thin = simplify(EXPORTED, "a & b", "what it shows")
    assert '<path fill="#111111" d="M0 1.5h36.6v49H0"/>' in thin
    assert '<path fill="#222222" d="M36.6 25.9h12.2v24.6H36.6"/>' in thin
    assert '<text x="12.2" y="20" textLength="24.4">\u5357</text>' in thin
    assert ".r1{fill: #c0c0c0;font-weight: bold}" in thin
    assert "<title>a &amp; b</title>\n<desc>what it shows</desc>" in thin
