"""Groups of units of 800: by the names that events give them, and by number; looked up once."""

from collections.abc import Mapping
from typing import NamedTuple

from replay.games.eight_hundred.state import Sheet

Group = tuple[int, ...]
"""Units by number, in the game's order."""
Fire = dict[str, frozenset[str]]
"""From each area those that can be attacked."""


class Named(NamedTuple):
    """Units of one side as an event names them; the same on every position."""

    side: str
    group: Group
    ids: tuple[str, ...]
    """The names in the game's order."""
    tanks: Group
    """Those of them that may act twice in the English edition."""


class Known(dict[tuple[str, ...], Named]):
    """Units of one side by how they are written, kept once looked up."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self.sheet = sheet

    def __missing__(self, units: tuple[str, ...]) -> Named:
        sheet = self.sheet
        group = tuple(sorted([sheet.index[ident] for ident in units]))
        tanks = tuple([k for k in group if sheet.kind[k] == "tank"])
        made = self[units] = Named(sheet.side[group[0]], group, sheet.ids(group), tanks)
        return made


class Called(NamedTuple):
    """Units of one side by number, as their events name them; the same on every position."""

    names: tuple[str, ...]
    fire: Fire | None
    """The areas that they can attack from each area; nothing if they are of several kinds."""
    strikes_all: bool


class Groups(dict[Group, Called]):
    """Groups of units, kept once looked up."""

    def __init__(self, sheet: Sheet, fire: Mapping[tuple[str, str], Fire]) -> None:
        super().__init__()
        self.sheet, self.fire = sheet, fire

    def __missing__(self, group: Group) -> Called:
        sheet = self.sheet
        kind = sheet.kind[group[0]]
        alike = all(sheet.kind[k] == kind for k in group)
        fire = self.fire[sheet.side[group[0]], kind] if alike else None
        made = self[group] = Called(sheet.ids(group), fire, sheet.strikes_all[kind])
        return made
