"""The player: one log, one position, everything that is to be said about it.

The screen holds the position and nothing else of the game; widgets are shown a scene and know
nothing of the one before.
"""

import asyncio
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, cast

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Region, Size
from textual.layout import Layout
from textual.reactive import reactive
from textual.screen import Screen

from replay.narration import Narrator
from replay.timeline import Timeline
from tui.keys import PLAYER, Key, bindings
from tui.screens.arrangement import Arrangement, MapNeeds, Parts, arranged, shared
from tui.screens.desk import Desk
from tui.screens.filling import filled
from tui.screens.following import Following
from tui.screens.judging import Judging
from tui.screens.pacing import Pacing
from tui.screens.seeking import Seeking
from tui.widgets import blocks, reasons, standings
from tui.widgets.area_map import AreaMap
from tui.widgets.bars import Footer, Header, Pressed
from tui.widgets.captions import captions
from tui.widgets.event_list import EventList
from tui.widgets.painting import Look, Painted
from tui.widgets.panels import Block, Filling, Panels
from tui.widgets.rows import Rows
from tui.widgets.scene import GoTo, Pointed, scene_at
from tui.widgets.sentences import Sentences
from tui.widgets.strand import Losses, Strand
from tui.widgets.track import Track
from tui.widgets.verdict import verdict_block

if TYPE_CHECKING:
    from textual.widgets import Input

    from tui.app import SenpuApp
    from tui.widgets.hex_map import HexMap

SOON = 0.1
"""Seconds until what the first picture does not need begins."""
SLICE = 0.004
"""Seconds of reading between two chances for a key."""
FIRST = 96
"""How many events are read before the first picture."""


class PlayerScreen(Screen[None]):
    """A log to step through. `source` is the file that `v` verifies."""

    AUTO_FOCUS = ""
    KEYS: ClassVar[tuple[Key, ...]] = PLAYER
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(PLAYER)]
    DEFAULT_CSS = "PlayerScreen { overflow: hidden hidden; }"

    position = reactive(0, init=False)

    def __init__(self, timeline: Timeline, look: Look, source: Path | None, at: int = 0) -> None:
        super().__init__()
        timeline.extend(max(FIRST, at))
        self.timeline, self.look, self.source = timeline, look, source
        self.narrator = Narrator(timeline.rules.spec, look.language)
        self.rows = Rows(timeline)
        self.rows.grow()
        self.losses = Losses(timeline, self.rows)
        self.panel = ""
        self.status = ""
        self.pointed: Pointed | None = None
        self.seeking = Seeking(self)
        self.following = Following(self)
        self.judging = Judging(self)
        self.pacing = Pacing(self)
        self.desk = Desk(self)
        self.scene = scene_at(timeline, at)
        self._leaving = False
        self.map = self._board_map()
        self.header = Header(look)
        self.sentences = Sentences(look, timeline, self.narrator)
        self.list = EventList(look, timeline, self.rows, self.narrator)
        self.panels = Panels(look, self._filling)
        self.track = Track(look, Strand(timeline, self.losses, self.narrator))
        self.footer = Footer(look)
        self._parts = Parts(self._regions)
        self.set_reactive(PlayerScreen.position, at)

    def _board_map(self) -> "AreaMap | HexMap":
        """The map of this kind of board."""
        return AreaMap(self.look, self.narrator)

    def compose(self) -> ComposeResult:
        yield from self._painted()

    def _painted(self) -> tuple[Painted, ...]:
        return (
            self.header, self.map, self.sentences, self.list, self.panels, self.track, self.footer
        )  # fmt: skip

    def on_mount(self) -> None:
        self.present()
        self.desk.mounted()
        # What follows may wait until the first picture stands.
        self.set_timer(SOON, self._start)

    def _start(self) -> None:
        self.run_worker(self.read_on(), group="reading")

    # ---- reading on in the background -----------------------------------------------------

    async def read_on(self) -> None:
        """Read the rest of the log, find its losses, a slice at a time; then watch its file."""
        shown = monotonic()
        while not self.timeline.complete or self.losses.behind:
            until = monotonic() + SLICE
            while monotonic() < until and not self.timeline.complete:
                self.timeline.extend(self.timeline.last + 32)
            self.rows.grow()
            while monotonic() < until and self.losses.behind:
                self.losses.look_on(16)
            self.seeking.read_on()
            if monotonic() - shown > 0.25:
                self._grown()
                shown = monotonic()
            await asyncio.sleep(0)
        self.seeking.read_on()
        self.following.start()
        self._grown()

    def log_went_on(self) -> None:
        """The log goes on behind what was shown."""
        self.scene = scene_at(self.timeline, self.position)
        self.judging.verdict = None
        if self.panel == "verdict":
            self.judging.start()
        self.present()

    def _grown(self) -> None:
        self.list.repaint()
        self.track.repaint()
        self._bars()

    # ---- the position ---------------------------------------------------------------------

    def go_to(self, number: int) -> None:
        """Show the position after an event, as far as the log is read."""
        self.position = max(0, min(number, self.timeline.last))

    def watch_position(self) -> None:
        self.pointed = None
        self.scene = scene_at(self.timeline, self.position)
        self.present()

    def present(self) -> None:
        """Show the scene in every part."""
        scene, narrator = self.scene, self.narrator
        self.map.present(self.desk.scene(scene), narrator)
        self.sentences.present(scene, narrator, self._details(), self._standing())
        self.list.present(scene.number, narrator)
        self.track.present(scene.number, narrator)
        self.panels.present()
        self._bars()
        self.desk.present()

    def _details(self) -> str:
        pointed = self.pointed
        if pointed is None:
            return ""
        if pointed.kind == "unit":
            return standings.unit_details(self.scene, self.narrator, self.look, pointed.ident)
        near = self.map.near.get(pointed.ident, ())
        return standings.area_details(self.scene, self.narrator, self.look, pointed.ident, near)

    def _standing(self) -> str:
        return standings.weak_values(self.narrator, self.look)

    # ---- first and last line --------------------------------------------------------------

    def _bars(self) -> None:
        left, right = captions(self.timeline, self.scene, self.narrator, self.look)
        self.header.present([*left[:1], *self.desk.parts(), *left[1:]], right)
        self.show_footer()

    def show_footer(self) -> None:
        look = self.look
        status = self.pacing.sign or self.status or self.following.sign
        if not status and self._arrangement(self.size).note:
            width, height = self.map.least
            status = look.word("map_needs", width=max(width, 80), height=height + 10)
        self.footer.present(self.desk.hints(), status)

    # ---- panels ---------------------------------------------------------------------------

    def _filling(self, width: int, height: int) -> Filling:
        """The panel asked for, or those that have room."""
        if self.panel:
            return Filling([[self._block(self.panel, width)]], (1,))
        return filled(self._block, width, height)

    def _block(self, name: str, width: int) -> Block:
        scene, timeline, narrator, look = self.scene, self.timeline, self.narrator, self.look
        if name == "why":
            return reasons.why_block(scene, timeline, narrator, look, width)
        if name == "strength":
            return blocks.strength_block(scene, narrator, look, width)
        if name == "remark":
            return blocks.remark_block(scene, timeline, look, width)
        if name == "legal":
            return reasons.legal_block(scene, timeline, narrator, look, width)
        return verdict_block(self.judging.seen(), look, width)

    # ---- arrangement ----------------------------------------------------------------------

    @property
    def layout(self) -> Layout:
        return self._parts

    def _arrangement(self, size: Size) -> Arrangement:
        needs = MapNeeds(self.map.least, self.map.height_for)
        return arranged(size.width, size.height, needs, self.paneled)

    @property
    def paneled(self) -> bool:
        """Whether room is needed for something beside the list."""
        return bool(self.panel) or self.desk.on

    def _regions(self, size: Size) -> dict[str, Region]:
        choosing = self.desk.on and not self.panel
        return shared(self._arrangement(size).regions, choosing, cell_len(self.footer.label))

    def rearrange(self) -> None:
        """Lay the parts out again."""
        self.header.refresh(layout=True)  # a child's: the screen's own keeps its arrangement
        self.present()

    def on_resize(self) -> None:
        self.show_footer()

    def redress(self, look: Look) -> None:
        """Show everything in another look."""
        self.look = look
        self.narrator = Narrator(self.timeline.rules.spec, look.language)
        for part in (*self._painted(), *self.desk.painted()):
            part.redress(look)
        self.present()

    # ---- keys -----------------------------------------------------------------------------

    @property
    def senpu(self) -> "SenpuApp":
        return cast("SenpuApp", self.app)

    def action_step(self, by: int) -> None:
        self.say("")
        self.go_to(self.position + by)

    def action_action(self, by: int) -> None:
        """To the last event of the row above or below."""
        self.say("")
        end = self.rows.end_below if by > 0 else self.rows.end_above
        self.go_to(end(self.position))

    def action_turn(self, by: int) -> None:
        """To the first event of the next turn, or of this one, or of the one before."""
        self.say("")
        self.go_to(self.timeline.turn_from(self.position, by))

    def action_end(self, way: int) -> None:
        self.say("")
        self.seeking.want("start" if way < 0 else "end")

    def action_ask_position(self) -> None:
        self.seeking.ask("go")

    def action_ask_words(self) -> None:
        self.seeking.ask("find")

    def action_found(self, way: int) -> None:
        self.seeking.again(way)

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

    def action_play(self) -> None:
        """Start or stop playing."""
        (self.pacing.stop if self.pacing.playing else self.pacing.start)()
        self.show_footer()

    def action_pace(self, by: int) -> None:
        self.pacing.change(by)

    def action_seen(self) -> None:
        """Seen by everybody, then by each side."""
        if self.desk.eyes():
            return
        sides = ["", *(side.id for side in self.narrator.spec.sides)]
        at = sides.index(self.timeline.sight.side)
        self.look_as(sides[(at + 1) % len(sides)])

    def look_as(self, side: str) -> None:
        """Show what a side may know; everything, if it is empty."""
        timeline = self.timeline
        timeline.look_as(side)
        if timeline.rules.hides:
            self.rows.forget()
            self.losses.start_over()
            self._start()
        self.pointed = None
        self.scene = scene_at(timeline, self.position)
        self.say("")
        self.present()

    def action_reload(self) -> None:
        """Read the file anew."""
        self.senpu.open_again(self)

    def action_leave(self) -> None:
        """As `back`, but out of the program too."""
        self._leaving = True
        self.action_back()
        self._leaving = False

    def action_back(self) -> None:
        """Close the prompt, stop playing, close the panel, go back to the library: whatever comes
        first."""
        if self.seeking.close():
            return
        if self.pacing.playing:
            self.action_play()
        elif self.pointed is not None:
            self.pointed = None
            self.present()
        elif self.panel:
            self.action_panel(self.panel)
        elif self._leaving or self.senpu.lies_above(self):
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
        self.go_to(message.number)

    async def on_pressed(self, message: Pressed) -> None:
        message.stop()
        for node in self.desk.nodes():
            if await self.app.run_action(message.action, node):
                break

    def on_pointed(self, message: Pointed) -> None:
        message.stop()
        if self.desk.points(message):
            return
        self.pointed = message
        self.present()
