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

import msgspec
from msgspec.structs import replace

from notation.events import Event
from notation.reader import play_line
from notation.writer import format_event
from replay.games.eight_hundred.rules import EightHundred
from replay.games.eight_hundred.state import CHINA, DUE, JAPAN, LOST, State
from replay.registry import open_rules
from replay.rules import Happening, Odds, Refusal
from replay.settle import play, settle

BONSAI, BATTLES = "800/bonsai-2021", "800/battles-2011"
UNIT = re.compile(r"([a-z]+\d)(-?)(?:\.(\d))?")


def ruleset(ident: str, *options: str) -> EightHundred:
    """A rule set of 800 on the shipped data."""
    return cast(EightHundred, open_rules(ident, options))


def drawn(rules: EightHundred, plan: str, turn: int, mover: str) -> State:
    """The position of a map, `mover` to act, the markers of that turn unused."""
    sheet = rules.sheet
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
        turn=turn, stage="actions", phase=rules.phases.index("actions"), mover=mover, first=mover,
        where=tuple(where), points=tuple(points), reduced=tuple(reduced),
        grenades=limit["grenades"], flags=limit["flags"] if turn >= limit["flag_from"] else 0,
    )  # fmt: skip
    return settle(rules, state, [])


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
        ident: str,
        plan: str = "",
        turn: int = 1,
        mover: str = JAPAN,
        options: tuple[str, ...] = (),
    ) -> None:
        self.rules = ruleset(ident, *options)
        self.state = drawn(self.rules, plan, turn, mover) if plan else self.rules.start()
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

    def allows(self, *texts: str) -> bool:
        """Whether the rules accept each of these here, and list it."""
        listed = set(self.legal())
        return all(self.refusal(text) == "legal" and text in listed for text in texts)

    def legal(self) -> list[str]:
        return [format_event(event) for event in self.rules.legal(self.state)]

    def goals(self, units: str) -> str:
        """Where units may move, or fall back, as letters in order."""
        sign = ">" if self.asks.startswith(("act", "second")) else "<"
        found = {text.partition(sign)[2] for text in self.legal() if text.startswith(units + sign)}
        return "".join(sorted(found))

    def odds(self, text: str) -> Odds:
        found = self.rules.odds(self.state, self.rules.canon(self.state, event_of(text)))
        assert found is not None, f"{text} has no odds"
        return found

    def need(self, text: str) -> int:
        """What the dice must reach for an attack to hit (the weakest of) its targets."""
        return self.odds(text).need

    # ---- the position as text -------------------------------------------------------------

    @property
    def asks(self) -> str:
        """`act japan`, `retreat china c1+c2`; how the game ended, when it has."""
        if self.state.outcome:
            return self.state.outcome.ending
        ask = self.state.ask
        assert ask
        return " ".join(filter(None, (ask.kind, ask.of, "+".join(ask.units))))

    @property
    def rule(self) -> str:
        """The printed rule that asks."""
        assert self.state.ask
        return self.state.ask.rule

    def unit(self, ident: str) -> str:
        """`B 2`, `B 1 reduced`, `lost`, `due`: where a unit is, and its points."""
        k = self.rules.sheet.index[ident]
        place = self.state.where[k]
        if place in (LOST, DUE):
            return "lost" if place == LOST else "due"
        return f"{place} {self.state.points[k]}{' reduced' if self.state.reduced[k] else ''}"

    def units(self, *idents: str) -> list[str]:
        return [self.unit(ident) for ident in idents]

    def points(self, *idents: str) -> list[int]:
        return [self.state.points[self.rules.sheet.index[ident]] for ident in idents]

    def area(self, place: str) -> str:
        """The units in an area, in the game's order."""
        sheet = self.rules.sheet
        return "+".join(
            ident for ident, where in zip(sheet.units, self.state.where, strict=True)
            if where == place
        )  # fmt: skip

    @property
    def kinds_told(self) -> list[str]:
        return [happening.kind for happening in self.told]

    @property
    def key(self) -> str:
        return self.rules.key(self.state)

    def with_state(self, **changes: object) -> Table:
        """The same table with some fields of its state changed."""
        self.state = replace(self.state, **changes)
        return self


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


def copied(state: State) -> State:
    """A state made anew, equal to the one given and sharing nothing with it."""
    return msgspec.json.decode(msgspec.json.encode(state), type=State)


__all__ = [
    "BATTLES", "BONSAI", "CHINA", "JAPAN", "Table", "battles", "bonsai", "copied", "drawn",
    "event_of", "places", "ruleset",
]  # fmt: skip
