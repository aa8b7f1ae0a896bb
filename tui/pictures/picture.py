"""A position of a recorded game as an SVG picture: the map, the last event, the caption.

The picture contains what the view of the timeline shows, and needs no script, font or network.
"""

from collections.abc import Iterable
from typing import NamedTuple

from senpu.replay.annotation.annotations import Annotations
from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import Board, Piece
from senpu.replay.core.timeline import GameLine
from senpu.replay.core.visible_positions import format_position_at
from senpu.tui.boards.scene import Scene, build_scene
from senpu.tui.pictures.areas import AreaMapPicture
from senpu.tui.pictures.captions import (
    Narrators,
    Words,
    collect_titles,
    describe_position,
    format_tally,
    is_drawn_elsewhere,
    render_caption,
    render_heading,
)
from senpu.tui.pictures.elements import (
    LETTERS,
    PictureFrame,
    element,
    escape_text,
    format_number,
    render_badge,
    render_counter,
    render_languages,
    texts,
    wrap_text,
)
from senpu.tui.pictures.hexes import HexMapPicture, render_legend
from senpu.tui.pictures.maps import (
    CounterPosition,
    CounterPositions,
    GroupLayout,
    PictureMap,
    flow_groups,
    group_pieces,
    move_layout,
)
from senpu.tui.pictures.marks import draw_marks, draw_notes
from senpu.tui.pictures.style import build_palette, iterate_rules

LAYERS = ("noted", "under", "over", "beside")
"""The layers that change besides the counters; `under` and `over` are below and above them."""
EDGE, BETWEEN, MARGIN = 12.0, 24.0, 4.0
"""The room below the map, between the parts below it, and around the drawing."""
HEADING, TOLD = 24.0, 16.0
"""The height of a side's name, and of a line below it."""
LOWER = 16.0
"""The height that the corners of the last hexes take from the room for the legend."""
PAGE_LEGEND = 330.0
"""The width of a legend on a page."""
APART = " \u00b7 "
"""The separator of tallies in one line."""


class DrawnPosition(NamedTuple):
    """A drawn position."""

    spots: CounterPositions
    looks: dict[str, str]
    """The drawing of each counter around (0, 0)."""
    layers: dict[str, str]


class DrawnLegend(NamedTuple):
    """The legend of a map, and its size."""

    drawn: str
    width: float
    height: float


class PositionDrawing:
    """The drawing of one rule set. Immutable."""

    def __init__(
        self, narrators: Narrators, boards: Iterable[Board], with_tallies: bool = True
    ) -> None:
        """Prepare the drawing.

        Args:
            narrators: The narrators.
            boards: All boards to be drawn, so that there is room for each.
            with_tallies: Whether tallies and the legend are below the map; pages show them next to
                it.
        """
        self.narrators = narrators
        self.with_tallies = with_tallies
        spec = narrators.spec
        self.map: PictureMap = (
            HexMapPicture(narrators) if spec.game.board == "hexes" else AreaMapPicture(narrators)
        )
        self.width = self.map.width
        self.legend: DrawnLegend | None = None
        """The legend of a page, if the map has no room for it."""
        self.ground, self.foot = self._ground()
        boards = list(boards)
        self.pointed = any(piece.full for board in boards for piece in board.pieces)
        loose = [self._loose(board) for board in boards]
        self.strip = max(
            (self._build_foot(board, off)[1] for board, off in zip(boards, loose, strict=True)),
            default=0.0,
        )
        self.height = self.foot + (self.strip + EDGE if self.strip else 0)

    @property
    def viewed(self) -> PictureFrame:
        """Return the drawn area with a margin."""
        return PictureFrame(0, 0, self.width, self.height).inset(-MARGIN)

    def _ground(self) -> tuple[str, float]:
        """Return the map with its legend, and the height of both."""
        drawn, foot = self.map.ground(), self.map.height
        if not isinstance(self.map, HexMapPicture):
            return drawn, foot
        free = self.map.chart.legend
        room = self.map.shapes.tile(free, 12) if free else None
        wide = room.width if room else self._legend_width
        board = self.map
        found = {
            narrator.language: render_legend(board, self.narrators, narrator, wide)
            for narrator in self.narrators.every
        }
        high = max(height for _, height in found.values())
        within = room is not None and high <= room.height - LOWER
        if not within and wide != self._legend_width:
            wide = self._legend_width
            found = {
                s.language: render_legend(board, self.narrators, s, wide)
                for s in self.narrators.every
            }
            high = max(height for _, height in found.values())
        x, y = (room.x, room.y + LOWER) if room and within else (0.0, foot + EDGE)
        signs = render_languages({language: part for language, (part, _) in found.items()})
        if not within and not self.with_tallies:
            self.legend = DrawnLegend(signs, wide, high)
            return drawn, foot
        drawn += element("g", signs, transform=f"translate({x:.1f} {y:.1f})")
        return drawn, foot if within else y + high

    @property
    def _legend_width(self) -> float:
        return self.width if self.with_tallies else PAGE_LEGEND

    # ---- positions --------------------------------------------------------------------------

    def show(self, scene: Scene) -> DrawnPosition:
        """Return one position."""
        tallies: dict[str, list[Words]] = {}
        if self.map.margins:
            tallies = {
                s: self._tallies(scene.board, s, self.map.margin(s)) for s in self.narrators.sides
            }
        standing = self.map.stand(scene, tallies)
        below, _ = self._build_foot(scene.board, standing.loose)
        top = self.foot + EDGE
        spots = dict(standing.spots)
        margin_texts = [texts(at.x, at.y, words, cls) for at, words, cls in standing.labels]
        for drawn, laid, x, y in below:
            put = move_layout(laid, x, top + y)
            spots |= put.spots
            margin_texts += [texts(at.x, at.y, words, cls) for at, words, cls in put.labels]
            if drawn:
                margin_texts.append(element("g", drawn, transform=f"translate({x:.1f} {top:.1f})"))
        marks = draw_marks(scene, scene.moment.effects, self.map, spots)
        layers = {
            "noted": self.map.noted(scene.board),
            "under": marks.under,
            "over": marks.over,
            "beside": "".join(margin_texts),
        }
        looks = {
            piece.id: self._look(piece, spots[piece.id]) for piece in scene.board.pieces
        }  # fmt: skip
        return DrawnPosition(spots, looks, layers)

    def _look(self, piece: Piece, spot: CounterPosition) -> str:
        side = self.narrators.sides.get(piece.side, 0)
        return render_counter(piece, side, spot.form, self.pointed)

    def _loose(self, board: Board) -> tuple[Piece, ...]:
        """Return the pieces without a place on the map or in its boxes."""
        if self.map.margins:
            return ()
        boxes = self.map.chart.boxes if isinstance(self.map, HexMapPicture) else ()
        return tuple(
            piece for piece in board.pieces
            if self.map.centre(piece.place) is None
            and not any(
                not piece.place and box.fate == piece.fate and box.side in ("", piece.side)
                for box in boxes
            )
        )  # fmt: skip

    def _build_foot(
        self, board: Board, loose: tuple[Piece, ...]
    ) -> tuple[list[tuple[str, GroupLayout, float, float]], float]:
        """Return the parts below the map by side (drawing, counters, position) and their height."""
        sides = self.narrators.sides
        if not self.with_tallies and not loose:
            return [], 0.0
        wide = (self.width - BETWEEN * (len(sides) - 1)) / len(sides)
        found, high = [], 0.0
        for side, at in sides.items():
            drawn, y = ("", 0.0) if self.map.margins else self._heading(side, at)
            for rows in () if self.map.margins else self._tallies(board, side, wide):
                drawn += texts(0, y + 11, rows, "told")
                y += TOLD
            laid = flow_groups(
                group_pieces([p for p in loose if p.side == side], self.narrators.fate), wide
            )  # fmt: skip
            found.append((drawn, laid, at * (wide + BETWEEN), y))
            high = max(high, y + laid.height)
        for rows in self._tallies(board, "", self.width):
            drawn, laid, x, y = found[0]
            found[0] = (drawn + texts(0, high + 15, rows, "told"), laid, x, y)
            high += TOLD
        return found, high

    def _heading(self, side: str, at: int) -> tuple[str, float]:
        name = self.narrators.side(side)
        mark = render_badge(at, 12, f"side{at}", 6, 8)
        return mark + texts(18, 13, name, f"side-name side{at}"), HEADING

    def _tallies(self, board: Board, side: str, wide: float) -> list[Words]:
        """Return the tallies of a side in lines, the same number in each language.

        In a margin each tally has its own lines.

        Returns:
            The lines by language.
        """
        if not self.with_tallies:
            return []
        tallies = [t for t in board.tallies if t.side == side and not is_drawn_elsewhere(t, board)]
        rows: dict[str, list[str]] = {}
        for narrator in self.narrators.every:
            parts = [format_tally(tally, narrator) for tally in tallies]
            parts = parts if self.map.margins and side else [APART.join(parts)]
            rows[narrator.language] = [
                row for each in parts for row in wrap_text(each, LETTERS, wide)
            ]
        count = max(map(len, rows.values()), default=0)
        return [
            {language: lines[at] if at < len(lines) else "" for language, lines in rows.items()}
            for at in range(count)
        ]


PAD, HEAD = 20.0, 46.0
"""The room around the picture, and for the title."""


def render_picture(
    timeline: GameLine, at: int, narrator: Narrator, theme: str = "day",
    notes: Annotations | None = None, moment: str = "",
) -> str:  # fmt: skip
    """Return the position after an event with its notes as SVG.

    Args:
        timeline: The log.
        at: The number of the event.
        narrator: The narrator.
        theme: `day` or `night`.
        notes: The notes.
        moment: The moment as the title names it; by default the turn of the position.

    Returns:
        The picture.
    """
    scene = build_scene(timeline, at)
    narrators = Narrators(timeline.rules.spec, (narrator.language,))
    drawing = PositionDrawing(narrators, [scene.board])
    shown = drawing.show(scene)
    view = drawing.viewed
    width = view.width + 2 * PAD
    below, foot = render_caption(timeline, scene, narrator, notes, width - 2 * PAD)
    height = HEAD + view.height + foot + PAD
    name = f"senpu-{theme}"
    style = "\n".join(iterate_rules(build_palette(theme).__getitem__, f".{name} "))
    event_notes = [each.note for each in notes.find_notes(at)] if notes is not None else []
    titles = collect_titles(timeline, scene, narrator, moment)
    inside = [
        element("title", escape_text(narrator.label("comma").join(titles)), id="title"),
        element("desc", escape_text(describe_position(scene, narrator)), id="desc"),
        element("metadata", escape_text(format_position_at(timeline, at))),
        element("style", f"\n{style}\n"),
        element("rect", cls="bg", width=width, height=height),
        render_heading(titles, scene.number, narrator, PAD, width - PAD),
        _moved(
            PAD - view.x, HEAD - view.y, render_drawing(drawing, shown, scene, narrators),
            draw_notes(event_notes, drawing.map, drawing.map.obstacles(scene.board, shown.spots)),
        ),
        _moved(PAD, HEAD + view.height, below),
    ]  # fmt: skip
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{name}" width="{format_number(width)}" '
        f'height="{format_number(height)}" '
        f'viewBox="0 0 {format_number(width)} {format_number(height)}" '
        f'font-size="{LETTERS:g}" lang="{narrator.language}" role="img" '
        'aria-labelledby="title desc">' + "\n".join(inside) + "</svg>"
    )


def _moved(x: float, y: float, *inside: str) -> str:
    return element("g", *inside, transform=f"translate({format_number(x)} {format_number(y)})")


def render_drawing(
    drawing: PositionDrawing, shown: DrawnPosition, scene: Scene, narrators: Narrators
) -> str:
    """Return the map with one position from the lowest layer up; counters have titles."""
    (language,) = (each.language for each in narrators.every)
    counters = []
    for piece in scene.board.pieces:
        x, y, _ = shown.spots[piece.id]
        words = f"{narrators.piece(piece)[language]}: {narrators.place(piece)[language]}"
        counters.append(
            element(
                "g", element("title", escape_text(words)), shown.looks[piece.id],
                id=f"unit-{piece.id}",
                transform=f"translate({format_number(x)} {format_number(y)})",
            )
        )  # fmt: skip
    layers = {
        name: element("g", part, id=name) if part else "" for name, part in shown.layers.items()
    }
    parts = [
        element("g", drawing.ground, id="ground"), layers["noted"], layers["beside"],
        layers["under"], *counters, layers["over"],
    ]  # fmt: skip
    return "\n".join(filter(None, parts))
