"""The state of Template, and what its rules look up."""

from senpu.replay.core.rules import Context, Effects
from senpu.replay.core.states import CHANCE, Decision, State
from senpu.replay.parts.areas import find_neighbours, measure_distances
from senpu.replay.parts.counters import find_owners, read_choices, read_column
from senpu.spec.data import DataError, TableError
from senpu.spec.loader import Spec

LOST = ""
"""The place of an eliminated unit."""


class TemplateState(State, frozen=True, kw_only=True, gc=False):
    """A position. Units are counted in the order of `units.toml`."""

    locations: tuple[str, ...]
    """The area of each unit."""
    mover: int = 0
    """The number of the side that acts."""
    target: int | None = None
    """The unit under attack while a roll is pending."""


TemplateStep = tuple[TemplateState, Effects]
"""The state after an event or a consequence, and the effects in order."""


class TemplateContext(Context):
    """Map, units and prepared decisions."""

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        areas = tuple(area.id for area in spec.areas)
        try:
            self.neighbours = find_neighbours(areas, spec.values.table("adjacent"))
        except TableError as error:
            raise DataError("badTable", game=spec.id, table="adjacent", why=error) from None
        self.distance = measure_distances(self.neighbours)
        self.sides = tuple(side.id for side in spec.sides)
        self.units = tuple(unit.id for unit in spec.units)
        self.index = {unit: k for k, unit in enumerate(self.units)}
        self.side, self.own, _ = find_owners(spec)
        read_choices(spec, "start", areas)
        self.start: tuple[str, ...] = read_column(spec, self.units, "start")
        (self.lowest_hit,) = read_column(spec, ("lowest",), "hit")
        self.act = tuple(Decision(side, "act", self.number["act"]) for side in self.sides)
        self.dice = Decision(CHANCE, "dice", self.number["attack"], dice=("",))

    def count_units(self, state: TemplateState, side: str) -> int:
        """Return the number of units that a side has on the map."""
        return sum(state.locations[k] != LOST for k in self.own[side])
