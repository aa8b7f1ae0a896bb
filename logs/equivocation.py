"""Contradictory seals of one key, as a self-contained text.

A signature on a line covers all lines up to it. Seals of one game and one line with different
heads are a proof. So is a seal of a later line, with the rows that lead to it from another head
than the head in the earlier seal. The text proves what the holder of the key signed. It proves
neither intent nor who the holder is. Files are found and compared elsewhere.
"""

import re
from base64 import b64decode
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from senpu.logs.chain import next_head
from senpu.logs.keys import PublicKey, SigningKeyError, parse_verifier_key
from senpu.logs.seals import KINDS, Seal, SignedNote, format_signature
from senpu.notation.faults import Error

FIRST_LINE = "senpu-proof/1"
"""The first line of a proof."""
BODY = re.compile(
    r"(senpu-[a-z]+/1) ([0-9a-f]{32})\nline ([1-9][0-9]{0,17})\n([0-9a-f]{64})\n(.*\n)?"
)


class ProofError(Error):
    """A text proves nothing."""


class Proof(NamedTuple):
    """Two seals by one key, and the rows from the line of the first to the line of the second."""

    first: SignedNote
    second: SignedNote
    start: str = ""
    """The head before the rows, if the second seal belongs to a later line."""
    rows: tuple[str, ...] = ()
    """The rows, without tags."""


class SealContent(NamedTuple):
    """The content of a seal."""

    nonce: str
    line: int
    head: str


def parse_seal_content(note: SignedNote) -> SealContent:
    """Return the content of a seal from the text of its note.

    Raises:
        ProofError: The note is not a seal.
    """
    found = BODY.fullmatch(note.body)
    if not found or found[1] not in KINDS.values():
        raise ProofError("notASeal")
    return SealContent(found[2], int(found[3]), found[4])


def find_contradiction(
    ours: Iterable[Seal], theirs: Iterable[Seal], rows: tuple[Sequence[bytes], Sequence[bytes]],
    heads: tuple[Sequence[bytes], Sequence[bytes]],
) -> Proof | None:  # fmt: skip
    """Return the simplest proof in the seals of two copies after their fork, if any.

    Args:
        ours: The seals of the first copy.
        theirs: The seals of the second copy.
        rows: The rows of each copy without tags, from line 1.
        heads: The head after each row of each copy, from line 1.
    """
    pairs = [
        (abs(one.line - other.line), at, one, other)
        for at, (a, b) in enumerate(((ours, theirs), (theirs, ours)))
        for one in a
        for other in b
        if one.line <= other.line and one.note.key == other.note.key
        and one.checked and other.checked
    ]  # fmt: skip
    if not pairs:
        return None
    _, at, one, other = min(pairs, key=lambda pair: pair[:2])
    if one.line == other.line:
        return Proof(one.note, other.note)
    longer = 1 - at
    between = tuple(row.decode("utf-8", "replace") for row in rows[longer][one.line : other.line])
    return Proof(one.note, other.note, heads[longer][one.line - 1].hex(), between)


# ---- the text -------------------------------------------------------------------------------


def format_proof(proof: Proof) -> str:
    """Return the text of a proof."""
    one, other = parse_seal_content(proof.first), parse_seal_content(proof.second)
    key = proof.first.key
    at = f"line {one.line}" if one.line == other.line else f"lines {one.line} and {other.line}"
    rows = [
        FIRST_LINE,
        f"# The holder of the key {key.fingerprint} has signed,",
        f"# as {key.name}, two games of the one name {one.nonce}",
        f"# that cannot both have been played: the seals of {at} contradict each other.",
        "# A signature on a line covers all lines up to it. It does not show who has the key.",
        "# senpu verify checks this text; the commands at its end check it without Senpu.",
        f"key {key.text}",
        *_block("first", proof.first.text),
        *_block("second", proof.second.text),
    ]
    if proof.rows:
        rows += _block(f"from {proof.start}", "".join(f"{row}\n" for row in proof.rows))
    rows += [*_shell_check(proof)]
    return "".join(f"{row}\n" for row in rows)


def _block(name: str, text: str) -> list[str]:
    return [name, *(f"  {row}" if row else "" for row in text.split("\n")[:-1])]


def _shell_check(proof: Proof) -> Iterable[str]:
    key = proof.first.key
    yield "# With OpenSSL 3 and Perl: put the rows of a seal above its empty one, without their"
    yield "# indent and each with its line feed, into seal.txt; then"
    yield from _shell_bytes(f"{DER}{key.raw.hex()}", "key.der")
    for name, note in (("first", proof.first), ("second", proof.second)):
        yield from _shell_bytes(note.signature.hex(), f"{name}.sig")
    yield "#   openssl pkeyutl -verify -pubin -keyform DER -inkey key.der -rawin \\"
    yield "#     -in seal.txt -sigfile first.sig"
    if proof.rows:
        yield "# The rows below `from` lead from its head to the head of the second seal:"
        yield "# head = SHA-256(head, row, line feed), row by row."


DER = "302a300506032b6570032100"
"""The bytes before the 32 bytes of an Ed25519 key in a key file."""


def _shell_bytes(digits: str, name: str) -> Iterable[str]:
    """Yield the shell commands that write these bytes to a file."""
    parts = [digits[at : at + 64] for at in range(0, len(digits), 64)]
    yield f"#   printf %s {' '.join(parts[:1])} \\"
    yield f"#     {' '.join(parts[1:])} |"
    yield f"#     perl -ne 'print pack \"H*\", $_' > {name}"


# ---- reading ---------------------------------------------------------------------------------


def parse_proof(text: str) -> Proof:
    """Return a proof from its text.

    Raises:
        ProofError: The text is not a proof.
    """
    blocks: dict[str, list[str]] = {}
    key: PublicKey | None = None
    at: list[str] = []
    for row in text.split("\n")[1:-1]:
        if row.startswith("  ") or not row:
            at.append(row[2:])
        elif row.startswith("key "):
            try:
                key = parse_verifier_key(row[4:])
            except SigningKeyError as error:
                raise ProofError(error.message) from None
        elif not row.startswith("#"):
            at = blocks.setdefault(row, [])
    if key is None or not {"first", "second"} <= blocks.keys():
        raise ProofError("proofIncomplete")
    start = next((name[5:] for name in blocks if name.startswith("from ")), "")
    return Proof(
        _note(blocks["first"], key), _note(blocks["second"], key), start,
        tuple(blocks[f"from {start}"]) if start else (),
    )  # fmt: skip


def _note(rows: list[str], key: PublicKey) -> SignedNote:
    text = "\n".join(rows).rstrip("\n")
    body, _, signed = text.partition("\n\n")
    *_, last = signed.split(" ")
    try:
        signature = b64decode(last, validate=True)[4:]
    except ValueError:
        signature = b""
    note = SignedNote(f"{body}\n", key, signature)
    if signed != f"\N{EM DASH} {key.name} {format_signature(key, signature)}":
        raise ProofError("foreignSeal")
    return note


class Equivocation(NamedTuple):
    """A proven contradiction: the holder of a key signed two versions of a game."""

    key: PublicKey
    nonce: str
    """The name of the game."""
    line: int
    """The line of the contradiction."""


def check_proof(proof: Proof) -> Equivocation:
    """Return the contradiction that a proof proves.

    Raises:
        ProofError: The proof proves nothing.
    """
    one, other = parse_seal_content(proof.first), parse_seal_content(proof.second)
    for key, note in (("badFirst", proof.first), ("badSecond", proof.second)):
        checked = note.checked
        if checked is None:
            raise ProofError("unchecked")
        if not checked:
            raise ProofError(key)
    if one.nonce != other.nonce:
        raise ProofError("twoGames")
    if one.line == other.line:
        if one.head == other.head:
            raise ProofError("sameSeals")
    else:
        _check_rows(proof, one, other)
    return Equivocation(proof.first.key, one.nonce, one.line)


def _check_rows(proof: Proof, one: SealContent, other: SealContent) -> None:
    """Check that the rows lead to the later seal from another head than in the earlier seal."""
    if other.line - one.line != len(proof.rows):
        raise ProofError("rowsMissing")
    if not re.fullmatch("[0-9a-f]{64}", proof.start) or proof.start == one.head:
        raise ProofError("sameGame")
    head = bytes.fromhex(proof.start)
    for row in proof.rows:
        head = next_head(head, row.encode())
    if head.hex() != other.head:
        raise ProofError("rowsElsewhere")
