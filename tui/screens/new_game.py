"""The form for a new game: rule set, options, players, file; then recording starts.

It writes only the header, as `senpu new` does. If the game starts from a position, the editor of
positions opens first.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from rich.cells import cell_len
from textual.binding import BindingType
from textual.geometry import Region, Size

from senpu.notation.faults import Error
from senpu.notation.printable import make_printable
from senpu.replay.core.registry import (
    GAMES,
    DataSet,
    UnknownDataError,
    find_own_sets,
    get_registration,
    list_rule_sets,
    list_shipped_sets,
    open_rules,
)
from senpu.replay.core.rules import AnyRules
from senpu.replay.recording.new_logs import create_log
from senpu.spec.data import PROVENANCES
from senpu.spec.game_file import Edition
from senpu.spec.loader import read_folder
from senpu.spec.names import find_name
from senpu.tui.keys import CHOOSER, NEW_GAME, make_bindings
from senpu.tui.render.data_sets import name_values
from senpu.tui.screens.arrangement import add_prompt
from senpu.tui.screens.base import KeyedScreen
from senpu.tui.screens.file_access import find_free_name
from senpu.tui.screens.input_lines import InputLine, open_line
from senpu.tui.widgets.bars import HeaderPart
from senpu.tui.widgets.chooser import Chooser, ChooserEntry, ChooserPage
from senpu.tui.widgets.painting import Look, PaintedWidget, Row, wrap_text

CHOSEN_BY = frozenset(key.word for key in CHOOSER)
"""The keys of the chooser, which has them itself."""
DIGITS = 12
"""The shown digits of a digest."""
VALUE = 16
"""The column of the values in wide terminals."""


def _drop_hidden(found: Iterable[DataSet]) -> Iterator[DataSet]:
    """Yield the user's data sets, each digest once: a log finds the first file with it."""
    known: set[str] = set()
    for each in found:
        digest = each.values.digest()
        if each.error is not None or digest not in known:
            known |= {digest} if each.error is None else set()
            yield each


def list_built_in_ids() -> list[str]:
    """Return the ids of the rule sets of the program."""
    return [each for each in list_rule_sets() if GAMES[each.partition("/")[0]].library]


class NewGameScreen(KeyedScreen):
    """A form; its last row starts the game. Logs are created in `place` by default."""

    KEYS = NEW_GAME
    FOOTER = "new_game"
    BINDINGS: ClassVar[list[BindingType]] = [
        *make_bindings(tuple(key for key in NEW_GAME if key.word not in CHOSEN_BY))
    ]

    def __init__(self, look: Look, place: Path, edits_start: bool = False) -> None:
        super().__init__(look)
        self.place = place
        self.edits_start = edits_start
        """True if the game starts from a position that is edited first."""
        self.rule_set = list_built_in_ids()[0]
        self.data = 0
        """The number of the chosen data set in `data_sets`."""
        self.options: set[str] = set()
        self.typed: dict[str, str] = {}
        """The typed values by header key; `File` for the file."""
        self.hides_hands = False
        self.chained = False
        self.today = f"{datetime.now(UTC):%Y-%m-%d}"
        self.cursor = 0
        self._labels: list[str] = []
        """The label of each row."""
        self._texts: list[tuple[str, str]] = []
        """The name and the meaning of each option; empty for the other rows."""
        self.line: InputLine | None = None
        self.list = Chooser(look, self)
        self.list.foot = self._render_option

    def list_widgets(self) -> tuple[PaintedWidget, ...]:
        """Return the widgets of the screen."""
        return self.header, self.list, self.footer

    def on_mount(self) -> None:
        """Show the form."""
        self.present()
        self.list.focus()

    @property
    def page(self) -> ChooserPage:
        """The rows of the form."""
        return self.list.page

    # ---- what it says ---------------------------------------------------------------------

    @property
    def edition(self) -> Edition:
        """The edition of the selected rule set."""
        game, _, edition = self.rule_set.partition("/")
        return read_folder(get_registration(game).folder).game.edition[edition]

    @cached_property
    def data_sets(self) -> list[DataSet]:
        """The data sets of the rule set: the default, the shipped ones, the user's files."""
        own = find_own_sets(open_rules(self.rule_set).spec, self.place)
        return [*list_shipped_sets(self.rule_set), *_drop_hidden(own)]

    @property
    def sides(self) -> list[tuple[str, str]]:
        """The header key and the name of each side."""
        path = get_registration(self.rule_set).folder
        language = self.look.language
        return [
            (side.id.capitalize(), find_name(path, language, "side", side.id))
            for side in read_folder(path).game.side
        ]

    @property
    def file(self) -> Path:
        """The path of the new log."""
        if self.typed.get("File"):
            path = Path(self.typed["File"]).expanduser()
            path = path if path.suffix else path.with_suffix(".senpu")
            return path if path.is_absolute() else self.place / path
        return find_free_name(self.place, f"{self.rule_set.partition('/')[0]}-{self.today}")

    def present(self) -> None:
        """Show the form."""
        look = self.look
        self._labels.clear()
        self._texts.clear()
        entries = list(self._entries())
        self.cursor = max(0, min(self.cursor, len(entries) - 1))
        caption = look.word("new_help")
        self.list.present(
            ChooserPage(
                look.word("new_title"),
                entries,
                lambda width, _: wrap_text(look, caption, width, "dim", 1),
                aside=(look.word("new_choose"),),
            ),
            self.cursor,
        )
        self.header.present(
            [
                HeaderPart(look.word("library"), "text", "b", 60),
                HeaderPart(look.word("new_title"), "dim"),
            ],
            [],
        )
        self.show_footer()

    def _entries(self) -> Iterator[ChooserEntry]:
        look, word = self.look, self.look.word
        for ident in list_built_in_ids():
            game, _, name = ident.partition("/")
            title = find_name(get_registration(game).folder, look.language, "title", name)
            chosen = ident == self.rule_set
            yield self._row(word("new_game"), title, ident, chosen, self._choosing(ident))
        for at, data in enumerate(self.data_sets):
            chosen = at == self.data
            yield self._row(
                word("new_data"), name_values(data, look.language), self._describe(data), chosen,
                self._choosing_data(at),
            )  # fmt: skip
        game, _, name = self.rule_set.partition("/")
        for option in self.edition.option:
            text = find_name(
                get_registration(game).folder, look.language, "option", name, option.id
            )
            chosen = option.id in self.options
            yield self._row(word("new_option"), option.id, text, chosen, self._toggling(option.id))
        start = word("new_from_edited" if self.edits_start else "new_from_rules")
        yield self._row(word("new_from"), start, "", None, self._edit_start)
        for key, name in self.sides:
            yield self._row(
                name, self.typed.get(key, ""), word("new_unnamed"), None, self._ask(key)
            )
        yield self._row(
            word("new_event"), self.typed.get("Event", ""), word("new_none"), None,
            self._ask("Event"),
        )  # fmt: skip
        date = self.typed.get("Date", self.today)
        yield self._row(word("new_date"), date, "", None, self._ask("Date"))
        if open_rules(self.rule_set).has_hidden_parts:
            hands = word("new_hands_hidden" if self.hides_hands else "new_hands_open")
            yield self._row(word("new_hands"), hands, "", None, self._hide)
        chain = word("new_chain_tags" if self.chained else "new_none")
        yield self._row(word("new_chain"), chain, "", None, self._chain)
        path = self.file
        shown = path.name if os.path.realpath(path.parent) == os.path.realpath("") else str(path)
        yield self._row(word("new_file"), shown, "", None, self._ask("File"))
        begin = word("new_edit" if self.edits_start else "new_start")
        yield self._row(look.signs.here, begin, "", None, self.start, True)

    def _describe(self, data: DataSet) -> str:
        """Return how many values of a data set are printed, and its digest."""
        if data.error is not None:
            return self.look.word("new_data_invalid")
        counts = data.values.count_by_provenance()
        fields = {"printed": counts[PROVENANCES[0]], "of": sum(counts.values())}
        return self.look.word("new_data_of", digest=data.values.digest()[:DIGITS], **fields)

    def _render_option(self, width: int, height: int) -> list[Row]:
        """Return the text of the row at the cursor, if the row cannot hold it."""
        del height
        name, text = self._texts[self.cursor]
        if VALUE + cell_len(name) + 8 + cell_len(text) <= width:
            return []
        shown = text if cell_len(name) <= width - VALUE - 6 else f"{name}  {text}"
        return wrap_text(self.look, shown, width - 2, "dim", 1)

    def _row(
        self, label: str, value: str, more: str, chosen: bool | None, take: Callable[[], None],
        starts: bool = False,
    ) -> ChooserEntry:  # fmt: skip
        look = self.look
        self._labels.append(label)
        has_text = chosen is not None and label != look.word("new_game")
        self._texts.append((value, more) if has_text else ("", ""))

        def paint(row: Row, until: int) -> None:
            first = row.width
            row.add(look.clip(label, VALUE - 2), "now" if starts else "dim")
            row.pad_to(first + (VALUE if until >= 50 else cell_len(label) + 1))
            if chosen is not None:
                row.add(f"{look.signs.full if chosen else look.signs.spent} ", "now", "b")
            shown = look.clip(make_printable(value), max(until - row.width, 1))
            row.add(shown, "text", "b" if chosen or starts else "")
            room = until - row.width - 2
            if more and room > 4 and (chosen is not None or not value):
                shown = look.clip(more, room)
                row.add("  " if value else "").add(shown, "faint")

        add = None if chosen is None else take
        return ChooserEntry(paint, take, starts, add)

    # ---- what lines do --------------------------------------------------------------------

    def _choosing(self, ident: str) -> Callable[[], None]:
        def take() -> None:
            self.rule_set, self.options, self.hides_hands = ident, set(), False
            self.data = 0
            vars(self).pop("data_sets", None)
            self.present()

        return take

    def _choosing_data(self, at: int) -> Callable[[], None]:
        def take() -> None:
            error = self.data_sets[at].error
            if error is None:
                self.data = at
            else:
                self.status = self.look.word("new_failed", why=self.look.reason(error))
            self.present()

        return take

    def _toggling(self, option: str) -> Callable[[], None]:
        def take() -> None:
            self.options ^= {option}
            self.present()

        return take

    def _hide(self) -> None:
        self.hides_hands = not self.hides_hands
        self.present()

    def _edit_start(self) -> None:
        self.edits_start = not self.edits_start
        self.present()

    def _chain(self) -> None:
        self.chained = not self.chained
        self.present()

    def _ask(self, key: str) -> Callable[[], None]:
        def take() -> None:
            names = dict(self.sides) | {
                "Event": self.look.word("new_event"), "Date": self.look.word("new_date"),
                "File": self.look.word("new_file"),
            }  # fmt: skip
            before = {"File": self.file.name, "Date": self.today}.get(key, "")
            self.footer.label = names[key]
            empty = before or self.look.word("new_none" if key == "Event" else "new_unnamed")
            self.line = InputLine(
                self.typed.get(key, before), empty, lambda text: self._typed(key, text),
                self._close,
            )  # fmt: skip
            open_line(self, self.line)
            self.footer.repaint()

        return take

    def _typed(self, key: str, text: str) -> None:
        self.typed[key] = text.strip()
        self._close()
        self.cursor += 1
        self.present()

    def _close(self) -> None:
        if self.line is not None:
            self.line.remove()
            self.line = None
            self.footer.label = ""
            self.present()
            self.list.focus()

    def start(self) -> None:
        """Create the log, and record it; or open the editor, which creates it."""
        names = [key for key, _ in self.sides]
        fields: dict[str, str | None] = {
            "Event": self.typed.get("Event"),
            "Date": self.typed.get("Date") or self.today,
            **{key: self.typed.get(key) for key in names},
        }
        if self.chained:
            from senpu.replay.recording.sealing import make_chain_fields  # few logs are chained

            fields |= make_chain_fields({})
        order = [option.id for option in self.edition.option if option.id in self.options]
        path = self.file
        try:
            rules = self._open_rules(tuple(order), path)
            if self.edits_start:
                self._edit(rules, path, fields)
                return
            create_log(path, rules, fields)
        except (Error, OSError) as error:
            self.status = self.look.word("new_failed", why=self.look.reason(error))
            self.present()
            return
        self._record(path, rules)

    def _open_rules(self, options: tuple[str, ...], path: Path) -> AnyRules:
        """Return the rules on the chosen data set, as the new log will find them. Raises Error."""
        data = self.data_sets[self.data]
        if not self.data:
            return open_rules(self.rule_set, options)
        try:
            return open_rules(self.rule_set, options, data.values.digest(), path.parent)
        except UnknownDataError:
            raise UnknownDataError("dataElsewhere", path=data.file, folder=path.parent) from None

    def _edit(self, rules: AnyRules, path: Path, fields: dict[str, str | None]) -> None:
        """Open the editor with the start position of the rule set."""
        from senpu.tui.screens.edited_position import EditedPosition
        from senpu.tui.screens.position_editor import PositionEditor

        edited = EditedPosition(rules, rules.start())
        editor = PositionEditor(self.look, edited, self.place, path, fields, self._open_saved)
        self.app.push_screen(editor)

    def _open_saved(self, path: Path) -> None:
        """Close the form, and show the log that was saved in the editor."""
        self.app.pop_screen()
        self.senpu.open_log(path)

    def _record(self, path: Path, rules: AnyRules) -> None:
        """Close the form, and record the new log."""
        self.app.pop_screen()
        self.senpu.open_recording(path, rules.spec.sides[0].id if self.hides_hands else "")

    # ---- keys and mouse -------------------------------------------------------------------

    def pick(self, index: int) -> None:
        """Put the cursor on a row."""
        self.status = ""
        self.cursor = index
        self.present()

    def take(self) -> None:
        """Change the row at the cursor, or start the game."""
        self.status = ""
        if self.line is None:
            self.list.page.entries[self.cursor].take()

    def click(self, index: int) -> None:
        """Change a row by a click."""
        if self.line is None:
            self.pick(index)
            self.take()

    def retrace(self) -> None:
        """Close the form."""
        self.app.pop_screen()

    def next_list(self, way: int) -> None:
        """Go to the first row with the next label, or with the previous one."""
        labels, at = self._labels, self.cursor
        while 0 <= at < len(labels) and labels[at] == labels[self.cursor]:
            at += way
        at = min(max(at, 0), len(labels) - 1)
        self.pick(labels.index(labels[at]))

    def pick_above(self, index: int) -> None:
        """Do nothing: there is one list."""

    def aim(self, across: int, down: int) -> None:
        """Do nothing: there is no map."""

    def action_take(self) -> None:
        """Change the row at the cursor, after a click on the key."""
        self.take()

    def action_add(self) -> None:
        """Add the row at the cursor or remove it, after a click on the key."""
        self.list.action_add()

    def action_next_list(self, way: int) -> None:
        """Go to the next label, after a click on the key."""
        self.next_list(way)

    def action_cancel(self) -> None:
        """Close the form."""
        self.retrace()

    def _regions(self, size: Size) -> dict[str, Region]:
        width, height = size
        regions = {
            "header": Region(0, 0, width, 1),
            "chooser": Region(0, 1, width, max(height - 2, 0)),
            "footer": Region(0, height - 1, width, 1),
        }
        label = self.footer.label
        return add_prompt(regions, cell_len(label)) if label else regions
