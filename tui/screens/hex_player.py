"""The player of a game on hexes: the map on the left; combat, score and hex in a pane."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import ClassVar

from textual.binding import BindingType
from textual.geometry import Size

from senpu.replay.core.timeline import Timeline
from senpu.tui.boards.combat_account import find_account
from senpu.tui.keys import HEX_PLAYER, make_bindings
from senpu.tui.screens.arrangement import PANE, Arrangement, arrange_hexes
from senpu.tui.screens.player import PlayerScreen
from senpu.tui.widgets.clicks import ObjectClicked
from senpu.tui.widgets.combat_panel import AccountPainter
from senpu.tui.widgets.declared_attacks import render_plans
from senpu.tui.widgets.hex_legend import (
    describe_hex,
    describe_weak_tables,
    fix_height,
    render_hex,
    render_legend,
)
from senpu.tui.widgets.hex_map import HexMap
from senpu.tui.widgets.hex_score import has_cards, render_cards, render_score
from senpu.tui.widgets.painting import Look, Row
from senpu.tui.widgets.panels import Block, PanelContent, render_title
from senpu.tui.widgets.provenance import describe_unit, render_strength

TALL = 20
"""The rows from which a pane is tall."""
Maker = Callable[[int], Block]
"""A function that makes a block of a number of rows."""

COMBAT = (
    ("main", 7), ("score", 2), ("cards", 2), ("main", 9), ("cards", 3), ("score", 3),
    ("cards", 5), ("score", 5), ("looked", 3), ("score", 6), ("main", 12), ("score", 8),
    ("cards", 7),
)  # fmt: skip
"""The blocks of a game with cards and the rows to grow to, most important first."""
QUIET = (
    ("score", 4), ("cards", 3), ("score", 6), ("looked", 3), ("cards", 5), ("score", 8),
)  # fmt: skip
"""The same for a low pane without a combat or a roll."""
LOOKING = (("looked", 3), ("score", 4), ("cards", 2), ("score", 6), ("cards", 5))
"""The same if the user points at a hex."""
COLUMNS = (("main", "looked"), ("score", "cards"))
"""The blocks of each column of a wide pane."""


def share_rows(plan: Iterable[tuple[str, int]], height: int) -> dict[str, int]:
    """Return the rows of each block of a plan in a pane of `height` rows.

    Each block has a title; a blank row separates it from the next block.
    """
    rows: dict[str, int] = {}
    left = height + 1
    for name, wanted in plan:
        more = wanted - rows.get(name, -2)
        more = min(more, left) if name in rows else more
        if 0 < more <= left:
            rows[name] = rows.get(name, -2) + more
            left -= more
    return rows


def arrange_with_cards(
    makers: dict[str, Maker], look: Look, width: int, height: int, quiet: bool, looking: bool
) -> PanelContent:
    """Return the pane of a game with cards.

    Args:
        makers: The function that makes each block, by its name.
        look: The look of the screen.
        width: The columns of the pane.
        height: The rows of the pane.
        quiet: Whether there is no combat and no roll.
        looking: Whether the user points at a hex.

    Returns:
        The blocks of each column.
    """
    legend = [makers["legend"](0)] if "legend" in makers else []
    if width >= 2 * PANE:
        wanted = {"main": 12, "looked": 3, "score": 6, "cards": 7}
        columns = [
            [fix_height(makers[name](wanted[name]), wanted[name], look) for name in column]
            for column in COLUMNS
        ]
        columns[1] += legend
        return PanelContent([take_fitting(column, height) for column in columns], (1, 1))
    low = height < TALL and quiet
    plan = (LOOKING if looking else QUIET) if low else COMBAT
    rows = share_rows(plan, height)
    order = ("looked", "score", "cards") if low else ("main", "score", "cards", "looked")
    blocks = [
        fix_height(makers[name](rows[name]), rows[name], look) for name in order if name in rows
    ]
    return PanelContent([take_fitting([*blocks, *legend], height)], (1,))


def arrange_without_cards(
    makers: dict[str, Maker], look: Look, width: int, height: int, quiet: bool
) -> PanelContent:
    """Return the pane of a game without cards."""
    looked = makers["looked"](3)
    legend = [makers["legend"](0)] if "legend" in makers else []
    if height < TALL and quiet:
        return PanelContent([take_fitting([looked, makers["score"](height - 6)], height)], (1,))
    rows = 7 if height < TALL else 11 if height >= 28 else 9
    main = fix_height(makers["main"](rows), rows, look)
    if height < TALL:
        return PanelContent([take_fitting([main, makers["score"](2)], height)], (1,))
    if width >= 2 * PANE:
        columns = ([main, looked], [makers["score"](9), *legend])
        return PanelContent([take_fitting(column, height) for column in columns], (1, 1))
    score = makers["score"](8 if height >= 36 else 7)
    return PanelContent([take_fitting([main, score, looked, *legend], height)], (1,))


def take_fitting(blocks: list[Block], height: int) -> list[Block]:
    """Return the first blocks that fit into a height."""
    while len(blocks) > 1 and sum(len(block.rows) + 2 for block in blocks) - 1 > height:
        blocks.pop()
    return blocks


ALL = 60
"""A number of rows that is enough for all texts next to the map."""


class HexPlayerScreen(PlayerScreen):
    """The player of a log on hexes."""

    KEYS = HEX_PLAYER
    BINDINGS: ClassVar[list[BindingType]] = [*make_bindings(HEX_PLAYER)]

    def __init__(self, timeline: Timeline, look: Look, source: Path | None, at: int = 0) -> None:
        super().__init__(timeline, look, source, at)
        self.list.flowing = True

    def _board_map(self) -> HexMap:
        self.hexes = HexMap(self.look, self.narrator)
        return self.hexes

    def _arrangement(self, size: Size) -> Arrangement:
        spare = self.hexes.spare = self.win_probability.rows(size.height)
        return arrange_hexes(
            size.width, size.height - spare, self.hexes.sizes, self.needs_panel, spare
        )

    # ---- texts ----------------------------------------------------------------------------

    def describe_place(self, place: str) -> str:
        """Describe a hex and the units there."""
        chart = self.hexes.chart
        return describe_hex(self.scene, chart, self.narrator, self.look, place)

    def render_hands(self, width: int, height: int) -> list[Row]:
        """Return the hands of cards for a chooser of a size, or no rows."""
        if not has_cards(self.scene.board) or height < TALL // 2:
            return []
        rows = 5 if height >= TALL * 3 // 2 else 2
        block = render_cards(self.scene.board, self.narrator, self.look, width - 1, rows)
        return [Row(self.look), render_title(self.look, block, width - 2), *block.rows]

    def _details(self) -> str:
        pointed = self.pointed
        if pointed is None:
            return ""
        if pointed.kind == "unit":
            return describe_unit(self.scene, self.narrator, self.look, pointed.ident)
        chart = self.hexes.chart
        return describe_hex(self.scene, chart, self.narrator, self.look, pointed.ident)

    def _describe_provenance(self) -> str:
        return describe_weak_tables(self.narrator, self.look)

    def _filling(self, width: int, height: int) -> PanelContent:
        """Return the open panel, or the blocks that fit.

        The blocks are combat (or another roll, or the strengths), score, cards, hex, legend, in two
        columns if the pane is wide enough.
        """
        if self.panel:
            return PanelContent([[self._block(self.panel, width, height)]], (1,))
        room = width // 2 if width >= 2 * PANE else width
        scene, narrator, look, chart = self.scene, self.narrator, self.look, self.hexes.chart
        place = self.hexes.cursor or scene.marks.focus
        boxes = () if self.hexes.is_whole else chart.boxes
        account = find_account(scene, self.course, narrator)
        planned = {plan.place for plan in scene.board.plans}
        if account and account.number < scene.number and account.place in planned:
            account = None  # it was declared, and is not what the moment is about
        fight = AccountPainter(account, narrator, look, room) if account else None
        other = None if fight else render_plans(scene, self.course, narrator, look, room)
        quiet = fight is None and other is None

        def main(rows: int) -> Block:
            if fight is not None:
                return fight.block(rows)
            return other or render_strength(scene, narrator, look, room)

        makers: dict[str, Maker] = {
            "main": main,
            "looked": lambda _: render_hex(scene, chart, narrator, look, room, place),
            "score": lambda rows: render_score(scene, chart, narrator, look, room, rows, boxes),
            "cards": lambda rows: render_cards(scene.board, narrator, look, room, rows),
        }
        if not (self.hexes.is_whole and self.hexes.has_legend):
            makers["legend"] = lambda _: self._block("legend", room)
        if has_cards(scene.board):
            looking = bool(self.hexes.cursor)
            return arrange_with_cards(makers, look, width, height, quiet, looking)
        return arrange_without_cards(makers, look, width, height, quiet)

    def _block(self, name: str, width: int, height: int = 0) -> Block:
        if name == "legend":
            pen = self.hexes.pen
            return render_legend(self.hexes.chart, self.narrator, self.look, width, pen)
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
        place = message.ident
        if message.kind == "unit":
            place = next((p.place for p in self.scene.board.pieces if p.id == place), "")
        self.hexes.cursor = place if place in self.hexes.places else ""
        super().point_at(message)
