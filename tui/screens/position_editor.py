"""The editor of positions: the map, the units and fields, and a check after each change."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import BindingType
from textual.geometry import Region, Size

from senpu.logs.position_logs import POSITION
from senpu.notation.faults import Error
from senpu.replay.core.narration import Narrator
from senpu.replay.recording.new_logs import create_log
from senpu.tui.boards.scene import Scene
from senpu.tui.keys import EDITOR, make_bindings
from senpu.tui.screens.arrangement import Arrangement, add_prompt, arrange_editor
from senpu.tui.screens.base import KeyedScreen
from senpu.tui.screens.draft_pages import DraftPages
from senpu.tui.screens.draft_rows import name_place
from senpu.tui.screens.draft_values import name_field
from senpu.tui.screens.edited_position import EditedPosition
from senpu.tui.screens.file_access import find_free_name, find_record_block, is_library
from senpu.tui.screens.input_lines import InputLine
from senpu.tui.widgets.area_map import AreaMap
from senpu.tui.widgets.bars import HeaderPart
from senpu.tui.widgets.clicks import ActionClicked, ObjectClicked, ObjectHovered
from senpu.tui.widgets.draft_status import UNREACHABLE, DraftStatus
from senpu.tui.widgets.hex_legend import describe_hex
from senpu.tui.widgets.hex_map import HexMap
from senpu.tui.widgets.painting import Look, PaintedWidget
from senpu.tui.widgets.provenance import describe_object

if TYPE_CHECKING:
    from senpu.tui.screens.recording_targets import WritablePlayer


class PositionEditor(KeyedScreen):
    """The editor of a position.

    Args:
        look: The look.
        edited: The position.
        place: The folder of the log that starts with the position.
        path: The file of the log; None to ask for it.
        log: The log in which the position can be stated; None if there is none.
        fields: More header fields of the log.
        saved: The function that opens the log after the editor has closed.
    """

    KEYS = EDITOR
    FOOTER = "editor"
    BINDINGS: ClassVar[list[BindingType]] = [*make_bindings(EDITOR)]

    def __init__(
        self, look: Look, edited: EditedPosition, place: Path, path: Path | None = None,
        fields: Mapping[str, str | None] | None = None,
        saved: Callable[[Path], None] | None = None, log: "WritablePlayer | None" = None,
    ) -> None:  # fmt: skip
        super().__init__(look)
        self._open_saved = saved or self._open_log
        self.log_player = log
        self.edited, self.place, self.path = edited, place, path
        self.fields = dict(fields or {})
        self.narrator = Narrator(edited.rules.spec, look.language)
        is_hexes = edited.rules.spec.game.board == "hexes"
        self.map: AreaMap | HexMap = (HexMap if is_hexes else AreaMap)(look, self.narrator)
        self.sentences = DraftStatus(look, self.narrator)
        self.pages = DraftPages(self, edited)
        self._line: InputLine | None = None

    def list_widgets(self) -> tuple[PaintedWidget, ...]:
        """Return the widgets of the screen."""
        chooser = self.pages.chooser
        return (
            self.header, self.map, self.sentences, *((chooser,) if chooser else ()), self.footer,
        )  # fmt: skip

    def on_mount(self) -> None:
        """Show the position."""
        self.present()
        self.pages.open()

    @property
    def scene(self) -> Scene:
        """The scene of the draft."""
        return self.edited.scene

    # ---- what it shows ----------------------------------------------------------------------

    def present(self) -> None:
        """Show the position in every part."""
        check = self.edited.check
        key = check.key if check.error is not None else ""
        is_place = key in self.edited.rules.position_format.placement.places
        name = name_place if is_place else name_field
        self.sentences.present(check, name(self.pages, key) if key else "", self.narrator)
        self.map.present(self.pages.adapt_scene(self.scene), self.narrator)
        self._show_header()
        self.show_footer()

    def _show_header(self) -> None:
        look, check, spec = self.look, self.edited.check, self.edited.rules.spec
        parts = [
            HeaderPart(spec.title(look.language), "text", "b", 60),
            HeaderPart(look.word("draft_title"), "now", "b", 91),
        ]
        if side := self.edited.draft.side:
            parts.append(HeaderPart(self.narrator.seen_by(side), "dim", "", 40))
        if check.error is not None:
            sign, role, text = look.signs.bad, "error", look.word("draft_is_illegal")
        elif check.unreachable:
            sign, role, text = UNREACHABLE, "note", look.word("unreachable_position")
        else:
            sign, role, text = look.signs.good, "good", look.word("draft_is_legal")
        right = [HeaderPart(sign, role, "b", 95), HeaderPart(text, role, "", 50, 1)]
        if self.edited.is_changed:
            right.insert(0, HeaderPart(look.word("draft_is_changed"), "note", "", 30))
        self.header.present(parts, right)

    def show_footer(self) -> None:
        """Show the keys in the last line."""
        content = self.pages.make_footer(self.KEYS, self.can_use)
        self.footer.present(content, self.status)

    def refresh_look(self) -> None:
        """Show everything after a change of the look."""
        self.narrator = Narrator(self.edited.rules.spec, self.look.language)
        self.present()
        self.pages.rebuild()

    def can_use(self, word: str) -> bool:
        """Return whether the key of a word does something now."""
        is_hexes = isinstance(self.map, HexMap)
        if word in ("zoom", "idents"):
            return is_hexes
        if word == "draft_save":
            return not self.senpu.read_only
        if word == "draft_state":
            return self.log_player is not None and not find_record_block(self.log_player)
        return self.pages.can_use(word)

    def _regions(self, size: Size) -> dict[str, Region]:
        regions = self._arrangement(size).regions
        label = cell_len(self.footer.label)
        return add_prompt(regions, label) if label else regions

    def _arrangement(self, size: Size) -> Arrangement:
        board = self.map
        sizes = board.sizes if isinstance(board, HexMap) else ()
        return arrange_editor(
            size.width, size.height, board.least_at(size.width), board.height_for, sizes
        )

    # ---- the result -------------------------------------------------------------------------

    def save(self) -> None:
        """Ask for the name of a log that starts with the position, and write it."""
        look, edited = self.look, self.edited
        if self.footer.label:
            return
        if self.senpu.read_only:
            self.show_message(look.word("read_only"))
        elif edited.check.error is not None:
            self.show_message(look.word("draft_not_legal"))
        elif edited.draft.side:
            self.show_message(look.word("draft_is_view"))
        elif self.path is not None:
            self._write(self.path)
        else:
            self._ask_name()

    def _ask_name(self) -> None:
        game = self.edited.rules.spec.id.partition("/")[0]
        name = find_free_name(self.place, f"{game}-position").name
        self.pages.type_text(self.look.word("new_file"), name, self._write_named)

    def _write_named(self, text: str) -> None:
        if text.strip():
            path = Path(text.strip()).expanduser()
            path = path if path.suffix else path.with_suffix(".senpu")
            self._write(path if path.is_absolute() else self.place / path)

    def _write(self, path: Path) -> None:
        """Write the log that starts with the position, and open it."""
        edited, today = self.edited, f"{datetime.now(UTC):%Y-%m-%d}"
        fields = {"Date": today, **self.fields, POSITION: edited.check.text}
        try:
            create_log(path, edited.rules, fields)
        except (Error, OSError) as error:
            self.show_message(self.look.word("new_failed", why=self.look.reason(error)))
            return
        self.app.pop_screen()
        try:
            self._open_saved(path)
        except OSError as error:  # a viewer that is locked to a side shows no other file
            text = self.look.word("cannot_open", why=self.look.reason(error))
            self.app.notify(text, severity="warning", markup=False)

    def _open_log(self, path: Path) -> None:
        """Open a log at its start."""
        self.senpu.open_log(path)

    async def state(self) -> None:
        """State the position at the end of the log from which the editor was opened."""
        look, edited, player = self.look, self.edited, self.log_player
        if player is None or not self.can_use("draft_state"):
            self.show_message(look.word("draft_no_log"))
            return
        if edited.check.error is not None:
            self.show_message(look.word("draft_not_legal"))
            return
        from senpu.tui.screens.recording_targets import LogTarget  # few positions are stated

        text = edited.check.text
        try:
            await LogTarget(player).write(lambda drafter, _: drafter.draft(text, fills=False))
        except (Error, OSError) as error:
            self.show_message(look.word("draft_not_stated", why=look.reason(error)))
            return
        self.app.pop_screen()
        player.go_to(player.timeline.extend())

    def close(self) -> None:
        """Leave the editor; changes that were not saved are lost."""
        self.senpu.leave(self)

    # ---- keys and mouse ---------------------------------------------------------------------

    def on_object_clicked(self, message: ObjectClicked) -> None:
        """Choose the clicked unit or place."""
        message.stop()
        if not self.footer.label or self.pages.moving:
            self.pages.handle_click(message)

    def on_object_hovered(self, message: ObjectHovered) -> None:
        """Describe the unit or place under the pointer in place of the row at the cursor."""
        message.stop()
        self.sentences.show_pending(self._describe(message) or self.pages.sentence)

    def _describe(self, found: ObjectHovered) -> str:
        """Return the description of a unit or place; empty for none."""
        scene, narrator, look, board = self.scene, self.narrator, self.look, self.map
        if not found.ident:
            return ""
        if found.kind == "area" and isinstance(board, HexMap):
            return describe_hex(scene, board.chart, narrator, look, found.ident)
        near = board.near.get(found.ident, ())
        return describe_object(scene, narrator, look, found, near)

    async def on_action_clicked(self, message: ActionClicked) -> None:
        """Run the action of a part of a line that was clicked."""
        message.stop()
        chooser = self.pages.chooser
        if chooser is None or not await self.app.run_action(message.action, chooser):
            await self.run_action(message.action)

    def action_find(self) -> None:
        """Filter the units or the places by typing."""
        self.pages.find()

    def action_type(self) -> None:
        """Type the words of a field, or the whole position."""
        self.pages.type_here()

    def action_reduced(self) -> None:
        """Make units reduced, or full again."""
        self.pages.turn_over()

    def action_points(self, by: int) -> None:
        """Add points to units, or to the number of a field."""
        self.pages.add_points(by)

    def action_take_off(self) -> None:
        """Take units off the map, or give a field its usual value."""
        self.pages.take_off()

    def action_undo(self) -> None:
        """Undo the last change."""
        self._go(1)

    def action_redo(self) -> None:
        """Make the last undone change again."""
        self._go(-1)

    def _go(self, by: int) -> None:
        self.edited.undo(by)
        self.pages.added.clear()
        self.pages.reset()
        self.present()

    def action_aim(self, across: int, down: int) -> None:
        """Put the cursor on the nearest row in a direction."""
        self.pages.aim(across, down)

    async def action_state(self) -> None:
        """State the position in the log."""
        await self.state()

    def action_save(self) -> None:
        """Write a log that starts with the position."""
        self.save()

    def on_paste(self, event: events.Paste) -> None:
        """Replace the draft by a position text that is pasted."""
        event.stop()
        self.pages.load(event.text)

    def action_zoom(self, by: int) -> None:
        """Zoom in or out."""
        if isinstance(self.map, HexMap):
            wide = self.map.magnify(by)
            self.show_message(self.look.word("zoomed", wide=wide, high=wide // 2))

    def action_idents(self) -> None:
        """Show ids on the counters, or strengths."""
        if isinstance(self.map, HexMap):
            self.map.idents = not self.map.idents
            self.map.repaint()

    def action_map_style(self) -> None:
        """Show the map in its other style."""
        self.map.style_chosen = "register" if self.map.style_chosen == "plan" else "plan"
        self.rearrange()

    def action_leave(self) -> None:
        """Leave the editor, after a question if changes would be lost."""
        self.pages.leave_all()


def edit_position(screen: "WritablePlayer") -> None:
    """Open the editor with the position of a player, in its view."""
    timeline, source = screen.timeline, screen.source
    state = screen.course.get_position(screen.position).state
    side = "" if timeline.view.is_unrestricted else timeline.view.side
    edited = EditedPosition(timeline.rules, state, side)
    is_own = source is not None and not is_library(source)
    place = source.parent if source is not None and is_own else Path()
    screen.app.push_screen(PositionEditor(screen.look, edited, place, log=screen))
