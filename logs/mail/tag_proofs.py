"""The lines of a chained log out of the rows of a mail: each is proven by its tag.

Tries what each line may have been, and takes what the tag fits. Knows no grammar: whatever a row
says, it stands in the log exactly if the chain says so.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise, product

from senpu.logs.chain import Chain, link, parted, tag_of
from senpu.logs.mail.characters import (
    BLANKS,
    MOST,
    Line,
    Restored,
    Row,
    alternatives,
    blanked,
    damaged,
    turned,
)
from senpu.notation.faults import cells
from senpu.notation.reader import rows_of

TAGGED = re.compile(r"(?:.* )?~[0-9a-f]{8}")
LONGEST = 400
"""Rows of a mail that one line may have become."""
FEW = 32
"""Texts tried of the first line for each that the header may have been: it is mostly empty."""
TAGS = 2
"""How many rows with a tag at their end are looked at for the end of a line: a remark may hold
one."""


def proven(header: list[Line], rows: list[Row], undone: "Counter[str]") -> Restored:
    """The log of a header and the rows below it. Raises RestorationError at the first line that
    nothing fits.
    """
    if not rows:
        raise damaged(header[-1].row, header[-1].text, "inHeader")
    said = "\n".join(line.text for line in header)
    for text in alternatives(said):
        data = f"{text}\n\n".encode("utf-8", "surrogateescape")
        chain = Chain()
        chain.read(rows_of(data))
        if chain.on and _Proof(chain.head, rows).take(FEW):
            first = _Proof(chain.head, rows)
            break
    else:
        row = rows[0]
        raise damaged(row.number, row.text, "headerTag")
    undone["characters"] += turned(text, said)
    taken = list(iter(first.take, None))
    _refuse_rest(first)
    undone["rows joined"] += first.joined
    undone["characters"] += first.turned
    numbers = (*(line.row for line in header), header[-1].row + 1, *(row for row, _ in taken))
    return Restored(
        data + "".join(f"{line}\n" for _, line in taken).encode(), undone, numbers, True
    )


class _Proof:
    """Goes from head to head through rows."""

    def __init__(self, head: bytes, rows: list[Row]) -> None:
        self.head = head
        self.rows = rows
        self.at = 0
        self.joined = self.turned = 0

    def take(self, most: int = MOST) -> tuple[int, str] | None:
        """The next line, with the number of its first row; nothing if none fits, or none is left.
        Empty rows between are the mail's: each of a log has a tag.
        """
        at = self.at
        while at < len(self.rows) and not self.rows[at].text.strip(BLANKS):
            at += 1
        ends = (to for to in range(at, min(at + LONGEST, len(self.rows))) if _tagged(self.rows[to]))
        for to in islice(ends, TAGS):
            pieces = self.rows[at : to + 1]
            for text in islice(_candidates(pieces), most):
                found = parted(f"{text}\n".encode("utf-8", "surrogateescape"))
                if found and tag_of(link(self.head, found[0])).encode() == found[1]:
                    self.head = link(self.head, found[0])
                    self.at = to + 1
                    self.joined += to - at
                    said = " ".join(row.text for row in pieces)
                    self.turned += turned(text, said)
                    return self.rows[at].number, text
        return None


def _tagged(row: Row) -> bool:
    return bool(TAGGED.fullmatch(blanked(row.text).strip(" ")))


def _candidates(rows: list[Row]) -> Iterator[str]:
    """What the line may have been that has become these rows."""
    first, *others = rows
    pieces = [_first(first), *map(_further, others)]
    for chosen in product(*pieces):
        for joints in product(*(_joints(a, b) for a, b in pairwise(chosen))):
            ends = zip(joints, chosen[1:], strict=True)
            yield from alternatives(chosen[0] + "".join(a + b for a, b in ends))


def _first(row: Row) -> tuple[str, ...]:
    """What the first row of a line may have been: without the marks of quoting, and with the
    indent of a machine line, which a mail program may have made deeper, or taken away.
    """
    text = row.text.rstrip(BLANKS)
    plain = text.lstrip(BLANKS)
    return tuple(dict.fromkeys((text, f"  {plain}", plain, row.bare.rstrip(BLANKS))))


def _further(row: Row) -> tuple[str, ...]:
    """Likewise of a row that goes on the one above, where a sign > may be the line's own."""
    return tuple(dict.fromkeys((row.text.strip(BLANKS), row.bare.strip(BLANKS))))


def _joints(row: str, below: str) -> tuple[str, ...]:
    """What may have stood between two rows: text without blanks is broken anywhere, and of two
    blanks both are lost.
    """
    wide = cells(row[-1:] + below[:1]) == 4
    return ("", " ", "  ") if wide else (" ", "  ", "")


def _refuse_rest(proof: _Proof) -> None:
    """Raises RestorationError if a line of the log may be among what stands below the last that is
    proven: something with a tag, or a row right below it.
    """
    rest = proof.rows[proof.at :]
    tagged = any(map(_tagged, rest))
    attached = bool(rest) and bool(rest[0].text.strip(BLANKS)) and proof.at > 0
    if attached and proof.rows[proof.at - 1].prefix and not rest[0].prefix:
        attached = False
    if tagged or attached:
        row = next(row for row in rest if row.text.strip(BLANKS))
        raise damaged(row.number, row.text)
