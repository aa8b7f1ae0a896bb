"""Units of the public API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from senpu.replay.core.rules import Piece


class Unit(msgspec.Struct, frozen=True):
    """A unit as the map shows it.

    Example:
        >>> import senpu
        >>> unit = senpu.read("game.senpu").at(5).units["i1"]
        >>> unit.side, unit.kind, unit.place, unit.reduced
        ('japan', 'infantry', 'A', False)
    """

    id: str
    """The id in the notation, such as `i1`."""
    side: str
    """The id of the side that owns the unit."""
    kind: str
    """The id of its type, such as `infantry`."""
    place: str
    """The area or hex; empty for a unit that is off the map."""
    status: str = ""
    """Off the map, the reason: `due` (a reinforcement), `lost` and the like."""
    turn: int = 0
    """The turn in which a reinforcement is due; 0 for other units."""
    strength: str = ""
    """The strength as the counter shows it, such as `3-4`."""
    points: int = 0
    """The action points left; 0 in games without them."""
    full_points: int = 0
    """The action points at the start of a turn; 0 in games without them."""
    reduced: bool = False
    """True if the unit has its reduced strength."""


def make_unit(piece: Piece, kinds: Mapping[str, str]) -> Unit:
    """Return a unit of a position; `kinds` has the ids of the types by their marks."""
    return Unit(
        piece.id, piece.side, kinds.get(piece.mark, piece.mark), piece.place, piece.fate,
        piece.turn if piece.fate == "due" else 0, piece.strength, piece.points, piece.full,
        piece.reduced,
    )  # fmt: skip
