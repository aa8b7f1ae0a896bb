"""Find the lines of a chained log in the rows of a mail: their tags prove them.

The module tries the possible originals of each line, and accepts the original that matches the
tag. It does not use the grammar: a row belongs to the log exactly if the chain proves it.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise, product

from senpu.logs.chain import Chain, next_head, split_tag, tag_of
from senpu.logs.mail.characters import (
    BLANKS,
    MOST,
    MailLine,
    MailRow,
    RestoredLog,
    count_changes,
    damaged_row,
    normalize_spaces,
    possible_originals,
)
from senpu.logs.repair import find_damage
from senpu.notation.encoding import TORN
from senpu.notation.faults import text_width
from senpu.notation.reader import split_rows

TAGGED = re.compile(r"(?:.* )?~[0-9a-f]{8}")
LONGEST = 400
"""Maximum number of rows of a mail that one line may have become."""
FEW = 32
"""Maximum number of first lines tried for each possible header; the line is usually empty."""
TAGS = 2
"""Maximum number of rows with a tag tried as the end of a line; a comment may contain a tag."""


def restore_by_tags(
    header: list[MailLine], rows: list[MailRow], undone: "Counter[str]"
) -> RestoredLog:
    """Return the log of a header and the following rows; can raise RestorationError."""
    if not rows:
        raise damaged_row(header[-1].row, header[-1].text, "inHeader")
    mailed = "\n".join(line.text for line in header)
    for text in possible_originals(mailed):
        data = f"{text}\n\n".encode("utf-8", "surrogateescape")
        chain = Chain()
        chain.read(split_rows(data))
        if chain.on and _ChainFollower(chain.head, rows).take(FEW):
            first = _ChainFollower(chain.head, rows)
            break
    else:
        row = rows[0]
        raise damaged_row(row.number, row.text, "headerTag")
    undone["characters"] += count_changes(text, mailed)
    taken = list(iter(first.take, None))
    _reject_rest(first)
    undone["joined"] += first.joined
    undone["characters"] += first.turned
    numbers = (*(line.row for line in header), header[-1].row + 1, *(row for row, _ in taken))
    data += "".join(f"{line}\n" for _, line in taken).encode()
    end = find_damage(data)
    if end is not None and end.id == TORN:  # a machine line that lacks rows
        raise damaged_row(
            numbers[end.line - 1], end.text, "error", fault=end.id, message=end.message
        )
    return RestoredLog(data, undone, numbers, True)


class _ChainFollower:
    """Follows the chain from head to head through rows."""

    def __init__(self, head: bytes, rows: list[MailRow]) -> None:
        self.head = head
        self.rows = rows
        self.at = 0
        self.joined = self.turned = 0

    def take(self, most: int = MOST) -> tuple[int, str] | None:
        """Return the next line, with the number of its first row; None if no line matches.

        Empty rows between lines belong to the mail: each row of a log has a tag.
        """
        at = self.at
        while at < len(self.rows) and not self.rows[at].text.strip(BLANKS):
            at += 1
        ends = (
            to for to in range(at, min(at + LONGEST, len(self.rows))) if _has_tag(self.rows[to])
        )
        for to in islice(ends, TAGS):
            pieces = self.rows[at : to + 1]
            for text in islice(_line_originals(pieces), most):
                found = split_tag(f"{text}\n".encode("utf-8", "surrogateescape"))
                if found and tag_of(next_head(self.head, found[0])).encode() == found[1]:
                    self.head = next_head(self.head, found[0])
                    self.at = to + 1
                    self.joined += to - at
                    mailed = " ".join(row.text for row in pieces)
                    self.turned += count_changes(text, mailed)
                    return self.rows[at].number, text
        return None


def _has_tag(row: MailRow) -> bool:
    return bool(TAGGED.fullmatch(normalize_spaces(row.text).strip(" ")))


def _line_originals(rows: list[MailRow]) -> Iterator[str]:
    """Yield the possible originals of a line that has become these rows."""
    first, *others = rows
    pieces = [_first_row_originals(first), *map(_next_row_originals, others)]
    for chosen in product(*pieces):
        for joints in product(*(_possible_joints(a, b) for a, b in pairwise(chosen))):
            ends = zip(joints, chosen[1:], strict=True)
            yield from possible_originals(chosen[0] + "".join(a + b for a, b in ends))


def _first_row_originals(row: MailRow) -> tuple[str, ...]:
    """Return the possible originals of the first row of a line.

    They have no quote marks. They may have the indent of a machine line, which a mail program can
    deepen or remove.
    """
    text = row.text.rstrip(BLANKS)
    plain = text.lstrip(BLANKS)
    return tuple(dict.fromkeys((text, f"  {plain}", plain, row.bare.rstrip(BLANKS))))


def _next_row_originals(row: MailRow) -> tuple[str, ...]:
    """Return the possible originals of a continuation row, which may begin with its own `>`."""
    return tuple(dict.fromkeys((row.text.strip(BLANKS), row.bare.strip(BLANKS))))


def _possible_joints(row: str, below: str) -> tuple[str, ...]:
    """Return the possible texts between two rows.

    Text without spaces is broken anywhere, and two spaces at a break are both lost.
    """
    wide = text_width(row[-1:] + below[:1]) == 4
    return ("", " ", "  ") if wide else (" ", "  ", "")


def _reject_rest(proof: _ChainFollower) -> None:
    """Raise RestorationError if a line with a tag, or a direct successor, follows the log."""
    rest = proof.rows[proof.at :]
    tagged = any(map(_has_tag, rest))
    attached = bool(rest) and bool(rest[0].text.strip(BLANKS)) and proof.at > 0
    if attached and proof.rows[proof.at - 1].prefix and not rest[0].prefix:
        attached = False
    if tagged or attached:
        row = next(row for row in rest if row.text.strip(BLANKS))
        raise damaged_row(row.number, row.text)
