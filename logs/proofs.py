"""Proofs of contradictory signatures: texts that need no other file.

A signature on a line covers all lines up to it. Seals of one game and one line with different
heads are a proof. So is a seal of a later line, with the rows that lead to it from another head
than the head in the earlier seal; two `%key` lines in one place that name different keys; and a
seal that accepts an end, with a later seal of a history from which it was left out. If
a side has replaced its key, the proof has the `%key` line, and a seal by the new key that covers
this line. The text proves what the holders of the keys signed. It proves neither intent nor who
the holders are. `equivocation` finds the contradictions.
"""

import base64
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from senpu.logs.chain import hash_header, hash_rows
from senpu.logs.evidence import Statement, parse_note
from senpu.logs.keys import PublicKey, SigningKeyError, parse_verifier_key
from senpu.logs.seals import SignedNote, format_signature
from senpu.notation.faults import Error

FIRST_LINE = "senpu-proof/1"
"""The first line of a proof."""
WHOLE = b""
"""In place of the head before the rows: the rows begin with the header."""
FROM_START = "from line 1"


class ProofError(Error):
    """A text proves nothing."""


class Link(NamedTuple):
    """A replaced key: the `%key` line, and a note by the new key that covers the line."""

    rotation: Statement
    accepted: Statement
    rows: tuple[bytes, ...]
    """The rows from the line of the one to the line of the other, without tags."""


class Proof(NamedTuple):
    """Two notes by one key, and the rows from the line of the first to the line of the second."""

    first: Statement
    second: Statement
    start: bytes | None = None
    """The head before the rows, if the second note belongs to a later line."""
    rows: tuple[bytes, ...] = ()
    """The rows, without tags."""
    links: tuple[Link, ...] = ()
    """The replaced keys, if two keys signed the two notes."""

    @property
    def statements(self) -> list[Statement]:
        """Return all signed notes."""
        linked = [each for link in self.links for each in (link.rotation, link.accepted)]
        return [self.first, self.second, *linked]


class Equivocation(NamedTuple):
    """A proven contradiction: the holder of a key signed two versions of a game."""

    key: PublicKey
    """The key, or the first of the keys that replaced each other."""
    nonce: str
    """The name of the game."""
    line: int
    """The line of the contradiction."""
    is_replaced: bool = False
    """True if the notes are signed with this key and keys that replaced it."""


# ---- the check ------------------------------------------------------------------------------


def check_proof(proof: Proof) -> Equivocation:
    """Return the contradiction that a proof proves.

    Raises:
        ProofError: The proof proves nothing.
    """
    names = ["badFirst", "badSecond"]
    for at, one in enumerate(proof.statements):
        checked = one.note.checked
        if checked is None:
            raise ProofError("unchecked")
        if not checked:
            raise ProofError(names[at] if at < len(names) else "badLink")
    if len({one.content.nonce for one in proof.statements}) > 1:
        raise ProofError("twoGames")
    root = _find_root(proof)
    one, other = proof.first, proof.second
    if one.line > other.line:
        raise ProofError("rowsMissing")
    if one.line == other.line:
        if one.content.head == other.content.head and not names_two_keys(one, other):
            raise ProofError("sameSeals")
    elif proof.start == WHOLE:
        _check_whole(proof)
    else:
        _check_rows(proof)
    return Equivocation(root, one.content.nonce, one.line, one.key != other.key)


def names_two_keys(one: Statement, other: Statement) -> bool:
    """Return whether one key names two successors in two notes."""
    news = {one.content.statement, other.content.statement}
    return one.key.raw == other.key.raw and len(news) == 2 and bool(one.new_key and other.new_key)


def _find_root(proof: Proof) -> PublicKey:
    """Return the key from which the keys of both notes descend."""
    older: dict[PublicKey, PublicKey] = {}
    for link in proof.links:
        new, content = link.rotation.new_key, link.rotation.content
        if new is None or new != link.accepted.key:
            raise ProofError("badLink")
        if link.accepted.line - content.line != len(link.rows):
            raise ProofError("rowsMissing")
        own = link.rotation.rows
        if [*link.rows[: len(own)]] != own or hash_rows(content.head, link.rows) != (
            link.accepted.content.head
        ):
            raise ProofError("badLink")
        older[new] = link.rotation.key
    lines = []
    for key in (proof.first.key, proof.second.key):
        line = [key]
        while line[-1] in older and older[line[-1]] not in line:
            line.append(older[line[-1]])
        lines.append(line)
    common = [key for key in lines[0] if key in lines[1]]
    if not common:
        raise ProofError("foreignSeal")
    return common[0]


def _check_rows(proof: Proof) -> None:
    """Check that the rows lead to the later note from another head than in the earlier note.

    They may lead from the same head if the rows are others than the rows of the first, and both
    notes name a new key, or the first accepts an end.

    Raises:
        ProofError: They do not.
    """
    one, other = proof.first, proof.second
    if other.line - one.line != len(proof.rows):
        raise ProofError("rowsMissing")
    own = one.rows
    left_out = one.is_final or names_two_keys(one, other)
    replaced = left_out and [*proof.rows[: len(own)]] != own
    if proof.start is None or (proof.start == one.content.head and not replaced):
        raise ProofError("sameGame")
    if hash_rows(proof.start, proof.rows) != other.content.head:
        raise ProofError("rowsElsewhere")


def _check_whole(proof: Proof) -> None:
    """Check that the earlier note signs a line that is in the header of the later note's log.

    Raises:
        ProofError: It does not.
    """
    size = next((at for at, row in enumerate(proof.rows, 1) if not row.strip(b" ")), 0)
    if len(proof.rows) != proof.second.line or not size:
        raise ProofError("rowsMissing")
    if proof.first.line >= size:
        raise ProofError("sameGame")
    if hash_rows(hash_header(proof.rows[:size]), proof.rows[size:]) != proof.second.content.head:
        raise ProofError("rowsElsewhere")


# ---- the text -------------------------------------------------------------------------------


def format_proof(proof: Proof) -> str:
    """Return the text of a proof, which has only printable characters."""
    one, other = proof.first, proof.second
    key = _find_root(proof)
    at = f"line {one.line}" if one.line == other.line else f"lines {one.line} and {other.line}"
    rows = [
        FIRST_LINE,
        f"# The holder of the key {key.fingerprint} has signed,",
        f"# as {key.name}, two games of the one name {one.content.nonce}",
        f"# that cannot both have been played: the seals of {at} contradict each other.",
    ]
    if proof.links:
        rows += ["# The key was replaced: below `replaced`, each key names the next one."]
    rows += [
        "# A signature on a line covers all lines up to it. It does not show who has the key.",
        "# senpu verify checks this text; the commands at its end check it without Senpu.",
        *(f"key {each.text}" for each in dict.fromkeys(each.key for each in proof.statements)),
        *_block("first", one),
        *_block("second", other),
    ]
    if proof.start is not None:
        rows += [f"from {proof.start.hex()}" if proof.start else FROM_START]
        rows += map(_format_row, proof.rows)
    for link in proof.links:
        rows += [*_block("replaced", link.rotation), *_block("accepted", link.accepted)]
        rows += ["rows", *map(_format_row, link.rows)]
    rows += [*_shell_check(proof)]
    return "".join(f"{row}\n" for row in rows)


def _block(name: str, statement: Statement) -> list[str]:
    return [name, *(f"  {row}" if row else "" for row in statement.note.text.split("\n")[:-1])]


def _format_row(row: bytes) -> str:
    """Return a row after two spaces; in base64, after `*`, if its characters could be lost."""
    try:
        text = row.decode()
    except UnicodeDecodeError:
        text = ""
    if text and text.isprintable() and text == text.rstrip():
        return f"  {text}"
    return f"*{base64.b64encode(row).decode()}"


def _shell_check(proof: Proof) -> Iterator[str]:
    yield "# With OpenSSL 3 and Perl: put the rows of a seal above its empty one, without their"
    yield "# indent and each with its line feed, into seal.txt; then"
    for name, one in (("first", proof.first), ("second", proof.second)):
        yield from _shell_bytes(f"{DER}{one.key.raw.hex()}", f"{name}.der")
        yield from _shell_bytes(one.note.signature.hex(), f"{name}.sig")
    yield "#   openssl pkeyutl -verify -pubin -keyform DER -inkey first.der -rawin \\"
    yield "#     -in seal.txt -sigfile first.sig"
    if proof.start is not None or proof.links:
        yield "# The rows below `from` and `rows` lead from one head to another: to the head of the"
        yield "# second seal from the head after `from`, and to the head of the note below"
        yield "# `accepted` from the head of the note below `replaced`."
        yield "# head = SHA-256(head, row, line feed), row by row."


DER = "302a300506032b6570032100"
"""The bytes before the 32 bytes of an Ed25519 key in a key file."""


def _shell_bytes(digits: str, name: str) -> Iterator[str]:
    """Yield the shell commands that write these bytes to a file."""
    parts = [digits[at : at + 64] for at in range(0, len(digits), 64)]
    yield f"#   printf %s {' '.join(parts[:1])} \\"
    yield f"#     {' '.join(parts[1:])} |"
    yield f"#     perl -ne 'print pack \"H*\", $_' > {name}"


# ---- reading ---------------------------------------------------------------------------------


def split_proofs(text: str) -> list[str]:
    """Return the proofs in a file, one after the other."""
    proofs = list[list[str]]()
    for row in text.split("\n"):
        if row == FIRST_LINE or not proofs:
            proofs.append([])
        proofs[-1].append(row)
    return ["\n".join(rows) for rows in proofs]


def parse_proof(text: str) -> Proof:
    """Return a proof from its text.

    Raises:
        ProofError: The text is not a proof.
    """
    keys: list[PublicKey] = []
    blocks: list[tuple[str, list[str]]] = []
    for row in text.split("\n")[1:]:
        if row.startswith(("  ", "*")) or not row:
            if blocks:
                blocks[-1][1].append(row)
        elif row.startswith("key "):
            try:
                keys.append(parse_verifier_key(row[4:]))
            except SigningKeyError as error:
                raise ProofError("proofKey") from error
        elif not row.startswith("#"):
            blocks.append((row, []))
    names = [name for name, _ in blocks]
    if not keys or names[:2] != ["first", "second"]:
        raise ProofError("proofIncomplete")
    first, second = (_parse_statement(rows, keys) for _, rows in blocks[:2])
    rest, start, rows = blocks[2:], None, list[bytes]()
    if rest and rest[0][0].startswith("from "):
        start, rows = _parse_start(rest[0][0]), _parse_rows(rest[0][1])
        rest = rest[1:]
    links = []
    for at in range(0, len(rest), 3):
        three = rest[at : at + 3]
        if [name for name, _ in three] != ["replaced", "accepted", "rows"]:
            raise ProofError("proofIncomplete")
        rotation, accepted = (_parse_statement(each, keys) for _, each in three[:2])
        links.append(Link(rotation, accepted, tuple(_parse_rows(three[2][1]))))
    return Proof(first, second, start, tuple(rows), tuple(links))


def _parse_start(row: str) -> bytes | None:
    if row == FROM_START:
        return WHOLE
    digits = row.removeprefix("from ")
    try:
        return bytes.fromhex(digits) if len(digits) == 64 else None
    except ValueError:
        return None


def _parse_rows(rows: Sequence[str]) -> list[bytes]:
    found = []
    for row in rows:
        try:
            if row.startswith("*"):
                found.append(base64.b64decode(row[1:], validate=True))
            elif row:
                found.append(row[2:].encode())
        except ValueError:
            raise ProofError("proofIncomplete") from None
    return found


def _parse_statement(rows: list[str], keys: Sequence[PublicKey]) -> Statement:
    """Return a signed note by one of some keys. Raises ProofError."""
    text = "\n".join(row[2:] for row in rows).rstrip("\n")
    body, _, signed = text.partition("\n\n")
    content = parse_note(f"{body}\n")
    if content is None:
        raise ProofError("notASeal")
    last = signed.rpartition(" ")[2]
    try:
        signature = base64.b64decode(last, validate=True)[4:]
    except ValueError:
        signature = b""
    for key in keys:
        if signed == f"\N{EM DASH} {key.name} {format_signature(key, signature)}":
            return Statement(SignedNote(f"{body}\n", key, signature), content)
    raise ProofError("foreignSeal")
