"""Cells: cutting, wrapping, wide characters, canvases, signs and words."""

import re

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import astuple
from rich.cells import cell_len

from senpu.notation.printable import make_printable
from senpu.tui.boards.signs import DRAWN, PLAIN
from senpu.tui.theme import NIGHT, Palette
from senpu.tui.widgets.painting import Canvas, Look, Row, wrap_cells

LOOK = Look(Palette({**NIGHT.to_color_system().generate(), **NIGHT.variables}), DRAWN, "en")
TEXTS = st.text(alphabet=st.sampled_from("ab 上海、。g\u0303▰"), max_size=60)


@given(TEXTS, st.integers(0, 40))
def test_a_clipped_text_fits(text: str, width: int) -> None:
    clipped = LOOK.clip(text, width)
    assert cell_len(clipped) <= width
    if cell_len(text) <= width:
        assert clipped == text


@given(TEXTS, st.integers(4, 40))
def test_wrapped_lines_fit_and_lose_nothing_but_space(text: str, width: int) -> None:
    lines = wrap_cells(text, width)
    assert all(cell_len(line) <= width + 2 for line in lines)  # a closing mark may hang
    assert re.sub(r"\s", "", "".join(lines)) == re.sub(r"\s", "", text)


@given(TEXTS, st.integers(1, 50))
def test_a_row_is_exactly_as_wide_as_asked(text: str, width: int) -> None:
    strip = Row(LOOK).add(text).strip(width)
    assert strip.cell_length == width
    assert cell_len(strip.text) == width


@given(st.lists(st.tuples(st.integers(-5, 30), st.integers(-2, 5), TEXTS), max_size=6))
def test_a_canvas_keeps_its_width_whatever_is_written(marks: list[tuple[int, int, str]]) -> None:
    canvas = Canvas(20, 3, LOOK.ink())
    for x, y, text in marks:
        canvas.put(x, y, text, LOOK.ink("dim"))
    for strip in canvas.strips():
        assert cell_len(strip.text) == 20


@given(st.text(max_size=20), st.integers(1, 20))
def test_no_text_controls_the_terminal(text: str, width: int) -> None:
    canvas = Canvas(20, 1, LOOK.ink())
    canvas.put(0, 0, text, LOOK.ink())
    painted = [
        LOOK.clip(text, width),
        *wrap_cells(text, width),
        Row(LOOK).add(text).strip(width).text,
    ]
    for shown in (*painted, *(strip.text for strip in canvas.strips())):
        assert make_printable(shown) == shown


def test_plain_signs_are_ascii_and_one_cell_wide() -> None:
    for plain, drawn in zip(astuple(PLAIN), astuple(DRAWN), strict=True):
        assert "".join(plain).isascii()
        assert all(cell_len(char) == 1 for char in "".join(drawn))
    assert len(PLAIN.joints) == len(DRAWN.joints) == 81
