"""Join the rows of a mail to the lines of a log.

A mail program breaks long rows at a space. In a log without a chain, rows are joined if the
notation allows only that (an open brace, an incomplete header line). If a row could be a
continuation or a line, the program reports it. Rows that Senpu laid out have fewer than 78
columns, and mail programs break rows between 60 and 80.
"""

import re
from collections import Counter
from itertools import pairwise

from senpu.logs.chain import CHAIN, KIND
from senpu.logs.mail.characters import (
    ASCII_KEYS,
    BLANKS,
    KEY,
    REMARK,
    MailLine,
    MailRow,
    RestoredLog,
    damaged_row,
    normalize_spaces,
    restore_characters,
    unclear_row,
)
from senpu.logs.mail.tag_proofs import restore_by_tags
from senpu.logs.position_logs import POSITION
from senpu.notation.faults import text_width
from senpu.notation.lines import Actor, Comment
from senpu.notation.play import parse_line
from senpu.notation.reader import read_text
from senpu.notation.writer import WIDTH

NARROWEST, WIDEST = 60, 80
"""Columns at which mail programs break rows."""
WORDS = re.compile(r"[a-z]+(?: [a-z]+)*")
PLAYS = re.compile(r"T[0-9]|[A-Z]:|End:|[\[{%~]")
"""The beginnings of lines that can only belong to a game."""
CLOSED = re.compile(r"\{(?:\\[\\}]|[^}])*\}")
CHAINED = re.compile(rf"{CHAIN}: *{KIND}")


def restore_rows(rows: list[MailRow], flowed: bool, undone: "Counter[str]") -> RestoredLog:
    """Return the log in rows of a mail, where `flowed` rows may end in a space."""
    header, rest = _read_header(rows)
    joined = len(rows) - len(rest) - len(header) - 1
    if joined > 0:
        undone["joined"] += joined
    if any(CHAINED.fullmatch(normalize_spaces(line.text)) for line in header):
        return restore_by_tags(header, rest, undone)
    body = _Body(flowed or any(a.text.strip() and is_soft_break(a, b) for a, b in pairwise(rows)))
    for row in rest:
        body.add(row)
    _remove_appendix(body)
    _reject_ambiguous_breaks(rows[: len(rows) - len(rest)], body)
    _reject_lost_spaces([*header, *body.lines], rows)
    undone["joined"] += body.joined
    lines = [*header, MailLine(header[-1].row + 1, "", False), *body.lines]
    text = "".join(f"{each}\n" for each in restore_characters(lines, undone))
    data = text.encode("utf-8", "surrogateescape")
    numbers = tuple(line.row for line in lines)
    for fault in read_text(data)[1]:
        raise damaged_row(
            numbers[fault.line - 1], fault.text, "error", fault=fault.id, message=fault.message
        )
    return RestoredLog(data, undone, numbers)


def is_soft_break(row: MailRow, below: MailRow) -> bool:
    """Return whether a space at the end of a row marks a continuation; no log line ends in one."""
    return row.text.endswith(" ") and bool(below.text.strip(BLANKS))


def joined_width(row: MailRow, below: MailRow) -> int:
    """Return the width of a row joined with the first word of the next row.

    The width is in cells or characters, the larger of the two, and includes the quote prefix. A
    mail program that breaks long rows has no room for that word.
    """
    text = row.text.rstrip(BLANKS)
    word = normalize_spaces(below.text).split(" ")[0]
    return len(row.prefix) + max(len(text), text_width(text)) + 1 + max(len(word), text_width(word))


def _read_header(rows: list[MailRow]) -> tuple[list[MailLine], list[MailRow]]:
    """Return the lines of the header, and the rows after the empty line that ends it."""
    lines: list[MailLine] = []
    for at, row in enumerate(rows):
        text = row.text.rstrip(BLANKS)
        if not text:
            return lines, rows[at + 1 :]
        if KEY.match(text) and not (lines and _lacks_field(lines[-1].text)):
            lines.append(MailLine(row.number, text, True))
        elif lines and joined_width(rows[at - 1], row) > NARROWEST:
            lines[-1] = lines[-1]._replace(text=f"{lines[-1].text} {text}")
        else:
            raise damaged_row(row.number, row.text, "header")
    return lines, []


def _lacks_field(text: str) -> bool:
    """Return whether a header line is a position text whose next field follows: `turn: 3;`."""
    return text.startswith(f"{POSITION}:") and text.endswith(";")


class _Body:
    """Joins the rows after the header to lines."""

    def __init__(self, flowed: bool) -> None:
        self.flowed = flowed
        self.lines: list[MailLine] = []
        self.first: list[MailRow] = []
        """Of each line."""
        self.last: list[MailRow] = []
        self.joined = 0

    def add(self, row: MailRow) -> None:
        """Add the next row to the previous line, or as a line; can raise RestorationError."""
        text = row.text.rstrip(BLANKS)
        above = self.lines[-1].text if self.lines else ""
        if _ends_in_comment(above) or (
            above and text and self.flowed and is_soft_break(self.last[-1], row)
        ):
            self._join(row, text)
        else:
            machine = above[:1] == "%" or above[:2] == "  "
            if machine and text[:1] in BLANKS and text:
                text = f"  {text.strip(BLANKS)}"
            self.lines.append(MailLine(row.number, text, False))
            self.first.append(row)
            self.last.append(row)

    def _join(self, row: MailRow, text: str) -> None:
        above = self.lines[-1]
        if not text:
            raise damaged_row(row.number, above.text, "comment")
        if row.bare.strip(BLANKS) != text.strip(BLANKS):
            raise unclear_row(row.number, row.text, "quoting")
        if not is_soft_break(self.last[-1], row) and all(
            text_width(each) == 2 for each in above.text[-1] + text[0]
        ):
            raise unclear_row(row.number, row.text, "space")
        self.lines[-1] = above._replace(text=f"{above.text} {text.lstrip(' ')}")
        self.last[-1] = row
        self.joined += 1

    def cut(self, at: int) -> None:
        """Remove the lines from an index, and the empty lines before it."""
        while at and not self.lines[at - 1].text:
            at -= 1
        del self.lines[at:], self.first[at:], self.last[at:]


def _ends_in_comment(text: str) -> bool:
    """Return whether a line ends inside a comment."""
    if text[:1] in ("%", " ") or text.startswith("End:"):
        return False
    remarks = REMARK.findall(text)
    return bool(remarks) and text.endswith(remarks[-1]) and not CLOSED.fullmatch(remarks[-1])


# ---- text after the log ----------------------------------------------------------------------


def _remove_appendix(body: _Body) -> None:
    """Remove separate text after the log; raise RestorationError if it may have a line of it."""
    ended = False
    quoted = bool(body.first and body.first[0].prefix)
    for at, (line, row) in enumerate(zip(body.lines, body.first, strict=True)):
        text = line.text
        apart = ended or (quoted and not row.prefix) or (at > 0 and not body.lines[at - 1].text)
        if not text or text[:1] in ("%", " "):
            continue
        if text.startswith("End:") and not ended:
            ended = True
            continue
        play, faults = parse_line(1, normalize_spaces(text))
        if not faults and not (ended and any(not isinstance(i, Comment) for i in play.items)):
            if apart and not ended and WORDS.fullmatch(text):
                raise unclear_row(line.row, text, "ofMail")
            continue
        if not apart or any(_is_likely_play(each.text) for each in body.lines[at:]):
            if not faults:
                raise damaged_row(line.row, text, "afterEnd")
            error = faults[0]
            raise damaged_row(line.row, text, "error", fault=error.id, message=error.message)
        body.cut(at)
        return
    body.cut(len(body.lines))


def _is_likely_play(text: str) -> bool:
    """Return whether a line is very likely a line of a game, valid or not."""
    if PLAYS.match(text):
        return True
    line, faults = parse_line(1, normalize_spaces(text))
    return not faults and any(isinstance(item, Actor) for item in line.items)


# ---- invisible breaks ------------------------------------------------------------------------


def _reject_ambiguous_breaks(header: list[MailRow], body: _Body) -> None:
    """Raise RestorationError if a separate line may be the end of the previous line."""
    unbroken = (normalize_spaces(row.text).strip() for row in (*header, *body.first, *body.last))
    widest = max([NARROWEST, *(len(text) for text in unbroken if " " in text)])
    if widest > WIDEST or body.flowed:
        return
    key, lacks_field = "", False
    for row, below in pairwise(header):
        if (found := KEY.match(row.text)) and not lacks_field:
            key = found[1]
        lacks_field = key == POSITION and row.text.rstrip(BLANKS).endswith(";")
        if key not in ASCII_KEYS and KEY.match(below.text) and joined_width(row, below) > widest:
            raise _ambiguous_break(below)
    pairs = zip(body.lines, body.lines[1:], body.last, body.first[1:], strict=False)
    for line, under, last, first in pairs:
        both = f"{line.text} {under.text}"
        laid_out = len(both) <= WIDTH or max(len(line.text), len(under.text)) > WIDTH
        if (
            joined_width(last, first) > widest
            and laid_out
            and _can_be_one_line(line.text, under.text)
        ):
            raise _ambiguous_break(first)


def _reject_lost_spaces(lines: list[MailLine], rows: list[MailRow]) -> None:
    """Raise RestorationError if a row was broken at two spaces, which other lines have too."""
    begun = {line.row for line in lines}
    broken = (row for row in rows if row.number not in begun and row.text.strip(BLANKS))
    below = next((row for row in broken if row.number <= max(begun)), None)
    if below is not None and any("  " in line.text.strip() for line in lines):
        raise unclear_row(below.number, below.text, "spaces")


def _ambiguous_break(row: MailRow) -> Exception:
    return unclear_row(row.number, row.text)


def _can_be_one_line(text: str, under: str) -> bool:
    """Return whether two lines could be one."""
    if not text or not under or text[:1] in ("%", " "):
        return False
    return text.startswith("End:") or not parse_line(1, normalize_spaces(f"{text} {under}"))[1]
