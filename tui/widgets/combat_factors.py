"""The factors of both sides in the panel of a combat, with their totals and rule numbers."""

from collections.abc import Callable, Iterator, Sequence

from rich.cells import cell_len

from senpu.replay.core.narration import Narrator
from senpu.tui.boards.combat_account import AccountLine, AccountSide, CombatAccount, is_table
from senpu.tui.boards.scene import find_side
from senpu.tui.widgets.hex_legend import add_counter
from senpu.tui.widgets.painting import Look, Row
from senpu.tui.widgets.panels import measure_labels

ROOMY = 44
"""Minimum columns for rule numbers and for gaps after the labels."""
NARROW, DOUBLE = 34, 52
"""Minimum columns for both sides next to each other: if short of rows, and always."""


class FactorPainter:
    """Writes the factors of an account in rows of a width."""

    def __init__(self, account: CombatAccount, narrator: Narrator, look: Look, width: int) -> None:
        self.account, self.narrator, self.look, self.width = account, narrator, look, width
        self.odds, self.roomy, self.end = account.odds, width >= ROOMY, width - 1

    def rows(self, height: int) -> list[Row]:
        """Return the factors: both sides next to each other if wide, else one below the other."""
        sides = self.account.sides
        if not sides:
            return []
        rest = self._conditions()
        if self.width >= DOUBLE and len(sides) == 2:
            return self._columns(sides) + rest
        blocks = [row for side in sides for row in (self._heading(side), *self._lines(side))]
        full = len(blocks) + len(rest)
        if height and full > height and self.width >= NARROW and len(sides) == 2:
            return self._columns(sides) + rest
        return blocks + rest

    def _conditions(self) -> list[Row]:
        """Return the factors that change the probability and no total."""
        rows = []
        for term in self.odds.terms:
            if not term.side and not term.number:
                row = Row(self.look).add(" ").add(self.narrator.label(term.label), "dim")
                if self.roomy:
                    row.pad_to(self.end - cell_len(term.rule)).add(term.rule, "faint")
                rows.append(row)
        return rows

    def _heading(self, side: AccountSide) -> Row:
        role = f"side{find_side(self.narrator, side.side)}"
        row = Row(self.look).add(f" {self.narrator.side(side.side)}", role, "b")
        total = str(side.total)
        return row.pad_to(self._value_end(self.width) - len(total)).add(total, role, "b")

    def _value_end(self, width: int) -> int:
        """Return the column after the values."""
        rules = [line.rule for side in self.account.sides for line in side.lines]
        room = measure_labels(rules) + 2 if self.roomy else 0
        return width - 1 - room

    def _lines(self, side: AccountSide) -> list[Row]:
        """Return the factors of a side, a row each."""
        look, end, rows = self.look, self._value_end(self.width), []
        details = [self._describe_detail(line) for line in side.lines]
        start = end - 5 - measure_labels(text for text, _ in details)
        tags = measure_labels(self._tag(line) for line in side.lines)
        for line, (detail, role) in zip(side.lines, details, strict=True):
            row = Row(look).add(" ")
            piece = self.account.pieces.get(line.unit)
            if piece is not None and piece.place and piece.strength:
                add_counter(row, piece, self.narrator)
                row.add(" ")
            if tags and not is_table(self.odds):
                row.add(self._tag(line), "dim").pad_to(row.width + tags - cell_len(self._tag(line)))
                row.add("  ")
            name = self._name(line)
            row.add(look.clip(name, max(start - row.width - 1, 2)))
            row.pad_to(start).add(detail, role)
            row.pad_to(end - len(self._value(line))).add(self._value(line))
            if self.roomy:
                row.add("  ").add(line.rule, "faint")
            rows.append(row)
        return rows

    def _tag(self, line: AccountLine) -> str:
        """Return the label of a factor, unless the unit stands for it."""
        own = line.unit in self.account.pieces or bool(self.narrator.name("unit", line.unit))
        if own and (is_table(self.odds) or self.odds.roll == "each"):
            return ""
        if line.label == "support" and self.account.card:
            return self.narrator.card_label(self.account.card, self.odds.attacker)
        return self.narrator.label(line.label)

    def _name(self, line: AccountLine) -> str:
        """Return the unit, the units or the place of a factor; in tables also its label."""
        narrator = self.narrator
        if line.unit in self.account.pieces or narrator.name("unit", line.unit):
            return narrator.unit(line.unit)
        label = self._tag(line) if is_table(self.odds) else ""
        unit = line.unit.replace("+", " ") if "+" in line.unit else line.unit
        return " ".join(filter(None, (label, unit)))

    def _describe_detail(self, line: AccountLine) -> tuple[str, str]:
        """Return the fate of a unit, its dice or its place, with the colour."""
        if line.pips and self.odds.roll == "each":
            hits = any(pip <= line.value for pip in line.pips)
            return " ".join(map(str, line.pips)), "now" if hits else "dim"
        if fate := self.account.fates.get(line.unit):
            return self.look.word(f"combat_is_{fate}"), "error" if fate == "lost" else "note"
        piece = self.account.pieces.get(line.unit)
        return (piece.place, "dim") if piece else ("", "dim")

    def _value(self, line: AccountLine) -> str:
        return str(line.value)

    def _columns(self, sides: Sequence[AccountSide]) -> list[Row]:
        """Return the factors of both sides next to each other, the rules once at the right."""
        look, one, other = self.look, sides[0].lines, sides[1].lines
        pairs = list(pair_lines(one, other, self._tag))
        rules = [
            " ".join(dict.fromkeys(line.rule for line in pair if line is not None))
            for pair in pairs
        ]
        rules = rules if self.roomy else [""] * len(rules)
        room = self.width - 2 - measure_labels(rules) - 3 * self.roomy
        half = (room - 3) // 2
        head = Row(look).add(" ")
        for at, side in enumerate(sides):
            role, total = f"side{find_side(self.narrator, side.side)}", str(side.total)
            cell = Row(look).add(self.narrator.side(side.side), role, "b")
            head.join(cell.pad_to(half - len(total)).add(total, role, "b"), half)
            head.add("   " if not at else "")
        rows = [head]
        tags = [measure_labels(self._tag(line) for line in side.lines) for side in sides]
        for pair, rule in zip(pairs, rules, strict=True):
            row = Row(look).add(" ")
            for at, line in enumerate(pair):
                row.join(self._cell(line, half, tags[at]), half).add("   " if not at else "")
            rows.append(row.pad_to(self.end - cell_len(rule)).add(rule, "faint"))
        return rows

    def _cell(self, line: AccountLine | None, width: int, tags: int) -> Row:
        """Return a factor in half of the panel."""
        row = Row(self.look)
        if line is None:
            return row
        value, (detail, role) = self._value(line), self._describe_detail(line)
        room = width - len(value) - 1
        if tag := self._tag(line):
            row.add(self.look.clip(tag, room), "dim").pad_to(min(tags, room) + 1)
        own = line.unit in self.account.pieces
        name = line.unit.replace("+", " ")
        full = self.narrator.unit(line.unit) if own else name
        tail = cell_len(detail) + 1 if detail else 0
        name = full if row.width + cell_len(full) + tail <= room else name
        row.add(self.look.clip(name, max(room - row.width - tail, 2)))
        row.add(f" {detail}" if detail and row.width + tail <= room else "", role)
        return row.pad_to(width - len(value)).add(value)


def pair_lines(
    one: Sequence[AccountLine], other: Sequence[AccountLine], tag: Callable[[AccountLine], str]
) -> Iterator[tuple[AccountLine | None, AccountLine | None]]:
    """Yield the factors of both sides in pairs, those with the same label together."""
    left, right = list(one), list(other)
    while left or right:
        first = left[0] if left else None
        second = right[0] if right else None
        if first and second and tag(first) != tag(second):
            if tag(first) in map(tag, right[1:]):
                first = None
            elif tag(second) in map(tag, left[1:]):
                second = None
        del left[: first is not None], right[: second is not None]
        yield first, second
