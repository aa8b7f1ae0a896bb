"""Markdown as text of a terminal: headings, lists, tables and code in a width."""

import re
from collections.abc import Callable, Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from senpu.notation.faults import text_width
from senpu.notation.layout import MARKS, add_style
from senpu.notation.printable import drop_wide_breaks
from senpu.tui.render.text_layout import wrap, wrap_rows

UNDERLINES = {"h1": "=", "h2": "-"}
"""The signs of the row below a heading."""
GAP = 2
"""Cells between two columns of a table."""
CODE_INDENT = 4
"""The most cells before a row of code. A block that needs them for its rows has fewer."""
STEPS = 8
"""The least number of steps in which a table is made narrower until it fits."""
NARROWEST = 8
"""The width of a column whose cells are wrapped, in cells, at least."""
HARD_BREAK = "\v"
"""The end of a row in a paragraph, while the paragraph is put together."""
STOP_SPACE = re.compile(r"([。、，．：；！？）」』][\ufdd0-\ufdef]*) ")
"""A space that ends a Japanese `**phrase.** ` in Markdown, and that Japanese does not have."""
SPACE = "\ue000"
"""A space in short code, at which no row ends, while a page is rendered."""
SHORT = 60
"""The most characters of code that is not wrapped."""
CODE = re.compile(f"`[^`]{{1,{SHORT}}}`")
INLINE_BREAKS = {"softbreak": "\n", "hardbreak": HARD_BREAK, "html_inline": ""}
STYLES = {"strong": "strong", "em": "emphasis"}
COMMAND = "$ "
"""The start of a row of a `console` block in which a user types."""
Link = Callable[[str, str], str]
"""A function of the text and the target of a link. It returns the text to print."""


def render_markdown(source: str, width: int, link: Link) -> Iterator[str]:
    """Yield the rows of a page.

    Args:
        source: The Markdown of the page.
        width: The width of a row of sentences or of a table, in cells. Code can be wider.
        link: Returns the text of a link.
    """
    for row in _Renderer(link).render_blocks(parse_markdown(source), "", width):
        yield row.replace(SPACE, " ")


def parse_markdown(source: str) -> list[SyntaxTreeNode]:
    """Return the blocks of a page."""
    return SyntaxTreeNode(MarkdownIt("commonmark").enable("table").parse(source)).children


class _Renderer:
    """Renders the blocks of a page."""

    def __init__(self, link: Link) -> None:
        self.link = link

    def render_blocks(
        self, blocks: Sequence[SyntaxTreeNode], indent: str, width: int, is_tight: bool = False
    ) -> Iterator[str]:
        """Yield the rows of blocks, with an empty row between two blocks."""
        for at, block in enumerate(blocks):
            if at and not is_tight:
                yield ""
            for row in self._render_block(block, width - len(indent)):
                yield f"{indent}{row}".rstrip()

    def _render_block(self, block: SyntaxTreeNode, width: int) -> Iterator[str]:
        kind = block.type
        if kind == "heading":
            yield from self._render_heading(block, width)
        elif kind in ("fence", "code_block"):
            yield from _render_code(block.content, width)
        elif kind in ("bullet_list", "ordered_list"):
            yield from self._render_list(block, width)
        elif kind == "table":
            yield from self._render_table(block, width)
        elif kind == "blockquote":
            yield from self.render_blocks(block.children, "  ", width)
        elif kind == "hr":
            yield "-" * width
        elif kind == "paragraph":
            for part in self._render_inline(block).split(HARD_BREAK):
                yield from wrap_rows(part, "", width)

    def _render_heading(self, block: SyntaxTreeNode, width: int) -> Iterator[str]:
        rows = list(wrap_rows(self._render_inline(block), "", width))
        yield from (add_style(row, "heading") for row in rows)
        if sign := UNDERLINES.get(block.tag):
            yield sign * min(max(map(text_width, rows), default=0), width)

    def _render_list(self, block: SyntaxTreeNode, width: int) -> Iterator[str]:
        first = int(block.attrs.get("start", 1))
        is_tight = all(
            child.hidden for item in block.children for child in item.children
            if child.type == "paragraph"
        )  # fmt: skip
        for number, item in enumerate(block.children, first):
            if number > first and not is_tight:
                yield ""
            sign = f"{number}. " if block.type == "ordered_list" else "- "
            for row in self.render_blocks(item.children, " " * len(sign), width, is_tight):
                yield sign + row[len(sign) :] if sign.strip() else row
                sign = " " * len(sign)

    def read_rows(self, table: SyntaxTreeNode) -> list[list[str]]:
        """Return the texts of the cells of a table, by row."""
        return [
            [self._render_inline(cell) for cell in row.children]
            for part in table.children
            for row in part.children
        ]

    def _render_table(self, block: SyntaxTreeNode, width: int) -> Iterator[str]:
        rows = self.read_rows(block)
        widths = fit_columns(rows, width)
        if widths is None:
            yield from _render_records(rows, width)
            return
        cells = [
            [wrap(cell, size, whole=True) or [""] for cell, size in zip(row, widths, strict=False)]
            for row in rows
        ]
        is_loose = any(len(cell) > 1 for row in cells for cell in row)
        for number, row in enumerate(cells):
            if number > 1 and is_loose:
                yield ""
            for at in range(max(map(len, row))):
                yield _join_cells([cell[at] if at < len(cell) else "" for cell in row], widths)
            if not number:
                yield _join_cells(["-" * size for size in widths], widths)

    def _render_inline(self, node: SyntaxTreeNode) -> str:
        """Return the text of the parts of a paragraph, heading or cell."""
        text = "".join(self._render_part(each) for each in node.children)
        return STOP_SPACE.sub(r"\1", drop_wide_breaks(text)).replace("\n", " ")

    def _render_part(self, node: SyntaxTreeNode) -> str:
        if node.type == "code_inline":
            return join_code(f"`{node.content}`")
        if node.type == "link":
            text = self._render_inline(node).replace(SPACE, " ")
            return join_code(self.link(text, str(node.attrs.get("href", ""))))
        if node.type == "image":
            return f"[{node.content}]"
        if node.type in INLINE_BREAKS:
            return INLINE_BREAKS[node.type]
        text = self._render_inline(node) if node.children else node.content
        if node.type not in STYLES:
            return text
        return add_style("".join(char for char in text if char not in MARKS), STYLES[node.type])


def _render_code(code: str, width: int) -> Iterator[str]:
    """Yield the rows of a block of code, indented if no row becomes wider than the width."""
    rows = code.rstrip().split("\n")
    widest = max((size for size in map(text_width, rows) if size <= width), default=width)
    indent = " " * min(CODE_INDENT, width - widest)
    for row in rows:
        yield indent + (add_style(row, "strong") if row.startswith(COMMAND) else row)


def join_code(text: str) -> str:
    """Return a text with the spaces in its short code replaced, so that no row ends in it."""
    return CODE.sub(lambda code: code[0].replace(" ", SPACE), text)


def fit_columns(rows: Sequence[Sequence[str]], width: int) -> list[int] | None:
    """Return the widths of the columns of a table; None if the table is better as a list.

    It is if a word is wider than its column, or if the list of names and values has fewer lines.
    Otherwise a column is as wide as its widest cell, if there is room; or columns are made
    narrower, each time the one by which the table grows least, but not narrower than a word.
    """
    columns = list(zip(*rows, strict=False))
    widths = [max(map(text_width, column)) for column in columns]
    least = [
        max(
            NARROWEST,
            *(text_width(part) for cell in column for part in wrap(cell, NARROWEST, whole=True)),
        )
        for column in columns
    ]
    least = [min(pair) for pair in zip(widths, least, strict=True)]
    room = width - GAP * (len(columns) - 1)
    if sum(least) > room:
        return None
    sizes = [[*map(text_width, row)] for row in rows]
    while (excess := sum(widths) - room) > 0:
        step = max(1, excess // STEPS)
        narrower = [
            [*widths[:at], max(size - step, least[at]), *widths[at + 1 :]]
            for at, size in enumerate(widths)
            if size > least[at]
        ]
        widths = min(narrower, key=lambda each: (_count_lines(sizes, each), max(each)))
    return widths if _count_lines(sizes, widths) <= _count_list_lines(sizes, width) else None


def _count_lines(sizes: Sequence[Sequence[int]], widths: Sequence[int]) -> int:
    """Return about how many lines a table has, from the sizes of its cells and columns."""
    lines = sum(
        max(-(-cell // width) for cell, width in zip(row, widths, strict=False)) for row in sizes
    )
    return lines if lines == len(sizes) else lines + len(sizes) - 2  # with empty lines


def _count_list_lines(sizes: Sequence[Sequence[int]], width: int) -> int:
    """Return about how many lines a table has as a list of names and values."""
    names, *rows = sizes
    pairs = [pair for row in rows for pair in zip(names, row, strict=False)]
    return sum(-(-(name + GAP + size) // width) for name, size in pairs if size) + len(rows)


def _join_cells(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = [
        cell + " " * (size - text_width(cell)) for cell, size in zip(cells, widths, strict=False)
    ]
    return (" " * GAP).join(padded).rstrip()


def render_record(head: str, row: str, width: int, link: Link) -> Iterator[str]:
    """Yield a row of a table as a list of names and values.

    Args:
        head: The first row of the table, in Markdown.
        row: The row, in Markdown.
        width: The width of a row in cells.
        link: Returns the text of a link.
    """
    separator = re.sub(r"[^|]+", "-", head.strip())
    (table,) = parse_markdown(f"{head}\n{separator}\n{row}")
    rows = _Renderer(link).read_rows(table)
    yield from (each.replace(SPACE, " ") for each in _render_records(rows, width))


def _render_records(rows: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Yield a table that is too wide as one list of names and values for each row."""
    head = rows[0]
    for number, row in enumerate(rows[1:]):
        if number:
            yield ""
        for name, value in zip(head, row, strict=False):
            if value:
                sign = "：" if name[-1:] > "\u2e7f" else ": "
                yield from wrap_rows(f"{name}{sign}{value}" if name else value, "", width)
