"""Positions of the First Shanghai Incident drawn as maps, and a game that is played by text.

A map has a cell per area, its number first, cells divided by `|` or line ends:

    02 a1 a2 a3 | 07 n1 | river e1 e2

Units that the map leaves out are due, or lost if their turn has come. Not checked: play need not
be able to reach the position.
"""

from __future__ import annotations

import re
from typing import Any, cast

from senpu.replay.core.registry import open_rules
from senpu.replay.games.incident1932.rules import Incident1932Rules
from senpu.replay.games.incident1932.state import (
    CHINA,
    CUT,
    DUE,
    JAPAN,
    LOST,
    OFF,
    RIVER,
    Incident1932State,
)
from senpu.spec.data import Value, Values
from senpu.spec.loader import SPEC, load_spec
from tests.games.tables import AnyGame, copy_state, event_of

IDENT = "incident1932/bonsai-2016"
OPTIONS = (
    "night-halt", "landing-fought-out", "pursuit-by-day", "more-retreats", "landing-advances",
)  # fmt: skip
NAMES = {DUE: "due", RIVER: "river", LOST: "lost", OFF: "off", CUT: "cut"}
SET_UP = ("w1+w2@01", "a1+a2+a3@02", "a4+a5+a6@03", "w3+w4@05")


def ruleset(*options: str) -> Incident1932Rules:
    """Return the rule set on the default values."""
    return cast(Incident1932Rules, open_rules(IDENT, options))


def corrected(data: dict[str, dict[str, Any]]) -> Incident1932Rules:
    """Return the rule set with some values of the default data changed."""
    values = load_spec(IDENT, SPEC / "incident1932").values
    tables = {name: dict(table) for name, table in values.tables.items()}
    for name, changes in data.items():
        tables[name] |= {key: Value(value, "stated", "a test") for key, value in changes.items()}
    return Incident1932Rules(load_spec(IDENT, SPEC / "incident1932", values=Values(tables)))


def build_position(
    rules: Incident1932Rules,
    plan: str,
    turn: int,
    mover: str,
    points: tuple[int, int],
    victory: int,
    nights: int,
    bombs: int,
) -> Incident1932State:
    """Return the position of a map, `mover` to act."""
    tables = rules.context.tables
    locations = [LOST if enters <= turn else DUE for enters in tables.enters]
    for cell in re.split(r"[|\n]", plan):
        area, *units = cell.split() or [""]
        assert not units or area in (*tables.areas, "river"), f"{area} is not an area"
        for unit in units:
            locations[tables.index[unit]] = RIVER if area == "river" else area
    return Incident1932State(
        turn=turn,
        stage="impulse",
        decision=rules.context.act_decision[mover],
        locations=tuple(locations),
        points=points,
        victory=victory,
        nights=nights,
        bombs=bombs,
    )


class Incident1932Game(AnyGame[Incident1932Rules, Incident1932State]):
    """A game at some position."""

    def __init__(
        self,
        plan: str = "",
        mover: str = JAPAN,
        turn: int = 1,
        points: tuple[int, int] = (13, 8),
        victory: int = 0,
        nights: int = 2,
        bombs: int = 1,
        options: tuple[str, ...] = (),
        data: dict[str, dict[str, Any]] | None = None,
    ) -> None:
        rules = ruleset(*options) if data is None else corrected(data)
        super().__init__(
            rules,
            build_position(rules, plan, turn, mover, points, victory, nights, bombs)
            if plan
            else rules.start(),
        )

    def goals(self, units: str, sign: str = ">") -> list[str]:
        """Return the goals of a move (`>`), a retreat (`<`), an assault (`*`) or a fire (`:`)."""
        start = units + sign
        return sorted(text.removeprefix(start) for text in self.legal() if text.startswith(start))

    # ---- the position as text -------------------------------------------------------------

    @property
    def asks(self) -> str:
        """The pending decision: `act japan`, `hits china 2`; after the game, its ending."""
        if self.state.outcome:
            return self.state.outcome.ending
        decision = self.state.decision
        assert decision
        return f"{decision.kind} {decision.side}{f' {decision.count}' if decision.count else ''}"

    def unit(self, ident: str) -> str:
        """Return the place of a unit: `03`, `river`, `lost`, `off`, `due`."""
        place = self.state.locations[self.rules.context.tables.index[ident]]
        return NAMES.get(place, place)

    def area(self, place: str) -> str:
        """Return the units in an area, in the game's order."""
        tables = self.rules.context.tables
        pairs = zip(tables.units, self.state.locations, strict=True)
        return "+".join(ident for ident, locations in pairs if locations == place)

    @property
    def points(self) -> tuple[int, int]:
        """Logistics points of Japan and of China."""
        return self.state.points

    @property
    def victory(self) -> int:
        return self.state.victory

    def numbers(self, kind: str) -> tuple[int, ...]:
        """Return the numbers of the effect of a kind that the last event had."""
        (found,) = [effect for effect in self.effects if effect.kind == kind]
        return found.numbers


__all__ = [
    "CHINA", "IDENT", "JAPAN", "OPTIONS", "SET_UP", "Incident1932Game", "copy_state", "corrected",
    "event_of", "ruleset",
]  # fmt: skip
