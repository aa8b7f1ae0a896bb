"""Plain moves and ends of movement at once: most events of most logs, in one step.

Each function answers with the position that an event leads to, or with nothing where anything
is out of the ordinary; then `canon` and `apply` are asked, which alone say what a rule forbids.
A test holds that the two ways never differ.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from senpu.notation.events import EndPhase, Move
from senpu.replay.core.rules import Effect
from senpu.replay.games.nanjing1937.movement import canonical, open_part
from senpu.replay.games.nanjing1937.state import PHASES, State
from senpu.replay.games.nanjing1937.zones import fresh

if TYPE_CHECKING:
    from senpu.replay.games.nanjing1937.rules import Nanjing


def move(rules: Nanjing, state: State, event: Move, effects: list[Effect]) -> State | None:
    """A walk that is written as the rules spell it and takes no city and no port."""
    decision, units, path = state.decision, event.units, event.path
    if decision is None or decision.kind != "move" or len(units) != 1 or event.payer or event.again:
        return None
    sheet, where = rules.sheet, state.where
    k = sheet.unit.get(units[0], -1)
    walk = sheet.walks.of(path)
    if k < 0 or walk is None or sheet.side[k] != decision.side or state.done >> k & 1:
        return None
    start = where[k]
    if start < 0:
        return None
    field, allowance = rules.zones.field(decision.side, where), sheet.allowance[k]
    if open_part(sheet, field, start, allowance, walk) < len(walk):
        return None
    marks = sheet.walks.marks(walk) & fresh(sheet, state, decision.side)
    if marks & sheet.keys or canonical(rules, state, decision.side, k, walk) != walk:
        return None
    effects.append(Effect("move", decision.side, units, (), (sheet.ids[start], *path)))
    places = list(where)
    places[k] = walk[-1]
    return replace(
        state, where=tuple(places), done=state.done | 1 << k,
        trod=state.trod | (marks & sheet.rails),
    )  # fmt: skip


def end(rules: Nanjing, state: State, event: EndPhase, effects: list[Effect]) -> State | None:
    """The end of a movement phase in which nobody stands with anybody."""
    decision, where = state.decision, state.where
    if decision is None or decision.kind != "move":
        return None
    on_map = [h for h in where if h >= 0]
    if len(set(on_map)) != len(on_map):
        return None
    phase = state.phase + 1
    side, kind = PHASES[phase]
    effects.append(Effect(kind, side))
    return replace(
        state, phase=phase, stage="phase", done=0, railed=False, decision=rules.ask_combat[side]
    )


QUICK: dict[type, Callable[[Any, Any, Any, list[Effect]], State | None]] = {
    Move: move,
    EndPhase: end,
}
