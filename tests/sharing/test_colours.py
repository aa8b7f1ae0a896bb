"""Tests of the colours of pictures and pages: readable texts in both themes."""

import re

import pytest

from senpu.tui.pictures.style import (
    RULES,
    build_palette,
    compute_contrast,
    iterate_pairs,
    iterate_rules,
    parse_colour,
)
from tests.sharing.documents import SHARED, paged


@pytest.mark.parametrize("theme", ["day", "night"])
def test_what_is_written_is_distinct_from_its_ground(theme: str) -> None:
    colours = build_palette(theme)
    for front, ground, least in iterate_pairs():
        found = compute_contrast(parse_colour(colours[front]), parse_colour(colours[ground]))
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
