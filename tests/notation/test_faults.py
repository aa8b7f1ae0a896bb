"""The rendering of a fault: the place, the line with a caret, the hint."""

import re

import pytest

from senpu.notation.events import OPERATORS
from senpu.notation.faults import (
    WIDTH,
    Fault,
    NotationError,
    excerpt_around,
    make_fault,
    text_width,
)
from senpu.notation.lines import Comment, GameText, Header, Machine, Play
from senpu.notation.messages import LANGUAGES, Message
from senpu.notation.mistakes import correct_width
from senpu.notation.play import parse_line
from senpu.notation.reader import read_text
from senpu.notation.writer import format_game, format_line

TOP = "Senpu: 1\n\n"


def rendered(line: str) -> str:
    """Return the rendering of the first fault of a line of a game."""
    _, faults = read_text(TOP + line + "\n")
    return faults[0].render("a.senpu")


def caret_column(text: str) -> tuple[int, int]:
    """Return the columns of the caret, and of the `^` of the marked line, in cells."""
    _, line, caret, *_ = text.split("\n")
    return caret.index("^"), text_width(line[: line.index("X")])


def test_a_fault_shows_the_line_with_a_caret_and_a_hint() -> None:
    assert rendered("J: i1>C i3->D") == "\n".join(
        [
            'a.senpu:3:9: badToken: "i3->D" is not part of the notation',
            "      3 | J: i1>C i3->D",
            "        |         ^",
            "  hint: write a move with > only: i3>D",
        ]
    )


@pytest.mark.parametrize(
    "before",
    [
        "{plain}",
        "{上海　一月}",
        "{cafe\N{COMBINING ACUTE ACCENT} g\N{COMBINING TILDE}}",
        "{ｆｕｌｌ ｗｉｄｔｈ}",
        "{\N{NO-BREAK SPACE}\N{ZERO WIDTH JOINER}}",
        "{" + "x" * 300 + "}",
        "{" + "上" * 300 + "}",
        "{" + "上" * 39 + "}",
        "{" + "g\N{COMBINING TILDE}" * 300 + "}",
    ],
)
@pytest.mark.parametrize("after", ["", " {short}", " {" + "長い" * 200 + "}"])
def test_the_caret_is_below_the_place(before: str, after: str) -> None:
    _, faults = read_text(f"{TOP}{before} X->D{after}\n")
    fault = next(fault for fault in faults if fault.id == "badToken")
    caret, place = caret_column(fault.render())
    assert caret == place
    assert all(text_width(row) <= WIDTH + 10 for row in fault.render().split("\n")[1:3])


def test_the_caret_keeps_its_place_below_a_line_number_of_many_digits() -> None:
    fault = make_fault("badToken", 1_234_567, "J: X->D", "message", 4, text="X->D")
    caret, place = caret_column(fault.render())
    assert caret == place


def test_a_cut_line_shows_where_it_goes_on() -> None:
    start, excerpt = excerpt_around("a" * 500, 250)
    assert (excerpt[0], excerpt[-1]) == ("…", "…")
    assert start + len(excerpt) < 500
    assert excerpt_around("a" * 50, 25) == (0, "a" * 50)


def test_what_would_move_the_cursor_is_shown_as_a_mark() -> None:
    assert excerpt_around("a\x1b[2J\r\tb", 1) == (0, "a�[2J��b")


def test_a_fault_of_the_whole_file_needs_no_line() -> None:
    fault = Fault("fileUnreadable", "bytes", 0, 0, Message("plain.text", {"text": "no such file"}))
    assert fault.render("a.senpu") == "a.senpu: fileUnreadable: no such file"
    assert fault.render() == "fileUnreadable: no such file"


def test_a_byte_that_is_no_utf8_is_named_and_counted() -> None:
    _, faults = read_text(b"Senpu: 1\nEvent: caf\xe9 \xff \xfe\n\n")
    assert [str(fault.message) for fault in faults] == ["3 bytes are not UTF-8; the first is 0xe9"]


def test_a_character_that_is_no_ascii_is_named() -> None:
    _, faults = read_text(f"{TOP}J: i3>D\N{NO-BREAK SPACE}i4>D\n")
    assert faults[0].column == 8
    assert "this is U+00A0 (NO-BREAK SPACE)" in str(faults[0].hint)
    assert "mail program" in rendered("J: “i3>D”")


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("J: i3 > D", "write units, places, cards and numbers after a word: lose i3"),
        ("J: i3>D!", "write a space before the glyph: i3>D !?"),
        ("> J: i3>D", "remove the spaces inside the event: i3>D; or the > of a mail quotation"),
        ("J:i3>D", "write a space after the side: J: i3>D"),
        ("J: i3>d", "write a place as a capital letter, or 2 to 4 digits: i3>D"),
        ("J: I3>D", "write units in lower case: i3"),
        ("J: i3>D|", "write spaces around |"),
        ("T01 J: pass", "write a turn as T and its number: T3"),
        ("J: pass ~1F3A9C02", "a tag is ~ and 8 hexadecimal digits"),
        ("J: i3-D", "write a move as i3>D, an attack as i3*D.c1"),
        *((f"J: i3{each}", f"write a place after {each}, without a space") for each in OPERATORS),
        ("J: i3>D>", "write a place after >"), ("J: i3>>D", "write a place after >"),
        ("J: i3> D J: pass", "write a place after >"), ("J: i3>+i4", "write a place after >"),
        ("J: i3*", "write a place or a unit after *"), ("J: i3*D.", "write a unit after ."),
        ("J: i3+", "write a unit after +"), ("J: i3+>D", "write a unit after +"),
        ("C: x1/", "write the event that is paid for after /"),
        ("J: >D", "write units before >"), ("J: *D.c1", "write units before *"),
        ("J: pass.", "`senpu help notation`"),
    ],
)  # fmt: skip
def test_a_known_mistake_has_a_hint(line: str, hint: str) -> None:
    assert hint in rendered(line).split("\n")[-1]


UNWRITABLE = [
    Header("Japan", " a"),
    Header("Japan", "a\nb"),
    Header("Japan", "\udcff "),
    Header("x", "one letter"),
    Play((Comment("a\nb"),)),
    Play((Comment("\udcff"),)),
    Machine("seal", ("",) * 2),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("line", UNWRITABLE, ids=repr)
def test_what_cannot_be_written_is_quoted_as_text(line: Header, language: str) -> None:
    for write in (format_line, lambda line: format_game(GameText((line,), ()))):
        with pytest.raises(NotationError) as caught:
            write(line)
        text = caught.value.text(language)
        assert text.isprintable()
        assert not re.search(r"\w\(\w+=|\\\\udc|key=", text)


@pytest.mark.parametrize(("row", "hint"), [("C c2>F", "a colon"), ("i3 D", "after a word")])
def test_a_side_without_a_colon_has_its_own_hint(row: str, hint: str) -> None:
    _, faults = read_text(f"{TOP}{row}\n")
    assert hint in str(faults[0].hint)


ROWS = ("J: i3+i4>D", "T1 C: k1*B.g2 [2 3] reroll", "J: x1/c1*D.i2 i3<A i5=>B i6~>C |",
        "C: lose i3 #07 ?0123abcd & i4@09")  # fmt: skip


@pytest.mark.parametrize("row", ROWS)
def test_a_row_in_full_width_signs_has_the_row_as_its_hint(row: str) -> None:
    wide = {code: code + 0xFEE0 for code in range(0x21, 0x7F)} | {0x20: 0x3000}
    assert parse_line(1, row)[1] == []
    used = {each: wide[each] for each in map(ord, row)}
    for signs in (used, *({code: sign} for code, sign in used.items())):
        typed = row.translate(signs)
        fault = parse_line(1, typed)[1][0]
        assert fault.hint is not None
        assert (str(fault.hint).partition(": ")[2] or str(fault.hint)).endswith(row), typed
        if fault.id == "badToken":
            assert typed[fault.column - 1] in map(chr, signs.values())


def test_a_comment_keeps_its_full_width_signs() -> None:
    assert (
        correct_width("Ｊ：i3＞D、pass {「あ」：ａ} x1*D。c1")
        == "J: i3>D pass {「あ」：ａ} x1*D.c1"
    )
