"""The rows of the page with a verdict, for every size: headline, findings, lines, keys, signatures.

The page shrinks in a fixed order. The headline and the compared lines stay longest, then what is
broken, proven and open, then the signatures, then the rows of the log; the map goes first.
"""

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from senpu.replay.disputes.examination import SealMark
from senpu.tui.boards.scene import find_role
from senpu.tui.widgets.painting import Look, Row, wrap_cells, wrap_text
from senpu.tui.widgets.panels import join_columns, render_heading, share_rows
from senpu.tui.widgets.verdict_text import SECTIONS, Fact, LinePiece, VerdictTexts

WIDE = 120
"""The width from which the findings are in three columns, and the map is next to the list."""
TALL = 40
"""The height from which a wide page has the map."""
MIDDLE = 30
"""The height from which the headline has three rows, and the signatures have a legend."""
BELOW_FINDINGS = 20
"""The rows for the invalid line and the list below the findings of a tall page."""
LEAST_LIST = 4
"""The rows of the shortest list, with its heading."""
LEAST_MAP = 9
MARGIN = 3
"""The cells before a sentence of the headline."""
LABEL = 11
"""The cells of the labels of lines and sections."""
ORDER = ("broken", "proven", "open")
"""The sections, the most important first."""


class OuterRows(NamedTuple):
    """The rows above and below the list."""

    top: list[Row]
    foot: list[Row]
    gap: int
    """The empty rows between two parts."""
    hidden: int
    """The number of rows of the findings that are out of view."""


def render_outer(
    texts: VerdictTexts, width: int, height: int, scrolled: int, is_brief: bool
) -> OuterRows:
    """Return the headline, the findings, the invalid line and the signatures.

    Args:
        texts: The texts.
        width: The columns of the screen.
        height: The rows of the screen, with its first and last line.
        scrolled: The number of rows by which the findings are scrolled.
        is_brief: Whether findings and signatures are left out, so that there is room for the map.

    Returns:
        The rows above and below the list, for which at least some rows are left.
    """
    free, is_wide, is_tall = height - 2, width >= WIDE, height >= TALL
    gap = [Row(texts.look)] if is_tall else []
    band = render_band(texts, width, min(4 if is_tall else 2 if height < MIDDLE else 3, free))
    left = free - len(band)
    most = (8 if is_wide else 12) if is_tall else 5 if is_wide else 6
    lines = render_lines(texts, width, min(most, left), is_wide, height < MIDDLE)
    left -= len(lines)
    if is_brief:
        return OuterRows([*band, *gap, *lines, *gap], [], len(gap), 0)
    foot = render_foot(texts, width, 9 if height >= MIDDLE else 5)
    least_list = LEAST_LIST if left >= LEAST_LIST + 6 else 0
    if left < len(foot) + least_list + 3:
        foot = []
    left -= len(foot)
    room = max(left - least_list - 3 * len(gap), 0)
    if is_wide:
        room = min(room, max(left - BELOW_FINDINGS, 7) if is_tall else 8)
        facts, hidden = render_columns(texts, width, room, scrolled)
    else:
        facts, hidden = render_stack(texts, width, min(room, 14) if is_tall else room, scrolled)
    blocks = [band, facts, lines] if is_wide else [band, lines, facts]
    top = [row for block in blocks if block for row in (*block, *gap)]
    return OuterRows(top, foot, len(gap), hidden)


# ---- the headline ---------------------------------------------------------------------------


def render_band(texts: VerdictTexts, width: int, rows: int) -> list[Row]:
    """Return the headline on a ground: red for a fault, green for a valid log."""
    look = texts.look
    room = width - MARGIN - 1
    sign, role = texts.mark
    ground = {"good": "good-ground", "note": "raised"}.get(role, "error-ground")
    headline = texts.headline()
    wrapped = [(at, row) for at, text in enumerate(headline) for row in wrap_cells(text, room)]
    if len(wrapped) > rows:
        wrapped = [(at, look.clip(text, room)) for at, text in enumerate(headline[:rows])]
    found = list[Row]()
    for at, text in wrapped:
        row = Row(look, ground).add(" " * MARGIN if found else f" {sign} ", role, "b")
        row.add(text, "text" if at else role, "" if at else "b")
        found.append(row.pad_to(width))
    return found


# ---- the findings ---------------------------------------------------------------------------


def render_facts(look: Look, facts: Sequence[Fact], width: int, margin: int = 1) -> list[Row]:
    """Return the sentences of a section, each after its sign."""
    rows = list[Row]()
    for fact in facts:
        for at, text in enumerate(wrap_cells(fact.text, max(width - margin - 2, 8))):
            row = Row(look).add(" " * margin).add("  " if at else f"{fact.sign} ", fact.role, "b")
            rows.append(row.add(text))
    if not rows:
        rows.append(Row(look).add(" " * (margin + 2)).add(look.word("nothing_found"), "faint"))
    return rows


def title_of(texts: VerdictTexts, name: str) -> tuple[str, str]:
    """Return the title and the role of a section."""
    roles = {"proven": "good", "open": "differs", "broken": "error"}
    is_broken = bool(texts.verdict.broken) or texts.state == "forked"
    if name == "broken" and not is_broken and texts.verdict.warnings:
        return texts.look.word("section_warnings"), "note"
    return texts.look.word(f"section_{name}"), roles[name]


def render_columns(texts: VerdictTexts, width: int, rows: int, top: int) -> tuple[list[Row], int]:
    """Return the three sections next to each other, and the number of hidden rows."""
    look = texts.look
    sections = texts.sections(short=False)
    share = (width - 2) // 3
    columns = [render_facts(look, sections[name], share - 2, 0) for name in SECTIONS]
    longest = max(map(len, columns))
    top = max(min(top, longest + 1 - rows), 0)
    hidden = max(longest + 1 - rows, 0)
    shown = list[list[Row]]()
    for name, column in zip(SECTIONS, columns, strict=True):
        title, role = title_of(texts, name)
        more = max(len(column) - top - (rows - 1), 0)
        text = f" +{more}" if more else ""
        head = Row(look).add(f"{title} ", role, "b").rule(share - 3 - len(text)).add(text, "dim")
        shown.append([head, *column[top:]])
    return join_columns(look, shown, [share] * len(shown), 2)[:rows], hidden


def render_stack(texts: VerdictTexts, width: int, rows: int, top: int) -> tuple[list[Row], int]:
    """Return the sections below each other, and the number of hidden rows."""
    look = texts.look
    sections = texts.sections(short=True)
    blocks = {
        name: render_facts(look, sections[name], width - LABEL, 0)
        for name in ORDER
        if sections[name] or name != "broken"
    }
    lines = list[Row]()
    steps = (1, 2, max(map(len, blocks.values())))
    plan = [(name, min(len(block), most)) for most in steps for name, block in blocks.items()]
    shares = share_rows(plan, rows)
    order = [name for name in ORDER if name in blocks]
    needed = sum(map(len, blocks.values()))
    for name in order:
        title, role = title_of(texts, name)
        shown = blocks[name] if top else blocks[name][: shares.get(name, 0)]
        more = f"+{len(blocks[name]) - len(shown)}" if len(shown) < len(blocks[name]) else ""
        for at, block_row in enumerate(shown):
            row = Row(look).add(" ").add("" if at else look.clip(title, LABEL - 2), role, "b")
            if more and row.width + len(more) + 1 < LABEL:
                row.add(f" {more}" if row.width > 1 else more, "dim")
                more = ""
            lines.append(row.pad_to(LABEL).join(block_row, width - LABEL))
    hidden = max(needed - rows, 0)
    top = max(min(top, len(lines) - rows), 0)
    return lines[top : top + rows], hidden


# ---- the lines ------------------------------------------------------------------------------


def render_lines(
    texts: VerdictTexts, width: int, rows: int, is_wide: bool, is_brief: bool
) -> list[Row]:
    """Return the invalid line, over the line of the copy if there is one.

    Args:
        texts: The texts.
        width: The columns.
        rows: The number of rows at most.
        is_wide: Whether the page is wide.
        is_brief: Whether the effects of each line get one row.

    Returns:
        The rows below a heading; none without a line to show.
    """
    look, found = texts.look, texts.found
    lines = texts.compared_lines()
    if lines is None:
        return _render_hidden_fault(texts, width, rows) if found.fault and found.line else []
    mine, theirs, tag, other_tag = lines
    copy = texts.copy if theirs else None
    right = ""
    if copy is not None:
        right = look.word("against", file=texts.file(copy.path))
        right = right if is_wide else look.word("against_short")
    result = [render_heading(look, texts.line_title(), width, "error", right)]
    room = width - LABEL - 2
    shown = max(sum(cell_len(each.text) for each in mine), 1) + len(tag) + 3
    labels = [("this_file", "error", mine, tag)]
    if copy is not None:
        labels.append(("the_copy", "good", theirs, other_tag))
    rows_of = list[Row]()
    below = list[Row]()
    for (word, role, pieces, own_tag), sentences in zip(labels, texts.meanings(), strict=False):
        meaning = texts.paragraph(sentences)
        label = look.clip(look.word(word), LABEL - 2)
        row = Row(look).add(" ").add(label, role, "b").pad_to(LABEL)
        _add_pieces(row, pieces, role, room)
        if own_tag and is_wide:
            row.add(f" {own_tag}", "dim")
        at = LABEL + max(shown, 26 if is_wide else 0)
        rows_of.append(row)
        if meaning and cell_len(meaning) <= width - at - 2:
            row.pad_to(at).add(meaning)
        elif meaning and is_brief and copy is not None:
            below.append(Row(look).add(f" {label}", "dim").pad_to(LABEL))
            below[-1].add(_fit_text(texts, sentences, room))
        elif meaning:
            below += [
                Row(look)
                .add("" if at_line or copy is None else f" {label}", "dim")
                .pad_to(LABEL)
                .add(text)
                for at_line, text in enumerate(wrap_cells(meaning, room))
            ]
    result += [*rows_of, *_render_marks(texts, mine, theirs, room)]
    if copy is None and found.fault is not None:
        result += _render_reason(texts, room)
    result += below
    if not is_brief and (copy is not None or texts.verdict.keys):
        head = Row(look).add(" ").add(look.clip(look.word("line_signed_label"), LABEL - 2), "dim")
        left = max(rows - len(result), 0)
        signed = wrap_cells(texts.signatures(is_brief=False), room)
        if len(signed) > left:
            signed = look.wrap(texts.signatures(is_brief=True), room, left)
        for at_line, text in enumerate(signed):
            result.append((Row(look) if at_line else head).pad_to(LABEL).add(text))
    return result[:rows]


def _fit_text(texts: VerdictTexts, sentences: list[str], room: int) -> str:
    """Return the first sentences that fit into a row; at least a part of the first one."""
    count = len(sentences)
    while count > 1 and cell_len(texts.paragraph(sentences[:count])) > room:
        count -= 1
    return texts.look.clip(texts.paragraph(sentences[:count]), room)


def _add_pieces(row: Row, pieces: Sequence[LinePiece], role: str, room: int) -> None:
    """Add the pieces of a line; a piece that differs is lit, bold and underlined."""
    left = room
    for piece in pieces:
        text = row.look.clip(piece.text, left)
        left -= cell_len(text)
        if piece.differs:
            row.add(text, "background", "bu", on=role)
        else:
            row.add(text)


def _render_marks(
    texts: VerdictTexts, mine: Sequence[LinePiece], theirs: Sequence[LinePiece], room: int
) -> list[Row]:
    """Return a row with a mark below each difference, or below the place of the fault."""
    look, fault = texts.look, texts.found.fault
    row = Row(look).pad_to(LABEL)
    if theirs:
        for piece in mine:
            row.add(("^" if piece.differs else " ") * cell_len(piece.text), "differs", "b")
        return [row] if any(piece.differs for piece in mine) else []
    column = fault.column if fault is not None else 0
    text = "".join(piece.text for piece in mine)
    if not 0 < column <= len(text) + 1:
        return []
    before = cell_len(text[: column - 1])
    return [row.add(" " * before).add("^", "error", "b")] if before < room else []


def _render_reason(texts: VerdictTexts, room: int) -> list[Row]:
    """Return what to do or the legal alternatives, and the reason if no line is visible."""
    look, fault = texts.look, texts.found.fault
    assert fault is not None
    parts = [] if texts.found.is_whole else [(texts.why(fault), "error")]
    if fault.legal:
        parts.append((look.word("legal_here", events="  ".join(fault.legal)), "dim"))
    elif fault.hint is not None:
        parts.append((fault.hint.text(look.language), "dim"))
    return [row for whole, role in parts for row in wrap_text(look, whole, room, role, LABEL)]


def _render_hidden_fault(texts: VerdictTexts, width: int, rows: int) -> list[Row]:
    """Return the fault of a log of which the view shows only a part."""
    look = texts.look
    return [
        render_heading(look, texts.line_title(), width, "error"),
        *_render_reason(texts, width - LABEL - 2),
    ][:rows]


# ---- the keys -------------------------------------------------------------------------------


def render_keys(texts: VerdictTexts, width: int) -> list[Row]:
    """Return the keys of the sides; nothing without keys."""
    look, entries = texts.look, texts.key_rows()
    if not entries:
        return []
    rows = [render_heading(look, look.word("section_keys"), width, "text")]
    names = max(cell_len(texts.short_player(side)) for side, _, _ in entries) + 4
    for side, key, signed in entries:
        role = find_role(texts.narrator.spec.sides if texts.narrator else (), side)
        row = Row(look).add("  ").add(texts.short_player(side), role, "b").pad_to(names).add(key)
        if row.width + cell_len(signed) + 3 <= width:
            rows.append(row.add(f"  {signed}", "dim"))
            continue
        rows += [row, Row(look).add("    ").add(look.clip(signed, width - 5), "dim")]
    return rows + wrap_text(look, look.word("key_holder"), width - 3, "faint", 2)


# ---- the signatures -------------------------------------------------------------------------


def render_foot(texts: VerdictTexts, width: int, rows: int) -> list[Row]:
    """Return a row for each side with a key, and one for the chain or the rules, over all lines."""
    look, verdict = texts.look, texts.verdict
    if rows < 3 or not verdict.lines:
        return []
    span = look.word("foot_lines", n=verdict.lines)
    found = [render_heading(look, look.word("section_signatures"), width, "text", span)]
    labels = [texts.sides.name(side) for side in verdict.keys]
    start = max([LABEL, *(cell_len(label) + 3 for label in labels)])
    line = _LineScale(start, width - start - 2, verdict.lines)
    found.append(_render_turns(texts, line))
    marks = texts.found.list_marks()
    for at, side in enumerate(verdict.keys):
        role = find_role(texts.narrator.spec.sides if texts.narrator else (), side)
        row = Row(look).add(" ").add(look.clip(labels[at], start - 2), role, "b").pad_to(start)
        own = [mark for mark in marks if mark.side == side]
        through = max((mark.line for mark in own if mark.status != "invalid"), default=0)
        found.append(line.draw(row, look, role, through, own))
    fault_line = texts.found.fault.line if texts.found.fault else 0
    if verdict.chain in ("valid", "broken"):
        row = Row(look).add(" ").add(look.clip(look.word("foot_chain"), start - 2), "dim")
        end = verdict.chain_through
        fault = end + 1 if verdict.chain == "broken" or fault_line == end + 1 else 0
        found.append(line.draw(row.pad_to(start), look, "good", end, (), fault))
    if verdict.chain not in ("valid", "broken") or (
        fault_line and fault_line != verdict.chain_through + 1
    ):
        row = Row(look).add(" ").add(look.clip(look.word("foot_rules"), start - 2), "dim")
        end = 0 if texts.found.rules is None else verdict.valid_line
        gaps = [gap.line for gap in verdict.gaps]
        found.append(line.draw(row.pad_to(start), look, "good", end, (), fault_line, gaps))
    if len(found) + 1 <= rows:
        found.append(_render_legend(look, marks, bool(verdict.gaps), width))
    return found[:rows]


def find_seal_sign(look: Look, status: str) -> tuple[str, str]:
    """Return the sign of a seal and its role."""
    signs = {"valid": (look.signs.good, "good"), "unchecked": ("?", "note")}
    return signs.get(status, (look.signs.bad, "error"))


class _LineScale(NamedTuple):
    """The scale from the lines of a file to columns."""

    start: int
    size: int
    lines: int

    def column(self, line: int) -> int:
        """Return the column of a line, from the start of the scale."""
        return min(line * (self.size - 1) // max(self.lines, 1), self.size - 1)

    def draw(
        self, row: Row, look: Look, role: str, through: int, marks: Sequence[SealMark],
        fault: int = 0, gaps: Sequence[int] = (),
    ) -> Row:  # fmt: skip
        """Draw a line that is proven up to some line of the file, with the marks of seals on it.

        Args:
            row: The row with the label.
            look: The look.
            role: The role of the colour.
            through: The last line that is proven.
            marks: The seals.
            fault: The line of the fault; 0 if there is none.
            gaps: The lines of stated positions that leave a gap.

        Returns:
            The row.
        """
        end = self.column(through) if through else -1
        signs = {self.column(mark.line): find_seal_sign(look, mark.status) for mark in marks}
        signs |= {self.column(line): (look.signs.gap, "note") for line in gaps}
        label = ""
        if fault:
            at = min(max(self.column(fault), end + 1), self.size - 1)
            signs[at] = (look.signs.bad, "error")
            label = f"{look.signs.level} {look.word('line_at', line=fault)} "
            if at + 1 + cell_len(label) > self.size:
                label = ""
        x = 0
        while x < self.size:
            if x in signs:
                sign, colour = signs[x]
                row.add(sign, colour, "b")
                if colour == "error" and label:
                    row.add(label, "error", "b")
                    x += cell_len(label)
            elif x <= end:
                row.add(look.signs.past, role)
            else:
                row.add(look.signs.level, "line")
            x += 1
        return row


def _render_turns(texts: VerdictTexts, line: _LineScale) -> Row:
    """Return the row with the starts of the turns."""
    look = texts.look
    row = Row(look).add(" ").add(look.clip(look.word("foot_turn"), line.start - 2), "dim")
    row.pad_to(line.start)
    proven = texts.verdict.valid_line
    for each in texts.found.rows:
        if each.turn:
            column = line.start + line.column(each.line)
            label = f"T{each.turn}"
            if column > row.width - (row.width == line.start) and column + len(label) < (
                line.start + line.size
            ):
                row.pad_to(column).add(label, "text" if each.line <= proven else "dim", "b")
    return row


def _render_legend(look: Look, marks: Sequence[SealMark], has_gaps: bool, width: int) -> Row:
    row = Row(look).add("  ")
    for sign, role, word in (
        (look.signs.gap, "note", "legend_gap"), (look.signs.good, "good", "legend_valid"),
        (look.signs.bad, "error", "legend_invalid"),
        (look.signs.past, "text", "legend_proven"), (look.signs.level, "dim", "legend_open"),
        ("?", "note", "legend_unchecked"),
    ):  # fmt: skip
        if sign == "?" and all(mark.status != "unchecked" for mark in marks):
            continue
        if sign == look.signs.gap and not has_gaps:
            continue
        text = look.word(word)
        if row.width + cell_len(text) + 3 < width:
            row.add(sign, role, "b").add(f" {text}   ", "dim")
    return row
