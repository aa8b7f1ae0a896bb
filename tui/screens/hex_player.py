"""The player of a game on a map of hexes: the map at the left, the fight, the score and the hex
looked at in a pane beside it.
"""

from pathlib import Path
from typing import ClassVar

from textual.binding import BindingType
from textual.geometry import Size

from replay.timeline import Timeline
from tui.keys import HEXES, bindings
from tui.screens.arrangement import Arrangement
from tui.screens.beside import PANE, beside
from tui.screens.player import PlayerScreen
from tui.widgets.blocks import strength_block
from tui.widgets.hex_fight import fight_block
from tui.widgets.hex_map import HexMap
from tui.widgets.hex_pane import held, hex_block, legend_block, score_block
from tui.widgets.hex_words import hex_details, weak_tables
from tui.widgets.painting import Look
from tui.widgets.panels import Block, Filling
from tui.widgets.scene import Pointed
from tui.widgets.standings import unit_details

TALL = 20
"""A pane of so many rows is tall."""


class HexPlayerScreen(PlayerScreen):
    """A log of a game on hexes."""

    KEYS = HEXES
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(HEXES)]
    DEFAULT_CSS = "HexPlayerScreen { overflow: hidden hidden; }"

    def __init__(self, timeline: Timeline, look: Look, source: Path | None, at: int = 0) -> None:
        super().__init__(timeline, look, source, at)
        self.list.flowing = True

    def _board_map(self) -> HexMap:
        self.hexes = HexMap(self.look, self.narrator)
        return self.hexes

    def _arrangement(self, size: Size) -> Arrangement:
        return beside(size.width, size.height, self.hexes.sizes, bool(self.panel))

    # ---- what is said ---------------------------------------------------------------------

    def _details(self) -> str:
        pointed = self.pointed
        if pointed is None:
            return ""
        if pointed.kind == "unit":
            return unit_details(self.scene, self.narrator, self.look, pointed.ident)
        chart = self.hexes.chart
        return hex_details(self.scene, chart, self.narrator, self.look, pointed.ident)

    def _standing(self) -> str:
        return weak_tables(self.narrator, self.look)

    def _filling(self, width: int, height: int) -> Filling:
        """The panel asked for; else the fight (or the strengths), the score, the hex looked at,
        the legend: those that have room, in two columns where that is wide enough."""
        if self.panel:
            return Filling([[self._block(self.panel, width)]], (1,))
        two = width >= 2 * PANE
        room = width // 2 if two else width
        scene, narrator, look, chart = self.scene, self.narrator, self.look, self.hexes.chart
        place = self.hexes.cursor or scene.marks.focus
        looked = hex_block(scene, chart, narrator, look, room, place)
        legend = self._block("legend", room)
        fight = fight_block(scene, self.timeline, narrator, look, room)

        def score(rows: int) -> Block:
            return score_block(scene, chart, narrator, look, room, rows)

        if height < TALL and fight is None:
            return Filling([_fitting([looked, score(height - 6)], height)], (1,))
        if fight is None:
            fight = strength_block(scene, narrator, look, room)
        if height < TALL:
            return Filling([_fitting([held(fight, 7, look), score(2)], height)], (1,))
        fight = held(fight, 11 if height >= 28 else 9, look)
        if two:
            columns = ([fight, looked], [score(9), legend])
            return Filling([_fitting(column, height) for column in columns], (1, 1))
        rows = 8 if height >= 36 else 7
        return Filling([_fitting([fight, score(rows), looked, legend], height)], (1,))

    def _block(self, name: str, width: int) -> Block:
        if name == "legend":
            pen = self.hexes.pen
            return legend_block(self.hexes.chart, self.narrator, self.look, width, pen)
        return super()._block(name, width)

    # ---- keys and mouse -------------------------------------------------------------------

    def action_zoom(self, by: int) -> None:
        wide = self.hexes.magnify(by)
        self.say(self.look.word("zoomed", wide=wide, high=wide // 2))

    def action_zones(self) -> None:
        """Both sides' zones, then each one's, then none."""
        sides = tuple(side.id for side in self.narrator.spec.sides)
        cycle = [(), sides, *((side,) for side in sides)]
        at = cycle.index(self.hexes.zones)
        self.hexes.zones = cycle[(at + 1) % len(cycle)]
        self.hexes.repaint()
        names = ", ".join(map(self.narrator.side, self.hexes.zones))
        self.say(self.look.word("zones_of", sides=names) if names else "")

    def action_idents(self) -> None:
        """Ids on the counters, or strengths."""
        self.hexes.idents = not self.hexes.idents
        self.hexes.repaint()

    def action_numbers(self) -> None:
        """Hex numbers in full, or faint."""
        self.hexes.numbers = not self.hexes.numbers
        self.hexes.repaint()

    def action_look(self, way: int) -> None:
        """Look at the next hex in a direction."""
        self.on_pointed(Pointed("area", self.hexes.beside_cursor(way)))
        self.hexes.reveal(self.hexes.cursor)

    def action_back(self) -> None:
        if self.hexes.cursor and not self.pacing.playing and not self.footer.label:
            self.hexes.look_at("")
            self.pointed = None
            self.present()
        else:
            super().action_back()

    def on_pointed(self, message: Pointed) -> None:
        message.stop()
        place = message.ident
        if message.kind == "unit":
            place = next((p.place for p in self.scene.board.pieces if p.id == place), "")
        self.hexes.cursor = place
        self.pointed = message
        self.present()


def _fitting(blocks: list[Block], height: int) -> list[Block]:
    """The first of some blocks, as many as find room."""
    while len(blocks) > 1 and sum(len(block.rows) + 2 for block in blocks) - 1 > height:
        blocks.pop()
    return blocks
