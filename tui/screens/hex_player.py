"""The player of a game on hexes: the map on the left; list, combat, notes and score in a pane."""

from pathlib import Path
from typing import ClassVar

from msgspec.structs import replace
from textual.binding import BindingType
from textual.geometry import Size

from senpu.replay.core.timeline import Timeline
from senpu.tui.boards.combat_account import find_account
from senpu.tui.keys import HEX_PLAYER, make_bindings
from senpu.tui.screens.arrangement import Arrangement, OpenParts, arrange_hexes
from senpu.tui.screens.player import PlayerScreen
from senpu.tui.widgets.clicks import ObjectClicked
from senpu.tui.widgets.combat_panel import AccountPainter
from senpu.tui.widgets.declared_attacks import render_plans
from senpu.tui.widgets.hex_legend import (
    describe_hex,
    render_hex,
    render_legend,
)
from senpu.tui.widgets.hex_map import HexMap
from senpu.tui.widgets.hex_score import has_cards, render_cards, render_score
from senpu.tui.widgets.painting import Look, PaintedWidget, Row
from senpu.tui.widgets.panels import Block, PanelContent, Panels, render_title, share_rows
from senpu.tui.widgets.provenance import describe_unit, render_strength

CARDS = (("score", 2), ("cards", 1), ("score", 3), ("cards", 5), ("score", 8))
"""The blocks of a game with cards and the rows to grow to, most important first."""


ALL = 60
"""A number of rows that is enough for all texts next to the map."""


class HexPlayerScreen(PlayerScreen):
    """The player of a log on hexes."""

    KEYS = HEX_PLAYER
    BINDINGS: ClassVar[list[BindingType]] = [*make_bindings(HEX_PLAYER)]

    def __init__(self, timeline: Timeline, look: Look, source: Path | None, at: int = 0) -> None:
        super().__init__(timeline, look, source, at)
        self.score = Panels(look, self._make_score, "score")

    def list_widgets(self) -> tuple[PaintedWidget, ...]:
        """Return the widgets of the screen."""
        return (*super().list_widgets(), self.score)

    @property
    def open_parts(self) -> OpenParts:
        """The parts of the screen that are not always there."""
        return replace(super().open_parts, cards=has_cards(self.scene.board))

    def present(self) -> None:
        """Show the scene in every part."""
        super().present()
        self.score.present()

    def _board_map(self) -> HexMap:
        self.hexes = HexMap(self.look, self.narrator)
        return self.hexes

    def _arrangement(self, size: Size) -> Arrangement:
        spare = self.hexes.spare = self._count_extra_rows(size.height)
        return arrange_hexes(
            size.width, size.height - spare, self.hexes.sizes, self.open_parts, spare
        )

    # ---- texts ----------------------------------------------------------------------------

    def describe_object(self) -> str:
        """Return the details of the unit or place that the user points at."""
        found = self.described
        if found is None:
            return ""
        if found.kind == "unit":
            return describe_unit(self.scene, self.narrator, self.look, found.ident)
        chart = self.hexes.chart
        return describe_hex(self.scene, chart, self.narrator, self.look, found.ident)

    def present_described(self) -> None:
        """Show the details of the unit or place that the user points at."""
        super().present_described()
        self.score.present()

    def _filling(self, width: int, height: int) -> PanelContent:
        """Return the open panel; or the combat, another roll, plans, or the strengths."""
        if self.panel:
            return PanelContent([[self._block(self.panel, width, height)]], (1,))
        scene, narrator, look = self.scene, self.narrator, self.look
        account = find_account(scene, self.course, narrator)
        planned = {plan.place for plan in scene.board.plans}
        if account and account.number < scene.number and account.place in planned:
            account = None  # it was declared, and is not what the moment is about
        if account is not None:
            block = AccountPainter(account, narrator, look, width).block(height - 1)
            return PanelContent([[block]], (1,))
        plans = render_plans(scene, self.course, narrator, look, width)
        return PanelContent([[plans or render_strength(scene, narrator, look, width)]], (1,))

    def _make_score(self, width: int, height: int) -> PanelContent:
        """Return the hex under the cursor; else the score, and the cards."""
        scene, narrator, look, chart = self.scene, self.narrator, self.look, self.hexes.chart
        place = self.find_place(self.hovered) or self.hexes.cursor
        if place in chart.grid.index:
            block = render_hex(scene, chart, narrator, look, width, place, height - 1)
            return PanelContent([[block]], (1,))
        boxes = () if self.hexes.is_whole else chart.boxes
        if not has_cards(scene.board):
            block = render_score(scene, chart, narrator, look, width, height - 1, boxes)
            return PanelContent([[block]], (1,))
        rows = share_rows(CARDS, height - 1, title=1)
        blocks = []
        if "score" in rows:
            blocks.append(render_score(scene, chart, narrator, look, width, rows["score"], boxes))
        if "cards" in rows:
            blocks.append(render_cards(scene.board, narrator, look, width, rows["cards"]))
        return PanelContent([blocks], (1,))

    def _block(self, name: str, width: int, height: int = 0) -> Block:
        if name == "legend":
            pen = self.hexes.pen
            has_gaps = bool(self.timeline.list_gap_events())
            return render_legend(self.hexes.chart, self.narrator, self.look, width, pen, has_gaps)
        block = super()._block(name, width, height)
        if name == "strength":
            block.rows.extend(self._all_lines(width))
        return block

    def _all_lines(self, width: int) -> list[Row]:
        """Return all texts next to the map, of any length."""
        board, chart, narrator, look = self.scene.board, self.hexes.chart, self.narrator, self.look
        blocks = [render_score(self.scene, chart, narrator, look, width, ALL, chart.boxes)]
        if has_cards(board):
            blocks.append(render_cards(board, narrator, look, width, ALL))
        rows = []
        for block in blocks:
            kept = [row for row in block.rows if row.width]
            rows += [Row(look), render_title(look, block, width - 2), *kept]
        return rows

    # ---- keys and mouse -------------------------------------------------------------------

    def action_zoom(self, by: int) -> None:
        """Zoom in or out."""
        wide = self.hexes.magnify(by)
        self.panels.present()
        self.show_message(self.look.word("zoomed", wide=wide, high=wide // 2))

    def action_zones(self) -> None:
        """Show the zones of both sides, then of each side, then none."""
        sides = tuple(side.id for side in self.narrator.spec.sides)
        cycle = [(), sides, *((side,) for side in sides)]
        at = cycle.index(self.hexes.zones)
        self.hexes.zones = cycle[(at + 1) % len(cycle)]
        self.hexes.repaint()
        names = ", ".join(map(self.narrator.side, self.hexes.zones))
        self.show_message(self.look.word("zones_of", sides=names) if names else "")

    def action_idents(self) -> None:
        """Show ids on the counters, or strengths."""
        self.hexes.idents = not self.hexes.idents
        self.hexes.repaint()

    def action_numbers(self) -> None:
        """Show hex numbers in full, or dimmed."""
        self.hexes.numbers = not self.hexes.numbers
        self.hexes.repaint()

    def action_look(self, way: int) -> None:
        """Point at the next hex in a direction."""
        self.on_object_clicked(ObjectClicked("area", self.hexes.find_cursor_neighbour(way)))
        self.hexes.reveal(self.hexes.cursor)

    @property
    def is_pointing(self) -> bool:
        """Return whether the user points at a hex."""
        return bool(self.hexes.cursor) or super().is_pointing

    def stop_pointing(self) -> None:
        """Stop pointing at a hex."""
        self.hexes.look_at("")
        super().stop_pointing()

    def point_at(self, message: ObjectClicked) -> None:
        """Point at the hex or unit of a click."""
        super().point_at(message)
        place = self.find_place(message)
        self.hexes.cursor = place if place in self.hexes.places else ""
        self.present()
