"""A proof of contradictory seals needs no other file; a changed text proves nothing."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from senpu.logs.equivocation import find_proofs
from senpu.logs.evidence import Evidence
from senpu.logs.proofs import (
    WHOLE,
    Proof,
    ProofError,
    check_proof,
    format_proof,
    parse_proof,
    split_proofs,
)
from tests.logs.histories import HEADER, KEYS, Act, Copy
from tests.sealed import NONCE

MOVE, PASS = ("row", "J: i3+i4>D", 0), ("row", "J: pass", 0)
SEAL, NEW = ("seal", "japan", 0), ("rotate", "japan", 1)
COMMON = Copy().add(("row", "C: x1+c1@D", 0))


def text_of(ours: list[Act], theirs: list[Act]) -> str:
    copies = [COMMON.branch().add(*acts).rows for acts in (ours, theirs)]
    (proof,) = find_proofs(copies)
    return format_proof(proof)


FIRST = text_of([MOVE, SEAL], [PASS, SEAL])
LONGER = text_of([MOVE, SEAL], [PASS, ("row", "{so}", 0), ("row", "", 0), ("row", "  ", 0), SEAL])
LINKED = text_of([MOVE, SEAL], [NEW, PASS, SEAL])
TWICE = text_of([NEW], [MOVE, ("rotate", "japan", 2)])
COPIES = [c.add(PASS, SEAL).rows for c in (Copy(), Copy(f"{HEADER}Site: x\n" + "Event: y\n" * 9))]
HEADERS = format_proof(find_proofs(COPIES)[0])
PROOFS = {
    "one line": FIRST, "a later line": LONGER, "a new key": LINKED, "two new keys": TWICE,
    "two headers": HEADERS,
}  # fmt: skip
SEALED = re.findall(r"^first\n((?:  .*\n|\n)+)", FIRST, re.M)[0]
SECOND = re.findall(r"^second\n((?:  .*\n|\n)+)", FIRST, re.M)[0]
FROM = re.findall(r"^from ([0-9a-f]{64})$", LONGER, re.M)[0]
HEAD = re.findall(r"^  ([0-9a-f]{64})$", LONGER, re.M)[0]


@pytest.mark.parametrize("text", PROOFS.values(), ids=PROOFS)
def test_a_proof_needs_no_other_file(text: str) -> None:
    content = check_proof(parse_proof(text))
    assert (content.key, content.nonce) == (KEYS["japan", 0], NONCE)
    assert format_proof(parse_proof(text)) == text


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


def without(text: str, block: str) -> str:
    return re.sub(rf"^{block}.*\n((?:[ *].*)?\n)*", "", text, flags=re.M)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (FIRST.replace(SECOND, SEALED), "both seals say the same"),
        (without(FIRST, "second"), "lacks a key, a seal or a part"),
        (changed(FIRST, "key japan", "key china"), "is not a public key"),
        (changed(FIRST, "key japan", "key \x1b[2K"), "is not a public key"),
        (FIRST.replace(KEYS["japan", 0].text, KEYS["china", 0].text), "not signed with a key"),
        (FIRST.replace(NONCE, "f" * 32), "the signature of the first seal is not a signature"),
        (changed(LONGER, "  {so}\n", "  {no}\n"), "do not lead to the second seal"),
        (changed(LONGER, "  {so}\n", ""), "rows between the two seals are missing"),
        (changed(LONGER, FROM, HEAD), "can belong to the same game"),
        (changed(LONGER, FROM, "0"), "can belong to the same game"),
        (changed(LONGER, "*ICA=", "*ICA"), "lacks a key, a seal or a part"),
        (FIRST.partition("first")[0], "lacks a key, a seal or a part"),
        (FIRST.replace("senpu-seal/1", "senpu-sale/1"), "is not a seal"),
        (without(without(without(LINKED, "replaced"), "accepted"), "rows"), "not signed with a"),
        (without(LINKED, "rows"), "lacks a key, a seal or a part"),
        (changed(LINKED, "  %key japan", "  %key china"), "one key replaced the other"),
        (changed(HEADERS, "  Site: x", "  Site: z"), "do not lead to the second seal"),
        (changed(HEADERS, "  Site: x\n", ""), "rows between the two seals are missing"),
    ],
)
def test_a_text_that_was_changed_proves_nothing(text: str, why: str) -> None:
    with pytest.raises(ProofError, match=why):
        check_proof(parse_proof(text))


@given(
    st.sampled_from([*PROOFS.values()]), st.integers(0, 9_999),
    st.text("\n ~*+=/\N{EM DASH}\x1bj0af", max_size=3), st.integers(0, 99),
)  # fmt: skip
def test_a_hostile_text_proves_nothing_else(text: str, at: int, new: str, size: int) -> None:
    at %= len(text)
    try:
        content = check_proof(parse_proof(text[:at] + new + text[at + size :]))
    except ProofError as error:
        reason = str(error)
    else:
        reason = "valid"
        assert (content.key, content.nonce) == (KEYS["japan", 0], NONCE)
    assert reason.isprintable()


def test_seals_of_two_games_and_of_one_history_prove_nothing() -> None:
    other = Copy(HEADER.replace(NONCE, "f" * 32)).add(PASS, SEAL)
    mine = COMMON.branch().add(MOVE, SEAL)
    assert find_proofs([mine.rows, other.rows]) == []
    notes = [Evidence([copy.rows, copy.rows]).statements[0] for copy in (mine, other)]
    with pytest.raises(ProofError, match="two games"):
        check_proof(Proof(notes[0], notes[1]))
    evidence = Evidence([mine.add(PASS, SEAL).rows, []])
    first, second = evidence.statements
    found = evidence.rows_between(first.line, second)
    assert found is not None
    for start, between in ((found[0], found[1]), (WHOLE, evidence.rows_from_start(second) or [])):
        with pytest.raises(ProofError, match="can belong to the same game"):
            check_proof(Proof(first, second, start, tuple(between)))


def test_a_file_may_have_several_proofs() -> None:
    assert [*map(parse_proof, split_proofs(FIRST + LINKED))] == [
        parse_proof(FIRST), parse_proof(LINKED)
    ]  # fmt: skip


def test_without_the_package_it_proves_nothing_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    with pytest.raises(ProofError, match=r"without senpu\[sign\]"):
        check_proof(parse_proof(FIRST))


@pytest.mark.skipif(
    not all(map(shutil.which, ("openssl", "perl"))), reason="openssl and perl check it here"
)
@pytest.mark.parametrize(("which", "block"), [("first", SEALED), ("second", SECOND)])
def test_others_check_it_by_the_words_at_its_end(tmp_path: Path, which: str, block: str) -> None:
    body = "".join(f"{row[2:]}\n" for row in block.split("\n\n")[0].splitlines())
    (tmp_path / "seal.txt").write_text(body)
    rows = re.findall(r"^#   (.*)$", FIRST, re.MULTILINE)
    script = "\n".join(rows).replace("-sigfile first.sig", f"-sigfile {which}.sig")
    answer = subprocess.run(["sh", "-ec", script], cwd=tmp_path, capture_output=True, text=True)
    assert "Verified Successfully" in answer.stdout, answer.stderr
    (tmp_path / "seal.txt").write_text(re.sub("line 1", "line 2", body))
    assert subprocess.run(["sh", "-ec", script], cwd=tmp_path, capture_output=True).returncode
