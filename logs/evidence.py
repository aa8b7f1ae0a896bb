"""The signatures in the bytes of copies of a game, and the chained rows that lead to them.

A signature remains a signature if a row above it is illegal, damaged, moved or lost. So this
module reads bytes, not lines: it knows no verdict, collects each signed note that a key of the
copies has signed, and restores chained rows from the rows that remain. A wrong restoration does
no harm: its heads do not fit a signed head (`spec/en/reference/chain.md`).
"""

import base64
import re
from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile
from typing import NamedTuple

from senpu.logs.chain import hash_header, hash_rows, next_head, split_tag, tag_of
from senpu.logs.keys import PublicKey, SigningKeyError, parse_verifier_key
from senpu.logs.machine_lines import KEY, SEAL
from senpu.logs.seals import ACCEPT, KINDS, SignedNote, format_signature_rows

BODY = re.compile(
    r"(senpu-[a-z]+/1) ([0-9a-f]{32})\nline ([1-9][0-9]{0,17})\n([0-9a-f]{64})\n((?:[ -~]+\n)*)"
)
SIGNED_LINE = re.compile(rb"%(?:seal|key) ")
HALF_SIGNATURE = re.compile("[A-Za-z0-9+/=]{46}")
NOTE_ROW = re.compile(
    r"(?:senpu-[a-z]+/1 [0-9a-f]{32}|line [0-9]+|[0-9a-f]{64}|[A-Za-z0-9+/=]{46})"
    r"(?![A-Za-z0-9+/=])"
)
KEY_FIELD = re.compile(rb"Key-[A-Za-z0-9]+: *([a-z0-9]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44})")
DAMAGED_TAGS = (
    re.compile(rb"(.*?) ?~\S{0,10}"), re.compile(rb"(.*) \S{0,10}"), re.compile(rb"(.*).{8}")
)  # fmt: skip
"""The text of a row before a tag that is damaged, and the tag."""
LONGEST_GAP = 32
"""Maximum number of consecutive lost rows that are taken from the other copy."""


class NoteContent(NamedTuple):
    """The content of a seal or of a `%key` line."""

    kind: str
    nonce: str
    line: int
    head: bytes
    statement: str


def parse_note(body: str) -> NoteContent | None:
    """Return the content of a seal or `%key` line from the text of its note; None for others."""
    found = BODY.fullmatch(body)
    if not found or found[1] not in KINDS.values():
        return None
    return NoteContent(found[1], found[2], int(found[3]), bytes.fromhex(found[4]), found[5][:-1])


class Statement(NamedTuple):
    """A note of a key, signed with it."""

    note: SignedNote
    content: NoteContent

    @property
    def key(self) -> PublicKey:
        """Return the signing key."""
        return self.note.key

    @property
    def line(self) -> int:
        """Return the last line that the signature covers."""
        return self.content.line

    @property
    def new_key(self) -> PublicKey | None:
        """Return the key that replaces the signing key, if this is a `%key` line for another."""
        if self.content.kind != KINDS[KEY]:
            return None
        new = _parse_key(self.content.statement.encode())
        return new if new and new.name == self.key.name and new.raw != self.key.raw else None

    @property
    def is_final(self) -> bool:
        """Return whether this is a seal that accepts an offer: it belongs to the history."""
        return self.content.kind == KINDS[SEAL] and self.content.statement == ACCEPT

    @property
    def rows(self) -> list[bytes]:
        """Return the rows of the line in a log, without tags."""
        word = next(word for word, kind in KINDS.items() if kind == self.content.kind)
        halves = format_signature_rows(self.key, self.note.signature)
        inner = (*self.note.body.split("\n")[:-1], *halves)
        return [f"%{word} {self.key.name}".encode(), *(f"  {row}".encode() for row in inner)]


class ChainedRow(NamedTuple):
    """A chained row: the head before it, and its text without a tag."""

    before: bytes
    row: bytes


class Evidence:
    """The signatures in some copies of a game, and the rows of the copies by their heads.

    Args:
        copies: The whole rows of each copy, with line feeds.
    """

    def __init__(self, copies: Sequence[Sequence[bytes]]) -> None:
        copies = [[row.replace(b"\r\n", b"\n") for row in rows] for rows in copies]
        self.statements: list[Statement] = []
        """The signed notes without duplicates, by line."""
        self.headers: dict[bytes, tuple[bytes, ...]] = {}
        """The rows of each header, by the head after it."""
        self._steps: dict[bytes, ChainedRow] = {}
        """The last row of each known part of a chain, by the head after it."""
        notes = [_find_notes(rows) for rows in copies]
        keys = dict.fromkeys(key for rows in copies for key in _find_header_keys(rows))
        known = dict.fromkeys(found for each in notes for found in each.values())
        for found in known:
            if new := _parse_key(found.content.statement.encode()):
                keys[new] = None
        signers: dict[bytes, list[PublicKey]] = {}
        for key in keys:
            signers.setdefault(key.ident, []).append(key)
        for found in known:
            for key in signers.get(found.signature[:4], ()):
                note = SignedNote(found.body, key, found.signature[4:])
                if note.checked:
                    self.statements.append(Statement(note, found.content))
        self.statements.sort(key=lambda one: one.line)
        if len(self.statements) > 1:
            self._read_copies(copies, notes)

    # ---- the rows ---------------------------------------------------------------------------

    def step_back(self, head: bytes) -> ChainedRow | None:
        """Return the row before a head; None at the header, and if the row is not known."""
        return self._steps.get(head)

    def rows_between(self, earlier: int, later: Statement) -> tuple[bytes, list[bytes]] | None:
        """Return the head after a line in the history of a statement, and the rows from there.

        Returns:
            The head and the rows; None if a row is not known.
        """
        head, rows = later.content.head, list[bytes]()
        for _ in range(later.line - earlier):
            step = self._steps.get(head)
            if step is None:
                return None
            head = step.before
            rows.append(step.row)
        return head, rows[::-1]

    def rows_from_start(self, later: Statement) -> list[bytes] | None:
        """Return all rows of the history of a statement, with its header, if they are known."""
        head, rows = later.content.head, list[bytes]()
        while step := self._steps.get(head):
            head = step.before
            rows.append(step.row)
        header = self.headers.get(head)
        return None if header is None else [*header, *rows[::-1]]

    def _read_copies(
        self, copies: Sequence[Sequence[bytes]], notes: Sequence[dict[int, "FoundNote"]]
    ) -> None:
        sizes = [sum(1 for _ in takewhile(_is_header_row, rows)) + 1 for rows in copies]
        for rows, size in zip(copies, sizes, strict=True):
            header = tuple(row[:-1] for row in rows[:size])
            self.headers.setdefault(hash_header(header), header)
        moved = {one.content.head: one.rows for one in self.statements}
        for at, rows in enumerate(copies):
            anchors = {row: found.content.head for row, found in notes[at].items()}
            first = rows[sizes[at]] if sizes[at] < len(rows) else b""
            # The header may have changed, and the tag of the first row too.
            starts = [head for head in self.headers if _fits(head, first)] or self.headers
            for head in starts:
                self._read_rows(rows, sizes[at], head, copies[at - 1], anchors, moved)

    def _read_rows(
        self,
        rows: Sequence[bytes],
        at: int,
        head: bytes,
        others: Sequence[bytes],
        anchors: dict[int, bytes],
        moved: dict[bytes, list[bytes]],
    ) -> None:
        """Read the rows of a copy below its header, and restore rows whose tags do not fit.

        Args:
            rows: The rows of the copy.
            at: The index of the first row below the header.
            head: The head after the header.
            others: The rows of the other copy.
            anchors: The head in the text of each note, by the index of its first row.
            moved: The rows of each signed note, by the head that it signs.
        """
        line = len(self.headers[head])
        while at < len(rows):
            row, following = rows[at], rows[at + 1] if at + 1 < len(rows) else b""
            if _fits(head, row):
                new, added = head, [_text_of(row)]
            else:
                new, added = _restore(
                    head, row, following, others[line : line + LONGEST_GAP],
                    anchors.get(at), moved.get(head, []),
                )  # fmt: skip
            head = new
            for body in added:
                step, head = ChainedRow(head, body), next_head(head, body)
                self._steps.setdefault(head, step)
            line += len(added)
            at += 1


def _restore(
    head: bytes, row: bytes, following: bytes, others: Sequence[bytes], anchor: bytes | None,
    moved: list[bytes],
) -> tuple[bytes, list[bytes]]:  # fmt: skip
    """Return the head before a row whose tag does not fit, and the most plausible rows.

    A plausible row has a text whose tag fits, or after which the following row fits.
    """
    own = _text_of(row)
    tries = [(head, [text]) for text in _possible_texts(row)]
    if anchor is not None:
        tries += [(anchor, [text]) for text in _possible_texts(row)]
    tries += [(head, [_text_of(other)]) for other in others[:1]]
    tries.append((head, []))
    for before, texts in tries:
        after = hash_rows(before, texts)
        if _fits(after, following) or (anchor == before != head and _fits(before, row)):
            return before, texts
    if moved and _fits(hash_rows(head, moved), row):
        return head, [*moved, own]
    lost, after = list[bytes](), head
    for other in others if split_tag(row) else ():
        lost.append(_text_of(other))
        after = next_head(after, lost[-1])
        if _fits(after, row):
            return head, [*lost, own]
    if anchor is not None and split_tag(row) is None:
        return anchor, [own]
    return head, [own]


def _fits(head: bytes, row: bytes) -> bool:
    """Return whether a row has a tag, and the tag fits the head before it."""
    found = split_tag(row.rstrip(b"\r\n") + b"\n")
    return found is not None and tag_of(next_head(head, found[0])).encode() == found[1]


def _text_of(row: bytes) -> bytes:
    """Return a row without its tag, also if the tag is damaged but has its mark."""
    bare = row.rstrip(b"\r\n")
    found = split_tag(bare + b"\n")
    if found is not None:
        return found[0]
    damaged = DAMAGED_TAGS[0].fullmatch(bare)
    return damaged[1] if damaged else bare


def _possible_texts(row: bytes) -> list[bytes]:
    """Return the possible texts of a row whose tag is wrong, damaged or lost."""
    bare = row.rstrip(b"\r\n")
    cut = (found[1] for pattern in DAMAGED_TAGS if (found := pattern.fullmatch(bare)))
    return [*dict.fromkeys((_text_of(row), bare, row[:-1], *cut))]


# ---- the notes ------------------------------------------------------------------------------


class FoundNote(NamedTuple):
    """A note in a copy whose signature is not checked yet."""

    body: str
    signature: bytes
    """The number of the key, and the signature."""
    content: NoteContent


def _find_notes(rows: Sequence[bytes]) -> dict[int, FoundNote]:
    """Return the note of each signed line, by the index of its first row."""
    found = {}
    for at, row in enumerate(rows):
        if SIGNED_LINE.match(row):
            inner = takewhile(lambda each: each.startswith(b"  "), rows[at + 1 : at + 12])
            if note := _parse_rows([_text_of(each)[2:] for each in inner]):
                found[at] = note
    return found


def _parse_rows(rows: list[bytes]) -> FoundNote | None:
    texts = [_read_note_row(row) for row, _ in groupby(rows)]  # no row of a note is repeated
    for end in range(3, len(texts) - 1):
        if HALF_SIGNATURE.fullmatch(texts[end]) and HALF_SIGNATURE.fullmatch(texts[end + 1]):
            body = "".join(f"{text}\n" for text in texts[:end])
            content = parse_note(body)
            try:
                signature = base64.b64decode(texts[end] + texts[end + 1], validate=True)
            except ValueError:
                return None
            return FoundNote(body, signature, content) if content else None
    return None


def _read_note_row(row: bytes) -> str:
    """Return a row of a note without what follows it, if the row has a known form."""
    text = row.decode("ascii", "replace").rstrip()
    found = NOTE_ROW.match(text)
    return found[0] if found else text


def _is_header_row(row: bytes) -> bool:
    return bool(row.strip(b" \n"))


def _find_header_keys(rows: Sequence[bytes]) -> Iterator[PublicKey]:
    for row in takewhile(_is_header_row, rows):
        found = KEY_FIELD.match(row)
        if found and (key := _parse_key(found[1])):
            yield key


def _parse_key(text: bytes) -> PublicKey | None:
    try:
        return parse_verifier_key(text.decode("ascii", "replace"))
    except SigningKeyError:
        return None
