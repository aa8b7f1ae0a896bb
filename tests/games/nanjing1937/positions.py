"""Positions of the campaign drawn as maps, and a table for playing them by text.

Each row of a map begins with the number of its first hex, followed by a cell for each hex, `.` for
an empty one. Even rows are half a hex further east:

    0511   .     a1    .
    0611      d3    .

has a1 in 0512 and d3 in 0611. Units that are not on the map are lost if their turn has passed,
otherwise due later. A drawn position need not be one that play can reach.
"""

from __future__ import annotations

from typing import Any, cast

from msgspec.structs import replace

from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import IllegalEventError
from senpu.replay.games.nanjing1937 import turns
from senpu.replay.games.nanjing1937.control import record_entry
from senpu.replay.games.nanjing1937.rules import NanjingRules
from senpu.replay.games.nanjing1937.state import (
    CHINA,
    COMBAT,
    DUE,
    JAPAN,
    LOST,
    MOVEMENT,
    PHASES,
    REINFORCEMENTS,
    NanjingState,
)
from senpu.spec.data import Value, Values
from senpu.spec.loader import SPEC, load_spec
from tests.games.tables import AnyGame, copy_state, event_of

IDENT = "nanjing1937/bonsai-2016"


def ruleset(*options: str) -> NanjingRules:
    """The rule set on the default values."""
    return cast(NanjingRules, open_rules(IDENT, options))


def ruleset_with(table: str, **entries: object) -> NanjingRules:
    """The rule set on data that differ in some values of a table. A key may begin with `_`."""
    spec = load_spec(IDENT, SPEC / "nanjing1937")
    tables = {name: dict(values) for name, values in spec.values.tables.items()}
    for key, value in entries.items():
        tables[table][key.removeprefix("_")] = Value(value, "placeholder", "a test")
    return NanjingRules(load_spec(IDENT, SPEC / "nanjing1937", values=Values(tables)))


def placed(rules: NanjingRules, plan: str, turn: int) -> list[int]:
    """Return the place of each unit on a map."""
    tables = rules.context.tables
    where = [LOST if enters < turn else DUE for enters in tables.enters]
    for line in plan.splitlines():
        first, *cells = line.split() or ["0101"]
        row, column = first[:2], int(first[2:])
        for offset, cell in enumerate(cells):
            for ident in [] if cell == "." else cell.split("+"):
                where[tables.unit[ident]] = tables.index[f"{row}{column + offset:02}"]
    return where


class NanjingTestGame(AnyGame[NanjingRules, NanjingState]):
    """A game at some position."""

    def __init__(
        self,
        plan: str,
        side: str,
        kind: str,
        turn: int = 4,
        options: tuple[str, ...] = (),
        held: str = "0612",
        trod: str = "",
        policy: str = "",
        rules: NanjingRules | None = None,
        **changes: object,
    ) -> None:
        rules = rules or ruleset(*options)
        tables = rules.context.tables
        state = NanjingState(turn=turn, where=tuple(placed(rules, plan, turn)), held=0, trod=0)
        japan = [h for k, h in enumerate(state.where) if h >= 0 and tables.side[k] == JAPAN]
        japan += tables.grid.find_hexes(held.split())
        memory = record_entry(tables, state, JAPAN, tuple(japan))
        more = record_entry(tables, state, JAPAN, tables.grid.find_hexes(trod.split()))
        if turn > 3 and not policy:
            policy = "expand"
        state = replace(state, held=memory[0], trod=memory[1] | more[1], policy=policy)
        state = turns.open_phase(rules.context, state, PHASES.index((side, kind)))[0]
        super().__init__(rules, replace(state, **changes))

    def allows(self, *texts: str) -> bool:
        """Return whether each event is legal, canonical and listed."""
        listed = set(self.legal())
        return all(
            self.refusal(text) == "legal" and self.canonical_form(text) == text and text in listed
            for text in texts
        )

    def facts(self, text: str) -> dict[str, Any]:
        """Return the facts of the rejection of an event."""
        try:
            self.rules.canon(self.state, event_of(text))
        except IllegalEventError as refused:
            return refused.facts
        raise AssertionError(f"{text} is legal")

    def starting(self, text: str) -> list[str]:
        """Return the legal events with a prefix."""
        return [event for event in self.legal() if event.startswith(text)]

    def goals(self, unit: str) -> set[str]:
        """Return the goals of a unit's moves."""
        return {text.split(">")[-1] for text in self.starting(f"{unit}>")}

    def difference(self, text: str) -> int:
        """The attack less the defence of an attack."""
        return sum(term.number for term in self.odds(text).terms)

    # ---- the position as text -------------------------------------------------------------

    def unit(self, ident: str) -> str:
        """The hex of a unit, `lost` or `due`."""
        h = self.state.where[self.rules.context.tables.unit[ident]]
        return self.rules.context.tables.ids[h] if h >= 0 else "lost" if h == LOST else "due"

    def controller(self, place: str) -> str:
        """Return the side that controls a city or port, or ''."""
        return self.rules.board(self.state).control[place]

    @property
    def points(self) -> int:
        return self.rules.context.control.count_points(self.state)


def moving(plan: str, side: str = JAPAN, turn: int = 4, **more: object) -> NanjingTestGame:
    """A table at the beginning of a movement phase."""
    return NanjingTestGame(plan, side, MOVEMENT, turn, **more)  # type: ignore[arg-type]


def fighting(plan: str, side: str = JAPAN, turn: int = 4, **more: object) -> NanjingTestGame:
    """A table at the beginning of a combat phase."""
    return NanjingTestGame(plan, side, COMBAT, turn, **more)  # type: ignore[arg-type]


def arriving(plan: str, side: str = JAPAN, turn: int = 4, **more: object) -> NanjingTestGame:
    """A table at the beginning of a reinforcement phase."""
    return NanjingTestGame(plan, side, REINFORCEMENTS, turn, **more)  # type: ignore[arg-type]


def fresh_game(*options: str) -> NanjingTestGame:
    """A table before the set-up."""
    table = moving("", turn=1, options=options)
    table.state = table.rules.start()
    return table


__all__ = [
    "CHINA", "JAPAN", "NanjingTestGame", "arriving", "copy_state", "event_of", "fighting",
    "fresh_game", "moving", "placed", "ruleset", "ruleset_with",
]  # fmt: skip
