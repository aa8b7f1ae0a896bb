"""The legend of a map of areas."""

from senpu.replay.core.narration import Narrator
from senpu.tui.boards.area_edges import explain_edges
from senpu.tui.boards.area_tiling import TilePlan
from senpu.tui.boards.scene import Scene
from senpu.tui.boards.signs import Signs, enclose
from senpu.tui.widgets.hex_legend import Group, TextPiece, arrange_columns
from senpu.tui.widgets.painting import Look, Row
from senpu.tui.widgets.panels import Block


def list_event_signs(signs: Signs) -> list[tuple[str, str]]:
    """Return the signs of what events did to units, each with the id of its text."""
    return [
        (signs.solid[1], "marks_move"),
        (signs.hollow[1], "marks_retreat"),
        (signs.strikes, "marks_strike"),
        (signs.weaker, "marks_reduced"),
        (signs.lost, "marks_eliminated"),
        (signs.striped, "marks_stripe"),
    ]


def render_area_legend(
    scene: Scene, narrator: Narrator, look: Look, width: int, plan: TilePlan, has_gaps: bool
) -> Block:
    """Return the panel with the signs of the map, and of gaps if the log has any."""
    signs = look.signs
    meanings = [
        *list_event_signs(signs),
        (signs.past, "map_path"),
        (f"{signs.dashes[0]}{signs.solid[1]}", "marks_noted"),
    ]
    if any(piece.full for piece in scene.board.pieces):
        meanings.append((f"{signs.full}{signs.spent}", "marks_points"))
    meanings += [(signs.gap, "marks_gap")] if has_gaps else []
    groups: list[Group] = [
        [TextPiece(sign, "now", "b"), TextPiece(f" {look.word(ident)}", "dim")]
        for sign, ident in meanings
    ]
    groups += [
        [TextPiece(sign, "text", "b"), TextPiece(f" {words}", "dim")]
        for sign, words in explain_edges(plan, narrator, signs)
    ]
    for at, side in enumerate(narrator.spec.sides):
        sample = TextPiece(enclose(f"{side.letter.lower()}1", at), f"side{at}", "b")
        groups.append([sample, TextPiece(f" {narrator.side(side.id)}", "dim")])
    rows = []
    for placed in arrange_columns(groups, width - 3):
        row = Row(look).add(" ")
        for x, piece in placed:
            row.pad_to(x + 1).add(piece.text, piece.role, piece.how)
        rows.append(row)
    return Block(look.word("legend"), rows)
