"""Plain text in the cells of a terminal: wrapped, clipped, and the texts of the catalogues."""

import re
from collections.abc import Callable, Iterator
from shutil import get_terminal_size

from senpu.notation.faults import text_width
from senpu.notation.messages import program_catalogue

WIDTH = 98
"""Columns of printed sentences and comments."""
CLOSING = frozenset(
    "、。，．・：；？！‼⁇⁈⁉゛゜ゝゞヽヾ々〻ー～〜ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
)
"""Characters that begin no row, with all closing brackets."""
TRAILING = frozenset("!%),.:;?]}°℃％")
"""Characters that begin no row after a wide character."""
OPENING = frozenset("([{（［｛「『【〔〈《“‘￥＃")
"""Characters that end no row."""
BRACKETS = frozenset("）］｝」』】〕〉》”’")
STEM = frozenset("いきぎしじちにびみりえけげせてねべめれ")
"""Hiragana after which a compound verb continues, as in 取り消す."""
TOGETHER = re.compile(
    r"(?<=[0-9]) (?:(?=(?:s|ms|min|h|KB|MB|GB|%)(?![A-Za-z]))|\+ (?=[0-9]))"
    r"| ?(?=[(（](?:[a-z]{1,2}[0-9]{1,3}|[0-9]{2,4}|[A-Z])[)）])"
)
"""The space between a number and its unit, the sign between the numbers of a sum, and the space
between a name and its id: `Division (d3)`."""

CODE = re.compile(r"`[^`]+`")
"""Code in a sentence, such as a command or an event. It is divided only if a row needs it."""


def get_text(language: str, ident: str, **fields: object) -> str:
    """Return a text of the screens."""
    return program_catalogue(language).render(f"screens.{ident}", fields)


def get_width() -> int:
    """Return the width of the terminal; 100 without a terminal."""
    return get_terminal_size((100, 24)).columns


def format_percent(share: float) -> str:
    """Return a share in %: `58%`."""
    return f"{share * 100:.0f}%"


def clip(text: str, width: int) -> str:
    """Return a text in exactly `width` cells."""
    if text_width(text) > width:
        while text_width(text) > width - 2:
            text = text[:-1]
        text += ".."
    return text + " " * (width - text_width(text))


def wrap_rows(text: str, margin: str, width: int = WIDTH) -> Iterator[str]:
    """Yield the rows of a printed text of at most `width` cells, each after the margin.

    The rows after the first are indented by the same number of cells. A word, id or path that is
    longer than a row stays whole.
    """
    room = max(width - text_width(margin), 1)
    for row in wrap(" ".join(text.split()), room, whole=True):
        yield margin + row
        margin = " " * text_width(margin)


def wrap(
    text: str, width: float, measure: Callable[[str], float] = text_width, whole: bool = False
) -> list[str]:
    """Return the rows of a text.

    A row ends at a space or between two Japanese phrases. Within a Japanese phrase it ends only if
    the phrase is longer than a row. No row begins with closing punctuation or a small kana, and
    none ends with an opening bracket.

    Args:
        text: A text without line breaks.
        width: The width of a row.
        measure: Returns the width of a character.
        whole: Whether a word without a place to break stays whole if it is longer than a row.
            Otherwise it is cut at the end of the row.

    Example:
        >>> wrap("部隊が退却します。", 8)
        ['部隊が', '退却しま', 'す。']
    """
    sizes = [measure(char) for char in text]
    if sum(sizes) <= width:
        return [text.strip()] if text.strip() else []
    breaks = _can_break(text, sizes)
    rows: list[str] = []
    start = 0
    while True:
        while start < len(text) and text[start] == " ":
            start += 1
        if start == len(text):
            return rows
        end = _find_row_end(text, sizes, breaks, start, width, whole)
        rows.append(text[start:end].rstrip())
        start = end


def _find_row_end(
    text: str, sizes: list[float], breaks: list[int], start: int, width: float, whole: bool
) -> int:
    """Return where the row that begins at `start` ends."""
    last, end, used, third = len(text), start, 0.0, start
    while end < last and (end == start or used + sizes[end] <= width):
        used += sizes[end]
        end += 1
        third = end if used <= width / 3 else third
    while end < last and not sizes[end]:  # a mark on the character before it
        end += 1
    if end == last or (text[end] == " " and breaks[end] == 2):
        return end
    for kind, first in ((2, third), (1, start), (2, start)):
        for at in range(end, first, -1):
            if breaks[at] >= kind:
                return at
    return next((at for at in range(end, last) if breaks[at]), last) if whole else end


def _can_break(text: str, sizes: list[float]) -> list[int]:
    """Return whether a row can end before each character: 2 yes, 1 in a phrase or code, 0 no."""
    found = [0] * (len(text) + 1)
    for at in range(1, len(text)):
        before, char = text[at - 1], text[at]
        if before == " " or char == " ":
            found[at] = 2
        elif (
            not (_is_wide(before) or _is_wide(char))
            or not sizes[at]
            or char in CLOSING
            or char in BRACKETS
            or char in TRAILING
            or before in OPENING
            or (char.isdigit() and before.isdigit())
            or _joins_number(before, char)
        ):
            continue
        else:
            found[at] = 2 if _ends_phrase(text, at) else 1
    for match in TOGETHER.finditer(text):
        found[match.start() : match.end() + 1] = [0] * (match.end() - match.start() + 1)
    for match in CODE.finditer(text):
        inside = slice(match.start() + 1, match.end())
        found[inside] = [min(kind, 1) for kind in found[inside]]
    return found


def _is_wide(char: str) -> bool:
    return char > "\u2e7f" and text_width(char) == 2


def _is_hiragana(char: str) -> bool:
    return "\u3041" <= char <= "\u309f"


def _joins_number(before: str, char: str) -> bool:
    """Return whether a number and its unit, or 第 and its number, are next to each other."""
    return (before.isdigit() and _is_wide(char)) or (before == "第" and char.isdigit())


def _ends_phrase(text: str, at: int) -> bool:
    """Return whether a phrase (文節) ends before a character."""
    before, char = text[at - 1], text[at]
    if before in BRACKETS and _is_hiragana(char):  # a particle, as in 「可能」と
        return False
    if before in CLOSING or before in BRACKETS:
        return before != "ー" and before not in "・々ゝゞっゃゅょァィゥェォッャュョヮヵヶ"
    if char in OPENING:
        return True
    if not _is_hiragana(before) or _is_hiragana(char):
        return False
    stem = text[at - 2] if at > 1 else ""
    return before not in STEM or not stem or _is_hiragana(stem) or stem in BRACKETS


def strip_code_paragraph(body: str) -> str:
    """Return the text of a rule without the paragraphs that name its code and its tests."""
    paragraphs = body.split("\n\n")
    return "\n\n".join(x for x in paragraphs if not x.startswith(("Code:", "Test:"))).strip()


def wrap_paragraphs(text: str, width: int) -> Iterator[str]:
    """Yield the rows of paragraphs and lists in Markdown, an empty row between paragraphs."""
    for at, paragraph in enumerate(text.split("\n\n")):
        if at:
            yield ""
        for block in re.split(r"\n(?=- |\d+\. )", paragraph):
            start = re.findall(r"^(?:- |\d+\. )?", block)[0]
            yield from wrap_rows(block[len(start) :], start, width)
