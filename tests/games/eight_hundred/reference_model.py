"""A second implementation of 800, plain and from the rulebooks alone.

It is slow, and has no rejections and no course of play: only the legal events in a drawn position,
the number that an attack needs, and the retreats of a unit that is hit. It shares the values of
the data with the program, and none of its code. In comments, J is the Japanese edition and E the
English one.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from senpu.spec.loader import Spec

Group = tuple[str, ...]


class MapUnit(NamedTuple):
    """A unit on the map."""

    place: str
    points: int
    reduced: bool


class ReferenceModel:
    """A position of an edition; `japanese` is true for the Japanese edition.

    Options: readings 10 and 15.
    """

    def __init__(
        self,
        spec: Spec,
        japanese: bool,
        turn: int,
        side: str,
        units: dict[str, MapUnit],
        options: tuple[str, ...] = (),
    ) -> None:
        table = spec.values.table
        self.one_too, self.is_open = "strike-one" in options, "concession-open" in options
        self.japanese, self.turn, self.side, self.units = japanese, turn, side, units
        self.neighbours: dict[str, set[str]] = {area.id: set() for area in spec.areas}
        for pair, joined in table("adjacent").items():
            one, _, other = pair.partition("-")
            if joined:
                self.neighbours[one].add(other)
                self.neighbours[other].add(one)
        self.kind, self.full, self.defence = table("kinds"), table("points"), table("defence")
        self.cover = table("cover")
        self.side_of = {unit.id: unit.side for unit in spec.units}
        self.order = [unit.id for unit in spec.units if unit.id in units]

    # ---- places ---------------------------------------------------------------------------

    def find_units(self, place: str, side: str = "") -> list[str]:
        return [
            unit
            for unit in self.order
            if self.units[unit].place == place and side in ("", self.side_of[unit])
        ]

    def count_steps(self, here: str, there: str) -> int:
        """Return the distance in areas."""
        reached, count = {here}, 0
        while there not in reached:
            reached |= {other for place in reached for other in self.neighbours[place]}
            count += 1
        return count

    # ---- moving and retreating --------------------------------------------------------------

    def can_enter(self, unit: str, goal: str) -> bool:
        if goal == "G":  # J 7.2-5, E 3.1-5; Xie by reading 6
            return self.kind[unit] in ("infantry", "machine-gun", "leader")
        if goal == "I":  # J 7.2-6, E 3.1-5
            return self.turn == 6
        # J 7.2-7; E by reading 15
        return goal != "J" or self.side_of[unit] == "china" or self.is_open

    def can_move(self, group: Group, goal: str, ordered: bool = False) -> bool:
        here = self.units[group[0]].place
        if self.japanese and (here == "J" or (goal == "J" and ordered)):  # J 4.2, 9.1
            return False
        return (
            goal in self.neighbours[here]
            and len(self.find_units(goal)) + len(group) <= 4  # J 7.1, E 3.1-2
            and all(self.can_enter(unit, goal) for unit in group)
            and all(self.has_free_contact(unit, here, goal, len(group)) for unit in group)
        )

    def has_free_contact(self, unit: str, here: str, goal: str, together: int) -> bool:
        if self.side_of[unit] == "china" or self.kind[unit] == "tank":  # J 7.2, 9.4; E 4.0-5
            return True
        if self.japanese and len(self.find_units(here, "japan")) < len(
            self.find_units(here, "china")
        ):
            return False  # J 7.2-3
        chinese = len(self.find_units(goal, "china"))
        return (
            not chinese or len(self.find_units(goal, "japan")) + together >= chinese
        )  # J 7.2-4, E 3.1-4

    def find_retreats(self, unit: str) -> set[str]:
        """Return the retreats of a unit (J 8.4; E 3.2-5, 3.2-6; readings 3 and 9)."""
        side, (place, points, _) = self.side_of[unit], self.units[unit]
        home, enemy = ("A", "china") if side == "japan" else ("G", "japan")
        return {
            goal
            for goal in self.neighbours[place]
            if points
            and self.count_steps(goal, home) < self.count_steps(place, home)
            and not self.find_units(goal, enemy)
            and len(self.find_units(goal)) < 4
            and self.can_enter(unit, goal)
        }

    # ---- attacking ----------------------------------------------------------------------------

    def iter_targets(self, group: Group) -> Iterator[tuple[str, str]]:
        """Yield each area with each unit in it, or with none if all are attacked at once."""
        here, kind = self.units[group[0]].place, self.kind[group[0]]
        if any(self.kind[unit] != kind for unit in group):  # J 8.0, E 3.2-1
            return
        side = self.side_of[group[0]]
        enemy = "china" if side == "japan" else "japan"
        reach = {"mortar": (1,), "artillery": (1, 2)}.get(
            kind, (0, 1)
        )  # J 8.0, 9.3, 9.5; E 3.2, 4.0
        for place in self.neighbours:
            if self.count_steps(here, place) in reach and (
                place != "J" or side == "china" or self.is_open
            ):  # J 4.2
                there = self.find_units(place, enemy)
                is_gun = kind in ("mortar", "artillery")
                if is_gun and there:
                    yield place, ""
                if not is_gun or (self.one_too and len(there) > 1):  # reading 10
                    yield from [(place, unit) for unit in there]

    def compute_need(self, group: Group, target: str) -> int:
        """Return the total of two dice that hits (J 8.2, 8.3, 9.4, 9.5; E 3.2, 4.0)."""
        here, (place, _, reduced) = self.units[group[0]].place, self.units[target]
        need: int = self.defence[target][reduced]
        if self.side_of[target] == "china" and self.count_steps(here, place) == 1:
            need += self.cover.get(place, 0)
        if self.kind[group[0]] == "tank":
            return need - {1: 1, 2: 3}[len(group)]
        return need - (len(group) - 1) - (2 if self.kind[group[0]] == "artillery" else 0)

    # ---- everything ---------------------------------------------------------------------------

    def list_legal(self) -> set[str]:
        """Return the legal events of the side to act, with the markers of its turn unused."""
        mine = [unit for unit in self.order if self.side_of[unit] == self.side]
        able = [unit for unit in mine if self.units[unit].points]
        found = {"pass"}
        for size in (1, 2, 3):
            for group in combinations(able, size):
                if len({self.units[unit].place for unit in group}) == 1:
                    found |= set(self.iter_acts(group))
        if self.side == "japan":
            return found
        if "x1" in able:  # J 9.1, E 4.0-1
            for unit in mine:
                if (
                    unit != "x1"
                    and self.count_steps(self.units["x1"].place, self.units[unit].place) <= 1
                ):
                    found |= {f"x1/{text}" for text in self.iter_acts((unit,), ordered=True)}
        return found | self.list_markers(mine) if able or not self.japanese else found  # J 5.1

    def iter_acts(self, group: Group, ordered: bool = False) -> Iterator[str]:
        names = "+".join(group)
        for goal in self.neighbours:
            if self.can_move(group, goal, ordered):
                yield f"{names}>{goal}"
        for place, unit in self.iter_targets(group):
            yield f"{names}*{place}.{unit}".removesuffix(".")

    def list_markers(self, mine: list[str]) -> set[str]:
        """Return the legal markers (J 9.6, 9.7; E 5.0; reading 24)."""
        both = [
            place
            for place in self.neighbours
            if self.find_units(place, "japan") and self.find_units(place, "china")
        ]
        found = {f"grenade {place}" for place in both}
        low = [unit for unit in mine if self.units[unit].points < self.full[unit]]
        if self.turn >= 4 and low:
            found |= {f"flag {unit}" for unit in low} if self.japanese else {"flag"}
        return found
