"""Fair dice: the lines that bind a side, and bytes mapped to numbers without a bias."""

import hashlib
import hmac
from collections import Counter
from itertools import product

import pytest

from senpu.logs.dice import (
    DiceCommitment,
    DiceReceipt,
    DiceSource,
    RevealedSecret,
    SecretBytes,
    draw_number,
    format_dice_line,
    nth_secret,
    parse_dice_line,
    previous_secret,
)
from senpu.logs.machine_lines import MachineLineError
from senpu.notation.lines import Machine
from senpu.notation.reader import read_text
from tests.fair import LENGTH, begun, commit, reveal, secret
from tests.replay.texts import fault
from tests.sealed import go_on, read

DIGITS = "0" * 64


# ---- numbers out of bytes -------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2, 3, 5, 6, 7, 10, 20, 100, 128, 255, 256])
def test_of_all_bytes_each_number_takes_as_many_and_the_rest_is_thrown_away(count: int) -> None:
    taken: Counter[int] = Counter()
    thrown = 0
    for first in range(256):
        given = iter([first])
        try:
            taken[draw_number(count, lambda given=given: next(given))] += 1  # type: ignore[misc]
        except StopIteration:
            thrown += 1
    if count == 1:
        assert taken == {0: 256}  # no byte is needed
        return
    assert set(taken) == set(range(count))
    assert set(taken.values()) == {256 // count}
    assert thrown == 256 % count


def test_six_faces_throw_away_252_to_255() -> None:
    given = iter([252, 253, 254, 255, 251])
    assert draw_number(6, lambda: next(given)) == 251 % 6


def test_more_than_256_take_two_bytes_each_as_often() -> None:
    taken: Counter[int] = Counter()
    for pair in product(range(256), repeat=2):
        given = iter(pair)
        try:
            taken[draw_number(1000, lambda given=given: next(given))] += 1  # type: ignore[misc]
        except StopIteration:
            taken[-1] += 1
    assert taken.pop(-1) == 65536 % 1000
    assert set(taken) == set(range(1000))
    assert set(taken.values()) == {65}


def test_the_bytes_are_those_of_the_page() -> None:
    """Computed here: HMAC-SHA256 by both secrets, over the head and a counter of four bytes."""
    one, two, head = b"1" * 32, b"2" * 32, b"h" * 32
    given = SecretBytes({"south": two, "north": one}, head)
    blocks = b"".join(
        hmac.new(one + two, head + bytes([0, 0, 0, at]), hashlib.sha256).digest() for at in (0, 1)
    )
    assert bytes(given() for _ in range(64)) == blocks
    assert given.at == 64
    assert SecretBytes({"south": two, "north": one}, head, 40)() == blocks[40]


def test_each_secret_leads_to_the_one_before_it() -> None:
    last = b"x" * 32
    assert nth_secret(last, 3, 3) == last
    assert [previous_secret(nth_secret(last, 3, k)) for k in (1, 2, 3)] == [
        nth_secret(last, 3, k) for k in (0, 1, 2)
    ]


# ---- lines ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "what",
    [
        DiceSource(),
        DiceSource("dice.example.org"),
        DiceReceipt("no. 17, 2026-11-28"),
        DiceCommitment("japan", 1000, bytes(32)),
        RevealedSecret("china", 3, bytes(32), bytes(range(32))),
    ],
)
def test_what_is_written_is_read(what: object) -> None:
    game, faults = read_text(f"Senpu: 1\n\n{format_dice_line(what)}")  # type: ignore[arg-type]
    assert not faults
    (machine,) = game.lines
    assert isinstance(machine, Machine)
    assert parse_dice_line(machine) == what
    assert max(map(len, format_dice_line(what).split("\n"))) <= 66


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        ((), 0), (("",), 0), (("fair",), 0), (("server ",), 0), (("recorded", "more"), 0),
        (("commit japan 0", DIGITS), 0), (("commit japan 1000",), 0),
        (("commit japan 1000001", DIGITS), 0), (("commit japan 9", "x" * 64), 1),
        (("commit Japan 9", DIGITS), 0), (("reveal japan 1", DIGITS), 0),
        (("reveal japan 1", *[DIGITS] * 3), 0), (("reveal japan 1", DIGITS, "x"), 2),
        (("reveal japan 01", DIGITS, DIGITS), 0),
    ],
)  # fmt: skip
def test_a_line_that_is_none_of_these_is_malformed(rows: tuple[str, ...], wrong: int) -> None:
    with pytest.raises(MachineLineError) as caught:
        parse_dice_line(Machine("dice", rows))
    assert (caught.value.fault, caught.value.row) == ("diceMalformed", wrong)
    assert str(caught.value) == str(caught.value.message)


def test_a_commitment_may_be_for_a_million_secrets() -> None:
    assert parse_dice_line(Machine("dice", ("commit japan 1000000", DIGITS))) == DiceCommitment(
        "japan", 1_000_000, bytes(32)
    )


# ---- their positions -------------------------------------------------------------------------


def rows(text: str) -> int:
    return text.count("\n")


def find_fault(text: str) -> tuple[str, int]:
    found = fault(text)
    assert found.layer == "chain"
    row = text.splitlines()[found.line - 1].rpartition(" ~")[0]
    assert (found.text, found.column) == (row, 3 if row[:1] == " " else 1)
    return found.id, found.line


def test_a_forged_secret_is_found_on_its_row() -> None:
    text = begun()
    forged = reveal(text, "north", secret=b"f" * 32)
    assert find_fault(forged) == ("revealMismatch", rows(text) + 3)
    assert f"the commitment of North, {secret('north', 0).hex()}" in str(fault(forged).message)


def test_a_forged_second_secret_does_not_lead_to_the_first() -> None:
    text = reveal(reveal(begun(), "north"), "south")
    right = fault(go_on(text, "undo 1\n")).legal[0]
    text = go_on(text, f"{right}\nS: pass N: n1>B S: s1>C\n")
    assert f"secret 1 of North, {secret('north', 1).hex()}" in (
        str(fault(reveal(text, "north", 2, secret=b"f" * 32)).message)
    )


@pytest.mark.parametrize("number", [2, 3, LENGTH])
def test_secrets_are_not_skipped(number: int) -> None:
    assert find_fault(reveal(begun(), "north", number)) == ("revealMismatch", rows(begun()) + 1)
    assert "number 1" in str(fault(reveal(begun(), "north", number)).message)


def test_a_secret_of_who_is_not_committed_proves_nothing() -> None:
    found = fault(reveal(begun(), "west"))
    assert find_fault(reveal(begun(), "west")) == ("revealMismatch", rows(begun()) + 1)
    assert str(found.message) == "west has no commitment"


def test_a_secret_that_was_shown_elsewhere_is_misplaced() -> None:
    """The head moves when anything above does: a secret copied below another line does not fit."""
    text = begun()
    other = go_on(text, "{and a word}\n")
    moved = reveal(other, "north", head=read(text).chain.head)
    assert find_fault(moved) == ("diceMisplaced", rows(other) + 2)


def test_no_secret_is_left_when_all_are_shown() -> None:
    text = commit(begun("N: pass\n"), "north", 1)
    text = go_on(text, "S: pass N: n1>B S: pass N: n1>C\n")
    once = reveal(text, "north", 1, secret=secret("north", 1))
    more = reveal(once, "north", 2, secret=b"x" * 32)
    assert find_fault(more) == ("revealMismatch", rows(once) + 1)
    assert fault(more).message.id == "faults.revealMismatch.used"


def test_a_malformed_line_is_shown_as_it_stands() -> None:
    assert find_fault(go_on(begun(), "%dice fair\n")) == ("diceMalformed", rows(begun()) + 1)
