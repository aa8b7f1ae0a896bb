"""The features of a position of the Russo-Japanese War, for its learned value.

Cards count by their number alone, and the flagship not at all: they are hidden.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from senpu.replay.core.features import Feature, Features, Keys, count_up
from senpu.replay.games.russojapanese.combat import compute_totals
from senpu.replay.games.russojapanese.context import RussoJapaneseContext
from senpu.replay.games.russojapanese.state import (
    ENEMY,
    JAPAN,
    PHASES,
    RUSSIA,
    SIDES,
    RussoJapaneseState,
)
from senpu.replay.parts.counters import find_units
from senpu.replay.parts.hex_features import HexFeatures

LAST_TURN = 12
LEAST, MOST = -6, 20
COUNTS = frozenset(
    f"{what}.{side}" for what in ("morale", "hand", "lost", "away", "guards") for side in SIDES
) | {"lead", "turn"}
GUARDS, LOSSES = 3, 5
"""The largest counts of guards of a supply hex and of lost units that are distinguished."""


class RussoJapaneseFeatures(Features[RussoJapaneseState]):
    """Units, fronts at key hexes and supply hexes, morale, cards, fleets, and the decision."""

    def __init__(self, context: RussoJapaneseContext) -> None:
        self.context, tables = context, context.tables
        self.tables, self.fleets = tables, context.fleets
        self.first, self.second = tables.span[JAPAN], tables.span[RUSSIA]
        goals = tuple(sorted({*tables.key_hexes, *tables.supply.values()}))
        self.hexes = HexFeatures(
            tables.grid, SIDES, (tables.own[JAPAN], tables.own[RUSSIA]), tables.kind,
            tables.strength, goals, tables.adjacent, tables.cover,
        )  # fmt: skip

    def read(self, state: RussoJapaneseState) -> Sequence[Keys]:
        """Return units by side, fronts, contacts, attacks, held hexes, the rest, and the fleets."""
        japan, russia = state.where[self.first], state.where[self.second]
        decision, fight, (ours, theirs) = state.decision, state.fight, state.morale
        supply = self.tables.supply
        rest: list[Hashable] = [
            ("decision", decision.side, decision.kind) if decision else ("over",),
            ("phase", state.phase),
            ("turn", state.turn),
            ("morale.japan", ours),
            ("morale.russia", theirs),
            ("lead", ours - theirs),
            ("hand.japan", len(state.hands[0])),
            ("hand.russia", len(state.hands[1])),
            ("lost.japan", min(state.losses[0], LOSSES)),
            ("lost.russia", min(state.losses[1], LOSSES)),
            ("away.japan", self.hexes.find_gap(japan, supply[RUSSIA])),
            ("away.russia", self.hexes.find_gap(russia, supply[JAPAN])),
            ("guards.japan", min(japan.count(supply[JAPAN]), GUARDS)),
            ("guards.russia", min(russia.count(supply[RUSSIA]), GUARDS)),
            ("drawing", decision.side if decision else "", state.drawing),
            ("cards", state.limit, state.blockaded, state.agitated, state.locked),
            ("flipped", state.flipped),
            ("checks", *state.checks),
        ]
        if fight is not None and fight.result:
            rest.append(("result", fight.side, fight.result))
        # Units in a declared attack make no other one.
        spent = [k for each in state.declared for k in each.units]
        return (
            japan,
            russia,
            self.hexes.read_fronts(japan, russia),
            self.hexes.read_contacts(state.phase, japan, russia, spent),
            self._read_attacks(state) if state.declared or fight is not None else (),
            (state.held,),
            tuple(rest),
            state.navy.steps if state.navy is not None else (),
        )

    def _read_attacks(self, state: RussoJapaneseState) -> Keys:
        """Return the side and the difference of the current attack and of each declared one."""
        side, fight, tables = PHASES[state.phase][0], state.fight, self.tables
        found = [] if fight is None or fight.result else [(fight.side, fight.difference)]
        for each in state.declared:
            targets = find_units(tables.own[ENEMY[side]], state.where, each.place)
            if targets:
                attack, defence = compute_totals(
                    self.context, state, each.units, targets, each.place, False
                )
                found.append((side, attack - defence))
        return tuple(found)

    def name(self, group: int, number: int, key: Any) -> Iterator[Feature]:
        """Yield the features of a key."""
        ids, tables, fleets = self.hexes.ids, self.tables, self.fleets
        if group < 2:
            yield from self.hexes.name_unit(group, number, key)
        elif group == 2:
            yield from self.hexes.name_front(number, key)
        elif group == 3:
            yield from self.hexes.name_contact(key[0], number, key[1])
        elif group == 4:
            side, difference = key
            yield f"attack.{side}", 1.0
            yield from count_up(f"attack.{side}", difference, LEAST, MOST)
        elif group == 5:
            yield from ((f"held.{ids[h]}", 1.0) for h in tables.marked if key & tables.mark[h])
        elif group == 7:
            yield from count_up(f"fleet.{fleets.fleet[number]}", key, 0, 2)
        elif key[0] in COUNTS:
            yield from count_up(key[0], key[1], LEAST if key[0] == "lead" else 0, MOST)
        else:
            yield ".".join(map(str, key)), 1.0

    def measure_time(self, state: RussoJapaneseState) -> float:
        """Return how much of the game is over, by turn and phase."""
        passed = max(state.turn - 1 + state.phase / len(PHASES), 0)
        return min(passed / LAST_TURN, 1.0)
