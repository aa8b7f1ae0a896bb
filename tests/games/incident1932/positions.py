"""Positions of the First Shanghai Incident drawn as maps, and a table at which they are played
by text.

A map has a cell an area, its number first, cells divided by `|` or line ends:

    02 a1 a2 a3 | 07 n1 | river e1 e2

Units that the map leaves out are due, or lost if their turn has come. Not checked: a drawn
position need not be one that play can reach.
"""

from __future__ import annotations

import re
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from notation.events import Event
from notation.reader import play_line
from notation.writer import format_event
from replay.games.incident1932.rules import Incident
from replay.games.incident1932.state import (
    CHINA,
    CUT,
    DUE,
    JAPAN,
    LOST,
    OFF,
    RIVER,
    State,
)
from replay.registry import open_rules
from replay.rules import Happening, Odds, Refusal
from replay.settle import play
from spec.data import Value, Values
from spec.loader import SPEC, spec_of

IDENT = "incident1932/bonsai-2016"
OPTIONS = ("night-halt", "landing-fought-out", "pursuit-by-day")
NAMES = {DUE: "due", RIVER: "river", LOST: "lost", OFF: "off", CUT: "cut"}
SET_UP = ("w1+w2@01", "a1+a2+a3@02", "a4+a5+a6@03", "w3+w4@05")


def ruleset(*options: str) -> Incident:
    """The rule set on the shipped data."""
    return cast(Incident, open_rules(IDENT, options))


def corrected(data: dict[str, dict[str, Any]]) -> Incident:
    """The rule set on the shipped data with some values of some tables changed."""
    values = spec_of(IDENT, SPEC / "incident1932").values
    tables = {name: dict(table) for name, table in values.tables.items()}
    for name, changes in data.items():
        tables[name] |= {key: Value(value, "stated", "a test") for key, value in changes.items()}
    return Incident(spec_of(IDENT, SPEC / "incident1932", values=Values(tables)))


def drawn(
    rules: Incident,
    plan: str,
    turn: int,
    mover: str,
    points: tuple[int, int],
    victory: int,
    nights: int,
    bombs: int,
) -> State:
    """The position of a map, `mover` to act."""
    sheet = rules.sheet
    where = [LOST if enters <= turn else DUE for enters in sheet.enters]
    for cell in re.split(r"[|\n]", plan):
        area, *units = cell.split() or [""]
        assert not units or area in (*sheet.areas, "river"), f"{area} is no area"
        for unit in units:
            where[sheet.index[unit]] = RIVER if area == "river" else area
    return State(
        turn=turn, stage="impulse", ask=rules.ask_act[mover], where=tuple(where), points=points,
        victory=victory, nights=nights, bombs=bombs,
    )  # fmt: skip


def event_of(text: str) -> Event:
    """The one event that a text says."""
    line, faults = play_line(1, text)
    assert not faults, faults
    (event,) = line.items
    return cast(Event, event)


class Table:
    """A game at some position: events go in as text, refusals come out as `why rule`."""

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
        self.rules = ruleset(*options) if data is None else corrected(data)
        self.state = (
            drawn(self.rules, plan, turn, mover, points, victory, nights, bombs)
            if plan
            else self.rules.start()
        )
        self.told: list[Happening] = []

    def play(self, *texts: str) -> Table:
        """Play events, each of which the rules must accept."""
        for text in texts:
            event = self.rules.canon(self.state, event_of(text))
            self.told = []
            self.state = play(self.rules, self.state, event, self.told)
        return self

    def refusal(self, text: str) -> str:
        """Why an event is refused here and by which rule; `legal` if it is not."""
        try:
            self.rules.canon(self.state, event_of(text))
        except Refusal as refused:
            return f"{refused.why} {refused.rule}"
        return "legal"

    def spelt(self, text: str) -> str:
        """The canonical spelling of an event that the rules accept."""
        return format_event(self.rules.canon(self.state, event_of(text)))

    def allows(self, *texts: str) -> bool:
        """Whether the rules accept each of these here, and list it."""
        listed = set(self.legal())
        return all(self.refusal(text) == "legal" and text in listed for text in texts)

    def legal(self) -> list[str]:
        return [format_event(event) for event in self.rules.legal(self.state)]

    def goals(self, units: str, sign: str = ">") -> list[str]:
        """Where units may go (`>`), fall back to (`<`), assault (`*`), fire (`:`)."""
        start = units + sign
        return sorted(text.removeprefix(start) for text in self.legal() if text.startswith(start))

    def odds(self, text: str) -> Odds:
        found = self.rules.odds(self.state, self.rules.canon(self.state, event_of(text)))
        assert found is not None, f"{text} has no odds"
        return found

    # ---- the position as text -------------------------------------------------------------

    @property
    def asks(self) -> str:
        """`act japan`, `hits china 2`; how the game ended, when it has."""
        if self.state.outcome:
            return self.state.outcome.ending
        ask = self.state.ask
        assert ask
        return f"{ask.kind} {ask.of}{f' {ask.count}' if ask.count else ''}"

    @property
    def rule(self) -> str:
        """The printed rule that asks."""
        assert self.state.ask
        return self.state.ask.rule

    def unit(self, ident: str) -> str:
        """`03`, `river`, `lost`, `off`, `due`: where a unit is."""
        place = self.state.where[self.rules.sheet.index[ident]]
        return NAMES.get(place, place)

    def units(self, *idents: str) -> list[str]:
        return [self.unit(ident) for ident in idents]

    def area(self, place: str) -> str:
        """The units in an area, in the game's order."""
        sheet = self.rules.sheet
        pairs = zip(sheet.units, self.state.where, strict=True)
        return "+".join(ident for ident, where in pairs if where == place)

    @property
    def points(self) -> tuple[int, int]:
        """Logistics points of Japan and of China."""
        return self.state.points

    @property
    def victory(self) -> int:
        return self.state.victory

    @property
    def kinds_told(self) -> list[str]:
        return [happening.kind for happening in self.told]

    def numbers(self, kind: str) -> tuple[int, ...]:
        """The numbers of the happening of a kind that the last event made."""
        (found,) = [happening for happening in self.told if happening.kind == kind]
        return found.numbers

    @property
    def key(self) -> str:
        return self.rules.key(self.state)

    def with_state(self, **changes: object) -> Table:
        """The same table with some fields of its state changed."""
        self.state = replace(self.state, **changes)
        return self


def copied(state: State) -> State:
    """A state made anew, equal to the one given and sharing nothing with it."""
    return msgspec.json.decode(msgspec.json.encode(state), type=State)


__all__ = [
    "CHINA", "IDENT", "JAPAN", "OPTIONS", "SET_UP", "Table", "copied", "corrected", "event_of",
    "ruleset",
]  # fmt: skip
