"""Plain text in the cells of a terminal: wrapped, clipped, and the texts of the catalogues."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import takewhile

from senpu.notation.faults import text_width
from senpu.notation.layout import MARKS, PROSE, STYLE_END, get_layout
from senpu.notation.messages import program_catalogue
from senpu.notation.printable import join_lines

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
COMPOUND = re.compile(r"(?<=[のをはがにもで度])[ぁ-ん]{2}(?=[方直得])")
"""The first part of a compound after a particle, as in させ方, やり直す or あり得る."""
TOGETHER = re.compile(
    r"(?<=[0-9]) (?:(?=(?:s|ms|min|h|KB|MB|GB|%)(?![A-Za-z]))|\+ (?=[0-9]))"
    r"| ?(?=[(（](?:[a-z]{1,2}[0-9]{1,3}|[0-9]{2,4}|[A-Z])[)）])"
)
"""The space between a number and its unit, the sign between the numbers of a sum, and the space
between a name and its id: `Division (d3)`."""

MARGIN = "  "
"""The space before a row of a table, and between its columns."""
CODE = re.compile(r"`[^`]+`")
"""Code in a sentence, such as a command or an event. It is divided only if a row needs it."""


def get_text(language: str, ident: str, **fields: object) -> str:
    """Return a text of the screens."""
    return program_catalogue(language).render(f"screens.{ident}", fields)


def add_label(language: str, label: str, text: str) -> str:
    """Return a text after its label: `label: text`; without a label, the text."""
    return get_text(language, "labelled", label=label, text=text) if label else text


def add_aside(language: str, text: str, aside: str) -> str:
    """Return a text with an addition in brackets, if there is one."""
    return get_text(language, "aside", text=text, aside=aside) if aside else text


def get_width() -> int:
    """Return the width of the output in cells: of the terminal, else 80; of a file, 98."""
    return get_layout().width


def get_prose_width() -> int:
    """Return the width of rows of sentences in cells: the width of the output, at most 100."""
    return min(get_width(), PROSE)


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


def wrap_rows(text: str, margin: str, width: int = 0) -> Iterator[str]:
    """Yield the rows of a printed text, each after the margin.

    The rows after the first are indented by the same number of cells, unless the margin is more
    than half of a row. A word, id or path that is longer than a row stays whole. A layout that is
    not wrapped has one row.

    Args:
        text: The text.
        margin: The text before the first row.
        width: The number of cells of a row; by default `get_prose_width()`.
    """
    layout = get_layout()
    width = min(width, PROSE) if width and layout.is_bounded else width or get_prose_width()
    size, text = text_width(margin), join_lines(text)
    if text and not layout.is_wrapped:
        yield margin + text
        return
    if size > width // 2:
        yield from fit_rows([margin + text], width)
        return
    for row in wrap(text, width - size, whole=True):
        yield margin + row
        margin = " " * size


def find_rest(text: str, rows: Iterable[str]) -> str:
    """Return what follows the first rows of a wrapped text."""
    for row in rows:
        text = text.lstrip(" ")[len(row) :]
    return text.strip(" ")


INDENT = re.compile(r" *(?:[-*\"!|] |[0-9]+[.)] )?")
"""The spaces and the sign of a list before the text of a row."""
COLUMN = re.compile(r" *\S.{0,40}?(?<=\S) {2,}(?=\S)")
"""The first column of a row, with the spaces after it."""


def fit_rows(rows: Iterable[str], width: int) -> Iterator[str]:
    """Yield rows that are at most `width` cells wide; a longer row is wrapped.

    The continuation is below the second column of the row if that is in the first half, otherwise
    below its text.
    """
    for row in rows:
        if text_width(row) <= width:
            yield row
            continue
        found = COLUMN.match(row)
        head = found[0] if found and text_width(found[0]) <= width // 2 else ""
        if not head:
            start = INDENT.match(row)
            head = start[0] if start else ""
        margin = text_width(head) if head.strip() else len(head) + 2
        margin = margin if margin <= width // 2 else 0
        first, *others = wrap(row[len(head) :], width - margin, whole=True) or [""]
        yield head + first
        yield from (" " * margin + each for each in others)


def split_columns(rows: Sequence[Sequence[str]]) -> Iterator[Sequence[Sequence[str]]]:
    """Yield the cells of a table, in parts that fit the terminal; each has the first column."""
    layout = get_layout()
    sizes = [max(map(text_width, column)) + len(MARGIN) for column in zip(*rows, strict=True)]
    parts = [[0]]
    for at in range(1, len(sizes)):
        wide = sum(sizes[each] for each in (*parts[-1], at)) > layout.width
        if layout.is_bounded and wide and len(parts[-1]) > 1:
            parts.append([0])
        parts[-1].append(at)
    for part in parts:
        cells = ([row[each] for each in part] for row in rows)
        yield [row for row in cells if any(row)]


def align_rows(
    rows: Sequence[Sequence[str]], right: Collection[int], margin: str = MARGIN
) -> Iterator[str]:
    """Yield rows as columns; the columns `right` are aligned to the right."""
    sizes = [max(map(text_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            (text, " " * (size - text_width(text))) for text, size in zip(row, sizes, strict=True)
        ]
        spaced = (blank + x if at in right else x + blank for at, (x, blank) in enumerate(cells))
        yield (margin + MARGIN.join(spaced)).rstrip()


OVERLAP = 6
"""The number of cells at the end of a strip of a map that the next one repeats: a hex. A strip of a
map of areas ends at a border, which alone is repeated."""
VERTICAL = frozenset("|+│┃├┤┬┴┼┌┐└┘╭╮╰╯")
"""Characters of the borders at the sides of an area."""
HORIZONTAL = frozenset(" -=─━")
"""Characters of the other borders of an area, and of its empty cells."""


def split_map(rows: Sequence[str]) -> list[str]:
    """Return the rows of a map; a map wider than the terminal in strips, one below the other."""
    layout = get_layout()
    cells = [list(_list_cells(row)) for row in rows]
    size, start = max(map(len, cells), default=0), 0
    if not layout.is_bounded or size <= layout.width:
        return list(rows)
    strips: list[str] = []
    while not strips or start + OVERLAP < size:
        end = start + layout.width
        nearest = range(end - 1, end - layout.width // 2, -1) if end < size else ()
        border = next((at for at in nearest if _is_border(cells, at)), 0)
        end = border + 1 if border else end
        part = [_cut_cells(row, start, end).rstrip() for row in cells]
        while part and not part[-1]:
            part.pop()
        strips += [*([""] if strips else []), *part]
        start = border or end - OVERLAP
    return strips


def _is_border(rows: Sequence[Sequence[str]], at: int) -> bool:
    """Return whether a column of a map has borders of areas, and is in no area with a text."""
    found = False
    for row in rows:
        if at < len(row) and row[at] in VERTICAL:
            found = True
            continue
        left = takewhile(_is_inside, reversed(row[:at]))
        right = takewhile(_is_inside, row[at:])
        if not HORIZONTAL.issuperset((*left, *right)):
            return False
    return found


def _is_inside(char: str) -> bool:
    return char not in VERTICAL


def _cut_cells(row: Sequence[str], start: int, end: int) -> str:
    """Return a part of a row of cells; half of a wide character becomes a space."""
    part = list(row[start:end])
    if part and not part[0]:
        part[0] = " "
    if end < len(row) and part and not row[end]:
        part[-1] = " "
    return "".join(part)


def _list_cells(row: str) -> Iterator[str]:
    """Yield what is in each cell of a row; the second cell of a wide character is empty."""
    for char in row:
        yield char
        if text_width(char) == 2:
            yield ""


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
    if not MARKS.isdisjoint(text):
        plain = "".join(char for char in text if char not in MARKS)
        return [*_restore_styles(text, wrap(plain, width, measure, whole))]
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


def _restore_styles(text: str, rows: Iterable[str]) -> Iterator[str]:
    """Yield the rows of a text with its marks of styles. Each row ends the style that it begins."""
    at, style = 0, ""
    for row in rows:
        styled = style
        for char in row:
            while char != " " and text[at] != char:
                if text[at] in MARKS:
                    styled += (style := text[at])
                at += 1
            styled += char
            at += char != " "
            while text[at : at + 1] == STYLE_END:
                styled, style, at = styled + STYLE_END, "", at + 1
        yield styled + STYLE_END if style else styled


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
    for match in COMPOUND.finditer(text):
        found[match.start() + 1 : match.end() + 1] = [0, 0]
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
