"""Copies of a game as lists of acts: lines, seals and new keys of two sides.

An act is `row` and a text, `seal` or `consent` and a side, or `rotate`, a side and the number of
its new key. A copy can be branched, and its bytes can be damaged without touching a signature.
"""

from copy import copy
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from senpu.logs.chain import split_tag
from senpu.logs.keys import PublicKey, Signer
from senpu.logs.machine_lines import KEY, SEAL
from senpu.logs.seals import ACCEPT, format_body, sign_line
from tests.sealed import CHAINED, SIDES, log, read

SIGNERS = {
    (side, at): Signer(Ed25519PrivateKey.from_private_bytes(bytes([10 * of + at]) * 32))
    for of, side in enumerate(SIDES, 1)
    for at in range(5)
}
KEYS = {(side, at): PublicKey(side, signer.raw) for (side, at), signer in SIGNERS.items()}
HEADER = CHAINED + "".join(f"Key-{s.capitalize()}: {KEYS[s, 0].text}\n" for s in SIDES)

Act = tuple[str, str, int]


class Copy:
    """A copy of a game that grows by acts."""

    def __init__(self, header: str = HEADER) -> None:
        self.text = log(header, "")
        record = read(self.text)
        self.chain, self.nonce = copy(record.chain), record.seals.nonce
        self.keys = dict.fromkeys(SIDES, 0)

    def branch(self) -> "Copy":
        other = copy(self)
        other.chain, other.keys = copy(self.chain), dict(self.keys)
        return other

    def add(self, *acts: Act) -> "Copy":
        for kind, what, number in acts:
            if kind == "row":
                self.text += self.chain.add_tags(f"{what}\n")
            elif kind == "rotate":
                self._sign(KEY, what, KEYS[what, number].text)
                self.keys[what] = number
            else:
                self._sign(SEAL, what, f"undo {number}" if kind == "consent" else ACCEPT * number)
        return self

    def _sign(self, word: str, side: str, statement: str) -> None:
        signer = SIGNERS[side, self.keys[side]]
        body = format_body(word, self.nonce, self.chain.row, self.chain.head.hex(), statement)
        key = PublicKey(side, signer.raw)
        self.text += self.chain.add_tags(sign_line(word, body, key, signer))

    @property
    def rows(self) -> list[bytes]:
        return self.text.encode().splitlines(keepends=True)


class Damage(NamedTuple):
    """A change of a copy that leaves its signatures readable."""

    kind: str
    row: int
    """The index of the row, from the first row below the header."""


def damage(rows: list[bytes], change: Damage, common: int) -> list[bytes]:
    """Return the rows of a damaged copy.

    Args:
        rows: The rows.
        change: The damage.
        common: The number of rows that the other copy has too: texts are lost only in these.
    """
    first = rows.index(b"\n") + 1
    at = first + change.row % (len(rows) - first)
    shared = first + change.row % max(common - first, 1)
    text, tag = split_tag(rows[at]) or (b"", b"")
    mark = b" " if text else b""
    match change.kind:
        case "tag changed":
            new = [text + mark + b"~" + tag[::-1] + b"\n"]
        case "tag cut":
            new = [text + mark + b"~" + tag[:5] + b"\n"]
        case "tag lost":
            new = [text + b"\n"]
        case "tag unreadable":
            new = [text + mark + b"~\xff\xfe#\n"]
        case "row doubled":
            new = [rows[at], rows[at]]
        case "row lost":
            return [*rows[:shared], *rows[shared + 1 :]]
        case "row changed" if not rows[shared].startswith((b"%", b"  ")):
            return [*rows[:shared], b"J: i9>Z" + rows[shared], *rows[shared + 1 :]]
        case "header changed":
            return [rows[0], b"Event: none\n", *rows[2:]]
        case "all tags changed":
            return [row[:-3] + b"00\n" if split_tag(row) else row for row in rows]
        case "all tags and the header changed":
            return [row[:-1] + b"?\n" if row != b"\n" else row for row in rows]
        case "line ends":
            return [row[:-1] + b"\r\n" for row in rows]
        case "tags removed":
            return [
                *rows[:first], *((split_tag(row) or (row[:-1],))[0] + b"\n" for row in rows[first:])
            ]  # fmt: skip
        case _:
            return rows
    return [*rows[:at], *new, *rows[at + 1 :]]


KINDS = (
    "none", "tag changed", "tag cut", "tag lost", "tag unreadable", "row doubled", "row lost",
    "row changed", "header changed", "line ends", "tags removed",
    "all tags changed", "all tags and the header changed",
)  # fmt: skip
