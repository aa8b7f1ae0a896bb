"""Rows of text: where they may begin and end."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from senpu.logs.record import open_record
from senpu.notation.faults import text_width
from senpu.replay.core.narration import Narrator
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.tui.boards.signs import DRAWN
from senpu.tui.library.catalogue import list_recorded_logs
from senpu.tui.pictures.elements import measure_text
from senpu.tui.pictures.elements import wrap_text as drawn
from senpu.tui.render import text_layout
from senpu.tui.render.text_layout import BRACKETS, CLOSING, OPENING, find_rest, wrap, wrap_rows
from senpu.tui.render.text_rendering import render_game
from senpu.tui.widgets.painting import Look
from tests.tui.test_area_plan import PALETTE

TEXTS = st.text(alphabet=st.sampled_from("ab 12上海へはッー々、。（）「」：c2>E%"), max_size=80)


def assert_kinsoku(rows: list[str]) -> None:
    """Check the first and last character of each row, apart from the ends of the text."""
    for before, after in pairwise(rows):
        assert after.lstrip()[0] not in CLOSING | BRACKETS, rows
        assert before[-1] not in OPENING, rows


@given(TEXTS, st.integers(20, 60))
def test_a_row_fits_and_begins_and_ends_as_japanese_does(text: str, width: int) -> None:
    runs = text.split(" ")
    if any(len(run) > 8 or run[:1] in CLOSING | BRACKETS for run in runs):
        text = text[:8]  # signs that cannot be broken, or that begin a row after a space
    rows = wrap(text, width)
    assert all(text_width(row) <= width for row in rows)
    assert "".join(rows).replace(" ", "") == text.replace(" ", "")
    assert_kinsoku(rows)


@pytest.mark.parametrize(
    ("text", "width", "rows"),
    [
        ("部隊を取り消すことができます。", 12, ["部隊を", "取り消すこと", "ができます。"]),
        (
            "攻撃は（8.4）を参照してください。",
            10,
            ["攻撃は", "（8.4）を", "参照してく", "ださい。"],
        ),
        ("国府軍が租界（07）に突撃した。", 20, ["国府軍が租界（07）に", "突撃した。"]),
        ("もう一度やり直すことができる", 12, ["もう一度", "やり直すこと", "ができる"]),
        ("対局のさせ方と選び方による", 11, ["対局の", "させ方と", "選び方によ", "る"]),
        ("第12ターンに3ユニット", 14, ["第12ターンに", "3ユニット"]),
        ("a rule of 20 s holds", 13, ["a rule of", "20 s holds"]),
        ("c2がEからG四行倉庫へ退却。", 14, ["c2がEから", "G四行倉庫へ", "退却。"]),
        ("イベントは `hit r1 r1` です。", 16, ["イベントは", "`hit r1 r1`", "です。"]),
        ("then `play #01 s3` ends", 14, ["then", "`play #01 s3`", "ends"]),
    ],
)
def test_phrases_numbers_and_ids_stay_whole(text: str, width: int, rows: list[str]) -> None:
    assert wrap(text, width) == rows


def test_a_path_stays_whole_in_print_and_is_cut_on_the_screen() -> None:
    text = "see /a/very/long/path here"
    assert list(wrap_rows(text, "  ", 12)) == ["  see", "  /a/very/long/path", "  here"]
    assert wrap(text, 10) == ["see", "/a/very/lo", "ng/path", "here"]


def test_a_picture_wraps_by_the_same_rule() -> None:
    rows = drawn("J g1がCからEのc2を攻撃：5 + 6＝11。c2は退却。", 10, 90)
    assert all(measure_text(row, 10) <= 90 for row in rows)
    assert_kinsoku(rows)


@pytest.mark.slow
def test_every_printed_text_of_the_library_in_japanese(monkeypatch: pytest.MonkeyPatch) -> None:
    texts: set[str] = set()

    def collect(text: str, width: float, whole: bool = False) -> list[str]:
        texts.add(text)
        return wrap(text, width, whole=whole)

    monkeypatch.setattr(text_layout, "wrap", collect)
    for path in list_recorded_logs():
        timeline = open_timeline(open_record(path))
        printed = [
            row.strip() for row in render_game(timeline, Narrator(timeline.rules.spec, "ja"))
        ]
        assert not [row for row in printed if row[:1] and row[0] in CLOSING | BRACKETS]
    assert len(texts) > 1000
    for text in texts:
        for width in (60, 80, 98, 120):
            rows = wrap(text, width, whole=True)
            assert_kinsoku(rows)
            assert "".join("".join(rows).split()) == "".join(text.split())


@given(TEXTS, st.integers(8, 60), st.integers(0, 3))
def test_what_follows_the_first_rows_is_the_text_itself(text: str, width: int, first: int) -> None:
    rows = wrap(text, width)
    rest = find_rest(text, rows[:first])
    assert text.endswith(rest) or text.rstrip(" ").endswith(rest)
    assert wrap(rest, width) == rows[first:]


def test_lines_of_a_japanese_text_are_joined_without_a_space() -> None:
    assert [*wrap_rows("日本軍が\n  退却。\nIt is\nover.", "", 60)] == [
        "日本軍が退却。 It is over."
    ]
    text = "第3中隊は陣地を追われ、橋を渡って退却した。日本軍は追撃しなかった。"
    assert Look(PALETTE, DRAWN, "ja").wrap(text, 30, 2)[1].startswith("渡って退却した。日本軍")
