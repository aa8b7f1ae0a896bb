"""Contradictory seals are a self-contained proof; anything less is not."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from senpu.logs.chain import compute_heads, split_tag
from senpu.logs.equivocation import (
    Proof,
    ProofError,
    check_proof,
    find_contradiction,
    format_proof,
    parse_proof,
)
from senpu.logs.record import Record
from tests import sealed
from tests.sealed import KEYED, KEYS, NONCE, go_on, log, seal

ONE = seal(go_on(log(), "J: i3+i4>D\n"), "japan")
OTHER = seal(go_on(log(), "J: pass\n"), "japan")
LATER = seal(go_on(log(), "J: pass\n{so}\n\n  \nC: pass\n"), "japan")


def proof_of(ours: str, theirs: str) -> Proof | None:
    """Return the proof in the seals of two copies that fork."""
    common = sealed.read(log()).chain.row
    logs: list[Record] = [sealed.read(ours), sealed.read(theirs)]
    seals = [[one for one in each.seals.made if one.line > common] for each in logs]
    rows = [text.encode().splitlines(keepends=True) for text in (ours, theirs)]
    bodies = [[(split_tag(row) or (row[:-1],))[0] for row in each] for each in rows]
    chains = [compute_heads(each, range(1, len(each) + 1)) for each in rows]
    ends = [[chain[number] for number in sorted(chain)] for chain in chains]
    return find_contradiction(seals[0], seals[1], (bodies[0], bodies[1]), (ends[0], ends[1]))


def text_of(ours: str, theirs: str) -> str:
    proof = proof_of(ours, theirs)
    assert proof is not None
    return format_proof(proof)


PROOFS = {
    "one line": (ONE, OTHER), "a later line": (ONE, LATER), "the other way": (LATER, ONE),
}  # fmt: skip


@pytest.mark.parametrize("name", PROOFS)
def test_a_proof_stands_alone_and_says_what_it_proves(name: str) -> None:
    text = text_of(*PROOFS[name])
    content = check_proof(parse_proof(text))
    assert (content.key, content.nonce) == (KEYS["japan"], NONCE)
    assert format_proof(parse_proof(text)) == text


def test_without_seals_of_one_key_on_both_sides_there_is_no_proof() -> None:
    assert proof_of(ONE, seal(go_on(log(), "J: pass\n"), "china")) is None
    assert proof_of(go_on(log(), "J: i3+i4>D\n"), OTHER) is None


def test_the_proof_with_the_fewest_rows_is_taken() -> None:
    proof = proof_of(seal(go_on(ONE, "C: pass\n"), "japan"), OTHER)
    assert proof is not None
    assert proof.rows == ()


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


FIRST = text_of(ONE, OTHER)
LONGER = text_of(ONE, LATER)
SEAL = re.findall(r"^first\n((?:  .*\n|\n)+)", FIRST, re.M)[0]
SECOND = re.findall(r"^second\n((?:  .*\n|\n)+)", FIRST, re.M)[0]
FROM = re.findall(r"^from ([0-9a-f]{64})$", LONGER, re.M)[0]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (FIRST.replace(SECOND, SEAL), "both seals say the same"),
        (FIRST.replace(f"second\n{SECOND}", ""), "lacks the key or a seal"),
        (changed(FIRST, "key japan", "key china"), "the key id does not belong to this key"),
        (FIRST.replace(KEYS["japan"].text, KEYS["china"].text), "not signed with the key"),
        (
            FIRST.replace(NONCE, "f" * 32),
            "the signature of the first seal is not a signature",
        ),
        (changed(LONGER, "  {so}\n", "  {no}\n"), "do not lead to the second seal"),
        (changed(LONGER, "  {so}\n", ""), "rows between the two seals are missing"),
        (changed(LONGER, FROM, sealed.read(ONE).seals.made[0].head), "can belong to the same game"),
        (changed(LONGER, FROM, "0"), "can belong to the same game"),
        (FIRST.partition("first")[0], "lacks the key or a seal"),
        (FIRST.replace("senpu-seal/1", "senpu-sale/1"), "is not a seal"),
    ],
)
def test_a_text_that_was_changed_proves_nothing(text: str, why: str) -> None:
    with pytest.raises(ProofError, match=why):
        check_proof(parse_proof(text))


def test_seals_of_two_games_prove_nothing() -> None:
    other = seal(go_on(log(KEYED.replace(NONCE, "f" * 32)), "J: pass\n"), "japan")
    ours, theirs = (sealed.read(text).seals.made[0].note for text in (ONE, other))
    with pytest.raises(ProofError, match="two games"):
        check_proof(Proof(ours, theirs))


def test_without_the_package_it_proves_nothing_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    with pytest.raises(ProofError, match=r"install senpu\[sign\]"):
        check_proof(parse_proof(FIRST))


@pytest.mark.skipif(
    not all(map(shutil.which, ("openssl", "perl"))), reason="openssl and perl check it here"
)
@pytest.mark.parametrize(("which", "block"), [("first", SEAL), ("second", SECOND)])
def test_others_check_it_by_the_words_at_its_end(tmp_path: Path, which: str, block: str) -> None:
    body = "".join(f"{row[2:]}\n" for row in block.split("\n\n")[0].splitlines())
    (tmp_path / "seal.txt").write_text(body)
    rows = re.findall(r"^#   (.*)$", FIRST, re.MULTILINE)
    script = "\n".join(rows).replace("-sigfile first.sig", f"-sigfile {which}.sig")
    answer = subprocess.run(["sh", "-ec", script], cwd=tmp_path, capture_output=True, text=True)
    assert "Verified Successfully" in answer.stdout, answer.stderr
    (tmp_path / "seal.txt").write_text(body.replace("line 15", "line 16"))
    assert subprocess.run(["sh", "-ec", script], cwd=tmp_path, capture_output=True).returncode
