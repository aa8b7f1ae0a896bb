"""The player: one log at one position.

The screen holds the position and no other state of the game. Widgets get a scene and do not know
the previous one.
"""

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.binding import BindingType
from textual.geometry import Region, Size
from textual.reactive import reactive

from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import Timeline
from senpu.tui.boards.scene import add_notes, build_scene
from senpu.tui.keys import PLAYER, Key, make_bindings
from senpu.tui.screens.arrangement import (
    Arrangement,
    MapSizes,
    OpenParts,
    add_prompt,
    add_rows,
    arrange_areas,
)
from senpu.tui.screens.background_jobs import BackgroundJobs, JobActions
from senpu.tui.screens.base import PartedScreen
from senpu.tui.screens.candidates import Candidates
from senpu.tui.screens.entry_controller import EntryController
from senpu.tui.screens.log_reading import LogReader, LogWatcher, Notebook, VerdictOpener
from senpu.tui.screens.navigation import Playback, PositionSearch, go_to_next_branch, show_next_view
from senpu.tui.screens.review_controller import ReviewController
from senpu.tui.screens.win_probability import WinProbabilityController
from senpu.tui.widgets import provenance
from senpu.tui.widgets.area_map import AreaMap
from senpu.tui.widgets.bars import FooterBar, HeaderBar
from senpu.tui.widgets.captions import (
    Sentences,
    render_captions,
    render_inline_notes,
    render_note_errors,
    render_start,
    render_state,
)
from senpu.tui.widgets.clicks import (
    ActionClicked,
    ObjectClicked,
    ObjectHovered,
    PositionRequested,
)
from senpu.tui.widgets.event_list import EventList, mark_seals
from senpu.tui.widgets.event_rows import Rows
from senpu.tui.widgets.painting import Look, PaintedWidget, Row
from senpu.tui.widgets.panels import Block, PanelContent, Panels, render_no_combat
from senpu.tui.widgets.reading_pane import ReadingPane
from senpu.tui.widgets.timeline import LossIndex, TimelineBar, TimelineTrack

if TYPE_CHECKING:
    from textual.widgets import Input

    from senpu.replay.annotation.variations import AnyTimeline, VariationTree
    from senpu.tui.widgets.hex_map import HexMap


STRENGTH_WIDTH = 100
"""The columns from which the strengths are next to the combat."""
SOON = 0.1
"""The delay in seconds of the work that the first picture does not need."""
FIRST = 96
"""The number of events to read before the first picture."""


class PlayerScreen(JobActions, PartedScreen):
    """The player of a log. `source` is its file, if it has one."""

    KEYS: ClassVar[tuple[Key, ...]] = PLAYER
    FOOTER = "read"
    BINDINGS: ClassVar[list[BindingType]] = [*make_bindings(PLAYER)]

    position = reactive(0, init=False)

    def __init__(self, timeline: Timeline, look: Look, source: Path | None, at: int = 0) -> None:
        super().__init__(look)
        timeline.extend(max(FIRST, at))
        self.timeline, self.source = timeline, source
        self.narrator = Narrator(timeline.rules.spec, look.language)
        self.provenance_sign = provenance.describe_sign(self.narrator, look)
        self.start_parts = render_start(timeline, look)
        self.rows = Rows(timeline)
        self.rows.grow()
        self.losses = LossIndex(timeline, self.rows)
        self.panel = ""
        self._panel_rows = 0
        self.status = ""
        self.pointed: ObjectClicked | None = None
        self.hovered: ObjectHovered | None = None
        """The unit or place under the pointer, if it is or has a unit."""
        self.search = PositionSearch(self)
        self.log_reader = LogReader(self)
        self.log_watcher = LogWatcher(self, self.log_reader)
        self.verdict_opener = VerdictOpener(self, self.log_watcher)
        self.playback = Playback(self)
        self.entry_controller = EntryController(self)
        self.notebook = Notebook(self)
        self.win_probability = WinProbabilityController(self)
        self.candidates = Candidates(self)
        self.reviews = ReviewController(self, self.log_watcher, self.notebook.look)
        self.jobs = BackgroundJobs(self, self.reviews.take, self.entry_controller.begin_bridge)
        self.course: AnyTimeline = timeline
        """The log, or the variation, that the player steps through."""
        self.scene = build_scene(timeline, at)
        self.map = self._board_map()
        self.header = HeaderBar(look)
        self.sentences = Sentences(look, timeline, self.narrator)
        self.list = EventList(look, timeline, self.rows, self.narrator)
        self.notes = ReadingPane(look, self.list.notes)
        self.are_notes_folded = False
        self.panels = Panels(look, self._filling)
        self.track = TimelineBar(look, TimelineTrack(timeline, self.losses, self.narrator))
        self.footer = FooterBar(look)
        self.set_reactive(PlayerScreen.position, at)

    def _board_map(self) -> "AreaMap | HexMap":
        """Return the map for this kind of board."""
        return AreaMap(self.look, self.narrator)

    def list_widgets(self) -> tuple[PaintedWidget, ...]:
        """Return the widgets of the screen."""
        return (
            self.header, self.map, self.sentences, self.list, self.panels, self.notes, self.track,
            self.footer, *self.entry_controller.list_widgets(),
            *self.win_probability.list_widgets(),
        )  # fmt: skip

    def on_mount(self) -> None:
        """Show the position, and start reading."""
        self.present()
        self.entry_controller.mounted()
        self.win_probability.mounted()
        # The rest can wait until after the first picture.
        self.set_timer(SOON, self.read_on)

    def read_on(self) -> None:
        """Read the rest of the log in the background."""
        self.run_worker(self.log_reader.read_on(), group="reading")

    def events_read(self) -> None:
        """Go to the wanted position if it is now read."""
        self.search.read_on()

    def whole_log_read(self) -> None:
        """Read the notes, and watch the files."""
        self.search.read_on()
        self.log_watcher.start()
        self.notebook.start()
        self.grown()
        self.verdict_opener.open_at_once()

    # ---- states of controllers ------------------------------------------------------------

    @property
    def note_tree(self) -> "VariationTree | None":
        """The matching notes with the courses of their variations."""
        return self.notebook.tree

    @property
    def at_end(self) -> bool:
        """Return whether the screen shows the end of the log."""
        timeline = self.timeline
        ended = timeline.is_complete and self.position == timeline.last
        return ended and self.course is timeline

    @property
    def is_recording_log(self) -> bool:
        """Return whether the log itself, not a variation, is being recorded."""
        return self.entry_controller.is_recording_log

    @property
    def is_file_changed(self) -> bool:
        """Return whether the file no longer begins with the events that are shown."""
        return self.log_watcher.changed

    # ---- more is known --------------------------------------------------------------------

    def log_went_on(self) -> None:
        """React to events that another program appended."""
        self.win_probability.start_over()
        self.candidates.start_over()
        self.notebook.look()
        self.look_again()

    def grown(self) -> None:
        """Show newly read events, losses and seals."""
        self.list.seals = mark_seals(self.timeline, self.look)
        self.list.repaint()
        self.track.repaint()
        self._bars()

    def notes_changed(self) -> None:
        """Show the changed notes."""
        self.list.note(self.notebook.tree)
        self.header.refresh(layout=True)  # a reading pane may be needed now
        self.track.strand.tree = self.notebook.tree
        self.win_probability.start_over()
        self.candidates.start_over()
        self.go_to(self.position)
        self.look_again()

    # ---- the position ---------------------------------------------------------------------

    def go_to(self, number: int, course: "AnyTimeline | None" = None) -> None:
        """Show the position after an event of a course (default: the current course).

        Events that are not yet read count as the last one read. A number before the first event
        of a variation goes to the course that it leaves.
        """
        course, number = self.notebook.find_again(course or self.course, number)
        number = max(0, min(number, course.last))
        before, self.course = self.course, course.find_owner(number)
        if number == self.position and self.course is not before:
            self.watch_position()
        self.position = number

    def watch_position(self) -> None:
        """Make the scene of the new position, and show it."""
        self.pointed = self.hovered = None
        self.look_again()

    def look_again(self) -> None:
        """Make the scene again, and show it."""
        scene = build_scene(self.course, self.position)
        notes = self.notebook.find_notes(self.course, self.position)
        self.scene = add_notes(scene, (each.note for each in notes))
        self.present()

    def present(self) -> None:
        """Show the scene in every part."""
        scene, narrator, course = self.scene, self.narrator, self.course
        self.map.present(self.entry_controller.adapt_scene(scene), narrator)
        self.present_described()
        self.list.present(course, scene.number, narrator)
        row = self.list.outline.rows_of(course).find_numbers(scene.number)
        self.notes.present(course, scene.number, row, narrator, self.notebook.faults)
        self.track.present(course, scene.number, narrator)
        self.panels.present()
        self.win_probability.present()
        self._bars()
        self.entry_controller.present()

    @property
    def described(self) -> "ObjectClicked | ObjectHovered | None":
        """The unit or place whose details are shown: under the pointer, or else clicked."""
        return self.hovered or self.pointed

    def describe_object(self) -> str:
        """Return the details of the unit or place that the user points at."""
        found = self.described
        near = self.map.near.get(found.ident, ()) if found else ()
        return provenance.describe_object(self.scene, self.narrator, self.look, found, near)

    # ---- first and last line --------------------------------------------------------------

    def _bars(self) -> None:
        left, right = render_captions(self.course, self.scene, self.narrator, self.look)
        state_parts = render_state(self.timeline, self.provenance_sign, self.look)
        state_parts += render_note_errors(self.notebook.faults, self.look)
        state_parts += render_inline_notes(self.timeline, self.look)
        state_parts += self.start_parts
        self.header.present(
            [*left[:1], *self.entry_controller.make_parts(), *left[1:]], [*right, *state_parts]
        )
        self.show_footer()

    def show_footer(self) -> None:
        """Show the last line."""
        look = self.look
        status = self.playback.sign or self.status or self.jobs.sign or self.log_watcher.sign
        if not status and self._arrangement(self.size).note:
            width, height = self.map.least
            height += 9 + (height >= 19) + self._count_extra_rows(self.size.height)
            status = look.word("map_needs", width=max(width, 80), height=height)
        self.footer.present(self.entry_controller.make_footer(), status)

    def can_use(self, word: str) -> bool:
        """Return whether the key of a word does something now."""
        return self.entry_controller.can_use(word)

    # ---- panels ---------------------------------------------------------------------------

    def _filling(self, width: int, height: int) -> PanelContent:
        """Return the open panel, or the panels that fit."""
        if self.panel:
            return PanelContent([[self._block(self.panel, width, height)]], (1,))
        if not self.scene.number:  # the first picture does not load what it does not need
            return PanelContent([[render_no_combat(self.look)]], (1,))
        left = width if width < STRENGTH_WIDTH else width * 3 // 5
        columns = [[self._block("why", left, height)]]
        if width >= STRENGTH_WIDTH:
            columns.append([self._block("strength", width - left)])
        return PanelContent(columns, (3, 2)[: len(columns)])

    def _block(self, name: str, width: int, height: int = 0) -> Block:
        from senpu.tui.screens.player_panels import make_panel

        return make_panel(self, name, width, height)

    # ---- arrangement ----------------------------------------------------------------------

    def _arrangement(self, size: Size) -> Arrangement:
        needs = MapSizes(self.map.least_at(size.width), self.map.height_for)
        height = size.height - self._count_extra_rows(size.height)
        return arrange_areas(size.width, height, needs, self.open_parts)

    def _count_extra_rows(self, height: int) -> int:
        """Return the rows of the win probability and of the marks of a review."""
        return self.win_probability.rows(height) + self.reviews.rows(height)

    @property
    def open_parts(self) -> OpenParts:
        """The parts of the screen that are not always there."""
        return OpenParts(
            panel=self.panel,
            panel_rows=self._panel_rows,
            entry=self.entry_controller.is_on and not self.panel,
            notes=self._has_notes and not self.are_notes_folded,
        )

    @property
    def _has_notes(self) -> bool:
        """Return whether the log, or its notes file, has notes."""
        notebook = self.notebook
        noted = self.timeline.comments or self.timeline.glyphs or notebook.tree
        return bool(noted or notebook.faults or notebook.has_file)

    def _regions(self, size: Size) -> dict[str, Region]:
        extra = self.win_probability.rows(size.height), self.reviews.rows(size.height)
        regions = add_rows(self._arrangement(size).regions, *extra)
        label = cell_len(self.footer.label)
        return add_prompt(regions, label) if label else regions

    def on_resize(self) -> None:
        """Show the position in the new size."""
        self.show_footer()
        self.call_after_refresh(self.win_probability.present)

    def on_screen_suspend(self) -> None:
        """Stop the playback and the playouts."""
        self.win_probability.pause()

    def on_screen_resume(self) -> None:
        """Resume the playouts."""
        self.win_probability.present()

    def on_unmount(self) -> None:
        """Stop all background work."""
        self.win_probability.pause()
        self.jobs.cancel()
        self.reviews.cancel()

    def refresh_look(self) -> None:
        """Show everything after a change of the look."""
        self.narrator = Narrator(self.timeline.rules.spec, self.look.language)
        self.provenance_sign = provenance.describe_sign(self.narrator, self.look)
        self.start_parts = render_start(self.timeline, self.look)
        self.present()

    # ---- keys -----------------------------------------------------------------------------

    def action_step(self, by: int) -> None:
        """Go some events forward or back."""
        self.show_message("")
        self.go_to(self.position + by)

    def action_action(self, by: int) -> None:
        """Go to the last event of the row above or below."""
        self.show_message("")
        rows = self.list.outline.rows_of(self.course)
        self.go_to((rows.end_below if by > 0 else rows.end_above)(self.position))

    def action_turn(self, by: int) -> None:
        """Go to the first event of the next turn, of this one, or of the previous one."""
        self.show_message("")
        self.go_to(self.course.find_turn_start(self.position, by))

    def action_end(self, way: int) -> None:
        """Go to the start or the end of the current course."""
        self.show_message("")
        if self.course.parent is not None and way > 0:
            self.go_to(self.course.last)
        else:
            self.search.go_when_read("start" if way < 0 else "end")

    def action_ask_position(self) -> None:
        """Open the prompt for a position."""
        self.search.open_prompt("go")

    def action_ask_text(self) -> None:
        """Open the prompt for a text to search for."""
        self.search.open_prompt("find")

    def action_found(self, way: int) -> None:
        """Search for the text again."""
        self.search.find_next(way)

    def action_jump(self, kind: str, way: int) -> None:
        """Go to the next or previous event of a kind."""
        self.search.jump(kind, way)

    def action_branch(self, way: int) -> None:
        """Go to the next or previous variation here, or to the main line."""
        go_to_next_branch(self, way)

    def action_panel(self, name: str) -> None:
        """Open a panel, or close it."""
        self.panel = "" if self.panel == name else name
        if self.panel not in ("", "comments"):
            width = self.panels.size.width or self.size.width
            self._panel_rows = 1 + len(self._block(self.panel, width - 2).rows)
        self.rearrange()

    def action_fold_notes(self) -> None:
        """Fold or unfold the reading pane and the signs of notes."""
        self.are_notes_folded = self.list.hides_signs = not self.are_notes_folded
        self.rearrange()

    def action_scroll_panel(self, way: int) -> None:
        """Scroll the open panel, or else the reading pane, by a screen."""
        part = self.panels if self.panel not in ("", "comments") else self.notes
        part.scroll_rows(way * max(part.size.height - 2, 1))

    def action_map_style(self) -> None:
        """Show the map as a plan, or as a register."""
        self.map.style_chosen = "register" if self.map.style_chosen == "plan" else "plan"
        self.rearrange()

    def action_record(self, how: str = "") -> None:
        """Begin recording.

        Args:
            how: `type` to open the input line, too; `here` to begin only at the end of the log.
        """
        self.entry_controller.begin(how)

    def action_note(self, what: str = "") -> None:
        """Begin a note of kind `what` on the current event; by default open a menu."""
        self.entry_controller.begin_note(what)

    def action_variation(self) -> None:
        """Begin a variation here."""
        self.entry_controller.begin_variation()

    def action_play(self) -> None:
        """Start or stop the playback."""
        if self.playback.is_playing:
            self.stop_playing()
        else:
            self.playback.start()
            self.show_footer()

    def stop_playing(self) -> None:
        """Stop the playback."""
        if self.playback.is_playing:
            self.playback.stop()
            self.show_footer()

    def action_pace(self, by: int) -> None:
        """Play faster or slower."""
        self.playback.change(by)

    def action_view(self) -> None:
        """Show the view of the next side; after the last side, of all sides."""
        if self.timeline.is_locked or not self.entry_controller.handle_view_change():
            show_next_view(self)

    def look_as(self, side: str) -> None:
        """Show the view of a side; everything if `side` is empty."""
        if self.is_recording_log:
            self.win_probability.stop()  # advice to one player must not reach the other
        self.timeline.view_as(side)
        if self.timeline.rules.has_hidden_parts:
            self.rows.forget()
            self.losses.start_over()
            self.list.note(self.note_tree)
            self.read_on()
        self.pointed = None
        self.show_message("")
        self.look_again()

    def action_reload(self) -> None:
        """Read the file again."""
        self.senpu.reload_log(self)

    def action_leave(self) -> None:
        """Close a prompt or panel, or leave the log or the program."""
        self._leave_innermost(leaves_log=True)

    def action_back(self) -> None:
        """Close what was opened last, or return to the library."""
        self._leave_innermost(leaves_log=False)

    def _leave_innermost(self, *, leaves_log: bool) -> None:
        """Leave the innermost of the things that are open.

        These are the prompt, work in the background, the playback, the unit or place pointed at,
        the panel, the variation, the log. With `leaves_log` a variation is left together with the
        log, and the first screen ends the program.
        """
        if self.search.close() or self.cancel_work(leaves_log):
            return
        if self.playback.is_playing:
            self.stop_playing()
        elif self.is_pointing:
            self.stop_pointing()
        elif self.panel:
            self.action_panel(self.panel)
        elif self.course.parent is not None and not leaves_log:
            self.go_to(self.course.fork)
        elif leaves_log or self.senpu.has_screen_below(self):
            self.senpu.leave(self)
        else:
            self.show_message(self.look.word("q_leaves"))

    def show_message(self, status: str) -> None:
        """Show a message at the end of the last line until the next key."""
        if status != self.status:
            self.status = status
            self.show_footer()

    def on_input_submitted(self, event: "Input.Submitted") -> None:
        """Take the text of the prompt."""
        event.stop()
        self.search.submit(event.value)

    # ---- mouse ----------------------------------------------------------------------------

    def on_position_requested(self, message: PositionRequested) -> None:
        """Go to the event that was clicked."""
        message.stop()
        self.show_message("")
        self.go_to(message.number, message.course)

    async def on_action_clicked(self, message: ActionClicked) -> None:
        """Run the action of a part of a line that was clicked."""
        message.stop()
        for node in (*self.entry_controller.list_widgets(), self):
            if await self.app.run_action(message.action, node):
                break

    @property
    def is_pointing(self) -> bool:
        """Return whether the user points at a unit or a place of the map."""
        return self.pointed is not None

    def stop_pointing(self) -> None:
        """Stop pointing."""
        self.pointed = self.hovered = None
        self.present()

    def on_object_clicked(self, message: ObjectClicked) -> None:
        """Choose the clicked unit or place during an entry; else point at it."""
        message.stop()
        if not self.entry_controller.handle_click(message):
            self.point_at(message)

    def find_place(self, found: "ObjectClicked | ObjectHovered | None") -> str:
        """Return a place, or the place of a unit; "" for none."""
        if found is None or found.kind != "unit":
            return found.ident if found else ""
        pieces = self.scene.board.pieces
        return next((piece.place for piece in pieces if piece.id == found.ident), "")

    def on_object_hovered(self, message: ObjectHovered) -> None:
        """Describe the unit under the pointer, or the units of the place under it."""
        message.stop()
        place = self.find_place(message)
        has_units = any(piece.place == place for piece in self.scene.board.pieces if place)
        hovered = message if has_units or message.kind == "unit" else None
        if hovered is not self.hovered:
            self.hovered = hovered
            self.present_described()

    def present_described(self) -> None:
        """Show the details of the unit or place that the user points at."""
        is_low = "panels" not in self._arrangement(self.size).regions
        summarize = self._summarize if is_low else None
        details = self.describe_object()
        self.sentences.present(self.course, self.scene, self.narrator, details, summarize)

    def _summarize(self, width: int) -> Row | None:
        """Return the combat in a row, or None without combat."""
        from senpu.tui.widgets.combat_summary import render_summary

        return render_summary(self.scene, self.course, self.narrator, self.look, width)

    def point_at(self, message: ObjectClicked) -> None:
        """Describe the unit or place that the user points at."""
        self.pointed = message
        self.present()
