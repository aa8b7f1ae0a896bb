"""Extract a log from a mail: undo the changes of mail programs, or report the first unclear line.

    message -> text -> encodings undone -> the rows of the log, without quoting -> its lines

The last step is `senpu.logs.mail.rejoining`. The tags of a chained log prove the result. In a
log without a chain, only certain changes are undone. The program never guesses silently.
"""

import re
import unicodedata
from collections import Counter
from email import message_from_bytes, policy
from email.message import EmailMessage
from html import unescape
from itertools import product
from quopri import decodestring
from typing import NamedTuple

from senpu.logs.mail.characters import BLANKS, MailRow, RestorationError, RestoredLog, unclear_row
from senpu.logs.mail.rejoining import NARROWEST, restore_rows
from senpu.notation.encoding import UTF_16
from senpu.notation.faults import make_fault

MARK = re.compile(r"((?:> ?)*)Senpu:[ \u00a0\u3000]*[0-9]+[ \u00a0\u3000]*")
"""The first line of a log, quoted or not."""
QUOTED = re.compile(r"(?:> ?)*")
MESSAGE = re.compile(
    rb"(?:From .*\r?\n)?(?:[!-9;-~]+:.*\r?\n(?:[ \t].*\r?\n)*)*?"
    rb"(?:MIME-Version|Content-Type|Content-Transfer-Encoding|Message-ID|Received):",
    re.IGNORECASE,
)
"""The beginning of a whole message, as a mail program saves it."""
ENTITY = re.compile(r"&(?:gt|lt|amp|quot|apos|nbsp|#[0-9]{1,6}|#[xX][0-9A-Fa-f]{1,6});")
ENCODED = re.compile(r"=(?:[0-9A-F]{2}|[ \t]*\n)")
SIGNATURE = "--"


class MailText(NamedTuple):
    """The text of a mail, decoded according to its headers."""

    text: str
    flowed: bool = False
    """According to the mail, a row that ends in a space continues in the next row."""
    whole: bytes | None = None
    """The bytes of a log that was an attachment: nothing changed them."""
    undone: "Counter[str]" = Counter()  # noqa: RUF012 (a copy is changed)
    """The changes that are undone in the text, by their kind."""


def restore_mail(data: bytes) -> RestoredLog:
    """Return the log in a mail, or in the text of a mail; can raise RestorationError."""
    mail = extract_text(data)
    if mail.whole is not None:
        return RestoredLog(mail.whole, Counter(attachment=1))
    failures, found = [], list[RestoredLog]()
    for encoded, escaped in product(*possible_encodings(mail.text)):
        try:
            rows, undone = extract_rows(mail.text, encoded, escaped, mail.undone)
            found.append(restore_rows(rows, mail.flowed, undone))
        except RestorationError as failure:
            failures.append(failure)
            continue
        if found[-1].proven:
            return found[-1]
    doubts = [failure for failure in failures if failure.fault.id == "mailUnclear"]
    if doubts or not found:
        raise max(doubts or failures, key=lambda failure: failure.fault.line)
    if len({each.text for each in found}) > 1:
        raise _unclear_text(mail.text, found)
    return found[0]


# ---- the text of a message ------------------------------------------------------------------


def extract_text(data: bytes) -> MailText:
    """Return the text of a mail: of a message as saved by a mail program, or of plain text."""
    undone: Counter[str] = Counter()
    if encoding := UTF_16.get(data[:2]):
        undone["utf16"] = 1
        text = data.decode(encoding, "replace").removeprefix("\ufeff")
        return MailText(normalize_rows(text, undone), undone=undone)
    if not MESSAGE.match(data):
        text = normalize_rows(data.decode("utf-8", "surrogateescape"), undone)
        return MailText(text, undone=undone)
    message = message_from_bytes(data, policy=policy.default)
    texts = []
    for part in message.walk():
        if (part.get_filename() or "").endswith(".senpu"):
            whole = _decode_part(part)
            if b"\r" not in whole:
                return MailText("", whole=whole)
            text = normalize_rows(whole.decode("utf-8", "surrogateescape"), undone)
            return MailText(text, undone=undone)
        if part.get_content_type() == "text/plain":
            texts.append(part)
    texts.sort(key=lambda part: b"Senpu:" not in _decode_part(part))
    if not texts:
        return MailText("")
    charset = texts[0].get_content_charset("utf-8")
    flowed = str(texts[0].get_param("format", "")).lower() == "flowed"
    raw = _decode_part(texts[0])
    try:
        text = raw.decode("utf-8" if charset == "us-ascii" else charset, "surrogateescape")
    except (LookupError, UnicodeError):
        text = raw.decode("utf-8", "surrogateescape")
    text = normalize_rows(text, undone)
    if flowed and str(texts[0].get_param("delsp", "")).lower() == "yes":
        # The last space at the end of a row does not belong to the text.
        text = re.sub(r"(?<![ \n])(?<!\n--) \n(?:> ?)*", "", text)
    return MailText(text, flowed, undone=undone)


def _decode_part(part: EmailMessage) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def normalize_rows(text: str, undone: "Counter[str]") -> str:
    """Return a text with line feeds only, without a byte-order mark, in form C; count changes."""
    undone["byte_order_marks"] += text.count("\ufeff")
    undone["carriage_returns"] += text.count("\r")
    text = re.sub(r"\r+\n|\r", "\n", text.replace("\ufeff", ""))
    if text.isascii() or unicodedata.is_normalized("NFC", text):
        return text
    rows = text.split("\n")
    composed = [unicodedata.normalize("NFC", row) for row in rows]
    undone["composed"] += sum(a != b for a, b in zip(rows, composed, strict=True))
    return "\n".join(composed)


def possible_encodings(text: str) -> tuple[tuple[bool, ...], tuple[bool, ...]]:
    """Return whether the text may be quoted-printable, and whether HTML characters may be escaped.

    Such an encoding leaves none of its signs unescaped; quoted-printable also leaves no long row.

    Returns:
        The possible values of both.
    """
    rows = text.split("\n")
    encoded = bool(ENCODED.search(text)) and max(map(len, rows)) <= 76
    encoded = encoded and not re.search(r"=(?![0-9A-F]{2}|[ \t]*\n)", text)
    soft_breaks = encoded and bool(re.search(r"=[ \t]*\n", text))
    inner = "\n".join(map(_strip_quotes, rows))
    escaped = bool(ENTITY.search(text)) and not re.search(r"[<>]|& ", inner)
    return (True,) if soft_breaks else (True, False)[1 - encoded :], (True, False)[1 - escaped :]


# ---- the rows of the log --------------------------------------------------------------------


def extract_rows(
    text: str, encoded: bool, escaped: bool, already: "Counter[str]"
) -> tuple[list[MailRow], "Counter[str]"]:
    """Return the rows of the log, and all undone changes; can raise RestorationError."""
    undone = already.copy()
    if encoded:
        undone["quoted_printable"] = len(ENCODED.findall(text))
        raw = decodestring(text.encode("utf-8", "surrogateescape"))
        text = normalize_rows(raw.decode("utf-8", "surrogateescape"), undone)
    if escaped:
        undone["html"] = len(ENTITY.findall(text))
        text = ENTITY.sub(lambda found: unescape(found[0]), text)
    rows = text.split("\n")
    marks = [(MARK.fullmatch(row), number) for number, row in enumerate(rows)]
    starts = [(found[1], at) for found, at in marks if found]
    if not starts:
        raise RestorationError.from_fault(make_fault("mailNoLog", 0, "", layer="mail"))
    # The answer is before the text that it quotes, and is quoted less.
    quoting, first = min(starts, key=lambda start: (start[0].count(">"), start[1]))
    after = min((at for _, at in starts if at > first), default=len(rows))
    found: list[MailRow] = []
    for number, row in enumerate(rows[first:after], first + 1):
        prefix, rest = _split_quotes(row, quoting)
        if rest.strip() == SIGNATURE:
            break
        if found and _is_quote_only(found[-1], prefix, rest):
            found.pop()
        found.append(MailRow(number, rest, prefix, _strip_quotes(row)))
    while not found[-1].text.strip(BLANKS):
        found.pop()
    if quoting:
        undone["quotes"] = sum(bool(row.prefix) for row in found)
    return found, undone


def _is_quote_only(row: MailRow, prefix: str, below: str) -> bool:
    """Return whether a row has only quote marks, because the next word did not fit."""
    word = below.split(" ")[0]
    marked = len(row.prefix) > len(prefix) and not row.text.strip(BLANKS)
    return marked and len(row.prefix) + 1 + len(word) > NARROWEST


def _strip_quotes(row: str) -> str:
    """Return a row without quote marks."""
    return QUOTED.sub("", row, count=1)


def _split_quotes(row: str, quoting: str) -> tuple[str, str]:
    """Return the quote marks of a row, no deeper than `quoting`, and the rest."""
    at = 0
    for depth in range(quoting.count(">"), 0, -1):
        if row[at : at + 1] != ">":
            break
        at += 1
        if row[at : at + 1] == " " and (
            row[at + 1 : at + 2] == ">" if depth > 1 else quoting.endswith(" ")
        ):
            at += 1
    else:
        return row[:at], row[at:]
    if at and row[at : at + 1] == " " and quoting.endswith(" "):
        at += 1  # quoted less deeply than the first line of the log
    return row[:at], row[at:]


def _unclear_text(text: str, found: list[RestoredLog]) -> RestorationError:
    """Return the error of a text with several possible readings: the first difference."""
    one, other, *_ = (each.text.split(b"\n") for each in found)
    at = next(at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    number = found[0].rows[at]
    row = text.split("\n")[number - 1 : number]
    return unclear_row(number, "".join(row), "encoded")
