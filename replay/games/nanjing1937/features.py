"""The features of a position of the Shanghai-Nanjing Campaign, for its learned value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from senpu.replay.core.features import Feature, Features, Keys, count_up
from senpu.replay.games.nanjing1937.context import NanjingContext
from senpu.replay.games.nanjing1937.state import CHINA, COMBAT, JAPAN, PHASES, NanjingState
from senpu.replay.parts.hex_features import HexFeatures

Hexes = tuple[int, ...]

LAST_TURN = 9
COUNTS = ("points", "ports", "turn")
MOST = 20


class NanjingFeatures(Features[NanjingState]):
    """Units, fronts at cities and ports, control, supports, and the pending decision."""

    def __init__(self, context: NanjingContext) -> None:
        tables = context.tables
        self.tables, self.control = tables, context.control
        self.first, self.second = tables.span[JAPAN], tables.span[CHINA]
        self.hexes = HexFeatures(
            tables.grid, (JAPAN, CHINA), (tables.own[JAPAN], tables.own[CHINA]), tables.kind,
            tables.strength, tables.key_hexes, tables.adjacent, tables.cover,
        )  # fmt: skip

    def read(self, state: NanjingState) -> Sequence[Keys]:
        """Return Japan's units, China's units, fronts, contacts, control, and the rest."""
        decision = state.decision
        japan, china = state.where[self.first], state.where[self.second]
        cities, ports = (
            find(state, JAPAN) for find in (self.control.find_cities, self.control.find_ports)
        )
        rest = (
            ("decision", decision.side, decision.kind) if decision else ("over",),
            ("phase", state.phase),
            ("policy", state.policy, state.turn),
            ("turn", state.turn),
            ("points", self.control.compute_score(cities, ports)),
            ("ports", len(ports)),
            ("landed", state.landed),
            ("used", state.air_used, state.guns_used, state.chen_used),
            ("chen", state.chen_lost),
        )
        return (
            japan,
            china,
            self.hexes.read_fronts(japan, china),
            self.hexes.read_contacts(state.phase, japan, china, self._list_spent(state)),
            (state.held & self.tables.keys, *cities, *ports),
            rest,
        )

    def _list_spent(self, state: NanjingState) -> Iterator[int]:
        """Yield in a combat phase the units that fought in it."""
        if state.done and PHASES[state.phase][1] == COMBAT:
            yield from (k for k in range(state.done.bit_length()) if state.done >> k & 1)

    def name(self, group: int, number: int, key: Any) -> Iterator[Feature]:
        """Yield the features of a key."""
        ids, tables = self.hexes.ids, self.tables
        if group < 2:
            yield from self.hexes.name_unit(group, number, key)
        elif group == 2:
            yield from self.hexes.name_front(number, key)
        elif group == 3:
            yield from self.hexes.name_contact(key[0], number, key[1])
        elif group == 4 and number == 0:
            yield from (
                (f"entered.{ids[h]}", 1.0) for h in tables.key_hexes if key & tables.mark[h]
            )
        elif group == 4:
            yield f"controlled.{ids[key]}", 1.0
        elif key[0] in COUNTS:
            yield from count_up(key[0], key[1], 0, MOST)
        else:
            yield ".".join(map(str, key)), 1.0

    def measure_time(self, state: NanjingState) -> float:
        """Return how much of the game is over, by turn and phase."""
        passed = max(state.turn - 1 + state.phase / len(PHASES), 0)
        return min(passed / LAST_TURN, 1.0)
