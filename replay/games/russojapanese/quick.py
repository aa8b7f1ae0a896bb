"""Plain moves and ends of phases at once: the most frequent events of most logs, in one step.

Each function answers with the position that an event leads to, or with nothing where anything is
out of the ordinary; then `canon` and `apply` are asked, which alone say what a rule forbids. A test
holds that the two ways never differ.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from senpu.notation.events import EndPhase, Move
from senpu.replay.core.rules import Effect
from senpu.replay.games.russojapanese.movement import canonical, ground_of, open_part
from senpu.replay.games.russojapanese.state import CARDS, COMBAT, ENEMY, GATE, JAPAN, State
from senpu.replay.games.russojapanese.zones import fresh

if TYPE_CHECKING:
    from senpu.replay.games.russojapanese.rules import RussoJapanese


def move(rules: RussoJapanese, state: State, event: Move, effects: list[Effect]) -> State | None:
    """A walk that is written as the rules spell it, takes no key hex or town, and wins nothing."""
    decision, units = state.decision, event.units
    if decision is None or decision.kind != "move" or len(units) != 1 or event.payer or event.again:
        return None
    sheet, side = rules.sheet, decision.side
    k = sheet.unit.get(units[0], -1)
    walk = sheet.walks.of(event.path)
    if k < 0 or walk is None or sheet.side[k] != side or state.done >> k & 1:
        return None
    start = state.where[k]
    if (start < 0 and start != GATE) or not sheet.allowance[k]:
        return None
    # Who takes a hex or wins by it is out of the ordinary.
    if sheet.walks.marks(walk) & fresh(sheet, state, side) or sheet.supply[ENEMY[side]] in walk:
        return None
    if open_part(sheet, ground_of(rules, state, side, k), start, walk) < len(walk):
        return None
    if canonical(rules, state, side, k, walk) != walk:
        return None
    effects.append(Effect("move", side, units, (), (sheet.place(k, start), *event.path)))
    where = list(state.where)
    where[k] = walk[-1]
    return replace(state, where=tuple(where), done=state.done | 1 << k)


def end(rules: RussoJapanese, state: State, event: EndPhase, effects: list[Effect]) -> State | None:
    """The end of a movement phase, or of a combat phase in which no attack was declared; neither
    that of a forced march."""
    decision = state.decision
    if decision is None or state.within:
        return None
    side = decision.side
    if decision.kind == "move":
        effects.append(Effect(COMBAT, side))
        return replace(
            state, phase=state.phase + 1, stage="phase", done=0, zoneless=0, hastened=0,
            railed=False, declared=(), decision=rules.ask_declare[side],
        )  # fmt: skip
    if decision.kind == "declare" and not state.declared and (state.navy is None or side == JAPAN):
        effects.append(Effect(CARDS, side))
        return replace(
            state, phase=state.phase + 1, stage="phase", marched=False, fight=None, fallen=(),
            decision=rules.ask_cards[side],
        )  # fmt: skip
    return None


QUICK: dict[type, Callable[[Any, Any, Any, list[Effect]], State | None]] = {
    Move: move,
    EndPhase: end,
}
