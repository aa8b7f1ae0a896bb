"""Any bytes: the reader only reports faults, and accounts for each byte."""

import re
from collections.abc import Iterator

from hypothesis import example, given
from hypothesis import strategies as st

from senpu.notation.faults import LAYERS, Fault
from senpu.notation.lines import Machine
from senpu.notation.play import parse_line
from senpu.notation.reader import read_lines, split_rows
from senpu.notation.writer import format_game, format_line
from tests.notation.generated import games, nearly

texts = st.binary() | st.text().map(str.encode) | nearly.map(str.encode)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """Return the text of a game with a part removed, doubled, swapped or inserted."""
    text = bytearray(format_game(draw(games())).encode())
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        end = draw(st.integers(at, min(at + 20, len(text))))
        put = draw(st.sampled_from([b"", bytes(text[at:end]) * 2, b"\n", b"\0", b"\xff", b"{"]))
        text[at:end] = put
    return bytes(text)


def find_reported(text: bytes) -> Iterator[tuple[int, bool]]:
    """Yield the rows with a line or fault, and whether a second game follows."""
    for number, line in read_lines(split_rows(text)):
        yield number, isinstance(line, Fault) and line.id == "secondGame"
        if isinstance(line, Machine):
            yield from ((number + i, False) for i in range(1, len(line.rows)))


@given(texts | damaged())
@example(b"")
@example(b"\n")
@example(b"\r")
@example(b"%a\n  b")
@example(b"\xff\xfe\n\x00")
@example(b"Senpu: 1\n\n%a\n \r\n \xff\n")
def test_every_row_is_read_or_reported(text: bytes) -> None:
    rows = split_rows(text)
    found = list(find_reported(text))
    second = min((number for number, is_second in found if is_second), default=len(rows))
    assert {*range(1, second + 1)} <= {number for number, _ in found}


@given(texts | damaged())
def test_numbers_never_fall_and_every_fault_is_located(text: bytes) -> None:
    numbers = []
    for number, line in read_lines(split_rows(text)):
        numbers.append(number)
        if isinstance(line, Fault):
            assert line.line == number
            assert 0 <= line.column <= len(line.text) + 1
            assert line.layer in LAYERS[:2]
            assert line.message
            assert line.render("x.senpu").startswith(f"x.senpu:{number}")
    assert numbers == sorted(numbers)


@given(texts | damaged())
def test_a_line_without_fault_says_all_that_is_on_it(text: bytes) -> None:
    """Except for spaces, and backslashes that are written double."""
    rows = split_rows(text)
    found = list(read_lines(rows))
    faulty = {number for number, line in found if isinstance(line, Fault)}
    for number, line in found:
        if not isinstance(line, Fault):
            count = len(line.rows) if isinstance(line, Machine) else 1
            if faulty.isdisjoint(range(number, number + count)):
                written = b"".join(rows[number - 1 : number - 1 + count]).decode()
                assert bare(format_line(line)) == bare(written)


def bare(text: str) -> str:
    return re.sub(r"[ \n\\]", "", text)


@given(st.text())
def test_one_line_from_a_keyboard_is_read_or_reported(text: str) -> None:
    line, faults = parse_line(1, text)
    if not faults and line.items:
        assert bare(format_line(line)) == bare(text)
