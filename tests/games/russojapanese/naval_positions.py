"""Positions of chapter 11, stated by the damage of the ships, for playing by text.

    table = at_sea(japan="01", russia="06", hurt="r1 m2", sunk="r7", flag="r3")

is the beginning of Russia's card phase with those hands; `r1` and `m2` are damaged. On the map
are only the units that `plan` puts there.
"""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from senpu.notation.events import Event, Roll
from senpu.notation.writer import format_event
from senpu.replay.core.rules import Effects
from senpu.replay.core.states import CHANCE
from senpu.replay.games.russojapanese.fleets import DAMAGED, SUNK, UNDAMAGED, RussoJapaneseNavy
from senpu.replay.games.russojapanese.rules import RussoJapaneseRules
from senpu.replay.games.russojapanese.state import CARDS, RUSSIA
from tests.games.russojapanese.positions import RussoJapaneseTestGame, as_text, ruleset

OPTION = ("naval",)
RULES = ruleset(*OPTION)
FLEET = tuple(f"r{number}" for number in range(1, 8))
"""The ships of Port Arthur."""
WORDS = {UNDAMAGED: "whole", DAMAGED: "damaged", SUNK: "sunk"}


def fleets(hurt: str = "", sunk: str = "", flag: str = "r1", **more: object) -> RussoJapaneseNavy:
    """The fleets with some ships damaged and some sunk."""
    ships = RULES.context.fleets
    steps = list(ships.fresh.steps)
    for names, left in ((hurt, DAMAGED), (sunk, SUNK)):
        for name in names.split():
            steps[ships.number[name]] = left
    navy = replace(ships.fresh, steps=tuple(steps), flagship=ships.number[flag])
    return replace(navy, revealed=flag in sunk.split(), **more)


class NavalTestGame(RussoJapaneseTestGame):
    """A game with fleets."""

    @property
    def navy(self) -> RussoJapaneseNavy:
        assert self.state.navy
        return self.state.navy

    def ship(self, ident: str) -> str:
        """`whole`, `damaged` or `sunk`."""
        return WORDS[self.navy.steps[self.rules.context.fleets.number[ident]]]

    @property
    def hurt(self) -> str:
        """The damaged ships."""
        return " ".join(
            name for name in self.rules.context.fleets.names if self.ship(name) == "damaged"
        )

    @property
    def sunk(self) -> str:
        return " ".join(
            name for name in self.rules.context.fleets.names if self.ship(name) == "sunk"
        )

    def through(self, *texts: str) -> Self:
        """Play events; keep the effects of all of them."""
        effects: Effects = ()
        for text in texts:
            effects += self.play(text).effects
        self.effects = effects
        return self

    def lined(self) -> Self:
        """Lay the lines in the first legal way."""
        effects: Effects = ()
        while self.state.decision and self.state.decision.kind in ("line", "oppose", "surplus"):
            effects += self._first().effects
        self.effects = effects
        return self

    def _first(self) -> Self:
        event = next(self.rules.legal(self.state))
        self.state, self.effects = self.rules.apply(self.state, event)
        return self

    def shots(self) -> list[str]:
        """The ships that fire in the salvo under way."""
        assert self.state.decision
        assert (self.state.decision.kind, self.state.decision.side) == ("salvo", CHANCE)
        return list(self.state.decision.units)

    def roll(self, **hits: int) -> Event:
        """Return dice for the current salvo with the given hits of the named ships."""
        assert self.state.decision
        pips: list[int] = []
        for name in self.shots():
            steps = self.navy.steps[self.rules.context.fleets.number[name]]
            own = hits.get(name, 0)
            pips += [1] * own + [6] * (steps - own)
        return Roll(tuple(pips), self.state.decision.dice)

    def fire(self, **hits: int) -> Self:
        """Play the remaining salvos; keep the effects of all of them."""
        effects: Effects = ()
        while self.state.decision and self.state.decision.kind == "salvo":
            effects += self.play(format_event(self.roll(**hits))).effects
        self.effects = effects
        return self

    @property
    def fired(self) -> list[str]:
        """Return the shots in the effects, such as `m1*r1`."""
        return [
            f"{each.units[0]}*{each.targets[0]}" for each in self.effects if each.kind == "fires"
        ]

    def kinds(self, *kinds: str) -> list[str]:
        """Return the effects of some kinds."""
        return [as_text(each) for each in self.effects if each.kind in kinds]


def at_sea(
    plan: str = "",
    side: str = RUSSIA,
    kind: str = CARDS,
    hurt: str = "",
    sunk: str = "",
    flag: str = "r1",
    rules: RussoJapaneseRules | None = None,
    **more: object,
) -> NavalTestGame:
    """A table at the beginning of a phase, of Russia's card phase if nothing is said."""
    navy = fleets(hurt, sunk, flag)
    return NavalTestGame(plan, side, kind, rules=rules or RULES, navy=navy, **more)  # type: ignore[arg-type]


def fresh_game() -> NavalTestGame:
    """A table before the first event."""
    table = at_sea()
    table.state, table.effects = table.rules.start(), ()
    return table


def in_battle(hurt: str = "", sunk: str = "", flag: str = "r1", **more: object) -> NavalTestGame:
    """The First Fleet meets the Port Arthur fleet; the lines are to be laid."""
    table = at_sea(hurt=hurt, sunk=sunk, flag=flag, **more).play("sortie")  # type: ignore[arg-type]
    while table.state.decision and table.state.decision.kind == "ambush":
        table.play("no")
    return table.through("go", "go")


def in_raid(hurt: str = "", sunk: str = "", japan: str = "04", russia: str = "05") -> NavalTestGame:
    """The Second Fleet meets the Vladivostok fleet."""
    table = at_sea(hurt=hurt, sunk=sunk, japan=japan, russia=russia)
    return table.through("no", "#05/sortie", "play #04")
