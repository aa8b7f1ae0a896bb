"""Twice the text takes about twice the time, for any text."""

import gc
import time
from collections.abc import Callable

import pytest

from senpu.notation.encoding import LONGEST
from senpu.notation.faults import Fault
from senpu.notation.reader import read_lines, read_text, split_rows
from senpu.notation.writer import format_game

TOP = b"Senpu: 1\n\n"

LONG_LINES: dict[str, Callable[[int], bytes]] = {
    "round brackets that open": lambda n: b"(" * n,
    "round brackets that close": lambda n: b")" * n,
    "round brackets, nested": lambda n: b"(" * (n // 2) + b")" * (n // 2),
    "square brackets that open": lambda n: b"[" * n,
    "square brackets that close": lambda n: b"]" * n,
    "curly brackets that open": lambda n: b"{" * n,
    "curly brackets that close": lambda n: b"}" * n,
    "remarks": lambda n: b"{}" * (n // 2),
    "a comment of backslashes": lambda n: b"{" + b"\\" * n + b"}",
    "a comment without end": lambda n: b"{" + b"x\\}" * (n // 3),
    "dice that open again and again": lambda n: b"[5 " * (n // 3),
    "dice without end": lambda n: b"[" + b"5 " * (n // 2),
    "very many dice": lambda n: b"[" + b"5 " * (n // 2) + b"]",
    "one word": lambda n: b"x" * n,
    "one number": lambda n: b"7" * n,
    "a list of units": lambda n: b"+".join(b"u%d" % i for i in range(n // 7)) + b">D",
    "a list of one unit": lambda n: b"u1+" * (n // 3) + b"u1>D",
    "a list that ends in nothing": lambda n: b"u1+" * (n // 3),
    "a path": lambda n: b"u1" + b">12" * (n // 3),
    "payers": lambda n: b"x1/" * (n // 3),
    "a word with arguments": lambda n: b"draw" + b" #05" * (n // 4),
    "arguments of nothing": lambda n: b" #05" * (n // 4),
    "events": lambda n: b"i3>D " * (n // 5),
    "the same activation": lambda n: b"& " * (n // 2),
    "turn marks": lambda n: b"T1 " * (n // 3),
    "tags": lambda n: b"~1f3a9c02 " * (n // 10),
    "blanks": lambda n: b" " * n,
    "a machine line": lambda n: b"%seal " + b"x" * n,
    "a header below the header": lambda n: b"Event: " + b"x" * n,
    "letters outside ASCII": lambda n: "上".encode() * (n // 3),
    "bytes outside UTF-8": lambda n: b"\xff" * n,
    "NUL bytes": lambda n: b"\0" * n,
    "marks out of order": lambda n: b"a" + "\u0301\u0316".encode() * (n // 4),
    "marks in order": lambda n: b"a" + "\u0316".encode() * (n // 4) + "\u0301".encode() * (n // 4),
}

MANY_LINES: dict[str, bytes] = {
    "valid lines": b"J: i3>D [5 4] {why} C: lose c1\n",
    "invalid lines": b"J: i3->D [5 x] {why\n",
    "empty lines": b"\n",
    "rows of a machine line": b"  RWQf6LRC\n",
    "invalid rows of a machine line": b"  RWQf\0\xff\n",
    "ending lines": b"End: China\n",
    "second games": b"Senpu: 1\n",
    "seals": b"%seal\n  RWQf\n",
}


def seconds(text: bytes) -> float:
    """Return the CPU time for reading `text`, without garbage collection.

    The collection examines every object of other tests, so its time grows with their number.
    """
    gc.disable()
    try:
        start = time.process_time()
        read_text(text)
        return time.process_time() - start
    finally:
        gc.enable()


def assert_linear(make: Callable[[int], bytes], size: int) -> None:
    """Quadratic time would be sixteen times as much for four times the text."""
    short, long = make(size), make(4 * size)
    for _ in range(4):  # Another program may have slowed the processor at the wrong moment.
        once, fourfold = min(seconds(short), seconds(short)), seconds(long)
        if fourfold < 9 * once + 0.005:
            return
    raise AssertionError(f"{once:.4f} s for one, {fourfold:.4f} s for four times the text")


@pytest.mark.parametrize("name", LONG_LINES)
def test_a_long_line_takes_linear_time(name: str) -> None:
    assert_linear(lambda n: TOP + LONG_LINES[name](n) + b"\n", 6_000)


@pytest.mark.parametrize("name", LONG_LINES)
def test_a_long_line_has_few_faults(name: str) -> None:
    found = read_lines(split_rows(TOP + LONG_LINES[name](20_000) + b"\n"))
    assert len([line for _, line in found if isinstance(line, Fault)]) < 20


@pytest.mark.parametrize("name", MANY_LINES)
def test_many_lines_take_linear_time(name: str) -> None:
    first = b"%seal\n" if "rows of" in name else b""
    assert_linear(lambda n: TOP + first + MANY_LINES[name] * n, 1_000)


def test_many_headers_take_linear_time() -> None:
    assert_linear(lambda n: b"Senpu: 1\n" + b"".join(b"Key%d: x\n" % i for i in range(n)), 3_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG_LINES)
def test_a_line_of_a_hundred_thousand_signs_takes_linear_time(name: str) -> None:
    assert_linear(lambda n: TOP + LONG_LINES[name](n) + b"\n", 25_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["round brackets, nested", "very many dice", "events"])
def test_the_longest_line_takes_linear_time(name: str) -> None:
    assert_linear(lambda n: TOP + LONG_LINES[name](n)[: LONGEST - 1] + b"\n", 260_000)


@pytest.mark.slow
@pytest.mark.parametrize("text", [b"x", b"(", b"\xff", "\u0301\u0316".encode()])
def test_a_line_of_a_hundred_megabytes_is_one_fault(text: bytes) -> None:
    row = text * (100_000_000 // len(text)) + b"\n"
    fault = list(read_lines([b"Senpu: 1\n", b"\n", row]))[-1][1]
    assert isinstance(fault, Fault)
    assert fault.id == "lineTooLong"


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in MANY_LINES if name != "second games"])
def test_ten_thousand_lines_are_read(name: str) -> None:
    first = b"%seal\n" if "rows of" in name else b""
    text = TOP + first + MANY_LINES[name] * 10_000
    found = list(read_lines(split_rows(text)))
    read = [number for number, line in found if not isinstance(line, Fault)]
    reported = {number for number, line in found if isinstance(line, Fault)}
    assert len(read) + len(reported) >= 10_000 or len(read) == 3  # one machine line of them all
    game, faults = read_text(text)
    assert len(faults) == len(found) - len(read)
    if not faults:
        assert format_game(game).encode() == text
