"""Tests of the verifier that the mutation tests require."""

import base64
import re

import pytest

from senpu.logs.chain import (
    Chain,
    add_tags,
    create_nonce,
    is_chain_field,
    split_tag,
)
from senpu.logs.record import Record, record_from
from senpu.notation.faults import Fault
from senpu.notation.reader import split_rows
from tests import sealed
from tests.reliability.games import game

TEXT = game(4)
ROWS = TEXT.splitlines(keepends=True)
FIRST = ROWS.index("\n") + 1
SEALED = sealed.seal(sealed.log(), "japan")


def first(text: str) -> Fault:
    record = record_from(text)
    found = (line for _, line in record if isinstance(line, Fault))
    return record.header_faults[0] if record.header_faults else next(found)


# ---- the chain ------------------------------------------------------------------------------


def test_every_nonce_is_different() -> None:
    names = {create_nonce() for _ in range(9)}
    assert len(names) == 9
    assert all(re.fullmatch("[0-9a-f]{32}", name) for name in names)


@pytest.mark.parametrize("size", [1, 2, 3, 99])
@pytest.mark.parametrize("torn", ["", "J: pa"])
@pytest.mark.parametrize("text", [TEXT, "Senpu: 1\n\nJ: pass\nC: pass\n", "Senpu: 1\nGame: a\n"])
def test_complete_rows_are_counted_with_and_without_a_chain(
    text: str, torn: str, size: int
) -> None:
    rows = split_rows(f"{text}{torn}".encode())
    record = Record(rows[at : at + size] for at in range(0, len(rows), size))
    found = [line.id for _, line in record if isinstance(line, Fault)]
    assert record.lines == text.count("\n")
    assert record.chain.on is (text == TEXT)
    assert "chainMismatch" not in found
    assert record.chain.faults == {}


def test_an_incomplete_row_is_returned_once_and_unchanged() -> None:
    chain = Chain()
    assert not chain.on
    bodies = chain.read(split_rows(f"{TEXT}J: pa".encode()))
    assert bodies[-2:] == [split_tag(ROWS[-1].encode())[0] + b"\n", b"J: pa"]  # type: ignore[index]
    assert len(bodies) == len(ROWS) + 1


def test_a_line_of_one_character_has_a_space_before_its_tag() -> None:
    assert split_tag(b"| ~1f3a9c02\n") == (b"|", b"1f3a9c02")
    assert split_tag(b"  ~1f3a9c02\n") == (b" ", b"1f3a9c02")
    assert split_tag(b" ~1f3a9c02\n") is None
    assert split_tag(b"|~1f3a9c02\n") is None


def test_added_rows_are_counted() -> None:
    chain = sealed.read(TEXT).chain
    added = chain.add_tags("J: pass\n\nC: pass\n")
    assert chain.row == len(ROWS) + 3
    assert sealed.read(TEXT + added).chain.head == chain.head


@pytest.mark.parametrize(
    ("at", "row", "message"),
    [
        (FIRST, "J: pass ~00000000\n", "the line or the header was changed"),
        (FIRST, "~00000000\n", "only the tag was changed"),
        (FIRST + 1, "J: pass ~00000000\n", "a line above it is missing"),
        (
            FIRST + 1,
            "J: pass\n",
            "no tag: the line was inserted, or its tag was removed",
        ),
        (
            FIRST + 1,
            f"J: pass\n{ROWS[FIRST + 1]}",
            "no tag: the line was inserted, because",
        ),
        (FIRST + 1, ROWS[FIRST + 1][:-9] + "00000000\n", "only the tag was changed"),
        (FIRST + 1, ROWS[FIRST] + ROWS[FIRST + 1], "the line was inserted"),
    ],
)
def test_the_fault_of_a_row_depends_on_the_next_row(at: int, row: str, message: str) -> None:
    fault = first("".join((*ROWS[:at], row, *ROWS[at + 1 :])))
    assert message in str(fault.message)
    assert fault.line == at + 1
    assert str(fault.message).endswith(f"valid through line {at}")


DAMAGED = {
    "the header": TEXT.replace("Rules: 1", "Rules: 2"),
    "a line": TEXT.replace(ROWS[FIRST + 2], "J: pass ~00000000\n"),
    "a tag": TEXT.replace(ROWS[FIRST + 2], ROWS[FIRST + 2][:-9] + "00000000\n"),
    "an inserted line": TEXT.replace(ROWS[FIRST + 2], f"{{so}}\n{ROWS[FIRST + 2]}"),
}


@pytest.mark.parametrize("what", DAMAGED)
def test_the_faults_do_not_depend_on_the_block_size(what: str) -> None:
    text = DAMAGED[what]
    rows, found = split_rows(text.encode()), []
    for size in (1, 2, 3, 99):
        record = Record(rows[at : at + size] for at in range(0, len(rows), size))
        lines = list(record)
        faults = [*record.header_faults, *(line for _, line in lines if isinstance(line, Fault))]
        found.append((faults, lines[-3:], record.first_fault, record.lines))
    assert found[0] == found[1] == found[2] == found[3]
    if what == "the header":
        # Once, when the complete header is read, before the first line of the game.
        assert [(fault.id, fault.line) for fault in record.header_faults] == [
            ("headerMismatch", FIRST + 1)
        ]
        assert [fault.id for fault in faults] == ["headerMismatch"]
        assert record.first_fault == FIRST + 1
    else:
        assert record.header_faults == []
        assert record.first_fault == faults[0].line == FIRST + 3
        assert [number for number, _ in lines[:2]] == [FIRST + 2, FIRST + 3]
        assert not isinstance(lines[0][1], Fault)
        assert isinstance(lines[1][1], Fault)
    assert record_from(TEXT).first_fault == 0


# ---- seals ----------------------------------------------------------------------------------


def test_header_fields_of_the_chain_are_recognized() -> None:
    names = ("Chain", "Nonce", "Key-Japan", "Senpu", "Event", "Japan", "Keys")
    assert [is_chain_field(name) for name in names] == [True] * 3 + [False] * 4


def test_a_seal_is_a_signed_note_and_immutable() -> None:
    (made,) = sealed.read(SEALED).seals.made
    body, _, signature = made.note.text.partition("\n\n")
    assert f"{body}\n" == made.note.body
    assert re.fullmatch(r"— japan [A-Za-z0-9+/]{91}=\n", signature)
    with pytest.raises(AttributeError):
        made.line = 3  # type: ignore[misc]
    with pytest.raises(AttributeError):
        made.side = "china"  # type: ignore[misc]


def changed(row: int, new: str) -> Fault:
    """Return the fault of a seal with one changed row and a recomputed chain."""
    rows = SEALED.splitlines(keepends=True)
    start = next(at for at, each in enumerate(rows) if each.startswith("%seal"))
    if new:
        rows[start + row] = f"{new} ~00000000\n"
    else:
        rows[start + row] = "{the line lacks a row} ~00000000\n"
    return first(sealed.recompute_tags("".join(rows)))


def signature() -> str:
    return base64.b64encode(sealed.read(SEALED).seals.made[0].note.signature).decode()


def last_row() -> str:
    return SEALED.splitlines()[-1].rpartition(" ~")[0]


def test_a_signature_has_one_canonical_form_and_one_length() -> None:
    row = last_row()
    number = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    other = number[number.index(row[-2]) + 1]  # the same bytes: its last bits are not read
    assert base64.b64decode(f"AA{row[-2]}=") == base64.b64decode(f"AA{other}=")
    for new in (f"{row[:-2]}{other}=", f"{row[:-3]}A==", f"{row[:-1]}!", f"{row}AAAA"):
        fault = changed(5, new)
        assert fault.id == "sealMalformed", new
        assert fault.text.startswith("  ")
        assert fault.column == 3
        assert fault.line == SEALED.count("\n") - 1


def test_a_fault_of_a_seal_names_its_row() -> None:
    number = SEALED.count("\n")
    fault = changed(5, "")
    assert (fault.id, fault.text, fault.column) == ("sealMalformed", "%seal japan", 1)
    assert str(fault.message) == "a %seal line has 6 rows"
    fault = changed(2, "  line 3")
    assert (fault.id, fault.line, fault.text) == ("sealMisplaced", number - 3, "  line 3")
    assert fault.message.fields == {"line": number - 6}


def test_an_invalid_key_is_reported_with_its_complete_line() -> None:
    text = sealed.log(sealed.KEYED.replace("Key-Japan: japan", "Key-Japan: china"))
    fault = first(text)
    assert (fault.id, fault.column) == ("keyMalformed", 0)
    assert fault.text.startswith("Key-Japan: china")
    assert add_tags(text) != text
