"""No sign of the program is an emoji: some terminals draw emoji two cells wide and in colour."""

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

import senpu
from senpu.replay.core.narration import Narrator
from senpu.replay.core.registry import open_rules
from senpu.tui.boards.signs import DRAWN, PLAIN, Signs
from senpu.tui.theme import NIGHT, Palette
from senpu.tui.widgets.painting import Look
from senpu.tui.widgets.provenance import describe_sign
from tests.data_sets import SHIPPED

ROOT = Path(senpu.__file__).parent
EMOJI = (
    "203C 2049 2122 2139 2194-2199 21A9-21AA 231A-231B 2328 23CF 23E9-23F3 23F8-23FA 24C2 "
    "25AA-25AB 25B6 25C0 25FB-25FE 2600-2604 260E 2611 2614-2615 2618 261D 2620 2622-2623 "
    "2626 262A 262E-262F 2638-263A 2640 2642 2648-2653 265F-2660 2663 2665-2666 2668 267B "
    "267E-267F 2692-2697 2699 269B-269C 26A0-26A1 26A7 26AA-26AB 26B0-26B1 26BD-26BE "
    "26C4-26C5 26C8 26CE-26CF 26D1 26D3-26D4 26E9-26EA 26F0-26F5 26F7-26FA 26FD 2702 2705 "
    "2708-270D 270F 2712 2714 2716 271D 2721 2728 2733-2734 2744 2747 274C 274E 2753-2755 "
    "2757 2763-2764 2795-2797 27A1 27B0 27BF 2934-2935 2B05-2B07 2B1B-2B1C 2B50 2B55 3030 "
    "303D 3297 3299 1F000-1FAFF "
)
"""The characters with the property Emoji of Unicode 16 (emoji-data.txt), without ASCII, © and ®."""
RANGES = [[int(end, 16) for end in each.split("-")] for each in EMOJI.split()]


IS_EMOJI = re.compile(f"[{''.join('-'.join(map(chr, dict.fromkeys(ends))) for ends in RANGES)}]")


@pytest.mark.parametrize("folder", ["tui", "spec", "tests/tui/snapshots", "tests/pictures"])
def test_no_screen_page_or_picture_has_an_emoji(folder: str) -> None:
    assert all(map(IS_EMOJI.search, "\u25aa\u25b6\U0001f600"))
    suffixes = {".py", ".toml", ".txt", ".svg", ".html", ".js", ".css", ".md"}
    for path in sorted((ROOT / folder).rglob("*")):
        if path.suffix in suffixes and path.name != "text_layout.py":  # a table for line breaks
            assert IS_EMOJI.search(path.read_text("utf-8")) is None, path


@pytest.mark.parametrize("signs", [DRAWN, PLAIN])
def test_every_sign_is_a_cell_wide(signs: Signs) -> None:
    values = [getattr(signs, name) for name in signs.__struct_fields__ if name != "more"]
    for char in "".join("".join(value) for value in values):
        assert cell_len(char) == 1, char
    assert signs.full != signs.spent


@pytest.mark.parametrize("ident", SHIPPED)
def test_the_sign_of_doubt_has_the_number_of_values_without_names(ident: str) -> None:
    spec = open_rules(ident).spec
    sign = describe_sign(
        Narrator(spec, "en"),
        Look(Palette({**NIGHT.to_color_system().generate(), **NIGHT.variables}), PLAIN, "en"),
    )
    assert sign == f"* {spec.values.count_by_provenance()['placeholder']} placeholders"
