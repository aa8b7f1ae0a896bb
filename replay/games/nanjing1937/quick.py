"""Plain moves and ends of movement at once: most events of most logs, in one step.

Each function answers with the position that an event leads to, or with nothing where anything
is out of the ordinary; then `canon` and `apply` are asked, which alone say what a rule forbids.
A test holds that the two ways never differ.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from notation.events import EndPhase, Move
from replay.games.nanjing1937.sheet import MAJOR, Sheet
from replay.games.nanjing1937.state import PHASES, State
from replay.games.nanjing1937.zones import ENEMY_THERE, fresh
from replay.parts.hexes import Walk
from replay.rules import Happening

if TYPE_CHECKING:
    from replay.games.nanjing1937.rules import Nanjing


def move(rules: Nanjing, state: State, event: Move, told: list[Happening]) -> State | None:
    """A walk that is written as the rules spell it and takes no city and no port."""
    ask, units, path = state.ask, event.units, event.path
    if ask is None or ask.kind != "move" or len(units) != 1 or event.payer or event.again:
        return None
    sheet, where = rules.sheet, state.where
    k = sheet.unit.get(units[0], -1)
    walk = sheet.walks.of(path)
    if k < 0 or walk is None or sheet.side[k] != ask.of or state.done >> k & 1:
        return None
    start = where[k]
    if start < 0:
        return None
    field, allowance = rules.zones.field(ask.of, where), sheet.allowance[k]
    if start in walk or not _open(sheet, field, start, allowance, walk):
        return None
    news = fresh(sheet, state, ask.of)
    marks = sheet.walks.marks(walk) & news
    if marks & sheet.keys:
        return None
    if len(walk) > 1:
        before = sheet.walks.before(start, walk)
        if before is None:
            return None
        for other, way in before:
            if other & news == marks and _open(sheet, field, start, allowance, way):
                return None  # it is spelt another way
    told.append(Happening("move", ask.of, units, (), (sheet.ids[start], *path)))
    places = list(where)
    places[k] = walk[-1]
    return replace(
        state, where=tuple(places), done=state.done | 1 << k,
        trod=state.trod | (marks & sheet.rails),
    )  # fmt: skip


def _open(sheet: Sheet, field: bytes, here: int, left: int, walk: Walk) -> bool:
    """Whether a walk is legal and crosses no major river: the rules of `movement.bar_walk`."""
    ends = len(walk) - 1
    for step, h in enumerate(walk):
        cost = sheet.steps[here].get(h, MAJOR)
        met = field[h]
        if cost == MAJOR or cost > left or (met and (met == ENEMY_THERE or field[here])):
            return False
        if (met or sheet.stops[h]) and step != ends:
            return False
        left -= cost
        here = h
    return True


def end(rules: Nanjing, state: State, event: EndPhase, told: list[Happening]) -> State | None:
    """The end of a movement phase in which nobody stands with anybody."""
    ask, where = state.ask, state.where
    if ask is None or ask.kind != "move":
        return None
    on_map = [h for h in where if h >= 0]
    if len(set(on_map)) != len(on_map):
        return None
    phase = state.phase + 1
    side, kind = PHASES[phase]
    told.append(Happening(kind, side))
    return replace(
        state, phase=phase, stage="phase", done=0, railed=False, ask=rules.ask_combat[side]
    )


QUICK: dict[type, Callable[[Any, Any, Any, list[Happening]], State | None]] = {
    Move: move,
    EndPhase: end,
}
