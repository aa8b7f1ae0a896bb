"""The lines that deal and reveal face-down cards: each fault, its place, and valid lines."""

import re

import pytest

import tests.toy_cards  # noqa: F401 - registers a game with hands
from senpu.logs.hands import compute_commitment
from senpu.notation.faults import Fault
from senpu.replay.disputes.verdict import make_finding
from tests import hands
from tests.hands import card, dealt, format_reveals, log, name
from tests.replay.texts import verdict as judged
from tests.sealed import NONCE, recompute_tags

NORTH = (card(1, "north", "#02"), card(2, "north", "#05"))
SOUTH = (card(3, "south", "#01"), card(4, "south", "#06"))
DEALT = dealt(*NORTH) + dealt(*SOUTH)


def first(text: str) -> Fault:
    return judged(text).faults[0]


def found(rows: str) -> str:
    """Return the first fault that shows its row, and the row."""
    text = log(rows)
    fault = first(text)
    assert fault.text == re.sub(r" ~[0-9a-f]{8}$", "", text.splitlines()[fault.line - 1])
    return f"{fault.id} {fault.line}:{fault.column}"


def test_a_commitment_is_the_digest_of_the_text_that_the_page_gives() -> None:
    from hashlib import sha256

    text = f"hand/1\n{NONCE}\n7\njapan\n#05\n".encode() + bytes(range(32))
    assert (
        compute_commitment(NONCE, 7, "japan", "#05", bytes(range(32))) == sha256(text).hexdigest()
    )


def test_every_part_of_a_card_counts_for_its_commitment() -> None:
    one = (NONCE, 7, "japan", "#05", bytes(32))
    others = [
        ("f" * 32, *one[1:]),
        (NONCE, 8, *one[2:]),
        (NONCE, 7, "russia", *one[3:]),
        (*one[:3], "#06", one[4]),
        (*one[:4], bytes(31) + b"\x01"),
    ]
    assert len({compute_commitment(*each) for each in (one, *others)}) == 6


def test_a_log_with_sealed_hands_is_good_and_counts_them() -> None:
    verdict = judged(log(DEALT))
    assert (verdict.valid, verdict.hands) == (True, {"sealed": 4, "proven": 0, "open": 4})
    assert make_finding("cards_open", n=4, of=4) in verdict.open
    verdict = judged(log(DEALT + format_reveals(NORTH[0])))
    assert verdict.hands == {"sealed": 4, "proven": 1, "open": 3}
    assert make_finding("cards_shown", n=1, of=4) in verdict.proven


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ("%hand north\n  00\n", "handMalformed 9:1"),
        ("%hand north 1\n", "tornTail 9:0"),
        ("%hand north 1\n{so}\n", "handMalformed 9:1"),
        ("%hand north 1\n  00\n", "handMalformed 10:3"),
        (dealt(card(2, "north", "#02"), card(3, "north", "#05")), "handRepeated 9:1"),
        (dealt(NORTH[0], card(1, "north", "#02")), "handRepeated 11:3"),
        (dealt(*NORTH) + dealt(card(1, "south", "#01"), SOUTH[1]), "handRepeated 13:1"),
        (DEALT + f"%reveal {name(NORTH[0])} 05\n  {'0' * 64}\n", "revealMalformed 17:1"),
        (DEALT + f"%reveal {name(NORTH[0])} #05\n", "tornTail 17:0"),
        (DEALT + format_reveals(card(5, "north", "#02")), "revealUnknown 17:1"),
        (DEALT + format_reveals(NORTH[0], NORTH[0]), "revealTwice 19:1"),
        (DEALT + format_reveals(NORTH[0]).replace("#02", "#05"), "cardMismatch 17:1"),
        (DEALT + format_reveals(NORTH[0]).replace("\n  01", "\n  02"), "cardMismatch 17:1"),
        (format_reveals(NORTH[0]), "revealUnknown 9:1"),
    ],
)
def test_what_is_wrong_is_found_on_its_line(rows: str, fault: str) -> None:
    assert found(rows) == fault


def test_a_deal_that_is_out_of_turn_is_reported_with_the_number_that_is_next() -> None:
    fault = first(log(DEALT + dealt(card(4, "north", "#03"))))
    assert str(fault.message) == "the next face-down card is number 5"


def test_a_card_that_was_not_dealt_is_reported_with_both_commitments() -> None:
    fault = first(log(DEALT + format_reveals(NORTH[0]).replace("#02", "#05")))
    given = compute_commitment(NONCE, 1, "north", "#05", NORTH[0].salt)
    assert given in str(fault.message)
    assert NORTH[0].face_down(NONCE).digest in str(fault.message)
    assert fault.layer == "chain"


def test_hands_are_sealed_only_where_the_header_says_so() -> None:
    text = log(DEALT)
    undeclared = recompute_tags(text.replace("Hands: dealer\n", ""))
    fault = first(undeclared)
    assert (fault.id, fault.layer, fault.line) == ("handUndeclared", "chain", 8)
    plain = re.sub(r" ?~[0-9a-f]{8}\n", "\n", text).replace("Chain: sha256\n", "")
    assert (first(plain).id, first(plain).line) == ("chainRemoved", 4)
    plain = plain.replace(f"Hands: dealer\nNonce: {NONCE}\n", "")
    assert first(plain).id == "handUndeclared"


@pytest.mark.parametrize("other", ["#01", "#03", "#04", "#06"])
def test_logs_that_differ_in_a_sealed_card_differ_in_commitments_alone(other: str) -> None:
    """Neither the length nor any other byte reveals the card, nor its place does."""
    blind = re.compile(r"(?<=  )[0-9a-f]{64}|\?[0-9a-f]{8}|~[0-9a-f]{8}")
    texts = [log(dealt(NORTH[0], card(2, "north", each, 9))) for each in ("#05", other)]
    one, two = (blind.sub(lambda part: "." * len(part[0]), text) for text in texts)
    assert one == two
    assert texts[0] != texts[1]


def test_a_salt_is_needed_to_tell_a_card() -> None:
    """All cards, all numbers and sides, without the salt: none gives a commitment of the log."""
    guesses = {
        compute_commitment(NONCE, number, side, f"#{at:02}", salt)
        for number in range(1, 5) for side in ("north", "south") for at in range(1, 17)
        for salt in (b"", bytes(32))
    }  # fmt: skip
    text = hands.log(DEALT)
    assert not any(guess in text for guess in guesses)
