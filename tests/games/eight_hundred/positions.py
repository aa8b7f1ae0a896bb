"""Positions of 800 drawn as maps, and a game that is played by text.

A map has a cell per area, its letter first, cells divided by `|` or line ends:

    A m1 | B i1 i2- | D x1.0

`i2-` is reduced, `x1.0` has no point left; without a sign a unit has full strength and all its
points. Units that the map leaves out are due, or lost if their turn has come. Not checked: play
need not be able to reach the position.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

from senpu.replay.core.registry import open_rules
from senpu.replay.games.eight_hundred.rules import EightHundredRules
from senpu.replay.games.eight_hundred.state import CHINA, DUE, JAPAN, LOST, EightHundredState
from tests.games.tables import AnyGame, copy_state, event_of

BONSAI, BATTLES = "800/bonsai-2021", "800/battles-2011"
UNIT = re.compile(r"([a-z]+\d)(-?)(?:\.(\d))?")


def ruleset(ident: str, *options: str) -> EightHundredRules:
    """Return a rule set of 800 on the default values."""
    return cast(EightHundredRules, open_rules(ident, options))


def build_position(rules: EightHundredRules, plan: str, turn: int, mover: str) -> EightHundredState:
    """Return the position of a map, `mover` to act, with the markers of that turn unused."""
    tables = rules.context.tables
    locations = [LOST if enters <= turn else DUE for enters in tables.enters]
    points = [0] * len(locations)
    reduced = [place == LOST for place in locations]
    for cell in re.split(r"[|\n]", plan):
        area, *units = cell.split() or [""]
        assert not units or area in tables.areas, f"{area} is not an area"
        for text in units:
            match = UNIT.fullmatch(text)
            assert match, f"{text} is not a unit"
            k = tables.index[match[1]]
            locations[k], reduced[k] = area, bool(match[2])
            points[k] = tables.full[k] if match[3] is None else int(match[3])
    limit = tables.limit
    state = EightHundredState(
        turn=turn,
        stage="actions",
        mover=mover,
        locations=tuple(locations),
        points=tuple(points),
        reduced=tuple(reduced),
        grenades=limit["grenades"],
        flags=limit["flags"] if turn >= limit["flag_from"] else 0,
    )
    return rules.run_stages(state)[0]


class EightHundredGame(AnyGame[EightHundredRules, EightHundredState]):
    """A game at some position."""

    def __init__(
        self,
        ident: str,
        plan: str = "",
        turn: int = 1,
        mover: str = JAPAN,
        options: tuple[str, ...] = (),
    ) -> None:
        rules = ruleset(ident, *options)
        super().__init__(rules, build_position(rules, plan, turn, mover) if plan else rules.start())

    def goals(self, units: str) -> str:
        """Return the areas to which units can move or retreat, as letters in order."""
        sign = ">" if self.asks.startswith(("act", "second")) else "<"
        found = {text.partition(sign)[2] for text in self.legal() if text.startswith(units + sign)}
        return "".join(sorted(found))

    def need(self, text: str) -> int:
        """Return the total of the dice that hits the weakest target of an attack."""
        return self.odds(text).need

    # ---- the position as text -------------------------------------------------------------

    def unit(self, ident: str) -> str:
        """Return the place and the points of a unit: `B 2`, `B 1 reduced`, `lost`, `due`."""
        k = self.rules.context.tables.index[ident]
        place = self.state.locations[k]
        if place in (LOST, DUE):
            return "lost" if place == LOST else "due"
        return f"{place} {self.state.points[k]}{' reduced' if self.state.reduced[k] else ''}"

    def points(self, *idents: str) -> list[int]:
        return [self.state.points[self.rules.context.tables.index[ident]] for ident in idents]

    def area(self, place: str) -> str:
        """Return the units in an area, in the game's order."""
        tables = self.rules.context.tables
        return "+".join(
            ident for ident, locations in zip(tables.units, self.state.locations, strict=True)
            if locations == place
        )  # fmt: skip


def bonsai(
    plan: str = "", turn: int = 1, mover: str = JAPAN, options: tuple[str, ...] = ()
) -> EightHundredGame:
    """Return a game of the Japanese edition."""
    return EightHundredGame(BONSAI, plan, turn, mover, options)


def battles(
    plan: str = "", turn: int = 1, mover: str = JAPAN, options: tuple[str, ...] = ()
) -> EightHundredGame:
    """Return a game of the English edition."""
    return EightHundredGame(BATTLES, plan, turn, mover, options)


def places(state: EightHundredState) -> Iterator[tuple[int, str]]:
    """Return the units on the map with their areas."""
    return ((k, place) for k, place in enumerate(state.locations) if place not in (LOST, DUE))


__all__ = [
    "BATTLES", "BONSAI", "CHINA", "JAPAN", "EightHundredGame", "battles", "bonsai",
    "build_position", "copy_state", "event_of", "places", "ruleset",
]  # fmt: skip
