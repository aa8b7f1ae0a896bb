"""The lines below the map of the editor: the check, the row at the cursor, the position text."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from textual.strip import Strip

from senpu.notation.printable import make_printable
from senpu.replay.core.narration import Narrator
from senpu.replay.core.position_drafts import DraftCheck
from senpu.tui.render.reachability import describe_unreachable
from senpu.tui.widgets.painting import Look, PaintedWidget, Row, wrap_cells

SIGN = 3
"""The columns before a text."""
UNREACHABLE = "?"
"""The sign of a legal position that no game reaches."""
WITH_TEXT = 4
"""The rows from which the position text is shown."""


class DraftStatus(PaintedWidget):
    """The result of the check with its reason, then what is being chosen, then the text."""

    def __init__(self, look: Look, narrator: Narrator) -> None:
        super().__init__(look, "sentences")
        self.narrator = narrator
        self.check = DraftCheck("")
        self.label = ""
        self._pending = ""

    def present(self, check: DraftCheck, label: str, narrator: Narrator) -> None:
        """Show the check of a draft, and the name of the field or place with the fault."""
        self.check, self.label, self.narrator = check, label, narrator
        self.repaint()

    def show_pending(self, sentence: str) -> None:
        """Show what is being chosen; nothing if it is empty."""
        if sentence != self._pending:
            self._pending = sentence
            self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the lines."""
        look, room = self.look, width - SIGN - 1
        if height <= 0 or room < 4:
            return []
        sign, role, text, hint = self._describe()
        kept = bool(self._pending) + (height >= WITH_TEXT)
        most = max(height - kept, 1)
        texts = look.wrap(text, room, most)
        left = height - len(texts) - (height >= WITH_TEXT)
        pending = look.wrap(self._pending, room, max(min(left, 2), 0)) if self._pending else []
        rows = [Row(look).add("   ").add(text, role) for text in texts]
        rows[0] = Row(look).add(f" {sign} ", role, "b").add(texts[0], role)
        hints = wrap_cells(hint, room) if hint else []
        if len(hints) <= left - len(pending):
            rows += [Row(look).add("   ").add(text, "dim") for text in hints]
        rows += [Row(look).add("   ").add(text) for text in pending]
        rows = rows[:height]
        if height >= WITH_TEXT:
            rows += [Row(look)] * (height > WITH_TEXT and height - len(rows) > 1)
            rows += self._render_text(width, height - len(rows))
        return [row.strip(width) for row in rows[:height]]

    def _describe(self) -> tuple[str, str, str, str]:
        """Return the sign, the role and the text of the result of the check, and a hint."""
        look, check = self.look, self.check
        if check.error is not None:
            text, hint = check.error.message.text(look.language), check.error.hint
            text = f"{self.label}{look.word('colon')}{text}" if self.label else text
            accepted = hint.text(look.language) if hint is not None and hint.fields else ""
            return look.signs.bad, "error", text, accepted
        if check.unreachable:
            text = describe_unreachable(check.unreachable, self.narrator)
            return UNREACHABLE, "note", text, ""
        return look.signs.good, "good", look.word("draft_legal"), ""

    def _render_text(self, width: int, most: int) -> Sequence[Row]:
        """Return the position text with its number of characters, in some rows."""
        look, text = self.look, make_printable(self.check.text)
        if most <= 0:
            return []
        count = look.word("draft_length", n=len(text))
        room = width - SIGN - 1
        lines = look.wrap(text, room, most)
        rows = [Row(look).add("   ").add(line, "faint") for line in lines]
        if most > len(rows):
            rows.append(Row(look).add("   ").add(count, "dim"))
        elif cell_len(lines[-1]) > room - cell_len(count) - 2:
            clipped = look.clip(lines[-1], room - cell_len(count) - 2)
            rows[-1] = Row(look).add("   ").add(clipped, "faint")
            rows[-1].pad_to(width - 1 - cell_len(count)).add(count, "dim")
        return rows
