"""The hash chain of a log: each line ends with a tag of all lines up to it.

    h(0) = SHA-256("senpu-chain/1" LF, the header with the empty line that ends it)
    h(n) = SHA-256(h(n-1), line n without its tag, LF)      tag = the first 8 digits of h(n)

The module works on bytes alone, so the meaning of a line cannot deceive it. It removes the tags
for the reader, and reports each line with a wrong tag (`spec/en/reference/chain.md`). The chain
proves the bytes, not their author: see :mod:`senpu.logs.seals`.
"""

import os
import re
from collections.abc import Callable, Iterable
from hashlib import sha256

from senpu.notation.encoding import decode_row
from senpu.notation.faults import Fault, make_fault
from senpu.notation.mistakes import cut

KIND = "sha256"
"""The value of `Chain:` in the header; there is one kind of chain."""
DOMAIN = b"senpu-chain/1\n"
WIDTH = 10
"""The columns that a tag takes, with the space before it."""

CHAIN, NONCE = "Chain", "Nonce"
HANDS = "Hands"
"""The header field of a log with face-down hands; its value is DEALER."""
KEY_OF = "Key-"
"""The prefix of the header fields with the keys of sides: `Key-Japan`."""
LINE_FEED = ord("\n")
NAMED = re.compile(rb"Chain:[ ]*(.*?)[ ]*\n", re.DOTALL)
DIGITS = re.compile(r"[0-9a-f]{32}")
TAG = re.compile(rb"~[0-9a-f]{8}")


def is_chain_field(name: str) -> bool:
    """Return whether a header field concerns the chain, the signers or the dealer.

    Another text of the same game need not have such a field.
    """
    return name in (CHAIN, NONCE, HANDS) or name.startswith(KEY_OF)


def create_nonce() -> str:
    """Return a unique name for a new game: 128 random bits, in hexadecimal digits."""
    return os.urandom(16).hex()


def next_head(head: bytes, body: bytes) -> bytes:
    """Return the head after another line, given without its tag and its line feed."""
    return sha256(head + body + b"\n").digest()


def hash_header(rows: Iterable[bytes]) -> bytes:
    """Return the head after a header, given as its rows without line feeds.

    The last row of a header is empty or has only spaces.
    """
    return sha256(DOMAIN + b"".join(row + b"\n" for row in rows)).digest()


def hash_rows(head: bytes, rows: Iterable[bytes]) -> bytes:
    """Return the head after further rows, given without tags and line feeds."""
    for row in rows:
        head = next_head(head, row)
    return head


def tag_of(head: bytes) -> str:
    """Return the tag of a head."""
    return head[:4].hex()


def split_tag(row: bytes) -> tuple[bytes, bytes] | None:
    r"""Return the chained text of a row with its line feed, and its tag; None if it has no tag.

    >>> split_tag(b"J: pass ~1f3a9c02\n"), split_tag(b"~1f3a9c02\n"), split_tag(b"J: pass\n")
    ((b'J: pass', b'1f3a9c02'), (b'', b'1f3a9c02'), None)
    """
    tag = row[-WIDTH:-1]
    if not TAG.fullmatch(tag):
        return None
    body = row[:-WIDTH]
    if not body:
        return b"", tag[1:]
    # One space, after some text: else two different rows would have the same chained text.
    return (body[:-1], tag[1:]) if body[-1:] == b" " and len(body) > 1 else None


class Chain:
    """A pass over the rows of a log. A log is chained if its header has a line `Chain:`."""

    def __init__(self) -> None:
        self.kind: str | None = None
        """The value of `Chain:` in the header; None if the header has none."""
        self.on = False
        """True if the lines after the header are chained, by the known kind of chain."""
        self.row = 0
        """The number of the last row read."""
        self.first = 0
        """The number of the first row after the header; 0 while in the header."""
        self.start = b""
        """The head of the header."""
        self.head = b""
        """The head after the last row."""
        self.lost = False
        """True after a wrong tag, if no later row can be checked."""
        self.faults: dict[int, Fault] = {}
        """The faults by the number of the row; the caller removes each fault that it reads."""
        self.above: dict[int, bytes] = {}
        """The head before each machine line, by the line's first row; removed when read."""
        self._header = sha256(DOMAIN)

    def read(self, rows: list[bytes], following: Callable[[], bytes] = bytes) -> list[bytes]:
        """Return the rows for the reader: the rows of a chained log without their tags.

        Args:
            rows: The next rows.
            following: A function that returns the row after them. It helps to explain a wrong tag
                on the last row.
        """
        at = 0
        while not self.first and at < len(rows):
            self._head(rows[at])
            at += 1
        if not self.on:
            self.row += len(rows) - at - (at < len(rows) and rows[-1][-1] != LINE_FEED)
            return rows
        return rows[:at] + self._body(rows[at:], following)

    def _head(self, row: bytes) -> None:
        if row[-1] != LINE_FEED:
            return  # an incomplete last line
        self.row += 1
        self._header.update(row)
        if found := NAMED.fullmatch(row):
            self.kind = found[1].decode("utf-8", "replace")
        if not row.strip(b" \n"):
            self.first = self.row + 1
            self.on = self.kind == KIND
            self.head = self.start = self._header.digest()

    def _body(self, rows: list[bytes], following: Callable[[], bytes]) -> list[bytes]:
        bodies: list[bytes] = []
        append, head, number = bodies.append, self.head, self.row
        for at, row in enumerate(rows):
            if row[-1] != LINE_FEED:
                append(row)
                break
            number += 1
            if row[:1] == b"%":
                self.above[number] = head
            tag = row[-9:-1]
            body = row[:-11]
            # Most rows of most logs: a body, a space, a tag that matches.
            if row[-11:-9] == b" ~" and body and not self.lost:
                new = sha256(head + body + b"\n").digest()
                if new[:4].hex().encode() == tag:
                    head = new
                    append(body + b"\n")
                    continue
            self.head, self.row = head, number
            append(self._other(row, rows[at + 1 : at + 2], following))
            head = self.head
        self.row, self.head = number, head
        return bodies

    def _other(self, row: bytes, below: list[bytes], following: Callable[[], bytes]) -> bytes:
        """Return a row without its tag, if it has only a tag or a wrong tag."""
        found = split_tag(row)
        body, tag = found or (row[:-1], b"")
        new = next_head(self.head, body)
        if self.lost:
            return body + b"\n"
        if tag.decode() != tag_of(new):
            after = below[0] if below else following()
            case = (
                KEPT if _is_linked(new, after) else PASSED if _is_linked(self.head, after) else LOST
            )
            self.faults[self.row] = self._fault(row, body, tag.decode(), new, case)
            self.lost = case == LOST
            new = self.head if case == PASSED else new
        self.head = new
        return body + b"\n"

    def _fault(self, row: bytes, body: bytes, tag: str, new: bytes, case: str) -> Fault:
        """Return the fault of the last row; `case` is what the next row shows."""
        number, first = self.row, self.row == self.first
        column = len(decode_row(0, body)[0]) + (2 if body else 1)
        ident, key = ("chainMismatch", case) if tag else ("tagMissing", case)
        if tag and case == LOST and first:
            ident, key = ("chainMismatch", "first") if body else ("headerMismatch", LOST)
        tags = {"tag": tag, "right": tag_of(new)} if tag else {}
        text = decode_row(0, row[:-1])[0]
        return make_fault(ident, number, text, key, column, layer="chain", line=number - 1, **tags)

    def header_faults(self, headers: dict[str, str], rows: dict[str, int]) -> list[Fault]:
        """Return the faults of the header fields of the chain."""
        if CHAIN not in headers:
            traces = [name for name in headers if is_chain_field(name)]
            return [
                make_fault(
                    "chainRemoved", rows[name], f"{name}: {headers[name]}", layer="chain",
                    what=f"{name}:",
                )
                for name in traces[:1]
            ]  # fmt: skip
        kind = headers[CHAIN]
        if kind != KIND:
            ident, key, fields = "chainUnsupported", CHAIN, {"kind": cut(kind)}
        elif not DIGITS.fullmatch(headers.get(NONCE, "")):
            ident, key, fields = "nonceMalformed", NONCE if NONCE in headers else CHAIN, {}
        else:
            return []
        return [make_fault(ident, rows[key], f"{key}: {headers[key]}", layer="chain", **fields)]

    def find_body(self, row: bytes) -> bytes | None:
        """Return the text of a last row that lacks only its line feed, which its tag proves.

        Args:
            row: The row, which follows the rows that were read.

        Returns:
            The text; None if the row may lack more.
        """
        found = split_tag(row + b"\n") if self.on and not self.lost else None
        if found is None or tag_of(next_head(self.head, found[0])).encode() != found[1]:
            return None
        return found[0]

    def add_tags(self, text: str) -> str:
        """Return whole lines to append, each with its tag."""
        rows = []
        for row in text.split("\n")[:-1]:
            self.head = next_head(self.head, row.encode())
            self.row += 1
            rows.append(f"{row}{' ' if row else ''}~{tag_of(self.head)}\n")
        return "".join(rows)


KEPT, PASSED, LOST = "kept", "passed", "message"
"""The predecessor of the row after a row with a wrong tag.

It is the text of the row with the wrong tag, the row before that, or neither. Keys of the
sentences.
"""


def _is_linked(head: bytes, row: bytes) -> bool:
    """Return whether the tag of a row matches the head before it."""
    found = split_tag(row)
    return found is not None and tag_of(next_head(head, found[0])).encode() == found[1]


def add_tags(text: str) -> str:
    r"""Return a whole text without tags as written to a file: with tags if its header has a chain.

    Then the first line after the header is empty, and its tag is the tag of the header.

    >>> print(add_tags("Senpu: 1\nChain: sha256\n\nJ: pass\n"), end="")
    Senpu: 1
    Chain: sha256
    <BLANKLINE>
    ~288e393a
    J: pass ~4bdbcec6
    """
    header, _, lines = text.partition("\n\n")
    chain = Chain()
    chain.read([f"{row}\n".encode() for row in (*header.split("\n"), "")])
    return f"{header}\n\n{chain.add_tags(chr(10) + lines)}" if chain.on else text
