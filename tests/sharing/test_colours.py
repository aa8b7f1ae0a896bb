"""Tests of the colours of pictures and pages: readable texts in both themes."""

import re
from collections.abc import Iterator

import pytest
from rich.color import Color

from senpu.tui.pictures.style import (
    GROUNDS,
    READ,
    RULES,
    SEEN,
    WRITTEN,
    build_palette,
    iterate_rules,
)
from senpu.tui.theme import measure_contrast
from tests.sharing.documents import SHARED, paged


def iterate_pairs() -> Iterator[tuple[str, str, float]]:
    """Yield two roles, one over the other, and their least contrast."""
    for role, grounds in WRITTEN.items():
        yield from ((role, ground, READ) for ground in grounds)
    for ground in ("background", "surface", "panel", "raised", "now-ground"):
        yield ("text", ground, READ)
    for ground in GROUNDS:
        yield from ((role, f"hex-{ground}", READ) for role in ("hex-name", "hex-key"))
        yield from ((f"side{at}", f"hex-{ground}", SEEN) for at in range(2))
    for at in range(4):
        yield (f"side{at}-text", f"side{at}", READ)
        yield (f"side{at}", f"side{at}-ground", READ)
        yield ("text", f"side{at}-ground", READ)
    yield ("edge", "background", SEEN)
    yield ("edge", "surface", SEEN)


@pytest.mark.parametrize("theme", ["day", "night"])
def test_what_is_written_is_distinct_from_its_ground(theme: str) -> None:
    colours = build_palette(theme)
    for front, ground, least in iterate_pairs():
        found = measure_contrast(Color.parse(colours[front]), Color.parse(colours[ground]))
        assert found >= least, f"{front} on {ground}: {found:.2f}"


@pytest.mark.parametrize("theme", ["day", "night"])
def test_every_role_that_a_rule_names_is_a_colour(theme: str) -> None:
    colours = build_palette(theme)
    for rule in iterate_rules(colours.__getitem__):
        assert "{{" not in rule
    assert len(list(iterate_rules(colours.__getitem__))) > len(RULES)


def test_a_page_knows_every_role_that_it_names_in_both_themes() -> None:
    text = paged(next(iter(SHARED)))
    named = set(re.findall(r"var\(--([\w-]+)\)", text))
    for theme in ("day", "night"):
        assert named <= build_palette(theme).keys()
        for role, colour in build_palette(theme).items():
            assert f"--{role}:{colour};" in text
