"""Positions of 800 drawn as maps, and a table at which they are played by text.

A map has a cell an area, its letter first, cells divided by `|` or line ends:

    A m1 | B i1 i2- | D x1.0

`i2-` is reduced, `x1.0` has no point left; without a sign a unit is whole and has all its
points. Units that the map leaves out are due, or lost if their turn has come. Not checked: a
drawn position need not be one that play can reach.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

from senpu.replay.core.registry import open_rules
from senpu.replay.games.eight_hundred.rules import EightHundredRules
from senpu.replay.games.eight_hundred.state import CHINA, DUE, JAPAN, LOST, State
from tests.games.tables import AnyTable, copied, event_of

BONSAI, BATTLES = "800/bonsai-2021", "800/battles-2011"
UNIT = re.compile(r"([a-z]+\d)(-?)(?:\.(\d))?")


def ruleset(ident: str, *options: str) -> EightHundredRules:
    """A rule set of 800 on the shipped data."""
    return cast(EightHundredRules, open_rules(ident, options))


def drawn(rules: EightHundredRules, plan: str, turn: int, mover: str) -> State:
    """The position of a map, `mover` to act, the markers of that turn unused."""
    sheet = rules.context.sheet
    where = [LOST if enters <= turn else DUE for enters in sheet.enters]
    points = [0] * len(where)
    reduced = [place == LOST for place in where]
    for cell in re.split(r"[|\n]", plan):
        area, *units = cell.split() or [""]
        assert not units or area in sheet.areas, f"{area} is no area"
        for text in units:
            match = UNIT.fullmatch(text)
            assert match, f"{text} is no unit"
            k = sheet.index[match[1]]
            where[k], reduced[k] = area, bool(match[2])
            points[k] = sheet.full[k] if match[3] is None else int(match[3])
    limit = sheet.limit
    state = State(
        turn=turn,
        stage="actions",
        phase=rules.context.phases.index("actions"),
        mover=mover,
        first=mover,
        where=tuple(where),
        points=tuple(points),
        reduced=tuple(reduced),
        grenades=limit["grenades"],
        flags=limit["flags"] if turn >= limit["flag_from"] else 0,
    )
    return rules.run_stages(state)[0]


class Table(AnyTable[EightHundredRules, State]):
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
        super().__init__(rules, drawn(rules, plan, turn, mover) if plan else rules.start())

    def goals(self, units: str) -> str:
        """Where units may move, or fall back, as letters in order."""
        sign = ">" if self.asks.startswith(("act", "second")) else "<"
        found = {text.partition(sign)[2] for text in self.legal() if text.startswith(units + sign)}
        return "".join(sorted(found))

    def need(self, text: str) -> int:
        """What the dice must reach for an attack to hit (the weakest of) its targets."""
        return self.odds(text).need

    # ---- the position as text -------------------------------------------------------------

    def unit(self, ident: str) -> str:
        """`B 2`, `B 1 reduced`, `lost`, `due`: where a unit is, and its points."""
        k = self.rules.context.sheet.index[ident]
        place = self.state.where[k]
        if place in (LOST, DUE):
            return "lost" if place == LOST else "due"
        return f"{place} {self.state.points[k]}{' reduced' if self.state.reduced[k] else ''}"

    def points(self, *idents: str) -> list[int]:
        return [self.state.points[self.rules.context.sheet.index[ident]] for ident in idents]

    def area(self, place: str) -> str:
        """The units in an area, in the game's order."""
        sheet = self.rules.context.sheet
        return "+".join(
            ident for ident, where in zip(sheet.units, self.state.where, strict=True)
            if where == place
        )  # fmt: skip


def bonsai(
    plan: str = "", turn: int = 1, mover: str = JAPAN, options: tuple[str, ...] = ()
) -> Table:
    """A table of the Japanese edition."""
    return Table(BONSAI, plan, turn, mover, options)


def battles(
    plan: str = "", turn: int = 1, mover: str = JAPAN, options: tuple[str, ...] = ()
) -> Table:
    """A table of the English edition."""
    return Table(BATTLES, plan, turn, mover, options)


def places(state: State) -> Iterator[tuple[int, str]]:
    """Each unit on the map with its area."""
    return ((k, place) for k, place in enumerate(state.where) if place not in (LOST, DUE))


__all__ = [
    "BATTLES", "BONSAI", "CHINA", "JAPAN", "Table", "battles", "bonsai", "copied", "drawn",
    "event_of", "places", "ruleset",
]  # fmt: skip
