"""The page of keys, mouse and signs; it scrolls if it is longer than the screen."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import BindingType
from textual.strip import Strip

from senpu.tui.keys import NOTE_ENTRY, RECORDING, Key, list_actions
from senpu.tui.library.filters import FIELDS
from senpu.tui.screens.base import PartedScreen
from senpu.tui.widgets.event_list import DATED
from senpu.tui.widgets.note_panel import BOOKMARK
from senpu.tui.widgets.painting import Look, Row, wrap_cells
from senpu.tui.widgets.panels import ScrolledWidget
from senpu.tui.widgets.timeline import CARD, PLAIN_CARD, TAKEN

LINES = {"down": 1, "up": -1}
PAGES = {
    "pagedown": 1, "space": 1, "right_curly_bracket": 1, "end": 1000,
    "pageup": -1, "left_curly_bracket": -1, "home": -1000,
}  # fmt: skip
MOUSE = (
    "mouse_list", "mouse_notes", "mouse_track", "mouse_map", "mouse_view", "mouse_record",
    "mouse_keys",
)  # fmt: skip
MOUSE_ON_TWO = ("mouse_list", "mouse_wheel", "mouse_map", "mouse_keys")
"""The mouse commands of two logs side by side."""
CLOSES = ("escape", "q")


class HelpPage(ScrolledWidget):
    """The help page, in two columns if there is room."""

    def __init__(
        self, look: Look, keys: tuple[Key, ...], letters: Sequence[str], now: tuple[Key, ...]
    ) -> None:
        super().__init__(look, "page")
        self.keys = keys
        self.letters = letters
        """The letters of the sides, as on the timeline."""
        self.now = now
        """The keys that take precedence during an entry."""

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Yield the rows of the page."""
        look = self.look
        keys, rest = list(self._keys()), list(self._rest())
        own = list(self._list_key_names(width))
        if width >= 116 and rest:
            half = width // 2
            rows = []
            for at in range(max(len(keys), len(rest))):
                row = Row(look).join(keys[at] if at < len(keys) else Row(look), half)
                rows.append(row.join(rest[at] if at < len(rest) else Row(look), width - half))
        else:
            rows = [*keys, *([Row(look), *rest] if rest else [])]
        rows += own
        hidden = max(len(rows) - height + 1, 0)
        self.top = max(min(self.top, hidden), 0)
        shown = rows[self.top : self.top + height - 1]
        strips = [row.strip(width) for row in shown]
        strips += [Row(look).strip(width)] * (height - 1 - len(strips))
        return [*strips, self._foot(hidden, width).strip(width)]

    def _foot(self, hidden: int, width: int) -> Row:
        """Return the last row: keys for scrolling and closing, and the number of hidden rows."""
        look = self.look
        row = Row(look, "panel").add(f" {look.word('help_foot')}", "dim")
        if not hidden:
            return row
        below = look.word("more", n=hidden - self.top) if hidden > self.top else ""
        for name in ("help_scroll", "help_scroll_brief"):
            caption = f"   {look.word(name)}"
            if row.width + cell_len(caption) + cell_len(below) + 3 <= width:
                row.add(caption, "dim")
                break
        return row.pad_to(width - cell_len(below) - 1).add(below, "now")

    def _keys(self) -> Iterator[Row]:
        look = self.look
        parts = [("keys_title", self.keys)]
        if self._playing:
            more = [("record_title", RECORDING), ("noting_title", NOTE_ENTRY)]
            parts = sorted([*parts, *more], key=lambda part: part[1] is not self.now)
        for at, (title, keys) in enumerate(parts):
            if at:
                yield Row(look)
            yield Row(look).add(" ").add(look.word(title), how="b")
            for key in keys:
                row = (
                    Row(look).add("   ").add(look.keyboard.format_keys(key), "now", "b").pad_to(15)
                )
                row.add(" ").add(look.word(f"help_{key.word}"))
                also = look.keyboard.list_further_keys(key)
                yield row.add(look.word("also_keys", keys=also) if also else "", "dim")

    @property
    def _playing(self) -> bool:
        """Return whether the page explains a player."""
        return self._has("record")

    def _has(self, word: str) -> bool:
        return any(key.word == word for key in self.keys)

    def _fields(self) -> Iterator[Row]:
        """Yield the fields of the filter."""
        look = self.look
        yield Row(look).add(" ").add(look.word("filter_title"), how="b")
        for name in FIELDS:
            row = Row(look).add("   ").add(f"{name}:", "now", "b").pad_to(15)
            yield row.add(" ").add(look.word(f"field_{name}"))
        yield (
            Row(look)
            .add("   ")
            .add("-", "now", "b")
            .pad_to(15)
            .add(" ")
            .add(look.word("field_not"))
        )

    def _list_key_names(self, width: int) -> Iterator[Row]:
        """Yield the names under which keys can be rebound."""
        look = self.look
        yield Row(look)
        yield Row(look).add(" ").add(look.word("own_title"), how="b")
        tables = (self.keys, *((RECORDING, NOTE_ENTRY) if self._playing else ()))
        names = dict.fromkeys(key.action for keys in tables for key in keys if key.bound)
        for text, role in ((look.word("own_help"), "text"), (", ".join(names), "now")):
            yield from (Row(look).add(f"   {line}", role) for line in wrap_cells(text, width - 4))

    def _columns(self) -> Iterator[Row]:
        """Yield the columns of the opening book."""
        look = self.look
        yield Row(look).add(" ").add(look.word("book_columns"), how="b")
        for name in ("here", "all", "won", "interval", "odds"):
            caption = look.word(f"book_{name}" if name != "won" else "book_won_any")
            row = Row(look).add("   ").add(caption, "now", "b").pad_to(15)
            yield row.add(" ").add(look.word(f"help_book_{name}"))

    def _rest(self) -> Iterator[Row]:
        look, signs = self.look, self.look.signs
        if self._has("rule_set"):
            yield from self._columns()
        if self._has("filter"):
            yield from self._fields()
        mouse = MOUSE if self._playing else MOUSE_ON_TWO if self._has("fork") else ()
        if mouse:
            yield Row(look).add(" ").add(look.word("mouse_title"), how="b")
        for name in mouse:
            yield Row(look).add("   ").add(look.word(name))
        if not self._playing:
            return
        yield Row(look)
        yield Row(look).add(" ").add(look.word("marks_title"), how="b")
        for sign, name in (
            (" ".join(signs.solid), "marks_move"),
            (" ".join(dict.fromkeys(signs.hollow)), "marks_retreat"),
            (signs.strikes, "marks_strike"),
            (signs.weaker, "marks_reduced"),
            (signs.lost, "marks_eliminated"),
            (signs.striped, "marks_stripe"),
            (f"{signs.full} {signs.spent}", "marks_points"),
            (signs.comment, "marks_comment"),
            (f"( {BOOKMARK} {DATED}", "marks_variation"),
            (f"{signs.dashes[0]}{signs.solid[1]} {signs.dashes[1]}", "marks_noted"),
            (signs.solid[2], "marks_offered"),
        ):
            row = Row(look).add("   ").add(sign, "now", "b")
            yield row.pad_to(max(15, cell_len(sign) + 4)).add(" ").add(look.word(name))
        if self.letters:
            yield Row(look)
            yield Row(look).add(" ").add(look.word("line_title"), how="b")
            for signs_, name in (
                ([letter.lower() for letter in self.letters], "line_step"),
                (self.letters, "line_unit"),
            ):
                row = Row(look).add("  ")
                for at, letter in enumerate(signs_):
                    row.add(" ").add(letter, f"side{at}", "b" if letter.isupper() else "")
                yield row.pad_to(15).add(" ").add(look.word(name))
            row = Row(look).add("   ").add("3", "now", "b").add(" .. ").add("9", "now", "b")
            yield row.pad_to(15).add(" ").add(look.word("line_several"))
            levels = look.signs.levels
            row = Row(look).add("   ").add(f"{levels[0]} {levels[-1]}", "side0").pad_to(15)
            yield row.add(" ").add(look.word("line_chances"))
            if self._has("zones"):
                card = PLAIN_CARD if signs.cursor == CARD else CARD
                row = Row(look).add("   ").add(TAKEN, "side0", "b").add(f" {card}", "side0")
                yield row.pad_to(15).add(" ").add(look.word("line_signs"))


class HelpScreen(PartedScreen):
    """A screen that explains the screen below it."""

    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(
        self,
        look: Look,
        keys: tuple[Key, ...],
        letters: Sequence[str] = (),
        now: tuple[Key, ...] = (),
    ) -> None:
        super().__init__(look)
        self.page = HelpPage(look, keys, letters, now)

    def list_widgets(self) -> tuple[HelpPage]:
        """Return the widgets of the screen."""
        return (self.page,)

    @property
    def _help(self) -> tuple[tuple[str, ...], ...]:
        """The keys that open the page; they also close it."""
        return self.look.keyboard.find_bindings(list_actions()["help"])

    def on_key(self, event: events.Key) -> None:
        """Scroll or close the page."""
        page, key = self.page, event.key
        if key in LINES:
            page.scroll_rows(LINES[key])
        elif key in PAGES:
            page.scroll_rows(PAGES[key] * max(page.size.height - 2, 1))
        elif key in CLOSES or key in (name for names in self._help for name in names):
            self.app.pop_screen()
        else:
            return
        event.stop()

    def on_click(self, event: events.Click) -> None:
        """Close the page."""
        event.stop()
        self.app.pop_screen()
