"""The page of keys, commands and signs, by task; the task you are in is lit."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import BindingType
from textual.strip import Strip

from senpu.tui.keys import Key, list_actions
from senpu.tui.library.filters import FIELDS
from senpu.tui.palette_commands import GROUPS, OfferedCommand
from senpu.tui.screens.base import PartedScreen
from senpu.tui.screens.help_columns import HelpBlock, Page, arrange_pages
from senpu.tui.screens.palette import describe_command, describe_group
from senpu.tui.widgets.area_legend import list_event_signs
from senpu.tui.widgets.note_texts import BOOKMARK
from senpu.tui.widgets.painting import Look, PaintedWidget, Row, wrap_cells
from senpu.tui.widgets.panels import join_columns
from senpu.tui.widgets.reading_pane import DRAWN
from senpu.tui.widgets.timeline import CARD, PLAIN_CARD, TAKEN

NEXT = ("pagedown", "space", "down", "right", "right_curly_bracket")
BEFORE = ("pageup", "backspace", "up", "left", "left_curly_bracket")
CLOSES = ("escape", "q")

KEY_CELLS = 12
"""The cells of the keys in a column."""
WIDE, MIDDLE = 150, 78
"""The widths from which the page has three columns, and two."""
SIGN_CELLS = {1: 5, 2: 5, 3: 9}
"""The cells of the signs, by the number of columns of the page."""


class HelpPage(PaintedWidget):
    """The help page: one screen of columns, or several."""

    def __init__(
        self, look: Look, keys: tuple[Key, ...], letters: Sequence[str], task: str,
        commands: Sequence[OfferedCommand],
    ) -> None:  # fmt: skip
        super().__init__(look, "page")
        self.keys = keys
        self.letters = letters
        """The letters of the sides, as on the timeline."""
        self.lit = task
        """The group of keys that is lit."""
        self.commands = [each for each in commands if each.key is None]
        self.number = 0
        """The number of the visible screen, from 0."""
        self.count = 1
        """The number of screens."""

    def turn(self, by: int) -> None:
        """Show another screen of the page."""
        self.number = max(0, min(self.number + by, self.count - 1))
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Yield the rows of the page."""
        pages = self._arrange(width, height - 1)
        self.count = len(pages)
        self.number = min(self.number, self.count - 1)
        rows = [self._title(width), *pages[self.number].render(self.look, width)]
        return [row.strip(width) for row in rows[:height]]

    def _title(self, width: int) -> Row:
        """Return the first row: the title, the number of the screen, and the key that closes."""
        look = self.look
        row = Row(look, "panel").add(" ").add(look.word("keys_title"), how="b")
        many = look.word("help_page", n=self.number + 1, of=self.count) if self.count > 1 else ""
        close, label = look.word("help_close_key"), look.word("key_back")
        end = width - cell_len(close) - cell_len(label) - 2
        if row.width + cell_len(many) + 3 <= end:
            caption = look.word("help_by_task")
            if row.width + cell_len(caption) + cell_len(many) + 6 <= end:
                row.add(f"   {caption}", "dim")
            row.pad_to(end - cell_len(many) - 3).add(many, "now")
        return row.pad_to(end).add(close, "now", "b").add(f" {label}", "dim")

    def _arrange(self, width: int, height: int) -> list[Page]:
        """Return the screens of the page."""
        columns = 3 if width >= WIDE else 2 if width >= MIDDLE else 1
        each = width // columns
        blocks = [self._block(task, keys, each) for task, keys in self._group_keys()]
        blocks += self._list_fields(each)
        commands, signs = self._list_commands(columns, width), self._list_signs(columns, width)
        if columns < 3 and commands:
            blocks.append(commands)
            commands = HelpBlock()
        tail = [block for block in (commands, signs) if block.rows]
        if columns == 1:
            blocks, tail = [*blocks, *tail], []
        return arrange_pages(blocks, tail, columns, max(height, 1))

    def _group_keys(self) -> Iterator[tuple[str, list[Key]]]:
        """Yield each group of keys, `program` last; of keys with the same word only the last."""
        groups: dict[str, dict[str, Key]] = {}
        for key in self.keys:
            groups.setdefault(key.task, {})[key.word] = key
        last = groups.pop("program", {})
        for task, found in (*groups.items(), ("program", last)):
            yield task, list(found.values())

    def _heading(self, title: str, width: int, lit: bool = False) -> Row:
        look = self.look
        row = Row(look).add(f" {look.signs.level} ", "line")
        if lit:
            start, end = "[]" if look.colourless else "  "
            row.add(f"{start}{title}{end}", "background", "b", on="now")
        else:
            row.add(title, how="b")
        return row.add(" ").rule(width - 2)

    def _describe(
        self, name: str, text: str, width: int, cells: int, role: str = "now"
    ) -> list[Row]:
        """Return a name and its text, wrapped, as rows of a column."""
        first, *more = wrap_cells(text, max(width - cells - 3, 8)) or [""]
        start = Row(self.look).add("  ").add(name, role, "b").pad_to(cells + 2)
        return [start.add(" ").add(first), *(
            Row(self.look).add(" " * (cells + 3)).add(row) for row in more
        )]  # fmt: skip

    def _block(self, task: str, keys: list[Key], width: int) -> HelpBlock:
        look = self.look
        title = look.word("group_program" if task == "program" else f"task_{task}")
        rows = [self._heading(title, width, task == self.lit)]
        for key in keys:
            text = look.word(f"help_{key.word}")
            also = look.keyboard.list_further_keys(key)
            caption = look.word("also_keys", keys=also) if also else ""
            if cell_len(text) + cell_len(caption) <= width - KEY_CELLS - 3:
                text += caption
            name = look.name_keys(key)
            rows += self._describe(name, text, width, KEY_CELLS)
        return HelpBlock(rows)

    def _list_fields(self, width: int) -> list[HelpBlock]:
        """Return the fields of the filter of the library, or the columns of the opening book."""
        look, rows = self.look, list[tuple[str, str]]()
        if self._has("filter"):
            title = "filter_title"
            rows = [(f"{name}:", look.word(f"field_{name}")) for name in FIELDS]
            rows.append(("-", look.word("field_not")))
        elif self._has("rule_set"):
            title = "book_columns"
            for name in ("here", "all", "won", "interval", "odds"):
                caption = look.word(f"book_{name}" if name != "won" else "book_won_any")
                rows.append((caption, look.word(f"help_book_{name}")))
            rows.append((look.word("value_column"), look.word("help_value_column")))
        else:
            return []
        found = [self._heading(look.word(title), width)]
        for name, text in rows:
            found += self._describe(name, text, width, KEY_CELLS)
        return [HelpBlock(found)]

    def _has(self, word: str) -> bool:
        return any(key.word == word for key in self.keys)

    def _list_commands(self, columns: int, width: int) -> HelpBlock:
        """Return the commands of the palette without a key: a column or a row per group."""
        look = self.look
        groups: dict[str, list[OfferedCommand]] = {}
        for each in self.commands:
            if each.group in GROUPS[:-1]:
                groups.setdefault(describe_group(each, look), []).append(each)
        if not groups:
            return HelpBlock()
        title = look.word("help_commands_title")
        each_width = width // columns
        if columns < 3:
            rows = [self._heading(title, each_width)]
            for group, commands in groups.items():
                names = look.word("and").join(describe_command(each, look)[0] for each in commands)
                rows += self._describe(group, names, each_width, KEY_CELLS, "dim")
            return HelpBlock(rows)
        rows = [self._heading(title, width)]
        cells = max(cell_len(describe_command(each, look)[0]) for each in self.commands)
        parts = []
        for group, commands in groups.items():
            column = [Row(look).add("  ").add(group, "dim", "b")]
            for each in commands:
                name, _, text = describe_command(each, look)
                column += self._describe(name, text, each_width, cells + 1, "text")
            parts.append(column)
        return HelpBlock(rows + join_columns(look, parts, [each_width] * len(parts)))

    def _list_signs(self, columns: int, width: int) -> HelpBlock:
        """Return the signs of the player, and the commands of the mouse."""
        if not self._has("step"):
            return HelpBlock()
        look, across = self.look, {1: 1, 2: 4, 3: 4}[columns]
        each = width // across
        found: list[Row] = []
        for parts, name in self._name_signs() if self._has("record") else ():
            row = Row(look).add("  ")
            for text, role in parts:
                row.add(text, role, "b")
            row.pad_to(SIGN_CELLS[columns] + 1).add(" ").add(look.word(name))
            found.append(row)
        down = -(-len(found) // across)
        columns_of = [found[at : at + down] for at in range(0, len(found), down or 1)]
        rows = join_columns(look, columns_of, [each] * len(columns_of))
        if rows:
            rows.insert(0, self._heading(look.word("marks_title"), width))
        mouse = look.word("help_mouse" if self._has("record") else "help_mouse_of_two")
        for line in self._describe(look.word("mouse_title"), mouse, width, 7, "dim"):
            rows.append(line)
        return HelpBlock(rows)

    def _name_signs(self) -> Iterator[tuple[list[tuple[str, str]], str]]:
        """Yield each sign, in parts with roles, and the id of its text."""
        signs = self.look.signs
        for sign, name in (
            *list_event_signs(signs),
            (signs.gap, "marks_gap_brief"),
            (f"{signs.full}{signs.spent}", "marks_points"),
            (signs.solid[2], "marks_offered"),
            (signs.comment, "marks_comment"),
            ("(", "marks_variation"),
            (BOOKMARK, "marks_bookmark"),
            (DRAWN, "marks_drawn"),
            (f"{signs.dashes[0]}{signs.solid[1]}", "marks_noted"),
        ):
            yield [(sign, "now")], name
        for each, name in ((str.lower, "line_step"), (str.upper, "line_unit")):
            if self.letters:
                yield [(each(sign), f"side{at}") for at, sign in enumerate(self.letters)], name
        if self.letters:
            yield [(f"{self.letters[0]}{signs.good}", "side0")], "marks_seal"
        yield [("3..9", "now")], "line_several"
        yield [("".join(signs.swings), "now")], "line_swings"
        if self._has("zones"):
            card = PLAIN_CARD if signs.cursor == CARD else CARD
            yield [(f"{TAKEN} {card}", "side0")], "line_signs"


class HelpScreen(PartedScreen):
    """A screen that explains the screen below it."""

    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(
        self,
        look: Look,
        keys: tuple[Key, ...],
        letters: Sequence[str] = (),
        task: str = "",
        commands: Sequence[OfferedCommand] = (),
    ) -> None:
        super().__init__(look)
        self.page = HelpPage(look, keys, letters, task, commands)

    def list_widgets(self) -> tuple[HelpPage]:
        """Return the widgets of the screen."""
        return (self.page,)

    @property
    def _help(self) -> tuple[tuple[str, ...], ...]:
        """The keys that open the page; they also close it."""
        return self.look.keyboard.find_bindings(list_actions()["help"])

    def on_key(self, event: events.Key) -> None:
        """Turn or close the page."""
        page, key = self.page, event.key
        if key in NEXT:
            page.turn(1)
        elif key in BEFORE:
            page.turn(-1)
        elif key in ("home", "end"):
            page.turn(page.count if key == "end" else -page.count)
        elif key in CLOSES or key in (name for names in self._help for name in names):
            self.app.pop_screen()
        else:
            return
        event.stop()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Show the next screen of the page."""
        event.stop()
        self.page.turn(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Show the previous screen of the page."""
        event.stop()
        self.page.turn(-1)

    def on_click(self, event: events.Click) -> None:
        """Close the page."""
        event.stop()
        self.app.pop_screen()
