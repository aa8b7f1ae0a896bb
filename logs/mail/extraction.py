"""A log taken out of a mail: what mail programs did to its text is undone, or the first line is
named where that cannot be known.

    message -> text -> encodings undone -> the rows of the log, without quoting -> its lines

The last step is `senpu.logs.mail.rejoining`. A chained log is proven by its tags; in
one without a chain only what leaves no choice is undone. Nothing is guessed in silence.
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

from senpu.logs.mail.characters import BLANKS, RestorationError, Restored, Row, unclear
from senpu.logs.mail.rejoining import NARROWEST, restored
from senpu.notation.faults import located

MARK = re.compile(r"((?:> ?)*)Senpu:[ \u00a0\u3000]*[0-9]+[ \u00a0\u3000]*")
"""The first line of a log, quoted or not."""
QUOTED = re.compile(r"(?:> ?)*")
MESSAGE = re.compile(
    rb"(?:From .*\r?\n)?(?:[!-9;-~]+:.*\r?\n(?:[ \t].*\r?\n)*)*?"
    rb"(?:MIME-Version|Content-Type|Content-Transfer-Encoding|Message-ID|Received):",
    re.IGNORECASE,
)
"""How a whole message begins, as a mail program saves it."""
ENTITY = re.compile(r"&(?:gt|lt|amp|quot|apos|nbsp|#[0-9]{1,6}|#[xX][0-9A-Fa-f]{1,6});")
ENCODED = re.compile(r"=(?:[0-9A-F]{2}|[ \t]*\n)")
SIGNATURE = "--"


class Text(NamedTuple):
    """The text of a mail, as far as its own headers say how it is meant."""

    text: str
    flowed: bool = False
    """Whether a row that ends in a blank goes on in the next one, by what the mail says."""
    whole: bytes | None = None
    """The bytes of a log that came as an attachment: nothing was done to them."""


def from_mail(data: bytes) -> Restored:
    """The log in a mail, or in the text of one. Raises RestorationError with the first line that
    cannot be restored.
    """
    mail = text_of(data)
    if mail.whole is not None:
        return Restored(mail.whole, Counter({"an attachment, which mail leaves alone": 1}))
    failures, found = [], list[Restored]()
    for encoded, escaped in product(*readings(mail.text)):
        try:
            rows, undone = log_rows(mail.text, encoded, escaped)
            found.append(restored(rows, mail.flowed, undone))
        except RestorationError as failure:
            failures.append(failure)
            continue
        if found[-1].proven:
            return found[-1]
    doubts = [failure for failure in failures if failure.fault.id == "mailUnclear"]
    if doubts or not found:
        raise max(doubts or failures, key=lambda failure: failure.fault.line)
    if len({each.text for each in found}) > 1:
        raise _unclear(mail.text, found)
    return found[0]


# ---- the text of a message ------------------------------------------------------------------


def text_of(data: bytes) -> Text:
    """The text of a mail: a message as a mail program saves it, or only its text."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return Text(rows_apart(data.decode("utf-16", "replace")))
    if not MESSAGE.match(data):
        return Text(rows_apart(data.decode("utf-8", "surrogateescape")))
    message = message_from_bytes(data, policy=policy.default)
    texts = []
    for part in message.walk():
        if (part.get_filename() or "").endswith(".senpu"):
            return Text("", whole=_bytes_of(part))
        if part.get_content_type() == "text/plain":
            texts.append(part)
    texts.sort(key=lambda part: b"Senpu:" not in _bytes_of(part))
    if not texts:
        return Text("")
    charset = texts[0].get_content_charset("utf-8")
    flowed = str(texts[0].get_param("format", "")).lower() == "flowed"
    raw = _bytes_of(texts[0])
    try:
        text = raw.decode("utf-8" if charset == "us-ascii" else charset, "surrogateescape")
    except (LookupError, UnicodeError):
        text = raw.decode("utf-8", "surrogateescape")
    text = rows_apart(text)
    if flowed and str(texts[0].get_param("delsp", "")).lower() == "yes":
        # Of the blanks at a row's end the last is none of the text's.
        text = re.sub(r"(?<![ \n])(?<!\n--) \n(?:> ?)*", "", text)
    return Text(text, flowed)


def _bytes_of(part: EmailMessage) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def rows_apart(text: str) -> str:
    """With line feeds alone between its rows, without a byte-order mark, letters composed."""
    text = re.sub(r"\r+\n|\r", "\n", text.replace("\ufeff", ""))
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def readings(text: str) -> tuple[tuple[bool, ...], tuple[bool, ...]]:
    """Whether the text may be in quoted-printable, and whether with characters of HTML escaped:
    who writes a text so leaves none of its signs, and in the first no long row, as they are.
    """
    rows = text.split("\n")
    encoded = bool(ENCODED.search(text)) and max(map(len, rows)) <= 76
    encoded = encoded and not re.search(r"=(?![0-9A-F]{2}|[ \t]*\n)", text)
    surely = encoded and bool(re.search(r"=[ \t]*\n", text))
    inner = "\n".join(map(_bare, rows))
    escaped = bool(ENTITY.search(text)) and not re.search(r"[<>]|& ", inner)
    return (True,) if surely else (True, False)[1 - encoded :], (True, False)[1 - escaped :]


# ---- the rows of the log --------------------------------------------------------------------


def log_rows(text: str, encoded: bool, escaped: bool) -> tuple[list[Row], "Counter[str]"]:
    """The rows from the log's first to the end of the mail, or to what surely is none of its; and
    what was undone to have them. Raises RestorationError.
    """
    undone: Counter[str] = Counter()
    if encoded:
        undone["quoted-printable"] = len(ENCODED.findall(text))
        raw = decodestring(text.encode("utf-8", "surrogateescape"))
        text = rows_apart(raw.decode("utf-8", "surrogateescape"))
    if escaped:
        undone["characters of HTML"] = len(ENTITY.findall(text))
        text = ENTITY.sub(lambda found: unescape(found[0]), text)
    rows = text.split("\n")
    marks = [(MARK.fullmatch(row), number) for number, row in enumerate(rows)]
    starts = [(found[1], at) for found, at in marks if found]
    if not starts:
        raise RestorationError.of(located("mailNoLog", 0, "", layer="mail"))
    # The answer stands above what it quotes, and is quoted less.
    quoting, first = min(starts, key=lambda start: (start[0].count(">"), start[1]))
    after = min((at for _, at in starts if at > first), default=len(rows))
    found: list[Row] = []
    for number, row in enumerate(rows[first:after], first + 1):
        prefix, rest = _unquoted(row, quoting)
        if rest.strip() == SIGNATURE:
            break
        if found and _mark_alone(found[-1], prefix, rest):
            found.pop()
        found.append(Row(number, rest, prefix, _bare(row)))
    while not found[-1].text.strip(BLANKS):
        found.pop()
    if quoting:
        undone["rows quoted"] = sum(bool(row.prefix) for row in found)
    return found, undone


def _mark_alone(row: Row, prefix: str, below: str) -> bool:
    """Whether a row has only marks of quoting, because the word behind them was too long for it."""
    word = below.split(" ")[0]
    marked = len(row.prefix) > len(prefix) and not row.text.strip(BLANKS)
    return marked and len(row.prefix) + 1 + len(word) > NARROWEST


def _bare(row: str) -> str:
    """A row without any marks of quoting."""
    return QUOTED.sub("", row, count=1)


def _unquoted(row: str, quoting: str) -> tuple[str, str]:
    """A row as the marks of quoting before it, no deeper than `quoting`, and the rest."""
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
        at += 1  # quoted less deep than the log's first line
    return row[:at], row[at:]


def _unclear(text: str, found: list[Restored]) -> RestorationError:
    """That a text can be read in more ways than one: where they differ first."""
    one, other, *_ = (each.text.split(b"\n") for each in found)
    at = next(at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    number = found[0].rows[at]
    row = text.split("\n")[number - 1 : number]
    return unclear(number, "".join(row), "encoded")
