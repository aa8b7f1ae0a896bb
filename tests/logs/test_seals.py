"""Seals: valid in their place, and a fault elsewhere."""

import sys

import pytest

from senpu.logs.keys import PublicKey
from senpu.logs.record import record_from
from senpu.notation.faults import Fault
from tests import sealed
from tests.sealed import CHAINED, KEYED, KEYS, NONCE, go_on, log, name_key, recompute_tags, seal


def faults(text: str) -> list[Fault]:
    record = record_from(text)
    return record.header_faults + [line for _, line in record if isinstance(line, Fault)]


def ident(text: str) -> str:
    """Return the only fault of a log, and its row."""
    (fault,) = faults(text)
    return f"{fault.id} {fault.line}"


def replaced(text: str, row: int, new: str) -> str:
    """Return a log with another row, and matching tags."""
    rows = text.splitlines()
    rows[row - 1] = f"{new} ~00000000"
    return recompute_tags("".join(f"{each}\n" for each in rows))


SEALED = seal(log(), "japan")
FIRST = 15
"""The index of the first row of the seal."""


def row(number: int) -> str:
    return SEALED.splitlines()[number - 1].rpartition(" ~")[0]


def test_a_seal_is_of_every_line_above_it() -> None:
    record = sealed.read(SEALED)
    (one,) = record.seals.made
    assert (one.side, one.line, one.row, one.last_row) == ("japan", 14, 15, 20)
    assert one.head == sealed.read(log()).chain.head.hex()
    assert one.checked
    assert one.note.key == KEYS["japan"]
    assert one.head[:8] == SEALED.splitlines()[13][-8:]


def test_both_sides_sign_one_after_the_other() -> None:
    made = sealed.read(seal(SEALED, "china")).seals.made
    assert [(each.side, each.line) for each in made] == [("japan", 14), ("china", 20)]


def test_the_rows_of_a_seal_leave_mail_no_reason_to_break_them() -> None:
    text = seal(log(f"{CHAINED}Key-Japan: {KEYS['japan'].text}\n"), "japan", "undo 1000")
    assert all(len(each) < 78 for each in text.splitlines())
    longest = name_key(log(CHAINED), "japan").replace("japan", "russia")
    assert all(len(each) < 78 for each in longest.splitlines())


@pytest.mark.parametrize(
    ("at", "new", "expected"),
    [
        (0, "%seal", "sealUnknownKey 15"),
        (0, "%seal russia", "sealUnknownKey 15"),
        (0, "%seal china", "sealUnknownKey 19"),
        (1, f"  senpu-seal/1 {'f' * 32}", "sealMisplaced 16"),
        (1, f"  senpu-key/1 {NONCE}", "sealMalformed 16"),
        (1, f"  senpu-seal/2 {NONCE}", "sealMalformed 16"),
        (2, "  line 13", "sealMisplaced 17"),
        (2, "  line 014", "sealMisplaced 17"),
        (3, f"  {'0' * 64}", "sealMisplaced 18"),
        (4, f"  {'A' * 46}", "sealUnknownKey 19"),
        (4, f"  {'-' * 46}", "sealMalformed 19"),
        (5, f"  {'A' * 45}=", "sealBad 19"),
        (5, f"  {'A' * 44}A", "sealMalformed 19"),
        (5, "  ", "sealMalformed 15"),
    ],
)
def test_a_seal_that_was_changed_is_reported_on_the_row_that_is_wrong(
    at: int, new: str, expected: str
) -> None:
    assert ident(replaced(SEALED, FIRST + at, new)) == expected


def test_a_seal_with_a_row_too_many_is_none() -> None:
    rows = SEALED.splitlines(keepends=True)
    more = recompute_tags("".join((*rows, "  x ~00000000\n")))
    assert ident(more) == "sealMalformed 19"
    assert (
        ident(recompute_tags("".join((*rows, "  x ~00000000\n", "  x ~00000000\n"))))
        == "sealMalformed 15"
    )
    assert ident(seal(log(), "japan", "and so on")) == "sealMalformed 19"


def test_a_line_changed_above_a_seal_is_reported_at_the_seal_if_the_chain_was_made_again() -> None:
    assert ident(recompute_tags(SEALED.replace("[J5 C3]", "[J5 C4]"))) == "sealMisplaced 18"
    assert ident(recompute_tags(SEALED.replace("Anna", "Otto"))) == "sealMisplaced 18"


def test_a_seal_moved_to_another_line_or_game_is_reported() -> None:
    rows = "".join(f"{row(number)}\n" for number in range(FIRST, FIRST + 6))
    assert ident(go_on(go_on(log(), "J: i3+i4>D\n"), rows)) == "sealMisplaced 18"
    assert ident(go_on(log(KEYED.replace(NONCE, "f" * 32)), rows)) == "sealMisplaced 16"


def test_a_forged_seal_is_reported() -> None:
    assert ident(seal(log(), "japan", by="stranger")) == "sealUnknownKey 19"
    forged = seal(log(), "japan", by="stranger").splitlines()
    number = row(19)[:8]
    assert ident(replaced(SEALED, 19, number + forged[18].rpartition(" ~")[0][8:])) == "sealBad 19"


def test_without_the_package_a_seal_is_not_checked_and_its_place_still_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    forged = seal(log(), "japan", by="stranger").splitlines()
    bad = replaced(SEALED, 19, row(19)[:8] + forged[18].rpartition(" ~")[0][8:])
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    record = sealed.read(bad)
    assert [each.checked for each in record.seals.made] == [False]
    assert ident(recompute_tags(SEALED.replace("Anna", "Otto"))) == "sealMisplaced 18"


# ---- keys -----------------------------------------------------------------------------------


def test_a_side_names_its_first_key_itself_and_the_next_by_the_one_before() -> None:
    text = name_key(log(CHAINED), "japan")
    assert faults(text) == []
    text = name_key(seal(text, "japan"), "japan", of="stranger", by="japan")
    assert faults(text) == []
    assert ident(seal(text, "japan")) == "sealUnknownKey 37"
    assert faults(seal(text, "japan", by="stranger")) == []


def test_a_key_that_another_than_the_old_one_names_is_none() -> None:
    assert ident(name_key(log(), "japan", of="stranger")) == "sealUnknownKey 20"
    assert ident(name_key(log(CHAINED), "japan", by="stranger")) == "sealUnknownKey 18"


@pytest.mark.parametrize("value", ["", "japan", KEYS["china"].text, f"{KEYS['japan'].text}x"])
def test_a_key_in_the_header_must_be_one_of_that_side(value: str) -> None:
    (fault,) = record_from(log(f"{CHAINED}Key-Japan: {value}\n")).header_faults
    assert (fault.id, fault.line, fault.layer) == ("keyMalformed", 8, "chain")


OWN, THEIRS = KEYS["japan"].raw, KEYS["china"].raw
SHARED = PublicKey("china", OWN).text
HEADER = f"{CHAINED}Key-Japan: {KEYS['japan'].text}\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (log(f"{HEADER}Key-China: {SHARED}\n"), "keyShared 9"),
        (log(f"{HEADER}Key-Dealer: {PublicKey('dealer', OWN).text}\n"), "keyShared 9"),
        (log(f"{HEADER}Key-JAPAN: {PublicKey('japan', THEIRS).text}\n"), "keyMalformed 9"),
        (seal(log(HEADER), "china", SHARED, by="japan", word="key"), "keyShared 18"),
        (seal(log(), "china", SHARED, word="key"), "keyShared 19"),
        (
            seal(name_key(log(), "japan", of="stranger", by="japan"), "china", SHARED, word="key"),
            "keyShared 26",
        ),
    ],
    ids=["header", "dealer", "letters", "first", "rotation", "earlier"],
)
def test_two_sides_never_have_one_key(text: str, expected: str) -> None:
    assert ident(text) == expected


def test_a_key_line_must_name_a_key_of_its_side() -> None:
    text = seal(log(CHAINED), "japan", KEYS["china"].text, word="key")
    assert ident(text) == "keyMalformed 17"


def test_in_a_log_without_a_chain_seals_are_words_for_programs_and_no_more() -> None:
    text = f"{sealed.PLAIN}\n{sealed.MOVES}%seal japan\n  anything\n"
    assert faults(text) == []
    assert record_from(text).signers is None
    assert record_from(log()).signers == frozenset(("japan", "china"))
