"""The player: one log, one position, everything that is to be said about it.

The screen holds the position and nothing else of the game; widgets are shown a scene and know
nothing of the one before.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.binding import BindingType
from textual.geometry import Region, Size
from textual.reactive import reactive

from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import Timeline
from senpu.tui.boards.scene import noted, scene_at
from senpu.tui.keys import PLAYER, Key, bindings
from senpu.tui.screens.arrangement import Arrangement, MapNeeds, arranged, shared, with_chances
from senpu.tui.screens.base import PartedScreen
from senpu.tui.screens.desk import Desk
from senpu.tui.screens.log_reading import Following, Judging, Notebook, Reading
from senpu.tui.screens.navigation import Pacing, Seeking, go_round, next_eyes
from senpu.tui.screens.win_probability import Chances
from senpu.tui.widgets import provenance, reasons
from senpu.tui.widgets.area_map import AreaMap
from senpu.tui.widgets.bars import Footer, Header
from senpu.tui.widgets.captions import Sentences, amiss_parts, captions, inside_parts
from senpu.tui.widgets.clicks import GoTo, Pointed, Pressed
from senpu.tui.widgets.event_list import EventList
from senpu.tui.widgets.event_rows import Rows
from senpu.tui.widgets.note_panel import line_said, remark_block
from senpu.tui.widgets.painting import Look, Painted
from senpu.tui.widgets.panels import Block, Filling, Panels
from senpu.tui.widgets.reasons import verdict_block
from senpu.tui.widgets.timeline import Losses, Strand, Track

if TYPE_CHECKING:
    from textual.widgets import Input

    from senpu.replay.annotation.variations import Course, Tree
    from senpu.tui.widgets.hex_map import HexMap


BESIDE = ("why", "strength", "comments")
"""The panels shown where there is room and none was asked for."""
SHARES = (48, 34, 36)
"""How they share a width."""
ROOM_FOR_LEGAL = 30
"""From so many rows on, what may be done stands below why."""


def filled(block: Callable[[str, int], Block], width: int, height: int) -> Filling:
    """Those that have room; `block` makes one of a name and a width."""
    if width < 70:
        return Filling([[block(name, width) for name in BESIDE]], (1,))
    shares = SHARES if width >= 90 else (1, 1)
    total = sum(shares)
    columns = [
        [block(name, width * share // total)] for name, share in zip(BESIDE, shares, strict=False)
    ]
    if height >= ROOM_FOR_LEGAL:
        columns[0].append(block("legal", width * shares[0] // total))
    return Filling(columns, shares)


def block_of(screen: "PlayerScreen", name: str, width: int) -> Block:
    """The panel of that name for the position that a player shows."""
    scene, course, narrator, look = screen.scene, screen.course, screen.narrator, screen.look
    if name == "why":
        return reasons.why_block(scene, course, narrator, look, width)
    if name == "strength":
        return provenance.strength_block(scene, narrator, look, width)
    if name == "comments":
        tree, faults = screen.notebook.tree, screen.notebook.faults
        return remark_block(course, tree, scene.number, faults, narrator, look, width)
    if name == "legal":
        return reasons.legal_block(scene, course, narrator, look, width)
    return verdict_block(screen.judging.seen(), look, width, screen.timeline.rules)


SOON = 0.1
"""Seconds until what the first picture does not need begins."""
FIRST = 96
"""How many events are read before the first picture."""


class PlayerScreen(PartedScreen):
    """A log to step through. `source` is the file that `v` verifies."""

    KEYS: ClassVar[tuple[Key, ...]] = PLAYER
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(PLAYER)]

    position = reactive(0, init=False)

    def __init__(self, timeline: Timeline, look: Look, source: Path | None, at: int = 0) -> None:
        super().__init__(look)
        timeline.extend(max(FIRST, at))
        self.timeline, self.source = timeline, source
        self.narrator = Narrator(timeline.rules.spec, look.language)
        self.rows = Rows(timeline)
        self.rows.grow()
        self.losses = Losses(timeline, self.rows)
        self.panel = ""
        self.status = ""
        self.pointed: Pointed | None = None
        self.seeking = Seeking(self)
        self.reading = Reading(self)
        self.following = Following(self, self.reading)
        self.judging = Judging(self)
        self.pacing = Pacing(self)
        self.desk = Desk(self)
        self.notebook = Notebook(self)
        self.chances = Chances(self)
        self.course: Course = timeline
        """What is stepped through: the log, or a what-if line beside it."""
        self.scene = scene_at(timeline, at)
        self.map = self._board_map()
        self.header = Header(look)
        self.sentences = Sentences(look, timeline, self.narrator)
        self.list = EventList(look, timeline, self.rows, self.narrator)
        self.panels = Panels(look, self._filling)
        self.track = Track(look, Strand(timeline, self.losses, self.narrator))
        self.footer = Footer(look)
        self.set_reactive(PlayerScreen.position, at)

    def _board_map(self) -> "AreaMap | HexMap":
        """The map of this kind of board."""
        return AreaMap(self.look, self.narrator)

    def painted(self) -> tuple[Painted, ...]:
        return (
            self.header, self.map, self.sentences, self.list, self.panels, self.track, self.footer,
            *self.desk.painted(), *self.chances.painted(),
        )  # fmt: skip

    def on_mount(self) -> None:
        self.present()
        self.desk.mounted()
        self.chances.mounted()
        # What follows may wait until the first picture stands.
        self.set_timer(SOON, self.read_on)

    def read_on(self) -> None:
        """Have what is not known yet read in the background."""
        self.run_worker(self.reading.read_on(), group="reading")

    def events_read(self) -> None:
        """Go to the position that is wanted, if it is read now."""
        self.seeking.read_on()

    def whole_log_read(self) -> None:
        """Read the notes, and watch the file."""
        self.seeking.read_on()
        self.following.start()
        self.notebook.start()
        self.grown()

    # ---- states of controllers ------------------------------------------------------------

    @property
    def note_tree(self) -> "Tree | None":
        """The notes that fit the log, and the courses of its variations."""
        return self.notebook.tree

    @property
    def at_end(self) -> bool:
        """Whether the screen shows the end of the log."""
        timeline = self.timeline
        ended = timeline.is_complete and self.position == timeline.last
        return ended and self.course is timeline

    @property
    def records(self) -> bool:
        """Whether the log itself, not a variation, is being recorded."""
        return self.desk.plays

    @property
    def file_changed(self) -> bool:
        """Whether the file no longer begins with the events that are shown."""
        return self.following.changed

    # ---- more is known --------------------------------------------------------------------

    def log_went_on(self) -> None:
        """The log goes on behind what was shown."""
        self.judging.start_over()
        self.chances.start_over()
        self.notebook.look()
        self.look_again()

    def grown(self) -> None:
        """More of the log is read, or known of it."""
        self.list.repaint()
        self.track.repaint()
        self._bars()

    def notes_changed(self) -> None:
        """Other notes stand beside the log than before."""
        self.list.note(self.notebook.tree)
        self.track.strand.tree = self.notebook.tree
        self.chances.start_over()
        self.go_to(self.position)
        self.look_again()

    # ---- the position ---------------------------------------------------------------------

    def go_to(self, number: int, course: "Course | None" = None) -> None:
        """Show the position after an event, as far as the log is read: of what is shown, or of
        another course. Before its own first event a what-if line is what it leaves.
        """
        course, number = self.notebook.again(course or self.course, number)
        number = max(0, min(number, course.last))
        before, self.course = self.course, course.find_owner(number)
        if number == self.position and self.course is not before:
            self.watch_position()
        self.position = number

    def watch_position(self) -> None:
        self.pointed = None
        self.look_again()

    def look_again(self) -> None:
        """Make the scene anew, and show it."""
        scene = scene_at(self.course, self.position)
        notes = self.notebook.on(self.course, self.position)
        self.scene = noted(scene, (each.note for each in notes))
        self.present()

    def present(self) -> None:
        """Show the scene in every part."""
        scene, narrator, course = self.scene, self.narrator, self.course
        said = line_said(course, self.notebook.tree, scene.number, narrator)
        self.map.present(self.desk.scene(scene), narrator)
        self.sentences.present(course, scene, narrator, said, self._details(), self._standing())
        self.list.present(course, scene.number, narrator)
        self.track.present(course, scene.number, narrator)
        self.panels.present()
        self.chances.present()
        self._bars()
        self.desk.present()

    def _details(self) -> str:
        near = self.map.near.get(self.pointed.ident, ()) if self.pointed else ()
        return provenance.details(self.scene, self.narrator, self.look, self.pointed, near)

    def _standing(self) -> str:
        return provenance.weak_values(self.narrator, self.look)

    # ---- first and last line --------------------------------------------------------------

    def _bars(self) -> None:
        left, right = captions(self.course, self.scene, self.narrator, self.look)
        amiss = amiss_parts(self.notebook.faults, self.look)
        amiss += inside_parts(self.timeline, self.look)
        self.header.present([*left[:1], *self.desk.parts(), *left[1:]], [*right, *amiss])
        self.show_footer()

    def show_footer(self) -> None:
        look = self.look
        status = self.pacing.sign or self.status or self.following.sign
        if not status and self._arrangement(self.size).note:
            width, height = self.map.least
            height += 10 + self.chances.rows(self.size.height)
            status = look.word("map_needs", width=max(width, 80), height=height)
        self.footer.present(self.desk.hints(), status)

    # ---- panels ---------------------------------------------------------------------------

    def _filling(self, width: int, height: int) -> Filling:
        """The panel asked for, or those that have room."""
        if self.panel:
            return Filling([[self._block(self.panel, width)]], (1,))
        return filled(self._block, width, height)

    def _block(self, name: str, width: int) -> Block:
        return block_of(self, name, width)

    # ---- arrangement ----------------------------------------------------------------------

    def _arrangement(self, size: Size) -> Arrangement:
        needs = MapNeeds(self.map.least, self.map.height_for)
        height = size.height - self.chances.rows(size.height)
        return arranged(size.width, height, needs, self.paneled)

    @property
    def paneled(self) -> bool:
        """Whether room is needed for something beside the list."""
        return bool(self.panel) or self.desk.on

    def _regions(self, size: Size) -> dict[str, Region]:
        choosing = self.desk.on and not self.panel
        regions = with_chances(self._arrangement(size).regions, self.chances.rows(size.height))
        return shared(regions, choosing, cell_len(self.footer.label))

    def on_resize(self) -> None:
        self.show_footer()
        self.call_after_refresh(self.chances.present)

    def on_screen_suspend(self) -> None:
        self.chances.rest()

    def on_screen_resume(self) -> None:
        self.chances.present()

    def on_unmount(self) -> None:
        self.chances.rest()

    def present_anew(self) -> None:
        self.narrator = Narrator(self.timeline.rules.spec, self.look.language)
        self.present()

    # ---- keys -----------------------------------------------------------------------------

    def action_step(self, by: int) -> None:
        self.say("")
        self.go_to(self.position + by)

    def action_action(self, by: int) -> None:
        """To the last event of the row above or below."""
        self.say("")
        rows = self.list.outline.rows_of(self.course)
        self.go_to((rows.end_below if by > 0 else rows.end_above)(self.position))

    def action_turn(self, by: int) -> None:
        """To the first event of the next turn, or of this one, or of the one before."""
        self.say("")
        self.go_to(self.course.find_turn_start(self.position, by))

    def action_end(self, way: int) -> None:
        """To the start, or to the end of what is shown."""
        self.say("")
        if self.course.parent is not None and way > 0:
            self.go_to(self.course.last)
        else:
            self.seeking.want("start" if way < 0 else "end")

    def action_ask_position(self) -> None:
        self.seeking.open_prompt("go")

    def action_ask_words(self) -> None:
        self.seeking.open_prompt("find")

    def action_found(self, way: int) -> None:
        self.seeking.again(way)

    def action_jump(self, kind: str, way: int) -> None:
        """To the next event of a kind, or the one before."""
        self.seeking.jump(kind, way)

    def action_branch(self, way: int) -> None:
        """To the next what-if line here, or the one before, or the game again."""
        go_round(self, way)

    def action_panel(self, name: str) -> None:
        """Open a panel, or close it."""
        self.panel = "" if self.panel == name else name
        if self.panel == "verdict":
            self.judging.start()
        self.rearrange()

    def action_scroll_panel(self, way: int) -> None:
        self.panels.scroll_rows(way * max(self.panels.size.height - 2, 1))

    def action_map_style(self) -> None:
        if isinstance(self.map, AreaMap) and self.map.plan is None:
            self.say(self.look.word("one_style"))
            return
        self.map.style_chosen = "register" if self.map.style_chosen == "plan" else "plan"
        self.rearrange()

    def action_record(self, how: str = "") -> None:
        """Enter what is played next: `type` it, or begin only where nothing stands behind."""
        self.desk.begin(how)

    def action_note(self, what: str = "") -> None:
        """Say something of this event: what, or a menu of what may be."""
        self.desk.note(what)

    def action_variation(self) -> None:
        """Enter what might have been played from here."""
        self.desk.what_if()

    def action_chances(self) -> None:
        """Show the winning chances, or show them no longer."""
        self.chances.toggle()

    def action_play(self) -> None:
        """Start or stop the playback."""
        if self.pacing.playing:
            self.stop_playing()
        else:
            self.pacing.start()
            self.show_footer()

    def stop_playing(self) -> None:
        """Stop the playback."""
        if self.pacing.playing:
            self.pacing.stop()
            self.show_footer()

    def action_pace(self, by: int) -> None:
        self.pacing.change(by)

    def action_view(self) -> None:
        """Seen by everybody, then by each side."""
        if not self.desk.eyes():
            next_eyes(self)

    def look_as(self, side: str) -> None:
        """Show the view of a side; everything if `side` is empty."""
        if self.records:
            self.chances.stop()  # advice to one player must not reach the other
        self.timeline.view_as(side)
        if self.timeline.rules.has_hidden_parts:
            self.rows.forget()
            self.losses.start_over()
            self.list.note(self.note_tree)
            self.read_on()
        self.pointed = None
        self.say("")
        self.look_again()

    def action_reload(self) -> None:
        """Read the file anew."""
        self.senpu.open_again(self)

    def action_leave(self) -> None:
        """As `back`, but out of the program too."""
        self._step_out(leaves_log=True)

    def action_back(self) -> None:
        """Close what is open, whatever was opened last; then back to the library."""
        self._step_out(leaves_log=False)

    def _step_out(self, *, leaves_log: bool) -> None:
        """Close the prompt, stop playing, point at nothing, close the panel, leave the variation,
        return to the library: the first of these that applies. With `leaves_log` a variation is
        left together with the log, and the first screen ends the program.
        """
        if self.seeking.close():
            return
        if self.pacing.playing:
            self.stop_playing()
        elif self.pointing:
            self.let_go()
        elif self.panel:
            self.action_panel(self.panel)
        elif self.course.parent is not None and not leaves_log:
            self.go_to(self.course.fork)
        elif leaves_log or self.senpu.lies_above(self):
            self.senpu.leave(self)
        else:
            self.say(self.look.word("q_leaves"))

    def say(self, status: str) -> None:
        """Say something at the end of the last line, until the next key."""
        if status != self.status:
            self.status = status
            self.show_footer()

    def on_input_submitted(self, event: "Input.Submitted") -> None:
        event.stop()
        self.seeking.answered(event.value)

    # ---- mouse ----------------------------------------------------------------------------

    def on_go_to(self, message: GoTo) -> None:
        message.stop()
        self.say("")
        self.go_to(message.number, message.course)

    async def on_pressed(self, message: Pressed) -> None:
        message.stop()
        for node in (*self.desk.painted(), self):
            if await self.app.run_action(message.action, node):
                break

    @property
    def pointing(self) -> bool:
        """Whether somebody points at something on the map."""
        return self.pointed is not None

    def let_go(self) -> None:
        """Point at nothing."""
        self.pointed = None
        self.present()

    def on_pointed(self, message: Pointed) -> None:
        message.stop()
        if not self.desk.points(message):
            self.point_at(message)

    def point_at(self, message: Pointed) -> None:
        """Tell of what somebody points at."""
        self.pointed = message
        self.present()
