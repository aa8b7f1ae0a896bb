"""Colours of pictures and pages: all texts are legible, by night and by day."""

import re

import pytest

from senpu.tui.pictures.style import RULES, contrast, pairs, palette, rgb, rules
from tests.sharing.documents import SHARED, paged


@pytest.mark.parametrize("theme", ["day", "night"])
def test_what_is_written_is_out_from_its_ground(theme: str) -> None:
    colours = palette(theme)
    for front, ground, least in pairs():
        found = contrast(rgb(colours[front]), rgb(colours[ground]))
        assert found >= least, f"{front} on {ground}: {found:.2f}"


@pytest.mark.parametrize("theme", ["day", "night"])
def test_every_role_that_a_rule_names_is_a_colour(theme: str) -> None:
    colours = palette(theme)
    for rule in rules(colours.__getitem__):
        assert "{{" not in rule
    assert len(list(rules(colours.__getitem__))) > len(RULES)


def test_a_page_knows_every_role_that_it_names_in_both_themes() -> None:
    text = paged(next(iter(SHARED)))
    named = set(re.findall(r"var\(--([\w-]+)\)", text))
    for theme in ("day", "night"):
        assert named <= palette(theme).keys()
        for role, colour in palette(theme).items():
            assert f"--{role}:{colour};" in text
