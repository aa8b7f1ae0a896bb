"""Plain moves and ends of phases at once: the most frequent events of most logs, in one step.

Each function answers with the position that an event leads to, or with nothing where anything is
out of the ordinary; then `canon` and `apply` are asked, which alone say what a rule forbids. A test
holds that the two ways never differ.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from notation.events import EndPhase, Move
from replay.games.russojapanese.movement import allowance
from replay.games.russojapanese.sheet import Sheet
from replay.games.russojapanese.state import CARDS, COMBAT, ENEMY, GATE, JAPAN, State
from replay.games.russojapanese.zones import ENEMY_THERE, fresh
from replay.parts.hexes import Walk
from replay.rules import Happening

if TYPE_CHECKING:
    from replay.games.russojapanese.rules import RussoJapanese


def move(rules: RussoJapanese, state: State, event: Move, told: list[Happening]) -> State | None:
    """A walk that is written as the rules spell it, takes no key hex or town, and wins nothing."""
    ask, units = state.ask, event.units
    if ask is None or ask.kind != "move" or len(units) != 1 or event.payer or event.again:
        return None
    sheet, side = rules.sheet, ask.of
    k = sheet.unit.get(units[0], -1)
    walk = sheet.walks.of(event.path)
    if k < 0 or walk is None or sheet.side[k] != side or state.done >> k & 1:
        return None
    start, most = state.where[k], allowance(rules, state, k)
    if (start < 0 and start != GATE) or start in walk or not sheet.allowance[k]:
        return None
    field, friends = rules.zones.field(state, side), state.where[sheet.span[side]]
    news = fresh(sheet, state, side)
    # Who takes a hex or wins by it is out of the ordinary.
    if sheet.walks.marks(walk) & news or sheet.supply[ENEMY[side]] in walk:
        return None
    if not _open(sheet, field, friends, start, most, walk, side):
        return None
    before = sheet.walks.before(start, walk)
    if before is None:
        return None
    for marks, way in before:
        if (
            not marks & news
            and start not in way
            and _open(sheet, field, friends, start, most, way, side)
        ):
            return None  # it is spelt another way
    told.append(Happening("move", side, units, (), (sheet.place(k, start), *event.path)))
    where = list(state.where)
    where[k] = walk[-1]
    return replace(state, where=tuple(where), done=state.done | 1 << k)


def _open(
    sheet: Sheet,
    field: bytes,
    friends: tuple[int, ...],
    here: int,
    most: int,
    walk: Walk,
    side: str,
) -> bool:
    """Whether a walk is legal: the rules of `movement.bar_walk`."""
    ends, stack = len(walk) - 1, sheet.stack[side]
    if ends >= most:
        return False
    for step, h in enumerate(walk):
        met = field[h]
        if here == GATE:
            if h != sheet.supply[side]:
                return False
            halt = False
        else:
            found = sheet.halts[here].get(h)
            if found is None or (met and field[here]):
                return False
            halt = found
        if met == ENEMY_THERE or friends.count(h) >= stack or ((met or halt) and step != ends):
            return False
        here = h
    return True


def end(rules: RussoJapanese, state: State, event: EndPhase, told: list[Happening]) -> State | None:
    """The end of a movement phase, or of a combat phase in which no attack was declared; neither
    that of a forced march."""
    ask = state.ask
    if ask is None or state.within:
        return None
    side = ask.of
    if ask.kind == "move":
        told.append(Happening(COMBAT, side))
        return replace(
            state, phase=state.phase + 1, stage="phase", done=0, zoneless=0, hastened=0,
            railed=False, declared=(), ask=rules.ask_declare[side],
        )  # fmt: skip
    if ask.kind == "declare" and not state.declared and (state.navy is None or side == JAPAN):
        told.append(Happening(CARDS, side))
        return replace(
            state, phase=state.phase + 1, stage="phase", marched=False, fight=None, fallen=(),
            ask=rules.ask_cards[side],
        )  # fmt: skip
    return None


QUICK: dict[type, Callable[[Any, Any, Any, list[Happening]], State | None]] = {
    Move: move,
    EndPhase: end,
}
